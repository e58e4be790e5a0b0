"""Who may come in over HTTP: bearer tokens from a file, each for an agent or for none in particular. Serves nothing."""

from __future__ import annotations

import hmac
import secrets
from pathlib import Path

from mcp.server.auth.provider import AccessToken

from noctuary import files
from noctuary.errors import SettingsError
from noctuary.settings import Workspace

NAME = "token"
SHORTEST = 20
"""Characters: what is shorter can be guessed."""


class Tokens:
    """The tokens that are let in, as the SDK asks for them."""

    def __init__(self, agents: dict[str, str]) -> None:
        self._agents = agents

    async def verify_token(self, token: str) -> AccessToken | None:
        """Whose token it is; None for one that nobody has."""
        given = token.encode()
        found = [(known, agent) for known, agent in self._agents.items() if hmac.compare_digest(known.encode(), given)]
        return AccessToken(token=token, client_id="noctuary", scopes=[], subject=found[0][1]) if found else None


def tokens(workspace: Workspace, path: Path | None) -> Tokens:
    """Those in a file, one a line: the token, then the agent whose it is, if any. None is the workspace's own.

    SettingsError for a file that cannot be read, or holds none, or one that can be guessed.
    """
    if path is None:
        return Tokens({own_token(workspace): ""})
    try:
        lines = files.named(path).decode().splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(str(path), f"cannot be read ({error})", "name a file with a token a line") from None
    words = [line.split() for line in lines if line.strip() and not line.lstrip().startswith("#")]
    agents = {token: agent[0] if agent else "" for token, *agent in words}
    if not agents or any(len(token) < SHORTEST for token in agents):
        what = "holds a token that is short enough to guess" if agents else "holds no token"
        raise SettingsError(str(path), what, "write one a line, as `openssl rand -hex 20` makes them")
    return Tokens(agents)


def own_token(workspace: Workspace) -> str:
    """The workspace's token, in a file of `.noctuary/` that its owner alone may read; made where there is none."""
    path = token_file(workspace)
    workspace.make_derived()
    if not path.exists():
        files.create(path, workspace.root, f"{secrets.token_urlsafe(32)}\n".encode(), mode=0o600)
    return files.read(path, workspace.root).decode().strip()


def token_file(workspace: Workspace) -> Path:
    """Where the workspace's own token is kept."""
    return workspace.derived / NAME
