"""The Verilog units against the specification, and that a wrong one is found."""

import pytest

from lanesum_lab import hardware
from lanesum_lab.errors import ToolError, UnitError
from lanesum_lab.isa.keccak import instruction_set

ISA = instruction_set()


@pytest.mark.parametrize("form", ["plain", "lean"])
@pytest.mark.parametrize("unit", sorted(hardware.units(ISA)))
def test_unit(unit: str, form: str) -> None:
    assert hardware.simulate(hardware.forms()[form], unit, hardware.units(ISA)[unit]) > 300


def test_wrong_unit_is_found() -> None:
    wrong = hardware.forms()["plain"].replace("~n[31:0]", "n[31:0]")
    with pytest.raises(UnitError, match=r"unit chi3 does not compute what chi3.u32 is: for n = \w+, m = \w+ it answers"):
        hardware.simulate(wrong, "chi3", hardware.units(ISA)["chi3"])


def test_what_is_no_verilog_is_named() -> None:
    with pytest.raises(ToolError, match=r"iverilog does not take it: unit.v:\d+: (syntax )?error"):
        hardware.simulate("module chi3(input [63:0] n, output d) assign d = ; endmodule", "chi3", hardware.units(ISA)["chi3"])


def test_cost() -> None:
    """A row of NAND gates is as many gate equivalents: the count means what it says."""
    nands = "module nands(input [7:0] n, input [7:0] m, output [7:0] d); assign d = ~(n & m); endmodule"
    cost = hardware.synthesise(nands, "nands", "plain")
    assert (cost.gates, cost.transistors, cost.cells) == (8.0, 32, 8)
