"""Opens, creates and closes the index file and offers its operations. Holds no rule and no SQL of theirs."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

import apsw

from noctuary import files
from noctuary.access import Asker
from noctuary.consolidate.decay import decayed
from noctuary.errors import IndexClosed, IndexDamaged, IndexOutdated, NoctuaryError
from noctuary.index import expand, graph, lexical, near, passages, read, reader, search, vectors
from noctuary.index.near import Matrix
from noctuary.index.passages import Place
from noctuary.model import Edge, Entity, Fact, Merge, Night, Review, Watermark
from noctuary.passages import Passage

if TYPE_CHECKING:
    from noctuary.index import filing, project

SCHEMA_VERSION = 8
REBUILD = "delete the file and run the command again: it is rebuilt from the journal"
MEMORY = ":memory:"
_MENDS: tuple[tuple[type[apsw.Error], str], ...] = (
    (apsw.FullError, "make room on the disk and run the same again: the journal has all of it"),
    (apsw.IOError, "see that the disk has room and works, and run the same again: the journal has all of it"),
    (apsw.ReadOnlyError, "give yourself the right to write it and its folder, or delete it: it is made anew"),
    (apsw.CantOpenError, "give yourself the right to its folder and run the same again"),
    (apsw.BusyError, "another program holds it: run the same again when that is done"),
)


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
        place = str(path) if str(path) == MEMORY else _place(Path(path), root, read_only)
        with told(str(path)):
            db = _connect(place, read_only)
            has_vec = _prepare(db, str(path), read_only)
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
            raise _as_ours(self.path, error) from error
        self.close()

    def copy(self) -> Index:
        """The same index in memory, to try things on: whatever is done to it leaves the file as it is."""
        db = _connect(MEMORY, read_only=False)
        with db.backup("main", self.db, "main") as backup:
            backup.step()
        return Index(db, MEMORY, _load_vec(db), False)

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

    def head(self) -> str:
        """Hash of the journal prefix projected so far; "" for an empty index."""
        return read.meta(self.db, "head")

    def project(
        self,
        values: Iterable[project.Projected],
        deleted: Iterable[tuple[str, str]],
        head: str,
    ) -> None:
        """Upsert `values`, drop `deleted` (type, id), remember `head`; all in one transaction."""
        from noctuary.index import project

        self.show_all()
        project.project(self.db, values, deleted, head)

    def digest(self) -> str:
        """Hash of everything projected: equal for equal journals, however they were projected."""
        return read.digest(self.db)

    def counts(self) -> dict[str, int]:
        """Rows per table a human would ask about."""
        return read.counts(self.db)

    def ids(self) -> list[tuple[str, str]]:
        """(type, id) of every record projected, in the journal's words; stubs are no records."""
        return read.ids(self.db)

    def has_facts(self) -> bool:
        """Whether any fact is here."""
        return self.db.execute("SELECT 1 FROM fact LIMIT 1").fetchone() is not None

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

    def lexical(self, query: str, statuses: Sequence[str], kinds: Sequence[str], limit: int) -> list[lexical.Found]:
        """Facts of these statuses and passages of these kinds by the words of a question, best first."""
        return lexical.ranked(self.db, query, statuses, kinds, limit)

    def near(
        self, embedder: vectors.Embedding, query: str, statuses: Sequence[str], kinds: Sequence[str], limit: int
    ) -> list[near.Near]:
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


@contextmanager
def told(path: str) -> Iterator[None]:
    """SQLite's errors as ours, each with what mends it."""
    try:
        yield
    except apsw.Error as error:
        raise _as_ours(path, error) from error


def _as_ours(path: str, error: apsw.Error) -> NoctuaryError:
    what = f"the index cannot be used ({error})"
    if isinstance(error, (apsw.NotADBError, apsw.CorruptError, apsw.FormatError)):
        return IndexDamaged(path, what, REBUILD)
    kind = IndexClosed if isinstance(error, (apsw.ReadOnlyError, apsw.CantOpenError)) else NoctuaryError
    return kind(path, what, next((mend for kind, mend in _MENDS if isinstance(error, kind)), REBUILD))


def _place(path: Path, root: Path | None, read_only: bool) -> str:
    """Where the index lies; neither it nor a file that SQLite keeps beside it may be a link, a folder or a pipe."""
    for beside in ("-journal", "-wal", "-shm"):
        files.own_place(path.with_name(path.name + beside), root or path.parent, to_write=not read_only)
    return files.own_place(path, root or path.parent, to_write=not read_only)


def _decay(*values: apsw.SQLiteValue) -> apsw.SQLiteValue:
    c0, age_days, half_life = (None if value is None else float(value) for value in values)
    return c0 if c0 is None or age_days is None else decayed(c0, age_days, half_life)


def _unspaced(*values: apsw.SQLiteValue) -> apsw.SQLiteValue:
    return search.unspaced(str(values[0]))


def _connect(path: str, read_only: bool) -> apsw.Connection:
    flags = apsw.SQLITE_OPEN_READONLY if read_only else apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE
    db = apsw.Connection(path, flags=flags | apsw.SQLITE_OPEN_NOFOLLOW)
    db.set_busy_timeout(5000)
    db.create_scalar_function("decay", _decay, 3, deterministic=True)
    db.create_scalar_function("unspaced", _unspaced, 1, deterministic=True)
    lexical.register(db)
    db.execute("PRAGMA foreign_keys = ON")
    return db


def _prepare(db: apsw.Connection, path: str, read_only: bool) -> bool:
    version = _version(db)
    if version > SCHEMA_VERSION:
        db.close()
        raise NoctuaryError(
            path,
            f"written by a newer noctuary (schema {version}, known {SCHEMA_VERSION})",
            "upgrade noctuary, or delete the file: it is rebuilt from the journal",
        )
    if read_only and version < SCHEMA_VERSION:
        db.close()
        raise IndexOutdated(path, "no index of this version is here", "run `noctuary rebuild`")
    # Only who makes vectors builds sqlite-vec's table; loading it takes as long as a whole question.
    has_vec = not read_only and _load_vec(db)
    if version < SCHEMA_VERSION:
        _create(db)
    return has_vec


def _version(db: apsw.Connection) -> int:
    if not db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'meta'").fetchone():
        return 0
    return int(read.meta(db, "schema_version") or 0)


def _load_vec(db: apsw.Connection) -> bool:
    """Whether sqlite-vec is installed, loads, and answers."""
    try:
        import sqlite_vec

        db.enable_load_extension(True)
        db.load_extension(sqlite_vec.loadable_path())
        db.execute("SELECT vec_version()").fetchone()
    except (ImportError, apsw.Error):
        return False
    finally:
        with suppress(apsw.Error):
            db.enable_load_extension(False)
    return True


def _create(db: apsw.Connection) -> None:
    from importlib import resources

    schema = resources.files("noctuary.index").joinpath("schema.sql").read_text(encoding="utf-8")
    db.config(apsw.SQLITE_DBCONFIG_RESET_DATABASE, 1)
    db.execute("VACUUM")
    db.config(apsw.SQLITE_DBCONFIG_RESET_DATABASE, 0)
    with db:
        db.execute(schema)
        db.execute("INSERT INTO meta VALUES ('schema_version', ?), ('head', '')", (str(SCHEMA_VERSION),))
