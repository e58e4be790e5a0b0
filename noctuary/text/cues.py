"""Marks in a statement's wording: that something changed, is supposed, asked, quoted, past, only or also so.

The phrases are those of the languages' tables, over the folded text; no statement is judged here.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache

from noctuary.text.languages import FIRST, as_pattern, entries, filled, names
from noctuary.text.patterns import compiled

NAMES = names("marks")
_START = re.compile(r"(?:/\\b)?([a-zà-ÿа-яё]{2})(?![?*{|])")
_WORD_START = re.compile(r"\b\w\w")


def _indexed() -> tuple[dict[str, tuple[tuple[str, re.Pattern[str]], ...]], tuple[tuple[str, re.Pattern[str]], ...]]:
    """Phrases by the two letters they start with, so that a text is searched only for those it can hold."""
    by_start: dict[str, dict[str, list[str]]] = {}
    for name in NAMES:
        for phrase in entries(f"marks.{name}"):
            start = _START.match(phrase)
            by_start.setdefault(start[1] if start else "", {}).setdefault(name, []).append(as_pattern(phrase))
    found = {
        start: tuple((name, compiled("|".join(ones), re.IGNORECASE, f"marks.{name}")) for name, ones in names.items())
        for start, names in by_start.items()
    }
    return found, found.pop("", ())


_BY_START, _ALWAYS = _indexed()


@cache
def _pattern(name: str) -> re.Pattern[str]:
    return compiled("|".join(map(as_pattern, entries(f"marks.{name}"))), re.IGNORECASE, f"marks.{name}")


_THING = r"(?:(?:the|our|my|using|old|former|el|la|den|die|das|le)\s+){0,2}[\w`@#./][\w.`@/#°€$%'-]*(?:\s+(?!(?:and|but|so|we|to|is|are|with|by|for|in|at|on|from|into|und|mit|durch|y|con|por|desde|et|par)\b)[\w`@#][\w.`@/#°€$%'-]*){0,MORE}"
_GOES = (
    r"(?<!\d )(?<!% )(?<!%)(?<!the )(?<!are )(?<!is )(?<!was )(?<!be )(?<!to )(?<!upper )(?<!lower )(?<!turn )(?<![-\w])left(?!-)"
    r"(?! an? (?!(?:\w+ ){0,2}(?:job|post|company|firm|position|role|team|band|club|school|group|party|marriage|bank|startup|start-up|office|agency)\b))(?! (?:are|is|was|were|will|by|him|them|us|me|her(?= *(?:[.,;]|$|the |an? |with |for |to |on ))|to|over|behind|hand|side|of|open|ajar|out|on|at|corner|ear|eye|foot|leg|arm"
    r"|knee|shoulder|door|wall|lane)\b)"
)
_LEFT = (
    r"(?:replac(?:ed|es|ing)|superse(?:des|ded)|overrid(?:es|den)|dropped|sold|ditched|removed|retired|cancell?ed|stopped|quit|abandoned|traded"
    r"|swapped)(?!\s+(?:to|by|at|for|from|with|into|in|on|during|since|last|after|because|when|until)\b)|traded in|"
    rf"gave up|got rid of|done with|goodbye|away from|{_GOES}|switched off|turned off|unlike|{filled('{say.left}')}"
)
_FORMERLY = rf"(?:{filled('{say.formerly}')})(?!\w)"
_WAS_ONCE = rf"(?:{filled('{say.formerly}|{say.was_once}')})(?!\w)"


def _gone_from(language: str) -> str:
    """Behind a word for a change, what was left for what: of one language, since "van" is a car in another."""
    changed, out_of, into = (
        "|".join(as_pattern(phrase) for table in tables for phrase in entries(table, language))
        for tables in (("marks.switched", "marks.amount"), ("say.out_of",), ("say.into",))
    )
    return rf"(?:{changed})[^.;]{{0,60}}?(?:{out_of})\s+({_THING.replace('MORE', '1')})\s+(?:{into})\s"


_MOVES = (
    r"(?:switch|mov|migrat|chang|went|rais|lower|upgrad|bump|cut|shift|renam|reduc|increas|extend|shorten|cambi|pas[aeoó]|"
    r"wechsel|gewechselt|umgestellt|umgestiegen|erhöht|gesenkt)\w*"
)
_GONE = (
    r"gone|dead|history|obsolete|replaced|converted|not read|ripped|no more|off the table|out\b(?! of)|raus|vorbei|weg(?!\w)|"
    r"over(?=\s*(?:[,.;!]|$|and\b|since\b))|too [a-z]+(?=\s*(?:[,.;!]|$|for\b|says\b|said\b|and\b))|abgelöst"
)
_LEAVES = (
    rf"removed|cancell?ed|retired|{_GOES}|quit|dropped|deleted|abolished|discontinued|stopped|ended|deprecated|decommissioned|"
    r"closed down|shut down|switched off|turned off|went (?:bankrupt|bust|out of business)|se acab\w+|se fue|ya no|est parti\w*|eingestellt|abgeschafft|gekündigt"
)
_AUX = r"(?:is|are|was|were|has|have|been|contract|variant|template|the|got|gets|ist|sind|wurde|war|está|es|est)"
_FAILS = r"won't do|(?:isn't|aren't|is not|are not) (?:enough|used|needed|in use|supported|valid)|(?:doesn't|don't|does not|do not) (?:work|exist|apply|hold|count)"
_OLD = (
    re.compile(rf"(?<!\w)(?:{_LEFT})\s+({_THING.replace('MORE', '2')})", re.IGNORECASE),
    re.compile(rf"\b{_MOVES}\b[^.;]{{0,40}}?\b(?:from|von|de)\s+({_THING.replace('MORE', '1')})", re.IGNORECASE),
    re.compile(rf"\bfrom\s+({_THING.replace('MORE', '1')})(?<!\b(?:amounts|belongs))(?<!\b(?:comes|leads|links|opens))(?<!\b(?:goes|runs|adds))\s+(?:to|over to|→|->)\s", re.IGNORECASE),
    re.compile(rf"\b(?:(?:took|takes|taken|taking) over|inherited|übernahm|übernimmt|übernommen)\b[^.;]{{0,40}}?\b(?:from|von)\s+({_THING.replace('MORE', '1')})",
               re.IGNORECASE),
    re.compile(rf"\b(?:not|nicht|kein|no)\s+(?!only\b|just\b|nur\b|one but\b)({_THING.replace('MORE', '1')})(?=\s*(?:[,;–—]| but\b| anymore| any more| sondern\b| sino\b))",
               re.IGNORECASE),
    re.compile(rf"\b(?:moved|migrated|switched|took|taken)\b[^.;]{{0,40}}?(?<!\bday )(?<!\bdays )(?<!\bweek )(?<!\btime )(?<!\bmorning )(?<!\bafternoon )\b(?:off|out of)\s+({_THING.replace('MORE', '0')})", re.IGNORECASE),
    re.compile(r"((?<![\w`/~.-])(?:`[^`]+`|[/~][\w./~-]+|\d[\w.]*))\s+(?:became|was renamed to)\s+(?=[`/~\d])", re.IGNORECASE),
    *(re.compile(_gone_from(language), re.IGNORECASE) for language in FIRST if language != "en" and entries("say.out_of", language)),
    re.compile(rf"\({_WAS_ONCE}\s*:?\s*({_THING.replace('MORE', '2')})", re.IGNORECASE),
    re.compile(rf"[,;–—]\s+{_FORMERLY}\s*:?\s*((?<![\w`@#./])[`@#]?\d[\w.`@/#°€$%-]*)", re.IGNORECASE),
    re.compile(rf"n't\s+(?!only\b|just\b)({_THING.replace('MORE', '1')})\s+but\s+(?=[\d`@#€$£]|(?-i:[A-Z]))", re.IGNORECASE),
    re.compile(rf"(?:n't|\bnot|\bnever)\s+(?:\w+\s+){{0,2}}?({_THING.replace('MORE', '1')})\s+any ?(?:more|longer)\b", re.IGNORECASE),
    re.compile(rf"(?<![\w.`@/#°€$%'-])({_THING.replace('MORE', '1')})\s+(?:{_FAILS}) any ?(?:more|longer)\b", re.IGNORECASE),
    re.compile(rf"((?<![\w`@#./])[\w`@#./][\w.`@/#°-]*(?:\s+[\w`@#][\w.`@/#°-]*)?)\s+(?:(?:{_AUX}\s+){{1,4}}(?:{_GONE})|(?:{_AUX}\s+){{0,4}}(?:{_LEAVES})(?!\s+to\b))",
               re.IGNORECASE),
)  # fmt: skip


_HABIT = re.compile(
    r"\b(?:is|are|gets?|be) (?:\w+ly )?(?!(?:retired|married|banned|dropped|closed)\b)\w{2,}(?:ed|wn|cut)(?= (?:\w+ly )?(?:(?:every|each) (?:\w+ )?(?:\d[\d.,]* \w+"
    r"|time|hours?|days?|nights?|weeks?|months?|quarters?|years?|terms?|seasons?|\w+day|spring|summer|autumn|winter)|once an?|twice an?|(?:two|three|four) times an?"
    r"|(?:daily|nightly|weekly|fortnightly|monthly|quarterly|yearly|annually)(?= *(?:[.,;]|$|at\b|on\b|in\b)))\b)",
    re.IGNORECASE,
)


def _settled(text: str) -> str:
    """The text, as long as before, without the verbs of what is done again and again."""
    return _HABIT.sub(lambda found: "is so".ljust(len(found[0])), text)


@lru_cache(maxsize=1 << 10)
def cues(text: str) -> frozenset[str]:
    """The names of the marks found in a text; what is done again and again ("is replaced every year") is no change."""
    text = _settled(text)
    found = {name for name, pattern in _ALWAYS if pattern.search(text)}
    for start in set(_WORD_START.findall(text.lower())):
        for name, pattern in _BY_START.get(start, ()):
            if name not in found and pattern.search(text):
                found.add(name)
    return frozenset(found)


def old_spans(text: str) -> tuple[tuple[int, int], ...]:
    """Where a statement names a former state: after 'instead of' or 'no longer', before 'is gone'."""
    text = _settled(text)
    return tuple(m.span(1) for pattern in _OLD for m in pattern.finditer(text))


def found_words(text: str, names: tuple[str, ...]) -> str:
    """The first words in a text that carry one of the marks named, in the marks' order; "" where none do."""
    for name in names:
        match = _pattern(name).search(text)
        if match:
            return match.group(0).strip(" ,.").lower()
    return ""
