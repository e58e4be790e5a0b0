"""Ageing over whole nights: one concrete question, no flood, no alarm over what is merely young; looks stay inside."""

from __future__ import annotations

import datetime as dt
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from noctuary.consolidate.asking_again import may_be_out_of_date, question
from noctuary.consolidate.policy import RealityPolicy
from noctuary.errors import SettingsError
from noctuary.journal import replay
from noctuary.model import Fact
from noctuary.night import dream
from noctuary.page.view import bands
from noctuary.settings import open_workspace
from noctuary.stages.file_checks import FileChecks
from noctuary.undo import undo
from tests.night.days import say

Make = Callable[..., Fact]
DAY = dt.timedelta(days=1)


def test_two_months_of_holiday_forget_nothing(workspace: Path, now: dt.datetime) -> None:
    """F26: not a fact fades, nothing is asked, and the first night back says what it did, no more."""
    dream(workspace, now)
    before = replay(open_workspace(workspace).journal)
    assert dream(workspace, now + 60 * DAY).state == "nothing"
    day = (now + 61 * DAY).date()
    (workspace / "memory" / f"{day}.md").write_text("- decided: the hands are copper\n")
    dream(workspace, now + 62 * DAY)
    after = replay(open_workspace(workspace).journal)
    last = after.last_night()
    assert last
    assert last.stale == ()
    assert after.reviews == before.reviews
    assert before.facts.items() <= after.facts.items()


def test_what_is_stale_is_asked_in_its_own_words_and_only_so_many_a_night(workspace: Path, now: dt.datetime) -> None:
    (workspace / "noctuary.toml").write_text("[decay]\nidle_clock = false\nmax_asked = 1\n")
    say(workspace, "2026-05-03T10:00:00Z", "Remember: the mast costs 40 EUR. Remember: the anchor weighs 30 kg.")
    dream(workspace, now)
    asked = []
    for number in range(3):
        dream(workspace, now + (400 + number) * DAY)
        state = replay(open_workspace(workspace).journal)
        asked.append(sum(review.kind == "reverify" for review in state.reviews.values()))
        if number == 0:
            left = state.nights[max(state.nights)].counts["stale_unasked"]
            assert left > 1
            assert f"; {left} of them not put to you yet" in (workspace / "DREAMS.md").read_text()
    assert asked == [1, 2, 3]
    reasons = [review.reason for review in state.reviews.values() if review.kind == "reverify"]
    assert all("Last said on 2026-05" in reason and "is left." in reason for reason in reasons)
    assert any("mast" in reason or "anchor" in reason for reason in reasons)


@pytest.mark.parametrize(
    ("text", "trust", "is_asked"),
    [
        ("Browser runs against the endpoint http://127.0.0.1:9222", "agent", True),
        ("Runtime target: Bosun 2026.3.7", "agent", True),
        ("the harbour fee is 40 EUR a night", "agent", True),
        ("Keep answers short for cycles without a change", "agent", False),
        ("Shorten `docs/CREW.md` into a compact version", "agent", False),
        ("weekly compaction with decay rules", "agent", False),
        ("never answer the harbour master on Sundays", "human", True),
    ],
)
def test_of_an_agents_notes_only_a_value_that_changes_is_asked_about(
    fact: Make, text: str, trust: str, is_asked: bool
) -> None:
    assert may_be_out_of_date(fact(text, trust=trust)) == is_asked


def test_a_question_is_made_from_the_fact(fact: Make, now: dt.datetime) -> None:
    assert question(fact("API port: 8080"), now) == "Is “API port” still 8080?"
    assert question(fact("never push to main", kind="constraint"), now) == "Does this still hold: “never push to main”?"
    assert question(fact("Ines designs the case"), now) == "Is this still so: “Ines designs the case”?"
    past = question(fact("the lease ends on 30 April 2026", kind="event"), now)
    assert past.startswith("Is this over")
    assert "2026-04-30 has passed" in past


def test_what_was_never_surer_is_young_and_not_ageing(workspace: Path, now: dt.datetime, fact: Make) -> None:
    """A fact of one source is worth 0.60 from the start: no time has passed over it."""
    dream(workspace, now)
    state = replay(open_workspace(workspace).journal)
    one = fact("the crane is yellow", confidence=0.6, verified_at=now)
    state.facts = {one.id: one}
    found = bands(state, now, open_workspace(workspace).settings.decay)
    assert {name: len(members) for name, members in found.items()} == {"fresh": 0, "young": 1, "ageing": 0, "stale": 0}


def test_a_look_never_leaves_its_roots(tmp_path: Path, fact: Make) -> None:
    """Neither by a link nor by a pipe, a folder of another tree, or a file too big to read."""
    root, outside = tmp_path / "w", tmp_path / "outside"
    root.mkdir()
    outside.mkdir()
    (outside / "secret.txt").write_text("code 4711")
    (root / "link.txt").symlink_to(outside / "secret.txt")
    (root / "folder").symlink_to(outside)
    (root / "big.txt").write_text("x" * 50 + " code 4711")
    os.mkfifo(root / "pipe.txt")
    looking = FileChecks(root, RealityPolicy(check=("contains", "path"), max_bytes=40))
    for path in ("link.txt", "folder/secret.txt", "big.txt", "pipe.txt", "../outside/secret.txt"):
        assert looking.at(fact(f"`{path}` holds the code 4711")) is None
    listed = FileChecks(root, RealityPolicy(roots=(str(outside),)))
    assert listed.at(fact("`secret.txt` holds the code 4711")) == (True, "secret.txt says 4711")


def test_a_manifest_that_says_otherwise_asks_and_one_that_agrees_renews(workspace: Path, now: dt.datetime) -> None:
    """Opt-in: without the setting nobody looks."""
    settings = "[decay]\nidle_clock = false\n"
    (workspace / "package.json").write_text('{"dependencies": {"react": "^19.0.0", "vite": "5"}}')
    (workspace / "memory" / "2026-05-11.md").write_text(
        "- rule: the panel is written in React 18\n- rule: the panel is built by Vite 5\n"
    )
    for check, kinds in (("", []), ('[reality]\ncheck = ["version"]\n', ["changed_source"])):
        (workspace / "noctuary.toml").write_text(settings + check)
        dream(workspace, now if not check else now + 51 * DAY)
        dream(workspace, now + (50 if not check else 110) * DAY)
        state = replay(open_workspace(workspace).journal)
        asked = {state.facts[one.a].text: one for one in state.reviews.values() if one.kind == "changed_source"}
        assert [one.kind for one in asked.values()] == kinds
    (review,) = asked.values()
    assert "React 18" in state.facts[review.a].text
    assert "package.json asks for react ^19.0.0, not 18" in review.reason
    vite = next(one for one in state.facts.values() if "Vite" in one.text)
    assert vite.last_revalidated


@pytest.mark.parametrize(("kind", "life"), [("constraint", 180), ("fact", 90), ("identity", None)])
def test_a_half_life_follows_the_kind(kind: str, life: float | None) -> None:
    from noctuary.consolidate.decay import half_life
    from noctuary.consolidate.policy import DecayPolicy

    assert half_life(kind, None, DecayPolicy()) == life  # type: ignore[arg-type]
    assert half_life(kind, "api", DecayPolicy()) == (60 if life else None)


def test_a_clock_that_runs_back_is_refused_and_told_with_its_mend(workspace: Path, now: dt.datetime) -> None:
    """Two machines' clocks may differ by a day; a night taken back as `undo` says counts no longer."""
    ahead = now + 900 * DAY
    told = dream(workspace, ahead)
    before = (workspace / "memory" / "graph.jsonl").read_bytes()
    with pytest.raises(SettingsError, match=f"before the last night.*noctuary undo {told.night}"):
        dream(workspace, now)
    assert (workspace / "memory" / "graph.jsonl").read_bytes() == before
    assert dream(workspace, ahead - 0.9 * DAY).state == "nothing"
    undo(open_workspace(workspace), told.night, ahead)
    assert dream(workspace, now).state == "done"
