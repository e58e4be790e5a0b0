"""The verb about sources: `read`, the account of every line. Changes no file, keeps nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import click
import msgspec

from noctuary.cli.root import as_json, in_workspace, main, show
from noctuary.model import Event, FileReport

_MOST_PROBLEMS = 40


@main.command()
@click.argument("paths", metavar="PATH…", nargs=-1, type=click.Path(exists=True, path_type=Path))
@in_workspace
@click.option("--new", "is_new", is_flag=True, help="Only what the next night would read.")
@click.option("-v", "--verbose", is_flag=True, help="Why each file's lines were skipped, and all problems.")
@as_json
def read(paths: tuple[Path, ...], root: Path, is_new: bool, verbose: bool, is_json: bool) -> None:
    """Report what becomes of every line of PATH…, or of the workspace's sources.

    Nothing is stored: each file is recognised by what it holds, read through the guard, and accounted for.

    \b
    noctuary read                          the workspace, as a night would see it
    noctuary read ~/.claude/projects -v    a folder of logs, with every reason
    noctuary read chat.json --json         one file, for a program
    """
    from noctuary.cli.progress import watched

    with watched(is_quiet=is_json) as tell:
        reports: list[FileReport] = []
        for report in _reports(paths, root, is_new):
            reports.append(report)
            tell("read", len(reports), 0)
    if is_json:
        show({"files": [msgspec.structs.asdict(report) for report in reports], "total": _total(reports)})
    elif not reports:
        from noctuary.sources.below import nothing_to_read

        told = "there is nothing to read there" if paths else nothing_to_read(root)
        click.echo(f"{told[0].upper()}{told[1:]}.")
    else:
        for line in _told(reports, verbose):
            click.echo(line)


def _reports(paths: Sequence[Path], root: Path, is_new: bool) -> Iterator[FileReport]:
    from noctuary import sources
    from noctuary.journal import replay
    from noctuary.settings import open_workspace
    from noctuary.stages.gather import door

    if paths:
        stream = sources.read_paths(paths)
    else:
        workspace = open_workspace(root)
        state = replay(workspace.journal)
        known = state.watermarks if is_new else {}
        stream = sources.read(workspace.root, known, workspace.settings.sources, door(workspace, state))
    yield from (item for item in stream if not isinstance(item, Event))


def _total(reports: Sequence[FileReport]) -> dict[str, object]:
    counted = ("size", "lines", "records", "used", "human_turns", "assistant_texts")
    sums: dict[str, object] = {name: sum(getattr(report, name) for report in reports) for name in counted}
    return {
        "files": len(reports),
        **sums,
        "skipped": _summed(report.skipped for report in reports),
        "redacted": _summed(report.redacted for report in reports),
        "problems": sum(len(report.problems) for report in reports),
    }


def _summed(counts: Iterator[dict[str, int]]) -> dict[str, int]:
    total: Counter[str] = Counter()
    for count in counts:
        total.update(count)
    return dict(total.most_common())


def _told(reports: Sequence[FileReport], verbose: bool) -> Iterator[str]:
    width = max(len("dialect"), *(len(report.dialect) for report in reports))
    yield f"{'dialect':<{width}}   lines    used skipped  human  agent     size  {'days':<23}  file"
    changed = [report for report in reports if report.state != "unchanged" or report.problems]
    for report in changed:
        skipped = sum(report.skipped.values())
        yield (
            f"{report.dialect:<{width}} {report.lines:>7} {report.used:>7} {skipped:>7} {report.human_turns:>6} "
            f"{report.assistant_texts:>6} {_bytes(report.size):>8}  {_days(report):<23}  {report.ref}{_state(report)}"
        )
        if verbose and report.skipped:
            yield f"{'':<{width}}   skipped: {_counts(report.skipped)}"
        if verbose and report.redacted:
            yield f"{'':<{width}}   taken out: {_places(report)}"
    if len(changed) < len(reports):
        yield f"and {len(reports) - len(changed)} unchanged"
    yield from _summary(_total(reports))
    yield from _problems(reports, verbose)


def _summary(total: dict[str, object]) -> Iterator[str]:
    skipped, redacted = total["skipped"], total["redacted"]
    assert isinstance(skipped, dict)
    assert isinstance(redacted, dict)
    yield ""
    yield (
        f"{total['files']} files, {_bytes(total['size'])}: {total['lines']} lines = {total['used']} used"
        f" + {sum(skipped.values())} skipped; human turns {total['human_turns']}, agents' {total['assistant_texts']}"
    )
    if skipped:
        yield f"Skipped: {_counts(skipped)}"
    if redacted:
        yield f"Taken out by the guard: {_counts(redacted)}"


def _problems(reports: Sequence[FileReport], verbose: bool) -> Iterator[str]:
    problems = [problem for report in reports for problem in report.problems]
    if problems:
        yield "Problems:"
    shown = problems if verbose else problems[:_MOST_PROBLEMS]
    for problem in shown:
        place = f":{problem.line}" if problem.line else ""
        yield f"  {problem.path}{place}: {problem.message}"
    if len(shown) < len(problems):
        yield f"  and {len(problems) - len(shown)} more; -v shows all"


def _counts(counts: dict[str, int]) -> str:
    return ", ".join(
        f"{reason} {number}" for reason, number in sorted(counts.items(), key=lambda one: (-one[1], one[0]))
    )


def _places(report: FileReport) -> str:
    places = report.places
    return ", ".join(
        f"{kind} {number} (line {', '.join(map(str, places.get(kind, ())))})"
        for kind, number in report.redacted.items()
    )


def _state(report: FileReport) -> str:
    return "" if report.state == "new" else f"  ({report.state})"


def _days(report: FileReport) -> str:
    if report.first_at is None or report.last_at is None:
        return "-"
    first, last = report.first_at.date().isoformat(), report.last_at.date().isoformat()
    return first if first == last else f"{first}…{last}"


def _bytes(size: object) -> str:
    value = float(size) if isinstance(size, int) else 0.0
    for unit in ("B", "KB", "MB"):
        if value < 1000:
            return f"{value:.0f} {unit}" if unit == "B" else f"{value:.1f} {unit}"
        value /= 1000
    return f"{value:.1f} GB"
