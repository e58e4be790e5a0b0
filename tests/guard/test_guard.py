"""The guard: canaries of every kind go, ordinary words stay."""

from __future__ import annotations

from pathlib import Path

from noctuary.guard import finder, gate, guard
from noctuary.night import bed
from noctuary.settings import open_workspace
from noctuary.stages.gather import read
from tests.conftest import NOW, make_workspace
from tests.guard.canaries import CANARIES as FORTY
from tests.rows import every

CANARIES = [
    *FORTY,
    (
        "private_key",
        "-----BEGIN RSA PRIVATE KEY-----\nMIIEowCANARY\nabc\n-----END RSA PRIVATE KEY-----",
        "MIIEowCANARY",
    ),
    ("password", "**Password:** hunter2xCANARY", "hunter2xCANARY"),
    ("code", "**Alarm code:** 48213", "48213"),
    ("secret", "__API token:__ c4n4ry29dj2k1x", "c4n4ry29dj2k1x"),
    ("private_key", "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnCANARY cut off here", "b3BlbnCANARY"),
    ("aws", "id AKIAQ3EGSCANARY12345 in the env", "AKIAQ3EGSCANARY12345"),
    (
        "aws",
        "AKIAQ3EGSCANARY12345 / wJalrXUtnFEMIK7MDENGbPxRfiCYcanaryKEY00",
        "wJalrXUtnFEMIK7MDENGbPxRfiCYcanaryKEY00",
    ),
    ("github", "push with ghp_canaryCANARYcanaryCANARY0123456789", "ghp_canary"),
    ("github", "github_pat_11CANARY0abcdefghijklmnop_qrstuvwxyz", "11CANARY0"),
    ("gitlab", "glpat-Canary-Canary-12345", "Canary-Canary"),
    ("slack", "xoxb-1234567890-canarycanary", "canarycanary"),
    ("webhook", "https://hooks.slack.com/services/T0CANARY/B0CANARY/abcdefCANARY", "abcdefCANARY"),
    ("stripe", "sk_live_51HCANARYcanary0000", "51HCANARY"),
    ("google", "AIzaSyCANARYcanaryCANARYcanaryCANARY123", "CANARYcanary"),
    ("api_key", "sk-ant-api03-CANARYcanary-0123456789", "CANARYcanary"),
    ("api_key", "OPENAI=sk-proj-canaryCANARYcanary01", "canaryCANARY"),
    ("shopify", "shpat_00canary112233445566778899", "00canary"),
    ("npm", "//registry.npmjs.org/:_authToken=npm_canaryCANARYcanary0123456789", "npm_canary"),
    ("pypi", "pypi-AgEIcHlwaS5vcmcCANARY01234", "AgEIcHlwaS5vcmcCANARY"),
    ("jwt", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJjYW5hcnkifQ.c2lnbmF0dXJl", "eyJzdWIiOiJjYW5hcnkifQ"),
    ("telegram", "123456789:AAcanaryCANARYcanaryCANARYcanary0123", "AAcanary"),
    ("api_key", "hf_canaryCANARYcanaryCANARY01", "canaryCANARY"),
    ("bearer", "Authorization: Bearer canary0.CANARY1-canary2", "CANARY1"),
    ("url_password", "git clone https://deploy:canary%2Fpw@git.example.org/x.git", "canary%2Fpw"),
    ("url_password", "postgresql://app:c4nary@db.example:5432/app", "c4nary"),
    ("url_secret", "https://api.example.org/v1?api_key=canary123456&page=2", "canary123456"),
    ("password", "Server=db;User Id=sa;Password=C4nary!pw;", "C4nary!pw"),
    ("password", "my password is Tr1cky-Canary", "Tr1cky-Canary"),
    ("password", "The wifi password is swordfish.", "swordfish"),
    ("password", '{"password": "canary horse"}', "canary"),
    ("password", "mysql --password canary_77 -h db", "canary_77"),
    ("password", "das Passwort lautet Kanarie-77", "Kanarie-77"),
    ("password", "la contraseña del router es canario_77", "canario_77"),
    ("password", "le mot de passe est canari77!", "canari77"),
    ("password", "密码是 jinsique77", "jinsique77"),
    ("password", "パスワードは kanaria77 です", "kanaria77"),
    ("password", "passphrase: canary horse battery", "canary"),
    ("api_key", f"patAb12Cd34Ef56Gh.cafe{'0a' * 30}", "cafe0a"),
    ("password", "the shared secret for hooks is c4naryC4NARY", "c4naryC4NARY"),
    ("secret", "API key: canary-0123-CANARY", "canary-0123-CANARY"),
    ("secret", "steam key for the build: CANAR-YAB1C-DE34F", "CANAR-YAB1C"),
    ("code", "front door code is 48213#", "48213"),
    ("code", "PIN: 4821", "4821"),
    ("code", "her SIM PUK is 12345678", "12345678"),
    ("code", "cvv 123, expires soon: cvv: 123", "cvv: 123"),
    ("card", "card 4242 4242 4242 4242 exp 12/29", "4242 4242"),
    ("card", "amex 378282246310005", "378282246310005"),
    ("iban", "IBAN DE89 3704 0044 0532 0130 00 bitte", "0532 0130"),
    ("iban", "transfer to GB82WEST12345698765432.", "WEST1234"),
    ("ssn", "it is 219-09-9999 on the form", "219-09-9999"),
    ("identity", "DNI 12345678Z", "12345678Z"),
    ("identity", "health insurance number: A123 456 789", "456 789"),
    ("identity", "his passport no. is X1234567", "X1234567"),
    ("high_entropy", "use q7Zp3Lk9Xv2Bn8Rt5Yw1Mc4D there", "q7Zp3Lk9Xv2"),
]

ORDINARY = [
    "token: expires after 10 minutes",
    "password: must be changed every 90 days",
    "The password is required.",
    "the password is stored in 1Password",
    "password reset works again",
    "max_tokens: 4096 and token count: 12k",
    "exit code: 137, status code is 404",
    "primary key: user_id; cache key: user:123:profile",
    "Jira key: OPS-1234",
    "commit 3f2a9c1b7d5e8f60a1b2c3d4e5f60718293a4b5c fixes it",
    "session 3c4f3539-8934-5205-ae62-0433f60461bf",
    "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "see https://example.org/docs/guide?page=2#part and /usr/local/lib/python3.11/site-packages",
    "`getUserAccountTokenFromRequest2` lives in src/auth/token_service.py",
    "sentence-transformers/all-MiniLM-L6-v2 and Meta-Llama-3-1-8B-Instruct-Q4",
    "artifacts/session_20260415T095351Z.json",
    "password = os.environ['DB_PASSWORD']",
    "token = get_token(user)",
    "ssh key: ~/.ssh/id_ed25519",
    "health insurance card is in the green wallet",
    "passport expires 2027-03-01",
    "pinned to 2.11.7; pin numpy to 1.26.4",
    "call me at 19:00, room 1204, order 1234567890123",
    "license: Apache-2.0",
    "zip code: 29001",
    "epoch 1761959019000 ms",
    "key is under the mat",
    "the secret is to stir slowly",
    "passphrase: must be at least five words",
    "backup words are kept in the safe",
    "clone git@github.com:noctuary/noctuary.git",
    "ssh -p 2222 deploy@bastion.example.org uptime",
    "scp build.tgz ops@files.example.org:/srv",
    "pinned left-pad@1.3.0-beta.rc and @types/node@20",
    "@app.route('/x') def view(): ...",
    "Co-Authored-By: Claude <noreply@anthropic.com>",
    "12345+kim@users.noreply.github.com",
    "icon@2x.png, getty@tty1.service",
    "timestamps 1761959019, 20260511T093000Z and 2026-05-11 09:30",
    "phone meeting 2026-05-11, mobile build 1.2.3456789",
    "call at 10.20.30.40:8080",
    "+1204 -88 lines, +0200",
    '"integrity": "sha512-Kq7Zp3Lk9Xv2Bn8Rt5Yw1Mc4DaB3dE5gH7jK9mN1pQ3sT5vX7zA9cE1gI3kM5oQ7sU9wY1aC3eG5iK7mO9qS=="',
    "golang.org/x/net v0.1.0 h1:Kq7Zp3Lk9Xv2Bn8Rt5Yw1Mc4DaB3dE5gH7jK9mN1pQ=",
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIKq7Zp3Lk9Xv2Bn8Rt5Yw1Mc4DaB3dE5gH7jK9mN1pQ kim@clock",
    "![dot](data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==)",
    "sourcegraph at commit 3f2a9c1b7d5e8f60a1b2c3d4e5f60718293a4b5c",
    "we moved from Dropbox, straightforward as that",
    "npm_config_cache_lock_stale=60000 and sk-circle-fade-dot-long",
    "postgres://user:password@localhost and https://$USER:$TOKEN@git.example.org",
    "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx is what a token looks like",
]


@every(("kind", "text", "secret"), CANARIES)
def test_a_canary_is_replaced_by_its_kind(kind: str, text: str, secret: str) -> None:
    """TB-120"""
    safe = guard(text)
    assert secret not in safe.text
    assert kind in safe.redacted
    assert f"[REDACTED:{kind}]" in safe.text


@every("text", ORDINARY)
def test_ordinary_words_are_left_alone(text: str) -> None:
    """TB-121: a commit's hash, a UUID and a digest among them."""
    assert guard(text).text == text
    assert guard(text).redacted == {}


@every("text", [text for _, text, _ in CANARIES])
def test_guarding_twice_changes_nothing(text: str) -> None:
    once = guard(text)
    assert guard(once.text).text == once.text


def test_hidden_signs_are_stripped_and_counted_and_cannot_split_a_secret() -> None:
    safe = guard("my pass\u200bword is Tr1cky\u202e-Canary\ufeff")
    assert safe.hidden == 3
    assert "Canary" not in safe.text


def test_joiners_that_spell_stay() -> None:
    assert guard("می\u200cخواهم 👩\u200d👧").text == "می\u200cخواهم 👩\u200d👧"


def test_lone_surrogates_become_storable() -> None:
    assert guard("a\ud83d b").text.encode() == "a\ufffd b".encode()


def test_a_night_that_has_read_its_sources_holds_no_automata_and_finds_what_it_found(tmp_path: Path) -> None:
    text = "the alarm code is 48213"
    told = guard(text)
    with bed(open_workspace(make_workspace(tmp_path / "workspace")), NOW) as run:
        read(run)
        assert gate._clues.cache_info().currsize == finder.any_of.cache_info().currsize == 0
    assert told.redacted
    assert guard(text) == told
