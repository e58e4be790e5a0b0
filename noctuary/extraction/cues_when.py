"""The marks by which days in speech are told: that there are any, that they come back, their tense. Data only."""

from __future__ import annotations

from noctuary.extraction.cues_keep import folded, signs

HINT = folded(
    r"""
day\b|tomorrow|week|month|year|ago\b|heute|gestern|morgen|woche|monat|jahr|tag\b|tage|mittwoch|\bhoy|ayer|mañana|semana|\bmes|
dias?\b|días?\b|hier\b|hui\b|demain|semaine|\bmois|jours?\b|hoje|ontem|amanhã|mês|oggi|ieri|domani|giorn|settiman|
vandaag|gisteren|dagen|weken|maand|вчера|завтра|сегодня|недел|месяц|года|дн[яе]|день|[昨今明前后後上下来來先底本这這]|
\b(?:last|next|this) \w{3}|lunes|martes|jueves|viernes|domingo|di\b|segunda|terça|quarta|quinta|sexta|dag\b|
sábado|sabato|\baño\b|\banno\b|\bano\b|année|jaar|конц|
понедельник|вторник|сред[уа]|четверг|пятниц|суббот|воскресенье
""",
)
MONTH_HINT = folded(
    r"""
\d.{0,8}(?:jan|feb|mar|mär|apr|abr|avr|may|mai|mag|mei|jun|jui|giu|jul|lug|aug|ago|aoû|sep|set|o[ck]t|out|ott|nov|de[czc]|
dic|déc|gen|ene|fév|янв|фев|мар|апр|мая|июн|июл|авг|сен|окт|ноя|дек|月|/\d)|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|
nov|dec)\w*\.? (?:the )?\d
""",
)
RECURS = signs(
    r"""
\b(?:every|each|annual(?:ly)?|yearly|birthdays?|bday|anniversary|born|(?:fiscal|financial|tax|school) year|seasons?|
jede[nrs]?|jährlich|geburtstag|geboren|(?:geschäfts|schul|steuer)jahr\w*|saison|cada|todos los|todos os|anual|
(?:año|ano) (?:fiscal|escolar)|temporada|cumpleaños|nacid[oa]|aniversário|nascid[oa]|chaque|tous les|annuel|
anniversaire|née?|ogni|annuale|compleanno|nat[oa]|elke|ieder|jaarlijks|verjaardag|кажд\w+|ежегодно|рождения|
родил\w+)\b|每年|每月|每周|生日|毎年|毎週|誕生日
""",
)
FUTURE = signs(
    r"""
\b(?:will|shall|won't|going to|until|till|due|deadline|expires?|upcoming|scheduled|planned|starting|starts|begins|
beginning|effective|wird|werden|bis|fällig|läuft ab|beginnt|startet|a partir d[eo]|à partir d[eu]|a partire da|vanaf|hasta|vence|será|vai|jusqu'au|expire|sera|até|vencerá|fino al|scade|sarà|vervalt|zal|будет|истекает|до)\b|
将|截止|到期|之前|まで|予定
""",
)
PAST = signs(
    r"""
\b(?:was|were|had|did|since|war|waren|wurden?|hatten?|seit|fue|fueron|era|desde|était|étaient|depuis|foi|foram|stato|
sinds|werd|waren|был[аио]?)\b|以来|した
""",
)
WILL = signs(r"\b(?:will|shall|won't|going to|wird|werden|será|serão|vai|sera|seront|sarà|zal|zullen|будет|будут)\b")
WAS = signs(r"\b(?:was|were|had|did|war|waren|wurden?|fue|fueron|était|étaient|foi|foram|werd|был[аио]?)\b")
