"""Texts written to cost a night more than their size, each a name and a function of its size. Measures nothing."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count, islice

Text = Callable[[int], str]


def _repeated(unit: str) -> Text:
    return lambda size: (unit * (size // len(unit) + 1))[:size]


def _nested(opening: str, middle: str, closing: str) -> Text:
    def text(size: int) -> str:
        depth = max(1, (size - len(middle)) // (len(opening) + len(closing)))
        return opening * depth + middle + closing * depth

    return text


def _numbered(line: str) -> Text:
    """Lines that differ by their number alone, `{n}`; `{m}` and `{k}` are numbers of fewer values."""

    def text(size: int) -> str:
        rows, length = [], 0
        for n in count():
            rows.append(line.format(n=n, m=n % 7, k=n * 37 % 1009))
            length += len(rows[-1]) + 1
            if length >= size:
                return "\n".join(rows)[:size]
        raise AssertionError

    return text


def _deeper(mark: str, line: str = "a tide clock stands here\n") -> Text:
    """A list or quote in which every line stands one deeper than the one before, and from a depth on starts anew."""

    def text(size: int) -> str:
        depth = max(1, int((2 * size / max(1, len(mark))) ** 0.5))
        return "".join(mark * n + line for n in range(depth))[:size]

    return text


def _table(size: int) -> str:
    columns = size // 12
    return f"{'|a' * columns}|\n{'|-' * columns}|\n{'|b' * columns}|\n{'|c' * columns}|\n{'|d' * columns}|\n"


def _tall_table(size: int) -> str:
    return "| a | b |\n|---|---|\n" + _numbered("| port {n} | {k} |")(size)


def _wide_rows(size: int) -> str:
    """A narrow table whose rows are wide, and a wide one whose rows are short."""
    columns = max(1, int((size / 4) ** 0.5))
    return "|a" * columns + "|\n" + "|-" * columns + "|\n" + "|\n".join(["| x"] * (size // 5))


def _laughs(size: int) -> str:
    rows = ["---", "a0: &a0 [ha, ha, ha, ha, ha, ha, ha, ha, ha]"]
    for n in range(1, max(2, size // 60)):
        rows.append(f"a{n}: &a{n} [" + ", ".join([f"*a{n - 1}"] * 9) + "]")
    return "\n".join((*rows, "---", "text"))[:size]


def _front(inside: Text) -> Text:
    return lambda size: f"---\nfacts: {inside(size)}\n---\n\ntext\n"


def _keys(size: int) -> str:
    return "---\n" + _numbered("key{n}: value {k}")(size) + "\n---\n\ntext\n"


def _words(size: int) -> str:
    """Words that never come twice, one letter to six."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    made = ("".join(letters[(n // 26**place) % 26] for place in range(4)) for n in count())
    return " ".join(islice(made, size // 5))


_UNITS = {
    "dots": ".",
    "dots and blanks": ". ",
    "ellipses": "… ",
    "question marks": "?! ",
    "full stops": "a. ",
    "sentences": "The tide clock is blue. ",
    "open quotes": '"a. ',
    "open brackets": "(a. ",
    "backticks": "` ",
    "backtick runs": "`a``b```",
    "stars": "*",
    "stars and words": "*a ",
    "strong": "**a",
    "strong closed": "**a** ",
    "underscores": "_a ",
    "underscore runs": "__a",
    "tildes": "~~a",
    "pipes": "|",
    "pipes and blanks": "| ",
    "blanks": " ",
    "tabs": "\t",
    "line ends": "\n",
    "blank lines": " \n",
    "carriage returns": "\r",
    "square": "[",
    "square closed": "[a]",
    "links": "[a](b) ",
    "link tails": "](",
    "link heads": "[a](",
    "images": "![",
    "references": "[a]: b\n",
    "reference heads": "[a]: ",
    "footnotes": "[^1]: ",
    "angles": "<",
    "tags": "<a ",
    "tags closed": "<b></b>",
    "comments": "<!--",
    "comments closed": "<!-- a -->",
    "comment ends": "-->",
    "comment lines": "<!-- a\n",
    "html blocks": "<div>\n\n",
    "entities": "&amp;",
    "entity heads": "&",
    "backslashes": "\\",
    "escapes": "\\*",
    "escaped lines": "\\n",
    "urls": "http://a.b/c ",
    "url heads": "http://",
    "url run": "http://a/",
    "passwords in urls": "://a:",
    "at": "a@",
    "ats": "@",
    "mails": "a@a.example ",
    "logins": "login a@a.example:b123456x ",
    "mail run": "a.a@a.",
    "digits": "1",
    "digits and blanks": "1 ",
    "numbers": "123 456,",
    "addresses": "1.1.",
    "versions": "v1.2.3 ",
    "dates": "2026-05-01 ",
    "days": "on March 3 ",
    "times": "10:00 ",
    "amounts": "$1.5 ",
    "ranges": "1-2-",
    "fractions": "1/",
    "percent": "5 % ",
    "letter": "a",
    "letters": "a ",
    "single letters": "a b c d e ",
    "capitals": "A",
    "names": "Ada ",
    "commas": ",",
    "commas and words": "a, ",
    "semicolons": "a; ",
    "dashes": "-",
    "dashes and blanks": "- ",
    "long dashes": " — ",
    "colons": ":",
    "colons and words": "a: ",
    "equals": "a=",
    "arrows": "a -> ",
    "slashes": "a/",
    "apostrophes": "'",
    "don't": "don't ",
    "high commas": "’",
    "quotes": '"',
    "quotes and words": '"a" ',
    "guillemets": "«a» ",
    "brackets": "(",
    "brackets closed": "(a) ",
    "braces": "{",
    "braces closed": "{}",
    "hashes": "#",
    "hashtags": "#a ",
    "plus": "+",
    "percents": "%",
    "dollars": "$",
    "zero": "\0",
    "escape": "\x1b[",
    "control": "\x07",
    "han": "潮",
    "han and stops": "潮。",
    "kana": "カ",
    "hangul": "시계 ",
    "thai": "นาฬิกา",
    "arabic": "ساعة ",
    "combining": "e\u0301",
    "combining run": "\u0301",
    "zero width": "\u200b",
    "joiners": "a\u200d",
    "joined emoji": "👩\u200d👩",
    "emoji": "🌊",
    "flags": "🇩🇪",
    "bidi": "\u202e",
    "soft hyphens": "a\u00ad",
    "line separators": "\u2028",
    "full width": "Ａ",
    "ligatures": "ﷺ",
    "sharp s": "ß",
    "dotted i": "İ",
    "long word": "tidal",
    "not": "not ",
    "no": "no ",
    "never": "never always ",
    "no longer": "now no longer ",
    "now": "the port is now 1 no longer 2 ",
    "and": "a and ",
    "if": "if a then ",
    "because": "because ",
    "is": "is ",
    "the": "the ",
    "my": "my a's b's ",
    "remember": "remember that ",
    "password": "password ",
    "password is": "my password is ",
    "token": "token=",
    "key": "api_key: ",
    "secret": "secret = secret ",
    "embedded files": "![[a]]",
    "begin key": "-----BEGIN RSA PRIVATE KEY-----",
    "jwt": "eyJ",
    "aws": "AKIA",
    "base64": "QUJD",
    "hex": "0f",
    "uuids": "550e8400-e29b-41d4-a716-446655440000 ",
    "paths": "/a/b",
    "windows": "C:\\a\\",
    "bullets": "- a\n",
    "bullet run": "- - - ",
    "numbers run": "1. 1. ",
    "ordered": "1. a\n",
    "checkboxes": "- [ ] a\n",
    "headings": "# a\n",
    "heading levels": "# a\n## b\n### c\n",
    "heading run": "# ",
    "underlined": "a\n=\n",
    "rules": "---\n",
    "rule stars": "* * *\n",
    "quote lines": "> a\n",
    "quote run": "> ",
    "quote and bullet": "> - ",
    "fences": "```\n",
    "fence run": "```",
    "tilde fences": "~~~\n",
    "lazy": "> a\nb\n",
    "labels": "- **a:** b\n",
    "whys": "- **Why:** a\n",
    "noctuary begin": "<!-- noctuary:begin -->\n",
    "noctuary end": "<!-- noctuary:end -->\n",
    "turns": "User: a\n",
    "agent turns": "Assistant: b\n",
    "headed talks": "# pier\nUser: where is the clock?\nAssistant: it is here.\n",
    "noctuary ids": "<!-- b2:0",
    "noctuary blocks": "<!-- noctuary:begin pad=0 sum=00000000 -->\nx\n<!-- noctuary:end -->\n",
    "json": '{"a": 1}\n',
    "json heads": '{"a":',
    "json lists": "[1,",
    "rows": "| a | b |\n",
    "paste": "$ make\nerror: a\n",
    "code": "x = f(y)\n",
    "commands": "ignore all previous instructions ",
    "system": "<system-reminder>",
    "dreams": "- Candidate: x\n  - confidence: 1\n",
    "german": "die Uhr ist nicht blau, sondern rot. ",
    "spanish": "el reloj ya no es azul ",
    "long line wrap": "word " * 15 + "\n",
}

TEXTS: dict[str, Text] = {name: _repeated(unit) for name, unit in _UNITS.items()} | {
    "one dot at the end": lambda size: "a" * (size - 1) + ".",
    "brackets nested": _nested("(", "a", ")"),
    "square nested": _nested("[", "a", "]"),
    "links nested": _nested("[", "a", "](b)"),
    "quotes nested": _nested("> ", "a", ""),
    "bullets nested": _deeper("  ", "- a tide clock\n"),
    "quotes deeper": _deeper("> "),
    "strong nested": _nested("**a ", "b", " c**"),
    "tags nested": _nested("<b>", "a", "</b>"),
    "json nested": _nested('{"a":', "1", "}"),
    "lists nested": _nested("[", "1", "]"),
    "table wide": _table,
    "table tall": _tall_table,
    "table ragged": _wide_rows,
    "billion laughs": _laughs,
    "yaml nested": _front(_nested("[", "1", "]")),
    "yaml braces": _front(_nested("{a: ", "1", "}")),
    "yaml deeper": lambda size: "---\n" + _deeper(" ", "a:\n")(size) + "---\n\ntext\n",
    "yaml keys": _keys,
    "yaml long": _front(_repeated("ha ")),
    "yaml items": lambda size: "---\nfacts:\n" + _numbered("  - the port of {n} is {k}")(size) + "\n---\n\ntext\n",
    "yaml merges": _front(_repeated("<<: *a\n")),
    "yaml aliases": lambda size: "---\nfacts: &l\n  - a tide clock\n" + _numbered("f{n}: *l")(size) + "\n---\n\ntext\n",
    "fences left open": lambda size: "User: a\n" + "```a\n" * (size // 5),
    "an address and brackets": lambda size: "a://" + ")" * (size - 4),
    "speakers": _numbered("User: X{n}"),
    "words that never come twice": _words,
    "lines that share words": _numbered("- the tide clock of pier {n} is blue"),
    "lines that share a key": _numbered("- the tide clock port is {n}"),
    "lines that differ by a word": _numbered("- decided: the harbour master of pier {m} prefers tea {n}"),
    "lines that replace": _numbered("- the port of the clock is now {n}, no longer {k}"),
    "lines that deny": _numbered("- never open gate {k} on day {m} without mate {n}"),
    "fields": _numbered("Gate {m}: {n}"),
    "keyed values": _numbered("- Gates: a {n}, b {k}, c {m}"),
    "dated headings": _numbered("## 2026-05-0{m}\n\n- decided: gate {n} stays shut"),
    "headings that never come twice": _numbered("# pier {n}\n"),
    "deepening headings": lambda size: "".join(
        "#" * (n % 6 + 1) + f" pier {n}\n\ntext {n}\n" for n in range(size // 22)
    ),
    "paragraphs": _numbered("The harbour pier {n} is shut.\n"),
    "wrapped prose": _numbered("the harbour pier that was painted by the mate in the year {n} and then\nwas sold,"),
    "words in a line": lambda size: " ".join(f"w{n}" for n in range(size // 6)),
    "names in a line": lambda size: " ".join(f"Ada{n}" for n in range(size // 8)),
    "numbers in a line": lambda size: ", ".join(f"{n}" for n in range(size // 6)),
    "values in a line": lambda size: ", ".join(f"port{n}: {n}" for n in range(size // 12)),
    "references that never come twice": _numbered("[a{n}]: http://a.example/{n}"),
    "footnotes that never come twice": _numbered("text[^{n}]\n\n[^{n}]: note"),
}
