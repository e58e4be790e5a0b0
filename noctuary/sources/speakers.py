"""Reads the label a written turn begins with: `user:`, `**Human** (12:03):`, `[12:03] 用户：`. Cuts no turns.

Who a name is comes from these tables, each in its language's plain words, or from names a note's own header gives.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Literal, NamedTuple

Who = Literal["human", "agent", "tool", "system", "job", "other"]

_NAMES: dict[Who, str] = {
    "human": (
        "user|human|me|you|you said|owner|nutzer|nutzerin|benutzer|benutzerin|anwender|mensch|ich|utilisateur|"
        "utilisatrice|humain|moi|usuario|usuaria|humano|yo|usuário|usuária|utilizador|eu|utente|umano|io|gebruiker|"
        "mens|ik|пользователь|человек|я|користувач|użytkownik|uživatel|používateľ|användare|käyttäjä|lietotājs|"
        "kullanıcı|người dùng|pengguna|"
        "用户|用戶|使用者|人类|人類|我|ユーザー|ユーザ|利用者|사용자|المستخدم|उपयोगकर्ता"
    ),
    "agent": (
        "assistant|agent|ai|bot|model|llm|claude|claude code|chatgpt|chatgpt said|gemini|copilot|grok|deepseek|codex|"
        "openclaw|assistent|assistentin|ki|assistante|asistente|assistente|agente|ia|ассистент|помощник|агент|ии|бот|"
        "асистент|asystent|asistent|avustaja|asistan|trợ lý|asisten|助手|助理|智能体|智能體|"
        "ai助手|ai 助手|机器人|機器人|アシスタント|エージェント|어시스턴트|에이전트|المساعد|सहायक"
    ),
    "tool": (
        "tool|tool result|tool_result|toolresult|tool call|tool_call|toolcall|function|observation|werkzeug|"
        "工具|инструмент"
    ),
    "system": "system|developer|系统|系統|システム|система|sistema|système",
    "job": "heartbeat|cron|scheduled|loop|心跳",
}  # fmt: skip
_CLOCK = (
    r"(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)\w*,? )?"
    r"(?:\d{4}[-/.]\d\d[-/.]\d\d(?:[T ,]+\d{1,2}:\d\d(?::\d\d)?(?:\.\d+)?)?|\d{1,2}:\d\d(?::\d\d)?)"
    r"(?: ?[AaPp][Mm]\b)?(?:Z\b| ?(?:UTC|GMT)?[+-]\d{1,2}(?::?\d\d)?\b| [A-Z]{2,5}\b(?!\s*[:：]))?"
)
_LEAD = re.compile(r"[ \t]*(?P<quote>(?:>[ \t]?)*)(?P<bullet>[-*+•][ \t]+)?(?P<heading>#{1,6}[ \t]+)?")
_STAMP = re.compile(rf"[\[(]?(?P<clock>{_CLOCK})[\])]?(?:[ \t]*[-–—|,][ \t]+|[ \t]*)")
_MARK = re.compile(r"(?:\*\*|__|(?![\w\s\[\](){}<>#*_`|~:：,.;!?\"'/\\=+&%$@^-]).)[\ufe0f\u200d]*[ \t]*")
_WITHIN = re.compile(r"[ \t]*[(（](?P<within>[^()（）\n]{1,40})[)）]")
_UNBOLD = re.compile(r"[ \t]*(?:\*\*|__)")
_UNBRACE = re.compile(r"\|?[\]>]")
_COLON = re.compile(r"[ \t]*[:：]")
_BRACE = re.compile(r"[\[<]\|?(?=\w)")
_BESIDE = re.compile(rf"[ \t]*[-–—@,\[]?[ \t]*({_CLOCK})\]?")
_IN_BRACES = re.compile(r"[^\W\d_][\w.-]*(?: [^\W\d_][\w.-]*){0,2}(?=\])")
_BEFORE_COLON = re.compile(r"[^\W\d_][\w.-]*(?: [^\W\d_][\w.-]*){0,2}(?=(?:\*\*)?[:：](?:\s|\*|\Z))")
_MOST_MARKS = 4


class Shape(NamedTuple):
    """What the labels of one written conversation share; a label of another shape is quoted in it."""

    quote: int = 0
    is_item: bool = False
    heading: int = 0
    is_bold: bool = False
    is_braced: bool = False
    is_stamped: bool = False
    is_lower: bool = False


class Label(NamedTuple):
    """Who speaks, the label's shape, the clock written in it, and the words beside it on its line."""

    who: Who
    name: str
    shape: Shape
    clock: str
    words: str


@lru_cache(maxsize=64)
def _named(names: tuple[tuple[str, Who], ...]) -> tuple[re.Pattern[str], dict[str, Who]]:
    known: dict[str, Who] = {word: who for who, words in _NAMES.items() for word in words.split("|")}
    known |= dict(names)
    ordered = "|".join(re.escape(word) for word in sorted(known, key=len, reverse=True))
    return re.compile(rf"(?:{ordered}|gpt-?\d[\w.]*)(?![\w-])", re.I), known


def label(line: str, names: Mapping[str, Who] | None = None) -> Label | None:
    """The label a line begins with, or None. `names` are further names in lower case, and who they are.

    A name counts with a colon after it, or alone on its line as a heading, in bold or in brackets. In a line that
    begins with a clock any other short name before a colon, or in brackets, is a speaker nobody knows.
    """
    if not line or line.isspace():
        return None
    lead = _LEAD.match(line)
    place = lead.end() if lead else 0
    clock, is_bold = "", False
    for _ in range(_MOST_MARKS):
        if not clock and (stamp := _STAMP.match(line, place)):
            clock, place = stamp["clock"], stamp.end()
        elif mark := _MARK.match(line, place):
            is_bold, place = is_bold or mark[0][:2] in ("**", "__"), mark.end()
        else:
            break
    brace = _BRACE.match(line, place)
    place = brace.end() if brace else place
    pattern, known = _named(tuple(sorted((names or {}).items())))
    found = pattern.match(line, place) or (_stranger(line, place, brace is not None) if clock else None)
    if not found:
        return None
    name = found[0]
    place, clock, has_colon, closes_bold = _ended(
        line, found.end(), clock, is_bold=is_bold, is_braced=brace is not None
    )
    heading = len((lead["heading"] or "").strip()) if lead else 0
    rest = line[place:]
    if not has_colon and ((rest.strip() and not (brace and rest[:1] in " \t")) or not (heading or is_bold or brace)):
        return None
    if has_colon and rest[:1].strip() and line[place - 1] == ":" and not closes_bold:
        return None
    shape = Shape(
        quote=(lead["quote"] if lead else "").count(">"),
        is_item=bool(lead and lead["bullet"]),
        heading=heading,
        is_bold=is_bold,
        is_braced=brace is not None,
        is_stamped=bool(clock) and not heading,
        is_lower=name[:1].islower(),
    )
    who: Who = known.get(name.lower(), "agent" if name.lower().startswith("gpt") else "other")
    return Label(who, name, shape, clock, rest.strip())


def _stranger(line: str, place: int, is_braced: bool) -> re.Match[str] | None:
    """A name beside a clock that no table knows: one to three words before a colon or a bracket's end."""
    return (_IN_BRACES if is_braced else _BEFORE_COLON).match(line, place)


def _ended(line: str, place: int, clock: str, *, is_bold: bool, is_braced: bool) -> tuple[int, str, bool, bool]:
    """What closes a name, in any order: where it ends, the clock beside it, whether a colon or bold stood there."""
    has_colon = closes_bold = False
    while place < len(line):
        if not has_colon and (within := _WITHIN.match(line, place)):
            stamp = _STAMP.search(within["within"])
            clock, place = clock or (stamp["clock"] if stamp else ""), within.end()
        elif is_bold and not closes_bold and (found := _UNBOLD.match(line, place)):
            closes_bold, place = True, found.end()
        elif is_braced and (found := _UNBRACE.match(line, place)):
            is_braced, place = False, found.end()
        elif not has_colon and (found := _COLON.match(line, place)):
            has_colon, place = True, found.end()
        elif not has_colon and not clock and (found := _BESIDE.match(line, place)):
            clock, place = found[1], found.end()
        else:
            break
    return place, clock, has_colon, closes_bold
