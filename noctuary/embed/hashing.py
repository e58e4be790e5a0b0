"""Likeness of letters, by scikit-learn: for any language, and where the shipped table is absent. Knows no meaning.

Hashes character and word n-grams (HashingVectorizer, MurmurHash3): no vocabulary, no download, no
fitting; the same text gives the same bytes on any machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

DIM = 384
CHAR_SHARE = 0.6
BATCH = 4096


class HashingEmbedder:
    """Signed hashed n-grams: characters 3-5 within words, and words; lexical likeness, not meaning."""

    name = f"hashing-charwb3to5-word1-v1:{DIM}"
    dim = DIM

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """(n, 384) float32, L2-normalised. Loads scikit-learn on first use (about 1.5 s)."""
        import numpy as np
        from sklearn.feature_extraction.text import HashingVectorizer

        rows = np.zeros((len(texts), DIM), dtype=np.float32)
        common = {"n_features": DIM, "alternate_sign": True, "norm": "l2", "strip_accents": "unicode"}
        chars = HashingVectorizer(analyzer="char_wb", ngram_range=(3, 5), **common)
        words = HashingVectorizer(analyzer="word", token_pattern=r"(?u)\b\w+\b", **common)
        for start in range(0, len(texts), BATCH):
            some = texts[start : start + BATCH]
            mixed = (chars.transform(some) * CHAR_SHARE + words.transform(some) * (1 - CHAR_SHARE)).toarray()
            norms = np.sqrt((mixed * mixed).sum(axis=1, keepdims=True))
            mixed = np.divide(mixed, norms, out=np.zeros_like(mixed), where=norms > 0)
            rows[start : start + BATCH] = mixed.round(6)
        return rows
