"""The runtime under the reader keeps no count of its use."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

READ = """
from noctuary.reader.encoder import Encoder
print(Encoder().vectors(["the gate is green"]).shape)
"""


def test_reading_leaves_no_file_in_the_home_or_among_the_temporary_ones(tmp_path: Path) -> None:
    """onnxruntime kept an id of the machine, a session and a queue of events there."""
    home, temporary = tmp_path / "home", tmp_path / "tmp"
    home.mkdir()
    temporary.mkdir()
    loud = {**os.environ, "HOME": str(home), "TMPDIR": str(temporary), "ORT_DISABLE_TELEMETRY": ""}
    loud |= {"XDG_CACHE_HOME": str(home / "cache"), "XDG_DATA_HOME": str(home / "data")}
    done = subprocess.run([sys.executable, "-c", READ], env=loud, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "(1, 384)\n"), done.stderr
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []
