"""kill −9 at every step of a night, then a rerun: the same final bytes as an undisturbed one."""

from __future__ import annotations

import datetime as dt
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from noctuary.night import dream
from tests.warm import Warm

# A child that dies at the n-th touch of the disk: before it, half-way through a write, or after it.
CHILD = """
import os, signal, sys
from pathlib import Path
import datetime as dt

step, how, root = int(sys.argv[1]), sys.argv[2], Path(sys.argv[3])
seen, can_halve = 0, []

def deadly(real, halve=None):
    def wrapped(*args, **kwargs):
        global seen
        seen += 1
        can_halve.append(halve is not None)
        if seen == step:
            if how == "half" and halve:
                halve(*args)
            if how == "after":
                real(*args, **kwargs)
            os.kill(os.getpid(), signal.SIGKILL)
        return real(*args, **kwargs)
    return wrapped

from noctuary.night import dream
shell = sys.modules["noctuary.stages.apply"]

os.replace = deadly(os.replace)
os.fsync = deadly(os.fsync)

def half_append(path, lines, root):
    data = b"".join(lines)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("ab") as file:
        file.write(data[: len(data) // 2])

def half_file(path, data, root, follow=False):
    parts = root / ".noctuary" / "parts"
    parts.mkdir(exist_ok=True)
    (parts / ".0.part").write_bytes(data[: len(data) // 2])

shell.append = deadly(shell.append, half_append)
shell.replace_file = deadly(shell.replace_file, half_file)
shell.project = deadly(shell.project)

dream(root, dt.datetime.fromisoformat("2026-05-12T03:00:00+00:00"))
print(*can_halve)
"""


def lasting(root: Path, bytes_of: Callable[[Path], dict[str, bytes]]) -> dict[str, bytes]:
    return {k: v for k, v in bytes_of(root).items() if not k.startswith(".noctuary/")}


@pytest.mark.timeout(900)  # some fifty children, each with a night of its own
@pytest.mark.parametrize("how", ["before", "half", "after"])
def test_a_night_killed_at_any_step_ends_like_an_undisturbed_one(
    how: str,
    warm: Warm,
    tmp_path: Path,
    make: Callable[[Path], Path],
    now: dt.datetime,
    bytes_of: Callable[[Path], dict[str, bytes]],
) -> None:
    """TB-008, KG-053, MT-056: exactly once, whatever the moment of death."""
    calm = make(tmp_path / "calm")
    dream(calm, now)
    want = lasting(calm, bytes_of)
    counted = warm.run(CHILD, "0", "before", str(make(tmp_path / "counted")))
    can_halve = [word == "True" for word in counted.stdout.split()]
    assert len(can_halve) >= 8
    assert any(can_halve)
    for step, is_write in enumerate(can_halve, 1):
        if is_write or how != "half":
            root = make(tmp_path / str(step))
            assert warm.run(CHILD, str(step), how, str(root)).returncode == -signal.SIGKILL
            dream(root, now)
            assert lasting(root, bytes_of) == want, step
