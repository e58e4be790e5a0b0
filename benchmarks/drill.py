"""Cuts the power in the middle of a night, again and again: `python -m benchmarks.drill --rounds 10`.

A real server, a real worker and a deployed night over a fresh copy of the sample workspace, once a minute. While the
night holds the workspace, server, worker and run are killed at once (kill −9); all is started again, and the next night
has to come by itself within its schedule and leave the bytes of an undisturbed one. Exits with 1 where one did not.
"""

from __future__ import annotations

import argparse
import datetime as dt
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from noctuary.night import dream

ROOT = Path(__file__).resolve().parent.parent
SAMPLE = ROOT / "data" / "workspace"
NOW = dt.datetime(2026, 11, 4, 3, tzinfo=dt.UTC)
PATIENCE = 150
"""Seconds within which the next night has to begin and end: its minute, one more for a busy machine, and the night."""


def main() -> int:
    told = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    told.add_argument("--rounds", type=int, default=10)
    told.add_argument("--seed", type=int, default=1)
    given = told.parse_args()
    chance = random.Random(given.seed)
    with tempfile.TemporaryDirectory(prefix="noctuary-drill-") as scratch:
        place = Path(scratch)
        want = lasting(calm(place / "calm"))
        os.environ |= environ(place)
        held = 0
        print("round  killed after  next night        bytes      old run is")
        for number in range(1, given.rounds + 1):
            held += one_round(number, place, want, chance)
    print(f"{held} of {given.rounds} held")
    return 0 if held == given.rounds else 1


def calm(root: Path) -> Path:
    """The sample after an undisturbed night."""
    shutil.copytree(SAMPLE, root)
    dream(root, NOW)
    return root


def environ(place: Path) -> dict[str, str]:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port = one.getsockname()[1]
    return {
        "PREFECT_HOME": str(place / "prefect"),
        "PREFECT_API_URL": f"http://127.0.0.1:{port}/api",
        "PREFECT_SERVER_API_PORT": str(port),
        "PREFECT_SERVER_ANALYTICS_ENABLED": "false",
        "PREFECT_LOGGING_LEVEL": "WARNING",
        "PREFECT_SERVER_SERVICES_SCHEDULER_LOOP_SECONDS": "10",
        "DO_NOT_TRACK": "1",
    }


def one_round(number: int, place: Path, want: dict[str, bytes], chance: random.Random) -> bool:
    """Kill everything in a night of a fresh workspace; whether the next night came and ended as it should."""
    root = place / f"round-{number}"
    shutil.copytree(SAMPLE, root)
    with running():
        deployed(root, place)
        caught = in_a_night(root)
        after = chance.uniform(0.0, 1.0)
        time.sleep(after)
    before = runs(root)
    with running():
        begun = time.monotonic()
        state = next_night(root)
        seconds = time.monotonic() - begun
        is_same = lasting(root) == want
        cut = {run["id"] for run in before if run["state_type"] == "RUNNING"}
        old = ", ".join(one["state_name"] for one in runs(root) if one["id"] in cut)
        taken_away(root)
    held = caught and bool(cut) and state in ("Completed", "NothingToDo", "Partly") and is_same
    said = f"{state} in {seconds:.0f} s"
    print(f"{number:5}  {after:9.2f} s   {said:<24}  {'the same' if is_same else 'OTHER'}   {old or '—'}", flush=True)
    return held


@contextmanager
def running() -> Iterator[None]:
    """Server and worker; at the end all are killed at once, their runs with them."""
    with _until_killed() as start:
        _start_server(start)
        start("worker", "start", "--pool", "noctuary", "--type", "process")
        yield


@contextmanager
def server() -> Iterator[None]:
    """The server alone."""
    with _until_killed() as start:
        _start_server(start)
        yield


def _start_server(start: Callable[..., None]) -> None:
    start("server", "start")
    until(is_up, 120, "the server did not come up")


@contextmanager
def _until_killed() -> Iterator[Callable[..., None]]:
    """Starts commands of Prefect; at the end kills at once all of them and all that they started."""
    children: list[subprocess.Popen[bytes]] = []
    log = (Path(os.environ["PREFECT_HOME"]).parent / "log").open("ab")

    def start(*words: str) -> None:
        command = [str(Path(sys.executable).parent / "prefect"), *words]
        children.append(subprocess.Popen(command, stdout=log, stderr=log, start_new_session=True, cwd=ROOT))

    try:
        yield start
    finally:
        for pid in [below for child in children for below in family(child.pid)]:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        for child in children:
            child.wait()
        log.close()


def family(pid: int) -> list[int]:
    """A process and all that it started, itself first."""
    found = [pid]
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(OSError):
            for child in task.read_text().split():
                found += family(int(child))
    return found


def is_up() -> bool:
    try:
        with urllib.request.urlopen(f"{os.environ['PREFECT_API_URL']}/health", timeout=2) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def until(is_so: Any, seconds: float, otherwise: str, pause: float = 0.2) -> None:
    end = time.monotonic() + seconds
    while not is_so():
        if time.monotonic() > end:
            raise TimeoutError(otherwise)
        time.sleep(pause)


def deployed(root: Path, place: Path) -> None:
    """A fleet of one, dreaming every minute with a clock that stands still, so that the bytes can be compared."""
    file = root.with_suffix(".toml")
    file.write_text(f'timezone = "UTC"\ncron = "* * * * *"\n[[workspace]]\npath = "{root.name}"\n')
    subprocess.run([sys.executable, "-m", "flows.deploy", str(file)], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    with client() as api:
        there = api.read_deployment_by_name(f"deep-sleep/{key(root)}")
        from prefect.client.schemas.actions import DeploymentUpdate

        api.update_deployment(
            there.id, DeploymentUpdate(parameters=there.parameters | {"now": NOW.isoformat()}, tags=there.tags)
        )


def taken_away(root: Path) -> None:
    with client() as api:
        for one in api.read_deployments():
            api.delete_deployment(one.id)


def in_a_night(root: Path) -> bool:
    """Wait until a night holds the workspace; a night that was too quick to be met is not waited for."""

    def is_held() -> bool:
        if not (root / ".noctuary").is_dir():
            return False
        try:
            with FileLock(root / ".noctuary" / "lock", timeout=0):
                return (root / "DREAMS.md").exists()
        except Timeout:
            return True

    until(is_held, PATIENCE, "no night began", pause=0.01)
    return not (root / "DREAMS.md").exists()


def next_night(root: Path) -> str:
    """The state of the first night that begins after the power is back and ends."""

    def ended() -> list[dict[str, Any]]:
        return [run for run in runs(root) if (run["start_time"] or "") > back and run["end_time"]]

    back = dt.datetime.now(dt.UTC).strftime("%Y-%m-%d %H:%M:%S.%f")
    try:
        until(ended, PATIENCE, "no night ended", pause=1.0)
    except TimeoutError:
        return "none: " + ", ".join(sorted({run["state_name"] for run in runs(root)}))
    return str(min(ended(), key=lambda run: str(run["end_time"]))["state_name"])


def runs(root: Path) -> list[dict[str, Any]]:
    """The runs of the night's deployment, read from the server's database, which stands without the server."""
    import sqlite3

    base = sqlite3.connect(f"file:{Path(os.environ['PREFECT_HOME']) / 'prefect.db'}?mode=ro", uri=True, timeout=30)
    base.row_factory = sqlite3.Row
    found = base.execute(
        "SELECT r.id, r.state_name, r.state_type, r.start_time, r.end_time FROM flow_run r "
        "JOIN deployment d ON d.id = r.deployment_id JOIN flow f ON f.id = d.flow_id "
        "WHERE f.name = 'deep-sleep' AND d.name = ?", (key(root),)
    ).fetchall()  # fmt: skip
    base.close()
    return [dict(one) for one in found]


def key(root: Path) -> str:
    from tasks.saying import key_of

    return key_of(root)


def client() -> Any:
    from prefect.client.orchestration import get_client

    return get_client(sync_client=True)


def lasting(root: Path) -> dict[str, bytes]:
    """Every file of the workspace that is not derived."""
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in sorted(root.rglob("*"))
        if path.is_file() and ".noctuary" not in path.relative_to(root).parts
    }


if __name__ == "__main__":
    sys.exit(main())
