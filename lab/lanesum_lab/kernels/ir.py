"""Straight-line code on values, before registers are given.

The unit of allocation is a D register in some kernels and an S register in others. A value is one unit. An operand is a tuple
of values in consecutive registers: a Q register in units of D is two, aligned to two. `None` in an operand is a unit that is
not looked at.
"""

import hashlib
from dataclasses import dataclass, field

Value = int
Operand = tuple[Value | None, ...]


@dataclass(frozen=True)
class File:
    """A register file in units: how many there are, and how an operand of n units is called."""

    unit: str
    names: dict[int, tuple[str, int]]
    """Operand size in units: letter of the register, alignment in units."""
    count: int
    scalars: int
    """Operands of one unit lie below this one (S registers exist in the lower half only)."""
    listed: tuple[str, int]
    """Letter of the registers in a list, and how many units each is."""


D_FILE = File("d", {1: ("d", 1), 2: ("q", 2)}, 32, 32, ("d", 1))
S_FILE = File("s", {1: ("s", 1), 2: ("d", 2), 4: ("q", 4)}, 64, 32, ("d", 2))
V_FILE = File("v", {1: ("v", 1)}, 32, 32, ("v", 1))


@dataclass(frozen=True)
class Op:
    """One instruction: `text` with {0}, {1}, ... for its operands."""

    text: str
    write: tuple[Operand, ...] = ()
    read: tuple[Operand, ...] = ()
    tied: tuple[tuple[Value, Value], ...] = ()
    """(read, written) values that share a register: the destination is a source, too."""
    lists: tuple[int, ...] = ()
    """Operands (by number) that are register lists: consecutive, but not aligned."""


@dataclass
class Code:
    """A sequence of instructions with its values."""

    file: File
    ops: list[Op] = field(default_factory=list)
    values: int = 0
    inputs: list[Value] = field(default_factory=list)
    outputs: list[Value] = field(default_factory=list)
    groups: list[Operand] = field(default_factory=list)
    """Inputs that must lie in consecutive registers: one instruction loads them."""
    kept: list[Value] = field(default_factory=list)
    """Inputs that live through the whole sequence: constants."""

    def new(self) -> Value:
        """A new value."""
        self.values += 1
        return self.values - 1

    def input(self) -> Value:
        """A value that is there before the first instruction."""
        value = self.new()
        self.inputs.append(value)
        return value

    def op(self, text: str, sizes: tuple[int, ...], *read: Operand, lists: tuple[int, ...] = ()) -> tuple[Value, ...]:
        """An instruction that writes new values: operands of these sizes, all values in one tuple."""
        write = tuple(tuple(self.new() for _ in range(size)) for size in sizes)
        self.ops.append(Op(text, write, read, lists=lists))
        return tuple(value for operand in write for value in operand)

    def update(self, text: str, old: Operand, *read: Operand) -> tuple[Value, ...]:
        """An instruction that reads its destination: operand {0} is the new one, {1} the old, in the same registers."""
        write = tuple(self.new() for _ in old)
        tied = tuple((a, b) for a, b in zip(old, write, strict=True) if a is not None)
        self.ops.append(Op(text, (write,), (old, *read), tied))
        return write

    def exchange(self, text: str, a: Operand, b: Operand) -> tuple[Operand, Operand]:
        """An instruction that rewrites two operands, {0} and {1}."""
        write = (tuple(self.new() for _ in a), tuple(self.new() for _ in b))
        tied = zip((*a, *b), (*write[0], *write[1]), strict=True)
        self.ops.append(Op(text, write, (a, b), tuple((old, new) for old, new in tied if old is not None)))
        return write

    def constant(self, units: int) -> tuple[Value, ...]:
        """Values that are there from the first instruction to the last."""
        values = tuple(self.input() for _ in range(units))
        self.kept += values
        return values

    def loop(self, outputs: list[Value]) -> None:
        """End: these values are the inputs of the next turn, in the same registers."""
        self.outputs = list(outputs)

    def digest(self) -> str:
        """A fingerprint of the sequence, to tell whether an allocation belongs to it."""
        text = repr((self.file.unit, self.file.count, self.ops, self.inputs, self.outputs, self.kept, self.groups))
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def lifetimes(self) -> list[tuple[int, int]]:
        """For each value [written, last read): instruction numbers, in which another may begin where one ends."""
        begin = [0] * self.values
        end = [0] * self.values
        for at, one in enumerate(self.ops, 1):
            for operand in one.read:
                for value in operand:
                    if value is not None:
                        end[value] = at
            for operand in one.write:
                for value in operand:
                    if value is not None:
                        begin[value] = at
                        end[value] = at + 1
        last = len(self.ops) + 1
        for value in [*self.outputs, *self.kept]:
            end[value] = last
        return list(zip(begin, end, strict=True))

    def operands(self) -> list[tuple[Operand, bool]]:
        """All operands, each with whether it must be aligned."""
        found = []
        for one in self.ops:
            for number, operand in enumerate((*one.write, *one.read)):
                found.append((operand, number not in one.lists))
        return found + [(group, False) for group in self.groups]

    def pressure(self) -> int:
        """The most units alive at a time."""
        spans = self.lifetimes()
        return max(sum(a <= t < b for a, b in spans) for t in range(len(self.ops) + 2))

    def text(self, registers: list[int]) -> list[str]:
        """The assembly, with registers given."""
        lines = []
        for one in self.ops:
            names = [
                self._name(operand, registers, number in one.lists) for number, operand in enumerate((*one.write, *one.read))
            ]
            lines.append(one.text.format(*names))
        return lines

    def _name(self, operand: Operand, registers: list[int], as_list: bool) -> str:
        first = next(registers[value] - k for k, value in enumerate(operand) if value is not None)
        if as_list:
            letter, size = self.file.listed
            return "{" + ", ".join(f"{letter}{(first + k) // size}" for k in range(0, len(operand), size)) + "}"
        letter, align = self.file.names[len(operand)]
        return f"{letter}{first // align}"


def turned(register: int, turn: list[int]) -> int:
    """Where a register's content lies one turn later: whole pairs of registers change places."""
    return 2 * turn[register // 2] + register % 2 if turn else register


def check(code: Code, registers: list[int], turn: list[int]) -> None:
    """`ValueError` unless the registers hold everything that the code asks for."""
    if sorted(turn) != list(range(len(turn))):
        raise ValueError("a turn is no permutation")
    for operand, aligned in code.operands():
        places = [(registers[value], k) for k, value in enumerate(operand) if value is not None]
        first = places[0][0] - places[0][1]
        align = code.file.names[len(operand)][1] if aligned else code.file.listed[1]
        limit = code.file.scalars if len(operand) == 1 else code.file.count
        if any(place - k != first for place, k in places) or first % align or not 0 <= first <= limit - len(operand):
            raise ValueError(f"operand {operand} is not in place")
    for one in code.ops:
        for a, b in one.tied:
            if registers[a] != registers[b]:
                raise ValueError("a destination is not its source")
    for a, b in zip(code.outputs, code.inputs, strict=False):
        if registers[a] != turned(registers[b], turn):
            raise ValueError("the loop does not close")
    spans = code.lifetimes()
    owner: dict[tuple[int, int], int] = {}
    for value, (begin, end) in enumerate(spans):
        for at in range(begin, end):
            if owner.setdefault((registers[value], at), value) != value:
                raise ValueError(f"values {value} and {owner[(registers[value], at)]} share a register at {at}")
