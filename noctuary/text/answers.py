"""What a text says behind the word by which it answers another: "no, we use pnpm" says "we use pnpm"."""

from __future__ import annotations

import re

from noctuary.text.patterns import signs

_ANSWER = signs(
    r"^\W*(?:no|wait|(?:(?:that|it)(?:'s| is) )?{say.wrong}|{say.no}|{say.not_so}|{say.thanks})(?:[,;:!—–]|\.(?! ?\d)| -)\s+"
    r"(?=\w)"
)


def unanswered(text: str) -> str:
    """The text without the words that only answer what was said before it; itself where nothing would be left."""
    while (left := _ANSWER.sub("", text, count=1)) != text and re.search(r"\w\W+\w", left):
        text = left
    return text
