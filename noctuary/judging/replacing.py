"""Whether a conflict that the judge sees may be acted on: carried out unasked, or put to the human. Finds none.

The judge says how sure it is; this asks for what one can point at: one thing and one attribute on both sides, a value
of one type for another or an old value called former, a newer side that is surely later, a rule met by a rule. Where
one is missing nothing is replaced; where it is not plain that both are of one thing nothing is asked.
Source: DESIGN 7.3.
"""

from __future__ import annotations

import re

from noctuary.decisions import Verdict
from noctuary.judging.apart import are_of_other_kinds
from noctuary.judging.entails import subject_above, told_words
from noctuary.judging.odds import tells_change
from noctuary.judging.remains import remains
from noctuary.judging.retire import Retired, retired
from noctuary.judging.siblings import head
from noctuary.judging.slots import MET, TWO, Slot, are_names_exchanged, is_denied, is_telling, measured, slot
from noctuary.judging.stamps import are_rows
from noctuary.judging.statements import of_fact
from noctuary.model import Fact, Statement, fold
from noctuary.text.claims import claim
from noctuary.text.clauses import opening
from noctuary.text.forms import is_episode, is_logged, is_placed
from noctuary.text.language import NAMED, Token
from noctuary.text.readable import is_readable
from noctuary.text.relations import lemmas
from noctuary.text.stop_words import STOP
from noctuary.text.stops import cut
from noctuary.text.tense import tense
from noctuary.text.values import Typed

RULES = ("constraint", "preference", "identity")
_SAID_BY_RULES = (*RULES, "decision", "correction")
_SERIAL = frozenset(("id", "ordinal", "year"))
_COUNTING = frozenset(("number", "range", "bytes"))
_SPEAKER = re.compile(r"(?:user|assistant|human|system|agent|bot|ai|me|you)\s*:", re.IGNORECASE)
_CLAUSES = re.compile(r"[,;.!?]\s+|\s[–—-]\s|[()，。；]")
_FIGURES = re.compile(r"\d+")
SURELY_HEARD, HEARD_AS_ONE = 0.9, 0.95
"""From here a reader's word stands for words that the measures cannot read, and for a shared subject where
one value of a type is told to have taken another's place."""
SURELY_JUDGED = 0.95
"""How sure the judge must be of a change that shares no subject in words."""
_OPENING = 2
"""Words before a comma that only open what follows: "no, it is …", "from March, …"."""


def held_from_replacing(older: Fact, newer: Fact, verdict: Verdict) -> str:
    """Why a change is not carried out unasked, in plain words; "" where nothing speaks against it."""
    met = slot(older, newer)
    is_former = is_replaced(met) and calls_former(older, newer)
    is_told_so = is_told(older, newer, verdict)
    is_heard = verdict.heard >= HEARD_AS_ONE and is_told_so and bool(measured(met))
    is_told_former = _ends(met).named or names_former(met)
    is_surely_one = is_one_thing(older, newer, met) and (is_told_former or is_headed(older, newer, met))
    if not verdict.slot or not (is_heard or is_surely_one):
        return "it is not plain that both speak of one thing"
    if names_another_former(met):
        return "the newer one says that its value was another one before"
    if _are_two_records(met):
        return "each names a thing that the other does not"
    if not (is_former or _is_of_one_kind(met, is_told=is_told_so)):
        return "no value of one kind stands against another"
    if "ended" in met.one.cues & met.two.cues and not measured(met):
        return "both tell of the same end"
    if not _is_later(older, newer, met, is_told=is_told_so):
        return "it is not known which of the two is newer"
    if older.kind in RULES and newer.kind not in _SAID_BY_RULES and newer.trust != "human":
        return "only a rule replaces a rule"
    if not is_told_so and (is_report(older) or is_report(newer)):
        return "a report tells how things stood on its day"
    if _says_more(older, newer):
        return "the older one says more than what changed"
    return ""


def _says_more(older: Fact, newer: Fact) -> bool:
    """Whether the older one says what the newer does not speak of; what stands in the label of an agent's names it."""
    label = "" if older.trust == "human" else head(older.text)
    return any(part not in label for part in remains(of_fact(older), of_fact(newer)))


def is_told(older: Fact, newer: Fact, verdict: Verdict) -> bool:
    """Whether the newer one says itself that something changed: of the value it gives, or of the older one's."""
    is_former = is_replaced(slot(older, newer)) and calls_former(older, newer)
    return is_former or is_governed(newer.text, verdict.b_value)


def calls_former(older: Fact, newer: Fact) -> bool:
    """Whether the newer one calls a value or a name of the older former: "9090, no longer 8080", "we left Holded".

    "the sold page" ends no page: a common word is no name.
    """
    met = slot(older, newer)
    pairs = [(met.one.tokens[i], met.two.tokens[j]) for i, j, strength in met.met.same if strength >= MET]
    is_named = any(y.past and (_are_names(x, y) or _are_spelt_as_names(x, y)) for x, y in pairs)
    return is_named or bool(met.met.retired) or names_former(met)


def _are_names(x: Token, y: Token) -> bool:
    """Whether two words that met are one name, marked as one or no English word (zigbee, nginx-ingress)."""
    return bool({x.kind, y.kind} & NAMED) or not lemmas(x.text.casefold())


def _are_spelt_as_names(x: Token, y: Token) -> bool:
    return x.text[:1].isupper() and y.text[:1].isupper()


def is_told_former(older: Fact, newer: Fact, verdict: Verdict) -> bool:
    """Whether the judge is sure that what a belief says is called former and other given, whatever else they share.

    "We pay with PayPal" / "Dropped PayPal, we pay with Stripe now" → True. So is "My editor is Emacs" / "Tom switched
    from Emacs to Neovim": of whom it is said a reader has to hear.
    """
    is_sure = verdict.kind == "supersession" and verdict.score >= SURELY_JUDGED
    return older.is_believed and is_sure and is_replaced(slot(older, newer))


def may_clash(met: Slot) -> bool:
    """Whether one can point at what could clash, or the newer side tells of a change: else nothing is asked or replaced."""
    return is_seen(met) or met.is_labelled or is_replaced(met) or tells_change(met.two)


def is_seen(met: Slot) -> bool:
    """Whether values of one type differ, two of one kind or opposites meet, one side denies, or names are exchanged.

    Two texts under one label are not enough: of thirteen questions of real nights that rest on a label alone blind
    readers called none right.
    """
    if measured(met) or met.met.rivals or met.met.opposed:
        return True
    return is_denied(met) or are_names_exchanged(met, may_be_code=False)


def may_stand_in(older: Fact, newer: Fact) -> bool:
    """Whether some verdict on the two passes `held_from_replacing` as far as what is of one thing and kind goes."""
    met = slot(older, newer)
    is_one = bool(measured(met)) or is_one_thing(older, newer, met)
    return is_one and (is_replaced(met) or _is_of_one_kind(met, is_told=True))


def is_worth_asking(a: Fact, b: Fact, heard: float = 0.0) -> bool:
    """Whether two that clash are plainly of one thing, and what differs is no report's, nor a count's.

    The same words do not clash: where they name today, each is of its own day. Nor do two days of one report, nor does
    a question with anything.

    In a language the measures do not read, what agents alone wrote down is asked only where values of one type differ
    and a reader is `SURELY_HEARD`, too (`heard`: how likely it finds a conflict): of 4,992 natural pairs of 28
    workspaces eleven would have been asked by measures alone, none of them rightly, eight of these in such languages
    (docs/corpus.md).
    """
    met = slot(a, b)
    if not is_seen(met) or fold(a.text) == fold(b.text):
        return False
    if any(claim(of_fact(side)).status == "question" for side in (a, b)):
        return False
    if are_reported(a, b) and not any(map(_tells_change, (a, b))):
        return False
    if not (is_readable(a.text) and is_readable(b.text)) and not any(map(_is_backed, (a, b))):
        one, two = of_fact(a), of_fact(b)
        is_above = any(subject_above(side) for side in (one, two))
        return heard >= SURELY_HEARD and bool(measured(met)) and not (is_above or _is_counted(met))
    if _are_two_records(met) or (names_another_former(met) and not _is_same_subject(a, b, met)):
        return False
    if not is_one_thing(a, b, met):
        return False
    if _is_counted(met) or any(is_report(side) and not _tells_change(side) for side in (a, b)):
        return False
    return any(side.trust == "human" for side in (a, b)) or is_headed(a, b, met)


def is_said_outright(a: Fact, b: Fact) -> bool:
    """Whether one says in the other's own words, and in a word for a change, that a value of one type is another.

    For languages a reader does not know: what it does not hear there is no sign that nothing is said.
    "Le port est 8022", "Le port est désormais 8122" → True.
    """
    if is_readable(a.text) and is_readable(b.text):
        return False
    met = slot(a, b)
    return bool(measured(met)) and _is_verbatim(met) and any(map(_tells_change, (a, b)))


def is_one_thing(a: Fact, b: Fact, met: Slot) -> bool:
    """Whether two statements name one thing and one attribute.

    They share a name, two telling words, or one and what it stands under; not each has a subject word that the other
    lacks, the heading of a bare field among them. Who speaks is no subject. In a
    language nobody here reads, all words of the one must stand in the other.
    """
    one, two = of_fact(a), of_fact(b)
    if any(_SPEAKER.match(side.text) for side in (a, b)):
        return False
    above = [subject_above(side) for side in (one, two)]
    if all(above) and above[0] - told_words(two) and above[1] - told_words(one):
        return False
    if not (is_readable(a.text) and is_readable(b.text)):
        return _is_verbatim(met)
    left = [_left(met, 0), _left(met, 1)]
    if all(left) and left[0] - told_words(two) and left[1] - told_words(one):
        return False
    met_above = zip(above, (two, one), strict=True)
    is_above = any(words and not words.isdisjoint(told_words(other)) for words, other in met_above)
    more = len(met.met.equal) + len(met.met.retired) + is_above
    return _is_named(met) or (met.shared > 0 and met.shared + more >= TWO)


def _tells_change(fact: Fact) -> bool:
    return tells_change(claim(of_fact(fact)))


def is_headed(older: Fact, newer: Fact, met: Slot) -> bool:
    """Whether a bare field and the other side are of one record: that has more than half of the name that the field
    stands under, or both have a name beside the label.

    "Port: 8080" under Billing is no other record's "the new port is 9090", but "the new billing port is 9090" is of it.
    """
    one, two = of_fact(older), of_fact(newer)
    above = [(_name_above(one), two), (_name_above(two), one)]
    is_told = all(2 * len(words & told_words(side)) > len(words) or not words for words, side in above)
    return _is_named(met, is_beside_label=True) or is_told


def _name_above(one: Statement) -> frozenset[str]:
    """The words of the heading a bare field needs, without what stands behind its name: "Leo (cousin)" → leo."""
    words = subject_above(one)
    name = told_words(Statement(text=opening(one.context[-1]))) if words else words
    return words & name or words


def _is_backed(fact: Fact) -> bool:
    """Whether it is believed, or a human said it."""
    return fact.trust == "human" or fact.is_believed


def is_report(fact: Fact) -> bool:
    """Whether it tells what was done or came out on an occasion, or fills a field of a record."""
    told = tense(fact.text)
    return is_logged(fact.text) or is_placed(fact.text) or is_episode(fact.text) or (told.was and not told.now)


def are_reported(a: Fact, b: Fact) -> bool:
    """Whether an agent noted both under one heading on two days, neither as a rule or decision, and nobody believes
    either: each is of its day."""
    is_noted = all(side.kind not in _SAID_BY_RULES for side in (a, b)) and not any(map(_is_backed, (a, b)))
    return is_noted and are_rows(of_fact(a), of_fact(b))


def is_count(value: Typed) -> bool:
    """Whether a value counts ("4 tiles", "~2.5 %") or numbers ("#379") what there was, so that each day has its own."""
    is_of_things = bool(value.after) and value.after not in STOP
    return value.approx or value.kind in _SERIAL or (value.kind in _COUNTING and is_of_things)


def is_governed(text: str, value: str) -> bool:
    """Whether a word of change stands in the clause that gives the value.

    "the API port is now 9090, told Ana" does so for 9090; "fixed the counts (now 48), see MEMORY.md" not for MEMORY.md.
    """
    clauses = cut(_CLAUSES, text)
    if len(clauses) > 1 and len(clauses[0].split()) <= _OPENING:
        clauses[:2] = [f"{clauses[0]}, {clauses[1]}"]
    given = re.compile(rf"(?<!\w){re.escape(value)}(?!\w)", re.IGNORECASE)
    giving = [clause for clause in clauses if value and given.search(clause)]
    return any(tells_change(claim(Statement(text=clause))) for clause in giving)


def _is_of_one_kind(met: Slot, *, is_told: bool) -> bool:
    """Whether two values of one kind differ that are no counts, or a told change puts one name in another's place."""
    return not _is_counted(met) and (bool(measured(met)) or (is_told and not are_of_other_kinds(met)))


def _is_counted(met: Slot) -> bool:
    pairs = measured(met)
    return bool(pairs) and all(is_count(x) or is_count(y) for x, y in pairs)


def _are_two_records(met: Slot) -> bool:
    """Whether values differ, and each side holds an identifier that met nothing: two hosts and their addresses."""
    sides = ((met.one, met.met.only_a), (met.two, met.met.only_b))
    is_each = all(any(side.tokens[n].kind == "code" and not side.tokens[n].past for n in left) for side, left in sides)
    return is_each and bool(measured(met))


def _is_verbatim(met: Slot) -> bool:
    sides = ((met.one, met.met.only_a), (met.two, met.met.only_b))
    whole = [not any(is_telling(side.tokens[n]) for n in left) for side, left in sides]
    return any(whole) and met.shared > 0 and all(strength == 1.0 for _, _, strength in met.met.same)


def _left(met: Slot, which: int) -> frozenset[str]:
    """The telling words of one side's subject that met nothing on the other."""
    side, left = ((met.one, met.met.only_a), (met.two, met.met.only_b))[which]
    return frozenset(side.tokens[n].key for n in left if side.tokens[n].head and is_telling(side.tokens[n]))


def _is_named(met: Slot, *, is_beside_label: bool = False) -> bool:
    """Whether both name one thing: by a name, or by a word that is no English one (zigbee, ramipril)."""
    pairs = [(met.one.tokens[i], met.two.tokens[j]) for i, j, strength in met.met.same if strength >= MET]
    pairs = [(x, y) for x, y in pairs if not (is_beside_label and (x.head or y.head))]
    return any(_are_names(x, y) for x, y in pairs if is_telling(x))


def is_replaced(met: Slot) -> bool:
    """Whether the newer one calls former what the older states, and gives another in its place."""
    return _ends(met).is_replaced


def _ends(met: Slot) -> Retired:
    return retired(met.one, met.two, met.met)


def names_another_former(met: Slot) -> bool:
    """Whether the newer one says what its value was before, and that is none of the older one's: it is of another thing
    ("adult membership is 265 now, raised from 240" / "junior membership: 110"). A bare number may be of any kind."""
    kinds = {"number", *(value.kind for value, _ in measured(met))}
    stated = {value.norm for value in met.one.values}
    former = [value.norm for value in met.two.values if value.past and value.kind in kinds]
    return bool(former) and stated.isdisjoint(former) and not names_former(met)


def _is_same_subject(a: Fact, b: Fact, met: Slot) -> bool:
    """Whether both name one thing, and neither has a word of its subject or a heading that the other does not tell.

    "The API port is 7070" / "the API port is now 9090, no longer 8080" → True; of a bare "discount" → False, there may
    be several.
    """
    one, two = of_fact(a), of_fact(b)
    above = (subject_above(one) - told_words(two)) | (subject_above(two) - told_words(one))
    return _is_named(met) and not (above or _left(met, 0) or _left(met, 1))


def names_former(met: Slot) -> bool:
    """Whether the newer one calls a value former whose figures are the older one's ("every 30 minutes" / "not 30")."""
    stated = [_FIGURES.findall(value.text) for value in met.one.values]
    former = [_FIGURES.findall(value.text) for value in met.two.values if value.past]
    return any(figures and figures in stated for figures in former)


def _is_later(older: Fact, newer: Fact, met: Slot, *, is_told: bool) -> bool:
    """Whether both days are known and the newer one's is later, or it tells itself that it ends the older.

    A line without a day is of unknown age: it ends only by what calls its value former, or by a human's own word of
    a change.
    """
    if older.said_on and newer.said_on and older.said_on != newer.said_on:
        return newer.said_on > older.said_on
    if _ends(met).named or names_former(met) or "no_longer" in met.two.cues:
        return True
    return is_told and (older.said_on is not None or newer.trust == "human")
