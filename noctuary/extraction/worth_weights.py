"""Weights of what makes a note worth keeping, in log-odds. Written by benchmarks/corpus/worth.py; decides nothing."""

BIAS = -0.631
WEIGHTS: dict[str, float] = {
    "asked": 0.135,
    "asserted": 0.261,
    "dated": 0.217,
    "depth": -0.470,
    "durability": 0.539,
    "kind_constraint": 0.136,
    "kind_correction": -0.055,
    "kind_decision": -0.002,
    "kind_fact": -0.197,
    "kind_identity": -0.033,
    "kind_lesson": 0.274,
    "kind_preference": -0.117,
    "may": -0.231,
    "must": 0.603,
    "no": -0.521,
    "planned": -0.086,
    "readable": -0.057,
    "reported": 0.164,
    "scrap": -0.216,
    "supposed": 0.005,
    "transient": -0.097,
    "words_above": -0.135,
}
