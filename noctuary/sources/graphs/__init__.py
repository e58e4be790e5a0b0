"""Memory graphs that other tools wrote, read for `noctuary import`. A night reads none of them."""

from __future__ import annotations

from noctuary.sources.graphs.parts import Named, Tie, Told
from noctuary.sources.graphs.reading import Account, GraphFile, read_graph
from noctuary.sources.graphs.relations import as_written, meant

__all__ = ["Account", "GraphFile", "Named", "Tie", "Told", "as_written", "meant", "read_graph"]
