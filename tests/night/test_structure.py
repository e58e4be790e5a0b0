"""What a night leaves as structure: each fact's one row, its entity and kind, conflicts as edges, how a fact ends."""

from __future__ import annotations

import contextlib
import datetime as dt
import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from noctuary.cli import main
from noctuary.index import Index
from noctuary.night import dream
from noctuary.review import decide
from noctuary.review_queue import waiting
from noctuary.settings import open_workspace
from noctuary.undo import undo
from tests.night.days import found, note, say, state_of

DAY = dt.timedelta(days=1)
ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def index(workspace: Path, now: dt.datetime) -> Iterator[Index]:
    """The index a night over the small workspace leaves."""
    with (workspace / "MEMORY.md").open("a") as memory:
        memory.write("\n## Neighbours\n- Dan: allergic to nuts\n")
    dream(workspace, now)
    with Index.open(open_workspace(workspace).index, read_only=True) as opened:
        yield opened


def test_every_believed_fact_is_one_row_with_its_entity_and_kind(index: Index) -> None:
    """SG-027, SG-040: with nobody to ask, all of it is there by the morning."""
    believed = index.facts(("active", "contested"))
    rows = index.db.execute("SELECT id, kind FROM entity_attributes WHERE status = 'active'").fetchall()
    assert len(believed) > 4
    assert sorted(id_ for id_, _ in rows) == sorted(fact.id for fact in believed)
    assert {kind for _, kind in rows} <= {"attribute", "constraint"}
    owners = "SELECT count(*) FROM fact f LEFT JOIN entity e ON e.id = f.entity_id WHERE e.id IS NULL"
    assert index.db.execute(owners).fetchone() == (0,)


def test_what_a_statement_is_about_is_its_entity(index: Index) -> None:
    """SG-028, SG-029: the subject it was extracted with; no side of it is named yet, and it is an attribute."""
    told = index.db.execute(
        "SELECT e.name, a.kind, a.aspect_id FROM entity_attributes a JOIN fact f ON f.id = a.id"
        " JOIN entity e ON e.id = f.entity_id WHERE a.content LIKE '%allergic to nuts%'"
    ).fetchall()
    assert told == [("Dan", "attribute", None)]


def test_a_rule_is_a_constraint_and_nothing_else_is(index: Index) -> None:
    """SG-041"""
    rows = index.db.execute("SELECT content, kind FROM entity_attributes").fetchall()
    rules = {text for text, kind in rows if kind == "constraint"}
    assert any("never push to main" in text for text in rules)
    assert {fact.text for fact in index.facts() if fact.kind == "constraint" and fact.status != "candidate"} == rules
    assert not any("Language" in text or "allergic" in text for text in rules)


def test_a_contradiction_is_an_edge_of_full_weight_and_a_line_of_the_page(workspace: Path, now: dt.datetime) -> None:
    """TB-131, KG-048: both texts stand beside the warning sign, and the edge stands once."""
    dream(workspace, now)
    sides = {found(workspace, f"life: {days} days").id for days in (14, 21)}
    edges = [edge for edge in state_of(workspace).edges.values() if edge.rel == "contradicts"]
    assert [({edge.src, edge.dst}, edge.weight) for edge in edges] == [(sides, 1.0)]
    page = (workspace / "DREAMS.md").read_text()
    assert "⚠️" in page
    assert "Battery life: 14 days" in page
    assert "Battery life: 21 days" in page


def test_a_contradiction_is_recorded_with_both_sides_their_values_and_the_night_that_saw_it(
    workspace: Path, now: dt.datetime
) -> None:
    """KG-025: ids, kind, sureness, the two values as each side says them."""
    dream(workspace, now)
    sides = {days: found(workspace, f"life: {days} days") for days in (14, 21)}
    state = state_of(workspace)
    (review,) = (one for one in state.reviews.values() if one.kind == "contradiction")
    assert (review.a, review.b) == (sides[14].id, sides[21].id)
    assert (review.slot, review.a_value, review.b_value) == ("battery life", "14 days", "21 days")
    assert all(f"{days} days" in side.sources[0].quote for days, side in sides.items())
    assert "14 days there, 21 days here" in review.reason
    assert 0.65 <= review.score <= 1
    (night,) = state.nights.values()
    assert review.id in night.asked


def test_one_file_holds_the_graph_the_full_text_and_the_passages(workspace: Path, now: dt.datetime) -> None:
    """KG-070: edges and confidences lie beside the full text, under the seed's names, for any reader of SQLite."""
    dream(workspace, now)
    files = [path for path in workspace.rglob("*") if path.is_file()]
    held = [path for path in files if path.read_bytes().startswith(b"SQLite format 3")]
    assert held == [workspace / ".noctuary" / "index.sqlite"]
    with contextlib.closing(sqlite3.connect(f"file:{held[0]}?mode=ro", uri=True)) as db:
        edges = db.execute("SELECT from_chunk, to_chunk FROM knowledge_edges WHERE relation = 'contradicts'").fetchall()
        assert edges == [("memory/2026-05-10.md:1:1", "memory/2026-05-09.md:2:2")]
        kept = dict(db.execute("SELECT chunk_key, initial_confidence FROM knowledge_confidence").fetchall())
        assert kept["MEMORY.md:4:4"] == 1.0
        (words,) = db.execute("SELECT count(*) FROM observations_fts WHERE observations_fts MATCH 'antenna'").fetchone()
        (read,) = db.execute("SELECT count(*) FROM passage").fetchone()
    assert (words, read > 4) == (1, True)


def test_nights_end_and_replace_but_delete_nothing(workspace: Path, now: dt.datetime) -> None:
    """SG-005: a value replaced, a line and a note taken away, months gone by: every fact is still there to be read."""
    dream(workspace, now)
    known = {key: fact.text for key, fact in state_of(workspace).facts.items()}
    memory = workspace / "MEMORY.md"
    memory.write_text(memory.read_text().replace("- Language: Python 3.12\n", ""))
    (workspace / "memory" / "2026-05-08.md").unlink()
    note(workspace, "2026-05-12", "- decided: Battery life is 30 days now, no longer 21 days\n")
    for later in (1, 2, 400):
        dream(workspace, now + later * DAY)
    facts = state_of(workspace).facts
    assert {key: facts[key].text for key in known} == known
    ended = {fact.status for key, fact in facts.items() if key in known} - {"active", "contested", "candidate"}
    assert ended == {"superseded", "archived"}
    ops = {json.loads(line)["op"] for line in open_workspace(workspace).journal.read_text().splitlines()}
    assert ops == {"put"}


def test_a_link_to_what_nobody_described_is_kept_and_leads_there_once_somebody_does(
    workspace: Path, now: dt.datetime
) -> None:
    """TK-040"""
    with (workspace / "MEMORY.md").open("a") as memory:
        memory.write("\n- the hands are drawn as [[Moon dial|the dial]] wants it\n")
    dream(workspace, now)
    asked = ["walk", "Moon dial", "-w", str(workspace), "--json"]
    nodes = json.loads(CliRunner().invoke(main, asked).output)["nodes"]
    assert [(node["kind"], node["depth"]) for node in nodes] == [("entity", 0), ("fact", 1)]
    (workspace / "memory" / "2026-05-12.md").write_text("# Moon dial\n\n- Rule: Moon dial: never touch it by hand\n")
    dream(workspace, now + DAY)
    about = CliRunner().invoke(main, ["facts", "--about", "Moon dial", "-w", str(workspace)]).output
    assert "never touch it by hand" in about


def test_of_two_facts_about_one_thing_only_the_replaced_one_ends(workspace: Path, now: dt.datetime) -> None:
    """TB-039"""
    with (workspace / "MEMORY.md").open("a") as memory:
        memory.write("\n## API\n- API timeout: 30 seconds\n")
    dream(workspace, now)
    old, new, sibling = (found(workspace, words) for words in ("API port: 8080", "9090", "timeout"))
    assert (old.status, old.superseded_by) == ("superseded", new.id)
    assert (sibling.status, sibling.superseded_by, sibling.valid_to) == ("active", None, None)


def test_a_fact_that_is_taken_back_ends_today_and_can_still_be_read(workspace: Path, now: dt.datetime) -> None:
    """TB-071: nothing is deleted; only who asks for what was sees it."""
    dream(workspace, now)
    fact = found(workspace, "antenna")
    undo(open_workspace(workspace), fact.id, now + DAY)
    ended = found(workspace, "antenna")
    assert (ended.status, ended.valid_to) == ("archived", (now + DAY).date())
    asked = ["search", "solder the antenna", "-w", str(workspace), "--json"]
    hits = [json.loads(CliRunner().invoke(main, [*asked, *more]).output)["results"] for more in ((), ("--all",))]
    assert [any(hit["id"] == fact.id for hit in some) for some in hits] == [False, True]


def test_what_one_session_taught_the_next_one_knows(tmp_path: Path, now: dt.datetime) -> None:
    """MT-050, TB-143: three weeks later it stands in the file an agent loads, and any agent finds it."""
    (tmp_path / "memory").mkdir()
    say(tmp_path, "2026-05-09T09:00:00.000Z", "remember: always escape the harbour names before they reach SQL")
    dream(tmp_path, now)
    note(tmp_path, "2026-05-30", "- decided: the login form moves to the cellar server\n")
    dream(tmp_path, now + 21 * DAY)
    assert "always escape the harbour names" in (tmp_path / "MEMORY.md").read_text()
    told = CliRunner().invoke(main, ["search", "SQL harbour names", "-w", str(tmp_path)]).output
    assert "always escape the harbour names" in told


def test_an_old_session_found_late_is_read_like_any_other(workspace: Path, now: dt.datetime) -> None:
    """TB-097: two years old, below an archive, after the first night; its words keep their day."""
    dream(workspace, now)
    say(workspace, "2024-02-03T09:00:00.000Z", "remember: always ring the bell before the lock opens", "old")
    (workspace / "sessions" / "archive").mkdir()
    (workspace / "sessions" / "old.jsonl").rename(workspace / "sessions" / "archive" / "old.jsonl")
    dream(workspace, now + DAY)
    fact = found(workspace, "ring the bell")
    assert (fact.status, fact.said_on) == ("active", dt.date(2024, 2, 3))


def test_nights_that_were_missed_are_made_up_by_one(workspace: Path, now: dt.datetime) -> None:
    """KG-076: once, and not once for each."""
    dream(workspace, now)
    for day in range(13, 20):
        note(workspace, f"2026-05-{day}", f"- decided: berth {day} is kept for visitors\n")
    assert dream(workspace, now + 9 * DAY).state == "done"
    assert sorted(state_of(workspace).nights) == ["2026-05-12", "2026-05-21"]
    assert all(found(workspace, f"berth {day} ") for day in range(13, 20))
    assert dream(workspace, now + 9 * DAY).state == "nothing"


def test_everything_the_index_shows_was_written_to_the_journal_first(workspace: Path, now: dt.datetime) -> None:
    """TK-005: by night, decision or undo; and no model speaks unless a setting names one."""
    space = open_workspace(workspace)
    assert space.settings.judge.adviser == ""
    dream(workspace, now)
    question = next(one for one in waiting(space) if one.b)
    decide(space, question.review.id, "keep-a", now + DAY)
    undo(space, found(workspace, "antenna").id, now + DAY)
    state = state_of(workspace)
    assert len(state.batches) == 3
    with Index.open(space.index, read_only=True) as shown, Index.open(":memory:") as made:
        made.project(state.values(), [], state.head)
        assert shown.digest() == made.digest()


def test_a_file_that_was_touched_and_not_changed_is_not_read_again(workspace: Path, now: dt.datetime) -> None:
    """TK-007: bytes tell, not the clock of the file system."""
    dream(workspace, now)
    for path in [workspace / "MEMORY.md", *(workspace / "memory").glob("*.md"), *(workspace / "sessions").iterdir()]:
        os.utime(path, (2_000_000_000, 2_000_000_000))
    assert dream(workspace, now + DAY).state == "nothing"


def test_a_folder_with_a_memory_file_and_nothing_else_can_be_dreamt_over(tmp_path: Path, now: dt.datetime) -> None:
    """MT-010: what folders a night needs it makes."""
    (tmp_path / "MEMORY.md").write_text("- the dial is brass\n")
    assert dream(tmp_path, now).state == "done"
    assert (tmp_path / "memory" / "graph.jsonl").is_file()


OFFLINE = """
import sys
from pathlib import Path

def refuse(event, args):
    if event in ("socket.connect", "socket.getaddrinfo", "socket.sendto"):
        raise SystemExit(f"the network was used: {event} {args}")

sys.addaudithook(refuse)
from noctuary.cli import main
from noctuary.night import dream
root = Path(sys.argv[1])
assert dream(root).state == "done"
main(["search", "Ferment, wie lange hält sie?", "-w", str(root)], standalone_mode=False)
"""


def test_a_night_and_a_search_by_meaning_use_no_network(workspace: Path) -> None:
    """TB-009: vectors included; nothing is fetched, nobody is asked."""
    done = subprocess.run(
        [sys.executable, "-c", OFFLINE, str(workspace)], cwd=ROOT, capture_output=True, text=True, timeout=100
    )
    assert done.returncode == 0, done.stderr
