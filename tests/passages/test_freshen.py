"""Passages follow their files: read, changed, renamed, deleted; guarded; the same again from nothing."""

from __future__ import annotations

import shutil
from collections.abc import Callable

import pytest

from noctuary.night import dream
from noctuary.reconcile import reconcile
from noctuary.stages.apply import discard, project
from tests.passages.conftest import NOW, TALK, Read

Write = Callable[[str, str], None]
TOLD = "user: the gate was painted\n\nassistant: a good green\n\n"
HEARD = "\nassistant: understood\n\nuser: and the oars are new\n\nassistant: noted\n"
ALL = "SELECT ref, line_start, line_end, kind, heading, lead, text, hash, role, trust, session, at FROM passage"


def test_what_was_read_is_found_with_its_place_and_kind(read: Read) -> None:
    """TK-044 TK-046 TK-083"""
    with read.memory() as memory:
        kayak, release = (memory.search(words, 1)[0] for words in ("colour of the kayak", "make push"))
    assert kayak.sources[0].startswith("memory/2026-05-11.md:")
    assert (kayak.status, kayak.believed, kayak.kind) == ("passage", False, "diary")
    assert release.kind == "references"
    assert "make release\n\nmake push" in release.text


def test_a_turn_is_one_passage_and_brings_what_it_answers(read: Read) -> None:
    rows = read.rows("SELECT line_start, lead FROM passage WHERE ref = 'memory/2026-05-11.md' ORDER BY 1")
    assert rows == [(3, ""), (4, "Caroline: I bought a kayak."), (5, "Melanie: What colour is it?")]


def test_a_secret_is_in_no_passage_nor_in_their_words(read: Read) -> None:
    assert "hunter2" not in str(read.rows(ALL))
    assert read.rows("SELECT term FROM passage_vocab WHERE term LIKE 'hunter%'") == []


@pytest.mark.parametrize("line", ["<!-- noctuary:page -->", "- x `b2:669e121bc8c9d984`"])
def test_what_a_dreaming_tool_wrote_is_in_no_passage(read: Read, write: Write, line: str) -> None:
    write("memory/copy.md", f"{line}\n")
    read.again()
    assert read.rows("SELECT 1 FROM passage WHERE ref = 'memory/copy.md'") == []


@pytest.mark.parametrize(
    "line",
    [
        "user: please don't remember this: the regatta money lies in the tin",
        "user: please don’t remember this: the regatta money lies in the tin",
        "user: [image] Don't forget the milk. Off the record: the regatta money lies in the tin",
        "user: off the record, the regatta money lies in the tin",
        "user: Private: the regatta money lies in the tin",
        "user: fine\n\n# Later\n\n- vertraulich: the regatta money lies in the tin\n",
        "user: fine\n\n# Later\n\n- Private: the regatta money lies in the tin\n  - under the stairs at home\n",
        "user: fine\n\n# Later\n\n## Private: the regatta money at home\n\n- it lies in the tin\n\n```\nregatta\n```\n",
    ],
)
def test_what_somebody_asked_not_to_keep_is_found_by_nobody(read: Read, write: Write, line: str) -> None:
    write("memory/2026-05-12.md", f"# Day\n\n{TOLD}{line}\n{HEARD}")
    read.again()
    (told,) = read.rows("SELECT group_concat(text || lead) FROM passage WHERE ref = 'memory/2026-05-12.md'")
    assert "regatta" not in told[0]
    assert "painted" in told[0]
    assert "oars" in told[0]
    assert read.rows("SELECT term FROM passage_vocab WHERE term LIKE 'regatta%'") == []


@pytest.mark.parametrize(
    "line",
    [
        "the border between us and Denmark is at the regatta",
        "I forget what the regatta cost, it is 90 euro in the new list",
        "forget it, use the regatta tin instead",
        "please keep it between 20 and 25 boats at the regatta",
        "we agreed: never log it as an error when the regatta is off",
        "don't save this file in the regatta folder",
        "don't tell me that the regatta is off",
    ],
)
def test_a_turn_that_asks_no_such_thing_is_found(read: Read, write: Write, line: str) -> None:
    write("memory/2026-05-12.md", f"# Day\n\n{TOLD}user: {line}\n{HEARD}")
    read.again()
    assert "regatta" in str(read.rows("SELECT text FROM passage WHERE ref = 'memory/2026-05-12.md'"))


def test_the_owners_memory_file_is_found_whole(read: Read, write: Write) -> None:
    write("MEMORY.md", "# Memory\n\n- Private: the regatta money lies in the tin\n")
    read.again()
    assert "regatta" in str(read.rows("SELECT text FROM passage WHERE ref = 'MEMORY.md'"))


def test_a_second_reading_of_the_same_files_reads_nothing(read: Read) -> None:
    told = read.again()
    assert (told.read, told.gone, told.vectors) == (0, 0, 0)


def test_an_edited_file_is_read_again_and_what_kept_its_words_keeps_its_row(read: Read, write: Write) -> None:
    """TK-078, TK-070 KG-006"""
    before = dict(read.rows("SELECT text, docid FROM passage WHERE ref = 'memory/2026-05-11.md'"))
    write("memory/2026-05-11.md", TALK.replace("# Talk\n", "# Talk\n\n\n").replace("It is red", "It is blue"))
    told = read.again()
    after = dict(read.rows("SELECT text, docid FROM passage WHERE ref = 'memory/2026-05-11.md'"))
    assert told.read == 1
    assert "Caroline: It is red." not in after
    kept = {text: docid for text, docid in before.items() if text in after}
    assert len(kept) == 2
    assert kept == {text: docid for text, docid in after.items() if text in before}
    assert read.rows("SELECT min(line_start) FROM passage WHERE ref = 'memory/2026-05-11.md'") == [(5,)]
    assert read.rows("SELECT count(*) FROM near WHERE number % 2 = 1") == read.rows("SELECT count(*) FROM passage")


def test_every_passage_has_one_vector_that_leads_back_to_its_file_and_section(read: Read) -> None:
    """TK-050"""
    rows = read.rows(
        "SELECT p.ref, p.heading, p.line_start, count(n.number) FROM passage p"
        " LEFT JOIN near n ON n.number = 2 * p.docid + 1 GROUP BY p.docid"
    )
    assert len(rows) > 8
    assert {count for *_, count in rows} == {1}
    assert ("memory/2026-05-11.md", "Talk", 4) in [row[:3] for row in rows]


def test_a_deleted_file_is_found_no_more(read: Read) -> None:
    """TK-070"""
    (read.root / "memory" / "2026-05-11.md").unlink()
    assert read.again().gone == 1
    assert not any("kayak" in text for text in read.found("kayak"))
    assert read.rows("SELECT 1 FROM near WHERE number % 2 = 1 AND number / 2 NOT IN (SELECT docid FROM passage)") == []


def test_a_renamed_file_takes_its_vectors_along(read: Read) -> None:
    """TK-070"""
    shutil.move(read.root / "memory" / "2026-05-11.md", read.root / "memory" / "2026-05-12.md")
    told = read.again()
    assert (told.read, told.gone, told.vectors) == (1, 1, 0)
    with read.memory() as memory:
        assert memory.search("kayak", 1)[0].sources == ("memory/2026-05-12.md:3",)


def test_a_file_that_was_only_touched_is_not_read(read: Read) -> None:
    path = read.root / "memory" / "2026-05-11.md"
    path.write_bytes(path.read_bytes())
    assert read.again().read == 0


def test_an_index_made_anew_gives_the_same_answers(read: Read, write: Write) -> None:
    """TB-006"""
    write("memory/2026-05-11.md", "# Talk\n\n- Caroline: I sold the kayak.\n- Ben: Why?\n- Caroline: Too red.\n")
    read.again()
    questions = ("kayak", "API port", "how to release", "battery life", "antenna")
    before = [read.found(one) for one in questions]
    discard(read.workspace)
    project(read.workspace, read.state)
    read.again()
    assert [read.found(one) for one in questions] == before


def test_reconciling_reads_what_changed_and_decides_nothing(read: Read, write: Write) -> None:
    dream(read.root, NOW)
    journal = read.workspace.journal.read_bytes()
    assert not reconcile(read.workspace)
    write("memory/2026-05-12.md", "- The heron nests in the boathouse\n")
    assert reconcile(read.workspace)
    assert not reconcile(read.workspace)
    assert read.found("heron", 1) == ["The heron nests in the boathouse"]
    assert read.workspace.journal.read_bytes() == journal


def test_a_citation_moves_with_its_line_and_tells_when_it_is_gone(read: Read, write: Write) -> None:
    """KG-003 KG-006"""
    dream(read.root, NOW)
    write("memory/2026-05-08.md", "# Day\n\n- rain all day\n- decided: the display is e-ink, no LCD\n")
    write("memory/2026-05-09.md", "- Battery life: 14 days\n")
    told = read.again()
    assert (told.moved, told.uncited) == (2, 1)
    with read.memory() as memory:
        display = next(hit for hit in memory.search("display e-ink") if hit.believed)
        port = next(hit for hit in memory.search("API port 9090") if hit.believed)
    assert display.sources == ("memory/2026-05-08.md:4",)
    assert port.gone == ("memory/2026-05-09.md:1",)
    assert all(place.startswith("sessions/") for place in port.sources)
