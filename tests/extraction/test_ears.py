"""Requests to keep nothing, and secrets handed on, heard by what was learned: where they may stand, in bounds."""

from __future__ import annotations

import pytest

from noctuary.extraction import ears
from noctuary.extraction.extract import extract
from noctuary.extraction.keep_gates import is_withheld
from noctuary.model import Candidate, Role
from tests.extraction.test_extract import event, gates

ASKED = (
    "ce que je t'ai dit sur mon père, efface-le",
    "o que eu disse da minha irmã não é para guardar",
    "quello che ho detto di mio padre, cancellalo",
)
PLAIN = (
    "never store the names of guests in the harbour app",
    "do not write tests for this yet",
    "keep the handling of private keys inside vault.py",
    "Der Hafenmeister behält die Schlüssel bis Montag",
    "no need to log this, it is only debug output",
)


@pytest.mark.parametrize("text", ASKED)
def test_a_request_in_words_that_no_table_has_is_heard_in_talk(text: str) -> None:
    assert gates(text, "user") == {"no_store"}
    assert is_withheld("user", text)


@pytest.mark.parametrize("text", ASKED)
def test_what_notes_or_a_tool_or_the_owners_file_say_is_no_request_of_a_human(text: str) -> None:
    assert not any(is_withheld(role, text) for role in ("note", "tool", "assistant", "memory"))


HANDED = (
    "de schuur gaat open met 6240",
    "la puerta del muelle se abre con garza-limon-22",
    "my bike is locked with 2290 if you need it",
)
NAMED = (
    "the boathouse closes at 19:30, then only the main gate is open",
    "the password of the harbour wifi was changed yesterday, ask Mara",
    "Der Kran trägt 4471 kg, danach wird gewogen",
    "we moved the gateway from port 8080 to 9090",
)


@pytest.mark.parametrize("text", HANDED)
@pytest.mark.parametrize("role", ["user", "assistant", "note"])
def test_a_secret_that_no_word_names_is_kept_by_nobody(text: str, role: Role) -> None:
    assert gates(text, role) == {"told_secret"}
    assert is_withheld(role, text)


@pytest.mark.parametrize("text", HANDED)
def test_what_a_tool_prints_and_the_owners_file_are_the_guards_alone(text: str) -> None:
    assert not any(is_withheld(role, text) for role in ("tool", "memory"))


@pytest.mark.parametrize("text", NAMED)
def test_what_only_sounds_like_a_secret_is_kept(text: str) -> None:
    assert not ears.tells(text)


@pytest.mark.parametrize("text", PLAIN)
def test_work_that_speaks_of_keeping_and_of_secrets_is_no_request(text: str) -> None:
    assert not ears.asks(text)


@pytest.mark.parametrize("text", ASKED)
def test_it_is_heard_where_a_long_turn_begins_or_ends(text: str) -> None:
    rest = "\n".join(f"Pier {number} of the harbour has room for forty boats." for number in range(200))
    assert not ears.asks(rest)
    assert ears.asks(f"{text}\n{rest}")
    assert ears.asks(f"{rest}\n{text}")


def test_how_much_of_a_turn_is_looked_at_does_not_grow_with_it() -> None:
    for unit in ("a b c d e\n", "x" * 5000, ". ", "\n", "word. Word! "):
        assert max(sum(map(len, ears.ends(unit * times))) for times in (10, 100_000)) <= 2 * ears.ENDS


def test_what_is_no_text_is_no_request() -> None:
    for text in ("", " ", "\ud800" * 20, "\x00" * 900, "𝔘" * 700, "1234567890" * 90):
        assert not ears.asks(text)
        assert not ears.tells(text)


def test_a_turn_that_asks_nothing_is_weighed_as_before() -> None:
    assert [one for one in extract(event("We always moor the ferry at pier 4.", "user")) if isinstance(one, Candidate)]
