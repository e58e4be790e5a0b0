"""Compiles patterns: of the phrases of a language table, or written in a module with `{group.name}` for such phrases.

A pattern's text is broken into lines anywhere; the breaks are no part of it. The alternatives of a pattern stand behind
the word border or line start that they share, for speed.
"""

from __future__ import annotations

import re

from noctuary.text.languages import NOTHING, LanguageFileError, as_pattern, entries, filled, holes, is_whole, names

_START, _END = r"(?<!\w)", r"(?!\w)"
_HEADS = ("\\b", "^", "")


def signs(text: str, *, cased: bool = False) -> re.Pattern[str]:
    """One pattern from alternatives that say themselves where they may stand; `cased`: letter case counts."""
    joined = _grouped(_alternatives(filled(text.replace("\n", ""))))
    return compiled(joined, re.NOFLAG if cased else re.IGNORECASE, *holes(text))


def folded(text: str) -> re.Pattern[str]:
    """The same for text that is already in lower case, which is matched several times faster."""
    return compiled(_grouped(_alternatives(_lower(filled(text.replace("\n", ""))))), re.NOFLAG, *holes(text))


def of_table(table: str, *codes: str, any_case: bool = False) -> re.Pattern[str]:
    """What finds any phrase of a table, of all languages or of those named, in a text that is already in lower case, or
    in one of any case."""
    phrases = entries(table, *codes)
    whole = [filled(phrase) for phrase in phrases if is_whole(phrase)]
    others = _grouped([as_pattern(phrase) for phrase in phrases if not is_whole(phrase)])
    parts = [f"{_START}(?:{'|'.join(whole)}){_END}"] if whole else []
    joined = "|".join([*parts, *filter(None, [others])]) or NOTHING
    return compiled(joined if any_case else _lower(joined), re.IGNORECASE if any_case else re.NOFLAG, table)


def of_group(group: str) -> dict[str, re.Pattern[str]]:
    """The patterns of all tables of a group, by name."""
    return {name: of_table(f"{group}.{name}") for name in names(group)}


def compiled(joined: str, flags: re.RegexFlag, *tables: str) -> re.Pattern[str]:
    """A pattern made of the phrases of tables. LanguageFileError tells the phrase that is no regular expression."""
    try:
        return re.compile(joined, flags)
    except re.error:
        for table, phrase in [(name, phrase) for name in tables for phrase in entries(name)]:
            try:
                re.compile(as_pattern(phrase))
            except re.error as error:
                raise LanguageFileError(f"[{table}] {phrase}", f"is no pattern ({error})", "mend the phrase") from None
        raise


def _lower(pattern: str) -> str:
    return re.sub(r"(\\.)|([A-Z]+)", lambda m: m[1] or m[2].lower(), pattern)


def _grouped(parts: list[str]) -> str:
    groups: dict[str, list[str]] = {head: [] for head in _HEADS}
    for part in parts:
        head = next(head for head in groups if part.startswith(head))
        groups[head].append(part[len(head) :])
    return "|".join(f"{head}(?:{'|'.join(parts)})" for head, parts in groups.items() if parts)


def _alternatives(pattern: str) -> list[str]:
    """The alternatives of a pattern that stand outside all brackets."""
    parts, depth = [""], 0
    for token in re.findall(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|.", pattern):
        depth += (token == "(") - (token == ")")
        if token == "|" and not depth:
            parts.append("")
        else:
            parts[-1] += token
    return parts
