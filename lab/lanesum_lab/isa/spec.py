"""What an instruction is, and an instruction set with its encodings.

An instruction reads two registers and maybe an immediate, and writes one register. Its encoding lies where A-profile
cores have nothing: CDP2, MCR2 and MRC2 on coprocessors 0 to 7, that is 1111 1110 .... .... .... 0... .... .... with 23 free
bits. An instruction with o operand bits takes a block of 2^o code points, aligned to its size; blocks are given out in the
order of the instructions, each at the lowest place that is free. So what an instruction costs of the encoding space is seen,
and adding one moves no other.
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


#: From the values of n and m and the immediate (0 where there is none) to that of d.
Semantics = Callable[[int, int, int], int]


@dataclass(frozen=True)
class Instruction:
    """One instruction in one form: `mnemonic d, n, m[, #i]`."""

    name: str
    """The instruction that it is a form of: rl1x."""
    form: str
    """The element type of this form: u64; empty where the name says it."""
    d: Register
    n: Register
    m: Register
    semantics: Semantics
    immediate: Immediate | None = None
    unit: str | None = None
    """The Verilog module that computes it (hardware/units); none if no hardware is described."""
    select: int = 0
    """What that module is given on its input `form`."""

    @property
    def mnemonic(self) -> str:
        """As it is written in assembly."""
        return f"{self.name}.{self.form}" if self.form else self.name

    @property
    def operand_bits(self) -> int:
        """Bits of all operand fields."""
        registers = self.d.number_bits + self.n.number_bits + self.m.number_bits
        return registers + (self.immediate.bits if self.immediate else 0)

    def run(self, n: int, m: int, i: int = 0) -> int:
        """What it writes to d, cut to d's width."""
        return self.semantics(n, m, i) & ((1 << self.d.bits) - 1)


@dataclass(frozen=True)
class Decoded:
    """An instruction with its operands."""

    instruction: Instruction
    d: int
    n: int
    m: int
    i: int

    def __str__(self) -> str:
        one = self.instruction
        text = f"{one.mnemonic} {one.d.letter}{self.d}, {one.n.letter}{self.n}, {one.m.letter}{self.m}"
        return f"{text}, #{self.i}" if one.immediate else text


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

    def encode(self, mnemonic: str, d: int, n: int, m: int, i: int = 0) -> int:
        """The 32-bit word; `ValueError` for an operand out of range."""
        one = self.by_mnemonic[mnemonic]
        code = 0
        for value, bits in self._fields(one, d, n, m, i):
            code = code << bits | value
        return scatter(self.base[mnemonic] | code)

    @staticmethod
    def _fields(one: Instruction, d: int, n: int, m: int, i: int) -> list[tuple[int, int]]:
        for value, kind in ((d, one.d), (n, one.n), (m, one.m)):
            if not 0 <= value < 1 << kind.number_bits:
                raise ValueError(f"{one.mnemonic}: there is no register {kind.letter}{value}")
        if not 0 <= i < (one.immediate.count if one.immediate else 1):
            raise ValueError(f"{one.mnemonic}: the immediate {i} is out of range")
        return [
            (i, one.immediate.bits if one.immediate else 0),
            (m, one.m.number_bits),
            (n, one.n.number_bits),
            (d, one.d.number_bits),
        ]

    def decode(self, word: int) -> Decoded | None:
        """The instruction that a word is, or none."""
        code = gather(word)
        if code is None:
            return None
        for base, length, one in self._blocks:
            if base <= code < base + length:
                rest, values = code - base, []
                for kind in (one.d, one.n, one.m):
                    values.append(rest & ((1 << kind.number_bits) - 1))
                    rest >>= kind.number_bits
                if rest >= (one.immediate.count if one.immediate else 1):
                    return None
                return Decoded(one, values[0], values[1], values[2], rest)
        return None

    def share(self, mnemonic: str) -> float:
        """The part of the encoding space that an instruction takes."""
        return 2.0 ** (self.by_mnemonic[mnemonic].operand_bits - SPACE_BITS)
