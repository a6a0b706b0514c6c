"""Lists of digests, read and written as streams: the command's lines, with stamps in comments if wanted, and Parquet."""

from __future__ import annotations

import contextlib
import datetime
import itertools
import operator
import os
import re
import tempfile
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from . import _block
from ._block import Block
from ._journal import Journal
from ._recipe import Recipe
from ._stores import Files, Object, Store

_LINE = re.compile(rb"(\\?)([A-Za-z0-9-]+) \((.*)\) = ([0-9a-fA-F]+)", re.DOTALL)
_STAMP = re.compile(r"# size (\d+) mtime (-?)(\d+)\.(\d{9}) (?:ctime (-?)(\d+)\.(\d{9})|etag (\S+)(?: version (\S+))?)")
_ESCAPES = {b"\\": rb"\\", b"\n": rb"\n", b"\r": rb"\r"}
_ROWS = 65536


class Row(NamedTuple):
    """An entry of a list: its name, the tag of its function, and what its stamp says (size -1: none)."""

    name: str
    tag: str
    digest: bytes
    this: Object


class Damaged(Exception):
    """A list with something that is no entry: nothing is left out silently."""


def read(path: str) -> Iterator[Row]:
    """The entries of a list, as they stand."""
    with open(path, "rb") as file:
        is_parquet = file.read(4) == b"PAR1"
    return _read_parquet(path) if is_parquet else _read_lines(path)


def _read_lines(path: str) -> Iterator[Row]:
    stamp = Object(b"")
    with open(path, "rb") as file:
        for number, line in enumerate(file, 1):
            line = line.rstrip(b"\n")
            if line.startswith(b"#"):
                stamp = _read_stamp(line.decode(errors="replace"))
                continue
            match = _LINE.fullmatch(line)
            if not match or len(match[4]) % 2:
                raise Damaged(f"{path}:{number}: not a line with the name of its function, as `lanesum sum` writes it")
            name = match[3]
            if match[1]:
                name = re.sub(rb"\\([\\nr])", lambda found: {b"n": b"\n", b"r": b"\r"}.get(found[1], found[1]), name)
            yield Row(os.fsdecode(name), match[2].decode(), bytes.fromhex(match[4].decode()), stamp)
            stamp = Object(b"")


def _read_stamp(line: str) -> Object:
    found = _STAMP.fullmatch(line)
    if not found:
        return Object(b"")
    size, sign, seconds, nanoseconds, changed_sign, changed, changed_nanoseconds, etag, version = found.groups()
    mtime = int(sign + seconds + nanoseconds)
    return Object(b"", int(size), mtime, etag or str(int(changed_sign + changed + changed_nanoseconds)), version or "")


def _read_parquet(path: str) -> Iterator[Row]:
    import pyarrow.parquet

    table = pyarrow.parquet.ParquetFile(path)
    for batch in table.iter_batches(_ROWS):
        columns = [batch[name] for name in ("name", "algorithm", "digest", "size", "etag", "version")]
        times = batch["mtime"].cast("int64").to_pylist()
        for *row, mtime in zip(*(column.to_pylist() for column in columns), times, strict=True):
            name, tag, digest, size, etag, version = row
            stamp = Object(b"") if etag is None else Object(b"", size, mtime, etag, version or "")
            yield Row(name, tag, digest, stamp)


class Source(NamedTuple):
    """A list that is checked: one function, and one store for all names."""

    recipe: Recipe
    rows: Iterator[Row]


def source(path: str) -> Source:
    """The entries of a list of one function, which its first line tells."""
    rows = read(path)
    first = next(rows, None)
    if first is None:
        raise Damaged(f"{path}: the list is empty; make it with `manifest`")
    try:
        recipe = Recipe.tagged(first.tag)
    except ValueError as error:
        raise Damaged(f"{path}: {error}") from error

    def same() -> Iterator[Row]:
        for row in itertools.chain([first], rows):
            if row.tag != first.tag or len(row.digest) != recipe.digest_size:
                raise Damaged(
                    f"{path}: {row.name}: {row.tag} beside {first.tag}; `lanesum check` takes lists of several functions"
                )
            yield row

    return Source(recipe, same())


def write(path: str, journal: Journal, store: Store, recipe: Recipe, base: str, stamps: bool) -> None:
    """Replaces the file at `path` when all is written; `-` is standard output. Names lose `base` at their beginning."""
    if path == "-":
        with open(1, "wb", closefd=False) as file:
            _write_lines(file, journal, store, recipe, base, stamps)
        return
    handle, partial = tempfile.mkstemp(prefix=os.path.basename(path) + ".", suffix=".partial", dir=os.path.dirname(path) or ".")
    try:
        with open(handle, "wb") as file:
            if path.endswith(".parquet"):
                _write_parquet(file, journal, store, recipe, base)
            else:
                _write_lines(file, journal, store, recipe, base, stamps)
            file.flush()
            os.fsync(handle)
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(partial, 0o666 & ~mask)
        os.replace(partial, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(partial)
        raise


def _write_lines(file: Any, journal: Journal, store: Store, recipe: Recipe, base: str, stamps: bool) -> None:
    skipped, special = len(os.fsencode(base)), re.compile(rb"[\\\n\r]")
    local, scheme = isinstance(store, Files), store.scheme.encode()
    for block in journal.blocks():
        # As `Store.name`, in bytes.
        names = [key.replace(b"\0", b"/") for key in block.keys] if local else [scheme + key for key in block.keys]
        if skipped:
            names = [name[skipped:] for name in names]
        begins: Iterable[bytes] = itertools.repeat(recipe.tag.encode() + b" (")
        if special.search(b"".join(names)):
            begins = [b"\\" * bool(special.search(name)) + recipe.tag.encode() + b" (" for name in names]
            names = [special.sub(lambda found: _ESCAPES[found[0]], name) for name in names]
        if stamps:
            marks = (_stamp(Object(*row[:5]), local) if row[6] else b"" for row in block.rows())
            begins = map(operator.add, marks, begins)
        digests = block.digests.hex("\n", recipe.digest_size).encode().split(b"\n")
        # Without a loop of Python: this is of the driver's time.
        lines = zip(begins, names, itertools.repeat(b") = "), digests, itertools.repeat(b"\n"), strict=False)
        file.write(b"".join(itertools.chain.from_iterable(lines)))


def _stamp(this: Object, local: bool) -> bytes:
    text = f"# size {this.size} mtime {_seconds(this.mtime)} "
    text += f"ctime {_seconds(int(this.etag))}" if local else f"etag {this.etag}"
    return (text + (f" version {this.version}" if this.version else "") + "\n").encode()


def _seconds(nanoseconds: int) -> str:
    sign = "-" if nanoseconds < 0 else ""
    return f"{sign}{abs(nanoseconds) // 10**9}.{abs(nanoseconds) % 10**9:09}"


def _write_parquet(file: Any, journal: Journal, store: Store, recipe: Recipe, base: str) -> None:
    import pyarrow as pa
    import pyarrow.parquet

    schema = pa.schema(
        [
            ("name", pa.string()),
            ("algorithm", pa.dictionary(pa.int32(), pa.string())),
            ("digest", pa.binary()),
            ("size", pa.int64()),
            ("mtime", pa.timestamp("ns", datetime.UTC)),
            ("etag", pa.string()),
            ("version", pa.string()),
        ]
    )
    with pyarrow.parquet.ParquetWriter(file, schema) as writer:
        for some in _gathered(journal.blocks()):
            names = [store.name(row[0]).removeprefix(base) for row in some]
            wrong = next((name for name in names if not name.isprintable() and _is_no_text(name)), None)
            if wrong is not None:
                raise Damaged(f"{wrong!r}: Parquet cannot hold a name that is not UTF-8; write lines instead")
            columns = [
                pa.array(names, pa.string()),
                pa.array([recipe.tag] * len(some)).dictionary_encode(),
                pa.array([row[5] for row in some], pa.binary()),
                pa.array([row[1] for row in some], pa.int64()),
                pa.array([row[2] for row in some], pa.int64()).cast(schema.field("mtime").type),
                # Without it `update` hashes the object again: it may have changed after the digest without another mtime.
                pa.array([row[3] if row[6] else None for row in some], pa.string()),
                pa.array([row[4] or None for row in some], pa.string()),
            ]
            writer.write_table(pa.table(columns, schema=schema))


def _gathered(blocks: Iterator[Block]) -> Iterator[list[_block.Row]]:
    """Rows, as many as a group of rows is to have."""
    rows = itertools.chain.from_iterable(block.rows() for block in blocks)
    while some := list(itertools.islice(rows, _ROWS)):
        yield some


def _is_no_text(name: str) -> bool:
    try:
        name.encode()
    except UnicodeEncodeError:
        return True
    return False
