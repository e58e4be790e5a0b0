"""What a workspace may say about the guard: personal data, patterns of its own, values to leave. Finds nothing."""

from __future__ import annotations

import re

import msgspec

from noctuary.errors import SettingsError
from noctuary.model import Value

PERSONAL = ("email", "phone", "card", "iban", "ssn", "identity")
_KIND = re.compile(r"[a-z][a-z0-9_-]{0,31}")


class GuardPolicy(Value, frozen=True):
    """Secrets are always taken out; `personal` names the kinds of personal data that go with them.

    `patterns` maps a kind of the user's own to an RE2 pattern; its first group, if it has one, is what goes.
    `allow` holds literal values that are never taken out.
    """

    personal: tuple[str, ...] = PERSONAL
    patterns: dict[str, str] = msgspec.field(default_factory=dict)
    allow: tuple[str, ...] = ()


def check(policy: GuardPolicy) -> None:
    """Raise SettingsError for an unknown kind of personal data, a kind's bad name or a pattern RE2 refuses."""
    for kind in policy.personal:
        if kind not in PERSONAL:
            raise SettingsError("guard.personal", f"knows no kind {kind!r}", f"use some of {', '.join(PERSONAL)}")
    for kind, pattern in policy.patterns.items():
        if not _KIND.fullmatch(kind):
            raise SettingsError(f"guard.patterns.{kind}", "is no name", "use up to 32 of a-z, 0-9, _ and -")
        _check_pattern(kind, pattern)


def _check_pattern(kind: str, pattern: str) -> None:
    import re2

    quiet = re2.Options()
    quiet.log_errors = False
    try:
        is_empty = re2.compile(pattern, quiet).search("") is not None
    except re2.error as error:
        why = error.args[0].decode() if isinstance(error.args[0], bytes) else str(error)
        mend = "write it in RE2's syntax, which has no look-around and no back-references"
        raise SettingsError(f"guard.patterns.{kind}", why, mend) from None
    if is_empty:
        raise SettingsError(f"guard.patterns.{kind}", "matches the empty text", "let it need at least one sign")
