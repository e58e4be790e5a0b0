"""Citations that open: links to the files they cite, from where the page lies. Looks whether a file is there."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

from noctuary.inert import Markdown, code
from noctuary.model import Quarantined, Support
from noctuary.page.lines import cite, one_line, short_path


class Links:
    """The links of one page, which lies at `root`."""

    def __init__(self, root: Path) -> None:
        self._is_there: Callable[[str], bool] = functools.cache(functools.partial(_is_file, root))

    def cited(self, one: Support | Quarantined) -> Markdown:
        """Where a statement stands, as a link where that is a file of the workspace."""
        return self.place(one.ref, one.line, cite(one))

    def place(self, ref: str, line: int = 0, shown: str = "") -> Markdown:
        """A file, and a line of it. What lies outside the workspace is named in full, so that it can be opened."""
        if self._is_there(ref):
            target = quote(ref, safe="/-_.~") + (f"#L{line}" if line else "")
            return Markdown(f"[{code(shown or _short(ref, line))}]({target})")
        if ref.startswith(("~/", "/")):
            return code(one_line(f"{ref}:{line}" if line else ref))
        return code(shown or _short(ref, line))

    def named(self, place: str) -> Markdown:
        """A place written as `ref:line`."""
        ref, _, line = place.rpartition(":")
        return self.place(ref, int(line)) if ref and line.isdigit() else self.place(place)


def _short(ref: str, line: int) -> str:
    return f"{short_path(ref)}:{line}" if line else short_path(ref)


def _is_file(root: Path, ref: str) -> bool:
    """Whether a citation names a file of the workspace."""
    path = Path(ref)
    if not ref or path.is_absolute() or ".." in path.parts or "\0" in ref:
        return False
    try:
        return (root / path).is_file()
    except (OSError, ValueError):
        return False
