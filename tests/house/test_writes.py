"""Every call that can change a file is known: a new one that goes past `noctuary.files` fails here."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
OF_OS = (
    "open fdopen replace rename renames remove unlink rmdir removedirs mkdir makedirs mknod mkfifo link symlink "
    "truncate ftruncate chmod fchmod lchmod chown fchown lchown utime write pwrite"
).split()
OF_PATH = (
    "open write_text write_bytes touch unlink rmdir mkdir rename chmod lchmod symlink_to hardlink_to link_to "
    "write_parquet write_csv to_csv to_parquet"
).split()
WHOLE = ("shutil", "tempfile", "mmap", "fileinput", "dbm", "shelve", "zipfile", "tarfile")
NAMED = ("FileLock", "ParquetWriter", "Connection", "write_table", "connect", "Popen", "edit")

DOOR = "noctuary/files.py"
"""The one module in which a file is opened for writing, made, renamed or removed."""

KNOWN = {
    ("noctuary/cli/__init__.py", "os.open"): "nothing (`/dev/null`), where a standard stream is closed",
    ("noctuary/cli/__init__.py", "os.fdopen"): "the standard input, to be read",
    ("noctuary/hook.py", "os.open"): "the session's log, to be read: no flag there creates or writes",
    ("noctuary/hook.py", "os.write"): "one line to stderr",
    ("noctuary/night.py", "tempfile"): "a dry run's scratch, made by the system outside the workspace",
    ("noctuary/holding.py", "FileLock"): "opens without following a link and cuts nothing; `layout` has looked first",
    ("noctuary/workbench/bench.py", "ParquetWriter"): "writes into a file that `files.replacing` opened",
    ("noctuary/workbench/evidence.py", "write_table"): "writes into a file that `files.replacing` opened",
    ("noctuary/workbench/evidence.py", "connect"): "DuckDB in memory",
    ("noctuary/workbench/turned_away.py", "connect"): "DuckDB in memory",
    ("noctuary/index/file.py", "Connection"): "SQLite follows no link, and `files.own_place` has looked first",
    ("noctuary/stages/freshen.py", "touch"): "a row of the index, no file",
    ("noctuary/server/app.py", "open"): "the memory tool, which writes through `noctuary.writing`",
    ("noctuary/advice/command.py", "Popen"): "the human's own adviser",
    ("noctuary/cli/deciding.py", "edit"): "the human's own editor, on a sheet that `files.replace` wrote",
}


def changes(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """(what may change a file, line) for each call of it, and for each import of a module that does nothing else."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            names = [one.name for one in node.names] if isinstance(node, ast.Import) else [node.module or ""]
            yield from ((name.split(".")[0], node.lineno) for name in names if name.split(".")[0] in WHOLE)
        elif isinstance(node, ast.Call):
            name = called(node)
            if name:
                yield name, node.lineno


def called(call: ast.Call) -> str:
    """The name of a call that may change a file; "" for any other, and for an `open` that can only read."""
    to = call.func
    if isinstance(to, ast.Name):
        return to.id if to.id in NAMED or (to.id == "open" and writes(call, 1)) else ""
    if not isinstance(to, ast.Attribute):
        return ""
    of = to.value.id if isinstance(to.value, ast.Name) else ""
    if of == "os":
        return f"os.{to.attr}" if to.attr in OF_OS else ""
    if of in ("files", "Index", "Memory", "msgspec"):
        return ""
    if to.attr == "open":
        return "open" if writes(call, 0) else ""
    # `str.replace` takes two words and `datetime.replace` named ones: only a path's takes one.
    is_move = to.attr == "replace" and len(call.args) == 1 and not call.keywords
    return to.attr if to.attr in (*OF_PATH, *NAMED) or is_move else ""


def writes(call: ast.Call, place: int) -> bool:
    """Whether an `open` may write: only a mode that is known to read is trusted."""
    given = [one.value for one in call.keywords if one.arg == "mode"] + list(call.args[place : place + 1])
    if not given:
        return False
    mode = given[0].value if isinstance(given[0], ast.Constant) else "w"
    return not isinstance(mode, str) or bool(set(mode) & set("wax+"))


def test_every_write_goes_through_the_one_door() -> None:
    found = {}
    for folder in ("noctuary", "flows", "tasks"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            name = path.relative_to(ROOT).as_posix()
            for what, line in changes(ast.parse(path.read_text())):
                if name != DOOR:
                    found[name, what] = line
    unknown = {f"{name}:{line} {what}" for (name, what), line in found.items() if (name, what) not in KNOWN}
    assert unknown == set(), "write it by noctuary.files, or say in KNOWN why that need not be"
    assert sorted(KNOWN.keys() - found.keys()) == [], "no longer there"


@pytest.mark.parametrize(
    "code",
    [
        "open(path, 'w')", "open(path, mode='ab')", "open(path, mode)", "path.open('xb')", "path.open('r+')",
        "path.write_text('a')", "path.write_bytes(b'')", "os.open(path, flags)", "os.replace(a, b)", "path.replace(b)",
        "path.rename(b)", "path.unlink()", "path.touch()", "path.mkdir()", "os.makedirs(a)", "import shutil",
        "from tempfile import mkstemp", "relation.write_parquet(a)", "pq.ParquetWriter(a, s)", "apsw.Connection(a)",
        "FileLock(a)", "os.truncate(a, 0)", "a.symlink_to(b)",
    ],
)  # fmt: skip
def test_the_look_sees_every_way_to_write(code: str) -> None:
    assert list(changes(ast.parse(code))) != []


@pytest.mark.parametrize(
    "code",
    ["open(path)", "path.open('rb')", "'a'.replace('b', 'c')", "day.replace(tzinfo=None)", "files.replace(a, b, c)"],
)
def test_the_look_leaves_reading_alone(code: str) -> None:
    assert list(changes(ast.parse(code))) == []
