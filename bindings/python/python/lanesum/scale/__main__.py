"""The command line of `python -m lanesum.scale`."""

from __future__ import annotations

import argparse
import contextlib
import copy
import io
import itertools
import os
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator

import lanesum

from . import _lists
from ._driver import Cluster, Progress, Run, paged
from ._journal import Foreign, Journal, path_beside
from ._recipe import Recipe
from ._remote import store_of
from ._stores import Failure, Page, Patience, Stop, Store, keys_of

_EPILOG = """
A URL is a path, file:PATH, s3://BUCKET/PREFIX, or another one that fsspec opens (not tested). S3 is configured as for the
AWS CLI (AWS_ENDPOINT_URL, profiles, roles). The journal is OUTPUT.journal, or LIST.COMMAND.journal: the same command line
goes on where a run ended, however it ended. It goes away when a run is complete.

exit status: 0, all was read, and is as listed; 1, something could not be read, changed while it was read, or differs from
the list; 2, a wrong command line, list or journal.
"""


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m lanesum.scale",
        description="Lists of digests of object stores, by many machines.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"lanesum {lanesum.__version__}")
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--address", help="the Ray cluster, as RAY_ADDRESS; without either, one on this machine")
    common.add_argument(
        "--workers", type=_positive, help="processes on this machine, without a cluster (default: all processors)"
    )
    common.add_argument(
        "--part", type=_positive, help="bytes of a part of a large object (default: 64 MiB to 1 GiB, shorter towards its end)"
    )
    common.add_argument(
        "--timeout", type=float, default=30.0, help="seconds until a read of a store counts as stalled (default: 30)"
    )
    common.add_argument(
        "--attempts", type=_positive, default=9, help="how often a read is tried, with growing pauses (default: 9)"
    )
    common.add_argument("--relative", action="store_true", help="names in the list begin below the URL")
    common.add_argument("--no-progress", action="store_true", help="no line with progress on a terminal")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def command(name: str, text: str) -> argparse.ArgumentParser:
        return commands.add_parser(name, help=text, description=text, parents=[common])

    manifest = command("manifest", "hash all objects below URL, and write a list")
    manifest.add_argument("url", metavar="URL", help="what is hashed: see below")
    manifest.add_argument(
        "-o", "--output", required=True, metavar="FILE", help="replaced when all is written; FILE.parquet is Parquet"
    )
    manifest.add_argument("-a", "--algorithm", default="kt128", help="the function (default: kt128)")
    manifest.add_argument("--block", type=_positive, default=8192, help="bytes of a block of ParallelHash (default: 8192)")
    manifest.add_argument("--stamps", action="store_true", help="a comment before each line, with what `update` looks at")
    verify = command("verify", "hash what LIST names, and compare")
    verify.add_argument("list", metavar="LIST", help="lines of one function, or FILE.parquet")
    verify.add_argument("url", metavar="URL", nargs="?", help="where names begin that were written with --relative")
    verify.add_argument("--quiet", action="store_true", help="no line for what is as listed")
    audit = command("audit", "hash all objects below URL: what is unchanged, changed, moved, new, missing?")
    update = command("update", "hash what is new below URL, or has another size, mtime or ETag, and replace LIST")
    for both in (audit, update):
        both.add_argument("list", metavar="LIST", help="lines of one function, or FILE.parquet")
        both.add_argument("url", metavar="URL", help="what the list was made of")
    return parser


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text} is not a whole number from 1 on")
    return int(text)


class _Session:
    """One command: its list, store and journal."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.base = ""
        # Whether all is hashed, and nothing but the answer is left.
        self.is_answered = False
        if options.url and (options.relative or options.command == "verify"):
            self.base = options.url.removeprefix("file:").rstrip("/") + "/"
        self.rows: Iterator[_lists.Row] = iter(())
        if options.command == "manifest":
            self.recipe = Recipe.of(options.algorithm, options.block)
            self.output, url = options.output, options.url
            if options.output == "-":
                raise ValueError("-o -: the output must be a file, because the journal is written beside it")
        else:
            self.recipe, self.rows = _lists.source(options.list)
            first = next(self.rows)
            self.rows = itertools.chain([first], self.rows)
            self.output, url = options.list, self.base + first.name if options.command == "verify" else options.url
        self.store: Store = store_of(url, Patience(options.timeout, options.attempts))
        about = {"command": options.command, "url": options.url or "", "function": self.recipe.tag}
        # What `verify` could not read must not stand in the way of `update`.
        beside = self.output if options.command == "manifest" else f"{self.output}.{options.command}"
        self.journal = Journal(path_beside(beside), about | {"base": self.base})
        shown = sys.stderr.isatty() and not options.no_progress
        self.progress = Progress(shown)
        if self.journal.resumed:
            _say(f"resuming from {self.journal.path}")

    def load(self, seed: bool = False) -> None:
        """The list, into the journal: sorted there, on disk. With `seed`, digests that have stamps count as done."""
        while rows := list(itertools.islice(self.rows, 10_000)):
            keyed = [(row.this._replace(key=self.store.key(self.base + row.name)), row.digest) for row in rows]
            listed = ((this.key, digest) for this, digest in keyed)
            self.journal.base.executemany("INSERT OR IGNORE INTO listed VALUES (?, ?)", listed)
            if seed:
                self.journal.seed((this, digest) for this, digest in keyed if this.size >= 0)
        self.journal.commit()

    def listing(self) -> Iterator[Page]:
        """What there is; without what the run itself writes."""
        journals = (path_beside(self.output + word) for word in ("", *(f".{command}" for command in _COMMANDS)))
        own = {self.store.key(self.output)}
        own |= {self.store.key(journal + suffix) for journal in journals for suffix in ("", "-wal", "-shm")}
        for page in self.store.pages(self.journal.resumed):
            if not page:
                continue
            keys = keys_of(page)
            if not self.store.scheme and any(keys[0] <= one <= keys[-1] for one in own):
                page = [this for key, this in zip(keys, page, strict=True) if key not in own]  # type: ignore[assignment]
            yield page

    def listed(self) -> Iterator[Page]:
        """What the list names."""
        keys = self.journal.base.execute("SELECT DISTINCT key FROM listed ORDER BY key")
        pages = paged(key for (key,) in keys)
        # What was hashed before an interruption counts only if it is the same file still.
        return map(self.store.asked, pages) if self.journal.resumed else pages

    def run(self, pages: Iterator[Page], then: Callable[[], None] | None = None) -> None:
        """Hash, by Ray; what comes then is in the summary's time, too."""
        begun = time.monotonic()
        with Cluster(self.options.address, self.options.workers):
            started = time.monotonic() - begun
            self.progress.begun = time.monotonic()
            if self.options.command != "verify":
                silent = copy.copy(self.store)
                silent.silent = True
                self.progress.count(lambda: silent.pages(True))
            Run(self.store, self.recipe, self.journal, self.progress, self.options.part).over(pages)
            self.progress.clear()
            if then is not None:
                then()
            self.is_answered = self.options.command in ("verify", "audit")
            _say(f"{self.progress.summary()}; Ray started in {started:.1f} s")

    def name(self, key: bytes) -> str:
        """As lists have it."""
        return self.store.name(key).removeprefix(self.base)

    def write(self, stamps: bool) -> None:
        """The list, from the journal."""
        _lists.write(self.output, self.journal, self.store, self.recipe, self.base, stamps)


def _say(text: str) -> None:
    print(f"lanesum.scale: {text}".encode(errors="backslashreplace").decode(), file=sys.stderr)


def _manifest(session: _Session) -> bool:
    session.run(session.listing(), lambda: session.write(session.options.stamps))
    return True


def _update(session: _Session) -> bool:
    session.load(seed=True)
    session.run(session.listing(), lambda: session.write(True))
    session.journal.unpack()
    removed = session.journal.base.execute(_REMOVED).fetchone()[0]
    print(f"kept      {session.progress.kept:>7}\nhashed    {session.progress.objects:>7}\nremoved   {removed:>7}")
    return True


_REMOVED = """
SELECT count(DISTINCT key) FROM listed WHERE key NOT IN (SELECT key FROM done) AND key NOT IN (SELECT key FROM failed)
"""

_VERIFIED = """
SELECT key, sum(done.digest = listed.digest) = count(*), failed.key IS NOT NULL
FROM listed LEFT JOIN done USING (key) LEFT JOIN failed USING (key) GROUP BY key ORDER BY key
"""


def _verify(session: _Session) -> bool:
    session.load()
    session.run(session.listed(), session.journal.unpack)
    wrong = 0
    for key, right, unread in session.journal.base.execute(_VERIFIED):
        if unread:
            print(f"{session.name(key)}: FAILED open or read")
        elif not right:
            wrong += 1
            print(f"{session.name(key)}: FAILED")
        elif not session.options.quiet:
            print(f"{session.name(key)}: OK")
    if wrong:
        _say(f"WARNING: {wrong} computed checksum{'s' * (wrong > 1)} did NOT match")
    return not wrong


# Keys of both sides; what could not be read is neither missing nor new. Files that are gone and new ones of the same content
# are paired in the order of their names.
_AUDITED = """
WITH gone AS (SELECT key, digest FROM listed WHERE key NOT IN (SELECT key FROM done) AND key NOT IN (SELECT key FROM failed)),
     new AS (SELECT key, digest FROM done WHERE key NOT IN (SELECT key FROM listed)),
     g AS (SELECT key, digest, row_number() OVER (PARTITION BY digest ORDER BY key) AS n FROM gone),
     w AS (SELECT key, digest, row_number() OVER (PARTITION BY digest ORDER BY key) AS n FROM new)
SELECT key, CASE WHEN sum(done.digest = listed.digest) THEN 'unchanged' ELSE 'changed' END, NULL
    FROM done JOIN listed USING (key) GROUP BY key
UNION ALL SELECT w.key, CASE WHEN g.key IS NULL THEN 'new' ELSE 'moved' END, g.key FROM w LEFT JOIN g USING (digest, n)
UNION ALL SELECT DISTINCT g.key, 'missing', NULL FROM g LEFT JOIN w USING (digest, n) WHERE w.key IS NULL
ORDER BY 1
"""


def _audit(session: _Session) -> bool:
    session.load()
    session.run(session.listing(), session.journal.unpack)
    counts = dict.fromkeys(("unchanged", "changed", "moved", "new", "missing"), 0)
    for key, word, source in session.journal.base.execute(_AUDITED):
        counts[word] += 1
        if word != "unchanged":
            print(f"{word:<10}{session.name(key)}" + (f"  from {session.name(source)}" if source is not None else ""))
    for word, count in counts.items():
        print(f"{word:<10}{count:>9}")
    return counts["unchanged"] == sum(counts.values())


_COMMANDS = {"manifest": _manifest, "verify": _verify, "audit": _audit, "update": _update}


def main(arguments: list[str] | None = None) -> int:
    """Run the command line, and return the exit status."""
    options = _arguments().parse_args(arguments)
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115 - as long as the program runs
        if options.command != "manifest":
            _say("standard output is closed, so the answer would be lost; use >/dev/null if only the exit status counts")
            return 2
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="surrogateescape")
    try:
        session = _Session(options)
    except (ValueError, OSError, Foreign, _lists.Damaged, sqlite3.Error) as error:
        _say(_text(error))
        return 2
    complete = False
    try:
        right = _COMMANDS[options.command](session)
        # Not when all is over: what cannot be written is an error.
        sys.stdout.flush()
        failed = session.journal.count("failed")
        # The next `verify` is to read everything again.
        is_answer = options.command in ("verify", "audit")
        complete = is_answer or not failed
        if failed:
            retry = "" if is_answer else "; run the same command again to retry these"
            _say(f"{failed} object{'s' * (failed > 1)} NOT read{retry}")
        return 0 if right and not failed else 1
    except Failure as failure:
        complete = not session.journal.resumed
        _say(f"{options.url}: {failure}")
        return 1
    except (Stop, OSError, sqlite3.Error, _lists.Damaged) as error:
        with contextlib.suppress(sqlite3.Error):
            # Who closes the pipe wants to see no more.
            complete = session.journal.is_empty() or (session.is_answered and isinstance(error, BrokenPipeError))
        text = f"{session.journal.path} keeps what was done: run the same command again to resume"
        _say(f"{_text(error)}; {'mend this and run the same command again' if complete else text}")
        return 2 if isinstance(error, _lists.Damaged) else 1
    except KeyboardInterrupt:
        _say(f"interrupted; {session.journal.path} keeps what was done: run the same command again to resume")
        return 130
    finally:
        with contextlib.suppress(sqlite3.Error):
            session.journal.close(remove=complete)


def _text(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return f"{os.fsdecode(error.filename)}: {error.strerror}" if error.filename else error.strerror
    return str(error) or type(error).__name__


if __name__ == "__main__":
    status = main()
    try:
        sys.stdout.flush()
    except OSError:
        # It was reported. What Python has for standard output still must not fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(status)
