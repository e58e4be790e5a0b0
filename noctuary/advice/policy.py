"""What may be set about advisers. Decides nothing."""

from __future__ import annotations

from typing import Annotated

import msgspec

from noctuary.model import Value

Seconds = Annotated[float, msgspec.Meta(gt=0)]
Count = Annotated[int, msgspec.Meta(ge=0)]


class AdvicePolicy(Value, frozen=True):
    """`model` is learned (our reader and the measures) | lexical (the measures alone) | package.module:Class.

    `adviser` is "" (none) | nli | command | package.module:Class.

    `model_path` is the folder of the NLI model, `command` the program and its arguments. A night asks about at
    most `max_calls` pairs and waits `timeout_seconds` for each answer of a program.
    """

    model: str = "learned"
    adviser: str = ""
    model_path: str = ""
    command: tuple[str, ...] = ()
    max_calls: Count = 50
    timeout_seconds: Seconds = 30.0
