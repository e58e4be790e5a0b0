"""What Noctuary wrote is never evidence, wherever and however it is pasted (DESIGN 8)."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Callable
from pathlib import Path

from noctuary.guard.prints import LEAST_WORDS, print_of
from noctuary.journal import replay
from noctuary.model import Event
from noctuary.night import dream
from noctuary.sources import Door, Where, read

NIGHT = dt.datetime(2026, 5, 12, 3, 0, tzinfo=dt.UTC)


def events_of(root: Path, name: str) -> list[str]:
    own = replay(root / "memory" / "graph.jsonl").prints
    return [e.text for e in read(root, {}, Where(), Door(own=own)) if isinstance(e, Event) and e.ref.endswith(name)]


def test_no_line_of_the_page_is_evidence_when_it_is_pasted_bare_into_a_note(workspace: Path) -> None:
    """Lines of fewer than four words say nothing that could be believed; they are not fingerprinted."""
    dream(workspace, NIGHT)
    page = (workspace / "DREAMS.md").read_text().splitlines()
    bare = [line.strip().lstrip("-*# ") for line in page if not line.startswith(("<!--", "*Written by"))]
    (workspace / "memory" / "2026-05-13.md").write_text("".join(f"- {line}\n" for line in bare if line))
    heard = events_of(workspace, "2026-05-13.md")
    assert len(bare) > 20
    assert [text for text in heard if len(text.split()) >= LEAST_WORDS] == []


def test_a_line_of_an_earlier_nights_page_is_known_after_the_page_has_changed(workspace: Path) -> None:
    dream(workspace, NIGHT)
    why = next(line for line in (workspace / "DREAMS.md").read_text().splitlines() if line.startswith("- Why: "))
    (workspace / "memory" / "2026-05-12.md").write_text("- the kettle is blue\n")
    dream(workspace, NIGHT + dt.timedelta(days=1))
    (workspace / "DREAMS.md").unlink()
    (workspace / "memory" / "2026-05-13.md").write_text(f"{why[2:]}\n\n- the cup is red\n")
    assert events_of(workspace, "2026-05-13.md") == ["the cup is red"]


def test_an_agent_that_quotes_the_page_among_words_of_its_own_is_heard_for_its_own(
    workspace: Path, bytes_of: Callable[[Path], dict[str, bytes]]
) -> None:
    dream(workspace, NIGHT)
    told = next(line for line in (workspace / "DREAMS.md").read_text().splitlines() if line.startswith("Read "))
    said = {
        "type": "assistant", "uuid": "x1", "sessionId": "x", "timestamp": "2026-05-12T08:00:00Z",
        "message": {"role": "assistant", "content": f"Your page says:\n{told}\nThe cup is red."},
    }  # fmt: skip
    (workspace / "sessions" / "b.jsonl").write_text(json.dumps(said) + "\n")
    assert events_of(workspace, "b.jsonl") == ["Your page says:\nThe cup is red."]


def test_a_print_does_not_mind_numbers_marks_or_case() -> None:
    assert print_of("- Added 3 new edges to it") == print_of("added 12 NEW edges to it")
    assert print_of("Added new edges to it") != print_of("Added 3 new edges to it")
    assert print_of("Added 3 edges") == ""


def test_what_another_hand_wrote_into_the_page_silences_no_human(tmp_path: Path) -> None:
    """A DREAMS.md that stood there before, and a line added to ours."""
    words = "The harbour API listens on port 8443."
    (tmp_path / "DREAMS.md").write_text(f"- {words}\n")
    (tmp_path / "MEMORY.md").write_text(f"- {words}\n")
    dream(tmp_path, NIGHT)
    later = "The slipway gate opens at 7 in winter."
    for name in ("DREAMS.md", "MEMORY.md"):
        with (tmp_path / name).open("a") as page:
            page.write(f"- {later}\n")
    dream(tmp_path, NIGHT + dt.timedelta(days=1))
    assert {fact.text for fact in replay(tmp_path / "memory" / "graph.jsonl").facts.values()} == {words, later}
