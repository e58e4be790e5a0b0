"""Writing by day: the one way in for command line, server, import and review alike."""

from noctuary.writing.requests import NewEntity, NewObservation, NewRelation, WriteRefused, Written
from noctuary.writing.writer import Writer

__all__ = ["NewEntity", "NewObservation", "NewRelation", "WriteRefused", "Writer", "Written"]
