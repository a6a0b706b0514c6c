"""Messages in many pieces, of every kind of buffer: few bytes wait until there are enough of them."""

import array
import hashlib
import mmap
import os
import random
import sysconfig
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import lanesum
from support import CLASSES, KEYED, PLAIN, begin, digest, theirs

KINDS: list[Callable[[bytes], Any]] = [bytes, bytearray, memoryview, lambda data: memoryview(bytearray(b"1234567" + data))[7:]]
# Around the lengths from which bytes are copied in another way, wait no more, are hashed in place, or without the interpreter.
LENGTHS = [*range(18), 63, 64, 65, 127, 128, 255, 256, 257, 383, 511, 1024, 2047, 2048, 2049, 4095, 4096, 4097, 9000]


@pytest.mark.parametrize("name", [name for name in [*PLAIN, *KEYED] if name not in CLASSES])
def test_pieces_of_all_lengths(name: str, rng: random.Random) -> None:
    """Also between digests, copies and saved states."""
    for _ in range(12):
        hasher, message = begin(name), b""
        for _ in range(rng.randrange(40)):
            piece = rng.randbytes(rng.choice(LENGTHS))
            hasher.update(rng.choice(KINDS)(piece))
            message += piece
            match rng.randrange(12):
                case 0:
                    hasher.hexdigest(*([5] if hasher.digest_size == 0 else []))
                case 1:
                    twin, hasher = hasher, hasher.copy()
                    twin.update(b"not of this one")
                case 2:
                    hasher = lanesum.from_bytes(name, hasher.to_bytes())
        expected = theirs(name)(message) if name in hashlib.algorithms_available else digest(name, message)
        size = [len(expected)] if hasher.digest_size == 0 else []
        assert hasher.digest(*size) == expected


def test_elements_of_tuples_do_not_wait(rng: random.Random) -> None:
    for _ in range(20):
        elements = [rng.randbytes(rng.choice(LENGTHS)) for _ in range(10)]
        hasher = lanesum.tuplehash128(elements[:2])
        for element in elements[2:]:
            hasher.update(rng.choice(KINDS)(element))
            hasher.digest()
        assert hasher.digest() == lanesum.tuplehash128(elements).digest()


def test_copies_of_buffers_are_whole() -> None:
    """Of every length and alignment, by words, by bytes and by the processor's own instruction."""
    data = bytearray(random.Random(3).randbytes(200_000))
    for start in (*range(9), 4097):
        for length in (*range(200), *range(250, 270), 511, 512, 513, 4095, 4096, 4099, 65_536, 65_541, 150_001):
            part = memoryview(data)[start : start + length]
            assert lanesum.sha256(part).digest() == hashlib.sha256(part).digest()
            hasher = lanesum.sha256(b"a")
            hasher.update(part)
            assert hasher.digest() == hashlib.sha256(b"a" + part).digest()
            data[start] ^= 1
            assert hasher.digest() != hashlib.sha256(b"a" + part).digest() or length == 0
        rows = np.frombuffer(data, np.uint8)[start : start + 30 * 333].reshape(30, 333)
        assert list(lanesum.digest_many("sha256", rows)) == [hashlib.sha256(row).digest() for row in rows]


def test_small_updates_of_every_kind() -> None:
    for length in (0, 1, 7, 8, 63, 64, 511, 512, 513, 4095, 4096, 20_000):
        data = os.urandom(max(1, length))[:length]
        kinds = [
            bytearray(data),
            memoryview(data),
            memoryview(bytearray(data)),
            array.array("B", data),
            np.frombuffer(data, np.uint8),
        ]
        if length:
            mapped = mmap.mmap(-1, length)
            mapped[:] = data
            kinds.append(mapped)
        for kind in kinds:
            for begun in (0, 1, 2):
                hasher = lanesum.sha256()
                for _ in range(begun):
                    hasher.update(b"x")
                hasher.update(kind)
                assert hasher.digest() == hashlib.sha256(b"x" * begun + data).digest(), (length, type(kind), begun)
                assert lanesum.sha256(kind).digest() == hashlib.sha256(data).digest()
                strings = lanesum.tuplehash128()
                strings.update(kind)
                assert strings.digest() == lanesum.tuplehash128([data]).digest()


@pytest.mark.skipif(bool(sysconfig.get_config_var("Py_GIL_DISABLED")), reason="without a global lock, it is lent")
def test_a_bytearray_is_resized_while_its_update_waits() -> None:
    """It is not lent meanwhile, and is read when its turn comes."""
    long, array = bytes(100_000_000), bytearray(b"abc" * 300)
    hasher = lanesum.sha256(b"begun")
    hasher.update(b"!")
    threads = [threading.Thread(target=hasher.update, args=(data,)) for data in (long, array)]
    for thread in threads:
        thread.start()
        time.sleep(0.01)
    del array[:]
    array.extend(bytes(1 << 20))
    for thread in threads:
        thread.join()
    begun = hashlib.sha256(b"begun!" + long)
    possible = []
    for data in (b"abc" * 300, b"", bytes(1 << 20)):
        possible.append(begun.copy())
        possible[-1].update(data)
    assert hasher.digest() in [each.digest() for each in possible]
