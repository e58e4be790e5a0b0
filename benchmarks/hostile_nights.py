"""What 200 kB of hostile text add to a night, and how that grows. Writes into a folder of its own alone.

`python -m benchmarks.hostile_nights [NAME…]` prints the texts or places of these names, or all; slowest of each last.
"""

from __future__ import annotations

import datetime as dt
import json
import multiprocessing
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.hostile_texts import TEXTS
from noctuary.night import dream
from tests.conftest import NOW, make_workspace

SIZE = 200_000
WORTH_TELLING = 0.5
"""Seconds below which a row is left out."""
_RECORD = {
    "parentUuid": None,
    "isSidechain": False,
    "userType": "external",
    "cwd": "/home/kim",
    "sessionId": "s-hostile",
    "version": "2.1.4",
    "timestamp": "2026-05-11T09:00:00.000Z",
}
_OPENING = "decided: the clock of pier {} is "
BLOCK, PAGE = "the block in MEMORY.md", "DREAMS.md"
EVENT, LINE = 19_000, 500
"""A little less than extraction reads of one event, and than a sentence may be long."""


def _parts(text: str, size: int) -> list[str]:
    return [text[at : at + size] for at in range(0, len(text), size)]


def _opened(text: str, size: int) -> list[str]:
    return [_OPENING.format(n) + one for n, one in enumerate(_parts(text, size))]


def _turns(role: str, texts: list[str]) -> dict[str, str]:
    said = [{"role": role, "content": [{"type": "text", "text": one}]} for one in texts]
    records = [_RECORD | {"type": role, "message": one, "uuid": f"u{n}"} for n, one in enumerate(said)]
    return {"sessions/hostile.jsonl": "".join(json.dumps(record) + "\n" for record in records)}


def _bullets(text: str, size: int) -> dict[str, str]:
    lines = [" ".join(one.split("\n")) for one in _parts(text, size)]
    return {"memory/2026-05-11.md": "".join(f"- {_OPENING.format(n)}{line}\n" for n, line in enumerate(lines))}


def as_note(text: str) -> dict[str, str]:
    return {"memory/2026-05-11.md": text}


def as_bullets(text: str) -> dict[str, str]:
    """As lines of a note, each as long as extraction reads."""
    return _bullets(text, EVENT)


def as_sentences(text: str) -> dict[str, str]:
    return _bullets(text, LINE)


def as_memory(text: str) -> dict[str, str]:
    return {"MEMORY.md": text}


def as_turn(text: str) -> dict[str, str]:
    return _turns("user", [text])


def as_turns(text: str) -> dict[str, str]:
    return _turns("user", _opened(text, EVENT))


def as_short_turns(text: str) -> dict[str, str]:
    return _turns("user", _opened(text, LINE))


def as_answers(text: str) -> dict[str, str]:
    return _turns("assistant", _opened(text, EVENT))


def as_result(text: str) -> dict[str, str]:
    """What a tool printed."""
    result = [{"type": "tool_result", "tool_use_id": "t", "content": text}]
    record = _RECORD | {"type": "user", "uuid": "u", "message": {"role": "user", "content": result}}
    return {"sessions/hostile.jsonl": json.dumps(record) + "\n"}


def as_log(text: str) -> dict[str, str]:
    return {"sessions/hostile.jsonl": text}


def as_session(text: str) -> dict[str, str]:
    """As the id of a session."""
    record = _RECORD | {"sessionId": text, "type": "user", "uuid": "u", "message": {"role": "user", "content": "hi"}}
    return {"sessions/hostile.jsonl": json.dumps(record) + "\n"}


def as_notes(text: str) -> dict[str, str]:
    """As notes of 15 kB, each with the text's first line."""
    first, _, rest = text.partition("\n")
    return {f"memory/n{n}.md": f"{first}\n{one}" for n, one in enumerate(_parts(rest, 15_000))}


def as_block(text: str) -> dict[str, str]:
    """As one line that a human added to MEMORY.md's block after a first night."""
    return {BLOCK: " ".join(text.split("\n"))}


def as_block_lines(text: str) -> dict[str, str]:
    return {BLOCK: "\n- ".join(text.split("\n"))}


def as_page(text: str) -> dict[str, str]:
    """As what a human wrote on DREAMS.md after a first night."""
    return {PAGE: " ".join(text.split("\n"))}


PLACES = (
    as_note,
    as_bullets,
    as_sentences,
    as_memory,
    as_turn,
    as_turns,
    as_short_turns,
    as_answers,
    as_result,
    as_log,
    as_session,
    as_notes,
    as_block,
    as_block_lines,
    as_page,
)


def seconds(files: dict[str, str]) -> float:
    """Processor time of one night over the small workspace and these files."""
    with tempfile.TemporaryDirectory() as folder:
        root = make_workspace(Path(folder) / "workspace")
        if not files.keys().isdisjoint((BLOCK, PAGE)):
            dream(root, NOW - dt.timedelta(days=1))
        for name, text in files.items():
            path = root / ("MEMORY.md" if name == BLOCK else name)
            before = path.read_text("utf-8") if name in (BLOCK, PAGE) else ""
            end = before.find("<!-- noctuary:end") if name == BLOCK else len(before)
            whole = f"{before[:end]}- {text}\n{before[end:]}" if before else text
            path.write_bytes(whole.encode("utf-8", "surrogatepass"))
        start = time.process_time()
        dream(root, NOW)
        return time.process_time() - start


def main(wanted: set[str]) -> None:
    """A row for each text and place that add more than `WORTH_TELLING`: what they add, and what half of them does.

    Each night has a warm process of its own, which remembers nothing of the night before.
    """
    seconds({})
    fork = multiprocessing.get_context("fork")
    with fork.Pool(1, maxtasksperchild=1) as alone:
        _print(wanted, lambda files: alone.apply(seconds, (files,)))


def _print(wanted: set[str], seconds: Callable[[dict[str, str]], float]) -> None:
    bare = seconds({})
    print(f"the bare night: {bare:.2f} s; over it, at {SIZE // 1000} kB and at half of that:")
    for place in PLACES:
        for name, text in TEXTS.items():
            if wanted and not wanted & {name, place.__name__}:
                continue
            whole = seconds(place(text(SIZE))) - bare
            if whole > WORTH_TELLING:
                half = seconds(place(text(SIZE // 2))) - bare
                print(f"{whole:7.2f} {half:7.2f}  {place.__name__:<16} {name}", flush=True)


if __name__ == "__main__":
    main(set(sys.argv[1:]))
