"""Whether a kernel is Keccak-p: against the definition, on random states and for every number of rounds."""

import random

from ..build import build
from ..definition import full_rounds, permute
from ..errors import KernelError
from ..isa import InstructionSet
from ..machine import Machine
from .catalog import Kernel


def apply(machine: Machine, kernel: Kernel, lanes: list[int], rounds: int) -> list[int]:
    """The lanes after the kernel."""
    image, size, places = bytearray(kernel.zero()), kernel.width // 8, kernel.places()
    for lane, place in zip(lanes, places, strict=True):
        image[place : place + size] = lane.to_bytes(size, "little")
    address = machine.place(bytes(image))
    machine.call(kernel.name, address, rounds)
    out = machine.read(address, len(image))
    return [int.from_bytes(out[place : place + size], "little") for place in places]


def verify(isa: InstructionSet, kernel: Kernel, unrolled: bool = True) -> Machine:
    """`KernelError` with the first lane that is wrong; the machine that ran it if none is."""
    machine = Machine(isa, build(isa, [kernel], unrolled=unrolled))
    rng, full = random.Random(kernel.name), full_rounds(kernel.width)
    for rounds in range(kernel.period, full + 1, kernel.period):
        lanes = [rng.getrandbits(kernel.width) for _ in range(25)]
        found, wanted = apply(machine, kernel, lanes, rounds), permute(lanes, kernel.width, rounds)
        for k in range(25):
            if found[k] != wanted[k]:
                raise KernelError(
                    f"kernel {kernel.name} is not Keccak-p[{kernel.bits}]: after {rounds} of its rounds lane (x {k % 5}, y "
                    f"{k // 5}) of a random state is {found[k]:0{kernel.width // 4}x} and not {wanted[k]:0{kernel.width // 4}x}"
                )
    return machine
