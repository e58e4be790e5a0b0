"""The command line as its user meets it: words, JSON shapes, exit codes, one-line errors with the mend."""

from __future__ import annotations

import datetime as dt
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from filelock import FileLock

from noctuary.cli import main

NIGHT = "2026-05-12T03:00:00+00:00"


def run(*args: object) -> Result:
    return CliRunner().invoke(main, [str(arg) for arg in args], catch_exceptions=False)


def test_every_verb_has_help_that_says_what_it_does() -> None:
    for name, verb in main.commands.items():
        result = run(name, "--help")
        assert result.exit_code == 0
        assert verb.help, name


def test_dream_tells_what_was_done_and_where_to_read(workspace: Path) -> None:
    result = run("dream", "-w", workspace, "--now", NIGHT)
    assert "Night 2026-05-12:" in result.output
    assert f"Read {workspace / 'DREAMS.md'}" in result.output


def test_the_workspace_is_the_one_named_then_the_environments_then_the_current_folder(
    dreamt: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """MT-003, MT-046: by parameter, by variable, by place."""
    for name in ("here", "there"):
        (tmp_path / name).mkdir()
    monkeypatch.chdir(tmp_path / "here")
    assert run("status").output.startswith("here: ")
    monkeypatch.setenv("NOCTUARY_WORKSPACE", str(tmp_path / "there"))
    assert run("status").output.startswith("there: ")
    assert run("status", "-w", dreamt).output.startswith(f"{dreamt.name}: ")
    assert "waiting." in run("review", "-w", dreamt, "list").output


def test_dream_on_nothing_new_says_so_and_is_no_error(dreamt: Path) -> None:
    result = run("dream", "-w", dreamt, "--now", "2026-05-13T03:00:00+00:00")
    assert result.exit_code == 0
    assert result.output.startswith("Nothing done: none of ")


def test_quiet_says_nothing(workspace: Path) -> None:
    assert run("dream", "-q", "-w", workspace, "--now", NIGHT).output == ""


def test_facts_as_json_have_the_promised_keys(dreamt: Path) -> None:
    rows = json.loads(run("facts", "-w", dreamt, "--json").output)
    keys = ["id", "text", "kind", "entity", "status", "confidence"]
    keys += ["valid_from", "valid_to", "superseded_by", "sources", "days", "heading"]
    assert list(rows[0]) == keys
    assert all(row["sources"] for row in rows)


def test_facts_about_what_nobody_knows_say_so(dreamt: Path) -> None:
    assert "No fact is about “Nobody”" in run("facts", "-w", dreamt, "--about", "Nobody").output


def test_facts_as_of_before_the_first_night_are_none(dreamt: Path) -> None:
    """TB-067, TB-100: what was believed then, not now."""
    assert json.loads(run("facts", "-w", dreamt, "--as-of", "2026-05-11", "--json").output) == []


def test_review_list_as_json_shows_both_sides_with_sources(dreamt: Path) -> None:
    rows = json.loads(run("review", "list", "-w", dreamt, "--json").output)
    row = next(row for row in rows if row["b"])
    assert {"id", "kind", "a", "b", "reason"} <= set(row)
    assert {"id", "text", "sources"} <= set(row["a"])


def test_a_decision_by_the_beginning_of_an_id_settles_the_question(dreamt: Path) -> None:
    """KG-078: list, decide, and it is gone from the list."""
    row = next(r for r in json.loads(run("review", "list", "-w", dreamt, "--json").output) if r["b"])
    told = run("review", "both", row["id"][:10], "-w", dreamt).output
    assert told.startswith(f"{row['id']}: both. Both are true")
    left = json.loads(run("review", "list", "-w", dreamt, "--json").output)
    assert row["id"] not in {r["id"] for r in left}


def test_a_decision_that_does_not_fit_is_refused_with_the_ones_that_do(dreamt: Path) -> None:
    row = next(r for r in json.loads(run("review", "list", "-w", dreamt, "--json").output) if r["b"])
    result = run("review", "confirm", row["id"], "-w", dreamt)
    assert result.exit_code == 2
    assert "use one of keep-a, keep-b, both, scoped, edit, neither, later" in result.output


def test_search_finds_the_current_value_and_not_the_old_one(dreamt: Path) -> None:
    found = json.loads(run("search", "which port does the API use?", "-w", dreamt, "--json").output)["results"]
    assert "9090" in found[0]["text"]
    assert all("API port: 8080" not in hit["text"] for hit in found if hit["believed"])
    assert {"id", "text", "score"} <= set(found[0])


def test_why_shows_the_papers_of_a_fact(dreamt: Path) -> None:
    """KG-079: sources with quotes, confidence, edges, nights."""
    fact = next(r for r in json.loads(run("facts", "-w", dreamt, "--json").output) if "antenna" in r["text"])
    told = run("why", fact["id"], "-w", dreamt).output
    assert "sessions/a.jsonl:4" in told
    assert "“remember: always solder the antenna" in told
    assert "Nights that changed it: 2026-05-12" in told


def test_why_not_tells_the_gate(dreamt: Path) -> None:
    """KG-050: every rejected statement has a reason."""
    told = run("why-not", "what is the weather like?", "-w", dreamt).output
    assert "question" in told
    assert "sessions/a.jsonl:3" in told


def test_undo_takes_a_night_back(dreamt: Path) -> None:
    assert "records are what they were before" in run("undo", "2026-05-12", "-w", dreamt).output
    assert "noctuary:begin" not in (dreamt / "MEMORY.md").read_text()


def test_rebuild_and_verify_on_a_sound_workspace(dreamt: Path) -> None:
    page = (dreamt / "DREAMS.md").read_bytes()
    assert run("rebuild", "-w", dreamt).output.startswith("Rebuilt from ")
    assert (dreamt / "DREAMS.md").read_bytes() == page
    assert run("verify", "-w", dreamt).output == "The journal is sound.\n"


def test_an_index_of_an_older_version_is_made_anew_by_the_verb_that_asks(dreamt: Path) -> None:
    """SG-001: whatever the schema, no entity, fact or edge is lost, and nobody has to rebuild by hand."""
    from noctuary.index import Index

    path = dreamt / ".noctuary" / "index.sqlite"
    with Index.open(path) as index:
        before = index.digest()
        index.db.execute("UPDATE meta SET value = '1' WHERE key = 'schema_version'")
        index.db.execute("DROP VIEW observations")
    assert "9090" in run("search", "API port", "-w", dreamt).output
    with Index.open(path, read_only=True) as index:
        assert index.digest() == before
        assert index.db.execute("SELECT count(*) FROM observations").fetchone()[0] > 0


def test_a_search_follows_edges_two_far_unless_told_otherwise(dreamt: Path) -> None:
    """KG-064, SG-066: the seed's defaults, under our names; what is recalled comes by structure, too."""
    from noctuary.settings import open_workspace

    search = open_workspace(dreamt).settings.search
    assert (search.follow_edges, search.max_depth) == (True, 2)
    with (dreamt / "MEMORY.md").open("a") as memory:
        memory.write("- `src/tide.py` draws the hands\n- the moon table was moved into `src/tide.py`\n")
    run("dream", "-q", "-w", dreamt, "--now", "2026-05-13T03:00:00+00:00")
    asked = ("search", "what draws the hands", "-w", dreamt, "--json")
    followed = {hit["id"] for hit in json.loads(run(*asked).output)["results"] if hit["via"]}
    (dreamt / "noctuary.toml").write_text("[search]\nfollow_edges = false\n")
    plain = {hit["id"] for hit in json.loads(run(*asked).output)["results"] if hit["via"]}
    assert followed
    assert not plain


def test_verify_of_a_damaged_journal_names_the_line_and_exits_with_6(dreamt: Path) -> None:
    journal = dreamt / "memory" / "graph.jsonl"
    journal.write_bytes(b"not json\n" + journal.read_bytes())
    result = run("verify", "-w", dreamt)
    assert result.exit_code == 6
    assert "graph.jsonl:1:" in result.output


def test_a_busy_workspace_is_one_line_and_exit_code_3(workspace: Path) -> None:
    (workspace / ".noctuary").mkdir()
    with FileLock(workspace / ".noctuary" / "lock"):
        result = run("dream", "-w", workspace, "--now", NIGHT)
    assert result.exit_code == 3
    assert result.output.count("\n") == 1


def test_a_folder_that_is_none_names_the_mend(tmp_path: Path) -> None:
    result = run("dream", "-w", tmp_path / "nowhere")
    assert result.exit_code == 2
    assert "noctuary init" in result.output


def test_a_wrong_setting_names_the_key_and_an_unknown_one_is_a_problem(workspace: Path) -> None:
    """KG-067: unknown keys warn, wrong types are an error with the path."""
    settings = workspace / "noctuary.toml"
    settings.write_text('[promote]\nmin_score = "high"\n')
    result = run("dream", "-w", workspace, "--now", NIGHT)
    assert result.exit_code == 2
    assert "promote.min_score" in result.output
    settings.write_text("[promote]\nminimum = 1\n")
    assert run("dream", "-w", workspace, "--now", NIGHT).exit_code == 0
    assert "promote.minimum" in run("status", "-w", workspace, "--problems").output


def test_status_tells_the_truth_about_the_last_run(dreamt: Path) -> None:
    told = json.loads(run("status", "-w", dreamt, "--json").output)
    assert told["last_run"]["state"] == "done"
    run("dream", "-w", dreamt, "--now", "2026-05-13T03:00:00+00:00")
    told = json.loads(run("status", "-w", dreamt, "--json").output)
    assert told["last_run"]["state"] == "nothing"
    assert told["nights"] == ["2026-05-12"]


def test_init_writes_only_what_is_missing(tmp_path: Path) -> None:
    folder = tmp_path / "new"
    run("init", folder)
    (folder / "noctuary.toml").write_text("# mine\n")
    assert "kept" in run("init", folder).output
    assert (folder / "noctuary.toml").read_text() == "# mine\n"


def test_judge_reads_pairs_and_answers_a_line_each(tmp_path: Path) -> None:
    pairs = tmp_path / "pairs.jsonl"
    row = {
        "id": "p",
        "a": "the port is 8080",
        "a_date": "2026-01-01",
        "b": "the port is now 9090",
        "b_date": "2026-01-02",
    }
    pairs.write_text(json.dumps(row) + "\n")
    told = json.loads(run("judge", "--pairs", pairs, "--json").output)
    assert (told["id"], told["verdict"]) == ("p", "supersession")
    assert 0 <= told["score"] <= 1
    assert told["reason"]


def test_extract_weighs_a_note_as_a_night_does_with_the_reader_and_without() -> None:
    note = ("extract", "--role", "note", "the CI runner lives on host 10.0.0.4", "--json")
    read, by_words = (json.loads(run(*note, *more).stdout) for more in ((), ("--model", "lexical")))
    assert [one["text"] for one in read] == [one["text"] for one in by_words]
    assert read[0]["confidence"] != by_words[0]["confidence"]
    assert run("extract", "--model", "nobody.here:Reader", "the lamp is red").exit_code == 0


def test_extract_reads_lines_and_answers_a_line_each(tmp_path: Path) -> None:
    lines = tmp_path / "lines.jsonl"
    rows = [
        {"id": "1", "role": "user", "text": "from now on never deploy on Fridays", "date": "2026-01-01"},
        {"id": "2", "role": "user", "text": "thanks!", "date": "2026-01-01"},
        {"id": "3", "role": "user", "text": "my password is hunter2-hunter2", "date": "2026-01-01"},
    ]
    lines.write_text("".join(json.dumps(row) + "\n" for row in rows))
    result = run("extract", "--lines", lines, "--json")
    told = [json.loads(line) for line in result.output.splitlines()]
    assert [row["keep"] for row in told] == [True, False, False]
    assert "hunter2" not in result.output


def test_a_bad_line_of_input_is_named(tmp_path: Path) -> None:
    pairs = tmp_path / "pairs.jsonl"
    pairs.write_text('{"id": "p", "a": "x", "b": "y"}\n{"id": 3}\n')
    result = run("judge", "--pairs", pairs, "--json")
    assert result.exit_code == 2
    assert "pairs.jsonl:2" in result.output


def test_the_clock_may_be_given_without_an_offset_and_is_then_utc(workspace: Path) -> None:
    run("dream", "-w", workspace, "--now", "2026-05-12T03:00:00")
    told = json.loads(run("status", "-w", workspace, "--json").output)
    assert dt.datetime.fromisoformat(told["last_night"]["begun_at"]) == dt.datetime.fromisoformat(NIGHT)


def test_the_past_is_asked_and_taken_back_from_the_command_line(dreamt: Path) -> None:
    assert "Would take back, newest first" in run("undo", "--since", "2026-05-01", "--dry-run", "-w", dreamt).output
    assert "one of them" in run("undo", "-w", dreamt).output
    assert run("diff", "-w", dreamt).output.startswith("From the beginning to 2026-05-12:\nCame to be believed (")
    found = json.loads(run("diff", "last", "--json", "-w", dreamt).output)
    assert found["changes"]["believed"]
    assert run("was", "the API port is 9090", "--valid-at", "2026-05-10", "-w", dreamt).output.startswith("yes: ")
    held = {one["held"] for one in json.loads(run("facts", "--valid-at", "2026-05-10", "--json", "-w", dreamt).output)}
    assert held == {"yes", "no", "unknown"}
    assert "unknown (not dated" in run("facts", "--valid-at", "2026-05-10", "-w", dreamt).output
    assert "is not a day" in run("was", "x", "--valid-at", "May", "-w", dreamt).output
    assert "Nothing to put away" in run("archive", "--dry-run", "-w", dreamt).output
    told = run("undo", "--since", "2026-05-01", "-w", dreamt).output
    assert "To take that back: noctuary undo since:" in told


def test_context_says_that_nothing_is_believed_without_denying_the_nights_there_were(tmp_path: Path) -> None:
    (tmp_path / "memory").mkdir()
    (tmp_path / "memory" / "2026-05-11.md").write_text("- decided: the dial is brass\n")
    run("dream", "-w", tmp_path, "--now", NIGHT)
    (fact,) = json.loads(run("facts", "-w", tmp_path, "--json").output)
    run("undo", fact["id"], "-w", tmp_path, "--now", "2026-05-12T09:00:00Z")
    told = run("context", "-w", tmp_path).output
    assert "2026-05-12" in told
    assert "first night" not in told
