"""Claims: what a statement says, taken apart."""

from __future__ import annotations

import datetime as dt

import pytest

from noctuary.judging.align import align
from noctuary.judging.excuses import is_named_apart
from noctuary.model import Statement
from noctuary.text.claims import Claim, claim, claim_key


def told(text: str) -> Claim:
    return claim(Statement(text=text, said_on=dt.date(2026, 4, 1)))


def test_values_are_no_words_of_the_claim() -> None:
    found = told("the uploader waits 20 s")
    assert [v.kind for v in found.values] == ["duration"]
    assert "20" not in {t.text for t in found.tokens}


@pytest.mark.parametrize(
    "text", ["Do not forget to water the ficus", "don't hesitate to ring the bell", "not only cats"]
)
def test_a_reminder_or_an_addition_is_no_negation(text: str) -> None:
    assert told(text).polarity == 1


@pytest.mark.parametrize(
    "text", ["the pump is not running", "Der Aufzug fährt nie", "la web no funciona", "仓库不开放"]
)
def test_a_negation_turns_the_polarity(text: str) -> None:
    """KG-021"""
    assert told(text).polarity == -1


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("is the boiler insured?", "question"),
        ("suppose the rent were 900", "hypothesis"),
        ("we plan to buy a kiln", "plan"),
        ("the club used to meet in the barn", "history"),
        ("according to a rumour the mill closes", "quotation"),
        ("the mill closes at six", "state"),
    ],
)
def test_what_is_not_stated_as_true_now_is_marked(text: str, status: str) -> None:
    assert told(text).status == status


@pytest.mark.parametrize(
    ("text", "former"),
    [
        ("Consul is gone, we look names up in etcd", "consul"),
        ("builds go through Drone instead of Concourse", "concours"),
        ("wir haben Slack abgeschafft", "slack"),
        ("dejamos Trello", "trello"),
        ("we don't use Jenkins any more, all on Buildkite", "jenkin"),
        ("Casa Nuno caters, Olive Branch went bankrupt", "oliv"),
        ("took the passwords out of LastPass and into Bitwarden", "lastpass"),
    ],
)
def test_what_is_called_former_is_marked(text: str, former: str) -> None:
    assert former in {t.key for t in told(text).tokens if t.past}


@pytest.mark.parametrize(
    "text",
    [
        "the wood comes from Sägewerk Lind",
        "pocket money sent from home amounts to 120 euros",
        "he can't swim but sails",
        "the boiler went under the stairs",
    ],
)
def test_where_something_comes_from_or_goes_is_not_former(text: str) -> None:
    assert not any(t.past for t in told(text).tokens)


def test_an_environment_is_a_qualifier_in_words_and_in_file_names() -> None:
    assert ("environment", "prod") in told("replicas in production: 4").qualifiers
    assert ("environment", "dev") in told("`values-dev.yaml` sets it").qualifiers


def test_the_slot_key_does_not_change_with_the_value() -> None:
    assert claim_key(told("upload limit: 20 MB")) == claim_key(told("upload limit is 35 MB")) != ""


def test_a_statement_without_a_value_has_no_slot_key() -> None:
    assert claim_key(told("nice weather")) == ""


@pytest.mark.parametrize("text", ["", "   ", "```", "🙂", "-", "a" * 5000, "[] () {}", "\u0000"])
def test_any_text_parses(text: str) -> None:
    assert told(text).text == text


def test_a_name_that_only_its_signs_or_its_capital_tell_is_read_whole() -> None:
    said = claim(Statement(text="the parser is in Go, the client in C++, the tool in C#"))
    kinds = {t.text: t.kinds for t in said.tokens}
    assert kinds["Go"] == kinds["C++"] == kinds["C#"] == ("language",)
    assert not any(t.kinds for t in claim(Statement(text="we go there by bus")).tokens)


def test_to_do_again_is_to_do() -> None:
    one, two = claim(Statement(text="it was written in Zig")), claim(Statement(text="it was rewritten in C++"))
    met = align(one, two)
    assert [one.tokens[i].text for i, _, _ in met.same] == ["written"]
    assert met.rivals


@pytest.mark.parametrize(
    ("text", "is_denied"),
    [
        ("Python 3.14 no PATH, disponíveis dois", False),
        ("o livro já está no catálogo", False),
        ("João has no car", True),
        ("no catalogue yet", True),
    ],
)
def test_portuguese_in_the_is_no_denial(text: str, is_denied: bool) -> None:
    assert bool(claim(Statement(text=text)).negations) == is_denied


@pytest.mark.parametrize(
    ("a", "b", "apart"),
    [
        ("Batch 117 finished at 12 euros", "batch 118 finished at 14 euros", True),
        ("the clock on rev B runs at 8 MHz", "the clock of rev C is 12 MHz", True),
        ("peak rate for wren-large is 3e-4", "wren-small's peak rate is 6e-4", True),
        ("the meeting is in room 4", "the meeting is in room 5", False),
        ("Ward 6 has 24 beds", "Ward 6 has 20 beds", False),
        ("the mount is read-only", "the mount is read-write", False),
        ("the move from room 4 to room 5 is on Monday", "the move from room 4 to room 5 is on Tuesday", False),
        ("dark-mode is Anna's theme at 8", "light-mode is Anna's theme at 9", False),
        ("order 5 boxes each Monday", "order 8 boxes each Friday", False),
    ],
)
def test_numbered_and_hyphened_things_are_told_apart_where_they_are_spoken_of(a: str, b: str, apart: bool) -> None:
    one, two = claim(Statement(text=a)), claim(Statement(text=b))
    assert is_named_apart(one, two, align(one, two)) == apart


@pytest.mark.parametrize(
    ("text", "former"),
    [
        ("8.1 won't do any more, you need PHP 8.2", "8.1"),
        ("it isn't 300 but 350 they are asking", "300"),
        ("/stats became /internal/metrics", "/stats"),
        ("the boots Karla left are size 41", ""),
        ("lunch is from noon to 1 pm", ""),
        ("50 % left in the tank", ""),
    ],
)
def test_a_value_that_is_called_former_is_marked(text: str, former: str) -> None:
    assert "".join(v.text for v in told(text).values if v.past) == former


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("base image debian:bullseye", "base image debian:bookworm"),
        ("the clinic is in Lyon", "the clinic is in Nantes"),
    ],
)
def test_two_tags_of_one_thing_and_two_places_exclude_each_other(a: str, b: str) -> None:
    assert align(told(a), told(b)).rivals


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Ida said that she has moved to Turku", "Ida has moved to Turku"),
        ("Ida mentioned her landlord raised the rent", "Ida's landlord raised the rent"),
        ("Ida told the agent that the site is on Fly now", "the site is on Fly now"),
    ],
)
def test_what_somebody_told_is_read_as_what_it_tells(text: str, plain: str) -> None:
    one, two = told(text), told(plain)
    assert ([t.key for t in one.tokens], one.status) == ([t.key for t in two.tokens], two.status)


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("the school starts at eight, which his mother thinks is early", "state"),
        ("Ida uses Vivaldi for all her work, and will hear no word against it", "state"),
        ("Ida thinks the school starts at eight", "quotation"),
        ("Ida is planning to sell the boat and buy a van", "plan"),
    ],
)
def test_an_aside_makes_no_hearsay_and_no_plan(text: str, status: str) -> None:
    assert told(text).status == status


def test_what_is_done_again_and_again_is_no_change() -> None:
    habit, change = told("the filters are replaced every month"), told("the filters are replaced")
    assert "switched" in change.cues
    assert "switched" not in habit.cues
    assert not any(t.past for t in habit.tokens)


@pytest.mark.parametrize(
    ("a", "b", "apart"),
    [
        ("nina koch prefers kakoune", "Olaf Koch prefers Helix", True),
        ("Nina Koch prefers Helix", "nina koch now prefers kakoune", False),
        ("Nina Koch prefers Helix", "nina kochs prefers kakoune", False),
        ("every Koch prefers Helix", "Olaf Koch prefers kakoune", False),
    ],
)
def test_a_name_in_small_letters_is_told_from_its_namesake(a: str, b: str, apart: bool) -> None:
    one, two = told(a), told(b)
    assert is_named_apart(one, two, align(one, two)) == apart


def test_an_instant_is_a_day_and_a_time() -> None:
    assert [v.kind for v in told("the deploy is at 2026-02-07T14:00:00Z").values] == ["date", "time"]


@pytest.mark.parametrize(
    "text",
    [
        "Ida reports to Bob since March",
        "Ida shared a room with Mia for a year",
        "Ida told Tom that he must leave the team",
        "Tom said no to sugar in his tea",
    ],
)
def test_who_does_and_who_is_told_stays_in_the_claim(text: str) -> None:
    assert told(text).tokens[0].text == text.split()[0]


def test_a_plan_behind_an_opening_phrase_is_a_plan() -> None:
    assert told("For the new web shop project, we plan to use Django").status == "plan"
    assert told("We are going to migrate to Postgres").status == "plan"


def test_instants_of_one_moment_are_one() -> None:
    one, two = told("the deploy is at 2026-02-07T14:00:00+02:00"), told("the deploy is at 2026-02-07T12:00Z")
    assert [v.norm for v in one.values] == [v.norm for v in two.values]


@pytest.mark.parametrize("verb", ["fail", "refuse", "lack"])
def test_a_verb_that_denies_does_so_of_one_and_of_many(verb: str) -> None:
    one, many = f"the nightly build {verb}s to finish", f"the nightly builds {verb} to finish"
    assert claim(Statement(text=one)).polarity == claim(Statement(text=many)).polarity == -1
