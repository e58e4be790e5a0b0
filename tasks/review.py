"""The human's answers in Prefect's words: a form a question for the UI, the answers out of it, and carrying them out.

What an answer means is the library's; this only puts questions into a form.
"""

from __future__ import annotations

import datetime as dt
import functools
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import pydantic
from prefect import task
from prefect.cache_policies import NO_CACHE
from prefect.client.orchestration import get_client
from prefect.client.schemas.filters import (
    DeploymentFilter,
    DeploymentFilterId,
    FlowRunFilter,
    FlowRunFilterState,
    FlowRunFilterStateType,
)
from prefect.client.schemas.objects import StateType
from prefect.input import RunInput, read_flow_run_input
from prefect.input.run_input import keyset_from_base_key

from noctuary.access import seen
from noctuary.cli.screens import asked, reasons, sides
from noctuary.consolidate.replies import fitting, meant
from noctuary.errors import NightBusy, NoctuaryError
from noctuary.inert import Markdown, code, visible
from noctuary.journal import replay
from noctuary.model import Fact, Review, Value
from noctuary.page.view import Likeness, Question
from noctuary.review import Answer, decide_all
from noctuary.review_queue import queue, queued
from noctuary.settings import Workspace
from tasks.saying import key_of

MOST = 20
ID = "b2:"
TRIES, PAUSE = 30, 20
"""How often, and at a distance of how many seconds, an answer is tried while a night runs."""
WORDS = "_words"
Item = Question | Likeness
_UNDER_WAY = [StateType.SCHEDULED, StateType.PENDING, StateType.RUNNING, StateType.PAUSED]


@task(name="waiting", tags=["noctuary"], cache_policy=NO_CACHE, persist_result=False)
def waiting(workspace: Workspace) -> tuple[list[Item], dict[str, Fact]]:
    """What waits for the human, in the order it is put, and the facts it speaks of."""
    state = seen(replay(workspace.journal))
    return queued(state), state.facts


class Slip(Value, frozen=True):
    """An answer that could not be heard, and why."""

    answer: Answer
    why: str


class Filled(RunInput):
    """A form that was filled in, whatever it asked: what waits may have changed since."""

    model_config = pydantic.ConfigDict(extra="allow")


@task(name="answer", tags=["noctuary"], cache_policy=NO_CACHE, persist_result=False)
def answer(workspace: Workspace, answers: Sequence[Answer], now: dt.datetime) -> tuple[int, list[Slip]]:
    """Record the answers one by one: how many were recorded, and which slipped. A night under way is waited for.

    A question that waits no more, by an answer before it or a decision elsewhere, is passed over.
    """
    asked = {item.review.id for item in queue(workspace)}
    done, slips = 0, []
    for one in answers:
        there = {item.review.id for item in queue(workspace)}
        if one.key in asked - there:
            continue
        try:
            _patiently(functools.partial(decide_all, workspace, [one], now))
        except NightBusy:
            raise
        except NoctuaryError as error:
            slips.append(Slip(answer=one, why=_plain(error, one)))
        else:
            done += 1
    return done, slips


def _patiently(act: Callable[[], object]) -> None:
    for tries_left in reversed(range(TRIES)):
        try:
            act()
            return
        except NightBusy:
            if not tries_left:
                raise
            time.sleep(PAUSE)


def _plain(error: NoctuaryError, one: Answer) -> str:
    """Why an answer was not heard, without the question's id and without what became of others."""
    what = str(error).removeprefix(f"{error.resource}: ").removesuffix("; nothing was applied")
    return f"({one.word}): {what}" if one.word not in what else what


def given(answers: Mapping[str, str], items: Sequence[Item]) -> list[Answer]:
    """Answers by id, each a word and what was written behind it, as `keep-a` or `edit the port is 9090`."""
    found = []
    for key, said in answers.items():
        word, _, text = said.strip().partition(" ")
        known = [item.review for item in items if item.review.id.startswith(key)]
        word = (meant(known[0], word) if len(known) == 1 else None) or word
        found.append(Answer(key=key, word=word, text=text.strip(), place=""))
    return [one for one in found if one.word != "later"]


def form(
    items: Sequence[Item], facts: dict[str, Fact], slips: Sequence[Slip] = (), zone: dt.tzinfo | None = None
) -> type[RunInput]:
    """A form with a choice and a line of text for each of the first questions, its papers beside the choice.

    An answer that slipped stands in it as it was given, and why it was not heard beside it.
    """
    fields: dict[str, Any] = {}
    before = {one.answer.key: one for one in slips}
    for number, item in enumerate(items[:MOST], 1):
        name, title = _name(item.review), visible(f"{number}. {' '.join(asked(item).split())}")
        slip, words = before.get(item.review.id), fitting(item.review)
        choice = slip.answer.word if slip and slip.answer.word in words else "later"
        why = [Markdown("**Not heard yet:** {}").format(slip.why)] if slip else []
        beside = "\n\n".join([*why, *_paragraphs(item, facts, zone)])
        fields[name] = (Literal[words], pydantic.Field(default=choice, title=title, description=beside))
        title = f"{number}. your words, for edit or scoped"
        fields[name + WORDS] = (str, pydantic.Field(default=slip.answer.text if slip else "", title=title))
    made = pydantic.create_model("Answers", __base__=RunInput, **fields)
    more = f", the first of {len(items)}" if len(items) > MOST else ""
    said = f"{len(slips)} not heard yet" if slips else f"{len(items[:MOST])} to answer{more}"
    return made.with_initial_data(description=f"{said}. What you leave at `later` is asked again another time.")


def form_key(number: int) -> str:
    """What the server knows the forms of one run by, the first being 1."""
    return f"form-{number}"


def forms_shown() -> int:
    """How many forms the present run has shown."""
    number = 0
    while read_flow_run_input(keyset_from_base_key(f"suspended-{form_key(number + 1)}")["schema"]):
        number += 1
    return number


def heard(filled: RunInput) -> list[Answer]:
    """The answers out of a filled form; what was left at `later` is none."""
    said = filled.model_dump()
    found = []
    for name, word in said.items():
        if name.startswith("q_") and not name.endswith(WORDS) and word != "later":
            key = ID + name.removeprefix("q_")
            found.append(Answer(key=key, word=str(word), text=str(said.get(name + WORDS) or "")))
    return found


def start_form(workspace: Path) -> str:
    """Start the deployed flow that asks, unless a run of it is under way; what was done, in words. Raises nothing."""
    name = f"review/{key_of(workspace)}"
    try:
        with get_client(sync_client=True) as client:
            there = client.read_deployment_by_name(name)
            open_ = client.read_flow_runs(
                deployment_filter=DeploymentFilter(id=DeploymentFilterId(any_=[there.id])),
                flow_run_filter=FlowRunFilter(state=FlowRunFilterState(type=FlowRunFilterStateType(any_=_UNDER_WAY))),
            )
            if not open_:
                client.create_flow_run_from_deployment(there.id)
    except Exception as error:
        return f"no form was started: {name} cannot be run ({type(error).__name__}); `make deploy` makes it"
    return f"the form of {name} is open already" if open_ else f"started the form of {name}"


def told(items: Sequence[Item], facts: dict[str, Fact], zone: dt.tzinfo | None = None) -> str:
    """The questions as Markdown: both sides with their sources, and why each is asked."""
    parts = []
    for number, item in enumerate(items, 1):
        answers = Markdown("{}: {}").format(code(item.review.id), ", ".join(fitting(item.review)))
        papers = _papers(item, facts, zone)
        parts.append(Markdown("### {}. {}\n\n{}\n\n{}\n").format(number, asked(item), papers, answers))
    return str(Markdown("\n").join(parts)) or "Nothing waits for you."


def _papers(item: Item, facts: dict[str, Fact], zone: dt.tzinfo | None) -> Markdown:
    """Both sides of a question with their sources, and why it is asked."""
    lines = []
    for label, text, sources in sides(item, zone):
        lines.append(Markdown("- **{}** {}" if label else "- {}{}").format(label, text))
        lines += [Markdown("    - {}").format(source) for source in sources]
    return Markdown("\n").join([*lines, "", *reasons(item, facts)])


def _paragraphs(item: Item, facts: dict[str, Fact], zone: dt.tzinfo | None) -> Iterator[Markdown]:
    """The same for a form, which knows no list: there a line's end is a blank."""
    for label, text, sources in sides(item, zone):
        told = Markdown("**{}** {}" if label else "{}“{}”").format(label, text)
        yield Markdown("{} ({})").format(told, "; ".join(sources)) if sources else told
    for reason in reasons(item, facts):
        yield Markdown("{}").format(reason)


def _name(review: Review) -> str:
    return "q_" + review.id.removeprefix(ID)
