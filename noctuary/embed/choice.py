"""Which embedder a setting names, and what stands in where it cannot be had. Makes no vector."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from noctuary.embed.hashing import HashingEmbedder
from noctuary.embed.minilm import MiniLMEmbedder
from noctuary.embed.protocol import Embedder, EmbedderAbsent
from noctuary.embed.reader import ReaderEmbedder
from noctuary.embed.static import StaticEmbedder
from noctuary.model import Value
from noctuary.plugin import made
from noctuary.text import vectors

DEFAULT = "static"
_LOST: dict[type[Embedder], str] = {
    StaticEmbedder: "the shipped word vectors stand in: the order of words is not seen",
    HashingEmbedder: "hashed letters stand in: nothing is found by meaning, only by spelling",
}


class EmbedSettings(Value, frozen=True):
    """`model` is static | hashing | reader | minilm | package.module:Class."""

    model: str = DEFAULT


class Choice(NamedTuple):
    """An embedder that works, and in one sentence what is lost where it is not the one that was asked for."""

    embedder: Embedder
    loss: str = ""


@cache
def choose(model: str = DEFAULT) -> Choice:
    """The embedder of that name, or else the default with the loss told; nothing is raised."""
    try:
        return Choice(_named(model))
    except EmbedderAbsent as error:
        other = StaticEmbedder() if model != DEFAULT and vectors.is_here() else HashingEmbedder()
        return Choice(other, f"{error}; {_LOST[type(other)]}")


def default_embedder() -> Embedder:
    """The embedder used when the settings name none."""
    return choose().embedder


def _named(model: str) -> Embedder:
    if model == "hashing":
        return HashingEmbedder()
    if model == "reader":
        return ReaderEmbedder()
    if model == "minilm":
        return MiniLMEmbedder()
    if model != DEFAULT:
        return _made(model)
    if not vectors.is_here():
        raise EmbedderAbsent(
            "embed.model", "the table of word vectors is not in this installation", "install noctuary again"
        )
    return StaticEmbedder()


def _made(path: str) -> Embedder:
    """The user's own class, which must be an embedder."""
    found = made(path, EmbedderAbsent, "embed.model", "static, hashing, reader, minilm")
    if not isinstance(found, Embedder):
        raise EmbedderAbsent("embed.model", f"{path!r} has no name, dim and embed", "see docs/embedders.md")
    return found
