"""The reader's own vectors: whole sentences in their order, with the weights that ship. Slower than the default."""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from typing import TYPE_CHECKING

from noctuary.embed.protocol import EmbedderAbsent
from noctuary.reader.encoder import DIM, FILE, Encoder

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class ReaderEmbedder:
    """What the encoder makes of a text alone. EmbedderAbsent where its weights or the runtime are not installed."""

    dim = DIM

    def __init__(self) -> None:
        if importlib.util.find_spec("onnxruntime") is None or not FILE.is_file():
            what = "the reader is not whole in this installation"
            raise EmbedderAbsent("embed.model", what, "install noctuary again")
        self._encoder = Encoder()
        self.name = f"{self._encoder.name}:{DIM}"

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """(n, 384) float32; of a text, the first 254 pieces count. Zero for a text without words."""
        return self._encoder.vectors(texts)
