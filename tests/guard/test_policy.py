"""What a workspace may say about the guard: personal data, its own patterns, values that stay."""

from __future__ import annotations

import pytest

from noctuary.errors import SettingsError
from noctuary.guard import GuardPolicy, check, guard
from noctuary.guard.policy import PERSONAL
from tests.guard.canaries import CANARIES
from tests.rows import every

SECRETS = [row for row in CANARIES if row[0] not in PERSONAL]
PERSONS = [row for row in CANARIES if row[0] in PERSONAL]


@pytest.mark.parametrize(("kind", "text", "secret"), PERSONS)
def test_personal_data_stays_where_the_policy_says_so(kind: str, text: str, secret: str) -> None:
    """TB-120"""
    assert secret not in guard(text).text
    assert guard(text, GuardPolicy(personal=())).text == text


@every(("kind", "text", "secret"), SECRETS)
def test_secrets_go_whatever_the_policy_says_of_persons(kind: str, text: str, secret: str) -> None:
    assert secret not in guard(text, GuardPolicy(personal=())).text


def test_a_pattern_of_ones_own_is_a_kind_of_its_own() -> None:
    """TB-120"""
    policy = GuardPolicy(patterns={"badge": r"\bHB-\d{4}\b", "ward": r"ward (\d+[a-c])"})
    check(policy)
    safe = guard("nurse HB-1234 in ward 12b, again HB-9999", policy)
    assert safe.text == "nurse [REDACTED:badge] in ward [REDACTED:ward], again [REDACTED:badge]"
    assert safe.redacted == {"badge": 2, "ward": 1}


def test_an_allowed_value_stays() -> None:
    policy = GuardPolicy(allow=("team@orchid.example",))
    safe = guard("to team@orchid.example and kofi@orchid.example", policy)
    assert safe.text == "to team@orchid.example and [REDACTED:email]"


@pytest.mark.parametrize(
    ("policy", "named"),
    [
        (GuardPolicy(patterns={"x": "(unclosed"}), "guard.patterns.x: missing )"),
        (GuardPolicy(patterns={"x": r"(?<=a)b"}), "look-around"),
        (GuardPolicy(patterns={"x": "a*"}), "matches the empty text"),
        (GuardPolicy(patterns={"No Name]": "a"}), "is no name"),
        (GuardPolicy(personal=("faces",)), "faces"),
    ],
)
def test_a_policy_that_cannot_work_is_told_with_how_to_mend_it(policy: GuardPolicy, named: str) -> None:
    with pytest.raises(SettingsError) as told:
        check(policy)
    assert named in str(told.value)
