"""What stays believed of a statement that another has taken the place of: what the other does not speak of."""

from __future__ import annotations

from noctuary.consolidate.promote import stands_alone
from noctuary.judging.remains import remains
from noctuary.judging.statements import of_fact
from noctuary.model import Fact
from noctuary.text.patterns import signs

_OPENS_ELSEWHERE = signs(r"(?:{say.it}|its?|they|their|he|his|she|her|which|who|then)\b")
"""What begins so tells of what stood before it."""


def rests(left: Fact, kept: Fact) -> tuple[str, ...]:
    """The clauses of a human's own statement that stay when `kept` takes its place, to the letter, if they say by
    themselves what they speak of.

    An agent's statement is left whole: whoever wrote it writes again what holds.
    """
    clauses = remains(of_fact(left), of_fact(kept)) if left.trust == "human" else ()
    return tuple(text for text in clauses if stands_alone(text) and not _OPENS_ELSEWHERE.match(text))
