"""Nothing that a list has is lost: lines elsewhere, its mode, what another program wrote meanwhile. In this process, without Ray."""

from __future__ import annotations

import hashlib
import json
import os
import random
import sqlite3
import stat
from pathlib import Path

import model
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from inprocess import Here, run

from lanesum.scale import _journal, _lists, _stores, _tasks


def line(name: str, content: bytes) -> str:
    return f"SHA256 ({name}) = {model.digest_of(content)}\n"


@pytest.fixture
def tree(here: Path) -> Path:
    """Three files, and their list without stamps, which is older than they."""
    for name in ("a", "b", "d/c"):
        (here / "tree" / name).parent.mkdir(parents=True, exist_ok=True)
        (here / "tree" / name).write_text(name)
    (here / "SUMS").write_text(line("tree/a", b"a") + line("tree/b", b"b") + line("tree/d/c", b"d/c"))
    os.utime(here / "SUMS", (10**9, 10**9))
    return here


def lines_of(folder: Path) -> list[str]:
    return [one for one in (folder / "SUMS").read_text().splitlines(keepends=True) if not one.startswith("#")]


def test_mode_owner_and_link(tree: Path) -> None:
    """A list keeps them when it is replaced."""
    (tree / "SUMS").rename(tree / "real")
    (tree / "SUMS").symlink_to("real")
    (tree / "real").chmod(0o640)
    if os.geteuid() == 0:
        os.chown(tree / "real", 1234, 5678)
    (tree / "tree/new").write_text("x")
    assert run(tree, "update", "SUMS", "tree")[0] == 0
    assert (tree / "SUMS").is_symlink()
    found = (tree / "real").stat()
    assert stat.S_IMODE(found.st_mode) == 0o640
    assert os.geteuid() != 0 or (found.st_uid, found.st_gid) == (1234, 5678)
    assert len(lines_of(tree)) == 4
    assert run(tree, "manifest", "tree", "-o", "SUMS", "-a", "sha256")[0] == 0
    assert stat.S_IMODE((tree / "real").stat().st_mode) == 0o640


def test_another_program_replaces_the_list(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its lines stay, and what was hashed is not lost."""
    real = Here.submit

    def meanwhile(*arguments: object) -> object:
        (tree / "theirs").write_text(line("tree/a", b"a") + line("tree/theirs", b"theirs"))
        os.replace(tree / "theirs", tree / "SUMS")
        return real(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(Here, "submit", meanwhile)
    status, out, errors = run(tree, "update", "SUMS", "tree")
    assert (status, out) == (1, "")
    assert "SUMS: another program has changed the list meanwhile, so it was not replaced; SUMS.update.journal keeps" in errors
    assert lines_of(tree) == [line("tree/a", b"a"), line("tree/theirs", b"theirs")]
    monkeypatch.undo()
    assert not list(tree.glob(".lanesum*"))


def test_two_runs_at_once(tree: Path) -> None:
    other = _journal.Journal(str(tree / "SUMS.update.journal"), {})
    assert "belongs to a run that is under way" in run(tree, "update", "SUMS", "tree")[2]
    other.close(remove=True)
    assert run(tree, "update", "SUMS", "tree")[0] == 0


def test_a_journal_that_was_deleted_while_its_lock_was_taken(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two runs would have one journal."""
    path, real = tree / "journal", _journal.fcntl.flock

    def flock(file: object, how: int) -> None:
        monkeypatch.setattr(_journal.fcntl, "flock", real)
        path.unlink()
        real(file, how)  # type: ignore[arg-type]

    monkeypatch.setattr(_journal.fcntl, "flock", flock)
    with _journal._locked(str(path)) as file:
        assert os.path.samestat(os.fstat(file.fileno()), path.stat())


def test_what_runs_leave_is_never_listed(tree: Path) -> None:
    """And what only looks like it is."""
    left = tree / "tree"
    (left / ".lanesum-123-0").write_text("half of a list")
    (left / ".lanesum-0123456789abcdef.tmp").write_text("half of a list")
    (left / ".lanesum-123-a_b1c2d3.partial").write_text("half of a list")
    sqlite3.connect(left / "theirs.journal").execute("CREATE TABLE x (y)")
    for name in ("video.partial", "empty.journal", ".lanesum-notes", "SUMS"):
        (left / name).write_text("")
    status, out, errors = run(tree, "manifest", "tree", "-o", "tree/SUMS", "-a", "sha256")
    assert (status, out) == (0, ""), errors
    names = [one.split("(")[1].split(")")[0] for one in (left / "SUMS").read_text().splitlines()]
    assert names == [
        f"tree/{one}" for one in (".lanesum-notes", "a", "b", "d/c", "empty.journal", "theirs.journal", "video.partial")
    ]


def test_the_list_is_not_in_itself(tree: Path) -> None:
    """However its path is written."""
    (tree / "tree/link").symlink_to(tree)
    for output in ("tree/SUMS", "./tree/SUMS", "tree/d/../SUMS", "tree/link/tree/SUMS", str(tree / "tree/SUMS")):
        for _ in range(2):
            status, _, errors = run(tree, "manifest", "tree", "-o", output, "-a", "sha256")
            assert (status, (tree / "tree/SUMS").read_text()) == (0, (tree / "SUMS").read_text()), errors
        assert run(tree, "audit", output, "tree")[0] == 0
        assert run(tree, "update", output, "tree")[0] == 0


def test_two_lines_of_one_name(tree: Path) -> None:
    """One may be right. Without one that is, both stay if the file is corrupt."""
    (tree / "SUMS").write_text(
        line("tree/a", b"other") + line("tree/a", b"a") + line("tree/b", b"b") + line("tree/d/c", b"d/c")
    )
    assert "kept              3" in run(tree, "update", "SUMS", "tree")[1]
    assert lines_of(tree) == [line("tree/a", b"a"), line("tree/b", b"b"), line("tree/d/c", b"d/c")]
    both = sorted([line("tree/a", b"other"), line("tree/a", b"third")], key=lambda one: one.split(" = ")[1])
    (tree / "SUMS").write_text("".join(both))
    for name in ("a", "b", "d/c"):
        os.utime(tree / "tree" / name, (10**9, 10**9))
    status, out, _ = run(tree, "update", "SUMS", "tree")
    assert (status, out.splitlines()[0]) == (1, "corrupt   tree/a")
    assert lines_of(tree) == [*both, line("tree/b", b"b"), line("tree/d/c", b"d/c")]


def test_relative_names(tree: Path) -> None:
    """They begin below the URL, however it is written; others are elsewhere."""
    rows = [
        line("/elsewhere/x", b"x"),
        line("../up", b"x"),
        line("a", b"a"),
        line("b", b"b"),
        line("gone", b"x"),
        line("s3://b/k", b"k"),
    ]
    for url in ("tree", "tree/", "file:tree", f"file://{tree}/tree"):
        (tree / "SUMS").write_text("".join(rows))
        status, out, errors = run(tree, "update", "SUMS", url, "--relative")
        assert (status, out.splitlines()[:2]) == (0, ["added     d/c", "removed   gone"]), errors
        assert sorted(lines_of(tree)) == sorted([*rows[:4], line("d/c", b"d/c"), rows[5]])
        assert run(tree, "audit", "SUMS", url, "--relative")[0] == 0


def test_an_empty_directory(tree: Path) -> None:
    (tree / "empty").mkdir()
    status, _, errors = run(tree, "manifest", "empty", "-o", "NEW")
    assert (status, (tree / "NEW").exists()) == (1, False)
    assert "empty: no object lies below this URL; check it, or use --allow-empty to write an empty list" in errors
    assert run(tree, "manifest", "empty", "-o", "NEW", "--allow-empty")[0] == 0
    assert (tree / "NEW").read_bytes() == b""
    assert not list(tree.glob("*journal*"))


@pytest.mark.parametrize("command", ["audit", "update"])
def test_a_directory_that_is_not_there(tree: Path, command: str) -> None:
    """A name that was mistyped, or a disk that is not mounted: the list is the same, and no journal is left."""
    before = (tree / "SUMS").read_bytes()
    status, out, errors = run(tree, command, "SUMS", "treee")
    assert (status, out, (tree / "SUMS").read_bytes()) == (1, "", before)
    assert "treee: No such file or directory" in errors or "no listed name lies below" in errors
    assert not list(tree.glob("*journal*"))


def test_nothing_corrupt_is_accepted(tree: Path) -> None:
    errors = run(tree, "update", "SUMS", "tree", "--accept", "tree/a")[2]
    assert "--accept tree/a: no corrupt object, and no symbolic link, has this name or a name below it" in errors


def test_other_names_of_the_same_files(tree: Path) -> None:
    """Otherwise each would get a second line, and rot with it."""
    assert run(tree, "manifest", "tree", "-o", "SUMS")[0] == 0
    before = (tree / "SUMS").read_text()
    for url in ("./tree", str(tree / "tree"), "tree/../tree"):
        status, out, errors = run(tree, "update", "SUMS", url)
        assert (status, out, (tree / "SUMS").read_text()) == (1, "", before)
        assert "the list has what lies below this URL by other names, such as tree/a: spell the URL so" in errors
    assert run(tree, "manifest", "tree", "-o", "RELATIVE", "--relative")[0] == 0
    relative = (tree / "RELATIVE").read_text()
    status, out, errors = run(tree, "update", "RELATIVE", "tree")
    assert (status, out) == (1, "")
    assert "the names of the list are relative to this URL: add --relative" in errors
    # Below another directory than the list's own, nothing is in its place.
    status, out, errors = run(tree, "update", "--relative", "RELATIVE", "tree/d")
    assert (status, out, (tree / "RELATIVE").read_text()) == (1, "", relative), errors
    assert "is in its place, so the list was not changed" in errors
    assert run(tree, "update", "--relative", "RELATIVE", "tree")[0] == 0
    assert not list(tree.glob("*journal*"))


def test_what_cannot_be_read_empties_no_list(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor does it pass, where a directory does not even tell the size."""
    assert run(tree, "manifest", "tree", "-o", "SUMS")[0] == 0
    before = (tree / "SUMS").read_text()
    names = [line.split("(")[1].split(")")[0] for line in before.splitlines() if not line.startswith("#")]
    Here.unreadable = {model.order(name) for name in names}
    status, _, errors = run(tree, "manifest", "tree", "-o", "SUMS")
    assert (status, (tree / "SUMS").read_text()) == (1, before)
    assert "SUMS: not written, because nothing could be hashed" in errors
    Here.unreadable = {model.order("tree/a")}
    real = _stores.Files.now

    def now(store: _stores.Files, key: bytes) -> _stores.Object:
        if key in Here.unreadable:
            raise PermissionError(13, "Permission denied")
        return real(store, key)

    monkeypatch.setattr(_stores.Files, "now", now)
    status, out, _ = run(tree, "update", "SUMS", "tree")
    assert (status, out.splitlines()[0].split()[:2]) == (1, ["unread", "tree/a"])
    Here.unreadable = set()


def test_a_journal_of_format_4(tree: Path) -> None:
    """It is resumed, and becomes one of format 5, which only adds the table of doubts."""
    Here.unreadable = {model.order("tree/a")}
    assert run(tree, "manifest", "tree", "-o", "NEW", "-a", "sha256", "--no-times")[0] == 1
    Here.unreadable = set()

    def base() -> sqlite3.Connection:
        return sqlite3.connect(tree / "NEW.journal", isolation_level=None)

    old = base()
    old.execute("DROP TABLE doubt")
    old.execute("UPDATE run SET value = '4' WHERE name = 'format'")
    # Shows that this digest is the journal's.
    kept = bytes(range(32))
    ((block,),) = old.execute("SELECT data FROM block").fetchall()
    old.execute("UPDATE block SET data = ?", (block.replace(hashlib.sha256(b"b").digest(), kept),))
    old.close()
    line_of_run = ["manifest", "tree", "-o", "NEW", "-a", "sha256"]
    status, _, errors = run(tree, *line_of_run, "--include", "*")
    assert (status, "is of another run (include ''" in errors) == (2, True), errors
    (tree / "tree/a").unlink()
    Here.unreadable = {model.order("tree/d/c")}
    (tree / "tree/d/c").write_text("new")
    status, _, errors = run(tree, *line_of_run, "--no-times")
    assert (status, "resuming from NEW.journal" in errors) == (1, True), errors
    new = base()
    assert new.execute("SELECT value FROM run WHERE name = 'format'").fetchone() == ("5",)
    assert new.execute("SELECT count(*) FROM doubt").fetchone() == (0,)
    new.close()
    Here.unreadable = set()
    assert run(tree, *line_of_run, "--no-times")[0] == 0
    assert (tree / "NEW").read_text().splitlines(keepends=True) == [
        f"SHA256 (tree/b) = {kept.hex()}\n",
        line("tree/d/c", b"new"),
    ]


def test_a_list_with_symbolic_links(tree: Path) -> None:
    """An update would lose them; `verify` has nothing to do with them."""
    assert run(tree, "manifest", "tree", "-o", "SUMS")[0] == 0
    text = (tree / "SUMS").read_text() + "# link tree/l -> f\n"
    (tree / "SUMS").write_text(text)
    for command in ("update", "audit"):
        status, out, errors = run(tree, command, "SUMS", "tree")
        assert (status, out) == (2, "")
        assert "a list with symbolic links; `lanesum update` and `lanesum audit` take it" in errors
    assert (tree / "SUMS").read_text() == text
    assert run(tree, "verify", "SUMS")[0] == 0


def test_an_update_that_was_interrupted(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next one goes on, and does what the first would have done."""
    monkeypatch.setattr(_stores.Files, "batch", 1)
    rng = random.Random(1)
    for number in range(20):
        path = tree / f"tree/f{number:02}"
        path.write_bytes(rng.randbytes(10))
        # Before the list, for sure: a list has the time at which its run began.
        before_list = path.stat().st_mtime_ns - 10**8
        os.utime(path, ns=(before_list, before_list))
    assert run(tree, "update", "SUMS", "tree")[0] == 0
    for number in range(10):
        path = tree / f"tree/f{number:02}"
        times = path.stat().st_mtime_ns
        path.write_bytes(rng.randbytes(10))
        os.utime(path, ns=(times, times + 10**10 * (number % 2)))
    before = (tree / "SUMS").read_bytes()
    real, left = Here.submit, [0]

    def submit(*arguments: object) -> object:
        left[0] -= 1
        if left[0] < 0:
            raise KeyboardInterrupt
        return real(*arguments)  # type: ignore[arg-type]

    def interrupt() -> None:
        left[0] = 7
        with monkeypatch.context() as patch:
            patch.setattr(Here, "submit", submit)
            assert run(tree, "update", "SUMS", "tree")[0] == 130
        assert (tree / "SUMS").read_bytes() == before

    expected = {f"tree/f{number:02}": "changed" if number % 2 else "corrupt" for number in range(10)}
    for flags in (["--dry-run"], []):
        interrupt()
        status, out, errors = run(tree, "update", "SUMS", "tree", "--json", *flags)
        assert "resuming from SUMS.update.journal" in errors
        *files, counts = map(json.loads, out.splitlines())
        assert (status, {one["file"]: one["status"] for one in files}) == (1, expected)
        assert counts["kept"] == 13
        assert ((tree / "SUMS").read_bytes() == before) == bool(flags)
    assert not list(tree.glob("*journal*"))
    old, new = set(before.decode().splitlines()), set((tree / "SUMS").read_text().splitlines())
    assert sorted(one.split("(")[1].split(")")[0] for one in new - old) == [f"tree/f{number:02}" for number in range(1, 10, 2)]


def in_parquet(path: Path, lines: list[model.Line]) -> None:
    columns = {
        "name": [one.name for one in lines],
        "algorithm": ["SHA256"] * len(lines),
        "digest": [bytes.fromhex(one.digest) for one in lines],
        "size": [one.stamp and one.stamp.size for one in lines],
        "mtime": pa.array([one.stamp and one.stamp.mtime for one in lines], pa.timestamp("ns", "UTC")),
        "etag": pa.array([one.stamp and str(one.stamp.ctime) for one in lines], pa.string()),
        "version": pa.array([None] * len(lines), pa.string()),
    }
    pq.write_table(pa.table(columns), path)


def of_parquet(path: Path) -> list[model.Line]:
    table = pq.read_table(path)
    times = table["mtime"].cast("int64").to_pylist()
    return [
        model.Line(
            row["name"], row["digest"].hex(), None if row["etag"] is None else model.Stamp(row["size"], time, int(row["etag"]))
        )
        for row, time in zip(table.to_pylist(), times, strict=True)
    ]


@pytest.mark.parametrize("is_settled", [False, True])
def test_parquet_has_the_same_rules(here: Path, monkeypatch: pytest.MonkeyPatch, is_settled: bool) -> None:
    settled = -(10**12) if is_settled else 2 * 10**9
    monkeypatch.setattr(_stores, "SETTLED", settled)
    monkeypatch.setattr(_tasks, "SETTLED", settled)
    for number in range(60):
        folder = here / str(number)
        folder.mkdir()
        world = model.World(random.Random(seed := random.randrange(10**9)), folder)
        world.is_settled = is_settled
        for name in [*world.files("tree"), *world.files("tree2"), *world.files("other")]:
            if not _is_text(name):
                (folder / name).unlink()
        world.list()
        world.change()
        world.lines = [one for one in world.lines if _is_text(one.name)]
        if not world.lines or not all(map(_is_text, world.files("tree"))):
            continue
        # By content: the name does not matter.
        in_parquet(folder / "SUMS", world.lines)
        os.utime(folder / "SUMS", ns=(world.listed_at, world.listed_at))
        for _ in range(2):
            options = model.options_of(world.rng, world)
            expected = world.answer(options)
            status, out, errors = run(folder, options.command, "SUMS", options.url, *options.flags())
            shown = [json.loads(one) for one in out.splitlines()] if options.json else out
            text = expected.text(options)
            assert (status, shown) == (
                expected.status,
                [json.loads(one) for one in text.splitlines()] if options.json else text,
            ), (seed, errors)
            assert of_parquet(folder / "SUMS") == expected.lines, seed
            if expected.lines != world.lines:
                world.took(expected, world.listed_at)
            if not world.lines:
                break


def _is_text(name: str) -> bool:
    return _lists._is_no_text(name) is False
