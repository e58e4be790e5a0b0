"""Looking at files, read-only: below the workspace and the roots that the settings list, nowhere else."""

from __future__ import annotations

from pathlib import Path

from noctuary.consolidate.policy import RealityPolicy
from noctuary.consolidate.reality import still_says, wanted
from noctuary.files import expanded, opened
from noctuary.model import Fact


class FileChecks:
    """What files say, each read once while this lives. A link is followed only as far as it stays below its root."""

    def __init__(self, root: Path, policy: RealityPolicy) -> None:
        self._policy = policy
        self._roots = [root.resolve(), *(Path(expanded(one)).resolve() for one in policy.roots)]
        self._seen: dict[str, tuple[bool, str | None]] = {}

    def at(self, fact: Fact) -> tuple[bool, str] | None:
        """(holds, reason) of a fact by what the files say today; None where they cannot tell."""
        contents = {}
        for path in wanted(fact, self._policy.check):
            if path not in self._seen:
                self._seen[path] = self._read(path)
            can_tell, text = self._seen[path]
            if can_tell:
                contents[path] = text
        return still_says(fact, contents, self._policy.check) if contents else None

    def _read(self, path: str) -> tuple[bool, str | None]:
        """(can tell, text) of the first root that has it; a folder is "", what is nowhere None."""
        for root in self._roots:
            target = (root / path).resolve()
            if not target.is_relative_to(root) or not target.exists():
                continue
            if target.is_dir():
                return True, ""
            return self._text(target)
        return True, None

    def _text(self, target: Path) -> tuple[bool, str | None]:
        try:
            with opened(target) as file:
                data = file.read(self._policy.max_bytes + 1)
        except OSError:
            return False, None
        return (False, None) if len(data) > self._policy.max_bytes else (True, data.decode("utf-8", "replace"))
