"""Asks an adviser no more than it must: what it once said is kept in a file, and a night's questions are counted.

The file is one JSON object a line, keyed by the adviser's name and both statements' words and dates; it holds none
of their words. A line that cannot be read is as good as absent. Silence is not kept: it may speak another night.
What an adviser says passes the guard first, and what the file holds passes it again: it may be older than a rule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

import msgspec

from noctuary import files
from noctuary.advice.protocol import REASON_CHARS, Advice, Adviser, Pair, Silence
from noctuary.guard import GuardPolicy, guard
from noctuary.model import Value, tagged

_RULES = GuardPolicy()
_Said = TypeVar("_Said", Advice, Silence, Advice | Silence)


class Asked(Value, frozen=True):
    """`answers` by the place of their pair; `called` pairs were put to the adviser, `beyond` were not.

    `name` is the adviser's as it may be shown.
    """

    name: str
    answers: dict[int, Advice]
    called: int = 0
    beyond: int = 0
    silent: dict[str, int] = msgspec.field(default_factory=dict)


class _Kept(Value, frozen=True):
    key: str
    adviser: str
    advice: Advice


def ask(
    adviser: Adviser,
    pairs: Sequence[Pair],
    cache: Path,
    max_calls: int,
    *,
    policy: GuardPolicy = _RULES,
    may_call: bool = True,
) -> Asked:
    """Answers to as many of `pairs`, in order, as the cache knows or `max_calls` allows.

    With `may_call` false only the cache is read. An adviser that raises has said nothing. `policy` is the guard's.
    """
    name = _line(adviser.name, policy)
    known = _read(cache)
    keys = [key_of(adviser.name, pair) for pair in pairs]
    answers = {place: _safe(known[key], policy) for place, key in enumerate(keys) if key in known}
    todo = [place for place in range(len(pairs)) if place not in answers]
    calls = todo[:max_calls] if may_call else []
    said = [_safe(one, policy) for one in _said(adviser, [pairs[place] for place in calls])] if calls else []
    heard = {place: one for place, one in zip(calls, said, strict=True) if isinstance(one, Advice)}
    _keep(cache, [_Kept(key=keys[place], adviser=name, advice=one) for place, one in heard.items()])
    return Asked(
        name=name,
        answers=answers | heard,
        called=len(calls),
        beyond=len(todo) - len(calls),
        silent=dict(sorted(Counter(one.why for one in said if isinstance(one, Silence)).items())),
    )


def key_of(name: str, pair: Pair) -> str:
    """What an answer is kept under: it is asked again only when words, dates or the adviser change."""
    a, b, verdict = pair
    days = [one.said_on.isoformat() if one.said_on else "" for one in (a, b)]
    return tagged("advice", name, a.text, days[0], b.text, days[1], verdict.kind)


def _said(adviser: Adviser, pairs: Sequence[Pair]) -> list[Advice | Silence]:
    """Its answers, one a pair. An adviser is somebody else's code: whatever it raises or returns is checked here."""
    try:
        said = list(adviser.advise(pairs))
    except Exception as error:
        return [Silence(why=f"failed ({type(error).__name__})")] * len(pairs)
    said += [None] * (len(pairs) - len(said))
    return [_checked(one) for one in said[: len(pairs)]]


def _checked(answer: object) -> Advice | Silence:
    if isinstance(answer, Silence):
        return answer
    if answer is None:
        return Silence(why="no answer")
    try:
        return msgspec.convert(msgspec.to_builtins(answer), Advice)
    except (msgspec.ValidationError, TypeError):
        return Silence(why="malformed")


def _safe(said: _Said, policy: GuardPolicy) -> _Said:
    """What was said, its words as they may be stored and shown."""
    if isinstance(said, Silence):
        return msgspec.structs.replace(said, why=_line(said.why, policy))
    return msgspec.structs.replace(said, reason=_line(said.reason, policy))


def _line(words: str, policy: GuardPolicy) -> str:
    """One guarded line of at most REASON_CHARS; what does not print is out before, for it may hide a secret."""
    printed = "".join(sign for sign in words if sign.isprintable() or sign.isspace())
    return " ".join(guard(printed, policy).text.split())[:REASON_CHARS]


def _read(cache: Path) -> dict[str, Advice]:
    kept: dict[str, Advice] = {}
    for line in cache.read_bytes().splitlines() if cache.is_file() else ():
        try:
            one = msgspec.json.decode(line, type=_Kept)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            continue
        kept.setdefault(one.key, one.advice)
    return kept


def _keep(cache: Path, lines: Sequence[_Kept]) -> None:
    if not lines:
        return
    whole = b"".join(msgspec.json.encode(one) + b"\n" for one in lines)
    files.append(cache, whole, cache.parent.parent)
