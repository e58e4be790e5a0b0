"""Opens, creates and closes the index file and offers its operations. Holds no rule and no SQL of theirs."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

import apsw

from noctuary.access import Asker
from noctuary.index import expand, focus, graph, lexical, near, nodes, passages, read, reader, records, search, vectors
from noctuary.index.file import MEMORY, as_ours, connection, load_vec, place, prepare, told
from noctuary.index.focus import Focus
from noctuary.index.lexical import Found
from noctuary.index.near import Matrix, Near
from noctuary.index.passages import Place
from noctuary.index.transaction import immediate, trial
from noctuary.model import Edge, Entity, Fact, Merge, Night, Review, Watermark
from noctuary.passages import Passage

if TYPE_CHECKING:
    # Who only reads does not wait for the judge's words, which filing needs.
    from noctuary.index import filing, project


class Index:
    """One open index file. A context manager; closing twice is harmless.

    `has_vec` says whether sqlite-vec could be loaded; without it neighbours are found by a plain
    array product. `read_only` connections answer questions and refuse `project` and `embed`.
    """

    def __init__(self, db: apsw.Connection, path: str, has_vec: bool, read_only: bool) -> None:
        self.db = db
        self.path = path
        self.has_vec = has_vec
        self.read_only = read_only
        self._shown: tuple[Asker, dt.date | None, int] | None = None
        self._matrix: tuple[tuple[int, int], near.Matrix] | None = None

    @classmethod
    def open(cls, path: Path | str, read_only: bool = False, root: Path | None = None) -> Index:
        """Open `path` (":memory:" for none), creating it unless `read_only`. It lies below `root`, follows no link.

        A file of an older schema is emptied (its `head()` is then ""), one of a newer is refused.
        Raises NoctuaryError for a newer schema or a file that cannot be opened, IndexDamaged for no sound database.
        """
        lies = str(path) if str(path) == MEMORY else place(Path(path), root, read_only)
        with told(str(path)):
            db = connection(lies, read_only)
            has_vec = prepare(db, str(path), read_only)
        return cls(db, str(path), has_vec, read_only)

    def __enter__(self) -> Index:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if isinstance(error, apsw.Error):
            # A damaged page is met by whoever reads it first, and closing may meet it again.
            with suppress(apsw.Error):
                self.close()
            raise as_ours(self.path, error) from error
        self.close()

    def copy(self) -> Index:
        """The same index in memory, to try things on: whatever is done to it leaves the file as it is."""
        db = connection(MEMORY, read_only=False)
        with db.backup("main", self.db, "main") as backup:
            backup.step()
        return Index(db, MEMORY, load_vec(db), False)

    @contextmanager
    def trial(self) -> Iterator[None]:
        """A block in which things can be tried: at its end the index is as it was before, file and all."""
        self.show_all()
        with trial(self.db):
            yield
        self._shown = None

    def flush(self, is_at_once: bool) -> None:
        """Whether each commit is flushed to the disk at once. What is not may be damaged when the power fails."""
        self.db.execute(f"PRAGMA synchronous = {'FULL' if is_at_once else 'OFF'}")

    def show_to(self, asker: Asker, on: dt.date | None) -> None:
        """Let every question be answered as the asker may see it on a day, until what is here changes."""
        wanted = (asker, on, int(self.db.execute("PRAGMA data_version").fetchone()[0]))  # type: ignore[index]
        if self._shown != wanted:
            reader.show_to(self.db, asker, on)
            self._shown = wanted

    def show_all(self) -> None:
        """Let every question be answered from all there is again."""
        if self._shown:
            reader.show_all(self.db)
            self._shown = None

    def close(self) -> None:
        """Close the connection."""
        self.db.close()

    def record(self, kind: str, key: str) -> Fact | Entity | Edge | Merge | None:
        """The record of this type (the journal's) and id as it was projected, whatever stands for it."""
        return records.record(self.db, kind, key)

    def nodes(self, wanted: nodes.Wanted) -> list[nodes.Node]:
        """Entities with what is said of them now, in the order in which they were made."""
        return nodes.nodes(self.db, wanted)

    def ties(self, ids: Sequence[str] | None = None) -> list[Edge]:
        """Edges between entities, oldest first; those touching one of `ids` when given."""
        return nodes.ties(self.db, ids)

    def facts_about(self, ids: Iterable[str]) -> list[Fact]:
        """All facts of these entities, whatever their status."""
        return read.facts(self.db, "f.entity_id IN (SELECT value FROM json_each(?))", (json.dumps(sorted(ids)),))

    def exactly(self, name: str, kind: str = "") -> list[str]:
        """Ids of entities, oldest first, that are called exactly so and, where given, are of this type."""
        return records.named(self.db, name, kind)

    def names_of(self, ids: Iterable[str]) -> dict[str, tuple[str, str]]:
        """(name, type as written) of entities, by id."""
        return nodes.names_of(self.db, ids)

    def stub(self, key: str) -> str:
        """The name of an entity that facts name and no record describes; "" for none."""
        return records.stub(self.db, key)

    def owner(self, fact_id: str) -> str:
        """The id of the entity that a fact is about, merges followed; "" for no fact."""
        return records.owner(self.db, fact_id)

    def head(self) -> str:
        """Hash of the journal prefix projected so far; "" for an empty index."""
        return read.meta(self.db, "head")

    def project(
        self,
        values: Iterable[project.Projected],
        deleted: Iterable[tuple[str, str]],
        head: str,
        standing: str = "",
        *,
        files_later: bool = False,
    ) -> None:
        """Upsert `values`, drop `deleted` (type, id), remember `head` and `standing`; all in one transaction.

        With `files_later` new facts are not filed for the judge; `file_waiting` does that.
        """
        from noctuary.index import project

        self.show_all()
        project.project(self.db, values, deleted, head, standing, files_later=files_later)

    def projected_at(self) -> str:
        """Where the journal stood that was projected, as the projection was told it; "" where it was not."""
        return read.meta(self.db, "standing")

    def digest(self) -> str:
        """Hash of everything projected: equal for equal journals, however they were projected."""
        return read.digest(self.db)

    def counts(self) -> dict[str, int]:
        """Rows per table a human would ask about."""
        return read.counts(self.db)

    def ids(self) -> list[tuple[str, str]]:
        """(type, id) of every record projected, in the journal's words; stubs are no records."""
        return read.ids(self.db)

    def fact(self, fact_id: str) -> Fact | None:
        """The fact with this id."""
        return next(iter(read.facts(self.db, "f.id = ?", (fact_id,))), None)

    def facts_by_id(self, ids: Sequence[str]) -> dict[str, Fact]:
        """The facts among `ids`, by id."""
        return read.facts_by_id(self.db, ids)

    def facts(self, statuses: Sequence[str] = (), entity: str | None = None) -> list[Fact]:
        """Facts by id order; each filter left empty lets everything through."""
        return read.facts_where(self.db, statuses, entity)

    def entities(self, with_stubs: bool = True) -> list[Entity]:
        """Entities by id order."""
        return read.entities(self.db, with_stubs)

    def edges(self, ids: Sequence[str] = ()) -> list[Edge]:
        """Edges whose two ends are known; those touching one of `ids` when given."""
        return read.edges(self.db, ids)

    def reviews(self, about: str | None = None) -> list[Review]:
        """Reviews, open and settled, by id order; those that have `about` on a side when given."""
        return read.reviews(self.db, about)

    def nights(self) -> list[Night]:
        """Nights, oldest first."""
        return read.nights(self.db)

    def latest(self, kinds: Sequence[str], statuses: Sequence[str], most: int = -1) -> list[Fact]:
        """The facts of these kinds and statuses that were last said latest, `most` of them (all: -1), latest first."""
        return read.latest(self.db, kinds, statuses, most)

    def count(self, statuses: Sequence[str]) -> int:
        """How many facts have one of these statuses."""
        return read.count(self.db, statuses)

    def last_night(self) -> Night | None:
        """The latest night that was not taken back."""
        return read.last_night(self.db)

    def watermarks(self) -> list[Watermark]:
        """Watermarks by ref order."""
        return read.watermarks(self.db)

    def find_ids(self, prefix: str, limit: int = 5) -> list[str]:
        """Ids of facts and entities that begin with `prefix`, with or without the `b2:` tag."""
        return read.find_ids(self.db, prefix, limit)

    def called(self, name: str) -> str | None:
        """The id of the entity with this name or alias, merges followed."""
        return read.called(self.db, name)

    def standing(self, node_id: str) -> str:
        """The id that stands for `node_id`: its own, or what it was merged into."""
        return read.standing(self.db, node_id)

    def merges(self, about: str | None = None) -> list[Merge]:
        """Merges by id order, undone ones too; those that led to `about`, or have it on a side, when given."""
        return read.merges(self.db, about)

    def match(self, query: str, limit: int, statuses: Sequence[str]) -> list[search.Match]:
        """Full-text matches of a question in any words, best first; never an SQLite error."""
        return search.match(self.db, query, limit, statuses)

    def match_like(self, query: str, limit: int, statuses: Sequence[str]) -> list[search.Match]:
        """Facts that hold the query's words as plain substrings, best first."""
        return search.match_like(self.db, query, limit, statuses)

    def walk(
        self,
        start: str,
        depth: int,
        relations: Sequence[str] = (),
        direction: graph.Direction = "both",
    ) -> graph.Walk:
        """Nodes within `depth` edges of `start`, either way or both, and each edge between them once."""
        return graph.walk(self.db, start, depth, relations, direction)

    def expand(
        self, trails: dict[str, expand.Trail], max_depth: int, statuses: Sequence[str]
    ) -> dict[str, expand.Trail]:
        """`trails` and what edges reach from the best three of them, scored per hop."""
        return expand.expand(self.db, trails, max_depth, statuses)

    def focus(self, words: str, statuses: Sequence[str]) -> Focus:
        """The entities that a few words name, what hangs together with them, and the facts of both."""
        return focus.focus(self.db, words, statuses)

    def embed(self, embedder: vectors.Embedding) -> int:
        """Make the vectors that are missing or of another embedder; how many were made."""
        self.show_all()
        made = vectors.embed(self.db, embedder, self.has_vec)
        return made + near.fill(self.db, embedder)

    def has_vectors(self, embedder: vectors.Embedding) -> bool:
        """Whether every fact and passage has a vector of this embedder."""
        return vectors.is_fresh(self.db, embedder) and near.is_complete(self.db)

    def stored_vectors(self, embedder: vectors.Embedding) -> Iterator[tuple[str, str, bytes]]:
        """(fact id, its words, its vector as float32 bytes) of every fact this embedder has one for."""
        return vectors.stored(self.db, embedder)

    def is_filed(self) -> bool:
        """Whether facts are filed as this noctuary parses statements."""
        from noctuary.index import filing

        return filing.is_current(self.db)

    def is_waiting(self) -> bool:
        """Whether facts that belong on the shelf are not filed yet: those that were written by day."""
        from noctuary.index import filing

        return filing.is_waiting(self.db)

    def file_waiting(self) -> None:
        """File what waits, so that the shelf holds all."""
        from noctuary.index import filing

        self.show_all()
        with immediate(self.db):
            filing.file_waiting(self.db)

    def shelf(self) -> filing.Filed:
        """The facts that are held against new ones, by what the judge finds pairs by."""
        from noctuary.index import filing

        return filing.Filed(self.db)

    def nearest(
        self,
        embedder: vectors.Embedding,
        text: str,
        limit: int,
        statuses: Sequence[str],
    ) -> list[search.Match]:
        """Facts by cosine to `text`, nearest first; `Match.score` is the cosine."""
        return vectors.nearest(self.db, embedder, text, limit, statuses, self.has_vec)

    def lexical(self, query: str, statuses: Sequence[str], kinds: Sequence[str], limit: int) -> list[Found]:
        """Facts of these statuses and passages of these kinds by the words of a question, best first."""
        return lexical.ranked(self.db, query, statuses, kinds, limit)

    def near(
        self, embedder: vectors.Embedding, query: str, statuses: Sequence[str], kinds: Sequence[str], limit: int
    ) -> list[Near]:
        """The same by vectors, nearest first; nothing where none of this embedder are here."""
        if not near.is_of(self.db, embedder):
            return []
        wanted = embedder.embed([query])[0]
        return near.ranked(self.db, self._vectors(), wanted, statuses, kinds, limit) if wanted.any() else []

    def _vectors(self) -> Matrix:
        stands = int(self.db.execute("PRAGMA data_version").fetchone()[0]), self.db.total_changes()  # type: ignore[index]
        if self._matrix is None or self._matrix[0] != stands:
            self._matrix = stands, near.load(self.db)
        return self._matrix[1]

    def entities_of(self, ids: Sequence[str]) -> dict[str, tuple[str, str]]:
        """The id and type of the entity that each fact is about, by the fact's id."""
        return read.entities_of(self.db, ids)

    def has_passages(self) -> bool:
        """Whether files were read into this index, by today's rules."""
        return passages.has_passages(self.db)

    def file_marks(self) -> dict[str, passages.FileMark]:
        """How far files were read into passages, by ref."""
        return passages.marks(self.db)

    def keep_passages(self) -> passages.Keeper:
        """A transaction that brings passages up to their files."""
        self.show_all()
        return passages.Keeper(self.db)

    def passages(self, ids: Sequence[str]) -> dict[str, Passage]:
        """The passages among `ids`, by id."""
        return passages.by_id(self.db, ids)

    def last_passage(self, ref: str) -> Passage | None:
        """The last passage of a file."""
        return passages.last_of(self.db, ref)

    def passage_at(self, ref: str, line: int) -> str | None:
        """The id of the passage that holds a line."""
        return passages.at_place(self.db, ref, line)

    def facts_cut_from(self, found: Iterable[Passage]) -> dict[str, tuple[str, ...]]:
        """Ids of the facts whose lines lie within each passage, by passage id."""
        return passages.facts_cut_from(self.db, found)

    def places(self, ids: Sequence[str]) -> dict[tuple[str, str, int], Place]:
        """Where cited lines of these facts stand that do not stand as recorded, by fact, ref and line."""
        return passages.places(self.db, ids)

    def used_days(self) -> list[dt.date]:
        """Days on which the workspace was used, ascending: the ticks of the idle clock."""
        return read.used_days(self.db)
