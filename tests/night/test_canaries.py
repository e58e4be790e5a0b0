"""Forty kinds of secrets in every kind of source: after a night none stands in any file Noctuary wrote."""

from __future__ import annotations

import datetime as dt
import json
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner

from noctuary.cli import main
from noctuary.model import Event
from noctuary.night import dream
from noctuary.sources import read_paths
from tests.guard.canaries import CANARIES
from tests.guard.planted import holds
from tests.sources.samples import RECORDS, WRITTEN, lines

NIGHT = dt.datetime(2026, 5, 12, 3, 0, tzinfo=dt.UTC)
PLANTED = [f"Remember: {text}" for _, text, _ in CANARIES]
MARKS = {"specstory": "why is `port` 9090?", "aider": "#### thanks  ", "thoughtbox": "S3|C|S1-S2|revert it",
         "plain_talk": "in March."}  # fmt: skip


def planted(value: Any, key: str = "") -> Any:
    """A record with every canary after every text: what a text's key names, or what has more than one word."""
    if isinstance(value, dict):
        return {name: planted(one, name) for name, one in value.items()}
    if isinstance(value, list):
        return [planted(one, key) for one in value]
    is_text = isinstance(value, str) and (" " in value or key in ("text", "content", "message"))
    first, mark, last = value.rpartition("\n") if is_text else ("", "", "")
    return "\n".join((first or last, *PLANTED)) + (mark + last if mark else "") if is_text else value


def plant(root: Path) -> list[Path]:
    """Logs of every dialect, a note, front matter, a heading, a table, a memory file, and a telling file name."""
    made: dict[str, str] = {f"{name}.jsonl": lines([planted(r) for r in records]) for name, records in RECORDS.items()}
    for name, text in WRITTEN.items():
        told = "\n#### ".join(PLANTED) if name == "aider" else "\n".join(PLANTED)
        separator = "\n#### " if name == "aider" else "\n"
        made[f"written-{name}.jsonl"] = text.replace(MARKS[name], MARKS[name] + separator + told)
    made["whole.jsonl"] = json.dumps({"messages": [planted(r) for r in RECORDS["gemini_cli"]]}, indent=1)
    made["glued.jsonl"] = "".join(json.dumps(planted(r)) for r in RECORDS["claude_code"]) + '{"half": "' + PLANTED[2]
    files = [root / "sessions" / name for name in made]
    (root / "sessions").mkdir(parents=True)
    for path, text in zip(files, made.values(), strict=True):
        path.write_text(text)
    note = root / "memory" / "2026-05-11.md"
    note.parent.mkdir()
    bullets = "".join(f"- {text}\n" for text in PLANTED)
    rows = "".join(f"| {kind} | {text.replace(chr(10), ' ')} |\n" for kind, text, _ in CANARIES)
    heads = "".join(f"## {text.splitlines()[0]}\n\n- the kettle is blue\n\n" for text in PLANTED)
    note.write_text(f"---\ntitle: {PLANTED[1]}\n---\n\n{bullets}\n| kind | value |\n|---|---|\n{rows}\n{heads}")
    telling = root / "memory" / "2026-05-10-ghp_canaryCANARYcanaryCANARY0123456789.md"
    telling.write_text("- Remember: the cup is red\n")
    (root / "MEMORY.md").write_text(f"# Mine\n\n{bullets}")
    return [*files, note, telling, root / "MEMORY.md"]


@pytest.fixture(scope="module")
def dreamt(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Path]]:
    """A workspace full of canaries after two nights, and its sources."""
    root = tmp_path_factory.mktemp("canaries")
    sources = plant(root)
    dream(root, NIGHT)
    with (root / "sessions" / "claude_code.jsonl").open("a") as log:
        log.write(lines([planted(RECORDS["claude_code"][1] | {"uuid": "u9"})]))
    dream(root, NIGHT + dt.timedelta(days=1))
    return root, sources


def words_of(path: Path) -> str:
    """What a file says, whatever it is packed in."""
    if path.suffix == ".parquet":
        return str(pq.read_table(path).to_pylist())
    return path.read_bytes().decode(errors="replace")


def test_a_number_is_found_as_itself_and_by_no_chance() -> None:
    assert all(holds(text, "48213") for text in ("the code 48213.", '{"code":48213}', "A48213B"))
    assert not holds("1779148213004512", "48213")


def test_no_file_that_noctuary_wrote_holds_a_secret(dreamt: tuple[Path, list[Path]]) -> None:
    """TB-120."""
    root, sources = dreamt
    written = [path for path in root.rglob("*") if path.is_file() and path not in sources]
    assert {path.suffix for path in written} >= {".parquet", ".sqlite", ".jsonl", ".json", ".md"}
    told = [(path.name, words_of(path)) for path in written]
    leaks = [(name, kind) for name, text in told for kind, _, secret in CANARIES if holds(text, secret)]
    assert leaks == []


def test_no_secret_stands_in_the_managed_block_or_in_what_the_verbs_print(dreamt: tuple[Path, list[Path]]) -> None:
    root, _ = dreamt
    block = (root / "MEMORY.md").read_text().partition("<!-- noctuary:begin")[2]
    told = [
        CliRunner().invoke(main, [*verb, "-w", str(root)]).output
        for verb in (["read", "-v"], ["read", "--json"], ["status", "--problems"], ["facts"], ["why-not", "password"])
    ]
    assert all(told)
    assert [kind for kind, _, secret in CANARIES if any(secret in text for text in (block, *told))] == []


def test_a_secret_that_only_its_heading_or_label_announces_is_not_stored(tmp_path: Path) -> None:
    (tmp_path / "MEMORY.md").write_text(
        "## Router password\n\n- hunter2xCANARY\n- changed every spring\n\n## Harbour\n\n- Gate code:\n  - 48213\n"
    )
    dream(tmp_path, NIGHT)
    written = [path for path in tmp_path.rglob("*") if path.is_file() and path.name != "MEMORY.md"]
    assert [path.name for path in written for one in ("hunter2xCANARY", "48213") if holds(words_of(path), one)] == []
    *events, _ = read_paths([tmp_path / "MEMORY.md"])
    heard = [event.text for event in events if isinstance(event, Event)]
    assert heard == ["[REDACTED:password]", "changed every spring", "[REDACTED:code]"]


def test_every_source_was_read_and_every_canary_found_in_it(dreamt: tuple[Path, list[Path]]) -> None:
    """What holds no evidence is not read at all; a log's every text is."""
    _, sources = dreamt
    for path in sources:
        *events, report = read_paths([path])
        if path.stem in ("aside", "split_storage") or path.name.startswith("2026-05-10"):
            continue
        heard = "\n".join(event.text for event in events if isinstance(event, Event))
        assert heard.count("[REDACTED:") >= len(CANARIES) - 1, (path.name, report)
        assert isinstance(report, object)
        assert not [kind for kind, _, secret in CANARIES if secret in heard], path.name
