"""Verbs that tell of the command line itself: help, completion."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import click

import noctuary
from noctuary.cli.root import COMPLETE, as_json, main, show
from noctuary.errors import SettingsError

SHELLS = ("bash", "zsh", "fish")


@main.command("help")
@click.argument("words", nargs=-1, metavar="[TOPIC|VERB]")
@as_json
def help_(words: tuple[str, ...], is_json: bool) -> None:
    """Read the documentation here: a page by its name, or a verb's options. Without a name: what there is.

    \b
    noctuary help settings        the page of every setting
    noctuary help review list     the options of a verb
    """
    pages = topics()
    name = " ".join(words).removesuffix(".md")
    if not name:
        told = [{"topic": topic, "about": about(path)} for topic, path in pages.items()]
        show(told) if is_json else _list(told)
        return
    said = pages[name].read_text("utf-8") if name in pages else _verb(words)
    if is_json:
        show({"topic": name, "text": said})
    elif name in pages and sys.stdout.isatty():
        _page(said)
    else:
        click.echo(said.rstrip())


@main.command()
@click.argument("shell", type=click.Choice(SHELLS))
def completion(shell: str) -> None:
    """Print what lets SHELL complete verbs and options.

    \b
    bash   eval "$(noctuary completion bash)"                       in ~/.bashrc
    zsh    eval "$(noctuary completion zsh)"                        in ~/.zshrc
    fish   noctuary completion fish > ~/.config/fish/completions/noctuary.fish
    """
    from click.shell_completion import get_completion_class

    kind = get_completion_class(shell)
    assert kind is not None
    click.echo(kind(main, {}, "noctuary", COMPLETE).source())


def folder() -> Path:
    """Where the pages lie: in the installed package, else in the checkout."""
    inside = Path(noctuary.__file__).parent / "docs"
    return inside if inside.is_dir() else Path(noctuary.__file__).parent.parent / "docs"


def topics() -> dict[str, Path]:
    """Every page by its name: its path below the folder without the ending."""
    top = folder()
    return {path.relative_to(top).with_suffix("").as_posix(): path for path in sorted(top.rglob("*.md"))}


def about(page: Path) -> str:
    """The title of a page."""
    with page.open(encoding="utf-8") as lines:
        return next((line.removeprefix("# ").strip() for line in lines if line.startswith("# ")), page.stem)


def _list(told: list[dict[str, str]]) -> None:
    shown = [one for one in told if "/" not in one["topic"]]
    width = max((len(one["topic"]) for one in shown), default=0)
    for one in shown:
        click.echo(f"{one['topic']:<{width}}  {one['about']}")
    click.echo("\nRead one: noctuary help settings")


def _verb(words: tuple[str, ...]) -> str:
    """The help of a verb. SettingsError where there is neither a page nor a verb of that name."""
    found: click.Command | None = main
    above = click.Context(main, info_name="noctuary", **main.context_settings)
    for word in words:
        found = found.get_command(above, word) if isinstance(found, click.Group) else None
        if found is None:
            raise SettingsError(" ".join(words), "no page and no verb has this name", "`noctuary help` lists the pages")
        above = click.Context(found, info_name=word, parent=above)
    return above.get_help()


def _page(said: str) -> None:
    """A page on a terminal, with a pager where it is longer than that."""
    from rich.console import Console
    from rich.markdown import Markdown

    said = re.sub(r"<!--.*?-->\n?", "", said, flags=re.DOTALL)
    console = Console(emoji=False)
    page = Markdown(said, hyperlinks=False)
    if said.count("\n") > console.height:
        with console.pager(styles=not console.no_color):
            console.print(page)
    else:
        console.print(page)
