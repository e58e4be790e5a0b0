"""What every room's tests share: a fixed clock, a small workspace made of real files, the shared folder."""

from __future__ import annotations

import datetime as dt
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from noctuary.index import Index
from noctuary.model import Edge, Fact, Support, edge_id, fact_id
from tests.warm import Warm

# The suite asks the same questions every time; `pytest --hypothesis-profile search` looks for new ones.
settings.register_profile("noctuary", deadline=None, derandomize=True)
settings.register_profile("search", deadline=None, max_examples=2000)
settings.load_profile("noctuary")

# What is tested is what a night does with a verdict, not which sentences a reader has learned to keep: by words and
# values alone, unless a test asks for the reader (`as_shipped`).
os.environ.setdefault("NOCTUARY_JUDGE_MODEL", "lexical")

# Nights end with what is on the disk for good: most of a test's time would be spent waiting for it. Where folders in
# memory have room for the whole suite, tests take theirs there; TMPDIR says otherwise.
IN_MEMORY, ROOM = Path("/dev/shm"), 4 << 30
if "TMPDIR" not in os.environ and os.access(IN_MEMORY, os.W_OK) and shutil.disk_usage(IN_MEMORY).free >= ROOM:
    os.environ["TMPDIR"] = os.environ["PYTEST_DEBUG_TEMPROOT"] = tempfile.tempdir = str(IN_MEMORY)

ROOT = Path(__file__).parent.parent
NOW = dt.datetime(2026, 5, 12, 3, 0, tzinfo=dt.UTC)
SEEN = dt.datetime(2026, 5, 4, 3, 0, tzinfo=dt.UTC)

NEAR = ("localhost", "127.0.0.1", "::1", "0.0.0.0")


def _stay_home(event: str, args: tuple[Any, ...]) -> None:
    """Refuse what would leave this machine: no test may need the network, or use it unseen."""
    if event == "socket.getaddrinfo":
        host = args[0]
    elif event in ("socket.connect", "socket.sendto") and isinstance(args[1], tuple):
        host = args[1][0]
    else:
        return
    if host and (host.decode() if isinstance(host, bytes) else host) not in NEAR:
        raise PermissionError(f"a test tried to reach {host}; tests stay on this machine")


sys.addaudithook(_stay_home)


@pytest.hookimpl(tryfirst=True)  # before pytest-xdist looks for groups
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep the tests of a file in one process, so that what they share is made once."""
    for item in items:
        if not item.get_closest_marker("xdist_group"):
            item.add_marker(pytest.mark.xdist_group(item.path.relative_to(ROOT).as_posix()))


MEMORY = """# Tide clock project

- API port: 8080
- Language: Python 3.12
- never push to main without a review

## People
- Ines designs the case
"""

NOTES = {
    "2026-05-08": "- decided: the display is e-ink, no LCD\n- rain all day\n",
    "2026-05-09": "- the API port is now 9090, no longer 8080\n- Battery life: 14 days\n",
    "2026-05-10": "- Battery life: 21 days\n- lunch with Ines\n",
}

SAID = [
    ("2026-05-09T09:00:00.000Z", "user", "the API port is now 9090, no longer 8080"),
    ("2026-05-09T09:00:09.000Z", "assistant", "Noted: the API port is 9090."),
    ("2026-05-09T09:01:00.000Z", "user", "what is the weather like?"),
    ("2026-05-10T09:00:00.000Z", "user", "remember: always solder the antenna before the case is closed"),
]


@contextmanager
def as_shipped() -> Iterator[None]:
    """Nights in it are judged as a newcomer's are: by the reader beside the measures."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("NOCTUARY_JUDGE_MODEL", raising=False)
        yield


@pytest.fixture
def now() -> dt.datetime:
    """Three in the morning of 12 May 2026, UTC."""
    return NOW


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    """A workspace with a MEMORY.md, three notes and one Claude Code log: updates, a contradiction, junk."""
    return make_workspace(tmp_path / "workspace")


Once = Callable[[Callable[[Path], object], Path], Path]


@pytest.fixture(scope="session")
def once(tmp_path_factory: pytest.TempPathFactory) -> Once:
    """`once(live, root)`: the folder that `live` makes; it is lived through once, and every `root` is a copy."""
    made: dict[Callable[[Path], object], Path] = {}

    def copied(live: Callable[[Path], object], root: Path) -> Path:
        if live not in made:
            made[live] = tmp_path_factory.mktemp("once") / "workspace"
            live(made[live])
        return Path(shutil.copytree(made[live], root))

    return copied


def _first_night(root: Path) -> None:
    from noctuary.night import dream

    dream(make_workspace(root), NOW)


@pytest.fixture
def dreamt(once: Once, tmp_path: Path) -> Path:
    """The small workspace after a night."""
    return once(_first_night, tmp_path / "workspace")


@pytest.fixture
def make() -> Callable[[Path], Path]:
    """`make_workspace` for tests that need several."""
    return make_workspace


@pytest.fixture(scope="module")
def warm(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Warm]:
    """A process after a night of its own, from which others are forked."""
    with Warm(make_workspace(tmp_path_factory.mktemp("warm") / "workspace")) as started:
        yield started


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of public data sets and real inputs; skips where it is absent."""
    folder = Path(os.environ.get("NOCTUARY_SHARED", ROOT.parent / "shared"))
    if not folder.is_dir():
        pytest.skip(f"NOCTUARY_SHARED: no folder {folder}")
    return folder


def make_workspace(root: Path) -> Path:
    """Write the small workspace at `root`."""
    (root / "memory").mkdir(parents=True)
    (root / "sessions").mkdir()
    (root / "MEMORY.md").write_text(MEMORY)
    for day, text in NOTES.items():
        (root / "memory" / f"{day}.md").write_text(text)
    lines = [_claude_line(number, *said) for number, said in enumerate(SAID)]
    (root / "sessions" / "a.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    return root


def _claude_line(number: int, at: str, role: str, text: str) -> dict[str, object]:
    return {
        "parentUuid": f"u{number - 1}" if number else None,
        "isSidechain": False,
        "userType": "external",
        "cwd": "/home/kim/clock",
        "sessionId": "5d3a9c1e-0000-4000-8000-000000000001",
        "version": "2.1.4",
        "type": role,
        "message": {"role": role, "content": [{"type": "text", "text": text}]},
        "uuid": f"u{number}",
        "timestamp": at,
    }


def tree(root: Path) -> dict[str, bytes]:
    """Every file below `root` and its bytes."""
    return {p.relative_to(root).as_posix(): p.read_bytes() for p in sorted(root.rglob("*")) if p.is_file()}


@pytest.fixture
def bytes_of() -> Callable[[Path], dict[str, bytes]]:
    """`tree`: every file below a folder and its bytes."""
    return tree


def _support(line: int = 1, **changed: Any) -> Support:
    given: dict[str, Any] = {
        "ref": "memory/2026-05-03.md", "line": line, "line_end": line, "session": "memory/2026-05-03.md",
        "role": "note", "trust": "human", "at": SEEN - dt.timedelta(days=1),
    }  # fmt: skip
    return Support(**given | changed)


def _fact(text: str, entity: str = "harbour", line: int = 1, **changed: Any) -> Fact:
    given: dict[str, Any] = {
        "id": fact_id(text, entity), "text": text, "entity": entity, "kind": "fact", "status": "active",
        "confidence": 0.8, "method": "single-source", "verified_at": SEEN, "trust": "human",
        "sources": (_support(line, quote=f"- {text}"),),
    }  # fmt: skip
    return Fact(**given | changed)


def _edge(src: str, dst: str, rel: Any = "related_to", **changed: Any) -> Edge:
    return Edge(**{"id": edge_id(src, dst, rel), "src": src, "dst": dst, "rel": rel, "reason": "named together"}
                | changed)  # fmt: skip


@pytest.fixture(scope="session")
def support() -> Callable[..., Support]:
    """One note's line of 3 May 2026, by hand."""
    return _support


@pytest.fixture(scope="session")
def fact() -> Callable[..., Fact]:
    """An active fact of 4 May 2026 with one source, by hand."""
    return _fact


@pytest.fixture(scope="session")
def edge() -> Callable[..., Edge]:
    """An edge with a reason, by hand."""
    return _edge


@pytest.fixture
def index() -> Iterator[Index]:
    """An index in memory."""
    with Index.open(":memory:") as opened:
        yield opened


AT = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
"""When the facts made by hand were said."""


def _voice(**more: Any) -> Support:
    """One human voice in a session of its own, unless told otherwise."""
    given: dict[str, Any] = {
        "ref": "s.jsonl", "line": 1, "line_end": 1, "session": "s", "role": "user", "trust": "human", "at": AT,
        "quote": "words",
    }  # fmt: skip
    return Support(**(given | more))


def _believed(text: str = "the tank holds 40 litres", **more: Any) -> Fact:
    """An active fact of January 2026 with one human voice, unless told otherwise."""
    given: dict[str, Any] = {
        "id": fact_id(text, ""), "text": text, "entity": "", "kind": "fact", "status": "active", "confidence": 0.8,
        "method": "session-conclusion", "verified_at": AT, "trust": "human", "sources": (_voice(),),
        "said_on": AT.date(),
    }  # fmt: skip
    return Fact(**(given | more))


@pytest.fixture
def make_fact() -> Callable[..., Fact]:
    """Facts and supports by hand, for the rules that weigh them: an active fact of January 2026 with a human voice."""
    return _believed


@pytest.fixture
def make_support() -> Callable[..., Support]:
    """One human voice in a session of its own, unless told otherwise."""
    return _voice
