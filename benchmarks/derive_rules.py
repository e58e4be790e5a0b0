"""Derive the guard's provider rules from gitleaks' default configuration: `python -m benchmarks.derive_rules PATH`.

PATH is `config/gitleaks.toml` of a gitleaks checkout. Writes noctuary/guard/gitleaks.json; changes no pattern.
"""

from __future__ import annotations

import json
import sys
import tomllib
from pathlib import Path
from typing import Any

RULES = Path(__file__).parent.parent / "noctuary" / "guard" / "gitleaks.json"
SOURCE = "https://github.com/gitleaks/gitleaks, config/gitleaks.toml"
COMMIT = "b58d3f102cf3a2c84cb7f923d05c25c9b1aed84b"
NOTICE = (
    "MIT License. Copyright (c) 2019 Zachary Rice. Permission is hereby granted, free of charge, to any person "
    'obtaining a copy of this software and associated documentation files (the "Software"), to deal in the '
    "Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, "
    "distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is "
    "furnished to do so, subject to the following conditions: The above copyright notice and this permission "
    "notice shall be included in all copies or substantial portions of the Software. THE SOFTWARE IS PROVIDED "
    '"AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF '
    "MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR "
    "COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, "
    "TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN "
    "THE SOFTWARE."
)
LEFT_OUT = {
    "generic-api-key": "our own wording finds what it finds (docs/guard.md)",
    "hashicorp-tf-password": "means nothing without the .tf file name it is bound to",
    "private-key": "ours also takes a key that is cut off",
}
ALLOWED_TOO = {"sourcegraph-access-token": ["^[a-fA-F0-9]{40}$"]}
"""A bare 40-digit hex number is a git commit far more often than a Sourcegraph token."""

CLUES = {
    "jwt": r"\.ey",
    "sendgrid-api-token": r"SG\.",
    "twilio-api-key": "SK[0-9a-fA-F]{6}",
    "vault-service-token": r"hvs\.|s\.[a-zA-Z0-9]{24}",
}
"""Their keywords are two or three letters that stand in every text."""
WHOLE = {"jwt-base64", "microsoft-teams-webhook"}
"""Their groups are pieces of the secret."""


def main(path: str) -> None:
    """Write the rules file and say how many rules were kept."""
    config = tomllib.loads(Path(path).read_text("utf-8"))
    rules = [derived(rule) for rule in config["rules"] if "regex" in rule and rule["id"] not in LEFT_OUT]
    head = {"source": SOURCE, "commit": COMMIT, "license": NOTICE}
    allow = {"allow": config["allowlist"]["regexes"], "stopwords": config["allowlist"]["stopwords"]}
    body = ",\n".join(json.dumps(rule, ensure_ascii=False) for rule in rules)
    lines = [f"{json.dumps(key)}: {json.dumps(value)}," for key, value in (head | allow).items()]
    RULES.write_text("{\n" + "\n".join(lines) + f'\n"rules": [\n{body}\n]\n}}\n', "utf-8")
    print(f"{len(rules)} of {len(config['rules'])} rules")


def derived(rule: dict[str, Any]) -> dict[str, Any]:
    """What the guard needs of one rule: no description, no paths, allow lists by what they look at."""
    lists = rule.get("allowlists", [])
    in_match = [one for one in lists if one.get("regexTarget") == "match"]
    in_secret = [one for one in lists if one not in in_match]
    kept = {
        "id": rule["id"],
        "regex": rule["regex"],
        "keywords": rule["keywords"],
        "entropy": rule.get("entropy", 0),
        "clue": CLUES.get(rule["id"], ""),
        "is_whole": rule["id"] in WHOLE,
        "group": rule.get("secretGroup", 0),
        "allow": [*(p for one in in_secret for p in one.get("regexes", [])), *ALLOWED_TOO.get(rule["id"], [])],
        "allow_match": [pattern for one in in_match for pattern in one.get("regexes", [])],
        "stopwords": [word for one in lists for word in one.get("stopwords", [])],
    }
    return {key: value for key, value in kept.items() if value}


if __name__ == "__main__":
    main(sys.argv[1])
