"""The five algorithms: modes in C, compiled with a kernel, run in the machine."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ..build import build
from ..isa import InstructionSet
from ..kernels.catalog import kernel
from ..machine import Counts, Machine
from ..machine.timing import Memory

_HERE = Path(__file__).parent


@dataclass(frozen=True)
class Algorithm:
    """One of the five, in both forms."""

    name: str
    source: str
    width: int
    baseline: str
    """Kernel with NEON alone."""
    extended: str
    """Kernel with the instructions."""
    block: int
    """Bytes of a long message that one call of the permutation takes."""
    rounds: int
    """Rounds for each of them."""
    prepare: Callable[[Machine], int]
    """Makes the machine ready for a message; what `process` needs to know."""
    process: Callable[[Machine, int, int, int, int], None]
    """A message at an address, of so many bytes, to an output."""

    def machine(self, isa: InstructionSet, kernel_name: str, kat: bool = False) -> Machine:
        """A machine with the mode on this kernel; with the program of its known answers if that is asked for."""
        one = kernel(kernel_name)
        define = f"#define W {self.width}\n" if self.source != "sha3_512" else ""
        define += f"#define PERMUTE {one.name}\n"
        if one.steps:
            define += f"#define STEPS {one.name}_steps\n"
        source = f"{self.source}_kat" if kat else self.source
        return Machine(isa, build(isa, [one], [_HERE / f"{source}.c"], more=define, headers=_HEADERS))

    def measure(self, isa: InstructionSet, kernel_name: str, blocks: int = 8) -> tuple[Counts, int]:
        """What a long message costs at the margin: the counts of so many more blocks, and their bytes.

        The caches are warm: the message has passed once before.
        """
        machine = self.machine(isa, kernel_name)
        data = machine.place(bytes(i % 251 for i in range((2 * blocks + 3) * self.block)))
        out = machine.place((2 * blocks + 3) * self.block + 64)
        taken = []
        for count in (blocks + 2, 2 * blocks + 2):
            memory = Memory()
            size = count * self.block
            for _ in range(2):
                at = self.prepare(machine)
                before = Counts()
                with machine.observe(memory) as seen:
                    before = seen.counts()
                    self.process(machine, at, data, size, out)
                after = memory.counts
                total = after - before
            taken.append(total)
        return taken[1] - taken[0], blocks * self.block


_HEADERS = [_HERE / "state.h", _HERE / "keyak.c", _HERE / "ketje.c"]


def _no_state(_: Machine) -> int:
    return 0


def _keyak_start(machine: Machine) -> int:
    at = machine.place(machine.call("keyak_size"))
    key = machine.place(bytes(range(16)))
    machine.call("keyak_start", at, key, 16, key, 16, 0, 0, 0)
    return at


def _ketje_start(machine: Machine) -> int:
    at = machine.place(machine.call("ketje_size"))
    key = machine.place(bytes(range(16)))
    machine.call("ketje_start", at, key, 12, key, 8)
    return at


def _sha3(machine: Machine, _: int, data: int, size: int, out: int) -> None:
    machine.call("sha3_512", data, size, out)


def _keyak(machine: Machine, at: int, data: int, size: int, out: int) -> None:
    machine.call("keyak_wrap", at, data, size, 0, 0, out + 16, out, 0, 0)


def _ketje(machine: Machine, at: int, data: int, size: int, out: int) -> None:
    machine.call("ketje_crypt", at, data, size, out, 0)


ALGORITHMS = [
    Algorithm("sha3-512", "sha3_512", 8, "neon_1600", "extended_1600", 72, 24, _no_state, _sha3),
    Algorithm("lake-keyak", "keyak", 8, "neon_1600", "extended_1600", 168, 12, _keyak_start, _keyak),
    Algorithm("river-keyak", "keyak", 4, "neon_800", "extended_800", 68, 12, _keyak_start, _keyak),
    Algorithm("ketje-sr", "ketje", 2, "neon_400", "extended_400", 4, 1, _ketje_start, _ketje),
    Algorithm("ketje-jr", "ketje", 1, "neon_200", "vector_200", 2, 1, _ketje_start, _ketje),
]
