"""What stands in a text and is not its speaker's lasting word: an entry of a log of work, somebody's text pasted in.

Looks at the form only; whether a statement lasts is for `durable`.
"""

from __future__ import annotations

import re

from noctuary.text.patterns import signs

LONG_TEXT = 12
_WORKLOG = signs(r"^\W*{say.work_log}\s*[:：]")
_PASTED = signs(
    r"""
\b(?:this is|here(?:'s| is| are)|below|following|from|got|see|paste[ds]?)\b[^.?!\n]{0,60}\b(?:messages?|outputs?|logs?|reports?|
responses?|research|reviews?|feedback|transcripts?|articles?|e-?mails?|docs?|documentation|prompts?|agents?|errors?|results?|
issues?|comments?|summary)\b[^.?!\n]{0,60}:\s*$
""",
)
_INDEX = re.compile(r"^\W{0,4}\[`?[\w./-]+\.[a-z]{1,4}`?\]\([^)\s]+\)\W*\s*[:：—–-]\s*(?:[^\s.。]+\s*){1,8}$")
_LINK = re.compile(r"\[\[[^\[\]\n]++\]\]|\[[^\[\]\n]*+\]\([^()\s]++(?:\s\"[^\"]*+\")?\)")
_BRIEF = signs(
    r"""
^(?:[^\w#]++|#++(?! *+\w))*+#++ *+(?:(?:your|the|implementation|work|test) )*{say.task_of}\b|
\byour (?:task|job|mission|goal) (?:is|here is|will be)\b|^you are (?:an? (?!bit)|the |reviewing |working |helping |acting )
""",
)
_TURN = re.compile(r"^\W*(?:assistant|ai|agent|bot|claude|chatgpt|gemini|copilot)\W{0,2}[:：]\s", re.IGNORECASE)
_LOGGED = re.compile(r"^\s*\[(?!x\])[a-z][\w.:/-]*\]\s+\S", re.MULTILINE)
_MARKED = re.compile(r"^(?:#{1,6} |```|~~~|\|.*\|)", re.MULTILINE)


def is_brief(text: str) -> bool:
    """Does a message hand over a piece of work, so that what it rules out holds for that work alone?"""
    return bool(_BRIEF.search(text[:600]))


def is_link(quote: str) -> bool:
    """Is a line nothing but links or embedded files ("![[Tide tables.png]]"), whose names state nothing?"""
    rest, links = _LINK.subn("", quote)
    return links > 0 and not any(map(str.isalnum, rest))


def is_index_entry(quote: str) -> bool:
    """Does a line only say what a file is called and what it is about: an entry of an index of files?"""
    return bool(_INDEX.match(quote))


def is_worklog(text: str) -> bool:
    """Does the statement open an entry of a log of work: what changed, the next step, the commit?"""
    return bool(_WORKLOG.match(text))


def is_turn(text: str) -> bool:
    """Does a line write down what an assistant said in a talk (`assistant: done!`)?"""
    return bool(_TURN.match(text))


def paste_line(text: str) -> int | None:
    """The 0-based line from which a message is somebody else's text.

    After a lead ("the output:"), in a document, or from the first of several lines of a program's log (`[theme] …`).
    """
    lines = text.splitlines()
    for number, line in enumerate(lines[:-1]):
        if _PASTED.search(line):
            return number + 1
    logged = list(_LOGGED.finditer(text))
    if len(logged) > 1:
        return text.count("\n", 0, logged[0].end())
    marked = _MARKED.search(text) if len(lines) > LONG_TEXT else None
    return text.count("\n", 0, marked.start()) if marked else None
