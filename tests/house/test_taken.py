"""What a part of the guard takes of real files is told by line and value, each once."""

from __future__ import annotations

from benchmarks.taken import taken
from noctuary.guard import accounts


def test_a_line_is_told_with_what_is_taken_of_it() -> None:
    text = "# Servers\n\n- Grafana: admin / tide2024\n- roles: admin / editor\n- Grafana: admin / tide2024"
    assert taken(accounts, text) == {("- Grafana: admin / tide2024", "tide2024")}
