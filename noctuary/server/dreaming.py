"""The tool that plans a night, or runs one where the settings allow it. What a night does is the night's own."""

from __future__ import annotations

from typing import Annotated, Any, NotRequired

from mcp.types import ToolAnnotations
from pydantic import Field
from typing_extensions import TypedDict

from noctuary.night import Outcome
from noctuary.server.call import Call
from noctuary.server.sizes import clipped
from noctuary.server.tools import READS, Tool

COUNTS = ("promoted", "known", "reinforced", "superseded", "asked", "edges", "waiting", "believed", "problems")
Apply = Annotated[bool, Field(description="Run the night; else it is only planned")]
CHANGES = ToolAnnotations(read_only_hint=False, destructive_hint=True, idempotent_hint=True, open_world_hint=False)


class Dreamt(TypedDict):
    """What a night did or would do."""

    night: str
    state: Annotated[str, Field(description="planned, done, partly or nothing")]
    because: str
    counts: dict[str, int]
    diff: Annotated[str, Field(description="How MEMORY.md would change")]
    undo: NotRequired[str]


def plan(call: Call) -> Dreamt:
    """Plan a night and show what it would do: what would be learned, replaced and asked. Changes nothing.

    Takes seconds to minutes on a large workspace; reports its progress.
    """
    return _dreamt(call, dry_run=True)


def run(
    call: Call, apply: Annotated[bool, Field(description="Run the night; else it is only planned")] = False
) -> Dreamt:
    """Run a night over what was written since the last one, or plan it. It can be undone.

    Takes seconds to minutes on a large workspace; reports its progress. Nights usually come by themselves: run one only
    when the human asks for it.
    """
    return _dreamt(call, dry_run=not apply)


def _dreamt(call: Call, *, dry_run: bool) -> Dreamt:
    from noctuary.night import dream

    done = dream(call.config.root, call.now, dry_run=dry_run, tell=call.tell)
    told: dict[str, Any] = {
        "night": done.night,
        "state": done.state,
        "because": done.because,
        "counts": {name: getattr(done, name) for name in COUNTS},
        "diff": done.diff,
    }
    if not dry_run and _has_night(done):
        told["undo"] = f"noctuary undo {done.night}"
    return clipped(told, call.config.settings.max_bytes // 2)  # type: ignore[no-any-return]


def _has_night(done: Outcome) -> bool:
    return done.state in ("done", "partly")


PLANNING = Tool("noctuary_dream", "Plan a night", plan, READS)
RUNNING = Tool("noctuary_dream", "Plan or run a night", run, CHANGES)
