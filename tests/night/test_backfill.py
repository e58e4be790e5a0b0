"""Nights for days that have passed: each sees what had been written by then, and a cut changes nothing."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from noctuary.backfill import BackfillRefused, backfill
from noctuary.cli import main
from noctuary.journal import replay, verify
from noctuary.night import dream
from noctuary.settings import open_workspace

DAYS = [dt.date(2026, 5, day) for day in (8, 9, 10)]


@pytest.fixture
def history(workspace: Path) -> Path:
    (workspace / "noctuary.toml").write_text('timezone = "UTC"\n')
    return workspace


def lasting(root: Path, bytes_of: Callable[[Path], dict[str, bytes]]) -> dict[str, bytes]:
    return {k: v for k, v in bytes_of(root).items() if not k.startswith(".noctuary/")}


def test_each_night_reads_what_had_been_written_by_the_end_of_its_day(history: Path) -> None:
    last = DAYS[-1]
    nights = dict(backfill(history, last=last))
    assert list(nights) == DAYS
    state = replay(open_workspace(history).journal)
    assert [night.begun_at.date() for night in state.nights.values()] == [day + dt.timedelta(days=1) for day in DAYS]
    assert verify(open_workspace(history).journal) == []
    for fact in state.facts.values():
        for one in fact.sources:
            assert one.at is None or one.at.date() <= last
    assert (nights[DAYS[0]].asked, nights[DAYS[2]].asked) == (0, 1)


def test_a_backfill_is_the_nights_that_would_have_been(
    tmp_path: Path, history: Path, make: Callable[[Path], Path], bytes_of: Callable[[Path], dict[str, bytes]]
) -> None:
    """The same bytes as living through the days, each day's files added after it."""
    lived = make(tmp_path / "lived")
    (lived / "noctuary.toml").write_text('timezone = "UTC"\n')
    coming = {"2026-05-08.md": DAYS[0], "2026-05-09.md": DAYS[1], "2026-05-10.md": DAYS[2], "a.jsonl": DAYS[2]}
    kept = {path: path.read_bytes() for path in lived.rglob("*") if path.name in coming}
    for path in kept:
        path.unlink()
    for day in DAYS:
        for path, data in kept.items():
            if coming[path.name] == day:
                path.write_bytes(data)
        dream(lived, dt.datetime.combine(day + dt.timedelta(days=1), dt.time(3), dt.UTC))
    list(backfill(history, last=DAYS[-1]))
    assert lasting(history, bytes_of) == lasting(lived, bytes_of)


@pytest.mark.parametrize("done", [0, 1, 2])
def test_a_run_that_was_cut_off_goes_on_where_it_stopped(
    tmp_path: Path,
    history: Path,
    make: Callable[[Path], Path],
    bytes_of: Callable[[Path], dict[str, bytes]],
    done: int,
) -> None:
    whole = make(tmp_path / "whole")
    (whole / "noctuary.toml").write_text('timezone = "UTC"\n')
    list(backfill(whole, last=DAYS[-1]))
    run = backfill(history, last=DAYS[-1])
    for _ in range(done):
        next(run)
    run.close()
    assert [day for day, _ in backfill(history, last=DAYS[-1])] == DAYS[done:]
    assert lasting(history, bytes_of) == lasting(whole, bytes_of)


def test_days_before_a_night_that_has_passed_are_refused(history: Path, now: dt.datetime) -> None:
    dream(history, now)
    before = (history / "memory" / "graph.jsonl").read_bytes()
    with pytest.raises(BackfillRefused, match="copy the workspace"):
        list(backfill(history, last=DAYS[-1]))
    assert (history / "memory" / "graph.jsonl").read_bytes() == before


def run(root: Path, *given: str) -> str:
    told = CliRunner().invoke(main, [*given, "-w", str(root)])
    assert told.exit_code == 0, told.output
    return told.output


@pytest.mark.parametrize("first", ["2026-05-01", "2026-05-09", ""])
@pytest.mark.parametrize("last", ["2026-05-10", "2026-05-20", ""])
def test_only_days_on_which_something_was_written_have_nights_and_none_has_two(
    history: Path, first: str, last: str
) -> None:
    given = [*(["--from", first] if first else []), *(["--to", last] if last else [])]
    ahead = run(history, "backfill", *given, "--dry-run").splitlines()[:-1]
    told = run(history, "backfill", *given).splitlines()[:-1]
    days = [day for day in DAYS if not first or day >= dt.date.fromisoformat(first)]
    named = [(day + dt.timedelta(days=1)).isoformat() for day in days]
    assert [line.partition(":")[0] for line in told] == [line.partition(":")[0] for line in ahead] == named
    assert list(replay(open_workspace(history).journal).nights) == named
    assert run(history, "backfill", *given) == "0 nights dreamt, 0 promoted.\n"


def test_what_is_told_is_what_undo_takes_back(history: Path) -> None:
    *_, last, _ = run(history, "backfill", "--to", "2026-05-10").splitlines()
    run(history, "undo", last.partition(":")[0])
    nights = replay(open_workspace(history).journal).nights.values()
    assert [night.id for night in nights if night.undone] == ["2026-05-11"]


@pytest.mark.parametrize(
    ("given", "code", "says"),
    [
        (["--to", "2026-05-10", "--dry-run"], 0, "3 nights ahead, 0 passed already."),
        (["--from", "2026-05-09", "--to", "2026-05-09"], 0, "1 night dreamt"),
        (["--from", "2026-05-10", "--to", "2026-05-09"], 2, "--from lies after --to"),
        (["--from", "yesterday"], 2, "is not a day"),
    ],
)
def test_the_command_says_what_it_does(history: Path, given: list[str], code: int, says: str) -> None:
    told = CliRunner().invoke(main, ["backfill", "-w", str(history), *given])
    assert told.exit_code == code
    assert says in told.output
    assert (history / "DREAMS.md").exists() == ("dreamt" in says)
