"""What a page is a view of. A protocol only, so that the page room need not know the journal."""

from __future__ import annotations

import datetime as dt
from typing import Protocol

from noctuary.model import Edge, Entity, Fact, Merge, Night, Review, Watermark


class Believed(Protocol):
    """What a page is a view of; `journal.State` is one."""

    facts: dict[str, Fact]
    entities: dict[str, Entity]
    edges: dict[str, Edge]
    merges: dict[str, Merge]
    reviews: dict[str, Review]
    nights: dict[str, Night]
    watermarks: dict[str, Watermark]

    @property
    def days(self) -> list[dt.date]: ...

    def last_night(self) -> Night | None: ...
