"""The words that name a secret or tell of getting in, of six kinds, in many languages. Judges no value."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

import re2

from noctuary.guard import languages
from noctuary.guard.finder import widened
from noctuary.guard.vocabulary import ANY_PASSWORD

_PASSWORD = (
    rf"{ANY_PASSWORD}|\b(?:pw|mdp|psw|psk|pre-?shared key|wpa2?|clau|credenziali|credenciales|creds?|credentials?|"
    rf"zugangsdaten|identifiants|logins?|passcodes?)\b|pwd|{languages.STEMS}"
)
_ENTRY = (
    r"\blog(?:ged|ging)?[ -](?:in|on)(?:to)?\b|\blogin\b|\bsign(?:ed|ing)?[ -](?:in|on)(?:to)?\b|"
    r"\bgets? (?:you |us |me )?in\b|"
    r"anmeld|meld\w{0,2} (?:dich|euch|sich|je)\b|einlogg|entsperr|zugang|unlock|connect[eé]|connexion|"
    r"\bentr[aeo]\w{0,2}\b|"
    r"inicia\w? sesi|acced|acess|accès|inlogg|logga? in|aanmeld|zaloguj|loguj|přihl|prihl|kirjaudu|bejelentkez|belép|"
    r"autentific|conecteaz|заход|зайд|войд|вход|увійд|логин|логін|giriş|oturum|masuk|đăng nhập|σύνδεση|είσοδος|"
    r"登录|登陆|登入|登錄|ログイン|로그인|접속|เข้าสู่ระบบ|ล็อกอิน|تسجيل الدخول|התחבר|כניסה|लॉगिन"
)
_ACCOUNT = (
    r"\b(?:account|konto|user(?:name)?|usuario|usuário|utente|utilisateur|benutzer(?:name)?|gebruiker|kullanıcı|"
    r"użytkownik|admin|administrator|root|compte|cuenta|conta)\b|пользовател|用户|账号|ユーザー|계정|아이디"
)
_NET = r"\b(?:wi-?fi|wlan|ssid|router|hotspot|vpn|nas|guest network)\b|роутер|вайфай|无线|ルーター|와이파이|공유기"
_KEY = (
    r"\b(?:(?:api|access|secret|auth|app|client|license|licence|encryption|signing|master|admin|account|"
    r"storage|private)"
    r"[ _-]?(?:keys?|tokens?|secrets?)|secrets?|cookies?|schlüssel|clave|chave|chiave|clé|klucz|klíč|"
    r"sleutel|nyckel|nøgle|avain|kulcs|anahtar|khóa)\b|\w+(?:_key|_token|_secret|_api)\b|ключ|密钥|密鑰|トークン|토큰"
)
_LOCK = (
    r"\b(?:pin|puk|tan|otp|totp|cvv|cvc|key ?safe|lockbox|keypad|"
    r"(?:door|gate|alarm|safe|key ?safe|lock|garage|entry|access|security|backup|recovery|unlock|locker|"
    r"building|bike|card|sim|"
    r"voicemail|2fa|mfa)[ -]?codes?|\w{3,12}(?:code|codes|kod|kód|koden)|(?:code|código|codigo|codice) (?:de|"
    r"da|do|del|della|du|des)|"
    r"alarme?|tresor|kluis|cancello|portail|immeuble|portão|bramy?)\b|"
    r"暗証番号|キーパッド|验证码|驗證碼|認証コード|门锁|门禁|保险|金庫|비밀번호|현관|도어락|인증번호|"
    r"код\w{0,3} (?:от|в|на|для)"
)
_KINDS = ("password", "entry", "account", "net", "key", "lock")
CLUE = "(?i)" + widened("|".join((_PASSWORD, _ENTRY, _NET, _KEY, _LOCK)))


class Cue(NamedTuple):
    """A word that names a secret or tells of getting in: its kind, and where it stands in its line."""

    kind: str
    start: int
    end: int


@cache
def _cue(*, is_ascii: bool) -> re2.Pattern[str] | re2.Pattern[bytes]:
    families = zip(_KINDS, (_PASSWORD, _ENTRY, _ACCOUNT, _NET, _KEY, _LOCK), strict=True)
    pattern = "(?i)" + "|".join(f"(?P<{name}>{widened(family)})" for name, family in families)
    return re2.compile(pattern.encode() if is_ascii else pattern)


@lru_cache(maxsize=1 << 14)
def cues(line: str) -> tuple[Cue, ...]:
    """Every word of the line that names a secret, a login, an account, a network, a key or a lock, ascending."""
    is_ascii = line.isascii()
    told = line.encode() if is_ascii else line  # RE2 counts in bytes; to count letters costs more than to look
    return tuple(Cue(_KINDS[hit.lastindex - 1], *hit.span()) for hit in _cue(is_ascii=is_ascii).finditer(told))
