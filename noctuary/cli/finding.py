"""The verb that searches. Loads neither the judge nor what a night needs: most of its time is Python's own start."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from noctuary.access import Asker
from noctuary.cli.root import as_json, as_reader, clock, day_of, in_workspace, main, show

if TYPE_CHECKING:
    from noctuary.hits import Hit, Wanted
    from noctuary.memory import Memory
    from noctuary.notebook import Entry, Notebook
    from noctuary.settings import Workspace

_SOUGHT = ("facts", "notes", "diary", "sessions", "references")
_LONGEST = 300


@main.command()
@click.argument("query")
@in_workspace
@click.option("-k", "k", type=click.IntRange(1, 200), help="At most this many results.")
@click.option("--all", "with_superseded", is_flag=True, help="Superseded and archived facts, too.")
@click.option("--kind", "kinds", multiple=True, type=click.Choice(_SOUGHT), help="Only these (may be repeated).")
@click.option("--entity", metavar="NAME", help="Only facts about it, and passages that name it.")
@click.option("--type", "types", multiple=True, metavar="TYPE", help="Only facts about entities of this type.")
@click.option("--since", metavar="DATE", help="Only what was said on this day or later.")
@click.option("--until", metavar="DATE", help="Only what was said on this day or before.")
@click.option(
    "--as-of", "as_of", metavar="ISO", help="As it was known then: a time, a day (its end), a night or `last`."
)
@click.option(
    "--valid-at", "valid_at", metavar="DATE", help="Only facts that were true on that day, as far as dates tell."
)
@click.option(
    "--min-confidence", type=click.FloatRange(0, 1), default=0.0, help="Only facts worth at least this today."
)
@click.option(
    "--budget", type=click.IntRange(1), metavar="TOKENS", help="As much of the answer as fits so many tokens."
)
@click.option("--explain", is_flag=True, help="What made each score.")
@click.option("--notes", "with_notes", is_flag=True, help="Beside each what its notes say of themselves, and link to.")
@as_reader
@as_json
def search(
    query: str, root: Path, asker: Asker, k: int | None, with_superseded: bool, is_json: bool, explain: bool,
    budget: int | None, as_of: str | None, valid_at: str | None, entity: str | None, with_notes: bool, **narrow: Any,
) -> None:  # fmt: skip
    """Search all that was read: what is believed, then what notes and logs say.

    What was found is kept as evidence of use, without the words of the query (`search.log_recalls`); a question that
    finds nothing is told on the page (`search.log_gaps`).
    """
    from noctuary.settings import open_workspace

    if not query.strip():
        raise click.UsageError("give the words to search for")
    workspace = open_workspace(root)
    with _memory(workspace, asker, as_of) as memory:
        wanted = _wanted(memory, with_superseded, entity, **narrow)
        noted = _Noted(workspace if with_notes else None)
        hits, count, strength = _found(workspace, memory, query, wanted, k, budget, valid_at, noted)
    if not as_of:
        _note(workspace, asker, query, hits, count, strength, is_narrow=wanted.is_narrow or bool(valid_at))
    if is_json:
        show({"query": query, "results": hits} | ({"notes": noted.told(hits)} if with_notes else {}))
        return
    for hit in hits:
        _tell(hit, explain, noted)
    if not hits and budget and strength and not valid_at:
        click.echo(f"Something was found, but nothing of it fits so few tokens ({budget}); give --budget more.")
    elif not hits:
        click.echo("Nothing found. `noctuary why-not` asks what was turned away.")


def _memory(workspace: Workspace, asker: Asker, as_of: str | None) -> Memory:
    from noctuary.opening import open_memory, open_past

    return open_past(workspace, as_of, asker) if as_of else open_memory(workspace, asker)


def _wanted(
    memory: Memory, superseded: bool, entity: str | None, kinds: tuple[str, ...], types: tuple[str, ...],
    since: str | None, until: str | None, min_confidence: float,
) -> Wanted:  # fmt: skip
    from noctuary.hits import Wanted

    about = memory.about(entity) if entity else None
    return Wanted(
        kinds=kinds or _SOUGHT,  # type: ignore[arg-type]
        entities=(about.id,) if about else (),
        names=(about.name, *about.aliases) if about else (),
        types=types,
        since=day_of(since) if since else None,
        until=day_of(until) if until else None,
        min_confidence=min_confidence,
        superseded=superseded,
    )


def _found(
    workspace: Workspace, memory: Memory, query: str, wanted: Wanted, k: int | None, budget: int | None,
    valid_at: str | None, noted: _Noted,
) -> tuple[list[Hit], int, float]:  # fmt: skip
    """The hits, with a budget as many as fit it; how many there were, and how well the best of them answers."""
    from noctuary.ranking import packed, tokens

    how = workspace.settings.search
    most = k or (MOST_PACKED if budget else how.k)
    answer = memory.answer(query, most, wanted, max_depth=how.max_depth if how.follow_edges else 0)
    hits = list(answer.hits)
    if valid_at:
        hits = _true_on(workspace, hits, valid_at)
    count = len(hits)
    if budget:
        fitting = set(packed(((hit.id, tokens("\n".join(_lines(hit, False, noted)))) for hit in hits), budget))
        hits = [hit for hit in hits if hit.id in fitting]
    return hits, count, answer.strength


MOST_PACKED = 50
"""Results that a budget is filled from where -k names no number."""


def _true_on(workspace: Workspace, hits: list[Hit], valid_at: str) -> list[Hit]:
    """The facts among them that were true on a day."""
    from noctuary.history import held_on
    from noctuary.journal import replay

    state, day, today = replay(workspace.journal), day_of(valid_at), clock(workspace).date()
    facts = ((hit, state.facts.get(hit.id)) for hit in hits)
    return [hit for hit, fact in facts if fact and held_on(state, fact, day, today).answer == "yes"]


def _note(
    workspace: Workspace, asker: Asker, query: str, hits: list[Hit], count: int, strength: float, *, is_narrow: bool
) -> None:
    """Keep which facts were shown, and a question that has no answer: `count` is of all that was found."""
    from noctuary import gaps, recalls
    from noctuary.memory import recalled

    how, now = workspace.settings.search, dt.datetime.now(dt.UTC)
    if how.log_recalls:
        recalls.log(workspace.derived, query, recalled(hits), now)
    if how.log_gaps and not is_narrow and (why := gaps.why_gap(count, strength)):
        from noctuary.guard import guard

        is_private = bool(asker.user or asker.teams or asker.agent)
        words = "" if is_private else guard(query, workspace.settings.guard).text
        gaps.log(workspace.derived, words, why, now)


class _Noted:
    """What the notes that hits come from say of themselves; nothing where nobody asked."""

    def __init__(self, workspace: Workspace | None) -> None:
        self._book: Notebook | None = None
        if workspace:
            from noctuary.notebook import open_notebook

            self._book = open_notebook(workspace)

    def of(self, hit: Hit) -> list[Entry]:
        """The notes that a hit stands in, each once."""
        if not self._book:
            return []
        places = (*hit.sources, *((f"{hit.passage.ref}:",) if hit.passage else ()))
        refs = dict.fromkeys(place.rpartition(":")[0] for place in places)
        return [entry for ref in refs if (entry := self._book.at(ref))]

    def told(self, hits: Iterable[Hit]) -> dict[str, dict[str, object]]:
        """By place the notes of all hits, without their words."""
        found = {entry.note.ref: entry for hit in hits for entry in self.of(hit)}
        return {ref: _told(entry) for ref, entry in sorted(found.items())}


def _told(entry: Entry) -> dict[str, object]:
    of_note = {key: getattr(entry.note, key) for key in ("title", "id", "type", "trust_score", "tags", "about")}
    return of_note | {key: getattr(entry, key) for key in ("parent", "children", "links", "unwritten", "linked_from")}


def _line_of(entry: Entry) -> str:
    """A note on one line; "" for one that says nothing but its title."""
    note = entry.note
    marks = ", ".join(filter(None, (note.type, f"trust {note.trust_score}" if note.trust_score else "")))
    parts = [f"{note.title}{f' ({marks})' if marks else ''}", " ".join(f"#{tag}" for tag in note.tags)]
    for name in ("parent", "links", "linked_from"):
        named = getattr(entry, name)
        said = named if isinstance(named, str) else ", ".join(named)
        parts.append(f"{name.replace('_', ' ')} {said}" if said else "")
    told = list(filter(None, parts))
    return "; ".join(told) if len(told) > 1 or marks else ""


def _tell(hit: Hit, explain: bool, noted: _Noted) -> None:
    for line in _lines(hit, explain, noted):
        click.echo(line)


def _lines(hit: Hit, explain: bool, noted: _Noted) -> list[str]:
    """A hit as it is printed."""
    from noctuary.page.lines import short_path
    from noctuary.text.days import beside

    marks = [hit.kind if hit.is_passage else hit.status] if hit.is_passage or hit.status != "active" else []
    marks += ["not believed"] if not hit.believed else []
    marks += [hit.trust] if hit.trust in ("tool", "untrusted") else []
    mark = f" [{', '.join(marks)}]" if marks else ""
    places = ", ".join(short_path(place) for place in hit.sources[:3])
    lines = [f"{hit.score:.2f}  {_excerpt(hit)}{beside(hit)}{mark}", f"      {hit.id}  {places}"]
    lines[-1] += f"\n      via {short_path(hit.via)}" if hit.via else ""
    lines += [f"      but: {words}" for words in hit.other_side]
    lines += [f"      replaced by {hit.superseded_by}"] if hit.superseded_by else []
    lines += [f"      gone from {', '.join(map(short_path, hit.gone[:3]))}"] if hit.gone else []
    lines += [f"      also {', '.join(map(short_path, hit.also[:3]))}"] if hit.also else []
    lines += [f"      note {said}" for entry in noted.of(hit) if (said := _line_of(entry))]
    if explain:
        lines += [
            f"      {part.name} {part.value:g}{f' (rank {part.rank})' if part.rank else ''}" for part in hit.parts
        ]
    return lines


def _excerpt(hit: Hit) -> str:
    """The words on one line; of a long passage the rows that answer best."""
    words = " ".join((hit.excerpt or hit.text).split())
    heading = f"{hit.heading}: " if hit.heading else ""
    return heading + (words if len(words) <= _LONGEST else words[: _LONGEST - 1] + "…")
