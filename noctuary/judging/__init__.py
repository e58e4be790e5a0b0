"""What two statements are to each other: parsed into claims, compared slot by slot, given one of six verdicts."""

from noctuary.judging.find import pairs
from noctuary.judging.judge import judge

__all__ = ["judge", "pairs"]
