"""Checksums that S3 keeps beside an object, and the same of what is read: of all of it, or of the parts of its upload."""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
import zlib
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import lanesum

from .._lanesum import _crc32c, _crc64nvme


class _Crc:
    def __init__(self, function: Callable[[bytes, int], int], size: int) -> None:
        self._function, self._size, self._value = function, size, 0

    def update(self, data: bytes) -> None:
        self._value = self._function(data, self._value)

    def digest(self) -> bytes:
        return self._value.to_bytes(self._size, "big")


# What a list may be compared by, and what S3 keeps.
HASHERS: dict[str, Callable[[], Any]] = {
    "MD5": lambda: hashlib.md5(usedforsecurity=False),
    "SHA1": lambda: hashlib.sha1(usedforsecurity=False),
    "SHA256": lanesum.sha256,
    "CRC32": lambda: _Crc(zlib.crc32, 4),
    "CRC32C": lambda: _Crc(_crc32c, 4),
    "CRC64NVME": lambda: _Crc(_crc64nvme, 8),
}


class Claim(NamedTuple):
    """A checksum as the store has it; with `parts`, it is that of the checksums of so many parts of the upload."""

    function: str
    value: bytes
    parts: int = 0


def claims(answer: dict[str, Any]) -> list[Claim]:
    """The checksums in an answer of S3 that can be compared."""
    found = []
    etag = re.fullmatch('"?([0-9a-f]{32})(?:-([0-9]+))?"?', answer.get("ETag", ""))
    # With a key of KMS, or of the caller, it is no MD5.
    if etag and answer.get("ServerSideEncryption") in (None, "AES256") and not answer.get("SSECustomerAlgorithm"):
        found.append(Claim("MD5", bytes.fromhex(etag[1]), int(etag[2] or 0)))
    for function in HASHERS:
        text, _, parts = answer.get(f"Checksum{function}", "").partition("-")
        # Stores that do not say of which type it is have one of parts for an upload in parts, and some leave the number out.
        kind = answer.get("ChecksumType", "COMPOSITE" if etag and etag[2] and function != "CRC64NVME" else "FULL_OBJECT")
        if not text or (not parts and kind == "COMPOSITE"):
            continue
        try:
            found.append(Claim(function, base64.b64decode(text, validate=True), int(parts or 0)))
        except (binascii.Error, ValueError):
            continue
    return found


class Witness:
    """Computes what is claimed of an object whose upload had parts of these sizes; no sizes, if no claim has parts."""

    def __init__(self, claimed: Iterable[Claim], sizes: list[int]) -> None:
        self._sizes = sizes
        self._all = {claim: HASHERS[claim.function]() for claim in claimed if not claim.parts or claim.parts == len(sizes)}
        self._part = {claim: HASHERS[claim.function]() for claim in self._all if claim.parts}
        self._number, self._room = 0, sizes[0] if sizes else 0

    def update(self, data: bytes) -> None:
        """The next bytes of the object."""
        for claim, hasher in self._all.items():
            if not claim.parts:
                hasher.update(data)
        view = memoryview(data)
        while self._part and (len(view) or not self._room) and self._number < len(self._sizes):
            piece, view = view[: self._room], view[self._room :]
            self._room -= len(piece)
            for hasher in self._part.values():
                hasher.update(bytes(piece))
            if not self._room:
                self._end_part()

    def _end_part(self) -> None:
        for claim, hasher in self._part.items():
            self._all[claim].update(hasher.digest())
            self._part[claim] = HASHERS[claim.function]()
        self._number += 1
        self._room = self._sizes[self._number] if self._number < len(self._sizes) else 0

    def doubt(self) -> str | None:
        """Which claims are wrong, now that the object has ended; none if all are right, empty if there is none to compare."""
        if not self._all:
            return ""
        wrong = [claim for claim, hasher in self._all.items() if hasher.digest() != claim.value]
        return ", ".join(f"{claim.function}{f' of {claim.parts} parts' * bool(claim.parts)}" for claim in wrong) or None


# How many objects of a bucket this process has read twice because their ETags are no MD5. After so many, it looks at no more.
no_md5: Counter[bytes] = Counter()
_ENOUGH = 16


def is_as_its_etag(bucket: bytes, etag: str, data: bytes) -> bool:
    """Whether an object is what its ETag says, which may be an MD5."""
    # As long as an MD5, without the number of parts.
    if len(etag) != 32 or no_md5[bucket] >= _ENOUGH:
        return True
    try:
        return hashlib.md5(data, usedforsecurity=False).hexdigest() == etag
    except ValueError:
        return True  # where policy leaves no MD5
