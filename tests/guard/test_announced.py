"""Secrets that only words betray: said to be changed, before the word, after a short word, in many languages."""

from __future__ import annotations

import json

import pytest

from noctuary.guard import gate, guard
from noctuary.guard.policy import GuardPolicy
from tests.rows import every

CHANGED = [
    ("the root password was changed to Zwiebel!88 yesterday", "Zwiebel!88"),
    ("we set the DB password to Zwiebel!88", "Zwiebel!88"),
    ("Set DB password to hunter2x, then restart.", "hunter2x"),
    ("password → Zwiebel!88", "Zwiebel!88"),
    ("root password -> zebra-99-crossing", "zebra-99-crossing"),
    ("I reset Kim's password to Kanarie-77 this morning", "Kanarie-77"),
    ('The password of the main database in Berlin has been rotated to "Zwiebel!88".', "Zwiebel!88"),
    ("ich habe das Passwort auf Zwiebel!88 geändert", "Zwiebel!88"),
    ("das Passwort wurde heute auf Kanarie_77 gesetzt", "Kanarie_77"),
    ("cambié la contraseña del router a canario_77", "canario_77"),
    ("zmieniłem hasło na Cebula!88", "Cebula!88"),
]
BEFORE = [
    ("Zwiebel!88 is the new root password", "Zwiebel!88"),
    ("Zwiebel!88 ist das neue Passwort", "Zwiebel!88"),
    ("zebra-99-crossing ist jetzt das WLAN-Passwort.", "zebra-99-crossing"),
    ("use `Zwiebel!88` as the password for staging", "Zwiebel!88"),
    ("canario_77X es la nueva contraseña", "canario_77X"),
]
SHORT = [
    ("pw: zebra-99-crossing", "zebra-99-crossing"),
    ("the pw for the db is zebra-99-crossing", "zebra-99-crossing"),
    ("pwd=Zebra99x", "Zebra99x"),
    ("db_pw=zebra99x", "zebra99x"),
    ("user: kim pass: hunter2x", "hunter2x"),
    ("DB_PASS=hunter2x", "hunter2x"),
    ("mdp : canari77", "canari77"),
]
NAMED = [
    ("My api token is tok_live_9f8e7d6c5b4a3f2e1d0c", "9f8e7d6c5b4a3f2e1d0c"),
    ("api key: svc-prod-0a1b2c3d4e5f6a7b8c9d", "0a1b2c3d4e5f6a7b8c9d"),
]
PHRASES = [
    ('the passphrase "correct horse battery staple"', "battery"),
    ("our passphrase “violet tractor onion ladder” opens it", "tractor"),
    ('the passphrase is "correct horse battery staple"', "battery"),
    ("Passphrase: correct horse battery staple", "battery"),
    ("passphrase for the backup disk = violet tractor onion ladder", "tractor"),
]
LANGUAGES = [
    ("şifre: Zebra99", "Zebra99"),
    ("Wi-Fi şifresi Zebra-99-x", "Zebra-99-x"),
    ("parola: zebra77x", "zebra77x"),
    ("비밀번호는 zebra-99입니다", "zebra-99"),
    ("비밀번호는 482193입니다.", "482193"),
    ("비밀번호: zebra99", "zebra99"),
    ("a senha do wifi é Zebra99", "Zebra99"),
    ("a senha do alarme é 4821", "4821"),
    ("o código do alarme é 4821", "4821"),
    ("código da porta: 4821", "4821"),
    ("o PIN é 4821", "4821"),
    ("hasło do wifi to Zebra-99", "Zebra-99"),
    ("heslo je Zebra-99", "Zebra-99"),
    ("heslo: zebra", "zebra"),
    ("lösenordet är Zebra-99", "Zebra-99"),
    ("lösenord till wifi: Zebra99", "Zebra99"),
    ("passordet er Zebra-99", "Zebra-99"),
    ("adgangskoden er Zebra99", "Zebra99"),
    ("salasana on Zebra-99", "Zebra-99"),
    ("a jelszó Zebra-99", "Zebra-99"),
    ("jelszavam: Zebra-99", "Zebra-99"),
    ("parola este Zebra-99", "Zebra-99"),
    ("parolă: Zebra99", "Zebra99"),
    ("пароль від wifi: Zebra99", "Zebra99"),
    ("пароль — Zebra-99", "Zebra-99"),
    ("κωδικός: Zebra-99", "Zebra-99"),
    ("ο κωδικός είναι Zebra99", "Zebra99"),
    ("كلمة المرور هي Zebra-99", "Zebra-99"),
    ("كلمة المرور: Zebra-99", "Zebra-99"),
    ("הסיסמה היא Zebra-99", "Zebra-99"),
    ("סיסמה: Zebra-99", "Zebra-99"),
    ("पासवर्ड Zebra-99 है", "Zebra-99"),
    ("पासवर्ड: Zebra-99", "Zebra-99"),
    ("mật khẩu wifi là Zebra-99", "Zebra-99"),
    ("mật khẩu: Zebra-99", "Zebra-99"),
    ("kata sandi adalah Zebra-99", "Zebra-99"),
    ("kata sandi: Zebra-99", "Zebra-99"),
    ("รหัสผ่านคือ Zebra-99", "Zebra-99"),
    ("รหัสผ่าน: Zebra-99", "Zebra-99"),
    ("wachtwoord is zebra77!", "zebra77"),
]
ANNOUNCED = [*CHANGED, *BEFORE, *SHORT, *NAMED, *PHRASES, *LANGUAGES]
INNOCENT = [
    "we moved the password to 1Password",
    "change the password to something longer",
    "reset the password to the default",
    "changed the password hash to sha256 and base64",
    "set password to argon2id in config",
    "password policy was updated to v2.1",
    "password changed to comply with ISO27001",
    "reset password to continue in 2 steps",
    "OAuth2 is the new password flow",
    "PEP-506 is the password PEP",
    "auth2.py is the new password module",
    "step 2 is the password reset",
    "Python3.11 is the new default, not the password",
    "first pass: 120ms/iter, second pass: 3.2s",
    "pass: true, fail: 0",
    "tests pass: 12/14",
    "pass: test_login_2",
    "evidence: PASS: .\\scripts\\run2.ps1 tests; PASS: gate3_route.verify",
    "pwd: /home/kim2/src",
    "pw.Browser is playwright 1.42",
    "session key is 3c4f3539-8934-5205-ae62-0433f60461bf",
    "key: artifacts_session_20260415t095351z",
    'the passphrase "must be long and random" is shown',
    "Passphrase: stored in the vault",
    "passphrase: generated on first boot",
    "the passphrase policy: four random words each",
    "seed phrase location: steel plate beneath the stairs",
    "passphrase for staging is not set: deploy waits for it now",
    "lösenordet är fel",
    "salasana on väärä",
    "hasło jest błędne",
    "пароль неверный",
    "una parola: amore mio e altro",
    'escrevi "a senha vazada" e "foi" a senha errada',
    "비밀번호를 변경하세요",
    "パスワードを変更してください",
    "şifre değiştirildi",
    "kata sandi salah",
    "o código do projeto está em src/app2",
]


@every(("text", "secret"), ANNOUNCED)
def test_what_words_announce_goes_and_a_second_pass_is_idle(text: str, secret: str) -> None:
    """TB-120"""
    safe = guard(text)
    assert secret not in safe.text
    assert guard(safe.text).text == safe.text


@every(("text", "secret"), ANNOUNCED)
def test_it_goes_from_a_log_within_json_too(text: str, secret: str) -> None:
    line = json.dumps({"said": f"well.\n{text}\nbye", "next": "stays"}, ensure_ascii=False)
    safe = guard(line)
    assert secret not in safe.text
    assert json.loads(safe.text)["next"] == "stays"


@every("text", INNOCENT)
def test_words_beside_them_stay(text: str) -> None:
    assert guard(text).text == text


@every("text", [text for text, _ in ANNOUNCED])
def test_no_announced_value_is_missed_by_its_clue(text: str) -> None:
    data = text.encode()
    able = {place for place, finder in enumerate(gate.finders()) if any(finder.find(text, data))}
    assert able <= set(gate.fired(data))
    assert able


HEX = "9f8e7d6c5b4a39281706f5e4d3c2b1a09f8e7d6c5b4a39281706f5e4d3c2b1a0"


@pytest.mark.parametrize(
    "word",
    [
        "API klíč", "ключ API", "API 密钥", "APIキー", "chave da API", "chiave API", "kunci API", "API-Schlüssel",
        "nyckel", "anahtar",
    ], 
)
@pytest.mark.parametrize("form", ["- **{}:** `{}`", "{}: {}", "{} = {}"])
def test_a_key_is_a_secret_in_whatever_language_it_is_announced(word: str, form: str) -> None:
    assert HEX not in guard(form.format(word, HEX)).text


BEHIND_A_BLANK = [
    "数据库密码 mysql_PwDXyz",
    "密码 tr0mpete\n数据库地址 http://127.0.0.1",
    "パスワード Sakura9x",
    "保存済みのパスワード `sak9rako` は使えない",
]


@pytest.mark.parametrize("text", BEHIND_A_BLANK)
def test_a_password_may_stand_behind_nothing_but_a_blank(text: str) -> None:
    assert "[REDACTED:password]" in guard(text).text


@pytest.mark.parametrize(
    "text",
    [
        "kim@harbour.example / room204b",
        "login: `kim@harbour.example`:`room204b`",
        "FTP port 21 → `kim`/`room204b` で530",
    ],
)
@pytest.mark.parametrize("personal", [(), ("email",)])
def test_what_stands_behind_an_address_to_log_in_with_is_a_password(text: str, personal: tuple[str, ...]) -> None:
    assert "room204b" not in guard(text, GuardPolicy(personal=personal)).text


@pytest.mark.parametrize(
    "text",
    [
        "数据库密码 reset 流程", "git@github.example:owner/repo2a.git", "ssh kim@host.example:2222",
        "kim@host.example:/srv/app2", "mail kim@host.example: 3 boxes", "kim@host.example / a1b2c3d",
        "git@github.example:repo2024v3", "git remote add origin git@gitlab.example:team42",
        "rsync -a dist/ deploy@web1.example:backup2024", "bob@corp.example: sprint42", "bob@corp.example: INC0012345",
        "校验密码 `checkPassword`", "用户密码`passwordHash`字段存储哈希", "忘记密码 GitHub",
        "密码 SHA256", "密码 /etc/app1",
        "ssh: `root` / `prod-db-01`", "ssh `deploy`/`web-server-2`", "sftp: `user`:`uploads2024`",
        "ホットキー: CmdShift4", "ジョッキー: Team2024abc", "主キー: orderId2024", "단축키: Ctrl+Shift+P2",
        "Code costs collapsing: ~$1k/month", "tokens: €12/1Mout",
        "см. ключ 3f9a2bc1 в коде", "ssh: see `docs`/`setup.md`", "パスワード `reset` 画面",
    ],
)  # fmt: skip
def test_no_word_path_port_or_commit_behind_them_is(text: str) -> None:
    assert guard(text, GuardPolicy(personal=())).text == text


@pytest.mark.parametrize(
    "text", ["password: `Zwiebel!88!`", "login: `kim` / `Zwiebel88!`", "the password is `Zwiebel!88.`"]
)
def test_what_stands_alone_in_backticks_is_taken_out_whole(text: str) -> None:
    assert guard(text).text.endswith("`[REDACTED:password]`")
