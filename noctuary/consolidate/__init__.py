"""The functional core: rules that take values and return decisions. No file, clock, randomness or SQL."""
