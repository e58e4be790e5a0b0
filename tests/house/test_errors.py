"""Errors that another process raised: a pool or a flow runner hands them over pickled."""

from __future__ import annotations

import pickle

import pytest

from noctuary.errors import NightBusy, NoctuaryError
from noctuary.knowledge.registry import KnowledgeError
from noctuary.memory_tool.operations import MemoryToolError
from noctuary.writing import WriteRefused

RAISED = [
    NightBusy("/srv/w", "a night is under way", "wait for it"),
    KnowledgeError("unknown", "no such page", "ask for the list"),
    MemoryToolError("Entity with name Ada not found", "make it first"),
    WriteRefused("private", "fact:1", "is another agent's", "ask its agent"),
]


@pytest.mark.parametrize("error", RAISED, ids=lambda error: type(error).__name__)
def test_an_error_of_another_process_says_and_holds_the_same(error: NoctuaryError) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), vars(again)) == (type(error), str(error), vars(error))
