"""The managed block is understood when a human edits it: rejections, corrections, statements; never all at once."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from noctuary import inbox
from noctuary.errors import UndoRefused
from noctuary.journal import State, replay
from noctuary.model import Fact
from noctuary.night import dream
from noctuary.page import human_part
from noctuary.review import vouch
from noctuary.settings import Workspace, open_workspace
from noctuary.stages.apply import finish
from noctuary.stages.hear import MOST_JOINED
from noctuary.undo import undo

DAY = dt.timedelta(days=1)
SOLDER = "always solder the antenna before the case is closed"
FORMS = pytest.mark.parametrize("form", ["comment", "inline", "none"])


def dreamt(workspace: Path, now: dt.datetime, form: str = "comment") -> Workspace:
    """A workspace after its first night, its block in the given form."""
    (workspace / "noctuary.toml").write_text(f'[memory_md]\nprovenance = "{form}"\n[sources]\nnote_trust = "human"\n')
    (workspace / "memory" / "2026-05-11.md").write_text(
        "- rule: every commit is signed by its author\n"
        "- remember: the spare keys hang behind the workshop door\n"
        "- decided: releases are cut on the first Tuesday of a month\n"
        "- remember: Ines is allergic to latex gloves\n"
        "- rule: never run the tide pump without water in it\n"
        "- decided: the enclosure is printed in black PETG\n"
    )
    dream(workspace, now)
    return open_workspace(workspace)


def state(space: Workspace) -> State:
    return replay(space.journal)


def fact(space: Workspace, words: str) -> Fact:
    return next(one for one in state(space).facts.values() if words in one.text)


def edit(space: Workspace, change: Callable[[str], str]) -> None:
    with space.memory.open(newline="") as file:
        text = file.read()
    assert change(text) != text
    space.memory.write_bytes(change(text).encode())


def without(text: str, words: str) -> str:
    """The text without the line that holds the words, and without the papers below it."""
    return re.sub(rf"^- [^\n]*{re.escape(words)}[^\n]*\n(?:  \*\([^\n]*\n)*", "", text, flags=re.MULTILINE)


@FORMS
def test_a_line_taken_out_is_a_rejection_that_lasts_and_can_be_undone(
    workspace: Path, now: dt.datetime, form: str
) -> None:
    space = dreamt(workspace, now, form)
    key = fact(space, "solder").id
    edit(space, lambda text: without(text, "solder"))
    told = dream(workspace, now + DAY)
    assert len(told.heard) == 1
    assert state(space).facts[key].status == "archived"
    assert "solder" not in space.memory.read_text()
    page = space.dreams.read_text()
    assert "### You decided (1)" in page
    (workspace / "memory" / "2026-05-13.md").write_text(f"- remember: {SOLDER}\n")
    dream(workspace, now + 2 * DAY)
    assert state(space).facts[key].status != "active"
    assert re.search(r"put away: [^\n]*solder[^\n]*`noctuary undo b2:[0-9a-f]+`", page)


@FORMS
def test_undoing_a_rejection_brings_the_line_back(workspace: Path, now: dt.datetime, form: str) -> None:
    space = dreamt(workspace, now, form)
    before = space.memory.read_bytes()
    edit(space, lambda text: without(text, "solder"))
    inbox.apply(space, now + DAY)
    (review,) = [one for one in state(space).reviews.values() if one.decision]
    undo(space, review.id[:11], now + DAY)
    assert space.memory.read_bytes() == before


@FORMS
def test_a_reworded_line_is_believed_as_the_human_put_it(workspace: Path, now: dt.datetime, form: str) -> None:
    space = dreamt(workspace, now, form)
    old = fact(space, "spare keys")
    edit(space, lambda text: text.replace("behind the workshop door", "in the safe, password hunter2hunter2"))
    dream(workspace, now + DAY)
    own = fact(space, "in the safe")
    assert (own.status, own.method, own.trust, own.confidence) == ("active", "manual", "human", 1.0)
    assert any(one.ref == "by hand" for one in own.sources)
    after = state(space).facts[old.id]
    assert (after.status, after.superseded_by) == ("superseded", own.id)
    assert "in the safe" in space.memory.read_text()
    assert "workshop door" not in space.memory.read_text().split("noctuary:begin")[1]
    assert dream(workspace, now + 2 * DAY).state == "nothing"


@FORMS
def test_a_new_line_in_the_block_is_the_humans_own_statement(workspace: Path, now: dt.datetime, form: str) -> None:
    space = dreamt(workspace, now, form)
    edit(
        space,
        lambda text: text.replace("\n<!-- noctuary:end", "\n- the antenna is tuned to 868 MHz\n<!-- noctuary:end"),
    )
    dream(workspace, now + DAY)
    own = fact(space, "868 MHz")
    assert (own.status, own.method, own.trust, own.gate) == ("active", "manual", "human", "by_hand")
    block = space.memory.read_text().split("noctuary:begin")[1]
    assert block.count("868 MHz") == 1
    assert "believed on your word" in space.dreams.read_text()
    undo(space, own.id[:11], now + 2 * DAY)
    assert "868 MHz" not in space.memory.read_text()


def test_a_secret_typed_into_the_block_is_stored_nowhere(workspace: Path, now: dt.datetime) -> None:
    space = dreamt(workspace, now)
    typed = "- the bucket's key is AKIAIOSFODNN7EXAMPLE\n<!-- noctuary:end"
    edit(space, lambda text: text.replace("<!-- noctuary:end", typed))
    dream(workspace, now + DAY)
    for path in (space.journal, space.memory, space.dreams):
        assert "AKIAIOSFODNN7EXAMPLE" not in path.read_text()
    assert "AKIAIOSFODNN7EXAMPLE" not in (space.derived / "block.md").read_text()


@FORMS
@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("\n- ", "\n* "),
        lambda text: text.replace("\n", "  \n"),
        lambda text: text.replace("the antenna before the case", "the\n  antenna before the\n  case"),
        lambda text: text.replace("### ", "#### "),
        lambda text: text + "\nmy own words after it\n",
    ],
)
def test_what_a_formatter_does_decides_nothing(
    workspace: Path, now: dt.datetime, form: str, change: Callable[[str], str]
) -> None:
    space = dreamt(workspace, now, form)
    edit(space, change)
    told = dream(workspace, now + DAY)
    assert (told.heard, told.unheard) == ((), ())
    assert fact(space, "solder").status == "active"


@FORMS
@pytest.mark.parametrize("what", ["block", "body", "most"])
def test_many_lines_gone_at_once_are_no_mass_rejection(workspace: Path, now: dt.datetime, form: str, what: str) -> None:
    space = dreamt(workspace, now, form)
    before = space.memory.read_text()
    believed = {key for key, one in state(space).facts.items() if one.status == "active"}

    def cut(text: str) -> str:
        head, _, rest = text.partition("<!-- noctuary:begin")
        mark, _, body = rest.partition("-->\n")
        end = body.index("<!-- noctuary:end")
        if what == "block":
            return head.rstrip("\n") + "\n"
        if what == "body":
            return f"{head}<!-- noctuary:begin{mark}-->\n{body[end:]}"
        for words in ("solder", "signed by", "spare keys", "first Tuesday", "tide pump", "latex"):
            text = without(text, words)
        return text

    edit(space, cut)
    told = dream(workspace, now + DAY)
    assert told.heard == ()
    assert {key for key, one in state(space).facts.items() if one.status == "active"} == believed
    assert space.memory.read_text().rstrip("\n") == before.rstrip("\n")
    if what != "block":
        assert "gone at once" in told.unheard[0]
        assert "gone at once" in space.dreams.read_text()
    assert dream(workspace, now + 2 * DAY).heard == ()


@pytest.mark.parametrize("command", ["vouch", "rebuild"])
def test_no_command_writes_over_an_edit_that_nobody_has_heard(workspace: Path, now: dt.datetime, command: str) -> None:
    space = dreamt(workspace, now)
    key, other = fact(space, "solder").id, fact(space, "latex").id
    edit(space, lambda text: without(text, "solder").replace("black PETG", "white PETG"))
    if command == "vouch":
        vouch(space, other, now + DAY)
    else:
        finish(space, state(space))
    assert "white PETG" in space.memory.read_text()
    dream(workspace, now + 2 * DAY)
    assert state(space).facts[key].status == "archived"
    assert fact(space, "white PETG").status == "active"
    assert "latex" in space.memory.read_text()


def test_an_undo_waits_until_an_edit_is_heard(workspace: Path, now: dt.datetime) -> None:
    space = dreamt(workspace, now)
    key = fact(space, "latex").id
    edit(space, lambda text: without(text, "solder"))
    edited = space.memory.read_bytes()
    with pytest.raises(UndoRefused, match="edited by hand"):
        undo(space, key, now + DAY)
    assert space.memory.read_bytes() == edited
    inbox.apply(space, now + DAY)
    undo(space, key, now + DAY)
    assert "latex" not in space.memory.read_text()


def test_where_nobody_knows_what_the_block_held_nothing_is_concluded(workspace: Path, now: dt.datetime) -> None:
    space = dreamt(workspace, now)
    edit(space, lambda text: without(text, "solder"))
    (space.derived / "block.md").unlink()
    (workspace / "noctuary.toml").write_text('[memory_md]\nprovenance = "none"\n[sources]\nnote_trust = "human"\n')
    told = dream(workspace, now + DAY)
    assert told.heard == ()
    assert "cannot be told" in told.unheard[0]
    assert fact(space, "solder").status == "active"


def test_without_its_copy_the_block_is_compared_with_what_the_journal_makes(workspace: Path, now: dt.datetime) -> None:
    space = dreamt(workspace, now, "none")
    (space.derived / "block.md").unlink()
    edit(space, lambda text: without(text, "solder"))
    dream(workspace, now + DAY)
    assert fact(space, "solder").status == "archived"


def test_a_death_after_the_journal_was_written_hears_no_edit_twice(workspace: Path, now: dt.datetime) -> None:
    space = dreamt(workspace, now)
    copy, head = (space.derived / "block.md").read_bytes(), (space.derived / "head").read_bytes()
    edit(space, lambda text: without(text, "solder").replace("black PETG", "white PETG"))
    edited = space.memory.read_bytes()
    dream(workspace, now + DAY)
    journal, memory = space.journal.read_bytes(), space.memory.read_bytes()
    space.memory.write_bytes(edited)
    (space.derived / "block.md").write_bytes(copy)
    (space.derived / "head").write_bytes(head)
    assert dream(workspace, now + 2 * DAY).heard == ()
    assert space.journal.read_bytes() == journal
    assert space.memory.read_bytes() == memory


@pytest.mark.parametrize(
    "human",
    [
        b"# Mine\r\n\r\n- API port: 8080\r\n",
        b"\xef\xbb\xbf# Mine\n- a | b\n|---|---|\n",
        b"---\nfront: matter\n---\n```\n<!-- noctuary:begin pad=1 sum=00000000 -->\n- x\n<!-- noctuary:end -->\n```\n",
        b"no newline at the end",
        b"",
    ],
)
def test_hearing_an_edit_moves_no_human_byte(workspace: Path, now: dt.datetime, human: bytes) -> None:
    """KG-056, KG-069: whatever the file looks like, only the block changes."""
    (workspace / "MEMORY.md").write_bytes(human)
    space = dreamt(workspace, now)
    assert human_part(space.memory.read_bytes()) == human
    data = space.memory.read_bytes()
    space.memory.write_bytes(data.replace(b"black PETG", b"white PETG"))
    assert len(dream(workspace, now + DAY).heard) == 1
    assert human_part(space.memory.read_bytes()) == human
    assert b"white PETG" in space.memory.read_bytes()


def test_of_many_new_lines_all_are_heard_and_joined_to_what_is_known(workspace: Path, now: dt.datetime) -> None:
    """100 kB of them took a night a minute and a half: the neighbours of each were sought by itself."""
    space = dreamt(workspace, now)
    lines = [f"the tide bell number {number} rings at {number % 12 + 1}" for number in range(MOST_JOINED + 3)]
    new = "".join(f"- {line}\n" for line in lines)
    edit(space, lambda text: text.replace("<!-- noctuary:end", f"{new}<!-- noctuary:end", 1))
    dream(workspace, now + DAY)
    said = {one.text: key for key, one in state(space).facts.items() if one.is_believed}
    assert said.keys() >= {*lines}
    joined = {end for edge in state(space).edges.values() for end in (edge.src, edge.dst)}
    assert {line for line in lines if said[line] not in joined} == set()
