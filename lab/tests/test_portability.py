"""Table 2 against the slides, and the ARMv8.2 kernel under qemu."""

import random
import shutil

import pytest

from lanesum_lab import definition
from lanesum_lab.isa.keccak import instruction_set
from lanesum_lab.portability import WIDTH, aarch64, feasibility, since_rows, texts


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


def test_table_as_code(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each text is Keccak-p (or `KernelError`), and takes what its parts do."""
    found = {(row["on"], row["bits"]): row for row in texts.figures(instruction_set())}
    if missing := [row["missing"] for row in found.values() if "missing" in row]:
        pytest.skip(missing[0])
    at = {key: row["instructions_per_round"] for key, row in found.items()}
    assert at["AVX with the six", 1600] == 15 + 2 + 5 + 25 + 5 * (3 + 3 + 3) + 1
    assert all(at["AVX with the six", bits] == 10 + 3 + 5 + 25 + 5 * (3 + 2 + 2) + 1 for bits in (800, 400, 200))
    for bits in definition.WIDTHS:
        assert at["RV64 with the six", bits] < 0.7 * at["RV64", bits]
        # chi3 fits, but what brings its two lanes together costs more than it saves.
        assert ("RV64 with chi3, too", bits) not in at or at["RV64 with chi3, too", bits] > at["RV64 with the six", bits]
    monkeypatch.setattr(shutil, "which", lambda _: None)
    assert all("apt-get install" in row["missing"] for row in texts.figures(instruction_set()))
