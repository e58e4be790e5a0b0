"""Other settings tried over the stored evidence: what would be in, out, or asked. Writes nothing, reads no source.

Signals are those of the night that last heard of a fact, so that their scores are the stored ones. What no night kept
as a candidate, and a conflict no night asked about or acted on, is not seen: a night with the settings would tell.
"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from msgspec.structs import replace

from noctuary.access import seen
from noctuary.consolidate.decay import confidences
from noctuary.consolidate.policy import PromotePolicy
from noctuary.consolidate.promote import REASONS, Measure, gates, is_met, passes, stands_alone
from noctuary.consolidate.resolve import act
from noctuary.consolidate.score import is_own_line
from noctuary.decisions import Signals
from noctuary.journal import State, replay
from noctuary.judging import judge
from noctuary.judging.entails import entails
from noctuary.judging.statements import of_fact
from noctuary.model import BELIEVED, Fact, Review, Support, Value
from noctuary.page import human_part, render_block
from noctuary.reader import choose
from noctuary.settings import Settings, Workspace
from noctuary.stages.evidence import trust_of
from noctuary.stages.pages import memory_of
from noctuary.stages.rejections import left_by
from noctuary.stages.weigh import standing
from noctuary.workbench import signals

Side = Literal["in", "out", "asked", "not asked", "retired", "kept", "stale", "not stale", "shown", "not shown"]
EARNED = ("corroborated", "stressed", "stated", "noted", "used", "update")
_DAWN = dt.date.min


class Change(Value, frozen=True, omit_defaults=False):
    """What would become of one fact or question, by its `id`, with the number that decides."""

    id: str
    text: str
    side: Side
    why: str


class Flip(Value, frozen=True, omit_defaults=False):
    """What might be heard of a candidate: the score it would have then, and the gate it would pass ("": none)."""

    what: str
    score: float
    gate: str


def what_if(workspace: Workspace, tried: Settings) -> list[Change]:
    """Every fact and question that would stand otherwise under the settings `tried`, by what would become of it."""
    state = seen(replay(workspace.journal))
    now = workspace.settings
    found = [
        *_promotions(state, now.promote, tried.promote),
        *_conflicts(state, now, tried),
        *_fading(state, now, tried),
        *_block(workspace, state, tried),
    ]
    return sorted(found, key=lambda one: (one.side, one.text, one.id))


def signals_of(state: State, facts: Iterable[Fact]) -> dict[str, Signals]:
    """The signals of each fact as the night that last wrote it computed them; of others, as the last night would."""
    last = state.last_night()
    by_night: dict[dt.datetime, dict[str, tuple[Support, ...]]] = defaultdict(dict)
    for fact in facts:
        batch = state.written.get(("observation", fact.id), (None, "", None))[2]
        night = state.nights.get(batch or "") or last
        if night:
            by_night[night.begun_at][fact.id] = fact.sources
    believed = {key: fact.text for key, fact in state.facts.items() if fact.is_believed}
    asked = {key: state.facts[key] for some in by_night.values() for key in some}
    stands = standing(asked, believed, state.edges.values())
    weighed = (signals(some, now, standing=stands) for now, some in by_night.items())
    return {key: value for some in weighed for key, value in some.items()}


def flips(fact: Fact, now: dt.datetime, policy: PromotePolicy) -> list[Flip]:
    """Which single new voice would let a candidate in: another session, the human's plain word, their stressed one.

    Where the human has said it plainly already, their plain word is another session like any other.
    """
    sure = max((one.durability for one in fact.sources), default=0.0)
    agent = Support(
        ref="another session", line=0, line_end=0, session="another session", role="note", trust="agent", at=now,
        quote=fact.text, event="another session", durability=sure,
    )  # fmt: skip
    human = replace(agent, role="user", trust="human")
    is_said = any(one.trust == "human" for one in fact.sources)
    voices = {
        f"one more independent session {'in which you or another say so' if is_said else 'that says so'}": agent,
        **({} if is_said else {"your own plain word for it": human}),
        "your stressed word (“remember: …”)": replace(human, cues=("remember",)),
    }
    heard = {what: replace(fact, sources=(*fact.sources, voice)) for what, voice in voices.items()}
    weighed = signals({what: one.sources for what, one in heard.items()}, now)
    found = []
    for what, one in heard.items():
        then = replace(one, trust=trust_of(one.sources))
        gate = passes(then, weighed[what], policy, is_update=False)
        value = next(iter(gates(then, weighed[what], policy).values()))[0].value
        found.append(Flip(what=what, score=value, gate=gate or ""))
    return found


def told(measure: Measure) -> str:
    """A gate's number beside what it asks: "score 0.27 < 0.30"."""
    sign = "≥" if is_met(measure) else "<"
    if measure.name == "sources":
        return f"{measure.value:.0f} independent source{'' if measure.value == 1 else 's'} {sign} {measure.least:.0f}"
    if not measure.setting:
        return measure.name if is_met(measure) else f"no {measure.name.removeprefix('a ')}"
    places = 2 if is_met(measure) or round(measure.value, 2) < round(measure.least, 2) else 4
    return f"{measure.name} {measure.value:.{places}f} {sign} {measure.least:.{places}f}"


def _promotions(state: State, now: PromotePolicy, tried: PromotePolicy) -> Iterator[Change]:
    if now == tried:
        return
    left = {key for review in state.reviews.values() for key in left_by(review)}
    facts = [fact for _, fact in sorted(state.facts.items()) if fact.id not in left and _is_weighed(fact)]
    weighed = signals_of(state, facts)
    answered = [one for one in state.reviews.values() if one.kind == "promotion"]
    accepted = {one.a for one in answered if one.decision == "accept"}
    replaced = [pair for night in state.nights.values() if not night.undone for pair in night.superseded]
    replacing = {newer for _, newer in replaced} | {one.a for one in answered if one.replaces}
    waiting: set[str] = set()
    come: list[Fact] = []
    staying: list[Fact] = []
    for fact in facts:
        found = weighed.get(fact.id)
        if found is None or fact.id in accepted:
            continue
        is_update = fact.gate == "update" or fact.id in replacing
        before, after = (_standing(fact, found, one, is_update) for one in (now, tried))
        if before != after:
            why = _because(fact, found, tried, is_update)
            yield Change(id=fact.id, text=fact.text, side=after, why=why)
        if before != after and after in ("asked", "out"):
            waiting.add(fact.id)
        if after == "in" and (before != after or fact.is_believed):
            (staying if fact.is_believed else come).append(fact)
    yield from _covered(staying, come)
    for older, newer in replaced:
        if newer in waiting and older in state.facts:
            not_yet = "would wait for your word before it replaces this"
            told_so = not_yet if tried.mode == "propose" else "would not have replaced it"
            why = f"“{state.facts[newer].text}” {told_so}"
            yield Change(id=older, text=state.facts[older].text, side="kept", why=why)


def _covered(believed: Iterable[Fact], come: Sequence[Fact]) -> Iterator[Change]:
    """What would wait because a fuller statement that would come in says all of it (`weigh`: of two the fuller)."""
    for plain in believed:
        fuller = (one for one in come if one.trust == "human" or plain.trust != "human")
        full = next((one for one in fuller if entails(of_fact(one), of_fact(plain))), None)
        if full:
            yield Change(id=plain.id, text=plain.text, side="out", why=f"“{full.text}” would say it, and more")


def _is_weighed(fact: Fact) -> bool:
    """Whether evidence let the fact in or keeps it out: no line of the human's own, no word they gave for it."""
    if is_own_line(fact):
        return False
    return fact.status == "candidate" or (fact.status in (*BELIEVED, "superseded") and fact.gate in EARNED)


def _gate(fact: Fact, found: Signals, policy: PromotePolicy, is_update: bool) -> str | None:
    gate = passes(fact, found, policy, is_update=is_update)
    return None if gate == "update" and found.durability < policy.min_candidate else gate


def _standing(fact: Fact, found: Signals, policy: PromotePolicy, is_update: bool) -> Side:
    if _gate(fact, found, policy, is_update) is None:
        return "out"
    return "asked" if policy.mode == "propose" else "in"


def _because(fact: Fact, found: Signals, policy: PromotePolicy, is_update: bool) -> str:
    gate = _gate(fact, found, policy, is_update)
    ways = gates(fact, found, policy)
    if gate in ways:
        return f"{REASONS[gate]}: {', '.join(told(one) for one in ways[gate])}"
    return REASONS[gate] if gate else nearest(fact, found, policy)


def nearest(fact: Fact, found: Signals, policy: PromotePolicy) -> str:
    """Why no gate opens: the unmet numbers of the gate that lacks the fewest."""
    if fact.trust in ("tool", "untrusted"):
        return "only tool output or fetched text says so"
    if not stands_alone(fact.text):
        return "by itself it does not say what it speaks of"
    unmet = [[told(one) for one in ways if not is_met(one)] for ways in gates(fact, found, policy).values()]
    fewest = min(unmet, key=len)
    return ", ".join(fewest)


def _conflicts(state: State, now: Settings, tried: Settings) -> Iterator[Change]:
    """Open contradictions and what was retired without asking, judged anew and walked through both tables."""
    if now.contradictions == tried.contradictions:
        return
    for review in (one for _, one in sorted(state.reviews.items()) if one.kind == "contradiction" and _is_open(one)):
        yield from _settled(state, (review.a, review.b or ""), review.id, now, tried)
    decided = {edge for one in state.reviews.values() if one.decision for edge in ((one.a, one.b), (one.b, one.a))}
    for night in state.nights.values():
        for older, newer in () if night.undone else night.superseded:
            if (older, newer) not in decided:
                yield from _settled(state, (older, newer), older, now, tried)


def _settled(state: State, both: tuple[str, str], key: str, now: Settings, tried: Settings) -> Iterator[Change]:
    sides = [state.facts[one] for one in both if one in state.facts]
    if len(sides) < len(both):
        return
    sides.sort(key=lambda fact: (fact.said_on or _DAWN, fact.id))
    verdict = judge(of_fact(sides[0], _DAWN), of_fact(sides[1], _DAWN), choose(now.judge.model).reader)
    policies = now.contradictions, tried.contradictions
    before, after = (act(verdict, sides[0], sides[1], policy, is_regression=False) for policy in policies)
    if before == after:
        return
    outcome: dict[str, Side] = {"ask": "asked", "supersede": "retired", "reject_new": "retired", "keep_both": "kept"}
    text = f"{sides[0].text} / {sides[1].text}"
    why = f"{verdict.kind}, sure to {verdict.sureness:.2f} (asked from {policies[1].ask_score:.2f}, retired from"
    side = outcome.get(after, "not asked")
    yield Change(id=key, text=text, side=side, why=f"{why} {policies[1].retire_score:.2f})")


def _fading(state: State, now: Settings, tried: Settings) -> Iterator[Change]:
    last = state.last_night()
    if now.decay == tried.decay or last is None:
        return
    believed = [fact for _, fact in sorted(state.facts.items()) if fact.is_believed]
    before = confidences(believed, last.begun_at, state.days, now.decay)
    after = confidences(believed, last.begun_at, state.days, tried.decay)
    for (fact, old), (_, new) in zip(before, after, strict=True):
        was, is_now = old < now.decay.stale, new < tried.decay.stale
        if was != is_now:
            why = f"confidence {new:.2f} {'<' if is_now else '≥'} {tried.decay.stale:.2f}"
            yield Change(id=fact.id, text=fact.text, side="stale" if is_now else "not stale", why=why)


def _block(workspace: Workspace, state: State, tried: Settings) -> Iterator[Change]:
    if workspace.settings.memory_md == tried.memory_md:
        return
    memory = human_part(memory_of(workspace).data)
    budgets = (workspace.settings.memory_md, tried.memory_md)
    before, after = (set(render_block(state, workspace.root, budget, memory)[1]) for budget in budgets)
    for key in sorted(before ^ after):
        side: Side = "not shown" if key in after else "shown"
        why = "over the budget of MEMORY.md" if key in after else "within the budget of MEMORY.md"
        yield Change(id=key, text=state.facts[key].text, side=side, why=why)


def _is_open(review: Review) -> bool:
    return review.decision in (None, "later") and not review.closed_because
