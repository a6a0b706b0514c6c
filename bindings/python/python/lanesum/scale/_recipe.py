"""The function of a run: its tag in lists, and how it hashes a large object in parts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import lanesum

from .._lanesum import _kt_leaves, _kt_root
from ._stored import HASHERS

# Without types: which class it gives depends on the name.
_new: Any = lanesum.new
# Bytes that a worker reads and hashes at a time.
PIECE = 1 << 20
# Bytes of the least and of the largest part of an object, unless `--part` says a number. Between them it is a share of what is
# left, at least the 64th: so few that giving them out costs little.
PART, LARGEST_PART, _SHARES = 64 << 20, 1 << 30, 64
# The most bytes that come of a part, but for a single value.
_VALUES = 256 << 20
# Blocks of ParallelHash that are longer are hashed one at a time.
LONGEST = 8 << 20
_CHUNK = 8192
# Tags of functions in which lists of others, and stores, have old checksums.
COMPARED = ("MD5", "SHA1", "CRC64NVME")

# functions: begin
_NAMES = (
    "SHA3-224 SHA3-256 SHA3-384 SHA3-512 SHAKE128-256 SHAKE256-512 Keccak-256 SHA224 SHA256 SHA384 SHA512 SHA512-224 "
    "SHA512-256 BLAKE-224 BLAKE-256 BLAKE-384 BLAKE-512 TurboSHAKE128-256 TurboSHAKE256-512 KT128 KT256"
)
# functions: end


def _function(tag: str) -> str:
    """The function's name in Python; the bits of an XOF's output are no part of it."""
    name = re.sub("^((Turbo)?SHAKE...)-...$", r"\1", tag)
    return str(_new(name.replace("BLAKE-", "BLAKE").replace("Keccak-", "keccak")).name)


def _no_lists(name: str) -> str:
    usable = ", ".join([*_TAGS, "parallelhash128", "parallelhash256"])
    text = f"{name}: lists cannot use this function; take one of {usable}"
    return text


class Recipe(NamedTuple):
    """A function, with the bytes of its digests and, of ParallelHash, of its blocks."""

    name: str
    tag: str
    digest_size: int
    block: int = 0

    @classmethod
    def of(cls, name: str, block: int = _CHUNK) -> Recipe:
        """By the function's name, as `lanesum.new` takes it."""
        try:
            name = str(_new(name).name)
        except (ValueError, TypeError):  # no function, or one with a key
            raise ValueError(_no_lists(name)) from None
        strength = re.fullmatch("parallelhash(128|256)", name)
        if strength:
            return cls.tagged(f"ParallelHash{strength[1]}-B{block}-{2 * int(strength[1])}")
        if name not in _TAGS:
            raise ValueError(_no_lists(name))
        return cls.tagged(_TAGS[name])

    @classmethod
    def tagged(cls, tag: str) -> Recipe:
        """By the tag of a line."""
        if tag in COMPARED:
            return cls(tag.lower(), tag, len(HASHERS[tag]().digest()))
        parallel = re.fullmatch("ParallelHash(128-B([1-9][0-9]{0,9})-256|256-B([1-9][0-9]{0,9})-512)", tag)
        if parallel:
            block = int(parallel[2] or parallel[3])
            return cls(f"parallelhash{parallel[1][:3]}", tag, 32 if parallel[2] else 64, block)
        if tag not in _TAGS.values():
            raise ValueError(f"{tag}: no function of this package, or not with its usual length; try `lanesum check`")
        name = _function(tag)
        size = _new(name).digest_size or (32 if "128" in name else 64)
        return cls(name, tag, size)

    @property
    def kt_bits(self) -> int:
        """128 or 256 of KT128 and KT256, else 0."""
        return int(self.name[2:]) if self.name in ("kt128", "kt256") else 0

    def options(self) -> dict[str, Any]:
        """Keywords of `lanesum.digest_many`."""
        if self.block:
            return {"block_size": self.block}
        return {} if _new(self.name).digest_size else {"digest_size": self.digest_size}

    def digests(self, messages: list[bytes]) -> list[bytes]:
        """Digests of whole messages."""
        if self.is_compared:
            return [self.digest([one]) for one in messages]
        return [bytes(one or b"") for one in lanesum.digest_many(self.name, messages, **self.options()).tolist()]

    def digest(self, pieces: Iterable[bytes]) -> bytes:
        """The digest of a message that comes in pieces."""
        if self.is_compared:
            checksum = HASHERS[self.tag]()
            for piece in pieces:
                checksum.update(piece)
            return bytes(checksum.digest())
        hasher = _new(self.name, **({"block_size": self.block} if self.block else {}))
        for piece in pieces:
            hasher.update(piece)
        fixed = _new(self.name).digest_size
        return bytes(hasher.digest() if fixed else hasher.digest(self.digest_size))

    @property
    def is_compared(self) -> bool:
        """Whether lists of the function are only compared with, and never written."""
        return self.tag in COMPARED

    @property
    def is_tree(self) -> bool:
        """Whether parts of a message can be hashed by themselves."""
        return bool(self.kt_bits or self.block)

    def part(self, wanted: int) -> int:
        """Bytes of a part: at least `wanted`, of whole leaves."""
        unit = self.block or PIECE
        return -(-wanted // unit) * unit

    def parts(self, start: int, end: int, wanted: int | None, workers: int) -> Iterator[tuple[int, int]]:
        """Where the parts of a stretch of an object begin and end.

        Long ones first, since each costs the driver a millisecond, and short ones last, so that all workers end at once.
        """
        unit, value = (self.block, self.digest_size) if self.block else (_CHUNK, self.kt_bits // 4)
        # What comes of a part is one value of the journal, of which SQLite takes 10^9 bytes.
        most = self.part(_VALUES // value * unit)
        while start < end:
            length = wanted or min(max((end - start) // min(2 * workers, _SHARES), PART), LARGEST_PART)
            stop = min(start + min(self.part(length), most), end)
            yield start, stop
            start = stop

    def values(self, pieces: Iterator[bytes], start: int, last: bool) -> Iterator[bytes]:
        """What `finish` needs of a part: chaining values, and the first chunk before all others.

        `pieces` have `PIECE` bytes each, but for the last one of a part.
        """
        if self.block:
            yield from self._blocks(pieces)
            return
        bits = self.kt_bits
        piece: bytes | memoryview | None = next(pieces)
        if start == 0 and piece is not None:
            yield bytes(piece[:_CHUNK])
            start, piece = _CHUNK, memoryview(piece)[_CHUNK:]
        while piece is not None:
            following = next(pieces, None)
            yield _kt_leaves(bits, start // _CHUNK, bytes(piece), last and following is None)
            start, piece = start + len(piece), following

    def of_blocks(self) -> tuple[str, dict[str, Any]]:
        """The function of the blocks of ParallelHash (SP 800-185, section 6), and its keywords."""
        return f"shake_{self.name[-3:]}", {"digest_size": self.digest_size}

    def _blocks(self, pieces: Iterator[bytes]) -> Iterator[bytes]:
        """Hashes of the blocks of ParallelHash, of many at once if they are not very long."""
        name, options = self.of_blocks()
        if self.block > LONGEST:
            yield from self._long_blocks(pieces)
            return
        # Enough for all lanes, but not much memory.
        least = max(self.block, min(8 * self.block, LONGEST))
        held: list[bytes] = []
        size = 0
        for piece in pieces:
            held.append(piece)
            size += len(piece)
            if size >= least:
                data = b"".join(held)
                whole = size // self.block * self.block
                rows = memoryview(data)[:whole].cast("B", (whole // self.block, self.block))
                yield lanesum.digest_many(name, rows, **options).tobytes()
                held, size = [data[whole:]], size - whole
        data = b"".join(held)
        if whole := size // self.block * self.block:
            rows = memoryview(data)[:whole].cast("B", (whole // self.block, self.block))
            yield lanesum.digest_many(name, rows, **options).tobytes()
        if whole < size:
            yield _new(name, data[whole:]).digest(self.digest_size)

    def _long_blocks(self, pieces: Iterator[bytes]) -> Iterator[bytes]:
        """One at a time."""
        (name, _), size = self.of_blocks(), self.digest_size
        hasher, room = _new(name), self.block
        for piece in pieces:
            view = memoryview(piece)
            while len(view):
                hasher.update(view[:room])
                taken = min(room, len(view))
                view, room = view[taken:], room - taken
                if room == 0:
                    yield hasher.digest(size)
                    hasher, room = _new(name), self.block
        if room < self.block:
            yield hasher.digest(size)

    def finish(self, values: Iterator[bytes | memoryview], length: int) -> bytes:
        """The digest of a message of `length` bytes, from what `values` gave for all parts, in order."""
        if not self.block:
            return _kt_root(self.kt_bits, next(values), values, self.digest_size)
        root = _new(f"cshake{self.name[-3:]}", _encoded(self.block, "left"), function=b"ParallelHash")
        for value in values:
            root.update(value)
        root.update(_encoded(-(-length // self.block), "right") + _encoded(8 * self.digest_size, "right"))
        return bytes(root.digest(self.digest_size))


def _encoded(number: int, side: str) -> bytes:
    """left_encode and right_encode (SP 800-185, section 2.3.1)."""
    digits = number.to_bytes(max(1, (number.bit_length() + 7) // 8), "big")
    length = bytes([len(digits)])
    return length + digits if side == "left" else digits + length


_TAGS = {_function(tag): tag for tag in _NAMES.split()}
