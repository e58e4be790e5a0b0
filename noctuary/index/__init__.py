"""Everything SQLite: a disposable projection of the journal that can be searched and walked."""

from noctuary.index.connect import Index

__all__ = ["Index"]
