"""A real core in place of the model: PicoRV32, simulated by Verilator, with the units behind its co-processor interface."""

import functools
import importlib.util
import itertools
import re
import shutil
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from .. import hardware
from ..build import START
from ..definition import full_rounds
from ..isa import InstructionSet
from ..kernels.permutation import Permutation
from ..machine import Counts
from ..modes import HEADERS, HERE, Algorithm
from ..needs import MissingError, require, run
from . import coprocessor

_HERE = Path(__file__).parent
#: The package of PicoRV32's sources (ISC licence): they are used where pip puts them, and are no part of this repository.
PACKAGE = "pythondata_cpu_picorv32"
COMPILER = "riscv64-unknown-elf-gcc"
FLAGS = ["-O2", "-march=rv32im", "-mabi=ilp32", "-ffreestanding", "-fno-tree-loop-distribute-patterns", "-std=gnu11"]
#: Else GCC puts so many loads first that it has to spill: a round of 1600 bits takes 1019 instructions, and 565 with this.
FLAGS += ["-fno-schedule-insns"]
FLAGS += ["-Wall", "-Wextra", "-Werror", "-nostdlib", "-static", "-Wl,-Ttext=0", "-Wl,--build-id=none", "-Wl,-z,noexecstack"]
#: Where what a program is given lies, and how much there may be.
_HEAP, _SIZE = 0x40000, 0x80000
#: Seconds for what a minute is not enough for.
_LONG = 900
#: What the core is built with: the names that Verilog is given, and whether the vector unit knows the set's instructions.
SYSTEMS = {"rv32": ((), True), "words": (("WORDS",), True), "registers": (("VECTOR",), False), "vector": (("VECTOR",), True)}


def core() -> Path:
    """PicoRV32's Verilog; `MissingError` if it or a tool is not there."""
    require("verilator", COMPILER)
    found = importlib.util.find_spec(PACKAGE)
    if found is None or found.origin is None:
        raise MissingError("not installed: the sources of PicoRV32. To install: pip install -e '.[core]'")
    return Path(found.origin).parent / "verilog" / "picorv32.v"


def _sources(isa: InstructionSet, folder: Path) -> list[str]:
    shutil.copy(core(), folder)
    shutil.copy(_HERE / "system.v", folder)
    text = hardware.forms()["lean"] + coprocessor.words() + coprocessor.vector(isa)
    (folder / "units.v").write_text(text)
    return ["picorv32.v", "units.v", "system.v"]


@functools.cache
def _simulator(isa: InstructionSet) -> tuple[Path, "tempfile.TemporaryDirectory[str]"]:
    """The system with all units, compiled: those that a program does not ask take no cycle."""
    keep = tempfile.TemporaryDirectory()
    folder = Path(keep.name)
    files = _sources(isa, folder)
    for name in ("bench.v", "bench.cpp"):
        shutil.copy(_HERE / name, folder)
    defines = ["-DUNITS", "-DWORDS", "-DVECTOR"]
    options = ["--cc", "--exe", "--build", "-O3", "-Wno-fatal", "-Wno-lint", "-Wno-style", "--top-module", "bench"]
    run(["verilator", *options, *defines, "bench.v", *files, "bench.cpp"], folder, _LONG)
    return folder / "obj_dir" / "Vbench", keep


@dataclass
class Script:
    """What a program is to do, written down as if a `Machine` did it: calls with words, places, and what is to be shown."""

    heap: bytearray = field(default_factory=bytearray)
    lines: list[str] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)

    def place(self, data: bytes | int) -> int:
        """A fresh place of 64-byte alignment, with these bytes or with so many zeros."""
        at, content = len(self.heap), bytes(data)
        self.heap += content.ljust((len(content) + 127) // 64 * 64, b"\0")
        if len(self.heap) > _SIZE:
            raise MemoryError("the core's memory is full")
        return _HEAP + at

    def call(self, symbol: str, *arguments: int) -> int:
        """A call; of the size of a session, more than it is."""
        if symbol.endswith("_size"):
            return 1024
        self.lines.append(f"{{ unsigned {symbol}(); {symbol}({', '.join(map(str, arguments))}); }}")
        return 0

    def mark(self) -> None:
        """Note what has been counted."""
        self.lines.append("*(volatile unsigned *)0x10000000 = 0;")

    def show(self, at: int, size: int) -> None:
        """Bytes that the run is to tell."""
        self.sizes.append(size)
        text = f"for (unsigned k = 0; k < {-(-size // 4)}; k++) *(volatile unsigned *)0x10000004 = ((unsigned *){at})[k];"
        self.lines.append(text)


@dataclass(frozen=True)
class Run:
    """What a program did."""

    cycles: list[int]
    """Between marks, one after the other."""
    counts: list[Counts]
    shown: list[bytes]


def execute(isa: InstructionSet, script: Script, one: Permutation, source: str = "", define: str = "") -> Run:
    """Compile a script with a permutation and a mode, and run it on the core; `ValueError` if the core stops elsewhere."""
    simulator, _ = _simulator(isa)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = [source] if source else []
        for path in [*HEADERS, *(HERE / file for file in files)]:
            if not (folder / path.name).exists():
                shutil.copy(path, folder)
        (folder / "instructions.h").write_text("#pragma once\n")
        (folder / "kernels.h").write_text("#pragma once\n" + define + one.header())
        kernel = one.assembly()
        files.append("kernel.c" if kernel.startswith("#include") else "kernel.s")
        (folder / files[-1]).write_text(kernel)
        begin = '__asm__(".section .text.first, \\"ax\\"\\nj main");\n'
        body = ["int main(void)\n{", *script.lines]
        (folder / "a.c").write_text(begin + START.replace("void _start(void) {}\n", ""))
        (folder / "main.c").write_text("\n".join([*body, "*(volatile unsigned *)0x10000008 = 0;\nfor (;;) {}\n}\n"]))
        run([COMPILER, *FLAGS, "-I.", "a.c", "main.c", *files, "-lgcc", "-e", "0", "-o", "program"], folder)
        run([COMPILER.replace("gcc", "objcopy"), "-O", "binary", "program", "program.bin"], folder)
        image = (folder / "program.bin").read_bytes().ljust(_HEAP, b"\0") + script.heap
        words = (int.from_bytes(image[k : k + 4], "little") for k in range(0, len(image), 4))
        (folder / "program.hex").write_text("\n".join(f"{word:x}" for word in words))
        told = run([str(simulator)], folder, _LONG)
    if "TRAP" in told or "$finish" not in told:
        raise ValueError(f"the core did not come to the end of {one.name}: {told[-100:]}")
    marks = [list(map(int, line)) for line in re.findall(r"COUNT (\d+) (\d+) (\d+) (\d+)", told)]
    steps = [[b - a for a, b in zip(*pair, strict=True)] for pair in itertools.pairwise(marks)]
    counts = [Counts(i, custom, refs, fetch_l1=i, data_l1=refs) for _, i, custom, refs in steps]
    data = b"".join(int(word, 16).to_bytes(4, "little") for word in re.findall(r"WORD (\w+)", told))
    shown, at = [], 0
    for size in script.sizes:
        shown.append(data[at : at + size])
        at += -(-size // 4) * 4
    return Run([cycles for cycles, *_ in steps], counts, shown)


@dataclass(frozen=True)
class Cost:
    """What was counted on the core."""

    cycles: int
    counts: Counts
    output: bytes


def permutation(isa: InstructionSet, one: Permutation, lanes: list[int], rounds: int | None = None) -> tuple[Cost, list[int]]:
    """A call of a permutation, and the state after it."""
    script = Script()
    at = script.place(one.pack(lanes))
    script.mark()
    script.call(one.name, at, full_rounds(one.width) if rounds is None else rounds)
    script.mark()
    script.show(at, 256)
    done = execute(isa, script, one)
    return Cost(done.cycles[0], done.counts[0], b""), one.unpack(done.shown[0])


def algorithm(isa: InstructionSet, one: Algorithm, form: Permutation) -> Cost:
    """The margin of a mode, as `Algorithm.measure` has it: what `one.margin` more blocks cost."""
    script = Script()
    for count in (one.margin + 2, 2 * one.margin + 2):
        size = count * one.block
        data, out = script.place(bytes(i % 251 for i in range(size))), script.place(size + 64)
        at = one.prepare(script)
        script.mark()
        one.process(script, at, data, size, out)
        script.mark()
    script.show(out, size + 64)
    done = execute(isa, script, form, f"{one.source}.c", one.define(form, calls=True))
    return Cost(done.cycles[2] - done.cycles[0], done.counts[2] - done.counts[0], done.shown[0])


def synthesise(isa: InstructionSet, system: str) -> hardware.Cost:
    """The core with its units in the standard cells, registers included, and the longest path between two of them."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        defines, knows = SYSTEMS[system]
        given = "".join(f"`define {one}\n" for one in (*defines, *(["UNITS"] if defines else [])))
        files = _sources(isa if knows else InstructionSet([]), folder)
        text = given + "".join((folder / file).read_text() for file in files)
        return hardware.synthesise(text, "system", system, timeout=_LONG)
