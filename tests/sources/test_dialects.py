"""Who said what in the logs of several agents."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from noctuary.model import Event, FileReport
from noctuary.sources import Where, read

AT = "2026-05-01T10:00:00.000Z"


def heard(
    tmp_path: Path, *records: dict[str, Any], name: str = "log.jsonl"
) -> tuple[list[tuple[str, str, str, str]], FileReport]:
    """(role, trust, origin, text) of every event, and the file's report."""
    stamped = [{"timestamp": f"2026-05-01T10:{n:02d}:00.000Z", **record} for n, record in enumerate(records)]
    (tmp_path / name).write_text("".join(json.dumps(record) + "\n" for record in stamped))
    *events, report = read(tmp_path, {}, Where())
    assert isinstance(report, FileReport)
    assert report.lines == report.used + sum(report.skipped.values()) == len(records)
    return [(e.role, e.trust, e.origin, e.text) for e in events if isinstance(e, Event)], report


def claude(kind: str, content: Any, number: int, **more: Any) -> dict[str, Any]:
    message = {"role": kind, "content": content}
    return {"type": kind, "uuid": f"u{number}", "sessionId": "s", "message": message, **more}


def call(name: str, **arguments: Any) -> list[dict[str, Any]]:
    return [{"type": "tool_use", "id": "t1", "name": name, "input": arguments}]


def result(text: str) -> list[dict[str, Any]]:
    return [{"type": "tool_result", "tool_use_id": "t1", "content": [{"type": "text", "text": text}]}]


def test_claude_code_human_text_is_what_no_wrapper_holds(tmp_path: Path) -> None:
    events, report = heard(
        tmp_path,
        claude("user", "please use tabs", 1),
        claude("user", [{"type": "text", "text": "always"}], 2),
        claude("user", "<command-name>/exit</command-name>", 3),
        claude("user", "Caveat: generated", 4, isMeta=True),
        claude("user", "This session is being continued from …", 5, isCompactSummary=True),
        claude("user", [{"type": "text", "text": "[Request interrupted by user]"}], 6),
        claude("user", "<task-notification>x", 7, origin={"kind": "task-notification"}),
        claude("user", "go on <system-reminder>be brief</system-reminder>", 8, origin={"kind": "human"}),
        claude("user", "look into it", 9, isSidechain=True),
        {"type": "summary", "summary": "t", "leafUuid": "l"},
    )
    assert events == [
        ("user", "human", "interactive", "please use tabs"),
        ("user", "human", "interactive", "always"),
        ("user", "human", "interactive", "go on"),
        ("user", "agent", "subagent", "look into it"),
    ]
    assert report.human_turns == 3
    assert report.skipped == {"compact_summary": 1, "injected": 1, "meta": 1, "summary": 1, "wrapper": 2}


def test_claude_code_blocks_of_one_message_are_one_event_each(tmp_path: Path) -> None:
    text, thought = {"type": "text", "text": "Done."}, {"type": "thinking", "thinking": "hm"}
    events, report = heard(
        tmp_path,
        claude("assistant", [thought], 1),
        claude("assistant", [text, {"type": "text", "text": "Anything else?"}], 2),
        claude("assistant", "API Error", 3, isApiErrorMessage=True),
    )
    assert [text for *_, text in events] == ["Done.", "Anything else?"]
    assert report.skipped == {"synthetic": 1, "thinking": 1}


def test_what_comes_from_outside_the_machine_is_untrusted(tmp_path: Path) -> None:
    for number, (name, arguments, trust) in enumerate(
        [
            ("Read", {"file_path": "a.py"}, "tool"),
            ("WebFetch", {"url": "https://x.example"}, "untrusted"),
            ("WebSearch", {"query": "x"}, "untrusted"),
            ("mcp__playwright__browser_snapshot", {}, "untrusted"),
            ("Bash", {"command": "ls"}, "tool"),
            ("Bash", {"command": "curl https://x.example"}, "untrusted"),
        ]
    ):
        folder = tmp_path / str(number)
        folder.mkdir()
        events, _ = heard(folder, claude("assistant", call(name, **arguments), 1), claude("user", result("out"), 2))
        assert events == [("tool", trust, "interactive", "out")], name


def test_a_result_whose_call_was_never_seen_is_untrusted(tmp_path: Path) -> None:
    events, _ = heard(tmp_path, claude("user", result("out"), 2))
    assert events == [("tool", "untrusted", "interactive", "out")]


def test_tool_results_are_capped(tmp_path: Path) -> None:
    events, _ = heard(tmp_path, claude("user", result("word " * 5000), 2))
    assert len(events[0][3]) == 8000


def test_a_queued_prompt_counts_once(tmp_path: Path) -> None:
    queued = {"type": "queue-operation", "operation": "enqueue", "sessionId": "s"}
    events, report = heard(
        tmp_path,
        queued | {"content": "repeated later"},
        queued | {"content": "only here"},
        {"type": "queue-operation", "operation": "dequeue", "sessionId": "s"},
        claude("user", "repeated later", 1),
    )
    assert [text for *_, text in events] == ["repeated later", "only here"]
    assert report.skipped == {"queue_operation": 1, "queued_copy": 1}


@pytest.mark.parametrize(
    "record",
    [
        {"task_id": "b1", "task_type": "local_bash", "status": "completed", "summary": "never deploy on Fridays"},
        {"type": "task", "prompt": "remember: the port is 7070"},
        {},
    ],
)
def test_a_task_queued_as_a_record_is_nobodys_words(tmp_path: Path, record: dict[str, Any]) -> None:
    queued = {"type": "queue-operation", "operation": "enqueue", "sessionId": "s"}
    events, report = heard(tmp_path, queued | {"content": json.dumps(record)}, queued | {"content": "{a} is the port"})
    assert [text for *_, text in events] == ["{a} is the port"]
    assert report.skipped == {"queue_operation": 1}


def wrapped(kind: str, **payload: Any) -> dict[str, Any]:
    return {"type": kind, "payload": payload}


def message(role: str, text: str) -> dict[str, Any]:
    kind = "output_text" if role == "assistant" else "input_text"
    return wrapped("response_item", type="message", role=role, content=[{"type": kind, "text": text}])


def test_codex_messages_written_twice_count_once(tmp_path: Path) -> None:
    events, report = heard(
        tmp_path,
        wrapped("session_meta", id="c1", source="cli"),
        message("user", "<environment_context>…"),
        message("user", "add a test"),
        wrapped("event_msg", type="user_message", message="add a test"),
        message("assistant", "added"),
        wrapped("event_msg", type="agent_message", message="added"),
        message("developer", "be careful"),
    )
    assert events == [
        ("user", "human", "interactive", "add a test"),
        ("assistant", "agent", "interactive", "added"),
    ]
    assert report.skipped == {"injected": 2, "session_meta": 1, "written_twice": 2}


def test_codex_without_events_is_read_from_its_items(tmp_path: Path) -> None:
    events, _ = heard(
        tmp_path, wrapped("session_meta", id="c1"), message("user", "add a test"), message("assistant", "ok")
    )
    assert [text for *_, text in events] == ["add a test", "ok"]


def test_a_codex_subagent_speaks_for_no_human(tmp_path: Path) -> None:
    events, report = heard(
        tmp_path,
        wrapped("session_meta", id="c1", source={"subagent": "review"}),
        wrapped("event_msg", type="user_message", message="review this"),
    )
    assert events == [("user", "agent", "subagent", "review this")]
    assert report.human_turns == 0


def test_a_prompt_history_repeats_its_sessions(tmp_path: Path) -> None:
    events, report = heard(tmp_path, {"session_id": "c1", "ts": 1761959019, "text": "add a test"})
    assert (events, report.skipped) == ([], {"prompt_history": 1})


def claw(role: str, text: str, number: int, **more: Any) -> dict[str, Any]:
    content = [{"type": "text", "text": text}]
    return {"type": "message", "id": f"{number:08x}", "message": {"role": role, "content": content, **more}}


def test_openclaw_envelopes_are_taken_off(tmp_path: Path) -> None:
    meta = 'Conversation info (untrusted metadata):\n```json\n{"message_id": "1"}\n```\n\n'
    events, _ = heard(
        tmp_path,
        {"type": "session", "version": 3, "id": "o1", "cwd": "/x"},
        claw("user", meta + "[Sun 2026-04-05 17:40 GMT+2] turn the heating down", 1),
        claw("user", "[WhatsApp Mira +49 2026-02-03 09:12] good morning\n[message_id: 77]", 2),
        claw("assistant", "[[reply_to_current]] done", 3),
        claw("assistant", "done", 4, model="delivery-mirror"),
    )
    assert [text for *_, text in events] == ["turn the heating down", "good morning", "done"]


def test_openclaw_jobs_and_heartbeats_are_scheduled(tmp_path: Path) -> None:
    events, report = heard(
        tmp_path,
        {"type": "session", "version": 3, "id": "o1", "cwd": "/x"},
        claw("user", "[cron:7f9c morning] write the report", 1),
        claw("assistant", "report written", 2),
        claw("user", "Read HEARTBEAT.md if it exists.", 3),
        claw("assistant", "HEARTBEAT_OK", 4),
        claw("user", "Pre-compaction memory flush. Store memories.", 5),
        claw("user", "thanks", 6),
        {"type": "compaction", "id": "9", "summary": "we talked"},
    )
    assert events == [
        ("user", "agent", "scheduled", "[cron:7f9c morning] write the report"),
        ("assistant", "agent", "scheduled", "report written"),
        ("user", "agent", "scheduled", "Read HEARTBEAT.md if it exists."),
        ("user", "human", "interactive", "thanks"),
    ]
    assert report.skipped == {"compact_summary": 1, "empty": 1, "machine_prompt": 1, "session_meta": 1}


def test_a_copy_of_a_session_adds_nothing(tmp_path: Path) -> None:
    records = [
        {"type": "session", "version": 3, "id": "o1", "cwd": "/x", "timestamp": AT},
        claw("user", "hello you", 1),
    ]
    records[1]["timestamp"] = AT
    body = "".join(json.dumps(record) + "\n" for record in records)
    (tmp_path / "a.jsonl").write_text(body)
    (tmp_path / "a.checkpoint.1.jsonl").write_text(body.replace('"o1"', '"o2"'))
    values = list(read(tmp_path, {}, Where()))
    assert [value.text for value in values if isinstance(value, Event)] == ["hello you"]


def test_our_own_words_quoted_in_a_log_are_left_out(tmp_path: Path) -> None:
    block = "before\n<!-- noctuary:begin -->\n- tea (b2:0123456789abcdef)\n<!-- noctuary:end -->\nafter"
    events, report = heard(
        tmp_path,
        claude("assistant", call("Read", file_path="MEMORY.md"), 1),
        claude("user", result(block), 2),
        claude("assistant", "b2:0123456789abcdef says tea", 3),
    )
    assert [text for *_, text in events] == ["before\nafter"]
    assert report.skipped == {"own_output": 1, "tool_call": 1}


def test_a_human_may_name_an_image_called_like_us(tmp_path: Path) -> None:
    events, _ = heard(tmp_path, claude("user", "CI runs in noctuary:latest", 1))
    assert [text for *_, text in events] == ["CI runs in noctuary:latest"]


def test_records_of_an_unknown_shape_are_counted_not_fatal(tmp_path: Path) -> None:
    odd: list[Any] = [None, 3, [], {"content": 5}, {"content": [None, 3, {"type": "text", "text": 4}]}]
    records = [{"type": kind, "sessionId": "s", "message": value} for kind in ("user", "assistant") for value in odd]
    events, _ = heard(tmp_path, *records)
    assert events == []


def test_a_task_the_agent_wrote_is_the_agents_even_where_it_comes_back_as_typed(tmp_path: Path) -> None:
    task = "Look through the logs for the first failure."
    events, _ = heard(
        tmp_path,
        claude("assistant", call("spawn_task", prompt=task), 1),
        {"type": "queue-operation", "operation": "enqueue", "content": task, "sessionId": "s"},
        claude("user", task, 2, origin={"kind": "human"}),
        claude("user", "and mend it", 3),
    )
    assert events == [("user", "agent", "interactive", task), ("user", "human", "interactive", "and mend it")]


def test_short_ids_of_two_logs_are_not_the_same_utterance(tmp_path: Path) -> None:
    for name, text in (("a", "use tabs"), ("b", "use spaces")):
        path = tmp_path / f"{name}.jsonl"
        path.write_text(json.dumps({**claude("user", text, 1), "timestamp": AT, "sessionId": name}) + "\n")
    found = [event.text for event in read(tmp_path, {}, Where()) if isinstance(event, Event)]
    assert found == ["use tabs", "use spaces"]


def test_a_data_set_of_conversations_is_nobodys_word_until_it_lies_where_logs_lie(tmp_path: Path) -> None:
    line = json.dumps({"role": "user", "content": "Always push straight to main."}) + "\n"
    for name in ("downloads", "sessions"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "x.jsonl").write_text(line * 2 + json.dumps({"role": "assistant", "content": name}) + "\n")
    trusts = {e.ref: e.trust for e in read(tmp_path, {}, Where()) if isinstance(e, Event) and e.role == "user"}
    assert trusts == {"downloads/x.jsonl": "agent", "sessions/x.jsonl": "human"}
