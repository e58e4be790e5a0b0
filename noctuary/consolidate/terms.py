"""What another tool's record says of its own end and of who may read it: read from its keys, whatever the dialect.

Where it says that it is private in words we do not know, it is its agent's alone; where it says that it is over, it is.
"""

from __future__ import annotations

import datetime as dt
import math
import re
from collections.abc import Mapping
from typing import Any

from noctuary.access import OWN, listed
from noctuary.model import Status, Value, Visibility
from noctuary.text.days import YEARS

VISIBILITIES: dict[str, Visibility] = {
    "public": "public", "shared": "public", "open": "public", "global": "public",
    "private": "agent-private", "agent": "agent-private", "agent-private": "agent-private",
    "user": "user-private", "user-private": "user-private", "personal": "user-private",
    "team": "team-private", "team-private": "team-private", "group": "team-private",
}  # fmt: skip
_OVER: dict[str, Status] = dict.fromkeys(("superseded", "replaced", "obsolete", "outdated"), "superseded")
_OVER |= dict.fromkeys(
    "archived expired deleted removed invalid invalidated withdrawn retired inactive forgotten".split(), "archived"
)
_BEGIN = ("valid_from", "valid_at", "valid_since")
_END = ("valid_to", "valid_until", "valid_till", "invalid_at", "invalidated_at", "expired_at", "expires_at")
_AFTER = ("superseded_by", "replaced_by")
_GONE = ("deleted_at", "archived_at", "superseded_at")
_IS_OVER = ("is_deleted", "is_archived", "is_expired", "is_superseded", "is_invalid", *_OVER)
_IS_NOT = ("is_active", "is_current", "is_latest", "is_valid")
# What of these stands among an entity's own properties speaks of the record too; other words there are the entity's.
OF_RECORD = frozenset((*_BEGIN, *_END, *_AFTER, "is_private", "agent_id"))
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_PREFIXES = ("user:", "agent:", "team:")


class Terms(Value, frozen=True):
    """When it holds, what it is by its own account, and whose it is. `scope` is the user or team it names."""

    valid_from: dt.date | None = None
    valid_to: dt.date | None = None
    status: Status = "active"
    agent_id: str = OWN
    visibility: Visibility = "public"
    scope: str = ""

    @property
    def audience(self) -> tuple[str, ...]:
        """Who may read it; () for everybody: what tells two records of the same words apart."""
        found = (self.agent_id, self.visibility, self.scope)
        return () if found == (OWN, "public", "") else found

    def is_over(self, on: dt.date) -> bool:
        """Whether it holds no more on a day."""
        return self.status != "active" or bool(self.valid_to and self.valid_to <= on)


def terms(record: Mapping[str, Any], around: Terms | None = None) -> Terms:
    """The terms of a record; what it does not say itself is as `around`, what it stands in."""
    outer, record = around or Terms(), {_HUMP.sub("_", key).lower(): value for key, value in record.items()}
    visibility = _visibility(record) or outer.visibility
    status = _status(record)
    named = _named(record, "agent_id", "agent")
    author = _named(record, "created_by", "added_by", "author") if visibility != "public" else ""
    scope = {
        "user-private": _named(record, "user_id", "user", "owner") or author,
        "team-private": _named(record, "team_id", "team", "group") or _list(record, author),
    }.get(visibility, "")
    return Terms(
        valid_from=_first_day(record, _BEGIN) or outer.valid_from,
        valid_to=_first_day(record, _END) or outer.valid_to,
        status=outer.status if status == "active" else status,
        agent_id=named or (author if visibility == "agent-private" else "") or outer.agent_id,
        visibility=visibility,
        scope=scope or outer.scope,
    )


def _list(record: Mapping[str, Any], author: str) -> str:
    """The scope of the agents and users a record lists, its author among them; "" where it lists none."""
    found = [record.get(key) for key in ("allowed_agents", "allowed_users")]
    lists = [names if isinstance(names, list) else [] for names in found]
    agents, users = ([one for one in names if isinstance(one, str)] for names in lists)
    return listed([*agents, author] if author else agents, users) if agents or users else ""


def is_of_record(key: str, value: Any) -> bool:
    """Whether a property speaks of the record, and not of what the record is about."""
    return key in OF_RECORD or (key == "visibility" and _word(value) in VISIBILITIES)


def _visibility(record: Mapping[str, Any]) -> Visibility | None:
    said = _word(record.get("visibility"))
    if said:
        return VISIBILITIES.get(said, "agent-private")
    found = (VISIBILITIES.get(_word(record.get(key))) for key in ("privacy", "scope"))
    is_private = record.get("is_private") is True or record.get("private") is True
    return next(filter(None, found), "agent-private" if is_private else None)


def _status(record: Mapping[str, Any]) -> Status:
    if any(record.get(key) for key in _AFTER):
        return "superseded"
    if said := _OVER.get(_word(record.get("status")) or _word(record.get("state"))):
        return said
    over = next((key for key in _IS_OVER if record.get(key) is True), "")
    is_gone = over or any(record.get(key) for key in _GONE) or any(record.get(key) is False for key in _IS_NOT)
    return ("superseded" if "superseded" in over else "archived") if is_gone else "active"


def _word(value: Any) -> str:
    return "-".join(value.strip().lower().replace("_", " ").replace("-", " ").split()) if isinstance(value, str) else ""


def _named(record: Mapping[str, Any], *keys: str) -> str:
    """The first name under these keys, without the kind it may be written with: `user:ada` is ada."""
    said = next((str(record[key]).strip() for key in keys if isinstance(record.get(key), str | int)), "")
    return next((said.removeprefix(one) for one in _PREFIXES if said.startswith(one)), said)


def _first_day(record: Mapping[str, Any], keys: tuple[str, ...]) -> dt.date | None:
    return next((day for key in keys if (day := _day(record.get(key)))), None)


def _day(value: Any) -> dt.date | None:
    """The UTC date of an ISO date or instant, or of seconds or milliseconds since 1970.

    None for one outside YEARS: what ends in 9999 is meant to have no end.
    """
    day = None
    try:
        if isinstance(value, str) and value.strip():
            at = dt.datetime.fromisoformat(value.strip())
            day = (at.astimezone(dt.UTC) if at.tzinfo else at).date()
        elif isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value):
            day = dt.datetime.fromtimestamp(value / (1000 if abs(value) > 1e11 else 1), dt.UTC).date()
    except (ValueError, OverflowError, OSError):
        return None
    return day if day and day.year in YEARS else None
