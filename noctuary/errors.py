"""Broken machinery, as exceptions. Bad input and expected outcomes are values, not these.

Each error names the resource it concerns and ends its message with the command or act that mends it.
"""

from __future__ import annotations


class Transient:
    """Mixin: a later try may succeed. Only `tasks/` looks at it."""


class NoctuaryError(Exception):
    """Root of every error this library raises on purpose. `exit_code` is what the command returns."""

    exit_code = 1

    def __init__(self, resource: str, what: str, mend: str) -> None:
        super().__init__(f"{resource}: {what}; {mend}")
        self.resource = resource


class SettingsError(NoctuaryError):
    """A setting is unknown where it must be known, or of the wrong type."""

    exit_code = 2


class WorkspaceError(NoctuaryError):
    """The folder is not something a night can run in."""

    exit_code = 2


class AnswersRefused(NoctuaryError):
    """Answers that came together hold one that cannot be heard; none of them was applied."""

    exit_code = 2


class IndexOutdated(NoctuaryError):
    """The index was made by an older version: nothing is lost, it is made anew from the journal."""


class UnknownId(NoctuaryError):
    """No record has this id, or several begin with it."""

    exit_code = 2


class NightBusy(NoctuaryError, Transient):
    """Another night holds the workspace."""

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


class JournalDamaged(NoctuaryError):
    """The journal holds lines that cannot be read; `verify` lists them."""

    exit_code = 6
