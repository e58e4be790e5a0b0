"""Facts that stand on the human's own word, given outside any source: a vouched one, a wording of their own.

Makes facts; whether the human may, and what becomes of what they replace, is for whoever hears the answer.
"""

from __future__ import annotations

import datetime as dt

from msgspec.structs import replace

from noctuary.consolidate.score import BY_HAND, PRIOR
from noctuary.model import Fact, Role, Support, fact_id, fold, tagged

# A wording of the human's own does not stand in their memory file, though a line of it is cited.
_CITED: dict[Role, Role] = {"memory": "note"}


def vouched(fact: Fact, now: dt.datetime, gate: str = "vouched") -> Fact:
    """The fact as the human's word lets it stand. However often a human vouches, it is one voice."""
    event = tagged("vouched", fact.id)
    word = Support(
        ref=BY_HAND, line=0, line_end=0, session=event, role="user", trust="human", at=now, quote=fact.text, event=event
    )
    return replace(
        fact,
        status="active" if fact.status == "candidate" else fact.status,
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
    cited = {(one.ref, one.line, one.event) for one in own.sources}
    theirs = (one for side in sides for one in side.sources)
    lent = {
        key: replace(one, is_lent=True, role=_CITED.get(one.role, one.role))
        for one in theirs
        if (key := (one.ref, one.line, one.event)) not in cited
    }
    made = replace(
        own,
        text=text,
        status="active",
        gate="by_hand",
        score=0.0,
        contradicting=0,
        sources=(*own.sources, *lent.values()),
        verified_at=now,
        said_on=day,
        valid_from=day if known is None else own.valid_from,
        valid_to=None,
        superseded_by=None,
    )
    return vouched(made, now)


def likest(sides: tuple[Fact, ...], text: str) -> Fact:
    """Of the sides the one whose subject the words name, else the first."""
    said = fold(text)
    return next((side for side in sides if side.entity and fold(side.entity) in said), sides[0])
