"""The one question a stale fact becomes, in words made from the fact itself. Decides nothing."""

from __future__ import annotations

import datetime as dt

from noctuary.consolidate.decay import due
from noctuary.model import Fact, Statement
from noctuary.text.claims import claim
from noctuary.text.values import values

_RULES = ("constraint", "preference", "decision", "correction")
_LONG = 140
_STAYING = frozenset(("path", "period", "ordinal", "year", "date"))
"""Values that do not go out of date by themselves: whether a path is there, this machine looks up."""


def question(fact: Fact, now: dt.datetime) -> str:
    """`Is the API port still 8080?`, `Does this still hold: "never push to main"?`, `Is this over …?`."""
    if fact.kind == "event" and (day := due(fact, now)):
        return f"Is this over, or does it still matter: “{_cut(fact.text)}”? ({day} has passed)"
    if labelled := _label_and_value(fact):
        return "Is “{}” still {}?".format(*labelled)
    if fact.kind in _RULES:
        return f"Does this still hold: “{_cut(fact.text)}”?"
    return f"Is this still so: “{_cut(fact.text)}”?"


def may_be_out_of_date(fact: Fact) -> bool:
    """Whether somebody should look at a stale fact: what a human said, or what gives a value that changes.

    "Runtime: 2026.3.7" does, an agent's own "keep answers short" or "tidy up the notes" does not: of twelve such
    questions that a blind reader judged eight were of steps and intentions, all of them wrong (docs/real.md).
    """
    return fact.trust == "human" or any(one.kind not in _STAYING for one in values(fact.text))


def since(fact: Fact, now: dt.datetime, value: float) -> str:
    """When it was last confirmed, by what, and what is left of it."""
    last = max(filter(None, (fact.verified_at, fact.last_revalidated)))
    is_looked_at = fact.last_revalidated is not None and fact.last_revalidated >= fact.verified_at
    told = "confirmed" if is_looked_at else "said"
    return f"Last {told} on {last.date()}; of its {fact.confidence:.2f} only {value:.2f} is left."


def _label_and_value(fact: Fact) -> tuple[str, str] | None:
    """("API port", "8080") of a line that is a label and one value; None of anything else."""
    parsed = claim(Statement(text=fact.text, kind=fact.kind, subject=fact.entity))
    label, sign, rest = fact.text.partition(": ")
    is_short = bool(sign) and len(label) <= 40 and len(rest.split()) <= 4
    if not (is_short and parsed.is_label and len(parsed.values) == 1 and parsed.polarity > 0):
        return None
    return label.strip(), rest.strip(" .")


def _cut(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LONG else line[:_LONG].rsplit(" ", 1)[0].rstrip(" ,;:") + "…"
