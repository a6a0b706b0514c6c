"""What the laboratory needs from outside Python, and the command that installs it."""

import os
import shutil
import signal
import subprocess
from pathlib import Path

from .errors import LabError, ToolError, reason

#: Program, and the Debian package that has it.
PROGRAMS = {
    "arm-linux-gnueabihf-gcc": "gcc-arm-linux-gnueabihf",
    "aarch64-linux-gnu-gcc": "gcc-aarch64-linux-gnu",
    "qemu-aarch64": "qemu-user",
    "iverilog": "iverilog",
    "yosys": "yosys",
    "verilator": "verilator",
    "riscv64-unknown-elf-gcc": "gcc-riscv64-unknown-elf",
    "x86_64-linux-gnu-as": "binutils-x86-64-linux-gnu",
}
#: Programs without which the report leaves out the core in RTL and the texts for other platforms.
OPTIONAL = ("verilator", "riscv64-unknown-elf-gcc", "x86_64-linux-gnu-as")

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
    found = {package for name, package in PROGRAMS.items() if name not in OPTIONAL and shutil.which(name) is None}
    if not Path(CELLS[0]).is_dir():
        found.add(CELLS[1])
    return sorted(found)


#: Seconds after which a tool is stopped: what it is given here takes it a few.
TIMEOUT = 60


def output(command: list[str], folder: Path, given: bytes = b"", timeout: float = 0) -> bytes:
    """What a tool puts out; `ToolError` with one line if it fails, or does not end."""
    with subprocess.Popen(
        command,
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        try:
            out, err = process.communicate(given, timeout=timeout or TIMEOUT)
        except subprocess.TimeoutExpired:
            # With all that it started.
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            raise ToolError(f"{command[0]} did not end within {timeout or TIMEOUT} seconds, and was stopped") from None
    if process.returncode:
        raise ToolError(f"{command[0]} does not take it: {reason((out + err).decode(errors='replace'))}")
    return out


def run(command: list[str], folder: Path, timeout: float = 0) -> str:
    """What a tool puts out, as text."""
    return output(command, folder, timeout=timeout).decode(errors="replace")
