"""Passwords of plain words where nothing but a password can stand: a field, a row of `.pgpass`, a login in `.netrc`.

`password: walrus_in_the_attic` looks like a name in a program (`password: db_password`). It is one where one of its
words is a program's; else nobody names anything so. Elsewhere such a value is left to the rules of each place.
"""

from __future__ import annotations

import re

from noctuary.guard.finder import matching, widened
from noctuary.guard.named import PASSWORD
from noctuary.guard.vocabulary import ANY_PASSWORD, PROSE
from noctuary.text.stop_words import ENGLISH

_PIECE = r"[^\W\d_]{1,20}\d{0,4}"
JOINED = rf"{_PIECE}(?:[-_.]{_PIECE}){{1,9}}|(?:[A-Z][a-z]{{2,14}}){{2,6}}\d{{0,4}}"
"""Words tied by hyphens, underscores or dots, or each begun with a capital."""
_SPLIT = re.compile(r"[-_.]|(?<=[a-z\d])(?=[A-Z])")
_PROGRAMS = frozenset(
    """
    password passwords passwd pass pwd passphrase passcode secret secrets token tokens key keys hash hashed salt
    crypt bcrypt credential credentials cred creds auth login account user username name email admin root id uid uuid db
    database config configs conf settings setting env environ environment process args argv arg opts opt options option
    params param props prop state request req response res input inputs form field fields body data value values val
    default defaults self this ctx context session cookie header headers query file files path dir url uri host port
    ref refs from var vars const null none nil string str bool int number text type types types object obj list map
    get set update reset change create check verify validate confirm confirmation encrypt decrypt generate generated
    random manager vault store storage policy strength length min max required optional provider service server client
    test tests example placeholder todo changeme your my here new old temp tmp set unset missing invalid incorrect wrong
    empty md json yml yaml toml ini txt sh py js ts go rs rb php java html css com org net io local dev prod staging
    protected less based free only not must have has be should will can use used using changed often once time expired
    """.split()
)
"""Words of which a program's names are made, and of what is said of passwords ("password-protected")."""
_FIELD = re.compile(
    rf"(?:^|[\s{{,>|\-*\"'`])[\"'`*_]{{0,3}}[\w.-]{{0,40}}?(?:{PASSWORD}|{ANY_PASSWORD}|(?<![^\W_])(?:pw|mdp))"
    rf"[\"'`*_]{{0,3}}[ \t]{{0,4}}[:=＝：][\"'`*_ \t]{{0,6}}(?P<value>{JOINED})(?![\w.(\[/@-])"
    r"(?=[\"'`*_]{0,3}[ \t]{0,4}(?:[,;}\])]|#|//|\||\Z|\n))",
    re.I | re.M,
)
_CLUE = rf"(?i)(?:{widened(PASSWORD)}|{widened(ANY_PASSWORD)}|pw|mdp)"
_GATE = rf"{_CLUE}[\"'`*_]{{0,3}}[ \t]{{0,4}}[:=＝：][\"'`*_ \t]{{0,6}}\pL"
_APP = re.compile(
    r"(?i)(?:pass(?:word|wd)?|pw|app[ _-]?password)[\"'`*_]{0,3}[ \t]{0,4}[:=][ \t]{0,4}[\"'`]?"
    r"(?P<value>[a-z]{4}(?: [a-z]{4}){3})(?![\w ])"
)
"""Four groups of four small letters, as Google makes them for a program."""
_APP_GATE = r"(?i)(?:pass(?:word|wd)?|pw)[\"'`*_]{0,3}[ \t]*[:=][ \t]*[\"'`]?[a-z]{4} [a-z]{4} [a-z]{4} [a-z]{4}"


def is_of_plain_words(value: str) -> bool:
    """Whether a value is tied of words of which none is a program's: "walrus_in_the_attic", not "db_password"."""
    pieces = [piece.lower().rstrip("0123456789") for piece in _SPLIT.split(value)]
    telling = [piece for piece in pieces if len(piece) > 2 and piece not in ENGLISH]
    if len(pieces) < 2 or not telling or value.isupper() or any(piece in PROSE for piece in telling):
        return False
    return re.fullmatch(JOINED, value) is not None and _PROGRAMS.isdisjoint(pieces)


def _is_value(hit: re.Match[str]) -> bool:
    return is_of_plain_words(hit["value"])


FINDERS = (
    matching("password", _CLUE, _GATE, _FIELD, "value", _is_value),
    matching("password", "(?i)pass|pw", _APP_GATE, _APP, "value"),
)
