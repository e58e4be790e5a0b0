"""A wallet's seed: as many small words in a row, or numbered, as BIP-39 makes, behind a word for it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from noctuary.guard.finder import Finder, Hit, places

_CLUE = (
    r"(?i)(?:wallet|seed|mnemonic|mnemonik|mnémoni|mnemóni|recovery|bip-?39|ledger|trezor|metamask|phantom|keystone|"
    r"(?:12|24|zwölf|twelve|doce|douze|dodici|doze)[ -](?:words?|wörter|palabras|mots|parole|palavras|слов)|"
    r"wiederherstellung|récupération|recuperaci[oó]n|recuperação|recupero|ripristino|portefeuille|portafoglio|brieftasche|"
    r"сид-?фраз|мнемон|кошел|助记词|助記詞|ニーモニック|시드)"
)
_SMALL = r"[a-zà-öø-ÿœßа-яё]{3,10}"
_NEXT = r"(?:[ ]{1,2}|,[ ]|[ ]?\n)(?:\d{1,2}[.)][ ])?"
_SEED = re.compile(
    rf"{_CLUE}[^\x00]{{0,80}}?(?:[:：=\n\"'`“«(]|[ ](?:is|ist|es|est|è|é))\s{{0,4}}[\"'`*“]{{0,3}}(?:1[.)][ ])?"
    rf"(?P<value>(?-i:{_SMALL}(?:{_NEXT}{_SMALL}){{11,23}}))(?![ ]{{0,2}}\n?[ ]?(?-i:{_SMALL}))(?=\W|\Z)"
)
_WORDS = (12, 15, 18, 21, 24)
"""The lengths that BIP-39 has."""
_SAID = re.compile(_SMALL)
_OF_PROSE = frozenset(
    (
        "the and for with from you this that are was not use has have der die das und ist mit für von nicht les des "
        "une pour avec dans que est los las del por para con una che per con non или это как для что"
    ).split()
)


def _seeds(text: str, data: bytes) -> Iterator[Hit]:
    at = 0
    for start, _ in places(_CLUE, text, data):
        hit = _SEED.match(text, start) if start >= at else None
        words = _SAID.findall(hit["value"]) if hit else []
        if hit and len(words) in _WORDS and len(_OF_PROSE.intersection(words)) < 2:
            at = hit.end()
            yield "password", *hit.span("value")


FINDER = Finder(_CLUE, _seeds, "files")
