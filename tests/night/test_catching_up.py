"""What a night covers: the days without a good run since the last one, told in the outcome and on the terminal."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest
from click.testing import CliRunner

from noctuary.cli import main
from noctuary.errors import NoctuaryError
from noctuary.heartbeat import last_good
from noctuary.night import covers, dream
from noctuary.settings import open_workspace

DAY = dt.timedelta(days=1)


@pytest.mark.parametrize(("days", "missed"), [(0, 0), (1, 0), (2, 1), (4, 3), (40, 39)])
def test_a_night_covers_the_days_since_the_last_good_one(
    workspace: Path, now: dt.datetime, days: int, missed: int
) -> None:
    dream(workspace, now)
    told = dream(workspace, now + days * DAY)
    assert told.missed == missed
    assert covers(told) == (f"covers {missed} missed night{'s' if missed > 1 else ''}" if missed else "")


def test_a_first_night_covers_none_and_a_clock_set_back_neither(workspace: Path, now: dt.datetime) -> None:
    assert dream(workspace, now).missed == 0
    assert dream(workspace, now - 0.9 * DAY).missed == 0


def test_a_night_that_failed_is_missed(workspace: Path, now: dt.datetime) -> None:
    dream(workspace, now)
    (workspace / "templates").mkdir()
    (workspace / "templates" / "DREAMS.md.j2").write_text("{{ nobody.knows.this }}")
    (workspace / "memory" / "2026-05-13.md").write_text("- Rule: never glue the case shut\n")
    for days in (1, 2):
        with pytest.raises(NoctuaryError):
            dream(workspace, now + days * DAY)
    assert last_good(open_workspace(workspace)) == now
    (workspace / "templates" / "DREAMS.md.j2").unlink()
    assert dream(workspace, now + 3 * DAY).missed == 2
    assert last_good(open_workspace(workspace)) == now + 3 * DAY


def test_the_command_says_what_it_covers(workspace: Path, now: dt.datetime) -> None:
    dream(workspace, now)
    (workspace / "memory" / "2026-05-13.md").write_text("- Rule: never glue the case shut\n")
    told = CliRunner().invoke(main, ["dream", "-w", str(workspace), "--now", (now + 4 * DAY).isoformat()])
    assert "This night covers 3 missed nights." in told.output


def test_settings_of_a_fleet_are_laid_over_the_file_for_a_night(workspace: Path, now: dt.datetime) -> None:
    (workspace / "noctuary.toml").write_text('timezone = "Europe/Berlin"\n[promote]\nmin_sources = 2\nmode = "auto"\n')
    space = open_workspace(workspace, {}, {"promote": {"mode": "propose"}, "timezone": "Pacific/Auckland"})
    assert (space.settings.promote.mode, space.settings.promote.min_sources) == ("propose", 2)
    assert space.settings.timezone == "Pacific/Auckland"
    dream(workspace, now, overrides={"promote": {"mode": "propose"}})
    assert "propose" not in (workspace / "noctuary.toml").read_text()
