"""The command line: thin verbs over the library. Imports nothing, not even click, before it is used."""

from __future__ import annotations

import os
import sys


def run() -> None:
    """The console command. `noctuary hook` goes straight to the capture: somebody waits for its end."""
    _fill_closed()
    words = sys.argv[1:]
    if words[:1] == ["hook"] and not {"-h", "--help"} & set(words):
        from noctuary import hook

        sys.exit(hook.main(words[1:]))
    from noctuary.cli.root import main

    try:
        main()
    finally:
        _let_go()


def _fill_closed() -> None:
    """Put nothing where a standard stream is closed: else a file of ours takes its number, and what is said with it."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(number, "w" if number else "r", encoding="utf-8", closefd=False))


def _let_go() -> None:
    """Let the end of the process write nothing that cannot be written: it would say so in its own words, with 120."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except ValueError:
            continue
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def __getattr__(name: str) -> object:
    """`main`, the group of all verbs, made when it is first asked for; each verb when that one is."""
    if name != "main":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from noctuary.cli.root import main

    return main
