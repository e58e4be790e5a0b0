"""How a name may be written: its spellings, its singular, what abbreviates it. Compares letters, knows no workspace."""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Iterator

from noctuary.model import Value
from noctuary.text import languages

_PRODUCT = ("js", "io", "ai", "net", "com", "org", "dev", "app", "py")
_CODE_FILE = re.compile(r"\.[a-z][a-z0-9]{0,4}$", re.IGNORECASE)
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_WORD = re.compile(r"[^\W_]+")
_PIECE = re.compile(r"[^\W_]+|[^\w\s]|_|\s+")
_SIGNS = frozenset("+#$%@&/\\~*=<>")
_QUOTES = re.compile(r"[`\"“”„«»‘()\[\]{}]|^['’]|['’]$")
_POSSESSIVE = re.compile(r"(?<=\w)['’]s\b|(?<=s)['’](?=\s|$)", re.IGNORECASE)
_ARTICLES = frozenset(languages.words("words.articles"))
_LEGAL = frozenset("inc ltd llc gmbh corp co ag plc bv sa srl kg oy ab sas pty llp".split())
_TITLES = frozenset("dr prof doctor professor doktor".split())
_UMLAUTS = {"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "ø": "oe", "å": "aa", "æ": "ae", "œ": "oe"}
# Names a whole trade writes in two ways without saying so; each line is one thing.
_USUAL = (
    ("postgresql", "postgres", "pg"),
    ("javascript", "js"),
    ("typescript", "ts"),
    ("mongodb", "mongo"),
    ("rabbitmq", "rabbit mq"),
    ("visual studio code", "vscode", "vs code"),
    ("github", "gh"),
    ("macos", "mac os", "os x", "mac os x"),
)
USUAL = {"".join(name.split()): names[0].replace(" ", "") for names in _USUAL for name in names}


class Form(Value, frozen=True):
    """One way to read a name: names that share a `key` are one thing, as sure as `score`, because of `why`.

    `dropped` is what was left out to reach it ("gmbh", "dr"): two names that left out different words differ.
    """

    key: str
    score: float
    why: str
    dropped: str = ""


SPELT = "they are one name, spelt in two ways"
_ACCENTS = "they differ in accents only"
_ARTICLE = "one has an article, the other has none"
_POSSESSED = "one is the possessive of the other"
_PLURAL = "one is the plural of the other"
_FIRM = "one gives the firm's legal form, the other leaves it out"
_TITLE = "one gives the title, the other leaves it out"
RUN_ON = "one writes apart what the other writes as one word"
USUALLY = "both are usual names of it"


def is_path(name: str, kind: str = "unknown") -> bool:
    """Whether a name is a file's or folder's: such names are equal or different, never alike."""
    ending = _CODE_FILE.search(name)
    is_file = ending is not None and " " not in name and ending.group()[1:].lower() not in _PRODUCT
    return kind == "file" or is_file or bool(re.search(r"\w/|/\w", name))


@functools.lru_cache(65536)
def words(name: str) -> tuple[str, ...]:
    """The words of a name, case-folded: camelCase, hyphens, underscores and spaces part them alike."""
    plain = _POSSESSIVE.sub("", _QUOTES.sub("", unicodedata.normalize("NFKC", name)))
    return tuple(part.casefold() for word in _WORD.findall(plain) for part in _HUMP.sub(" ", word).split())


@functools.lru_cache(65536)
def spelt(name: str) -> str:
    """The name without anything a writer is free in: case, quotes, and what parts its words.

    Signs that carry meaning stay (C++, C#, $HOME, --force, .env), and so does what stands between two digits.
    """
    plain = _QUOTES.sub("", unicodedata.normalize("NFKC", name)).strip().rstrip(".,;:!?").casefold()
    pieces = _PIECE.findall(plain)
    kept: list[str] = []
    for at, piece in enumerate(pieces):
        before = kept[-1][-1:] if kept else ""
        after = pieces[at + 1][:1] if at + 1 < len(pieces) else ""
        is_between_digits = before.isdigit() and after.isdigit()
        if piece[0].isalnum() or piece in _SIGNS or (not kept and piece in ("-", ".")):
            kept.append(piece)
        elif is_between_digits:
            kept.append("." if piece == "." else "-")
    return "".join(kept)


def digits(name: str) -> list[str]:
    """The numbers in a name, in order: two names with different ones are never the same thing."""
    return re.findall(r"\d+", name)


def forms(name: str, kind: str = "unknown") -> Iterator[Form]:
    """Every way to read `name`, its own spelling first."""
    if is_path(name, kind):
        yield Form(key=_path(name), score=0.98, why=SPELT)
        return
    whole = Form(key=spelt(name), score=0.98, why=SPELT)
    if not whole.key:
        return
    yield from _accented(whole)
    if usual := USUAL.get(whole.key):
        yield Form(key=f"usual {usual}", score=0.9, why=USUALLY)
    for shorter, score, why, dropped in _shortened(name):
        yield from _accented(Form(key=spelt(shorter), score=score, why=why, dropped=dropped))


def _path(name: str) -> str:
    plain = unicodedata.normalize("NFKC", name).strip("`\"' ").removeprefix("./")
    return "path " + (plain.rstrip("/") or plain).casefold()


def _accented(form: Form) -> Iterator[Form]:
    yield form
    if form.key.isascii():
        return
    bare = "".join(c for c in unicodedata.normalize("NFKD", form.key) if not unicodedata.combining(c))
    spread = "".join(_UMLAUTS.get(c, c) for c in form.key)
    for key in sorted({bare, spread} - {form.key}):
        yield Form(key=key, score=min(0.94, form.score), why=_ACCENTS, dropped=form.dropped)


def _shortened(name: str) -> Iterator[tuple[str, float, str, str]]:
    """(what is left, score, why, what was dropped) for each word that may be left out or put in the singular."""
    plain = _QUOTES.sub("", name).strip()
    if _POSSESSIVE.search(plain):
        yield _POSSESSIVE.sub("", plain), 0.92, _POSSESSED, ""
    first, _, rest = plain.partition(" ")
    if rest and first.casefold() in _ARTICLES and _is_loose(first, rest):
        yield rest, 0.9, _ARTICLE, ""
        if single := singular(rest):
            yield single, 0.85, _PLURAL, ""
    if rest and first.casefold().rstrip(".") in _TITLES and " " in rest:
        yield rest, 0.88, _TITLE, first.casefold().rstrip(".")
    head, _, last = plain.rpartition(" ")
    if head and last.casefold().strip(".,").replace(".", "") in _LEGAL:
        yield head.rstrip(", "), 0.85, _FIRM, last.casefold().strip(".")
    if single := singular(plain):
        yield single, 0.88, _PLURAL, ""


def _is_loose(article: str, rest: str) -> bool:
    """Whether an article is only grammar: small, or before small letters or several words; "La Paz" is a name."""
    if article == "the" or article[0].islower():
        return True
    return rest[0].islower() or (article == "The" and " " in rest)


def singular(name: str) -> str:
    """The name with its last word in the singular, "" where it is none: only small-letter words have a plural here."""
    head, gap, last = name.rpartition(" ")
    if (
        not re.fullmatch(r"[^\W\d_]{4,}", last)
        or last != last.lower()
        or last.endswith(("ss", "us", "is", "ics", "news"))
    ):
        return ""
    if last.endswith("ies") and len(last) > 4:
        return head + gap + last[:-3] + "y"
    if last.endswith(("xes", "ches", "shes", "sses", "zes")):
        return head + gap + last[:-2]
    return head + gap + last[:-1] if last.endswith("s") else ""


def is_run_on(a: str, b: str) -> bool:
    """Whether only a space makes the difference between two proper names: "Mary Ann" and "Maryann" may be two."""
    spaced, joined = (a, b) if " " in a else (b, a)
    parts = spaced.split()
    is_proper = len(parts) > 1 and all(part[:1].isupper() and part.isalpha() for part in parts)
    return is_proper and joined.isalpha() and joined[:1].isupper() and not _HUMP.search(joined)


def abbreviates(short: str, full: str) -> str:
    """In words, how `short` abbreviates `full` letter by letter; "" where it does not."""
    tight, parts = spelt(short), words(full)
    if not parts or not tight.isalnum() or len(tight) < 2:
        return ""
    long = "".join(parts)
    if counted := re.fullmatch(r"([a-z])(\d{1,2})([a-z])", tight):
        first, number, last = counted.groups()
        if len(parts) == 1 and len(long) == int(number) + 2 and long[0] == first and long[-1] == last:
            return "the number counts the letters left out"
    initials = "".join(part[0] for part in parts)
    weighty = "".join(part[0] for part in parts if part not in _SMALL)
    return "its letters are the initials" if len(parts) > 1 and tight in (initials, weighty) else ""


_SMALL = _ARTICLES | frozenset("of and for to in on und für von y des du d et".split())


def deletions(key: str) -> set[str]:
    """`key` and all that is left of it without one letter: two keys one edit apart share one."""
    return {key} | {key[:at] + key[at + 1 :] for at in range(len(key))}
