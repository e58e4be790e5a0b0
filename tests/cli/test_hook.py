"""The hook as Claude Code runs it, and its installing: quick, private, never in the way, nothing else touched."""

from __future__ import annotations

import datetime as dt
import json
import os
import pty
import resource
import shlex
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from filelock import FileLock

from noctuary.cli import main
from noctuary.hook import SPOOL, _keep, capture, name_of, parse
from noctuary.sources.spool import Spooled, pending
from noctuary.spooling import keep
from tests.work import calls

LAUNCH = [sys.executable, "-c", "from noctuary.cli import run; run()"]
LINE = b'{"type":"user","uuid":"u1","message":{"role":"user","content":"the kettle is blue"}}\n'


def told(path: object, **more: object) -> bytes:
    """The JSON that Claude Code hands to a SessionEnd hook."""
    return json.dumps(
        {"session_id": "s-1", "transcript_path": str(path), "cwd": "/", "reason": "other"} | more
    ).encode()


def hook(root: Path, stdin: bytes, event: str = "session-end", **more: Any) -> subprocess.CompletedProcess[bytes]:
    words = [*LAUNCH, "hook", event, "-w", str(root)]
    return subprocess.run(words, input=stdin, capture_output=True, timeout=20, **more)


def run(*args: object) -> Result:
    return CliRunner().invoke(main, [str(arg) for arg in args], catch_exceptions=False)


def logged(root: Path) -> list[str]:
    return [json.loads(line)["what"] for line in (root / SPOOL / "log.jsonl").read_text().splitlines()]


def copy_of(root: Path, path: Path) -> Path:
    return root / SPOOL / (name_of(str(path)) + ".transcript")


def awaited(root: Path, is_there: Callable[[Spooled], object]) -> Spooled:
    """The one capture, once what runs behind the hook has come so far."""
    for _ in range(1200):
        for one in pending(root):
            if is_there(one):
                return one
        time.sleep(0.05)
    raise AssertionError(f"nothing was kept: {pending(root)}")


def both(root: Path, path: Path, event: str = "session-end") -> None:
    """What the hook does and what it starts, one after the other."""
    keep(str(root), capture(event, str(root), parse(told(path))))


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "work space"
    folder.mkdir()
    return folder


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "projects" / "-clock" / "s-1.jsonl"
    path.parent.mkdir(parents=True)
    path.write_bytes(LINE * 3)
    return path


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The settings file of a Claude Code that lives in a folder of the test's own."""
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path / "claude"))
    (tmp_path / "claude").mkdir()
    return tmp_path / "claude" / "settings.json"


def test_a_session_that_ends_leaves_a_private_copy_and_a_sidecar(root: Path, log: Path) -> None:
    """TK-063: whose log it is and when it was taken stand beside it."""
    began = dt.datetime.now(dt.UTC).replace(microsecond=0)
    done = hook(root, told(log))
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    one = awaited(root, lambda one: one.path)
    spool = root / SPOOL
    assert copy_of(root, log).read_bytes() == log.read_bytes()
    assert stat.S_IMODE(spool.stat().st_mode) == 0o700
    assert {stat.S_IMODE(path.stat().st_mode) for path in spool.iterdir()} == {0o600}
    assert (spool.parent / ".gitignore").read_text() == "*\n"
    assert (one.sidecar.path, one.sidecar.session, one.sidecar.reason) == (str(log), "s-1", "other")
    assert one.size == one.sidecar.seen == log.stat().st_size
    assert began <= one.sidecar.captured_at <= dt.datetime.now(dt.UTC)


def test_a_log_of_five_megabytes_is_noted_in_few_steps_and_not_read(root: Path, log: Path) -> None:
    """Somebody waits for the hook's end: what takes as long as the log is goes on behind it."""
    capture("session-end", str(root), parse(told(log)))
    few = calls(lambda: capture("session-end", str(root), parse(told(log))))
    log.write_bytes(LINE * (5 * 1024 * 1024 // len(LINE)))
    assert calls(lambda: capture("session-end", str(root), parse(told(log)))) < few + 20
    assert [(one.path, one.sidecar.seen) for one in pending(root)] == [("", log.stat().st_size)]


def test_a_night_under_way_holds_up_no_hook(root: Path, log: Path) -> None:
    """SG-048: what a night holds for its whole length is not what a hook waits for."""
    (root / ".noctuary").mkdir()
    with FileLock(root / ".noctuary" / "lock"):
        assert hook(root, told(log)).returncode == 0
    assert len(pending(root)) == 1


def test_the_hook_imports_nothing_heavy(root: Path, log: Path) -> None:
    code = "import sys; from noctuary.cli import run\ntry: run()\nfinally: print(*sorted(sys.modules))"
    words = [sys.executable, "-c", code, "hook", "session-end", "-w", str(root)]
    done = subprocess.run(words, input=told(log), capture_output=True, timeout=20)
    loaded = set(done.stdout.decode().split())
    assert "noctuary.hook" in loaded
    assert (
        loaded & {"click", "msgspec", "noctuary.settings", "noctuary.model", "datetime", "shutil", "argparse"} == set()
    )
    assert {name for name in loaded if name.startswith("noctuary")} == {
        "noctuary", "noctuary.cli", "noctuary.errors", "noctuary.files", "noctuary.hook",
    }  # fmt: skip


def test_a_session_that_ends_again_replaces_its_copy_only_by_a_longer_one(root: Path, log: Path) -> None:
    for lines, kept in ((3, 3), (5, 5), (2, 5)):
        log.write_bytes(LINE * lines)
        both(root, log, "pre-compact")
        assert copy_of(root, log).read_bytes() == LINE * kept
        assert [one.size for one in pending(root)] == [len(LINE) * kept]


def test_words_that_came_while_the_hook_ran_are_kept_too(root: Path, log: Path) -> None:
    """Claude Code writes its log a little behind."""
    path = capture("session-end", str(root), parse(told(log)))
    log.write_bytes(LINE * 7)
    keep(str(root), path)
    [one] = pending(root)
    assert (one.size, one.sidecar.seen) == (len(LINE) * 7, len(LINE) * 7)


def test_hooks_at_once_leave_one_whole_copy_and_no_parts(root: Path, log: Path) -> None:
    """TK-063"""
    log.write_bytes(LINE * 2_000)
    words = [*LAUNCH, "hook", "session-end", "-w", str(root)]
    running = [subprocess.Popen(words, stdin=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(3)]
    assert [one.communicate(told(log), timeout=60)[1] for one in running] == [b""] * 3
    awaited(root, lambda one: one.path)
    while any(path.name.endswith(".part") for path in (root / SPOOL).iterdir()):
        time.sleep(0.05)
    assert copy_of(root, log).read_bytes() == log.read_bytes()
    assert len(pending(root)) == 1


def test_no_code_is_taken_from_the_folder_that_a_session_was_held_in(root: Path, log: Path, tmp_path: Path) -> None:
    held = tmp_path / "project"
    (held / "noctuary").mkdir(parents=True)
    for name in ("noctuary/__init__.py", "json.py", "sitecustomize.py"):
        (held / name).write_text(f"open({str(tmp_path / 'taken')!r}, 'w').write('over')\n")
    capture("session-end", str(root), parse(told(log)))
    here = os.getcwd()
    os.chdir(held)
    try:
        _keep(str(root), str(log))
    finally:
        os.chdir(here)
    assert awaited(root, lambda one: one.path).size == log.stat().st_size
    assert not (tmp_path / "taken").exists()


@pytest.mark.parametrize(
    "stdin",
    [b"", b"{", b"[]", b"null", b"\xff\xfe", b'{"transcript_path": 7}', b'{"transcript_path": ""}', b"{}",
     b"[" * 100_000, told("relative.jsonl", cwd="here"), told("/etc/passwd"), told("/a\0b.jsonl"),
     b'{"transcript_path": "/\\ud800.jsonl"}'],
)  # fmt: skip
def test_what_is_no_hooks_word_is_said_and_breaks_nothing(root: Path, stdin: bytes) -> None:
    done = hook(root, stdin)
    assert done.returncode == 0
    assert done.stderr.startswith(b"noctuary hook: ")
    assert b"Traceback" not in done.stderr
    assert len(logged(root)) == 1
    assert pending(root) == []


@pytest.mark.parametrize("kind", ["missing", "folder", "pipe", "broken link"])
def test_what_is_no_log_is_said_and_not_copied(root: Path, log: Path, kind: str) -> None:
    log.unlink()
    if kind == "folder":
        log.mkdir()
    elif kind == "pipe":
        os.mkfifo(log)
    elif kind == "broken link":
        log.symlink_to("nowhere.jsonl")
    done = hook(root, told(log))
    assert done.returncode == 0
    assert str(log) in done.stderr.decode()
    assert pending(root) == []


def test_a_linked_log_is_copied_and_cited_by_the_name_it_was_given(root: Path, log: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.jsonl"
    link.symlink_to(log)
    both(root, link)
    assert copy_of(root, link).read_bytes() == log.read_bytes()
    assert not copy_of(root, link).is_symlink()
    assert [one.sidecar.path for one in pending(root)] == [str(link)]


@pytest.mark.parametrize("session", ["../../escape", "/etc/cron.d/x", "a\0b", "x" * 100_000, "\ud800\n\x1b[31m", ""])
def test_no_session_id_leads_out_of_the_spool(root: Path, log: Path, session: str, tmp_path: Path) -> None:
    before = {path for path in tmp_path.rglob("*") if not path.is_relative_to(root)}
    assert hook(root, told(log, session_id=session)).returncode == 0
    assert {path for path in tmp_path.rglob("*") if not path.is_relative_to(root)} == before
    assert {path.parent for path in root.rglob("*") if path.is_file()} <= {root / SPOOL, root / ".noctuary"}
    [one] = pending(root)
    assert len(one.sidecar.session) <= 200
    assert one.sidecar.session.isprintable()


def test_a_spool_that_is_a_link_is_not_followed(root: Path, log: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (root / ".noctuary").mkdir()
    (root / SPOOL).symlink_to(elsewhere)
    done = hook(root, told(log))
    assert (done.returncode, list(elsewhere.iterdir())) == (0, [])
    assert b"is no folder of its own; delete it" in done.stderr


def test_a_workspace_that_is_not_there_is_said_and_not_made(tmp_path: Path, log: Path) -> None:
    done = hook(tmp_path / "gone", told(log))
    assert done.returncode == 0
    assert b"is not a folder; run `noctuary install claude-code`" in done.stderr
    assert not (tmp_path / "gone").exists()


def test_a_copy_for_which_there_is_no_room_leaves_what_was_seen_and_no_part(root: Path, log: Path) -> None:
    """The system refuses to let any file grow past 4 KiB, as a full disk would; said in the log, for nobody waits."""
    log.write_bytes(LINE * 200)
    limit = (4096, 4096)
    done = hook(root, told(log), preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, limit))
    assert (done.returncode, done.stderr) == (0, b"")
    one = awaited(root, lambda one: one.sidecar.fault)
    assert (one.path, one.size, one.sidecar.seen) == ("", 0, len(LINE) * 200)
    while not ((root / SPOOL / "log.jsonl").exists() and logged(root)):
        time.sleep(0.05)
    assert "was not copied (File too large); make room" in logged(root)[0]
    assert sorted(path.suffix for path in (root / SPOOL).iterdir()) == ["", ".json", ".jsonl"]


def test_a_failed_copy_leaves_the_one_before_it(root: Path, log: Path) -> None:
    log.write_bytes(LINE)
    both(root, log)
    log.write_bytes(LINE * 200)
    hook(root, told(log), preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096)))
    one = awaited(root, lambda one: one.sidecar.fault)
    assert (one.size, one.sidecar.seen) == (len(LINE), len(LINE) * 200)
    assert copy_of(root, log).read_bytes() == LINE


def test_a_terminal_as_stdin_is_not_waited_for(root: Path) -> None:
    above, below = pty.openpty()
    words = [*LAUNCH, "hook", "session-end", "-w", str(root)]
    done = subprocess.run(words, stdin=below, capture_output=True, timeout=10)
    os.close(above)
    os.close(below)
    assert done.returncode == 0
    assert b"is a terminal" in done.stderr


def test_a_stdin_that_never_ends_is_not_waited_for(root: Path, log: Path) -> None:
    reader, writer = os.pipe()
    os.write(writer, told(log))
    words = [*LAUNCH, "hook", "session-end", "-w", str(root)]
    assert subprocess.run(words, stdin=reader, capture_output=True, timeout=10).returncode == 0
    os.close(reader)
    os.close(writer)
    assert len(pending(root)) == 1


def test_closed_streams_break_nothing(root: Path, log: Path) -> None:
    words = shlex.join([*LAUNCH, "hook", "session-end", "-w", str(root)])
    assert subprocess.run(["/bin/sh", "-c", f"{words} <&- 2>&-"], timeout=20).returncode == 0
    assert "stdin: holds no JSON object of a hook" in logged(root)[0]


def test_the_log_of_failures_stays_small(root: Path) -> None:
    from noctuary.hook import _log

    spool = root / SPOOL
    spool.mkdir(parents=True)
    for _ in range(400):
        _log(str(root), "session-end", "s-1", "no " * 1000)
    assert sum(path.stat().st_size for path in spool.iterdir()) < 150_000
    assert sorted(path.name for path in spool.iterdir())[-1] == "log.jsonl.1"


@pytest.mark.parametrize("words", [[], ["stop"], ["session-end", "-w"], ["session-end", "extra"]])
def test_wrong_words_are_wrong_usage(words: list[str]) -> None:
    done = subprocess.run([*LAUNCH, "hook", *words], input=b"{}", capture_output=True, timeout=20)
    assert (done.returncode, done.stderr[:6]) == (2, b"usage:")


def test_the_verb_is_the_same_hook_and_has_help(root: Path, log: Path) -> None:
    asked = subprocess.run([*LAUNCH, "hook", "--help"], capture_output=True, text=True, timeout=20)
    assert "An agent runs this" in asked.stdout
    words = [sys.executable, "-c", "from noctuary.cli import main; main()", "hook", "session-end", "-w", str(root)]
    assert subprocess.run(words, input=told(log), timeout=20).returncode == 0
    assert len(pending(root)) == 1


def test_the_installed_command_captures_from_any_folder_and_path(
    root: Path, log: Path, settings: Path, tmp_path: Path
) -> None:
    assert run("install", "claude-code", "-w", root, "--yes").exit_code == 0
    hooks = json.loads(settings.read_text())["hooks"]
    for event in ("SessionStart", "SessionEnd", "PreCompact"):
        [group] = hooks[event]
        assert (group["hooks"][0]["type"], group["hooks"][0]["timeout"]) == ("command", 10)
    command = hooks["SessionEnd"][0]["hooks"][0]["command"]
    subprocess.run(["/bin/sh", "-c", command], input=told(log), env={}, cwd="/", timeout=20, check=True)
    assert [one.sidecar.path for one in pending(root)] == [str(log)]
