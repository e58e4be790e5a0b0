"""Whole nights over real workspaces and logs: what is promoted, replaced, asked and folded. See docs/real.md."""
