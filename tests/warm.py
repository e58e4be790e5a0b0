"""Processes of their own without a fresh interpreter each: forked from one that has a night behind it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from types import TracebackType

LONGEST = 120
"""Seconds; a child that takes longer is ended by its alarm, and its code says so."""

PARENT = """
import json, os, select, signal, sys, traceback
import datetime as dt
from pathlib import Path
from noctuary.cli import main
from noctuary.night import dream

dream(Path(sys.argv[1]), dt.datetime.fromisoformat("2026-05-12T03:00:00+00:00"))

def child(code, words, ends):
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    for number, end in enumerate(ends, 1):
        os.dup2(end, number)
    sys.stdin = open(0)
    sys.stdout = open(1, "w")
    sys.stderr = open(2, "w", buffering=1, errors="backslashreplace")
    sys.argv = ["-c", *words]
    try:
        exec(compile(code, "<child>", "exec"), {"__name__": "__main__"})
        status = 0
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        traceback.print_exc()
        status = 1
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)

def heard(ends):
    said = dict.fromkeys(ends, b"")
    open_ends = set(ends)
    while open_ends:
        for end in select.select(open_ends, [], [])[0]:
            data = os.read(end, 65536)
            said[end] += data
            if not data:
                open_ends.remove(end)
                os.close(end)
    return [text.decode() for text in said.values()]

print(flush=True)
for line in sys.stdin:
    asked = json.loads(line)
    (out, to_out), (err, to_err) = os.pipe(), os.pipe()
    pid = os.fork()
    if not pid:
        signal.alarm(asked["longest"])
        child(asked["code"], asked["words"], (to_out, to_err))
    os.close(to_out)
    os.close(to_err)
    said = heard((out, err))
    print(json.dumps([os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), *said]), flush=True)
"""


class Warm:
    """A process that has imported everything and dreamt once over `root`; each `run` is a fork of it."""

    def __init__(self, root: Path) -> None:
        self._parent = subprocess.Popen(
            [sys.executable, "-c", PARENT, str(root)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert self._parent.stdout is not None
        assert self._parent.stdout.readline() == "\n", "the warm process died at its start"

    def __enter__(self) -> Warm:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._parent.communicate()

    def run(self, code: str, *words: str) -> subprocess.CompletedProcess[str]:
        """What `python -c code words` does and says, but for what the parent has imported and worked out before."""
        assert self._parent.stdin is not None
        assert self._parent.stdout is not None
        self._parent.stdin.write(json.dumps({"code": code, "words": words, "longest": LONGEST}) + "\n")
        self._parent.stdin.flush()
        status, out, err = json.loads(self._parent.stdout.readline())
        return subprocess.CompletedProcess(words, status, out, err)
