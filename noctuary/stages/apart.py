"""What branches answered differently before they were merged, told by the first night after that. Writes nothing."""

from __future__ import annotations

from noctuary.access import seen
from noctuary.consolidate.replies import OPEN
from noctuary.journal import State, replay
from noctuary.journal.batches import absent
from noctuary.journal.branches import decided_apart
from noctuary.model import Problem, Review
from noctuary.page.lines import headed
from noctuary.settings import Workspace

_MOST = 80


def told_apart(workspace: Workspace, state: State) -> list[Problem]:
    """The questions to which branches gave answers that disagree, each with its answers, the last of which counts."""
    found: list[Problem] = []
    name = workspace.journal.relative_to(workspace.root).as_posix()
    gone = absent(state.batches)
    for key, batches in sorted(decided_apart(state).items()):
        if key not in seen(state).reviews:
            continue
        then = [replay(workspace.journal, without=gone | set(batches) - {one}).reviews.get(key) for one in batches]
        answers = [one for one in then if one and one.decision not in OPEN]
        if len({(one.decision, one.words) for one in answers}) > 1:
            found.append(Problem(path=name, message=_told(state, answers)))
    return found


def _told(state: State, answers: list[Review]) -> str:
    one = answers[0]
    sides = [f"“{headed(state.facts[end])[:_MOST]}”" for end in (one.a, one.b or "") if end in state.facts]
    each = ", then ".join(f"{_word(answer)} on {answer.decided_at:%Y-%m-%d %H:%M}" for answer in answers)
    last = f"{each}; the last counts, and noctuary undo {one.id[:11]} takes it back"
    return f"several branches answered {last}: {' or '.join(sides) or one.reason}"


def _word(answer: Review) -> str:
    said = (answer.decision or "").replace("_", "-")
    return f"{said} “{answer.words[:_MOST]}”" if answer.words else said
