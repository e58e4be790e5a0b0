"""Runs a server: on stdio for the client that started it, or over HTTP for those on this machine that have a token."""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path

import anyio
from mcp.server.auth.settings import AuthSettings

from noctuary.server.app import build
from noctuary.server.config import Config
from noctuary.server.tokens import token_file as own_file
from noctuary.server.tokens import tokens
from noctuary.settings import open_workspace

HOST = "127.0.0.1"


def serve_stdio(config: Config) -> None:
    """Serve until the client closes its end. What the process prints meanwhile goes to stderr."""
    with contextlib.redirect_stdout(sys.__stdout__), contextlib.suppress(KeyboardInterrupt):
        anyio.run(build(config).run_stdio_async)


def serve_http(config: Config, port: int, token_file: Path | None) -> None:
    """Serve http://127.0.0.1:PORT/mcp until interrupted, to whoever brings one of the tokens."""
    workspace = open_workspace(config.root)
    known = tokens(workspace, token_file)
    where = token_file or own_file(workspace)
    print(f"Serving http://{HOST}:{port}/mcp; the token is in {where}. Ctrl-C ends it.", file=sys.stderr)
    here = AuthSettings.model_validate({"issuer_url": f"http://{HOST}:{port}", "resource_server_url": None})
    server = build(config, auth=here, token_verifier=known)
    with contextlib.suppress(KeyboardInterrupt):
        anyio.run(lambda: server.run_streamable_http_async(host=HOST, port=port))
