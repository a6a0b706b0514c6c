"""Keccak-f of all four widths with the SHA3 instructions of ARMv8.2, run by qemu-aarch64 and counted one by one.

The instructions have elements of 64 bits. A lane of fewer bits is copied until it fills one: the sums and chi keep the copies
alike, and a rotation of 64 bits rotates each of them.
"""

import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..definition import OFFSETS, WIDTHS, copies, full_rounds, permute, pi_source, round_constant
from ..errors import KernelError
from ..kernels.ir import V_FILE, Code, Value
from ..needs import output, require
from ..needs import run as tool


def permutation(width: int = 64) -> Code:
    """All rounds: 10 EOR3, 5 RAX1, 25 XAR (EOR where the amount is 0), 25 BCAX, and LD1R and EOR for iota in each."""
    code = Code(V_FILE)
    a = [code.input() for _ in range(25)]
    for _ in range(full_rounds(width)):
        c: list[Value] = []
        for x in range(5):
            text = "eor3 {0}.16b, {1}.16b, {2}.16b, {3}.16b"
            (part,) = code.op(text, (1,), (a[x],), (a[x + 5],), (a[x + 10],))
            c += code.op(text, (1,), (part,), (a[x + 15],), (a[x + 20],))
        d = {}
        for x in (1, 3, 0, 2, 4):
            (d[x],) = code.op("rax1 {0}.2d, {1}.2d, {2}.2d", (1,), (c[(x + 4) % 5],), (c[(x + 1) % 5],))
        out: list[Value] = []
        for y in range(5):
            b: list[Value] = []
            for x in range(5):
                sx, sy = pi_source(x, y)
                k = 5 * sy + sx
                amount = OFFSETS[k] % width
                if amount:
                    b += code.op(f"xar {{0}}.2d, {{1}}.2d, {{2}}.2d, #{64 - amount}", (1,), (a[k],), (d[sx],))
                else:
                    b += code.op("eor {0}.16b, {1}.16b, {2}.16b", (1,), (a[k],), (d[sx],))
            for x in range(5):
                row = ((b[x],), (b[(x + 2) % 5],), (b[(x + 1) % 5],))
                out += code.op("bcax {0}.16b, {1}.16b, {2}.16b, {3}.16b", (1,), *row)
        (rc,) = code.op("ld1r {{{0}.2d}}, [x1], #8", (1,))
        (out[0],) = code.op("eor {0}.16b, {1}.16b, {2}.16b", (1,), (out[0],), (rc,))
        a = out
    code.loop(a)
    return code


def linear_scan(code: Code) -> list[int]:
    """Registers for a sequence without pairs: each value takes the first that is free."""
    spans = code.lifetimes()
    registers = [-1] * code.values
    free = set(range(code.file.count))
    for number, value in enumerate(code.inputs):
        registers[value] = number
        free.remove(number)
    for at, one in enumerate(code.ops, 1):
        for operand in one.read:
            for value in {v for v in operand if v is not None}:
                if spans[value][1] == at:
                    free.add(registers[value])
        for operand in one.write:
            for written in operand:
                if written is not None:
                    registers[written] = min(free)
                    free.remove(registers[written])
    return registers


def assembly(width: int = 64) -> str:
    """A program without a library: reads a state, each lane filling 64 bits, permutes it once, writes it."""
    code = permutation(width)
    registers = linear_scan(code)
    order = [registers[value] for value in code.outputs]
    load = [f"ldr d{k}, [x0, #{8 * k}]" for k in range(25)]
    store = [f"str d{register}, [x0, #{8 * k}]" for k, register in enumerate(order)]
    constants = ", ".join(f"{copies(round_constant(k, width), width, 64):#x}" for k in range(full_rounds(width)))
    return "\n".join(
        [
            ".arch armv8.2-a+sha3",
            ".global _start, permutation, rounds, rounds_end",
            ".text",
            "_start:",
            *("mov x0, #0", "ldr x1, =state", "mov x2, #200", "mov x8, #63", "svc #0"),
            *("ldr x0, =state", "bl permutation"),
            *("mov x0, #1", "ldr x1, =state", "mov x2, #200", "mov x8, #64", "svc #0"),
            *("mov x0, #0", "mov x8, #93", "svc #0"),
            "permutation:",
            "ldr x1, =constants",
            *load,
            "rounds:",
            *code.text(registers),
            "rounds_end:",
            *store,
            "ret",
            ".ltorg",
            ".section .rodata",
            ".p2align 3",
            f"constants: .quad {constants}",
            ".bss",
            ".p2align 6",
            "state: .skip 200",
            "",
        ]
    )


@dataclass(frozen=True)
class Run:
    """What qemu did."""

    lanes: list[int]
    instructions: int
    """Executed in all rounds."""


def run(lanes: list[int], width: int = 64) -> Run:
    """Permute a state under qemu-aarch64 -cpu max, one instruction at a time, and count those of the rounds."""
    require("aarch64-linux-gnu-gcc", "qemu-aarch64")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "k.S").write_text(assembly(width))
        compiler = ["aarch64-linux-gnu-gcc", "-nostdlib", "-static", "-Wl,--build-id=none", "k.S", "-o", "k"]
        tool(compiler, folder)
        symbols = tool(["aarch64-linux-gnu-nm", "k"], folder)
        at = {line.split()[2]: int(line.split()[0], 16) for line in symbols.splitlines()}
        first, end = at["rounds"], at["rounds_end"]
        options = ["-singlestep", "-d", "exec,nochain", "-D", "log", "-dfilter", f"{first:#x}..{end - 1:#x}"]
        given = b"".join(copies(lane, width, 64).to_bytes(8, "little") for lane in lanes)
        out = output(["qemu-aarch64", "-cpu", "max", *options, "./k"], folder, given)
        executed = sum(line.startswith("Trace ") for line in (folder / "log").read_text().splitlines())
    found = [int.from_bytes(out[k : k + 8], "little") for k in range(0, 200, 8)]
    permuted = [value % 2**width for value in found]
    if [copies(lane, width, 64) for lane in permuted] != found:
        raise KernelError("the copies of a lane differ")
    return Run(permuted, executed)


def figures(bits: int) -> dict[str, Any]:
    """What a permutation takes; `KernelError` if what it gives is not the definition's."""
    width = WIDTHS[bits]
    rounds, lanes = full_rounds(width), [k * 0x0123456789ABCDEF % 2**width for k in range(25)]
    done = run(lanes, width)
    if done.lanes != permute(lanes, width):
        raise KernelError(f"the ARMv8.2 kernel is not Keccak-f[{bits}]")
    kinds: dict[str, int] = {}
    for one in permutation(width).ops:
        kinds[one.text.split()[0]] = kinds.get(one.text.split()[0], 0) + 1
    return {
        "bits": bits,
        "rounds": rounds,
        "instructions": done.instructions,
        "instructions_per_round": done.instructions / rounds,
        "per_round": {name: count / rounds for name, count in kinds.items()},
    }
