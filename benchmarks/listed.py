"""What a night leaks of secrets that others listed: `python -m benchmarks.listed`.

Three lists of 180 texts in sixty kinds, two of 96 plain sentences in eight languages, three of 120 in ten, and texts
that only look alike, by writers who had not seen the guard; the mistakes of the first and the third were read when
rules were mended, those of the others by nobody. Totals of the second to the seventh were known when what is learned
was set; the eighth's was seen when all was set. Two of 60 lines and one of 120 are accounts and passwords side by side
in many languages: two written after `guard.accounts`, the third while the ears learned such lines of others; of
the tenth the mistakes have been read. Each text is planted where its writer put it (a note, a turn, tool output, a
file's name), one night is dreamt over all, every file it wrote searched. The values stand in escapes, so that no
scanner takes them for real ones.
"""

from __future__ import annotations

import datetime as dt
import json
import math
import multiprocessing
import tempfile
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from noctuary.extraction import ears
from noctuary.extraction.keep_gates import withheld
from noctuary.guard import guard, weighed
from noctuary.night import dream
from tests.night.test_planted import record, words_of

NAMES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh")
LISTS = {name: Path(__file__).with_name(f"listed_{name}.jsonl") for name in NAMES}
WAYS = (("by rules", math.inf, False), ("with learned places", weighed.BAR, False), ("with ears", weighed.BAR, True))
"""How, the bar of what `guard.weighed` takes, and whether lines that tell a secret are kept by nobody."""
NIGHT = dt.datetime(2026, 5, 12, 3, 0, tzinfo=dt.UTC)
A_NOTE = 12
"""Texts to a note."""
_ROLES = {"turn": "user", "tool": "tool"}


def main() -> None:
    """Print how many texts of each list left something, by rules alone and with what was learned."""
    context = multiprocessing.get_context("spawn")
    for name, path in LISTS.items():
        for how, bar, hears in WAYS:
            with ProcessPoolExecutor(1, context) as fresh:
                leaked, of, lost, alike = fresh.submit(counted, path, bar, hears).result()
            print(f"{name} list, {how}: {leaked} of {of} texts leak, {lost} of {alike} look-alikes lose something")


def counted(path: Path, bar: float, hears: bool) -> tuple[int, int, int, int]:
    """(texts that leak, of how many, look-alikes that lose something, of how many), in a process that knows no text."""
    weighed.BAR = bar
    if not hears:
        ears.tells = lambda _: False
    rows = [json.loads(line) for line in path.read_text("utf-8").rstrip("\n").split("\n")]
    planted, alike = ([row for row in rows if (row["where"] == "keep") is is_alike] for is_alike in (False, True))
    return leaks(planted), len(planted), spoilt(alike), len(alike)


def leaks(rows: list[dict[str, Any]]) -> int:
    """How many texts leave one of their secrets in a file that a night over all of them writes."""
    with tempfile.TemporaryDirectory() as scratch:
        root = Path(scratch)
        sources = plant(root, rows)
        dream(root, NIGHT)
        told = [words_of(path) for path in root.rglob("*") if path.is_file() and path not in sources]
    return sum(any(secret in text for secret in row["secrets"] for text in told) for row in rows)


def spoilt(rows: list[dict[str, Any]]) -> int:
    """How many look-alikes lose what has to stay to something that is no personal data, or are kept by nobody."""
    found = [(row, guard(row["text"])) for row in rows]
    return sum(
        (
            any(part not in safe.text for part in row.get("keep", [row["text"]]))
            and bool(safe.redacted.keys() - {"email", "phone", "iban", "card", "identity"})
        )
        or withheld("note", safe.text) == "told_secret"
        for row, safe in found
    )


def plant(root: Path, rows: list[dict[str, Any]]) -> set[Path]:
    """Write every text where its writer put it; the paths."""
    (root / "memory").mkdir()
    (root / "sessions").mkdir()
    made: dict[Path, str] = {}
    turns: list[str] = []
    for number, row in enumerate(rows):
        if row["where"] in _ROLES:
            result = [{"type": "tool_result", "tool_use_id": f"t{number}", "content": row["text"]}]
            turns.append(record(number, _ROLES[row["where"]], row["text"] if row["where"] == "turn" else result))
        elif row["where"] == "name":
            name = row["text"].strip().replace("/", "_")
            name += "" if "." in name[-6:] else ".md"
            made[root / "memory" / name] = f"# Note\n\n- Decision: the shop opens at nine on day {number}\n"
        else:
            day = NIGHT.date() - dt.timedelta(days=number // A_NOTE + 1)
            note = root / "memory" / f"{day}.md"
            made[note] = made.get(note, "") + f"## Part {number}\n\n{row['text']}\n\n"
    made[root / "sessions" / "log.jsonl"] = "\n".join(turns) + "\n"
    for path, text in made.items():
        path.write_text(text, "utf-8")
    return made.keys() | set()


if __name__ == "__main__":
    main()
