"""Which adviser the settings name. Asks it nothing."""

from __future__ import annotations

from noctuary.advice.policy import AdvicePolicy
from noctuary.advice.protocol import Adviser, AdviserAbsent
from noctuary.plugin import made


def choose(policy: AdvicePolicy) -> Adviser | None:
    """The adviser, None where none is set; AdviserAbsent where it cannot be had."""
    if not policy.adviser:
        return None
    if policy.adviser == "nli":
        from noctuary.advice.nli import NliAdviser

        return NliAdviser(policy.model_path)
    if policy.adviser == "command":
        from noctuary.advice.command import CommandAdviser

        return CommandAdviser(policy.command, policy.timeout_seconds)
    return _made(policy.adviser)


def _made(path: str) -> Adviser:
    """The user's own class, which must be an adviser."""
    found = made(path, AdviserAbsent, "judge.adviser", "nli, command")
    if not isinstance(found, Adviser):
        raise AdviserAbsent("judge.adviser", f"{path!r} has no name and advise", "see docs/embedders.md")
    return found
