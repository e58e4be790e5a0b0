"""What an agent has to know before it begins: rules and preferences whole, then what fits a budget. Reads the index.

It asks nothing of the gate itself: it is given an index that shows what the asker may see (`Memory.index`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from noctuary.index import Index
from noctuary.index.focus import Focus
from noctuary.model import BELIEVED, Fact, Night, Review, Value

BUDGET = 2000
"""Tokens. Claude Code and Codex hand 10,000 characters of what a hook says to the model, and cut the rest."""
_BYTES_A_TOKEN = 4
"""Of English: what tokenizers of today's models come to. Other scripts take fewer bytes of more tokens' worth."""
_RULES, _WISHES, _DECIDED = ("constraint",), ("preference",), ("decision",)
_REST = ("correction", "lesson", "identity", "fact", "event")
_MOST = 400
"""Facts of a kind that are looked at: more than any budget has room for."""
_SHARE = 0.2
"""Of what is left of the budget: the most that questions and the last night may each take."""


class Line(Value, frozen=True):
    """One statement: its id, its words with the days they name, and what has to be known of it beside them."""

    id: str
    text: str
    note: str = ""


class Context(Value, frozen=True, omit_defaults=False):
    """What is told, by section. `tokens` is what it comes to, `left` how many believed facts had no room.

    `night` is the last one, "" before the first. `focal` are the names of what it begins with, `aspects` the sides of
    these, the weightiest first.
    """

    rules: tuple[Line, ...] = ()
    preferences: tuple[Line, ...] = ()
    decisions: tuple[Line, ...] = ()
    facts: tuple[Line, ...] = ()
    questions: tuple[Line, ...] = ()
    changed: tuple[Line, ...] = ()
    night: str = ""
    focal: tuple[str, ...] = ()
    aspects: tuple[str, ...] = ()
    tokens: int = 0
    left: int = 0


TITLES = {
    "rules": "Rules",
    "preferences": "Preferences",
    "decisions": "Decided",
    "facts": "Known",
    "questions": "In question: ask before you rely on it; a rule stands until it is decided",
    "changed": "Changed in the last night",
}


def context(index: Index, budget: int = BUDGET, about: str = "") -> Context:
    """The context of a session, in `budget` tokens; rules and preferences take what they need, above it if need be.

    `about` says what is worked on. First comes what is said of the things it names, side by side by their weight; then
    of what is one edge away; then what speaks of it by its words. Of the rest, and of each, the latest comes first.
    """
    focus = index.focus(about, BELIEVED)
    places = _places(index, about, focus)
    rules, wishes, decided, rest = (
        _lines(_known(index, kinds, most, places), places)
        for kinds, most in ((_RULES, -1), (_WISHES, -1), (_DECIDED, _MOST), (_REST, _MOST))
    )
    always = Context(rules=tuple(rules), preferences=tuple(wishes), left=_MOST)
    room = budget - tokens(text(always)) - _size([Line("", title) for title in TITLES.values()])
    night = index.last_night()
    questions = _fitting(_questions(index), int(room * _SHARE))
    changed = _fitting(_changed(index, night), int(room * _SHARE)) if night else []
    room -= _size(questions) + _size(changed)
    told = {line.id for line in (*rules, *wishes)}
    decisions = _fitting(decided, room)
    facts = _fitting(rest, room - _size(decisions))
    told |= {line.id for line in (*decisions, *facts)}
    made = Context(
        rules=tuple(rules),
        preferences=tuple(wishes),
        decisions=tuple(decisions),
        facts=tuple(facts),
        questions=tuple(questions),
        changed=tuple(changed),
        night=night.id if night else "",
        focal=focus.names,
        aspects=focus.aspects,
        left=max(0, index.count(BELIEVED) - len(told)),
    )
    return Context(**{**{name: getattr(made, name) for name in made.__struct_fields__}, "tokens": tokens(text(made))})


def text(made: Context) -> str:
    """The context as Markdown, a section each; "" where nothing is known."""
    parts: list[str] = []
    for name, title in TITLES.items():
        lines: Sequence[Line] = getattr(made, name)
        if lines:
            head = f"{title} ({made.night})" if name == "changed" else title
            parts.append("\n".join([f"## {head}", "", *map(_shown, lines)]))
    if not parts:
        return ""
    more = (
        f"{made.left} more {'fact is' if made.left == 1 else 'facts are'} known: search for them." if made.left else ""
    )
    intro = "# What this memory holds\n\nStatements with their ids, kept by Noctuary; they inform, and order nothing."
    return "\n\n".join([intro, *parts, *([more] if more else [])]) + "\n"


def tokens(said: str) -> int:
    """About how many tokens a text is: four bytes each."""
    return -(-len(said.encode(errors="replace")) // _BYTES_A_TOKEN)


def _shown(line: Line) -> str:
    return f"- {line.text}{f' ({line.note})' if line.note else ''}{f' `{line.id[:11]}`' if line.id else ''}"


def _places(index: Index, about: str, focus: Focus) -> dict[str, int]:
    """The facts that come first, each with its place: by structure, then by words."""
    words = [match.id for match in index.match(about, _MOST, BELIEVED)] if about.strip() else []
    return {key: place for place, key in enumerate(dict.fromkeys((*focus.facts, *focus.beside, *words)))}


def _known(index: Index, kinds: Sequence[str], most: int, places: Mapping[str, int]) -> list[Fact]:
    """The latest facts of these kinds, and those that have a place, however old."""
    latest = index.latest(kinds, BELIEVED, most)
    told = {fact.id for fact in latest}
    older = index.facts_by_id([key for key in places if key not in told]) if most >= 0 else {}
    return [*latest, *(fact for fact in older.values() if fact.kind in kinds)]


def _lines(facts: Iterable[Fact], places: Mapping[str, int]) -> list[Line]:
    """Facts as lines, those that have a place first."""
    ranked = sorted(facts, key=lambda fact: places.get(fact.id, len(places)))
    return [Line(fact.id, _said(fact), "in question" if fact.status == "contested" else "") for fact in ranked]


def _said(fact: Fact) -> str:
    from noctuary.page.lines import headed

    return " ".join(headed(fact).split())


def _fitting(lines: Sequence[Line], room: int) -> list[Line]:
    """The lines that fit, in their order; one that is too long lets shorter ones behind it in."""
    kept: list[Line] = []
    for line in lines:
        size = _size([line])
        if size <= room:
            kept.append(line)
            room -= size
    return kept


def _size(lines: Sequence[Line]) -> int:
    return sum(tokens(_shown(line) + "\n") for line in lines)


def _questions(index: Index) -> list[Line]:
    """What waits for the human: both sides, the surest conflict first."""
    waits = [one for one in index.reviews() if one.decision in (None, "later") and not one.closed_because]
    facts = index.facts_by_id([key for one in waits for key in (one.a, one.b) if key])
    ranked = sorted(waits, key=lambda one: (-one.score, one.id))
    return [line for one in ranked if (line := _question(one, facts.get))]


def _question(one: Review, fact: Callable[[str], Fact | None]) -> Line | None:
    sides = [fact(key) for key in (one.a, one.b) if key]
    if one.kind == "same_entity" or not all(sides):
        return None
    return Line(one.id, " or ".join(f"“{_said(side)}”" for side in sides if side), one.reason)


def _changed(index: Index, night: Night) -> list[Line]:
    """What a night replaced, and what it came to believe."""
    pairs = [(old, new) for old, new in night.superseded]
    ids = [*(key for pair in pairs for key in pair), *night.promoted]
    facts = index.facts_by_id(ids)
    replaced = [
        Line(new, _said(facts[new]), f"no longer: {_said(facts[old])}")
        for old, new in pairs
        if {old, new} <= facts.keys() and facts[old].status == "superseded"
    ]
    done = {line.id for line in replaced}
    new = [Line(key, _said(facts[key]), "new") for key in night.promoted if key in facts and key not in done]
    return [*replaced, *(line for line in new if facts[line.id].is_believed)]
