"""A model of `audit` and `update`: it makes trees, lists and changes on disk, and says what either command must answer.

It has nothing of a program that is tested, so that it can judge both: `python -m lanesum.scale` and the command `lanesum`. A test
makes a `World`, runs a command in its folder, and compares what it printed, its exit status and the new list with `World.answer`.
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import json
import os
import random
import shutil
import stat as modes
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

SECOND = 10**9
# When a list was written, if a test does not say otherwise. All files are of about this time.
LISTED = 1_700_000_000 * SECOND

AUDIT = ("unchanged", "changed", "corrupt", "moved", "new", "missing", "unread", "outside")
UPDATE = ("kept", "added", "changed", "moved", "removed", "corrupt", "unread", "outside", "hashed")
# What an answer does not name; but JSON has what is unchanged, too.
QUIET = {"unchanged", "kept", "outside"}

_CONTENTS = [b"", b"a", b"b", b"c", b"aa", b"bb", b"ab", b"a longer one", b"a longer two"]
_FOLDERS = ["tree", "tree", "tree", "tree/a", "tree/a", "tree/a/b", "tree/z"]
_NAMES = ["f", "g", "h", "a.txt", "b", "x y", "n\nl", "back\\slash", os.fsdecode(b"\xff"), "ü"]


class Stamp(NamedTuple):
    """Shows that a file is the same. Times are in nanoseconds."""

    size: int
    mtime: int
    ctime: int


class Line(NamedTuple):
    """A line of a list, with the comment before it."""

    name: str
    digest: str
    stamp: Stamp | None


class File(NamedTuple):
    """A regular file that is there."""

    digest: str
    stamp: Stamp


class Word(NamedTuple):
    """What an answer says of one name."""

    word: str
    name: str
    source: str = ""
    reason: str = ""


class Options(NamedTuple):
    """A command line: `COMMAND SUMS URL` and what else is given."""

    command: str
    url: str = "tree"
    paranoid: bool = False
    dry_run: bool = False
    remove_all: bool = False
    accept: tuple[str, ...] = ()
    quiet: bool = False
    json: bool = False

    def flags(self) -> list[str]:
        """As arguments."""
        flags = [
            f"--{name.replace('_', '-')}"
            for name in ("paranoid", "dry_run", "remove_all", "quiet", "json")
            if getattr(self, name)
        ]
        return flags + [f"--accept={name}" for name in self.accept]


class Answer(NamedTuple):
    """What a command must do. With `message`, which standard error must hold, it says nothing else and leaves the list alone."""

    status: int
    words: list[Word]
    totals: dict[str, int]
    lines: list[Line]
    message: str = ""

    def text(self, options: Options) -> str:
        """The standard output."""
        if self.message:
            return ""
        hidden = QUIET - {"unchanged"} if options.json else QUIET
        shown = [] if options.quiet else [word for word in self.words if word.word not in hidden]
        if options.json:
            return "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in [*map(_record, shown), self.totals])
        lines = []
        for word, name, source, reason in shown:
            lines.append(
                f"{word:<10}{escaped(name)}" + (f"  from {escaped(source)}" if source else f"  {reason}" if reason else "")
            )
        return "\n".join(lines + [f"{word:<10}{count:>9}" for word, count in self.totals.items()]) + "\n"


def _record(word: Word) -> dict[str, Any]:
    found: dict[str, Any] = _file(word.name) | {"status": word.word}
    if word.source:
        found["from"] = _file(word.source)
    return found | ({"reason": word.reason} if word.reason else {})


def _file(name: str) -> dict[str, str]:
    raw = os.fsencode(name)
    shown = raw.decode(errors="replace")
    return {"file": shown} | ({"file_bytes_base64": base64.b64encode(raw).decode()} if shown.encode() != raw else {})


def _escape(name: str) -> str:
    return name.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r")


def escaped(name: str) -> str:
    """As lists have it, with the mark before it."""
    return "\\" * (_escape(name) != name) + _escape(name)


def order(name: str) -> bytes:
    """Names stand in this order: directory by directory."""
    return os.fsencode(name).replace(b"/", b"\0")


def is_below(name: str, url: str) -> bool:
    return name == url or name.startswith(url + "/")


def digest_of(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def stamp_of(path: Path) -> Stamp:
    found = path.lstat()
    return Stamp(found.st_size, found.st_mtime_ns, found.st_ctime_ns)


class World:
    """A folder with `tree`, what is beside it, and a list, `SUMS`."""

    def __init__(self, rng: random.Random, folder: Path) -> None:
        self.rng, self.folder = rng, folder
        self.lines: list[Line] = []
        self.listed_at = LISTED
        # Names that no program can read. Root reads all files: a test that names some must see to it.
        self.unreadable: set[str] = set()
        # Whether stamps of files that a command reads go into the list: not if they changed within the last two seconds.
        self.is_settled = False
        # Rotten files whose stamps tell nothing.
        self._hidden: set[str] = set()
        (folder / "tree").mkdir()
        for _ in range(rng.choice([0, 1, 2, 4, 6, 9])):
            self._new()
        for name in rng.sample(["tree2/f", "other/g", "tree.txt"], rng.choice([0, 0, 1, 2])):
            self._write(name, rng.choice(_CONTENTS), self._time())

    def _time(self) -> int:
        return self.listed_at + self.rng.choice([-5 * SECOND, -3 * SECOND, -1, 0])

    def _write(self, name: str, content: bytes, mtime: int) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if os.path.lexists(path) and not modes.S_ISREG(path.lstat().st_mode):
            raise FileExistsError(name)
        path.write_bytes(content)
        os.utime(path, ns=(mtime, mtime))

    def _new(self) -> None:
        name = f"{self.rng.choice(_FOLDERS)}/{self.rng.choice(_NAMES)}"
        # Something else may be there.
        with contextlib.suppress(OSError):
            if not os.path.lexists(self.folder / name):
                self._write(name, self.rng.choice(_CONTENTS), self._time())

    def list(self) -> None:
        """Lists most files, half of them with stamps; and, now and then, names that are nowhere."""
        found = self.files("tree") | self.files("tree2") | self.files("other") | self.files("tree.txt")
        for name, file in found.items():
            if self.rng.random() < 0.85:
                self.lines.append(Line(name, file.digest, file.stamp if self.rng.random() < 0.5 else None))
        if self.rng.random() < 0.2:
            self.lines.append(Line("nowhere/x", digest_of(b"x"), None))
        self.lines.sort(key=lambda line: order(line.name))

    def change(self) -> None:
        """Random changes; then writes the list."""
        files = list(self.files("tree"))
        share = self.rng.choice([0, 0.2, 0.5, 1])
        for name in files:
            if self.rng.random() < share:
                # Another change may have been before it.
                with contextlib.suppress(OSError):
                    self._change(name)
        for _ in range(self.rng.choice([0, 0, 1, 2])):
            self._new()
        if self.rng.random() < 0.06:
            for path in (self.folder / "tree").iterdir():
                shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()
        if self.rng.random() < 0.05:
            self._link_folder()
        stamps = {name: stamp_of(self.folder / name) for name in self._hidden if (self.folder / name).is_file()}
        self.lines = [
            line._replace(stamp=line.stamp._replace(ctime=stamps[line.name].ctime))
            if line.stamp and line.name in stamps
            else line
            for line in self.lines
        ]
        self._hidden.clear()
        self.write()

    def _change(self, name: str) -> None:
        path, rng = self.folder / name, self.rng
        before = stamp_of(path)
        kind = rng.choice(
            ["edit", "edit", "rot", "rot", "hidden rot", "rename", "copy", "touch", "mode", "delete", "replace", "overwrite"]
        )
        if kind == "edit":
            later = rng.choice(
                [before.mtime, before.mtime + 1, self.listed_at, self.listed_at + 1, self.listed_at + 3 * SECOND]
            )
            self._write(name, rng.choice(_CONTENTS), later)
        elif kind in ("rot", "hidden rot"):
            self._write(name, rng.choice([one for one in _CONTENTS if len(one) == before.size] or [b""]), before.mtime)
            if kind == "hidden rot":
                self._hidden.add(name)
        elif kind == "rename":
            to = self.folder / rng.choice(_FOLDERS) / f"renamed{rng.randrange(3)}"
            to.parent.mkdir(parents=True, exist_ok=True)
            path.rename(to)
        elif kind == "copy":
            self._write(f"tree/copy{rng.randrange(3)}", path.read_bytes(), self._time())
        elif kind == "touch":
            os.utime(path, ns=(self._time(), self._time() + rng.choice([0, SECOND])))
        elif kind == "mode":
            path.chmod(rng.choice([0o600, 0o644]))
        elif kind == "delete":
            path.unlink()
        elif kind == "overwrite":
            other = rng.choice(sorted(self.files("tree")))
            path.rename(self.folder / other)
        else:
            path.unlink()
            self._replace(path)

    def _replace(self, path: Path) -> None:
        kind = self.rng.choice(["directory", "full directory", "link", "dangling link", "FIFO", "socket", "device"])
        if kind == "link":
            path.symlink_to(self.rng.choice([*sorted(map(str, (self.folder / "tree").iterdir())), str(self.folder)]))
        elif kind == "dangling link":
            path.symlink_to("nothing")
        elif kind == "directory":
            path.mkdir()
        elif kind == "full directory":
            path.mkdir()
            self._write(str((path / "inside").relative_to(self.folder)), self.rng.choice(_CONTENTS), self._time())
        elif kind == "FIFO":
            os.mkfifo(path)
        elif kind == "socket" or os.geteuid() != 0:
            os.mknod(path, modes.S_IFSOCK | 0o600)
        else:
            os.mknod(path, modes.S_IFCHR | 0o600, os.makedev(1, 3))

    def _link_folder(self) -> None:
        """A directory is elsewhere, and a link leads to it: what is below it is not looked at."""
        path = self.folder / "tree/a"
        if path.is_dir() and not path.is_symlink() and not (self.folder / "away").exists():
            path.rename(self.folder / "away")
            path.symlink_to(self.folder / "away")

    def write(self) -> None:
        """Writes the list."""
        path = self.folder / "SUMS"
        path.write_bytes(self.text(self.lines))
        os.utime(path, ns=(self.listed_at, self.listed_at))

    @staticmethod
    def text(lines: list[Line]) -> bytes:
        """A list."""
        text = ""
        for name, digest, stamp in lines:
            if stamp is not None:
                text += f"# size {stamp.size} mtime {_seconds(stamp.mtime)} ctime {_seconds(stamp.ctime)}\n"
            text += "\\" * (_escape(name) != name) + f"SHA256 ({_escape(name)}) = {digest}\n"
        return os.fsencode(text)

    def files(self, top: str) -> dict[str, File]:
        """The regular files at or below a name; links are not followed."""
        found: dict[str, File] = {}
        todo = [top]
        while todo:
            name = todo.pop()
            path = self.folder / name
            if not os.path.lexists(path):
                continue
            mode = path.lstat().st_mode
            if modes.S_ISDIR(mode):
                todo += [f"{name}/{entry}" for entry in sorted(os.listdir(path))]
            elif modes.S_ISREG(mode):
                found[name] = File(digest_of(path.read_bytes()), stamp_of(path))
        return found

    def _instead(self, name: str) -> str:
        """What is in the place of a file; nothing if it is gone."""
        for above in [*Path(name).parents][:-1]:
            if (self.folder / above).is_symlink():
                return "is behind a symbolic link now"
        if not os.path.lexists(self.folder / name):
            return ""
        mode = (self.folder / name).lstat().st_mode
        kinds = {modes.S_IFDIR: "directory", modes.S_IFLNK: "symbolic link", modes.S_IFIFO: "FIFO", modes.S_IFSOCK: "socket"}
        return f"is a {kinds.get(modes.S_IFMT(mode), 'device')} now"

    def answer(self, options: Options) -> Answer:
        """What a command must do now."""
        is_update = options.command == "update"
        below = [line for line in self.lines if is_below(line.name, options.url)]
        outside = [line for line in self.lines if not is_below(line.name, options.url)]
        now = self.files(options.url)
        if not below and not is_update:
            return Answer(1, [], {}, self.lines, "no listed name lies below")
        if not below and not now:
            return Answer(1, [], {}, self.lines, "neither a listed name nor")
        words: list[Word] = []
        lines = list(outside)
        gone: list[Line] = []
        hashed = 0
        for line in below:
            file = now.pop(line.name, None)
            if file is None:
                if reason := self._instead(line.name):
                    is_link = "symbolic link" in reason
                    is_accepted = any(is_below(line.name, one.rstrip("/")) for one in options.accept)
                    if is_update and is_link and not is_accepted:
                        # Nobody has looked at what the link leads to.
                        lines.append(line)
                        words.append(Word("unread", line.name, "", reason))
                    else:
                        words.append(Word("removed" if is_update else "changed", line.name, "", reason))
                else:
                    gone.append(line)
                continue
            if is_update and not options.paranoid and line.stamp == file.stamp:
                words.append(Word("kept", line.name))
                lines.append(line)
                continue
            if line.name in self.unreadable:
                words.append(Word("unread", line.name))
                lines.append(line)
                continue
            hashed += 1
            word = self._verdict(line, file, is_update)
            if word == "corrupt" and any(is_below(line.name, one.rstrip("/")) for one in options.accept):
                word = "changed"
            words.append(Word({"same": "kept" if is_update else "unchanged"}.get(word, word), line.name))
            new = self._line(line.name, file)
            same = line.stamp is not None and line.stamp[:2] == file.stamp[:2]
            if word == "same" and new.stamp is None and same:
                # It will be read again, because of the ctime.
                new = line
            lines.append(line if word == "corrupt" else new)
        for name in sorted(now, key=order):
            file = now[name]
            if name in self.unreadable:
                words.append(Word("unread", name))
                continue
            hashed += 1
            lines.append(self._line(name, file))
            was = next((line for line in sorted(gone, key=lambda line: order(line.name)) if line.digest == file.digest), None)
            if was is None:
                words.append(Word("added" if is_update else "new", name))
            else:
                gone.remove(was)
                words.append(Word("moved", name, was.name))
        words += [Word("removed" if is_update else "missing", line.name) for line in gone]
        count = {word: sum(one.word == word for one in words) for word in (UPDATE if is_update else AUDIT)} | {
            "outside": len(outside)
        }
        if not is_update:
            is_good = count["unchanged"] + count["outside"] == sum(count.values())
            return Answer(int(not is_good), _sorted(words), count, self.lines)
        if count["removed"] and count["removed"] + count["moved"] == len(below) and not options.remove_all:
            return Answer(1, [], {}, self.lines, "none of the listed")
        count["hashed"] = hashed
        lines.sort(key=lambda line: order(line.name))
        new = self.lines if options.dry_run else lines
        return Answer(int(count["corrupt"] + count["unread"] > 0), _sorted(words), count, new)

    def _line(self, name: str, file: File) -> Line:
        return Line(name, file.digest, file.stamp if self.is_settled else None)

    def _verdict(self, line: Line, file: File, is_update: bool) -> str:
        """The table of rules, for a file that was read."""
        if file.digest == line.digest:
            return "same"
        if line.stamp is not None:
            is_rotten = line.stamp.size == file.stamp.size and _is_one_time(line.stamp.mtime, file.stamp.mtime)
            return "corrupt" if is_rotten else "changed"
        if file.stamp.mtime > self.listed_at or not is_update:
            return "changed"
        return "corrupt"

    def took(self, answer: Answer, at: int) -> None:
        """A command has replaced the list, which is of this time from now on."""
        self.lines, self.listed_at = answer.lines, at
        os.utime(self.folder / "SUMS", ns=(at, at))


def _is_one_time(one: int, other: int) -> bool:
    """Of two mtimes one may have lost its nanoseconds."""
    return one == other or (one // SECOND == other // SECOND and 0 in (one % SECOND, other % SECOND))


def _sorted(words: list[Word]) -> list[Word]:
    return sorted(words, key=lambda word: order(word.name))


def _seconds(nanoseconds: int) -> str:
    return f"{nanoseconds // SECOND}.{nanoseconds % SECOND:09}"


def options_of(rng: random.Random, world: World) -> Options:
    """A random command line."""
    url = rng.choice(["tree"] * 8 + ["tree/a", "tree/z"])
    while not (world.folder / url).is_dir() or (world.folder / url).is_symlink():
        url = str(Path(url).parent)
    shown: dict[str, Any] = {"json": rng.random() < 0.2}
    if rng.random() < 0.4:
        return Options("audit", url, **shown)
    shown["quiet"] = rng.random() < 0.1
    accept: tuple[str, ...] = ()
    if rng.random() < 0.3:
        accept = tuple(rng.sample([line.name for line in world.lines] + ["tree/a", "tree/a/", "tree", "t"], 2))
    bits = {name: rng.random() < 0.3 for name in ("paranoid", "dry_run", "remove_all")}
    return Options("update", url, **bits, accept=accept, **shown)


# Called with a world before it is listed.
Begin = Callable[[World], None]


def scenario(
    folder: Path, seed: int, seen: Counter[str], check: Callable[[World, Options], Answer], begin: Begin, *, unreadable: bool
) -> None:
    """One tree, changed and looked at several times by `check`; `seen` counts what was answered."""
    rng = random.Random(seed)
    world = World(rng, folder)
    begin(world)
    world.list()
    if not world.lines:
        world.lines = [Line("tree/nothing", digest_of(b""), None)]
    for _ in range(3):
        world.change()
        names = sorted({line.name for line in world.lines} | set(world.files("tree")))
        some = {name for name in names if rng.random() < 0.05} if rng.random() < 0.3 else set()
        world.unreadable = some if unreadable else set()
        for _ in range(3):
            options = options_of(rng, world)
            answer = check(world, options)
            is_taken = options.command == "update" and not options.dry_run and not answer.message
            seen.update({"commands": 1, f"status {answer.status}": 1, answer.message: 1, f"accepted {bool(options.accept)}": 1})
            seen.update(f"{options.command} {word.word} {word.reason}".rstrip() for word in answer.words)
            seen[f"{options.command} outside"] += answer.totals.get("outside", 0)
            if is_taken:
                world.took(answer, world.listed_at + rng.choice([0, 4 * SECOND]))
            if not world.lines:
                return


def scenarios(
    folder: Path,
    seed: int,
    most: int,
    check: Callable[[World, Options], Answer],
    begin: Begin = lambda _: None,
    *,
    unreadable: bool = False,
) -> Counter[str]:
    """So many commands at least, on trees of their own. A failure tells the seed of its tree."""
    seen: Counter[str] = Counter()
    while seen["commands"] < most:
        below = folder / "one"
        below.mkdir()
        try:
            scenario(below, seed, seen, check, begin, unreadable=unreadable)
        except BaseException:
            print(f"LANESUM_SEED={seed}")
            raise
        finally:
            os.chdir("/")
            shutil.rmtree(below)
        seed += 1
    return seen


REASONS = ["is a directory now", "is a symbolic link now", "is a FIFO now", "is a socket now", "is behind a symbolic link now"]
# What every long run must have met.
SEEN = [
    *(f"audit {word}" for word in ("unchanged", "changed", "corrupt", "moved", "new", "missing", "outside")),
    *(f"update {word}" for word in ("kept", "added", "changed", "moved", "removed", "corrupt", "outside")),
    *(f"{word} {reason}" for word in ("audit changed", "update removed") for reason in REASONS),
    *(f"update unread {reason}" for reason in REASONS if "link" in reason),
    *("no listed name lies below", "neither a listed name nor", "none of the listed", "status 0", "status 1"),
]
