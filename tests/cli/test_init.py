"""What init finds of other programs, what it asks, and that its settings are in force as they stand."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from noctuary.cli import main
from noctuary.cli.clients.known import claude_project
from noctuary.settings import Settings, open_workspace


def run(*args: object, typed: str = "") -> Result:
    done = CliRunner().invoke(main, [str(arg) for arg in args], input=typed, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder beside a home in which every program has kept something."""
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    for name in ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "OPENCLAW_STATE_DIR", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    folder = home / "agent"
    own = claude_project(folder)
    vault = home / "My Vault"
    for path in (
        own / "a.jsonl",
        own / "memory" / "MEMORY.md",
        home / ".claude/projects/-other/b.jsonl",
        home / ".codex/sessions/2026/05/01/rollout-1.jsonl",
        home / ".openclaw/agents/main/sessions/s.jsonl",
        home / ".openclaw/workspace/memory/2026-05-01.md",
        vault / "note.md",
        vault / ".obsidian/app.md",
    ):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x\n")
    (home / ".config/obsidian").mkdir(parents=True)
    (home / ".config/obsidian/obsidian.json").write_text(json.dumps({"vaults": {"1": {"path": str(vault)}}}))
    monkeypatch.setattr("sys.platform", "linux")
    return folder


def globs(folder: Path) -> set[str]:
    """What noctuary.toml names beside the defaults."""
    told, now = tomllib.loads((folder / "noctuary.toml").read_text())["sources"], Settings().sources
    return {*told["notes"], *told["sessions"]} - {*now.notes, *now.sessions}


OWN = {"~/.claude/projects/{}/**/*.jsonl", "~/.claude/projects/{}/memory/**/*.md"}
OTHERS = {
    "~/.claude/projects/**/*.jsonl",
    "~/.codex/sessions/**/*.jsonl",
    "~/.openclaw/agents/*/sessions/*.jsonl",
    "~/.openclaw/workspace/memory/**/*.md",
    "~/My Vault/**/*.md",
}


def named(folder: Path, wanted: set[str]) -> set[str]:
    return {glob.format(claude_project(folder).name) for glob in wanted}


@pytest.mark.parametrize(
    ("words", "wanted"), [((), set()), (("--yes",), OWN), (("--all",), OWN | OTHERS), (("--json",), set())]
)
def test_without_a_terminal_nothing_is_asked_and_an_option_decides(
    folder: Path, words: tuple[str, ...], wanted: set[str]
) -> None:
    """TB-098: what other folders' sessions hold is read where somebody said so for this one."""
    said = run("init", folder, *words).output
    assert globs(folder) == named(folder, wanted)
    assert all(glob in said for glob in named(folder, OWN | OTHERS))
    if not words:
        assert "run init with --yes or --all" in said


def test_at_a_terminal_each_is_asked_and_only_what_is_the_folders_own_is_meant(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("noctuary.cli.founding.is_terminal", lambda: True)
    said = run("init", folder, typed="\n" * 8).output
    assert said.count("May nights read it?") == len(OWN | OTHERS)
    assert "app.md" not in said
    assert globs(folder) == named(folder, OWN)


def test_a_vault_that_is_made_a_workspace_has_its_notes_read(folder: Path) -> None:
    vault = folder.parent / "My Vault"
    told = json.loads(run("init", vault, "--yes", "--json").output)
    assert [one["what"] for one in told["found"] if one["is_own"]] == ["the notes of this Obsidian vault"]
    assert [one["files"] for one in told["found"] if one["is_own"]] == [1]
    assert "**/*.md" in globs(vault)


def test_the_settings_that_are_written_are_live_and_the_ones_in_force(folder: Path) -> None:
    run("init", folder)
    lines = (folder / "noctuary.toml").read_text().splitlines()[1:]
    assert not [line for line in lines if line.startswith("#")]
    workspace = open_workspace(folder, {})
    assert workspace.problems == ()
    assert workspace.settings == Settings()


def test_settings_that_are_there_are_never_changed(folder: Path) -> None:
    folder.mkdir()
    (folder / "noctuary.toml").write_text("# mine\n")
    run("init", folder, "--all")
    assert (folder / "noctuary.toml").read_text() == "# mine\n"


def test_a_list_of_vaults_that_is_broken_is_passed_over(folder: Path) -> None:
    for text in ("", "{", "[]", '{"vaults": 7}', '{"vaults": {"1": {}}}'):
        (folder.parent / ".config/obsidian/obsidian.json").write_text(text)
        assert "My Vault" not in run("init", folder).output


def test_a_workspace_that_lies_a_folder_deeper_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    repository = tmp_path / "repository"
    (repository / "workspace").mkdir(parents=True)
    (repository / "workspace" / "MEMORY.md").write_text("- API port: 8080\n")
    told = run("init", repository, "--yes").output
    assert f"workspace below looks like a workspace; to make it one: noctuary init {repository / 'workspace'}\n" in told
    assert "below looks" not in run("init", repository / "workspace", "--yes").output
