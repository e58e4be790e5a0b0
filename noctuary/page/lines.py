"""Values as single lines: a fact, a citation, a question's heading. Chooses nothing, reads no file.

What is a `str` here is plain text, made inert once, where it meets a page (`noctuary.inert`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from noctuary.extraction.headings import subject
from noctuary.inert import Markdown, comment, inline
from noctuary.model import Fact, Quarantined, Review, Support
from noctuary.page.questions import Question, kept_and_left
from noctuary.text.days import beside, day_of, dayed

LIMIT = 300
MOST_WRITTEN = 4000
_UUID = re.compile(r"([0-9a-f]{8})-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
_BEGINNING = r"\1…"
_POLAR = ("", "yes", "no")
_NO_NEWS = re.compile(r": (?:yes|no) there, (?:yes|no) here")
_LOOKS_WRITTEN = re.compile(r"\s*(?:\[.{0,3}\]|[*_]{0,2}answer\b)", re.I)
_BOX = re.compile(r"\[[\w\s✓✔☑✅-]{1,3}\]\s")
_LOOKS_OUTDATED = re.compile(r'".*" → ')
_IS = re.compile(
    r"(?P<subject>(?:(?:the|our|my|a|an)\s+)?[^\s,;:.!?]+(?:\s+[^\s,;:.!?]+){0,5}?)\s+(?P<verb>is|are)\s+"
    r"(?:(?:still|now)\s+)?(?P<rest>[^\s].*)",
    re.I | re.DOTALL,
)
_PARTS = re.compile(r"(?P<label>[^\s:][^:]{1,50}):\s+(?P<value>\S[^:]*)")
_YOURS = {"my": "your", "our": "your", "the": "the", "a": "a", "an": "an"}
_CLAUSE = re.compile(r"\b(?:i|we|you|that|which|if|when|because|there|it|this|what|who)\b", re.I)


def memory_line(fact: Fact, provenance: str) -> Markdown:
    """One fact as one bullet with its papers: a comment, the seed's inline form (KG-036), or none."""
    line = Markdown("- {}").format(as_written(fact))
    if provenance == "none":
        return line
    if provenance == "comment":
        source = first_source(fact)
        papers = comment(f"{fact.id} {_day(fact, source)} {cite(source)}")
        return Markdown("{} {}").format(line, papers)
    life = "evergreen" if fact.half_life_days is None else f"{fact.half_life_days:.0f}d"
    return Markdown(
        "{}\n"
        "  *(verified: {:%Y-%m-%d}, confidence: {:.2f}, decay: {})*\n"
        "  *(sources: {})*\n"
        "  *(method: {})*"
    ).format(line, fact.verified_at, fact.confidence, life, cited(fact), fact.method)


def _day(fact: Fact, source: Support) -> str:
    """The day it was last said; no night's date for what nobody knows the day of."""
    day = fact.said_on or day_of(source, None)
    return day.isoformat() if day else "undated"


def as_written(fact: Fact) -> Markdown:
    """`shown` as it stands in the block: never to be taken for one of the block's lines about what is out of date."""
    line = inline(shown(fact))
    return Markdown(f"\\{line}" if _LOOKS_OUTDATED.match(line) else line)


def cited(fact: Fact) -> str:
    """Every place that a fact stands on."""
    return ", ".join(sorted({cite(s) for s in fact.sources}))


def lead(name: str) -> Markdown:
    """The line above the facts of one subject."""
    return Markdown("**{}**").format(one_line(name, 80))


def shown(fact: Fact, limit: int = LIMIT) -> str:
    """A fact's words as its line in MEMORY.md has them: with what they are about, where they do not say it."""
    return one_line(f"{label(fact)}{fact.text}{beside(fact)}", limit)


def label(fact: Fact, *, is_away: bool = False) -> str:
    """What stands before a fact's own words in its line: whose they are, a note's heading, or nothing."""
    return f"{about}: " if (about := subject(fact, is_away=is_away)) else ""


def headed(fact: Fact) -> str:
    """A fact's words as a reader is shown them who does not see where they stand: with what they are about, where they
    do not say it, and the days they name."""
    return f"{label(fact, is_away=True)}{dayed(fact)}"


def least(fact: Fact, provenance: str) -> int:
    """How many characters `memory_line` has at least; counted without making it."""
    length = len(" ".join(f"{fact.text}{beside(fact)}".split()))
    text = length if length <= LIMIT else 1
    return 2 + text + (len(fact.id) + len(" <!-- undated  -->") if provenance == "comment" else 0)


def first_source(fact: Fact) -> Support:
    """The support a reader is sent to: the most trusted voice, then the newest, then by place."""
    order = ("human", "agent", "tool", "untrusted")
    return min(
        fact.sources,
        key=lambda s: (order.index(s.trust), -(s.at.timestamp() if s.at else 0.0), s.ref, s.line),
    )


def cite(source: Support | Quarantined) -> str:
    """`ref:line` for a reader's eye: of a long id in a file's name, the beginning stands for the whole."""
    place = f":{source.line}" if source.line else ""
    return f"{short_path(source.ref)}{place}"


def short_path(place: str) -> str:
    """A path that can stand in a line, whatever the file is called."""
    return one_line(_UUID.sub(_BEGINNING, place))


def source(fact: Fact, cited: Callable[[Support], Markdown]) -> Markdown:
    """Where to look a fact up, and how many other places say it."""
    first = first_source(fact)
    others = len({(s.ref, s.line) for s in fact.sources}) - 1
    return cited(first) + (f" and {others} more" if others else "")


def one_line(text: str, limit: int = LIMIT) -> str:
    """Text as one line: white space folded, cut with an ellipsis."""
    text = " ".join(text.split())
    return text if len(text) <= limit else text[:limit].rsplit(" ", 1)[0].rstrip(" ,;:") + "…"


def listed(text: str, limit: int = LIMIT) -> str:
    """`one_line` for the beginning of a bullet: what looks like a box or an answer of the human's stands in quotes."""
    line = one_line(text, limit)
    return f'"{line}"' if _LOOKS_WRITTEN.match(line) else line


def kept(words: str) -> Markdown:
    """What the human wrote and nobody has heard yet: a box of theirs stays one, the rest is words."""
    box = _BOX.match(words)
    at = box.end() if box else 0
    return Markdown(words[:at]) + one_line(words[at:], MOST_WRITTEN)


def headline(review: Review) -> str:
    """A question about two facts in one line: what it is about and, where both sides name one, the two values."""
    slot = one_line(review.slot, 80)
    values = [one_line(value, 60) for value in (review.a_value, review.b_value)]
    if not slot or values[0] == values[1] or any(value in _POLAR for value in values):
        return f"{slot}: which one holds?" if slot else "Which one holds?"
    return f"{slot}: {values[0]} or {values[1]}?"


def reason(review: Review) -> str:
    """Why a question is asked, without values that say nothing; of an aged fact, without the question itself."""
    told = review.reason if review.b else review.reason.rpartition("? ")[2]
    return one_line(_NO_NEWS.sub("", told))


def still(fact: Fact, review: Review | None = None) -> str:
    """One concrete question about a fact that has aged: "Is the office still in Gdansk? Last said 2026-03-01."

    Where the words cannot safely be turned around it is the question as the `review` puts it, else they are quoted.
    """
    last = f" Last said {fact.said_on}." if fact.said_on else ""
    text = one_line(fact.text, 160).rstrip(" .")
    asked, mark, _ = review.reason.rpartition("? ") if review else ("", "", "")
    turned = _turned(text) if fact.kind != "event" else ""
    return (turned or one_line(asked + mark.strip()) or f'Does this still hold: "{text}"?') + last


def _turned(text: str) -> str:
    """The statement as a question, "" where that is not safe."""
    if (said := _IS.fullmatch(text)) and not _CLAUSE.search(said["subject"]):
        first, _, rest = said["subject"].partition(" ")
        subject = f"{_YOURS[first.lower()]} {rest}" if first.lower() in _YOURS and rest else said["subject"]
        return f"{said['verb'].capitalize()} {subject} still {said['rest']}?"
    if said := _PARTS.fullmatch(text):
        return f"{said['label']}: still {said['value']}?"
    return ""


def besides(one: Question) -> Iterator[str]:
    """What each answer that keeps one side leaves of the other, and what goes with it, where that says more."""
    from noctuary.consolidate.rests import lost, rests  # the judge's rooms: who shows a line alone needs none of them

    for word in ("keep-a", "keep-b"):
        kept, left = kept_and_left(one, word)
        for told, found in (("stays", rests), ("goes, too", lost)):
            if kept and left and (said := found(left, kept)):
                yield f"{word}: of the other {told}: {', '.join(f'“{part}”' for part in said)}"


def plural(count: int, word: str, many: str = "") -> str:
    """A number with its word."""
    return f"{count} {word if count == 1 else many or word + 's'}"
