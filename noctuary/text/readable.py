"""Whether the words of a statement are ones the judge can read: English, by what WordNet knows. Judges no meaning.

Labelled pairs in seven languages taught the judge some of the others, but on real notes it took two unrelated German
sentences for one (.77) and two Russian ones (.48). So what it cannot read is the same only in the same words.
"""

from __future__ import annotations

import re
from functools import lru_cache

from noctuary.text.language import fold_word
from noctuary.text.relations import lemmas
from noctuary.text.stop_words import ENGLISH, FOREIGN

HALF = 0.5
SHORT = 2
"""Words of two letters are in WordNet for half of the world's articles (o, le, un)."""
_SPAN = re.compile(r"`[^`]*`")
_CODE = re.compile(r"`[^`]*`|\S*[\d/_@\\.]\S*\w")
_FOREIGN_SIGN = re.compile(r"(?![\u0250-\u02ff\u1e00-\u1eff\u2000-\u2fff])[^\W\d_\x00-\u024f]")
"""A letter of no Latin alphabet. Where words are not parted by spaces it stands in one run with figures, too."""
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")


@lru_cache(maxsize=65536)
def is_readable(text: str) -> bool:
    """Whether at least half of a text's words are English; names, code and values are nobody's language.

    "The API port is 8080" is; "Der Dienst läuft auf Port 80" and "порт 80" are not.
    """
    if _FOREIGN_SIGN.search(_SPAN.sub(" ", text)):
        return False
    words = _WORD.findall(_CODE.sub(" ", text))
    folded = [fold_word(word) for word in words]
    ours, theirs = (sum(word in known for word in folded) for known in (ENGLISH, FOREIGN))
    if theirs and theirs >= ours:
        return False
    told = [low for word, low in zip(words, folded, strict=True) if word[:1].islower()]
    return sum(map(_is_english, told)) >= HALF * len(told)


def _is_english(word: str) -> bool:
    return word in ENGLISH or (len(word) > SHORT and bool(lemmas(word)))
