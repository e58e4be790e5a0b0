"""Learning from the human's own decisions: finds them in the journal, weighs them, writes down what is kept.

Changes no fact and no gate; the next night scores with what was kept.
"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict

from noctuary import recalls
from noctuary.consolidate.learning import Measured, applied, fitted, held_out, lacking, may_learn, measured
from noctuary.consolidate.policy import PromotePolicy
from noctuary.consolidate.score import BY_HAND
from noctuary.decisions import Signals
from noctuary.errors import LearningRefused
from noctuary.holding import held
from noctuary.journal import Deleted, State, replay
from noctuary.local_time import zone
from noctuary.model import Fact, Learned, Support, Value
from noctuary.settings import Workspace
from noctuary.stages.rejections import taken_back
from noctuary.stages.weigh import standing
from noctuary.stages.write import write
from noctuary.workbench import signals

BATCH = "learned"


class Decision(Value, frozen=True):
    """The human's last word on whether a statement deserved to last, and when it was said."""

    fact: str
    is_kept: bool
    at: dt.datetime


class Lesson(Value, frozen=True, omit_defaults=False):
    """What the decisions teach: the rule in force and the one learned, and how each decides the same decisions.

    `before` is the shipped rule, `after` the learned one on decisions it was not learned from.
    """

    decisions: int
    accepted: int
    now: PromotePolicy
    learned: PromotePolicy
    before: Measured
    after: Measured

    @property
    def is_better(self) -> bool:
        return self.after.f1 > self.before.f1


def decided(state: State) -> list[Decision]:
    """Every decision on a promotion, the last for each fact: answers, vouched facts, promotions taken back."""
    said: dict[str, Decision] = {}
    back = taken_back(state)
    for fact in state.facts.values():
        word = next((one.at for one in fact.sources if one.ref == BY_HAND and one.at), None)
        if fact.status == "archived" and fact.id in back:
            said[fact.id] = Decision(fact=fact.id, is_kept=False, at=back[fact.id])
        elif word and len(fact.sources) > 1:
            said[fact.id] = Decision(fact=fact.id, is_kept=True, at=word)
    for one in state.reviews.values():
        is_word = one.kind == "promotion" and one.decision in ("accept", "edit", "reject")
        if is_word and one.a in state.facts and one.decided_at:
            answer = Decision(fact=one.a, is_kept=one.decision != "reject", at=one.decided_at)
            if one.a not in said or said[one.a].at < answer.at:
                said[one.a] = answer
    return sorted(said.values(), key=lambda one: (one.at, one.fact))


def weighed(workspace: Workspace, state: State, decisions: list[Decision]) -> list[tuple[Signals, bool]]:
    """The signals of each decided statement on the day it was decided, from the evidence of that day.

    The human's own later word is left out of it; novelty and conflict are those beside what is believed today.
    """
    days: defaultdict[dt.date, list[Decision]] = defaultdict(list)
    where = zone(workspace)
    for one in decisions:
        days[one.at.astimezone(where).date()].append(one)
    believed = {key: fact.text for key, fact in state.facts.items() if fact.is_believed}
    stands = standing({one.fact: state.facts[one.fact] for one in decisions}, believed, state.edges.values())
    found: dict[str, Signals] = {}
    for day in sorted(days):
        until = max(one.at for one in days[day]).astimezone(where)
        supports = {one.fact: _then(state.facts[one.fact], one.at) for one in days[day]}
        asked = recalls.read(workspace.derived, until)
        found |= signals(supports, until, recalls=asked, standing=stands)
    return [(found[one.fact], one.is_kept) for one in decisions if one.fact in found]


def _then(fact: Fact, at: dt.datetime) -> list[Support]:
    return [one for one in fact.sources if one.ref != BY_HAND and (one.at is None or one.at <= at)]


def promotion_policy(workspace: Workspace) -> tuple[PromotePolicy, int]:
    """The gates and weights the next night uses, and how many decisions they were learned from.

    A journal that never learned is not replayed for it.
    """
    own, path = workspace.settings.promote, workspace.journal
    if not may_learn(own) or not path.is_file() or b'"type":"learned"' not in path.read_bytes():
        return own, 0
    learned = replay(path).learned.get(BATCH)
    return applied(own, learned), learned.decisions if learned else 0


def lesson(workspace: Workspace) -> Lesson:
    """What the decisions of a workspace teach. Raises LearningRefused where they are too few."""
    state = replay(workspace.journal)
    own = workspace.settings.promote
    if not may_learn(own):
        raise LearningRefused(
            "promote", "noctuary.toml sets weights or a policy of its own, which learned ones would not replace",
            "take promote.weights and promote.policy out of it first",
        )  # fmt: skip
    known = weighed(workspace, state, decided(state))
    if little := lacking(known):
        raise LearningRefused("learn", little, "decide more: `noctuary review`, `noctuary vouch`, `noctuary undo ID`")
    return Lesson(
        decisions=len(known),
        accepted=sum(is_kept for _, is_kept in known),
        now=applied(own, state.learned.get(BATCH)),
        learned=fitted(known, own),
        before=measured(known, lambda _: own),
        after=held_out(known, own),
    )


def keep(workspace: Workspace, now: dt.datetime) -> tuple[str, Lesson]:
    """Write what the decisions teach into the journal; returns the batch's name and the lesson.

    Raises LearningRefused where they are too few, or where the learned rule decides them no better.
    """
    with held(workspace):
        found = lesson(workspace)
        if not found.is_better:
            told = f"F1 {found.before.f1:.2f} before, {found.after.f1:.2f} after: it would decide no better"
            raise LearningRefused("learn", told, "nothing was written; more decisions may teach more")
        value = Learned(
            id=BATCH, weights=found.learned.weights, min_score=found.learned.min_score, decisions=found.decisions
        )
        return _written(workspace, value, now), found


def forget(workspace: Workspace, now: dt.datetime) -> str:
    """Score by the shipped weights again; returns the batch's name. Raises LearningRefused where nothing is learned."""
    with held(workspace):
        if BATCH not in replay(workspace.journal).learned:
            raise LearningRefused("learn", "nothing is learned here", "the shipped weights are in force already")
        return _written(workspace, Deleted(type=BATCH, id=BATCH), now)


def _written(workspace: Workspace, value: Value, now: dt.datetime) -> str:
    state = replay(workspace.journal)
    name = f"{BATCH}:{sum(batch.startswith(f'{BATCH}:') for batch in state.touched) + 1}"
    write(workspace, state, [value], now, name)
    return name
