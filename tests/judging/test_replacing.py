"""What is carried out unasked, and what is asked: one thing, one attribute, a value for a value, surely later."""

from __future__ import annotations

import datetime as dt
import itertools

import pytest
from msgspec.structs import replace

from noctuary.judging import judge, replacing
from noctuary.judging.replacing import held_from_replacing, is_governed, is_said_outright, is_worth_asking
from noctuary.judging.retire import retired
from noctuary.judging.slots import slot
from noctuary.judging.statements import of_fact
from noctuary.model import Fact, Statement, Support, fact_id
from tests.rows import every

NOW = dt.datetime(2026, 11, 4, 3, tzinfo=dt.UTC)
MARCH, MAY = dt.date(2026, 3, 2), dt.date(2026, 5, 4)


def fact(text: str, day: dt.date | None = None, *under: str, trust: str = "human", kind: str = "fact") -> Fact:
    at = dt.datetime.combine(day, dt.time(9), dt.UTC) if day else None
    place = {"ref": "MEMORY.md", "line": 1, "line_end": 1, "session": "MEMORY.md"}
    source = Support(**place, role="memory", trust=trust, at=at, quote=text, under=under)
    return Fact(
        id=fact_id(text, ""), text=text, entity="", kind=kind, status="active", confidence=0.9, method="manual",
        verified_at=NOW, trust=trust, sources=(source,), said_on=day, valid_from=day,
    )  # fmt: skip


def why_held(older: Fact, newer: Fact) -> str:
    return held_from_replacing(older, newer, judge(of_fact(older, dt.date.min), of_fact(newer)))


HEADINGS = ("Billing", "Cache", "Alpha host", "Beta host")
REPLACED = [
    ("The API port is 8080", "The API port is now 9090, no longer 8080"),
    ("Membership: 240 euro a year", "Membership raised from 240 to 265 euro a year"),
    ("The vet is Dr. Weber", "The vet is now Dr. Klein, Dr. Weber has retired"),
    ("Backups run on Sundays at 04:00", "Backups now run nightly at 02:30 instead of on Sundays"),
    ("The price of a mooring is 4.50 €", "A mooring costs 4.35 now, not 4.50 anymore"),
    ("The ferry fare is 3.20 EUR", "The ferry fare is 3.40 now, no longer 3.20"),
    ("Mooring depth: 2.50 m", "The mooring depth is 2.75 now instead of 2.50"),
]


@pytest.mark.parametrize("day", [MARCH, None])
@pytest.mark.parametrize(("older", "newer"), REPLACED)
def test_what_calls_the_old_value_former_ends_it_whatever_its_age(older: str, newer: str, day: dt.date | None) -> None:
    assert why_held(fact(older, day), fact(newer, MAY)) == ""


@every("value", [("8080", "9090"), ("10.0.0.1", "10.0.0.2"), ("`/srv/a`", "`/srv/b`")])
@every("label", ["Port", "Address", "Root"])
@every(("one", "two"), list(itertools.permutations(HEADINGS, 2)))
def test_a_bare_field_replaces_none_under_another_heading(
    one: str, two: str, label: str, value: tuple[str, str]
) -> None:
    older = fact(f"{label}: {value[0]}", MARCH, "Services", one)
    newer = fact(f"{label}: {value[1]}", MAY, "Services", two)
    assert why_held(older, newer)
    assert not is_worth_asking(older, newer)


@pytest.mark.parametrize("days", [(None, MAY), (None, None), (MAY, None)])
@pytest.mark.parametrize(
    ("older", "newer"), [("The API port is 8080", "The API port is 9090"), ("Editor: Vim", "Editor: Helix")]
)
def test_a_line_without_a_day_is_replaced_by_no_date(
    older: str, newer: str, days: tuple[dt.date | None, dt.date | None]
) -> None:
    assert why_held(fact(older, days[0]), fact(newer, days[1], trust="agent"))


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("Tiles: 1002 tiles in total", "Tiles: 4 tiles accepted"),
        ("581 rooms are covered", "1141 rooms are covered as of 2026-04-28"),
        ("The suite has ~300 tests", "The suite has ~320 tests"),
        ("Open: 14 issues", "Open: 9 issues"),
        ("Last updated: 2026-03-02", "Last updated: 2026-05-04"),
        ("Date: 2026-03-02", "Date: 2026-05-04"),
        ("Status: blocked", "Status: done"),
        ("PR #379 was merged", "PR #51165 was merged"),
    ],
)  # fmt: skip
def test_a_counter_a_stamp_or_a_status_replaces_nothing_and_is_not_asked(older: str, newer: str) -> None:
    one, two = fact(older, MARCH, trust="agent"), fact(newer, MAY, trust="agent")
    assert why_held(one, two)
    assert not is_worth_asking(one, two)


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("Session lifetime: 7 days (was 24 hours)", "Changed session lifetime from 24 hours to 7 days (168 hours)"),
        ("Tunnel timeout: 90 s (previously 30 s)", "Raised the tunnel timeout from 30 s to 90 s (1.5 minutes)"),
        ("Web servers: none, the proxy serves all", "Removed the `caddy` web server, the proxy serves all now"),
        ("Plugins: none, only what the host brings", "Removed the `linear` plugin, the host brings it"),
    ],
)
def test_a_value_told_before_and_the_name_of_a_field_that_ended_retire_no_line(older: str, newer: str) -> None:
    one, two = fact(older), fact(newer, MAY, trust="agent")
    verdict = judge(of_fact(one, dt.date.min), of_fact(two))
    assert verdict.kind not in ("contradiction", "supersession") or held_from_replacing(one, two, verdict)


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        (
            "10.4.4.7: `mail.harbour.example` (Postfix relay)",
            "Relay moved: `chat.harbour.example` is now at 10.4.4.9 (Postfix)",
        ),
        ("`lock-a.quay` relay: 10.4.4.7", "`lock-b.quay` relay is now 10.4.4.9, no longer 10.4.4.8"),
    ],
)
def test_the_addresses_of_two_hosts_have_nothing_to_do_with_each_other(older: str, newer: str) -> None:
    one, two = fact(older, MARCH, trust="agent"), fact(newer, MAY, trust="agent")
    assert why_held(one, two)
    assert not is_worth_asking(one, two)


def test_a_host_that_is_the_same_or_left_out_gets_another_address() -> None:
    older = fact("`mail.harbour.example` (Postfix relay): 10.4.4.7", MARCH, trust="agent")
    for text in (
        "`mail.harbour.example` relay is now 10.4.4.9, no longer 10.4.4.7",
        "The Postfix relay is now 10.4.4.9, no longer 10.4.4.7",
    ):
        assert why_held(older, fact(text, MAY, trust="agent")) == ""


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        (
            "Harbour digest cron — retired, fully removed. Do not recreate.",
            "Retired crons: tide mailer, harbour digest cron",
        ),
        ("The north crane is decommissioned", "Decommissioned for good: north crane, south crane"),
    ],
)
def test_what_tells_of_the_same_end_retires_no_line_that_tells_of_it(older: str, newer: str) -> None:
    one, two = fact(older), fact(newer, MAY, trust="agent")
    verdict = judge(of_fact(one, dt.date.min), of_fact(two))
    assert verdict.kind not in ("contradiction", "supersession") or held_from_replacing(one, two, verdict)


@pytest.mark.parametrize(
    ("older", "newer", "is_new"),
    [
        ("Gauge API v2 (`/rest/v2`) is deprecated (410), use `/api/v3/`", "Gauge API v2 is dead (410), use v3", False),
        ("Gauge API v2 (`/rest/v2`) is deprecated (410), use `/api/v3/`", "Gauge API v2 is dead (410), use v4", True),
        ("Cluster upgraded: 1.27 -> 1.29", "the cluster went from 1.27 to 1.29", False),
        ("The cluster runs 1.27", "the cluster went from 1.27 to 1.29", True),
    ],
)
def test_a_value_gives_way_only_to_one_that_is_new(older: str, newer: str, is_new: bool) -> None:
    met = slot(Statement(text=older), Statement(text=newer))
    assert retired(met.one, met.two, met.met).is_replaced is is_new


def test_the_same_words_of_two_days_are_not_asked() -> None:
    text = "no commits today, and the tests take 40 minutes"
    assert not is_worth_asking(fact(text, MARCH, trust="agent"), fact(text, MAY, trust="agent"))


@pytest.mark.parametrize(
    "report", ["Deployed on Friday at 18:00 after the fix", "Fixed the deploy on Friday", "We deployed on Friday"]
)
@pytest.mark.parametrize("kind", ["constraint", "preference"])
def test_a_rule_is_replaced_by_no_report(report: str, kind: str) -> None:
    rule = fact("Never deploy on a Friday", MARCH, kind=kind)
    assert why_held(rule, fact(report, MAY, trust="agent"))


@pytest.mark.parametrize("speaker", ["user", "assistant", "Human"])
def test_who_speaks_is_no_attribute(speaker: str) -> None:
    older, newer = fact(f"{speaker}: the port is 8080", MARCH), fact(f"{speaker}: the timeout is 90 s", MAY)
    assert why_held(older, newer)
    assert not is_worth_asking(older, newer)


@pytest.mark.parametrize(
    ("text", "value", "is_so"),
    [
        ("the API port is now 9090, told Ana", "9090", True),
        ("no, the series is 2026-B", "2026-B", True),
        ("the nightly export on merlin is now fixed, 14:20", "14:20", False),
        ("the rent is 640 € now, 30 € more, due on the third", "30", False),
        ("fixed the counts (now 48), see MEMORY.md", "MEMORY.md", False),
        ("now that it works: timeout 30 s; retries 3", "3", False),
        ("the port is 9090", "9090", False),
        ("the port is now 9090", "", False),
    ],
)  # fmt: skip
def test_a_word_of_change_counts_only_where_it_governs_the_value(text: str, value: str, is_so: bool) -> None:
    assert is_governed(text, value) is is_so


UNREAD = [
    ("El puerto de la API es 8080", "El puerto de la API es 9090"),
    ("Лимит: App ≤ 2", "Лимит: App ≤ 3"),
    ("发布时间：2026年2月26日", "发布时间：2025年7月23日"),
]


@pytest.mark.parametrize(("one", "two"), UNREAD)
def test_what_agents_alone_wrote_in_a_language_nobody_reads_is_not_asked(one: str, two: str) -> None:
    sides = [replace(fact(text, MAY, "Ops", trust="agent"), status="candidate") for text in (one, two)]
    assert not is_worth_asking(*sides)
    backed = [replace(side, status=status) for side, status in zip(sides, ("active", "candidate"), strict=True)]
    assert is_worth_asking(*backed) == is_worth_asking(*(fact(text, MAY, "Ops") for text in (one, two)))


LIMITS = ("The webhook retry limit is 3", "The webhook retry limit is 5")


@pytest.mark.parametrize(
    ("days", "under", "trust", "kind", "is_asked"),
    [
        ((MARCH, MAY), ("Health check", "Health check"), "agent", "fact", False),
        ((MARCH, MAY), ("Run 12, 2 March", "Run 13, 4 May"), "agent", "fact", False),
        ((MARCH, MAY), ("Health check", "Set-up"), "agent", "fact", True),
        ((MARCH, MARCH), ("Health check", "Health check"), "agent", "fact", True),
        ((None, MAY), ("Health check", "Health check"), "agent", "fact", True),
        ((MARCH, MAY), ("Health check", "Health check"), "human", "fact", True),
        ((MARCH, MAY), ("Health check", "Health check"), "agent", "decision", True),
        ((MARCH, MAY), ("2026-03-02", "2026-05-04"), "agent", "fact", True),
    ],
    ids=["a report", "numbered", "other heading", "one day", "standing", "a human's", "a decision", "a diary"],
)
def test_what_an_agent_reports_on_two_days_is_each_of_its_day(
    days: tuple[dt.date | None, dt.date], under: tuple[str, str], trust: str, kind: str, is_asked: bool
) -> None:
    sides = [
        replace(fact(text, day, "Log", above, trust=trust, kind=kind), status="candidate")
        for text, day, above in zip(LIMITS, days, under, strict=True)
    ]
    assert is_worth_asking(*sides) == is_asked
    assert is_worth_asking(replace(sides[0], status="active"), sides[1])


def test_a_report_that_tells_a_change_is_asked() -> None:
    sides = [
        fact(text, day, "Health check", trust="agent")
        for text, day in ((LIMITS[0], MARCH), ("The webhook retry limit is now 5", MAY))
    ]
    assert is_worth_asking(*sides)


@pytest.mark.parametrize("asked", ["Is the webhook retry limit 5?", "Is the webhook retry limit still 5?"])
def test_a_question_clashes_with_nothing(asked: str) -> None:
    assert not is_worth_asking(fact(LIMITS[0], MARCH), fact(asked, MAY))
    assert is_worth_asking(fact(LIMITS[0], MARCH), fact(LIMITS[1], MAY))


@pytest.mark.parametrize("trust", ["agent", "human"])
@pytest.mark.parametrize(("label", "value"), [("Port", ("8080", "9090")), ("Script", ("`/srv/a.sh`", "`/srv/b.sh`"))])
def test_a_bare_field_falls_only_to_what_tells_of_its_record(label: str, value: tuple[str, str], trust: str) -> None:
    """Where agents wrote both, it is not asked about either."""
    field = fact(f"{label}: {value[0]}", MARCH, "Invoices", trust=trust)
    other = fact(f"The new mooring {label.lower()} is now {value[1]}", MAY, "Moorings", trust=trust)
    same = fact(f"The new invoices {label.lower()} is now {value[1]}", MAY, "Moorings", trust=trust)
    former = fact(f"The {label.lower()} is now {value[1]}, no longer {value[0]}", MAY, "Moorings", trust=trust)
    assert why_held(field, other)
    assert why_held(field, same) == why_held(field, former) == ""
    assert trust == "human" or not is_worth_asking(field, other)


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("Regatta: needs filming on Thursday", "Regatta filming"),
        (
            "Night jobs: read the tides, write the page",
            "The helper taught all night jobs to read the tides and to write",
        ),
        ("Engines: several at once (diesel, electric)", "Switched back to the engines of May: diesel"),
    ],
)
@pytest.mark.parametrize("trust", ["agent", "human"])
def test_two_texts_under_one_label_are_no_question(one: str, two: str, trust: str) -> None:
    assert not is_worth_asking(fact(one, None, "Notes", trust=trust), fact(two, MAY, "Log", trust="agent"))


OUTRIGHT = [
    ("Die Waage steht auf 40 kg", "Die Waage steht jetzt auf 45 kg"),
    ("Le local ferme à 21:00", "Le local ferme désormais à 22:00"),
    ("O salão fecha às 21:00", "O salão agora fecha às 22:00"),
    ("Het depot sluit om 21:00", "Het depot sluit voortaan om 22:00"),
    ("Склад открыт до 21:00", "Склад теперь открыт до 22:00"),
]


@pytest.mark.parametrize(("older", "newer"), OUTRIGHT)
def test_a_change_in_the_same_words_needs_no_reader_of_its_language(older: str, newer: str) -> None:
    assert is_said_outright(fact(older), fact(newer, MAY, trust="agent"))


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("The scale stands at 40 kg", "The scale now stands at 45 kg"),  # its reader knows English
        ("Le local ferme à 21:00", "Le local ferme à 22:00"),  # no word for a change
        ("Le local ferme à 21:00", "Le dépôt nord ferme désormais à 22:00 le samedi"),  # not in its words
        ("Le local ferme à 21:00", "Le local ferme désormais plus tôt"),  # no value for a value
    ],
)
def test_what_is_not_said_outright_is_left_to_the_reader(older: str, newer: str) -> None:
    assert not is_said_outright(fact(older), fact(newer, MAY, trust="agent"))


@pytest.mark.parametrize(
    ("heading", "newer", "is_of_it"),
    [
        ("Bar Lino", "The discount of Bar Lino is 8 % now", True),
        ("Bar Lino (Calle Mayor 3, closed on Mondays)", "The discount of Bar Lino is 8 % now", True),
        ("Bar Lino", "The discount of Bar Tano is 8 % now", False),
        ("Bar Lino", "The discount at the bar is 8 % now", False),
        ("Bar Lino", "The discount is 8 % now", False),
    ],
)
def test_a_bare_field_falls_to_what_has_most_of_the_name_above_it(heading: str, newer: str, is_of_it: bool) -> None:
    older = fact("Discount: 10 %", MARCH, "Memory", heading)
    assert (why_held(older, fact(newer, MAY)) == "") is is_of_it


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("Junior membership: 110 euro", "Membership is 265 euro now, raised from 240 euro"),
        ("The discount is 10 %", "The discount is 8 % now, no longer 5 %"),
        ("Phone hours: Mondays 17:00", "Phone hours are Thursdays 13:00 now, no longer Tuesdays"),
    ],
)
def test_what_says_that_its_value_was_another_one_is_nothing_against_a_line(older: str, newer: str) -> None:
    one, two = fact(older, MARCH), fact(newer, MAY)
    assert why_held(one, two)
    assert not is_worth_asking(one, two)


@pytest.mark.parametrize(
    ("older", "newer", "is_asked"),
    [
        ("The API port is 7070", "the API port is now 9090, no longer 8080", True),
        ("nginx workers: 4", "nginx workers: 8, no longer 6", True),
        ("The API port is 7070", "the cache port is now 9090, no longer 6379", False),
        ("The API port is 7070", "the API port of staging is now 9090, no longer 8080", False),
    ],
)
def test_another_value_of_the_very_same_thing_is_asked_about(older: str, newer: str, is_asked: bool) -> None:
    one, two = fact(older, MARCH), fact(newer, MAY)
    assert why_held(one, two)
    assert is_worth_asking(one, two) is is_asked


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("The crane is painted in spring", "The crane has a new driver since spring"),
        ("The kiosk sells tickets and maps", "The kiosk sells maps of the harbour"),
        ("Guests moor at the north pier", "Now guests moor and fuel at the north pier"),
    ],
)
def test_where_nothing_clashes_nothing_else_is_weighed(older: str, newer: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Most pairs that a night looks at show no clash: whether they are of one thing and record is not asked of them."""
    asked: list[str] = []
    for name in ("are_reported", "is_one_thing", "is_headed", "is_report"):
        monkeypatch.setattr(replacing, name, lambda *_, name=name: asked.append(name))
    assert not is_worth_asking(fact(older, MARCH), fact(newer, MAY))
    assert asked == []
