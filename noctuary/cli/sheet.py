"""The whole queue as one text to edit, as `git rebase -i` does it, and the answers read back from such a text.

What a source says stands behind `#` alone, whatever ends a line in it, and never among the first or last five lines,
which editors read for settings.
"""

from __future__ import annotations

import datetime as dt
import re
import textwrap
from collections.abc import Mapping, Sequence

from noctuary.cli.screens import asked, reasons, sides
from noctuary.cli.words import MEANING
from noctuary.consolidate.replies import fitting, meant
from noctuary.errors import AnswersRefused
from noctuary.inert import visible
from noctuary.model import Fact, Review
from noctuary.page.view import Likeness, Question
from noctuary.review import Answer

WIDTH = 100
LEGEND = """\
# What waits for you, a stanza a question.
#
# One line a question: WORD ID, and behind it your own words where the word takes some.
# Change the word, save and close. A line that still says `later`, or is gone, leaves its question open.
# Lines that begin with # are not read. Nothing is applied before every line can be.
"""
_ENDS = re.compile(r"\r\n|\r|\n")


def sheet(items: Sequence[Question | Likeness], facts: dict[str, Fact], zone: dt.tzinfo | None = None) -> str:
    """How to answer, a stanza a question, each left open, and what every word means below them."""
    stanzas = [_stanza(number, len(items), item, facts, zone) for number, item in enumerate(items, 1)]
    offered = {word for item in items for word in fitting(item.review)}
    words = [f"# {word:<10} {meaning}" for word, meaning in MEANING.items() if word in offered]
    return "\n".join([LEGEND, *stanzas, *words, ""])


def _stanza(
    number: int, total: int, item: Question | Likeness, facts: dict[str, Fact], zone: dt.tzinfo | None
) -> str:
    lines = [f"{number} of {total}. {asked(item)}"]
    for label, text, sources in sides(item, zone):
        lines.append(f"{label}: {text}" if label else text)
        lines += [f"   {source}" for source in sources]
    lines += [*reasons(item, facts), f"Answers: {', '.join(fitting(item.review))}"]
    told = [part for line in lines for part in textwrap.wrap(visible(line), WIDTH, subsequent_indent="     ") or [""]]
    return "\n".join([*(f"# {line}" for line in told), f"later {visible(' '.join(item.review.id.split()))}", ""])


def answers(text: str, name: str, reviews: Mapping[str, Review]) -> list[Answer]:
    """The answers of an edited sheet called `name`; what is left open is none.

    Raises AnswersRefused with the line for a line that is no answer, an id or word that does not fit, and a question
    that is answered twice.
    """
    found: dict[str, Answer] = {}
    for number, line in enumerate(_ENDS.split(text.lstrip("\ufeff")), 1):
        parts = line.split(maxsplit=2)
        if not parts or parts[0].startswith("#"):
            continue
        place = f"{name}:{number}"
        if len(parts) < 2:
            raise AnswersRefused(place, f"{line.strip()!r} is no answer", "write WORD ID, and your words behind them")
        review = _asked(parts[1], place, reviews)
        word = meant(review, parts[0])
        if word is None:
            fits = ", ".join(fitting(review))
            raise AnswersRefused(place, f"{parts[0]} does not fit this question", f"use one of {fits}")
        if review.id in found:
            raise AnswersRefused(place, f"{review.id} was answered above", "take one of the two lines out")
        found[review.id] = Answer(key=review.id, word=word, text=parts[2] if len(parts) > 2 else "", place=place)
    return [one for one in found.values() if one.word != "later"]


def _asked(key: str, place: str, reviews: Mapping[str, Review]) -> Review:
    known = [review for id, review in sorted(reviews.items()) if id.startswith(key)]
    if len(known) != 1:
        what = f"no question has the id {key}" if not known else f"{len(known)} questions begin with {key}"
        raise AnswersRefused(place, what, "`noctuary review list` shows them")
    return known[0]
