"""Git's conflict marks in pages and notes: nothing between them is heard or believed, no byte is lost, it is told."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from noctuary.cli import main
from noctuary.hunks import hunks
from noctuary.journal import State, replay
from noctuary.night import dream
from noctuary.page.rows import mark
from noctuary.sources.markdown import parse

NOW = dt.datetime(2026, 5, 12, 3, tzinfo=dt.UTC)
DAY = dt.timedelta(days=1)
STYLES = {
    "merge": ("<<<<<<< HEAD\n", "=======\n", ">>>>>>> theirs\n"),
    "diff3": ("<<<<<<< HEAD\n", "||||||| 1a2b3c4\n- decided: the lamp is dim\n=======\n", ">>>>>>> theirs\n"),
    "bare": ("<<<<<<<\n", "=======\n", ">>>>>>>\n"),
    "no end": ("<<<<<<< HEAD\n", "=======\n", ""),
}


def clash(style: str, ours: str, theirs: str) -> str:
    begin, middle, end = STYLES[style]
    return f"{begin}{ours}{middle}{theirs}{end}"


def state(root: Path) -> State:
    return replay(root / "memory" / "graph.jsonl")


def believed(root: Path) -> str:
    return "\n".join(one.text for one in state(root).facts.values() if one.status in ("active", "contested"))


def told(root: Path) -> list[tuple[str, int]]:
    last = state(root).last_night()
    return [(one.path, one.line) for one in last.problems if "conflict" in one.message] if last else []


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("name", ["memory/2026-05-10.md", "MEMORY.md"])
@pytest.mark.parametrize("end", ["\n", "\r\n"], ids=["LF", "CRLF"])
def test_what_stands_between_the_marks_is_believed_by_nobody(workspace: Path, style: str, name: str, end: str) -> None:
    path = workspace / name
    hunk = clash(style, "- decided: the lamp is red\n", "- decided: the lamp is green\n")
    text = f"# Notes\n- decided: the pole is tall\n\n{hunk}"
    path.write_bytes(text.replace("\n", end).encode())
    before = path.read_bytes()
    dream(workspace, NOW)
    assert "pole" in believed(workspace)
    assert not [word for word in ("lamp is", "HEAD", "theirs", "<<<", ">>>", "1a2b") if word in believed(workspace)]
    assert (name, 4) in told(workspace)
    assert path.read_bytes() == before


def test_once_the_conflict_is_resolved_what_stands_there_is_read(workspace: Path) -> None:
    note = workspace / "memory" / "2026-05-10.md"
    note.write_text(clash("merge", "- decided: the lamp is red\n", "- decided: the lamp is green\n"))
    dream(workspace, NOW)
    note.write_text("- decided: the lamp is green\n")
    dream(workspace, NOW + DAY)
    assert "lamp is green" in believed(workspace)


@pytest.mark.parametrize(
    "text",
    [
        "Lamp\n=======\n\n- decided: the lamp is red\n",
        "```\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> theirs\n```\n\n- decided: the lamp is red\n",
        "<<<<<<<< eight is none\n\n- decided: the lamp is red\n",
        "- a <<<<<<< HEAD in words\n- decided: the lamp is red\n",
    ],
    ids=["heading", "fence", "eight", "words"],
)
def test_what_only_looks_like_a_mark_is_none(text: str) -> None:
    assert hunks(text.splitlines()) == []
    assert any("lamp is red" in one.text for one in parse(text).passages)


def test_a_mark_left_alone_is_no_statement(workspace: Path) -> None:
    note = workspace / "memory" / "2026-05-10.md"
    note.write_text("- decided: the lamp is red\n>>>>>>> feature/lamp is green\n")
    dream(workspace, NOW)
    assert "green" not in believed(workspace)
    assert ("memory/2026-05-10.md", 2) in told(workspace)


@pytest.mark.parametrize("style", STYLES)
def test_lines_of_memory_md_in_a_conflict_are_not_taken_for_gone(workspace: Path, style: str) -> None:
    """Their facts stay believed, and the file keeps every byte until a human has resolved it."""
    dream(workspace, NOW)
    memory = workspace / "MEMORY.md"
    was = memory.read_text()
    assert "Python 3.12" in believed(workspace)
    ours = "- Language: Python 3.12\n- never push to main without a review\n"
    memory.write_text(was.replace(ours, "") + clash(style, ours, ours.replace("3.12", "3.13")))
    before = memory.read_bytes()
    (workspace / "memory" / "2026-05-12.md").write_text("- decided: the lamp is red\n")
    dream(workspace, NOW + DAY)
    assert "Python 3.12" in believed(workspace)
    assert "Python 3.13" not in believed(workspace)
    assert memory.read_bytes() == before
    assert [path for path, _ in told(workspace)] == ["MEMORY.md"]
    memory.write_text(was)
    dream(workspace, NOW + 2 * DAY)
    assert "lamp is red" in memory.read_text()


@pytest.mark.parametrize("place", ["whole", "begin", "end", "body"])
def test_a_conflict_in_our_block_is_no_edit_and_the_file_is_left_alone(workspace: Path, place: str) -> None:
    dream(workspace, NOW)
    memory = workspace / "MEMORY.md"
    lines = memory.read_text().splitlines(keepends=True)
    first = next(n for n, line in enumerate(lines) if "noctuary:begin" in line)
    last = next(n for n, line in enumerate(lines) if "noctuary:end" in line)
    a, b = {"whole": (first, last + 1), "begin": (first, first + 2), "end": (last - 1, last + 1),
            "body": (first + 1, last)}[place]  # fmt: skip
    theirs = [line.replace("sum=", "sum=0") if "begin" in line else "- mine: x\n" for line in lines[a:b]]
    hunk = clash("merge", "".join(lines[a:b]), "".join(theirs))
    memory.write_text("".join(lines[:a]) + hunk + "".join(lines[b:]))
    before, facts = memory.read_bytes(), believed(workspace)
    (workspace / "memory" / "2026-05-12.md").write_text("- decided: the lamp is red\n")
    outcome = dream(workspace, NOW + DAY)
    assert (outcome.heard, memory.read_bytes()) == ((), before)
    assert believed(workspace).replace("\nthe lamp is red", "").replace("the lamp is red\n", "") == facts


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("part", ["around the box", "around all boxes"])
def test_no_answer_in_a_conflict_is_heard_and_the_page_is_kept(workspace: Path, style: str, part: str) -> None:
    dream(workspace, NOW)
    page = workspace / "DREAMS.md"
    [asked] = [one for one in state(workspace).reviews.values() if one.b and one.decision is None]
    lines = page.read_text().splitlines(keepends=True)
    marked = [n for n, line in enumerate(lines) if f"<!-- {asked.id} " in line]
    box = next(n for n in marked if mark(asked.id, "keep-a") in lines[n])
    a, b = (box, box + 1) if part == "around the box" else (marked[0], marked[-1] + 1)
    ours = "".join(lines[a:b])
    ticked = "".join(line.replace("[ ]", "[x]") if mark(asked.id, "keep-a") in line else line for line in lines[a:b])
    other = [line.replace("[ ]", "[x]") if mark(asked.id, "both") in line else line for line in lines]
    page.write_text("".join(other[:a]) + clash(style, ticked, ours) + "".join(other[b:]))
    before = page.read_bytes()
    dream(workspace, NOW + DAY)
    assert state(workspace).reviews[asked.id].decision is None
    assert (workspace / "DREAMS.kept-1.md").read_bytes() == before
    assert any(path == "DREAMS.md" for path, _ in told(workspace))
    fresh = page.read_text()
    assert not hunks(fresh.splitlines())


def run(*args: object) -> Result:
    return CliRunner().invoke(main, [str(arg) for arg in args], catch_exceptions=False)


@pytest.fixture(params=["at the end", "in the block"])
def torn(workspace: Path, request: pytest.FixtureRequest) -> Path:
    """A workspace after a night, then with git's marks in MEMORY.md."""
    dream(workspace, NOW)
    memory = workspace / "MEMORY.md"
    text, hunk = memory.read_text(), clash("merge", "- decided: the lamp is red\n", "- decided: the lamp is green\n")
    body = text.index("\n", text.index("noctuary:begin")) + 1
    memory.write_text(text + hunk if request.param == "at the end" else text[:body] + hunk + text[body:])
    return workspace


def is_said_once(told: str) -> bool:
    return told.count("conflict mark") == 1 and told.count("until then nothing is written into it") == 1


MEETING = (
    ["dream", "-q"], ["dream"], ["dream", "--dry-run"], ["rebuild"], ["review", "--apply"],
    ["review", "both", "QUESTION"], ["status"], ["status", "--problems"],
)  # fmt: skip


@pytest.mark.parametrize("words", MEETING, ids=" ".join)
@pytest.mark.parametrize("news", [True, False], ids=["news", "no news"])
def test_whoever_meets_the_marks_in_memory_md_says_so_once(torn: Path, words: list[str], news: bool) -> None:
    before = (torn / "MEMORY.md").read_bytes()
    if news:
        (torn / "memory" / "2026-05-12.md").write_text("- decided: the lamp is red\n")
    question = min(state(torn).reviews)
    clock = ["--now", (NOW + DAY).isoformat()] if words[0] == "dream" else []
    first = run(*[question if word == "QUESTION" else word for word in words], "-w", torn, *clock)
    assert is_said_once(first.output), first.output
    assert (torn / "MEMORY.md").read_bytes() == before
    run("dream", "-q", "-w", torn, "--now", (NOW + DAY).isoformat())
    for again in (["dream", "-q", "--now", (NOW + 2 * DAY).isoformat()], ["status", "--problems"]):
        assert is_said_once(run(*again, "-w", torn).output)


def test_the_marks_stand_on_dreams_md_and_in_the_nights_outcome(torn: Path) -> None:
    told = dream(torn, NOW + DAY)
    assert (told.state, len(told.unread)) == ("partly", 1)
    assert (torn / "DREAMS.md").read_text().count("conflict marks") == 1
    memory = torn / "MEMORY.md"
    lines = memory.read_text().splitlines(keepends=True)
    begin, end = (next(n for n, line in enumerate(lines) if line.startswith(sign)) for sign in ("<<<<", ">>>>"))
    memory.write_text("".join(lines[:begin] + lines[end + 1 :]))
    assert dream(torn, NOW + 2 * DAY).unread == ()
    assert "conflict marks" not in (torn / "DREAMS.md").read_text()


def test_a_dreams_md_with_marks_that_is_set_aside_is_told(workspace: Path) -> None:
    dream(workspace, NOW)
    page = workspace / "DREAMS.md"
    page.write_text(page.read_text() + clash("merge", "a\n", "b\n"))
    assert "DREAMS.kept-1.md" in run("rebuild", "-w", workspace).stderr
