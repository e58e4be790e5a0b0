"""What somebody else is said to say is no rule of the owner's: it is told as a fact about who said it."""

from __future__ import annotations

from noctuary.extraction.statement_kind import kind_of
from tests.rows import every

RULES = [
    "never deploy on a friday", "the invoice must be signed", "nobody may enter the vault",
    "wir dürfen nie freitags liefern",
    "il faut fermer à six heures", "no se puede entrar sin llave", "devono chiamare prima", "deve pagar antes",
    "nooit roken in de zaal",
]  # fmt: skip
REPORTS = [
    "pilar says", "my boss told me that", "according to marco", "the doctor said:", "der chef sagt,", "laut anna gilt:",
    "marie dit qu'on sait:", "según ana,", "ana dijo que", "secondo lucia", "o chefe disse que", "de baas zegt dat",
]  # fmt: skip
OWN = [
    "",
    "we said",
    "i told them that",
    "wir meinten:",
    "rule:",
    "from the team:",
    "whoever says yes knows:",
    "as i said",
    "yesterday i said",
    "remember what i said",
    "comme je l'ai dit",
    "j'ai dit:",
    "ti ho detto",
    "our readme says",
    "according to our plan",
]


@every("rule", RULES)
def test_a_rule_told_as_anothers_words_is_a_fact(rule: str) -> None:
    assert kind_of(rule, {}, "note") == "constraint"
    for report in REPORTS:
        assert kind_of(f"{report} {rule}", {}, "note") == "fact", report
    for own in OWN:
        assert kind_of(f"{own} {rule}".strip(), {}, "note") == "constraint", own


@every("line", ["the kennel insists on vaccination", "support answers must be short", "marco must always say hello"])
def test_a_verb_of_saying_that_reports_nothing_leaves_the_rule(line: str) -> None:
    assert kind_of(line, {}, "note") == "constraint"
