"""What the judge reads of a fact or a candidate: its words, its day, what it stands under. Judges nothing."""

from __future__ import annotations

import datetime as dt

from noctuary.model import Candidate, Fact, Statement
from noctuary.text.clauses import standing
from noctuary.text.days import dated, day_of, order_day


def of_fact(fact: Fact, first: dt.date | None = None) -> Statement:
    """A fact as a statement of the day it was last said; an undated one counts as of `first`, where that is given."""
    said_on = fact.said_on if first is None else order_day(fact, first)
    return Statement(text=standing(dated(fact)), said_on=said_on, kind=fact.kind, subject=fact.entity, context=under(fact))


def of_candidate(one: Candidate, zone: dt.tzinfo | None, first: dt.date | None = None) -> Statement:
    """A candidate as a statement, likewise."""
    said_on = day_of(one.support, zone) or first
    return Statement(text=dated(one), said_on=said_on, kind=one.kind, subject=one.subject, context=one.support.under)


def under(fact: Fact) -> tuple[str, ...]:
    """The headings and labels that the first of a fact's own sources with any stands under."""
    return next((one.under for one in fact.sources if one.under and not one.is_lent), ())
