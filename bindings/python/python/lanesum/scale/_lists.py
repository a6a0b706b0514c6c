"""Lists of digests, read and written as streams: the command's lines, with stamps in comments if wanted, and Parquet."""

from __future__ import annotations

import contextlib
import datetime
import itertools
import json
import operator
import os
import re
import stat
import tempfile
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from ._journal import Journal
from ._recipe import Recipe
from ._stores import Files, Object, Store

_LINE = re.compile(rb"(\\?)([A-Za-z0-9-]+) \((.*)\) = ([0-9a-fA-F]+)", re.DOTALL)
_STAMP = re.compile(r"# size (\d+) mtime (-?)(\d+)\.(\d{9}) (?:ctime (-?)(\d+)\.(\d{9})|etag (\S*)(?: version (\S+))?)")
_ESCAPES = {b"\\": rb"\\", b"\n": rb"\n", b"\r": rb"\r"}
_ROWS = 65536


class Row(NamedTuple):
    """An entry of a list: its name, the tag of its function, its digest, and what the list says of the object."""

    name: str
    tag: str
    digest: bytes
    this: Object
    # Whether `this` may show that the object is the same.
    is_stamp: bool
    # Whether its ETag is the ctime of a local file.
    is_local: bool


class Entry(NamedTuple):
    """A line of a list that `update` writes: its place among the others, its name as the list has it, and the rest."""

    key: bytes
    name: bytes
    this: Object
    digest: bytes
    is_stamp: bool
    is_local: bool


class Damaged(Exception):
    """A list with something that is no entry: nothing is left out silently."""


def read(path: str, *, links: bool = True) -> Iterator[Row]:
    """The entries of a list, as they stand."""
    return _read_parquet(path) if is_parquet(path) else _read_lines(path, links)


def is_parquet(path: str) -> bool:
    """Whether a list is Parquet, in one file or in a directory of them."""
    if os.path.isdir(path):
        return True
    with open(path, "rb") as file:
        return file.read(4) == b"PAR1"


def _read_lines(path: str, links: bool) -> Iterator[Row]:
    stamp = _NONE
    with open(path, "rb") as file:
        for number, line in enumerate(file, 1):
            line = line.rstrip(b"\n")
            if not links and line.startswith(b"# link "):
                # What `update` would lose.
                raise Damaged(f"{path}:{number}: a list with symbolic links; `lanesum update` and `lanesum audit` take it")
            if line.startswith(b"#"):
                stamp = _read_stamp(line.decode(errors="replace"))
                continue
            match = _LINE.fullmatch(line)
            if not match or len(match[4]) % 2:
                raise Damaged(f"{path}:{number}: not a line with the name of its function, as `lanesum sum` writes it")
            name = match[3]
            if match[1]:
                name = re.sub(rb"\\([\\nr])", lambda found: {b"n": b"\n", b"r": b"\r"}.get(found[1], found[1]), name)
            yield Row(os.fsdecode(name), match[2].decode(), bytes.fromhex(match[4].decode()), *stamp)
            stamp = _NONE


_NONE = Object(b""), False, False


def _read_stamp(line: str) -> tuple[Object, bool, bool]:
    found = _STAMP.fullmatch(line)
    if not found:
        return _NONE
    size, sign, seconds, nanoseconds, changed_sign, changed, changed_nanoseconds, etag, version = found.groups()
    mtime = int(sign + seconds + nanoseconds)
    is_local = etag is None
    etag = str(int(changed_sign + changed + changed_nanoseconds)) if is_local else etag
    return Object(b"", int(size), mtime, etag, version or ""), True, is_local


_INDEX = "_shards.json"


def shards(path: str) -> tuple[list[str], int]:
    """The files of a list that is a directory, in order, and the rows that each may have."""
    try:
        with open(os.path.join(path, _INDEX), "rb") as file:
            index = json.load(file)
        return [os.path.join(path, os.path.basename(name)) for name in index["shards"]], int(index["rows"])
    except (ValueError, KeyError, TypeError) as error:
        raise Damaged(f"{path}: its {_INDEX} is damaged: {error}") from error


def _read_parquet(path: str) -> Iterator[Row]:
    if os.path.isdir(path):
        for shard in shards(path)[0]:
            yield from _read_parquet(shard)
        return
    import pyarrow.parquet

    table = pyarrow.parquet.ParquetFile(path)
    for batch in table.iter_batches(_ROWS):
        columns = [batch[name] for name in ("name", "algorithm", "digest", "size", "etag", "version")]
        times = batch["mtime"].cast("int64").to_pylist()
        for *row, mtime in zip(*(column.to_pylist() for column in columns), times, strict=True):
            name, tag, digest, size, etag, version = row
            this = Object(b"", -1 if size is None else size, mtime or 0, etag or "", version or "")
            yield Row(name, tag, digest, this, etag is not None, False)


class Source(NamedTuple):
    """A list that is checked: one function, and one store for all names."""

    recipe: Recipe
    rows: Iterator[Row]


def source(path: str, *, links: bool = True) -> Source:
    """The entries of a list of one function, which its first line tells."""
    rows = read(path, links=links)
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


class Replaced(Exception):
    """Another program has replaced the list meanwhile."""


def identity(path: str) -> tuple[int, ...]:
    """What shows that a file is still the same."""
    found = os.stat(os.path.join(path, _INDEX) if os.path.isdir(path) else path)
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns


def write(path: str, fill: Callable[[Any], None], begun: int, same: tuple[int, ...] | None = None) -> None:
    """Replaces the file at `path` by one that `fill` writes, with the mode and, for root, the owner of the old one.

    Its mtime is `begun`, when the run began: an object that is edited meanwhile is newer than the list.
    With `same`, the `identity` of the old one, it raises `Replaced` where another file is there now.
    """
    # A link to a list remains a link.
    real = os.path.realpath(path)
    handle, partial = tempfile.mkstemp(prefix=f".lanesum-{os.getpid()}-", suffix=".partial", dir=os.path.dirname(real))
    try:
        with open(handle, "wb") as file:
            fill(file)
            file.flush()
            _take_mode(handle, real)
            os.utime(handle, ns=(begun, begun))
            os.fsync(handle)
        if same is not None and identity(path) != same:
            raise Replaced(f"{path}: another program has changed the list meanwhile, so it was not replaced")
        os.replace(partial, real)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(partial)
        raise


def write_shards(
    path: str, rows: Iterable[_Named], recipe: Recipe, most: int, begun: int, same: tuple[int, ...] | None = None
) -> None:
    """Replaces the list in the directory at `path` by one whose files have `most` rows each; see `write`.

    An index names the files. It is replaced when all are there, so that a killed run leaves the old list.
    """
    os.makedirs(path, exist_ok=True)
    several = iter(rows)
    names: list[str] = []
    try:
        while (first := next(several, None)) is not None or not names:
            names.append(f"part-{begun:x}-{len(names):06}.parquet")
            some = itertools.islice(several, most - 1)
            with open(os.path.join(path, names[-1]), "xb") as file:
                _write_parquet(file, itertools.chain([first], some) if first is not None else (), recipe)
                os.fsync(file.fileno())
        index = json.dumps({"rows": most, "shards": names}, indent=1).encode()
        write(os.path.join(path, _INDEX), lambda file: file.write(index), begun, same)
    except BaseException:
        for name in names:
            with contextlib.suppress(OSError):
                os.unlink(os.path.join(path, name))
        raise
    for name in os.listdir(path):
        if re.fullmatch(r"part-[0-9a-f]+-\d{6,}\.parquet", name) and name not in names:
            os.unlink(os.path.join(path, name))


def _take_mode(handle: int, path: str) -> None:
    try:
        old = os.stat(path)
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        os.fchmod(handle, 0o666 & ~mask)
        return
    if os.geteuid() == 0:
        os.fchown(handle, old.st_uid, old.st_gid)
    # Afterwards: a new owner clears bits of the mode.
    os.fchmod(handle, stat.S_IMODE(old.st_mode))


def of_journal(path: str, journal: Journal, store: Store, recipe: Recipe, base: str, stamps: bool) -> Callable[[Any], None]:
    """What `write` takes for a list of all digests of a run. Names lose `base` at their beginning."""

    def fill(file: Any) -> None:
        if path.endswith(".parquet"):
            _write_parquet(file, named(journal, store, base), recipe)
        else:
            _write_lines(file, journal, store, recipe, base, stamps)

    return fill


def named(journal: Journal, store: Store, base: str) -> Iterator[_Named]:
    """All digests of a run, for Parquet."""
    rows = itertools.chain.from_iterable(block.rows() for block in journal.blocks())
    return ((store.name(row[0]).removeprefix(base), *row) for row in rows)


def named_entries(entries: Iterable[Entry]) -> Iterator[_Named]:
    """The same of lines that `update` writes."""
    return ((os.fsdecode(one.name), *one.this, one.digest, one.is_stamp) for one in entries)


def of_entries(entries: Iterable[Entry], recipe: Recipe, is_table: bool) -> Callable[[Any], None]:
    """What `write` takes for a list of these; in Parquet with `is_table`."""

    def fill(file: Any) -> None:
        if is_table:
            _write_parquet(file, named_entries(entries), recipe)
            return
        for one in entries:
            if one.is_stamp:
                file.write(_stamp(one.this, one.is_local))
            file.write(b"%s%s (%s) = %s\n" % (*_escaped(one.name, recipe.tag.encode()), one.digest.hex().encode()))

    return fill


_SPECIAL = re.compile(rb"[\\\n\r]")


def escape(name: bytes) -> tuple[bytes, bytes]:
    """The mark before a line with this name, if it has characters that lists escape; and the name."""
    if not _SPECIAL.search(name):
        return b"", name
    return b"\\", _SPECIAL.sub(lambda found: _ESCAPES[found[0]], name)


def _escaped(name: bytes, tag: bytes) -> tuple[bytes, bytes, bytes]:
    mark, name = escape(name)
    return mark, tag, name


def _write_lines(file: Any, journal: Journal, store: Store, recipe: Recipe, base: str, stamps: bool) -> None:
    skipped, special = len(os.fsencode(base)), _SPECIAL
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


# A name, and what is in `_block.Row`.
_Named = tuple[str, bytes, int, int, str, str, bytes, bool]


def _write_parquet(file: Any, rows: Iterable[_Named], recipe: Recipe) -> None:
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
        several = iter(rows)
        while some := list(itertools.islice(several, _ROWS)):
            names = [row[0] for row in some]
            wrong = next((name for name in names if not name.isprintable() and _is_no_text(name)), None)
            if wrong is not None:
                raise Damaged(f"{wrong!r}: Parquet cannot hold a name that is not UTF-8; write lines instead")
            columns = [
                pa.array(names, pa.string()),
                pa.array([recipe.tag] * len(some)).dictionary_encode(),
                pa.array([row[6] for row in some], pa.binary()),
                pa.array([row[2] if row[2] >= 0 else None for row in some], pa.int64()),
                pa.array([row[3] if row[2] >= 0 else None for row in some], pa.int64()).cast(schema.field("mtime").type),
                # Without it `update` hashes the object again: it may have changed after the digest without another mtime.
                pa.array([row[4] if row[7] else None for row in some], pa.string()),
                pa.array([row[5] or None for row in some], pa.string()),
            ]
            writer.write_table(pa.table(columns, schema=schema))


def _is_no_text(name: str) -> bool:
    try:
        name.encode()
    except UnicodeEncodeError:
        return True
    return False
