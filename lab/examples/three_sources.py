"""Instructions with more than two sources: `bcax`, a lane of chi in one, and `eor5`, which adds four sources to its own d.

NEON takes two instructions for the one and four for the other. The slides' six keep to two sources; what a third one would be
worth is what this file measures.

    python -m lanesum_lab report --extension examples/three_sources.py --html report.html
"""

from pathlib import Path

from lanesum_lab.isa import Instruction, Register
from lanesum_lab.kernels.catalog import Kernel, rows_800

D, Q = Register.D, Register.Q

INSTRUCTIONS = [
    # d = n ^ (m & ~a): `more` has the sources beyond n and m.
    Instruction("bcax", "u64", D, D, D, lambda n, m, a: n ^ (m & ~a), more=(D,), unit="bcax"),
    Instruction("bcax", "u128", Q, Q, Q, lambda n, m, a: n ^ (m & ~a), more=(Q,), unit="bcax"),
    # d ^= n ^ m ^ a ^ b: with `update` the old d is the first argument.
    Instruction("eor5", "", Q, Q, Q, lambda old, n, m, a, b: old ^ n ^ m ^ a ^ b, more=(Q, Q), update=True, unit="eor5"),
]

# The ports have the names of the operands; the old value of d comes in at `old`.
VERILOG = {
    "plain": """
module bcax(input [127:0] n, input [127:0] m, input [127:0] a, output [127:0] d);
    assign d = n ^ (m & ~a);
endmodule

module eor5(input [127:0] old, input [127:0] n, input [127:0] m, input [127:0] a, input [127:0] b, output [127:0] d);
    assign d = old ^ n ^ m ^ a ^ b;
endmodule
"""
}

REGISTERS = Path(__file__).with_suffix(".json")

KERNELS: list[Kernel] = [rows_800("three_800", True, "bcax", "eor5", REGISTERS)]
