"""The drills at full size: minutes on a slow disk, so `make bench` runs them. The suite has each of them small."""

from __future__ import annotations

import os
import signal
import threading
from pathlib import Path

import pytest

from noctuary.journal import replay, verify
from noctuary.settings import open_workspace
from noctuary.writing import Writer
from tests.writing.test_writing import AGENT, NOW, is_as_rebuilt, one, worker

pytestmark = pytest.mark.slow


@pytest.fixture
def writer(tmp_path: Path) -> Writer:
    return Writer(open_workspace(tmp_path, environ={}), wait=600)


def names(writer: Writer) -> set[str]:
    return {each.name for each in replay(writer.workspace.journal).entities.values()}


def test_eight_processes_of_two_hundred_writes_lose_none_and_are_refused_none(writer: Writer) -> None:
    children = [worker(writer.workspace.root, f"p{number}", 200) for number in range(8)]
    told = [name for child in children for name in child.communicate()[0].split()]
    assert [child.returncode for child in children] == [0] * 8
    assert len(told) == 1600
    assert names(writer) == set(told)
    assert verify(writer.workspace.journal) == []
    assert is_as_rebuilt(writer)


def test_twenty_threads_of_fifty_writes_lose_none(writer: Writer) -> None:
    def write(thread: int) -> None:
        for number in range(50):
            writer.create([one(f"t{thread}-{number}", f"thread {thread} wrote {number}")], AGENT, NOW)

    threads = [threading.Thread(target=write, args=(number,)) for number in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(names(writer)) == 1000
    assert is_as_rebuilt(writer)


def test_twenty_five_deaths_in_mid_write_lose_no_acknowledged_write(writer: Writer) -> None:
    told: set[str] = set()
    for death in range(25):
        child = worker(writer.workspace.root, f"k{death}", 10_000)
        assert child.stdout is not None
        for _ in range(1 + death % 5):
            told.add(child.stdout.readline().strip())
        os.kill(child.pid, signal.SIGKILL)
        told |= set(child.communicate()[0].split())
    writer.create([one("after")], AGENT, NOW)
    assert names(writer) >= {*told, "after"} - {""}
    assert verify(writer.workspace.journal) == []
    assert is_as_rebuilt(writer)
