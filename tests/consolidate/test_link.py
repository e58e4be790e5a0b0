"""Edges, each with its reason, and what a cited file can tell."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from noctuary.consolidate.link import composed, entities, is_name, related, spoken
from noctuary.consolidate.reality import cited_files, still_says
from noctuary.model import Entity, Fact, entity_id

Make = Callable[..., Fact]


def named(*names: str) -> dict[str, Entity]:
    return {entity_id(name): Entity(id=entity_id(name), name=name) for name in names}


@pytest.mark.parametrize(
    ("text", "rel"),
    [
        ("the leak happened because of the Brenner gasket", "caused_by"),
        ("the pump uses the Brenner gasket", "uses"),
        ("the pump needs the Brenner gasket", "depends_on"),
        ("the valve is part of the Brenner gasket", "part_of"),
        ("we looked at the Brenner gasket", "mentions"),
    ],
)
def test_words_that_say_how_things_hang_together(make_fact: Make, text: str, rel: str) -> None:
    """KG-005, SG-022: explicit relations come from words, never from likeness."""
    (edge,) = spoken([make_fact(text)], named("Brenner gasket"))
    assert edge.rel == rel
    assert "Brenner" in edge.reason


def test_every_thing_that_is_named_is_mentioned_but_not_what_the_fact_is_about(make_fact: Make) -> None:
    """SG-037, SG-079: one entity is the fact's own, each other one it names has its edge."""
    known = named("Brenner gasket", "Tideway valve", "Harker pump")
    said = make_fact("near the Harker pump we saw the Brenner gasket and the Tideway valve", entity="Harker pump")
    edges = list(spoken([said], known))
    assert {edge.dst for edge in edges} == {entity_id("Brenner gasket"), entity_id("Tideway valve")}
    assert {edge.rel for edge in edges} == {"mentions"}
    assert not list(spoken([make_fact("nobody looked", entity="Harker pump")], known))


def test_a_cited_file_becomes_an_entity_and_is_used_by(make_fact: Make) -> None:
    fact = make_fact("`src/pump.py` sets the pressure")
    known = entities([fact], {})
    assert [(e.name, e.type) for e in known.values()] == [("src/pump.py", "file")]
    assert [edge.rel for edge in spoken([fact], known)] == ["used_by"]


@pytest.mark.parametrize(
    ("text", "linked"),
    [
        ("the hands are drawn in [[Tide clock]]", ["Tide clock"]),
        ("the hands are drawn in [[Tide clock|the big clock]]", ["Tide clock"]),
        ("the hands are drawn in [[ Tide clock ]], " + "[[" + " " * 20_000, ["Tide clock"]),
        ("see [[Tide clock#Gears]] and ![[Harbour map]]", ["Harbour map", "Tide clock"]),
        ("`[[no link]]` is how a link is written, [[]] is not", []),
    ],
)
def test_a_wiki_link_leads_to_the_thing_it_names(make_fact: Make, text: str, linked: list[str]) -> None:
    """TK-077, TK-038: without its heading and alias; in code there is none."""
    said = make_fact(text)
    known = entities([said], {})
    edges = list(spoken([said], known))
    assert sorted(known[edge.dst].name for edge in edges) == linked
    assert {edge.rel for edge in edges} <= {"links_to"}


def test_a_wiki_link_keeps_what_its_words_say(make_fact: Make) -> None:
    said = make_fact("the leak happened because of the [[Brenner gasket]]")
    assert [edge.rel for edge in spoken([said], entities([said], {}))] == ["caused_by"]


def test_a_longer_name_is_part_of_the_shorter() -> None:
    (edge,) = composed(named("boiler", "boiler filter").values())
    assert (edge.rel, edge.src) == ("part_of", entity_id("boiler filter"))


def test_neighbours_are_related_only_with_a_reason_and_at_most_three(make_fact: Make) -> None:
    """KG-047, SG-076: weight is the likeness, the reason names what both speak of."""
    facts = [make_fact(f"the boiler room holds pump {n}") for n in range(6)]
    near = {facts[0].id: [(other.id, 0.9 - n / 100) for n, other in enumerate(facts[1:])]}
    edges = list(related([facts[0]], near, {f.id: f.text for f in facts}))
    assert len(edges) == 3
    assert all("boiler" in edge.reason for edge in edges)
    assert not list(related([facts[0]], {facts[0].id: [(facts[1].id, 0.39)]}, {facts[1].id: facts[1].text}))


def test_dates_and_numbers_name_nothing() -> None:
    assert [is_name(text) for text in ("tide clock", "2025-10-11 23:15:02 UTC", "42", "")] == [
        True,
        False,
        False,
        False,
    ]


def test_a_file_is_asked_only_for_what_it_was_seen_to_say(make_fact: Make) -> None:
    """KG-015, KG-037, KG-039: found, changed, gone; a file that was never seen says nothing."""
    seen = make_fact("`pump.toml` sets the pressure to 40", method="code-crossref")
    assert cited_files(seen) == ["pump.toml"]
    assert still_says(seen, {"pump.toml": "pressure = 40"}) == (True, "pump.toml says 40")
    assert still_says(seen, {"pump.toml": "pressure = 140"}) == (False, "pump.toml no longer says 40")
    assert still_says(seen, {"pump.toml": None}) == (False, "pump.toml is gone")
    assert still_says(make_fact("`pump.toml` sets the pressure to 40"), {"pump.toml": None}) is None


def test_paths_that_lead_out_of_the_workspace_are_never_looked_at(make_fact: Make) -> None:
    """TK-074: no escape by .. or an absolute path."""
    assert cited_files(make_fact("`../secret.txt` and `/etc/passwd.conf` say 4")) == []
