"""What in a fact can be checked on this machine: the files it cites, and what the project's own files say of it.

Pure: names what to look at and judges what was found there; the looking is the shell's.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from noctuary.consolidate.manifests import COMPOSE, VERSIONS, environment, ports, versions
from noctuary.consolidate.policy import Check
from noctuary.model import Fact
from noctuary.text.patterns import of_table

_CODE = re.compile(r"`([^`\n]{1,120})`")
_FILE = re.compile(r"^(?:[\w.-]+/)*[\w.-]+\.[A-Za-z][A-Za-z0-9]{0,7}$")
_PLACE = re.compile(r"^(?:[\w.-]+/)+[\w.-]*$")
_NUMBER = re.compile(r"(?<![\w.])\d[\d.]*(?![\w])")
_STANDS = of_table("link.stands", any_case=True)
_PORT = re.compile(r"\bports?\b\D{0,16}?(\d{2,5})\b|:(\d{2,5})\b", re.IGNORECASE)
_WORD = re.compile(r"\w")
_NAME = re.compile(r"\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b")
CONTAINS: tuple[Check, ...] = ("contains",)
Found = tuple[bool, str]


def cited_files(fact: Fact) -> list[str]:
    """Relative file paths that stand in the fact's code spans; absolute ones and `..` are never looked at."""
    return sorted({span for span in _CODE.findall(fact.text) if _FILE.match(span) and _is_below(span)})


def wanted(fact: Fact, checks: Collection[Check] = CONTAINS) -> list[str]:
    """The paths whose contents could tell about the fact, relative to a root."""
    paths: set[str] = set()
    if {"contains", "path"} & set(checks):
        paths |= set(cited_files(fact))
    if "path" in checks:
        paths |= {span for span in _CODE.findall(fact.text) if _PLACE.match(span) and _is_below(span)}
    if "version" in checks and _NUMBER.search(fact.text):
        paths |= set(VERSIONS)
    if ("port" in checks and _PORT.search(fact.text)) or ("env" in checks and _NAME.search(fact.text)):
        paths |= set(COMPOSE)
    return sorted(paths)


def still_says(fact: Fact, contents: Mapping[str, str | None], checks: Collection[Check] = CONTAINS) -> Found | None:
    """(holds, reason) after looking at `contents` (path → text, None where it is gone; "" for a folder).

    None when nothing the fact states can be looked up there. What confirms it counts before what denies it: a fact may
    name two things of which a file knows one.
    """
    looks = [check for check in _CHECKS if check in checks]
    found = [one for check in looks if (one := _CHECKS[check](fact, contents))]
    return next((one for one in found if one[0]), found[0] if found else None)


def _contains(fact: Fact, contents: Mapping[str, str | None]) -> Found | None:
    """A file that merely exists proves nothing, and only what was once seen in one (code-crossref) can be gone."""
    was_seen = fact.method == "code-crossref"
    claimed = _claimed(fact)
    for path in cited_files(fact):
        text = contents.get(path)
        if text is None and path in contents and was_seen:
            return False, f"{path} is gone"
        if text is None or not claimed:
            continue
        missing = [value for value in claimed if not _stands_in(value, text)]
        if not missing:
            return True, f"{path} says {', '.join(claimed[:3])}"
        if was_seen:
            return False, f"{path} no longer says {missing[0]}"
    return None


def _path(fact: Fact, contents: Mapping[str, str | None]) -> Found | None:
    """A fact that says where something stands and nothing else: the place exists, or once did and is gone."""
    spans = [span for span in _CODE.findall(fact.text) if span in contents]
    if len(spans) != 1 or not _STANDS.search(fact.text) or set(_claimed(fact)) - set(spans):
        return None
    if contents[spans[0]] is not None:
        return True, f"{spans[0]} is there"
    return (False, f"{spans[0]} is gone") if fact.method == "code-crossref" else None


def _version(fact: Fact, contents: Mapping[str, str | None]) -> Found | None:
    """What the fact says after a dependency's name against what the manifest asks for; a range tells nothing."""
    answers: list[Found] = []
    low = fact.text.lower()
    for path in VERSIONS:
        asked = versions(path, contents.get(path) or "")
        for name, spec in ((name, spec) for name, spec in asked.items() if name in low):
            said = _said_of(name, fact.text)
            verdicts = [agrees(one, spec) for one in said]
            if any(verdicts):
                answers.append((True, f"{path} asks for {name} {spec}"))
            elif verdicts and None not in verdicts:
                answers.append((False, f"{path} asks for {name} {spec}, not {said[0]}"))
    return next((one for one in answers if one[0]), answers[0] if answers else None)


def _said_of(name: str, text: str) -> list[str]:
    """The version numbers that a text gives a name: `React 18`, `react v18.2`, `react is on 18`."""
    found = re.compile(rf"(?<![\w/-]){re.escape(name)}(?![\w/-])[^\d\n.;]{{0,16}}?v?(\d+(?:\.\d+)*)", re.IGNORECASE)
    return found.findall(text)


def agrees(said: str, spec: str) -> bool | None:
    """Whether a version number fits a requirement; None where that cannot be told (a range, a finer number)."""
    hit = re.fullmatch(r"\s*(\^|~=?|={1,3}|v)?\s*v?(\d+(?:\.\d+)*)\s*", spec)
    if hit is None:
        return None
    one, two = said.split("."), hit[2].split(".")
    shared = min(len(one), len(two))
    if one[:shared] == two[:shared]:
        return True
    is_exact = (hit[1] or "").startswith("=")
    is_other = one[0] != two[0] or (one[0] == "0" and shared > 1 and one[1] != two[1])
    return False if is_exact or is_other else None


def _port(fact: Fact, contents: Mapping[str, str | None]) -> Found | None:
    """The port of a service that the fact names alone, against the compose file's."""
    said = {int(number) for pair in _PORT.findall(fact.text) for number in pair if number}
    for path in COMPOSE:
        known = {
            name: open_
            for name, open_ in ports(contents.get(path) or "").items()
            if open_ and _stands_in(name, fact.text)
        }
        if len(known) != 1 or not said:
            continue
        name, open_ = next(iter(known.items()))
        listed = ", ".join(str(one) for one in sorted(open_))
        return (True, f"{path} gives {name} port {listed}") if said & open_ else (
            False, f"{path} gives {name} port {listed}, not {min(said)}")  # fmt: skip
    return None


def _env(fact: Fact, contents: Mapping[str, str | None]) -> Found | None:
    """A variable the fact sets, against the compose file's; its value is never told, it may be a secret."""
    for path in COMPOSE:
        known = environment(contents.get(path) or "")
        for name in _NAME.findall(fact.text):
            if name not in known:
                continue
            if known[name] and _stands_in(known[name], fact.text):
                return True, f"{path} sets {name} so"
            if re.search(rf"\b{name}\b`?\s*(?:=|:|is)\s*`?[\w./:-]", fact.text):
                return False, f"{path} sets {name} otherwise"
    return None


_CHECKS = {"contains": _contains, "path": _path, "version": _version, "port": _port, "env": _env}


def _is_below(path: str) -> bool:
    return ".." not in path.split("/") and not path.startswith("/")


def _claimed(fact: Fact) -> list[str]:
    """The code spans and numbers a fact states, apart from the files it cites."""
    spans = [span for span in _CODE.findall(fact.text) if not _FILE.match(span)]
    return spans + _NUMBER.findall(_CODE.sub(" ", fact.text))


def _stands_in(value: str, text: str) -> bool:
    at = text.find(value)
    while at >= 0:
        before, after = text[at - 1 : at] if at else "", text[at + len(value) : at + len(value) + 1]
        if not (_WORD.match(before) or _WORD.match(after)):
            return True
        at = text.find(value, at + 1)
    return False
