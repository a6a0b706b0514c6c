"""For type checkers: what hash objects of hashlib and of lanesum have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, Self

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer


class HashLike(Protocol):
    """An object with a digest of fixed length, of either. `hashlib._Hash` is a class of hashlib alone."""

    @property
    def name(self) -> str:
        """Its function."""
        ...

    @property
    def digest_size(self) -> int:
        """Bytes of the digest."""
        ...

    @property
    def block_size(self) -> int:
        """Bytes of a block."""
        ...

    def update(self, data: ReadableBuffer, /) -> None:
        """Append bytes."""
        ...

    def digest(self) -> bytes:
        """Of the message so far."""
        ...

    def hexdigest(self) -> str:
        """The same in hexadecimal."""
        ...

    def copy(self) -> Self:
        """An independent copy."""
        ...
