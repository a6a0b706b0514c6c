"""SHA-3, SHAKE, KMAC, KangarooTwelve, SHA-2 and BLAKE with the interface of hashlib, and whole columns in one call.

One message, as with hashlib:

    >>> import lanesum
    >>> lanesum.sha3_256(b"abc").hexdigest()[:16]
    '3a985da74fe225b2'

Many messages in one call, from a list, a numpy array or an Arrow column; None, or a null, gives None:

    >>> digests = lanesum.digest_many("sha3_256", [b"one", "two", None])
    >>> digests[0] == lanesum.sha3_256(b"one").digest(), digests[2]
    (True, None)

Begin with `sha3_256` (a standard), `kt128` (the fastest for long messages), `kmac256` (with a key), `file_digest` (files) and
`digest_many`; `help(lanesum.digest_many)` and so on say what each takes. `lanesum.polars` and `lanesum.duckdb` are for data
frames and SQL. `lanesum.caesar` has authenticated encryption by Keyak and Ketje. `python -m lanesum.bench` measures speed here.
"""

# `collections.abc` and `typing` would take most of the time of `import lanesum`; the interpreter itself imports this module.
from _collections_abc import Sequence

from ._lanesum import (
    Digests,
    Hash,
    Kmac,
    KmacXof,
    MerkleTree,
    Xof,
    XofReader,
    __version__,
    _names,
    digest_many,
    digest_rows,
    file_digest,
    from_bytes,
    hmac_many,
    merkle_leaf,
    merkle_mix_in_length,
    merkle_node,
    merkle_verify,
    merkle_verify_consistency,
    merkle_verify_many,
    new,
    pbkdf2_hmac,
    pbkdf2_hmac_many,
)

# isort: split
# functions: begin
from ._lanesum import (
    blake2b,
    blake2bp,
    blake2s,
    blake2sp,
    blake3,
    blake224,
    blake256,
    blake384,
    blake512,
    cshake128,
    cshake256,
    keccak256,
    kmac128,
    kmac256,
    kmacxof128,
    kmacxof256,
    kt128,
    kt256,
    parallelhash128,
    parallelhash256,
    parallelhashxof128,
    parallelhashxof256,
    sha3_224,
    sha3_256,
    sha3_384,
    sha3_512,
    sha224,
    sha256,
    sha384,
    sha512,
    sha512_224,
    sha512_256,
    shake_128,
    shake_256,
    tuplehash128,
    tuplehash256,
    tuplehashxof128,
    tuplehashxof256,
    turboshake128,
    turboshake256,
)

# functions: end

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hashlib import md5 as md5
    from hashlib import scrypt as scrypt
    from hashlib import sha1 as sha1
    from typing import Any

algorithms_available = set(_names(False))
"""The names of this package's functions, as in hashlib. `new` and `digest_many` also take those of KMAC, with a key; `new` and
`file_digest` also take the names that only hashlib has."""

algorithms_guaranteed = set(algorithms_available)
"""The same names as in `algorithms_available`, because every build has all functions."""

Sequence.register(Digests)  # pyright: ignore[reportAttributeAccessIssue]

__all__ = [
    "Digests",
    "Hash",
    "Kmac",
    "KmacXof",
    "MerkleTree",
    "Xof",
    "XofReader",
    "__version__",
    "algorithms_available",
    "algorithms_guaranteed",
    "digest_many",
    "digest_rows",
    "file_digest",
    "from_bytes",
    "hmac_many",
    "merkle_leaf",
    "merkle_mix_in_length",
    "merkle_node",
    "merkle_verify",
    "merkle_verify_consistency",
    "merkle_verify_many",
    "new",
    "pbkdf2_hmac",
    "pbkdf2_hmac_many",
]
# exports: begin
__all__ += [
    "blake2b",
    "blake2bp",
    "blake2s",
    "blake2sp",
    "blake3",
    "blake224",
    "blake256",
    "blake384",
    "blake512",
    "cshake128",
    "cshake256",
    "keccak256",
    "kmac128",
    "kmac256",
    "kmacxof128",
    "kmacxof256",
    "kt128",
    "kt256",
    "parallelhash128",
    "parallelhash256",
    "parallelhashxof128",
    "parallelhashxof256",
    "sha3_224",
    "sha3_256",
    "sha3_384",
    "sha3_512",
    "sha224",
    "sha256",
    "sha384",
    "sha512",
    "sha512_224",
    "sha512_256",
    "shake_128",
    "shake_256",
    "tuplehash128",
    "tuplehash256",
    "tuplehashxof128",
    "tuplehashxof256",
    "turboshake128",
    "turboshake256",
]
# exports: end


def __getattr__(name: str) -> "Any":
    # Submodules are imported when they are first used: `import lanesum` must be quick.
    if name in {"bench", "caesar", "duckdb", "polars"}:
        import importlib

        try:
            return importlib.import_module(f"{__name__}.{name}")
        except ModuleNotFoundError as error:
            # `hasattr` and `getattr` with a default catch no other error.
            missing = f"module {__name__!r} has no attribute {name!r}: there is no module {error.name!r}"
        raise AttributeError(missing, name=name) from None
    # What only hashlib has, so that `import lanesum as hashlib` works. `hashlib` is slow to import.
    if name in {"md5", "scrypt", "sha1"}:
        import hashlib

        return getattr(hashlib, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name)
