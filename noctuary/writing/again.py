"""What an agent says again by day that was left, and what it contradicts: found, and told to the agent.

What the human turned down, or what was replaced, comes back by their word alone. Said by an agent it is one more voice
for what was left, as at night (`stages.put_away`).
"""

from __future__ import annotations

from msgspec.structs import replace

from noctuary.index import records
from noctuary.judging.blocking import traits
from noctuary.judging.statements import of_fact
from noctuary.judging.worded_alike import gives_another
from noctuary.local_time import zone
from noctuary.model import BELIEVED, Entity, Fact, Review, fold, tagged
from noctuary.page.questions import is_open
from noctuary.page.shelves import successor
from noctuary.stages.duplicates import same_words
from noctuary.stages.gone import LIKEST
from noctuary.stages.left import PUBLIC, Left, are_of_two_things, audience, heard, said_again, short, told, why_left
from noctuary.stages.taking_back import at_odds, which_holds
from noctuary.writing.draft import Draft

LOOKED_AT = 8
"""So many statements of one call are held against what is believed, each against so many facts: a bound on work."""


def left(draft: Draft, about: Entity, made: Fact, known: Fact | None) -> Left | Fact | None:
    """Why a statement that an agent makes is not believed on its word: what it says again was left; the believed fact
    of the same readers that says so in nearly the same words, where one does; None where neither.

    `known` is the fact of the very words, which is not believed.
    """
    keys = (key for key in draft.gone.likest(fold(made.text)) if key != made.id)
    near = [old for key in keys if (old := draft.fact(key)) and draft.sees(old)]
    if not known and not near:
        return None
    for old in (*([known] if known else ()), *said_again(made, near)):
        stands = draft.fact(same_words(draft.state.merges).get(old.id, old.id)) or old
        why = None if stands.is_believed else why_left(draft.state, stands, zone(draft.workspace))
        if old is not known and _are_two(draft, about, made, old, is_decided=bool(why and why.is_decided)):
            continue
        if why or stands.is_believed:
            twins = [stands] if stands.is_believed else _believed(draft, about, made)
            of_them = next((one for one in twins if audience(one) == audience(made)), None)
            return of_them if twins else why and why._replace(instead=_seen(draft, why.instead))
    return None


def _seen(draft: Draft, fact: Fact | None) -> Fact | None:
    return fact if fact and draft.sees(fact) else None


def _believed(draft: Draft, about: Entity, made: Fact) -> list[Fact]:
    """What is believed and says what a statement does."""
    same = said_again(made, _near(draft, made))
    return [one for one in same if not _are_two(draft, about, made, one, is_decided=False)]


def _are_two(draft: Draft, about: Entity, made: Fact, old: Fact, *, is_decided: bool) -> bool:
    """As `are_of_two_things`; the project's own name tells no thing apart."""
    theirs = draft.entity(draft.index.standing(old.about)) if old.about else None
    mine = None if about.name == draft.workspace.root.resolve().name else about
    return are_of_two_things(made, mine, old, theirs, is_decided=is_decided)


def _near(draft: Draft, made: Fact) -> list[Fact]:
    """What is believed, and the asker may see, in words like a statement's."""
    hits = draft.index.match(made.text, LIKEST, BELIEVED)
    found = (draft.fact(hit.id) for hit in hits if hit.id != made.id)
    return [one for one in found if one and one.is_believed and draft.sees(one)]


def kept(draft: Draft, why: Left, made: Fact, known: Fact | None) -> tuple[Fact, bool]:
    """What a statement that was left comes to, and whether that is new: one more voice for what was left; where that is
    for other readers a candidate of its own."""
    draft.warnings.append(told(why))
    support = made.sources[-1]
    if audience(why.fact) == audience(made):
        put = replace(why.fact, sources=heard(why.fact, support))
    else:
        put = replace(made, status="candidate", sources=heard(known, support) if known else made.sources)
    draft.put(put)
    return put, put.id == made.id and known is None


def brought_back(draft: Draft, made: Fact, known: Fact | None) -> Fact:
    """What a human says, believed; where it had been replaced by what is believed, too, they are asked which holds."""
    after = successor(draft.state.facts, known) if known and known.superseded_by else None
    for edge in () if known is None else records.edges_at(draft.index.db, {known.id}):
        if edge.rel == "supersedes" and edge.dst == made.id:
            draft.drop("relation", edge.id)
    if after and audience(after) == audience(made) == PUBLIC:
        made = replace(made, status="contested")
        question = _asked_anew(draft, which_holds(made, after, "B had replaced A, and you have said A again since"))
        for value in (replace(after, status="contested"), question, at_odds(question)):
            draft.put(value)
    draft.put(made)
    return made


def _asked_anew(draft: Draft, question: Review) -> Review:
    """The question, by an id of its own where it was answered before."""
    first, number = question.id, 1
    while (known := draft.state.reviews.get(question.id)) and not is_open(known):
        question = replace(question, id=tagged("review", "again", first, str(number)))
        number += 1
    return known or question


def tell_what_it_contradicts(draft: Draft, made: Fact) -> None:
    """Say to the agent what is believed of the same slot and gives it another value; what was written since the last
    night is not filed by slots yet."""
    draft.looked_at += 1
    if draft.looked_at > LOOKED_AT or not draft.index.is_filed():
        return
    statement, shelf = of_fact(made), draft.index.shelf()
    own = traits(statement)
    terms = [f"{sign} {name}" for sign, name in (("#", own.frame), ("=", own.slot)) if name]
    numbers = {number for term in terms for number in shelf.holders(term, LOOKED_AT)}
    facts = (draft.fact(key) for key in sorted(shelf.ids(numbers).values()))
    for one in facts:
        if one and one.is_believed and draft.sees(one) and gives_another(of_fact(one), statement):
            says = f"“{short(one)}” ({one.id}) is believed and says otherwise"
            draft.warnings.append(f"{says}; a night will judge the two")
            return
