"""English verbs of two words, and the one verb that says the same ("turned the offer down": reject).

A table of general vocabulary and how it is found in a text, with or without the object between the two; it judges nothing.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from noctuary.text.relations import is_thing, lemmas

_TABLE = """
back out=withdraw blow up=explode break up=separate bring back=return burn down=burn call off=cancel carry on=continue
clean up=clean close down=close come back=return cross out=delete cut back=reduce do away=abolish drop out=quit
fall apart=break fall through=fail figure out=solve fill in=complete fill out=complete get back=return get rid=remove
give away=donate give back=return give up=quit go back=return go up-=rise hand in=submit hand out=distribute
hand over=transfer knock down=demolish lay off=fire leave out=omit mix up=confuse move away=move move back=return
pass away=die pay back=repay pay off=repay phase out=retire pick up=collect point out=mention print out=print
pull down=demolish pull out=withdraw put away=store put back=return put off=postpone put on+=wear
put together=assemble roll back=revert rule out=exclude run out-=expire sell off=sell send back=return send out=send
set aside=reserve set off+=trigger set off-=depart show up=appear shut down=close sign up=register slow down=slow
sort out=resolve speed up=accelerate split up=separate start off=start step down=resign switch over=switch
take apart=dismantle take away=remove take back=return take down=remove take off+=remove take off-=depart
take on+=hire tear down=demolish throw away=discard throw out=discard tidy up=clean try out=test turn down=reject
turn in=submit use up=exhaust wear out=exhaust write down=note
"""
# A `+` marks a verb that means this only with an object, a `-` one that does only without.
_VERBS = {tuple(left.split()): right for left, right in (
    entry.split("=") for entry in re.findall(r"\w+ \w+[+-]?=\w+", _TABLE)
)}  # fmt: skip
_BASES = frozenset(verb for verb, _ in _VERBS)
_PARTICLES = "|".join(sorted({particle.rstrip("+-") for _, particle in _VERBS}))
_FOUND = re.compile(
    r"(?<![\w-])(?P<verb>[a-z]{2,20})"
    r"(?P<object> (?:it|them|him|her|us|that|this|(?:the|an?|my|our|his|her|their|its) [\w'-]{1,40}(?: [\w'-]{1,40})?"
    r"|(?-i:[A-Z`][\w.'`-]{0,60}|[a-z\d]{1,40}_\w{1,40})))??"
    rf" (?P<particle>{_PARTICLES})(?![\w-])",
    re.IGNORECASE,
)
_OBJECT = re.compile(r" (?:(?:the|an?|my|our|his|her|their|its|this|that|it|them|all|every|of|\w{3,}s)\b|[\d`A-Z])")
_GOES_ON = re.compile(r" (?:the|an?|my|our|his|her|their|its|this|that)\b", re.IGNORECASE)
_SET_TO = re.compile(r" (?:to|by|from)\b")
_BEHIND = re.compile(r" (?:(?:the|an?|my|our|his|her|their|its) )?([\w'-]{1,40})")
_FREE_TIME = re.compile(r"(?:day|week|month|year|time|morning|afternoon|evening|summer|winter|shift|\w{2,6}day)s?$", re.IGNORECASE)
_DIALS = frozenset("heat heating volume temperature light lights brightness sound music gas flame pressure it them".split())
"""What is turned up and down, beside things one can touch."""


class Phrasal(NamedTuple):
    """Where the verb and its particle start in a text, both words as said, and the one verb that says the same."""

    verb: int
    particle: int
    said: str
    meant: str


def phrasal(text: str) -> tuple[Phrasal, ...]:
    """The verbs of two words in a text, in order."""
    found = (_read(match) for match in _FOUND.finditer(text))
    return tuple(one for one in found if one)


def _read(match: re.Match[str]) -> Phrasal | None:
    particle, rest = match["particle"].lower(), match.string[match.end() :]
    has_object = bool(match["object"]) or bool(_OBJECT.match(rest))
    if match["object"] and _GOES_ON.match(rest):
        return None
    behind = _BEHIND.match(rest)
    thing = (match["object"] or (behind[1] if behind else "")).rpartition(" ")[2].lower()
    if particle == "off" and _FREE_TIME.match(thing):
        return None
    if match["verb"].lower().startswith("turn") and (_SET_TO.match(rest) or thing in _DIALS or is_thing(thing)):
        return None
    base = _base(match["verb"].lower())
    meant = _VERBS.get((base, particle)) or _VERBS.get((base, particle + ("+" if has_object else "-")))
    if meant is None:
        return None
    return Phrasal(match.start("verb"), match.start("particle"), f"{match['verb']} {match['particle']}", meant)


@lru_cache(maxsize=4096)
def _base(word: str) -> str:
    """The verb of the table that a word is a form of, "" for none."""
    return next((base for base in (word, *lemmas(word)) if base in _BASES), "")
