"""A full stop behind a title, an abbreviation, an initial or an ordinal ends no sentence, in any room; another does."""

from __future__ import annotations

import pytest

from noctuary.consolidate.link import _relation_at
from noctuary.consolidate.sayings import Names, said_same
from noctuary.extraction.atoms import pieces
from noctuary.extraction.taint import quote
from noctuary.judging.replacing import is_governed
from noctuary.judging.worded_alike import _END as CLAUSE
from noctuary.knowledge.extracting import is_several
from noctuary.knowledge.thoughts import first_sentence
from noctuary.model import Candidate, Event, Statement, Support
from noctuary.text.claims import claim
from noctuary.text.conditions import unconditional
from noctuary.text.language import words as tokens
from noctuary.text.languages import words
from noctuary.text.stops import BEFORE_NAMES, TITLES, cut, is_within

TOLD = {
    "en": "Dr Prof Mr Mrs Ms Rev Hon Sgt Capt Col Gen Msgr",
    "de": "Hr Fr Frl Dipl.-Ing Prof Dr Ing Mag Pfr|Dr. med|Dr. phil|Dr. rer. nat|Univ.-Prof",
    "es": "Sr Sra Srta Dra D Dña dña Lcda Lcdo Lic Ing Arq Abg Profa Mtro Ud",
    "fr": "M MM Mme Mlle Me Mgr Pr Dr Mᵉ",
    "pt": "Sr Sra Dra Profa Eng Enga Arq Exma",
    "it": "Sig sig Sigg Dott dott Avv Ing Geom Prof Mons",
    "nl": "dhr mevr mw mr dr drs prof Ds Ir ing|drs. ir",
    "ru": "проф Проф доц акад инж",
    "any": "Bc Mgr JUDr MUDr inż",
}
SUPPORT = Support(ref="log", line=1, line_end=1, session="s", role="tool", trust="agent")
PARTS = [said.split("|") for said in TOLD.values()]
SPELT = [title for single, *phrases in PARTS for title in (*single.split(), *phrases)]
CASES = sorted({*SPELT, *TITLES, *BEFORE_NAMES, "DRA", "SRA"} - {"mᵉ"})
NO_TITLES = [
    "Ask me. Ana knows it well enough",
    "Open a PR. Then merge it at once",
    "Look at my MR. The rest is done",
    "The fr. Please send it on",
    "Latency is 40 ms. The API is slow",
    "The gap is 5 mm. Ana measured it",
    "It takes 2 hr. Ana waits for that",
    "Das ist, was ich mag. Ana mag es nicht",
    "It stops on Fr. The rest runs",
    "Quiero ir. Después volvemos a casa",
    "Saved as utf-8-sig. Nothing else",
    "Per CERT-MX. Framework is new",
    "She is a doctor. He is a baker",
    "That is for the Rev. They like it",
]


@pytest.mark.parametrize("title", CASES)
@pytest.mark.parametrize("line", ["the notary is {}. Elvira Roca and closed on Fridays", "{}. Soto works at Goya"])
def test_a_title_ends_no_sentence(title: str, line: str) -> None:
    text = line.format(title)
    assert [piece.text for piece in pieces(text, prose=True)] == [text]


@pytest.mark.parametrize("title", ["Dra", "dña", "Lic", "Dr. med", "Sig", "dhr", "проф"])
def test_nor_is_a_title_the_end_where_the_name_is_written_small(title: str) -> None:
    text = f"the notary is {title}. elvira roca and closed on fridays"
    assert len(pieces(text, prose=True)) == 1


@pytest.mark.parametrize("title", [*SPELT, "Dr.ª", "Prof.ª", "D.ª", "Sig.ra", "Dott.ssa"])
def test_several_titles_are_none_and_the_end_of_the_sentence_is_one(title: str) -> None:
    stop = "" if title[-1] == "ª" or (title.endswith(("ra", "ssa")) and "." in title) else "."
    first, second = f"Ask Prof. Dr. Weber or {title}{stop} Soto about that.", "The office is closed on Fridays."
    assert [piece.text for piece in pieces(f"{first} {second}", prose=True)] == [first, second]


@pytest.mark.parametrize("text", NO_TITLES)
def test_a_word_that_is_spelt_like_a_title_ends_one(text: str) -> None:
    at = text.index(". ")
    assert [piece.text for piece in pieces(text, prose=True)] == [text[: at + 1], text[at + 2 :]]


@pytest.mark.parametrize("text", ["opens at 7:00. She rang", "costs 4.50. She paid", "runs v2.17. She", "14:05. She"])
def test_a_stop_behind_the_minutes_of_a_time_or_the_cents_of_a_price_ends_a_sentence(text: str) -> None:
    assert not is_within(text, text.index(". She"))


@pytest.mark.parametrize("text", ["on 03. May", "the 3. floor", "(31. March)", "J. Roca rang"])
def test_a_stop_behind_an_ordinal_or_an_initial_ends_none(text: str) -> None:
    assert is_within(text, text.index(". "))


@pytest.mark.parametrize("table", ["words.titles", "words.titles_before_names", "words.abbreviations"])
def test_no_word_of_the_tables_holds_the_stop_it_stands_before(table: str) -> None:
    assert not [word for word in words(table) if word.endswith(".")]


@pytest.mark.parametrize("title", ["Dra", "Dña", "Sig", "Hr", "Mme", "dhr", "проф"])
def test_no_room_takes_a_title_for_an_end(title: str) -> None:
    """Each room says what a name behind a title says without one."""
    text = f"Leo's pediatrician is {title}. Soto now"
    assert unconditional(f"Call {title}. Soto if it hurts; the door is blue") == "the door is blue"
    soto = next(token for token in tokens(text) if token.text == "Soto")
    assert soto.kind == "name"
    never = claim(Statement(text=f"Never call {title}. Soto at night"))
    assert next(token for token in never.tokens if token.text == "Soto").negated
    named = Names({"1": "the eye doctor", "2": f"{title}. Soto"})
    assert list(said_same(named, [f"the eye doctor, alias {title}. Soto, sees Leo"])) == [("1", "2")]
    assert not is_within(f"{title}. Soto rang. Ana came", len(title) + 11)
    assert cut(CLAUSE, f"we call {title}. Soto at night") == [f"we call {title}. Soto at night"]
    assert not is_several(f"the notary is {title}. Soto and nobody else")
    assert first_sentence(f"The notary is {title}. Soto. She is kind.") == f"The notary is {title}. Soto."
    said = Event(
        id="e", ref="log", line=1, line_end=1, at=None, role="tool", trust="untrusted", session="s",
        text=f"Hello all of you. The doctor {title}. Soto sees Leo. Bye to you all.",
    )  # fmt: skip
    told = Candidate(text="the doctor sees Leo", kind="attribute", subject="", support=SUPPORT, confidence=1.0)
    assert quote(told, said) == f"The doctor {title}. Soto sees Leo."
    assert is_governed(f"It is dear; the notary now is {title}. Soto at 9090", "9090")
    assert _relation_at(f"it uses {title}. Soto and the lamp", 20 + len(title))[0] == "uses"


@pytest.mark.parametrize("said", ["the doctor, alias {}", "the doctor, formerly {}", "the doctor is also called {}"])
def test_a_text_may_end_anywhere(said: str) -> None:
    """Each begin of a text is read as the text that it is, whatever the patterns find at its end."""
    text = said.format("Dra. Soto. And so on, J. Roca.")
    named = Names({"1": "the doctor", "2": "Dra. Soto", "3": "D"})
    for end in range(len(text) + 1):
        said_same(named, [text[:end]])
        assert all(part in text[:end] for part in cut(CLAUSE, text[:end]))
