"""The house as the design draws it: who may import whom, and what must stay light."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


def run(*args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *args], cwd=ROOT, capture_output=True, text=True, timeout=120)


def test_the_river_runs_one_way() -> None:
    """DESIGN 1: the import arrows are contracts, and they bite."""
    from importlinter.cli import lint_imports

    assert lint_imports(config_filename=str(ROOT / "pyproject.toml"), no_cache=True) == 0


def test_the_command_line_starts_without_anything_heavy() -> None:
    code = (
        "import sys, noctuary.cli\n"
        "heavy = {'prefect', 'duckdb', 'pyarrow', 'sklearn', 'numpy', 'apsw', 'mcp', 'rich', 'jinja2'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    assert run("-c", code).stdout.strip() == "[]"


def test_a_whole_night_never_imports_prefect(workspace: Path) -> None:
    """KG-077: the engine runs without Prefect; the orchestrator is a guest."""
    code = (
        "import sys; from pathlib import Path; from noctuary.night import dream\n"
        f"dream(Path({str(workspace)!r}))\n"
        "print([name for name in sys.modules if name.split('.')[0] in ('prefect', 'fastapi', 'mcp')])"
    )
    found = run("-c", code)
    assert found.stdout.strip() == "[]", found.stderr


def test_no_module_grows_past_four_hundred_lines() -> None:
    long = {
        str(path.relative_to(ROOT)): count
        for folder in ("noctuary", "flows", "tasks")
        for path in sorted((ROOT / folder).rglob("*.py"))
        if (count := path.read_text().count("\n")) > 400
    }
    assert long == {}
