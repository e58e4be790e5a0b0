"""All verbs on one group. Holds none itself."""

from noctuary.cli import (
    asking,
    backfilling,
    capturing,
    deciding,
    dreaming,
    finding,
    fleet,
    importing,
    judging,
    learning,
    past,
    reading,
    trying,
)
from noctuary.cli.root import main

__all__ = [
    "asking",
    "backfilling",
    "capturing",
    "deciding",
    "dreaming",
    "finding",
    "fleet",
    "importing",
    "judging",
    "learning",
    "main",
    "past",
    "reading",
    "trying",
]
