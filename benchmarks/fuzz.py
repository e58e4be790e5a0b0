"""Coverage-guided fuzzing of the reader: `python -m benchmarks.fuzz [--seconds 60] [--dialect NAME] [FILE…]`.

With files it only replays them. An input that breaks a law (`benchmarks.hostile`) is left in build/fuzz/.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from random import Random

FAILURES = Path("build/fuzz")
LONGEST = 16 * 1024
WITHOUT = "It needs Linux and Python 3.11 or newer: pip install --group fuzz. Files are replayed without it."
RAM = Path("/dev/shm")


def main(seconds: int, dialect: str, files: list[Path]) -> int:
    """Replay the files, or fuzz; 1 where a law was broken."""
    with tempfile.TemporaryDirectory(dir=RAM if RAM.is_dir() else None) as folder:
        return replay(files, Path(folder)) if files else fuzz(seconds, dialect, Path(folder))


def replay(files: list[Path], folder: Path) -> int:
    """Say of each file which law it breaks, if any."""
    from benchmarks.hostile import check

    failed = 0
    for file in files:
        try:
            check(file.read_bytes(), folder / "log")
            print(f"{file}: holds")
        except Exception as error:
            failed = 1
            print(f"{file}: {type(error).__name__}: {error}")
    return failed


def fuzz(seconds: int, dialect: str, folder: Path) -> int:
    """Run libFuzzer, which ends the process itself: with 0 when the time is over, with 77 at the first failure."""
    try:
        import atheris
    except ImportError:
        print(f"Atheris is not installed here. {WITHOUT}", file=sys.stderr)
        return 2
    import noctuary.extraction  # noqa: F401
    from noctuary.guard import guard

    guard("imported before, and so not instrumented: a guard's coverage says nothing of the reader")
    with atheris.instrument_imports(include=["noctuary"]):
        from benchmarks import hostile
    corpus = folder / "corpus"
    corpus.mkdir()
    FAILURES.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(hostile.seeds(dialect)):
        (corpus / str(number)).write_bytes(seed)

    def one(data: bytes) -> None:
        try:
            hostile.check(data, folder / "log")
        except Exception:
            print(f"Replay it: python -m benchmarks.fuzz {FAILURES}/crash-… (named below)", file=sys.stderr)
            raise

    def mutate(data: bytes, most: int, seed: int) -> bytes:
        random = Random(seed)
        odd = hostile.mutated(bytes(data), random) if random.random() < 0.8 else atheris.Mutate(data, most)
        return odd[:most]

    arguments = [f"-max_total_time={seconds}", f"-max_len={LONGEST}", "-timeout=30", "-rss_limit_mb=2048"]
    atheris.Setup(["fuzz", *arguments, f"-artifact_prefix={FAILURES}/", str(corpus)], one, custom_mutator=mutate)
    atheris.Fuzz()
    return 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--dialect", default="", help="seeds of this dialect only")
    parser.add_argument("files", nargs="*", type=Path, help="replay these inputs instead of fuzzing")
    given = parser.parse_args()
    sys.exit(main(given.seconds, given.dialect, given.files))
