"""Plain words tied together are a password where only a password can stand, and a name anywhere else."""

from __future__ import annotations

import pytest

from noctuary.guard import guard
from noctuary.guard.labelled import is_of_plain_words
from tests.rows import every

WORDS = ("walrus_in_the_attic", "bumblebee-hallway", "quiet.river.copper.moth", "ThreeBlindOtters", "kolibri-tanzt-9")
PLACES = (
    "password: {}", 'password = "{}"', "  PGPASSWORD={}  # of the ledger", "MARIADB_ROOT_PASSWORD: {}",
    '{{"db_password": "{}"}}', "- **Passwort:** {}", "heslo: {}", "contraseña: `{}`", "wachtwoord: {}", "pw: {}",
    "machine git.example.net login oskar password {}", "db2.example.net:5432:ledger:audit:{}",
    "htpasswd -bc /etc/nginx/.htpasswd oskar {}", "| Device | Password |\n|---|---|\n| switch | {} |\n",
    "| Device | User | Pass |\n|---|---|---|\n| switch | oskar | {} |\n",
)  # fmt: skip
NAMES = (
    "password: db_password", "password=user.password", "password: config.db.secret", "password: self.credentials",
    "password: change-me-please", "password: required-field", "PASSWORD=$DB_PASS", "password: get_password()",
    "password_field: user_name", "the password-protected archive",
    "bypass: the-rule-engine", "pass: end-to-end", "tests pass: walrus-suite", "password: https://vault.example.net/a-b",
    "| Rule | Password policy |\n|---|---|\n| office | monthly-rotation |\n",
    "| Suite | Pass |\n|---|---|\n| walrus-suite | otter-flow |\n",
)  # fmt: skip
DISK = "471289-330165-582934-107756-619322-448071-236915-590843"
APP = "abcd efgh ijkl mnop"


@every("place", PLACES)
@every("words", WORDS)
def test_where_a_password_alone_can_stand_it_goes(place: str, words: str) -> None:
    text = place.format(words)
    assert words not in guard(text).text, text
    assert words in text


@pytest.mark.parametrize("text", NAMES)
def test_what_a_program_calls_so_stays(text: str) -> None:
    assert guard(text).text == text


@pytest.mark.parametrize(("text", "secret"), [(f"recovery for the laptop {DISK} ok", DISK), (f"pass = {APP}", APP)])
def test_the_forms_of_known_makers_go(text: str, secret: str) -> None:
    assert secret not in guard(text).text


def test_four_words_of_four_letters_in_a_sentence_stay() -> None:
    text = "to pass this exam will take some time"
    assert guard(text).text == text


@pytest.mark.parametrize("value", ["walrus", "", "a-b", "user.name", "WALRUS_TEAM", "walrus..attic"])
def test_one_word_a_programs_and_what_is_not_tied_are_no_plain_words(value: str) -> None:
    assert not is_of_plain_words(value)
