"""digest_many: every kind of input against one call for each message."""

import array
import ctypes
import hashlib
import random
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import lanesum
from support import IN_HASHLIB, KEY, KEYED, PLAIN, XOFS, digest, options_of, theirs


def messages_of(rng: random.Random, count: int, longest: int = 300) -> list[bytes]:
    return [rng.randbytes(rng.choice([0, 1, 31, 32, 64, 135, 136, 137, rng.randrange(longest)])) for _ in range(count)]


@pytest.mark.parametrize("name", IN_HASHLIB)
def test_against_hashlib(name: str, rng: random.Random) -> None:
    messages = messages_of(rng, 3000)
    assert lanesum.digest_many(name, messages).tolist() == [theirs(name)(message) for message in messages]


@pytest.mark.parametrize("name", [*PLAIN, *KEYED])
@pytest.mark.parametrize("threads", [1, 3])
def test_every_function(name: str, threads: int, rng: random.Random) -> None:
    messages = messages_of(rng, 2500 if threads > 1 else 100, 20_000 if threads == 1 else 300)
    expected = [digest(name, message) for message in messages]
    options = options_of(name)
    function = getattr(lanesum, name)
    assert lanesum.digest_many(name, messages, threads=threads, **options).tolist() == expected
    assert lanesum.digest_many(function, pa.array(messages), threads=threads, **options).tolist() == expected
    assert lanesum.digest_many(name, iter(messages), threads=threads, hex=True, **options) == [d.hex() for d in expected]


@pytest.mark.parametrize("name", [*XOFS, *KEYED, "parallelhash128"])
def test_digests_of_any_size(name: str, rng: random.Random) -> None:
    messages = messages_of(rng, 50)
    for size in (1, 20, 200):
        options: dict[str, Any] = options_of(name)
        if name.startswith(("kmac1", "kmac2", "parallelhash1")):
            expected = [lanesum.new(name, m, digest_size=size, **options).digest() for m in messages]
        else:
            expected = [lanesum.new(name, m, **options).digest(size) for m in messages]
        digests = lanesum.digest_many(name, messages, digest_size=size, **options)
        assert digests.tolist() == expected
        assert digests.digest_size == size


def test_options() -> None:
    messages = [b"a", b"bc"]
    for name, options in (
        ("blake256", {"salt": b"s" * 16}),
        ("turboshake256", {"domain": 5}),
        ("kt128", {"customization": "purpose"}),
        ("cshake256", {"function": b"f", "customization": b"c"}),
        ("parallelhashxof256", {"block_size": 1}),
        ("kmacxof256", {"key": KEY, "customization": b"c"}),
    ):
        assert lanesum.digest_many(name, messages, **options).tolist() == [digest(name, m, **options) for m in messages]


LONG = 1 << 20


@pytest.mark.parametrize("name", ["shake_128", "kmac128", "kmacxof128", "kt128", "parallelhash256"])
@pytest.mark.parametrize("threads", [1, 2])
def test_wide_digests(name: str, threads: int, rng: random.Random) -> None:
    """Digests of as many bytes as are made at once, and more, among nulls and long messages."""
    messages: list[Any] = [rng.randbytes(length) for length in (3, LONG + 1, 0, 200)]
    messages.insert(1, None)
    for size in (LONG - 1, LONG, LONG + 1, 3 * LONG):
        options = options_of(name) | {"digest_size": size}
        single = options if "xof" not in name and name[0] in "kp" and name != "kt128" else options_of(name)
        length = [] if single is options else [size]
        expected = [None if m is None else lanesum.new(name, m, **single).digest(*length) for m in messages]
        for given in (messages, iter(messages), pa.array(messages, pa.binary())):
            assert lanesum.digest_many(name, given, threads=threads, **options).tolist() == expected


@pytest.mark.parametrize(
    "name", ["sha256", "sha3_512", "shake_128", "kt128", "kmac128", "kmacxof256", "blake512", "parallelhash128"]
)
@pytest.mark.parametrize("threads", [1, 2])
def test_long_messages_among_short_ones(name: str, threads: int, rng: random.Random) -> None:
    data = rng.randbytes(3 * LONG)
    lengths = [0, LONG - 1, 5, LONG, LONG + 1, 3 * LONG, 7, LONG + 8191, 2 * LONG]
    messages = [data[:length] for length in lengths]
    options = options_of(name)
    expected = [digest(name, message) for message in messages]
    inputs = [messages, [bytearray(m) for m in messages], pa.array(messages), pa.array(messages, pa.binary_view())]
    for messages_in in inputs:
        assert lanesum.digest_many(name, messages_in, threads=threads, **options).tolist() == expected
    rows = np.frombuffer(data, np.uint8).reshape(2, -1)
    assert lanesum.digest_many(name, rows, threads=threads, **options).tolist() == [digest(name, row.tobytes()) for row in rows]


def test_kinds_of_sequences() -> None:
    expected = [hashlib.sha256(m).digest() for m in (b"a", "ü".encode(), b"", b"d" * 70)]
    inputs: list[Any] = [b"a", "ü", bytearray(), memoryview(b"d" * 70)]
    for messages in (inputs, tuple(inputs), iter(inputs), (m for m in inputs), dict.fromkeys([b"a", "ü", b"", "d" * 70])):
        assert list(lanesum.digest_many("sha256", messages)) == expected
    assert list(lanesum.digest_many("sha256", {b"a"})) == expected[:1]
    assert list(lanesum.digest_many("sha256", np.array([b"a", b""], dtype=object))) == [expected[0], expected[2]]
    assert list(lanesum.digest_many("sha256", np.array(["a", ""]))) == [expected[0], expected[2]]
    assert list(lanesum.digest_many("sha256", np.array([b"a", b""]))) == [expected[0], expected[2]]
    assert list(lanesum.digest_many("sha256", np.array(["ü"], dtype=np.dtypes.StringDType()))) == expected[1:2]
    assert list(lanesum.digest_many("sha256", [array.array("B", b"a")])) == expected[:1]
    assert list(lanesum.digest_many("sha256", [])) == []


def test_views_between_bytes(rng: random.Random) -> None:
    """Messages that can change are copied, into their places among the others."""
    messages = messages_of(rng, 20_000)
    mixed = [bytearray(m) if rng.random() < 0.3 else m for m in messages]
    expected = [hashlib.sha256(m).digest() for m in messages]
    assert list(lanesum.digest_many("sha256", mixed)) == expected
    assert list(lanesum.digest_many("sha256", mixed, threads=2)) == expected


def test_buffers_with_rows(rng: random.Random) -> None:
    for shape in ((0, 5), (5, 0), (1, 1), (7, 33), (3000, 32), (4, 3, 5), (2, 2, 2, 2)):
        rows = np.frombuffer(rng.randbytes(int(np.prod(shape))), np.uint8).reshape(shape)
        expected = [hashlib.sha256(row.tobytes()).digest() for row in rows]
        for buffer in (rows, rows.astype(np.uint32), rows.astype(">f8")):
            theirs = [hashlib.sha256(row.tobytes()).digest() for row in buffer]
            assert list(lanesum.digest_many("sha256", buffer)) == theirs
        if rows.size:
            assert list(lanesum.digest_many("sha256", memoryview(rows))) == expected
    rows = np.arange(64, dtype=np.uint8).reshape(8, 8)
    for strided in (rows[:, ::2], rows.T):
        with pytest.raises(ValueError, match="messages: the buffer is not C-contiguous"):
            lanesum.digest_many("sha256", strided)
    assert len(lanesum.digest_many("sha256", rows[2:5])) == 3
    for flat in (np.arange(3), array.array("i", [1, 2])):
        with pytest.raises(TypeError, match="has no rows; reshape it"):
            lanesum.digest_many("sha256", flat)


class Tricky(list):  # type: ignore[type-arg]
    """A list of another class: its own iteration counts."""

    def __iter__(self):
        return iter([b"a"])


def test_lists_that_change() -> None:
    assert list(lanesum.digest_many("sha256", Tricky([b"b"]))) == [hashlib.sha256(b"a").digest()]
    messages: list[Any] = [b"a", b"b"]

    class Shrinks(bytes):
        def __buffer__(self, flags):  # only newer interpreters ask for it
            return memoryview(b"")

    messages.append(Shrinks(b"c"))
    assert lanesum.digest_many("sha256", messages)[2] == hashlib.sha256(b"c").digest()


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: lanesum.digest_many("md5", []), ValueError, "unsupported hash type md5"),
        (lambda: lanesum.digest_many(3, []), TypeError, "name must be a string or a function of lanesum"),
        (lambda: lanesum.digest_many(hashlib.sha256, []), TypeError, "name must be"),
        (lambda: lanesum.digest_many(len, []), TypeError, "name must be"),
        (lambda: lanesum.digest_many("sha256"), TypeError, "give either messages or columns"),
        (lambda: lanesum.digest_many("sha256", [], columns=[[]]), TypeError, "give either messages or columns"),
        (lambda: lanesum.digest_many("sha256", b"abc"), TypeError, "messages must be many messages, not one "),
        (lambda: lanesum.digest_many("sha256", "abc"), TypeError, "messages must be many messages, not one "),
        (lambda: lanesum.digest_many("sha256", bytearray(3)), TypeError, "messages must be many messages, not one "),
        (lambda: lanesum.digest_many("sha256", 3), TypeError, "messages must be an iterable"),
        (lambda: lanesum.digest_many("sha256", [b"a", 3]), TypeError, "messages[1] must be bytes-like, str or None, not int"),
        (
            lambda: lanesum.digest_many("sha256", [None, 1.5]),
            TypeError,
            "messages[1] must be bytes-like, str or None, not float",
        ),
        (lambda: lanesum.digest_many("sha256", ["a", "\ud800"]), UnicodeEncodeError, "messages[1]: surrogates not allowed"),
        (
            lambda: lanesum.digest_many("tuplehash128", columns=[["\ud800"]]),
            UnicodeEncodeError,
            "columns[0][0]: surrogates not allowed",
        ),
        (lambda: lanesum.digest_many("\ud800", []), UnicodeEncodeError, "name: surrogates not allowed"),
        (lambda: lanesum.digest_many("sha256", [], threads=-1), ValueError, "threads must be from 0 (all) to 1024, not -1"),
        (lambda: lanesum.digest_many("sha256", [], hex="yes"), TypeError, "hex must be True or False, not str"),
        (lambda: lanesum.digest_many("sha256", [], threads="2"), TypeError, "threads must be an integer"),
        (lambda: lanesum.digest_many("sha256", [], digest_size=3), TypeError, "digest_size: sha256 has digests of 32 bytes"),
        (lambda: lanesum.digest_many("shake_128", [], digest_size=0), ValueError, "digest_size must be at least 1"),
        (lambda: lanesum.digest_many("shake_128", [], digest_size=1 << 80), ValueError, "digest_size is out of range"),
        (
            lambda: lanesum.digest_many("shake_128", [], digest_size=1 << 29),
            ValueError,
            "digest_size must be less than 536870912",
        ),
        (
            lambda: lanesum.digest_many("sha256", [], key=b""),
            TypeError,
            "digest_many() got an unexpected keyword argument 'key' for sha256",
        ),
        (lambda: lanesum.digest_many("kmac128", []), TypeError, "missing required argument 'key'"),
        (lambda: lanesum.digest_many("tuplehash128", []), TypeError, "tuplehash128 hashes tuples: give columns"),
        (lambda: lanesum.digest_many("sha256", columns=[[b""]]), TypeError, "columns are hashed by tuplehash128"),
        (lambda: lanesum.digest_many("tuplehash128", columns=[]), ValueError, "columns is empty"),
        (
            lambda: lanesum.digest_many("tuplehash128", columns=b"ab"),
            TypeError,
            "columns must be a sequence of columns, or an Arrow table, not bytes",
        ),
        (
            lambda: lanesum.digest_many("tuplehash128", columns=3),
            TypeError,
            "columns must be a sequence of columns, or an Arrow table, not int",
        ),
        (lambda: lanesum.digest_many("tuplehash128", columns=[[b""], []]), ValueError, "columns[1] has 0 rows"),
        (lambda: lanesum.digest_many("tuplehash128", columns=[[3]]), TypeError, "columns[0][0] must be bytes-like"),
        (
            lambda: lanesum.digest_many("sha256", pl.Series([1])),
            TypeError,
            "messages: a column must be of binary or string values, not int64; cast it first",
        ),
        (
            lambda: lanesum.digest_many("tuplehash128", columns=[[], pa.array([1.5])]),
            TypeError,
            "columns[1]: a column must be of binary or string values, not float64",
        ),
        (
            lambda: lanesum.digest_many("tuplehash128", columns=pa.table({"age": [1]})),
            TypeError,
            "columns: column 'age': a column must be",
        ),
        (lambda: lanesum.digest_many("sha256", pl.DataFrame({"a": [b""], "b": [b""]})), TypeError, "a table of 2 columns"),
    ],
)
def test_errors(call, error: type[Exception], message: str) -> None:
    with pytest.raises(error) as caught:
        call()
    assert message in str(caught.value)


def test_an_error_of_the_interpreter_says_which_message() -> None:
    with pytest.raises(UnicodeEncodeError) as caught:
        lanesum.digest_many("sha256", ["a", "\ud800"])
    assert (caught.value.object, caught.value.start) == ("\ud800", 0)


def test_what_is_not_contiguous_is_a_value_error() -> None:
    """Whatever numpy and memoryview make of it."""
    for scattered in (memoryview(bytes(4))[::2], np.zeros(4, "u1")[::2], np.zeros((4, 4)).T):
        with pytest.raises(ValueError, match=r"messages\[1\]: the buffer is not C-contiguous; copy it first"):
            lanesum.digest_many("sha256", [b"", scattered])
        with pytest.raises(ValueError, match="data: the buffer is not C-contiguous; copy it first"):
            lanesum.sha256(scattered)
    for rows in (np.zeros((4, 4)).T, np.zeros((4, 4, 4))[:, ::2]):
        with pytest.raises(ValueError, match=r"columns\[0\]: the buffer is not C-contiguous; copy it first"):
            lanesum.digest_many("tuplehash128", columns=[rows])


@pytest.mark.parametrize("threads", [1, 2])
def test_none_is_a_null(threads: int, rng: random.Random) -> None:
    """As a null of Arrow: among bytes, and among messages that are copied into their places."""
    messages: list[Any] = [
        rng.choice([None, message, bytearray(message), message.hex()]) for message in messages_of(rng, 20_000)
    ]
    messages[100:102] = [None, bytearray(2 * LONG)]
    messages[9000:9003] = [bytearray(LONG - 1)] * 3
    messages[9500:9520] = [None, bytearray(LONG - 1)] * 10

    def one(message: Any) -> bytes | None:
        return None if message is None else hashlib.sha256(message.encode() if isinstance(message, str) else message).digest()

    expected = [one(message) for message in messages]
    for given in (messages, tuple(messages), iter(messages), np.array(messages, dtype=object)):
        digests = lanesum.digest_many("sha256", given, threads=threads)
        assert digests.tolist() == expected
        assert digests.null_count == expected.count(None) > 1000
        assert pa.array(digests).to_pylist() == expected
    row = expected.index(None)
    assert np.asarray(digests)[row].tobytes() == bytes(32)
    assert lanesum.digest_many("sha256", messages, threads=threads, hex=True)[row] is None
    assert lanesum.digest_many("sha256", [None]).tolist() == [None]
    pairs = lanesum.digest_many("tuplehash128", columns=[messages, messages[::-1]], threads=threads)
    for index in (0, 100, 101, 9000, 9501, 19_999):
        strings = [m.encode() if isinstance(m, str) else m for m in (messages[index], messages[-1 - index])]
        assert pairs[index] == (None if None in strings else lanesum.tuplehash128(strings).digest())
    assert lanesum.digest_many("tuplehash128", columns=[["a"], [None]]).tolist() == [None]


def test_an_iterator_that_fails() -> None:
    def messages():
        yield b"a"
        raise KeyError("lost")

    with pytest.raises(KeyError, match="lost"):
        lanesum.digest_many("sha256", messages())


# ---------------------------------------------------------------------------------------------------------------- columns
@pytest.mark.parametrize("name", ["tuplehash128", "tuplehash256", "tuplehashxof128", "tuplehashxof256"])
@pytest.mark.parametrize("threads", [1, 2])
def test_columns(name: str, threads: int, rng: random.Random) -> None:
    count = 5000
    first, second = messages_of(rng, count), messages_of(rng, count)
    rows = np.frombuffer(rng.randbytes(3 * count), np.uint8).reshape(count, 3)
    with_nulls = [None if rng.random() < 0.2 else message for message in second]
    chunks = pa.chunked_array([pa.array(with_nulls[:7]), pa.array([], pa.binary()), pa.array(with_nulls[7:])])
    for size in (None, 7):
        options: dict[str, Any] = {"digest_size": size} if size else {}

        def one(*strings: bytes | None, options: dict[str, Any] = options) -> bytes | None:
            if any(string is None for string in strings):
                return None
            if "xof" in name:
                return lanesum.new(name, strings).digest(options.get("digest_size", 64 if name.endswith("256") else 32))
            return lanesum.new(name, strings, **options).digest()

        for columns, expected in (
            ([first], [one(a) for a in first]),
            ([first, second], [one(a, b) for a, b in zip(first, second, strict=True)]),
            ([pa.array(first), chunks, rows], [one(*row) for row in zip(first, with_nulls, rows, strict=True)]),
        ):
            digests = lanesum.digest_many(name, columns=columns, threads=threads, customization=b"", **options)
            assert digests.tolist() == expected
    table = pa.table({"a": first, "b": chunks})
    expected = [one(a, b) for a, b in zip(first, with_nulls, strict=True)]
    for columns in (table, table.to_batches(), pl.from_arrow(table)):
        if isinstance(columns, list):
            columns = pa.Table.from_batches(columns)
        assert lanesum.digest_many(name, columns=columns, digest_size=7).tolist() == expected


def test_columns_of_long_strings(rng: random.Random) -> None:
    long = [rng.randbytes(2 * LONG + i) for i in range(12)]
    short = [bytes([i]) for i in range(12)]
    expected = [lanesum.tuplehash128(row).digest() for row in zip(long, short, long, strict=True)]
    for columns in ([long, short, long], [pa.array(long), short, [bytearray(m) for m in long]]):
        assert lanesum.digest_many("tuplehash128", columns=columns).tolist() == expected


class Pointers(ctypes.Structure):
    _fields_ = [("a", ctypes.c_char_p)]


class Numbers(ctypes.Structure):
    _fields_ = [("PO", ctypes.c_int32)]


OBJECTS: dict[str, Any] = {
    "rows": np.array([["x"]], dtype=object),
    "records": np.zeros(2, dtype=[("a", "O")]),
    "records among numbers": np.zeros((2, 2), dtype=[("a", "i4"), ("b", "O")]),
    "not contiguous": np.zeros((4, 4), dtype=object)[:, ::2],
    "strings of any length": np.array([["x"]], dtype=np.dtypes.StringDType()),
    "pointers of C": (Pointers * 2 * 2)(),
}


@pytest.mark.parametrize("case", OBJECTS)
def test_addresses_of_objects_are_no_message(case: str) -> None:
    array = OBJECTS[case]
    with pytest.raises(TypeError, match="addresses; give bytes"):
        lanesum.digest_many("sha3_256", array)
    with pytest.raises(TypeError, match=r"messages\[1\].*addresses; give bytes"):
        lanesum.digest_many("sha3_256", [b"", array])
    with pytest.raises(TypeError, match=r"columns\[0\].*addresses; give bytes"):
        lanesum.digest_many("tuplehash128", columns=[array])
    with pytest.raises(TypeError, match=r"data: .*addresses; give bytes"):
        lanesum.sha256(array)
    with pytest.raises(TypeError, match="addresses; give bytes"):
        lanesum.sha256().update(array)


def test_numbers_that_look_like_objects() -> None:
    """Names of fields are no formats, and an array of dates has none."""
    rows = np.arange(6, dtype="i4").reshape(2, 3)
    expected = [lanesum.sha256(row.tobytes()).digest() for row in rows]
    named = rows.view([("POw", "i4")]).reshape(2, 3)
    assert lanesum.digest_many("sha256", named).tolist() == expected
    assert lanesum.digest_many("sha256", rows.astype("i8").view("M8[s]")).tolist() == [
        lanesum.sha256(row.astype("i8").tobytes()).digest() for row in rows
    ]
    assert lanesum.sha256(Numbers(3)).digest() == lanesum.sha256(bytes(Numbers(3))).digest()
    assert lanesum.digest_many("sha256", np.array(["x", b"y"], dtype=object)).tolist() == [
        lanesum.sha256(message).digest() for message in (b"x", b"y")
    ]


def test_rows_of_strings() -> None:
    names = np.array([["Ada", "Alan"], ["Grace", "x"]])
    for wrong in (names, np.zeros((2, 2), [("a", "U3")]), list(names)):
        with pytest.raises(TypeError, match="UTF-32"):
            lanesum.digest_many("sha256", wrong)
    assert lanesum.digest_many("sha256", names[0])[0] == lanesum.sha256(b"Ada").digest()


def test_masked_arrays() -> None:
    masked = np.ma.masked_array(np.zeros((2, 2), "u1"), [[True, False], [False, False]])  # type: ignore[no-untyped-call]
    strings = np.ma.masked_array([b"a", b"b"], [True, False])  # type: ignore[no-untyped-call]
    for wrong in (masked, strings, [masked]):
        with pytest.raises(TypeError, match="masked"):
            lanesum.digest_many("sha256", wrong)
    with pytest.raises(TypeError, match="masked"):
        lanesum.sha256(masked)
    assert lanesum.sha256(masked.data).digest() == lanesum.sha256(bytes(4)).digest()
    field = np.rec.array([(1, 2)], dtype=[("mask", "u1"), ("data", "u1")])
    assert lanesum.sha256(field).digest() == lanesum.sha256(b"\1\2").digest()


FRAME = {"a": ["x", "y"], "b": ["1", "2"]}


@pytest.mark.parametrize(
    "index",
    [None, ["p", "q"], [5, 3], pd.Index(["p", "q"], name="id"), pd.MultiIndex.from_tuples([("p", 1), ("q", 2)])],
    ids=str,
)
def test_the_index_of_pandas_is_no_column(index: Any) -> None:
    frame = pd.DataFrame(FRAME, index=index)
    expected = [lanesum.tuplehash128([b"x", b"1"]).digest(), lanesum.tuplehash128([b"y", b"2"]).digest()]
    assert lanesum.digest_many("tuplehash128", columns=frame).tolist() == expected
    assert lanesum.digest_many("tuplehash128", columns=frame[::-1]).tolist() == expected[::-1]
    assert lanesum.digest_many("tuplehash128", columns=[frame[["a"]], frame["b"]]).tolist() == expected
    assert lanesum.digest_many("sha256", frame[["a"]])[1] == lanesum.sha256(b"y").digest()
    assert lanesum.digest_many("sha256", frame["a"])[1] == lanesum.sha256(b"y").digest()


@pytest.mark.parametrize("threads", [1, 2])
def test_rows_that_do_not_stand_together(threads: int) -> None:
    whole = np.arange(3000 * 16, dtype=np.uint8).reshape(3000, 16)
    cube = whole.reshape(300, 10, 16)
    for rows in (
        whole[:, :4],
        whole[::2],
        whole[::-1],
        whole[5:-5, 3:11],
        whole[:, :0],
        whole[:0, :4],
        cube[::3],
        cube[:, 2:5],
        whole[::-1][:1],
    ):
        expected = [hashlib.sha256(row.tobytes()).digest() for row in rows]
        assert lanesum.digest_many("sha256", rows, threads=threads).tolist() == expected
    once = np.broadcast_to(np.arange(16, dtype=np.uint8), (2000, 16))
    assert lanesum.digest_many("sha256", once, threads=threads).tolist() == 2000 * [hashlib.sha256(once[0].tobytes()).digest()]
    long = np.zeros((3, 3 << 20), np.uint8)
    assert lanesum.digest_many("sha256", long[::2]).tolist() == 2 * [hashlib.sha256(long[0].tobytes()).digest()]
    for scattered in (whole.T, whole[:, ::2]):
        with pytest.raises(ValueError, match="C-contiguous"):
            lanesum.digest_many("sha256", scattered)


def test_missing_values_of_pandas() -> None:
    expected = [hashlib.sha256(b"a").digest(), None]
    for missing in (None, float("nan"), np.float64("nan"), pd.NA, pd.NaT):
        assert lanesum.digest_many("sha256", np.array(["a", missing], object)).tolist() == expected
        assert lanesum.digest_many("sha256", ["a", missing]).tolist() == expected  # type: ignore[list-item]
        assert lanesum.digest_many("sha256", pd.Index(["a", missing])).tolist() == expected
        assert lanesum.digest_many("sha256", pd.Index(["a", missing], dtype=object)).tolist() == expected
    with pytest.raises(TypeError, match=r"messages\[0\] must be bytes-like, str or None, not float"):
        lanesum.digest_many("sha256", [1.0])  # type: ignore[list-item]
