"""The gates for what a speaker says without standing for it: supposed, undecided, passed on, an open task.

Judges the stance only; what a statement holds is for `keep_gates` and `durable`.
"""

from __future__ import annotations

import re

from noctuary.extraction.cues_keep import folded

_ERROR_QUOTED = folded(
    r"""
\bit says\b|\bexit code \d|\bfailed with\b|\bError: |ModuleNotFound|No module named
""",
)
_EXPLAINED = folded(r"\b(?:so|because|since|whenever|always|must|never)\b")
_HARD: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "done",
        folded(
            r"""
^\[[ xX]\]|^(?:todo|to-do|fixme|pendiente|待办|待辦|やること|à faire|open question|open)\s*[:：]
""",
        ),
    ),
    (
        "hypothetical",
        folded(
            r"""
\bfor the sake of argument\b|\bin (?:the|this|that|our) example\b|^for (?:example|instance)\b|
\bhypothetical|\bas an example\b|\bdevil's advocate\b|^(?:suppose|imagine|assuming|let'?s say|say we|
what if)\b|^(?:zum beispiel|angenommen|por ejemplo|imagina|par exemple|supposons)\b|
^(?:如果|假如|假设|要是|もし|仮に|比如|例えば)
""",
        ),
    ),
    (
        "undecided",
        folded(
            r"""
^(?:considering|thinking (?:about|of)|maybe|perhaps|wondering|toying with|idea:|quizás?\b|tal vez|
vielleicht|peut-être|überlege|pensando en|first theory|theory:|proposal)\b|\bnot (?:yet )?(?:decided|
agreed|final|confirmed|approved|sure)\b|\bundecided\b|\bt\.?b\.?[dac]\b|\bvote next\b|\?\?\?|
\bno decision\b|\bstill (?:thinking|deciding|open|discussing)\b|\bunconfirmed\b|\bneed to ask\b|
\blet me think\b|\bno (?:se sabe|sé)\b|\baún no\b|\bsin decidir\b|\bnoch (?:nicht (?:entschieden|klar|
sicher)|offen|unklar)\b|\bpas (?:encore )?décidé\b|\bon ne sait pas\b|还没(?:决定|定)|未定|検討中|迷って
""",
        ),
    ),
    (
        "transient",
        folded(
            r"""
\b(?:customer|order|ticket|case|client|kunde|cliente|bestellung|pedido)s? #?\d{3,}\b.*\b(?:wants?|
called|complain\w*|refund|late|asks?|asked|needs?|is|was|has)\b|^(?:BP|weight|mood|pulse|steps|sales|
turnover|revenue|umsatz|ventas|disk|cpu|load|queue|backlog|balance|temp\w*)\b[^.]{0,25}?\d|
^-?\d+(?:[.,]\d+)? ?°|\bon call this week\b|\bjust for (?:today|now|this)\b
""",
        ),
    ),
    (
        "request",
        folded(
            r"""
^(?:please |can you |could you |now |and |ok )*(?:write|reply|answer|translate|summari[sz]e|rephrase|
correct|proofread|rewrite|draft|explain|review|format|shorten|schreib\w*|übersetz\w*|traduce|responde|
traduis|réponds)\b[^:]{0,60}(?::\s|\"|“|«|「)
""",
        ),
    ),
    (
        "hypothetical",
        folded(
            r"""
^(?:and |but |so )?if\b.*\b(?:would|could|might|i'?d|we'?d)\b|\bwould\b.*\bif (?:we|i|you|it)\b|
^(?:wenn|si) .*\b(?:würde\w*|könnte\w*|podríamos|podría|pourrait|serait)\b
""",
        ),
    ),
    (
        "request",
        folded(
            r"""
^(?:(?:for|see|from|about) )?https?://\S+[,:]? \w+|^(?:implement|investigate|analy[sz]e|extend|fold|
confirm that|spawn|keep \w+ (?:issue|updated))\b
""",
        ),
    ),
    (
        "question",
        folded(
            r"""
^(?:in \w+,? |and |but |so |ok |also )?(?:what (?:is|are|does|do|happens|about|\w+ness)|can'?t we|
can (?:we|you|i)|do (?:we|you|i)|should (?:we|i|it)|could (?:we|you|i)|is it|why (?:is|do|did|are)|
how (?:do|does|to|can|many|much))\b(?!.{0,12}\b(?:stop|please stop|never|always)\b)(?![^?]*: )|
\bright\??$
""",
        ),
    ),
    ("incomplete", folded(r"^(?:because|weil|porque|parce que)\b")),
    (
        "transient",
        folded(
            r"""
\bfor this \w+ only\b|\bjust (?:for )?this (?:once|time|one)\b|\bin this (?:answer|reply|message|file|
mail|email)\b|\bthis time\b$
""",
        ),
    ),
    (
        "quoted",
        folded(
            r"""
^(?:over)?heard\b|^(?:an?|one|some|my|mi|un|una|ein|eine|mein|un|une|mon|ma|the) (?:\w+ )?(?:client|
customer|colleague|co-?worker|friend|neighbou?r|cousin|uncle|brother-in-law|guy|cliente|colega|amigo|
vecino|kunde|kollege|freund|collègue|ami|voisin)e?\w? (?:said|says|thinks?|told|claims?|reckons|dice|
dijo|cree|sagt|meint|dit|pense)\b|\bjob ad\b|\bcompetitor'?s?\b|\bsaid the (?:guy|man|woman|girl|lady|
kid)\b|\bwrote that\b|^(?:the|an?) (?:article|blog|book|podcast|video|tweet|post|ad|headline|sign|
poster|slogan)\b.{0,40}\b(?:says?|said|claims?|that|:)|\bas they say\b|\bno idea (?:whether|if)\b
""",
        ),
    ),
)
_ADOPTED = folded(
    r"""
\bthat'?s (?:our|the|my|now)\b|\bour (?:rule|policy)\b|\bso (?:we|i) (?:must|have to|need to|will|do|
can't|cannot)\b
""",
)


def of_stance(text: str) -> str | None:
    """The gate that stops what its speaker does not stand for, or None."""
    text = text.lower()
    if _ADOPTED.search(text):
        return None
    if _ERROR_QUOTED.search(text) and not _EXPLAINED.search(text):
        return "stack_trace"
    return next((gate for gate, pattern in _HARD if pattern.search(text)), None)
