"""What later notes and talk say against a line of MEMORY.md in other words is put to its owner; nothing is replaced."""

from __future__ import annotations

import contextlib
import datetime as dt
import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from noctuary.decisions import Chances, Verdict
from noctuary.journal import replay
from noctuary.night import dream
from noctuary.review import decide
from noctuary.review_queue import waiting
from noctuary.settings import open_workspace
from noctuary.stages import own_lines
from noctuary.stages.own_lines import MAY_OUTDATE
from noctuary.stages.resolve import is_typed
from tests.conftest import _fact, _support, as_shipped

DAY = dt.timedelta(days=1)
NIGHT = dt.datetime(2026, 5, 12, 3, tzinfo=dt.UTC)
LINE = "Nightly export: crontab on merlin, 02:20"
CHANGED = "merlin's crontab edited, the export starts at 04:10"


def workspace(root: Path, line: str, *, note: str = "", turn: str = "", role: str = "user") -> Path:
    """MEMORY.md with one line, and a day's note or a turn of a chat beside it."""
    (root / "memory").mkdir(parents=True)
    (root / "MEMORY.md").write_text(f"# Memory\n\n- {line}\n- Ines pays the rent on the third\n")
    if note:
        (root / "memory" / "2026-05-11.md").write_text(f"# 11 May\n\n- walked to the harbour\n- {note}\n")
    if turn:
        record = {
            "parentUuid": None, "isSidechain": False, "userType": "external", "cwd": "/home/kim", "sessionId": "s-1",
            "version": "2.1.4", "type": role, "message": {"role": role, "content": turn}, "uuid": "u-1",
            "timestamp": "2026-05-11T09:00:00.000Z",
        }  # fmt: skip
        (root / "sessions").mkdir()
        (root / "sessions" / "s-1.jsonl").write_text(json.dumps(record) + "\n")
    return root


def asked(root: Path, night: dt.datetime = NIGHT, *, shipped: bool = True) -> list[tuple[str, str]]:
    """Both sides of what waits for its owner after a night, the own line first."""
    with as_shipped() if shipped else contextlib.nullcontext():
        dream(root, night)
    return [(one.a.text, one.b.text) for one in waiting(open_workspace(root)) if one.b]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (LINE, CHANGED),
        (
            "cleaning: 28 euro an hour, Mrs Talbot",
            "Mrs Talbot takes 32 euro an hour for the cleaning, she told us today",
        ),
        ("backup keeps 20 weeklies", "backups: the job holds 8 weeklies, the disk was filling up"),
        ("the wiki runs on port 8085", "wiki is reachable on 9191 again after the move"),
        ("My notebook is a Moleskine", "I switched to a Leuchtturm, the Moleskine is gone"),
    ],
)
@pytest.mark.parametrize("where", ["note", "turn"])
def test_another_value_of_an_own_line_is_asked_about(tmp_path: Path, line: str, said: str, where: str) -> None:
    """KG-022: told in other words than the line's, without a word for the change. By words alone nothing is seen."""
    root = workspace(tmp_path / "w", line, **{where: said})
    assert [pair[0] for pair in asked(root)] == [line]
    standing = {fact.text: fact.status for fact in replay(open_workspace(root).journal).facts.values()}
    assert standing[line] == "contested"
    assert not asked(workspace(tmp_path / "by words", line, **{where: said}), shipped=False)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (
            "Physiotherapist: Ms Adeyemi, Tuesdays",
            "physiotherapist is Mr Holt these days, Ms Adeyemi moved to Leeds",
        ),
        ("Müllabfuhr: dienstags", "Die Müllabfuhr kommt jetzt donnerstags, stand im Blatt"),
        ("Alquiler del local: 640 euros", "El alquiler del local sube a 690 euros desde este mes"),
    ],
)
def test_another_name_and_other_languages_are_asked_about(tmp_path: Path, line: str, said: str) -> None:
    """KG-022: no two values of one type, or no English."""
    assert [pair[0] for pair in asked(workspace(tmp_path / "w", line, note=said))] == [line]


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("the export moved in with the mail server", MAY_OUTDATE),
        ("the export on merlin starts at 04:10", "02:20 there, 04:10 here"),
    ],
)
def test_where_no_two_values_differ_no_attribute_is_made_up(
    said: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Silent:
        name = "silent"

        def chances_of(self, pairs: Sequence[object]) -> list[Chances]:
            return [Chances(0.2, 0.2, 0.1, 0.1, 0.2, 0.2) for _ in pairs]

    monkeypatch.setattr(own_lines, "chance", lambda *_: 0.9)
    line, other = _fact(LINE, sources=(_support(role="memory"),)), _fact(said, sources=(_support(role="user"),))
    both = {one.id: one for one in (line, other)}
    [found] = own_lines.against_own_lines(both, [(line.id, other.id)], Silent(), 0.5, dt.date.min)
    assert why in found.verdict.reason


@pytest.mark.parametrize(
    "said",
    [
        "the export on merlin starts at twenty past two in the night",
        "does the export on merlin start at 04:10?",
        "the import on kestrel starts at 04:10",
        "the boat to Inis leaves at 04:10",
        "the export on merlin writes Parquet",
    ],
)
def test_nothing_is_asked_where_nothing_clashes(tmp_path: Path, said: str) -> None:
    assert not asked(workspace(tmp_path / "w", LINE, note=said))


def test_what_says_a_line_again_is_nothing_against_it(tmp_path: Path) -> None:
    line = "Hosting: Hetzner"
    assert not asked(workspace(tmp_path / "w", line, note="Hosting is at Hetzner from now on"))


@pytest.mark.parametrize(
    ("more", "is_asked"),
    [
        ("Last updated: 10 May 2026", True),
        ("Last updated: 2026-05-11", False),
        ("- Released the importer (2026-05-12)", False),
        ("- The lease ends on 2027-04-30", True),
        ("<!-- noctuary:begin pad=1 sum=00000000 -->\n- written by a night, 2026-05-11\n<!-- noctuary:end -->", True),
    ],
)
def test_what_was_said_before_the_file_was_written_is_nothing_against_its_lines(
    tmp_path: Path, more: str, is_asked: bool
) -> None:
    """A file that names a day was written then or later; a day to come, and our own block, tell nothing."""
    root = workspace(tmp_path / "w", LINE, note=CHANGED)
    (root / "MEMORY.md").write_text((root / "MEMORY.md").read_text() + f"\n{more}\n")
    assert bool(asked(root)) is is_asked


def test_a_sentence_too_plain_to_keep_is_bound_by_the_days_of_the_file_too(tmp_path: Path) -> None:
    plain = "the dump goes off at 5:15"
    root = workspace(tmp_path / "w", "The dump goes off at 3:40", note=plain)
    assert asked(root)
    dated = workspace(tmp_path / "dated", "The dump goes off at 3:40", note=plain)
    (dated / "MEMORY.md").write_text((dated / "MEMORY.md").read_text() + "\nStatus of 2026-05-11\n")
    assert not asked(dated)


def test_the_bar_of_outdated_lines_is_obeyed(tmp_path: Path) -> None:
    root = workspace(tmp_path / "w", LINE, note=CHANGED)
    (root / "noctuary.toml").write_text("[contradictions]\noutdated_score = 1.0\n")
    assert not asked(root)


def test_an_assistants_turn_speaks_against_no_own_line(tmp_path: Path) -> None:
    assert not asked(workspace(tmp_path / "w", LINE, turn=CHANGED, role="assistant"))


def test_it_is_asked_once(tmp_path: Path) -> None:
    """Not again when another note says it, nor when its owner has decided."""
    root = workspace(tmp_path / "w", LINE, note=CHANGED)
    first = asked(root)
    (root / "memory" / "2026-05-12.md").write_text(f"# 12 May\n\n- rain all day\n- {CHANGED}, as agreed\n")
    assert asked(root, NIGHT + dt.timedelta(days=1)) == first
    question = waiting(open_workspace(root))[0]
    decide(open_workspace(root), question.review.id, "both", NIGHT + dt.timedelta(days=1, hours=5))
    (root / "memory" / "2026-05-13.md").write_text(f"# 13 May\n\n- sun\n- {CHANGED}\n")
    assert not asked(root, NIGHT + dt.timedelta(days=2))


@pytest.mark.parametrize("settings", ["", "[contradictions]\nauto_resolve = true\n"])
def test_nothing_is_replaced_or_put_away_by_it(tmp_path: Path, settings: str) -> None:
    root = workspace(tmp_path / "w", LINE, note=CHANGED)
    (root / "noctuary.toml").write_text(settings)
    assert asked(root)
    said = {fact.text: fact.status for fact in replay(open_workspace(root).journal).facts.values()}
    assert said[LINE] == "contested"
    assert said[CHANGED] in ("candidate", "contested")


def test_what_was_said_before_a_line_was_written_is_nothing_against_it(tmp_path: Path) -> None:
    """KG-022: the owner corrects MEMORY.md; what an older note says is why, and no question."""
    root = workspace(tmp_path / "w", "the boat is called Merlin", note="wiki is reachable on 9191 again after the move")
    assert not asked(root)
    (root / "MEMORY.md").write_text("# Memory\n\n- the wiki runs on port 8085\n- the boat is called Merlin\n")
    assert not asked(root, NIGHT + dt.timedelta(days=1))


@pytest.mark.parametrize("now_said", ["- Office hours: 8 to 16", "- The office phone is in the hall", ""])
def test_a_line_that_its_owner_changed_is_out_of_date_no_more(tmp_path: Path, now_said: str) -> None:
    """It leaves both pages, and comes back to them where the owner writes the old line again."""
    root = workspace(tmp_path / "w", "Office hours: 9 to 17")
    memory, note = root / "MEMORY.md", root / "memory" / "2026-05-12.md"
    dream(root, NIGHT)
    before = memory.read_text()
    note.write_text("# 12 May\n\n- Office hours are now 10 to 18, no longer 9 to 17\n")
    dream(root, NIGHT + DAY)
    assert [is_listed(root, page) for page in ("DREAMS.md", "MEMORY.md")] == [True, True]
    memory.write_text(memory.read_text().replace("- Office hours: 9 to 17\n", f"{now_said}\n", 1))
    dream(root, NIGHT + 2 * DAY)
    assert [is_listed(root, page) for page in ("DREAMS.md", "MEMORY.md")] == [False, False]
    assert not replay(open_workspace(root).journal).nights["2026-05-14"].expired
    memory.write_text(before)
    dream(root, NIGHT + 3 * DAY)
    assert is_listed(root, "DREAMS.md")


@pytest.mark.parametrize(
    ("now_said", "asks"),
    [
        ("Office hours: 8 to 16", True),
        ("The boat is called Merlin\n- Office hours: 8 to 16", True),
        ("Office hours: 10 to 18, closed from 13 to 14", False),
        ("Office hours: 10 to 18", False),
        ("Office hours are posted at the door", False),
        ("The office phone has 16 keys", False),
        ("", False),
    ],
)
def test_a_third_value_in_place_of_a_replaced_line_is_asked(tmp_path: Path, now_said: str, asks: bool) -> None:
    """The human spoke last, and MEMORY.md's block went on telling agents what had replaced the line before."""
    root = workspace(tmp_path / "w", "Office hours: 9 to 17")
    dream(root, NIGHT)
    (root / "memory" / "2026-05-12.md").write_text("# 12 May\n\n- Office hours are now 10 to 18, no longer 9 to 17\n")
    dream(root, NIGHT + DAY)
    memory = root / "MEMORY.md"
    memory.write_text(memory.read_text().replace("- Office hours: 9 to 17\n", f"- {now_said}\n" if now_said else "", 1))
    found = asked(root, NIGHT + 2 * DAY, shipped=False)
    assert found == (
        [("Office hours are now 10 to 18, no longer 9 to 17", now_said.splitlines()[-1].removeprefix("- "))]
        if asks
        else []
    )


def is_listed(root: Path, page: str) -> bool:
    """Whether a page tells that the old line is out of date."""
    return '"Office hours: 9 to 17" ' in (root / page).read_text()


@pytest.mark.parametrize(
    ("before", "after", "typed"),
    [
        ("8080", "9090", True),
        ("28 euro", "32 euro", True),
        ("v1.2.0", "v1.3.0", True),
        ("`tide-save.py`", "`tide-digest.py`", False),
        ("scripts/export.sh", "scripts/upload.sh", False),
        ("merlin", "heron", False),
        ("8080", "merlin", False),
    ],
)
def test_what_an_agent_may_put_in_place_of_an_own_lines_value_is_of_its_type(
    before: str, after: str, typed: bool
) -> None:
    """Two files are two things: what one of them does now is no word about the other."""
    verdict = Verdict(kind="supersession", reason="", score=0.9, a_value=before, b_value=after)
    assert is_typed(verdict) is typed


def test_a_line_that_waits_for_another_night_has_not_gone(tmp_path: Path) -> None:
    """Below 120 new lines and another heading the old ones are read nights later; they stand there all the time."""
    root = workspace(tmp_path / "w", "Office hours: 9 to 17")
    memory = root / "MEMORY.md"
    dream(root, NIGHT)
    (root / "memory" / "2026-05-12.md").write_text("# 12 May\n\n- Office hours are now 10 to 18, no longer 9 to 17\n")
    dream(root, NIGHT + DAY)
    new = "".join(f"- the tide bell number {number} rings at {number % 12 + 1}\n" for number in range(120))
    memory.write_text(memory.read_text().replace("# Memory\n", f"# What I know\n\n{new}", 1))
    for number in range(2, 6):
        dream(root, NIGHT + number * DAY)
        assert is_listed(root, "DREAMS.md")
        facts = replay(open_workspace(root).journal).facts.values()
        assert [one.status for one in facts if one.text == "Ines pays the rent on the third"] == ["active"]
