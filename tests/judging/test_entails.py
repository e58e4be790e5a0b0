"""A statement is evidence for another only where it says it: same subject, roles, values, polarity, nothing missing."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noctuary.judging import entails as judged
from noctuary.judging.entails import are_of_two_things, are_same, entails
from noctuary.model import Statement
from noctuary.text.readable import is_readable
from tests.rows import every

NAMES = ("Mara", "Tom", "Ines", "Karl")
DEEDS = ("trained", "invited", "replaced", "visited")


def said(text: str, *under: str) -> Statement:
    return Statement(text=text, context=under)


SAME = [
    ("the API port is now 9090, no longer 8080", "the API port is 9090"),
    ("Tom trained Mara", "tom trained mara."),
    ("The boiler is set to 60 degrees", "boiler: set to 60 degrees"),
    ("API port: 8080", "the API port is 8080"),
    ("Dr. Valdés treats the horses", "Dr. Valdés treats horses"),
]
MORE = [
    ("Tom trained Mara on Monday", "Tom trained Mara"),
    ("The eggs come from Hof Petersen, thirty a week", "The eggs come from Hof Petersen"),
    ("Staging deploys go through Buildkite since March", "staging deploys go through Buildkite"),
]
OTHER = [
    ("the API port is now 9090, no longer 8080", "the API port is 8080"),
    ("Tom never trained Mara", "Tom trained Mara"),
    ("Tom may train Mara", "Tom trained Mara"),
    ("The eggs no longer come from Hof Petersen", "The eggs come from Hof Petersen"),
    ("billing: port 6379", "cache port: 6379"),
    ("Dara's laptop has Postgres 15", "The laptop has Postgres 15"),
    ("latency drives cost", "cost drives latency"),
    ("tabs over spaces", "spaces over tabs"),
    ("rollator outside, cane inside", "cane outside, rollator inside"),
    ("We keep staging on db1", "We keep staging on db2"),
    ("the fee was paid to Ana", "the fee was paid by Ana"),
    ("the printer was on the third floor", "the printer is on the third floor"),
    ("inbound traffic is limited", "unbound traffic is limited"),
    ("until Friday Karl goes home with Mara", "Karl goes home with Mara"),
    ("Karl goes home with Mara this week only", "Karl goes home with Mara"),
    ("for now the API port is 8080", "the API port is 8080"),
    ("the API port is 8080", "the API port is 8080 until further notice"),
]


@pytest.mark.parametrize(("a", "b"), SAME)
def test_what_leaves_nothing_over_on_either_side_is_the_same(a: str, b: str) -> None:
    assert are_same(said(a), said(b))
    assert are_same(said(b), said(a))


@pytest.mark.parametrize(("full", "plain"), MORE)
def test_the_fuller_says_the_plainer_and_not_the_other_way(full: str, plain: str) -> None:
    assert entails(said(full), said(plain))
    assert not entails(said(plain), said(full))


@pytest.mark.parametrize(("a", "b"), OTHER)
def test_what_denies_ends_supposes_turns_or_is_anothers_says_nothing_for_it(a: str, b: str) -> None:
    """DESIGN 8: no statement becomes evidence for what it denies."""
    assert not entails(said(a), said(b))


@every("deed", DEEDS)
@every(("one", "two"), list(itertools.permutations(NAMES, 2)))
def test_whoever_does_a_thing_is_not_whom_it_is_done_to(one: str, two: str, deed: str) -> None:
    assert not entails(said(f"{two} {deed} {one}"), said(f"{one} {deed} {two}"))


@pytest.mark.parametrize("value", ["6379", "`cache.db`", "3.11", "2026-03-04", "40 ms"])
@pytest.mark.parametrize("label", ["Port", "Value", "Setting", "Limit"])
def test_a_bare_field_is_of_what_it_stands_under(label: str, value: str) -> None:
    billing, cache = (said(f"{label}: {value}", "Services", name) for name in ("Billing", "Cache"))
    assert not entails(billing, cache)
    assert entails(billing, said(f"{label}: {value}", "Services", "Billing"))


@pytest.mark.parametrize("plain", ["Accepted risk", "The 2026-03-02 dream", "Port 8080", "Rotate keys"])
def test_what_tells_two_words_alone_is_of_what_it_stands_under(plain: str) -> None:
    full = f"{plain}: talked through at length with everybody there"
    assert not entails(said(full, "Morning meeting"), said(plain, "Audit of billing"))
    assert entails(said(full, "Audit of billing"), said(plain, "Audit of billing"))


@pytest.mark.parametrize(
    "plain",
    ["Hook sent (HTTP 200)", "Android app live in store", "Squats twice and rowing", "Pushed to the main branch today"],
)
def test_what_says_little_is_of_the_thing_it_stands_under(plain: str) -> None:
    def said(text: str, *above: str) -> Statement:
        return Statement(text=text, context=above)

    of_ines, of_otto = said(plain, "Clients", "Ines Falk"), said(f"{plain}.", "Clients", "Otto Brandt")
    assert not entails(of_ines, of_otto)
    assert not entails(of_otto, of_ines)
    assert not entails(said(f"Otto: {plain}"), of_ines)
    assert entails(said(f"{plain}."), of_ines)
    assert entails(said(f"{plain}, Ines Falk"), of_ines)


@pytest.mark.parametrize(
    "plain", ["Build command: `make all`", "Codex runs on v0.99.0", "Hook: https://example.org/in/7"]
)
def test_what_names_its_thing_by_itself_is_said_wherever_it_stands(plain: str) -> None:
    assert entails(Statement(text=f"{plain}.", context=("Otto",)), Statement(text=plain, context=("Today",)))


@pytest.mark.parametrize(
    ("one", "other"), [("TAGHPBIQ", "TAGHPBKQ"), ("QXVRTLM", "QXVRTLN"), ("McRaeford", "McRaeferd")]
)
@pytest.mark.parametrize("said_of", ["{}: fixed the broken handle", "we ship {} with a broken handle"])
def test_of_a_name_or_code_in_capitals_no_sign_is_a_slip(one: str, other: str, said_of: str) -> None:
    a, b = said(said_of.format(one)), said(said_of.format(other))
    assert not entails(a, b)
    assert not entails(b, a)
    assert are_same(a, said(f"{a.text}."))


@pytest.mark.parametrize("rest", ["/:id/detail", "/:id", "/{id}", "/<id>/detail", "/7"])
def test_a_longer_path_is_another(rest: str) -> None:
    assert not entails(Statement(text=f"GET /api/margins/vendors{rest}"), Statement(text="GET /api/margins/vendors"))


@pytest.mark.parametrize(
    "rest", [", not the red one", " since the red one was refused to him", ", though no oar came back"]
)
def test_a_denial_of_another_thing_is_no_denial_of_this(rest: str) -> None:
    assert not entails(said(f"lent the blue kayak to Ana{rest}"), said("Never lend the blue kayak"))
    assert entails(said("Never lend the blue kayak to guests"), said("Never lend the blue kayak"))
    assert entails(said("Lend the blue kayak never, says Ana"), said("Never lend the blue kayak"))


@pytest.mark.parametrize("word", ["only", "exclusively"])
def test_what_is_true_of_one_alone_is_not_said_by_what_is_true_of_it(word: str) -> None:
    plain, full = "Archive duplicate notes", "Archive duplicate notes and tell why"
    assert entails(said(full), said(plain))
    assert not entails(said(full), said(f"{word.capitalize()} archive duplicate notes"))


@pytest.mark.parametrize("value", ["Relevant", "Highly relevant to us", "8080", "about 40 ms a request"])
@pytest.mark.parametrize("label", ["Relevance to the R_V metric", "Default port of the service", "Verdict"])
def test_fields_of_one_name_in_two_records_say_nothing_for_one_another(label: str, value: str) -> None:
    billing, cache = (said(f"{label}: {value}", "Papers", name) for name in ("Kernel bounds", "Spectral gaps"))
    assert not entails(said(f"{label}: {value}, so far", "Papers", "Kernel bounds"), cache)
    assert not entails(billing, cache)
    assert entails(said(f"{label}: {value}, so far", "Papers", "Spectral gaps"), cache)


UNREAD = [
    ("测试覆盖率：32% → 40%（添加并发测试）", "测试覆盖率：32%"),
    ("月收入：¥10,000-30,000", "月收入：¥10,000+"),
    ("порт80 открыт", "порт80 закрыт"),
    ("Die Katze schläft gern auf dem Sofa", "Der Hund schläft gern auf dem Sofa"),
    ("Rechnungen werden zehn Jahre lang aufbewahrt", "Verträge werden zehn Jahre lang aufbewahrt"),
    ("Сервер перезагружается каждую ночь", "Бэкап делается каждую ночь"),
    ("El pedido sale los martes", "El pedido llega los martes"),
    ("Máy chủ chạy trên cổng 8080", "Máy chủ nghe trên cổng 8080"),
]


@pytest.mark.parametrize(("a", "b"), UNREAD)
def test_in_a_language_nobody_reads_only_the_same_words_are_the_same(a: str, b: str) -> None:
    assert not is_readable(a)
    assert not entails(said(a), said(b))
    assert are_same(said(a), said(f"{a}."))


@given(st.text(max_size=80), st.text(max_size=80))
def test_every_statement_says_itself_and_being_the_same_has_no_order(a: str, b: str) -> None:
    assert entails(said(a), said(a))
    assert are_same(said(a), said(b)) == are_same(said(b), said(a))


@pytest.mark.parametrize("label", ["Config", "Schedule", "Repository", "Channel"])
@pytest.mark.parametrize("other", ["the {} of the tunnel was changed to `/srv/nodes`", "Moved the {} from 8 to 11 AM"])
def test_a_field_under_one_heading_has_nothing_to_do_with_what_is_told_under_another(label: str, other: str) -> None:
    field = Statement(text=f"{label}: `~/.amber.json`", context=("Memory", "Billing desk"))
    told = other.format(label.lower())
    assert are_of_two_things(field, Statement(text=told, context=("Harbour",)))
    assert are_of_two_things(Statement(text=told), field)
    assert not are_of_two_things(field, Statement(text=f"at the billing desk, {told}"))
    assert not are_of_two_things(field, Statement(text=told, context=("Memory", "Billing desk")))


def test_a_name_beside_the_label_tells_that_two_fields_are_of_one_thing() -> None:
    field = Statement(text="CLI: Amberline CLI 0.99.0", context=("Memory", "Vault"))
    assert not are_of_two_things(field, Statement(text="Amberline CLI 0.99.0 → 0.121.0", context=("Updates",)))


PIER = "the mail boat stays at the north pier"


@pytest.mark.parametrize("condition", ["if the lake is frozen", "when the lake is frozen", "unless Mara objects"])
def test_what_hangs_on_a_condition_is_not_said_without_it(condition: str) -> None:
    for full in (f"{condition}, {PIER}", f"{PIER} {condition}"):
        assert not entails(said(full), said(PIER))
        assert entails(said(full), said(f"{full}."))
        assert entails(said(f"{PIER} all day; {condition}, call Tom"), said(PIER))
    assert not entails(said(PIER, "Rules", f"{condition}:"), said(PIER, "Rules"))
    assert entails(said(PIER, "Rules", f"{condition}:"), said(PIER, "Rules", f"{condition}:"))


@pytest.mark.parametrize("other", ["Mara paints the hull", "Port: open from May on", "the harbour gauge is brass"])
def test_headings_are_read_only_where_the_words_may_say_it(other: str) -> None:
    """Of the pairs a night proposes most share too few words, whatever they stand under."""
    judged.says.cache_clear()
    judged._keys.cache_clear()
    assert not entails(said(other, "Crew of the pilot boat"), said("Berth: row 4", "Visitors in winter"))
    assert judged._keys.cache_info().misses == 0
