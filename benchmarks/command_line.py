"""docs/cli.md made anew: what its examples print, and every verb's help at its end.

`python -m benchmarks.command_line` (or `make readme`).
An example is a command in a console block. It is run over the sample workspace, in the order of the page, and keeps
how many lines it shows, the first, or behind a `…` the last; `…` stands where something is left out. What needs files
of the reader's own (`~`), a shell (`|`) or a checkout's server stays as it is written.
"""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import click
from click.testing import CliRunner

from benchmarks.readme import NOW, ROOT, excerpt
from noctuary.cli import main as command_line

PAGE = ROOT / "docs" / "cli.md"
BLOCK = re.compile(r"(?<=```console\n)(.*?)(?=```)", re.DOTALL)
REFERENCE = "## Every verb's help\n\nWritten by `make readme` out of the verbs themselves.\n"
WIDTH = 100
DECIDED = "b2:ae1128ff"
"""The question of the sample that the page decides."""
UNTRIED = ("~", " | ", "fleet", "build/old.jsonl", "install ", "/home/")


def main() -> None:
    """Write the page anew."""
    PAGE.write_text(made(PAGE.read_text("utf-8")), "utf-8")


def made(text: str) -> str:
    """The page with its examples as they are now, and the reference at its end."""
    with sandbox():
        text = BLOCK.sub(lambda block: "".join(_example(*one) for one in examples(block[0])), text)
    return text.split("\n## Every verb's help\n")[0].rstrip("\n") + "\n\n" + reference()


def examples(block: str) -> Iterator[tuple[str, str]]:
    """(command, what it is shown to print) of a console block."""
    for part in re.split(r"^(?=\$ )", block, flags=re.MULTILINE):
        command, _, shown = part.partition("\n")
        if command.startswith("$ "):
            yield command[2:], shown


def is_tried(command: str) -> bool:
    """Whether an example is run."""
    return command.startswith("noctuary ") and not any(word in command for word in UNTRIED)


def said(command: str) -> str:
    """What a command prints, in the folder of the sandbox; how far it is, it says to nobody here."""
    done = CliRunner().invoke(command_line, shlex.split(command)[1:], catch_exceptions=False)
    wrong = (line for line in done.stderr.splitlines() if line.startswith("noctuary: "))
    return done.stdout + "".join(f"{line}\n" for line in wrong)


@contextlib.contextmanager
def sandbox() -> Iterator[Path]:
    """A folder with the sample workspace after its night as build/ws, and copies of it to change."""
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copytree(ROOT / "data", folder / "data")
        shutil.copytree(ROOT / "data" / "workspace", folder / "build" / "ws")
        os.chdir(folder)
        try:
            said(f"noctuary dream -q -w build/ws --now {NOW}")
            for copy in ("decide", "undo", "diff"):
                shutil.copytree(folder / "build" / "ws", folder / "build" / copy)
            said(f"noctuary review keep-b {DECIDED} -w build/diff --now 2026-11-04T09:00:00+00:00")
            said("noctuary dream -q -w build/diff --now 2026-11-05T03:00:00+00:00")
            shutil.rmtree(folder / "build" / "ws")
            shutil.copytree(ROOT / "data" / "workspace", folder / "build" / "ws")
            yield folder
        finally:
            os.chdir(before)


def reference() -> str:
    """Every verb's help, a block each."""
    blocks = [
        f"#### noctuary {name}\n\n```text\n{helped(command, name)}\n```\n" for name, command in verbs(command_line)
    ]
    return "\n".join([REFERENCE, *blocks])


def verbs(group: click.Group, prefix: str = "") -> Iterator[tuple[str, click.Command]]:
    """Every verb by its name, a group before its own."""
    for name, command in sorted(group.commands.items()):
        yield prefix + name, command
        if isinstance(command, click.Group):
            yield from verbs(command, f"{prefix}{name} ")


def helped(command: click.Command, name: str) -> str:
    """A verb's help as a terminal of a hundred columns shows it."""
    ctx = click.Context(command, info_name=f"noctuary {name}", terminal_width=WIDTH, max_content_width=WIDTH,
                        help_option_names=["-h", "--help"])  # fmt: skip
    return "\n".join(line.rstrip() for line in command.get_help(ctx).splitlines())


def _example(command: str, shown: str) -> str:
    if not (is_tried(command) and shown.strip()):
        return f"$ {command}\n{shown}"
    told = said(command)
    gap = "\n" if shown.endswith("\n\n") else ""
    lines = [line for line in shown.splitlines() if line.strip(" …")]
    if shown.lstrip().startswith("…"):
        last = told.rstrip("\n").splitlines()[-len(lines) :]
        return f"$ {command}\n…\n" + "".join(f"{line}\n" for line in last) + gap
    return f"$ {command}\n{excerpt(told, shown.rstrip(chr(10)) + chr(10))}{gap}"


if __name__ == "__main__":
    main()
