"""ARM assembly without NEON, written the plain way: a lane is loaded, used and stored, as public code of 2016 has it.

It is no kernel of the report's best forms, but what the paper compares with. A round goes from one state in memory to another,
row by row: five loads, five sums with D, five rotations, and chi. Lanes of 64 bits are two words of even and odd bits, so that
a rotation of the lane is one of each word.
"""

from dataclasses import dataclass

from ..definition import OFFSETS, full_rounds, pi_source, round_constant
from .permutation import InMemory, split

#: Where the second state lies on the stack, and behind it the odd words of D.
SECOND, EFFECT = 0, 200
FRAME = 224
#: Registers for five words, and for five others: the parities or a row, and D.
ROW, OTHER = (2, 3, 4, 5, 6), (7, 8, 9, 10, 11)


@dataclass(frozen=True)
class Assembly(InMemory):
    """Such a form; r0 points to the state, r1 to the round's constant."""

    @property
    def _load(self) -> str:
        return {64: "ldr", 32: "ldr", 16: "ldrh", 8: "ldrb"}[self.width]

    def _address(self, base: str, lane: int, half: int) -> str:
        return f"[{base}, #{(SECOND if base == 'sp' else 0) + self.width // 8 * lane + 4 * half}]"

    def _parities(self, source: str, half: int, to: tuple[int, ...]) -> list[str]:
        lines = []
        for x in range(5):
            lines.append(f"{self._load} r{to[x]}, {self._address(source, x, half)}")
            for y in range(1, 5):
                lines.append(f"{self._load} r12, {self._address(source, 5 * y + x, half)}")
                lines.append(f"eor r{to[x]}, r{to[x]}, r12")
        return lines

    def _theta(self, source: str) -> list[str]:
        """D into the registers OTHER; of 64 bits its odd words go to the stack."""
        lines = self._parities(source, 0, ROW)
        if self.width == 64:
            lines += self._parities(source, 1, OTHER)
            for x in range(5):
                lines.append(f"eor r12, r{OTHER[x - 1]}, r{ROW[(x + 1) % 5]}")
                lines.append(f"str r12, [sp, #{EFFECT + 4 * x}]")
            # The rotated odd parity is read for the last time where D takes its place.
            return lines + [f"eor r{OTHER[(x + 1) % 5]}, r{ROW[x - 1]}, r{OTHER[(x + 1) % 5]}, ror #31" for x in range(5)]
        for x in range(5):
            before, after = ROW[x - 1], ROW[(x + 1) % 5]
            if self.width == 32:
                lines.append(f"eor r{OTHER[x]}, r{before}, r{after}, ror #31")
            else:
                lines.append(f"eor r{OTHER[x]}, r{before}, r{after}, lsl #1")
                lines.append(f"eor r{OTHER[x]}, r{OTHER[x]}, r{after}, lsr #{self.width - 1}")
                lines.append(f"uxt{'h' if self.width == 16 else 'b'} r{OTHER[x]}, r{OTHER[x]}")
        return lines

    def _rotated(self, register: int, amount: int) -> list[str]:
        """The register, rotated to the left; a lane below 32 bits may have anything above it afterwards."""
        if amount == 0:
            return []
        if self.width >= 32:
            return [f"ror r{register}, r{register}, #{32 - amount}"]
        if self.width == 16 and amount == 8:
            return [f"rev16 r{register}, r{register}"]
        lines = [f"lsl r{register}, r{register}, #{amount}"]
        return [*lines, f"orr r{register}, r{register}, r{register}, lsr #{self.width}"]

    def _row(self, source: str, target: str, y: int, half: int) -> list[str]:
        """Row y after theta, rho, pi, chi and iota; of 64 bits its even or its odd words."""
        lines = []
        for x in range(5):
            sx, sy = pi_source(x, y)
            amount = OFFSETS[5 * sy + sx] % self.width
            effect, begin = OTHER[sx], half
            if self.width == 64:
                # An odd amount exchanges the halves, and one of them goes one further.
                begin, amount = half ^ (amount & 1), amount // 2 + (amount & 1 if half == 0 else 0)
                effect = OTHER[(sx + 1) % 5]
            lines.append(f"{self._load} r{ROW[x]}, {self._address(source, 5 * sy + sx, begin)}")
            if begin:
                lines.append(f"ldr r12, [sp, #{EFFECT + 4 * sx}]")
                effect = 12
            lines.append(f"eor r{ROW[x]}, r{ROW[x]}, r{effect}")
            lines += self._rotated(ROW[x], amount % min(self.width, 32))
        store = self._load.replace("ld", "st")
        for x in range(5):
            lines.append(f"bic r12, r{ROW[(x + 2) % 5]}, r{ROW[(x + 1) % 5]}")
            lines.append(f"eor r12, r12, r{ROW[x]}")
            if (x, y) == (0, 0):
                lines += [f"ldr lr, [r1, #{4 * half}]", "eor r12, r12, lr"]
            lines.append(f"{store} r12, {self._address(target, 5 * y + x, half)}")
        return lines

    @property
    def _halves(self) -> tuple[int, ...]:
        return (0, 1) if self.width == 64 else (0,)

    def round(self, source: str, target: str) -> list[str]:
        """One round from a state to another, and on to the next constant."""
        lines = self._theta(source)
        for y in range(5):
            for half in self._halves:
                lines += self._row(source, target, y, half)
        return [*lines, f"add r1, r1, #{4 * len(self._halves)}"]

    @property
    def instructions(self) -> int:
        """Instructions in one round, without the loop."""
        return len(self.round("r0", "sp"))

    def assembly(self, unrolled: bool = True) -> str:
        """Text for the GNU assembler: a loop of two rounds. `unrolled` changes nothing."""
        name, full, size = self.name, full_rounds(self.width), 4 * len(self._halves)
        constants: list[int] = []
        for k in range(full):
            value = round_constant(k, self.width)
            constants += split(value) if self.width == 64 else (value,)
        words = -(-25 * self.width // 32)
        # An odd number of rounds begins with a copy of the state.
        copy, at = ["mov r11, r0", "mov r12, sp"], 0
        while at < words:
            count = min(8, words - at)
            registers = ", ".join(f"r{2 + k}" for k in range(count))
            copy += [f"ldm r11!, {{{registers}}}", f"stm r12!, {{{registers}}}"]
            at += count
        return "\n".join(
            [
                *(".text", ".arm", ".p2align 6", f".global {name}", f".type {name}, %function", f"{name}:"),
                *("push {r4-r11, lr}", f"sub sp, sp, #{FRAME}", "tst r1, #1", f"rsb r3, r1, #{full}"),
                *(f"movw r1, #:lower16:{name}_rc", f"movt r1, #:upper16:{name}_rc", f"add r1, r1, r3, lsl #{size // 4 + 1}"),
                *(f"beq {name}_rounds", *copy, f"b {name}_second"),
                *(".p2align 6", f"{name}_rounds:", *self.round("r0", "sp")),
                *(f"{name}_second:", *self.round("sp", "r0")),
                # The constants end where the lowest byte of the address is zero.
                *("tst r1, #255", f"bne {name}_rounds", f"add sp, sp, #{FRAME}", "pop {r4-r11, pc}"),
                *(".section .rodata", ".p2align 8", f".skip {256 - size * full}", f"{name}_rc:"),
                *(f".word {word:#x}" for word in constants),
                "",
            ]
        )


def plain() -> list[Assembly]:
    """For each width the form without NEON."""
    return [Assembly(f"arm_{25 * width}", width, width == 64) for width in (64, 32, 16, 8)]
