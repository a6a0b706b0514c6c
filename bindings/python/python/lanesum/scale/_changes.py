"""`audit` and `update`: what has become of each listed object, found in the journal, whatever the number of objects.

`_rules` says what is what. SQLite pairs names and digests on disk. The table `fate` has a row for each name that is not as
listed.
"""

from __future__ import annotations

import base64
import heapq
import json
import os
from collections.abc import Callable, Iterator
from typing import Any

from . import _lists, _rules
from ._journal import Journal
from ._lists import Entry
from ._stores import Failure, Object, Store

# Both sides have the name. The greatest word is the one: of two digests in the list one may be right.
_READ = """
INSERT INTO fate SELECT key, max(CASE WHEN d.digest = l.digest THEN 'same' ELSE
    differs(l.size, l.mtime, l.etag, l.version, d.size, d.mtime, d.etag, d.version) END) AS word, NULL, NULL
FROM listed AS l JOIN done AS d USING (key) GROUP BY key HAVING word != 'same'
"""

# A file whose status has just changed keeps its old ctime, by which it will be read again.
_BEFORE = """
UPDATE done SET (etag, version, settled) = (SELECT l.etag, l.version, 1 FROM listed AS l
    WHERE l.key = done.key AND l.digest = done.digest AND l.etag IS NOT NULL AND l.size = done.size AND l.mtime = done.mtime)
WHERE settled = 0 AND EXISTS (SELECT 1 FROM listed AS l
    WHERE l.key = done.key AND l.digest = done.digest AND l.etag IS NOT NULL AND l.size = done.size AND l.mtime = done.mtime)
"""

_UNREAD = "INSERT OR REPLACE INTO fate SELECT key, 'unread', NULL, NULL FROM failed"

_GONE = """
SELECT DISTINCT key FROM listed WHERE key NOT IN (SELECT key FROM done) AND key NOT IN (SELECT key FROM failed) ORDER BY key
"""

# Objects that are gone and new ones of the same content are paired in the order of their names.
_NEW = """
WITH gone AS (SELECT key, min(digest) AS digest FROM fate JOIN listed USING (key) WHERE word = 'gone' GROUP BY key),
     new AS (SELECT key, digest FROM done WHERE key NOT IN (SELECT key FROM listed)),
     g AS (SELECT key, digest, row_number() OVER (PARTITION BY digest ORDER BY key) AS n FROM gone),
     w AS (SELECT key, digest, row_number() OVER (PARTITION BY digest ORDER BY key) AS n FROM new)
INSERT INTO fate SELECT w.key, CASE WHEN g.key IS NULL THEN ? ELSE 'moved' END, g.key, NULL FROM w LEFT JOIN g USING (digest, n)
"""

_LEFT = "UPDATE fate SET word = 'left' WHERE word = 'gone' AND key IN (SELECT source FROM fate WHERE word = 'moved')"

_SAME = "SELECT DISTINCT key, ?, NULL, NULL FROM listed WHERE key NOT IN (SELECT key FROM fate)"

# The new list: what is there, unless the old lines stay.
_THERE = """
SELECT d.key, size, mtime, etag, version, digest, settled FROM done AS d LEFT JOIN fate USING (key)
WHERE word IS NULL OR word != 'corrupt' ORDER BY d.key
"""

_STAY = """
SELECT l.key, size, mtime, etag, version, digest, local FROM listed AS l JOIN fate USING (key)
WHERE word IN ('corrupt', 'unread') ORDER BY l.key, digest
"""


class Refused(Exception):
    """What was asked for is more likely a mistake; nothing was changed."""


class Changes:
    """The findings of a run that has ended, and the totals."""

    def __init__(self, journal: Journal, store: Store, listed_at: int, is_update: bool) -> None:
        self.journal, self.store, self.listed_at, self.is_update = journal, store, listed_at, is_update
        self.counts: dict[str, int] = {}

    def find(self, hashed: int, accepted: list[str], say: Callable[[str], None]) -> None:
        """Fill `fate` and `counts`. `accepted` is what `--accept` names, with the base of names."""
        base = self.journal.base
        base.create_function("differs", 8, self._differs, deterministic=True)
        self._set_url_apart()
        base.execute(_READ)
        if self.is_update and not self.store.scheme:
            base.execute(_BEFORE)
        taken = "UPDATE fate SET word = 'changed' WHERE word = 'corrupt' AND (key = ? OR (key > ? AND key < ?))"
        ranges = {name: _at_and_below(self.store.key(name), self.store) for name in accepted}
        used = {name for name, keys in ranges.items() if base.execute(taken, keys).rowcount}
        base.execute(_UNREAD)
        used |= self._look_for_gone(ranges, say)
        for name in accepted:
            if name not in used:
                say(f"--accept {name}: no corrupt object, and no symbolic link, has this name or a name below it")
        base.execute(_NEW, ("added" if self.is_update else "new",))
        base.execute(_LEFT)
        base.execute("UPDATE fate SET word = ? WHERE word = 'gone'", ("removed" if self.is_update else "missing",))
        self._count(hashed)
        base.commit()

    def _differs(self, *both: Any) -> str:
        listed = None if both[2] is None else both[:4]
        return _rules.differs(listed, both[4:], self.listed_at, is_local=not self.store.scheme, is_update=self.is_update)

    def _set_url_apart(self) -> None:
        """An object that has the URL's own name is in its listing only if nothing is below it: otherwise its line stays."""
        key = self.store.key(self.store.url.rstrip("/"))
        base = self.journal.base
        others = "SELECT 1 FROM done WHERE key != ? UNION ALL SELECT 1 FROM failed WHERE key != ? LIMIT 1"
        if self.store.scheme and base.execute(others, (key, key)).fetchone():
            name = os.fsencode(self.store.name(key))
            row = "SELECT key, ?, digest, size, mtime, etag, version, local FROM listed WHERE key = ?"
            base.execute(f"INSERT INTO outside {row}", (name, key))
            base.execute("DELETE FROM listed WHERE key = ?", (key,))

    def _look_for_gone(self, ranges: dict[str, tuple[bytes, bytes, bytes]], say: Callable[[str], None]) -> set[str]:
        """What is in the place of objects that are gone; returns the names in `ranges` that accept something."""
        base = self.journal.base
        used: set[str] = set()
        for (key,) in base.execute(_GONE):
            word, reason = "gone", None
            try:
                if (instead := self.store.instead(key)) is not None:
                    word, reason = ("removed" if self.is_update else "changed"), instead.reason
                    accepts = {name for name, (at, low, high) in ranges.items() if key == at or low < key < high}
                    if self.is_update and instead.is_link and not accepts:
                        # Its line stays: nobody has looked at what the link leads to.
                        word = "unread"
                    used |= accepts if instead.is_link else set()
            except Failure as failure:
                word = "unread"
                self.journal.add_failure(key, str(failure))
                say(f"{self.store.name(key)}: {failure}")
            base.execute("INSERT INTO fate VALUES (?, ?, NULL, ?)", (key, word, reason))
        return used

    def _count(self, hashed: int) -> None:
        base = self.journal.base
        found = dict(base.execute("SELECT word, count(*) FROM fate GROUP BY word"))
        found["hashed"] = hashed
        found["outside"] = self.journal.count("outside")
        same = "SELECT count(DISTINCT key) FROM listed WHERE key NOT IN (SELECT key FROM fate)"
        found["kept" if self.is_update else "unchanged"] = base.execute(same).fetchone()[0]
        self.counts = {word: found.get(word, 0) for word in (_rules.UPDATE if self.is_update else _rules.AUDIT)}

    def below(self) -> int:
        """How many names the list has at or below the URL."""
        return int(self.journal.base.execute("SELECT count(DISTINCT key) FROM listed").fetchone()[0])

    def report(self, base: str, *, is_json: bool, quiet: bool) -> None:
        """Print what is not as listed, in the order of the names, and the totals. Names lose `base` at their beginning."""
        rows = "SELECT key, word, source, reason FROM fate WHERE word != 'left'"
        words: tuple[str, ...] = ()
        if is_json and not self.is_update:
            rows, words = f"{rows} UNION ALL {_SAME}", ("unchanged",)
        show = _record if is_json else _line
        if not quiet:
            for key, word, source, reason in self.journal.base.execute(f"{rows} ORDER BY 1", words):
                names = [os.fsencode(self.store.name(one).removeprefix(base)) for one in (key, source) if one is not None]
                print(show(word, names, reason))
        if is_json:
            print(json.dumps(self.counts))
            return
        for word, count in self.counts.items():
            print(f"{word:<10}{count:>9}")

    def entries(self, base: str) -> Iterator[Entry]:
        """The new list, in the order of the names. Names lose `base` at their beginning."""
        run = self.journal.base.execute
        skipped, is_local = len(os.fsencode(base)), not self.store.scheme

        def name(key: bytes) -> bytes:
            return os.fsencode(self.store.name(key))[skipped:]

        there = (Entry(row[0], name(row[0]), Object(*row[:5]), row[5], bool(row[6]), is_local) for row in run(_THERE))
        stay = (Entry(row[0], name(row[0]), *_old(row)) for row in run(_STAY))
        query = "SELECT key, size, mtime, etag, version, digest, local, name FROM outside ORDER BY key, rowid"
        outside = (Entry(row[0], row[7], *_old(row)) for row in run(query))
        return heapq.merge(there, stay, outside, key=lambda one: one.key)


def _old(row: tuple[Any, ...]) -> tuple[Object, bytes, bool, bool]:
    key, size, mtime, etag, version, digest, is_local = row[:7]
    return Object(key, size, mtime, etag or "", version), digest, etag is not None, bool(is_local)


def _at_and_below(key: bytes, store: Store) -> tuple[bytes, bytes, bytes]:
    """A key, the least one below it, and one behind all of them."""
    separator = b"/" if store.scheme else b"\0"
    at = key.rstrip(separator)
    return at, at + separator, at + bytes([separator[0] + 1])


def _line(word: str, names: list[bytes], reason: str | None) -> str:
    shown = "  from ".join(os.fsdecode(b"".join(_lists.escape(name))) for name in names)
    return f"{word:<10}{shown}" + (f"  {reason}" if reason else "")


def _record(word: str, names: list[bytes], reason: str | None) -> str:
    found: dict[str, Any] = _file(names[0]) | {"status": word}
    for name in names[1:]:
        found["from"] = _file(name)
    return json.dumps(found | ({"reason": reason} if reason else {}))


def _file(name: bytes) -> dict[str, str]:
    shown = name.decode(errors="replace")
    return {"file": shown} | ({"file_bytes_base64": base64.b64encode(name).decode()} if shown.encode() != name else {})
