"""Noctuary: nightly dreaming for agent memory."""

__version__ = "0.1.0"
