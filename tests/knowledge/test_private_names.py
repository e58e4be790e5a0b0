"""Two agents may have one name for two things: neither is in the other's way, and neither learns of the other's."""

from __future__ import annotations

import datetime as dt
import itertools
from pathlib import Path
from typing import Any

import pytest

from noctuary.access import Asker
from noctuary.index import Index
from noctuary.journal import replay
from noctuary.knowledge import KnowledgeAPI, KnowledgeError
from noctuary.memory_tool import MemoryTool
from noctuary.settings import open_workspace
from noctuary.stages.apply import project
from noctuary.writing import Writer

ALPHA, BETA, GAMMA = (Asker(agent=name) for name in ("alpha", "beta", "gamma"))
PRIVATE: dict[str, Any] = {"visibility": "agent-private"}
KINDS = ("person", "unknown")


@pytest.fixture
def writer(tmp_path: Path) -> Any:
    with Writer(open_workspace(tmp_path)) as one:
        yield one


def api(writer: Writer, asker: Asker, now: dt.datetime) -> KnowledgeAPI:
    return KnowledgeAPI(writer, asker, clock=lambda: now)


def made(kg: KnowledgeAPI, text: str, kind: str = "person", **more: Any) -> dict[str, Any]:
    return kg.dispatch("create_entity", type=kind, name="Jonas", label="Jonas", observations=[text], **more)


def said(kg: KnowledgeAPI, ref: str = "Jonas") -> list[str]:
    return [one["content"] for one in kg.dispatch("get_entity", entity=ref)["observations"]]


@pytest.mark.parametrize(("kind", "other", "is_first"), list(itertools.product(KINDS, KINDS, (True, False))))
def test_a_private_entity_is_in_nobodys_way(
    kind: str, other: str, is_first: bool, writer: Writer, now: dt.datetime
) -> None:
    alpha, beta = api(writer, ALPHA, now), api(writer, BETA, now)
    steps = [lambda: made(alpha, "Earns 90k", kind, **PRIVATE), lambda: made(beta, "Likes tea", other)]
    for step in steps if is_first else reversed(steps):
        assert step()["created"]
    again = made(beta, "Likes tea", other)
    assert again["created"] is False
    assert said(beta) == ["Likes tea"]
    assert beta.dispatch("add_observation", entity="Jonas", content="Sings")["created"]
    assert beta.dispatch("list_entities")["total"] == 1
    found = beta.dispatch("query_semantic", query="Jonas likes tea")["results"]
    assert [one["entity"]["id"] for one in found] == [again["entityId"]]
    assert MemoryTool(writer, BETA, clock=lambda: now).open_nodes(["Jonas"]).entities[0]["observations"] == [
        "Likes tea",
        "Sings",
    ]
    assert said(alpha, alpha.dispatch("list_entities")["entities"][0]["id"])
    if kind == other:
        assert said(alpha) == ["Earns 90k"]


def test_nothing_of_it_shows_not_even_in_an_id(tmp_path: Path, now: dt.datetime) -> None:
    ids = []
    for name in ("alone", "beside"):
        (tmp_path / name).mkdir()
        with Writer(open_workspace(tmp_path / name)) as writer:
            if name == "beside":
                made(api(writer, ALPHA, now), "Earns 90k", **PRIVATE)
            ids.append(made(api(writer, BETA, now), "Likes tea")["entityId"])
    assert ids[0] == ids[1]


@pytest.mark.parametrize("whom", [{"allowed_agents": ["gamma"]}, {"visibility": "public"}])
def test_of_what_is_shared_of_a_private_entity_the_name_is_reached_and_no_more(
    whom: dict[str, Any], writer: Writer, now: dt.datetime
) -> None:
    alpha, gamma = api(writer, ALPHA, now), api(writer, GAMMA, now)
    properties = {"role": "spy"}
    rita = alpha.dispatch("create_entity", type="person", name="Rita", label="The mole", properties=properties,
                          observations=["Is on leave", "Earns 90k"], **PRIVATE)  # fmt: skip
    with pytest.raises(KnowledgeError, match="no entity is called this"):
        said(gamma, "Rita")
    fact = alpha.dispatch("get_entity", entity="Rita")["observations"][0]["id"]
    alpha.dispatch("share", ref=fact, **{"visibility": "team-private"} | whom)
    for ref in ("Rita", "rita", "unknown:Rita", rita["entityId"]):
        assert said(gamma, ref) == ["Is on leave"]
    told = str([gamma.dispatch("get_entity", entity="Rita"), gamma.dispatch("list_entities"), gamma.dispatch("stats"),
                gamma.dispatch("query_semantic", query="who is on leave")])  # fmt: skip
    assert "Rita" in told
    assert not [word for word in ("mole", "spy", "90k", "person") if word in told]
    assert gamma.dispatch("add_observation", entity="Rita", content="Is back in May")["created"]
    assert said(gamma, "Rita") == said(alpha, "Rita")[::2] == ["Is on leave", "Is back in May"]
    with pytest.raises(KnowledgeError):
        said(gamma, "person:Rita")


def test_what_was_made_for_all_stays_seen_when_another_says_something_private_of_it(
    writer: Writer, now: dt.datetime
) -> None:
    alpha, beta = api(writer, ALPHA, now), api(writer, BETA, now)
    beta.dispatch("create_entity", type="person", name="Jonas", label="Jonas")
    alpha.dispatch("add_observation", entity="Jonas", content="Earns 90k", **PRIVATE)
    assert said(beta) == []
    assert said(alpha) == ["Earns 90k"]


def test_the_index_made_anew_shows_the_same(tmp_path: Path, now: dt.datetime) -> None:
    workspace = open_workspace(tmp_path)
    with Writer(workspace) as writer:
        alpha, beta = api(writer, ALPHA, now), api(writer, BETA, now)
        for kind, other in itertools.product(KINDS, KINDS):
            made(alpha, f"Earns 90k as {kind}", kind, **PRIVATE)
            made(beta, f"Likes tea as {other}", other)
        alpha.dispatch("add_observation", entity="person:Jonas", content="Is on leave", **PRIVATE)

        def owners(asker: Asker) -> list[tuple[str, str]]:
            with writer.reading(asker, now) as index:
                return sorted((fact.text, index.owner(fact.id)) for fact in index.facts())

        before = owners(ALPHA), owners(BETA)
    workspace.index.unlink()
    state = replay(workspace.journal)
    project(workspace, state)
    with Index.open(workspace.index, read_only=True, root=workspace.root) as index:
        for asker, told in zip((ALPHA, BETA), before, strict=True):
            index.show_to(asker, now.date())
            assert sorted((fact.text, index.owner(fact.id)) for fact in index.facts()) == told
