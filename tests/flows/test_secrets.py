"""What a night by flow leaves behind, Prefect's own database included, holds no secret of the workspace."""

from __future__ import annotations

from pathlib import Path

import coolname
import pytest

from tests.guard.planted import PLAIN_WORDS, leaks
from tests.night.test_planted import NIGHT, plant, words_of


def test_no_plain_word_that_is_planted_may_name_a_run() -> None:
    """Prefect draws the names of runs from these lists, and keeps them in its database."""
    lists = " ".join(path.read_text("utf-8") for path in Path(coolname.__file__).parent.rglob("*.txt"))
    assert [word for word in PLAIN_WORDS if word in lists.lower()] == []


@pytest.mark.parametrize("each", [5, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.usefixtures("prefect")
def test_no_planted_secret_reaches_the_database_of_the_orchestrator(tmp_path: Path, each: int) -> None:
    """TB-120: of every fifth text, and of all."""
    from prefect.settings import get_current_settings

    from flows.deep_sleep import deep_sleep

    sources, secrets = plant(tmp_path, each)
    state = deep_sleep(tmp_path, now=NIGHT, return_state=True)
    assert state.type.value == "COMPLETED"
    url = get_current_settings().server.database.connection_url
    assert url is not None
    database = Path(url.get_secret_value().partition(":///")[2])
    kept = [database, *database.parent.glob(f"{database.name}-*")]
    assert database.stat().st_size > 0
    written = [path for path in tmp_path.rglob("*") if path.is_file() and path not in sources]
    told = {path: words_of(path) for path in (*written, *kept)}
    assert "noctuary" in told[database]
    assert leaks(secrets, told) == []
