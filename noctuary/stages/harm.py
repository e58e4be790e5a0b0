"""Do no harm: the night's changes are tried on the index, and taken back, with questions it must go on answering.

What would leave a question unanswered is held back, not applied: a replacement becomes a question to the human, a
promotion stays a candidate. What a human did, and what is rejected or withdrawn for a reason, is never held.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import msgspec
from msgspec.structs import replace

from noctuary import toml
from noctuary.access import ANYONE, seen
from noctuary.consolidate.policy import HarmPolicy
from noctuary.consolidate.recall import Question, answering, is_answered, made, standing
from noctuary.index import Index
from noctuary.journal.lock import writing
from noctuary.model import BELIEVED, Fact, Problem, Review
from noctuary.stages.apply import is_projected
from noctuary.stages.asking import review_id
from noctuary.stages.disputes import contested
from noctuary.stages.run import Run, altered

QUESTIONS = "questions.toml"
_MOST_TOLD = 3


class _Asked(msgspec.Struct, forbid_unknown_fields=True):
    ask: str
    expect: str


class _File(msgspec.Struct, forbid_unknown_fields=True):
    question: list[_Asked] = []


@dataclasses.dataclass(frozen=True)
class _Lost:
    """A question that was answered before and would not be after: by what, and what stands in its place."""

    question: Question
    before: str
    after: tuple[str, ...]


def harm(run: Run) -> Run:
    """Hold back what would leave questions unanswered; nothing where nothing believed came or went."""
    policy = run.workspace.settings.harm
    retired = {old for old, _ in run.superseded}
    if not policy.check or not (run.promoted or retired) or not run.state.facts:
        return run
    asked, problems = users_questions(run.workspace.root)
    own = made(seen(run.state, on=run.now.date()).facts.values(), retired, max(0, policy.most - len(asked)))
    lost = _lost(run, (*asked, *own), policy)
    run = dataclasses.replace(run, problems=(*run.problems, *problems, *_outdated(run, lost)))
    unexplained = [one for one in lost if _may_be_held(run, one)]
    if len(unexplained) <= policy.tolerance * (len(asked) + len(own)):
        return run
    return _held(run, unexplained)


def _may_be_held(run: Run, one: _Lost) -> bool:
    """Whether a replacement that is not found, or the crowd of tonight's promotions, took the answer's place."""
    fact = run.facts[one.before]
    if fact.is_believed:
        return any(key in run.promoted for key in one.after)
    return (fact.id, fact.superseded_by) in run.superseded and not _is_replaced_in_sight(run, one)


def _is_replaced_in_sight(run: Run, one: _Lost) -> bool:
    """Whether what replaced the answer is found in its place: then only the words expected are out of date."""
    return run.facts[one.before].status == "superseded" and standing(one.before, run.facts) in one.after


def _outdated(run: Run, lost: list[_Lost]) -> list[Problem]:
    """The user's questions that expect what tonight replaced."""
    return [
        Problem(
            path=QUESTIONS,
            message=f"“{one.question.ask}” expects “{one.question.expect}”, which was replaced by "
            f"“{run.facts[standing(one.before, run.facts)].text}”; change what it expects",
        )
        for one in lost
        if one.question.is_users and _is_replaced_in_sight(run, one)
    ]


def users_questions(root: Path) -> tuple[list[Question], list[Problem]]:
    """The questions of `questions.toml`, and what is wrong with it; neither where there is none."""
    path = root / QUESTIONS
    if not path.is_file():
        return [], []
    try:
        found = msgspec.convert(toml.read_file(path), _File)
    except (ValueError, msgspec.ValidationError) as error:
        is_toml = not isinstance(error, msgspec.ValidationError)
        wrong = str(error) if is_toml else "one of them lacks its words, or has something else than text there"
        told = f"no question is asked of it: {wrong}; each [[question]] has `ask` and `expect`"
        return [], [Problem(path=QUESTIONS, message=told)]
    return [Question(ask=one.ask, expect=one.expect, is_users=True) for one in found.question], []


def _lost(run: Run, asked: tuple[Question, ...], policy: HarmPolicy) -> list[_Lost]:
    """The questions that the index answers now and would not with the night's facts."""
    if not asked:
        return []
    before, after = seen(run.state, on=run.now.date()).facts, run.facts
    with _tried(run) as index:
        index.show_to(ANYONE, run.now.date())
        found = [(one, _search(index, one, policy, is_before=True)) for one in asked]
        met = [(one, hits) for one, hits in found if is_answered(one, hits, before)]
        if not met:
            return []
        changed = [after[key] for key in altered(after, before) if before.get(key) != after[key]]
        gone = [("observation", key) for key in sorted(before.keys() - after.keys())]
        index.project(changed, gone, run.state.head)
        index.show_to(ANYONE, run.now.date())
        then = [(one, hits, _search(index, one, policy, is_before=False)) for one, hits in met]
    return [
        _Lost(one, _answer(one, hits, before), tuple(now))
        for one, hits, now in then
        if not is_answered(one, now, after)
    ]


@contextmanager
def _tried(run: Run) -> Iterator[Index]:
    """The index for the time of a trial, which is taken back; made from the state where it is not up to it.

    A dry run, which does not even hold the file, tries a copy in memory.
    """
    workspace = run.workspace
    with ExitStack() as stack:
        index = None
        if is_projected(workspace):
            if not run.dry_run:
                stack.enter_context(writing(workspace.derived, workspace.root))
            index = stack.enter_context(Index.open(workspace.index, read_only=run.dry_run, root=workspace.root))
        if index is None or index.head() != run.state.head:
            index = stack.enter_context(Index.open(":memory:"))
            index.project(run.state.values(), [], run.state.head)
        elif run.dry_run:
            index = stack.enter_context(index.copy())
        stack.enter_context(index.trial())
        yield index


def _search(index: Index, one: Question, policy: HarmPolicy, *, is_before: bool) -> list[str]:
    """What answers, best first. A made question counts only if its fact was well ahead: at most `k`/2 before it."""
    k = (policy.k + 1) // 2 if is_before and not one.is_users else policy.k
    return [match.id for match in index.match(one.ask, k, BELIEVED)]


def _answer(one: Question, hits: list[str], facts: dict[str, Fact]) -> str:
    return standing(one.expect, facts) if one.expect in facts else answering(one, hits, facts)[0]


def _held(run: Run, lost: list[_Lost]) -> Run:
    """The run without the replacements and promotions that lose answers; with a question for each replacement."""
    replaced = dict(run.superseded)
    held = {one.before: replaced[one.before] for one in lost if one.before in replaced}
    crowding = {key for one in lost if run.facts[one.before].is_believed for key in one.after if key in run.promoted}
    facts = dict(run.facts)
    for old, new in held.items():
        facts[old] = _as_before(run, old)
        crowding |= {new} if facts[new].gate == "update" and new in run.promoted else set()
    for key in crowding:
        facts[key] = replace(facts[key], status="candidate", gate="")
    reviews = dict(run.reviews)
    asked = [_question(run, old, new, lost) for old, new in sorted(held.items())]
    reviews |= {one.id: one for one in asked if one.id not in reviews}
    pairs = set(held.items())
    gone = {
        key for key, edge in run.edges.items()
        if key not in run.state.edges and edge.rel == "supersedes" and (edge.dst, edge.src) in pairs
    }  # fmt: skip
    return dataclasses.replace(
        run,
        facts=contested(facts, reviews),
        reviews=reviews,
        edges={key: edge for key, edge in run.edges.items() if key not in gone},
        promoted=tuple(key for key in run.promoted if key not in crowding),
        superseded=tuple(pair for pair in run.superseded if pair not in pairs),
        asked=(*run.asked, *(one.id for one in asked if one.id not in run.reviews)),
        rejected=run.rejected | ({"harm": len(crowding)} if crowding else {}),
        stops=(*run.stops, _told(lost, held, crowding, run)),
    )


def _as_before(run: Run, key: str) -> Fact:
    """The fact with tonight's evidence, standing as it stood before tonight."""
    before = run.state.facts[key] if key in run.state.facts else replace(run.facts[key], status="active")
    return replace(run.facts[key], status=before.status, superseded_by=before.superseded_by, valid_to=before.valid_to)


def _question(run: Run, old: str, new: str, lost: list[_Lost]) -> Review:
    ask = next(one.question.ask for one in lost if one.before == old)
    reason = f"B would have replaced A, but then “{ask}” would have found neither; so it was held back"
    return Review(id=review_id("contradiction", old, new), kind="contradiction", a=old, b=new, reason=reason, score=1.0)


def _told(lost: list[_Lost], held: dict[str, str], crowding: set[str], run: Run) -> str:
    """The stop in plain words: how many would fail, which, what was held, and how to let it through."""
    asks = ", ".join(f"“{one.question.ask}”" for one in lost[:_MOST_TOLD]) + (" …" if len(lost) > _MOST_TOLD else "")
    questions = "1 question" if len(lost) == 1 else f"{len(lost)} questions"
    told = [f"Held back for your review: with it the memory would no longer answer {questions} ({asks})."]
    if held:
        told.append(f"{_number(len(held), 'replacement')} asked above instead; `noctuary review` lets them through.")
    if crowding:
        named = ", ".join(f"`noctuary vouch {key[:11]}`" for key in sorted(crowding)[:_MOST_TOLD])
        told.append(f"{_number(len(crowding), 'promotion')} kept as candidates; let in by {named}.")
    return " ".join(told)


def _number(count: int, word: str) -> str:
    return f"1 {word} is" if count == 1 else f"{count} {word}s are"
