"""Runs the nightly flow by hand: `python -m flows WORKSPACE`. Without a server, Prefect starts its own for the run."""

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
    parser.add_argument("workspace", type=Path)
    parser.add_argument("--now", type=dt.datetime.fromisoformat, help="ISO 8601 instant; default: now")
    parser.add_argument("--dry-run", action="store_true")
    given = parser.parse_args()
    for name, value in QUICK.items():
        os.environ.setdefault(name, value)
    if "PREFECT_API_URL" not in os.environ:
        print("Starting Prefect and its own server for this run: some 10 to 30 seconds.", file=sys.stderr)
        print("(`noctuary dream` runs the same night without Prefect in about two.)", file=sys.stderr)
    from flows.deep_sleep import deep_sleep

    state = deep_sleep(given.workspace, now=given.now, dry_run=given.dry_run, return_state=True)
    print(f"{state.name}: {state.message}")
    return 0 if state.is_completed() else 1


if __name__ == "__main__":
    sys.exit(main())
