"""The human's answers in Prefect's words: a form a question for the UI, the answers out of it, and carrying them out.

What an answer means is the library's; this only puts questions into a form.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any, Literal

import pydantic
from prefect import task
from prefect.cache_policies import NO_CACHE
from prefect.input import RunInput

from noctuary.cli.screens import asked, reasons, sides
from noctuary.journal import replay
from noctuary.model import Fact, Review
from noctuary.page.view import Likeness, Question
from noctuary.review import Answer, decide_all, queued
from noctuary.settings import Workspace
from noctuary.stages.answers import fitting, meant

MOST = 20
WORDS = "_words"
Item = Question | Likeness


@task(name="waiting", tags=["noctuary"], cache_policy=NO_CACHE, persist_result=False)
def waiting(workspace: Workspace) -> tuple[list[Item], dict[str, Fact]]:
    """What waits for the human, in the order it is put, and the facts it speaks of."""
    state = replay(workspace.journal)
    return queued(state), state.facts


@task(name="answer", tags=["noctuary"], cache_policy=NO_CACHE, persist_result=False)
def answer(workspace: Workspace, answers: Sequence[Answer], now: dt.datetime) -> list[Review]:
    """Record the answers, all of them or none."""
    return decide_all(workspace, answers, now)


def given(answers: Mapping[str, str], items: Sequence[Item]) -> list[Answer]:
    """Answers by id, each a word and what was written behind it, as `keep-a` or `edit the port is 9090`."""
    found = []
    for key, said in answers.items():
        word, _, text = said.strip().partition(" ")
        known = [item.review for item in items if item.review.id.startswith(key)]
        word = (meant(known[0], word) if len(known) == 1 else None) or word
        found.append(Answer(key=key, word=word, text=text.strip(), place="answers"))
    return [one for one in found if one.word != "later"]


def form(items: Sequence[Item], facts: dict[str, Fact]) -> type[RunInput]:
    """A form with a choice and a line of text for each of the first questions; its description tells them in full."""
    fields: dict[str, Any] = {}
    for number, item in enumerate(items[:MOST], 1):
        name, title = _name(item.review), f"{number}. {asked(item)}"
        choices = Literal[fitting(item.review)]  # type: ignore[valid-type]
        fields[name] = (choices, pydantic.Field(default="later", title=title))
        fields[name + WORDS] = (str, pydantic.Field(default="", title=f"{number}. your words, for edit or scoped"))
    made = pydantic.create_model("Answers", __base__=RunInput, **fields)
    return made.with_initial_data(description=told(items[:MOST], facts))


def heard(filled: RunInput, items: Sequence[Item]) -> list[Answer]:
    """The answers out of a filled form; what was left at `later` is none."""
    found = []
    for item in items[:MOST]:
        name = _name(item.review)
        word, text = getattr(filled, name, "later"), getattr(filled, name + WORDS, "")
        if word != "later":
            found.append(Answer(key=item.review.id, word=word, text=text, place="form"))
    return found


def told(items: Sequence[Item], facts: dict[str, Fact]) -> str:
    """The questions as Markdown: both sides with their sources, and why each is asked."""
    parts = []
    for number, item in enumerate(items, 1):
        lines = [f"### {number}. {asked(item)}", ""]
        for label, text, sources in sides(item):
            lines.append(f"- {f'**{label}** ' if label else ''}{text}")
            lines += [f"    - {source}" for source in sources]
        lines += ["", *reasons(item, facts), "", f"`{item.review.id}`: {', '.join(fitting(item.review))}", ""]
        parts.append("\n".join(lines))
    return "\n".join(parts) or "Nothing waits for you."


def _name(review: Review) -> str:
    return "q_" + review.id.partition(":")[2]
