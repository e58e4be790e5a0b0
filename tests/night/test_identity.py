"""Same thing, two names, over whole nights: recorded, shown, read through, asked about, undone by one command."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from noctuary.cli import main
from noctuary.errors import UndoRefused
from noctuary.index import Index
from noctuary.journal import append, closing, record, replay, verify
from noctuary.memory import Memory
from noctuary.model import Fact, Kind, Merge, Support, merge_id
from noctuary.night import dream
from noctuary.review import decide
from noctuary.review_queue import alike
from noctuary.settings import Workspace, open_workspace
from noctuary.stages.apply import project
from noctuary.undo import undo

Tree = Callable[[Path], dict[str, bytes]]

MEMORY = """# The cellar
- auth-service: runs on port 8081
- auth_service: never log a token
- Kubernetes: hosted in the cellar
- Dan: allergic to nuts
- Dad: lives in Porto
"""
MISSPELT = """# The cellar
- Grafanna: listens on port 3000
- Grafana: kept by Ines
- Grafana: backed up at night
- Grafana: shows the tide
- Grafana: restarted by hand
- Grafana: behind the proxy
"""


def cellar(root: Path, memory: str = MEMORY) -> Path:
    (root / "memory").mkdir(parents=True)
    (root / "MEMORY.md").write_text(memory, "utf-8")
    return root


def merges(root: Path) -> list[Merge]:
    return sorted(replay(open_workspace(root).journal).merges.values(), key=lambda one: one.id)


def names(root: Path) -> set[tuple[str, str]]:
    return {(one.merged_name, one.kept_name) for one in merges(root) if not one.is_undone}


def opened(workspace: Workspace) -> Memory:
    return Memory(Index.open(workspace.index, read_only=True))


def test_two_spellings_become_one_thing_and_the_page_says_so(tmp_path: Path, now: dt.datetime) -> None:
    """TB-131, TB-072, SG-077: a record with a reason; no fact and no entity is rewritten; look-alikes stay two."""
    root = cellar(tmp_path / "w")
    dream(root, now)
    assert names(root) == {("auth_service", "auth-service")}
    (merge,) = merges(root)
    page = (root / "DREAMS.md").read_text("utf-8")
    assert "### Same thing, two names (1)" in page
    assert f"noctuary undo merge:{merge.id[3:11]}" in page
    state = replay(open_workspace(root).journal)
    assert {merge.kept, merge.merged} <= state.entities.keys()
    assert "auth_service" in {fact.entity for fact in state.facts.values()}
    assert not verify(open_workspace(root).journal)


def test_a_second_night_changes_nothing(tmp_path: Path, now: dt.datetime, bytes_of: Tree) -> None:
    root = cellar(tmp_path / "w")
    dream(root, now)
    before = bytes_of(root)
    assert dream(root, now + dt.timedelta(days=1)).state == "nothing"
    assert bytes_of(root)["memory/graph.jsonl"] == before["memory/graph.jsonl"]


def test_a_later_name_joins_what_was_kept(tmp_path: Path, now: dt.datetime) -> None:
    root = cellar(tmp_path / "w")
    dream(root, now)
    (root / "memory/2026-05-12.md").write_text("- Rule: AuthService: rotate the key every spring\n", "utf-8")
    dream(root, now + dt.timedelta(days=1))
    assert names(root) == {("auth_service", "auth-service"), ("AuthService", "auth-service")}


def test_questions_are_answered_through_the_merge(tmp_path: Path, now: dt.datetime) -> None:
    """TB-072: facts and edges of both names stand at the one that is kept; no self-loop, no edge twice."""
    root = cellar(tmp_path / "w")
    dream(root, now)
    (merge,) = merges(root)
    workspace = open_workspace(root)
    with opened(workspace) as memory:
        assert memory.resolve("auth_service") == memory.resolve("AUTH-SERVICE") == memory.resolve(merge.merged)
        about = {fact.text for fact in memory.index.facts(entity=merge.kept)}
        assert {"auth-service: runs on port 8081", "auth_service: never log a token"} <= about
        papers = memory.why("auth_service")
        assert papers.entity
        assert papers.entity.id == merge.kept
        assert "auth_service" in papers.entity.aliases
        assert papers.merges == (merge,)
        edges = memory.index.edges()
        assert len({(e.src, e.rel, e.dst) for e in edges}) == len(edges)
        assert all(e.src != e.dst and merge.merged not in (e.src, e.dst) for e in edges)
        rows = memory.index.db.execute("SELECT id FROM entities").fetchall()
        assert (merge.kept,) in rows
        assert (merge.merged,) not in rows
        told = memory.index.db.execute("SELECT from_id, to_id FROM relations WHERE type = 'MERGED_FROM'").fetchall()
        assert told == [(merge.kept, merge.merged)]


def test_the_index_is_the_same_when_rebuilt(tmp_path: Path, now: dt.datetime) -> None:
    root = cellar(tmp_path / "w")
    dream(root, now)
    undo(open_workspace(root), f"merge:{merges(root)[0].id[3:]}", now)
    undo(open_workspace(root), merges(root)[0].id, now)
    workspace = open_workspace(root)
    with Index.open(workspace.index, read_only=True) as index:
        before = index.digest()
    workspace.index.unlink()
    project(workspace, replay(workspace.journal))
    with Index.open(workspace.index, read_only=True) as index:
        assert index.digest() == before


def test_one_command_parts_the_two_for_good(tmp_path: Path, now: dt.datetime) -> None:
    """TB-073: the human's word holds through later nights; the same command again takes it back."""
    root = cellar(tmp_path / "w")
    dream(root, now)
    (merge,) = merges(root)
    name = f"merge:{merge.id[3:11]}"
    told = undo(open_workspace(root), name, now)
    assert "stay two" in told[0]
    with opened(open_workspace(root)) as memory:
        assert memory.resolve("auth_service") == merge.merged
    (root / "memory/2026-05-12.md").write_text("- Rule: auth_service: restart it on Mondays\n", "utf-8")
    dream(root, now + dt.timedelta(days=1))
    assert names(root) == set()
    undo(open_workspace(root), name, now + dt.timedelta(days=1))
    assert names(root) == {("auth_service", "auth-service")}


def test_undoing_the_night_takes_its_merges_along(tmp_path: Path, now: dt.datetime) -> None:
    root = cellar(tmp_path / "w")
    dream(root, now)
    undo(open_workspace(root), "2026-05-12", now)
    assert merges(root) == []
    dream(root, now + dt.timedelta(days=1))
    (merge,) = merges(root)
    undo(open_workspace(root), merge.id, now + dt.timedelta(days=1))
    with pytest.raises(UndoRefused, match="parted"):
        undo(open_workspace(root), "2026-05-13", now + dt.timedelta(days=2))


@pytest.mark.parametrize(("answer", "expected"), [("same", {("Grafanna", "Grafana")}), ("different", set())])
def test_a_doubtful_pair_is_asked_once_and_answered(
    tmp_path: Path, now: dt.datetime, answer: str, expected: set[tuple[str, str]]
) -> None:
    root = cellar(tmp_path / "w", MISSPELT.replace("- Grafanna", "## Elsewhere\n- Grafanna"))
    (root / "MEMORY.md").write_text("\n".join(line for line in MISSPELT.splitlines() if "Grafanna" not in line))
    (root / "memory/2026-05-11.md").write_text("- Rule: Grafanna: never open port 3000 to the net\n", "utf-8")
    dream(root, now)
    workspace = open_workspace(root)
    (question,) = alike(workspace)
    assert {question.a.name, question.b.name} == {"Grafanna", "Grafana"}
    assert "the same? `" in (root / "DREAMS.md").read_text("utf-8")
    listed = CliRunner().invoke(main, ["review", "list", "-w", str(root), "--json"])
    assert [row["kind"] for row in json.loads(listed.output)] == ["same_entity"]
    decide(workspace, question.review.id, answer, now)
    assert names(root) == expected
    (root / "memory/2026-05-12.md").write_text("- Rule: Grafana: update it every month\n", "utf-8")
    dream(root, now + dt.timedelta(days=1))
    assert alike(open_workspace(root)) == []
    assert names(root) == expected
    undo(open_workspace(root), question.review.id, now + dt.timedelta(days=1))
    assert names(root) == set()
    assert len(alike(open_workspace(root))) == 1


def test_an_alias_finds_the_thing_at_the_command_line(tmp_path: Path, now: dt.datetime) -> None:
    root = cellar(tmp_path / "w")
    dream(root, now)
    run = CliRunner()
    assert "also called auth_service" in run.invoke(main, ["why", "auth_service", "-w", str(root)]).output
    found = run.invoke(main, ["facts", "--about", "auth-service", "-w", str(root)]).output
    assert "8081" in found
    assert "never log a token" in found
    assert "nuts" not in found
    assert run.invoke(main, ["walk", "auth_service", "-w", str(root)]).exit_code == 0


def test_a_journal_without_merges_reads_as_before(tmp_path: Path, now: dt.datetime) -> None:
    root = cellar(tmp_path / "w")
    dream(root, now)
    journal = open_workspace(root).journal
    lines = [line for line in journal.read_bytes().splitlines(keepends=True) if b'"type":"merge"' not in line]
    journal.write_bytes(b"".join(lines))
    assert replay(journal).merges == {}
    assert ["records are missing" in problem.message for problem in verify(journal)] == [True]


def test_said_again_in_other_words_a_fact_grows_and_does_not_pile_up(tmp_path: Path, now: dt.datetime) -> None:
    """TB-110, TB-103: three nights of one rule leave one fact; only independent voices raise its confidence."""
    root = cellar(tmp_path / "w", "# Rules\n")
    said = [
        f"never deploy {what}"
        for what in ("tidebook on a Saturday", "the tidebook on Saturday", "our tidebook on Saturday")
    ]
    worth = []
    for night, words in enumerate(said):
        text = f"Rule: {words}"
        day = (now + dt.timedelta(days=night)).date()
        (root / f"memory/{day}.md").write_text(f"- {text}\n", "utf-8")
        dream(root, now + dt.timedelta(days=night, hours=20))
        found = [f for f in replay(open_workspace(root).journal).facts.values() if "Saturday" in f.text]
        assert len(found) == 1
        worth.append((len(found[0].sources), found[0].confidence))
    assert [count for count, _ in worth] == [1, 2, 3]
    assert worth[0][1] < worth[1][1] <= worth[2][1]
    assert dream(root, now + dt.timedelta(days=9)).state == "nothing"


def graph(path: Path, *texts: str) -> Path:
    line = {"type": "entity", "name": "tidebook", "entityType": "project", "observations": list(texts)}
    path.write_text(json.dumps(line) + "\n", "utf-8")
    return path


def test_two_known_facts_that_say_the_same_are_joined_and_parted(tmp_path: Path, now: dt.datetime) -> None:
    """Imported twice in other words: one fact with the evidence of both, a record, and the way back."""
    root = cellar(tmp_path / "w", "# Rules\n- tidebook runs on the small server\n")
    dream(root, now)
    first = graph(tmp_path / "one.jsonl", "The tidebook invoices are archived for ten years")
    second = graph(tmp_path / "two.jsonl", "tidebook invoices are archived for ten years")
    for file in (first, second):
        assert CliRunner().invoke(main, ["import", str(file), "-w", str(root), "--now", now.isoformat()]).exit_code == 0
    before = {f.id: f for f in replay(open_workspace(root).journal).facts.values() if "archived" in f.text}
    assert len(before) == 2
    dream(root, now + dt.timedelta(days=1))
    state = replay(open_workspace(root).journal)
    (merge,) = [one for one in state.merges.values() if one.of == "fact"]
    kept, other = state.facts[merge.kept], state.facts[merge.merged]
    assert (kept.status, other.status) == ("active", "archived")
    assert set(other.sources) <= set(kept.sources)
    assert (other.text, other.entity) == (before[other.id].text, before[other.id].entity)
    assert "Same thing, two names" in (root / "DREAMS.md").read_text("utf-8")
    undo(open_workspace(root), f"merge:{merge.id[3:]}", now + dt.timedelta(days=1))
    after = replay(open_workspace(root).journal)
    for key, fact in before.items():
        assert after.facts[key].status == "active"
        assert after.facts[key].sources == fact.sources
        assert after.facts[key].confidence == fact.confidence
    assert dream(root, now + dt.timedelta(days=2)).state == "nothing"


def test_parting_two_facts_gives_back_the_days_of_each(
    tmp_path: Path, now: dt.datetime, fact: Callable[..., Fact], support: Callable[..., Support]
) -> None:
    root = cellar(tmp_path / "w")
    first, later = (support(n, at=now - dt.timedelta(days=days), event=f"e{n}") for n, days in ((1, 9), (2, 2)))
    days = [(now - dt.timedelta(days=n)).date() for n in (9, 2)]
    kept = fact("crates are red", sources=(first, later), said_on=days[1], valid_from=days[0])
    merged = fact("the crates are red", sources=(later,), said_on=days[1], valid_from=days[1], status="archived")
    merge = Merge(
        id=merge_id(kept.id, merged.id), of="fact", kept=kept.id, merged=merged.id, reason="the same words",
        events=("e2",), status_before="active",
    )  # fmt: skip
    space = open_workspace(root)
    lines = [record(one, now, "2026-05-12") for one in (kept, merged, merge)]
    append(space.journal, [*lines, closing("2026-05-12", now, len(lines))])
    undo(space, f"merge:{merge.id[3:]}", now)
    after = replay(space.journal).facts
    assert [(after[one.id].said_on, after[one.id].valid_from) for one in (kept, merged)] == [
        (days[0], days[0]),
        (days[1], days[1]),
    ]
    assert (after[kept.id].sources, after[merged.id].status) == ((first,), "active")


@pytest.mark.parametrize(
    ("was", "merged_was", "is_since", "wanted"),
    [
        ("fact", "constraint", "constraint", "fact"),
        ("event", "preference", "preference", "event"),
        ("preference", "constraint", "constraint", "preference"),
        ("fact", "preference", "constraint", "constraint"),
        ("fact", "fact", "preference", "preference"),
        ("constraint", "fact", "constraint", "constraint"),
    ],
)
def test_what_was_said_since_two_facts_were_joined_stays_and_the_kind_is_what_explains_it(
    was: Kind, merged_was: Kind, is_since: Kind, wanted: Kind, tmp_path: Path, now: dt.datetime,
    fact: Callable[..., Fact], support: Callable[..., Support],
) -> None:  # fmt: skip
    """A kind that neither of the two had was given to it since."""
    root = cellar(tmp_path / "w")
    first, lent, since = (support(n, at=now - dt.timedelta(days=9 - n), event=f"e{n}") for n in (1, 2, 3))
    kept = fact("crates are red", sources=(first,), kind=was, half_life_days=11.0)
    merged = fact("the crates are red", sources=(lent,), kind=merged_was, status="archived")
    merge = Merge(
        id=merge_id(kept.id, merged.id), of="fact", kept=kept.id, merged=merged.id, reason="the same words",
        events=("e2",), status_before="active",
    )  # fmt: skip
    space = open_workspace(root)
    nights = [[kept], [replace(kept, sources=(first, lent)), merged, merge],
              [replace(kept, sources=(first, lent, since), kind=is_since, half_life_days=22.0)]]  # fmt: skip
    for number, values in enumerate(nights):
        at, name = now + dt.timedelta(days=number), f"2026-05-1{number + 2}"
        append(space.journal, [*(record(one, at, name) for one in values), closing(name, at, len(values))])
    undo(space, f"merge:{merge.id[3:]}", now + dt.timedelta(days=3))
    after = replay(space.journal).facts[kept.id]
    assert (after.sources, after.kind) == ((first, since), wanted)
    assert after.half_life_days == (11.0 if wanted == was else 22.0)
