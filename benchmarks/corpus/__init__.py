"""Real lines and pairs, labelled by reference: what a reader of statements learns from. Holds no sentence of anybody.

`python -m benchmarks.corpus FOLDER` says what can be recovered from the clones in a folder, and how two markers agree.
"""
