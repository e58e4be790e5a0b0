"""The hard gates: utterances that are never kept, whatever else they say. Weighs nothing: that is `durable`.

A gate is a name and a plain sentence; `of_event` looks at the whole utterance, `of_piece` at one statement.
"""

from __future__ import annotations

import re

from noctuary.extraction.cues_keep import folded, signs

REASONS = {
    "tool_output": "a tool printed it; nobody stated it",
    "injection": "text fetched by a tool tries to instruct the assistant",
    "redacted": "what matters in it was redacted",
    "pii": "somebody's personal contact or card data was redacted in it",
    "no_store": "the speaker asked not to save it",
    "own_output": "it is the dream's or a memory tool's own output",
    "score_meta": "it is bookkeeping of a memory tool",
    "client_marker": "it is a marker of the client, not a statement",
    "code": "it is code",
    "shell": "it is a shell command",
    "stack_trace": "it is an error message",
    "incomplete": "it breaks off or says nothing by itself",
    "question": "it is a question",
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
_NO_STORE = folded(
    r"""
\b(?:don'?t|do not|never|please don'?t|no need to) (?:you )?(?:remember|save|store|keep|note|record|
memori[sz]e|write|log) (?:this|that|it|any of)(?! (?:down )?in (?:the )?(?:code|repo))|
\boff the record\b|\bbetween (?:us|you and me)\b|\bdo not save\b|\bdon'?t tell\b|\bdon'?t repeat\b|
\bfor the form only\b|\bforget (?:i said|that|this|it|what)\b|\b(?:nicht|bitte nicht) (?:speichern|
merken|notieren)\b|\bunter uns\b|\bno (?:l[ao]s? )?(?:guardes|apuntes|recuerdes|anotes)\b|
\bentre nosotros\b|\bne (?:le |la |l')?(?:retiens|note|enregistre|garde)s? pas\b|\bentre nous\b|
\bnot for the record\b|\bkeep (?:this|it) between\b|\bjust for you\b|别记|不要记|不用记|別記|覚えなくて|記録しないで|内緒
""",
)
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
^\s*(?:traceback|panic:|goroutine|at [\w.$<>]+ ?\(|File \"|npm ERR!|fatal:|error(?:\[\w+\])?:|warning:|
caused by:|exception in|[\w.]*(?:Error|Exception)\b(?:: |$)|\d+ (?:passed|failed)|exit code|E {3})|
^[\w./-]+:\d+:\d*:? 
""",
)
_INJECTION = folded(
    r"""
\b(?:ai|llm|assistants?|agents?|copilot|chatbot|model)s?\b.{0,60}\b(?:remember|memori[sz]e|store|note|
save|should|must|always|never)\b|\b(?:remember|memori[sz]e|store|save|keep)\b.{0,60}\b(?:memory|
permanently|user|for ever|forever|always|never|assistant|patient|this|that you)\b|\bsystem\s*:|
\bnote to (?:ai|llm|assistants?|self)\b|\bignore (?:all |the )?(?:previous|above)\b|\bmerke? dir\b|
\bKI-?assistent\w*|\brecordad?\b|\brecuerda\b|\basistentes?\b|\bsouviens-toi\b|\bretenez\b|记住|記住|系统提示|
請記住|覚えて|システム:|\bthe user(?:'s)? (?:consents?|agrees?|accepted|prefers?|preferred|wants|favou?rite)\b|
\bmemory\b.{0,30}\b(?:that|update)\b
""",
)
_HOSTILE = folded(
    r"""
\b(?:ignore|disregard|forget) (?:all |any |the |your )*(?:previous|prior|above|earlier) (?:instructions?|prompts?|
rules?|messages?)\b|^\W*(?:system|system prompt|developer message)\s*:|\byou are now (?:in |an? )?[\w -]{0,20}
(?:mode|admin|unrestricted|jailbroken)\b|\b(?:ai|llm|copilot|chatbot)[ -]?(?:assistants?|agents?|models?)?s?\b.{0,40}
\b(?:should|must|shall) (?:always |never )?(?:remember|memori[sz]e|store|save|send|obey)\b|\bnote to (?:ai|llm)\b|
\bignor(?:iere|iert) (?:alle )?(?:vorherigen|bisherigen) (?:anweisungen|instruktionen)\b|
\bignora (?:todas )?las instrucciones (?:anteriores|previas)\b|忽略(?:之前|以上|先前)的?(?:所有)?(?:指令|指示)|
以前の指示を無視
""",
)
_SPEAKS_TO = folded(
    r"""
\b(?:ai|llm)s?[ -](?:assistants?|agents?|models?|systems?)\b[^\n]{0,40}\b(?:must|should|shall|always|never|remember|please)\b|
\b(?:assistants?|chatbots?)\b[^.\n]{0,20}\b(?:must|should|shall|always|never|remember)\b|
(?:^|[.!?:>,\n\"]\s*)(?:(?:please|pls) )?(?:remember(?: that| this| to| the| your|:)|memori[sz]e)(?![\w-])|
\bnote to (?:ai|llm|assistants?)\b|\byour user's\b|
(?:^|\n)\W{0,4}system(?: prompt)?\s*:|\bthe user (?:consents|agrees|has agreed|prefers that|wants you)\b|
\bfrom now on,? (?:you|always|never)\b|\b(?:add|save|store|write|commit) (?:this|that|it) (?:in|to) (?:your|the|long-term) memory\b|
\bupdate your memory\b|\bmerke? dir\b|\bKI-?assistent\w*|\brecuerda(?: siempre)? que\b|\bsouviens-toi\b|\bretenez\b|
(?:请|請)?记住|請記住|覚えて(?:おいて)?ください|系统提示
""",
)
LONG, REPEATED = 200, 6
"""A sentence of more characters is looked at for noise: half of it no letters, or fewer triples of signs than a sixth of
its length. Of 15,000 such lines of real notes 35 have so few: rules and markup of tables, all of them."""
_SPAN = re.compile(r"`[^`]*`")
_CUT_OFF = signs(
    r"""
(?:^|\s)(?:the|a|an|of|and|or|but|without|which|when|because|if|than|our|my|your|their|should|must|will|
der|und|oder|weil|wenn|el|los|y|de|que|con|porque|le|les|et|ou|avec|parce que|the \w+ is|port is)\s*,?$|
[,(]$
""",
    cased=True,
)
_BARE_COPULA = re.compile(r"^(?:\S+ ){1,2}(?:is|are|was|ist|es|est|to|put|thing is)$", re.IGNORECASE)
_WITHDRAWN = signs(
    r"""
^\W*(?:(?:ah|oh|hmm+|um|uh|but|actually|sorry|no)[, ]+)?(?:not[.!]?$|wait,? no|no,? wait|hold on|
scratch that|never ?mind|forget it|let me (?:think|check)|i need to ask|on second thoughts?|ignore that|
actually,? no|not so fast|strike that|ach nein|moment|doch nicht|espera|mejor no|attends)(?!\w)|^(?:等等|
等一下|やっぱり)
""",
)


_DONT_FORGET = re.compile(r"\bdon'?t forget\b", re.IGNORECASE)


def of_event(text: str) -> str | None:
    """The gate that stops a whole utterance, or None."""
    head = text[:2000]
    if _CLIENT.match(head.lstrip()):
        return "client_marker"
    if len(text) < 600 and _NO_STORE.search(head.lower()) and not _DONT_FORGET.search(head):
        return "no_store"
    if _META.search(head) and len(text) < 600:
        return "score_meta"
    return "own_output" if len(text) < 600 and _OWN.search(head.lower()) else None


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
    if _CLIENT.match(text):
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
