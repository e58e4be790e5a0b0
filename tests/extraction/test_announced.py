"""What opens as a decision, a rule or a standing wish, and what only runs along in a sentence."""

from __future__ import annotations

import pytest

from noctuary.extraction.announced import is_announced


@pytest.mark.parametrize(
    "text",
    [
        "rule: the winch is greased on Mondays", "Our policy is that the winch is greased on Mondays",
        "New policy: the winch is greased on Mondays", "Golden rule: grease the winch", "Decisions: the winch stays",
        "ok, from now on the winch is greased", "From today on no grease", "Henceforth no grease",
        "Hi Nora, decision: the winch is greased by Olsen", "we decided the winch is greased on Mondays",
        "I decided that Olsen greases it", "We\u2019ve all agreed: Olsen greases the winch", "1. Rule: no grease",
        "The decision is to grease the winch", "Let's go with the blue grease", "we'll keep the old winch",
        "ab sofort wird die Winde montags geschmiert", "Also, neue Regel: kein Fett",
        "wir haben beschlossen, sie bleibt",
        "Bon, désormais on graisse le lundi", "Nouvelle règle : pas de graisse",
        "a partir de ahora se engrasa los lunes",
        "Vale, hemos acordado que se queda", "D’ora in poi si ingrassa il lunedì", "abbiamo deciso che resta",
        "Daqui em diante lubrifica-se à segunda", "importante: nova regra: sem óleo",
        "Oké, voortaan smeren we op maandag",
        "nieuwe afspraak: geen vet", "отныне лебёдку смазывают по понедельникам", "Важно: правило: без смазки",
    ],
)  # fmt: skip
def test_what_opens_so_is_announced(text: str) -> None:
    assert is_announced(text)


@pytest.mark.parametrize(
    "text",
    [
        "the winch nobody greases anymore, as agreed on that call", "so pier 3 is no longer what we agreed on",
        "I agreed with your list", "they agreed to send me the invoice", "starting tomorrow I am on the pier",
        "as of now the winch fails", "let's keep going", "no idea why it fails", "the rulebook lies on the pier",
        "ich habe ab jetzt Zeit", "il est désormais trop tard", "creo que a partir de ahora llueve",
        "in futuro vedremo",
        "ela sai daqui para a frente do cais", "ik ben voortaan thuis", "это правило знают все",
    ],
)  # fmt: skip
def test_what_runs_along_is_not(text: str) -> None:
    assert not is_announced(text)
