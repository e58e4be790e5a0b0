"""What a conflict of two facts could lead to at most, however sure a judge were of it. Judges nothing.

Of the pairs that the finder proposes among agents' notes most cannot be asked about or replaced, whatever is said of
them (`python -m benchmarks.idle FOLDER` counts them): these need not be judged.
"""

from __future__ import annotations

from msgspec.structs import replace

from noctuary.decisions import Verdict
from noctuary.judging.actionable import is_plain, is_plain_change
from noctuary.judging.replacing import is_worth_asking, may_clash, may_stand_in
from noctuary.judging.slots import slot
from noctuary.model import Fact

_SUREST = (
    Verdict(kind="contradiction", reason="", score=1.0, clash=1.0, heard=1.0),
    Verdict(kind="supersession", reason="", score=1.0, clash=1.0, heard=1.0),
)


def may_be_acted_on(older: Fact, newer: Fact) -> bool:
    """Whether some verdict on the two could have one asked about or replaced, as they stand or once both are believed."""
    if not may_clash(slot(older, newer)):
        return False
    believed = replace(older, status="active"), replace(newer, status="active")
    return any(_may_be_asked(*both) or _may_be_replaced(*both) for both in ((older, newer), believed))


def _may_be_asked(older: Fact, newer: Fact) -> bool:
    return is_worth_asking(older, newer, heard=1.0) and any(is_plain(one, older, newer) for one in _SUREST)


def _may_be_replaced(older: Fact, newer: Fact) -> bool:
    return may_stand_in(older, newer) and is_plain_change(older, newer)
