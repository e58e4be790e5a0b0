"""The Knowledge surface (seed 000): one dispatch from actions to the memory. Knows no transport."""

from noctuary.knowledge.api import ACTIONS, Action, KnowledgeAPI, KnowledgeError

__all__ = ["ACTIONS", "Action", "KnowledgeAPI", "KnowledgeError"]
