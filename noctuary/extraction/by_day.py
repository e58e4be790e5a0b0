"""What an agent says to the memory by day that is nothing to believe: a task, or words around what was redacted."""

from __future__ import annotations

from msgspec.structs import replace

from noctuary.decisions import Rejection
from noctuary.extraction import atoms, keep_gates
from noctuary.extraction.extract import extract
from noctuary.extraction.marks import PASSING
from noctuary.model import Event
from noctuary.text.patterns import of_table

_OPEN = of_table("stance.done")
_TASK, _REDACTED = "done", ("redacted", "pii")
_SAID = Event(id="", ref="", line=1, line_end=1, at=None, role="assistant", trust="agent", text="", session="")


def withheld_by_day(text: str) -> str | None:
    """The gate (`keep_gates.REASONS`) that stops most of the words of a statement at night, where it is one of these."""
    low = text.lower()
    if not (_OPEN.search(low) or PASSING["todo"].search(low) or keep_gates.is_unsafe(text)):
        return None
    found = extract(replace(_SAID, text=text))
    stopped = [one for one in found if isinstance(one, Rejection) and one.gate in (_TASK, *_REDACTED)]
    words = sum(len(_stopped(one).split()) for one in stopped)
    return stopped[0].gate if 2 * words > len(text.split()) else None


def _stopped(one: Rejection) -> str:
    """The words that a gate is about: a task whole, of what was redacted in a statement the clauses around it."""
    clauses = atoms.clauses(one.text) if one.gate in _REDACTED else [one.text]
    return " ".join(part for part in clauses if one.gate == _TASK or keep_gates.is_unsafe(part))
