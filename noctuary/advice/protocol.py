"""What an adviser is and what it may answer. Gives no advice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Protocol, runtime_checkable

import msgspec

from noctuary.decisions import Verdict, VerdictKind
from noctuary.errors import NoctuaryError
from noctuary.model import Statement, Value

REASON_CHARS = 200
Pair = tuple[Statement, Statement, Verdict]


class Advice(Value, frozen=True, forbid_unknown_fields=True):
    """One of the six kinds, how sure in [0, 1], and why in at most 200 characters."""

    kind: VerdictKind
    score: Annotated[float, msgspec.Meta(ge=0, le=1)]
    reason: Annotated[str, msgspec.Meta(max_length=REASON_CHARS)] = ""


class Silence(Value, frozen=True):
    """No usable answer, and why: `malformed`, `timed out`, `gave up` …"""

    why: str


class AdviserAbsent(NoctuaryError):
    """The adviser that was asked for is not installed, or is not one."""

    exit_code = 2


@runtime_checkable
class Adviser(Protocol):
    """Anything with an opinion on pairs. `name` is part of the cache's key: another name means ask anew."""

    @property
    def name(self) -> str:
        """Model, version and every setting that changes an answer."""

    def advise(self, pairs: Sequence[Pair]) -> Sequence[Advice | Silence | None]:
        """One answer a pair (a older, b newer, our own verdict), in order; None is silence without a reason."""
