"""More than sixty kinds of secrets in every place of a workspace: none stands in any file a night writes."""

from __future__ import annotations

import datetime as dt
import json
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from noctuary.night import dream
from tests.guard.planted import HARMLESS, Planted, leaks, named, planted

NIGHT = dt.datetime(2026, 5, 12, 3, 0, tzinfo=dt.UTC)
SEEDS = {"note": 31, "memory": 32, "user": 33, "tool": 34, "name": 35, "assistant": 36}
KEPT = ("3f2a9c1b7d5e8f60a1b2c3d4e5f60718293a4b5c", "3c4f3539-8934-5205-ae62-0433f60461bf", "~/.aws/credentials")


def record(number: int, role: str, content: object) -> str:
    """One line of a Claude Code log."""
    said = {"role": "user" if role == "tool" else role, "content": content}
    at = (NIGHT - dt.timedelta(hours=6) + dt.timedelta(seconds=number)).isoformat()
    kind = "assistant" if role == "assistant" else "user"
    return json.dumps({"type": kind, "uuid": f"u-{number}", "sessionId": "s", "timestamp": at, "message": said})


def plant(root: Path, each: int = 1) -> tuple[list[Path], list[Planted]]:
    """Each text, or each so-many-th, in a note, MEMORY.md, turns and tool output, and as names; and all of them."""
    kinds = {place: planted(seed)[::each] for place, seed in SEEDS.items()}
    names = list(named())[::each]
    made: dict[str, str] = {
        "memory/2026-05-11.md": "\n\n".join(f"## Part {n}\n\n{one.text}" for n, one in enumerate(kinds["note"])),
        "MEMORY.md": "\n\n".join(f"## Matter {n}\n\n{one.text}" for n, one in enumerate(kinds["memory"])),
        "memory/2026-05-10.md": "".join(
            f"- Decision: we always use `{one}` for releases.\n" for one in KEPT
        ) + "".join(f"\n## {one.text.splitlines()[0]}\n\n- the kettle is blue\n" for one in kinds["name"]),
    }  # fmt: skip
    made |= {f"memory/{one.text}": "- Remember: the cup is red\n" for one in names}
    lines = [record(n, "user", f"Remember this:\n\n{one.text}") for n, one in enumerate(kinds["user"])]
    lines += [record(10_000 + n, "assistant", one.text) for n, one in enumerate(kinds["assistant"])]
    for number, one in enumerate(kinds["tool"]):
        result = [{"type": "tool_result", "tool_use_id": f"t{number}", "content": one.text}]
        lines.append(record(20_000 + number, "tool", result))
    made["sessions/log.jsonl"] = "\n".join(lines) + "\n"
    for name, text in made.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    heads = [_headed(one) for one in kinds["name"]]
    everything = [one for place in ("note", "memory", "user", "tool", "assistant") for one in kinds[place]]
    return [root / name for name in made], [*everything, *heads, *names]


def _headed(one: Planted) -> Planted:
    """What is planted where only the first line of a text becomes a heading."""
    first = one.text.splitlines()[0]
    return one._replace(secrets=tuple(secret for secret in one.secrets if secret in first))


def words_of(path: Path) -> str:
    """What a file says and is called, whatever it is packed in."""
    if path.suffix == ".parquet":
        return f"{path}\n{pq.read_table(path).to_pylist()}"
    return f"{path}\n{path.read_bytes().decode(errors='replace')}"


@pytest.fixture(scope="module")
def dreamt(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Path], list[Planted]]:
    root = tmp_path_factory.mktemp("planted")
    sources, secrets = plant(root)
    dream(root, NIGHT)
    return root, sources, secrets


def test_no_planted_secret_stands_in_a_file_the_night_wrote(dreamt: tuple[Path, list[Path], list[Planted]]) -> None:
    """TB-120"""
    root, sources, secrets = dreamt
    written = [path for path in root.rglob("*") if path.is_file() and path not in sources]
    assert {path.suffix for path in written} >= {".parquet", ".sqlite", ".jsonl", ".json", ".md"}
    told = {path: words_of(path) for path in written}
    told[root / "MEMORY.md"] = (root / "MEMORY.md").read_text().partition("<!-- noctuary:begin")[2]
    assert leaks(secrets, told) == []


def test_hashes_ids_and_paths_to_credentials_stay(dreamt: tuple[Path, list[Path], list[Planted]]) -> None:
    root, _, _ = dreamt
    journal = "".join(path.read_text() for path in root.rglob("graph.jsonl"))
    assert [one for one in KEPT if one not in journal] == []
    assert len(HARMLESS) >= 150


def test_what_a_human_asks_not_to_keep_and_what_hands_on_a_secret_stands_in_no_file(tmp_path: Path) -> None:
    """Neither in the journal nor on a page, in the index, or on the night's bench; what stands beside it is kept."""
    asked = ("ce que je t'ai dit sur mon père, efface-le",)
    handed = "de schuur gaat open met 62407195"
    made = {
        "memory/2026-05-11.md": f"# Harbour\n\n- {handed}\n- Decision: the ferry always moors at pier 4\n",
        "sessions/log.jsonl": "".join(f"{record(number, 'user', text)}\n" for number, text in enumerate(asked)),
    }
    for name, text in made.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    dream(tmp_path, NIGHT)
    told = {
        path: words_of(path)
        for path in tmp_path.rglob("*")
        if path.is_file() and path not in {tmp_path / name for name in made}
    }
    assert [path for path, text in told.items() for word in ("62407195", "mon père") if word in text] == []
    assert any("moors at pier 4" in text for text in told.values())
