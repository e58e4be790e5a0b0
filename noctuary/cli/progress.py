"""Progress for whoever watches: a bar on a terminal, plain lines elsewhere, nothing when asked to be quiet."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Iterator

import click

from noctuary.stages.run import Tell, silent

WORDS = {
    "read": "reading sources",
    "extract": "finding statements",
    "match": "comparing statements",
    "backfill": "nights dreamt",
}
PATIENCE = 2.0


@contextlib.contextmanager
def watched(*, is_quiet: bool) -> Iterator[Tell]:
    """A `tell` that shows work on stderr for as long as the block runs."""
    if is_quiet:
        yield silent
    elif sys.stderr.isatty():
        with _bars() as tell:
            yield tell
    else:
        yield _lines()


@contextlib.contextmanager
def _bars() -> Iterator[Tell]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        tasks: dict[str, int] = {}

        def tell(what: str, done: int, total: int) -> None:
            if what not in tasks:
                tasks[what] = progress.add_task(WORDS.get(what, what), total=total or None)
            progress.update(tasks[what], completed=done, total=total or None)  # type: ignore[arg-type]

        yield tell


def _lines() -> Tell:
    """Plain lines, at most one every two seconds, so that a short night says nothing."""
    last = time.monotonic()

    def tell(what: str, done: int, total: int) -> None:
        nonlocal last
        if time.monotonic() - last >= PATIENCE:
            last = time.monotonic()
            of = f" of {total}" if total else ""
            click.echo(f"{WORDS.get(what, what)}: {done}{of}", err=True)

    return tell
