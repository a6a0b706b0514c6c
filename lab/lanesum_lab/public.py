"""Somebody's assembly for ARM, measured as the kernels are: instructions of a round, and of the algorithms that it serves.

The file stays where it is; nothing of it is kept. Its results are first compared with the definition.
"""

import random
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .build import build
from .definition import full_rounds, permute
from .errors import KernelError, LabError, MachineError, ToolError
from .isa import InstructionSet
from .kernels import steps
from .kernels.catalog import kernel
from .kernels.permutation import IMAGE, InMemory
from .machine import Counts, Latencies, Machine
from .machine.timing import Memory
from .modes import ALGORITHMS

#: What the function's name has in place of a number of rounds, if there is one function for each number.
ROUNDS = "{}"
#: The other number of rounds that is counted, beside all: what a round takes is their difference.
FEWER = 12
#: Instructions after which a function is taken not to end.
LIMIT = 1_000_000


@dataclass(frozen=True)
class Public(InMemory):
    """Code of a file: `void FUNCTION(void *state, unsigned rounds)`, the state in memory, lane after lane or interleaved."""

    text: str
    function: str

    def entry(self, rounds: int) -> str:
        """The function to call for so many rounds."""
        return self.function.replace(ROUNDS, str(rounds))

    def declaration(self) -> str:
        """The function, for a program in C."""
        fewer, full = self.entry(FEWER), self.entry(full_rounds(self.width))
        names = dict.fromkeys((fewer, full))
        call = f"if (rounds == {FEWER}) {fewer}(image, rounds); else {full}(image, rounds);" if len(names) > 1 else ""
        return (
            "".join(f"void {one}(void *state, unsigned rounds);\n" for one in names)
            + "static inline __attribute__((always_inline)) "
            + f"void {self.name}(void *image, unsigned rounds) {{ {call or f'{full}(image, rounds);'} }}\n"
        )

    def assembly(self, unrolled: bool = True) -> str:
        """The file as it is."""
        return self.text


def _text(path: Path) -> str:
    if not path.is_file():
        raise LabError(f"{path}: there is no such file")
    return path.read_bytes().decode(errors="replace")


def read(isa: InstructionSet, path: Path, function: str, bits: int) -> Public:
    """The function of a file, with the layout of the state that it has; `LabError` if it is not this permutation."""
    text = _text(path)
    try:
        return _find(isa, text, function, bits)
    except (KernelError, MachineError, ToolError) as error:
        raise LabError(f"{path}: {error}") from error


def _find(isa: InstructionSet, text: str, function: str, bits: int) -> Public:
    full = full_rounds(bits // 25)
    for interleaved in (False, True) if bits == 1600 else (False,):
        found = Public("public", bits // 25, interleaved, text, function)
        machine = Machine(isa, build(isa, [found]))
        names = dict.fromkeys(found.entry(rounds) for rounds in (FEWER, full))
        if machine.program and not machine.program.symbols.keys() >= names.keys():
            raise KernelError(f"there is no function {' or no '.join(names)}")
        if all(_right(machine, found, rounds) for rounds in (FEWER, full)):
            return found
    raise KernelError(f"{function} is not Keccak-p[{bits}] on a state of lanes{', interleaved or not' if bits == 1600 else ''}")


def _right(machine: Machine, one: Public, rounds: int) -> bool:
    lanes = [random.Random(rounds).getrandbits(one.width) for _ in range(25)]
    at = machine.place(one.pack(lanes))
    machine.run(machine.address(one.entry(rounds)), at, rounds, limit=LIMIT)
    return one.unpack(machine.read(at, IMAGE)) == permute(lanes, one.width, rounds)


def count(isa: InstructionSet, one: Public, at: Latencies) -> dict[str, Any]:
    """What a round takes, its part of the loop included, and the algorithms of this width."""
    full, machine = full_rounds(one.width), Machine(isa, build(isa, [one]))
    counts, image = [], machine.place(one.pack([0] * 25))
    for rounds in (FEWER, full):
        memory = Memory()
        with machine.observe(memory):
            machine.call(one.entry(rounds), image, rounds)
        counts.append(memory.counts)
    margin: Counts = counts[1] - counts[0]
    rows = []
    for algorithm in ALGORITHMS:
        if algorithm.takes(one) and (ROUNDS not in one.function or algorithm.rounds in (FEWER, full)):
            # A block of Ketje calls the permutation in both forms.
            base, more = (algorithm.measure(isa, form, calls=True) for form in (one, kernel(algorithm.extended)))
            if base.output != more.output:
                raise KernelError(f"{algorithm.name} has another output with {one.function} than with {algorithm.extended}")
            rows.append(
                {
                    "algorithm": algorithm.name,
                    "instructions_per_byte": base.instructions_per_byte,
                    "cycles_per_byte": base.cycles_per_byte(at),
                    "extended_times_fewer_instructions": base.instructions_per_byte / more.instructions_per_byte,
                    "extended_times_as_fast": base.cycles_per_byte(at) / more.cycles_per_byte(at),
                }
            )
    return {
        "bits": one.bits,
        "interleaved": one.interleaved,
        "instructions_per_round": margin.instructions / (full - FEWER),
        "references_per_round": margin.references / (full - FEWER),
        "rounds": full,
        "instructions_per_call": counts[1].instructions,
        "algorithms": rows,
    }


def ketje(lanes: list[int], data: bytes, width: int) -> tuple[list[int], bytes]:
    """Steps of Ketje v2 on full blocks by their definition: the state afterwards, and what comes out."""
    lanes, out, size = list(lanes), b"", width // 8
    for at in range(0, len(data), 2 * size):
        for k, lane in enumerate(steps.OUTER):
            lanes[lane] ^= int.from_bytes(data[at + k * size : at + (k + 1) * size], "little")
            out += lanes[lane].to_bytes(size, "little")
        lanes[steps.FRAME] ^= steps.FRAME_BITS
        lanes = permute(lanes, width, 1)
    return lanes, out


def count_steps(isa: InstructionSet, path: Path, function: str, bits: int, at: Latencies) -> dict[str, Any]:
    """What a block of Ketje takes in `void FUNCTION(void *state, const void *in, void *out, unsigned blocks)`."""
    one = Public("public", bits // 25, False, _text(path), function)
    algorithm = next(known for known in ALGORITHMS if known.source == "ketje" and known.takes(one))
    counts = []
    try:
        machine = Machine(isa, build(isa, [one]))
        if machine.program and function not in machine.program.symbols:
            raise KernelError(f"there is no function {function}")
        memory = Memory()
        # The first call brings the program into the caches; the messages come from memory, each line once.
        for blocks in (algorithm.margin, algorithm.margin, 2 * algorithm.margin):
            rng = random.Random(blocks)
            lanes, data = [rng.getrandbits(one.width) for _ in range(25)], rng.randbytes(blocks * algorithm.block)
            state, source, target = machine.place(one.pack(lanes)), machine.place(data), machine.place(len(data))
            memory.counts = Counts()
            with machine.observe(memory):
                machine.run(machine.address(function), state, source, target, blocks, limit=LIMIT)
            counts.append(memory.counts)
            if (one.unpack(machine.read(state, IMAGE)), machine.read(target, len(data))) != ketje(lanes, data, one.width):
                raise KernelError(f"{function} does not do the steps of {algorithm.name}, version 2")
    except (KernelError, MachineError, ToolError) as error:
        raise LabError(f"{path}: {error}") from error
    margin, more = counts[2] - counts[1], algorithm.measure(isa, kernel(algorithm.extended))
    size = algorithm.margin * algorithm.block
    return {
        "algorithm": algorithm.name,
        "instructions_per_block": margin.instructions / algorithm.margin,
        "instructions_per_byte": margin.instructions / size,
        "cycles_per_byte": margin.cycles(at) / size,
        "extended_times_fewer_instructions": margin.instructions / size / more.instructions_per_byte,
        "extended_times_as_fast": margin.cycles(at) / size / more.cycles_per_byte(at),
    }
