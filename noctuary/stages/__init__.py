"""The imperative shell of a night: gather, decide, apply, one function a stage. Rules live in `consolidate`.

Each stage takes a `Run` and returns a new one; only `apply` changes the workspace.
"""

from noctuary.stages.apply import apply, recover
from noctuary.stages.connect import link
from noctuary.stages.decay_confidence import decay
from noctuary.stages.gather import extract, read
from noctuary.stages.harm import harm
from noctuary.stages.hear import hear
from noctuary.stages.match import match
from noctuary.stages.plan import plan
from noctuary.stages.resolve import resolve
from noctuary.stages.run import Plan, Run, begin
from noctuary.stages.weigh import promote, score

__all__ = [
    "Plan",
    "Run",
    "apply",
    "begin",
    "decay",
    "extract",
    "harm",
    "hear",
    "link",
    "match",
    "plan",
    "promote",
    "read",
    "recover",
    "resolve",
    "score",
]
