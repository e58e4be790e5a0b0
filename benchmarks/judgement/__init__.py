"""The proof of the judge: its verdicts on public sets, stores, gold pairs and hard pairs, beside simpler rules.

Run it as `python -m benchmarks.judgement`. The labels and what they are mapped to stand in docs/judgement.md.
"""
