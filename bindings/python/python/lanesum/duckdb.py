"""SQL functions for DuckDB.

    >>> import duckdb
    >>> import lanesum.duckdb
    >>> con = duckdb.connect()
    >>> lanesum.duckdb.register(con)
    >>> con.execute("SELECT hex(lanesum_sha3_256('abc'::BLOB))[:16] AS digest").fetchone()
    ('3A985DA74FE225B2',)

They take a BLOB or a VARCHAR (hashed as UTF-8) and give a BLOB; NULL gives NULL. They need pyarrow.

A whole relation needs no registration: `lanesum.digest_many("sha3_256", con.sql("SELECT name FROM people"))`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import duckdb

import lanesum

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["register"]

# Those that need no keyword and hash one message.
_FUNCTIONS = sorted(name for name in lanesum.algorithms_available if not name.startswith(("kmac", "tuplehash", "cshake")))


def register(con: duckdb.DuckDBPyConnection, functions: str | Iterable[str] = _FUNCTIONS, *, prefix: str = "lanesum_") -> None:
    """Give a connection the SQL functions `lanesum_sha3_256` and so on, one for each name in `functions`, or for the one name.

    `lanesum_tuplehash128(a, b, …)` and `lanesum_tuplehash256(a, b, …)` hash several columns as one tuple. Both are always
    registered. Functions that an earlier call registered stay as they are. DuckDB raises an error if a different function
    has the same name.

    Raises ValueError for a name that no function has, and TypeError for arguments of another kind.
    """
    if not hasattr(con, "create_function"):
        raise TypeError(f"con must be a connection of DuckDB, not {type(con).__name__}")
    if not isinstance(prefix, str):
        raise TypeError(f"prefix must be a string, not {type(prefix).__name__}")
    tuples = ("tuplehash128", "tuplehash256")
    for name in _names(functions):
        if name not in tuples:
            _create(con, prefix + name, _of_one(name), lanesum.digest_many(name, [b""])[0])
    for name in tuples:
        _create(con, prefix + name, _of_several(name), lanesum.digest_many(name, columns=[[b""]])[0])


def _names(functions: str | Iterable[str]) -> list[str]:
    if isinstance(functions, str):
        return [functions]
    if not isinstance(functions, Iterable):
        raise TypeError(f"functions must be a name or an iterable of names, not {type(functions).__name__}")
    names = list(functions)
    for index, name in enumerate(names):
        if not isinstance(name, str):
            raise TypeError(f"functions[{index}] must be a name, not {type(name).__name__}")
    return names


def _create(con: duckdb.DuckDBPyConnection, name: str, function: Callable[..., Any], of_nothing: bytes | None) -> None:
    # DuckDB would evaluate them, and pyarrow is not imported here.
    function.__annotations__.clear()
    create: Any = con.create_function
    try:
        create(name, function, None, "BLOB", type="arrow", null_handling="special")
    except (duckdb.NotImplementedException, duckdb.CatalogException):
        # There is one by this name, of this connection or of another one to the same database: is it this one?
        if not _gives(con, name, of_nothing):
            raise


def _gives(con: duckdb.DuckDBPyConnection, name: str, of_nothing: bytes | None) -> bool:
    quoted = name.replace('"', '""')
    try:
        return con.cursor().execute(f"SELECT \"{quoted}\"('')").fetchall() == [(of_nothing,)]
    except duckdb.Error:
        return False


def _of_one(name: str) -> Callable[..., pa.Array]:
    def digest(*columns: pa.ChunkedArray) -> pa.Array:
        if len(columns) != 1:
            raise ValueError(f"{name} hashes one value, not {len(columns)}; tuplehash128 hashes several")
        return _binary(lanesum.digest_many(name, columns[0]))

    return digest


def _of_several(name: str) -> Callable[..., pa.Array]:
    def digest(*columns: pa.ChunkedArray) -> pa.Array:
        return _binary(lanesum.digest_many(name, columns=columns))

    return digest


def _binary(digests: lanesum.Digests) -> pa.Array:
    import pyarrow as pa

    return pa.array(digests).cast(pa.binary())
