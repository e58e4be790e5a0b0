"""The command line: thin verbs over the library. Imports nothing heavy before a verb is run."""

from noctuary.cli import asking, deciding, dreaming, judging
from noctuary.cli.root import main

__all__ = ["asking", "deciding", "dreaming", "judging", "main"]
