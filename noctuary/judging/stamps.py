"""What is of its day: a stamp of writing, a count that goes on, a row of a report. It replaces nothing, and nothing it.

Policy, not learned: a date stamp is of the text it stands in, and a count of days goes on by itself.
"""

from __future__ import annotations

import re

from noctuary.model import Statement, fold
from noctuary.text.values import values

_WHEN = frozenset(("date", "time", "year", "weekday"))
_STAMPING = frozenset(
    (
        "last latest update updated updates modified edited edit revised revision reviewed review generated created "
        "written compiled checked synced verified refreshed saved exported captured recorded as of on at date datum time "
        "timestamp stamp utc gmt by document file page status "
        "zuletzt letzte letzter aktualisiert aktualisierung geändert änderung bearbeitet erstellt stand vom am uhr "
        "dernière mise à jour modifié modifiée créé créée le du última ultima actualización actualizado actualizada "
        "modificado modificada creado fecha el atualização atualizado atualizada criado em data ultimo aggiornamento "
        "aggiornato creato il laatst bijgewerkt gewijzigd op senast uppdaterad sist oppdatert ostatnia aktualizacja "
        "последнее обновление обновлено обновлён создано дата от son güncelleme cập nhật lần cuối "
        "最后更新 最后更新时间 更新时间 更新日期 更新于 更新 创建时间 日期 最終更新 最終更新日 更新日 作成日 마지막 업데이트 갱신"
    ).split()
)
"""What a text says of the day it was written or looked at, in the languages of the workspaces seen so far."""
_WORD = re.compile(r"[^\W\d_]+")
_RUNNING = re.compile(
    r"(?i)\b(day|week|tag|woche|jour|semaine|día|semana|dia|giorno|settimana|dag|vecka|dzień|день|неделя)[ ]?#?\d+\+?|"
    r"第[ ]?\d+[ ]?[天日周週]"
)


def is_stamp(text: str) -> bool:
    """Whether a text tells nothing but a day or time of writing: "Last updated: 2026-03-21", "Stand: 3. Mai 2026"."""
    found = [value for value in values(text) if value.kind in _WHEN]
    for value in found:
        text = text.replace(value.text, " ")
    return bool(found) and all(word in _STAMPING for word in _WORD.findall(text.lower()))


def are_rows(one: Statement, two: Statement) -> bool:
    """Whether two dated statements stand under one heading on different days, dates and numbers in it aside, and do
    not speak of it themselves: under "Health check", not under what they are about."""
    if not (one.said_on and two.said_on and one.context and two.context) or one.said_on == two.said_on:
        return False
    row, other = (undated(side.context[-1]) for side in (one, two))
    return bool(row) and row == other and set(row).isdisjoint(undated(f"{one.text} {two.text}"))


def undated(text: str) -> list[str]:
    """The words of a text, folded, without numbers and what names a day or a time."""
    for value in values(text):
        text = text.replace(value.text, " ") if value.kind in _WHEN else text
    return _WORD.findall(fold(text))


def are_day_counts(one: str, other: str) -> bool:
    """Whether two texts differ only in how many days something has gone on: "Day 35+ of the block", "Day 36+ …"."""
    return _RUNNING.search(one) is not None and fold(_RUNNING.sub("", one)) == fold(_RUNNING.sub("", other))
