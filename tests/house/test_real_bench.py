"""The figure to steer by counts what it says: marks, musts, acts, verdicts; and touches nothing it was given."""

from __future__ import annotations

import datetime as dt
import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from benchmarks.real import verdicts
from benchmarks.real.__main__ import asked, main, measured_all
from benchmarks.real.acts import voices
from benchmarks.real.marks import Marks, is_sentence
from benchmarks.real.pages import page
from benchmarks.real.tables import against, figures, summed, tables
from benchmarks.real.workspaces import names
from noctuary.model import Fact, Role, Support

NOTE = "memory/2026-05-09.md"
DAY_BEFORE = "memory/2026-05-08.md"


def mark(path: str, line: int, level: str, atom: str) -> dict[str, Any]:
    return {"path": path, "line": line, "level": level, "kind": "fact", "human": False, "sha": "", "atom": atom}


MARKS: list[dict[str, Any]] = [
    {"path": DAY_BEFORE, "read": True, "lines": 2},
    {"path": NOTE, "read": True, "lines": 2},
    mark(NOTE, 1, "must", "The API port is 9090"),
    mark(NOTE, 2, "may", "Battery life 14 days"),
    mark(DAY_BEFORE, 2, "must", "It rained"),
]


@pytest.fixture
def inputs(tmp_path: Path, make: Callable[[Path], Path]) -> Path:
    """A shared folder with one marked workspace."""
    make(tmp_path / "inputs" / "workspaces" / "tide")
    gold = tmp_path / "gold" / "real"
    gold.mkdir(parents=True)
    (gold / "tide.jsonl").write_text("".join(json.dumps(row) + "\n" for row in MARKS))
    return tmp_path


def run_over(inputs: Path, keep: Path | None = None, *more: str) -> dict[str, dict[str, Any]]:
    kept = ["--keep", str(keep)] if keep else []
    return measured_all(inputs, names(inputs), asked(["--jobs", "1", *kept, *more]))


@pytest.mark.parametrize(
    ("role", "day", "ref", "how"),
    [
        ("note", 9, "2026-05-09.md", "folded"),
        ("note", 8, "2026-05-08-b.md", "cited"),
        ("memory", 9, "2026-05-09.md", "cited"),
        ("note", 9, "ports.md", "cited"),
    ],
    ids=["another day", "the same day", "behind an own line", "a file of no day"],
)
def test_what_counts_as_a_voice_is_told_from_what_is_merely_cited(role: Role, day: int, ref: str, how: str) -> None:
    def said(day: int, quote: str, role: Role, ref: str = "") -> Support:
        ref = ref or f"2026-05-{day:02}.md"
        at = dt.datetime(2026, 5, day, tzinfo=dt.UTC)
        return Support(ref=ref, line=day, line_end=day, session=ref, role=role, trust="agent", at=at, quote=quote)

    own, other = said(8, "The API port is 9090", role), said(day, "API port: 9090", "note", ref)
    fact = Fact(
        id="b2:1", text=own.quote, entity="", kind="fact", status="candidate", confidence=0.6, method="single-source",
        verified_at=dt.datetime(2026, 5, 9, tzinfo=dt.UTC), trust="agent", sources=(own, other),
    )  # fmt: skip
    assert [row["how"] for row in voices([fact])[1]] == [how]


def test_what_is_counted_is_what_the_marks_say(inputs: Path) -> None:
    counts = run_over(inputs)["tide"]["counts"]
    assert counts["files read whole"] == 2
    assert counts["musts"] == 2
    assert counts["musts believed"] == 1
    assert counts["musts held"] == 1
    assert counts["musts found"] == 1
    assert counts["promoted"] == counts["must"] + counts["may"] + counts["known"] + 1  # e-ink stands on no marked line
    assert counts["promotions"] >= counts["promoted"]
    assert counts["nights"] == 1


def test_nights_to_which_nothing_comes_may_follow(inputs: Path) -> None:
    counts = run_over(inputs, None, "--more", "2")["tide"]["counts"]
    assert (counts["nights"], counts["musts believed"]) == (3, 1)


def test_what_a_night_replaced_is_told_with_both_texts_places_and_days(inputs: Path) -> None:
    found = run_over(inputs)["tide"]
    old, new = next((one["a"], one["b"]) for one in found["replacements"] if "port" in one["a"]["text"])
    assert (old["place"], old["own"]) == ("MEMORY.md:3", True)
    assert new["place"].startswith((NOTE, "sessions/"))
    assert new["said_on"] == "2026-05-09"
    assert [one["a"]["place"] for one in found["outdated"]] == ["MEMORY.md:3"]


def test_two_runs_tell_the_same_and_the_inputs_keep_every_byte(inputs: Path) -> None:
    def prints() -> dict[str, str]:
        return {str(one): hashlib.sha256(one.read_bytes()).hexdigest() for one in inputs.rglob("*") if one.is_file()}

    before = prints()
    first, second = run_over(inputs), run_over(inputs)
    for one in (first, second):
        one["tide"]["counts"].pop("seconds")
    assert first == second
    assert prints() == before


def test_a_workspace_that_was_kept_is_measured_and_not_dreamt_again(inputs: Path, tmp_path: Path) -> None:
    keep = tmp_path / "kept"
    keep.mkdir()
    first = run_over(inputs, keep)
    journal = (keep / "tide" / "memory" / "graph.jsonl").read_bytes()
    assert run_over(inputs, keep) == first
    assert (keep / "tide" / "memory" / "graph.jsonl").read_bytes() == journal


def test_a_verdict_is_ticked_in_the_page_kept_without_words_and_counted(inputs: Path, tmp_path: Path) -> None:
    run = run_over(inputs)
    shown = page(run, {}, [])
    act = run["tide"]["outdated"][0]
    box = f"right `outdated {act['key']}`"
    more = verdicts.ticked(shown.replace(f"[ ] {box}", f"[x] {box}"))
    assert more == {("outdated", act["key"]): "right"}
    kept = tmp_path / "verdicts.tsv"
    verdicts.keep(kept, more)
    assert act["a"]["text"] not in kept.read_text()
    known = verdicts.read(kept)
    assert verdicts.counted("outdated", run["tide"]["outdated"], known) == (1, 1, 1)
    assert verdicts.counted("replacement", run["tide"]["replacements"], known)[1] == 0
    assert f"[x] {box}" in page(run, known, [])
    assert next(row["outdated"] for row in tables(run, known, [])[2].rows) == "1/1 of 1"


def test_an_act_ticked_both_ways_is_refused() -> None:
    both = "- [x] right `question 0123456789ab`\n- [x] wrong `question 0123456789ab`\n"
    with pytest.raises(ValueError, match="untick one"):
        verdicts.ticked(both)


@pytest.mark.parametrize("change", ["ref", "words", "what"])
def test_a_verdict_falls_when_a_side_or_what_was_done_with_it_changes(change: str) -> None:
    told = {"ref": "a.md", "words": "the port is 80", "what": "question"}

    def keyed(ref: str, words: str, what: str) -> str:
        return verdicts.key(what, (ref, words), ("b.md", "the port is 81"))

    assert keyed(**told) != keyed(**told | {change: "other"})
    assert keyed(**told) == keyed(**told | {"words": "**The port** is `80`."})


def test_a_marked_sentence_of_a_log_is_not_any_sentence_of_its_record() -> None:
    found = Marks([{**MARKS[2], "quote": "Never push to main without a review, please"}]).all[0]
    said = Support(
        ref="a",
        line=1,
        line_end=1,
        session="s",
        role="user",
        trust="human",
        quote="Never push to main without a review, please.",
    )
    other = Support(
        ref="a", line=1, line_end=1, session="s", role="user", trust="human", quote="The weather is fine today."
    )
    assert is_sentence(found, said)
    assert not is_sentence(found, other)
    assert is_sentence(found._replace(quote=""), other)


def test_an_earlier_run_is_set_beside_a_later_one_where_they_differ(inputs: Path) -> None:
    before = run_over(inputs)
    after = json.loads(json.dumps(before))
    assert against(before, after).rows == []
    after["tide"]["counts"]["promoted"] += 1
    after["tide"]["counts"]["seconds"] += 100
    rows = against(before, after).rows
    assert {row["figure"] for row in rows if row["workspace"] == "tide"} >= {"promoted"}
    assert "seconds" not in {row["figure"] for row in rows}
    assert summed(after)["counts"]["promoted"] == after["tide"]["counts"]["promoted"]


def test_the_command_prints_its_tables_and_saves_what_it_is_asked_to(
    inputs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("NOCTUARY_SHARED", str(inputs))
    saved, shown = tmp_path / "run.json", tmp_path / "page.md"
    main(["--jobs", "1", "--json", str(saved), "--show", str(shown)])
    assert "| tide" in capsys.readouterr().out
    assert figures(json.loads(saved.read_text())["tide"]["counts"])["recall of musts, %"] == 50
    assert "Promotions: nobody marked it" in shown.read_text()
    main(["--jobs", "1", "--against", str(saved), "--nights", "daily"])
    assert "Beside the earlier run" in capsys.readouterr().out


def test_the_totals_agree_with_the_scorer_beside_the_marks(shared: Path, tmp_path: Path) -> None:
    if "melchior" not in names(shared):
        pytest.skip(f"NOCTUARY_SHARED: no marked workspace in {shared}")
    counts = measured_all(shared, ["melchior"], asked(["--jobs", "1", "--keep", str(tmp_path)]))["melchior"]["counts"]
    command = str(Path(sys.executable).parent / "noctuary")
    scorer = [sys.executable, str(shared / "gold" / "real" / "score.py"), f"melchior={tmp_path / 'melchior'}"]
    done = subprocess.run(scorer, capture_output=True, text=True, check=True, env={**os.environ, "NOCTUARY": command})
    theirs = json.loads(done.stdout.splitlines()[-1])
    ours = {
        "promoted": counts["promoted"], "marked": counts["must"] + counts["known"] + counts["may"],
        "sources_beside": counts["beside"], "candidates": counts.get("candidates", 0),
        "candidates_marked": counts.get("candidates marked", 0), "must": counts["musts"],
        "must_believed": counts["musts believed"], "must_held": counts["musts held"], "may": counts["mays"],
        "files": counts["files read whole"],
    }  # fmt: skip
    assert ours == theirs
