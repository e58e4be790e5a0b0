"""Which names are one thing: spellings, plurals, aliases and slips; and what keeps look-alikes apart."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterable

import pytest

from noctuary.consolidate.identity import Found, identities
from noctuary.consolidate.likeness import Thing
from noctuary.consolidate.link import is_name
from noctuary.consolidate.merges import canonical, names_of
from noctuary.consolidate.naming import abbreviates, digits, singular, spelt
from noctuary.model import Entity, Fact, Merge, Support, entity_id, merge_id

Make = Callable[..., Fact]


def things(names: Iterable[str], uses: Iterable[int] = (), kind: str = "unknown") -> list[Thing]:
    return [
        Thing(id=entity_id(name, kind), name=name, type=kind, uses=used)
        for name, used in itertools.zip_longest(names, uses, fillvalue=3)
    ]


def joined(found: Found, known: list[Thing]) -> set[frozenset[str]]:
    names = {one.id: one.name for one in known}
    return {frozenset((names[a], names[b])) for a, b, _ in found.joined}


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("auth-service", "AuthService"),
        ("auth_service", "auth service"),
        ("Müller", "Mueller"),
        ("Zoë", "Zoe"),
        ("Nell's", "Nell"),
        ("the tidebook API", "tidebook API"),
        ("booking slot", "booking slots"),
        ("policy", "policies"),
        ("Harkin Marine Ltd", "Harkin Marine"),
        ("Kubernetes", "k8s"),
        ("PostgreSQL", "Postgres"),
    ],
)
def test_another_spelling_of_a_name_is_the_same_thing(a: str, b: str) -> None:
    """SG-077: case, hyphens, accents, articles, plurals and usual short forms make no second entity."""
    known = things([a, b])
    found = identities(known, [])
    assert joined(found, known) == {frozenset((a, b))}
    assert all(why.why and 0.8 <= why.score <= 1 for _, _, why in found.joined)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Dan", "Dad"),
        ("purple", "cyan"),
        ("db1", "db2"),
        ("v1.0", "v10"),
        ("iPhone 14", "iPhone 15"),
        ("Mia", "Mina"),
        ("Daniel", "Daniela"),
        ("Java", "JavaScript"),
        ("React", "React Native"),
        ("tidebook", "tidebook API"),
        ("C++", "C#"),
        ("La Paz", "Paz"),
        ("Acme GmbH", "Acme Inc"),
        ("src/pump.py", "src/pumps.py"),
    ],
)
def test_look_alikes_stay_two_and_nobody_is_asked(a: str, b: str) -> None:
    """Dan is not Dad, however alike the letters or the vectors are."""
    assert identities(things([a, b], [1, 9]), []) == Found()


@pytest.mark.parametrize(
    ("text", "a", "b"),
    [
        ("Lumen, also known as Harbour Light, ships in June", "Lumen", "Harbour Light"),
        ("ADR = architecture decision record", "ADR", "architecture decision record"),
        ("every root cause analysis (RCA) goes to the board", "root cause analysis", "RCA"),
        ("Konstantin Reuter, auch Konsti genannt, leitet das Labor", "Konstantin Reuter", "Konsti"),
        ("José Ramos, también llamado Pepe, cuida el barco", "José Ramos", "Pepe"),
        ("tidebook was renamed to Tidal", "tidebook", "Tidal"),
    ],
)
def test_an_alias_that_was_said_joins(make_fact: Make, text: str, a: str, b: str) -> None:
    known = things([a, b])
    found = identities(known, [make_fact(text)])
    assert joined(found, known) == {frozenset((a, b))}
    assert text[:20] in found.joined[0][2].why


@pytest.mark.parametrize(
    "text",
    [
        "Lumen is not the same as Harbour Light",
        "Lumen is not short for Harbour Light",
        "Lumen (Harbour Light) ships in June",
        "Lumen and Harbour Light ship in June",
    ],
)
def test_words_that_name_no_alias_join_nothing(make_fact: Make, text: str) -> None:
    assert not identities(things(["Lumen", "Harbour Light"]), [make_fact(text)]).joined


def test_names_in_one_statement_are_two_whatever_their_spelling(make_fact: Make) -> None:
    known = things(["auth-service", "AuthService"])
    assert identities(known, [make_fact("auth-service calls AuthService")]) == Found()
    assert identities(known, [make_fact("auth-service is slow"), make_fact("AuthService is old")]).joined


def test_two_known_types_are_never_one() -> None:
    assert identities([*things(["Mercury"], kind="person"), *things(["mercury"], kind="system")], []) == Found()
    assert identities([*things(["Mercury"], kind="person"), *things(["mercury"])], []).joined


def test_a_slip_is_asked_where_the_right_name_is_used_often() -> None:
    """The middle band is a question, never an act; a rare name beside a rare one is not even that."""
    found = identities(things(["Kubernets", "Kubernetes"], [1, 9]), [])
    assert not found.joined
    assert "Kubernets" in found.doubts[0].why
    assert identities(things(["Kubernets", "Kubernetes"], [1, 2]), []) == Found()


def test_a_first_name_is_the_one_person_of_that_name(make_fact: Make) -> None:
    facts = [
        make_fact("Alice prefers green tea", entity="Alice"),
        make_fact("Alice Baker works at the harbour", entity="Alice Baker"),
    ]
    known = things(["Alice", "Alice Baker"])
    assert joined(identities(known, facts), known) == {frozenset(("Alice", "Alice Baker"))}
    assert identities(things(["Alice", "Alice Baker", "Alice Cooper"]), facts) == Found()
    met = make_fact("Alice and Alice Baker met in Hamburg", entity="Alice")
    assert identities(known, [*facts, met]) == Found()


def test_facts_that_clash_keep_two_persons_apart(make_fact: Make) -> None:
    facts = [
        make_fact("Alice was born in 1990", entity="Alice"),
        make_fact("Alice Baker was born in 1971", entity="Alice Baker"),
    ]
    assert identities(things(["Alice", "Alice Baker"]), facts) == Found()


def test_a_short_name_with_two_meanings_is_asked_not_joined(make_fact: Make) -> None:
    facts = [make_fact("PAR stands for post action review"), make_fact("PAR stands for public access room")]
    found = identities(things(["PAR", "post action review", "public access room"]), facts)
    assert not found.joined
    assert found.doubts


def test_what_the_human_told_apart_stays_apart_even_by_way_of_a_third() -> None:
    known = things(["auth-service", "auth_service", "AuthService"])
    a, b = sorted(one.id for one in known[:2])
    found = identities(known, [], apart={(a, b)})
    assert len(found.joined) == 1
    assert not {a, b} <= {side for kept, merged, _ in found.joined for side in (kept, merged)}


def test_the_most_used_name_is_kept_then_the_longest_then_the_first() -> None:
    known = things(["AuthService", "auth-service", "auth_service"], [9, 2, 2])
    assert {kept for kept, _, _ in identities(known, []).joined} == {entity_id("AuthService")}
    known = things(["Postgres", "PostgreSQL"], [2, 2])
    assert identities(known, []).joined[0][0] == entity_id("PostgreSQL")


def test_what_was_kept_before_is_kept_again() -> None:
    known = things(["auth-service", "auth_service", "AuthService"], [1, 1, 9])
    before = {entity_id("auth_service"): entity_id("auth-service")}
    found = identities(known, [], before)
    assert [(kept, merged) for kept, merged, _ in found.joined] == [
        (entity_id("auth-service"), entity_id("AuthService"))
    ]
    done = before | {entity_id("AuthService"): entity_id("auth-service")}
    assert identities(known, [], done) == Found()


def test_the_order_of_names_and_facts_does_not_matter(make_fact: Make) -> None:
    names = ["auth-service", "AuthService", "Kubernets", "Kubernetes", "k8s", "Lumen", "Harbour Light", "Dan", "Dad"]
    known = things(names, [3, 3, 1, 9, 2, 3, 3, 3, 3])
    facts = [make_fact("Lumen, aka Harbour Light"), make_fact("Dan and Dad row"), make_fact("Kubernetes is up")]
    wanted = identities(known, facts)
    assert wanted.joined
    assert wanted.doubts
    for seed in range(5):
        random.Random(seed).shuffle(known)
        random.Random(seed).shuffle(facts)
        assert identities(known, facts) == wanted


def test_reading_through_merges_survives_chains_circles_and_branches() -> None:
    def merge(kept: str, merged: str, *, is_undone: bool = False) -> Merge:
        return Merge(id=merge_id(kept, merged), kept=kept, merged=merged, reason="", is_undone=is_undone)

    assert canonical([merge("a", "b"), merge("b", "c")]) == {"b": "a", "c": "a"}
    assert canonical([merge("a", "b"), merge("b", "a")]) == {"b": "a"}
    assert canonical([merge("a", "c"), merge("b", "c")]) == {"b": "a", "c": "a"}
    assert canonical([merge("a", "b", is_undone=True)]) == {}


def test_all_names_of_a_thing() -> None:
    known = [Entity(id="1", name="Kubernetes"), Entity(id="2", name="k8s"), Entity(id="3", name="Dan")]
    assert names_of("K8s", known, {"2": "1"}) == {"kubernetes", "k8s"}
    assert names_of("nobody", known, {}) == {"nobody"}


def test_what_a_writer_is_free_in_and_what_not() -> None:
    assert spelt("HTTPServer") == spelt("http-server") == spelt("`http_server`")
    assert len({spelt(name) for name in ("C", "C++", "C#", "--force", "force", "$HOME", "home", "1.2", "12")}) == 9
    assert digits("iPhone 14 v2") == ["14", "2"]
    assert [singular(w) for w in ("boxes", "policies", "status", "glass", "Windows", "AWS")] == [
        "box",
        "policy",
        *[""] * 4,
    ]
    assert abbreviates("i18n", "internationalization")
    assert not abbreviates("k9s", "Kubernetes")


def test_names_with_hyphens_and_numbers_can_be_entities() -> None:
    assert [is_name(text) for text in ("k8s", "auth_service", "db1", "12", "2026-05-01")] == [True] * 3 + [False] * 2


def test_a_plain_word_for_both_sides_of_a_page_is_not_evidence(make_fact: Make) -> None:
    def line(text: str, number: int) -> Fact:
        place = Support(
            ref="MEMORY.md", line=number, line_end=number, session="m", role="memory", trust="human", quote=text
        )
        return make_fact(text, entity=text.partition(":")[0], sources=(place,))

    page = [line("Alice: prefers tea", 1), line("Alice Baker: works in Kiel", 2)]
    assert identities(things(["Alice", "Alice Baker"]), page) == Found()
