"""What is read from outside the workspace is named in [sources]; what is no file is told and never waited for."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from noctuary.files import opened
from noctuary.model import Event, FileReport
from noctuary.sources import Where, read, watermark
from noctuary.sources.where import path_of, ref_of, unmatched

NOTE = "- the harbour office opens at nine\n"
LOG = (
    '{"type":"user","uuid":"u-1","sessionId":"s","timestamp":"2026-05-01T10:00:00.000Z",'
    '"message":{"role":"user","content":"the tide table hangs by the door"}}\n'
)


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    folder = tmp_path / "outside"
    folder.mkdir()
    for name, text in (("2026-05-01.md", NOTE), ("MEMORY.md", NOTE), ("a.jsonl", LOG)):
        (folder / name).write_text(text)
    return folder


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "root" / "memory").mkdir(parents=True)
    (tmp_path / "root" / "memory" / "2026-05-02.md").write_text("- the lamp is green\n")
    return tmp_path / "root"


def gathered(root: Path, where: Where | None = None) -> tuple[list[str], dict[str, FileReport]]:
    found = list(read(root, {}, where or Where()))
    reports = {one.ref: one for one in found if isinstance(one, FileReport)}
    return [one.text for one in found if isinstance(one, Event)], reports


LINKS = {
    "memory/2026-05-01.md": "2026-05-01.md",
    "memory/00_long_term.md": "MEMORY.md",
    "memory/MEMORY.md": "MEMORY.md",
    "a.jsonl": "a.jsonl",
    "memory/deep/er/2026-05-01.md": "2026-05-01.md",
    "memory/shared": ".",
    "sessions": ".",
    "memory/deep/er": ".",
}


@pytest.mark.parametrize("name", LINKS)
def test_a_link_that_leads_out_is_told_and_not_read(name: str, root: Path, outside: Path) -> None:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.symlink_to(outside / LINKS[name])
    texts, reports = gathered(root)
    assert texts == ["the lamp is green"] or texts == ["- the lamp is green"]
    (problem,) = reports[name].problems
    assert (reports[name].fault, reports[name].lines) == ("no_file", 0)
    assert problem.message.startswith("is a link that leads out, to ")
    assert problem.message.endswith("name that place in [sources] or put the file here")
    known = {ref: watermark(report) for ref, report in reports.items()}
    again = [one for one in read(root, known, Where()) if isinstance(one, FileReport)]
    assert {one.state for one in again} == {"unchanged"}


@pytest.mark.parametrize("name", ["memory/2026-05-01.md", "a.jsonl", "memory/shared", "sessions"])
def test_what_a_glob_names_outside_is_read_once_and_under_its_own_name(name: str, root: Path, outside: Path) -> None:
    (root / name).symlink_to(outside / LINKS[name])
    notes, logs = (f"{outside}/*.md",), (f"{outside}/*.jsonl",)
    where = Where(notes=(*Where().notes, *notes), sessions=(*Where().sessions, *logs))
    texts, reports = gathered(root, where)
    assert sum("tide table" in text for text in texts) == 1
    assert sum("harbour office" in text for text in texts) == 2
    assert {ref for ref in reports if not ref.startswith("memory/2026-05-02")} >= {
        f"{outside}/2026-05-01.md", f"{outside}/MEMORY.md", f"{outside}/a.jsonl",
    }  # fmt: skip
    if name != "sessions":
        assert not [one for one in reports.values() if one.fault and not (outside / LINKS[name]).is_dir()]


def test_a_glob_whose_own_folder_is_a_link_names_what_that_leads_to(root: Path, outside: Path, tmp_path: Path) -> None:
    (tmp_path / "home").symlink_to(outside)
    texts, _ = gathered(root, Where(sessions=(f"{tmp_path}/home/**/*.jsonl",)))
    assert any("tide table" in text for text in texts)


def test_a_link_that_stays_is_followed_and_counts_once(root: Path) -> None:
    (root / "docs").mkdir()
    (root / "docs/plan.md").write_text("- the mast is made of ash\n")
    (root / "memory/plan.md").symlink_to("../docs/plan.md")
    (root / "memory/again.md").symlink_to("2026-05-02.md")
    (root / "memory/topics").symlink_to("../docs")
    (root / "memory/dreams.md").symlink_to("../DREAMS.md")
    (root / "DREAMS.md").write_text("- our own words\n")
    texts, reports = gathered(root)
    assert sum("mast" in text for text in texts) == 1
    assert list(reports) == ["memory/2026-05-02.md", "memory/plan.md"]


@pytest.mark.parametrize("name", ["memory/2026-05-03.md", "s.jsonl", "memory/00_long_term.md"])
@pytest.mark.parametrize("kind", ["pipe", "socket", "device", "broken link", "ring", "link to a pipe"])
@pytest.mark.timeout(20)
def test_what_is_named_like_a_source_and_is_no_file_is_told(name: str, kind: str, root: Path) -> None:
    path = root / name
    match kind:
        case "pipe":
            os.mkfifo(path)
        case "socket":
            here = os.getcwd()
            os.chdir(path.parent)
            with socket.socket(socket.AF_UNIX) as one:
                one.bind(path.name)
            os.chdir(here)
        case "device":
            path.symlink_to("/dev/zero")
        case "broken link":
            path.symlink_to("nowhere")
        case "ring":
            path.symlink_to(path.name)
        case _:
            os.mkfifo(root / "pipe")
            path.symlink_to(root / "pipe")
    texts, reports = gathered(root)
    assert len(texts) == 1
    assert reports[name].fault == "no_file"
    assert "; " in reports[name].problems[0].message


def test_what_became_a_link_after_it_was_found_is_not_followed(root: Path, outside: Path) -> None:
    """Each folder on the way is opened without following: a swap between the look and the reading leads nowhere."""
    for place in (root / "memory/2026-05-02.md", root / "memory"):
        path = root / "memory/2026-05-02.md"
        opened(path).close()
        place.rename(root / f"was {place.name}")
        place.symlink_to(outside / "2026-05-01.md" if place == path else outside)
        with pytest.raises(OSError, match=r"symbolic links|Not a directory"):
            opened(path)
        place.unlink()
        (root / f"was {place.name}").rename(place)


ODD = [
    "notes.md", "a\nb.md", "it's \"quoted\".md", "ünïcödé ☃.md", "x" * 250 + ".md", os.fsdecode(b"bad \xff name.md"),
    "2026-13-45.md", "memory.md", "Memory.MD", " .md", "-rf.md", "a.jsonl.md", "$(rm -rf ~).md",
]  # fmt: skip


@pytest.mark.parametrize("name", ODD)
@pytest.mark.parametrize("what", ["empty", "folder", "note", "log", "carriage returns"])
def test_odd_names_and_odd_contents_are_accounted_for(name: str, what: str, root: Path) -> None:
    path = root / "memory" / name
    match what:
        case "folder":
            path.mkdir()
            (path / "inside.md").write_text(NOTE)
        case "log":
            path.write_text(LOG)
        case "carriage returns":
            path.write_bytes(b"- the harbour office opens at nine\r- the lamp is red\r")
        case _:
            path.write_text("" if what == "empty" else NOTE)
    os.utime(path, (4e9, 4e9))
    _, reports = gathered(root)
    for report in reports.values():
        assert report.lines == report.used + sum(report.skipped.values())
        assert not report.fault
    assert len(reports) == (2 if name.endswith(".md") or what == "folder" else 1)


@pytest.mark.parametrize("name", ["~tmp.jsonl", "~/a.jsonl", "~root/a.jsonl", "~nobody-here/a.jsonl"])
def test_a_name_that_begins_with_a_tilde_is_a_name_of_the_workspace(
    name: str, root: Path, outside: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its ref leads back to it, and to no home; once it is gone, it is told as gone."""
    monkeypatch.setenv("HOME", str(outside))
    (root / name).parent.mkdir(exist_ok=True)
    (root / name).write_text(LOG.replace("the door", "my own door"))
    where = Where(sessions=("*.jsonl", "~*/*.jsonl", "**/*.jsonl"))
    texts, reports = gathered(root, where)
    assert texts.count("the tide table hangs by my own door") == 1
    own = root / name
    (ref,) = [ref for ref in reports if path_of(ref, root) == own]
    own.unlink()
    known = {one: watermark(report) for one, report in reports.items()}
    again = {one.ref: one.state for one in read(root, known, where) if isinstance(one, FileReport)}
    assert again[ref] == "gone"


def test_a_home_that_nobody_has_names_no_file(root: Path) -> None:
    where = Where(memory=("~nobody-here/*",))
    assert gathered(root, where)[0] in (["the lamp is green"], ["- the lamp is green"])
    assert unmatched(root, where, ()) == ["memory: ~nobody-here/*"]


def test_refs_are_made_where_no_home_is_known(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a container whose user has no entry: nothing is under home then."""
    monkeypatch.delenv("HOME", raising=False)
    monkeypatch.setattr("pwd.getpwuid", {}.__getitem__)
    assert ref_of(root / "a.jsonl", root) == "a.jsonl"
    assert ref_of(Path("/elsewhere/a.jsonl"), root) == "/elsewhere/a.jsonl"
    assert gathered(root)[1].keys() == {"memory/2026-05-02.md"}
