"""All verbs at once: the table that names them, and what every verb owes to people, pipes and programs."""

from __future__ import annotations

import importlib
import pkgutil
import subprocess
import sys
from collections.abc import Iterator

import click

import noctuary.cli
from noctuary.cli import main
from noctuary.cli.root import cut
from noctuary.cli.verbs import VERBS

LIGHT = {"click", "noctuary", "noctuary.cli", "noctuary.cli.root", "noctuary.cli.verbs", "noctuary.cli.terminal"}


def verbs(group: click.Group, prefix: str = "") -> Iterator[tuple[str, click.Command]]:
    """Every verb with its name, those of a group too, and the groups that are verbs themselves."""
    for name, command in sorted(group.commands.items()):
        if isinstance(command, click.Group):
            yield from verbs(command, f"{prefix}{name} ")
        if not isinstance(command, click.Group) or command.invoke_without_command:
            yield prefix + name, command


def test_the_table_of_verbs_names_each_with_its_module_and_the_first_sentence_of_its_help() -> None:
    for module in pkgutil.iter_modules(noctuary.cli.__path__):
        importlib.import_module(f"noctuary.cli.{module.name}")
    real = {
        name: (command.callback.__module__.rpartition(".")[2], command.get_short_help_str(1000).removesuffix("."))
        for name, command in main.commands.items()
        if command.callback
    }
    assert real == {name: (verb.module, verb.help.removesuffix(".")) for name, verb in VERBS.items()}


def test_help_imports_no_verb_and_neither_does_a_verb_another() -> None:
    code = (
        "import sys; sys.argv = ['noctuary', *sys.argv[1:]]\nfrom noctuary.cli import run\n"
        "try: run()\nfinally: print(*[name for name in sys.modules if name.startswith('noctuary')], file=sys.stderr)"
    )
    for words, more in ((["--help"], set()), (["fleet", "--help"], {"noctuary.cli.fleet"})):
        done = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, timeout=60)
        assert "Usage: noctuary" in done.stdout
        assert set(done.stderr.split()) - {"noctuary.inert", "noctuary.errors"} == LIGHT - {"click"} | more


def test_a_line_of_help_that_has_no_room_ends_at_a_word() -> None:
    assert cut("Walk the graph.", 40) == "Walk the graph"
    assert cut("Put away what nobody confirmed, or asked for.", 34) == "Put away what nobody confirmed..."
