"""Weights of what makes a note worth keeping, in log-odds. Written by benchmarks/corpus/worth.py; decides nothing."""

BIAS = 0.121
WEIGHTS: dict[str, float] = {
    "asked": -0.456,
    "asserted": 0.093,
    "dated": 0.300,
    "depth": -1.573,
    "durability": 0.987,
    "kind_constraint": 0.323,
    "kind_correction": -0.378,
    "kind_decision": 0.176,
    "kind_event": -0.075,
    "kind_fact": -0.268,
    "kind_identity": -0.323,
    "kind_lesson": 0.450,
    "kind_preference": 0.161,
    "may": -0.005,
    "must": 0.657,
    "no": -0.364,
    "planned": 0.074,
    "readable": 0.181,
    "reported": 0.036,
    "scrap": 0.148,
    "supposed": 0.010,
    "transient": 0.102,
    "words_above": -0.665,
}
