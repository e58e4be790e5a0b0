"""Whether words speak of the project that they are said in, which only the place they were said at can name."""

from __future__ import annotations

from noctuary.text.patterns import of_table

_THIS = of_table("say.this_project")


def says_this_project(text: str) -> bool:
    """Whether a text says "this repo" or the like: "in this repo we use pnpm" → True; "we use pnpm here" → False."""
    return _THIS.search(text.lower()) is not None
