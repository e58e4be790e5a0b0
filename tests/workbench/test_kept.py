"""Tables of earlier nights: one that is damaged is told, and the others are read."""

from __future__ import annotations

import datetime as dt
import shutil
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner, Result

from noctuary.cli import main
from noctuary.journal import replay

NIGHTS = {"2026-05-12": "kettle", "2026-05-13": "ladder", "2026-05-14": "lantern"}


def run(*args: object) -> Result:
    return CliRunner().invoke(main, [str(arg) for arg in args], catch_exceptions=False)


def other_types(path: Path) -> None:
    """The same columns, each holding lists."""
    names = pq.read_schema(path).names
    pq.write_table(pa.table({name: pa.array([[1], [2]]) for name in names}), path)


def nulls(path: Path) -> None:
    """The same rows with nothing but their text or id."""
    table = pq.read_table(path)
    kept = [table[name] if name in ("text", "id") else pa.nulls(table.num_rows) for name in table.column_names]
    pq.write_table(pa.table(dict(zip(table.column_names, kept, strict=True))), path)


def overwritten(path: Path) -> None:
    """Its pages spoilt, its footer whole."""
    data = bytearray(path.read_bytes())
    data[4 : len(data) // 2] = b"\xa5" * (len(data) // 2 - 4)
    path.write_bytes(data)


DAMAGE: dict[str, Callable[[Path], object]] = {
    "empty": lambda path: path.write_bytes(b""),
    "zeros": lambda path: path.write_bytes(bytes(path.stat().st_size)),
    "no table": lambda path: path.write_bytes(b"these are the words of somebody else\n" * 200),
    "cut": lambda path: path.write_bytes(path.read_bytes()[: path.stat().st_size // 2]),
    "pages overwritten": overwritten,
    "another table": lambda path: pq.write_table(pa.table({"a": [1]}), path),
    "other types": other_types,
    "nulls": nulls,
}


@pytest.fixture(scope="module")
def lived(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace after three nights, each with a note of its own."""
    from tests.conftest import make_workspace

    root = make_workspace(tmp_path_factory.mktemp("lived") / "w")
    for night, thing in NIGHTS.items():
        day = dt.date.fromisoformat(night) - dt.timedelta(days=1)
        (root / "memory" / f"{day}.md").write_text(f"- decided: the {thing} is made of copper, no plastic\n")
        assert run("dream", "-q", "-w", root, "--now", f"{night}T03:00:00+00:00").exit_code == 0
    return root


@pytest.mark.parametrize("night", NIGHTS)
@pytest.mark.parametrize("how", DAMAGE)
def test_why_not_reads_the_nights_that_are_whole_and_tells_of_the_one_that_is_not(
    how: str, night: str, lived: Path, tmp_path: Path
) -> None:
    root = Path(shutil.copytree(lived, tmp_path / "w"))
    table = root / ".noctuary" / "nights" / night / "statements.parquet"
    DAMAGE[how](table)
    for other, thing in NIGHTS.items():
        result = run("why-not", f"the {thing} is made of copper", "-w", root)
        assert result.exit_code == 0, result.output
        assert (f"night {other}" in result.stdout) == (other != night)
        assert [line.partition(": ")[2] for line in result.stderr.splitlines()] == [
            f"{table}: cannot be read and is passed over; "
            "delete the night's folder: only its rejections and measures are lost"
        ]


@pytest.mark.parametrize("how", DAMAGE)
def test_why_measures_by_a_night_that_is_whole(how: str, lived: Path, tmp_path: Path) -> None:
    root = Path(shutil.copytree(lived, tmp_path / "w"))
    facts = replay(root / "memory" / "graph.jsonl").facts.values()
    [kettle] = [fact.id for fact in facts if "kettle" in fact.text]
    before = run("why", kettle, "-w", root)
    for table in root.glob(".noctuary/nights/*/signals.parquet"):
        DAMAGE[how](table)
    result = run("why", kettle, "-w", root)
    assert (before.exit_code, result.exit_code) == (0, 0)
    assert result.stdout.splitlines()[:3] == before.stdout.splitlines()[:3]
    assert "signals.parquet: cannot be read" in result.stderr
