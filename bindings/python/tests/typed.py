"""What type checkers are to make of the package: checked by mypy --strict and pyright, and run by test_package.py."""

import hashlib
import io
from typing import assert_type

import polars as pl

import lanesum
import lanesum.polars
from lanesum import caesar
from lanesum.typing import HashLike

assert_type(lanesum.sha3_256(b"abc"), lanesum.Hash)
assert_type(lanesum.sha3_256(b"abc").digest(), bytes)
assert_type(lanesum.shake_128(bytearray(3)).hexdigest(8), str)
assert_type(lanesum.kt128(memoryview(b"abc"), customization="purpose").reader().read(8), bytes)
assert_type(lanesum.kmac256(b"key", b"abc", digest_size=16).verify(b"tag"), bool)
assert_type(lanesum.kmac256(key=b"key", data=b"abc"), lanesum.Kmac)
assert_type(lanesum.tuplehash128([b"a", b"b"], digest_size=16), lanesum.Hash)
assert_type(lanesum.parallelhashxof128(b"abc", block_size=8), lanesum.Xof)
assert_type(lanesum.digest_many("sha256", ["a", b"b"]), lanesum.Digests)
assert_type(lanesum.digest_many(lanesum.sha256, [b"b"], hex=True), list[str | None])
assert_type(lanesum.digest_many("tuplehash128", columns=[["a"], [b"b"]])[0], bytes | None)
assert_type(lanesum.digest_many("sha256", [b"b"])[:1], lanesum.Digests)
assert_type(memoryview(lanesum.digest_many("sha256", [b"b"])).nbytes, int)
as_hex = bool(len("chosen at run time"))
assert_type(lanesum.digest_many("sha256", [b"b"], threads=None, hex=as_hex), lanesum.Digests | list[str | None])
if not as_hex:
    lanesum.file_digest(3, "sha256")  # type: ignore[call-overload]
assert_type(lanesum.file_digest(io.BytesIO(b"abc"), "sha256", progress=print), lanesum.Hash)
assert_type(lanesum.file_digest(io.BytesIO(b"abc"), lanesum.kt128), lanesum.Xof)
assert_type(lanesum.file_digest(io.BytesIO(b"abc"), "kmac128", key=b"key"), lanesum.Kmac)
assert_type(lanesum.new("sha512_256", b"abc"), lanesum.Hash)
assert_type(lanesum.new("kt128", b"abc").digest(32), bytes)
assert_type(lanesum.new("kmac256", key=b"key"), lanesum.Kmac)
assert_type(lanesum.new("kmacxof256", key=b"key"), lanesum.KmacXof)


def of_any_name(name: str) -> None:
    """A type checker cannot know the class."""
    hasher = lanesum.new(name, b"abc")
    hasher.update(b"def")
    assert_type(hasher.digest_size, int)
    if isinstance(hasher, lanesum.Xof):
        assert_type(hasher.reader().read(3), bytes)
        assert_type(lanesum.new(name).hexdigest(32), str)
    elif isinstance(hasher, lanesum.Hash):
        assert_type(hasher.digest(), bytes)
        assert_type(lanesum.new(name, b"abc").hexdigest(), str)
        assert_type(lanesum.from_bytes(name, lanesum.new(name).copy().to_bytes()).digest(), bytes)
        assert_type(lanesum.file_digest(io.BytesIO(b"abc"), name).hexdigest(), str)


of_any_name("sha3_256")
of_any_name("kt128")
assert_type(lanesum.from_bytes("kt128", lanesum.kt128().to_bytes()), lanesum.Xof)
assert_type(lanesum.digest_many("sha256", ["a", None]), lanesum.Digests)
frame = pl.DataFrame({"x": ["abc"]})
assert_type(lanesum.polars.digest("x", "sha3_256"), pl.Expr)
assert_type(lanesum.polars.digest(pl.col("x"), "sha3_256", hex=True), pl.Expr)
assert_type(lanesum.polars.digest(frame["x"], "sha3_256"), pl.Series)
assert_type(caesar.lake_keyak(b"key", b"nonce").wrap(b"plaintext"), tuple[bytes, bytes])


def of_either(hasher: HashLike) -> bytes:
    twin = hasher.copy()
    twin.update(b"def")
    return twin.digest() + bytes(hasher.digest_size)


assert of_either(lanesum.sha256(b"abc")) == of_either(hashlib.sha256(b"abc"))
of_either(lanesum.blake2b(b"abc"))
of_either(lanesum.kmac128(b"a key of 16 byte"))
if not as_hex:
    of_either(lanesum.shake_128(b"abc"))  # type: ignore[arg-type]  # its digest() takes a length
