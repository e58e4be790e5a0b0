"""Which reader a setting names, and what is lost where it cannot be had. Reads nothing."""

from __future__ import annotations

import importlib.util
from functools import cache
from typing import NamedTuple

from noctuary.decisions import Reader
from noctuary.errors import NoctuaryError
from noctuary.plugin import made

LEARNED, LEXICAL = "learned", "lexical"


class ReaderAbsent(NoctuaryError):
    """The reader that was asked for is not installed, or is none."""

    exit_code = 2


class Choice(NamedTuple):
    """A reader, None for judging by words and values alone, and what is lost where it is not the one asked for."""

    reader: Reader | None
    loss: str = ""


@cache
def choose(model: str = LEARNED) -> Choice:
    """The reader of that name: learned (ours), lexical (none), package.module:Class; nothing is raised."""
    try:
        return Choice(_named(model))
    except ReaderAbsent as error:
        return Choice(None, f"{error}; statements are judged by their words and values alone")


def rest(reader: Reader | None) -> None:
    """Let a reader that can give its memory back until it is asked again."""
    if reader is not None and callable(resting := getattr(reader, "rest", None)):
        resting()


def _named(model: str) -> Reader | None:
    if model == LEXICAL:
        return None
    if model != LEARNED:
        found = made(model, ReaderAbsent, "judge.model", f"{LEARNED}, {LEXICAL}")
        if not isinstance(found, Reader):
            raise ReaderAbsent("judge.model", f"{model!r} has no name, chances_of and lines_of", "see docs/reader.md")
        return found
    from noctuary.reader.encoder import FILE, Encoder

    if importlib.util.find_spec("onnxruntime") is None or not FILE.is_file():
        raise ReaderAbsent("judge.model", "the reader is not whole in this installation", "install noctuary again")
    return Encoder()
