"""Oracles and inputs that several tests share."""

import hashlib
from collections.abc import Callable
from typing import Any

import lanesum
from lanesum._lanesum import _names

ALL = _names(True)
# Functions that hashlib has, too, under the same name.
IN_HASHLIB = sorted(set(lanesum.algorithms_available) & set(hashlib.algorithms_available))
PLAIN = [name for name in sorted(lanesum.algorithms_available) if not name.startswith(("kmac", "tuplehash"))]
XOFS = [name for name in PLAIN if name.startswith(("shake", "turbo", "kt", "cshake", "parallelhashxof"))]
KEYED = [name for name in sorted(ALL) if name.startswith("kmac")]
# Those whose objects are of a class of its own are not saved: BLAKE2 and BLAKE3.
CLASSES = [name for name in ALL if isinstance(getattr(lanesum, name), type)]
KEY = b"a key of sixteen"


def options_of(name: str) -> dict[str, Any]:
    """Options without which a function is not called, or is another function."""
    if name.startswith("kmac"):
        return {"key": KEY}
    if name.startswith("cshake"):
        return {"customization": "purpose"}
    return {}


def begin(name: str, data: bytes = b"", **options: Any) -> Any:
    return lanesum.new(name, data, **(options_of(name) | options))


def digest(name: str, data: bytes, **options: Any) -> bytes:
    """One digest of the usual length, by the object."""
    hasher = begin(name, data, **options)
    if hasher.digest_size == 0:
        return hasher.digest(64 if name.endswith("256") else 32)
    return hasher.digest()


def theirs(name: str) -> Callable[[bytes], bytes]:
    """hashlib's function."""

    def function(data: bytes) -> bytes:
        hasher = hashlib.new(name, data)
        if name.startswith("shake"):
            return hasher.digest(64 if name.endswith("256") else 32)  # type: ignore[call-arg]
        return hasher.digest()

    return function
