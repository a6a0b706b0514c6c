"""Functions, tags, and messages in parts, against the same functions in one call."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import lanesum
from lanesum.scale._journal import Foreign, Journal
from lanesum.scale._recipe import _TAGS, PIECE, Recipe
from lanesum.scale._stores import Changed, Files, Object, Patience
from lanesum.scale._tasks import part

TREES = ["kt128", "kt256", "parallelhash128", "parallelhash256"]


def pieces(data: bytes) -> Iterator[bytes]:
    for start in range(0, len(data), PIECE):
        yield data[start : start + PIECE]


def expected(recipe: Recipe, data: bytes) -> bytes:
    hasher = lanesum.new(recipe.name, data, **({"block_size": recipe.block} if recipe.block else {}))
    return hasher.digest() if hasher.digest_size else hasher.digest(recipe.digest_size)


@pytest.mark.parametrize("name", TREES)
@pytest.mark.parametrize("block", [8192, 1000, 3 << 20])
@pytest.mark.parametrize("wanted", [1, 2 << 20])
def test_parts(name: str, block: int, wanted: int) -> None:
    recipe = Recipe.of(name, block)
    size = recipe.part(wanted)
    assert size >= wanted
    data = random.Random(1).randbytes(9 << 20)
    for length in (size + 1, size + 8191, size + 8192, size + 8193, 2 * size, 2 * size + 12345, len(data)):
        message = data[: min(length, len(data))]
        if len(message) <= size:
            continue
        values = []
        # In any order, as workers come back.
        starts = list(range(0, len(message), size))
        random.Random(2).shuffle(starts)
        for start in starts:
            end = min(start + size, len(message))
            values.append((start, list(recipe.values(pieces(message[start:end]), start, end == len(message)))))
        inner = (value for _, several in sorted(values) for value in several)
        assert recipe.finish(inner, len(message)) == expected(recipe, message)


def test_lengths_of_parts() -> None:
    """Long ones first, short ones last, of whole leaves, and together all of it."""
    recipe = Recipe.of("kt128")
    for workers, size, count in ((1, (8 << 30) + 5, 12), (2, 8 << 30, 18), (1000, 10**12, 1120), (2, (64 << 20) + 1, 2)):
        parts = list(recipe.parts(0, size, None, workers))
        assert [start for start, _ in parts[1:]] == [end for _, end in parts[:-1]]
        assert (parts[0][0], parts[-1][1]) == (0, size)
        lengths = [end - start for start, end in parts]
        assert lengths == sorted(lengths, reverse=True)
        assert all(64 << 20 <= length <= 1 << 30 and length % (1 << 20) == 0 for length in lengths[:-1])
        assert len(parts) <= count
    # What comes of a part fits into one value of SQLite.
    assert max(end - start for start, end in Recipe.of("parallelhash256", 64).parts(0, 8 << 30, None, 2)) == 256 << 20
    assert list(Recipe.of("parallelhash128", 1000).parts(0, 5000, 1500, 9)) == [(0, 2000), (2000, 4000), (4000, 5000)]


def test_parts_of_another_run() -> None:
    """Only what lies between them is done again, whatever lengths they had."""
    journal, this = Journal(":memory:", {}), Object(b"key", 100, 1, "etag")
    assert list(journal.gaps(this)) == [(0, 100)]
    for start, end in ((70, 80), (10, 20), (20, 35)):
        journal.add_part(this, start, end, [b"value"])
    assert list(journal.gaps(this)) == [(0, 10), (35, 70), (80, 100)]
    for start, end in ((80, 100), (0, 10), (35, 70)):
        journal.add_part(this, start, end, [b"value"])
    assert list(journal.gaps(this)) == []
    assert {b"value"} == set(map(bytes, journal.values(b"key")))
    # Another object by that name has nothing yet.
    assert list(journal.gaps(this._replace(etag="other"))) == [(0, 100)]
    assert list(journal.gaps(this)) == [(0, 100)]


def test_parts_of_what_is_gone() -> None:
    """Forgotten, wherever it stood in the listing; those of what is there stay."""
    journal, keys = Journal(":memory:", {}), [b"a", b"b", b"c", b"d", b"e"]
    for key in keys:
        journal.add_part(Object(key, 100, 1, "etag"), 0, 50, [b"value"])
    journal.resumed = True
    page = [Object(key, 100, 1, "etag") for key in (b"b", b"d")]
    assert journal.unfinished(page, b"") == page
    journal.forget(b"d")
    assert journal.base.execute("SELECT key FROM piece ORDER BY key").fetchall() == [(b"b",), (b"d",)]


def test_journals_of_other_versions(tmp_path: Path) -> None:
    """Refused, and not mistaken for one of today; and what is left of a kill between a digest and the next object goes."""
    path = str(tmp_path / "journal")
    journal, this = Journal(path, {"a": "b"}), Object(b"key", 100, 1, "2")
    journal.add_part(this, 0, 100, [b"value"])
    journal.add((*this, bytes(32), True))
    # What `update` knows of an older one does not make these parts useless.
    other = Object(b"other", 100, 1, "2")
    journal.add((*other._replace(etag="1"), bytes(32), True))
    journal.add_part(other, 0, 50, [b"value"])
    journal.close(remove=False)
    journal = Journal(path, {"a": "b"})
    assert (journal.count("done"), journal.count("piece")) == (2, 1)
    assert list(journal.gaps(other)) == [(50, 100)]
    journal.base.execute("DELETE FROM run WHERE name = 'format'")
    journal.close(remove=False)
    with pytest.raises(Foreign, match="another version of lanesum"):
        Journal(path, {"a": "b"})


@pytest.mark.parametrize("name", [*_TAGS, *TREES])
def test_batches(name: str) -> None:
    recipe = Recipe.of(name)
    assert Recipe.tagged(recipe.tag) == recipe
    messages = [b"", b"abc", bytes(100_000)]
    assert recipe.digests(messages) == [expected(recipe, message) for message in messages]
    assert recipe.digest(pieces(messages[2])) == expected(recipe, messages[2])


def test_what_has_no_lists() -> None:
    for name in ("tuplehash128", "cshake128", "parallelhashxof128"):
        with pytest.raises(ValueError, match="lists cannot use"):
            Recipe.of(name)
    for tag in ("KT128-512", "SHAKE128-128", "KMAC128-256", "MD4", "ParallelHash128-B0-256", "ParallelHash128-256"):
        with pytest.raises(ValueError, match="no function"):
            Recipe.tagged(tag)


def test_little_for_much(tmp_path: Path) -> None:
    """A worker returns 32 bytes for a leaf of KT128, and for a block of ParallelHash, however long."""
    path = tmp_path / "large"
    path.write_bytes(bytes(8 << 20))
    store = Files(str(path), Patience())
    this = next(store.pages(True))[0]
    found = part(store, Recipe.of("parallelhash128", 4 << 20), this, 0, 8 << 20)
    assert sum(map(len, found[0])) == 64
    found = part(store, Recipe.of("kt128"), this, 1 << 20, 2 << 20)
    assert not isinstance(found, str)
    assert sum(map(len, found[0])) <= (1 << 20) // 256 + 64


@pytest.mark.parametrize("block", [1000, 8192, 3 << 20, 9 << 20])
def test_parts_of_files(tmp_path: Path, block: int) -> None:
    """Read in one call each, but for blocks of over 8 MiB."""
    data = random.Random(5).randbytes((20 << 20) + 77)
    path = tmp_path / "large"
    path.write_bytes(data)
    store = Files(str(path), Patience())
    this = next(store.pages(True))[0]
    for name in TREES:
        recipe = Recipe.of(name, block)
        size = recipe.part(7 << 20)
        values: list[bytes] = []
        for start in range(0, len(data), size):
            found = part(store, recipe, this, start, min(start + size, len(data)))
            assert not isinstance(found, str)
            values += found[0]
        assert recipe.finish(iter(values), len(data)) == expected(recipe, data)
        path.touch()
        assert part(store, recipe, this, 0, size) == str(Changed())
        os.utime(path, ns=(this.mtime, this.mtime))
        this = next(store.pages(True))[0]


def test_an_object_that_changes(tmp_path: Path) -> None:
    path = tmp_path / "large"
    path.write_bytes(bytes(2 << 20))
    store = Files(str(path), Patience())
    this = next(store.pages(True))[0]
    reading = store.stream(this, 0, 2 << 20, [])
    next(reading)
    path.write_bytes(bytes(1 << 20) + b"x" * (1 << 20))
    with pytest.raises(Exception, match="changed while it was read"):
        next(reading)
    assert part(store, Recipe.of("kt128"), this, 0, 1 << 20) == str(Changed())
    assert store.whole(Object(this.key), 1 << 22)[1] == path.read_bytes()
