"""A second opinion on two statements, from outside and by setting: an NLI model, a program, a class. None by default.

Says, caches and counts; what a night makes of it is decided in `noctuary.stages.advise`.
"""

from noctuary.advice.ask import Asked, ask
from noctuary.advice.choice import choose
from noctuary.advice.policy import AdvicePolicy
from noctuary.advice.protocol import Advice, Adviser, AdviserAbsent, Pair, Silence

__all__ = ["Advice", "AdvicePolicy", "Adviser", "AdviserAbsent", "Asked", "Pair", "Silence", "ask", "choose"]
