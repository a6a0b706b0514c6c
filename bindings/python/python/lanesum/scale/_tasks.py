"""What a worker does: read and hash a batch of objects, one object, or a part of one. Ray runs these functions."""

from __future__ import annotations

import time
from typing import Any, NamedTuple

from ._recipe import PIECE, Recipe
from ._stores import Failure, Object, Store

# A file that changed so shortly before it was hashed may change again without another mtime (as of `lanesum update`).
_SETTLED = 2 * 10**9


class Result(NamedTuple):
    """A digest, or why there is none; with neither, the object is larger than a batch may hold."""

    this: Object
    digest: bytes | None = None
    failure: str | None = None
    settled: bool = True


# What the journal keeps of an object: plain tuples, since those of a class take three times as long on their way.
Row = tuple[bytes, int, int, str, str, bytes, bool]


def batch(store: Store, recipe: Recipe, most: int, plain: list[tuple[Any, ...]]) -> tuple[list[Row], list[Result]]:
    """Hash objects of at most `most` bytes, as many at once as fill the lanes of the processor; and what has no digest yet."""
    objects = list(map(Object._make, plain))
    rows: list[Row] = []
    others: list[Result] = []
    held: list[Object] = []
    messages: list[bytes] = []
    now = time.time_ns()

    def flush() -> None:
        for this, digest in zip(held, recipe.digests(messages), strict=True):
            rows.append((*this, digest, _is_settled(store, this, now)))
        held.clear()
        messages.clear()

    size = 0
    for this, found in zip(objects, store.several(objects, most), strict=True):
        if isinstance(found, Failure):
            others.append(Result(this, None, str(found)))
        elif found[1] is None:
            others.append(Result(found[0]))
        else:
            held.append(found[0])
            messages.append(found[1])
            size += len(found[1])
            if size >= PIECE:
                flush()
                size = 0
    flush()
    return rows, others


def _is_settled(store: Store, this: Object, now: int) -> bool:
    return bool(store.scheme) or max(this.mtime, int(this.etag)) < now - _SETTLED


def one(store: Store, recipe: Recipe, this: Object) -> Result:
    """Hash one large object whose function is no tree."""
    now = time.time_ns()
    try:
        return Result(this, recipe.digest(store.stream(this, 0, this.size)), None, _is_settled(store, this, now))
    except Failure as failure:
        return Result(this, None, str(failure))


def part(store: Store, recipe: Recipe, this: Object, start: int, end: int) -> list[bytes] | str:
    """Hash a part of a large object: what `Recipe.finish` needs of it, or why there is nothing."""
    try:
        return list(recipe.values(store.stream(this, start, end), start, end == this.size))
    except Failure as failure:
        return str(failure)


def ready() -> None:
    """Nothing: a worker that has done it has started. Long enough for each to get one."""
    time.sleep(0.1)
