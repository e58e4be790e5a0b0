"""Which conflicts are plain enough for a human's minute, and which changes plain enough to be applied without one."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest

from noctuary.decisions import Verdict
from noctuary.judging.actionable import is_plain, is_plain_change
from noctuary.judging.judge import judge
from noctuary.model import Fact, Statement, Support

Make = Callable[..., Fact]
CLASH = Verdict(kind="contradiction", reason="", score=0.9, clash=0.9)


@pytest.fixture
def noted(make_fact: Make, make_support: Callable[..., Support]) -> Make:
    """`noted(text, ref=…)`: what an agent wrote into a dated note and nobody believes."""

    def made(text: str, ref: str = "memory/2026-01-01.md", **more: Any) -> Fact:
        source = make_support(role="note", trust="agent", ref=ref)
        return make_fact(text, **{"status": "candidate", "trust": "agent", "sources": (source,), **more})

    return made


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("wholesale discount for cafés is 20 %", "cafés get 25 % off"),
        ("never deploy on Fridays", "deploys happen on Fridays"),
        ("the boiler valve is the left one in the cellar", "it is the right valve for the boiler in the cellar"),
        ("the retry limit of the mailer is 3", "the retry limit of the mailer is 5"),
        ("Fenders: none, we tie up alone", "Fenders: the four blue ones, on the rack beside the second winch"),
        ("服务器在东京", "服务器在大阪"),
    ],
    ids=["a measure", "a denial", "opposites", "a count of the same", "none of it", "words exchanged, no gaps between"],
)
def test_a_question_shows_one_thing_and_what_clashes_in_it(make_fact: Make, a: str, b: str) -> None:
    assert is_plain(CLASH, make_fact(a), make_fact(b))


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Harkin rang: riggers delayed again since August", "Switched the supplier: Shells"),
        ("Idle (per the audit): 33", "43 sensors, 5 of them in use (88% idle weight)"),
        ("the index (built 2026-02-14 23:55)", "the index is built at 4:30 AM"),
        ("04:18Z the harbour camera is back on the mast", "02:18Z the harbour camera is back on the mast"),
        ("timer ticks run every 100 ms", "a break in the timer is 2 hours of rest"),
        ("Mara does not remember the flood of 1959", "Mara remembers hating the walk to school"),
        ("开始日期: 2026-03-19", "项目启动日期：2026-03-06"),
    ],
    ids=[
        "two remarks",
        "counts of two things",
        "an instant",
        "a stamp in front",
        "measures far apart",
        "another object",
        "other labels",
    ],
)
def test_what_only_sounds_alike_is_no_question(make_fact: Make, a: str, b: str) -> None:
    assert not is_plain(CLASH, make_fact(a), make_fact(b))


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("`waiting_review` stayed at 57", "the bottleneck is `waiting_review` (59 items)"),
        ("Size: 25 MB", "Size: 14 MB"),
        ("read the plan and the log before running the import", "read the plan and the log before touching the import"),
    ],
    ids=["a count of the day", "no subject", "words of two work logs"],
)
def test_what_agents_noted_and_nobody_believes_is_held_to_more(noted: Make, make_fact: Make, a: str, b: str) -> None:
    assert not is_plain(CLASH, noted(a), noted(b))


def test_words_exchanged_are_asked_where_somebody_believes_one_side(noted: Make, make_fact: Make) -> None:
    a, b = "the relay in the cellar hall feeds the pump", "the relay in the cellar hall feeds the fan"
    assert not is_plain(CLASH, noted(a), noted(b))
    assert is_plain(CLASH, make_fact(a), noted(b))


def test_names_exchanged_in_agents_notes_are_asked_and_other_words_are_not(noted: Make) -> None:
    home = noted("Bo lives in Whitefield with the two dogs")
    assert is_plain(CLASH, home, noted("Bo lives in Marlow with the two dogs"))
    assert not is_plain(CLASH, home, noted("Bo walks in Whitefield with the two cats"))


def test_of_two_tools_of_one_kind_a_word_in_common_is_enough(noted: Make) -> None:
    assert is_plain(CLASH, noted("the linter of choice is Ruff"), noted("we lint the repo with flake8 only"))
    long = (
        "closing the valve of a suspended pump does not end the drill, and the blocked drain takes what is left of it"
    )
    assert not is_plain(CLASH, noted("the drill is open to guests of the harbour on Sundays"), noted(long))


def test_a_note_named_for_an_occasion_counts_what_is_its_own(noted: Make) -> None:
    a, b = "the proof sheets of the guide have 40 pages", "the proof sheets of the guide have 44 pages"
    assert is_plain(CLASH, noted(a), noted(b, ref="memory/2026-01-02.md"))
    assert not is_plain(CLASH, noted(a), noted(b, ref="memory/2026-01-02-second-print-run.md"))


def test_two_undated_lines_nobody_believes_are_no_question(noted: Make) -> None:
    a, b = "the proof sheets of the guide weigh 40 g", "the proof sheets of the guide weigh 44 g"
    assert is_plain(CLASH, noted(a), noted(b))
    assert not is_plain(CLASH, noted(a, said_on=None), noted(b, said_on=None))


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("Supplier of shells: Harkin", "we switched the shell supplier to Shannon instead of Harkin"),
        ("Bedrooms: 18 °C", "bedrooms are at 17 °C from now on"),
        ("Engine: Kestrel", "we moved the whole engine to Petrel"),
        ("Backups: weekly, to the NAS", "Backups now run nightly"),
        ("current release: 0.9.3", "released 1.0.0, that is the current one"),
    ],
    ids=["the old value is called former", "another measure", "another value of the label", "a rival", "a version"],
)
def test_a_plain_change_is_applied(make_fact: Make, older: str, newer: str) -> None:
    assert is_plain_change(make_fact(older), make_fact(newer, said_on=dt.date(2026, 2, 1)))


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("Status: `ok=True`, `failures=[]`", "`status` is now one of `available`, `missing` or `drifted`"),
        (
            "Fenders: none, we tie up alone",
            "Sunday: painted the long mole, fenders counted with the guests, the crane tried, the flag renewed, a crew "
            "of eleven fed on soup and the winch greased",
        ),
        ("Ana is about 64 years old", "Ana now reports a 15-minute talk with the dentist"),
        ("Konditorei Falk: Steuer 7 %", "Konditorei Falk zahlt jetzt monatlich"),
    ],
    ids=["a field's name alone", "a long tale", "measures of two things", "a name alone"],
)
def test_a_change_of_something_else_retires_nothing(make_fact: Make, older: str, newer: str) -> None:
    assert not is_plain_change(make_fact(older), make_fact(newer, said_on=dt.date(2026, 2, 1)))


def test_where_nobody_stands_behind_either_half_of_the_words_must_be_met(noted: Make, make_fact: Make) -> None:
    older, newer = "Lena asked Otto to feed the geese by the pond", "Lena renamed the robot from Otto to Gus"
    assert not is_plain_change(noted(older), noted(newer))
    assert is_plain_change(noted("the robot of Lena is Otto"), noted(newer))
    image, press = (
        "the image of the press is container `press-api`",
        "the press kept its image, Coolify queued it",
    )
    assert not is_plain_change(noted(image), noted(press))


def test_a_name_spelt_out_is_not_exchanged(make_fact: Make) -> None:
    one, two = "Local model: qwen2.5, gemma3", "Local model: qwen2.5, gemma3:4b"
    assert not is_plain(judge(Statement(text=one), Statement(text=two)), make_fact(one), make_fact(two))


def test_a_label_that_denies_names_no_slot(make_fact: Make) -> None:
    older = "NOT CLAIMED: that the guard runs on every commit of the branch"
    newer = "NOT CLAIMED: that the parser now reads each of the old files again"
    assert not is_plain_change(make_fact(older), make_fact(newer, said_on=dt.date(2026, 2, 1)))


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("harbor-api is deployed every Friday", "harbor-api is not at version 0.20.12"),
        ("Farid Abbott lives in Osaka", "The weekly sync of Farid Abbott moved to Friday at 10:15"),
    ],
    ids=["values no scale compares", "a name and a time"],
)
def test_values_of_two_kinds_are_not_one_exchanged_for_the_other(make_fact: Make, a: str, b: str) -> None:
    assert not is_plain(CLASH, make_fact(a), make_fact(b))


def test_among_several_sizes_no_reader_sees_which_one_another_size_denies(noted: Make) -> None:
    one, many = noted("Ghostscript brings the PDF to 9.4 MB"), noted("Ghostscript brings the PDFs from 34 MB to 9.4 MB")
    other = noted("Ghostscript brings the PDF to 35.7 MB")
    assert is_plain(CLASH, one, other)
    assert not is_plain(CLASH, many, other)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("harbour contracts did not allow `LANG = Python`", "Harbour contract: `docs/HARBOUR_CONTRACT.md`"),
        (
            "allowed only when all are true: lane == pass",
            "--plan P.md --level L0 => ok=true, allowed_count=3, sound=true, fit=true",
        ),
    ],
    ids=["one denies something else", "a long line says the label's words"],
)
def test_a_labels_words_alone_do_not_make_one_slot_of_two(make_fact: Make, a: str, b: str) -> None:
    clash = Verdict(kind="supersession", reason="", score=0.9)
    assert not is_plain(clash, make_fact(a), make_fact(b))


def test_what_nobody_believes_retires_a_belief_only_with_a_value_for_its_value(make_fact: Make, noted: Make) -> None:
    believed = make_fact("the harbour gate check covers the practical hook")
    assert not is_plain_change(believed, noted("No hook, gate check or default call covers the harbour"))
    assert is_plain_change(make_fact("free shipping from 60 EUR"), noted("free shipping now from 75 EUR"))


def test_a_number_that_counts_what_the_other_does_not_name_denies_none_of_it(make_fact: Make) -> None:
    one, counted = make_fact("Database: Postgres 15"), make_fact("The database lets two requests through at once")
    assert not is_plain(CLASH, one, counted)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Maren asks €880", "pale ale gets served at 7 °C in the taproom"),
        ("Casa Moura has a plot area of 640 m²", "the footprint of Casa Moura will be 180 m²"),
    ],
)
def test_values_of_two_attributes_of_one_thing_are_no_question(make_fact: Make, a: str, b: str) -> None:
    assert not is_plain(CLASH, make_fact(a), make_fact(b))


@pytest.mark.parametrize("days", [0, 20], ids=["one day", "two days"])
def test_notes_of_one_day_in_one_place_are_asked_only_when_sure(make_fact: Make, days: int) -> None:
    """In stores with planted conflicts, of what else would be asked of one day one in seven is a conflict."""
    doubtful = Verdict(kind="contradiction", reason="", score=0.8, clash=0.8)
    one = make_fact("the day rate of Maren is €880", said_on=dt.date(2026, 1, 1))
    other = make_fact("the flat rate of Maren is €2,400", said_on=dt.date(2026, 1, 1) + dt.timedelta(days))
    assert is_plain(doubtful, one, other) == bool(days)
    assert is_plain(CLASH, one, other)


def test_one_message_does_not_contradict_itself(make_fact: Make, make_support: Callable[..., Support]) -> None:
    said = {"sources": (make_support(event="e1"),)}
    a, b = "the yard gate - opens at 7", "the yard gate - opens at 8"
    assert not is_plain(CLASH, make_fact(a, **said), make_fact(b, **said))
    retry = ("the retry limit of the mailer is 3", "the retry limit of the mailer is 5")
    assert not is_plain(CLASH, *(make_fact(text, **said) for text in retry))
    assert is_plain(CLASH, *(make_fact(text, sources=(make_support(event=text),)) for text in retry))


def test_a_sure_clash_of_values_in_mostly_the_same_words_is_plain_whatever_else_is_said(make_fact: Make) -> None:
    a = "The museum acquired the Vauquelin lock in 1934."
    b = "The Vauquelin lock entered the museum's collection in 1943."
    assert is_plain(CLASH, make_fact(a), make_fact(b))
    assert not is_plain(Verdict(kind="contradiction", reason="", score=0.8, clash=0.8), make_fact(a), make_fact(b))


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("Ines coaches juniors at the rowing club.", "Ines recently painted the fence of the rowing club."),
        ("Ravi sings bass in the harbour choir.", "Ravi carried the chairs for the harbour choir."),
    ],
)
def test_to_do_something_is_not_to_stop_something_else(make_fact: Make, older: str, newer: str) -> None:
    """Natural statements of one person share words without replacing each other."""
    assert not is_plain_change(make_fact(older), make_fact(newer, said_on=dt.date(2026, 6, 1)))


def test_who_denies_a_tool_denies_every_use_of_it(make_fact: Make) -> None:
    says, denies = "amber-atlas-api checks every commit with pnpm", "amber-atlas-api does not run pnpm in CI"
    assert is_plain(CLASH, make_fact(says), make_fact(denies))


@pytest.mark.parametrize(
    ("says", "denies", "is_denied"),
    [
        ("the Q7 loader becomes incremental", "No integration with Q7 loader", False),
        ("the Q7 loader becomes incremental", "Note: No integration with Q7 loader", False),
        ("the invoices are stored in Redis", "There is no in-memory Redis for the invoices", True),
        ("el equipo guarda sesiones en Redis", "el equipo no trabaja con Redis", True),
        ("the invoices are stored in Redis", "There is no Redis for the invoices", True),
        ("the invoices are stored in Redis", "There is no Redis cluster for the invoices", True),
        ("der Q7 Lader arbeitet jede Nacht", "Keine Anbindung an den Q7 Lader", False),
    ],
)
def test_who_has_none_of_one_thing_does_not_deny_what_it_would_be_with(
    make_fact: Make, says: str, denies: str, is_denied: bool
) -> None:
    assert is_plain(CLASH, make_fact(says), make_fact(denies)) == is_denied


def test_a_label_that_says_where_it_was_read_makes_no_other_attribute(make_fact: Make) -> None:
    older, newer = "log retention: loki keeps 14 days", "audit question answered: loki retention is 30 days"
    assert is_plain(CLASH, make_fact(older), make_fact(newer))


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("Rosa Diaz prefers vim as editor", "Rosa Diaz now prefers Kafka for new work"),
        ("Chidi Abbott works as a site engineer", "Chidi Abbott moved to Austin"),
        ("Carla Abbott lives in Oslo", "the weekly sync of Carla Abbott moved to Friday at 9:00"),
        ("lunar-api is served on port 1958", "lunar-api was moved to region eu-central-2"),
    ],
)
def test_a_change_of_one_attribute_is_no_plain_change_of_another(make_fact: Make, older: str, newer: str) -> None:
    assert not is_plain_change(make_fact(older), make_fact(newer))


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("engine: Godot 4.2", "we are on Godot 4.4 now"),
        ("atlas stores its data in RabbitMQ", "atlas now stores its data in PostgreSQL"),
        ("harbor-api runs in region us-west-2", "harbor-api was moved to region eu-central-2"),
    ],
)
def test_a_value_for_a_value_of_one_slot_is_a_plain_change(make_fact: Make, older: str, newer: str) -> None:
    assert is_plain_change(make_fact(older), make_fact(newer))


SPRING, LATER = dt.date(2026, 4, 1), dt.date(2026, 7, 1)
CHANGE = Verdict(kind="supersession", reason="", score=0.95, clash=0.95)


@pytest.mark.parametrize(
    ("older", "newer", "plain"),
    [
        ("Olaf visited the seed bank in Tromsø with Nina", "Olaf has left the seed bank in Tromsø", False),
        ("Olaf works at the seed bank in Tromsø with Nina", "Olaf has left the seed bank in Tromsø", True),
        ("Olaf switched to the seed bank in Tromsø with Nina", "Olaf has left the seed bank in Tromsø", True),
        ("Olaf visited the seed bank in Tromsø with Nina", "Correction: Olaf never visited the seed bank", True),
    ],
    ids=["an event", "a state", "a change that set a state", "put right"],
)
def test_what_happened_once_is_not_replaced(older: str, newer: str, plain: bool) -> None:
    a, b = Statement(text=older, said_on=SPRING), Statement(text=newer, said_on=LATER)
    assert is_plain_change(a, b) == plain


def test_of_what_nobody_believes_a_third_of_the_longer_one_must_stand_in_the_other(noted: Make) -> None:
    short = noted("The sealing press runs revision 6", said_on=SPRING)
    other = "The sealing press runs revision 11"
    tale = f"{other}, which the fitters from Tampere brought along with valves, hoses, gauges and a new manual"
    assert is_plain(CLASH, short, noted(other, ref="memory/2026-05-01.md", said_on=LATER))
    assert not is_plain(CLASH, short, noted(tale, ref="memory/2026-05-01.md", said_on=LATER))
