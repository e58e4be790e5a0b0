"""Edits of a JSON text that touch nothing else in it: comments, layout, line ends and every other byte stay.

Reads JSON with comments and commas at the end, and where it is told to, the rest of JSON5 (bare keys, single quotes).
Writes plain JSON. No library edits such a text in place: all of them write the whole of it anew.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

Key = str | int
_TOKEN = re.compile(
    r"""(?P<skip>\s+|//[^\n]*|/\*.*?\*/)|(?P<mark>[{}\[\],:])|(?P<text>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')"""
    r"""|(?P<bare>[^\s{}\[\],:"'/]+)""",
    re.DOTALL,
)
_BOM = "\ufeff"


class Node(NamedTuple):
    """A value and where it stands: [start, end). An object has `members`, an array `items`, the rest neither.

    `opens` of a member is where its key begins; of an item where it begins itself.
    """

    value: Any
    start: int
    end: int
    inside: tuple[tuple[Key, int, Node], ...] = ()


class Text:
    """A JSON text to be edited. ValueError says why it is none."""

    def __init__(self, data: bytes, *, is_json5: bool = False) -> None:
        text = data.decode("utf-8")
        self.mark = _BOM if text.startswith(_BOM) else ""
        self.text = text.removeprefix(_BOM)
        self._is_json5 = is_json5
        self.root = self._parsed() if self.text.strip() else None

    @property
    def data(self) -> bytes:
        return (self.mark + self.text).encode()

    @property
    def value(self) -> Any:
        """What the text says; {} of an empty one."""
        return self.root.value if self.root else {}

    def set(self, path: Sequence[Key], value: Any) -> None:
        """Let what stands at `path` have this value; members that lead to it are made where they are missing."""
        node, depth = self.root, 0
        if node is None:
            self._change([(len(self.text), len(self.text), "{}" if self.text else "{}\n")])
            node = self.root
        while node and depth < len(path) and (found := _at(node, path[depth])):
            node, depth = found[1], depth + 1
        assert node is not None
        if depth == len(path):
            if node.value != value:
                self._change([(node.start, node.end, self._written(value, self._indent(node.start)))])
            return
        for name in reversed(path[depth + 1 :]):
            value = {name: value}
        self._insert(node, json.dumps(path[depth], ensure_ascii=False), value)

    def append(self, path: Sequence[Key], value: Any) -> None:
        """One more item in the array at `path`, which is made where it is missing."""
        node = self.node(path)
        if node is None:
            self.set(path, [value])
        else:
            self._insert(node, "", value)

    def delete(self, path: Sequence[Key]) -> None:
        """Take a member or an item away, with its comma."""
        above = self.node(path[:-1])
        assert above is not None
        place = next(n for n, (key, _, _) in enumerate(above.inside) if key == path[-1])
        _, opens, node = above.inside[place]
        start, end = self._bare_before(opens, above.start + 1), node.end
        comma = self._comma_after(end, above.end - 1)
        if comma:
            self._change([(start, comma, "")])
        elif place:
            before = self._comma_after(above.inside[place - 1][2].end, opens)
            self._change([(before - 1, before, ""), (start, end, "")] if before <= start else [(before - 1, end, "")])
        else:
            self._change([(start, end, "")])
        left = self.node(path[:-1])
        if left and not left.inside and not self.text[left.start + 1 : left.end - 1].strip():
            self._change([(left.start + 1, left.end - 1, "")])

    def node(self, path: Sequence[Key]) -> Node | None:
        """Where the value at `path` stands; None where there is none."""
        node = self.root
        for key in path:
            found = _at(node, key) if node else None
            node = found[1] if found else None
        return node

    def _change(self, parts: Sequence[tuple[int, int, str]]) -> None:
        for start, end, new in sorted(parts, reverse=True):
            self.text = self.text[:start] + new + self.text[end:]
        self.root = self._parsed()

    def _insert(self, above: Node, name: str, value: Any) -> None:
        """A member (`name` is its key, quoted) or an item ("") behind all others."""
        first, close = above.start + 1, above.end - 1
        last = above.inside[-1][2].end if above.inside else first
        place = self._bare_before(close, first)
        is_tall = "\n" in self.text[first:close] or (not above.inside and not self._is_flat())
        indent = self._indent(above.start) + self._unit()
        colon = ":" if self._is_tight() else ": "
        body = (f"{name}{colon}" if name else "") + self._written(value, indent if is_tall else "", flat=not is_tall)
        gap = self._line_end() + indent if is_tall else "" if self._is_tight() or not above.inside else " "
        has_comma = bool(above.inside and self._comma_after(last, close))
        tail = "," if has_comma else ""
        if not above.inside and is_tall and "\n" not in self.text[place:close]:
            tail += self._line_end() + self._indent(above.start)
        parts = [(place, place, gap + body + tail)]
        if above.inside and not has_comma:
            parts.append((last, last, ","))
        self._change(parts if len(parts) == 1 or place != last else [(place, place, "," + gap + body + tail)])

    def _written(self, value: Any, indent: str, *, flat: bool | None = None) -> str:
        if self._is_flat() if flat is None else flat:
            return json.dumps(value, ensure_ascii=False, separators=(",", ":") if self._is_tight() else None)
        lines = json.dumps(value, ensure_ascii=False, indent=self._unit()).split("\n")
        return (self._line_end() + indent).join(lines)

    def _unit(self) -> str:
        found = re.search(r"\n([ \t]+)\S", self.text)
        return found[1] if found else "  "

    def _line_end(self) -> str:
        return "\r\n" if "\r\n" in self.text else "\n"

    def _is_flat(self) -> bool:
        """Whether the text is one line with something in it."""
        return "\n" not in self.text.strip() and bool(self.text.strip(" \t\r\n{}"))

    def _is_tight(self) -> bool:
        return self._is_flat() and '": ' not in self.text

    def _indent(self, at: int) -> str:
        """The blanks that the line of this place begins with."""
        line = self.text[self.text.rfind("\n", 0, at) + 1 : at]
        return line[: len(line) - len(line.lstrip(" \t"))]

    def _bare_before(self, at: int, least: int) -> int:
        """Where the blanks before a place begin: behind the last sign or comment."""
        return max(least, len(self.text[:at].rstrip()))

    def _comma_after(self, at: int, most: int) -> int:
        """The place behind the comma that follows, 0 where none does."""
        for found in self._tokens(at):
            if found.start() >= most or found.lastgroup != "skip":
                return found.end() if found[0] == "," and found.start() < most else 0
        return 0

    def _tokens(self, at: int = 0) -> Iterator[re.Match[str]]:
        while at < len(self.text):
            found = _TOKEN.match(self.text, at)
            if found is None:
                raise ValueError(f"line {self.text.count(chr(10), 0, at) + 1}: {self.text[at : at + 20]!r}")
            yield found
            at = found.end()

    def _parsed(self) -> Node:
        stream = [found for found in self._tokens() if found.lastgroup != "skip"]
        node, rest = self._value(stream, 0)
        if rest < len(stream):
            raise ValueError(f"something stands behind the end: {stream[rest][0][:20]!r}")
        return node

    def _value(self, stream: list[re.Match[str]], at: int) -> tuple[Node, int]:
        token = _nth(stream, at)
        if token[0] in "{[":
            return self._inside(stream, at, is_object=token[0] == "{")
        if token.lastgroup == "mark":
            raise ValueError(f"{token[0]!r} stands where a value has to")
        return Node(self._plain(token), token.start(), token.end()), at + 1

    def _inside(self, stream: list[re.Match[str]], at: int, *, is_object: bool) -> tuple[Node, int]:
        start, close = stream[at].start(), "}" if is_object else "]"
        found: list[tuple[Key, int, Node]] = []
        names: set[Key] = set()
        at += 1
        while _nth(stream, at)[0] != close:
            opens, key = stream[at].start(), len(found)
            name: Key = key
            if is_object:
                name = self._key(stream[at])
                if _nth(stream, at + 1)[0] != ":":
                    raise ValueError(f"no colon follows {name!r}")
                at += 2
            node, at = self._value(stream, at)
            if name in names:
                raise ValueError(f"{name!r} stands twice in one object")
            names.add(name)
            found.append((name, opens, node))
            if _nth(stream, at)[0] == ",":
                at += 1
            elif stream[at][0] != close:
                raise ValueError(f"no comma stands before {stream[at][0][:20]!r}")
        value: Any = {k: node.value for k, _, node in found} if is_object else [node.value for _, _, node in found]
        return Node(value, start, stream[at].end(), tuple(found)), at + 1

    def _key(self, token: re.Match[str]) -> str:
        if token.lastgroup == "bare" and self._is_json5:
            return token[0]
        if token.lastgroup != "text":
            raise ValueError(f"{token[0]!r} is no key in quotes")
        return str(self._plain(token))

    def _plain(self, token: re.Match[str]) -> Any:
        said = token[0]
        if said[0] == "'" and self._is_json5:
            said = '"' + said[1:-1].replace("\\'", "'").replace('"', '\\"') + '"'
        try:
            return json.loads(said, parse_constant=_no_number)
        except ValueError:
            if self._is_json5 and re.fullmatch(r"[-+.\w]+", said):
                return said
            raise ValueError(f"{said[:20]!r} is no JSON value") from None


def _no_number(name: str) -> float:
    raise ValueError(name)


def _at(node: Node, key: Key) -> tuple[int, Node] | None:
    return next(((opens, found) for name, opens, found in node.inside if name == key), None)


def _nth(stream: list[re.Match[str]], at: int) -> re.Match[str]:
    if at >= len(stream):
        raise ValueError("it ends too early")
    return stream[at]
