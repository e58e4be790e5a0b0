"""The judge's word on two statements, and a second one without their asides where it saw no clash. Acts on nothing."""

from __future__ import annotations

from msgspec.structs import replace

from noctuary.consolidate.asides import core
from noctuary.consolidate.judging import judge
from noctuary.consolidate.resolve import sureness
from noctuary.decisions import Verdict
from noctuary.model import Statement

CONFLICTS = ("contradiction", "supersession")


def read_twice(left: Statement, right: Statement, least: float) -> Verdict:
    """The verdict; where it is no conflict at least `least` sure, that on the bare statements, as a contradiction.

    What somebody said somewhere clashes with what is said here; whether it is right is never for us to settle, so
    nothing is retired on a second reading.
    """
    verdict = judge(left, right)
    bare = [core(side.text) for side in (left, right)]
    is_settled = verdict.kind in ("duplicate", "refinement") or (
        verdict.kind in CONFLICTS and sureness(verdict) >= least
    )
    if is_settled or bare == [left.text, right.text]:
        return verdict
    again = judge(replace(left, text=bare[0]), replace(right, text=bare[1]))
    is_clash = again.kind in CONFLICTS and again.clash >= least
    return replace(again, kind="contradiction", score=again.clash) if is_clash else verdict
