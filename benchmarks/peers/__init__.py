"""Other memories measured beside Noctuary, each with its own process and environment (docs/search.md)."""
