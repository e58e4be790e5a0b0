"""Which kind of statement it is, and what it is about: kind, subject, domain. Does not ask whether it lasts.

The kinds are those of `model.Kind`; the first rule that fits decides, the plain fact is what remains.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from noctuary.extraction.cues_keep import folded, signs
from noctuary.extraction.cues_shape import HEADINGS
from noctuary.model import Kind, Role

_PERSONAL = folded(
    r"""
^(?:\W|(?:and|also|btw|by the way|fyi|thanks|ok|well|remember(?: that)?|note(?: that)?|
just so you know)[,!.:]? )*(?:i'm|i am|i live|i work|i have (?:type|a |an |adhd|asthma|c)|i speak|
i'm an?|i come from|i do \w+ (?:\w+ )?(?:at|in|for)|i grew up|i run a|i study|i teach|my (?:native|
first|mother|name|job|role|time ?zone|age|pronouns|profession|background|title|main (?:machine|laptop))|
user(?: is|:| name)|ich (?:bin|wohne|lebe|arbeite|heiße|komme|spreche)|mein (?:name|job|beruf)|soy|
vivo en|trabajo (?:de|como|en)|me llamo|je (?:suis|vis|travaille|m'appelle|parle)|j'habite|
tengo \d+ años|sou|moro em|trabalho (?:de|como|em)|me chamo|sono (?:un |una |un')|vivo a|abito|mi chiamo|lavoro come|
ik ben|ik woon|ik werk|ik heet|mijn (?:naam|beroep))(?!\w)|^(?:我是|我住|我在|我的名字|私は|僕は|我叫|我有)
""",
)
_PASSING_STATE = folded(
    r"""
^(?:i'm|i am) (?:not |so |just )?(?:going|using|doing|happy|sure|out|back|done|getting|trying|thinking|
working on)\b
""",
)
_DECIDED = folded(
    r"""
\b(?:decided|decision|agreed|settled|chose|chosen|picked|opted|signed off|fasten|ruled out|beschlossen|decidimos|combinamos|abbiamo (?:deciso|scelto)|deciso|besloten|afgesproken|
entschieden|entscheidung|vereinbart|geeinigt|wir nehmen|decidid\w+|decidimos|acordad\w+|acordamos|
hemos decidido|décidé\w*|convenu|on part sur|adr[- ]?\d+)\b|\bwe(?:'ll| will| won'?t|
 shall)(?: not)? (?:use|go|keep|do|move|take|stay|skip|drop|stick|support|not|ship|build|have|run|
switch|pay|be)\b|\bwe(?:'re| are) (?:not )?(?:doing|using|dropping|keeping|going|moving|staying|
switching|sticking)\b|\bwe (?:skip|drop|stick|go with|keep|went with)\b|\bit is,? for\b|\b(?:is|
are) out\b|\blet'?s (?:use|go with|do it|keep|stick|drop|switch)\b|->\s*all\b|\b(?:beschluss|
bleiben bei|choisi|on garde|final answer|accepted|approved|vote[ds]?:?|rfc[- ]?\d+|went with|we (?:ship|
dropped|take)|picked|meeting result|outcome)\b|\bfrom (?:\w+day|today|tomorrow|
next \w+)(?: on)?\b(?! \w+ to\b)|に決め|決定|决定|定了|決めた|決まりました|採用|改用
""",
)
_LESSON = folded(
    r"""
\blessons?\b|\broot cause\b|\bpost-?mortem\b|\bturns? out\b|\bwe tried\b|\bi tried\b|\blast time\b|
\bfound it\b|\bthe (?:fix|culprit|trick|cause) (?:is|was)\b|\bgotcha\b|\bojo\b|\bpitfall\b|
\bbreaks? (?:on|when|if|with)\b|\b(?:only|doesn'?t|don'?t|won't) (?:work|pass|print|start|boot|build|
compile)s?\b|\bcuts off\b|\bcrash(?:es|ed) (?:when|if|on|with)\b|\bhas to be started with\b|
\botherwise\b.*\b(?:break|fail|flicker|crash|leak|los)\w*|\b(?:flickers|hangs?|fails?|freezes|froze|
jams|trips|stalls|squeaks|cracks|sticks|leaks|loses|lost|burns?|does(?: not|n't) (?:hold|support|start|
recognise|recognize|accept))\b.*\b(?:if|when|whenever|with|so|because|again|use|first|always|needs?|
without|unless|after)\b|\b(?:longer|slower|worse|better|faster) (?:when|if)\b|^(?:learned|why (?:it|
the) )|\bprices stay\b|\bsave them as\b|\b(?:aprendid\w|lección|lição|aprendizado|lezione|les:|geleerd|gelernt|lektion|leçon|merke)\b|
\bso stay on\b|\bit's the \w+, not the\b|\bsonst\b|\bsi no,|教训|教訓|原因は|原因是|学んだ|坑
""",
)
_PREFERENCE = folded(
    r"""
\b(?:prefers?|preference|favou?rite|call me|want(?:s)?|likes?|loves?|hates?|dislikes?|rather|
appreciates|lieber|bevorzug\w*|möchte|mag|prefier\w+|prefir\w+|prefere\w*|gosto de|preferisc\w+|mi piace|liever|houd van|me gusta|quiere\w*|préf\w+|aime)\b|\b(?:give|show|
send|tell|ask|answer|address|write|explain to|read|remind) me\b|\byour (?:answers?|replies|responses|
summar\w+|messages|explanations|comments|diffs|tone)\b|\bstop \w+ing\b|\bwhen(?:ever)? (?:you|booking|
writing|i ask|replying)\b|\b(?:never|don'?t|always) (?:suggest|propose|ask me|use emoji|call me|explain|
apologi[sz]e|start (?:your|a) |give|book|send me|show|add (?:emojis|comments))\b|\btables? over\b|
\b\w+ over \w+ when\b|^less\b|^fewer\b|^more\b|\bno (?:emojis?|bullet|exclamation|fluff|filler|smileys|
jargon|small talk|markdown|headings|semicolons)\b|\bfor me\b|\b(?:antworte|schreib|mandes|escríbeme|
respond\w+|réponds|écris)\b|\bkeep (?:your|it|answers|replies)\b|: (?:send|call|write|use|prefers?|
likes?|wants?) |喜欢|喜歡|希望|宁愿|ほしい|欲しい|好き|方がいい|てください|で(?:お願い|書いて)
""",
)
_CONSTRAINT = folded(
    r"""
\b(?:must(?:n't)?|may (?:not|only)|can'?t|cannot|ha(?:s|ve) to|not allowed|forbidden|prohibited|
off limits|insists on|mandatory|required|requires|limit|max(?:imum)?\b(?=\.? ?(?:\d|\w+ (?:size|of|is)|
(?:is|of|size|bundle)\b))|at most|no more than|shall not|nobody|no one|capped at|minimum|off-limits|
keep out of|no later than|not permitted|under no circumstances|darf|dürfen|muss|müssen|verboten|
höchstens|debe[n]?|deve[m]?|devono|tem que|proibid\w|vietat\w|moet(?:en)?|mag niet|hay que|prohibid\w|no se puede|interdit|doit|doivent|il faut)\b|\b(?:don'?t|do not|
never) (?:ever )?(?:touch|push|commit|delete|deploy|edit|change|modify|rename|merge|store|expose|share|
log|run|restart|open|kill|use|let|promise|leave|put|send)\b|\bneeds? (?:form|a review|approval|to (?:be|
stay|have))\b|\bnever\b|\bwill not run\b|\bwithout your (?:explicit )?\w+\b|\bno (?:drilling|deploys?|
automation|tracking|singletons|pets|smoking|pushes|force|exceptions)\b|\b(?:no|kein\w*|
keine) [\w ]{2,40}\b(?:after|before|between|in|without|nach|vor|zwischen|ab|unless|until|while|
during)\b|\bno se puede[n]?\b|\bdelete .* after \d|\brules?:|\d ?回まで|不能|不可|\bonly (?:on|after|before|
between|via|through)\b|\bnunca\b|\bnon\b.{1,30}\bmai\b|\bnooit\b|\bnie(?:mals)?\b|\bjamais\b|\bparcels to\b|必须|必須|不得|禁止|别动|別動|不要|不能|勿|
てはいけ|てはなら|なければ|厳禁|最多|以内|上限
""",
)
_ASKED = folded(
    r"""
\b(?:please|pls|bitte|por favor|s'il te plaît|stp|with me|for me|annoy\w*)\b|请|請|お願い|ください|ほしい
""",
)
_STYLE = folded(
    r"""
^(?:please |always |never |only |and |when \w+ \w+ [\w ]+, |(?:could|can) you (?:please )?)*(?:never |
always |stop )?(?:answer|reply|respond|write|say|use the word|using|show|give|open a pr|sign|address|
call|explain|format|suggest|ask|tutoie|vouvoie|tutéame|duz|sprich|antworte|schreib|responde|escribe|
réponds|écris)\b|\b(?:plain text|emojis?|bullet points?|tone|wording|formal|informal|duzen|siezen|
tutear|tutoyer|screenshots?|verbose|the word \"|one question|unless i (?:write|ask|say))\b|回复|回答|箇条書き|
敬語|注释|コメント
""",
)
_BOUND = folded(
    r"""
\b(?:must|may not|can'?t|cannot|has to|have to|not allowed|forbidden|don'?t (?:ever )?(?:touch|edit|
delete|push|run|change)|muss|darf|debe)\b
""",
)
_WE = folded(r"\b(?:we|we'll|we're|our team|wir|nosotros|decided|agreed)\b")
_FROM_NOW = folded(
    r"""
\b(?:from now on|going forward|henceforth|starting (?:next|from|on|today|tomorrow|\d|in)|no longer|
künftig|in zukunft|de ahora en adelante|dorénavant|désormais|a partir de(?:l)?|desde hoy|desde ahora)\b|
从今|今后|以后都|これから|今後
""",
)
_EVENT = folded(
    r"""
\b(?:ends?|expires?|runs out|switched off|shut ?down|turned off|sunset|surgery|wedding|deadline|due|
launch\w*|exam|moves? (?:out|in)|retires?|goes live|goes end|starts? on|starts|opening|conference|
defen[cs]e|trip|flight|arrives|booked|läuft .*aus|scade|loopt .{0,20}af|verloopt|endet|caduca|vence|termina|boda|hochzeit|expire|
mariage|closes|birth|due date|birthday|geburtstag|cumpleaños|anniversary|fair|renovation|graduat\w+|
end of life|eol)\b|到期|締切|期限|截止|结束|終了
""",
)
_FULL_DATE = folded(
    r"""
\b20\d\d-\d\d-\d\d\b|\b\d{1,2}\.? \w{3,10} 20\d\d\b|\b\w{3,9} \d{1,2},? 20\d\d\b|\d{4}年\d+月|
\b\d{1,2}\.\d{1,2}\.20\d\d\b
""",
)


_UNDER_DECISION, _UNDER_PREFERENCE, _UNDER_LESSON = HEADINGS["decision"], HEADINGS["prefer"], HEADINGS["lessons"]
_UNDER_RULE = re.compile(rf"^(?:never|don'?ts?|rules?|constraints?|limits?|verboten|禁止)|{HEADINGS['rule'].pattern}")


_EVERY_TIME = folded(
    r"""
^(?:after|before|at the end of|with) (?:each|every|any)\b(?!.*\b(?:is|are|has|have|gets?|we)\b)|^nach jede[rmn] (?!.*\b(?:ist|sind|wir)\b)|
^(?:después|antes) de cada\b(?!.*\b(?:es|son|hay)\b)|^(?:depois|antes) de cada\b|^après chaque\b(?!.*\b(?:est|sont|on)\b)
"""
)


def kind_of(text: str, found: Mapping[str, float], role: Role, context: tuple[str, ...] = ()) -> Kind:
    """The kind of a statement from its words, its features and the heading it stands under."""
    text = text.lower()
    if "correction" in found:
        return "correction"
    if _PERSONAL.search(text) and not _PASSING_STATE.search(text) and role != "assistant":
        return "identity"
    under = context[-1].lower() if context else ""
    if _LESSON.search(text) or _UNDER_LESSON.search(under) or ("if_then" in found and role == "note"):
        return "lesson"
    if _FULL_DATE.search(text) and _EVENT.search(text):
        return "event"
    asks = role == "user" and (_ASKED.search(text) or _STYLE.search(text)) and not _BOUND.search(text)
    if asks and not _WE.search(text):
        return "preference"
    if _DECIDED.search(text) or _UNDER_DECISION.search(under) or _FROM_NOW.search(text):
        return "decision"
    if _UNDER_PREFERENCE.search(under):
        return "preference"
    if role in ("user", "memory", "note") and _PREFERENCE.search(text) and not re.search(r"\bmust\b", text):
        return "preference"
    if _CONSTRAINT.search(text) or _UNDER_RULE.search(under):
        return "constraint"
    is_wish = "nolead" in found or _EVERY_TIME.match(text)
    return "preference" if role == "user" and is_wish else "fact"


_DOMAINS: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "api",
        folded(
            r"""
\b(?:api|apis|endpoints?|http|https status|webhooks?|rest|graphql|openapi|status code|request|response|
payload|idempotency|oauth|jwt|grpc|route)\b
""",
        ),
    ),
    (
        "code-patterns",
        folded(
            r"""
\b(?:commits?|lint(?:er)?|docstrings?|functions?|class(?:es)?|naming|tests?|unit tests?|code style|
indent\w*|tabs|spaces|imports?|refactor\w*|type hints?|singletons?|typing|migrations?|branch(?:es)?|
merge|shaders?|signals|code review)\b|コミット
""",
        ),
    ),
    (
        "business-rules",
        folded(
            r"""
\b(?:prices?|discounts?|vat|invoices?|customers?|refunds?|shipping|deliver\w*|contracts?|payments?|
clients?|opening hours|fees?|tax\w*|suppliers?|budget|rechnung\w*|versand\w*|kunden?|preis\w*|cuota|
factura\w*|iva|clientes?|proveedor|facture|fiscal)\b|請求|发票|客户
""",
        ),
    ),
)


def domain_of(text: str) -> str | None:
    """The half-life domain the words point to, or None."""
    low = text.lower()
    return next((name for name, pattern in _DOMAINS if pattern.search(low)), None)


_LABEL = re.compile(r"^([^:：`\"]{2,60}?)\s*[:：]\s+\S")
_SPAN = re.compile(r"`([^`]{2,60})`")
_SUBJECT = signs(
    r"""
^(?:(?:the|our|my|your|an?|this|der|die|das|unser\w*|mein\w*|el|la|los|las|nuestr\w+|mi|les?|notre|mon|
ma)\s+)?((?:[\w'&./+-]+ ){0,4}?[\w'&./+-]+?)(?:'s)?\s+(?:is|are|was|lives?|runs?|takes?|uses?|belongs?|
costs?|has|have|must|may|can|cannot|can't|should|will|needs?|only|always|never|stays?|moved|prefers?|
wants?|starts?|ends?|insists|answers?|ist|sind|hat|läuft|heißt|muss|darf|gilt|es|son|está|tiene|debe|
pasa|est|sont|a|doit)\b
""",
)
_CJK_SUBJECT = re.compile(r"^([^\s，、。:：]{2,16}?)(?:的[^\s]{1,8})?(?:是|为|は|が|在|不)")
_NAME = signs(
    r"""
\b(?!The\b|We\b|I\b|Our\b|My\b|Never\b|Always\b|Please\b|If\b|When\b|No\b|
It\b)[A-Z][\w-]+(?: [A-Z][\w-]+){0,3}
""",
    cased=True,
)
_VAGUE = frozenset(
    "it this that he she they we i you there everything anything nobody everyone what who es er sie wir ich das".split()
)


def subject_of(text: str, context: tuple[str, ...] = ()) -> str:
    """What a statement speaks about: its label, grammatical subject, code span or name; "" where none shows."""
    for pattern in (_LABEL, _SUBJECT, _CJK_SUBJECT):
        match = pattern.match(text)
        if match and match[1].strip().lower() not in _VAGUE and len(match[1].split()) <= 6:
            return match[1].strip(" `*\"'")
    for pattern in (_SPAN, _NAME):
        match = pattern.search(text)
        if match:
            return (match[1] if match.lastindex else match[0]).strip()
    return context[-1] if context else ""
