"""The driver: sends listed objects out as tasks, a bounded number at a time, and writes the results into the journal."""

from __future__ import annotations

import copy
import itertools
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from . import _tasks
from ._block import Block
from ._cluster import DEATHS, RayError, RayTaskError, Tasks
from ._journal import Journal
from ._recipe import PART, Recipe
from ._stores import Changed, Object, Page, Stop, Store, keys_of
from ._tasks import Result

# The bytes of a batch: where sizes are not known, a worker returns the rest of its batch.
_BYTES = 128 << 20


class _Task(NamedTuple):
    kind: str
    objects: Page
    start: int = 0
    end: int = 0
    deaths: int = 0


class _Large:
    """An object whose parts are under way."""

    def __init__(self, this: Object, parts: int, todo: int) -> None:
        self.this, self.left, self.failed, self.share = this, parts, False, 0.0
        # The bytes that no earlier run has done.
        self.todo = todo
        # Nanoseconds.
        self.begun = time.time_ns()


class Progress:
    """Counts, and on a terminal a line with them; the time left comes from a second listing that only counts."""

    def __init__(self, shown: bool) -> None:
        self.shown, self.begun, self._told = shown, time.monotonic(), 0.0
        self.objects = self.bytes = self.kept = self.failed = self.trusted = 0
        # Bytes of parts that an earlier run has done.
        self.there = 0
        # Of objects whose parts are under way.
        self.shares = 0.0
        self._total: tuple[int, int] | None = None

    def count(self, pages: Callable[[], Iterable[Page]]) -> None:
        """Finds out how much there is, meanwhile."""

        def run() -> None:
            objects = size = 0
            try:
                for page in pages():
                    objects, size = objects + len(page), size + sum(this.size for this in page if isinstance(this, Object))
            except (Stop, OSError):
                return  # the run itself meets it, too
            self._total = objects, size

        if self.shown:
            threading.Thread(target=run, daemon=True).start()

    def tell(self) -> None:
        """Show the line, at most twice a second."""
        now = time.monotonic()
        if not self.shown or now - self._told < 0.5:
            return
        self._told = now
        spent = now - self.begun
        text = f"{self.objects} objects, {_size(self.bytes)}, {_size(self.bytes / spent)}/s"
        if self._total is not None:
            objects, size = self._total
            # What an earlier run has done is taken out: of its bytes nobody knows.
            objects -= self.kept
            size -= self.there
            of_bytes = self.bytes / size if size > 0 and not self.kept else 1.0
            shares = (of_bytes, (self.objects + self.failed + self.shares) / objects if objects > 0 else 1.0)
            text = f"{text}, of {objects} and {_size(size)}"
            if 0 < min(shares) <= 1:
                text += f", {_time(spent / min(shares) - spent)} left"
        sys.stderr.write(f"\r{text:<100}")
        sys.stderr.flush()

    def clear(self) -> None:
        """Make room for a message."""
        if self.shown:
            sys.stderr.write("\r" + " " * 100 + "\r")

    def failure(self, name: str, text: str) -> None:
        """Report an object that has no digest."""
        self.failed += 1
        self.clear()
        print(f"lanesum.scale: {name}: {text}".encode(errors="backslashreplace").decode(), file=sys.stderr)

    def summary(self) -> str:
        """What was done, and how fast."""
        spent = max(time.monotonic() - self.begun, 1e-9)
        kept = f", {self.kept} kept" if self.kept else ""
        kept += f", {self.trusted} compared with the store's checksum, and not read" if self.trusted else ""
        failed = f", {self.failed} NOT read" if self.failed else ""
        speed = f"{_size(self.bytes)} in {spent:.2f} s, {_size(self.bytes / spent)}/s"
        return f"{self.objects} objects hashed{kept}{failed}: {speed}"


def _size(number: float) -> str:
    units = ["B", "kB", "MB", "GB", "TB", "PB"]
    while number >= 1000 and len(units) > 1:
        number /= 1000
        del units[0]
    return f"{number:.0f} B" if units[0] == "B" else f"{number:.2f} {units[0]}"


def _time(seconds: float) -> str:
    return f"{int(seconds // 3600)}:{int(seconds // 60 % 60):02}:{int(seconds % 60):02}"


class Run:
    """One pass over objects: `over` lists, hashes and keeps the journal."""

    tasks: Any = Tasks

    def __init__(self, store: Store, recipe: Recipe, journal: Journal, progress: Progress, part: int | None = None) -> None:
        self.store, self.recipe, self.journal, self.progress = store, recipe, journal, progress
        self.part = part
        self.most = recipe.part(part or PART) if recipe.is_tree else part or PART
        self._workers = 1
        if store.rate:
            # Each worker and the driver take their share.
            store = copy.copy(store)
            store.rate /= self.tasks.workers() + 1
        # Sent once, and not with each task.
        self._shared = self.tasks.put(store), self.tasks.put(recipe)
        self._large: dict[bytes, _Large] = {}
        # Tasks that come before those of the listing: parts of large objects.
        self._first: deque[Iterator[_Task]] = deque()

    def over(self, pages: Iterable[Page]) -> None:
        """Hash all objects of a listing, which is in the order of the keys. Raises `Stop` if nothing more can be read."""
        listed = self._batches(pages)
        pending: dict[Any, _Task] = {}
        again: list[_Task] = []
        room, asked = 0, 0.0
        while True:
            if time.monotonic() - asked >= 1:
                # Ray holds twice as many tasks as run: enough for workers to find the next one, however many objects there are.
                self.tasks.check()
                self._workers = self.tasks.workers()
                room, asked = 2 * self._workers + 2, time.monotonic()
            while len(pending) < room and (task := again.pop() if again else self._next(listed)):
                pending[self._submit(task)] = task
            if not pending:
                self.journal.commit()
                return
            for reference in self.tasks.ready(list(pending)):
                again.extend(self._take(reference, pending.pop(reference)))
            self.journal.commit()
            self.progress.tell()

    def _submit(self, task: _Task) -> Any:
        store, recipe = self._shared
        if task.kind == "batch":
            keys = keys_of(task.objects)
            # Plain tuples: those of a class take three times as long on their way.
            facts = [tuple(this[1:]) for this in task.objects] if keys is not task.objects else None
            return self.tasks.submit("batch", store, recipe, self.most, _BYTES, keys, facts)
        this = _only(task)
        if task.kind == "one":
            return self.tasks.submit("one", store, recipe, this)
        return self.tasks.submit("part", store, recipe, this, task.start, task.end)

    def _next(self, listed: Iterator[_Task]) -> _Task | None:
        while self._first:
            task = next(self._first[0], None)
            if task is not None:
                return task
            self._first.popleft()
        return next(listed, None)

    def _batches(self, pages: Iterable[Page]) -> Iterator[_Task]:
        objects: list[Any] = []
        todo: Any
        size, after = 0, b""
        for page in pages:
            if not page:
                continue
            keys = keys_of(page)
            if keys[0] <= after or keys != sorted(keys):
                raise Stop(f"{self.store.url}: the store does not list objects in the order of their names")
            todo = self.journal.unfinished(page, after)
            self.progress.kept += len(page) - len(todo)
            after = keys[-1]
            if keys_of(todo) is todo:
                # All at once: one by one would cost a tenth of hashing them.
                objects += todo
                while len(objects) >= self.store.batch:
                    yield _Task("batch", objects[: self.store.batch])
                    objects = objects[self.store.batch :]
                continue
            for this in todo:
                if this.size > self.most:
                    yield from self._split(this)
                    continue
                objects.append(this)
                size += max(this.size, 0)
                if len(objects) >= self.store.batch or size >= _BYTES:
                    yield _Task("batch", objects)
                    objects, size = [], 0
        if objects:
            yield _Task("batch", objects)
        if self.journal.resumed:
            self.journal.forget(after)

    def _split(self, this: Object) -> Iterator[_Task]:
        """The tasks of a large object, without those that already have results."""
        if not self.recipe.is_tree or self.store.check_stored:
            # From its first byte to its last, as the stored checksums need it.
            yield _Task("one", [this])
            return
        gaps = list(self.journal.gaps(this))
        parts = [part for gap in gaps for part in self.recipe.parts(*gap, self.part, self._workers)]
        todo = sum(end - start for start, end in gaps)
        large = self._large[this.key] = _Large(this, len(parts), todo)
        self.progress.there += this.size - todo
        if not parts:
            self._finish(large)
        for start, end in parts:
            if large.failed:
                return
            yield _Task("part", [this], start, end)

    def _take(self, reference: Any, task: _Task) -> list[_Task]:
        """What a task gave; and what is to be done again."""
        try:
            result = self.tasks.get(reference)
        except Stop as stop:
            # Ray makes it an error of its own, with the worker's traceback.
            raise Stop(str(getattr(stop, "cause", stop))) from stop
        except RayError as error:
            if isinstance(error, RayTaskError):
                raise
            self.tasks.check()
            if task.deaths < DEATHS:
                return [task._replace(deaths=task.deaths + 1)]
            text = f"its worker died repeatedly ({type(error).__name__}); take fewer workers, or see the logs of Ray"
            others = [Result(this if isinstance(this, Object) else Object(this), None, text) for this in task.objects]
            result = {"part": text, "one": others[0], "batch": (None, others, len(others))}[task.kind]
        if task.kind == "part":
            self._take_part(task, result)
        elif task.kind == "one":
            self._take_result(result)
        else:
            packed, others, end = result
            if packed is not None:
                if self.store.is_dated and len(task.objects) == 1:
                    # An object that is read anew lies within the block of its batch.
                    self.journal.add(next(Block.unpack(packed.block).rows()))
                else:
                    self.journal.add_block(packed)
                self._count(packed.objects, packed.size)
                self.progress.trusted += packed.trusted
            for other in others:
                self._take_result(other)
            if end < len(task.objects):
                return [_Task("batch", task.objects[end:])]
        return []

    def _count(self, objects: int, size: int) -> None:
        self.progress.objects += objects
        self.progress.bytes += size

    def _take_result(self, one: Result) -> None:
        if one.digest is not None:
            self.journal.add((*one.this, one.digest, one.settled))
            self._count(1, one.this.size)
            if one.doubt is not None:
                self.journal.add_doubt(one.this.key, one.doubt)
        elif one.failure == str(Changed()) and self.store.is_dated and one.this.size >= 0:
            # It has changed since the inventory was made: it is read as it is now.
            self._first.append(iter([_Task("batch", [Object(one.this.key)])]))
        elif one.failure is not None:
            self.journal.add_failure(one.this.key, one.failure)
            self.progress.failure(self.store.name(one.this.key), one.failure)
        else:
            self._first.append(self._split(one.this))

    def _take_part(self, task: _Task, result: tuple[list[bytes], str] | str) -> None:
        large = self._large.get(_only(task).key)
        if large is None:
            return  # another part has failed, and was reported
        if isinstance(result, str):
            large.failed = True
            self.progress.shares -= large.share
            del self._large[large.this.key]
            if result == str(Changed()):
                self.journal.forget_parts(large.this.key)
            self._take_result(Result(large.this, None, result))
            return
        self.journal.add_part(large.this, task.start, task.end, *result, large.begun)
        self.progress.bytes += task.end - task.start
        share = (task.end - task.start) / large.todo
        large.share += share
        self.progress.shares += share
        large.left -= 1
        if large.left == 0:
            self._finish(large)

    def _finish(self, large: _Large) -> None:
        this = large.this
        del self._large[this.key]
        self.progress.shares -= large.share
        digest = self.recipe.finish(self.journal.values(this.key), this.size)
        version, begun = self.journal.of_parts(this.key)
        self.journal.add((*this._replace(version=version), digest, _tasks.is_settled(self.store, this, begun)))
        self.progress.objects += 1
        self.journal.spend(this.key)


def _only(task: _Task) -> Object:
    (this,) = task.objects
    assert isinstance(this, Object)
    return this


def paged(keys: Iterable[bytes]) -> Iterator[Page]:
    """Pages of keys that are in order."""
    several = iter(keys)
    while page := list(itertools.islice(several, 1000)):
        yield page
