"""Answering a question for the human, who confirms it through the client, or has said that agents may. Decides nothing.

What the human picks in the client is what counts; the agent's answer is a proposal that is picked beforehand.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, Literal

from mcp.server.mcpserver import AcceptedElicitation, Context, Elicit, ElicitationResult, Resolve
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import CallToolResult, ToolAnnotations
from pydantic import BaseModel, Field, create_model
from typing_extensions import TypedDict

from noctuary.consolidate.replies import fitting, meant
from noctuary.errors import NoctuaryError, UnknownId
from noctuary.inert import visible
from noctuary.page.view import Likeness, Question
from noctuary.review import decide
from noctuary.review_queue import queued
from noctuary.server.call import Call
from noctuary.server.rows import Id, question_row
from noctuary.server.tools import Desk, Offered, Tool, failure, made, signed

CHANGES = ToolAnnotations(read_only_hint=False, destructive_hint=True, idempotent_hint=True, open_world_hint=False)
ELSEWHERE = "the human answers with `noctuary review`, or in DREAMS.md"


class Answered(TypedDict):
    """A question that was decided, and what takes the decision back."""

    question: str
    decision: str
    undo: str


class Chosen(BaseModel):
    """What is to be recorded: the word, and what stands beside it."""

    decision: str
    words: str = ""


def answer(
    call: Call,
    question: Id,
    decision: Annotated[str, Field(description="One of the question's answers, as noctuary_review lists them")],
    words: Annotated[str, Field(description="For edit the new wording, for scoped both scopes; else a note")] = "",
) -> Answered:
    """Answer one of the questions that wait for the human, in the human's own words and on their behalf.

    Only when the human has told you their answer. They are asked to confirm it, and may pick another.
    """
    done = decide(call.workspace, question, decision, call.now, words)
    return {"question": done.id, "decision": done.decision or "", "undo": f"noctuary undo {done.id[:11]}"}


ANSWER = Tool("noctuary_answer", "Answer a question for the human", answer, CHANGES)


def answering(desk: Desk) -> Offered:
    """The tool; it asks the human first, unless the settings say that agents may always answer."""

    async def confirmed(question: str, decision: str, words: str, ctx: Context[Any, Any]) -> Elicit[Any] | Chosen:
        one, word = await _heard(desk, partial(_proposed, question=question, decision=decision))
        if desk.config.settings.review == "always":
            return Chosen(decision=word, words=words)
        if not _can_ask(ctx):
            raise ToolError(f"this client cannot ask the human, and only they decide: {ELSEWHERE}")
        return _form(one, word, words)

    async def run(ctx: Context[Any, Any], chosen: ElicitationResult[Any], **said: Any) -> CallToolResult:
        if not isinstance(chosen, AcceptedElicitation):
            return failure(f"the human did not confirm it; nothing was decided: {ELSEWHERE}")
        picked = {"decision": chosen.data.decision, "words": chosen.data.words}
        return await desk.answer(partial(answer, **{**said, **picked}), ctx, writes=True)

    return made(ANSWER, signed(run, answer, {"chosen": Annotated[ElicitationResult[Any], Resolve(confirmed)]}))


async def _heard(desk: Desk, work: Callable[[Call], Any]) -> Any:
    """What `work` finds; what it does not find as an answer to the model."""
    try:
        return await desk.in_thread(work)
    except NoctuaryError as error:
        raise ToolError(visible(str(error))) from error


def _proposed(call: Call, question: str, decision: str) -> tuple[Question | Likeness, str]:
    """The open question that is meant, and the fitting word."""
    found = [one for one in queued(call.state()) if question and one.review.id.startswith(question)]
    if len(found) != 1:
        what = f"{len(found)} open questions begin with this" if found else "no open question has this id"
        raise UnknownId(f"question {question[:40]!r}", what, "noctuary_review lists them")
    word = meant(found[0].review, decision)
    if word is None:
        fits = ", ".join(fitting(found[0].review))
        raise UnknownId(f"decision {decision[:40]!r}", "answers nothing here", f"answer {fits}")
    return found[0], word


def _can_ask(ctx: Context[Any, Any]) -> bool:
    """Whether the client can put a form before the human."""
    can = ctx.client_capabilities.elicitation if ctx.client_capabilities else None
    return can is not None and (can.form is not None or can.url is None)


def _form(one: Question | Likeness, word: str, words: str) -> Elicit[Any]:
    """The question as a form, with the agent's answer picked beforehand."""
    row = question_row(one)
    sides = [f"{name}: {side['text']} ({', '.join(side['sources'][:2])})"
             for name, side in (("A", row["a"]), ("B", row.get("b"))) if side]  # fmt: skip
    message = "\n".join([f"An agent proposes to answer “{word}”. You decide.", row["reason"], *sides])
    choice: Any = Literal[tuple(fitting(one.review))]
    schema = create_model(
        "Decision",
        decision=(choice, Field(default=word, title="Your decision")),
        words=(str, Field(default=words, title="Wording, scopes or a note")),
    )
    return Elicit(visible(message), schema)
