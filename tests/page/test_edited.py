"""What a human did to the block: told from what formatters do, by ids or by words."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noctuary.page.edited import compare, key_of

IDS = {name: f"b2:{name * 16}" for name in "abcd"}
TEXTS = {
    "a": "API port: 8080",
    "b": "the office is in Gdansk and has *two* rooms, both on the upper floor",
    "c": "Nell is allergic to hazelnuts, see `allergy_list`",
    "d": "never deploy on a Saturday",
}
HEAD = "## Learned by night\n\n*Kept by Noctuary. Text outside these marks is yours.*\n\n### Facts\n\n"
TAIL = '\n### No longer true, though still written outside this block\n\n- "old" → new <!-- b2:eeeeeeeeeeeeeeee -->\n'
PAPERS = "\n  *(verified: 2026-05-01, confidence: 0.80, decay: 90d)*\n  *(sources: a.md:1)*\n  *(method: manual)*"
LINES = {
    "comment": {key: f"- {text} <!-- {IDS[key]} 2026-05-01 a.md:1 -->" for key, text in TEXTS.items()},
    "inline": {key: f"- {text}{PAPERS}" for key, text in TEXTS.items()},
    "none": {key: f"- {text}" for key, text in TEXTS.items()},
}
KNOWN = {key_of(text): IDS[key] for key, text in TEXTS.items()}
FORMS = pytest.mark.parametrize("form", list(LINES))


def body(form: str, keys: str = "abcd") -> str:
    return HEAD + "".join(f"{LINES[form][key]}\n" for key in keys) + TAIL


@FORMS
@pytest.mark.parametrize(
    "edit",
    [
        lambda text: text,
        lambda text: text.replace("\n- ", "\n* "),
        lambda text: text.replace("\n- ", "\n  - "),
        lambda text: text.replace("\n- ", "\n1. "),
        lambda text: text.replace("\n", "   \n"),
        lambda text: text.replace("\n", "\n\n"),
        lambda text: text.replace("*two*", "_two_").replace("allergy_list", "allergy\\_list"),
        lambda text: text.replace("has *two* rooms, both", "has\n  *two* rooms,\n  both"),
        lambda text: text.replace("has *two* rooms, both", "has\n*two* rooms, both"),
        lambda text: text.replace("\n- never deploy on", "\nnever deploy on"),
        lambda text: text.replace("### Facts", "### What I know"),
        lambda text: text.replace("Text outside", "Text\noutside"),
    ],
)
def test_what_a_formatter_does_is_no_edit(form: str, edit) -> None:  # type: ignore[no-untyped-def]
    assert not compare(body(form), edit(body(form)), KNOWN)


@FORMS
@pytest.mark.parametrize("order", ["dcba", "bacd", "cadb"])
def test_a_moved_line_is_no_edit(form: str, order: str) -> None:
    assert not compare(body(form), body(form, order), KNOWN)


@FORMS
def test_a_line_that_is_gone_or_struck_out_is_deleted(form: str) -> None:
    assert compare(body(form), body(form, "abd"), KNOWN).deleted == (IDS["c"],)
    struck = body(form).replace(TEXTS["c"], f"~~{TEXTS['c']}~~")
    assert compare(body(form), struck, KNOWN).deleted == (IDS["c"],)


@FORMS
def test_a_reworded_line_is_a_correction_of_the_line_it_was(form: str) -> None:
    found = compare(body(form), body(form, "dcba").replace("8080", "9090"), KNOWN)
    assert [(one.id, one.text) for one in found.changed] == [(IDS["a"], "API port: 9090")]
    assert not found.deleted
    assert not found.added


def test_with_its_id_a_line_may_say_something_else_altogether() -> None:
    found = compare(body("comment"), body("comment").replace(TEXTS["d"], "ask Ines"), KNOWN)
    assert [(one.id, one.text) for one in found.changed] == [(IDS["d"], "ask Ines")]


@FORMS
@pytest.mark.parametrize("line", ["- the key hangs behind the door", "the key hangs behind the door"])
def test_a_new_line_is_the_humans_own(form: str, line: str) -> None:
    edited = body(form).replace(TAIL, f"\n{line}\n{TAIL}")
    found = compare(body(form), edited, KNOWN)
    assert [one.text for one in found.added] == ["the key hangs behind the door"]
    assert not found.deleted


def test_a_copied_line_that_was_reworded_is_new_and_the_first_stands() -> None:
    again = LINES["comment"]["a"].replace("API port: 8080", "Admin port: 7070")
    found = compare(
        body("comment"), body("comment").replace(LINES["comment"]["b"], f"{again}\n{LINES['comment']['b']}"), KNOWN
    )
    assert ([one.text for one in found.added], found.changed) == (["Admin port: 7070"], ())


def test_an_id_that_names_no_line_is_a_fault_and_nothing_is_taken_for_deleted() -> None:
    edited = body("comment").replace(IDS["d"], "b2:0000000000000000").replace(TEXTS["d"], "deploy whenever you like")
    found = compare(body("comment"), edited, KNOWN)
    assert (found.deleted, found.changed, found.added) == ((), (), ())
    assert len(found.faults) == 2
    assert not compare(body("comment"), body("comment").replace(IDS["d"], "b2:0000000000000000"), KNOWN)


@given(st.permutations("abcd"), st.sets(st.sampled_from("abcd")), st.sampled_from(list(LINES)))
def test_exactly_the_lines_taken_out_are_deleted(order: list[str], gone: set[str], form: str) -> None:
    kept = "".join(key for key in order if key not in gone)
    found = compare(body(form), body(form, kept), KNOWN)
    assert set(found.deleted) == {IDS[key] for key in gone}
    assert not found.changed
    assert not found.added


@given(st.lists(st.tuples(st.integers(0, 600), st.integers(0, 60), st.text(max_size=20)), max_size=5))
def test_no_edit_raises(changes: list[tuple[int, int, str]]) -> None:
    text = body("comment")
    for at, cut, new in changes:
        text = text[:at] + new + text[at + cut :]
    found = compare(body("comment"), text, KNOWN)
    assert set(found.deleted) <= set(IDS.values())
    assert all(re.search(r"\S", one.text) for one in (*found.changed, *found.added))
