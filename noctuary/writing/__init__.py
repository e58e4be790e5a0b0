"""Writing by day: the one way in for command line, server, import and review alike."""

from noctuary.writing.requests import Allowed, NewEntity, NewObservation, NewRelation, WriteRefused, Written
from noctuary.writing.writer import Writer

__all__ = ["Allowed", "NewEntity", "NewObservation", "NewRelation", "WriteRefused", "Writer", "Written"]
