"""The README shows what the tool says: each example line is held against a real night over the sample."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.readme import EXAMPLE, README, dreamt, excerpt, said
from tests.conftest import as_shipped

EXAMPLES = [(found["what"], found["text"]) for found in EXAMPLE.finditer(README.read_text("utf-8"))]
PAGE = "## Waiting (9)\n\n### 1. A or B?\n\n- one\n- two\n\n### 2. C or D?\n\n- three\n\n## Told\n\nAll:\n\n- four\n"


@pytest.fixture(scope="module")
def night(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample workspace after its night."""
    with as_shipped():
        return dreamt(tmp_path_factory.mktemp("readme") / "night")


@pytest.mark.parametrize(("what", "text"), EXAMPLES, ids=[what for what, _ in EXAMPLES])
def test_an_example_is_what_is_really_said(what: str, text: str, night: Path) -> None:
    whole = said(what, night)
    lines = [line for line in text.splitlines() if line.strip(" …")]
    assert lines
    assert [line for line in lines if line.rstrip("… ") not in whole] == [], "python -m benchmarks.readme"


def test_the_readme_has_a_page_a_review_and_the_papers_of_a_fact() -> None:
    assert [what.split("|")[0].split()[0] for what, _ in EXAMPLES] == ["DREAMS.md", "review", "why", "why-not"]


def test_an_example_written_anew_keeps_its_headings_and_its_length() -> None:
    shape = "## Waiting (4)\n\n### 1. X or Y?\n\n- old\n…\n\n## Told\n\nAll:\n\n- older\n"
    assert excerpt(PAGE, shape) == "## Waiting (9)\n\n### 1. A or B?\n\n- one\n…\n\n## Told\n\nAll:\n\n- four\n"


def test_an_example_written_anew_tells_what_it_leaves_out() -> None:
    assert excerpt(PAGE, "### 1. X or Y?\n\n- a\n- b\n") == "### 1. A or B?\n\n- one\n- two\n…\n"
    assert excerpt("- " + "word " * 60, "- old").endswith("word …\n")
    assert excerpt("a\nb\n", "x\ny\n") == "a\nb\n"
