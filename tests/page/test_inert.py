"""Text from sources is inert on both pages: no renderer, no reader of the raw page and no later night acts on it."""

from __future__ import annotations

import datetime as dt
import functools
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from linkify_it import LinkifyIt
from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.tasklists import tasklists_plugin

from noctuary.consolidate.policy import ConflictPolicy, DecayPolicy
from noctuary.consolidate.replies import fitting
from noctuary.inert import code, comment, inline, uncommented, unescaped
from noctuary.journal import State
from noctuary.model import Entity, Fact, Merge, Night, Problem, Quarantined, Review, Support
from noctuary.page import Budget, human_part, render_block, render_dreams, splice
from noctuary.page.block import standing
from noctuary.page.edited import compare, key_of, lines
from noctuary.page.lines import as_written
from noctuary.page.rows import mark
from noctuary.page.ticks import Kept, Written, read
from tests.rows import every
from tests.work import GROWTH, calls

KEY = "b2:0123456789abcdef"
NOW = dt.datetime(2026, 5, 12, 3, 0, tzinfo=dt.UTC)
PLAIN = "the tide gauge stands at the quay"
HOSTILE = [
    "![x](https://evil.example/a.png)", "![x][ref]", "[click](javascript:alert(1))", "[click](https://evil.example)",
    "[a][b]", "[ref]", "[ref]: https://evil.example 'title'", "[^1]", "[^1]: a footnote", "^[an inline footnote]",
    "<img src=https://evil.example/a.png onerror=alert(1)>", "<script>alert(1)</script>", "<b>bold</b>", "</details>",
    "<details><summary>x</summary>", "<https://evil.example>", "<a@evil.example>", "<!-- a comment -->", "-->", "<!--",
    "--> text <!--", "--!>", "<![CDATA[x]]>", "<?php x ?>", "<!DOCTYPE html>", "a<b>c", "<a href=`>`",
    "https://evil.example/a?b=c&d=[e](f)", "http://evil.example", "HTTPS://EVIL.EXAMPLE", "ftp://evil.example/x",
    "www.evil.com", "see www.evil.com.", "(https://evil.com)", "**https://evil.com**", "mail a@evil.com now",
    "mailto:a@evil.com", "xmpp:a@evil.com/b", "//evil.com/x", "evil.com/path", "evil.com", "evil.sh/x", "a.evil.co.uk",
    "javascript://evil.com/%0aalert(1)", "`https://evil.com", "https://evil.com`x`", "`x`https://evil.com",
    "x`https://evil.com`",
    "https://evil.com`", "看https://evil.com吧", "https://evil.com<https://evil.com", "@a@b.com@c.de", "x#1@evil.com",
    "# heading", "###### heading", "#", "> quote", ">", "- item", "-", "+ item", "* item", "1. item", "1) item",
    "007. x",
    "123456789. x", "[ ] open", "[x] done", "- [x] done", "[-] what", "---", "***", "___", "- - -", "===", "--", "=",
    "| a | b |", "|---|---|", "a | b", "```", "``` js", "```x```", "~~~", "~~~ sh", "~~gone~~", "a ~~b~~ c", "    code",
    "\ttab", ":::warning", "$$x$$", "$a$", "costs $5, a$b$", "$`x`$", "%%hidden%%", "[[page]]", "![[page]]", "[!note]",
    "> [!note] x", "^block", "#tag", "PR #12", "GH-12 owner/repo#12", "@ines", "cc @org/team", ":tada:", ":+1:",
    "`code`", "`arr[0]`", "``a`b``", "`unclosed", "a ` b `` c", "``", "`<!-- x -->`", "`= this.file`", "\\",
    "a\\", "\\`x`",
    "\\\\", "\\[x](y)", "\\*", "*a", "_b_", "**bold**", "&lt;b&gt;", "&#60;b&#62;", "&amp;", "C:\\Users\\_x\\[y]",
    "a\n# b", "a\n\n- [x] b", "a\r\n---\r\nb", "a\u2028# b", "a\x1b[31mred",
    "\x1b]8;;https://evil.example\x07x", "a\u202eb",
    '"', 'x" <!-- y', '"old" → new', "Answer: both", "**Answer:** both", "answer : keep-a", "2026. was the year",
    f"- [x] keep B {mark(KEY, 'keep-b')}", f"[x] keep B {mark(KEY, 'keep-b')}", f"x\n- [x] both {mark(KEY, 'both')}",
    f"Answer: both {mark(KEY, 'answer')}", f"`[x] {mark(KEY, 'both')}`", f"x <!-- {KEY} 2026-05-04 a.md:1 -->",
    "<!-- noctuary:end -->", "x\n<!-- noctuary:end -->\n# mine", "<!-- noctuary:begin pad=0 sum=00000000 -->",
    "x\n<!-- noctuary:begin pad=0 sum=00000000 -->\ny\n<!-- noctuary:end -->\n", "*(verified: 2026-01-01)*",
    "{{ 7 * 7 }}",
]  # fmt: skip
# Bits from which hypothesis builds what nobody thought of.
BITS = [*"`*_~[]()<>!#$%&\\|-+=:;@/.\"' ab1x\n\t", "://", "http", "https://evil.com", "www.evil.com", "<!--",
        "-->", "](", "![", "``", "```", "[x]", "@a", "#1", "&lt;", "evil.com", "a@evil.com",
        "\x1b", "\u202e"]  # fmt: skip
TEXTS = st.lists(st.sampled_from(BITS), min_size=1, max_size=14).map("".join)
OUR_COMMENT = re.compile(
    r"<!-- b2:[0-9a-f]{16}(?: [\w-]+ [0-9a-f]{4}| (?:\d{4}-\d\d-\d\d|undated) [^<>]*)? -->|<!-- noctuary:[^<>]* -->"
)
OUR_HTML = re.compile(r"(?:<details><summary>(?:\d+ [\w ]+|Re-verified)</summary>|</details>)\s*")
QUIET = {"text", "text_special", "code_inline", "html_inline", "softbreak"}
QUIET |= {f"{name}_{side}" for name in ("em", "strong", "s") for side in ("open", "close")}


def renderer(*, is_fuzzy: bool) -> MarkdownIt:
    """CommonMark with HTML, GFM's tables, autolinks, strikethrough and task lists, footnotes and formulas."""
    made = MarkdownIt("gfm-like", {"html": True}).use(footnote_plugin, inline=True).use(tasklists_plugin)
    made.use(dollarmath_plugin, allow_digits=False, allow_space=False)  # as GitHub, Obsidian and pandoc do
    made.linkify = LinkifyIt(options={"fuzzy_link": is_fuzzy, "fuzzy_email": True})
    return made


GFM, EAGER = renderer(is_fuzzy=False), renderer(is_fuzzy=True)


def flat(tokens: list[Token]) -> Iterator[Token]:
    for token in tokens:
        yield token
        yield from flat(token.children or [])


def faults(page: str) -> list[str]:
    """Whatever a renderer would act on that is not ours: inline tokens beyond emphasis and code, HTML, links."""
    tokens = list(flat(GFM.parse(page)))
    found = [token for token in tokens if token.type not in ("inline", *QUIET)]
    live = [token.type for token in found if token.type in ("link_open", "image", "fence", "code_block", "hr")]
    live += [token.type for token in found if re.match("math|footnote|table|th|dl|front", token.type)]
    html = [token.content for token in tokens if token.type.startswith("html") and token.content]
    live += [one for one in html if not OUR_COMMENT.fullmatch(one.strip()) and not OUR_HTML.fullmatch(one)
             and "task-list" not in one]  # fmt: skip
    eager = EAGER.parse(page) if "evil" in page else []
    links = [str(token.attrs["href"]) for token in flat(eager) if token.type == "link_open"]
    return live + [link for link in links if "evil" in link]


@functools.cache
def blocks(page: str) -> list[str]:
    return [token.type for token in GFM.parse(page) if token.type != "inline"]


def everywhere(fact: Callable[..., Fact], text: str) -> tuple[State, Kept]:
    """A state in which the text stands wherever a page shows what somebody wrote, and what a human wrote beside it."""

    def made(number: int, **changed: object) -> Fact:
        source = Support(
            ref=f"{text}.md", line=1, line_end=1, session=text, role="note", trust="human", at=NOW, quote=text
        )
        given = {"id": f"b2:{number:016x}", "entity": text, "gate": "stated", "sources": (source,)} | changed
        return fact(text, **given)  # type: ignore[arg-type]

    own = Support(ref="MEMORY.md", line=1, line_end=1, session="m", role="memory", trust="human", at=None, quote=text)
    facts = [
        made(1), made(2), made(3, kind="constraint"), made(4, status="superseded", superseded_by="b2:" + f"{1:016x}"),
        made(5, status="superseded", superseded_by="b2:" + f"{1:016x}", sources=(own,)), made(6, status="contested"),
        made(7, status="contested"), made(8, confidence=0.1), made(9, confidence=0.5),
        made(10, status="candidate", trust="untrusted"), made(11, gate=""),
    ]  # fmt: skip
    ids = [one.id for one in facts]
    names = [Entity(id=f"b2:{number:016x}", name=text) for number in (21, 22)]
    reviews = [
        Review(id=f"b2:{31:016x}", kind="contradiction", a=ids[5], b=ids[6], reason=text, slot=text, a_value=text,
               b_value=text + " two", replaces=((ids[0], text),)),
        Review(id=f"b2:{32:016x}", kind="reverify", a=ids[7], reason=f"{text}? {text}"),
        Review(id=f"b2:{33:016x}", kind="promotion", a=ids[9], reason=text, replaces=((ids[0], text),)),
        Review(id=f"b2:{34:016x}", kind="same_entity", a=names[0].id, b=names[1].id, reason=text),
        Review(id=f"b2:{35:016x}", kind="promotion", a=ids[1], reason=text, decision="edit", words=text),
    ]  # fmt: skip
    problem = Problem(path=f"{text}.md", line=3, message=text)
    night = Night(
        id="2026-05-12", begun_at=NOW, state="partly", known=(ids[4],), promoted=(ids[0],), reinforced=(ids[1],),
        superseded=((ids[3], ids[0]),), asked=(reviews[0].id,), expired=(ids[3],), reverified=(ids[8],),
        stale=(ids[7],), merged=("b2:aaaaaaaaaaaaaaaa",), edges={"related_to": 1}, rejected={text: 2},
        counts={"sources": 1, "lines": 9, "used": 3, "statements": 4, "unheard": 1}, redacted={text: 1},
        places={text: (f"{text}.md:1",)}, quarantined=(Quarantined(ref=text, line=2, trust="untrusted", words=text),),
        gone=(text,), problems=(problem, problem), stops=(text,), decided=(f"decision:{reviews[4].id}:1",),
    )  # fmt: skip
    merge = Merge(
        id=night.merged[0], kept=names[0].id, merged=names[1].id, reason=text, kept_name=text, merged_name=text
    )
    state = State(
        facts={one.id: one for one in facts}, entities={one.id: one for one in names}, merges={merge.id: merge},
        reviews={one.id: one for one in reviews},
        nights={night.id: night, "2026-05-11": Night(id="2026-05-11", begun_at=NOW - dt.timedelta(days=1))},
    )  # fmt: skip
    said = Written(question=reviews[0].id, said=(text,), line=1)
    return state, Kept(written={reviews[0].id: said}, faults={reviews[0].id: text}, loose=((text, "", text),))


@functools.cache
def dreams_page(fact: Callable[..., Fact], text: str, *, is_quiet: bool = False) -> str:
    state, kept = everywhere(fact, text)
    overflow = [f"b2:{1:016x}"]
    nothing = Kept() if is_quiet else kept
    return render_dreams(state, Path("nowhere"), DecayPolicy(), ConflictPolicy(), fitting, nothing, overflow)


@functools.cache
def block_of(fact: Callable[..., Fact], text: str, provenance: str = "comment") -> tuple[str, State]:
    state, _ = everywhere(fact, text)
    budget = Budget(provenance=provenance, budget="none")  # type: ignore[arg-type]
    return f"{render_block(state, Path('nowhere'), budget, b'')[0].strip()}\n", state


@every("text", HOSTILE)
def test_nothing_that_a_source_says_is_live_on_the_page(fact: Callable[..., Fact], text: str) -> None:
    page = dreams_page(fact, text)
    assert not faults(page)
    assert blocks(page) == blocks(dreams_page(fact, PLAIN))


@pytest.mark.parametrize("provenance", ["comment", "inline", "none"])
@every("text", HOSTILE)
def test_nothing_that_a_source_says_is_live_in_the_block(fact: Callable[..., Fact], text: str, provenance: str) -> None:
    body, _ = block_of(fact, text, provenance)
    assert not faults(body)
    assert blocks(body) == blocks(block_of(fact, PLAIN, provenance)[0])


@settings(max_examples=20, deadline=None)
@given(TEXTS.filter(re.compile(r"[^\W_]").search))
def test_nothing_that_anybody_could_say_is_live(fact: Callable[..., Fact], text: str) -> None:
    assert not faults(dreams_page(fact, text))
    assert not faults(block_of(fact, text)[0])


@settings(max_examples=500, deadline=None)
@given(TEXTS.filter(str.strip), TEXTS.filter(str.strip))
@example("`a", "b`")
def test_two_texts_on_one_line_make_nothing_together(one: str, other: str) -> None:
    line = f'- "{inline(one)}" → {inline(other)}'
    assert not faults(line)
    assert blocks(f"{line}\n- {inline(one)}\n") == blocks("- a\n- b\n")


@every("text", HOSTILE)
def test_no_answer_is_heard_but_the_humans(fact: Callable[..., Fact], text: str) -> None:
    heard = read(dreams_page(fact, text, is_quiet=True).encode())
    assert (heard.written, heard.strays) == ((), ())


@every("text", [one for one in HOSTILE if "<!--" not in one and one.strip("-> ")])
def test_what_the_human_wrote_is_read_back_as_they_wrote_it(fact: Callable[..., Fact], text: str) -> None:
    (one,) = [one for one in read(dreams_page(fact, text).encode()).written if one.said]
    again = [inline(said) for said in one.said]
    assert again == [inline(" ".join(text.split()))]


@pytest.mark.parametrize("provenance", ["comment", "inline", "none"])
@every("text", [one for one in HOSTILE if re.search(r"[^\W_]", one)])
def test_a_block_is_read_back_as_the_facts_it_was_made_of(
    fact: Callable[..., Fact], text: str, provenance: str
) -> None:
    body, state = block_of(fact, text, provenance)
    data = splice(b"# Mine\n", body)
    found = standing(data)
    assert found is not None
    assert (found.body, found.is_edited, human_part(data)) == (body, False, b"# Mine\n")
    assert not compare(body, found.body, {})
    shown = list(lines(body))
    believed = [one for one in state.facts.values() if one.status in ("active", "contested")]
    words = {key_of(as_written(one)) for one in believed}
    assert sum(key_of(one.text) in words for one in shown) == len(believed)
    assert provenance != "comment" or {one.id for one in shown} >= {one.id for one in believed}
    gone = re.sub(r"(?m)^- .*b2:0000000000000002 .*\n", "", body)
    assert provenance != "comment" or compare(body, gone, {}).deleted == (f"b2:{2:016x}",)


@every("text", [one for one in HOSTILE if re.search(r"[^\W_]", one)])
def test_a_reworded_line_is_heard_without_its_escapes(fact: Callable[..., Fact], text: str) -> None:
    said = fact(text, gate="stated")
    line = f"- {as_written(said)} <!-- {said.id} 2026-05-04 a.md:1 -->\n"
    changed = line.replace(" <!--", " since May <!--")
    (one,) = compare(line, changed, {}).changed
    assert inline(one.text) == inline(" ".join(f"{text} since May".split()))
    assert not compare(line, line, {key_of(as_written(said)): said.id})


@settings(max_examples=500, deadline=None)
@given(TEXTS)
def test_escapes_can_be_taken_back(text: str) -> None:
    told = inline(text)
    assert inline(unescaped(told)) == told
    if "`" not in text and "\x1b" not in text and "\u202e" not in text:
        assert re.sub(r"\s+", "", unescaped(told)) == re.sub(r"\s+", "", text)


@pytest.mark.parametrize(
    "text",
    ["API port: 8080", "never push to `main` at 12:30", "see README.md and src/app.py:12", "a < b and 3 > 2, AT&T",
     "costs $5 (5 %), about ~4 kg", "**Tone:** short answers", "snake_case, C++ & x->y", "Kim's 2nd - the *best*!",
     "ratio 1:2:3, b2 and std::io", "100 € — naïve 日本語", "-5 °C outside", "3.11 is fine", "`arr[0] <T>` stays"],
)  # fmt: skip
def test_ordinary_text_stands_as_it_is(text: str) -> None:
    assert inline(text) == text


@settings(deadline=None)
@given(TEXTS)
def test_a_path_cannot_leave_its_code_span_nor_papers_their_comment(text: str) -> None:
    line = f"- {code(text)} x {comment(text)}"
    assert [one.type for one in flat(GFM.parse(line)) if one.type == "html_inline"] == ["html_inline"]
    assert not [one for one in flat(GFM.parse(line)) if one.type in ("link_open", "image", "em_open")]


def test_no_template_puts_a_value_into_a_code_span_or_comment_by_hand() -> None:
    for path in (Path(__file__).parents[2] / "templates").glob("*.j2"):
        assert not re.findall(r"`[^`\n{}]*\{\{|<!--[^>\n]*\{\{|\| *safe", path.read_text())


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("see https://mail.example/en/ now", "see `https://mail.example/en/` now"),
        ("仓库：https://example.org/a/b（已改为 public）", "仓库：`https://example.org/a/b`（已改为 public）"),
        ("（AGENTS.md/TOOLS.md/HEARTBEAT.md）更新後", "（`AGENTS.md/TOOLS.md/HEARTBEAT.md`）更新後"),
    ],
)
def test_an_address_ends_where_its_reader_would_end_it(text: str, shown: str) -> None:
    assert inline(text) == shown
    assert unescaped(shown) == text


@pytest.mark.parametrize(
    ("text", "left"),
    [("a <!-- b --> c", "a   c"), ("<!-- a --><!-- b -->", "  "), ("a <!-- b", "a <!-- b"), ("a --> b", "a --> b")],
)
def test_comments_are_taken_out(text: str, left: str) -> None:
    assert uncommented(text) == left
    assert uncommented(text) == re.sub("<!--.*?-->", " ", text)


@pytest.mark.parametrize("signs", [")", "]", "()", "(((", ").", "*_"])
def test_twice_the_signs_behind_an_address_are_looked_at_with_twice_the_work(signs: str) -> None:
    few, many = (calls(lambda n=n: inline("a://b" + signs * n)) for n in (2_000, 4_000))
    assert many < GROWTH * few


@pytest.mark.parametrize("run", ["1.1.", "1-2-", "a+", "a.b-c", "ä.", "-a", "a+b:", "1.1.1#", "a/b.", "a.a@"])
def test_a_long_run_that_opens_like_an_address_is_read_once(run: str) -> None:
    """A search that begins anew at each word of the run, and each time reads on to its end, outlasts the test."""
    assert inline(run * (1_200_000 // len(run)) + "!")


@pytest.mark.parametrize("lead", ["", "1.1.1.", "see a-", "x" * 40 + "."])
def test_an_address_behind_a_long_run_stands_in_a_code_span(lead: str) -> None:
    told = inline(f"{lead * 9}https://evil.example/x now")
    assert told.endswith("https://evil.example/x` now")
    assert not [one for one in flat(GFM.parse(told)) if one.type == "link_open"]
