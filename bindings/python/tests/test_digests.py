"""The result of a batch: a sequence, a buffer and an Arrow column."""

import copy
import hashlib
import io
import pickle
from collections.abc import Sequence

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import lanesum


def test_digests_are_a_sequence_of_bytes() -> None:
    messages = [b"a", b"b", b"a"]
    expected = [hashlib.sha256(m).digest() for m in messages]
    digests = lanesum.digest_many("sha256", messages)
    assert isinstance(digests, Sequence)
    assert list(digests) == digests.tolist() == expected
    assert list(reversed(digests)) == expected[::-1]
    assert (digests[0], digests[-1], len(digests)) == (expected[0], expected[2], 3)
    assert expected[1] in digests
    assert b"" not in digests
    assert None not in digests
    assert (digests.count(expected[0]), digests.index(expected[0]), digests.index(expected[0], 1)) == (2, 0, 2)
    assert digests[1:].tolist() == expected[1:]
    assert digests[-2:-1].tolist() == expected[1:2]
    assert digests[2:1].tolist() == []
    assert digests[1:][1:][0] == expected[2]
    assert digests == lanesum.digest_many("sha256", messages)
    assert digests != digests[1:]
    assert digests != expected, "as array.array"
    assert digests[:] == digests
    assert digests.hex() == [d.hex() for d in expected]
    assert digests.tobytes() == bytes(digests) == b"".join(expected)
    assert repr(digests) == "<lanesum.Digests: 3 of 32 bytes>"
    for index in (3, -4, 1 << 80):
        with pytest.raises(IndexError):
            digests[index]
    with pytest.raises(TypeError, match="index"):
        digests["a"]  # type: ignore[call-overload]
    with pytest.raises(ValueError, match="value"):
        digests.index(b"")
    first, *_ = digests
    assert first == expected[0]
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        rest = iter(digests)
        next(rest)
        assert list(pickle.loads(pickle.dumps(rest, protocol))) == list(copy.copy(rest)) == expected[1:]
        assert list(rest) == expected[1:]
        assert list(pickle.loads(pickle.dumps(rest, protocol))) == []


@pytest.mark.parametrize(
    "part", [slice(None, None, 2), slice(None, None, -1), slice(-2, 0, -3), slice(5, 1, 2), slice(1, 99, 4)]
)
def test_slices_with_a_step(part: slice) -> None:
    for messages in ([b"%d" % i for i in range(20)], [None if i % 3 else b"%d" % i for i in range(20)]):
        digests = lanesum.digest_many("sha256", messages)
        assert isinstance(digests[part], lanesum.Digests)
        assert digests[part].tolist() == digests.tolist()[part]
        assert digests[2:][part].tolist() == digests.tolist()[2:][part]
        assert pa.array(digests[part]).to_pylist() == digests.tolist()[part]
    with pytest.raises(ValueError, match="slice step cannot be zero"):
        digests[::0]


def test_pickles_of_the_first_version() -> None:
    """What 0.1.0 has pickled is read by later versions."""
    pickled = b"\x80\x04\x956\x00\x00\x00\x00\x00\x00\x00\x8c\x10lanesum._lanesum\x94\x8c\x08_digests\x94\x93\x94(C\x04ab\0\0\x94K\x02K\x02]\x94K\x01at\x94R\x94."
    digests = pickle.loads(pickled)
    assert digests.tolist() == [b"ab", None]
    assert pickle.dumps(digests, 4) == pickled


def test_digests_share_their_memory() -> None:
    digests = lanesum.digest_many("sha256", [b"a", b"b", b"c"])
    view = memoryview(digests)
    assert (view.shape, view.strides, view.format, view.readonly, view.nbytes) == ((3, 32), (32, 1), "B", True, 96)
    rows = np.asarray(digests)
    assert rows.shape == (3, 32)
    assert rows[1].tobytes() == digests[1]
    part = np.asarray(digests[1:])
    assert np.shares_memory(part, rows)
    with pytest.raises((BufferError, TypeError)):
        io.BytesIO(bytes(96)).readinto(digests)  # type: ignore[arg-type]
    column = pa.array(digests)
    assert column.type == pa.binary(32)
    assert column.buffers()[1].address == rows.ctypes.data
    assert pa.array(digests[1:]).to_pylist() == [digests[1], digests[2]]
    assert pa.array(digests[1:]).buffers()[1].address == rows.ctypes.data
    assert pl.Series("d", digests[1:]).to_list() == [digests[1], digests[2]]
    assert pa.chunked_array(digests).to_pylist() == digests.tolist()
    del digests
    assert column.to_pylist()[2] == hashlib.sha256(b"c").digest()
    assert rows[2].tobytes() == hashlib.sha256(b"c").digest()


def test_digests_with_nulls() -> None:
    digests = lanesum.digest_many("sha256", pa.array([None, b"a", None, b"b", None]))
    a, b = hashlib.sha256(b"a").digest(), hashlib.sha256(b"b").digest()
    assert digests.tolist() == list(digests) == [None, a, None, b, None]
    assert digests.null_count == 3
    assert digests.hex() == [None, a.hex(), None, b.hex(), None]
    assert np.asarray(digests)[0].tobytes() == bytes(32)
    assert (None in digests, digests.count(None), digests.index(None, 1)) == (True, 3, 2)
    assert pa.array(digests).to_pylist() == digests.tolist()
    assert pa.array(digests[1:4]).to_pylist() == [a, None, b]
    assert pa.array(digests[1:4]).null_count == 1
    assert pl.Series(digests).to_list() == digests.tolist()
    for part in (digests, digests[1:4], digests[1:2]):
        again = pickle.loads(pickle.dumps(part))
        assert again == part
        assert again.tolist() == part.tolist()


def test_frames() -> None:
    """The recipes of docs/python.md."""
    names = ["Ada", None, "Alan"]
    expected = [hashlib.sha3_256(name.encode()).digest() if name else None for name in names]
    frame = pd.DataFrame({"name": names})
    frame["digest"] = lanesum.digest_many("sha3_256", frame["name"]).tolist()
    assert [None if pd.isna(value) else value for value in frame["digest"]] == expected
    frame["hex"] = lanesum.digest_many("sha3_256", frame["name"], hex=True)
    assert frame["hex"][0] == expected[0].hex()  # type: ignore[union-attr]
    assert lanesum.digest_many("sha3_256", pd.Series([b"a", b"b"]))[0] == hashlib.sha3_256(b"a").digest()
    frame = pd.DataFrame({"first": ["Ada", "Alan"], "last": ["Lovelace", "Turing"]})
    both = lanesum.digest_many("tuplehash128", columns=frame)
    assert both[1] == lanesum.tuplehash128([b"Alan", b"Turing"]).digest()
