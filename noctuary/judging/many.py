"""Measures whether what two claims share can hold of many things at once ("supports JSON") or of one ("is hosted at").

An English word that is in neither list is told by the words of the lists that are nearest to it in meaning. An attribute
is one thing at a time ("the log level is"); somebody may be several things ("Edda is a nurse"). It decides nothing.
"""

from __future__ import annotations

import re
from functools import lru_cache

from noctuary.judging.align import Alignment
from noctuary.text.claims import Claim
from noctuary.text.language import NAMED, fold_word
from noctuary.text.relations import lemmas
from noctuary.text.vectors import likenesses

MANY = frozenset(
    """accept admire adopt afraid allergic allow attend avoid bake ban block borrow breed bring buy carry certified check cite
    climb collect combine comprise connect consist contain cook cover crave dance delete deliver depend detect dig dislike
    display distribute draw drink eat emit endorse enjoy exhibit export expose feature feed find fix fluent follow fond forbid
    generate grow handle hate hire hobby ignore illustrate implement import include index integrate interested interview invite
    join know learn lend like lint list log lose love make manufacture meet member mention mentor merge miss monitor need offer
    order owns paint parse photograph plant play practise praise produce provide publish quote read receive recommend reject remove
    render repair require resolve review sample scan sell send serve ship show sing solve speak sponsor stock subscribe suggest
    supply support swim teach test tolerate track train translate travel treat tutor understand validate visit volunteer wear win
    spricht unterstutzt unterstutzen kennt sammelt enthalt bietet verkauft liest isst trinkt besucht lernt lehrt braucht kauft
    exportiert importiert spielt hilft repariert mag mogen erwahnt liefert pflanzt habla hablan soporta admite incluye contiene
    ofrece vende colecciona visito lee come bebe conoce ensena exporta importa necesita toca juega compra repara planta menciona
    parle parlent propose contient vend collectionne visite lit mange boit connait enseigne exporte importe joue achete repare
    fala suporta inclui contem oferece vende coleciona visitou conhece 支持 包含 包括 提供 收集 认识 出售 去过 対応""".split()
)
ONE = frozenset(
    """addressed age amount appointed assign assigned average based begin begins belong bind born bound called capped chaired
    coloured commute configured cost costs dated default defaults deployed due elected employed end ends engaged equal expire
    expires founded graduate headed hold hosted inhabit installed kept last led limit limited listen listens live lives located
    managed married marry measure mount mounted move moved named nickname owned painted park parked pay pinned point prescribed
    priced raised ranked rated registered rent report reports reside resides run runs scheduled seat set settle situated sit sits
    sleep sleeps start starts stay stays stored tagged titled total valued wake wakes weigh weighs work works written
    wohnt lebt liegt heisst wiegt kostet beginnt endet gehort lauft arbeitet lauscht sitzt schlaft vive reside cuesta pesa empieza
    termina pertenece trabaja llama escucha situado escrito habite vit coute pese commence finit appartient travaille ecoute ecrit
    mora custa comeca 住 位于 运行""".split()
)
_PRONOUN = re.compile(
    r"\W*(?:i|we|you|he|she|they|it|ich|wir|er|sie|es|man|yo|él|ella|ellos|ellas|je|il|elle|on|nous|ils|elles|我|我们|他|她|他们)\W*",
    re.IGNORECASE,
)
_COPULA = re.compile(r"\s*(?:[:=：]|(?:is|are|was|were|ist|sind|war|es|son|era|est|sont|é|são)\b|是|は)", re.IGNORECASE)
_ONE_OF_MANY = re.compile(r"\W*(?:an?|one|another|some|eine?|eine[rs]|un[ae]?|uno|otr[oa]|autre)\s", re.IGNORECASE)
_FOR = re.compile(r"\s+for\s")
_NEAREST = 3
_SCALE = 2.5


def many(a: Claim, b: Claim, met: Alignment) -> dict[str, float]:
    """`many`, `one`: how surely the first word both share behind their heads takes many things or one, in [0, 1].

    Where they share none there, the first in the heads, behind what they open with.

    `many_listed`, `one_listed`: that word is in the list itself. `slot_is`, `name_is`: both tell what one attribute is, or
    what one that is named is.
    """
    kind = _is_what(a, b, met)
    return _predicate(a, b, met) | ({kind: 1.0} if kind else {})


def _is_what(a: Claim, b: Claim, met: Alignment) -> str:
    met_heads = [(i, j) for i, j in met.near if a.tokens[i].head and b.tokens[j].head]
    one, two = {i for i, _ in met_heads}, {j for _, j in met_heads}
    if _ONE_OF_MANY.match(a.plain) or _ONE_OF_MANY.match(b.plain):
        return ""
    for c, same in ((a, one), (b, two)):
        head = {n for n, t in enumerate(c.tokens) if t.head}
        if not head or not head <= same or not _COPULA.match(c.plain, c.head_end):
            return ""
    is_named = any(t.head and t.kind in NAMED for c in (a, b) for t in c.tokens)
    return "name_is" if is_named else "slot_is"


def _predicate(a: Claim, b: Claim, met: Alignment) -> dict[str, float]:
    pairs = [(i, j) for i, j in met.near if _is_told_of(a, i) and _is_told_of(b, j)]
    behind = [(i, j) for i, j in pairs if not a.tokens[i].head and not b.tokens[j].head]
    shared = sorted(behind or pairs, key=lambda pair: (sum(pair), abs(pair[0] - pair[1])))
    firsts = [(a.tokens[i].text, b.tokens[j].text) for i, j in shared if i + j == sum(shared[0])]
    told = [(manyness(one) + manyness(two)) / 2 for one, two in firsts]
    if not told or len(set(told)) > 1:
        return {}
    return {
        "many": max(0.0, told[0]), "one": max(0.0, -told[0]),
        "many_listed": float(told[0] == 1.0), "one_listed": float(told[0] == -1.0),
    }  # fmt: skip


def _is_told_of(c: Claim, number: int) -> bool:
    """Whether a word stands behind what it is told of: another word, or a pronoun.

    With "for" it may mean another thing ("plays chess", "plays for Leeds"), and tells nothing.
    """
    token = c.tokens[number]
    if _FOR.match(c.plain, token.start + len(token.said)):
        return False
    return token.kind in ("word", "cjk") and bool(number or _PRONOUN.fullmatch(c.plain[: token.start]))


@lru_cache(maxsize=1 << 15)
def manyness(word: str) -> float:
    """From -1 (takes one thing) to 1 (takes many); a word of the lists is at an end, one that is not English between."""
    folded = fold_word(word)
    forms = (folded, *lemmas(folded)[:2])
    if folded in ONE:
        return -1.0
    if any(form in MANY for form in forms):
        return 1.0
    if any(form in ONE for form in forms):
        return -1.0
    if not lemmas(folded):
        return 0.0
    return max(-0.99, min(0.99, _SCALE * (_nearness(folded, MANY) - _nearness(folded, ONE))))


def _nearness(word: str, group: frozenset[str]) -> float:
    """How near the nearest of a group are to a word in meaning, in the mean."""
    nearest: list[float] = sorted(likenesses(word, _in_order(group)).tolist())[-_NEAREST:]
    return sum(nearest) / _NEAREST


@lru_cache(maxsize=2)
def _in_order(group: frozenset[str]) -> tuple[str, ...]:
    return tuple(sorted(group))
