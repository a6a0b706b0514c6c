"""BLAKE2 beside hashlib; BLAKE3 beside its official answers and itself."""

import hashlib
import hmac
import io
import sys
from pathlib import Path
from typing import Any

import pytest

import lanesum

DATA = bytes(i % 251 for i in range(200_000))
BOTH = pytest.mark.parametrize("name", ["blake2b", "blake2s"])


@BOTH
@pytest.mark.parametrize("size", [0, 1, 64, 65, 128, 129, 5000, 200_000])
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"digest_size": 20},
        {"key": b"a key", "digest_size": 32},
        {"salt": b"salt", "person": b"person"},
        {"fanout": 2, "depth": 3, "leaf_size": 4096, "node_offset": 7, "node_depth": 1, "inner_size": 32, "last_node": True},
    ],
)
def test_blake2_is_hashlibs(name: str, size: int, options: dict[str, Any]) -> None:
    theirs = getattr(hashlib, name)(DATA[:size], **options)
    ours = getattr(lanesum, name)(DATA[:size], **options)
    assert ours.digest() == theirs.digest()
    for part in (b"more", bytearray(DATA[:7000])):
        ours.update(part)
        theirs.update(part)
    assert ours.copy().hexdigest() == theirs.hexdigest()
    for constant in ("name", "digest_size", "block_size", "MAX_DIGEST_SIZE", "MAX_KEY_SIZE", "SALT_SIZE", "PERSON_SIZE"):
        assert getattr(ours, constant) == getattr(theirs, constant)
    assert ours.verify(theirs.digest())
    assert not ours.verify(bytes([theirs.digest()[0] ^ 1]) + theirs.digest()[1:])


@BOTH
@pytest.mark.parametrize(
    "options",
    [
        {"digest_size": 0},
        {"digest_size": 65},
        {"digest_size": -1},
        {"key": bytes(65)},
        {"salt": bytes(17)},
        {"person": bytes(17)},
        {"fanout": 256},
        {"depth": 0},
        {"depth": 256},
        {"leaf_size": 1 << 32},
        {"node_offset": 1 << 64},
        {"inner_size": 65},
        {"key": "text"},
        {"no_such": 1},
    ],
)
def test_what_hashlib_refuses_is_refused(name: str, options: dict[str, Any]) -> None:
    for module in (hashlib, lanesum):
        with pytest.raises((TypeError, ValueError, OverflowError)):
            getattr(module, name)(**options)


@pytest.mark.parametrize(("name", "leaves", "most"), [("blake2bp", 4, 64), ("blake2sp", 8, 32)])
@pytest.mark.parametrize("size", [0, 1, 512, 513, 1024, 5000, 200_000])
@pytest.mark.parametrize("options", [{}, {"digest_size": 20, "key": b"a key"}, {"salt": b"salt", "person": b"person"}])
def test_the_trees_of_blake2(name: str, leaves: int, most: int, size: int, options: dict[str, Any]) -> None:
    """Made of hashlib's nodes, as the paper on BLAKE2 says."""
    node = getattr(hashlib, name[:-1])
    common = {"fanout": leaves, "depth": 2, "inner_size": most, **options, "digest_size": most}
    digest_size, block = options.get("digest_size", most), node().block_size
    # The nodes' values have all bytes, but the length of the digest is in their parameters: hashlib cannot say so.
    if digest_size == most:
        values = b""
        for leaf in range(leaves):
            data = b"".join(DATA[:size][at : at + block] for at in range(leaf * block, size, leaves * block))
            values += node(data, node_offset=leaf, last_node=leaf == leaves - 1, **common).digest()
        expected = node(values, node_depth=1, last_node=True, **common).digest()
        assert getattr(lanesum, name)(DATA[:size], **options).digest() == expected
    ours = getattr(lanesum, name)(**options)
    for at in range(0, size, 700):
        ours.update(DATA[at : min(size, at + 700)])
    assert ours.digest() == getattr(lanesum, name)(DATA[:size], **options).digest()
    assert ours.verify(ours.copy().digest())
    with pytest.raises(ValueError, match="fanout"):
        getattr(lanesum, name)(fanout=2)


def test_blake3() -> None:
    """Of test_vectors.json: 1,025 bytes, which are two chunks."""
    data, key = DATA[:1025], b"whats the Elvish word for friend"
    context = "BLAKE3 2019-12-27 16:29:52 test vectors context"
    hashed = "d00278ae47eb27b34faecf67b4fe263f82d5412916c1ffd97c8cb7fb814b8444"
    keyed = "357dc55de0c7e382c900fd6e320acc04146be01db6a8ce7210b7189bd664ea69"
    derived = "effaa245f065fbf82ac186839a249707c3bddf6d3fdda22d1b95a3c970379bcb"
    for hasher, answer in (
        (lanesum.blake3(data), hashed),
        (lanesum.blake3(data, key=key), keyed),
        (lanesum.blake3(data, derive_key_context=context), derived),
    ):
        assert hasher.hexdigest() == answer
        assert hasher.digest(100)[33:] == hasher.digest(67, seek=33)
    # By its name, as dvc makes its hashers.
    assert lanesum.new("blake3", data, usedforsecurity=False).hexdigest() == hashed
    assert lanesum.new("BLAKE3").name == "blake3"
    assert lanesum.file_digest(io.BytesIO(data), "blake3", key=key).hexdigest() == keyed
    whole, pieces = lanesum.blake3(DATA), lanesum.blake3()
    for i in range(0, len(DATA), 7001):
        pieces.update(bytearray(DATA[i : i + 7001]))
    assert whole.digest(10_000) == pieces.copy().digest(10_000)
    for wrong in (
        lambda: lanesum.blake3(key=b"short"),
        lambda: lanesum.blake3(key=key, derive_key_context="both"),
        lambda: lanesum.blake3("text"),  # type: ignore[arg-type]
        lambda: whole.digest(-1),
        lambda: whole.digest(1 << 29),
        lambda: whole.digest(2, seek=2**64 - 1),
    ):
        with pytest.raises((TypeError, ValueError)):
            wrong()


def test_an_argument_that_uses_the_hasher() -> None:
    hasher = lanesum.blake2b()

    class Nested:
        def __buffer__(self, flags: int) -> memoryview:
            hasher.update(b"a")
            return memoryview(b"b")

    if sys.version_info >= (3, 12):
        hasher.update(Nested())  # type: ignore[arg-type]
        assert hasher.digest() == hashlib.blake2b(b"ab").digest()


@BOTH
def test_blake2_by_name(name: str, tmp_path: Path) -> None:
    ours = lanesum.new(name, b"abc", digest_size=20, key=b"key")
    assert type(ours) is getattr(lanesum, name)
    assert ours.digest() == getattr(hashlib, name)(b"abc", digest_size=20, key=b"key").digest()
    messages = [b"", b"a", DATA, *([DATA[:64]] * 40)]
    some: list[dict[str, Any]] = [{}, {"digest_size": 20}]
    for options in some:
        expected = [getattr(hashlib, name)(message, **options).digest() for message in messages]
        assert [bytes(digest) for digest in lanesum.digest_many(name, messages, **options)] == expected
    with pytest.raises(ValueError, match="65"):
        lanesum.digest_many(name, messages, digest_size=65)
    keyed = [getattr(hashlib, name)(message, key=b"key", salt=b"salt", person=b"person").digest() for message in messages]
    ours_keyed = lanesum.digest_many(name, messages, key=b"key", salt=b"salt", customization="person")
    assert [bytes(digest) for digest in ours_keyed] == keyed
    with pytest.raises(ValueError, match="salt"):
        lanesum.digest_many(name, messages, salt=bytes(17))
    path = tmp_path / "file"
    path.write_bytes(DATA)
    expected_of_file = getattr(hashlib, name)(DATA, digest_size=20).digest()
    for function in (name, getattr(lanesum, name)):
        assert lanesum.file_digest(path, function, digest_size=20).digest() == expected_of_file
    tag = lanesum.hmac_many(name, b"key", [b"message"])[0]
    assert bytes(tag) == hmac.digest(b"key", b"message", name)


def test_blake3_by_name() -> None:
    assert lanesum.new("BLAKE3", b"abc", key=bytes(32)).digest() == lanesum.blake3(b"abc", key=bytes(32)).digest()
    messages = [b"", b"a", DATA, *([DATA[:64]] * 40)]
    for size in (32, 100):
        expected = [lanesum.blake3(message).digest(size) for message in messages]
        assert [bytes(digest) for digest in lanesum.digest_many("blake3", messages, digest_size=size)] == expected
