"""A shipped reader's weights as torch trains them on: its eight-bit file read back.

The embeddings are not learned and stay MiniLM's own; a matrix comes back to within half a step of its column.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import onnx
import torch
from onnx import numpy_helper

from benchmarks.reader.lean import LAYERS
from benchmarks.reader.network import Reader


def load(model: Reader, file: Path) -> None:
    """Give the network the weights of a file that `lean` drew. KeyError where it is not such a one."""
    graph = onnx.load(file).graph
    kept = {one.name: numpy_helper.to_array(one) for one in graph.initializer}
    given = {one.output[0]: list(one.input) for one in graph.node}
    state = {name: torch.tensor(kept[name]) for name in model.state_dict() if name in kept}
    for told, place in _dense():
        matrix, scale, zero = (kept[name] for name in given[told][1:4])
        state[f"{place}.weight"] = _whole(matrix, scale, zero)
    for number in range(LAYERS):
        told, place = f"attention{number}", f"bert.encoder.layer.{number}.attention.self"
        whole = _whole(*(kept[f"{told}_{part}"] for part in ("matrix", "scale", "zero")))
        bias = torch.tensor(kept[f"{told}_bias"])
        for part, weight, bent in zip(("query", "key", "value"), whole.chunk(3), bias.chunk(3), strict=True):
            state |= {f"{place}.{part}.weight": weight.contiguous(), f"{place}.{part}.bias": bent.contiguous()}
    lacking, unknown = model.load_state_dict(state, strict=False)
    if unknown or any(not name.startswith("bert.embeddings.") for name in lacking):
        raise KeyError(f"{file}: not a reader's weights; it lacks {', '.join(lacking)}")


def _dense() -> list[tuple[str, str]]:
    """(what a node gives, where its matrix stands in the network) of each product but the attentions'."""
    found = [(name, name) for name in ("verdict", "line", "vector")]
    for number in range(LAYERS):
        place = f"bert.encoder.layer.{number}"
        found += [(f"met{number}", f"{place}.attention.output.dense"), (f"wide{number}", f"{place}.intermediate.dense")]
        found.append((f"narrow{number}", f"{place}.output.dense"))
    return found


def _whole(matrix: Any, scale: Any, zero: Any) -> torch.Tensor:
    """(out, in) weights of an (in, out) matrix in eight bits."""
    return torch.tensor((matrix.astype("float32") - zero) * scale).T.contiguous()
