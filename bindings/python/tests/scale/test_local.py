"""Directories on two nodes: lists are the command's to the byte, and either checks the other's."""

from __future__ import annotations

import errno
import functools
import os
import subprocess
import sys
import time
from pathlib import Path

import pyarrow.parquet as pq
import pytest

import lanesum
import lanesum.scale
from conftest import LONG, Command, totals


def lanesum_of(command: str, folder: Path, *arguments: str, status: int = 0) -> str:
    result = subprocess.run([command, *arguments], cwd=folder, capture_output=True, check=False)
    assert result.returncode == status, result.stderr
    return result.stdout.decode(errors="surrogateescape")


@pytest.mark.parametrize(
    "algorithm", ["kt128", "sha256", "parallelhash128", *(["shake_256", "blake512", "kt256"] if LONG else [])]
)
def test_lists_are_the_commands(scale: Command, tree: Path, command: str, algorithm: str) -> None:
    folder = tree.parent
    scale("manifest", "--no-times", "tree", "-a", algorithm, "-o", "OURS", "--part", 1 << 20)
    lanesum_of(command, folder, "sum", "-r", "--no-times", "tree", "-a", algorithm.replace("_", ""), "-o", "THEIRS")
    assert (folder / "OURS").read_bytes() == (folder / "THEIRS").read_bytes()
    assert not (folder / "OURS.journal").exists()
    lanesum_of(command, folder, "check", "--quiet", "OURS")
    scale("verify", "THEIRS", "--quiet", "--part", 1 << 20)


def test_verify_finds_what_is_wrong(scale: Command, tree: Path, command: str) -> None:
    folder = tree.parent
    lanesum_of(command, folder, "sum", "-r", "--no-times", "tree", "-o", "SUMS")
    assert "FAILED" not in scale("verify", "SUMS").stdout
    (tree / "d1.txt").write_bytes(b"other")
    (tree / "d0" / "f0").unlink()
    found = scale("verify", "SUMS", "--quiet", status=1)
    assert found.stdout == "tree/d0/f0: FAILED open or read\ntree/d1.txt: FAILED\n"
    assert "No such file" in found.stderr
    # No journal is in the way of the next one, which reads everything again.
    assert not list(folder.glob("SUMS*.journal"))
    assert totals(scale("audit", "SUMS", "tree", status=1).stdout)["missing"] == 1
    theirs = lanesum_of(command, folder, "check", "--quiet", "SUMS", status=1)
    assert sorted(theirs.splitlines()) == sorted(found.stdout.splitlines())


def test_nothing_to_do(scale: Command, tree: Path) -> None:
    """A run that finds all done leaves no journal either; so the next one does not count it."""
    time.sleep(2.1)
    scale("manifest", "tree", "-o", "SUMS")
    for _ in range(2):
        found = scale("update", "SUMS", "tree")
        assert "resuming" not in found.stderr
        assert not list(tree.parent.glob("SUMS*journal*"))


def test_verify_that_was_interrupted(tree: Path) -> None:
    """What was hashed before counts only if the file is the same still."""
    from lanesum.scale._journal import Journal
    from lanesum.scale._stores import Files, Object, Patience

    store = Files(str(tree), Patience())
    keys = [store.key(str(tree / name)) for name in ("d1.txt", "line\nbreak\\", "large1048576")]
    journal = Journal(":memory:", {})
    for this in store.asked(keys):
        assert isinstance(this, Object)
        journal.add((*this, bytes(32), True))
    journal.resumed = True
    assert journal.unfinished(store.asked(sorted(keys)), b"") == []
    (tree / "d1.txt").write_bytes(b"other")
    (tree / "large1048576").unlink()
    left = journal.unfinished(store.asked(sorted(keys)), b"")
    assert [this.key for this in left if isinstance(this, Object)] == sorted([keys[0], keys[2]])


@pytest.mark.parametrize(("number", "text"), [(errno.EIO, "2 attempts"), (errno.EACCES, "Permission denied")])
def test_files_that_the_system_says_nothing_of(tree: Path, monkeypatch: pytest.MonkeyPatch, number: int, text: str) -> None:
    """One of several is tried by a worker; where all are so, or the first sixteen, no digest is dropped."""
    from lanesum.scale._stores import Files, Patience, Stop, gone

    store = Files(str(tree), Patience(1, 2))
    for one in range(20):
        (tree / f"{one:02}").write_bytes(b"x")
    keys = [store.key(str(tree / f"{one:02}")) for one in range(20)]
    wrong, real = set(keys[:15]), store.now

    def now(key: bytes) -> object:
        if key in wrong:
            raise OSError(number, os.strerror(number))
        return real(key)

    monkeypatch.setattr(store, "now", now)
    assert store.asked(keys) == [*map(gone, keys[:15]), *map(real, keys[15:])]
    wrong.add(keys[15])
    with pytest.raises(Stop, match=text):
        store.asked(keys)
    with pytest.raises(Stop, match=text):
        store.asked(keys[:1])


def test_a_listing_out_of_order(cluster: object, tree: Path) -> None:
    """The lists of blocks would be wrong, and digests of an earlier run forgotten."""
    from lanesum.scale._driver import Progress, Run
    from lanesum.scale._journal import Journal
    from lanesum.scale._recipe import Recipe
    from lanesum.scale._stores import Files, Patience, Stop

    store = Files(str(tree), Patience())
    names = [store.key(str(tree / name)) for name in ("d1.txt", "large1048576")]
    for pages in ([names[::-1]], [names[1:], names[:1]], [names, names]):
        with pytest.raises(Stop, match="in the order of their names"):
            Run(store, Recipe.of("kt128"), Journal(":memory:", {}), Progress(False)).over(pages)


def test_no_standard_output(cluster: object, tree: Path) -> None:
    """A list can be written without, an answer cannot be given."""
    line = f"exec {sys.executable} -m lanesum.scale "
    run = functools.partial(subprocess.run, shell=True, cwd=tree.parent, stderr=subprocess.PIPE, text=True, check=False)
    found = run(f"{line} manifest tree -o SUMS >&-")
    assert (found.returncode, "Traceback" in found.stderr) == (0, False), found.stderr
    found = run(f"{line} verify SUMS >&-")
    assert (found.returncode, found.stderr.count("\n")) == (2, 1), found.stderr
    assert "standard output is closed" in found.stderr


def test_half_of_a_large_file_was_done(cluster: object, tree: Path) -> None:
    """What is left of it, and not the whole, is what the time left is of; and it has the same stamp as if nothing had happened."""
    from lanesum.scale._driver import Progress, Run
    from lanesum.scale._journal import Journal
    from lanesum.scale._recipe import Recipe
    from lanesum.scale._stores import Files, Object, Patience
    from lanesum.scale._tasks import part

    path, recipe, journal = tree / "d0" / "large", Recipe.of("kt128"), Journal(":memory:", {})
    path.write_bytes(bytes(4 << 20))
    store = Files(str(path), Patience())
    this = next(store.pages(True))[0]
    assert isinstance(this, Object)
    time.sleep(2.1)
    before = time.time_ns()
    values = part(store, recipe, this, 1 << 20, 3 << 20)
    assert isinstance(values, tuple)
    journal.add_part(this, 1 << 20, 3 << 20, *values, before)
    run = Run(store, recipe, journal, Progress(False), 1 << 20)
    shares: list[tuple[float, int]] = []
    run.progress.tell = lambda: shares.append((run.progress.shares, run.progress.bytes))  # type: ignore[method-assign]
    run.over([[this]])
    assert (run.progress.there, run.progress.bytes, run.progress.shares) == (2 << 20, 2 << 20, 0)
    assert all(share in (0, 0.5) and (share == 0) == (done in (0, 2 << 20)) for share, done in shares), shares
    (row,) = (row for block in journal.blocks() for row in block.rows())
    assert row == (*this, lanesum.kt128(bytes(4 << 20)).digest(32), True)


def test_an_answer_that_cannot_be_written(cluster: object, tree: Path, command: str) -> None:
    """On a full disk nothing is lost; where nobody wants to see more, nothing is kept."""
    lanesum_of(command, tree.parent, "sum", "-r", "--no-times", "tree", "-o", "SUMS")
    line = [sys.executable, "-m", "lanesum.scale", "verify", "SUMS"]
    where: dict[str, object] = {"cwd": tree.parent, "stderr": subprocess.PIPE, "text": True, "timeout": 300}
    with open("/dev/full", "w") as full:
        found = subprocess.run(line, stdout=full, check=False, **where)  # type: ignore[call-overload]
    assert found.returncode == 1, found.stderr
    assert "No space left on device; SUMS.verify.journal keeps what was done" in found.stderr
    assert "Exception" not in found.stderr
    reading, writing = os.pipe()
    os.close(reading)
    found = subprocess.run(line, stdout=writing, check=False, **where)  # type: ignore[call-overload]
    os.close(writing)
    assert "resuming" in found.stderr
    assert "0 objects hashed" in found.stderr
    assert "Exception" not in found.stderr
    assert not list(tree.parent.glob("SUMS*journal*"))


def test_audit_and_update(scale: Command, tree: Path, command: str) -> None:
    folder = tree.parent
    scale("manifest", "--no-times", "tree", "-o", "SUMS")
    (tree / "d1.txt").write_bytes(b"other")
    (tree / "large1048576").rename(tree / "renamed")
    (tree / "new").write_bytes(b"new")
    (tree / "large2500001").unlink()
    ours = scale("audit", "SUMS", "tree", status=1).stdout
    theirs = lanesum_of(command, folder, "audit", "SUMS", "tree", status=1)
    findings = [{" ".join(line.split()) for line in text.splitlines() if "tree/" in line} for text in (ours, theirs)]
    assert findings[0] == findings[1]
    # Old enough for stamps.
    for path in tree.rglob("*"):
        os.utime(path, ns=(10**18, 10**18))
    # Older than the list, so that nothing shows who wrote it.
    assert scale("update", "SUMS", "tree", status=1).stdout.startswith("corrupt   tree/d1.txt\n")
    scale("update", "SUMS", "tree", "--accept", "tree/d1.txt")
    time.sleep(2.1)
    (tree / "settled").write_bytes(b"x")
    assert "hashed" in scale("update", "SUMS", "tree").stdout
    before = (folder / "SUMS").read_bytes()
    assert b"# size 3 mtime 1000000000.000000000 ctime " in before
    (tree / "d1.txt").write_bytes(b"third")
    found = scale("update", "SUMS", "tree").stdout
    assert found.startswith("changed   tree/d1.txt\nkept ")
    assert {word: count for word, count in totals(found).items() if count} == {"kept": 308, "changed": 1, "hashed": 2}
    lanesum_of(command, folder, "check", "--quiet", "SUMS")
    # The command takes up our stamps.
    assert " 0\n" not in lanesum_of(command, folder, "update", "SUMS", "tree").splitlines(keepends=True)[0]


def test_parquet(scale: Command, tree: Path, command: str) -> None:
    folder = tree.parent
    (tree / os.fsdecode(b"no-text-\xff")).unlink()
    scale("manifest", "--no-times", "tree", "-o", "SUMS.parquet")
    table = pq.read_table(folder / "SUMS.parquet")
    names = table["name"].to_pylist()
    assert names == sorted(names, key=lambda name: name.split("/"))
    for row in table.to_pylist()[:50]:
        path = folder / row["name"]
        assert row["digest"] == lanesum.kt128(path.read_bytes()).digest(32)
        assert row["size"] == path.stat().st_size
    assert pq.ParquetFile(folder / "SUMS.parquet").read(["mtime"])["mtime"].cast("int64")[0].as_py() == (
        (folder / names[0]).stat().st_mtime_ns
    )
    scale("verify", "SUMS.parquet", "--quiet")
    (tree / "d1.txt").write_bytes(b"other")
    assert scale("verify", "SUMS.parquet", "--quiet", status=1).stdout == "tree/d1.txt: FAILED\n"


def test_relative(scale: Command, tree: Path, command: str) -> None:
    scale("manifest", "--no-times", "file:tree", "-o", "SUMS", "--relative")
    lanesum_of(command, tree, "check", "--quiet", "../SUMS")
    scale("verify", "SUMS", "tree", "--quiet")


def test_wrong_command_lines(scale: Command, tree: Path) -> None:
    assert "No such file" in scale("manifest", "--no-times", "nothing", "-o", "SUMS", status=1).stderr
    assert "lists cannot use" in scale("manifest", "--no-times", "tree", "-o", "SUMS", "-a", "tuplehash128", status=2).stderr
    (tree.parent / "BAD").write_text("KT128 (a) = 00\nthis is no line\n")
    assert "KT128 beside KT128" in scale("verify", "BAD", status=2).stderr
    assert (
        "0 is not a whole number from 1 on"
        in scale("manifest", "--no-times", "tree", "-o", "SUMS", "--part", 0, status=2).stderr
    )
    assert (
        "64M is not a whole number" in scale("manifest", "--no-times", "tree", "-o", "SUMS", "--part", "64M", status=2).stderr
    )
    for name in ("md5", "kmac128"):
        assert f"{name}: lists cannot use" in scale("manifest", "--no-times", "tree", "-o", "SUMS", "-a", name, status=2).stderr
    assert "foo://x: Protocol not known" in scale("manifest", "--no-times", "foo://x", "-o", "SUMS", status=2).stderr
    # A run that could not do anything leaves no journal in the way of the next one.
    assert not list(tree.parent.glob("SUMS*"))


def test_ray_that_does_not_start(tree: Path) -> None:
    line = [sys.executable, "-m", "lanesum.scale", "manifest", "--no-times", "tree", "-o", "SUMS", "--address", "nonsense"]
    found = subprocess.run(line, cwd=tree.parent, capture_output=True, text=True, check=False)
    assert found.returncode == 1, found.stderr
    assert "lanesum.scale: Ray did not start at nonsense: " in found.stderr
    assert "Traceback" not in found.stderr
    assert not list(tree.parent.glob("SUMS*"))


def test_other_stores_of_fsspec(scale: Command, tree: Path) -> None:
    """`gs:` and the like take the same way, which local files go here by another scheme."""
    (tree / os.fsdecode(b"no-text-\xff")).unlink()
    (tree / "d1.txt").chmod(0o644)
    url = f"local://{tree}"
    scale("manifest", "--no-times", url, "-o", "OTHER", "--relative", "--part", 1 << 20)
    scale("manifest", "--no-times", str(tree), "-o", "FILES", "--relative", "--part", 1 << 20)
    other, files = ((tree.parent / name).read_bytes().split(b"\n") for name in ("OTHER", "FILES"))
    # The order is that of the keys, not that of directories.
    assert sorted(other) == sorted(files)
    scale("verify", "FILES", url, "--quiet", "--part", 1 << 20)
    assert "No such file" in scale("manifest", "--no-times", f"{url}/nothing", "-o", "NONE", status=1).stderr


def test_one_huge_object(cluster: object, tree: Path) -> None:
    path = tree / "large2500001"
    data = path.read_bytes()
    assert lanesum.scale.kt128(str(path), part=1 << 20) == lanesum.kt128(data).digest(32)
    assert lanesum.scale.kt256(str(path), part=1 << 20) == lanesum.kt256(data).digest(64)
    assert (
        lanesum.scale.parallelhash256(f"file:{path}", block_size=1000, part=1 << 20)
        == lanesum.parallelhash256(data, block_size=1000).digest()
    )
    assert lanesum.scale.kt128(str(tree / "d1.txt")) == lanesum.kt128((tree / "d1.txt").read_bytes()).digest(32)
    with pytest.raises(lanesum.scale.Failure, match="No such file"):
        lanesum.scale.kt128(str(tree / "nothing"))
