"""How many lines of MEMORY.md's block one night may push out for more useful ones. Writes nothing."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from noctuary.journal import State
from noctuary.model import Night
from noctuary.page.block import standing
from noctuary.page.edited import lines
from noctuary.page.shelves import learned
from noctuary.settings import Workspace
from noctuary.stages.pages import Block, block

FEW = 5


def at_most(
    workspace: Workspace, before: State, memory: bytes, night: Night, after: Callable[[Night], State]
) -> tuple[Night, State, Block]:
    """The night, the state `after` it and the block that makes; with the stop, where a cap had to hold lines in it.

    `before` is the state the night began with, the human's answers included.
    """
    state = after(night)
    made = block(workspace, state, memory)
    if not made.overflow:
        return night, state, made
    stood = _in_block(workspace, before, memory)
    pushed = [key for key in made.overflow if key in stood]
    most = max(FEW, int(workspace.settings.caps.block_share * len(stood)))
    if len(pushed) <= most:
        return night, state, made
    told = f"A night pushes at most {most} lines out of MEMORY.md's block; what is new waits, listed below."
    held = tuple(sorted(stood - set(pushed[-most:])))
    slower = replace(night, held=held, state="partly", stops=(*night.stops, told))
    held_back = block(workspace, after(slower), memory)
    if len(stood & set(held_back.overflow)) >= len(pushed):
        return night, state, made
    return slower, after(slower), held_back


def _in_block(workspace: Workspace, state: State, memory: bytes) -> set[str]:
    """The ids in the block: as its comments name them, else as the state makes it."""
    place = standing(memory)
    if place is None:
        return set()
    if workspace.settings.memory_md.provenance == "comment":
        return {line.id for line in lines(place.body) if line.id}
    believed = {fact.id for fact in learned(state)}
    return believed - set(block(workspace, state, memory).overflow)
