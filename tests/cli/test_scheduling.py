"""`noctuary install systemd | cron`: what is written, that twice is once, that it goes again and nothing else does."""

from __future__ import annotations

import datetime as dt
import os
import re
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from noctuary.cli import main
from noctuary.cli.scheduling import changed, left_out, line, units

CRONTAB = """#!/bin/sh
if [ "$1" = "-l" ]; then
  if [ -f "$HOME/table" ]; then cat "$HOME/table"; else echo "no crontab for you" >&2; exit 1; fi
else
  cat > "$HOME/table"
fi
"""
SYSTEMCTL = '#!/bin/sh\necho "$@" >> "$HOME/told"\n'


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of its own, with a crontab and a systemctl that write into it."""
    for name, text in (("crontab", CRONTAB), ("systemctl", SYSTEMCTL)):
        path = tmp_path / "bin" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        path.chmod(0o755)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    return tmp_path


def run(*words: object) -> str:
    told = CliRunner().invoke(main, [str(word) for word in words])
    assert told.exit_code == 0, told.output
    return told.output


@pytest.mark.parametrize("way", [("install", "--remove"), ("uninstall",)])
def test_a_crontab_gains_one_line_and_loses_it_again_by_the_byte(home: Path, workspace: Path, way: tuple[str]) -> None:
    table = home / "table"
    table.write_text("MAILTO=me\n5 4 * * * other  # keep")
    run("install", "cron", "-w", workspace, "--at", "02:30")
    lines = table.read_text().splitlines()
    assert lines[:2] == ["MAILTO=me", "5 4 * * * other  # keep"]
    assert re.fullmatch(rf"30 2 \* \* \* \S*noctuary dream -q -w {workspace}  # noctuary-workspace-\w+", lines[2])
    assert "already" in run("install", "cron", "-w", workspace, "--at", "02:30")
    run("install", "cron", "-w", workspace, "--at", "04:00")
    assert len(table.read_text().splitlines()) == 3
    run(way[0], "cron", "-w", workspace, *way[1:])
    assert table.read_text() == "MAILTO=me\n5 4 * * * other  # keep\n"


def test_a_dry_run_writes_nothing(home: Path, workspace: Path) -> None:
    assert "would be added" in run("install", "cron", "-w", workspace, "--dry-run")
    assert "OnCalendar=*-*-* 03:00:00" in run("install", "systemd", "-w", workspace, "--dry-run")
    assert not (home / "table").exists()
    assert not (home / ".config").exists()
    assert not (home / "told").exists()


def test_units_come_and_go_and_systemd_is_told(home: Path, workspace: Path) -> None:
    (workspace / "noctuary.toml").write_text('timezone = "Europe/Berlin"\n')
    folder = home / ".config" / "systemd" / "user"
    run("install", "systemd", "-w", workspace)
    names = sorted(path.name for path in folder.iterdir())
    assert [name.rpartition(".")[2] for name in names] == ["service", "timer"]
    assert "OnCalendar=*-*-* 03:00:00 Europe/Berlin\nPersistent=true" in (folder / names[1]).read_text()
    assert "kept" in run("install", "systemd", "-w", workspace)
    run("install", "systemd", "-w", workspace, "--remove")
    assert list(folder.iterdir()) == []
    told = (home / "told").read_text().splitlines()
    assert told[:2] == ["--user daemon-reload", f"--user enable --now {names[1]}"]
    assert f"--user disable --now {names[1]}" in told


def test_units_that_systemd_does_not_run_are_no_success(home: Path, workspace: Path) -> None:
    """systemd speaks of what it did before it says what is wrong."""
    says = "echo 'Created symlink.' >&2; echo 'Failed to connect to bus' >&2; exit 1"
    (home / "bin" / "systemctl").write_text(f"#!/bin/sh\n{says}\n")
    told = CliRunner().invoke(main, ["install", "systemd", "-w", str(workspace)])
    assert told.exit_code == 1
    assert "enable --now" in told.output
    assert "Failed to connect to bus; run it yourself" in told.output
    assert "does not run it yet" in told.output
    assert "Every night" not in told.output


@pytest.mark.parametrize(
    ("at", "zone", "day"),
    [
        ("02:30", "Europe/Berlin", "2027-03-28"), ("02:00", "Pacific/Auckland", "2027-09-26"),
        ("03:00", "Europe/Berlin", ""), ("01:59", "Pacific/Auckland", ""), ("02:30", "Asia/Tokyo", ""),
    ],
)  # fmt: skip
def test_a_time_that_a_clock_jumps_over_is_said(at: str, zone: str, day: str) -> None:
    assert (day or "every night") in (left_out(at, zone, dt.date(2026, 11, 4)) or "every night")


@pytest.mark.parametrize("name", ["agent", "my agent", "100%", "a'b", 'a"b', "a$b", "a;b"])
def test_a_folder_of_any_name_comes_through_whole(tmp_path: Path, name: str) -> None:
    root = tmp_path / name
    words = line(root, "03:00").partition("* * * ")[2].rpartition("  # ")[0].replace(r"\%", "%")
    told = subprocess.run(["sh", "-c", f"printf '%s\\n' {words}"], capture_output=True, text=True, check=True)
    assert told.stdout.splitlines()[-1] == str(root)
    service = next(text for unit, text in units(root, "03:00", "").items() if unit.endswith(".service"))
    started = next(one for one in service.splitlines() if one.startswith("ExecStart="))
    assert started.replace("%%", "%").replace("$$", "$").replace('\\"', '"').rstrip('"').endswith(str(root).rstrip('"'))


def test_two_workspaces_of_one_name_have_lines_of_their_own(tmp_path: Path) -> None:
    table = ""
    for above in ("a", "b"):
        table = changed(table, tmp_path / above / "agent", line(tmp_path / above / "agent", "03:00"))
    assert len(table.splitlines()) == 2
    assert len(changed(table, tmp_path / "a" / "agent", "").splitlines()) == 1


@pytest.mark.parametrize("at", ["25:00", "3", "03:60", "three"])
def test_a_time_that_is_none_is_refused(home: Path, workspace: Path, at: str) -> None:
    told = CliRunner().invoke(main, ["install", "cron", "-w", str(workspace), "--at", at])
    assert told.exit_code == 2
    assert "is no time of day" in told.output
