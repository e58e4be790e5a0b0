"""The page as it is read over coffee: each thing once, paths that open, plain words, a length that does not grow."""

from __future__ import annotations

import datetime as dt
import inspect
import re
import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from urllib.parse import unquote

import pytest
from markdown_it import MarkdownIt

from noctuary.consolidate import promote
from noctuary.consolidate.policy import ConflictPolicy, DecayPolicy
from noctuary.consolidate.replies import fitting
from noctuary.extraction import keep_gates
from noctuary.journal import State, replay
from noctuary.model import Fact, Night, Problem, Quarantined, Review
from noctuary.night import dream
from noctuary.page import render_dreams
from noctuary.page.links import Links
from noctuary.page.words import IN, OUT, kept_out, let_in
from noctuary.settings import open_workspace

ROOT = Path(__file__).parent.parent.parent
NIGHT = dt.datetime(2026, 11, 4, 3, 0, tzinfo=dt.UTC)
CODE = re.compile(r"`(b2:[0-9a-f]{8})`")
OF_A_NIGHT = {"cap", "covered", "decided_otherwise", "less_sure", "over", "waiting"}
"""What a night counts beside the gates of extraction and promotion (`stages.weigh`, `stages.resolve`)."""


@pytest.fixture(scope="module")
def dreamt(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample workspace after its first night."""
    root = tmp_path_factory.mktemp("breakfast") / "w"
    shutil.copytree(ROOT / "data" / "workspace", root)
    dream(root, NIGHT)
    return root


def links(page: str) -> list[str]:
    tokens = [child for token in MarkdownIt().parse(page) for child in token.children or []]
    return [str(token.attrs["href"]) for token in tokens if token.type == "link_open"]


def test_every_gate_has_plain_words() -> None:
    held_back = set(re.findall(r'return "(\w+)"', inspect.getsource(promote.held_back)))
    assert held_back > {"score", "one_voice"}
    assert IN.keys() == promote.REASONS.keys()
    assert OUT.keys() == keep_gates.REASONS.keys() | held_back | OF_A_NIGHT
    assert not [words for words in (*IN.values(), *OUT.values()) if "_" in words]
    assert let_in("brand_new") == kept_out("brand_new") == "`brand_new`"


def test_no_gate_is_called_by_its_name_on_the_page(dreamt: Path) -> None:
    page = (dreamt / "DREAMS.md").read_text()
    told = re.findall(r"— \w+, ([^,\[]+), \[", page)
    assert told
    assert set(told) <= set(IN.values())
    kept = page.split("### Kept out\n\n")[1].splitlines()[0]
    named = re.findall(r"(?:^|; )([^;:]+): \d+", kept)
    assert named
    assert set(named) <= {*OUT.values(), "other reasons"}


def test_each_thing_stands_on_the_page_once(dreamt: Path) -> None:
    page = (dreamt / "DREAMS.md").read_text()
    assert [key for key, count in Counter(CODE.findall(page)).items() if count > 1] == []
    facts = replay(open_workspace(dreamt).journal).facts
    night = replay(open_workspace(dreamt).journal).last_night()
    assert night
    told = re.search(r"^- and (\d+) told above", page, re.MULTILINE)
    more = re.search(r"^- and (\d+) more: `noctuary diff`", page, re.MULTILINE)
    left = sum(int(one[1]) for one in (told, more) if one)
    listed = page.split("### Promoted")[1].split("###")[0]
    assert len(CODE.findall(listed)) + left == len(night.promoted)
    assert all(key[:11] in page for key, _ in night.superseded if key in facts)


def test_codes_are_explained_once(dreamt: Path) -> None:
    page = (dreamt / "DREAMS.md").read_text()
    assert page.count("`b2:…`") == 1
    assert page.index("`b2:…`") < CODE.search(page).start()  # type: ignore[union-attr]
    assert "with its id" not in page


def test_every_path_opens_from_where_the_page_lies(dreamt: Path) -> None:
    found = links((dreamt / "DREAMS.md").read_text())
    assert len(found) > 20
    for target in found:
        path, _, line = target.partition("#L")
        assert int(line) <= len((dreamt / unquote(path)).read_bytes().split(b"\n"))


@pytest.mark.parametrize("name", [
    "notes.md", "a b.md", "a)b.md", "a](https://evil.example).md", "javascript:alert(1).md", "100%25.md",
    "#1.md", "é.md", "a`b.md", "<b>.md", "[x] done.md", "a\\b.md", "deep/er/n.md", "b2:0000.md", "a'b\".md", "&amp;.md",
])  # fmt: skip
def test_a_link_leads_to_its_file_whatever_that_is_called(tmp_path: Path, name: str) -> None:
    (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / name).write_text("x\n")
    (target,) = links(f"- {Links(tmp_path).place(name, 1)} said so\n")
    assert unquote(target) == f"{name}#L1"


@pytest.mark.parametrize(
    "name", ["gone.md", "../outside.md", "~/log.jsonl", "/etc/hostname", "by hand", "a\0b", "", "memory"]
)
def test_what_is_no_file_of_the_workspace_is_named_and_not_linked(tmp_path: Path, name: str) -> None:
    (tmp_path / "w" / "memory").mkdir(parents=True)
    (tmp_path / "outside.md").write_text("x\n")
    shown = Links(tmp_path / "w").place(name, 3)
    assert links(f"- {shown} said so\n") == []
    assert name.replace("\0", "�") in shown


def test_a_log_outside_is_named_in_full(tmp_path: Path) -> None:
    path = "~/.claude/projects/p/8f1e59c2-224d-5d1f-8e17-2d7b34b90c12.jsonl"
    assert path in Links(tmp_path).place(path, 3)


def test_nothing_is_verified_again_on_a_first_night(workspace: Path, now: dt.datetime) -> None:
    """Old lines that still stand are read, not verified again; the next time they have aged, they are."""
    old = "".join(f"- the lamp of pier {number} is lit at dusk\n" for number in range(9))
    (workspace / "MEMORY.md").write_text(f"# 2025-01-02\n\n{old}")
    (workspace / "memory" / "2025-01-02.md").write_text(f"- remember: see `src/a.py`, the port is 9191\n{old}")
    dream(workspace, now)
    last = replay(open_workspace(workspace).journal).last_night()
    assert last
    assert last.reverified == ()
    assert "Re-verified" not in (workspace / "DREAMS.md").read_text()
    (workspace / "noctuary.toml").write_text("[decay]\nidle_clock = false\n")
    dream(workspace, now + dt.timedelta(days=400))
    last = replay(open_workspace(workspace).journal).last_night()
    assert last
    assert last.reverified
    assert "Re-verified" in (workspace / "DREAMS.md").read_text()


def test_the_samples_page_is_read_in_one_go(dreamt: Path) -> None:
    assert (dreamt / "DREAMS.md").read_text().count("\n") <= 120


@pytest.mark.parametrize("count", [30, 300])
def test_the_page_does_not_grow_with_what_there_is_to_tell(fact: Callable[..., Fact], count: int) -> None:
    facts = [fact(f"sluice {number} opens on signal {number * 7}", gate="stated") for number in range(6 * count)]
    parts = [facts[at * count : (at + 1) * count] for at in range(6)]
    ids = [tuple(one.id for one in part) for part in parts]
    asked = [
        Review(id=f"b2:{number:016x}", kind="contradiction", a=a, b=b, reason="two words for one sluice")
        for number, (a, b) in enumerate(zip(ids[4], ids[5], strict=True))
    ]
    night = Night(
        id="2026-05-12", begun_at=NIGHT, promoted=ids[0], reinforced=ids[1], expired=ids[2],
        superseded=tuple(zip(ids[2], ids[3], strict=True)), asked=tuple(one.id for one in asked), reverified=ids[1],
        quarantined=tuple(Quarantined(ref="a.md", line=n, trust="tool", words="do") for n in range(count)),
        problems=tuple(Problem(path="a.md", message="torn", line=n) for n in range(count)),
    )  # fmt: skip
    state = State(
        facts={one.id: one for one in facts}, reviews={one.id: one for one in asked}, nights={night.id: night}
    )
    page = render_dreams(state, Path("nowhere"), DecayPolicy(), ConflictPolicy(), fitting, None, ids[0])
    assert page.count("\n") <= 200
