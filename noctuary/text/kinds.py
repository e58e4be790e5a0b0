"""Words that exclude each other: kinds of things, sibling scopes and antonyms, of the languages' tables.

`KINDS`: members of one row are values of one attribute (a thing has one of them at a time).
`SCOPES`: members of one row are places where different things may hold side by side.
`ANTONYMS`: pairs whose predicates cannot both hold of one thing.
`SIBLING_SIGNS`: signs of Chinese and Japanese that tell two words apart which else are the same (早班, 晚班).
"""

from __future__ import annotations

from noctuary.text.languages import heads, pairs, words

KINDS, SCOPES = heads("meanings.kinds"), heads("meanings.scopes")
ANTONYMS = pairs("words.antonyms")
SIBLING_SIGNS = frozenset(pair for one in words("words.sibling_signs") for pair in ((one[0], one[1]), (one[1], one[0])))
