"""Antigravity transcripts: numbered steps of user, model and system. Does not read its brain's pages."""

from __future__ import annotations

import re
from collections.abc import Iterator

from noctuary.sources import zones
from noctuary.sources.turn import FOREIGN, Record, Said, Session, Skip, Turn, a_str, between, instant, tool_trust

NAME = "antigravity"


_CLOCK = re.compile(r"local time is: (\S+?)\.?\s")


def detect(records: list[Record]) -> bool:
    """Steps with a number, a source and a type."""
    return any({"step_index", "source", "type"} <= record.keys() for record in records)


def turns(record: Record, session: Session) -> Iterator[Turn]:
    """What one step says."""
    kind, source, text = record.get("type"), record.get("source"), a_str(record.get("content")).strip()
    if "step_index" not in record:
        yield Skip(reason=FOREIGN)
    elif kind == "USER_INPUT" and source == "USER_EXPLICIT":
        if clock := _CLOCK.search(text):
            session.zone = zones.offset(clock[1])
        asked = "\n".join(between(text, "<USER_REQUEST>", "</USER_REQUEST>")) or ("" if "<USER_" in text else text)
        yield _said(record, asked, "user", "human", session)
    elif source != "MODEL":
        yield Skip(reason="injected")
    elif kind == "PLANNER_RESPONSE":
        yield _said(record, text, "assistant", "agent", session) if text else Skip(reason="thinking")
    else:
        yield _said(record, text, "tool", tool_trust(a_str(kind), text[:2_000]), session)


def _said(record: Record, text: str, role: str, trust: str, session: Session) -> Turn:
    if not text:
        return Skip(reason="no_text")
    stamp = record.get("created_at")
    return Said(
        role=role,  # type: ignore[arg-type]
        trust=trust,  # type: ignore[arg-type]
        text=text,
        at=instant(stamp),
        key=f"antigravity:{stamp}#{record.get('step_index')}:{record.get('type')}" if instant(stamp) else "",
        zone=zones.of(stamp, session.zone),
    )
