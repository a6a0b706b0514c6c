"""What the laboratory needs from outside Python, and the command that installs it."""

import shutil

#: Program, and the Debian package that has it.
PROGRAMS = {
    "arm-linux-gnueabihf-gcc": "gcc-arm-linux-gnueabihf",
    "aarch64-linux-gnu-gcc": "gcc-aarch64-linux-gnu",
    "qemu-aarch64": "qemu-user",
    "iverilog": "iverilog",
    "yosys": "yosys",
}


class MissingError(Exception):
    """Something is not installed; the message has the command that installs it."""


def require(*programs: str) -> None:
    """`MissingError` if one of the programs is not there."""
    missing = [name for name in programs if shutil.which(name) is None]
    if missing:
        packages = " ".join(sorted({PROGRAMS[name] for name in missing}))
        raise MissingError(f"not installed: {', '.join(missing)}. To install: apt-get install {packages}")
