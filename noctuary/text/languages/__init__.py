"""The words of every language the house reads: one TOML file a language, and the sets and patterns made of them.

`en.toml` names every table and says what it is for; another language's file fills those it has words for. What stands
in no language (signs, product names) is in `any.toml`. Every value is a text, of one of three sorts:

- phrases, parted by ` | ` or line ends (`entries`);
- words, parted by spaces (`words`); two with a sign between them are a pair (`pairs`);
- rows, parted as phrases are, of a head, a colon and its words (`rows`).

A phrase is matched as whole words and may hold signs of a regular expression (`prefer\\w*`, `(?:my|our) rule`); `^` and
`$` are the ends of the text. Between slashes it is a regular expression as it stands, which says itself where words
end. Chinese and Japanese signs have no such ends. `{group.name}` stands for the phrases of another table.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

from noctuary.errors import NoctuaryError

HERE = Path(__file__).parent
FIRST = ("en", "de", "es", "fr", "pt", "it", "nl", "ru", "zh", "ja")
"""The languages whose phrases are tried first, in this order; `any` is last."""
WIDE = 0x2E80
"""From this sign on a script has no spaces between its words."""
NOTHING = "(?!)"
"""What finds nothing, as a table without phrases does."""
_START, _END = r"(?<!\w)", r"(?!\w)"
_MAYBE = ("?", "*", "{")
_ENDS_PLAINLY = re.compile(r"[^\W\d_]{2}\??$")
_BETWEEN = re.compile(r" \| |\n")
_ROW = re.compile(r"[^\s:]+: ")
_HOLE = re.compile(r"\{([a-z]+\.[a-z_]+)\}")
_KNOWN = str(HERE / "en.toml")
_folders: list[Path] = [HERE]


class LanguageFileError(NoctuaryError):
    """A language's file holds what no room reads, or reads otherwise."""


def add(folder: Path) -> None:
    """Reads the language files of a folder, too. Call it before the rooms that use the words are imported."""
    _folders.append(folder)
    for made in (_files, entries, words):
        made.cache_clear()


@cache
def _files() -> Mapping[str, Mapping[str, str]]:
    """The tables of each file as `group.name`, by language, in the order they are tried."""
    paths = [path for folder in _folders for path in folder.glob("*.toml")]
    found = {str(path): tables(path) for path in sorted(paths, key=_order)}
    known = found[_KNOWN]
    for path, held in found.items():
        for name in held:
            if name not in known:
                raise LanguageFileError(path, f"[{name}] is a table no room reads", "en.toml names those that are read")
    return MappingProxyType(found)


def _order(path: Path) -> tuple[int, str]:
    code = path.stem
    return (FIRST.index(code) if code in FIRST else len(FIRST) + (code == "any"), code)


def tables(path: Path) -> dict[str, str]:
    """The tables of one file, as `group.name`. LanguageFileError tells file and key of what is no text."""
    try:
        read = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise LanguageFileError(str(path), f"cannot be read as TOML ({error})", "mend the line") from None
    found: dict[str, str] = {}
    for group, held in read.items():
        if not isinstance(held, dict):
            raise LanguageFileError(str(path), f"`{group}` stands in no table", "write it below a [group]")
        for name, value in held.items():
            if not isinstance(value, str):
                raise LanguageFileError(str(path), f"[{group}.{name}] is no text", "write it as in en.toml")
            found[f"{group}.{name}"] = value
    return found


def names(group: str) -> tuple[str, ...]:
    """The tables of a group, in the order of `en.toml`."""
    return tuple(name.partition(".")[2] for name in _files()[_KNOWN] if name.startswith(f"{group}."))


def codes(table: str) -> tuple[str, ...]:
    """The languages that have words for a table, in the order they are tried."""
    return tuple(Path(path).stem for path, held in _files().items() if table in held)


def _values(table: str, codes: tuple[str, ...]) -> list[str]:
    if table not in _files()[_KNOWN]:
        raise LanguageFileError(_KNOWN, f"has no table [{table}], which a room reads", "write it there, if empty")
    return [held[table] for path, held in _files().items() if table in held and (not codes or Path(path).stem in codes)]


@cache
def words(table: str, *codes: str) -> tuple[str, ...]:
    """The words of a table that are parted by spaces, each once; of all languages, or of those named."""
    return tuple(dict.fromkeys(word for text in _values(table, codes) for word in text.split()))


@cache
def entries(table: str, *codes: str) -> tuple[str, ...]:
    """The phrases of a table, each once; of all languages, or of those named."""
    found = (phrase.strip() for text in _values(table, codes) for phrase in _BETWEEN.split(text))
    return tuple(dict.fromkeys(phrase for phrase in found if phrase))


def rows(table: str, *codes: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The rows of a table that read `head: word word`, as (head, words)."""
    found = (row.partition(":") for text in _values(table, codes) for row in _BETWEEN.split(text) if row)
    return tuple((head.strip(), tuple(rest.split())) for head, _, rest in found)


def numbers(table: str, *codes: str) -> dict[str, int]:
    """What each word of a table of rows counts, its head."""
    return {word: int(head) for head, members in rows(table, *codes) for word in members}


def heads(table: str) -> dict[str, tuple[str, ...]]:
    """The heads of the rows that each word of a table of rows stands in."""
    found: dict[str, list[str]] = {}
    for head, members in rows(table):
        for word in members:
            found.setdefault(word, []).append(head)
    return {word: tuple(names) for word, names in found.items()}


def pairs(table: str, sign: str = "/") -> tuple[tuple[str, str], ...]:
    """The words of a table that are two words with a sign between them."""
    return tuple((one, two) for one, _, two in (word.partition(sign) for word in words(table)))


def either(table: str, *codes: str) -> str:
    """The phrases of a table, or the words of its rows, as alternatives, to stand in brackets within a pattern."""
    phrases = entries(table, *codes)
    if phrases and all(map(_ROW.match, phrases)):
        phrases = tuple(dict.fromkeys(word for _, members in rows(table, *codes) for word in members))
    return "|".join(map(_bare, phrases)) or NOTHING


def filled(pattern: str) -> str:
    """A pattern with the phrases of a table where it says `{group.name}`."""
    return _HOLE.sub(lambda hole: f"(?:{either(hole[1])})", pattern)


def holes(pattern: str) -> list[str]:
    """The tables that a pattern takes phrases of."""
    return _HOLE.findall(pattern)


def _bare(phrase: str) -> str:
    return filled(phrase[1:-1] if _is_pattern(phrase) else phrase)


def _is_pattern(phrase: str) -> bool:
    return len(phrase) > 1 and phrase[0] == phrase[-1] == "/"


def _is_free(phrase: str) -> bool:
    """Whether a phrase says itself where it may stand, or is of a script without borders of words."""
    return _is_pattern(phrase) or any(ord(sign) >= WIDE for sign in phrase)


def is_whole(phrase: str) -> bool:
    """Whether a phrase stands between the borders of words, and may stand anywhere in a text."""
    return not (_is_free(phrase) or phrase[0] == "^" or phrase[-1] == "$")


def as_pattern(phrase: str) -> str:
    """A phrase as a regular expression, with the ends of its words."""
    if _is_free(phrase):
        return _bare(phrase)
    is_at_start, is_at_end = phrase[0] == "^", phrase[-1] == "$"
    start = "^" if is_at_start else "\\b" if phrase[0].isalpha() and phrase[1:2] not in _MAYBE else _START
    end = "" if is_at_end or phrase.endswith((r"\w*", r"\w+")) else "\\b" if _ENDS_PLAINLY.search(phrase) else _END
    bare = filled(phrase.removeprefix("^"))
    return f"{start}(?:{bare}){end}" if "|" in bare else f"{start}{bare}{end}"
