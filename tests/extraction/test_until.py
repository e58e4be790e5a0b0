"""What is said to hold for a time only: that it is, and which day it ends on, counted from its own day."""

from __future__ import annotations

import datetime as dt

import pytest

from noctuary.extraction.extract import extract
from noctuary.extraction.until import over_on
from noctuary.extraction.when import days
from noctuary.model import Candidate, Event
from noctuary.text.bounded import is_bounded
from noctuary.text.days import dated

MONDAY = dt.date(2026, 10, 5)
FRIDAY, SUNDAY, OCTOBER = dt.date(2026, 10, 9), dt.date(2026, 10, 11), dt.date(2026, 10, 31)
DATED = [
    ("Opening hours are now 9:00–14:00 this week only because of the fair, no longer 7:30–14:00", SUNDAY),
    ("Only this week the crane is free of charge", SUNDAY),
    ("The crane is free of charge (just for this week)", SUNDAY),
    ("This weekend only the slipway opens at 6:00", SUNDAY),
    ("The office is in the galley for the rest of the week", SUNDAY),
    ("Today only: mussels are 4 € a kilo", MONDAY),
    ("Tomorrow only, the ferry leaves at 7:15", dt.date(2026, 10, 6)),
    ("This month only the mooring costs 380 €", OCTOBER),
    ("Next week only the crane test is on Wednesday", dt.date(2026, 10, 18)),
    ("Until Friday Leo goes home with Carmen instead of Marta, Marta is travelling", FRIDAY),
    ("Leo goes home with Carmen instead of Marta until Friday", FRIDAY),
    ("Leo goes home with Carmen, but only until Friday", FRIDAY),
    ("Leo goes home with Carmen until next Tuesday", dt.date(2026, 10, 6)),
    ("Until tomorrow the gate code is not asked for", dt.date(2026, 10, 6)),
    ("Until the end of October the egg supplier is now Sanz, no longer Olmos, then back", OCTOBER),
    ("The egg supplier, until the end of October, is Sanz", OCTOBER),
    ("We rent the second crane till the end of March", dt.date(2027, 3, 31)),
    ("During the swimming course (until end of November) Leo is picked up at 18:00", dt.date(2026, 11, 30)),
    ("Until the end of this week the quay is one way", SUNDAY),
    ("Until the end of the month the quay is one way", OCTOBER),
    ("Until the end of 2026 the fee stays at 380 €", dt.date(2026, 12, 31)),
    ("Until the wedding on 24 October Ana works afternoons instead of mornings", dt.date(2026, 10, 24)),
    ("The quay is one way until 24 October", dt.date(2026, 10, 24)),
    ("The quay is one way until October 24th, 2026", dt.date(2026, 10, 24)),
    ("The quay is one way until 2026-10-24", dt.date(2026, 10, 24)),
    ("For the next two weeks the pump is switched on by hand", dt.date(2026, 10, 19)),
    ("Nur diese Woche öffnet der Hafen um 9:00", SUNDAY),
    ("Bis Freitag holt Carmen Leo ab statt Marta", FRIDAY),
    ("Bis Ende Oktober kommen die Eier von Sanz", OCTOBER),
    ("Die Eier kommen bis zum 24. Oktober von Sanz", dt.date(2026, 10, 24)),
    ("Nur heute kostet der Kran nichts", MONDAY),
    ("Solo esta semana abrimos a las 9:00", SUNDAY),
    ("Hasta el viernes Leo se va a casa con Carmen en vez de con Marta", FRIDAY),
    ("Hasta finales de octubre los huevos los trae Sanz", OCTOBER),
    ("Los huevos los trae Sanz hasta el 24 de octubre", dt.date(2026, 10, 24)),
    ("Cette semaine seulement, nous ouvrons à 9h00", SUNDAY),
    ("Jusqu'à vendredi Léo rentre avec Carmen au lieu de Marta", FRIDAY),
    ("Jusqu'à la fin octobre les œufs viennent de chez Sanz", OCTOBER),
    ("Les œufs viennent de chez Sanz jusqu'au 24 octobre", dt.date(2026, 10, 24)),
    ("Solo questa settimana apriamo alle 9:00", SUNDAY),
    ("Fino a venerdì Leo torna a casa con Carmen invece che con Marta", FRIDAY),
    ("Fino alla fine di ottobre le uova le porta Sanz", OCTOBER),
    ("Le uova le porta Sanz fino al 24 ottobre", dt.date(2026, 10, 24)),
    ("Alleen deze week gaan we om 9:00 open", SUNDAY),
    ("Tot vrijdag gaat Leo met Carmen naar huis in plaats van met Marta", FRIDAY),
    ("Tot eind oktober komen de eieren van Sanz", OCTOBER),
    ("De eieren komen tot 24 oktober van Sanz", dt.date(2026, 10, 24)),
    ("Só esta semana abrimos às 9:00", SUNDAY),
    ("Até sexta-feira o Leo vai para casa com a Carmen em vez da Marta", FRIDAY),
    ("Até ao fim de outubro os ovos vêm do Sanz", OCTOBER),
    ("Os ovos vêm do Sanz até 24 de outubro", dt.date(2026, 10, 24)),
    ("Только на этой неделе мы открываемся в 9:00", SUNDAY),
    ("До пятницы Лео забирает Кармен вместо Марты", FRIDAY),
    ("До конца октября яйца привозит Санс", OCTOBER),
    ("До 24 октября яйца привозит Санс", dt.date(2026, 10, 24)),
    ("仅本周营业时间是9:00到14:00", SUNDAY),
    ("到10月底鸡蛋由桑斯供应", OCTOBER),
    ("今週だけ営業時間は9:00からです", SUNDAY),
    ("10月末まで卵はサンスから仕入れる", OCTOBER),
]
UNDATED = [
    "For now the office is in the galley",
    "The office is in the galley until further notice",
    "The gate is temporarily opened by hand",
    "While Marta is travelling Leo goes home with Carmen",
    "While Ana is on holiday (two weeks) Sofía works at the counter instead of Ana",
    "During the fiestas we open at 9:00",
    "Opening hours over Christmas week: 8:00–13:00",
    "This week Leo goes home with Carmen",
    "Leo goes home with Carmen until Marta is back",
    "Orders for the weekend are taken until Friday",
    "Every autumn the crane is free until the end of October",
    "Ana works Wed–Fri from now on, and Sofía helps at the counter until Friday",
    "Ana works mornings for good; Sofía is at the counter until the end of October",
    "Vorläufig ist das Büro in der Kombüse",
    "Bis auf Weiteres ist das Büro in der Kombüse",
    "Solange Marta verreist ist, holt Carmen Leo ab",
    "Por ahora la oficina está en la cocina",
    "Mientras Marta está de viaje, Leo se va con Carmen",
    "Pour le moment le bureau est dans la cuisine",
    "Jusqu'à nouvel ordre le bureau est dans la cuisine",
    "Per ora l'ufficio è in cucina",
    "Fino a nuovo avviso l'ufficio è in cucina",
    "Voorlopig is het kantoor in de kombuis",
    "Tot nader order is het kantoor in de kombuis",
    "Por enquanto o escritório fica na cozinha",
    "Até nova ordem o escritório fica na cozinha",
    "Пока офис на кухне",
    "До дальнейших распоряжений офис на кухне",
    "办公室暂时在厨房",
    "当面事務所は厨房です",
]
UNBOUNDED = [
    "The office is in the galley now, no longer on the quay",
    "From this week on the office is in the galley",
    "Since this week the pump is switched on by hand",
    "This week we moved the office to the galley",
    "The shop is open until 16:30",
    "The shop is open from Monday until Friday",
    "Ana now works Tuesday until Thursday",
    "Until now we paid with PayPal, from today with Stripe",
    "Until October we used Holded, now it is Odoo",
    "The contract with Iberdrola runs until 31 December 2026",
    "The passport is valid until 3 May 2030",
    "The launch is postponed until Friday",
    "The order must be in by Friday",
    "The crane test is on Fridays only",
    "Only Ana may use the crane this way",
    "The week before the regatta the quay is one way",
    "Retry a call up to 5 times",
    "We ship worldwide for free",
    "Das Büro ist jetzt in der Kombüse",
    "Der Laden ist von Montag bis Freitag offen",
    "Der Laden ist bis 18 Uhr offen",
    "Bisher zahlten wir mit PayPal",
    "La tienda abre de lunes a viernes hasta las 14:00",
    "Hasta ahora pagábamos con PayPal",
    "Le magasin est ouvert jusqu'à 18 h",
    "Il negozio è aperto fino alle 18",
    "De winkel is open tot 18 uur",
    "A loja abre até às 18h",
    "Магазин открыт до 18:00",
    "",
]


def candidate(text: str, day: dt.date = MONDAY, role: str = "note") -> Candidate:
    at = dt.datetime.combine(day, dt.time(9), dt.UTC)
    event = Event(
        id="e", ref="memory/2026-10-05.md", line=1, line_end=1, at=at, role=role, trust="agent", session="s",
        text=f"remember: {text}",
    )  # fmt: skip
    support = next(one.support for one in extract(event))
    return Candidate(text=text, kind="fact", subject="", support=support, confidence=1.0, days=days(text, day))


@pytest.mark.parametrize(("text", "last"), DATED)
def test_the_day_after_its_last_is_the_first_on_which_it_holds_no_more(text: str, last: dt.date) -> None:
    assert is_bounded(text)
    assert over_on(candidate(text)) == last + dt.timedelta(days=1)


@pytest.mark.parametrize(("text", "last"), DATED)
def test_the_same_words_of_another_year_are_another_statement(text: str, last: dt.date) -> None:
    later = candidate(text, dt.date(2028, 10, 2))
    is_full = str(last.year) in text
    assert (over_on(later) == over_on(candidate(text))) == is_full
    assert (dated(later) == dated(candidate(text))) == is_full


@pytest.mark.parametrize("text", UNDATED)
def test_what_holds_for_a_time_that_nobody_can_date_has_no_end(text: str) -> None:
    assert is_bounded(text)
    assert over_on(candidate(text)) is None


@pytest.mark.parametrize("text", UNBOUNDED)
def test_what_holds_for_good_is_not_bounded(text: str) -> None:
    assert not is_bounded(text)
    assert over_on(candidate(text)) is None


def test_without_a_day_of_its_own_nothing_is_dated() -> None:
    undated = Candidate(
        text=DATED[0][0], kind="fact", subject="", support=candidate("x y z").support, confidence=1.0, days=()
    )
    assert is_bounded(undated.text)
    assert over_on(undated) is None
