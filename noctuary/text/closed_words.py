"""The closed classes of words that `edits` reads by: light words, negations, prepositions, opposites."""

from __future__ import annotations

from noctuary.text.languages import pairs, words

LIGHT = frozenset(words("words.light"))
NEGATIONS = frozenset(words("words.negations"))
PLAIN_NEGATIONS = frozenset(words("words.plain_negations"))
OPPOSED = {frozenset(pair) for pair in pairs("words.opposed")}
PREPOSITIONS = frozenset(words("words.prepositions"))
VERBS = frozenset(words("words.auxiliaries"))
