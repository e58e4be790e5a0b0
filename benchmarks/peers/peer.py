"""What every memory that is measured can do, and where those of others are found."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

LOG = "peer.log"
"""What a peer says on its standard error, below its folder."""


class Record(NamedTuple):
    """A statement, and the name it is kept under."""

    name: str
    text: str


class Used(NamedTuple):
    """Processor seconds so far, and the most memory in MB, of all processes of one memory."""

    cpu: float
    memory: float


class Peer(Protocol):
    """A memory in a folder of its own, empty at first. `install` is what to do where `is_here` says no.

    `with_notes` says whether it reads a folder of Markdown notes, `refused` how many records it did not take.
    """

    name: str
    install: str
    with_notes: bool
    refused: int

    def is_here(self) -> bool: ...

    def version(self) -> str: ...

    def about(self) -> str:
        """How it is asked, in a few words."""

    def fill(self, records: Sequence[Record]) -> None:
        """Take in all records, by its documented way of taking in many, until a search finds them."""

    def fill_notes(self, folder: Path) -> None:
        """Take in the Markdown notes of a folder; for those `with_notes` alone."""

    def search(self, question: str, k: int) -> list[str]:
        """The texts of the best `k` hits, best first."""

    def used(self) -> Used: ...

    def close(self) -> None: ...


def home() -> Path:
    """The folder of the peers' environments: NOCTUARY_PEERS, else one in the user's cache."""
    return Path(os.environ.get("NOCTUARY_PEERS") or Path.home() / ".cache" / "noctuary-peers").absolute()


def environment(folder: Path, **more: str) -> dict[str, str]:
    """A peer's variables: a home of its own, no model hub, and what it needs to find programs."""
    (folder / "home").mkdir(parents=True, exist_ok=True)
    known = {name: os.environ[name] for name in ("PATH", "LANG", "TMPDIR") if name in os.environ}
    return {**known, "HOME": str(folder / "home"), "HF_HUB_OFFLINE": "1", **more}


def installed(place: Path, package: str) -> str:
    """The version of a package in a virtual environment."""
    found = next(place.glob(f"lib/*/site-packages/{package}-*.dist-info"))
    return found.name.removesuffix(".dist-info").rpartition("-")[2]


def weights() -> Path:
    """The folder of all-MiniLM-L6-v2 as ONNX, made by `python -m benchmarks.peers.weights`."""
    return home() / "minilm"


def has_weights() -> bool:
    return (weights() / "model.onnx").is_file()


def size(folder: Path) -> float:
    """Megabytes of a memory's files, links and the server's log left out."""
    files = (path for path in folder.rglob("*") if path.is_file() and not path.is_symlink() and path.name != LOG)
    return sum(path.stat().st_size for path in files) / 1e6


def fastembed_cache() -> Path:
    """The same model where fastembed looks for it."""
    return home() / "fastembed"
