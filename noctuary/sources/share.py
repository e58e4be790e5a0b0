"""How much of one source a night looks at, from which line on, and where the next night goes on. Reads nothing."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from noctuary.model import FileReport, Watermark

MOST_EVENTS = 500
"""Events that a night looks at in one source. Of 2,360 real notes and logs about 20 hold more."""


class Share:
    """The share that one source has of a night: what stands before it was looked at, what stands after it waits.

    `most` is how many events it may have, None for as many as there are; `start` the line it begins at.
    `waits_from` is the first line that waits, 0 where none does. A tool's words and known lines of the memory file take
    no share and never wait.
    """

    def __init__(self, most: int | None = None, start: int = 0) -> None:
        self.most = most
        self.start = start
        self.waits_from = 0
        self._taken = 0

    def refuses(self, line: int, line_end: int) -> str:
        """Why what stands on these lines is not looked at tonight, "" where it is."""
        if line_end < self.start:
            return "earlier"
        if (self.waits_from and line >= self.waits_from) or (self.most is not None and self._taken >= self.most):
            self.waits_from = min(line, self.waits_from or line)
            return "waiting"
        return ""

    def take(self) -> None:
        """Count one event."""
        self._taken += 1

    def spread(self, places: Iterable[tuple[int, int]]) -> None:
        """Let those (first, last line) have it that stand first, in whatever order they are asked about."""
        ahead = sorted(first for first, last in places if last >= self.start)
        if self.most is not None and len(ahead) > self.most:
            self.waits_from = ahead[self.most]


def marked(report: FileReport) -> Watermark:
    """What to remember of a source, so that the next reading begins where this one ended."""
    return report.mark or Watermark(
        ref=report.ref,
        sha256=report.sha256,
        size=report.size,
        lines=report.total_lines,
        dialect=report.dialect,
        gone=report.state == "gone",
        fault=report.fault,
    )


def going_on(report: FileReport, known: Watermark, is_grown: bool) -> FileReport:
    """The report of a source some lines of which waited: the round over its lines goes on, ends, or begins anew.

    It begins anew where, since its first night, more has changed than lines at its end (`is_grown`). A memory
    file that was edited has begun anew tonight.
    """
    if report.mark:
        return replace(report, state="changed", mark=replace(known, waits_from=report.mark.waits_from))
    is_whole = is_grown or report.fault or report.dialect == "memory"
    again = None if is_whole else replace(marked(report), waits_from=1)
    return replace(report, state="changed", mark=again)


def shortened(report: FileReport, known: Watermark | None, waits_from: int, lines: int) -> FileReport:
    """The report of a source of which `lines` more lines wait, from one on: they had been counted as used."""
    began = known if known and known.waits_from else marked(replace(report, mark=None))
    if report.mark and report.skipped.get("waiting"):
        waits_from = min(waits_from, report.mark.waits_from)
    skipped = report.skipped | {"waiting": report.skipped.get("waiting", 0) + lines}
    return replace(
        report,
        used=report.used - lines,
        skipped=dict(sorted(skipped.items())),
        mark=replace(began, waits_from=waits_from),
    )
