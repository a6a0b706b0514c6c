"""Stores of objects: what all have, and local files. Each lists its objects in the order of keys, and reads ranges."""

from __future__ import annotations

import errno
import functools
import os
import random
import stat as modes
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, NamedTuple, TypeVar, cast

from .._lanesum import _digest_files, _kt_range, _list_directory
from ._block import Block
from ._own import is_own
from ._recipe import PIECE, Recipe

_Result = TypeVar("_Result")
# An object whose size nobody knows is read by itself from this many bytes on, since several are in memory together.
_UNKNOWN = 8 << 20
_FILE, _DIRECTORY = b"fd"
_KINDS = {modes.S_IFDIR: "directory", modes.S_IFLNK: "symbolic link", modes.S_IFIFO: "FIFO", modes.S_IFSOCK: "socket"}
# A file cannot be there.
_GONE = (errno.ENOENT, errno.ENOTDIR, errno.ELOOP, errno.ENAMETOOLONG)
# A file that changed so shortly before it was hashed may change again without another mtime (as of `lanesum update`).
SETTLED = 2 * 10**9


class Object(NamedTuple):
    """What a store says of an object. `key` orders it; `size` is -1, and the rest empty, where nobody has asked yet."""

    key: bytes
    size: int = -1
    mtime: int = 0  # nanoseconds
    etag: str = ""  # of a local file: its ctime in nanoseconds
    version: str = ""


# Objects of a listing, in the order of their keys; keys alone where nothing else was asked.
Page = list[Object] | list[bytes]


def keys_of(page: Page) -> list[bytes]:
    """Of a page; itself if it has nothing else."""
    return (
        [one.key for one in page if isinstance(one, Object)]
        if page and isinstance(page[0], Object)
        else cast(list[bytes], page)
    )


class Failure(Exception):
    """An object that has no digest, and why."""


class Missing(Failure):
    """It is not there."""


class Changed(Failure):
    """It changed between listing and the end of reading."""

    def __init__(self) -> None:
        super().__init__("changed while it was read; try again when no program writes to it")


class Stop(Exception):
    """Nothing can be read any more, e.g. without credentials: the run ends, and can be taken up again."""

    def __reduce__(self) -> tuple[type[Stop], tuple[str]]:
        return Stop, (str(self),)


class Missed(Stop):
    """What a store needs is not there at all: a few attempts are enough."""


class Patience(NamedTuple):
    """How long a store is tried: seconds until a read counts as stalled, and attempts in all."""

    timeout: float = 30.0
    attempts: int = 9


class Instead(NamedTuple):
    """What is in the place of a file. Nobody looks at what a link leads to, so it may still be the file."""

    reason: str
    is_link: bool


class Store:
    """Objects below a URL. Small enough to be sent with each task."""

    scheme = ""
    # Whether a listing says nothing of what it leaves out.
    silent = False
    # Whether the stored checksums of what is read are computed, too; and whether one of the list's function is taken instead of
    # reading. Only S3 has them.
    check_stored = trust_stored = False
    # Whether the list of what to hash may be a day old, as an inventory of S3.
    is_dated = False
    # Listings at once, of prefixes.
    listers = 1
    # Requests a second of this process; 0 for no limit.
    rate = 0.0
    # So many objects make a batch: a tenth of a second of S3, so that no worker waits long for the last one.
    batch = 250

    def __init__(self, url: str, patience: Patience) -> None:
        self.url, self.patience = url, patience
        # Of objects that were read: which stored checksums are wrong; empty if none could be compared.
        self.doubts: dict[bytes, str] = {}

    def key(self, name: str) -> bytes:
        """Of a name in a list."""
        return name.removeprefix(self.scheme).encode("utf-8", "surrogateescape")

    def name(self, key: bytes) -> str:
        """The inverse."""
        return self.scheme + key.decode("utf-8", "surrogateescape")

    def greet(self) -> None:
        """Raise `Stop` where the store cannot be reached at all, or not without credentials, within seconds."""

    def pages(self, stat: bool) -> Iterator[Page]:
        """All objects, in the order of their keys; with `stat`, what is cheaper not to ask, too."""
        raise NotImplementedError

    def together(self, recipe: Recipe, keys: list[bytes], enough: int) -> tuple[Block | None, list[tuple[int, bool]], int]:
        """The digests of objects that are best read in one call, or need not be read, until they have `enough` bytes.

        Then the numbers of all others, and whether they changed meanwhile; and of the first that was not looked at.
        """
        return None, [(number, False) for number in range(len(keys))], len(keys)

    def open(self, this: Object, start: int, end: int | None) -> tuple[Object, Callable[[int], bytes], Callable[[], None]]:
        """Of the bytes from `start` on: what the object is now, a function that reads up to so many, and one that closes.

        The latter fails with `Changed` if the object did meanwhile.
        """
        raise NotImplementedError

    def judge(self, error: Exception) -> Exception | None:
        """None if another attempt may succeed; else what to raise."""
        raise NotImplementedError

    def again(self, call: Callable[[], _Result]) -> _Result:
        """Call until it succeeds or no attempt is left, with pauses that double, and differ among workers."""
        for attempt in range(self.patience.attempts):
            try:
                return call()
            except (Failure, Stop):
                raise
            except Exception as error:
                final = self.judge(error)
                most = min(self.patience.attempts, 3) if isinstance(final, Missed) else self.patience.attempts
                if final is not None and not (isinstance(final, Stop) and attempt + 1 < most):
                    raise final from error
                if attempt + 1 == self.patience.attempts:
                    text = str(error) or type(error).__name__
                    raise Failure(f"{text} ({attempt + 1} attempts)") from error
                time.sleep(min(0.1 * 2**attempt, 10.0) * random.uniform(0.5, 1.5))
        raise AssertionError("at least one attempt")

    def whole(self, this: Object, most: int) -> tuple[Object, bytes | None]:
        """An object's bytes, or None if there are more than `most`."""

        def call() -> tuple[Object, bytes | None]:
            found, read, close = self.open(this, 0, None)
            try:
                if found.size > most:
                    _quiet(close)
                    return found, None
                data = read(found.size) if found.size else b""
                while len(data) < found.size and (more := read(found.size - len(data))):
                    data += more
            except BaseException:
                _quiet(close)
                raise
            close()
            if len(data) != found.size:
                raise ConnectionError(f"{len(data)} of {found.size} bytes came")
            return found, data

        return self.again(call)

    def now(self, key: bytes) -> Object:
        """What the store says of an object now, without reading it. It fails if there is none."""
        raise NotImplementedError

    def instead(self, key: bytes) -> Instead | None:
        """What is in the place of an object that a list names and no listing has; None if nothing is.

        Raises `Failure` where that cannot be told.
        """
        return None

    def asked(self, page: Page) -> Page:
        """With what the store says of them now. Raises `Stop` if it says nothing of any, or of the first sixteen."""
        keys = keys_of(page)
        found: list[Object | Failure] = []

        def ask(key: bytes) -> Object | Failure:
            try:
                return self.again(lambda: self.now(key))
            except Missing:
                return gone(key)
            except Failure as failure:
                return failure

        with ThreadPoolExecutor(16) as pool:
            for key, this in zip(keys, pool.map(ask, keys) if self.scheme else map(ask, keys), strict=True):
                found.append(this)
                if len(found) == min(len(keys), 16) and all(isinstance(one, Failure) for one in found):
                    # What an earlier run has done is not done again for that.
                    raise Stop(f"{self.name(key)}: {this}")
        # A worker tries to read what failed, and says why not.
        return [gone(key) if isinstance(this, Failure) else this for key, this in zip(keys, found, strict=True)]

    def several(self, objects: list[Object], most: int) -> Iterator[tuple[Object, bytes | None] | Failure]:
        """`whole` of each of them, side by side; a failure in the place of what failed."""

        def read(this: Object) -> tuple[Object, bytes | None] | Failure:
            try:
                return self.whole(this, most if this.size >= 0 else min(most, _UNKNOWN))
            except Failure as failure:
                return failure

        with ThreadPoolExecutor(16) as pool:
            waiting: deque[Future[tuple[Object, bytes | None] | Failure]] = deque()
            for this in objects:
                waiting.append(pool.submit(read, this))
                # So many at a time: what is read waits in memory until it is hashed.
                if len(waiting) == 32:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()

    def stream(self, this: Object, start: int, end: int, versions: list[str]) -> Iterator[bytes]:
        """The bytes from `start` to `end` in pieces; goes on after a failure. The last of `versions` is read."""
        reading: tuple[Object, Callable[[int], bytes], Callable[[], None]] | None = None

        def call() -> bytes:
            nonlocal reading
            try:
                if reading is None:
                    reading = self.open(this, start, end)
                    versions.append(reading[0].version)
                wanted = min(PIECE, end - start)
                data = reading[1](wanted)
                while len(data) < wanted:
                    more = reading[1](wanted - len(data))
                    if not more:
                        raise ConnectionError(f"the object ended {end - start - len(data)} bytes early")
                    data += more
                if start + wanted == end:
                    reading[2]()
                return data
            except Exception:
                if reading is not None:
                    _quiet(reading[2])
                reading = None
                raise

        while start < end:
            data = self.again(call)
            start += len(data)
            yield data

    def values(self, recipe: Recipe, this: Object, start: int, end: int) -> tuple[list[bytes], str]:
        """What `Recipe.finish` needs of the part from `start` to `end`, and the object's version."""
        versions: list[str] = []
        found = list(recipe.values(self.stream(this, start, end, versions), start, end == this.size))
        return found, versions[-1]


def gone(key: bytes) -> Object:
    """An object that is not there: it matches none that was recorded."""
    return Object(key, 0, -1)


def _quiet(close: Callable[[], None]) -> None:
    # What failed before says more.
    try:
        close()
    except Exception:
        return


class Files(Store):
    """Local files. `/` is NUL in keys, so that they are ordered as the command orders names: directory by directory."""

    batch = 4000
    _RETRIED = frozenset({errno.EIO, errno.ESTALE, errno.ETIMEDOUT, errno.EAGAIN})

    def __init__(self, url: str, patience: Patience) -> None:
        super().__init__(url, patience)
        # Workers are elsewhere.
        self._folder = os.fsencode(os.getcwd())

    def _path(self, key: bytes) -> bytes:
        return os.path.join(self._folder, key.replace(b"\0", b"/"))

    def key(self, name: str) -> bytes:
        return os.fsencode(name).replace(b"/", b"\0")

    def name(self, key: bytes) -> str:
        return os.fsdecode(key.replace(b"\0", b"/"))

    def pages(self, stat: bool) -> Iterator[Page]:
        root = os.fsencode(self.url)
        if not os.path.isdir(root):
            yield [_of_stat(self.key(self.url), self.again(lambda: os.stat(root)))]
            return
        stack = [self._entries(root.rstrip(b"/").replace(b"/", b"\0") + b"\0")]
        page: list[Any] = []
        while stack:
            for key, kind in stack[-1]:
                if kind == _FILE:
                    if is_own(key):
                        continue
                    page.append(self._object(key) if stat else key)
                    if len(page) == 1000:
                        yield page
                        page = []
                elif kind == _DIRECTORY:
                    stack.append(self._entries(key + b"\0"))
                    break
                elif not self.silent:
                    print(f"lanesum.scale: {self.name(key)}: not a regular file, left out", file=sys.stderr)
            else:
                stack.pop()
        if page:
            yield page

    def _object(self, key: bytes) -> Object:
        try:
            return self.now(key)
        except OSError:  # the worker says why
            return gone(key)

    def now(self, key: bytes) -> Object:
        return _of_stat(key, os.lstat(self._path(key)))

    def instead(self, key: bytes) -> Instead | None:
        top = self.key(self.url.rstrip("/"))
        try:
            at = len(top)
            while (at := key.find(b"\0", at + 1)) > 0:
                if modes.S_ISLNK(os.lstat(self._path(key[:at])).st_mode):
                    return Instead("is behind a symbolic link now", is_link=True)
            mode = os.lstat(self._path(key)).st_mode
        except OSError as error:
            if error.errno in _GONE:
                return None
            raise Failure(error.strerror) from error
        if not modes.S_ISREG(mode):
            kind = _KINDS.get(modes.S_IFMT(mode), "device")
            return Instead(f"is a {kind} now", modes.S_ISLNK(mode))
        raise Failure("it was not there when its directory was listed")

    def _entries(self, above: bytes) -> Iterator[tuple[bytes, int]]:
        """What is in a directory, whose key ends with the separator: keys and kinds."""
        try:
            return zip(*self.again(lambda: _list_directory(self._path(above), above)), strict=True)
        except Failure as failure:
            # Without what is in it a list would lack something silently.
            raise Stop(f"{self.name(above[:-1])}: {failure}") from failure

    def together(self, recipe: Recipe, keys: list[bytes], enough: int) -> tuple[Block | None, list[tuple[int, bool]], int]:
        if recipe.is_compared:
            return super().together(recipe, keys, enough)
        settled = time.time_ns() - SETTLED
        options = recipe.options()
        found = _digest_files(recipe.name, self._folder, keys, PIECE, enough, settled, **options)
        digests, sizes, mtimes, ctimes, is_settled, left, end = found
        if left or end < len(keys):
            without = {number for number, _ in left}
            keys = [key for number, key in enumerate(keys[:end]) if number not in without]
        block = Block(keys, sizes, mtimes, ctimes, b"", digests.tobytes(), is_settled)
        return block if keys else None, left, end

    def values(self, recipe: Recipe, this: Object, start: int, end: int) -> tuple[list[bytes], str]:
        """In one call, without an object of Python for each piece; another attempt begins at `start`."""
        if not recipe.kt_bits:
            return super().values(recipe, this, start, end)
        stamp = this.size, this.mtime, int(this.etag)

        def call() -> list[bytes]:
            found = _kt_range(recipe.kt_bits, self._folder, this.key, start, end, *stamp)
            if found is None:
                raise Changed
            return found

        return self.again(call), ""

    def several(self, objects: list[Object], most: int) -> Iterator[tuple[Object, bytes | None] | Failure]:
        """One after the other, which is fastest here."""
        for this in objects:
            try:
                yield self.whole(this, most)
            except Failure as failure:
                yield failure

    def open(self, this: Object, start: int, end: int | None) -> tuple[Object, Callable[[int], bytes], Callable[[], None]]:
        handle = os.open(self._path(this.key), os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            status = os.fstat(handle)
            if not modes.S_ISREG(status.st_mode):
                raise Failure("not a regular file; take it out of the list")
            found = _of_stat(this.key, status)
            if this.size >= 0 and found != this:
                raise Changed
            if start:
                os.lseek(handle, start, os.SEEK_SET)
        except BaseException:
            os.close(handle)
            raise

        def close() -> None:
            after = os.fstat(handle)
            os.close(handle)
            if (after.st_size, after.st_mtime_ns, after.st_ctime_ns) != (found.size, status.st_mtime_ns, status.st_ctime_ns):
                raise Changed

        return found, functools.partial(os.read, handle), close

    def judge(self, error: Exception) -> Exception | None:
        if isinstance(error, OSError) and error.errno not in self._RETRIED and not isinstance(error, ConnectionError):
            kind = Missing if error.errno in (errno.ENOENT, errno.ENOTDIR) else Failure
            return kind(error.strerror or str(error))
        return None if isinstance(error, OSError) else error


def _of_stat(key: bytes, status: os.stat_result) -> Object:
    return Object(key, status.st_size, status.st_mtime_ns, str(status.st_ctime_ns))
