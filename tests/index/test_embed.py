"""The default embedder: offline, deterministic, lexical."""

from __future__ import annotations

import hashlib

import numpy as np

from noctuary.embed import default_embedder

TEXTS = ["The tide gate opens at 06:30", "the tide gates open at 06:30", "Invoices go out on Friday", ""]


def test_rows_are_unit_vectors_of_the_stated_length():
    made = default_embedder().embed(TEXTS)
    assert made.shape == (4, default_embedder().dim)
    assert made.dtype == np.float32
    assert np.allclose(np.linalg.norm(made[:3], axis=1), 1.0, atol=1e-4)
    assert not made[3].any()
    assert default_embedder().embed([]).shape == (0, 384)


def test_the_same_text_gives_the_same_bytes_alone_or_in_a_batch():
    embedder = default_embedder()
    assert embedder.embed(TEXTS[:1]).tobytes() == embedder.embed(TEXTS)[:1].tobytes()
    assert hashlib.sha256(embedder.embed(TEXTS).tobytes()).hexdigest()[:16] == "a9b6f708de7defa7"


def test_words_that_are_spelled_alike_are_near():
    made = default_embedder().embed(TEXTS)
    assert made[0] @ made[1] > 0.6 > 0.2 > made[0] @ made[2]
