"""Units equal their specification for all inputs: it, run on symbols, against the Verilog, by the SAT solver of yosys."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

from ..errors import ToolError, UnitError
from ..isa import Instruction
from ..needs import require, run
from . import ports

#: A bit: a constant, or a Verilog expression.
Bit = str


class Symbol:
    """An integer of symbolic bits, which counts as unsigned unless it was inverted: `rest` is each bit above them."""

    def __init__(self, bits: list[Bit], rest: Bit = "0") -> None:
        self.bits, self.rest = bits, rest

    @staticmethod
    def of(value: Symbol | int) -> Symbol:
        """A symbol of an integer's bits."""
        if isinstance(value, Symbol):
            return value
        return Symbol([str(value >> k & 1) for k in range(value.bit_length())], "0" if value >= 0 else "1")

    def bit(self, k: int) -> Bit:
        """Bit k."""
        return self.bits[k] if k < len(self.bits) else self.rest

    def _with(self, other: Symbol | int, operation: str) -> Symbol:
        other = Symbol.of(other)
        pairs = [(self.bit(k), other.bit(k)) for k in range(max(len(self.bits), len(other.bits)))]
        return Symbol([_two(operation, *pair) for pair in pairs], _two(operation, self.rest, other.rest))

    def __xor__(self, other: Symbol | int) -> Symbol:
        return self._with(other, "^")

    def __and__(self, other: Symbol | int) -> Symbol:
        return self._with(other, "&")

    def __or__(self, other: Symbol | int) -> Symbol:
        return self._with(other, "|")

    def __add__(self, other: Symbol | int) -> Symbol:
        # Only of words side by side.
        if any("0" not in pair for pair in zip(self.bits, Symbol.of(other).bits, strict=False)):
            raise NotImplementedError("a sum of bits")
        return self | other

    __rxor__, __rand__, __ror__, __radd__ = __xor__, __and__, __or__, __add__

    def __invert__(self) -> Symbol:
        return self ^ -1

    def __lshift__(self, by: int) -> Symbol:
        return Symbol(["0"] * by + self.bits, self.rest)

    def __rshift__(self, by: int) -> Symbol:
        return Symbol(self.bits[by:], self.rest)


def _two(operation: str, a: Bit, b: Bit) -> Bit:
    """A bit of two; constants are folded."""
    if b in ("0", "1"):
        a, b = b, a
    if a == "0":
        return "0" if operation == "&" else b
    if a == "1":
        if operation == "^":
            return {"0": "1", "1": "0"}.get(b, f"~({b})")
        return "1" if operation == "|" else b
    return f"({a} {operation} {b})"


def meant(one: Instruction, i: int) -> str:
    """What an instruction answers with this immediate, as a Verilog expression."""
    given = [i if name == "i" else Symbol([f"{name}[{k}]" for k in range(bits)]) for name, bits in one.inputs.items()]
    answer = Symbol.of(one.run(*given))  # type: ignore[arg-type]
    constants = {"0": "1'b0", "1": "1'b1"}
    return "{" + ", ".join(constants.get(bit, bit) for bit in (answer.bit(k) for k in reversed(range(one.d.bits)))) + "}"


def prove(verilog: str, unit: str, instructions: list[Instruction]) -> int:
    """Prove that a unit computes its instructions for all inputs; how many, or `UnitError` with the first that it does not."""
    require("yosys")
    inputs, width = ports(instructions), max(one.d.bits for one in instructions)
    for one in instructions:
        declared = "".join(f"input [{bits - 1}:0] {name}, " for name, bits in inputs.items() if name != "form")
        given = ", ".join(f".{name}({one.select if name == 'form' else name})" for name in inputs)
        count = one.immediate.count if one.immediate else 1
        cases = "".join(f"{i}: want = {meant(one, i)};\n" for i in range(count))
        miter = f"""
module miter({declared}output wrong);
wire [{width - 1}:0] d;
reg [{one.d.bits - 1}:0] want;
{unit} unit({given}, .d(d));
always @* case ({"i" if one.immediate else "0"})
{cases}default: want = d;
endcase
assign wrong = d[{one.d.bits - 1}:0] != want;
endmodule
"""
        script = "read_verilog -sv unit.v miter.v; prep -flatten -top miter; opt -full; "
        script += "sat -verify -show-inputs -prove wrong 0 miter"
        with tempfile.TemporaryDirectory() as name:
            (Path(name) / "unit.v").write_text(verilog)
            (Path(name) / "miter.v").write_text(miter)
            try:
                run(["yosys", "-q", "-l", "log", "-p", script], Path(name))
            except ToolError as error:
                log = (Path(name) / "log").read_text()
                found = re.findall(r"^ +\\(\w+) .* ([01]+)$", log, re.MULTILINE)
                if "proof did fail" not in log:
                    raise
                shown = ", ".join(f"{port} = {int(bits, 2):x}" for port, bits in found)
                raise UnitError(f"unit {unit} does not compute what {one.mnemonic} is: for {shown}") from error
    return len(instructions)
