"""What stays believed of a statement that another has taken the place of: what the other does not speak of."""

from __future__ import annotations

from noctuary.access import OWN
from noctuary.consolidate.promote import stands_alone
from noctuary.judging.remains import remains
from noctuary.judging.statements import of_fact
from noctuary.model import Fact, Statement
from noctuary.text.claims import claim
from noctuary.text.conditions import is_on_condition
from noctuary.text.patterns import signs

_OPENS_ELSEWHERE = signs(r"(?:{say.it}|its?|they|their|he|his|she|her|which|who|then|only)\b")
"""What begins so tells of what stood before it."""
_PAIRED = ("()", "[]", "“”", "«»")


def rests(left: Fact, kept: Fact) -> tuple[str, ...]:
    """The clauses of a human's own statement that stay when `kept` takes its place, to the letter.

    Only what surely stands for itself: the first clause, or one with a verb that is known; of nothing that hangs on a
    condition. An agent's statement is left whole: whoever wrote it writes again what holds; so is a private one.
    """
    is_everybodys = left.visibility == "public" and left.agent_id == OWN
    if left.trust != "human" or not is_everybodys or is_on_condition(left.text):
        return ()
    return tuple(text for text in remains(of_fact(left), of_fact(kept)) if _is_whole(text, left.text))


def _is_whole(clause: str, line: str) -> bool:
    is_told = line.startswith(clause) or claim(Statement(text=clause)).has_break
    is_even = all(clause.count(mark[0]) == clause.count(mark[1]) for mark in _PAIRED) and clause.count('"') % 2 == 0
    return is_told and is_even and stands_alone(clause) and not _OPENS_ELSEWHERE.match(clause)
