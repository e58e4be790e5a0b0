"""Which heading is set before a note's statement: one that names what the words leave out."""

from __future__ import annotations

import pytest

from noctuary.extraction.headings import LONGEST, heading
from noctuary.model import Fact
from tests.conftest import _fact, _support


def said(text: str, *under: str, role: str = "note", is_lent: bool = False) -> Fact:
    return _fact(text, sources=(_support(role=role, quote=text, under=under, is_lent=is_lent),))


@pytest.mark.parametrize(
    ("text", "under", "shown"),
    [
        ("Implementation: `bus.db` (SQLite)", "Message bus", "Message bus"),
        ("Only after two reviews", "2. **Release rules**:", "Release rules"),
        ("Binary: `/opt/piper`", "Piper TTS ✅", "Piper TTS"),
        ("Bedingung: nur bei aktiver Mitarbeit", "Partnerprogramm (Einzelheiten)", "Partnerprogramm (Einzelheiten)"),
        ("公众号: gh_1", "微信", "微信"),
        ("Only after two reviews", "[Release rules]", "Release rules"),
        ("Only after two reviews", "Release (hotfix)", "Release (hotfix)"),
        ("Only after two reviews", "2026-05-01 13:55 CST — Release", "Release"),
        ("Only after two reviews", "[09:30 PM UTC+2] Release", "Release"),
        ("Only after two reviews", "13:55 DNS moved", "DNS moved"),
        ("Only after two reviews", "13:55 API: releases", "API: releases"),
        ("Only after two reviews", "14:00 MQTT", "MQTT"),
        ("Only after two reviews", "10:15 SSL-cert renewal", "SSL-cert renewal"),
        ("Only after two reviews", "Asia/Pacific sales", "Asia/Pacific sales"),
    ],
)
def test_a_heading_is_set_before_words_that_leave_its_subject_out(text: str, under: str, shown: str) -> None:
    assert heading(said(text, "2026-05-01", under)) == shown


@pytest.mark.parametrize(
    ("under", "shown"),
    [
        (("Message bus", "Storage"), "Message bus › Storage"),
        (("Nachrichtenbus", "Ablage"), "Nachrichtenbus › Ablage"),
        (("消息总线", "存储"), "消息总线 › 存储"),
        (("Message bus", "What was done", "Storage"), "Message bus › Storage"),
        (("2026-05-01", "Storage"), "Storage"),
        (("March 7th, 2026: talks about the bus", "Storage"), "Storage"),
        (("Message bus", "Talks of spring 2026", "Storage"), "Message bus › Storage"),
        (("Key decisions", "Storage"), "Storage"),
        (("Message bus", "Storage on heron"), "Storage on heron"),
        (("Nightly " + "backup " * 8, "Storage"), "Storage"),
        (("Message bus", "Nightly " + "backup " * 8, "Storage"), "Message bus › Storage"),
        (("Queue", "Storage"), "Storage"),
        (("Message bus", "Notes"), ""),
    ],
)
def test_what_names_a_part_is_set_below_what_it_is_a_part_of(under: tuple[str, ...], shown: str) -> None:
    assert heading(said("one file beside the queue", *under)) == shown


@pytest.mark.parametrize(
    ("text", "under"),
    [
        ("The message bus keeps its queue in SQLite", "Message bus"),
        ("Only after two reviews", "Key decisions"),
        ("Only after two reviews", "Entscheidungen"),
        ("Only after two reviews", "Notes"),
        ("Only after two reviews", "2026-05-01 (Asia/Dhaka)"),
        ("Only after two reviews", "2026-05-01 09:30 AM EST"),
        ("Only after two reviews", "2026-05-01"),
        ("Only after two reviews", "Monday, 12 October"),
        ("Only after two reviews", "Dienstag, 3. März"),
        ("Only after two reviews", "What was done"),
        ("Only after two reviews", "a " + "long heading " * (LONGEST // 10)),
        ("Only after two reviews", "---"),
    ],
)
def test_a_form_a_day_a_sentence_and_what_the_words_say_are_left_out(text: str, under: str) -> None:
    assert heading(said(text, under)) == ""


def test_what_was_also_said_in_talk_stands_without_one() -> None:
    one = said("Only after two reviews", "Release").sources[0]
    assert heading(_fact("Only after two reviews", sources=(one, _support(role="user")))) == ""


def test_only_a_note_of_its_own_gives_a_heading() -> None:
    assert heading(said("Only after two reviews", "Release", role="user")) == ""
    assert heading(said("Only after two reviews", "Release", role="memory")) == ""
    assert heading(said("Only after two reviews", "Release", is_lent=True)) == ""
    assert heading(said("Only after two reviews")) == ""
