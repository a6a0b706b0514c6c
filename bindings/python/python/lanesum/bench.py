"""Measure lanesum on this machine, and compare it with hashlib and other installed packages: `python -m lanesum.bench --help`.

All contenders of a row take turns in one process, and compute the same digests where they compute the same function. A figure
is the lower quartile of the turns.
"""

from __future__ import annotations

import argparse
import functools
import hashlib
import importlib
import json
import mmap
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import lanesum

__all__ = ["main"]

Call = Callable[[], object]


class Row(NamedTuple):
    """A line of a table: nanoseconds a message of each contender, or None where it is not installed."""

    what: str
    ours: float
    theirs: dict[str, float | None]


# Nanoseconds a message of 32 B that the package is to need on Zen 5, AMD's family 26.
_GOALS = {
    "one call each": 250.0,
    "list in, one buffer out": 65.0,
    "list in, list out": 90.0,
    "Arrow binary in and out": 48.0,
    "numpy rows": 40.0,
}


_ONE = "One call for each message, all functions that hashlib has, too: ns of lanesum and of hashlib, and their ratio"
_CHANGING = "The same of a bytearray, which could change meanwhile"
_UPDATES = "One `update` into a message that has begun: ns of lanesum and of hashlib, and their ratio"


def _installed(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def _time(call: Call, repeats: int) -> float:
    """Nanoseconds of a call."""
    turns = range(repeats)
    begin = time.perf_counter_ns()
    for _ in turns:
        call()
    return (time.perf_counter_ns() - begin) / repeats


def _in_turns(calls: dict[str, Call], seconds: float, rounds: int) -> dict[str, float]:
    """Nanoseconds of a call of each contender."""
    repeats: dict[str, int] = {}
    for name, call in calls.items():
        once = min(_time(call, 1), _time(call, 1))
        if once < 100_000:
            once = min(_time(call, 20) for _ in range(3))
        repeats[name] = max(1, int(seconds * 1e9 / rounds / max(once, 1)))
    times: dict[str, list[float]] = {name: [] for name in calls}
    for _ in range(rounds):
        for name, call in calls.items():
            times[name].append(_time(call, repeats[name]))
    return {name: sorted(values)[len(values) // 4] for name, values in times.items()}


def _call(function: Any, data: bytes | bytearray, *size: int) -> Call:
    """Begin a message and compute its digest."""

    def call() -> object:
        return function(data).digest(*size)

    return call


def _one_message(
    functions: Iterable[str], lengths: Iterable[int], seconds: float, kind: type[bytes] | type[bytearray] = bytes
) -> list[Row]:
    """One call for each message, as with hashlib."""
    rows = []
    for name in functions:
        size = (32,) if name.startswith("shake") else ()
        # Some are in hashlib by name only: OpenSSL's.
        direct = hasattr(hashlib, name)
        what = name if direct else f'new("{name}")'
        for length in lengths:
            data = kind(os.urandom(length))
            ours, theirs = (
                getattr(module, name) if direct else functools.partial(module.new, name) for module in (lanesum, hashlib)
            )
            assert ours(data).digest(*size) == theirs(data).digest(*size)
            calls = {"lanesum": _call(ours, data, *size), "hashlib": _call(theirs, data, *size)}
            times = _in_turns(calls, seconds, 15)
            rows.append(Row(f"`{what}`, {_bytes(length)}", times["lanesum"], {"hashlib": times["hashlib"]}))
    return rows


def _batches(count: int, length: int, threads: int, rounds: int) -> list[Row]:
    """Many messages in one call, compared with one call for each."""
    data = os.urandom(count * length)
    messages = [data[at : at + length] for at in range(0, len(data), length)]
    numpy, arrow = _installed("numpy"), _installed("pyarrow")
    digest_many = lanesum.digest_many

    def one_each(function: Any) -> Call:
        def call() -> None:
            for message in messages:
                function(message).digest()

        return call

    calls: dict[str, Call] = {
        "one call each": one_each(lanesum.sha3_256),
        "list in, one buffer out": lambda: digest_many("sha3_256", messages),
        "list in, list out": lambda: digest_many("sha3_256", messages).tolist(),
    }
    if arrow:
        column = arrow.array(messages)
        calls["Arrow binary in and out"] = lambda: arrow.array(digest_many("sha3_256", column))
        calls[f"Arrow, {threads} threads"] = lambda: digest_many("sha3_256", column, threads=threads)
    if numpy:
        rows = numpy.frombuffer(data, numpy.uint8).reshape(count, length)
        calls["numpy rows"] = lambda: digest_many("sha3_256", rows)
    rivals: dict[str, Call] = {"hashlib": one_each(hashlib.sha3_256)}
    few = messages[: max(1, count // 20)]
    if crypto := _installed("Crypto.Hash.SHA3_256"):

        def pycryptodome() -> None:
            for message in few:
                crypto.new(message).digest()

        rivals["pycryptodome"] = pycryptodome
    expected = [hashlib.sha3_256(message).digest() for message in messages[:1000]]
    assert digest_many("sha3_256", messages)[:1000].tolist() == expected
    times = _in_turns(calls | rivals, 0, rounds)
    if "pycryptodome" in times:
        times["pycryptodome"] *= count / len(few)
    theirs = {name: times[name] / count if name in times else None for name in ("hashlib", "pycryptodome")}
    return [Row(name, times[name] / count, theirs) for name in calls]


def _updates(lengths: Iterable[int], seconds: float) -> list[Row]:
    """Calls of `update`, into messages that have begun."""
    rows = []
    kinds: dict[str, Callable[[int], Any]] = {
        "bytes": bytes,
        "bytearray": bytearray,
        "memoryview": lambda length: memoryview(bytearray(length)),
        "mmap": lambda length: mmap.mmap(-1, length),
    }
    for name in ("sha256", "sha512", "sha3_256"):
        for kind, make in kinds.items():
            for length in lengths:
                data = make(length)
                calls: dict[str, Call] = {}
                for package, module in (("lanesum", lanesum), ("hashlib", hashlib)):
                    hasher = getattr(module, name)(b"begun")
                    hasher.update(b"")
                    calls[package] = functools.partial(hasher.update, data)
                # Short ones, few of which anything interrupts.
                times = _in_turns(calls, seconds, 400)
                rows.append(Row(f"`{name}`, {kind}, {_bytes(length)}", times["lanesum"], {"hashlib": times["hashlib"]}))
    return rows


def _of_duckdb(connection: Any, query: str) -> object:
    return connection.sql(query).to_arrow_table()


def _rows(count: int, columns: Iterable[int], rounds: int) -> list[Row]:
    """Rows of numbers and strings, on one thread, compared with what polars-hash and DuckDB do with their own frames."""
    polars, plugin, duckdb = _installed("polars"), _installed("polars_hash"), _installed("duckdb")
    if not (polars and duckdb):
        return []
    rows = []
    for width in columns:
        numbers = [int.from_bytes(os.urandom(3), "big") for _ in range(count)]
        data = {f"c{i}": [f"user-{n + i}" if i % 2 else n + i for n in numbers] for i in range(width)}
        frame = polars.DataFrame(data)
        connection = duckdb.connect(config={"threads": 1})
        connection.register("source", frame.to_arrow())
        connection.execute("CREATE TABLE t AS SELECT * FROM source")
        query = f"SELECT sha256(concat_ws('|', {', '.join(data)})) FROM t"
        for name in ("sha256", "sha3_256", "kt128"):
            calls: dict[str, Call] = {"lanesum": functools.partial(lanesum.digest_rows, frame, name)}
            if plugin and name != "kt128":
                encoded = plugin.hash_rows(polars.all()).chash
                hashed = encoded.sha2_256() if name == "sha256" else encoded.sha3_256()
                calls["polars-hash"] = functools.partial(frame.select, hashed)
            if name == "sha256":
                calls["DuckDB's concat_ws"] = functools.partial(_of_duckdb, connection, query)
            times = {rival: time / count for rival, time in _in_turns(calls, 0, rounds).items()}
            theirs = {rival: times.get(rival) for rival in ("polars-hash", "DuckDB's concat_ws")}
            rows.append(Row(f"`{name}`, {width} column{'s' * (width > 1)}", times["lanesum"], theirs))
    return rows


def _long(lengths: Iterable[int], seconds: float) -> list[Row]:
    """KT128 compared with BLAKE3, another function for the same purpose; both on one thread."""
    blake3, rows = _installed("blake3"), []
    for length in lengths:
        data = bytes(length)
        calls = {"kt128": _call(lanesum.kt128, data, 32), "sha256": _call(hashlib.sha256, data)}
        if blake3:
            calls["blake3"] = _call(blake3.blake3, data)
        times = _in_turns(calls, seconds, 15 if length < 1 << 28 else 3)
        theirs = {"blake3": times.get("blake3"), "hashlib's sha256": times["sha256"]}
        rows.append(Row(f"`kt128`, {_bytes(length)}", times["kt128"], theirs))
    return rows


def _files(size: int, rounds: int) -> list[Row]:
    """A file in the page cache, compared with what the package blake3 does with it."""
    blake3, rows = _installed("blake3"), []
    with tempfile.NamedTemporaryFile(dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as file:
        file.write(os.urandom(size))
        file.flush()
        for threads in (1, 2):

            def mapped(threads: int = threads) -> object:
                return blake3.blake3(max_threads=threads).update_mmap(file.name).digest()

            for name in ("kt128", "blake3"):
                function = functools.partial(lanesum.file_digest, file.name, name, threads=threads)
                calls: dict[str, Call] = {"lanesum": function}
                if blake3:
                    calls["blake3"] = mapped
                times = _in_turns(calls, 0, rounds)
                what = f"`{name}`, {_bytes(size)}, {threads} thread{'s' * (threads > 1)}"
                rows.append(Row(what, times["lanesum"], {"blake3's update_mmap": times.get("blake3")}))
    return rows


def _import_ms() -> float:
    # Without the environment's own site, which may have imported what lanesum would.
    script = (
        "import sys, os, time; sys.path.append(sys.argv[1]); t = time.perf_counter(); import lanesum; "
        "print(time.perf_counter() - t)"
    )
    command = [sys.executable, "-I", "-S", "-c", script, str(Path(lanesum.__file__).parent.parent)]
    runs = [subprocess.run(command, capture_output=True, text=True, check=True).stdout for _ in range(9)]
    return statistics.median(float(run) for run in runs) * 1000


def _bytes(length: int) -> str:
    for unit, size in (("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)):
        if length >= size and length % size == 0:
            return f"{length // size} {unit}"
    return f"{length} B"


def _table(title: str, rows: Sequence[Row], goals: dict[str, float] | None = None) -> str:
    """Render rows as Markdown, with the goals if there are any."""
    names = list(rows[0].theirs)
    heads = ["what", "lanesum", *(head for name in names for head in (name, "ratio"))]
    if goals:
        heads.append("goal on Zen 5" + ("" if "family 26 " in _processor() else " (not judged on this processor)"))
    lines = [f"**{title}**", "", f"| {' | '.join(heads)} |", "| --- |" + " ---: |" * (len(heads) - 1)]
    for what, ours, theirs in rows:
        cells = [what, f"**{_number(ours)}**"]
        for name in names:
            other = theirs[name]
            cells += ["–", "–"] if other is None else [_number(other), f"{ours / other:.2f}"]
        if goals:
            cells.append(_number(goals[what]) if what in goals else "–")
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def _grid(title: str, rows: Sequence[Row]) -> str:
    """Render rows of functions and lengths with the functions below one another and the lengths side by side."""
    cells: dict[str, dict[str, str]] = {}
    for what, ours, theirs in rows:
        function, length = what.rsplit(", ", 1)
        other = theirs["hashlib"] or ours
        cells.setdefault(function, {})[length] = f"{_number(ours)} : {_number(other)} = **{ours / other:.2f}**"
    lengths = list(next(iter(cells.values())))
    lines = [f"**{title}**", "", f"| function | {' | '.join(lengths)} |", "| --- |" + " ---: |" * len(lengths)]
    lines += [f"| {' | '.join([function, *row.values()])} |" for function, row in cells.items()]
    return "\n".join(lines)


def _worst(rows: Iterable[Row]) -> str:
    """Render the row in which lanesum is slowest compared with hashlib."""
    ratio, what = max((ours / (theirs["hashlib"] or ours), what) for what, ours, theirs in rows)
    return f"{ratio:.2f} times hashlib's ({what})"


def _number(nanoseconds: float) -> str:
    return f"{nanoseconds:.0f}" if nanoseconds >= 10 else f"{nanoseconds:.1f}"


def _picture(rows: Sequence[Row]) -> str:
    """Render the batches as bars in SVG."""
    bars = [("hashlib, one call each", rows[0].theirs["hashlib"] or 0.0, "#999"), *((r.what, r.ours, "#2a6fb0") for r in rows)]
    longest, height = max(value for _, value, _ in bars), 24
    lines = [
        '<svg xmlns="http://www.w3.org/2000/svg" '
        f'viewBox="0 0 760 {height * len(bars) + 40}" font-family="sans-serif" font-size="13">',
        "<style>text { fill: #1f2328 } @media (prefers-color-scheme: dark) { text { fill: #e6edf3 } }</style>",
        '<text x="8" y="20">SHA3-256 of many messages of 32 B in Python, one thread: '
        "nanoseconds a message, lower is better</text>",
    ]
    for index, (what, value, colour) in enumerate(bars):
        y = 32 + index * height
        lines += [
            f'<text x="200" y="{y + 15}" text-anchor="end">{what}</text>',
            f'<rect x="208" y="{y}" width="{460 * value / longest:.0f}" height="{height - 6}" fill="{colour}"/>',
            f'<text x="{214 + 460 * value / longest:.0f}" y="{y + 15}">{value:.0f}</text>',
        ]
    return "\n".join([*lines, "</svg>"]) + "\n"


def _processor() -> str:
    try:
        fields = dict(line.split(":", 1) for line in Path("/proc/cpuinfo").read_text().splitlines() if ":" in line)
        fields = {name.strip(): value.strip() for name, value in fields.items()}
        return f"{fields['model name']}, family {fields['cpu family']} model {fields['model']}"
    except (OSError, KeyError):
        return platform.machine()


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, and print the tables."""
    # Of polars, which is imported later.
    os.environ.setdefault("POLARS_MAX_THREADS", "1")
    parser = argparse.ArgumentParser(prog="python -m lanesum.bench", description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--messages", type=int, default=1_000_000, help="messages of a batch (default: 1000000)")
    parser.add_argument("--bytes", type=int, default=32, help="bytes of each of them (default: 32)")
    parser.add_argument("--threads", type=int, default=2, help="threads of the last row (default: 2)")
    parser.add_argument("--seconds", type=float, default=0.3, help="seconds for each contender of a row (default: 0.3)")
    parser.add_argument("--only", default="", help="a word of the titles of the tables to measure (default: all)")
    parser.add_argument("--quick", action="store_true", help="few messages and lengths: that it works, not how fast")
    parser.add_argument("--markdown", type=Path, help="write the tables between the marks of this page")
    parser.add_argument("--svg", type=Path, help="write a picture of the batches")
    parser.add_argument("--json", type=Path, help="write all figures")
    given = parser.parse_args(arguments)
    count, seconds = (2000, 0.001) if given.quick else (given.messages, given.seconds)
    lengths = [0, 64] if given.quick else [0, 32, 64, 200, 1024, 4096, 65536, 1 << 20]
    functions = sorted(lanesum.algorithms_available & hashlib.algorithms_available)
    long = [1 << 10] if given.quick else [1 << 10, 1 << 16, 1 << 20, 1 << 30]
    batches = f"{count} messages of {given.bytes} B, SHA3-256: ns a message"
    kinds: dict[str, Callable[[], list[Row]]] = {
        batches: lambda: _batches(count, given.bytes, given.threads, 3 if given.quick else 9),
        _ONE: lambda: _one_message(functions, lengths, seconds),
        _CHANGING: lambda: _one_message(functions, lengths[5:] or lengths, seconds, bytearray),
        _UPDATES: lambda: _updates([64] if given.quick else [1, 8, 64, 256, 1024, 4096, 65536], seconds),
        f"{count} rows of numbers and strings: ns a row, one thread": lambda: _rows(count, [1, 5, 30], 3 if given.quick else 5),
        "One long message: ns": lambda: _long(long, seconds),
        "`file_digest` of a file in the page cache: ns": lambda: _files(
            1 << 20 if given.quick else 200_000_000, 3 if given.quick else 21
        ),
    }
    tables = {title: measure() for title, measure in kinds.items() if given.only in title}
    tables = {title: rows for title, rows in tables.items() if rows}
    head = (
        f"Measured by `python -m lanesum.bench` in one run on {_processor()}, Python {platform.python_version()}, "
        f"{time.strftime('%Y-%m-%d')}; `ratio` is lanesum's time over the other's. Import: {_import_ms():.1f} ms."
    )
    worst = {_ONE: "One call", _CHANGING: "One of a bytearray", _UPDATES: "`update`"}
    head += "".join(f" {what} takes at most {_worst(tables[title])}." for title, what in worst.items() if title in tables)
    # They are for messages of 32 B, and many.
    goals = _GOALS if given.bytes == 32 and not given.quick else None

    def table(title: str, rows: list[Row]) -> str:
        return _grid(title, rows) if title in worst else _table(title, rows, goals if title == batches else None)

    text = "\n\n".join([head, *(table(title, rows) for title, rows in tables.items())])
    print(text)
    if given.markdown:
        begin, end = "<!-- figures: begin -->", "<!-- figures: end -->"
        page = given.markdown.read_text()
        before, _, rest = page.partition(begin)
        _, found, after = rest.partition(end)
        if not found:
            parser.error(f"{given.markdown} has no {begin} … {end}; put these two lines where the tables belong")
        given.markdown.write_text(f"{before}{begin}\n{text}\n{end}{after}")
    if given.svg and batches in tables:
        given.svg.write_text(_picture([row for row in tables[batches] if "threads" not in row.what]))
    if given.json:
        given.json.write_text(json.dumps({title: [row._asdict() for row in rows] for title, rows in tables.items()}, indent=1))


if __name__ == "__main__":
    main()
