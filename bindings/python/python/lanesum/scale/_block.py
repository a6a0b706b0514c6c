"""Digests of many objects in columns: what a worker returns, and what the journal holds as one row."""

from __future__ import annotations

import itertools
import struct
from collections.abc import Iterable, Iterator
from typing import NamedTuple

# Of an object with a digest: key, size, mtime, ETag, version, digest, and whether its mtime would show a change.
Row = tuple[bytes, int, int, str, str, bytes, bool]

_ROWS = 1000


class Block(NamedTuple):
    """Of objects in the order of their keys. Numbers are native 64-bit integers; texts stand between NULs."""

    keys: list[bytes]
    sizes: bytes
    mtimes: bytes
    etags: bytes
    versions: bytes  # empty if there are none at all
    digests: bytes
    settled: bytes  # a byte each

    @classmethod
    def of(cls, rows: list[Row]) -> Block:
        """From the other form."""
        keys, sizes, mtimes, etags, versions, digests, settled = zip(*rows, strict=True)
        texts = "\0".join(etags).encode()
        others = "\0".join(versions).encode() if any(versions) else b""
        return cls(list(keys), _numbers(sizes), _numbers(mtimes), texts, others, b"".join(digests), bytes(settled))

    def rows(self) -> Iterator[Row]:
        """One by one."""
        count = len(self.keys)
        width = len(self.digests) // count
        digests = (self.digests[start : start + width] for start in range(0, len(self.digests), width))
        versions = _texts(self.versions) if self.versions else [""] * count
        columns = (self.keys, _of(self.sizes), _of(self.mtimes), _texts(self.etags), versions, digests, map(bool, self.settled))
        return zip(*columns, strict=True)

    def size(self) -> int:
        """Of all its objects."""
        return sum(_of(self.sizes))

    def pack(self) -> bytes:
        """As the journal holds it."""
        lengths = struct.pack(f"={len(self.keys)}I", *map(len, self.keys))
        columns = (lengths, b"".join(self.keys), *self[1:])
        return struct.pack("=8Q", *map(len, columns)) + b"".join(columns)

    @classmethod
    def unpack(cls, packed: bytes) -> Block:
        """The inverse of `pack`."""
        ends = list(itertools.accumulate(struct.unpack_from("=8Q", packed), initial=64))
        lengths, joined, *columns = (packed[start:end] for start, end in itertools.pairwise(ends))
        starts = itertools.accumulate(struct.unpack(f"={len(lengths) // 4}I", lengths), initial=0)
        return cls([joined[start:end] for start, end in itertools.pairwise(starts)], *columns)


def blocks(rows: Iterable[Row]) -> Iterator[Block]:
    """Rows, which are in order, in blocks."""
    several = iter(rows)
    while some := list(itertools.islice(several, _ROWS)):
        yield Block.of(some)


def _numbers(column: Iterable[int]) -> bytes:
    values = list(column)
    return struct.pack(f"={len(values)}q", *values)


def _of(column: bytes) -> tuple[int, ...]:
    return struct.unpack(f"={len(column) // 8}q", column)


def _texts(column: bytes) -> list[str]:
    return column.decode().split("\0")
