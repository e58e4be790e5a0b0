"""A line's pieces: the same on any machine, each once, and no word of what weights were learned from."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from noctuary.text.pieces import STEPS, Pieces, shape

FEW = Pieces(letters=(2, 4, 8), shapes=(3, 5, 6))
WEIGHTS = np.arange(-FEW.slots // 2, FEW.slots - FEW.slots // 2).astype(np.int16)
TEXTS = st.text(st.characters(codec="utf-8"), max_size=60)


@pytest.mark.parametrize(
    ("line", "made"),
    [("Gate: Otter7 opens", "Aa: Aa0 a"), ("", ""), ("iPhone 15, USB", "aA 00, A"), ("Ключ — здесь", "Aa — a")],
)
def test_a_shape_is_a_line_without_its_words(line: str, made: str) -> None:
    assert shape(line) == made


@given(TEXTS)
def test_each_piece_counts_once_and_has_its_place(line: str) -> None:
    letters, shapes = FEW.places(line)
    assert list(letters) == sorted(set(letters))
    assert list(shapes) == sorted(set(shapes))
    assert all(0 <= place < 1 << 8 for place in letters)
    assert all(1 << 8 <= place < FEW.slots for place in shapes)


@given(TEXTS)
def test_a_weight_is_the_product_of_values_and_weights(line: str) -> None:
    places, values = FEW.values(line)
    assert FEW.weight(WEIGHTS, line) == pytest.approx(float(WEIGHTS[places] @ values) / STEPS)


@given(TEXTS)
def test_figures_and_the_space_between_words_change_nothing(line: str) -> None:
    other = "".join("7" if one in "0123456789" else one for one in line)
    assert FEW.weight(WEIGHTS, f"  {other} ") == FEW.weight(WEIGHTS, line)


def test_places_are_the_same_on_any_machine() -> None:
    letters, shapes = FEW.places("Tide 12")
    assert letters.tolist() == [
        11, 12, 17, 53, 58, 81, 85, 95, 130, 143, 152, 161, 166, 186, 230, 231, 246, 247, 254,
    ]  # fmt: skip
    assert shapes.tolist() == [259, 270, 276, 287, 291, 302, 305, 309, 313, 315]
