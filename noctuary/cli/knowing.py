"""The verbs of the Knowledge surface: kg and share. Thin: each is one action."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from noctuary.access import Asker
from noctuary.cli.root import as_json, as_reader, handed, in_workspace, main, show


@main.command()
@click.argument("action")
@click.argument("arguments", nargs=-1, metavar="[KEY=VALUE]...")
@in_workspace
@as_reader
@click.option(
    "--args", "given", metavar="JSON", help="Arguments as one JSON object; - reads it from the standard input."
)
@click.option("--human", is_flag=True, help="It is you who says so, not an agent.")
@as_json
def kg(
    action: str, arguments: tuple[str, ...], root: Path, asker: Asker, given: str | None, human: bool, is_json: bool
) -> None:  # fmt: skip
    """Do one ACTION of the knowledge graph: create_entity, add_observation, query_semantic, traverse, export, stats …

    A VALUE that is JSON is read as JSON where the argument is no text. `noctuary kg help` lists the
    actions and what they take.

    \b
    Example:
      noctuary kg create_entity type=Insight label="Warm the cache first" observations='["it halves latency"]'
    """
    from noctuary.knowledge import ACTIONS, KnowledgeAPI, KnowledgeError
    from noctuary.settings import open_workspace
    from noctuary.writing import Writer

    if action == "help":
        _help(ACTIONS, is_json)
        return
    takes = _arguments(arguments, given, _texts(ACTIONS, action))
    with Writer(open_workspace(root), trust="human" if human else "agent") as writer:
        try:
            found = KnowledgeAPI(writer, asker).dispatch(action, **takes)
        except KnowledgeError as error:
            if not is_json:
                raise
            show(error.as_dict())
            click.get_current_context().exit(error.exit_code)
    if is_json:
        show(found)
    elif isinstance(found.get("content"), str):
        click.echo(found["content"], nl=False)
    else:
        click.echo(json.dumps(found, ensure_ascii=False, indent=2))


def _help(actions: Any, is_json: bool) -> None:
    if is_json:
        show({one.name: {"description": one.description, "parameters": one.parameters} for one in actions.values()})
        return
    for one in actions.values():
        click.echo(f"{one.name}: {one.description}")
        click.echo(f"    {', '.join(one.parameters['properties']) or 'takes nothing'}")


def _texts(actions: Any, action: str) -> set[str]:
    """The arguments of an action that are text, whatever they look like."""
    known = actions[action].parameters["properties"] if action in actions else {}
    return {name for name, one in known.items() if one["type"] == "string"}


def _arguments(pairs: tuple[str, ...], given: str | None, texts: set[str]) -> dict[str, Any]:
    """The arguments of both kinds as one table."""
    text = handed("-") if given == "-" else given
    try:
        found = json.loads(text) if text else {}
    except (ValueError, RecursionError) as error:
        raise click.BadParameter(f"--args is no JSON ({error})") from None
    if not isinstance(found, dict):
        raise click.BadParameter("--args is no JSON object")
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals or not key:
            raise click.BadParameter(f"{pair!r} is no KEY=VALUE")
        found[key] = value if key in texts else _value(value)
    return found


def _value(text: str) -> Any:
    """JSON where it is an object, a list, a number, true or false; the text itself otherwise."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return text
    return text if isinstance(found, str) or found is None else found


@main.command()
@click.argument("ref", metavar="ID")
@in_workspace
@as_reader
@click.option("--with-team", "team", default="", metavar="NAME", help="Share with this team alone, of which you are.")
@click.option("--with-agent", "agents", multiple=True, metavar="NAME", help="Share with this agent (may be repeated).")
@click.option("--with-user", "users", multiple=True, metavar="NAME", help="Share with this user (may be repeated).")
@click.option("--dry-run", is_flag=True, help="Only tell; change no record.")
@as_json
def share(
    ref: str, root: Path, asker: Asker, team: str, agents: tuple[str, ...], users: tuple[str, ...], dry_run: bool,
    is_json: bool,
) -> None:  # fmt: skip
    """Let all, or those named, see a private fact or entity, ID; the only way out of private.

    You must be one of those who may see it (`--agent`, `--user`, `--team`). `noctuary undo` takes it back.
    """
    import datetime as dt

    from noctuary.settings import open_workspace
    from noctuary.writing import Allowed, Writer

    with Writer(open_workspace(root), trust="human") as writer:
        allowed = Allowed(agents=agents, users=users)
        visibility: Any = "team-private" if team or agents or users else "public"
        now = dt.datetime.now(dt.UTC)
        told = writer.share(ref, asker, now, visibility=visibility, team=team, allowed=allowed, dry_run=dry_run)
    whom = team or ", ".join((*agents, *users)) or "everybody"
    if is_json:
        show(told)
    elif dry_run:
        click.echo(f"Would be shared with {whom}.")
    else:
        click.echo(f"{told.ids[0]} is shared with {whom}; `noctuary undo {told.batch}` takes that back.")
