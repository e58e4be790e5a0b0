#!/usr/bin/env python3
"""Derives noctuary/text/wordnet.tsv from WordNet 3.0: which common English words are opposites, kinds, siblings.

usage: python -m benchmarks.derive_words WORDNET_FOLDER [--most N] [--out FILE]
       (WORDNET_FOLDER holds data.noun, index.noun, noun.exc …; Debian: wordnet-base, /usr/share/wordnet)
needs: pip install wordfreq (only here: which N words are common)

Kept: single words among the N commonest, every word that has an antonym, and things, places and people named by two
common words ("living room"); the first three senses of each, by
WordNet's own order of frequency; the chain of what each sense is a kind of. Run again, it writes the same bytes.
Source: Fellbaum (1998), WordNet: An Electronic Lexical Database; the licence stands at the top of the file.
"""

from __future__ import annotations

import argparse
import pathlib
import re
from collections import defaultdict
from typing import NamedTuple

import wordfreq

ROOT = pathlib.Path(__file__).resolve().parent.parent
POS = {"noun": "n", "verb": "v", "adj": "a", "adv": "r"}
SENSES = 3
COMMON = 7000
PLACE = 15
THINGS = frozenset((6, 13, PLACE, 18, 27))  # artifact, food, location, person, substance
ANCHORS = frozenset({"inhabitant", "natural_language"})  # names of nodes that relations.py asks for
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
HEADER = """\
# WordNet 3.0 Copyright 2006 by Princeton University. All rights reserved. Used under the WordNet licence:
# permission to use, copy, modify and distribute for any purpose, without fee, as long as this notice stands;
# provided "as is", without warranty (https://wordnet.princeton.edu/license-and-commercial-use).
# An extract, made by benchmarks/derive_words.py. w: word, part of speech, senses. s: sense, file, what it is a kind of
# (or is similar to). p: place, what it is a part of. a: antonyms, with the rank of the sense. x: irregular form, word.
"""


class Sense(NamedTuple):
    """One synset: its lexicographer file number, parents (hypernyms, or the head a satellite is similar to), words.

    `wholes`: of a place, the places it is a part of.
    """

    file: int
    parents: tuple[str, ...]
    wholes: tuple[str, ...]
    words: tuple[str, ...]
    antonyms: tuple[tuple[int, str, int], ...]


def senses(folder: pathlib.Path) -> dict[str, Sense]:
    """All synsets by part of speech and offset."""
    found: dict[str, Sense] = {}
    for name, pos in POS.items():
        for line in (folder / f"data.{name}").read_text("latin-1").splitlines():
            if line.startswith("  "):
                continue
            fields = line.split("|")[0].split()
            count = int(fields[3], 16)
            words = tuple(fields[4 + 2 * n].split("(")[0].lower() for n in range(count))
            at = 4 + 2 * count
            pointers = [fields[at + 1 + 4 * n : at + 5 + 4 * n] for n in range(int(fields[at]))]
            found[pos + fields[0]] = Sense(
                file=int(fields[1]),
                parents=tuple(p.replace("s", "a") + o for sign, o, p, _ in pointers if sign in ("@", "@i", "&"))[:3],
                wholes=tuple(p + o for sign, o, p, _ in pointers if sign == "#p" and int(fields[1]) == PLACE),
                words=words,
                antonyms=tuple(
                    (int(ends[:2], 16), p.replace("s", "a") + o, int(ends[2:], 16))
                    for sign, o, p, ends in pointers if sign == "!"
                ),
            )  # fmt: skip
    return found


def entries(folder: pathlib.Path) -> dict[tuple[str, str], list[str]]:
    """Single words with their senses, commonest first, by (word, part of speech)."""
    found = {}
    for name, pos in POS.items():
        for line in (folder / f"index.{name}").read_text("latin-1").splitlines():
            fields = line.split()
            is_compound = pos == "n" and re.fullmatch(r"[a-z]{3,}_[a-z]{3,}", fields[0])
            if not line.startswith("  ") and (fields[0].isalpha() or is_compound):
                found[fields[0], pos] = [pos + offset for offset in fields[-int(fields[2]) :]]
    return found


def short(number: int) -> str:
    """A number in base 36."""
    digits = ""
    while True:
        number, rest = divmod(number, 36)
        digits = DIGITS[rest] + digits
        if not number:
            return digits


def derive(folder: pathlib.Path, most: int) -> str:
    """The whole extract as text."""
    known, index = senses(folder), entries(folder)
    common = ANCHORS | set(wordfreq.top_n_list("en", most))
    opposites: dict[tuple[str, str], int] = {}
    for (word, _), own in index.items():
        for rank, key in enumerate(own):
            for source, other, target in known[key].antonyms:
                if known[key].words[source - 1] == word and (rival := known[other].words[target - 1]).isalpha():
                    pair = (word, rival) if word < rival else (rival, word)
                    opposites[pair] = min(rank, opposites.get(pair, 99))
    wanted = common | {word for pair in opposites for word in pair}
    plain = set(wordfreq.top_n_list("en", COMMON))
    kept = {
        (word, pos): own[:SENSES] for (word, pos), own in index.items()
        if word in wanted or ("_" in word and known[own[0]].file in THINGS and plain.issuperset(word.split("_")))
    }  # fmt: skip
    used: dict[str, None] = {}
    for own in kept.values():
        above = list(own)
        while above:
            key = above.pop()
            if key not in used:
                used[key] = None
                above += known[key].parents + known[key].wholes
    number = {key: short(n) for n, key in enumerate(sorted(used))}
    by_word: dict[str, list[str]] = defaultdict(list)
    for (word, pos), own in sorted(kept.items()):
        by_word[word].append(pos + " " + " ".join(number[key] for key in own))
    lines = [f"w\t{word}\t" + "\t".join(rest) for word, rest in by_word.items()]
    lines += [
        "s\t" + "\t".join([number[key], short(known[key].file), *(number[p] for p in known[key].parents)])
        for key in sorted(used)
    ]
    lines += [
        "\t".join(["p", number[key], *(number[w] for w in known[key].wholes)])
        for key in sorted(used) if known[key].wholes
    ]  # fmt: skip
    lines += [f"a\t{a}\t{b}\t{rank}" for (a, b), rank in sorted(opposites.items())]
    for name in POS:
        for line in (folder / f"{name}.exc").read_text("latin-1").splitlines():
            form, base, *_ = line.split()
            if form.isalpha() and base in by_word and form != base:
                lines.append(f"x\t{form}\t{base}")
    return HEADER + "\n".join(dict.fromkeys(lines)) + "\n"


def main() -> None:
    """Writes the extract and says how large it is."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--most", type=int, default=40_000)
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "noctuary" / "words" / "wordnet.tsv")
    asked = parser.parse_args()
    text = derive(asked.folder, asked.most)
    asked.out.write_text(text, "utf-8")
    print(f"{asked.out.name}: {len(text.encode()):,} bytes, {text.count(chr(10) + 'w'):,} words")


if __name__ == "__main__":
    main()
