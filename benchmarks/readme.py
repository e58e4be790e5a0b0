"""The README's examples, written anew from a night over the sample workspace: `python -m benchmarks.readme`.

An example stands below a line `<!-- shows: PAGE or COMMAND -->`. It keeps its headings and how many lines it shows
under each; the lines are the page's, or what the command prints. `…` stands where something is left out.
"""

from __future__ import annotations

import re
import shutil
import tempfile
from pathlib import Path

from click.testing import CliRunner

from noctuary.cli import main as command_line

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
NOW = "2026-11-04T03:00:00+00:00"
EXAMPLE = re.compile(r"(?P<head><!-- shows: (?P<what>[^>]+) -->\n```\w*\n)(?P<text>.*?)(?=```)", re.DOTALL)
LONGEST = 160
Section = tuple[str, list[str]]


def main() -> None:
    """Write the README's examples anew."""
    with tempfile.TemporaryDirectory() as folder:
        root = dreamt(Path(folder) / "night")
        text = README.read_text("utf-8")
        README.write_text(
            EXAMPLE.sub(lambda one: one["head"] + excerpt(said(one["what"], root), one["text"]), text), "utf-8"
        )


def dreamt(root: Path) -> Path:
    """A copy of the sample workspace at `root`, after its night."""
    shutil.copytree(ROOT / "data" / "workspace", root)
    said(f"dream -q --now {NOW}", root)
    return root


def said(what: str, root: Path) -> str:
    """A page, or what a command prints: its words are split at `|` where they hold spaces, else at spaces.

    Raises AssertionError where the command fails: the example then shows what no longer is, and wants another one.
    """
    if what.endswith(".md"):
        return (root / what).read_text("utf-8")
    words = what.split("|") if "|" in what else what.split()
    done = CliRunner().invoke(command_line, [*words, "-w", str(root)], catch_exceptions=False)
    assert done.exit_code == 0, f"{what}: {done.output}"
    return done.output


def excerpt(whole: str, shape: str) -> str:
    """Of `whole` the sections that `shape` has, each with as many lines."""
    found = sections(whole)
    lines: list[str] = []
    at = -1
    for heading, shown in sections(shape):
        place = next((n for n, (other, _) in enumerate(found) if _key(other) == _key(heading)), None)
        if place is None:
            continue
        lines += ["", "…"] if lines and place > at + 1 and lines[-1] != "…" else []
        lines += [""] if lines else []
        lines += [found[place][0], ""] if heading else []
        wanted = sum(line.strip() not in ("", "…") for line in shown)
        kept = _first(found[place][1], wanted)
        lines += [_cut(line) for line in kept]
        lines += ["…"] if len(kept) < len(found[place][1]) else []
        at = place
    lines += ["…"] if at + 1 < len(found) and lines[-1:] != ["…"] else []
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip("\n") + "\n"


def sections(text: str) -> list[Section]:
    """(heading, its lines) in their order, no blank one first or last; before the first heading stands ""."""
    found: list[Section] = [("", [])]
    for line in text.splitlines():
        if re.match(r"#+ ", line):
            found.append((line, []))
        else:
            found[-1][1].append(line)
    bare = [(heading, "\n".join(lines).strip("\n").splitlines()) for heading, lines in found]
    return [one for one in bare if one[0] or one[1]]


def _first(lines: list[str], wanted: int) -> list[str]:
    """The lines up to the last of the first `wanted` that are not blank."""
    told = [n for n, line in enumerate(lines) if line.strip()][:wanted]
    return lines[: told[-1] + 1] if told else []


def _key(heading: str) -> str:
    """What stays of a heading from night to night: its number where it has one, else its words."""
    number = re.match(r"#+ \d+\.", heading)
    return number[0] if number else re.sub(r" (?:\(\d+\)|— .*)$", "", heading)


def _cut(line: str) -> str:
    return line if len(line) <= LONGEST else line[:LONGEST].rpartition(" ")[0] + " …"


if __name__ == "__main__":
    main()
