"""What looks like a lasting statement and is none: logs of work, pastes, topic words; and whose words a fact has."""

from __future__ import annotations

import csv
import datetime as dt
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.train_extract import event as labelled
from noctuary.decisions import Rejection
from noctuary.extraction.durable import cues, features
from noctuary.extraction.extract import extract
from noctuary.model import Candidate, Event

LINES = sorted((Path(__file__).parent.parent.parent / "benchmarks").glob("extract_lines*.tsv"))
SAID_AT = dt.datetime(2026, 5, 7, 9, 0, tzinfo=dt.UTC)


def event(text: str, role: str = "note", context: tuple[str, ...] = ()) -> Event:
    trust = "agent" if role == "assistant" else "human"
    return Event(
        id="b2:e", ref="memory/2026-05-07.md", line=3, line_end=3 + text.count("\n"), at=SAID_AT, role=role,
        trust=trust, text=text, session="s", context=context,
    )  # fmt: skip


def kept(text: str, role: str = "note", context: tuple[str, ...] = ()) -> list[str]:
    return [c.text for c in extract(event(text, role, context)) if isinstance(c, Candidate)]


def gates(text: str, role: str = "note") -> set[str]:
    return {r.gate for r in extract(event(text, role)) if isinstance(r, Rejection)}


def test_a_turn_of_an_assistant_in_a_note_is_not_the_notes_own_word() -> None:
    turn = "assistant: Done, everything is deployed. We always deploy the press on Mondays from now on."
    assert not kept(turn)
    assert gates(turn) == {"quoted"}
    assert kept("We always deploy the press on Mondays from now on.")


@pytest.mark.parametrize("stamp", ["04:18", "04:18Z", "04:18:07Z"])
def test_a_line_that_begins_with_the_time_of_day_is_an_entry_of_a_log(stamp: str) -> None:
    assert not kept(f"{stamp} the picture of the harbour camera is 1280 pixels wide")
    assert kept("the picture of the harbour camera is 1280 pixels wide")


def test_from_a_programs_log_on_a_message_is_pasted() -> None:
    log = "[press] Always uses the default tray\n[press] The default tray is A4"
    assert kept(f"We always print on A5 paper.\n{log}", "user") == ["We always print on A5 paper"]
    assert kept("[press] We always print on A5 paper.", "user")


@pytest.mark.parametrize(
    ("text", "cue"),
    [
        ("The decision model is explained in the fourth chapter", "decision"),
        ("Rule engine coverage went up in this round", "rule"),
        ("Effective rank grows with the size of the model", "from_now"),
        ("We write to remember", "remember"),
        ("automatic error correction is a field of its own", "correction"),
        ("strengthen the hooks without reaching over everything rather than later", "prefer"),
        ("The release note is on the second page", "remember"),
    ],
)
def test_a_topic_word_is_no_speech_act(text: str, cue: str) -> None:
    assert cue not in features(text, "note")


@pytest.mark.parametrize(
    ("text", "cue"),
    [
        ("Decision: the cover is linen", "decision"),
        ("new rule: two people sign every refund", "rule"),
        ("effective 2026-06-01 the fee is 40 EUR", "from_now"),
        ("remember the spare key is at reception", "remember"),
        ("Correction: the mirror is on the second host", "correction"),
        ("I'd rather get one long mail", "prefer"),
    ],
)
def test_a_speech_act_is_heard(text: str, cue: str) -> None:
    assert cue in features(text, "user")


def test_a_sentence_after_a_work_logs_label_belongs_to_the_log() -> None:
    assert kept("next_step: compare both tide tables. From now on never change the verdict logic.") == []
    assert gates("what_changed: the loader was split. The rule: one loader a source.") == {"progress"}


@pytest.mark.parametrize(
    ("text", "cue"),
    [
        ("repaired the release note, so that pages are no longer mixed", "from_now"),
        ("The gateway now also mirrors the pages, drafts are no longer local only", "from_now"),
        ("That finding was wrong: the map was never read", "correction"),
        ("No second run is approved by this review", "decision"),
        ("Note: the first column is not used in the report", "remember"),
        ("Não é só um script, mas um hábito da casa", "correction"),
        ("Das ist nicht nur ein Plan, sondern ein Anfang", "correction"),
    ],
)
def test_a_note_that_tells_what_was_done_stresses_nothing(text: str, cue: str) -> None:
    assert cue not in cues(features(text, "note"))


@pytest.mark.parametrize(
    ("text", "cue"),
    [
        ("from now on drafts are no longer kept", "from_now"),
        ("Decision: this review is approved by Ines alone", "decision"),
        ("Korrektur: nicht der Hof, sondern der Keller", "correction"),
    ],
)
def test_a_note_that_speaks_a_decision_out_does(text: str, cue: str) -> None:
    assert cue in cues(features(text, "note"))


def test_what_never_happened_is_no_rule() -> None:
    assert "never" not in features("I never saw the window open", "user")
    assert {"never"} <= features("never need a second key, never open it", "user").keys()


def test_what_a_task_rules_out_holds_for_the_task() -> None:
    brief = "# Plan\n1. Read the reader\n2. Never change the writer\n3. Report"
    assert kept(brief, "user") == kept("Your task is to find dead pages. Only report, never edit.", "user") == []
    assert kept("Never change the writer without me", "user") != []


def test_fields_run_together_and_entries_of_an_index_are_no_statements() -> None:
    assert gates("repo: shop today_commits: 3 note: price sync and fixes evidence_level: commit") == {"score_meta"}
    assert gates("[RULES.md](RULES.md): the rules of the house") == {"pointer"}
    assert kept("Decision: [RULES.md](RULES.md) is the only place for rules") != []


@pytest.mark.parametrize(
    "text",
    [
        "![[Never miss the tide.png]]",
        "- [[Always moor twice|moor]]",
        '![Never moor alone](img/a.png "Rule")',
        "![[a.png]] - ![[Never b.png]]",
    ],
)
def test_a_name_of_a_file_states_nothing(text: str) -> None:
    assert gates(text) == {"pointer"}
    assert "pointer" not in gates(f"{text}: never moor alone at the north pier")


def test_a_user_who_goes_with_something_decides_and_one_who_does_something_asks() -> None:
    assert kept("OK, let's go with the brass hinges", "user") == ["let's go with the brass hinges"]
    assert kept("Let's do the hinges: deepen the two slots", "user") == []
    assert kept("also spawn a worker to compare the hinges of both makers and report", "user") == []


def test_words_that_were_pasted_are_not_the_speakers() -> None:
    own = "From now on we never ship on Fridays."
    paste = "here is the answer of the other agent:\n\nYou must always deploy at noon.\nRule: never test."
    assert kept(own, "user") == [own.rstrip(".")]
    assert kept(paste, "user") == []
    assert "pasted" in gates(paste, "user")
    assert kept(f"{own}\n{paste}", "user") == [own.rstrip(".")]


def test_a_list_the_speaker_announces_is_the_speakers() -> None:
    assert len(kept("please remember these rules:\n- never ship on Fridays\n- always sign the release", "user")) == 2


def test_an_entry_that_begins_with_the_time_of_day_tells_of_the_day() -> None:
    assert kept("06:20 cron ran, backup 2.1 GB ok") == []
    assert kept("14:00 agreed with Bo from now on: backups always stay for 30 days") != []


def test_a_bare_code_span_says_nothing_by_itself() -> None:
    assert gates("`The Salt Road`") == {"incomplete"}


def test_what_was_found_out_by_doing_something_is_weighed_by_what_was_found() -> None:
    assert kept("checked the contract at home: the deposit is always 900 EUR") == ["the deposit is always 900 EUR"]
    assert kept("opened the crate from Bo: it must never stand upright") == [
        "opened the crate from Bo: it must never stand upright"
    ]


def test_a_heading_that_only_names_decisions_makes_none() -> None:
    assert "under_decision" in features("Invoices as PDF", "note", context=("Key decisions",))
    assert "under_decision" not in features("Invoices as PDF", "note", context=("Filter and decision date",))
    assert "under_log" in features("Invoices as PDF", "note", context=("3. What was done",))


def _said(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.lower()))


def _is_from(found: Candidate, said: Event) -> bool:
    """Whether each word of the statement stands in its source or above it."""
    return _said(found.text) <= _said(" ".join((said.text, *said.context)))


@pytest.mark.parametrize("path", LINES, ids=lambda path: path.stem)
def test_every_word_of_a_fact_stands_in_its_source(path: Path) -> None:
    """On every labelled line of the repository: nothing is invented, and the quote is the source's own."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE) if row]
    assert len(rows) > 100
    for number, (role, _, text, *_) in enumerate(rows):
        said = labelled({"id": str(number), "role": role, "text": text.replace("\\n", "\n"), "date": "2026-05-07"})
        for found in extract(said):
            if isinstance(found, Candidate):
                assert _is_from(found, said), (said.text, found.text)
                assert _said(found.support.quote) <= _said(said.text)


WORDS = st.sampled_from(
    "remember decided: never always our port is 8080 `x` ## Rules - | : , . tomorrow i we nicht immer 记住 の now, "
    'wrong: no, the key (left) "quoted" → = said what_changed: next \n'.split(" ")
)


@given(
    st.lists(WORDS, max_size=25), st.sampled_from(["user", "note", "assistant"]), st.sampled_from([(), ("Tide clock",)])
)
def test_no_mixture_of_cues_makes_a_word_of_its_own(parts: list[str], role: str, context: tuple[str, ...]) -> None:
    said = event(" ".join(parts), role, context)
    assert all(_is_from(found, said) for found in extract(said) if isinstance(found, Candidate))


@pytest.mark.parametrize("words", ["edit generated files", "push to main", "use tabs", "touch the vendored code"])
def test_what_somebody_forbids_in_two_words_is_no_question(words: str) -> None:
    assert "question" not in gates(f"Do not {words}.", "user")


@pytest.mark.parametrize("words", ["you know it", "we use tabs", "they push to main"])
def test_what_asks_with_do_not_stays_one(words: str) -> None:
    assert gates(f"Do not {words}?", "user") == {"question"}


@pytest.mark.parametrize("rest", ["the plain commits thing, write them in full", "the gap in the log", "that rule"])
def test_never_mind_forbids_nothing(rest: str) -> None:
    assert kept(f"Never mind {rest}", "user") == []
