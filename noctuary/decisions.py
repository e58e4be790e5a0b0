"""What the rules return: verdicts, signals, rejections. Values only; `stages` acts on them."""

from __future__ import annotations

from typing import Literal

from noctuary.model import Candidate, Support, Value

VerdictKind = Literal["contradiction", "supersession", "duplicate", "refinement", "compatible", "unrelated"]


class Verdict(Value, frozen=True):
    """What the judge says of two statements, in the order given (a older or equal, b newer).

    `slot` is the attribute they meet in ("" where they do not); `a_value`/`b_value` are what each
    side says there; `reason` is one plain sentence; `score` in [0, 1] is how sure the verdict is;
    of a supersession, `clash` is how sure it is that the two conflict at all, changed or not.
    """

    kind: VerdictKind
    reason: str
    score: float
    slot: str = ""
    a_value: str = ""
    b_value: str = ""
    clash: float = 0.0


class Signals(Value, frozen=True):
    """The named signals of one statement, each in [0, 1]; `workbench.signals` computes them in SQL.

    recurrence     1 - 0.5^(n-1) over n independent sessions (interactive, not our own output)
    breadth        1 - 0.5^(n-1) over n distinct files
    consolidation  0.55 ln(days)/ln(5) + 0.45 span/7, days and span in days, each term at most its weight
    explicitness   1 when a trusted voice stressed it: remember, rule, decision, correction
    authority      best trust: human 1, agent 0.6, tool 0.2, untrusted 0
    recency        0.5^(age/14), age in days since the newest support
    durability     how sure extraction is that the words state a lasting truth
    """

    recurrence: float = 0.0
    breadth: float = 0.0
    consolidation: float = 0.0
    explicitness: float = 0.0
    authority: float = 0.0
    recency: float = 0.0
    durability: float = 0.0
    sessions: int = 0
    days: int = 0


class Rejection(Value, frozen=True):
    """A statement stays out, and why. `gate` names the rule: question, quoted, one_voice, score …"""

    text: str
    gate: str
    reason: str
    support: Support
    candidate: Candidate | None = None
    score: float = 0.0
