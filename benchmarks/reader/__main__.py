"""Trains the reader: `python -m benchmarks.reader FOLDER OUT [--begin FILE] [--epochs N] [--resume]`.

FOLDER holds the corpus's clones; `--begin` goes on from a shipped reader's weights instead of MiniLM's. OUT gets
`epochN.pt` after each epoch and `saidN.jsonl`, what was said of each pair measured. Nothing of LEFT_OUT, of
the held tables or of gold is learned from. Sums of two threads differ in the last bits: so do figures of two runs, in
the third decimal.
"""

from __future__ import annotations

import argparse
import math
import random
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import torch

from benchmarks.reader import continued, examples
from benchmarks.reader.examples import LEVELS, STANCES, LineExample, PairExample
from benchmarks.reader.figures import show
from benchmarks.reader.network import Reader, batch
from noctuary.reader.encoding import Encoded

SEED, SIZE, WARM, THREADS = 7, 32, 0.06, 2
RATE, HEAD_RATE, DECAY, SMOOTHING = 1e-4, 1e-3, 0.01, 0.05
STANCE_WEIGHT, KIND_WEIGHT, VECTOR_WEIGHT = 0.5, 0.3, 2.0
MARKED_TIMES = 2
AGAIN = 0.5
"""How much of the written and public pairs and of the texts alone an epoch shows to weights that have learned them."""
LEVEL_AT, STANCE_AT = len(LEVELS), len(LEVELS) + len(STANCES)


class Material:
    """All that is learned from, and what an epoch shows of it."""

    def __init__(self, folder: Path) -> None:
        rng = random.Random(SEED)
        self.written = examples.written(sorted((examples.HERE / "pairs").glob("*.tsv")))
        self.public = examples.public(rng)
        self.real = examples.real(folder)
        known = sorted(self.real.pairs.keys() - examples.LEFT_OUT)
        self.natural = [one for name in known for one, _ in self.real.pairs[name]] * MARKED_TIMES
        self.natural += examples.neighbours(self.real, rng)
        self.numbers = examples.changed_numbers(self.real, rng)
        self.headings = examples.headings_of(self.real)
        learned = sorted(self.real.lines.keys() - examples.LEFT_OUT)
        self.lines = [one for name in learned for one, _ in self.real.lines[name]] + list(examples.written_lines())
        self.texts = examples.texts((*self.natural, *self.written), rng)

    def epoch(self, rng: random.Random, share: float = 1.0) -> tuple[list[PairExample], list[Encoded]]:
        """The pairs of one epoch, varied anew, and its texts; of what is no real pair or line a share alone."""
        known = [*self.written, *self.public, *examples.strangers(self.written, rng)]
        drawn = known if share == 1 else rng.sample(known, round(share * len(known)))
        texts = self.texts if share == 1 else rng.sample(self.texts, round(share * len(self.texts)))
        return [examples.varied(one, self.headings, rng) for one in (*drawn, *self.numbers)] + self.natural, texts

    def size(self, share: float = 1.0) -> int:
        """About how many batches an epoch has."""
        again = share * (len(self.written) + len(self.public) + examples.STRANGERS)
        pairs = again + len(self.numbers) + len(self.natural)
        return sum(math.ceil(n / SIZE) for n in (pairs, len(self.lines), share * len(self.texts)))


def batches(some: Sequence[Any], length: Any, rng: random.Random) -> Iterator[list[Any]]:
    """Batches of like length, in an order drawn by chance."""
    shuffled = list(some)
    rng.shuffle(shuffled)
    found = []
    for start in range(0, len(shuffled), SIZE * 50):
        near = sorted(shuffled[start : start + SIZE * 50], key=length)
        found += [near[i : i + SIZE] for i in range(0, len(near), SIZE)]
    rng.shuffle(found)
    yield from found


def pair_loss(logits: torch.Tensor, allowed: Sequence[tuple[int, ...]]) -> torch.Tensor:
    """Less the log of what the allowed verdicts have together, smoothed."""
    barred = torch.full_like(logits, -1e9)
    for row, some in enumerate(allowed):
        barred[row, list(some)] = 0
    chances = torch.log_softmax(logits, 1)
    return -(1 - SMOOTHING) * torch.logsumexp(chances + barred, 1).mean() - SMOOTHING * chances.mean()


def line_loss(logits: torch.Tensor, some: Sequence[LineExample]) -> torch.Tensor:
    """Level, stance and kind, each where a marker named it."""
    parts = logits[:, :LEVEL_AT], logits[:, LEVEL_AT:STANCE_AT], logits[:, STANCE_AT:]
    said = zip(*((one.level, one.stance, one.kind) for one in some), strict=True)
    whole = logits.sum() * 0
    for part, labels, weight in zip(parts, said, (1.0, STANCE_WEIGHT, KIND_WEIGHT), strict=True):
        if any(label >= 0 for label in labels):
            wanted = torch.tensor(labels)
            whole = whole + weight * torch.nn.functional.cross_entropy(
                part, wanted, ignore_index=-1, label_smoothing=SMOOTHING
            )
    return whole


def vector_loss(vectors: torch.Tensor, wanted: torch.Tensor) -> torch.Tensor:
    """How far the vectors point from those that MiniLM made before it learned anything of ours."""
    return VECTOR_WEIGHT * (1 - torch.nn.functional.cosine_similarity(vectors, wanted)).mean()


def loss_of(model: Reader, before: Reader, some: Sequence[Any]) -> torch.Tensor:
    """The loss of a batch: lines, texts alone (which `before` has read, too), or pairs."""
    if isinstance(some[0], LineExample):
        return line_loss(model(*batch([one.encoded for one in some]))[1], some)
    if isinstance(some[0], Encoded):
        read = batch(some)
        with torch.inference_mode():
            wanted = before(*read)[2]
        return vector_loss(model(*read)[2], wanted.clone())
    return pair_loss(model(*batch([one[0] for one in some]))[0], [one[1] for one in some])


def train(folder: Path, out: Path, epochs: int, begin: Path | None, is_resumed: bool) -> None:
    """All epochs, from MiniLM's weights or those of a shipped file; with `is_resumed` after the last in `out`."""
    torch.set_num_threads(THREADS)
    torch.manual_seed(SEED)
    material, share = Material(folder), AGAIN if begin else 1.0
    out.mkdir(parents=True, exist_ok=True)
    model, before = Reader(), Reader().eval()
    if begin:
        continued.load(model, begin)
    heads = [*model.verdict.parameters(), *model.line.parameters(), *model.vector.parameters()]
    body = [w for w in model.bert.parameters() if w.requires_grad]
    groups = [{"params": body, "lr": RATE}, {"params": heads, "lr": HEAD_RATE}]
    optimiser = torch.optim.AdamW(groups, weight_decay=DECAY)
    steps = epochs * material.size(share)
    plan = torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda s: min(1.0, s / (steps * WARM)) * max(0.0, (steps - s) / steps)
    )
    begun = 0
    if is_resumed and (done := sorted(out.glob("epoch*.pt"))):
        state = torch.load(done[-1], weights_only=True)
        model.load_state_dict(state["model"]), optimiser.load_state_dict(state["optimiser"])
        plan.load_state_dict(state["plan"])
        begun = len(done)
    print(
        f"{material.size(share)} batches an epoch; {len(material.natural)} natural, {len(material.numbers)} numbers",
        flush=True,
    )
    for epoch in range(begun, epochs):
        rng = random.Random(SEED + epoch)
        model.train()
        shown, texts = material.epoch(rng, share)
        pairs = [(one.encoded(), one.allowed) for one in shown]
        both = [
            *batches(pairs, lambda one: len(one[0].ids), rng),
            *batches(material.lines, lambda one: len(one.encoded.ids), rng),
            *batches(texts, lambda one: len(one.ids), rng),
        ]
        rng.shuffle(both)
        started, sums = time.monotonic(), 0.0
        for step, some in enumerate(both, 1):
            loss = loss_of(model, before, some)
            optimiser.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimiser.step()
            plan.step()
            sums += loss.item()
            if step % 100 == 0:
                print(
                    f"{epoch} {step}/{len(both)} {sums / 100:.3f} {(time.monotonic() - started) / step:.2f} s",
                    flush=True,
                )
                sums = 0.0
        state = {"model": model.state_dict(), "optimiser": optimiser.state_dict(), "plan": plan.state_dict()}
        torch.save(state, out / f"epoch{epoch}.pt")
        model.eval()
        show(model, material.real, out / f"said{epoch}.jsonl")


def main() -> None:
    """Parse the words and train."""
    asked = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    asked.add_argument("folder", type=Path)
    asked.add_argument("out", type=Path)
    asked.add_argument("--begin", type=Path, help="go on from these eight-bit weights: noctuary/reader/encoder.onnx")
    asked.add_argument("--epochs", type=int, default=2)
    asked.add_argument("--resume", action="store_true")
    given = asked.parse_args()
    train(given.folder, given.out, given.epochs, given.begin, given.resume)


if __name__ == "__main__":
    main()
