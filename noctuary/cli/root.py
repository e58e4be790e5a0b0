"""The `noctuary` command: its group, what every verb shares, and how errors and exit codes come out."""

from __future__ import annotations

import contextlib
import datetime as dt
import functools
import importlib
import io
import os
import re
import sys
from collections.abc import Callable, Iterator, MutableMapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

import noctuary
from noctuary.cli.terminal import aloud, inert, whole
from noctuary.cli.verbs import VERBS
from noctuary.errors import NoctuaryError, mend_of

EPILOG = """Exit codes: 0 done, or nothing to do; 1 something is broken; 2 a word, setting or id is wrong;
3 another night is running; 4 a file changed meanwhile, run again; 5 the undo or the learning was refused;
6 `verify` found damage, or the journal is gone."""

_MOST_HANDED = 16 * 1024 * 1024
"""Bytes that somebody hands to a verb as text: answers, or an action's arguments."""
_BREAKS = re.compile(r"[\r\n\v\f\x1c-\x1e\x85\u2028\u2029]+")
COMPLETE = "_NOCTUARY_COMPLETE"

if TYPE_CHECKING:
    from noctuary.settings import Workspace

F = TypeVar("F", bound=Callable[..., Any])


class _Verb(click.Command):
    """A verb whose words are text: bytes that are no UTF-8 may stand in a path alone."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        rest = super().parse_args(ctx, args)
        for name, value in ctx.params.items():
            words = value if isinstance(value, tuple) else (value,)
            if any(isinstance(word, str) and not _is_text(word) for word in words):
                raise click.UsageError(f"{name.upper()} holds bytes that are no UTF-8; type it anew", ctx)
        return rest


def cut(sentence: str, limit: int) -> str:
    """The words of a sentence that have room on a line."""
    if len(sentence) <= limit:
        return sentence.removesuffix(".")
    return sentence[: max(1, limit - 2)].rpartition(" ")[0].rstrip(",:;") + "..."


def _is_text(word: str) -> bool:
    return all(not "\ud800" <= sign <= "\udfff" for sign in word)


class _Family(click.Group):
    """A group of such verbs."""

    command_class = _Verb


class _Verbs(_Family):
    """A group whose library errors are one line on stderr, with the exit code each error carries.

    What it prints goes through `inert`, whichever verb prints it.
    """

    group_class = _Family

    _loaded: MutableMapping[str, click.Command]

    @property
    def commands(self) -> MutableMapping[str, click.Command]:
        """Every verb, imported."""
        for verb in VERBS.values():
            importlib.import_module(f"noctuary.cli.{verb.module}")
        return self._loaded

    @commands.setter
    def commands(self, made: MutableMapping[str, click.Command]) -> None:
        self._loaded = made

    def add_command(self, cmd: click.Command, name: str | None = None) -> None:
        self._loaded[name or cmd.name or ""] = cmd

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in VERBS:
            importlib.import_module(f"noctuary.cli.{VERBS[cmd_name].module}")
        return self._loaded.get(cmd_name)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(VERBS)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The verbs with their lines out of the table: help imports none of them."""
        limit = formatter.width - 6 - max(map(len, VERBS))
        with formatter.section("Commands"):
            formatter.write_dl([(name, cut(verb.help, limit)) for name, verb in sorted(VERBS.items())])

    def main(self, *args: Any, **kwargs: Any) -> Any:
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="backslashreplace")
        if COMPLETE in os.environ:  # Click writes bytes for the shell: names of verbs and options, ours alone.
            return super().main(*args, **kwargs)
        with inert(), aloud():
            try:
                return super().main(*args, **kwargs)
            except OSError as error:  # Of help and usage, which Click writes before a verb is invoked.
                _say(_told(error))
                sys.exit(1)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except NoctuaryError as error:
            _say(str(error))
            ctx.exit(error.exit_code)
        except BrokenPipeError:
            sys.stderr.close()
            ctx.exit(0)
        except OSError as error:
            _say(_told(error))
            ctx.exit(1)


def _say(error: str) -> None:
    """One line on stderr, whatever stands in a name that it holds; where that cannot be written, the code tells."""
    with contextlib.suppress(OSError):
        click.echo("noctuary: " + _BREAKS.sub(" ", error), err=True)


def _told(error: OSError) -> str:
    return f"{error.filename or 'output'}: {error.strerror or error}; {mend_of(error)}"


@click.group(
    cls=_Verbs, epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.version_option(noctuary.__version__, prog_name="noctuary")
def main() -> None:
    """Nightly dreaming for agent memory.

    Reads MEMORY.md, daily notes and session logs; keeps what deserves to last, connects it, notices what
    contradicts and what replaces it, lets the rest fade, and leaves one page to read: DREAMS.md.
    """


def in_workspace(verb: F) -> F:
    """Give a verb `-w/--workspace` (else NOCTUARY_WORKSPACE, else the current folder).

    The variable is read as a default: Click's own `envvar` would overrule the `-w` of a verb's group.
    """
    return click.option(
        "-w",
        "--workspace",
        "root",
        type=click.Path(path_type=Path, file_okay=False),
        default=lambda: Path(os.environ.get("NOCTUARY_WORKSPACE", "")),
        show_default="NOCTUARY_WORKSPACE, else the current folder",
        help="Folder with MEMORY.md, memory/ and logs.",
    )(verb)


def as_reader(verb: F) -> F:
    """Give a verb `--agent`, `--user` and `--team`, and hand it who asks as `asker`."""

    @functools.wraps(verb)
    def asked(*args: Any, agent: str, user: str, teams: tuple[str, ...], **given: Any) -> Any:
        from noctuary.access import Asker

        return verb(*args, asker=Asker(agent=agent, user=user, teams=teams), **given)

    made: Any = asked
    for names, variable, more, what in _READERS:
        made = click.option(*names, default=_named_by(variable, is_many="multiple" in more), show_default=variable,
                            metavar="NAME", help=what, **more)(made)  # fmt: skip
    return made  # type: ignore[no-any-return]


_READERS: tuple[tuple[tuple[str, ...], str, dict[str, Any], str], ...] = (
    (("--team", "teams"), "NOCTUARY_TEAMS", {"multiple": True}, "And as a member of this team (may be repeated)."),
    (("--user",), "NOCTUARY_USER", {}, "And as this user."),
    (("--agent",), "NOCTUARY_AGENT", {}, "Ask as this agent, its private facts too; * reads what all make public."),
)


def _named_by(variable: str, *, is_many: bool) -> Callable[[], str | list[str]]:
    def read() -> str | list[str]:
        said = os.environ.get(variable, "").strip()
        return [one.strip() for one in said.split(",") if one.strip()] if is_many else said

    return read


def as_json(verb: F) -> F:
    """Give a verb `--json`."""
    return click.option("--json", "is_json", is_flag=True, help="Print JSON instead of text.")(verb)


def show(value: Any) -> None:
    """Print a value as JSON, UTF-8, one document a line."""
    import msgspec

    whole(msgspec.json.encode(value).decode())


@contextlib.contextmanager
def gathered(is_json: bool) -> Iterator[list[str]]:
    """The lines that a block prints, printed as they come, or, for JSON, kept in the list."""
    lines: list[str] = []
    if not is_json:
        yield lines
        return
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        yield lines
    lines += out.getvalue().splitlines()


def handed(source: str) -> str:
    """The text of a file, or for `-` of the standard input. It is never waited for beyond what a person may write."""
    with click.open_file(source, "rb") as file:
        data: bytes = file.read(_MOST_HANDED + 1)
    what = "the standard input" if source == "-" else source
    if len(data) > _MOST_HANDED:
        raise click.UsageError(f"{what} holds more than {_MOST_HANDED} bytes; hand over less at once")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise click.UsageError(f"{what} is no UTF-8 (byte {error.start + 1}); save it as UTF-8") from None


def instant(text: str | None) -> dt.datetime | None:
    """An ISO 8601 instant that a journal keeps; one without an offset is taken as UTC."""
    if text is None:
        return None
    from noctuary.text.days import YEARS, is_kept

    try:
        found = dt.datetime.fromisoformat(text)
    except ValueError:
        raise click.BadParameter(f"{text!r} is not an ISO date and time, such as 2026-11-04T03:00:00+00:00") from None
    if not is_kept(found):
        raise click.BadParameter(f"{text!r} lies outside the years {YEARS.start} to {YEARS.stop - 1}")
    return found if found.tzinfo else found.replace(tzinfo=dt.UTC)


def clock(workspace: Workspace, text: str | None = None) -> dt.datetime:
    """The instant that was said, else now, by the workspace's clock."""
    from noctuary.local_time import local

    return local(workspace, instant(text))


def day_of(text: str) -> dt.date:
    """An ISO date."""
    try:
        return dt.date.fromisoformat(text)
    except ValueError:
        raise click.BadParameter(f"{text!r} is not a day such as 2026-10-01") from None


def plural(count: int, word: str, many: str = "") -> str:
    """A count with its word: "1 fact", "2 facts"."""
    return f"{count} {word if count == 1 else many or word + 's'}"
