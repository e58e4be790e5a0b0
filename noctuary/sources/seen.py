"""The utterances a reading has met, eight bytes each, so that copies of a session count once. Forgets nothing."""

from __future__ import annotations

from array import array
from bisect import bisect_left

_RECENT = 1 << 16


class Seen:
    """A growing set of event ids (`b2:` and 16 hex digits); a million take 8 MB."""

    def __init__(self) -> None:
        self._settled = array("Q")
        self._recent: set[int] = set()

    def __contains__(self, id: str) -> bool:
        key = int(id[3:], 16)
        if key in self._recent:
            return True
        place = bisect_left(self._settled, key)
        return place < len(self._settled) and self._settled[place] == key

    def add(self, id: str) -> None:
        """Remember an id."""
        self._recent.add(int(id[3:], 16))
        if len(self._recent) >= max(_RECENT, len(self._settled) // 4):
            self._settled = array("Q", sorted((*self._settled, *self._recent)))
            self._recent.clear()
