"""What a text says behind the word by which it answers another, and what a question asks to be so."""

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


_MARK = re.compile(r"\s*[?？]+\s*$")
_OF = re.compile(r"^(?:the )?(?P<what>[^,;:]+?) of (?P<whose>[^,;:]+?) (?=(?:is|are|was|were)\b)", re.IGNORECASE)


def stated(asked: str) -> str:
    """What a question asks to be so, its owner before it: "is the port of api 80?" is "is the port of api 80", and
    "the port of api is 80" is "api port is 80"."""
    return _OF.sub(r"\g<whose> \g<what> ", _MARK.sub("", asked), count=1)
