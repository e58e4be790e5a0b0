"""An account's name and its password side by side, as agents note them: the password goes, what looks alike stays."""

from __future__ import annotations

import pytest

from noctuary.guard import guard
from tests.rows import every


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("- **Grafana**: admin / tide2024", "tide2024"),
        ("| Grafana | http://10.0.0.7:3000 | `admin` / `tide2024` |", "tide2024"),
        ("- ArgoCD: https://argo.example.org (admin / Gull1987!)", "Gull1987!"),
        ("- SSH：root / 77Gull!#q", "77Gull!#q"),
        ("- 数据库: tides (postgres/gull2026pass)", "gull2026pass"),
        ("默认账号: root/toor2024", "toor2024"),
        ("Default login is admin/changeme123", "changeme123"),
        ("- MySQL: root / root_2024", "root_2024"),
        ("DB: root:r00tpw", "r00tpw"),
        ("Zugang: kim / Gezeiten99", "Gezeiten99"),
        ("- **Login:** sales@example.org / Harbour2026!", "Harbour2026!"),
        ("- Логин: kim / priliv2025", "priliv2025"),
        ("- Conta: ana / mare#alta7", "mare#alta7"),
        ("- **DEV:** ann.gull / hwMUpj0o3yhtnsqc, heron / lV6Y68LdYHpUrD3X (company_id=1)", "hwMUpj0o3yhtnsqc"),
        ("  - TEST: ann.gull/5W7lI7nbsv71FslF, heron/yJ4aFGygpzDgxpuZ", "yJ4aFGygpzDgxpuZ"),
        ("[NAS](https://nas.example.app) (heron / tide2024Bell)", "tide2024Bell"),
        ("https://digital.example.app (heron/tide2024)", "tide2024"),
        ("URL prod : https://tides.example.app (anne/marée2026)", "marée2026"),
        ("面板：https://10.0.0.7:8443/（gull / Chart77!x）", "Chart77!x"),
    ],
)
def test_a_password_beside_its_account_goes(text: str, value: str) -> None:
    found = guard(text)
    assert value not in found.text
    assert found.redacted


@every(
    "text",
    [
        "see src/admin/users2.py", "GET /admin/v2", "roles: admin / editor / viewer2", "the box ubuntu/focal64",
        "image grafana/k6", "db: `postgres:16-alpine` (port 5434)", "test / test2 / test3", "user / 123",
        "Admin / 2FA setup done", "accounts: 3 / 5", "login: github / gitlab", "Login: /admin/v2/login",
        "Account: kim / ana", "database: mysql/8.0.33", "conta: 30/12/2026", "admin / Q3 report",
        "Login: Mon / Tue 10:30", "root / 75% full", "| `oracle` / `oracle-01` | 161.0.0.7 |", "demo / v2",
        "Default: opus / sonnet4", "默认：gpt-4o / claude3.5", "Login: Google / OAuth2", "Account: twitter / @kim_2",
        "Accounts: Alice / Bob2", "Account: acme / Q3-2026", "login form, admin/users#index",
        "default: test/unit2", "Database: postgres/pgvector16", "test / prod2 both green",
        "Conta: a@example.org / b@example.org", "`#admin/admin?sub=admin:access`",
    ],
)  # fmt: skip
def test_roles_paths_images_and_addresses_stay(text: str) -> None:
    assert not guard(text).redacted.get("password")


@pytest.mark.parametrize("text", ["anmeld", "учётн", "login: a ", "admin / ", "default ", "kim / a@ ", "db:root:"])
def test_a_long_line_of_nothing_else_is_read(text: str) -> None:
    """200 kB: a search that is quadratic in them outlasts the test."""
    line = text * (200_000 // len(text)) + ": / root/"
    assert guard(line).text


@pytest.mark.parametrize(
    "text", ["Adminer: http://10.0.0.7 (root/root → shop)", "phpMyAdmin: admin / admin", "Login: guest/guest."]
)
def test_a_first_password_that_nobody_changed_goes(text: str) -> None:
    assert guard(text).redacted == {"password": 1}


@every(
    "text",
    [
        "`sudo chown root:root chrome-sandbox`", "see /root/root/x and src/root/root", "admin/admin.py", "user/user",
        "models: openai/gpt-4o-mini, anthropic/claude-sonnet-4", "src/Main, test/Foo2Bar",
        "Models: Qwen/Qwen2-72B-Instruct, mistralai/Mixtral-8x7B-Instruct",
        "Repos: tern/WebFrontend2, tern/BackendApi2024, tern/DataPipeline3",
        "Images: nvidia/CUDA12Runtime, nvidia/CUDA11Runtime", "Tickets: ops/INC-20231-Paris, ops/INC-20232-Lyon",
        "Flights: Berlin/Terminal2Gate14, Paris/Terminal1Gate2",
        "https://github.com/tern/Tide2024App, docs/x", "https://github.com/tern/tides (tern/tides2026)",
        "https://tides.example.app (read/write)", "see https://tides.example.app/a (p. 12/34567)",
        "https://tides.example.app/docx/PTyM6hoKdc0EqGn (doc: PTyM6hoKdc0EqGn)",
        "https://ci.example.app/7 (commit: 3f2a9bc81d)", "https://tide.slack.com (channel: C04ABCDEF12)",
        "https://linear.app/tide (project: ENG-2024-Q3)", "https://doi.org/10.1/x (Smith/Jones2023)",
        "https://bitbucket.org (team/project-2024)", "https://api.example.app (GET/POST_v2)",
        "https://gym.example.app (Mon/Wed9:30am)", "The admin / admin role split", "Root/root cause analysis",
        "guest / guest house", "We use admin/admin naming",
    ],
)  # fmt: skip
def test_owners_of_files_images_and_folders_stay(text: str) -> None:
    assert guard(text).text == text


@pytest.mark.parametrize("unit", ["+a", "a.b ", "https://a.bcdef (ab/", "admin/admin ", "x/Abcdefghij12,", "(admin / "])
def test_rows_of_what_may_be_an_account_are_read_in_time_their_size_accounts_for(unit: str) -> None:
    """50 kB of `+a` behind one pair took thirteen seconds."""
    assert guard(f"admin/admin {unit * (100_000 // len(unit))}").text
