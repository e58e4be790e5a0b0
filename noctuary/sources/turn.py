"""What a dialect says about one record: who said what, or why nothing of it is used. Reads no file."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from typing import Any, Protocol

from noctuary.model import Origin, Role, Trust, Value
from noctuary.text.days import YEARS

Record = dict[str, Any]

MOST_OF_A_RESULT = {"tool": 2_000, "untrusted": 8_000}
FOREIGN = "unknown_type"


class Said(Value, frozen=True):
    """One utterance as its log holds it. `key` is the record's own unique id, "" where it has none."""

    role: Role
    trust: Trust
    text: str
    at: dt.datetime | None = None
    key: str = ""
    origin: Origin = "interactive"
    zone: str = ""


class Skip(Value, frozen=True):
    """Why a piece of a record is no evidence."""

    reason: str


Turn = Said | Skip


class Passage(Value, frozen=True):
    """A turn of a written log and the 1-based inclusive lines it stands on."""

    turn: Turn
    line: int
    line_end: int


class Session:
    """The state of one log while it is read: whose turn it is, which tool a result came from.

    `line` is the line being read. `held` are utterances that count only if nothing later repeats them, `prompts`
    are what the agent wrote for others to be told, `copied_at` is when the copy a fork begins with was last seen.
    `is_named` says that the file stands where logs stand: in any other, bare roles and words may be a data set's.
    `has_user_events` and `has_agent_events` say which of a log's two copies of a message is to be used.
    `folders` are the names of those that its agents began to work in, by the session's id. `zone` is where its speakers
    are, an IANA name or `+HH:MM`, as far as the log or else the workspace tells; a written log's times without a zone
    are in it.
    """

    def __init__(self, ref: str) -> None:
        self.ref = ref
        self.id = ref
        self.line = 0
        self.origin: Origin = "interactive"
        self.zone = ""
        self.folders: dict[str, str] = {}
        self.tools: dict[str, Trust] = {}
        self.held: dict[str, tuple[int, Said]] = {}
        self.prompts: set[str] = set()
        self.has_user_events = False
        self.has_agent_events = False
        self.copied_at: dt.datetime | None = None
        self.is_named = True

    @property
    def folder(self) -> str:
        """The folder that the session which speaks now began in; "" where the log does not tell."""
        return self.folders.get(self.id, "")

    def result_trust(self, call: str) -> Trust:
        """Trust of a tool's result; a call this reading never saw is not trusted."""
        return self.tools.pop(call, "untrusted")


class Dialect(Protocol):
    """A log of JSON records: content decides whether it applies, never the file's name."""

    NAME: str

    def detect(self, records: list[Record]) -> bool:
        """Whether these first records of a file are this dialect's."""

    def turns(self, record: Record, session: Session) -> Iterator[Turn]:
        """What one record says, in order; nothing at all means it is held back until the end.

        A record of another dialect is `Skip(reason=FOREIGN)`: the file is then read as a mixed one.
        """


class WrittenDialect(Protocol):
    """A log written as text: content decides whether it applies, never the file's name."""

    NAME: str

    def detect(self, head: str) -> bool:
        """Whether a file that begins with these words (at most 64 KiB) is this dialect's."""

    def passages(self, lines: Iterator[tuple[int, str]], session: Session) -> Iterator[Passage]:
        """Its turns, in order and without overlap; a line in none of them is layout. `lines` are 1-based."""


_OUTSIDE = re.compile(
    r"web|fetch|browser|search_query|http|url|crawl|scrap|navigate|playwright|puppeteer|chrome|selenium|"
    r"tavily|firecrawl|\bexa\b|mcp__|mcp_|gmail|mail|slack|discord|telegram|notion|jira|linear",
    re.I,
)
_NETWORK_COMMAND = re.compile(
    r"\b(?:curl|wget|lynx|w3m|httpie|gh (?:api|issue|pr|release))\b|\bhttps?://(?!localhost|127\.)"
)
_NETWORK_MARKS = ("curl", "wget", "lynx", "w3m", "httpie", "gh ", "http://", "https://")


def tool_trust(name: str, arguments: object = "") -> Trust:
    """`untrusted` for what brings in text from outside the machine (web, browser, MCP, curl), else `tool`."""
    if _OUTSIDE.search(name):
        return "untrusted"
    told = str(arguments)[:20_000]
    is_outside = any(mark in told for mark in _NETWORK_MARKS) and _NETWORK_COMMAND.search(told)
    return "untrusted" if is_outside else "tool"


def instant(value: object) -> dt.datetime | None:
    """An aware UTC instant from ISO text, epoch seconds or epoch milliseconds; None for anything else.

    None, too, for one outside YEARS, which no journal keeps.
    """
    at = None
    try:
        if isinstance(value, str):
            at = dt.datetime.fromisoformat(value)
            at = (at if at.tzinfo else at.replace(tzinfo=dt.UTC)).astimezone(dt.UTC)
        elif isinstance(value, (int, float)) and not isinstance(value, bool) and value > 0:
            at = dt.datetime.fromtimestamp(value / 1000 if value > 1e11 else value, dt.UTC)
    except (ValueError, OverflowError, OSError):
        return None
    return at if at and at.year in YEARS else None


def texts(content: object, kinds: tuple[str, ...] = ("text", "input_text", "output_text")) -> list[str]:
    """The plain texts of a message's content, which is a string or a list of typed blocks."""
    if isinstance(content, str):
        return [content]
    blocks = [block for block in content if isinstance(block, dict)] if isinstance(content, list) else []
    return [block["text"] for block in blocks if block.get("type") in kinds and isinstance(block.get("text"), str)]


def a_dict(value: object) -> Record:
    """The value if it is an object, else an empty one: logs drift, and a missing part is no error."""
    return value if isinstance(value, dict) else {}


def a_list(value: object) -> list[Any]:
    """The value if it is a list, else an empty one."""
    return value if isinstance(value, list) else []


def a_str(value: object) -> str:
    """The value if it is text, else nothing."""
    return value if isinstance(value, str) else ""


def without(text: str, opening: str, closing: str) -> str:
    """The text without what stands from each `opening` to the next `closing`; one that never closes stays."""
    kept, at = [], 0
    while (start := text.find(opening, at)) >= 0 and (end := text.find(closing, start)) >= 0:
        kept.append(text[at:start])
        at = end + len(closing)
    return "".join((*kept, text[at:]))


def between(text: str, opening: str, closing: str) -> list[str]:
    """What stands between each `opening` and the next `closing`."""
    found, at = [], 0
    while (start := text.find(opening, at)) >= 0 and (end := text.find(closing, start)) >= 0:
        found.append(text[start + len(opening) : end].strip())
        at = end + len(closing)
    return found
