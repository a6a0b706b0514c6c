"""A real S3 server: names, parts, versions, what changes; and a proxy that throttles, stalls, cuts off and refuses credentials."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

import lanesum
import lanesum.scale
from conftest import Command, totals
from lanesum.scale._journal import Journal
from lanesum.scale._remote import S3
from lanesum.scale._stores import Changed, Object, Patience, Stop, gone, keys_of

Bucket = tuple[str, dict[str, bytes]]
SMALL = ("--part", str(2 << 20), "--timeout", "1")


def expected(bucket: Bucket, below: str = "data/") -> str:
    name, objects = bucket
    keys = sorted((key for key in objects if key.startswith(below)), key=str.encode)
    return "".join(f"KT128 (s3://{name}/{key}) = {lanesum.kt128(objects[key]).hexdigest(32)}\n" for key in keys)


def test_manifest(scale_s3: Command, bucket: Bucket, tmp_path: Path) -> None:
    name, _ = bucket
    scale_s3("manifest", "--no-times", f"s3://{name}/data", "-o", "SUMS", *SMALL)
    assert (tmp_path / "SUMS").read_text() == expected(bucket)
    scale_s3("verify", "SUMS", "--quiet", *SMALL)
    scale_s3("manifest", "--no-times", f"s3://{name}", "-o", "ALL", *SMALL)
    assert (tmp_path / "ALL").read_text() == expected(bucket, "")
    scale_s3("manifest", "--no-times", f"s3://{name}/data/a", "-o", "ONE", *SMALL)
    assert (tmp_path / "ONE").read_text() == expected(bucket, "data/a/")
    scale_s3("manifest", "--no-times", f"s3://{name}/data/large", "-o", "ONE", *SMALL)
    assert (tmp_path / "ONE").read_text() == expected(bucket, "data/large")
    assert "NoSuchBucket" in scale_s3("manifest", "--no-times", "s3://no-such-bucket/x", "-o", "NONE", status=1).stderr


def test_relative_lists_are_for_local_copies(scale_s3: Command, bucket: Bucket, tmp_path: Path, command: str) -> None:
    import subprocess

    name, objects = bucket
    for key, data in objects.items():
        path = tmp_path / "copy" / key
        if key != "data/a/b":  # a file and a directory of this name cannot be
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
    (tmp_path / "copy/data/a").mkdir()
    (tmp_path / "copy/data/a/b").write_bytes(objects["data/a/b"])
    scale_s3("manifest", "--no-times", f"s3://{name}/data", "-o", "SUMS", "--relative", *SMALL)
    subprocess.run([command, "check", "--quiet", "../../SUMS"], cwd=tmp_path / "copy/data", check=True)
    # And the command's list of the copy holds for the bucket.
    subprocess.run([command, "sum", "-r", "--no-times", "data", "-o", "../LOCAL"], cwd=tmp_path / "copy", check=True)
    scale_s3("verify", "LOCAL", f"s3://{name}", "--quiet", *SMALL)


def test_versions(scale_s3: Command, s3: Any, bucket: Bucket, tmp_path: Path) -> None:
    name, _ = bucket
    s3.client.put_bucket_versioning(Bucket=name, VersioningConfiguration={"Status": "Enabled"})
    first = s3.client.put_object(Bucket=name, Key="data/v", Body=b"first")
    second = s3.client.put_object(Bucket=name, Key="data/v", Body=b"second")
    assert first["VersionId"] != second["VersionId"]
    large = s3.client.put_object(Bucket=name, Key="data/w", Body=bytes(5 << 20))
    scale_s3("manifest", "--no-times", f"s3://{name}/data", "-o", "SUMS.parquet", *SMALL)
    rows = {row["name"].rpartition("/")[2]: row for row in pq.read_table(tmp_path / "SUMS.parquet").to_pylist()}
    # One that is read in parts has its version, too.
    assert (rows["w"]["version"], rows["w"]["digest"]) == (large["VersionId"], lanesum.kt128(bytes(5 << 20)).digest(32))
    row = rows["v"]
    assert row["version"] == second["VersionId"]
    assert row["etag"] == second["ETag"].strip('"')
    assert row["digest"] == lanesum.kt128(b"second").digest(32)
    assert row["size"] == 6


def test_verify_that_was_interrupted(s3: Any, bucket: Bucket) -> None:
    """What was hashed before counts only if it is the same object still."""
    name, _ = bucket
    store = S3(f"s3://{name}/data", Patience())
    keys = [f"{name}/data/{key}".encode() for key in ("a.txt", "a/b", "gone")]
    journal = Journal(":memory:", {})
    s3.client.put_object(Bucket=name, Key="data/gone", Body=b"x")
    for this in store.asked(keys):
        assert isinstance(this, Object)
        assert this.etag
        journal.add((*this, bytes(32), True))
    journal.resumed = True
    assert journal.unfinished(store.asked(keys), b"") == []
    s3.client.put_object(Bucket=name, Key="data/a.txt", Body=b"other")
    s3.client.delete_object(Bucket=name, Key="data/gone")
    # Whoever cannot ask does not know: no digest is lost, and nobody reads 150 objects to learn it.
    hasty = S3(store.url, Patience(1, 2))
    refusals = {"expired": "refuses the credentials: ExpiredToken", "503": "503.*2 attempts", "denied": "AccessDenied"}
    for fault, text in refusals.items():
        s3.fault = lambda method, path, number, fault=fault: fault
        with pytest.raises(Stop, match=text):
            hasty.asked(keys)
    # An object that may be read, but not asked about; and one that is never answered for, which a worker is to try, among others.
    s3.fault = lambda method, path, number: "denied" if method == "HEAD" else None
    assert keys[1] not in keys_of(journal.unfinished(store.asked(keys), b""))
    assert [this.size for this in store.asked(keys) if isinstance(this, Object)] == [5, 1, 0]
    s3.fault = lambda method, path, number: "503" if "a/b" in path else None
    found = hasty.asked(keys)
    s3.fault = lambda method, path, number: None
    left = journal.unfinished(store.asked(keys), b"")
    assert found == [store.asked(keys)[0], gone(keys[1]), gone(keys[2])]
    assert [this.key for this in left if isinstance(this, Object)] == [keys[0], keys[2]]
    # As one that nobody has asked about.
    assert left[1] == Object(keys[2])


def test_audit_and_update(scale_s3: Command, s3: Any, bucket: Bucket, tmp_path: Path) -> None:
    name, objects = bucket
    scale_s3("manifest", f"s3://{name}/data", "-o", "SUMS", *SMALL)
    s3.client.put_object(Bucket=name, Key="data/a.txt", Body=b"other")
    s3.client.delete_object(Bucket=name, Key="data/a/b")
    s3.client.put_object(Bucket=name, Key="data/moved", Body=objects["data/a/b"])
    found = scale_s3("audit", "SUMS", f"s3://{name}/data", *SMALL, status=1).stdout.splitlines()
    assert found[:2] == [f"changed   s3://{name}/data/a.txt", f"moved     s3://{name}/data/moved  from s3://{name}/data/a/b"]
    found = scale_s3("update", "SUMS", f"s3://{name}/data", *SMALL).stdout
    assert found.startswith(
        f"changed   s3://{name}/data/a.txt\nmoved     s3://{name}/data/moved  from s3://{name}/data/a/b\nkept"
    )
    assert {word: count for word, count in totals(found).items() if count} == {
        "kept": 152,
        "changed": 1,
        "moved": 1,
        "hashed": 2,
    }
    objects["data/a.txt"] = b"other"
    objects["data/moved"] = objects.pop("data/a/b")
    lines = (tmp_path / "SUMS").read_text().splitlines(keepends=True)
    assert "".join(line for line in lines if not line.startswith("#")) == expected(bucket)


def test_a_part_of_a_bucket(scale_s3: Command, s3: Any, bucket: Bucket, tmp_path: Path) -> None:
    """`update` and `audit` of a prefix leave all other lines alone; a prefix with nothing below it is more likely a mistake."""
    name, objects = bucket
    scale_s3("manifest", "--no-times", f"s3://{name}", "-o", "SUMS", *SMALL)
    assert (before := (tmp_path / "SUMS").read_text()) == expected(bucket, "")
    s3.client.delete_object(Bucket=name, Key="data/1/o1")
    s3.client.put_object(Bucket=name, Key="data/2/o2", Body=b"not looked at")
    assert totals(scale_s3("audit", "SUMS", f"s3://{name}/data/0", *SMALL).stdout)["unchanged"] == 30
    found = totals(scale_s3("update", "SUMS", f"s3://{name}/data/1", *SMALL).stdout)
    assert {word: count for word, count in found.items() if count} == {"kept": 29, "removed": 1, "outside": 125, "hashed": 29}
    lines = [line for line in (tmp_path / "SUMS").read_text().splitlines(keepends=True) if not line.startswith("#")]
    assert lines == [line for line in before.splitlines(keepends=True) if "/1/o1)" not in line]
    for wrong in ("data/7", "dat"):
        before = (tmp_path / "SUMS").read_text()
        errors = scale_s3("update", "SUMS", f"s3://{name}/{wrong}", *SMALL, status=1).stderr
        assert "neither a listed name nor an object lies below this URL, so the list was not changed" in errors
        assert (
            "no listed name lies below this URL" in scale_s3("audit", "SUMS", f"s3://{name}/{wrong}", *SMALL, status=1).stderr
        )
        assert (
            "no object lies below this URL"
            in scale_s3("manifest", "--no-times", f"s3://{name}/{wrong}", "-o", "NONE", *SMALL, status=1).stderr
        )
        assert (tmp_path / "SUMS").read_text() == before
    assert not (tmp_path / "NONE").exists()
    scale_s3("manifest", "--no-times", f"s3://{name}/dat", "-o", "NONE", "--allow-empty", *SMALL)
    assert (tmp_path / "NONE").read_bytes() == b""
    # All objects below a prefix are gone.
    for key in objects:
        if key.startswith("data/3/"):
            s3.client.delete_object(Bucket=name, Key=key)
    errors = scale_s3("update", "SUMS", f"s3://{name}/data/3", *SMALL, status=1).stderr
    assert "is in its place, so the list was not changed" in errors
    assert (tmp_path / "SUMS").read_text() == before
    found = totals(scale_s3("update", "SUMS", f"s3://{name}/data/3", "--remove-all", *SMALL).stdout)
    assert (found["removed"], found["outside"]) == (30, 124)


def test_the_name_of_a_prefix(scale_s3: Command, s3: Any, bucket: Bucket, tmp_path: Path) -> None:
    """An object with the name of the URL, which the listing below it lacks, keeps its line."""
    name, _ = bucket
    at_url = f"KT128 (s3://{name}/data) = {lanesum.kt128(b'x').hexdigest(32)}\n"
    (tmp_path / "SUMS").write_text(at_url + expected(bucket))
    found = scale_s3("audit", "SUMS", f"s3://{name}/data", *SMALL).stdout
    assert totals(found)["outside"] == 1
    scale_s3("update", "SUMS", f"s3://{name}/data", *SMALL)
    lines = [line for line in (tmp_path / "SUMS").read_text().splitlines(keepends=True) if line[0] != "#"]
    assert "".join(lines) == at_url + expected(bucket)


def test_objects_that_rot(scale_s3: Command, s3: Any, bucket: Bucket, tmp_path: Path) -> None:
    """Another content with the same ETag and time is corrupt; where one of these differs, somebody wrote it."""
    name, objects = bucket
    url = f"s3://{name}/data"
    scale_s3("manifest", url, "-o", "SUMS", *SMALL)
    before = (tmp_path / "SUMS").read_text()
    # The list says of one object what another content would have had: that is how it looks when the store's disk rots.
    rotten, edited = "data/a.txt", "data/a/b"
    for key in (rotten, edited):
        digest = lanesum.kt128(objects[key]).hexdigest(32)
        before = before.replace(digest, lanesum.kt128(b"what it was").hexdigest(32))
    etag = hashlib.md5(objects[edited]).hexdigest()
    before = before.replace(f"etag {etag}", f"etag {'0' * 32}")
    (tmp_path / "SUMS").write_text(before)
    found = scale_s3("audit", "SUMS", url, *SMALL, status=1).stdout
    assert found.startswith(f"corrupt   s3://{name}/{rotten}\nchanged   s3://{name}/{edited}\nunchanged ")
    # The ETag is the same: nothing tells `update` to read it.
    found = scale_s3("update", "SUMS", url, "--dry-run", *SMALL).stdout
    assert found.startswith(f"changed   s3://{name}/{edited}\nkept ")
    assert (tmp_path / "SUMS").read_text() == before
    found = scale_s3("update", "SUMS", url, "--paranoid", *SMALL, status=1).stdout
    assert found.startswith(f"corrupt   s3://{name}/{rotten}\nchanged   s3://{name}/{edited}\nkept ")
    new = (tmp_path / "SUMS").read_text()
    wrong, right = lanesum.kt128(b"what it was").hexdigest(32), lanesum.kt128(objects[rotten]).hexdigest(32)
    assert f"({url}/a.txt) = {wrong}" in new
    assert f"({url}/a/b) = {wrong}" not in new
    found = scale_s3("update", "SUMS", url, "--paranoid", "--accept", f"{url}/a.txt", *SMALL).stdout
    assert found.startswith(f"changed   s3://{name}/{rotten}\nkept ")
    assert f"({url}/a.txt) = {right}" in (tmp_path / "SUMS").read_text()


def test_a_version_is_an_edit(scale_s3: Command, s3: Any, bucket: Bucket, tmp_path: Path) -> None:
    name, _ = bucket
    s3.client.put_bucket_versioning(Bucket=name, VersioningConfiguration={"Status": "Enabled"})
    version = s3.client.put_object(Bucket=name, Key="data/v", Body=b"first")["VersionId"]
    scale_s3("manifest", f"s3://{name}/data", "-o", "SUMS", *SMALL)
    text = (tmp_path / "SUMS").read_text().replace(lanesum.kt128(b"first").hexdigest(32), "00" * 32)
    assert f" version {version}\n" in text
    (tmp_path / "SUMS").write_text(text)
    assert scale_s3("audit", "SUMS", f"s3://{name}/data", *SMALL, status=1).stdout.startswith("corrupt ")
    (tmp_path / "SUMS").write_text(text.replace(f" version {version}\n", " version other\n"))
    assert scale_s3("audit", "SUMS", f"s3://{name}/data", *SMALL, status=1).stdout.startswith("changed ")


def test_trouble_on_the_way(scale_s3: Command, s3: Any, bucket: Bucket, tmp_path: Path) -> None:
    """Every fifth request fails, in one of three ways: the list is the same."""
    name, _ = bucket
    s3.fault = lambda method, path, number: {0: "503", 5: "stall", 10: "cut"}.get(number % 15) if number > 2 else None
    scale_s3("manifest", "--no-times", f"s3://{name}/data", "-o", "SUMS", *SMALL)
    assert s3.faults > 20
    assert (tmp_path / "SUMS").read_text() == expected(bucket)


@pytest.mark.parametrize("fault", ["503", "stall", "cut"])
def test_what_cannot_be_read(scale_s3: Command, s3: Any, bucket: Bucket, tmp_path: Path, fault: str) -> None:
    """Is reported, and nothing else is lost; when it can be read again, it alone is."""
    name, _ = bucket
    s3.fault = lambda method, path, number: fault if path.endswith(("/data/large", "/data/a.txt", "o7")) else None
    # Two parts of the large one.
    patience = ("--attempts", "2", "--part", str(8 << 20), "--timeout", "1")
    errors = scale_s3("manifest", "--no-times", f"s3://{name}/data", "-o", "SUMS", *patience, status=1).stderr
    # An empty object has nothing that could be cut off.
    lost = [key for key in ("data/large", "data/a.txt", "data/2/o7") if fault != "cut" or bucket[1][key]]
    for key in lost:
        assert f"s3://{name}/{key}: " in errors
    assert f"{len(lost)} objects NOT read" in errors
    lines = [line for line in expected(bucket).splitlines() if not any(f"/{key})" in line for key in lost)]
    assert (tmp_path / "SUMS").read_text().splitlines() == lines
    s3.fault = lambda method, path, number: None
    errors = scale_s3("manifest", "--no-times", f"s3://{name}/data", "-o", "SUMS", *patience).stderr
    assert f"{len(lost)} objects hashed, {len(lines)} kept" in errors
    assert (tmp_path / "SUMS").read_text() == expected(bucket)


def test_credentials_that_expire(scale_s3: Command, s3: Any, bucket: Bucket, tmp_path: Path) -> None:
    name, _ = bucket
    s3.requests = 0
    s3.fault = lambda method, path, number: "expired" if number > 60 else None
    errors = scale_s3("manifest", "--no-times", f"s3://{name}/data", "-o", "SUMS", "--attempts", "2", *SMALL, status=1).stderr
    assert "refuses the credentials: ExpiredToken" in errors
    assert "run the same command again" in errors
    assert not (tmp_path / "SUMS").exists()
    s3.fault = lambda method, path, number: None
    scale_s3("manifest", "--no-times", f"s3://{name}/data", "-o", "SUMS", *SMALL)
    assert (tmp_path / "SUMS").read_text() == expected(bucket)


def test_an_object_that_changes(scale_s3: Command, s3: Any, bucket: Bucket, tmp_path: Path) -> None:
    """Between its parts, and between listing and reading: reported, never given a digest."""
    name, objects = bucket

    def change(method: str, path: str, number: int) -> None:
        if path.endswith("/data/large") and not done:
            done.append(True)
        elif path.endswith("/data/large") and len(done) == 1:
            done.append(True)
            s3.client.put_object(Bucket=name, Key="data/large", Body=objects["data/large"][::-1])
            s3.client.put_object(Bucket=name, Key="data/0/o0", Body=b"other")

    done: list[bool] = []
    s3.fault = change
    errors = scale_s3("manifest", "--no-times", f"s3://{name}/data", "-o", "SUMS", *SMALL, status=1).stderr
    assert f"s3://{name}/data/large: changed while it was read" in errors
    lines = [line for line in expected(bucket).splitlines() if "/large)" not in line]
    found = (tmp_path / "SUMS").read_text().splitlines()
    # The small one may have been read before.
    assert [line for line in found if "0/o0)" not in line] == [line for line in lines if "0/o0)" not in line]


def test_one_huge_object(scale_s3: Command, bucket: Bucket) -> None:
    name, objects = bucket
    found = lanesum.scale.kt128(f"s3://{name}/data/large", part=1 << 20)
    assert found == lanesum.kt128(objects["data/large"]).digest(32)


def test_small_objects_by_obstore(s3: Any, bucket: Bucket) -> None:
    """They are the same objects whatever is in their names; anything unusual is left to botocore."""
    pytest.importorskip("obstore")
    name, objects = bucket
    s3.fault = lambda method, path, number: None
    store = S3(f"s3://{name}/data", Patience(5.0, 1))
    listed = [this for page in store.pages(True) for this in page if isinstance(this, Object)]
    keys = [this.key.decode().partition("/")[2] for this in listed]
    found = {key: store._small(this) for key, this in zip(keys, listed, strict=True)}
    assert {key for key, one in found.items() if one is None} == {"data/large"}
    for key, this in zip(keys, listed, strict=True):
        assert (one := found[key]) is None or (one[1], one[0]) == (objects[key], this)
    this = listed[0]
    for changed in (this._replace(etag="0" * 32), this._replace(size=this.size + 1), this._replace(key=this.key + b"-")):
        assert store._small(changed) is None
    s3.fault = lambda method, path, number: "503"
    assert store._small(this) is None
    s3.fault = lambda method, path, number: None
    with pytest.raises(Changed):
        store.whole(this._replace(size=this.size + 1), 1 << 20)
