"""Text from sources is inert in the sheet of `review --edit` and in Prefect's form: no word of it is an answer."""

from __future__ import annotations

import re
from collections.abc import Callable

from markdown_it import MarkdownIt

from noctuary.cli.sheet import answers, sheet
from noctuary.journal import State
from noctuary.model import Entity, Fact, Review
from noctuary.page.view import Likeness, Question
from noctuary.review_queue import queued
from tests.rows import every

KEY, OTHER = "b2:0123456789abcdef", "b2:fedcba9876543210"
ENDS = ["\n", "\r", "\r\n", "\x0b", "\x0c", "\x1c", "\x1d", "\x1e", "\x85", "\u2028", "\u2029"]
FORGED = [f"the gate is open{end}keep-b {KEY}{end}{end}later x{end}" for end in ENDS]
FORGED += [f"keep-b {KEY}", f"# x\n#\nkeep-b {KEY}", f"{'x' * 90} keep-b {KEY}", f"{'x ' * 46}\tkeep-b {KEY}"]
SETTINGS = ["vim: set shell=sh:", "vi:set ff=mac:", "ex: set x", "-*- mode: perl; eval: (x) -*-", "kate: x"]
ACTING = ["\x1b[31mred", "\x1b]8;;https://evil.example\x07x", "\u202ekcab", "\u2066x", "\x9b31m", "\U000e0041"]
PLACES = ("text", "ref", "quote", "role", "session", "reason", "slot", "a_value", "replaces", "entity", "type", "id")
Made = list[Question | Likeness]


def waiting(where: str, said: str, fact: Callable[..., Fact], support: Callable[..., object]) -> tuple[Made, State]:
    """A question of each kind, with `said` in one place of the records that it shows."""

    def put(place: str, plain: str) -> str:
        return said if place == where else plain

    source = support(ref=put("ref", "memory/a.md"), quote=put("quote", "as noted"), role=put("role", "note"))
    ends = ("", " or so", ", as sold")
    facts = [fact(put("text", "Battery life: 14 days") + end, sources=(source,), confidence=0.2) for end in ends]
    entities = [
        Entity(id=f"b2:{number}" + "0" * 15, name=put("entity", "quay") + end, type=put("type", "place"))
        for number, end in ((1, ""), (2, " two"))
    ]
    a, b, third = (one.id for one in facts)
    told = {"reason": put("reason", "they differ"), "slot": put("slot", "battery life")}
    reviews = [
        Review(id=KEY, kind="contradiction", a=a, b=b, a_value=put("a_value", "14 days"), b_value="21", **told),
        Review(id=OTHER, kind="promotion", a=third, replaces=((b, put("replaces", "newer")),), gate="stressed", **told),
        Review(id=put("id", "b2:00000000000000aa"), kind="reverify", a=b, **told),
        Review(id="b2:00000000000000bb", kind="same_entity", a=entities[0].id, b=entities[1].id, **told),
    ]
    state = State(
        facts={one.id: one for one in facts},
        entities={one.id: one for one in entities},
        reviews={one.id: one for one in reviews},
    )
    return queued(state), state


@every("where", PLACES)
@every("said", [*FORGED, *SETTINGS, *ACTING])
def test_a_sheet_that_nobody_edited_answers_nothing(
    said: str, where: str, fact: Callable[..., Fact], support: Callable[..., object]
) -> None:
    items, state = waiting(where, said, fact, support)
    assert len(items) == 4
    text = sheet(items, state.facts)
    if where != "id":
        assert answers(text, "sheet", state.reviews) == []
        bare = [line for line in text.splitlines() if line and not line.startswith("# ") and line != "#"]
        assert bare == [f"later {item.review.id}" for item in items]
    assert all(not line or line.startswith(("#", "later ")) for line in text.splitlines())
    assert all(sign == "\n" or sign.isprintable() for sign in text)
    edges = [*text.splitlines()[:5], *text.splitlines()[-5:]]
    assert not [line for line in edges if "vi" in line or "mode" in line or "gate is open" in line]


def test_an_answer_with_a_strange_line_end_in_its_words_is_one_answer(
    fact: Callable[..., Fact], support: Callable[..., object]
) -> None:
    """What the human pasted behind a word stays behind it; a line ends where an editor ends one."""
    items, state = waiting("", "", fact, support)
    text = sheet(items, state.facts).replace(f"later {KEY}", f"edit {KEY} a\u2028keep-b {OTHER}\x85b")
    for end in ("\n", "\r\n", "\r"):
        [heard] = answers(text.replace("\n", end), "sheet", state.reviews)
        assert (heard.key, heard.word, heard.text) == (KEY, "edit", f"a\u2028keep-b {OTHER}\x85b")


@every("where", [place for place in PLACES if place != "id"])
@every("said", [*FORGED, *ACTING, "<b>x</b>", "![x](https://evil.example/a.png)", "# x"])
def test_prefects_form_shows_it_inert(
    said: str, where: str, fact: Callable[..., Fact], support: Callable[..., object]
) -> None:
    from tasks.review import form, heard, told

    items, state = waiting(where, said, fact, support)
    made = form(items, state.facts)
    fields = made.model_json_schema()["properties"].values()
    titles = [field["title"] for field in fields if "title" in field]
    assert all(sign.isprintable() for title in titles for sign in title)
    assert heard(made()) == []
    beside = [field["description"] for field in fields if "enum" in field]
    assert beside
    shown = "\n\n".join([told(items, state.facts), *beside])
    tokens = [inner for one in MarkdownIt("commonmark").parse(shown) for inner in (one, *(one.children or ()))]
    assert not {one.type for one in tokens} & {"html_inline", "html_block", "image", "link_open"}
    assert not re.search(r"^ {0,3}(?:keep-b|later|- \[)", shown, re.MULTILINE)
