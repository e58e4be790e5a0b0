"""Writes the trained reader for ONNX Runtime, in eight bits: `python -m benchmarks.reader.export CHECKPOINT [FILE]`.

The weights' range is halved (`reduce_range`): without it, processors with and without VNNI saturate differently.
"""

from __future__ import annotations

import sys
import tempfile
import warnings
from collections.abc import Sequence
from pathlib import Path

import torch
from onnxruntime.quantization import QuantType, quantize_dynamic

from benchmarks.reader.lean import lean
from benchmarks.reader.network import Reader, batch
from noctuary.model import Statement
from noctuary.reader import encoding
from noctuary.reader.encoder import FILE, Encoder

OPSET = 17
SAMPLE = (
    (Statement(text="The staging database runs on port 5432"), Statement(text="staging database port is now 5433")),
    (Statement(text="Ana prefers tea", context=("People",)), Statement(text="Ana's favourite drink is tea")),
)


def export(trained: Path, to: Path) -> None:
    """The network of a checkpoint, as eight-bit ONNX."""
    model = Reader()
    model.load_state_dict(torch.load(trained, weights_only=True)["model"])
    model.eval()
    given = batch([encoding.pair(*both) for both in SAMPLE])
    names = ["ids", "parts", "mask"]
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        whole = Path(folder) / "whole.onnx"
        torch.onnx.export(
            model, given, str(whole), input_names=names, output_names=["verdict", "line", "vector"],
            opset_version=OPSET, dynamic_axes={name: {0: "statements", 1: "pieces"} for name in names}, dynamo=False,
        )  # fmt: skip
        eight = Path(folder) / "eight.onnx"
        quantize_dynamic(whole, eight, weight_type=QuantType.QInt8, reduce_range=True, per_channel=True)
        lean(eight, to)
    with torch.inference_mode():
        before = torch.softmax(model(*given)[0], 1).tolist()
    for both, row in zip(SAMPLE, before, strict=True):
        now = Encoder(to).chances_of([both])[0]
        print(f"{both[0].text} / {both[1].text}: {[round(x, 2) for x in row]} → {list(now)}")


def main(words: Sequence[str]) -> None:
    """Write the file."""
    if not words:
        sys.exit("python -m benchmarks.reader.export CHECKPOINT [FILE]: name the checkpoint")
    export(Path(words[0]), Path(words[1]) if len(words) > 1 else FILE)


if __name__ == "__main__":
    main(sys.argv[1:])
