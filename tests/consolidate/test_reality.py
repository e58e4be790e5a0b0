"""What a machine can tell about a fact, by the text of files: nothing is opened here."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import yaml

from noctuary.consolidate.manifests import environment, ports, versions
from noctuary.consolidate.reality import agrees, still_says, wanted
from noctuary.model import Fact
from noctuary.yaml import LARGEST
from tests.rows import every

Make = Callable[..., Fact]
PACKAGE = '{"dependencies": {"react": "^18.2.0", "left-pad": "1.x"}, "engines": {"node": "20"}}'
PYPROJECT = '[project]\nrequires-python = ">=3.11"\ndependencies = ["httpx[http2]==0.27.2; python_version > \'3\'"]\n'
CARGO = '[package]\nrust-version = "1.75"\n[dependencies]\nserde = "1.0"\ntokio = { version = "1.38" }\n'
GO = "module a.example/clock\n\ngo 1.22\n\nrequire (\n\tgithub.com/jackc/pgx/v5 v5.6.0\n)\n"
COMPOSE = """services:
  api:
    ports: ["9090:8080", "127.0.0.1:9443:443/tcp"]
    environment: {LOG_LEVEL: debug, DB_HOST: db}
  db:
    ports: [{published: "5432", target: 5432}]
    environment: ["DB_HOST=elsewhere", "PG_DATA=/data"]
"""


def test_manifests_are_read_for_what_they_ask() -> None:
    assert versions("package.json", PACKAGE) == {"react": "^18.2.0", "left-pad": "1.x", "node": "20"}
    assert versions("pyproject.toml", PYPROJECT) == {"python": ">=3.11", "httpx": "==0.27.2"}
    assert versions("Cargo.toml", CARGO) == {"rust": "1.75", "serde": "1.0", "tokio": "1.38"}
    assert versions("go.mod", GO)["go"] == "==1.22"
    assert versions("go.mod", GO)["pgx"] == "==5.6.0"


@every("name", ["package.json", "pyproject.toml", "Cargo.toml", "go.mod"])
@every("text", ["", "{", "[1]", "null", "a: [", "\x00", "[" * 5000, "[project]\ndependencies = 3\n"])
def test_what_cannot_be_parsed_says_nothing(name: str, text: str) -> None:
    assert versions(name, text) == {}
    assert ports(text) == {}
    assert environment(text) == {}


@pytest.mark.parametrize("deep", ["[" * 2000 + "]" * 2000, "{a: " * 2000 + "}" * 2000, "# " + "x" * LARGEST])
def test_a_compose_file_that_nobody_means_is_not_parsed(deep: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the parser takes seconds for: 200 kB of it took twelve, for each fact that cited the file."""

    def refused(text: str) -> None:
        raise AssertionError("it was parsed")

    monkeypatch.setattr(yaml, "safe_load", refused)
    assert ports(f"{COMPOSE}  deep: {deep}\n") == {}


def test_a_file_is_parsed_once_for_all_facts_that_cite_it(monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: list[str] = []
    own = yaml.safe_load
    monkeypatch.setattr(yaml, "safe_load", lambda text: (parsed.append(text), own(text))[1])
    text = f"{COMPOSE}# asked twice\n"
    assert (ports(text), environment(text)) == (ports(COMPOSE), environment(COMPOSE))
    assert parsed.count(text) == 1


def test_compose_files_are_read_for_ports_and_variables() -> None:
    assert ports(COMPOSE) == {"api": {9090, 8080, 9443, 443}, "db": {5432}}
    assert environment(COMPOSE) == {"LOG_LEVEL": "debug", "PG_DATA": "/data"}


@pytest.mark.parametrize(
    ("said", "spec", "answer"),
    [
        ("18", "^18.2.0", True),
        ("17", "^18.2.0", False),
        ("18.3", "^18.2.0", None),
        ("3.12", ">=3.11", None),
        ("0.27.1", "==0.27.2", False),
        ("0.27", "==0.27.2", True),
        ("0.26", "0.27", False),
        ("1.22", "==1.22", True),
        ("2", "*", None),
    ],
)
def test_a_version_agrees_clashes_or_cannot_be_told(said: str, spec: str, answer: bool | None) -> None:
    assert agrees(said, spec) is answer


@pytest.mark.parametrize(
    ("text", "file", "content", "check", "holds"),
    [
        ("the site is built with React 18", "package.json", PACKAGE, "version", True),
        ("the site is built with React 17", "package.json", PACKAGE, "version", False),
        ("we moved from React 17 to React 18", "package.json", PACKAGE, "version", True),
        ("reactive widgets are 17 in number", "package.json", PACKAGE, "version", None),
        ("api listens on port 9090", "compose.yml", COMPOSE, "port", True),
        ("api listens on port 7070", "compose.yml", COMPOSE, "port", False),
        ("the kettle boils on port 7070", "compose.yml", COMPOSE, "port", None),
        ("LOG_LEVEL is debug everywhere", "compose.yml", COMPOSE, "env", True),
        ("`LOG_LEVEL`=info everywhere", "compose.yml", COMPOSE, "env", False),
        ("never print LOG_LEVEL in the tests", "compose.yml", COMPOSE, "env", None),
        ("migrations live in `db/migrations/`", "db/migrations/", "", "path", True),
        ("never edit `db/schema.sql` by hand", "db/schema.sql", "x", "path", None),
        ("`clock.toml` sets the baud rate to 115200", "clock.toml", "baud = 115200", "contains", True),
    ],
)
def test_one_look_a_kind(fact: Make, text: str, file: str, content: str, check: str, holds: bool | None) -> None:
    one = fact(text)
    assert file in wanted(one, (check,)) or holds is None  # type: ignore[arg-type]
    found = still_says(one, {file: content}, (check,))  # type: ignore[arg-type]
    assert (found and found[0]) is holds
    assert still_says(one, {file: content}, ()) is None


def test_a_variable_s_value_is_never_told(fact: Make) -> None:
    found = still_says(fact("`LOG_LEVEL`=info everywhere"), {"compose.yml": COMPOSE}, ("env",))
    assert found
    assert "debug" not in found[1]


def test_a_place_that_was_seen_and_is_gone_is_told(fact: Make) -> None:
    one = fact("migrations live in `db/migrations/`", method="code-crossref")
    assert still_says(one, {"db/migrations/": None}, ("path",)) == (False, "db/migrations/ is gone")
    assert still_says(fact(one.text), {"db/migrations/": None}, ("path",)) is None


def test_paths_that_lead_out_are_never_wanted(fact: Make) -> None:
    text = "keys are in `../secret/id.pem`, `/etc/passwd`, `a/../../b.txt`, and `~/x/y.txt`"
    assert wanted(fact(text), ("contains", "path")) == []


@pytest.mark.parametrize(
    "port",
    ["²", "9" * 5000, "0x" + "f" * 9000, "1:" * 3000 + "1", "[]", "{}", "null", "٣٠٠٠"],
    ids=["superscript", "long", "long hex", "sexagesimal", "list", "table", "nothing", "Arabic"],
)
def test_no_port_and_no_variable_is_what_is_no_number(port: str) -> None:
    """A superscript counts as a digit, and Python writes out no number of 5,000: each ended the night."""
    text = f"services:\n  a: {{ports: [{port}, 8080], environment: {{TIDE: {port}}}}}\n"
    assert ports(text).get("a", frozenset()) <= {8080, 1}
    assert environment(text).keys() <= {"TIDE"}


def test_lines_without_a_word_are_no_work_for_a_go_file() -> None:
    """Counted in seconds before: 25 kB of empty lines took thirteen."""
    assert versions("go.mod", "\n" * 50_000 + GO)["pgx"] == "==5.6.0"
    assert versions("go.mod", " \n" * 50_000) == {}


@pytest.mark.parametrize(
    ("value", "stands"), [("8080", True), ("808", False), ("tide", True), ("ide", False), ("x", False)]
)
def test_a_value_stands_in_a_text_where_no_word_goes_on_beside_it(value: str, stands: bool, fact: Make) -> None:
    told = fact(f"`clock.conf` sets `{value}`")
    found = still_says(told, {"clock.conf": "port8080 = 8080\ntide=aides"}, ["contains"])
    assert (found is not None and found[0]) is stands
