"""All kernels: for each width those with NEON alone and those with the instructions, with all that a program needs.

A kernel is `void NAME(void *image, unsigned rounds)`. The image is what its registers hold, d0 first: the state and the
constants, so that nothing is moved at the entry and the exit. The header has the place of each lane, `NAME_lane`, and what an
image of the zero state is, `NAME_zero`.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from ..definition import NARROW, WIDTHS, copies, full_rounds, round_constant
from ..errors import KernelError
from . import arm, rows, single, small, steps, wide
from .allocate import Allocation, allocate
from .ir import Code
from .permutation import IMAGE, Permutation, element, uncopied

#: How a round constant is loaded, and the pointer goes on to the next.
LOAD = "[r1:64]!"


@dataclass(frozen=True)
class Kernel:
    """One form of Keccak-p[25 width]."""

    name: str
    width: int
    extended: bool
    form: str
    """What its registers hold, in a few words."""
    write: Callable[[], Code]
    lane: Callable[[list[int], int], int]
    """From the registers of the inputs and a lane's number to the lane's place in the image, in bytes."""
    constants: bytes = b""
    """What the constants' registers hold."""
    resident: int = 0
    """The constants of so many last rounds are loaded at once, at the entry, into registers that the round leaves alone."""
    registers: Path | None = None
    """The file with the registers of its values, if it is not the package's."""
    like: str = ""
    """The kernel whose registers it has, if they are not its own."""

    @cached_property
    def allocation(self) -> Allocation:
        """The round, with its registers."""
        code = self.write()
        if sum(LOAD in one.text for one in code.ops) != 1:
            raise KernelError(
                f"kernel {self.name}: one instruction of the round, and one only, must load the round constant from {LOAD} "
                "(vld1.64 {0}, [r1:64]!)"
            )
        return allocate(self.like or self.name, code, self.registers)

    @property
    def code(self) -> Code:
        """The round."""
        return self.allocation.code

    @property
    def period(self) -> int:
        """The number of rounds must be a multiple of this one."""
        return self.allocation.period

    @property
    def steps(self) -> bool:
        """Whether there is a function for the steps of Ketje, too: for Jr and Sr."""
        return self.width in (8, 16)

    @property
    def bits(self) -> int:
        """The width of the permutation."""
        return 25 * self.width

    @property
    def instructions(self) -> int:
        """Instructions in one round."""
        return len(self.code.ops)

    def spare(self) -> list[int]:
        """D registers that the round leaves alone."""
        per = 2 if self.code.file.unit == "s" else 1
        return sorted(set(range(32)) - {self.allocation.registers[value] // per for value in range(self.code.values)})

    def _run_of_spare(self, count: int) -> int:
        """The first of so many spare registers in a row; `ValueError` if there are not so many."""
        spare = set(self.spare())
        found = [k for k in spare if all(k + more in spare for more in range(count))]
        if not found:
            raise ValueError(f"{self.name} has no {count} registers in a row to spare")
        return min(found)

    def round_with(self, constant: int) -> list[str]:
        """The round with its constant in this D register: without the load."""
        per = 2 if self.code.file.unit == "s" else 1
        registers = list(self.allocation.registers)
        load = next(one for one in self.code.ops if LOAD in one.text)
        for k, value in enumerate(value for value in load.write[0] if value is not None):
            registers[value] = per * constant + k
        return [line for one, line in zip(self.code.ops, self.code.text(registers), strict=True) if one is not load]

    def places(self) -> list[int]:
        """Where each lane lies in the image."""
        registers = self.allocation.registers
        inputs = [registers[value] for value in self.code.inputs]
        return [self.lane(inputs, k) for k in range(25)]

    def zero(self) -> bytes:
        """The image of the zero state, with the constants in place."""
        registers, unit = self.allocation.registers, 4 if self.code.file.unit == "s" else 8
        image = bytearray(IMAGE)
        for k, value in enumerate(self.code.kept):
            at = unit * registers[value]
            image[at : at + unit] = self.constants[unit * k : unit * k + unit].ljust(unit, b"\0")
        return bytes(image)

    def pack(self, lanes: list[int]) -> bytes:
        """The image of a state."""
        image, bits = bytearray(self.zero()), element(self.width)
        for lane, place in zip(lanes, self.places(), strict=True):
            image[place : place + bits // 8] = copies(lane, self.width, bits).to_bytes(bits // 8, "little")
        return bytes(image)

    def unpack(self, image: bytes) -> list[int]:
        """The state of an image."""
        size = element(self.width) // 8
        return [uncopied(int.from_bytes(image[place : place + size], "little"), self.width) for place in self.places()]

    def ranges(self, values: list[int]) -> list[tuple[int, int]]:
        """The D registers of these values, as few stretches of at most 16 as hold them."""
        registers, per = self.allocation.registers, 2 if self.code.file.unit == "s" else 1
        used = sorted({registers[value] // per for value in values})
        halves = [[d for d in used if d < 16], [d for d in used if d >= 16]]
        if used[-1] - used[0] < 16:
            halves = [used]
        return [(half[0], half[-1]) for half in halves if half]

    @property
    def _state(self) -> list[int]:
        return [value for value in self.code.inputs if value not in self.code.kept]

    def _transfer(self, operation: str, values: list[int]) -> list[str]:
        """Load or store what holds these values, with the image at r0."""
        lines = []
        for low, high in self.ranges(values):
            lines += [f"add r12, r0, #{8 * low}"] if low else []
            lines.append(f"{operation} {'r12' if low else 'r0'}, {{d{low}-d{high}}}")
        return lines

    def assembly(self, unrolled: bool = True) -> str:
        """The kernel as text for the GNU assembler."""
        name, full = self.name, full_rounds(self.width)
        turns = [self.allocation.text(k) for k in range(self.period)]
        body = [line for turn in turns for line in turn]
        constants = [copies(round_constant(k, self.width), self.width, element(self.width)) for k in range(full)]
        waits = any("[r2:64]" in line for line in body)
        head = ["vpush {d8-d15}", *self._transfer("vldmia", self.code.inputs)]
        head += [f"rsb r3, r1, #{full}", *_address("r1", f"{name}_rc")]
        if unrolled and self.resident:
            first = self._run_of_spare(self.resident)
            head += [
                *_address("r12", f"{name}_entries"),
                "ldr lr, [r12, r3, lsl #2]",
                f"add r12, r1, #{8 * (full - self.resident)}",
            ]
            head.append(f"vldmia r12, {{d{first}-d{first + self.resident - 1}}}")
        elif unrolled:
            head += [*_address("r12", f"{name}_rounds"), f"movw r2, #{4 * len(turns[0])}", "mla lr, r3, r2, r12"]
        head += ["add r1, r1, r3, lsl #3"]
        if not unrolled:
            head += _address("lr", f"{name}_end")
        head += ["sub sp, sp, #32", "mov r2, sp"] if waits else []
        tail = ["add sp, sp, #32"] if waits else []
        tail += self._transfer("vstmia", self._state)
        tail += ["vpop {d8-d15}", "pop {pc}"]
        if unrolled and self.resident:
            rounds = ["bx lr", ".p2align 6"]
            for at in range(full):
                left = at - (full - self.resident)
                rounds += [f"{name}_round{at}:", *(body if left < 0 else self.round_with(first + left))]
        elif unrolled:
            rounds = ["bx lr", f".p2align 6\n{name}_rounds:", f".rept {full // self.period}", *body, ".endr"]
        else:
            rounds = [f".p2align 6\n{name}_rounds:", *body, "cmp r1, lr", f"bne {name}_rounds"]
        data = [
            ".section .rodata",
            f".p2align 6\n{name}_rc:",
            *(f".quad {value:#x}" for value in constants),
            f"{name}_end:",
        ]
        if unrolled and self.resident:
            data += [f"{name}_entries:", *(f".word {name}_round{at}" for at in range(full))]
        text = [f".text\n.p2align 6\n.global {name}\n.type {name}, %function\n{name}:", "push {lr}"]
        more = self.steps_assembly() if self.steps else ""
        return "\n".join([*text, *head, *rounds, *tail, *data]) + "\n" + more

    def steps_assembly(self) -> str:
        """The steps of Ketje as text for the GNU assembler."""
        name = self.name
        before, body = steps.loop(self)
        head = ["push {r4-r7, lr}", "vpush {d8-d15}", *self._transfer("vldmia", self.code.inputs)]
        head += ["mov r5, r1", "mov r6, r2", "mov r4, r3"]
        head += [*_address("r1", f"{name}_end"), "sub r1, r1, #8", *_address("r7", f"{name}_frame")]
        loop = [f".p2align 6\n{name}_again:", *body, "subs r4, r4, #1", f"bne {name}_again"]
        tail = [*self._transfer("vstmia", self._state), "vpop {d8-d15}", "pop {r4-r7, pc}"]
        data = [".section .rodata", f".p2align 3\n{name}_frame:", f".quad {steps.frame_word(self):#x}"]
        text = [".text", ".p2align 6", f".global {name}_steps", f".type {name}_steps, %function\n{name}_steps:"]
        return "\n".join([*text, *head, *before, *loop, *tail, *data]) + "\n"

    @property
    def instructions_per_step(self) -> int:
        """Instructions of one step of Ketje in that loop."""
        return len(steps.loop(self)[1]) + 2

    def header(self) -> str:
        """What a program in C needs to know."""
        places, zero = ", ".join(map(str, self.places())), ", ".join(map(str, self.zero()))
        return (
            f"void {self.name}(void *image, unsigned rounds);\n"
            f"void {self.name}_steps(void *image, const unsigned char *in, unsigned char *out, unsigned count);\n"
            f"static const unsigned char {self.name}_lane[25] = {{{places}}};\n"
            f"static const unsigned char {self.name}_zero[{IMAGE}] = {{{zero}}};\n"
        )


def _address(register: str, label: str) -> list[str]:
    return [f"movw {register}, #:lower16:{label}", f"movt {register}, #:upper16:{label}"]


def _wide(inputs: list[int], k: int) -> int:
    return 8 * inputs[k]


def _single(inputs: list[int], k: int) -> int:
    return 4 * inputs[4 * (k // 5) + k % 5 if k % 5 < 4 else 20 + k // 5]


def vector_200(name: str, extended: bool, rotate: str | None = None, registers: Path | None = None) -> Kernel:
    """Keccak-p[200] with the state in two Q registers; `rotate` as in `small.vector_round_200`."""
    return Kernel(
        name,
        8,
        extended,
        "the state in two Q registers",
        lambda: small.vector_round_200(extended, rotate),
        lambda inputs, k: 4 * inputs[0] + small.position(k),
        small.constants_200(),
        registers=registers,
    )


def rows_800(
    name: str, extended: bool, chi: str | None = None, parity: str | None = None, registers: Path | None = None
) -> Kernel:
    """Keccak-p[800] with a row in a Q register; `chi` and `parity` as in `rows.round_800`."""
    return Kernel(
        name,
        32,
        extended,
        "a row in a Q register",
        lambda: rows.round_800(chi, parity),
        rows.place_800,
        rows.constants_800(),
        registers=registers,
    )


def rows_400(name: str, extended: bool, rotate: str | None = None, registers: Path | None = None) -> Kernel:
    """Keccak-p[400] with two rows in a Q register; `rotate` as in `rows.round_400`."""
    return Kernel(
        name,
        16,
        extended,
        "two rows in a Q register",
        lambda: rows.round_400(rotate),
        rows.place_400,
        rows.constants_400(rotate is not None),
        registers=registers,
    )


def kernels() -> list[Kernel]:
    """All of them."""
    found = [
        Kernel("neon_1600", 64, False, "a lane in a D register", wide.neon_round, _wide),
        Kernel("plain_1600", 64, False, "a lane in a D register, one at a time", wide.plain_round, _wide),
        Kernel("extended_1600", 64, True, "a lane in a D register", wide.extended_round, _wide),
        rows_800("neon_800", False),
        rows_400("neon_400", False),
        vector_200("neon_200", False),
        vector_200("vector_200", True),
        *(
            Kernel(
                f"extended_{bits}",
                width,
                True,
                "a lane in an S register",
                lambda width=width: single.extended_round(width),  # type: ignore[misc]
                _single,
                # Keyak has twelve rounds each time.
                resident=12 if bits == 800 else 0,
            )
            for bits, width in sorted(WIDTHS.items(), reverse=True)
            if bits < 1600
        ),
    ]
    # Less than 200 bits: the same rounds with copies of the lanes, and other constants.
    for bits, width in sorted(NARROW.items(), reverse=True):
        found += [replace(one, name=f"{one.name[:-3]}{bits}", width=width, like=one.name) for one in found if one.width == 8]
    return found


def form(name: str) -> Permutation:
    """The kernel or the plain ARM assembly of this name; `KeyError` if there is none."""
    return {one.name: one for one in arm.plain()}.get(name) or kernel(name)


def kernel(name: str) -> Kernel:
    """The kernel of this name; `KeyError` if there is none."""
    return {one.name: one for one in kernels()}[name]
