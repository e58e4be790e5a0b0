"""The resolution table on whole nights: what is retired, asked, kept apart, put away, and what a decision outlives."""

from __future__ import annotations

import datetime as dt
import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from noctuary.consolidate.score import is_own_line
from noctuary.journal import append, record, replay, verify
from noctuary.judging import judge
from noctuary.model import Candidate, Fact, Statement, Support
from noctuary.night import STAGES, bed, dream
from noctuary.review import decide
from noctuary.review_queue import waiting
from noctuary.settings import open_workspace
from noctuary.stages.run import Run
from tests.night.days import found, note, say, state_of

DAY = dt.timedelta(days=1)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A workspace whose memory file holds a port and a supplier."""
    root = tmp_path / "home"
    (root / "memory").mkdir(parents=True)
    (root / "MEMORY.md").write_text("# Boathouse\n\n- API port: 8080\n- Boat supplier: Harkin Marine\n")
    return root


def asked(root: Path) -> list[tuple[str, str]]:
    return [(q.a.text, q.b.text) for q in waiting(open_workspace(root)) if q.b]


def test_a_told_change_retires_the_older_with_an_edge_and_an_end(home: Path, now: dt.datetime) -> None:
    """TB-131, KG-018, KG-028, KG-034, TB-025, TB-103: nothing is deleted; the older has a successor and a last day."""
    say(home, "2026-05-09T09:00:00.000Z", "the API port is now 9090, no longer 8080")
    dream(home, now)
    older, newer = found(home, "port: 8080"), found(home, "9090")
    assert (older.status, older.superseded_by) == ("superseded", newer.id)
    assert older.valid_to == dt.date(2026, 5, 9)
    edges = state_of(home).edges.values()
    assert any((e.rel, e.src, e.dst) == ("supersedes", newer.id, older.id) and e.reason for e in edges)
    assert "- API port: 8080" in (home / "MEMORY.md").read_text()


def test_what_was_said_again_after_its_replacement_is_asked_as_such(home: Path, now: dt.datetime) -> None:
    say(home, "2026-05-07T09:00:00.000Z", "the API port is now 9090, no longer 8080")
    note(home, "2026-05-09", "- API port is 8080\n")
    dream(home, now)
    (question,) = waiting(open_workspace(home))
    assert question.review.reason == "B says that it replaced A, but A was said again on 2026-05-09"
    assert found(home, "port: 8080").status == "contested"


def test_an_agents_note_full_of_other_names_retires_no_line_of_the_humans_own(home: Path, now: dt.datetime) -> None:
    with (home / "MEMORY.md").open("a") as file:
        file.write("- Status: `ok=True`, `failures=[]`, `missing_conditions=[]`\n- Standard fee: 60 euro a month\n")
    change = "- decided: `status` is now one of `available`, `missing`, `drifted`, or `intake-error`\n"
    note(home, "2026-05-09", change)
    note(home, "2026-05-10", "- the standard fee is now 70 euro a month\n")
    dream(home, now)
    assert found(home, "ok=True").status != "superseded"
    assert found(home, "60 euro").status == "contested"
    assert [set(pair) for pair in asked(home)] == [
        {"Standard fee: 60 euro a month", "the standard fee is now 70 euro a month"}
    ]


def test_a_line_without_a_day_ends_where_the_change_names_its_value(home: Path, now: dt.datetime) -> None:
    with (home / "MEMORY.md").open("a") as file:
        file.write("- Standard fee: 60 euro a month\n")
    note(home, "2026-05-10", "- the standard fee was raised from 60 to 70 euro a month\n")
    dream(home, now)
    assert found(home, "60 euro a month").status == "superseded"


def test_by_default_a_contradiction_is_asked_and_both_stay(home: Path, now: dt.datetime) -> None:
    """KG-029, KG-033, TB-103: flagged, and nothing is done about it."""
    note(home, "2026-05-09", "- Battery life: 14 days\n")
    note(home, "2026-05-10", "- Battery life: 21 days\n")
    dream(home, now)
    assert [set(pair) for pair in asked(home)] == [{"Battery life: 14 days", "Battery life: 21 days"}]
    assert all(found(home, f"life: {n} days").status != "superseded" for n in (14, 21))


def test_a_third_statement_that_gives_the_same_value_makes_no_second_question(home: Path, now: dt.datetime) -> None:
    note(home, "2026-05-09", "- remember: the API port is 9090\n")
    dream(home, now)
    assert len(asked(home)) == 1
    note(home, "2026-05-10", "- lesson: health checks of the API go to port 9090 of the gateway\n")
    dream(home, now + DAY)
    assert "gateway" in found(home, "gateway").text
    assert len(asked(home)) == 1
    note(home, "2026-05-11", "- lesson: the API port is 7070 for all clients\n")
    dream(home, now + 2 * DAY)
    assert len(asked(home)) == 2


def test_what_is_rejected_as_less_sure_is_counted_and_says_why(home: Path, now: dt.datetime) -> None:
    """KG-030: only with auto_resolve; the page counts it, an edge tells the reason, the line is not lost."""
    (home / "noctuary.toml").write_text("[contradictions]\nauto_resolve = true\n")
    note(home, "2026-05-09", "- Remember: battery life is 14 days\n")
    note(home, "2026-05-10", "- Battery life: 21 days\n")
    dream(home, now)
    newer = found(home, "21 days")
    assert newer.status == "archived"
    assert any("less sure" in edge.reason for edge in state_of(home).edges.values() if newer.id in (edge.src, edge.dst))
    assert "less sure" in (home / "DREAMS.md").read_text()


def test_at_most_max_asked_are_put_to_the_human_and_the_rest_is_counted(home: Path, now: dt.datetime) -> None:
    (home / "noctuary.toml").write_text("[contradictions]\nmax_asked = 2\nmax_unattended = 9\n")
    things = ("Battery life", "Antenna gain", "Hull depth", "Mast height")
    note(home, "2026-05-09", "".join(f"# {t}\n\n- {t} is always {n} cm\n\n" for n, t in enumerate(things, 11)))
    note(home, "2026-05-10", "".join(f"# {t}\n\n- {t} is always {n} cm\n\n" for n, t in enumerate(things, 41)))
    dream(home, now)
    night = state_of(home).last_night()
    assert night is not None
    assert len(asked(home)) == 2
    assert night.counts["unasked"] >= 2
    assert "not put to you" in (home / "DREAMS.md").read_text()


def test_a_decision_stands_through_later_nights_and_against_near_copies(home: Path, now: dt.datetime) -> None:
    """Asked again only when a side changes: neither the same words nor nearly the same words of an agent do."""
    note(home, "2026-05-09", "- Battery life: 14 days\n")
    note(home, "2026-05-10", "- Battery life: 21 days\n")
    dream(home, now)
    question = waiting(open_workspace(home))[0]
    keep = "keep-a" if "21" in question.a.text else "keep-b"
    decide(open_workspace(home), question.review.id, keep, now + dt.timedelta(hours=6))
    note(home, "2026-05-13", "- Battery life: 14 days\n")
    dream(home, now + 2 * DAY)
    note(home, "2026-05-14", "- The battery life is 14 days\n")
    dream(home, now + 3 * DAY)
    assert asked(home) == []
    assert found(home, "21 days").status == "active"
    assert {f.status for f in state_of(home).facts.values() if "14 days" in f.text} <= {"superseded"}
    note(home, "2026-05-15", "- Battery life: 30 days\n")
    dream(home, now + 4 * DAY)
    assert any("30 days" in text for pair in asked(home) for text in pair)


def test_a_value_once_left_and_said_again_by_the_human_is_asked(home: Path, now: dt.datetime) -> None:
    say(home, "2026-05-09T09:00:00.000Z", "the API port is now 9090, no longer 8080")
    dream(home, now)
    say(home, "2026-05-13T09:00:00.000Z", "API port: 8080")
    dream(home, now + 2 * DAY)
    kinds = {review.kind for review in state_of(home).reviews.values()}
    assert found(home, "9090").status != "superseded"
    assert "regression" in kinds or any("8080" in text for pair in asked(home) for text in pair)


def test_fields_of_a_log_are_neither_asked_nor_retired(home: Path, now: dt.datetime) -> None:
    for day, word in enumerate(("parser", "lexer", "linter", "loader", "writer"), 4):
        note(
            home, f"2026-05-{day:02}",
            f"- next_step: correction, replace the {word} before the {day}th release and push it\n"
            f"- commit_hash: {day}ab{day}cd{day}\n- test_evidence: {day * 7} of {day * 9} tests passed in {day}.5 s\n",
        )  # fmt: skip
    dream(home, now)
    night = state_of(home).last_night()
    assert night is not None
    assert asked(home) == []
    assert night.superseded == ()


def test_an_undated_line_is_undated_and_older_than_what_is_said_later(home: Path, now: dt.datetime) -> None:
    note(home, "2026-05-09", "- the API port is now 9090, no longer 8080\n")
    dream(home, now)
    line = found(home, "supplier")
    assert (line.said_on, line.valid_from) == (None, None)
    assert found(home, "port: 8080").status == "superseded"
    page = (home / "DREAMS.md").read_text()
    assert re.search(r'\[`MEMORY\.md:3`\]\(MEMORY\.md#L3\) "[^"]*API port: 8080" \(undated\)', page)


def test_a_line_that_appears_later_is_known_since_that_night(home: Path, now: dt.datetime) -> None:
    dream(home, now)
    (home / "MEMORY.md").write_text((home / "MEMORY.md").read_text() + "\n- Harbour gate: 4711 steps away\n")
    dream(home, now + DAY)
    line = found(home, "Harbour gate")
    assert (line.said_on, line.valid_from) == (None, (now + DAY).date())


def test_an_unchanged_line_whose_event_got_a_new_id_is_not_said_again(home: Path, now: dt.datetime) -> None:
    """An upgrade that makes ids anew is no second voice."""
    dream(home, now)
    space = open_workspace(home)
    state = replay(space.journal)
    old = [
        replace(fact, sources=tuple(replace(one, event=f"b2:old{n}") for n, one in enumerate(fact.sources)))
        for _, fact in sorted(state.facts.items())
    ]
    append(space.journal, [record(fact, state.next_instant(now), None) for fact in old])
    (home / "MEMORY.md").write_text((home / "MEMORY.md").read_text() + "\n")
    dream(home, now + DAY)
    assert all(len(fact.sources) == 1 for fact in state_of(home).facts.values())
    assert all(fact.status == "active" for fact in state_of(home).facts.values())


def test_verify_finds_a_fact_that_ended_before_it_began(home: Path, now: dt.datetime) -> None:
    dream(home, now)
    space = open_workspace(home)
    state = replay(space.journal)
    assert verify(space.journal) == []
    fact = next(iter(state.facts.values()))
    wrong = replace(fact, valid_from=dt.date(2026, 5, 9), valid_to=dt.date(2026, 5, 1))
    append(space.journal, [record(wrong, state.next_instant(now), None)])
    assert any("2026-05-01" in problem.message for problem in verify(space.journal))


def test_a_question_says_what_where_when_and_what_to_do(home: Path, now: dt.datetime) -> None:
    note(home, "2026-05-09", "- Battery life: 14 days\n")
    note(home, "2026-05-10", "- Battery life: 21 days\n")
    dream(home, now)
    page = (home / "DREAMS.md").read_text()
    place = "[`memory/2026-05-09.md:1`](memory/2026-05-09.md#L1), 2026-05-09"
    for words in ("battery life: 14 days or 21 days?", place, "- [ ] keep A: "):
        assert words in page


def shuffled(seed: int) -> Callable[[Run], Run]:
    """A stage that only changes the order in which candidates and facts are held."""

    def stage(run: Run) -> Run:
        import dataclasses

        order = random.Random(seed)
        candidates: list[Candidate] = order.sample(run.candidates, len(run.candidates))
        near = order.sample(run.near_misses, len(run.near_misses))
        facts = dict(order.sample(sorted(run.facts.items()), len(run.facts)))
        return dataclasses.replace(run, candidates=tuple(candidates), near_misses=tuple(near), facts=facts)

    return stage


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_night_does_not_depend_on_the_order_of_anything(workspace: Path, now: dt.datetime, seed: int) -> None:
    """Verdicts, acts and questions are the same bytes in whatever order candidates and facts are held."""
    lines = []
    for stage in (None, shuffled(seed)):
        with bed(open_workspace(workspace), now, dry_run=True) as run:
            for one in STAGES:
                run = one(run)
                run = stage(run) if stage and one.__name__ in ("extract", "match", "promote") else run
            assert run.plan is not None
            lines.append(run.plan.records)
    assert lines[0] == lines[1]


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Battery life: 14 days", "Battery life: 21 days"),
        ("the hall is heated to 18 °C", "the hall is heated to 21 °C"),
        ("loki keeps 14 days", "loki retention is 30 days"),
        ("never deploy on Fridays", "deploy on Fridays"),
    ],
)
@pytest.mark.parametrize("day", [None, dt.date(2026, 5, 9)])
def test_a_symmetric_verdict_is_the_same_from_either_side(a: str, b: str, day: dt.date | None) -> None:
    """KG-026."""
    one, two = Statement(text=a, said_on=day), Statement(text=b, said_on=day)
    there, back = judge(one, two), judge(two, one)
    assert (there.kind, there.score, there.slot) == (back.kind, back.score, back.slot)
    assert (there.a_value, there.b_value) == (back.b_value, back.a_value)


def test_what_a_fuller_statement_lends_stands_among_the_sources(home: Path, now: dt.datetime) -> None:
    """No statement is corroborated by a source that its papers do not show."""
    note(home, "2026-05-08", "- the bilge pump is checked on Mondays\n")
    note(home, "2026-05-09", "- the bilge pump is checked on Mondays by whoever opens the hall at seven\n")
    dream(home, now)
    for fact in state_of(home).facts.values():
        if fact.gate == "corroborated":
            assert len({one.session for one in fact.sources}) > 1


@pytest.mark.parametrize(
    ("full", "sources"),
    [("the bilge pump is checked on Mondays by whoever opens the hall", 2), ("the pump was loud", 1)],
    ids=["says all of it", "shares one word"],
)
def test_one_shared_word_lends_nothing(
    fact: Callable[..., Fact], support: Callable[..., object], full: str, sources: int
) -> None:
    from noctuary.stages.weigh import lent

    plain = fact("bilge pump is checked on Mondays", status="candidate")
    finer = fact(full, sources=(support(7, ref="memory/2026-05-09.md", session="memory/2026-05-09.md"),))
    facts = {one.id: one for one in (plain, finer)}
    found = lent(facts, [(plain.id, finer.id)], frozenset(facts))
    assert len(plain.sources) + len(found.get(plain.id, ())) == sources
    assert finer.id not in found


def test_only_a_voice_of_its_own_is_lent(home: Path, now: dt.datetime) -> None:
    """A note that says it more fully further down is the voice that said it already; another day's note is not."""
    plain = "decided: the bilge pump is checked on Mondays"
    note(home, "2026-05-08", f"- {plain} by the harbour crew before noon\n")
    note(home, "2026-05-09", f"- {plain}\n\n## Later\n\n- {plain} by the harbour crew after breakfast\n")
    dream(home, now)
    facts = state_of(home).facts.values()
    assert [one.ref for fact in facts for one in fact.sources if one.is_lent] == ["memory/2026-05-08.md"]


def test_the_humans_own_line_lends_no_voice(home: Path, now: dt.datetime) -> None:
    """It stands in the memory: a note's plainer words for it are neither believed beside it nor called the human's."""
    plain = "decided: the bilge pump is checked on Mondays"
    (home / "MEMORY.md").write_text(f"# Memory\n\n- {plain} by the harbour crew before noon\n", "utf-8")
    note(home, "2026-05-09", f"- {plain}\n")
    dream(home, now)
    facts = state_of(home).facts.values()
    assert [fact for fact in facts if is_own_line(fact) and fact.text == plain] == []
    assert [one.ref for fact in facts for one in fact.sources if one.is_lent] == []


def test_what_is_lent_adds_evidence_but_never_trust_or_dates(
    home: Path, now: dt.datetime, fact: Callable[..., Fact], support: Callable[..., Support]
) -> None:
    """DESIGN 8: trust of a fact is the least of its sources; a human's fuller words clear those words alone."""
    from noctuary.stages.evidence import with_support

    own = support(1, trust="agent", role="assistant", at=dt.datetime(2026, 5, 1, 9, tzinfo=dt.UTC))
    theirs = support(7, trust="human", at=dt.datetime(2026, 5, 9, 9, tzinfo=dt.UTC), is_lent=True)
    again = support(3, trust="agent", role="assistant", at=dt.datetime(2026, 5, 3, 9, tzinfo=dt.UTC))
    with bed(open_workspace(home), now, dry_run=True) as run:
        heard = with_support(fact("the bilge pump is checked on Mondays", sources=(own, theirs)), (again,), run, None)
    assert len(heard.sources) == 3
    assert (heard.trust, heard.said_on) == ("agent", dt.date(2026, 5, 3))


def test_a_rejected_value_that_the_human_says_again_is_asked_anew(home: Path, now: dt.datetime) -> None:
    note(home, "2026-05-09", "- Battery life: 14 days\n")
    note(home, "2026-05-10", "- Battery life: 21 days\n")
    dream(home, now)
    question = waiting(open_workspace(home))[0]
    keep = "keep-a" if "21" in question.a.text else "keep-b"
    decide(open_workspace(home), question.review.id, keep, now + dt.timedelta(hours=6))
    say(home, "2026-05-14T09:00:00.000Z", "Battery life: 14 days")
    dream(home, now + 3 * DAY)
    assert [set(pair) for pair in asked(home)] == [{"Battery life: 14 days", "Battery life: 21 days"}]


def test_the_best_questions_come_first(fact: Callable[..., Fact]) -> None:
    """A value that came back, then beliefs, then rules, then sureness; whatever order they were found in."""
    from noctuary.consolidate.policy import ConflictPolicy
    from noctuary.decisions import Verdict
    from noctuary.stages.asking import Questions

    told = {
        "returned": "the sauna opens at {}", "rule": "at most {} geese a pen", "belief": "Ida has {} bicycles",
        "sure": "the loft rent is {} euros", "unsure": "page size of the export: {}",
    }  # fmt: skip

    def pair(name: str, status: str, kind: str = "fact") -> tuple[Fact, Fact]:
        one, two = (fact(told[name].format(number), status=status, kind=kind) for number in (7, 9))
        return one, two

    pairs = {
        "returned": pair("returned", "candidate"), "rule": pair("rule", "active", "constraint"),
        "belief": pair("belief", "active"), "sure": pair("sure", "candidate"), "unsure": pair("unsure", "candidate"),
    }  # fmt: skip
    facts = {one.id: one for sides in pairs.values() for one in sides}
    for seed in range(6):
        questions = Questions({})
        for name in random.Random(seed).sample(sorted(pairs), len(pairs)):
            verdict = Verdict(kind="contradiction", reason=name, score=0.7 if name == "unsure" else 0.9)
            questions.add(*pairs[name], verdict, "regression" if name == "returned" else "contradiction")
        best, left = questions.best(facts, ConflictPolicy(max_asked=4))
        assert [one.reason for one in best][:3] == ["returned", "rule", "belief"]
        assert (len(best), len(left)) == (4, 1)


@pytest.mark.parametrize("field", ["Port: 8080", "Host: 10.0.0.1", "Owner: Ines", "Root: `/srv/data`"])
def test_the_same_field_under_two_headings_is_two_facts(tmp_path: Path, now: dt.datetime, field: str) -> None:
    """A heading is part of the subject: what Billing has is no evidence for what the cache has."""
    (tmp_path / "MEMORY.md").write_text(f"# Services\n\n## Billing\n\n- {field}\n\n## Cache\n\n- {field}\n")
    dream(tmp_path, now)
    facts = [one for one in state_of(tmp_path).facts.values() if one.text == field]
    assert sorted((one.entity, len(one.sources)) for one in facts) == [("Billing", 1), ("Cache", 1)]
