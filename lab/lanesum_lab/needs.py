"""What the laboratory needs from outside Python, and the command that installs it."""

import shutil
from pathlib import Path

from .errors import LabError

#: Program, and the Debian package that has it.
PROGRAMS = {
    "arm-linux-gnueabihf-gcc": "gcc-arm-linux-gnueabihf",
    "aarch64-linux-gnu-gcc": "gcc-aarch64-linux-gnu",
    "qemu-aarch64": "qemu-user",
    "iverilog": "iverilog",
    "yosys": "yosys",
}

#: The directory of the standard cells, and its package.
CELLS = ("/usr/share/qflow/tech/osu018", "qflow-tech-osu018")


class MissingError(LabError):
    """Something is not installed; the message has the command that installs it."""


def require(*programs: str) -> None:
    """`MissingError` if one of the programs is not there."""
    missing = [name for name in programs if shutil.which(name) is None]
    if missing:
        packages = " ".join(sorted({PROGRAMS[name] for name in missing}))
        raise MissingError(f"not installed: {', '.join(missing)}. To install: apt-get install {packages}")


def missing() -> list[str]:
    """Debian packages of all that the report needs and that is not there."""
    found = {package for name, package in PROGRAMS.items() if shutil.which(name) is None}
    if not Path(CELLS[0]).is_dir():
        found.add(CELLS[1])
    return sorted(found)
