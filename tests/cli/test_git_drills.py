"""A memory in real git: what the owner takes back there is told and followed, what is lost stays a refusal.

Each repository has a commit `begin` without a night, and the nights of branch `one`, `two` (which is `main`) and
`three`, each on the one before it. Every night believes one rule of its own note.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest
from click.testing import CliRunner, Result

from noctuary.cli import main
from noctuary.journal import replay, verify
from noctuary.journal.branches import compared, tips

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")

RULES = {1: "never send invoices on Sunday", 2: "lock the shed at night", 3: "the keys stay with Ines"}
LATER, AFTER = "2026-05-20T03:00:00+00:00", "2026-05-21T03:00:00+00:00"
JOURNAL = "memory/graph.jsonl"
FOLLOWED = "git took back 2026-05-12, after which others were written"
DRIVEN = ("driver", "driver, pages ignored", "driver, all committed")


def git(root: Path, *words: str, fails: bool = False) -> str:
    """What a git of nobody's settings says; pages that clash are taken from where we stand."""
    nobody = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull, "HOME": str(root), "GIT_EDITOR": "true"}
    who = {f"GIT_{role}_{what}": "a@example.org" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    done = subprocess.run(
        ["git", *words], cwd=root, env=os.environ | nobody | who, capture_output=True, text=True, timeout=60
    )
    assert fails or done.returncode == 0, (words, done.stdout, done.stderr)
    return done.stdout


def run(root: Path, *words: str) -> Result:
    return CliRunner().invoke(main, [*words, "-w", str(root)], catch_exceptions=False)


def commit(root: Path, message: str) -> None:
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--allow-empty", "--message", message)


def journal(root: Path) -> Path:
    return root / JOURNAL


def believed(root: Path) -> set[int]:
    found = {fact.text for fact in replay(journal(root)).facts.values() if fact.is_believed}
    return {number for number, rule in RULES.items() if rule in found}


def in_block(root: Path) -> set[int]:
    page = (root / "MEMORY.md").read_text()
    return {number for number, rule in RULES.items() if rule in page}


def bytes_of(root: Path) -> dict[str, bytes]:
    files = (path for path in sorted(root.rglob("*")) if path.is_file() and ".git" not in path.parts)
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in files}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """The repository of each kind, made once; tests work on copies."""
    known: dict[str, Path] = {}

    def make(kind: str) -> Path:
        root = tmp_path_factory.mktemp("made") / "w"
        (root / "memory").mkdir(parents=True)
        (root / "MEMORY.md").write_text("# Mine\n\n- the shed is green\n")
        git(root, "init", "--quiet", "--initial-branch=begin")
        if kind.startswith("driver"):
            assert run(root, "install", "git", "--yes").exit_code == 0
        if kind == "union":
            (root / ".gitattributes").write_text(f"{JOURNAL} merge=union\n")
        if kind == "driver, pages ignored":
            with (root / ".gitignore").open("a") as ignored:
                ignored.write("MEMORY.md\nDREAMS.md\n")
        if kind == "driver, all committed":
            (root / ".gitignore").unlink()
            (root / ".noctuary").mkdir()
            (root / ".noctuary" / ".gitignore").write_text("")
        commit(root, "begin")
        for number, branch in enumerate(("one", "main", "three"), 1):
            git(root, "checkout", "--quiet", "-b", branch)
            (root / "memory" / f"2026-05-{9 + number}.md").write_text(f"- Rule: {RULES[number]}\n")
            told = run(root, "dream", "-q", "--now", f"2026-05-{10 + number}T03:00:00+00:00")
            assert (told.exit_code, told.output) == (0, "")
            commit(root, f"night {number}")
        git(root, "branch", "two", "main")
        assert in_block(root) == {1, 2, 3}
        return root

    return lambda kind: known.get(kind) or known.setdefault(kind, make(kind))


@pytest.fixture
def repository(made: Callable[[str], Path], tmp_path: Path) -> Callable[[str], Path]:
    return lambda kind: Path(shutil.copytree(made(kind), tmp_path / "w", symlinks=True))


def acted(root: Path, acts: Sequence[str]) -> None:
    """Do in git what each line says; where pages clash ours are taken, and the act is gone on with."""
    for act in acts:
        if act == "night":
            told = run(root, "dream", "-q", "--now", "2026-05-15T03:00:00+00:00")
            assert told.exit_code == 0, told.output
            commit(root, "a night in between")
            continue
        git(root, *act.split(), fails=True)
        torn = git(root, "diff", "--name-only", "--diff-filter=U").split()
        if torn:
            assert JOURNAL not in torn, act
            git(root, "checkout", "--ours", *torn, fails=True)
            git(root, "add", "--all")
            git(root, "commit", "--quiet", "--allow-empty", "--no-edit", "-m", act)
        if act.startswith("rebase"):
            git(root, "rebase", "--continue", fails=True)


class Row(NamedTuple):
    """What is done in git, the rules that are believed then with the driver and with git's union, what is told."""

    acts: Sequence[str]
    rules: set[int]
    by_union: set[int]
    is_told: bool = False


TAKEN_BACK = {
    "a night that others stand on is reverted": Row(
        ["checkout three", "revert --no-edit HEAD~1"], {1, 3}, {1, 2, 3}, is_told=True
    ),
    "a night is reverted, then a branch that stands on it is merged": Row(
        ["checkout main", "revert --no-edit HEAD", "merge --no-edit three"], {1, 3}, {1, 2, 3}, is_told=True
    ),
    "a later night is cherry-picked alone": Row(["checkout one", "cherry-pick three"], {1, 3}, {1, 2, 3}, is_told=True),
    "a rebase leaves a night out": Row(["rebase --onto one two three"], {1, 3}, {1, 2, 3}, is_told=True),
    "a rebase leaves a night out that only the reflog knows": Row(
        ["checkout three", "branch -D two", "branch -D main", "rebase --onto one three~1"], {1, 3}, {1, 2, 3},
        is_told=True,
    ),
    "a stash is popped over a revert": Row(
        ["checkout main", "checkout three -- memory", "stash", "revert --no-edit HEAD", "stash pop"], {1, 3},
        {1, 2, 3}, is_told=True,
    ),
    "a revert is reverted": Row(
        ["checkout three", "revert --no-edit HEAD~1", "revert --no-edit HEAD"], {1, 2, 3}, {1, 2, 3}
    ),
    "a revert that a night followed is reverted": Row(
        ["checkout three", "revert --no-edit HEAD~1", "night", "revert --no-edit HEAD~1"], {1, 2, 3}, {1, 2, 3}
    ),
    "the last night is reverted": Row(["checkout main", "revert --no-edit HEAD"], {1}, {1}),
    "a merge is reverted": Row(
        ["checkout one", "merge --no-ff --no-edit three", "revert --no-edit -m 1 HEAD"], {1}, {1}
    ),
    "a merge is squashed": Row(
        ["checkout one", "merge --squash three", "commit -m squashed"], {1, 2, 3}, {1, 2, 3}
    ),
    "the branch is set back": Row(["checkout three", "reset --hard one"], {1}, {1}),
    "an older commit is checked out": Row(["checkout --detach one"], {1}, {1}),
    "an older commit is checked out, and left again": Row(
        ["checkout --detach one", "checkout three"], {1, 2, 3}, {1, 2, 3}
    ),
}  # fmt: skip


@pytest.mark.parametrize("kind", [*DRIVEN, "union"])
@pytest.mark.parametrize("row", TAKEN_BACK.values(), ids=TAKEN_BACK)
def test_what_git_takes_back_is_followed_by_journal_and_block(
    row: Row, kind: str, repository: Callable[[str], Path]
) -> None:
    """TB-108"""
    root = repository(kind)
    acted(root, row.acts)
    told = run(root, "dream", "--now", LATER)
    assert told.exit_code == 0
    rules = row.by_union if kind == "union" else row.rules
    assert (believed(root), in_block(root)) == (rules, rules)
    assert (FOLLOWED in told.stderr) == (row.is_told and kind != "union")
    assert "damaged" not in told.output
    assert verify(journal(root)) == []
    again = run(root, "dream", "--now", AFTER)
    assert (again.exit_code, again.stderr) == (0, "")


@pytest.mark.parametrize("verb", ["dream -q", "rebuild", "review --apply", "vouch FACT", "undo FACT"])
def test_whoever_writes_first_follows_it_and_says_so_once(verb: str, repository: Callable[[str], Path]) -> None:
    root = repository("driver")
    acted(root, ["checkout three", "revert --no-edit HEAD~1"])
    own = min(key for key, fact in replay(journal(root)).facts.items() if fact.text == RULES[1])
    told = run(root, *(own if word == "FACT" else word for word in verb.split()))
    assert (told.exit_code, told.stderr.count(FOLLOWED)) == (0, 1)
    assert re.search(r"commit [0-9a-f]{10} still has them", told.stderr)
    assert 2 not in in_block(root)
    assert verify(journal(root)) == []
    assert FOLLOWED not in run(root, "rebuild").stderr


def test_a_dry_run_shows_it_and_changes_no_byte(repository: Callable[[str], Path]) -> None:
    root = repository("driver")
    acted(root, ["checkout three", "revert --no-edit HEAD~1"])
    before = bytes_of(root)
    told = run(root, "dream", "--dry-run", "--now", LATER)
    assert FOLLOWED in told.stderr
    assert "damaged" not in told.output
    assert bytes_of(root) == before


def test_the_page_of_a_night_with_news_tells_it(repository: Callable[[str], Path]) -> None:
    root = repository("driver")
    acted(root, ["checkout three", "revert --no-edit HEAD~1"])
    (root / "memory" / "2026-05-19.md").write_text("- Rule: water the ferns on Monday\n")
    told = json.loads(run(root, "dream", "--now", LATER, "--json").stdout)
    assert (told["state"], FOLLOWED in told["followed"]) == ("done", True)
    assert FOLLOWED in (root / "DREAMS.md").read_text()


def test_what_a_followed_revert_left_is_one_line_of_nights(repository: Callable[[str], Path]) -> None:
    """The first and the third night had each other's facts before them: none of them is judged anew."""
    root = repository("driver")
    acted(root, ["checkout three", "revert --no-edit HEAD~1"])
    run(root, "rebuild")
    state = replay(journal(root))
    assert [one.rpartition("@")[0] for one in tips(state.closed)] == ["2026-05-13"]
    [seen] = compared(state).nights
    assert RULES[1] in {state.facts[key].text for key in seen}


def test_what_was_followed_is_followed_where_git_is_not(
    repository: Callable[[str], Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = repository("driver")
    acted(root, ["checkout three", "revert --no-edit HEAD~1"])
    run(root, "rebuild")
    other = Path(shutil.copytree(root, tmp_path / "other", ignore=shutil.ignore_patterns(".git", ".noctuary")))
    monkeypatch.setenv("PATH", "")
    assert run(other, "verify").exit_code == 0
    assert run(other, "dream", "-q", "--now", LATER).output == ""


def test_a_revert_that_clashes_in_the_journal_is_followed_once_it_is_resolved(
    repository: Callable[[str], Path]
) -> None:
    """Without a driver git leaves its marks; the owner takes them out, and the reverted night with them."""
    root = repository("nothing")
    git(root, "checkout", "--quiet", "three")
    git(root, "revert", "--no-edit", "HEAD~1", fails=True)
    git(root, "checkout", "--ours", "MEMORY.md", "DREAMS.md")
    assert believed(root) == {1, 2, 3}
    lines = [line for line in journal(root).read_text().splitlines() if line.startswith("{")]
    kept = [line for line in lines if json.loads(line)["night"] != "2026-05-12"]
    journal(root).write_text("".join(f"{line}\n" for line in kept))
    assert "damaged" in run(root, "dream", "-q", "--now", LATER).stderr
    commit(root, "resolved")
    assert FOLLOWED in run(root, "dream", "-q", "--now", AFTER).stderr
    assert (believed(root), in_block(root)) == ({1, 3}, {1, 3})


def without(*nights: str) -> Callable[[list[bytes]], list[bytes]]:
    return lambda found: [line for line in found if json.loads(line)["night"] not in nights]


def torn(found: list[bytes]) -> list[bytes]:
    at = next(n for n, line in enumerate(found) if RULES[2].encode() in line)
    return [line[:40] if n == at else line for n, line in enumerate(found)]


def halved(found: list[bytes]) -> list[bytes]:
    return [line for line in found if RULES[2].encode() not in line]


def unclosed(found: list[bytes]) -> list[bytes]:
    return [line for line in found if not (b'"night_closed"' in line and b'"2026-05-12"' in line)]


def forget(root: Path) -> None:
    """Leave of a repository one commit without a history."""
    git(root, "checkout", "--quiet", "--orphan", "fresh")
    commit(root, "all there is")
    git(root, "branch", "-D", "begin", "one", "two", "three", "main")
    git(root, "reflog", "expire", "--expire=now", "--all")
    git(root, "gc", "--quiet", "--prune=now")


LOST: dict[str, tuple[Callable[[list[bytes]], list[bytes]], Callable[[Path], object]]] = {
    "a night is gone, not by git": (without("2026-05-12"), lambda root: None),
    "a night is gone, and so it is from git": (without("2026-05-12"), forget),
    "a night's record is gone, and that is committed": (halved, lambda root: commit(root, "as it is")),
    "a night's closing line is gone, and that is committed": (unclosed, lambda root: commit(root, "as it is")),
    "a record is torn": (torn, lambda root: None),
    "a record is torn, and that is committed": (torn, lambda root: commit(root, "as it is")),
}


@pytest.mark.parametrize(("damage", "then"), LOST.values(), ids=LOST)
def test_what_is_lost_leaves_the_block_alone_until_it_is_mended(
    damage: Callable[[list[bytes]], list[bytes]], then: Callable[[Path], object], repository: Callable[[str], Path]
) -> None:
    root = repository("driver")
    whole = journal(root).read_bytes()
    journal(root).write_bytes(b"".join(line + b"\n" for line in damage(whole.splitlines())))
    then(root)
    for verb in ("dream -q", "rebuild"):
        told = run(root, *verb.split())
        assert (told.exit_code, "The journal is damaged" in told.stderr) == (0, True)
        assert FOLLOWED not in told.stderr
        assert in_block(root) == {1, 2, 3}
    assert b'"reverted"' not in journal(root).read_bytes()
    assert run(root, "verify").exit_code == 6
    journal(root).write_bytes(whole)
    run(root, "rebuild")
    assert (believed(root), run(root, "verify").exit_code) == ({1, 2, 3}, 0)


def test_without_git_a_revert_is_damage_with_its_mend(
    repository: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    root = repository("driver")
    acted(root, ["checkout three", "revert --no-edit HEAD~1"])
    with monkeypatch.context() as bare:
        bare.setenv("PATH", "")
        assert "The journal is damaged" in run(root, "dream", "-q", "--now", LATER).stderr
        told = run(root, "verify").output
    assert "which is missing; where a revert or a cherry-pick in git left it out, `noctuary rebuild` follows" in told
    assert FOLLOWED in run(root, "rebuild").stderr


def test_the_driver_leaves_an_unfinished_end_of_either_side_out(repository: Callable[[str], Path]) -> None:
    """Nothing in it had counted; in the middle of the file it would be damage."""
    root = repository("driver")
    git(root, "checkout", "--quiet", "-b", "torn", "one")
    with journal(root).open("ab") as file:
        file.write(b'{"v":1,"op":"put","type":"entity","id":"b2:0","at":"2026-05-12T03:00:00Z","ni')
    commit(root, "torn")
    for ours, theirs in (("torn", "three"), ("three", "torn")):
        git(root, "checkout", "--quiet", "--detach", ours)
        git(root, "merge", "--quiet", "--no-edit", theirs)
        assert verify(journal(root)) == []
        assert believed(root) == {1, 2, 3}


OLDER: dict[str, Sequence[str]] = {
    "a branch from before the journal": ["checkout begin"],
    "a commit from before the journal": ["checkout --detach begin"],
    "a branch that goes on from before it": ["checkout begin", "commit --allow-empty -m more"],
    "the only night is reverted": ["checkout one", "revert --no-edit HEAD"],
}


@pytest.mark.parametrize("kind", ["driver", "driver, pages ignored"])
@pytest.mark.parametrize("acts", OLDER.values(), ids=OLDER)
def test_a_checkout_from_before_the_journal_is_no_loss(
    acts: Sequence[str], kind: str, repository: Callable[[str], Path]
) -> None:
    root = repository(kind)
    acted(root, acts)
    assert not journal(root).exists()
    assert "memory begins anew here; commit" in run(root, "status").output
    assert run(root, "verify").output == "There is no journal yet: no night has passed here.\n"
    planned = run(root, "dream", "--dry-run", "--now", LATER)
    assert (planned.exit_code, "begins anew" in planned.stderr) == (0, True)
    told = run(root, "dream", "-q", "--now", LATER)
    assert (told.exit_code, told.stderr.count("memory begins anew here; commit")) == (0, 1)
    assert (believed(root), in_block(root)) == (set(), set())
    assert run(root, "dream", "-q", "--now", AFTER).output == ""
    commit(root, "a night of its own")
    git(root, "checkout", "--quiet", "-f", "three")
    assert run(root, "dream", "-q", "--now", AFTER).output == ""
    assert (believed(root), in_block(root)) == ({1, 2, 3}, {1, 2, 3})


def removed(root: Path) -> None:
    journal(root).unlink()


def removed_and_committed(root: Path) -> None:
    git(root, "rm", "--quiet", JOURNAL)
    commit(root, "tidy up")


def changed_since(root: Path) -> None:
    """A night that no commit has is lost with the file; git has an older journal."""
    (root / "memory" / "2026-05-13.md").write_text("- Rule: water the ferns on Monday\n")
    run(root, "dream", "-q", "--now", "2026-05-14T03:00:00+00:00")
    git(root, "checkout", "--quiet", "--force", "begin")


def with_a_foreign_block(root: Path) -> None:
    """The block of another night stands in a MEMORY.md from before the journal."""
    git(root, "checkout", "--quiet", "begin")
    (root / "MEMORY.md").write_text(git(root, "show", "one:MEMORY.md"))


GONE: dict[str, Callable[[Path], object]] = {
    "removed": removed,
    "removed by a commit that is no revert": removed_and_committed,
    "never committed as it was": changed_since,
    "told by a block of which git cannot tell": with_a_foreign_block,
}


@pytest.mark.parametrize("gone", GONE.values(), ids=GONE)
def test_a_journal_that_is_lost_is_refused_with_a_mend_that_mends(
    gone: Callable[[Path], object], repository: Callable[[str], Path]
) -> None:
    root = repository("driver")
    gone(root)
    before = bytes_of(root)
    for verb in (("dream", "-q", "--now", LATER), ("rebuild",), ("verify",)):
        told = run(root, *verb)
        assert (told.exit_code, told.stdout) == (6, "")
        assert bytes_of(root) == before
    [mend] = re.findall(r"`(git checkout [^`]+)`", told.stderr)
    git(root, *mend.split()[1:])
    assert run(root, "rebuild").exit_code == 0
    assert {1, 2, 3} <= believed(root)


def test_without_git_the_refusal_says_what_an_older_checkout_needs(
    repository: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    root = repository("driver")
    git(root, "checkout", "--quiet", "begin")
    monkeypatch.setenv("PATH", "")
    told = run(root, "dream", "-q", "--now", LATER)
    assert told.exit_code == 6
    assert "where git has checked out a commit from before the journal, go back to one that has it" in told.stderr
