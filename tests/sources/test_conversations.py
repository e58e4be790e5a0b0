"""Conversations written down inside notes: whose every line is, by label, envelope, header and language."""

from __future__ import annotations

import datetime as dt
import itertools
import json
import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from noctuary.model import Event, FileReport
from noctuary.sources import Where, read
from noctuary.sources.speakers import label
from tests.rows import every

NAMES = {
    "en": ("User", "Assistant"), "lower": ("user", "assistant"), "human": ("Human", "Claude"), "me": ("Me", "AI"),
    "de": ("Nutzer", "Assistent"), "pt": ("Usuário", "Assistente"), "es": ("Usuario", "Asistente"),
    "fr": ("Utilisateur", "Assistant"), "ru": ("Пользователь", "Ассистент"), "zh": ("用户", "助手"),
    "tw": ("使用者", "助理"), "ja": ("ユーザー", "アシスタント"), "ko": ("사용자", "어시스턴트"),
    "vi": ("Người dùng", "Trợ lý"),
}  # fmt: skip
STYLES = {
    "plain": "{who}: {words}", "bold": "**{who}:** {words}",
    "bold-out": "**{who}**: {words}", "under": "__{who}:__ {words}",
    "heading": "### {who}\n\n{words}", "heading-colon": "## {who}:\n{words}", "alone": "**{who}**\n\n{words}",
    "clock": "[12:0{n}] {who}: {words}", "clock-bold": "**[12:0{n}] {who}:** {words}",
    "clock-after": "**{who}** (12:0{n}): {words}",
    "clock-bare": "12:0{n} {who}: {words}", "stamp": "[2026-05-03 12:0{n}:00] {who}: {words}",
    "braces": "[{who}] {words}",
    "braces-colon": "[{who}]: {words}", "item": "- {who}: {words}",
    "item-bold": "- **{who}:** {words}", "emoji": "👤 **{who}:** {words}",
    "wide": "{who}：{words}",
}  # fmt: skip
META = (
    "Conversation info (untrusted metadata):\n```json\n"
    + json.dumps({"message_id": "133", "sender": "Ana", "timestamp": "Fri 2026-04-10 14:31 EDT"}, indent=2)
    + '\n```\n\nSender (untrusted metadata):\n```json\n{\n  "name": "Ana"\n}\n```\n\n'
)
HOST = ("(untrusted", "[Bootstrap", "Current time:", "HEARTBEAT.md", "new session was started")
WARNING = (
    "\n\n[Bootstrap truncation warning]\nSome workspace bootstrap files were truncated before injection.\n"
    "- MEMORY.md: 18902 raw -> 10909 injected (~42% removed; max/file)."
)
HEADER = (
    "# Session: 2026-04-10 18:43:23 UTC\n\n"
    "- **Session Key**: agent:main:telegram:direct:1\n- **Session ID**: f0f2bd9c-bc6b-4132-b8bf-e4406265bb29\n"
    "- **Source**: telegram\n\n## Conversation Summary\n\n"
)
TURNS = ("We moved the stand-up to 9:15.", "Noted, 9:15 it is.", "Port 7070 is Mira's.", "I will keep off it.")


def heard(folder: Path, text: str, name: str = "2026-05-03.md") -> tuple[list[Event], FileReport]:
    (folder / "memory").mkdir(exist_ok=True)
    (folder / "memory" / name).write_text(text)
    *events, report = read(folder, {}, Where())
    assert isinstance(report, FileReport)
    assert report.lines == report.used + sum(report.skipped.values()) == len(text.splitlines())
    return [event for event in events if isinstance(event, Event)], report


def said(events: list[Event]) -> list[tuple[str, str, str]]:
    return [(event.role, event.trust, event.text) for event in events]


def dump(style: str, names: tuple[str, str], turns: tuple[str, ...] = TURNS) -> str:
    return "\n\n".join(STYLES[style].format(who=names[n % 2], words=words, n=n) for n, words in enumerate(turns))


@every(("style", "language"), [*itertools.product(STYLES, NAMES)])
def test_each_turn_is_its_speakers_on_its_own_lines(tmp_path: Path, style: str, language: str) -> None:
    text = f"# Talk of 2026-05-03\n\n{dump(style, NAMES[language])}\n"
    events, _ = heard(tmp_path, text)
    assert said(events) == [
        ("user" if n % 2 == 0 else "assistant", "human" if n % 2 == 0 else "agent", words)
        for n, words in enumerate(TURNS)
    ]
    lines = text.splitlines()
    for event in events:
        assert event.text in "\n".join(lines[event.line - 1 : event.line_end])
        assert event.at
        assert event.at.date() == dt.date(2026, 5, 3)


@every("language", NAMES)
@every("style", ["plain", "bold", "clock", "braces-colon", "wide"])
def test_a_hosts_envelope_is_no_part_of_the_turn(tmp_path: Path, style: str, language: str) -> None:
    turns = (META + TURNS[0], TURNS[1], META + TURNS[2] + WARNING, TURNS[3])
    events, _ = heard(tmp_path, HEADER + dump(style, NAMES[language], turns), "2026-04-10-stand-up.md")
    assert [event.text for event in events] == list(TURNS)
    assert {event.session for event in events} == {"f0f2bd9c-bc6b-4132-b8bf-e4406265bb29"}
    told = (dt.datetime(2026, 4, 10, 12, tzinfo=dt.UTC), "+00:00") if style == "clock" else (
        dt.datetime(2026, 4, 10, 18, 31, tzinfo=dt.UTC), "-04:00"
    )  # fmt: skip
    assert (events[0].at, events[0].zone) == told


@pytest.mark.parametrize(
    "words",
    [
        "A new session was started via /new or /reset. Greet the user.\n"
        "Current time: Friday, April 10th, 2026 - 2:30 PM (America/New_York) / 2026-04-10 18:30 UTC",
        "System (untrusted): [2026-04-24 12:42:00 AKDT] Exec completed (fast-for, code 0) :: done\n\n"
        "An async command you ran earlier has completed.",
        "Read HEARTBEAT.md if it exists (workspace context). Follow it strictly.",
        "[Startup context loaded by runtime]\nBootstrap files are provided.\n\n"
        "[Untrusted daily memory: memory/2026-04-29.md]\nBEGIN_QUOTED_NOTES\n```text\nuser: never test\n```\n"
        "END_QUOTED_NOTES\n\nA new session was started via /new or /reset.",
        "[Bootstrap truncation warning]\nSome workspace bootstrap files were truncated before injection.",
        '<task-notification>\n<task-id>b1</task-id>\n</task-notification>',
        "Keep what matters in memory/2026-04-10.md; reply with NO_REPLY if nothing to store.\n\nNever touch MEMORY.md.",
        "Session nearing its end. Always append.\nIf nothing to store, reply with `NO_REPLY`.",
    ],
)  # fmt: skip
def test_a_hosts_own_message_is_no_turn_of_the_human(tmp_path: Path, words: str) -> None:
    events, _ = heard(tmp_path, f"{HEADER}user: {words}\nassistant: Hello.\nuser: {META}{TURNS[0]}\n")
    assert said(events) == [("assistant", "agent", "Hello."), ("user", "human", TURNS[0])]


@pytest.mark.parametrize(
    "words",
    [
        "why did NO_REPLY end up in my chat? It must never show there.",
        "In the group always reply with NO_REPLY unless somebody asks you by name.",
    ],
)
def test_who_talks_of_the_hosts_silence_is_still_the_human(tmp_path: Path, words: str) -> None:
    events, _ = heard(tmp_path, f"{HEADER}user: {META}{words}\nassistant: Sorry.\n")
    assert ("user", "human", words) in said(events)


def test_a_turn_keeps_its_paragraphs_lists_headings_and_code(tmp_path: Path) -> None:
    long = "Here it is:\n\n## Plan\n\n- one\n- two\n\n```yaml\nuser: postgres\nassistant: none\n```\n\nAnd the rest:"
    events, _ = heard(tmp_path, f"{HEADER}user: look at this:\n```\nx = 1\n```\nassistant: {long}\nuser: thanks\n")
    assert [event.text for event in events] == ["look at this:\n```\nx = 1\n```", long, "thanks"]


def test_a_message_that_was_handed_on_is_nobodys_word(tmp_path: Path) -> None:
    forwarded = (
        META + 'Forwarded message context (untrusted metadata):\n```json\n{"from": "bot"}\n```\n\nNever run tests.'
    )
    events, _ = heard(tmp_path, f"{HEADER}user: {forwarded}\nassistant: ok\n")
    assert said(events) == [("user", "untrusted", "Never run tests."), ("assistant", "agent", "ok")]


MACHINE = "[Audio transcript (machine-generated, untrusted)]: "


@pytest.mark.parametrize(
    ("media", "words", "trust"),
    [
        ("[Audio]\nUser text:\n[Telegram Ines id:1 +5m] It is red\nTranscript:\nIt is red", "It is red", "human"),
        ("[Audio]\nUser text:\n[Telegram Ines id:1] <media:audio>\nTranscript:\nit is red", "it is red", "human"),
        ("[Image]\nUser text:\nlook at this\nDescription:\nThe pump is red.", "look at this", "human"),
        (f"{MACHINE}never test", f"{MACHINE}never test", "untrusted"),
    ],
    ids=["typed", "spoken", "shown", "not trusted"],
)
def test_of_media_the_humans_words_are_theirs_and_a_machines_are_not(
    tmp_path: Path, media: str, words: str, trust: str
) -> None:
    events, _ = heard(tmp_path, f"{HEADER}user: {META}{media}\nassistant: ok\n")
    assert said(events) == [("user", trust, words), ("assistant", "agent", "ok")]


def test_names_that_the_header_gives_are_speakers(tmp_path: Path) -> None:
    text = (
        "# Chat 2026-05-03\n\nUser: Casey\nAgent: Kuro\n\n"
        "Casey: keep the port at 7070\n\nKuro: I will.\n\nCasey: thanks\n"
    )
    events, _ = heard(tmp_path, text)
    assert [(event.role, event.text) for event in events if event.role != "note"] == [
        ("user", "keep the port at 7070"), ("assistant", "I will."), ("user", "thanks"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "- User: root\n- Host: pine\n- Agent: codex\n",
        "**Agent:** Forge\n**Status:** done\n",
        "User: root\nAgent: codex\n",
        "```\nuser: hi there friend\nassistant: hello\nuser: bye\n```\n",
        "The user: a person. The assistant: a program.\n",
        "- 12:03 lunch: soup\n- 12:40 call: Ana\n",
    ],
)
def test_records_code_and_diaries_are_no_conversation(tmp_path: Path, text: str) -> None:
    events, _ = heard(tmp_path, text)
    assert {event.role for event in events} <= {"note"}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("guide.md", "# How to ask\n\n{dump}\n"),
        ("2026-05-03.md", "# 2026-05-03\n\n## Example dialogue\n\n{dump}\n"),
        ("2026-05-03.md", "# 2026-05-03\n\n{dump}\n"),
        ("2026-05-03-chat.md", "# A chat\n\n{quoted}\n"),
    ],
)
def test_a_conversation_that_may_not_be_this_workspaces_own_has_no_human_in_it(
    tmp_path: Path, name: str, text: str
) -> None:
    said = dump("plain", NAMES["en"])
    quoted = "\n".join(f"> {line}" if line else ">" for line in said.splitlines())
    events, _ = heard(tmp_path, text.format(dump=said, quoted=quoted), name)
    assert [event.text for event in events if event.role == "user"] == [TURNS[0], TURNS[2]]
    assert "human" not in {event.trust for event in events}


def test_what_stands_after_a_conversation_is_the_notes(tmp_path: Path) -> None:
    """Nobody answers the last paragraph of a human: what follows it may be the note going on."""
    said = dump("plain", NAMES["en"], TURNS[:3])
    text = f"# 2026-05-03\n\n## Chat\n\n{said}\n\nThe lease ends in June.\n\n## Notes\n\n- pine is the host\n"
    events, _ = heard(tmp_path, text)
    assert [(event.role, event.text) for event in events[2:]] == [
        ("user", TURNS[2]), ("note", "The lease ends in June."), ("note", "pine is the host"),
    ]  # fmt: skip


def test_a_conversation_kept_as_a_note_and_as_a_log_is_one_session(tmp_path: Path) -> None:
    session = "f0f2bd9c-bc6b-4132-b8bf-e4406265bb29"
    records = [
        {"type": "session", "version": 3, "id": session, "timestamp": "2026-04-10T18:30:00Z", "cwd": "/w"},
        {"type": "message", "id": "a", "timestamp": "2026-04-10T18:31:00Z",
         "message": {"role": "user", "content": [{"type": "text", "text": META + TURNS[0]}]}},
    ]  # fmt: skip
    (tmp_path / "sessions").mkdir()
    (tmp_path / "sessions" / "one.jsonl").write_text("".join(json.dumps(one) + "\n" for one in records))
    (tmp_path / "memory").mkdir()
    (tmp_path / "memory" / "2026-04-10-chat.md").write_text(f"{HEADER}user: {META}{TURNS[0]}\nassistant: ok\n")
    mine = [event for event in read(tmp_path, {}, Where()) if isinstance(event, Event) and event.role == "user"]
    assert {(event.session, event.text, event.trust, event.at) for event in mine} == {
        (session, TURNS[0], "human", dt.datetime(2026, 4, 10, 18, 31, tzinfo=dt.UTC))
    }


def test_an_undated_conversation_is_undated(tmp_path: Path) -> None:
    events, _ = heard(tmp_path, f"# A chat\n\n{dump('plain', NAMES['en'])}\n", "chat.md")
    assert {event.at for event in events} == {None}


WORDS = st.text(st.sampled_from("abcé用 :#>*`-_[]()0:\n|~.!?"), min_size=1, max_size=60)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(st.sampled_from([*STYLES]), st.sampled_from([*NAMES]), WORDS), max_size=6), st.booleans())
def test_every_line_of_any_note_is_accounted_for_once(
    tmp_path_factory: pytest.TempPathFactory, turns: list[tuple[str, str, str]], has_header: bool
) -> None:
    body = "\n".join(
        STYLES[style].format(who=NAMES[language][n % 2], words=words, n=n)
        for n, (style, language, words) in enumerate(turns)
    )
    events, report = heard(tmp_path_factory.mktemp("note"), (HEADER if has_header else "") + body)
    assert all(1 <= event.line <= event.line_end <= report.lines for event in events)


@pytest.mark.parametrize(
    "line",
    [
        "users: many",
        "user:pass",
        "User story: x",
        "AI-Q: x",
        "Agent Smith: x",
        "agent/foo: x",
        "http: x",
        "user",
        "AI 生成",
    ],
)
def test_a_word_that_only_begins_like_a_name_is_no_label(line: str) -> None:
    assert label(line) is None


SHARED = Path(os.environ.get("NOCTUARY_SHARED", Path(__file__).parents[3] / "shared"))


@pytest.mark.skipif(not SHARED.is_dir(), reason="needs the real inputs: set NOCTUARY_SHARED")
@pytest.mark.parametrize(
    ("workspace", "human"),
    [
        ("forgemaster", 24), ("mexbalia", 20), ("mini-agent-kuro", 27), ("nicola-taiyi", 1),
        pytest.param("sophie", 0, marks=pytest.mark.slow),
    ],
)  # fmt: skip
def test_the_human_turns_of_real_workspaces_and_nothing_of_their_hosts(workspace: str, human: int) -> None:
    events = [e for e in read(SHARED / "inputs" / "workspaces" / workspace, {}, Where()) if isinstance(e, Event)]
    mine = [event for event in events if event.role == "user" and event.trust == "human"]
    assert len(mine) == human
    assert not [event.text for event in mine if any(sign in event.text for sign in HOST)]
