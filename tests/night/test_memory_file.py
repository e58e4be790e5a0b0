"""MEMORY.md deleted, emptied or unreadable between two nights: what the human took away counts, what broke does not."""

from __future__ import annotations

import datetime as dt
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from noctuary.night import Outcome, dream
from noctuary.settings import open_workspace
from noctuary.undo import undo
from tests.night.days import note, state_of

DAY = dt.timedelta(days=1)


def utf16(path: Path) -> None:
    path.write_bytes(path.read_text().encode("utf-16"))


def too_long(path: Path) -> None:
    path.write_bytes(b"# Notes\n" + b"x" * 100 * 45_000)


def zeroed(path: Path) -> None:
    path.write_bytes(b"\0" * path.stat().st_size)


def half_zeroed(path: Path) -> None:
    data = path.read_bytes()
    path.write_bytes(data[:30] + b"\0" * (len(data) - 30))


def latin(path: Path) -> None:
    path.write_bytes(b"- La caf\xe9teria est au troisi\xe8me\n")


def binary(path: Path) -> None:
    path.write_bytes(bytes(range(256)) * 40)


def folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def nothing(path: Path) -> None:
    path.unlink()
    path.symlink_to("nowhere.md")


def ring(path: Path) -> None:
    path.unlink()
    path.symlink_to(path.name)


BREAKS = [utf16, too_long, zeroed, half_zeroed, latin, binary, folder, pipe, nothing, ring]


def own(root: Path) -> set[str]:
    """The texts that are believed and that MEMORY.md says."""
    return {
        fact.text
        for fact in state_of(root).facts.values()
        if fact.status in ("active", "contested") and any(one.role == "memory" for one in fact.sources)
    }


def stand(path: Path) -> object:
    """What stands at a path, link, folder or bytes."""
    if path.is_symlink():
        return os.readlink(path)
    return path.read_bytes() if path.is_file() else path.is_dir()


@pytest.mark.parametrize("broken", BREAKS)
@pytest.mark.timeout(120)
def test_an_unreadable_memory_file_says_nothing_and_is_left_as_it_is(
    broken: Callable[[Path], None], workspace: Path, now: dt.datetime
) -> None:
    dream(workspace, now)
    believed, memory = own(workspace), workspace / "MEMORY.md"
    assert believed
    was = memory.read_bytes()
    broken(memory)
    before = stand(memory)
    note(workspace, "2026-05-12", "- decided: the housing is made of oak, no plastic\n")
    for night in (1, 2):
        told = dream(workspace, now + night * DAY)
        assert stand(memory) == before
        assert believed <= own(workspace)
        assert told.unread[0].startswith("MEMORY.md:")
        assert "; " in told.unread[0]
        assert told.state == ("partly" if night == 1 else "nothing"), told
    page = (workspace / "DREAMS.md").read_text()
    assert "**Partly done.** MEMORY.md could not be read as a whole" in page
    assert page.index("Partly done") < page.index("Problems in the sources")
    assert "`MEMORY.md" in page.partition("Problems in the sources")[2]
    remove(memory)
    memory.write_bytes(was)
    told = dream(workspace, now + 3 * DAY)
    assert (told.unread, own(workspace) >= believed) == ((), True)
    assert dream(workspace, now + 4 * DAY).state == "nothing"


def remove(path: Path) -> None:
    path.rmdir() if path.is_dir() and not path.is_symlink() else path.unlink()


def test_a_deleted_memory_file_is_the_humans_word_and_no_night_refuses(workspace: Path, now: dt.datetime) -> None:
    dream(workspace, now)
    believed, memory = own(workspace), workspace / "MEMORY.md"
    text = memory.read_bytes()
    memory.unlink()
    told = dream(workspace, now + DAY)
    assert (told.state, told.gone) == ("done", ("MEMORY.md",))
    only = {f.text for f in state_of(workspace).facts.values() if f.gate == "withdrawn"}
    assert only
    assert own(workspace) == believed - only
    page = (workspace / "DREAMS.md").read_text()
    assert "1 source is no longer there: `MEMORY.md`" in page
    assert "MEMORY.md was taken away" in page
    assert memory.read_text().lstrip().startswith("<!-- noctuary:begin")
    assert "never push" not in memory.read_text()
    assert dream(workspace, now + 2 * DAY).state == "nothing"
    memory.write_bytes(text)
    dream(workspace, now + 3 * DAY)
    assert believed <= own(workspace)


def test_the_night_after_a_deletion_can_be_undone(workspace: Path, now: dt.datetime) -> None:
    dream(workspace, now)
    believed = own(workspace)
    (workspace / "MEMORY.md").unlink()
    night = dream(workspace, now + DAY).night
    undo(open_workspace(workspace), night, now + DAY)
    assert own(workspace) == believed


def test_a_deleted_memory_file_of_which_nothing_is_left_to_say_stays_away(tmp_path: Path, now: dt.datetime) -> None:
    (tmp_path / "MEMORY.md").write_text("- API port: 8080\n")
    dream(tmp_path, now)
    (tmp_path / "MEMORY.md").unlink()
    assert dream(tmp_path, now + DAY).gone == ("MEMORY.md",)
    assert not (tmp_path / "MEMORY.md").exists()
    assert [dream(tmp_path, now + night * DAY).state for night in (2, 3)] == ["nothing", "nothing"]


def test_a_deletion_that_a_night_may_not_carry_out_at_once_goes_on_with_the_next(
    tmp_path: Path, now: dt.datetime
) -> None:
    (tmp_path / "MEMORY.md").write_text("".join(f"- API port of service {n}: {8000 + n}\n" for n in range(14)))
    dream(tmp_path, now)
    (tmp_path / "MEMORY.md").unlink()
    states = [dream(tmp_path, now + night * DAY).state for night in range(1, 5)]
    assert own(tmp_path) == set()
    assert states[0] == "partly"
    assert states[-1] == "nothing"


@pytest.mark.parametrize("name", ["memory/2026-05-10.md", "sessions/a.jsonl"])
@pytest.mark.parametrize(
    "broken", [zeroed, binary, too_long, pipe, nothing, ring, Path.unlink, lambda p: p.write_bytes(b"")]
)
def test_notes_and_logs_that_break_go_or_are_emptied_take_no_fact_with_them(
    name: str, broken: Callable[[Path], None], workspace: Path, now: dt.datetime
) -> None:
    def believed() -> set[str]:
        return {one.id for one in state_of(workspace).facts.values() if one.status in ("active", "contested")}

    dream(workspace, now)
    before = believed()
    broken(workspace / name)
    told: list[Outcome] = [dream(workspace, now + night * DAY) for night in (1, 2)]
    assert believed() == before
    assert told[1].state == "nothing"
    if broken in (pipe, nothing, ring):
        assert told[0].state == "partly"
        assert [one.split(":")[0] for one in told[0].unread] == [name]
