"""The imperative shell of a night: gather, decide, apply, one function a stage. Rules live in `consolidate`.

Each stage takes a `Run` and returns a new one; only `apply` changes the workspace. `night.STAGES` has their order.
"""
