"""file_digest, of paths and of file objects, and what it refuses."""

import functools
import gzip
import hashlib
import io
import os
import pathlib
import random
import socket
import subprocess
import sys
import threading
import time

import pytest

import lanesum
from support import IN_HASHLIB, options_of


@pytest.mark.parametrize("length", [0, 1, (512 << 10) - 1, 512 << 10, (512 << 10) + 1, 3 << 20])
def test_against_hashlib(length: int, tmp_path: pathlib.Path, rng: random.Random) -> None:
    data = rng.randbytes(length)
    path = tmp_path / "file"
    path.write_bytes(data)
    expected = hashlib.sha256(data).hexdigest()
    assert lanesum.file_digest(path, "sha256").hexdigest() == expected
    assert lanesum.file_digest(str(path), lanesum.sha256).hexdigest() == expected
    assert lanesum.file_digest(os.fsencode(path), lanesum.sha256).hexdigest() == expected
    assert lanesum.file_digest(io.BytesIO(data), "SHA256").hexdigest() == expected
    for buffering in (-1, 0):
        with open(path, "rb", buffering=buffering) as file:
            file.read(length // 3)
            assert lanesum.file_digest(file, "sha256").hexdigest() == hashlib.sha256(data[length // 3 :]).hexdigest()
            assert file.read() == b""
    buffer = io.BytesIO(data)
    buffer.seek(length // 2)
    assert lanesum.file_digest(buffer, "sha256").hexdigest() == hashlib.sha256(data[length // 2 :]).hexdigest()
    assert buffer.tell() == length
    buffer.write(b"the buffer is not lent any more")
    packed = tmp_path / "packed"
    packed.write_bytes(gzip.compress(data, 1))
    with gzip.open(packed) as file:
        assert lanesum.file_digest(file, "sha256").hexdigest() == expected


@pytest.mark.parametrize("name", [*IN_HASHLIB, "kt128", "kmac128", "parallelhash256", "cshake128"])
def test_functions_and_options(name: str, tmp_path: pathlib.Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"abc" * 400_000)
    whole = lanesum.new(name, b"abc" * 400_000, **options_of(name))
    for by in (name, getattr(lanesum, name)):
        hasher = lanesum.file_digest(path, by, **options_of(name))
        # Objects of BLAKE2 cannot be saved.
        if name.startswith("blake2"):
            assert hasher.digest() == whole.digest()
        else:
            assert hasher.to_bytes() == whole.to_bytes()


def test_progress(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(bytes(1_300_000))
    told: list[int] = []
    lanesum.file_digest(path, "sha256", progress=told.append)
    assert told == [524_288, 1_048_576, 1_300_000]
    told.clear()
    lanesum.file_digest(io.BytesIO(bytes(600_000)), "sha256", progress=told.append)
    assert told == [524_288, 600_000]
    path.write_bytes(b"")
    for empty in (path, io.BytesIO()):
        told.clear()
        lanesum.file_digest(empty, "sha256", progress=told.append)
        assert told == [0]
    path.write_bytes(bytes(1_300_000))

    def fails(_: int) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        lanesum.file_digest(path, "sha256", progress=fails)


def test_a_file_that_changes(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "file"
    for size in (2_000_000, 5):
        path.write_bytes(bytes(1_300_000))
        with pytest.raises(OSError, match="file: file changed while it was read"):
            lanesum.file_digest(path, "sha256", progress=lambda _, size=size: os.truncate(path, size))
    # Another name is no change: it is read once more.
    path.write_bytes(bytes(1_300_000))
    told: list[int] = []

    def link(count: int) -> None:
        if not told:
            time.sleep(0.05)
            os.link(path, tmp_path / "link")
        told.append(count)

    digest = lanesum.file_digest(path, "sha256", progress=link)
    assert digest.hexdigest() == hashlib.sha256(bytes(1_300_000)).hexdigest()
    assert told == [524_288, 1_048_576, 1_300_000] * 2


def test_a_fifo(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "fifo"
    os.mkfifo(path)
    thread = threading.Thread(target=lambda: path.write_bytes(b"abc" * 400_000))
    thread.start()
    assert lanesum.file_digest(path, "kt128").digest(32) == lanesum.kt128(b"abc" * 400_000).digest(32)
    thread.join()


def test_open_is_audited(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"abc")
    script = "import sys, lanesum; sys.addaudithook(lambda *event: event[0] == 'open' and print(event[1][0])); lanesum.file_digest(sys.argv[1], 'sha256')"
    run = subprocess.run([sys.executable, "-c", script, path], capture_output=True, text=True, check=True)
    assert str(path) in run.stdout.splitlines()


def test_pipes_and_sockets() -> None:
    data = b"through a pipe" * 50_000
    reading, writing = os.pipe()
    thread = threading.Thread(target=lambda: (os.fdopen(writing, "wb").write(data), None))
    thread.start()
    with open(reading, "rb") as file:
        assert lanesum.file_digest(file, "sha256").hexdigest() == hashlib.sha256(data).hexdigest()
    thread.join()
    one, other = socket.socketpair()
    one.send(b"abc")
    one.close()
    with other.makefile("rb") as file:
        assert lanesum.file_digest(file, "sha256").hexdigest() == hashlib.sha256(b"abc").hexdigest()
    other.close()
    reading, writing = os.pipe()
    os.set_blocking(reading, False)
    with open(reading, "rb", buffering=0) as file, pytest.raises(BlockingIOError):
        lanesum.file_digest(file, "sha256")
    os.close(writing)


class Lies(io.RawIOBase):
    def __init__(self, read: object) -> None:
        self.read_of_it = read

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: object) -> object:
        return self.read_of_it


def test_errors(tmp_path: pathlib.Path) -> None:
    with pytest.raises(FileNotFoundError, match="nowhere"):
        lanesum.file_digest(tmp_path / "nowhere", "sha256")
    with pytest.raises(IsADirectoryError):
        lanesum.file_digest(tmp_path, "sha256")
    for nul in ("f\0", b"f\0", pathlib.Path("f\0")):
        with pytest.raises(ValueError, match="fileobj: embedded null"):
            lanesum.file_digest(nul, "sha256")
    with pytest.raises(UnicodeEncodeError, match="fileobj: surrogates not allowed"):
        lanesum.file_digest("\ud800", "sha256")

    class NoPath:
        def __fspath__(self) -> int:
            return 3

    with pytest.raises(TypeError, match=r"fileobj: expected NoPath\.__fspath__"):
        lanesum.file_digest(NoPath(), "sha256")
    for wrong in (5, "print"):
        with pytest.raises(TypeError, match=f"progress must be callable, not {type(wrong).__name__}"):
            lanesum.file_digest(io.BytesIO(), "sha256", progress=wrong)
    with pytest.raises(TypeError, match=r"file_digest\(\) got an unexpected keyword argument '_bufsize' for sha256"):
        lanesum.file_digest(io.BytesIO(), "sha256", _bufsize=5)
    path = tmp_path / "file"
    path.write_bytes(b"abc")
    with open(path) as text, pytest.raises(ValueError, match=r"fileobj: .* is not a file-like object in binary reading mode"):
        lanesum.file_digest(text, "sha256")
    with open(path, "ab") as written, pytest.raises(ValueError, match="fileobj"):
        lanesum.file_digest(written, "sha256")
    for wrong in (None, 3, object()):
        with pytest.raises(ValueError, match="fileobj"):
            lanesum.file_digest(wrong, "sha256")
    for read in (1 << 40, -1, 1 << 80, -1 << 80):
        with pytest.raises(ValueError, match=r"fileobj: readinto\(\) must read from 0"):
            lanesum.file_digest(Lies(read), "sha256")
    for read in ("1", b"", 1.0):
        with pytest.raises(TypeError, match=r"fileobj: readinto\(\) must return an integer"):
            lanesum.file_digest(Lies(read), "sha256")
    with pytest.raises(ValueError, match="unsupported hash type"):
        lanesum.file_digest(path, "crc32")
    for tuples in ("tuplehash128", lanesum.tuplehash128, lanesum.tuplehashxof256, functools.partial(lanesum.tuplehash256)):
        with pytest.raises(TypeError, match="hashes tuples, not files"):
            lanesum.file_digest(path, tuples)
    with pytest.raises(TypeError, match="tuples"):
        lanesum.file_digest(path, functools.partial(lanesum.new, "tuplehashxof128"))
    for keyed in ("kmac128", lanesum.kmac128):
        with pytest.raises(TypeError, match="key"):
            lanesum.file_digest(path, keyed)
        with pytest.raises(TypeError, match="unexpected keyword argument 'salt'"):
            lanesum.file_digest(path, keyed, key=b"", salt=b"")


def test_as_hashlib_with_any_object(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"abc")
    assert lanesum.file_digest(path, hashlib.md5).hexdigest() == hashlib.md5(b"abc").hexdigest()
    assert lanesum.file_digest(path, lambda: lanesum.kmac128(b"key")).digest() == lanesum.kmac128(b"key", b"abc").digest()


@pytest.mark.parametrize("name", ["sha256", "kt128", "kt256", "parallelhash256", "shake_128", "blake3"])
@pytest.mark.parametrize("length", [0, 1, 8192, 5_000_001, 40 << 20])
def test_threads(name: str, length: int, tmp_path: pathlib.Path, rng: random.Random) -> None:
    path = tmp_path / "file"
    path.write_bytes(rng.randbytes(1 << 20)[:length] * max(1, length >> 20))
    data = path.read_bytes()
    expected = lanesum.new(name, data)
    size = (40,) if isinstance(expected, lanesum.Xof) else ()
    for threads in (0, 2, 3):
        told: list[int] = []
        hasher = lanesum.file_digest(path, name, threads=threads, progress=told.append)
        assert hasher.digest(*size) == expected.digest(*size)  # type: ignore[call-arg]
        assert told == sorted(set(told))
        assert told[-1] == len(data)
        assert (0 in told) == (not data)
    for data_like in (data, bytearray(data), memoryview(data)):
        hasher = lanesum.new(name, b"before")
        hasher.update(data_like, threads=2)
        hasher.update(b"after", threads=0)
        assert hasher.digest(*size) == lanesum.new(name, b"before" + data + b"after").digest(*size)  # type: ignore[call-arg]


def test_threads_end_early(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "file"
    with open(path, "wb") as file:
        file.truncate(64 << 20)

    def no(_: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        lanesum.file_digest(path, "kt128", threads=2, progress=no)
    with pytest.raises(ValueError, match="threads"):
        lanesum.file_digest(path, "kt128", threads=-1)


def test_threads_of_tuples() -> None:
    """Each update is an element, on however many threads, and however long it is."""
    data = bytes(40 << 20)
    for data_like in (data, bytearray(data)):
        hasher = lanesum.tuplehash128()
        hasher.update(data_like, threads=2)
        assert hasher.digest() == lanesum.tuplehash128([data]).digest()
