"""Walking the queue in the terminal: one question a screen, each answer written down before the next is shown."""

from __future__ import annotations

import datetime as dt

import click
from rich.console import Console
from rich.padding import Padding

from noctuary.access import seen
from noctuary.cli.screens import asked, decided, reasons, sides
from noctuary.cli.terminal import markup
from noctuary.cli.words import MEANING
from noctuary.consolidate.replies import OPEN, fitting, meant
from noctuary.errors import NoctuaryError
from noctuary.journal import replay
from noctuary.local_time import local, zone
from noctuary.model import Fact, Review
from noctuary.page.view import Likeness, Question
from noctuary.review import decide
from noctuary.review_queue import queued
from noctuary.settings import Workspace
from noctuary.undo import undo

KEYS = {"undo": "Take your last answer back.", "quit": "Stop; what you answered is kept.", "?": "Show this."}


class Walk:
    """One walk through the queue: its steps so far, in order; a question passed over is one that is still open."""

    def __init__(self, workspace: Workspace, now: dt.datetime | None, console: Console) -> None:
        self.workspace = workspace
        self.now = now
        self.console = console
        self.steps: list[Review] = []
        self.note = ""

    def run(self) -> None:
        """Ask until nothing is left or the human stops; tells at the end what was done."""
        try:
            while self._ask():
                pass
        except (click.Abort, KeyboardInterrupt, EOFError):
            self.console.print()
        self._close()

    def _ask(self) -> bool:
        """Show the next question and hear the answer; False where none is left or the human stops."""
        state = seen(replay(self.workspace.journal))
        left = [item for item in queued(state) if item.review.id not in self.passed]
        if not left:
            return False
        item = left[0]
        self._show(item, len(left), state.facts)
        while True:
            typed = click.prompt("", prompt_suffix="> ", default="", show_default=False).strip()
            word, _, text = typed.partition(" ")
            if word in ("q", "quit", "exit"):
                return False
            if word in ("?", "help"):
                self._explain(item.review)
            elif word in ("u", "undo"):
                self._take_back()
                return True
            elif self._hear(item.review, word, text.strip()):
                return True

    def _hear(self, review: Review, typed: str, text: str) -> bool:
        """Carry an answer out; False, with what is wrong told, where it cannot be."""
        word = meant(review, typed)
        if word is None:
            told = f"{typed!r} is no answer here" if typed else "an answer, please"
            self.console.print(f"{markup(told)}: {', '.join((*fitting(review), *KEYS))}", style="yellow")
            return False
        if word == "later":
            self.steps.append(review)
            return True
        try:
            made = decide(self.workspace, review.id, word, self._clock(), text or self._words(word))
        except NoctuaryError as error:
            self.console.print(markup(str(error)), style="red")
            return False
        self.steps.append(made)
        self.note = f"{markup(decided(made))} — `undo` takes it back"
        return True

    def _words(self, word: str) -> str:
        """The human's own words, where a word takes some and none were typed behind it."""
        asks = {"edit": "Your wording", "scoped": "Scope of A | scope of B"}
        if word not in asks:
            return ""
        return str(click.prompt(asks[word], default="", show_default=False))

    @property
    def passed(self) -> list[str]:
        """The questions passed over, by id."""
        return [step.id for step in self.steps if step.decision in OPEN]

    def _take_back(self) -> None:
        """The last step, undone: a question passed over is shown again, an answer is taken out of the records."""
        if not self.steps:
            self.note = "nothing was answered in this walk yet"
            return
        last = self.steps[-1]
        if last.decision not in OPEN:
            try:
                undo(self.workspace, last.id, self._clock())
            except NoctuaryError as error:
                self.note = markup(str(error))
                return
            self.note = f"taken back: {markup(decided(last))}"
        self.steps.pop()

    def _clock(self) -> dt.datetime:
        return local(self.workspace, self.now)

    def _show(self, item: Question | Likeness, left: int, facts: dict[str, Fact]) -> None:
        out = self.console
        if out.is_terminal:
            out.clear()
        place = len(self.steps) + 1
        total = place - 1 + left
        if self.note:
            out.print(self.note, style="dim")
            self.note = ""
        out.rule(f"[bold]{place} of {total}[/bold]  {markup(item.review.kind.replace('_', ' '))}", align="left")
        out.print(markup(asked(item)), style="bold")
        for label, text, sources in sides(item, zone(self.workspace)):
            out.print()
            out.print(f"[bold cyan]{label}[/]  {markup(text)}" if label else markup(text))
            for source in sources:
                out.print(Padding(markup(source), (0, 0, 0, 4)), style="dim")
        out.print()
        for reason in reasons(item, facts):
            out.print(markup(reason))
        out.print()
        out.print("  ".join((*fitting(item.review), *KEYS)), style="green")

    def _explain(self, review: Review) -> None:
        for word in fitting(review):
            self.console.print(f"  [green]{word:<10}[/] {markup(MEANING[word])}")
        for word, meaning in KEYS.items():
            self.console.print(f"  [green]{word:<10}[/] {markup(meaning)}")
        self.console.print("The beginning of a word is enough; a and b stand for keep-a and keep-b.", style="dim")

    def _close(self) -> None:
        left = len(queued(replay(self.workspace.journal)))
        done = len(self.steps) - len(self.passed)
        waits = "1 question waits" if left == 1 else f"{left} questions wait" if left else "nothing waits"
        self.console.print(f"{done} answered, {waits} for you.")
