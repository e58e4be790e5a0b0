"""Trains the reader: `python -m benchmarks.reader FOLDER OUT [--begin FILE] [--epochs N] [--resume]`.

FOLDER holds the corpus's clones; `--begin` goes on from a shipped reader's weights instead of MiniLM's: pairs teach it,
and what it says of real lines, of real neighbours and of texts alone is to stay as it was, for what is learned of that
elsewhere. OUT gets `epochN.pt` after each epoch and `saidN.jsonl`, what was said of each pair measured. Nothing of
LEFT_OUT, of the held tables or of gold is learned from. Sums of two threads differ in the last bits: so do figures of
two runs, in the third decimal.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import torch

from benchmarks.reader import continued, examples
from benchmarks.reader.examples import KINDS, LEVELS, LINE_KINDS, STANCES, LineExample, PairExample
from benchmarks.reader.figures import show
from benchmarks.reader.network import Reader, batch
from noctuary.reader.encoding import Encoded

SEED, SIZE, WARM, THREADS = 7, 32, 0.06, 2
RATE, HEAD_RATE, DECAY, SMOOTHING = 1e-4, 1e-3, 0.01, 0.05
STANCE_WEIGHT, KIND_WEIGHT, VECTOR_WEIGHT = 0.5, 0.3, 2.0
MARKED_TIMES, SCENES_TIMES = 2, 3
AGAIN, LINES_AGAIN, GENTLY = 0.25, 0.2, 0.5
"""How much of what they have learned weights that have learned it are shown again in an epoch, at which part of the
rate."""
LEVEL_AT, STANCE_AT = len(LEVELS), len(LEVELS) + len(STANCES)
PARTS = ((len(KINDS),), (LEVEL_AT, STANCE_AT - LEVEL_AT, len(LINE_KINDS)))
"""How many answers each part of the two heads has."""


class Kept(NamedTuple):
    """What a head is to say as the weights before said it."""

    encoded: Encoded
    head: int


class Material:
    """All that is learned from, and what an epoch shows of it."""

    def __init__(self, folder: Path) -> None:
        rng = random.Random(SEED)
        self.written = examples.written(sorted((examples.HERE / "pairs").glob("*.tsv")))
        self.scenes = examples.written(sorted((examples.HERE / "scenes").glob("*.tsv")))
        self.public = examples.public(rng)
        self.real = examples.real(folder)
        known = sorted(self.real.pairs.keys() - examples.LEFT_OUT)
        self.marked = [one for name in known for one, _ in self.real.pairs[name]] * MARKED_TIMES
        self.neighbours = examples.neighbours(self.real, rng)
        self.numbers = examples.changed_numbers(self.real, rng)
        self.headings = examples.headings_of(self.real)
        learned = sorted(self.real.lines.keys() - examples.LEFT_OUT)
        self.lines = [one for name in learned for one, _ in self.real.lines[name]] + list(examples.written_lines())
        self.texts = examples.texts((*self.marked, *self.neighbours, *self.written), rng)

    def epoch(self, rng: random.Random, *, is_begun: bool) -> list[list[Any]]:
        """The batches of one epoch, varied anew; of what the weights have learned before a share alone."""
        known = [*self.written, *self.public, *examples.strangers(self.written, rng)]
        pairs = [examples.varied(one, self.headings, rng) for one in (*_share(known, is_begun, rng), *self.numbers)]
        pairs += [examples.replayed(one, self.headings, rng) for one in self.scenes for _ in range(SCENES_TIMES)]
        shown: list[list[Any]] = [pairs + self.marked, _share(self.texts, is_begun, rng)]
        if is_begun:
            kept = rng.sample(self.lines, round(LINES_AGAIN * len(self.lines)))
            shown += [[Kept(one.encoded, 1) for one in kept], [Kept(one.encoded(), 0) for one in self.neighbours]]
        else:
            shown[0] += self.neighbours
            shown.append(self.lines)
        found = [one for some in shown for one in batches(some, _length, rng)]
        rng.shuffle(found)
        return found


def _share(some: list[Any], is_begun: bool, rng: random.Random) -> list[Any]:
    return rng.sample(some, round(AGAIN * len(some))) if is_begun else some


def _length(one: Any) -> int:
    return len(_encoded(one).ids)


def _encoded(one: Any) -> Encoded:
    if isinstance(one, Encoded):
        return one
    return one.encoded() if isinstance(one, PairExample) else one.encoded


def batches(some: Sequence[Any], length: Callable[[Any], int], rng: random.Random) -> Iterator[list[Any]]:
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


def kept_loss(logits: torch.Tensor, wanted: torch.Tensor, head: int) -> torch.Tensor:
    """How far each part of a head's answer is from what was said before."""
    parts = zip(logits.split(PARTS[head], 1), wanted.split(PARTS[head], 1), strict=True)
    told = [-(torch.softmax(was, 1) * torch.log_softmax(now, 1)).sum(1).mean() for now, was in parts]
    return torch.stack(told).sum()


def loss_of(model: Reader, before: Reader, some: Sequence[Any]) -> torch.Tensor:
    """The loss of a batch: lines, pairs, or what is to stay as `before` says it (Kept, texts alone)."""
    read = batch([_encoded(one) for one in some])
    head = some[0].head if isinstance(some[0], Kept) else 2
    if isinstance(some[0], LineExample):
        return line_loss(model(*read)[1], some)
    if isinstance(some[0], PairExample):
        return pair_loss(model(*read)[0], [one.allowed for one in some])
    with torch.inference_mode():
        wanted = before(*read)[head]
    now = model(*read)[head]
    return vector_loss(now, wanted.clone()) if head == 2 else kept_loss(now, wanted.clone(), head)


def train(folder: Path, out: Path, epochs: int, begin: Path | None, is_resumed: bool) -> None:
    """All epochs, from MiniLM's weights or those of a shipped file; with `is_resumed` after the last in `out`."""
    torch.set_num_threads(THREADS)
    torch.manual_seed(SEED)
    material = Material(folder)
    out.mkdir(parents=True, exist_ok=True)
    model, before = Reader(), Reader().eval()
    if begin:
        continued.load(model, begin)
        continued.load(before, begin)
    heads = [*model.verdict.parameters(), *model.line.parameters(), *model.vector.parameters()]
    body = [w for w in model.bert.parameters() if w.requires_grad]
    gently = GENTLY if begin else 1.0
    groups = [{"params": body, "lr": gently * RATE}, {"params": heads, "lr": gently * HEAD_RATE}]
    optimiser = torch.optim.AdamW(groups, weight_decay=DECAY)
    shown = [material.epoch(random.Random(SEED + epoch), is_begun=begin is not None) for epoch in range(epochs)]
    steps = sum(map(len, shown))
    plan = torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda s: min(1.0, s / (steps * WARM)) * max(0.0, (steps - s) / steps)
    )
    begun = 0
    if is_resumed and (done := sorted(out.glob("epoch*.pt"))):
        state = torch.load(done[-1], weights_only=True)
        model.load_state_dict(state["model"]), optimiser.load_state_dict(state["optimiser"])
        plan.load_state_dict(state["plan"])
        begun = len(done)
    print(f"{steps} batches; {len(material.marked)} marked, {len(material.numbers)} numbers", flush=True)
    for epoch in range(begun, epochs):
        model.train()
        started, sums = time.monotonic(), 0.0
        for step, some in enumerate(shown[epoch], 1):
            loss = loss_of(model, before, some)
            optimiser.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimiser.step()
            plan.step()
            sums += loss.item()
            if step % 100 == 0:
                each = (time.monotonic() - started) / step
                print(f"{epoch} {step}/{len(shown[epoch])} {sums / 100:.3f} {each:.2f} s", flush=True)
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
