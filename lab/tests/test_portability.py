"""Table 2 against the slides, and the ARMv8.2 kernel under qemu."""

import random

import pytest

from lanesum_lab import definition
from lanesum_lab.isa.keccak import instruction_set
from lanesum_lab.portability import WIDTH, aarch64, feasibility, since_rows


def test_table() -> None:
    rows = feasibility(instruction_set())
    different = [
        (row.instruction, name, mine, (row.paper or {})[name])
        for row in rows
        for name, mine in row.derived.items()
        if mine != (row.paper or {})[name]
    ]
    # The one star of the slides that no rule of theirs explains; see lab/README.md.
    assert different == [("rl1x", "64 bit Arch", "yes", "some")]
    # Whatever does not fit, it is for the width of a register.
    reasons = [reason for row in rows for reason in row.why.split("; ") if reason]
    assert len(reasons) == 9
    assert all(WIDTH in reason for reason in reasons)


@pytest.mark.parametrize("bits", sorted(definition.WIDTHS))
def test_aarch64(bits: int) -> None:
    width = definition.WIDTHS[bits]
    rounds, rng = definition.full_rounds(width), random.Random(bits)
    lanes = [rng.getrandbits(width) for _ in range(25)]
    done = aarch64.run(lanes, width)
    assert done.lanes == definition.permute(lanes, width)
    assert done.instructions == 67 * rounds
    found = aarch64.figures(bits)
    assert found["instructions_per_round"] == 67 == sum(found["per_round"].values())


def test_since() -> None:
    """The rules against what is known by other ways: the counted ARMv8.2 round, and RISC-V's by hand."""
    at = {row["name"]: row for row in since_rows()}
    # Without the load of the constant, and with one instruction for each lane in rho.
    assert at["ARMv8.2-A SHA3"]["total"] == 67 - 1
    zbb = at["RISC-V Zbb or Zbkb"]
    assert [zbb[key] for key in ("parity", "effect", "add_rotate", "chi", "iota")] == [20, 10, 25 + 24, 50, 1]
    assert zbb["total"] == 130
    assert all(name in at for name in ("RISC-V Zvkb or Zvbb", "RISC-V vkeccak.vi (drafted as Zvknhk)", "RV64I"))
