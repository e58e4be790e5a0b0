"""The house as the design draws it: who may import whom, and what must stay light."""

from __future__ import annotations

import ast
import socket
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent


def run(*args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *args], cwd=ROOT, capture_output=True, text=True, timeout=120)


def test_the_river_runs_one_way() -> None:
    """DESIGN 1: the import arrows are contracts, and they bite."""
    found = run("-c", "from importlinter.cli import lint_imports; raise SystemExit(lint_imports(no_cache=True))")
    assert found.returncode == 0, found.stdout


def test_the_command_line_starts_without_anything_heavy() -> None:
    code = (
        "import sys, noctuary.cli\n"
        "heavy = {'prefect', 'duckdb', 'pyarrow', 'sklearn', 'numpy', 'apsw', 'mcp', 'rich', 'jinja2'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    assert run("-c", code).stdout.strip() == "[]"


def test_a_whole_night_never_imports_prefect(workspace: Path) -> None:
    """KG-077, MT-004: the engine runs without Prefect and without mcp; the orchestrator is a guest."""
    code = (
        "import sys; from pathlib import Path; from noctuary.night import dream\n"
        f"dream(Path({str(workspace)!r}))\n"
        "print([name for name in sys.modules if name.split('.')[0] in ('prefect', 'fastapi', 'mcp')])"
    )
    found = run("-c", code)
    assert found.stdout.strip() == "[]", found.stderr


def test_no_test_reaches_the_network() -> None:
    """TK-010: the suite runs offline because it cannot do otherwise."""
    for host in ("192.0.2.1", "example.org"):
        with pytest.raises(PermissionError, match="stay on this machine"):
            socket.create_connection((host, 9), timeout=1)


def is_generated_numbers(text: str) -> bool:
    """Whether a module is written by a script and holds nothing to read: its docstring, imports and bound literals."""
    tree = ast.parse(text)
    return "Generated, no logic." in (ast.get_docstring(tree) or "") and all(
        isinstance(one, ast.ImportFrom) or (isinstance(one, ast.Assign | ast.AnnAssign) and is_literal(one.value))
        for one in tree.body[1:]
    )


def is_literal(value: ast.expr | None) -> bool:
    if value is None:
        return False
    try:
        ast.literal_eval(value)
    except ValueError:
        return False
    return True


def test_no_module_grows_past_four_hundred_lines() -> None:
    """A generated table of numbers may: nobody reads it line by line, and splitting it would help nobody."""
    long = {
        str(path.relative_to(ROOT)): count
        for folder in ("noctuary", "flows", "tasks")
        for path in sorted((ROOT / folder).rglob("*.py"))
        if (count := (text := path.read_text()).count("\n")) > 400 and not is_generated_numbers(text)
    }
    assert long == {}


def test_only_a_generated_table_may_grow_longer() -> None:
    table = '"""Weights. Generated, no logic."""\nfrom x import y\nA: dict[str, float] = {"a": -0.5}\n'
    assert is_generated_numbers(table)
    assert not is_generated_numbers(table.replace("Generated, no logic.", "By hand."))
    assert not is_generated_numbers(table + "def rule() -> None: ...\n")
    assert not is_generated_numbers(table + "B = sum((1, 2))\n")
