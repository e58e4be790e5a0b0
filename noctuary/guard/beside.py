"""Secrets that what stands beside them betrays: a user's name or mail, a place, a number of words. Mostly no word for
*password* is near; so the value must be made to be one, of three classes of signs, or the form must be a file's own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from noctuary.guard.finder import Finder, Hit, lines_with, loosened
from noctuary.guard.values import DATE, has_digit, is_chosen, is_key, is_made, is_strong, loud, value_of

_Q = r"[\"'`“”‘’«»*]{0,3}"
_V = rf"{_Q}(?P<value>[^\s\"'`“”‘’«»<>\x00|]{{4,128}}){_Q}"
_MAIL = r"(?:[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}|(?<!\x00)\x00{8,}+)"
_WHO = r"root|admin|administrator|sa|pi"
_CODE_WORD = (
    r"(?:zugangs|tür|haustür|tor|alarm|sicherheits|entsperr|bestätigungs|"
    r"verifizierungs|prüf|einmal|freischalt|aktivierungs)-?code|digicode|code d['’ ]?acc[eè]s|"
    r"code (?:de |du |pour )(?:la |le |l['’])?"
    r"(?:porte|portail|immeuble|bâtiment|hall|garage|parking|cave|alarme|coffre)|"
    r"codice (?:di accesso|del cancello|allarme)|código de (?:acceso|acesso|entrada|alarma|alarme)|toegangscode|"
    r"(?:alarm|door|gate|safe|phone|garage|entry|lock|disarm|keypad)[ ](?:[a-z]{3,12}[ ]){0,2}?(?:pass)?code|"
    r"(?:[a-z]{3,12}[ ]){0,3}?pin|pass[ -]?code"
)
_PAIRED = (
    r"(?:api|hmac|secret|private|access|signing|encryption|account|license|storage|shared|master|deploy|client|auth|management)"
)
_LONG_PHRASE = r"[^\W\d_]{3,8}(?:[ \t,]+[^\W\d_]{3,8}){11,23}"


def mixed(value: str) -> bool:
    """Three classes of signs of four, no path, version or name of a file."""
    classes = sum(1 for kind in (r"[a-z]", r"[A-Z]", r"\d", r"[^\w\s]|_") if re.search(kind, value))
    return classes >= 3 and len(value) >= 6 and is_strong(value) and not re.search(r"[/\\:=\[。]|\.\w{1,4}\Z", value)


def _is_code(value: str) -> bool:
    is_day = DATE.match(value) or re.fullmatch(r"(?:19|20)\d\d", value)
    return not is_day and has_digit(value) and re.fullmatch(r"[#*]?[A-Z]?\d[\dA-Z-]{2,11}[#*]?", value) is not None


def _shouted(value: str) -> bool:
    """Three classes of signs, a capital among them, and what names of branches, folders and reports have not: a sign
    of their own, or three digits that are no year."""
    if not (mixed(value) and re.search(r"[A-Z]", value)):
        return False
    digits = [run for run in re.findall(r"\d{3,}", value) if not re.fullmatch(r"(?:19|20)\d\d", run)]
    return bool(digits) or re.search(r"[^\w\s.,;/-]", value) is not None


def _is_phrase(value: str) -> bool:
    words = re.findall(r"[^\W\d_]+", value)
    return len(words) in (12, 15, 18, 21, 24) and all(word.islower() for word in words)


def _is_token(value: str) -> bool:
    """Made, longer than a tool's measure ("M10x1.25"), and neither a hash nor masked."""
    return is_made(value) and len(value) >= 12 and not re.fullmatch(r"(?:0x)?[0-9a-fA-F]+|.*(?:\*\*|\.\.).*", value)


class _Form(NamedTuple):
    kind: str
    clue: str
    pattern: str
    accepts: Callable[[str], bool]


_QUESTION = (
    r"(?:security|secret) question|(?:sicherheits|geheim)frage|pregunta (?:de seguridad|secreta)|"
    r"question (?:de sécurité|secrète)|pergunta (?:de segurança|secreta)|domanda (?:di sicurezza|segreta)|"
    r"(?:beveiligings|veiligheids|controle)vraag|(?:контрольн|секретн)[^\W\d_]{2,3} вопрос[^\W\d_]{0,2}"
)
_ANSWER = (
    r"answer(?:ed)?|(?:ge)?antwort(?:et)?|contest[éo]|respuesta|puse|respond[ií]|resposta|réponse|répondu|j['’]ai mis|"
    r"ho (?:risposto|messo|scritto)|risposta|(?:ge)?antwoord|ответ(?:ил[аи]?)?"
)
_ANSWERED = (
    rf"(?i)(?<![^\W_])(?:{_QUESTION})(?![^\W_])[^\n\x00]{{0,120}}?(?<![^\W_])(?:{_ANSWER})"
    r"(?:[ ]?(?:(?:is|ist|lautet|es|est|é|è)?[:=–—]|is|ist|lautet|es|est|é|è)[ ]{1,2}|"
    r",?[ ](?=[\"'`“«\d]|(?-i:[A-ZÀ-ÝА-Я])))"
    rf"{_V}"
)
"""What is answered is any word behind a sign or a verb, else one in quotation marks or with a capital."""
_KEYS = (
    r"tokens?|keys?|secret|[^\W\d_]{0,8}schlüssel|[^\W\d_]{0,4}-?sleutel|clé|clave|llave|chave|chiave|jeton|ключ|токен"
)
_BRACKETED = (
    rf"(?i)(?<![^\W_])(?:{_KEYS})(?![^\W_])[^\n()\[\]]{{0,60}}"
    r"[(\[][\"'`]?(?P<value>[^\s\"'`“”«»<>()\[\]\x00]{12,128})[\"'`]?[)\]]"
)
_USERS = r"user|login|account|ssh|kennung|benutzer|konto|usuario|utilisateur|utente|gebruiker|usuário"
_NOUN = r"pass[ _-]?word|passwd|passwort|kennwort|passphrase|contraseña|mot de passe|senha|wachtwoord|hasło|пароль"
_SPACED = r"(?-i:[a-z]{4}(?:[ -][a-z]{4}){3})(?![\w-])"
_APP = r"\bapp(?:lication)?(?:[ -]specific)?[ -]?(?:pass[ -]?words?|passcode|passwort|kennwort)"
_FOUR = frozenset("that this with must have from when your will into only been then gone page some four".split())


def _is_drawn_word(value: str) -> bool:
    return sum(word in _FOUR for word in re.split("[ -]", value)) < 2


def _is_behind_emoji(value: str) -> bool:
    return _shouted(value) or (len(value) >= 20 and is_key(value))


def _is_network_key(value: str) -> bool:
    return _shouted(value) or re.fullmatch(r"\d{16,20}", value) is not None


_FORMS = (
    _Form(
        "password",
        _APP.replace(r"\b", "(?i)"),
        rf"(?i){_APP}(?:[^\n\x00:=]{{0,24}}?(?:[:=]|\b(?:is|ist|es|est)\b)[ ]*|[ ](?=[a-z]{{4}}-)){_Q}"
        rf"(?P<value>{_SPACED})",
        _is_drawn_word,
    ),
    _Form(
        "password",
        r"(?i)(?:user|login|account|ssh|kennung|benutzer|konto)[^\n]*,[ ](?:pass|pw)[ ]",
        rf"(?i)\b(?:user|login|account|ssh|kennung|benutzer|konto)\b[^\n\x00]{{0,60}}?,[ ](?:pass|pw)[ ]{_V}",
        mixed,
    ),
    _Form(
        "password",
        "[🔑🔐🗝🔏]",
        rf"[🔑🔐🗝🔏]\ufe0f?[ \t]*(?:[^\s\d:=→\x00]{{1,24}}(?:[ \t]+|(?=[:=→])))?(?:[:=→]|->|=>)?"
        rf"[ \t]*{_V}(?=[\s.,;)|]|\Z)",
        _is_behind_emoji,
    ),
    _Form(
        "password",
        r"(?i)(?:log|sign|cred|zugang|access)[^\n]*[ ]/[ ]",
        r"(?i)\b(?:log(?:ged)?[ -]?in(?:to)?|sign[ -]?in(?:to)?|creds?|credentials|zugang|access)\b"
        rf"[^\n\x00/|]{{0,40}}?[ ][\w.@-]{{1,64}}[ ]/[ ]{_V}(?=[\s.,;)]|\Z)",
        _shouted,
    ),
    _Form(
        "password",
        rf"(?i)(?:{_WHO})[ ]/[ ]",
        rf"(?i)(?<![\w./@-])(?:{_WHO})[ ]/[ ]{_V}(?=[\s.,;)]|\Z)",
        _shouted,
    ),
    _Form(
        "password",
        r"(?i)(?:wi-?fi|wlan|ssid|hotspot|fritz!?box)[^\n]*[ ][/|][ ]",
        rf"(?i)\b(?:wi-?fi|wlan|ssid|hotspot|fritz!?box)\b[^\n\x00/|]{{0,60}}?[ ][/|][ ]{_V}(?=[\s.,;)]|\Z)",
        _is_network_key,
    ),
    _Form("password", f"(?i)(?:{_QUESTION})".replace(r"[^\W\d_]", r"\pL"), _ANSWERED, is_chosen),
    _Form("secret", rf"(?i)(?:{_KEYS})[^\n]*[(\[][^\n]*[0-9]".replace(r"[^\W\d_]", r"\pL"), _BRACKETED, _is_token),
    _Form(
        "password",
        rf"(?i)(?:{_NOUN})[ ]?:?</",
        rf"(?i)(?:{_NOUN})[ ]?(?::</\w{{1,8}}>|</\w{{1,8}}>[ ]?:)(?:</\w{{1,8}}>)?[ ]{{0,2}}(?:<\w{{1,8}}>)?{_V}",
        is_chosen,
    ),
    _Form(
        "password",
        rf"(?i)(?:{_NOUN})[^\n]*[?:][ \t]+[^\s]*[0-9]",
        rf"(?i)\b(?:{_NOUN})\b[^\n\x00:=?]{{1,60}}[?:][ \t]{{1,2}}{_V}(?=[ \t]*(?:\n|\Z))",
        _shouted,
    ),
    _Form(
        "password",
        r":[0-9a-fA-F]{32}:::",
        r"(?:^|(?<=\n))[\w.@\\-]{1,64}:\d{1,10}:(?P<value>[0-9a-fA-F]{32}:[0-9a-fA-F]{32}):::",
        bool,
    ),
    _Form(
        "code",
        r"[0-9]{4,8} (?:is|ist|es|est) (?:your|ihr|dein|tu|votre) ",
        r"(?i)(?<![\w.])(?:G-)?(?P<value>\d{4,9}) (?:is|ist|es|est) (?:your|ihr|dein|tu|votre) [^\n\x00]{0,40}?"
        r"(?:code|código|\botp|\bpin)\b",
        bool,
    ),
    _Form("secret", "::add-mask::", r"::add-mask::(?P<value>[^\s\"'`\x00]{4,512})", bool),
    _Form(
        "password",
        r"(?i)\b(?:creds?|credentials|zugangsdaten|login)[ ]?:",
        rf"(?i)\b(?:creds?|credentials|zugangsdaten|login)[ ]?:[ ]?[\w.@-]{{1,64}}[ ]{_V}(?=[\s.,;)]|\Z)",
        mixed,
    ),
    _Form("password", r"@|\x{0}{8}", rf"{_MAIL}[ \t]{{0,2}}[/;:][ \t]{{0,2}}{_V}(?=[\s.,;)]|\Z)", mixed),
    _Form("password", r"@|\x{0}{8}", rf"{_MAIL}[ \t]{{0,2}}\|[ \t]{{0,2}}{_V}(?=[\s.,;)]|\Z)", _shouted),
    _Form("password", rf"(?i)(?:{_WHO})/", rf"(?<![\w./@-])(?:{_WHO})/{_V}(?![/@\w])", _shouted),
    _Form(
        "password",
        r"https?://",
        rf"(?:^|(?<=\n))[^\s,;|]{{1,64}}[ ]?[\t,;|]{_V}[ ]?[\t,;|][ ]?[\"']?https?://",
        mixed,
    ),
    _Form(
        "password",
        r"(?i)(?:gets?|lets?) (?:you|us|me|everyone|them) in",
        rf"(?i)\b(?:wi-?fi|wlan|network|hotspot|ssid)\b[^\n\x00]{{0,60}}?[ ,]{_V}[ ](?:gets?|lets?) (?:you|us|me|ev"
        rf"eryone|them) in",
        is_strong,
    ),
    _Form(
        "password",
        r"(?i)(?:wi-?fi|wlan|router|hotspot)[^\n]*(?:schlüssel|key|clé|clave)",
        rf"(?i)\b(?:wi-?fi|wlan|router|hotspot)\b[^\n\x00:]{{0,30}}?\b(?:schlüssel|key|clé|clave)[ ]{_V}",
        is_strong,
    ),
    _Form(
        "password",
        r"(?i)\bpass (?:del|de|do|da|du|for|of|vom|zum|für)",
        rf"(?i)\bpass (?:del|de la|de|do|da|du|for the|of the|for|vom|zum|für das|für den) \w{{2,24}}[ :]{{1,3}}{_V}",
        is_strong,
    ),
    _Form(
        "password",
        r"(?i)[ ,;](?:p|pw|psw|pswd|pass)[ ]?[:=]",
        rf"(?i)(?<![\w?&])(?:u|usr|user|username|login|name|id|kennung|benutzer)[ ]?[:=][ ]?[^\s,;=]{{1,64}}[ ,;]{{1"
        rf",3}}(?:p|pw|psw|pswd|pass)[ ]?[:=][ ]?{_V}",
        is_chosen,
    ),
    _Form(
        "password",
        r"(?i)\buser(?:name)?[ \t]+[^\n]*[ \t]pass(?:word)?[ \t]+[\"']",
        r"(?i)\buser(?:name)?[ \t]+[\"']?[^\s\"'|]{1,64}[ ]?[\"']?[ \t]+pass(?:word)?[ \t]+[ ]?[\"'](?P<value>[^\""
        r"'\s\x00]{4,128})[ ]?[\"']",
        is_chosen,
    ),
    _Form(
        "password",
        rf"(?i)(?:{_USERS})[^\n]*,[ ](?:pass|kenn|contrase|mot de|wacht|senha)",
        rf"(?i)\b(?:{_USERS})\b[^\n\x00]{{0,60}}?,[ ](?:(?:the|das|ein|la|le|het|a) )?(?:password|passwort|kennwort|"
        rf"passwd|passphrase|contraseña|mot de passe|wachtwoord|senha)[ ]{_V}(?=[.,;)]?(?:[\s]|\Z))",
        is_chosen,
    ),
    _Form(
        "password",
        r"(?m)^[^\s]+[ \t]+\*[ \t]",
        rf"(?m)^[\w.@\\-]{{1,64}}[ \t]+\*[ \t]+{_V}[ \t]+(?:\*|[\d.]{{7,15}})[ \t]*$",
        is_chosen,
    ),
    _Form(
        "password",
        r":[ \t]+(?:PSK|EAP|XAUTH|NTLM)[ \t]",
        rf"(?:^|[ \t]):[ \t]+(?:PSK|EAP|XAUTH|NTLM)[ \t]+{_V}",
        is_chosen,
    ),
    _Form(
        "password",
        r"(?im)^[ \t]*(?:bindpw|rootpw|olcrootpw)\b",
        rf"(?im)^[ \t]*(?:bindpw|rootpw|olcRootPW:?)[ \t]+{_V}[ \t]*$",
        is_chosen,
    ),
    _Form("password", r"(?m)^[ \t]+secret[ \t]*=", rf"(?m)^[ \t]+secret[ \t]*=[ \t]*{_V}[ \t]*$", is_chosen),
    _Form(
        "password",
        r"(?m)^[\w.@-]+:[^:\n]+:[0-9a-f]{32}[ \t]*$",
        r"(?m)^[\w.@-]{1,64}:(?=[^\s:])[^:\n]{1,64}:(?<!(?i:md5):)(?P<value>[0-9a-f]{32})[ \t]*$",
        bool,
    ),
    _Form(
        "code",
        rf"(?i)(?:{_CODE_WORD})",
        rf"(?i)\b(?:{_CODE_WORD})\b(?:[^\n\d:=\x00]{{0,40}}?(?:ending|endet|que termina)[^\n\d]{{0,12}}\d{{2,6}})?("
        rf"?:[^\n\d\x00]{{0,24}}?"
        rf"(?:\bis\b|\bist\b|\blautet\b|\best\b|\bes\b|\bé\b|\bè\b|[:=])[ \t]*|[ ]){_V}",
        _is_code,
    ),
    _Form(
        "code",
        r"(?i)(?:gate|door|alarm|safe|garage|tür|tor|tresor|puerta)[ ]?:[ ]*[#*]?[0-9]",
        r"(?i)\b(?:gate|door|alarm|safe|garage|entrance|tür|tor|tresor|puerta|portail|porte)[ ]?:[ ]{0,3}"
        r"(?P<value>[#*]\d{3,10}[#*]?|\d{3,10}[#*])",
        bool,
    ),
    _Form(
        "secret",
        rf"(?i)(?:token|{_PAIRED}[ _-]key|client secret|api key)[ ][A-Za-z0-9+/_-]{{20}}",
        rf"(?i)(?<![\w-])(?:token|{_PAIRED}[ _-]key|client secret|secret)[ ](?P<value>[A-Za-z0-9+/_-]{{20,512}}={{0"
        rf",2}})(?![\w+/-])",
        is_key,
    ),
)
_PHRASE = re.compile(
    r"(?i)(?<![^\W_])(?:pass_?phrase|(?:wallet[ _-])?seed(?:[ _-]words)?|mnemonic|(?:12|15|18|21|24)[ ]words|bip-?"
    r"39)[ \t]?[:=][ \t]*[\"'`]?"
    rf"(?P<value>{_LONG_PHRASE})"
)
_PHRASE_GATE = (
    r"(?i)(?:phrase|seed|words|mnemonic|bip-?39)[ \t]?[:=][ \t]*[\"'`]?[^\W\d_]+[ \t,]+[^\W\d_]+[ \t,]+[^\W\d_]+[ \t,]"
)


def _of(form: _Form) -> Finder:
    pattern, gate = re.compile(form.pattern), loosened(form.clue)

    def find(text: str, data: bytes) -> Iterator[Hit]:
        for start, end in lines_with(gate, text, data):
            for hit in pattern.finditer(text, start, end):
                value = value_of(hit)
                if value and (form.accepts(value) or form.accepts(loud(hit, value))):
                    yield form.kind, hit.start("value"), hit.start("value") + len(value)

    return Finder(form.clue, find, "told")


def _phrases(text: str, data: bytes) -> Iterator[Hit]:
    for line in lines_with(_PHRASE_GATE, text, data):
        for hit in _PHRASE.finditer(text, *line):
            if _is_phrase(hit["value"]):
                yield "password", *hit.span("value")


_CARD_PIN = _Form(
    "code",
    r"(?i)\bpin\b[^\n]*[0-9]{2}[^\n]*(?:is|ist|es|est|:|=)[ ]?[0-9]{4}",
    r"(?i)\bpin\b[^\n\x00]{0,40}?\b(?:ending|ends|endet|card|karte|tarjeta|carte)\b[^\n\d\x00]{0,20}\d{2,6}[^\n\d"
    r"\x00]{0,12}?(?:\bis\b|\bist\b|\bes\b|\best\b|[:=])"
    r"[ ]{0,3}(?P<value>\d{4,12})(?!\w)",
    bool,
)
_LISTS = re.compile(
    r"(?i)(?<![^\W_])(?:(?P<codes>(?:backup|recovery|rescue|scratch|emergency|one-time|2fa|mfa|wiederherstellungs|"
    r"notfall)[ -]?codes|códigos de (?:recuperación|respaldo)|codes de (?:secours|récupération))|"
    r"passwords|pass_?phrases|passwörter|kennwörter|contraseñas|mots de passe)[ ]?(?:\([^)\n]{1,40}\)[ ]?)?"
    r"(?:[:=]|are|sind|son)[ ](?P<items>[^\n]{4,2000})"
)
_LISTS_GATE = (
    r"(?i)(?:codes|códigos|passwords|phrases|wörter|contraseñas|mots)(?: de \pL+)?[ ]?(?:\([^)\n]+\)[ ]?)?"
    r"(?:[:=]|are|sind|son)[ ]"
)
_OF_CODES = re.compile(r"(?<![\w.-])[0-9A-Za-z]{3,12}(?:[ -][0-9A-Za-z]{3,8}){0,7}(?=[ ]?[,;/.]|[ ]*(?:\n|\Z)|[ ])")
_OF_USERS = re.compile(
    r"(?<![^\s,;(])[\w.@-]{1,40}[ ]?[ :=/][ ]?[\"'`]?(?P<value>[^\s\"'`,;\x00]{4,128})(?=[\"'`]?(?:[,;.\s]|\Z))"
)


def _lists(text: str, data: bytes) -> Iterator[Hit]:
    """What a plural and a colon announce on the same line: codes, or users with a password each."""
    for line in lines_with(_LISTS_GATE, text, data):
        for hit in _LISTS.finditer(text, *line):
            if hit["codes"]:
                every = [one for one in _OF_CODES.finditer(text, *hit.span("items")) if _is_one_code(one[0])]
                yield from (("code", *one.span()) for one in every)
                continue
            for one in _OF_USERS.finditer(text, *hit.span("items")):
                value = value_of(one)
                if mixed(value):
                    yield "password", one.start("value"), one.start("value") + len(value)


def _is_one_code(value: str) -> bool:
    """Parts of which each has a digit, six signs and more in all; no date."""
    parts = re.split("[ -]", value)
    return all(map(has_digit, parts)) and len(value) >= 6 and DATE.match(value) is None


PHRASES = (
    _of(_CARD_PIN),
    Finder(r"(?i)(?:phrase|seed|words|mnemonic|bip-?39)[ \t]?[:=]", _phrases, "told"),
)
FINDERS = (Finder(_LISTS_GATE, _lists, "told"), *map(_of, _FORMS))
