"""What somebody asks to keep quiet, in a chat or a note, stands after two nights nowhere but where it was written."""

from __future__ import annotations

import datetime as dt
import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from noctuary.cli import main
from noctuary.memory import Memory
from noctuary.night import dream
from noctuary.settings import open_workspace
from tests.night.test_canaries import words_of

NIGHT = dt.datetime(2026, 10, 14, 2, 0, tzinfo=dt.UTC)
SAID = (
    "Nobody should know: Javier has zorzal", "Nobody must know that Dani always has zorzal",
    "Not a word to anyone: Marta and I always have zorzal", "Never write down that Pilar's husband had zorzal",
    "Please never store anything about Carmen's zorzal", "Don't mention it anywhere: Ana has zorzal",
    "Que no se entere nadie: Javier tiene zorzal", "forget I said that, Carmen's zorzal came back bad",
    "Remember: Raúl has zorzal. But keep that strictly between us.", "Niemand darf wissen, dass Dani immer zorzal hat",
)  # fmt: skip
NOTED = (
    "Note to self, between us: Carlos has zorzal, don't tell anybody, keep this private",
    "Do not store this: Begoña has zorzal", "Off the record, Dani owes zorzal to his uncle",
    "Please keep this to yourself: Lucía never has zorzal", "Ana has zorzal (secret until Christmas)",
    "PRIVATE – Raúl is being treated for zorzal", "Rule: nobody may know that Marta has zorzal",
)  # fmt: skip
KEPT = "Never commit a token to the repository of the bakery"


def lived(root: Path) -> list[Path]:
    """A chat and a note of wishes, each beside a rule that is to be kept."""
    note, chat = root / "memory" / "2026-10-13.md", root / "sessions" / "c.jsonl"
    for path in (note, chat):
        path.parent.mkdir()
    note.write_text("# 2026-10-13\n\n" + "".join(f"- {text}\n" for text in (*NOTED, f"Rule: {KEPT}")), "utf-8")
    turns = [
        {
            "type": "message", "id": f"m{number}", "timestamp": f"2026-10-13T09:{number:02}:00.000Z",
            "message": {"role": "user", "content": [{"type": "text", "text": text}]},
        }
        for number, text in enumerate((*SAID, f"From now on: {KEPT}"))
    ]  # fmt: skip
    opened = {"type": "session", "version": 3, "id": "c", "timestamp": "2026-10-13T09:00:00.000Z", "cwd": "/home/ines"}
    chat.write_text("".join(json.dumps(one) + "\n" for one in (opened, *turns)), "utf-8")
    return [note, chat]


@pytest.fixture(scope="module")
def dreamt(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Path]]:
    root = tmp_path_factory.mktemp("silence")
    sources = lived(root)
    dream(root, NIGHT)
    dream(root, NIGHT + dt.timedelta(days=1))
    return root, sources


def test_no_file_that_was_written_says_it(dreamt: tuple[Path, list[Path]]) -> None:
    root, sources = dreamt
    written = [path for path in root.rglob("*") if path.is_file() and path not in sources]
    assert {path.suffix for path in written} >= {".parquet", ".sqlite", ".jsonl", ".json", ".md"}
    assert [path.name for path in written if "zorzal" in words_of(path)] == []


def test_no_search_finds_it(dreamt: tuple[Path, list[Path]]) -> None:
    root, _ = dreamt
    with Memory.open(open_workspace(root).index, now=NIGHT) as memory:
        assert not any("zorzal" in hit.text for hit in memory.search("Who has zorzal? Javier, Dani, Marta, Begoña", 20))
    told = CliRunner().invoke(main, ["why-not", "zorzal", "-w", str(root)]).output
    assert "zorzal (" not in told
    assert "has zorzal" not in told


def test_the_rule_beside_it_is_kept(dreamt: tuple[Path, list[Path]]) -> None:
    root, _ = dreamt
    assert KEPT in (root / "MEMORY.md").read_text("utf-8")
