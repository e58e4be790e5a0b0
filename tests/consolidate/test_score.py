"""What evidence is worth, and which voices are independent."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from noctuary.consolidate.policy import WEIGHTS, PromotePolicy
from noctuary.consolidate.promote import held_back, passes, stands_alone
from noctuary.consolidate.score import evidence, independent, is_stressed, is_unspaced, method, score
from noctuary.decisions import Signals
from noctuary.model import Fact, Support
from tests.work import calls

POLICY = PromotePolicy()
SURE = Signals(durability=0.95, authority=1, recency=1, sessions=1, days=1)
Say = Callable[..., Support]
Make = Callable[..., Fact]


def test_a_second_voice_halves_the_doubt() -> None:
    """TB-110: 0.70 alone, 0.85 with a second session."""
    assert [round(evidence(0.7, n), 3) for n in (1, 2, 3)] == [0.7, 0.85, 0.925]
    assert evidence(0.7, 0) == 0
    assert evidence(0.8, 1, 1) == 0.4


@pytest.mark.parametrize(
    ("origin", "trust", "voices"),
    [("interactive", "agent", 1), ("scheduled", "agent", 0), ("interactive", "untrusted", 0)],
)
def test_a_single_source_is_a_voice_or_none_without_a_look_at_its_words(
    make_support: Say, origin: str, trust: str, voices: int
) -> None:
    """Most of what a first night reads stands once."""
    note = make_support(role="note", origin=origin, trust=trust, quote="2026-05-10: the dial of pier 4 is brass")
    assert len(independent([note])) == voices
    assert calls(lambda: independent([note])) < 10


@given(st.floats(0, 1), st.integers(1, 50), st.integers(0, 50))
def test_support_never_lowers_and_contradiction_never_raises(c0: float, n: int, k: int) -> None:
    assert evidence(c0, n + 1, k) >= evidence(c0, n, k) - 1e-12
    assert evidence(c0, n, k + 1) <= evidence(c0, n, k)
    assert 0 <= evidence(c0, n, k) <= 1


def test_repeats_copies_and_machines_are_no_voices(make_support: Say) -> None:
    """F3, F4, KG-055: one session, one copied note, a scheduled run, a sub-agent, tool output."""
    day = dt.datetime(2026, 1, 2, tzinfo=dt.UTC)
    note = make_support(session="memory/a.md", role="note", trust="agent", at=day, quote="said so")
    voices = [
        make_support(),
        make_support(line=9, quote="again"),
        note,
        make_support(session="memory/copy/a.md", role="note", trust="agent", at=day, quote="said so"),
        make_support(session="cron", origin="scheduled", quote="x"),
        make_support(session="sub", origin="subagent", quote="y"),
        make_support(session="tool", role="tool", trust="tool", quote="z"),
    ]
    assert independent(voices) == [voices[0], note]


def test_an_agents_notes_of_one_day_are_one_voice(make_support: Say) -> None:
    """Two notes written in one go are no second opinion; another day's words are."""

    def note(day: int | None, quote: str, trust: str = "agent") -> Support:
        at = dt.datetime(2026, 1, day, tzinfo=dt.UTC) if day else None
        ref = f"memory/2026-01-{day:02}.md" if day else "memory/harbour.md"
        return make_support(ref=ref, session=f"{day}/{quote}", role="note", trust=trust, at=at, quote=quote)

    assert len(independent([note(2, "the dial is brass"), note(2, "a dial of brass")])) == 1
    assert len(independent([note(None, "the dial is brass"), note(None, "a dial of brass")])) == 1
    assert len(independent([note(2, "the dial is brass"), note(3, "a dial of brass")])) == 2
    assert len(independent([note(2, "the dial is brass", "human"), note(2, "a dial of brass", "human")])) == 2


@pytest.mark.parametrize(
    ("one", "other", "voices"),
    [
        ("memory/2026-01-02.md", "memory/2026-01-09.md", 2),
        ("memory/2026-01-02-1430.md", "memory/2026-01-09-0915.md", 2),
        ("memory/audit-2026-01-02.md", "memory/audit-2026-01-09.md", 1),
        ("memory/Audit_20260102_0800.md", "memory/audit_20260109.md", 1),
        ("memory/audit-2026-01-02.md", "memory/backup-2026-01-09.md", 2),
        ("memory/audit-2026-01-02.md", "memory/old/audit-2026-01-09.md", 2),
        ("memory/2026/01/02.md", "memory/2026/01/09.md", 2),
        ("memory/02-01-2026.md", "memory/2026-1-9.md", 2),
        ("memory/2 Jan 2026.md", "memory/9 January 2026.md", 2),
        ("memory/topics/docker-2.md", "memory/topics/docker-3.md", 1),
        ("memory/daily-2026-01-02.md", "memory/daily-2026-01-09.md", 2),
        ("memory/2026-01-02-session.md", "memory/2026-01-09-session.md", 2),
        ("memory/日报-2026-01-02.md", "memory/日报-2026-01-09.md", 2),
        ("memory/2026-01-02T09-15-00Z.md", "memory/2026-01-09T0915.md", 2),
        ("memory/ticket-10000001.md", "memory/ticket-10000002.md", 1),
        ("memory/2026-01-02-audit_notes.md", "memory/2026-01-09-audit_notes.md", 1),
    ],
)
def test_an_agents_reports_of_one_name_are_one_voice(make_support: Say, one: str, other: str, voices: int) -> None:
    def note(ref: str, day: int, trust: str) -> Support:
        at = dt.datetime(2026, 1, day, tzinfo=dt.UTC)
        return make_support(ref=ref, session=ref, role="note", trust=trust, at=at, quote=f"the dial is brass {day}")

    assert len(independent([note(one, 2, "agent"), note(other, 9, "agent")])) == voices
    assert len(independent([note(one, 2, "human"), note(other, 9, "human")])) == 2


@pytest.mark.parametrize(
    ("files", "voices"),
    [
        (("memory/tools.md", "memory/2026-01-02.md"), 1),
        (("memory/2026-01-02.md", "memory/tools.md"), 1),
        (("memory/tools.md", "memory/errors/INDEX.md"), 1),
        (("memory/tools.md", "memory/2026-01-02.md", "memory/2026-01-09.md"), 2),
        (("memory/2026-01-02.md", "memory/tools.md", "memory/2026-01-09.md", "memory/people.md"), 2),
    ],
)
@pytest.mark.parametrize("is_dated", [False, True])
def test_an_agents_file_of_no_day_is_no_voice_beside_its_notes(
    make_support: Say, files: tuple[str, ...], voices: int, is_dated: bool
) -> None:
    """`real/unseen.tsv`, sets 17 to 21: summaries of one another, whatever day a heading gives them. A human's are two.

    What stands before stays when more is heard: who offers voices counts on it.
    """

    def note(place: int, ref: str, trust: str) -> Support:
        day = dt.datetime.fromisoformat(f"{ref[7:17]}T00:00Z") if "2026" in ref else None
        at = day or (dt.datetime(2026, 2, place + 1, tzinfo=dt.UTC) if is_dated else None)
        return make_support(ref=ref, session=ref, role="note", trust=trust, at=at, quote=f"the dial is brass {place}")

    said = [note(place, ref, "agent") for place, ref in enumerate(files)]
    assert len(independent(said)) == voices
    assert all(independent(said[:n]) == independent(said)[: len(independent(said[:n]))] for n in range(len(said)))
    assert len(independent([note(place, ref, "human") for place, ref in enumerate(files)])) == len(files)


CHART = "the chart of the inner harbour hangs beside the door"


@pytest.mark.parametrize(
    ("quote", "voices"),
    [
        (f"`2026-01-02` - {CHART}.", 1),
        (f"2026-01-02: {CHART}", 1),
        (f"2026-01-03: {CHART}", 2),
        (CHART, 2),
        ("2026-01-02: beside the door hangs the chart of the inner harbour", 2),
    ],
)
def test_a_digest_that_lists_a_note_by_its_day_is_no_other_voice(make_support: Say, quote: str, voices: int) -> None:
    """`real/unseen.tsv`, set 17: of twelve voices that blind readers found not to be independent four were such."""

    def note(day: int, words: str) -> Support:
        at = dt.datetime(2026, 1, day, tzinfo=dt.UTC)
        ref = f"memory/2026-01-{day:02}.md"
        return make_support(ref=ref, session=ref, line=day, role="note", trust="agent", at=at, quote=words)

    assert len(independent([note(2, CHART), note(9, quote)])) == voices


@pytest.mark.parametrize(
    ("before", "line", "quote", "voices"),
    [(47, 47, CHART, 1), (47, 47, f"**{CHART}**", 1), (47, 48, CHART, 2), (3, 3, CHART, 2)],
)
def test_a_note_copied_on_under_a_new_day_is_no_other_voice(
    make_support: Say, before: int, line: int, quote: str, voices: int
) -> None:
    """A file that is carried from day to day says the same words at the same line; at a short note's top all do."""

    def note(day: int, line: int, words: str, trust: str) -> Support:
        at = dt.datetime(2026, 1, day, tzinfo=dt.UTC)
        ref = f"memory/2026-01-{day:02}.md"
        return make_support(ref=ref, session=ref, line=line, role="note", trust=trust, at=at, quote=words)

    assert len(independent([note(2, before, CHART, "agent"), note(3, line, quote, "agent")])) == voices
    assert len(independent([note(2, before, CHART, "human"), note(3, line, quote, "human")])) == 2


def test_how_a_statement_was_come_by(make_support: Say) -> None:
    """KG-038: the human's file before a human's word before several agents before one."""
    agent = {"trust": "agent", "role": "assistant"}
    assert method([make_support(role="memory")]) == "manual"
    assert method([make_support()]) == "session-conclusion"
    assert method([make_support(**agent), make_support(session="t", quote="b", **agent)]) == "multi-source"
    assert method([make_support(**agent)]) == "single-source"


def test_a_score_is_a_weighted_mean_of_the_named_signals() -> None:
    ones = Signals(**dict.fromkeys(WEIGHTS, 1.0))
    assert score(ones, POLICY) == 1.0
    assert score(Signals(), POLICY) == 0.0
    assert sum(WEIGHTS.values()) == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("given", "signals", "gate"),
    [
        ({}, SURE, None),
        ({}, Signals(durability=0.85, authority=1, explicitness=1, recency=1, sessions=1), "stressed"),
        ({}, Signals(durability=0.84, authority=1, explicitness=1, recency=1, sessions=1), None),
        ({}, Signals(durability=0.72, authority=1, recurrence=0.5, recency=1, sessions=2), "corroborated"),
        ({}, Signals(durability=0.71, authority=1, recurrence=0.5, recency=1, sessions=2), None),
        (
            {"kind": "preference"},
            Signals(durability=0.5, authority=1, recurrence=0.5, recency=1, sessions=2),
            "corroborated",
        ),
        ({"trust": "agent"}, Signals(durability=0.6, authority=0.6, recurrence=0.5, recency=1, sessions=2), None),
        ({"trust": "tool"}, SURE, None),
        ({"trust": "untrusted"}, Signals(**dict.fromkeys(WEIGHTS, 1.0), sessions=9), None),
        ({"text": "no, we won't"}, SURE, None),
    ],
)
def test_the_gates(make_fact: Make, given: dict[str, str], signals: Signals, gate: str | None) -> None:
    """KG-050, F16: each gate by its name; tool output and fetched text never pass, however often they come."""
    fact = make_fact(given.pop("text", "the tank holds 40 litres"), **given)
    assert passes(fact, signals, POLICY, is_update=False) == gate
    if gate is None:
        assert all(held_back(fact, signals, POLICY))


NOTE = {"role": "note", "trust": "agent", "durability": 0.85}


@pytest.mark.parametrize(
    ("text", "sources", "policy", "gate"),
    [
        ("the tank holds 40 litres", [NOTE], {}, "noted"),
        ("the tank holds 40 litres", [NOTE | {"durability": 0.84}], {}, None),
        ("the tank holds 40 litres", [NOTE | {"role": "assistant"}], {}, None),
        ("the tank holds 40 litres", [NOTE | {"durability": 0.5}, NOTE | {"role": "assistant"}], {}, None),
        ("the tank holds 40 litres", [NOTE | {"is_lent": True}], {}, None),
        ("the tank holds 40 litres", [NOTE], {"noted": ("decision",)}, None),
        ("07:10 the tank holds 40 litres", [NOTE], {}, None),
        ("早期采用者将获得回报", [NOTE], {}, None),
    ],
)
def test_a_note_enters_by_itself_by_its_own_durability(
    make_fact: Make, make_support: Say, text: str, sources: list[dict[str, object]], policy: dict[str, object],
    gate: str | None,
) -> None:  # fmt: skip
    """Not by that of another voice, not as a log's entry, and not where the marks of lasting were not learned."""
    said = make_fact(text, trust="agent", sources=tuple(make_support(**one) for one in sources))
    signals = Signals(durability=0.85, authority=0.6, recency=1, sessions=1, days=1)
    assert passes(said, signals, PromotePolicy(**policy), is_update=False) == gate  # type: ignore[arg-type]


@pytest.mark.parametrize(("role", "gate"), [("note", "corroborated"), ("user", None), ("assistant", None)])
def test_what_only_talk_repeats_must_be_surer(make_fact: Make, make_support: Say, role: str, gate: str | None) -> None:
    """A request is said again in the next session; what a human also wrote down is none."""
    said = make_fact(sources=(make_support(), make_support(role=role, session="t", quote="the tank: 40 litres")))
    signals = Signals(durability=0.6, authority=1, recurrence=0.5, recency=1, sessions=2)
    assert passes(said, signals, POLICY, is_update=False) == gate
    assert gate or "said again" in held_back(said, signals, POLICY)[1]


def test_a_sure_update_of_a_belief_needs_no_second_voice(make_fact: Make) -> None:
    assert passes(make_fact(trust="agent"), Signals(durability=0.4), POLICY, is_update=True) == "update"
    assert passes(make_fact(trust="tool"), Signals(durability=0.4), POLICY, is_update=True) is None


def test_what_says_nothing_by_itself() -> None:
    said = {"no, we won't": False, "agreed, official one": False, "the dial is brass": True, "port 9": True}
    assert {text: stands_alone(text) for text in said} == said


UNSPACED = ["早期采用者将获得回报", "設計原則：簡潔", "ระบบไม่ใช้พอร์ตนี้อีกต่อไป", "ルール：毎朝六時に起きる v2"]
SPACED = [
    "Nunca publicar na sexta",
    "Правило: не трогать порт 80",
    "never deploy on Friday",
    "규칙: 배포하지 않는다",
    "8080",
]


@pytest.mark.parametrize("text", UNSPACED)
def test_an_agents_marks_in_a_script_without_spaces_stress_nothing(text: str, make_support: Say) -> None:
    assert is_unspaced(text)
    assert not is_stressed(make_support(role="note", trust="agent", cues=("rule",), quote=text))
    assert is_stressed(make_support(role="user", trust="human", cues=("remember",), quote=text))


def test_talk_that_is_not_read_stresses_what_is_to_be_remembered_alone(make_support: Say) -> None:
    said = {cue: make_support(role="user", trust="human", cues=(cue,), quote=SPACED[0]) for cue in ("rule", "remember")}
    assert (is_stressed(said["rule"]), is_stressed(said["remember"])) == (False, True)
    assert is_stressed(make_support(role="user", trust="human", cues=("rule",), quote="rule: no push on Fridays"))
    assert is_stressed(make_support(role="note", trust="human", cues=("rule",), quote=SPACED[0]))


@pytest.mark.parametrize("text", SPACED)
def test_a_script_with_spaces_is_read_by_its_words(text: str, make_support: Say) -> None:
    assert not is_unspaced(text)
    assert is_stressed(make_support(role="note", trust="agent", cues=("rule",), quote=text))


@pytest.mark.parametrize(
    ("trust", "under", "least"),
    [
        ("agent", (), POLICY.min_stressed),
        ("agent", ("Notes",), POLICY.min_stressed),
        ("agent", ("Tank",), POLICY.min_stressed),
        ("agent", ("Harbour office",), POLICY.min_stressed_headed),
        ("human", ("Harbour office",), POLICY.min_durability),
    ],
)
def test_a_stressed_note_that_needs_its_heading_must_be_surer(
    make_fact: Make, make_support: Say, trust: str, under: tuple[str, ...], least: float
) -> None:
    said = make_support(role="note", trust=trust, under=under, quote="the tank holds 40 litres")
    fact = make_fact(trust=trust, sources=(said,))
    for durability, gate in ((least, "stressed"), (least - 0.01, None)):
        told = Signals(durability=durability, authority=0.6, explicitness=1, recency=1, sessions=1)
        assert passes(fact, told, POLICY, is_update=False) == gate


@pytest.mark.parametrize("text", [*UNSPACED, *SPACED[:2], SPACED[3]])
def test_a_human_must_stress_what_is_said_in_a_language_that_is_not_read(
    text: str, make_fact: Make, make_support: Say
) -> None:
    said = make_fact(text=text, trust="human", sources=(make_support(role="user", trust="human", quote=text),))
    assert passes(said, SURE, POLICY, is_update=False) is None
    assert passes(said, replace(SURE, explicitness=1.0), POLICY, is_update=False) == "stressed"


def test_plain_english_enters_by_itself_where_the_settings_let_it(make_fact: Make, make_support: Say) -> None:
    text = SPACED[2]
    said = make_fact(text=text, trust="human", sources=(make_support(role="user", trust="human", quote=text),))
    assert passes(said, SURE, POLICY, is_update=False) is None
    assert passes(said, SURE, PromotePolicy(min_stated=0.95), is_update=False) == "stated"


@pytest.mark.parametrize("cue", ["rule", "decision", "from_now"])
def test_what_runs_along_in_talk_stresses_only_where_it_is_announced(make_support: Say, cue: str) -> None:
    """A note that somebody wrote down on purpose needs no announcement."""
    said = make_support(role="user", trust="human", cues=(cue,), quote="so pier 3 is no longer what we agreed on")
    note = make_support(role="note", trust="human", cues=(cue,), quote="pier 3 is no longer what we agreed on")
    assert (is_stressed(said), is_stressed(note)) == (False, True)
