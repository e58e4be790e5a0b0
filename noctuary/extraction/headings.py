"""The heading that a note's statement needs before it, to be understood where it stands alone. Says no word of its own."""

from __future__ import annotations

import re
from functools import lru_cache

from noctuary.extraction.marks import HEADINGS
from noctuary.model import Fact
from noctuary.text.language import words
from noctuary.text.patterns import folded

LONGEST = 70
"""Characters: a longer heading is a sentence, and as long as what stands under it."""
_ENDS = re.compile(r"^[\W\d_]+|[^\w)）\]】]+$")
_LETTER = re.compile(r"[^\W\d_]")
_FORMS = tuple(HEADINGS[name] for name in ("decision", "prefer", "lessons", "log"))
_FORM_WORDS = folded(
    r"\b(?:{heading.decision}|{heading.rule}|{heading.prefer}|{heading.lessons}|{heading.always}|{calendar.day}"
    r"|{calendar.month}|notes?|log|misc|general)\b"
)


def heading(fact: Fact) -> str:
    """The heading a reader needs with a fact; "" where its words tell what they are about, or not only notes say it.

    "Implementation: `bus.db` (SQLite)" under "## Message bus" → "Message bus"; under "## Key decisions" → "".
    """
    own = [one for one in fact.sources if not one.is_lent]
    above = next((one.under[-1] for one in own if one.under), "")
    return _needed(fact.text, above) if above and all(one.role == "note" for one in own) else ""


@lru_cache(maxsize=4096)
def _needed(text: str, above: str) -> str:
    """`above`, bare, where it names something that the text leaves out half of; a form's heading names nothing."""
    bare = _ENDS.sub("", above.replace("`", "").replace("**", "")).strip()
    low = bare.lower()
    if len(bare) > LONGEST or any(form.search(low) for form in _FORMS):
        return ""
    named = _telling(_FORM_WORDS.sub(" ", low))
    return bare if named and 2 * len(named & _telling(text)) < len(named) else ""


def _telling(text: str) -> frozenset[str]:
    return frozenset(one.key for one in words(text) if one.weight >= 1.0 and _LETTER.search(one.text))
