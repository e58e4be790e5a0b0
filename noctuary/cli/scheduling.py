"""What lets the machine's own clock start nights: a systemd timer or a crontab line. The verbs are `capturing`'s."""

from __future__ import annotations

import datetime as dt
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from zoneinfo import ZoneInfo

import click

from noctuary.cli.root import gathered, show
from noctuary.errors import NoctuaryError, WorkspaceError

CLOCKS = ("systemd", "cron")
AT = "03:00"


def schedule(clock: str, root: Path, at: str, *, remove: bool, dry_run: bool, is_json: bool = False) -> None:
    """Let a clock of the machine start `noctuary dream` over a workspace every night, or take that back."""
    from noctuary.settings import open_workspace

    root = Path(os.path.abspath(root))
    zone = "" if remove else open_workspace(root).settings.timezone
    if not re.fullmatch(r"([01]\d|2[0-3]):[0-5]\d", at):
        raise click.BadParameter(f"{at!r} is no time of day such as {AT}", param_hint="--at")
    with gathered(is_json) as said:
        if clock == "systemd":
            _systemd(root, at, zone, remove, dry_run)
        else:
            _cron(root, at, remove, dry_run)
    if is_json:
        show({"clock": clock, "removed": remove, "done": not dry_run, "said": said})


def units(root: Path, at: str, zone: str) -> dict[str, str]:
    """The two units of a workspace, by file name."""
    name, when = _name(root), f"*-*-* {at}:00{' ' + zone if zone else ''}"
    words = " ".join(_quoted(word) for word in (*_noctuary(), "dream", "-q", "-w", str(root)))
    about = f"Description=Noctuary's night over {str(root).replace('%', '%%')}"
    return {
        f"{name}.service": f"[Unit]\n{about}\n\n[Service]\nType=oneshot\nExecStart={words}\nNice=10\n",
        f"{name}.timer": (
            f"[Unit]\n{about}\n\n[Timer]\nOnCalendar={when}\nPersistent=true\n\n[Install]\nWantedBy=timers.target\n"
        ),
    }


def line(root: Path, at: str) -> str:
    """The line of a crontab, with the mark by which it is found again."""
    hour, minute = at.split(":")
    words = shlex.join([*_noctuary(), "dream", "-q", "-w", str(root)]).replace("%", r"\%")
    return f"{int(minute)} {int(hour)} * * * {words}  # {_name(root)}"


def changed(table: str, root: Path, added: str) -> str:
    """A crontab without the workspace's line, and with the one added; every other byte stays."""
    kept = [one for one in table.splitlines(keepends=True) if not one.rstrip("\n").endswith(f"# {_name(root)}")]
    if kept and not kept[-1].endswith("\n"):
        kept[-1] += "\n"
    return "".join([*kept, added + "\n" if added else ""])


def _systemd(root: Path, at: str, zone: str, remove: bool, dry_run: bool) -> None:
    from noctuary import files

    home = Path(os.environ.get("XDG_CONFIG_HOME") or files.home() / ".config")
    folder = home / "systemd" / "user"
    timer = f"{_name(root)}.timer"
    if remove and not dry_run and (folder / timer).exists():
        _systemctl("disable", "--now", timer)
    for name, text in units(root, at, zone).items():
        path = folder / name
        if dry_run:
            click.echo(f"would {'remove' if remove else 'write'} {path}" + ("" if remove else f"\n{text}"))
        elif not remove:
            files.make_folder(folder, folder)
            is_new = not path.exists() or path.read_text("utf-8") != text
            files.replace(path, text.encode(), folder)
            click.echo(f"{'wrote' if is_new else 'kept '} {path}")
        elif path.exists():
            files.remove(path, folder)
            click.echo(f"removed {path}")
        else:
            click.echo(f"{path} is not there")
    if skipped := "" if remove else left_out(at, zone, dt.date.today()):
        click.echo(skipped, err=True)
    if dry_run:
        return
    is_told = _systemctl("daemon-reload")
    if not remove:
        if not (_systemctl("enable", "--now", timer) and is_told):
            raise NoctuaryError(timer, "is written, but systemd does not run it yet", "run the commands named above")
        click.echo(f"Every night at {at}{' ' + zone if zone else ''}; `systemctl --user list-timers` shows the next.")


def left_out(at: str, zone: str, today: dt.date) -> str:
    """Which night of the year to come systemd leaves out, because its clock jumps over the time; "" for none."""
    place = ZoneInfo(zone) if zone else None
    for day in (today + dt.timedelta(days=number) for number in range(366)):
        there = dt.datetime.combine(day, dt.time.fromisoformat(at), place)
        if there.astimezone(dt.UTC).astimezone(place).time() != there.time():
            return (
                f"{at} is not on the clock on {day}, when it goes forward: systemd leaves that night out, and the next "
                "covers it; take an --at outside that hour to have every night"
            )
    return ""


def _systemctl(*words: str) -> bool:
    """A word to the user's systemd, and whether it was heard; where not, the command is left to the human."""
    command = ("systemctl", "--user", *words)
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        wrong = done.stderr.strip() if done.returncode else ""
    except OSError as error:
        wrong = error.strerror or str(error)
    if wrong:
        click.echo(f"noctuary: {shlex.join(command)}: {wrong.splitlines()[-1]}; run it yourself", err=True)
    return not wrong


def _cron(root: Path, at: str, remove: bool, dry_run: bool) -> None:
    before = _crontab("-l")
    after = changed(before, root, "" if remove else line(root, at))
    if after == before:
        click.echo("the crontab has no line of this workspace" if remove else "the crontab has the line already")
        return
    if not dry_run:
        _crontab("-", after)
    does = ("would be " if dry_run else "") + ("removed" if remove else "added")
    told = line(root, at) if not remove else f"the line marked # {_name(root)}"
    click.echo(f"{does} {'from' if remove else 'to'} your crontab: {told}")


def _crontab(word: str, text: str | None = None) -> str:
    """Read (`-l`) or write (`-`) the user's crontab; "" where there is none."""
    try:
        done = subprocess.run(["crontab", word], input=text, capture_output=True, text=True, check=False)
    except OSError:
        mend = "install cron, or take `noctuary install systemd`"
        raise WorkspaceError("crontab", "is not on this machine", mend) from None
    if done.returncode and not (word == "-l" and "no crontab" in done.stderr):
        raise NoctuaryError("crontab", done.stderr.strip() or "failed", "mend that and run the same again")
    return done.stdout if word == "-l" else ""


def _noctuary() -> tuple[str, ...]:
    """The command by its whole path: neither clock has the shell's."""
    beside = Path(sys.executable).with_name("noctuary")
    return (str(beside),) if beside.exists() else ("noctuary",)


def _name(root: Path) -> str:
    from noctuary.fleet import key_of

    return f"noctuary-{key_of(root)}"


def _quoted(word: str) -> str:
    """A word of ExecStart: percent and dollar signs mean nothing in it, blanks part nothing."""
    word = word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%").replace("$", "$$")
    return f'"{word}"' if re.search(r"[\s\"'\\;]", word) else word
