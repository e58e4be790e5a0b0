"""Keeps a running server's index fresh: as sources change, they are read again. Decides nothing and starts no thread.

Whoever serves calls `watch` in a thread of its own, where `[sources] watch` says so. What is written while a night runs
is that night's to read.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from collections.abc import Set as AbstractSet
from pathlib import Path

from noctuary.errors import NightBusy, NoctuaryError
from noctuary.files import DERIVED
from noctuary.reconcile import reconcile
from noctuary.settings import Workspace
from noctuary.sources.where import find

DEBOUNCE_MS = 1600
"""How long a burst of changes is waited for, as watchfiles does by itself: a note is written in several goes."""
LOOK_AGAIN_MS = 10_000
"""How often it is looked without a change being told of: one between the first look and the first watch is not."""
Changes = AbstractSet[tuple[int, str]]
"""What changed and where, as watchfiles tells it; nothing where only time has passed."""
_log = logging.getLogger(__name__)
MEND = 'pip install "noctuary[watch]", or leave out [sources] watch'


def keep_fresh(workspace: Workspace, stop: threading.Event) -> None:
    """`watch` to its end; what cannot be brought up is logged and tried again at the next look."""
    for _ in watch(workspace, stop):
        pass


def watch(workspace: Workspace, stop: threading.Event) -> Iterator[bool]:
    """Whether the index was brought up, after each change and each while until `stop` is set. Blocks in between.

    Watches the folders of the workspace and of each source elsewhere, not what Noctuary derives. Where the system
    watches no more folders, that is logged, and only the looks are left. NoctuaryError where watchfiles is not
    installed.
    """
    changes = watcher()
    looked = time.monotonic()
    yield _brought_up(workspace)
    try:
        for told in changes(
            *folders(workspace),
            watch_filter=None,
            stop_event=stop,
            debounce=DEBOUNCE_MS,
            rust_timeout=LOOK_AGAIN_MS,
            yield_on_timeout=True,
            ignore_permission_denied=True,
        ):
            if _is_of_sources(told) or time.monotonic() - looked >= LOOK_AGAIN_MS / 1000:
                looked = time.monotonic()
                yield _brought_up(workspace)
    except (OSError, RuntimeError) as error:
        _log.warning("changes are not told (%s): sources are looked at every %g s", error, LOOK_AGAIN_MS / 1000)
        while not stop.wait(LOOK_AGAIN_MS / 1000):
            yield _brought_up(workspace)


def _is_of_sources(told: Changes) -> bool:
    """Whether any change is of what is not derived. A search alone touches the index, many times a second."""
    return any(DERIVED not in Path(path).parts for _, path in told)


def watcher() -> Callable[..., Iterator[Changes]]:
    """What tells of changed files; NoctuaryError where watchfiles is not installed."""
    try:
        from watchfiles import watch as changes
    except ImportError:
        raise NoctuaryError("sources.watch", "needs watchfiles, which is not installed", MEND) from None
    return changes


def folders(workspace: Workspace) -> list[Path]:
    """The folders that hold sources: the workspace, and those elsewhere that hold one today."""
    root = workspace.root.absolute()
    found = (Path(one.path).parent for one in find(root, workspace.settings.sources) if not one.fault)
    return [root, *sorted({folder for folder in found if not folder.is_relative_to(root.resolve())})]


def _brought_up(workspace: Workspace) -> bool:
    try:
        return reconcile(workspace)
    except NightBusy:
        return False
    except (NoctuaryError, OSError) as error:
        _log.warning("the index was not brought up: %s", error)
        return False
