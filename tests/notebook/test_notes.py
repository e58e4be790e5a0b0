"""Notes that describe themselves: their fields, their links both ways, what is wrong with them, and whose they are."""

from __future__ import annotations

import datetime as dt
import hashlib
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from noctuary.cli import main
from noctuary.errors import UnknownId
from noctuary.notebook import Notebook, open_notebook
from noctuary.settings import open_workspace
from noctuary.sources.notes import REQUIRED, TOPIC, TYPES, Author, Link, read

ROOT = Path(__file__).parent.parent.parent
FIELDS = {
    "title": '"Tide clock"',
    "id": '"n-1"',
    "type": '"Concept"',
    "created_at": "2026-05-01T09:00:00Z",
    "trust_score": "8",
}
BY = '\n[created_by]\nghost = "keel"\nmodel = "m-1"\n'
BODY = "# Tide clock\n\nA clock that shows\nthe tide of one harbour.\n\n## Parts\n\n- [[Moon dial|the dial]] in brass\n"


def written(body: str = BODY, by: str = BY, **fields: str | None) -> str:
    """A note in TOML; a field that is None is left out."""
    rows = [f"{key} = {value}" for key, value in (FIELDS | fields).items() if value is not None]
    return "+++\n" + "\n".join(rows) + f"\n{by}+++\n{body}"


def said(text: str) -> list[tuple[int, str]]:
    return [(one.line, one.message) for one in read("memory/tide.md", text).problems]


def test_a_note_tells_its_fields_its_links_and_what_it_is_about() -> None:
    """TK-022, TK-023, TK-024, TK-025, TK-026, TK-027, TK-031, TK-038: and nothing is wrong with it."""
    note = read("memory/tide.md", written(tags='["tides", "#clock"]'))
    assert (note.title, note.id, note.type) == ("Tide clock", "n-1", "Concept")
    assert note.created_at == dt.datetime(2026, 5, 1, 9, tzinfo=dt.UTC)
    assert note.created_by == Author(ghost="keel", model="m-1")
    assert note.trust_score == 8
    assert note.tags == ("tides", "clock")
    assert note.about == "A clock that shows the tide of one harbour."
    assert note.links == (Link(target="Moon dial", alias="the dial"),)
    assert note.problems == ()


def test_yaml_says_the_same_as_toml() -> None:
    nested = "created_by:\n  ghost: keel\n  model: m-1\n"
    flat = "created_by.ghost: keel\ncreated_by.model: m-1\n"
    toml = read("memory/tide.md", written())
    for by in (nested, flat):
        rows = "".join(f"{key}: {value}\n" for key, value in FIELDS.items())
        assert read("memory/tide.md", f"---\n{rows}{by}---\n{BODY}") == toml


@pytest.mark.parametrize(
    ("key", "by"),
    [
        *((key, BY) for key in FIELDS),
        ("created_by.ghost", BY.replace('ghost = "keel"\n', "")),
        ("created_by.model", BY.replace('model = "m-1"\n', "")),
    ],
)
def test_a_field_that_is_missing_is_named_with_its_file(key: str, by: str) -> None:
    """TK-022, TK-023, TK-024, TK-025, TK-026, TK-027"""
    left_out = {key: None} if key in FIELDS else {}
    (problem,) = read("memory/tide.md", written(by=by, **left_out)).problems
    assert (problem.path, problem.message) == ("memory/tide.md", f"lacks `{key}`; add it")


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("created_at", "2026-05-01", "no RFC 3339 instant"),
        ("created_at", "2026-05-01T09:00:00", "no RFC 3339 instant"),
        ("created_at", '"the first of May"', "no RFC 3339 instant"),
        ("last_validated_at", '"yesterday"', "no RFC 3339 instant"),
        ("trust_score", "0", "no whole number from 1 to 10"),
        ("trust_score", "11", "no whole number from 1 to 10"),
        ("trust_score", "true", "no whole number from 1 to 10"),
        ("trust_score", "7.5", "no whole number from 1 to 10"),
        ("title", "7", "is no text"),
        ("tags", "[1, 2]", "no list of texts"),
        ("version", '"two"', "no whole number from 0 on"),
        ("source", "[{checksum = 'sha256:00'}]", "neither an address nor a path"),
        ("comments", "[{at = 2026-05-01T09:00:00Z}]", "no list of tables"),
        ("type", '"Spaceship"', "'Spaceship', which counts as none: add it to `types` under [notes]"),
    ],
)
def test_a_field_that_is_wrong_is_told_on_its_line(key: str, value: str, message: str) -> None:
    """TK-025, TK-027, TK-036"""
    text = written(**{key: value})
    line = 1 + next(n for n, row in enumerate(text.split("\n")) if row.startswith(f"{key} ="))
    assert [(at, message in told, told.startswith(f"`{key}`")) for at, told in said(text)] == [(line, True, True)]


def test_what_is_optional_is_read_and_lost_by_no_neighbour() -> None:
    """TK-028, TK-030, TK-033"""
    more = (
        "\n[last_validated_by]\nghost = 'rill'\nmodel = 'm-2'\n"
        "[[comments]]\nghost = 'rill'\nmodel = 'm-2'\nat = 2026-05-03T09:00:00Z\ntext = 'the brass is real'\n"
        "[[comments]]\nghost = 'keel'\nmodel = 'm-1'\nat = 2026-05-04T09:00:00Z\ntext = 'it is not'\n"
    )
    fields = {
        "last_validated_at": "2026-05-02T09:00:00+02:00",
        "parent": '"Clocks"',
        "version": "3",
        "source": '["https://tides.example", {path = "docs/tides.md", checksum = "sha256:00aa11bb"}]',
    }
    note = read("memory/tide.md", written(by=BY + more, **fields))
    assert note.last_validated_at == dt.datetime(2026, 5, 2, 7, tzinfo=dt.UTC)
    assert note.last_validated_by == Author(ghost="rill", model="m-2")
    assert [(one.by.ghost, one.text) for one in note.comments] == [("rill", "the brass is real"), ("keel", "it is not")]
    assert (note.parent, note.version) == ("Clocks", 3)
    assert [(one.place, one.checksum) for one in note.sources] == [
        ("https://tides.example", ""),
        ("docs/tides.md", "sha256:00aa11bb"),
    ]
    assert note.problems == ()


def test_the_sixteen_types_are_known_in_any_case_and_ones_own_by_setting() -> None:
    """TK-035, TK-036: a type that nobody listed is kept as written, and counts as none."""
    assert len(TYPES) == len(set(TYPES)) == 16
    assert {TYPES[0], TYPES[-1]} == {"Person", "Music"}
    for kind in (*TYPES, TOPIC):
        assert read("a.md", written(type=f'"{kind.upper()}"')).type == kind
    new = read("a.md", written(type='"Spaceship"'))
    assert (new.type, new.type_raw) == ("", "Spaceship")
    listed = read("a.md", written(type='"spaceship"'), types=["Spaceship"])
    assert (listed.type, listed.problems) == ("Spaceship", ())


def test_a_reference_topic_lists_the_files_it_is_about() -> None:
    """TK-015"""
    topic = read("refs/tides.md", written(type='"ReferenceTopic"', files='["tables.md", "src/tide.py"]'))
    assert (topic.type, topic.files, topic.problems) == (TOPIC, ("tables.md", "src/tide.py"), ())
    (wrong,) = read("refs/tides.md", written(type='"ReferenceTopic"', files="7")).problems
    assert wrong.message.startswith("`files` is no list of texts")


def test_the_page_of_notes_names_every_field_and_type() -> None:
    """TK-082: what may stand in a note is in the documentation."""
    page = (ROOT / "docs" / "notes.md").read_text()
    fields = {key.partition(".")[0] for key in REQUIRED} | {"ghost", "model", "files", "source", "parent", "tags"}
    fields |= {"comments", "version", "last_validated_at", "last_validated_by"}
    assert [key for key in sorted(fields) if f"`{key}`" not in page] == []
    assert [kind for kind in (*TYPES, TOPIC) if kind not in page] == []


def test_a_note_without_a_first_paragraph_is_told() -> None:
    """TK-037"""
    assert said(written("# Tide clock\n")) == [(12, "has no first paragraph; begin with what it is and what it covers")]


def test_whoever_does_not_keep_to_the_fields_is_held_to_none() -> None:
    """An Obsidian page, a diary, a skill of Claude's: a title, tags and links, and no complaint."""
    page = read("memory/Harbour.md", "---\ntags: harbour\nstatus: 7\ntype: whatever\n---\nSee [[Tide clock]].\n")
    assert (page.title, page.tags, page.is_held, page.problems) == ("Harbour", ("harbour",), False, ())
    assert read("memory/2026-05-01.md", "- rain\n").title == "2026-05-01"
    assert read("memory/x.md", "# Pier lamp\n\nIt is red.\n").title == "Pier lamp"


def test_links_in_code_lead_nowhere_and_an_embed_is_a_link() -> None:
    """TK-038"""
    body = (
        "`[[A]]` and ![[B]] and [[C#part|see]]\n\n```\n[[D]]\n~~~\n[[D]]\n```\n\n[[ E ]] <!-- [[F]]\n[[F]] -->\n"
        "- ~~~~ text\n  [[G]]\n  ~~~\n  [[G]]\n  ~~~~\n  [[H]]\n\n````\n[[I]] never closed\n"
    )
    assert [link.target for link in read("a.md", written(body)).links] == ["B", "C", "E", "H"]


def test_no_secret_of_a_note_is_in_any_field_or_word() -> None:
    secret = "hunter2xyzzy99"
    text = written(f"The wifi password: {secret}\n", title=f'"password: {secret}"', parent=f'"password: {secret}"')
    assert secret not in repr(read("a.md", text))
    assert secret not in repr(read("a.md", written(type=f'"password: {secret}"')))
    odd = f'[{{path = "a", checksum = "password: {secret}"}}, "password: {secret}"]'
    assert secret not in repr(read("a.md", written(source=odd, tags=f'["password: {secret}"]')))


def book(*notes: tuple[str, str]) -> Notebook:
    return Notebook([read(ref, text) for ref, text in notes])


MOON = written("About the moon. See [[Tide clock]] and [[Nobody wrote this]].\n", title='"Moon dial"', id='"n-2"')
PART = written("A part.\n", title='"Gear"', id='"n-3"', parent='"n-1"')
TIDE = written(tags='["tides"]')


def test_a_note_is_had_by_id_title_or_place_whole_with_its_links_both_ways() -> None:
    """TK-061, TK-030, TK-032: the text is the author's, the links are ours to find."""
    made = book(("k/tide.md", TIDE), ("k/moon.md", MOON), ("k/gear.md", PART))
    for name in ("n-1", "tide CLOCK", "k/tide.md", "tide"):
        assert made.get(name).note.ref == "k/tide.md"
    entry = made.get("n-1")
    assert (entry.links, entry.linked_from, entry.children) == (("Moon dial",), ("Moon dial",), ("Gear",))
    assert entry.note.text == BODY.strip("\n")
    moon = made.get("Moon dial")
    assert (moon.links, moon.unwritten) == (("Tide clock",), ("Nobody wrote this",))
    assert made.get("Gear").parent == "Tide clock"
    by_title = book(("k/tide.md", TIDE), ("k/gear.md", PART.replace('"n-1"', '"Tide clock"')))
    assert by_title.get("Gear").parent == "Tide clock"


def test_a_name_of_several_notes_is_an_error_that_tells_where_they_are() -> None:
    """TK-061, TK-039"""
    made = book(("a/rust.md", written(title='"Rust"', id='"r-1"')), ("b/rust.md", written(title='"Rust"', id='"r-2"')))
    with pytest.raises(UnknownId, match="2 notes are called so; give the id or place of one: a/rust"):
        made.get("rust")
    with pytest.raises(UnknownId, match="no note has this id"):
        made.get("Iron")
    told = [(one.path, one.message) for one in made.problems()]
    assert [path for path, _ in told] == ["a/rust.md", "b/rust.md"]
    assert all("has the title of" in message and "`Rust (programming language)`" in message for _, message in told)


def test_an_id_that_two_notes_have_is_told_at_both() -> None:
    """TK-023"""
    made = book(("a.md", written(title='"A"')), ("b.md", written(title='"B"')))
    assert [(one.path, one.message) for one in made.problems()] == [
        ("a.md", "has the id of b.md; give each one of its own"),
        ("b.md", "has the id of a.md; give each one of its own"),
    ]


def test_a_parent_that_nobody_wrote_is_told() -> None:
    """TK-030"""
    made = book(("gear.md", PART))
    assert [one.message for one in made.problems()] == ["its parent 'n-1' is no note; write it, or name another"]


def test_notes_are_chosen_by_tag_and_type() -> None:
    """TK-031"""
    made = book(("tide.md", TIDE), ("moon.md", MOON), ("x.md", written(type='"Book"', title='"X"', id='"x"')))
    assert [note.title for note in made.chosen(["#Tides"])] == ["Tide clock"]
    assert [note.title for note in made.chosen(types=["book"])] == ["X"]
    assert [note.title for note in made.chosen()] == ["Moon dial", "Tide clock", "X"]


Put = Callable[[str, str], None]
Tree = Callable[[Path], dict[str, bytes]]


@pytest.fixture
def put(tmp_path: Path) -> Put:
    """Write a file below the test's folder."""

    def write(name: str, text: str) -> None:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)

    return write


def run(*args: object) -> Result:
    return CliRunner().invoke(main, [str(arg) for arg in args], catch_exceptions=False)


def test_a_source_that_changed_since_its_checksum_was_set_is_told(tmp_path: Path, put: Put) -> None:
    """TK-033"""
    put("docs/tides.md", "high at six\n")
    sum_ = hashlib.sha256(b"high at six\n").hexdigest()
    put("memory/tide.md", written(source=f'[{{path = "docs/tides.md", checksum = "sha256:{sum_}"}}]'))
    assert run("notes", "--check", "-w", tmp_path).exit_code == 0
    put("docs/tides.md", "high at seven\n")
    told = run("notes", "--check", "-w", tmp_path)
    assert told.exit_code == 2
    assert "memory/tide.md: its source docs/tides.md has changed since" in told.output


def test_what_cannot_be_read_is_told_and_the_rest_is_listed(tmp_path: Path, put: Put) -> None:
    """Another encoding is read; a link that leads out, a file that is too large and odd bytes end in a line each."""
    put("memory/tide.md", "")
    (tmp_path / "memory" / "tide.md").write_bytes(TIDE.encode("utf-16"))
    (tmp_path / "memory" / "odd.md").write_bytes(b"\x00\xff\xfe odd [[Tide clock]]\n")
    (tmp_path / "memory" / "big.md").write_bytes(b"x" * (4 * 1024 * 1024 + 1))
    (tmp_path / "memory" / "away.md").symlink_to("/etc/hostname")
    told = run("notes", "--check", "-w", tmp_path)
    assert told.exit_code == 2
    assert "memory/big.md: is larger than 4194304 bytes" in told.output
    assert "memory/away.md: is a link that leads out" in told.output
    assert "2 notes, 1 of them" in told.output
    assert "linked from  odd" in run("notes", "Tide clock", "-w", tmp_path).output


def test_the_verb_lists_shows_and_checks_and_changes_no_file(tmp_path: Path, put: Put, bytes_of: Tree) -> None:
    """TK-032, TK-061"""
    put("memory/tide.md", TIDE)
    put("memory/moon.md", MOON.replace("trust_score = 8", "trust_score = 80"))
    before = bytes_of(tmp_path)
    assert run("notes", "-w", tmp_path).output.splitlines() == [
        "Moon dial   memory/moon.md  Concept",
        "Tide clock  memory/tide.md  Concept  trust 8  #tides",
    ]
    shown = run("notes", "Tide clock", "-w", tmp_path).output
    assert shown.startswith("Tide clock (Concept)  memory/tide.md\n")
    assert "  written      2026-05-01 by keel (m-1)\n" in shown
    assert "  linked from  Moon dial\n" in shown
    assert shown.endswith("- [[Moon dial|the dial]] in brass\n")
    as_json = json.loads(run("notes", "n-1", "-w", tmp_path, "--json").output)
    assert (as_json["note"]["created_by"]["ghost"], as_json["linked_from"]) == ("keel", ["Moon dial"])
    checked = run("notes", "--check", "-w", tmp_path)
    assert (checked.exit_code, checked.output.splitlines()) == (
        2,
        [
            "memory/moon.md:6: `trust_score` is no whole number from 1 to 10",
            "2 notes, 2 of them with the fields of a note: 1 problem.",
        ],
    )
    unknown = run("notes", "Iron", "-w", tmp_path)
    assert (unknown.exit_code, "list them with `noctuary notes`" in unknown.output) == (2, True)
    assert bytes_of(tmp_path) == before


def test_a_search_hit_brings_what_its_note_says_of_itself_and_what_it_links_with(tmp_path: Path, put: Put) -> None:
    """TK-055: parent, tags, and links of one step in both directions; only where it is asked for."""
    put(
        "memory/tide.md",
        written("The brass hand shows the tide. See [[Gear]].\n", tags='["tides"]', parent='"Moon dial"'),
    )
    put("memory/moon.md", MOON)
    put("memory/gear.md", PART)
    words = ["search", "brass hand", "-w", tmp_path, "-k", "1"]
    assert run("dream", "-q", "-w", tmp_path, "--now", "2026-05-12T03:00:00+00:00").exit_code == 0
    told = json.loads(run(*words, "--notes", "--json").output)
    assert "brass hand" in told["results"][0]["text"]
    note = told["notes"]["memory/tide.md"]
    assert (note["parent"], note["tags"], note["trust_score"]) == ("Moon dial", ["tides"], 8)
    assert (note["links"], note["linked_from"], note["children"]) == (["Gear"], ["Moon dial"], ["Gear"])
    line = "      note Tide clock (Concept, trust 8); #tides; parent Moon dial; links Gear; linked from Moon dial"
    assert line in run(*words, "--notes").output.splitlines()
    assert "notes" not in json.loads(run(*words, "--json").output)
    found = {notes: run(*words, *notes, "--budget", "50").output.count("brass hand") for notes in ((), ("--notes",))}
    assert found == {(): 1, ("--notes",): 0}
    put("memory/2026-05-11.md", "- decided: the rope locker is painted red\n")
    assert run("dream", "-q", "-w", tmp_path, "--now", "2026-05-13T03:00:00+00:00").exit_code == 0
    plain = run("search", "rope locker", "-w", tmp_path, "-k", "1", "--notes").output
    assert "rope locker" in plain
    assert "note " not in plain


GHOST = """[sources]
notes = ["diary/*.md", "projects/*/README.md", "private_knowledge/**/*.md", "{shared}/**/*.md"]
[notes]
types = ["Spaceship"]
"""


@pytest.fixture
def ghosts(tmp_path: Path, put: Put) -> tuple[Path, Path]:
    """Two agents' workspaces as t-koma lays them out, and the knowledge they share."""
    for name in ("keel", "rill"):
        put(f"{name}/noctuary.toml", GHOST.format(shared=(tmp_path / "knowledge").as_posix()))
        put(f"{name}/SOUL.md", f"# {name}\n")
        put(f"{name}/diary/2026-05-01.md", f"- decided: the {name} berth is kept for visitors\n")
        put(f"{name}/projects/mast/README.md", f"# Mast of {name}\n\nA new mast.\n\nMore.\n")
        put(f"{name}/projects/.archive/hull/README.md", "# Hull\n\nDone with.\n")
        put(f"{name}/private_knowledge/own.md", written(title=f'"Secret of {name}"', id=f'"s-{name}"'))
    put("knowledge/clocks/tide.md", TIDE)
    return tmp_path / "keel", tmp_path / "rill"


def test_each_agents_workspace_holds_its_own_diary_projects_and_private_notes_beside_what_all_share(
    ghosts: tuple[Path, Path],
) -> None:
    """TK-001, TK-002, TK-016, TK-017, TK-020: no agent meets another's; an archived project is none."""
    for root in ghosts:
        found = {note.title: note for note in open_notebook(open_workspace(root)).notes}
        assert set(found) == {"2026-05-01", f"Mast of {root.name}", f"Secret of {root.name}", "Tide clock"}
        assert found[f"Mast of {root.name}"].about == "A new mast."


def test_what_one_agent_writes_into_what_all_share_the_others_find_and_nothing_of_its_own(
    ghosts: tuple[Path, Path], put: Put, bytes_of: Tree
) -> None:
    """TK-001, TK-002, TK-020, TB-015: by night and search, too; of what all share no byte is changed."""
    put("knowledge/weir.md", "- decided: the weir is opened at seven\n")
    put("keel/private_knowledge/lock.md", "- decided: the lock key hangs in the galley\n")
    found, shared = {}, bytes_of(ghosts[0].parent / "knowledge")
    for root in ghosts:
        assert run("dream", "-q", "-w", root, "--now", "2026-05-12T03:00:00+00:00").exit_code == 0
        found[root.name] = run("search", "weir or lock key or berth", "-w", root, "-k", "50").output
        assert (root / "SOUL.md").read_text() == f"# {root.name}\n"
    assert all("the weir is opened at seven" in told for told in found.values())
    assert ["galley" in found[name] for name in ("keel", "rill")] == [True, False]
    assert ["rill berth" in found[name] for name in ("keel", "rill")] == [False, True]
    assert bytes_of(ghosts[0].parent / "knowledge") == shared
