"""docs/api.md promises what is there: every name, with its signature, and every point at which something plugs in."""

from __future__ import annotations

import ast
import difflib
import importlib
import inspect
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from benchmarks.api import HEADING, PAGE, ROOT, definition, made, names

TEXT = PAGE.read_text("utf-8")
OURS = [name for name in names(TEXT) if name.startswith("noctuary.")]


def found(name: str) -> Any:
    module, _, last = name.rpartition(".")
    return getattr(importlib.import_module(module), last)


def printed(name: str) -> list[str]:
    """The parameters that the page shows of a function."""
    block = next(one[0] for one in HEADING.finditer(TEXT) if one[1] == name)
    shown = ast.parse(block.partition("```python\n")[2].partition("\n```")[0] + ": ...").body[0]
    assert isinstance(shown, ast.FunctionDef)
    return [one.arg for one in (*shown.args.args, *shown.args.kwonlyargs)]


def test_the_page_is_what_the_code_says() -> None:
    differs = "\n".join(difflib.unified_diff(TEXT.splitlines(), made(TEXT).splitlines(), lineterm=""))
    assert not differs, f"python -m benchmarks.api\n{differs}"


@pytest.mark.parametrize("name", OURS)
def test_a_name_imports_and_takes_what_is_shown(name: str) -> None:
    thing = found(name)
    if inspect.isfunction(thing):
        assert printed(name) == list(inspect.signature(thing).parameters)
    else:
        assert inspect.isclass(thing)


def test_every_name_is_promised_once() -> None:
    assert len(OURS) > 40
    assert sorted(names(TEXT)) == sorted(set(names(TEXT)))


def test_what_the_prose_names_is_there() -> None:
    told = set(re.findall(r"`((?:noctuary|tasks|flows)\.[\w.]+)`", HEADING.sub("", TEXT))) - {"noctuary.toml"}
    assert told
    for name in told:
        module, _, last = name.rpartition(".")
        tree = ast.parse(ROOT.joinpath(*module.split(".")).with_suffix(".py").read_text("utf-8"))
        given = [one for one in tree.body if isinstance(one, ast.Assign | ast.AnnAssign)]
        assert last in {ast.unparse(to) for one in given for to in getattr(one, "targets", None) or [one.target]}, name


def test_the_example_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copytree(ROOT / "data" / "workspace", tmp_path / "agent")
    monkeypatch.chdir(tmp_path)
    exec(TEXT.partition("```python\n")[2].partition("```")[0], {})
    assert "tidebook" in capsys.readouterr().out


def test_every_protocol_that_may_be_plugged_in_stands_on_the_page() -> None:
    """By a setting, which `plugin.made` carries out, or as a line of the table of dialects."""
    doors = [path for path in (ROOT / "noctuary").rglob("*.py") if "import made\n" in path.read_text("utf-8")]
    doors.append(ROOT / "noctuary" / "sources" / "dialects" / "registry.py")
    modules = [importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts)) for path in doors]
    wanted = {one for module in modules for one in vars(module).values() if getattr(one, "_is_protocol", False)}
    assert {one.__name__ for one in wanted} >= {"Embedder", "Adviser", "Reader", "Dialect", "WrittenDialect"}
    assert wanted <= {found(name) for name in OURS}


def test_a_name_that_is_nowhere_is_told() -> None:
    with pytest.raises(LookupError):
        definition("noctuary.night.nothing")
