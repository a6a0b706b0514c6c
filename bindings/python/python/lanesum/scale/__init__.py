"""Hash on many machines, by Ray: lists of object stores and directories, and single huge objects.

    python -m lanesum.scale manifest s3://bucket/prefix -o SUMS
    python -m lanesum.scale verify SUMS

`pip install lanesum[ray]` brings what it needs. Without a cluster Ray starts one on this machine.
"""

from __future__ import annotations

from ._cluster import Cluster
from ._driver import Progress, Run
from ._journal import Journal
from ._recipe import Recipe
from ._remote import store_of
from ._stores import Failure, Object, Patience, Stop

__all__ = ["Failure", "Stop", "kt128", "kt256", "parallelhash128", "parallelhash256"]


def kt128(url: str, *, address: str | None = None, part: int | None = None) -> bytes:
    """Return KT128, of 32 bytes, of one object, however large: many workers read and hash parts of it.

    `url` is a path, `file:`, `s3://` or another URL of fsspec. `address` is that of a Ray cluster, if the program has not
    joined one yet. A part has `part` bytes; without it 64 MiB to 1 GiB,
    shorter ones towards the end of the object.
    A worker returns 32 bytes for each 8192 that it has hashed.

    Raises Failure if the object cannot be read or changes meanwhile, and Stop where nothing can be read, as
    without credentials.
    """
    return _digest(url, Recipe.of("kt128"), address, part)


def kt256(url: str, *, address: str | None = None, part: int | None = None) -> bytes:
    """Return KT256, of 64 bytes, of one object; see `kt128`. A worker returns 64 bytes for each 8192 that it has hashed."""
    return _digest(url, Recipe.of("kt256"), address, part)


def parallelhash128(url: str, *, block_size: int = 8192, address: str | None = None, part: int | None = None) -> bytes:
    """Return ParallelHash128, of 32 bytes, of one object; see `kt128`.

    A worker returns 32 bytes for each block that it has hashed. Long blocks cause little traffic, but are hashed one at a
    time, at a fraction of the speed.
    """
    return _digest(url, Recipe.of("parallelhash128", block_size), address, part)


def parallelhash256(url: str, *, block_size: int = 8192, address: str | None = None, part: int | None = None) -> bytes:
    """Return ParallelHash256, of 64 bytes, of one object; see `parallelhash128`."""
    return _digest(url, Recipe.of("parallelhash256", block_size), address, part)


def _digest(url: str, recipe: Recipe, address: str | None, part: int | None) -> bytes:
    store = store_of(url, Patience())
    journal = Journal(":memory:", {})
    with Cluster(address):
        Run(store, recipe, journal, Progress(False), part).over([[Object(store.key(store.url))]])
    failure = journal.base.execute("SELECT failure FROM failed").fetchone()
    if failure:
        raise Failure(f"{url}: {failure[0]}")
    return next(journal.blocks()).digests
