"""Stores of any size for measuring growth: facts made from templates ("{name} listens on port {value}"), seeded.

The hard case for whoever looks for pairs: most words are shared by thousands.
"""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

NEW = 20
PER_NOTE = 200
NOW = dt.datetime(2026, 11, 4, 3, 0, tzinfo=dt.UTC)
FIRST = "amber brisk cobalt dapper ember frosty golden humble indigo jolly keen lunar mellow noble opal proud".split()
SECOND = "atlas beacon cedar delta echo falcon glacier harbor iris juniper kestrel lantern meadow nimbus".split()
THIRD = "api worker gateway scheduler frontend daemon ingest exporter indexer proxy pipeline notifier".split()
SAID = (
    ("{name} listens on port {number}", "{name} now listens on port {number}"),
    ("the request timeout of {name} is {number} s", "the request timeout of {name} was changed to {number} s"),
    ("the connection pool of {name} holds {number}", "{name} now keeps {number} pooled connections"),
    ("{name} stores its data in {store}", "{name} moved its data to {store}"),
    ("{name} is deployed every {day}", "{name} is deployed every {day} from now on"),
    ("{name} is owned by team {owner}", "team {owner} took over {name}"),
)
STORES = "PostgreSQL Redis Kafka RabbitMQ SQLite ClickHouse MySQL MongoDB".split()
DAYS = "Monday Tuesday Wednesday Thursday Friday".split()


def sayings(size: int, seed: int = 7) -> list[tuple[str, str]]:
    """(name, words) of `size` different facts; one in twelve changes what another said."""
    dice = random.Random(seed)
    names = [_name(number) for number in range(max(4, size // 5))]
    found: dict[str, str] = {}
    while len(found) < size:
        name, (plain, changed) = dice.choice(names), dice.choice(SAID)
        words = (changed if dice.random() < 1 / 12 else plain).format(
            name=name, number=dice.randrange(2, 65_000), store=dice.choice(STORES), day=dice.choice(DAYS),
            owner=dice.choice(SECOND),
        )  # fmt: skip
        found.setdefault(words, name)
    return [(name, words) for words, name in found.items()]


def _name(number: int) -> str:
    first, rest = number % len(FIRST), number // len(FIRST)
    second, rest = rest % len(SECOND), rest // len(SECOND)
    third, rest = rest % len(THIRD), rest // len(THIRD)
    return f"{FIRST[first]}-{SECOND[second]}-{THIRD[third]}{rest + 1 if rest else ''}"


def write_notes(root: Path, size: int) -> None:
    """A store as daily notes, PER_NOTE statements each."""
    (root / "memory").mkdir(parents=True)
    said = [words for _, words in sayings(size)]
    for number, start in enumerate(range(0, size, PER_NOTE), 1):
        note = root / "memory" / f"{(NOW - dt.timedelta(days=number)).date()}.md"
        note.write_text("".join(f"- Decision: {words}\n" for words in said[start : start + PER_NOTE]))


def build(root: Path, size: int) -> None:
    """A journal of `size` facts that one night took in, its index and pages, and a note nobody has read yet."""
    from noctuary.journal import append, closing, record, replay
    from noctuary.model import Entity, Night, entity_id
    from noctuary.settings import open_workspace
    from noctuary.stages.apply import finish

    known = sayings(size)
    before = NOW - dt.timedelta(days=3)
    names = sorted({name for name, _ in known})
    values: list[Any] = [Entity(id=entity_id(name), name=name) for name in names]
    values += [_fact(number, name, words, before) for number, (name, words) in enumerate(known)]
    values.append(Night(id=before.date().isoformat(), begun_at=before, days=(before.date().isoformat(),)))
    lines = [record(value, before, before.date().isoformat()) for value in values]
    root.mkdir(parents=True, exist_ok=True)
    workspace = open_workspace(root)
    append(workspace.journal, [*lines, closing(before.date().isoformat(), before, len(lines))])
    finish(workspace, replay(workspace.journal))
    note = root / "memory" / f"{(NOW - dt.timedelta(days=1)).date()}.md"
    note.write_text("".join(f"- Decision: {words}\n" for words in _changes(names)))


def _fact(number: int, name: str, words: str, at: dt.datetime) -> Any:
    from noctuary.model import Fact, Support, fact_id, tagged

    support = Support(
        ref="memory/old.md", line=number + 1, line_end=number + 1, session="memory/old.md", role="note",
        trust="agent", at=at, quote=words, event=tagged("event", str(number)), durability=0.6,
    )  # fmt: skip
    return Fact(
        id=fact_id(words, name), text=words, entity=name, kind="fact", status="active", confidence=0.6,
        method="single-source", verified_at=at, trust="agent", sources=(support,), said_on=at.date(),
        valid_from=at.date(), gate="corroborated",
    )  # fmt: skip


def _changes(names: list[str]) -> Iterator[str]:
    dice = random.Random(5)
    for name in dice.sample(names, min(NEW, len(names))):
        yield dice.choice(SAID)[1].format(
            name=name, number=dice.randrange(2, 65_000), store=dice.choice(STORES), day=dice.choice(DAYS),
            owner=dice.choice(SECOND),
        )  # fmt: skip
