"""The judge's word on two statements, and a second one without their asides where it saw no clash. Acts on nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from noctuary.decisions import Reader, Verdict
from noctuary.judging.bounds import are_apart, conflict_at_most
from noctuary.judging.judge import BATCH, judge_all
from noctuary.model import Statement
from noctuary.text.asides import core


def judge_pair(left: Statement, right: Statement, least: float, reader: Reader | None = None) -> Verdict:
    """`judge_pairs` of one pair."""
    return next(judge_pairs([(left, right)], least, reader))


def sureness_at_most(left: Statement, right: Statement) -> float:
    """How sure a conflict that `judge_pair` finds can be at most, whatever a reader says; asks none."""
    return max(conflict_at_most(*both) for both in _readings(left, right))


def are_surely_apart(left: Statement, right: Statement) -> bool:
    """Whether `judge_pair` says neither that they conflict nor that one says the same as the other or more of it."""
    return all(are_apart(*both) for both in _readings(left, right))


def judge_pairs(
    pairs: Sequence[tuple[Statement, Statement]], least: float, reader: Reader | None = None
) -> Iterator[Verdict]:
    """The verdicts in order; where one is no conflict `least` sure, that on the bare statements, as a contradiction.

    What somebody said somewhere clashes with what is said here; whether it is right is never for us to settle, so
    nothing is retired on a second reading.
    """
    for start in range(0, len(pairs), BATCH):
        some = pairs[start : start + BATCH]
        verdicts = list(judge_all(some, reader))
        bare = {n: _bare(*both) for n, both in enumerate(some) if not _is_settled(verdicts[n], least)}
        again = {number: both for number, both in bare.items() if both != some[number]}
        second = dict(zip(again, judge_all(list(again.values()), reader), strict=True))
        for number, verdict in enumerate(verdicts):
            other = second.get(number)
            is_clash = other is not None and other.is_conflict and other.clash >= least
            yield replace(other, kind="contradiction", score=other.clash) if other and is_clash else verdict


def _bare(left: Statement, right: Statement) -> tuple[Statement, Statement]:
    return replace(left, text=core(left.text)), replace(right, text=core(right.text))


def _readings(left: Statement, right: Statement) -> list[tuple[Statement, Statement]]:
    whole, bare = (left, right), _bare(left, right)
    return [whole] if bare == whole else [whole, bare]


def _is_settled(verdict: Verdict, least: float) -> bool:
    return verdict.kind in ("duplicate", "refinement") or (verdict.is_conflict and verdict.sureness >= least)
