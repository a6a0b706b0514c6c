"""Every kernel against the definition, and the definition against published values."""

import random

import pytest

from lanesum_lab import definition
from lanesum_lab.build import build
from lanesum_lab.isa.keccak import instruction_set
from lanesum_lab.kernels.catalog import Kernel, kernels
from lanesum_lab.machine import Machine

KERNELS = kernels()

# Zero state, one application of Keccak-f, and Keccak-p with 12 rounds: the first bytes (kats/keccak.md, section 1).
ZERO = {
    200: ("3c2826841cb35c171eaae9b811134ceaa3852c69d2c5abafea", "bc21cccfba09007453cf0a0ee67b77cb8c79186403e3f4c474"),
    400: ("f509ac40a90ff5149fe8a0ecd15b7078f0ef8fbf37035260", "d22b80b28225e740b94c89cdf7d6e792bbef1b6d60c5bd8b"),
    800: ("5dd431e5fbc604f499bfa0232f45f8f142d0ff5178f539e5", "0b3e6e25cb9aebd24d7f25c1669636eda9cf4ef7c9ea4dd5"),
    1600: ("e7dde140798f25f18a47c033f9ccd584eea95aa61e2698d5", "1786a7b938545e8e1ed059f2506acdd9351fa952c6e7b887"),
}


def apply(machine: Machine, kernel: Kernel, lanes: list[int], rounds: int) -> list[int]:
    image, size, places = bytearray(kernel.zero()), kernel.width // 8, kernel.places()
    for lane, place in zip(lanes, places, strict=True):
        image[place : place + size] = lane.to_bytes(size, "little")
    address = machine.place(bytes(image))
    machine.call(kernel.name, address, rounds)
    out = machine.read(address, len(image))
    return [int.from_bytes(out[place : place + size], "little") for place in places]


@pytest.mark.parametrize("bits", sorted(ZERO))
def test_definition(bits: int) -> None:
    width = definition.WIDTHS[bits]
    for rounds, answer in zip((None, 12), ZERO[bits], strict=True):
        out = definition.to_bytes(definition.permute([0] * 25, width, rounds), width)
        assert out.hex().startswith(answer)


@pytest.mark.parametrize("unrolled", [True, False])
@pytest.mark.parametrize("kernel", KERNELS, ids=lambda one: one.name)
def test_kernel(kernel: Kernel, unrolled: bool) -> None:
    machine = Machine(instruction_set(), build(instruction_set(), [kernel], unrolled=unrolled))
    rng = random.Random(kernel.name)
    full = definition.full_rounds(kernel.width)
    for rounds in [n for n in (full, 1, 2, 12, 6, full - 1) if n % kernel.period == 0]:
        lanes = [rng.getrandbits(kernel.width) for _ in range(25)]
        assert apply(machine, kernel, lanes, rounds) == definition.permute(lanes, kernel.width, rounds)
    assert bool(machine.executed) == kernel.extended
