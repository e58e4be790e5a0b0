"""The verb that opens the door for agents: serve."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import TYPE_CHECKING

import click

from noctuary.access import Asker
from noctuary.cli.root import as_reader, in_workspace, main

if TYPE_CHECKING:
    from noctuary.settings import ServerSettings

SETS = ("noctuary", "memory", "reference", "knowledge")


@main.command()
@in_workspace
@click.option("--tools", metavar="SET,…", help=f"Which tool sets: {', '.join(SETS)}; default: `server.tools`.")
@click.option(
    "--http", "port", type=click.IntRange(1, 65535), metavar="PORT", help="Serve HTTP on this machine instead."
)
@click.option(
    "--token-file",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="Tokens that HTTP clients must bring, one a line, with the agent it stands for; default: .noctuary/token.",
)
@as_reader
def serve(root: Path, asker: Asker, tools: str | None, port: int | None, token_file: Path | None) -> None:
    """Serve this memory to agents, by the Model Context Protocol; see docs/mcp.md.

    On stdio, for a client that starts it: `claude mcp add noctuary -- noctuary serve -w FOLDER`. Who asks is --agent,
    else the name the client gives itself; over HTTP, the agent its token stands for.
    """
    from noctuary.errors import SettingsError
    from noctuary.settings import open_workspace

    if importlib.util.find_spec("mcp") is None:
        raise SettingsError("noctuary serve", "needs the MCP SDK", "install it: `pip install 'noctuary[mcp]'`")
    if token_file and port is None:
        raise click.UsageError("--token-file is for --http")
    from noctuary.server.config import Config
    from noctuary.server.serving import serve_http, serve_stdio

    settings = _with(open_workspace(root).settings.server, tools)
    config = Config(root=root, asker=asker, believes_client=port is None, settings=settings)
    if port is None:
        serve_stdio(config)
        return
    serve_http(config, port, token_file)


def _with(settings: ServerSettings, tools: str | None) -> ServerSettings:
    """The settings, with the sets that were named instead of theirs."""
    from msgspec.structs import replace

    if tools is None:
        return settings
    named = tuple(dict.fromkeys(one.strip() for one in tools.split(",") if one.strip()))
    if not named or not set(named) <= set(SETS):
        raise click.BadParameter(f"{tools!r} names no tool set; they are {', '.join(SETS)}", param_hint="--tools")
    return replace(settings, tools=named)
