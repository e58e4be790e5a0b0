"""Fingerprints of the lines Noctuary wrote, so that a piece of its page is known again wherever it is pasted.

Pure. Numbers, marks and case do not count: "Added 3 new edges" is the same line as "- added 12 new edges".
"""

from __future__ import annotations

import hashlib
import re

from noctuary.inert import bare
from noctuary.model import fold

LEAST_WORDS = 4
LONGEST = 4096
"""No line of a page is longer: it tells of two statements at most, of 500 signs each."""
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_LABEL = re.compile(r"\A\W*\w+: ")
BOTH = '" → '
_MARK = re.compile(r"\s*(?:<!-- b2:\w+ -->|`b2:\w+`)")
_ID = re.compile(r"\bb2:[0-9a-f]{8,16}")


def print_of(line: str) -> str:
    """Ten hex digits for a line; "" for one too short to be told from anybody's, or longer than any of ours."""
    if len(line) > LONGEST:
        return ""
    words = fold(_NUMBER.sub("0", bare(line)))
    if len(words.split()) < LEAST_WORDS:
        return ""
    return hashlib.blake2b(words.encode(), digest_size=5).hexdigest()


def prints(text: str) -> frozenset[str]:
    """The fingerprints of every line of a page that does not name an id, by which it would be known anyway.

    A line with a label ("Why: …") is known without it, too. A line that tells of two facts ("old" → new) says what
    nobody else said; it is known when its id was taken off, too.
    """
    lines = [_MARK.sub("", line) for line in text.splitlines() if not _ID.search(line) or BOTH in line]
    found = (print_of(part) for line in lines for part in (line, _LABEL.sub("", line)))
    return frozenset(found) - {""}


def is_own(text: str, own: frozenset[str]) -> bool:
    """Whether a line of words is one of ours."""
    return bool(own) and print_of(text) in own
