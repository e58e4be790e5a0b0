"""What a reader adds to the features of notes and talk: it raises, lowers, says nothing at the share that is kept."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from noctuary.decisions import Chances, Line, Reading, Rejection
from noctuary.extraction.extract import NEAR_MISS, THRESHOLD, extract
from noctuary.extraction.rereading import KEPT, TALK, of_talk, reread, together
from noctuary.model import Candidate, Event, Role, Statement

RULE = "Never deploy on a Friday."
LATE = "The API port is 9090 since the move."
ASIDE = "Looked at the logs for a while."


class Level:
    """A reader to whom each line is as likely to be kept as the next."""

    name = "level"

    def __init__(self, kept: float) -> None:
        rest = (1 - kept) / 6
        self.reading = Reading(level=(kept / 2, kept / 2, 1 - kept), stance=(kept, *[rest] * 6), kind=(1.0,))
        self.lines: list[Line] = []

    def chances_of(self, pairs: Sequence[tuple[Statement, Statement]]) -> list[Chances]:
        """Nobody asks."""
        raise AssertionError(pairs)

    def lines_of(self, lines: Sequence[Line]) -> list[Reading]:
        """The same of each."""
        self.lines += lines
        return [self.reading for _ in lines]


def said(text: str, role: Role = "note", *, is_reread: bool = False) -> list[Candidate | Rejection]:
    """What extraction makes of one event."""
    event = Event(
        id="e", ref="memory/2026-05-04.md", line=3, line_end=3, at=None, role=role, trust="agent", text=text,
        session="s", context=("Deploys",),
    )  # fmt: skip
    return extract(event, is_reread=is_reread)


def durabilities(items: Sequence[Candidate | Rejection]) -> list[float]:
    """As they stand, of what was weighed."""
    whole = [item if isinstance(item, Candidate) else item.candidate for item in items]
    return [one.confidence for one in whole if one]


@given(st.floats(min_value=0.01, max_value=0.99))
def test_a_reader_that_says_what_is_so_of_all_lines_leaves_each_on_its_side(durability: float) -> None:
    reading = Reading(level=(0.0, KEPT, 1.0 - KEPT), stance=(1.0,), kind=(1.0,))
    assert min(durability, 0.5) - 1e-3 <= together(durability, reading) <= max(durability, 0.5) + 1e-3


def test_a_line_that_asserts_nothing_counts_no_more_than_that_however_well_it_would_be_kept() -> None:
    sure, doubtful = (Reading(level=(0.9, 0.0, 0.1), stance=(share,), kind=(1.0,)) for share in (0.9, 0.2))
    assert together(0.7, doubtful) < together(0.7, sure)
    assert together(0.7, doubtful) == together(0.7, Reading(level=(0.2, 0.0, 0.8), stance=(1.0,), kind=(1.0,)))


@given(st.floats(min_value=0.0, max_value=1.0), st.floats(min_value=0.0, max_value=1.0))
def test_both_together_are_a_chance_that_grows_with_either(durability: float, kept: float) -> None:
    def read(share: float) -> float:
        return together(durability, Reading(level=(share, 0.0, 1.0 - share), stance=(1.0,), kind=(1.0,)))

    assert 0.0 <= read(kept) <= 1.0
    assert read(0.0) <= read(kept) <= read(1.0)


def test_a_sure_reader_lets_a_near_miss_in_and_turns_a_candidate_away_with_its_reason() -> None:
    items = [*said(RULE), *said(LATE)]
    raised = reread(items, Level(0.99))
    lowered = reread(items, Level(0.01))
    assert durabilities(raised) > durabilities(items) > durabilities(lowered)
    assert all(isinstance(one, Candidate) for one in raised)
    turned = [one for one in lowered if isinstance(one, Rejection)]
    assert len(turned) == len(lowered)
    assert max(durabilities(turned)) < THRESHOLD
    assert all(one.reason for one in turned)


def test_it_is_shown_of_notes_their_file_headings_and_the_statement_before() -> None:
    reader = Level(KEPT)
    reread(said(f"{RULE} {LATE}"), reader, "Before.")
    assert [(line.role, line.ref, line.headings) for line in reader.lines] == [
        ("note", "memory/2026-05-04.md", ("Deploys",))
    ] * len(reader.lines)
    assert reader.lines[0].before == "Before."
    assert reader.lines[-1].before.startswith("Never deploy")


def test_it_is_shown_of_talk_the_words_of_one_turn_whatever_the_log_is_called() -> None:
    reader = Level(KEPT)
    reread(said(f"{RULE} {LATE}", "user", is_reread=True), reader, "Before.")
    assert [(line.role, line.ref, line.headings) for line in reader.lines] == [("user", TALK, ())] * 2
    assert reader.lines[0].before == ""
    assert reader.lines[1].before.startswith("Never deploy")


def test_it_is_not_asked_of_what_an_assistant_says() -> None:
    reader = Level(KEPT)
    reread(said(RULE, "assistant"), reader)
    assert not reader.lines


@given(st.floats(min_value=0.02, max_value=0.99), st.floats(min_value=0.01, max_value=0.98))
def test_talk_that_a_reader_would_sooner_keep_lasts_sooner(durability: float, kept: float) -> None:
    stance = (0.94, *[0.01] * 6)
    less, more = (Reading((share, 0.01, 0.99 - share), stance, (1.0,)) for share in (kept, kept + 0.01))
    assert 0.0 <= of_talk(durability, less) <= of_talk(durability, more) <= 1.0


def test_of_talk_only_a_near_miss_keeps_its_candidate() -> None:
    items = said("We could ask Tom about that some day, who knows.", "user", is_reread=True)
    doubtful = Level(0.01)
    doubtful.reading = Reading((0.01, 0.01, 0.98), (0.01, 0.94, *[0.01] * 5), (1.0,))
    for one in reread(items, doubtful):
        assert isinstance(one, Rejection)
        assert one.candidate is None or one.candidate.confidence >= NEAR_MISS


def test_what_was_not_weighed_is_left_as_it_was() -> None:
    items = said("ok", "note")
    assert reread(items, Level(0.99)) == items
