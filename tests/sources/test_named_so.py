"""Folders whose name says that what lies in them is no memory: nothing below them is read."""

from __future__ import annotations

from pathlib import Path

import pytest

from noctuary.sources.where import Where, find

OLD = ["tmp", "projects/heron/tmp/old", "backup-2026-03-05T20-55", "x/rig-backups/2026", "Backups/old"]


@pytest.mark.parametrize("folder", OLD)
def test_what_a_folder_calls_temporary_or_a_backup_is_no_source(tmp_path: Path, folder: str) -> None:
    kept = ["memory/2026-05-01.md", "memory/backup-service/a.md", "memory/backup.md", "memory/tmp-notes/b.md"]
    for ref in (f"memory/{folder}/a.md", *kept):
        place = tmp_path / ref
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text("- the heron listens on port 8000\n")
    assert [one.ref for one in find(tmp_path, Where())] == kept
