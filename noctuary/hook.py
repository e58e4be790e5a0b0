"""Copies a session's log into a workspace the moment its owner's hook says it ends. Reads no line of it.

Only a little of the standard library is imported, and never click: a hook runs while somebody waits.
"""

from __future__ import annotations

import fcntl
import json
import os
import select
import stat
import sys
import time

from noctuary import files
from noctuary.errors import NoctuaryError, WorkspaceError

EVENTS = {"session-end": "SessionEnd", "pre-compact": "PreCompact"}
USAGE = f"usage: noctuary hook {'|'.join(EVENTS)} [-w WORKSPACE] < JSON"
SPOOL = os.path.join(".noctuary", "spool")
COPY, SIDECAR, LOG, LOCK = ".transcript", ".json", "log.jsonl", ".lock"
_MOST_TOLD = 1024 * 1024
_LARGEST_LOG = 64 * 1024
_PATIENCE = 1.0
_CHUNK = 1024 * 1024


def main(words: list[str]) -> int:
    """`noctuary hook`, without click: 2 where the words are wrong, else 0 whatever happens."""
    asked = _asked(words)
    if asked is None:
        print(USAGE, file=sys.stderr)
        return 2
    return run(*asked)


def run(event: str, root: str) -> int:
    """Capture what stdin tells of; a failure goes to stderr and the spool's log. Always 0: no session breaks."""
    session = ""
    try:
        told = parse(_stdin(0))
        session = _plain(told.get("session_id", ""))
        capture(event, root, told)
    except Exception as error:
        _complain(event, root, session, _words(error))
    return 0


def parse(told: bytes) -> dict[str, str]:
    """The texts of a hook's JSON object by key. NoctuaryError where it is none."""
    try:
        said = json.loads(told)
    except (ValueError, RecursionError):
        said = None
    if not isinstance(said, dict):
        raise NoctuaryError("stdin", "holds no JSON object of a hook", "let the agent run this, see docs/capture.md")
    return {key: value for key, value in said.items() if isinstance(value, str)}


def capture(event: str, root: str, told: dict[str, str]) -> None:
    """Copy the log named by `transcript_path` into the spool, with a sidecar that says what and whence.

    The longest copy of a log is kept. What was seen and could not be copied leaves a sidecar too. Nothing is
    forced to disk: a copy cut short by a power loss is known by its size. NoctuaryError and OSError tell why not.
    """
    top = os.path.abspath(os.path.expanduser(root))
    spool = _spool(top)
    path = _path(told)
    name = name_of(path)
    part = os.path.join(spool, f".{name}.{os.urandom(8).hex()}.part")
    source = _open(path)
    try:
        status = os.fstat(source)
        copied, fault = _copy(source, status.st_size, part, top)
    finally:
        os.close(source)
    sidecar: dict[str, str | int] = {
        "path": path,
        "session": _plain(told.get("session_id", "")),
        "event": event,
        "reason": _plain(told.get("reason") or told.get("trigger", "")),
        "size": copied,
        "seen": status.st_size,
        "mtime_ns": status.st_mtime_ns,
        "captured_at": _now(),
        "fault": fault,
    }
    _settle(top, name, part, sidecar)
    if fault:
        raise NoctuaryError(path, f"was not copied ({fault})", "make room on the disk and let `noctuary dream` read it")


def name_of(path: str) -> str:
    """The name of a log's copy in the spool: 24 hex digits of the path's BLAKE2b, so no name can lead elsewhere."""
    from hashlib import blake2b

    return blake2b(path.encode(), digest_size=12).hexdigest()


def held(root: str) -> int:
    """A descriptor that holds the spool of a workspace against other writers until it is closed."""
    lock = files.lockable(os.path.join(root, SPOOL, LOCK), root)
    fcntl.flock(lock, fcntl.LOCK_EX)
    return lock


def _asked(words: list[str]) -> tuple[str, str] | None:
    event, root = "", "."
    rest = iter(words)
    for word in rest:
        if word in ("-w", "--workspace"):
            root = next(rest, "")
        elif word.startswith("--workspace="):
            root = word.partition("=")[2]
        elif word in EVENTS and not event:
            event = word
        else:
            return None
    return (event, root) if event and root else None


def _stdin(source: int) -> bytes:
    """What stdin holds until it ends, pauses for a second, or is larger than a hook's word."""
    if os.isatty(source):
        raise NoctuaryError("stdin", "is a terminal, no hook's JSON", "let the agent run this, see docs/capture.md")
    told = b""
    while len(told) < _MOST_TOLD and select.select([source], [], [], _PATIENCE)[0]:
        read = os.read(source, _CHUNK)
        if not read:
            break
        told += read
    return told


def _path(told: dict[str, str]) -> str:
    path = os.path.join(told.get("cwd", ""), os.path.expanduser(told.get("transcript_path", "")))
    if not path.endswith(".jsonl") or not os.path.isabs(path) or "\0" in path:
        raise NoctuaryError("transcript_path", "names no .jsonl file by its whole path", "see docs/capture.md")
    return os.path.normpath(path)


def _open(path: str) -> int:
    """A regular file opened for reading; a link is followed, a pipe is not waited for."""
    try:
        source = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        raise NoctuaryError(path, "is not there", "nothing to do if nobody said anything in that session") from None
    if not stat.S_ISREG(os.fstat(source).st_mode):
        os.close(source)
        raise NoctuaryError(path, "is no file", "name the session's log in transcript_path")
    return source


def _spool(root: str) -> str:
    """The spool of a workspace, private to its owner, made where it is missing; never the workspace itself."""
    if not os.path.isdir(root):
        raise WorkspaceError(root, "is not a folder", "run `noctuary install claude-code` with its present place")
    spool = os.path.join(root, SPOOL)
    derived = os.path.dirname(spool)
    for folder in (derived, spool):
        if os.path.lexists(folder) and not stat.S_ISDIR(os.lstat(folder).st_mode):
            raise NoctuaryError(folder, "is no folder of its own", "delete it; the next hook makes it")
    files.make_folder(derived, root)
    files.create(os.path.join(derived, ".gitignore"), root, b"*\n", mode=0o644)
    files.make_folder(spool, root, mode=0o700)
    files.make_private(spool, root)
    return spool


def _copy(source: int, size: int, part: str, root: str) -> tuple[int, str]:
    """Bytes copied, of the `size` there were at the beginning, and why it ended early. No bytes: no part."""
    copied = 0
    try:
        with files.created(part, root, mode=0o600) as target:
            while copied < size and (chunk := os.read(source, min(_CHUNK, size - copied))):
                target.write(chunk)
                copied += len(chunk)
    except OSError as error:
        files.remove(part, root)
        return 0, error.strerror or "unknown error"
    return copied, ""


def _settle(root: str, name: str, part: str, sidecar: dict[str, str | int]) -> None:
    """Let the part become the copy unless a longer one is there; then say so in the sidecar."""
    copy = os.path.join(root, SPOOL, name + COPY)
    lock = held(root)
    try:
        there = os.lstat(copy).st_size if os.path.lexists(copy) else 0
        if sidecar["fault"]:
            sidecar["size"] = there
        elif int(sidecar["size"]) < there:
            files.remove(part, root)
            return
        else:
            files.move(part, copy, root)
        told = json.dumps(sidecar).encode() + b"\n"
        files.replace(os.path.join(root, SPOOL, name + SIDECAR), told, root, mode=0o600, durable=False)
    finally:
        os.close(lock)


def _complain(event: str, root: str, session: str, what: str) -> None:
    """Say it on stderr and in the log of a workspace that is there; where even that fails, stay silent."""
    try:
        os.write(2, f"noctuary hook: {what}\n".encode(errors="replace"))
    except OSError:
        event += " (stderr closed)"
    try:
        top = os.path.abspath(os.path.expanduser(root))
        _spool(top)
        _log(top, event, session, what)
    except (OSError, ValueError, NoctuaryError):
        return


def _log(root: str, event: str, session: str, what: str) -> None:
    """Append a line; a log that has grown past 64 KiB becomes the one older log that is kept."""
    path = os.path.join(root, SPOOL, LOG)
    line = json.dumps({"at": _now(), "event": event, "session": session, "what": what[:1000]}).encode() + b"\n"
    files.append(path, line, root, mode=0o600, durable=False)
    if os.lstat(path).st_size > _LARGEST_LOG:
        files.move(path, path + ".1", root)


def _words(error: Exception) -> str:
    if isinstance(error, OSError):
        return f"{error.filename or 'file'}: {error.strerror or error}; see that there is room and it may be used"
    return str(error) if isinstance(error, NoctuaryError) else f"{type(error).__name__}: {error}; report it"


def _plain(text: str) -> str:
    return "".join(letter for letter in text if letter.isprintable())[:200]


def _now() -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
