"""Thoughtbox sessions: an export, one thought a file, or thoughts a line. Extracts nothing from them.

A thought is the agent's and keeps its marks (`S4|C|S1-S3|…`, `@keyword:S1-S37`); no human speaks here.
Source: seed 000 and the layouts of its reference implementation.
"""

from __future__ import annotations

from collections.abc import Iterator

from noctuary.sources import zones
from noctuary.sources.turn import FOREIGN, Record, Said, Session, Skip, Turn, a_dict, a_list, a_str, instant

NAME = "thoughtbox"


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
        yield _said(record, thought, session)


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


def _said(record: Record, thought: Record, session: Session) -> Said:
    stamp = thought.get("timestamp")
    branch = a_str(thought.get("branchId")) or a_str(record.get("branchId"))
    return Said(
        role="assistant",
        trust="agent",
        text=thought["thought"].strip(),
        at=instant(stamp),
        key=f"{session.id}:{branch}:{thought['thoughtNumber']}@{stamp}" if session.id != session.ref else "",
        zone=zones.of(stamp, session.zone),
    )
