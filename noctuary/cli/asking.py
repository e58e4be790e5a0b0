"""Verbs that ask the memory: facts, why, why-not, walk."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

import click

from noctuary.access import Asker
from noctuary.cli.root import as_json, as_reader, clock, day_of, in_workspace, main, show
from noctuary.model import Fact, Relation, Status, fold

if TYPE_CHECKING:
    from noctuary.index.graph import Direction
    from noctuary.journal import State
    from noctuary.settings import Workspace


@main.command()
@in_workspace
@click.option(
    "--status",
    "statuses",
    multiple=True,
    type=click.Choice(get_args(Status)),
    help="Only these (may be repeated): active, contested, candidate …",
)
@click.option(
    "--as-of", "as_of", metavar="ISO", help="What was believed then: a time, a day (its end), a night or `last`."
)
@click.option("--valid-at", "valid_at", metavar="DATE", help="What was true on that day, as far as dates tell.")
@click.option("--no-room", is_flag=True, help="Only what MEMORY.md's budget has no room for, the most useful first.")
@click.option("--about", metavar="NAME", help="Only facts of this name: an entity, by any it has, or a heading.")
@as_reader
@as_json
def facts(
    root: Path,
    asker: Asker,
    statuses: tuple[str, ...],
    as_of: str | None,
    valid_at: str | None,
    about: str | None,
    no_room: bool,
    is_json: bool,
) -> None:
    """Every fact the journal knows and the asker may see, with its standing.

    Two clocks: --as-of asks what was believed at a time, --valid-at what was true on a day.
    """
    from noctuary.access import seen
    from noctuary.history import believed_at, moment
    from noctuary.journal import replay
    from noctuary.settings import open_workspace

    workspace = open_workspace(root)
    state = replay(workspace.journal)
    if as_of:
        state = believed_at(workspace, moment(workspace, state, as_of), asker)
    else:
        state = seen(state, asker, clock(workspace).date())
    found = _chosen(state, statuses, about)
    if no_room:
        found = _without_room(workspace, state, found)
    if valid_at:
        _tell_held(state, found, valid_at, clock(workspace).date(), is_json)
        return
    if is_json:
        show([_row(fact) for fact in found])
        return
    from noctuary.page.lines import headed

    if as_of and not state.nights:
        click.echo("No night had passed by then: nothing was believed yet.")
    for fact in found:
        click.echo(f"{fact.id}  {fact.status:<10} {fact.confidence:.2f}  {headed(fact)}")
    if about and not found:
        click.echo(f"No fact is about “{about}”; `noctuary search` looks for words.", err=True)


def _chosen(state: State, statuses: Sequence[str], about: str | None) -> list[Fact]:
    """The facts of these statuses and this entity, or under its heading, by entity and day."""
    from noctuary.consolidate.merges import canonical, names_of
    from noctuary.extraction.headings import parts_of

    names = names_of(about, state.entities.values(), canonical(state.merges.values())) if about else None
    found = (
        fact
        for fact in state.facts.values()
        if (not statuses or fact.status in statuses)
        and (names is None or not names.isdisjoint(map(fold, (fact.entity, *parts_of(fact)))))
    )
    return sorted(found, key=lambda fact: (fact.entity.casefold(), fact.said_on or dt.date.min, fact.id))


def _without_room(workspace: Workspace, state: State, found: Sequence[Fact]) -> list[Fact]:
    """Those that MEMORY.md's budget has no room for, the most useful first."""
    from noctuary.stages.pages import block, memory_of

    memory = memory_of(workspace)
    left = {} if memory.fault else {key: at for at, key in enumerate(block(workspace, state, memory.data).overflow)}
    return sorted((fact for fact in found if fact.id in left), key=lambda fact: left[fact.id])


def _tell_held(state: State, found: Sequence[Fact], valid_at: str, today: dt.date, is_json: bool) -> None:
    """What was true on a day; how much is unknown is told, and in JSON each fact has its answer."""
    from noctuary.consolidate.validity import was_believed
    from noctuary.history import held_on
    from noctuary.page.lines import headed

    day = day_of(valid_at)
    answers = [(fact, held_on(state, fact, day, today)) for fact in found if was_believed(fact)]
    if is_json:
        show([_row(fact) | {"held": held.answer, "because": held.because} for fact, held in answers])
        return
    for fact, held in answers:
        if held.answer == "yes":
            click.echo(f"{fact.id}  {held.because:<28}  {headed(fact)}")
    counts = {name: sum(held.answer == name for _, held in answers) for name in ("yes", "no", "unknown")}
    click.echo(
        f"On {day}: {counts['yes']} true, {counts['no']} not, {counts['unknown']} unknown "
        "(not dated that far back, or contested); `--json` tells each."
    )


def _row(fact: Fact) -> dict[str, Any]:
    from noctuary.extraction.headings import subject
    from noctuary.hits import placed

    return {
        "id": fact.id,
        "text": fact.text,
        "kind": fact.kind,
        "entity": fact.entity,
        "status": fact.status,
        "confidence": fact.confidence,
        "valid_from": fact.valid_from,
        "valid_to": fact.valid_to,
        "superseded_by": fact.superseded_by,
        "sources": [placed(s) for s in fact.sources],
        "days": [{"words": words, "day": day} for words, day in fact.days],
        "heading": subject(fact, is_away=True),
    }


@main.command()
@click.argument("id", metavar="ID")
@in_workspace
@as_reader
@as_json
def why(id: str, root: Path, asker: Asker, is_json: bool) -> None:
    """Why a fact or entity is believed: its evidence, confidence, edges, nights and replacements.

    Of a question: what it asks, both sides with their sources, the nights that asked it.
    """
    from noctuary.learn import promotion_policy
    from noctuary.local_time import zone
    from noctuary.opening import open_memory
    from noctuary.papers import tell, tell_gates, weighed
    from noctuary.settings import open_workspace
    from noctuary.workbench import kept_signals, signals

    workspace = open_workspace(root)
    with open_memory(workspace, asker) as memory:
        papers = memory.why(id)
        begun = {night.id: night.begun_at for night in memory.index.nights()}
    if is_json:
        show(papers)
        return
    for line in tell(papers, zone(workspace)):
        click.echo(line)
    policy, learned = promotion_policy(workspace)
    kept = kept_signals(workspace.derived / "nights", papers.fact.id) if papers.fact else None
    for line in weighed(*kept, policy, learned) if kept else ():
        click.echo(line)
    if papers.fact and begun:
        fact = papers.fact
        night = begun[papers.nights[-1]] if papers.nights else max(begun.values())
        found = kept[1] if kept else signals({fact.id: fact.sources}, night)[fact.id]
        for line in tell_gates(fact, found, policy, clock(workspace)):
            click.echo(line)


@main.command("why-not")
@click.argument("text")
@in_workspace
@as_reader
@as_json
def why_not(text: str, root: Path, asker: Asker, is_json: bool) -> None:
    """Why a statement is not believed: the nearest things considered, and the gate each stands at."""
    from noctuary.access import seen
    from noctuary.journal import replay
    from noctuary.papers import standing
    from noctuary.settings import open_workspace
    from noctuary.stages.run import with_learned
    from noctuary.workbench import turned_away

    if not text.strip():
        raise click.UsageError("give the words of the statement")
    workspace = open_workspace(root)
    found = turned_away(workspace.derived / "nights", text)
    now = clock(workspace)
    state = seen(replay(workspace.journal), asker, now.date())
    rows = standing(found, state, with_learned(workspace, state).settings.promote, now)
    if is_json:
        show(rows)
        return
    for row in rows:
        click.echo(f"{row['text']}\n    {row['gate'].replace('_', ' ')}: {row['reason']}")
        for gate, measures in row.get("gates", {}).items():
            click.echo(f"      {gate:<12} {', '.join(measures)}")
        for flip in row.get("would_flip", ()):
            click.echo(f"      {flip}")
        click.echo(f"    {row['ref']}:{row['line']}, night {row['night']}")
    if not rows:
        click.echo("No kept night considered anything like it: it stands in no source that was read.")


@main.command()
@click.argument("id", metavar="ID")
@in_workspace
@click.option("--depth", type=click.IntRange(1, 8), default=2, show_default=True)
@click.option(
    "--relation",
    "relations",
    multiple=True,
    type=click.Choice(get_args(Relation)),
    help="Only along these relations (may be repeated).",
)
@click.option(
    "--direction",
    type=click.Choice(("out", "in", "both")),
    default="both",
    show_default=True,
    help="Along edges, against them, or both.",
)
@as_reader
@as_json
def walk(
    id: str, root: Path, asker: Asker, depth: int, relations: tuple[str, ...], direction: Direction, is_json: bool
) -> None:
    """Walk the graph from a fact or entity."""
    from noctuary.opening import open_memory
    from noctuary.settings import open_workspace

    workspace = open_workspace(root)
    with open_memory(workspace, asker) as memory:
        found = memory.walk(memory.resolve(id), depth, relations, direction)
    if is_json:
        show(found)
        return
    labels = {step.id: " ".join(step.label.split()) for step in found.nodes}
    for edge in found.edges:
        click.echo(f"{labels.get(edge.src, edge.src)}\n  —{edge.rel}→ {labels.get(edge.dst, edge.dst)}")
        click.echo(f"      {edge.src[:11]} → {edge.dst[:11]}  {edge.reason}")
    if not found.edges:
        click.echo("Nothing is connected to it.")
