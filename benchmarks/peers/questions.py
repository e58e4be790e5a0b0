"""Statements and questions whose answer is known, from the labelled pairs of benchmarks/pairs.

Two sorts of questions, about the same statements at every size. `phrase`: three words in a row that one statement alone
holds, which even a search by letters finds. `other words`: what another person wrote of the same, the other half of a
pair labelled a duplicate; it is not stored itself. What is found counts by its text, whoever found it.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.peers.peer import Record

PAIRS = Path(__file__).parents[1] / "pairs"
SEED, LEAST_WORDS, PHRASE, ASKED = 11, 5, 3, 100
LEFT_OUT = ("languages", "tongues")
"""Files of statements in other languages: the peers' models were trained on English."""
BUDGET = 4_000
"""Characters of an answer that are read, about a thousand tokens: hits differ in length, and a long one holds more."""


class Question(NamedTuple):
    """A question and the texts that answer it, any of which will do."""

    text: str
    answers: frozenset[str]


class Asked(NamedTuple):
    """What is stored, and what is asked of it, by sort."""

    records: list[Record]
    questions: dict[str, list[Question]]


def drawn(size: int, asked: int = ASKED) -> Asked:
    """So many records, of which `asked` of each sort answer a question; the questions are the same for every size."""
    dice = random.Random(SEED)
    statements, same = labelled()
    pairs = sorted({(one, other) for one, told in same.items() for other in told if one < other})
    dice.shuffle(pairs)
    kept, paraphrases = _paraphrases(pairs, same, asked)
    banned = {question.text for question in paraphrases}
    rest = [text for text in sorted(statements) if text not in banned and text not in kept]
    dice.shuffle(rest)
    phrases: list[Question] = []
    counted = Counter(phrase for text in statements for phrase in set(_phrases(text)))
    for text in rest:
        alone = [phrase for phrase in _phrases(text) if counted[phrase] == 1]
        if alone and len(phrases) < asked:
            phrases.append(Question(dice.choice(alone), frozenset({text})))
            kept.append(text)
    chosen = set(kept)
    stored = [*kept, *(text for text in rest if text not in chosen)][:size]
    dice.shuffle(stored)
    known = set(stored)
    questions = {
        "phrase": phrases,
        "other words": [one._replace(answers=frozenset(same[one.text] & known)) for one in paraphrases],
    }
    return Asked([Record(f"note {n:06}", text) for n, text in enumerate(stored)], questions)


def labelled() -> tuple[set[str], dict[str, set[str]]]:
    """Every statement of five words or more, and for each those that say the same in other words."""
    statements: set[str] = set()
    same: dict[str, set[str]] = {}
    for path in sorted(PAIRS.glob("*.tsv")):
        if path.stem in LEFT_OUT:
            continue
        for row in path.read_text("utf-8").splitlines()[1:]:
            label, _, one, other = row.split("\t")[:4]
            both = [text for text in (one, other) if len(text.split()) >= LEAST_WORDS]
            statements.update(both)
            if label == "duplicate" and len(both) == 2:
                same.setdefault(one, set()).add(other)
                same.setdefault(other, set()).add(one)
    return statements, same


def _paraphrases(
    pairs: Iterable[tuple[str, str]], same: dict[str, set[str]], asked: int
) -> tuple[list[str], list[Question]]:
    """The statements that are kept, and the questions, each of another one."""
    kept: list[str] = []
    questions: list[Question] = []
    taken: set[str] = set()
    for one, other in pairs:
        around = {one, other} | same[one] | same[other]
        if len(questions) == asked or around & taken:
            continue
        taken |= around
        kept.append(one)
        questions.append(Question(other, frozenset({one})))
    return kept, questions


def _phrases(text: str) -> list[str]:
    words = text.split()
    return [" ".join(words[n : n + PHRASE]) for n in range(len(words) - PHRASE + 1)]


def found(answers: Iterable[str], hits: Sequence[str]) -> int:
    """How many answers stand in any hit: whole, or a hit of five words and more is a part of one."""
    said = [folded(hit) for hit in hits]
    return sum(any(_holds(hit, folded(answer)) for hit in said) for answer in answers)


def _holds(hit: str, answer: str) -> bool:
    return answer in hit or (len(hit.split()) >= LEAST_WORDS and hit in answer)


def folded(text: str) -> str:
    return " ".join(text.casefold().split())


def within(hits: Sequence[str], characters: int = BUDGET) -> list[str]:
    """The beginning of an answer: hits as they come, the last one cut."""
    kept, left = [], characters
    for hit in hits:
        if left <= 0:
            break
        kept.append(hit[:left])
        left -= len(hit)
    return kept
