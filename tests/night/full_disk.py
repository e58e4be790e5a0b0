"""The drill of a full disk, run where a disk of its own may be mounted: `python -m tests.night.full_disk DISK`.

stdin is a list of (workspace, words of a verb, how many rooms). How much a verb writes is measured, then for each
room between none and that: the workspace is copied to the disk, the rest is filled up, the verb runs in a process of
its own, the filling goes, the verb runs again. Prints what was seen, as JSON.
"""

from __future__ import annotations

import importlib
import json
import os
import shutil
import subprocess
import sys
import traceback
from pathlib import Path

SIZE = 16 * 1024 * 1024
PAGE = 4096


def forked(words: list[str]) -> tuple[int, str]:
    """The exit code of a verb, and what it said; a fork, so that nothing is imported again."""
    reader, writer = os.pipe()
    pid = os.fork()
    if not pid:
        os.dup2(writer, 1)
        os.dup2(writer, 2)
        sys.stdout, sys.stderr = open(1, "w"), open(2, "w", buffering=1)  # noqa: SIM115
        os._exit(_code(words))
    os.close(writer)
    with open(reader, "rb") as said:
        told = said.read().decode()
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), told


def _code(words: list[str]) -> int:
    from noctuary.cli import run

    sys.argv = ["noctuary", *words]
    try:
        run()
    except SystemExit as end:
        sys.stdout.flush()
        return end.code if isinstance(end.code, int) else 1
    except BaseException:
        traceback.print_exc()
        return 99
    sys.stdout.flush()
    return 0


def fill(disk: Path, left: int) -> None:
    """Write until nothing fits, then give back so many bytes."""
    ballast = os.open(disk / "ballast", os.O_WRONLY | os.O_CREAT)
    for piece in (b"x" * 65536, b"x" * 4096):
        try:
            while True:
                os.write(ballast, piece)
        except OSError:
            continue
    os.ftruncate(ballast, max(0, os.fstat(ballast).st_size - left))
    os.close(ballast)


def tree(root: Path) -> dict[str, str]:
    files = (path for path in sorted(root.rglob("*")) if path.is_file())
    return {path.relative_to(root).as_posix(): path.read_bytes().decode("latin-1") for path in files}


def used(disk: Path) -> int:
    """Bytes of the disk that are taken."""
    whole = os.statvfs(disk)
    return (whole.f_blocks - whole.f_bfree) * whole.f_frsize


def placed(disk: Path, source: Path, words: list[str]) -> tuple[Path, list[str]]:
    root = disk / "workspace"
    shutil.rmtree(root, ignore_errors=True)
    shutil.copytree(source, root)
    return root, [word.replace("ROOT", str(root)) for word in words]


def drill(disk: Path, source: Path, verb: list[str], rooms: int) -> dict[str, object]:
    root, words = placed(disk, source, verb)
    before, taken = tree(root), used(disk)
    code, said = forked(words)
    most = used(disk) - taken + 8 * PAGE
    calm = {"code": code, "said": said, "after": tree(root)}
    found: list[dict[str, object]] = []
    for number in range(rooms):
        root, words = placed(disk, source, verb)
        fill(disk, most * number // rooms)
        code, said = forked(words)
        (disk / "ballast").unlink()
        left = tree(root)
        again, more = forked(words)
        found.append({"room": most * number // rooms, "code": code, "said": said, "left": left,
                      "again": again, "more": more, "after": tree(root)})  # fmt: skip
    return {"before": before, "calm": calm, "found": found}


def main() -> None:
    """Mount the disk, import what a night needs once, and drill."""
    disk = Path(sys.argv[1])
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "tmpfs", str(disk)], check=True)
    for name in ("duckdb", "pyarrow.parquet", "noctuary.night", "noctuary.cli"):
        importlib.import_module(name)
    print(json.dumps([drill(disk, Path(source), words, rooms) for source, words, rooms in json.load(sys.stdin)]))


if __name__ == "__main__":
    main()
