"""What comes back where what replaced it is turned down: believed again or asked about. Writes nothing."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from noctuary.consolidate.replies import OPEN
from noctuary.consolidate.score import WITHDRAWN, is_own_line
from noctuary.consolidate.validity import over_by_words, was_believed
from noctuary.journal import Deleted
from noctuary.model import Edge, Fact, Review, tagged
from noctuary.stages.rejections import left_by

_CHOSEN = ("keep_a", "keep_b")


class Back(NamedTuple):
    """The facts as they stand again, the questions whether others shall, and the edges that said what ended them."""

    facts: dict[str, Fact]
    asked: dict[str, Review]
    ended: tuple[Deleted, ...]


def coming_back(
    gone: Collection[str],
    facts: Mapping[str, Fact],
    reviews: Mapping[str, Review],
    edges: Mapping[str, Edge],
    *,
    is_over: bool = False,
    unsaid: Collection[str] = (),
) -> Back:
    """What the facts `gone` had replaced, now that a human turned them down.

    A line that still stands in the human's own file (it is not `unsaid`) holds again, and so does what a night retired
    by itself. What the human did not choose is asked about, what they said in their own words stays away. Where what is
    gone held until now (`is_over`) it had ended what came before it, and only a line of their own says otherwise.
    """
    back: dict[str, Fact] = {}
    asked: dict[str, Review] = {}
    answers = {key: one.decision for _, one in sorted(reviews.items()) for key in left_by(one) if one.decision}
    for key, fact in sorted(facts.items()):
        if fact.status != "superseded" or fact.superseded_by not in gone:
            continue
        if fact.gate == WITHDRAWN or key in unsaid:
            continue
        is_own = is_own_line(fact)
        if not is_own and (is_over or answers.get(key, "keep_a") not in _CHOSEN):
            continue
        is_asked = not is_own and key in answers
        status = "active" if was_believed(fact) and not is_asked else "candidate"
        back[key] = replace(fact, status=status, superseded_by=None, valid_to=over_by_words(fact))
        if is_asked:
            question = _again(fact, reviews)
            asked[question.id] = question
    return Back(back, asked, tuple(_ends(back, edges)))


def _ends(back: Collection[str], edges: Mapping[str, Edge]) -> Iterator[Deleted]:
    for key, edge in sorted(edges.items()):
        if edge.rel == "supersedes" and edge.dst in back:
            yield Deleted(type="relation", id=key)


def _again(fact: Fact, reviews: Mapping[str, Review]) -> Review:
    """A question of its own each time."""
    number = 1
    while (key := tagged("review", "promotion", fact.id, "back", str(number))) in reviews:
        if reviews[key].decision in OPEN:
            break
        number += 1
    reason = "you had chosen another over it, and turned that one down since"
    return Review(id=key, kind="promotion", a=fact.id, reason=reason, gate=fact.gate, score=fact.score)
