"""Markdown cut into passages, and what other tools wrote left out."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

from noctuary.model import Event
from noctuary.sources import Where, dates, read
from noctuary.sources.markdown import parse


def words(text: str) -> list[str]:
    return [passage.text for passage in parse(text).passages]


def test_a_bullet_is_its_own_words_without_its_children() -> None:
    page = parse("# Home\n\n- the boiler is old\n  - installed 2009\n  runs on gas\n\nA paragraph\nof two lines.\n")
    assert [(p.text, p.line, p.line_end) for p in page.passages] == [
        ("the boiler is old", 3, 3),
        ("installed 2009 runs on gas", 4, 5),
        ("A paragraph of two lines.", 7, 8),
    ]
    assert page.passages[1].context == ("Home",)


def test_children_stand_under_their_label() -> None:
    page = parse("## ops\n- **失败处理**:\n  - 重试三次\n\nreplicas:\n- api: prod 6\n\n- other\n\nnew text\n\n- free\n")
    contexts = {p.text: p.context for p in page.passages}
    assert contexts["重试三次"] == ("ops", "失败处理")
    assert contexts["api: prod 6"] == ("ops", "replicas")
    assert contexts["free"] == ("ops",)
    assert page.skipped[2] == "label"


def test_table_rows_speak_with_their_headers() -> None:
    two = "| Item | Value |\n|---|---|\n| **Browser** | Thorium |\n| Empty | |\n"
    three = "| Room | Day | Night |\n|---|---|---|\n| bath | 21 | 17 |\n"
    assert words(two) == ["**Browser**: Thorium", "Empty"]
    page = parse(three)
    assert [(p.text, p.line) for p in page.passages] == [("Room: bath; Day: 21; Night: 17", 3)]
    assert page.skipped == {1: "table_header", 2: "table_header"}


def test_every_other_line_has_its_reason() -> None:
    front = "---\ntitle: x\n---\n"
    text = front + "# H\n\n```\ncode\n```\n---\n<!-- note -->\n- ~~gone~~\n- [x] ~~old~~ → new\n- [ ] open\n"
    page = parse(text)
    assert [p.text for p in page.passages] == ["[x] → new", "[ ] open"]
    assert page.skipped == {
        1: "front_matter", 2: "front_matter", 3: "front_matter", 4: "heading", 5: "blank", 6: "code",
        7: "code", 8: "code", 9: "rule", 10: "comment", 11: "struck",
    }  # fmt: skip
    assert page.lines == 13


def test_text_over_a_rule_is_no_heading_and_indentation_no_code() -> None:
    assert words("A statement\n---\n\n    an indented line\n") == ["A statement", "an indented line"]


def test_line_numbers_survive_every_kind_of_line_break() -> None:
    page = parse("- one\r\n- two\r- three\n")
    assert [(p.text, p.line) for p in page.passages] == [("one", 1), ("two", 2), ("three", 3)]


def test_what_a_dreaming_tool_wrote_is_no_passage() -> None:
    """KG-021"""
    text = """- human words
<!-- noctuary:begin v1 -->
- our words
<!-- noctuary:end -->
- copied by hand (b2:0123456789abcdef)
<!-- openclaw:dreaming:rem:start -->
- dreamt
<!-- openclaw:dreaming:rem:end -->
- a line that quotes <!-- openclaw:dreaming:rem:start --> in passing
- promoted [score=0.879 recalls=0 avg=0.620 source=memory/2026-04-20.md:1-2]
- Candidate: possible truth
  - confidence: 0.58
  - recalls: 0
- Candidate: Ada Lovelace, for the compiler job
<!-- openclaw-memory-promotion:memory:memory/x.md:1:1 -->
- promoted too
## Promoted From Short-Term Memory (2026-04-20)
- and this
### deeper
- and that
## Human again
- last words
"""
    page = parse(text)
    assert [p.text for p in page.passages] == [
        "human words",
        "a line that quotes in passing",
        "Candidate: Ada Lovelace, for the compiler job",
        "last words",
    ]
    assert [page.skipped[n] for n in (2, 3, 4, 5)] == ["managed_block"] * 3 + ["own_output"]
    assert {page.skipped[n] for n in (6, 7, 8, 10, 11, 12, 13, 15, 16, 17, 18, 19, 20)} == {"dream_output"}


def test_a_managed_block_without_end_hides_the_rest_and_is_told(tmp_path: Path) -> None:
    (tmp_path / "MEMORY.md").write_text("- mine\n<!-- noctuary:begin -->\n- ours\n")
    *events, report = read(tmp_path, {}, Where())
    assert [event.text for event in events if isinstance(event, Event)] == ["mine"]
    assert "noctuary:end" in repr(report)


def test_a_note_is_dated_by_its_name_then_front_matter_then_heading(tmp_path: Path) -> None:
    notes = {
        "memory/2026-07-01-standup.md": "- a",
        "memory/log_20260702.md": "- b",
        "memory/toml.md": '+++\ntitle = "x"\nsession_date = 2026-07-03\n+++\n- c',
        "memory/yaml.md": "---\ndate: 2026-07-04T10:00:00Z\n---\n- d",
        "memory/topic.md": "- undated\n\n## Talk (2026-07-05)\n- e",
        "memory/bad-2026-13-45.md": "- f",
    }
    for ref, text in notes.items():
        (tmp_path / ref).parent.mkdir(exist_ok=True)
        (tmp_path / ref).write_text(text)
    days = {e.text: e.at and e.at.date().isoformat() for e in read(tmp_path, {}, Where()) if isinstance(e, Event)}
    assert days == {
        "a": "2026-07-01", "b": "2026-07-02", "c": "2026-07-03", "d": "2026-07-04", "undated": None,
        "e": "2026-07-05", "f": None,
    }  # fmt: skip


def test_a_memory_line_takes_the_date_of_its_heading(tmp_path: Path) -> None:
    (tmp_path / "MEMORY.md").write_text("- old\n## Access (Mira 2026-02-07)\n- yours\n")
    events = [e for e in read(tmp_path, {}, Where()) if isinstance(e, Event)]
    assert [e.at for e in events] == [None, dt.datetime(2026, 2, 7, tzinfo=dt.UTC)]


def test_dates_must_exist() -> None:
    assert dates.in_text("2026-02-30 then 2026-03-01") == dt.datetime(2026, 3, 1, tzinfo=dt.UTC)
