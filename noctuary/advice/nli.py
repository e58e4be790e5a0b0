"""Asks a cross-encoder for natural language inference, as an ONNX file on this machine. Fetches nothing.

The folder holds model.onnx, tokenizer.json and config.json (whose id2label names entailment, neutral and
contradiction in the model's own order). Both directions are read and the probabilities averaged. Such a model knows
no dates: whether a conflict is a replacement stays our own verdict's.
"""

from __future__ import annotations

import hashlib
import importlib.util
import math
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from noctuary import files, onnx
from noctuary.advice.protocol import Advice, AdviserAbsent, Pair
from noctuary.decisions import Verdict

LABELS = ("entailment", "neutral", "contradiction")
FILES = ("model.onnx", "tokenizer.json", "config.json")
MEND = 'pip install "noctuary[nli]"'
LONGEST = 256


class Reading(NamedTuple):
    """Probabilities of one direction."""

    entailment: float
    neutral: float
    contradiction: float


class NliAdviser:
    """One compute thread, one pair at a time. AdviserAbsent where packages or files are missing."""

    def __init__(self, folder: str) -> None:
        for package in ("onnxruntime", "tokenizers"):
            if importlib.util.find_spec(package) is None:
                raise AdviserAbsent("judge.adviser", f"nli needs {package}, which is not installed", MEND)
        self.folder = Path(files.expanded(folder))
        for name in FILES:
            if not folder or not (self.folder / name).is_file():
                raise AdviserAbsent("judge.model_path", f"there is no {name} in {folder!r}", "name the model's folder")
        self.order = label_order(self.folder / "config.json")
        with (self.folder / "model.onnx").open("rb") as file:
            self.name = f"nli-{hashlib.file_digest(file, 'sha256').hexdigest()[:12]}"

    def advise(self, pairs: Sequence[Pair]) -> list[Advice]:
        """One answer a pair."""
        return [opinion(self.read(a.text, b.text), self.read(b.text, a.text), verdict) for a, b, verdict in pairs]

    def read(self, premise: str, hypothesis: str) -> Reading:
        """What the model says of `hypothesis`, given `premise`."""
        import numpy as np

        found = self._tokenizer.encode(premise, hypothesis)
        feed = {"input_ids": found.ids, "attention_mask": found.attention_mask, "token_type_ids": found.type_ids}
        wanted = {one.name for one in self._session.get_inputs()}
        arrays = {name: np.array([ids], dtype=np.int64) for name, ids in feed.items() if name in wanted}
        logits = [float(value) for value in self._session.run(None, arrays)[0][0]]
        return reading(logits, self.order)

    @cached_property
    def _session(self) -> Any:
        return onnx.session(self.folder / "model.onnx")

    @cached_property
    def _tokenizer(self) -> Any:
        from tokenizers import Tokenizer

        tokenizer = Tokenizer.from_file(str(self.folder / "tokenizer.json"))
        tokenizer.no_padding()
        tokenizer.enable_truncation(LONGEST)
        return tokenizer


def label_order(config: Path) -> tuple[int, int, int]:
    """Where entailment, neutral and contradiction stand among the model's outputs."""
    try:
        said: Mapping[str, str] = msgspec.json.decode(config.read_bytes())["id2label"]
        places = {label.lower(): int(place) for place, label in said.items()}
        return places[LABELS[0]], places[LABELS[1]], places[LABELS[2]]
    except (msgspec.MsgspecError, LookupError, ValueError, AttributeError, TypeError):
        raise AdviserAbsent(
            "judge.model_path", f"{config} does not name entailment, neutral, contradiction", "use an NLI model"
        ) from None


def reading(logits: Sequence[float], order: tuple[int, int, int]) -> Reading:
    """Logits in the model's order as probabilities in ours."""
    most = max(logits)
    raised = [math.exp(value - most) for value in logits]
    return Reading(*(raised[place] / sum(raised) for place in order))


def opinion(there: Reading, back: Reading, verdict: Verdict) -> Advice:
    """Contradiction, or entailment both ways (duplicate) or one way (refinement), or neither (compatible)."""
    entailment, neutral, contradiction = ((one + other) / 2 for one, other in zip(there, back, strict=True))
    if contradiction >= max(entailment, neutral):
        kind = verdict.kind if verdict.kind == "supersession" else "contradiction"
        return _advice(kind, contradiction, "the model reads each as denying the other")
    ways = sum(one.entailment >= max(one.neutral, one.contradiction) for one in (there, back))
    if ways == 2:
        return _advice("duplicate", entailment, "the model reads each as following from the other")
    if ways == 1:
        return _advice("refinement", max(there.entailment, back.entailment), "the model reads one as following")
    return _advice("compatible", neutral, "the model reads neither as following from or denying the other")


def _advice(kind: Any, score: float, reason: str) -> Advice:
    return Advice(kind=kind, score=round(score, 4), reason=reason)
