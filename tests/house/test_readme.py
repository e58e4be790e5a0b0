"""The README shows what the tool says: each example line is held against a real night over the sample."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from noctuary.cli import main

ROOT = Path(__file__).parent.parent.parent
EXAMPLE = re.compile(r"<!-- shows: (?P<what>[^>]+) -->\n```\w*\n(?P<text>.*?)```", re.DOTALL)


def examples() -> list[tuple[str, str]]:
    """(what is shown, its text) of each example in the README."""
    return [(found["what"], found["text"]) for found in EXAMPLE.finditer((ROOT / "README.md").read_text())]


@pytest.fixture(scope="module")
def dreamt(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample workspace after its night."""
    import shutil

    root = tmp_path_factory.mktemp("readme") / "night"
    shutil.copytree(ROOT / "data" / "workspace", root)
    run("dream -q --now 2026-11-04T03:00:00+00:00", root)
    return root


def run(command: str, root: Path) -> str:
    """What the command prints; its words are split at `|` where they hold spaces, else at spaces."""
    words = command.split("|") if "|" in command else command.split()
    return CliRunner().invoke(main, [*words, "-w", str(root)], catch_exceptions=False).output


@pytest.mark.parametrize(("what", "text"), examples(), ids=[what for what, _ in examples()])
def test_an_example_is_what_is_really_said(what: str, text: str, dreamt: Path) -> None:
    said = (dreamt / what).read_text() if what.endswith(".md") else run(what, dreamt)
    lines = [line for line in text.splitlines() if line.strip(" …")]
    assert lines
    for line in lines:
        assert line.rstrip("… ") in said


def test_the_readme_has_a_page_a_review_and_the_papers_of_a_fact() -> None:
    assert [what.split("|")[0].split()[0] for what, _ in examples()] == ["DREAMS.md", "review", "why", "why-not"]
