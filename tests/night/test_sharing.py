"""A source too long for one night: so much of it is looked at, the rest waits, is told, and is looked at later."""

from __future__ import annotations

import datetime as dt
import itertools
import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from noctuary.journal import replay, verify
from noctuary.judging import blocking as shelf
from noctuary.model import Event
from noctuary.night import Outcome, dream
from noctuary.settings import open_workspace
from noctuary.sources.share import MOST_EVENTS
from noctuary.stages.gather import AHEAD, AHEAD_LETTERS, _ahead
from noctuary.stages.sharing import MOST_NEW, MOST_OF_ONE, MOST_PAIRS, MOST_STATEMENTS
from noctuary.text import claims
from noctuary.undo import undo
from tests.conftest import as_shipped

NOTE, LOG = "memory/2026-05-10.md", "talk.jsonl"


def word(number: int) -> str:
    """A word for every number, like no other one's."""
    signs = "bdfgklmnprst"
    return "".join(signs[number // 12**place % 12] + "aeiou"[(number + place) % 5] for place in range(3))


def decided(*numbers: int) -> str:
    """A line a number, each a decision of its own."""
    return "".join(f"- decided: the {word(n)} gate uses {word(n + 500)} {n}\n" for n in numbers)


def turns(*numbers: int) -> str:
    lines = (
        {
            "type": "user", "uuid": f"u-{n}", "sessionId": "s-1",
            "timestamp": f"2026-05-01T{10 + n // 3600:02d}:{n // 60 % 60:02d}:{n % 60:02d}.000Z",
            "message": {"role": "user", "content": f"remember: the {word(n)} gate always uses {word(n + 500)} {n}"},
        }
        for n in numbers
    )  # fmt: skip
    return "".join(json.dumps(line) + "\n" for line in lines)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A workspace whose nights have room for all they look at."""
    (tmp_path / "memory").mkdir()
    room = "[promote]\nmax_promotions = 1000\nmax_unattended = 1000\n"
    (tmp_path / "noctuary.toml").write_text(f'[sources]\nsessions = ["*.jsonl"]\n{room}')
    return tmp_path


def nights(root: Path, now: dt.datetime, most: int = 12) -> Iterator[Outcome]:
    """The nights that have something to do."""
    for number in range(most):
        told = dream(root, now + dt.timedelta(days=number))
        if told.state == "nothing":
            return
        yield told
    raise AssertionError(f"something was done in {most} nights")


def known(root: Path) -> set[str]:
    return {fact.text for fact in replay(open_workspace(root).journal).facts.values()}


def missing(root: Path, *numbers: int) -> list[int]:
    texts = known(root)
    return [n for n in numbers if not any(f"the {word(n)} gate" in text for text in texts)]


def test_a_night_looks_at_a_share_of_a_long_note_and_tells_where_the_rest_waits(root: Path, now: dt.datetime) -> None:
    (root / NOTE).write_text(decided(*range(250)))
    told = dream(root, now)
    state = replay(open_workspace(root).journal)
    night = state.nights[told.night]
    assert (told.state, len(state.facts)) == ("partly", MOST_NEW)
    assert night.stops == (
        f"{NOTE} is longer than a night looks at: 150 lines wait from line {MOST_NEW + 1} on for the next one, or for "
        "another `noctuary dream`.",
    )
    assert (night.counts["lines"], night.counts["used"]) == (250, MOST_NEW)
    assert state.watermarks[NOTE].waits_from == MOST_NEW + 1
    assert night.stops[0] in (root / "DREAMS.md").read_text().replace("\\", "")


def test_how_many_events_are_read_ahead_changes_nothing(
    root: Path, now: dt.datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    (root / NOTE).write_text(decided(*range(MOST_NEW + 20)))
    (root / LOG).write_text(turns(*range(200, 240)))
    journals = []
    for ahead in (1, 7, AHEAD):
        monkeypatch.setattr("noctuary.stages.gather.AHEAD", ahead)
        with as_shipped():
            copy = Path(shutil.copytree(root, root.parent / f"ahead-{ahead}"))
            dream(copy, now)
        journals.append(open_workspace(copy).journal.read_bytes())
    assert journals[0]
    assert journals[1:] == journals[:-1]


@pytest.mark.parametrize(("letters", "ahead"), [(1, AHEAD), (AHEAD_LETTERS // 4, 4), (AHEAD_LETTERS, 1)])
def test_of_long_events_fewer_are_read_ahead(letters: int, ahead: int) -> None:
    events = (
        Event(
            id=str(n), ref=NOTE, line=n, line_end=n, at=None, role="note", trust="agent", text="x" * letters,
            session=NOTE,
        )
        for n in itertools.count(1)
    )  # fmt: skip
    assert len(list(_ahead(events))) == ahead


@pytest.mark.parametrize(
    ("name", "said"), [(NOTE, decided), ("MEMORY.md", decided), (LOG, turns)], ids=["note", "memory", "log"]
)
def test_later_nights_look_at_all_the_rest_and_then_rest(
    root: Path, now: dt.datetime, name: str, said: Callable[..., str]
) -> None:
    (root / name).write_text(said(*range(250)))
    states = [told.state for told in nights(root, now)]
    assert states == ["partly", "partly", "done"]
    assert missing(root, *range(250)) == []
    workspace = open_workspace(root)
    assert replay(workspace.journal).watermarks[name].waits_from == 0
    assert verify(workspace.journal) == []


def test_no_line_of_the_human_is_put_away_because_it_waited(root: Path, now: dt.datetime) -> None:
    (root / "MEMORY.md").write_text(decided(*range(250)))
    assert len(list(nights(root, now))) == 3
    facts = replay(open_workspace(root).journal).facts.values()
    assert {fact.status for fact in facts} == {"active"}


def test_a_line_that_goes_while_others_wait_is_put_away_and_no_other(root: Path, now: dt.datetime) -> None:
    memory = root / "MEMORY.md"
    memory.write_text(decided(*range(250)))
    dream(root, now)
    memory.write_bytes(memory.read_bytes().replace(decided(7).encode(), b""))
    list(nights(root, now + dt.timedelta(days=1)))
    facts = replay(open_workspace(root).journal).facts.values()
    assert [fact.text for fact in facts if fact.status == "archived"] == [decided(7).strip("- \n")]
    assert missing(root, *range(250)) == []


def test_lines_of_memory_that_state_nothing_keep_no_other_from_being_looked_at(root: Path, now: dt.datetime) -> None:
    memory = root / "MEMORY.md"
    memory.write_text("".join(f"- [ ] {word(n)} {n}\n" for n in range(MOST_EVENTS + 30)) + decided(1, 2, 3))
    assert [told.state for told in nights(root, now)] == ["partly", "done"]
    assert missing(root, 1, 2, 3) == []
    memory.write_bytes(decided(4).encode() + memory.read_bytes())
    list(nights(root, now + dt.timedelta(days=3)))
    assert missing(root, 1, 2, 3, 4) == []
    facts = replay(open_workspace(root).journal).facts.values()
    assert {fact.status for fact in facts} == {"active"}


@pytest.mark.parametrize(("name", "said"), [(NOTE, decided), (LOG, turns)], ids=["note", "log"])
def test_what_is_added_while_others_wait_is_looked_at_too(
    root: Path, now: dt.datetime, name: str, said: Callable[..., str]
) -> None:
    (root / name).write_text(said(*range(150)))
    dream(root, now)
    with (root / name).open("a") as file:
        file.write(said(*range(150, 240)))
    assert [told.state for told in nights(root, now + dt.timedelta(days=1))] == ["partly", "done"]
    assert missing(root, *range(240)) == []


@pytest.mark.parametrize("place", ["above", "between", "instead"])
def test_what_is_written_above_while_others_wait_is_looked_at_too(root: Path, now: dt.datetime, place: str) -> None:
    note = root / NOTE
    note.write_text(decided(*range(150)))
    dream(root, now)
    new = decided(*range(300, 310))
    before = "" if place == "instead" else note.read_text()
    at = {"above": 0, "between": before.find(decided(50)), "instead": 0}[place]
    note.write_text(before[:at] + new + before[at:])
    list(nights(root, now + dt.timedelta(days=1)))
    assert missing(root, *range(300, 310), *(range(150) if before else ())) == []


def test_what_is_added_to_a_long_note_that_was_looked_at_is_looked_at_at_once(root: Path, now: dt.datetime) -> None:
    note = root / NOTE
    chatter = "".join(f"- ok, {word(n)} {n}?\n" for n in range(MOST_EVENTS + 40))
    note.write_text(chatter)
    assert [told.state for told in nights(root, now)] == ["partly", "done"]
    note.write_text(chatter + decided(3))
    told = dream(root, now + dt.timedelta(days=5))
    assert (told.state, missing(root, 3)) == ("done", [])


def test_a_note_that_is_gone_while_its_lines_wait_leaves_what_was_known(root: Path, now: dt.datetime) -> None:
    (root / NOTE).write_text(decided(*range(150)))
    dream(root, now)
    (root / NOTE).unlink()
    told = dream(root, now + dt.timedelta(days=1))
    assert told.gone == (NOTE,)
    assert missing(root, *range(MOST_NEW)) == []


def test_an_undone_night_is_dreamt_again_from_where_it_began(root: Path, now: dt.datetime) -> None:
    (root / NOTE).write_text(decided(*range(150)))
    night = dream(root, now).night
    undo(open_workspace(root), night, now + dt.timedelta(hours=1))
    assert [told.state for told in nights(root, now + dt.timedelta(days=1))] == ["partly", "done"]
    assert missing(root, *range(150)) == []


def test_lines_that_say_one_thing_take_one_place(root: Path, now: dt.datetime) -> None:
    (root / NOTE).write_text(decided(1) * (MOST_EVENTS + 500))
    assert dream(root, now).state == "done"


COMMON = """port server clock gate harbour deploy team prefers never config key timeout cache build test
    database budget meeting schema token frontend release version branch merge user customer invoice payment email
    queue""".split()
HOSTILE = {
    "decisions": decided,
    "turns of a log": turns,
    "scraps": lambda *numbers: "".join(f"- {word(n)} is {word(n + 7)}\n" for n in numbers),
    "fields": lambda *numbers: "".join(f"- **{word(n)}:** `{word(n + 7)}` {n}\n" for n in numbers),
    "paragraphs": lambda *numbers: "".join(
        f"The {word(n)} gate never uses {word(n + 9)}. We prefer {word(n + 3)} {n} over {n + 1}.\n\n" for n in numbers
    ),
    "questions": lambda *numbers: "".join(f"- is {word(n)} really {word(n + 7)}?\n" for n in numbers),
    "replacements": lambda *numbers: "".join(f"- the {word(n)} port is now {n}, no longer {n + 1}\n" for n in numbers),
    "one thing": lambda *numbers: "".join(f"- Redis uses {word(n)} and {word(n + 7)} now\n" for n in numbers),
    "headings": lambda *numbers: "".join(f"## {word(n)}\n\n- the port is {n}\n" for n in numbers),
    "words that all lines share": lambda *numbers: "".join(
        "- decided: " + " ".join(COMMON[n * k % len(COMMON)] for k in range(2, 16)) + "\n" for n in numbers
    ),
    "long lines that are much alike": lambda *numbers: "".join(
        f"- decided: the {word(n)} service keeps its configuration in `/srv/{word(n + 5)}/{n}.yaml`, its journal with "
        f"all others in `/var/log/services` and its port in the range from {4000 + 10 * n} to {4009 + 10 * n}\n"
        for n in numbers
    ),
    "secrets": lambda *numbers: "".join(f"- the password of {word(n)} is {word(n).title()}-{n}!\n" for n in numbers),
}
"""Texts no two lines of which are the same."""


@pytest.mark.parametrize("name", HOSTILE)
def test_how_much_a_night_thinks_does_not_grow_with_a_source(root: Path, now: dt.datetime, name: str) -> None:
    """Twice the lines that all differ are read twice; no more of them is weighed, parsed or compared."""
    place = root / (LOG if name == "turns of a log" else NOTE)
    (root / "MEMORY.md").write_text(decided(*range(900, 920)))
    parsed, compared = [], []
    for size in (800, 1600):
        place.write_text(HOSTILE[name](*range(size)))
        claims._parse.cache_clear()
        shelf._known.clear()
        totals = {"match": 0}
        dream(root, now, dry_run=True, tell=lambda what, _, total, into=totals: into.update({what: total}))  # type: ignore[misc]
        parsed.append(claims._parse.cache_info().misses)
        compared.append(totals["match"])
    assert parsed[1] <= 1.1 * parsed[0] + 20
    assert parsed[1] <= MOST_STATEMENTS + 2 * MOST_NEW + 100
    assert max(compared) <= MOST_PAIRS + 60


def test_what_has_too_many_pairs_for_one_night_is_compared_in_later_ones(root: Path, now: dt.datetime) -> None:
    text = HOSTILE["long lines that are much alike"](*range(MOST_NEW + 100))
    (root / NOTE).write_text(text)
    states, met = [], []
    for told in nights(root, now):
        states.append(told.state)
        met.append(len(known(root)))
    assert states[0] == "partly"
    assert met[0] < MOST_NEW
    assert met[-1] == MOST_NEW + 100
    assert min(b - a for a, b in itertools.pairwise([0, *met[:-1]])) >= MOST_PAIRS // MOST_OF_ONE - 2
