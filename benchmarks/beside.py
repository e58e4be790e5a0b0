"""What a call costs through the server, beside the reference memory server: one client, the same calls and store.

npm install --prefix build/reference @modelcontextprotocol/server-memory
python -m benchmarks.beside "node build/reference/node_modules/@modelcontextprotocol/server-memory/dist/index.js"
"""

from __future__ import annotations

import argparse
import json
import resource
import shlex
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import anyio
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

from benchmarks.writing import filled
from noctuary.settings import open_workspace
from noctuary.writing import Writer

Call = Callable[[int], tuple[str, dict[str, Any]]]
CALLS: dict[str, Call] = {
    "an entity with a statement": lambda n: (
        "create_entities",
        {"entities": [{"name": f"one-{n}", "entityType": "Tool", "observations": [f"one more, {n}"]}]},
    ),
    "a statement": lambda n: (
        "add_observations", {"observations": [{"entityName": f"thing-{n + 5}", "contents": [f"another note, {n}"]}]},
    ),
    "a relation": lambda n: (
        "create_relations", {"relations": [{"from": f"thing-{n}", "to": f"thing-{n + 9}", "relationType": "uses"}]},
    ),
    "a search": lambda n: ("search_nodes", {"query": f"thing-{n + 700}"}),
}  # fmt: skip


def children() -> float:
    """Processor seconds of all children that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def cost(server: StdioServerParameters, call: Call, times: int) -> float:
    """Processor milliseconds of the server for a call: what it used with so many calls more than with one."""
    few, many = (_used(server, call, range(first, first + number)) for first, number in ((0, 1), (1, times + 1)))
    return 1000 * (many - few) / times


def _used(server: StdioServerParameters, call: Call, numbers: range) -> float:
    before = children()
    anyio.run(_called, server, call, numbers)
    return children() - before


async def _called(server: StdioServerParameters, call: Call, numbers: range) -> None:
    async with stdio_client(server) as streams, ClientSession(*streams[:2]) as session:
        await session.initialize()
        for number in numbers:
            said = await session.call_tool(*call(number))
            if said.is_error:
                raise RuntimeError(said.content)


def ours(folder: Path, size: int) -> StdioServerParameters:
    """Our server over a store of that many entities, each with a statement."""
    writer = Writer(open_workspace(folder, environ={}), wait=600)
    filled(writer, size)
    writer.close()
    words = ["serve", "--tools", "reference", "-w", str(folder)]
    return StdioServerParameters(command=str(Path(sys.executable).with_name("noctuary")), args=words)


def theirs(folder: Path, size: int, reference: str) -> StdioServerParameters:
    """The reference over the same."""
    store = folder / "memory.jsonl"
    said = ((f"thing-{n}", [f"the value of thing {n} is {n * 7}"]) for n in range(size))
    rows = ({"type": "entity", "name": name, "entityType": "Tool", "observations": told} for name, told in said)
    store.write_text("\n".join(map(json.dumps, rows)))
    command, *words = shlex.split(reference)
    return StdioServerParameters(command=command, args=words, env={"MEMORY_FILE_PATH": str(store)})


def main() -> None:
    """Print a row a call and size."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("reference", help="the command that starts the reference server")
    parser.add_argument("--sizes", type=int, nargs="+", default=[1_000, 10_000])
    parser.add_argument("--times", type=int, default=50)
    given = parser.parse_args()
    print("| entities | ms of CPU for | ours | reference |")
    print("|---|---|---|---|")
    for size in given.sizes:
        with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as two:
            mine, other = ours(Path(one), size), theirs(Path(two), size, given.reference)
            for name, call in CALLS.items():
                told = [f"{cost(server, call, given.times):.1f}" for server in (mine, other)]
                print(f"| {size:,} | {name} | {told[0]} | {told[1]} |", flush=True)


if __name__ == "__main__":
    main()
