"""The objects of hashlib's shape: against hashlib, pycryptodome and themselves in other pieces."""

import contextlib
import copy
import ctypes
import functools
import hashlib
import pickle
import random
import sys
import threading
import time
from typing import Any

import blake3
import numpy as np
import pytest
from Crypto.Hash import KangarooTwelve

import lanesum
from support import ALL, CLASSES, IN_HASHLIB, KEY, KEYED, PLAIN, begin, digest, options_of, theirs

LENGTHS = [
    0,
    1,
    31,
    32,
    55,
    56,
    63,
    64,
    71,
    72,
    111,
    112,
    127,
    128,
    135,
    136,
    167,
    168,
    255,
    256,
    4095,
    4096,
    8191,
    8192,
    8193,
    100_000,
]


@pytest.mark.parametrize("name", IN_HASHLIB)
def test_against_hashlib(name: str, rng: random.Random) -> None:
    for length in LENGTHS:
        data = rng.randbytes(length)
        expected = theirs(name)(data)
        for view in (data, bytearray(data), memoryview(data), np.frombuffer(data, np.uint8)):
            assert digest(name, view) == expected
        hasher = begin(name)
        for start in range(0, length, 997):
            hasher.update(bytearray(data[start : start + 997]))
        assert hasher.digest(*([len(expected)] if hasher.digest_size == 0 else [])) == expected
        ours, other = begin(name), hashlib.new(name)
        assert (ours.name, ours.block_size, ours.digest_size) == (other.name, other.block_size, other.digest_size)


def test_against_pycryptodome(rng: random.Random) -> None:
    from Crypto.Hash import (
        KMAC128,
        KMAC256,
        KangarooTwelve,
        TupleHash128,
        TupleHash256,
        TurboSHAKE128,
        TurboSHAKE256,
        cSHAKE128,
        cSHAKE256,
        keccak,
    )

    for length in LENGTHS:
        data = rng.randbytes(length)
        assert lanesum.keccak256(data).digest() == keccak.new(digest_bits=256, data=data).digest()
        assert lanesum.kt128(data, customization=b"c").digest(40) == KangarooTwelve.new(data, custom=b"c").read(40)
        assert lanesum.turboshake128(data, domain=7).digest(40) == TurboSHAKE128.new(data=data, domain=7).read(40)
        assert lanesum.turboshake256(data).digest(40) == TurboSHAKE256.new(data=data).read(40)
        assert lanesum.cshake128(data, customization=b"c").digest(40) == cSHAKE128.new(data, custom=b"c").read(40)
        assert lanesum.cshake256(data, customization="c").digest(40) == cSHAKE256.new(data, custom=b"c").read(40)
        for ours, other, size in ((lanesum.kmac128, KMAC128, 32), (lanesum.kmac256, KMAC256, 64)):
            key = KEY * 2
            assert ours(key, data).digest() == other.new(key=key, data=data, mac_len=size).digest()
            tag = other.new(key=key, data=data, mac_len=20, custom=b"c").digest()
            assert ours(key, data, customization=b"c", digest_size=20).digest() == tag
        for ours, other in ((lanesum.tuplehash128, TupleHash128), (lanesum.tuplehash256, TupleHash256)):
            theirs = other.new(digest_bytes=48, custom=b"c")
            theirs.update(data, b"", b"x")
            assert ours([data, b"", b"x"], customization=b"c", digest_size=48).digest() == theirs.digest()


@pytest.mark.parametrize("name", [name for name in [*PLAIN, *KEYED] if name not in CLASSES])
def test_pieces_copies_and_saved_states(name: str, rng: random.Random) -> None:
    data = rng.randbytes(70_000)
    expected = digest(name, data)
    size = [len(expected)] if begin(name).digest_size == 0 else []
    hasher = begin(name, data[:3])
    hasher.update(data[3:50_000])
    twin = hasher.copy()
    restored = lanesum.from_bytes(name, hasher.to_bytes())
    hasher.update(b"something else")
    for other in (twin, copy.copy(twin), copy.deepcopy(twin), restored):
        other.update(data[50_000:])
        assert other.digest(*size) == expected
        assert other.digest(*size) == expected, "a digest does not end the message"
        assert bytes.fromhex(other.hexdigest(*size)) == expected
        assert other.name == name
    with pytest.raises(ValueError, match="saved: not a saved state"):
        lanesum.from_bytes("sha256" if name != "sha256" else "sha224", twin.to_bytes())
    damaged = bytearray(twin.to_bytes())
    damaged[len(damaged) // 2] ^= 1
    with pytest.raises(ValueError, match="saved"):
        lanesum.from_bytes(name, damaged)


@pytest.mark.parametrize("name", [name for name in PLAIN if name not in CLASSES])
def test_pickle(name: str) -> None:
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        hasher = pickle.loads(pickle.dumps(begin(name, b"the first "), protocol))
        hasher.update(b"half")
        size = [40] if hasher.digest_size == 0 else []
        assert hasher.digest(*size) == begin(name, b"the first half").digest(*size)


def test_pickle_keeps_the_size_of_the_digest() -> None:
    for hasher in (lanesum.tuplehash128([b"a"], digest_size=70), lanesum.parallelhash256(b"a", digest_size=7)):
        assert pickle.loads(pickle.dumps(hasher)).digest() == hasher.digest()
        assert lanesum.from_bytes(hasher.name, hasher.to_bytes(), digest_size=hasher.digest_size).digest() == hasher.digest()


SIZED: dict[str, Any] = {"tuplehash128": [b"a"], "tuplehash256": [b"a"], "parallelhash128": b"a", "parallelhash256": b"a"}


@pytest.mark.parametrize("name", [*SIZED, "kmac128", "kmac256"])
def test_saved_states_keep_the_function_and_the_size(name: str) -> None:
    """SP 800-185 binds both into the digest, but only at its end."""
    xof = name[:-3] + "xof" + name[-3:]
    options = options_of(name)
    data = SIZED.get(name, b"a")
    hasher = lanesum.new(name, data, digest_size=5, **options)
    saved = hasher.to_bytes()
    for restored in (lanesum.from_bytes(name, saved), lanesum.from_bytes(name, saved, digest_size=5)):
        assert restored.digest_size == 5
        assert restored.digest() == hasher.digest()
    with pytest.raises(ValueError, match=r"digest_size: .* 5 bytes, not 6"):
        lanesum.from_bytes(name, saved, digest_size=6)
    of_xof = lanesum.new(xof, data, **options).to_bytes()
    assert lanesum.from_bytes(xof, of_xof).digest(9) == lanesum.new(xof, data, **options).digest(9)
    for wrong, bytes_ in ((xof, saved), (name, of_xof), (name, saved[:-17]), (name, saved[-17:]), (name, b"")):
        with pytest.raises(ValueError, match="saved: not a saved state"):
            lanesum.from_bytes(wrong, bytes_)
    for index in range(len(saved)):
        damaged = bytearray(saved)
        damaged[index] ^= 1
        with pytest.raises(ValueError, match="saved: not a saved state"):
            lanesum.from_bytes(name, damaged)


@pytest.mark.parametrize("name", KEYED)
def test_secret_states_do_not_pickle(name: str) -> None:
    with pytest.raises(TypeError, match="cannot pickle"):
        pickle.dumps(begin(name))
    assert KEY.decode() not in repr(begin(name))


@pytest.mark.parametrize("name", KEYED)
def test_the_key_by_place_and_by_keyword(name: str) -> None:
    function, size = getattr(lanesum, name), [32] if "xof" in name else []
    expected = function(KEY, b"abc").digest(*size)
    assert function(KEY, data=b"abc").digest(*size) == expected
    assert function(data=b"abc", key=KEY).digest(*size) == expected
    assert lanesum.new(name, b"abc", key=KEY).digest(*size) == expected
    assert lanesum.digest_many(name, [b"abc"], key=KEY)[0] == function(KEY, b"abc").digest(
        *([64] if size and "256" in name else size)
    )
    assert lanesum.digest_many(function, [b"abc"], key=KEY) == lanesum.digest_many(name, [b"abc"], key=KEY)
    with pytest.raises(TypeError, match="key"):
        function(data=b"abc")


@pytest.mark.parametrize("name", ALL)
def test_strings(name: str) -> None:
    """A `str` is a message in columns alone, and what names a purpose; all else are bytes, as with hashlib."""
    tuples = name.startswith("tuplehash")
    with pytest.raises(TypeError, match=r"(data|strings\[0\]): strings must be encoded before hashing"):
        lanesum.new(name, ["text"] if tuples else "text", **options_of(name))
    with pytest.raises(TypeError, match="data: strings must be encoded before hashing"):
        lanesum.new(name, **options_of(name)).update("text")
    if name.startswith("kmac"):
        for wrong in (lambda: lanesum.new(name, key="text"), lambda: begin(name).verify("text")):
            with pytest.raises(TypeError, match=r"(key|tag): strings must be encoded before hashing"):
                wrong()
    if name.startswith("blake") and name != "blake3":
        with pytest.raises(TypeError, match="salt: strings must be encoded before hashing"):
            lanesum.new(name, salt="text")
    if tuples:
        assert lanesum.digest_many(name, columns=[["text"]]) == lanesum.digest_many(name, columns=[[b"text"]])
    else:
        options = options_of(name)
        assert lanesum.digest_many(name, ["text"], **options) == lanesum.digest_many(name, [b"text"], **options)
    for option in ("customization", "function"):
        try:
            as_bytes = lanesum.new(name, **(options_of(name) | {option: "ü".encode()})).to_bytes()
        except TypeError:
            continue
        assert lanesum.new(name, **(options_of(name) | {option: "ü"})).to_bytes() == as_bytes


@pytest.mark.parametrize("name", KEYED)
def test_verify(name: str) -> None:
    mac = begin(name, b"message")
    tag = mac.digest(32) if mac.digest_size == 0 else mac.digest()
    assert mac.verify(tag) is True
    assert mac.verify(bytearray(tag)) is True
    for at in range(len(tag)):
        wrong = bytearray(tag)
        wrong[at] ^= 0x10
        assert mac.verify(wrong) is False
    if mac.digest_size:
        assert mac.verify(tag[:-1]) is False
        assert mac.verify(tag + b"\0") is False
        assert mac.verify(b"") is False
    else:
        assert mac.verify(tag[:4]) is True
        with pytest.raises(ValueError, match="tag must have at least 4 bytes, not 3"):
            mac.verify(tag[:3])
    with pytest.raises(TypeError, match="tag"):
        mac.verify("tag")
    mac.update(b"!")
    assert mac.verify(tag) is False


@pytest.mark.parametrize("name", IN_HASHLIB)
def test_the_message_by_keyword(name: str) -> None:
    """Versions of hashlib differ in whether they call it `data` or `string`; programs for any of them run."""
    expected, length = theirs(name)(b"abc"), (64 if name.endswith("256") else 32,) if name.startswith("shake") else ()
    for function in (getattr(lanesum, name), functools.partial(lanesum.new, name)):
        for keyword in ("data", "string"):
            for given in (b"abc", bytearray(b"abc")):
                assert function(**{keyword: given}).digest(*length) == expected


@pytest.mark.parametrize("kind", [bytes, bytearray])
def test_one_call_on_several_threads(kind: type, rng: random.Random) -> None:
    data = kind(rng.randbytes(2_000_003))
    for threads in (None, 0, 1, 2, 3):
        assert lanesum.kt128(data, threads=threads).digest(32) == KangarooTwelve.new(data).read(32)
        assert lanesum.blake3(data, threads=threads).digest() == blake3.blake3(data).digest()
        assert lanesum.new("blake3", data, threads=threads).digest() == blake3.blake3(data).digest()
        for name in ("kt256", "parallelhash128", "parallelhashxof256"):
            assert digest(name, data, threads=threads) == digest(name, bytes(data))


def test_options() -> None:
    assert lanesum.blake256(b"a", salt=bytes(16)).digest() == lanesum.blake256(b"a").digest()
    assert lanesum.blake512(b"a", salt=b"s" * 32).digest() != lanesum.blake512(b"a").digest()
    assert lanesum.turboshake128(b"a", domain=0x1F).digest(8) == lanesum.turboshake128(b"a").digest(8)
    assert lanesum.cshake128(b"a").digest(9) == lanesum.shake_128(b"a").digest(9)
    assert lanesum.parallelhash128(b"a").digest() == lanesum.parallelhash128(b"a", block_size=8192).digest()
    assert lanesum.kmac128(b"k", b"a").digest() != lanesum.kmacxof128(b"k", b"a").digest(32)
    assert lanesum.tuplehash128([b"ab", b"c"]).digest() != lanesum.tuplehash128([b"a", b"bc"]).digest()
    one = lanesum.tuplehash128([b"a"])
    one.update(bytearray(b"b" * 5000))
    assert one.digest() == lanesum.tuplehash128(iter([b"a", b"b" * 5000])).digest()


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: lanesum.sha256("text"), TypeError, "data: strings must be encoded before hashing"),
        (lambda: lanesum.sha256(3), TypeError, "data must be a bytes-like object, not int"),
        (lambda: lanesum.sha256(None), TypeError, "data must be a bytes-like object, not None"),
        (lambda: lanesum.sha256().update(None), TypeError, "data must be a bytes-like object"),
        (lambda: lanesum.sha256(b"", b""), TypeError, "positional"),
        (lambda: lanesum.sha256(b"", data=b""), TypeError, "multiple values for argument 'data'"),
        (lambda: lanesum.sha256(b"", string=b""), TypeError, "'data' and 'string' are mutually exclusive"),
        (lambda: lanesum.new("sha256", data=b"", string=b""), TypeError, "'data' and 'string' are mutually exclusive"),
        (lambda: lanesum.blake2b(None), TypeError, "data must be a bytes-like object, not None"),
        (lambda: lanesum.sha256(string="text"), TypeError, "strings must be encoded before hashing"),
        (lambda: lanesum.sha256(b"", threads=2), TypeError, "threads"),
        (lambda: lanesum.new("sha256", b"", threads=2), TypeError, "unexpected keyword argument 'threads' for sha256"),
        (lambda: lanesum.kt128(b"", threads="2"), TypeError, "threads must be an integer, not str"),
        (lambda: lanesum.blake3(b"", threads=-1), ValueError, "threads must be from 0 (all) to 1024, not -1"),
        (lambda: lanesum.sha256(b"", salt=b""), TypeError, "salt"),
        (lambda: lanesum.blake256(salt=bytes(15)), ValueError, "salt must have 16 bytes, not 15"),
        (lambda: lanesum.blake512(salt="s" * 32), TypeError, "salt"),
        (lambda: lanesum.turboshake128(domain=0), ValueError, "domain"),
        (lambda: lanesum.turboshake128(domain=0x80), ValueError, "domain must be from 0x01 to 0x7f, not 0x80"),
        (lambda: lanesum.turboshake128(domain=b"1"), TypeError, "domain must be an integer"),
        (lambda: lanesum.kt128(customization=3), TypeError, "customization"),
        (lambda: lanesum.kmac128(), TypeError, "key"),
        (lambda: lanesum.kmac128("key"), TypeError, "key"),
        (lambda: lanesum.kmac128(b"key", digest_size=0), ValueError, "digest_size must be at least 1, not 0"),
        (lambda: lanesum.kmac128(b"key", digest_size=1 << 80), ValueError, "digest_size is out of range"),
        (lambda: lanesum.kmac128(b"key", digest_size=1 << 33), ValueError, "digest_size must be less than 536870912"),
        (lambda: lanesum.parallelhash256(digest_size=1 << 29), ValueError, "digest_size must be less than 536870912"),
        (lambda: lanesum.new("tuplehash128", [], digest_size=1 << 29), ValueError, "digest_size must be less than"),
        (lambda: lanesum.kmac128(b"key", key=b"key"), TypeError, "multiple values for argument 'key'"),
        (lambda: lanesum.kt128(customization="\ud800"), UnicodeEncodeError, "customization: surrogates not allowed"),
        (lambda: lanesum.new("\ud800"), UnicodeEncodeError, "name: surrogates not allowed"),
        (lambda: lanesum.sha256(memoryview(b"abcd")[::2]), ValueError, "data: the buffer is not C-contiguous; copy it first"),
        (lambda: lanesum.sha256(np.zeros((4, 4))[:, ::2]), ValueError, "data: the buffer is not C-contiguous; copy it first"),
        (lambda: lanesum.sha256(np.zeros((4, 4)).T), ValueError, "data: the buffer is not C-contiguous; copy it first"),
        (lambda: lanesum.sha256().update(np.zeros(4)[::-1]), ValueError, "data: the buffer is not C-contiguous"),
        (lambda: lanesum.kmac128(memoryview(b"abcd")[::2]), ValueError, "key: the buffer is not C-contiguous"),
        (lambda: lanesum.tuplehash128(b"abc"), TypeError, "strings"),
        (lambda: lanesum.tuplehash128([b"", "a"]), TypeError, "strings[1]: strings must be encoded"),
        (lambda: lanesum.tuplehash128(3), TypeError, "strings must be an iterable of bytes-like objects, not int"),
        (lambda: lanesum.parallelhash128(block_size=0), ValueError, "block_size must be at least 1, not 0"),
        (lambda: lanesum.new("md6"), ValueError, "name: unsupported hash type md6"),
        (lambda: lanesum.new(3), TypeError, "name must be a string"),
        (
            lambda: lanesum.new("sha256", b"", key=b""),
            TypeError,
            "new() got an unexpected keyword argument 'key' for sha256",
        ),
        (lambda: lanesum.new("kmac128"), TypeError, "missing required argument 'key'"),
        (lambda: lanesum.Hash(), TypeError, "cannot create 'lanesum.Hash' instances"),
        (lambda: lanesum.from_bytes("sha256", b""), ValueError, "saved"),
        (lambda: lanesum.from_bytes("sha256", 3), TypeError, "saved"),
        (lambda: lanesum.from_bytes(3, b""), TypeError, "name must be a string"),
        (lambda: lanesum.from_bytes("md5", b""), ValueError, "name: unsupported hash type md5"),
        (lambda: lanesum.file_digest("x", "md6"), ValueError, "digest: unsupported hash type md6"),
        (lambda: lanesum.shake_128().digest("3"), TypeError, "length must be an integer, not str"),
        (lambda: lanesum.shake_128().reader().read(-1), ValueError, "n must not be negative"),
        (lambda: lanesum.shake_128().reader().read(None), TypeError, "n must be an integer, not None"),
        (lambda: lanesum.shake_128().digest(1 << 29), ValueError, "length must be less than 536870912; read more in pieces"),
    ],
)
def test_errors(call, error: type[Exception], message: str) -> None:
    with pytest.raises(error) as caught:
        call()
    assert message in str(caught.value)


def test_names() -> None:
    for name in ALL:
        assert getattr(lanesum, name).__name__ == name
        for spelling in (name, name.upper(), name.replace("_", "-")):
            assert (
                lanesum.new(
                    spelling, **({"key": b"k"} if "kmac" in name else {}), **({"data": ()} if "tuple" in name else {})
                ).name
                == name
            )
    assert lanesum.new("SHAKE128").name == lanesum.new("shake-128").name == "shake_128"
    assert lanesum.new("SHA512/256").name == "sha512_256"
    assert lanesum.new("Keccak-256").name == "keccak256"


def test_names_of_others() -> None:
    """The names that OpenSSL and the standards have, and no others."""
    spellings = {
        "sha256": ["SHA-256", "SHA2-256", "sha_256", "SHA2_256", "Sha-2-256", "sha/256"],
        "sha224": ["SHA-224", "SHA2-224"],
        "sha384": ["SHA-384", "SHA2-384"],
        "sha512": ["SHA-512", "SHA2-512"],
        "sha512_224": ["SHA-512/224", "SHA2-512/224", "SHA512-224", "sha_512_224"],
        "sha512_256": ["SHA-512/256", "SHA2-512/256", "SHA512-256", "sha512/256", "SHA-512-256"],
        "sha3_256": ["SHA3-256", "SHA-3-256", "sha3/256"],
        "shake_128": ["SHAKE-128", "SHAKE128", "shake128"],
        "turboshake128": ["TurboSHAKE128", "TurboSHAKE-128"],
        "kt128": ["KT128", "KT-128"],
        "kmac256": ["KMAC-256", "KMAC256"],
    }
    for name, all_of_it in spellings.items():
        for spelling in all_of_it:
            assert lanesum.new(spelling, **options_of(name)).name == name, spelling
    # Whatever hashlib knows by another name is the same function here, or none.
    for spelling in [spelling for all_of_it in spellings.values() for spelling in all_of_it]:
        with contextlib.suppress(ValueError):
            theirs_ = hashlib.new(spelling)
            if theirs_.digest_size:
                assert lanesum.new(spelling).digest() == theirs_.digest(), spelling
    for wrong in ("", "-", "sha", "sha2", "sha2_", "sha2-3-256", "sha2_turboshake128", "ſha256", "md6"):
        with pytest.raises(ValueError, match="unsupported hash type"):
            lanesum.new(wrong)


def test_new_works_for_each_available_name() -> None:
    for name in lanesum.algorithms_available:
        assert lanesum.new(name).name == name
    assert set(ALL) - lanesum.algorithms_available == set(KEYED)


@pytest.mark.parametrize("name", ["sha256", "sha3_256", "kt128"])
def test_threads_share_one_object(name: str) -> None:
    """Each thread appends pieces of one byte's value: whatever the order, as many of each are there."""
    hasher = begin(name)
    piece = b"x" * 10_000
    threads = [threading.Thread(target=lambda: [hasher.update(piece) for _ in range(50)]) for _ in range(8)]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        hasher.hexdigest(*([8] if name == "kt128" else []))
        hasher.copy()
    for thread in threads:
        thread.join()
    assert hasher.digest(*([32] if name == "kt128" else [])) == digest(name, piece * 400)


def test_a_buffer_that_another_thread_writes_to() -> None:
    """It gives some digest, and neither crashes nor hangs."""
    data = bytearray(1 << 20)
    stop = threading.Event()

    def write() -> None:
        value = 0
        while not stop.is_set():
            value = (value + 1) % 256
            data[:] = bytes([value]) * len(data)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for _ in range(30):
            assert len(lanesum.sha3_256(data).digest()) == 32
            assert len(lanesum.digest_many("sha256", np.frombuffer(data, np.uint8).reshape(-1, 64))) == len(data) // 64
    finally:
        stop.set()
        writer.join()


@pytest.mark.parametrize("call", [lanesum.sha3_512, lambda data: lanesum.digest_many("sha3_512", [data])])
def test_a_buffer_is_lent_while_it_is_hashed(call) -> None:
    """Another thread cannot resize it, which would free the bytes that are read; afterwards it can."""
    data = bytearray(64 << 20)
    hashing = threading.Thread(target=call, args=(data,))
    refused = 0
    hashing.start()
    while hashing.is_alive() and not refused:
        try:
            data.append(0)
            data.pop()
        except BufferError:
            refused += 1
        time.sleep(0.001)
    hashing.join()
    assert refused
    data.append(0)


def test_reference_counts() -> None:
    data = b"some bytes that nobody else has" * 3
    before = sys.getrefcount(data)
    hasher = lanesum.sha256(data)
    hasher.digest()
    twin = hasher.copy()
    twin.update(b"")
    lanesum.digest_many("sha256", [data, data])
    del hasher, twin
    assert sys.getrefcount(data) == before
    array = bytearray(data)
    before = sys.getrefcount(array)
    lanesum.sha256(array).update(array)
    lanesum.digest_many("sha256", [array] * 10)
    array.append(1)  # no buffer is still lent
    assert sys.getrefcount(array) == before


def test_complex_numbers_are_no_pointers() -> None:
    for kind in ("c8", "c16", [("a", "c16"), ("b", "u1")]):
        data = np.zeros(3, kind)
        assert lanesum.sha256(data).digest() == hashlib.sha256(data.tobytes()).digest()
        assert lanesum.digest_many("sha256", np.zeros((2, 3), kind)).tolist() == 2 * [lanesum.sha256(data).digest()]
    for pointers in ((ctypes.c_char_p * 2)(), (ctypes.c_wchar_p * 2)()):
        with pytest.raises(TypeError, match="pointers"):
            lanesum.sha256(pointers)


def test_an_object_that_uses_the_hasher_it_is_given_to() -> None:
    if sys.version_info < (3, 12):
        pytest.skip("__buffer__ is from Python 3.12 on")

    class Nested:
        def __buffer__(self, flags: int) -> memoryview:
            hasher.update(b"inner")
            return memoryview(b"outer")

    hasher = lanesum.sha256(b"begun")
    hasher.update(b"")
    hasher.update(Nested())
    assert hasher.digest() == hashlib.sha256(b"begun" + b"inner" + b"outer").digest()
