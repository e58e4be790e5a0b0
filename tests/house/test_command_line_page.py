"""docs/cli.md shows what the command line says: every example that can be run is, and every verb's help is its own."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks.command_line import BLOCK, PAGE, examples, is_tried, reference, said, sandbox
from tests.conftest import as_shipped

TEXT = PAGE.read_text("utf-8")
EXAMPLES = [one for block in BLOCK.finditer(TEXT) for one in examples(block[0])]


def test_the_help_of_every_verb_stands_at_the_pages_end() -> None:
    head = "## Every verb's help"
    shown, made = (text.partition(head)[2].splitlines() for text in (TEXT, reference()))
    differs = "\n".join(difflib.unified_diff(shown, made, lineterm=""))
    assert not differs, f"python -m benchmarks.command_line\n{differs}"


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    with as_shipped(), sandbox() as found:
        yield found


def test_an_example_is_what_is_really_said(folder: Path) -> None:
    """In the order of the page: some change what later ones tell of."""
    wrong = []
    for command, shown in EXAMPLES:
        if is_tried(command) and shown.strip():
            whole = said(command)
            wrong += [
                (command, line) for line in shown.splitlines() if line.strip(" …") and line.rstrip("… ") not in whole
            ]
    assert wrong == [], "python -m benchmarks.command_line"


def test_most_examples_are_tried() -> None:
    tried = [command for command, _ in EXAMPLES if is_tried(command)]
    assert len(tried) > 0.7 * len([command for command, _ in EXAMPLES if re.match("noctuary ", command)])
