"""TOML that anybody may have written: read in work that its size accounts for, refused in words, never a traceback."""

from __future__ import annotations

import copy
import random
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

from noctuary import toml
from noctuary.cli import main
from noctuary.errors import SettingsError
from noctuary.settings import open_workspace
from noctuary.stages.harm import users_questions
from tests.rows import every
from tests.work import GROWTH, calls

PARTS = {
    "bare": "a", "double": '"a"', "single": "'a'", "empty": '""', "escaped": '"\\""', "number": "1", "dashes": "-",
}  # fmt: skip
SIGNS = {"tight": ".", "blanks": " . ", "before": "\t.", "after": ". "}
FORMS = {
    "value": "{} = 1\n", "table": "[{}]\n", "tables": "[[{}]]\n", "inline": "x = {{{} = 1}}\n",
    "in a list": "x = [1, {{b = 2, {} = 1}}]\n", "below others": "a = 1\n[b]\nc = 2\n{} = 3\n", "no value": "{}",
}  # fmt: skip


def key(part: str, sign: str, number: int) -> str:
    return sign.join([part] * number)


@every("form", FORMS)
@every("sign", SIGNS)
@every("part", PARTS)
def test_a_key_of_more_parts_than_any_key_has_is_refused_before_it_is_parsed(part: str, sign: str, form: str) -> None:
    text = FORMS[form].format(key(PARTS[part], SIGNS[sign], toml.MOST_PARTS + 1))
    with pytest.raises(toml.Refused, match=f"more than {toml.MOST_PARTS} parts"):
        toml.read(text)


def test_keys_of_mixed_parts_and_signs_are_counted_alike() -> None:
    lot = random.Random(7)
    for _ in range(50):
        parts = [lot.choice(list(PARTS.values())) + lot.choice(list(SIGNS.values())) for _ in range(toml.MOST_PARTS)]
        with pytest.raises(toml.Refused):
            toml.read("".join(parts) + "a = 1\n")


@pytest.mark.parametrize(
    "text",
    [
        "a.b.c = 1\n", key("a", ".", toml.MOST_PARTS) + " = 1\n", 'x = "' + "word. " * 500 + '"\n',
        "x = 1.5\n" + "# a.b.c\n" * 900, "# " + "a." * 500 + "\nx = 1", "x = '" + "a." * 500 + "'",
        "x = '''\n" + "so. and. so.\n" * 500 + "'''\n", 'x = ["' + '", "'.join(["a.b.c"] * 500) + '"]\n',
        'x = """\n' + "a." * 500 + '\\""" a.a."""\n', 'x = "\\"' + "a." * 500 + '"\n',
    ],
)  # fmt: skip
def test_what_is_no_such_key_is_read_as_it_is(text: str) -> None:
    assert toml.read(text) == tomllib.loads(text)


@pytest.mark.parametrize(
    "unit", ["a.", "a . ", '"a".', "'a", '"', "a ", "a.\n", "-", "[", "a = {", "a = [", "\n", "# a.b\n"]
)
def test_twice_the_text_is_looked_through_with_twice_the_work(unit: str) -> None:
    """Of tomllib's own work a long key alone is more than linear; that is refused before tomllib sees it."""

    def tried(size: int) -> int:
        def act() -> None:
            try:
                toml.read((unit * size)[:size])
            except ValueError:
                return

        return calls(act)

    tried(100)
    assert tried(8_000) <= GROWTH * tried(4_000) + 500


@pytest.mark.parametrize(
    "text",
    [key("a", ".", 20_000) + " = 1\n", "# so\n" * 60_000, "x = " + "[" * 5_000, "x = " + "{a = " * 5_000],
    ids=["long key", "large", "lists", "tables"],
)
def test_a_settings_file_that_only_costs_time_ends_every_command_in_one_line(tmp_path: Path, text: str) -> None:
    (tmp_path / "noctuary.toml").write_text(text)
    with pytest.raises(SettingsError):
        open_workspace(tmp_path)
    told = CliRunner().invoke(main, ["status", "-w", str(tmp_path)])
    assert told.exit_code == 2
    assert told.output.count("\n") == 1
    assert "noctuary.toml" in told.output


@pytest.mark.parametrize(
    "data",
    [b"x = " + b"[" * 5_000, b"\xff", b"x = " + b"1" * 5_000, b"a." * 900 + b"a = 1", b"[[question]]\nask = 1\n",
     b"# a\n" * 400_000],
    ids=["deep", "no text", "large number", "long key", "no question", "large"],
)  # fmt: skip
def test_questions_that_cannot_be_read_are_one_problem(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "questions.toml").write_bytes(data)
    asked, [problem] = users_questions(tmp_path)
    assert asked == []
    assert problem.message.startswith("no question is asked of it: ")


def test_of_many_settings_that_nobody_knows_the_first_are_told_and_the_rest_counted(tmp_path: Path) -> None:
    (tmp_path / "noctuary.toml").write_text("".join(f"k{number} = 1\n" for number in range(5_000)))
    problems = [one.message for one in open_workspace(tmp_path).problems]
    assert len(problems) == 21
    assert problems[-1] == "4980 more unknown settings are ignored; see docs/settings.md"


@pytest.mark.parametrize(
    ("text", "begun"),
    [
        ('a = 1\nb = "x', 2),
        ("a = 1\nb = [1,\n2,\n", 2),
        ('a = """\nx\n"""\n\nb = """x\ny', 5),
        ("[a]\n\n[b", 3),
        ("a =", 1),
    ],
)
def test_what_is_never_closed_is_told_by_the_line_where_it_begins(text: str, begun: int) -> None:
    with pytest.raises(ValueError, match=rf"\(begun at line {begun}\)$"):
        toml.read(text)


def test_what_is_never_closed_for_very_long_is_told_without_a_line() -> None:
    with pytest.raises(ValueError, match="at end of document"):
        toml.read("a = [\n" + "1,\n" * (toml.MOST_TRIED + 1))
    with pytest.raises(ValueError, match="at end of document"):
        toml.read(f"a = '{'x' * toml.LARGEST_TRIED}'\nb = [")


@pytest.mark.parametrize(
    "overrides",
    [
        {"promote.min_score": 0.9, "promote.mode": "propose"},
        {"promote": {"min_score": 0.9, "mode": "propose"}},
        {"promote": {"min_score": 0.9}, "promote.mode": "propose"},
        {"promote.min_score": 0.9, "promote": {"mode": "propose"}},
    ],
)
def test_what_is_laid_over_a_file_may_name_a_setting_by_its_whole_name(
    overrides: dict[str, object], tmp_path: Path
) -> None:
    (tmp_path / "noctuary.toml").write_text("[promote]\nmin_score = 0.1\nmin_noted = 0.7\n")
    before = copy.deepcopy(overrides)
    workspace = open_workspace(str(tmp_path), environ={}, overrides=overrides)
    told = workspace.settings.promote
    assert (told.min_score, told.min_noted, told.mode) == (0.9, 0.7, "propose")
    assert not workspace.problems
    assert overrides == before
