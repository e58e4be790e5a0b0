"""Verbs for the human's decisions: review list and its answers."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from noctuary.cli.root import as_json, in_workspace, instant, main, show
from noctuary.model import Fact

if TYPE_CHECKING:
    from noctuary.page.view import Likeness

ANSWERS = {
    "keep-a": "A holds; B is superseded by it.",
    "keep-b": "B holds; A is superseded by it.",
    "both": "Both are true; never ask about these two again.",
    "confirm": "Still true: its confidence is renewed.",
    "reject": "No longer true: it is archived.",
    "same": "The two names are one thing.",
    "different": "They are two things; never ask about them again.",
    "later": "Leave it open.",
}


@main.group()
def review() -> None:
    """What waits for your decision, and deciding it. A decision stands until a side changes."""


@review.command("list")
@in_workspace
@as_json
def list_(root: Path, is_json: bool) -> None:
    """Open questions, surest conflict first."""
    from noctuary.review import alike, waiting
    from noctuary.settings import open_workspace

    found = waiting(open_workspace(root))
    names = alike(open_workspace(root))
    if is_json:
        show(
            [
                {
                    "id": q.review.id,
                    "kind": q.review.kind,
                    "a": _side(q.a),
                    "b": _side(q.b) if q.b else None,
                    "slot": q.review.slot,
                    "reason": q.review.reason,
                    "score": q.review.score,
                }
                for q in found
            ]
            + [_likeness(one) for one in names]
        )
        return
    for q in found:
        click.echo(f"{q.review.id}  {q.review.kind.replace('_', ' ')}: {q.review.reason}")
        for name, fact in (("A", q.a), ("B", q.b)):
            if fact:
                click.echo(f"    {name}  {fact.text}  ({_sources(fact)[0]})")
        answers = ("keep-a", "keep-b", "both", "later") if q.b else ("confirm", "reject", "later")
        click.echo("    " + "  ".join(f"noctuary review {answer} {q.review.id}" for answer in answers[:2]) + "  …")
    for one in names:
        key = one.review.id
        click.echo(f"{key}  Are {one.a.name!r} and {one.b.name!r} the same? {one.review.reason}")
        click.echo(f"    noctuary review same {key}  noctuary review different {key}  …")
    count = len(found) + len(names)
    click.echo(f"{count} waiting." if count else "Nothing waits for you.")


def _verb(answer: str, meaning: str) -> None:
    @review.command(answer, help=meaning)
    @click.argument("ids", nargs=-1, required=True, metavar="ID...")
    @in_workspace
    @click.option("--now", "now_text", metavar="ISO", help="The clock; default: now.")
    def decide(ids: tuple[str, ...], root: Path, now_text: str | None) -> None:
        from noctuary.review import decide as decide_one
        from noctuary.settings import open_workspace

        workspace = open_workspace(root)
        for key in ids:
            decided = decide_one(workspace, key, answer, instant(now_text) or dt.datetime.now(dt.UTC))
            click.echo(f"{decided.id}: {answer}, {ANSWERS[answer]} Undo: noctuary undo {decided.id[:11]}")


for _answer, _meaning in ANSWERS.items():
    _verb(_answer, _meaning)


@main.command()
@click.argument("ids", nargs=-1, required=True, metavar="ID...")
@in_workspace
@click.option("--now", "now_text", metavar="ISO", help="The clock; default: now.")
def vouch(ids: tuple[str, ...], root: Path, now_text: str | None) -> None:
    """Give your word for facts: a taint is cleared, a candidate is believed.

    What an agent took over from a web page or a tool's output is kept out, however often it is repeated.
    `noctuary why ID` tells where it came from; your word lets it in, and stands among its sources.
    """
    from noctuary.review import vouch as vouch_for
    from noctuary.settings import open_workspace

    workspace = open_workspace(root)
    for key in ids:
        fact = vouch_for(workspace, key, instant(now_text) or dt.datetime.now(dt.UTC))
        click.echo(f"{fact.id} is believed on your word: {fact.text}")
        click.echo(f"  Undo: noctuary undo {fact.id[:11]}")


def _likeness(one: Likeness) -> dict[str, Any]:
    sides = {
        key: {"id": side.id, "text": side.name, "status": "", "sources": _sources(fact) if fact else []}
        for key, side, fact in zip("ab", (one.a, one.b), one.examples, strict=True)
    }
    asked = one.review
    return {"id": asked.id, "kind": asked.kind, **sides, "slot": "", "reason": asked.reason, "score": asked.score}


def _side(fact: Fact) -> dict[str, Any]:
    return {"id": fact.id, "text": fact.text, "status": fact.status, "sources": _sources(fact)}


def _sources(fact: Fact) -> list[str]:
    return [f"{s.ref}:{s.line}" for s in fact.sources]
