"""The database the signals are computed in: one a process, and nothing of one question in another's."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor

import duckdb
import pyarrow as pa
import pytest

from noctuary.workbench.evidence import connect


def asked(number: int) -> int:
    connection = connect()
    connection.register("evidence", pa.table({"n": [number]}))
    (found,) = connection.sql("SELECT n FROM evidence").fetchall()
    return int(found[0])


def test_what_is_registered_on_one_connection_is_unknown_to_the_next() -> None:
    connection = connect()
    connection.register("evidence", pa.table({"n": [1]}))
    with pytest.raises(duckdb.CatalogException):
        connect().sql("SELECT n FROM evidence").fetchall()


def test_threads_that_ask_at_once_get_each_their_own() -> None:
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(asked, range(200))) == list(range(200))


def test_a_forked_process_opens_a_database_of_its_own() -> None:
    assert asked(1) == 1
    child = os.fork()
    if not child:
        os._exit(asked(7))
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
    assert asked(2) == 2
