"""What Prefect's UI shows of a night: its page, the questions that wait, and progress on long work."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from pathlib import Path
from uuid import UUID

from prefect import task
from prefect.artifacts import (
    create_markdown_artifact,
    create_progress_artifact,
    create_table_artifact,
    update_progress_artifact,
)
from prefect.cache_policies import NO_CACHE

from noctuary.inert import inline
from noctuary.local_time import zone
from noctuary.model import Fact
from noctuary.review_queue import alike, waiting
from noctuary.settings import Workspace
from tasks.review import Item, told
from tasks.saying import TAG, key_of

PATIENCE = 2.0


@task(name="publish", tags=["noctuary"], cache_policy=NO_CACHE, persist_result=False)
def publish(workspace: Workspace) -> None:
    """Show DREAMS.md as a markdown artifact, and what waits for review as a table."""
    key = artifact_key(workspace.root)
    if workspace.dreams.is_file():
        text = to_look_at(workspace.dreams.read_text("utf-8", "replace"), f"review/{key_of(workspace.root)}")
        create_markdown_artifact(text, key=f"{key}-dreams", description=f"DREAMS.md of {inline(workspace.root.name)}")
    rows = waiting_rows(workspace)
    create_table_artifact(rows, key=f"{key}-review", description="Waiting for a decision: `noctuary review`")


def to_look_at(page: str, flow: str) -> str:
    """DREAMS.md where nobody can tick or write, and no file can be opened: without boxes, marks and links to files.

    `flow` is the deployment that asks.
    """
    answer = f"To answer, tick and write in DREAMS.md itself, take `noctuary review`, or run `{flow}`."
    for shown, instead in ((_HOW, answer), (_MARK, ""), (_FOR_WORDS, ""), (_EMPTY, "- "), (_TICKED, "- ☑ "),
                           (_LINK, r"\1")):  # fmt: skip
        page = shown.sub(instead, page)
    return page.lstrip()


_HOW = re.compile(r"Boxes you tick .*? is kept\.")
_MARK = re.compile(r" ?(?<!\\)<!-- (?:noctuary:page(?: sum=\w+)?|b2:\w+ [\w-]+ \w+) -->")
_FOR_WORDS = re.compile(r"^(?:What no box says goes after .*\n\n|- Answer:[ \t]*\n)", re.MULTILINE)
_EMPTY, _TICKED = (re.compile(rf"^- \[{sign}\] ", re.MULTILINE) for sign in " x")
_LINK = re.compile(r"(?<!\\)\[(`[^`\n]+`)\]\([^()\s]*\)")


@task(name="publish-queue", tags=["noctuary"], cache_policy=NO_CACHE, persist_result=False)
def publish_queue(workspace: Workspace, items: Sequence[Item], facts: dict[str, Fact]) -> None:
    """Show what waits in full, both sides with their sources, as a markdown artifact."""
    key = artifact_key(workspace.root)
    shown = told(items, facts, zone(workspace))
    create_markdown_artifact(shown, key=f"{key}-queue", description="Waiting for a decision, in full")


def waiting_rows(workspace: Workspace) -> list[dict[str, str]]:
    """A row a question that waits, its cells as Markdown: about facts, then about names that may be one thing."""
    asked = [(q.review, q.a.text, q.b.text if q.b else "") for q in waiting(workspace)]
    asked += [(one.review, one.a.name, one.b.name) for one in alike(workspace)]
    told = [{"id": of.id, "kind": of.kind, "a": a, "b": b, "why": of.reason} for of, a, b in asked]
    return [{name: inline(text) for name, text in row.items()} for row in told]


class Progress:
    """A progress artifact per kind of work, made when the work turns out to be long."""

    def __init__(self) -> None:
        self._begun = time.monotonic()
        self._last = self._begun
        self._artifacts: dict[str, UUID] = {}

    def __call__(self, what: str, done: int, total: int) -> None:
        now = time.monotonic()
        if not total or (now - self._last < PATIENCE and not (done == total and what in self._artifacts)):
            return
        self._last = now
        percent = 100.0 * done / total
        if what in self._artifacts:
            update_progress_artifact(self._artifacts[what], progress=percent)
        else:
            self._artifacts[what] = create_progress_artifact(progress=percent, description=f"{what}: {total} items")


def artifact_key(root: Path) -> str:
    """A workspace's key in Prefect's words, small letters, digits and dashes; no other folder has the same."""
    return f"{TAG}-{key_of(root)}"
