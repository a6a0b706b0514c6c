"""Whether a kernel is Keccak-p: against the definition, on random states and for every number of rounds."""

import random

from ..build import build
from ..definition import full_rounds, permute
from ..errors import KernelError
from ..isa import InstructionSet
from ..machine import Machine
from .permutation import IMAGE, Permutation


def apply(machine: Machine, kernel: Permutation, lanes: list[int], rounds: int) -> list[int]:
    """The lanes after the kernel."""
    address = machine.place(kernel.pack(lanes))
    machine.call(kernel.name, address, rounds)
    return kernel.unpack(machine.read(address, IMAGE))


def verify(isa: InstructionSet, kernel: Permutation, unrolled: bool = True) -> Machine:
    """`KernelError` with the first lane that is wrong; the machine that ran it if none is."""
    machine = Machine(isa, build(isa, [kernel], unrolled=unrolled))
    rng, full = random.Random(kernel.name), full_rounds(kernel.width)
    for rounds in range(kernel.period, full + 1, kernel.period):
        lanes = [rng.getrandbits(kernel.width) for _ in range(25)]
        found, wanted = apply(machine, kernel, lanes, rounds), permute(lanes, kernel.width, rounds)
        for k in range(25):
            if found[k] != wanted[k]:
                where = f"after {rounds} of its rounds lane (x {k % 5}, y {k // 5}) of a random state"
                shown = [f"{lane:0{kernel.width // 4}x}" for lane in (found[k], wanted[k])]
                raise KernelError(
                    f"kernel {kernel.name} is not Keccak-p[{25 * kernel.width}]: {where} is {shown[0]} and not {shown[1]}"
                )
    return machine
