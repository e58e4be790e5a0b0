"""A server that speaks MCP over stdio, called one call after the other, and what its processes use (by /proc)."""

from __future__ import annotations

import os
import resource
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from anyio.from_thread import start_blocking_portal
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

from benchmarks.peers.peer import LOG, Used

TICKS = os.sysconf("SC_CLK_TCK")


class Served:
    """A server's process and the one client it has."""

    def __init__(self, command: Sequence[str], env: Mapping[str, str], folder: Path) -> None:
        """Start it. Raises RuntimeError with the end of what it said where it does not come up."""
        folder.mkdir(parents=True, exist_ok=True)
        self._log = (folder / LOG).open("w+")
        self._portal: AbstractContextManager[Any] = start_blocking_portal()
        portal = self._portal.__enter__()
        words = StdioServerParameters(command=command[0], args=list(command[1:]), env=dict(env), cwd=str(folder))
        before = set(children())
        self._client = Client(stdio_client(words, errlog=self._log), read_timeout_seconds=600)
        try:
            self._open = portal.wrap_async_context_manager(self._client)
            self._open.__enter__()
        except BaseException as error:
            self._portal.__exit__(None, None, None)
            raise RuntimeError(f"{Path(command[0]).name} does not start: {self.said() or error}") from error
        self._call = portal.call
        self.pids = [pid for pid in children() if pid not in before]

    def call(self, tool: str, arguments: Mapping[str, Any]) -> Any:
        """A tool's answer: its structured content, else its text. Raises RuntimeError with its word."""
        told = self._call(self._client.call_tool, tool, dict(arguments))
        text = "".join(part.text for part in told.content if part.type == "text")
        if told.is_error:
            raise RuntimeError(f"{tool}: {text[:300]}")
        return told.structured_content or text

    def used(self) -> Used:
        found = [one for pid in self.pids for one in (pid, *below(pid))]
        return Used(sum(map(cpu, found)), sum(map(peak, found)))

    def said(self) -> str:
        """The last line that the server said on its standard error."""
        self._log.seek(0)
        lines = self._log.read().strip().splitlines()
        return lines[-1] if lines else ""

    def close(self) -> None:
        try:
            self._open.__exit__(None, None, None)
        finally:
            self._portal.__exit__(None, None, None)
            self._log.close()


def ran(command: Sequence[str], env: Mapping[str, str], folder: Path) -> Used:
    """Run a command to its end. Raises RuntimeError with the last line it said where it fails."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, env=dict(env), cwd=folder, capture_output=True, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        said = (done.stderr.strip() or done.stdout.strip()).splitlines()
        raise RuntimeError(f"{' '.join(command)}: {said[-1] if said else f'exit {done.returncode}'}")
    return Used(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, after.ru_maxrss / 1024)


def children(pid: int | str = "self") -> Iterator[int]:
    """The processes that one has started and that still run."""
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        yield from map(int, task.read_text().split())


def below(pid: int) -> Iterator[int]:
    for child in children(pid):
        yield child
        yield from below(child)


def cpu(pid: int) -> float:
    """Processor seconds a process and its ended children have used."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except FileNotFoundError:
        return 0.0
    return sum(map(int, fields[11:15])) / TICKS


def peak(pid: int) -> float:
    """The most memory a process has held, in MB."""
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except FileNotFoundError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in status.splitlines() if line.startswith("VmHWM")), 0.0)


class ServedPeer:
    """What every memory that is asked through a server shares: its process, and what filling it used before that."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._server: Served | None = None
        self._filled = Used(0, 0)
        self.refused = 0

    def used(self) -> Used:
        """What filling and the server used together."""
        now = self._server.used() if self._server else Used(0, 0)
        return Used(now.cpu + self._filled.cpu, max(now.memory, self._filled.memory))

    def close(self) -> None:
        """End the server."""
        if self._server:
            self._server.close()
