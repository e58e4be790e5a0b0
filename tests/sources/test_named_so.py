"""Folders whose name says that what lies in them is no memory: nothing below them is read."""

from __future__ import annotations

from pathlib import Path

import pytest

from noctuary.sources.where import Where, find


@pytest.mark.parametrize("folder", ["tmp", "projects/heron/tmp/old"])
def test_what_a_folder_calls_temporary_is_no_source(tmp_path: Path, folder: str) -> None:
    for ref in (f"memory/{folder}/a.md", "memory/tmp-notes/b.md", "memory/2026-05-01.md"):
        place = tmp_path / ref
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text("- the heron listens on port 8000\n")
    assert [one.ref for one in find(tmp_path, Where())] == ["memory/2026-05-01.md", "memory/tmp-notes/b.md"]
