"""The trial on workspaces nobody has used: nights, cards for readers, and verdicts kept whole or not at all."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from benchmarks.real import blind
from tests.house.conftest import Commit

DAYS = ("2026-03-01", "2026-03-02", "2026-03-03", "2026-03-04", "2026-03-05")


@pytest.fixture
def lived(tmp_path: Path) -> tuple[Path, Path]:
    notes = tmp_path / "clones" / "ana+diary" / "memory"
    notes.mkdir(parents=True)
    for day in DAYS:
        text = f"# {day}\n\n- Decision: we always deploy the tide book from branch release-{day[-1]}\n"
        (notes / f"{day}.md").write_text(text)
    blind.run(tmp_path / "clones", tmp_path / "out", 60.0)
    blind.cards(tmp_path / "out")
    return tmp_path / "out", tmp_path / "commits.tsv"


def test_a_night_is_dreamt_over_three_fifths_and_then_one_a_day(lived: tuple[Path, Path]) -> None:
    told = json.loads((lived[0] / "ana+diary.json").read_text())
    assert (told["notes"], told["nights"], told["of"]) == (5, 3, 3)
    card = (lived[0] / "ana+diary.md").read_text()
    assert [f"[{number}]" in card for number in range(1, len(told["acts"]) + 2)] == [True] * len(told["acts"]) + [False]


def test_a_night_sees_the_memory_of_its_day(commit: Commit, tmp_path: Path) -> None:
    """A port that changed with the last note is not in the memory of the first night."""
    for day in DAYS:
        port = 9090 if day == DAYS[-1] else 8080
        commit(day, {"MEMORY.md": f"- API port: {port}\n- told until {day}\n", f"memory/{day}.md": "- a calm day\n"})
    clone, out = tmp_path.rename(tmp_path.parent / f"{tmp_path.name}+clone"), tmp_path.parent / f"{tmp_path.name}-out"
    blind.take(clone.parent, out, [clone.name.replace("+", "/")])
    assert (out / "clones" / clone.name / "MEMORY.md").read_text().startswith("- API port: 9090")
    root = tmp_path.parent / f"{tmp_path.name}-dreamt"
    told = blind.lived(out / "clones" / clone.name, root, 0.0, out / "history" / clone.name)
    assert (told["nights"], told["of"]) == (1, 3)
    assert (root / "MEMORY.md").read_text().startswith("- API port: 8080")


def test_verdicts_are_kept_by_reference_and_a_missing_one_keeps_none(
    lived: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    out, commits = lived
    table = tmp_path / "table.tsv"
    monkeypatch.setattr(blind, "HERE", table)
    commits.write_text(f"ana/diary\t{'0' * 40}\n")
    number = len(json.loads((out / "ana+diary.json").read_text())["acts"])
    assert number > 0
    said = out / "ana+diary.verdicts"
    said.write_text("".join(f"{one}\tright\n" for one in range(1, number)))
    with pytest.raises(ValueError, match=f"act {number} is None"):
        blind.keep(out, "9", commits)
    assert not table.exists()
    said.write_text("".join(f"{one}\tright\n" for one in range(1, number + 1)))
    blind.keep(out, "9", commits)
    rows = list(csv.reader(table.read_text().splitlines(), delimiter="\t"))
    assert len(rows) == number
    assert all(row[:3] == ["9", "ana/diary", "0" * 40] and row[-1] == "right" for row in rows)
    assert "tide" not in table.read_text()


def test_kept_verdicts_are_told_by_gate_and_a_notes_by_its_durability(
    lived: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    out, commits = lived
    table = tmp_path / "table.tsv"
    monkeypatch.setattr(blind, "HERE", table)
    table.write_text("set\trepository\tcommit\tact\twhat\trole\tplace\tbeside\twords\tverdict\n")
    commits.write_text(f"ana/diary\t{'0' * 40}\n")
    acts = json.loads((out / "ana+diary.json").read_text())["acts"]
    (out / "ana+diary.verdicts").write_text("".join(f"{one}\tright\n" for one in range(1, len(acts) + 1)))
    blind.keep(out, "9", commits)
    told = blind.by_gate(out, ["9"])
    assert sum(int(str(row["right"])) for row in told) == sum(act["act"] == "promoted" for act in acts) > 0
    assert {row["gate"] for row in told} == {act["why"] for act in acts if act["act"] == "promoted"}
    assert all(bool(row["durability"]) == (row["gate"] in ("noted", "corroborated")) for row in told)
    assert blind.by_gate(out, ["8"]) == []
