"""Files that runs leave on a disk when they are killed: no listing takes them for something to be hashed."""

from __future__ import annotations

import re

# Lists that are being written: by the command, by the command before it locked them, and by this package.
_TEMPORARY = re.compile(
    rb"(?:.*\0)?\.lanesum-(?:[0-9a-f]{16}\.tmp|[1-9][0-9]{0,6}-[0-9]|[0-9]+-[a-z0-9_]{8}\.partial)", re.DOTALL
)


def is_own(key: bytes) -> bool:
    """Whether a file, by its key, is what a killed run has left of a list. No other program has names of this shape."""
    return b"\0.lanesum-" in key and _TEMPORARY.fullmatch(key) is not None
