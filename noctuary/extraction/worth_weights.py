"""Weights of what makes a note worth keeping, in log-odds. Written by benchmarks/corpus/worth.py; decides nothing."""

BIAS = -0.349
WEIGHTS: dict[str, float] = {
    "asked": -0.084,
    "asserted": 0.107,
    "dated": 0.368,
    "depth": -0.645,
    "durability": 0.703,
    "kind_constraint": 0.141,
    "kind_correction": -0.079,
    "kind_decision": -0.003,
    "kind_fact": -0.320,
    "kind_identity": -0.039,
    "kind_lesson": 0.273,
    "kind_preference": 0.023,
    "may": -0.286,
    "must": 0.385,
    "no": -0.269,
    "planned": -0.036,
    "readable": 0.082,
    "reported": -0.020,
    "scrap": 0.150,
    "supposed": 0.014,
    "transient": -0.219,
    "words_above": -0.342,
}
