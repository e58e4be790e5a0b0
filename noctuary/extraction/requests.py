"""Parts what a human's request asks for now from what it tells: a fact before it, or a standing wish after it.

Invents no word: each part is a piece of the sentence. Judges none.
"""

from __future__ import annotations

from noctuary.extraction.atoms import Piece
from noctuary.text.patterns import signs

_ASKS = signs(r"(?:[,;:–—，；。-]\s*|\s+)¿?(?:{request.and}\s+)?(?P<ask>{request.ask})")
_STANDING = signs(r"(?:[,;]\s*|\s+){request.and_wish}\s+(?P<wish>{request.standing}\b)")
_OPEN = signs(r"^(?:(?:and|so|but|ok(?:ay)?|hey|hi|also|well)[, ]+)*{request.opens}\b")
_LEAST = 3


def parted(piece: Piece) -> list[Piece]:
    """A question or request as the fact before it, itself, and the standing wish after it; else the piece alone."""
    text = piece.text
    asks = _ASKS.search(text)
    if asks and asks.start() and _tells(text[: asks.start()]):
        rest = text[asks.start("ask") :]
        return [_cut(piece, text[: asks.start()]), *parted(_cut(piece, rest))]
    wish = _STANDING.search(text)
    if wish and text.rstrip().endswith("?") and _OPEN.match(text) and len(text[wish.start("wish") :].split()) >= _LEAST:
        return [_cut(piece, text[: wish.start()]), _cut(piece, text[wish.start("wish") :].rstrip(" ?"))]
    return [piece]


def _tells(text: str) -> bool:
    """Whether the words before a request are a statement, not a question, a condition or a greeting."""
    is_wide = sum(ord(letter) > 0x2E80 for letter in text) > 2 * _LEAST
    return (len(text.split()) >= _LEAST or is_wide) and not _OPEN.match(text) and "?" not in text


def _cut(piece: Piece, text: str) -> Piece:
    return piece._replace(text=text.strip(), quote=text.strip())
