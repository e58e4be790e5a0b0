"""All verbs on one group. Holds none itself."""

from noctuary.cli import asking, capturing, deciding, dreaming, importing, judging, learning, past, reading, trying
from noctuary.cli.root import main

__all__ = [
    "asking",
    "capturing",
    "deciding",
    "dreaming",
    "importing",
    "judging",
    "learning",
    "main",
    "past",
    "reading",
    "trying",
]
