"""What a worker does: read and hash a batch of objects, one object, or a part of one. Ray runs these functions."""

from __future__ import annotations

import time
from typing import NamedTuple

from ._block import Block, Row
from ._recipe import PIECE, Recipe
from ._stores import SETTLED, Changed, Failure, Object, Store


class Result(NamedTuple):
    """A digest, or why there is none; with neither, the object is larger than a batch may hold."""

    this: Object
    digest: bytes | None = None
    failure: str | None = None
    settled: bool = True
    # See `Store.doubts`.
    doubt: str | None = None


class Packed(NamedTuple):
    """A block, for the journal: its first and last key, what it counts, and itself."""

    first: bytes
    last: bytes
    objects: int
    size: int
    block: bytes
    # Objects whose digest is the store's.
    trusted: int = 0


# What a listing said of an object, as in `Object`: size, mtime, ETag and version.
Fact = tuple[int, int, str, str]


def batch(
    store: Store, recipe: Recipe, most: int, enough: int, keys: list[bytes], facts: list[Fact] | None
) -> tuple[Packed | None, list[Result], int]:
    """Hash objects of at most `most` bytes, as many at once as fill the lanes of the processor, until they have `enough` bytes.

    Returns the digests, what is to be said of objects without, and the number of the first object that was not looked at.
    """
    known = dict(zip(keys, facts, strict=True)) if facts is not None else {}
    block, left, end = store.together(recipe, keys, enough)
    trusted = len(block.keys) if block and store.trust_stored else 0
    unread = block.size() if block and store.trust_stored else 0
    others: list[Result] = []
    if block is not None and known:
        rows = list(block.rows())
        same = [row for row in rows if known[row[0]][0] < 0 or row[1:4] == known[row[0]][:3]]
        if len(same) < len(rows):
            block = Block.of(same) if same else None
            stay = {row[0] for row in same}
            others += [Result(Object(row[0]), None, str(Changed())) for row in rows if row[0] not in stay]
    objects = []
    for number, has_changed in left:
        this = Object(keys[number], *known.get(keys[number], ()))
        if has_changed:
            others.append(Result(this, None, str(Changed())))
        else:
            objects.append(this)
    rows, more, looked_at = _by_themselves(store, recipe, most, enough if len(objects) == len(keys) else None, objects)
    if rows:
        block = Block.of(sorted([*block.rows(), *rows]) if block else rows)
    if store.doubts and block:
        # The digest is what was read, whatever the store says.
        more += [
            Result(Object(*row[:5]), *row[5:6], None, *row[6:], store.doubts[row[0]])
            for row in block.rows()
            if row[0] in store.doubts
        ]
        rows = [row for row in block.rows() if row[0] not in store.doubts]
        block = Block.of(rows) if rows else None
        store.doubts.clear()
    packed = None
    if block:
        size = block.size() - unread
        packed = Packed(block.keys[0], block.keys[-1], len(block.keys) - trusted, size, block.pack(), trusted)
    return packed, others + more, end if looked_at == len(objects) else looked_at


def _by_themselves(
    store: Store, recipe: Recipe, most: int, enough: int | None, objects: list[Object]
) -> tuple[list[Row], list[Result], int]:
    rows: list[Row] = []
    others: list[Result] = []
    held: list[Object] = []
    messages: list[bytes] = []
    now = time.time_ns()

    def flush() -> None:
        for this, digest in zip(held, recipe.digests(messages), strict=True):
            rows.append((*this, digest, is_settled(store, this, now)))
        held.clear()
        messages.clear()

    size = all_sizes = looked_at = 0
    for this, found in zip(objects, store.several(objects, most), strict=True):
        looked_at += 1
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
                all_sizes, size = all_sizes + size, 0
                if enough is not None and all_sizes >= enough:
                    break
    flush()
    return rows, others, looked_at


def is_settled(store: Store, this: Object, now: int) -> bool:
    """Whether a change after `now` would be seen in what the store says of the object."""
    return bool(store.scheme) or max(this.mtime, int(this.etag)) < now - SETTLED


def one(store: Store, recipe: Recipe, this: Object) -> Result:
    """Hash one large object whose function is no tree."""
    now = time.time_ns()
    versions: list[str] = []
    try:
        digest = recipe.digest(store.stream(this, 0, this.size, versions))
        settled = is_settled(store, this, now)
        return Result(this._replace(version=versions[-1]), digest, None, settled, store.doubts.pop(this.key, None))
    except Failure as failure:
        return Result(this, None, str(failure))


def part(store: Store, recipe: Recipe, this: Object, start: int, end: int) -> tuple[list[bytes], str] | str:
    """Hash a part of a large object: what `Recipe.finish` needs of it, and its version; or why there is nothing."""
    try:
        return store.values(recipe, this, start, end)
    except Failure as failure:
        return str(failure)


def ready() -> None:
    """Nothing: a worker that has done it has started. Long enough for each to get one."""
    time.sleep(0.1)
