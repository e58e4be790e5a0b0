"""The shipped weights: answers that sum to one, are the same again, and what stands in where they cannot be had."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from noctuary.decisions import Chances, Line, Reader, Reading
from noctuary.model import Statement
from noctuary.reader import choose, encoder
from noctuary.reader.encoder import Encoder

PORTS = Statement(text="the API port is 8080"), Statement(text="the API port is 9090")


class Fixed:
    """A reader of the user's own."""

    name = "fixed"

    def chances_of(self, pairs: Sequence[tuple[Statement, Statement]]) -> list[Chances]:
        """Always a contradiction."""
        return [Chances(1.0, 0.0, 0.0, 0.0, 0.0, 0.0) for _ in pairs]

    def lines_of(self, lines: Sequence[Line]) -> list[Reading]:
        """Always to keep."""
        return [Reading(level=(1.0, 0.0, 0.0), stance=(1.0,), kind=(1.0,)) for _ in lines]


def test_the_shipped_reader_is_a_reader_and_names_its_weights() -> None:
    reader = choose().reader
    assert isinstance(reader, Reader)
    assert re.fullmatch(r"encoder-[0-9a-f]{12}", reader.name)


def test_chances_are_rounded_and_sum_to_one() -> None:
    reader = Encoder()
    [said] = reader.chances_of([PORTS])
    assert sum(said) == pytest.approx(1.0, abs=0.03)
    assert all(round(one, 2) == one for one in said)
    assert said.contradiction + said.supersession > 0.5


def test_a_pair_is_read_alike_alone_and_among_others_whatever_their_length() -> None:
    long = (Statement(text="tea " * 60), Statement(text="coffee " * 60))
    assert Encoder().chances_of([long, PORTS, long])[1] == Encoder().chances_of([PORTS])[0]


def test_what_was_said_stands_while_another_thread_asks_much(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if it did between what this one asks and what it is told."""
    monkeypatch.setattr(encoder, "REMEMBERED", 1)
    reader, said_of = Encoder(), Encoder._said_of
    others = [[(Statement(text=f"dock {number} is dry"), PORTS[0])] for number in range(3)]
    [said] = reader.chances_of([PORTS])

    def interrupted(self: Encoder, *asked: Any) -> list[list[float]]:
        found = said_of(self, *asked)
        asked_meanwhile, others[:] = others[:], []
        for one in asked_meanwhile:
            self.chances_of(one)
        return found

    monkeypatch.setattr(Encoder, "_said_of", interrupted)
    assert reader.chances_of([PORTS, (PORTS[1], PORTS[0])])[0] == said


def test_many_lines_are_read_in_order_and_each_as_alone() -> None:
    lines = [
        Line(f"the port of server {'again and ' * number}{number} is 80{number}", "note", "memory/a.md")
        for number in range(9)
    ]
    assert Encoder().lines_of(lines) == [Encoder().lines_of([one])[0] for one in lines]


def test_a_vector_has_length_one_and_is_near_what_means_the_same() -> None:
    tea, drink, port, none = Encoder().vectors(["Ana prefers tea", "Ana likes tea best", "the port is 8080", ""])
    assert tea @ tea == pytest.approx(1.0, abs=1e-5)
    assert tea @ drink > 0.6 > tea @ port
    assert not none.any()


def test_a_line_has_chances_of_level_stance_and_kind() -> None:
    [read] = Encoder().lines_of([Line("never push to main on a Friday", "user", "")])
    assert [len(part) for part in read] == [3, 7, 8]
    assert all(sum(part) == pytest.approx(1.0, abs=0.05) for part in read)


def test_another_reader_is_named_by_its_class(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fixed_reader", sys.modules[__name__])
    assert choose("fixed_reader:Fixed").reader is not None


@pytest.mark.parametrize("model", ["nobody.here:Reader", "builtins:dict", "nonsense"])
def test_what_is_no_reader_is_told_and_the_measures_judge_alone(model: str) -> None:
    choice = choose(model)
    assert choice.reader is None
    assert "judge.model" in choice.loss
    assert "alone" in choice.loss


def test_lexical_has_no_reader_and_nothing_to_tell() -> None:
    assert choose("lexical") == (None, "")


def test_missing_weights_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("noctuary.reader.encoder.FILE", tmp_path / "encoder.onnx")
    choose.cache_clear()
    assert "install noctuary again" in choose().loss
    choose.cache_clear()


def test_choosing_loads_no_runtime() -> None:
    code = "import sys; from noctuary.reader import choose; choose(); print('onnxruntime' in sys.modules)"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "False"
