"""Nothing grows without new evidence: not by nights, not by searches, not by one voice that repeats itself."""

from __future__ import annotations

import datetime as dt
import json
import shutil
from pathlib import Path

import pytest

from noctuary.journal import replay
from noctuary.night import dream
from noctuary.recalls import log

NIGHT = dt.datetime(2026, 5, 12, 3, 0, tzinfo=dt.UTC)
DAY = dt.timedelta(days=1)
SAID = "the pump firmware always needs Python 3.11 and runs on port 7070"


def test_thirty_nights_over_the_same_input_change_nothing(workspace: Path) -> None:
    """F3, ClawCode's fourth bug: a score that grew from 0.675 to 1.125 in thirty nights over one note.

    The memory is searched every day, too: use is kept, and lets nothing in by itself.
    """
    dream(workspace, NIGHT)
    journal, memory = workspace / "memory" / "graph.jsonl", workspace / "MEMORY.md"
    before = journal.read_bytes(), memory.read_bytes()
    known = sorted(replay(journal).facts)
    for number in range(1, 31):
        for key in known:
            log(workspace / ".noctuary", f"about {key} {number}", [(key, 0.9)], NIGHT + number * DAY - DAY / 2)
        assert dream(workspace, NIGHT + number * DAY).state == "nothing"
        assert (journal.read_bytes(), memory.read_bytes()) == before, f"night {number}"


def claude(session: str, at: dt.datetime, role: str = "assistant", **more: object) -> str:
    line = {
        "type": role, "uuid": f"{session}-{at:%H%M%S}", "sessionId": session,
        "timestamp": f"{at:%Y-%m-%dT%H:%M:%S.000Z}",
        "cwd": "/home/kim/clock", "version": "2.1.4", "userType": "external", "isSidechain": False, "parentUuid": None,
        "message": {"role": role, "content": [{"type": "text", "text": f"Noted: {SAID}."}]}, **more,
    }  # fmt: skip
    return json.dumps(line) + "\n"


def same_session(root: Path) -> None:
    at = NIGHT - DAY
    lines = [claude("one", at + dt.timedelta(minutes=number)) for number in range(20)]
    (root / "sessions" / "one.jsonl").write_text("".join(lines))


def copied_note(root: Path) -> None:
    for folder in ("copy", "backup/old", "again"):
        (root / "memory" / folder).mkdir(parents=True)
        shutil.copy(root / "memory" / "2026-05-10.md", root / "memory" / folder / "2026-05-10.md")


def same_text_under_the_same_date(root: Path) -> None:
    for name in ("garden", "house", "boiler"):
        (root / "memory" / f"2026-05-10-{name}.md").write_text(f"- {SAID}\n")


def side_chain(root: Path) -> None:
    lines = [claude("one", NIGHT - DAY + dt.timedelta(minutes=n), isSidechain=True, agentId=f"a{n}") for n in range(9)]
    (root / "sessions" / "agents.jsonl").write_text("".join(lines))


def openclaw(number: int, role: str, text: str) -> dict[str, object]:
    at = f"{NIGHT - DAY + dt.timedelta(hours=number):%Y-%m-%dT%H:%M:%S.000Z}"
    said = {"role": role, "content": [{"type": "text", "text": text}]}
    return {"type": "message", "id": role, "parentId": None, "timestamp": at, "message": said}


def cron_run(root: Path) -> None:
    for number in range(9):
        head = {
            "type": "session",
            "version": 3,
            "id": f"c{number}",
            "timestamp": "2026-05-11T03:00:00Z",
            "cwd": "/home/kim",
        }
        order = openclaw(number, "user", f"[cron:{number} pump check] Look after the pump.")
        lines = [head, order, openclaw(number, "assistant", f"Noted: {SAID}.")]
        (root / "sessions" / f"cron{number}.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))


def our_own_page(root: Path) -> None:
    dream(root, NIGHT - DAY)
    page = (root / "DREAMS.md").read_text()
    assert SAID in page or SAID in (root / "memory" / "graph.jsonl").read_text()
    (root / "memory" / "2026-05-11.md").write_text(page)


@pytest.mark.parametrize(
    "repeat", [same_session, copied_note, same_text_under_the_same_date, side_chain, cron_run, our_own_page]
)
def test_no_fact_is_promoted_on_repeats_of_one_voice(tmp_path: Path, repeat) -> None:  # type: ignore[no-untyped-def]
    """F2, F3, F4, KG-055: one agent's note, and the same words again from where no second voice speaks."""
    (tmp_path / "sessions").mkdir()
    (tmp_path / "memory").mkdir()
    (tmp_path / "memory" / "2026-05-10.md").write_text(f"- {SAID}\n")
    repeat(tmp_path)
    if repeat is same_session:
        (tmp_path / "memory" / "2026-05-10.md").unlink()
    for number in range(3):
        dream(tmp_path, NIGHT + number * DAY)
    facts = replay(tmp_path / "memory" / "graph.jsonl").facts.values()
    assert [fact.status for fact in facts if fact.text == SAID] == ["candidate"]
    assert SAID not in (tmp_path / "MEMORY.md").read_text() if (tmp_path / "MEMORY.md").exists() else True


def test_a_second_voice_does_promote_it(tmp_path: Path) -> None:
    (tmp_path / "memory").mkdir()
    for day in (9, 10, 11):
        (tmp_path / "memory" / f"2026-05-{day:02}.md").write_text(f"- {SAID}\n")
    dream(tmp_path, NIGHT)
    facts = replay(tmp_path / "memory" / "graph.jsonl").facts.values()
    assert [fact.status for fact in facts if fact.text == SAID] == ["active"]


def test_by_openclaws_policy_a_candidate_that_is_asked_for_enters_the_next_night(tmp_path: Path) -> None:
    """Three queries on five days: the night after lets it in, and the one after that has nothing to do."""
    (tmp_path / "memory").mkdir()
    (tmp_path / "noctuary.toml").write_text('[promote]\npolicy = "openclaw"\nmin_score = 0.7\n')
    (tmp_path / "memory" / "2026-05-10.md").write_text(f"- {SAID}\n")
    dream(tmp_path, NIGHT)
    journal = tmp_path / "memory" / "graph.jsonl"
    (fact,) = (one for one in replay(journal).facts.values() if one.text == SAID)
    assert fact.status == "candidate"
    for day in range(5):
        log(
            tmp_path / ".noctuary", f"where is the code sheet {day % 3}", [(fact.id, 0.95)], NIGHT + day * DAY + DAY / 2
        )
    assert dream(tmp_path, NIGHT + 5 * DAY).promoted == 1
    assert (replay(journal).facts[fact.id].status, replay(journal).facts[fact.id].gate) == ("active", "used")
    assert dream(tmp_path, NIGHT + 6 * DAY).state == "nothing"


def test_a_recalled_candidate_of_our_own_policy_is_left_as_it_stands(tmp_path: Path) -> None:
    """What was asked for fifty times and heard of once has the same record after the next night's work."""
    (tmp_path / "memory").mkdir()
    (tmp_path / "memory" / "2026-05-10.md").write_text(f"- {SAID}\n")
    dream(tmp_path, NIGHT)
    journal = tmp_path / "memory" / "graph.jsonl"
    (before,) = (one for one in replay(journal).facts.values() if one.text == SAID)
    for number in range(50):
        log(tmp_path / ".noctuary", f"pump {number}", [(before.id, 0.9)], NIGHT + DAY / 4)
    (tmp_path / "memory" / "2026-05-12.md").write_text("- decided: the valve is opened by hand, never by the pump\n")
    assert dream(tmp_path, NIGHT + DAY).state == "done"
    assert replay(journal).facts[before.id] == before
