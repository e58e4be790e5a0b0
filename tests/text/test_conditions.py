"""What leads in a condition, and what only looks like it: a time of the past, code, "if possible", a question."""

from __future__ import annotations

import pytest

from noctuary.text.conditions import is_on_condition, unconditional


@pytest.mark.parametrize(
    "text",
    [
        "If the lake is frozen, the mail boat stays at the pier",
        "the mail boat stays at the pier if the lake is frozen",
        "if any ice is on the lake, the mail boat stays",
        "the mail boat stays unless Mara objects",
        "the mail boat stays at the pier when the lake is frozen",
        "Once the lake is frozen, the mail boat stays",
        "should the lake freeze, the mail boat stays",
        "the pump runs only after the valve is open",
        "wenn der See gefriert, bleibt das Boot",
        "das Boot bleibt, falls es friert",
        "si el lago se congela, el barco queda",
        "lorsqu'il gèle, le bac reste",
        "le bac reste, en cas d'orage, au quai",
        "à moins qu'il gèle, le bac part",
        "quando o lago congela, o barco fica",
        "il battello resta, se il lago gela",
        "als het vriest, blijft de boot",
    ],
)
def test_what_hangs_on_something_is_on_a_condition(text: str) -> None:
    assert is_on_condition(text)
    assert is_on_condition(text.replace("'", "’"))


@pytest.mark.parametrize(
    "text",
    [
        "the mail boat stays at the north pier",
        "use gzip if possible",
        "check if the ferry runs",
        "it looks as if it were new",
        "Mara bought the Alba when she lived in Oslo",
        "the script drops the table IF EXISTS tides",
        "the length is in SI metres",
        "`if [ -f x ]` opens the script",
        "the API port is 9090, in case you wonder",
        "Caso de uso: reservas",
        "el barco se queda mientras tanto",
        "der Wenn-Teil der Formel",
    ],
)
def test_what_only_looks_like_a_condition_is_none(text: str) -> None:
    assert not is_on_condition(text)


def test_the_sentences_without_a_condition_are_left() -> None:
    assert unconditional("Boats run at nine; if late, call Tom. Mara steers") == "Boats run at nine; Mara steers"
    assert unconditional("if it rains, stay in") == ""
