"""Text from sources, inert where it is shown: in Markdown, a code span, a comment, a terminal. Pure.

A text in Markdown keeps its emphasis and its closed code spans; every other sign that a renderer would act on stands
behind a backslash, and what it would link stands in a code span. `unescaped` leads back.
"""

from __future__ import annotations

import re
from typing import Any, Self

from markupsafe import Markup

# Control signs, marks that reorder what is read, and the invisible tags. U+200D and its like join emoji and stay.
# So do the marks that Hebrew and Arabic are typed with, which move no letter.
_SIGNS = r"\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2028\u2029\u2066-\u2069\U000e0000-\U000e007f"
_HIDDEN = re.compile(f"[{_SIGNS}]")
_ACTING = re.compile(rf"[{_SIGNS}]|\r(?!\n)")

_ASCII_SIGN = r"[!-/:-@\[-`{-~]"
_ANY_ESCAPE = re.compile(rf"\\({_ASCII_SIGN})")
# Suffixes of files that are countries' domains, too: a bare `notes.md` is a file, `notes.md/x` an address.
_FILES = "am|cc|cs|db|gz|hs|in|js|kt|md|mk|ml|mo|pl|po|ps|py|rb|rs|sh|so|tf|ts|vb"
_DOMAINS = "aero|asia|biz|com|coop|edu|gov|info|museum|name|net|org|pro|shop|web|xxx|app|dev|рф|xn--[\\w-]+|[a-z]{2}"
_REST = r'[^\s<>"`（）「」『』【】《》，。；、！？]'
_TOKEN = re.compile(
    rf"""
      (?<!\w)\w[\w+.-]{{0,31}}://{_REST}+                               # an address; CommonMark's longest scheme
    | (?<!\w)//\w{_REST}*                                              # one without
    | (?<!\w)www\.{_REST}+
    | (?<![\w.+/-])[\w.+/-]*@\w[^\s<>"`()\[\],;]*                        # mail, a mention
    | (?<![\w.:/@-])(?:[\w-]+\.)+                                      # a host
      (?:(?:{_FILES})/|(?!(?:{_FILES})(?![^\W_]|-))(?:{_DOMAINS})(?![^\W_]|-)){_REST}*
    | (?<![\w&])\#\w[\w.@/-]*                                          # a tag, an issue
    | (?<![\w./-])[\w.-]+(?:/[\w.-]+)?\#\d[\w.@/-]*
    | (?<![\w:]):(?:[a-z][\w+-]*|[+-]1|100|1234):(?![\w:])             # an emoji's name
    """,
    re.IGNORECASE | re.VERBOSE,
)
_TICKS = re.compile(r"(?P<run>`+)(?:(?P<code>[^`](?:.*?[^`])??)(?P=run)(?!`))?", re.DOTALL)
_PIECE = re.compile(rf"(?P<ticks>`)|(?P<token>{_TOKEN.pattern})", re.IGNORECASE | re.VERBOSE)
_ESCAPED = re.compile(rf"\\(?P<sign>{_ASCII_SIGN})|{_TICKS.pattern}", re.DOTALL)
_GLUED = re.compile(r"(?<=[^\W_])`|(?<=`)[^\W_]")
ALIVE = re.compile(
    rf"""
      \\(?={_ASCII_SIGN}|$)                                            # would take the next sign with it
    | \[                                                               # link, image, footnote, box, wikilink
    | <(?=[a-z/?])                                                     # HTML, an address in brackets
    | (?<=<)!                                                          # <!-- and <![CDATA[
    | (?<=--)>
    | &(?=\#?\w+;)                                                     # an entity
    | (?<!\s)\$(?!\d) | \$(?=[$`])                                     # the end of a formula, or one of its own
    | (?<=%)% | %(?=%) | (?<=~)~ | ~(?=~)                              # a hidden comment, struck-out text
    """,
    re.IGNORECASE | re.VERBOSE,
)
# What begins a block where a text stands first in its line: heading, quote, bullet, rule, underline, table, directive.
_BEGINS = re.compile(r"(?:\#{1,6}|[-+*])(?=\s|$)|(?:[-*_=]\s*)+$|>|\||:::")
_NUMBERED = re.compile(r"(\d{1,9})([.)])(?=\s|$)")
_CLOSERS = {")": "(", "]": "[", "}": "{"}


class Markdown(Markup):
    """Markdown that may stand on a page as it is. `format`, `%`, `+` and `join` make what they are given inert."""

    __slots__ = ()

    @classmethod
    def escape(cls, s: Any, /) -> Self:
        return cls(s.__html__() if hasattr(s, "__html__") else inline(str(s)))


def inline(text: str) -> str:
    """The text as a part of one line of Markdown, wherever in the line it stands."""
    text = _HIDDEN.sub("�", re.sub(r"\s+", " ", text))
    begins = _BEGINS.match(text.lstrip())
    numbered = _NUMBERED.match(text.lstrip())
    told = "".join(_pieces(text))
    lead = len(told) - len(told.lstrip())
    if numbered:
        return told[:lead] + _NUMBERED.sub(r"\1\\\2", told[lead:], count=1)
    return f"{told[:lead]}\\{told[lead:]}" if begins and told[lead] != "\\" else told


def code(text: str) -> Markdown:
    """The text as one code span, for a path, an id or a command; "" for none. A backtick in it becomes another sign."""
    text = _HIDDEN.sub("�", " ".join(text.split())).replace("`", "ˋ")
    text = text.replace("<!--", "‹!--").replace("-->", "--›")
    return Markdown(f"`{text}`" if text else "")


def comment(text: str) -> Markdown:
    """The text as one HTML comment, which it cannot end."""
    text = _HIDDEN.sub("�", " ".join(text.split()))
    return Markdown(f"<!-- {text.replace('<', '‹').replace('>', '›')} -->")


def unescaped(text: str) -> str:
    """The words of a line of Markdown: `inline` taken back, code spans that it would not have made left as they are."""
    kept = _ESCAPED.sub(lambda found: found["sign"] or found.group(), text)
    said = _ESCAPED.sub(lambda found: found["sign"] or _unwrapped(found), text)
    return kept if inline(said) != text == inline(kept) else said


def bare(text: str) -> str:
    """The text without any backslash that may be an escape, in code, too: for comparing, not for showing."""
    return _ANY_ESCAPE.sub(r"\1", text) if "\\" in text else text


def uncommented(text: str) -> str:
    """The text with a blank for each comment; what is never closed is none."""
    kept, at = [], 0
    while (begun := text.find("<!--", at)) >= 0 and (end := text.find("-->", begun + 4)) >= 0:
        kept.append(text[at:begun])
        at = end + 3
    return " ".join([*kept, text[at:]])


def visible(text: str) -> str:
    r"""The text for a terminal, or as JSON: what would move, colour, link or reorder is written out, as in \u001b."""
    return _ACTING.sub(_written, text)


def _pieces(text: str) -> list[str]:
    """The text cut into plain text, code spans that stay, and what is put into one; each as it is shown."""
    made: list[str] = []
    at = plain = 0
    is_after_code = False

    def add(piece: str, start: int, end: int) -> None:
        nonlocal at, plain, is_after_code
        before = _plain(text, plain, start)
        is_code = piece.startswith("`")
        if is_code and not before and is_after_code:
            before = " "
        if is_code and before.endswith("$") and not before.endswith("\\$"):
            before = f"{before[:-1]}\\$"
        made.extend((before, piece))
        at = plain = end
        is_after_code = is_code

    while found := _PIECE.search(text, at):
        if found["ticks"]:
            run = _TICKS.match(text, found.start())
            assert run is not None
            if span := _kept(run):
                add(span, *run.span())
            else:
                add("\\`" * len(run["run"]), run.start(), run.end("run"))
        else:
            token = _trimmed(found["token"])
            add(f"`{token}`", found.start(), found.start() + len(token))
    made.append(_plain(text, plain, len(text)))
    return made


def _plain(text: str, start: int, end: int) -> str:
    """What stands between two pieces, each live sign behind a backslash."""
    parts, at = [], start
    for found in ALIVE.finditer(text, start, end):
        parts.append(f"{text[at : found.start()]}\\")
        at = found.start()
    return "".join([*parts, text[at:end]])


def _kept(run: re.Match[str]) -> str:
    """The code span as it stands, "" where it is none, or a reader of the raw page would find something in it."""
    said = run["code"]
    is_read = not said or len(run["run"]) > 2 or "<!--" in said or "-->" in said or said.startswith(("=", "$="))
    return "" if is_read else run.group()


def _trimmed(token: str) -> str:
    """A token without the sentence's own signs at its end, if it is one without them."""
    left = {sign: token.count(sign) for pair in _CLOSERS.items() for sign in pair}
    end = len(token)
    while end and ((sign := token[end - 1]) in ".,;:!?'*_~-…”’»|\\" or sign in _CLOSERS):
        opener = _CLOSERS.get(sign)
        if (opener and left[opener] >= left[sign]) or (sign == ":" and token[0] == ":"):
            break
        if opener:
            left[sign] -= 1
        end -= 1
    return token[:end] if _TOKEN.fullmatch(token, 0, end) else token


def _unwrapped(run: re.Match[str]) -> str:
    token = run["code"]
    is_ours = token and len(run["run"]) == 1 and _TOKEN.fullmatch(token) and _trimmed(token) == token
    is_glued = _GLUED.match(run.string, run.start()) or _GLUED.match(run.string, run.end())
    return token if is_ours and not is_glued else run.group()


def _written(sign: re.Match[str]) -> str:
    return "".join(f"\\u{unit:04x}" for unit in _units(ord(sign.group())))


def _units(point: int) -> tuple[int, ...]:
    """The point in UTF-16, in which JSON writes what it escapes."""
    if point < 0x10000:
        return (point,)
    rest = point - 0x10000
    return 0xD800 + (rest >> 10), 0xDC00 + (rest & 0x3FF)
