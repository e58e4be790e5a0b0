"""Notes in a workspace that a session ended, and has its log kept there. Reads and copies no byte of the log.

Only a little of the standard library is imported, and never click: a hook runs while somebody waits. What a log says
may be a secret, and the guard that finds it takes longer to load than anybody waits; so a process of its own, which
outlives the hook, writes the copy (`noctuary.spooling`), and nothing that was not guarded is ever written.
"""

from __future__ import annotations

import fcntl
import json
import os
import select
import stat
import sys
import time
from typing import Any

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
_COUNTED = ("size", "kept", "seen")
_KEEPER = "from noctuary.spooling import main; main()"
_CALLED = "0123456789abcdef-"


def main(words: list[str]) -> int:
    """`noctuary hook`, without click: 2 where the words are wrong, else 0 whatever happens."""
    asked = _asked(words)
    if asked is None:
        print(USAGE, file=sys.stderr)
        return 2
    return run(*asked)


def run(event: str, root: str) -> int:
    """Capture what stdin tells of; a failure goes to stderr and the spool's log. Always 0: no session breaks."""
    told: dict[str, str] = {}
    try:
        told = parse(_stdin(0))
        _keep(root, capture(event, root, told))
    except Exception as error:
        complain(event, root, told, _words(error))
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


def capture(event: str, root: str, told: dict[str, str]) -> str:
    """Note in a sidecar that the log named by `transcript_path` was seen, how long, and whence; its path.

    What is known of a copy already there stays noted. NoctuaryError and OSError tell why not.
    """
    top = os.path.abspath(os.path.expanduser(root))
    _spool(top)
    path = _path(told)
    source = open_log(path)
    try:
        status = os.fstat(source)
    finally:
        os.close(source)
    lock = held(top)
    try:
        before = noted(top, path)
        if status.st_size >= before.get("seen", 0):
            seen: dict[str, str | int] = {
                "path": path,
                "session": _plain(told.get("session_id", "")),
                "event": event,
                "reason": _plain(told.get("reason") or told.get("trigger", "")),
                "seen": status.st_size,
                "mtime_ns": status.st_mtime_ns,
                "captured_at": _now(),
            }
            note(top, {"size": 0, "kept": 0, "sha256": "", "fault": ""} | before | seen)
    finally:
        os.close(lock)
    return path


def noted(root: str, path: str) -> Any:
    """What the sidecar of a log says of it; nothing where there is none, or none that can be read."""
    try:
        told = json.loads(files.read(os.path.join(root, SPOOL, name_of(path) + SIDECAR), root))
    except (OSError, ValueError, RecursionError, NoctuaryError):
        return {}
    return told if isinstance(told, dict) and all(type(told.get(name)) is int for name in _COUNTED) else {}


def note(root: str, sidecar: dict[str, str | int]) -> None:
    """Write a log's sidecar; whoever does holds the spool."""
    path = os.path.join(root, SPOOL, name_of(str(sidecar["path"])) + SIDECAR)
    files.replace(path, json.dumps(sidecar).encode() + b"\n", root, mode=0o600, durable=False)


def _keep(root: str, path: str) -> None:
    """Start the process that keeps a guarded copy of a log. It is nobody's child to wait for, and writes to no stream.

    Code is imported from where this is installed alone, never from the folder that the session was held in.
    """
    top = os.path.abspath(os.path.expanduser(root))
    words = [sys.executable, "-P", "-c", _KEEPER, top, path]
    streams = [
        (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
        (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
        (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
    ]
    try:
        os.posix_spawn(sys.executable, words, os.environ, file_actions=streams, setsid=True)
    except NotImplementedError:
        os.posix_spawn(sys.executable, words, os.environ, file_actions=streams, setpgroup=0)


def name_of(path: str) -> str:
    """The name of a log's copy in the spool: 24 hex digits of the path's BLAKE2b, so no name can lead elsewhere."""
    from hashlib import blake2b

    return blake2b(path.encode(errors="replace"), digest_size=12).hexdigest()


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


def open_log(path: str) -> int:
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


def complain(event: str, root: str, told: dict[str, str], what: str) -> None:
    """Say it on stderr and in the log of a workspace that is there; where even that fails, stay silent.

    In the log a session's log is called by its name where that is an id, else by its copy's: a name may be a secret.
    """
    try:
        os.write(2, f"noctuary hook: {what}\n".encode(errors="replace"))
    except OSError:
        event += " (stderr closed)"
    try:
        top = os.path.abspath(os.path.expanduser(root))
        _spool(top)
        if path := told.get("transcript_path", ""):
            what = what.replace(path, _called(path))
        _log(top, event, _plain(told.get("session_id", "")), what)
    except (OSError, ValueError, NoctuaryError):
        return


def _log(root: str, event: str, session: str, what: str) -> None:
    """Append a line; a log that has grown past 64 KiB becomes the one older log that is kept."""
    path = os.path.join(root, SPOOL, LOG)
    line = json.dumps({"at": _now(), "event": event, "session": session, "what": what[:1000]}).encode() + b"\n"
    files.append(path, line, root, mode=0o600, durable=False)
    if os.lstat(path).st_size > _LARGEST_LOG:
        files.move(path, path + ".1", root)


def _called(path: str) -> str:
    name = os.path.basename(path)
    return name if set(name.removesuffix(".jsonl")) <= set(_CALLED) else name_of(path) + COPY


def _words(error: Exception) -> str:
    if isinstance(error, OSError):
        return f"{error.filename or 'file'}: {error.strerror or error}; see that there is room and it may be used"
    return str(error) if isinstance(error, NoctuaryError) else f"{type(error).__name__}: {error}; report it"


def _plain(text: str) -> str:
    return "".join(letter for letter in text if letter.isprintable())[:200]


def _now() -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
