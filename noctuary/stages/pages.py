"""The two pages of a workspace as a state makes them, and what a human wrote into them that is not heard yet.

Reads MEMORY.md and DREAMS.md; writes nothing and decides nothing.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import os
import re
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from noctuary import files
from noctuary.access import seen
from noctuary.consolidate.replies import fitting
from noctuary.consolidate.score import is_own_line
from noctuary.errors import NoctuaryError, mend_of
from noctuary.extraction.headings import heading
from noctuary.guard import GuardPolicy, guard
from noctuary.hunks import hunks
from noctuary.journal import State
from noctuary.model import Fact, Review, Value, fold
from noctuary.page import human_part, render_block, render_dreams, splice
from noctuary.page.block import Standing, is_of, standing
from noctuary.page.edited import Changed, Edits, compare, key_of
from noctuary.page.lines import LIMIT, as_written, label, shown
from noctuary.page.questions import is_open
from noctuary.page.room import told_damaged, told_elsewhere, told_full
from noctuary.page.rows import ANSWER, mark
from noctuary.page.ticks import PROMOTE, Kept, Page, Written, is_ours, read
from noctuary.settings import Workspace
from noctuary.sources import markdown
from noctuary.sources.pages import FAULTS, LARGEST_PAGE, damage
from noctuary.stages.answers import answered
from noctuary.text.days import beside
from noctuary.text.languages import heads

COPY, PAGE_COPY = "block.md", "dreams.md"
UNTIL_THEN = "; until then nothing is written into it"
_ANY_TIME = dt.datetime(2000, 1, 1, tzinfo=dt.UTC)
_PLAIN = {fold(word): answers for word, answers in heads("answer.plain").items()}
_YES = frozenset(word for word, answers in _PLAIN.items() if "accept" in answers)


def bytes_of(path: Path) -> bytes:
    """A file's bytes, none where there is no file."""
    return path.read_bytes() if path.is_file() else b""


class MemoryFile(Value, frozen=True):
    """MEMORY.md's bytes, none where it is not there, and why nothing may be written into it or concluded from it.

    `line` is where the fault begins, if it has a line.
    """

    data: bytes = b""
    fault: str = ""
    line: int = 0


def memory_of(workspace: Workspace) -> MemoryFile:
    """MEMORY.md as it stands; of one that cannot be read as a whole the fault says why, and how to mend it."""
    path = workspace.memory
    if not os.path.lexists(path):
        return MemoryFile()
    try:
        data = files.read(path, workspace.root, LARGEST_PAGE + 1)
    except OSError as error:
        return MemoryFile(fault=f"cannot be read ({error.strerror}); {mend_of(error)}")
    fault = damage(data)
    if fault == "conflict":
        first = hunks(markdown.split(data.decode()))[0]
        return MemoryFile(data=data, fault=first.mended, line=first.line)
    return MemoryFile(data=data, fault=FAULTS[fault] if fault else "")


def digest(data: bytes) -> str:
    """The hash by which a plan knows a page again."""
    return hashlib.blake2b(data, digest_size=16).hexdigest()


class Block(NamedTuple):
    """The body of MEMORY.md's block, the ids there is no room for, and why nothing is written at all, if so.

    `body` is None where the block is left as it stands.
    """

    body: str | None = ""
    overflow: tuple[str, ...] = ()
    note: str = ""


NO_BLOCK = Block()


def dreams_page(workspace: Workspace, state: State, kept: Kept | None = None, made: Block = NO_BLOCK) -> str:
    """DREAMS.md as the state makes it, without its mark; `kept` is what a human wrote and nobody has heard yet."""
    settings = workspace.settings
    return render_dreams(
        state, workspace.root, settings.decay, settings.contradictions, fitting, kept, made.overflow, made.note
    )


def block(workspace: Workspace, state: State, memory: bytes) -> Block:
    """MEMORY.md's block as the state makes it, where that file holds `memory`."""
    settings = workspace.settings
    if state.damage:
        return Block(body=None, note=told_damaged(state.damage, workspace.memory.name))
    if place := "" if memory else workspace.memory_elsewhere:
        believed = sum(fact.is_believed for fact in seen(state).facts.values())
        return Block(note=told_elsewhere(place, believed) if believed else "")
    own = human_part(memory)
    body, overflow = render_block(state, workspace.root, settings.memory_md, own, settings.decay)
    is_full = overflow and not body
    note = told_full(own, settings.memory_md, workspace.memory.name, len(overflow)) if is_full else ""
    return Block(body, overflow, note)


def with_block(memory: bytes, made: Block) -> bytes:
    """MEMORY.md's bytes with the block in it."""
    return memory if made.body is None else splice(memory, made.body)


def as_it_should_be(workspace: Workspace, state: State, memory: bytes) -> bytes | None:
    """MEMORY.md's bytes with the block that state and settings make; None where somebody edited the one there."""
    edits = block_edits(workspace, state, memory)
    return None if edits is None or edits else with_block(memory, block(workspace, state, memory))


def left_alone(workspace: Workspace, state: State, memory: MemoryFile) -> tuple[str, ...]:
    """Why nothing is written into MEMORY.md, whatever its block should hold: each with its place and its mend."""
    damaged = (told_damaged(state.damage, workspace.memory.name),) if state.damage else ()
    if not memory.fault:
        return damaged
    place = f"{workspace.memory.relative_to(workspace.root).as_posix()}{f':{memory.line}' if memory.line else ''}"
    return (*damaged, f"{place}: {memory.fault}{UNTIL_THEN}")


def written(workspace: Workspace, data: bytes) -> Page:
    """What a human wrote on DREAMS.md; nothing, where the page is of another hand."""
    copy = bytes_of(workspace.derived / PAGE_COPY)
    return read(data, copy) if is_ours(data, copy) else Page()


def said(one: Written, review: Review) -> tuple[str, str] | str:
    """(word, text beside it) of what stands beside a question, or one sentence why it cannot be told."""
    words = fitting(review)
    if one.faults:
        return "; ".join(one.faults)
    heard = {(word, "") for word in one.ticked}
    for line in one.said:
        found = _word(line, words)
        if found is None:
            return f"that is none of its words ({', '.join(words)}); a note goes behind a colon, as in later: why"
        heard.add(found)
    if len({word for word, _ in heard}) > 1:
        return f"two answers disagree: {' and '.join(sorted(word for word, _ in heard))}; leave one"
    texts = sorted({text for _, text in heard if text})
    if len(texts) > 1:
        return "two wordings stand beside it; leave one"
    answer = next(iter(heard))[0], texts[0] if texts else ""
    return _refused(review, *answer) or answer


def _refused(review: Review, word: str, text: str) -> str:
    """Why the word does not answer the question as it stands; "" where it does, or where it is answered already."""
    try:
        answered(replace(review, decision=None, closed_because=None), word, _ANY_TIME, text)
    except NoctuaryError as error:
        return str(error).removeprefix(f"{error.resource}: ")
    return ""


def _word(line: str, words: tuple[str, ...]) -> tuple[str, str] | None:
    """The fitting word that a line begins with, in any language, a yes before it or not; and what follows its colon."""
    head, colon, text = line.partition(":")
    for word, rest in ((line, ""), (head, text.strip())) if colon else ((line, ""),):
        named = "-".join(fold(re.sub("[-,]", " ", word.replace("’", "'")).strip("`*_\"'.! ")).split())
        yes, _, after = named.partition("-")
        for one in (named, after) if yes in _YES else (named,):
            fits = [other for other in (one, *_PLAIN.get(one, ())) if other in words]
            if fits:
                return fits[0], rest
    return None


def is_heard(one: Written, review: Review) -> bool:
    """Whether what stands beside a question is the answer that it already has."""
    heard = said(one, review)
    return not isinstance(heard, str) and review.decision == heard[0].replace("-", "_")


def is_promotion(one: Written) -> bool:
    """Whether it is the box of a candidate that was ticked, and nothing else stands there."""
    return one.ticked == (PROMOTE,) and not one.said and not one.faults


def unheard(state: State, page: Page) -> Kept:
    """What stands on a page and is not in the state: to be kept wherever the page is written anew."""
    kept: dict[str, Written] = {}
    faults: dict[str, str] = {}
    loose = [(f"{stray.text}", "", stray.fault) for stray in page.strays]
    for one in page.written:
        review = state.reviews.get(one.question)
        fact = state.facts.get(one.question)
        if review is None and fact is not None and is_promotion(one):
            if fact.status == "candidate":
                kept[one.question] = one
            elif not fact.is_believed:
                loose += _loose(one, f"it is {fact.status} by now")
        elif review is None:
            loose += _loose(one, "no such question")
        elif is_heard(one, review):
            continue
        elif is_open(review):
            kept[one.question] = one
            heard = said(one, review)
            faults |= {one.question: heard} if isinstance(heard, str) else {}
        else:
            loose += _loose(one, "the question is not open")
    return Kept(written=kept, faults=faults, loose=tuple(loose))


def _loose(one: Written, why: str) -> list[tuple[str, str, str]]:
    found: list[tuple[str, str, str]] = [(f"[x] {word}", mark(one.question, word), why) for word in one.ticked]
    return found + [(f"Answer: {line}", mark(one.question, ANSWER), why) for line in one.said]


def block_edits(workspace: Workspace, state: State, memory: bytes) -> Edits | None:
    """What a human did to the block and the state does not know; None where it cannot be told what it last held.

    Of the state only what anyone may see: nothing else ever stood there.
    """
    state = seen(state)
    now = standing(memory)
    if now is None or not now.is_edited:
        return Edits()
    before = _last_held(workspace, state, memory, now)
    if before is None:
        return None
    ids = {key_of(as_written(fact)): key for key, fact in sorted(state.facts.items()) if fact.is_believed}
    return _unknown(state, compare(before, now.body, ids), workspace.settings.guard)


def own_words(fact: Fact, one: Changed) -> str:
    """The wording a human gave a fact's line: without its import's subject, and whole where the line was cut.

    A note's heading that the human left before it is part of it from now on: what was saved is what stands there.
    """
    text = one.text.removesuffix(beside(fact))
    text = text if heading(fact) else text.removeprefix(label(fact))
    whole, cut = shown(fact, len(fact.text) + len(beside(fact)) + LIMIT), shown(fact).removesuffix("…")
    is_cut = len(whole) > LIMIT and text.endswith("…") and whole.startswith(cut)
    return text.removesuffix("…") + whole[len(cut) :] if is_cut else text


def keep_copy(workspace: Workspace, memory: bytes) -> None:
    """Keep the block's body as it was just written, so that an edit can be told from it."""
    now = standing(memory)
    path = workspace.derived / COPY
    if now and (not path.is_file() or path.read_bytes() != now.body.encode()):
        files.replace(path, now.body.encode(), workspace.root)


def keep_page(workspace: Workspace) -> None:
    """Keep DREAMS.md as it was just written, so that what a human does to its rows can be told."""
    page, path = bytes_of(workspace.dreams), workspace.derived / PAGE_COPY
    if page != bytes_of(path):
        files.replace(path, page, workspace.root)


def _last_held(workspace: Workspace, state: State, memory: bytes, now: Standing) -> str | None:
    """The body whose sum stands in the mark: the copy kept of it, else the one the state makes."""
    copy = workspace.derived / COPY
    kept = copy.read_bytes().decode("utf-8", "replace") if copy.is_file() else ""
    if is_of(kept, now.sum):
        return kept
    body = f"{(block(workspace, state, memory).body or '').strip()}\n"
    return body if is_of(body, now.sum) else None


def _unknown(state: State, edits: Edits, rules: GuardPolicy) -> Edits:
    """The edits without those that the state holds already, as after a death between journal and page.

    A new line that only stands in the human's own part so far is one: it may have been moved from there.
    """
    believed = [fact for fact in state.facts.values() if fact.is_believed]
    texts = {fold(fact.text) for fact in believed}
    ours = {fold(fact.text) for fact in believed if not is_own_line(fact)}
    heard = {line: fold(guard(line.text, rules).text) for line in edits.added}
    deleted = [key for key in edits.deleted if (fact := state.facts.get(key)) and fact.is_believed]
    changed = []
    for one in edits.changed:
        fact = state.facts.get(one.id)
        is_gone = fact is None or not fact.is_believed
        is_known = fact is None or (is_gone and fold(guard(own_words(fact, one), rules).text) in texts)
        changed += [] if is_known else [one]
    return Edits(
        held=edits.held,
        left=edits.left,
        deleted=tuple(deleted),
        changed=tuple(changed),
        added=tuple(line for line in edits.added if heard[line] not in ours),
        faults=edits.faults,
    )
