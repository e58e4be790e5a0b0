"""The comparison with other memories: what an adapter does, what counts as found, and that who is absent is skipped."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.peers import __main__ as command
from benchmarks.peers import basic_memory, memory_service
from benchmarks.peers.measure import costs
from benchmarks.peers.ours import Noctuary, NoctuaryInProcess
from benchmarks.peers.peer import Peer, Record
from benchmarks.peers.questions import drawn, found, within

SAID = (
    "The staging database is reset every Monday", "Marta drinks black tea without sugar",
    "Backups of the wiki land on the Synology", "The crawler obeys robots.txt", "Refunds need a second signature",
    "The band rehearses in the old dairy", "Gran's budgie is a yellowface", "Parking costs another 60 a month",
    "GPU 3 is reserved for training", "The ferry's home port is Bodø",
)  # fmt: skip


@pytest.mark.parametrize("made", [Noctuary, NoctuaryInProcess])
def test_our_own_adapters_take_ten_records_find_them_and_say_what_they_used(
    made: type[Noctuary | NoctuaryInProcess], tmp_path: Path
) -> None:
    peer: Peer = made(tmp_path)
    assert peer.is_here()
    try:
        peer.fill([Record(f"note {n}", text) for n, text in enumerate(SAID)])
        answers = [peer.search(question, 3) for question in ("black tea", "where is the ferry at home")]
        used = peer.used()
    finally:
        peer.close()
    assert [hits[0] for hits in answers] == [SAID[1], SAID[9]]
    assert all(len(hits) <= 3 for hits in answers)
    assert used.cpu > 0
    assert used.memory > 10
    assert peer.refused == 0


def test_the_figures_of_a_memory_are_those_of_its_answers(tmp_path: Path) -> None:
    told = costs(NoctuaryInProcess(tmp_path), tmp_path, 220)
    assert told["records"] == 220
    assert told["phrase"] == 1.0
    assert told["other words"] > 0.8
    assert told["p50"] <= told["p95"]
    assert told["disk"] > 0


def test_a_peer_that_is_not_here_is_skipped_with_a_line_that_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(basic_memory, "COMMAND", tmp_path / "none")
    monkeypatch.setattr(memory_service, "PLACE", tmp_path)
    command.main(["--sizes", "--only", "basic-memory", "basic-memory-vectors", "memory-service"])
    out, err = capsys.readouterr()
    lines = err.splitlines()
    assert out == ""
    assert [line.partition(" is left out")[0] for line in lines] == [
        "basic-memory, words", "basic-memory, vectors", "mcp-memory-service",
    ]  # fmt: skip
    assert all("pip install" in line for line in lines)


def test_every_question_has_its_answer_among_the_records_and_is_the_same_at_every_size() -> None:
    few, many = drawn(250), drawn(1_000)
    for told in (few, many):
        known = {one.text for one in told.records}
        questions = [one for sort in told.questions.values() for one in sort]
        assert len(known) == len(told.records)
        assert len(questions) == 200
        assert all(one.answers and one.answers <= known and one.text not in known for one in questions)
    assert {one.text for one in few.records} <= {one.text for one in many.records}
    asked = [[one.text for sort in told.questions.values() for one in sort] for told in (few, many)]
    assert asked[0] == asked[1]


def test_an_answer_counts_where_its_words_stand_in_a_hit_or_a_hit_is_a_long_part_of_it() -> None:
    answer = "Marta drinks black tea without sugar"
    assert found([answer], ["# note\n\n- marta  drinks black tea without sugar, always"]) == 1
    assert found([answer], ["drinks black tea without sugar"]) == 1
    assert found([answer], ["black tea"]) == 0
    assert found([answer, "The crawler obeys robots.txt"], [answer]) == 1
    assert within(["abcdef", "ghi", "jkl"], 8) == ["abcdef", "gh"]
