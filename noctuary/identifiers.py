"""Ids and the text they are made from: what makes two names, statements or edges the same. Pure, knows no value."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from functools import lru_cache

_MARKS = re.compile(r"[`*\"“”„«»]")
_GAPS = re.compile(r"(?<![\w])[^\w%€$£°+\-/~.]+|[^\w%€$£°+\-/~.]+(?![\w])|\s+")
# ASCII words with one sign between each two: what the three steps below would leave as it is, and most of what comes.
_PLAIN = re.compile(r"\w+(?:[ .:/,-]\w+)*", re.ASCII)


@lru_cache(maxsize=1 << 14)
def fold(text: str) -> str:
    """Text as identity sees it: NFKC, case-folded, runs of anything but letters and digits as one space.

    Signs that carry meaning in values (+ - . , : / # % & @ _ and currency) are kept between word characters.
    """
    if text.isascii() and _PLAIN.fullmatch(text):
        return text.lower()
    text = unicodedata.normalize("NFKC", text).casefold()
    text = _MARKS.sub("", text)
    text = _GAPS.sub(" ", text)
    return " ".join(text.split()).strip(" .,;:!?-")


def tagged(kind: str, *parts: str) -> str:
    """A content address: `b2:` and 16 hex digits of BLAKE2b over the kind and its parts."""
    digest = hashlib.blake2b("\x1f".join((kind, *parts)).encode(errors="replace"), digest_size=8)
    return "b2:" + digest.hexdigest()


def fact_id(text: str, entity: str, audience: tuple[str, ...] = ()) -> str:
    """A fact's id: its normalised text, subject and, of what is not for all, audience; never a line number."""
    return tagged("fact", fold(text), fold(entity), *audience)


def fact_ids(text: str, entity: str, audience: tuple[str, ...] = (), about: str = "") -> tuple[str, str]:
    """The id of a statement, and the one it has where another has that: the same words of another thing, or spelled
    otherwise where spelling counts."""
    return fact_id(text, entity, audience), tagged("fact", fold(text), fold(entity), *audience, about, text)


def entity_ids(name: str, kind: str = "unknown") -> tuple[str, str]:
    """The id of an entity, and the one it has where another spelling of the name has that."""
    return entity_id(name, kind), tagged("entity", kind, fold(name), name)


@lru_cache(maxsize=1 << 14)
def entity_id(name: str, kind: str = "unknown") -> str:
    """An entity's id: type and name."""
    return tagged("entity", kind, fold(name))


def edge_id(src: str, dst: str, rel: str) -> str:
    """An edge's id: its ends and relation; `contradicts` is the same edge from either side."""
    if rel == "contradicts" and dst < src:
        src, dst = dst, src
    return tagged("edge", src, dst, rel)


def merge_id(a: str, b: str) -> str:
    """A merge's id: its two sides, in either order."""
    return tagged("merge", *sorted((a, b)))
