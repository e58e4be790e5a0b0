"""Parts what a human's request asks for now from what it tells: a fact before it, or a standing wish after it.

Invents no word: each part is a piece of the sentence. Judges none.
"""

from __future__ import annotations

from noctuary.extraction.atoms import Piece
from noctuary.extraction.cues_keep import signs

_ASKS = signs(
    r"""
(?:[,;:–—，；。-]\s*|\s+)¿?(?:(?:so|and|but|also|then|und|also|y|e|et|и)\s+)?(?P<ask>(?:can|could|would|will) (?:you|u)\b|(?:please|pls)\s(?!don'?t\b|do not\b|never\b|always\b|only\b|remember\b|note\b|keep\b)|kannst du|könntest du|
könnt ihr|bitte\s|(?:me )?(?:puedes|podrías|podés)\b|(?:você )?(?:pode|poderia)s? (?:você |me )?|peux-tu|pourrais-tu|tu peux|pouvez-vous|puoi|potresti|
kun je|kan je|(?:не )?(?:мог бы ты|можешь)|(?:请|麻烦|能不能|可以帮))
""",
)
_STANDING = signs(
    r"""
(?:[,;]\s*|\s+)(?:and|und|y|e|et|en|и)\s+(?P<wish>(?:from now on|always|never|ab jetzt|ab sofort|immer|nie|niemals|de ahora en adelante|siempre|nunca|
a partir de agora|sempre|désormais|toujours|d'ora in poi|vanaf nu|altijd|nooit|отныне|всегда|никогда)\b)
""",
)
_OPEN = signs(
    r"""
^(?:(?:and|so|but|ok(?:ay)?|hey|hi|also|well)[, ]+)*(?:if|when|what|why|who|whom|whose|which|where|how|is|are|was|were|do|does|did|can|could|should|would|will|shall|
may|might|have you|has|had|am|please|let|wenn|falls|was|wer|wie|wo|warum|ist|sind|kannst|könntest|si|cuando|qué|quién|cómo|dónde|quand|que|qui|où|se|quando|come|
als|wat|wie|waar|если|когда|что|кто|как|где|如果|什么|怎么)\b
""",
)
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
