"""The rules of `audit` and `update`: what has become of a listed object. Nothing here reads or writes anything.

The command `lanesum` has the same rules: bindings/python/tests/scale/model.py is the model of both.
"""

from __future__ import annotations

# The rows of the totals, in their order.
AUDIT = ("unchanged", "changed", "corrupt", "moved", "new", "missing", "unread", "outside")
UPDATE = ("kept", "added", "changed", "moved", "removed", "corrupt", "unread", "outside", "hashed")

# Size, mtime, ETag and version, as in `_stores.Object`. The ETag of a local file is its ctime.
Stamp = tuple[int, int, str, str]


def differs(listed: Stamp | None, now: Stamp, listed_at: int, *, is_local: bool, is_update: bool) -> str:
    """Judge an object whose digest is not the listed one: "corrupt", or "changed" if someone wrote it.

    `listed` is the stamp in the list, if it has one; `listed_at` is when the list itself was written.
    """
    if listed is not None:
        # A program may restore an mtime, and never a ctime: so a ctime proves no edit.
        same = is_alike(listed, now) if is_local else listed == now
        return "corrupt" if same else "changed"
    if now[1] > listed_at or not is_update:
        return "changed"
    # Nothing shows that someone wrote it after the list.
    return "corrupt"


def is_alike(listed: Stamp, now: Stamp) -> bool:
    """Whether size and mtime of a local file are the same. A copy may have lost the nanoseconds."""
    (seconds, one), (others, other) = divmod(listed[1], 10**9), divmod(now[1], 10**9)
    return listed[0] == now[0] and seconds == others and (one == other or not one or not other)


def refuses(below: int, removed: int, moved: int) -> bool:
    """Whether an update would remove lines, and nothing that is listed is in its place.

    More likely the URL is wrong, or the disk is not mounted. If all has moved, no line is lost.
    """
    return removed > 0 and below == removed + moved


def is_good(counts: dict[str, int]) -> bool:
    """Whether the exit status of these totals is 0."""
    harmless = {"unchanged", "outside"} if "unchanged" in counts else counts.keys() - {"corrupt", "unread"}
    return not any(count for word, count in counts.items() if word not in harmless)


def is_below(name: str, url: str) -> bool:
    """Whether a name is that of the URL, or lies below it. `..` leads elsewhere."""
    top = url.rstrip("/")
    if name == top:
        return True
    rest = name.removeprefix(top + "/")
    return rest != name and ("://" in url or (".." not in rest.split("/") and "\0" not in rest))
