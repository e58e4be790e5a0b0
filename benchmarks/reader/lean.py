"""The exported network drawn anew with a tenth of the nodes: `python -m benchmarks.reader.lean FROM.onnx TO.onnx`.

torch writes an attention as forty small operations and works out shapes and masks at each reading. One text is read at
a time and nothing in it is masked, so ONNX Runtime's own attention says the same in one node. The eight-bit weights
stay as they are. Sums are taken in another order, so that here and there an activation is rounded to the next eighth
bit: of 2,779 real lines and pairs one in eight moved by .01 or more, none by more than .09, and no held figure by more
than .01 (`benchmarks.reader.measure`). Those readings took a fifth less time.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

LAYERS, HEADS, EPSILON = 6, 12, 1e-12
OPSET, IR = 17, 8
RUNTIME = "com.microsoft"
PARTS = ("_quantized", "_scale", "_zero_point")
OUTPUTS = {"verdict": 6, "line": 18, "vector": 384}


class Drawing:
    """Nodes and weights under way; each method adds nodes and returns the name of what they give."""

    def __init__(self, weights: Mapping[str, Any], matrices: Mapping[str, str]) -> None:
        self._known = weights
        self._matrices = matrices
        self.nodes: list[Any] = []
        self.weights: dict[str, Any] = {}

    def known(self, name: str) -> str:
        """A weight of the exported network, under its name there."""
        self.weights[name] = self._known[name]
        return name

    def node(self, kind: str, given: list[str], *told: str, **settings: Any) -> str:
        """One operation, ONNX's or the runtime's own."""
        domain = "" if kind in _STANDARD else RUNTIME
        self.nodes.append(helper.make_node(kind, given, list(told), name=told[0], domain=domain, **settings))
        return told[0]

    def embedded(self) -> str:
        """Pieces, parts and places, summed and brought to one scale."""
        self.weights["start"] = np.array([0], np.int64)
        self.node("Shape", ["ids"], "length", start=1, end=2)
        found = []
        for table, given in (("word", "ids"), ("token_type", "parts"), ("position", "")):
            rows, scale, zero = (self.known(f"bert.embeddings.{table}_embeddings.weight{part}") for part in PARTS)
            if given:
                self.node("Gather", [rows, given], f"{table}_rows")
            else:
                self.node("Slice", [rows, "start", "length"], f"{table}_rows")
            found.append(self.node("DequantizeLinear", [f"{table}_rows", scale, zero], table))
        self.node("Add", found[:2], "pieces_parts")
        return self.normed("pieces_parts", found[2], "bert.embeddings.LayerNorm", "layer0")

    def normed(self, one: str, two: str, norm: str, told: str) -> str:
        """The sum of two, each row brought to one scale."""
        self.node("Add", [one, two], f"{told}_sum")
        given = [f"{told}_sum", self.known(f"{norm}.weight"), self.known(f"{norm}.bias")]
        return self.node("LayerNormalization", given, told, axis=-1, epsilon=EPSILON)

    def dense(self, given: str, place: str, bias: str, told: str) -> str:
        """A product with an eight-bit matrix, what is given being brought to eight bits first."""
        parts = [self.known(f"{self._matrices[place]}{part}") for part in PARTS]
        return self.node("DynamicQuantizeMatMul", [given, *parts, *([self.known(bias)] if bias else [])], told)

    def attended(self, given: str, layer: int, told: str) -> str:
        """What each piece takes from all: query, key and value side by side as one matrix."""
        names = [f"layer.{layer}/attention/self/{part}" for part in ("query", "key", "value")]
        matrix, scale, zero = (
            np.concatenate([self._known[f"{self._matrices[name]}{part}"] for name in names], -1) for part in PARTS
        )
        biases = [f"bert.encoder.{name.replace('/', '.')}.bias" for name in names]
        self.weights |= {f"{told}_matrix": matrix, f"{told}_scale": scale, f"{told}_zero": zero}
        self.weights[f"{told}_bias"] = np.concatenate([self._known[name] for name in biases])
        self.node("DynamicQuantizeLinear", [given], f"{told}_given", f"{told}_step", f"{told}_middle")
        own = [f"{told}_matrix", f"{told}_bias", f"{told}_step", f"{told}_scale", "", f"{told}_middle", f"{told}_zero"]
        return self.node("QAttention", [f"{told}_given", *own], told, num_heads=HEADS)

    def layer(self, given: str, number: int) -> str:
        """One layer of the encoder."""
        here, name = f"layer.{number}", f"bert.encoder.layer.{number}"
        met = self.attended(given, number, f"attention{number}")
        met = self.dense(met, f"{here}/attention/output/dense", f"{name}.attention.output.dense.bias", f"met{number}")
        met = self.normed(met, given, f"{name}.attention.output.LayerNorm", f"heard{number}")
        wide = self.dense(met, f"{here}/intermediate/dense", f"{name}.intermediate.dense.bias", f"wide{number}")
        self.node("Gelu", [wide], f"bent{number}")
        out = self.dense(f"bent{number}", f"{here}/output/dense", f"{name}.output.dense.bias", f"narrow{number}")
        return self.normed(out, met, f"{name}.output.LayerNorm", f"layer{number + 1}")

    def heads(self, given: str) -> None:
        """The logits of the first piece and the mean of all, and the vector of the mean."""
        self.weights["first_place"] = np.array(0, np.int64)
        self.node("Gather", [given, "first_place"], "first", axis=1)
        self.node("ReduceMean", [given], "mean", axes=[1], keepdims=0)
        self.node("Concat", ["first", "mean"], "both", axis=-1)
        self.dense("both", "verdict", "verdict.bias", "verdict")
        self.dense("both", "line", "line.bias", "line")
        self.dense("mean", "vector", "", "vector")


_STANDARD = frozenset(
    (
        "Add", "Concat", "DequantizeLinear", "DynamicQuantizeLinear", "Gather", "LayerNormalization", "ReduceMean",
        "Shape", "Slice",
    )
)  # fmt: skip


def lean(exported: Path, to: Path) -> None:
    """Write the lean network of one that `quantize_dynamic` wrote. KeyError where it is not such a one."""
    graph = onnx.load(exported).graph
    weights = {one.name: numpy_helper.to_array(one) for one in graph.initializer}
    drawing = Drawing(weights, {_place(one.name): one.input[1].removesuffix("_quantized") for one in _products(graph)})
    last = drawing.embedded()
    for number in range(LAYERS):
        last = drawing.layer(last, number)
    drawing.heads(last)
    given = [helper.make_tensor_value_info(name, TensorProto.INT64, [1, "pieces"]) for name in ("ids", "parts")]
    told = [helper.make_tensor_value_info(name, TensorProto.FLOAT, [1, width]) for name, width in OUTPUTS.items()]
    kept = [numpy_helper.from_array(np.asarray(value), name) for name, value in drawing.weights.items()]
    whole = helper.make_graph(drawing.nodes, "reader", given, told, kept)
    rules = [helper.make_opsetid("", OPSET), helper.make_opsetid(RUNTIME, 1)]
    onnx.save(helper.make_model(whole, opset_imports=rules, ir_version=IR), to)


def _products(graph: Any) -> list[Any]:
    return [one for one in graph.node if one.op_type == "MatMulInteger"]


def _place(name: str) -> str:
    """Where a product stands: "layer.0/attention/self/query", "verdict"; from "/verdict/Gemm_MatMul_quant"."""
    return name.removeprefix("/bert/encoder/").strip("/").rpartition("/")[0]


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("python -m benchmarks.reader.lean FROM.onnx TO.onnx: name both files")
    lean(Path(sys.argv[1]), Path(sys.argv[2]))
