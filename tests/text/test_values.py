"""Typed values: how they are read and when two of them are the same."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.values import outcome, pairs
from noctuary.text.values import Typed, relation, values


def only(text: str, kind: str) -> Typed:
    return next(v for v in values(text) if v.kind == kind)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("the lease lasts 36 months", "the lease lasts three years"),
        ("tokens live 45 min", "tokens live 0.75 h"),
        ("sampling is 5 %", "sampling is 0.05"),
        ("three quarters of the users", "75 percent of the users"),
        ("heap 256 MiB", "heap 0.25 GiB"),
        ("a grant of one and a quarter million", "a grant of 1,250,000"),
        ("two and a half thousand copies", "2500 copies"),
        ("two and three quarter hours of film", "165 minutes of film"),
        ("cleaned six-weekly", "cleaned every six weeks"),
        ("heap 4 GB", "heap 4096 MB"),
        ("heap 4 GB", "heap 4000 megabytes"),
        ("heap 4 GB", "heap 4096 MiB"),
        ("64 kB of stack", "65536 bytes of stack"),
        ("choir at 8:15 pm", "choir at 20:15"),
        ("party on 07/09/2026", "party on 7 September 2026"),
        ("fee 1.300,50 EUR", "fee €1,300.50"),
        ("oven 200 °C", "oven 392 °F"),
        ("run it every two weeks", "run it fortnightly"),
        ("defrost every 90 min", "defrost each hour and a half"),
        ("20 min of rest", "a third of an hour of rest"),
        ("the meadow has 2.5 ha", "the meadow has 25,000 square metres"),
        ("boiler pressure 2 bar", "boiler pressure 29 psi"),
        ("the trail is 10 mi long", "the trail is 16 km long"),
        ("coverage gate 80 %", "coverage gate: four fifths"),
        ("returns go to aisle 7", "returns go to the seventh aisle"),
        ("Tim is 6 ft tall", "Tim is 1.83 m tall"),
        ("有效期 2 小时", "有效期 120 分钟"),
        ("the cellar is kept at 12 C.", "cellar: 12 °C"),
        ("redis maxmemory 2gb", "redis maxmemory 2 GB"),
        ("`dry_run: yes`", "dry_run = true"),
        ("thumbnails are 320x200", "thumbnails: 320 × 200"),
    ],
)
def test_a_value_in_another_unit_or_format_is_the_same_value(left: str, right: str) -> None:
    assert any(relation(a, b) == "equal" for a in values(left) for b in values(right))


def test_rounding_makes_equal_only_what_was_converted() -> None:
    for left, right in (("16 km", "16.1 km"), ("160 km", "161 kilometres"), ("184 cm", "1.85 metres")):
        one, other = only(f"the trail is {left} long", "length"), only(f"the trail is {right} long", "length")
        assert relation(one, other) == "conflict"


def test_the_third_of_something_counts_it_and_a_third_of_it_is_a_part() -> None:
    assert only("the audit is in the third week of May", "ordinal").norm == (3.0,)
    assert only("a rest of a third of an hour", "duration").norm == (1200.0,)
    assert not any(v.kind == "duration" for v in values("the desk is 1.5 m wide"))


@pytest.mark.parametrize(
    ("left", "right", "kind"),
    [
        ("port 6061", "port 6062", "port"),
        ("call `GET` here", "call `PUT` here", "verb"),
        ("limit 7", "limit 8", "number"),
        ("on Tuesdays", "on Thursdays", "weekday"),
        ("v1.4.2", "v1.5.0", "version"),
        ("at 09:00", "at 09:10", "time"),
        ("verify_tls: true", "verify_tls: false", "switch"),
        ("thumbnails are 200x200", "thumbnails are 320x200", "size"),
    ],
)
def test_two_values_of_one_kind_that_differ_are_in_conflict(left: str, right: str, kind: str) -> None:
    assert relation(only(left, kind), only(right, kind)) == "conflict"


def test_a_full_stop_behind_a_price_makes_no_day_of_it() -> None:
    assert [v.kind for v in values("a tram ride costs 3.10.")] == ["version"]
    assert [v.kind for v in values("We use Python 3.10. It works.")] == ["version"]
    assert only("Abgabe am 3.10.", "date").norm == ("", 10.0, 3.0)


def test_metres_with_two_decimals_are_no_minutes() -> None:
    assert only("Emil measures 1.37 m", "length").norm == (1.37,)
    assert only("the door is 2.10 m high", "length").norm == (2.1,)
    assert only("the job takes 3 m", "duration").norm == (180.0,)
    assert relation(only("takes 2.25m", "length"), only("takes 2 min 15 s", "duration")) == "equal"
    assert relation(only("the shelf is 1.5 m", "duration"), only("the shelf is 1.37 m", "length")) == "conflict"
    assert relation(only("the walk takes 20 min", "duration"), only("the path has 300 m", "length")) == "other"


def test_a_count_of_measures_is_no_size_and_a_capital_c_mostly_no_degree() -> None:
    assert only("RAM of atlas: 2 x 16 GB", "bytes").norm == (16e9,)
    for text in ("the team owns 5 C++ services", "Mira lives in flat 12 C", "two 3 C-sections", "mapped at 0x10"):
        assert {v.kind for v in values(text)} <= {"number"}


@pytest.mark.parametrize("other", ["4 GiB", "4.1 TB", "4200 GB"])
def test_sizes_that_no_reading_makes_equal_are_in_conflict(other: str) -> None:
    assert relation(only("heap 4 TB", "bytes"), only(f"heap {other}", "bytes")) == "conflict"


def test_a_longer_version_details_a_shorter_one() -> None:
    assert relation(only("needs 3.11.4", "version"), only("needs 3.11", "version")) == "finer"


def test_an_approximate_value_is_detailed_by_one_close_to_it() -> None:
    assert relation(only("takes about 10 minutes", "duration"), only("takes 9 min", "duration")) == "finer"


def test_values_of_different_kinds_do_not_meet() -> None:
    assert relation(only("wait 30 s", "duration"), only("pool of 30", "number")) == "other"


def test_the_modal_verb_may_is_no_month() -> None:
    assert values("agents may read it") == ()


def test_a_count_and_a_version_do_not_meet_unless_the_same_word_leads_to_them() -> None:
    assert relation(only("prod 6", "number"), only("upgrade to 1.31", "version")) == "other"
    assert relation(only("Node 18", "number"), only("Node 20.1", "version")) == "conflict"


def test_every_second_week_is_a_period_however_it_is_written() -> None:
    assert relation(only("backup every 2nd week", "period"), only("backup every other week", "period")) == "equal"
    assert relation(only("backup every 2nd week", "period"), only("backup every 2 weeks", "period")) == "equal"


def test_shares_close_to_the_whole_differ_by_little() -> None:
    assert relation(only("uptime 99.5 %", "ratio"), only("uptime 99.9 %", "ratio")) == "conflict"


PAIRS = pairs()
_ODD = "every each alle cada other second 2nd 3rd 32nd day week Uhr half quarter past 0 1e400 25:61 31.02.2026".split()
_WORDS = st.sampled_from(sorted({w for pair in PAIRS for text in (pair.a, pair.b) for w in text.split()} | {*_ODD}))
_FIGURES = st.text("0123456789.,:/-–% hmAPdk€十百万半点年月日", max_size=24)
_TEXTS = st.lists(_WORDS, max_size=8).map(" ".join) | st.text(max_size=40) | _FIGURES


def test_nearly_all_labelled_values_are_read_right() -> None:
    right = [outcome(pair.a, pair.b) == pair.label for pair in PAIRS]
    assert sum(right) >= 0.9 * len(PAIRS)


@given(_TEXTS)
def test_any_text_is_read_and_each_value_stands_where_it_says(text: str) -> None:
    end = 0
    for value in values(text):
        assert end <= value.start < value.end <= len(text)
        assert text[value.start : value.end].strip() == value.text
        end = value.end


@given(_TEXTS, _TEXTS)
def test_two_values_stand_to_one_another_as_the_other_way_round(left: str, right: str) -> None:
    for a in values(left):
        for b in values(right):
            assert relation(a, b) == relation(b, a)


@given(st.sampled_from([text for pair in PAIRS if pair.kind not in ("apart", "code") for text in (pair.a, pair.b)]))
def test_words_around_a_text_do_not_change_its_values(text: str) -> None:
    alone = [(value.kind, value.norm) for value in values(text)]
    assert [(value.kind, value.norm) for value in values(f"we agreed, yes: {text}; so it stays")] == alone


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("below 18", "not above 17"),
        ("no box over 15 kg", "a box weighs at most 15 kg"),
        ("two deploys per week", "deploys happen twice a week"),
        ("von 9 bis 17 Uhr", "from nine to five pm"),
    ],
)
def test_limits_rates_and_spans_meet_in_words(left: str, right: str) -> None:
    assert any(relation(a, b) == "equal" for a in values(left) for b in values(right))


def test_a_change_from_one_day_to_another_is_no_span() -> None:
    assert [v.kind for v in values("kick-off moved from Monday to Wednesday")] == ["weekday", "weekday"]
    assert [v.kind for v in values("open from Monday to Friday")] == ["weekdays"]


def test_limits_from_two_sides_leave_room_or_clash() -> None:
    assert relation(only("at least 3", "number"), only("at most 10", "number")) == "other"
    assert relation(only("at least 10", "number"), only("at most 3", "number")) == "conflict"


def test_a_date_in_figures_that_may_be_read_two_ways_clashes_with_neither() -> None:
    written = only("due 05/06/2027", "date")
    assert relation(written, only("due 5 June 2027", "date")) == "equal"
    assert relation(written, only("due 6 May 2027", "date")) == "other"
    assert relation(written, only("due 7 May 2027", "date")) == "conflict"


@pytest.mark.parametrize(
    ("text", "kinds"),
    [("a second-hand van", []), ("a second dog", []), ("a read takes a second with cache", ["duration"])],
)
def test_another_one_is_no_length_of_time(text: str, kinds: list[str]) -> None:
    assert [v.kind for v in values(text)] == kinds


@pytest.mark.parametrize("folder", ["docs/", "docs/guides/", "a/b-c/d_e/", "/srv/data/", "~/notes/"])
def test_a_folder_is_read_from_its_first_part_on_and_holds_what_lies_in_it(folder: str) -> None:
    whole = only(f"the guide is in `{folder}`", "path")
    inside = only(f"the guide is `{folder}guide.md`", "path")
    assert whole.text == folder
    assert relation(whole, inside) == "finer"
