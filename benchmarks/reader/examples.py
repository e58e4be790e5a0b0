"""What the reader learns from: written pairs, halves of public sets, and real pairs and lines in their natural mixture.

Of the corpus the repositories in LEFT_OUT are only measured. A label may be a set of verdicts: who calls two statements
no conflict has not said which of the four others it is.
"""

from __future__ import annotations

import csv
import datetime as dt
import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from benchmarks.corpus import recover
from benchmarks.corpus.labels import KINDS as LINE_KINDS
from benchmarks.corpus.labels import LEVELS, STANCES, VERDICTS, Place, Source, lines, pairs
from benchmarks.corpus.measure import said_in
from benchmarks.judgement.sets import PUBLIC
from benchmarks.train_edit import SETS, is_learned
from noctuary.decisions import Line
from noctuary.model import Statement
from noctuary.reader import encoding
from noctuary.reader.encoding import Encoded

HERE = Path(__file__).parent.parent
KINDS = ("contradiction", "supersession", "duplicate", "refinement", "compatible", "unrelated")
CONFLICT, PEACE = (0, 1), (2, 3, 4, 5)
DAY = dt.date(2026, 3, 1)
LEFT_OUT = frozenset((
    "KamNoob/workspace", "OpenSeneca/squad-knowledge", "PHPB2025K/segundo-cerebro",
    "astrid-lysheim/soul", "bahonsbot/marvin-workspace", "standardhuman/clawd",
))  # fmt: skip
"""Six of the corpus's first 28 repositories, drawn before anything was trained: nothing is learned of them."""
ALLOWED = {
    "contradiction": (0,), "supersession": (1,), "superseded": (0, 1), "duplicate": (2,), "refinement": (3,),
    "refined": (2, 3), "compatible": (4,), "unrelated": (5,),
}  # fmt: skip
"""What the verdict of a marker lets the reader say; of two statements the wrong way round either word is right."""
PUBLIC_MOST, NEIGHBOURS, STRANGERS, TEXTS = 1500, 6000, 3000, 12000
HEADED, HALF_HEADED, NOTED, UNDATED = 0.25, 0.1, 0.25, 0.1
"""How often a pair without headings is read under one, with the older one alone under it, and as a line of MEMORY.md
under a heading and a note under another or its day; and how often its days are kept back. Guesses: none other tried."""
BARE, REDATED = 0.25, 0.3
"""How often a scene is read without its headings, and as said on other days. Guesses, too."""
DAYS = ("%Y-%m-%d", "%Y-%m-%d", "%Y-%m-%d (%a)", "%A, %B %d", "%d.%m.%Y", "%b %d, %Y")
"""How notes write the day that they stand under."""
LATER = (0, 0, 1, 2, 5, 12, 30, 90, 200)
NUMBER = re.compile(r"(?<![\w.,:/-])\d{1,4}(?![\w.,:/-]|\.\d)")


class PairExample(NamedTuple):
    """Two statements, and which of KINDS are right of them."""

    older: Statement
    newer: Statement
    allowed: tuple[int, ...]

    def encoded(self) -> Encoded:
        """As the network reads it."""
        return encoding.pair(self.older, self.newer)


class LineExample(NamedTuple):
    """A statement in its place and what a marker said of it; -1 where he did not say."""

    encoded: Encoded
    level: int
    stance: int
    kind: int


class Real(NamedTuple):
    """The corpus as recovered: pairs and lines by repository."""

    pairs: dict[str, list[tuple[PairExample, str]]]
    lines: dict[str, list[tuple[LineExample, str]]]


def written(names: Iterable[Path]) -> list[PairExample]:
    """The pairs of these tables, as they stand; scenes with the headings of either side."""
    found = []
    for path in names:
        with path.open(encoding="utf-8", newline="") as table:
            for row in csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE):
                later = DAY + dt.timedelta(int(row["days"])) if row["days"] else None
                sides = (
                    Statement(text=row["a"], said_on=DAY if later else None, context=_under(row.get("a_under"))),
                    Statement(text=row["b"], said_on=later, context=_under(row.get("b_under"))),
                )
                found.append(PairExample(*sides, (KINDS.index(row["label"]),)))
    return found


def public(rng: random.Random) -> list[PairExample]:
    """At most PUBLIC_MOST pairs of the learned half of each public set: a conflict or none."""
    found = []
    for name in SETS:
        known = [one for one in PUBLIC[name]() if is_learned(one)]
        rng.shuffle(known)
        found += [PairExample(one.a, one.b, CONFLICT if one.is_conflict else PEACE) for one in known[:PUBLIC_MOST]]
    return found


def real(folder: Path) -> Real:
    """The corpus's pairs and lines whose sources are cloned in the folder."""
    labelled = {one.place: one.said for one in lines()}
    compared = {place.source[:2] for one in pairs() for place in (one.older, one.newer)}
    sides: dict[Place, Statement] = {}
    found: dict[str, list[tuple[LineExample, str]]] = defaultdict(list)
    for origin, said in said_in(folder):
        for kept in recover.weighable(said) if origin in compared else ():
            sides[Place(Source(*origin, kept.path), kept.line, kept.sha)] = kept.statement
        before, seen = None, set()
        for piece in recover.pieces(said):
            place = Place(Source(*origin, piece.path), piece.line, piece.sha)
            if place in labelled and place not in seen:
                seen.add(place)
                last = before.text if before is not None and before.path == piece.path else ""
                read = encoding.line(Line(piece.text, piece.role, piece.path, piece.context, last))
                for level, stance, kind in labelled[place].values():
                    found[origin[0]].append((_line(read, level, stance, kind), piece.role))
            before = piece
    both: dict[str, list[tuple[PairExample, str]]] = defaultdict(list)
    for one in pairs():
        if one.older in sides and one.newer in sides:
            for verdict in one.said.values():
                example = PairExample(sides[one.older], sides[one.newer], ALLOWED[VERDICTS[verdict]])
                both[one.newer.source.repository].append((example, VERDICTS[verdict]))
    return Real(dict(both), dict(found))


def neighbours(known: Real, rng: random.Random) -> list[PairExample]:
    """Each real statement with the one of its repository that shares most rare words, taken as no conflict."""
    found = []
    for repository in sorted(known.pairs.keys() - LEFT_OUT):
        there = known.pairs[repository]
        marked = {frozenset((one.older.text, one.newer.text)) for one, _ in there}
        texts = list({side.text: side for one, _ in there for side in (one.older, one.newer)}.values())
        rng.shuffle(texts)
        told = [set(re.findall(r"\w{4,}|[\u3040-\u9fff]{2}", one.text.casefold())) for one in texts]
        at: dict[str, list[int]] = defaultdict(list)
        for i, some in enumerate(told):
            for word in sorted(some):
                at[word].append(i)
        for i, some in enumerate(told):
            near = Counter(j for word in sorted(some) if len(at[word]) < 60 for j in at[word] if j != i)
            for j, _ in near.most_common(2):
                one, two = _in_order(texts[i], texts[j])
                if frozenset((one.text, two.text)) not in marked:
                    found.append(PairExample(one, two, PEACE))
    rng.shuffle(found)
    return found[:NEIGHBOURS]


def changed_numbers(known: Real, rng: random.Random) -> list[PairExample]:
    """A real fact, rule or decision beside itself with one number changed: a conflict, silently dated or not."""
    found = []
    durable = [one for repository in sorted(known.pairs.keys() - LEFT_OUT) for one, _ in known.pairs[repository]]
    for one in {side.text: side for example in durable for side in (example.older, example.newer)}.values():
        numbers = list(NUMBER.finditer(one.text))
        if one.kind in ("fact", "constraint", "decision", "preference") and len(numbers) == 1 and len(one.text) > 24:
            at = numbers[0]
            value = int(at.group())
            other = value + rng.choice((-1, 1)) * max(1, round(value * rng.uniform(0.05, 0.9)))
            if other > 0 and other != value:
                text = f"{one.text[: at.start()]}{other}{one.text[at.end() :]}"
                later = one.said_on + dt.timedelta(rng.choice((0, 2, 9, 30, 80))) if one.said_on else None
                found.append(PairExample(one, replace(one, text=text, said_on=later), CONFLICT))
    return found


def strangers(some: Sequence[PairExample], rng: random.Random) -> list[PairExample]:
    """Statements of different pairs, drawn by chance: compatible or unrelated."""
    sides = [side for one in some for side in (one.older, one.newer)]
    drawn = [_in_order(rng.choice(sides), rng.choice(sides)) for _ in range(STRANGERS)]
    return [PairExample(*both, (4, 5)) for both in drawn if both[0].text != both[1].text]


def varied(one: PairExample, headings: Sequence[str], rng: random.Random) -> PairExample:
    """A pair as it might stand elsewhere: under a heading, undated, or the other way round where that is the same."""
    older, newer, allowed = one
    if older.said_on is None or older.said_on == newer.said_on:
        if set(allowed) <= {0, 2, 4, 5} and rng.random() < 0.5 and abs(len(older.text) - len(newer.text)) < 20:
            older, newer = newer, older
    elif rng.random() < UNDATED:
        older, newer = replace(older, said_on=None), replace(newer, said_on=None)
        allowed = CONFLICT if set(allowed) <= set(CONFLICT) else allowed
    if not older.context and not newer.context:
        drawn = rng.random()
        heading = (rng.choice(headings),)
        if drawn < HEADED + HALF_HEADED + NOTED:
            older = replace(older, context=heading)
        if drawn < HEADED:
            newer = replace(newer, context=heading)
        elif HEADED + HALF_HEADED < drawn < HEADED + HALF_HEADED + NOTED:
            newer = replace(newer, context=_noted(headings, rng))
    return PairExample(older, newer, allowed)


def replayed(one: PairExample, headings: Sequence[str], rng: random.Random) -> PairExample:
    """A scene as it might stand elsewhere: its headings left out or others over the note, said on other days. Where
    days say nothing of what is newer, a change is any conflict."""
    older, newer, allowed = one
    drawn = rng.random()
    if drawn < BARE:
        older, newer = replace(older, context=()), replace(newer, context=())
    elif drawn < 2 * BARE:
        newer = replace(newer, context=_noted(headings, rng))
    if rng.random() < REDATED:
        older, newer = replace(older, said_on=DAY), replace(newer, said_on=DAY + dt.timedelta(rng.choice(LATER)))
    if (older.said_on is None or older.said_on == newer.said_on) and set(allowed) <= set(CONFLICT):
        allowed = CONFLICT
    return PairExample(older, newer, allowed)


def headings_of(known: Real) -> list[str]:
    """The headings that real statements stand under, as often as they do."""
    there = (one for repository in sorted(known.pairs.keys() - LEFT_OUT) for one, _ in known.pairs[repository])
    return [side.context[-1] for one in there for side in (one.older, one.newer) if side.context]


def texts(some: Iterable[PairExample], rng: random.Random) -> list[Encoded]:
    """At most TEXTS statements alone: the vector learns to stay near what MiniLM made of them."""
    drawn = sorted({side.text for one in some for side in (one.older, one.newer)})
    rng.shuffle(drawn)
    return [encoding.text(one) for one in drawn[:TEXTS]]


def written_lines() -> Iterator[LineExample]:
    """The written lines of `train_extract`: kept as what kind, or not."""
    for name in ("extract_lines", "extract_lines_work", "extract_lines_languages"):
        for row in (HERE / f"{name}.tsv").read_text("utf-8").splitlines():
            role, kind, text = row.split("\t")[:3]
            read = encoding.line(Line(text, role, ""))
            at = list(LINE_KINDS.values()).index(kind) if kind else -1
            yield LineExample(read, 0 if kind else 2, 0 if kind else -1, at)


def _under(heading: str | None) -> tuple[str, ...]:
    return (heading,) if heading else ()


def _noted(headings: Sequence[str], rng: random.Random) -> tuple[str, ...]:
    """What a note's line stands under: mostly its day, else any heading."""
    day = DAY + dt.timedelta(rng.randrange(400))
    return (day.strftime(rng.choice(DAYS)) if rng.random() < 0.7 else rng.choice(headings),)


def _line(read: Encoded, level: str, stance: str, kind: str) -> LineExample:
    at = list(LINE_KINDS).index(kind) if kind in LINE_KINDS else -1
    return LineExample(read, list(LEVELS).index(level), list(STANCES).index(stance), at)


def _in_order(one: Statement, two: Statement) -> tuple[Statement, Statement]:
    is_later = one.said_on is not None and two.said_on is not None and one.said_on > two.said_on
    return (two, one) if is_later else (one, two)
