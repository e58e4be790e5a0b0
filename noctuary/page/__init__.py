"""What a human reads: MEMORY.md's managed block and DREAMS.md, from Jinja templates; and what they wrote into either.

Decides nothing.
"""

from noctuary.page.believed import Believed
from noctuary.page.block import Budget, human_part, splice
from noctuary.page.render import render_block, render_dreams

__all__ = ["Believed", "Budget", "human_part", "render_block", "render_dreams", "splice"]
