"""Drivers, workers and nodes that are killed, and a full disk: the list is identical, and little is done twice.

The small form of each is in every run; LANESUM_LONG=1 makes 50 rounds of nodes (`.ci/long`), LANESUM_NODES so many.
"""

from __future__ import annotations

import contextlib
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

import lanesum
from conftest import LONG
from lanesum.scale._block import Block

# Small parts, so that a run has many tasks.
LINE = ("manifest", "tree", "-o", "SUMS", "--part", str(1 << 20), "--no-times")


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A directory that takes seconds, and its list."""
    rng = random.Random(5)
    folder = tmp_path_factory.mktemp("many")
    lines = []
    for number in range(12000):
        path = folder / "tree" / f"{number // 1000:02}" / f"{number:05}"
        path.parent.mkdir(parents=True, exist_ok=True)
        data = rng.randbytes(number % 97)
        path.write_bytes(data)
        lines.append(f"KT128 (tree/{path.parent.name}/{path.name}) = {lanesum.kt128(data).hexdigest(32)}\n")
    for number in range(4):
        data = rng.randbytes(24 << 20)
        (folder / "tree" / f"large{number}").write_bytes(data)
        lines.append(f"KT128 (tree/large{number}) = {lanesum.kt128(data).hexdigest(32)}\n")
    return folder, "".join(lines)


# The driver, which gives out so many tasks and then waits: it is in the middle of its run until a file says otherwise, however slow
# or fast the machine is. It gives out the next task only when results are in the journal, since Ray holds six at a time here.
HELD = """
import os, signal, sys, time
# A shell may start what is in the background with Ctrl-C ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)
from lanesum.scale import _driver, _stores
from lanesum.scale.__main__ import main
_stores.Files.batch = 1000
submit, left = _driver.Run._submit, [int(sys.argv[1])]
def held(run, task):
    left[0] -= 1
    if left[0] < 0:
        open("HELD", "w").close()
        while not os.path.exists("GO"):
            time.sleep(0.01)
    return submit(run, task)
_driver.Run._submit = held
sys.exit(main(sys.argv[2:]))
"""


@contextlib.contextmanager
def driver(folder: Path, hold: int | None = None) -> Iterator[subprocess.Popen[str]]:
    """The command; with `hold`, what goes on is one that stands still after so many tasks."""
    for name in ("HELD", "GO"):
        (folder / name).unlink(missing_ok=True)
    line = ["-m", "lanesum.scale"] if hold is None else ["-c", HELD, str(hold)]
    process = subprocess.Popen([sys.executable, *line, *LINE], cwd=folder, stderr=subprocess.PIPE, text=True)
    try:
        for _ in range(24000 if hold is not None else 0):
            if (folder / "HELD").exists() or process.poll() is not None:
                break
            time.sleep(0.005)
        assert hold is None or process.poll() is None, "it ended before it was held"
        yield process
    finally:
        process.kill()
        process.wait()


def until_journal_has(folder: Path, size: int, process: subprocess.Popen[str]) -> None:
    """The journal grows while the driver works."""
    for _ in range(6000):
        if process.poll() is not None:
            return
        with contextlib.suppress(OSError):
            if (folder / "SUMS.journal-wal").stat().st_size >= size:
                return
        time.sleep(0.005)


def end(folder: Path, process: subprocess.Popen[str], lines: str) -> str:
    _, errors = process.communicate(timeout=300)
    assert process.returncode == 0, errors
    assert (folder / "SUMS").read_text() == lines
    (folder / "SUMS").unlink()
    return errors


def test_driver_killed(cluster: Any, many: tuple[Path, str]) -> None:
    """Again and again; each goes on where the one before it was, and at most what was in flight is done twice."""
    folder, lines = many
    # At any moment, even after the end.
    for _ in range(20 if LONG else 0):
        with driver(folder) as process:
            until_journal_has(folder, random.randrange(100_000, 4_000_000), process)
        if process.returncode == 0:
            assert (folder / "SUMS").read_text() == lines
    for name in folder.glob("SUMS*"):
        name.unlink()
    # Of 108 tasks: 12 of a thousand small files, and 96 of a MiB.
    with driver(folder, 12):
        time.sleep(random.uniform(0, 0.1))
    # With two processors there are six tasks in flight.
    assert (first := in_journal(folder)) >= 6000
    with driver(folder, random.randrange(8, 15)):
        time.sleep(random.uniform(0, 0.1))
    assert (second := in_journal(folder)) > first
    with driver(folder) as process:
        errors = end(folder, process, lines)
    assert "resuming from SUMS.journal" in errors
    kept = re.search(r"([0-9]+) objects hashed, ([0-9]+) kept", errors)
    assert kept is not None
    assert int(kept[2]) == second


def in_journal(folder: Path) -> int:
    """Digests that a killed driver left there."""
    with contextlib.closing(sqlite3.connect(folder / "SUMS.journal")) as journal:
        in_blocks = sum(len(Block.unpack(data).keys) for (data,) in journal.execute("SELECT data FROM block"))
        return in_blocks + int(journal.execute("SELECT count(*) FROM done").fetchone()[0])


def test_workers_killed(cluster: Any, many: tuple[Path, str]) -> None:
    folder, lines = many
    kills = 0
    for _ in range(10):
        with driver(folder) as process:
            for size in range(100_000, 3_000_000, 300_000):
                until_journal_has(folder, size, process)
                workers = [one for one in psutil.process_iter(["cmdline"]) if _works(one)]
                if workers and process.poll() is None:
                    with contextlib.suppress(psutil.NoSuchProcess):
                        random.choice(workers).kill()
                        kills += 1
            end(folder, process, lines)
        # On a busy machine the run may have been faster than the test.
        if kills:
            return
    raise AssertionError("no worker was seen at work")


def _works(process: psutil.Process) -> bool:
    line = (process.info["cmdline"] or [""])[0]
    # This machine may have Rays of others.
    return line.startswith(("ray::batch", "ray::part")) and os.getpid() in {one.pid for one in _session(process)}


def _session(process: psutil.Process) -> list[psutil.Process]:
    with contextlib.suppress(psutil.NoSuchProcess):
        return process.parents()
    return []


def test_nodes_killed(cluster: Any, many: tuple[Path, str]) -> None:
    """A node is lost in the middle, and another one comes."""
    folder, lines = many
    for _ in range(int(os.environ.get("LANESUM_NODES", "50" if LONG else "1"))):
        with driver(folder, random.randrange(7, 100)) as process:
            (folder / "GO").touch()
            time.sleep(random.uniform(0, 0.3))
            node = next(iter(cluster.worker_nodes))
            cluster.remove_node(node, allow_graceful=False)
            cluster.add_node(num_cpus=1, object_store_memory=100 << 20)
            end(folder, process, lines)


def test_full_disk(cluster: Any, many: tuple[Path, str], tmp_path: Path) -> None:
    """The driver says so, with status 1; with room again it goes on."""
    folder, lines = many
    if subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=900k", "tmpfs", tmp_path], check=False, capture_output=True
    ).returncode:
        pytest.skip("needs the right to mount")
    try:
        line = [sys.executable, "-m", "lanesum.scale", *LINE[:3], str(tmp_path / "SUMS"), *LINE[4:]]
        full = subprocess.run(line, cwd=folder, capture_output=True, text=True, timeout=300, check=False)
        assert full.returncode == 1, full.stderr
        assert re.search("disk is full|No space left|disk I/O error", full.stderr), full.stderr
        assert not (tmp_path / "SUMS").exists()
        subprocess.run(["mount", "-o", "remount,size=40m", tmp_path], check=True)
        again = subprocess.run(line, cwd=folder, capture_output=True, text=True, timeout=300, check=False)
        assert again.returncode == 0, again.stderr
        assert (tmp_path / "SUMS").read_text() == lines
    finally:
        subprocess.run(["umount", tmp_path], check=True)


def test_refused_and_interrupted(cluster: Any, many: tuple[Path, str]) -> None:
    """A journal has one driver at a time, and one function; Ctrl-C leaves it for the next."""
    folder, lines = many

    def refusal(*options: str) -> str:
        line = [sys.executable, "-m", "lanesum.scale", *LINE, *options]
        second = subprocess.run(line, cwd=folder, capture_output=True, text=True, timeout=300, check=False)
        assert second.returncode == 2
        return second.stderr

    with driver(folder, 12) as process:
        assert "belongs to a run that is under way" in refusal()
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=300)
        assert process.returncode == 130, errors
        assert "run the same command again" in errors
    assert "is of another run (function 'KT128')" in refusal("-a", "sha256")
    with driver(folder) as process:
        end(folder, process, lines)


def test_a_read_that_hangs_forever_elsewhere(tmp_path: Path) -> None:
    """A FIFO among the names of a list is no file, and is not waited for."""
    os.mkfifo(tmp_path / "pipe")
    from lanesum.scale._recipe import Recipe
    from lanesum.scale._stores import Files, Patience
    from lanesum.scale._tasks import batch

    store = Files(str(tmp_path), Patience())
    found: list[Any] = []
    thread = threading.Thread(
        target=lambda: found.extend(
            batch(store, Recipe.of("kt128"), 1 << 20, 1 << 20, [store.key(str(tmp_path / "pipe"))], None)
        )
    )
    thread.start()
    thread.join(60)
    assert found[1][0].failure == "not a regular file; take it out of the list"
