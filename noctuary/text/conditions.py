"""Whether a statement says what it does on a condition only: "if it rains, the ferry stays in the harbour"."""

from __future__ import annotations

import re
from functools import lru_cache

from noctuary.text.patterns import of_table
from noctuary.text.stops import cut
from noctuary.text.tense import tense

_CONDITION, _WHENEVER = of_table("say.condition"), of_table("say.whenever")
_NO_WORDS = re.compile(r"`[^`]*`|\b[A-Z]{2,}\b")
_SENTENCES = re.compile(r"(?<=[;.!?])\s+")


@lru_cache(maxsize=65536)
def is_on_condition(text: str) -> bool:
    """ "The ferry stays in if it blows", "unless Mara is there, call Tom"; not "ask whether the ferry runs".

    A time is a condition where nothing is told of the past: "the ferry stays in when it blows", not "stayed in when it
    blew". Code and words in capitals lead in none (`DROP TABLE IF EXISTS`, SI metres).
    """
    said = _NO_WORDS.sub(" ", text.replace("’", "'"))
    if _CONDITION.search(said.lower()):
        return True
    told = tense(text)
    return not (told.was and not told.now) and _WHENEVER.search(said.lower()) is not None


def unconditional(text: str) -> str:
    """The sentences of a text that hang on no condition: of "it runs at nine; if it is late, call Tom" the first."""
    return " ".join(one for one in cut(_SENTENCES, text) if not is_on_condition(one)).rstrip(" ;")
