"""What every verb prints, without a sign that a terminal would act on: control signs, colours, links, reordering."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TextIO

from noctuary.inert import visible


class Inert:
    """A stream on which such signs are written out. It shows no bytes, so nothing can be written past it.

    Rich draws its own colours and writes to `rich_proxied_file`; what it is given goes through `visible` before.
    """

    def __init__(self, stream: TextIO) -> None:
        self.rich_proxied_file = stream

    def write(self, text: str) -> int:
        self.rich_proxied_file.write(visible(text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        if name == "buffer":
            raise AttributeError(name)
        return getattr(self.rich_proxied_file, name)


@contextlib.contextmanager
def inert() -> Iterator[None]:
    """Let whatever is printed meanwhile go through `visible`."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (Inert(stream) if stream else stream for stream in before)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


@contextlib.contextmanager
def aloud() -> Iterator[None]:
    """Let what the library warns of meanwhile be a line on stderr, as an error is, whatever silenced it before.

    Any `logging.config.dictConfig` in the process disables the loggers that it does not name, unless told not to.
    """
    import logging

    class Line(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            print(f"noctuary: {record.getMessage()}", file=sys.stderr)

    handler, log = Line(logging.WARNING), logging.getLogger("noctuary")
    disabled, level = log.disabled, log.level
    log.disabled = False
    log.setLevel(logging.WARNING)
    log.addHandler(handler)
    try:
        yield
    finally:
        log.removeHandler(handler)
        log.setLevel(level)
        log.disabled = disabled


def markup(text: str) -> str:
    """The text as Rich prints it, not as Rich reads it."""
    from rich.markup import escape

    return escape(visible(text))


def show_diff(lines: Sequence[str]) -> None:
    """Print a diff: on a terminal with its colours, and no line of it broken."""
    if not sys.stdout.isatty():
        for line in lines:
            print(line)
        return
    from rich.console import Console
    from rich.text import Text

    styles = {"+++": "bold", "---": "bold", "@@": "cyan", "+": "green", "-": "red"}
    console = Console(highlight=False, emoji=False)
    for line in lines:
        style = next((name for start, name in styles.items() if line.startswith(start)), "")
        console.print(Text(visible(line), style), soft_wrap=True)
