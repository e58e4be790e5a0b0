"""`noctuary serve` as a client starts it: a process on stdio, another one over HTTP with tokens."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import anyio
import httpx2
import pytest
from click.testing import CliRunner
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp.types import Implementation

from noctuary.cli import main
from tests.server.conftest import MODES

pytestmark = pytest.mark.anyio
NAMES = ("NOCTUARY_AGENT", "NOCTUARY_USER", "NOCTUARY_TEAMS", "NOCTUARY_WORKSPACE")
SERVE = [sys.executable, "-c", "from noctuary.cli import run; run()", "serve"]


def environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name not in NAMES}


def on_stdio(root: Path, *more: str, mode: str = "auto", name: str = "a test") -> Client:
    program, *words = [*SERVE, "-w", str(root), *more]
    params = StdioServerParameters(command=program, args=words, env=environment())
    return Client(params, mode=mode, client_info=Implementation(name=name, version="1"), read_timeout_seconds=60)


@pytest.mark.parametrize("mode", ["legacy", "auto"])
async def test_a_process_on_stdio_answers_and_ends_with_its_client(mode: str, dreamt: Path) -> None:
    async with on_stdio(dreamt, mode=mode) as client:
        assert client.server_info.name == "noctuary"
        found = await client.call_tool("noctuary_search", {"query": "API port"})
        assert "9090" in found.structured_content["results"][0]["text"]
        status = await client.read_resource("memory://status")
        assert json.loads(status.contents[0].text)["waiting"] == 1


async def test_what_a_client_pipelines_is_all_answered(dreamt: Path) -> None:
    found: list[Any] = []
    async with on_stdio(dreamt) as client, anyio.create_task_group() as tasks:
        for number in range(40):
            arguments = {"query": f"battery {number}"} if number % 2 else {}
            tool = "noctuary_search" if number % 2 else "noctuary_status"
            tasks.start_soon(_kept, found, client.call_tool(tool, arguments))
    assert len(found) == 40
    assert not [one for one in found if one.is_error]


async def _kept(found: list[Any], call: Any) -> None:
    found.append(await call)


async def test_several_clients_and_a_night_at_once_all_get_through(dreamt: Path) -> None:
    (dreamt / "memory" / "2026-05-11.md").write_text("- decided: the case is printed in PETG\n")
    night = [sys.executable, "-c", "from noctuary.cli import run; run()", "dream", "-q", "-w", str(dreamt),
             "--now", "2026-05-13T03:00:00+00:00"]  # fmt: skip
    async with on_stdio(dreamt) as one, on_stdio(dreamt) as other:
        with subprocess.Popen(night, env=environment()) as dreaming:
            asked = 0
            while dreaming.poll() is None or not asked:
                for client in (one, other):
                    said = await client.call_tool("noctuary_search", {"query": "case"})
                    assert not said.is_error, said.content
                asked += 1
        assert dreaming.returncode == 0
        for client in (one, other):
            found = await client.call_tool("noctuary_search", {"query": "the case is printed in PETG"})
            assert "PETG" in found.structured_content["results"][0]["text"]


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@pytest.fixture
def served(dreamt: Path, tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """A server over HTTP with two tokens, and the file they stand in."""
    port, tokens = free_port(), tmp_path / "tokens"
    tokens.write_text(f"# who may come in\n{'p' * 30} pilot\n{'n' * 30}\n")
    words = [*SERVE, "-w", str(dreamt), "--http", str(port), "--token-file", str(tokens)]
    with subprocess.Popen(words, env=environment(), stderr=subprocess.PIPE, text=True) as server:
        try:
            for _ in range(600):
                with socket.socket() as found:
                    if found.connect_ex(("127.0.0.1", port)) == 0:
                        break
                time.sleep(0.05)
            yield f"http://127.0.0.1:{port}/mcp", dreamt
        finally:
            server.terminate()


def over_http(url: str, token: str, mode: str) -> Client:
    opened = httpx2.AsyncClient(headers={"Authorization": f"Bearer {token}"}, timeout=60)
    return Client(streamable_http_client(url, http_client=opened), mode=mode)


async def test_over_http_a_token_lets_in_and_says_who_asks(served: tuple[str, Path]) -> None:
    url, root = served
    private = {"visibility": "agent-private", "agent_id": "pilot"}
    _remember(root, "the pilot's own berth is number nine", private)
    for mode in MODES:
        for token, sees in (("p" * 30, True), ("n" * 30, False)):
            async with over_http(url, token, mode) as client:
                found = await client.call_tool("noctuary_search", {"query": "pilot's own berth number"})
                assert any("berth" in one["text"] for one in found.structured_content["results"]) == sees


async def test_over_http_nobody_comes_in_without_a_token_or_from_another_site(served: tuple[str, Path]) -> None:
    url, _ = served
    asked = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    told = {"Accept": "application/json, text/event-stream"}
    good = {"Authorization": f"Bearer {'n' * 30}", **told}
    async with httpx2.AsyncClient() as client:
        for wrong in ("", "Bearer", f"Bearer {'n' * 29}x", f"Bearer {'n' * 31}", "n" * 30):
            refused = await client.post(url, json=asked, headers={**told, "Authorization": wrong})
            assert refused.status_code == 401
            assert refused.headers["www-authenticate"].startswith("Bearer")
        for foreign in ({"Origin": "http://evil.example"}, {"Host": "evil.example"}):
            assert (await client.post(url, json=asked, headers={**good, **foreign})).status_code in (403, 421)


def _remember(root: Path, text: str, audience: dict[str, str]) -> None:
    """Write a fact into the journal, as another process would."""
    from noctuary.journal import append, closing, record, replay
    from noctuary.model import Night
    from noctuary.settings import open_workspace
    from tests.conftest import NOW, _fact

    workspace = open_workspace(root)
    at = replay(workspace.journal).next_instant(NOW)
    lines = [
        record(one, at, "2026-05-12-9") for one in (_fact(text, **audience), Night(id="2026-05-12-9", begun_at=at))
    ]
    append(workspace.journal, [*lines, closing("2026-05-12-9", at, len(lines))])


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--tools", "memory,magic"], "they are noctuary, memory, reference, knowledge"),
        (["--tools", ","], "names no tool set"),
        (["--http", "70000"], "70000 is not in the range"),
        (["--token-file", "TOKENS"], "--token-file is for --http"),
        (["--token-file", "TOKENS", "--http", "8123"], "short enough to guess; write one a line"),
    ],
)
def test_a_wrong_word_is_told_with_its_mend(words: list[str], told: str, dreamt: Path, tmp_path: Path) -> None:
    (tmp_path / "tokens").write_text("secret\n")
    given = [str(tmp_path / "tokens") if one == "TOKENS" else one for one in words]
    done = CliRunner().invoke(main, ["serve", "-w", str(dreamt), *given])
    assert done.exit_code == 2
    assert told in " ".join(done.output.split())


def test_the_workspace_makes_a_token_that_its_owner_alone_may_read_and_keeps_it(dreamt: Path) -> None:
    from noctuary.server.tokens import own_token, token_file
    from noctuary.settings import open_workspace

    workspace = open_workspace(dreamt)
    made = own_token(workspace)
    assert len(made) >= 40
    assert own_token(workspace) == made
    assert token_file(workspace).stat().st_mode & 0o777 == 0o600


def test_help_and_the_command_line_need_no_mcp_sdk() -> None:
    words = (
        "import sys; sys.modules.update(mcp=None, pydantic=None, starlette=None)\nfrom noctuary.cli import run\nrun()"
    )
    done = subprocess.run([sys.executable, "-c", words, "--help"], capture_output=True, text=True, check=True)
    assert "serve" in done.stdout


def test_without_the_sdk_serve_says_how_to_get_it(dreamt: Path) -> None:
    hide = "import importlib.util as u; f = u.find_spec; u.find_spec = lambda n, *a: None if n == 'mcp' else f(n, *a)\n"
    words = f"{hide}from noctuary.cli import run\nrun()"
    done = subprocess.run([sys.executable, "-c", words, "serve", "-w", str(dreamt)], capture_output=True, text=True)
    assert done.returncode == 2
    assert "pip install 'noctuary[mcp]'" in done.stderr
