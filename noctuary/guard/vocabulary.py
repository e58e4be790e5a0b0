"""The words that announce a secret, in several languages, and patterns built of them. Judges no value.

Every pattern stays within one line and reads a bounded stretch of it: a hostile line costs no more than a plain one.
"""

from __future__ import annotations

import re

from noctuary.guard import languages

_GLUE = r"[\"'`*_]{0,3}"
_IS = r"(?:is now|is set to|ist jetzt|es ahora|is|are|was|ist|lautet|war|es|era|est|é|è|c['’]est|=>|->|→)"
_CLOSED = r"(?:(?:\*{1,3}|_{1,3})(?=[ \t]))?"
"""The end of a bold label that holds its colon: `**Password:** …`."""
_SEP = (
    rf"(?:{_GLUE}[ \t]*(?:[:=：＝｜]=?|=>|->|[→⇒➜➔⟶]){_CLOSED}[ \t]*|{_GLUE}[ \t]+{_IS}[ \t]*[:=]?[ \t]+|"
    rf"{_GLUE}[ \t]+[–—][ \t]+|{_GLUE}[ ]*\t[ \t]*|"
    rf"{_GLUE}[ \t]*[はが是为為][ \t]*[:：]?[ \t]*)"
)
_FILL = r"(?:[ \t]{1,4}+(?:[^\s:=\"'`,.;!?\x00]|\.(?=\w)){1,24}+){0,6}?"
_QUOTE = r"(?:[\"'`“”‘’«»*]{0,4}+(?:(?<=«)[ \u00a0\u202f])?)"
_SIGN = r"[^\s\"'`“”‘’«»<>\x00]"
LONGEST = 128
_VALUE = rf"(?:(?:it(?:['’]s| is)|that is|es ist|c['’]est)[ ])?{_QUOTE}(?P<value>{_SIGN}{{3,{LONGEST}}})"
_EDGE = r"(?:(?<![^\W_])|(?-i:(?<=[a-z])(?=[A-Z])))"
_NUMBER = r"(?:number|no\.?|nr\.?|nummer|num\.?|número|numero|n[º°]\.?|id|#)"

_PASSWORD = (
    r"pass[ _-]?words?|passwd|passwort|kennwort|pass[ _-]?phrase|pass[ _-]?code|pwd|contrase(?:ñ|n)a|"
    r"(?:wi-?fi|wlan|login|admin|router) pass|"
    r"(?:wi-?fi|wlan|network|netzwerk|hotspot|router)[ -]?(?:key|schlüssel|code)|"
    r"clave(?!s)|mot de passe|"
    r"密码|密碼|口令|パスワード|パス(?=[ ]*[:：])|暗証番号|"
    r"geheimnummer|geheimzahl|secret[ _-]?(?:key|access[ _-]?key)?|parola d'ordine"
)
_BARE = (
    r"pass[ _-]?words?|passwd|passwort|kennwort|pass[ _-]?phrase|pass[ _-]?code|contraseña|clave|"
    r"mot de passe|\bpw|--?token|--?secret|sshpass -p|密码|密碼|パスワード"
)
_DOOR = r"(?:code|código|codigo|combination|pin(?:[ -]?(?:code|number|nummer))?|puk|cvv2?|cvc2?|otp)"
_KEY = (
    r"tokens?|pat|key|secret|credentials?|creds|schlüssel|llave|clé|auth(?:orization)?|code|código|codigo|"
    r"seriennummer|wi-?fi|wlan|"
    r"clau|chave|chiave|cheie|klíče?|kľúče?|klucz|ključ|sleutel|nøgle|nøkkel|nyckel|avain|kulcs|anahtar|kunci|khóa|"
    r"ключ|κλειδί|مفتاح|מפתח"
)
"""What opens, in as many languages as the guard knows a password's word in."""
_WIDE_KEY = (
    r"密钥|密鑰|(?:アクセス|シークレット|ライセンス|セキュリティ|暗号|秘密)キー|(?:비밀|암호|액세스|인증|보안)키|"
    r"(?<![ァ-ヺー主部])キー|(?<![가-힣])키"
)
"""Where words are not parted by spaces the word for *key* ends many others ("ホットキー", "단축키")."""
_WIDE_CLUE = r"密钥|密鑰|キー|키"
_ANY_KEY = rf"(?:{_EDGE}(?:{_KEY})(?![^\W_])|(?:{_WIDE_KEY}))"
_PLACES = (
    r"alarm|vault|strongbox|tresor|schließfach|caja fuerte|"
    r"door|gate|garage|access|entry|security|unlock|safe|lock|lockbox|keypad|building|"
    r"verification|confirmation|backup|recovery|otp|2fa|mfa|sms|login|one[- ]time|sim|pairing|activation|"
    r"voicemail|shed|cellar|basement|house|office|bike|locker|entrance|intercom|fence|barn|attic|storage|"
    r"front|back|wifi|wi-fi|wlan|keller|haus|haustür|schuppen|garagen|tor|casa|trastero|maison|"
    r"tür|zugangs|alarma|puerta|acceso|portal|wallet|card|gift|"
    r"alarme|porta|portão|garagem|cofre|entrada|prédio|porte|immeuble|coffre"
)
_IDENTITY = (
    r"dni|nie|nif|n\.?i\.?s\.?s|ssn|social security|seguridad social|passport|pasaporte|reisepass|"
    r"personalausweis|ausweis|insurance|\w{0,20}versicherung\w{0,12}|health|patient|medical record|national id|id card|"
    r"identity card|tax id|steuer-?id\w{0,12}|steuernummer|driver'?s? licen[cs]e|führerschein|cpf|curp|nhs|"
    r"nino|aadhaar|account|konto|cuenta|membership|policy|krankenkasse"
)
_AFTER_IDENTITY = (
    rf"{_EDGE}(?:{_IDENTITY})(?:[ \t]{{1,4}}+[^\s:=\"'`,.;!?\d\x00]{{1,20}}+){{0,4}}?"
    rf"(?:(?:[ \t]+{_NUMBER})?{_SEP}|[ \t]+(?:{_NUMBER}[ \t]*[:=]?[ \t]*)?){_QUOTE}"
    r"(?P<value>[A-Z]{0,4}[\-.]?\d(?:[A-Z0-9]|[ .\-/](?=[A-Z0-9])){4,30})"
)
_PHRASE = (
    r"(?:pass[ _-]?phrase|(?:seed|recovery|backup|mnemonic|secret)[ -]?(?:phrase|words)|mnemonic)"
    rf"(?:[ \t]+(?:for|of|to|on|für|von|zum|zur|de|del|du|da|do|pour|para|per|di)(?=[ \t]){_FILL}(?=[ \t]*[:=]))?[ \t]*"
    rf"(?:(?:[:=]{_CLOSED}|[ \t]is|[ \t]ist|[ \t]es)[ \t]*{_QUOTE}|[ \t]+(?=[\"`“«]){_QUOTE})"
    r"(?P<value>[^\W\d]{2,12}(?:[ \t,-]+[^\W\d]{2,12}){2,23})"
)
ANY_PASSWORD = rf"(?:{_PASSWORD}|(?:{languages.STEMS}){languages.ENDING})"
_FILLED = r"(?:[ \t]{1,4}+(?:[^\s:=\"'`,.;!?\x00]|\.(?=\w)){1,24}+){0,9}?"
_MIXED = r"(?=[^\s\x00]{0,40}\d)(?=[^\s\x00]{0,40}[^\W\d_])"
_FOREIGN_SEP = (
    rf"(?:{_SEP}|{_GLUE}[ \t]+{languages.IS}[ \t]*[:=]?[ \t]+|{_GLUE}[ \t]+[—–-][ \t]+|"
    rf"[ \t]*{languages.PARTICLE}[ \t]*[:：]?[ \t]*)"
)
_SHORT = r"(?:pw|pass|psw|mdp)"
_COPULA = r"(?:is|was|will be|ist|war|wird|es|est|é|è|as|als|como|comme|är|er|jest|to|je)"
PHRASE_WORDS = re.compile(r"(?=pass[ _-]?phrase|seed|recovery|backup|mnemonic|secret)", re.I)
PASSWORD_WORDS = re.compile(rf"(?={_PASSWORD})", re.I)
BARE_WORDS = re.compile(rf"(?={_BARE})", re.I)
DOOR_WORDS = re.compile(rf"(?={_EDGE}{_DOOR}\b)", re.I)
KEY_WORDS = re.compile(rf"(?={_ANY_KEY})", re.I)
IDENTITY_WORDS = re.compile(rf"(?={_EDGE}(?:{_IDENTITY}))", re.I)

AFTER_PHRASE = re.compile(_PHRASE, re.I)
AFTER_PASSWORD = re.compile(rf"(?:{_PASSWORD}){_FILL}{_SEP}{_VALUE}", re.I)
COLON_PASSWORD = re.compile(
    rf"{ANY_PASSWORD}[^\n\x00:：=.,;!?]{{1,80}}(?:\.\w+[^\n\x00:：=.,;!?]{{0,40}}?)?[:：][ \t]+{_QUOTE}"
    rf"(?P<value>[^\s\"'`“”‘’«»\x00]{{4,{LONGEST}}})[\"'`*]{{0,3}}(?=[ \t]*(?:\n|\Z|[.,;][ \n]))",
    re.I,
)
"""Whatever is said of a password before the colon."""
CHANGED_PASSWORD = re.compile(
    rf"{ANY_PASSWORD}{_FILLED}[ \t]+{languages.TO}[ \t]*:?[ \t]+{_QUOTE}{_MIXED}{_VALUE}", re.I
)
CHANGED_SHORT = re.compile(
    rf"{_EDGE}pw(?![^\W_]){_FILLED}[ \t]+{languages.TO}[ \t]*:?[ \t]+{_QUOTE}{_MIXED}{_VALUE}", re.I
)
TURNED = re.compile(languages.TURNED, re.I)
FOREIGN_WORDS = re.compile(rf"(?={languages.STEMS})", re.I)
AFTER_FOREIGN = re.compile(rf"(?:{languages.STEMS}){languages.ENDING}{_FILL}{_FOREIGN_SEP}{_VALUE}", re.I)
BARE_FOREIGN = re.compile(rf"(?:{languages.STEMS}){languages.ENDING}{_FILL}[ \t]{{1,4}}{_QUOTE}{_MIXED}{_VALUE}", re.I)
SHORT_WORDS = re.compile(rf"(?={_EDGE}{_SHORT}(?![^\W_]))", re.I)
AFTER_SHORT = re.compile(rf"{_EDGE}(?:pw(?![^\W_]){_FILL}|{_SHORT}(?![^\W_])){_SEP}{_VALUE}", re.I)
BEFORE_PASSWORD = re.compile(
    rf"(?<![^\s\"'`“”‘’«»*(>|])(?P<value>{_SIGN}{{6,64}})[\"'`“”‘’«»*]{{0,3}}[ \t]+"
    rf"(?:(?:as|als|como|comme)|{_COPULA}[ \t]+{languages.ARTICLE})"
    rf"(?:[ \t]+[^\s:=.,;!?\x00]{{1,24}}){{0,5}}?[ \t]+(?:[\w-]{{1,20}}-)?{ANY_PASSWORD}"
    r"(?=[\"'`*”»]*(?:[.,;:!?)\n\x00]|[ \t]*\Z|"
    r"[ \t]+(?:for|of|on|to|in|from|since|now|and|für|von|vom|zum|der|de|del|du|do|"
    r"da|ab|und|y|et|e|i|och|og)[ \t]))",
    re.I,
)
BARE_PASSWORD = re.compile(rf"(?:{_BARE})(?:[ \t]{{1,4}}(?:-{{1,2}}[ \t]{{1,2}})?|>{{1,3}}[ \t]{{1,2}}){_VALUE}", re.I)
AFTER_DOOR = re.compile(rf"{_EDGE}{_DOOR}\b{_FILL}(?:{_SEP}|[ \t]{{1,4}}(?=\S{{0,40}}\d)){_VALUE}", re.I)
AFTER_KEY = re.compile(rf"{_ANY_KEY}{_FILL}{_SEP}{_VALUE}", re.I)
AFTER_IDENTITY = re.compile(_AFTER_IDENTITY, re.I)
REST_OF_VALUE = re.compile(rf"{_SIGN}*+")

_SHIELD = r"[ \t\"'`*_“”‘’«»\\]*"
_GATE_IS = r"[ \t](?:is|are|was|ist|lautet|war|es|era|est|é|è)[ \t](?:(?:now|set to|jetzt|ahora)[ \t])?"
_GATE_SEP = rf"(?:[:=：＝>→]|{_GATE_IS}|[はが是为為])[:=： \t]*"
_MADE = r"(?:[0-9]V{7}|V[0-9]V{6}|V{2}[0-9]V{5}|V{3}[0-9]V{4}|V{4}[0-9]V{3}|V{5}[0-9]V{2}|V{6}[0-9]V|V{7}V*[0-9])"
_MADE = _MADE.replace("V", r"[^\s\"'`“”‘’«»<>]")

PHRASE_CLUE = r"(?i)(?:phrase|words|mnemonic)"
PASSWORD_CLUE = rf"(?i)(?:{_PASSWORD})"
FOREIGN_CLUE = FOREIGN_GATE = rf"(?i)(?:{languages.STEMS})"
SHORT_CLUE = r"(?i)(?:pw[^\pL\pN]|(?:pass|psw|mdp)[\"'`*_]{0,3}[ \t]*(?:[:=→]|[-=]>|is |ist |es |est |c['’]est ))"
SHORT_GATE = SHORT_CLUE + r"[^\n]*[0-9]"
NUMBERED = (
    r"(?:[0-9][^\s]{5,}|[^\s][0-9][^\s]{4,}|[^\s]{2}[0-9][^\s]{3,}|[^\s]{3}[0-9][^\s]{2,}|[^\s]{4}[0-9][^\s]+"
    r"|[^\s]{5,}[0-9][^\s]*)"
)
"""Six signs or more, a digit among them: no other value is strong (`values.is_strong`). RE2 has no look-ahead."""
BEFORE_CLUE = rf"(?i)(?:{_PASSWORD}|{languages.STEMS})"
BEFORE_GATE = rf"(?i){NUMBERED}[ \t]+{_COPULA}[ \t][^\n]*(?:{_PASSWORD}|{languages.STEMS})"
BARE_CLUE = rf"(?i)(?:{_BARE})[ \t>]"
_CODE_FOR = "(?:code|código|codigo|combination) (?:for|to|of|de|del|do|da|für|pour|vom|zum|zur)"
_ANY_DOOR = rf"(?:(?:{_PLACES})[ -]?(?:code|código|codigo|combination)|{_CODE_FOR}|pin|puk|cvv2?|cvc2?|otp)"
DOOR_CLUE = rf"(?i){_ANY_DOOR}[ \-#:=\"'`*\\(：]"
IDENTITY_CLUE = rf"(?i)(?:{_IDENTITY})[ \-:=.\"'`*_\\(\[/#]".replace(r"\w{0,20}", "").replace(
    r"\w{0,12}", r"[\pL\pN_]*"
)
PHRASE_GATE = r"(?i)(?:mnemonic|pass[ _-]?phrase|(?:seed|recovery|backup|mnemonic|secret)[ -]?(?:phrase|words))"
PASSWORD_GATE = PASSWORD_CLUE
BARE_GATE = BARE_CLUE
DOOR_GATE = rf"(?i){_ANY_DOOR}[^\pL\pN_\n][^\n]*[0-9]"
KEY_CLUE = rf"(?i)(?:{_KEY}|{_WIDE_CLUE})(?:[^\pL\pN\n:=,;!?][^\n:=,;!?]*)?{_GATE_SEP}{_SHIELD}{_MADE}"
KEY_GATE = KEY_CLUE
IDENTITY_GATE = rf"(?i)(?:{_IDENTITY})[^\n0-9]*[0-9](?:[A-Z .\-/]*[0-9]){{4}}".replace(r"\w{0,20}", "")
PLACE = re.compile(rf"(?<![^\W_])(?:{_PLACES})(?![^\W_])", re.I)
BEFORE_DOOR = re.compile(rf"(?:{_PLACES})[ -]?\Z", re.I)
BEFORE_HARMLESS = re.compile(
    r"(?:error|exit|status|return|response|http|country|zip|postal|area|colou?r|language|source|claude|vs|"
    r"product|airport|promo|primary|foreign|cache|sort|partition|unique|public|object|jira|hot|issue|ticket|order|"
    r"booking)[ _-]?\Z",
    re.I,
)
BEFORE_PASS = re.compile(
    r"(?:first|second|third|last|final|next|each|every|per|one|two|single|multi|forward|"
    r"backward|\d(?:st|nd|rd|th)?)[ -]?\Z",
    re.I,
)
NAME = re.compile(
    r"(?:(?:sha|md|base|oauth|argon|utf|win|windows|python|py|http|aes|rsa|ipv|log|pbkdf|blake|ed|x|v|"
    r"php|java|ec|web)-?\d+\w{0,3}|1password|2fa|auth0|k8s|i18n|(?:iso|rfc|pep|nist|pci|cve)-?\d+|test[_-]\w+)",
    re.I,
)
"""Methods, products and versions that look made."""
PROSE = {
    "abgelaufen", "also", "always", "an", "and", "any", "are", "as", "at", "bad", "based", "be", "bool", "but", "by",
    "bytes", "błędne", "case", "changeme", "correct", "correcta", "default", "different", "easy", "ei", "el", "empty",
    "encrypted", "errada", "errata", "errato", "erroné", "erróneo", "fail",
    "falsch", "feil", "fel", "field", "fine", "flag",
    "for", "forkert", "free", "from", "gespeichert", "gone", "good", "hard", "has", "hashed", "her", "here", "hidden",
    "his", "if", "important", "in", "incorrect", "incorrecta", "incorrecte", "incorrecto", "incorreta", "int",
    "invalid", "invalide", "inválida", "is", "it", "jetzt", "just", "kept", "known", "la", "least", "long", "los",
    "lost", "manager", "mandatory", "mine", "missing", "must", "muy", "necessary", "needed", "nesprávné", "neu",
    "never", "new", "nicht", "no", "noch", "non", "none", "not", "now", "nueva", "number", "nur", "object", "of", "ok",
    "okay", "old", "on", "onjuist", "only", "option", "optional", "or", "oublié", "our", "para", "password",
    "placeholder", "plain", "private", "protected", "public", "que", "ready", "redacted", "required", "reset",
    "richtig", "right", "safe", "same", "saved", "sbagliata", "secret", "secure", "sensitive", "sent", "set", "short",
    "sicher", "still", "stored", "str", "string", "strong", "tbd", "text", "that", "the", "their", "there", "this",
    "to", "todo", "too", "typing", "unknown", "valid", "value", "vergessen", "verkeerd", "very", "väärä", "was",
    "weak", "weg", "what", "when", "where", "who", "will", "with", "wrong", "yes", "your", "špatné",
}  # fmt: skip
