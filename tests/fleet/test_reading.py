"""fleet.toml: which workspaces it names, what each inherits, and what is refused with the mend."""

from __future__ import annotations

from pathlib import Path

import pytest

from noctuary.errors import SettingsError
from noctuary.fleet import read_fleet


def written(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "fleet.toml"
    file.write_text(text)
    return file


def test_what_stands_on_top_holds_for_all_and_each_may_say_otherwise(tmp_path: Path) -> None:
    file = written(
        tmp_path,
        'cron = "0 3 * * *"\ntimezone = "Europe/Berlin"\ntags = ["home"]\n[settings.promote]\nmode = "propose"\n'
        '[[workspace]]\npath = "a"\n'
        '[[workspace]]\npath = "b"\ncron = "30 2 * * mon-fri"\ntimezone = "Pacific/Auckland"\ntags = ["far"]\n'
        "ask = true\n[workspace.settings]\npromote.min_sources = 3\ndecay.half_life_days = 30\n",
    )
    a, b = read_fleet(file).members
    assert (a.path, a.cron, a.timezone, a.tags, a.ask) == (
        tmp_path / "a", "0 3 * * *", "Europe/Berlin", ("home",), False,
    )  # fmt: skip
    assert (b.cron, b.timezone, b.tags, b.ask) == ("30 2 * * mon-fri", "Pacific/Auckland", ("home", "far"), True)
    assert b.settings["promote"] == {"mode": "propose", "min_sources": 3}


def test_a_glob_takes_the_folders_in_which_something_may_be_read(tmp_path: Path) -> None:
    for name, sign in (("one", "MEMORY.md"), ("two", "noctuary.toml"), ("three", "memory"), ("none", "other.md")):
        (tmp_path / "agents" / name).mkdir(parents=True)
        (tmp_path / "agents" / name / sign).mkdir() if sign == "memory" else (
            tmp_path / "agents" / name / sign
        ).write_text("")
    (tmp_path / "agents" / "a-file").write_text("")
    file = written(tmp_path, '[[workspace]]\npath = "agents/*"\n[[workspace]]\npath = "agents/one"\ntags = ["late"]\n')
    members = read_fleet(file).members
    assert [one.path.name for one in members] == ["one", "three", "two"]
    assert members[0].tags == ()
    assert read_fleet(tmp_path).members == members


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "names no workspace"),
        ('[[workspace]]\npath = ""\n', "path is empty"),
        ('[[workspace]]\npath = " "\n', "path is empty"),
        ('[[workspace]]\npath = "nowhere/*"\n', "names no folder that is there"),
        ('[[workspace]]\npath = "a"\ncron = "0 3 * *"\n', "has 4 fields"),
        ('[[workspace]]\npath = "a"\ncron = "0 25 * * *"\n', "no hour '25'"),
        ('[[workspace]]\npath = "a"\ncron = "0 3 * * someday"\n', "no weekday 'someday'"),
        ('[[workspace]]\npath = "a"\ncron = "@daily"\n', "has 1 fields"),
        ('[[workspace]]\npath = "a"\ncron = "*/0 3 * * *"\n', "no minute '*/0'"),
        ('[[workspace]]\npath = "a"\ntimezone = "Berlin"\n', "no such time zone"),
        ('timezone = "Mars/Olympus"\n[[workspace]]\npath = "a"\n', "no such time zone"),
        ('[[workspace]]\npath = "a"\nzone = "Europe/Berlin"\n', "unknown field 'zone'"),
        ('[[workspace]]\npath = 3\n', "Expected 'str'"),
        ('[[workspace]]\npath = "a"\nsettings.promote.min_socres = 1\n', "did you mean 'promote.min_sources'"),
        ('[[workspace]]\npath = "a"\nsettings.promote.min_sources = "many"\n', "settings.promote.min_sources"),
        ("[[workspace]\n", "is no TOML"),
    ],
)
def test_what_is_wrong_is_said_with_its_mend(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(SettingsError) as error:
        read_fleet(written(tmp_path, text))
    assert says in str(error.value)
    assert str(error.value).count(";") >= 1


@pytest.mark.parametrize("cron", ["0 3 * * *", "*/5 1-3 1,15 jan-mar sun", "30 2 * * 1-5", "0 0 29 2 7"])
def test_cron_lines_that_are_right_are_taken(tmp_path: Path, cron: str) -> None:
    assert read_fleet(written(tmp_path, f'[[workspace]]\npath = "a"\ncron = "{cron}"\n')).members[0].cron == cron


@pytest.mark.parametrize(
    ("paths", "unmet"),
    [
        (("a",), ()),
        (("a", "agents/*"), ("agents/*",)),
        (("a", "agents/*", "b"), ("agents/*", "b")),
        (("a", "*"), ()),
        (("a", "plain*"), ("plain*",)),
        (("a", "/mnt/no-such-disk/[ab]"), ("/mnt/no-such-disk/[ab]",)),
    ],
)
def test_each_path_that_names_no_folder_which_is_there_is_known(
    tmp_path: Path, paths: tuple[str, ...], unmet: tuple[str, ...]
) -> None:
    """An unmounted disk and a wrong letter look alike: neither says that a workspace is gone."""
    (tmp_path / "a" / "memory").mkdir(parents=True)
    (tmp_path / "plain").mkdir()
    file = written(tmp_path, "".join(f'[[workspace]]\npath = "{path}"\n' for path in paths))
    assert read_fleet(file).unmet == unmet
