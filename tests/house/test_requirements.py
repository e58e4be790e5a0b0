"""The seeds' rows: which a test names is told truly, and no test names a row that is none."""

from __future__ import annotations

from pathlib import Path

from benchmarks.requirements import Row, named, rows, shares

ROOT = Path(__file__).parent.parent.parent

HEAD = "id\tseed\tarea\tstatement\tverify\tpriority\n"
TEST = '''"""TB-004 in a module's own words names nothing."""
def test_one():
    """TB-001, TB-002: two at once."""
    text = "TB-003"
async def test_two():
    """TB-001: by one that waits."""
def aside():
    """TB-004."""
'''


def test_a_row_counts_only_where_a_tests_own_docstring_names_it(tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_it.py").write_text(TEST)
    table = tmp_path / "requirements.tsv"
    table.write_text(HEAD + "".join(f'TB-00{n}\t000\tgoal\tsay "so\ttry\tP{n % 2}\n' for n in range(1, 5)))
    found, names = rows(table), named(tmp_path / "tests")
    assert found[0] == Row("TB-001", "goal", 'say "so', "P1")
    both = [f"tests/test_it.py::test_{name}" for name in ("one", "two")]
    assert names == {"TB-001": both, "TB-002": both[:1]}
    assert shares(found, names, "priority") == {"P1": (1, 2), "P0": (1, 2)}


def test_no_test_names_a_row_that_is_none(shared: Path) -> None:
    known = {row.id for row in rows(shared / "requirements.tsv")}
    assert set(named(ROOT / "tests")) - known == set()
