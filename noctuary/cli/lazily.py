"""The verbs by name, each loaded when it is called, so that `--help` and one verb cost only themselves. Holds none.

The table is what `--help` prints; a test compares it with the verbs as they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module

import click

from noctuary.cli.root import main

TABLE: dict[str, tuple[str, str]] = {
    "archive": ("past", "Put away what nobody confirmed or asked for in a long time; meant for once a month."),
    "backfill": (
        "backfilling",
        "Dream day by day over history that is there already, as if a night had passed after each day.",
    ),
    "diff": ("past", "What changed between two nights or days; of one alone, since the night before it."),
    "dream": ("dreaming", "Run one night: read, promote, connect, doubt, fade, and write DREAMS.md."),
    "extract": ("judging", "Show which durable statements TEXT holds, and why the rest is none."),
    "facts": ("asking", "Every fact the journal knows and the asker may see, with its standing."),
    "fleet": ("fleet", "Many workspaces, named in one fleet.toml: their nights, settings and zones."),
    "hook": ("capturing", "Copy the session log that a hook's JSON on stdin names, before its owner deletes it."),
    "import": ("importing", "Bring memory graphs of other tools into the memory: entities, observations, relations."),
    "init": ("dreaming", "Make FOLDER a workspace: a noctuary.toml to edit, and a .noctuary/ that git ignores."),
    "install": (
        "capturing",
        "Let AGENT (claude-code) hand its sessions to this workspace, or CLOCK (systemd, cron) start its nights.",
    ),
    "judge": ("judging", "Judge whether B contradicts, replaces, repeats or refines A (the older), and why."),
    "learn": ("learning", "Learn from your own decisions which promotions you want."),
    "read": ("reading", "Report what becomes of every line of PATH…, or of the workspace's sources."),
    "rebuild": ("dreaming", "Make the index, MEMORY.md's block and DREAMS.md anew from the journal."),
    "reconcile": (
        "dreaming",
        "Bring the index up to the journal where something else wrote it; decides nothing, changes no page.",
    ),
    "review": ("deciding", "What waits for your decision, and deciding it. A decision stands until a side changes."),
    "search": ("finding", "Search all that was read: what is believed, then what notes and logs say."),
    "status": ("dreaming", "What is believed, what waits, when the last night was and what became of it."),
    "undo": ("past", "Take back a night, an import, an archive, a decision, a fact, or everything --since a day."),
    "uninstall": (
        "capturing",
        "Take this workspace's hooks out of AGENT's settings again, or its nights from CLOCK; and nothing else.",
    ),
    "verify": (
        "dreaming",
        "Check the journal: every line readable, every id true to its content, every fact with a source.",
    ),
    "vouch": ("deciding", "Give your word for facts: a taint is cleared, a candidate is believed."),
    "walk": ("asking", "Walk the graph from a fact or entity."),
    "was": ("past", "Was it true on a day? Answers yes, no or unknown, with the papers of the fact that says so."),
    "what-if": (
        "trying",
        "Try other settings over the stored evidence: which facts would be in, out, or asked. Changes nothing.",
    ),
    "why": ("asking", "Why a fact or entity is believed: its evidence, confidence, edges, nights and replacements."),
    "why-not": (
        "asking",
        "Why a statement is not believed: the nearest things considered, and the gate each stands at.",
    ),
}


def load(words: Sequence[str]) -> click.Group:
    """The group with what a command line asks for: the verb it names, or every verb's line of help."""
    named = next((word for word in words if not word.startswith("-")), "")
    if named in TABLE:
        import_module(f"noctuary.cli.{TABLE[named][0]}")
    elif named:
        import_module("noctuary.cli.verbs")
    else:
        for name, (_, told) in TABLE.items():
            main.add_command(click.Command(name, help=told))
    return main
