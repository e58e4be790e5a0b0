"""Which kind of statement it is, and what it is about: kind, subject, domain. Does not ask whether it lasts.

The kinds are those of `model.Kind`; the first rule that fits decides, the plain fact is what remains.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from noctuary.extraction.headings import HEADINGS
from noctuary.model import Kind, Role
from noctuary.text.language import fold_word
from noctuary.text.languages import names
from noctuary.text.patterns import folded, of_table, signs
from noctuary.text.stop_words import STOP

_PERSONAL = of_table("kind.personal")
_PASSING_STATE = of_table("kind.passing_state")
_DECIDED = of_table("kind.decided")
_LESSON = of_table("kind.lesson")
_PREFERENCE = of_table("kind.preference")
_CONSTRAINT = of_table("kind.constraint")
_ASKED = of_table("kind.asked")
_STYLE = of_table("kind.style")
_BOUND = of_table("kind.bound")
_WE = of_table("kind.we")
_FROM_NOW = of_table("kind.from_now")
_EVENT = of_table("kind.event")
_FULL_DATE = folded(
    r"""
\b20\d\d-\d\d-\d\d\b|\b\d{1,2}\.? \w{3,10} 20\d\d\b|\b\w{3,9} \d{1,2},? 20\d\d\b|\d{4}年\d+月|
\b\d{1,2}\.\d{1,2}\.20\d\d\b
""",
)


# Who says it stands before it, and is not the speaker. "Insists on" is a rule of its own, "answers" mostly a noun.
_REPORT = signs(
    r"""
^(?:{report.according}) (?!{report.own}\b)\w|
^(?:(?!(?:{report.own}|{report.opens_none})\b)[\w'’.-]+ ){1,3}(?!answers?\b)(?:{report.says}|{report.told})\b(?! on\b)
"""
)
_UNDER_DECISION, _UNDER_PREFERENCE, _UNDER_LESSON = HEADINGS["decision"], HEADINGS["prefer"], HEADINGS["lessons"]
_UNDER_RULE = re.compile(rf"^(?:never|don'?ts?|rules?|constraints?|limits?|verboten|禁止)|{HEADINGS['rule'].pattern}")


_EVERY_TIME = folded(
    r"""
^(?:after|before|at the end of|with) (?:each|every|any)\b(?!.*\b(?:is|are|has|have|gets?|we)\b)|^nach jede[rmn] (?!.*\b(?:ist|sind|wir)\b)|
^(?:después|antes) de cada\b(?!.*\b(?:es|son|hay)\b)|^(?:depois|antes) de cada\b|^après chaque\b(?!.*\b(?:est|sont|on)\b)
"""
)


def kind_of(text: str, found: Mapping[str, float], role: Role, context: tuple[str, ...] = ()) -> Kind:
    """The kind of a statement from its words, its features and the heading it stands under."""
    text = text.lower()
    if "correction" in found:
        return "correction"
    if _PERSONAL.search(text) and not _PASSING_STATE.search(text) and role != "assistant":
        return "identity"
    under = context[-1].lower() if context else ""
    if _LESSON.search(text) or _UNDER_LESSON.search(under) or ("if_then" in found and role == "note"):
        return "lesson"
    if _FULL_DATE.search(text) and _EVENT.search(text):
        return "event"
    asks = role == "user" and (_ASKED.search(text) or _STYLE.search(text)) and not _BOUND.search(text)
    if asks and not _WE.search(text):
        return "preference"
    if _DECIDED.search(text) or _UNDER_DECISION.search(under) or _FROM_NOW.search(text):
        return "decision"
    if _UNDER_PREFERENCE.search(under):
        return "preference"
    if role in ("user", "memory", "note") and _PREFERENCE.search(text) and not re.search(r"\bmust\b", text):
        return "preference"
    binds = _CONSTRAINT.search(text) is not None and not _REPORT.search(text)
    if binds or _UNDER_RULE.search(under):
        return "constraint"
    is_wish = "nolead" in found or _EVERY_TIME.match(text)
    return "preference" if role == "user" and is_wish else "fact"


_DOMAINS: tuple[tuple[str, re.Pattern[str]], ...] = tuple((name.replace("_", "-"), of_table(f"domain.{name}")) for name in names("domain"))


def domain_of(text: str) -> str | None:
    """The half-life domain the words point to, or None."""
    low = text.lower()
    return next((name for name, pattern in _DOMAINS if pattern.search(low)), None)


_LABEL = re.compile(r"^([^:：`\"]{2,60}?)\s*[:：]\s+\S")
_SPAN = re.compile(r"`([^`]{2,60})`")
_SUBJECT = signs(
    r"""
^(?:(?:the|our|my|your|an?|this|der|die|das|unser\w*|mein\w*|el|la|los|las|nuestr\w+|mi|les?|notre|mon|
ma)\s+)?((?:[\w'&./+-]+ ){0,4}?[\w'&./+-]+?)(?:'s)?\s+(?:is|are|was|lives?|runs?|takes?|uses?|belongs?|
costs?|has|have|must|may|can|cannot|can't|should|will|needs?|only|always|never|stays?|moved|prefers?|
wants?|starts?|ends?|insists|answers?|ist|sind|hat|läuft|heißt|muss|darf|gilt|es|son|está|tiene|debe|
pasa|est|sont|a|doit)\b
""",
)
_CJK_SUBJECT = re.compile(r"^([^\s，、。:：]{2,16}?)(?:的[^\s]{1,8})?(?:是|为|は|が|在|不)")
_NAME = signs(
    r"""
\b(?!The\b|We\b|I\b|Our\b|My\b|Never\b|Always\b|Please\b|If\b|When\b|No\b|
It\b)[A-Z][\w-]+(?: [A-Z][\w-]+){0,3}
""",
    cased=True,
)
_VAGUE = frozenset(
    "it this that he she they we i you there everything anything nobody everyone what who es er sie wir ich das".split()
)


def subject_of(text: str, context: tuple[str, ...] = ()) -> str:
    """What a statement speaks about: its label, grammatical subject, code span or name; "" where none shows."""
    for pattern in (_LABEL, _SUBJECT, _CJK_SUBJECT):
        match = pattern.match(text)
        if match and match[1].strip().lower() not in _VAGUE and len(match[1].split()) <= 6:
            return match[1].strip(" `*\"'")
    if span := _SPAN.search(text):
        return span[1].strip()
    names = (match[0] for match in _NAME.finditer(text) if match.start() or not _is_small(match[0]))
    return next(names, context[-1] if context else "")


def _is_small(name: str) -> bool:
    """Whether a name is but the small word that a sentence happens to begin with: "From", "Le", not "IT"."""
    return name.istitle() and fold_word(name) in STOP
