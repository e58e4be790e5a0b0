"""Whether a statement says what it does on a condition only: "if it rains, the ferry stays in the harbour"."""

from __future__ import annotations

from functools import lru_cache

from noctuary.text.patterns import of_table

_CONDITION = of_table("say.condition", any_case=True)


@lru_cache(maxsize=65536)
def is_on_condition(text: str) -> bool:
    """ "The ferry stays in when it blows", "unless Mara is there, call Tom"; not "ask whether the ferry runs"."""
    return _CONDITION.search(text.replace("’", "'")) is not None
