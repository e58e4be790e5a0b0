"""`noctuary import` as its user meets it: what comes in, what is told, that twice adds nothing, and taking it back."""

from __future__ import annotations

import contextlib
import datetime as dt
import json
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from filelock import FileLock

from noctuary.cli import main
from noctuary.errors import NightBusy
from noctuary.importing import bring as bring_in
from noctuary.journal import State, replay, verify
from noctuary.model import entity_id, fact_id
from noctuary.settings import open_workspace

ROOT = Path(__file__).parent.parent.parent

NOW = "2026-05-12T09:00:00+00:00"
NIGHT = "2026-05-12T03:00:00+00:00"
LATER = "2026-05-13T03:00:00+00:00"
TOKEN = "ghp_" + "a1B2c3D4e5F6g7H8i9" * 2
Tree = Callable[[Path], dict[str, bytes]]

GRAPH: list[dict[str, Any]] = [
    {"type": "entity", "name": "harbour app", "entityType": "Project", "observations": ["runs on two servers"]},
    {"type": "entity", "name": "Bea", "entityType": "Person", "observations": ["keeps the slipway keys", TOKEN]},
    {"type": "entity", "name": "Bea", "entityType": "Admin", "observations": ["answers on Mondays"]},
    {"type": "relation", "from": "harbour app", "to": "Bea", "relationType": "owned_by"},
    {"type": "relation", "from": "Bea", "to": "harbour app", "relationType": "admires"},
    {"type": "relation", "from": "Bea", "to": "nobody", "relationType": "uses"},
    {"type": "relation", "from": "Bea", "to": "harbour app", "relationType": "used_by"},
]  # fmt: skip


def run(*args: object) -> Result:
    return CliRunner().invoke(main, [str(arg) for arg in args], catch_exceptions=False)


def bring(root: Path, *args: object) -> Result:
    return run("import", *args, "-w", root, "--now", NOW)


def outcome(root: Path, *args: object) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(bring(root, *args, "--json").output)
    return told


def write(path: Path, *records: object) -> Path:
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return path


def state(root: Path) -> State:
    return replay(root / "memory" / "graph.jsonl")


@pytest.fixture
def graph(tmp_path: Path) -> Path:
    """A small reference graph outside the workspace, with one of every fault."""
    return write(tmp_path / "old.jsonl", *GRAPH)


def test_an_import_tells_each_files_account_and_how_to_take_it_back(dreamt: Path, graph: Path) -> None:
    """MT-043, MT-052: an end that is nowhere is named from now on; one name of two types is two entities."""
    result = bring(dreamt, graph)
    assert result.exit_code == 0
    assert "lines      7: 7 used" in result.output
    assert "entities   3" in result.output
    assert "facts      3 new" in result.output
    assert "left out   1 redacted" in result.output
    assert verify(dreamt / "memory" / "graph.jsonl") == []
    assert "`noctuary undo import:" in result.output


def test_what_comes_in_are_believed_facts_entities_and_edges_with_their_papers(dreamt: Path, graph: Path) -> None:
    """MT-043, TB-053: ids are of contents, and every fact cites its line."""
    before = state(dreamt)
    bring(dreamt, graph)
    after = state(dreamt)
    keys = fact_id("keeps the slipway keys", "Bea")
    fact = after.facts[keys]
    assert (fact.status, fact.confidence, fact.method, fact.trust) == ("active", 0.6, "single-source", "agent")
    assert [(one.line, one.quote, one.session) for one in fact.sources] == [(2, "keeps the slipway keys", one.ref)
                                                                            for one in fact.sources]  # fmt: skip
    assert after.entities[entity_id("Bea")].type == "person"
    new = [edge for key, edge in after.edges.items() if key not in before.edges]
    assert {(edge.rel, edge.rel_raw, edge.reason) for edge in new} == {
        ("owned_by", "owned_by", "imported relation owned_by"),
        ("related_to", "admires", "imported relation admires"),
        ("uses", "used_by", "imported relation used_by"),
        ("uses", "uses", "imported relation uses"),
    }
    [uses] = [edge for edge in new if edge.rel_raw == "used_by"]
    assert (uses.src, uses.dst) == (entity_id("harbour app"), entity_id("Bea"))
    assert verify(dreamt / "memory" / "graph.jsonl") == []


def test_what_was_imported_is_found_and_walked(dreamt: Path, graph: Path) -> None:
    bring(dreamt, graph)
    assert "keeps the slipway keys" in run("search", "slipway keys", "-w", dreamt).output
    assert "imported relation owned_by" in run("walk", entity_id("Bea"), "-w", dreamt).output
    assert "keeps the slipway keys" in (dreamt / "MEMORY.md").read_text()


def test_importing_twice_adds_nothing(dreamt: Path, graph: Path, bytes_of: Tree) -> None:
    """MT-011, MT-012: what is known already is counted as known and not written again."""
    bring(dreamt, graph)
    before = bytes_of(dreamt)
    told = outcome(dreamt, graph)
    assert (told["batch"], told["facts"], told["entities"], told["relations"]) == ("", 0, 0, 0)
    assert told["files"][0]["facts"] == {"new": 0, "known": 3, "reinforced": 0}
    assert bytes_of(dreamt) == before
    assert "Nothing new" in bring(dreamt, graph).output


def test_a_night_later_the_same_file_still_adds_nothing(dreamt: Path, graph: Path) -> None:
    bring(dreamt, graph)
    (dreamt / "memory" / "2026-05-12.md").write_text("- decided: the harbour app runs on two servers in Cork\n")
    assert run("dream", "-q", "-w", dreamt, "--now", LATER).exit_code == 0
    assert outcome(dreamt, graph)["batch"] == ""


def test_a_fact_the_night_knew_gains_a_source_and_no_twin(dreamt: Path, tmp_path: Path) -> None:
    known = next(fact for fact in state(dreamt).facts.values() if "Battery life: 14" in fact.text)
    same = {"name": known.entity, "entityType": "thing", "observations": [known.text]}
    told = outcome(dreamt, write(tmp_path / "same.jsonl", same))
    assert told["files"][0]["facts"] == {"new": 0, "known": 0, "reinforced": 1}
    after = state(dreamt).facts[known.id]
    assert len(after.sources) == len(known.sources) + 1
    assert after.said_on == known.said_on


def test_two_files_that_say_it_on_different_days_are_two_voices_and_a_copy_is_none(
    dreamt: Path, tmp_path: Path
) -> None:
    one = {**GRAPH[0], "createdAt": "2026-01-02T00:00:00Z"}
    a = write(tmp_path / "a.jsonl", one)
    copy = write(tmp_path / "copy.jsonl", one)
    b = write(tmp_path / "b.jsonl", {**one, "createdAt": "2026-02-02T00:00:00Z"})
    result = bring(dreamt, a, copy, b)
    assert result.exit_code == 0
    assert "the same bytes as " in result.output
    fact = state(dreamt).facts[fact_id("runs on two servers", "harbour app")]
    assert (fact.method, fact.confidence, len(fact.sources)) == ("multi-source", 0.8, 2)
    assert (str(fact.valid_from), str(fact.said_on)) == ("2026-01-02", "2026-02-02")


def test_a_fact_the_human_took_back_is_not_revived(dreamt: Path, graph: Path, tmp_path: Path) -> None:
    bring(dreamt, graph)
    key = fact_id("answers on Mondays", "Bea")
    run("undo", key, "-w", dreamt, "--now", NOW)
    told = outcome(dreamt, write(tmp_path / "again.jsonl", GRAPH[2]))
    assert state(dreamt).facts[key].status == "archived"
    assert told["files"][0]["account"]["left_out"] == {"archived": 1}


def test_an_import_replaces_nothing_that_is_believed(dreamt: Path, tmp_path: Path) -> None:
    before = {key: fact.status for key, fact in state(dreamt).facts.items()}
    said = {"name": "API", "entityType": "thing", "observations": ["the API port is now 7070, no longer 9090"]}
    bring(dreamt, write(tmp_path / "port.jsonl", {**said, "createdAt": "2026-05-11T00:00:00Z"}))
    after = state(dreamt).facts
    assert {key: after[key].status for key in before} == before
    assert len(after) == len(before) + 1


def test_undo_gives_back_the_bytes_of_the_pages_and_the_state(dreamt: Path, graph: Path, bytes_of: Tree) -> None:
    pages, before = bytes_of(dreamt), state(dreamt)
    batch = outcome(dreamt, graph)["batch"]
    assert (dreamt / "MEMORY.md").read_bytes() != pages["MEMORY.md"]
    result = run("undo", batch[:12], "-w", dreamt, "--now", NOW)
    assert result.exit_code == 0, result.output
    for name in ("MEMORY.md", "DREAMS.md"):
        assert (dreamt / name).read_bytes() == pages[name]
    after = state(dreamt)
    assert (after.facts, after.entities, after.edges) == (before.facts, before.entities, before.edges)
    assert run("undo", batch, "-w", dreamt).exit_code == 5


def test_after_an_undo_the_file_can_come_in_again_under_a_name_of_its_own(dreamt: Path, graph: Path) -> None:
    first = outcome(dreamt, graph)["batch"]
    run("undo", first, "-w", dreamt, "--now", NOW)
    again = outcome(dreamt, graph)
    assert again["batch"] == f"{first}-2"
    assert again["facts"] == 3
    assert run("undo", again["batch"], "-w", dreamt, "--now", NOW).exit_code == 0


def test_an_import_a_night_has_linked_to_is_not_undone_from_under_it(dreamt: Path, graph: Path) -> None:
    batch = outcome(dreamt, graph)["batch"]
    (dreamt / "memory" / "2026-05-12.md").write_text("- decided: every release of the harbour app is signed by two\n")
    assert run("dream", "-q", "-w", dreamt, "--now", LATER).exit_code == 0
    result = run("undo", batch, "-w", dreamt)
    assert result.exit_code == 5
    assert "2026-05-13" in result.output
    assert run("undo", "2026-05-13", "-w", dreamt).exit_code == 0
    assert run("undo", batch, "-w", dreamt).exit_code == 0
    assert verify(dreamt / "memory" / "graph.jsonl") == []


def test_status_names_the_imports_that_stand(dreamt: Path, graph: Path) -> None:
    batch = outcome(dreamt, graph)["batch"]
    assert f"imports:    {batch}" in run("status", "-w", dreamt).output
    run("undo", batch, "-w", dreamt, "--now", NOW)
    assert json.loads(run("status", "-w", dreamt, "--json").output)["imports"] == []


def test_a_dry_run_tells_the_same_and_writes_no_byte(workspace: Path, graph: Path, bytes_of: Tree) -> None:
    before = bytes_of(workspace)
    planned = outcome(workspace, graph, "--dry-run")
    assert bytes_of(workspace) == before
    done = outcome(workspace, graph)
    assert {**planned, "dry_run": False} == done


def test_json_has_the_promised_keys_and_an_exact_account(dreamt: Path, graph: Path) -> None:
    told = outcome(dreamt, graph)
    assert list(told) == ["batch", "dry_run", "files", "facts", "entities", "relations"]
    [file] = told["files"]
    assert list(file) == ["account", "entities", "merged", "respelled", "facts", "relations", "ended", "closed"]
    account = file["account"]
    assert account["lines"] == account["used"] + sum(account["skipped"].values())
    assert all(problem["line"] and problem["message"] for problem in account["problems"])


def test_a_secret_reaches_no_file(workspace: Path, graph: Path, bytes_of: Tree) -> None:
    result = bring(workspace, graph)
    assert TOKEN not in result.output
    assert [name for name, data in bytes_of(workspace).items() if TOKEN.encode() in data] == []


def test_a_files_name_is_guarded_too(workspace: Path, tmp_path: Path, bytes_of: Tree) -> None:
    told = bring(workspace, write(tmp_path / f"{TOKEN}.jsonl", GRAPH[0]))
    assert TOKEN not in told.output
    assert not [name for name, data in bytes_of(workspace).items() if TOKEN.encode() in data]


def test_a_transcript_is_refused_with_the_setting_that_reads_it_and_the_rest_comes_in(
    workspace: Path, graph: Path, tmp_path: Path
) -> None:
    turn = {"type": "user", "message": {"role": "user", "content": "hi"}, "uuid": "u1", "sessionId": "s1"}
    log = write(tmp_path / "memory.jsonl", turn)
    result = bring(workspace, log, graph)
    assert result.exit_code == 2
    assert (
        "not a memory graph; the night reads logs: name it in noctuary.toml under [sources] sessions" in result.output
    )
    assert fact_id("runs on two servers", "harbour app") in state(workspace).facts


def test_a_humans_graph_counts_for_more(workspace: Path, graph: Path) -> None:
    bring(workspace, graph, "--trust", "human")
    fact = state(workspace).facts[fact_id("runs on two servers", "harbour app")]
    assert (fact.trust, fact.method, fact.confidence) == ("human", "session-conclusion", 0.8)


def test_a_relation_may_lead_into_another_file_or_the_memory(workspace: Path, tmp_path: Path) -> None:
    a = write(tmp_path / "a.jsonl", GRAPH[3], GRAPH[0])
    b = write(tmp_path / "b.jsonl", GRAPH[1])
    assert outcome(workspace, a, b)["relations"] == 1
    c = write(tmp_path / "c.jsonl", {"from": "BEA", "to": "harbour app", "relationType": "informs"})
    assert outcome(workspace, c)["relations"] == 1


def test_the_insights_of_an_agent_are_found_by_walking_back_to_them(workspace: Path, tmp_path: Path) -> None:
    """TB-066: the edge leads from the insight to the agent; whoever starts at the agent still gets there."""
    insight = {"type": "entity", "id": "i1", "name": "sql-injection-risk", "entityType": "Insight"}
    agent = {"type": "entity", "id": "a1", "name": "security-specialist", "entityType": "Agent"}
    other = {"type": "entity", "id": "c1", "name": "login form", "entityType": "Concept"}
    ties = [("i1", "a1", "LEARNED_BY"), ("c1", "a1", "RELATES_TO")]
    relations = [{"type": "relation", "from_id": a, "to_id": b, "relationType": rel} for a, b, rel in ties]
    bring(workspace, write(tmp_path / "seed.jsonl", insight, agent, other, *relations))
    walked = run("walk", "agent:security-specialist", "--relation", "learned_by", "-w", workspace, "--json")
    assert {node["label"] for node in json.loads(walked.output)["nodes"]} == {
        "security-specialist", "sql-injection-risk",
    }  # fmt: skip
    outward = run("walk", "agent:security-specialist", "--direction", "out", "-w", workspace)
    assert outward.output == "Nothing is connected to it.\n"


def test_an_observation_of_an_unknown_entity_is_left_out_by_its_name(workspace: Path, tmp_path: Path) -> None:
    """MT-014"""
    told = bring(workspace, write(tmp_path / "notes.jsonl", {"entity_id": "nobody", "text": "keeps the keys"}))
    assert "no entity is called 'nobody'; add it or mend the name" in told.output
    assert not state(workspace).facts


def test_keys_nobody_knows_do_no_harm(workspace: Path, tmp_path: Path) -> None:
    """MT-044"""
    strange = [{**record, "colour": "blue", "nested": {"x": [1]}} for record in GRAPH]
    bring(workspace, write(tmp_path / "strange.jsonl", *strange))
    known = state(workspace)
    assert {fact.text for fact in known.facts.values()} >= {"runs on two servers", "answers on Mondays"}
    assert len(known.edges) == 4


def waiting_its_turn(root: Path, file: Path) -> None:
    """Import a file as soon as nobody else holds the workspace."""
    for _ in range(2000):
        with contextlib.suppress(NightBusy):
            bring_in(open_workspace(root), [file], dt.datetime.fromisoformat(NOW))
            return
        time.sleep(0.01)
    raise AssertionError("the workspace was never free")


def kept_by(folder: Path, who: str) -> list[Path]:
    folder.mkdir(exist_ok=True)
    keys = [{"name": f"{who}{n}", "entityType": "person", "observations": [f"keeps key {who}{n}"]} for n in range(6)]
    return [write(folder / f"{who}{n}.jsonl", key) for n, key in enumerate(keys)]


def test_threads_that_import_at_once_lose_nothing(workspace: Path, tmp_path: Path) -> None:
    """MT-054"""
    files = [*kept_by(tmp_path / "in", "a"), *kept_by(tmp_path / "in", "b")]
    with ThreadPoolExecutor(len(files)) as pool:
        list(pool.map(lambda file: waiting_its_turn(workspace, file), files))
    assert {fact.text for fact in state(workspace).facts.values()} == {
        f"keeps key {who}{n}" for who in "ab" for n in range(6)
    }
    assert verify(workspace / "memory" / "graph.jsonl") == []


def test_processes_that_import_at_once_lose_nothing(workspace: Path, tmp_path: Path) -> None:
    """MT-055"""
    code = "import sys; from pathlib import Path; from tests.cli.test_import import waiting_its_turn as wait\n"
    code += "for name in sys.argv[2:]: wait(Path(sys.argv[1]), Path(name))"
    running = [
        subprocess.Popen(
            [sys.executable, "-c", code, str(workspace), *map(str, kept_by(tmp_path / "in", who))], cwd=ROOT
        )
        for who in "ab"
    ]
    assert [process.wait(100) for process in running] == [0, 0]
    assert len(state(workspace).facts) == 12
    assert verify(workspace / "memory" / "graph.jsonl") == []


def test_a_missing_file_and_a_held_workspace_are_told_by_their_exit_codes(workspace: Path, graph: Path) -> None:
    assert bring(workspace, workspace / "none.jsonl").exit_code == 2
    (workspace / ".noctuary").mkdir()
    with FileLock(workspace / ".noctuary" / "lock"):
        assert bring(workspace, graph).exit_code == 3
    assert not (workspace / "memory" / "graph.jsonl").exists()


def test_every_real_graph_comes_in_and_out_again(shared: Path, workspace: Path) -> None:
    """MT-043: the reference server's real files, their versions and variants, all at once."""
    found = sorted(path for path in (shared / "inputs" / "graphs").glob("*/memory.json*"))
    told = outcome(workspace, *found)
    by_folder = {path.parent.name: one for path, one in zip(found, told["files"], strict=True)}
    counted = by_folder["dmetrics-go"]
    assert (counted["entities"] + counted["merged"] + counted["respelled"], counted["merged"]) == (80, 14)
    assert counted["account"]["left_out"] == {}
    assert sum(by_folder["AI"]["facts"].values()) == 158
    assert by_folder["AI"]["relations"]["new"] == 56
    assert verify(workspace / "memory" / "graph.jsonl") == []
    assert outcome(workspace, *found)["batch"] == ""
    assert run("undo", told["batch"], "-w", workspace, "--now", NOW).exit_code == 0
    assert state(workspace).facts == {}
