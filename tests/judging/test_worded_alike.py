"""The plainest conflicts: worded alike, but one denies, says the opposite in one word, or gives another value."""

from __future__ import annotations

import itertools

import pytest

from noctuary.judging import worded_alike
from noctuary.judging.worded_alike import are_opposites, denies, exchanges, gives_another, is_denied_in_one, opposed
from noctuary.model import Statement

DENIED = [
    ("The gauge is read by hand.", "The gauge is now not read by hand."),
    ("Always lock the boathouse.", "Never lock the boathouse, the oars are elsewhere."),
    ("Sails are washed.", "Sails are not washed."),
    ("Ring Piet about every leak.", "Do not ring Piet about leaks."),
    ("Guests may use the crane.", "Guests must not use the crane."),
    ("Prefer cotton rope.", "Avoid cotton rope, it rots."),
    ("Varnish before launching", "Don't varnish before launching"),
    ("Immer den Kran abschließen", "Nie den Kran abschließen"),
    ("El gato puede entrar en la cabina", "El gato no puede entrar en la cabina"),
    ("The pump runs on Sundays", "The pump never runs on Sundays"),
]
EXCHANGED = [
    ("The harbour light is enabled.", "The harbour light is disabled.", ("enabled", "disabled")),
    ("Use oil for the deck.", "Use wax for the deck, not oil.", ("oil", "wax")),
    ("Tides are listed in the log, not in the chart", "Tides are listed in the chart", ("log", "chart")),
]
NEITHER = [
    ("Sails are washed.", "Sails are washed in May."),
    ("Sails are not washed.", "Sails are never washed."),
    ("The pump runs on Sundays", "The pump never runs on Mondays"),
    ("Use oil for the deck.", "Use wax for the deck."),
    ("Never push the crane without a brake", "Never push the crane with cargo"),
    ("Sensor: hot gauge; State: on", "Sensor: cold gauge; State: on"),
    ("Lesson: check the valve", "Lesson: do not trust the gauge"),
    ("The pump is online", "The pump may not be online"),
    ("Imre lent the drill to Rosa", "Rosa lent the drill to Imre, not the saw"),
    ("The drill is older than the saw", "The saw is newer than the drill"),
    ("The left winch takes rope", "The right winch takes rope"),
    ("Every berth has a light", "There isn't a berth without a light"),
    ("Guests sign the log", "Guests don't just sign the log, they date it"),
    ("Rope is cut before the varnish.", "Rope is not cut after the varnish."),
    ("My boat is white.", "Your boat is not white."),
    ("The ferry to Piran is late.", "The ferry from Piran is not late."),
    ("Some guests eat mussels.", "Some guests do not eat mussels."),
    ("Lena may come to the launch.", "Lena may not come to the launch."),
    ("Milo was afraid of gulls.", "Milo is not afraid of gulls."),
    ("When the light is green, cast off.", "When the light is not green, ring Mara."),
    ("Use wax (on teak).", "Do not use wax (on oak)."),
    ("Use wax, on teak.", "Do not use wax, on oak."),
    ("Cast off, unless it blows.", "Do not cast off, if it blows."),
    ("The kiosk opens at 9.", "The kiosk closes at 9."),
    ("Pull the lever to lock the gate.", "Pull the lever to unlock the gate."),
    ("Lock it.", "Don't."),
    ("", ""),
    ("帆要洗。", "帆不要洗。"),
]


def said(text: str, *under: str) -> Statement:
    return Statement(text=text, context=under)


@pytest.mark.parametrize(("one", "two"), DENIED)
def test_what_is_denied_to_the_letter(one: str, two: str) -> None:
    for a, b in ((one, two), (two, one)):
        assert denies(said(a), said(b))
        assert exchanges(said(a), said(b)) is None
    verdict = opposed(said(one), said(two))
    assert (verdict.kind, verdict.a_value, verdict.b_value) == ("contradiction", "", "")
    assert "one says it, the other denies it" in verdict.reason or "both cannot hold" in verdict.reason


@pytest.mark.parametrize(("one", "two", "words"), EXCHANGED)
def test_what_is_said_with_the_opposite_word(one: str, two: str, words: tuple[str, str]) -> None:
    assert exchanges(said(one), said(two)) == words
    assert exchanges(said(two), said(one)) == words[::-1]
    assert not denies(said(one), said(two))
    assert opposed(said(one), said(two)).reason.count(f"{words[0]} there, {words[1]} here")


@pytest.mark.parametrize(("one", "two"), NEITHER)
def test_what_is_not(one: str, two: str) -> None:
    assert not are_opposites(said(one), said(two))
    assert not are_opposites(said(two), said(one))


@pytest.mark.parametrize(("one", "two"), DENIED)
def test_two_headings_of_one_outline_and_two_scopes_tell_apart(one: str, two: str) -> None:
    assert not denies(said(one, "Harbour", "North quay"), said(two, "Harbour", "South quay"))
    assert not denies(said(one, "Staging"), said(two, "Production"))
    assert denies(said(one, "Harbour", "North quay"), said(two, "2026-05-10"))


def test_the_opposite_of_one_is_of_no_other() -> None:
    for (a, _), (_, b) in itertools.permutations(DENIED, 2):
        assert not are_opposites(said(a), said(b))


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("The gauge is read by hand.", "The gauge of the north pier is not read by hand."),
        ("Guests may use the crane.", "Guests must not paint the hull."),
        ("The kiosk opens at 9.", "When is the kiosk open?"),
        ("El gato puede entrar en la cabina", "El perro no puede dormir en la cubierta"),
    ],
)
def test_what_has_other_words_is_told_before_either_side_is_taken_apart(one: str, two: str) -> None:
    worded_alike._said.cache_clear()
    assert not are_opposites(said(one), said(two))
    assert worded_alike._said.cache_info().misses == 0


@pytest.mark.parametrize(
    ("line", "told", "is_so"),
    [
        ("The crane test is at 9:15.", "The crane test is at 9:45", True),
        ("Ferries leave on Thursdays.", "Ferries leave on Tuesdays, rain or shine", True),
        ("Gauge port: 8080", "gauge port: 9090", True),
        ("The log lives on GitLab.", "The log lives on GitHub.", True),
        ("Harbour master: Mara", "Harbour master: Tom", True),
        ("Mara owns the tide list.", "Ines owns the tide list.", False),
        ("The vet is Dr. Klein.", "The vet is Dr. Weber", True),
        ("Status: Active", "Status: Paused", False),
        ("Anna sails with Bo.", "Anna sails with Carl", False),
        ("Order the winch from Bosch.", "Order the winch from Siemens", False),
        ("Interval: 30 s", "Interval: 60 s", False),
        ("Open: 3 berths", "Open: 5 berths", False),
        ("Chart: `harbour/north.svg`", "Chart: `harbour/south.svg`", False),
        ("The crane lifts oak", "The crane lifts ash", False),
        ("The crane test is at 9:15.", "The crane test is at 9:15.", False),
    ],
)
def test_another_value_in_the_lines_own_words(line: str, told: str, is_so: bool) -> None:
    assert gives_another(said(line), said(told)) == is_so


NOW = [
    ("Crane hours: Tue–Sat 7:30–14:00", "Crane hours now Tue–Sat 8:00–14:30"),
    ("Crane hours: Tue–Sat 7:30–14:00", "Crane hours from now on: Tue–Sat 8:00–14:30"),
    ("The crane test is at 9:15.", "The crane test is at 9:45 as of 2026-05-10"),
    ("The crane test is at 9:15.", "From today, the crane test is at 9:45"),
    ("The crane test is at 9:15.", "Starting today the crane test is at 9:45"),
    ("The log lives on GitLab.", "The log now lives on GitHub."),
    ("Harbour master: Mara", "Harbour master now: Tom"),
    ("Die Kranprobe am Kai ist um 9:15", "Die Kranprobe am Kai ist jetzt um 9:45"),
    ("Die Kranprobe am Kai ist um 9:15", "Die Kranprobe am Kai ist ab sofort um 9:45"),
    ("La prueba de la grúa es a las 9:15", "La prueba de la grúa es ahora a las 9:45"),
    ("L'essai de la grue est à 9h15", "L'essai de la grue est désormais à 9h45"),
    ("La prova della gru è alle 9:15", "La prova della gru è adesso alle 9:45"),
    ("De kraanproef is om 9:15", "De kraanproef is voortaan om 9:45"),
    ("O teste da grua é às 9:15", "O teste da grua é agora às 9:45"),
    ("Проверка крана в 9:15", "Проверка крана теперь в 9:45"),
]


@pytest.mark.parametrize(("line", "told"), NOW)
def test_words_for_now_are_no_further_words(line: str, told: str) -> None:
    assert gives_another(said(line), said(told))


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("The crane test is at 9:15.", "The crane test is at 9:45 for now"),
        ("The crane test is at 9:15.", "Until now the crane test was at 9:45"),
        ("The crane test is at 9:15.", "The crane test is now at 9:15"),
        ("The crane test is at 9:15.", "The winch test is now at 9:45"),
        ("The ferry fare is 3.20 € from 2026-05-01", "The ferry fare is 3.20 € from now on"),
    ],
)
def test_what_is_so_for_now_or_was_so_gives_no_other_value(line: str, told: str) -> None:
    assert not gives_another(said(line), said(told))


def test_the_day_from_which_something_holds_may_be_its_value() -> None:
    assert gives_another(said("The ferry runs from 2026-05-01"), said("The ferry runs from 2026-06-01"))


@pytest.mark.parametrize(
    ("one", "two", "is_so"),
    [
        ("Sails are washed.", "Sails are not washed.", True),
        ("Never launch from the quay without a pilot.", "Always launch straight from the quay, pilots later.", True),
        ("The pump runs on Sundays", "The pump never runs on Sundays", True),
        ("Sails are not washed.", "Sails are never washed in the yard.", False),
        ("Sails are washed.", "Sails are washed in May.", False),
    ],
)
def test_what_one_denies_is_not_the_same(one: str, two: str, is_so: bool) -> None:
    assert is_denied_in_one(said(one), said(two)) == is_so
