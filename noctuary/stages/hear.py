"""Hearing the human: boxes ticked and words written in DREAMS.md, and edits inside MEMORY.md's block.

What is plain becomes the batch of records that a decision on the command line makes; what is not becomes a problem with
its place, and nothing is guessed. Both pages are the human's: whoever writes there speaks as the human. Writes nothing.
"""

from __future__ import annotations

import dataclasses
import datetime as dt

from noctuary.access import seen
from noctuary.consolidate.policy import CapPolicy
from noctuary.errors import NoctuaryError
from noctuary.guard import guard
from noctuary.journal import State, folded, record
from noctuary.journal.branches import tips
from noctuary.journal.records import sealed
from noctuary.model import Fact, Problem, Review, Value, tagged
from noctuary.page.block import standing
from noctuary.page.edited import Edits, Line
from noctuary.page.lines import headed
from noctuary.page.questions import is_open
from noctuary.page.ticks import Kept, Written
from noctuary.settings import Workspace
from noctuary.stages.answers import answered, batch_of, follows, vouch_batch, word_given
from noctuary.stages.apart import told_apart
from noctuary.stages.by_hand import stated
from noctuary.stages.connect import with_connections
from noctuary.stages.pages import (
    block_edits,
    bytes_of,
    digest,
    is_heard,
    is_promotion,
    memory_of,
    own_words,
    said,
    written,
)
from noctuary.stages.run import Heard, Run, standing_at

BY_HUMAN = ("decision:", "vouched:", "undone:", "parted:")
FEW = 3
MOST_JOINED = 50
"""New lines whose neighbours are found at once, thirty milliseconds' work each; the night finds those of the others."""
TAKEN_OUT = "its line was taken out of the block in MEMORY.md"
REWORDED = "its line in MEMORY.md was reworded"


def hear(run: Run) -> Run:
    """Take in what the human wrote into the pages since the last night; the night goes on with what they decided."""
    heard = listen(run.workspace, run.whole, run.now)
    apart = told_apart(run.workspace, run.whole)
    heard = dataclasses.replace(heard, must_tell=heard.must_tell or bool(apart))
    run = dataclasses.replace(run, heard=heard, problems=(*heard.problems, *run.problems, *apart))
    if not heard.lines:
        return run
    return standing_at(dataclasses.replace(run, journalled=run.whole), folded(run.whole, heard.lines))


def listen(workspace: Workspace, state: State, now: dt.datetime) -> Heard:
    """What stands in the pages and not in the journal, as batches to append, and what could not be understood."""
    dreams, memory = bytes_of(workspace.dreams), memory_of(workspace)
    page = written(workspace, dreams)
    ear = _Ear(workspace, state, now)
    for one in page.written:
        ear.answer(one)
    for stray in page.strays:
        ear.once(ear.dreams, stray.line, f'"{stray.text}": {stray.fault}; tick or write at the question itself')
    block = None if memory.fault else standing(memory.data)
    if block and block.is_edited:
        ear.block(block_edits(workspace, ear.state, memory.data), block.line)
    return Heard(
        lines=tuple(ear.lines),
        told=tuple(ear.told),
        keys=tuple(ear.keys),
        kept=Kept(written=ear.kept, faults=ear.faults),
        problems=tuple(ear.problems),
        must_tell=ear.must_tell,
        read={workspace.dreams.name: digest(dreams), workspace.memory.name: digest(memory.data)},
    )


def decided_since(state: State) -> tuple[str, ...]:
    """The human's batches since the last night that still stand, in the order they were written in."""
    last = state.last_night()
    since = state.written[("night", last.id)][0] if last else None
    found: dict[str, dt.datetime] = {}
    for at, _, batch in state.written.values():
        if batch and batch.startswith(BY_HUMAN) and (since is None or at > since):
            found[batch] = max(at, found.get(batch, at))
    return tuple(sorted(found, key=lambda batch: (found[batch], batch)))


class _Ear:
    """The state while it is told one thing after the other; each becomes a closed batch of its own."""

    def __init__(self, workspace: Workspace, state: State, now: dt.datetime) -> None:
        self.workspace, self.state, self.now = workspace, state, now
        self.dreams = workspace.dreams.name
        self.memory = workspace.memory.relative_to(workspace.root).as_posix()
        self.lines: list[bytes] = []
        self.told: list[str] = []
        self.keys: list[str] = []
        self.problems: list[Problem] = []
        self.kept: dict[str, Written] = {}
        self.faults: dict[str, str] = {}
        self.must_tell = False

    def answer(self, one: Written) -> None:
        """Hear what stands beside one question, or keep it there with the reason why it was not understood."""
        review = seen(self.state).reviews.get(one.question)
        if review is not None and is_heard(one, review):
            return
        fact = seen(self.state).facts.get(one.question)
        if review is None and fact is not None and is_promotion(one):
            self._promote(one, self.state.facts[fact.id])
            return
        wrote = ", ".join([*(f"[x] {word}" for word in one.ticked), *(f'"{line}"' for line in one.said)])
        if review is None or not is_open(review):
            why = "there is no such question" if review is None else _settled(review)
            self.once(self.dreams, one.line, f"{wrote}: {why}")
            return
        heard = said(one, review)
        if not isinstance(heard, str):
            heard = self._decide(review, *heard)
        if isinstance(heard, str):
            self.kept[one.question], self.faults[one.question] = one, heard
            self.problem(self.dreams, one.line, f"{wrote}: {heard}; the question stays open")

    def _promote(self, one: Written, fact: Fact) -> None:
        """A ticked candidate is believed on the human's word; one that is believed by now has been heard."""
        if fact.status == "candidate":
            self._write(word_given(self.state, fact, self.now), vouch_batch(self.state, fact.id))
            self.told.append(f"promote: {headed(fact)}")
        elif not fact.is_believed:
            why = f"it is {fact.status} by now; `noctuary undo {fact.id[:11]}` may bring it back"
            self.once(self.dreams, one.line, f"[x] promote, {fact.text}: {why}")

    def block(self, edits: Edits | None, begin: int) -> None:
        """Hear what was done to MEMORY.md's block, whose body begins after the line `begin`."""
        if edits is None:
            what = "the block was edited, and what it last held cannot be told any more; nothing was concluded from it"
            self.once(self.memory, begin, f"{what}, `noctuary review` and `noctuary undo ID` take your word")
            return
        for number, why in edits.faults:
            self.once(self.memory, begin + number, f"{why}; nothing was concluded, `noctuary undo ID` rejects a fact")
        if is_too_much(edits, self.workspace.settings.caps):
            gone = f"{len(edits.deleted)} of {edits.held} lines of the block are gone at once"
            mend = "take out fewer at a time, or `noctuary undo ID` for each"
            self.once(self.memory, begin, f"{gone}; that is not taken for your no to each, and they are back: {mend}")
            edits = Edits(held=edits.held, left=edits.left, changed=edits.changed, added=edits.added)
        for key in edits.deleted:
            if self.state.facts[key].is_believed:
                self._about(self.state.facts[key], "reject", "", TAKEN_OUT, begin)
        for one in edits.changed:
            fact = self.state.facts[one.id]
            self._about(fact, "edit", own_words(fact, one), REWORDED, begin + one.number)
        for number, line in enumerate(edits.added):
            self._state(line, is_joined=number < MOST_JOINED)

    def once(self, path: str, line: int, message: str) -> None:
        """A problem that is told by the night's record, for what it speaks of leaves the page."""
        self.problem(path, line, message)
        self.must_tell = True

    def problem(self, path: str, line: int, message: str) -> None:
        """A problem that stays where it stands, and is told again by whoever hears the pages next."""
        self.problems.append(Problem(path=path, line=line, message=guard(message, self.workspace.settings.guard).text))

    def _decide(self, review: Review, word: str, text: str) -> tuple[str, str] | str:
        """Write the answer down; one sentence where it does not fit the question."""
        clean = guard(text, self.workspace.settings.guard).text
        try:
            made = answered(review, word, self.now, clean)
            values = follows(self.state, made, self.now)
        except NoctuaryError as error:
            return str(error).removeprefix(f"{error.resource}: ")
        sides = [headed(self.state.facts[end]) for end in (review.a, review.b or "") if end in self.state.facts]
        self._write(values, batch_of(self.state, review.id))
        chosen = {"keep-a": sides[:1], "keep-b": sides[1:]}.get(word, sides)
        self.told.append(f"{word}: {' / '.join(chosen) or review.reason}{f' → {clean}' if clean else ''}")
        return word, clean

    def _about(self, fact: Fact, word: str, text: str, reason: str, line: int) -> None:
        """A decision about a line of the block, as a question that was asked and answered in one."""
        number = sum(one.a == fact.id and one.reason in (TAKEN_OUT, REWORDED) for one in self.state.reviews.values())
        key = tagged("review", "promotion", fact.id, "block", str(number + 1))
        asked = Review(id=key, kind="promotion", a=fact.id, reason=reason, gate=fact.gate, score=fact.score)
        heard = self._decide(asked, word, text)
        if isinstance(heard, str):
            self.once(self.memory, line, f'"{text}": {heard}')

    def _state(self, line: Line, *, is_joined: bool) -> None:
        """A new line inside the block, as a fact on the human's own word."""
        text = guard(line.text, self.workspace.settings.guard).text
        fact = stated(text, self.now, self.state.facts, self.workspace.settings.decay)
        self._write([fact], vouch_batch(self.state, fact.id), is_joined=is_joined)
        self.told.append(f"yours: {text}")

    def _write(self, values: list[Value], batch: str, *, is_joined: bool = True) -> None:
        at = self.state.next_instant(self.now)
        whole = with_connections(self.workspace, self.state, values) if is_joined else values
        records = [record(value, at, batch) for value in whole]
        made = sealed(batch, at, records, tips(self.state.closed)).lines
        self.lines += made
        self.keys.append(batch.partition(":")[2].rpartition(":")[0])
        self.state = folded(self.state, made)


def is_too_much(edits: Edits, caps: CapPolicy) -> bool:
    """Whether more lines are gone at once than is taken for a human's no to each of them."""
    gone = len(edits.deleted)
    if gone and not edits.left and edits.held > 1:
        return True
    return gone > FEW and (gone > caps.deleted_lines or gone > caps.deleted_share * edits.held)


def _settled(review: Review) -> str:
    if review.closed_because:
        return f"the question is closed, {review.closed_because}"
    decided = (review.decision or "").replace("_", "-")
    return f"that was decided already: {decided}; `noctuary undo {review.id[:11]}` opens it again"
