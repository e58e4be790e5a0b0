"""Checks what a caller gave against the JSON Schema of what it was asked for: one complaint, by the argument's name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_KINDS: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "array": (list, tuple),
    "object": (dict,),
}
_WORDS = {
    "string": "a text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "array": "a list",
    "object": "an object",
}


def first_wrong(schemas: Mapping[str, Mapping[str, Any]], given: Mapping[str, Any]) -> str:
    """What is wrong with the first wrong one of several arguments; those that no schema names are let be."""
    return next((told for key, one in given.items() if key in schemas and (told := wrong(key, schemas[key], one))), "")


def wrong(name: str, schema: Mapping[str, Any], given: Any) -> str:
    """What is wrong with an argument, by its name and what it takes; "" where nothing is.

    Of an object that names its properties, others are let be unless `additionalProperties` is false.
    """
    kind = schema.get("type")
    if kind not in _KINDS:
        return ""
    is_whole = kind == "integer" and isinstance(given, float) and given.is_integer()
    is_kind = is_whole or (isinstance(given, _KINDS[kind]) and (kind == "boolean" or not isinstance(given, bool)))
    if not is_kind:
        return f"{name} takes {takes(schema)}, not {_named(given)}"
    if "enum" in schema and given not in schema["enum"]:
        return f"{name} is {given!r}, and takes one of {', '.join(schema['enum'])}"
    if kind in ("integer", "number") and "minimum" in schema and not given >= schema["minimum"]:
        return f"{name} is {given}, and takes {schema['minimum']} or more"
    if kind == "array":
        inner = ((f"{name}[{place}]", schema.get("items", {}), one) for place, one in enumerate(given))
    elif kind == "object":
        known = schema.get("properties", {})
        if missing := next((key for key in schema.get("required", ()) if key not in given), ""):
            return f"{name}.{missing} is missing: it takes {takes(known[missing])}"
        odd = next((key for key in given if key not in known), None)
        if odd is not None and schema.get("additionalProperties") is False:
            return f"{name}.{odd} is unknown: {name} takes {', '.join(known)}"
        inner = ((f"{name}.{key}", known[key], one) for key, one in given.items() if key in known)
    else:
        return ""
    return next((told for place, one, value in inner if (told := wrong(place, one, value))), "")


def takes(schema: Mapping[str, Any]) -> str:
    """What a schema asks for, in words: "a list of texts"."""
    word = _WORDS.get(schema.get("type", ""), "a value")
    of = _WORDS.get(schema.get("items", {}).get("type", ""), "").partition(" ")[2]
    return f"{word} of {of}s" if of else word


def _named(given: Any) -> str:
    """A value's type in the same words."""
    if given is None:
        return "nothing"
    found = next((kind for kind, types in _KINDS.items() if type(given) in types), "")
    return _WORDS.get(found, f"a {type(given).__name__}")
