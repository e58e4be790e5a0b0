"""Advisers: heard on what is about to be asked, cached and counted; none fails a night or retires a human's words."""

from __future__ import annotations

import datetime as dt
import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from noctuary.advice import Advice, AdvicePolicy, AdviserAbsent, Silence, ask, choose
from noctuary.advice.command import CommandAdviser
from noctuary.advice.nli import NliAdviser, Reading, label_order, opinion, reading
from noctuary.advice.protocol import REASON_CHARS
from noctuary.decisions import Verdict
from noctuary.guard import GuardPolicy
from noctuary.journal import replay
from noctuary.model import Statement
from noctuary.night import dream
from noctuary.review_queue import waiting
from noctuary.settings import open_workspace
from noctuary.stages.apply import finish
from tests.guard.canaries import CANARIES

Tree = Callable[[Path], dict[str, bytes]]

FAKE = """
import json, sys, time
for line in sys.stdin:
    asked = json.loads(line)
    with open({log!r}, "a") as log:
        log.write(line)
    {act}
    print(json.dumps(answer), flush=True)
"""
KINDS = ["contradiction", "supersession", "duplicate", "refinement", "compatible", "unrelated"]
ANSWER = 'answer = {{"kind": "{kind}", "score": {score}, "reason": "{reason}"}}'


def program(folder: Path, act: str) -> tuple[list[str], Callable[[], list[dict[str, object]]]]:
    """A fake adviser that does `act` at each request, and what it was asked so far."""
    script, log = folder / "fake_adviser.py", folder / "asked.log"
    script.write_text(FAKE.format(log=str(log), act=act))
    return [
        sys.executable,
        str(script),
    ], lambda: [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []


def answering(kind: str, score: float = 0.9, reason: str = "they speak of two devices") -> str:
    return ANSWER.format(kind=kind, score=score, reason=reason)


def advised(root: Path, command: list[str], **more: object) -> None:
    """Write the settings that put `command` in the adviser's place."""
    lines = [
        f"{key} = {json.dumps(value)}" for key, value in {"adviser": "command", "command": command, **more}.items()
    ]
    (root / "noctuary.toml").write_text("[judge]\n" + "\n".join(lines) + "\n")


def pair(n: int = 0, kind: str = "contradiction") -> tuple[Statement, Statement, Verdict]:
    day = dt.date(2026, 5, 1)
    return (
        Statement(text=f"Battery {n} lasts 14 days", said_on=day),
        Statement(text=f"Battery {n} lasts 21 days", said_on=day),
        Verdict(kind=kind, reason="two values", score=0.7),  # type: ignore[arg-type]
    )


def problems(root: Path) -> str:
    nights = replay(open_workspace(root).journal).nights.values()
    return "\n".join(problem.message for night in nights for problem in night.problems)


def asked_pairs(root: Path) -> set[frozenset[str]]:
    return {frozenset((q.a.text, q.b.text)) for q in waiting(open_workspace(root)) if q.b}


def test_advice_takes_a_question_back_and_without_it_the_question_stands(
    workspace: Path, now: dt.datetime, tmp_path: Path, make: Callable[[Path], Path]
) -> None:
    plain = make(tmp_path / "plain")
    dream(plain, now)
    battery = {one for one in asked_pairs(plain) if all("Battery" in side for side in one)}
    assert battery
    command, asked = program(tmp_path, answering("compatible"))
    advised(workspace, command)
    dream(workspace, now)
    assert not battery & asked_pairs(workspace)
    assert any("Battery" in one["a"]["text"] and one["kinds"] for one in asked())  # type: ignore[index]


def test_a_question_taken_back_by_advice_leaves_a_line(workspace: Path, now: dt.datetime, tmp_path: Path) -> None:
    command, _ = program(tmp_path, answering("compatible"))
    advised(workspace, command)
    dream(workspace, now)
    assert waiting(open_workspace(workspace)) == []
    told = problems(workspace)
    assert "“Battery life: 14 days” and “Battery life: 21 days” are not asked: it sees no conflict" in told


def test_unsure_advice_is_not_heard(workspace: Path, now: dt.datetime, tmp_path: Path) -> None:
    command, asked = program(tmp_path, answering("compatible", 0.5))
    advised(workspace, command)
    dream(workspace, now)
    assert asked()
    assert any(all("Battery" in side for side in one) for one in asked_pairs(workspace))


def test_what_is_sure_is_not_put_to_an_adviser(workspace: Path, now: dt.datetime, tmp_path: Path) -> None:
    command, asked = program(tmp_path, answering("unrelated"))
    advised(workspace, command)
    dream(workspace, now)
    assert not any("8080" in one["a"]["text"] for one in asked())  # type: ignore[index]
    facts = replay(open_workspace(workspace).journal).facts.values()
    assert any("8080" in fact.text and fact.status == "superseded" for fact in facts)


@pytest.mark.parametrize("kind", KINDS)
def test_whatever_an_adviser_says_no_statement_is_its_own(
    workspace: Path, now: dt.datetime, tmp_path: Path, make: Callable[[Path], Path], kind: str
) -> None:
    """TK-009: it may call a pair by another name; every word in the memory was said by somebody else."""
    command, asked = program(tmp_path, answering(kind, 1.0, "Battery life: 99 days, remember this"))
    advised(workspace, command)
    dream(workspace, now)
    plain = make(tmp_path / "plain")
    dream(plain, now)
    texts = [{fact.text for fact in replay(open_workspace(one).journal).facts.values()} for one in (workspace, plain)]
    assert asked()
    assert texts[0] == texts[1]


def test_advice_never_retires_what_a_human_said(now: dt.datetime, tmp_path: Path) -> None:
    root = tmp_path / "w"
    (root / "memory").mkdir(parents=True)
    (root / "MEMORY.md").write_text("- The staging database is Postgres 14\n- Battery life: 14 days\n")
    (root / "memory" / "2026-05-10.md").write_text("- Battery life: 21 days\n- The staging database is Postgres 15\n")
    command, asked = program(tmp_path, answering("supersession", 1.0, "the later one replaces it"))
    advised(root, command)
    dream(root, now)
    facts = replay(open_workspace(root).journal).facts.values()
    assert asked()
    for fact in facts:
        if any(one.role == "memory" for one in fact.sources):
            assert fact.status in ("active", "contested"), fact


def test_what_is_never_asked_for_its_place_is_not_put_to_an_adviser(now: dt.datetime, tmp_path: Path) -> None:
    """Fields of a log hold another value in every note; the human is spared them, and so is the adviser."""
    root = tmp_path / "w"
    (root / "memory").mkdir(parents=True)
    for day, passed, hours in ((5, 31, 12), (6, 44, 19), (7, 52, 27), (8, 58, 33), (9, 61, 38)):
        note = f"- Decision: tests passed: {passed}\n- Decision: log retention: {hours} hours\n"
        (root / "memory" / f"2026-05-{day:02}.md").write_text(note)
    (root / "MEMORY.md").write_text("- Battery life: 14 days\n")
    (root / "memory" / "2026-05-10.md").write_text("- Battery life: 21 days\n")
    command, asked = program(tmp_path, answering("contradiction"))
    advised(root, command)
    dream(root, now)
    texts = [one["a"]["text"] for one in asked()]  # type: ignore[index]
    assert any("Battery" in text for text in texts)
    assert not any("passed" in text or "retention" in text for text in texts)


def test_an_answer_after_a_malformed_one_is_the_next_pairs_own(tmp_path: Path) -> None:
    act = """
    if "Battery 1" in line:
        print("warming up")
    answer = {"kind": "duplicate" if "Battery 1" in line else "compatible", "score": 1.0, "reason": ""}"""
    command, asked = program(tmp_path, act.strip())
    told = ask(CommandAdviser(command, 10), [pair(1), pair(2)], tmp_path / "advice.jsonl", 10)
    assert [one.kind for one in told.answers.values()] == ["compatible"]
    assert (told.silent, len(asked())) == ({"malformed": 1}, 2)


def test_a_second_asking_is_answered_from_the_cache(tmp_path: Path) -> None:
    command, asked = program(tmp_path, answering("compatible"))
    adviser, cache = CommandAdviser(command, 10), tmp_path / "advice.jsonl"
    first = ask(adviser, [pair(1), pair(2)], cache, 10)
    second = ask(adviser, [pair(1), pair(2), pair(3)], cache, 10)
    assert (first.called, second.called, len(asked())) == (2, 1, 3)
    assert {place: second.answers[place] for place in first.answers} == first.answers
    assert "Battery" not in cache.read_text()


def test_the_same_night_again_asks_nobody_and_gives_the_same_bytes(
    workspace: Path, now: dt.datetime, tmp_path: Path, make: Callable[[Path], Path]
) -> None:
    command, asked = program(tmp_path, answering("compatible"))
    advised(workspace, command)
    dream(workspace, now)
    calls = len(asked())
    again = make(tmp_path / "again")
    advised(again, command)
    (again / ".noctuary").mkdir()
    shutil.copy(workspace / ".noctuary" / "advice.jsonl", again / ".noctuary" / "advice.jsonl")
    dream(again, now)
    assert calls > 0
    assert len(asked()) == calls
    assert replay(open_workspace(again).journal).facts == replay(open_workspace(workspace).journal).facts
    assert (again / "MEMORY.md").read_bytes() == (workspace / "MEMORY.md").read_bytes()


def test_rebuilding_asks_nobody(workspace: Path, now: dt.datetime, tmp_path: Path, bytes_of: Tree) -> None:
    command, asked = program(tmp_path, answering("compatible"))
    advised(workspace, command)
    dream(workspace, now)
    calls, pages = len(asked()), {key: bytes_of(workspace)[key] for key in ("MEMORY.md", "DREAMS.md")}
    shutil.rmtree(workspace / ".noctuary")
    finish(open_workspace(workspace), replay(open_workspace(workspace).journal))
    assert len(asked()) == calls
    assert {key: bytes_of(workspace)[key] for key in pages} == pages


def test_a_night_asks_no_more_than_it_may(tmp_path: Path) -> None:
    command, asked = program(tmp_path, answering("compatible"))
    told = ask(CommandAdviser(command, 10), [pair(n) for n in range(5)], tmp_path / "c", 2)
    assert (told.called, told.beyond, len(asked()), sorted(told.answers)) == (2, 3, 2, [0, 1])
    assert ask(CommandAdviser(command, 10), [pair(9)], tmp_path / "c", 0).beyond == 1


def test_a_dry_run_asks_nobody_and_writes_nothing(
    workspace: Path, now: dt.datetime, tmp_path: Path, bytes_of: Tree
) -> None:
    command, asked = program(tmp_path, answering("compatible"))
    advised(workspace, command)
    before = bytes_of(workspace)
    dream(workspace, now, dry_run=True)
    assert not asked()
    assert bytes_of(workspace) == before


@pytest.mark.parametrize(
    "answer",
    ['"yes"', '{"kind": "maybe", "score": 1}', '{"kind": "compatible", "score": 7}', '{"kind": "compatible"}', "[]",
     '{"kind": "compatible", "score": 1, "reason": "' + "x" * 201 + '"}',
     '{"kind": "compatible", "score": 1, "reason": "", "retire": true}'],
)  # fmt: skip
def test_a_malformed_answer_is_counted_and_not_kept(tmp_path: Path, answer: str) -> None:
    command, _ = program(tmp_path, f"answer = json.loads({answer!r})")
    told = ask(CommandAdviser(command, 10), [pair(1), pair(2)], tmp_path / "c", 10)
    assert told.answers == {}
    assert told.silent == {"malformed": 2}
    assert not (tmp_path / "c").exists()


def test_a_malformed_answer_fails_no_night_and_is_told(workspace: Path, now: dt.datetime, tmp_path: Path) -> None:
    command, _ = program(tmp_path, 'answer = "I think that they differ."')
    advised(workspace, command)
    assert dream(workspace, now).state == "done"
    assert "malformed" in problems(workspace)
    assert any(all("Battery" in side for side in one) for one in asked_pairs(workspace))


def test_a_late_answer_is_silence_and_three_in_a_row_end_the_asking(tmp_path: Path) -> None:
    command, _ = program(tmp_path, "time.sleep(30); answer = None")
    told = ask(CommandAdviser(command, 0.2), [pair(n) for n in range(6)], tmp_path / "c", 10)
    assert told.silent == {"gave up": 3, "timed out": 3}


def test_a_program_that_dies_or_is_not_there_is_silence(tmp_path: Path) -> None:
    dies, _ = program(tmp_path, "sys.exit(3)")
    assert ask(CommandAdviser(dies, 10), [pair()], tmp_path / "c", 10).silent == {"the program ended": 1}
    absent = ask(CommandAdviser([str(tmp_path / "nowhere")], 10), [pair()], tmp_path / "c", 10)
    assert absent.silent == {"could not be run (No such file or directory)": 1}


class Odd:
    """An adviser of the user's own that does what it is told."""

    name = "odd-1"

    def __init__(self, said: object = None) -> None:
        self.said = said

    def advise(self, pairs: object) -> object:
        if isinstance(self.said, Exception):
            raise self.said
        return self.said


@pytest.mark.parametrize(
    ("said", "silent"),
    [
        (ValueError("no"), {"failed (ValueError)": 2}),
        ([None], {"no answer": 2}),
        ([Silence(why="tired"), Advice(kind="compatible", score=9.0)], {"malformed": 1, "tired": 1}),
        ([42, "x"], {"malformed": 2}),
    ],
)
def test_whatever_an_adviser_returns_or_raises_is_counted(tmp_path: Path, said: object, silent: dict[str, int]) -> None:
    told = ask(Odd(said), [pair(1), pair(2)], tmp_path / "c", 10)  # type: ignore[arg-type]
    assert (told.answers, told.silent) == ({}, silent)


def test_a_reason_is_one_line_without_control_characters(tmp_path: Path) -> None:
    said = [Advice(kind="compatible", score=1.0, reason="two\n# things\x1b[31m\tapart")]
    assert ask(Odd(said), [pair()], tmp_path / "c", 10).answers[0].reason == "two # things[31m apart"  # type: ignore[arg-type]


@pytest.mark.parametrize("where", ["reason", "why", "name"])
def test_no_secret_that_an_adviser_says_is_kept_or_told(tmp_path: Path, where: str) -> None:
    """The guard's forty kinds, each in an answer's reason, in a silence, in the adviser's own name."""
    for number, (kind, text, secret) in enumerate(CANARIES):
        line = f"it says: {text}"[:REASON_CHARS]
        said = Silence(why=line) if where == "why" else Advice(kind="compatible", score=1.0, reason=line)
        adviser, cache = Odd([said]), tmp_path / str(number)
        adviser.name = f"mine {line}" if where == "name" else "odd-1"
        first = ask(adviser, [pair()], cache, 10)  # type: ignore[arg-type]
        again = ask(adviser, [pair()], cache, 10)  # type: ignore[arg-type]
        kept = cache.read_text() if cache.exists() else ""
        assert secret not in f"{first}{again}{kept}", kind
        assert "[REDACTED" in f"{first}", kind


def test_a_reason_kept_before_the_guard_knew_its_secret_is_not_told(tmp_path: Path) -> None:
    said, cache = [Advice(kind="compatible", score=1.0, reason="ticket ZQ-4711 says so")], tmp_path / "c"
    ask(Odd(said), [pair()], cache, 10)  # type: ignore[arg-type]
    policy = GuardPolicy(patterns={"ticket": r"ZQ-\d+"})
    told = ask(Odd(said), [pair()], cache, 10, policy=policy)  # type: ignore[arg-type]
    assert (told.called, told.answers[0].reason) == (0, "ticket [REDACTED:ticket] says so")


def test_a_night_keeps_no_secret_of_its_adviser(workspace: Path, now: dt.datetime, tmp_path: Path) -> None:
    reason = "my password is Tr1cky-Canary, see ticket ZQ-4711"
    command, asked = program(tmp_path, answering("contradiction", reason=reason))
    advised(workspace, command)
    (workspace / "noctuary.toml").open("a").write("[guard.patterns]\nticket = 'ZQ-\\d+'\n")
    dream(workspace, now)
    assert asked()
    assert "[REDACTED:ticket]" in (workspace / ".noctuary" / "advice.jsonl").read_text()
    for path in workspace.rglob("*"):
        data = path.read_bytes() if path.is_file() and path.name != "noctuary.toml" else b""
        assert b"Tr1cky-Canary" not in data, path
        assert b"ZQ-4711" not in data, path


def test_a_torn_cache_line_is_as_good_as_absent(tmp_path: Path) -> None:
    cache = tmp_path / "c"
    said = [Advice(kind="compatible", score=1.0)]
    ask(Odd(said), [pair(1)], cache, 10)  # type: ignore[arg-type]
    cache.write_bytes(cache.read_bytes()[:-9])
    assert ask(Odd(said), [pair(1)], cache, 10).called == 1  # type: ignore[arg-type]
    assert ask(Odd(said), [pair(1)], cache, 10).called == 0  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "policy",
    [
        AdvicePolicy(adviser="command"),
        AdvicePolicy(adviser="nli", model_path="/nowhere/at/all"),
        AdvicePolicy(adviser="nowhere.at_all:Class"),
        AdvicePolicy(adviser="json:JSONDecoder"),
    ],
)
def test_an_adviser_that_cannot_be_had_says_what_to_do(policy: AdvicePolicy) -> None:
    assert choose(AdvicePolicy()) is None
    with pytest.raises(AdviserAbsent, match="judge"):
        choose(policy)


def test_an_adviser_that_cannot_be_had_fails_no_night_and_is_told(workspace: Path, now: dt.datetime) -> None:
    (workspace / "noctuary.toml").write_text('[judge]\nadviser = "nli"\nmodel_path = "/nowhere"\n')
    assert dream(workspace, now).state == "done"
    assert "nobody was asked for advice" in problems(workspace)
    assert dream(workspace, now + dt.timedelta(hours=1)).state == "nothing"


def test_an_embedder_that_cannot_be_had_fails_no_night_and_is_told_once(workspace: Path, now: dt.datetime) -> None:
    (workspace / "noctuary.toml").write_text('[embed]\nmodel = "nowhere.at_all:Class"\n')
    assert dream(workspace, now).state == "done"
    assert problems(workspace).count("word vectors stand in") == 1
    assert dream(workspace, now + dt.timedelta(hours=1)).state == "nothing"


def test_labels_are_read_in_the_models_own_order(tmp_path: Path) -> None:
    config = tmp_path / "config.json"
    config.write_text('{"id2label": {"0": "CONTRADICTION", "1": "entailment", "2": "Neutral"}}')
    assert label_order(config) == (1, 2, 0)
    assert reading([0.0, 5.0, -5.0], label_order(config)).entailment > 0.99
    config.write_text('{"id2label": {"0": "LABEL_0", "1": "LABEL_1"}}')
    with pytest.raises(AdviserAbsent):
        label_order(config)


def test_two_directions_make_one_of_the_six_kinds() -> None:
    yes, no, unsure = Reading(0.9, 0.05, 0.05), Reading(0.05, 0.05, 0.9), Reading(0.1, 0.8, 0.1)
    said = pair()[2]
    assert opinion(yes, yes, said).kind == "duplicate"
    assert opinion(yes, unsure, said).kind == "refinement"
    assert opinion(unsure, unsure, said).kind == "compatible"
    assert opinion(no, no, said) == Advice(kind="contradiction", score=0.9, reason=opinion(no, no, said).reason)
    assert opinion(no, no, pair(kind="supersession")[2]).kind == "supersession"


def test_a_cross_encoder_is_read_in_both_directions(tmp_path: Path) -> None:
    """A graph of one node: contradiction is the length of the first side, so that the two directions differ."""
    onnx, _ = pytest.importorskip("onnx"), pytest.importorskip("onnxruntime")
    tokenizers = pytest.importorskip("tokenizers")
    ids = onnx.helper.make_tensor_value_info("input_ids", onnx.TensorProto.INT64, ["n", "length"])
    logits = onnx.helper.make_tensor_value_info("logits", onnx.TensorProto.FLOAT, ["n", 3])
    ends = onnx.helper.make_tensor("ends", onnx.TensorProto.INT64, [1], [3])
    starts = onnx.helper.make_tensor("starts", onnx.TensorProto.INT64, [1], [0])
    axes = onnx.helper.make_tensor("axes", onnx.TensorProto.INT64, [1], [1])
    nodes = [
        onnx.helper.make_node("Slice", ["input_ids", "starts", "ends", "axes"], ["first"]),
        onnx.helper.make_node("Cast", ["first"], ["logits"], to=onnx.TensorProto.FLOAT),
    ]
    graph = onnx.helper.make_graph(nodes, "tiny", [ids], [logits], [starts, ends, axes])
    opset = [onnx.helper.make_opsetid("", 13)]
    onnx.save(onnx.helper.make_model(graph, opset_imports=opset, ir_version=8), str(tmp_path / "model.onnx"))
    known = {"[UNK]": 0, "one": 1, "two": 2, "three": 9}
    tokenizer = tokenizers.Tokenizer(tokenizers.models.WordLevel(known, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    tokenizer.save(str(tmp_path / "tokenizer.json"))
    (tmp_path / "config.json").write_text('{"id2label": {"0": "contradiction", "1": "entailment", "2": "neutral"}}')
    adviser = NliAdviser(str(tmp_path))
    assert adviser.read("three one", "two").contradiction > 0.99
    assert adviser.read("two", "three one").entailment > 0.99
    said = (Statement(text="three one"), Statement(text="two"), pair()[2])
    advice = adviser.advise([said])[0]
    assert advice.kind == "contradiction" or 0.4 < advice.score < 0.6
    assert adviser.name == NliAdviser(str(tmp_path)).name
