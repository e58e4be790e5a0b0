"""The verb `learn`: what the human's decisions teach, shown first; kept or forgotten when asked to."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from noctuary.cli.root import as_json, clock, in_workspace, main, show

if TYPE_CHECKING:
    from noctuary.consolidate.learning import Measured
    from noctuary.learn import Lesson


@main.command()
@in_workspace
@click.option("--keep", "is_kept", is_flag=True, help="Score by the learned weights from the next night on.")
@click.option("--forget", "is_forgotten", is_flag=True, help="Score by the shipped weights again.")
@click.option("--now", "now_text", metavar="ISO", help="The clock; default: now.")
@as_json
def learn(root: Path, is_kept: bool, is_forgotten: bool, now_text: str | None, is_json: bool) -> None:
    """Learn from your own decisions which promotions you want.

    Accepted, edited and rejected proposals, vouched facts and promotions you took back move the weights of the
    promotion score and its threshold. Shows what would change and what it is worth; changes nothing without --keep.
    No weight opens a gate: secrets, tool output and fetched text stay out.
    """
    from noctuary.learn import forget, keep, lesson
    from noctuary.settings import open_workspace

    if is_kept and is_forgotten:
        raise click.UsageError("--keep and --forget exclude each other")
    workspace = open_workspace(root)
    at = clock(workspace, now_text)
    if is_forgotten:
        name = forget(workspace, at)
        if is_json:
            show({"lesson": None, "forgotten_as": name})
            return
        click.echo(f"The shipped weights are in force again. Undo: noctuary undo {name}")
        return
    name, found = keep(workspace, at) if is_kept else ("", lesson(workspace))
    if is_json:
        show({"lesson": found, "kept_as": name or None})
        return
    for line in _told(found):
        click.echo(line)
    if name:
        click.echo(f"Kept: the next night scores by them. Undo: noctuary undo {name}")
    elif found.is_better:
        click.echo("Nothing is changed yet. `noctuary learn --keep` keeps them.")
    else:
        click.echo("It would decide no better than the shipped weights, and would not be kept.")


def _told(found: Lesson) -> Iterator[str]:
    yield f"{found.decisions} decisions of yours: {found.accepted} for, {found.decisions - found.accepted} against."
    yield ""
    yield f"{'signal':<14} {'in force':>9} {'learned':>9}"
    now, learned = found.now.weights, found.learned.weights
    for name in sorted(now.keys() | learned.keys(), key=lambda one: (-abs(learned.get(one, 0.0)), one)):
        yield f"{name:<14} {now.get(name, 0.0):>9.3f} {learned.get(name, 0.0):>9.3f}"
    yield f"{'min_score':<14} {found.now.min_score:>9.3f} {found.learned.min_score:>9.3f}"
    yield ""
    yield f"{'on these decisions':<34} precision  recall    F1"
    yield _row("shipped weights", found.before)
    yield _row("learned, each tenth from the rest", found.after)


def _row(name: str, what: Measured) -> str:
    return f"{name:<34} {what.precision:>9.2f} {what.recall:>7.2f} {what.f1:>5.2f}"
