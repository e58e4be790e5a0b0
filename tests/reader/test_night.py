"""A night with the reader in it: named in its record, the same bytes again, and left out where the settings say so."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from noctuary.decisions import Chances, Line, Reading
from noctuary.journal import replay
from noctuary.judging.entails import are_same
from noctuary.judging.lending import are_of_two_days, lending
from noctuary.judging.near import is_near
from noctuary.model import Night, Statement
from noctuary.night import dream
from noctuary.reader import choose
from noctuary.review_queue import waiting
from noctuary.settings import open_workspace
from noctuary.stages.updates import repeats
from tests.conftest import as_shipped


def dreamt(root: Path, now: dt.datetime) -> Night:
    """The record of one night."""
    dream(root, now)
    last = replay(open_workspace(root).journal).last_night()
    assert last
    return last


def test_a_night_names_what_read_and_writes_the_same_bytes_again(
    make: Callable[[Path], Path], tmp_path: Path, now: dt.datetime
) -> None:
    """KG-025: what judged its pairs, in which version."""
    with as_shipped():
        one, two = make(tmp_path / "one"), make(tmp_path / "two")
        night = dreamt(one, now)
        dream(two, now)
        reader = choose().reader
    assert reader
    assert night.reader == reader.name
    for name in ("MEMORY.md", "DREAMS.md", "memory/graph.jsonl"):
        assert (one / name).read_bytes() == (two / name).read_bytes()


@pytest.mark.parametrize(
    ("older", "newer", "is_heard"),
    [
        ("Release version: `?v=2026050301`", "Release version: `?v=2026050802`", False),
        ("Payment webhook: the retry limit is 3", "Payment webhook: the retry limit is 5", True),
    ],
    ids=["stamp", "limit"],
)
def test_what_the_reader_hears_no_conflict_in_is_not_asked(
    make: Callable[[Path], Path], tmp_path: Path, now: dt.datetime, older: str, newer: str, is_heard: bool
) -> None:
    """A stamp of the day differs each day: the measures see two values of one thing, the reader knows better."""
    by_words, read = make(tmp_path / "by words"), make(tmp_path / "read")
    for root in (by_words, read):
        (root / "memory" / "2026-05-03.md").write_text(f"- decided: {older}\n")
        (root / "memory" / "2026-05-09.md").write_text(f"- decided: {newer}\n")
    assert is_asked(by_words, now, older)
    with as_shipped():
        assert is_asked(read, now, older) == is_heard


class Deaf:
    """A reader that hears nothing the same."""

    name = "deaf"

    def chances_of(self, pairs: Sequence[tuple[Statement, Statement]]) -> list[Chances]:
        return [Chances(0.0, 0.0, 0.2, 0.1, 0.7, 0.0) for _ in pairs]

    def lines_of(self, lines: Sequence[Line]) -> list[Reading]:
        reader = choose().reader
        assert reader
        return reader.lines_of(lines)


@pytest.mark.parametrize(
    ("plain", "full", "is_lent_unheard"),
    [
        ("the gauge keeps 40 days of tides", "the gauge keeps 40 days of tides and weather on the small disk", False),
        ("never deploy the gauge on a Saturday", "from now on: never deploy the gauge on a Saturday", True),
    ],
    ids=["in other words", "led in"],
)
def test_a_fuller_statement_speaks_for_a_plainer_one_where_the_reader_hears_it(
    plain: str, full: str, is_lent_unheard: bool
) -> None:
    with as_shipped():
        reader = choose().reader
    both = Statement(text=plain), Statement(text=full)
    assert lending([both], None) == lending([both], reader) == {both}
    assert (lending([both], Deaf()) == {both}) == is_lent_unheard


@pytest.mark.parametrize(
    ("plain", "full"),
    [
        ("before painting the hulls", "Painted the hull of the ferry with three coats"),
        ("tide tables", "Harbour office tide table printer"),
        ("no repair needed", "no repair needed but a look at the pump, the valve and the meter"),
    ],
)
def test_what_falls_short_of_lasting_repeats_another_by_the_bar_of_what_is_lent(plain: str, full: str) -> None:
    """One law for a fuller line, whether it lasts itself or not."""
    before, heard = Statement(text=plain), Statement(text=full)
    assert not repeats(heard, before, None)
    assert repeats(Statement(text=f"{plain}."), before, None)
    longer = Statement(text=f"{plain} on the upper pier"), Statement(text=f"{plain} on the upper pier in spring")
    assert repeats(longer[1], longer[0], None)
    assert not repeats(longer[1], longer[0], Deaf())


def test_two_words_are_lent_no_voice_in_other_words() -> None:
    both = Statement(text="tide gauge"), Statement(text="the gauge of tides stands on the pier")
    assert lending([both], None) == set()


def test_a_scant_statement_says_the_same_in_other_words_only_where_the_reader_hears_it() -> None:
    scant = Statement(text="Max mooring time: 5 days"), Statement(text="Max mooring: 5 days")
    ample = Statement(text="Spare cleats: locker two"), Statement(text="The spare cleats are in locker two")
    assert all(are_same(*both) and not is_near(*(one.text for one in both)) for both in (scant, ample))
    assert lending([scant, ample], Deaf()) == {ample}
    assert lending([scant, ample], None) == {scant, ample}


def said_under(heading: str, day: dt.date | None, text: str) -> Statement:
    return Statement(text=text, said_on=day, context=("Log", heading))


MON, TUE = dt.date(2026, 5, 4), dt.date(2026, 5, 5)


@pytest.mark.parametrize(
    ("one", "two", "is_daily"),
    [
        (said_under("Health", MON, "Pier disk: stable"), said_under("Health", TUE, "Pier disk: 371 MB (stable)"), True),
        (said_under("Run 7", MON, "no tides missed"), said_under("Run 8, 5 May", TUE, "no new tides missed"), True),
        (
            said_under("Health", MON, "Pier disk: stable"),
            said_under("Health", MON, "Pier disk: 371 MB (stable)"),
            False,
        ),
        (said_under("Health", MON, "Pier disk: stable"), said_under("Audit", TUE, "Pier disk: 371 MB (stable)"), False),
        (
            said_under("Health", None, "Pier disk: stable"),
            said_under("Health", TUE, "Pier disk: 371 MB (stable)"),
            False,
        ),
        (
            said_under("2026-05-04", MON, "Pier disk: stable"),
            said_under("2026-05-05", TUE, "Pier disk stable, 9 MB"),
            False,
        ),
        (said_under("Health", MON, "Pier disk: stable"), said_under("Health", TUE, "Pier disk stable"), False),
        (
            said_under("Lessons", MON, "Grease the upper hinges of the ferry ramp before the winter storms"),
            said_under("Lessons", TUE, "Grease the upper hinges of the ferry ramp before the first winter storms"),
            False,
        ),
    ],
    ids=["a report", "numbered", "one day", "other heading", "undated", "a diary", "the same words", "tells much"],
)
def test_what_one_report_says_of_two_days_is_no_voice(one: Statement, two: Statement, is_daily: bool) -> None:
    assert are_of_two_days(one, two) == are_of_two_days(two, one) == is_daily


@pytest.mark.parametrize(("heading", "voices"), [("Health", 1), ("Audit", 2)])
def test_a_report_of_another_day_is_no_evidence(
    make: Callable[[Path], Path], tmp_path: Path, now: dt.datetime, heading: str, voices: int
) -> None:
    """The same row of a report, fuller on one day, stays two statements; under another heading it is a voice."""
    root = make(tmp_path)
    told = "- decided: Payment webhook: the retry limit is always 3"
    (root / "memory" / "2026-05-03.md").write_text(f"## Health\n{told}\n")
    (root / "memory" / "2026-05-09.md").write_text(f"## {heading}\n{told} (by hand)\n")
    with as_shipped():
        dream(root, now)
    facts = replay(open_workspace(root).journal).facts.values()
    assert max(len(fact.sources) for fact in facts if "retry limit is always 3" in fact.text) == voices


@pytest.mark.parametrize(("places", "voices"), [(3, 1), (2, 2)], ids=["a form", "two places"])
def test_what_a_form_says_of_another_thing_is_no_evidence(
    make: Callable[[Path], Path], tmp_path: Path, now: dt.datetime, places: int, voices: int
) -> None:
    """Under a heading that stands in three notes the same in other words stays two statements."""
    root = make(tmp_path)
    texts = "Spare cleats: locker two", "The spare cleats are in locker two", "a key is wanted at the gate"
    for name, text in list(zip(("kiln", "crane", "winch"), texts, strict=True))[:places]:
        (root / "memory" / f"{name}.md").write_text(f"# The {name}\n## Settings\n- decided: {text}\n")
    with as_shipped():
        dream(root, now)
    facts = replay(open_workspace(root).journal).facts.values()
    assert max(len(fact.sources) for fact in facts if "pare cleats" in fact.text) == voices


@pytest.mark.parametrize(
    ("newer", "model", "is_replaced"),
    [
        ("the API port is now 9090", "lexical", True),
        ("the API port is now 9090", "learned", True),
        ("the API port is now 9090", "tests.reader.test_night:Deaf", False),
        ("the API port is now 9090, no longer 8080", "tests.reader.test_night:Deaf", True),
    ],
    ids=["by words", "heard", "not heard", "calls it former"],
)
def test_what_calls_nothing_former_replaces_only_where_the_reader_hears_it(
    tmp_path: Path, now: dt.datetime, monkeypatch: pytest.MonkeyPatch, newer: str, model: str, is_replaced: bool
) -> None:
    monkeypatch.setenv("NOCTUARY_JUDGE_MODEL", model)
    assert replaced(tmp_path, now, "API port: 8080", newer) == ["API port: 8080"] * is_replaced


@pytest.mark.parametrize("model", ["lexical", "learned"])
def test_a_common_word_is_never_called_former(
    tmp_path: Path, now: dt.datetime, monkeypatch: pytest.MonkeyPatch, model: str
) -> None:
    """Of "the sold page" nothing that stands on some page is ended."""
    monkeypatch.setenv("NOCTUARY_JUDGE_MODEL", model)
    line = "Three questions for Karl stand at the bottom of the tide page"
    told = "we need on the sold page at the bottom of the tide list a total of both piers"
    assert replaced(tmp_path, now, line, told) == []


def replaced(root: Path, now: dt.datetime, line: str, told: str) -> list[str]:
    """What a night takes out of force of a memory of one line where the human says something in a talk."""
    (root / "MEMORY.md").write_text(f"# Memory\n\n- {line}\n")
    (root / "memory").mkdir()
    (root / "memory" / "2026-05-10.md").write_text(f"## Chat\n\nuser: {told}\nassistant: Yes.\nuser: thanks\n")
    dream(root, now)
    facts = replay(open_workspace(root).journal).facts.values()
    return [fact.text for fact in facts if fact.status == "superseded"]


def is_asked(root: Path, now: dt.datetime, text: str) -> bool:
    """Whether a first night asks about a statement beside another."""
    dream(root, now)
    state = replay(open_workspace(root).journal)
    return any(text in state.facts[one.a].text for one in state.reviews.values() if one.b)


def test_by_words_and_values_alone_nobody_reads(workspace: Path, now: dt.datetime) -> None:
    assert dreamt(workspace, now).reader == ""


def test_a_reader_that_cannot_be_had_is_told_and_the_night_goes_on(
    workspace: Path, now: dt.datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NOCTUARY_JUDGE_MODEL", "nobody.here:Reader")
    night = dreamt(workspace, now)
    assert night.reader == ""
    assert any("judge.model" in problem.message for problem in night.problems)


@pytest.mark.parametrize(
    ("newer", "status"),
    [("The API port is 9090", "contested"), ("The API port is now 9090", "superseded")],
    ids=["plain", "says so"],
)
def test_an_agents_plain_note_only_questions_a_line_of_the_human(
    tmp_path: Path, now: dt.datetime, newer: str, status: str
) -> None:
    """Both are dated and the note is later; the human's own line falls only to words that tell of a change."""
    (tmp_path / "memory").mkdir()
    (tmp_path / "MEMORY.md").write_text("# Notes\n## Server (16/03/2026)\n- API port: 8080\n")
    (tmp_path / "memory" / "2026-04-08.md").write_text(f"- {newer}\n")
    with as_shipped():
        dream(tmp_path, now)
    facts = replay(open_workspace(tmp_path).journal).facts.values()
    assert [fact.status for fact in facts if "8080" in fact.text] == [status]


@pytest.mark.parametrize(
    ("line", "note"),
    [
        ("Le dépôt ferme à 21:00.", "Le dépôt ferme désormais à 22:00."),
        ("O depósito fecha às 21:00.", "O depósito agora fecha às 22:00."),
        ("Das Lager schließt um 21:00.", "Das Lager schließt jetzt um 22:00."),
        ("Склад закрывается в 21:00.", "Склад теперь закрывается в 22:00."),
    ],
)
def test_a_change_told_in_another_language_is_asked_about_or_told(
    tmp_path: Path, now: dt.datetime, line: str, note: str
) -> None:
    (tmp_path / "memory").mkdir()
    (tmp_path / "MEMORY.md").write_text(f"# Memory\n\n- {line}\n", "utf-8")
    day = now.date() - dt.timedelta(1)
    (tmp_path / "memory" / f"{day}.md").write_text(f"# {day}\n\n- {note}\n", "utf-8")
    with as_shipped():
        dream(tmp_path, now)
    space = open_workspace(tmp_path)
    is_replaced = any(one.superseded_by for one in replay(space.journal).facts.values())
    assert is_replaced or waiting(space)
