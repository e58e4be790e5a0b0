"""Files that hold nothing but logins: lists of `user:password`, OpenVPN's two lines, tables of hashed passwords;
and passwords that were enclosed once they were encrypted. What makes a list of logins is said above it.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator

from noctuary.guard.finder import Finder, Hit, lines_with, places
from noctuary.guard.named import KEY, PASSWORD
from noctuary.guard.values import is_chosen, is_expression, is_key, is_prose

_ENTRY = re.compile(
    r"[ \t]{0,24}(?:-[ \t]{1,4})?[\"']?(?P<user>[a-z_][\w.@-]{0,31}):(?P<value>[^\s:\"'`|\x00]"
    r"[^\s\"'`|\x00]{2,127})[\"']?[ \t]*\Z"
)
_MISSED = re.compile(r"[ \t]*(?:#.*)?\Z|[ \t]*(?:```\w*|~~~\w*|EOF\w*|list:[ \t]*\|?-?)[ \t]*\Z")
_MOST = 200
_ABOVE = 4
"""Lines between the word and the first login: the rest of a command, a file's name, a fence, a blank."""


def _lines(text: str, at: int) -> Iterator[tuple[int, int]]:
    for _ in range(_MOST):
        start = text.find("\n", at) + 1
        if not start:
            return
        at = text.find("\n", start)
        at = len(text) if at < 0 else at
        yield start, min(at, start + 400)


def _listed(text: str, data: bytes) -> Iterator[Hit]:
    """`user:password`, a line each, below the name of the program that is fed with them."""
    last = 0
    for _, end in places(_LIST_CLUE, text, data):
        if end < last:
            continue
        found = missed = 0
        for start, stop in _lines(text, end):
            entry = _ENTRY.match(text, start, stop)
            if entry and _is_login(entry):
                found, last = found + 1, stop
                yield "password", *entry.span("value")
            elif not entry:
                missed += 1
                if found or missed > _ABOVE:
                    break


def _is_login(entry: re.Match[str]) -> bool:
    value = entry["value"]
    return not is_expression(value) and value not in ("RANDOM", "R") and not value.startswith(("//", "$"))


_LOGIN_FILE = re.compile(
    r"(?:auth-user-pass\b|(?i:\bopenvpn\b[^\n]{0,60}(?:auth|login|pass|cred)|[\w./-]*(?:openvpn|/vpn)[\w./-]*"
    r"(?:auth|login|pass|cred)[\w-]*\.(?:txt|conf|cfg)\b|\b(?:auth|login|pass|creds?|credentials)\.(?:txt|conf|cfg)\b"
    r"[^\n]{0,40}\b(?:open)?vpn\b))[^\n]{0,120}"
)
_LOGIN_FILE_CLUE = r"auth-user-pass|(?i:openvpn|[ /]vpn)"
_LINE = re.compile(r"[ \t]*(?P<value>[^\s\"'`<>|:\x00]{3,128})[ \t]*\Z")
_SETTING = re.compile(
    r"(?:verb|client|persist-\w+|nobind|remote-\w+|float|tls-\w+|auth-\w+|comp-\w+|mute|cipher|proto|daemon|"
    r"fast-io|pull|EOF\w*)\Z"
)


def _two_lines(text: str, data: bytes) -> Iterator[Hit]:
    """A user and a password on two lines that stand alone, below the words for such a file."""
    at = 0
    for start, _ in places(_LOGIN_FILE_CLUE, text, data):
        start = text.rfind("\n", 0, start) + 1
        hit = _LOGIN_FILE.search(text, start, min(len(text), start + 400)) if start >= at else None
        if not hit or "\n" in text[start : hit.start()]:
            continue
        alone: list[tuple[int, int]] = []
        for begin, end in list(_lines(text, hit.end()))[: _ABOVE + 2]:
            words = text[begin:end]
            line = _LINE.match(words)
            if line and not _SETTING.match(line["value"]):
                alone.append((begin + line.start("value"), begin + line.end("value")))
            elif alone or not (_MISSED.match(words) or words.rstrip().endswith(":") or _NAME_OF_FILE.search(words)):
                break
        if len(alone) == 2 and _is_typed(text[slice(*alone[1])]):
            at = alone[1][1]
            yield "password", *alone[1]


_NAME_OF_FILE = re.compile(r"\.(?:txt|conf|cfg|ovpn)\b|<<")


def _is_typed(value: str) -> bool:
    return is_chosen(value) and not is_prose(value)


_ECHOED = re.compile(
    r"(?:echo[ ]-e|printf)[ ][\"']?(?P<user>[^\s\"'\\|>]{1,64})\\?(?:\\n|"
    r"[ ]\n)(?P<value>[^\s\"'\\|>]{3,128})(?:\\{1,2}n|\\?[ ]\n)?[\"']?[ ]*"
    r">{1,2}[ ]*\S*(?:vpn|auth|login|pass|cred)"
)
_DES = re.compile(r"(?m)^[\w.@-]{1,64}:(?P<value>[./A-Za-z0-9]{13})(?=[ \t]*$|:\d{1,6}:\d{1,6}:)")


def _is_crypt(hit: re.Match[str]) -> bool:
    """Thirteen signs of three classes, as `crypt` makes them: no word, no number, no path."""
    value = hit["value"]
    classes = sum(1 for kind in (r"[a-z]", r"[A-Z]", r"\d") if re.search(kind, value))
    changes = sum(
        one.isupper() != two.isupper() or one.isdigit() != two.isdigit() for one, two in itertools.pairwise(value)
    )
    return classes == 3 and changes >= 5


_ENCLOSED = re.compile(
    rf"(?i)(?:(?:{PASSWORD}|(?<=[_.-])pass|{KEY})[\w.-]{{0,24}}|<master)"
    r"(?:[ ]?[\"']?[ ]{0,4}[:=]{1,2}>?[ ]{0,4}[\"']?|>)"
    r"(?P<value>(?-i:\{(?P<inner>[A-Za-z0-9+/]{8,2048}={0,2})\}|"
    r"\{(?:cipher|noop|xor|aes[\w-]*|des[\w-]*|3des|rsa|enc|encrypted|base64|b64|blowfish|pbe\w*|AES[\w-]*|"
    r"DES[\w-]*|3DES|XOR|RSA|"
    r"ENC)\}[^\s\"'<>\x00]{4,4096}|"
    r"(?:ENC|DEC|CRYPT|AES|B64|BASE64)[(\[][^\s()\[\]\"'<>\x00$]{6,4096}[)\]]))"
)
_ENCLOSED_GATE = (
    r"(?i)(?:pass|pwd|master|token|secret|key|cred)[^\n]*(?:[:=>][\"' ]*\{[A-Za-z0-9+/]{8}|\}[^\s]{4}|"
    r"(?:enc|dec|encrypted|crypt|aes|b64|base64)[(\[])"
)
_IDENTIFIER = re.compile(r"[A-Za-z]+\d{0,3}")


def _is_enclosed(hit: re.Match[str]) -> bool:
    """Base64 that is padded or fills its blocks of four, no name of a variable."""
    inner = hit["inner"]
    if not inner:
        return True
    return inner.endswith("=") or (len(inner) % 4 == 0 and is_key(inner) and not _IDENTIFIER.fullmatch(inner))


_VAULT = re.compile(
    r"\$ANSIBLE_VAULT;[\d.]{1,8};\w{3,12}[^\n]{0,80}\n(?P<value>(?:[ \t]{0,40}[0-9a-f]{20,120}(?:[ ]?\n|\b)){1,400})"
)


_HEX_LINE = re.compile(r"[0-9a-f]{20,120}")


def _vaults(text: str, data: bytes) -> Iterator[Hit]:
    for start, _ in places(_VAULT_CLUE, text, data):
        if hit := _VAULT.match(text, start):
            yield from (("secret", *line.span()) for line in _HEX_LINE.finditer(text, *hit.span("value")))


def _echoed(text: str, data: bytes) -> Iterator[Hit]:
    """The two lines in one command; an escaped line end is one here."""
    for start, _ in places(_ECHO_CLUE, text, data):
        hit = _ECHOED.match(text, start)
        if hit and is_chosen(hit["value"]):
            yield "password", *hit.span("value")


def _of(clue: str, pattern: re.Pattern[str], accepts: Callable[[re.Match[str]], object], gate: str = "") -> Finder:
    def find(text: str, data: bytes) -> Iterator[Hit]:
        for line in lines_with(gate or clue, text, data):
            yield from (("password", *hit.span("value")) for hit in pattern.finditer(text, *line) if accepts(hit))

    return Finder(gate or clue, find, "files")


_LIST_CLUE = r"\bchpasswd\b|\bnewusers\b"
_ECHO_CLUE = r"(?:echo -e|printf) [\"']?[^\s\"'\\|>]"
_VAULT_CLUE = r"\$ANSIBLE_VAULT;"
FINDERS = (
    Finder(_LIST_CLUE, _listed, "files"),
    Finder(_LOGIN_FILE_CLUE, _two_lines, "files"),
    Finder(_VAULT_CLUE, _vaults, "files"),
    Finder(_ECHO_CLUE, _echoed, "files"),
    _of(r"(?m)^[\w.@-]+:[./A-Za-z0-9]{13}(?:[ \t]*$|:)", _DES, _is_crypt),
    _of(_ENCLOSED_GATE, _ENCLOSED, _is_enclosed),
)
