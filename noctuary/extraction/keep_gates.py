"""The hard gates: utterances that are never kept, whatever else they say. Weighs nothing: that is `durable`.

A gate is a name and a plain sentence; `of_event` looks at the whole utterance, `of_piece` at one statement.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from noctuary.extraction import ears, silence
from noctuary.model import Role
from noctuary.text.patterns import folded, of_table, signs

ASKED = "question"
REASONS = {
    "tool_output": "a tool printed it; nobody stated it",
    "injection": "text fetched by a tool tries to instruct the assistant",
    "redacted": "what matters in it was redacted",
    "pii": "somebody's personal contact or card data was redacted in it",
    "no_store": "the speaker asked not to save it",
    "told_secret": "it seems to hand on a secret",
    "own_output": "it is the dream's or a memory tool's own output",
    "score_meta": "it is bookkeeping of a memory tool",
    "client_marker": "it is a marker of the client, not a statement",
    "code": "it is code",
    "shell": "it is a shell command",
    "stack_trace": "it is an error message",
    "incomplete": "it breaks off or says nothing by itself",
    ASKED: "it is a question",
    "request": "it asks for one task",
    "chatter": "it is small talk or an acknowledgement",
    "transient": "it holds only for the moment",
    "diary": "it tells of a day or a past event",
    "progress": "it reports work in progress",
    "pasted": "it stands in text the speaker pasted, not in the speaker's own words",
    "quoted": "it reports what somebody else said",
    "hypothetical": "it is supposed, not stated",
    "sarcasm": "it does not mean what it says",
    "undecided": "nothing was decided yet",
    "general": "it is general knowledge, not about this user's world",
    "done": "it is a task, open or done",
    "pointer": "it only points to another place",
    "withdrawn": "the speaker took it back in the same breath",
    "not_durable": "nothing in it marks a statement that lasts",
}

_REDACTED = signs(
    r"""
\[REDACTED|█{2,}|(?<![\w*])\*{3,}(?![\w*])(?!\*)|<redacted>|\[(?:masked|hidden|removed)\]
""",
)
_PERSONAL = re.compile(r"\[REDACTED:(?:email|phone|card|iban|ssn|identity)\]")
_WITHHELD = ("no_store", "told_secret")
_NO_STORE = of_table("gate.no_store")
_OWN = folded(
    r"""
^\W*(?:candidate:|dream report|why-not|superseded_by|promoted (?:from|\d)|possible lasting truths|
the theme \"|(?:light|rem|deep) sleep(?=\W*$| [—–:-])|reflections?:)|\bpromoted from short-term|\bseen \d+x\b|
\bkeep\W+\[ \] drop|\bpossible lasting truths\b|^\W*(?:confidence|evidence|recalls?|status|lighthits|
remhits): ?(?:[\d.]+|staged|promoted|candidate)|\bcandidates? #\d+\b|\b\d+ (?:promoted|flagged|
superseded)(?=[,.;:)]|\s*$)|\b(?:promoted|superseded|flagged) \d+\b.*\b(?:promoted|superseded|flagged|
contradictions?)\b|\bnoctuary\b.*\bpromoted\b
""",
)
_META = signs(
    r"""
\[score=|\brecalls[=:] ?\d|lightHits|<!--\s*(?:openclaw|trigger|importance|memory|noctuary|promotion|
source)[^>]*-->|^status: staged
""",
)
_RECORD_KEY = re.compile(r"(?<![\w`])[a-z]+(_[a-z_]+)?: ")
_CLIENT = signs(
    r"""
^\s*<(?:command-|system-reminder|local-command|user-prompt|environment_context|user_instructions|
task-notification|ide_|permissions)|^\[(?:request interrupted|cron|image|heartbeat|system)|
^(?:conversation info|caveat: the messages below)|^base directory for this skill|^HEARTBEAT
""",
)
# OpenClaw's own prompts, which dumps of sessions hold: its HEARTBEAT_PROMPT and appendHeartbeatWorkspacePathHint.
_HOST = signs(
    r"""
\bread HEARTBEAT\.md if it exists \(workspace context\)|\bdo not infer or repeat old tasks from prior chats|
\bwhen reading HEARTBEAT\.md, use workspace file|\bdo not read docs/heartbeat\.md|
\bif nothing needs attention, reply HEARTBEAT_OK
""",
)
_MARKUP = signs(
    r"""
^\s*</?[a-z][\w-]*(?:\s[^>]*)?>.*</?[a-z][\w-]*>\s*$|^\s*<[a-z!][^>]*>\s*$
""",
)
_CODE = signs(
    r"""
^\s*(?:const|let|var|function|def|class|import|from \S+ import|export|public|private|static|return|
package|#include|using|fn|func|struct|impl|type \w+ =|async|await|if \(|for \(|while \(|else|try|\}|\{|
@\w+\(|<\?|\)\s*[;{]|//|/\*|\* @|--[- ]|SELECT|INSERT|CREATE TABLE|UPDATE \w+ SET).*[;{}()=>:]\s*$|
[;{]\s*$|^\s*[}\])]+[;,]?\s*$|=>\s*\{|^[+-]\s?\w+: \S+$|^@@|^diff --git|^\s*(?://|/\*|\*/)
""",
    cased=True,
)
_SHELL = signs(
    r"""
^\s*(?:\$ |> |% |\+ )?`?(?:\$ )?(?:sudo|git|npm|npx|pnpm|yarn|pip3?|python3? |node |cd|ls|cat|echo|rm|
cp|mv|mkdir|chmod|chown|curl|wget|docker|kubectl|helm|terraform|make|cargo|go (?:build|test|run|mod|
get)|rg|grep|sed|awk|find \.|tail|head|ssh|scp|rsync|systemctl|journalctl|apt(?:-get)?|brew|export|
source|for \w+ in|while|ps|kill|tar|unzip|psql|mysql|sqlite3|uv|pytest|ruff|bash|sh|gh|aws|gcloud|az|
ansible\S*|vim|nano|open|touch)(?: +(?:-{1,2}\w|[\w./~*$\"'{&|><=@:-]+)| *$|`$)
""",
)
_SHELLY = signs(
    r"""
[|&><;$~\\]|(?:^|\s)-{1,2}\w|/\w|=\S|\.\w{1,4}\b|`$|^\s*(?:git|npm|sudo|kubectl|docker|make|cargo|pnpm|
yarn|pip) [\w:-]+(?: [\w./:-]+){0,2}$
""",
    cased=True,
)
_TRACE = signs(
    r"""
^\s*(?:traceback|panic:|goroutine|at [\w.$<>]+ ?\(|File \"|npm ERR!|fatal:|
error(?:\[\w+\])?:|warning:|caused by:|exception in|[\w.]*(?:Error|Exception)\b(?:: |$)|\d+ (?:passed|failed)|
exit code|E {3})|
^[\w./-]+:\d+:\d*:? 
""",
)
_INJECTION = of_table("gate.injection")
_HOSTILE = of_table("gate.hostile")
_SPEAKS_TO = of_table("gate.speaks_to")
LONG, REPEATED = 200, 6
"""A sentence of more characters is looked at for noise: half of it no letters, or fewer triples of signs than a sixth of
its length. Of 15,000 such lines of real notes 35 have so few: rules and markup of tables, all of them."""
_SPAN = re.compile(r"`[^`]*`")
_CUT_OFF = signs(r"(?:^|\s){say.open_end}\s*,?$|[,(]$", cased=True)
_BARE_COPULA = signs(r"^(?:\S+ ){1,2}{say.is_bare}$")
_WITHDRAWN = of_table("gate.withdrawn", any_case=True)


_DONT_FORGET = re.compile(r"\bdon'?t forget\b", re.IGNORECASE)


def of_event(text: str) -> str | None:
    """The gate that stops a whole utterance, or None."""
    head = text[:2000]
    if head.startswith("[") and (told := next((gate for gate in _WITHHELD if head == blanked(gate)), None)):
        return told
    if _CLIENT.match(head.lstrip()):
        return "client_marker"
    plain = head.replace("’", "'")
    if len(text) < 600 and _NO_STORE.search(plain.lower()) and not _DONT_FORGET.search(plain):
        return "no_store"
    if _META.search(head) and len(text) < 600:
        return "score_meta"
    return "own_output" if len(text) < 600 and _OWN.search(head.lower()) else None


def withheld(role: Role, text: str, above: Iterable[str] = ()) -> str | None:
    """The gate of what nobody may find, or None.

    `no_store`: it, or what stands `above` it, calls itself private or asks for silence in plain words, whoever says it
    or notes it down (`silence`), or a human asks in talk in words that no table has; not "never store this in the
    repo". `told_secret`: a note or a turn hands on a secret in words that the guard does not know, an agent's too: it
    repeats what it was told. The owner's memory file is the owner's own word on what to keep.
    """
    if role == "memory":
        return None
    if silence.is_private(text, above) or (role != "tool" and silence.is_asked(text, above)):
        return "no_store"
    if role == "user" and ears.asks(text):
        return "no_store"
    return "told_secret" if role in ("note", "user", "assistant") and ears.tells(text) else None


def blanked(gate: str) -> str:
    """What a night's bench has instead of the words of what nobody may find."""
    return f"[{gate}: {REASONS[gate]}]"


def is_withheld(role: Role, text: str, above: Iterable[str] = ()) -> bool:
    """Whether nobody may find a text (`withheld`)."""
    return withheld(role, text, above) is not None


def is_hostile(text: str) -> bool:
    """Does the text try to command an assistant, whoever wrote it down?"""
    return bool(_HOSTILE.search(text.lower()))


def command_in(text: str, *, is_untrusted: bool) -> str:
    """The words of a tool's text that speak to the assistant as its user would, or "". What is fetched is doubted sooner."""
    lowered = text.lower()
    found = _HOSTILE.search(lowered) or (_SPEAKS_TO.search(lowered) if is_untrusted else None)
    if found is None:
        return ""
    whole = text if len(lowered) == len(text) else lowered
    start, end = max(0, found.start() - 40), min(len(whole), found.end() + 80)
    start = whole.find(" ", start, found.start()) + 1 or found.start() if start else 0
    end = max(whole.rfind(" ", found.end(), end), found.end()) if end < len(whole) else end
    words = " ".join(whole[start:end].split())
    return f"{'… ' if start else ''}{words}{' …' if end < len(whole) else ''}"


def of_tool(text: str) -> str:
    """Tool output is never kept by itself; text in it that speaks to the assistant is named as such."""
    return "injection" if _INJECTION.search(text[:8000].lower()) else "tool_output"


def is_unsafe(text: str) -> str | None:
    """The gate for what the guard took something out of: redacted or pii; None where it left all as it was.

    What a secret is, the guard alone knows (`noctuary.guard`); here only its marks count, and those of others.
    """
    if not _REDACTED.search(text):
        return None
    is_personal = _PERSONAL.search(text) and not _REDACTED.search(_PERSONAL.sub("", text))
    return "pii" if is_personal else "redacted"


def of_piece(text: str) -> str | None:
    """The gate that stops one statement for its form, or None."""
    if _OWN.search(text.lower()):
        return "own_output"
    if _META.search(text) or _is_record(text):
        return "score_meta"
    if _CLIENT.match(text) or _HOST.search(text):
        return "client_marker"
    if _MARKUP.match(text) or _CODE.search(text):
        return "code"
    if _SHELL.match(text) and _SHELLY.search(text):
        return "shell"
    if _TRACE.match(text) and len(text) < 400:
        return "stack_trace"
    return "incomplete" if is_incomplete(text) else None


def _is_record(text: str) -> bool:
    """Is the text a record of fields run together: three keys or more, at least one of them a machine's?"""
    keys = _RECORD_KEY.findall(text)
    return len(keys) >= 3 and any(keys)


def is_incomplete(text: str) -> bool:
    """Does the statement break off, or hold fewer than two words?"""
    bare = text.strip(" .,;:!…-*\"'()")
    wide = 0 if bare.isascii() else sum(ord(c) > 0x2E80 for c in bare)
    if not any(c.isalpha() for c in _SPAN.sub("", text)) and "`" in text:
        return True
    if wide >= 4:
        return text.rstrip().endswith(("、", "，", ":", "："))
    if len(bare.split()) < 2 or len(re.findall(r"[^\W\d_]{2,}", bare)) < 1:
        return True
    ends = text.rstrip().rstrip("\"'")
    if ends.endswith((":", "：")) or (ends.endswith(("…", "...")) and wide == 0):
        return True
    return bool(_CUT_OFF.search(ends) or _BARE_COPULA.match(ends))


def is_noise(text: str) -> bool:
    """Is a long text made of signs, of single letters or of the same few over and over, so that it states nothing?"""
    if len(text) <= LONG:
        return False
    words = text.split()
    signs_of_words = sum(map(str.isalnum, text))
    is_signs = signs_of_words * 2 < len(text) - len(words)
    is_repeated = len({text[at : at + 3] for at in range(len(text) - 2)}) * REPEATED < len(text)
    is_spelt = len(words) >= LONG // 10 and signs_of_words < 2 * len(words)
    return is_signs or is_repeated or is_spelt


def is_withdrawn(later: str) -> bool:
    """Does a later sentence of the same utterance take back what was said before?"""
    return bool(_WITHDRAWN.match(later))
