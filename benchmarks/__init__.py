"""Speed and judgement, each a command that prints a table. Never a timed test."""
