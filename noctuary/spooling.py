"""Keeps a guarded copy of a log that a hook saw end: line for line the same, without its secrets. Decides nothing.

Runs as a process of its own behind the hook, at low priority. A copy is forced to disk before its sidecar tells of it.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from noctuary import files, hook
from noctuary.errors import NoctuaryError
from noctuary.guard import GuardPolicy, guard
from noctuary.journal.lines import keys_twice
from noctuary.settings import open_workspace
from noctuary.sources.jsonl import raw_lines

_GENTLY = 10
_FEW = 12
"""Fields that a record of a cookie, a variable or a login has at most."""


def main() -> None:
    """`python -c … ROOT PATH`, as the hook starts it. What goes wrong stands in the spool's log."""
    root, path = sys.argv[1:]
    try:
        os.nice(_GENTLY)
        keep(root, path)
    except Exception as error:
        what = str(error) if isinstance(error, NoctuaryError | OSError) else f"{type(error).__name__}; report it"
        hook.complain("keeping", root, {"transcript_path": path}, what)


def keep(root: str, path: str) -> None:
    """Copy a log as long as it is now, guarded, and say so in its sidecar. The longest copy of a log is kept.

    NoctuaryError and OSError tell why not; the sidecar then holds the fault.
    """
    part = os.path.join(root, hook.SPOOL, f".{hook.name_of(path)}.{os.urandom(8).hex()}.part")
    policy = _policy(root)
    with open(hook.open_log(path), "rb") as log:
        size = os.fstat(log.fileno()).st_size
        try:
            with files.created(part, root, mode=0o600) as copy:
                sha256 = _copied(log, size, copy, policy)
                copy.flush()
                os.fsync(copy.fileno())
                kept = copy.tell()
        except OSError as error:
            files.remove(part, root)
            _settle(root, path, "", {"fault": error.strerror or "unknown error"})
            mend = "make room on the disk and let `noctuary dream` read it"
            raise NoctuaryError(path, f"was not copied ({error.strerror})", mend) from None
    _settle(root, path, part, {"size": size, "kept": kept, "sha256": sha256, "fault": ""})


def _settle(root: str, path: str, part: str, told: dict[str, str | int]) -> None:
    """Let the part become the copy unless a longer one is there, then say so in the sidecar; or say what was wrong."""
    copy = os.path.join(root, hook.SPOOL, hook.name_of(path) + hook.COPY)
    lock = hook.held(root)
    try:
        noted = hook.noted(root, path)
        if not noted or (part and told["size"] < noted["size"] and os.path.lexists(copy)):
            files.remove(part, root) if part else None
            return
        if part:
            files.move(part, copy, root)
        hook.note(root, noted | told | {"seen": max(noted["seen"], told.get("size", 0))})
    finally:
        os.close(lock)


def _policy(root: str) -> GuardPolicy:
    """The workspace's own guard; where its settings cannot be read, the one that takes out all it knows."""
    with contextlib.suppress(NoctuaryError, OSError):
        return open_workspace(Path(root)).settings.guard
    return GuardPolicy()


def _copied(log: BinaryIO, size: int, copy: BinaryIO, policy: GuardPolicy) -> str:
    """The hash of the first `size` bytes, whose lines went guarded into the copy; an overlong one is left blank."""
    digest = hashlib.sha256()
    while chunk := log.read(min(1 << 20, size - log.tell())):
        digest.update(chunk)
    for _, raw in raw_lines(log, size):
        end = b"" if raw is not None and not raw.endswith(b"\n") else b"\n"
        copy.write((guarded_line(raw, policy) if raw is not None else b"") + end)
    return digest.hexdigest()


def guarded_line(raw: bytes, policy: GuardPolicy) -> bytes:
    """One line of a log without its secrets and its line end. A record that holds none keeps its bytes."""
    text = raw.decode(errors="replace").rstrip("\r\n")
    try:
        record = json.loads(text)
        is_plain = not keys_twice(raw)
        safe = record if is_plain and not _may_hold(record, policy) else _guarded(record, policy)
        if is_plain and safe == record:
            return raw.rstrip(b"\r\n")
        return json.dumps(safe, ensure_ascii=False).encode(errors="replace")
    except (ValueError, RecursionError):
        return " ".join(guard(text, policy).text.split("\n")).encode(errors="replace")


def _may_hold(record: Any, policy: GuardPolicy) -> bool:
    """The quick look, in two passes over all that a record says: its texts alone, and each behind its key."""
    said = list(_said(record, ""))
    passes = ("\n".join(value for _, value in said), "\n".join(f"{key}: {value}" for key, value in said if key))
    plain = json.dumps(record, ensure_ascii=False)
    return any(guard(text, policy).text != text for text in (*passes, plain))


def _said(value: Any, key: str) -> Iterator[tuple[str, str]]:
    """Each text, number and key of a JSON value, with the key it stands behind."""
    if isinstance(value, dict):
        for name, one in value.items():
            yield "", name
            yield from _said(one, name)
    elif isinstance(value, list):
        for one in value:
            yield from _said(one, key)
    elif isinstance(value, str) or (isinstance(value, int | float) and not isinstance(value, bool)):
        yield key, str(value)


def _guarded(value: Any, policy: GuardPolicy) -> Any:
    """A JSON value, each of its texts guarded as the night will guard it, and by what its key announces."""
    if isinstance(value, str):
        return guard(value, policy).text
    if isinstance(value, list):
        return _guarded_lines(value, policy) or [_guarded(one, policy) for one in value]
    if isinstance(value, dict):
        found = {guard(key, policy).text: _guarded(one, policy) for key, one in value.items()}
        return _guarded_fields({key: _announced(key, one, policy) for key, one in found.items()}, policy)
    return value


def _announced(key: str, value: Any, policy: GuardPolicy) -> Any:
    """What stands behind a key, a number too, without the secret that the key says it is."""
    if not isinstance(value, str | int | float) or isinstance(value, bool):
        return value
    lead = f"{key}: "
    safe = guard(f"{lead}{value}", policy)
    return safe.text[len(lead) :] if safe.redacted and safe.text.startswith(lead) else value


def _guarded_fields(value: dict[str, Any], policy: GuardPolicy) -> dict[str, Any]:
    """A small record whose fields tell of each other (`name` and `value`), guarded as a whole."""
    if not 1 < len(value) <= _FEW or not all(isinstance(one, str | int | float | None) for one in value.values()):
        return value
    plain = json.dumps(value, ensure_ascii=False)
    whole = guard(plain, policy).text
    try:
        safe = json.loads(whole) if whole != plain else value
    except ValueError:
        return value
    return safe if isinstance(safe, dict) and safe.keys() == value.keys() else value


def _guarded_lines(value: list[Any], policy: GuardPolicy) -> list[str]:
    """The lines of a text, guarded together, for one may announce what stands in the next; nothing for another list."""
    if len(value) < 2 or not all(isinstance(one, str) and "\n" not in one and "\r" not in one for one in value):
        return []
    safe = guard("\n".join(value), policy, keep_lines=True).text.split("\n")
    return safe if len(safe) == len(value) else []
