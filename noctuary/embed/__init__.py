"""Turns text into vectors offline: the Embedder protocol, the shipped default, and others by setting. Stores nothing.

`embed.model` in noctuary.toml names one: `static` (the default), `hashing`, `reader`, `minilm`, or
`package.module:Class`.
"""

from noctuary.embed.choice import Choice, EmbedSettings, choose, default_embedder
from noctuary.embed.hashing import HashingEmbedder
from noctuary.embed.minilm import MiniLMEmbedder
from noctuary.embed.protocol import Embedder
from noctuary.embed.reader import ReaderEmbedder
from noctuary.embed.static import StaticEmbedder

__all__ = [
    "Choice",
    "EmbedSettings",
    "Embedder",
    "HashingEmbedder",
    "MiniLMEmbedder",
    "ReaderEmbedder",
    "StaticEmbedder",
    "choose",
    "default_embedder",
]
