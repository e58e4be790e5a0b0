"""Verbs about nights: init, dream, status, rebuild, verify."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from noctuary.cli.root import as_json, in_workspace, instant, main, plural, show
from noctuary.model import Problem

if TYPE_CHECKING:
    from noctuary.journal import State
    from noctuary.night import Outcome

SETTINGS = """# Noctuary's settings; every line may be left out. docs/settings.md tells each.
# timezone = "Europe/Berlin"     # nights are dated in this zone; the machine's own where it is missing

# [sources]
# sessions = ["**/*.jsonl", "~/.claude/projects/**/*.jsonl"]   # logs: globs below this folder, or elsewhere
# note_trust = "human"           # who writes the daily notes: agent (default) or human

# [promote]
# mode = "propose"               # ask before anything but your own MEMORY.md is believed; default: auto
# min_sources = 2                # independent sources for what nobody stressed

# [contradictions]
# auto_resolve = false           # ask about every contradiction

# [memory_md]
# provenance = "comment"         # inline | comment | none
"""


@main.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False), default=Path())
def init(folder: Path) -> None:
    """Make FOLDER a workspace: a noctuary.toml to edit, and a .noctuary/ that git ignores.

    Nothing that exists is changed.
    """
    from noctuary.page import replace
    from noctuary.settings import open_workspace
    from noctuary.sources.where import find

    (folder / "memory").mkdir(parents=True, exist_ok=True)
    (folder / ".noctuary").mkdir(exist_ok=True)
    for path, text in ((folder / "noctuary.toml", SETTINGS), (folder / ".noctuary" / ".gitignore", "*\n")):
        made = not path.exists()
        if made:
            replace(path, text.encode())
        click.echo(f"{'wrote' if made else 'kept '} {path}")
    if not find(folder, open_workspace(folder).settings.sources):
        toml = folder / "noctuary.toml"
        click.echo(f"Nothing to read yet: add MEMORY.md or memory/YYYY-MM-DD.md, or name your logs in {toml}")
    click.echo(f"Next: noctuary dream -w {folder} --dry-run")


@main.command()
@in_workspace
@click.option("--dry-run", is_flag=True, help="Plan only: show what would be done, change no byte.")
@click.option("--now", "now_text", metavar="ISO", help="The night's clock; default: now, in the workspace's zone.")
@click.option("-q", "--quiet", is_flag=True, help="Say nothing unless something is wrong (for cron).")
@as_json
def dream(root: Path, dry_run: bool, now_text: str | None, quiet: bool, is_json: bool) -> None:
    """Run one night: read, promote, connect, doubt, fade, and write DREAMS.md."""
    from noctuary.cli.progress import watched
    from noctuary.night import dream as run_night

    with watched(is_quiet=quiet or is_json) as tell:
        told = run_night(root, instant(now_text), dry_run=dry_run, tell=tell)
    for problem in told.settings:
        click.echo(f"noctuary: {problem}", err=True)
    if is_json:
        show(told)
        return
    if quiet:
        return
    if told.recovered:
        click.echo(f"Recovered: {told.recovered}.")
    for line in told.heard:
        click.echo(f"{'Would hear' if told.state == 'planned' else 'You decided'}: {line}")
    for line in told.unheard:
        click.echo(f"Not understood: {line}")
    if told.state == "nothing":
        click.echo(f"Nothing done: {told.because}.")
        return
    if told.state == "planned" and told.diff:
        click.echo(told.diff, nl=False)
    does = "Planned night" if told.state == "planned" else "Night"
    click.echo(f"{does} {told.night}: {_done(told)}.")
    click.echo(
        f"{plural(told.believed, 'fact')} believed; {plural(told.waiting, 'question')} waiting for you"
        + (f"; {plural(told.problems, 'problem')} in the sources." if told.problems else ".")
    )
    if told.because:
        click.echo(f"Partly done: {told.because}")
    if told.state != "planned":
        click.echo(f"Read {root / told.page}")


@main.command()
@in_workspace
@click.option("--problems", is_flag=True, help="List every problem the last night met.")
@as_json
def status(root: Path, problems: bool, is_json: bool) -> None:
    """What is believed, what waits, when the last night was and what became of it."""
    import msgspec

    from noctuary.journal import replay
    from noctuary.review import alike, waiting
    from noctuary.settings import open_workspace

    workspace = open_workspace(root)
    state = replay(workspace.journal)
    last = state.last_night()
    beat = workspace.derived / "last.json"
    counts: dict[str, int] = {}
    for fact in state.facts.values():
        counts[fact.status] = counts.get(fact.status, 0) + 1
    told = {
        "facts": dict(sorted(counts.items())),
        "entities": len(state.entities),
        "edges": len(state.edges),
        "waiting": len(waiting(workspace)) + len(alike(workspace)),
        "nights": [night.id for night in sorted(state.nights.values(), key=lambda n: n.begun_at)],
        "imports": _imports(state),
        "last_night": last,
        "last_run": msgspec.json.decode(beat.read_bytes()) if beat.exists() else None,
        "journal_problems": state.problems,
    }
    if is_json:
        show(told)
        return
    click.echo(
        f"{root.resolve().name}: " + (", ".join(f"{n} {s}" for s, n in sorted(counts.items())) or "no facts yet")
    )
    click.echo(
        f"{plural(len(state.entities), 'entity', 'entities')}, {plural(len(state.edges), 'edge')}, "
        f"{plural(len(waiting(workspace)) + len(alike(workspace)), 'question')} waiting for you"
    )
    click.echo(
        f"last night: {f'{last.id} ({last.state}), at {last.begun_at:%Y-%m-%d %H:%M %z}' if last else 'none yet'}"
    )
    if told["imports"]:
        click.echo(f"imports:    {', '.join(_imports(state))}")
    if beat.exists():
        run = msgspec.json.decode(beat.read_bytes())
        because = f": {run['because']}" if run["because"] else ""
        click.echo(f"last run:   {run['at'][:16].replace('T', ' ')} {run['state']}{because}")
    found = [*state.problems, *(last.problems if last else ())]
    for problem in found if problems else []:
        click.echo(f"{_place(problem)}: {problem.message}")
    if found and not problems:
        click.echo(f"problems in the sources: {len(found)}; `noctuary status --problems` lists them")


@main.command()
@in_workspace
def rebuild(root: Path) -> None:
    """Make the index, MEMORY.md's block and DREAMS.md anew from the journal."""
    from noctuary.journal import replay
    from noctuary.night import held
    from noctuary.settings import open_workspace
    from noctuary.stages.apply import finish

    workspace = open_workspace(root)
    with held(workspace):
        for path in sorted(workspace.derived.glob("index.sqlite*")):
            path.unlink()
        state = replay(workspace.journal)
        finish(workspace, state)
    click.echo(
        f"Rebuilt from {plural(len(state.written), 'record')}: "
        f"{plural(len(state.facts), 'fact')}, {plural(len(state.edges), 'edge')}."
    )


@main.command()
@in_workspace
@as_json
def verify(root: Path, is_json: bool) -> None:
    """Check the journal: every line readable, every id true to its content, every fact with a source."""
    from noctuary.errors import JournalDamaged
    from noctuary.journal import verify as check
    from noctuary.settings import open_workspace

    workspace = open_workspace(root)
    found = check(workspace.journal)
    if is_json:
        show(found)
    for problem in [] if is_json else found:
        click.echo(f"{_place(problem)}: {problem.message}")
    if found:
        raise JournalDamaged("memory/graph.jsonl", f"problems: {len(found)}", "mend the lines named above")
    if not is_json:
        is_there = workspace.journal.exists()
        click.echo("The journal is sound." if is_there else "There is no journal yet: no night has passed here.")


def _done(told: Outcome) -> str:
    """What a night did, each thing that it did."""
    counted = (
        (told.promoted, "promoted"),
        (told.known, "taken from MEMORY.md"),
        (told.reinforced, "reinforced"),
        (told.superseded, "superseded"),
        (told.edges, "edge added" if told.edges == 1 else "edges added"),
    )
    return ", ".join(f"{count} {what}" for count, what in counted if count) or "nothing new"


def _imports(state: State) -> list[str]:
    """The imports that were not undone, in the order of their names."""
    from noctuary.journal.batches import absent

    gone = absent(state.batches)
    return sorted(one for one in state.batches if one.startswith("import:") and one not in gone)


def _place(problem: Problem) -> str:
    return f"{problem.path}:{problem.line}" if problem.line else problem.path
