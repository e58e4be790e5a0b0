"""What every verb prints, without a sign that a terminal would act on: control signs, colours, links, reordering."""

from __future__ import annotations

import contextlib
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TextIO

from noctuary.inert import visible

_COLUMN = re.compile(r"^ *|(?<=\S)  +(?=\S)")
_COLOURS = {
    r"\bb2:[0-9a-f]{4,16}\b": "cyan",
    r"`[^`\n]+`": "bold",
    r"(?<=  )(?:active|believed)\b": "green",
    r"(?<=  )(?:contested|candidate)\b|\[(?:contested|candidate)\]": "yellow",
    r"(?<=  )(?:superseded|archived|deleted)\b|\[(?:superseded|archived)\]": "dim",
    r"\b[\w./~-]+\.(?:md|jsonl|toml):\d+\b": "dim",
}
"""What has a colour on a terminal: ids, commands, standings, and places in files."""


class Inert:
    """A stream on which such signs are written out. It shows no bytes, so nothing can be written past it.

    Rich draws its own colours and writes to `rich_proxied_file`; what it is given goes through `visible` before. On a
    terminal a line wraps below its last column, and ids, commands and standings have colours, unless NO_COLOR is set.
    """

    def __init__(self, stream: TextIO, *, is_folded: bool = False) -> None:
        self.rich_proxied_file = stream
        self._console: Any = None
        self._is_folded = is_folded and stream.isatty()

    def write(self, text: str) -> int:
        shown = visible(text)
        if self._is_folded and shown.strip():
            self._draw(shown)
        else:
            self.rich_proxied_file.write(shown)
        return len(text)

    def write_whole(self, text: str) -> None:
        """A text for a program: no line of it is broken."""
        self.rich_proxied_file.write(visible(text))

    def writelines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)

    def _draw(self, shown: str) -> None:
        from rich.text import Text

        if self._console is None:
            from rich.console import Console

            self._console = Console(file=self.rich_proxied_file, highlight=False, emoji=False)
        width = self._console.width
        text = Text("\n".join(folded(line, width) for line in shown.split("\n")))
        for pattern, style in () if self._console.no_color else _COLOURS.items():
            text.highlight_regex(pattern, style)
        self._console.print(text, soft_wrap=True, end="")

    def __getattr__(self, name: str) -> Any:
        if name == "buffer":
            raise AttributeError(name)
        return getattr(self.rich_proxied_file, name)


def folded(line: str, width: int) -> str:
    """A line that is longer than the terminal is wide, wrapped at words below where its last column begins."""
    if len(line) <= width:
        return line
    import textwrap

    columns = [found.end() for found in _COLUMN.finditer(line) if found.end() <= width * 2 // 3]
    hang = columns[-1] if columns else min(len(line) - len(line.lstrip()) + 2, width // 2)
    parts = textwrap.wrap(
        line,
        width,
        subsequent_indent=" " * hang,
        break_long_words=False,
        break_on_hyphens=False,
        replace_whitespace=False,
        drop_whitespace=True,
    )
    return "\n".join(parts)


def whole(text: str) -> None:
    """Print a text for a program, on whatever stream there is."""
    out = sys.stdout
    if isinstance(out, Inert):
        out.write_whole(text + "\n")
        out.flush()
    else:
        print(text)


@contextlib.contextmanager
def inert() -> Iterator[None]:
    """Let whatever is printed meanwhile go through `visible`."""
    before = sys.stdout, sys.stderr
    sys.stdout = Inert(before[0], is_folded=True) if before[0] else before[0]
    sys.stderr = Inert(before[1]) if before[1] else before[1]
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
