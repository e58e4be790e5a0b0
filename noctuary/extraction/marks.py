"""The marks and shapes by which lasting, passing and borrowed statements are told. Holds patterns only, decides nothing.

The phrases are those of the languages' tables (`noctuary/text/languages`). Each name is one feature of `durable.features`
and, where found, a cue of the candidate; the strongest one of `PASSING` names the gate of a rejection.
"""

from __future__ import annotations

import re

from noctuary.text.patterns import of_group, signs

DURABLE, PASSING, SHAPES = of_group("keep"), of_group("passing"), of_group("shape")
CASED_SHAPES: dict[str, re.Pattern[str]] = {
    "label": re.compile(r"^[^\s:：][^:：?]{0,40}[:：]\s*\S"),
    "number": re.compile(r"\d"),
    "code_span": re.compile(r"`[^`]+`"),
    "path": signs(
        r"""
\b\w+://|(?<![\w-])-*+\w[\w-]*+/[\w*/.-]|(?<![\w-])-*+\w[\w-]*+\.(?:example|com|org|io|internal|local|py|ts|js|go|md|json|ya?ml|
toml|csv)\b|\b\d+\.\d+\.\d+\.\d+\b|\b[a-z]+_[a-z_]+\b
""",
        cased=True,
    ),
    "name": re.compile(r"(?<=[\w,:;–-] )[A-ZÄÖÜÉÁÍÓÚÑ][\w'-]*[a-zäöüßéáíóúñ]|\b[A-Z]{2,}\b"),
    "version": re.compile(r"\bv?\d+\.\d+(?:\.\d+)?\b"),
    "arrow": re.compile(r"->|→|=>|="),
    "exclaim": re.compile(r"!|\.\.\.|…|:\(|:\)|[\U0001F600-\U0001F64F]"),
    "named_subject": signs(
        r"""
^(?:(?:and|btw|also|fyi),? )?[A-ZÄÖÜÉÁ][a-zäöüßéáíóúñ]+(?:'s\b| [A-Z][a-z]+| is| has| wants| likes|
 takes| may| must| prefers| comes| does| can't| only|:| \()
""",
        cased=True,
    ),
    "clock_start": re.compile(r"^\d{1,2}[:.]\d\d(?::\d\d)?[Zz]?\b(?! ?[–-])"),
}
