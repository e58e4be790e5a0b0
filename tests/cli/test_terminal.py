"""No sign that a terminal acts on reaches it from a source, whichever verb prints and whoever reads."""

from __future__ import annotations

import datetime as dt
import json
import logging
import logging.config
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from noctuary.cli import main
from noctuary.cli.terminal import Inert, aloud, markup
from noctuary.inert import visible
from noctuary.journal import append, closing, record
from noctuary.model import Fact, Review, Support, fact_id
from noctuary.settings import open_workspace

ACTING = {
    "colour": "\x1b[31mred", "link": "\x1b]8;;https://evil.example\x07x", "bell": "\x07", "back": "a\x08b",
    "C1": "\x9b31m", "line": "a\rb", "order": "\u202eb", "isolate": "\u2066b", "tag": "\U000e0041", "rub out": "\x7f",
    "separator": "\u2028",
}  # fmt: skip
VERBS = [
    ["facts"], ["facts", "--json"], ["facts", "--as-of", "2026-06-01T00:00:00"], ["review", "list"],
    ["review", "list", "--json"], ["review"], ["search", "harbour"], ["search", "harbour", "--json"], ["why", "KEY"],
    ["why", "KEY", "--json"], ["status"], ["walk", "harbour"], ["why-not", "harbour"], ["verify"],
    ["rebuild"], ["undo", "KEY"], ["vouch", "KEY"], ["was", "harbour", "--on", "2026-06-01"], ["dream", "--dry-run"],
]  # fmt: skip


def is_quiet(text: str) -> bool:
    return all(sign == "\n" or (sign.isprintable() and not 0x2028 <= ord(sign) <= 0x202E) for sign in text)


@pytest.mark.parametrize("sign", ACTING.values(), ids=list(ACTING))
def test_what_a_terminal_acts_on_is_written_out(sign: str) -> None:
    assert is_quiet(visible(sign))
    assert json.loads(visible(json.dumps(f"a{sign}b", ensure_ascii=False))) == f"a{sign}b"


SILENCED: dict[str, Callable[[logging.Logger], object]] = {
    "disabled by another's configuration": lambda log: logging.config.dictConfig({"version": 1}),
    "raised above warnings": lambda log: log.setLevel(logging.CRITICAL),
}


@pytest.mark.parametrize("how", SILENCED)
def test_a_warning_is_told_whatever_silenced_the_logger_before(how: str, capsys: pytest.CaptureFixture[str]) -> None:
    log = logging.getLogger("noctuary")
    try:
        SILENCED[how](log)
        before = log.disabled, log.level
        with aloud():
            log.warning("the journal's end is %s", "torn")
        assert capsys.readouterr().err == "noctuary: the journal's end is torn\n"
        assert (log.disabled, log.level) == before != (False, logging.NOTSET)
    finally:
        log.disabled = False
        log.setLevel(logging.NOTSET)


@given(st.text())
def test_ordinary_text_is_printed_as_it_is(text: str) -> None:
    shown = visible(text)
    assert visible(shown) == shown
    assert shown == text or not is_quiet(text)


def test_a_stream_lets_nothing_past() -> None:
    under = StringIO()
    stream = Inert(under)
    stream.write("a\x1b[31m")
    stream.writelines(["b\x07\n"])
    print("c\x9b", file=stream)
    assert under.getvalue() == "a\\u001b[31mb\\u0007\nc\\u009b\n"
    assert not hasattr(stream, "buffer")


@pytest.mark.parametrize(
    "text", ["[red]x[/red]", "[link=https://evil.example]x[/link]", "[/]", ":tada:", "\x1b[1m"]
)
def test_rich_reads_no_markup_in_what_it_is_given(text: str) -> None:
    under = StringIO()
    Console(file=under, highlight=False, emoji=False, force_terminal=True).print(markup(text), end="")
    assert under.getvalue() == visible(text)


@pytest.mark.parametrize("verb", VERBS, ids=" ".join)
@pytest.mark.parametrize("sign", [ACTING["link"], ACTING["C1"], ACTING["order"], "[red]x[/red]\x1b[2J"])
def test_no_verb_prints_what_a_terminal_acts_on(workspace: Path, now: dt.datetime, verb: list[str], sign: str) -> None:
    space = open_workspace(workspace)
    text = f"the harbour {sign} gate opens at six"
    source = Support(
        ref=f"memory/{sign}.md", line=1, line_end=1, session=sign, role="note", trust="human", at=now, quote=text
    )
    facts = [
        Fact(id=fact_id(text + end, "harbour"), text=text + end, entity="harbour", kind="fact", status="active",
             confidence=0.8, method="manual", verified_at=now, trust="human", sources=(source,))
        for end in ("", " sharp")
    ]  # fmt: skip
    asked = Review(id="b2:00000000000000aa", kind="contradiction", a=facts[0].id, b=facts[1].id, reason=text, slot=text)
    batch = "vouched:x:1"
    made = [record(value, now, batch) for value in (*facts, asked)]
    append(space.journal, [*made, closing(batch, now, len(made))])
    words = [facts[0].id if word == "KEY" else word for word in verb]
    runner = CliRunner()
    assert runner.invoke(main, ["rebuild", "-w", str(workspace)]).exit_code == 0
    told = runner.invoke(main, [*words, "-w", str(workspace)])
    assert told.exit_code in (0, 2)
    assert is_quiet(told.output), told.output
