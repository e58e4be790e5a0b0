"""What in a fact can be checked on this machine: the files it cites, and what it says stands in them.

Pure: names what to look at and judges what was found there; the looking is the shell's.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from noctuary.model import Fact

_CODE = re.compile(r"`([^`\n]{1,120})`")
_FILE = re.compile(r"^(?:[\w.-]+/)*[\w.-]+\.[A-Za-z][A-Za-z0-9]{0,7}$")
_NUMBER = re.compile(r"(?<![\w.])\d[\d.]*(?![\w])")


def cited_files(fact: Fact) -> list[str]:
    """Relative file paths that stand in the fact's code spans; absolute ones and `..` are never looked at."""
    spans = _CODE.findall(fact.text)
    return sorted({s for s in spans if _FILE.match(s) and ".." not in s.split("/")})


def still_says(fact: Fact, contents: Mapping[str, str | None]) -> tuple[bool, str] | None:
    """(holds, reason) after looking at `contents` (path → text, None where the file is gone).

    None when nothing the fact states can be looked up there: a file that merely exists proves nothing, and
    only what was once seen in a file (method code-crossref) can be gone from it.
    """
    was_seen = fact.method == "code-crossref"
    claimed = _claimed(fact)
    for path in cited_files(fact):
        text = contents.get(path)
        if text is None and path in contents and was_seen:
            return False, f"{path} is gone"
        if text is None or not claimed:
            continue
        missing = [value for value in claimed if not _stands_in(value, text)]
        if not missing:
            return True, f"{path} says {', '.join(claimed[:3])}"
        if was_seen:
            return False, f"{path} no longer says {missing[0]}"
    return None


def _claimed(fact: Fact) -> list[str]:
    """The code spans and numbers a fact states, apart from the files it cites."""
    spans = [span for span in _CODE.findall(fact.text) if not _FILE.match(span)]
    return spans + _NUMBER.findall(_CODE.sub(" ", fact.text))


def _stands_in(value: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(value)}(?!\w)", text) is not None
