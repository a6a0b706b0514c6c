"""Keccak-p for RV32: C without the instructions, C with their 32-bit forms, and the kernels of 32 D registers, translated."""

from dataclasses import dataclass

from ..definition import OFFSETS, copies, full_rounds, pi_source, round_constant
from ..isa import InstructionSet
from ..isa.spec import gather
from ..kernels.catalog import Kernel
from ..kernels.permutation import InMemory, Permutation, element, split

#: Opcodes that RISC-V leaves to others. The vector unit's instructions: the code point above, what it is in bits 8:7.
CUSTOM_0, CUSTOM_1 = 0x0B, 0x2B
SET, EXCLUSIVE_OR = 0, 1
#: funct3 of what reads or writes the core's own registers: to and from a D register, and the 32-bit forms.
TO, LOW, HIGH, RL1X, XORR = 0, 1, 2, 4, 5
#: What only registers of 64 bits hold.
KXORR64, CHI3 = 6, 7


@dataclass(frozen=True)
class Words(InMemory):
    """Compiled by GCC, the state in memory; if it is interleaved, lanes of 64 bits are two words of even and odd bits."""

    extended: bool = False
    """With rl1x, xorr and kxorr64 on the core's own registers, as far as Table 2 gives them to its width."""
    chi3: bool = False
    """With chi3, too, for each lane of chi: that needs registers of 64 bits, and lanes of less."""

    @property
    def word(self) -> int:
        """Bits of what a rotation works on."""
        return 32 if self.interleaved else element(self.width)

    def _macros(self) -> str:
        width = self.word
        cast = f"(uint{width}_t)"
        if not self.extended:
            return (
                f"#define ROT(x, n) ((n) ? (x) << (n) | (x) >> ({width} - (n)) % {width} : (x))\n"
                "#define ADD_ROT(a, b, n) ({ u sum = (a) ^ (b); ROT(sum, n); })\n"
                f"#define ROT_1_ADD(a, b) {cast}((a) ^ ROT(b, 1))\n"
            )
        form, rotate, above = (width.bit_length() - 4) << 5, XORR, f"{(width.bit_length() - 4) << 5} + (n)"
        if width == 64:
            rotate, above = KXORR64, "(n)"
        insn = f'__asm__(".insn r {CUSTOM_1}, %1, %2, %0, %3, %4" : "=r"(sum) : "i"({{}}), "i"({{}}), "r"(a), "r"(b))'
        return (
            f"#define ADD_ROT(a, b, n) ({{ u sum; if (n) {insn.format(rotate, above)}; else sum = (a) ^ (b); sum; }})\n"
            f"#define ROT_1_ADD(a, b) ({{ u sum; {insn.format(RL1X, form)}; sum; }})\n"
            "#define CHI(n, n1, m) ({ u sum; uint64_t a = (uint32_t)(n) | (uint64_t)(n1) << 32, b = (m); "
            f"{insn.format(CHI3, 0)}; sum; }})\n"
        )

    def _round(self) -> list[str]:
        """From a to e; of 64 bits, word 2k is the even bits of lane k, and word 2k + 1 its odd ones."""
        halves = 2 if self.interleaved else 1
        lines = []
        for h in range(halves):
            for x in range(5):
                lines.append(f"u c{x}{h} = " + " ^ ".join(f"a[{halves * (5 * y + x) + h}]" for y in range(5)) + ";")
        for x in range(5):
            before, after = (x + 4) % 5, (x + 1) % 5
            if halves == 2:
                lines.append(f"u d{x}0 = ROT_1_ADD(c{before}0, c{after}1), d{x}1 = c{before}1 ^ c{after}0;")
            else:
                lines.append(f"u d{x}0 = ROT_1_ADD(c{before}0, c{after}0);")
        for y in range(5):
            for h in range(halves):
                for x in range(5):
                    sx, sy = pi_source(x, y)
                    begin, amount = h, OFFSETS[5 * sy + sx] % self.width
                    if halves == 2:
                        # An odd amount exchanges the halves, and one of them goes one further.
                        begin, amount = h ^ amount & 1, (amount // 2 + (amount & 1 if h == 0 else 0)) % 32
                    lines.append(f"u b{x}{y}{h} = ADD_ROT(a[{halves * (5 * sy + sx) + begin}], d{sx}{begin}, {amount});")
                for x in range(5):
                    iota = f" ^ rc[{h}]" if (x, y) == (0, 0) else ""
                    one, two = (f"b{(x + k) % 5}{y}{h}" for k in (1, 2))
                    chi = f"CHI({one}, {two}, b{x}{y}{h})" if self.chi3 else f"(b{x}{y}{h} ^ (~{one} & {two}))"
                    lines.append(f"e[{halves * (5 * y + x) + h}] = {chi}{iota};")
        return lines

    def assembly(self, unrolled: bool = True) -> str:
        """Its text, which is C; `unrolled` changes nothing."""
        full, wide = full_rounds(self.width), self.interleaved
        step = 2 if wide else 1
        constants = [copies(round_constant(k, self.width), self.width, element(self.width)) for k in range(full)]
        words = [word for value in constants for word in (split(value) if wide else (value,))]
        return "\n".join(
            [
                f"#include <stdint.h>\ntypedef uint{max(self.word, 32)}_t u;",
                f"typedef uint{self.word}_t __attribute__((may_alias)) lane;",
                self._macros() + "static const u constants[] = {" + ", ".join(map(hex, words)) + "};",
                "static inline __attribute__((always_inline)) void once(const lane *a, lane *e, const u *rc)\n{",
                *self._round(),
                f"}}\nvoid {self.name}(void *image, unsigned rounds)\n{{",
                f"lane *a = image, e[{25 * step + 4}] __attribute__((aligned(8)));",
                f"const u *rc = constants + {step} * ({full} - rounds), *end = constants + {step * full};",
                "if (rounds & 1) {",
                "typedef uint32_t __attribute__((may_alias)) word;",
                f"for (int k = 0; k < {-(-25 * element(self.width) // 32)}; k++) ((word *)e)[k] = ((word *)image)[k];",
                "goto second;\n}",
                f"do {{\nonce(a, e, rc);\nrc += {step};\nsecond:\nonce(e, a, rc);\nrc += {step};\n}} while (rc != end);\n}}\n",
            ]
        )


@dataclass(frozen=True)
class Vector:
    """A kernel of the ARM machine on the unit with 32 D registers: its own code points, in RISC-V's words."""

    isa: InstructionSet
    kernel: Kernel
    steps = False

    @property
    def name(self) -> str:
        """The function's name."""
        return self.kernel.name

    @property
    def width(self) -> int:
        """Bits of a lane."""
        return self.kernel.width

    @property
    def period(self) -> int:
        """The number of rounds must be a multiple of this one."""
        return self.kernel.period

    def header(self) -> str:
        """What a program in C needs to know."""
        return self.kernel.header()

    def pack(self, lanes: list[int]) -> bytes:
        """The image of a state."""
        return self.kernel.pack(lanes)

    def unpack(self, image: bytes) -> list[int]:
        """The state of an image."""
        return self.kernel.unpack(image)

    def _translated(self, line: str) -> list[str]:
        """An instruction of the kernel: the set's, veor, or the load of the round constant. `KeyError` if it is another."""
        mnemonic, text = line.split(" ", 1)
        if mnemonic == "vld1.64" and text.endswith("}, [r1:64]!"):
            return [*_to(int(text[2:].split("}")[0]), "a1", 0), "addi a1, a1, 8"]
        operands = [one.strip().lstrip("#") for one in text.split(",")]
        numbers = [int(one.lstrip("sdq")) for one in operands]
        if mnemonic == "veor":
            wide = operands[0][0] == "q"
            d, n, m = (2 * number if wide else number for number in numbers)
            code, kind = wide << 15 | m << 10 | n << 5 | d, EXCLUSIVE_OR
        else:
            found, kind = gather(self.isa.encode(mnemonic, *numbers)), SET
            assert found is not None
            code = found
        return [f".word {code << 9 | kind << 7 | CUSTOM_0:#x}"]

    def assembly(self, unrolled: bool = True) -> str:
        """Text for the GNU assembler: a loop of `period` rounds. `unrolled` changes nothing."""
        one, full = self.kernel, full_rounds(self.width)
        body = [word for k in range(one.period) for line in one.allocation.text(k) for word in self._translated(line)]
        # The image has its constants, if there are any, among the inputs.
        held = [d for low, high in one.ranges(one.code.inputs) for d in range(low, high + 1)]
        back = []
        for d in held:
            for k, half in enumerate((LOW, HIGH)):
                back += [f".insn r {CUSTOM_1}, {half}, {d << 2}, t0, x0, x0", f"sw t0, {8 * d + 4 * k}(a0)"]
        return "\n".join(
            [
                *(".text", f".global {one.name}", f"{one.name}:"),
                *(line for d in held for line in _to(d, "a0", 8 * d)),
                *(f"la a2, {one.name}_end", "slli a1, a1, 3", "sub a1, a2, a1", f"{one.name}_rounds:"),
                *(*body, f"bne a1, a2, {one.name}_rounds", *back, "ret"),
                *(".section .rodata", ".p2align 3"),
                *(f".quad {copies(round_constant(k, self.width), self.width, element(self.width)):#x}" for k in range(full)),
                f"{one.name}_end:\n",
            ]
        )


def _to(d: int, base: str, at: int) -> list[str]:
    """Load a D register."""
    return [f"lw t0, {at}({base})", f"lw t1, {at + 4}({base})", f".insn r {CUSTOM_1}, {TO}, {d << 2}, x0, t0, t1"]


def forms(isa: InstructionSet, bits: int) -> dict[str, Permutation]:
    """The three forms of a width: RV32 alone, with the 32-bit forms, with the vector unit."""
    from ..kernels.catalog import kernel

    width = bits // 25
    return {
        "rv32": Words(f"rv32_{bits}", width, width == 64),
        "words": Words(f"words_{bits}", width, width == 64, True),
        "vector": Vector(isa, kernel(f"extended_{bits}")),
    }
