"""What the server watches for us: automations that deploying loads. Whom they tell is the user's choice.

An automation expects events by the name of a state, and ours have names of their own: a run that ended `NothingToDo`
has ended, and is neither dead nor missed.
"""

from __future__ import annotations

import asyncio
import datetime as dt
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from prefect.client.orchestration import SyncPrefectClient
from prefect.client.schemas.objects import StateType
from prefect.events.actions import ActionTypes, ChangeFlowRunState, DoNothing, SendNotification
from prefect.events.schemas.automations import AutomationCore, EventTrigger, Posture
from prefect.server.schemas.schedules import CronSchedule

from noctuary.errors import SettingsError
from tasks.saying import TAG

GOOD = ("Completed", "Partly", "NothingToDo", "Skipped")
ENDED = (*GOOD, "Planned", "Answered", "Waiting", "Failed", "Crashed", "Cancelled", "Cancelling", "TimedOut")
RESTING = ("Suspended", "Paused", "Scheduled", "AwaitingRetry", "Resuming", "Late")
MISSING_BEATS = 6
"""Signs of life, one every half minute, that have to be missing: a server that starts anew takes some ten seconds."""
GRACE = dt.timedelta(hours=2)
"""How long after the usual distance of two nights one is missed: 26 hours for a nightly one."""
DEAD, BAD, LATE = "noctuary: a run that is dead", "noctuary: a run that failed", "noctuary: no night in time: "


def watches(nights: dict[str, tuple[Any, str]], beat: int, block: Any = None) -> Iterator[AutomationCore]:
    """The automations of a server. `nights` has each nightly deployment's id and cron line by its title."""
    yield _dead(beat)
    yield _failed(block)
    yield from (_missed(title, key, cron, block) for title, (key, cron) in sorted(nights.items()))


def _dead(beat: int) -> AutomationCore:
    """Tells nobody: a run whose last events came late is taken for dead, cannot crash any more, and is no news.

    One that does crash is told of by the automation for runs that failed.
    """
    told = "no sign of life: a power cut or a kill ended the process; the next night covers this one"
    return AutomationCore(
        name=DEAD,
        description="A run without a sign of life is told to have crashed: its process is gone.",
        trigger=EventTrigger(
            **_OF_OURS,
            after={"prefect.flow-run.heartbeat"},
            expect={"prefect.flow-run.heartbeat", *_events(ENDED), *_events(RESTING)},
            for_each={"prefect.resource.id"},
            posture=Posture.Proactive,
            threshold=1,
            within=dt.timedelta(seconds=beat * MISSING_BEATS),
        ),
        actions=[ChangeFlowRunState(state=StateType.CRASHED, name="Crashed", message=told)],
    )


def _failed(block: Any) -> AutomationCore:
    return AutomationCore(
        name=BAD,
        description="A night or another run of ours failed or crashed.",
        trigger=EventTrigger(
            **_OF_OURS,
            expect=_events(("Failed", "Crashed", "TimedOut")),
            for_each={"prefect.resource.id"},
            posture=Posture.Reactive,
            threshold=1,
        ),
        actions=_telling(block, "{{ flow_run.name }} failed: {{ flow_run.state.message }}") or [DoNothing()],
    )


def _missed(title: str, key: Any, cron: str, block: Any) -> AutomationCore:
    """Each good night starts the time anew; without `after` the server would look only at the end of every second."""
    within = distance(cron)
    return AutomationCore(
        name=LATE + title,
        description=f"No good night for {_hours(within)} h.",
        trigger=EventTrigger(
            match=_RUNS,
            match_related={"prefect.resource.id": f"prefect.deployment.{key}"},
            after=_events(GOOD),
            expect=_events(GOOD),
            posture=Posture.Proactive,
            threshold=1,
            within=within,
        ),
        actions=_telling(block, f"No good night of {title} for {_hours(within)} hours") or [DoNothing()],
    )


_RUNS = {"prefect.resource.id": "prefect.flow-run.*"}
_OF_OURS: dict[str, Any] = {
    "match": _RUNS,
    "match_related": {"prefect.resource.id": f"prefect.tag.{TAG}", "prefect.resource.role": "tag"},
}


def distance(cron: str) -> dt.timedelta:
    """The longest time between two of a schedule's nights, on a clock that never changes, and the grace."""
    of_server = CronSchedule(cron=cron, timezone="UTC")
    fires = asyncio.run(of_server.get_dates(60, start=dt.datetime(2026, 1, 1, tzinfo=dt.UTC)))
    return max(after - before for before, after in pairwise(fires)) + GRACE


def block_named(client: SyncPrefectClient, name: str) -> Any:
    """The id of a notification block such as `slack-webhook/mine`. SettingsError where there is none."""
    kind, _, own = name.partition("/")
    try:
        return client.read_block_document_by_name(own, kind).id
    except Exception as error:
        mend = "make it in the UI under Blocks; `.venv/bin/prefect block ls` lists them as type/name"
        raise SettingsError("--notify", f"there is no block {name!r} ({type(error).__name__})", mend) from None


def load(client: SyncPrefectClient, wanted: list[AutomationCore], *, tells: bool) -> Iterator[str]:
    """Bring the server's automations to these; yields what was made or changed. One that is paused stays paused.

    Where nobody is to be told (`tells`), whom an automation tells already stays as it is.
    """
    for one in wanted:
        found = client.read_automations_by_name(one.name)
        if not found:
            client.create_automation(one)
            yield f"made    automation {one.name!r}"
            continue
        if not tells:
            one = one.model_copy(update={"actions": found[0].actions})
        if _told(found[0]) != _told(one):
            client.update_automation(found[0].id, one.model_copy(update={"enabled": found[0].enabled}))
            yield f"changed automation {one.name!r}"


def forget(client: SyncPrefectClient, title: str) -> None:
    """Delete the automation that watched over a night which is deployed no more."""
    for one in client.read_automations_by_name(LATE + title):
        client.delete_automation(one.id)


def _events(states: tuple[str, ...]) -> set[str]:
    return {f"prefect.flow-run.{state}" for state in states}


def _telling(block: Any, text: str) -> list[ActionTypes]:
    return [SendNotification(block_document_id=block, subject="Noctuary", body=text)] if block else []


def _told(one: AutomationCore) -> dict[str, Any]:
    return {
        "description": one.description,
        "trigger": one.trigger.model_dump(mode="json", exclude={"id"}) | _sets(one.trigger),
        "actions": [action.model_dump(mode="json") for action in one.actions],
    }


def _sets(trigger: Any) -> dict[str, Any]:
    return {name: sorted(getattr(trigger, name)) for name in ("after", "expect", "for_each")}


def _hours(time: dt.timedelta) -> str:
    return f"{time.total_seconds() / 3600:g}"
