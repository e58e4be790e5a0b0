"""Thoughtbox sessions: an export, one thought a file, or thoughts a line. No human speaks here.

Of thoughts that bear marks (`S4|C|S1-S3|words`), conclusions and syntheses (C, X) are notes the agent wrote down on
purpose, plans (P) are what it says; the rest (hypotheses, evidence, questions …) is its working. Anchors
(`@keyword:S1-S37`) stay in the words. Source: seed 000, rows TB-091 to TB-093, and its reference implementation.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator

from noctuary.model import Role
from noctuary.sources import zones
from noctuary.sources.turn import FOREIGN, Record, Said, Session, Skip, Turn, a_dict, a_list, a_str, instant

NAME = "thoughtbox"

MARKED = re.compile(r"S\d+\|([A-Z])\|(?:[^|\n]*\|)?\s*")
_ROLES: dict[str, Role] = {"C": "note", "X": "note", "P": "assistant"}


def detect(records: list[Record]) -> bool:
    """Thoughts with a number."""
    return any(_thought(record) for record in records)


def _thought(record: Record) -> Record:
    """The thought a record is or holds; nothing where it is none."""
    for data in (record, a_dict(record.get("data"))):
        if isinstance(data.get("thought"), str) and "thoughtNumber" in data:
            return data
    return {}


def turns(record: Record, session: Session) -> Iterator[Turn]:
    """What one thought says; one that was revised later says nothing."""
    thought = _thought(record)
    if not thought:
        yield _header(record, session)
        return
    session.id = _session_of(record) or session.id
    if a_list(a_dict(record.get("revisionMetadata")).get("revisedBy")):
        yield Skip(reason="revised")
    elif not thought["thought"].strip():
        yield Skip(reason="empty")
    else:
        stamp = thought.get("timestamp")
        key = _key(record, session, stamp)
        yield said(thought["thought"], instant(stamp), key, zones.of(stamp, session.zone))


def _session_of(record: Record) -> str:
    """A stored thought's id is `session:number`, in a branch `session:branch:number`."""
    session, colon, _ = a_str(record.get("id")).partition(":")
    return a_str(record.get("sessionId")) or (session if colon else "")


def _header(record: Record, session: Session) -> Turn:
    about = a_dict(record.get("session"))
    if not about:
        return Skip(reason=FOREIGN)
    session.id = a_str(about.get("id")) or session.id
    return Skip(reason="session_meta")


def _key(record: Record, session: Session, stamp: object) -> str:
    thought = _thought(record)
    branch = a_str(thought.get("branchId")) or a_str(record.get("branchId"))
    return f"{session.id}:{branch}:{thought['thoughtNumber']}@{stamp}" if session.id != session.ref else ""


def said(text: str, at: dt.datetime | None, key: str, zone: str) -> Turn:
    """A thought without its marks, by its type; a working thought says nothing that lasts."""
    mark = MARKED.match(text.strip())
    words = text.strip()[mark.end() :] if mark else text.strip()
    role = _ROLES.get(mark[1]) if mark else "assistant"
    if role is None:
        return Skip(reason="working_thought")
    return Said(role=role, trust="agent", text=words, at=at, key=key, zone=zone) if words else Skip(reason="empty")
