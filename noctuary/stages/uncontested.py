"""What an answer or a replacement leaves uncontested is held against what stands in its place. Writes nothing.

Of three values of one attribute two questions may stand open, both about the first. Where that one goes, one question
is answered and the other has lost a side: the two values left would stand beside each other as if nothing were amiss.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from noctuary.judging.coexist import Coexistence
from noctuary.judging.replacing import calls_former, is_one_thing, is_replaced, is_worth_asking
from noctuary.judging.slots import slot
from noctuary.judging.statements import of_fact
from noctuary.judging.worded_alike import opposed
from noctuary.model import Edge, Fact, Review, Statement, edge_id, fold
from noctuary.page.shelves import successor
from noctuary.stages.asking import Decided, review_id, told, which_holds
from noctuary.text.claims import claim
from noctuary.text.days import dated, order_day

Pair = tuple[Fact, Fact]


def left_open(
    facts: Mapping[str, Fact],
    before: Mapping[str, Review],
    after: Mapping[str, Review],
    ended: Mapping[str, Review],
    kept: Collection[str] = (),
) -> dict[str, Review]:
    """The questions, by id, that take the place of those that were open `before` and are moot `after`, and those about
    what the statements the human just chose (`kept`) call former.

    `ended` holds what was at odds of those that one ended the other, by the id a question of the two has. None about
    what may both hold, was decided already or is asked.
    """
    pairs = [*_of_moot(facts, before, after, ended), *_called_former(facts, kept)]
    pairs = [pair for pair in pairs if _key(pair) not in after]
    if not pairs:
        return {}
    decided = Decided(facts, after)
    beside = Coexistence(facts.values(), decided.keys(), [side for pair in pairs for side in pair])
    asked = [pair for pair in pairs if not beside.may_both_hold(*pair) and not decided.about(*pair)]
    return {_key(pair): which_holds(*pair, told(opposed(*map(of_fact, pair)), *pair)) for pair in asked}


def at_odds(questions: Mapping[str, Review]) -> dict[str, Edge]:
    """The edges, by id, that set the sides of these against each other."""
    ends = {key: tuple(sorted((one.a, one.b or ""))) for key, one in sorted(questions.items())}
    edges = [
        Edge(id=edge_id(src, dst, "contradicts"), src=src, dst=dst, rel="contradicts", reason=questions[key].reason)
        for key, (src, dst) in ends.items()
    ]
    return {edge.id: edge for edge in edges}


def _of_moot(
    facts: Mapping[str, Fact], before: Mapping[str, Review], after: Mapping[str, Review], ended: Mapping[str, Review]
) -> Iterator[Pair]:
    """The believed side of each conflict that has become moot, with what took the other's place."""
    for key, review in sorted(after.items()):
        was = before.get(key)
        if not review.b or not review.closed_because or was is None or was.closed_because:
            continue
        for one, other in ((review.a, review.b), (review.b, review.a)):
            gone, left = facts.get(one), facts.get(other)
            stands = successor(facts, gone) if gone and gone.status == "superseded" else None
            if left is None or stands is None or not left.is_believed or stands.id == left.id:
                continue
            told = ended.get(review_id("contradiction", one, stands.id))
            pair = _ordered(left, stands)
            if (told and _are_of_one_attribute(review, told, one)) or _clash(*pair):
                yield pair


def _are_of_one_attribute(review: Review, told: Review, gone: str) -> bool:
    """Whether a question and what ended its side `gone` are about one attribute, of which the two left give two values:
    they name the attribute in the same words, or the same value of what is gone."""
    (was, left), (ended, stands) = (_values(one, gone) for one in (review, told))
    is_one = (was and fold(was) == fold(ended)) or (review.slot and fold(review.slot) == fold(told.slot))
    words = fold(left), fold(stands)
    return bool(is_one and all(words)) and not (words[0] in words[1] or words[1] in words[0])


def _values(one: Review, side: str) -> tuple[str, str]:
    """The value that a side of a question gives, and that of the other side."""
    return (one.a_value, one.b_value) if one.a == side else (one.b_value, one.a_value)


def _called_former(facts: Mapping[str, Fact], kept: Collection[str]) -> Iterator[Pair]:
    """What is believed and one of `kept` calls former in its own words, with it."""
    for key in sorted(kept):
        told_former = _former(facts[key])
        holding = (one for _, one in sorted(facts.items()) if one.is_believed and one.id != key) if told_former else ()
        for fact in holding:
            text = fold(fact.text)
            if any(words in text for words in told_former) and _is_former(fact, facts[key]):
                yield fact, facts[key]


def _former(fact: Fact) -> frozenset[str]:
    """The values and telling words that a statement calls former."""
    said = claim(Statement(text=dated(fact)))
    words = [token.text for token in said.tokens if token.past and token.weight >= 1.0]
    return frozenset(filter(None, map(fold, (*words, *(value.text for value in said.values if value.past)))))


def _clash(older: Fact, newer: Fact) -> bool:
    return is_worth_asking(older, newer) or _is_former(older, newer)


def _is_former(older: Fact, newer: Fact) -> bool:
    met = slot(older, newer)
    return is_replaced(met) and calls_former(older, newer) and is_one_thing(older, newer, met)


def _ordered(one: Fact, two: Fact) -> Pair:
    older, newer = sorted((one, two), key=lambda fact: (order_day(fact), fact.id))
    return older, newer


def _key(pair: Pair) -> str:
    return review_id("contradiction", pair[0].id, pair[1].id)
