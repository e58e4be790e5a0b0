"""The tool that remembers a statement at once. What becomes of it is the nights': it is an agent's word, no more."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from noctuary.model import Fact, Status, Visibility
from noctuary.server.call import Call
from noctuary.server.tools import ADDS, Tool
from noctuary.writing import NewEntity, NewObservation, finding, making
from noctuary.writing.draft import Draft

Kind = Literal["fact", "preference", "decision", "constraint", "lesson", "event"]
Text = Annotated[str, Field(description="One statement that is true by itself, without “it” or “this”", min_length=1)]
About = Annotated[str, Field(description="The thing or person it is about, by name; default: the project")]
Private = Annotated[bool, Field(description="For this agent alone; else for everybody who works here")]


class Captured(TypedDict):
    """What was remembered, and how it stands: believed as active or contested, else kept and not believed."""

    id: str
    is_new: bool
    status: Status
    undo: NotRequired[str]
    redacted: NotRequired[dict[str, int]]
    warnings: NotRequired[list[str]]


def capture(call: Call, text: Text, about: About = "", kind: Kind = "fact", private: Private = False) -> Captured:
    """Remember a statement for later sessions: a decision, a preference, a rule, a lesson, a lasting fact.

    Use it when the human says to remember something, or when what was learned would be needed again. One statement a
    call. Secrets are taken out. Search first: what is known already need not be captured. What the human said no to, or
    what was replaced, is kept and not believed: warnings say so, and what is believed instead. Do not work around them.
    """
    name = about.strip() or call.workspace.root.resolve().name
    whose: Visibility = "agent-private" if private else "public"
    said = NewObservation(about=name, text=text, kind=kind, visibility="agent-private" if private else None)

    def make(draft: Draft) -> tuple[Fact, bool]:
        known = [one for one in finding.entities(draft, name) if private or one.visibility == "public"]
        is_described = any((record := draft.entity(one.id)) and not record.is_bare for one in known)
        if is_described:
            about = known[0] if len(known) == 1 else finding.entity(draft, name)
        else:
            about = making.entity(draft, NewEntity(name=name, visibility=whose))[0]
        return making.statement(draft, about, said)

    (fact, is_new), done = call.writer.call(make, call.asker, call.now)
    told: Captured = {"id": fact.id, "is_new": is_new, "status": fact.status}
    if done.batch:
        told["undo"] = f"noctuary undo {done.batch}"
    if done.redacted:
        told["redacted"] = done.redacted
    if done.warnings:
        told["warnings"] = list(done.warnings)
    return told


CAPTURE = Tool("noctuary_capture", "Remember a statement", capture, ADDS)
