"""Runs the nightly flow by hand: `python -m flows WORKSPACE`, or `python -m flows fleet.toml` for a whole fleet.

Without a server, Prefect starts its own for the run.
"""

from __future__ import annotations

import argparse
import datetime as dt
import os
import sys
from pathlib import Path

# What Prefect officially lets a run without a server leave out, and patience for the rest.
QUICK = {
    "PREFECT_SERVER_ANALYTICS_ENABLED": "false",
    "PREFECT_API_BLOCKS_REGISTER_ON_START": "false",
    "PREFECT_SERVER_EPHEMERAL_STARTUP_TIMEOUT_SECONDS": "180",
    "PREFECT_LOGGING_LEVEL": "WARNING",
}


def main() -> int:
    """Run one night through the flow; 0 when it completed, 1 otherwise."""
    parser = argparse.ArgumentParser(prog="python -m flows", description=__doc__)
    parser.add_argument("place", type=Path, metavar="WORKSPACE", help="a folder, or a fleet.toml")
    parser.add_argument("--now", type=dt.datetime.fromisoformat, help="ISO 8601 instant; default: now")
    parser.add_argument("--dry-run", action="store_true", help="plan only (a workspace)")
    parser.add_argument("--how", default="processes", help="processes, sequential or dask (a fleet)")
    parser.add_argument("--workers", type=int, help="nights at once (a fleet); default: one a core")
    parser.add_argument("--address", help="the scheduler of a Dask cluster (a fleet)")
    given = parser.parse_args()
    if given.dry_run and given.place.is_file():
        parser.error("a fleet has no dry run; `noctuary dream --dry-run` has one for each workspace")
    for name, value in QUICK.items():
        os.environ.setdefault(name, value)
    if "PREFECT_API_URL" not in os.environ:
        print("Starting Prefect and its own server for this run: some 10 to 30 seconds.", file=sys.stderr)
        print("(`noctuary dream` runs the same night without Prefect: a quiet one in 1.6 s, not 11.)", file=sys.stderr)
    place = Path(os.path.abspath(given.place.expanduser()))
    if wrong := _no_home():
        return _no_prefect(wrong, place)
    from prefect import tags

    from noctuary.inert import visible
    from tasks.saying import TAG

    try:
        with tags(TAG, place.name):
            state = _run(place, given)
    except Exception as error:
        return _no_prefect(f"{type(error).__name__}: {error}", place)
    print(visible(f"{state.name}: {state.message}"))
    return 0 if state.is_completed() else 1


def _no_home() -> str:
    """Why the folder that Prefect keeps everything in cannot be used or made; "" where it can."""
    home = Path(os.environ.get("PREFECT_HOME") or "~/.prefect").expanduser()
    place = home if home.exists() else home.parent
    return "" if place.is_dir() and os.access(place, os.W_OK) else f"{home} cannot be made or written to"


def _no_prefect(why: str, place: Path) -> int:
    """Say that Prefect itself did not begin: what a run says stands in its state."""
    where = os.environ.get("PREFECT_API_URL")
    mend = (
        f"start the server at {where}, or `unset PREFECT_API_URL`"
        if where
        else "mend it, or set PREFECT_HOME to another folder"
    )
    by_hand = f"`noctuary dream -w {'WORKSPACE' if place.is_file() else place}` needs no Prefect"
    print(f"noctuary: Prefect did not run ({why}); {mend}; {by_hand}", file=sys.stderr)
    return 1


def _run(place: Path, given: argparse.Namespace):  # type: ignore[no-untyped-def]
    from flows.deep_sleep import deep_sleep
    from flows.fleet import fleet

    if place.is_file():
        how = {"how": given.how, "workers": given.workers, "address": given.address}
        return fleet(place, **how, now=given.now, return_state=True)
    return deep_sleep(place, now=given.now, dry_run=given.dry_run, return_state=True)


if __name__ == "__main__":
    sys.exit(main())
