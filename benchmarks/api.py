"""docs/api.md made anew: below every heading that is a name, its signature and first sentence, read from the code.

`python -m benchmarks.api` (or `make readme`). A heading is all one writes to add a name; prose stands above headings.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "api.md"
HEADING = re.compile(r"^### `((?:noctuary|flows)\.[\w.]+)`\n.*?(?=^##|\Z)", re.MULTILINE | re.DOTALL)
WIDTH = 110


def main() -> None:
    """Write the page anew."""
    PAGE.write_text(made(PAGE.read_text("utf-8")), "utf-8")


def made(text: str) -> str:
    """The page with the entries of its names as the code has them."""
    return HEADING.sub(lambda one: entry(one[1]), text).rstrip("\n") + "\n"


def names(text: str) -> list[str]:
    """The names that the page promises, in its order."""
    return [one[1] for one in HEADING.finditer(text)]


def entry(name: str) -> str:
    """A name's heading, first sentence and signature."""
    node = definition(name)
    shown = "\n".join(_class(node) if isinstance(node, ast.ClassDef) else _call(node))
    return f"### `{name}`\n\n{_sentence(node)}\n\n```python\n{shown}\n```\n\n"


def definition(name: str) -> ast.ClassDef | ast.FunctionDef:
    """Where a name is defined, followed through the modules that hand it on; raises LookupError where nowhere."""
    module, _, last = name.rpartition(".")
    place = ROOT.joinpath(*module.split("."))
    file = place / "__init__.py" if place.is_dir() else place.with_suffix(".py")
    for node in ast.parse(file.read_text("utf-8")).body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and node.name == last:
            return node
        if isinstance(node, ast.ImportFrom) and any(last == (one.asname or one.name) for one in node.names):
            return definition(f"{node.module}.{last}")
    raise LookupError(name)


def _sentence(node: ast.ClassDef | ast.FunctionDef) -> str:
    """The first sentence of a docstring."""
    first = " ".join((ast.get_docstring(node) or "").partition("\n\n")[0].split())
    return re.split(r"(?<=[.])\s+(?=[A-Z`])", first)[0]


def _class(node: ast.ClassDef) -> Iterator[str]:
    """A class's own public fields, properties and methods; of a protocol, what each is for."""
    bases = ", ".join(ast.unparse(one) for one in node.bases)
    yield f"class {node.name}({bases}):" if bases else f"class {node.name}:"
    lines = [line for one in node.body for line in _member(one, is_wanted=bases == "Protocol")]
    yield from (f"    {line}" for line in lines or ["..."])


def _member(node: ast.stmt, is_wanted: bool) -> Iterator[str]:
    if isinstance(node, ast.AnnAssign) and not ast.unparse(node.target).startswith("_"):
        is_made = isinstance(node.value, ast.Call) and ast.unparse(node.value.func).endswith("field")
        yield f"{ast.unparse(node.target)}: {ast.unparse(node.annotation)} = ..." if is_made else ast.unparse(node)
    elif isinstance(node, ast.FunctionDef) and (node.name == "__init__" or not node.name.startswith("_")):
        marks = [ast.unparse(one) for one in node.decorator_list]
        if is_wanted:
            yield f"# {_sentence(node)}"
        if node.returns and {"property", "functools.cached_property"} & {*marks}:
            yield f"{node.name}: {ast.unparse(node.returns)}" + ("" if is_wanted else "  # a property")
        else:
            yield from (f"@{one}" for one in marks)
            yield from _call(node)


def _call(node: ast.FunctionDef) -> Iterator[str]:
    """What a function takes and gives: on one line where it fits."""
    gives = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    given = list(_parameters(node.args))
    whole = f"def {node.name}({', '.join(given)}){gives}"
    yield from [whole] if len(whole) <= WIDTH else [f"def {node.name}(", *(f"    {one}," for one in given), f"){gives}"]


def _parameters(given: ast.arguments) -> Iterator[str]:
    plain = [*given.posonlyargs, *given.args]
    defaults: list[ast.expr | None] = [None] * (len(plain) - len(given.defaults)) + list(given.defaults)
    for one, default in zip(plain, defaults, strict=True):
        yield _parameter(one, default)
    if given.vararg or given.kwonlyargs:
        yield f"*{ast.unparse(given.vararg)}" if given.vararg else "*"
    for one, default in zip(given.kwonlyargs, given.kw_defaults, strict=True):
        yield _parameter(one, default)
    if given.kwarg:
        yield f"**{ast.unparse(given.kwarg)}"


def _parameter(one: ast.arg, default: ast.expr | None) -> str:
    if default is None:
        return ast.unparse(one)
    return ast.unparse(one) + (" = " if one.annotation else "=") + ast.unparse(default)


if __name__ == "__main__":
    main()
