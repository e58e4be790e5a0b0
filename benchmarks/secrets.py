"""What the guard finds and what it takes by mistake: `python -m benchmarks.secrets [--shapes 100] [--gitleaks TOML]`.

Recall on planted samples and redactions a megabyte on the real texts of NOCTUARY_SHARED, beside gitleaks' rules
alone and detect-secrets. Prints no value: `--shapes` shows what was taken with letters as a, digits as 0.
"""

from __future__ import annotations

import argparse
import functools
import importlib.util
import json
import os
import random
import re
import tempfile
import time
import tomllib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import re2

from benchmarks.derive_rules import derived
from benchmarks.secret_samples import Sample, samples
from noctuary.guard import guard, rules

SHARED = Path(os.environ.get("NOCTUARY_SHARED", Path(__file__).parent.parent.parent / "shared"))
TEXTS = (
    "sessions/**/*.jsonl",
    "workspaces/**/*.md",
    "notes/rust-blog/**/*.md",
    "evolving/peps/**/*.rst",
    "graphs/**/*.json*",
)
Masker = Callable[[str], list[str]]
"""A text in, the values it would take out."""


def main() -> None:
    """Print the two tables."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--shapes", type=int, default=0, help="show so many findings in real texts, masked")
    options.add_argument("--gitleaks", type=Path, help="gitleaks.toml: also run all its rules, generic-api-key too")
    asked = options.parse_args()
    maskers: dict[str, Masker] = {"noctuary": ours, "gitleaks' rules": functools.partial(by_rules, rules.book().rules)}
    if asked.gitleaks:
        maskers["gitleaks, all"] = functools.partial(by_rules, all_rules(asked.gitleaks))
    if importlib.util.find_spec("detect_secrets"):
        maskers["detect-secrets"] = detect_secrets
    else:
        print("detect-secrets is not installed; its column is left out")
    recall(maskers, list(samples()))
    real = list(texts())
    precision(maskers, real)
    gold()
    show(real, asked.shapes)


def ours(text: str) -> list[str]:
    """What our guard takes out: the pieces of the text between which its marks stand."""
    return removed(text, guard(text).text)


def removed(text: str, safe: str) -> list[str]:
    """The pieces of `text` for which marks stand in `safe`, found by walking along what stayed."""
    values: list[str] = []
    at = 0
    first, *rest = re.split(r"\[REDACTED:[a-z0-9_-]+\]", safe)
    at = len(first)
    for piece in rest:
        end = text.find(piece, at) if piece else len(text)
        values.append(text[at:end])
        at = end + len(piece)
    return values


def by_rules(chosen: tuple[rules.Rule, ...], text: str) -> list[str]:
    """What gitleaks would report of a text: rules as written, the whole text, keywords first."""
    low, data = text.lower(), text.encode(errors="replace")
    return [value for rule in chosen if any(word in low for word in rule.keywords) for value in _reported(rule, data)]


def _reported(rule: rules.Rule, data: bytes) -> Iterator[str]:
    for hit in re2.compile(rule.regex.encode()).finditer(data):
        group = rule.group or next((n for n in range(1, len(hit.groups()) + 1) if hit[n]), 0)
        value = hit[0 if rule.is_whole else group].decode(errors="replace")
        if rules.is_real(rule, value, hit[0].decode(errors="replace"), digits=False):
            yield value


def all_rules(path: Path) -> tuple[rules.Rule, ...]:
    """Every rule of a gitleaks configuration that has a pattern."""
    found = [derived(rule) for rule in tomllib.loads(path.read_text("utf-8"))["rules"] if "regex" in rule]
    return msgspec.convert(found, tuple[rules.Rule, ...])


def detect_secrets(text: str) -> list[str]:
    """What detect-secrets reports of a file that holds the text, with its default plugins and filters."""
    from detect_secrets.core.scan import scan_file
    from detect_secrets.settings import default_settings

    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file, default_settings():
        file.write(text)
        file.flush()
        return [found.secret_value or "" for found in scan_file(file.name)]


def is_safe(sample: Sample, values: list[str]) -> bool:
    """Neither the first half of the secret nor its last half is left when the values are gone."""
    text = sample.text
    for value in sorted(filter(None, values), key=len, reverse=True):
        text = text.replace(value, "\x00")
    half = len(sample.secret) // 2 + 1
    return sample.secret[:half] not in text and sample.secret[-half:] not in text


def recall(maskers: dict[str, Masker], planted: list[Sample]) -> None:
    """The share of planted secrets that go, by family and by context."""
    print(f"recall on {len(planted)} samples of {len({one.kind for one in planted})} kinds\n")
    names = list(maskers)
    tally: dict[str, dict[str, list[bool]]] = defaultdict(lambda: defaultdict(list))
    for one in planted:
        row = f"{one.family}, {one.context}" if "provider" in one.family else one.family
        for name in names:
            tally[row][name].append(is_safe(one, maskers[name](one.text)))
    print(f"| family | samples | {' | '.join(names)} |\n|---|---|{'---|' * len(names)}")
    for row, by_name in tally.items():
        shares = [f"{sum(said) / len(said):.2f}" for said in by_name.values()]
        print(f"| {row} | {len(by_name[names[0]])} | {' | '.join(shares)} |")


def texts() -> Iterator[str]:
    """Real texts: what a reader of sessions, notes and documents hands to the guard, without the guard."""
    for pattern in TEXTS:
        for path in sorted((SHARED / "inputs").glob(pattern)):
            text = path.read_text("utf-8", "replace")
            yield from (_said(text) if path.suffix == ".jsonl" else [text])


def _said(lines: str) -> Iterator[str]:
    for line in lines.splitlines():
        try:
            yield "\n".join(_strings(json.loads(line)))
        except json.JSONDecodeError:
            yield line


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str) and " " in value:
        yield value
    elif isinstance(value, list | dict):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _strings(item)


def precision(maskers: dict[str, Masker], real: list[str]) -> None:
    """Redactions a megabyte of real text, and the time they take; detect-secrets on a twentieth of it."""
    print("\nredactions in real texts\n\n| masker | MB | redactions | a MB | MB/s |\n|---|---|---|---|---|")
    for name, masker in maskers.items():
        chosen = real[::20] if name == "detect-secrets" else real
        size = sum(len(text.encode(errors="replace")) for text in chosen) / 1e6
        start = time.process_time()
        number = sum(len(masker(text)) for text in chosen)
        spent = time.process_time() - start
        print(f"| {name} | {size:.1f} | {number} | {number / size:.2f} | {size / spent:.1f} |")
    counts = Counter[str]()
    for text in real:
        counts.update(guard(text).redacted)
    print("\nours by kind:", ", ".join(f"{kind} {number}" for kind, number in counts.most_common()))


def gold() -> None:
    """Labelled lines and stories: facts to be kept that lose words to the guard, secrets that pass it."""
    rows = [json.loads(line) for line in (SHARED / "gold" / "lines_dev.jsonl").read_text("utf-8").splitlines()]
    kept = [row for row in rows if row["keep"]]
    touched = [row["id"] for row in kept if guard(row["text"]).redacted]
    lost = [row["id"] for row in kept if guard(row["distilled"]).redacted]
    print(f"\ngold lines: {len(kept)} to keep, {len(touched)} touched {touched}, {len(lost)} lose words of the fact")
    facts = lost_facts = secrets = passed = 0
    for path in sorted((SHARED / "gold" / "stories").glob("*/expected.json")):
        want = json.loads(path.read_text("utf-8"))
        said = [text for file in sorted(path.parent.rglob("*.[jm][sd]*")) if file != path for text in _lines(file)]
        before, after = "\n".join(said).lower(), "\n".join(guard(text).text for text in said).lower()
        words = [word.lower() for fact in want["must_be_in_memory"] for word in fact["keywords"]]
        facts += len(words)
        lost_facts += sum(before.count(word) > 0 and not after.count(word) for word in words)
        secrets += len(want["must_appear_nowhere"])
        passed += sum(secret.lower() in after for secret in want["must_appear_nowhere"])
    print(f"gold stories: {facts} words of facts, {lost_facts} lost; {secrets} secrets, {passed} left")


def _lines(path: Path) -> list[str]:
    text = path.read_text("utf-8", "replace")
    return list(_said(text)) if path.suffix == ".jsonl" else text.splitlines()


def show(real: list[str], number: int) -> None:
    """A sample of what was taken from real texts, masked."""
    found: list[str] = []
    for text in real:
        safe = guard(text).text
        marks = re.findall(r"[^\n]{0,40}(\[REDACTED:[a-z0-9_-]+\])", safe)
        found += (f"{mark} {_masked(value)}" for mark, value in zip(marks, removed(text, safe), strict=False))
    for line in random.Random(7).sample(sorted(found), min(number, len(found))):
        print(line)


def _masked(value: str) -> str:
    return re.sub(r"[^\W\d_]", "a", re.sub(r"\d", "0", value))[:60]


if __name__ == "__main__":
    main()
