"""Vectors: made by the caller's embedder, kept beside the facts, found with and without sqlite-vec."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest

from noctuary.access import ANYONE
from noctuary.index import Index

ACTIVE = ("active",)


class Letters:
    """A vector of letter counts: enough to be near what is spelled alike."""

    dim = 26

    def __init__(self, name: str = "letters-1") -> None:
        self.name = name
        self.asked = 0

    def embed(self, texts):
        self.asked += len(texts)
        rows = np.array([[t.lower().count(chr(97 + n)) for n in range(26)] for t in texts], dtype=np.float32)
        norms = np.linalg.norm(rows, axis=1, keepdims=True)
        return np.divide(rows, norms, out=np.zeros_like(rows), where=norms > 0).astype(np.float32)


@pytest.fixture(params=[True, False], ids=["sqlite-vec", "plain"])
def stocked(request, fact):
    with Index.open(":memory:") as opened:
        if request.param and not opened.has_vec:
            pytest.skip("sqlite-vec does not load here")
        opened.has_vec = request.param
        opened.project([fact(t) for t in ("abc abc", "abc abd", "xyz xyz")], [], "h")
        yield opened


def test_the_nearest_come_first_whatever_finds_them(stocked):
    """TB-049"""
    letters = Letters()
    assert stocked.embed(letters) == 3
    known = {f.id: f.text for f in stocked.facts()}
    found = stocked.nearest(letters, "abc", 2, ACTIVE)
    assert [known[m.id] for m in found] == ["abc abc", "abc abd"]
    assert found[0].score == pytest.approx(1.0, abs=1e-5)


def test_only_missing_vectors_are_made_unless_the_embedder_has_another_name(stocked, fact):
    """TK-051: another embedder makes every vector anew."""
    letters = Letters()
    stocked.embed(letters)
    stocked.project([fact("new one")], [], "h2")
    assert not stocked.has_vectors(letters)
    assert stocked.embed(letters) == 1
    assert stocked.has_vectors(letters)
    assert not stocked.has_vectors(Letters("letters-2"))
    assert stocked.embed(Letters("letters-2")) == 4


def test_a_deleted_fact_is_not_near_anything(stocked):
    letters = Letters()
    stocked.embed(letters)
    gone = next(f.id for f in stocked.facts() if f.text == "abc abc")
    stocked.project([], [("observation", gone)], "h2")
    assert gone not in {m.id for m in stocked.nearest(letters, "abc", 3, ACTIVE)}


def test_vectors_that_are_added_or_changed_are_found_like_those_made_at_once(stocked, fact):
    """TK-068"""
    letters = Letters()
    stocked.embed(letters)
    reworded = msgspec.structs.replace(next(f for f in stocked.facts() if f.text == "abc abc"), text="qqq")
    gone = next(f.id for f in stocked.facts() if f.text == "xyz xyz")
    stocked.project([fact("xxx xxx"), reworded], [("observation", gone)], "h2")
    assert stocked.embed(letters) == 2
    known = {f.id: f.text for f in stocked.facts()}
    assert {known[m.id] for m in stocked.nearest(letters, "qqq", 1, ACTIVE)} == {"qqq"}
    assert known[stocked.nearest(letters, "xx", 1, ACTIVE)[0].id] == "xxx xxx"
    assert known[stocked.nearest(letters, "abc", 1, ACTIVE)[0].id] == "abc abd"


def test_the_nearest_of_ones_own_are_found_behind_any_number_of_nearer_others(stocked, fact):
    """TK-042: filters limit what is looked at, not what is left of the first few."""
    letters = Letters()
    others = [fact("aab aab", entity=f"e{n}", agent_id="other", line=n) for n in range(1, 60)]
    retired = [fact("aab aab", entity=f"r{n}", status="superseded", line=n) for n in range(1, 60)]
    stocked.project([*others, *retired], [], "h2")
    stocked.embed(letters)
    known = {f.id: f.text for f in stocked.facts()}
    stocked.show_to(ANYONE, None)
    found = stocked.nearest(letters, "aab aab", 2, ACTIVE)
    assert [known[m.id] for m in found] == ["abc abd", "abc abc"]


def test_without_the_extension_there_is_no_accelerator_table(stocked):
    """TB-049"""
    stocked.embed(Letters())
    made = stocked.db.execute("SELECT count(*) FROM sqlite_schema WHERE name = 'vector_knn'").fetchone()[0]
    assert made == int(stocked.has_vec)


def test_a_query_without_words_is_near_nothing(stocked):
    letters = Letters()
    stocked.embed(letters)
    assert stocked.nearest(letters, "123", 3, ACTIVE) == []
