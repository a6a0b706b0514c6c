"""What there is to hash: LIST of S3, several listings side by side, an inventory of S3; and which names are wanted."""

from __future__ import annotations

import contextlib
import datetime
import fnmatch
import hashlib
import html
import itertools
import json
import os
import re
import sqlite3
import tempfile
import urllib.parse
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from ._stores import Failure, Object, Page, Store, keys_of

_CONTENTS = re.compile(rb"<Contents>(.*?)</Contents>", re.DOTALL)
_FIELD = re.compile(rb"<(Key|LastModified|ETag|Size)>([^<]*)<")
# Pages that each of several listings is ahead.
_AHEAD = 4


def quick(response_dict: dict[str, Any], customized_response_dict: dict[str, Any], **_: Any) -> None:
    """Takes the objects out of an answer before botocore parses it, which takes eight times as long."""
    body = response_dict["body"]
    if response_dict["status_code"] != 200:
        return
    is_quoted = b"<EncodingType>url<" in body
    customized_response_dict["Quick"] = [_object(dict(_FIELD.findall(one)), is_quoted) for one in _CONTENTS.findall(body)]
    response_dict["body"] = _CONTENTS.sub(b"", body)


def _object(fields: dict[bytes, bytes], is_quoted: bool) -> Object:
    key = fields[b"Key"]
    if b"&" in key:
        key = html.unescape(key.decode()).encode()
    if is_quoted and (b"%" in key or b"+" in key):
        key = urllib.parse.unquote_to_bytes(key.replace(b"+", b" "))
    etag = fields.get(b"ETag", b"").replace(b"&quot;", b'"').replace(b"&#34;", b'"')
    mtime = datetime.datetime.fromisoformat(fields[b"LastModified"].decode())
    return Object(key, int(fields[b"Size"]), int(mtime.timestamp()) * 10**9, etag.decode().strip('"'))


def side_by_side(sources: Iterator[Iterator[Page]], width: int) -> Iterator[Page]:
    """The pages of one source after the other; so many sources are read ahead."""

    def ahead(pages: Iterator[Page]) -> tuple[Iterator[Page], list[Page]]:
        return pages, list(itertools.islice(pages, _AHEAD))

    waiting: deque[Future[tuple[Iterator[Page], list[Page]]]] = deque()
    with ThreadPoolExecutor(width) as pool:
        while True:
            while len(waiting) < width and (source := next(sources, None)) is not None:
                waiting.append(pool.submit(ahead, source))
            if not waiting:
                return
            pages, some = waiting.popleft().result()
            if len(some) == _AHEAD:
                waiting.appendleft(pool.submit(ahead, pages))
            yield from some


def wanted(include: list[str], exclude: list[str]) -> Callable[[str], bool] | None:
    """Whether a name below the URL is wanted, by patterns in which `*` stands for anything; None if all are."""
    if not include and not exclude:
        return None
    taken, left = (re.compile("|".join(map(fnmatch.translate, some)) or "$^") for some in (include, exclude))
    return lambda name: (not include or taken.match(name) is not None) and left.match(name) is None


def only(pages: Iterator[Page], base: bytes, is_wanted: Callable[[str], bool]) -> Iterator[Page]:
    """The wanted objects of pages; `base` is what keys lose before."""
    for page in pages:
        names = (os.fsdecode(key.removeprefix(base).replace(b"\0", b"/")) for key in keys_of(page))
        yield [this for name, this in zip(names, page, strict=True) if is_wanted(name)]  # type: ignore[misc]


class Inventory:
    """An inventory of S3: `manifest.json`, in a store or as a local copy, and the files that it names, as CSV, Parquet or ORC.

    They are not in the order of the keys: SQLite sorts them, on disk.
    """

    def __init__(self, url: str, store_of: Callable[[str], Store]) -> None:
        self._url, self._store_of = url, store_of
        with self._file(url, None) as path, open(path, "rb") as file:
            self._manifest = json.load(file)
        try:
            self._kind = self._manifest["fileFormat"]
            self._files = self._manifest["files"]
            self._home = self._manifest["destinationBucket"].rpartition(":")[2]
            if self._kind == "CSV":
                self._schema = [name.strip() for name in self._manifest["fileSchema"].split(",")]
        except (KeyError, TypeError, AttributeError) as error:
            raise ValueError(f"{url}: not the manifest.json of an inventory of S3: it lacks {error}") from error
        if self._kind not in ("CSV", "Parquet", "ORC"):
            raise ValueError(f"{url}: an inventory as {self._kind}; CSV, Parquet and ORC can be read")

    def pages(self, below: bytes) -> Iterator[Page]:
        """The objects whose keys are or begin with `below`, in order."""
        with contextlib.closing(sqlite3.connect("")) as base:  # a file without a name
            base.execute("PRAGMA synchronous = OFF")
            base.execute("PRAGMA journal_mode = OFF")
            base.execute("PRAGMA cache_size = -16384")  # for the table, and as much again to sort
            base.execute("CREATE TABLE object (key BLOB, size INTEGER, mtime INTEGER, etag TEXT)")
            for file in self._files:
                url = f"s3://{self._home}/{file['key']}"
                with self._file(url, file.get("MD5checksum")) as path:
                    for columns in self._batches(path):
                        rows = self._rows(columns)
                        if below:
                            rows = (row for row in rows if row[0].startswith(below))
                        base.executemany("INSERT INTO object VALUES (?, ?, ?, ?)", rows)
            rows = base.execute("SELECT key, size, mtime, etag FROM object ORDER BY key")
            while page := [Object(*row) for row in itertools.islice(rows, 1000)]:
                yield page

    @contextlib.contextmanager
    def _file(self, url: str, md5: str | None) -> Iterator[str]:
        """A file of the inventory, on this machine."""
        if "://" not in self._url:
            folder, name = os.path.dirname(self._url), os.path.basename(url)
            # As S3 has it, `data` is beside the folder with the manifest.
            places = [os.path.join(folder, *above, name) for above in (("..", "data"), ("data",), ())]
            yield self._url if md5 is None and url == self._url else next(filter(os.path.exists, places), places[0])
            return
        store = self._store_of(url)
        this = store.again(lambda: store.now(store.key(url)))
        found = hashlib.md5(usedforsecurity=False)
        with tempfile.NamedTemporaryFile(suffix=os.path.basename(url)) as copy:
            for piece in store.stream(this, 0, this.size, []):
                found.update(piece)
                copy.write(piece)
            copy.flush()
            if md5 is not None and found.hexdigest() != md5:
                raise Failure(f"{url}: its MD5 is not the one in the manifest of the inventory")
            yield copy.name

    def _batches(self, path: str) -> Iterator[dict[str, list[Any]]]:
        """Columns, by their names without `_` and in small letters."""
        for batch in getattr(self, f"_{self._kind.lower()}")(path):
            yield {name.replace("_", "").lower(): _values(batch.column(name)) for name in batch.schema.names}

    def _csv(self, path: str) -> Iterator[Any]:
        import pyarrow as pa
        from pyarrow import csv

        options = csv.ReadOptions(column_names=self._schema)
        kinds = csv.ConvertOptions(column_types=dict.fromkeys(self._schema, pa.string()))
        with pa.input_stream(path, compression="gzip" if path.endswith(".gz") else None) as file:
            yield from csv.open_csv(file, options, convert_options=kinds)

    def _parquet(self, path: str) -> Iterator[Any]:
        import pyarrow.parquet

        file = pyarrow.parquet.ParquetFile(path)
        names = [name for name in file.schema_arrow.names if name.replace("_", "").lower() in _COLUMNS]
        yield from file.iter_batches(10_000, columns=names)

    def _orc(self, path: str) -> Iterator[Any]:
        import pyarrow.orc

        file = pyarrow.orc.ORCFile(path)
        names = [name for name in file.schema.names if name.replace("_", "").lower() in _COLUMNS]
        for stripe in range(file.nstripes):
            yield file.read_stripe(stripe, columns=names)

    def _rows(self, columns: dict[str, list[Any]]) -> Iterator[tuple[bytes, int, int, str]]:
        """Current objects; without a size, time or ETag where the inventory has not all of them."""
        keys = columns["key"]
        nothing = [None] * len(keys)
        buckets = columns.get("bucket", [self._manifest.get("sourceBucket", "")] * len(keys))
        facts = [columns.get(name, nothing) for name in ("size", "lastmodifieddate", "etag", "islatest", "isdeletemarker")]
        is_quoted = self._kind == "CSV"
        for bucket, key, size, mtime, etag, latest, deleted in zip(buckets, keys, *facts, strict=True):
            if deleted in (True, "true") or latest in (False, "false"):
                continue
            raw = urllib.parse.unquote_to_bytes(key.replace("+", " ")) if is_quoted else key.encode()
            whole = bucket.encode() + b"/" + raw
            if size in (None, "") or mtime in (None, "") or not etag:
                yield whole, -1, 0, ""
                continue
            if isinstance(mtime, str):
                when = datetime.datetime.fromisoformat(mtime)
                mtime = int((when if when.tzinfo else when.replace(tzinfo=datetime.UTC)).timestamp())
            yield whole, int(size), mtime * 10**9, etag.strip('"')


def _values(column: Any) -> list[Any]:
    """As `to_pylist`, which takes a microsecond for each value; times in seconds."""
    import pyarrow as pa

    if pa.types.is_timestamp(column.type):
        column = column.cast(pa.timestamp("s", column.type.tz), safe=False).cast(pa.int64())
    values: list[Any] = column.to_pylist() if column.null_count else column.to_numpy(zero_copy_only=False).tolist()
    return values


_COLUMNS = ("bucket", "key", "size", "lastmodifieddate", "etag", "islatest", "isdeletemarker")
