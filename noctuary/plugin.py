"""Makes what a setting names as `package.module:Class`: code of the user's own. Knows no protocol."""

from __future__ import annotations

import importlib
from typing import Any

from noctuary.errors import NoctuaryError


def made(path: str, absent: type[NoctuaryError], setting: str, choices: str) -> Any:
    """The class at `path`, made without arguments; whatever it raises is told as `absent` of that setting."""
    module, _, name = path.partition(":")
    try:
        return getattr(importlib.import_module(module), name)()
    except Exception as error:
        what = f"{path!r} cannot be made ({type(error).__name__}: {error})"
        raise absent(setting, what, f"use {choices} or package.module:Class") from error
