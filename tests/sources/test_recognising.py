"""Every dialect knows its own logs by their content and claims nobody else's."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import pytest

from noctuary.model import Event, FileReport
from noctuary.sources import Where, read, watermark
from noctuary.sources.dialects.registry import DIALECTS, recognise, recognise_written
from noctuary.sources.dialects.registry import WRITTEN as WRITTEN_DIALECTS
from tests.sources.samples import RECORDS, WRITTEN, lines

EVERYTHING = Where(memory=(), notes=(), sessions=("**/*",))


@pytest.mark.parametrize("sample", RECORDS)
def test_a_dialect_claims_its_own_records_only(sample: str) -> None:
    claimed = [dialect.NAME for dialect in DIALECTS if dialect.detect(RECORDS[sample])]
    assert claimed == [sample.partition(",")[0]]


@pytest.mark.parametrize("sample", WRITTEN)
def test_a_written_dialect_claims_its_own_words_only(sample: str) -> None:
    assert [dialect.NAME for dialect in WRITTEN_DIALECTS if dialect.detect(WRITTEN[sample])] == [sample]
    assert recognise([{}]) is None


@pytest.mark.parametrize("sample", [*RECORDS, *WRITTEN])
def test_a_sample_is_read_by_its_dialect_without_a_problem(sample: str, tmp_path: Path) -> None:
    text = lines(RECORDS[sample]) if sample in RECORDS else WRITTEN[sample]
    (tmp_path / "log").write_text(text)
    *events, report = read(tmp_path, {}, EVERYTHING)
    assert isinstance(report, FileReport)
    assert (report.dialect, report.problems) == (sample.partition(",")[0], ())
    assert report.lines == report.used + sum(report.skipped.values())
    human = [event for event in events if isinstance(event, Event) and event.trust == "human"]
    assert len(human) == report.human_turns
    assert bool(human) == (sample not in ("aside", "thoughtbox"))


@pytest.mark.parametrize("sample", RECORDS)
def test_a_record_of_another_dialect_is_read_in_that_dialect(sample: str, tmp_path: Path) -> None:
    first = RECORDS["opencode" if sample.startswith("claude") else "claude_code"]
    (tmp_path / "log.jsonl").write_text(lines(first) + lines(RECORDS[sample]))
    texts = [event.text for event in read(tmp_path, {}, EVERYTHING) if isinstance(event, Event)]
    (tmp_path / "log.jsonl").write_text(lines(RECORDS[sample]))
    alone = [event.text for event in read(tmp_path, {}, EVERYTHING) if isinstance(event, Event)]
    assert [text for text in texts if text in alone] == alone


ODD: list[Any] = [None, 3, "x", [], {}, [None, 3, "x", {}, [[]]], {"content": 5, "role": []}, {"id": {}, "parts": 3}]


@pytest.mark.parametrize("sample", RECORDS)
def test_no_shape_of_a_record_is_fatal(sample: str, tmp_path: Path) -> None:
    records = list(RECORDS[sample])
    for record, odd in itertools.product(RECORDS[sample], ODD):
        records += [record | {key: odd} for key in record]
        records += [{**record, key: {**value, name: odd}} for key, value in record.items() if isinstance(value, dict)
                    for name in value]  # fmt: skip
    (tmp_path / "log.jsonl").write_text(lines(records))
    *_, report = read(tmp_path, {}, EVERYTHING)
    assert isinstance(report, FileReport)
    assert report.lines == report.used + sum(report.skipped.values()) == len(records)
    assert "odd_record" not in report.skipped


NOTES = [
    "- User: wants dark mode\n- Assistant: should ask first\n- User: is in Turin\n",
    "User: Kim\nAssistant: Lee\n",
    "# Meeting\n\n" + "some words\n" * 12 + "\nUser: hello\nAssistant: hi\nUser: bye\n",
    "```\nUser: a\nAssistant: b\nUser: c\n```\n",
    "User: one\nUser: two\nUser: three\nUser: four\nAssistant: five\n",
    "S1|C| is the mark of a conclusion.\n\nAll the rest is prose.\nAnd more.\n",
    "Aider writes `# aider chat started at 2026-05-01 10:00:00` first.\n",
]


@pytest.mark.parametrize("note", NOTES)
def test_an_ordinary_note_is_no_talk(note: str) -> None:
    assert recognise_written(note) is None


def test_no_public_note_is_mistaken_for_a_log(shared: Path) -> None:
    folders = ("notes", "workspaces", "claude_memory", "evolving")
    pages = [path for folder in folders for path in sorted((shared / "inputs" / folder).rglob("*.md"))]
    heads = {page: page.read_bytes()[:65_536].decode(errors="replace") for page in pages}
    assert len(heads) > 500
    assert [page for page, head in heads.items() if recognise_written(head)] == []


def test_the_page_on_session_logs_names_every_dialect_and_no_other() -> None:
    page = (Path(__file__).parents[2] / "docs/dialects.md").read_text("utf-8")
    named = [line.split("`")[1] for line in page.splitlines() if line.startswith("| `")]
    assert sorted(named) == sorted({dialect.NAME for dialect in (*DIALECTS, *WRITTEN_DIALECTS)})


@pytest.mark.parametrize("sample", RECORDS)
def test_a_log_read_in_two_nights_says_what_it_says_in_one(sample: str, tmp_path: Path) -> None:
    log, records = tmp_path / "log.jsonl", RECORDS[sample]
    log.write_text(lines(records))
    whole = [event.text for event in read(tmp_path, {}, EVERYTHING) if isinstance(event, Event)]
    for cut in range(1, len(records)):
        log.write_text(lines(records[:cut]))
        *first, report = read(tmp_path, {}, EVERYTHING)
        log.write_text(lines(records))
        assert isinstance(report, FileReport)
        *second, _ = read(tmp_path, {report.ref: watermark(report)}, EVERYTHING)
        assert [event.text for event in (*first, *second) if isinstance(event, Event)] == whole
