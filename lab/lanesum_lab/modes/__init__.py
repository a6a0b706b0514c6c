"""The five algorithms: modes in C, compiled with a kernel, run in the machine."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from ..build import build
from ..isa import InstructionSet
from ..kernels.permutation import Permutation
from ..machine import Counts, Latencies, Machine
from ..machine.timing import Memory

HERE = Path(__file__).parent


class Caller(Protocol):
    """A machine, as far as a mode asks it."""

    def place(self, data: bytes | int) -> int:
        """A fresh place with these bytes or with so many zeros."""
        ...

    def call(self, symbol: str, *arguments: int) -> int:
        """Call a function with words as arguments; its result."""
        ...


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
    plain: tuple[str, ...]
    """The forms that the paper compares with: NEON and ARM assembly, written the plain way."""
    margin: int
    """Blocks to measure with: a whole number of cache lines."""
    prepare: Callable[[Caller], int]
    """Makes the machine ready for a message; what `process` needs to know."""
    process: Callable[[Caller, int, int, int, int], None]
    """A message at an address, of so many bytes, to an output."""

    def takes(self, one: Permutation) -> bool:
        """Whether the mode can run on this kernel: its width, and a number of rounds that it can do."""
        return one.width == 8 * self.width and self.rounds % one.period == 0

    def machine(self, isa: InstructionSet, one: Permutation, kat: bool = False, calls: bool = False) -> Machine:
        """A machine with the mode on this kernel; with the program of its known answers if that is asked for.

        With `calls` each block calls the permutation, even where the kernel has a function for the steps of Ketje.
        """
        source = f"{self.source}_kat" if kat else self.source
        return Machine(isa, build(isa, [one], [HERE / f"{source}.c"], more=self.define(one, calls), headers=HEADERS))

    def define(self, one: Permutation, calls: bool) -> str:
        """What the mode's C is told of a kernel."""
        define = f"#define W {self.width}\n" if self.source != "sha3_512" else ""
        define += f"#define PERMUTE {one.name}\n"
        if one.steps and not calls:
            define += f"#define STEPS {one.name}_steps\n"
        return define

    def measure(self, isa: InstructionSet, one: Permutation, calls: bool = False) -> "Measurement":
        """What a long message costs at the margin, and what a first short one does.

        At the margin: between two messages of which one is `margin` blocks longer. The program has run before; the messages
        have not been touched, so each of their lines comes from memory once.
        """
        machine = self.machine(isa, one, calls=calls)
        memory = Memory()
        taken = []
        for count in (self.margin + 2, self.margin + 2, 2 * self.margin + 2):
            size = count * self.block
            data, out = machine.place(bytes(i % 251 for i in range(size))), machine.place(size + 64)
            at = self.prepare(machine)
            memory.counts = Counts()
            machine.executed = {}
            with machine.observe(memory):
                self.process(machine, at, data, size, out)
            taken.append((memory.counts, dict(machine.executed)))
        mix = {name: count - taken[1][1].get(name, 0) for name, count in taken[2][1].items()}
        margin = taken[2][0] - taken[1][0]
        output = machine.read(out, size + 64)
        return Measurement(margin, self.margin * self.block, mix, taken[0][0], (self.margin + 2) * self.block, output)


@dataclass(frozen=True)
class Measurement:
    """What an algorithm cost in one form."""

    margin: Counts
    size: int
    """Bytes of message at the margin."""
    mix: dict[str, int]
    """How often each of the set's instructions was executed at the margin."""
    first: Counts
    """A first message, with nothing in the caches."""
    first_bytes: int
    output: bytes
    """What came out for the last message: the same in every form."""

    @property
    def instructions_per_byte(self) -> float:
        """At the margin."""
        return self.margin.instructions / self.size

    def cycles_per_byte(self, at: Latencies) -> float:
        """At the margin."""
        return self.margin.cycles(at) / self.size


HEADERS = [HERE / "state.h", HERE / "keyak.c", HERE / "ketje.c"]


def _no_state(_: Caller) -> int:
    return 0


def _keyak_start(machine: Caller) -> int:
    at = machine.place(machine.call("keyak_size"))
    key = machine.place(bytes(range(16)))
    machine.call("keyak_start", at, key, 16, key, 16, 0, 0, 0)
    return at


def _ketje_start(machine: Caller) -> int:
    at = machine.place(machine.call("ketje_size"))
    key = machine.place(bytes(range(16)))
    machine.call("ketje_start", at, key, 12, key, 8)
    return at


def _sha3(machine: Caller, _: int, data: int, size: int, out: int) -> None:
    machine.call("sha3_512", data, size, out)


def _keyak(machine: Caller, at: int, data: int, size: int, out: int) -> None:
    machine.call("keyak_wrap", at, data, size, 0, 0, out + 16, out, 0, 0)


def _ketje(machine: Caller, at: int, data: int, size: int, out: int) -> None:
    machine.call("ketje_crypt", at, data, size, out, 0)


ALGORITHMS = [
    Algorithm("sha3-512", "sha3_512", 8, "neon_1600", "extended_1600", 72, 24, ("plain_1600", "arm_1600"), 8, _no_state, _sha3),
    Algorithm(
        "lake-keyak", "keyak", 8, "neon_1600", "extended_1600", 168, 12, ("plain_1600", "arm_1600"), 8, _keyak_start, _keyak
    ),
    Algorithm("river-keyak", "keyak", 4, "neon_800", "extended_800", 68, 12, ("arm_800",), 16, _keyak_start, _keyak),
    Algorithm("ketje-sr", "ketje", 2, "neon_400", "extended_400", 4, 1, ("arm_400",), 128, _ketje_start, _ketje),
    Algorithm("ketje-jr", "ketje", 1, "neon_200", "vector_200", 2, 1, ("arm_200",), 256, _ketje_start, _ketje),
]


def _key(machine: Caller) -> int:
    return machine.place(bytes(range(32)))


def _generator_start(machine: Caller) -> int:
    at = machine.place(machine.call("sponge_size"))
    machine.call("generator_start", at)
    machine.call("generator_feed", at, machine.place(bytes(range(32))), 32)
    return at


def _mac(machine: Caller, at: int, data: int, size: int, out: int) -> None:
    machine.call("kmac256", at, 32, data, size, out, 64)


def _key_stream(machine: Caller, at: int, data: int, size: int, out: int) -> None:
    machine.call("key_stream", at, 16, at + 16, 16, data, size, out)


def _generator(machine: Caller, at: int, _: int, size: int, out: int) -> None:
    machine.call("generator_fetch", at, out, size)


#: The rest of the paper's application stack.
APPLICATIONS = [
    Algorithm(name, "sponge", 8, "neon_1600", "extended_1600", 136, 24, ("plain_1600", "arm_1600"), 8, prepare, process)
    for name, prepare, process in (
        ("MAC (KMAC256)", _key, _mac),
        ("key stream (SHAKE256)", _key, _key_stream),
        ("generator (duplex)", _generator_start, _generator),
    )
]
