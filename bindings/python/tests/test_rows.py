"""digest_rows, against the slow encoding of rows.py, and across libraries."""

import ctypes
import datetime as dt
import hashlib
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lanesum
from rows import Encoding
from support import PLAIN, digest, options_of
from test_arrow import MALFORMED, Handmade, good, offsets, struct

ALL_OPTIONS: list[dict[str, Any]] = [
    {},
    {"names": True},
    {"by_type": True},
    {"signed_zeros": True},
    {"names": True, "by_type": True, "signed_zeros": True, "seed": b"a seed"},
]


def expected(table: pa.Table, **options: Any) -> list[bytes]:
    return [hashlib.sha256(row).digest() for row in Encoding(**options).rows(table)]


def check(table: pa.Table, **options: Any) -> None:
    assert lanesum.digest_rows(table, "sha256", **options).tolist() == expected(table, **options)


# Types, and values of each: those that are special, and some between.
NANOS = st.integers(-(2**62), 2**62)
SIMPLE: list[tuple[pa.DataType, st.SearchStrategy[Any]]] = [
    (pa.null(), st.none()),
    (pa.bool_(), st.booleans()),
    *(
        (kind, st.one_of(st.integers(low, high), st.sampled_from([0, 1, low, high, high // 2])))
        for bits in (8, 16, 32, 64)
        for kind, low, high in (
            (getattr(pa, f"int{bits}")(), -(2 ** (bits - 1)), 2 ** (bits - 1) - 1),
            (getattr(pa, f"uint{bits}")(), 0, 2**bits - 1),
        )
    ),
    (pa.float16(), st.floats(width=16)),
    (pa.float32(), st.floats(width=32)),
    (pa.float64(), st.floats()),
    (pa.decimal128(20, 3), st.decimals(-(10**16), 10**16, places=3)),
    (pa.decimal32(7, 2), st.decimals(-99_999, 99_999, places=2)),
    (pa.decimal64(15, 0), st.decimals(-(10**14), 10**14, places=0)),
    (pa.decimal128(10, -4), st.integers(-(10**9), 10**9).map(lambda n: Decimal(n) * 10_000)),
    (pa.decimal256(70, 10), st.integers(-(10**69), 10**69).map(lambda n: Decimal(n).scaleb(-10, None))),
    (pa.date32(), st.dates()),
    (pa.date64(), st.dates()),
    (pa.time32("s"), st.integers(0, 86_399)),
    (pa.time32("ms"), st.integers(0, 86_399_999)),
    (pa.time64("us"), st.integers(0, 86_399_999_999)),
    (pa.time64("ns"), st.integers(0, 86_399_999_999_999)),
    *((pa.timestamp(unit, tz), NANOS) for unit in ("s", "ms", "us", "ns") for tz in (None, "UTC", "Asia/Kolkata")),
    *((pa.duration(unit), NANOS) for unit in ("s", "ms", "us", "ns")),
    (pa.month_day_nano_interval(), st.tuples(*3 * [st.integers(-1000, 1000)])),
    (pa.string(), st.text()),
    (pa.large_string(), st.text()),
    (pa.string_view(), st.text()),
    (pa.binary(), st.binary()),
    (pa.large_binary(), st.binary()),
    (pa.binary_view(), st.binary(max_size=20)),
    (pa.binary(3), st.binary(min_size=3, max_size=3)),
    (pa.dictionary(pa.int8(), pa.string()), st.sampled_from(["", "a", "ü"])),
    (pa.dictionary(pa.uint32(), pa.int64()), st.integers(0, 5)),
]
Column = tuple[pa.DataType, st.SearchStrategy[Any]]


def nested(inner: st.SearchStrategy[Column]) -> st.SearchStrategy[Column]:
    """Lists, structs and maps of other types."""

    def several(make: Any) -> Any:
        return lambda column: (make(column[0]), st.lists(st.none() | column[1], max_size=4))

    def record(columns: list[Column]) -> Column:
        fields = [(f"field {index}", kind) for index, (kind, _) in enumerate(columns)]
        return pa.struct(fields), st.fixed_dictionaries(
            {name: st.none() | values for (name, _), (_, values) in zip(fields, columns, strict=True)}
        )

    return st.one_of(
        inner.map(several(pa.list_)),
        inner.map(several(pa.large_list)),
        inner.map(several(pa.list_view)),
        inner.map(several(pa.large_list_view)),
        inner.map(lambda c: (pa.list_(c[0], 2), st.lists(st.none() | c[1], min_size=2, max_size=2))),
        st.lists(inner, max_size=3).map(record),
        inner.map(
            lambda c: (pa.map_(pa.string(), c[0]), st.lists(st.tuples(st.text(max_size=2), st.none() | c[1]), max_size=4))
        ),
    )


# pyarrow makes no arrays of some types inside others.
INNER = [column for column in SIMPLE if not pa.types.is_dictionary(column[0])]
COLUMNS = st.one_of(st.sampled_from(SIMPLE), st.recursive(st.sampled_from(INNER), nested, max_leaves=3))


@st.composite
def tables(draw: st.DrawFn) -> pa.Table:
    columns = draw(st.lists(COLUMNS, min_size=1, max_size=4))
    rows = draw(st.integers(0, 12))
    arrays = []
    for kind, values in columns:
        chosen = draw(st.lists(st.none() | values, min_size=rows, max_size=rows))
        array = pa.array(chosen, kind)
        if draw(st.booleans()):
            # In chunks, and with an offset.
            cut = draw(st.integers(0, rows))
            padded = pa.concat_arrays([array[:1], array]) if rows else array
            array = pa.chunked_array([array[:cut], padded[min(1, rows) + cut :]], kind)
        arrays.append(array)
    return pa.table(arrays, names=[f"column {index}" for index in range(len(arrays))])


@given(tables(), st.sampled_from(ALL_OPTIONS))
@settings(max_examples=400, deadline=None)
def test_tables(table: pa.Table, options: dict[str, Any]) -> None:
    check(table, **options)
    check(table.slice(1, 5), **options)


@pytest.mark.parametrize(("kind", "values"), SIMPLE, ids=lambda value: str(value)[:24])
def test_every_type(kind: pa.DataType, values: st.SearchStrategy[Any]) -> None:
    @given(st.lists(st.none() | values, min_size=1, max_size=20))
    @settings(max_examples=25, deadline=None)
    def run(chosen: list[Any]) -> None:
        for options in ALL_OPTIONS:
            check(pa.table({"a": pa.array(chosen, kind)}), **options)

    run()


def test_vectors() -> None:
    """Encodings that were written by hand, from the table of docs/formats.md."""
    table = pa.table(
        {
            "id": pa.array([1, None, -1, 300], pa.int16()),
            "name": ["Ada", "", None, "ü"],
            "share": pa.array([1.5, -0.0, float("nan"), None], pa.float32()),
            "price": pa.array([Decimal("1.50"), Decimal("-20"), Decimal(0), None], pa.decimal128(9, 2)),
        }
    )
    rows = [
        "11 01 | 70 01 03 416461 | 40 000000000000f83f | 50 ffffffff 01 0f",
        "00 | 70 01 00 | 40 0000000000000000 | 51 01000000 01 02",
        "20 | 00 | 40 000000000000f87f | 50 00000000 00",
        "12 2c01 | 70 01 02 c3bc | 00 | 00",
    ]
    header = b"LSR1" + bytes.fromhex("00 01 00 01 04")
    messages = [header + bytes.fromhex(row.replace("|", "")) for row in rows]
    assert Encoding().rows(table) == messages
    assert lanesum.digest_rows(table, "sha256").tolist() == [hashlib.sha256(message).digest() for message in messages]
    # The first digest, for good.
    assert lanesum.digest_rows(table, "sha256")[0].hex() == FIRST  # type: ignore[union-attr]


FIRST = "97f72d74a2e86554537071e8410a4885b58dda0fbc19790da38d7f9c44f712d3"


@pytest.mark.parametrize("name", [name for name in PLAIN if not name.startswith("tuplehash")])
def test_functions(name: str) -> None:
    table = pa.table({"a": [1, None], "b": ["x", "y"]})
    assert lanesum.digest_rows(table, name, **options_of(name)).tolist() == [
        digest(name, row) for row in Encoding().rows(table)
    ]


def test_keys() -> None:
    table = pa.table({"a": [1, None]})
    keyed = lanesum.digest_rows(table, "kmac256", key=b"a key", digest_size=20)
    assert keyed.tolist() == [lanesum.kmac256(b"a key", row, digest_size=20).digest() for row in Encoding().rows(table)]
    assert lanesum.digest_rows(table, lanesum.sha256, seed="ü").tolist() == expected(table, seed="ü".encode())


def test_columns() -> None:
    table = pa.table({"a": [1, 2], "b": ["x", "y"], "c": [True, None]})
    rows = lanesum.digest_rows(table, "sha256", ["b", "a"], names=True)
    assert rows.tolist() == expected(table.select(["b", "a"]), names=True)
    assert rows != lanesum.digest_rows(table, "sha256", columns=["a", "b"], names=True)
    renamed = table.rename_columns(["a", "B", "c"])
    assert lanesum.digest_rows(renamed, "sha256") == lanesum.digest_rows(table, "sha256")
    assert lanesum.digest_rows(renamed, "sha256", names=True) != lanesum.digest_rows(table, "sha256", names=True)
    # Columns that have no encoding do no harm where they are not chosen.
    union = pa.UnionArray.from_sparse(pa.array([0, 0], pa.int8()), [pa.array([1, 2])])
    assert lanesum.digest_rows(table.append_column("u", union), "sha256", ["a"]) == lanesum.digest_rows(
        table.select(["a"]), "sha256"
    )


def test_runs_dictionaries_and_extensions() -> None:
    values = ["a", "a", None, "b", "b", "b"]
    plain = lanesum.digest_rows(pa.table({"v": values}), "sha256")
    runs = pa.RunEndEncodedArray.from_arrays(pa.array([2, 3, 6], pa.int16()), pa.array(["a", None, "b"]))
    dictionary = pa.DictionaryArray.from_arrays(pa.array([1, 1, 2, 0, 0, 0]), pa.array(["b", "a", None]))
    for array in (runs, dictionary, pa.array(values, pa.string_view())):
        table = pa.table({"v": array})
        assert lanesum.digest_rows(table, "sha256") == plain
        for first in range(6):
            assert lanesum.digest_rows(table[first:], "sha256").tolist() == plain[first:].tolist()
    check(pa.table({"v": pa.array([b"0123456789abcdef", None], pa.uuid())}))


def test_maps_have_no_order() -> None:
    kind = pa.map_(pa.string(), pa.int8())
    one = pa.table({"m": pa.array([[("a", 1), ("b", None)], [("b", 1), ("a", 2)]], kind)})
    other = pa.table({"m": pa.array([[("b", None), ("a", 1)], [("b", 2), ("a", 1)]], kind)})
    first, second = lanesum.digest_rows(one, "sha256"), lanesum.digest_rows(other, "sha256")
    assert first[0] == second[0]
    assert first[1] != second[1]
    check(one)
    check(one.slice(1))


def test_nulls() -> None:
    different: list[Any] = [None, "", "\0", "null"]
    assert len(set(lanesum.digest_rows(pa.table({"a": different}), "sha256"))) == 4
    pairs = pa.table({"a": ["ab", "a", None, "x"], "b": ["c", "bc", "x", None]})
    assert len(set(lanesum.digest_rows(pairs, "sha256"))) == 4
    # A row has no digest where a struct as a whole is null.
    structs = pa.array([{"a": 1}, None, {"a": None}], pa.struct([("a", pa.int64())]))
    digests = lanesum.digest_rows(structs, "sha256")
    assert digests.tolist() == [
        expected(pa.table({"a": [1]}))[0],
        None,
        expected(pa.table({"a": pa.array([None], pa.int8())}))[0],
    ]
    assert lanesum.digest_rows(structs[1:], "sha256").tolist() == digests[1:].tolist()


def test_numbers_by_value_and_by_type() -> None:
    kinds = [pa.int8(), pa.uint8(), pa.int16(), pa.uint16(), pa.int32(), pa.uint32(), pa.int64(), pa.uint64()]
    integers = [pa.table({"a": pa.array([100], kind)}) for kind in kinds]
    assert len({lanesum.digest_rows(table, "sha256")[0] for table in integers}) == 1
    assert len({lanesum.digest_rows(table, "sha256", by_type=True)[0] for table in integers}) == 8
    floats = [pa.table({"a": pa.array([1.5], kind)}) for kind in (pa.float16(), pa.float32(), pa.float64())]
    assert len({lanesum.digest_rows(table, "sha256")[0] for table in floats}) == 1
    assert len({lanesum.digest_rows(table, "sha256", by_type=True)[0] for table in floats}) == 3
    # Every NaN, and both zeros, in every width.
    bits = np.array([0x7FF8000000000000, 0xFFF8000000000001, 0x7FF0000000000001], np.uint64)
    assert len(set(lanesum.digest_rows(pa.table({"a": bits.view(np.float64)}), "sha256"))) == 1
    for width in (np.float16, np.float32, np.float64):
        zeros = pa.table({"a": np.array([0.0, -0.0], width)})
        for by_type in (False, True):
            assert len(set(lanesum.digest_rows(zeros, "sha256", by_type=by_type))) == 1
            assert len(set(lanesum.digest_rows(zeros, "sha256", by_type=by_type, signed_zeros=True))) == 2
    halves = np.arange(1 << 16, dtype=np.uint16).view(np.float16)
    check(pa.table({"a": halves}))
    check(pa.table({"a": halves}), by_type=True, signed_zeros=True)


def test_long_and_many_rows() -> None:
    long = pa.table({"a": ["x" * 3_000_000, "y", None], "b": [b"z" * 2_000_000, b"", b"z" * (9 << 20)]})
    check(long)
    check(pa.table({"a": ["x" * 700_000] * 40}))
    table = pa.table({"a": np.arange(100_000), "b": [str(n) for n in range(100_000)]})
    digests = lanesum.digest_rows(table, "sha256", threads=2)
    assert digests == lanesum.digest_rows(table, "sha256")
    assert digests[99_999] == expected(table.slice(99_999))[0]
    assert lanesum.digest_rows(table, "sha256", hex=True)[:2] == [digests[0].hex(), digests[1].hex()]  # type: ignore[union-attr]


MOMENT = dt.datetime(2026, 11, 28, 13, 37, 21, 123456)


def test_libraries_agree() -> None:
    """The same values from pyarrow, polars, pandas and DuckDB."""
    frame = pl.DataFrame(
        {
            "i": [1, None, -5],
            "f": [0.5, float("nan"), None],
            "s": ["Ada", "", None],
            "b": [b"x", None, b""],
            "t": [True, False, None],
            "d": [dt.date(2026, 1, 2), None, dt.date(1900, 3, 1)],
            "m": [MOMENT, None, dt.datetime(1900, 1, 1)],
            "z": pl.Series([MOMENT, None, MOMENT]).dt.replace_time_zone("UTC"),
            "c": pl.Series([Decimal("1.50"), None, Decimal("-3.25")], dtype=pl.Decimal(9, 2)),
            "l": [[1, 2], None, []],
            "r": [{"x": 1, "y": "a"}, {"x": None, "y": None}, {"x": 3, "y": ""}],
            "h": [dt.time(1, 2, 3), None, dt.time(0)],
            "e": pl.Series(["low", None, "high"], dtype=pl.Categorical),
        }
    )
    table = frame.to_arrow()
    digests = lanesum.digest_rows(table, "sha256")
    assert digests.tolist() == expected(table)
    assert lanesum.digest_rows(frame, "sha256") == digests
    arrow_backed = table.to_pandas(types_mapper=pd.ArrowDtype)
    assert lanesum.digest_rows(arrow_backed, "sha256") == digests
    assert lanesum.digest_rows(arrow_backed.set_index(pd.Index(["a", "b", "c"])), "sha256") == digests
    con = duckdb.connect()
    con.execute("SET TimeZone = 'Asia/Kolkata'")
    con.execute("CREATE TABLE t AS SELECT * FROM frame")
    relation = con.sql("SELECT * FROM t")
    assert lanesum.digest_rows(relation, "sha256") == digests
    narrow = con.sql("SELECT * REPLACE (i::TINYINT AS i, f::FLOAT AS f, c::DECIMAL(20, 6) AS c, h::TIME AS h) FROM t")
    assert lanesum.digest_rows(narrow, "sha256") == digests
    # As one column of structs, too.
    assert lanesum.digest_rows(frame.select(row=pl.struct(pl.all()))["row"], "sha256") == digests


def family(format: bytes, length: int, buffers: list[bytes | None], *children: Handmade) -> Handmade:
    """An array with children."""
    array = Handmade(format, length, buffers)
    schemas = (ctypes.POINTER(type(array.schema)) * len(children))(*[ctypes.pointer(child.schema) for child in children])
    arrays = (ctypes.POINTER(type(array.array)) * len(children))(*[ctypes.pointer(child.array) for child in children])
    array.kept += [schemas, arrays, children]  # type: ignore[list-item]
    array.schema.n_children = array.array.n_children = len(children)
    array.schema.children, array.array.children = schemas, arrays
    return array


def ends(*values: int) -> Handmade:
    return Handmade(b"i", len(values), [None, offsets(*values)])


def longs(*values: int) -> bytes:
    return offsets(*values, of=ctypes.c_int64)


def test_handmade_rows() -> None:
    """The harness is right: what is right is hashed, and released once."""
    runs = struct(family(b"+r", 3, [], ends(1, 3), Handmade(b"z", 2, [None, offsets(0, 1, 3), b"abc"])))
    assert lanesum.digest_rows(runs, "sha256").tolist() == expected(pa.table({"": [b"a", b"bc", b"bc"]}))
    assert runs.released == {"schema": 1, "array": 1}
    lists = struct(family(b"+l", 3, [None, offsets(0, 1, 1, 3)], Handmade(b"l", 3, [None, longs(7, 8, 9)])))
    assert lanesum.digest_rows(lists, "sha256").tolist() == expected(pa.table({"": [[7], [], [8, 9]]}))


MALFORMED_ROWS: list[tuple[str, Callable[[], Handmade]]] = [
    ("a unit of time that does not exist", lambda: Handmade(b"ttx", 3, [None, bytes(24)])),
    ("a decimal type that does not exist", lambda: Handmade(b"d:3", 3, [None, bytes(48)])),
    ("a decimal type that does not exist", lambda: Handmade(b"d:3,2,99", 3, [None, bytes(48)])),
    ("a decimal type that does not exist", lambda: Handmade(b"d:3,2000000000", 3, [None, bytes(48)])),
    ("a buffer that is null", lambda: Handmade(b"i", 3, [None, None])),
    ("not as many buffers", lambda: Handmade(b"i", 3, [None, bytes(12), b""])),
    ("not as many buffers", lambda: Handmade(b"i", 3, [])),
    ("a child is shorter", lambda: Handmade(b"i", 2, [None, bytes(8)])),
    ("a date that is not a whole day", lambda: Handmade(b"tdm", 3, [None, longs(0, 86_400_000, 1)])),
    ("nulls without a validity buffer", lambda: Handmade(b"i", 3, [None, bytes(12)], null_count=1)),
    ("not as many children", lambda: Handmade(b"+l", 3, [None, bytes(16)])),
    ("not as many children", lambda: Handmade(b"i", 3, [None, bytes(12)], n_children=1)),
    ("a fixed size that is no number", lambda: family(b"+w:-1", 3, [None], ends(1, 2, 3))),
    ("a child is shorter", lambda: family(b"+w:2", 3, [None], ends(1, 2, 3, 4, 5))),
    ("a length that no memory holds", lambda: family(b"+w:2147483647", 1 << 40, [None], ends(1))),
    ("a child is shorter", lambda: family(b"+s", 3, [None], ends(1, 2))),
    ("a value beyond its array", lambda: family(b"+l", 3, [None, offsets(0, 1, 2, 4)], ends(1, 2, 3))),
    ("a value beyond its array", lambda: family(b"+vl", 3, [None, offsets(0, 1, 2), offsets(1, 1, 9)], ends(1, 2, 3))),
    ("offsets that do not rise", lambda: family(b"+l", 3, [None, offsets(0, 2, 1, 3)], ends(1, 2, 3))),
    ("offsets that do not rise", lambda: family(b"+L", 3, [None, longs(-1, 1, 2, 3)], ends(1, 2, 3))),
    ("offsets that do not rise", lambda: family(b"+L", 3, [None, longs(-(1 << 63), (1 << 63) - 1, 2, 3)], ends(1, 2, 3))),
    ("offsets that do not rise", lambda: family(b"+vL", 3, [None, longs(0, 1, 2), longs(1, -1, 1)], ends(1, 2, 3))),
    ("a map without keys", lambda: family(b"+m", 3, [None, bytes(16)], ends(1, 2, 3))),
    ("a map without keys", lambda: family(b"+m", 3, [None, bytes(16)], family(b"+s", 3, [None], ends(1, 2, 3)))),
    ("a row beyond the last run", lambda: family(b"+r", 3, [], ends(1, 2), Handmade(**good()))),
    ("a row beyond the last run", lambda: family(b"+r", 3, [], ends(-3, -2, -1), Handmade(**good()))),
    ("a buffer that is null", lambda: family(b"+r", 3, [], Handmade(b"i", 3, [None, None]), Handmade(**good()))),
    ("a child is shorter", lambda: family(b"+r", 3, [], ends(1, 2, 3, 4), Handmade(**good()))),
    ("not as many children", lambda: family(b"+r", 3, [], ends(1, 2, 3))),
    ("runs of runs", lambda: family(b"+r", 3, [], ends(3), family(b"+r", 3, [], ends(3), Handmade(**good())))),
]


def test_rows_without_end() -> None:
    """Nulls take no memory, so a few bytes can be a list of any length."""
    many = (1 << 30) + 1
    table = pa.table({"a": pa.FixedSizeListArray.from_arrays(pa.nulls(many), many)})
    with pytest.raises(ValueError, match="row 0: a row whose lists take more than a gigabyte"):
        lanesum.digest_rows(table, "sha256")


@pytest.mark.parametrize("case", range(len(MALFORMED_ROWS)), ids=lambda case: MALFORMED_ROWS[case][0])
@pytest.mark.parametrize("threads", [1, 2])
def test_malformed_rows(case: int, threads: int) -> None:
    message, make = MALFORMED_ROWS[case]
    array = struct(make())
    with pytest.raises(ValueError, match=f"malformed Arrow array.*{message}"):
        lanesum.digest_rows(array, "sha256", threads=threads)
    assert array.released == {"schema": 1, "array": 1}, "released all the same"


@pytest.mark.parametrize("case", range(len(MALFORMED)), ids=lambda case: MALFORMED[case][0])
def test_columns_of_bytes_are_checked_here_too(case: int) -> None:
    with pytest.raises(ValueError, match="malformed Arrow array"):
        lanesum.digest_rows(struct(MALFORMED[case][1]()), "sha256")


@pytest.mark.parametrize("case", range(len(MALFORMED_ROWS)), ids=lambda case: MALFORMED_ROWS[case][0])
def test_malformed_runs_as_messages(case: int) -> None:
    array = MALFORMED_ROWS[case][1]()
    if array.schema.format == b"+r":
        with pytest.raises(ValueError, match="malformed Arrow array"):
            lanesum.digest_many("sha256", array)


def test_runs_as_messages() -> None:
    values = ["a", "a", None, "b", "b", "b"]
    for array in (
        pa.RunEndEncodedArray.from_arrays(pa.array([2, 3, 6], pa.int16()), pa.array(["a", None, "b"])),
        pa.RunEndEncodedArray.from_arrays(pa.array([2, 3, 6], pa.int64()), pa.array(["a", None, "b"], pa.string_view())),
    ):
        for first in range(6):
            expected = lanesum.digest_many("sha256", values[first:])
            assert lanesum.digest_many("sha256", array[first:]).tolist() == expected.tolist()
        assert lanesum.digest_many("sha256", array, threads=2).tolist() == lanesum.digest_many("sha256", values).tolist()
