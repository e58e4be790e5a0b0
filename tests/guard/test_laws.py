"""The guard's laws, on any text: a second pass is idle, nothing is grown, JSON stays JSON, the rest stays."""

from __future__ import annotations

import json
import re
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from noctuary.guard import gate, guard
from noctuary.guard.finder import lines_with, places, to_line_end
from tests.guard.canaries import CANARIES
from tests.work import calls

MARK = re.compile(r"\[REDACTED:([a-z0-9_-]+)\]")
GLUE = ["", " ", "\n", ": ", "=", '"', "\\n", ", ", " is ", "key ", "password ", "[REDACTED:aws]", "\u200b", "ü", "@"]
PIECES = st.sampled_from([*(text for _, text, _ in CANARIES), *(secret for _, _, secret in CANARIES), *GLUE])
TEXTS = st.one_of(st.text(max_size=300), st.lists(st.one_of(PIECES, st.text(max_size=8)), max_size=8).map("".join))
HOSTILE = [
    "a", "@", "a.b@", "1234567890", "4242 4242 ", "-----BEGIN ", "-----BEGIN RSA PRIVATE KEY-----\n", "password is ",
    "password:", "token=a1", "key token secret ", "密码是", "https://a:b", "?key=", "\x1b]", "\u200b", "[REDACTED:",
    "aB3/dE5/", "eyJ.", "phone ", "+49 ", "GB82WEST", "AKIAABCDEFGHIJKLMNOP ", 'curl -H "Authorization: ',
    "kind: secret data: ", "door code 1", "versicherung 12", "\\n",
    "password to a1 ", "Zwiebel!88 is the ", "pw a ", "senha a1 ", "parol", "비밀번호는",
    'passphrase "a b ', "key: a1a1a1", "password\n", "## Passwords\n- a: b1\n", "| password |\n|---|\n", "a,password\n",
    "mysql -p ", "curl -u a -u ", "Cookie: a=", "Cookie: a=b1c2d3e4; ", "<password>", "echo a | ", "login: kim / ",
    "password, a, ", "with a as ", "machine a login ", "WIFI:", "name: password ", "--password ", "docker login ",
    "passwords: a B1!x, ", "backup codes: 1a2b3c, ", "🔑 a ", "echo a1 > ", "PDO(a, 'b', ", "NickServ identify a ",
    "app password: ",
    "password is not a1 ", "SECRET_KEY = 'a1! ", "wifi a / ", "login a / ", "password X-1y2z → ",
    '"password": "a ', "sk_a1_",
    "-----END PRIVATE KEY-----\n", "aB3/dE5/aB3/dE5/aB3/\n-----END PRIVATE KEY-----\n", "USER a\nPASS a1",
    "password for b? a1 ",
    "password:</b> a1 ", "1234 is your ", "identified by a1 ", "password - a1 ", "security question answer: ",
    "login as root / a ", "password is a for the ", "changed password to a ", "a is the wifi password ",
    "Etherscan key ",
    "9f8e7d6c5b4a39281706f5e4d3c2b1a0\n", "Etherscan key 9f8e7d6c5b4a39281706f5e4d3c2b1a0 ", "chpasswd\n",
    "chpasswd\na:b1\n",
    "auth-user-pass\na\n", "openvpn auth ", "/reset-password/a1b2c3/", "https://a.b/reset?a=", "printf 'a\\nb1 ",
    "password={a1}", "ENC(", "$ANSIBLE_VAULT;1.1;AES256\n", "a:b1C2d3E4f5G6h\n", "kim:",
    "log in with a1B2c3D4e5 ", "login: ", "admin a1B2c3D4?\n", "pin 1234 ", "code door ", "opens with 1 ",
    "cat a.key\n",
    "password REG_SZ ", 'variable "a" { sensitive = true ', "random_password\" \"result\": ", "key[8] = { 0x01, ",
    "wallet seed:\na b c ", "<tr><th>password</th></tr>\n<tr><td>", "Credentials\n```\na\n", 'password": "a "b ',
    "user-secrets set ", "net use /user:", "密码改为", "aws configure set a_secret_key ",
]  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(TEXTS)
def test_a_second_pass_is_idle(text: str) -> None:
    once = guard(text)
    assert guard(once.text).text == once.text
    assert guard(once.text).redacted == {}


@settings(max_examples=200, deadline=None)
@given(TEXTS)
def test_what_is_counted_is_what_is_marked_and_placed(text: str) -> None:
    safe = guard(text)
    marks = Counter(MARK.findall(safe.text))
    assert all(marks[kind] >= number for kind, number in safe.redacted.items())
    placed = {kind: len(lines) for kind, lines in safe.lines.items()}
    assert placed == safe.redacted | ({"hidden": safe.hidden} if safe.hidden else {})
    assert all(0 <= line <= len(text.splitlines()) for lines in safe.lines.values() for line in lines)


@settings(max_examples=200, deadline=None)
@given(TEXTS)
def test_without_a_finding_the_text_is_the_same(text: str) -> None:
    safe = guard(text)
    if not safe.lines and safe.text != text:
        assert re.search("[\x00-\x08\x0b-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff]", text)


@pytest.mark.parametrize(("kind", "text", "secret"), CANARIES)
def test_json_stays_json_when_it_is_guarded_whole(kind: str, text: str, secret: str) -> None:
    line = json.dumps({"a": [1, text], "b": {"said": f"so: {text}", "next": "stays"}})
    safe = guard(line)
    value = json.loads(safe.text)
    assert value["b"]["next"] == "stays"
    assert secret not in json.dumps(value)


@pytest.mark.parametrize("kind", ["aws", "github", "password", "email"])
def test_an_earlier_mark_stays_and_is_never_counted(kind: str) -> None:
    text = f"my password is [REDACTED:{kind}] and [REDACTED] and token=[REDACTED:{kind}]"
    assert guard(text).text == text
    assert guard(text).redacted == {}


def test_findings_are_placed_by_line() -> None:
    text = "\u200bone\ntwo\nmy password is Tr1cky-Canary\nmail a.b@mail.example\n\nand my password is Tr1cky-Canary"
    assert guard(text).lines == {"email": (3,), "hidden": (0,), "password": (2, 5)}


@pytest.mark.parametrize("unit", HOSTILE)
def test_four_times_the_hostile_text_takes_at_most_about_four_times_the_calls(unit: str) -> None:
    """What a call reads is bounded or RE2's, which is linear; so the number of calls is the work."""
    guard("warm up: password=Tr1cky-Canary " + unit * 20)
    small, large = (calls(lambda size=size: guard((unit * size)[:size])) for size in (5_000, 20_000))
    assert large < 6 * small + 2_000


@pytest.mark.parametrize("text", ["", "a", "the dial is brass", "the hands are copper. " * 40, "\u65e5" * 300])
def test_a_clean_text_is_looked_through_once(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    guard(text)
    asked: list[bytes] = []
    monkeypatch.setattr(gate, "fired", lambda data: asked.append(data) or [])
    assert (guard(text).text, asked) == (text, [])


@pytest.mark.parametrize(("kind", "text", "secret"), CANARIES)
def test_no_finder_finds_what_its_clue_would_have_missed(kind: str, text: str, secret: str) -> None:
    data = text.encode()
    able = {place for place, finder in enumerate(gate.finders()) if any(finder.find(text, data))}
    assert able <= set(gate.fired(data))
    assert able


def test_a_value_over_several_lines_moves_no_later_place() -> None:
    key = "-----BEGIN RSA PRIVATE KEY-----\nMIIEowCANARYkey0123456789\n-----END RSA PRIVATE KEY-----"
    text = f"one\n{key}\nmail a.b@mail.example\nmy password is Tr1cky-Canary"
    assert guard(text).lines == {"private_key": (1,), "email": (4,), "password": (5,)}


@pytest.mark.parametrize("clue", ["@", "https://", "p:", "= "])
def test_a_line_full_of_a_clue_is_met_once(clue: str) -> None:
    text = f"{clue * 5000}\n\nnothing\n{clue}"
    gate = to_line_end(re.escape(clue))
    assert len(list(places(gate, text, text.encode()))) == 2
    assert [text[start:end] for start, end in lines_with(gate, text, text.encode())] == [clue * 5000, clue]


def test_a_gate_that_goes_on_in_the_next_line_is_left_as_it_is() -> None:
    for crossing in (r"a\s+b", r"a\n*b", r"a[^b]b", r"(?s)a.b"):
        assert to_line_end(crossing) == crossing
