"""All verbs at once: the table that names them, and what every verb owes to people, pipes and programs."""

from __future__ import annotations

import ast
import importlib
import json
import os
import pkgutil
import pty
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

import noctuary.cli
from noctuary.cli import main
from noctuary.cli.root import cut
from noctuary.cli.terminal import folded
from noctuary.cli.verbs import VERBS

ROOT = Path(__file__).parent.parent.parent
# Verbs that print no JSON when asked to, and why.
NO_JSON = {
    "hook": "an agent runs it, and reads nothing of it but its exit code",
    "merge-journal": "git runs it, and reads nothing of it but its exit code",
    "completion": "what it prints is a program of the shell's",
    "serve": "what it prints is a protocol of its own",
}
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


def test_every_verb_tells_programs_in_json() -> None:
    found = dict(verbs(main))
    without = {name for name, one in found.items() if not any("--json" in option.opts for option in one.params)}
    assert without == NO_JSON.keys() & found.keys()


# What hints say


def said_in(path: Path) -> Iterator[tuple[int, str]]:
    """Every text of a module with the line it stands on; what an f-string puts in is `{}`."""
    tree = ast.parse(path.read_text("utf-8"))
    inside = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            parts = (part.value if isinstance(part, ast.Constant) else "{}" for part in node.values)
            yield node.lineno, "".join(map(str, parts))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in inside:
            yield node.lineno, node.value


def named() -> Iterator[tuple[str, str]]:
    """(place, command) of every command that a text of the library, a page's template or the README names."""
    for path in sorted((ROOT / "noctuary").rglob("*.py")):
        for line, said in said_in(path):
            for command in re.findall(
                r"`(noctuary [^`]+)`|(?:Undo|Next|Read one|that back): (noctuary [^\n(;]+)", said
            ):
                yield f"{path.relative_to(ROOT)}:{line}", command[0] or command[1]
    for path in (*sorted((ROOT / "templates").glob("*")), ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))):
        said = re.sub(r"\{\{.*?\}\}", "{}", path.read_text("utf-8"))
        for command in re.findall(r"`(noctuary [^`…]+)`", said):
            yield path.name, command


def wrong(command: str) -> str:
    """Why the words are no command of ours; "" where they are one. A word in capitals stands for any."""
    group: click.Command = main
    words = shlex.split(command.replace("{}", "x").replace("[", "").replace("]", "").replace("…", ""))[1:]
    # Click keeps a verb's help option as the first context made it: this one is the program's own.
    ctx = click.Context(main, info_name="noctuary", **main.context_settings)
    while words and isinstance(group, click.Group) and (found := group.get_command(ctx, words[0])):
        group, words = found, words[1:]
    if words[:1] == ["VERB"] or (group is main and words in (["--help"], ["--version"], [])):
        return ""
    if isinstance(group, click.Group) and words and not words[0].startswith("-"):
        return f"there is no verb {words[0]}"
    try:
        group.make_parser(click.Context(group, parent=ctx, info_name="x")).parse_args(list(words))
    except click.UsageError as error:
        return error.message
    return ""


def test_every_command_that_a_hint_names_is_one() -> None:
    found = list(named())
    assert len(found) > 150
    assert {(place, command): why for place, command in found if (why := wrong(command))} == {}


@pytest.mark.parametrize(
    "command", ["noctuary dreem", "noctuary review keep-c ID", "noctuary dream --dry", "noctuary facts -w"]
)
def test_a_hint_that_names_no_command_would_be_found(command: str) -> None:
    assert wrong(command)


# On a terminal


def shown(words: list[str], columns: int, **environ: str) -> str:
    """What a terminal of so many columns is sent."""
    above, below = pty.openpty()
    code = "from noctuary.cli import run; run()"
    given = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR")}
    given |= {"COLUMNS": str(columns), "TERM": "xterm-256color", "PAGER": "cat"} | environ
    running = subprocess.Popen([sys.executable, "-c", code, *words], stdout=below, stdin=below, env=given)
    os.close(below)
    said = b""
    while True:
        try:
            read = os.read(above, 65536)
        except OSError:
            break
        if not read:
            break
        said += read
    running.wait(timeout=60)
    os.close(above)
    return said.decode().replace("\r\n", "\n")


@pytest.fixture(scope="module")
def dreamt(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from tests.conftest import make_workspace

    root = make_workspace(tmp_path_factory.mktemp("shown") / "workspace")
    words = ["dream", "-q", "-w", str(root), "--now", "2026-05-12T03:00:00+00:00"]
    assert CliRunner().invoke(main, words).exit_code == 0
    return root


def test_a_terminal_gets_colours_and_lines_of_its_width_and_a_pipe_neither(dreamt: Path) -> None:
    words = ["facts", "-w", str(dreamt)]
    plain = CliRunner().invoke(main, words).output
    assert max(map(len, plain.splitlines())) > 60
    assert "\x1b" not in plain
    said = shown(words, 60)
    assert "\x1b[36mb2:" in said
    bare = re.sub(r"\x1b\[[0-9;]*m", "", said)
    assert max(map(len, bare.splitlines())) <= 60
    assert bare.split() == plain.split()
    assert "\x1b" not in shown(words, 60, NO_COLOR="1")
    [line] = shown([*words, "--json"], 60).splitlines()
    assert json.loads(line)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("short", "short"),
        ("b2:00  active  one two three", "b2:00  active  one two\n               three"),
        ("    deep words that wrap on", "    deep words that wrap\n    on"),
        ("anunbreakablewordthatislongerthanthat", "anunbreakablewordthatislongerthanthat"),
    ],
)
def test_a_line_wraps_below_its_last_column(line: str, told: str) -> None:
    assert folded(line, 24) == told


# Help and completion


def test_help_reads_every_page_and_every_verb() -> None:
    def run(*words: str) -> str:
        done = CliRunner().invoke(main, ["help", *words], catch_exceptions=False)
        assert done.exit_code == 0, done.output
        return done.output

    listed = run()
    for page in (ROOT / "docs").glob("*.md"):
        assert re.search(rf"^{page.stem} ", listed, re.MULTILINE)
    assert run("settings").strip() == (ROOT / "docs" / "settings.md").read_text("utf-8").strip()
    assert "Usage: noctuary review keep-a" in run("review", "keep-a")
    assert {one["topic"] for one in json.loads(run("--json"))} >= {"settings", "decisions/README"}
    missing = CliRunner().invoke(main, ["help", "nothing"])
    assert (missing.exit_code, "`noctuary help` lists the pages" in missing.output) == (2, True)


def test_a_page_is_drawn_on_a_terminal() -> None:
    said = shown(["help", "capture"], 70)
    assert "\x1b[1m" in said
    assert "## Installing" not in said
    assert "Installing" in said


def test_the_wheel_holds_what_help_reads() -> None:
    import tomllib

    built = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert built["force-include"]["docs"] == "noctuary/docs"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_is_told_how_to_complete_and_gets_verbs_and_options(shell: str) -> None:
    source = CliRunner().invoke(main, ["completion", shell], catch_exceptions=False).output
    assert f"_NOCTUARY_COMPLETE={shell}_complete" in source
    code = "from noctuary.cli import run; run()"
    for typed, wanted in (
        ("noctuary wh", "why-not"),
        ("noctuary facts --val", "--valid-at"),
        ("noctuary install co", "codex"),
    ):
        words = typed.split()
        asked = {"_NOCTUARY_COMPLETE": f"{shell}_complete", "COMP_WORDS": typed, "COMP_CWORD": str(len(words) - 1)}
        if shell == "fish":
            asked["COMP_CWORD"] = words[-1]
        launch = f"import sys; sys.argv[0] = 'noctuary'; {code}"
        done = subprocess.run([sys.executable, "-c", launch], env=os.environ | asked, capture_output=True, text=True)
        assert wanted in done.stdout, done.stderr


def test_the_command_line_is_a_module_too() -> None:
    done = subprocess.run([sys.executable, "-m", "noctuary", "--version"], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout.split(",")[0]) == (0, "noctuary")
