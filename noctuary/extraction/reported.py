"""The clause somebody's answer is told in (`asked dad: …, says he is not allergic`), as a statement. Weighs nothing.

Invents no word: the clause, and before it whoever was asked where the clause only says "he" or "she".
"""

from __future__ import annotations

from noctuary.text.patterns import signs

LEAST = 3
_ASKED = signs(
    r"""
^(?:i |we )?(?:(?:asked|called|phoned|rang|visited|met|saw)|(?:spoke|talked|checked) (?:to|with)|wrote to) (?P<en>[^:;,]{2,40}?)(?: again| about [^:;,.]+)?\s*[:;,–-]|
^(?:ich habe |habe )?(?P<de>[^:;,]{2,40}?) (?:gefragt|angerufen|getroffen)\s*[:;,–-]|^(?:pregunté a|llamé a|hablé con|consulté a|perguntei (?:a|ao|à)|liguei para|falei com|
demandé à|appelé|parlé (?:à|avec)|chiesto a|chiamato) (?P<ro>[^:;,]{2,40}?)\s*[:;,–-]
""",
)
_SAYS = signs(
    r"(?:^|[:;,–-]\s*|\band )(?:{report.who} )?{report.says}(?:,? (?:that|dass|que|che)\s+|,? qu['’]|[,:]?\s+)(?P<clause>[^:;]+)$"
)
_PRONOUN = signs(r"^{report.pronoun}\b")


def reported(text: str) -> str:
    """The reported clause of a line that tells whom one asked; `text` where it tells of no such answer."""
    asked, says = _ASKED.search(text), _SAYS.search(text)
    if not asked or not says or len(says["clause"].split()) < LEAST:
        return text
    whom = next(name for name in asked.groupdict().values() if name)
    return f"{whom}: {says['clause']}" if _PRONOUN.match(says["clause"]) else says["clause"]
