"""How likely a statement lasts: named features, weighed by a small logistic model with readable weights.

Looks at one statement and who said it. Hard gates are `keep_gates`; the kind is `statement_kind`.
"""

from __future__ import annotations

import math
import re
from functools import lru_cache

from noctuary.extraction import note_weights, talk_weights
from noctuary.extraction.durable_weights import BIAS, WEIGHTS
from noctuary.extraction.headings import HEADINGS
from noctuary.extraction.marks import CASED_SHAPES, DURABLE, PASSING, SHAPES
from noctuary.model import Role
from noctuary.text.patterns import of_table, signs


def features(
    text: str, role: Role, *, context: tuple[str, ...] = (), crowd: int = 1, row: bool = False
) -> dict[str, float]:
    """Named features of one statement, each 0 or 1 (sizes in [0, 1]).

    `crowd` is how many statements the utterance has, `row` whether this one is a row of a table.
    """
    text = text.replace("’", "'")
    low = text.lower()
    tables = ((SHAPES, low), (DURABLE, low), (PASSING, low), (CASED_SHAPES, text))
    found = {name: 1.0 for table, said in tables for name, pattern in table.items() if pattern.search(said)}
    if role == "note" and "remember" in found and not DURABLE["remember"].search(_NOTE.sub(" ", low)):
        del found["remember"]
    if "changed" in found:
        found.pop("done_verb", None)
    if "record" in found:
        found.pop("from_now", None)
    if "decision" in found and "report" not in found:
        found.pop("past", None)
        found.pop("label", None)
    if "past" in found and "present" not in found:
        found["past_only"] = 1.0
    wide = 0 if text.isascii() else sum(ord(c) > 0x2E80 for c in text)
    words = len(text.split()) + wide // 2
    found["length"] = min(words, 30) / 30
    found["role_" + role] = 1.0
    if words > 30:
        found["very_long"] = min(words - 30, 40) / 40
    if words < 4:
        found["short"] = 1.0
    if wide > 3:
        found["cjk"] = 1.0
    if row:
        found["table_row"] = 1.0
    if _WIDE_ROW.match(text):
        found["wide_row"] = 1.0
    found["crowd"] = min(crowd - 1, 12) / 12
    if role == "user" and "cjk" in found and text.rstrip().endswith(_ASKING):
        found[ASKED] = 1.0
    found.update(dict.fromkeys(_under(context[-1]) if context else (), 1.0))
    if _TOLD.isdisjoint(found) and not _BINDING.isdisjoint(found):
        found.update({name: 1.0 for name in ("decision", "rule", "prefer") if f"under_{name}" in found})
    return _crossed(found, role, text)


@lru_cache(maxsize=1024)
def _under(heading: str) -> tuple[str, ...]:
    """The features of standing under a heading, which many statements share."""
    low = heading.lower()
    return tuple(f"under_{name}" for name, pattern in HEADINGS.items() if pattern.search(low))


_TOLD = frozenset({"report", "diary", "done_verb", "worklog", "feeling", "first_past", "past_only"})
_STORY = _TOLD - {"past_only"} | {"changelog", "record", "progress", "work_product"}
_STRESS = frozenset({"remember", "rule", "from_now", "correction"})
_BINDING = frozenset(
    {"must", "always", "never", "only", "limit", "ban", "prefer", "contrast", "decision", "rule", "recurring"}
)
ASKED = "asked in signs"
_ASKING = ("?", "？", "吗", "嗎")


_NOTE = re.compile(r"\b(?:please )?note(?: that\b|:)")
_WIDE_ROW = re.compile(r"^[^:;.]{1,40}: [^;]+; [^:;.]{1,40}: [^;]+; [^:;.]{1,40}: ")
_STANDING_REQUEST = signs(
    r"""
^(?:please |pls |bitte )?(?:(?:could|can|would|will) you )?(?:please |pls )?(?:stop \w+ing\b|always\b|
never\b|from now on|in future|don'?t ever\b|keep (?:your|the|my|all) \w+|no \w+ (?:\w+ )?in )|
\b(?:antworte|schreib\w*|réponds?|responde|contesta)\b.{0,20}\b(?:immer|nie|toujours|siempre|auf|en)\b|
\bfrom now on\b|\bin (?:the )?future\b|\bab (?:jetzt|sofort)\b|\bevery time\b|^(?:less|fewer|
more) .+(?:,|and) (?:more|less|fewer)\b
""",
)
_DEFINITE = of_table("say.definite", any_case=True)
_CROSS = (
    "request",
    "must",
    "always",
    "never",
    "progress",
    "report",
    "our",
    "your",
    "copula",
    "label",
    "question",
    "noted",
    "hedge",
    "general",
    "past",
    "today",
    "right_now",
    "lesson",
    "changelog",
    "done_verb",
    "rule",
    "from_now",
)
CONCRETE = ("measure", "clock", "code_span", "path", "name", "version", "dated", "number")
STRONG = (
    "remember",
    "rule",
    "always",
    "never",
    "must",
    "limit",
    "ban",
    "decision",
    "from_now",
    "prefer",
    "correction",
    "identity",
    "adopted",
)


def _crossed(found: dict[str, float], role: Role, text: str) -> dict[str, float]:
    """The features that mean another thing in an assistant's mouth or a note, and those made of several."""
    if role in ("assistant", "note"):
        found.update({f"{role}:{name}": 1.0 for name in _CROSS if name in found})
    if _STANDING_REQUEST.search(text):
        for name in ("question", "request", "hedge", "inner_question", "task_wish"):
            found.pop(name, None)
        found["standing_request"] = 1.0
    if role == "note" and "label" in found:
        found.pop("request", None)
    strong = sum(name in found for name in STRONG)
    found["strong"] = min(strong, 4) / 4
    if "request" in found and strong == 0:
        found["bare_request"] = 1.0
    if "request" in found and not _DEFINITE.search(text):
        found["general_object"] = 1.0
    if "question" in found and strong == 0:
        found["bare_question"] = 1.0
    concrete = sum(name in found for name in CONCRETE)
    found["concrete"] = min(concrete, 4) / 4
    if "today" in found and strong == 0 and not {"changed", "due"} & set(found):
        found["today_unmarked"] = 1.0
    if "request" in found and "label" in found and {"number", "clock", "measure"} & set(found):
        found["request_value"] = 1.0
    if concrete and ("copula" in found or "label" in found):
        found["stated_value"] = 1.0
    return found


def probability(found: dict[str, float], *, is_reread: bool = False) -> float:
    """The model's belief in [0, 1] that a statement with these features lasts.

    Of an agent's note it was learned from real notes: .5 is the average line, of which readers keep 3 in 10, and of
    those with .85 and more they keep 7 to 8 in 10 (docs/corpus.md). With `is_reread`, of talk, it is the features' half
    of what they and a reader make of it together, as learned from real talk.
    """
    bias, weights = (talk_weights.BIAS, talk_weights.WEIGHTS) if is_reread else _weights(found)
    total = bias + math.fsum(value * weights.get(name, 0.0) for name, value in sorted(found.items()))
    return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, total))))


def _weights(found: dict[str, float]) -> tuple[float, dict[str, float]]:
    return (note_weights.BIAS, note_weights.WEIGHTS) if "role_note" in found else (BIAS, WEIGHTS)


def cues(found: dict[str, float]) -> tuple[str, ...]:
    """The marks of explicitness among the features, in the order of `marks.DURABLE`.

    A note that tells what was done has no emphasis of its own: its "no longer" and "was wrong" are part of the story,
    and its "approved", unless it speaks the decision out or stands under a heading of decisions.
    """
    is_story = "role_note" in found and not _STORY.isdisjoint(found)
    dropped = _STRESS if is_story else frozenset()
    if is_story and {"spoken", "under_decision"}.isdisjoint(found):
        dropped |= {"decision"}
    if ASKED in found:
        dropped |= _STRESS | {"decision"}
    return tuple(name for name in DURABLE if name in found and name not in dropped)


LONG_ANSWER = 3
LONG_MESSAGE = 8
DOCUMENT = 24
_ANCHORS: dict[Role, frozenset[str]] = {
    "assistant": frozenset({"noted", "sourced", "adopted", "correction", "remember"}),
    "user": frozenset({"remember", "rule", "from_now", "adopted", "decision", "never"}),
}


def is_anchored(found: dict[str, float], role: Role, crowd: int) -> bool:
    """May a statement be weighed? In reports, pasted plans and timed entries only with a mark."""
    if "very_long" in found and role == "user":
        return bool(_ANCHORS["user"] & set(found))
    if role == "note" and "clock_start" in found and not found.get("strong"):
        return False
    if role == "user" and crowd > DOCUMENT:
        return "remember" in found
    if crowd <= (LONG_ANSWER if role == "assistant" else LONG_MESSAGE) or role not in _ANCHORS:
        return True
    return bool(_ANCHORS[role] & set(found))


_GATE_OF = {
    "bare_question": "question",
    "question": "question",
    "sarcasm": "sarcasm",
    "suppose": "hypothetical",
    "quoted": "quoted",
    "undecided": "undecided",
    "todo": "done",
    "this_once": "transient",
    "bare_request": "request",
    "request": "request",
    "progress": "progress",
    "report": "diary",
    "diary": "diary",
    "hedge": "hypothetical",
    "right_now": "transient",
    "today": "transient",
    "general": "general",
    "ack": "chatter",
    "empty": "incomplete",
    "figure": "chatter",
    "exclaim": "chatter",
    "first_past": "diary",
    "single_case": "transient",
    "worklog": "progress",
    "changelog": "progress",
    "done_verb": "progress",
    "seen_error": "progress",
    "work_product": "progress",
    "feeling": "diary",
    "record": "diary",
    "under_log": "diary",
}


def gate_of(found: dict[str, float]) -> str:
    """The gate that names best why a statement is not kept: that of its most negative feature."""
    _, weights = _weights(found)
    named = (name for name in sorted(found) if name in _GATE_OF)
    worst = min(named, key=lambda name: weights.get(name, 0.0), default="")
    return _GATE_OF[worst] if weights.get(worst, 0.0) < 0 else "not_durable"
