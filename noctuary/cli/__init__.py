"""The command line: thin verbs over the library. Imports nothing, not even click, before it is used."""

from __future__ import annotations

import sys


def run() -> None:
    """The console command. `noctuary hook` goes straight to the capture: somebody waits for its end."""
    words = sys.argv[1:]
    if words[:1] == ["hook"] and not {"-h", "--help"} & set(words):
        from noctuary import hook

        sys.exit(hook.main(words[1:]))
    from noctuary.cli.lazily import load

    load(words)()


def __getattr__(name: str) -> object:
    """`main`, the group of all verbs, made when it is first asked for."""
    if name != "main":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from noctuary.cli.verbs import main

    return main
