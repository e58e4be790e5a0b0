"""The words people count days in: weekdays, months, numbers and units, in ten languages. Data only."""

from __future__ import annotations


def _numbered(*names: str, first: int = 0) -> dict[str, int]:
    return {name: number for number, line in enumerate(names, first) for name in line.split()}


WEEKDAYS = _numbered(
    "monday mon montag lunes lundi segunda segunda-feira lunedì lunedi maandag понедельник 一 月",
    "tuesday tue tues dienstag martes mardi terça terça-feira martedì martedi dinsdag вторник 二 火",
    "wednesday wed mittwoch miércoles mercredi quarta quarta-feira mercoledì mercoledi woensdag среду среда 三 水",
    "thursday thu thurs donnerstag jueves jeudi quinta quinta-feira giovedì giovedi donderdag четверг 四 木",
    "friday fri freitag viernes vendredi sexta sexta-feira venerdì venerdi vrijdag пятницу пятница 五 金",
    "saturday sat samstag sábado samedi sabato zaterdag субботу суббота 六 土",
    "sunday sun sonntag domingo dimanche domenica zondag воскресенье 日 天",
)
MONTHS = _numbered(
    "january januar jänner enero janvier janeiro gennaio januari января",
    "february februar febrero février fevereiro febbraio februari февраля",
    "march märz marzo mars março maart марта",
    "april abril avril aprile апреля",
    "may mai mayo maio maggio mei мая",
    "june juni junio juin junho giugno июня",
    "july juli julio juillet julho luglio июля",
    "august agosto août augustus августа",
    "september septiembre septembre setembro settembre сентября",
    "october oktober octubre octobre outubro ottobre октября",
    "november noviembre novembre novembro ноября",
    "december dezember diciembre décembre dezembro dicembre декабря",
    first=1,
)
ENGLISH_MONTHS = _numbered(
    "january Jan", "february Feb", "march Mar", "april Apr", "may", "june Jun", "july Jul", "august Aug",
    "september Sep Sept", "october Oct", "november Nov", "december Dec", first=1,
)  # fmt: skip
NUMBERS = _numbered(
    "a an one ein eine einem einer un una une uno um uma een один одну 一",
    "two zwei dos deux dois duas due twee два две 二 两 兩",
    "three drei tres trois três tre drie три 三",
    "four vier cuatro quatre quatro quattro четыре 四",
    "five fünf cinco cinq cinque vijf пять 五",
    "six sechs seis sei zes шесть 六",
    "seven sieben siete sept sete sette zeven семь 七",
    "eight acht ocho huit oito otto восемь 八",
    "nine neun nueve neuf nove negen девять 九",
    "ten zehn diez dix dez dieci tien десять 十",
    first=1,
)
UNITS = {
    word: unit
    for unit, words in {
        "d": "day days tag tage tagen día días jour jours dia dias giorno giorni dag dagen день дня дней 天 日",
        "w": "week weeks woche wochen semana semanas semaine semaines settimana settimane weken "
        "неделю недели недель 周 週 星期",
        "m": "month months monat monate monaten mes meses mois mês mese mesi maand maanden месяц месяца месяцев 月",
    }.items()
    for word in words.split()
}


def any_of(words: dict[str, int] | dict[str, str], *, wide: bool = False) -> str:
    """The words as alternatives of a pattern, longest first: those of spaced scripts, or the `wide` ones."""
    chosen = (word for word in words if (ord(word[0]) > 0x2E80) is wide)
    return "|".join(sorted(chosen, key=len, reverse=True))
