"""The journal of a run: an SQLite database beside the output. It survives kills, sorts on disk, and bounds memory."""

from __future__ import annotations

import contextlib
import fcntl
import heapq
import itertools
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from ._block import Block, Row, blocks
from ._stores import Object, Page, gone, keys_of
from ._tasks import Packed

_TABLES = """
CREATE TABLE IF NOT EXISTS run (name TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS done
    (key BLOB PRIMARY KEY, size INTEGER, mtime INTEGER, etag TEXT, version TEXT, digest BLOB, settled INTEGER) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS block (first BLOB PRIMARY KEY, last BLOB, data BLOB);
CREATE TABLE IF NOT EXISTS piece
    (key BLOB, start INTEGER, stop INTEGER, size INTEGER, mtime INTEGER, etag TEXT, version TEXT, begun INTEGER, data BLOB,
    PRIMARY KEY (key, start)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS listed
    (key BLOB, digest BLOB, size INTEGER, mtime INTEGER, etag TEXT, version TEXT, local INTEGER, PRIMARY KEY (key, digest))
    WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS outside
    (key BLOB, name BLOB, digest BLOB, size INTEGER, mtime INTEGER, etag TEXT, version TEXT, local INTEGER);
CREATE TABLE IF NOT EXISTS fate (key BLOB PRIMARY KEY, word TEXT, source BLOB, reason TEXT) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS failed (key BLOB PRIMARY KEY, failure TEXT) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS doubt (key BLOB PRIMARY KEY, text TEXT) WITHOUT ROWID;
"""

# Bytes of a page, and of the write-ahead log until it is moved into the database.
_PAGE, _UNTIL_CHECKPOINT = 32 << 10, 64 << 20

# Of the tables above. A journal of neither is refused. One of 4 has no table `doubt`: no stored checksum is known there.
# It gets the new number, since a version that does not look for doubts must not take it any more.
_FORMAT, _KNOWN = "5", ("4", "5")

_ADD = "INSERT OR REPLACE INTO done VALUES (?, ?, ?, ?, ?, ?, ?)"

# In the column `settled`: the digest is the list's, and this run has not read the object.
SEEDED = 2


class Foreign(Exception):
    """The journal is of another run."""


class Journal:
    """Opened by one driver at a time. `about` says what is computed; a journal of anything else is refused."""

    def __init__(self, path: str, about: dict[str, str]) -> None:
        self.path = path
        self._spent: list[bytes] = []
        if path != ":memory:":
            self._lock = _locked(path)
        is_new = path == ":memory:" or os.path.getsize(path) == 0
        self.base = sqlite3.connect(path, timeout=1.0)
        # Without shared memory. A killed process loses nothing that was committed.
        self.base.execute("PRAGMA locking_mode = EXCLUSIVE")
        # Blocks and pieces are hundreds of kilobytes: with pages of 4096 bytes they take three times as long.
        self.base.execute(f"PRAGMA page_size = {_PAGE}")
        # The disk is not waited for until there is something to lose.
        self.base.execute(f"PRAGMA synchronous = {'OFF' if is_new else 'NORMAL'}")
        self.base.execute("PRAGMA journal_mode = WAL")
        self.base.execute(f"PRAGMA wal_autocheckpoint = {_UNTIL_CHECKPOINT // _PAGE}")
        self.base.execute("PRAGMA cache_size = -65536")
        # Debian's SQLite overwrites what is deleted: for parts of large objects that doubles what is written.
        self.base.execute("PRAGMA secure_delete = OFF")
        self.base.executescript(_TABLES)
        old = dict(self.base.execute("SELECT name, value FROM run"))
        if old and old.get("format") not in _KNOWN:
            self.base.close()
            raise Foreign(f"{path} is of another version of lanesum: finish that run with it, or delete the journal")
        about = about | {"format": _FORMAT}
        if old and old | {"format": _FORMAT} != about:
            self.base.close()
            # An option may be on one side only.
            then = dict.fromkeys(about, "") | old | {"format": _FORMAT}
            wrong = ", ".join(f"{name} {value!r}" for name, value in then.items() if about.get(name) != value)
            raise Foreign(f"{path} is of another run ({wrong}): finish that run, or delete the journal")
        self.base.executemany("INSERT OR REPLACE INTO run VALUES (?, ?)", about.items())
        for table in ("failed", "listed", "outside", "fate"):
            self.base.execute(f"DELETE FROM {table}")
        self.base.execute("DELETE FROM done WHERE settled = ?", (SEEDED,))
        # A run that was killed between the digest of an object and the next one. (`update` may have an older digest of it.)
        same = (
            "SELECT 1 FROM done AS d WHERE (d.key, d.size, d.mtime, d.etag) = (piece.key, piece.size, piece.mtime, piece.etag)"
        )
        self.base.execute(f"DELETE FROM piece WHERE EXISTS ({same})")
        self.base.commit()
        self.base.execute("PRAGMA synchronous = NORMAL")
        self.unpack()
        self.resumed = self.count("done") > 0 or self.count("piece") > 0

    def count(self, table: str) -> int:
        """Rows of a table."""
        return int(self.base.execute(f"SELECT count(*) FROM {table}").fetchone()[0])

    def is_empty(self) -> bool:
        """Whether nothing is done that another run could resume from."""
        done = self.base.execute("SELECT 1 FROM done WHERE settled != ? LIMIT 1", (SEEDED,)).fetchone()
        return done is None and not any(self.count(table) for table in ("block", "piece"))

    def unfinished(self, page: Page, after: bytes) -> Page:
        """Those of a page that have no digest yet, changed, or are gone. Forgets what stood behind `after` once."""
        if not self.resumed or not page:
            return page
        query = "SELECT key, size, mtime, etag FROM done WHERE key > ? AND key <= ?"
        keys = keys_of(page)
        known = {row[0]: row[1:] for row in self.base.execute(query, (after, keys[-1]))}
        same = {key for key, this in zip(keys, page, strict=True) if key in known and _is_same(this, known[key])}
        for table in ("done", "doubt"):
            self.base.executemany(f"DELETE FROM {table} WHERE key = ?", ((key,) for key in known.keys() - same))
        query = "SELECT DISTINCT key FROM piece WHERE key > ? AND key <= ?"
        begun = {key for (key,) in self.base.execute(query, (after, keys[-1]))}
        for key in begun.difference(keys):
            self.forget_parts(key)
        todo = ((key, this) for key, this in zip(keys, page, strict=True) if key not in same)
        # Whoever reads what is gone says so.
        return [Object(key) if this == gone(key) else this for key, this in todo]  # type: ignore[return-value]

    def forget(self, after: bytes) -> None:
        """Forgets what was listed once behind the last object."""
        for table in ("done", "doubt", "piece"):
            self.base.execute(f"DELETE FROM {table} WHERE key > ?", (after,))

    def seed(self) -> None:
        """Takes the digests of the list whose stamps may show that the object is the same, unless there are newer ones.

        An object with two digests in the list is read.
        """
        rows = "SELECT key, size, mtime, etag, version, digest, ? FROM listed"
        once = "GROUP BY key HAVING count(*) = 1 AND etag IS NOT NULL"
        self.base.execute(f"INSERT OR IGNORE INTO done {rows} {once}", (SEEDED,))
        self.base.commit()
        self.resumed = True

    def add(self, row: Row) -> None:
        """Takes a digest."""
        self.base.execute(_ADD, row)

    def add_block(self, packed: Packed) -> None:
        """Takes what a batch gave: one row, since one for each object would cost more than all else."""
        self.base.execute("INSERT INTO block VALUES (?, ?, ?)", (packed.first, packed.last, packed.block))

    def unpack(self) -> None:
        """Makes every object of blocks a row by itself."""
        while found := self.base.execute("SELECT first, data FROM block LIMIT 1").fetchone():
            self.base.executemany(_ADD, Block.unpack(found[1]).rows())
            self.base.execute("DELETE FROM block WHERE first = ?", found[:1])
            self.base.commit()

    def add_failure(self, key: bytes, failure: str) -> None:
        """Takes why an object has no digest."""
        self.base.execute("INSERT OR REPLACE INTO failed VALUES (?, ?)", (key, failure))

    def add_doubt(self, key: bytes, text: str) -> None:
        """Takes what the store says otherwise of an object that has a digest."""
        self.base.execute("INSERT OR REPLACE INTO doubt VALUES (?, ?)", (key, text))

    def blocks(self) -> Iterator[Block]:
        """All digests, in the order of the keys."""
        rows = self.base.execute("SELECT * FROM done ORDER BY key")
        head = next(rows, None)

        def until(key: bytes) -> Iterator[Row]:
            nonlocal head
            while head is not None and head[0] < key:
                row, head = head, next(rows, None)
                yield row

        # Blocks are of different batches of a listing: none begins before the one before it ends.
        for first, last, data in self.base.execute("SELECT first, last, data FROM block ORDER BY first"):
            yield from blocks(until(first))
            block = Block.unpack(data)
            if head is None or head[0] > last:
                yield block
            else:
                yield from blocks(heapq.merge(until(last), block.rows()))
        if head is not None:
            yield from blocks(itertools.chain([head], rows))

    def gaps(self, this: Object) -> Iterator[tuple[int, int]]:
        """What lies between the parts that this very object has already; those of an older one are forgotten."""
        self._forget_spent()
        self.base.execute("DELETE FROM piece WHERE key = ? AND (size, mtime, etag) != (?, ?, ?)", this[:4])
        at = 0
        query = "SELECT start, stop FROM piece WHERE key = ? ORDER BY start"
        for start, end in self.base.execute(query, (this.key,)).fetchall():
            if at < start:
                yield at, start
            at = end
        if at < this.size:
            yield at, this.size

    def add_part(self, this: Object, start: int, end: int, values: list[bytes], version: str = "", begun: int = 0) -> None:
        """Takes what a part gave, the object's version, and when the run began with it, in nanoseconds."""
        # Each value with its length before it.
        data = b"".join(len(value).to_bytes(4, "little") + value for value in values)
        row = (this.key, start, end, *this[1:4], version, begun, data)
        self.base.execute("INSERT OR REPLACE INTO piece VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", row)

    def of_parts(self, key: bytes) -> tuple[str, int]:
        """The version of an object, and when the first of its parts began."""
        version, begun = self.base.execute("SELECT max(version), min(begun) FROM piece WHERE key = ?", (key,)).fetchone()
        return str(version), int(begun)

    def values(self, key: bytes) -> Iterator[memoryview]:
        """What all parts of an object gave, in order."""
        for (data,) in self.base.execute("SELECT data FROM piece WHERE key = ? ORDER BY start", (key,)):
            at, view = 0, memoryview(data)
            while at < len(data):
                length = int.from_bytes(data[at : at + 4], "little")
                yield view[at + 4 : at + 4 + length]
                at += 4 + length

    def forget_parts(self, key: bytes) -> None:
        """Of an object that has changed."""
        self.base.execute("DELETE FROM piece WHERE key = ?", (key,))

    def spend(self, key: bytes) -> None:
        """Its parts are needed no more. They are forgotten when the next object begins: after the last one the journal goes."""
        self._spent.append(key)

    def _forget_spent(self) -> None:
        for key in self._spent:
            self.forget_parts(key)
        self._spent.clear()

    def commit(self) -> None:
        """Makes what was added survive a kill."""
        self.base.commit()

    def close(self, remove: bool) -> None:
        """Ends the run; a complete one needs its journal no more."""
        if not remove:
            self._forget_spent()
        self.base.commit()
        if remove:
            # Not within a transaction.
            self.base.execute("PRAGMA synchronous = OFF")
        self.base.close()
        if remove and self.path != ":memory:":
            for suffix in ("-wal", "-shm", ""):
                Path(self.path + suffix).unlink(missing_ok=True)
        if self.path != ":memory:":
            self._lock.close()


def _locked(path: str) -> BinaryIO:
    """The file at `path`, locked for this run."""
    while True:
        file = open(path, "ab")  # noqa: SIM115 - as long as the journal is open
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            file.close()
            raise Foreign(f"{path} belongs to a run that is under way; wait for its end") from error
        # The run that had the lock may have deleted the file in between.
        with contextlib.suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(file.fileno()), os.stat(path)):
                return file
        file.close()


def _is_same(this: Any, known: tuple[int, int, str]) -> bool:
    # What a listing tells: all but the version. Without anything (size -1) a digest that is there stands.
    return isinstance(this, bytes) or this.size < 0 or this[1:4] == known


def path_beside(output: str) -> str:
    """Where the journal of an output is."""
    return os.fspath(output) + ".journal"
