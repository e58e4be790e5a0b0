"""Invented workspaces: a MEMORY.md, notes, chats, and what a night should make of them: `python -m benchmarks.tales`.

Twenty, each by another writer who had seen neither code nor data (English, French, German, Italian, Spanish,
Portuguese): a person lives with an agent for three weeks, eight lines of MEMORY.md change meanwhile, three pairs clash
without a sign which holds, and four of five things the person says are business of the day. Counted as
`benchmarks.stories` counts. Of the first the mistakes were read; of the others no sentence, but the shipped weights of
outdated lines have learned from all: what they do of unread ones `benchmarks.outdated` tells. Secrets stand in escapes,
so that no scanner takes them for real ones.
"""

from __future__ import annotations

import datetime as dt
import json
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from benchmarks.stories import ROWS, measured, row

HERE = Path(__file__).parent
SETS = {
    "mistakes read": (
        "sysadmin-orla", "boulangerie-yvetot", "praxis-hollenbeck", "app-ferrywatch", "cooperativa-sierra",
        "home-okonjo", "ml-team-kestrel", "transportes-ribeiro", "farm-brennock", "verein-lindenau", "libreria-porta",
    ),
    "unread": (
        "academia-ribadeo", "choir-abernathy", "garage-pellworth", "gite-lanvaux", "labor-wiesenthal",
        "pipelines-naveen", "clinica-moura", "studio-belforte", "homelab-ingrid",
    ),
}  # fmt: skip
APART = dt.timedelta(seconds=70)


def main(wanted: list[str]) -> None:
    """Print a row a workspace and a sum a set, as hits of wanted."""
    names = [*ROWS, "answers in top 5", "second night quiet"]
    print("".ljust(26) + "".join(name.rjust(len(name) + 2) for name in names))
    for told, tales in SETS.items():
        total: Counter[str] = Counter()
        for name in tales if not wanted else [one for one in tales if one in wanted]:
            counted = told_of(name)
            total.update(counted)
            print(name.ljust(26) + row(counted, names))
        if total:
            print(told.ljust(26) + row(total, names))


def told_of(name: str) -> Counter[str]:
    """Hits and wanted of one tale."""
    with tempfile.TemporaryDirectory() as scratch:
        root = Path(scratch) / name
        unpack(json.loads((HERE / f"{name}.json").read_text("utf-8")), root)
        return measured(root)


def unpack(tale: dict[str, Any], root: Path) -> None:
    """A tale as a workspace: MEMORY.md, a note a day, a log of Claude Code a chat, expected.json."""
    (root / "memory").mkdir(parents=True)
    (root / "sessions").mkdir()
    (root / "MEMORY.md").write_text(tale["memory"], "utf-8")
    (root / "expected.json").write_text(json.dumps(tale["expected"]), "utf-8")
    for day, text in tale["notes"].items():
        (root / "memory" / f"{day}.md").write_text(text, "utf-8")
    for number, chat in enumerate(tale["chats"]):
        begun = dt.datetime.fromisoformat(chat["at"]).replace(tzinfo=dt.UTC)
        records = (
            _record(f"chat-{number}", turn, role, text, begun + turn * APART)
            for turn, (role, text) in enumerate(chat["turns"])
        )
        (root / "sessions" / f"chat-{number}.jsonl").write_text("".join(f"{one}\n" for one in records), "utf-8")


def _record(chat: str, turn: int, role: str, text: str, at: dt.datetime) -> str:
    content: Any = text if role == "user" else [{"type": "text", "text": text}]
    return json.dumps(
        {
            "parentUuid": f"{chat}-{turn - 1}" if turn else None, "isSidechain": False, "userType": "external",
            "cwd": "/home/me", "sessionId": chat, "version": "2.1.4", "type": role, "uuid": f"{chat}-{turn}",
            "message": {"role": role, "content": content}, "timestamp": f"{at:%Y-%m-%dT%H:%M:%S}.000Z",
        }
    )  # fmt: skip
