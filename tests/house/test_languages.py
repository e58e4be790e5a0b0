"""The files of the languages: only tables that are read, no word twice in one; a new one is read wherever words are."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from noctuary.text import languages

HERE = languages.HERE
FILES = sorted(HERE.glob("*.toml"))
ROOT = HERE.parents[2]
PARTED_BY_SPACES = ("words", "numbers.one", "numbers.homographs")
TOY = """
[marks]
no_longer = 'yabba'

[keep]
remember = 'gleep (?:doo|daa)'

[words]
stop = 'blee blah'
negators = 'zonk'

[calendar]
months = '5: maybloom'
"""


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    (tmp_path / "toy.toml").write_text(TOY, encoding="utf-8")
    return tmp_path


def said(folder: Path, code: str) -> subprocess.CompletedProcess[str]:
    """What a program prints that reads the language files of a folder, too."""
    begin = f"from pathlib import Path\nfrom noctuary.text import languages\nlanguages.add(Path({str(folder)!r}))\n"
    return subprocess.run([sys.executable, "-c", begin + code], cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_no_word_stands_twice_in_one_table(path: Path) -> None:
    twice = []
    for name, text in languages.tables(path).items():
        is_words = name.startswith(PARTED_BY_SPACES)
        found = [one for one in (text.split() if is_words else re.split(r" \| |\n", text)) if one]
        twice += [(name, word) for word in found if found.count(word) > 1]
    assert twice == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_phrase_is_a_pattern_and_every_table_it_names_is_there(path: Path) -> None:
    for name, text in languages.tables(path).items():
        if not name.startswith(PARTED_BY_SPACES):
            for phrase in filter(None, re.split(r" \| |\n", text)):
                assert re.compile(languages.as_pattern(phrase.replace("{when.day}", "day"))), (name, phrase)


def test_every_table_is_named_in_the_code_or_belongs_to_a_group_that_is_read_whole() -> None:
    code = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "noctuary").rglob("*.py"))
    code += "".join(path.read_text(encoding="utf-8") for path in FILES)
    by_group = set(re.findall(r"""of_group\("(\w+)"\)|names\("(\w+)"\)|f["'](\w+)\.\{""", code))
    whole = {one for found in by_group for one in found if one}
    unread = [
        one for one in languages.tables(HERE / "en.toml") if one.partition(".")[0] not in whole and one not in code
    ]
    assert unread == []


def test_a_new_language_is_read_wherever_words_are(toy: Path) -> None:
    done = said(
        toy,
        "from noctuary.text.cues import cues\n"
        "from noctuary.extraction.marks import DURABLE\n"
        "from noctuary.text.stop_words import NEGATORS, STOP\n"
        "from noctuary.extraction.written_days import full\n"
        "print('no_longer' in cues('We yabba the old gate'), bool(DURABLE['remember'].search('gleep daa x')),\n"
        "      bool(DURABLE['remember'].search('gleepdaa')), {'blee', 'blah'} <= STOP, 'zonk' in NEGATORS,\n"
        "      [day.isoformat() for day in full('3 maybloom 2026')])\n",
    )
    assert done.stdout == "True True False True True ['2026-05-03']\n", done.stderr


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[marks]\nno_longr = 'x'", "[marks.no_longr] is a table no room reads"),
        ("[marks]\nno_longer = ['x']", "[marks.no_longer] is no text"),
        ("stop = 'x'", "`stop` stands in no table"),
        ("[marks\n", "cannot be read as TOML"),
    ],
)
def test_a_wrong_file_is_told_with_its_name_and_the_table(tmp_path: Path, text: str, told: str) -> None:
    (tmp_path / "toy.toml").write_text(text, encoding="utf-8")
    code = "try:\n    languages.words('words.stop')\nexcept languages.LanguageFileError as error:\n    print(error)"
    done = said(tmp_path, code)
    assert told in done.stdout, done.stderr
    assert "toy.toml" in done.stdout


@pytest.mark.parametrize(
    ("table", "room"),
    [("kind.we", "extraction.statement_kind"), ("marks.only", "text.cues"), ("say.stress", "extraction.atoms")],
)
def test_a_phrase_that_is_no_pattern_is_told_with_its_table(tmp_path: Path, table: str, room: str) -> None:
    group, _, name = table.partition(".")
    (tmp_path / "toy.toml").write_text(f"[{group}]\n{name} = 'our (team'", encoding="utf-8")
    code = f"try:\n    import noctuary.{room}\nexcept languages.LanguageFileError as error:\n    print(error)"
    assert f"[{table}] our (team" in said(tmp_path, code).stdout


def test_a_verb_that_needs_no_words_reads_no_language_file() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "import sys, noctuary.cli\nprint('noctuary.text.languages' in sys.modules)"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout == "False\n"
