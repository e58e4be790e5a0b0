"""Weighing evidence and letting statements in. The signals are SQL, the gates are pure; this carries them over."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Set

from msgspec.structs import replace

from noctuary import recalls
from noctuary.consolidate.concrete import concepts, novelties, specificity
from noctuary.consolidate.promote import held_back, passes
from noctuary.consolidate.score import PRIOR, independent, is_own_line
from noctuary.consolidate.score import score as weighted
from noctuary.decisions import Conflict, Signals
from noctuary.judging.entails import entails
from noctuary.judging.statements import of_fact
from noctuary.model import Edge, Fact, Support
from noctuary.page.questions import is_open
from noctuary.stages.decay_confidence import look_up
from noctuary.stages.evidence import worth
from noctuary.stages.propose import Proposals
from noctuary.stages.put_away import again_archived, put_away
from noctuary.stages.rejections import rejections
from noctuary.stages.run import Run
from noctuary.text.days import dated
from noctuary.workbench import Standing, signals

_AGAINST = ("contradicts", "supersedes")
NEARLY = ("cap", "unsure", "one_voice")
"""The gates at which a statement lacks no more than one thing: room in the night, a human's word, another voice."""
MOST_DAYS = 30
"""A first night over a year of notes lets in what a month of nights would; the rest enters in the nights after it. On
nine real workspaces .88 of what so enters is marked as worth keeping, .89 with five days' room (docs/real.md)."""
_NEAR = 1
"""Decimal places to which scores are the same: what is stressed or said by another voice is a tenth and more above."""


def score(run: Run) -> Run:
    """Compute the named signals of every touched statement; what a fuller statement says counts for the plainer one.

    The lent sources are among the fact's own from then on, so that whoever asks sees them.
    """
    run = put_away(run)
    facts = dict(run.facts)
    for key, sources in sorted(lent(run.facts, run.entailed, run.touched).items()):
        facts[key] = _lending(facts[key], sources)
    policy = run.workspace.settings.promote
    asked = recalls.read(run.workspace.derived, run.now)
    again = _without_room(run)
    weighed = {key: facts[key] for key in sorted(run.touched | again | _asked_anew(run, asked))}
    found = signals(
        {key: fact.sources for key, fact in weighed.items()},
        run.now,
        run.bench,
        root=run.home,
        recalls=asked,
        standing=standing(weighed, believed(run), run.state.edges.values(), run.conflicts),
    )
    anew = weighed.keys() - run.touched - again
    is_in = run.touched | {key for key in anew if passes(facts[key], found[key], policy, is_update=False)}
    for key in sorted(is_in):
        facts[key] = replace(facts[key], score=weighted(found[key], policy))
    return dataclasses.replace(run, facts=facts, signals=found, touched=run.touched | is_in)


def _without_room(run: Run) -> frozenset[str]:
    """What passed a gate in the last night and found no room; not what is asked about, was rejected or stands against
    something since."""
    last = run.state.last_night()
    asked = {key for one in run.reviews.values() if is_open(one) for key in (one.a, one.b)}
    against = {key for edge in run.state.edges.values() if edge.rel in _AGAINST for key in (edge.src, edge.dst)}
    out = asked | against | rejections(run.state, run.reviews).keys() | run.touched
    waiting = {key for key, gate in (last.almost if last else ()) if gate == "cap"} - out
    return frozenset(key for key in waiting if key in run.facts and run.facts[key].status == "candidate")


def _asked_anew(run: Run, asked: Iterable[recalls.Recall]) -> set[str]:
    """Candidates recalled since the last night, where the policy asks for use; what it lets not in is not written."""
    policy = run.workspace.settings.promote
    if not policy.min_recalls and not policy.min_queries:
        return set()
    last = run.state.last_night()
    return {
        one.fact
        for one in asked
        if (last is None or one.at > last.begun_at)
        and (fact := run.facts.get(one.fact)) is not None
        and fact.status == "candidate"
    }


def believed(run: Run) -> dict[str, str]:
    """What was believed before tonight, by id: earlier nights' facts, and the lines of the human's own memory file."""
    known = {key: dated(fact) for key, fact in run.state.facts.items() if fact.is_believed}
    own = (fact for fact in run.facts.values() if is_own_line(fact))
    return known | {fact.id: dated(fact) for fact in own if fact.is_alive}


def standing(
    facts: Mapping[str, Fact],
    believed: Mapping[str, str],
    edges: Iterable[Edge],
    conflicts: Iterable[Conflict] = (),
) -> dict[str, Standing]:
    """What the words of each statement tell, and how it stands to what is believed, by edges and tonight's verdicts."""
    said = {key: dated(fact) for key, fact in facts.items()}
    new = novelties(said, believed)
    against: dict[str, float] = {}
    contradicts = [(edge.src, edge.dst, edge.weight) for edge in edges if edge.rel == "contradicts"]
    verdicts = [(left, right, max(verdict.score, verdict.clash)) for left, right, verdict in conflicts]
    for left, right, sure in (*contradicts, *verdicts):
        for one, other in ((left, right), (right, left)):
            if other in believed:
                against[one] = max(against.get(one, 0.0), min(1.0, sure))
    return {
        key: Standing(
            specificity=specificity(words),
            concepts=concepts(words),
            novelty=new[key],
            conflict=against.get(key, 0.0),
        )
        for key, words in said.items()
    }


def lent(facts: Mapping[str, Fact], entailed: Iterable[tuple[str, str]], touched: Set[str]) -> dict[str, list[Support]]:
    """Of each touched statement that waits for another voice, the sources of the fuller ones that say all of it.

    What the human's own file says lends none: it stands in the memory, the plainer words would stand there twice.
    """
    found: dict[str, list[Support]] = {}
    for full, plain in fuller(facts, entailed):
        if plain.id in touched and _needs_voices(plain) and not is_own_line(full):
            found.setdefault(plain.id, []).extend(full.sources)
    return found


def fuller(facts: Mapping[str, Fact], entailed: Iterable[tuple[str, str]]) -> Iterator[tuple[Fact, Fact]]:
    """The pairs of which one says all of the other: (the one that says more, the plainer)."""
    for left, right in sorted(entailed):
        for full, plain in ((facts[left], facts[right]), (facts[right], facts[left])):
            if entails(of_fact(full), of_fact(plain)):
                yield full, plain


def _needs_voices(fact: Fact) -> bool:
    """Whether a statement waits for somebody else to say so: what the human wrote down stands by itself."""
    return fact.status == "candidate" and not is_own_line(fact)


def _lending(fact: Fact, theirs: list[Support]) -> Fact:
    """The fact with those lent sources that are voices of their own. Dates and trust stay those of its own words.

    What its own note or session says elsewhere, more fully, is the same voice again.
    """
    known = {(one.ref, one.line, one.event) for one in fact.sources}
    more = {(one.ref, one.line, one.event): replace(one, is_lent=True) for one in theirs if not one.is_lent}
    offered = [more[key] for key in sorted(more) if key not in known]
    sources = (*fact.sources, *independent([*fact.sources, *offered])[len(independent(fact.sources)) :])
    c0, how = worth(sources, fact.contradicting)
    return replace(fact, sources=sources, confidence=max(c0, fact.confidence), method=how)


def promote(run: Run) -> Run:
    """Let statements through the gates, best first and at most as many as a night may; the rest keep their reason.

    Of scores that are the same to a tenth the more durable comes first: what was said once differs in little else than
    its day, and how likely an owner finds it worth keeping (`extraction.worth`) tells more. What must be seen first
    stays a candidate and is asked; it counts against the same caps. What an earlier night had no room for is tried
    beside what came tonight.
    """
    gates = _Gates(run)
    tried = run.touched | {key for key in run.signals.keys() - run.touched if gates.lets_in(run.facts[key])}
    for fact in sorted((run.facts[key] for key in tried), key=gates.order):
        if fact.status == "candidate":
            gates.pass_or_keep_out(fact)
    return dataclasses.replace(
        run,
        facts=gates.facts,
        reviews=gates.reviews,
        asked=(*run.asked, *gates.asked),
        rejected=dict(gates.rejected),
        promoted=tuple(key for key in gates.promoted() if gates.facts[key].status == "active"),
        known=tuple(gates.let_in["memory"]),
        reinforced=_reinforced(run),
        stops=(*run.stops, *_told(gates)),
        almost=tuple((fact.id, gate) for gate, fact in sorted(gates.almost, key=gates.nearest)),
    )


class _Gates:
    """One night's gates: who was let in under whose cap, who was kept out and why."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.policy = run.workspace.settings.promote
        self.facts, self.reviews = dict(run.facts), dict(run.reviews)
        self.asked: list[str] = []
        self.rejected: Counter[str] = Counter(run.rejected)
        self.let_in: dict[str, list[str]] = {"memory": [], "human": [], "agent": []}
        self.almost: list[tuple[str, Fact]] = []
        self.most = {"memory": len(self.facts), "human": self.policy.max_promotions, "agent": _unattended(run)}
        self._covered = _covered(run)
        self._proposals = Proposals(run)

    def promoted(self) -> tuple[str, ...]:
        """What was let in on somebody's word, a human's first; lines of the memory file are no promotions."""
        return (*self.let_in["human"], *self.let_in["agent"])

    def order(self, fact: Fact) -> tuple[object, ...]:
        """Best first: by score, of those that are the same to a tenth by durability; OpenClaw's by score alone."""
        if self.policy.policy == "openclaw":
            return -fact.score, fact.id
        return -round(fact.score, _NEAR), -self.run.signals[fact.id].durability, -fact.score, fact.id

    def nearest(self, one: tuple[str, Fact]) -> tuple[object, ...]:
        """What passed every gate comes before what lacks a voice, a human's word before an agent's, then the best."""
        gate, fact = one
        return NEARLY.index(gate), fact.trust != "human", *self.order(fact)

    def lets_in(self, fact: Fact) -> bool:
        """Whether any gate lets a statement in, were there room."""
        return passes(fact, self.run.signals[fact.id], self.policy, is_update=False) is not None

    def pass_or_keep_out(self, fact: Fact) -> None:
        """Let one candidate in, or keep its reason."""
        gate = passes(fact, self.run.signals[fact.id], self.policy, is_update=False)
        voice = "memory" if gate == "memory" else "human" if fact.trust == "human" else "agent"
        if fact.valid_to and fact.valid_to <= self.run.now.date():
            self._keep_out(fact, "over")
        elif gate and gate != "memory" and fact.id in self._covered:
            self.rejected["covered"] += 1
        elif gate and len(self.let_in[voice]) < self.most[voice]:
            self._let_in(fact, gate, voice)
        else:
            self._keep_out(fact, "cap" if gate else "")

    def _let_in(self, fact: Fact, gate: str, voice: str) -> None:
        self.let_in[voice].append(fact.id)
        seen = fact if voice == "memory" else crossed(fact, self.run)
        if self._proposals.must_wait(fact, gate):
            self.asked += self._proposals.ask(seen, gate, self.reviews)
            self.facts[fact.id] = seen
        else:
            self.facts[fact.id] = replace(seen, status="active", gate=gate)

    def _keep_out(self, fact: Fact, reason: str) -> None:
        signals = self.run.signals[fact.id]
        reason = reason or held_back(fact, signals, self.policy)[0]
        self.rejected[reason] += 1
        lasts = self.policy.min_durability if fact.trust == "human" else self.policy.min_unattended
        if reason == "cap" or (reason in NEARLY and signals.durability >= lasts):
            self.almost.append((reason, fact))
        if before := again_archived(fact, self.run.state.facts.get(fact.id)):
            self.facts[fact.id] = before
        elif fact.id not in self.run.state.facts and not _worth_keeping(fact, signals, self.policy.min_candidate):
            del self.facts[fact.id]
        elif reason == "over":
            self.facts[fact.id] = replace(fact, status="archived")


def _covered(run: Run) -> set[str]:
    """Statements that another one says in full and adds to, which is let in by its own right."""
    policy = run.workspace.settings.promote
    found = set()
    for finer, coarse in fuller(run.facts, run.entailed):
        if coarse.trust == "human" and finer.trust != "human":
            continue
        is_in = finer.is_believed or (
            finer.id in run.signals and passes(finer, run.signals[finer.id], policy, is_update=False)
        )
        if is_in:
            found.add(coarse.id)
    return found


def _unattended(run: Run) -> int:
    """How many statements that no human said the night may let in: as many for each day of which no night has read,
    up to `MOST_DAYS`, so that a backlog enters as it would have night by night; what is asked first, or OpenClaw's
    policy, knows no days."""
    policy = run.workspace.settings.promote
    if policy.mode == "propose" or policy.policy == "openclaw":
        return policy.max_unattended
    return policy.max_unattended * min(MOST_DAYS, max(1, len(run.days)))


def _told(gates: _Gates) -> list[str]:
    if not gates.rejected["cap"]:
        return []
    does = "puts to you" if gates.policy.mode == "propose" else "promotes"
    return [
        f"This night {does} at most {gates.most['human']} statements of a human and {gates.most['agent']} that "
        f"only agents wrote; {gates.rejected['cap']} more wait for the next night."
    ]


def crossed(fact: Fact, run: Run) -> Fact:
    """The fact with the method and confidence of a look at the files it cites, where they say so, too."""
    found = look_up(run.workspace.root, fact, run.workspace.settings.reality)
    if not found or not found[0]:
        return fact
    sure = max(fact.confidence, PRIOR["code-crossref"])
    return replace(fact, method="code-crossref", confidence=sure, last_revalidated=run.now)


def _worth_keeping(fact: Fact, signals: Signals, least: float) -> bool:
    return any(source.role != "tool" for source in fact.sources) and signals.durability >= least


def _reinforced(run: Run) -> tuple[str, ...]:
    return tuple(
        key
        for key in sorted(run.touched)
        if (before := run.state.facts.get(key)) and before.is_believed and run.facts[key].confidence > before.confidence
    )
