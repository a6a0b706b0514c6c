"""The native half of lanesum: its types. The docstrings are in the module itself (`help(lanesum)`)."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from os import PathLike
from typing import Any, Literal, Protocol, SupportsIndex, TypeVar, overload

from _typeshed import ReadableBuffer

__version__: str

class _ArrowArray(Protocol):
    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]: ...

class _ArrowStream(Protocol):
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

class _ReadableFile(Protocol):
    def readinto(self, buffer: Any, /) -> int | None: ...
    def readable(self) -> bool: ...

_File = str | bytes | PathLike[str] | PathLike[bytes] | _ReadableFile
_Message = bytes | str | ReadableBuffer | None
_Column = Iterable[_Message] | ReadableBuffer | _ArrowArray | _ArrowStream

# names: begin
_HashName = Literal[
    "sha3_224",
    "sha3_256",
    "sha3_384",
    "sha3_512",
    "keccak256",
    "sha224",
    "sha256",
    "sha384",
    "sha512",
    "sha512_224",
    "sha512_256",
    "blake224",
    "blake256",
    "blake384",
    "blake512",
    "tuplehash128",
    "tuplehash256",
    "parallelhash128",
    "parallelhash256",
]
_XofName = Literal[
    "shake_128",
    "shake_256",
    "turboshake128",
    "turboshake256",
    "kt128",
    "kt256",
    "cshake128",
    "cshake256",
    "tuplehashxof128",
    "tuplehashxof256",
    "parallelhashxof128",
    "parallelhashxof256",
]
_KmacName = Literal["kmac128", "kmac256"]
_KmacXofName = Literal["kmacxof128", "kmacxof256"]
# names: end
_Object = TypeVar("_Object")

class _AnyHash(Protocol):
    """An object whose function a type checker does not know. `isinstance` tells which of the four classes it has."""

    @property
    def name(self) -> str: ...
    @property
    def block_size(self) -> int: ...
    @property
    def digest_size(self) -> int: ...
    def update(self, data: ReadableBuffer, /, *, threads: int | None = 1) -> None: ...
    def copy(self) -> _AnyHash: ...
    def to_bytes(self) -> bytes: ...
    # Of an XOF they take a length.
    @property
    def digest(self) -> Callable[..., bytes]: ...
    @property
    def hexdigest(self) -> Callable[..., str]: ...

class Hash:
    @property
    def name(self) -> str: ...
    @property
    def block_size(self) -> int: ...
    @property
    def digest_size(self) -> int: ...
    def update(self, data: ReadableBuffer, /, *, threads: int | None = 1) -> None: ...
    def copy(self) -> Hash: ...
    def to_bytes(self) -> bytes: ...
    def __copy__(self) -> Hash: ...
    def __deepcopy__(self, memo: dict[int, Any]) -> Hash: ...
    def digest(self) -> bytes: ...
    def hexdigest(self) -> str: ...

class Xof:
    @property
    def name(self) -> str: ...
    @property
    def block_size(self) -> int: ...
    @property
    def digest_size(self) -> int: ...
    def update(self, data: ReadableBuffer, /, *, threads: int | None = 1) -> None: ...
    def copy(self) -> Xof: ...
    def to_bytes(self) -> bytes: ...
    def __copy__(self) -> Xof: ...
    def __deepcopy__(self, memo: dict[int, Any]) -> Xof: ...
    def digest(self, length: SupportsIndex) -> bytes: ...
    def hexdigest(self, length: SupportsIndex) -> str: ...
    def reader(self) -> XofReader: ...

class Kmac:
    @property
    def name(self) -> str: ...
    @property
    def block_size(self) -> int: ...
    @property
    def digest_size(self) -> int: ...
    def update(self, data: ReadableBuffer, /, *, threads: int | None = 1) -> None: ...
    def copy(self) -> Kmac: ...
    def to_bytes(self) -> bytes: ...
    def __copy__(self) -> Kmac: ...
    def __deepcopy__(self, memo: dict[int, Any]) -> Kmac: ...
    def digest(self) -> bytes: ...
    def hexdigest(self) -> str: ...
    def verify(self, tag: ReadableBuffer, /) -> bool: ...

class KmacXof:
    @property
    def name(self) -> str: ...
    @property
    def block_size(self) -> int: ...
    @property
    def digest_size(self) -> int: ...
    def update(self, data: ReadableBuffer, /, *, threads: int | None = 1) -> None: ...
    def copy(self) -> KmacXof: ...
    def to_bytes(self) -> bytes: ...
    def __copy__(self) -> KmacXof: ...
    def __deepcopy__(self, memo: dict[int, Any]) -> KmacXof: ...
    def digest(self, length: SupportsIndex) -> bytes: ...
    def hexdigest(self, length: SupportsIndex) -> str: ...
    def reader(self) -> XofReader: ...
    def verify(self, tag: ReadableBuffer, /) -> bool: ...

class XofReader:
    def read(self, n: SupportsIndex, /) -> bytes: ...

class Digests(Sequence[bytes | None]):
    @property
    def digest_size(self) -> int: ...
    @property
    def null_count(self) -> int: ...
    def tolist(self) -> list[bytes | None]: ...
    def hex(self) -> list[str | None]: ...
    def tobytes(self) -> bytes: ...
    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, index: SupportsIndex) -> bytes | None: ...
    @overload
    def __getitem__(self, index: slice) -> Digests: ...
    def __iter__(self) -> Iterator[bytes | None]: ...
    def __buffer__(self, flags: int, /) -> memoryview: ...
    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

class blake2b:  # noqa: N801  # hashlib's name
    SALT_SIZE: int
    PERSON_SIZE: int
    MAX_KEY_SIZE: int
    MAX_DIGEST_SIZE: int
    def __new__(
        cls,
        data: ReadableBuffer = ...,
        *,
        digest_size: int = ...,
        key: ReadableBuffer = ...,
        salt: ReadableBuffer = ...,
        person: ReadableBuffer = ...,
        fanout: int = ...,
        depth: int = ...,
        leaf_size: int = ...,
        node_offset: int = ...,
        node_depth: int = ...,
        inner_size: int = ...,
        last_node: bool = ...,
        usedforsecurity: bool = ...,
    ) -> blake2b: ...
    @property
    def name(self) -> str: ...
    @property
    def block_size(self) -> int: ...
    @property
    def digest_size(self) -> int: ...
    def update(self, data: ReadableBuffer, /) -> None: ...
    def copy(self) -> blake2b: ...
    def __copy__(self) -> blake2b: ...
    def digest(self) -> bytes: ...
    def hexdigest(self) -> str: ...
    def verify(self, tag: ReadableBuffer, /) -> bool: ...

class blake2s:  # noqa: N801  # hashlib's name
    SALT_SIZE: int
    PERSON_SIZE: int
    MAX_KEY_SIZE: int
    MAX_DIGEST_SIZE: int
    def __new__(
        cls,
        data: ReadableBuffer = ...,
        *,
        digest_size: int = ...,
        key: ReadableBuffer = ...,
        salt: ReadableBuffer = ...,
        person: ReadableBuffer = ...,
        fanout: int = ...,
        depth: int = ...,
        leaf_size: int = ...,
        node_offset: int = ...,
        node_depth: int = ...,
        inner_size: int = ...,
        last_node: bool = ...,
        usedforsecurity: bool = ...,
    ) -> blake2s: ...
    @property
    def name(self) -> str: ...
    @property
    def block_size(self) -> int: ...
    @property
    def digest_size(self) -> int: ...
    def update(self, data: ReadableBuffer, /) -> None: ...
    def copy(self) -> blake2s: ...
    def __copy__(self) -> blake2s: ...
    def digest(self) -> bytes: ...
    def hexdigest(self) -> str: ...
    def verify(self, tag: ReadableBuffer, /) -> bool: ...

class blake2bp:  # noqa: N801  # as hashlib's names
    SALT_SIZE: int
    PERSON_SIZE: int
    MAX_KEY_SIZE: int
    MAX_DIGEST_SIZE: int
    def __new__(
        cls,
        data: ReadableBuffer = ...,
        *,
        digest_size: int = ...,
        key: ReadableBuffer = ...,
        salt: ReadableBuffer = ...,
        person: ReadableBuffer = ...,
        usedforsecurity: bool = ...,
    ) -> blake2bp: ...
    @property
    def name(self) -> str: ...
    @property
    def block_size(self) -> int: ...
    @property
    def digest_size(self) -> int: ...
    def update(self, data: ReadableBuffer, /) -> None: ...
    def copy(self) -> blake2bp: ...
    def __copy__(self) -> blake2bp: ...
    def digest(self) -> bytes: ...
    def hexdigest(self) -> str: ...
    def verify(self, tag: ReadableBuffer, /) -> bool: ...

class blake2sp:  # noqa: N801  # as hashlib's names
    SALT_SIZE: int
    PERSON_SIZE: int
    MAX_KEY_SIZE: int
    MAX_DIGEST_SIZE: int
    def __new__(
        cls,
        data: ReadableBuffer = ...,
        *,
        digest_size: int = ...,
        key: ReadableBuffer = ...,
        salt: ReadableBuffer = ...,
        person: ReadableBuffer = ...,
        usedforsecurity: bool = ...,
    ) -> blake2sp: ...
    @property
    def name(self) -> str: ...
    @property
    def block_size(self) -> int: ...
    @property
    def digest_size(self) -> int: ...
    def update(self, data: ReadableBuffer, /) -> None: ...
    def copy(self) -> blake2sp: ...
    def __copy__(self) -> blake2sp: ...
    def digest(self) -> bytes: ...
    def hexdigest(self) -> str: ...
    def verify(self, tag: ReadableBuffer, /) -> bool: ...

class blake3:  # noqa: N801  # hashlib's name
    def __new__(
        cls,
        data: ReadableBuffer = ...,
        *,
        key: ReadableBuffer | None = ...,
        derive_key_context: str | None = ...,
        threads: int | None = ...,
        usedforsecurity: bool = ...,
    ) -> blake3: ...
    @property
    def name(self) -> str: ...
    @property
    def block_size(self) -> int: ...
    @property
    def digest_size(self) -> int: ...
    def update(self, data: ReadableBuffer, /, *, threads: int | None = 1) -> None: ...
    def copy(self) -> blake3: ...
    def __copy__(self) -> blake3: ...
    def digest(self, length: SupportsIndex = ..., *, seek: int = ...) -> bytes: ...
    def hexdigest(self, length: SupportsIndex = ..., *, seek: int = ...) -> str: ...

# functions: begin
def sha3_224(data: ReadableBuffer = ..., *, usedforsecurity: bool = ...) -> Hash: ...
def sha3_256(data: ReadableBuffer = ..., *, usedforsecurity: bool = ...) -> Hash: ...
def sha3_384(data: ReadableBuffer = ..., *, usedforsecurity: bool = ...) -> Hash: ...
def sha3_512(data: ReadableBuffer = ..., *, usedforsecurity: bool = ...) -> Hash: ...
def shake_128(data: ReadableBuffer = ..., *, usedforsecurity: bool = ...) -> Xof: ...
def shake_256(data: ReadableBuffer = ..., *, usedforsecurity: bool = ...) -> Xof: ...
def keccak256(data: ReadableBuffer = ..., *, usedforsecurity: bool = ...) -> Hash: ...
def sha224(data: ReadableBuffer = ..., *, usedforsecurity: bool = ...) -> Hash: ...
def sha256(data: ReadableBuffer = ..., *, usedforsecurity: bool = ...) -> Hash: ...
def sha384(data: ReadableBuffer = ..., *, usedforsecurity: bool = ...) -> Hash: ...
def sha512(data: ReadableBuffer = ..., *, usedforsecurity: bool = ...) -> Hash: ...
def sha512_224(data: ReadableBuffer = ..., *, usedforsecurity: bool = ...) -> Hash: ...
def sha512_256(data: ReadableBuffer = ..., *, usedforsecurity: bool = ...) -> Hash: ...
def blake224(data: ReadableBuffer = ..., *, salt: ReadableBuffer = ..., usedforsecurity: bool = ...) -> Hash: ...
def blake256(data: ReadableBuffer = ..., *, salt: ReadableBuffer = ..., usedforsecurity: bool = ...) -> Hash: ...
def blake384(data: ReadableBuffer = ..., *, salt: ReadableBuffer = ..., usedforsecurity: bool = ...) -> Hash: ...
def blake512(data: ReadableBuffer = ..., *, salt: ReadableBuffer = ..., usedforsecurity: bool = ...) -> Hash: ...
def turboshake128(data: ReadableBuffer = ..., *, domain: int = ..., usedforsecurity: bool = ...) -> Xof: ...
def turboshake256(data: ReadableBuffer = ..., *, domain: int = ..., usedforsecurity: bool = ...) -> Xof: ...
def kt128(
    data: ReadableBuffer = ...,
    *,
    customization: ReadableBuffer | str = ...,
    threads: int | None = ...,
    usedforsecurity: bool = ...,
) -> Xof: ...
def kt256(
    data: ReadableBuffer = ...,
    *,
    customization: ReadableBuffer | str = ...,
    threads: int | None = ...,
    usedforsecurity: bool = ...,
) -> Xof: ...
def cshake128(
    data: ReadableBuffer = ...,
    *,
    function: ReadableBuffer | str = ...,
    customization: ReadableBuffer | str = ...,
    usedforsecurity: bool = ...,
) -> Xof: ...
def cshake256(
    data: ReadableBuffer = ...,
    *,
    function: ReadableBuffer | str = ...,
    customization: ReadableBuffer | str = ...,
    usedforsecurity: bool = ...,
) -> Xof: ...
def tuplehash128(
    strings: Iterable[ReadableBuffer] = ...,
    *,
    customization: ReadableBuffer | str = ...,
    digest_size: int = ...,
    usedforsecurity: bool = ...,
) -> Hash: ...
def tuplehash256(
    strings: Iterable[ReadableBuffer] = ...,
    *,
    customization: ReadableBuffer | str = ...,
    digest_size: int = ...,
    usedforsecurity: bool = ...,
) -> Hash: ...
def tuplehashxof128(
    strings: Iterable[ReadableBuffer] = ..., *, customization: ReadableBuffer | str = ..., usedforsecurity: bool = ...
) -> Xof: ...
def tuplehashxof256(
    strings: Iterable[ReadableBuffer] = ..., *, customization: ReadableBuffer | str = ..., usedforsecurity: bool = ...
) -> Xof: ...
def parallelhash128(
    data: ReadableBuffer = ...,
    *,
    block_size: int = ...,
    customization: ReadableBuffer | str = ...,
    digest_size: int = ...,
    threads: int | None = ...,
    usedforsecurity: bool = ...,
) -> Hash: ...
def parallelhash256(
    data: ReadableBuffer = ...,
    *,
    block_size: int = ...,
    customization: ReadableBuffer | str = ...,
    digest_size: int = ...,
    threads: int | None = ...,
    usedforsecurity: bool = ...,
) -> Hash: ...
def parallelhashxof128(
    data: ReadableBuffer = ...,
    *,
    block_size: int = ...,
    customization: ReadableBuffer | str = ...,
    threads: int | None = ...,
    usedforsecurity: bool = ...,
) -> Xof: ...
def parallelhashxof256(
    data: ReadableBuffer = ...,
    *,
    block_size: int = ...,
    customization: ReadableBuffer | str = ...,
    threads: int | None = ...,
    usedforsecurity: bool = ...,
) -> Xof: ...
def kmac128(
    key: ReadableBuffer,
    data: ReadableBuffer = ...,
    *,
    customization: ReadableBuffer | str = ...,
    digest_size: int = ...,
    usedforsecurity: bool = ...,
) -> Kmac: ...
def kmac256(
    key: ReadableBuffer,
    data: ReadableBuffer = ...,
    *,
    customization: ReadableBuffer | str = ...,
    digest_size: int = ...,
    usedforsecurity: bool = ...,
) -> Kmac: ...
def kmacxof128(
    key: ReadableBuffer, data: ReadableBuffer = ..., *, customization: ReadableBuffer | str = ..., usedforsecurity: bool = ...
) -> KmacXof: ...
def kmacxof256(
    key: ReadableBuffer, data: ReadableBuffer = ..., *, customization: ReadableBuffer | str = ..., usedforsecurity: bool = ...
) -> KmacXof: ...

# functions: end
@overload
def new(name: _HashName, data: Any = ..., **options: Any) -> Hash: ...
@overload
def new(name: _XofName, data: Any = ..., **options: Any) -> Xof: ...
@overload
def new(name: _KmacName, data: Any = ..., **options: Any) -> Kmac: ...
@overload
def new(name: _KmacXofName, data: Any = ..., **options: Any) -> KmacXof: ...
@overload
def new(name: str, data: Any = ..., **options: Any) -> _AnyHash: ...
@overload
def from_bytes(name: _HashName, saved: ReadableBuffer, *, digest_size: int | None = None) -> Hash: ...
@overload
def from_bytes(name: _XofName, saved: ReadableBuffer, *, digest_size: int | None = None) -> Xof: ...
@overload
def from_bytes(name: _KmacName, saved: ReadableBuffer, *, digest_size: int | None = None) -> Kmac: ...
@overload
def from_bytes(name: _KmacXofName, saved: ReadableBuffer, *, digest_size: int | None = None) -> KmacXof: ...
@overload
def from_bytes(name: str, saved: ReadableBuffer, *, digest_size: int | None = None) -> _AnyHash: ...
@overload
def digest_many(
    name: str | Callable[..., object],
    messages: _Column | None = None,
    *,
    columns: Iterable[_Column] | _ArrowArray | _ArrowStream | None = None,
    prefix: _Column | None = None,
    threads: int | None = 1,
    hex: Literal[False] = False,
    **options: Any,
) -> Digests: ...
@overload
def digest_many(
    name: str | Callable[..., object],
    messages: _Column | None = None,
    *,
    columns: Iterable[_Column] | _ArrowArray | _ArrowStream | None = None,
    prefix: _Column | None = None,
    threads: int | None = 1,
    hex: Literal[True],
    **options: Any,
) -> list[str | None]: ...
@overload
def digest_many(
    name: str | Callable[..., object],
    messages: _Column | None = None,
    *,
    columns: Iterable[_Column] | _ArrowArray | _ArrowStream | None = None,
    prefix: _Column | None = None,
    threads: int | None = 1,
    hex: bool,
    **options: Any,
) -> Digests | list[str | None]: ...
@overload
def digest_rows(
    table: _ArrowArray | _ArrowStream,
    name: str | Callable[..., object],
    columns: Iterable[str] | None = None,
    *,
    names: bool = False,
    seed: ReadableBuffer | str | None = None,
    by_type: bool = False,
    signed_zeros: bool = False,
    threads: int | None = 1,
    hex: Literal[False] = False,
    **options: Any,
) -> Digests: ...
@overload
def digest_rows(
    table: _ArrowArray | _ArrowStream,
    name: str | Callable[..., object],
    columns: Iterable[str] | None = None,
    *,
    names: bool = False,
    seed: ReadableBuffer | str | None = None,
    by_type: bool = False,
    signed_zeros: bool = False,
    threads: int | None = 1,
    hex: Literal[True],
    **options: Any,
) -> list[str | None]: ...
@overload
def digest_rows(
    table: _ArrowArray | _ArrowStream,
    name: str | Callable[..., object],
    columns: Iterable[str] | None = None,
    *,
    names: bool = False,
    seed: ReadableBuffer | str | None = None,
    by_type: bool = False,
    signed_zeros: bool = False,
    threads: int | None = 1,
    hex: bool,
    **options: Any,
) -> Digests | list[str | None]: ...
@overload
def hmac_many(
    name: str | Callable[..., object],
    key: _Column,
    messages: _Column,
    *,
    threads: int | None = 1,
    hex: Literal[False] = False,
) -> Digests: ...
@overload
def hmac_many(
    name: str | Callable[..., object],
    key: _Column,
    messages: _Column,
    *,
    threads: int | None = 1,
    hex: Literal[True],
) -> list[str | None]: ...
@overload
def hmac_many(
    name: str | Callable[..., object],
    key: _Column,
    messages: _Column,
    *,
    threads: int | None = 1,
    hex: bool,
) -> Digests | list[str | None]: ...
def pbkdf2_hmac(
    hash_name: str | Callable[..., object],
    password: ReadableBuffer,
    salt: ReadableBuffer,
    iterations: int,
    dklen: int | None = None,
) -> bytes: ...
@overload
def pbkdf2_hmac_many(
    hash_name: str | Callable[..., object],
    passwords: _Column,
    salt: _Column,
    iterations: int,
    dklen: int | None = None,
    *,
    threads: int | None = 1,
    hex: Literal[False] = False,
) -> Digests: ...
@overload
def pbkdf2_hmac_many(
    hash_name: str | Callable[..., object],
    passwords: _Column,
    salt: _Column,
    iterations: int,
    dklen: int | None = None,
    *,
    threads: int | None = 1,
    hex: Literal[True],
) -> list[str | None]: ...
@overload
def pbkdf2_hmac_many(
    hash_name: str | Callable[..., object],
    passwords: _Column,
    salt: _Column,
    iterations: int,
    dklen: int | None = None,
    *,
    threads: int | None = 1,
    hex: bool,
) -> Digests | list[str | None]: ...

_Rule = Literal["rfc9162", "bitcoin", "ssz", "pairs"]

class MerkleTree:
    def __init__(
        self,
        name: str | Callable[..., object],
        leaves: _Column | None = None,
        *,
        rule: _Rule = "rfc9162",
        limit: int | None = None,
        digests: bool = False,
        threads: int | None = 1,
        **options: Any,
    ) -> None: ...
    def __len__(self) -> int: ...
    @property
    def root(self) -> bytes: ...
    @property
    def depth(self) -> int: ...
    @property
    def is_mutated(self) -> bool: ...
    def level(self, level: int) -> bytes: ...
    def append(self, leaves: _Column, *, threads: int | None = 1) -> None: ...
    def update(self, indexes: Iterable[int], leaves: _Column) -> None: ...
    def proof(self, index: int) -> bytes: ...
    def proof_many(self, indexes: Iterable[int]) -> bytes: ...
    def consistency(self, old: int) -> bytes: ...
    def copy(self) -> MerkleTree: ...

def merkle_leaf(
    name: str | Callable[..., object],
    message: ReadableBuffer,
    *,
    rule: _Rule = "rfc9162",
    **options: Any,
) -> bytes: ...
def merkle_mix_in_length(
    name: str | Callable[..., object],
    root: ReadableBuffer,
    length: int,
    **options: Any,
) -> bytes: ...
def merkle_node(
    name: str | Callable[..., object],
    left: ReadableBuffer,
    right: ReadableBuffer,
    *,
    rule: _Rule = "rfc9162",
    **options: Any,
) -> bytes: ...
def merkle_verify(
    name: str | Callable[..., object],
    root: ReadableBuffer,
    leaves: int,
    index: int,
    leaf: ReadableBuffer,
    proof: ReadableBuffer,
    *,
    rule: _Rule = "rfc9162",
    limit: int | None = None,
    **options: Any,
) -> bool: ...
def merkle_verify_many(
    name: str | Callable[..., object],
    root: ReadableBuffer,
    leaves: int,
    indexes: Iterable[int],
    digests: bytes | Iterable[ReadableBuffer],
    proof: ReadableBuffer,
    *,
    rule: _Rule = "rfc9162",
    limit: int | None = None,
    **options: Any,
) -> bool: ...
def merkle_verify_consistency(
    name: str | Callable[..., object],
    old: int,
    old_root: ReadableBuffer,
    new: int,
    new_root: ReadableBuffer,
    proof: ReadableBuffer,
    *,
    rule: _Rule = "rfc9162",
    **options: Any,
) -> bool: ...
@overload
def file_digest(
    fileobj: _File,
    digest: _HashName,
    /,
    *,
    progress: Callable[[int], object] | None = None,
    threads: int | None = 1,
    **options: Any,
) -> Hash: ...
@overload
def file_digest(
    fileobj: _File,
    digest: _XofName,
    /,
    *,
    progress: Callable[[int], object] | None = None,
    threads: int | None = 1,
    **options: Any,
) -> Xof: ...
@overload
def file_digest(
    fileobj: _File,
    digest: _KmacName,
    /,
    *,
    progress: Callable[[int], object] | None = None,
    threads: int | None = 1,
    **options: Any,
) -> Kmac: ...
@overload
def file_digest(
    fileobj: _File,
    digest: _KmacXofName,
    /,
    *,
    progress: Callable[[int], object] | None = None,
    threads: int | None = 1,
    **options: Any,
) -> KmacXof: ...
@overload
def file_digest(
    fileobj: _File, digest: str, /, *, progress: Callable[[int], object] | None = None, threads: int | None = 1, **options: Any
) -> _AnyHash: ...
@overload
def file_digest(
    fileobj: _File,
    digest: Callable[..., _Object],
    /,
    *,
    progress: Callable[[int], object] | None = None,
    threads: int | None = 1,
    **options: Any,
) -> _Object: ...
def _names(keyed: bool) -> list[str]: ...
def _crc32c(data: bytes, before: int = 0) -> int: ...
def _crc64nvme(data: bytes, before: int = 0) -> int: ...
def _kt_leaves(bits: int, first: int, data: ReadableBuffer, last: bool) -> bytes: ...
def _kt_range(
    bits: int, folder: bytes, key: bytes, start: int, end: int, size: int, mtime: int, ctime: int
) -> list[bytes] | None: ...
def _list_directory(path: bytes, above: bytes) -> tuple[list[bytes], bytes]: ...
def _digest_files(
    name: str, folder: bytes, keys: list[bytes], most: int, enough: int, settled: int, **options: Any
) -> tuple[Digests, bytes, bytes, bytes, bytes, list[tuple[int, bool]], int]: ...
def _kt_root(bits: int, first_chunk: ReadableBuffer, pieces: Iterable[ReadableBuffer], digest_size: int) -> bytes: ...
def _restore(name: str, saved: bytes, digest_size: int) -> _AnyHash: ...
def _digests(bytes: bytes, digest_size: int, count: int, nulls: list[int]) -> Digests: ...

_caesar: Any
