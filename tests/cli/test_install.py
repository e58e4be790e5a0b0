"""Installing into other programs' files: the diff first, only ours added, nothing else touched, taken back whole."""

from __future__ import annotations

import json
import shlex
import shutil
import stat
import subprocess
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

from noctuary.cli import main
from noctuary.cli.clients import servers
from noctuary.cli.clients.block import HASH, MARKDOWN, put, take
from noctuary.cli.clients.hooks import hooks
from noctuary.cli.clients.jsontext import Text
from noctuary.cli.clients.known import GUIDE
from noctuary.cli.clients.tomltext import codex_server
from noctuary.errors import SettingsError
from noctuary.sources.own import own_lines

ROOT = Path("/home/kim/my clock")
BYTES_OF = Callable[[Path], dict[str, bytes]]


def run(*args: object) -> Result:
    return CliRunner().invoke(main, [str(arg) for arg in args], catch_exceptions=False)


def install(*args: object) -> Result:
    return run("install", *args, "--yes")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "work space"
    folder.mkdir()
    return folder


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of the test's own, in which no client has a setting."""
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.setenv("HOME", str(folder))
    for name in ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "OPENCLAW_STATE_DIR", "OPENCLAW_CONFIG_PATH"):
        monkeypatch.delenv(name, raising=False)
    return folder


# What each client's own files hold before: comments, tabs, flat lines, Windows' line ends, nothing at all.
FILES: dict[str, dict[str, tuple[str, ...]]] = {
    "claude-code": {
        ".claude/settings.json": (
            '{\n  "model": "opus"\n}\n', '{\n\t"model": "ü",\n\t"hooks": {}\n}', '{"a":[1,2]}', "{}\n", "",
            '{\r\n    "n": 1e5,\r\n    "deny": ["x", "y"]\r\n}\r\n', '\ufeff{"a": "\\u00e9"}',
            '{\n  // mine\n  "hooks": {"SessionEnd": [{"matcher": "clear", "hooks": []}], "Stop": [7]}, // why\n}\n',
        ),
        ".claude.json": ('{\n  "numStartups": 7,\n  "mcpServers": {\n    "x": {"command": "y"}\n  }\n}', "{}"),
    },
    "codex": {
        ".codex/config.toml": (
            'model = "gpt-5" # mine\n\n# servers\n[mcp_servers.other]\ncommand = "x" # c\n', "[a]\nb = 1",
            "", 'a = 1\r\n[b]\r\nc = 2\r\n', '[mcp_servers]\n\n# end\n[features]\nhooks = true\n',
        ),
        ".codex/hooks.json": ('{"hooks": {"Stop": []}}',),
    },
    "cursor": {
        ".cursor/mcp.json": ('{\n  "mcpServers": {}\n}\n', '{"mcpServers": {"a": {"url": "http://x"}}}'),
        ".cursor/hooks.json": ('{"version": 1, "hooks": {"stop": [{"command": "x"}]}}',),
    },
    "openclaw": {
        ".openclaw/openclaw.json": (
            "{\n  // five\n  mcp: { servers: { a: { command: 'x', args: ['it\\'s'] } } },\n  n: +1, h: 0x1F,\n}\n",
            "{}",
            "{\n  agents: { defaults: { workspace: '~/w' } }, // last\n}\n",
        ),
    },
}  # fmt: skip
CASES = [(client, name, text) for client, files in FILES.items() for name, texts in files.items() for text in texts]


def written(home: Path, client: str, root: Path) -> list[list[str]]:
    """The commands over the workspace that a client's files hold, in words."""
    found: list[list[str]] = []

    def look(value: Any) -> None:
        if isinstance(value, dict):
            args = value.get("args")
            words = [value.get("command"), *args] if isinstance(args, list) else shlex.split(str(value.get("command")))
            if str(root) in words:
                found.append(words)
        for one in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
            look(one)

    for name in FILES[client]:
        data = (home / name).read_bytes()
        look(tomllib.loads(data.decode()) if name.endswith(".toml") else Text(data, is_json5=True).value)
    return found


@pytest.mark.parametrize(("client", "name", "text"), CASES, ids=[f"{one[0]}-{n}" for n, one in enumerate(CASES)])
def test_what_is_installed_twice_is_there_once_and_taken_away_to_the_byte(
    client: str, name: str, text: str, root: Path, home: Path, bytes_of: BYTES_OF
) -> None:
    path = home / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(text.encode())
    path.chmod(0o600)
    before = bytes_of(home)
    assert install(client, "-w", root).exit_code == 0
    once = bytes_of(home)
    assert once[name] != before[name]
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    verbs = [
        next(word for word in words if word in ("hook", "context", "serve")) for words in written(home, client, root)
    ]
    wanted = {"claude-code": ["context", "hook", "hook", "serve"], "openclaw": ["serve"]}
    assert sorted(verbs) == wanted.get(client, ["context", "serve"])
    assert install(client, "-w", root).exit_code == 0
    assert bytes_of(home) == once
    assert run("uninstall", client, "-w", root, "--yes").exit_code == 0
    assert bytes_of(home) == before


@pytest.mark.parametrize(("client", "name"), [("claude-code", ".claude/settings.json"), ("codex", ".codex/hooks.json")])
def test_every_beginning_of_a_session_is_told_what_is_known(client: str, name: str, root: Path, home: Path) -> None:
    """SG-073: after a compaction or a resumption as at first, for the hook is bound to none of them."""
    assert install(client, "-w", root).exit_code == 0
    (group,) = json.loads((home / name).read_text())["hooks"]["SessionStart"]
    assert group.keys() == {"hooks"}
    assert "context" in shlex.split(group["hooks"][0]["command"])


@pytest.mark.parametrize("client", ["claude-code", "codex", "cursor", "openclaw", "agents-md"])
def test_files_that_install_made_are_taken_away_again(client: str, root: Path, home: Path, bytes_of: BYTES_OF) -> None:
    install(client, "-w", root)
    assert bytes_of(home) | bytes_of(root)
    assert run("install", client, "-w", root, "--remove", "--yes").exit_code == 0
    assert bytes_of(home) | bytes_of(root) == {}


@pytest.mark.parametrize("client", ["claude-code", "codex", "cursor"])
def test_a_projects_settings_stand_in_its_own_folder(client: str, root: Path, home: Path, bytes_of: BYTES_OF) -> None:
    assert install(client, "-w", root, "--project").exit_code == 0
    assert bytes_of(home) == {}
    assert any("serve" in data.decode() for data in bytes_of(root).values())
    run("uninstall", client, "-w", root, "--project", "--yes")
    assert bytes_of(root) == {}


def test_what_was_changed_since_stays_changed(root: Path, home: Path) -> None:
    path = home / ".claude" / "settings.json"
    path.parent.mkdir()
    path.write_text('{\n  "model": "opus" // mine\n}\n')
    install("claude-code", "-w", root)
    path.write_text(path.read_text().replace("opus", "sonnet"))
    run("uninstall", "claude-code", "-w", root, "--yes")
    assert path.read_text() == '{\n  "model": "sonnet" // mine\n}\n'


def test_a_command_that_has_moved_is_put_right_and_the_first_copy_is_kept(root: Path, home: Path) -> None:
    path = home / ".claude" / "settings.json"
    path.parent.mkdir()
    path.write_text('{"model": "opus"}')
    install("claude-code", "-w", root)
    once = path.read_bytes()
    path.write_bytes(once.replace(b"/noctuary hook", b"/old/noctuary hook"))
    install("claude-code", "-w", root)
    assert path.read_bytes() == once
    assert path.with_name("settings.json.before-noctuary").read_text() == '{"model": "opus"}'


@pytest.mark.parametrize("client", ["claude-code", "codex", "cursor", "openclaw"])
def test_each_workspace_has_a_place_of_its_own(client: str, root: Path, home: Path, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    install(client, "-w", root)
    alone = {name: (home / name).read_bytes() for name in FILES[client]}
    install(client, "-w", tmp_path / "other")
    assert len(written(home, client, root)) == len(written(home, client, tmp_path / "other"))
    run("uninstall", client, "-w", tmp_path / "other", "--yes")
    if client == "codex":
        assert tomllib.loads((home / ".codex/config.toml").read_text()) == tomllib.loads(
            alone[".codex/config.toml"].decode()
        )
    else:
        assert {name: (home / name).read_bytes() for name in FILES[client]} == alone
    assert "holds nothing of this workspace" in run("uninstall", client, "-w", tmp_path / "other").output


@pytest.mark.parametrize(
    ("client", "name", "text"),
    [
        *(("claude-code", ".claude/settings.json", text) for text in
          ("{oops", "[]", '{"hooks": []}', '{"hooks": {"SessionEnd": {}}}', '{"a": 1, "a": 2}', '{"a": NaN}')),
        ("claude-code", ".claude.json", '{"mcpServers": 7}'),
        ("codex", ".codex/config.toml", "a = \n"),
        ("codex", ".codex/config.toml", 'mcp_servers = {o = {command = "x"}}\n'),
        ("cursor", ".cursor/hooks.json", '{"hooks": {"sessionStart": 7}}'),
        ("openclaw", ".openclaw/openclaw.json", "{ mcp: [ }"),
    ],
)  # fmt: skip
def test_what_cannot_be_changed_safely_is_refused_and_no_file_is_touched(
    client: str, name: str, text: str, root: Path, home: Path, bytes_of: BYTES_OF
) -> None:
    (home / name).parent.mkdir(exist_ok=True)
    (home / name).write_text(text)
    result = install(client, "-w", root)
    assert (result.exit_code, "nothing was changed" in result.output) == (2, True)
    assert bytes_of(home) == {name: text.encode()}


@pytest.mark.parametrize("client", ["claude-code", "codex", "cursor", "openclaw", "agents-md"])
def test_a_dry_run_shows_the_change_and_makes_none(client: str, root: Path, tmp_path: Path, bytes_of: BYTES_OF) -> None:
    before = bytes_of(tmp_path)
    result = run("install", client, "-w", root, "--dry-run", "--sources")
    assert result.exit_code == 0
    assert any(line.startswith("+") and "noctuary" in line for line in result.output.splitlines())
    assert bytes_of(tmp_path) == before
    told = json.loads(run("install", client, "-w", root, "--dry-run", "--json").output)
    assert told["done"] is False
    assert {one["change"] for one in told["files"]} == {"make"}


def test_where_nobody_can_be_asked_nothing_is_written(root: Path, home: Path, bytes_of: BYTES_OF) -> None:
    result = run("install", "claude-code", "-w", root)
    assert (result.exit_code, "run the same again with --yes" in result.output) == (2, True)
    assert '+    "SessionStart": [' in result.output
    assert bytes_of(home) == {}


def test_a_linked_settings_file_stays_a_link(root: Path, home: Path, tmp_path: Path) -> None:
    target = tmp_path / "dotfiles.json"
    target.write_text('{"model": "opus"}')
    (home / ".claude").mkdir()
    (home / ".claude" / "settings.json").symlink_to(target)
    install("claude-code", "-w", root)
    assert (home / ".claude" / "settings.json").is_symlink()
    assert "SessionEnd" in json.loads(target.read_text())["hooks"]


def test_words_for_the_server_reach_its_entry(root: Path, home: Path) -> None:
    install("cursor", "-w", root, "--tools", "memory,knowledge", "--agent", "pilot")
    [entry] = json.loads((home / ".cursor" / "mcp.json").read_text())["mcpServers"].values()
    assert entry["args"][-7:] == ["serve", "-w", str(root), "--tools", "memory,knowledge", "--agent", "pilot"]


def test_two_settings_files_at_once_and_a_scope_that_is_not_there_are_refused(root: Path) -> None:
    assert "give one of them" in install("claude-code", "-w", root, "--project", "--local").output
    assert "leave --local out" in install("codex", "-w", root, "--local").output


@pytest.mark.parametrize(
    "before",
    [None, 'timezone = "UTC"\n', "[decay]\nfresh = 0.8", '[sources]\nnote_trust = "human" # me\n',
     '[sources]\n# where\nsessions = ["a/*.jsonl"]\n', "[sources]\nnotes = []\n[decay]\nfresh = 0.8\n"],
)  # fmt: skip
def test_a_clients_logs_are_named_and_every_other_line_stays(root: Path, before: str | None) -> None:
    path = root / "noctuary.toml"
    if before is not None:
        path.write_text(before)
    result = install("claude-code", "-w", root, "--sources")
    assert f"wrote {path}" in result.output
    lines = [line for line in (before or "").splitlines() if "sessions" not in line]
    assert [line for line in path.read_text().splitlines() if line in lines] == lines
    assert "~/.claude/projects/**/*.jsonl" in tomllib.loads(path.read_text())["sources"]["sessions"]
    assert "names their logs" in result.output
    assert "names their logs" in install("claude-code", "-w", root).output


SESSIONS = "~/.claude/projects/**/*.jsonl"
BEFORE = [
    None, "", 'timezone = "UTC"\n', "[decay]\nfresh = 0.8", '[sources]\nnote_trust = "human" # me\n', "[sources]\n",
    '[sources]\n# where\nsessions = ["a/*.jsonl"]\n', '[sources]\nsessions = [\n  "a", # mine\n  "b"\n]\n[decay]\n',
    "[sources]\r\nsessions = []\r\n", '# noctuary\nsources.sessions = ["a"]\n',
]  # fmt: skip


@pytest.mark.parametrize("words", [("uninstall",), ("install", "--sources", "--remove"), ("install", "--remove")])
@pytest.mark.parametrize("before", BEFORE)
def test_logs_that_installing_named_are_read_no_more_once_it_is_taken_back(
    root: Path, before: str | None, words: tuple[str, ...], bytes_of: BYTES_OF
) -> None:
    path = root / "noctuary.toml"
    if before is not None:
        path.write_bytes(before.encode())
    there = bytes_of(root)
    for _ in range(2):
        install("claude-code", "-w", root, "--sources")
    install("codex", "-w", root, "--sources")
    assert SESSIONS in tomllib.loads(path.read_text())["sources"]["sessions"]
    run("uninstall", "codex", "-w", root, "--yes")
    assert SESSIONS in tomllib.loads(path.read_text())["sources"]["sessions"]
    told = run(words[0], "claude-code", "-w", root, *words[1:], "--yes")
    assert f'-    "{SESSIONS}"' in told.output
    assert bytes_of(root) == there


def test_a_file_that_two_workspaces_share_is_taken_back_by_both(home: Path, tmp_path: Path, bytes_of: BYTES_OF) -> None:
    """The second one's copy of the file holds what the first wrote: it is nothing to bring back."""
    roots = [tmp_path / "one", tmp_path / "two"]
    for root in roots:
        root.mkdir()
    for client in ("claude-code", "codex", "cursor", "openclaw"):
        for root in roots:
            install(client, "-w", root)
        for root in reversed(roots):
            run("uninstall", client, "-w", root, "--yes")
        left = {name for name in bytes_of(home) if not name.endswith(".before-noctuary")}
        assert (client, left) == (client, set())


def test_what_came_since_into_the_list_of_logs_stays(root: Path) -> None:
    path = root / "noctuary.toml"
    install("claude-code", "-w", root, "--sources")
    path.write_text(path.read_text().replace('    "**/*.jsonl",\n', '    "**/*.jsonl",\n    "mine/*.jsonl",\n'))
    before = tomllib.loads(path.read_text())["sources"]["sessions"]
    run("uninstall", "claude-code", "-w", root, "--yes")
    assert tomllib.loads(path.read_text())["sources"]["sessions"] == [one for one in before if one != SESSIONS]


@pytest.mark.parametrize("text", ['sessions = ["{}"]', 'sessions = [\n  "a",\n  "{}", # theirs\n]'])
def test_a_glob_that_another_hand_wrote_stays_and_is_told(root: Path, text: str) -> None:
    path = root / "noctuary.toml"
    path.write_text("[sources]\n" + text.format(SESSIONS) + "\n")
    before = path.read_bytes()
    install("claude-code", "-w", root, "--sources")
    told = run("uninstall", "claude-code", "-w", root, "--yes").output
    assert path.read_bytes() == before
    assert f"{path} names {SESSIONS}" in told
    assert "nights go on reading" in told


def test_what_is_declined_names_no_logs(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("noctuary.cli.clients.carry._agreed", lambda count: False)
    run("install", "claude-code", "-w", root, "--sources")
    assert list(root.iterdir()) == []


# AGENTS.md and CLAUDE.md


@pytest.mark.parametrize(
    ("files", "changed"),
    [
        ({}, {"AGENTS.md"}),
        ({"AGENTS.md": "# Rules\n"}, {"AGENTS.md"}),
        ({"CLAUDE.md": "no end of line"}, {"CLAUDE.md"}),
        ({"AGENTS.md": "a\r\nb\r\n\r\n", "CLAUDE.md": "x\n"}, {"AGENTS.md", "CLAUDE.md"}),
        ({"AGENTS.md": "a\n", "CLAUDE.md": "@AGENTS.md\n"}, {"AGENTS.md"}),
    ],
)
def test_the_reading_instruction_stands_once_in_every_file_that_an_agent_reads(
    root: Path, files: dict[str, str], changed: set[str], bytes_of: BYTES_OF
) -> None:
    for name, text in files.items():
        (root / name).write_bytes(text.encode())
    before = bytes_of(root)
    for _ in range(2):
        install("agents-md", "-w", root)
        after = bytes_of(root)
        assert {name for name in after if after[name] != before.get(name)} == changed
        assert all(after[name].count(b"noctuary:begin") == (name in changed) for name in after)
    run("uninstall", "agents-md", "-w", root, "--yes")
    assert bytes_of(root) == before


@given(st.text(st.sampled_from("ab #\n\r")).map(str.encode), st.sampled_from([MARKDOWN, HASH]))
def test_a_block_is_put_in_once_and_taken_out_to_the_byte(data: bytes, marks: tuple[str, str]) -> None:
    made = put("one\ntwo", marks, data)
    assert put("one\ntwo", marks, made) == made
    assert put("one\ntwo", marks, put("other", marks, data)) == made
    assert take(marks, made) == data
    assert take(marks, data) == data


def test_what_is_written_for_agents_is_never_evidence() -> None:
    """A CLAUDE.md may be a source: the reader passes our lines over."""
    lines = put(GUIDE, MARKDOWN, b"# Mine\n\n- never deploy on Fridays\n").decode().split("\n")
    found, is_open = own_lines(lines)
    assert [line for n, line in enumerate(lines) if n not in found and line] == ["# Mine", "- never deploy on Fridays"]
    assert not is_open


# git


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_git_is_told_how_to_merge_and_what_to_leave_alone_and_forgets_it_again(
    tmp_path: Path, bytes_of: BYTES_OF
) -> None:
    root = tmp_path / "my repo" / "mem ory"
    root.mkdir(parents=True)
    subprocess.run(["git", "-C", str(root.parent), "init", "-q"], check=True)
    (root.parent / ".gitignore").write_text("*.o")
    before = bytes_of(tmp_path)
    assert install("git", "-w", root).exit_code == 0
    assert run("install", "git", "-w", root, "--json", "--dry-run").exit_code == 0

    def git(*words: str) -> str:
        return subprocess.run(["git", "-C", str(root), *words], check=True, capture_output=True, text=True).stdout

    assert git("check-attr", "merge", "memory/graph.jsonl").strip().endswith("merge: noctuary")
    assert git("check-ignore", ".noctuary/index.sqlite", "x.o").split() == [".noctuary/index.sqlite", "x.o"]
    words = shlex.split(git("config", "merge.noctuary.driver"))
    assert words[-4:] == ["merge-journal", "%O", "%A", "%B"]
    run("uninstall", "git", "-w", root, "--yes")
    after = {name: data for name, data in bytes_of(tmp_path).items() if "/.git/index" not in name}
    assert after == before


def test_a_folder_in_no_repository_is_told_what_to_do(root: Path) -> None:
    result = install("git", "-w", root)
    assert (result.exit_code, "run `git init` there first" in result.output) == (2, True)


# The texts themselves: any settings in any layout

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=8,
)
GROUPS = st.lists(
    JSON
    | st.fixed_dictionaries({"hooks": st.lists(JSON | st.just({"type": "command", "command": "noctuary hook x"}))}),
    max_size=3,
)
SETTINGS = st.dictionaries(TEXT, JSON, max_size=4).flatmap(
    lambda rest: st.fixed_dictionaries(
        {}, optional={"hooks": st.dictionaries(st.sampled_from(["SessionEnd", "PreCompact", "Stop"]), GROUPS)}
    ).map(lambda found: {key: value for key, value in rest.items() if key != "hooks"} | found)
)
LAYOUTS = st.sampled_from([{"indent": 2}, {"indent": 4}, {"indent": "\t"}, {}, {"separators": (",", ":")}])
WANTED = {name: f"/bin/noctuary hook {name} -w '{ROOT}'" for name in ("SessionEnd", "PreCompact")}
HOOKS = hooks(Path("settings.json"), None, ROOT, WANTED)


@given(SETTINGS, LAYOUTS)
def test_hooks_are_added_once_and_taken_away_whole(settings: dict[str, Any], layout: dict[str, Any]) -> None:
    """Idempotent, nothing else changed, and what stood there before stands there after, to the byte."""
    data = json.dumps(settings, ensure_ascii=False, **layout).encode()
    made = HOOKS.put(data)
    assert HOOKS.put(made) == made
    value = json.loads(made)
    assert {key: one for key, one in value.items() if key != "hooks"} == {
        key: one for key, one in settings.items() if key != "hooks"
    }
    there = settings.get("hooks", {})
    assert all(value["hooks"][event][: len(there.get(event, []))] == there.get(event, []) for event in WANTED)
    left = HOOKS.take(made)
    assert HOOKS.take(left) == left
    if all(there.get(event) for event in WANTED) or "hooks" not in settings:
        assert json.loads(left) == settings


@given(st.binary(max_size=60))
def test_any_bytes_are_settings_or_refused(data: bytes) -> None:
    codex = codex_server(Path("config.toml"), None, ROOT)
    served = servers.server(Path("mcp.json"), None, ROOT, ["mcpServers"], servers.entry(ROOT))
    for edit in (HOOKS, codex, served):
        try:
            made = edit.put(data)
        except SettingsError as error:
            made = edit.put(b"") if str(error).endswith("nothing was changed") else b""
        assert made
        assert edit.put(made) == made
