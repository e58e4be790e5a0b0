"""Whether somebody opens a sentence as a decision, a rule or a standing wish: what is said so need not be said again."""

from __future__ import annotations

from noctuary.text.patterns import of_table

_OPENING = of_table("say.opening", any_case=True)


def is_announced(text: str) -> bool:
    """ "Ok, from now on …", "we decided …", "New rule: …"; not "the pier is no longer what we agreed on"."""
    return _OPENING.search(text.replace("’", "'")) is not None
