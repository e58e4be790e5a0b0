"""The default: sums of the shipped word vectors (`noctuary.text.vectors`). Knows words, not their order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from noctuary.text import vectors

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class StaticEmbedder:
    """Needs numpy only, answers at once, and gives the same bytes on every machine."""

    name = f"static-minilm-l6-{vectors.TABLE}:{vectors.DIM}"
    dim = vectors.DIM

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """(n, 256) float32, L2-normalised; zero for a text of which no piece is in the vocabulary."""
        return vectors.embed_texts(texts)
