"""Logs of several repositories in one workspace: "this repo" is the one whose folder the session worked in."""

from __future__ import annotations

import datetime as dt
import json
from pathlib import Path

import pytest

from noctuary.extraction.headings import of_talk
from noctuary.journal import State, replay
from noctuary.journal.verify import verify
from noctuary.model import Event
from noctuary.night import dream
from noctuary.page.lines import headed
from noctuary.settings import open_workspace
from noctuary.sources import read_paths
from noctuary.text.projects import says_this_project
from tests.conftest import NOW
from tests.rows import every

DAY = dt.timedelta(days=1)
RULE = "Decision: in this repo we always use pnpm, never npm"


def said(folder: str, text: str, at: dt.datetime) -> str:
    """A line of a Claude Code log whose session works in a folder."""
    record = {
        "parentUuid": None, "isSidechain": False, "userType": "external", "cwd": f"/home/kim/code/{folder}",
        "sessionId": f"s-{folder}", "version": "2.1.4", "timestamp": f"{at:%Y-%m-%dT%H:%M:%S}.000Z", "type": "user",
        "uuid": f"{folder}{at:%d}{text}", "message": {"role": "user", "content": [{"type": "text", "text": text}]},
    }  # fmt: skip
    return json.dumps(record) + "\n"


def tell(root: Path, folder: str, text: str, at: dt.datetime) -> None:
    with (root / "sessions" / f"{folder}.jsonl").open("a") as log:
        log.write(said(folder, text, at))


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name in ("sessions", "memory"):
        (tmp_path / name).mkdir()
    for folder in ("ledgerd", "webshop"):
        tell(tmp_path, folder, RULE, NOW - 2 * DAY)
        tell(tmp_path, folder, "Decision: this repo always deploys on Tuesday", NOW - 2 * DAY)
    dream(tmp_path, NOW - DAY)
    return tmp_path


def state(root: Path) -> State:
    return replay(open_workspace(root).journal)


def believed(root: Path) -> set[str]:
    return {headed(fact) for fact in state(root).facts.values() if fact.is_believed}


def test_equal_words_of_two_repositories_are_two_facts_that_name_theirs(root: Path) -> None:
    wanted = {f"{folder}: in this repo we always use pnpm, never npm" for folder in ("ledgerd", "webshop")}
    assert wanted <= believed(root)
    memory = (root / "MEMORY.md").read_text()
    assert all(f"- {line} <!--" in memory for line in wanted)
    assert verify(open_workspace(root).journal) == []


def test_a_change_in_one_repository_leaves_the_other_s_line(root: Path) -> None:
    wanted = {f"{folder}: this repo always deploys on Tuesday" for folder in ("ledgerd", "webshop")}
    assert wanted <= believed(root)
    tell(root, "webshop", "Decision: this repo now always deploys on Friday, no longer on Tuesday", NOW - DAY / 2)
    dream(root, NOW)
    assert "ledgerd: this repo always deploys on Tuesday" in believed(root)
    assert "webshop: this repo always deploys on Tuesday" not in believed(root)
    assert "webshop: this repo now always deploys on Friday, no longer on Tuesday" in believed(root)


def test_the_same_repository_says_one_thing_once(root: Path) -> None:
    before = believed(root)
    (root / "sessions" / "again.jsonl").write_text(said("webshop", RULE, NOW - DAY / 2))
    dream(root, NOW)
    assert believed(root) == before


@pytest.mark.parametrize(
    ("begun", "folder"),
    [
        ("/home/kim/code/ledgerd", "ledgerd"),
        ("C:\\code\\ledgerd\\", "ledgerd"),
        ("/home/kim/code/ledgerd/.claude/worktrees/fix-1", "ledgerd"),
        ("D:\\ledgerd\\.worktrees\\fix-1\\src", "ledgerd"),
        ("/home/kim/.openclaw/workspace", ""),
        ("/home/kim", ""),
        ("C:\\Users\\kim", ""),
        ("C:\\", ""),
        ("/root", ""),
        ("~", ""),
        ("/home/kim/.claude/worktrees/fix-1", ""),
        ("/", ""),
        ("", ""),
        (7, ""),
    ],
)
def test_the_folder_is_the_one_that_a_session_began_in(tmp_path: Path, begun: object, folder: str) -> None:
    at = "2026-05-11T09:00:00.000Z"
    lines = [
        {"timestamp": at, "type": "session_meta", "payload": {"id": "c1", "cwd": begun}},
        {"timestamp": at, "type": "turn_context", "payload": {"cwd": begun or 7}},
        {"timestamp": at, "type": "event_msg", "payload": {"type": "user_message", "message": RULE}},
    ]
    (log := tmp_path / "rollout.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    (event,) = [one for one in read_paths([log]) if isinstance(one, Event)]
    assert (event.text, event.folder) == (RULE, folder)


def test_each_session_in_one_file_has_its_own_folder(tmp_path: Path) -> None:
    (log := tmp_path / "s.jsonl").write_text("".join(said(folder, RULE, NOW) for folder in ("ledgerd", "webshop")))
    assert [one.folder for one in read_paths([log]) if isinstance(one, Event)] == ["ledgerd", "webshop"]


def test_who_goes_into_another_folder_is_in_the_same_project(tmp_path: Path) -> None:
    record = json.loads(said("ledgerd", RULE, NOW))
    later = record | {"cwd": f"{record['cwd']}/src", "uuid": "u2"}
    later["message"] = {"role": "user", "content": "remember: this repo is Go"}
    (log := tmp_path / "s.jsonl").write_text("".join(json.dumps(one) + "\n" for one in (record, later)))
    assert [one.folder for one in read_paths([log]) if isinstance(one, Event)] == ["ledgerd", "ledgerd"]


@every(
    "text",
    [
        "in this repo we use pnpm", "this codebase has no tests", "In diesem Repo gilt: nie npm",
        "en este repo usamos uv",
        "dans ce dépôt on écrit en anglais", "in questo progetto si usa uv", "in dit project draait alles op uv",
        "neste projeto usamos uv", "в этом репозитории только pnpm",
    ],
)  # fmt: skip
def test_a_project_is_meant_in_each_language(text: str) -> None:
    assert of_talk(text, ("ledgerd",)) == "ledgerd"
    assert of_talk(f"{text}, das heißt in Ledgerd", ("ledgerd",)) == ""


@every("text", ["we use pnpm here", "this report is late", "that project is dead", "these packages weigh 2 kg"])
def test_other_words_mean_no_project(text: str) -> None:
    assert not says_this_project(text)
