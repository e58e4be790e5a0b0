"""Embedders: the default, the one by letters, the one behind an extra, and what happens where one is not to be had."""

from __future__ import annotations

import hashlib
import importlib.util
import sys

import numpy as np
import pytest

from noctuary.embed import Embedder, HashingEmbedder, MiniLMEmbedder, StaticEmbedder, choose, default_embedder
from noctuary.embed.protocol import EmbedderAbsent
from noctuary.text import vectors

TEXTS = ["The tide gate opens at 06:30", "the tide gates open at 06:30", "Invoices go out on Friday", ""]


@pytest.fixture(autouse=True)
def _anew():
    choose.cache_clear()
    yield
    choose.cache_clear()


@pytest.mark.parametrize("embedder", [StaticEmbedder(), HashingEmbedder()], ids=["static", "hashing"])
def test_rows_are_unit_vectors_of_the_stated_length(embedder):
    assert isinstance(embedder, Embedder)
    made = embedder.embed(TEXTS)
    assert made.shape == (4, embedder.dim)
    assert made.dtype == np.float32
    assert np.allclose(np.linalg.norm(made[:3], axis=1), 1.0, atol=1e-4)
    assert not made[3].any()
    assert embedder.embed([]).shape == (0, embedder.dim)
    assert made[0] @ made[1] > 0.6 > 0.2 > made[0] @ made[2]


@pytest.mark.parametrize(("model", "digest"), [("static", "1c4a8bb3cb1795ba"), ("hashing", "a9b6f708de7defa7")])
def test_the_same_text_gives_the_same_bytes_alone_or_in_a_batch(model, digest):
    embedder = choose(model).embedder
    assert embedder.embed(TEXTS[:1]).tobytes() == embedder.embed(TEXTS)[:1].tobytes()
    assert hashlib.sha256(embedder.embed(TEXTS).tobytes()).hexdigest()[:16] == digest


def test_the_default_sees_meaning_where_letters_see_none():
    texts = ["My doctor gave me medicine", "The physician prescribed drugs", "The physics of doors"]
    static, hashed = default_embedder().embed(texts), HashingEmbedder().embed(texts)
    assert static[0] @ static[1] > static[1] @ static[2] + 0.1
    assert hashed[0] @ hashed[1] < hashed[1] @ hashed[2]


def test_the_names_tell_the_version_the_table_and_the_length():
    assert default_embedder().name == f"static-minilm-l6-{vectors.TABLE}:{vectors.DIM}"
    assert len({default_embedder().name, HashingEmbedder().name, MiniLMEmbedder.name}) == 3


def test_an_embedder_that_cannot_be_had_is_replaced_and_the_loss_is_told(monkeypatch):
    found = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "onnxruntime" else found(name))
    choice = choose("minilm")
    assert isinstance(choice.embedder, StaticEmbedder)
    assert 'pip install "noctuary[minilm]"' in choice.loss
    assert "order of words is not seen" in choice.loss


def test_without_the_shipped_table_scikit_learn_stands_in_and_the_loss_is_told(monkeypatch):
    monkeypatch.setattr(vectors, "is_here", lambda: False)
    choice = choose()
    assert isinstance(choice.embedder, HashingEmbedder)
    assert "nothing is found by meaning" in choice.loss


@pytest.mark.parametrize("path", ["nowhere.at_all:Class", "json:nothing", "json:JSONDecoder", "nonsense"])
def test_what_a_setting_names_but_is_no_embedder_is_told_not_raised(path):
    choice = choose(path)
    assert isinstance(choice.embedder, StaticEmbedder)
    assert path in choice.loss


def test_a_class_of_the_users_own_is_taken(tmp_path, monkeypatch):
    (tmp_path / "ours_embedder.py").write_text(
        "import numpy as np\n"
        "class Lengths:\n"
        "    name, dim = 'lengths-1', 2\n"
        "    def embed(self, texts):\n"
        "        return np.array([[1.0, 0.0] for _ in texts], dtype=np.float32)\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    choice = choose("ours_embedder:Lengths")
    sys.modules.pop("ours_embedder", None)
    assert (choice.embedder.name, choice.loss) == ("lengths-1", "")


def test_minilm_reads_sentences_where_it_is_installed():
    try:
        embedder = MiniLMEmbedder()
    except EmbedderAbsent as absent:
        pytest.skip(str(absent))
    texts = ["The man bit the dog", "The dog bit the man", "A dog was bitten by a man", ""]
    made = embedder.embed(texts)
    assert made.shape == (4, 384)
    assert not made[3].any()
    assert made[0] @ made[2] > made[0] @ made[1] - 0.2
    assert np.allclose(made[0], embedder.embed(texts[:1])[0], atol=0.05)
