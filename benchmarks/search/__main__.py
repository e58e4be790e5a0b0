"""`python -m benchmarks.search locomo|updates|scale [--…]`: each prints a table (docs/search.md).

`locomo` needs NOCTUARY_SHARED and says so where it is absent.
"""

from __future__ import annotations

import importlib
import sys

NAMES = ("locomo", "updates", "scale")


def main() -> None:
    """Run the one that is named."""
    name = sys.argv[1] if len(sys.argv) > 1 else ""
    if name not in NAMES:
        sys.exit(f"name one of {', '.join(NAMES)}")
    importlib.import_module(f"benchmarks.search.{name}").main(sys.argv[2:])


if __name__ == "__main__":
    main()
