"""Word vectors: what is alike in meaning is near, the same bytes everywhere, nothing loaded before it is needed."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from importlib import resources

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from noctuary.text import vectors
from noctuary.text.wordpiece import pieces, words

TEXTS = ["The tide gate opens at 06:30", "The sluice is opened at half past six", "Invoices go out on Friday", ""]


def test_words_of_like_meaning_are_nearer_than_words_of_like_letters():
    for word, like, unlike in (
        ("doctor", "physician", "docking"),
        ("car", "automobile", "card"),
        ("begin", "start", "bergin"),
    ):
        assert vectors.word_likeness(word, like) > vectors.word_likeness(word, unlike) + 0.2


def test_texts_of_like_meaning_are_near_without_a_word_in_common():
    near = vectors.likeness("My doctor gave me medicine", "The physician prescribed drugs")
    far = vectors.likeness("My doctor gave me medicine", "The physician repaired cars")
    assert near > far + 0.1


def test_likeness_is_symmetric_bounded_and_one_with_itself():
    assert vectors.likeness(TEXTS[0], TEXTS[1]) == vectors.likeness(TEXTS[1], TEXTS[0])
    assert vectors.word_likeness("harbour", "harbour") == 1.0
    assert vectors.word_likeness("Harbour", "harbour") == 1.0


def test_what_has_no_letter_or_is_not_in_the_vocabulary_is_like_nothing():
    for nothing in ("", "42", "--", "\u13a0\u13a1\u13a2", "x" * 101):
        assert vectors.word_likeness(nothing, "harbour") == 0.0
        assert vectors.word_likeness(nothing, nothing) == 0.0


def test_one_word_beside_many_is_as_like_each_as_alone():
    others = ("physician", "car", "42", "harbour")
    assert vectors.likenesses("doctor", others).tolist() == [vectors.word_likeness("doctor", one) for one in others]
    assert not vectors.likenesses("", others).any()


def test_rows_are_unit_vectors_or_zero():
    made = vectors.embed_texts(TEXTS)
    assert made.shape == (4, vectors.DIM)
    assert made.dtype == np.float32
    assert np.allclose(np.linalg.norm(made[:3], axis=1), 1.0, atol=1e-4)
    assert not made[3].any()
    assert vectors.embed_texts([]).shape == (0, vectors.DIM)


@given(st.lists(st.text(max_size=40), max_size=6))
def test_a_row_does_not_depend_on_the_other_texts(texts):
    made = vectors.embed_texts(texts)
    for row, text in zip(made, texts, strict=True):
        assert row.tobytes() == vectors.embed_texts([text])[0].tobytes()


def test_the_cosine_of_two_rows_is_their_likeness():
    made = vectors.embed_texts(TEXTS[:2])
    assert abs(float(made[0] @ made[1]) - vectors.likeness(*TEXTS[:2])) < 1e-4


def test_the_table_is_the_one_its_name_says():
    room = resources.files("noctuary.text")
    whole = b"".join(room.joinpath(name).read_bytes() for name in ("vectors.bin", "vocabulary.txt"))
    assert hashlib.sha256(whole).hexdigest()[:16] == vectors.TABLE


def test_importing_the_module_loads_neither_table_nor_numpy():
    code = "import sys, noctuary.text.vectors as v; print('numpy' in sys.modules, v._table.cache_info().currsize)"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert said.split() == ["False", "0"]


def test_words_are_cut_as_bert_cuts_them():
    """The expected ids are those of the `tokenizers` package with bert-base-uncased's own tokenizer.json."""
    expected = {
        "Café crème, naïve!": [7668, 13675, 21382, 1010, 15743, 999],
        "k8s: port 8080 (don't)": [1047, 2620, 2015, 1024, 3417, 3770, 17914, 1006, 2123, 1005, 1056, 1007],
        "漢字 und Straße\tunaffable": [1904, 100, 6151, 2358, 27807, 14477, 20961, 3468],
    }
    first, known = vectors.FIRST, vectors.vocabulary()
    for text, ids in expected.items():
        found = [n + first for word in words(text) for n in pieces(word, known) or (100 - first,)]
        assert found == ids, text
