"""A wallet's seed: as many small words in a row as BIP-39 makes, behind a word for it and a colon or a line's end."""

from __future__ import annotations

import re
from collections.abc import Iterator

from noctuary.guard.finder import Finder, Hit, places

_CLUE = r"(?i)(?:wallet|seed|mnemonic|recovery|bip-?39)"
_GATE = rf"{_CLUE}[^\n]*[:\n][ \t\n]*[a-z]+ [a-z]+ [a-z]+ [a-z]+ [a-z]+ [a-z]+"
_SEED = re.compile(
    rf"{_CLUE}[^\n\x00]{{0,60}}?(?:[:：]|\n)\s{{0,4}}[\"'`*]{{0,3}}"
    r"(?P<value>(?-i:[a-z]{3,8}(?:[ ]{1,2}[a-z]{3,8}){11,23}))[\"'`*.]{0,3}[ \t]*(?=\n|\Z)"
)
_WORDS = (12, 15, 18, 21, 24)
"""The lengths that BIP-39 has."""
_OF_PROSE = frozenset("the and of to in is are was a an or not be for on with as at by from we you it this".split())


def _seeds(text: str, data: bytes) -> Iterator[Hit]:
    at = 0
    for start, _ in places(_GATE, text, data):
        hit = _SEED.match(text, start) if start >= at else None
        words = hit["value"].split() if hit else []
        if hit and len(words) in _WORDS and len(_OF_PROSE.intersection(words)) < 2:
            at = hit.end()
            yield "password", *hit.span("value")


FINDER = Finder(_CLUE, _seeds, "files")
