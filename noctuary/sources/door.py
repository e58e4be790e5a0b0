"""What every text of a reading passes: the utterances met before, the lines Noctuary wrote.

Stores no text; keeps at hand what the last event stands under.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec.structs import replace

from noctuary.guard import Guarded, GuardPolicy, guard
from noctuary.guard.prints import is_own
from noctuary.sources.seen import Seen

if TYPE_CHECKING:
    from noctuary.sources.dates import Doubt
    from noctuary.sources.pages import Outline

DEFAULT = GuardPolicy()


class Door:
    """One reading's door.

    `zone` is an IANA name for times that tell none ("" is UTC), `own` are the fingerprints of our own lines
    (`guard.prints`), `policy` is the guard's, `most` how many events one source may give (None: all it has),
    `standing` the lines of the memory file that were read before, of which all are given; `doubts` say of which notes
    the day in the name cannot be right. `outline` is that of the page that passed last.
    """

    def __init__(
        self,
        zone: str = "",
        own: frozenset[str] = frozenset(),
        policy: GuardPolicy = DEFAULT,
        most: int | None = None,
        standing: frozenset[str] = frozenset(),
    ) -> None:
        self.zone = zone
        self.own = own
        self.policy = policy
        self.most = most
        self.standing = standing
        self.doubts: Mapping[str, Doubt] = {}
        self.seen = Seen()
        self.outline: Outline | None = None
        self._context: tuple[str, ...] = ()
        self._above: tuple[Guarded, ...] = ()

    def guarded(self, text: str) -> Guarded:
        """The text safe to store."""
        return guard(text, self.policy)

    def guarded_page(self, text: str) -> Guarded:
        """A whole page safe to be cut up: a label may stand lines above what it announces. Lines keep their numbers."""
        return guard(text, self.policy, keep_lines=True)

    def guarded_above(self, context: tuple[str, ...]) -> tuple[Guarded, ...]:
        """What events stand under, safe to store; what follows one another mostly stands under the same."""
        if context != self._context:
            self._context, self._above = context, tuple(map(self.guarded, context))
        return self._above

    def guarded_under(self, text: str, above: tuple[str, ...]) -> Guarded:
        """The text safe to store, also where what it stands under announces a secret (`## Wifi password`)."""
        alone = self.guarded(text)
        if not above or ":" in alone.text:
            return alone
        lead = f"{above[-1].rstrip(' :')}: "
        both = self.guarded(lead + alone.text)
        if not both.redacted or not both.text.startswith(lead):
            return alone
        redacted = Counter(alone.redacted) + Counter(both.redacted)
        return replace(alone, text=both.text[len(lead) :], redacted=dict(sorted(redacted.items())))

    def without_own(self, text: str) -> tuple[str, str]:
        """The text without lines of our pages that stand in it bare of their marks; and why, if nothing is left."""
        if not self.own:
            return text, ""
        kept = [line for line in text.split("\n") if not is_own(line, self.own)]
        left = "\n".join(kept)
        return left, "" if left.strip() or not text.strip() else "own_output"
