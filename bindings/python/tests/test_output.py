"""Long digests, output of any length and its readers."""

import copy
import hashlib
import pickle

import pytest

import lanesum
from support import KEY, XOFS, begin


@pytest.mark.parametrize("name", ["shake_128", "kmacxof128"])
def test_readers_do_not_pickle(name: str) -> None:
    """They do not save where they stand."""
    reader = begin(name).reader()
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        with pytest.raises(TypeError, match="cannot pickle 'XofReader' object"):
            pickle.dumps(reader, protocol)
    for wrong in (copy.copy, copy.deepcopy):
        with pytest.raises(TypeError, match="cannot pickle"):
            wrong(reader)


@pytest.mark.parametrize("name", ["kmac256", "parallelhash128", "tuplehash256"])
def test_long_digests(name: str) -> None:
    """They are made in pieces: the same as the library's own in one call, and as pycryptodome's."""
    from Crypto.Hash import KMAC256, TupleHash256

    size = (3 << 20) + 5
    options = {"key": KEY * 2} if name == "kmac256" else {}
    hasher = lanesum.new(name, [b"abc"] if name == "tuplehash256" else b"abc", digest_size=size, **options)
    digest = hasher.digest()
    assert len(digest) == hasher.digest_size == size
    assert hasher.hexdigest() == digest.hex()
    if name == "kmac256":
        assert digest == KMAC256.new(key=KEY * 2, data=b"abc", mac_len=size).digest()
        assert hasher.verify(digest)
    elif name == "tuplehash256":
        assert digest == TupleHash256.new(digest_bytes=size).update(b"abc").digest()
    columns = {"columns": [[b"abc"]]} if name == "tuplehash256" else {"messages": [b"abc"]}
    many = lanesum.digest_many(name, **columns, digest_size=size, **options)
    assert many[0] == digest
    assert many.hex() == [digest.hex()]
    assert many.tolist() == [digest]
    assert many.tobytes() == digest


def test_long_output() -> None:
    expected = hashlib.shake_128(b"seed").digest((3 << 20) + 7)
    xof = lanesum.shake_128(b"seed")
    assert xof.digest(len(expected)) == expected
    assert xof.hexdigest(len(expected)) == expected.hex()
    reader = xof.reader()
    assert reader.read(5) + reader.read(len(expected) - 5) == expected


@pytest.mark.parametrize("name", [*XOFS, "kmacxof128", "kmacxof256", "tuplehashxof128", "tuplehashxof256"])
def test_readers(name: str) -> None:
    hasher = lanesum.new(name, [b"seed"]) if name.startswith("tuple") else begin(name, b"seed")
    expected = hasher.digest(20_000)
    reader = hasher.reader()
    hasher.update(b"more")
    pieces = [reader.read(n) for n in (0, 1, 135, 136, 1000, 8000, 0, 10_728)]
    assert b"".join(pieces) == expected
    assert expected.hex() == begin(name, b"seed").hexdigest(20_000) if not name.startswith("tuple") else True
    for wrong in (-1, 1 << 29, 1 << 70):
        with pytest.raises(ValueError, match="length"):
            hasher.digest(wrong)
        with pytest.raises(ValueError, match="n "):
            reader.read(wrong)
    with pytest.raises(TypeError, match="length must be an integer"):
        hasher.digest("3")
    with pytest.raises(TypeError):
        hasher.digest()
