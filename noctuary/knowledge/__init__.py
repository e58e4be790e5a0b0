"""The Knowledge surface (seed 000): one dispatch from actions to the memory. Knows no transport."""

from noctuary.knowledge.actions import ACTIONS, Action
from noctuary.knowledge.api import KnowledgeAPI
from noctuary.knowledge.registry import KnowledgeError

__all__ = ["ACTIONS", "Action", "KnowledgeAPI", "KnowledgeError"]
