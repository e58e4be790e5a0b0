"""Samples for `benchmarks.secrets`: secrets drawn from gitleaks' patterns and from our own wording, all invented."""

from __future__ import annotations

import random
import re
import re._constants as op  # the parser's own names; there is no public way to walk a pattern
import re._parser as parser
import string
from collections.abc import Iterator
from typing import Any, NamedTuple

import re2

from noctuary.guard import rules
from tests.guard.planted import planted

WORD = string.ascii_letters + string.digits
CONTEXTS = {
    "bare": "{}",
    "JSON": '{{"ok": true, "value": "{}", "next": 1}}',
    "env line": "PORT=8080\nexport VALUE={}\nDEBUG=1",
    "log in JSON": '{{"output":"line one\\nline two\\n{}\\ndone"}}',
    "English": "For staging we took {}, please do not lose it.",
    "German": "Auf dem neuen Rechner gilt jetzt {} und sonst nichts.",
    "Spanish": "En el servidor nuevo usamos {}. Gracias.",
    "Chinese": "新服务器用 {} 就可以了。",
}
WORDED = {
    "password": (
        "the wifi password is {pw}", "password: {pw}", "login pass for the router is {pw}", "PGPASSWORD={pw}",
        "das Passwort für den Server lautet {pw}", "la contraseña del router es {pw}", "le mot de passe est {pw}",
        "a senha é {pw}", "пароль: {pw}", "密码是 {pw}", "パスワードは {pw} です", "비밀번호: {pw}", "hasło: {pw}",
        "mysql --password {pw} -h db", "Server=db;Password={pw};", "{{'user': 'kim', 'password': '{pw}'}}",
        "the root password was changed to {pw} yesterday", "ich habe das Passwort auf {pw} geändert",
        "{pw} is the new root password", "{pw} ist das neue Passwort", "pw: {pw}", "user: kim pass: {pw}",
        "şifre: {pw}", "비밀번호는 {pw}입니다", "heslo je {pw}", "lösenordet är {pw}", "passordet er {pw}",
        "adgangskoden er {pw}", "salasana on {pw}", "a jelszó {pw}", "parola este {pw}", "ο κωδικός είναι {pw}",
        "كلمة المرور هي {pw}", "הסיסמה היא {pw}", "पासवर्ड {pw} है", "mật khẩu là {pw}", "kata sandi adalah {pw}",
        "รหัสผ่านคือ {pw}", "wachtwoord is {pw}", "пароль от wifi — {pw}",
    ),
    "code and key": (
        "the alarm code is {pin}", "PIN: {pin}", "garage door code {pin}#", "el código de la alarma es {pin}",
        "o código do alarme é {pin}",
        "SIM PUK is {pin}{pin}", "client secret = {key}", "API token: {key}", "license key: {key}", "auth_token={key}",
    ),
    "URL and header": (
        "postgres://app:{pw}@db.example:5432/x", "https://x.example/v1?api_key={key}&p=2",
        "Authorization: Bearer {key}",
        "https://discord.com/api/webhooks/123456/{key}", "curl -u kim:{pw} https://x.example",
    ),
    "identity": (
        "passport no. X{number}", "health insurance number: A{number}", "Steuernummer: {number}", "SSN is 219-09-{pin}",
    ),
    "contact and account": (
        "reach me at {name}@mail.example", '"email": "{name}.muster@firma.example",', "call +49 171 {number}",
        "Tel: 030 {number}", "teléfono +34 6{number}", "card 4242 4242 4242 4242", "IBAN DE89 3704 0044 0532 0130 00",
    ),
}  # fmt: skip


class Sample(NamedTuple):
    """A text that holds one secret, and what it is a sample of."""

    family: str
    kind: str
    context: str
    text: str
    secret: str


def samples(seed: int = 7, each: int = 2) -> Iterator[Sample]:
    """`each` secrets for every rule of gitleaks, which finds them bare, in every context; worded ones; classes."""
    rng = random.Random(seed)
    for rule in rules.book().rules:
        family = "announced provider token" if rules.is_announced(rule) else "provider token"
        for bare, secret in _of_rule(rule, rng, each):
            for context, frame in CONTEXTS.items():
                yield Sample(family, rule.id, context, _framed(frame, bare), secret)
    for family, frames in WORDED.items():
        for frame in frames:
            for _ in range(3):
                values = _values(rng)
                name = re.search(r"\{(\w+)\}", frame.replace("{{", "").replace("}}", ""))
                secret = values[name[1]] if name else frame.split(" ", 1)[1]
                yield Sample(family, family, frame, frame.format(**values), secret)
    for one in planted(seed):
        yield from (Sample(f"class: {one.family}", one.family, "", one.text, secret) for secret in one.secrets)


def _framed(frame: str, bare: str) -> str:
    in_json = frame.startswith("{{")
    return frame.format(bare.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") if in_json else bare)


def _values(rng: random.Random) -> dict[str, str]:
    return {
        "pw": _drawn(rng, string.ascii_lowercase, 5).title() + rng.choice("-_!") + _drawn(rng, string.digits, 3),
        "pin": _drawn(rng, "123456789", 4),
        "key": _drawn(rng, string.ascii_lowercase, 4) + _drawn(rng, string.digits, 3) + _drawn(rng, WORD, 13),
        "number": _drawn(rng, "123456789", 8),
        "name": _drawn(rng, string.ascii_lowercase, 7),
    }


def _drawn(rng: random.Random, signs: str, number: int) -> str:
    return "".join(rng.choice(signs) for _ in range(number))


def _of_rule(rule: rules.Rule, rng: random.Random, each: int) -> Iterator[tuple[str, str]]:
    """Texts on which the rule itself, alone, finds a secret, and that secret."""
    tree = parser.parse(_in_python(rule.regex))
    given = 0
    for _ in range(200):
        text = _walk(tree, rng).strip().removesuffix(r"\n").removesuffix(r"\r")
        if not re2.compile("(?i)" + "|".join(map(re.escape, rule.keywords))).search(text):
            text = f"{rule.keywords[0]} {text}"
        found = [text[start:end] for _, start, end in rules.found_by(rule, text, text.encode())]
        if found:
            yield text, found[0]
            given += 1
        if given == each:
            return


def _in_python(regex: str) -> str:
    """RE2's spelling of a pattern in Python's: flags that begin midway, named classes, the end of text."""
    regex = regex.replace("[[:alnum:]]", "[a-zA-Z0-9]").replace(r"\z", r"\Z")
    while (at := regex.find("(?i)", 1)) > 0:
        end = _end_of_group(regex, at + 4)
        regex = f"{regex[:at]}(?i:{regex[at + 4 : end]}){regex[end:]}"
    return regex


def _end_of_group(regex: str, at: int) -> int:
    depth = 0
    in_class = False
    while at < len(regex):
        sign = regex[at]
        at += 2 if sign == "\\" else 1
        if sign == "[" and not in_class:
            in_class = True
        elif sign == "]" and in_class:
            in_class = False
        elif not in_class and sign in "()" and sign == ")" and depth == 0:
            return at - 1
        elif not in_class and sign in "()":
            depth += 1 if sign == "(" else -1
    return at


def _walk(tree: Any, rng: random.Random) -> str:
    return "".join(_sign(kind, value, rng) for kind, value in tree)


def _sign(kind: Any, value: Any, rng: random.Random) -> str:
    match kind:
        case op.LITERAL:
            return chr(value)
        case op.ANY:
            return "."
        case op.NOT_LITERAL:
            return rng.choice(WORD)
        case op.IN:
            return _of_class(value, rng)
        case op.BRANCH:
            return _walk(rng.choice(value[1]), rng)
        case op.SUBPATTERN:
            return _walk(value[3], rng)
        case op.MAX_REPEAT | op.MIN_REPEAT:
            is_any = [kind for kind, _ in value[2]] == [op.ANY]
            return "".join(rng.choice(WORD) if is_any else _walk(value[2], rng) for _ in range(value[0]))
    return ""


def _of_class(items: Any, rng: random.Random) -> str:
    signs: set[str] = set()
    for kind, value in items:
        if kind is op.LITERAL:
            signs.add(chr(value))
        elif kind is op.RANGE:
            signs.update(map(chr, range(value[0], value[1] + 1)))
        elif kind is op.CATEGORY:
            named = {op.CATEGORY_DIGIT: string.digits, op.CATEGORY_SPACE: " ", op.CATEGORY_WORD: WORD}
            signs.update(named.get(value, WORD))
    if items[0][0] is op.NEGATE:
        signs = set(WORD + " ") - signs
    return rng.choice(sorted(signs & set(WORD)) or sorted(signs))
