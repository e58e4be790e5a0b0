"""Which adviser the settings name. Asks it nothing."""

from __future__ import annotations

import importlib

from noctuary.advice.policy import AdvicePolicy
from noctuary.advice.protocol import Adviser, AdviserAbsent


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
    """The class at `package.module:Class`, made without arguments: the user's code, so whatever it raises is told."""
    module, _, name = path.partition(":")
    try:
        found = getattr(importlib.import_module(module), name)()
    except Exception as error:
        what = f"{path!r} cannot be made ({type(error).__name__}: {error})"
        raise AdviserAbsent("judge.adviser", what, "use nli, command or package.module:Class") from error
    if not isinstance(found, Adviser):
        raise AdviserAbsent("judge.adviser", f"{path!r} has no name and advise", "see docs/embedders.md")
    return found
