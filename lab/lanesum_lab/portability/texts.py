"""Table 2 as code: Keccak with what fits on AVX and on a 64-bit architecture, run by Unicorn and counted one by one.

The 64-bit architecture is RV64IM: C of the core's form (`core/forms.py`), with rl1x, xorr and kxorr64 on general registers.
AVX is x86-64 with a lane or a row in an XMM register and the state in memory; any source may lie in memory, as there. All of
the instructions beside the six have forms of SSE2 that take no more of them, which is what Unicorn can run.
"""

import re
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import unicorn as uc
from unicorn import riscv_const as rv
from unicorn import x86_const as x86

from ..core import COMPILER, FLAGS
from ..core.forms import CHI3, CUSTOM_1, KXORR64, RL1X, Words
from ..definition import OFFSETS, WIDTHS, full_rounds, permute, pi_source, round_constant
from ..errors import KernelError
from ..isa import Instruction, InstructionSet
from ..needs import MissingError, require, run

_STATE, _OTHER, _CONSTANTS, _STACK, _SIZE = 0x40000, 0x41000, 0x42000, 0x7F000, 0x80000
ASSEMBLER = "x86_64-linux-gnu-as"


def _execute(core: Any, code: bytes, step: Callable[[int], bool], end: int, begin: int = 0) -> int:
    """Run code at 0 up to `end`; how many instructions. `step` does what the emulator has no instruction for, and says so."""
    count = 0

    def observe(_core: Any, at: int, _size: int, _data: Any) -> None:
        nonlocal count
        # After a step the emulator begins anew where that led.
        count += 1
        step(at)

    core.mem_write(0, code)
    core.hook_add(uc.UC_HOOK_CODE, observe)
    core.emu_start(begin, end)
    return count


def rv64(isa: InstructionSet, one: Words, lanes: list[int], rounds: int) -> tuple[int, list[int]]:
    """A call on RV64IM: its instructions, and the state after it."""
    require(COMPILER)
    flags = [flag.replace("rv32im", "rv64im").replace("ilp32", "lp64") for flag in FLAGS]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "first.s").write_text(f"j {one.name}\n")
        (folder / "kernel.c").write_text(one.assembly())
        run([COMPILER, *flags, "first.s", "kernel.c", "-e", "0", "-o", "program"], folder)
        run([COMPILER.replace("gcc", "objcopy"), "-O", "binary", "program", "program.bin"], folder)
        code = (folder / "program.bin").read_bytes()
    core = uc.Uc(uc.UC_ARCH_RISCV, uc.UC_MODE_RISCV64)
    core.mem_map(0, _SIZE)
    core.mem_write(_STATE, one.pack(lanes))
    end = _STACK
    for register, value in ((10, _STATE), (11, rounds), (1, end), (2, _STACK)):
        core.reg_write(rv.UC_RISCV_REG_X0 + register, value)

    def step(at: int) -> bool:
        word = int.from_bytes(code[at : at + 4], "little")
        if word & 0x7F != CUSTOM_1:
            return False
        kind, above = word >> 12 & 7, word >> 25
        form = {KXORR64: "kxorr64", CHI3: "chi3.u32"}.get(kind, f"{'rl1x' if kind == RL1X else 'xorr'}.u{8 << (above >> 5)}")
        found = isa.by_mnemonic[form]
        n, m = (core.reg_read(rv.UC_RISCV_REG_X0 + (word >> place & 31)) for place in (15, 20))
        given = {"n": n, "m": m, "i": above & (63 if kind == KXORR64 else 31)}
        value = found.run(*(given[name] & ((1 << bits) - 1) for name, bits in found.inputs.items()))
        # As RV64 has all words of 32 bits: with their sign.
        core.reg_write(
            rv.UC_RISCV_REG_X0 + (word >> 7 & 31), value - ((value >> 31 & 1) << 32) if found.d.bits == 32 else value
        )
        core.reg_write(rv.UC_RISCV_REG_PC, at + 4)
        return True

    count = _execute(core, code, step, end)
    return count, one.unpack(bytes(core.mem_read(_STATE, 256)))


def avx_round(width: int, source: str, target: str, constant: int) -> list[str]:
    """The text of a round from a state in memory to another."""
    pairs, size = (3, 8) if width == 64 else (2, 4)
    row = 16 * pairs
    lines = []
    for k in range(pairs):
        lines.append(f"movdqa xmm{k}, [{source}+{16 * k}]")
        lines += [f"pxor xmm{k}, [{source}+{row * y + 16 * k}]" for y in range(1, 5)]
    if width == 64:
        lines += ["pshufd xmm3, xmm0, 0xee", "pshufd xmm4, xmm1, 0xee"]
        parity = [0, 3, 1, 4, 2]
    else:
        lines += [f"pshufd xmm{k + 1}, xmm0, {0x55 * k}" for k in (1, 2, 3)]
        parity = [0, 2, 3, 4, 1]
    lines += [f"rl1x.u{width} xmm{5 + x}, xmm{parity[x - 1]}, xmm{parity[(x + 1) % 5]}" for x in range(5)]
    for y in range(5):
        for x in range(5):
            sx, sy = pi_source(x, y)
            name = "kxorr64" if width == 64 else f"xorr.u{width}"
            amount = OFFSETS[5 * sy + sx] % width
            lines.append(f"{name} xmm{10 + x}, xmm{5 + sx}, [{source}+{row * sy + size * sx}], {amount}")
        if width == 64:
            lines += ["punpcklqdq xmm14, xmm10", "punpcklqdq xmm10, xmm11", "punpcklqdq xmm12, xmm13"]
            lines += ["chi1.u64 xmm15, xmm10, xmm12", "chi1.u64 xmm11, xmm12, xmm14", "chi2.u64 xmm13, xmm10, xmm14"]
            out = (15, 11, 13)
        else:
            lines += ["punpckldq xmm10, xmm11", "punpckldq xmm12, xmm13", "punpcklqdq xmm10, xmm12"]
            lines += ["chi1.u32 xmm15, xmm10, xmm14", "chi3.u32 xmm13, xmm10, xmm14"]
            out = (15, 13)  # type: ignore[assignment]
        lines += [f"pxor xmm15, [rdx+{16 * constant}]"] if y == 0 else []
        lines += [f"movdqa [{target}+{row * y + 16 * k}], xmm{register}" for k, register in enumerate(out)]
    return lines


def avx(isa: InstructionSet, lanes: list[int], width: int, rounds: int) -> tuple[int, list[int]]:
    """A call on x86-64 with the six on XMM registers: the instructions of its text, and the state after it."""
    require(ASSEMBLER)
    first = full_rounds(width) - rounds
    ends = [("rdi", "rsi"), ("rsi", "rdi")]
    text = [line for k in range(rounds) for line in avx_round(width, *ends[k % 2], first + k)]
    own: dict[int, tuple[Instruction, list[str]]] = {}
    assembly = [".intel_syntax noprefix"]
    for number, line in enumerate(text):
        mnemonic, operands = line.split(" ", 1)
        if mnemonic in isa.by_mnemonic:
            # A stand-in for an encoding, of which x86-64 has any number: UD2, and which line it is.
            own[number] = (isa.by_mnemonic[mnemonic], operands.split(", "))
            line = f"ud2\n.long {number}"
        assembly.append(line)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "text.s").write_text("\n".join(assembly) + "\n")
        run([ASSEMBLER, "text.s", "-o", "text.o"], folder)
        run([ASSEMBLER.replace("-as", "-objcopy"), "-O", "binary", "-j", ".text", "text.o", "text.bin"], folder)
        code = (folder / "text.bin").read_bytes()
    core = uc.Uc(uc.UC_ARCH_X86, uc.UC_MODE_64)
    core.mem_map(0, _SIZE)
    base = {"rdi": _STATE, "rsi": _OTHER, "rdx": _CONSTANTS}
    for register, value in (("RDI", _STATE), ("RSI", _OTHER), ("RDX", _CONSTANTS)):
        core.reg_write(getattr(x86, f"UC_X86_REG_{register}"), value)
    row, size = (48, 8) if width == 64 else (32, 4)
    places = [row * (k // 5) + size * (k % 5) for k in range(25)]
    for lane, place in zip(lanes, places, strict=True):
        core.mem_write(_STATE + place, lane.to_bytes(size, "little"))
    for k in range(full_rounds(width)):
        core.mem_write(_CONSTANTS + 16 * k, round_constant(k, width).to_bytes(16, "little"))

    def step(at: int) -> bool:
        if code[at : at + 2] != b"\x0f\x0b":
            return False
        one, operands = own[int.from_bytes(code[at + 2 : at + 6], "little")]
        values = []
        for (name, bits), operand in zip(one.inputs.items(), operands[1:], strict=True):
            if name == "i":
                values.append(int(operand))
            elif found := re.fullmatch(r"\[(\w+)\+(\d+)\]", operand):
                values.append(int.from_bytes(core.mem_read(base[found[1]] + int(found[2]), bits // 8), "little"))
            else:
                values.append(core.reg_read(x86.UC_X86_REG_XMM0 + int(operand[3:])) & ((1 << bits) - 1))
        core.reg_write(x86.UC_X86_REG_XMM0 + int(operands[0][3:]), one.run(*values))
        core.reg_write(x86.UC_X86_REG_RIP, at + 6)
        return True

    count = _execute(core, code, step, len(code))
    at = _STATE if rounds % 2 == 0 else _OTHER
    return count, [int.from_bytes(core.mem_read(at + place, size), "little") for place in places]


def figures(isa: InstructionSet) -> list[dict[str, Any]]:
    """Instructions of a round on each; what is missing where something is not installed."""
    rows: list[dict[str, Any]] = []
    for bits, width in sorted(WIDTHS.items(), reverse=True):
        lanes = [k * 0x0123456789ABCDEF % 2**width for k in range(25)]
        forms: dict[str, Callable[[int], tuple[int, list[int]]]] = {}
        for name, given in (("RV64", ()), ("RV64 with the six", (True,)), ("RV64 with chi3, too", (True, True))):
            if width < 64 or len(given) < 2:
                forms[name] = partial(rv64, isa, Words(f"keccak_{bits}", width, False, *given), lanes)
        forms["AVX with the six"] = partial(avx, isa, lanes, width)
        for name, call in forms.items():
            try:
                counts = []
                for rounds in (2, 12):
                    count, out = call(rounds)
                    if out != permute(lanes, width, rounds):
                        raise KernelError(f"{name} is not Keccak-p[{bits}]")
                    counts.append(count)
                rows.append({"bits": bits, "on": name, "instructions_per_round": (counts[1] - counts[0]) / 10})
            except MissingError as error:
                rows.append({"bits": bits, "on": name, "missing": str(error)})
    return rows
