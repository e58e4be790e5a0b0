"""Words that tell little or nothing by themselves, words that deny, and stems no rule makes, of the languages' tables.

Folded, without accents, but for the negators.
"""

from __future__ import annotations

from noctuary.text.languages import pairs, words

STOP = frozenset(words("words.stop"))
ENGLISH = frozenset(words("words.stop", "en"))
FOREIGN = STOP - ENGLISH
GENERIC = frozenset(words("words.generic"))
NEGATORS = frozenset(words("words.negators"))
IRREGULAR = dict(pairs("words.stems", "="))
FILLER = frozenset(words("words.filler"))
