"""`promote.mode = "propose"`: nothing but the human's own lines is believed unseen, and an answer is the last word."""

from __future__ import annotations

import datetime as dt
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from noctuary.journal import verify
from noctuary.model import Review
from noctuary.night import dream
from noctuary.review import Answer, decide, decide_all, vouch
from noctuary.review_queue import waiting
from noctuary.settings import open_workspace
from noctuary.undo import undo
from tests.night.days import found, note, say, state_of

DAY = dt.timedelta(days=1)
Tree = Callable[[Path], dict[str, bytes]]
RULE = "remember: never sand the hull while it is wet"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A workspace that asks first, with a port and a supplier in its memory file and a stressed rule in a note."""
    root = tmp_path / "home"
    (root / "memory").mkdir(parents=True)
    (root / "MEMORY.md").write_text("# Boathouse\n\n- API port: 8080\n- Boat supplier: Harkin Marine\n")
    (root / "noctuary.toml").write_text('[promote]\nmode = "propose"\nnoted = []\n')
    note(root, "2026-05-09", f"- {RULE}\n")
    return root


def proposals(root: Path) -> list[Review]:
    return [one.review for one in waiting(open_workspace(root)) if one.review.kind == "promotion"]


def answer(root: Path, word: str, now: dt.datetime, text: str = "") -> Review:
    return decide(open_workspace(root), proposals(root)[0].id, word, now, text)


def test_nothing_but_the_humans_own_lines_is_believed_unseen(home: Path, now: dt.datetime) -> None:
    """SG-005: where the settings ask first, a night lets nothing in of itself."""
    told = dream(home, now)
    facts = state_of(home).facts.values()
    believed = [fact for fact in facts if fact.status in ("active", "contested")]
    assert {fact.text for fact in believed} == {"API port: 8080", "Boat supplier: Harkin Marine"}
    assert "noctuary:begin" not in (home / "MEMORY.md").read_text()
    assert (told.promoted, told.known, told.waiting) == (0, 2, 1)


def test_a_proposal_says_its_gate_and_score_and_stands_on_the_page(home: Path, now: dt.datetime) -> None:
    dream(home, now)
    (review,) = proposals(home)
    assert (review.gate, review.score) == ("stressed", found(home, "sand the hull").score)
    assert f"promotion score {review.score:.2f} of at least 0.30" in review.reason
    page = (home / "DREAMS.md").read_text()
    assert '### 1. Believe "' in page
    assert f"- [ ] yes, remember it <!-- {review.id} accept " in page
    assert "1 candidate waiting for your answer" in page
    assert "second source" not in page


def test_a_second_night_over_the_same_input_changes_nothing(home: Path, now: dt.datetime, bytes_of: Tree) -> None:
    dream(home, now)
    before = {name: data for name, data in bytes_of(home).items() if not name.startswith(".noctuary")}
    assert dream(home, now + DAY).state == "nothing"
    assert {name: data for name, data in bytes_of(home).items() if not name.startswith(".noctuary")} == before


def test_accepted_it_is_believed_by_its_gate_and_not_asked_again(home: Path, now: dt.datetime) -> None:
    dream(home, now)
    answer(home, "accept", now)
    fact = found(home, "sand the hull")
    assert (fact.status, fact.gate) == ("active", "stressed")
    assert "sand the hull" in (home / "MEMORY.md").read_text()
    note(home, "2026-05-13", f"- {RULE}\n")
    dream(home, now + 2 * DAY)
    assert proposals(home) == []


def test_what_is_accepted_by_day_is_connected_as_a_night_would_have_done(
    workspace: Path, make: Callable[[Path], Path], tmp_path: Path, now: dt.datetime
) -> None:
    by_night = make(tmp_path / "auto")
    (workspace / "noctuary.toml").write_text('[promote]\nmode = "propose"\n')
    for root in (workspace, by_night):
        note(
            root, "2026-05-10", "- decided: the dashboard is Grafana\n- remember: the Grafana server is kept by Ines\n"
        )
        dream(root, now)
    for review in proposals(workspace):
        decide(open_workspace(workspace), review.id, "accept", now)
    edges = [{(e.src, e.dst, e.rel) for e in state_of(root).edges.values()} for root in (workspace, by_night)]
    assert {rel for _, _, rel in edges[0]} >= {"supersedes", "mentions"}
    assert edges[0] == edges[1]
    assert dream(workspace, now + DAY).state == "nothing"


def test_rejected_it_stays_away_until_an_independent_source_says_it(home: Path, now: dt.datetime) -> None:
    dream(home, now)
    answer(home, "reject", now)
    assert found(home, "sand the hull").status == "archived"
    (home / "memory" / "2026-05-09.md").write_text(f"- {RULE}\n- {RULE}\nlunch\n")
    dream(home, now + DAY)
    assert proposals(home) == []
    say(home, "2026-05-13T09:00:00.000Z", RULE)
    dream(home, now + 2 * DAY)
    (again,) = proposals(home)
    assert "2 independent sources" in again.reason
    answer(home, "reject", now + 3 * DAY)
    dream(home, now + 4 * DAY)
    assert proposals(home) == []


def test_a_near_copy_of_what_was_rejected_folds_into_it(home: Path, now: dt.datetime) -> None:
    dream(home, now)
    answer(home, "reject", now)
    rejected = found(home, "sand the hull").id
    note(home, "2026-05-13", "- remember: never sand the hull while it's wet\n")
    dream(home, now + 2 * DAY)
    about = [fact.id for fact in state_of(home).facts.values() if "sand the hull" in fact.text]
    assert about == [rejected]
    assert [one.a for one in proposals(home)] == [rejected]


def test_a_near_copy_of_what_was_taken_back_by_its_id_is_not_promoted_either(home: Path, now: dt.datetime) -> None:
    (home / "noctuary.toml").unlink()
    dream(home, now)
    undo(open_workspace(home), found(home, "sand the hull").id, now)
    note(home, "2026-05-13", "- remember: never sand the hull while it's wet\n")
    dream(home, now + 2 * DAY)
    assert [f.status for f in state_of(home).facts.values() if "sand the hull" in f.text] == ["archived"]


def test_what_was_rejected_is_asked_and_never_let_in_by_itself_in_auto_mode_either(
    home: Path, now: dt.datetime
) -> None:
    dream(home, now)
    answer(home, "reject", now)
    (home / "noctuary.toml").write_text('[promote]\nmode = "auto"\n')
    say(home, "2026-05-13T09:00:00.000Z", RULE)
    note(home, "2026-05-14", "- remember: always oil the winch in May\n")
    dream(home, now + 3 * DAY)
    assert found(home, "oil the winch").status == "active"
    assert found(home, "sand the hull").status == "candidate"
    assert len(proposals(home)) == 1


def test_a_rejected_statement_the_human_writes_into_their_own_file_is_believed(home: Path, now: dt.datetime) -> None:
    dream(home, now)
    answer(home, "reject", now)
    rejected = found(home, "sand the hull")
    with (home / "MEMORY.md").open("a") as file:
        file.write(f"- {rejected.text}\n")
    dream(home, now + DAY)
    said = [fact for fact in state_of(home).facts.values() if fact.text == rejected.text]
    assert [fact.gate for fact in said if fact.status == "active"] == ["memory"]


def test_an_edited_proposal_is_believed_in_the_humans_words_and_cites_the_original(
    home: Path, now: dt.datetime
) -> None:
    dream(home, now)
    original = found(home, "sand the hull")
    answer(home, "edit", now, "Sand the hull only when it has been dry for two days")
    own = found(home, "dry for two days")
    assert (own.status, own.method, own.trust, own.gate) == ("active", "manual", "human", "by_hand")
    assert {source.ref for source in own.sources} == {"by hand", "memory/2026-05-09.md"}
    assert "dry for two days" in (home / "MEMORY.md").read_text()
    assert state_of(home).facts[original.id].status == "archived"
    say(home, "2026-05-13T09:00:00.000Z", RULE)
    note(home, "2026-05-14", "- remember: never sand the hull while it's wet\n")
    dream(home, now + 3 * DAY)
    assert proposals(home) == []
    assert state_of(home).facts[original.id].status == "archived"
    assert verify(open_workspace(home).journal) == []


def test_a_secret_in_the_humans_own_wording_is_redacted(home: Path, now: dt.datetime, bytes_of: Tree) -> None:
    dream(home, now)
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    answer(home, "edit", now, f"the token of the hull camera is {secret}")
    assert not [name for name, data in bytes_of(home).items() if secret.encode() in data]


def test_a_supersession_waits_with_the_candidate_that_makes_it(home: Path, now: dt.datetime) -> None:
    """SG-005: and retires nothing."""
    note(home, "2026-05-09", "- decided: the API port is now 9090, no longer 8080\n")
    dream(home, now)
    old, new = found(home, "API port: 8080"), found(home, "9090")
    assert (old.status, new.status) == ("active", "candidate")
    (review,) = proposals(home)
    assert [key for key, _ in review.replaces] == [old.id]
    assert "It would replace" in (home / "DREAMS.md").read_text()
    answer(home, "accept", now)
    assert (found(home, "API port: 8080").status, found(home, "9090").status) == ("superseded", "active")
    undo(open_workspace(home), review.id, now)
    assert (found(home, "API port: 8080").status, found(home, "9090").status) == ("active", "candidate")
    answer(home, "reject", now)
    assert (found(home, "API port: 8080").status, found(home, "9090").status) == ("active", "archived")


def test_of_a_candidate_in_a_contradiction_only_that_is_asked(home: Path, now: dt.datetime) -> None:
    note(home, "2026-05-09", "- decided: battery life: 14 days\n")
    note(home, "2026-05-10", "- decided: battery life: 21 days\n")
    dream(home, now)
    kinds = [one.review.kind for one in waiting(open_workspace(home))]
    assert kinds == ["contradiction"]
    question = waiting(open_workspace(home))[0]
    decide(open_workspace(home), question.review.id, "keep-b", now)
    assert waiting(open_workspace(home)) == []
    assert [f.status for f in (question.a, question.b) if f] == ["candidate", "candidate"]
    assert sorted(f.status for f in state_of(home).facts.values() if "battery" in f.text) == ["active", "superseded"]


def test_a_vouched_candidate_is_asked_about_no_more(home: Path, now: dt.datetime) -> None:
    dream(home, now)
    vouch(open_workspace(home), found(home, "sand the hull").id, now)
    assert proposals(home) == []
    assert found(home, "sand the hull").status == "active"


def test_later_leaves_a_proposal_open(home: Path, now: dt.datetime) -> None:
    dream(home, now)
    answer(home, "later", now)
    dream(home, now + DAY)
    assert len(proposals(home)) == 1


def test_accepting_all_that_is_proposed_believes_what_auto_believes(tmp_path: Path) -> None:
    """Promotions and the supersessions that waited with them, over the whole sample workspace.

    Without what one note lets in by itself: proposed it waits, and another statement of its slot is asked instead.
    """
    night = dt.datetime(2026, 11, 4, 3, 0, tzinfo=dt.UTC)
    stands = {}
    for mode in ("auto", "propose"):
        root = tmp_path / mode
        shutil.copytree(Path(__file__).parent.parent.parent / "data" / "workspace", root)
        (root / "noctuary.toml").write_text(f'timezone = "Europe/Dublin"\n[promote]\nnoted = []\nmode = "{mode}"\n')
        dream(root, night)
        answers = [Answer(key=one.id, word="accept") for one in proposals(root)]
        decide_all(open_workspace(root), answers, night)
        asked = [one.review.id for one in waiting(open_workspace(root)) if one.b]
        decide_all(open_workspace(root), [Answer(key=key, word="keep-b") for key in asked], night)
        stands[mode] = {fact.text: fact.status for fact in state_of(root).facts.values()}
    assert sum(status == "superseded" for status in stands["auto"].values()) > 3
    assert stands["propose"] == stands["auto"]
