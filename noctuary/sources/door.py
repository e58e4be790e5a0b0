"""What every text of a reading passes: the utterances met before, the lines Noctuary wrote. Stores no text."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from noctuary.guard.prints import is_own
from noctuary.sources.dates import Doubt
from noctuary.sources.seen import Seen


class Door:
    """One reading's door.

    `own` are fingerprints of our own lines, `zone` is an IANA name for times that tell none, `doubts` say of which
    notes the day in the name cannot be right.
    """

    def __init__(
        self, zone: str = "", own: frozenset[str] = frozenset(), doubts: Mapping[str, Doubt] = MappingProxyType({})
    ) -> None:
        self.zone = zone
        self.own = own
        self.doubts = doubts
        self.seen = Seen()

    def without_own(self, text: str) -> tuple[str, str]:
        """The text without lines of our pages that stand in it bare of their marks; and why, if nothing is left."""
        if not self.own:
            return text, ""
        kept = [line for line in text.split("\n") if not is_own(line, self.own)]
        left = "\n".join(kept)
        return left, "" if left.strip() or not text.strip() else "own_output"
