"""Turns text into vectors offline: the Embedder protocol, the shipped default, and others by setting. Stores nothing.

`embed.model` in noctuary.toml names one: `static` (the default), `hashing`, `minilm`, or `package.module:Class`.
"""

from noctuary.embed.choice import Choice, EmbedSettings, choose, default_embedder
from noctuary.embed.hashing import HashingEmbedder
from noctuary.embed.minilm import MiniLMEmbedder
from noctuary.embed.protocol import Embedder
from noctuary.embed.static import StaticEmbedder

__all__ = [
    "Choice",
    "EmbedSettings",
    "Embedder",
    "HashingEmbedder",
    "MiniLMEmbedder",
    "StaticEmbedder",
    "choose",
    "default_embedder",
]
