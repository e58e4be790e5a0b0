"""The door every text passes before anything is stored: secrets out, hidden signs out. Judges no meaning."""

from __future__ import annotations

from noctuary.guard.guard import Guarded, guard
from noctuary.guard.policy import GuardPolicy, check

__all__ = ["GuardPolicy", "Guarded", "check", "guard"]
