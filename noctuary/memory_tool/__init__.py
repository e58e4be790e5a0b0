"""The reference memory server's nine operations over the one memory (seed 001). Knows no transport."""

from noctuary.memory_tool.operations import MemoryTool, MemoryToolError
from noctuary.memory_tool.tools import TOOLS, Tool
from noctuary.memory_tool.types import Entity, Graph, Relation, Removed

__all__ = ["TOOLS", "Entity", "Graph", "MemoryTool", "MemoryToolError", "Relation", "Removed", "Tool"]
