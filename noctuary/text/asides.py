"""What a statement says without the aside that tells whom it was told to, by whom, or where it stands. Judges nothing.

"the discount is 20 %, told the café" and "according to the letter, he is allergic" state what "the discount is 20 %"
and "he is allergic" state; the aside is about the telling.
"""

from __future__ import annotations

from functools import lru_cache

from noctuary.text.patterns import signs

LEAST = 3
_TRAILING = signs(
    r"(?:\s*[,;–—(-]\s*|\s+){report.according}\s[^,;.:]{2,60}$|"
    r"\s*(?:[,;(–—]|\s-)\s*(?:so |as )?{report.told}\s[^,;.:]{2,40}$"
)
_LEADING = signs(r"^{report.according}\s[^,:;]{2,60}[,:]\s+")


@lru_cache(maxsize=1 << 14)
def core(text: str) -> str:
    """The statement without such an aside; `text` itself where it has none or too little would be left."""
    rest = _LEADING.sub("", text, count=1)
    rest = _TRAILING.sub("", rest, count=1).strip()
    return rest if len(rest.split()) >= LEAST else text
