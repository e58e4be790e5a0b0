"""Promotions that wait for the human: when a statement must be seen before it is believed, and what is asked then.

Lets nothing in and puts nothing away; `weigh` and `resolve` ask it before they do.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from noctuary.consolidate.policy import PromotePolicy
from noctuary.consolidate.promote import REASONS
from noctuary.consolidate.score import independent
from noctuary.judging.again import is_again
from noctuary.judging.statements import of_fact
from noctuary.model import Fact, Review, tagged
from noctuary.page.questions import is_open
from noctuary.stages.rejections import rejections
from noctuary.stages.run import Run

KIND = "promotion"


class Proposals:
    """The promotion questions of one night: those the journal holds open, and what was answered before."""

    def __init__(self, run: Run) -> None:
        self._policy = run.workspace.settings.promote
        self._open = {one.a: one.id for _, one in sorted(run.reviews.items()) if one.kind == KIND and is_open(one)}
        self._refused = rejections(run.state, run.reviews)
        self._facts, self._zone = run.facts, run.now.tzinfo

    def must_wait(self, fact: Fact, gate: str) -> bool:
        """Whether a candidate is believed only once the human has seen it: always, or because they once rejected it, in
        these words or in nearly the same."""
        if fact.status != "candidate" or gate == "memory":
            return False
        return self._policy.mode == "propose" or self._turned_down(fact) is not None

    def ask(self, fact: Fact, gate: str, reviews: dict[str, Review]) -> list[str]:
        """Put the question into `reviews`, or bring the open one up to date; returns its id if it is new."""
        voices = len(independent(fact.sources))
        key = self._open.get(fact.id) or _new_key(fact, voices, reviews)
        is_new = key not in reviews or bool(reviews[key].closed_because)
        before = Review(id=key, kind=KIND, a=fact.id, reason="") if is_new else reviews[key]
        reason = f"{self._told(fact)}{_reason(fact, gate, voices, self._policy)}"
        reviews[key] = replace(before, reason=reason, gate=gate, score=fact.score)
        self._open[fact.id] = key
        return [key] if is_new else []

    def replacing(self, newer: Fact, older: Fact, reason: str, reviews: dict[str, Review]) -> list[str]:
        """Note at the candidate's question what it would supersede, asking it first where nobody did.

        A candidate with no gate of its own is not asked where another question would replace the same already.
        """
        is_moot = any(older.id in dict(one.replaces) for one in reviews.values() if one.kind == KIND and is_open(one))
        if is_moot and newer.id not in self._open:
            return []
        asked = [] if newer.id in self._open else self.ask(newer, "update", reviews)
        question = reviews[self._open[newer.id]]
        others = tuple(pair for pair in question.replaces if pair[0] != older.id)
        reviews[question.id] = replace(question, replaces=tuple(sorted((*others, (older.id, reason)))))
        return asked


    def _turned_down(self, fact: Fact) -> str | None:
        """The id of what the human once rejected and this says again; of several the one they rejected last."""
        if fact.id in self._refused:
            return fact.id
        last = sorted(self._refused, key=lambda key: (self._refused[key], key), reverse=True)
        known = (key for key in last if key in self._facts)
        return next((key for key in known if is_again(of_fact(fact), of_fact(self._facts[key]))), None)

    def _told(self, fact: Fact) -> str:
        key = self._turned_down(fact)
        if key is None:
            return ""
        words = "" if key == fact.id else f', as "{self._facts[key].text}"'
        return f"you said no to this on {self._refused[key].astimezone(self._zone):%Y-%m-%d}{words}; "


def _new_key(fact: Fact, voices: int, reviews: Mapping[str, Review]) -> str:
    """The id of a question by its fact and voices; one that was answered keeps its own, however few voices are new."""
    key, number = tagged("review", KIND, fact.id, str(voices)), 1
    while key in reviews and reviews[key].decision not in (None, "later"):
        number += 1
        key = tagged("review", KIND, fact.id, str(voices), str(number))
    return key


def _reason(fact: Fact, gate: str, voices: int, policy: PromotePolicy) -> str:
    heard = "1 independent source" if voices == 1 else f"{voices} independent sources"
    return f"{REASONS[gate]}: promotion score {fact.score:.2f} of at least {policy.min_score:.2f}, {heard}"
