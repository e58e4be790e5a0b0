"""Verbs about nights: dream, status, rebuild, reconcile, verify."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from noctuary.cli.root import as_json, clock, in_workspace, instant, main, plural, show
from noctuary.model import Problem

if TYPE_CHECKING:
    from noctuary.heartbeat import Beat
    from noctuary.journal import State
    from noctuary.model import Night
    from noctuary.night import Outcome


@main.command()
@in_workspace
@click.option("--dry-run", is_flag=True, help="Plan only: show what would be done, change no byte.")
@click.option("--now", "now_text", metavar="ISO", help="The night's clock; default: now, in the workspace's zone.")
@click.option("-q", "--quiet", is_flag=True, help="Say nothing unless something is wrong (for cron).")
@as_json
def dream(root: Path, dry_run: bool, now_text: str | None, quiet: bool, is_json: bool) -> None:
    """Run one night: read, promote, connect, doubt, fade, and write DREAMS.md."""
    from noctuary.cli.progress import watched
    from noctuary.night import covers
    from noctuary.night import dream as run_night

    with watched(is_quiet=quiet or is_json) as tell:
        told = run_night(root, instant(now_text), dry_run=dry_run, tell=tell)
    for problem in (told.torn if quiet else "", told.followed, *told.unread, *told.settings):
        if problem:
            click.echo(f"noctuary: {problem}", err=True)
    if is_json:
        show(told)
        return
    if quiet:
        return
    if told.recovered:
        click.echo(f"Recovered: {told.recovered}.")
    if told.gone:
        click.echo(f"No longer there: {', '.join(told.gone)}.")
    if told.missed:
        click.echo(f"This night {covers(told)}.")
    for line in told.heard:
        click.echo(f"{'Would hear' if told.state == 'planned' else 'You decided'}: {line}")
    for line in told.unheard:
        click.echo(f"Not understood: {line}")
    if told.state == "nothing":
        click.echo(f"Nothing done: {told.because}.")
        if told.note:
            click.echo(told.note)
        return
    if told.state == "planned" and told.diff:
        click.echo(told.diff, nl=False)
    does = "Planned night" if told.state == "planned" else "Night"
    click.echo(f"{does} {told.night}: {_done(told)}.")
    click.echo(
        f"{plural(told.believed, 'fact')} believed; {plural(told.waiting, 'question')} waiting for you"
        + (f"; {plural(told.problems, 'problem')} in the sources." if told.problems else ".")
    )
    if told.note:
        click.echo(told.note)
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
    from noctuary.access import seen
    from noctuary.heartbeat import last_run
    from noctuary.journal import replay
    from noctuary.lost import lost, told_elsewhere
    from noctuary.page.barren import barren
    from noctuary.review_queue import alike, waiting
    from noctuary.settings import open_workspace
    from noctuary.stages.pages import block, left_alone, memory_of

    workspace = open_workspace(root)
    state = seen(replay(workspace.journal), on=clock(workspace).date())
    last = state.last_night()
    beat = last_run(workspace)
    memory = memory_of(workspace)
    gone = lost(workspace)
    left = left_alone(workspace, state, memory)
    note = str(gone or "") or told_elsewhere(workspace) or "\n".join(left)
    note = note or block(workspace, state, memory.data).note
    told: dict[str, Any] = {
        "facts": dict(sorted(Counter(fact.status for fact in state.facts.values()).items())),
        "entities": len(state.entities),
        "edges": len(state.edges),
        "waiting": len(waiting(workspace)) + len(alike(workspace)),
        "enabled": workspace.settings.enabled,
        "nights": [night.id for night in sorted(state.nights.values(), key=lambda n: n.begun_at)],
        "imports": _imports(state),
        "last_night": last,
        "last_run": None if isinstance(beat, Problem) else beat,
        "journal_problems": state.problems,
        "note": note,
        "barren": [night.id for night in barren(state.nights.values())],
    }
    if is_json:
        show(told)
        return
    click.echo(f"{root.resolve().name}: " + (", ".join(f"{n} {s}" for s, n in told["facts"].items()) or "no facts yet"))
    click.echo(
        f"{plural(told['entities'], 'entity', 'entities')}, {plural(told['edges'], 'edge')}, "
        f"{plural(told['waiting'], 'question')} waiting for you"
    )
    if not told["enabled"]:
        click.echo("nights are switched off here; `enabled` in noctuary.toml, or a graph in noctuary.json, says so")
    if told["note"]:
        click.echo(told["note"])
    if many := len(told["barren"]):
        click.echo(f"nothing has been let in for {many} nights in a row; `noctuary why-not` tells what kept it out")
    _say_last(last, beat, told["imports"])
    of_sources = (one for one in (last.problems if last else ()) if one.path != workspace.journal.name)
    found = [*dict.fromkeys(of_sources), *_closed(state, last)]
    found = [one for one in found if not any(told.startswith(f"{_place(one)}: {one.message}") for told in left)]
    for problem in (*state.problems, *found) if problems else ():
        click.echo(f"{_place(problem)}: {problem.message}")
    if state.problems and not state.damage:
        click.echo(f"problems in the journal: {len(state.problems)}; `noctuary verify` tells each with its mend")
    if found and not problems:
        click.echo(f"problems in the sources: {len(found)}; `noctuary status --problems` lists them")


def _closed(state: State, last: Night | None) -> list[Problem]:
    """The files that an earlier night could not read and that have kept their bytes: no later one looks at them."""
    from noctuary.page.view import unreadable
    from noctuary.sources.pages import FAULTS

    told = {one.path for one in last.problems} if last else set()
    marks = [mark for mark in unreadable(state.watermarks) if mark.ref not in told]
    return [Problem(path=one.ref, message=FAULTS.get(one.fault, "could not be read")) for one in marks]


def _say_last(last: Night | None, beat: Beat | Problem | None, imports: list[str]) -> None:
    """When the last night was, what was imported, and what became of the last run."""
    night = f"{last.id} ({last.state}), at {last.begun_at:%Y-%m-%d %H:%M %z}" if last else "none yet"
    click.echo(f"last night: {night}")
    if imports:
        click.echo(f"imports:    {', '.join(imports)}")
    if isinstance(beat, Problem):
        click.echo(f"last run:   {beat.path}: {beat.message}")
    elif beat:
        because = f": {beat.because}" if beat.because else ""
        click.echo(f"last run:   {beat.at:%Y-%m-%d %H:%M} {beat.state}{because}")


@main.command()
@in_workspace
@as_json
def rebuild(root: Path, is_json: bool) -> None:
    """Make the index, MEMORY.md's block and DREAMS.md anew from the journal."""
    from noctuary.holding import held
    from noctuary.journal import replay
    from noctuary.settings import open_workspace
    from noctuary.stages.apply import discard
    from noctuary.stages.freshen import freshen
    from noctuary.stages.write import finish_aloud, followed

    workspace = open_workspace(root)
    with held(workspace):
        discard(workspace)
        state = followed(workspace, replay(workspace.journal))
        finish_aloud(workspace, state)
        freshen(workspace, state)
    if is_json:
        show({"records": len(state.written), "facts": len(state.facts), "edges": len(state.edges)})
        return
    click.echo(
        f"Rebuilt from {plural(len(state.written), 'record')}: "
        f"{plural(len(state.facts), 'fact')}, {plural(len(state.edges), 'edge')}."
    )


@main.command()
@in_workspace
@as_json
def reconcile(root: Path, is_json: bool) -> None:
    """Bring the index up to the journal where something else wrote it; decides nothing, changes no page."""
    from noctuary.reconcile import reconcile as bring_up
    from noctuary.settings import open_workspace

    was_behind = bring_up(open_workspace(root))
    if is_json:
        show({"was_behind": was_behind})
        return
    click.echo("The index was brought up to the journal." if was_behind else "The index stands at the journal.")


@main.command()
@in_workspace
@as_json
def verify(root: Path, is_json: bool) -> None:
    """Check the journal: every line readable, every id true to its content, every fact with a source."""
    from noctuary.errors import JournalDamaged
    from noctuary.journal import verify as check
    from noctuary.lost import refuse_lost
    from noctuary.settings import open_workspace

    workspace = open_workspace(root)
    refuse_lost(workspace)
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
