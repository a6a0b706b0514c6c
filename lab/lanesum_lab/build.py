"""Programs for the machine: generated kernels, macros and headers, and C, put together by the cross compiler."""

import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path

from .isa import InstructionSet, assembly
from .kernels.permutation import Permutation
from .machine import Program
from .needs import require, run

COMPILER = "arm-linux-gnueabihf-gcc"
FLAGS = [
    "-O2",
    "-marm",
    "-mcpu=cortex-a9",
    "-mfpu=neon",
    "-mfloat-abi=hard",
    "-ffreestanding",
    "-fno-tree-loop-distribute-patterns",
    "-std=gnu11",
    "-Wall",
    "-Wextra",
    "-Werror",
    "-nostdlib",
    "-static",
    "-Wl,-Ttext-segment=0x10000",
    "-Wl,-z,noexecstack",
    "-Wl,--build-id=none",
]

#: The entry that a program must have, and what the compiler may call where there is no library.
START = """#include <stddef.h>
void _start(void) {}
void *memcpy(void *to, const void *from, size_t n)
{
    for (size_t i = 0; i < n; i++) ((char *)to)[i] = ((const char *)from)[i];
    return to;
}
void *memset(void *to, int value, size_t n)
{
    for (size_t i = 0; i < n; i++) ((char *)to)[i] = (char)value;
    return to;
}
"""


def build(
    isa: InstructionSet,
    kernels: Sequence[Permutation],
    sources: list[Path] | None = None,
    unrolled: bool = True,
    more: str = "",
    headers: list[Path] | None = None,
) -> Program:
    """A program of kernels and C sources, which may include `headers`, and kernels.h, of which `more` is the first part."""
    require(COMPILER)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "instructions.inc").write_text(assembly.macros(isa))
        (folder / "instructions.h").write_text(assembly.header(isa, "instructions.inc"))
        (folder / "kernels.h").write_text("#pragma once\n" + more + "".join(one.header() for one in kernels))
        files = []
        for one in kernels:
            path = folder / f"{one.name}.s"
            path.write_text('.include "instructions.inc"\n.arm\n.fpu neon\n' + one.assembly(unrolled))
            files.append(path)
        (folder / "start.c").write_text(START)
        files.append(folder / "start.c")
        for header in headers or []:
            shutil.copy(header, folder)
        for source in sources or []:
            files.append(Path(shutil.copy(source, folder)))
        command = [COMPILER, *FLAGS, "-I.", "-Wa,-I.", *(path.name for path in files), "-lgcc", "-o", "program"]
        run(command, folder)
        return Program.read(folder / "program")
