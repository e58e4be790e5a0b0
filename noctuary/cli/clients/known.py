"""Which clients there are: the files of each, and what is put into them. Every format is cited in docs/clients.md."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from noctuary import files
from noctuary.cli.clients.block import HASH, MARKDOWN, block
from noctuary.cli.clients.edit import Edit
from noctuary.cli.clients.hooks import hooks
from noctuary.cli.clients.program import shell
from noctuary.cli.clients.servers import entry, server
from noctuary.cli.clients.tomltext import codex_server
from noctuary.errors import WorkspaceError
from noctuary.hook import EVENTS

Scope = Literal["user", "project", "local"]
GUIDE = """\
## Memory

What was decided and learned here is kept by Noctuary.

- Before you begin, read `noctuary context`: the rules come first, then what matters now.
- Look things up with `noctuary search "WORDS"`; `noctuary why ID` shows the sources of a fact.
- What is worth keeping, write as a line into `memory/YYYY-MM-DD.md` of today; the night sorts it in.
- Never edit DREAMS.md, `memory/graph.jsonl`, or the lines between the marks in MEMORY.md.
"""


class Ask(NamedTuple):
    """What is asked for: the workspace, whose settings, and more words for the server."""

    root: Path
    scope: Scope = "user"
    options: tuple[str, ...] = ()


class Client(NamedTuple):
    """A client: its edits, the scopes it has, the glob of its logs ("": none is known), what the human does next."""

    edits: Callable[[Ask], Sequence[Edit]]
    scopes: tuple[Scope, ...] = ("user",)
    logs: Callable[[Ask], str] = lambda ask: ""
    next: str = ""
    has_server: bool = True


def claude_config() -> Path:
    """Claude Code's own folder: `CLAUDE_CONFIG_DIR`, else `~/.claude`."""
    return Path(files.expanded(os.environ.get("CLAUDE_CONFIG_DIR") or files.home() / ".claude")).absolute()


def codex_home() -> Path:
    """Codex's own folder: `CODEX_HOME`, else `~/.codex`."""
    return Path(files.expanded(os.environ.get("CODEX_HOME") or files.home() / ".codex")).absolute()


def openclaw_home() -> Path:
    """OpenClaw's own folder: `OPENCLAW_STATE_DIR`, else `~/.openclaw`."""
    return Path(files.expanded(os.environ.get("OPENCLAW_STATE_DIR") or files.home() / ".openclaw")).absolute()


def claude_project(root: Path) -> Path:
    """Where Claude Code keeps the logs and the memory of a project: every sign but letters and digits is a dash."""
    return claude_config() / "projects" / re.sub(r"[^A-Za-z0-9]", "-", str(root))


def shown(path: Path) -> str:
    """A path as a setting names it: `~/…` below home."""
    home = files.home()
    return f"~/{path.relative_to(home).as_posix()}" if path.is_relative_to(home) else path.as_posix()


def at_start(client: str, root: Path) -> str:
    """The shell command that a client runs where a session starts."""
    return shell("context", "--hook", client, "-w", str(root))


def _claude_code(ask: Ask) -> list[Edit]:
    root, scope = ask.root, ask.scope
    home = None if scope == "user" else root
    names = {"project": "settings.json", "local": "settings.local.json"}
    settings = root / ".claude" / names[scope] if scope != "user" else claude_config() / "settings.json"
    wanted = {name: shell("hook", event, "-w", str(root)) for event, name in EVENTS.items()}
    wanted = {"SessionStart": at_start("claude-code", root)} | wanted
    given = {"type": "stdio", **entry(root, ask.options)}
    if scope == "project":
        serves = server(root / ".mcp.json", root, root, ["mcpServers"], given)
    else:
        where = ["mcpServers"] if scope == "user" else ["projects", str(root), "mcpServers"]
        serves = server(_claude_state(), None, root, where, given)
    return [hooks(settings, home, root, wanted), serves]


def _claude_state() -> Path:
    """The file in which Claude Code keeps servers of the user's own."""
    is_moved = bool(os.environ.get("CLAUDE_CONFIG_DIR"))
    return (claude_config() if is_moved else files.home()) / ".claude.json"


def _codex(ask: Ask) -> list[Edit]:
    home = None if ask.scope == "user" else ask.root
    folder = codex_home() if ask.scope == "user" else ask.root / ".codex"
    return [
        codex_server(folder / "config.toml", home, ask.root, ask.options),
        hooks(folder / "hooks.json", home, ask.root, {"SessionStart": at_start("codex", ask.root)}),
    ]


def _cursor(ask: Ask) -> list[Edit]:
    from noctuary.cli.clients.cursor import cursor_hooks

    home = None if ask.scope == "user" else ask.root
    folder = files.home() / ".cursor" if ask.scope == "user" else ask.root / ".cursor"
    return [
        server(folder / "mcp.json", home, ask.root, ["mcpServers"], entry(ask.root, ask.options)),
        cursor_hooks(folder / "hooks.json", home, ask.root, at_start("cursor", ask.root)),
    ]


def _openclaw(ask: Ask) -> list[Edit]:
    path = Path(files.expanded(os.environ.get("OPENCLAW_CONFIG_PATH") or openclaw_home() / "openclaw.json")).absolute()
    return [server(path, None, ask.root, ["mcp", "servers"], entry(ask.root, ask.options), json5=True)]


def _agents_md(ask: Ask) -> list[Edit]:
    """Each file that an agent reads here, once; one that a link or an import leads to is written under its own name."""
    there = [path for name in ("AGENTS.md", "CLAUDE.md") if (path := ask.root / name).is_file()]
    real = {os.path.realpath(path): path for path in reversed(there)}
    if len(real) > 1 and re.search(rb"^@(\./)?AGENTS\.md\s*$", (ask.root / "CLAUDE.md").read_bytes(), re.MULTILINE):
        real = {key: path for key, path in real.items() if path.name != "CLAUDE.md"}
    return [block(path, ask.root, GUIDE, MARKDOWN) for path in list(real.values())[::-1] or [ask.root / "AGENTS.md"]]


def _git(ask: Ask) -> list[Edit]:
    top, config = _repository(ask.root)
    here = ask.root.resolve().relative_to(top).as_posix()
    prefix = "" if here == "." else f"{here}/"
    command = f"{shell('merge-journal')} %O %A %B".replace("\\", "\\\\").replace('"', '\\"')
    driver = f'[merge "noctuary"]\n\tname = keeps the lines of both journals\n\tdriver = "{command}"'
    return [
        block(top / ".gitattributes", top, f"{_pattern(prefix + 'memory/graph.jsonl')} merge=noctuary", HASH),
        block(top / ".gitignore", top, f"/{_escaped(prefix)}.noctuary/", HASH),
        block(config, None, driver, HASH),
    ]


def _repository(root: Path) -> tuple[Path, Path]:
    """The top folder of the git repository that a workspace lies in, and its configuration."""
    import subprocess

    words = ["git", "-C", str(root), "rev-parse", "--path-format=absolute", "--show-toplevel", "--git-common-dir"]
    try:
        done = subprocess.run(words, capture_output=True, text=True, check=False)
    except OSError:
        raise WorkspaceError("git", "is not on this machine", "install it and run the same again") from None
    lines = done.stdout.splitlines()
    if done.returncode or len(lines) != 2:
        raise WorkspaceError(str(root), "lies in no git repository", "run `git init` there first")
    return Path(os.path.realpath(lines[0])), Path(lines[1]) / "config"


def _escaped(path: str) -> str:
    """A path as .gitignore names it."""
    return re.sub(r"([\\*?\[\]# !])", r"\\\1", path)


def _pattern(path: str) -> str:
    """A path as .gitattributes names it: quoted where it holds a blank."""
    found = re.sub(r"([\\*?\[\]])", r"\\\1", path)
    return '"' + found.replace("\\", "\\\\").replace('"', '\\"') + '"' if re.search(r'[\s"#!]', found) else found


def _of_claude(ask: Ask) -> str:
    folder = claude_project(ask.root) if ask.scope != "user" else claude_config() / "projects"
    return f"{shown(folder)}/**/*.jsonl"


CLIENTS: Mapping[str, Client] = {
    "claude-code": Client(
        _claude_code,
        ("user", "project", "local"),
        _of_claude,
        "Start Claude Code anew; `/mcp` and `/hooks` show what it has.",
    ),
    "codex": Client(
        _codex,
        ("user", "project"),
        lambda ask: f"{shown(codex_home())}/sessions/**/*.jsonl",
        "Codex runs a hook only once you trust it: type `/hooks` there.",
    ),
    "cursor": Client(_cursor, ("user", "project"), next="Start Cursor anew; its MCP settings show the server."),
    "openclaw": Client(
        _openclaw,
        logs=lambda ask: f"{shown(openclaw_home())}/agents/*/sessions/*.jsonl",
        next="`openclaw mcp probe noctuary` opens the server once.",
    ),
    "git": Client(
        _git,
        next="Commit .gitattributes and .gitignore; every clone runs `noctuary install git` once for the driver.",
        has_server=False,
    ),
    "agents-md": Client(_agents_md, has_server=False),
}
