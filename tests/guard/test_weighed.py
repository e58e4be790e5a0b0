"""What wording and place give away together: which tokens are candidates, by which features, and that they go."""

from __future__ import annotations

import json
import random
import string
from pathlib import Path

import pytest

from noctuary.guard import guard
from noctuary.guard.cued import cues
from noctuary.guard.weighed import candidates, log_odds
from noctuary.guard.weights_of_places import WEIGHTS

TOLD = Path(__file__).parents[2] / "benchmarks" / "told_secrets.jsonl"
NEVER = (
    "3f2a9c1b7d5e8f60a1b2c3d4e5f60718293a4b5c", "3c4f3539-8934-5205-ae62-0433f60461bf", "~/.aws/credentials",
    "src/auth/login.py", "https://example.org/login", "v1.24.3", "2026-05-11", "PROJ-48213", "user_name", "$TOKEN",
    "getPassword", "rust#127488", "xxxxxxxx", "--password-file", "HEAD~1..HEAD",
)  # fmt: skip
PLACES = (
    "| **App password** | `{}` (for the second scanner) |",
    "the wifi password of the shop turned out to be {} after all",
    "logins for the office\n- post → {}",
    "Cambié la contraseña vieja, ahora uso {} en todas partes",
    "resources: random_password, name db, result {} and nothing else",
)


def drawn(seed: int) -> str:
    """A value a machine made: three classes of signs."""
    rng = random.Random(seed)
    return "".join(rng.choice(string.ascii_letters + string.digits + "#!$%&") for _ in range(11)) + "7#q"


@pytest.mark.parametrize("value", NEVER)
def test_what_names_a_thing_is_no_candidate(value: str) -> None:
    line = f"login with the password {value}"
    assert [line[one.start : one.end] for one in candidates(line, cues(line))] == []


def test_a_candidate_is_told_by_its_shape_and_its_place() -> None:
    line = "the password of the router is Xk7#mQ2!wp now"
    (found,) = candidates(line, cues(line))
    assert line[found.start : found.end] == "Xk7#mQ2!wp"
    assert {"drawn", "password before 3-5", "net before 1", "after is", "before word", "drawn: after is"} <= {
        *found.features
    }
    assert log_odds(found.features) > log_odds(())


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("seed", range(5))
def test_a_drawn_value_goes_where_its_place_tells_of_a_secret(place: str, seed: int) -> None:
    assert drawn(seed) not in guard(place.format(drawn(seed))).text


def test_the_weights_are_of_features_that_there_are() -> None:
    known = {name.partition(": ")[2] or name for name in WEIGHTS}
    lines = [line for told in TOLD.read_text("utf-8").split("\n")[:400] if told for line in _lines(told)]
    seen = {
        name.partition(": ")[2] or name
        for line in lines
        for one in candidates(line, cues(line))
        for name in one.features
    }
    assert len(seen & known) > 50


def test_every_written_secret_stands_in_its_text() -> None:
    for line in TOLD.read_text("utf-8").rstrip("\n").split("\n"):
        told = json.loads(line)
        assert all(secret in told["text"] for secret in told["secrets"]), told


def _lines(told: str) -> list[str]:
    return str(json.loads(told)["text"]).split("\n")
