"""Verbs that try the rules on given text, with no workspace: judge, extract."""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from noctuary.cli.root import as_json, main, show
from noctuary.errors import NoctuaryError

if TYPE_CHECKING:
    from noctuary.decisions import Reader


class BadLine(NoctuaryError):
    """A line of an input file is not what the verb takes."""

    exit_code = 2


_model = click.option(
    "--model",
    default="learned",
    show_default=True,
    help="Who judges, as `judge.model`: learned, lexical or package.module:Class.",
)


def _reader(model: str) -> Reader | None:
    from noctuary.reader import choose

    chosen = choose(model)
    if chosen.loss:
        click.echo(chosen.loss, err=True)
    return chosen.reader


@main.command()
@click.argument("a", required=False)
@click.argument("b", required=False)
@click.option(
    "--pairs",
    type=click.Path(path_type=Path, dir_okay=False, allow_dash=True),
    help="JSON lines of {id, a, a_date, b, b_date}.",
)
@click.option("--a-date", metavar="DATE", help="When A was said, as 2026-11-04.")
@click.option("--b-date", metavar="DATE", help="When B was said.")
@click.option("--why", "is_why", is_flag=True, help="Show the measures that weighed most, and what the reader says.")
@_model
@as_json
def judge(
    a: str | None,
    b: str | None,
    pairs: Path | None,
    a_date: str | None,
    b_date: str | None,
    is_why: bool,
    model: str,
    is_json: bool,
) -> None:
    """Judge whether B contradicts, replaces, repeats or refines A (the older), and why."""
    from noctuary.judging.judge import contributions
    from noctuary.judging.judge import judge as judge_pair
    from noctuary.model import Statement

    reader = _reader(model)
    if pairs:
        for row in _rows(pairs, ("id", "a", "b")):
            sides = [Statement(text=row[s], said_on=_date(row.get(f"{s}_date"))) for s in ("a", "b")]
            verdict = judge_pair(sides[0], sides[1], reader)
            show({"id": row["id"], "verdict": verdict.kind, "reason": verdict.reason, "score": verdict.score})
        return
    if a is None or b is None:
        raise click.UsageError("give two statements, A and B, or --pairs FILE")
    older, newer = Statement(text=a, said_on=_date(a_date)), Statement(text=b, said_on=_date(b_date))
    verdict = judge_pair(older, newer, reader)
    shares = contributions(older, newer)[:_MOST_SHOWN] if is_why else []
    if is_json:
        why = {"why": [{"measure": name, "weight": _finite(weight)} for name, weight in shares]} if is_why else {}
        show({"verdict": verdict.kind, **_asdict(verdict), **why})
        return
    click.echo(f"{verdict.kind} ({verdict.score:.2f}): {verdict.reason}")
    if is_why and reader:
        said = sorted(reader.chances_of([(older, newer)])[0]._asdict().items(), key=lambda one: -one[1])
        click.echo(f"  {reader.name}: " + ", ".join(f"{name} {chance:.2f}" for name, chance in said[:_MOST_SAID]))
    for name, weight in shares:
        click.echo(f"  {name}" if _finite(weight) is None else f"  {weight:+.2f}  {name}")


@main.command()
@click.argument("text", required=False)
@click.option(
    "--role", type=click.Choice(["user", "assistant", "tool", "note", "memory"]), default="user", show_default=True
)
@click.option(
    "--lines",
    type=click.Path(path_type=Path, dir_okay=False, allow_dash=True),
    help="JSON lines of {id, role, text, date}.",
)
@click.option("--date", metavar="DATE", help="The day it was said, from which words such as next Friday are read.")
@_model
@as_json
def extract(
    text: str | None, role: str, lines: Path | None, date: str | None, model: str, is_json: bool
) -> None:
    """Show which durable statements TEXT holds, how durable, and why the rest is none."""
    reader = _reader(model)
    if lines:
        for row in _rows(lines, ("id", "role", "text")):
            items = _extracted(row["text"], row["role"], row.get("date"), reader)
            best = max((i for i in items if i["keep"]), key=lambda i: float(i["confidence"]), default=None)
            told = best or (items[0] if items else {"keep": False, "kind": "none", "text": "", "reason": "empty"})
            show({"id": row["id"], **told, "statements": items})
        return
    if text is None:
        raise click.UsageError("give a TEXT, or --lines FILE")
    found = _extracted(text, role, date, reader)
    if is_json:
        show(found)
    for item in [] if is_json else found:
        mark = "keep" if item["keep"] else "drop"
        because = f"  ({item['reason']})" if item["reason"] else ""
        sure = f"{item['confidence']:.2f}" if item["keep"] else "    "
        click.echo(f"{mark}  {item['kind']:<11} {sure}  {item['text']}{_days(item)}{because}")


def _days(item: dict[str, Any]) -> str:
    """The days that the words name, as `days.beside` shows them."""
    told = ", ".join(f"{one['words']}: {one['day']}" for one in item["days"])
    return f" ({told})" if told else ""


def _extracted(text: str, role: str, date: str | None, reader: Reader | None) -> list[dict[str, Any]]:
    from noctuary.decisions import Rejection
    from noctuary.extraction.extract import extract as extract_event
    from noctuary.extraction.rereading import reread
    from noctuary.guard import guard
    from noctuary.model import Candidate, Event

    said = _date(date)
    at = dt.datetime.combine(said, dt.time(12), dt.UTC) if said else None
    trust = {"user": "human", "memory": "human", "tool": "tool"}.get(role, "agent")
    event = Event(
        id="", ref="-", line=1, line_end=1, at=at, role=role, trust=trust,  # type: ignore[arg-type]
        text=guard(text).text, session="-",
    )  # fmt: skip
    cut = extract_event(event, is_reread=reader is not None)
    items: list[dict[str, Any]] = []
    for item in reread(cut, reader) if reader else cut:
        keep = not isinstance(item, Rejection)
        kind = "none" if isinstance(item, Rejection) else item.kind
        reason = f"{item.gate}: {item.reason}" if isinstance(item, Rejection) else ""
        sure = 0.0 if isinstance(item, Rejection) else item.confidence
        named = item.days if isinstance(item, Candidate) else ()
        days = [{"words": words, "day": day.isoformat()} for words, day in named]
        items.append(
            {"keep": keep, "kind": kind, "text": item.text, "days": days, "reason": reason, "confidence": sure}
        )
    return items


_MOST_SHOWN, _MOST_SAID = 8, 3


def _finite(weight: float) -> float | None:
    return round(weight, 3) if math.isfinite(weight) else None


def _rows(path: Path, needed: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    import msgspec

    with click.open_file(str(path), "rb") as file:
        for number, line in enumerate(file, 1):
            if not line.strip():
                continue
            try:
                row = msgspec.json.decode(line, type=dict[str, Any])
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
                raise BadLine(f"{path}:{number}", f"not a JSON object ({error})", "mend the line") from None
            missing = [name for name in needed if not isinstance(row.get(name), str)]
            if missing:
                raise BadLine(f"{path}:{number}", f"lacks text in {missing[0]!r}", "add it")
            yield row


def _date(text: str | None) -> dt.date | None:
    try:
        return dt.date.fromisoformat(text) if text else None
    except ValueError:
        raise click.BadParameter(f"{text!r} is not a date such as 2026-11-04") from None


def _asdict(value: Any) -> dict[str, Any]:
    import msgspec

    return {k: v for k, v in msgspec.structs.asdict(value).items() if k != "kind"}
