"""The door every text passes before anything is stored: secrets out, hidden signs out. Judges no meaning.

Whether a speaker asked not to be remembered is for extraction to heed.
"""

from __future__ import annotations

import re
from collections import Counter

import msgspec

from noctuary.guard.shapes import by_shape
from noctuary.guard.wording import by_wording
from noctuary.model import Value


class Guarded(Value, frozen=True):
    """A text safe to store. `redacted` counts by kind, `hidden` the invisible signs taken out."""

    text: str
    redacted: dict[str, int] = msgspec.field(default_factory=dict)
    hidden: int = 0


_MAYBE_HIDDEN = re.compile(
    "[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e007f]"
)
_HIDDEN = re.compile(
    "[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]"
    "|(?<=[\x00-\u024f])[\u200c\u200d]|[\u200c\u200d](?=[\x00-\u024f])"
)
_CONTROL = re.compile(r"\x1b(?:\[[0-9;?]*[A-Za-z]|\][^\x07]*\x07)|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_SURROGATE = re.compile("[\ud800-\udfff]")


def guard(text: str) -> Guarded:
    """Replace secrets by `[REDACTED:kind]`, strip zero-width and bidi signs. Idempotent."""
    hidden = 0
    if not text.isascii() and _MAYBE_HIDDEN.search(text):
        text = _SURROGATE.sub("\ufffd", text)
        text, hidden = _HIDDEN.subn("", text)
    text = _CONTROL.sub("", text)
    found: Counter[str] = Counter()
    text = by_wording(by_shape(text, found), found)
    return Guarded(text=text, redacted=dict(sorted(found.items())), hidden=hidden)
