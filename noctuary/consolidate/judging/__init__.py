"""What two statements are to each other: parsed into claims, compared slot by slot, given one of six verdicts."""

from noctuary.consolidate.judging.judge import judge
from noctuary.consolidate.judging.pairs import pairs

__all__ = ["judge", "pairs"]
