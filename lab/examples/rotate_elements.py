"""A worked example: `vrotl`, which rotates each element of a vector by an amount of its own.

NEON takes three instructions for that. This file is all that a new instruction needs: what it computes, its hardware, and
kernels that use it.

    python -m lanesum_lab report --extension examples/rotate_elements.py --html report.html
"""

from pathlib import Path

from lanesum_lab.definition import rotl
from lanesum_lab.isa import Instruction, Register
from lanesum_lab.isa.keccak import elements, join
from lanesum_lab.kernels.catalog import Kernel, rows_400, vector_200


def rotate(width: int, n: int, m: int) -> int:
    """Each element of n, rotated to the left by the low bits of that of m."""
    lanes = zip(elements(n, width, 128 // width), elements(m, width, 128 // width), strict=True)
    return join([rotl(value, amount % width, width) for value, amount in lanes], width)


INSTRUCTIONS = [
    Instruction(
        "vrotl",
        f"u{width}",
        Register.Q,
        Register.Q,
        Register.Q,
        lambda n, m, width=width: rotate(width, n, m),
        unit="vrotl",
        select=width // 16,
    )
    for width in (8, 16)
]

# One rotator for an element of 16 bits, or two of 8: the last level turns 8, which is the whole of a byte.
VERILOG = {
    "plain": """
module vrotl_pair(input [15:0] n, input [15:0] m, input form, output [15:0] d);
    wire [3:0] low = m[3:0], high = form ? m[3:0] : m[11:8];
    wire [15:0] s1 = {high[0] ? n[14:8] : n[15:9], high[0] ? (form ? n[7] : n[15]) : n[8],
                      low[0] ? n[6:0] : n[7:1], low[0] ? (form ? n[15] : n[7]) : n[0]};
    wire [15:0] s2 = {high[1] ? s1[13:8] : s1[15:10], high[1] ? (form ? s1[7:6] : s1[15:14]) : s1[9:8],
                      low[1] ? s1[5:0] : s1[7:2], low[1] ? (form ? s1[15:14] : s1[7:6]) : s1[1:0]};
    wire [15:0] s3 = {high[2] ? s2[11:8] : s2[15:12], high[2] ? (form ? s2[7:4] : s2[15:12]) : s2[11:8],
                      low[2] ? s2[3:0] : s2[7:4], low[2] ? (form ? s2[15:12] : s2[7:4]) : s2[3:0]};
    assign d = form & low[3] ? {s3[7:0], s3[15:8]} : s3;
endmodule

module vrotl(input [127:0] n, input [127:0] m, input form, output [127:0] d);
    genvar k;
    generate for (k = 0; k < 8; k = k + 1) begin : pair
        vrotl_pair one(n[16*k +: 16], m[16*k +: 16], form, d[16*k +: 16]);
    end endgenerate
endmodule
"""
}

REGISTERS = Path(__file__).with_suffix(".json")

KERNELS: list[Kernel] = [
    rows_400("vrotl_400", True, "vrotl.u16", REGISTERS),
    vector_200("vrotl_200", True, "vrotl.u8", REGISTERS),
]
