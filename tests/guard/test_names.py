"""Names of files: what gives a secret away goes from a ref, dates, ids and slugs stay."""

from __future__ import annotations

import pytest

from noctuary.sources.where import safe_ref

SECRET = [
    ("notes/password-hunter2-Zebra99.md", ("hunter2", "Zebra99")),
    ("password_hunter2.md", ("hunter2",)),
    ("2026-02-10-password-is-Zwiebel88.txt", ("Zwiebel88",)),
    ("passwort.Zebra99.neu.md", ("Zebra99",)),
    ("wifi-password-Zebra99-and-notes.md", ("Zebra99",)),
    ("heslo_Zebra99.md", ("Zebra99",)),
    ("pw-hunter2x.md", ("hunter2x",)),
    ("alarm-code-4821.md", ("4821",)),
    ("mail-erika.muster@mail.example.md", ("erika", "mail.example")),
    ("kofi@orchid.example/2026-02-10.jsonl", ("kofi",)),
]
INNOCENT = [
    "2026-02-10-password-reset-notes.md",
    "password-2026-02-10.md",
    "password-2026.md",
    "passwords-v2.md",
    "password-oauth2-guide.md",
    "password-sha256.md",
    "password-policy-2026-q1.md",
    "2026-02-10-how-to-reset-password-in-win11.md",
    "sessions/3c4f3539-8934-5205-ae62-0433f60461bf.jsonl",
    "session_20260415T095351Z.json",
    "policy-20260410.md",
    "pin-2026-01-01.md",
    "pass-2-results.md",
    "icon@2x.png",
]


@pytest.mark.parametrize(("ref", "secrets"), SECRET)
def test_a_secret_goes_from_a_name(ref: str, secrets: tuple[str, ...]) -> None:
    safe = safe_ref(ref)
    assert "[REDACTED:" in safe
    assert not [secret for secret in secrets if secret in safe]


@pytest.mark.parametrize("ref", INNOCENT)
def test_an_innocent_name_stays(ref: str) -> None:
    assert safe_ref(ref) == ref
