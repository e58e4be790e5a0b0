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
from hypothesis import given
from hypothesis import strategies as st

from noctuary.cli import claude_settings as claude
from noctuary.cli import main
from noctuary.errors import SettingsError
from noctuary.hook import SPOOL, _keep, capture, name_of, parse
from noctuary.sources.spool import Spooled, pending
from noctuary.spooling import keep
from tests.work import calls

LAUNCH = [sys.executable, "-c", "from noctuary.cli import run; run()"]
LINE = b'{"type":"user","uuid":"u1","message":{"role":"user","content":"the kettle is blue"}}\n'
ROOT = Path("/home/kim/my clock")


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
    assert b"is not a folder; run `noctuary install claude-code -w`" in done.stderr
    assert not (tmp_path / "gone").exists()


def test_a_copy_for_which_there_is_no_room_leaves_what_was_seen_and_no_part(root: Path, log: Path) -> None:
    """The system refuses to let any file grow past 4 KiB, as a full disk would; said in the log, for nobody waits."""
    log.write_bytes(LINE * 200)
    limit = (4096, 4096)
    done = hook(root, told(log), preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, limit))
    assert (done.returncode, done.stderr) == (0, b"")
    one = awaited(root, lambda one: one.sidecar.fault)
    assert (one.path, one.size, one.sidecar.seen) == ("", 0, len(LINE) * 200)
    while not (root / SPOOL / "log.jsonl").exists():
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
    assert "Bad file descriptor" in logged(root)[0]


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
    assert run("install", "claude-code", "-w", root).exit_code == 0
    hooks = json.loads(settings.read_text())["hooks"]
    for event in ("SessionEnd", "PreCompact"):
        [group] = hooks[event]
        assert (group["hooks"][0]["type"], group["hooks"][0]["timeout"]) == ("command", 10)
    command = hooks["SessionEnd"][0]["hooks"][0]["command"]
    subprocess.run(["/bin/sh", "-c", command], input=told(log), env={}, cwd="/", timeout=20, check=True)
    assert [one.sidecar.path for one in pending(root)] == [str(log)]


@pytest.mark.parametrize(
    "text",
    ['{\n  "model": "opus"\n}\n', '{\n\t"model": "ü",\n\t"hooks": {}\n}', '{"a":[1,2]}', "{}\n",
     '{\r\n    "n": 1e5,\r\n    "deny": ["x", "y"]\r\n}\r\n', '\ufeff{"a": "\\u00e9"}',
     '{"hooks": {"SessionEnd": [{"matcher": "clear", "hooks": []}], "Stop": [7]}}'],
)  # fmt: skip
def test_install_and_uninstall_leave_every_byte_as_it_was(root: Path, settings: Path, text: str) -> None:
    settings.write_bytes(text.encode())
    settings.chmod(0o600)
    assert run("install", "claude-code", "-w", root).exit_code == 0
    assert settings.read_bytes() != text.encode()
    assert claude.parse(settings.read_bytes(), "")["hooks"]["SessionEnd"]
    assert stat.S_IMODE(settings.stat().st_mode) == 0o600
    assert run("uninstall", "claude-code", "-w", root).exit_code == 0
    assert settings.read_bytes() == text.encode()
    assert [path.name for path in settings.parent.iterdir()] == ["settings.json"]


def test_a_settings_file_that_install_made_is_taken_away_again(root: Path, settings: Path) -> None:
    run("install", "claude-code", "-w", root)
    assert settings.read_text().startswith('{\n  "hooks": {\n')
    run("uninstall", "claude-code", "-w", root)
    assert not settings.exists()


def test_what_was_changed_since_stays_changed(root: Path, settings: Path) -> None:
    settings.write_text('{\n  "model": "opus"\n}\n')
    run("install", "claude-code", "-w", root)
    settings.write_text(settings.read_text().replace("opus", "sonnet"))
    run("uninstall", "claude-code", "-w", root)
    assert settings.read_text() == '{\n  "model": "sonnet"\n}\n'


def test_install_twice_changes_nothing_and_keeps_the_first_backup(root: Path, settings: Path) -> None:
    settings.write_text('{"model": "opus"}')
    run("install", "claude-code", "-w", root)
    once = settings.read_bytes()
    assert "has the hooks already" in run("install", "claude-code", "-w", root).output
    settings.write_bytes(once.replace(b"/noctuary hook", b"/old/noctuary hook"))
    run("install", "claude-code", "-w", root)
    assert settings.read_bytes() == once
    assert settings.with_name("settings.json.before-noctuary").read_text() == '{"model": "opus"}'


def test_each_workspace_has_hooks_of_its_own(root: Path, settings: Path, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    run("install", "claude-code", "-w", root)
    alone = settings.read_bytes()
    run("install", "claude-code", "-w", tmp_path / "other")
    run("uninstall", "claude-code", "-w", tmp_path / "other")
    assert settings.read_bytes() == alone
    assert "has no hooks of" in run("uninstall", "claude-code", "-w", tmp_path / "other").output


@pytest.mark.parametrize(
    "text", ["{oops", "[]", '{"hooks": []}', '{"hooks": {"SessionEnd": {}}}', '{"a": 1, "a": 2}', '{"a": NaN}'],
)  # fmt: skip
def test_settings_that_are_broken_are_refused_and_not_touched(root: Path, settings: Path, text: str) -> None:
    settings.write_text(text)
    for verb in ("install", "uninstall"):
        result = run(verb, "claude-code", "-w", root)
        assert (result.exit_code, "nothing was changed" in result.output) == (2, True)
    assert settings.read_text() == text
    assert len(list(settings.parent.iterdir())) == 1


def test_a_dry_run_shows_the_change_and_makes_none(
    root: Path, settings: Path, tmp_path: Path, bytes_of: Callable[[Path], dict[str, bytes]]
) -> None:
    settings.write_text("{}")
    before = bytes_of(tmp_path)
    result = run("install", "claude-code", "-w", root, "--dry-run", "--sources")
    assert '+    "SessionEnd": [' in result.output
    assert '+sessions = ["**/*.jsonl", ' in result.output
    assert bytes_of(tmp_path) == before


def test_a_linked_settings_file_stays_a_link(root: Path, settings: Path, tmp_path: Path) -> None:
    target = tmp_path / "dotfiles.json"
    target.write_text('{"model": "opus"}')
    settings.symlink_to(target)
    run("install", "claude-code", "-w", root)
    assert settings.is_symlink()
    assert "SessionEnd" in json.loads(target.read_text())["hooks"]


def test_an_empty_settings_file_takes_the_hooks_and_is_empty_again(root: Path, settings: Path) -> None:
    settings.write_text("")
    assert run("install", "claude-code", "-w", root).exit_code == 0
    assert "SessionEnd" in json.loads(settings.read_text())["hooks"]
    run("uninstall", "claude-code", "-w", root)
    assert settings.read_bytes() == b""


def test_two_settings_files_at_once_are_refused(root: Path, settings: Path) -> None:
    result = run("install", "claude-code", "-w", root, "--project", "--local")
    assert (result.exit_code, "give one of them" in result.output) == (2, True)
    assert not (root / ".claude").exists()


@pytest.mark.parametrize(("flag", "name"), [("--project", "settings.json"), ("--local", "settings.local.json")])
def test_a_projects_hooks_stand_in_its_own_folder(root: Path, settings: Path, flag: str, name: str) -> None:
    result = run("install", "claude-code", "-w", root, flag)
    assert "SessionEnd" in json.loads((root / ".claude" / name).read_text())["hooks"]
    assert not settings.exists()
    dashed = str(root).replace("/", "-").replace(" ", "-").replace("_", "-")
    assert f"/projects/{dashed}/**/*.jsonl" in result.output
    run("uninstall", "claude-code", "-w", root, flag)
    assert list((root / ".claude").iterdir()) == []


@pytest.mark.parametrize(
    "before", [None, 'timezone = "UTC"\n', "[decay]\nfresh = 0.8", '[sources]\nnote_trust = "human"\n']
)
def test_sources_are_named_where_no_other_byte_has_to_change(root: Path, settings: Path, before: str | None) -> None:
    path = root / "noctuary.toml"
    if before is not None:
        path.write_text(before)
    result = run("install", "claude-code", "-w", root, "--sources")
    assert f"wrote {path}" in result.output
    assert path.read_text().startswith(before or "[sources]\n")
    assert "names their logs" in run("install", "claude-code", "-w", root).output


@pytest.mark.parametrize(
    "before", ['[sources]\nsessions = ["a/*.jsonl"]\n', "[sources]\nnotes = []\n[decay]\nfresh = 0.8\n"]
)
def test_sources_that_cannot_be_appended_are_told(root: Path, settings: Path, before: str) -> None:
    path = root / "noctuary.toml"
    path.write_text(before)
    result = run("install", "claude-code", "-w", root, "--sources")
    assert path.read_text() == before
    assert 'let [sources] say\nsessions = ["' in result.output


TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=8,
)
GROUPS = st.lists(
    JSON
    | st.fixed_dictionaries({"hooks": st.lists(JSON | st.just({"type": "command", "command": "noctuary hook x"}))}),
    max_size=3,
)
SETTINGS = st.dictionaries(TEXT, JSON, max_size=4).flatmap(
    lambda rest: st.fixed_dictionaries(
        {}, optional={"hooks": st.dictionaries(st.sampled_from(["SessionEnd", "PreCompact", "Stop"]), GROUPS)}
    ).map(lambda hooks: {key: value for key, value in rest.items() if key != "hooks"} | hooks)
)
LAYOUTS = st.sampled_from([{"indent": 2}, {"indent": 4}, {"indent": "\t"}, {}, {"separators": (",", ":")}])


@given(SETTINGS, LAYOUTS)
def test_hooks_are_added_once_and_taken_away_whole(settings: dict[str, Any], layout: dict[str, Any]) -> None:
    """For any settings in any layout: idempotent, nothing else changed, undone to the byte with the backup."""
    data = json.dumps(settings, ensure_ascii=False, **layout).encode()
    wanted = claude.commands(ROOT)
    made = claude.merged(claude.parse(data, ""), wanted, ROOT)
    assert claude.merged(made, wanted, ROOT) == made
    assert claude.installed(made, ROOT) == wanted
    assert {key: value for key, value in made.items() if key != "hooks"} == {
        key: value for key, value in settings.items() if key != "hooks"
    }
    written = claude.dumped(made, data)
    assert claude.parse(written, "") == made
    assert claude.restored(made, written, data, ROOT) == data
    left = claude.without(made, ROOT)
    assert _full(left) == _full(settings)
    assert claude.without(left, ROOT) == left


@given(st.binary(max_size=60))
def test_any_bytes_are_settings_or_refused(data: bytes) -> None:
    try:
        settings = claude.parse(data, "settings.json")
    except SettingsError as error:
        settings = {"refused": str(error)}
    assert settings.get("refused", "nothing was changed").endswith("nothing was changed")


def _full(settings: dict[str, Any]) -> dict[str, Any]:
    """Settings without our events' lists and hooks where they are empty: what uninstalling cannot tell apart."""
    hooks = {event: groups for event, groups in settings.get("hooks", {}).items() if groups or event == "Stop"}
    return {key: value for key, value in settings.items() if key != "hooks"} | ({"hooks": hooks} if hooks else {})
