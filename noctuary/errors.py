"""Broken machinery, as exceptions. Bad input and expected outcomes are values, not these.

Each error names the resource it concerns and ends its message with the command or act that mends it.
"""

from __future__ import annotations

import errno
from typing import Any

_MENDS = {
    errno.ENOSPC: "make room on the disk and run the same again: nothing was half-written",
    errno.EDQUOT: "make room in your quota and run the same again: nothing was half-written",
    errno.EFBIG: "raise the limit on the size of files and run the same again: nothing was half-written",
    errno.EROFS: "make the disk writable, or copy the workspace to one that is",
    errno.EACCES: "give yourself the right to it (`ls -ld` shows who has it) and run the same again",
    errno.EPERM: "give yourself the right to it (`ls -ld` and `lsattr -d` show who has it) and run the same again",
    errno.ELOOP: "a link stands in its way, or links lead in a ring: remove them",
    errno.EMFILE: "raise the limit on open files (`ulimit -n`) and run the same again",
    errno.EIO: "the disk fails to read or write: check it, and restore from a backup what it lost",
}


def mend_of(error: OSError) -> str:
    """What mends an error of the system, as the end of a message."""
    return _MENDS.get(error.errno or 0, "check that it exists and may be used")


class Transient:
    """Mixin: a later try may succeed. Only `tasks/` looks at it."""


class NoctuaryError(Exception):
    """Root of every error this library raises on purpose. `exit_code` is what the command returns."""

    exit_code = 1

    def __init__(self, resource: str, what: str, mend: str) -> None:
        super().__init__(f"{resource}: {what}; {mend}")
        self.resource = resource

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (type(self), self.args, self.__dict__)


def _again(kind: type[NoctuaryError], args: tuple[str, ...], held: dict[str, Any]) -> NoctuaryError:
    """An error that came from another process, as it was raised there."""
    error = kind.__new__(kind, *args)
    error.__dict__.update(held)
    return error


class SettingsError(NoctuaryError):
    """A setting is unknown where it must be known, or of the wrong type."""

    exit_code = 2


class WorkspaceError(NoctuaryError):
    """The folder is not something a night can run in."""

    exit_code = 2


class NotAFile(WorkspaceError):
    """Something else stands where a file or folder of Noctuary's has to."""


class LinkRefused(NotAFile):
    """A link leads out of the workspace, or stands in place of a file that is written."""


class AnswersRefused(NoctuaryError):
    """Answers that came together hold one that cannot be heard; none of them was applied."""

    exit_code = 2


class IndexDamaged(NoctuaryError):
    """The index is no sound database: nothing is lost, it is made anew from the journal."""


class IndexClosed(NoctuaryError):
    """The index may not be written, or not now; or its folder holds none and may not be written either."""


class IndexOutdated(NoctuaryError):
    """The index was made by an older version: nothing is lost, it is made anew from the journal."""


class UnknownId(NoctuaryError):
    """No record has this id, or several begin with it."""

    exit_code = 2


class NightBusy(NoctuaryError, Transient):
    """A night holds the workspace, or another decision for too long."""

    exit_code = 3


class WriteBusy(NoctuaryError, Transient):
    """Others were writing the journal for as long as a write waits."""

    exit_code = 3


class AssumptionBroken(NoctuaryError, Transient):
    """A file the plan was made from changed before the plan was applied."""

    exit_code = 4


class UndoRefused(NoctuaryError):
    """Later edits stand on what should be undone."""

    exit_code = 5


class LearningRefused(NoctuaryError):
    """There is too little to learn from, or what was learned would decide no better."""

    exit_code = 5


class TemplateBroken(NoctuaryError):
    """A template of the workspace cannot be rendered."""

    exit_code = 2


class JournalLost(NoctuaryError):
    """Nothing stands in the journal, and what was made from it shows that something did."""

    exit_code = 6


class JournalDamaged(NoctuaryError):
    """The journal holds lines that cannot be read; `verify` lists them."""

    exit_code = 6
