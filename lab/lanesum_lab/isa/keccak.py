"""The six instructions for Keccak of Rawat and Schaumont (lab/README.md names the paper), in the forms of their slides.

Where the slides leave room, `Interpretation` names the points; the defaults are those that the kernels are written for.
"""

from dataclasses import dataclass
from typing import Literal

from ..definition import OFFSETS, rotl
from .spec import Immediate, Instruction, InstructionSet, Register, Semantics

S, D, Q = Register.S, Register.D, Register.Q


@dataclass(frozen=True)
class Interpretation:
    """What the slides leave open, each point with its readings; the first is the default."""

    immediate: Literal["rotation", "lane"] = "rotation"
    """#i of kxorr64 and xorr: the amount to rotate by, or the number of the lane (0 to 24) whose offset in rho it is."""
    small: Literal["packed", "single"] = "packed"
    """rl1x and xorr on lanes of 8 and 16 bits: all four or two in the S register, or the lowest with zeros above it."""
    rotated: Literal["second", "first"] = "second"
    """The operand of rl1x that is rotated; the slides show n ^ rotl(m, 1)."""
    last: Literal["low", "high"] = "low"
    """Where chi1.u32, chi2 and chi3 find the fifth lane in their second operand: its lowest or its highest element."""


DEFAULT = Interpretation()

#: The name of each point, and what it decides, for the report.
POINTS = {
    "immediate": "#i of kxorr64 and xorr is the amount of the rotation, or the number of a lane",
    "small": "rl1x and xorr on 8 and 16 bits work on all elements of the S register, or on the lowest",
    "rotated": "rl1x rotates its second operand, or its first",
    "last": "chi1.u32, chi2 and chi3 find the fifth lane at the low, or at the high end of their second operand",
}


def elements(value: int, width: int, count: int) -> list[int]:
    """The elements of a register, the lowest first."""
    return [value >> width * k & ((1 << width) - 1) for k in range(count)]


def join(values: list[int], width: int) -> int:
    """A register from its elements."""
    return sum(value << width * k for k, value in enumerate(values))


def chi(a: int, b: int, c: int) -> int:
    """One lane of chi: a ^ (~b & c)."""
    return a ^ (~b & c)


def _rl1x(width: int, bits: int, how: Interpretation) -> Semantics:
    count = 1 if how.small == "single" else bits // width

    def run(n: int, m: int) -> int:
        if how.rotated == "first":
            n, m = m, n
        pairs = zip(elements(n, width, count), elements(m, width, count), strict=True)
        return join([a ^ rotl(b, 1, width) for a, b in pairs], width)

    return run


def _xorr(width: int, bits: int, how: Interpretation) -> Semantics:
    count = 1 if how.small == "single" else bits // width

    def run(n: int, m: int, i: int) -> int:
        amount = OFFSETS[i] if how.immediate == "lane" else i
        return join([rotl(a, amount, width) for a in elements(n ^ m, width, count)], width)

    return run


def _chi1_u64(n: int, m: int) -> int:
    a = elements(n, 64, 2) + elements(m, 64, 2)
    return join([chi(a[0], a[1], a[2]), chi(a[1], a[2], a[3])], 64)


def _fifth(value: int, width: int, count: int, how: Interpretation) -> int:
    return elements(value, width, count)[0 if how.last == "low" else -1]


def _chi1_u32(how: Interpretation) -> Semantics:
    def run(n: int, m: int) -> int:
        a = [*elements(n, 32, 4), _fifth(m, 32, 4, how)]
        return join([chi(a[x], a[x + 1], a[(x + 2) % 5]) for x in range(4)], 32)

    return run


def _chi_last(width: int, how: Interpretation) -> Semantics:
    def run(n: int, m: int) -> int:
        first, second = elements(n, width, 2)
        return chi(_fifth(m, width, 2, how), first, second)

    return run


def _immediate(width: int, how: Interpretation) -> Immediate:
    return Immediate(25, "lane") if how.immediate == "lane" else Immediate(width, "rotation")


def instructions(how: Interpretation = DEFAULT) -> list[Instruction]:
    """The six instructions in all their forms: twelve mnemonics."""
    found = [
        Instruction("kxorr64", "", D, D, D, _xorr(64, 64, how), _immediate(64, how), "kxorr64"),
        *(
            Instruction("xorr", f"u{w}", S, S, S, _xorr(w, 32, how), _immediate(w, how), "xorr", w.bit_length() - 4)
            for w in (32, 16, 8)
        ),
        Instruction("rl1x", "u64", D, D, D, _rl1x(64, 64, how), None, "rl1x", 3),
        *(Instruction("rl1x", f"u{w}", S, S, S, _rl1x(w, 32, how), None, "rl1x", w.bit_length() - 4) for w in (32, 16, 8)),
        Instruction("chi3", "u32", S, D, D, _chi_last(32, how), None, "chi3"),
        Instruction("chi2", "u64", D, Q, Q, _chi_last(64, how), None, "chi2"),
        Instruction("chi1", "u64", Q, Q, Q, _chi1_u64, None, "chi1", 1),
        Instruction("chi1", "u32", Q, Q, Q, _chi1_u32(how), None, "chi1", 0),
    ]
    return found


def instruction_set(how: Interpretation = DEFAULT) -> InstructionSet:
    """The set with its encodings."""
    return InstructionSet(instructions(how))
