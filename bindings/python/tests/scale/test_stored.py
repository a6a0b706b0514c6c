"""What S3 keeps beside an object: compared with the content, taken in the place of reading, and lists of what to hash."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import os
import time
import zlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pyarrow as pa
import pyarrow.orc
import pyarrow.parquet as pq
import pytest

import lanesum
from conftest import Command
from lanesum._lanesum import _crc32c, _crc64nvme
from lanesum.scale import _remote, _stored
from lanesum.scale._listing import side_by_side
from lanesum.scale._recipe import Recipe
from lanesum.scale._remote import S3
from lanesum.scale._stored import Claim, Witness, claims
from lanesum.scale._stores import Failure, Object, Page, Patience, Store

SIZES = [5 << 20, 6 << 20, 17]


def upload(client: Any, bucket: str, key: str, function: str | None = None) -> bytes:
    """An object in parts of different sizes."""
    data, parts = b"", []
    option = {"ChecksumAlgorithm": function} if function else {}
    where = {"Bucket": bucket, "Key": key}
    where["UploadId"] = client.create_multipart_upload(**where, **option)["UploadId"]
    for number, size in enumerate(SIZES, 1):
        body = bytes([number]) * size
        data += body
        answer = client.upload_part(**where, PartNumber=number, Body=body, **option)
        named = {f"Checksum{function}": answer[f"Checksum{function}"]} if function else {}
        parts.append({"PartNumber": number, "ETag": answer["ETag"]} | named)
    client.complete_multipart_upload(**where, MultipartUpload={"Parts": parts})
    return data


@pytest.fixture
def stored(s3: Any, request: pytest.FixtureRequest) -> tuple[str, dict[str, bytes]]:
    """A bucket with an object for each kind of checksum."""
    name = request.node.name.replace("_", "-").partition("[")[0][:50] + str(time.time_ns())[-8:]
    s3.client.create_bucket(Bucket=name)
    objects = {}
    for function in ("SHA256", "SHA1", "CRC32", "CRC32C", "CRC64NVME"):
        body = function.encode() * 9
        option: dict[str, str] = {"ChecksumAlgorithm": function}
        if function == "CRC32C":
            option = {"ChecksumCRC32C": base64.b64encode(_crc32c(body).to_bytes(4, "big")).decode()}
        if function == "CRC64NVME":
            option = {"ChecksumCRC64NVME": base64.b64encode(_crc64nvme(body).to_bytes(8, "big")).decode()}
        s3.client.put_object(Bucket=name, Key=f"d/{function}", Body=body, **option)
        objects[f"d/{function}"] = body
    for key, function in (("composite", "SHA256"), ("etag", None)):
        objects[f"d/{key}"] = upload(s3.client, name, f"d/{key}", function)
    return name, objects


def rot(s3: Any, bucket: str, key: str) -> None:
    """Another byte at the end, behind the server's back."""
    path = s3.data / bucket / key
    times = path.stat()
    with path.open("r+b") as file:
        file.seek(-1, 2)
        file.write(b"!")
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))


def lines(tag: str, name: str, objects: dict[str, bytes], digest: Any) -> str:
    return "".join(f"{tag} (s3://{name}/{key}) = {digest(data)}\n" for key, data in sorted(objects.items()))


def test_checksums() -> None:
    assert _crc64nvme(b"123456789") == 0xAE8B14860A799888  # by the catalogue of CRCs
    assert _crc64nvme(b"6789", _crc64nvme(b"12345")) == 0xAE8B14860A799888
    assert _crc32c(b"123456789") == _crc32c(b"6789", _crc32c(b"12345")) == 0xE3069283
    assert claims({"ETag": '"' + "0" * 32 + '"', "ServerSideEncryption": "aws:kms"}) == []
    assert claims({"ETag": '"' + "0" * 32 + '-2"'}) == [Claim("MD5", bytes(16), 2)]
    assert claims({"ETag": '"x"', "ChecksumCRC32": "AAAAAA==", "ChecksumType": "COMPOSITE"}) == []
    assert claims({"ChecksumCRC32": "AAAAAA==", "ChecksumType": "FULL_OBJECT"}) == [Claim("CRC32", bytes(4))]
    # Without a type, and without the number of parts, as of moto: of parts all the same.
    upload = {"ETag": '"' + "0" * 32 + '-2"', "ChecksumCRC32": "AAAAAA==", "ChecksumCRC64NVME": "AAAAAAAAAAA="}
    assert [claim.function for claim in claims(upload)] == ["MD5", "CRC64NVME"]
    assert [claim.function for claim in claims(upload | {"ChecksumType": "FULL_OBJECT"})] == ["MD5", "CRC32", "CRC64NVME"]
    data = bytes(range(256)) * 40
    sizes = [1, 5000, 0, len(data) - 5001]
    outer = hashlib.sha256()
    for start, size in zip((0, 1, 5001, 5001), sizes, strict=True):
        outer.update(hashlib.sha256(data[start : start + size]).digest())
    right = [Claim("SHA256", outer.digest(), 4), Claim("CRC32", zlib.crc32(data).to_bytes(4, "big"))]
    wrong = [Claim("SHA256", bytes(32), 4), Claim("MD5", bytes(16))]
    for step in (1, 999, 5000, len(data)):
        for claimed, doubt in ((right, None), (wrong, "SHA256 of 4 parts, MD5"), ([Claim("SHA256", bytes(32), 3)], "")):
            witness = Witness(claimed, sizes)
            for start in range(0, len(data), step):
                witness.update(data[start : start + step])
            assert witness.doubt() == doubt


@pytest.mark.parametrize("told", ["all", "some", "nothing", "refused"])
def test_sizes_of_many_parts(told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """By three requests, or by one for each part where S3 does not tell them together."""
    sizes = [*range(5 << 20, (5 << 20) + 2400), 17]
    asked: list[int] = []

    class Client:
        def head_object(self, PartNumber: int, **_: object) -> dict[str, int]:
            asked.append(PartNumber)
            return {"PartsCount": len(sizes), "ContentLength": sizes[PartNumber - 1]}

        def get_object_attributes(self, MaxParts: int, PartNumberMarker: int, **where: object) -> dict[str, object]:
            assert where == {"Bucket": "bucket", "Key": "a/key", "ObjectAttributes": ["ObjectParts"]}
            if told == "refused":
                raise RuntimeError("AccessDenied")
            parts = [{"PartNumber": number, "Size": size} for number, size in enumerate(sizes, 1)][PartNumberMarker:][:MaxParts]
            last = PartNumberMarker + len(parts)
            more = last < len(sizes) and not (told == "some" and last >= 2000)
            found = {"NextPartNumberMarker": last, "IsTruncated": more, "Parts": parts}
            return {"ObjectParts": {"TotalPartsCount": len(sizes)} if told == "nothing" else found}

    monkeypatch.setattr(S3, "_client", lambda _: Client())
    this = Object(b"bucket/a/key", sum(sizes), 0, "etag-2401")
    assert S3("s3://bucket", Patience())._parts(this, [Claim("MD5", bytes(16), len(sizes))]) == sizes
    assert sorted(asked) == ([1] if told == "all" else list(range(1, len(sizes) + 1)))


def test_a_store_that_refuses_to_tell_sizes_of_parts(
    scale_s3: Command, s3: Any, stored: tuple[str, dict[str, bytes]], tmp_path: Path
) -> None:
    """As moto does: it compares the ETag of the upload with that of the part. The content is read, and not compared."""
    name, _ = stored
    scale_s3("manifest", f"s3://{name}/d", "-o", "SUMS")
    s3.fault = lambda method, path, number: "denied" if "partNumber" in path else None
    done = scale_s3("verify", "SUMS", "--check-stored", "--quiet")
    assert "1 object without a stored checksum that can be compared" in done.stderr
    scale_s3("manifest", f"s3://{name}/d", "-o", "NEW", "--check-stored")
    assert (tmp_path / "NEW").read_bytes() == (tmp_path / "SUMS").read_bytes()


@pytest.mark.parametrize("part", [str(64 << 20), str(1 << 20)])
def test_content_that_differs(scale_s3: Command, s3: Any, stored: tuple[str, dict[str, bytes]], part: str) -> None:
    """In one piece or as a large object: each kind of checksum shows it, by itself."""
    name, objects = stored
    options = ("--check-stored", "--part", part)
    scale_s3("manifest", f"s3://{name}/d", "-o", "SUMS", *options)
    scale_s3("verify", "SUMS", "--quiet", *options)
    for key in objects:
        rot(s3, name, key)
    wrong = {
        "SHA256": "MD5, SHA256",
        "SHA1": "MD5, SHA1",
        "CRC32": "MD5, CRC32",
        "CRC32C": "MD5, CRC32C",
        "CRC64NVME": "MD5, CRC64NVME",
        "composite": "MD5 of 3 parts, SHA256 of 3 parts",
        "etag": "MD5 of 3 parts, CRC64NVME",
    }
    done = scale_s3("verify", "SUMS", *options, status=3)
    for key, text in wrong.items():
        assert f"s3://{name}/d/{key}: stored checksum and content differ: {text}\n" in done.stderr
        assert f"s3://{name}/d/{key}: FAILED\n" in done.stdout
    assert "WARNING: of 7 objects a stored checksum and the content differ" in done.stderr
    # It is corrupt by `audit`, too; and a new list of it is written, and says what is there.
    assert "corrupt   s3://" in scale_s3("audit", "SUMS", f"s3://{name}/d", *options, status=3).stdout
    scale_s3("manifest", "--no-times", f"s3://{name}/d", "-o", "NEW", *options, status=3)


def test_downloads_are_compared_without_being_asked(scale_s3: Command, s3: Any, stored: tuple[str, dict[str, bytes]]) -> None:
    """Where one answer has the content and its checksum."""
    name, _ = stored
    scale_s3("manifest", f"s3://{name}/d", "-o", "SUMS")
    rot(s3, name, "d/CRC64NVME")
    done = scale_s3("verify", "SUMS", "--quiet", status=3)
    assert done.stderr.count("stored checksum and content differ: CRC64NVME") == 1
    # A small object is read by a client that cannot ask: its ETag shows that another one is to be asked.
    done = scale_s3("manifest", f"s3://{name}/d", "-o", "NEW", status=3)
    assert done.stderr.count("stored checksum and content differ: CRC64NVME") == 1


def test_downloads_that_are_damaged_on_their_way(
    scale_s3: Command, s3: Any, bucket: tuple[str, dict[str, bytes]], tmp_path: Path
) -> None:
    """Small objects, by a client that sees no checksum: the MD5 of what it has read is compared with the ETag."""
    name, _ = bucket
    url = f"s3://{name}/data/1"
    s3.fault = lambda method, path, number: None
    scale_s3("manifest", url, "-o", "SUMS")
    damaged: list[str] = []

    def fault(method: str, path: str, number: int) -> str | None:
        if method != "GET" or "list-type" in path or path in damaged:
            return None
        damaged.append(path)
        return "flip"

    s3.fault = fault
    scale_s3("manifest", url, "-o", "NEW")
    s3.fault = lambda method, path, number: None
    assert damaged
    assert (tmp_path / "NEW").read_bytes() == (tmp_path / "SUMS").read_bytes()


def test_etags_that_are_no_md5(s3: Any, bucket: tuple[str, dict[str, bytes]], monkeypatch: pytest.MonkeyPatch) -> None:
    """Sixteen objects are read twice, and then no more."""
    name, objects = bucket
    monkeypatch.setattr(_remote, "no_md5", Counter())
    monkeypatch.setattr(_stored, "no_md5", _remote.no_md5)
    store = S3(f"s3://{name}/data/1", Patience())
    listed = [this for page in store.pages(True) for this in page if isinstance(this, Object) and this.size <= 1 << 20]
    assert len(listed) >= 20
    small = {this.key: (this, objects[this.key.partition(b"/")[2].decode()]) for this in listed}
    monkeypatch.setattr(S3, "_small", lambda _, this: small[this.key])
    # As of encryption by KMS.
    monkeypatch.setattr(_stored, "hashlib", SimpleNamespace(md5=lambda data, **_: hashlib.sha256(data)))
    before = s3.requests
    for this in listed:
        assert store.whole(this, 1 << 20) == small[this.key]
    assert s3.requests - before == 16


def told(monkeypatch: pytest.MonkeyPatch, count: int, first: bytes, *others: bytes) -> tuple[S3, list[bytes | str | None]]:
    """What is read of objects that were stored as `right`, with a checksum, if a client without checksums reads `first`, and botocore `others`."""
    monkeypatch.setattr(_remote, "no_md5", Counter())
    monkeypatch.setattr(_stored, "no_md5", _remote.no_md5)
    store, right, left = S3("s3://b/", Patience()), b"right", list(others)

    def whole(self: S3, this: Object, most: int) -> tuple[Object, bytes | None]:
        if len(others) == 1:
            self._said[this.key] = [Claim("CRC32", zlib.crc32(right).to_bytes(4, "big"))]
        return this, left[0] if len(left) == 1 else left.pop(0)

    monkeypatch.setattr(Store, "whole", whole)
    monkeypatch.setattr(S3, "_small", lambda _, this: (this, first))
    read: list[bytes | str | None] = []
    for n in range(count):
        try:
            read.append(store.whole(Object(b"b/%d" % n, size=5, etag=hashlib.md5(right).hexdigest()), 1 << 20)[1])
        except Failure as failure:
            read.append(str(failure))
    return store, read


def test_much_rot(monkeypatch: pytest.MonkeyPatch) -> None:
    """Objects that are rotten are no sign that a bucket's ETags are no MD5."""
    store, _ = told(monkeypatch, 40, b"wrong", b"wrong")
    assert len(store.doubts) == 40


def test_readings_that_differ(monkeypatch: pytest.MonkeyPatch) -> None:
    assert told(monkeypatch, 1, b"wrong", b"right", b"never")[1] == [b"right"]
    assert told(monkeypatch, 1, b"other", b"wrong", b"other")[1] == [b"other"]  # its ETag is no MD5
    assert told(monkeypatch, 1, b"other", b"wrong", b"third")[1] == ["three readings of the same version differ"]


def test_verify_without_reading(scale_s3: Command, s3: Any, stored: tuple[str, dict[str, bytes]], tmp_path: Path) -> None:
    name, objects = stored
    md5 = {key: data for key, data in objects.items() if len(data) < 1 << 20}
    functions: dict[str, tuple[Any, int]] = {
        "SHA256": (lambda data: hashlib.sha256(data).hexdigest(), 1),
        "SHA1": (lambda data: hashlib.sha1(data).hexdigest(), 1),
        "MD5": (lambda data: hashlib.md5(data).hexdigest(), 5),
        "CRC64NVME": (lambda data: f"{_crc64nvme(data):016x}", 2),
    }
    for tag, (digest, known) in functions.items():
        (tmp_path / "SUMS").write_text(lines(tag, name, objects, digest))
        read: list[str] = []
        s3.fault = lambda method, path, number, read=read: read.append(path) if method == "GET" else None
        done = scale_s3("verify", "SUMS", "--trust-stored")
        assert done.stdout.count(": OK") == len(objects)
        assert f"{len(objects) - known} objects hashed, {known} compared with the store's checksum, and not read" in done.stderr
        assert len(set(read)) == len(objects) - known
        # And all the same by reading.
        assert scale_s3("verify", "SUMS").stdout == done.stdout
    (tmp_path / "SUMS").write_text(lines("MD5", name, md5, lambda data: hashlib.md5(data + b".").hexdigest()))
    assert scale_s3("verify", "SUMS", "--trust-stored", status=1).stdout.count(": FAILED\n") == len(md5)
    # Lists of these functions are only compared with.
    assert "only compared with" in scale_s3("update", "SUMS", f"s3://{name}/d", status=2).stderr
    assert "lists cannot use this function" in scale_s3("manifest", f"s3://{name}/d", "-o", "X", "-a", "md5", status=2).stderr
    assert "--check-stored is for s3:// only" in scale_s3("manifest", ".", "-o", "X", "--check-stored", status=2).stderr


def inventory(folder: Path, bucket: str, rows: list[dict[str, Any]], kind: str) -> str:
    """As S3 writes it: two files, in no order, with versions and markers."""
    rows = [
        *rows,
        {**rows[0], "key": "d/deleted", "is_delete_marker": True},
        {**rows[0], "is_latest": False, "e_tag": "0" * 32},
    ]
    rows.reverse()
    names = ["bucket", "key", "is_latest", "is_delete_marker", "size", "last_modified_date", "e_tag"]
    (folder / "data").mkdir(parents=True, exist_ok=True)
    files = []
    for number, some in enumerate((rows[::2], rows[1::2])):
        path = folder / "data" / f"{kind}{number}.{kind.lower()}"
        table = pa.Table.from_pylist([{name: row.get(name) for name in names} for row in some])
        if kind == "CSV":
            path = path.with_suffix(".csv.gz")
            columns = table.to_pydict()
            columns["key"] = [key.replace("%", "%25").replace("+", "%2B").replace(" ", "+") for key in columns["key"]]
            columns["last_modified_date"] = [f"{when:%Y-%m-%dT%H:%M:%S}.000Z" for when in columns["last_modified_date"]]
            text = "".join(
                ",".join(
                    '"' + ("" if one is None else str(one).lower() if isinstance(one, bool) else str(one)) + '"' for one in row
                )
                + "\n"
                for row in zip(*columns.values(), strict=True)
            )
            path.write_bytes(gzip.compress(text.encode()))
        elif kind == "Parquet":
            pq.write_table(table, path)
        else:
            pyarrow.orc.write_table(table, path)
        files.append(
            {
                "key": f"inv/data/{path.name}",
                "size": path.stat().st_size,
                "MD5checksum": hashlib.md5(path.read_bytes()).hexdigest(),
            }
        )
    schema = "Bucket, Key, IsLatest, IsDeleteMarker, Size, LastModifiedDate, ETag" if kind == "CSV" else "message {}"
    manifest = {"sourceBucket": bucket, "destinationBucket": f"arn:aws:s3:::{bucket}", "fileFormat": kind, "fileSchema": schema}
    (folder / "manifest.json").write_text(json.dumps(manifest | {"files": files}))
    return str(folder / "manifest.json")


@pytest.mark.parametrize("kind", ["CSV", "Parquet", "ORC"], ids=str.lower)
def test_inventories(scale_s3: Command, s3: Any, bucket: tuple[str, dict[str, bytes]], tmp_path: Path, kind: str) -> None:
    """The list is the one of a listing, and nobody lists; what changed since is read as it is now."""
    name, _ = bucket
    listed = s3.client.list_objects_v2(Bucket=name)["Contents"]
    rows = [
        {"bucket": name, "key": one["Key"], "is_latest": True, "size": one["Size"]}
        | {"is_delete_marker": False, "last_modified_date": one["LastModified"], "e_tag": one["ETag"].strip('"')}
        for one in listed
    ]
    path = inventory(tmp_path / "inv", name, rows, kind)
    s3.client.put_object(Bucket=name, Key="data/a.txt", Body=b"since")
    scale_s3("manifest", f"s3://{name}/data", "-o", "LISTED")
    s3.fault = lambda method, path, number: "denied" if "list-type" in path else None
    scale_s3("manifest", f"s3://{name}/data", "-o", "SUMS", "--inventory", path, "--part", str(1 << 20))
    assert (tmp_path / "SUMS").read_text() == (tmp_path / "LISTED").read_text()
    # In the store, where the files are compared with the manifest.
    for file in (tmp_path / "inv").rglob("*.*"):
        s3.client.put_object(Bucket=name, Key=f"inv/{file.relative_to(tmp_path / 'inv')}", Body=file.read_bytes())
    url = f"s3://{name}/inv/manifest.json"
    scale_s3("audit", "SUMS", f"s3://{name}/data", "--inventory", url, "--include", "a*")
    s3.client.put_object(Bucket=name, Key=f"inv/data/{next((tmp_path / 'inv/data').iterdir()).name}", Body=b"x")
    assert "not the one in the manifest" in scale_s3("audit", "SUMS", f"s3://{name}/data", "--inventory", url, status=1).stderr


def test_patterns_prefixes_shards_and_plans(
    scale_s3: Command, s3: Any, bucket: tuple[str, dict[str, bytes]], tmp_path: Path
) -> None:
    name, objects = bucket
    url = f"s3://{name}"
    scale_s3("manifest", url, "-o", "SUMS")
    scale_s3("manifest", url, "-o", "SIDE", "--listers", "3")
    assert (tmp_path / "SIDE").read_bytes() == (tmp_path / "SUMS").read_bytes()
    # Only what is wanted is looked at, and removed.
    s3.client.delete_object(Bucket=name, Key="data/0/o0")
    s3.client.delete_object(Bucket=name, Key="data/1/o1")
    found = scale_s3("audit", "SUMS", url, "--include", "data/[01]/*", "--exclude", "*o1", status=1).stdout
    assert f"missing   {url}/data/0/o0" in found
    assert "data/1/o1" not in found
    assert found.count("outside") == 1
    scale_s3("update", "SUMS", url, "--quiet")
    # A list in several files is the same list.
    scale_s3("manifest", url, "-o", "SHARDS", "--shard-rows", "50")
    names = [row["name"] for path in sorted((tmp_path / "SHARDS").glob("*.parquet")) for row in pq.read_table(path).to_pylist()]
    assert names == sorted(f"{url}/{key}" for key in objects if key not in ("data/0/o0", "data/1/o1"))
    scale_s3("verify", "SHARDS", "--quiet")
    scale_s3("verify", next((tmp_path / "SHARDS").glob("*.parquet")), "--quiet")
    s3.client.put_object(Bucket=name, Key="data/2/new", Body=b"new")
    assert f"added     {url}/data/2/new" in scale_s3("update", "SHARDS", url).stdout
    assert len(list((tmp_path / "SHARDS").glob("*.parquet"))) == 4
    scale_s3("verify", "SHARDS/", "--quiet")
    # A plan asks for nothing but the listing.
    s3.fault = lambda method, path, number: None if "list-type" in path else "denied"
    plan = scale_s3("manifest", url, "-o", "SUMS", "--plan", "--part", str(4 << 20)).stdout.split()
    sizes = sum(len(data) for key, data in objects.items() if key not in ("data/0/o0", "data/1/o1")) + 3
    assert plan[:4] == ["objects", str(len(objects) - 1), "bytes", str(sizes)]
    assert plan[plan.index("GET") + 2] == str(len(objects) - 2 + 3)
    assert not list(tmp_path.glob("SUMS.journal*"))
    plan = scale_s3("update", "SHARDS", url, "--plan").stdout.split()
    assert plan[:4] == ["objects", "0", "bytes", "0"]


def test_pages_side_by_side() -> None:
    def source(start: int, pages: int) -> Iterator[Page]:
        return iter([[b"%03d %03d" % (start, number)] for number in range(pages)])

    for width in (1, 2, 7):
        keys = [key for page in side_by_side((source(one, one % 11) for one in range(60)), width) for key in page]
        assert keys == [b"%03d %03d" % (one, number) for one in range(60) for number in range(one % 11)]


def test_requests_a_second(s3: Any, bucket: tuple[str, dict[str, bytes]], monkeypatch: pytest.MonkeyPatch) -> None:
    name, _ = bucket
    s3.fault = lambda method, path, number: None
    store = S3(f"s3://{name}/data/1", Patience())
    listed = [this for page in store.pages(True) for this in page if isinstance(this, Object)]
    store.rate = 20
    pauses: list[float] = []

    def sleep(seconds: float) -> None:
        pauses.append(seconds)
        time.sleep(seconds)

    monkeypatch.setattr(_remote, "time", SimpleNamespace(monotonic=time.monotonic, sleep=sleep))
    before, begun = s3.requests, time.monotonic()
    assert len(list(store.several(listed, 1 << 20))) == len(listed)
    assert s3.requests - before == len(listed) >= 20
    assert time.monotonic() - begun >= (len(listed) - 1) / 20
    # However long requests take: behind the sixteen that are sent side by side.
    assert max(pauses) <= 16 / 20


def test_digests_of_old_functions(tmp_path: Path, here: Path) -> None:
    """Local files, by lists of MD5, SHA-1 and CRC64NVME."""
    from inprocess import run

    (here / "file").write_bytes(b"abc" * 1000)
    for tag, digest in (("MD5", hashlib.md5), ("SHA1", hashlib.sha1)):
        (here / "SUMS").write_text(f"{tag} (file) = {digest(b'abc' * 1000).hexdigest()}\n")
        assert run(here, "verify", "SUMS")[:2] == (0, "file: OK\n")
    assert Recipe.tagged("CRC64NVME").digest([b"abc", b"d"]) == _crc64nvme(b"abcd").to_bytes(8, "big")
    assert lanesum.__version__
