"""Trains the reader (`noctuary.reader`) from a clone: what it learns from, the network, its figures."""
