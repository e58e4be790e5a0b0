"""The shapes of a statement: copula, label, numbers, names, tense. Holds patterns only, decides nothing."""

from __future__ import annotations

import re

from noctuary.extraction.cues_keep import folded, signs

SHAPES: dict[str, re.Pattern[str]] = {
    "copula": folded(
        r"""
\b(?:is|are|was|lives?|runs?|takes?|uses?|belongs?|costs?|has|have|starts?|works?|comes?|goes|gets?|
serves?|needs?|holds?|keeps?|opens?|closes?|sits|answers?|accepts?|expects?|returns?|listens|delivers?|
's|'re|ist|sind|hat|läuft|heißt|kommt|geht|liegt|gilt|es|son|está|están|tiene|va|llevan?|exportan|pagan|
est|sont|a|ont|coûte|ferme|ouvre)\b|[是は为が]
""",
    ),
    "our": folded(
        r"""
\b(?:our|my|we|us|i|i'm|we're|unser\w*|wir|ich|mein\w*|nuestr\w+|mi|mis|notre|nos|mon|ma|mes|nous)\b|我们|
我們|我|私|うち|弊社|当社
""",
    ),
    "your": folded(r"\b(?:your|you|yours)\b"),
    "measure": folded(
        r"""
\d ?(?:%|°|€|\$|£|kr|eur|usd|chf|gb|mb|kb|tb|ms|s|min|h|hours?|days?|weeks?|months?|years?|seats?|pcs|
kg|g|mg|ml|l|km|m|cm|mm|px|fps|tagen?|días?|tage|jours?|meses|semanas|x|×)\b|[€$£]\d|\d ?[°%日月年时時分]|
\d+x\d+
""",
    ),
    "clock": folded(r"\b\d{1,2}:\d\d\b|\b\d{1,2} ?(?:am|pm|uhr)\b|\bUTC\b"),
    "contrast": folded(
        r"""
,? (?:not|instead of|rather than|no|nicht|statt|en vez de|no|pas) |\bnot \S+$|,? no more |\bno longer\b
""",
    ),
    "spoken": folded(
        r"""
^\W*(?:decided|decision|(?:new |our |house |hard )?rules?|agreed|remember|correction|preference|policy|convention|beschlossen|entscheidung|(?:neue )?regel|
korrektur|decidido|decisão|decisión|(?:nova |nueva )?(?:regra|regla|norma)|correção|corrección|décision|(?:nouvelle )?règle|
决定|決定|规则|規則|ルール|更正|訂正) ?(?:[:：—–]|that\b)|
^\W*(?:(?:ok(?:ay)?|so|then|yes|alright)[, ]+)*let'?s (?:go|stick|stay) with\b|^\W*(?:and |so )?(?:we|they|the (?:team|board|owners?|family)|[a-z]+ and [a-z]+) (?:have |has )?(?:decided|agreed|settled)\b|
^\W*(?:from now on|going forward|(?:as of|starting) (?:\d\S*|next|today|tomorrow|now|(?:on |from )?{DAY}|{MONTH})|ab (?:jetzt|sofort)|a partir de (?:ahora|agora)|de ahora en adelante|dorénavant|désormais)\b|
^\W*wir haben (?:beschlossen|entschieden|vereinbart)\b|^\W*(?:hemos |nós )?(?:decidimos|acordamos|combinamos)\b|^\W*(?:on a|nous avons) (?:décidé|convenu)\b
"""
    ),
    "reason": folded(r"\bso\b|\bbecause\b|\bsince\b|\bas\b|\bweil\b|\bporque\b|\bcar\b"),
    "adopted": folded(
        r"""
\b(?:so |and )?that'?s (?:our|the|my|a|how)\b|\bour rule\b|\bthat is (?:a|our|the) \w*\s?rule\b|
\bthe (?:contract|lease|doctor|law|landlord|tax office|gdpr|manual|spec|regulation|insurance|ethics|vet|
dentist|pediatrician|cardiologist) ?\w* (?:says?|said|requires?|insists?|wants|states)\b|\bthat's how\b|
\bwrite it down\b|\bgilt\b
""",
    ),
    "past": folded(
        r"""
\b(?:was|were|did|had|went|got|came|made|took|said|sent|\w{3,}ed|fue|hizo|estaba|foi|foram|ficou|ficaram|estava|tinha|virou|passou|fez|war|hatte|wurde|
était)\b
""",
    ),
    "first_past": folded(
        r"""
^(?:i|we)(?:'ve| have)? \w+ed\b|^(?:i|we) (?:went|got|made|had|did|sent|saw|met|won|lost)\b
""",
    ),
    "noted": folded(
        r"""
^(?:noted|understood|confirmed|got it|agreed|saved|recorded|anotad[oa]|norma anotada|notiert|verstanden|
compris|noté|了解)\b.{0,30}[:,—–-] ?
""",
    ),
    "month_day": folded(r"\b\d{1,2}(?:st|nd|rd|th|\.)?(?: of)? {MONTH}\b|\b{MONTH} \d{1,2}\b"),
    "single_case": folded(
        r"""
\b(?:order|customer|ticket|invoice|case|booking|pr|issue|inc)[ #-]*\d{2,}\b
""",
    ),
    "changed": folded(
        r"""
\bstays? (?:on|at|as|with|in)\b|\b(?:moved|switched|changed|migrated|renamed|raised|upgraded|replaced|
lowered|extended|pasa|subo|sube|umgestellt|umgezogen)\b.*\b(?:to|now|from|by|with|a|auf|zu|nach)\b|
\b(?:is|are|it's|we're|runs?|lives?|uses?) (?:\S+ ){0,4}now\b|\bnow (?:is|runs|uses|lives|on|at|in|
called|needs|has)\b
""",
    ),
    "sourced": folded(
        r"""
^(?:per|according to|from) (?:the|your|our)\b|\bas you (?:said|decided|told|asked)\b|\byou (?:showed|
told|gave|said|mentioned|asked)\b|\bfrom your\b
""",
    ),
    "cause": folded(
        r"""
^(?:(?!\b(?:because|since|so|due to|caused by|came from|turned out|root cause|whenever|otherwise|must be|
has to|needs?)\b).)*+(?:because|since|so|due to|caused by|came from|turned out|root cause|whenever|otherwise|must be|
has to|needs?)\b.*`|^[^`]*+`.*\b(?:because|since|so|due to|otherwise|must|has to|needs?|only)\b
""",
    ),
    "narrative": folded(
        r"""
^(?:i|we|my \w+|the \w+)(?:'ve| have)? (?:\w+ed|went|got|had|did|sent|saw|met|won|lost|was|were|came|
bought|ate)\b
""",
    ),
    "present": folded(
        r"""
\b(?:is|are|has|have|needs?|uses?|runs?|lives?|takes?|goes|must|may|can't|cannot|wants?|prefers?|
starts?|ends?|belongs?|works?|comes?|costs?|gets?|pays?|keeps?|stays?)\b|'s |'re 
""",
    ),
    "vague_subject": folded(
        r"""
^(?:(?:no|and|but|so|ok|yes)[, ]+)?(?:it|that|this|they|he|she|these|those|there|das|es|eso|esto|ça|
c'est|它|这|那|これ|それ)(?:'s| is| was| are| were| has| does| still| will|'ll| \w+s)?\b
""",
    ),
    "temporal_change": folded(
        r"""
\b(?:as of|since|from|starting|until|ab|seit|desde|hasta|a partir de)\b.{0,15}\b\d{4}-\d\d-\d\d
""",
    ),
}
_TITLE = r"^\W*+(?:\d++\W*+)?"
HEADINGS: dict[str, re.Pattern[str]] = {
    "decision": folded(
        _TITLE + r"""
(?:(?:key|final|team|our|major|main|design|architecture) )?(?:decisions?(?: (?:made|taken|log))?|entscheidung(?:en)?|beschl[uü]ss?e?|
decisi(?:ones|ón)(?: tomadas?)?|decis(?:ões|ão)(?: tomadas?)?|decisioni|besluiten|décisions?(?: prises)?|决定|決定(?:事項)?)\W*$
"""
    ),
    "rule": folded(
        _TITLE + r"""
(?:(?:\w+|how we) ){0,2}(?:rules?|polic(?:y|ies)|conventions?|norms?|guardrails?|regeln?|reglas|normas|regras|regole|regels|règles|
规则|規則|ルール)\W*$|^\W*(?:never|always|nunca|sempre|nie|immer|siempre|jamais|toujours)\b
"""
    ),
    "prefer": folded(_TITLE + r"(?:\w+ ){0,2}(?:preferences?|preferencias|preferências|preferenze|voorkeuren|préférences|vorlieben|偏好|好み)\W*$"),
    "lessons": folded(
        _TITLE + r"""
(?:(?:key|main) )?(?:lessons?(?: learn(?:ed|t))?|learnings?|gotchas?|pitfalls?|takeaways?|caveats?|gelernt|lektionen|lecciones(?: aprendidas)?|
aprendizados?|aprendizajes?|lições(?: aprendidas)?|armadilhas|lezioni|lessen|leçons|教训|教訓|学び|注意点)\W*$
"""
    ),
    "log": folded(
        _TITLE + r"""
(?:what (?:was |i |we |has )?(?:done|did|happened|changed|landed|built)|(?:actions? )?(?:done|taken)|progress\b|status\b|(?:work|change|session|activity)[ -]?log|
changes?\b|validations?\b|verifications?\b|tests?\b|(?:\w+ )?evidence\b|commits?\b|files? (?:changed|created|touched)|next (?:steps?|actions?|up)|
actions?\b|to-?dos?\b|tasks?\b|blockers?\b|(?:\w+ )?findings?\b|results?\b|timeline\b|how i felt|mood\b|resolved\b|review\b|agenda\b|attendees\b|
(?:executive |decision )?summary\b|current (?:status|state|focus)|completed\b|in progress|open (?:questions?|findings?|items?)|git status|
o que (?:foi feito|aconteceu)|resumo\b|resultados?\b|como me senti|validaç|pendências|próximos passos|modelo e ambiente|skills acionadas|
estado\b|mudanças|autocrítica|was (?:passiert|gemacht)|erledigt|ergebnisse?\b|nächste schritte|resumen\b|hecho\b|pendientes?\b|cambios\b|
fait\b|résumé\b|résultats?\b|prochaines étapes|做了什么|结果|进度|完成|待办|やったこと|結果|進捗)
"""
    ),
}
CASED_SHAPES: dict[str, re.Pattern[str]] = {
    "label": re.compile(r"^[^\s:：][^:：?]{0,40}[:：]\s*\S"),
    "number": re.compile(r"\d"),
    "code_span": re.compile(r"`[^`]+`"),
    "path": signs(
        r"""
\b\w+://|(?<![\w-])-*+\w[\w-]*+/[\w*/.-]|(?<![\w-])-*+\w[\w-]*+\.(?:example|com|org|io|internal|local|py|ts|js|go|md|json|ya?ml|
toml|csv)\b|\b\d+\.\d+\.\d+\.\d+\b|\b[a-z]+_[a-z_]+\b
""",
        cased=True,
    ),
    "name": re.compile(r"(?<=[\w,:;–-] )[A-ZÄÖÜÉÁÍÓÚÑ][\w'-]*[a-zäöüßéáíóúñ]|\b[A-Z]{2,}\b"),
    "version": re.compile(r"\bv?\d+\.\d+(?:\.\d+)?\b"),
    "arrow": re.compile(r"->|→|=>|="),
    "exclaim": re.compile(r"!|\.\.\.|…|:\(|:\)|[\U0001F600-\U0001F64F]"),
    "named_subject": signs(
        r"""
^(?:(?:and|btw|also|fyi),? )?[A-ZÄÖÜÉÁ][a-zäöüßéáíóúñ]+(?:'s\b| [A-Z][a-z]+| is| has| wants| likes|
 takes| may| must| prefers| comes| does| can't| only|:| \()
""",
        cased=True,
    ),
    "clock_start": re.compile(r"^\d{1,2}[:.]\d\d(?::\d\d)?[Zz]?\b(?! ?[–-])"),
}
