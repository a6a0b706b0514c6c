"""What workers return and the journal holds, without Ray."""

from __future__ import annotations

import os
import random
from pathlib import Path

import lanesum
from lanesum.scale._block import Block, Row, blocks
from lanesum.scale._journal import Journal
from lanesum.scale._recipe import Recipe
from lanesum.scale._stores import Files, Patience
from lanesum.scale._tasks import Packed, batch


def row(number: int, version: str = "") -> Row:
    return (
        b"key %06d\n" % number,
        number * 2**40,
        -number,
        f"etag é {number}",
        version,
        bytes([number % 256] * 32),
        number % 3 == 0,
    )


def packed(block: Block) -> Packed:
    return Packed(block.keys[0], block.keys[-1], len(block.keys), block.size(), block.pack())


def test_pack() -> None:
    for rows in ([row(0)], [row(n) for n in range(50)], [row(1, "v1"), row(2), row(3, "v3")]):
        block = Block.of(rows)
        assert Block.unpack(block.pack()) == block
        assert list(block.rows()) == rows
        assert block.size() == sum(one[1] for one in rows)


def test_order_in_the_journal(tmp_path: Path) -> None:
    """Blocks with rows before, between and inside them, in any order of arrival; the same after another driver has opened it."""
    rng = random.Random(4)
    for _ in range(10):
        numbers = sorted(rng.sample(range(3000), rng.randrange(1, 2500)))
        alone = {number for number in numbers if rng.random() < rng.choice([0, 0.001, 0.2])}
        rows = [row(number) for number in numbers]
        of_blocks = [one for number, one in zip(numbers, rows, strict=True) if number not in alone]
        parts = [of_blocks[start : start + 100] for start in range(0, len(of_blocks), 100)]
        rng.shuffle(parts)
        path = tmp_path / "journal"
        journal = Journal(str(path), {"a": "b"})
        assert not journal.resumed
        for part in parts:
            journal.add_block(packed(Block.of(part)))
        for number in alone:
            journal.add(row(number))
        found = list(journal.blocks())
        assert [one for block in found for one in block.rows()] == rows
        assert max(len(block.keys) for block in found) <= 1000
        journal.close(remove=False)
        journal = Journal(str(path), {"a": "b"})
        assert journal.resumed
        assert [one for block in journal.blocks() for one in block.rows()] == rows
        journal.close(remove=True)


def test_blocks_are_bounded() -> None:
    assert [len(block.keys) for block in blocks(row(n) for n in range(2500))] == [1000, 1000, 500]


def test_a_batch_that_is_too_much(tmp_path: Path) -> None:
    """A worker returns the rest of it; files of all sizes, and one that is larger than a batch may hold."""
    sizes = [0, 100, (1 << 20) + 1, 300_000, 5 << 20, 700_000, 1 << 20, 2 << 20, 10, 0]
    keys = []
    for number, size in enumerate(sizes):
        (tmp_path / f"f{number}").write_bytes(os.urandom(size))
        keys.append(os.fsencode(tmp_path / f"f{number}").replace(b"/", b"\0"))
    keys.append(keys[-1] + b"x")
    store, recipe = Files(str(tmp_path), Patience()), Recipe.of("kt128")
    found, lost, todo, rounds = [], [], keys, 0
    while todo:
        done, others, end = batch(store, recipe, 4 << 20, 2 << 20, todo, None)
        assert end > 0
        found += list(Block.unpack(done.block).rows()) if done else []
        lost += others
        todo, rounds = todo[end:], rounds + 1
    assert rounds > 2
    expected = [number for number, size in enumerate(sizes) if size <= 4 << 20]
    assert [one[0] for one in found] == [keys[number] for number in expected]
    for one, number in zip(found, expected, strict=True):
        status = (tmp_path / f"f{number}").stat()
        assert one[1:4] == (status.st_size, status.st_mtime_ns, str(status.st_ctime_ns))
        assert one[5] == lanesum.kt128((tmp_path / f"f{number}").read_bytes()).digest(32)
        assert not one[6]
    assert [(one.this.key, one.digest, one.failure) for one in lost] == [
        (keys[4], None, None),
        (keys[10], None, "No such file or directory"),
    ]
    # As listed, or reported; the files are not settled here, so that what was listed has to differ.
    facts = [one[1:5] for one in found]
    facts[0] = (1, *facts[0][1:])
    facts[2] = (facts[2][0], 7, *facts[2][2:])
    again, others, _ = batch(store, recipe, 4 << 20, 1 << 30, [one[0] for one in found], facts)
    assert again is not None
    assert list(Block.unpack(again.block).rows()) == [one for number, one in enumerate(found) if number not in (0, 2)]
    assert [(one.this.key, one.failure) for one in others] == [
        (found[number][0], "changed while it was read; try again when no program writes to it") for number in (0, 2)
    ]
