"""One matrix over every way out: audience x asker x end x path. The paths are enumerated from the code.

A verb, method, view, template, artifact or reader of the journal that stands in none of the tables here fails: say in
which it belongs, and let it ask `noctuary.access`.
"""

from __future__ import annotations

import ast
import inspect
import json
import shutil
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import click
import pyarrow.parquet as parquet
import pytest
from click.testing import CliRunner

from noctuary.access import Asker
from noctuary.cli import main
from noctuary.errors import UnknownId
from noctuary.hits import Wanted
from noctuary.index import Index
from noctuary.journal import replay
from noctuary.memory import Memory
from noctuary.model import fold
from noctuary.night import dream
from noctuary.opening import open_memory
from noctuary.settings import open_workspace
from tests.access.world import ASKERS, DAY, Canary, populated

ROOT = Path(__file__).parent.parent.parent
World = tuple[Path, list[Canary]]

# Verbs that tell of facts: the words to run each with, for one canary or once. None of them writes.
TELLS: dict[str, Callable[[Canary], list[list[str]]]] = {
    "facts": lambda c: [["--about", c.fact.entity], ["--valid-at", "2026-03-01"], ["--as-of", "last"]],
    "context": lambda c: [["--budget", "100000"], ["--about", c.probe, "--budget", "100000"], ["--hook", "codex"]],
    "search": lambda c: [[c.probe], [c.probe, "--all"], [f"battery life {c.probe} days", "--all", "-k", "200"]],
    "why": lambda c: [[c.fact.id], [c.fact.id[3:]], [c.entity.id], [c.fact.entity.lower()]],
    "why-not": lambda c: [[f"Battery life of {c.probe}"]],
    "walk": lambda c: [[c.fact.id, "--depth", "3"], [c.entity.id], ["Ines", "--depth", "5"]],
    "was": lambda c: [[c.fact.id, "--valid-at", "2026-03-01"], [c.probe, "--valid-at", "2026-03-01"]],
    "diff": lambda c: [[], ["2026-05-11", "2026-05-12"]],
    "undo": lambda c: [[c.fact.id, "--dry-run"], ["2026-05-12", "--dry-run"], ["--since", "2026-05-01", "--dry-run"],
                       [f"undo:{c.fact.id}", "--dry-run"]],
    "kg": lambda c: [["export", "format=thoughtbox", "include_expired=true"], ["export", "format=cypher"], ["prime"],
                     ["list_entities", "limit=900", "include_expired=true"], ["stats"],
                     ["query_semantic", f"query=battery life {c.probe} days", "limit=50"],
                     ["query_temporal", "since=2020-01-01", "limit=900"], ["get_entity", f"entity={c.entity.id}"],
                     ["traverse", f"start_entity={c.entity.id}"]],
    "share": lambda c: [[c.fact.id, "--dry-run"], [c.entity.id, "--dry-run"]],
}  # fmt: skip
# The same, of verbs that cannot be told who asks: they tell what anyone may see.
TELL_ANYONE: dict[str, Callable[[Canary], list[list[str]]]] = {
    "status": lambda c: [[], ["--problems"]],
    "what-if": lambda c: [["promote.min_score=0.9"], ["decay.stale=0.9"], ["contradictions.ask_score=0.1"],
                          ["memory_md.max_lines=12"]],
    "archive": lambda c: [["--dry-run", "--now", "2029-01-01"], ["--restore", c.fact.id]],
    "dream": lambda c: [["--dry-run", "--now", "2026-05-13T03:00:00+00:00"]],
    "review": lambda c: [[], ["--from", "-"]],
    "review list": lambda c: [[]],
    "review weak": lambda c: [[], ["--most", "200"]],
    "learn": lambda c: [[]],
    "read": lambda c: [["-v"]],
    "notes": lambda c: [[], ["2026-05-09"], ["--check"]],
    "verify": lambda c: [[]],
}  # fmt: skip
# Verbs that change something named by an id: what nobody may see has no name there.
NAMES = ("keep-a", "keep-b", "both", "neither", "accept", "confirm", "reject", "same", "different", "later")
CHANGE: dict[str, Callable[[Canary], list[list[str]]]] = {
    "vouch": lambda c: [[c.fact.id]],
    **{f"review {word}": lambda c: [[f"b2:{c.secret}"]] for word in NAMES},
    "review edit": lambda c: [[f"b2:{c.secret}", "other words"]],
    "review scoped": lambda c: [[f"b2:{c.secret}", "here | there"]],
    "review undo": lambda c: [[f"b2:{c.secret}d"]],
}
# Verbs that print no fact of a memory, and what they speak of instead.
SPEAKS_OF: dict[str, str] = {
    "init": "two files that it makes",
    "hook": "nothing: it copies a log",
    "serve": "nothing itself: tests/server holds each tool and resource to the gate",
    "install": "other programs' settings",
    "uninstall": "other programs' settings",
    "merge-journal": "nothing: it writes the file that git names",
    "help": "the documentation",
    "completion": "names of verbs and options",
    "import": "the file it is given",
    "rebuild": "how many records there are",
    "reconcile": "whether the index had to be brought up",
    "backfill": "how many nights it dreamt",
    "fleet": "workspaces, and counts of what their nights did",
    "fleet list": "workspaces, and counts of what their nights did",
    "fleet deploy": "the deployments it made",
    "fleet dream": "counts of what the nights did",
    "judge": "two statements it is given",
    "extract": "a text it is given",
}
METHODS: dict[str, Callable[[Memory, Canary], Any]] = {
    "search": lambda m, c: [m.search(c.probe, 200, follow_edges=True, include_superseded=True),
                            m.search(f"battery life days {c.probe}", 200)],
    "answer": lambda m, c: m.answer(c.probe, 200, Wanted(superseded=True), max_depth=4),
    "about": lambda m, c: m.about(c.fact.entity),
    "related": lambda m, c: m.related(c.fact.id, 200),
    "walk": lambda m, c: m.walk(c.fact.id, 4),
    "why": lambda m, c: m.why(c.fact.id),
    "known_of": lambda m, c: m.known_of(m.resolve(c.fact.entity)),
    "resolve": lambda m, c: [m.resolve(c.fact.id), m.resolve(c.fact.entity)],
    "index": lambda m, c: m.index.match(c.probe, 9, ("active",)),
}  # fmt: skip
NO_FACTS = {"open": "opens", "head": "a hash"}
SEED_VIEWS = set(
    "entities observations relations entity_aspects entity_attributes entity_dependencies knowledge_edges"
    " knowledge_confidence open_fact open_entity open_edge".split()
)
OWN_VIEWS = {
    "fact_words": "what the full text is made of, before the gate as the tables are",
    "known_edge": "what the graph is walked by; a reader's connection has one of its own",
    "fact_chunk": "joined to `open_fact` and `open_edge` alone",
    "used_day": "days",
}
SHADOWED = "node fact entity edge source review merge name aspect known_edge cited".split()
PAGES = {"DREAMS.md.j2": "DREAMS.md", "MEMORY_block.md.j2": "MEMORY.md"}
ARTIFACTS = {"publish", "publish_queue", "publish_table", "__call__"}
# Modules that read the journal or the index whole: why none of it comes out of them unseen.
WHOLE = {
    "noctuary/backfill.py": "takes the last night's day alone",
    "noctuary/lost.py": "takes the head of the index alone",
    "noctuary/reconcile.py": "writes the index, which asks when it is read",
    "noctuary/importing.py": "tells of the file it is given",
    "noctuary/inbox.py": "pages ask the gate when they are rendered",
    "noctuary/learn.py": "tells numbers alone",
    "noctuary/cli/reading.py": "takes watermarks alone",
    "noctuary/opening.py": "projects what the gate lets through, and hands it to `Memory`, which asks",
    "noctuary/memory.py": "every question goes through `Memory.index`, which asks",
    "noctuary/memory_tool/mirror.py": "takes what was deleted alone",
    "noctuary/stages/beside.py": "joins what a night and a call wrote; pages ask the gate when they are rendered",
    "noctuary/stages/apply.py": "writes the index, and pages that ask the gate when they are rendered",
    "noctuary/stages/freshen.py": "writes passages, which ask when they are read, and reads no fact",
    "noctuary/stages/unsaid.py": "takes the places of the facts it is given",
    "noctuary/stages/candidates.py": "leaves out what the night may not see",
    "noctuary/stages/nearby.py": "takes vectors of the facts it is given",
    "noctuary/stages/write.py": "pages ask the gate when they are rendered",
}


@pytest.fixture(autouse=True)
def _nameless(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("NOCTUARY_AGENT", "NOCTUARY_USER", "NOCTUARY_TEAMS"):
        monkeypatch.delenv(variable, raising=False)


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    """One workspace of canaries for every test here; whoever writes takes a copy."""
    from tests.conftest import NOW, make_workspace

    root = make_workspace(tmp_path_factory.mktemp("gate") / "workspace")
    return root, populated(root, NOW)


@pytest.fixture
def copied(world: World, tmp_path: Path) -> World:
    """The world, to be written to."""
    shutil.copytree(world[0], tmp_path / "copy")
    return tmp_path / "copy", world[1]


def verbs(group: click.Group, prefix: str = "") -> Iterator[str]:
    for name, command in group.commands.items():
        yield f"{prefix}{name}"
        if isinstance(command, click.Group):
            yield from verbs(command, f"{prefix}{name} ")


def run(root: Path, verb: str, words: Sequence[str], asker: Asker | None = None) -> str:
    """All that a verb prints, in text and JSON where it has both."""
    who = [] if asker is None else ["--agent", asker.agent, "--user", asker.user]
    who += [word for team in (asker.teams if asker else ()) for word in ("--team", team)]
    command: Any = main
    for part in verb.split():
        command = command.commands[part]
    has_json = any("--json" in option.opts for option in command.params)
    said = ""
    for more in ([], ["--json"]) if has_json else ([],):
        told = CliRunner().invoke(main, [*verb.split(), *words, "-w", str(root), *who, *more], input="")
        assert told.exception is None or isinstance(told.exception, SystemExit), (verb, words, told.exception)
        said += told.output
    return said


def tells_of(said: str, one: Canary) -> bool:
    return one.secret in said.casefold()


def leaks(said: str, asked_by: str, made: Sequence[Canary], named: Canary | None = None) -> list[str]:
    """The canaries a text tells of that the asker may not see; `named` is one whose own name was given."""
    return [one.fact.text for one in made if asked_by not in one.readers and one is not named and tells_of(said, one)]


def test_every_verb_stands_in_a_table() -> None:
    tables = [set(TELLS), set(TELL_ANYONE), set(CHANGE), set(SPEAKS_OF)]
    assert set(verbs(main)) == set().union(*tables)
    assert sum(map(len, tables)) == len(set().union(*tables))
    askable = {one for one in main.commands if "user" in {option.name for option in main.commands[one].params}}
    assert askable == TELLS.keys() | {"vouch", "serve"}


@pytest.mark.parametrize("asked_by", ["anyone", "pilot", "ada", "blue"])
@pytest.mark.parametrize("verb", TELLS)
def test_a_verb_tells_each_asker_only_what_they_may_see(verb: str, asked_by: str, world: World) -> None:
    """TB-131, TB-064, TB-117, SG-009, TK-073: one kind of asker each; all of them ask the methods behind the verbs."""
    root, made = world
    for words, named in runs(TELLS[verb], made, asked_by, list(TELLS).index(verb)):
        assert leaks(run(root, verb, words, ASKERS[asked_by]), asked_by, made, named) == [], words


@pytest.mark.parametrize("verb", TELL_ANYONE)
def test_a_verb_that_asks_for_nobody_tells_what_anyone_may_see(verb: str, world: World) -> None:
    root, made = world
    for words, named in runs(TELL_ANYONE[verb], made, "anyone"):
        assert leaks(run(root, verb, words), "anyone", made, named) == [], words


def runs(
    words_for: Callable[[Canary], list[list[str]]], made: Sequence[Canary], asked_by: str, turn: int = 0
) -> Iterator[tuple[list[str], Canary | None]]:
    """Each way to run a verb once, about what is current and the asker may not see; the canary whose name is given.

    Anyone, who sees least, asks about all of it, others about one of each visibility, another one at each `turn`.
    """
    done: set[tuple[str, ...]] = set()
    hidden = [one for one in made if one.is_current and asked_by not in one.readers]
    for one in hidden if asked_by == "anyone" else one_of_each(hidden, turn):
        for words in words_for(one):
            if tuple(words) not in done:
                done.add(tuple(words))
                yield words, one if fold(one.fact.entity) in map(fold, words) else None


def one_of_each(hidden: Sequence[Canary], turn: int) -> list[Canary]:
    alike: dict[str, list[Canary]] = {}
    for one in hidden:
        alike.setdefault(one.fact.visibility, []).append(one)
    return [some[turn % len(some)] for some in alike.values()]


def test_what_nobody_may_see_has_no_name_to_change_it_by(copied: World) -> None:
    root, made = copied
    before = (root / "memory" / "graph.jsonl").read_bytes()
    hidden = [one for one in made if one.is_current and "anyone" not in one.readers]
    for turn, (verb, words) in enumerate(CHANGE.items()):
        for one in one_of_each(hidden, turn):
            for given in words(one):
                said = run(root, verb, given)
                assert "no fact has this id" in said or "no question has this id" in said or "is called this" in said
    assert (root / "memory" / "graph.jsonl").read_bytes() == before


def test_a_name_is_given_by_the_environment_too(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    root, made = world
    one = next(one for one in made if one.readers == {"ada"} and one.is_current)
    two = next(one for one in made if one.readers == {"blue"} and one.is_current)
    monkeypatch.setenv("NOCTUARY_USER", "ada")
    monkeypatch.setenv("NOCTUARY_TEAMS", "red, blue")
    assert tells_of(run(root, "search", [one.probe]), one)
    assert tells_of(run(root, "search", [two.probe]), two)
    monkeypatch.setenv("NOCTUARY_USER", "")
    assert not tells_of(run(root, "search", [one.probe]), one)


@pytest.mark.parametrize("asked_by", ASKERS)
def test_what_one_may_see_is_found_and_what_is_over_is_not_current(asked_by: str, world: World) -> None:
    """The matrix is not empty: each reader finds theirs, and what has ended is told as such and never as current."""
    root, made = world
    asker = ASKERS[asked_by]
    listed = {row["id"]: row["status"] for row in json.loads(listing(root, asker))}
    workspace = open_workspace(root)
    with open_memory(workspace, asker) as memory:
        for one in made:
            is_read = asked_by in one.readers
            assert (one.fact.id in listed) == is_read
            found = {hit.id for hit in memory.search(one.probe, 200)}
            assert (one.fact.id in found) == (is_read and one.is_current), one.fact.text
            every = {hit.id: hit.status for hit in memory.search(one.probe, 200, include_superseded=True)}
            assert (one.fact.id in every) == is_read, one.fact.text
            for status in filter(None, (listed.get(one.fact.id), every.get(one.fact.id))):
                assert (status in ("active", "contested")) == one.is_current


def listing(root: Path, asker: Asker) -> str:
    who = ["--agent", asker.agent, "--user", asker.user, *(w for team in asker.teams for w in ("--team", team))]
    return CliRunner().invoke(main, ["facts", "--json", "-w", str(root), *who]).output


def test_every_public_method_of_the_memory_stands_in_a_table() -> None:
    public = {name for name, _ in inspect.getmembers(Memory) if not name.startswith("_")}
    assert public == METHODS.keys() | NO_FACTS.keys()


@pytest.mark.parametrize("asked_by", ASKERS)
@pytest.mark.parametrize("method", METHODS)
def test_a_method_of_the_memory_answers_only_what_the_asker_may_see(method: str, asked_by: str, world: World) -> None:
    root, made = world
    with open_memory(open_workspace(root), ASKERS[asked_by]) as memory:
        for one in (one for one in made if one.end in ("current", "replaced")):
            try:
                said = repr(METHODS[method](memory, one))
            except UnknownId as error:
                assert asked_by not in one.readers
                said = "" if fold(one.fact.entity) in fold(str(error)) else str(error)
            assert leaks(said, asked_by, made) == [], one.fact.text
            hidden = {other.fact.id for other in made if asked_by not in other.readers}
            assert not [key for key in hidden if key in said and key != one.fact.id]


@pytest.mark.parametrize("asked_by", ASKERS)
def test_a_readers_connection_holds_nothing_else_in_any_table_it_answers_from(asked_by: str, world: World) -> None:
    root, made = world
    with open_memory(open_workspace(root), ASKERS[asked_by]) as memory:
        index = memory.index
        lists = (index.facts, index.entities, index.edges, index.reviews, index.merges)
        told = {one.__name__: repr(one()) for one in lists} | {"find_ids": repr(index.find_ids("", 9999))}
        told |= {table: repr(index.db.execute(f"SELECT * FROM {table}").fetchall()) for table in SHADOWED}
    hidden = [one.fact.id for one in made if asked_by not in one.readers]
    for name, said in told.items():
        assert leaks(said, asked_by, made) == [], name
        assert name in SHADOWED or not [key for key in hidden if key in said], name


def test_every_view_stands_in_a_table_and_tells_what_anyone_may_see(world: World) -> None:
    root, made = world
    with Index.open(open_workspace(root).index, read_only=True) as index:
        views = {row[0] for row in index.db.execute("SELECT name FROM sqlite_schema WHERE type = 'view'")}
        assert views == SEED_VIEWS | OWN_VIEWS.keys()
        told = {view: repr(index.db.execute(f"SELECT * FROM {view}").fetchall()) for view in SEED_VIEWS}
        over = {one.fact.id for one in made if not one.is_current}
        believed = {row[0] for row in index.db.execute("SELECT id FROM entity_attributes WHERE status = 'active'")}
    hidden = {one.fact.id for one in made if "anyone" not in one.readers}
    for view, said in told.items():
        assert leaks(said, "anyone", made) == [], view
        assert not [key for key in hidden if key in said], view
    assert believed
    assert not believed & over


def test_every_page_shows_what_anyone_may_see_and_the_block_what_is_current(world: World) -> None:
    """TB-119, TK-076"""
    root, made = world
    assert {path.name for path in (ROOT / "templates").iterdir()} == PAGES.keys()
    for page in PAGES.values():
        assert leaks((root / page).read_text(), "anyone", made) == [], page
    block = (root / "MEMORY.md").read_text()
    for one in made:
        assert (one.probe in block) == ("anyone" in one.readers and one.is_current), one.fact.text


def test_a_night_after_tells_judges_and_joins_nothing_hidden(copied: World, now) -> None:
    """TK-075: private text is in no file but journal and index; what is public gains and loses nothing by it."""
    root, made = copied
    (root / "memory" / "2026-05-12.md").write_text(
        "- decided: the case is printed in PETG\n- Battery life: 30 days\n"
        + "".join(f"- Battery life of {one.probe}: {90 + n} days\n" for n, one in enumerate(made))
    )
    before = replay(open_workspace(root).journal)
    told = dream(root, now + DAY)
    assert told.state in ("done", "partly")
    assert leaks(repr(told), "anyone", made) == []
    for path in files(root):
        assert leaks(text_of(path), "anyone", made) == [], path
    after = replay(open_workspace(root).journal)
    for one in (one for one in made if "anyone" not in one.readers):
        assert after.facts[one.fact.id] == before.facts[one.fact.id]
        assert {e.id for e in after.edges.values() if one.fact.id in (e.src, e.dst)} == {
            e.id for e in before.edges.values() if one.fact.id in (e.src, e.dst)
        }
    for one in (one for one in made if "anyone" in one.readers and one.end == "expired"):
        assert after.facts[one.fact.id].status in ("archived", "superseded")


def files(root: Path) -> list[Path]:
    """Every file of a workspace but the two that hold all: the journal and the index."""
    whole = root / "memory" / "graph.jsonl"
    return [p for p in root.rglob("*") if p.is_file() and p != whole and not p.name.startswith("index.sqlite")]


def text_of(path: Path) -> str:
    if path.suffix == ".parquet":
        return repr(parquet.read_table(path).to_pylist())
    return path.read_bytes().decode("utf-8", "replace")


def test_the_sheet_and_every_artifact_show_what_anyone_may_see(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tasks import artifacts
    from tasks.review import form, waiting
    from tasks.review import told as told_in_full

    root, made = world
    workspace = open_workspace(root)
    items, facts = waiting.fn(workspace)
    shown = [repr(artifacts.waiting_rows(workspace)), told_in_full(items, facts), repr(form(items, facts).model_fields)]
    editor = tmp_path / "editor"
    editor.write_text(f'#!/bin/sh\ncp "$1" {tmp_path / "sheet"}\n')
    editor.chmod(0o700)
    monkeypatch.setenv("VISUAL", str(editor))
    run(root, "review", ["--edit"])
    if (tmp_path / "sheet").exists():
        shown.append((tmp_path / "sheet").read_text())
    assert items
    assert len(shown) == 4
    for said in (*shown, repr(facts)):
        assert leaks(said, "anyone", made) == []


def test_every_maker_of_an_artifact_stands_in_a_table() -> None:
    found = set()
    for path in (*(ROOT / "tasks").glob("*.py"), *(ROOT / "flows").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef):
                calls = {one.func.id for one in ast.walk(node) if isinstance(one, ast.Call)
                         and isinstance(one.func, ast.Name)}  # fmt: skip
                found |= {node.name} if any(name.endswith("_artifact") for name in calls) else set()
    assert found == ARTIFACTS


def test_whoever_reads_the_journal_or_the_index_asks_the_gate_or_says_why_not() -> None:
    readers = {
        path.relative_to(ROOT).as_posix()
        for room in ("noctuary", "tasks", "flows")
        for path in (ROOT / room).rglob("*.py")
        if _reads(ast.parse(path.read_text()))
    }
    asking = {name for name in readers if "from noctuary.access import" in (ROOT / name).read_text()}
    assert readers - asking == WHOLE.keys() - asking
    assert WHOLE.keys() <= readers, "a name in the table reads nothing any more"


def _reads(tree: ast.Module) -> bool:
    """Whether a module folds the journal, or opens the index."""
    wanted = {"noctuary.journal": {"replay", "replay_on", "folded"}, "noctuary.index": {"Index"}}
    imported = {
        name.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for name in node.names
        if name.name in wanted.get(node.module or "", ())
    }
    opens = {ast.unparse(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    return bool(imported & {"replay", "replay_on", "folded"}) or ("Index" in imported and "Index.open" in opens)
