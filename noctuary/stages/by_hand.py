"""Facts that stand on the human's own word, given outside any source: a vouched one, a wording, a statement of theirs.

Makes facts; whether the human may, and what becomes of what they replace, is for whoever hears the answer.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from noctuary.consolidate.decay import half_life
from noctuary.consolidate.policy import DecayPolicy
from noctuary.consolidate.rests import rests
from noctuary.consolidate.score import BY_HAND, PRIOR
from noctuary.consolidate.validity import over_by_words
from noctuary.extraction.extract import extract
from noctuary.extraction.when import days
from noctuary.model import Candidate, Event, Fact, Role, Support, fact_id, fold, tagged
from noctuary.text.clauses import standing

# What the human says beside a question or in the block does not stand in their own part of the memory file, though a
# line of it is cited. Where such a line does stand there, the next reading finds it.
_CITED: dict[Role, Role] = {"memory": "note"}


def vouched(fact: Fact, now: dt.datetime, gate: str = "vouched") -> Fact:
    """The fact as the human's word lets it stand. However often a human vouches, it is one voice."""
    event = tagged("vouched", fact.id)
    word = Support(
        ref=BY_HAND, line=0, line_end=0, session=event, role="user", trust="human", at=now.astimezone(dt.UTC),
        quote=fact.text, event=event,
    )  # fmt: skip
    return replace(
        fact,
        status="active" if fact.status == "candidate" else fact.status,
        archived_because="",
        gate=fact.gate or gate,
        trust="human",
        method="manual",
        confidence=PRIOR["manual"],
        last_revalidated=now,
        sources=(*(one for one in fact.sources if one.event != event), word),
    )


def worded(sides: tuple[Fact, ...], text: str, now: dt.datetime, known: Fact | None = None) -> Fact:
    """The human's own wording of what `sides` say, as a believed fact that cites their evidence as lent.

    It is about the entity of the first side that the words name, else of the first. `known` is the fact that says
    so already, where there is one.
    """
    like = likest(sides, text)
    day = now.date()
    own = known or replace(like, id=fact_id(text, like.entity), sources=())
    if not own.is_believed:
        own = replace(own, sources=_cited(own.sources))
    cited = {(one.ref, one.line, one.event) for one in own.sources}
    theirs = (one for side in sides for one in side.sources)
    lent = {
        key: replace(one, is_lent=True)
        for one in _cited(theirs)
        if (key := (one.ref, one.line, one.event)) not in cited
    }
    made = replace(
        own,
        text=text,
        days=own.days if own.text == text else days(text, day),
        status="active",
        gate="by_hand",
        score=0.0,
        contradicting=0,
        sources=(*own.sources, *lent.values()),
        verified_at=now,
        said_on=day,
        valid_from=day if known is None else own.valid_from,
        superseded_by=None,
    )
    return vouched(replace(made, valid_to=over_by_words(made)), now)


def left_standing(left: Fact, kept: Fact) -> list[Fact]:
    """What a statement says besides, as facts of their own, when `kept` takes its place (`rests`).

    They cite its line and go with it: whoever rewords that says anew what holds.
    """
    found = []
    for text in rests(left, kept):
        read = _read(standing(text))
        subject = read.subject if read else ""
        named = tuple(day for day in left.days if day[0] in text)
        rest = replace(left, id=fact_id(text, subject), text=text, entity=subject, days=named, about="")
        over = over_by_words(rest)
        found.append(replace(rest, status="active", superseded_by=None, valid_to=over, contradicting=0))
    return found


def likest(sides: tuple[Fact, ...], text: str) -> Fact:
    """Of the sides the one whose subject the words name, else the first."""
    said = fold(text)
    return next((side for side in sides if side.entity and fold(side.entity) in said), sides[0])


def stated(text: str, now: dt.datetime, facts: Mapping[str, Fact], policy: DecayPolicy) -> Fact:
    """A statement as a fact on the human's own word; its kind and subject are what extraction reads in it.

    Where one of `facts` says so already, that is the one, whatever became of it.
    """
    read = _read(text)
    subject = read.subject if read else ""
    key = fact_id(text, subject)
    made = facts.get(key) or Fact(
        id=key, text=text, entity=subject, kind=read.kind if read else "fact", status="candidate",
        confidence=PRIOR["manual"], method="manual", verified_at=now, trust="human", sources=(),
        domain=read.domain if read else None, said_on=now.date(), valid_from=now.date(),
        half_life_days=half_life(read.kind if read else "fact", read.domain if read else None, policy),
    )  # fmt: skip
    named = days(text, now.date())
    anew = replace(made, status="candidate", superseded_by=None, days=named, sources=_cited(made.sources))
    return vouched(replace(anew, valid_to=over_by_words(anew)), now, "by_hand")


def _read(text: str) -> Candidate | None:
    event = Event(
        id=tagged("by hand", text), ref="MEMORY.md", line=1, line_end=1, at=None, role="memory", trust="human",
        text=f"- {text}", session="MEMORY.md",
    )  # fmt: skip
    return next((one for one in extract(event, None) if isinstance(one, Candidate)), None)


def _cited(sources: Iterable[Support]) -> tuple[Support, ...]:
    return tuple(replace(one, role=_CITED.get(one.role, one.role)) for one in sources)
