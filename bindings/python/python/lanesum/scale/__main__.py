"""What the commands of `python -m lanesum.scale` do."""

from __future__ import annotations

import argparse
import contextlib
import copy
import io
import itertools
import os
import re
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

from . import _lists
from ._arguments import command_line
from ._changes import Changes, Refused
from ._cluster import Cluster
from ._driver import Progress, Run, paged
from ._journal import Foreign, Journal, path_beside
from ._listing import Inventory, only, wanted
from ._plan import plan
from ._recipe import Recipe
from ._remote import S3, store_of
from ._rules import is_below, is_good, refuses
from ._stores import Failure, Page, Patience, Stop, Store, keys_of


class _Session:
    """One command: its list, store and journal."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        # Times of files come from a clock that is a few milliseconds late.
        self.begun = time.time_ns() - 10_000_000
        self.base = ""
        # Whether all is hashed, and nothing but the answer is left.
        self.is_answered = False
        self.rows: Iterator[_lists.Row] = iter(())
        patience = Patience(options.timeout, options.attempts)
        if options.url and (options.relative or options.command == "verify"):
            self.base = store_of(options.url, patience).url.rstrip("/") + "/"
        if options.command == "manifest":
            self.recipe = Recipe.of(options.algorithm, options.block)
            self.output, url = options.output.rstrip("/"), options.url
            self.shard_rows = options.shard_rows or (_lists.shards(self.output)[1] if os.path.isdir(self.output) else 0)
            if options.output == "-":
                raise ValueError("-o -: the output must be a file, because the journal is written beside it")
        else:
            # Before anything is read: a list that is replaced meanwhile must not be lost.
            options.list = options.list.rstrip("/")
            self.identity = _lists.identity(options.list)
            self.recipe, self.rows = _lists.source(options.list, links=options.command == "verify")
            first = next(self.rows)
            self.rows = itertools.chain([first], self.rows)
            if options.command == "update" and self.recipe.is_compared:
                raise ValueError(
                    f"{options.list}: lists of {self.recipe.tag} are only compared with: `verify` and `audit` take it"
                )
            self.shard_rows = _lists.shards(options.list)[1] if os.path.isdir(options.list) else 0
            self.output, url = options.list, self.base + first.name if options.command == "verify" else options.url
        self.store: Store = store_of(url, patience)
        self._of_s3(patience)
        about = {"command": options.command, "url": options.url or "", "function": self.recipe.tag}
        about |= {name: repr(value) for name in _TOLD if (value := getattr(options, name, None))}
        # What `verify` could not read must not stand in the way of `update`.
        beside = self.output if options.command == "manifest" else f"{self.output}.{options.command}"
        self.journal = Journal(":memory:" if options.plan else path_beside(beside), about | {"base": self.base})
        shown = sys.stderr.isatty() and not options.no_progress
        self.progress = Progress(shown)
        if self.journal.resumed:
            _say(f"resuming from {self.journal.path}")

    def _of_s3(self, patience: Patience) -> None:
        """What only S3 has; and which names are wanted."""
        options, store = self.options, self.store
        store.check_stored, store.trust_stored = options.check_stored, getattr(options, "trust_stored", False)
        store.listers, store.rate = getattr(options, "listers", 1), float(options.max_rate)
        self.inventory: Inventory | None = None
        if not isinstance(store, S3):
            for name in ("check_stored", "trust_stored", "inventory"):
                if getattr(options, name, None):
                    raise ValueError(f"{store.url}: --{name.replace('_', '-')} is for s3:// only")
        elif getattr(options, "inventory", None):
            store.is_dated = True
            self.inventory = Inventory(options.inventory, lambda url: store_of(url, patience))
        # What names lose before they are compared with patterns.
        self.above = store.url.rstrip("/") + "/"
        self.is_wanted = wanted(getattr(options, "include", []), getattr(options, "exclude", []))

    def _is_wanted(self, name: str) -> bool:
        return self.is_wanted is None or self.is_wanted(name.removeprefix(self.above))

    def load(self) -> None:
        """The list, into the journal: sorted there, on disk. `audit` and `update` set apart what is not below the URL."""
        is_all = self.options.command == "verify"
        listed = "INSERT OR IGNORE INTO listed VALUES (?, ?, ?, ?, ?, ?, ?)"
        while rows := list(itertools.islice(self.rows, 10_000)):
            below, outside = [], []
            for name, _, digest, this, is_stamp, is_local in rows:
                key = self.store.key(self.base + name)
                stamp = (this.size, this.mtime, this.etag if is_stamp else None, this.version, is_local)
                # An absolute name is not below anything else.
                whole = name if self.base and (name.startswith("/") or "://" in name) else self.base + name
                if is_all or (is_below(whole, self.store.url) and self._is_wanted(whole)):
                    below.append((key, digest, *stamp))
                else:
                    key = self.store.key(whole)
                    outside.append((key, os.fsencode(name), digest, *stamp))
            self.journal.base.executemany(listed, below)
            self.journal.base.executemany("INSERT INTO outside VALUES (?, ?, ?, ?, ?, ?, ?, ?)", outside)
        self.journal.commit()

    def listing(self) -> Iterator[Page]:
        """What there is and is wanted; without what the run itself writes."""
        pages = self._all() if self.inventory is None else self.inventory.pages(self.store.key(self.above))
        return only(pages, self.store.key(self.above), self.is_wanted) if self.is_wanted is not None else pages

    def _all(self) -> Iterator[Page]:
        journals = (path_beside(self.output + word) for word in ("", *(f".{command}" for command in _COMMANDS)))
        paths = [self.output, *(journal + suffix for journal in journals for suffix in ("", "-wal", "-shm"))]
        top = os.path.realpath(self.store.url).rstrip("/")
        # However the list's path is written.
        real = [os.path.realpath(path) for path in paths]
        paths += [self.store.url.rstrip("/") + path[len(top) :] for path in real if path.startswith(top + "/")]
        own = set(map(self.store.key, paths))
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
        # A store that does not answer, and one that has nothing, are told at once. For `verify` only workers need the store.
        is_here = not (self.options.address or os.environ.get("RAY_ADDRESS"))
        if self.options.command != "verify" or is_here:
            self.store.greet()
        first = next((page for page in pages if page), None)
        begun = time.monotonic()
        with Cluster(self.options.address, self.options.workers) if first else contextlib.nullcontext():
            started = time.monotonic() - begun
            self.progress.begun = time.monotonic()
            if first:
                if self.options.command != "verify" and self.inventory is None:
                    silent = copy.copy(self.store)
                    silent.silent = True
                    self.progress.count(lambda: silent.pages(True))
                Run(self.store, self.recipe, self.journal, self.progress, self.options.part).over(
                    itertools.chain([first], pages)
                )
            else:
                self.journal.forget(b"")
            self.progress.clear()
            if then is not None:
                then()
            self.is_answered = self.options.command in ("verify", "audit")
            summary = self.progress.summary()
            _say(f"{summary}; Ray started in {started:.1f} s" if first else summary)

    def name(self, key: bytes) -> str:
        """As lists have it."""
        return self.store.name(key).removeprefix(self.base)

    def changes(self) -> Changes:
        """What has become of the list; for `update`, unless it is refused, with the new list in its place."""
        options, url = self.options, self.options.url
        is_update = options.command == "update"
        self.load()
        changes = Changes(self.journal, self.store, self.identity[3], is_update)
        below = changes.below()
        if not below and not is_update:
            raise Refused(f"{url}: no listed name lies below this URL; {_hint(self.journal)}")
        if is_update and not below:
            self._refuse_other_names()
        if is_update and not options.paranoid:
            self.journal.seed()

        def then() -> None:
            self.journal.unpack()
            if not below and not any(map(self.journal.count, ("done", "failed"))):
                raise Refused(
                    f"{options.url}: neither a listed name nor an object lies below this URL, so the list was not changed"
                )
            accepted = [self.base + name for name in options.accept] if is_update else []
            changes.find(self.progress.objects, accepted, self.tell)
            if is_update:
                counts = changes.counts
                if refuses(changes.below(), counts["removed"], counts["moved"]) and not options.remove_all:
                    raise Refused(
                        f"{url}: none of the listed names below this URL ({below}) is in its place, so the list was not "
                        "changed; check the URL, and whether its disk is mounted; --remove-all removes them"
                    )
                if not options.dry_run:
                    entries = changes.entries(self.base)
                    if self.shard_rows:
                        self._write_shards(_lists.named_entries(entries), self.identity)
                    else:
                        fill = _lists.of_entries(entries, self.recipe, _lists.is_parquet(self.output))
                        _lists.write(self.output, fill, self.begun, self.identity)

        self.run(self.listing(), then)
        return changes

    def _write_shards(self, rows: Iterator[Any], same: tuple[int, ...] | None = None) -> None:
        _lists.write_shards(self.output, rows, self.recipe, self.shard_rows, self.begun, same)

    def write(self) -> None:
        """The list of all that was hashed."""
        if self.shard_rows:
            self._write_shards(_lists.named(self.journal, self.store, self.base))
            return
        fill = _lists.of_journal(self.output, self.journal, self.store, self.recipe, self.base, self.options.stamps)
        _lists.write(self.output, fill, self.begun)

    def tell_doubts(self) -> int:
        """Say of which objects a stored checksum is wrong, and return their number."""
        doubts = "SELECT key, text FROM doubt WHERE text != '' ORDER BY key"
        count = 0
        for key, text in self.journal.base.execute(doubts):
            count += 1
            self.tell(f"{self.name(key)}: stored checksum and content differ: {text}")
        if count:
            _say(f"WARNING: of {count} object{'s' * (count > 1)} a stored checksum and the content differ")
        if unknown := self.journal.count("doubt") - count:
            _say(f"{unknown} object{'s' * (unknown > 1)} without a stored checksum that can be compared")
        return count

    def _refuse_other_names(self) -> None:
        """Refuse if the list has what lies below the URL by other names: objects would get a second line, and rot with it."""
        url, outside = self.options.url, "SELECT name FROM outside LIMIT 1000"
        names = [os.fsdecode(name) for (name,) in self.journal.base.execute(outside)]
        if not self.store.scheme:
            top = os.path.abspath(self.store.url)
            same = next((name for name in names if is_below(os.path.abspath(name), top)), None)
            if same is not None:
                raise Refused(f"{url}: the list has what lies below this URL by other names, such as {same}: spell the URL so")
        if not self.options.relative and any(self._is_there(f"{self.store.url.rstrip('/')}/{name}") for name in names[:8]):
            raise Refused(f"{url}: the names of the list are relative to this URL: add --relative")

    def _is_there(self, name: str) -> bool:
        try:
            self.store.now(self.store.key(name))
        except Exception:  # whatever the store's own is
            return False
        return True

    def tell(self, text: str) -> None:
        """On standard error, past the line with progress."""
        self.progress.clear()
        _say(text)


def _hint(journal: Journal) -> str:
    found = journal.base.execute("SELECT name FROM outside LIMIT 1").fetchone()
    return f"the list has names like {os.fsdecode(found[0])}"


def _say(text: str) -> None:
    # A name must not look like a message of its own.
    text = re.sub(r"[\x00-\x1f\x7f]", lambda found: repr(found[0])[1:-1], text)
    print(f"lanesum.scale: {text}".encode(errors="backslashreplace").decode(), file=sys.stderr)


def _manifest(session: _Session) -> bool:
    def then() -> None:
        options, journal, output = session.options, session.journal, session.output
        if not any(map(journal.count, ("done", "block"))):
            if journal.count("failed"):
                raise Refused(f"{output}: not written, because nothing could be hashed")
            if not options.allow_empty:
                taken = " that the patterns take, by its name below it" if options.include or options.exclude else ""
                raise Refused(
                    f"{options.url}: no object lies below this URL{taken}; "
                    "check it, or use --allow-empty to write an empty list"
                )
        session.write()

    session.run(session.listing(), then)
    return True


def _update(session: _Session) -> bool:
    changes = session.changes()
    session.is_answered = True
    changes.report(session.base, is_json=session.options.json, quiet=session.options.quiet)
    return is_good(changes.counts)


def _audit(session: _Session) -> bool:
    changes = session.changes()
    changes.report(session.base, is_json=session.options.json, quiet=False)
    return is_good(changes.counts)


_VERIFIED = """
SELECT key, sum(done.digest = listed.digest) = count(*), failed.key IS NOT NULL
FROM listed LEFT JOIN done USING (key) LEFT JOIN failed USING (key) GROUP BY key ORDER BY key
"""


def _verify(session: _Session) -> bool:
    session.load()
    session.run(session.listed(), session.journal.unpack)
    wrong = 0
    for key, right, unread in session.journal.base.execute(_VERIFIED):
        name = os.fsdecode(b"".join(_lists.escape(os.fsencode(session.name(key)))))
        if unread:
            print(f"{name}: FAILED open or read")
        elif not right:
            wrong += 1
            print(f"{name}: FAILED")
        elif not session.options.quiet:
            print(f"{name}: OK")
    if wrong:
        _say(f"WARNING: {wrong} computed checksum{'s' * (wrong > 1)} did NOT match")
    return not wrong


# Of options that change what a run does, the journal tells.
_TOLD = ("include", "exclude", "inventory", "check_stored", "trust_stored")
_COMMANDS = {"manifest": _manifest, "verify": _verify, "audit": _audit, "update": _update}


def main(arguments: list[str] | None = None) -> int:
    """Run the command line, and return the exit status."""
    options = command_line().parse_args(arguments)
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
        right = (plan if options.plan else _COMMANDS[options.command])(session)
        doubts = session.tell_doubts()
        # Not when all is over: what cannot be written is an error.
        sys.stdout.flush()
        failed = session.journal.count("failed")
        # The next `verify` is to read everything again.
        is_answer = options.command in ("verify", "audit") or getattr(options, "dry_run", False)
        # So is the next `update --paranoid`; others find what they need in the new list.
        complete = options.command != "manifest" or not failed
        if failed:
            retry = "" if is_answer else "; run the same command again to retry these"
            _say(f"{failed} object{'s' * (failed > 1)} NOT read{retry}")
        return 3 if doubts else 0 if right and not failed else 1
    except Refused as refused:
        complete = options.command != "manifest" or session.journal.is_empty()
        _say(str(refused))
        return 1
    except Failure as failure:
        complete = session.journal.is_empty()
        _say(f"{options.url}: {failure}")
        return 1
    except (Stop, OSError, sqlite3.Error, _lists.Damaged, _lists.Replaced) as error:
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
