"""Secrets by class, each as a text that holds one drawn by lot, and texts that look alike and hold none. All invented.

Values are drawn from a seed when asked for, so that nothing here is a secret and no scanner takes it for one.
"""

from __future__ import annotations

import base64
import functools
import random
import re
import string
import uuid
from collections.abc import Iterator, Mapping, Sequence, Set
from pathlib import Path
from typing import NamedTuple

from tests.guard.planted_more import MORE
from tests.guard.planted_near import NEAR, STILL
from tests.guard.planted_plain import INNOCENT, PLAIN

_HEAD = 5
_LOWER, _UPPER, _DIGITS = string.ascii_lowercase, string.ascii_uppercase, string.digits
_WORDS = (
    "harbor violet tractor onion ladder camel pistol orbit velvet gravity meadow lantern copper walnut puzzle rocket "
    "saddle timber ocean marble ginger falcon anchor blanket"
).split()

PLAIN_WORDS = (
    "sunflower wheelbarrow gooseberry marmalade cucumber avalanche pineapple snowplough tablecloth strawberry"
).split()
"""Words of any dictionary, which no digit or mark gives away, and by which Prefect names no run."""


class Planted(NamedTuple):
    """A class of secrets, a text that holds one, and the values that must not be left."""

    family: str
    text: str
    secrets: tuple[str, ...]


def _drawn(rng: random.Random, signs: str, number: int) -> str:
    return "".join(rng.choice(signs) for _ in range(number))


def value(kind: str, rng: random.Random) -> str:
    """A value of a kind: what people choose for a password, and what machines make for a key."""
    match kind:
        case "pw":
            return _drawn(rng, _LOWER, 6).title() + rng.choice("-_!") + _drawn(rng, "23456789", 4)
        case "low":
            return _drawn(rng, _LOWER, 5) + _drawn(rng, "23456789", 3)
        case "plain":
            return rng.choice(PLAIN_WORDS)
        case "word":
            return _drawn(rng, "bdfglmnprstvz", 1) + _drawn(rng, "aeiou", 1) + _drawn(rng, _LOWER, 7) + "qu"
        case "hex32" | "hex40" | "hex48" | "hex64":
            return _drawn(rng, "0123456789abcdef", int(kind[3:]))
        case "uuid":
            return str(uuid.UUID(int=rng.getrandbits(128), version=4))
        case "alnum":
            return _drawn(rng, _LOWER, 3) + _drawn(rng, _DIGITS, 2) + _drawn(rng, _LOWER + _UPPER + _DIGITS, 19)
        case "b64":
            return base64.b64encode(rng.randbytes(32)).decode()
        case "url64":
            return base64.urlsafe_b64encode(rng.randbytes(33)).decode()
        case "base32":
            return _drawn(rng, _UPPER + "234567", 32)
        case "base58":
            return _drawn(rng, "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz", 51)
        case "xprv":
            return _drawn(rng, "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz", 107)
        case "bech32":
            return _drawn(rng, "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L", 58)
        case "pin" | "code":
            return _drawn(rng, "123456789", 7 if kind == "pin" else 9)
        case "numbered":
            return "\n".join(f"{n}. {word}" for n, word in enumerate(rng.sample(_WORDS, 12), 1))
        case "phrase":
            return " ".join(rng.choice(_WORDS) for _ in range(12))
        case "serial":
            return "-".join(_drawn(rng, _UPPER + _DIGITS, 5) for _ in range(5))
        case "recovery":
            return "-".join(_drawn(rng, _LOWER, 3) + _drawn(rng, _DIGITS, 2) for _ in range(2))
        case "basic":
            return base64.b64encode(f"kim:{value('pw', rng)}".encode()).decode()
        case "crypt":
            return f"$6${_drawn(rng, _LOWER, 8)}${_drawn(rng, _LOWER + _UPPER + _DIGITS, 86)}"
        case "rooted":
            return "/" + _drawn(rng, _LOWER + _UPPER + _DIGITS + "+/", 39)
        case "able":
            return value("low", rng).title() + rng.choice(("Sable", "king", "shed"))
        case "loud":
            return value("low", rng) + "!"
        case "hook":
            return "".join(_drawn(rng, *part) for part in (("345", 1), (_LOWER, 2), ("678", 1), (_LOWER, 3)))
        case "sparse":
            return "7" + _drawn(rng, _LOWER, 3) + _drawn(rng, _UPPER, 3) + _drawn(rng, _LOWER + _UPPER, 20)
        case "rooted64":
            return "/" + _drawn(rng, _LOWER + _UPPER + _DIGITS + "+/", 63)
        case "slashed":
            return "//".join(_drawn(rng, _LOWER + _UPPER + _DIGITS, 42) for _ in range(2)) + "=="
        case "figures":
            return _drawn(rng, _DIGITS, 20)
        case "grouped":
            return f"{_drawn(rng, _DIGITS, 4)} {_drawn(rng, _DIGITS, 4)}"
        case "app" | "apple":
            return ("-" if kind == "apple" else " ").join(_drawn(rng, _LOWER, 4) for _ in range(4))
        case "des":
            return "".join(_drawn(rng, signs, 1) for signs in (_LOWER, _UPPER, _DIGITS) * 4) + "x"
        case "mixed":
            return "".join(_drawn(rng, signs, 2) for signs in (_LOWER, _DIGITS, _UPPER, _DIGITS, _LOWER, _UPPER))
        case "hyphened":
            return "-".join(rng.choice(_WORDS) for _ in range(4))
        case "spaced":
            return f"{rng.choice(_WORDS)} {rng.choice(_WORDS)} {_drawn(rng, _DIGITS, 3)}"
        case "lower48":
            return _drawn(rng, _LOWER + _DIGITS, 48)
        case "django":
            return _drawn(rng, _LOWER + _DIGITS + "!@#$%^&*(-_=+)", 50)
        case "salt":
            return _drawn(rng, _LOWER + _UPPER + _DIGITS + " !@#$%^&*()-_[]{}<>~`+=,.;:/?|", 64)
        case "block":
            return "\n".join(_drawn(rng, _LOWER + _UPPER + _DIGITS + "+/", 64) for _ in range(4))
    raise ValueError(kind)


SECRETS: dict[str, tuple[str, ...]] = {
    "named key": (
        "auth_token={hex40}", "ct0={hex32}", "export DEPLOY_TOKEN={hex40}", "SECRET_KEY_BASE={hex64}",
        "secret_key: {hex32}", '"api_key": "{hex32}",', "'apiKey': '{uuid}'", "api-key = {uuid}", "X-Api-Key: {hex32}",
        "client_secret={alnum}", "ENCRYPTION_KEY={hex64}", "MASTER_KEY={b64}", "signing_secret = '{hex32}'",
        "AccountKey={b64};", "refresh_token={alnum}", "refreshToken: '{hex40}',", "MYSQL_ROOT_PASSWORD={word}",
        "DB_PASSWORD='{pw}'", "db.password={low}", "spring.datasource.password: {pw}", "password = \"{word}\"",
        "define('DB_PASSWORD', '{pw}');", "define( 'AUTH_KEY', '{alnum}' );", "'PASSWORD': '{pw}',",
        "<password>{pw}</password>", "<clientSecret>{alnum}</clientSecret>",
        "<key>ApiToken</key>\n<string>{hex32}</string>", '<add key="SmtpPassword" value="{pw}"/>',
        '<input type="password" name="pw" value="{pw}">', '<property name="connection.password">{pw}</property>',
        "secret_key_base: {hex64}", "token = {uuid}", "$config['db_password'] = '{pw}';", "HEROKU_API_KEY={uuid}",
        "twilio_auth_token: {hex32}", "SESSION_SECRET={word}", "jwt_secret = {word}", "private_key = {hex64}",
        "webhook_secret: {hex40}", "--build-arg NPM_TOKEN={uuid}", "ENV ADMIN_PASSWORD={word}", "ARG DB_PASS={low}",
        "requirepass {pw}", "rpcpassword={alnum}", "bind_password: {pw}", "ldap.bindpw={low}",
        "PGPASSWORD={word} psql -h db", "MONGO_INITDB_ROOT_PASSWORD: {word}", "snmp-server community {word} RO",
        "enable secret {pw}", "wpa_passphrase={word}", "psk=\"{word}\"", "storePassword={word}", "keyPassword '{low}'",
        '{{"access_token":"{hex40}","expires_in":3600}}', '{{"user": "kim", "pwd": "{word}"}}',
        'INSERT INTO users (name, password) VALUES ("kim", "{pw}");', "ALTER USER kim WITH PASSWORD '{pw}';",
        "CREATE USER kim IDENTIFIED BY '{pw}';", "SET PASSWORD FOR 'kim'@'%' = '{pw}';", "admin_password={pw}",
        "Server=db;User Id=sa;Pwd={pw};", "SharedAccessKey={b64}", "FLASK_SECRET_KEY: '{hex32}'", "token: {hex40}",
        "secret: {hex32}", "pass: {low}", '"password": "{word}"', "  password: {word}",
    ),
    "cookie": (
        "Cookie: sessionid={alnum}; theme=dark", "Cookie: theme=dark; ct0={hex32}; lang=en",
        "Set-Cookie: sid={hex32}; Path=/; HttpOnly", "cookie: auth_token={hex40}; twid=u%3D12", "PHPSESSID={low}{low}",
        "curl -b 'session={hex32}' https://x.example", "curl --cookie \"li_at={alnum}\" https://x.example",
        "document.cookie = 'remember_token={hex40}'",
        "#HttpOnly_.x.example\tTRUE\t/\tTRUE\t1790000000\tsession\t{hex32}",
        ".x.example\tTRUE\t/\tFALSE\t0\tauth_token\t{alnum}", "JSESSIONID={hex32}", "connect.sid=s%3A{alnum}",
        '{{"name": "ct0", "value": "{hex32}", "domain": ".x.example"}}', "csrftoken={alnum}",
        "laravel_session={alnum}", "Cookie: xyz_user={hex32}", "-H 'Cookie: a={alnum}; b=1'", "__Secure-1PSID={alnum}",
        "the cookie `auth_token` is {hex40}", "cookies: {{'sessionid': '{low}{low}'}}",
        "| auth_token | {hex40} | .x.example |",
    ),
    "command line": (
        "mysql -u root -p{low} shop", "mysqldump -uroot -p'{pw}' shop > x.sql", "mariadb -h db -u kim -p{word}",
        "mysqladmin -u root --password={word} ping", "redis-cli -h db -a {word} ping",
        "sshpass -p {word} ssh kim@host", "sshpass -p'{pw}' scp x kim@host:", "curl -u kim:{word} https://x.example",
        "curl --user kim:{pw} https://x.example", "wget --user=kim --password={word} https://x.example",
        "docker login -u kim -p {word} registry.example", "docker login --username kim --password {pw}",
        "openssl enc -aes-256-cbc -pass pass:{word} -in a", "openssl rsa -passin pass:{low} -in k.pem",
        "ldapsearch -x -D cn=admin -w {word} -b dc=x", "smbclient //nas/share -U kim%{word}", "sqlplus kim/{low}@orcl",
        "sqlcmd -S db -U sa -P {pw}", "psql \"host=db user=kim password={word}\"", "mongo admin -u kim -p {word}",
        "mongosh --username kim --password {low}", "curl -H 'Authorization: Bearer {hex40}' https://x.example",
        "curl -H \"X-Auth-Token: {hex32}\" https://x.example", "curl -H 'PRIVATE-TOKEN: {alnum}' https://x.example",
        "http -a kim:{word} GET x.example", "htpasswd -b .htpasswd kim {word}", "echo '{word}' | sudo -S apt update",
        "echo 'kim:{pw}' | chpasswd", "net user kim {pw} /add", "7z x -p{word} a.7z", "unzip -P {word} a.zip",
        "zip -P {low} a.zip b", "gpg --batch --passphrase {word} -d a.gpg",
        "aws configure set aws_secret_access_key {b64}", "helm install x --set auth.password={word}",
        "kubectl create secret generic s --from-literal=password={word}", "gh secret set TOKEN --body {alnum}",
        "az login -u kim@x.example -p {pw}", "vault login {alnum}", "rclone config create x webdav pass {low}",
        "pg_dump postgres://kim:{word}@db/shop", "lftp -u kim,{word} ftp.x.example",
        "ftp://kim:{word}@ftp.x.example/a", "mount -t cifs //nas/x /mnt -o username=kim,password={word}",
        "keytool -genkey -storepass {word} -alias x", "ansible-playbook x.yml -e ansible_become_pass={word}",
        "expect -c 'send \"{pw}\\r\"' # password", "xfreerdp /u:kim /p:{pw} /v:host",
        "nmcli dev wifi connect home password {word}", "rabbitmqctl add_user kim {word}",
        "influx --username kim --password {low}", "cypher-shell -u neo4j -p {word}",
        "restic -r x --password-command 'echo {word}'", "mc alias set x https://x.example kim {alnum}",
        "svn co --username kim --password {word} https://x.example", "git clone https://kim:{hex40}@git.example/x.git",
        "doctl auth init -t {hex64}", "ngrok authtoken {alnum}", "cloudflared service install {url64}",
        "pscp -pw {word} a kim@host:", "plink -pw {low} kim@host", "isql -U sa -P {word}",
        "impacket-psexec kim:{pw}@host", "evil-winrm -u kim -p {pw} -i host",
    ),
    "credential file": (
        "db.example:5432:shop:kim:{word}", "localhost:5432:*:postgres:{low}", "*:*:*:kim:{pw}",
        "machine x.example login kim password {word}", "machine x.example\n  login kim\n  password {word}",
        "default login anonymous password {low}", "[client]\nuser=kim\npassword={word}",
        "kim:{crypt}:19000:0:99999:7:::", "kim:$apr1$h6x2k9qa${alnum}", "kim:{{SHA}}{b64}",
        "kim:$2y$05${alnum}{alnum}aaaaa", "//registry.x.example/:_authToken={uuid}",
        "//registry.x.example/:_password={b64}", "_auth={b64}", "[pypi]\nusername = kim\npassword = {word}",
        '{{"auths": {{"registry.x.example": {{"auth": "{basic}"}}}}}}', "aws_secret_access_key = {b64}",
        "client-key-data: {b64}", "  token: {hex64}", '"private_key_id": "{hex40}",',
        '"http-basic": {{"x.example": {{"username": "kim", "password": "{word}"}}}}',
        "credential \"x.example\" {{ token = \"{alnum}\" }}", "https://kim:{hex40}@github.example",
        "define('NONCE_SALT', '{pw}{pw}');", "SECRET_KEY = 'django-insecure-{alnum}'", "passwd=kim:{low}",
        "[DEFAULT]\nadmin_token = {uuid}", "hashed_password: {crypt}",
    ),
    "words": (
        "log in as kim with {pw} as the password", "Log in as kim with {word} as the password",
        "das Passwort für den Server ist {pw}", "das Passwort für den Server ist {word}",
        "Das Kennwort vom Router heißt {word}.", "user kim, password {low}", "kim / {pw} (password)",
        "username: kim\npassword: {word}", "credentials: kim / {pw}", "login: kim/{pw}", "creds are kim:{pw}",
        "the login is kim and {pw}", "The password for the server is {word}.", "password for wifi = {word}",
        "use {low} as password", "you can log in with kim / {pw}", "sign in with the password {low}",
        "its password: {word}", "the wifi key is {word}", "the WLAN-Schlüssel ist {low}",
        "El usuario es kim y la contraseña es {word}", "la clave del wifi es {low}",
        "le mot de passe du serveur est {word}", "la password del server è {low}", "o usuário é kim e a senha é {low}",
        "het wachtwoord van de server is {low}", "hasło do serwera to {low}", "пароль от сервера {low}",
        "服务器的密码是{low}", "サーバーのパスワードは{low}です", "서버 비밀번호는 {low} 입니다",
        "sunucunun şifresi {low}",
        "lösenordet till servern är {low}", "jelszó a szerverhez: {low}", "The new passphrase reads {word}",
        "Passwort = {word}", "pwd: {low}", "pw ist {low}", "my pin is {pin}", "PIN {pin} for the card",
        "The safe opens with {code}", "the code to the door: {code}", "2FA backup code {recovery}",
        "one-time code {code}", "admin password => {word}", "password (root): {word}", "password [old] {low}",
        "Passwort lautet: {word}", "Password is “{word}”", "{low} is the password", "`{word}` is the wifi password",
        "type {pw} when it asks for the password", "the password, which nobody may know, is {pw}",
        "I changed my password from {pw} to {low}", "the password used to be {low}", "Passwort: \"{word}\"",
        "the server's root password: {word}", "password hint none, password {low}", "her password? {low}",
        "license key {serial}", "product key: {serial}", "the license is {serial}",
    ),
    "next line": (
        "Password:\n{word}", "The password is:\n\n    {word}", "**Wifi password**\n\n`{word}`",
        "## Passwords\n\n- router: {word}\n- nas: {low}", "Passwords:\n- {word}\n- {low}",
        "Passwort:\n```\n{word}\n```", "- Password\n  - {word}", "- user: kim\n- password:\n- {word}",
        "Here is the password for the server:\n{word}", "das Passwort für den Server ist:\n{low}", "API key:\n{hex32}",
        "Token\n-----\n{hex40}",
        "| service | user | password |\n|---|---|---|\n| nas | kim | {word} |\n| db | root | {low} |",
        "password\n{low}", "| Dienst | Passwort |\n|---|---|\n| NAS | {word} |",
        "service,user,password\nnas,kim,{word}", "name\tpassword\nnas\t{low}",
        "url,username,password\nhttps://x.example,kim,{word}",
        "### Credentials\n\n* nas — kim / {pw}\n* db — root / {low}", "La contraseña es:\n{word}", "PIN:\n{pin}",
        "Recovery codes:\n\n{recovery}\n{recovery}\n{recovery}", "Backup codes\n1. {recovery}\n2. {recovery}",
        "Seed phrase:\n{phrase}", "password: |\n  {word}", "password: >-\n  {word}", "\"password\":\n  \"{word}\"",
        "Login\nkim\nPassword\n{low}", "| key | value |\n|---|---|\n| password | {word} |",
        "| Wifi password | {word} |\n|---|---|", "Wifi:\n  SSID: home\n  Key: {low}",
        "# Zugangsdaten\n\n- Router: admin / {pw}", "<td>Password</td><td>{word}</td>",
        "<dt>Password</dt>\n<dd>{word}</dd>", "<th>password</th></tr>\n<tr><td>{low}</td>", "client_secret:\n{alnum}",
        "密码：\n{low}", "パスワード\n{low}", "Mot de passe :\n{word}",
    ),
    "key material": (
        "-----BEGIN OPENSSH PRIVATE KEY-----\n{block}\n-----END OPENSSH PRIVATE KEY-----",
        "-----BEGIN PGP PRIVATE KEY BLOCK-----\n\n{block}\n-----END PGP PRIVATE KEY BLOCK-----",
        "PuTTY-User-Key-File-3: ssh-rsa\nEncryption: none\nPrivate-Lines: 4\n{block}\nPrivate-MAC: {hex64}",
        "AGE-SECRET-KEY-1{bech32}", '{{"kty": "EC", "crv": "P-256", "d": "{url64}"}}', '{{"kty":"oct","k":"{url64}"}}',
        '"private_key": "-----BEGIN PRIVATE KEY-----\\n{alnum}{alnum}\\n-----END PRIVATE KEY-----\\n"',
        "otpauth://totp/x:kim?secret={base32}&issuer=x", "TOTP secret: {base32}", "2FA seed {base32}",
        "WIFI:T:WPA;S:home;P:{word};;", "WIFI:S:home;T:WPA;P:{pw};H:true;;", "seed phrase: {phrase}",
        "my recovery phrase is {phrase}", "mnemonic: \"{phrase}\"", "wallet private key {hex64}",
        "private key: 0x{hex64}", "WIF: 5{base58}", "xprv9s21{xprv}", "PrivateKey = {b64}", "PresharedKey = {b64}",
        "Authorization: Basic {basic}", "Authorization: Bearer {alnum}", "authorization: token {hex40}",
        "Proxy-Authorization: Basic {basic}", "https://x.blob.core.windows.net/c/f?sv=2022-11-02&sp=r&sig={b64}",
        "https://b.s3.amazonaws.com/k?X-Amz-Credential=AKIA&X-Amz-Signature={hex64}",
        "https://storage.googleapis.com/b/k?GoogleAccessId=x&Signature={b64}",
        "https://hooks.slack.example.com is not it, https://hooks.slack.com/services/T1/B2/{alnum}",
        "https://discord.com/api/webhooks/12/{alnum}",
        "https://x.webhook.office.com/webhookb2/{uuid}@{uuid}/IncomingWebhook/{hex32}/{uuid}",
        "https://hooks.zapier.com/hooks/catch/12/{low}/", "https://x.example/reset?token={hex40}",
        "https://x.example/cb?code={alnum}&state=1", "https://x.example/#access_token={alnum}",
        "https://maker.ifttt.com/trigger/x/with/key/{alnum}", "https://api.telegram.org/bot123456789:{url64}/getMe",
        "https://chat.googleapis.com/v1/spaces/A/messages?key={alnum}&token={alnum}", "amqp://kim:{word}@mq/",
        "redis://:{word}@cache:6379/0", "mongodb+srv://kim:{word}@c.example/x", "https://{hex40}@sentry.example/12",
        "ssh://kim:{low}@host/x", "{{\"type\": \"service_account\", \"private_key_id\": \"{hex40}\"}}",
        "https://hass.example/api/webhook/{hex64}", "https://outlook.office.com/webhook/{uuid}/x",
    ),
} | MORE | PLAIN | NEAR  # fmt: skip
"""Texts by class; a name in braces stands for a value of that kind, of which every one is a secret."""

NAMES = (
    "password-{pw}.md", "wifi_password_{low}.md", "2026-02-10-passwort-{low}.md", "token-{hex40}.md", "pw-{low}.txt",
    "auth_token={hex40}.md", "api-key-{hex32}.md", "contraseña-{low}.md", "pin-{code}.md",
)  # fmt: skip
"""File names that give a secret away."""

HARMLESS = (
    "This vulnerability is identified by CVE-2024-24576.", "each user is identified by user_id42",
    "minisign RWQ{hex32}abcdefghijklmNOPQRSTU", "spotify:track:4uLU6h{low}Ab{low}",
    "fix the password bug: see PROJ-48213",
    "password policy: OAuth2 and 2FA", "PASS tests/test_login_2.py", "PASS test_login2", "USER root\nRUN pass",
    "password - at least 12",
    "<b>Password:</b> required", "<b>Password policy</b>: 12 characters", "create_user('kim', email, password)",
    "Hash::make($password)",
    "IDENTIFIED BY password", "3 is your lucky number", "psexec -p 80 -s cmd",
    "password: self-signed", "the password is auto-generated", "the password is case-insensitive",
    "password: unchangeable",
    "it ends with -----END RSA PRIVATE KEY-----", "log in as kim / or as lee!", 
    "src/Main2/Java8/Xy1=", "login as admin / see the wiki!",
    "host key fingerprint is SHA256:{url64}", "host key SHA256:{b64}", "key fingerprint = MD5:{hex32}",
    "\"password\": \"Passwort vergessen?\"", "\"forgotPassword\": \"Forgot your password?\"",
    "\"password\": \"Bitte eingeben\"",
    "{{\"password\": \"Enter your new password\"}}", "password: 'At least 12 characters'",
    "パスワードは12文字以上にする",
    "비밀번호는 8자리 이상", "密码至少12位", "密码长度为12位以上", "price_1PJ5{alnum}", "customer cus_Q2h7{alnum}",
    "thread_9aBc{alnum}",
    "file-9SkdL3{alnum}", "in_1PJ5{alnum} and sub_1PJ5{alnum}", "the password is not weak but long",
    "password: one-time-use-only",
    "password: has-to-be-changed-often", "either the password or the token works", "passwords: see vault, ask kim",
    "passwords: 12 characters, 2 digits", "the password is changed, not removed", "password → token",
    "user may pass, pass 2 fails",
    "backup codes: see vault", "backup codes: 10 left, 2 used", "login page / Dashboard", "login tests / Phase-2",
    "🔑 Key decision",
    "🔐 Auth: OAuth2 with PKCE", "🔑 GPT-4o as default", "app password must have four words",
    "the app password is gone from this page",
    "WLAN: 2.4 GHz / 5 GHz", "wifi a / b / g", "echo done > token.log", "getConnection(url, user, password)",
    "new PDO($dsn, $user, $password)", "new PDO(\"mysql:host=db\", \"$user\", \"$password\")",
    "aws configure set region eu-west-1",
    "SECRET_KEY = \"{{{{ lookup('env', 'SECRET_KEY') | default('') }}}}\"",
    "security question and its answer: optional",
    "cache_key_{hex64}", "primary-key-{uuid}", "task-{uuid}", "risk_{hex40}", "desk-{lower48}", "disk_{hex32}",
    "sort_key_{hex40}",
    "/msg NickServ help identify", "NickServ says: identify yourself", "密码改成了更长的", "パスワードを忘れた",
    "le code de statut est 404", "code de retour: 127", "code du projet: P2024-17", "bank code 10050000 belongs to it",
    "admin/dashboard-V2", "root/Projects_2024", "connect(\"localhost\", \"postgres16\")",
    "passes = [\"lint1\", \"types2\", \"tests3\"]", "jwt.verify(token, 'RS256')", "hash_password(\"sha256\")",
    "commit {hex40} fixes the race", "git checkout {hex40}", "Merge {hex40} into main", "sha256:{hex64}",
    "md5 {hex32} of the image", "ETag: \"{hex32}\"", "checksum = {hex64}", "request id {uuid}", "session {uuid}",
    "trace_id={hex32}", "commit_sha={hex40}", "build: {hex40}", "digest: sha256:{hex64}", "user_id={uuid}",
    "x-request-id: {uuid}", "integrity sha512-{b64}", "index {hex40}..{hex40} 100644", "blob {hex40}", "hash={hex64}",
    "see ~/.aws/credentials and ~/.ssh/id_ed25519", "the password is in ~/.pgpass", "/etc/secrets/db_password",
    "secrets live in config/credentials.yml.enc", "token file: /run/secrets/token",
    "GOOGLE_APPLICATION_CREDENTIALS=/etc/keys/sa.json", "--password-file /run/secrets/db", "password_file: /etc/pw",
    "api_key=<your-token>", "password: changeme", "password: ***", "token=$TOKEN", "token: ${{VAR}}",
    "apiKey: process.env.API_KEY", "password = getpass()", "password: os.environ['PW']",
    "TOKEN={{{{ secrets.TOKEN }}}}", "key: ${{{{ secrets.KEY }}}}", "api_key: YOUR_API_KEY", "secret: xxxxxxxx",
    "password: [REDACTED:password]", "the password is stored in 1Password", "passwords must be 12 characters long",
    "token = get_token()", "password: str", "def login(user: str, password: str) -> None:", "tokens: 4096",
    "max_tokens=1024", "token count: 123456", "num_tokens: 88421", "input_tokens: 1234, output_tokens: 567",
    "color: #a1b2c3", "background: #ff00aa;", "addr 0x7ffdeadbeef0", "port 5432 is open", "localhost:5432:5432",
    "127.0.0.1:8080:80", "0.0.0.0:5432->5432/tcp", "the secret to good soup is patience", "secret santa is on friday",
    "The token is refreshed every hour", "mysql -p shop", "mysql -u root -p", "mkdir -p{{a,b}}", "mkdir -p build/out",
    "cp -pr a b", "docker run -p 8080:80 nginx", "ssh -p 2222 kim@host", "tar -xpf a.tar", "nmap -p80 host",
    "psql -p5433 -h db", "redis-cli -h db ping", "docker login -u kim --password-stdin", "sudo -u kim ls",
    "python -u run.py", "grep -w word file", "Set-Cookie is sent twice", "cookie banner: accepted",
    "the cookie jar is on the shelf", "cookies: 12 per tray", "Cookie: <cookie>", "cookie_consent=true",
    "theme=dark; lang=en", "machine learning password manager", "the default login page",
    "machine x.example login kim", "password reset works again", "password hashing uses argon2id",
    "forgot password? click here", "## Passwords\n\nWe use a manager for them, and rotate them every spring.",
    "| user | password |\n|---|---|\n| kim | *** |", "Password:\n\nSee the vault.",
    "## Password reset\n\n- open the settings\n- press the button",
    "## Authentication\n\n- tokens expire after 10 minutes\n- the login page is at /login",
    "Token usage:\n- input: 1234\n- output: 567", "## API keys\n\n- rotate them every 90 days\n- stored in Vault",
    "| option | type | password |\n|---|---|---|\n| x | string | required |", "Credentials:\n- see 1Password",
    "## Secrets\n\nThe story has many secrets and few answers.", "name,count,token\nnas,12,$TOKEN",
    "primary_key=user_id", "foreign_key: order_id", "cache_key = user:123:profile", "sort_key=created_at",
    "public_key: ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIPublicPart", "keyboard: qwerty", "key: value",
    "hotkey: ctrl+shift+p", "if (token === null) return;", "const secret = await readSecret('db');",
    "self.password = password", "password=password", "secretName: db-credentials",
    "secretKeyRef:\n  name: db\n  key: password", "tokenizer: bpe-50k",
    "\"tokenEndpoint\": \"https://x.example/oauth/token\"", "token_url: https://x.example/token", "auth: none",
    "auth_type: bearer", "authentication = required", "password_min_length = 12", "PASSWORD_HASHERS = [",
    "token_type: Bearer", "pin the version to 1.2.3", "PIN entry works again", "zip code 90210", "error code: 500123",
    "exit code 137", "status code 404404", "passed 1234 tests", "pass: true", "pass rate: 98%",
    "he will pass by at 17:30", "see https://x.example/docs?id={uuid}&page=2", "https://github.com/x/y/commit/{hex40}",
    "https://x.example/blob/{hex40}/a.py", "WIFI is down", "the wifi is called home", "otpauth is a URI scheme",
    "the seed phrase must be kept offline", "das Passwort ist falsch", "das Passwort ist im Tresor",
    "das Passwort für den Server ist abgelaufen", "la contraseña es obligatoria", "le mot de passe est incorrect",
    "密码错误", "パスワードが違います", "the password was wrong again", "Bearer authentication is used",
    "Authorization: Bearer <token>", "Basic auth is off", "authorization: none", "the license is MIT",
    "License: Apache-2.0", "license key is needed", "uuid: {uuid}", "id = {hex32}", "ref: {hex40}",
    "docker pull x@sha256:{hex64}", "the token `auth_token` is read from the cookie", "token budget: 200000",
    "secret sauce", "the pass to the north is closed", "key insight: caching helps", "key decision: use Postgres 16",
    "Password strength: strong", "password1 and password2 must match", "git branch backup/pre-fix-82b70976",
    "image: postgres:16-alpine", "`postgres:17-alpine` and redis:7.2", "status: ok ? 'pass' : 'fail'",
    "the user may pass arguments to it", "| Project | Username | Password Location |", "PSWD: pswd,",
    "door: open", "see admin/settings and root/Makefile", "pi/camera is on", "connect('db', 'kim')",
    "login('kim', 'dashboard')", "auth=('user', 'token')", "git config user.name kim", "npm config set registry x",
    "config set core.editor vim", "AUTH required", "security find-generic-password -a kim -w", "openssl passwd -6",
    "ssh-keygen -t ed25519 -N '' -f k", "api key rotation every 90 days", "token refresh every hour",
    "the pass for the month is cheaper", "  secret = load()", "0 3 * * * /usr/bin/backup.sh", "* * * * * kim backup",
    "creds: see vault", "login: kim only", "pin code 2026-01-01",
    "the PIN pad has 12 keys", "alarm code is checked", "seed: 42", "24 words are enough", "seed: a b c d",
    "cookies = {{}}", "cookies: {{\"theme\": \"dark\"}}", "setPassword(newPassword)", "bcrypt.hash(password, 10)",
    "jwt.verify(token, secret)", "passwords = []", "passwords: [user.password, other]", "variable \"db_password\" {{}}",
    "| user | pass |\n|---|---|\n| kim | yes |", "| test | pass |\n|---|---|\n| login_2fa_ok | 12of12 |",
    "user%3Dkim%26page%3D2", "&quot;password&quot;: &quot;string&quot;", "password – required",
    "password — 12 characters",
    "password (required)", "use it as the password field", "{{\"name\": \"password\", \"type\": \"string\"}}",
    "the wifi key is on the fridge", "test_user_can_log_in_with_a_long_name", "live_reload_is_on_for_the_docs_folder",
)  # fmt: skip
"""Look-alikes that stay, sign for sign."""


@functools.cache
def planted(seed: int = 18) -> tuple[Planted, ...]:
    """Every text of `SECRETS`, its values drawn by lot."""
    rng = random.Random(seed)
    return tuple(_filled(family, text, rng) for family, texts in SECRETS.items() for text in texts)


def named(seed: int = 18) -> Iterator[Planted]:
    """Every file name of `NAMES`."""
    rng = random.Random(seed)
    for name in NAMES:
        yield _filled("name", name, rng)


def harmless(seed: int = 18) -> Iterator[str]:
    """Every text of `HARMLESS`, `INNOCENT` and `STILL`."""
    rng = random.Random(seed)
    for text in (*HARMLESS, *INNOCENT, *STILL):
        yield _filled("harmless", text, rng).text


def left(one: Planted, text: str) -> list[str]:
    """The values of which more than half is left in a text; of a short one the whole."""
    return [secret for secret in one.secrets if any(holds(text, part) for part in _parts(secret))]


def holds(text: str, secret: str) -> bool:
    """Whether a secret stands in a text; one of digits as a number of its own, for in a clock's it stands by chance."""
    if secret not in text or not secret.isdigit():
        return secret in text
    return re.search(rf"(?<!\d){secret}(?!\d)", text) is not None


def leaks(every: Sequence[Planted], told: Mapping[Path, str]) -> list[tuple[str, str]]:
    """(name of the file, planted text) of each value that is left in what files tell.

    Thousands of values in megabytes: only those are looked for that begin like something which stands there.
    """
    whole = "\n".join(told.values())
    heads = {whole[at : at + _HEAD] for at in range(len(whole))}
    some = [one for one in every if any(_may_stand(part, heads) for secret in one.secrets for part in _parts(secret))]
    return [(path.name, one.text) for one in some for path, said in told.items() if left(one, said)]


def _may_stand(part: str, heads: Set[str]) -> bool:
    return len(part) < _HEAD or part[:_HEAD] in heads


def _parts(secret: str) -> tuple[str, ...]:
    """The pieces of which one is in every text that tells a value: of a long one its halves, else the whole."""
    if len(secret) < 12:
        return (secret,)
    half = len(secret) // 2 + 1
    return (secret[:half], secret[-half:])


def _filled(family: str, text: str, rng: random.Random) -> Planted:
    secrets: list[str] = []

    def put(mark: re.Match[str]) -> str:
        if mark[0] in ("{{", "}}"):
            return mark[0][0]
        secrets.append(value(mark[1], rng))
        return secrets[-1]

    return Planted(family, re.sub(r"\{\{|\}\}|\{(\w+)\}", put, text), tuple(secrets))
