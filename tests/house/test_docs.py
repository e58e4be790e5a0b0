"""The documentation names what the code has: settings, verbs, stages, records, errors; and its links lead somewhere."""

from __future__ import annotations

import ast
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import msgspec
import pytest

from tests.conftest import as_shipped

ROOT = Path(__file__).parent.parent.parent
DOCS = ROOT / "docs"
PAGES = sorted(DOCS.rglob("*.md"))


def page(name: str) -> str:
    return (DOCS / name).read_text("utf-8")


def fields(kind: Any, prefix: str = "") -> Iterator[tuple[str, Any]]:
    for field in msgspec.structs.fields(kind):
        if hasattr(field.type, "__struct_fields__"):
            yield from fields(field.type, f"{prefix}{field.name}.")
        else:
            yield prefix + field.name, field.default


def rows(text: str) -> dict[str, str]:
    """Table rows whose first cell is one code span, by what it holds."""
    return {found[1]: found[0] for found in re.finditer(r"^\| `([^`]+)` \|.*$", text, re.MULTILINE)}


def verbs(group: click.Group, prefix: str = "") -> Iterator[tuple[str, click.Command]]:
    for name, command in sorted(group.commands.items()):
        if isinstance(command, click.Group):
            yield from verbs(command, f"{prefix}{name} ")
        else:
            yield prefix + name, command


def sections(text: str) -> dict[str, str]:
    """The text under each heading of the second and third level, up to the next of them."""
    parts = re.split(r"^###? (.+)$", text, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def anchors(text: str) -> set[str]:
    """The anchors that a forge gives a page's headings."""
    prose = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    titles = re.findall(r"^#+ (.+)$", prose, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def links(text: str) -> list[str]:
    """Targets of links; images are left out."""
    prose = re.sub(r"^```.*?^```|`[^`\n]+`", "", text, flags=re.MULTILINE | re.DOTALL)
    found = re.findall(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)", prose)
    return [target for target in found if not re.match(r"[a-z]+:", target)]


def test_every_setting_stands_in_its_page_with_its_default() -> None:
    from noctuary.settings import Settings

    told = rows(page("settings.md"))
    known = dict(fields(Settings))
    assert known.keys() - told.keys() == set()
    for name, default in known.items():
        if isinstance(default, bool):
            assert f"| `{str(default).lower()}` |" in told[name], name
        elif isinstance(default, int | float):
            assert f"| `{default:g}` |" in told[name], name
        elif isinstance(default, tuple):
            assert [item for item in default if item not in told[name]] == [], name


def test_the_settings_page_names_no_setting_that_does_not_exist() -> None:
    from noctuary.settings import Settings

    assert rows(page("settings.md")).keys() - dict(fields(Settings)).keys() == set()


def test_every_verb_and_option_stands_in_the_command_lines_page() -> None:
    from noctuary.cli import main

    text = page("cli.md")
    told = sections(text)
    answers = told["Decisions"] + told["The answers"]
    for name, command in verbs(main):
        section = told.get(name, answers)
        assert name in told or f"`{name}`" in section, name
        for option in command.params:
            if isinstance(option, click.Option):
                assert any(f"`{opt}`" in section for opt in option.opts), f"{name} {option.opts}"
                assert all(f"`{opt}`" in text for opt in option.opts), f"{name} {option.opts}"


def test_every_exit_code_stands_in_the_command_lines_page() -> None:
    from noctuary.errors import NoctuaryError

    told = {int(code) for code in re.findall(r"^\| (\d) \|", page("cli.md"), re.MULTILINE)}
    assert told == {0, NoctuaryError.exit_code, *(kind.exit_code for kind in NoctuaryError.__subclasses__())}


def test_every_stage_of_a_night_has_its_row_and_heading_in_order() -> None:
    from noctuary.night import STAGES

    names = [stage.__name__ for stage in STAGES]
    text = page("night.md")
    assert re.findall(r"^\| \d+ \| (\w+) \|", text, re.MULTILINE) == names
    headed = [word for title in re.findall(r"^## (.+)$", text, re.MULTILINE) for word in title.split()]
    assert [name for name in headed if name in names] == names


def test_every_gate_into_the_memory_stands_in_the_nights_page() -> None:
    from noctuary.consolidate.promote import REASONS

    assert REASONS.keys() - rows(page("night.md")).keys() == set()


def test_the_journals_page_has_a_real_record_of_every_type() -> None:
    from noctuary.journal.records import CLOSED, TYPES, parse

    blocks = re.findall(r"^```json\n(\{\"v\":.*?)^```", page("journal.md"), re.MULTILINE | re.DOTALL)
    found = [parse(line.encode()) for block in blocks for line in block.splitlines()]
    assert {one.envelope.type for one in found} == {*TYPES, CLOSED}
    assert "tombstone" in {one.envelope.op for one in found}


def test_the_other_dialects_in_the_journals_page_are_read() -> None:
    from noctuary.journal.seeds import from_seed

    lines = [line for line in page("journal.md").splitlines() if line.startswith('{"type":')]
    assert [len(from_seed(line.encode())) for line in lines] == [2, 3, 1]


def test_the_schema_in_its_page_is_the_schema() -> None:
    schema = (ROOT / "noctuary" / "index" / "schema.sql").read_text("utf-8")
    copied = f"```sql\n{schema.rstrip()}\n```"
    assert copied in page("index-schema.md"), "copy noctuary/index/schema.sql into docs/index-schema.md"


def test_every_table_and_view_is_named_above_the_schema() -> None:
    schema = (ROOT / "noctuary" / "index" / "schema.sql").read_text("utf-8")
    above = page("index-schema.md").split("## The schema")[0]
    names = re.findall(r"^CREATE (?:VIRTUAL )?(?:TABLE|VIEW) (\w+)", schema, re.MULTILINE)
    assert [name for name in names if f"`{name}`" not in above] == []


def test_every_state_of_a_flow_run_stands_in_its_page() -> None:
    tree = ast.parse((ROOT / "flows" / "deep_sleep.py").read_text("utf-8"))
    named = {k.value.value for n in ast.walk(tree) if isinstance(n, ast.Call) for k in n.keywords
             if k.arg == "name" and isinstance(k.value, ast.Constant)}  # fmt: skip
    states = {value.value for n in ast.walk(tree) if isinstance(n, ast.Dict) for value in n.values
              if isinstance(value, ast.Constant)}  # fmt: skip
    told = rows(page("prefect.md"))
    assert (named - {"deep-sleep"} | states | {"Failed"}) - told.keys() == set()


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.relative_to(DOCS).as_posix())
def test_every_link_leads_to_a_file_and_a_heading(path: Path) -> None:
    for target in links(path.read_text("utf-8")):
        name, _, anchor = target.partition("#")
        there = (path.parent / name).resolve() if name else path
        assert there.exists(), target
        assert not anchor or anchor in anchors(there.read_text("utf-8")), target


def test_every_page_stands_in_the_list_of_pages() -> None:
    listed = set(links(page("index.md")))
    assert {path.name for path in DOCS.glob("*.md")} - listed == {"index.md"}


def test_the_night_that_the_pages_show_is_the_samples(tmp_path: Path) -> None:
    from click.testing import CliRunner

    from noctuary.cli import main

    root = tmp_path / "ws"
    shutil.copytree(ROOT / "data" / "workspace", root)
    with as_shipped():
        dreamt = CliRunner().invoke(main, ["dream", "-w", str(root), "--now", "2026-11-04T03:00:00+00:00"]).stdout
    stands = CliRunner().invoke(main, ["status", "-w", str(root)]).stdout
    for line in (*dreamt.splitlines()[:2], *stands.splitlines()[:3]):
        assert line in page("cli.md")
    counts = re.search(r"(\d+ promoted), (\d+) taken (from MEMORY.md, \d+ superseded)", dreamt)
    assert counts
    assert f"done: {counts[1]}, {counts[2]} {counts[3]}" in page("prefect.md")


def test_the_open_questions_of_the_documents_it_grew_from_are_answered() -> None:
    """TB-147, SG-078: eleven of one, three of another, each in a sentence or more."""
    told = sections(page("knowledge.md"))["Eleven questions"] + page("otherwise.md").partition("open questions:")[2]
    answers = re.findall(r"^(\d+)\. \*\*[^*]+\*\* (.{20,})$", told, re.MULTILINE)
    assert [int(number) for number, _ in answers] == [*range(1, 12), *range(1, 4)]


def test_every_module_that_the_phases_are_said_to_be_in_is_there() -> None:
    """KG-068"""
    told = page("otherwise.md").partition("its seven phases are")[2]
    phases = re.findall(r"^\| (?!phase|-)([^|]+) \| (.+) \|$", told, re.MULTILINE)
    named = [name for _, cell in phases for name in re.findall(r"`([^`]+)`", cell)]
    assert len(phases) == 7
    assert [name for name in named if not (ROOT / "noctuary" / name).is_file()] == []
