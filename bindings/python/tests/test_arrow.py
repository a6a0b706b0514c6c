"""Arrow columns of every layout, by hypothesis; and malformed ones, which give exceptions."""

import ctypes
import hashlib
import os
from collections.abc import Callable
from typing import Any

import arro3.core
import datafusion
import nanoarrow
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lanesum

# Of the random columns, so many times more.
TIMES = int(os.environ.get("LANESUM_TIMES", "1"))
BYTES = [pa.binary(), pa.large_binary(), pa.binary_view()]
STRINGS = [pa.string(), pa.large_string(), pa.string_view()]


def expected_of(values: list[Any]) -> list[bytes | None]:
    return [
        None if value is None else hashlib.sha256(value.encode() if isinstance(value, str) else value).digest()
        for value in values
    ]


@st.composite
def columns(draw: st.DrawFn) -> pa.Array | pa.ChunkedArray:
    """A column of any layout: sliced, with nulls, in chunks some of which are empty."""
    kind = draw(st.sampled_from([*BYTES, *STRINGS, pa.binary(7), pa.binary(0), "dictionary", "nulls"]))
    if kind == "nulls":
        return pa.nulls(draw(st.integers(0, 10)))
    if kind in STRINGS:
        value: st.SearchStrategy[Any] = st.text(max_size=20)
    elif kind == "dictionary" or kind in BYTES:
        value = st.binary(max_size=40)
    else:
        value = st.binary(min_size=kind.byte_width, max_size=kind.byte_width)
    chunk = st.lists(st.none() | value, max_size=30)

    def array(values: list[Any]) -> pa.Array:
        if kind == "dictionary":
            index = draw(
                st.sampled_from(
                    [pa.int8(), pa.uint8(), pa.int16(), pa.uint16(), pa.int32(), pa.uint32(), pa.int64(), pa.uint64()]
                )
            )
            made = pa.array(values, pa.binary()).dictionary_encode()
            made = pa.DictionaryArray.from_arrays(made.indices.cast(index), made.dictionary)
        else:
            made = pa.array(values, kind)
        start = draw(st.integers(0, len(made)))
        return made.slice(start, draw(st.integers(0, len(made) - start)))

    if kind != "dictionary" and draw(st.booleans()):
        chunks = [array(values) for values in draw(st.lists(chunk, max_size=4))]
        return pa.chunked_array(chunks, kind)
    return array(draw(chunk))


@given(columns(), st.sampled_from([1, 2]))
@settings(max_examples=400 * TIMES, deadline=None)
def test_every_layout(column: pa.Array | pa.ChunkedArray, threads: int) -> None:
    expected = expected_of(column.to_pylist())
    digests = lanesum.digest_many("sha256", column, threads=threads)
    assert digests.tolist() == expected
    assert digests.null_count == expected.count(None)
    assert pa.array(digests).to_pylist() == expected
    pa.array(digests).validate(full=True)
    middle = len(digests) // 2
    assert pa.array(digests[middle:]).to_pylist() == expected[middle:]
    pa.array(digests[middle:]).validate(full=True)


@given(columns())
@settings(max_examples=100 * TIMES, deadline=None)
def test_tables_of_one_column(column: pa.Array | pa.ChunkedArray) -> None:
    table = pa.table({"column": column})
    assert lanesum.digest_many("sha256", table).tolist() == expected_of(column.to_pylist())


@given(st.lists(st.tuples(st.none() | st.text(max_size=20), st.none() | st.binary(max_size=20)), max_size=30), st.data())
@settings(max_examples=100 * TIMES, deadline=None)
def test_structs_with_nulls_and_offsets(rows: list[tuple[str | None, bytes | None]], data: st.DataObject) -> None:
    missing = [data.draw(st.booleans()) for _ in rows]
    array = pa.StructArray.from_arrays(
        [pa.array([text for text, _ in rows], pa.string()), pa.array([raw for _, raw in rows], pa.binary_view())],
        ["text", "raw"],
        mask=pa.array(missing, pa.bool_()),
    )
    start = data.draw(st.integers(0, len(rows)))
    expected = [
        None if is_missing or text is None or raw is None else lanesum.tuplehash128([text.encode(), raw]).digest()
        for is_missing, (text, raw) in zip(missing, rows, strict=True)
    ][start:]
    assert lanesum.digest_many("tuplehash128", columns=array.slice(start)).tolist() == expected


@given(st.lists(st.none() | st.binary(max_size=40), max_size=50))
@settings(max_examples=100 * TIMES, deadline=None)
def test_polars(values: list[bytes | None]) -> None:
    series = pl.Series(values, dtype=pl.Binary)
    expected = expected_of(values)
    assert lanesum.digest_many("sha256", series).tolist() == expected
    assert lanesum.digest_many("sha256", series[3:]).tolist() == expected[3:]
    appended = pl.concat([series, series[2:]], rechunk=False)
    assert lanesum.digest_many("sha256", appended).tolist() == expected + expected[2:]
    category = pl.Series(["b", "a", None, "b"], dtype=pl.Categorical)
    assert lanesum.digest_many("sha256", category).tolist() == expected_of(category.to_list())


PRODUCERS = ["nanoarrow", "arro3", "datafusion"]
VIEWS = pa.binary_view(), pa.string_view()


def produced(producer: str, values: list[Any], kind: pa.DataType) -> Any:
    """An Arrow column of another producer than pyarrow."""
    column = pa.chunked_array([pa.array(values[:2], kind), pa.array(values[2:], kind)], kind)
    if producer == "nanoarrow":
        return nanoarrow.Array(column)
    if producer == "arro3":
        return arro3.core.ChunkedArray.from_arrow(column)
    context = datafusion.SessionContext()
    return context.from_arrow(pa.table({"value": column})).select("value")


@pytest.mark.parametrize("producer", PRODUCERS)
@pytest.mark.parametrize("kind", [*BYTES, *STRINGS], ids=str)
def test_other_producers(producer: str, kind: pa.DataType) -> None:
    if producer == "nanoarrow" and kind in VIEWS:
        pytest.skip("nanoarrow 0.9 crashes when it exports views, to pyarrow, too")
    values: list[Any] = ["Ada", None, "", "a name of more than twelve bytes", "Grace"]
    if kind in BYTES:
        values = [None if value is None else value.encode() for value in values]
    column = produced(producer, values, kind)
    expected = expected_of(values)
    assert not isinstance(column, pa.Array | pa.ChunkedArray | pa.Table)
    assert lanesum.digest_many("sha256", column).tolist() == expected
    assert lanesum.digest_many("sha256", produced(producer, values, kind), threads=2).tolist() == expected
    pairs = lanesum.digest_many("tuplehash128", columns=[produced(producer, values, kind), values])
    assert [pair is None for pair in pairs] == [value is None for value in values]


@pytest.mark.parametrize("producer", PRODUCERS)
def test_other_producers_of_other_types(producer: str) -> None:
    with pytest.raises(TypeError, match=r"messages: .*a column must be of binary or string values, not int64"):
        lanesum.digest_many("sha256", produced(producer, [1, 2, 3], pa.int64()))


def test_other_consumers() -> None:
    digests = lanesum.digest_many("sha256", ["a", None, "b"])
    expected = digests.tolist()
    assert nanoarrow.Array(digests).to_pylist() == expected
    assert [value.as_py() for value in arro3.core.Array.from_arrow(digests)] == expected


def test_a_query_of_datafusion() -> None:
    context = datafusion.SessionContext()
    names = context.sql("SELECT arrow_cast(value, 'Utf8') || 'x' AS name FROM generate_series(1, 20000) ORDER BY value")
    expected = [hashlib.sha256(b"%dx" % value).digest() for value in range(1, 20_001)]
    assert lanesum.digest_many("sha256", names).tolist() == expected


def test_many_nulls() -> None:
    """Digests are moved to their rows block by block."""
    values = [None if i % 7 or i % 3000 > 2500 else b"%d" % i for i in range(10_000)]
    for column in (pa.array(values, pa.binary()), pa.array(values, pa.binary()).dictionary_encode()):
        for threads in (1, 3):
            assert lanesum.digest_many("sha256", column, threads=threads).tolist() == expected_of(values)


def test_dictionaries() -> None:
    values = pa.array([b"a", None, b"c"])
    column = pa.DictionaryArray.from_arrays(pa.array([0, 1, None, 2, 0] * 100, pa.int8()), values)
    assert lanesum.digest_many("sha256", column).tolist() == expected_of(column.to_pylist())
    few = pa.DictionaryArray.from_arrays(pa.array([2], pa.int8()), values)
    assert lanesum.digest_many("sha256", few).tolist() == expected_of([b"c"])
    columns = [column, column]
    assert lanesum.digest_many("tuplehash128", columns=columns)[0] == lanesum.tuplehash128([b"a", b"a"]).digest()


@pytest.mark.parametrize(
    "column", [pa.array([1]), pa.array([1.5]), pa.array([[b"a"]]), pa.array([True]), pa.array([1]).dictionary_encode()]
)
def test_other_types(column: pa.Array) -> None:
    with pytest.raises(TypeError, match="must be of binary or string values"):
        lanesum.digest_many("sha256", column)


def test_a_class_is_no_column() -> None:
    with pytest.raises(TypeError, match="messages must be an iterable"):
        lanesum.digest_many("sha256", pa.Array)


def test_streams_that_fail() -> None:
    def batches():
        yield pa.record_batch({"a": [b"a"]})
        raise ValueError("the disk is gone")

    reader = pa.RecordBatchReader.from_batches(pa.schema({"a": pa.binary()}), batches())
    with pytest.raises(ValueError, match=r"the Arrow stream failed: .*the disk is gone"):
        lanesum.digest_many("sha256", reader)


# -------------------------------------------------------------------------------------------------------------- malformed
class ArrowSchema(ctypes.Structure):
    pass


class ArrowArray(ctypes.Structure):
    pass


RELEASE_SCHEMA = ctypes.CFUNCTYPE(None, ctypes.POINTER(ArrowSchema))
RELEASE_ARRAY = ctypes.CFUNCTYPE(None, ctypes.POINTER(ArrowArray))
ArrowSchema._fields_ = [
    ("format", ctypes.c_char_p),
    ("name", ctypes.c_char_p),
    ("metadata", ctypes.c_char_p),
    ("flags", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("children", ctypes.POINTER(ctypes.POINTER(ArrowSchema))),
    ("dictionary", ctypes.POINTER(ArrowSchema)),
    ("release", RELEASE_SCHEMA),
    ("private_data", ctypes.c_void_p),
]
ArrowArray._fields_ = [
    ("length", ctypes.c_int64),
    ("null_count", ctypes.c_int64),
    ("offset", ctypes.c_int64),
    ("n_buffers", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("buffers", ctypes.POINTER(ctypes.c_void_p)),
    ("children", ctypes.POINTER(ctypes.POINTER(ArrowArray))),
    ("dictionary", ctypes.POINTER(ArrowArray)),
    ("release", RELEASE_ARRAY),
    ("private_data", ctypes.c_void_p),
]
new_capsule = ctypes.pythonapi.PyCapsule_New
new_capsule.restype = ctypes.py_object
new_capsule.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]


class Handmade:
    """An Arrow array built by hand, which can be wrong in any way."""

    def __init__(
        self,
        format: bytes | None = b"z",
        length: int = 3,
        buffers: list[bytes | None] | None = None,
        **fields: Any,
    ) -> None:
        self.released = {"schema": 0, "array": 0}
        if buffers is None:
            buffers = good()["buffers"]
        self.kept = [None if buffer is None else ctypes.create_string_buffer(buffer, max(1, len(buffer))) for buffer in buffers]
        pointers = (ctypes.c_void_p * max(1, len(buffers)))(
            *[None if buffer is None else ctypes.addressof(buffer) for buffer in self.kept]
        )
        self.pointers = pointers

        def release_schema(schema: Any) -> None:
            self.released["schema"] += 1
            schema.contents.release = RELEASE_SCHEMA()

        def release_array(array: Any) -> None:
            self.released["array"] += 1
            array.contents.release = RELEASE_ARRAY()

        self.callbacks = RELEASE_SCHEMA(release_schema), RELEASE_ARRAY(release_array)
        self.schema = ArrowSchema(format=format, name=b"", flags=2, release=self.callbacks[0])
        self.array = ArrowArray(
            length=length,
            null_count=0,
            n_buffers=len(buffers),
            buffers=ctypes.cast(pointers, ctypes.POINTER(ctypes.c_void_p)),
            release=self.callbacks[1],
        )
        for name, value in fields.items():
            setattr(self.schema if name.startswith("schema_") else self.array, name.removeprefix("schema_"), value)

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        return (
            new_capsule(ctypes.addressof(self.schema), b"arrow_schema", None),
            new_capsule(ctypes.addressof(self.array), b"arrow_array", None),
        )


def offsets(*values: int, of: Any = ctypes.c_int32) -> bytes:
    return bytes((of * len(values))(*values))


def view(length: int, buffer: int = 0, offset: int = 0, data: bytes = b"") -> bytes:
    if length > 12:
        return offsets(length) + b"head" + offsets(buffer, offset)
    return offsets(length) + data.ljust(12, b"\0")


def good() -> dict[str, Any]:
    return {"buffers": [None, offsets(0, 1, 3, 6), b"abcdef"]}


def test_handmade_arrays() -> None:
    """The harness is right: what is right is hashed, and released once."""
    array = Handmade(**good())
    assert lanesum.digest_many("sha256", array).tolist() == expected_of([b"a", b"bc", b"def"])
    assert array.released == {"schema": 1, "array": 1}
    with pytest.raises(ValueError, match="has been released"):
        lanesum.digest_many("sha256", array)
    views = Handmade(
        b"vz", 2, [None, view(3, data=b"abc") + view(13, 1, 2), b"", b"0123456789abcdef", offsets(0, 16, of=ctypes.c_int64)]
    )
    assert lanesum.digest_many("sha256", views).tolist() == expected_of([b"abc", b"23456789abcde"])
    empty = Handmade(b"z", 0, [None, None, None])
    assert lanesum.digest_many("sha256", empty).tolist() == []
    nothing = Handmade(b"z", 2, [None, offsets(0, 0, 0), None])
    assert lanesum.digest_many("sha256", nothing).tolist() == expected_of([b"", b""])


MALFORMED: list[tuple[str, Callable[[], Handmade]]] = [
    ("no format", lambda: Handmade(None, **good())),
    ("offsets that do not rise", lambda: Handmade(buffers=[None, offsets(0, 3, 1, 6), b"abcdef"])),
    ("offsets that do not rise", lambda: Handmade(buffers=[None, offsets(-1, 1, 3, 6), b"abcdef"])),
    ("offsets that do not rise", lambda: Handmade(buffers=[None, offsets(0, 1, 9, 6), b"abcdef"])),
    ("offsets that do not rise", lambda: Handmade(buffers=[None, offsets(7, 7, 7, 6), b"abcdef"])),
    ("offsets that do not rise", lambda: Handmade(b"Z", buffers=[None, offsets(0, 9, 3, 6, of=ctypes.c_int64), b"abcdef"])),
    ("offsets without data", lambda: Handmade(buffers=[None, offsets(0, 1, 3, -6), b"abcdef"])),
    ("offsets without data", lambda: Handmade(buffers=[None, offsets(0, 1, 3, 6), None])),
    ("offsets without data", lambda: Handmade(b"U", buffers=[None, offsets(0, 1, 3, 6, of=ctypes.c_int64), None])),
    ("no offsets", lambda: Handmade(buffers=[None, None, b"abcdef"])),
    ("not as many buffers", lambda: Handmade(buffers=[None, offsets(0, 1, 3, 6)])),
    ("not as many buffers", lambda: Handmade(buffers=[])),
    ("not as many buffers", lambda: Handmade(b"w:2", buffers=[None, b"abcdef", b""])),
    ("not as many buffers", lambda: Handmade(b"vz", buffers=[None, b"" * 48])),
    ("a number of buffers below 0", lambda: Handmade(**good(), n_buffers=-1)),
    ("no buffers", lambda: Handmade(**good(), n_buffers=1 << 40)),
    ("a length below 0", lambda: Handmade(length=-1, buffers=good()["buffers"])),
    ("an offset below 0", lambda: Handmade(**good(), offset=-1)),
    ("a length that no memory holds", lambda: Handmade(length=1 << 62, buffers=good()["buffers"])),
    ("a length that no memory holds", lambda: Handmade(**good(), offset=(1 << 63) - 1)),
    ("nulls without a validity buffer", lambda: Handmade(**good(), null_count=1)),
    ("has no children", lambda: Handmade(**good(), n_children=1)),
    ("no data", lambda: Handmade(b"w:2", buffers=[None, None])),
    ("a fixed size that is no number", lambda: Handmade(b"w:two", buffers=[None, b""])),
    ("a fixed size that is no number", lambda: Handmade(b"w:-2", buffers=[None, b""])),
    ("a length that no memory holds", lambda: Handmade(b"w:4294967295", 1 << 50, buffers=[None, b""])),
    ("no views", lambda: Handmade(b"vz", buffers=[None, None, b""])),
    ("a length below 0", lambda: Handmade(b"vz", 1, [None, view(-1), b""])),
    ("a view of a buffer that is not there", lambda: Handmade(b"vz", 1, [None, view(13), b""])),
    (
        "a view of a buffer that is not there",
        lambda: Handmade(b"vz", 1, [None, view(13, -1), b"x" * 13, offsets(13, of=ctypes.c_int64)]),
    ),
    ("a view beyond its buffer", lambda: Handmade(b"vz", 1, [None, view(14), b"x" * 13, offsets(13, of=ctypes.c_int64)])),
    ("a view beyond its buffer", lambda: Handmade(b"vz", 1, [None, view(13, 0, 1), b"x" * 13, offsets(13, of=ctypes.c_int64)])),
    ("an offset below 0", lambda: Handmade(b"vz", 1, [None, view(13, 0, -1), b"x" * 13, offsets(13, of=ctypes.c_int64)])),
    ("a data buffer without its", lambda: Handmade(b"vz", 1, [None, view(13), b"x" * 13, offsets(-1, of=ctypes.c_int64)])),
    ("a data buffer without its", lambda: Handmade(b"vz", 1, [None, view(13), None, offsets(13, of=ctypes.c_int64)])),
    ("no lengths", lambda: Handmade(b"vz", 1, [None, view(13), b"x" * 13, None])),
    ("no dictionary", lambda: with_dictionary(None)),
    ("the indices of a dictionary are no integers", lambda: with_dictionary(Handmade(**good()), format=b"g")),
    ("an index beyond the dictionary", lambda: with_dictionary(Handmade(**good()), indices=bytes([0, 3, 0]))),
    ("an index beyond the dictionary", lambda: with_dictionary(Handmade(**good()), indices=bytes([0, 255, 0]))),
    ("offsets that do not rise", lambda: with_dictionary(Handmade(buffers=[None, offsets(0, 9, 1, 6), b"abcdef"]))),
    ("no indices", lambda: with_dictionary(Handmade(**good()), indices=None)),
    ("not as many children as in the schema", lambda: struct(Handmade(**good()), n_children=0)),
    ("no children", lambda: struct(Handmade(**good()), schema_children=None)),
    ("not as many children", lambda: struct(Handmade(**good()), children=None)),
    ("a child is shorter than its parent", lambda: struct(Handmade(**good()), length=4)),
    ("a child is shorter than its parent", lambda: struct(Handmade(**good()), offset=1)),
    ("a struct has one buffer", lambda: struct(Handmade(**good()), n_buffers=0)),
    ("a child that is null", lambda: struct(None)),
    ("a number of children below 0", lambda: struct(Handmade(**good()), schema_n_children=-1)),
]


def with_dictionary(values: Handmade | None, format: bytes = b"c", indices: bytes | None = bytes([0, 1, 2])) -> Handmade:
    array = Handmade(format, 3, [None, indices])
    array.kept.append(values)  # type: ignore[arg-type]
    example = values or Handmade(**good())
    array.kept.append(example)  # type: ignore[arg-type]
    array.schema.dictionary = ctypes.pointer(example.schema)
    if values is not None:
        array.array.dictionary = ctypes.pointer(values.array)
    return array


def struct(child: Handmade | None, length: int = 3, **fields: Any) -> Handmade:
    array = Handmade(b"+s", length, [None])
    array.kept.append(child)  # type: ignore[arg-type]
    schemas = (ctypes.POINTER(ArrowSchema) * 1)()
    arrays = (ctypes.POINTER(ArrowArray) * 1)()
    if child is not None:
        schemas[0] = ctypes.pointer(child.schema)
        arrays[0] = ctypes.pointer(child.array)
    array.kept += [schemas, arrays]
    array.schema.n_children = array.array.n_children = 1
    array.schema.children, array.array.children = schemas, arrays
    for name, value in fields.items():
        target = array.schema if name.startswith("schema_") else array.array
        name = name.removeprefix("schema_")
        if value is None:
            value = type(getattr(target, name))()
        setattr(target, name, value)
    return array


@pytest.mark.parametrize("case", range(len(MALFORMED)), ids=lambda case: MALFORMED[case][0])
@pytest.mark.parametrize("threads", [1, 2])
def test_malformed_arrays(case: int, threads: int) -> None:
    message, make = MALFORMED[case]
    array = make()
    with pytest.raises(ValueError, match="malformed Arrow array") as caught:
        lanesum.digest_many("sha256", array, threads=threads)
    assert message in str(caught.value)
    assert array.released == {"schema": 1, "array": 1}, "released all the same"


def test_a_child_that_has_been_released() -> None:
    child = Handmade(**good())
    child.array.release = RELEASE_ARRAY()
    with pytest.raises(ValueError, match="it has been released"):
        lanesum.digest_many("sha256", struct(child))


@pytest.mark.parametrize("value", [None, (), (1, 2), (1,), "ab", 3])
def test_methods_that_give_something_else(value: object) -> None:
    class Array:
        def __arrow_c_array__(self, requested_schema: object = None) -> object:
            return value

    class Stream:
        def __arrow_c_stream__(self, requested_schema: object = None) -> object:
            return value

    for kind in (Array, Stream):
        with pytest.raises(TypeError, match="__arrow_c_"):
            lanesum.digest_many("sha256", kind())


def test_capsules_of_other_things() -> None:
    class Array:
        def __arrow_c_array__(self, requested_schema: object = None) -> object:
            schema, array = pa.array([b"a"]).__arrow_c_array__()
            return array, schema

    with pytest.raises(TypeError, match="no capsule"):
        lanesum.digest_many("sha256", Array())


def test_a_method_that_fails() -> None:
    class Array:
        def __arrow_c_array__(self, requested_schema: object = None) -> object:
            raise RuntimeError("not now")

    with pytest.raises(RuntimeError, match="not now"):
        lanesum.digest_many("sha256", Array())


def test_exported_capsules_are_released() -> None:
    """By the consumer, or with the capsule; in both cases the digests live as long as needed."""
    digests = lanesum.digest_many("sha256", [b"a"] * 5)
    for _ in range(1000):
        digests.__arrow_c_array__()
        digests.__arrow_c_schema__()
        digests.__arrow_c_stream__()
        schema, array = digests.__arrow_c_array__()
        taken = pa.Array._import_from_c_capsule(schema, array)
        assert taken[4].as_py() == digests[4]
        pa.chunked_array(digests)
