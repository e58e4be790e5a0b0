"""The reading side of the spool: which captured logs a night needs, and what was lost. Captures nothing.

The hook leaves a sidecar for each log (`noctuary.hook`), and whoever it starts a guarded copy (`noctuary.spooling`),
line for line the original. A copy stands in for its original only where that is gone or shorter, and only where
`[sources] sessions` names the original: capturing widens no one's sources.
"""

from __future__ import annotations

import contextlib
import datetime as dt
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from noctuary import files, hook
from noctuary.model import FileReport, Problem, Value, Watermark
from noctuary.sources.dialects import claude_code
from noctuary.sources.where import Found, Where, pattern, ref_of, safe_ref

RETENTION = dt.timedelta(days=30)
_STALE = dt.timedelta(days=1)


class Sidecar(Value, frozen=True):
    """What stands beside a copy: the original's `path`, its bytes `seen` then, and the `size` of what was copied.

    The copy itself has `kept` bytes, for it lacks secrets; `sha256` is of the original's bytes that it stands for.
    """

    path: str
    session: str
    event: str
    reason: str
    size: int
    seen: int
    mtime_ns: int
    captured_at: dt.datetime
    kept: int = 0
    sha256: str = ""
    fault: str = ""


class Spooled(Value, frozen=True):
    """One log that the hook saw: the `ref` of its original, its copy's `path`, and the original's bytes it stands for.

    Where there is no copy, or not the whole one, `path` is "" and `size` 0.
    """

    ref: str
    path: str
    size: int
    sidecar: Sidecar

    @property
    def captured_at(self) -> dt.datetime:
        return self.sidecar.captured_at


def pending(root: Path) -> list[Spooled]:
    """Every log in the spool, by ref. A sidecar that cannot be read is left out; `clear` removes it in time."""
    root = Path(root).absolute()
    found = (_spooled(path, root) for path in (root / hook.SPOOL).glob("*" + hook.SIDECAR))
    return sorted((one for one in found if one), key=lambda one: one.ref)


def needed(root: Path, spooled: Iterable[Spooled], known: Mapping[str, Watermark], where: Where) -> list[Found]:
    """The copies to be read as their originals: named by the globs, not read so far, the original gone or shorter."""
    return [
        Found(ref=one.ref, path=one.path, kind="sessions", size=one.size, sha256=one.sidecar.sha256)
        for one in spooled
        if one.size > max(_read_so_far(one.ref, known), _readable(one.sidecar.path))
        and is_session(Path(one.sidecar.path), root, where)
    ]


def with_needed(found: Iterable[Found], copies: Iterable[Found]) -> list[Found]:
    """Tonight's sources by ref, each copy in the place of its original."""
    merged = {source.ref: source for source in (*found, *copies)}
    return [merged[ref] for ref in sorted(merged)]


def is_session(path: Path, root: Path, where: Where) -> bool:
    """Whether the globs of `where` name this absolute path as a session log, be it there or not."""
    root = Path(root).absolute()
    ref = ref_of(path, root)
    bare = ref.removeprefix("~").lstrip("/")
    if any(pattern(glob).match(ref) or pattern(glob).match(bare) for glob in where.exclude):
        return False
    wanted = (pattern((root / files.expanded(glob)).as_posix()) for glob in where.sessions)
    return any(want.match(path.as_posix()) for want in wanted)


def gaps(
    root: Path,
    spooled: Sequence[Spooled],
    known: Mapping[str, Watermark],
    where: Where,
    *,
    now: dt.datetime,
    looked_at: dt.datetime | None = None,
    retention: dt.timedelta = RETENTION,
) -> list[Problem]:
    """What was lost, or may be: logs gone before they were read, captures no glob names, nights too far apart.

    `looked_at` is when a night last looked at the sources, `retention` how long their owner keeps its logs.
    """
    named = [one for one in spooled if is_session(Path(one.sidecar.path), root, where)]
    lost = [problem for one in named for problem in _lost(one, known)]
    unnamed = sorted({one.ref for one in spooled} - {one.ref for one in named})
    return [*lost, *_unnamed(unnamed), *_silence(spooled, known, now, looked_at, retention)]


def settled(
    spooled: Iterable[Spooled], reports: Iterable[FileReport], known: Mapping[str, Watermark], now: dt.datetime
) -> list[Spooled]:
    """What a finished night is done with: read while its original still stands, told as lost, or 30 days old.

    A copy that is all there is of a log is kept those days, for an undone night reads it again.
    """
    read = {report.ref for report in reports if report.size and report.state != "gone" and not report.mark}

    def is_done(one: Spooled) -> bool:
        is_read = one.ref in read or one.size <= _read_so_far(one.ref, known)
        return is_read and (not one.path or _readable(one.sidecar.path) >= one.size)

    return [one for one in spooled if is_done(one) or now - one.captured_at > RETENTION]


def clear(root: Path, done: Iterable[Spooled], now: dt.datetime) -> None:
    """Remove these copies and their sidecars, and what a killed hook left a day ago. A newer capture stays.

    Called after the journal is written, and never by a dry run.
    """
    root = Path(root).absolute()
    spool = root / hook.SPOOL
    if spool.is_symlink() or not spool.is_dir():
        return
    with _held(root):
        for one in done:
            name = hook.name_of(one.sidecar.path)
            present = _spooled(spool / (name + hook.SIDECAR), root)
            if present is None or present.sidecar == one.sidecar:
                files.remove(spool / (name + hook.COPY), root)
                files.remove(spool / (name + hook.SIDECAR), root)
        for path in _strays(spool, root, now):
            files.remove(path, root)


def looked_at(root: Path, night_at: dt.datetime | None) -> dt.datetime | None:
    """When a night last looked at the sources: the heartbeat of a run that did not fail, else the last night."""
    with contextlib.suppress(OSError, msgspec.MsgspecError, AttributeError, ValueError, TypeError, RecursionError):
        beat = msgspec.json.decode((root / ".noctuary" / "last.json").read_bytes())
        at = dt.datetime.fromisoformat(beat.get("at"))
        if beat.get("state") != "failed" and at.tzinfo:
            return max(at, night_at or at)
    return night_at


def _spooled(path: Path, root: Path) -> Spooled | None:
    """The capture a sidecar tells of; None where it cannot be read or its name is another log's."""
    try:
        sidecar = msgspec.json.decode(path.read_bytes(), type=Sidecar)
        name, original = hook.name_of(sidecar.path), Path(sidecar.path)
    except (OSError, msgspec.MsgspecError, ValueError, RecursionError):
        return None
    if path.name != name + hook.SIDECAR or not original.is_absolute() or not sidecar.captured_at.tzinfo:
        return None
    copy = path.with_name(name + hook.COPY)
    is_whole = not copy.is_symlink() and 0 < sidecar.kept == _readable(str(copy))
    there = str(copy) if is_whole else ""
    return Spooled(ref=safe_ref(ref_of(original, root)), path=there, size=sidecar.size * is_whole, sidecar=sidecar)


def _readable(path: str) -> int:
    """Bytes of a file that may be read; 0 where there is none."""
    try:
        return os.stat(path).st_size if os.access(path, os.R_OK) else 0
    except (OSError, ValueError):
        return 0


def _read_so_far(ref: str, known: Mapping[str, Watermark]) -> int:
    """Bytes of a log that earlier nights looked at; none where a part of them still waits."""
    return known[ref].size if ref in known and not known[ref].waits_from else 0


def _lost(one: Spooled, known: Mapping[str, Watermark]) -> Iterator[Problem]:
    """The bytes that were seen at the end of a session and that nothing holds any more."""
    read = _read_so_far(one.ref, known)
    kept = max(read, one.size)
    if one.sidecar.seen <= kept or os.path.exists(one.sidecar.path):
        return
    why = f"the capture failed: {one.sidecar.fault}" if one.sidecar.fault else "its copy is gone or was changed"
    lost = f"{one.sidecar.seen - kept} of {one.sidecar.seen} bytes" if kept else f"all {one.sidecar.seen} bytes"
    yield Problem(
        path=one.ref,
        message=f"the hook saw this log on {one.captured_at:%Y-%m-%d}, it was deleted before it was read to its end: "
        f"{lost} are lost ({why}); restore it from a backup, or let it go: this is told once",
    )


def _unnamed(refs: Sequence[str]) -> Iterator[Problem]:
    if refs:
        yield Problem(
            path=refs[0],
            message=f"captured sessions that no glob of [sources] sessions names: {len(refs)}; name them there, "
            "or capture one project alone with `noctuary install claude-code --local`",
        )


def _silence(
    spooled: Iterable[Spooled],
    known: Mapping[str, Watermark],
    now: dt.datetime,
    looked_at: dt.datetime | None,
    retention: dt.timedelta,
) -> Iterator[Problem]:
    """Nights further apart than the owner keeps its logs, with no capture in the days that are gone by now."""
    abroad = sorted(mark.ref for mark in known.values() if _is_owners(mark))
    if not abroad or looked_at is None or now - looked_at <= retention:
        return
    until = now - retention
    if any(looked_at < one.captured_at <= until for one in spooled):
        return
    yield Problem(
        path=os.path.dirname(abroad[0]),
        message=f"no night from {looked_at:%Y-%m-%d} to {now:%Y-%m-%d}, and Claude Code deletes its logs after "
        f"{retention.days} days: sessions from {looked_at:%Y-%m-%d} to {until:%Y-%m-%d} may be lost; "
        "`noctuary install claude-code` captures them as they end",
    )


def _is_owners(mark: Watermark) -> bool:
    """A log where Claude Code keeps it, outside the workspace: there it is deleted in time."""
    return mark.dialect == claude_code.NAME and mark.ref.startswith(("~", "/"))


def _strays(spool: Path, root: Path, now: dt.datetime) -> Iterator[Path]:
    """Parts, copies without a sidecar and unreadable sidecars, each a day old."""
    for path in spool.iterdir():
        is_copy = path.name.endswith(hook.COPY) and not path.with_suffix(hook.SIDECAR).exists()
        is_odd = path.name.endswith(hook.SIDECAR) and _spooled(path, root) is None
        is_part = path.name.startswith(".") and path.name.endswith(".part")
        if (is_copy or is_odd or is_part) and now.timestamp() - path.lstat().st_mtime > _STALE.total_seconds():
            yield path


@contextlib.contextmanager
def _held(root: Path) -> Iterator[None]:
    lock = hook.held(str(root))
    try:
        yield
    finally:
        os.close(lock)
