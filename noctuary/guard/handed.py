"""Secrets as people hand them on, in eight languages: the code first, in brackets, of several words, or as an answer.

"662018 is the code for the front door", "API token (…)", "wifi key: four small words", "security question …, answer …",
"log in to the board as sanne with …", a recovery code. Which words open what stands here; what a value looks like is
asked of `values`.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from noctuary.guard import languages
from noctuary.guard.finder import loosened, matching, widened
from noctuary.guard.plain import is_quality
from noctuary.guard.values import DATE, has_digit, has_letter, is_chosen, is_made, is_prose, is_strong
from noctuary.guard.vocabulary import ANY_PASSWORD, BEFORE_HARMLESS, PLACE
from noctuary.text.language import fold_word
from noctuary.text.stop_words import STOP

_V = r"[\"'`“«*]{0,2}(?P<value>[^\s\"'`“”«»<>()\[\]\x00]{4,128})(?<![.,;!?])"
_CODE = (
    r"(?:[^\W\d_]{2,12})?codes?|códigos?|codice|digicode|[^\W\d_]{0,12}kombination|combination|combinaci[óo]n|"
    r"combinação|combinaison|combinazione|combinatie|код\w{0,2}|комбинаци\w{1,3}|pin|пин(?:-?код\w{0,2})?|puk"
)
_PIN = re.compile(r"(?i)(?<![^\W_])(?:pin|puk|пин)(?![^\W_])")
_NO_CODE = re.compile(
    r"(?i)(?:post|zip|quell|source|fehler|error|exit|status|bar|product|order|country|area|bron|fout|land)[ -]?codes?|"
    r"(?:code|código|codice)s? (?:postal\w*|d['’]erreur|de erro\w*|errore|di errore|(?:de |di |a )?barr\w+|fiscal\w*|"
    r"source|fonte|fuente|produit|(?:de |do |del )?prod\w+|qr|couleur|(?:de |di )?colou?re?)|"
    r"(?:colou?r|farb|artikel|dress|discount|promo)[ -]?codes?|codes? (?:freeze|review|name|base|style|of )|"
    r"код\w? (?:ошибки|товара|страны|города|цвета)"
)
_TYPED = (
    r"type|typing|enter|dial|punch in|tippe?|eintippen|eingeben|gib|teclea\w{0,2}|marca[rs]?|digit[aeo]\w{0,2}|"
    r"tape[zr]?|compose[zr]?|toets|tik|intoetsen|набери(?:те)?|набрать|введи(?:те)?|ввести"
)
_ALARM = r"alarm\w{0,12}|allarme|alarme|alarma|antifurto|сигнализаци\w{1,3}"
_ARMED = (
    r"(?:dis|un)?arm(?:s|ed|ing)?|switch|turn|scharf|unscharf|entschärf\w*|(?:des)?activ\w*|désactiv\w*|(?:des)?ligar?|"
    r"(?:dis)?inseri\w*|uitzetten|uitschakelen|uit|снять|снима\w+|отключ\w+|выключ\w+"
)
_IS = r"(?:that['’]?s|that is|this is|it['’]?s|is|das ist|ist|es|c['’]est|est|é|è|это|dit is|dat is|isso é|questo è)"
_QUESTION = (
    r"(?:security|secret) question|(?:sicherheits|geheim)frage|pregunta (?:de seguridad|secreta)|"
    r"question (?:de sécurité|secrète)|pergunta (?:de segurança|secreta)|domanda (?:di sicurezza|segreta)|"
    r"(?:beveiligings|veiligheids|controle)vraag|(?:контрольн|секретн)\w{2,3} вопрос\w{0,2}"
)
_ANSWER = (
    r"answer(?:ed)?|antwort(?:et)?|geantwortet|contest[éo]|respuesta|puse|respond[ií]|resposta|coloquei|réponse|répondu|"
    r"j['’]ai mis|ho (?:risposto|messo|scritto)|risposta|antwoord|geantwoord|ответ(?:ил[аи]?)?"
)
_WIFI = (
    r"(?:wi-?fi|wlan)[ -]?(?:key|schlüssel|sleutel|pass\w{0,8})|"
    r"(?:clave|clé|chave|chiave|ключ|key)[^\n:]{0,20}(?:wi-?fi|wlan|вай-?фа\w{1,2})"
)
_LOG = (
    r"log(?:ged)?[ -]?ins?|sign(?:ed)?[ -]?in|meld\w{0,3}|anmelden|einlogg\w{0,3}|entra[rs]?|entre|inicia\w? sesión|"
    r"acced\w{1,4}|connecte\w{0,2}|faz(?:er)? login|inlogg\w{0,3}|aanmeld\w{0,2}|зайди|зайти|войди|войти|заход\w{1,4}|"
    r"вход\w{0,4}"
)
_ROLE_OF = r"as|als|como|comme|en tant que|come|как"
_BY = r"with|using|mit|con|avec|com|met|с|по"
_RECOVERY = (
    r"(?:recovery|backup|emergency|reset)[ -]?codes?|(?:wiederherstellungs|notfall|ersatz)-?codes?|"
    r"códigos? de (?:recuperación|respaldo|emergencia|recuperação|emergência|reserva)|"
    r"codes? de (?:secours|récupération)|codic[ei] di (?:recupero|backup|emergenza|riserva)|"
    r"(?:herstel|nood|back-?up)-?codes?|(?:код\w{0,2}|коды) (?:восстановления|резервн\w+)|резервн\w{2,3} код\w{0,2}"
)
_KEY = (
    r"tokens?|keys?|secret|[^\W\d_]{0,8}schlüssel|[^\W\d_]{0,4}-?sleutel|clé|clave|llave|chave|chiave|jeton|ключ|токен"
)
_LINE = 120
_LOCKED = re.compile(
    r"(?i)(?<![^\W_])(?:[^\W\d_]{1,10}(?:tür|tor|schloss)|portal|portone|cancello|cassaforte|cantina|citofono|lucchetto|armadietto|"
    r"[^\W\d_]{0,8}deur|[^\W\d_]{0,6}kluis|poort|berging|slot|сейф\w{0,2}|двер\w{1,3}|домофон\w{0,2}|ворот\w{0,3}|гараж\w{0,2}|"
    r"подъезд\w{0,2}|замк\w{1,2}|cadenas|portail|candado|taquilla|cerradura|cadeado|fechadura|tresor\w{0,2}|schloss\w{0,2})"
    r"(?![^\W_])"
)
_RULES_OF = re.compile(
    r"(?i)rule|polic|regel|regla|règle|regra|regol|правил|minim|mínim|минимум|characters|zeichen|tekens|caracteres|caractères|"
    r"caratteri|символ|letters?\b|letras|lettres|lettere|buchstaben|букв|\bwords?\b|palabras|mots\b|palavras|wörter|woorden|"
    r"random|zufällig|casual|aleat|digits?\b|symbols?\b"
)
_LIES = re.compile(
    r"(?i)(?:behind|under|below|on|in|at|hinter|unter|derrière|sous|detrás|debajo|atrás|embaixo|dietro|sotto|"
    r"achter|onder|за|под) "
)
_FOUR = r"[a-zà-ÿа-яё]{2,14}(?: [a-zà-ÿа-яё]{2,14}){3,7}"
_GROUPS = r"(?-i:[A-ZА-Я\d]{4,12}(?:[ -][A-ZА-Я\d]{3,12}){0,7})"


_NOUN_OF_CODE = re.compile(
    rf"(?i)(?:[^\W\d_]{{1,8}}['’ ]{{1,2}}){{0,2}}(?:[^\W\d_]{{2,14}}[ -]){{0,1}}?(?:{_CODE})(?![^\W_])"
)
"""An article, hardly another word, and the noun."""
_NAMED_VALUE = re.compile(r"[A-Z]{2,}\d+")
"""GPIO17, RFC6238, LH1234: a name with its number."""
_OF_BOARDS = re.compile(
    r"(?i)gpio|connector|\bled\b|sensor|socket|board|header|jumper|button|taster|pin[ -]?(?:count|out)|strip"
)
_NEAR_PLACE = 48


def _is_number(value: str) -> bool:
    return has_digit(value) and not DATE.fullmatch(value) and not re.fullmatch(r"(?:19|20)\d\d", value)


def _opens(hit: re.Match[str]) -> bool:
    """Whether what a value is said to be is a lock's code, or a PIN: "…, that is the code for the front door"."""
    value, said = hit["value"], hit.string[hit.end() : hit.end() + _LINE].split("\n")[0]
    named = _NOUN_OF_CODE.match(said)
    if named is None or not _is_number(value) or _NAMED_VALUE.fullmatch(value) or _NO_CODE.search(said):
        return False
    if _PIN.search(named[0]):
        return value.isdigit() and not _OF_BOARDS.search(said)
    rest = said[: named.end() + _NEAR_PLACE].split(";")[0]
    return PLACE.search(rest) is not None or _LOCKED.search(rest) is not None


def _disarms(hit: re.Match[str]) -> bool:
    return (
        _is_number(hit["value"])
        and re.search(rf"(?i)\b(?:{_TYPED}|{_ARMED})\b", hit.string[slice(*hit.span())]) is not None
    )


def _is_answer(hit: re.Match[str]) -> bool:
    value = hit["value"]
    is_quoted = hit.string[hit.start("value") - 1] in "\"'`“«"
    return is_chosen(value) and (is_quoted or value[0].isupper() or has_digit(value))


def _is_phrase(hit: re.Match[str]) -> bool:
    """Words of which none is a small one and hardly any says something about a password, or where it lies."""
    words = hit["value"].split()
    if _RULES_OF.search(hit[0]) or _LIES.match(hit["value"]):
        return False
    return not any(fold_word(word) in STOP for word in words) and sum(is_prose(w) or is_quality(w) for w in words) <= 1


def _is_strong(hit: re.Match[str]) -> bool:
    value = hit["value"]
    is_method = re.match(r"(?i)(?:ssh|python|node|php|rsa|ed\d|sha|tls|java)[-\d]", value) is not None
    return is_strong(value) and not is_method and not re.search(r"[/\\@]", value)


def _is_recovery(hit: re.Match[str]) -> bool:
    value = hit["value"]
    is_day = DATE.fullmatch(value) or re.search(r"(?<!\d)(?:19|20)\d\d(?!\d)", value)
    return has_digit(value) and len(re.sub(r"[ -]", "", value)) >= 6 and not is_day


def _is_made(hit: re.Match[str]) -> bool:
    value = hit["value"]
    return is_made(value) and len(value) >= _LEAST_TOKEN and not _HASH_OR_MASK.fullmatch(value)


_OF_A_FORM = re.compile(
    r"(?i)\b(?:page|title|theme|policy|label|field|manager|rules?|format|hint|prompt|and|und|y|et|e|en)\b"
)


def _is_set(hit: re.Match[str]) -> bool:
    value = hit["value"]
    turned = re.search(languages.TURNED, hit.string[max(0, hit.start() - _LINE) : hit.end()], re.IGNORECASE)
    is_odd = has_digit(value) or not value.islower()
    return (
        turned is not None
        and has_letter(value)
        and is_odd
        and not _OF_A_FORM.search(hit[0][: hit.start("value") - hit.start()])
    )


def _not_harmless(hit: re.Match[str]) -> bool:
    before = hit.string[max(0, hit.start() - 16) : hit.start()]
    start = hit.string.rfind("\n", 0, hit.start()) + 1
    line = hit.string[max(start, hit.start() - _LINE) : hit.end() + _NEAR_PLACE].split("\n")[0]
    is_lock = PLACE.search(line) is not None or _LOCKED.search(line) is not None
    return (
        is_lock and BEFORE_HARMLESS.search(before) is None and not _NO_CODE.search(hit[0]) and _is_number(hit["value"])
    )


_FIRST = re.compile(
    r"(?<![\w.,:/#$€£+-])(?P<value>[#*]?\d{4,8}[#*]?|\d{2,3}(?:-\d{2,3}){1,4}|(?-i:(?=[A-ZА-Я\d]{0,7}\d)[A-ZА-Я\d]{4,8})[#*]?)"
    rf"[ ]{{0,2}}[,:–—-]{{0,2}}[ ]{{0,2}}{_IS}[ ]",
    re.I,
)
_UNIT = r"(?![ ]?(?:ppm|k?hz|mg|ml|v|w|lux|r?pm|pa|bar|[mck]?m|k?g|db|m?s|°|%|€|euros?)(?![^\W_]))"
_DISARM = re.compile(
    rf"\b(?:(?:{_ALARM})\b[^\n]{{0,80}}?|(?:{_ARMED})\b[^\n]{{0,60}}?(?:{_ALARM})\b[^\n]{{0,60}}?)"
    rf"\b(?:{_BY}|{_TYPED})[ ](?P<value>[#*]?\d{{4,8}}[#*]?)(?=[\s.,;!?)]|\Z){_UNIT}",
    re.I,
)
_ANSWERED = re.compile(
    rf"(?:{_QUESTION})[^\n]{{0,120}}?\b(?:{_ANSWER})(?:[ ](?:is|was|ist|lautet|es|est|é|è|war))?[ ]?[:=,–—-]?[ ]{{1,2}}"
    r"[\"'`“«]?(?P<value>[^\s\"'`“”«»,;]{3,60})(?<![.!?])",
    re.I,
)
_WORDS = re.compile(
    rf"(?:{_WIFI}|{ANY_PASSWORD}|pass-?phrase)[^\n:：=]{{0,60}}[:：–—][ ]{{1,2}}[\"'`“«]?(?-i:(?P<value>{_FOUR}))"
    r"[\"'`”»]?[.!]?(?=[ \t]*(?:\n|\Z))",
    re.I,
)
_AS_WITH = re.compile(
    rf"\b(?:{_LOG})\b[^\n]{{0,60}}?[ ](?:{_ROLE_OF})[ ][\w.@+-]{{2,40}},?[ ](?:{_BY})[ ]"
    rf"(?:[^\W\d_]{{2,12}}[ ]){{0,2}}?{_V}",
    re.I,
)
_RECOVER = re.compile(
    rf"(?:{_RECOVERY})\b[^\n:：]{{0,60}}?(?:[:：]|[ ](?:is|ist|lautet|es|est|é|è|–|—))[ ]{{1,2}}[\"'`]?"
    rf"(?P<value>{_GROUPS})",
    re.I,
)
_BRACKETED = re.compile(rf"\b(?:{_KEY})\b[^\n()\[\]]{{0,60}}[(\[]{_V}[)\]]", re.I)
_SET = re.compile(
    rf"{ANY_PASSWORD}[^\n]{{0,60}}?[ ]{languages.TO}[ ][\"“«`'](?P<value>[^\s\"”»`'-][^\s\"”»`']{{3,64}})[\"”»`']", re.I
)
_COMBINED = re.compile(
    r"(?<![^\W_])(?:[^\W\d_]{0,12}kombination|combination|combinaci[óo]n|combinação|combinaison|combinazione|combinatie|"
    r"комбинаци\w{1,3}|код\w{0,2} (?:от |для )?(?:сейф|замк)\w{0,2})"
    r"[^\n\d]{0,40}?(?P<value>\d{1,3}(?:-\d{1,3}){2,5})(?![\w.:/-])",
    re.I,
)
_LEAST_TOKEN = 12
"""What stands shorter in brackets behind a key is a tool's measure ("M10x1.25") as soon as a token."""
_HASH_OR_MASK = re.compile(r"(?:0x)?[0-9a-fA-F]{7,}|.*\*\*.*")


def _clue(words: str) -> str:
    """For RE2, in which letters and the ends of words are those of ASCII."""
    for of_python, of_re2 in ((r"[^\W\d_]", r"\pL"), (r"\w", r"[\pL\pN_]"), (r"\b", "")):
        words = words.replace(of_python, of_re2)
    return f"(?i)(?:{loosened(words)})"


_WORDED = widened(ANY_PASSWORD)
_RULES: tuple[tuple[str, str, str, re.Pattern[str], Callable[[re.Match[str]], bool]], ...] = (
    ("code", rf"{_CODE}|{_TYPED}", rf"[0-9#*][^\n]*(?:{_CODE}|{_TYPED})", _FIRST, _opens),
    ("code", _ALARM, rf"(?:{_ALARM})[^\n]*[0-9]", _DISARM, _disarms),
    ("password", _QUESTION, _QUESTION, _ANSWERED, _is_answer),
    (
        "password", rf"{_WIFI}|{_WORDED}|pass-?phrase", rf"(?:{_WIFI}|{_WORDED}|pass-?phrase)[^\n]*[:：–—]", _WORDS,
        _is_phrase,
    ),
    ("password", _LOG, rf"(?:{_LOG})[^\n]*(?:{_ROLE_OF})[^\n]*[0-9]", _AS_WITH, _is_strong),
    ("code", _RECOVERY, rf"(?:{_RECOVERY})[^\n]*[0-9]", _RECOVER, _is_recovery),
    ("secret", _KEY, rf"(?:{_KEY})[^\n]*[(\[][^\n]*[0-9]", _BRACKETED, _is_made),
    ("password", _WORDED, rf"(?:{_WORDED})[^\n]*[\"“«`']", _SET, _is_set),
    ("code", "ombina|комбинац|код", r"(?:ombina|комбинац|код)[^\n]*[0-9]", _COMBINED, _not_harmless),
)  # fmt: skip
FINDERS = tuple(
    matching(kind, _clue(clue), _clue(gate), pattern, "value", accepts) for kind, clue, gate, pattern, accepts in _RULES
)
