"""General vocabulary: words that say the same thing, of the languages' tables. It holds no sentence and knows no corpus.

`WORD_CONCEPTS` leads a word to the groups of near-synonyms it stands in; `ALIASES` leads a spelling, or a phrase, to the
one the tables use; languages share the groups.
"""

from __future__ import annotations

from noctuary.text.languages import heads, rows

WORD_CONCEPTS = heads("meanings.concepts")
ALIASES = {
    spelling.replace("~", " "): head.replace("~", " ")
    for head, spellings in rows("meanings.aliases")
    for spelling in spellings
}
PHRASES = {spelling: head for spelling, head in ALIASES.items() if " " in spelling}
