"""What holds for a time only ends nothing that holds for good: it stands beside it until its last day is over."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest
from click.testing import CliRunner

from noctuary.cli import main
from noctuary.journal import State
from noctuary.model import Fact
from noctuary.night import dream
from noctuary.review import decide
from noctuary.review_queue import waiting
from noctuary.settings import open_workspace
from noctuary.undo import undo
from tests.conftest import as_shipped
from tests.night.days import note, say, state_of

MONDAY = dt.datetime(2026, 10, 5, 12, tzinfo=dt.UTC)
DAY = dt.timedelta(days=1)
SUNDAY, FRIDAY, OCTOBER = dt.date(2026, 10, 11), dt.date(2026, 10, 9), dt.date(2026, 10, 31)
DATED = [
    (
        "Opening hours: 7:30–14:00",
        "Opening hours are now 9:00–14:00 this week only because of the fiestas, no longer 7:30–14:00",
        SUNDAY,
    ),
    (
        "Egg supplier: Granja Los Olmos",
        "Until the end of October the egg supplier is now Avícola Sanz, no longer Granja Los Olmos, then back",
        OCTOBER,
    ),
    (
        "Leo goes home with Marta",
        "until Friday Leo goes home with Carmen instead of Marta, Marta is travelling",
        FRIDAY,
    ),
    (
        "The crane test is at 9:15 in the yard",
        "Today only: the crane test is at 9:45 in the yard, not at 9:15",
        MONDAY.date(),
    ),
    ("The mooring costs 420 €", "This month only the mooring costs 380 € instead of 420 €", OCTOBER),
    ("Die Kranprobe ist um 9:15", "Nur diese Woche ist die Kranprobe um 9:45 statt um 9:15", SUNDAY),
    ("El amarre cuesta 900 EUR", "Hasta finales de octubre el amarre cuesta 850 EUR en lugar de 900 EUR", OCTOBER),
    ("La criée ouvre à 6h30", "Cette semaine seulement la criée ouvre à 7h00 au lieu de 6h30", SUNDAY),
    (
        "La riunione del porto è alle 9:30",
        "Fino a venerdì la riunione del porto è alle 10:00, non più alle 9:30",
        FRIDAY,
    ),
    ("De vergadering is om 9:30", "Alleen deze week is de vergadering om 10:00 in plaats van 9:30", SUNDAY),
    ("O servidor roda na porta 8080", "Até ao fim de outubro o servidor roda na porta 9090 em vez de 8080", OCTOBER),
    ("Сервер работает на порту 8080", "До конца октября сервер работает на порту 9090 вместо 8080", OCTOBER),
]
UNDATED = [
    ("Opening hours: 7:30–14:00", "Opening hours are now 9:00–14:00 until further notice, no longer 7:30–14:00"),
    ("Egg supplier: Granja Los Olmos", "For now the egg supplier is Avícola Sanz, no longer Granja Los Olmos"),
    ("Leo goes home with Marta", "While Marta is travelling Leo goes home with Carmen instead of Marta"),
    ("The crane test is at 9:15 in the yard", "During the fiestas the crane test is at 9:45 in the yard, not at 9:15"),
    ("We pay with PayPal", "We temporarily pay with Stripe now, no longer with PayPal"),
    ("Die Kranprobe ist um 9:15", "Bis auf Weiteres ist die Kranprobe um 9:45 statt um 9:15"),
    ("El amarre cuesta 900 EUR", "Por ahora el amarre cuesta 850 EUR en lugar de 900 EUR"),
]
FOR_GOOD = [
    ("Opening hours: 7:30–14:00", "Opening hours are now 9:00–14:00 because of the fiestas, no longer 7:30–14:00"),
    ("The shop is open until 14:00", "The shop is now open until 15:00, no longer until 14:00"),
    (
        "The mooring contract runs until 31 December 2026",
        "The mooring contract now runs until 31 December 2027, no longer 31 December 2026",
    ),
    ("We pay with PayPal", "This week we switched from PayPal to Stripe for all payments"),
]


def dreamt(root: Path, own: str, said: str, *, in_talk: bool) -> State:
    """A night over a line of the memory file and what is said against it on Monday."""
    (root / "memory").mkdir(parents=True)
    (root / "MEMORY.md").write_text(f"# Memory\n\n- {own}\n- The quay has seven lamps\n")
    if in_talk:
        say(root, "2026-10-05T09:00:00.000Z", f"Remember: {said}")
    else:
        note(root, "2026-10-05", f"# 2026-10-05\n\n- {said}\n")
    return after(root, MONDAY)


def after(root: Path, now: dt.datetime) -> State:
    with as_shipped():
        dream(root, now)
    return state_of(root)


def of(state: State, text: str) -> Fact:
    """The fact in these words, the one that is alive first."""
    return next(iter(all_of(state, text)))


def all_of(state: State, text: str) -> list[Fact]:
    return sorted((fact for fact in state.facts.values() if fact.text == text), key=lambda fact: not fact.is_alive)


def conflicts(root: Path) -> list[set[str]]:
    return [{one.a.text, one.b.text} for one in waiting(open_workspace(root)) if one.b]


@pytest.mark.parametrize("in_talk", [True, False], ids=["talk", "note"])
@pytest.mark.parametrize(("own", "said", "last"), DATED)
def test_an_exception_stands_beside_the_rule_until_its_last_day_is_over(
    tmp_path: Path, own: str, said: str, last: dt.date, in_talk: bool
) -> None:
    root = tmp_path / "w"
    state = dreamt(root, own, said, in_talk=in_talk)
    assert [fact.text for fact in state.facts.values() if fact.status == "superseded"] == []
    assert conflicts(root) == []
    is_kept = bool(all_of(state, said))
    assert (of(state, own).status, of(state, own).valid_to) == ("active", None)
    assert [fact.valid_to for fact in all_of(state, said)] in ([], [last + DAY])
    until = dt.datetime.combine(last, dt.time(12), dt.UTC)
    if last > MONDAY.date():
        assert of(after(root, until), own).status == "active"
        assert not is_kept or of(state_of(root), said).is_alive
    state = after(root, until + DAY)
    assert of(state, own).status == "active"
    assert [fact.status for fact in all_of(state, said)] in ([], ["archived"])
    assert said not in (root / "MEMORY.md").read_text()
    with as_shipped():
        assert dream(root, until + DAY + dt.timedelta(hours=1)).state == "nothing"


@pytest.mark.parametrize(("own", "said", "last"), DATED[:2])
def test_the_exception_is_believed_where_it_would_have_replaced_the_rule(
    tmp_path: Path, own: str, said: str, last: dt.date
) -> None:
    root = tmp_path / "w"
    state = dreamt(root, own, said, in_talk=False)
    assert of(state, said).status == "active"
    page = (root / "MEMORY.md").read_text()
    assert said in page
    assert "No longer true" not in page
    later = dt.datetime.combine(last + DAY, dt.time(12), dt.UTC)
    after(root, later)
    assert f"held until {last.isoformat()}" in (root / "DREAMS.md").read_text()


@pytest.mark.parametrize("in_talk", [True, False], ids=["talk", "note"])
@pytest.mark.parametrize(("own", "said"), UNDATED)
def test_what_nobody_can_date_replaces_nothing_and_is_asked_at_most(
    tmp_path: Path, own: str, said: str, in_talk: bool
) -> None:
    root = tmp_path / "w"
    state = dreamt(root, own, said, in_talk=in_talk)
    assert of(state, own).is_believed
    assert conflicts(root) in ([], [{own, said}])


@pytest.mark.parametrize(("own", "said"), FOR_GOOD)
def test_what_changes_for_good_is_not_taken_for_an_exception(tmp_path: Path, own: str, said: str) -> None:
    root = tmp_path / "w"
    state = dreamt(root, own, said, in_talk=True)
    assert of(state, own).status == "superseded" or conflicts(root)


def test_the_rule_said_again_meanwhile_contradicts_nothing_and_its_return_ends_the_exception(tmp_path: Path) -> None:
    root = tmp_path / "w"
    own, said, _ = DATED[2]
    dreamt(root, own, said, in_talk=True)
    note(root, "2026-10-06", f"# 2026-10-06\n\n- {own}\n")
    state = after(root, MONDAY + DAY)
    assert of(state, said).status == "active"
    assert conflicts(root) == []


def test_whether_it_was_so_is_answered_by_its_days(tmp_path: Path) -> None:
    root = tmp_path / "w"
    own, said = "The mooring costs 420 €", "The mooring costs 380 € this month only"
    dreamt(root, own, said, in_talk=True)
    after(root, MONDAY + 60 * DAY)
    for text, day, answer in (
        ("The mooring costs 380 €", OCTOBER, "yes"),
        ("The mooring costs 380 €", OCTOBER + DAY, "no"),
        (own, OCTOBER, "yes"),
        (own, OCTOBER + DAY, "yes"),
    ):
        told = CliRunner().invoke(main, ["was", text, "--valid-at", day.isoformat(), "-w", str(root)]).output
        assert told.splitlines()[0].startswith(f"{answer}"), (text, day, told)


def test_what_was_over_when_it_was_read_is_not_believed(tmp_path: Path) -> None:
    root = tmp_path / "w"
    (root / "memory").mkdir(parents=True)
    note(root, "2026-10-05", "# 2026-10-05\n\n- Remember: until Friday Leo goes home with Carmen instead of Marta\n")
    state = after(root, MONDAY + 30 * DAY)
    assert [fact.text for fact in state.facts.values() if fact.is_alive] == []
    with as_shipped():
        assert dream(root, MONDAY + 31 * DAY).state == "nothing"


def test_the_same_words_a_year_later_are_heard_anew(tmp_path: Path) -> None:
    root = tmp_path / "w"
    own, said, _ = DATED[0]
    dreamt(root, own, said, in_talk=True)
    after(root, MONDAY + 30 * DAY)
    say(root, "2027-10-04T09:00:00.000Z", f"Remember: {said}")
    state = after(root, MONDAY.replace(year=2027, day=4))
    told = [(fact.status, str(fact.valid_to)) for fact in all_of(state, said)]
    assert told == [("active", "2027-10-11"), ("archived", "2026-10-12")]
    assert of(state, own).status == "active"


def test_what_comes_back_for_a_time_keeps_its_end(tmp_path: Path) -> None:
    root = tmp_path / "w"
    (root / "memory").mkdir(parents=True)
    first = "until the end of October the egg supplier is Avícola Sanz"
    note(root, "2026-10-05", f"# 2026-10-05\n\n- Remember: {first}\n")
    after(root, MONDAY)
    key = of(state_of(root), first).id
    note(root, "2026-10-06", "# 2026-10-06\n\n- The egg supplier is Granja Vera now, no longer Avícola Sanz\n")
    after(root, MONDAY + DAY)
    workspace = open_workspace(root)
    if of(state_of(root), first).status == "superseded":
        undo(workspace, key, MONDAY + DAY)
    else:
        decide(workspace, waiting(workspace)[0].review.id, "keep-a", MONDAY + DAY)
    assert of(state_of(root), first).valid_to == OCTOBER + DAY
