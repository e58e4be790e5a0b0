"""What a statement says without the aside that tells whom it was told to, by whom, or where it stands. Judges nothing.

"the discount is 20 %, told the café" and "according to the letter, he is allergic" state what "the discount is 20 %"
and "he is allergic" state; the aside is about the telling.
"""

from __future__ import annotations

import re

LEAST = 3
_BY = r"according to|as per|laut|gemäß|según|selon|d['’]après|segundo|de acordo com|secondo|volgens"
_SAID = (
    r"says?|said|told|tells|confirmed(?: by| to| with)?|promised|quoted|mentioned to|announced to|"
    r"sagte?|meinte?|bestätigte?|dice|dijo|"
    r"confirmado (?:por|a|con)|dicho a|dit|a dit|confirmé (?:par|à)|diz|disse|confirmado (?:por|com)|detto a|zegt|zei"
)
_TRAILING = re.compile(
    rf"(?:\s*[,;–—(-]\s*|\s+)(?:{_BY})\s[^,;.:]{{2,60}}$|"
    rf"\s*(?:[,;(–—]|\s-)\s*(?:so |as )?(?:{_SAID})\s[^,;.:]{{2,40}}$",
    re.IGNORECASE,
)
_LEADING = re.compile(rf"^(?:{_BY})\s[^,:;]{{2,60}}[,:]\s+", re.IGNORECASE)


def core(text: str) -> str:
    """The statement without such an aside; `text` itself where it has none or too little would be left."""
    rest = _LEADING.sub("", text, count=1)
    rest = _TRAILING.sub("", rest, count=1).strip()
    return rest if len(rest.split()) >= LEAST else text
