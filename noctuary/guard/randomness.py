"""Values that only their randomness betrays: long tokens that alternate as chance does. Knows no prefix, no word."""

from __future__ import annotations

import itertools
import math
import re
from collections import Counter
from collections.abc import Iterator

from noctuary.guard.finder import Finder, Hit, compiled

_RUN = "[A-Za-z0-9_+/-]"
_CHANGE = "(?:[0-9][A-Za-z]|[a-z][0-9A-Z]|[A-Z][0-9a-z])"
_WITH_CASE = "(?:[a-z][A-Z]|[A-Z][0-9a-z]|[0-9][A-Z])"
_WITH_DIGIT = "(?:[0-9][A-Za-z]|[A-Za-z][0-9])"
_ORDERS = [
    (_CHANGE,) * before + (one,) + (_CHANGE,) * between + (other,) + (_CHANGE,) * (2 - before - between)
    for before in range(3)
    for between in range(3 - before)
    for one, other in ((_WITH_CASE, _WITH_DIGIT), (_WITH_DIGIT, _WITH_CASE))
]
_GATE = "(?:" + "|".join(f"{_RUN}*".join(order) for order in _ORDERS) + ")"
"""Eight changes of class are four pairs that do not overlap; one must change case, one must have a digit."""
_LONGEST = 512
_MIXED = re.compile(r"\d\D*\d\D*\d")
_DATED = re.compile(
    r"\d{8}T?\d{4,6}(?:\d{3,6})?Z?|\d{4}-\d\d-\d\d(?:T\d\d-?\d\d(?:-?\d\d)?(?:-?\d{3,6})?Z?)?|"
    r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|(?<![0-9a-zA-Z])[0-9a-f]{7,}(?![0-9a-zA-Z])"
)
_PATH_PART = re.compile(r"[A-Za-z]?[a-z]{2,}|[a-z]+[-_.][\w.-]*|\.*")
_INNOCENT = re.compile(
    r"pk_(?:live|test)_|RW[QRS][A-Za-z0-9+/]{53}\Z|(?:price|prod|cus|sub|in|ch|pi|pm|si|txn|acct|thread|asst|file|run|proj|org|batch|step)[_-][A-Za-z0-9]{14,}\Z|"
    r"(?:toolu_|msg_|call_|req_|resp_|rs_|fc_|chatcmpl-|srvtoolu_|gen-|evt_|run_|sha\d*[-:]|model-|projects?/|AAAA[BCE]\d|MD(?:[QUYcgk]6|E[w-z0-5])|[A-Z]{1,5}_k[wg])"
    r"|[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}"
    r"|[0-9a-f]+\Z|[0-9A-F]+\Z|[0-9A-HJKMNP-TV-Z]{26}\Z|\d{4}-?\d\d-?\d\d[T_-]?"
)
_HASH_BEFORE = re.compile(
    r"(?i:sha\d*|public[ _-]?key|\bh1|md5|base64|integrity|checksum|digest|etag)[\"'`]?[ ]?[:=,-][ ]?[\"'`]?\Z"
)
_IN_ADDRESS = re.compile(
    r"spotify:\w{1,12}:\Z|https?://[^\s\"'<>()]*(?:#|[?&](?!s(?:ess|id))(?:\w*id|list|v|src|ref)=)\Z"
)
_PUBLIC = re.compile(r"-----BEGIN (?![A-Z0-9 ]*PRIVATE KEY)[A-Z0-9 ]+-----(?:[^-]|-(?!----))*+-----END")


def random_tokens(text: str, data: bytes) -> Iterator[Hit]:
    """Tokens of 20 to 512 signs that look drawn by lot; no checksum, embedded file, certificate or id in a link."""
    public = [block.span() for block in _PUBLIC.finditer(text)] if "-----BEGIN" in text else []
    for hit in compiled(rf"{_RUN}*{_GATE}{_RUN}*={{0,2}}").finditer(data if text.isascii() else text):
        start, end = hit.span()
        if end - start > _LONGEST or not is_random(text[start:end]):
            continue
        is_announced = _HASH_BEFORE.search(text, max(0, start - 16), start)
        is_name = _IN_ADDRESS.search(text, max(0, start - 200), start)
        is_public = any(one <= start < other for one, other in public)
        if not is_announced and not is_name and not is_public:
            yield "high_entropy", start, end


FINDER = Finder(_GATE, random_tokens)


def is_random(token: str) -> bool:
    """At least 20 signs of mixed classes that alternate as chance does; no hash, date, path or identifier."""
    if len(token) < 20 or token.islower() or token.isupper() or not _MIXED.search(token) or _INNOCENT.match(token):
        return False
    token = _DATED.sub("", token)
    if len(token) < 20 or "REDACTED" in token:
        return False
    if "/" in token and not token.endswith("==") and any(_PATH_PART.fullmatch(part) for part in token.split("/")):
        return False
    runs = [[_sign_class(sign) for sign in run] for run in re.split(r"[^A-Za-z0-9]+", token)]
    if not {"lower", "upper", "digit"} <= {kind for run in runs for kind in run}:
        return False
    changes = sum(one != other for run in runs for one, other in itertools.pairwise(run))
    return changes >= 0.36 * len(token) and entropy(token) >= 3.6


def _sign_class(sign: str) -> str:
    if sign.isdigit():
        return "digit"
    return "lower" if sign.islower() else "upper"


def entropy(text: str) -> float:
    """Shannon entropy in bits a sign."""
    return -sum(n / len(text) * math.log2(n / len(text)) for n in Counter(text).values())
