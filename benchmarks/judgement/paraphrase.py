"""Says a sentence in other words without changing what it says, by a seeded mix of general rewrites.

Six kinds: clause order, passive to active, synonyms, phrases of equal meaning, how numbers are written, and
contractions. No rewrite touches a negation's scope, a name or a value. A sentence that takes fewer than two is
not paraphrased. Nothing here knows the judge's word lists; its figures on these pairs are an upper bound on how
calm it is before a human's paraphrases, which stray further.
"""

from __future__ import annotations

import random
import re
import zlib
from collections.abc import Callable, Iterator

AT_LEAST = 2
AT_MOST = 4

# Words of one meaning in any context a plain factual sentence offers; endings are kept by listing each form.
_SYNONYMS = """
additionally=moreover allow=permit allowed=permitted allows=permits almost=nearly among=amongst amongst=among
annually=yearly approximately=roughly area=region areas=regions attempted=tried automobile=car automobiles=cars
began=started begins=starts bought=purchased brief=short buy=purchase center=centre
centre=center changed=altered chosen=selected color=colour commenced=began commonly=often companies=firms company=firm
completed=finished completely=entirely constructed=built countries=nations country=nation currently=presently
damaged=harmed demonstrated=showed difficult=hard doctor=physician doctors=physicians each=every enormous=huge
entire=whole entirely=wholly error=mistake errors=mistakes especially=particularly established=founded extremely=very
famous=well-known film=movie films=movies formerly=previously frequently=often goal=aim highly=very
important=significant inhabitants=residents initially=originally kinds=types large=big largest=biggest
lawyer=attorney lawyers=attorneys located=situated mainly=mostly many=numerous may=might method=technique
methods=techniques movie=film nearly=almost necessary=needed numerous=many obtained=got often=frequently only=just
organization=organisation organizations=organisations particularly=especially people=persons permits=allows
permitted=allowed photograph=photo photographs=photos previously=formerly primary=main program=programme purchase=buy
purchased=bought quickly=rapidly rapid=fast rapidly=quickly region=area regions=areas resided=lived
residents=inhabitants resides=lives roughly=approximately selected=chosen showed=demonstrated situated=located
starts=begins stopped=ceased subsequently=afterwards sufficient=enough television=TV therefore=hence toward=towards
tried=attempted types=kinds typically=usually until=till upon=on utilized=used wealthy=rich whilst=while
worldwide=globally written=authored wrote=authored yearly=annually
"""
_PHRASES = (
    (r"\bis located in\b", "lies in"), (r"\bare located in\b", "lie in"), (r"\bis situated in\b", "lies in"),
    (r"\bwas located in\b", "lay in"), (r"\bin order to\b", "to"), (r"\bdue to\b", "because of"),
    (r"\bbecause of\b", "due to"), (r"\bas well as\b", "and also"), (r"\bis known as\b", "is called"),
    (r"\bare known as\b", "are called"), (r"\bconsists of\b", "is made up of"), (r"\bconsist of\b", "are made up of"),
    (r"\ba number of\b", "several"), (r"\bsuch as\b", "for example"),
    (r"\bis able to\b", "can"), (r"\bare able to\b", "can"), (r"\bwas able to\b", "could"),
    (r"\bhas the ability to\b", "can"), (r"\ba large number of\b", "many"), (r"\bmost of\b", "the majority of"),
    (r"\bthe majority of\b", "most of"), (r"\btook place\b", "was held"), (r"\bwas held\b", "took place"),
    (r"\bdied in\b", "passed away in"), (r"\bprior to\b", "before"),
    (r"\bat the end of\b", "at the close of"), (r"\bas a result of\b", "because of"), (r"\bis part of\b", "belongs to"),
    (r"\bin addition to\b", "besides"), (r"\bis used to\b", "serves to"), (r"\bare used to\b", "serve to"),
    (r"\bis found in\b", "occurs in"), (r"\bare found in\b", "occur in"),
    (r"\bis considered\b", "is regarded as"), (r"\bplayed a (\w+) role in\b", r"had a \1 part in"),
    (r"\bis native to\b", "comes from"), (r"\bis responsible for\b", "is in charge of"),
    (r"\bthe United States\b", "the USA"), (r"\bthe United Kingdom\b", "the UK"), (r"\bfor example\b", "for instance"),
    (r"\bthere are\b", "there exist"), (r"(?<=\w), which (?:is|was) (an?|the)\b", r", \1"),
    (r"\b[Tt]he (?:city|town|village|state) of (?=[A-Z])", ""), (r"\bbetween (\d{4}) and (\d{4})\b", r"from \1 to \2"),
    (r"\bduring\b", "in the course of"), (r"\bdespite\b", "in spite of"), (r"\bin spite of\b", "despite"),
    (r"\balong with\b", "together with"), (r"\binstead of\b", "in place of"), (r"\baccording to\b", "as per"),
    (r"\b[Tt]he (capital|population|president|mayor|king|queen) of ([A-Z][a-z]+[a-rt-z])\b(?! [A-Z]|'s)", r"\2's \1"),
    (r"\bnear\b(?= [A-Z])", "close to"),
    (r"\bapproximately (?=\d)", "about "), (r"\babout (?=\d)", "approximately "), (r"\bseveral\b", "a number of"),
)  # fmt: skip
_CONTRACTIONS = (
    (r"\bdoes not\b", "doesn't"), (r"\bdo not\b", "don't"), (r"\bdid not\b", "didn't"), (r"\bis not\b", "isn't"),
    (r"\bare not\b", "aren't"), (r"\bwas not\b", "wasn't"), (r"\bwere not\b", "weren't"), (r"\bcannot\b", "can't"),
    (r"\bcould not\b", "couldn't"), (r"\bhas not\b", "hasn't"), (r"\bhave not\b", "haven't"),
    (r"\b(It|it|He|he|She|she) is\b", r"\1's"), (r"\b(They|they|We|we) are\b", r"\1're"), (r"\bwill not\b", "won't"),
    (r"\b(They|they) will\b", r"\1'll"),
)  # fmt: skip
_DIGITS = dict(zip("two three four five six seven eight nine ten eleven twelve".split(), range(2, 13), strict=True))
_ORDINALS = dict(zip("second third fourth fifth sixth seventh eighth ninth tenth".split(),
                     "2nd 3rd 4th 5th 6th 7th 8th 9th 10th".split(), strict=True))  # fmt: skip
_MONTH = "January|February|March|April|May|June|July|August|September|October|November|December"
_OBJECT = {"it": "it", "he": "him", "she": "her", "they": "them", "i": "me", "we": "us"}
_WHEN = rf"(?:[Ii]n (?:(?:{_MONTH}) )?\d{{4}}|[Oo]n (?:\d{{1,2}} (?:{_MONTH})|(?:{_MONTH}) \d{{1,2}})(?:,? \d{{4}})?)"
_NOUN = r"(?:(?:the|a|an|its|their|his|her) )?[\w'-]+(?: [\w'-]+){0,3}"


SYNONYMS = dict(entry.split("=") for entry in _SYNONYMS.split())
Edit = Callable[[str], Iterator[str]]


_OPENERS = frozenset(
    "The A An It He She They This These Its His Her There Most Some Many Several All Both It's".split()
)
_ATTACHES = re.compile(r"\b(?:that|which|who|where|when|while|after|before|until|since|from|for|and|but|having|to)\b")
_SHORT = 10


def _lower_first(text: str) -> str:
    return text[0].lower() + text[1:] if text.split(" ", 1)[0] in _OPENERS else text


def _upper_first(text: str) -> str:
    return text[0].upper() + text[1:]


def _may_move(clause: str) -> bool:
    """Whether a date can go to the other end: one short clause with no name first and no second verb."""
    return clause.split(" ", 1)[0] in _OPENERS and len(clause.split()) <= _SHORT and not _ATTACHES.search(clause)


def clause_order(text: str) -> Iterator[str]:
    """A date or a linking adverb moves between the front and the end; the last of three names goes first."""
    if (m := re.fullmatch(rf"({_WHEN}), ([^,;]+)\.", text)) and _may_move(_upper_first(m[2])):
        yield f"{_upper_first(m[2])} {m[1][0].lower()}{m[1][1:]}."
    if (m := re.fullmatch(rf"([^,;]+?) ({_WHEN})\.", text)) and _may_move(m[1]):
        yield f"{_upper_first(m[2])}, {_lower_first(m[1])}."
    if m := re.fullmatch(r"(However|Additionally|Furthermore|Moreover|Therefore|Traditionally), ([^,;()]+)\.", text):
        yield f"{_upper_first(m[2])}, {m[1].lower()}."
    if m := re.search(r"\b([A-Z][a-z]+), ([A-Z][a-z]+),? and ([A-Z][a-z]+)\b(?=[.;])", text):
        yield f"{text[: m.start()]}{m[3]}, {m[1]} and {m[2]}{text[m.end() :]}"


def voice(text: str) -> Iterator[str]:
    """`X was painted by Y.` to `Y painted X.`, where both are short and the participle is regular."""
    if m := re.fullmatch(rf"({_NOUN}) (?:was|were) (\w+ed) by ({_NOUN})\.", text):
        object_ = _OBJECT.get(m[1].lower(), _lower_first(m[1]))
        yield f"{_upper_first(m[3])} {m[2]} {object_}."


def words(text: str) -> Iterator[str]:
    """One word by another of the same meaning; its capital is kept, its article made to fit."""
    for m in re.finditer(r"(?<![\w-])[A-Za-z]+(?![\w-])(?! of\b)", text):
        other = SYNONYMS.get(m[0] if m[0].islower() else m[0].lower() if m.start() == 0 else "")
        if other:
            before = re.sub(r"\b([Aa])n? $", r"\1n " if other[0] in "aeio" else r"\1 ", text[: m.start()])
            yield before + (_upper_first(other) if m[0][0].isupper() else other) + text[m.end() :]


def phrases(text: str) -> Iterator[str]:
    """One phrase by another of the same meaning."""
    for pattern, other in _PHRASES:
        if re.search(pattern, text):
            yield re.sub(pattern, other, text, count=1)


def numbers(text: str) -> Iterator[str]:
    """The same number written otherwise: five/5, fifth/5th, 12,000/12000, %/percent, 3 May/May 3."""
    for m in re.finditer(r"\b[a-z]+\b", text):
        if m[0] in _DIGITS or (m[0] in _ORDINALS and text[m.start() - 4 : m.start()] == "the "):
            yield f"{text[: m.start()]}{_DIGITS.get(m[0]) or _ORDINALS[m[0]]}{text[m.end() :]}"
    if re.search(r"\d,\d{3}\b", text):
        yield re.sub(r"(?<=\d),(?=\d{3}\b)", "", text)
    if re.search(r"\d ?%", text):
        yield re.sub(r"(?<=\d) ?%", " percent", text)
    if re.search(r"\d percent\b", text):
        yield re.sub(r"(?<=\d) percent\b", "%", text)
    yield re.sub(rf"\b({_MONTH}) (\d{{1,2}}), (\d{{4}})", r"\2 \1 \3", text, count=1)
    yield re.sub(rf"\b(\d{{1,2}}) ({_MONTH}) (\d{{4}})", r"\2 \1, \3", text, count=1)


def contractions(text: str) -> Iterator[str]:
    """`does not` to `doesn't`, `it is` to `it's`."""
    for pattern, other in _CONTRACTIONS:
        if re.search(pattern, text):
            yield re.sub(pattern, other, text, count=1)


KINDS: tuple[Edit, ...] = (clause_order, voice, phrases, words, numbers, contractions)


def paraphrase(text: str) -> str:
    """`text` with AT_LEAST to AT_MOST rewrites of as many kinds as apply, "" where fewer apply.

    The choice depends on the text alone (its CRC-32 seeds the generator), never on its place in a set.
    """
    lot = random.Random(zlib.crc32(text.encode()))
    kinds = [*lot.sample(KINDS, len(KINDS)), words, words]
    told, edits = text, 0
    for kind in kinds:
        choices = [new for new in kind(told) if new not in (text, told) and _lost(text, new) >= _lost(text, told)]
        if choices and edits < AT_MOST:
            told, edits = lot.choice(choices), edits + 1
    return told if edits >= AT_LEAST else ""


def _lost(text: str, told: str) -> int:
    """How many words of `text` are not in `told`: an edit that lowers it undoes an earlier one."""
    return len(set(text.split()) - set(told.split()))
