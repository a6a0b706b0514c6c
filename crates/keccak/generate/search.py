#!/usr/bin/env python3
"""Searches, on this very processor, for an order of instructions that is faster: writes it into orders.json.

    python3 crates/keccak/generate/search.py wide|wide_ternary|wide_zen4|in_memory|integer_and_vector|integer SECONDS [CPU]

Twenty-four orders at a time, made from the best five by moving some operations as far as their operands allow, are assembled
(gcc), checked against the plain rounds, and timed in turn (search.c); the best five continue. Needs x86-64 Linux, gcc and, but
for `integer` and `in_memory`, AVX-512VL. A quiet machine finds more. Then run keccak.py.
"""
import json
import pathlib
import random
import subprocess
import sys
import tempfile
import time

import keccak

HERE = pathlib.Path(__file__).parent
POOL, CANDIDATES, SECONDS_EACH = 5, 24, 1.2


def moved(graph, order, steps, rng):
    """The order with some operations moved, none before what it needs or behind what needs it."""
    by_name = {op.makes: op for op in graph}
    needs = {name: {*op.takes, *op.after} for name, op in by_name.items()}
    order = list(order)
    for _ in range(steps):
        i = rng.randrange(len(order))
        name, distance = order[i], rng.choice([1, 2, 3, 5, 8, 15, 30])
        step = rng.choice([-1, 1])
        while distance and 0 <= i + step < len(order):
            first, second = (order[i + step], name) if step < 0 else (name, order[i + step])
            if first in needs[second]:
                break
            order[i], i, distance = order[i + step], i + step, distance - 1
        order[i] = name
    return order


SOURCES = HERE.parent / "src/x86_64"
# How the rounds of an order are made.
KINDS = {
    "wide": lambda order: keccak.of_wide(order, False, tries=20),
    "wide_ternary": lambda order: keccak.of_wide(order, True, tries=20),
    "wide_zen4": lambda order: keccak.of_wide(order, False, tries=20),
    "in_memory": keccak.of_memory,
    "integer_and_vector": lambda order: keccak.of_one(order, tries=20),
    "integer": lambda order: keccak.of_one(order, (), tries=20),
}


def memory_function(lines):
    """A function that permutes four states in memory, from aligned copies."""
    text = [keccak.macro("two_rounds", keccak.MEMORY, lines), "push rbp", "mov rbp, rsp", "sub rsp, 832", "and rsp, -64"]
    text += [f"vmovdqu ymm5, [rdi + {32 * k}]\nvmovdqa [rsp + {32 * k}], ymm5" for k in range(25)]
    text += ["4:", *(f"vmovdqa ymm{x}, [rsp + {32 * x}]" for x in range(5))]
    text += [f"vpxor ymm{k % 5}, ymm{k % 5}, [rsp + {32 * k}]" for k in range(5, 25)]
    text += ["lea rdx, [rip + constants]", "lea rax, [rip + constants + 192]", "mov ecx, 12", ".p2align 6", "2:"]
    text += ["two_rounds rsp, rdx, rax", "add rdx, 16", "dec ecx", "jnz 2b", "dec rsi", "jnz 4b"]
    text += [f"vmovdqa ymm5, [rsp + {32 * k}]\nvmovdqu [rdi + {32 * k}], ymm5" for k in range(25)]
    return text + ["vzeroupper", "leave", "ret", ".purgem two_rounds"]


def wide_function(lines, v="zmm", size=64):
    """A function that permutes eight states, or four, in registers from the first time to the last."""
    text = [keccak.macro("two_rounds", keccak.WIDE, lines)]
    text += [f"vmovdqu64 {v}{k}, [rdi + {size * k}]" for k in range(25)]
    for x in range(5):
        text += [f"vmovdqa64 {v}{25 + x}, {v}{x}", f"vpternlogq {v}{25 + x}, {v}{5 + x}, {v}{10 + x}, 150"]
        text += [f"vpternlogq {v}{25 + x}, {v}{15 + x}, {v}{20 + x}, 150"]
    text += ["4:", "lea rdx, [rip + constants]", "mov ecx, 12", ".p2align 6", "2:", f"two_rounds {v}, {{1to{size // 8}}}, rdx"]
    text += ["add rdx, 16", "dec ecx", "jnz 2b", "dec rsi", "jnz 4b"]
    return text + [f"vmovdqu64 [rdi + {size * k}], {v}{k}" for k in range(25)] + ["vzeroupper", "ret", ".purgem two_rounds"]


def one_function(lines):
    """The whole function of one.s, called without a message."""
    text = ["mov rdx, rsi", "xor ecx, ecx", "lea r8, [rip + constants]", "lea r9, [r8 + 192]"]
    text += [f'#include "{SOURCES / file}"' for file in ("frame.s", "words_64.s")]
    return text + [keccak.macro("two_rounds", keccak.ONE, lines), f'#include "{SOURCES / "one.s"}"']


def candidate(kind, name, order):
    lines = KINDS[kind](order)
    if kind == "in_memory":
        text = memory_function(lines)
    elif kind.startswith("wide"):
        text = wide_function(lines, *(("ymm", 32) if kind == "wide_zen4" else ()))
    else:
        text = one_function(lines)
    return [f".globl {name}", ".p2align 6", f"{name}:", *text]


def times(functions, ways, folder, cpu):
    """Cycles of each function's permutation; those that compute something else are left out."""
    constants = "\n".join(f".quad {rc:#x}" for rc in keccak.round_constants())
    source = [".intel_syntax noprefix", ".section .note.GNU-stack", ".section .rodata", ".p2align 6", "constants:"]
    turns = [[word + (byte + by) % 8 for word in (0, 8) for byte in range(8)] for by in (7, 1)]
    tables = [f".byte {', '.join(map(str, turn * 2))}" for turn in turns]
    source += [constants, *tables, ".text"] + [line for text in functions.values() for line in text]
    (folder / "candidates.S").write_text("\n".join(source) + "\n")
    table = "".join(f"void {name}(void *, long);\n" for name in functions)
    table += "static const struct { const char *name; void (*function)(void *, long); } TABLE[] = {"
    table += ", ".join(f'{{"{name}", {name}}}' for name in functions) + f"}};\n#define WAYS {ways}\n"
    (folder / "table.h").write_text(table)
    program = folder / "search"
    gcc = ["gcc", "-O1", f"-I{folder}", "-o", program, HERE / "search.c", folder / "candidates.S"]
    subprocess.run(gcc, check=True)
    lines = subprocess.run(
        ["taskset", "-c", cpu, program, str(SECONDS_EACH)], check=True, capture_output=True, text=True
    ).stdout.split("\n")
    return {name: float(cycles) for name, cycles, right in (line.split() for line in lines if line) if right == "right"}


def main():
    if len(sys.argv) not in (3, 4) or sys.argv[1] not in KINDS:
        sys.exit(__doc__)
    kind, seconds, cpu = sys.argv[1], float(sys.argv[2]), (sys.argv[3:] or ["1"])[0]
    orders = json.loads((HERE / "orders.json").read_text())
    pool, rng, end = [orders[kind].split()], random.Random(), time.time() + seconds
    if kind == "in_memory":
        graph, *_ = keccak.in_memory()
    elif kind.startswith("wide"):
        graph, *_ = keccak.wide(kind == "wide_ternary")
    else:
        graph, *_ = keccak.one(() if kind == "integer" else keccak.VECTOR_ROWS)
    with tempfile.TemporaryDirectory() as folder:
        while time.time() < end:
            tried, functions = {}, {}
            while len(functions) < CANDIDATES:
                k = len(tried)
                order = pool[k] if k < len(pool) else moved(graph, rng.choice(pool), rng.choice([1, 2, 4, 8, 16, 30]), rng)
                tried[f"c{k}"] = order
                try:
                    functions[f"c{k}"] = candidate(kind, f"c{k}", order)
                except keccak.NoRegister:
                    continue
            ways = 4 if kind in ("wide_zen4", "in_memory") else 8 if kind.startswith("wide") else 1
            found = times(functions, ways, pathlib.Path(folder), cpu)
            best = sorted((cycles, name) for name, cycles in found.items() if cycles > 0)[:POOL]
            if not best:
                print("not enough quiet samples; trying again", flush=True)
                continue
            pool = [tried[name] for _, name in best]
            print(" ".join(f"{cycles:.1f}" for cycles, _ in best), flush=True)
    orders[kind] = " ".join(pool[0])
    (HERE / "orders.json").write_text(json.dumps(orders, indent=2) + "\n")


if __name__ == "__main__":
    main()
