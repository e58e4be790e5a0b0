"""Verbs for the human's decisions: review list and its answers."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from noctuary.access import Asker
from noctuary.cli.root import as_json, as_reader, clock, handed, in_workspace, instant, main, plural, show
from noctuary.cli.words import DONE, MEANING, TEXTS
from noctuary.model import Fact

if TYPE_CHECKING:
    from noctuary.model import Review
    from noctuary.page.view import Likeness, Question
    from noctuary.settings import Workspace

SHEET = "review.txt"
_NOW = click.option("--now", "now_text", metavar="ISO", help="The clock; default: now.")


@main.group(invoke_without_command=True)
@in_workspace
@click.option("--edit", "is_edited", is_flag=True, help="Open all that waits in $EDITOR, a line a question.")
@click.option(
    "--from",
    "source",
    type=click.Path(path_type=Path, exists=True, dir_okay=False, allow_dash=True),
    help="Apply the answers of such a file (- is stdin).",
)
@click.option("--apply", "is_applied", is_flag=True, help="Carry out what you wrote in DREAMS.md and in the block.")
@_NOW
@as_json
@click.pass_context
def review(
    ctx: click.Context,
    root: Path,
    is_edited: bool,
    source: Path | None,
    is_applied: bool,
    now_text: str | None,
    is_json: bool,
) -> None:
    """What waits for your decision, and deciding it. A decision stands until a side changes.

    Without a verb it walks the questions in the terminal, one a screen, and prints them where there is none.
    """
    if ctx.invoked_subcommand:
        given = ctx.get_parameter_source("root") is not click.core.ParameterSource.DEFAULT
        ctx.default_map = {name: {"root": str(root)} for name in review.commands} if given else None
        return
    from noctuary.settings import open_workspace

    workspace = open_workspace(root)
    if is_edited + bool(source) + is_applied > 1:
        raise click.UsageError("give one of --edit, --from and --apply")
    if is_applied:
        from noctuary.cli.hearing import hear

        hear(workspace, now_text, is_json)
    elif source:
        text = handed(str(source))
        _tell(_apply(workspace, text, str(source), now_text), is_json)
    elif is_edited:
        _edit(workspace, now_text, is_json)
    elif is_json or not (sys.stdin.isatty() and sys.stdout.isatty()):
        _list(workspace, is_json)
    else:
        from rich.console import Console

        from noctuary.cli.walking import Walk

        Walk(workspace, instant(now_text), Console(highlight=False, emoji=False)).run()


def _apply(workspace: Workspace, text: str, name: str, now_text: str | None) -> list[Review]:
    """Carry out the answers of an edited sheet, all of them or none."""
    from noctuary.access import seen
    from noctuary.cli.sheet import answers
    from noctuary.journal import replay
    from noctuary.review import decide_all
    from noctuary.review_queue import weak_in

    state = replay(workspace.journal)
    weak = {one.review.id: one.review for one in weak_in(workspace, state)}
    found = answers(text, name, weak | seen(state).reviews)
    return decide_all(workspace, found, clock(workspace, now_text))


def _edit(workspace: Workspace, now_text: str | None, is_json: bool) -> None:
    """The queue in the human's editor; a sheet that cannot be applied is kept, and is what is opened next time."""
    from noctuary import files
    from noctuary.access import seen
    from noctuary.cli.sheet import sheet
    from noctuary.errors import AnswersRefused, SettingsError
    from noctuary.journal import replay
    from noctuary.local_time import zone
    from noctuary.review_queue import queue

    items = queue(workspace)
    if not items:
        _list(workspace, is_json)
        return
    workspace.make_derived()
    path = workspace.derived / SHEET
    if not os.path.lexists(path):
        shown = seen(replay(workspace.journal)).facts
        files.replace(path, sheet(items, shown, zone(workspace)).encode(), workspace.root)
    try:
        click.edit(filename=str(path))
    except click.ClickException as error:
        mend = "set $VISUAL or $EDITOR to an editor that is there, or answer with `noctuary review`"
        raise SettingsError("the editor", error.message.rstrip("."), mend) from None
    try:
        done = _apply(workspace, files.read(path, workspace.root).decode("utf-8-sig"), str(path), now_text)
    except AnswersRefused:
        click.echo(f"Your answers are kept in {path}: `noctuary review --edit` opens them again.", err=True)
        raise
    files.remove(path, workspace.root)
    _tell(done, is_json)


def _tell(done: list[Review], is_json: bool) -> None:
    if is_json:
        show([{"id": one.id, "decision": one.decision, "words": one.words} for one in done])
        return
    from noctuary.cli.screens import decided

    for one in done:
        click.echo(f"{one.id}: {decided(one)}. Undo: noctuary undo {one.id[:11]}")
    click.echo(f"{plural(len(done), 'answer')} applied." if done else "Nothing was answered; nothing changed.")


@review.command("list")
@in_workspace
@as_json
def list_(root: Path, is_json: bool) -> None:
    """Open questions, surest conflict first."""
    from noctuary.settings import open_workspace

    _list(open_workspace(root), is_json)


@review.command("weak")
@in_workspace
@click.option("--most", type=click.IntRange(min=1), default=20, show_default=True, help="At most this many.")
@as_json
def weak_(root: Path, most: int, is_json: bool) -> None:
    """Conflicts that were met and not put to you: too unclear, or too many for one night.

    The last night's first, the clearest first. None of them waits for an answer, and each takes one: `noctuary review
    keep-b ID`, or any other word that `noctuary review list` tells of.
    """
    from noctuary.review_queue import weak
    from noctuary.settings import open_workspace

    found = weak(open_workspace(root))
    if is_json:
        show([_question(one) for one in found[:most]])
        return
    for one in found[:most]:
        _show(one, with_ids=True)
    left = f"; `--most {len(found)}` shows all" if len(found) > most else ""
    click.echo(f"{plural(len(found), 'weak conflict')}{left}." if found else "No weak conflict stands.")


def _list(workspace: Workspace, is_json: bool) -> None:
    from noctuary.page.view import Likeness
    from noctuary.review_queue import queue

    found = queue(workspace)
    if is_json:
        show([_likeness(one) if isinstance(one, Likeness) else _question(one) for one in found])
        return
    from noctuary.consolidate.replies import fitting

    for one in found:
        key = one.review.id
        if isinstance(one, Likeness):
            click.echo(f"{key}  Are {one.a.name!r} and {one.b.name!r} the same? {one.review.reason}")
        else:
            _show(one)
        click.echo(f"    noctuary review {' | '.join(fitting(one.review))}  {key[:11]}")
    click.echo(f"{len(found)} waiting." if found else "Nothing waits for you.")


def _show(one: Question, *, with_ids: bool = False) -> None:
    click.echo(f"{one.review.id}  {one.review.kind.replace('_', ' ')}: {one.review.reason}")
    from noctuary.page.lines import besides, headed

    for name, fact in (("A" if one.b else " ", one.a), ("B", one.b)):
        if fact:
            key = f"{fact.id[:11]}  " if with_ids else ""
            click.echo(f"    {name}  {key}{headed(fact)}  ({_sources(fact)[0]})")
    for _, reason in one.review.replaces:
        click.echo(f"       would replace what is believed: {reason}")
    for told in besides(one):
        click.echo(f"       {told}")


def _verb(answer: str, meaning: str) -> None:
    @review.command(answer, help=meaning)
    @click.argument("ids", nargs=-1, required=True, metavar="ID...")
    @in_workspace
    @_NOW
    @as_json
    def decide(ids: tuple[str, ...], root: Path, now_text: str | None, is_json: bool) -> None:
        made = [_decide(root, key, answer, now_text, is_quiet=is_json) for key in ids]
        if is_json:
            _tell(made, is_json)


def _worded_verb(answer: str, name: str, meaning: str) -> None:
    @review.command(answer, help=meaning)
    @click.argument("key", metavar="ID")
    @click.argument("words", nargs=-1, required=True, metavar=name)
    @in_workspace
    @_NOW
    @as_json
    def decide(key: str, words: tuple[str, ...], root: Path, now_text: str | None, is_json: bool) -> None:
        made = _decide(root, key, answer, now_text, " ".join(words), is_quiet=is_json)
        if is_json:
            _tell([made], is_json)


def _decide(
    root: Path, key: str, answer: str, now_text: str | None, words: str = "", *, is_quiet: bool = False
) -> Review:
    from noctuary.review import decide
    from noctuary.settings import open_workspace

    workspace = open_workspace(root)
    decided = decide(workspace, key, answer, clock(workspace, now_text), words)
    if not is_quiet:
        click.echo(f"{decided.id}: {answer}. {DONE[answer]} Undo: noctuary undo {decided.id[:11]}")
    return decided


for _answer, _meaning in MEANING.items():
    if _answer in TEXTS:
        _worded_verb(_answer, TEXTS[_answer], _meaning)
    else:
        _verb(_answer, _meaning)


@review.command()
@click.argument("key", metavar="ID")
@in_workspace
@_NOW
@as_json
def undo(key: str, root: Path, now_text: str | None, is_json: bool) -> None:
    """Take the last decision on a question back: it is open again. The same as `noctuary undo ID`."""
    from noctuary.settings import open_workspace
    from noctuary.undo import undo as take_back

    workspace = open_workspace(root)
    told = take_back(workspace, key, clock(workspace, now_text))
    if is_json:
        show({"done": True, "said": told})
        return
    for line in told:
        click.echo(line)


@main.command()
@click.argument("ids", nargs=-1, required=True, metavar="ID...")
@in_workspace
@click.option("--now", "now_text", metavar="ISO", help="The clock; default: now.")
@as_reader
@as_json
def vouch(ids: tuple[str, ...], root: Path, asker: Asker, now_text: str | None, is_json: bool) -> None:
    """Give your word for facts: a taint is cleared, a candidate is believed.

    What an agent took over from a web page or a tool's output is kept out, however often it is repeated.
    `noctuary why ID` tells where it came from; your word lets it in, and stands among its sources.
    """
    from noctuary.page.lines import headed
    from noctuary.review import vouch as vouch_for
    from noctuary.settings import open_workspace

    workspace = open_workspace(root)
    done = []
    for key in ids:
        fact = vouch_for(workspace, key, clock(workspace, now_text), asker)
        done.append({"id": fact.id, "text": fact.text, "status": fact.status})
        if is_json:
            continue
        click.echo(f"{fact.id} is believed on your word: {headed(fact)}")
        click.echo(f"  Undo: noctuary undo {fact.id[:11]}")
    if is_json:
        show(done)


def _likeness(one: Likeness) -> dict[str, Any]:
    sides = {
        key: {"id": side.id, "text": side.name, "status": "", "sources": _sources(fact) if fact else []}
        for key, side, fact in zip("ab", (one.a, one.b), one.examples, strict=True)
    }
    asked = one.review
    return {"id": asked.id, "kind": asked.kind, **sides, "slot": "", "reason": asked.reason, "score": asked.score}


def _question(one: Question) -> dict[str, Any]:
    from noctuary.page.lines import besides

    of = one.review
    return {
        "id": of.id,
        "kind": of.kind,
        "a": _side(one.a),
        "b": _side(one.b) if one.b else None,
        "slot": of.slot,
        "reason": of.reason,
        "score": of.score,
        "gate": of.gate,
        "replaces": [key for key, _ in of.replaces],
        "besides": list(besides(one)),
    }


def _side(fact: Fact) -> dict[str, Any]:
    days = [{"words": words, "day": day} for words, day in fact.days]
    return {"id": fact.id, "text": fact.text, "status": fact.status, "sources": _sources(fact), "days": days}


def _sources(fact: Fact) -> list[str]:
    from noctuary.hits import placed

    return [placed(s) for s in fact.sources]
