"""Which verbs there are: the module of `noctuary.cli` that holds each, and its line in the help of all.

Imports none of them: one is imported when it is asked for. A test holds every line against the verb's own.
"""

from __future__ import annotations

from typing import NamedTuple


class Verb(NamedTuple):
    """Where a verb stands, and the first sentence of its help."""

    module: str
    help: str


VERBS = {
    "archive": Verb("past", "Put away what nobody confirmed or asked for in a long time; meant for once a month."),
    "backfill": Verb(
        "backfilling",
        "Dream day by day over history that is there already, as if a night had passed after each day.",
    ),
    "completion": Verb("telling", "Print what lets SHELL complete verbs and options."),
    "context": Verb("beginning", "What an agent has to know before it begins."),
    "diff": Verb("past", "What changed between two nights or days; of one alone, since the night before it."),
    "dream": Verb("dreaming", "Run one night: read, promote, connect, doubt, fade, and write DREAMS.md."),
    "extract": Verb("judging", "Show which durable statements TEXT holds, how durable, and why the rest is none."),
    "facts": Verb("asking", "Every fact the journal knows and the asker may see, with its standing."),
    "fleet": Verb("fleet", "Many workspaces, named in one fleet.toml: their nights, settings and zones."),
    "help": Verb("telling", "Read the documentation here: a page by its name, or a verb's options."),
    "hook": Verb("capturing", "Copy the session log that a hook's JSON on stdin names, before its owner deletes it."),
    "import": Verb(
        "importing", "Bring memory graphs of other tools into the memory: entities, observations, relations."
    ),
    "init": Verb("founding", "Make FOLDER a workspace: a noctuary.toml to edit, and a .noctuary/ that git ignores."),
    "install": Verb(
        "capturing",
        "Make this memory at home WHERE: an agent's settings, git, AGENTS.md, or the clock that starts its nights.",
    ),
    "judge": Verb("judging", "Judge whether B contradicts, replaces, repeats or refines A (the older), and why."),
    "kg": Verb(
        "knowing",
        "Do one ACTION of the knowledge graph: create_entity, add_observation, query_semantic, traverse, export, "
        "stats …",
    ),
    "learn": Verb("learning", "Learn from your own decisions which promotions you want."),
    "merge-journal": Verb(
        "capturing", "Merge two branches' journals into OURS: git runs this, see `noctuary install git`."
    ),
    "notes": Verb("noting", "List the notes that describe themselves, or show NAME: an id, a title or a place."),
    "read": Verb("reading", "Report what becomes of every line of PATH…, or of the workspace's sources."),
    "rebuild": Verb("dreaming", "Make the index, MEMORY.md's block and DREAMS.md anew from the journal."),
    "reconcile": Verb(
        "dreaming",
        "Bring the index up to the journal where something else wrote it; decides nothing, changes no page.",
    ),
    "review": Verb("deciding", "What waits for your decision, and deciding it."),
    "search": Verb("finding", "Search all that was read: what is believed, then what notes and logs say."),
    "serve": Verb("serving", "Serve this memory to agents, by the Model Context Protocol; see docs/mcp.md."),
    "share": Verb("knowing", "Let all, or those named, see a private fact or entity, ID; the only way out of private."),
    "status": Verb("dreaming", "What is believed, what waits, when the last night was and what became of it."),
    "undo": Verb("past", "Take back a night, an import, an archive, a decision, a fact, or everything --since a day."),
    "uninstall": Verb(
        "capturing", "Take this workspace out of WHERE again, and nothing else: `noctuary install WHERE --remove`."
    ),
    "verify": Verb(
        "dreaming", "Check the journal: every line readable, every id true to its content, every fact with a source."
    ),
    "vouch": Verb("deciding", "Give your word for facts: a taint is cleared, a candidate is believed."),
    "walk": Verb("asking", "Walk the graph from a fact or entity."),
    "was": Verb("past", "Was it true on a day? Answers yes, no or unknown, with the papers of the fact that says so."),
    "what-if": Verb("trying", "Try other settings over the stored evidence: which facts would be in, out, or asked."),
    "why": Verb(
        "asking", "Why a fact or entity is believed: its evidence, confidence, edges, nights and replacements."
    ),
    "why-not": Verb(
        "asking", "Why a statement is not believed: the nearest things considered, and the gate each stands at."
    ),
}
