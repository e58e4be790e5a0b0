"""Which of many texts may hold a sign: all of them are searched as one string, so that most are never looked at.

A quick look before a search: what it leaves out, no search finds.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate


class Texts:
    """Many texts, to be searched at once. `beyond` are the numbers of those beyond ASCII, which are in no search."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._plain = [number for number, text in enumerate(texts) if text.isascii()]
        self.beyond = sorted(set(range(len(texts))).difference(self._plain))
        self._whole = "\n".join([texts[number] for number in self._plain]).lower()
        self._starts = list(accumulate((len(texts[number]) + 1 for number in self._plain), initial=0))

    def holding(self, sign: str) -> Iterator[int]:
        """The numbers, ascending, of the texts that hold a sign in any case.

        A sign is in small letters, without a line break. In ("Port: 80", "é", "a port") "port" is held by 0 and 2.
        """
        at = self._whole.find(sign)
        while at >= 0:
            place = bisect_right(self._starts, at)
            yield self._plain[place - 1]
            at = self._whole.find(sign, self._starts[place])


def may_hold(texts: Sequence[str], signs: Iterable[str]) -> list[int]:
    """The numbers, ascending, of the texts that hold one of `signs` (`Texts.holding`), and of all beyond ASCII."""
    searched = Texts(texts)
    return sorted(set(searched.beyond).union(*map(searched.holding, signs)))
