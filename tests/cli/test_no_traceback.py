"""Whatever the settings, the arguments and the files say: a line that names the place and the mend, and an exit code.

Exceptions go through: a traceback fails the case with itself.
"""

from __future__ import annotations

import datetime as dt
import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click
import msgspec
import pytest
from click.testing import CliRunner, Result

import noctuary
from noctuary.cli import main
from noctuary.errors import SettingsError
from noctuary.night import dream
from noctuary.settings import Settings, open_workspace
from tests.rows import every

NIGHT = "2026-05-12T03:00:00+00:00"
LATER = "2026-05-13T03:00:00+00:00"


def run(*args: object, input: str | None = None) -> Result:
    return CliRunner().invoke(main, [str(arg) for arg in args], input=input, catch_exceptions=False)


def told(result: Result) -> None:
    """What every command owes: an exit code of the documented ones and, where it is none of "done", a reason."""
    assert 0 <= result.exit_code <= 6
    assert "Traceback" not in result.output
    if result.exit_code:
        assert result.output.strip()


@pytest.fixture(scope="module")
def dreamt(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small workspace after one night, to be copied."""
    from tests.conftest import make_workspace

    root = make_workspace(tmp_path_factory.mktemp("dreamt") / "workspace")
    assert run("dream", "-q", "-w", root, "--now", NIGHT).exit_code == 0
    return root


@pytest.fixture
def root(dreamt: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(dreamt, tmp_path / "workspace"))


def refused(root: Path, environ: dict[str, str]) -> str:
    """Why the workspace's settings are refused, "" where they are not."""
    try:
        open_workspace(root, environ)
    except SettingsError as error:
        return str(error)
    return ""


# Settings

WRONG = (
    '"x"',
    '""',
    "-1",
    "0",
    "1e308",
    "nan",
    "inf",
    "-inf",
    "true",
    "[]",
    "{}",
    "[[[[]]]]",
    "{a = {b = 1}}",
    '["", 3]',
    "99999999999999999999",
    "1979-05-27",
    "07:32:00",
    "'\\u0000'",
    '"\\u0000"',
    '["/", "~nobody/**", "[", "{a,b}"]',
)


def keys() -> Iterator[str]:
    """Every setting there is, with its section."""
    for section in msgspec.structs.fields(Settings):
        inner = getattr(section.type, "__struct_fields__", ())
        yield from (f"{section.name}.{key}" for key in inner) if inner else (section.name,)


@pytest.mark.parametrize(
    "key", [*keys(), *("sources", "promote", "guard", "unknown", "unknown.key", "sources.unknown")]
)
def test_any_value_of_any_setting_is_used_or_refused_by_name(key: str, dreamt: Path) -> None:
    """Twenty values each; what is refused names the setting and where to mend it."""
    toml = dreamt / "noctuary.toml"
    section, _, name = key.rpartition(".")
    try:
        for value in WRONG:
            toml.write_text(f"[{section}]\n{name} = {value}\n" if section else f"{name} = {value}\n")
            refusal = refused(dreamt, {})
            assert not refusal or key in refusal or "noctuary.toml" in refusal
            assert not refusal or ";" in refusal
    finally:
        toml.unlink()


DEEP = 3_000
LONG = 5_000
"""Parts of a key: five times as many as calls may stand in each other; reading a key costs the square of it."""
BROKEN: dict[str, bytes] = {
    "no toml": b"a b c",
    "half a string": b'timezone = "',
    "a key twice": b"timezone = ''\ntimezone = ''",
    "a section twice": b"[promote]\n[promote]",
    "a byte mark": b"\xef\xbb\xbf[promote]\nmin_sources = 2\n",
    "latin": b"timezone = '\xe4'",
    "a NUL": b"timezone = '\0'",
    "nothing but NULs": bytes(1000),
    "UTF-16": "timezone = ''\n".encode("utf-16"),
    "a deep list": b"a = " + b"[" * DEEP + b"]" * DEEP,
    "a deep table": b"a = " + b"{a = " * DEEP + b"1" + b"}" * DEEP,
    "a deep key": b".".join([b"a"] * LONG) + b" = 1",
    "a deep section": b"[" + b".".join([b"a"] * LONG) + b"]",
    "a deep list known": b"[promote]\nweights = " + b"[" * DEEP + b"]" * DEEP,
    "a deep table known": b"[promote]\nweights = " + b"{a = " * 90 + b"1" + b"}" * 90,
    "a huge number": b"[promote]\nmin_sources = " + b"9" * 5_000,
    "a huge hex": b"[promote]\nmin_sources = 0x" + b"f" * 5_000,
    "a huge file": b"# words\n" * 700_000,
    "a huge value": b"timezone = '" + b"a" * 300_000 + b"'",
    "bare CR": b"timezone = ''\r[promote]\r",
    "a table for a text": b"[timezone]\na = 1",
    "a text for a table": b"promote = 'x'",
    "a list of tables": b"[[promote]]\nmode = 'auto'",
}


@pytest.mark.parametrize("kind", BROKEN)
def test_a_broken_settings_file_is_named_with_its_mend(kind: str, root: Path) -> None:
    (root / "noctuary.toml").write_bytes(BROKEN[kind])
    for verb in (("status",), ("dream", "--now", LATER)):
        result = run(*verb, "-w", root)
        told(result)
        if result.exit_code:
            assert result.exit_code == 2
            assert result.stderr.startswith("noctuary: ")
            assert len(result.stderr) < 1_000


def test_a_folder_called_noctuary_toml_is_told(root: Path) -> None:
    (root / "noctuary.toml").mkdir()
    result = run("status", "-w", root)
    assert result.exit_code == 2
    assert "noctuary.toml" in result.stderr


PLACED: dict[str, Callable[[Path], object]] = {
    "a pipe": os.mkfifo,
    "a socket": lambda path: socket.socket(socket.AF_UNIX).bind(os.path.relpath(path)),
    "a folder": Path.mkdir,
    "a link to nothing": lambda path: path.symlink_to("nowhere.toml"),
    "a link to nothing (noctuary.toml)": lambda path: path.symlink_to("noctuary.toml"),
}


@pytest.mark.parametrize("kind", PLACED)
def test_what_stands_in_the_place_of_the_settings_is_told(
    kind: str, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a night would go by the defaults, and nobody knew."""
    monkeypatch.chdir(root)
    PLACED[kind](root / "noctuary.toml")
    for verb in (("status",), ("dream", "--now", LATER)):
        result = run(*verb, "-w", root)
        assert result.exit_code == 2
        assert result.stderr.startswith(f"noctuary: noctuary.toml: is {kind}")


def test_a_refusal_speaks_of_the_file_and_not_of_python(root: Path, tmp_path: Path) -> None:
    (root / "noctuary.toml").write_bytes(BROKEN["a huge number"])
    assert "sys." not in run("status", "-w", root).stderr
    (root / "noctuary.toml").unlink()
    (tmp_path / "elsewhere.toml").write_text("")
    (root / "noctuary.toml").symlink_to(tmp_path / "elsewhere.toml")
    (line,) = run("status", "-w", root).stderr.splitlines()
    assert line.endswith("; put the file itself in its place, or a link that stays in the workspace")


def test_an_error_is_one_line_whatever_a_folder_is_called(root: Path) -> None:
    odd = root.parent / "two\nlines\x1b[31m"
    assert len(run("status", "-w", odd).stderr.splitlines()) == 1
    root.rename(odd)
    (odd / "noctuary.toml").write_text("a b c")
    assert len(run("status", "-w", odd).stderr.splitlines()) == 1
    (odd / "memory" / "graph.jsonl").unlink()
    (odd / "memory" / "graph.jsonl").mkdir()
    (odd / "noctuary.toml").unlink()
    assert len(run("status", "-w", odd).stderr.splitlines()) == 1


GLOBS = (
    "**",
    "*",
    "",
    ".",
    "..",
    "/",
    "//",
    "///",
    "~",
    "~/",
    "~nobody/**",
    "~nobody",
    "[",
    "]",
    "[!",
    "{a,b}",
    "a\\",
    "../**",
    "**/../**",
    "/nowhere/**/*.md",
    "/nowhere",
    "**/**/**",
    "*" * 200,
    "a/" * 500,
    "?" * 300,
    "MEMORY.md",
    "DREAMS.md",
    "memory/graph.jsonl",
    ".noctuary/**",
    "\\u0000",
    "a\\u0000b",
    "/\\u0000",
    "~\\u0000/x",
    "/a\\u0000*",
    "\\n",
    "ä*",
    "\\uD7FF",
    "/*",
    "~/*x*y",
    "C:\\\\*",
    "file://x",
    " ",
    "./*.md",
)
LISTS = ("memory", "notes", "sessions", "exclude")


@pytest.mark.parametrize("glob", GLOBS)
def test_any_glob_is_looked_for_or_refused_by_name(glob: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = tmp_path / "at" / "workspace"
    root.mkdir(parents=True)
    (root / "MEMORY.md").write_text("- the clock is blue\n")
    monkeypatch.setenv("HOME", str(root))
    if glob in ("/", "//", "///", "/*", "..", "../**"):
        glob = str(root.parent) + glob
    for name in LISTS:
        (root / "noctuary.toml").write_text(f'[sources]\n{name} = ["{glob}"]\n')
        result = run("read", "-w", root)
        told(result)
        if result.exit_code:
            assert f"sources.{name}" in result.stderr or "noctuary.toml" in result.stderr


@pytest.mark.parametrize("glob", ["~nobody/**", "a\\u0000b", "**"])
def test_a_night_goes_through_whatever_the_globs(glob: str, root: Path) -> None:
    (root / "noctuary.toml").write_text(f'[sources]\nsessions = ["{glob}"]\n')
    told(run("dream", "-w", root, "--now", LATER))


@pytest.mark.parametrize(
    "zone",
    [
        "Europe/Berlin",
        "UTC",
        "utc",
        "Nowhere/City",
        "../../etc/passwd",
        "/etc/passwd",
        "Europe",
        "a" * 300,
        ".",
        "..",
        " ",
        "\\u0000",
        "ä",
        "+02:00",
        "localtime",
    ],
)
def test_any_time_zone_is_one_or_refused(zone: str, root: Path) -> None:
    (root / "noctuary.toml").write_text(f'timezone = "{zone}"\n')
    result = run("status", "-w", root)
    told(result)
    assert result.exit_code in (0, 2)


@pytest.mark.parametrize(
    "pattern",
    [
        "",
        "(",
        "[",
        "a{99999}",
        "(?=a)",
        "(a)\\\\1",
        ".*",
        "a" * 50_000,
        "(" * 2_000 + ")" * 2_000,
        "\\\\",
        "\\\\p{Nope}",
        "(?P<x>a)(?P<x>b)",
        "\\u0000",
    ],
)
def test_any_pattern_of_ones_own_is_used_or_refused(pattern: str, root: Path) -> None:
    (root / "noctuary.toml").write_text(f'[guard.patterns]\nmine = "{pattern}"\n')
    result = run("read", "-w", root)
    told(result)
    if result.exit_code:
        assert "guard.patterns.mine" in result.stderr


@every("key", [one for one in keys() if "." in one])
@every("value", ["x", "[", "[[[[", "{", "{a = 1", "-1", "nan", "[" * 5_000])
def test_any_value_in_the_environment_is_used_or_refused(key: str, value: str, dreamt: Path) -> None:
    name = f"NOCTUARY_{key.upper().replace('.', '_')}"
    refusal = refused(dreamt, {name: value})
    assert not refusal or key in refusal or name in refusal
    assert len(refusal) < 1_000


# Arguments

ODD = (
    "",
    " ",
    "b2:",
    "b2:ffffffff",
    "x" * 5_000,
    "\n",
    "\x1b[31m",
    "\udcff",
    "%",
    "'; DROP TABLE fact; --",
    "*",
    '"',
    "NEAR(",
    "潮",
    "0",
    "-1",
    "last",
    "noctuary.toml",
)
DATES = (
    "",
    "garbage",
    "0001-01-01",
    "9999-12-31",
    "0001-01-01T00:00:00+14:00",
    "9999-12-31T23:59:59-14:00",
    "2026-02-30",
    "2026-05-12",
    "2026-W20",
    "20260512",
    "-1",
    "now",
)
OUT_OF_REACH = {"hook", "install", "uninstall"}
"""They answer to another program, and have tests of their own."""


PLAIN = (
    {},
    {"NO_COLOR": "1"},
    {"TERM": "dumb"},
    {"LANG": "C", "LC_ALL": "C"},
    {"COLUMNS": "1"},
    {"PYTHONIOENCODING": "ascii"},
)
PIPED = ("", " | head -c 1", " >&-", " 2>&-", " <&-", " | true")


@pytest.mark.parametrize("environ", PLAIN, ids=str)
@pytest.mark.parametrize("pipe", PIPED, ids=lambda pipe: pipe.strip() or "plain")
def test_any_terminal_and_any_pipe_will_do(environ: dict[str, str], pipe: str, dreamt: Path) -> None:
    if environ and pipe and environ is not PLAIN[-1]:
        pipe = ""
    command = f"'{sys.executable}' -c 'from noctuary.cli import run; run()' facts -w '{dreamt}'{pipe}"
    done = subprocess.run(
        ["sh", "-c", command], env=os.environ | environ, capture_output=True, timeout=60, stdin=subprocess.DEVNULL
    )
    assert b"Traceback" not in done.stderr
    assert b"Exception ignored" not in done.stderr


def verbs(group: click.Command, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    if isinstance(group, click.Group):
        for name, verb in group.commands.items():
            if name not in OUT_OF_REACH:
                yield from verbs(verb, (*path, name))
        if not path:
            return
    yield path, group


VERBS = dict(sorted(verbs(main)))


def cases(verb: click.Command) -> Iterator[list[str]]:
    """The verb bare, with each argument odd, and with each option odd while its arguments are plain."""
    needed = [one for one in verb.params if isinstance(one, click.Argument)]
    plain = ["b2:ffffffff" for one in needed if one.required]
    yield plain
    yield ["--nonsense"]
    yield [*plain, *["too"] * 9]
    for odd in ODD:
        yield ["--", *[odd for _ in needed]] if needed else [odd]
    for one in verb.params:
        flag = one.opts[-1] if isinstance(one, click.Option) else ""
        if not flag or flag in ("--workspace", "--help", "--edit") or (isinstance(one, click.Option) and one.is_flag):
            continue
        dated = "date" in flag or flag in ("--now", "--since", "--as-of", "--valid-at")
        yield from ([flag, value, "--", *plain] for value in (DATES if dated else ODD))


def counted(verb: click.Command) -> int:
    return len(list(cases(verb)))


@pytest.mark.parametrize("path", VERBS, ids=" ".join)
def test_any_argument_of_any_verb_is_heard_or_refused(
    path: tuple[str, ...], root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(root)
    monkeypatch.setattr("noctuary.cli.fleet._run", lambda *words, is_json: click.echo(" ".join(words)))
    for case in cases(VERBS[path]):
        told(run(*path, "-w", root, *case) if _has_workspace(VERBS[path]) else run(*path, *case, input="x\n"))


def _has_workspace(verb: click.Command) -> bool:
    return any(one.name == "root" for one in verb.params)


def _missing(root: Path) -> Path:
    return root / "missing"


def _file(root: Path) -> Path:
    return root / "MEMORY.md"


def _empty(root: Path) -> Path:
    (root / "empty").mkdir()
    return root / "empty"


def _untouched(root: Path) -> Path:
    shutil.rmtree(root / ".noctuary")
    return root


@pytest.mark.parametrize("place", [_missing, _file, _empty, _untouched])
@pytest.mark.parametrize("path", [one for one in VERBS if _has_workspace(VERBS[one])], ids=" ".join)
def test_any_verb_in_any_place_says_what_is_wrong_with_it(
    path: tuple[str, ...], place: Callable[[Path], Path], root: Path
) -> None:
    at = place(root)
    for extra in ((), ("--json",)):
        told(run(*path, "-w", at, *next(cases(VERBS[path])), *extra))


def test_there_are_more_than_three_hundred_cases() -> None:
    files = len(BROKEN) + len(GLOBS) * len(LISTS) + len(list(keys())) * len(WRONG)
    assert files + sum(map(counted, VERBS.values())) > 1_000


@pytest.mark.parametrize(
    "line", [b"x", b"[" * 5_000, b"[]", b"null", b"\xff", b"\x00", b'{"a": 1}', b'{"a": "x", "b": null}', b""]
)
@pytest.mark.parametrize("words", [("judge", "--pairs"), ("extract", "--lines")], ids=" ".join)
def test_a_line_that_is_no_pair_is_named(words: tuple[str, str], line: bytes, tmp_path: Path) -> None:
    path = tmp_path / "lines.jsonl"
    path.write_bytes(line)
    result = run(*words, path)
    told(result)
    assert not result.exit_code or "lines.jsonl:1" in result.stderr


# Damaged files that can be made anew

GARBAGE: dict[str, Any] = {
    "empty": b"",
    "NULs": bytes(4096),
    "no format": b"garbage \xff\xfe\x00" * 500,
    "half": None,
    "a list": b"[]\n",
    "null": b"null\n",
    "deep": b"[" * 100_000,
    "other types": b'{"at": 3, "state": [], "because": {}, "night": null, "v": "x"}\n',
    "a folder": ...,
}
DERIVED = (
    "index.sqlite",
    "last.json",
    "head",
    "block.md",
    "dreams.md",
    "recalls.jsonl",
    "recalls.1.jsonl",
    "graph.parquet",
    "spool/x.json",
    ".gitignore",
    "lock",
)


def _spoil(path: Path, damage: Any) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    elif damage is None:
        data = path.read_bytes() if path.exists() else b"{}"
        damage = data[: len(data) // 2]
    if damage is ...:
        path.unlink(missing_ok=True)
        path.mkdir(parents=True)
    else:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(damage)


ASKING = {
    "index.sqlite": (
        ("status",),
        ("search", "port"),
        ("why", "b2:ffffffff"),
        ("walk", "clock"),
        ("archive", "--dry-run"),
        ("rebuild",),
    ),
    "last.json": (("status",), ("status", "--json"), ("dream", "--now", LATER)),
    "lock": (("dream", "--now", LATER), ("rebuild",)),
    "head": (("dream", "--now", LATER), ("verify",)),
    "block.md": (("dream", "--now", LATER), ("rebuild",)),
    "dreams.md": (("dream", "--now", LATER), ("rebuild",), ("review", "--apply")),
}


@pytest.mark.parametrize("name", DERIVED)
@pytest.mark.parametrize("kind", GARBAGE)
def test_a_derived_file_that_is_damaged_is_told_or_made_anew(kind: str, name: str, root: Path) -> None:
    for verb in ASKING.get(name, (("search", "port"), ("dream", "--dry-run", "--now", LATER))):
        _spoil(root / ".noctuary" / name, GARBAGE[kind])
        result = run(*verb, "-w", root)
        told(result)
        if result.exit_code == 1:
            assert ".noctuary" in result.stderr


@pytest.mark.parametrize("kind", GARBAGE)
def test_a_night_s_evidence_that_is_damaged_is_told_or_read_over(kind: str, root: Path) -> None:
    for night in sorted((root / ".noctuary" / "nights").rglob("*.*")):
        _spoil(night, GARBAGE[kind])
    for verb in (("why-not", "the port"), ("what-if", "promote.min_score=0.6"), ("learn",), ("dream", "--now", LATER)):
        told(run(*verb, "-w", root))


@pytest.mark.parametrize("place", [os.mkfifo, lambda path: path.symlink_to("/dev/zero")], ids=["pipe", "link"])
def test_a_night_s_conflicts_are_never_waited_for(place: Callable[[Path], object], root: Path) -> None:
    (bench,) = (root / ".noctuary" / "nights").iterdir()
    (bench / "weak.jsonl").unlink(missing_ok=True)
    place(bench / "weak.jsonl")
    words = [sys.executable, "-c", "from noctuary.cli import run; run()", "review", "weak", "-w", str(root)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=20, check=False)
    assert done.returncode == 0, done.stderr


# Advice

_COMMAND = re.compile(r"`noctuary ([^`]*)`")
_NAMES = re.compile(r"[a-z][a-z-]+")


def advised() -> Iterator[tuple[str, str]]:
    """Every command that a message, a page or a help text of the package names, with the file that does."""
    package = Path(noctuary.__file__).parent
    for path in sorted(package.rglob("*.py")):
        for command in _COMMAND.findall(path.read_text()):
            yield path.relative_to(package).as_posix(), command


@every(("where", "command"), sorted(set(advised())))
def test_every_command_that_is_advised_exists(where: str, command: str) -> None:
    words = command.split()
    verb: click.Command = main
    while isinstance(verb, click.Group) and words and _NAMES.fullmatch(words[0]) and words[0] in verb.commands:
        verb = verb.commands[words.pop(0)]
    assert verb is not main, f"{where} names `noctuary {command}`"
    known = {flag for one in verb.params for flag in (*one.opts, *one.secondary_opts)} | {"--help", "-h"}
    flags = [word for word in words if re.fullmatch(r"--?[a-z][a-z-]*", word)]
    assert set(flags) <= known, f"{where} names `noctuary {command}`"


# The clock

FAR = (
    "0001-01-01T00:00:00Z",
    "0001-01-01T00:00:00+14:00",
    "0999-12-31T12:00:00Z",
    "1000-01-01T00:00:00+14:00",
    "8999-12-31T23:59:59-12:00",
    "9999-12-31T23:59:59Z",
    "9999-12-31T23:59:59-12:00",
)
CLOCKED: tuple[tuple[str, ...], ...] = (
    ("dream",),
    ("archive",),
    ("learn",),
    ("review", "--apply"),
    ("undo", "2026-05-12"),
    ("vouch", "b2:0"),
    ("was", "the port is 9090", "--valid-at", "2026-05-01"),
)


@pytest.mark.parametrize("far", FAR)
def test_a_clock_that_no_journal_keeps_is_refused_before_anything_is_written(far: str, root: Path) -> None:
    """A record of the year 9999 was written, and could not be read again."""
    (root / "memory" / "2026-05-11.md").write_text("- From now on the gate is locked at nine\n")
    before = (root / "memory" / "graph.jsonl").read_bytes()
    for verb in CLOCKED:
        result = run(*verb, "--now", far, "-w", root)
        assert result.exit_code == 2, verb
        assert "lies outside the years 1000 to 8999" in result.output, verb
    assert (root / "memory" / "graph.jsonl").read_bytes() == before
    with pytest.raises(SettingsError, match="lies outside the years"):
        dream(root, dt.datetime.fromisoformat(far))
    assert run("dream", "-w", root, "--now", LATER).exit_code == 0
    assert run("verify", "-w", root).exit_code == 0


# The standard streams

SPEAKING = (
    "review",
    "review --from -",
    "init '{root}'",
    "install agents-md",
    "kg stats --args -",
    "hook session-end",
    "context --hook codex",
)


@pytest.mark.parametrize("verb", SPEAKING)
def test_a_standard_input_that_is_closed_holds_nothing(verb: str, root: Path, tmp_path: Path) -> None:
    done = _in_shell(f"{verb.format(root=root)} <&-", root, tmp_path)
    assert b"Traceback" not in done.stderr
    assert b"NoneType" not in done.stderr
    assert b"Bad file descriptor" not in done.stderr
    assert done.returncode == (2 if verb.startswith("install") else 0)


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_what_is_said_to_a_closed_stream_gets_into_no_file_of_ours(closed: str, tmp_path: Path) -> None:
    """The next file to be opened would have its number."""
    code = (
        "import contextlib, os, sys; from noctuary.cli import run; sys.argv = ['noctuary', '--version']\n"
        "with contextlib.suppress(SystemExit): run()\n"
        "number = os.open(sys.argv[0] + '.number', os.O_WRONLY | os.O_CREAT); os.write(number, b'%d' % number)"
    )
    words = f"cd '{tmp_path}' && exec '{sys.executable}' -c \"$0\" {closed}"
    subprocess.run(["sh", "-c", words, code], timeout=60, check=True)
    assert int((tmp_path / "noctuary.number").read_text()) > 2


@pytest.mark.parametrize("words", [("review", "--from", "-"), ("kg", "stats", "--args", "-")])
@pytest.mark.parametrize("data", [b"\xff\xfe", b"later b2:\xff\n", b"\x00", bytes(17 * 1024 * 1024)], ids=len)
def test_what_is_handed_over_is_read_as_text_or_refused(words: tuple[str, ...], data: bytes, root: Path) -> None:
    result = CliRunner().invoke(main, [*words, "-w", str(root)], input=data, catch_exceptions=False)
    told(result)
    assert result.exit_code in (0, 2)


def _in_shell(words: str, root: Path, home: Path) -> subprocess.CompletedProcess[bytes]:
    command = f"cd '{root}' && exec '{sys.executable}' -c 'from noctuary.cli import run; run()' {words}"
    environ = os.environ | {"HOME": str(home), "NOCTUARY_WORKSPACE": str(root)}
    return subprocess.run(["sh", "-c", command], env=environ, capture_output=True, timeout=60)


@pytest.mark.parametrize("verb", ["facts", "-h", "help night", "review list", "completion bash", "dream"])
@pytest.mark.parametrize("to", ["> /dev/full", "> /dev/full 2>/dev/full", "2>&-", ">&-", ">&- 2>&-", "| head -c 0"])
def test_what_cannot_be_said_ends_with_a_code_of_ours(verb: str, to: str, root: Path, tmp_path: Path) -> None:
    """Python's own end is a second error and the code 120; a night that nobody listens to is one all the same."""
    if to.startswith("> ") and not os.path.exists("/dev/full"):
        pytest.skip("this system has no full device")
    program = f"'{sys.executable}' -c 'from noctuary.cli import run; run()'"
    words = f"cd '{root}'; {{ {program} {verb}; echo $? > '{tmp_path}/code'; }} {to}"
    done = subprocess.run(["sh", "-c", words], capture_output=True, timeout=60)
    assert b"Traceback" not in done.stderr
    assert b"Exception ignored" not in done.stderr
    code = int((tmp_path / "code").read_text())
    wanted = {0, 1} if verb in ("dream", "-h") else {1} if to.startswith("> ") else {0}
    assert code in wanted


# What is no file, has no end, or is too many to name


@pytest.mark.parametrize("kind", ["device", "pipe", "folder"])
@pytest.mark.parametrize("verb", ["fleet list", "merge-journal", "merge-journal ours", "read", "serve"])
def test_what_is_no_regular_file_is_refused_in_one_line_and_never_waited_for(
    verb: str, kind: str, root: Path, tmp_path: Path
) -> None:
    odd = {"device": Path("/dev/zero"), "pipe": tmp_path / "pipe", "folder": tmp_path / "folder"}[kind]
    if kind == "pipe":
        os.mkfifo(odd)
    elif kind == "folder":
        (odd / "fleet.toml").mkdir(parents=True)
    own = root / "memory" / "graph.jsonl"
    words: dict[str, list[object]] = {
        "fleet list": ["fleet", "list", odd],
        "merge-journal": ["merge-journal", odd, own, own],
        "merge-journal ours": ["merge-journal", own, odd, own],
        "read": ["read", odd],
        "serve": ["serve", "-w", root, "--http", "8080", "--token-file", odd],
    }
    before = own.read_bytes()
    done = run(*words[verb])
    told(done)
    if verb == "read":
        assert kind == "folder" or "no regular file" in done.output
    else:
        assert done.exit_code == 2
        assert kind == "folder" or "is no regular file; name a file" in done.output
    assert own.read_bytes() == before


@pytest.mark.parametrize("glob", ["/**/", "/**", "//**/*.md", "~/**/*.jsonl", "~/**", "/*/../**/*.md", "/h*/**"])
def test_a_glob_that_walks_the_disk_or_a_home_is_refused_by_name(glob: str, root: Path) -> None:
    for name in ("memory", "notes", "sessions"):
        (root / "noctuary.toml").write_text(f'[sources]\n{name} = ["{glob}"]\n')
        refusal = refused(root, {})
        assert refusal.startswith(f"sources.{name}: holds ")
        assert glob in refusal
        assert "; let it begin below the workspace" in refusal


@pytest.mark.parametrize(
    "glob", ["memory/**/*.md", "**", "~/.claude/projects/**/*.jsonl", "~/*.md", "/srv/logs/**", "/notes/*.md", "/"]
)
def test_a_glob_below_the_workspace_or_of_a_folder_of_its_own_is_used(glob: str, root: Path) -> None:
    (root / "noctuary.toml").write_text(f'[sources]\nnotes = ["{glob}"]\n')
    assert refused(root, {}) == ""


def test_of_ten_thousand_globs_that_match_nothing_the_first_are_named_and_the_rest_counted(root: Path) -> None:
    globs = ", ".join(f'"x/{number}/*.md"' for number in range(10_000))
    (root / "noctuary.toml").write_text(f"[sources]\nnotes = [{globs}]\n")
    done = run("dream", "-q", "-w", root, "--now", LATER)
    said = [line for line in done.output.splitlines() if "match" in line]
    assert done.exit_code == 0
    assert len(said) == 21
    assert said[0].endswith("[sources] notes: x/0/*.md matches no file")
    assert said[-1].endswith("[sources] and 9980 more globs match no file")
