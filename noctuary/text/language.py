"""Cuts a statement into tokens two statements can be aligned by. It judges nothing and knows no dates.

A token's `key` is its folded, stemmed, alias-free form; `weight` says how much its presence tells on a
scale from 0 (a function word) over 0.35 (a generic word) to 1.3 (a name or identifier).
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from noctuary.model import Value
from noctuary.text.kinds import ANTONYMS, KINDS, SCOPES
from noctuary.text.lexicon import ALIASES, PHRASES, WORD_CONCEPTS
from noctuary.text.phrasal import phrasal
from noctuary.text.stop_words import GENERIC, IRREGULAR, STOP
from noctuary.text.stops import is_short

WORD = re.compile(
    r"[぀-ヿ㐀-鿿ー々]+|[^\W_](?:[^\W_]|[-_./@:+'’](?=[^\W_])|_)*(?:\+\+|#(?!\w))?|[🚫❌✅☑]",
    re.UNICODE,
)
CJK = re.compile(r"[぀-ヿ㐀-鿿]")
CJK_CUT = re.compile(
    r"(?:ている|ています|でいる|ません|から|まで|です|ます|ない|した|して|する|になった|なった|[のはがをにでともへ、。]|我们|我們|使用|[的是在了和有用也都把被不])"
)


NAMED = frozenset(("name", "code", "maybe"))
PROPER = NAMED - {"code"}
NAMED_OR_CJK = NAMED | {"cjk"}
"""The kinds of token that name one thing; `maybe` for a capital that a sentence's beginning may have made."""


class Token(Value, frozen=True):
    """One content word. `head`: it stands before the first verb-like break; `label`: before a colon and a clause;
    `past`: called a former state; `clause`: the number of its clause. `verb`: the two words of which `text` is the meaning
    ("gave up": quit)."""

    text: str
    key: str
    weight: float
    kind: str
    pos: int
    start: int
    concepts: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    scopes: tuple[str, ...] = ()
    negated: bool = False
    head: bool = False
    label: bool = False
    past: bool = False
    clause: int = 0
    verb: str = ""

    @property
    def said(self) -> str:
        """The word or words as they stand in the statement."""
        return self.verb or self.text


@lru_cache(maxsize=65536)
def fold_word(word: str) -> str:
    """A word in lower case without accents, apostrophes and possessive s."""
    plain = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", word).casefold())
    bare = "".join(c for c in plain if unicodedata.category(c) != "Mn" or c >= "぀")
    bare = unicodedata.normalize("NFC", bare)
    return re.sub(r"['’]s$|['’]", "", bare).replace("ß", "ss")


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """A folded word without its commonest English endings; short words and identifiers stay whole."""
    if word in IRREGULAR:
        return IRREGULAR[word]
    if len(word) <= 3 or not word.isalpha() or CJK.search(word):
        return word
    base = _without_ending(word)
    if len(base) > 3 and base[-1] == base[-2] and base[-1] not in "lsz" and base != word:
        base = base[:-1]
    if len(base) > 3 and base.endswith("e"):
        base = base[:-1]
    return base[:-1] + "i" if len(base) > 3 and base.endswith("y") else base


def _without_ending(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "xes", "ches", "shes", "zes")):
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    for ending, least in (("ing", 6), ("ed", 5)):
        if word.endswith(ending) and len(word) >= least and re.search(r"[aeiouy]", word[: -len(ending)]):
            return word[: -len(ending)]
    return word


@lru_cache(maxsize=65536)
def key(word: str) -> str:
    """The comparable form of a word: folded, alias resolved, stemmed."""
    folded = fold_word(word)
    if folded in ALIASES:
        return stem(ALIASES[folded])
    stemmed = stem(folded)
    return stem(ALIASES[stemmed]) if stemmed in ALIASES else stemmed


def _keyed(table: dict[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for word, names in table.items():
        found.setdefault(key(word), []).extend(names)
        found.setdefault(fold_word(word), []).extend(names)
    return {word: tuple(sorted(set(names))) for word, names in found.items()}


CONCEPTS_BY_KEY = _keyed(WORD_CONCEPTS)
KINDS_BY_KEY = _keyed(KINDS)
SCOPES_BY_KEY = _keyed(SCOPES)
OPPOSITES = frozenset(
    pair for a, b in ANTONYMS for x, y in ((key(a), key(b)), (fold_word(a), fold_word(b)))
    for pair in ((x, y), (y, x))
)  # fmt: skip
HYPHENED = frozenset(word for pair in ANTONYMS for word in pair if "-" in word) | frozenset(ALIASES.values())
GENERIC_KEYS = frozenset(word for one in GENERIC for word in (one, key(one)))
_PHRASE = re.compile(
    r"(?<!\w)(?:" + "|".join(sorted(map(re.escape, PHRASES), key=lambda p: (-len(p), p))) + r")(?!\w)", re.I
)


_CJK_SKIP = frozenset("去 来 了 正 等 用 上个月 下个月 上周 去年 今年 今天 每 毎 现 今".split())
_CJK_VERBS = frozenset("支持 包含 包括 提供 收集 认识 出售 去过 位于 运行 喜欢 讨厌 每天".split())
_CJK_WORDS = sorted(
    {w for w in (*WORD_CONCEPTS, *ALIASES, *KINDS) if CJK.search(w)} | _CJK_SKIP | _CJK_VERBS, key=lambda w: (-len(w), w)
)
_CJK_KNOWN = re.compile("(" + "|".join(map(re.escape, _CJK_WORDS)) + ")")


_PORTUGUESE = re.compile(r"[ãõ]\w*|\b(?:uma|foi|foram|em|com|pela|ao|isso|isto|você|muit[oa]|estou|ainda|nesta|neste|desta|deste|sem|seu|tudo)\b", re.IGNORECASE)
_SURELY_PORTUGUESE = re.compile(r"\b[a-zà-ÿ]*[ãõ]|\b(?:[Nn]ão|[Jj]á|é|[Tt]ambém|até|disponíve\w*)\b")
_IN_THE = re.compile(r"\b([Nn])o(?= \w)")


def unphrase(text: str) -> str:
    """The text with each known phrase replaced by its one-word alias.

    Portuguese "no" is "in the" and denies nothing: where two words of the text are Portuguese, or one is that is
    no name and seldom stands elsewhere, it becomes "em".
    """
    if _SURELY_PORTUGUESE.search(text) or len(_PORTUGUESE.findall(text)) > 1:
        text = _IN_THE.sub(lambda m: "Em" if m[1] == "N" else "em", text)
    return _PHRASE.sub(lambda m: PHRASES[m.group(0).casefold()], text)


def is_known(word_key: str, folded: str) -> bool:
    """Tells whether a word belongs to the built-in vocabulary."""
    return (
        word_key in CONCEPTS_BY_KEY or word_key in GENERIC_KEYS or folded in STOP or folded in CONCEPTS_BY_KEY
        or folded in ALIASES
    )  # fmt: skip


def words(text: str, codes: tuple[tuple[int, int], ...] = ()) -> tuple[Token, ...]:
    """The content tokens of a masked text; `codes` are the spans that stood in backticks."""
    found: list[Token] = []
    verbs = phrasal(text)
    meant, spent = {one.verb: one for one in verbs}, {one.particle for one in verbs}
    for match in WORD.finditer(text):
        start, word = match.start(), match.group(0)
        is_code = any(lo <= start < hi for lo, hi in codes)
        if start in spent and not is_code:
            continue
        one = None if is_code else meant.get(start)
        for piece in (one.meant,) if one else _pieces(word, is_code):
            token = _token(piece, start, len(found), is_code, _is_sentence_start(text, start), one.said if one else "")
            if token is not None:
                found.append(token)
    return tuple(found)


_BACK = 80


def _is_sentence_start(text: str, start: int) -> bool:
    before = text[max(0, start - _BACK) : start]
    bare = before.rstrip()
    if bare.endswith(".") and is_short(text, start - len(before) + len(bare) - 1):
        return False
    before = before.rstrip(" -*•\"'“„(>[]x")
    return not before.strip() or before[-1] in ".!?|\n"


@lru_cache(maxsize=65536)
def _pieces(word: str, is_code: bool) -> tuple[str, ...]:
    if word.endswith(("++", "#")):
        return (word,)
    if CJK.search(word):
        return tuple(
            part
            for run in CJK_CUT.split(word)
            if run
            for part in _CJK_KNOWN.split(run)
            if part and part not in _CJK_SKIP
        )
    if is_code or re.search(r"[\d_./@:]", word) or word.count("-") > 1:
        return (word,)
    folded = fold_word(word)
    if folded.startswith("non-"):
        return (word.replace("-", ""),)
    if folded in ALIASES or folded in KINDS_BY_KEY or folded in HYPHENED or key(word) in CONCEPTS_BY_KEY:
        return (word,)
    return tuple(part for part in re.split(r"[-+]", word) if part) or (word,)


_CAPITALS = {"Go": "golang"}
"""Names that only their capital tells from a common word."""


def _token(word: str, start: int, pos: int, is_code: bool, is_first: bool, verb: str = "") -> Token | None:
    meant = word if is_first else _CAPITALS.get(word, word)
    folded = fold_word(meant)
    word_key = key(meant)
    is_letter = len(word) == 1 and word.isupper() and word != "I" and not is_first
    if not is_code and not is_letter and (folded in STOP or not word_key):
        return None
    kind = _kind(meant, folded, word_key, is_code, is_first)
    return Token(
        text=word, key=word_key, weight=_weight(kind, word_key, folded), kind=kind, pos=pos, start=start,
        concepts=CONCEPTS_BY_KEY.get(word_key) or CONCEPTS_BY_KEY.get(folded, ()),
        kinds=_kinds(word_key, folded),
        scopes=SCOPES_BY_KEY.get(word_key) or SCOPES_BY_KEY.get(folded, ()), verb=verb,
    )  # fmt: skip


def _kinds(word_key: str, folded: str) -> tuple[str, ...]:
    """The kinds of a word and of its plural or singular; a verb's form is no thing ("moved", MOV)."""
    own = KINDS_BY_KEY.get(folded, ())
    return own if folded.endswith(("ed", "ing")) else tuple(sorted({*own, *KINDS_BY_KEY.get(word_key, ())}))


def _kind(word: str, folded: str, word_key: str, is_code: bool, is_first: bool) -> str:
    if is_code or word.count("-") > 1 or re.search(r"\w[\d_]|[_/@]|[a-z][A-Z]|\.\w", word):
        return "code"
    if CJK.search(word):
        return "cjk"
    is_upper = word[:1].isupper() and not (len(word) > 1 and word.isupper())
    if is_upper and not is_known(word_key, folded):
        return "maybe" if is_first else "name"
    return "word"


def _weight(kind: str, word_key: str, folded: str) -> float:
    if kind in ("name", "code"):
        return 1.3
    if kind == "maybe":
        return 1.1
    if word_key in GENERIC_KEYS or folded in GENERIC_KEYS:
        return 0.35
    return 1.0
