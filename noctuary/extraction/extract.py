"""Cuts an event into candidates: atomic, durable statements with their evidence; the rest into rejections.

Invents no word, opens no file, and never keeps what a tool printed, a secret or an instruction from outside.
"""

from __future__ import annotations

import datetime as dt
import re

from noctuary.decisions import Rejection
from noctuary.extraction import atoms, keep_gates, not_own
from noctuary.extraction.durable import DOCUMENT, cues, features, gate_of, is_anchored, probability
from noctuary.extraction.keep_stance import of_stance
from noctuary.extraction.marks import SHAPES
from noctuary.extraction.reported import reported
from noctuary.extraction.requests import parted
from noctuary.extraction.statement_kind import domain_of, kind_of, subject_of
from noctuary.extraction.when import days, resolve
from noctuary.model import Candidate, Event, Support
from noctuary.text.days import day_of
from noctuary.text.patterns import signs
from noctuary.text.projects import says_this_project

MAX_CANDIDATES = 12
THRESHOLD = 0.47
NEAR_MISS = 0.2
READ_FROM = 0.1
"""Talk that its features make less likely to last is not read: whatever the reader said, no labelled sentence below it
came to more than .02 (benchmarks/corpus/talk.py)."""
MEMORY_CONFIDENCE = 0.95

_LEAD = signs(
    r"""
^(?:{say.lead_in}(?: (?:and|also|fyi|btw|please|important|remember))*\s*[,.:;!]*\s+|(?:please )?(?:remember|
keep in mind|bear in mind|note|don'?t forget|do not forget|be aware)(?: that|:|,)\s*|
(?:please )?remember (?=\S+ (?:is|are|has|\w+s)\b|our |my |the |we |i )|(?:for the record|
for future reference|good to know|to remember|heads-?up|reminder)\s*[,:]\s*|(?:add|save|put|
write)(?: this| it)?(?: to| in| into| down)(?: your| the)?(?: memory| notes)?\s*:\s*|note:?\s+(?!that)|
(?:new |house |hard |fixed )?rules?:\s*|(?:norma|nueva norma|regla|neue regel|regel|règle)\s*:\s*|
(?:decision|decided|decidido|beschlossen|entscheidung|décision)\s*:\s*|(?:lessons? learn(?:ed|t)|
learned today|gelernt|aprendido)\s*:\s*|(?:noted|understood|confirmed|anotad[oa]|norma anotada|notiert|
verstanden|noté)\b[^:—]{0,40}[:—]\s*|recuerda\s*[:,]?\s*(?:que )?|ten en cuenta (?:que )?|
merk(?:e)? dir\s*[:,]?\s*(?:dass )?|(?:记住|記住|请记住|請記住|覚えて(?:おいて)?|メモ)\s*[:：,，]?\s*)
""",
)
_TAIL = signs(
    r"""
(?:,|;| –| -)\s+(?:and |so )?(?:please )?(?:tell (?:everybody|everyone|them)|update|fix|remove|check|
rename|adjust|write (?:it|this|that) down|note (?:it|this|that)|put (?:it|this)|add (?:it|this)|
save (?:it|this)|remember (?:it|this|that)|please (?:don'?t|update|fix|remove|add|change|
make))\b[^,;]*$|\s+(?:btw|fyi|please|thx|thanks|by the way)$
""",
)
_FIRST_PERSON = signs(
    r"""
(?<![\w`\"])(?-i:I)(?:'m|'ll|'ve|'d| am| will| would| can| have| had to| do| don't| did| didn't| could|
 need| \w+ed| added| found| left| kept| see| keep| leave| change| pin| fill| take| put| set| ran| think|
 make| made| went| only| also| just| now| then| always| never)(?!\w)|^(?:now |next |first |
then )?(?:let me|ich|yo|je|j'ai|我)(?!\w)
""",
)
_PROMISE = signs(
    r"""
\b(?:i|we) (?:had|got|mixed|told|said|was)\b.{0,25}\b(?:wrong|up|mistaken)\b|\b(?:never|always|only|
not .{3,40} (?:unless|without))\b.*\b(?:your|you|unless)\b
""",
)
_LEARNED_BY = signs(
    r"""
^(?:(?:i|we) )?(?!decided|agreed|settled|noted|corrected)(?:[a-z]{3,}ed|went|saw|read|took|met) [^:]{4,80}: ([^:]+)$
""",
)
_LINKING = signs(r"^(?:(?:and|also|then|now|next|so|ok(?:ay)?)[, ]+)+")
_WRAPPED = re.compile(r"^\((.*)\)$|^[\"“](.*)[\"”]$")
_VERB_START = signs(
    r"""
^(?:lives?|has|is|are|was|wants?|likes?|takes?|works?|needs?|prefers?|hates?|uses?|speaks?|hard of|
allergic|born|he|she|it|they|his|her|its|their)\b
""",
)
_GENERIC_HEADING = signs(
    r"""
memory|memoria|notes?\b|rules?|never|always|misc|norm|about|preferences?|facts?|todo|log|^\d|ongoing|
general|conventions?|decisions?|long[- ]term
""",
)
_BARE_FIELD = re.compile(r"[^\W\d_][\w-]*\s*[:：]\s*((?:[^\s:：]+\s?){1,4})$")
_POINTER = signs(
    r"""
^(?:see|siehe|ver|voir|→|->)\s+\S+\.?$|
^[^:]{0,60}:?\s*(?:see\s+)?`?\[?[\w./-]+\.md`?\]?(?:\([^)]*\))?\.?$
""",
)


def extract(
    event: Event, zone: dt.tzinfo | None = None, *, is_reread: bool = False, is_screened: bool = False
) -> list[Candidate | Rejection]:
    """The statements of one event in order: at most MAX_CANDIDATES, and why the rest is not kept.

    Relative days are counted from the day it was where the words were said: `zone` where the event tells none. With
    `is_reread` a human's talk is weighed as half of what a reader completes (`rereading.reread`). What `is_screened`
    stands on a bench, which has no words of what nobody may find.
    """
    if event.role == "tool":
        return [_rejected(event, None, keep_gates.of_tool(event.text))]
    gate = "own_output" if event.origin == "own" else keep_gates.of_event(event.text)
    if event.role != "memory" and keep_gates.is_hostile(event.text):
        gate = "injection"
    if not gate and not is_screened:
        gate = keep_gates.withheld(event.role, event.text, event.context)
    if gate:
        return [_rejected(event, None, gate)]
    prose = event.role != "memory" or len(event.text) > 400
    cut = atoms.pieces(event.text, prose=prose)
    if event.role == "user":
        cut = [part for piece in cut for part in parted(piece)]
    day = day_of(event, zone)
    pasted = not_own.paste_line(event.text) if event.role == "user" else None
    judged: list[Candidate | Rejection] = []
    for index, piece in enumerate(cut):
        if pasted is not None and piece.first >= pasted:
            judged.append(_rejected(event, piece, "pasted"))
        else:
            judged.extend(_judge(event, cut, index, day, is_reread=is_reread))
    return _capped(judged or [_rejected(event, None, "incomplete")])


def _judge(
    event: Event, cut: list[atoms.Piece], index: int, day: dt.date | None, *, is_reread: bool
) -> list[Candidate | Rejection]:
    """The candidates or the rejection of one piece, seen with the pieces around it."""
    piece = cut[index]
    if piece.code:
        return [_rejected(event, piece, "code")]
    if keep_gates.is_noise(piece.text):
        return [_rejected(event, piece, "incomplete")]
    unsafe = keep_gates.is_unsafe(piece.text)
    if unsafe:
        rest = _safe_rest(piece.text)
        if not rest:
            return [_rejected(event, piece, unsafe)]
        piece = piece._replace(text=rest, quote=rest)
    gate = keep_gates.of_piece(piece.text)
    if event.role == "memory":
        return _of_memory(event, piece, gate, day)
    if not gate and event.role == "note" and (not_own.is_index_entry(piece.quote) or not_own.is_link(piece.quote)):
        gate = "pointer"
    if gate:
        return [_rejected(event, piece, gate)]
    if index + 1 < len(cut) and keep_gates.is_withdrawn(cut[index + 1].text):
        return [_rejected(event, piece, "withdrawn")]
    stance = (
        of_stance(piece.text)
        or of_stance(_LINKING.sub("", piece.text))
        or _own_doing(event, piece.text)
        or _work_logged(cut[: index + 1])
        or _spoken(event, cut[: index + 1])
    )
    if stance:
        return [_rejected(event, piece, stance)]
    return _weighed(event, piece, cut[:index], len(cut), day, is_reread=is_reread and event.role == "user")


def _own_doing(event: Event, text: str) -> str | None:
    """What an assistant says of its own doing is progress, unless it promises ("I never … without you")."""
    text = text.replace("’", "'")
    is_own = _FIRST_PERSON.search(text) and not _PROMISE.search(text)
    return "progress" if event.role == "assistant" and is_own else None


def _work_logged(cut: list[atoms.Piece]) -> str | None:
    """A sentence is progress where one before it on the same line opened an entry of a log of work."""
    line = cut[-1].first
    return "progress" if any(not_own.is_worklog(one.text) for one in cut if one.first == line) else None


def _spoken(event: Event, cut: list[atoms.Piece]) -> str | None:
    """What an assistant said in a talk is not the note's own word, sentence after sentence of its turn."""
    line = cut[-1].first
    is_turn = event.role == "note" and any(not_own.is_turn(one.text) for one in cut if one.first == line)
    return "quoted" if is_turn else None


def _of_memory(event: Event, piece: atoms.Piece, gate: str | None, day: dt.date | None) -> list[Candidate | Rejection]:
    """A line of the human's own memory: kept as it stands unless it is no statement at all."""
    text = piece.text
    if re.match(r"^\[[ xX]\]", text):
        return [_rejected(event, piece, "done")]
    if _POINTER.match(text):
        return [_rejected(event, piece, "pointer")]
    if (gate == "incomplete" and text.rstrip().endswith((":", "："))) or gate in (
        "own_output",
        "score_meta",
        "code",
    ):
        return [_rejected(event, piece, gate or "incomplete")]
    if not any(c.isalnum() for c in text) or (text.rstrip().endswith("?") and len(text) < 80):
        return [_rejected(event, piece, "question" if "?" in text else "incomplete")]
    context = (*event.context, *piece.context)
    found = features(text, event.role, context=context)
    return [
        _candidate(event, piece, _standing(part, context), found, MEMORY_CONFIDENCE, context, day)
        for part in atoms.keyed(text)
    ]


def _weighed(
    event: Event, piece: atoms.Piece, before: list[atoms.Piece], crowd: int, day: dt.date | None, *, is_reread: bool
) -> list[Candidate | Rejection]:
    """A piece of a note or conversation, weighed by the model."""
    context = (*event.context, *piece.context)
    stated, found = seen(event, piece, before, crowd)
    if stated != piece.text and found.pop("vague_subject", None) is None:
        piece = piece._replace(text=stated)
    briefed = event.role == "user" and not_own.is_brief(event.text)
    is_weighed = is_anchored(found, event.role, DOCUMENT + 1 if briefed else crowd)
    sure = round(probability(found, is_reread=is_reread), 4) if is_weighed else 0.0
    if sure < (READ_FROM if is_reread else NEAR_MISS):
        return [_rejected(event, piece, gate_of(found))]
    text = _trimmed(piece.text)
    if sure < THRESHOLD:
        whole = _candidate(event, piece, text, found, sure, context, day)
        return [_rejected(event, piece, gate_of(found), whole)]
    parts = atoms.keyed(text) if event.role == "note" else [text]
    return [_candidate(event, piece, part, found, sure, context, day) for part in parts]


def seen(event: Event, piece: atoms.Piece, before: list[atoms.Piece], crowd: int) -> tuple[str, dict[str, float]]:
    """What a piece states and the features that the model weighs, after the pieces before it in its event of `crowd`."""
    stated = _found_out(piece.text) if event.role == "note" else piece.text
    context = (*event.context, *piece.context)
    found = features(stated, event.role, context=context, crowd=crowd, row=piece.quote.startswith("|"))
    found.update(_inherited(before))
    return stated, found


def _found_out(text: str) -> str:
    """What was learned by doing something (`printed the sheet: cafés get 25 %`), else the whole text."""
    clause = reported(text)
    if clause != text:
        return clause
    told = _LEARNED_BY.match(text)
    return told[1] if told and SHAPES["present"].search(told[1].lower()) else text


def _inherited(before: list[atoms.Piece]) -> dict[str, float]:
    """Marks that a short sentence sets for the one after it (`wrong. the user is …`), or for the list it opens."""
    opened = [piece for piece in before if piece.text.endswith(":")][-1:]
    short = [piece.text for piece in (*opened, *before[-1:]) if len(piece.text.split()) <= 8]
    marks = {name for text in short for name in features(text, "user")}
    return {name: 1.0 for name in ("correction", "remember") if name in marks}


def _safe_rest(text: str) -> str:
    """The clauses of a sentence that hold no secret and still say something, joined; "" where none does."""
    kept = [part for part in atoms.clauses(text) if not keep_gates.is_unsafe(part)]
    stated = [part for part in kept if re.search(r"\b(?:is|are|ist|es|est|:)\b", part) and len(part.split()) > 3]
    return stated[0] if stated and len(kept) < len(atoms.clauses(text)) else ""


def _trimmed(text: str) -> str:
    """A statement without the words that only lead in or ask for something on the side."""
    for _ in range(4):
        shorter = _LEAD.sub("", text, count=1).strip()
        if shorter == text or len(shorter) < 4:
            break
        text = shorter
    shorter = _TAIL.sub("", text)
    text = shorter if len(shorter.split()) >= 3 else text
    wrapped = _WRAPPED.match(text)
    text = (wrapped[1] or wrapped[2]) if wrapped else text
    return text.strip().rstrip(".。;,") if not text.endswith("...") else text


def _standing(text: str, context: tuple[str, ...]) -> str:
    """A line of memory with what it stands under in front, where it does not stand alone."""
    above = context[-1].strip().rstrip(":：").strip() if context else ""
    if not above or _GENERIC_HEADING.search(above) or re.match(r"^[^:]{1,40}: ", text):
        return text
    wide = sum(ord(c) > 0x2E80 for c in text)
    short = len(text.split()) <= 3 and wide < 8
    labelled = context[-1].rstrip().endswith((":", "："))
    return f"{above}: {text}" if short or labelled or _VERB_START.match(text) else text


def _subject(text: str, context: tuple[str, ...]) -> str:
    """What a statement speaks of; a bare field ("Port: 8080") speaks of what it stands under, which tells it from
    the same words under another heading."""
    above = context[-1].strip().rstrip(":：").strip() if context else ""
    return above if above and _is_bare_field(text) and not _GENERIC_HEADING.search(above) else subject_of(text, context)


def _is_bare_field(text: str) -> bool:
    """Whether one word and a value are all of it, so that the word names an attribute and no thing: the value is a
    single word, or names and numbers ("Port: 8080", "Zone: Europe/Berlin", not "Dan: allergic to nuts")."""
    field = _BARE_FIELD.match(text)
    words = field[1].split() if field else []
    return len(words) == 1 or (bool(words) and not any(word[0].islower() for word in words))


def _support(event: Event, piece: atoms.Piece | None, under: tuple[str, ...] = ()) -> Support:
    first = event.line + (piece.first if piece else 0)
    last = event.line + piece.last if piece else event.line_end
    return Support(
        ref=event.ref,
        line=min(first, event.line_end),
        line_end=min(last, event.line_end),
        session=event.session,
        role=event.role,
        trust=event.trust,
        at=event.at,
        origin=event.origin,
        quote=piece.quote if piece else event.text[:400],
        event=event.id,
        zone=event.zone,
        under=under or ((event.folder,) if event.folder and says_this_project(piece.quote if piece else "") else ()),
    )


def _candidate(
    event: Event,
    piece: atoms.Piece,
    text: str,
    found: dict[str, float],
    sure: float,
    context: tuple[str, ...],
    day: dt.date | None,
) -> Candidate:
    named = days(text, day) if event.role != "memory" else ()
    return Candidate(
        text=text,
        kind=kind_of(resolve(piece.text, day), found, event.role, context),
        subject=_subject(text, context),
        support=_support(event, piece, context),
        confidence=sure,
        cues=cues(found),
        domain=domain_of(text),
        days=named,
    )


def _rejected(event: Event, piece: atoms.Piece | None, gate: str, candidate: Candidate | None = None) -> Rejection:
    return Rejection(
        text=piece.text if piece else " ".join(event.text.split())[:200],
        gate=gate,
        reason=keep_gates.REASONS[gate],
        support=_support(event, piece),
        candidate=candidate,
        score=candidate.confidence if candidate else 0.0,
    )


def _capped(judged: list[Candidate | Rejection]) -> list[Candidate | Rejection]:
    """At most MAX_CANDIDATES candidates: the surest, in the order they stand."""
    kept = [found for found in judged if isinstance(found, Candidate)]
    if len(kept) <= MAX_CANDIDATES:
        return judged
    floor = sorted((c.confidence for c in kept), reverse=True)[MAX_CANDIDATES - 1]
    room = MAX_CANDIDATES
    chosen: list[Candidate | Rejection] = []
    for found in judged:
        if isinstance(found, Rejection):
            chosen.append(found)
        elif found.confidence >= floor and room:
            chosen.append(found)
            room -= 1
    return chosen
