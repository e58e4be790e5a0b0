"""Codes of doors, alarms, safes, phones, cards, banks: figures behind a word for such a code, or what opens a lock.

A word that means nothing but such a code (PIN, TAN, CVC) needs no other; a mere *code* must name what it opens. Without
either, 3 to 8 figures are one to which *with*, *to* or *on* leads, in a sentence that names a lock and a verb by which
one opens, closes or sets it, where nothing follows that they could count.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from noctuary.guard.finder import Finder, Hit, windows
from noctuary.guard.values import DATE, has_digit

_SURE = (
    r"pin(?:[ -]?(?:code|number|nummer|kod\w{0,3}))?|pincode|(?-i:[mp]?TAN)|puk|cvc2?|cvv2?|otp|"
    r"code secret|codice segreto|código secreto|geheimzahl|пин(?:-?код)?"
)
_WIDE = (
    r"验证码|驗證碼|校验码|動態密碼|认证码|認証コード|確認コード|暗証番号|인증번호|인증코드|mã xác (?:nhận|thực)|"
    r"รหัสยืนยัน"
)
_CODE = (
    r"\w{0,12}code|código|codigo|codice|\w{0,12}kode?n?|kod(?:u|em)|kód(?:ja|u)?|koodi|κωδικός|код|コード|"
    r"combination|kombination|combinaci[oó]n|combinazione|mã|รหัส|رمز|קוד|कोड"
)
_LOCK = (
    r"alarm\w{0,4}|doors?|gates?|safe|lockbox|key ?box|vault|tresor\w{0,2}|schließfach|tür|haustür|tor|"
    r"garage\w{0,3}|keller|"
    r"puerta|caja fuerte|alarma|portal|trastero|porte|portail|coffre|alarme|immeuble|cassaforte|allarme|cancello|"
    r"portone|"
    r"porta|portão|cofre|prédio|kluis|deur|poort|kancelári\w{0,2}|kancelář\w{0,2}|trezor\w{0,2}|dver\w{0,2}|dveř\w{0,3}|"
    r"sejf\w{0,2}|drzwi|bram\w{0,2}|domofon\w{0,2}|домофон\w{0,3}|двер\w{0,3}|сейф\w{0,2}|сигнализаци\w{0,2}|подъезд\w{0,2}|"
    r"під['’]їзд\w{0,2}|larm\w{0,3}|dörr\w{0,3}|dør\w{0,3}|kassaskåp\w{0,3}|kasa\w{0,3}|kapı\w{0,3}|ove[nt]\w{0,2}|ovi|"
    r"ajtó\w{0,3}|riasztó\w{0,3}|uș[aiă]\w{0,2}|cửa|pintu|brankas|συναγερμ\w{0,3}|πόρτα\w{0,2}|intercom|bike|office|kontor\w{0,3}|"
    r"card|karte|tarjeta|carte|carta|kart\w{0,2}|phone|handy|telefon\w{0,2}|téléphone|teléfono|sim|keypad|padlock|locker"
)
_LOCKED = "larm|dörr|dør|port|tür|tor|haus|garagen|tresor|safe|schuppen|keller|deur|kluis|zugangs|toegangs|inngangs"
_LOCKS = (
    r"\w{0,14}schlo(?:ss|ß)(?:es)?|cadenas|serrure|antivol|candado|cerradura|lucchetto|serratura|"
    r"\w{0,9}(?:hang|deur|fiets|cijfer)slot|"
    r"cadeado|fechadura|padlock|"
    r"(?:door|bike|bicycle|combination|gate|shed|garage|cellar|suitcase|luggage|locker)[ ]lock"
)
"""Words that mean nothing but a lock (the German one a castle, too): their code may have three figures."""
_LOCKABLE = (
    rf"{_LOCKS}|\w{{2,14}}tür|(?:hof|garten|garagen|roll|werks?|scheunen|stall)tor|tresor|"
    r"coffre(?:-fort)?|caja fuerte|cassaforte|kluis|cofre"
)
_WIDE_LOCK = r"门|門|保险柜|保险箱|金庫|ドア|玄関|현관|금고|ประตู|ตู้เซฟ|الباب|الخزنة|כספת|אזעקה|תיבה|दरवाज़े|तिजोरी"
_IS = (
    r"(?:is|was|ist|war|lautet|est|était|c['’]est|es|era|è|é|er|är|to|jest|je|это|це|on|adalah|là|כוא|הוא|है|"
    r"ahora|now|jetzt|maintenant)"
)
_VALUE = (
    r"[\"'`“„*_]{0,3}(?P<value>[#*]?\d{3,12}[#*]?|\d{2,4}(?:[-.]\d{2,4}){1,4}|(?-i:(?=[A-ZА-ЯЇІЄ]{0,6}\d)[A-ZА-ЯЇІЄ0-9#*]{4,14})|"
    r"(?-i:(?=\d)[0-9a-z]{5,12}))"
    r"(?![0-9A-Za-z_А-яё/:€$%°-]|[.,]\d|[ ]?(?:%|€|\$|Uhr|am\b|pm\b|"
    r"[kmg]?b\b|km|ms\b|px\b|years?|days?|hours?|minutes?|times?\b))"
)
_CODED = re.compile(
    rf"(?i)(?:(?<![^\W_])(?:(?P<sure>{_SURE})|(?P<code>{_CODE}))(?![^\W_])|(?P<wide>{_WIDE}))(?P<between>[^\n\d\x00.;!?=]{{0,60}}?)"
    rf"(?:[ ]?[:：=][ ]?|[ ][—–-]+[ ]|[ ]{_IS}[ ]:?[ ]?|[ ](?=[\"'`*]{{0,3}}[#*]?\d)|"
    rf"(?P<glued>[是はが为為는은]?[ ]?(?=\d))){_VALUE}"
)
_DIGIT = re.compile(r"\d")
_LOCKS_WORD = re.compile(rf"(?i)(?<![^\W_])(?:{_LOCKS})(?![^\W_]|-)")
_LOCK_WORD = re.compile(rf"(?i)(?<![^\W_])(?:{_LOCK}|{_LOCKS})(?![^\W_]|-)|(?:{_LOCKED})[s-]?(?=code|kod)|{_WIDE_LOCK}")
_HARMLESS = re.compile(
    r"(?i)(?:error|exit|status|return|response|http|country|zip|postal|area|colou?r|language|source|product|airport|"
    r"promo|unique|order|booking|qr|bar|unicode|fehler|erreur|errore|postleit|on|gpio|header|connector|pin)[ _-]?\Z"
)
_OPENS = (
    r"(?:opens?|opened|unlocks?|disarms?|disarmed|arms?)|geht|öffne[tn]?|entsperr\w{0,3}|entschärf\w{0,3}|abre|"
    r"se abre|abres|"
    r"desbloque\w{1,3}|ouvre|s['’]ouvre|déverrouill\w{1,3}|apre|si apre|sblocca|gaat|opent|ontgrendel\w{0,2}|"
    r"otwiera\w{0,3}|"
    r"otvír\w{1,3}|otevír\w{1,3}|otvára\w{0,2}|открыва\w{1,5}|відкрива\w{1,5}|öppna\w{0,2}|åbne\w{0,2}|åpne\w{0,2}|avautuu|"
    r"açıl\w{1,3}|nyílik|deschide"
)
_BY = (
    r"(?:with|by|using|via|mit|durch|con|avec|com|met|z|s|se|с|по|кодом|з|med|ile|kodem|kódem|kódom|koodilla)"
    r"(?:[ ](?:typing|entering|pressing|dialling|tapping|code|pin|the[ ]code|the[ ]pin|dem[ ]code|el[ ]código|"
    r"le[ ]code|"
    r"il[ ]codice|la[ ]clave|de[ ]code|kod\w{0,2}))?"
)
_OPENED = re.compile(
    rf"(?i)(?<![^\W_])(?:{_OPENS})(?![^\W_])(?:[ ][^\s\d\x00:]{{1,16}}){{0,4}}?[ ]{_BY}[ ]{_VALUE}"
    r"(?=[\"'`*_]{0,3}(?:[.,;!?)]|[ \t]*(?:\n|\Z)|[ ](?:auf|within|then|and|twice|followed|plus|on|zweimal|y|und|"
    r"et|e)\b))"
)
_REACH = 60
"""Signs between the words of a clause: what `_CODED` reads at most."""
_ENDING = re.compile(r"\\w\{\d,\d\}")


def _within_words(alternatives: str) -> str:
    """The same for RE2, whose `\b` knows Latin letters alone; they begin a word, or every "store" were a "tor"."""
    words = _ENDING.sub("", alternatives).split("|")
    latin, others = ([word for word in words if word.isascii() is kind] for kind in (True, False))
    return rf"\b(?:{'|'.join(latin)})|{'|'.join(others)}"


_LOCKS_CLUE = (
    r"(?i)schlo(?:ss|ß)|cadenas|serrure|antivol|candado|cerradura|lucchetto|serratura|slot\b|cadeado|fechadura|"
    r"padlock| lock\b|\pLt(?:ür|or)\b|tresor|coffre|caja fuerte|cassaforte|kluis|cofre"
)
_CLUE = (
    rf"(?i)\bpin|\b[mp]?tan\b|\bpuk\b|\bcv[cv]|\botp\b|пин|code secret|codice seg|código sec|geheimzahl|{_WIDE}|"
    rf"{_WIDE_LOCK}|(?:{_LOCKED})[s-]?(?:code|kod)|{_within_words(_LOCK)}|{_LOCKS_CLUE[4:]}"
)
_GATE = (
    r"(?i)(?:\b(?:pin|[mp]?tan\b|puk\b|cv[cv]|otp\b)|пин|geheimzahl|secret|segreto|code|código|codigo|codice|kod|kód|κωδικός|код|コード|"
    rf"combina|kombination|mã |รหัส|رمز|קוד|कोड|{_WIDE})[^\n0-9.;!?=]*[0-9]"
)
_OPENS_CLUE = (
    r"(?i)opens? |opened |unlocks? |disarm|\barms? |geht |öffne|entsperr|entschärf|abre|desbloque|ouvre|"
    r"déverrouill|apre |sblocca|"
    r"gaat |opent|ontgrendel|otwiera|otvír|otevír|otvára|открыва|відкрива|öppna|åbne|åpne|avautuu|açıl|nyílik|deschide"
)


_LOCKED_WORD = re.compile(rf"(?i)(?<![^\W_])(?:{_LOCKABLE})(?![^\W_]|-)")
_TURN = (
    r"(?:auf|ab|ver|zu|ein|zurück)?(?:ge)?(?:öffn|schließ|schloss|riegel|stell|dreh|sperr)\w{0,4}|steht|geht|"
    r"(?:r?ouvr|ferm|verrouill|déverrouill|remett|mett|règl|régl|tourn)\w{0,4}|remets|mets|s['’]ouvre|"
    r"(?:open|close|lock|unlock|set|turn|reset|keep|leave)(?:s|ed|ing)?|goes|"
    r"(?:abr|cierr|cerr|gir)\w{1,3}|pon(?:er|lo|go|e)?|deja\w{0,2}|"
    r"(?:apr|chiud|gir|imposta|rimett|mett)\w{1,4}|rimesso|messo|va|"
    r"(?:sluit|zet|draai)\w{0,3}|staat|gaat|(?:fech|coloc|gir)\w{1,3}|p[õô]e|pôr"
)
_TURNS = re.compile(rf"(?i)(?<![^\W_])(?:{_TURN})(?![^\W_])")
_LED_TO = re.compile(
    r"(?i)(?<![^\W_])(?:mit|auf|with|to|on|avec|sur|con|en|su|met|op|com|em)[ ][\"'`“„*_]{0,3}(?P<value>\d{3,8})"
    rf"(?=[\"'`”*_]{{0,3}}(?:[ \t]*(?:\n|\Z)|[,;)!]|\.(?!\d)|"
    rf"[ ](?:{_TURN}|auf|zu|after|again|before|bei|immer|always)(?![^\W_])))"
)
_YEAR = re.compile(r"(?:19|20)\d\d")
_OF_NO_LOCK = re.compile(
    r"(?i)timeout|budget|price|preis|prix|precio|prezzo|prijs|preço|firmware|version|volume|eintritt|kasse|entr[ée]e|"
    r"\b(?:from|von|de|da|van) \d"
)
"""Words of what else is set, costs or is shown where a lock is: a figure there opens nothing."""


def _coded(text: str, data: bytes) -> Iterator[Hit]:
    for start, end in windows(_GATE, text, data, _REACH):
        for hit in _CODED.finditer(text, start, end):
            if _is_code(hit):
                yield "code", *hit.span("value")


def _is_code(hit: re.Match[str]) -> bool:
    value = hit["value"]
    before = hit.string[max(0, hit.start() - 40) : hit.start()].rpartition("\n")[2]
    if (
        not has_digit(value)
        or DATE.fullmatch(value)
        or re.fullmatch(r"(?:19|20)\d\d", value)
        or _HARMLESS.search(before)
    ):
        return False
    if hit["glued"] is not None and (hit["between"] or hit["code"]):
        return False
    if re.search("[a-z]", value) and not (hit["sure"] and hit["sure"].isupper() and len(hit["between"]) < 3):
        return False
    if hit["sure"] or hit["wide"]:
        is_short = hit["sure"] is not None and hit["sure"].lower().startswith("cv")
        is_far = len(hit["between"].split()) > 8
        return (len(value) >= 4 or is_short) and not is_far
    clause = before + hit[0][: hit.start("value") - hit.start()]
    is_long = len(value) >= 4 or (value.isdigit() and _LOCKS_WORD.search(clause))
    return bool(is_long) and _LOCK_WORD.search(clause) is not None


def _opened(text: str, data: bytes) -> Iterator[Hit]:
    for start, end in windows(_OPENS_CLUE, text, data, _REACH):
        for hit in _OPENED.finditer(text, start, end) if _DIGIT.search(text, start, end) else ():
            value = hit["value"]
            if (
                len(value) >= 4
                and has_digit(value)
                and not re.fullmatch(r"(?:19|20)\d\d", value)
                and not DATE.match(value)
            ):
                yield "code", *hit.span("value")


def _set(text: str, data: bytes) -> Iterator[Hit]:
    for start, end in windows(_LOCKS_CLUE, text, data, _REACH + 20):
        for hit in _LED_TO.finditer(text, start, end) if _DIGIT.search(text, start, end) else ():
            clause = _clause(text, *hit.span(), start, end)
            if _YEAR.fullmatch(hit["value"]) or _OF_NO_LOCK.search(clause):
                continue
            if _LOCKED_WORD.search(clause) and _TURNS.search(clause):
                yield "code", *hit.span("value")


def _clause(text: str, first: int, last: int, start: int, end: int) -> str:
    before = re.split(r"[.;!?](?=\s)", text[start:first])[-1]
    return before + " " + re.split(r"[.;!?](?=\s|\Z)", text[last:end])[0]


FINDERS = (Finder(_CLUE, _coded, "near"), Finder(_LOCKS_CLUE, _set, "near"), Finder(_OPENS_CLUE, _opened, "near"))
