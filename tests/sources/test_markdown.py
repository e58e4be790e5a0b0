"""Markdown cut into passages, and what other tools wrote left out."""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from noctuary.model import Event, FileReport
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


def test_what_stands_under_a_heading_stands_under_those_above_it_and_under_no_fenced_one() -> None:
    """TK-077, TK-044: levels one to six; a heading ends the sections of its own level and below."""
    page = parse(
        "# A\n\nzero\n\n## B\n- one\n### C\n- two\n###### F\n- six\n```\n# not a heading\n```\n- seven\n## D\n- three\n"
    )
    assert {passage.text: passage.context for passage in page.passages if passage.text != "# not a heading"} == {
        "zero": ("A",), "one": ("A", "B"), "two": ("A", "B", "C"), "six": ("A", "B", "C", "F"),
        "seven": ("A", "B", "C", "F"), "three": ("A", "D"),
    }  # fmt: skip


def test_a_label_holds_for_its_whole_list_and_no_further() -> None:
    page = parse("Ports:\n- api 8080\n- web 8081\n\n- db 5432\n\nMira said:\n> keep it short\n\n- free\n")
    assert [(p.text, p.context) for p in page.passages] == [
        ("api 8080", ("Ports",)), ("web 8081", ("Ports",)), ("db 5432", ("Ports",)),
        ("keep it short", ("Mira said",)), ("free", ()),
    ]  # fmt: skip


def test_a_bullet_of_three_words_above_children_names_them_and_a_sentence_does_not() -> None:
    page = parse("- Home server\n  - runs Debian 12\n- the boiler is old\n  - it burns gas\n")
    assert [(p.text, p.context) for p in page.passages] == [
        ("runs Debian 12", ("Home server",)), ("the boiler is old", ()), ("it burns gas", ()),
    ]  # fmt: skip


def test_labels_and_headings_lose_their_emphasis_but_not_the_underscores_of_names() -> None:
    page = parse("## _About_ `SYSTEM_PROMPT.md`\n**memory_type**:\n- kept\n")
    assert page.passages[0].context == ("About SYSTEM_PROMPT.md", "memory_type")


def test_lines_with_keys_of_their_own_stand_for_themselves() -> None:
    assert words("**From:** Bern  \n**To:** Oslo\n**Why:**\n") == ["**From:** Bern", "**To:** Oslo", "**Why:**"]
    assert words("Name: Ada\nCity: Bern\nPhone model: Pixel 8\n") == ["Name: Ada", "City: Bern", "Phone model: Pixel 8"]
    assert words("The team agreed: no\nreleases on Friday\n") == ["The team agreed: no releases on Friday"]


def test_a_tools_record_stays_whole_and_its_last_key_names_the_list_below() -> None:
    page = parse("- memory_type: a\n  writer: b\n  repos_target:\n    - cli\n\n- memory_type: x\n  writer: y\n")
    assert [(p.text, p.context) for p in page.passages] == [
        ("cli", ("repos_target",)), ("memory_type: x writer: y", ()),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "power: Hartley, night tariff from 00:30\nwifi = upstairs, off at 21:00\nheating 19 by day, 16.5 at night",
            [((), "power: Hartley, night tariff from 00:30"), ((), "wifi = upstairs, off at 21:00"),
             ((), "heating 19 by day, 16.5 at night")],
        ),
        (
            "power: Hartley, night tariff from half past ten\nbins: the black one on every other Wednesday\n"
            "wifi: upstairs, off at nine\nrouter: in the cupboard",
            [((), "power: Hartley, night tariff from half past ten"),
             ((), "bins: the black one on every other Wednesday"), ((), "wifi: upstairs, off at nine"),
             ((), "router: in the cupboard")],
        ),
        (
            "keys: Bert has them\n**Never push on Friday**\nThe lift is serviced every March",
            [((), "keys: Bert has them"), ((), "**Never push on Friday**"), ((), "The lift is serviced every March")],
        ),
        (
            "生产环境的数据库运行在服务器甲上面每天\n凌晨三点钟备份一次如果失败了就通知值班\n人员处理",
            [((), "生产环境的数据库运行在服务器甲上面每天 凌晨三点钟备份一次如果失败了就通知值班 人员处理")],
        ),
        (
            "Run `make\nTest` and\nLook at what it says",
            [((), "Run `make Test` and Look at what it says")],
        ),
        (
            "If the build fails\nrun it again with the other flags\nand look",
            [((), "If the build fails run it again with the other flags and look")],
        ),
        (
            "The oven stands in the hall behind the\nJubilee door, where nobody has looked\nfor years.",
            [((), "The oven stands in the hall behind the Jubilee door, where nobody has looked for years.")],
        ),
    ],
)  # fmt: skip
def test_lines_that_no_wrapping_broke_stand_each_for_itself(text: str, said: list[tuple[tuple[str, ...], str]]) -> None:
    assert [(one.context, one.text) for one in parse(text).passages] == said


@pytest.mark.parametrize(
    "text",
    [
        "we decided to\nmove everything over to the new host because the old one\nkeeps failing at night",
        "lift: it (which\nBert repaired) is fine and will be checked again soon\nrent: due on the third",
        'Bert: "The lift\nIs broken" and went home to have a long sleep\nrent: due on the third',
        "Der Server steht bei\nHetzner in Falkenstein und wird jeden Sonntag neu\nGestartet",
        "My landlord is\nBert Miller\n12 High Street\nLondon N1",
        "keys: Bert\nlift: the *blue one is\nServiced* every March, as long as it is there",
        "keys: Bert\nlift: the **blue one is\nServiced** every March, as long as it is there",
        "keys: Bert\nmanual: [lift manual\nOf March](https://lift.example/manual) in the drawer",
    ],
)
def test_in_doubt_lines_are_one_text(text: str) -> None:
    assert len(parse(text).passages) == 1


def test_what_stands_below_a_paragraph_is_under_none_of_its_lines() -> None:
    page = parse("Bert has the keys\nPorts:\nAPI on 8080 and whatever else there is\n\n- Buy milk\n- Never push\n")
    assert [one.context for one in page.passages if one.line > 4] == [(), ()]


def test_the_ground_of_a_rule_stands_under_the_rule() -> None:
    page = parse("Never mock the database.\n\n**Why:** a mock hid a bug.\n\n**How to apply:** in `orders` tests.\n")
    assert [(p.text, p.context) for p in page.passages[1:]] == [
        ("a mock hid a bug.", ("Never mock the database.",)), ("in `orders` tests.", ("Never mock the database.",)),
    ]  # fmt: skip


def test_a_command_belongs_to_the_line_that_announces_it_and_source_code_to_none() -> None:
    page = parse("Deploy with:\n```bash\nmake deploy\n```\n\nThe loop:\n```python\nx = 1\n```\n")
    assert [(p.text, p.line, p.line_end) for p in page.passages] == [("Deploy with: `make deploy`", 1, 4)]
    assert page.skipped == {5: "blank", 6: "label", 7: "code", 8: "code", 9: "code"}


def test_struck_words_are_gone_with_their_arrow_but_code_spans_stay() -> None:
    assert words("- ~~port 8080~~ → port 9090\n- `~~x~~` strikes\n- a ~~b\n  c~~ d\n") == [
        "port 9090", "`~~x~~` strikes", "a d",
    ]  # fmt: skip


def test_footnotes_callouts_and_definitions_read_as_sentences() -> None:
    text = "The port is 80[^1].\n\n[^1]: set by Ada\n\n> [!NOTE]\n> Backups run at 3.\n\nTerm\n: what it means\n"
    assert words(text) == ["The port is 80.", "set by Ada", "Backups run at 3.", "Term: what it means"]
    assert words("matches `[^a]` only") == ["matches `[^a]` only"]


def test_a_line_of_equals_signs_or_many_dashes_makes_a_heading_and_three_dashes_a_rule() -> None:
    page = parse("Ops\n===\n\nBackups\n-------\nnightly\n\nkept words\n---\n")
    assert [(p.text, p.context) for p in page.passages] == [
        ("nightly", ("Ops", "Backups")), ("kept words", ("Ops", "Backups")),
    ]  # fmt: skip
    assert (page.skipped[2], page.skipped[9]) == ("heading", "rule")


def test_a_comment_may_span_lines_date_what_follows_and_be_followed_by_words() -> None:
    page = parse("# A\n<!-- promoted_at: 2026-07-08\nby: ada -->\n- dated\n\n<!-- x --> and words\n# B\n- undated\n")
    assert [(p.text, p.at and p.at.date().isoformat()) for p in page.passages] == [
        ("dated", "2026-07-08"), ("and words", "2026-07-08"), ("undated", None),
    ]  # fmt: skip
    assert (page.skipped[2], page.skipped[3]) == ("comment", "comment")


def test_a_code_block_without_end_is_told_with_its_line() -> None:
    page = parse("words\n\n```\ncode\n")
    assert [line for line, message in page.problems if "close it" in message] == [3]
    assert parse("```\ncode\n```\n").problems == ()


def test_lines_nested_deeper_than_the_parser_follows_are_still_read() -> None:
    page = parse("".join("  " * depth + f"- level {depth}\n" for depth in range(120)))
    assert [p.text for p in page.passages] == [f"level {depth}" for depth in range(120)]


def test_table_rows_speak_with_their_headers() -> None:
    two = "| Item | Value |\n|---|---|\n| **Browser** | Thorium |\n| Empty | |\n"
    three = "| Room | Day | Night |\n|---|---|---|\n| bath | 21 | 17 |\n"
    assert words(two) == ["**Browser**: Thorium", "Empty"]
    page = parse(three)
    assert [(p.text, p.line) for p in page.passages] == [("Room: bath; Day: 21; Night: 17", 3)]
    assert page.skipped == {1: "table_header", 2: "table_header"}


def test_a_cell_may_hold_an_escaped_pipe_and_a_column_no_header() -> None:
    assert words("| a | b |\n|---|---|\n| x \\| y | 2 |\n") == ["x | y: 2"]
    assert words("| | | |\n|---|---|---|\n| Ada | Bern | 7 |\n") == ["Ada; Bern; 7"]


def test_every_other_line_has_its_reason() -> None:
    front = "---\ntitle: x\n---\n"
    text = front + "# H\n\n```\ncode\n```\n---\n<!-- note -->\n- ~~gone~~\n- [x] ~~old~~ → new\n- [ ] open\n"
    page = parse(text)
    assert [p.text for p in page.passages] == ["[x] new", "[ ] open"]
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
    """KG-054"""
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


CLAUDE = """---
name: feedback_no_mocks
description: "real databases: always"
metadata:
  type: feedback
  created: 2026-03-04
---
Tests hit a real database.
"""

SHAREBOOK = """+++
session_date = 2026-08-20
title = "Harness"
skills_used = ["runtime/windows-local.md"]
facts_changed = [
  "The harness has a skill of its own.",
  "Old notes stay valid.",
]
open_loops = ["Sort the 54 findings.", "Run the next dream."]
supersedes = ["The harness is checked by hand."]
evidence = ["commit 870c7bb"]
+++
Words.
"""


def test_front_matter_dates_and_names_what_stands_below_also_nested() -> None:
    """TK-012"""
    page = parse(CLAUDE)
    assert [(p.text, p.context) for p in page.passages] == [("Tests hit a real database.", ("feedback_no_mocks",))]
    assert page.at == dt.datetime(2026, 3, 4, tzinfo=dt.UTC)
    assert parse(CLAUDE.replace("  type", "type").replace("  created", "created")).at == page.at
    assert parse("\ufeff" + CLAUDE.replace("\n", "\r\n")).passages == page.passages


def test_claims_in_front_matter_are_passages_with_their_own_lines() -> None:
    page = parse(SHAREBOOK)
    assert [(p.text, p.line, p.context) for p in page.passages] == [
        ("The harness has a skill of its own.", 6, ("Harness", "facts_changed")),
        ("Old notes stay valid.", 7, ("Harness", "facts_changed")),
        ("[ ] Sort the 54 findings.", 9, ("Harness", "open_loops")),
        ("[ ] Run the next dream.", 9, ("Harness", "open_loops")),
        ("Words.", 13, ("Harness",)),
    ]
    assert page.at == dt.datetime(2026, 8, 20, tzinfo=dt.UTC)
    assert {page.skipped[n] for n in (1, 2, 3, 4, 5, 8, 10, 11, 12)} == {"front_matter"}


def test_a_title_said_again_by_the_first_heading_is_said_once() -> None:
    assert parse('+++\ntitle = "Ops"\n+++\n# Ops\n- x is y\n').passages[0].context == ("Ops",)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("---\ndate: 2026-07-04\ndescription: one: two: three\n---\nbody\n", 3),
        ("+++\ndate = 2026-07-04\ntitle = no quotes\n+++\nbody\n", 3),
        ("---\ndate: 2026-07-04\ncreated: 2026-02-31\n---\nbody\n", 1),
        ("---\ndate: 2026-07-04\nx: " + "[" * 5000 + "\n---\nbody\n", 1),
    ],
)
def test_broken_front_matter_is_told_with_its_line_and_the_rest_is_read(text: str, line: int) -> None:
    page = parse(text)
    assert [p.text for p in page.passages] == ["body"]
    assert [at for at, _ in page.problems] == [line]
    assert page.at == dt.datetime(2026, 7, 4, tzinfo=dt.UTC)


def test_tabs_and_unknown_keys_in_front_matter_do_no_harm() -> None:
    page = parse("---\nmetadata:\n\ttype: user\n\tcolour: red\ndate: 2026-07-04\n---\nbody\n")
    assert (page.problems, page.at) == ((), dt.datetime(2026, 7, 4, tzinfo=dt.UTC))


def test_a_toml_block_without_end_is_told_and_a_rule_on_top_is_no_front_matter() -> None:
    assert parse('+++\ntitle = "x"\n').problems[0][0] == 1
    assert words("---\nfirst words\n---\n") == ["first words"]


@pytest.mark.parametrize(
    "value", ["*hunter2xK", "!hunter2xK", "!!int hunter2xK", "!!timestamp hunter2xK", "!!bool hunter2xK"]
)
def test_front_matter_that_cannot_be_parsed_is_told_without_its_words(value: str) -> None:
    """`pw: *hunter2xK` is an alias nobody defined, and the parser's word for it holds the password."""
    ((_, message),) = parse(f"---\npw: {value}\n---\nbody\n").problems
    assert message.startswith("the front matter is not valid YAML: ")
    assert "hunter2xk" not in message.lower()


def test_problems_of_a_page_reach_its_report(tmp_path: Path) -> None:
    (tmp_path / "memory").mkdir()
    (tmp_path / "memory/2026-02-31.md").write_text("+++\nx = y\n+++\n- a\n\n```\n")
    (report,) = (item for item in read(tmp_path, {}, Where()) if isinstance(item, FileReport))
    assert [(p.line, p.message.split(";")[0][:40]) for p in report.problems] == [
        (0, "is named after 2026-02-31, a day that do"),
        (2, "the front matter is not valid TOML: Inva"),
        (6, "the code block begun here has no end, so"),
    ]
    assert report.lines == report.used + sum(report.skipped.values()) == 6


WORD = re.compile(r"\w+")


def faults(text: str) -> list[str]:
    """Where the law is broken: a line in one passage or skipped with a reason, a passage's words on its lines.

    Front matter holds several claims a line, and a table's row its header's words.
    """
    lines = re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff"))
    lines = lines[:-1] if lines[-1] == "" else lines
    page = parse(text)
    front = max((n for n, reason in page.skipped.items() if reason == "front_matter"), default=0)
    held = Counter(n for p in page.passages for n in range(p.line, p.line_end + 1))
    found = [
        f"line {n}"
        for n in range(1, len(lines) + 1)
        if held[n] + (n in page.skipped) != 1 and not (n <= front and held[n])
    ]
    headers = " ".join(lines[n - 1] for n, reason in page.skipped.items() if reason == "table_header")
    for p in page.passages:
        there = set(WORD.findall(headers + " " + " ".join(lines[p.line - 1 : p.line_end]).replace("\0", "")))
        found += [f"word {word} of line {p.line}" for word in WORD.findall(p.text) if word not in there]
    return found + [f"{n}: {reason}" for n, reason in page.skipped.items() if not reason or n > len(lines)]


PIECES = st.sampled_from(
    """\
# Head|- item|  - child|* [x] done|1. one|> quote|> - in|```|~~~|---|===|!a ! b!|!---!---!|||plain words
**Key:** value|key: value|label:|~~gone~~ → new|<!-- note|end -->|<!-- x --> tail|<div>|</div>|[a]: http://b
    deep words|+++|date: 2026-01-02|facts = ["one fact", "two facts"]|: meaning|two  |\tTab|>|-|`code` ``x|~~
[^1]: foot|[!NOTE]|<script>|[b]:|/url|<!-- noctuary:begin -->|<!-- noctuary:end -->|\\|{}|- a_key: b|  last_key:
facts:""".replace("\n", "|").split("|")
).map(lambda piece: piece.replace("!", "|") if piece.startswith("!") else piece)


@settings(max_examples=300, deadline=None)
@given(st.lists(st.one_of(PIECES, st.text(max_size=12)), max_size=30), st.sampled_from(["\n", "\r\n"]))
def test_every_line_is_in_one_passage_or_skipped_and_every_word_stands_on_its_lines(
    pieces: list[str], newline: str
) -> None:
    assert faults(newline.join(pieces)) == []


@pytest.mark.parametrize("step", [4, pytest.param(1, marks=pytest.mark.slow)])
def test_the_law_holds_for_every_public_page(shared: Path, step: int) -> None:
    folders = ("workspaces", "claude_memory", "memory_history/sharebook", "notes/rust-blog/content/inside-rust")
    pages = [p for folder in folders for p in sorted((shared / "inputs" / folder).rglob("*.md")) if p.is_file()]
    broken = {str(p): found for p in pages[::step] if (found := faults(p.read_bytes().decode(errors="replace")))}
    assert len(pages) > 100
    assert broken == {}


def test_the_humans_words_below_a_pasted_page_are_heard(tmp_path: Path) -> None:
    pasted = "<!-- noctuary:page -->\n# Dreams\n\n## Waiting for you\n\nNothing needs you today.\n"
    (tmp_path / "MEMORY.md").write_text(f"{pasted}\n## My own notes\n\n- the kettle is blue\n")
    assert [value.text for value in read(tmp_path, {}, Where()) if isinstance(value, Event)] == ["the kettle is blue"]


def test_a_column_that_announces_a_secret_takes_its_cells_out(tmp_path: Path) -> None:
    table = "| Service | Password |\n|---|---|\n| NAS | Tr0ub4dor&3 |\n| Router | hunter2xK9 |\n"
    (tmp_path / "MEMORY.md").write_text(table)
    heard = "".join(value.text for value in read(tmp_path, {}, Where()) if isinstance(value, Event))
    assert heard.count("[REDACTED:password]") == 2
    assert "Tr0ub4dor" not in heard
