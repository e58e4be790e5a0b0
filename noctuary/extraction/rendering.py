"""What a line of Markdown says: the one inline rendering that every text, quote and label is a verbatim piece of.

Left out are emphasis marks around words, the address of a link, HTML comments and doubled blanks. All else stays as it
is written: what stands in a code span, names (`__init__`, `snake_case`), globs (`**/*.py`), escapes and entities.
"""

from __future__ import annotations

import re

# Bounded, so that hostile text of one line costs work that grows with its length: nobody stresses 400 signs.
_CODE = re.compile(r"(?<!`)(`++)(?!`).{1,4000}?(?<!`)\1(?!`)")
_COMMENT = re.compile(r"<!--.*?-->")
_STRONG = re.compile(r"(?<![A-Za-z0-9_/*\\])\*\*(?=[^\s*])(.{1,400}?)(?<=[^\s*\\])\*\*(?![A-Za-z0-9_/*])")
_UNDERLINED = re.compile(r"(?<![\w/\\])__(?=[^\s_])(?=[^_\n]{1,400}[^\w\n])(.{1,400}?)(?<=[^\s_\\])__(?![\w/])")
_SLANTED = re.compile(r"(?<![\w*/\\])\*(?=[^\s*/.])([^*\n]{1,400}?)(?<=[^\s*\\])\*(?![\w*/.])")
_LINK = re.compile(r"(?<!\\)\[([^\[\]\n]{1,400})\]\((?:[^()\s]+)\)")
_MARKED = re.compile("\x00(\\d+)\x00")


def rendered(line: str) -> str:
    """One line as a reader sees it, its code spans as they are written."""
    held: list[str] = []

    def hide(span: re.Match[str]) -> str:
        held.append(span[0])
        return f"\x00{len(held) - 1}\x00"

    line = _CODE.sub(hide, line.replace("\x00", ""))
    last = line.rfind("-->") + 3
    line = _COMMENT.sub("", line[:last]) + line[last:] if last > 2 else line
    for mark in (_STRONG, _UNDERLINED, _SLANTED, _LINK):
        line = mark.sub(r"\1", line)
    return " ".join(_MARKED.sub(lambda mark: held[int(mark[1])], line).split())
