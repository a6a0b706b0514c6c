"""What an instruction is, and an instruction set with its encodings.

An instruction reads two to four registers and maybe an immediate, and writes one register, which it may read as well. Its
encoding lies where A-profile cores have nothing: CDP2, MCR2 and MRC2 on coprocessors 0 to 7, that is
1111 1110 .... .... .... 0... .... .... with 23 free bits. An instruction with o operand bits takes a block of 2^o code points,
aligned to its size; blocks are given out in the order of the instructions, each at the lowest place that is free. So what an
instruction costs of the encoding space is seen, and adding one moves no other.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum


class Register(Enum):
    """A kind of register: its letter in assembly, its width in bits, the bits of its number."""

    S = ("s", 32, 5)
    D = ("d", 64, 5)
    Q = ("q", 128, 4)

    @property
    def letter(self) -> str:
        """What its names begin with."""
        return self.value[0]

    @property
    def bits(self) -> int:
        """Width of the register."""
        return self.value[1]

    @property
    def number_bits(self) -> int:
        """Bits that name one of them."""
        return self.value[2]


@dataclass(frozen=True)
class Immediate:
    """An immediate operand, from 0 to `count` - 1."""

    count: int
    meaning: str

    @property
    def bits(self) -> int:
        """Bits of its field."""
        return (self.count - 1).bit_length()


#: What the sources are called, in order: in macros, intrinsics and as ports of a Verilog unit.
SOURCES = ("n", "m", "a", "b")

#: From the values of the operands that are read (`Instruction.inputs`) to that of d.
Semantics = Callable[..., int]


@dataclass(frozen=True)
class Instruction:
    """One instruction in one form: `mnemonic d, n, m[, a[, b]][, #i]`."""

    name: str
    """The instruction that it is a form of: rl1x."""
    form: str
    """The element type of this form: u64; empty where the name says it."""
    d: Register
    n: Register
    m: Register
    semantics: Semantics
    """A function of the operands that are read, in this order: the old d (only with `update`), the sources, the immediate (only
    if there is one)."""
    immediate: Immediate | None = None
    unit: str | None = None
    """The Verilog module that computes it (hardware/units); none if no hardware is described."""
    select: int = 0
    """What that module is given on its input `form`."""
    more: tuple[Register, ...] = ()
    """The third and the fourth source, a and b."""
    update: bool = False
    """Whether d is read before it is written."""

    @property
    def mnemonic(self) -> str:
        """As it is written in assembly."""
        return f"{self.name}.{self.form}" if self.form else self.name

    @property
    def sources(self) -> tuple[Register, ...]:
        """The kinds of the registers that are read beside d."""
        return (self.n, self.m, *self.more)

    @property
    def registers(self) -> dict[str, Register]:
        """The register operands as they are written, d first."""
        return {"d": self.d, **dict(zip(SOURCES, self.sources, strict=False))}

    @property
    def operands(self) -> list[str]:
        """The names of all operands as they are written, the immediate last."""
        return [*self.registers, *(["i"] if self.immediate else [])]

    @property
    def inputs(self) -> dict[str, int]:
        """What is read, in the order of the arguments of `semantics`, and how many bits each has."""
        found = {"old": self.d.bits} if self.update else {}
        found |= {name: kind.bits for name, kind in list(self.registers.items())[1:]}
        return found | ({"i": self.immediate.bits} if self.immediate else {})

    @property
    def operand_bits(self) -> int:
        """Bits of all operand fields."""
        return sum(kind.number_bits for kind in self.registers.values()) + (self.immediate.bits if self.immediate else 0)

    def run(self, *values: int) -> int:
        """What it writes to d, cut to d's width, from the values of its `inputs`."""
        if len(values) != len(self.inputs):
            raise ValueError(f"{self.mnemonic} reads {', '.join(self.inputs)}, and is given {len(values)} values")
        return self.semantics(*values) & ((1 << self.d.bits) - 1)


@dataclass(frozen=True)
class Decoded:
    """An instruction with its operands."""

    instruction: Instruction
    registers: tuple[int, ...]
    """The numbers of its registers, d first."""
    i: int

    def __str__(self) -> str:
        one = self.instruction
        kinds = one.registers.values()
        text = ", ".join(f"{kind.letter}{number}" for kind, number in zip(kinds, self.registers, strict=True))
        return f"{one.mnemonic} {text}" + (f", #{self.i}" if one.immediate else "")


#: Free bits of the encoding space.
SPACE_BITS = 23
_FIXED, _FIXED_MASK = 0xFE000000, 0xFF000800


def scatter(code: int) -> int:
    """The word for a code point: bits 3:0, 7:5, 10:8 and 23:12 of the word, and bit 4 as the highest."""
    return _FIXED | (code & 0xF) | (code >> 4 & 7) << 5 | (code >> 7 & 7) << 8 | (code >> 10 & 0xFFF) << 12 | (code >> 22) << 4


def gather(word: int) -> int | None:
    """The code point of a word, if it lies in the space."""
    if word & _FIXED_MASK != _FIXED:
        return None
    return (word & 0xF) | (word >> 5 & 7) << 4 | (word >> 8 & 7) << 7 | (word >> 12 & 0xFFF) << 10 | (word >> 4 & 1) << 22


class InstructionSet:
    """Instructions with their places in the encoding space."""

    def __init__(self, instructions: Sequence[Instruction]) -> None:
        """Give each its block; `ValueError` if they do not all fit, or two have one mnemonic."""
        self.instructions = list(instructions)
        self.by_mnemonic: dict[str, Instruction] = {}
        self.base: dict[str, int] = {}
        self._blocks: list[tuple[int, int, Instruction]] = []
        for instruction in self.instructions:
            if instruction.mnemonic in self.by_mnemonic:
                raise ValueError(f"two instructions are called {instruction.mnemonic}")
            base = self._place(1 << instruction.operand_bits)
            if base is None:
                raise ValueError(
                    f"no room for {instruction.mnemonic}: it needs 2^{instruction.operand_bits} of the 2^{SPACE_BITS} codes"
                )
            self.by_mnemonic[instruction.mnemonic] = instruction
            self.base[instruction.mnemonic] = base
            self._blocks.append((base, 1 << instruction.operand_bits, instruction))
            self._blocks.sort(key=lambda block: block[0])

    def _place(self, size: int) -> int | None:
        at = 0
        for base, length, _ in self._blocks:
            if at + size <= base:
                return at
            at = (base + length + size - 1) // size * size
        return at if at + size <= 1 << SPACE_BITS else None

    def extended(self, instructions: Sequence[Instruction]) -> "InstructionSet":
        """This set and further instructions; the encodings of this set stay."""
        return InstructionSet([*self.instructions, *instructions])

    def encode(self, mnemonic: str, *operands: int) -> int:
        """The 32-bit word; `ValueError` for a wrong number of operands, or one out of range."""
        one = self.by_mnemonic[mnemonic]
        if len(operands) != len(one.operands):
            raise ValueError(f"{mnemonic} has the operands {', '.join(one.operands)}, and is given {len(operands)}")
        code = at = 0
        for value, kind in zip(operands, one.registers.values(), strict=False):
            if not 0 <= value < 1 << kind.number_bits:
                raise ValueError(f"{mnemonic}: there is no register {kind.letter}{value}")
            code |= value << at
            at += kind.number_bits
        if one.immediate:
            if not 0 <= operands[-1] < one.immediate.count:
                raise ValueError(f"{mnemonic}: the immediate {operands[-1]} is out of range")
            code |= operands[-1] << at
        return scatter(self.base[mnemonic] | code)

    def decode(self, word: int) -> Decoded | None:
        """The instruction that a word is, or none."""
        code = gather(word)
        if code is None:
            return None
        for base, length, one in self._blocks:
            if base <= code < base + length:
                rest, values = code - base, []
                for kind in one.registers.values():
                    values.append(rest & ((1 << kind.number_bits) - 1))
                    rest >>= kind.number_bits
                if rest >= (one.immediate.count if one.immediate else 1):
                    return None
                return Decoded(one, tuple(values), rest)
        return None

    def share(self, mnemonic: str) -> float:
        """The part of the encoding space that an instruction takes."""
        return 2.0 ** (self.by_mnemonic[mnemonic].operand_bits - SPACE_BITS)
