"""Deploys a fleet, or one workspace: `python -m flows.deploy fleet.toml`. Runs no night.

What is deployed stands in prefect.yaml. Each workspace gets deployments named by its path, so that two workspaces on
one server never meet. What stands as it should is left alone, with its pauses and its scheduled runs; what a fleet no
longer names is removed; deployments of anybody else are not touched.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
import yaml
from prefect.client.orchestration import SyncPrefectClient, get_client
from prefect.client.schemas.actions import DeploymentScheduleCreate, WorkPoolCreate
from prefect.client.schemas.filters import DeploymentFilter, DeploymentFilterTags
from prefect.client.schemas.responses import DeploymentResponse
from prefect.client.schemas.schedules import CronSchedule, IntervalSchedule
from prefect.exceptions import ObjectNotFound
from prefect.flows import Flow
from prefect.settings import get_current_settings
from prefect.utilities.callables import parameter_schema

from flows.watch import block_named, forget, load, watches
from noctuary.errors import NoctuaryError, SettingsError
from noctuary.fleet import Fleet, Member, read_fleet, why_unmet
from noctuary.settings import check_zone, open_workspace
from tasks.saying import TAG, key_of

ROOT = Path(__file__).resolve().parent.parent
POOL = "noctuary"
NIGHTLY = "nightly"
OWNER = "fleet:"
SHARED = "noctuary-server"
"""The name and tag of what every fleet on a server shares; no fleet removes it."""
BEAT_SECONDS = 30
"""Between two signs of life of a run, the least that Prefect takes."""


class Wanted(msgspec.Struct, frozen=True):
    """One deployment as it should stand."""

    flow: Flow[Any, Any]
    entrypoint: str
    name: str
    description: str
    tags: tuple[str, ...]
    parameters: dict[str, Any]
    schedules: tuple[DeploymentScheduleCreate, ...] = ()

    @property
    def title(self) -> str:
        return f"{self.flow.name}/{self.name}"


def main(argv: list[str] | None = None) -> int:
    """Deploy and say line by line what became of each deployment; 0 unless something was refused."""
    given = _arguments().parse_args(argv)
    try:
        if get_current_settings().api.url is None:
            raise SettingsError("PREFECT_API_URL", "names no server", _SERVER)
        fleet = _fleet(given)
        for line in deploy(fleet, owner_of(given), notify=given.notify):
            print(line)
        if fleet.unmet:
            what = f"{_unmet(fleet)}; the rest was deployed, and nothing was removed"
            raise SettingsError(str(fleet.file), what, "mend the path, mount its disk, or take it out of the file")
    except NoctuaryError as error:
        print(f"noctuary: {error}", file=sys.stderr)
        return error.exit_code
    except Exception as error:
        print(f"noctuary: deploying failed ({type(error).__name__}: {error}); {_SERVER}", file=sys.stderr)
        return 1
    return 0


_SERVER = (
    "start one with `.venv/bin/prefect server start`, then `export PREFECT_API_URL=http://127.0.0.1:4200/api` "
    "in this shell and deploy again"
)


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m flows.deploy", description=__doc__)
    parser.add_argument("file", nargs="?", type=Path, help="fleet.toml, or the folder it lies in")
    parser.add_argument("--workspace", help="deploy this one folder instead of a fleet")
    parser.add_argument("--timezone", help="its zone, such as Europe/Berlin")
    parser.add_argument("--notify", default="", metavar="TYPE/NAME", help="a notification block to tell of trouble")
    return parser


def owner_of(given: argparse.Namespace) -> str:
    """The tag by which a later deploying knows its own: one a file, one a workspace deployed by itself."""
    if given.file is not None:
        file = given.file.expanduser().resolve()
        return OWNER + key_of(file / "fleet.toml" if file.is_dir() else file)
    return OWNER + key_of(Path(given.workspace))


def _fleet(given: argparse.Namespace) -> Fleet:
    """What was asked for; SettingsError, in a sentence, for a folder or zone that is not named."""
    if given.file is not None:
        return read_fleet(given.file)
    if not (given.workspace or "").strip():
        raise SettingsError("NOCTUARY_WORKSPACE", "is empty: no folder to deploy", _EXAMPLE)
    if not (given.timezone or "").strip():
        raise SettingsError("NOCTUARY_TIMEZONE", "is empty: three in the morning of which zone?", _EXAMPLE)
    check_zone("NOCTUARY_TIMEZONE", given.timezone)
    root = Path(os.path.abspath(Path(given.workspace).expanduser()))
    open_workspace(root)
    if root == ROOT:
        raise SettingsError("NOCTUARY_WORKSPACE", "is the checkout of Noctuary itself", _EXAMPLE)
    return Fleet(file=root, members=(Member(path=root, timezone=given.timezone),), timezone=given.timezone)


_EXAMPLE = "NOCTUARY_WORKSPACE=/home/me/agent NOCTUARY_TIMEZONE=Europe/Berlin make deploy"


def deploy(fleet: Fleet, owner: str, notify: str = "") -> Iterator[str]:
    """Bring the server to what the fleet says; yields what became of each deployment, in words.

    While a path of the fleet names no folder, nothing is removed: what it meant may be deployed already.
    `notify` names a notification block of the user's, such as `slack-webhook/mine`.
    """
    wanted = list(_wanted(fleet, owner))
    with get_client(sync_client=True) as client:
        block = block_named(client, notify) if notify else None
        there = {one.id: one for one in _ours(client)}
        _refuse_others(client, wanted, owner)
        if fleet.unmet:
            wanted = [_reconciling_also(one, there.values(), owner) for one in wanted]
        if _make_pool(client):
            yield f"made the work pool {POOL}"
        kept, nights = set(), {}
        for one in wanted:
            before, key = _put(client, one)
            kept.add(key)
            if line := next((times.schedule.cron for times in one.schedules if times.slug == NIGHTLY), None):
                nights[one.title] = (key, line)
            else:
                forget(client, one.title)
            yield f"{before} {one.title}{_when(one)}"
        for key, gone in there.items():
            title = f"{client.read_flow(gone.flow_id).name}/{gone.name}" if key not in kept else ""
            if title and owner in gone.tags and fleet.unmet:
                yield f"left    {title}: the fleet does not name it, but {_unmet(fleet)}"
            elif title and owner in gone.tags:
                client.delete_deployment(key)
                forget(client, title)
                yield f"removed {title}: {gone.parameters.get('workspace', 'it')} is in the fleet no more"
            elif title and not any(tag.startswith(OWNER) or tag == SHARED for tag in gone.tags):
                mend = f"`.venv/bin/prefect deployment delete {title}` takes it away"
                yield f"left    {title}: an older version or another hand deployed it; {mend}"
        yield from load(client, list(watches(nights, BEAT_SECONDS, block)), tells=block is not None)


def _unmet(fleet: Fleet) -> str:
    return ", ".join(f"{path!r} {why_unmet(path)}" for path in fleet.unmet)


def _reconciling_also(one: Wanted, there: Iterable[DeploymentResponse], owner: str) -> Wanted:
    """`reconcile` with the workspaces of every deployment that stays, whether the fleet names it or not."""
    named = one.parameters.get("workspaces")
    if named is None:
        return one
    kept = {gone.parameters["workspace"] for gone in there if owner in gone.tags and "workspace" in gone.parameters}
    return msgspec.structs.replace(one, parameters={**one.parameters, "workspaces": sorted({*named, *kept})})


def _wanted(fleet: Fleet, owner: str) -> Iterator[Wanted]:
    table = {one["name"]: one for one in yaml.safe_load((ROOT / "prefect.yaml").read_text("utf-8"))["deployments"]}
    for member in fleet.members:
        zone = zone_of(member)
        name, tags = key_of(member.path), (TAG, owner, member.path.name, *member.tags)
        put_in = {"{{ $NOCTUARY_WORKSPACE }}": str(member.path), "{{ $NOCTUARY_TIMEZONE }}": zone}
        for kind in ("nightly", "ask", "monthly"):
            made = _made(table[kind], name, tags, put_in)
            if kind == "nightly":
                more = {"settings": member.settings} if member.settings else {}
                more |= {"ask": True} if member.ask else {}
                times = () if fleet.together else (_cron(member.cron, zone, NIGHTLY),)
                made = msgspec.structs.replace(made, parameters=made.parameters | more, schedules=times)
            yield made
    yield from _of_all(fleet, owner, table)


def _of_all(fleet: Fleet, owner: str, table: Mapping[str, Any]) -> Iterator[Wanted]:
    """What is deployed once for a fleet, and what once for a server, whoever deploys first."""
    name, tags = owner.removeprefix(OWNER), (TAG, owner)
    put_in = {"{{ $NOCTUARY_FLEET }}": str(fleet.file), "{{ $NOCTUARY_TIMEZONE }}": "UTC"}
    made = _made(table["reconcile"], name, tags, put_in)
    yield msgspec.structs.replace(made, parameters={"workspaces": [str(one.path) for one in fleet.members]})
    if fleet.file.suffix == ".toml":
        made = _made(table["all"], name, tags, put_in)
        zone = zone_of(Member(path=fleet.file, timezone=fleet.timezone)) if fleet.together else ""
        times = (_cron(fleet.cron, zone, NIGHTLY),) if fleet.together else ()
        yield msgspec.structs.replace(made, schedules=times)
    yield _made(table["clean"], SHARED, (TAG, SHARED), put_in)


def _made(entry: Mapping[str, Any], name: str, tags: tuple[str, ...], put_in: Mapping[str, Any]) -> Wanted:
    """A line of prefect.yaml for one workspace."""
    path, _, function = entry["entrypoint"].partition(":")
    flow = getattr(importlib.import_module(path.removesuffix(".py").replace("/", ".")), function)
    parameters = {key: put_in.get(said, said) if isinstance(said, str) else said for key, said in
                  entry.get("parameters", {}).items()}  # fmt: skip
    schedules = tuple(_schedule(one, put_in) for one in entry.get("schedules", ()))
    return Wanted(flow, entry["entrypoint"], name, entry["description"], tags, parameters, schedules)


def _schedule(said: Mapping[str, Any], put_in: Mapping[str, Any]) -> DeploymentScheduleCreate:
    if "interval" in said:
        return DeploymentScheduleCreate(schedule=IntervalSchedule(interval=said["interval"]), slug=said["slug"])
    return _cron(said["cron"], put_in.get(said["timezone"], said["timezone"]), said["slug"])


def _cron(line: str, zone: str, slug: str) -> DeploymentScheduleCreate:
    return DeploymentScheduleCreate(schedule=CronSchedule(cron=line, timezone=zone), slug=slug)


def zone_of(member: Member) -> str:
    """The zone a workspace's nights begin in: the fleet's word, its own setting's, or the machine's, by name.

    Raises SettingsError where none of them has a name: Prefect would take UTC.
    """
    said = member.timezone or _own_zone(member) or _machines_zone()
    if not said:
        what = f"nobody says in which zone {member.path} sleeps"
        raise SettingsError("timezone", what, 'write timezone = "Europe/Berlin" into fleet.toml')
    check_zone(f"{member.path}: timezone", said)
    return said


def _own_zone(member: Member) -> str:
    return open_workspace(member.path).settings.timezone if member.path.is_dir() else ""


def _machines_zone(link: Path = Path("/etc/localtime")) -> str:
    """The machine's zone by name; "" where it has none."""
    if named := os.environ.get("TZ", "").lstrip(":"):
        return named
    return os.path.realpath(link).partition("zoneinfo/")[2] if link.is_symlink() else ""


def _ours(client: SyncPrefectClient) -> Iterator[DeploymentResponse]:
    """Every deployment with our tag, page by page."""
    offset, page = 0, 200
    only = DeploymentFilter(tags=DeploymentFilterTags(all_=[TAG]))
    while found := client.read_deployments(deployment_filter=only, limit=page, offset=offset):
        yield from found
        offset += page


def _refuse_others(client: SyncPrefectClient, wanted: list[Wanted], owner: str) -> None:
    """SettingsError where a deployment of the same name belongs to another fleet."""
    for one in wanted:
        found = _found(client, one.title)
        if found and owner not in found.tags and SHARED not in found.tags:
            whose = next((tag for tag in found.tags if tag.startswith(OWNER)), "somebody else")
            mend = f"take it out there and deploy that again, or `.venv/bin/prefect deployment delete {one.title}`"
            raise SettingsError(one.title, f"is deployed by {whose} already", mend)


def _found(client: SyncPrefectClient, title: str) -> DeploymentResponse | None:
    try:
        return client.read_deployment_by_name(title)
    except ObjectNotFound:
        return None


def _make_pool(client: SyncPrefectClient) -> bool:
    """Make the work pool of local processes where there is none; whether that was needed."""
    try:
        client.read_work_pool(POOL)
    except ObjectNotFound:
        client.create_work_pool(WorkPoolCreate(name=POOL, type="process"))
        return True
    return False


def _put(client: SyncPrefectClient, one: Wanted) -> tuple[str, Any]:
    """Make or change a deployment, unless it stands as it should: (what was done, its id)."""
    before = _found(client, one.title)
    if before and _told(before) == _shape(one):
        return "kept   ", before.id
    active = {times.slug: times.active for times in before.schedules} if before else {}
    made = client.create_deployment(
        flow_id=client.create_flow_from_name(one.flow.name),
        name=one.name,
        entrypoint=one.entrypoint,
        description=one.description,
        tags=list(one.tags),
        parameters=one.parameters,
        schedules=[times.model_copy(update={"active": active.get(times.slug, True)}) for times in one.schedules],
        paused=before.paused if before else False,
        pull_steps=_pull(),
        work_pool_name=POOL,
        parameter_openapi_schema=parameter_schema(one.flow).model_dump(),
        enforce_parameter_schema=True,
        job_variables=_job(),
    )
    return ("changed" if before else "made   "), made


def _pull() -> list[dict[str, Any]]:
    return [{"prefect.deployments.steps.set_working_directory": {"directory": str(ROOT)}}]


def _job() -> dict[str, Any]:
    return {"env": {"PREFECT_FLOWS_HEARTBEAT_FREQUENCY": str(BEAT_SECONDS)}}


def _shape(one: Wanted) -> dict[str, Any]:
    """What tells two versions of a deployment apart."""
    return {
        "entrypoint": one.entrypoint,
        "description": one.description,
        "tags": sorted(set(one.tags)),
        "parameters": one.parameters,
        "schedules": sorted((times.slug, _times(times.schedule)) for times in one.schedules),
        "pull": _pull(),
        "job": _job(),
        "schema": parameter_schema(one.flow).model_dump(),
        "limit": None,
    }


def _told(there: DeploymentResponse) -> dict[str, Any]:
    return {
        "entrypoint": there.entrypoint,
        "description": there.description,
        "tags": sorted(set(there.tags)),
        "parameters": there.parameters,
        "schedules": sorted((str(times.slug), _times(times.schedule)) for times in there.schedules),
        "pull": there.pull_steps,
        "job": there.job_variables,
        "schema": there.parameter_openapi_schema,
        "limit": there.global_concurrency_limit and there.global_concurrency_limit.limit,
    }


def _times(schedule: Any) -> str:
    if isinstance(schedule, CronSchedule):
        return f"{schedule.cron} {schedule.timezone}"
    return f"every {schedule.interval.total_seconds():g} s"


def _when(one: Wanted) -> str:
    return f": {', '.join(_times(times.schedule) for times in one.schedules)}" if one.schedules else ""


if __name__ == "__main__":
    sys.exit(main())
