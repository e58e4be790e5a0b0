"""All verbs on one group. Holds none itself."""

from noctuary.cli import (
    asking,
    backfilling,
    capturing,
    deciding,
    dreaming,
    fleet,
    importing,
    judging,
    knowing,
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
    "fleet",
    "importing",
    "judging",
    "knowing",
    "learning",
    "main",
    "past",
    "reading",
    "trying",
]
