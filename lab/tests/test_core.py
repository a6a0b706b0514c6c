"""The core in RTL: every form on it against the definition and against the ARM machine, and the figures made of that."""

import hashlib
import random
import shutil

import pytest

from lanesum_lab import core
from lanesum_lab.core import figures
from lanesum_lab.core.forms import forms
from lanesum_lab.definition import NARROW, WIDTHS, full_rounds, permute
from lanesum_lab.isa.keccak import instruction_set
from lanesum_lab.kernels.catalog import kernel
from lanesum_lab.machine.timing import HEADLINE
from lanesum_lab.modes import ALGORITHMS, APPLICATIONS, Algorithm
from lanesum_lab.needs import MissingError
from lanesum_lab.report.core import core_line, core_section
from lanesum_lab.report.page import _table

ISA = instruction_set()


def missing() -> str:
    """What is not installed, in one line."""
    try:
        core.core()
    except MissingError as error:
        return str(error)
    return ""


on_core = pytest.mark.skipif(bool(missing()), reason=missing())


@on_core
@pytest.mark.parametrize("bits", sorted(WIDTHS | NARROW))
def test_permutation(bits: int) -> None:
    rng, width = random.Random(bits), bits // 25
    for name, one in forms(ISA, bits).items():
        for rounds in (full_rounds(width), 3 * one.period):
            lanes = [rng.getrandbits(width) for _ in range(25)]
            cost, out = core.permutation(ISA, one, lanes, rounds)
            assert out == permute(lanes, width, rounds)
            assert (name == "rv32") == (cost.counts.custom == 0)


@on_core
@pytest.mark.parametrize("one", [*ALGORITHMS, *APPLICATIONS], ids=lambda one: one.name)
def test_algorithm(one: Algorithm) -> None:
    """The same output as on the ARM machine, which has known answers."""
    found = {name: core.algorithm(ISA, one, form) for name, form in forms(ISA, 200 * one.width).items()}
    wanted = one.measure(ISA, kernel(one.baseline)).output
    if one.source == "sha3_512":
        size = (2 * one.margin + 2) * one.block
        assert wanted[:64] == hashlib.sha3_512(bytes(i % 251 for i in range(size))).digest()
    assert [found[name].output for name in found] == [wanted] * 3
    assert found["rv32"].cycles > found["words"].cycles > found["vector"].cycles


@on_core
def test_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(figures, "ALGORITHMS", ALGORITHMS[:1])
    monkeypatch.setattr(figures, "APPLICATIONS", [])
    monkeypatch.setattr(figures, "SYSTEMS", {"rv32": core.SYSTEMS["rv32"]})
    found = figures.figures(ISA, HEADLINE, lambda _: None)
    assert len(found["rows"]) == 24
    # PicoRV32's own table: three cycles for most instructions, five for loads and stores; and one to ask a unit.
    for name, cycles in (("instructions", 3), ("custom", 1), ("references", 2)):
        assert found["fit"][name] == pytest.approx(cycles, abs=0.2)
    assert found["fit"]["worst"] < 0.03
    assert found["systems"][0]["gates"] == pytest.approx(21094, rel=0.05)
    assert "times as fast with the six" in core_line(found)
    assert "Fitted: 3." in core_section(found, _table) or "Fitted: 2.9" in core_section(found, _table)


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None if name == "verilator" else name)
    found = figures.figures(ISA, HEADLINE, lambda _: None)
    assert found == {"missing": "not installed: verilator. To install: apt-get install verilator"}
    assert "apt-get install verilator" in core_section(found, _table)
