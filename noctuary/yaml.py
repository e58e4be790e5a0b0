"""Reads YAML that anybody may have written: in time its size accounts for, with one kind of error. Knows no key."""

from __future__ import annotations

import re

LARGEST = 64 * 1024
"""Signs, for which PyYAML takes a second. The largest compose file of 590 public workspaces has 54 kB."""
DEEPEST = 20
"""How deep brackets may stand in each other: for each token the parser looks at all that are open."""
_QUOTED = re.compile(r"\"(?:[^\"\\\n]|\\.)*+\"|'[^'\n]*+'")
_BRACKET = re.compile(r"[\[\]{}]")


def read(text: str, *, may_repeat: bool = True) -> object:
    """What a YAML text holds. ValueError says what is wrong with it, by its line if it can.

    Unless it `may_repeat` itself an alias is wrong: by aliases 16 kB hold a million sentences.
    """
    if len(text) > LARGEST:
        raise ValueError(f"is larger than {LARGEST} signs")
    if _is_deep(text):
        raise ValueError(f"holds brackets more than {DEEPEST} deep")
    import yaml

    try:
        if not may_repeat and (alias := _first_alias(text)):
            raise ValueError(f"an alias stands where only words may (at line {alias})")
        return yaml.safe_load(text)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        place = f" (at line {mark.line + 1})" if mark else ""
        raise ValueError(f"{getattr(error, 'problem', None) or 'unreadable'}{place}") from error
    except RecursionError:
        raise ValueError("is nested too deep") from None
    except (ArithmeticError, TypeError, LookupError, AttributeError) as error:
        raise ValueError(str(error)) from error


def _first_alias(text: str) -> int:
    """The line of the first alias, 0 where there is none: an asterisk that no quoted text holds."""
    if "*" not in text:
        return 0
    import yaml

    return next((one.start_mark.line + 1 for one in yaml.scan(text) if isinstance(one, yaml.AliasToken)), 0)


def _is_deep(text: str) -> bool:
    """Whether brackets stand deeper in each other than any file needs; those in quotes are words."""
    depth = 0
    for hit in _BRACKET.finditer(_QUOTED.sub("", text)):
        depth = depth + 1 if hit[0] in "[{" else max(0, depth - 1)
        if depth > DEEPEST:
            return True
    return False
