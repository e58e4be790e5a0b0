"""Whether two statements may both hold because of where they stand, whatever the judge makes of their words.

Lines that were written side by side, fields of a log, other items of one list and stamps of a day are no conflict: nothing is retired,
asked or put to an adviser for them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Set

from noctuary.judging.aligned import are_records, is_another_item, lists
from noctuary.judging.fields import are_entries, keys, learn
from noctuary.judging.siblings import are_siblings
from noctuary.judging.stamps import are_day_counts, is_stamp
from noctuary.judging.whose import Outlines
from noctuary.model import Fact


class Coexistence:
    """What all statements at hand tell of where each stands."""

    def __init__(self, facts: Collection[Fact], chosen: Set[str], asked: Iterable[Fact] | None = None) -> None:
        """`chosen` are the keys (`fields.keys`) for which the human chose one value: none of them is a field.

        `asked` are the only ones that will be asked about; nothing is learnt of other keys. None: any may be.
        """
        among = None if asked is None else frozenset(key for fact in asked for key in keys(fact.text))
        self._fields = learn(facts, among) - chosen
        self._lists = lists(facts)
        self._outlines = Outlines(facts)

    def may_both_hold(self, older: Fact, newer: Fact) -> bool:
        """Whether they are siblings, fields of a log, records of one file, or `newer` names another item of a list;
        whether one only tells when it was written, or both count the days of one thing; or they are of two things."""
        if is_stamp(older.text) or is_stamp(newer.text) or are_day_counts(older.text, newer.text):
            return True
        if are_siblings(older, newer) or are_entries(older, newer, self._fields):
            return True
        if are_records(older, newer, self._lists) or is_another_item(older, newer, self._lists):
            return True
        return self.are_of_two(older, newer)

    def are_of_two(self, older: Fact, newer: Fact) -> bool:
        """Whether one stands under the heading of one thing, and the other speaks of another."""
        return self._outlines.is_of_another(older, newer)

    def is_doubtful(self, older: Fact, newer: Fact) -> bool:
        """Whether the older one stands under a heading, and it is not plain that the newer speaks of what that names."""
        return self._outlines.is_doubtful(older, newer)
