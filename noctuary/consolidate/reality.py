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

    None when nothing the fact states can be looked up there: a file that merely exists proves nothing.
    """
    for path in cited_files(fact):
        text = contents.get(path)
        if path in contents and text is None:
            return False, f"{path} is gone"
        if text is not None:
            claimed = [s for s in _CODE.findall(fact.text) if s != path] + _NUMBER.findall(_CODE.sub(" ", fact.text))
            if claimed:
                missing = [value for value in claimed if value not in text]
                if missing:
                    return False, f"{path} no longer says {missing[0]}"
                return True, f"{path} still says {', '.join(claimed[:3])}"
    return None
