"""Front matter and pages written to break or to stall: each is a note or a problem, at once, and never a traceback."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from noctuary.cli import main
from noctuary.notebook import open_notebook
from noctuary.settings import open_workspace
from noctuary.sources import notes

HUGE = "0x" + "F" * 6000


def notebook_of(root: Path, name: str, data: bytes) -> list[str]:
    (root / "memory").mkdir(exist_ok=True)
    (root / "memory" / name).write_bytes(data)
    ran = CliRunner().invoke(main, ["notes", "--check", "-w", str(root)], catch_exceptions=False)
    assert ran.exit_code in (0, 2)
    return ran.output.splitlines()


@pytest.mark.parametrize(
    "text",
    [
        f"---\n? {HUGE}\n: x\n---\nhi\n", f"---\nid: {HUGE}\n---\nhi\n", f"+++\nid = {HUGE}\n+++\nhi\n",
        "---\nid: a\nsource:\n  - {path: '~nosuchuser/x', checksum: 'sha256:00000000'}\n---\nhi\n",
        "---\nid: [\n---\nhi\n", "---\ntags: {a: 1}\nid: a\n---\n",
    ],
)  # fmt: skip
def test_no_front_matter_breaks_a_verb_or_a_night(tmp_path: Path, text: str) -> None:
    notebook_of(tmp_path, "hostile.md", text.encode())
    ran = CliRunner().invoke(main, ["dream", "-w", str(tmp_path)], catch_exceptions=False)
    assert ran.exit_code == 0


def test_what_is_no_text_is_no_note_and_told_so(tmp_path: Path) -> None:
    (tmp_path / "noctuary.toml").write_text('[sources]\nnotes = ["**/*"]\n')
    told = notebook_of(tmp_path, "pic.bin", bytes(range(256)) * 20)
    assert any("is no text" in line for line in told)
    assert not [one for one in open_notebook(open_workspace(tmp_path)).notes if one.ref.endswith(".bin")]


@pytest.mark.parametrize(
    "text", ["# a" + " " * 200_000 + "b", "<!-- x\n" * 100_000, "#" * 200_000, "--> <!--" * 50_000]
)
def test_a_page_written_to_stall_is_read_line_by_line(text: str) -> None:
    assert notes.read("a.md", text).ref == "a.md"


def test_a_comment_sign_in_a_code_block_opens_no_comment() -> None:
    blocks = "```\n<!--\n```\n\nReal [[Priv]] prose.\n\n```\n-->\n```\n"
    page = f"{blocks}\n<!-- [[Gone]] --> and [[Pub]] <!-- [[Off]]\n[[Out]] -->\n"
    assert [link.target for link in notes.read("a.md", page).links] == ["Priv", "Pub"]


def test_front_matter_that_cannot_be_parsed_is_one_problem_and_no_field_is_wrong_besides() -> None:
    page = "---\ntitle: Clock: tides\ntrust_score: 7\ntags: [tides, clocks]\ncreated_by:\n  ghost: kim\n---\nAbout.\n"
    note = notes.read("a.md", page)
    assert len(note.problems) == 1
    assert (note.title, note.tags) == ("Clock: tides", ())


@pytest.mark.parametrize(
    ("line", "title"), [("# A heading", "A heading"), ("## Closed ##", "Closed"), ("# C#", "C#"), ("#hash", "a")]
)
def test_the_first_heading_is_the_title(line: str, title: str) -> None:
    assert notes.read("a.md", f"{line}\n").title == title
