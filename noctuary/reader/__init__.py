"""A small encoder of our own that reads a statement in its place, or two. Knows no workspace, clock or memory."""

from noctuary.reader.choice import Choice, ReaderAbsent, choose, rest

__all__ = ["Choice", "ReaderAbsent", "choose", "rest"]
