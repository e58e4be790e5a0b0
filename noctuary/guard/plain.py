"""Secrets that are plain words, or look like a hash, after an introduction that leaves no doubt.

A word is told from what is said about a password by its place: it ends the clause, or a preposition goes on after it,
and it has the form of no adjective or participle. Where doubt remains the word stays.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from noctuary.guard import languages
from noctuary.guard.finder import Finder, Hit, lines_with, loosened
from noctuary.guard.values import is_chosen, is_key, is_prose

_ACCOUNT = (
    r"(?:root|admin|administrator|administrador|sa|pi|guest|gast|postgres|ubuntu|demo|"
    r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}|\x00{8,}+)"
)
_ROLE = re.compile(
    r"(?i)root|admin\w*|users?|editors?|viewers?|guests?|members?|owners?|staff|managers?|moderators?|operators?|"
    r"superusers?|everyone|both|either|settings?|dashboards?|pages?|panels?|console|login|signup|register"
)
"""What stands beside an account and names another, or a page."""
_QUALITY = re.compile(
    r"(?i)\w+(?:ed|ing|ent|ant|ary|ory|ous|ful|less|ive|al|ic|ish|que|(?:[tbrd]|al|ar|il|us|ve|ic|ul|te|se)ly|"
    r"ble|cure|ity|ness|ment|[ts]ion|known|"
    r"ung|lich|ig|isch|bar|los|ad[ao]s?|id[ao]s?|ut[aoei]|ori[ao]|óri[ao]|iv[ao]|toire|ente|vel|é|ée|lijk|baar)|(?:long|"
    r"short|strong|weak|simpl|safe?|new|old|bett|eas[iy])(?:er|est)|"
    r"(?:un|in|im|ir|dis|non)-?\w{4,}|ge\w+[dt]|random|plaintext|cleartext|true|false|full|half|back|"
    r"open|wide|soft|next|last|more|less|much|many|"
    r"both|nuev[ao]|nov[ao]|curt[ao]|larg[ao]|fort[e]?|kort|lang|kurz|lang|stark|sterk"
)
"""The form of an adjective, an adverb or a participle; the short ones have no form and are a closed class."""
_TENDING = re.compile(
    r"(?i)expire|match|work|change|continue|proceed|apply|comply|differ|vary|null|empty|default|none|read|be"
)
"""What a password is set to do; a verb has no form that a noun has not."""
_END = r"(?=[\"'`*]{0,2}(?:[.,;:!?)](?:[\s\"'`)]|\Z)|[ \t]*(?:\n|\Z)|[ ][–—-][ ]))"
_ON = (
    r"(?=[ ](?:for|on|at|to|until|in|für|auf|bei|zum|am|im|para|en|pour|sur|au) "
    r"(?:the|my|our|your|that|this|her|his|all|every|both|das|den|dem|die|mein\w*|unser\w*|alle\w*|el|la|los|mi|tu|"
    r"le|les|mon|notre|[A-Z])|"
    r"[ ](?:and|und|y|et) (?:the|my|our|your|das|der|die|el|la|le)[ ])"
)
_WORD = r"(?P<value>[^\W\d_]{4,32})"
_NOUN = (
    r"(?:pass[ -]?words?|passwort|kennwort|pass[ -]?phrase|pass[ -]?code|contraseña|mot de passe|pw|"
    rf"wachtwoord|(?:wi-?fi|wlan)[ -]?(?:pass|key|code|schlüssel)|(?:{languages.STEMS}){languages.ENDING})"
)
_FOREIGN = rf"(?:{languages.STEMS}){languages.ENDING}"
_SAID_IS = r"(?:is|ist|lautet|es|est|is now|is still|ist jetzt|ahora es)"
_LOG = (
    r"(?:log(?:ged)?[ -]?ins?(?:to)?|log(?:ged)? on|sign(?:ed)?[ -]?in(?:to)?|log[ -]?on|meld\w{1,3} dich|"
    r"anmelden|anmeldung|"
    r"einloggen|zugang|entra|inicia sesión|acceso|connecte[zr]?(?:[ -](?:toi|vous))?|connexion|accedi|inloggen|entre|"
    r"login[ ]details|access|basic[ ]auth|auth(?:enticate)?|u(?:ser(?:name)?)?[ ]?/[ ]?p(?:w|ass(?:word)?)?|"
    r"router|nas|creds?|credentials?|zugangsdaten|credenciales|identifiants|default user)"
)
_AS = r"(?:as|with|using|is|are|mit|als|con|como|avec|comme|com|met|med|sind|ist|son|sont|est)"


class _Form(NamedTuple):
    clue: str
    pattern: str
    accepts: Callable[[str], bool]


def _is_word(value: str) -> bool:
    """Any word but one that says something about a password or names another account."""
    return is_chosen(value) and not is_prose(value) and not _ROLE.fullmatch(value)


def _is_noun(value: str) -> bool:
    """A word that has not even the form of a quality: for places in which qualities stand, too."""
    return _is_word(value) and not _QUALITY.fullmatch(value)


_INFLECTED = re.compile(r"(?i)\w+(?:lig|lös|löst|at|ad|en|owe|one|ené|ane|ый|ен|ён|ано|ана)")
"""The participles and adjectives of Dutch, Swedish, Norwegian, Danish, Polish, Czech and Russian, by their ends."""


def is_quality(word: str) -> bool:
    """Whether a word has the form of an adjective, an adverb or a participle in one of the languages known here."""
    return bool(_QUALITY.fullmatch(word) or _INFLECTED.fullmatch(word))


def _is_foreign(value: str) -> bool:
    return _is_word(value) and not is_quality(value)


def _is_goal(value: str) -> bool:
    return _is_noun(value) and not _TENDING.fullmatch(value)


_FORMS = (
    _Form(
        rf"(?i){_LOG}[^\n]*[/:][ ]?[\"'`*]*\pL",
        rf"(?i)\b{_LOG}\b[^\n\x00/|:]{{0,24}}?(?:[ ](?:{_AS})|[ ]?:)[ ](?:the[ ]|user[ ]|account[ ]){{0,2}}"
        rf"[\"'`*]{{0,2}}{_ACCOUNT}[\"'`*]{{0,2}}(?:[ ]/[ ]|[/:])[\"'`*]{{0,2}}{_WORD}"
        rf"(?:{_END}|(?=[\"'`*]{{0,2}}[ ](?:an|ein)(?:\W|\Z))|{_ON})",
        _is_word,
    ),
    _Form(
        rf"(?i){_LOG}[^\n]*(?:as|als|como|comme|user)[ ][^\n]*(?:pass|kennwort|contrase|mot de)",
        rf"(?i)\b{_LOG}\b[^\n\x00]{{0,24}}?[ ](?:as|als|como|comme|(?:with|mit|con|avec)[ ](?:the[ ])?user(?:name)?)[ ]"
        r"[\"'`*]{0,2}[\w.@+-]{2,64}[\"'`*]{0,2},?[ ](?:and[ ]|with[ ]|und[ ]|mit[ ]|y[ ]|con[ ]|et[ ]|avec[ ]|"
        r"using[ ])"
        rf"{{1,2}}(?:the[ ]|dem[ ]|la[ ]|le[ ]|my[ ]|our[ ])?{_NOUN}[ ]{_WORD}(?:{_END}|(?=[ ]an\b)|{_ON})",
        _is_noun,
    ),
    _Form(
        rf"(?i)(?:{_NOUN})[^\n]*[ ](?:is|ist|lautet|es|est)[ ][^\n]*[ ]",
        rf"(?i)(?<![^\W_]){_NOUN}"
        rf"(?:[ ][^\s:=.,;!?\x00]{{1,24}}){{0,4}}?[ ]{_SAID_IS}[ ]{_WORD}{_ON}",
        _is_noun,
    ),
    _Form(
        rf"(?i)(?:{_NOUN})[^\n]*[ ](?:is|ist|es|est)[ ](?:still|now|noch|jetzt|ahora|todavía|toujours)[ ]",
        rf"(?i)(?<![^\W_]){_NOUN}(?:[ ][^\s:=.,;!?\x00]{{1,24}}){{0,4}}?[ ](?:is|ist|es|est)[ ]"
        rf"(?:still|now|noch|jetzt|ahora|todavía|toujours)[ ]{_WORD}{_END}",
        _is_noun,
    ),
    _Form(
        r"(?i)\bpw[ ](?:is|ist)[ ]",
        rf"(?i)(?<![\w/-])pw[ ](?:is|ist)[ ](?:now[ ]|still[ ]|jetzt[ ])?{_WORD}{_END}",
        _is_noun,
    ),
    _Form(
        rf"(?i)(?:{_NOUN})[^\n]*[ ]to[ ]",
        rf"(?i)(?<![^\W_])(?:{_NOUN}(?:[ ](?:of|for|to|on)[ ][^\n:=.,;!?\x00]{{1,40}}?)?[ ](?:was|has[ ]been|is|got)[ ]"
        rf"(?:now[ ])?(?:changed|rotated|switched)|(?:changed|rotated)[ ](?:the|my|our|your|his|her)[ ]"
        rf"(?:[\w-]{{2,24}}[ ]){{0,2}}?{_NOUN})(?:[ ](?:yesterday|today|again|now|just))?[ ]to[ ]{_WORD}{_END}",
        _is_goal,
    ),
    _Form(
        r"(?i)(?:wi-?fi|wlan|вайфа|router|роутер)",
        rf"(?i)(?:\b(?:wi-?fi|wlan|router)[ -]?(?:{_FOREIGN})|(?:{_FOREIGN})[ ](?:[^\s:=.,;!?\x00]{{1,12}}[ ]){{0,3}}?"
        rf"(?:wi-?fi|wlan|router|вайфа|роутер)[^\W\d_]{{0,4}})[ ]{{1,2}}(?:{languages.IS}|is|[—–-])[ ]{_WORD}{_END}",
        _is_foreign,
    ),
    _Form(
        rf"(?i)\pL[ ](?:is|ist|es|est)[ ][^\n]*(?:{_NOUN})",
        rf"(?im)(?:^|(?<=[.!?:][ ])|(?<=[-*>][ ])|(?<=\band[ ]))[\"'`*]{{0,2}}(?!(?:this|that|th[eo]\w{{0,3}}|"
        rf"wh(?:at|atever|ich|ichever|ere|en|o|om|ose|y)|here|his|hers?|how|such|so)[ ])"
        rf"{_WORD}[\"'`*]{{0,2}}[ ](?:is|ist|es|est)[ ](?:the|my|our|das|mein|unser|la|le|mi|mon|notre)[ ]"
        rf"(?:[\w-]{{2,12}}[ -]){{0,2}}?(?:wi-?fi|wlan|root|admin|router|nas|guest|server)[ -]{_NOUN}{_END}",
        _is_noun,
    ),
)


def _of(form: _Form) -> Finder:
    pattern, gate = re.compile(form.pattern), loosened(form.clue)

    def find(text: str, data: bytes) -> Iterator[Hit]:
        for line in lines_with(gate, text, data):
            for hit in pattern.finditer(text, *line):
                if form.accepts(hit["value"]):
                    yield "password", *hit.span("value")

    return Finder(gate, find, "told")


_HEX = r"(?:[0-9a-f]{32}|[0-9a-f]{40})"
_BARE_HEX = re.compile(rf"(?<![\w/@.=%#:-])(?P<value>{_HEX})(?![\w/@%-]|\.\w)")
_CREDENTIAL = re.compile(
    r"\b(?:(?i:api|auth|access|account|admin|secret|app|service|rest)[ _-]?(?i:keys?|tokens?|secrets?)|"
    r"(?i:bearer|personal access)[ ](?i:tokens?)|"
    r"(?P<name>[A-Z][\w.-]{2,24}(?:[ ][A-Z][\w.-]{1,24})?)[ ,:]{1,2}(?:(?i:api|rest|admin|app)[ ]?)?"
    r"(?i:api|keys?|tokens?|schlüssel|clé|clave)|"
    r"(?i:keys?|tokens?|schlüssel)[ ](?i:for|to|of|from|für|von|vom|de|pour|para)[ ](?:the[ ]|la[ ]|"
    r"el[ ])?[A-Z][\w.-]{2,24}"
    r")(?![^\W_])"
)
"""A key or token, and whose; an API's name alone."""
_NO_NAME = re.compile(
    r"(?i)the|this|that|our|my|your|its|no|any|each|every|use|used|new|old|add|added|fix|fixed|change|changed|"
    r"move|moved|"
    r"public|primary|foreign|cache|sort|partition|host|gpg|pgp|signing|hash|sha\d*|md5|rest|first|last|idempotency|"
    r"refactor|remove|removed|update|updated|rename|renamed|support|drop|merge|revert|implement|improve"
)
_DIGEST = re.compile(
    r"(?i)(?<![^\W_])(?:sha-?\d*|md5\w*|commits?|hash(?:es)?|checksum|digest|revision|rev|etag|fingerprint|"
    r"trace|request|"
    r"session|cache|primary|public|idempotency|partition|uuid|id|ids|version|build|objects?|tree|blob|branch|merged?|"
    r"cherry-pick|picked|tag|head|diff|patch|pr|checkout|submodule|pinned|at|in|since|see|fix\w*|until|before|after|"
    r"img|image|layer|address|tx|block|contract|file)(?![^\W_])"
)
_REACH = 80
"""Signs between the words and the value: a clause and a half, measured on the real texts of the benchmark."""


def _hashes(text: str, data: bytes) -> Iterator[Hit]:
    """A hash to look at, beside the name of whose key it is, on the same line or in the heading above."""
    for start, end in lines_with(_HASH_GATE, text, data):
        for hit in _BARE_HEX.finditer(text, start, end):
            if _is_of_key(text, start, end, hit) and is_key(hit["value"]):
                yield "secret", *hit.span("value")


def _is_of_key(text: str, start: int, end: int, hit: re.Match[str]) -> bool:
    before = text[max(start, hit.start() - _REACH) : hit.start()]
    after = text[hit.end() : min(end, hit.end() + _REACH // 2)]
    if _DIGEST.search(before):
        return False
    if any(_is_named(one) and _leads(one, before) for one in _CREDENTIAL.finditer(before)):
        return True
    if re.match(r"[\"'`*]{0,2}[ ](?:is|as|ist|als)[ ]", after) and not _DIGEST.search(after):
        return any(map(_is_named, _CREDENTIAL.finditer(after)))
    return _is_headed(text, start, before)


def _leads(hit: re.Match[str], before: str) -> bool:
    """Whether nothing but signs stands behind the key's words, or a sign ends what is said of it: no "API page"."""
    between = before[hit.end() :]
    is_api = hit[0].lower().endswith("api")
    return _SIGNS.fullmatch(between) is not None or (not is_api and _SIGN_LAST.search(between) is not None)


_SIGNS = re.compile(r"[\s:=,(\[\"'`*|–>→-]*")
_SIGN_LAST = re.compile(r"[,:(=→)–|][\s\"'`*]*\Z")


def _is_named(hit: re.Match[str]) -> bool:
    return not hit["name"] or not all(map(_NO_NAME.fullmatch, hit["name"].split()))


_HEADING = re.compile(r"[ \t]*(?:#{1,6}[ \t]|[-*][ \t]|\*\*|[^\n]{1,60}:[ \t]*\Z)")
_MOST_ABOVE = 8


def _is_headed(text: str, start: int, before: str) -> bool:
    """Whether the value stands alone, or behind one word, below a heading that names a key."""
    if re.fullmatch(r"[ \t>*|`\"'-]*(?:[\w() -]{1,24}[:=|]?[ \t`\"'|]*)?", before) is None:
        return False
    for _ in range(_MOST_ABOVE):
        end = start - 1
        if end < 0:
            return False
        start = text.rfind("\n", 0, end) + 1
        line = text[max(start, end - 200) : end]
        if _HEADING.match(line) and not _BARE_HEX.search(line):
            return any(map(_is_named, _CREDENTIAL.finditer(line))) and not _DIGEST.search(line)
        if line.strip() and not _BARE_HEX.search(line):
            return False
    return False


_HASH_GATE = r"\b[0-9a-f]{32}(?:[0-9a-f]{8})?\b"
_HASH_CLUE = r"\b[0-9a-f]{32}"
FINDERS = (*map(_of, _FORMS), Finder(_HASH_CLUE, _hashes, "keys"))
