"""Cuts a text into BERT's word pieces (uncased): greedy longest match over a given vocabulary. Knows no meaning.

Made after the published rules of `bert-base-uncased`: lower case, accents stripped, every punctuation mark
and Chinese character a word of its own. The same pieces as the reference implementation's (a test compares).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping

LONGEST_WORD = 100
_HAN = ((0x4E00, 0x9FFF), (0x3400, 0x4DBF), (0x20000, 0x2A6DF), (0x2A700, 0x2B81F), (0x2B820, 0x2CEAF),
        (0xF900, 0xFAFF), (0x2F800, 0x2FA1F))  # fmt: skip


class _Signs(dict[int, str]):
    """What `str.translate` puts for each character, found out once: nothing, a space, or itself set apart."""

    def __missing__(self, point: int) -> str:
        self[point] = put = _put(chr(point))
        return put


_SIGNS = _Signs()


def words(text: str) -> list[str]:
    """The words and single signs of a text, folded, in order."""
    marks = text if text.isascii() else unicodedata.normalize("NFD", text)
    return marks.translate(_SIGNS).lower().split()


def pieces(word: str, vocabulary: Mapping[str, int]) -> tuple[int, ...]:
    """The ids of one folded word's pieces; () where it cannot be spelled with this vocabulary."""
    if len(word) > LONGEST_WORD:
        return ()
    found: list[int] = []
    start, end = 0, len(word)
    while start < len(word):
        piece = word[start:end] if start == 0 else "##" + word[start:end]
        if (known := vocabulary.get(piece)) is not None:
            found.append(known)
            start, end = end, len(word)
        elif (end := end - 1) == start:
            return ()
    return tuple(found)


def _put(sign: str) -> str:
    point, kind = ord(sign), unicodedata.category(sign)
    if sign in "\t\n\r" or kind == "Zs":
        return " "
    if kind == "Mn" or kind[0] == "C" or point == 0xFFFD:
        return ""
    is_mark = kind[0] == "P" or (point < 128 and not sign.isalnum())
    return f" {sign} " if is_mark or any(first <= point <= last for first, last in _HAN) else sign
