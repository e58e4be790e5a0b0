"""`noctuary fleet`: what a file names, and that what needs a server or a checkout says so."""

from __future__ import annotations

import datetime as dt
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from noctuary.cli import fleet as module
from noctuary.cli import main
from noctuary.night import dream


@pytest.fixture
def file(workspace: Path, tmp_path: Path) -> Path:
    (tmp_path / "fleet.toml").write_text('[[workspace]]\npath = "workspace"\n[[workspace]]\npath = "nowhere"\n')
    return tmp_path / "fleet.toml"


def test_the_list_says_when_each_last_dreamt_and_what_is_broken(file: Path, workspace: Path, now: dt.datetime) -> None:
    assert "no night yet" in CliRunner().invoke(main, ["fleet", "list", str(file)]).output
    dream(workspace, now)
    told = CliRunner().invoke(main, ["fleet", "list", str(file)]).output
    assert "last good night 2026-05-12 03:00" in told
    assert "is not a folder; mend its path in the fleet's file" in told
    found = json.loads(CliRunner().invoke(main, ["fleet", "list", str(file), "--json"]).output)
    assert [Path(one["path"]).name for one in found["members"]] == ["nowhere", "workspace"]
    broken, sound = found["members"]
    assert "is not a folder" in broken["problem"]
    assert (sound["problem"], sound["enabled"], sound["last_good"][:16]) == (None, True, "2026-05-12T03:00")


@pytest.mark.parametrize(
    ("path", "settings", "code", "says"),
    [
        ("workspace", "", 0, "no night yet"),
        ("agent/*", "", 2, "agent/*\n    names no folder with a noctuary.toml, a MEMORY.md or a memory/"),
        ("nowhere", "", 2, "is not a folder"),
        ("workspace", "[promote\n", 2, "noctuary.toml"),
    ],
)
def test_the_list_ends_by_whether_every_path_names_a_workspace(
    workspace: Path, tmp_path: Path, path: str, settings: str, code: int, says: str
) -> None:
    file = tmp_path / "fleet.toml"
    file.write_text("".join(f'[[workspace]]\npath = "{one}"\n' for one in ("workspace", path)))
    (workspace / "noctuary.toml").write_text(settings)
    told = CliRunner().invoke(main, ["fleet", "list", str(file)])
    assert (told.exit_code, says in told.output) == (code, True)
    found = CliRunner().invoke(main, ["fleet", "list", str(file), "--json"])
    assert found.exit_code == code
    assert json.loads(found.stdout)["unmet"] == ([path] if path in ("agent/*", "nowhere") else [])


def test_the_list_says_whose_nights_are_switched_off(file: Path, workspace: Path) -> None:
    (workspace / "noctuary.toml").write_text("enabled = false\n")
    assert "no night yet; its nights are switched off" in CliRunner().invoke(main, ["fleet", "list", str(file)]).output


@pytest.mark.parametrize("words", [["list", "none.toml"], ["dream", "none.toml"]])
def test_a_file_that_is_not_there_is_said(tmp_path: Path, words: list[str]) -> None:
    told = CliRunner().invoke(main, ["fleet", words[0], str(tmp_path / words[1])])
    assert told.exit_code == 2
    assert "is not there" in told.output


@pytest.mark.parametrize("verb", ["deploy", "dream"])
def test_without_a_checkout_the_verbs_that_need_one_say_so(
    file: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, verb: str
) -> None:
    monkeypatch.setattr(module, "_CHECKOUT", tmp_path)
    told = CliRunner().invoke(main, ["fleet", verb, str(file)])
    assert told.exit_code == 2
    assert "they run from a checkout" in told.output


def test_deploying_without_a_server_says_how_to_start_one(file: Path, tmp_path: Path) -> None:
    environ = {name: value for name, value in os.environ.items() if name != "PREFECT_API_URL"}
    done = subprocess.run(
        [sys.executable, "-c", "from noctuary.cli import run; run()", "fleet", "deploy", str(file)],
        env=environ | {"PREFECT_HOME": str(tmp_path / "home")}, capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert done.returncode == 2
    assert "PREFECT_API_URL: names no server; start one with" in done.stderr
