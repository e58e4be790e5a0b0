"""The words that announce a secret, in several languages, and patterns built of them. Judges no value."""

from __future__ import annotations

import re

_GLUE = r"[\"'`*_]{0,3}"
_IS = r"(?:is|are|was|ist|lautet|war|es|era|est|é|è|=>|->|→|is now|is set to|ist jetzt|es ahora)"
_SEP = (
    rf"(?:{_GLUE}[ \t]*(?:[:=：＝]=?|=>|->|→)[ \t]*|{_GLUE}[ \t]+{_IS}[ \t]*[:=]?[ \t]+|"
    rf"{_GLUE}[ \t]*[はが是为為]\s*[:：]?[ \t]*)"
)
_FILL = r"(?:[ \t]+(?:[^\s:=\"'`,.;!?]|\.(?=\w)){1,24}+){0,6}?"
_QUOTE = r"[\"'`“”‘’«»*]*"
_VALUE = rf"{_QUOTE}(?!\[REDACTED)(?P<value>[^\s\"'`“”‘’«»<>]{{3,}})"
_EDGE = r"(?:(?<![^\W_])|(?-i:(?<=[a-z])(?=[A-Z])))"
_NUMBER = r"(?:number|no\.?|nr\.?|nummer|num\.?|número|numero|n[º°]\.?|id|#)"

_PASSWORD = (
    r"pass[ _-]?words?|passwd|passwort|kennwort|pass[ _-]?phrase|pass[ _-]?code|pwd|contrase(?:ñ|n)a|"
    r"(?:wi-?fi|wlan|login|admin|router) pass|"
    r"clave(?!s)|senha|mot de passe|wachtwoord|пароль|hasło|lösenord|adgangskode|"
    r"密码|密碼|口令|パスワード|暗証番号|"
    r"비밀번호|geheimnummer|geheimzahl|secret[ _-]?(?:key|access[ _-]?key)?|parola d'ordine"
)
_BARE = (
    r"pass[ _-]?words?|passwd|passwort|kennwort|pass[ _-]?phrase|pass[ _-]?code|contraseña|clave|senha|"
    r"mot de passe|--?token|--?secret|sshpass -p|密码|密碼|パスワード"
)
_DOOR = r"(?:code|código|codigo|combination|pin(?:[ -]?(?:code|number|nummer))?|puk|cvv2?|cvc2?|otp)"
_KEY = (
    r"tokens?|key|secret|credentials?|creds|schlüssel|llave|clé|auth(?:orization)?|code|código|codigo|"
    r"seriennummer|wi-?fi|wlan"
)
_IDENTITY = (
    r"dni|nie|nif|n\.?i\.?s\.?s|ssn|social security|seguridad social|passport|pasaporte|reisepass|"
    r"personalausweis|ausweis|insurance|\w*versicherung\w*|health|patient|medical record|national id|id card|"
    r"identity card|tax id|steuer-?id\w*|steuernummer|driver'?s? licen[cs]e|führerschein|cpf|curp|nhs|"
    r"nino|aadhaar|account|konto|cuenta|membership|policy|krankenkasse"
)
_AFTER_IDENTITY = (
    rf"{_EDGE}(?:{_IDENTITY})(?:[ \t]+[^\s:=\"'`,.;!?\d]{{1,20}}+){{0,4}}?"
    rf"(?:(?:[ \t]+{_NUMBER})?{_SEP}|[ \t]+(?:{_NUMBER}[ \t]*[:=]?[ \t]*)?){_QUOTE}"
    r"(?P<value>(?!\[REDACTED)[A-Z]{0,4}[\-.]?\d(?:[A-Z0-9]|[ .\-/](?=[A-Z0-9])){4,30})"
)
_PHRASE = (
    r"(?:pass[ _-]?phrase|(?:seed|recovery|backup|mnemonic|secret)[ -]?(?:phrase|words))[ \t]*"
    rf"(?:[:=]|[ \t]is|[ \t]ist|[ \t]es)[ \t]*{_QUOTE}"
    r"(?P<value>[^\W\d]{2,12}(?:[ \t,-]+[^\W\d]{2,12}){2,23})"
)
AFTER_PHRASE = re.compile(_PHRASE, re.I)
AFTER_PASSWORD = re.compile(rf"(?:{_PASSWORD}){_FILL}{_SEP}{_VALUE}", re.I)
BARE_PASSWORD = re.compile(rf"(?:{_BARE})[ \t]+{_VALUE}", re.I)
AFTER_DOOR = re.compile(rf"{_EDGE}{_DOOR}\b{_FILL}(?:{_SEP}|[ \t]+){_VALUE}", re.I)
AFTER_KEY = re.compile(rf"{_EDGE}(?:{_KEY})(?![^\W_]){_FILL}{_SEP}{_VALUE}", re.I)
AFTER_IDENTITY = re.compile(_AFTER_IDENTITY, re.I)
BEFORE_DOOR = re.compile(
    r"(?:alarm|door|gate|garage|access|entry|security|unlock|safe|lock|lockbox|keypad|building|"
    r"verification|confirmation|backup|recovery|otp|2fa|mfa|sms|login|one[- ]time|sim|pairing|activation|"
    r"voicemail|shed|cellar|basement|house|office|bike|locker|entrance|intercom|fence|barn|attic|storage|"
    r"front|back|wifi|wi-fi|wlan|keller|haus|haustür|schuppen|garagen|tor|casa|trastero|maison|"
    r"voicemail|tür|zugangs|alarma|puerta|acceso|portal|wallet|card|gift)[ -]?\Z",
    re.I,
)
BEFORE_HARMLESS = re.compile(
    r"(?:error|exit|status|return|response|http|country|zip|postal|area|colou?r|language|source|claude|vs|"
    r"product|airport|promo|primary|foreign|cache|sort|partition|unique|public|object|jira|hot|issue|ticket|order|"
    r"booking)[ _-]?\Z",
    re.I,
)
PHRASE_STEMS = (
    "pass", "seed", "recovery", "backup", "mnemonic", "secret",
)  # fmt: skip
PASSWORD_STEMS = (
    "pass", "pwd", "kennwort", "contrase", "clave", "senha", "mot de p", "wachtwoord", "adgangsk", "geheim",
    "secret", "parola d", "пароль", "hasło", "lösenord", "密码", "密碼", "口令", "パスワード", "暗証", "비밀",
)  # fmt: skip
BARE_STEMS = (
    "pass", "kennwort", "contrase", "clave", "senha", "mot de p", "-token", "-secret", "密码", "密碼",
    "パスワード",
)  # fmt: skip
DOOR_STEMS = (
    "code", "codigo", "combination", "pin", "puk", "cv", "otp", "código",
)  # fmt: skip
KEY_STEMS = (
    "token", "key", "secret", "cred", "llave", "auth", "code", "codigo", "seriennummer", "wifi", "wi-fi",
    "wlan", "schlüssel", "clé", "código",
)  # fmt: skip
IDENTITY_STEMS = (
    "dni", "nie", "nif", "niss", "n.i.s", "ssn", "social s", "seguridad s", "passport", "pasaporte",
    "reisep", "ausweis", "insuranc", "versicherung", "health", "patient", "medical r", "national i",
    "id card", "identity c", "tax id", "steuer", "driver", "führers", "cpf", "curp", "nhs", "nino",
    "aadhaar", "account", "konto", "cuenta", "membership", "policy", "krankenk",
)  # fmt: skip
PROSE = {
    "abgelaufen", "also", "always", "an", "and", "any", "are", "as", "at", "bad", "based", "be", "bool",
    "but", "by", "bytes", "case", "changeme", "correct", "correcta", "default", "different", "easy", "el",
    "empty", "encrypted", "falsch", "fine", "for", "free", "from", "gone", "good", "hard", "has", "hashed",
    "her", "here", "hidden", "his", "if", "important", "in", "incorrecta", "int", "invalid", "is", "it",
    "jetzt", "just", "kept", "known", "la", "least", "long", "los", "lost", "mandatory", "mine", "missing",
    "must", "muy", "needed", "neu", "never", "new", "nicht", "no", "noch", "none", "not", "now", "nueva",
    "number", "object", "of", "ok", "okay", "old", "on", "only", "optional", "or", "our", "para",
    "placeholder", "plain", "private", "protected", "public", "que", "ready", "redacted", "required",
    "reset", "richtig", "right", "safe", "same", "saved", "secret", "secure", "sensitive", "sent", "set",
    "short", "still", "stored", "str", "string", "strong", "tbd", "text", "that", "the", "their", "there",
    "this", "to", "todo", "too", "typing", "unknown", "valid", "value", "very", "was", "weak", "weg",
    "what", "when", "where", "who", "will", "with", "wrong", "yes", "your",
}  # fmt: skip
