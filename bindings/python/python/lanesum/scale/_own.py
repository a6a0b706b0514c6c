"""Files that runs leave on a disk: no listing takes them for something to be hashed."""

from __future__ import annotations

import os
import re

# In the header of a journal's database.
APPLICATION = int.from_bytes(b"lane")
# Of lists that are being written, here or by the command.
_TEMPORARY = re.compile(rb"\.lanesum-[0-9]+-[a-z0-9_]+(\.partial)?")


def is_own(path: bytes) -> bool:
    """Whether a file is a journal, what SQLite keeps beside one, or what a killed run has left of a list."""
    name = path.rpartition(b"/")[2]
    if name.startswith(b".lanesum-"):
        return _TEMPORARY.fullmatch(name) is not None
    base = path.removesuffix(b"-wal").removesuffix(b"-shm")
    if not base.endswith(b".journal"):
        return False
    # Other programs have journals, too.
    try:
        with open(os.open(base, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC), "rb") as file:
            head = file.read(72)
    except OSError:
        return False
    return head.startswith(b"SQLite format 3\0") and head[68:] == APPLICATION.to_bytes(4)
