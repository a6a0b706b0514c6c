"""Every message of the package in one table: each says what is wrong, with which input, and what to do if that is not plain.

test_message_sources.py looks for texts in the sources that no row here has.
"""

import io
import pickle
import re
from collections.abc import Callable, Iterator
from typing import Any

import duckdb
import numpy as np
import polars as pl
import pyarrow as pa
import pytest

import lanesum
import lanesum.duckdb
import lanesum.polars
from lanesum import _columns, caesar
from test_files import Lies

many = lanesum.digest_many
KEY, NONCE = b"a key of 16 byte", b"once only"


class Arrow:
    """An array whose `__arrow_c_array__` gives what it is told to."""

    def __init__(self, answer: object) -> None:
        self.answer = answer

    def __arrow_c_array__(self, requested_schema: object = None) -> Any:
        return self.answer


def of_file(file: object, digest: Any = "sha256", **options: Any) -> Any:
    return lanesum.file_digest(file, digest, **options)  # type: ignore[call-overload]


def lake() -> Any:
    return caesar.lake_keyak(KEY, NONCE)


def session_over() -> None:
    session = lake()
    with pytest.raises(caesar.WrongTag):
        session.unwrap(b"", bytes(16))
    session.wrap(b"")


def consumed() -> None:
    answer = pa.array([b"a"]).__arrow_c_array__()
    many("sha256", Arrow(answer))
    many("sha256", Arrow(answer))


def swapped() -> None:
    schema, array = pa.array([b"a"]).__arrow_c_array__()
    many("sha256", Arrow((array, schema)))


def failing_stream() -> None:
    def batches() -> Iterator[pa.RecordBatch]:
        raise ValueError("the disk is gone")
        yield

    many("sha256", pa.RecordBatchReader.from_batches(pa.schema([("a", pa.binary())]), batches()))


def rows(table: Any, name: str = "sha256", **options: Any) -> Any:
    return lanesum.digest_rows(table, name, **options)


def deep(levels: int) -> pa.Array:
    array = pa.array([1])
    for _ in range(levels):
        array = pa.FixedSizeListArray.from_arrays(array, 1)
    return array


def register(*arguments: Any, **options: Any) -> None:
    lanesum.duckdb.register(*arguments, **options)


def two_arguments() -> None:
    con = duckdb.connect()
    register(con, "sha256")
    con.execute("SELECT lanesum_sha256('a', 'b')").fetchall()


def pickled_digests() -> None:
    restore, (data, size, _, nulls) = many("sha256", [b""]).__reduce__()  # type: ignore[misc]
    restore(data, size, 7, nulls)


def pickled_object() -> None:
    restore, (name, data, _) = lanesum.sha256().__reduce__()  # type: ignore[misc]
    restore(name, data, 1 << 40)


# What raises it, what it is, and the whole text, or its end after an ellipsis where others have written the beginning.
TABLE: list[tuple[Callable[[], Any], type[Exception], str]] = [
    (lambda: lanesum.new(3), TypeError, "name must be a string, such as 'sha3_256'"),
    (
        lambda: lanesum.new("md6"),
        ValueError,
        "name: unsupported hash type md6; lanesum.algorithms_available has the names",
    ),
    (lambda: many(3, []), TypeError, "name must be a string or a function of lanesum, not int"),
    (lambda: lanesum.new("sha256", salt=b""), TypeError, "new() got an unexpected keyword argument 'salt' for sha256"),
    (lambda: lanesum.new("kmac128"), TypeError, "kmac128() missing required argument 'key'"),
    (lambda: lanesum.blake256(salt=b"short"), ValueError, "salt must have 16 bytes, not 5"),
    (lambda: lanesum.turboshake128(domain=0x80), ValueError, "domain must be from 0x01 to 0x7f, not 0x80"),
    (
        lambda: lanesum.parallelhash128(block_size="8"),  # type: ignore[arg-type]
        TypeError,
        "block_size must be an integer, not str",
    ),
    (lambda: lanesum.parallelhash128(block_size=0), ValueError, "block_size must be at least 1, not 0"),
    (
        lambda: lanesum.parallelhash128(block_size=1 << 64),
        ValueError,
        "block_size is out of range: it does not fit into 64 bits",
    ),
    (
        lambda: lanesum.kmac128(KEY, digest_size=1 << 29),
        ValueError,
        "digest_size must be less than 536870912, not 536870912",
    ),
    (lambda: lanesum.sha256("abc"), TypeError, "data: strings must be encoded before hashing, for example with .encode()"),  # type: ignore[arg-type]
    (lambda: lanesum.sha256(3), TypeError, "data must be a bytes-like object, not int"),  # type: ignore[arg-type]
    (
        lambda: lanesum.tuplehash128(b"ab"),  # type: ignore[arg-type]
        TypeError,
        "strings must be a sequence of bytes-like objects, not one of them; put it into a list",
    ),
    (lambda: lanesum.tuplehash128(3), TypeError, "strings must be an iterable of bytes-like objects, not int"),  # type: ignore[arg-type]
    (
        lambda: lanesum.kmacxof128(KEY).verify(b"abc"),
        ValueError,
        "tag must have at least 4 bytes, not 3 (SP 800-185, section 8.4.2)",
    ),
    # Output.
    (lambda: lanesum.kt128().digest("3"), TypeError, "length must be an integer, not str"),  # type: ignore[arg-type]
    (
        lambda: lanesum.kt128().digest(1 << 64),
        ValueError,
        "length is out of range: it does not fit into a machine word",
    ),
    (
        lambda: lanesum.kt128().digest(1 << 29),
        ValueError,
        "length must be less than 536870912; read more in pieces, by reader()",
    ),
    (lambda: lanesum.kt128().digest(-1), ValueError, "length must not be negative"),
    # Saved states and pickles.
    (
        lambda: lanesum.from_bytes("kt128", b"?"),
        ValueError,
        "saved: not a saved state of kt128: invalid saved state: unrecognised header: these are not bytes that lanesum saved",
    ),
    (
        lambda: lanesum.from_bytes("parallelhash128", b"?"),
        ValueError,
        "saved: not a saved state of parallelhash128, or a damaged one",
    ),
    (
        lambda: lanesum.from_bytes("parallelhash128", lanesum.parallelhash128(digest_size=5).to_bytes(), digest_size=6),
        ValueError,
        "digest_size: a saved state of parallelhash128 with digests of 5 bytes, not 6",
    ),
    (
        lambda: lanesum.from_bytes("sha256", b"", digest_size=3),
        TypeError,
        "digest_size: sha256 has digests of one size; leave digest_size out",
    ),
    (
        lambda: pickle.dumps(lanesum.kmac128(KEY)),
        TypeError,
        "cannot pickle 'Kmac' object: its state is as secret as its key; use to_bytes() if you want to save it anyway",
    ),
    (
        lambda: pickle.dumps(lanesum.kt128().reader()),
        TypeError,
        "cannot pickle 'XofReader' object: pickle the object that made it, and read from the beginning",
    ),
    (pickled_object, ValueError, "pickled object: damaged, or not from lanesum"),
    (pickled_digests, ValueError, "pickled digests: damaged, or not from lanesum"),
    # Files.
    (lambda: of_file(io.BytesIO(), progress=3), TypeError, "progress must be callable, not int"),
    (lambda: of_file(b"\0"), ValueError, "fileobj: embedded null byte"),
    (
        lambda: of_file(io.BytesIO(), "tuplehash128"),
        TypeError,
        "digest: tuplehash128 hashes tuples, not files; use another function",
    ),
    (
        lambda: of_file(io.StringIO()),
        ValueError,
        "fileobj: … is not a file-like object in binary reading mode; open it with mode 'rb'",
    ),
    (lambda: of_file(Lies(None)), BlockingIOError, "fileobj: a non-blocking file had no bytes ready; make it blocking"),
    (lambda: of_file(Lies("3")), TypeError, "fileobj: readinto() must return an integer, not str"),
    (lambda: of_file(Lies(-1)), ValueError, "fileobj: readinto() must read from 0 to 524288 bytes"),
    # Batches.
    (lambda: many("sha256", []).tolist()[0], IndexError, "list index out of range"),
    (lambda: many("sha256", [])[0], IndexError, "index of digests out of range"),
    (lambda: many("sha256", [])["a"], TypeError, "an index of digests must be an integer or a slice"),  # type: ignore[call-overload]
    (lambda: many("sha256", []).index(b""), ValueError, "value is not among the digests"),
    (
        lambda: np.frombuffer(many("sha256", [b""]), np.uint8).setflags(write=True),
        ValueError,
        "cannot set WRITEABLE flag to True of this array",
    ),
    (
        lambda: io.BytesIO(b"abc").readinto(many("sha256", [b""])),  # type: ignore[arg-type]
        TypeError,
        "readinto() argument must be read-write bytes-like object, not lanesum.Digests",
    ),
    (lambda: many("sha256", [], threads="2"), TypeError, "threads must be an integer, not str"),  # type: ignore[call-overload]
    (
        lambda: many("sha256", [], threads=1 << 64),
        ValueError,
        "threads is out of range: it must be from 0 (all) to 1024",
    ),
    (lambda: many("sha256", [], threads=1025), ValueError, "threads must be from 0 (all) to 1024, not 1025"),
    (lambda: many("sha256", [], hex="no"), TypeError, "hex must be True or False, not str"),  # type: ignore[call-overload]
    (lambda: many("sha256", [], digest_size=3), TypeError, "digest_size: sha256 has digests of 32 bytes only"),
    (lambda: many("sha256"), TypeError, "give either messages or columns, and not both"),
    (lambda: many("tuplehash128", []), TypeError, "tuplehash128 hashes tuples: give columns, not messages"),
    (
        lambda: many("sha256", columns=[]),
        TypeError,
        "columns are hashed by tuplehash128 or tuplehash256, not sha256: joined without their lengths, different rows "
        "could be the same message",
    ),
    (lambda: many("sha256", b"abc"), TypeError, "messages must be many messages, not one bytes"),
    (
        lambda: many("sha256", 3),  # type: ignore[call-overload]
        TypeError,
        "messages must be an iterable of bytes-like objects or str, a buffer with rows, or an Arrow column, not int",
    ),
    (lambda: many("sha256", [3]), TypeError, "messages[0] must be bytes-like, str or None, not int"),
    (
        lambda: many("tuplehash128", columns=b"a"),  # type: ignore[call-overload]
        TypeError,
        "columns must be a sequence of columns, or an Arrow table, not bytes",
    ),
    (lambda: many("tuplehash128", columns=[]), ValueError, "columns is empty; give at least one column"),
    (
        lambda: many("tuplehash128", columns=pa.table({})),
        ValueError,
        "columns: the table has no columns; give at least one",
    ),
    (
        lambda: many("tuplehash128", columns=[[b"a"], [b"b", b"c"]]),
        ValueError,
        "columns[1] has 2 rows, and columns[0] has 1",
    ),
    (
        lambda: many("sha256", pa.table({"a": [b""], "b": [b""]})),
        TypeError,
        "messages: a table of 2 columns; select one, or hash rows as tuples with columns=",
    ),
    (
        lambda: many("tuplehash128", columns=[pa.table({"a": [b""], "b": [b""]})]),
        TypeError,
        "columns[0]: a table of 2 columns; give one column",
    ),
    (
        lambda: many("tuplehash128", columns=[[b"a"]], prefix=b"p"),
        TypeError,
        "prefix is for messages, not for columns: give it as a column",
    ),
    # BLAKE2 and BLAKE3.
    (lambda: lanesum.blake2b(depth=0), ValueError, "depth is from 1 to 255, and inner_size from 0 to 64"),
    (lambda: lanesum.blake3(key=b"short"), ValueError, "key must have 32 bytes, not 5"),
    (
        lambda: lanesum.blake3(key=bytes(32), derive_key_context="lanesum"),
        TypeError,
        "give key or derive_key_context, not both",
    ),
    (
        lambda: lanesum.blake3().digest(32, seek=(1 << 64) - 1),
        ValueError,
        "seek is out of range: BLAKE3 has 2^64 - 1 bytes of output",
    ),
    # HMAC and PBKDF2.
    (
        lambda: lanesum.hmac_many("shake128", KEY, []),
        TypeError,
        "shake_128 has no HMAC: its digest has no fixed length",
    ),
    (
        lambda: lanesum.pbkdf2_hmac("sha3_256", KEY, b"salt", 1),
        ValueError,
        "hash_name: PBKDF2 is over functions of SHA-2, not sha3_256",
    ),
    (lambda: lanesum.pbkdf2_hmac("sha256", KEY, b"salt", 0), ValueError, "iterations must be at least 1, not 0"),
    (lambda: lanesum.hmac_many("sha256", [KEY, KEY], [b""]), ValueError, "key has 2 rows, and messages has 1"),
    # Merkle trees.
    (
        lambda: lanesum.MerkleTree("sha256", rule="RFC 9162"),  # type: ignore[arg-type]
        ValueError,
        "rule must be 'rfc9162', 'bitcoin', 'ssz' or 'pairs', not 'RFC 9162'",
    ),
    (lambda: lanesum.MerkleTree("sha256", limit=8), TypeError, "limit is for the rule 'ssz' alone"),
    (lambda: lanesum.MerkleTree("sha256", ["a", None]), TypeError, "leaves[1] is null"),
    (
        lambda: lanesum.MerkleTree("sha256", "a", digests=True),
        TypeError,
        "leaves that are digests must be bytes-like, not str",
    ),
    (
        lambda: lanesum.MerkleTree("sha256", 3, digests=True),  # type: ignore[arg-type]
        TypeError,
        "leaves must be an iterable of bytes-like objects, not int",
    ),
    (
        lambda: lanesum.MerkleTree("sha256", [b"abc"], digests=True),
        ValueError,
        "leaves[0] must have 32 bytes, not 3",
    ),
    (lambda: lanesum.MerkleTree("sha256", ["a"]).proof(1), IndexError, "there is no leaf 1: the number of leaves is 1"),
    (lambda: lanesum.MerkleTree("sha256", ["a"]).proof(-1), ValueError, "index must not be negative"),
    (lambda: lanesum.MerkleTree("sha256", ["a"]).level(1), IndexError, "there is no level 1: the depth is 0"),
    (
        lambda: lanesum.MerkleTree("sha256", ["a"]).proof_many(0),  # type: ignore[arg-type]
        TypeError,
        "indexes must be an iterable of integers, not int",
    ),
    # Rows.
    (
        lambda: rows(pa.table({"a": [1]}), "tuplehash128"),
        TypeError,
        "tuplehash128 hashes tuples, and a row is one message; use another function",
    ),
    (
        lambda: rows([[1]]),
        TypeError,
        "table must be an Arrow table, or anything with __arrow_c_stream__(), not list",
    ),
    (
        lambda: rows(pa.array([1])),
        TypeError,
        "table: rows of a table, or of a struct, are hashed, not a column of int64",
    ),
    (lambda: rows(pa.table({})), ValueError, "table: the table has no columns; give at least one"),
    (lambda: rows(pa.table({"a": [1]}), columns=[]), ValueError, "columns is empty; give at least one column"),
    (lambda: rows(pa.table({"a": [1]}), columns="a"), TypeError, "columns must be a sequence of names, not str"),
    (lambda: rows(pa.table({"a": [1]}), columns=[3]), TypeError, "columns[0] must be the name of a column, not int"),
    (lambda: rows(pa.table({"a": [1]}), columns=["b"]), ValueError, "table: the table has no column 'b'"),
    (
        lambda: rows(pa.table([[1], [2]], names=["a", "a"]), columns=["a"]),
        ValueError,
        "table: the table has several columns 'a'; rename them",
    ),
    (
        lambda: rows(pa.table({"u": pa.UnionArray.from_sparse(pa.array([0], pa.int8()), [pa.array([1])])})),
        TypeError,
        "table: column 'u': values of type union have no encoding; cast the column, or leave it out",
    ),
    (
        lambda: rows(pa.table({"a": deep(70)})),
        ValueError,
        "table: column 'a': types nested deeper than 64 cannot be hashed",
    ),
    (lambda: rows(pa.table({"a": [1]}), names="a"), TypeError, "names must be True or False, not str"),
    # Buffers.
    (
        lambda: lanesum.sha256(memoryview(b"abcd")[::2]),
        ValueError,
        "data: the buffer is not C-contiguous; copy it first",
    ),
    (
        lambda: lanesum.sha256(np.array([1, "a"], dtype=object)),
        TypeError,
        "data: a buffer of Python objects or pointers, whose bytes are addresses; give bytes (to digest_many, a list of them) "
        "or an Arrow column",
    ),
    (
        lambda: many("sha256", np.ma.masked_array(np.zeros((2, 2), np.uint8))),
        TypeError,
        "messages: a masked array, whose mask would not be hashed; pass its filled() or its data",
    ),
    (
        lambda: many("sha256", np.array([["a"]])),
        TypeError,
        "messages: rows of strings in UTF-32; pass one column of strings, or their bytes (numpy.strings.encode)",
    ),
    (
        lambda: many("sha256", [np.array(["a"])]),
        TypeError,
        "messages[0]: an array of strings in UTF-32; pass each str separately",
    ),
    (
        lambda: many("sha256", np.zeros(2, np.uint8)),
        TypeError,
        "messages: a ndarray with 1 dimension has no rows; reshape it to (messages, bytes)",
    ),
    # Arrow.
    (
        lambda: many("sha256", pa.array([1])),
        TypeError,
        "messages: a column must be of binary or string values, not int64; cast it first",
    ),
    (
        lambda: many("tuplehash128", columns=pa.table({"a": [1]})),
        TypeError,
        "columns: column 'a': a column must be of binary or string values, not int64; cast it first",
    ),
    (lambda: many("sha256", Arrow(3)), TypeError, "messages: __arrow_c_array__() must give a tuple"),
    (lambda: many("sha256", Arrow((1,))), TypeError, "messages: __arrow_c_array__() must give two capsules, not 1"),
    (swapped, TypeError, 'messages: __arrow_c_array__() gave no capsule "arrow_schema": …'),
    (
        consumed,
        ValueError,
        'messages: __arrow_c_array__() gave an "arrow_schema" that has been released; export it again for each call',
    ),
    (failing_stream, ValueError, "messages: the Arrow stream failed: … the disk is gone…"),
    # Keyak and Ketje.
    (
        lambda: lake().unwrap(b"", bytes(16)),
        caesar.WrongTag,
        "wrong tag: the message, its metadata or the session was changed; the session is over, begin a new one",
    ),
    (session_over, ValueError, "the session is over, because a tag was wrong; begin a new one"),
    (lambda: lake().unwrap(b"", b""), ValueError, "tag must have 16 bytes, not 0"),
    (lambda: caesar.ketje_sr(bytes(90), b""), ValueError, "key must have at most 47 bytes, not 90"),
    (lambda: caesar.ketje_sr(KEY, bytes(90)), ValueError, "nonce must have at most 31 bytes with this key, not 90"),
    (lambda: caesar.ketje_sr(KEY, b"", tag_size=3), ValueError, "tag_size must be 8, 12, 16 or 32, not 3"),
    (
        lambda: caesar.ketje_sr(KEY, NONCE).wrap(b"", forget=True),
        TypeError,
        "forget: ketje_sr cannot forget; only Keyak can",
    ),
    (lambda: pickle.dumps(lake()), TypeError, "cannot pickle 'Session' object: a copy would use the same nonce again"),
    # Modules in Python.
    (lambda: lanesum.md6, AttributeError, "module 'lanesum' has no attribute 'md6'"),  # type: ignore[attr-defined]
    (
        lambda: _columns.wishes("a", "sha256", None, {"hex": True}),
        ValueError,
        "hex: the new columns are binary; leave it out, and convert them in a query",
    ),
    (
        lambda: _columns.wishes(["a", "b"], "sha256", "c", {}),
        ValueError,
        "into: 1 names for 2 columns of digests; give one name for each",
    ),
    (
        lambda: lanesum.polars.digest(pl.Series([b""]), "tuplehash128"),
        TypeError,
        "tuplehash128 hashes tuples: give it a struct, for example pl.struct('a', 'b')",
    ),
    (lambda: register(3), TypeError, "con must be a connection of DuckDB, not int"),
    (lambda: register(duckdb.connect(), prefix=3), TypeError, "prefix must be a string, not int"),
    (
        lambda: register(duckdb.connect(), 3),
        TypeError,
        "functions must be a name or an iterable of names, not int",
    ),
    (lambda: register(duckdb.connect(), [3]), TypeError, "functions[0] must be a name, not int"),
    (
        two_arguments,
        duckdb.InvalidInputException,
        "… sha256 hashes one value, not 2; tuplehash128 hashes several…",
    ),
]


def pattern(text: str) -> str:
    return ".*".join(map(re.escape, re.split(r"\{\}|…", text)))


@pytest.mark.parametrize("row", range(len(TABLE)), ids=lambda row: TABLE[row][2][:50])
def test_table(row: int) -> None:
    call, kind, text = TABLE[row]
    with pytest.raises(kind) as caught:
        call()
    assert type(caught.value) is kind
    assert re.fullmatch(pattern(text), str(caught.value), flags=re.S), str(caught.value)
