"""Hears the adviser, where one is set, on what is about to be asked or is in doubt. Asks nobody by default.

What advice may do is small: change the verdict of such a pair. It retires nothing that a human said, it is not heard
where it is less sure than what we act on (`contradictions.ask_score`), and it is never about what is already sure.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from msgspec.structs import replace

from noctuary.advice import Advice, Adviser, AdviserAbsent, Asked, ask, choose
from noctuary.consolidate.resolve import act
from noctuary.decisions import CONFLICTS, Conflict, Judged, Verdict
from noctuary.judging.actionable import is_plain
from noctuary.judging.coexist import Coexistence
from noctuary.judging.statements import of_fact
from noctuary.model import Fact, Problem
from noctuary.stages.asking import Decided, durability
from noctuary.stages.run import Run

CACHE = "advice.jsonl"
IN_DOUBT = 0.2
_KEPT = (*CONFLICTS, "refinement")


def advise(run: Run, decided: Decided, beside: Coexistence) -> Run:
    """The night with its verdicts as the adviser left them."""
    policy = run.workspace.settings.judge
    try:
        adviser = choose(policy)
    except AdviserAbsent as error:
        return _told(run, f"{error}; tonight nobody was asked for advice")
    if adviser is None:
        return run
    doubtful = sorted(
        (one for one in run.conflicts if _is_doubtful(run, one, decided, beside)),
        key=lambda one: (-one.verdict.score, *one.ends),
    )
    if not doubtful:
        return run
    asked = _asked(run, adviser, doubtful)
    advised = {
        doubtful[place].ends: _weighed(run, doubtful[place], advice, asked.name)
        for place, advice in asked.answers.items()
    }
    least = run.workspace.settings.contradictions.ask_score
    answered = [doubtful[place] for place in asked.answers if doubtful[place].verdict.sureness >= least]
    dropped = [one for one in answered if advised[one.ends].kind not in _KEPT]
    verdicts = [Judged(*one.ends, advised.get(one.ends, one.verdict)) for one in run.conflicts]
    run = dataclasses.replace(
        run,
        conflicts=tuple(Conflict(*one) for one in verdicts if one.verdict.is_conflict),
        details=(*run.details, *(one for one in verdicts if one.verdict.kind == "refinement")),
    )
    told = [f"adviser {asked.name}: {_side_by_side(run, one)} are not asked: it sees no conflict" for one in dropped]
    return _told(run, *_account(asked, run.dry_run), *told)


def _is_doubtful(run: Run, conflict: Conflict, decided: Decided, beside: Coexistence) -> bool:
    """Whether the pair is about to be asked, or falls short of it only in sureness, by no more than IN_DOUBT."""
    verdict = conflict.verdict
    older, newer = map(run.facts.get, conflict.ends)
    policy = run.workspace.settings.contradictions
    if not older or not newer or verdict.sureness < policy.ask_score - IN_DOUBT:
        return False
    if not all(_is_worth_it(run, side) for side in (older, newer)) or beside.may_both_hold(older, newer):
        return False
    if not is_plain(verdict, older, newer) or decided.about(older, newer):
        return False
    if verdict.sureness < policy.ask_score:
        return True
    return newer.id not in run.regressions and act(verdict, older, newer, policy, is_regression=False) == "ask"


def _is_worth_it(run: Run, fact: Fact) -> bool:
    least = run.workspace.settings.promote.min_durability
    return fact.is_believed or (fact.is_alive and durability(fact) >= least)


def _asked(run: Run, adviser: Adviser, doubtful: Sequence[Conflict]) -> Asked:
    """A dry run changes no byte and so cannot keep an answer: it hears only what was kept."""
    if not run.dry_run:
        run.workspace.make_derived()
    pairs = [(of_fact(run.facts[older]), of_fact(run.facts[newer]), verdict) for older, newer, verdict in doubtful]
    cache = run.workspace.derived / CACHE
    settings = run.workspace.settings
    return ask(adviser, pairs, cache, settings.judge.max_calls, policy=settings.guard, may_call=not run.dry_run)


def _side_by_side(run: Run, conflict: Conflict) -> str:
    return " and ".join(f"“{run.facts[key].text[:80]}”" for key in conflict.ends)


def _weighed(run: Run, conflict: Conflict, advice: Advice, name: str) -> Verdict:
    """The verdict after the advice; our own where the advice is unsure or would retire a human's words."""
    verdict = conflict.verdict
    policy = run.workspace.settings.contradictions
    if advice.score < policy.ask_score:
        return verdict
    reason = f"{advice.reason or advice.kind} ({name})"
    heard = advice.score if advice.kind in CONFLICTS else verdict.heard
    changed = replace(verdict, kind=advice.kind, score=round(advice.score, 4), heard=round(heard, 4), reason=reason)
    older, newer = (run.facts[key] for key in conflict.ends)
    what = act(changed, older, newer, policy, is_regression=newer.id in run.regressions)
    loser = {"supersede": older, "reject_new": newer}.get(what)
    return verdict if loser and _is_humans(loser) else changed


def _is_humans(fact: Fact) -> bool:
    return fact.trust == "human" or any(one.trust == "human" or one.role == "memory" for one in fact.sources)


def _account(asked: Asked, is_dry: bool) -> list[str]:
    """What the page says of answers that did not come."""
    told = [f"{count} of {asked.called} questions: {why}" for why, count in asked.silent.items()]
    if asked.beyond:
        why = "a dry run asks nobody" if is_dry else "judge.max_calls allows no more a night"
        told.append(f"{asked.beyond} pairs were not put to it; {why}")
    return [f"adviser {asked.name}: {one}" for one in told]


def _told(run: Run, *messages: str) -> Run:
    told = tuple(Problem(path="noctuary.toml", message=message) for message in messages)
    return dataclasses.replace(run, problems=(*run.problems, *told)) if told else run
