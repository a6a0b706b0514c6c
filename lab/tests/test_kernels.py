"""Every kernel against the definition, and the definition against published values."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lanesum_lab import definition
from lanesum_lab.definition import rotl
from lanesum_lab.errors import KernelError
from lanesum_lab.isa.keccak import instruction_set
from lanesum_lab.kernels import arm, rows
from lanesum_lab.kernels.allocate import in_order
from lanesum_lab.kernels.catalog import Kernel, kernel, kernels
from lanesum_lab.kernels.ir import Code
from lanesum_lab.kernels.permutation import split, unite
from lanesum_lab.kernels.verify import verify

KERNELS = kernels()

# Zero state, one application of Keccak-f, and Keccak-p with 12 rounds: the first bytes (kats/keccak.md, section 1).
ZERO = {
    200: ("3c2826841cb35c171eaae9b811134ceaa3852c69d2c5abafea", "bc21cccfba09007453cf0a0ee67b77cb8c79186403e3f4c474"),
    400: ("f509ac40a90ff5149fe8a0ecd15b7078f0ef8fbf37035260", "d22b80b28225e740b94c89cdf7d6e792bbef1b6d60c5bd8b"),
    800: ("5dd431e5fbc604f499bfa0232f45f8f142d0ff5178f539e5", "0b3e6e25cb9aebd24d7f25c1669636eda9cf4ef7c9ea4dd5"),
    1600: ("e7dde140798f25f18a47c033f9ccd584eea95aa61e2698d5", "1786a7b938545e8e1ed059f2506acdd9351fa952c6e7b887"),
}


@pytest.mark.parametrize("bits", sorted(ZERO))
def test_definition(bits: int) -> None:
    width = definition.WIDTHS[bits]
    for rounds, answer in zip((None, 12), ZERO[bits], strict=True):
        out = definition.to_bytes(definition.permute([0] * 25, width, rounds), width)
        assert out.hex().startswith(answer)


def test_definition_of_lanes_below_a_byte() -> None:
    """Keccak-f of the zero state, a digit for each lane: as `lanesum::hazmat` has it."""
    answers = ((4, "665cdebad62f02850d77eaa01"), (2, "0231110333111310132030102"), (1, "0011011001000000010101010"))
    for width, answer in answers:
        assert "".join(f"{lane:x}" for lane in definition.permute([0] * 25, width)) == answer


@pytest.mark.parametrize("unrolled", [True, False])
@pytest.mark.parametrize("one", KERNELS, ids=lambda one: one.name)
def test_kernel(one: Kernel, unrolled: bool) -> None:
    assert bool(verify(instruction_set(), one, unrolled).executed) == one.extended


@pytest.mark.parametrize("one", arm.plain(), ids=lambda one: one.name)
def test_arm(one: arm.Assembly) -> None:
    """ARM assembly for every number of rounds, odd ones, too; none of the instructions is used."""
    assert verify(instruction_set(), one).executed == {}


@given(st.lists(st.integers(0, 2**64 - 1), min_size=25, max_size=25), st.integers(0, 63))
def test_interleaving(state: list[int], amount: int) -> None:
    """Even and odd bits, by their definition; a rotation of the lane is one of each, and an odd one exchanges them."""
    lane = state[0]
    even, odd = split(lane)
    assert [even >> k & 1 for k in range(32)] == [lane >> 2 * k & 1 for k in range(32)]
    assert [odd >> k & 1 for k in range(32)] == [lane >> 2 * k + 1 & 1 for k in range(32)]
    half = amount // 2
    moved = (rotl(even, half, 32), rotl(odd, half, 32)) if amount % 2 == 0 else (rotl(odd, half + 1, 32), rotl(even, half, 32))
    assert split(rotl(lane, amount, 64)) == moved
    one = arm.Assembly("x", 64, True)
    assert one.unpack(one.pack(state)) == state
    assert unite(even, odd) == lane


def test_wrong_kernel_is_found() -> None:
    """One instruction changed: the lane that is wrong is named."""

    def wrong() -> Code:
        code = rows.round_800()
        at = next(k for k, one in enumerate(code.ops) if one.text.startswith("vbic"))
        code.ops[at] = replace(code.ops[at], text=code.ops[at].text.replace("vbic", "vand"))
        return code

    right = kernel("neon_800")
    # The same registers serve: only what is computed is another thing.
    other = replace(right, write=wrong)
    other.__dict__["allocation"] = replace(right.allocation, code=in_order(wrong(), list(range(len(wrong().ops)))))
    with pytest.raises(KernelError, match=r"neon_800 is not Keccak-p\[800\]: after 1 of its rounds lane \(x"):
        verify(instruction_set(), other)


def test_lengths() -> None:
    """The lengths of rounds and steps that lab/README.md states."""
    assert {one.name: one.instructions for one in KERNELS} == {
        "neon_1600": 119,
        "plain_1600": 158,
        "extended_1600": 63,
        "neon_800": 84,
        "extended_800": 49,
        "neon_400": 54,
        "extended_400": 49,
        "neon_200": 34,
        "vector_200": 33,
        "extended_200": 49,
    } | {f"{name}_{bits}": count for bits in (100, 50, 25) for name, count in (("neon", 34), ("vector", 33), ("extended", 49))}
    assert {one.name: one.instructions for one in arm.plain()} == {
        "arm_1600": 432,
        "arm_800": 202,
        "arm_400": 234,
        "arm_200": 232,
    }
    steps = {one.name: one.instructions_per_step for one in KERNELS if one.steps}
    assert steps == {"neon_400": 62, "extended_400": 57, "neon_200": 38, "vector_200": 37, "extended_200": 57}
