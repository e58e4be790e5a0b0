"""Whether two statements tell the same somebody's job: "works as a nurse", "is now the head of the ward".

The one slot of a person that is told by two verbs more often than by one. English alone; no change is judged here.
"""

from __future__ import annotations

import re

from noctuary.model import fold
from noctuary.text.relations import is_below

_MOST_WORDS = 6
_MOST_LETTERS = 200
_NOW = r"(?:now|currently|today|at present)"
_JOB = r"(?:an?\s+|the\s+|our\s+)?(?P<job>[^,;:]+?)[.!]?$"
_HIRED = rf"(?:(?:is|was|got)\s+(?:{_NOW}\s+)?|has been )(?:employed|hired|working)"
_WORKS = re.compile(
    rf"^(?P<who>.+?)\s+(?:{_NOW}\s+)?(?:works?|worked|working|serves?|served|(?:has\s+)?(?:started|joined)|{_HIRED})"
    rf"\s+(?:{_NOW}\s+)?as\s+{_JOB}",
    re.IGNORECASE,
)
_IS_NOW = re.compile(
    rf"^(?P<who>.+?)\s+(?:is\s+{_NOW}|{_NOW}\s+is|became|has become|was (?:made|promoted to)|"
    rf"(?:took|has taken) over as)\s+{_JOB}",
    re.IGNORECASE,
)
_FIRST_OF = re.compile(r"\s+(?:of|at|in|for|with|on|to|since|from|by)\s")


def are_jobs(older: str, newer: str) -> bool:
    """Whether both tell what the same somebody works as, one of them in so many words."""
    if max(len(older), len(newer)) > _MOST_LETTERS:
        return False
    first, second = _WORKS.match(older) or _IS_NOW.match(older), _WORKS.match(newer) or _IS_NOW.match(newer)
    if first is None or second is None or fold(first["who"]) != fold(second["who"]):
        return False
    is_told = _WORKS in (first.re, second.re)
    return is_told and all(_is_job(found["job"]) for found in (first, second))


def _is_job(text: str) -> bool:
    """Whether a phrase may name a job: a few words, and no kin ("is now a father")."""
    words = _FIRST_OF.split(text)[0].split()
    return 0 < len(words) <= _MOST_WORDS and " and " not in text and not is_below(words[-1].casefold(), "relative")
