"""What an answer does: both, scoped, edit, neither, reject; what it outlives; what it may not say."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from noctuary.cli import main
from noctuary.consolidate.replies import fitting, meant
from noctuary.errors import AnswersRefused, UndoRefused, UnknownId
from noctuary.journal import State, append, record, replay, verify
from noctuary.knowledge import KnowledgeAPI
from noctuary.model import Fact, Review
from noctuary.night import dream
from noctuary.review import Answer, decide, decide_all
from noctuary.review_queue import alike, waiting
from noctuary.settings import open_workspace
from noctuary.stages.answers import answered, scopes
from noctuary.stages.settled import decision
from noctuary.undo import undo
from tests.conftest import as_shipped

DAY = dt.timedelta(days=1)


@pytest.fixture
def home(tmp_path: Path, now: dt.datetime) -> Path:
    """A workspace after a night that asked which battery life holds."""
    root = tmp_path / "home"
    (root / "memory").mkdir(parents=True)
    (root / "MEMORY.md").write_text("# Boathouse\n\n- Battery life: 14 days\n")
    note(root, "2026-05-10", "- Battery life: 21 days\n")
    dream(root, now)
    return root


def note(root: Path, day: str, text: str) -> None:
    (root / "memory" / f"{day}.md").write_text(text)


def state_of(root: Path) -> State:
    return replay(open_workspace(root).journal)


def believed(root: Path) -> list[str]:
    facts = state_of(root).facts.values()
    return sorted(fact.text for fact in facts if fact.status in ("active", "contested"))


def question(root: Path) -> Review:
    return waiting(open_workspace(root))[0].review


def fact(root: Path, text: str) -> Fact:
    return next(one for one in state_of(root).facts.values() if one.text == text)


@pytest.mark.parametrize(
    ("word", "text", "chosen", "why"),
    [
        ("keep-a", "", "a", "reason"),
        ("keep-b", "measured it twice", "b", "measured it twice"),
        ("both", "", "both hold", "reason"),
        ("neither", "", "neither holds", "reason"),
        ("edit", "Battery life: 18 days", "Battery life: 18 days", "Battery life: 18 days"),
        ("scoped", "in winter | in summer", "in winter | in summer", "in winter | in summer"),
    ],
)
def test_an_answered_contradiction_is_kept_as_a_decision_with_its_rationale(
    home: Path, now: dt.datetime, word: str, text: str, chosen: str, why: str
) -> None:
    """TB-090: what was asked, what could be chosen, what was, why, by whom; agents find it, an undo takes it back."""
    asked, workspace = question(home), open_workspace(home)
    sides = {"a": state_of(home).facts[asked.a].text, "b": state_of(home).facts[asked.b or ""].text}
    chosen = sides.get(chosen, chosen)
    decide(workspace, asked.id, word, now, text)
    kg = KnowledgeAPI.open(workspace, clock=lambda: now)
    [found] = kg.dispatch("list_entities", type="Decision")["entities"]
    assert found["type"] == "Decision"
    assert found["label"] == f"Battery life: {chosen}" or chosen in found["label"]
    told = found["properties"]
    assert told.items() >= {"chosen": chosen, "decided_by": "human", "reversible": True}.items()
    assert told["options"] == list(dict.fromkeys([*sides.values(), chosen]))
    assert told["rationale"] == (asked.reason if why == "reason" else why)
    assert all(side in told["question"] for side in sides.values())
    assert [one["chosen"] for one in kg.dispatch("prime")["decisions"]] == [chosen]
    hits = kg.dispatch("query_semantic", query="which battery life holds?", filters={"types": ["Decision"]})["results"]
    assert [one["entity"]["id"] for one in hits] == [found["id"]]
    kg.close()
    assert verify(workspace.journal) == []
    undo(workspace, asked.id, now)
    assert [one for one in state_of(home).entities.values() if one.type == "decision"] == []


def test_a_decision_is_asked_about_by_no_later_night(home: Path, now: dt.datetime) -> None:
    """TB-090: and stands unchanged."""
    decide(open_workspace(home), question(home).id, "keep-a", now)
    before = [one for one in state_of(home).entities.values() if one.type == "decision"]
    for number, said in ((1, "the strap is leather"), (2, "the API runs on port 9090")):
        note(home, f"2026-05-1{number}", f"- decided: {said}\n")
        dream(home, now + number * DAY)
    assert [one for one in state_of(home).entities.values() if one.type == "decision"] == before
    assert waiting(open_workspace(home)) == []
    assert alike(open_workspace(home)) == []


def test_what_is_put_off_makes_no_decision(home: Path, now: dt.datetime) -> None:
    """TB-090"""
    decide(open_workspace(home), question(home).id, "later", now)
    assert [one for one in state_of(home).entities.values() if one.type == "decision"] == []


def test_both_are_believed_and_nothing_sets_them_against_each_other(home: Path, now: dt.datetime) -> None:
    asked = question(home)
    decide(open_workspace(home), asked.id, "both", now)
    assert believed(home) == ["Battery life: 14 days", "Battery life: 21 days"]
    between = [edge.rel for edge in state_of(home).edges.values() if {edge.src, edge.dst} == {asked.a, asked.b}]
    assert between == ["related_to"]
    assert fact(home, "Battery life: 21 days").gate == "chosen"


def test_scoped_gives_each_its_scope_where_the_judge_and_the_reader_see_it(home: Path, now: dt.datetime) -> None:
    asked = question(home)
    sides = [state_of(home).facts[key].text for key in (asked.a, asked.b or "")]
    decide(open_workspace(home), asked.id, "scoped", now, "in staging | in production")
    scoped = [f"{sides[0]} (in staging)", f"{sides[1]} (in production)"]
    assert believed(home) == sorted(scoped)
    assert {fact(home, text).method for text in scoped} == {"manual"}
    joined = [edge for edge in state_of(home).edges.values() if edge.rel == "related_to"]
    assert [edge.reason for edge in joined] == ["both hold, each in its scope: in staging | in production"]
    assert all(text in (home / "MEMORY.md").read_text() for text in scoped)
    note(home, "2026-05-13", "- Battery life: 21 days\n")
    note(home, "2026-05-14", "- The battery life is 14 days\n")
    dream(home, now + 3 * DAY)
    assert waiting(open_workspace(home)) == []
    assert believed(home) == sorted(scoped)
    assert verify(open_workspace(home).journal) == []


def test_a_line_of_ones_own_that_got_a_scope_is_not_told_as_out_of_date(home: Path, now: dt.datetime) -> None:
    asked = question(home)
    decide(open_workspace(home), asked.id, "scoped", now, "bis Dezember 2026 | ab Januar 2027")
    dream(home, now + DAY)
    assert "No longer true" not in (home / "MEMORY.md").read_text()
    assert "Lines of your own that are out of date" not in (home / "DREAMS.md").read_text()


def test_what_an_answer_says_of_itself_is_the_answer_given(home: Path, now: dt.datetime) -> None:
    words = "bis Dezember 2026 | ab Januar 2027"
    told = CliRunner().invoke(main, ["review", "scoped", question(home).id, words, "-w", str(home)])
    assert told.exit_code == 0
    assert "in staging" not in told.output
    assert "in staging" in CliRunner().invoke(main, ["review", "scoped", "--help"]).output


def test_a_side_in_ones_own_words_stands_on_no_line(home: Path, now: dt.datetime) -> None:
    decide(open_workspace(home), question(home).id, "edit", now, "Battery life: 18 days")
    note(home, "2026-05-13", "- Battery life: 21 days\n")
    (home / "MEMORY.md").write_text((home / "MEMORY.md").read_text().replace("14 days\n", "9 days\n", 1))
    dream(home, now + 2 * DAY)
    for words in (["review", "list"], ["review", "weak"], ["facts"], ["facts", "--json"], ["review", "list", "--json"]):
        assert "by hand:" not in CliRunner().invoke(main, [*words, "-w", str(home)]).output
    told = CliRunner().invoke(main, ["facts", "--json", "-w", str(home)]).output
    assert '"by hand"' in told


def test_a_night_that_took_lines_from_memory_md_did_something(home: Path, now: dt.datetime) -> None:
    note(home, "2026-05-13", "- Boat shed door is green\n")
    dream(home, now + DAY)
    earlier = (home / "DREAMS.md").read_text().partition("## Earlier nights")[2]
    assert "1 from MEMORY.md" in earlier
    assert "nothing new" not in earlier


def test_edit_of_a_contradiction_replaces_both_sides(home: Path, now: dt.datetime) -> None:
    asked = question(home)
    decide(open_workspace(home), asked.id, "edit", now, "Battery life: 14 days in winter, 21 in summer")
    assert believed(home) == ["Battery life: 14 days in winter, 21 in summer"]
    own = fact(home, "Battery life: 14 days in winter, 21 in summer")
    assert {source.ref for source in own.sources} == {"by hand", "MEMORY.md", "memory/2026-05-10.md"}
    assert own.text in (home / "MEMORY.md").read_text()
    note(home, "2026-05-13", "- Battery life: 21 days\n")
    dream(home, now + 2 * DAY)
    assert waiting(open_workspace(home)) == []
    assert believed(home) == [own.text]


def test_neither_puts_both_away(home: Path, now: dt.datetime) -> None:
    asked = question(home)
    decide(open_workspace(home), asked.id, "neither", now)
    assert believed(home) == []
    assert {state_of(home).facts[key].status for key in (asked.a, asked.b or "")} == {"archived"}
    note(home, "2026-05-13", "- the battery life is 21 days\n")
    dream(home, now + 2 * DAY)
    assert believed(home) == []


def test_every_answer_is_undone_to_the_byte(home: Path, now: dt.datetime) -> None:
    asked = question(home)
    memory, state = (home / "MEMORY.md").read_bytes(), state_of(home)
    texts = {"scoped": "in staging | in production", "edit": "Battery life: 18 days"}
    for word in fitting(asked):
        decide(open_workspace(home), asked.id, word, now, texts.get(word, ""))
        undo(open_workspace(home), asked.id, now)
        after = state_of(home)
        assert (home / "MEMORY.md").read_bytes() == memory, word
        assert (after.facts, after.edges, after.reviews) == (state.facts, state.edges, state.reviews), word


def test_what_the_human_wrote_stands_in_the_record_without_its_secrets(home: Path, now: dt.datetime) -> None:
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    made = decide(open_workspace(home), question(home).id, "keep-a", now, f"the label says so,\n token {secret}")
    assert made.words.startswith("the label says so, token [REDACTED")
    assert secret not in open_workspace(home).journal.read_text()


def test_an_answer_that_lacks_its_words_or_does_not_fit_is_refused(home: Path, now: dt.datetime) -> None:
    asked = question(home)
    for word, text, what in (
        ("edit", " ", "needs your own wording"),
        ("scoped", "in staging", "needs the scope of each side"),
        ("scoped", "in staging | In Staging", "needs the scope of each side"),
        ("accept", "", "does not fit"),
    ):
        with pytest.raises(UnknownId, match=what):
            answered(asked, word, now, text)
    with pytest.raises(UndoRefused, match="decided already: keep-b"):
        answered(answered(asked, "keep-b", now), "keep-a", now)


def test_a_closed_question_takes_no_answer(home: Path, now: dt.datetime) -> None:
    asked = question(home)
    undo(open_workspace(home), asked.b or "", now)
    with pytest.raises(UnknownId, match="is closed"):
        decide(open_workspace(home), asked.id, "keep-a", now)


def test_scopes_lose_their_brackets() -> None:
    assert scopes("(in staging) | [in production]") == ("in staging", "in production")


def test_the_beginning_of_a_word_or_a_sides_letter_is_enough() -> None:
    two = Review(id="b2:1", kind="contradiction", a="x", b="y", reason="")
    one = Review(id="b2:1", kind="promotion", a="x", reason="")
    assert [meant(two, typed) for typed in ("a", "B", "bo", "keep", "keep_a", "e", "")] == [
        "keep-a", "keep-b", "both", None, "keep-a", "edit", None,
    ]  # fmt: skip
    assert [meant(one, typed) for typed in ("a", "acc", "b", "rej")] == ["accept", "accept", None, "reject"]


def test_answers_that_come_together_are_applied_together_or_not_at_all(home: Path, now: dt.datetime) -> None:
    note(home, "2026-05-13", "- Port of the gauge: 4000\n- decided: the mast is oiled in May\n")
    (home / "noctuary.toml").write_text('[promote]\nmode = "propose"\n')
    dream(home, now + 2 * DAY)
    first, second = (one.review.id for one in waiting(open_workspace(home))[:2])
    before = open_workspace(home).journal.read_bytes()
    wrong = [Answer(key=first, word="both", place="sheet:1"), Answer(key=second, word="both", place="sheet:9")]
    with pytest.raises(AnswersRefused, match="sheet:9"):
        decide_all(open_workspace(home), wrong, now)
    assert open_workspace(home).journal.read_bytes() == before
    right = [wrong[0], Answer(key=second, word="accept")]
    assert len(decide_all(open_workspace(home), right, now + 3 * DAY)) == 2
    undo(open_workspace(home), first, now + 4 * DAY)
    assert [one.review.id for one in waiting(open_workspace(home))] == [first]


def test_a_journal_from_before_these_answers_replays(tmp_path: Path) -> None:
    """A review record without the newer fields, decided with an older word, is what it was."""
    path = tmp_path / "graph.jsonl"
    line = (
        b'{"v":1,"op":"put","type":"review","id":"b2:ae1128ff655349c2","at":"2026-11-04T03:00:00Z","night":null,'
        b'"kind":"contradiction","a":"b2:1","b":"b2:2","reason":"both","decision":"keep_b","decided_by":"human"}\n'
    )
    append(path, [line])
    review = replay(path).reviews["b2:ae1128ff655349c2"]
    assert (review.decision, review.words, review.gate, review.replaces) == ("keep_b", "", "", ())
    assert b"words" not in record(review, dt.datetime(2026, 11, 4, tzinfo=dt.UTC), None)


def test_a_decision_about_what_names_nothing_has_a_name_and_a_label_of_its_own(
    make_fact: Callable[..., Fact], now: dt.datetime
) -> None:
    a, b = make_fact(text="no meetings before 09:30", entity=""), make_fact(text="no meetings before 10:00", entity="")
    review = Review(id="b2:0123456789abcdef", kind="contradiction", a=a.id, b=b.id, reason="09:30 or 10:00")
    made = decision(answered(review, "keep-a", now), a, b, now)
    assert made is not None
    assert (made.name, made.label) == ("decision-01234567", a.text)


def yard(tmp_path: Path, now: dt.datetime, line: str, *said: str) -> Path:
    """A workspace after a night over one line of MEMORY.md and a note."""
    root = tmp_path / "yard"
    (root / "memory").mkdir(parents=True)
    (root / "MEMORY.md").write_text(f"# Yard\n\n- {line}\n")
    note(root, "2026-05-10", "".join(f"- {one}\n" for one in said))
    dream(root, now)
    return root


PUMP = "The cellar pump runs at 06:30 every night now, no longer at 04:10."


def test_the_rest_of_a_line_stays_when_its_half_is_superseded(tmp_path: Path, now: dt.datetime) -> None:
    """What changes one half of a human's line says nothing of the other: asked, told in the box, kept by the answer."""
    line = "- The cellar pump runs at 04:10 every night; roof tanks are emptied in May."
    root = yard(tmp_path, now, line.removeprefix("- "), PUMP)
    asked = question(root)
    assert fact(root, line.removeprefix("- ")).status == "contested"
    [box] = [one for one in (root / "DREAMS.md").read_text().splitlines() if f"{asked.id} keep-b" in one]
    assert 'of the other stays "roof tanks are emptied in May."' in box
    decide(open_workspace(root), asked.id, "keep-b", now)
    assert believed(root) == [
        "The cellar pump runs at 06:30 every night now, no longer at 04:10",
        "roof tanks are emptied in May.",
    ]
    rest = fact(root, "roof tanks are emptied in May.")
    assert [one.quote for one in rest.sources] == [line.removeprefix("- ")]
    assert rest.trust == "human"
    assert not verify(open_workspace(root).journal)

    (root / "MEMORY.md").write_text((root / "MEMORY.md").read_text().replace(line, f"{line}\n- Gates: two"))
    dream(root, now + DAY)
    assert "roof tanks are emptied in May." in believed(root)
    assert not waiting(open_workspace(root))
    anew = "- The cellar pump runs at 06:30; roof tanks are emptied in June."
    (root / "MEMORY.md").write_text((root / "MEMORY.md").read_text().replace(line, anew))
    dream(root, now + 2 * DAY)
    assert "roof tanks are emptied in May." not in believed(root)


def test_undoing_the_answer_takes_the_rest_back(tmp_path: Path, now: dt.datetime) -> None:
    root = yard(tmp_path, now, "The cellar pump runs at 04:10 every night; roof tanks are emptied in May.", PUMP)
    before, asked = believed(root), question(root)
    decide(open_workspace(root), asked.id, "keep-b", now)
    undo(open_workspace(root), asked.id, now)
    assert believed(root) == before
    assert question(root).id == asked.id


BESIDE = [
    ("Sofía bakes Mon–Wed", "; her epipen is in the top drawer", "Sofía no longer bakes Mon–Wed, now it is Thu–Sat"),
    ("Pili opens the shop at 7:00", ", and she is diabetic", "Pili no longer opens the shop at 7:00, now it is 7:30"),
    ("Raúl cleans on Mondays", ", allergic to bleach", "Raúl no longer cleans on Mondays, now it is Tuesdays"),
    ("Dani drives on Fridays", " (he may lift no more than 10 kg)",
     "Dani no longer drives on Fridays, now it is Saturdays"),
    ("Ana works the counter Tue–Thu", ". She is allergic to latex",
     "Ana works the counter Wed–Fri now, no longer Tue–Thu"),
]  # fmt: skip


@pytest.mark.parametrize(("gone", "besides", "said"), BESIDE)
def test_a_rest_that_tells_of_whom_only_in_its_line_stays_in_it(
    tmp_path: Path, now: dt.datetime, gone: str, besides: str, said: str
) -> None:
    """Nothing is retired unasked; the box says what goes, both pages what stays, and it is asked no second time."""
    with as_shipped():
        root = yard(tmp_path, now, f"{gone}{besides}", said)
    assert fact(root, f"{gone}{besides}").status == "contested"
    asked, stays = question(root), f"(no longer so: {gone}){besides}"
    [box] = [one for one in (root / "DREAMS.md").read_text().splitlines() if f"{asked.id} keep-b" in one]
    assert f'of the other stays "{stays}"' in box
    decide(open_workspace(root), asked.id, "keep-b", now)
    assert believed(root) == sorted([said, stays])
    (root / "memory" / "2026-05-19.md").write_text(f"# 2026-05-19\n\n- rain\n- {said}, as agreed\n")
    with as_shipped():
        dream(root, now + DAY)
    assert stays in believed(root)
    assert not waiting(open_workspace(root))
    assert all(f'of it stays "{stays}"' in (root / page).read_text() for page in ("DREAMS.md", "MEMORY.md"))
    (root / "MEMORY.md").write_text((root / "MEMORY.md").read_text().replace(f"- {gone}{besides}", "- Rain", 1))
    dream(root, now + 2 * DAY)
    assert stays not in believed(root)


def test_a_rest_that_waits_as_a_candidate_is_believed_with_the_lines_word(tmp_path: Path, now: dt.datetime) -> None:
    told = ("We deploy with Jenkins.", "Releases go out on Mondays now, no longer on Thursdays.")
    root = yard(tmp_path, now, "We deploy with Jenkins, and releases go out on Thursdays.", *told)
    assert fact(root, "We deploy with Jenkins").status == "candidate"
    decide(open_workspace(root), question(root).id, "keep-b", now)
    rest = fact(root, "We deploy with Jenkins")
    assert rest.status == "active"
    assert rest.trust == "human"
    assert {one.ref for one in rest.sources} == {"MEMORY.md", "memory/2026-05-10.md"}
