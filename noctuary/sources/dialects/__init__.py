"""The log formats, one a module: who said what in its records, or why nothing of them is used. Opens no file.

A new one is a module with `NAME`, `detect` and `turns` (or `passages`), and a line in `registry.py`.
"""
