"""The Verilog units against the specification, and that a wrong one is found."""

from pathlib import Path

import pytest

from lanesum_lab import hardware, needs
from lanesum_lab.errors import ToolError, UnitError
from lanesum_lab.hardware.proof import prove
from lanesum_lab.isa.keccak import instruction_set

ISA = instruction_set()


@pytest.mark.parametrize("form", ["plain", "lean"])
@pytest.mark.parametrize("unit", sorted(hardware.units(ISA)))
def test_unit(unit: str, form: str) -> None:
    assert hardware.simulate(hardware.forms()[form], unit, hardware.units(ISA)[unit]) > 300


@pytest.mark.parametrize("form", ["plain", "lean"])
@pytest.mark.parametrize("unit", sorted(hardware.units(ISA)))
def test_unit_for_all_inputs(unit: str, form: str) -> None:
    of_it = hardware.units(ISA)[unit]
    assert prove(hardware.forms()[form], unit, of_it) == len(of_it)


def test_wrong_unit_is_found() -> None:
    wrong = hardware.forms()["plain"].replace("~n[31:0]", "n[31:0]")
    with pytest.raises(UnitError, match=r"unit chi3 does not compute what chi3.u32 is: for m = \w+, n = \w+$"):
        prove(wrong, "chi3", hardware.units(ISA)["chi3"])
    # Wrong for one immediate alone, in one bit.
    wrong = hardware.forms()["plain"].replace("d = twice[127:64]", "d = twice[127:64] ^ {63'b0, i == 37 && n == 64'h123456789}")
    assert hardware.simulate(wrong, "kxorr64", hardware.units(ISA)["kxorr64"]) > 300
    with pytest.raises(UnitError, match=r"kxorr64 is: for i = 25, m = \w+, n = 123456789$"):
        prove(wrong, "kxorr64", hardware.units(ISA)["kxorr64"])
    wrong = hardware.forms()["plain"].replace("~n[31:0]", "n[31:0]")
    with pytest.raises(UnitError, match=r"unit chi3 does not compute what chi3.u32 is: for n = \w+, m = \w+ it answers"):
        hardware.simulate(wrong, "chi3", hardware.units(ISA)["chi3"])


def test_what_is_no_verilog_is_named() -> None:
    with pytest.raises(ToolError, match=r"iverilog does not take it: unit.v:\d+: (syntax )?error"):
        hardware.simulate("module chi3(input [63:0] n, output d) assign d = ; endmodule", "chi3", hardware.units(ISA)["chi3"])


def test_only_the_bits_of_its_own_register_count() -> None:
    """rl1x.u8 writes an S register: what the unit puts out above it does not matter, and what lies in it does."""
    plain, of_it = hardware.forms()["plain"], hardware.units(ISA)["rl1x"]
    line = "2'd0: d = {32'b0, n[31:0]"
    assert line in plain
    assert hardware.simulate(plain.replace(line, "2'd0: d = {n[63:32], n[31:0]"), "rl1x", of_it) > 300
    with pytest.raises(UnitError, match=r"rl1x\.u8 is: "):
        hardware.simulate(plain.replace(line, "2'd0: d = {32'b0, ~n[31], n[30:0]"), "rl1x", of_it)


def test_a_unit_of_wires_costs_nothing() -> None:
    cost = hardware.synthesise(
        "module wires(input [7:0] n, input [7:0] m, output [7:0] d); assign d = n; endmodule", "wires", ""
    )
    assert (cost.gates, cost.transistors, cost.cells, cost.path) == (0, 0, 0, 0)


def test_a_tool_that_does_not_end_is_stopped(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(needs, "TIMEOUT", 0.2)
    with pytest.raises(ToolError, match=r"^sh did not end within 0\.2 seconds, and was stopped$"):
        # Its children, too: one that lives holds the pipe.
        needs.run(["sh", "-c", "sleep 30; true"], tmp_path)


def test_cost() -> None:
    """A row of NAND gates is as many gate equivalents: the count means what it says."""
    nands = "module nands(input [7:0] n, input [7:0] m, output [7:0] d); assign d = ~(n & m); endmodule"
    cost = hardware.synthesise(nands, "nands", "plain")
    assert (cost.gates, cost.transistors, cost.cells) == (8.0, 32, 8)
