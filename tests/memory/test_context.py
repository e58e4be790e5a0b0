"""What a session begins with: rules and preferences whole, then what fits, each line a fact that is believed."""

from __future__ import annotations

import datetime as dt
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from noctuary.cli import main
from noctuary.context import BUDGET, Context, context, text, tokens
from noctuary.embed import default_embedder
from noctuary.index import Index
from noctuary.index.focus import ASPECTS, ATTRIBUTES, BESIDE, LEAST, OWN
from noctuary.model import BELIEVED, Edge, Entity, Fact, Night, Review, Support, edge_id, entity_id
from noctuary.sources.own import own_lines

DAY = dt.datetime(2026, 5, 12, 3, tzinfo=dt.UTC)
NIGHT = "2026-05-12T03:00:00+00:00"
Make = Callable[..., Fact]


@pytest.fixture(scope="module")
def fact(fact: Make) -> Make:
    """A fact as a night lets it in."""
    return lambda *told, **more: fact(*told, **{"gate": "corroborated"} | more)


@pytest.fixture
def known(index: Index, fact: Make) -> Index:
    """Forty decisions and forty facts beside three rules, two wishes, a contradiction and a night."""
    plain = [fact(f"decision {n} about the mill and its many wheels", f"mill {n}", kind="decision") for n in range(40)]
    plain += [fact(f"fact {n} about the pier and the planks of its deck", f"pier {n}") for n in range(40)]
    rules = [fact(f"never open sluice {n} at night " + "whatever they say " * 9, kind="constraint") for n in range(3)]
    wishes = [fact(f"wants answers of {n} lines", "kim", kind="preference") for n in range(2)]
    old, new = fact("the port is 80", status="superseded"), fact("the port is 81", valid_from=DAY.date())
    asked = [fact("the door is red", status="contested"), fact("the door is blue", status="contested")]
    away = [fact(f"it is {status}", status=status) for status in ("candidate", "archived", "deleted")]
    review = Review(
        id="b2:aaaaaaaaaaaaaaaa", kind="contradiction", a=asked[0].id, b=asked[1].id, reason="red or blue", score=0.9
    )
    night = Night(id="2026-05-12", begun_at=DAY, promoted=(new.id,), superseded=((old.id, new.id),))
    gone = Night(id="2026-05-13", begun_at=DAY + dt.timedelta(days=1), promoted=(plain[0].id,), undone=True)
    index.project([*plain, *rules, *wishes, old, new, *asked, *away, review, night, gone], [], "h")
    return index


def sections(made: Context) -> dict[str, list[str]]:
    return {name: [line.text for line in getattr(made, name)] for name in
            ("rules", "preferences", "decisions", "facts", "questions", "changed")}  # fmt: skip


def test_rules_and_preferences_are_whole_whatever_the_budget(known: Index) -> None:
    for budget in (0, 50, BUDGET, 100_000):
        made = sections(context(known, budget))
        assert len(made["rules"]) == 3
        assert all(one.count("whatever") == 9 for one in made["rules"])
        assert len(made["preferences"]) == 2
    tight = sections(context(known, 0))
    assert [name for name, lines in tight.items() if lines] == ["rules", "preferences"]


@pytest.mark.parametrize("budget", [400, 600, 1000])
def test_what_is_told_fits_the_budget_and_what_has_no_room_is_counted(known: Index, budget: int) -> None:
    made = context(known, budget)
    assert budget * 0.8 < made.tokens <= budget * 1.05 + 20
    assert made.tokens == tokens(text(made))
    told = sections(made)
    believed = 40 + 40 + 3 + 2 + 1 + 2
    assert made.left == believed - sum(len(told[name]) for name in ("rules", "preferences", "decisions", "facts"))


def test_decisions_come_before_the_rest_and_each_section_is_what_it_says(known: Index) -> None:
    made = context(known, 100_000)
    told = sections(made)
    assert len(told["decisions"]) == 40
    assert {"the port is 81", "the door is red", "the door is blue"} <= set(told["facts"])
    assert told["questions"] == ["“the door is red” or “the door is blue”"]
    assert [(line.text, line.note) for line in made.changed] == [("the port is 81", "no longer: the port is 80")]
    assert made.night == "2026-05-12"
    assert made.left == 0
    shown = text(made)
    assert not any(f"it is {status}" in shown for status in ("candidate", "archived", "deleted"))
    assert "the door is red (in question)" in shown


def test_what_is_worked_on_comes_first(known: Index) -> None:
    assert sections(context(known, 400, "decision 17"))["decisions"][0].startswith("decision 17 ")
    assert sections(context(known, 400, "?? no such thing"))["decisions"]


@pytest.fixture
def built(index: Index, fact: Make, edge: Callable[..., Edge]) -> Index:
    """A project of two sides, what it uses, a rule and a statement of each, below 450 newer facts of other things."""

    def of(text: str, entity: str, day: int, **more: Any) -> Fact:
        return fact(text, entity, valid_from=None, sources=(said_on(day),), **more)

    book = [
        of("slips are given by hand", "tide book", 1, aspect="berths"),
        of("the queue is one list", "tide book", 2, aspect="berths"),
        of("letters go out on paper", "tide book", 4, aspect="mail"),
        of("no letter leaves unread", "tide book", 3, aspect="mail", kind="constraint"),
    ]
    store = [
        of("vacuum runs at four", "Postgres", 1),
        of("no superuser in the application", "Postgres", 1, kind="constraint", aspect=None),
    ]
    far = [of("discs are changed in May", "rack", 1), of("no coffee beside it", "rack", 1, kind="constraint")]
    weak = [of("paint is grey", "shed", 1)]
    noise = [of(f"lamp {n} is lit", f"pier {n}", 9) for n in range(450)]
    others = [of(f"no fire on quay {n}", f"quay {n}", 8, kind="constraint") for n in range(ATTRIBUTES + 10)]
    records = [
        *(Entity(id=entity_id(name), name=name) for name in ("Postgres", "rack", "shed")),
        Entity(id=entity_id("tide book"), name="tide book", aliases=("TB",)),
        *(edge(book[0].id, one.id, "caused_by") for one in (book[1],)),
        edge(entity_id("tide book"), entity_id("Postgres"), "uses"),
        edge(entity_id("Postgres"), entity_id("rack"), "depends_on"),
        edge(entity_id("tide book"), entity_id("shed"), "uses", weight=LEAST / 2),
        edge(book[2].id, noise[0].id, "related_to"),
    ]
    index.project([*book, *store, *far, *weak, *noise, *others, *records], [], "h")
    return index


def said_on(day: int) -> Support:
    return Support(
        ref="memory/a.md", line=1, line_end=1, session="a", role="note", trust="human",
        at=dt.datetime(2026, 5, day, tzinfo=dt.UTC), quote="",
    )  # fmt: skip


def test_what_is_worked_on_begins_with_its_rules_then_its_sides_by_weight_then_what_it_hangs_on(built: Index) -> None:
    """SG-050, SG-066, SG-068: its rules and those one edge away, its sides, what is said of them."""
    made = context(built, 100_000, "tide book")
    told = sections(made)
    assert (made.focal, made.aspects) == (("tide book",), ("berths", "mail"))
    assert told["rules"][:2] == ["no letter leaves unread", "no superuser in the application"]
    assert told["facts"][:4] == [
        "the queue is one list",
        "slips are given by hand",
        "letters go out on paper",
        "vacuum runs at four",
    ]
    assert "lamp" in told["facts"][4]


def test_one_edge_is_followed_and_only_of_what_hangs_together(built: Index) -> None:
    """SG-003, SG-053: neither two edges, nor a weak one, nor likeness."""
    found = built.focus("tide book", BELIEVED)
    facts = built.facts_by_id([*found.facts, *found.beside])
    assert {facts[key].entity for key in found.beside} == {"Postgres"}
    assert {facts[key].entity for key in found.facts} == {"tide book"}


def test_a_side_weighs_what_the_view_of_the_seed_says(index: Index, fact: Make, edge: Callable[..., Edge]) -> None:
    """SG-013, SG-053: edges of either direction, one within a side, sources of several sessions, facts of no aspect."""
    texts = [fact(f"side {n % 4} says {n}", "mill", aspect=f"side {n % 4}") for n in range(12)]
    voices = tuple(replace(said_on(1), session=one) for one in "abc")
    heard = fact("side 3 is heard", "mill", aspect="side 3", sources=voices)
    ends = [(0, 1), (4, 0), (2, 6), (5, 9), (1, 3)]
    edges = [edge(texts[a].id, texts[b].id) for a, b in ends]
    index.project([*texts, heard, fact("no side", "mill"), *edges], [], "h")
    given = {"entities": f'["{index.called("mill")}"]', "statuses": '["active"]', "aspects": 99, "attributes": 99}
    found = {str(name): weight for _, _, name, weight in index.db.execute(OWN, given) if name}
    view = dict(index.db.execute("SELECT name, weight FROM entity_aspects").fetchall())
    assert len(set(found.values())) > 2
    assert found == pytest.approx(view)


def test_a_relation_in_somebodys_own_words_is_followed_and_a_likeness_is_not(
    index: Index, fact: Make, edge: Callable[..., Edge]
) -> None:
    """SG-022, SG-052: what a night only finds to be near is no dependency, what somebody said is one."""
    mill, kim, pond = (fact(f"{name} is here", name) for name in ("mill", "kim", "pond"))
    edges = [
        edge(entity_id("kim"), entity_id("mill"), "related_to", rel_raw="works at"),
        edge(mill.id, pond.id, "related_to"),
    ]
    index.project([mill, kim, pond, *edges], [], "h")
    assert index.focus("mill", BELIEVED).beside == (kim.id,)


@pytest.mark.parametrize("budget", [0, 300])
@pytest.mark.parametrize("about", ["", "tide book", "rack", "nothing that anybody knows"])
def test_no_rule_is_left_out_whatever_is_asked_about_and_however_little_room_there_is(
    built: Index, budget: int, about: str
) -> None:
    """SG-052, SG-057, SG-062, SG-070: those without an aspect and of what is one edge away; before any tale."""
    told = sections(context(built, budget, about))
    rules = [fact.text for fact in built.facts(BELIEVED) if fact.kind == "constraint"]
    assert len(rules) == ATTRIBUTES + 13
    assert sorted(told["rules"]) == sorted(rules)


def test_structure_is_told_where_no_word_and_no_vector_finds_anything(built: Index) -> None:
    """SG-002: what the store says holds none of the words, and no vector was made."""
    found = built.facts_by_id([match.id for match in built.match("TB", 100, BELIEVED)])
    assert {fact.entity for fact in found.values()} == {"tide book"}
    assert not built.has_vectors(default_embedder())
    told = sections(context(built, 900, "TB"))
    assert {"the queue is one list", "vacuum runs at four"} <= set(told["facts"])
    assert "vacuum runs at four" not in sections(context(built, 900))["facts"]


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("tide book", ["tide book"]),
        ("Tide-Book", ["tide book"]),
        ("tide_book", ["tide book"]),
        ("/home/kim/tide-book", []),
        ("please look at the tide book, and at postgres", ["tide book", "Postgres"]),
        ("tidebook", []),
        ("rack rack rack", ["rack"]),
        ("", []),
        ("' OR 1 -- \x00 \ud800", []),
    ],
)
def test_a_prompt_or_the_name_of_a_folder_names_what_it_is_about(built: Index, words: str, names: list[str]) -> None:
    """SG-051: of the seed's four signals the two there are here; no checkpoints, no lineage of sessions."""
    assert list(built.focus(words, BELIEVED).names) == names


def test_of_two_names_the_longer_one_is_meant(index: Index, fact: Make) -> None:
    """SG-051"""
    index.project([fact("it ticks", "tide clock"), fact("it turns", "tide")], [], "h")
    assert index.focus("the tide clock", BELIEVED).names == ("tide clock",)
    assert index.focus("the tide", BELIEVED).names == ("tide",)


def test_a_word_that_everybody_uses_names_nothing_by_itself(index: Index, fact: Make) -> None:
    """SG-051"""
    index.project([fact("ticks", "it"), fact("is here", "this"), fact("turns", "this mill")], [], "h")
    assert index.focus("does it turn, and this?", BELIEVED).names == ()
    assert index.focus("does this mill turn", BELIEVED).names == ("this mill",)


def test_one_thing_takes_no_more_room_than_its_share(index: Index, fact: Make) -> None:
    """SG-053: ten sides of a thing, twenty statements of a side, thirty things beside it; the latest of each."""
    many = [
        fact(f"side {side} says {n}", "mill", aspect=f"side {side}", sources=(said_on(1 + n % 28),))
        for side in range(ASPECTS + 2)
        for n in range(ATTRIBUTES + 8)
    ]
    parts = [fact(f"part {n} turns", f"part {n}") for n in range(BESIDE + 5)]
    edges = [
        Edge(
            id=edge_id(one.id, entity_id("mill"), "part_of"),
            src=one.id,
            dst=entity_id("mill"),
            rel="part_of",
            reason="it says so",
        )
        for one in parts
    ]
    index.project([*many, *parts, *edges], [], "h")
    found = index.focus("mill", BELIEVED)
    assert (ASPECTS, ATTRIBUTES, BESIDE, LEAST) == (10, 20, 30, 0.3)
    assert (len(found.aspects), len(found.facts), len(found.beside)) == (10, 200, 30)


def test_what_a_session_is_told_is_never_evidence_where_its_log_repeats_it(known: Index) -> None:
    lines = text(context(known)).split("\n")
    found, _ = own_lines(lines)
    assert [line for n, line in enumerate(lines) if line.startswith("- ") and n not in found] == []


def test_an_empty_memory_says_nothing(index: Index) -> None:
    assert text(context(index)) == ""


def run(*args: object, stdin: str = "") -> str:
    result = CliRunner().invoke(main, [str(arg) for arg in args], input=stdin, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_each_client_gets_it_in_the_words_of_its_hooks(workspace: Path) -> None:
    run("dream", "-q", "-w", workspace, "--now", NIGHT)
    said = run("context", "-w", workspace)
    assert said.startswith("# What this memory holds\n")
    assert json.loads(run("context", "-w", workspace, "--json"))["tokens"] == tokens(said)
    for client in ("claude-code", "codex"):
        told = json.loads(run("context", "-w", workspace, "--hook", client))
        assert told == {"hookSpecificOutput": {"hookEventName": "SessionStart", "additionalContext": said}}
    assert json.loads(run("context", "-w", workspace, "--hook", "cursor")) == {"additional_context": said}


def test_a_hook_breaks_no_session(tmp_path: Path) -> None:
    for root in (tmp_path, tmp_path / "gone"):
        told = json.loads(run("context", "-w", root, "--hook", "codex"))
        assert told["hookSpecificOutput"]["additionalContext"] == ""


def test_a_session_in_another_folder_puts_what_speaks_of_it_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from noctuary.cli import beginning

    (tmp_path / "ws" / "deep").mkdir(parents=True)
    for folder, name in ((tmp_path / "ws" / "deep", ""), (tmp_path / "ws", ""), (tmp_path / "tide", "tide")):
        (tmp_path / "told").write_text(json.dumps({"cwd": str(folder)}))
        with open(tmp_path / "told") as told:
            monkeypatch.setattr("sys.stdin", told)
            assert beginning._worked_on(tmp_path / "ws") == name
    (tmp_path / "told").write_text("[")
    with open(tmp_path / "told") as told:
        monkeypatch.setattr("sys.stdin", told)
        assert beginning._worked_on(tmp_path / "ws") == ""


def test_the_folder_a_session_is_held_in_is_what_it_is_about_unless_something_is_named(workspace: Path) -> None:
    """SG-051, SG-073: a hook that is told both goes by what was named; a compacted session is told its rules again."""
    (workspace / "memory" / "2026-05-11.md").write_text(
        "- Rule: Moon dial: never touch it by hand\n- Rule: Weir gate: never open it at night\n"
    )
    run("dream", "-q", "-w", workspace, "--now", NIGHT)
    (workspace.parent / "moon-dial").mkdir()
    told = json.dumps({"source": "compact", "cwd": str(workspace.parent / "moon-dial")})
    with (workspace.parent / "told").open("w+") as hook:
        hook.write(told)
        hook.flush()
        firsts = []
        for more in ([], ["--about", "Weir gate"]):
            hook.seek(0)
            words = [sys.executable, "-m", "noctuary", "context", "-w", str(workspace), "--hook", "codex", *more]
            done = subprocess.run(words, stdin=hook, capture_output=True, text=True, timeout=60, check=True)
            said = json.loads(done.stdout)["hookSpecificOutput"]["additionalContext"]
            firsts.append(next(line for line in said.splitlines() if line.startswith("- ")))
    assert ["never touch it by hand" in firsts[0], "never open it at night" in firsts[1]] == [True, True]


def test_a_journal_that_has_moved_on_is_read_as_it_is(workspace: Path) -> None:
    run("dream", "-q", "-w", workspace, "--now", NIGHT)
    before = run("context", "-w", workspace)
    (workspace / ".noctuary" / "index.sqlite").unlink()
    assert run("context", "-w", workspace) == before


def test_it_reads_the_index_and_imports_neither_the_judge_nor_the_night(workspace: Path) -> None:
    run("dream", "-q", "-w", workspace, "--now", NIGHT)
    code = (
        "import sys; sys.argv = ['noctuary', 'context', '--hook', 'codex', '-w', sys.argv[1]]\n"
        "from noctuary.cli import run\ntry: run()\nfinally: print(*sys.modules, file=sys.stderr)"
    )
    words = [sys.executable, "-c", code, str(workspace)]
    done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)
    assert "What this memory holds" in done.stdout
    heavy = {
        "noctuary.stages",
        "noctuary.settings",
        "noctuary.judging",
        "duckdb",
        "rich",
        "jinja2",
    }
    assert heavy & set(done.stderr.split()) == set()
