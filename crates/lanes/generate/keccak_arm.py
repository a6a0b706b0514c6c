#!/usr/bin/env python3
"""Writes src/aarch64/rounds_sha3.rs: the rounds of Keccak-p[1600] with the instructions of aarch64 for SHA-3, in 32 registers.

25 lanes and theta's five words leave two registers. LLVM gathers sums ahead and moves a sixth of the words to memory and back; this order
needs no move at all: a plane's five lanes are overwritten by the plane (as in lanesum's keccak/permutation/round.rs), and while it is
computed, two of them are in the registers left. `--check` only compares.
"""

import itertools
import pathlib
import sys

FILE = pathlib.Path(__file__).parent.parent / "src/aarch64/rounds_sha3.rs"
# What theta adds to each column, from the parities in v25 to v29; and what is free then.
D = ["v29", "v30", "v31", "v27", "v28"]
FREE = ["v25", "v26"]


def offsets():
    """FIPS 202, section 3.2.2."""
    rho, (x, y) = [0] * 25, (1, 0)
    for t in range(24):
        rho[x + 5 * y] = (t + 1) * (t + 2) // 2 % 64
        x, y = y, (2 * x + 3 * y) % 5
    return rho


def place(r, x, y):
    """Where lane (x, y) is before round r."""
    return x + 5 * y if r % 2 == 0 else (2 * x + y) % 5 + 5 * ((2 * x + 3 * y) % 5)


def order_of(sources, outputs):
    """Which two lanes of a plane are moved, and in which order its five results overwrite the others."""
    for moved in itertools.permutations(range(5), 2):
        for order in itertools.permutations(range(5)):
            left = set(order)
            for x in order:
                left.discard(x)
                overwritten = sources.index(outputs[x])
                wanted = {(later + i) % 5 for later in left for i in range(3)}
                if overwritten not in moved and overwritten in wanted:
                    break
            else:
                return moved, order
    raise AssertionError("more registers are needed")


def plane(r, y):
    rho = offsets()
    columns = [(x + 3 * y) % 5 for x in range(5)]
    sources = [place(r, column, x) for x, column in enumerate(columns)]
    outputs = [place(r + 1, x, y) for x in range(5)]
    moved, order = order_of(sources, outputs)
    b = [FREE[moved.index(x)] if x in moved else f"v{sources[x]}" for x in range(5)]
    for x, column in enumerate(columns):
        distance = rho[column + 5 * x]
        if distance == 0:
            yield f"eor {b[x]}.16b, v{sources[x]}.16b, {D[column]}.16b"
        else:
            yield f"xar {b[x]}.2d, v{sources[x]}.2d, {D[column]}.2d, #{64 - distance}"
    for x in order:
        yield f"bcax v{outputs[x]}.16b, {b[x]}.16b, {b[(x + 2) % 5]}.16b, {b[(x + 1) % 5]}.16b"
    if y == 0:
        yield f"ld1r {{{{{FREE[0]}.2d}}}}, [{{at}}], #8"
        yield f"eor v{outputs[0]}.16b, v{outputs[0]}.16b, {FREE[0]}.16b"


def a_round(r):
    lane = [[f"v{place(r, x, y)}.16b" for y in range(5)] for x in range(5)]
    for x in range(5):
        yield f"eor3 v{25 + x}.16b, {lane[x][0]}, {lane[x][1]}, {lane[x][2]}"
    for x in range(5):
        yield f"eor3 v{25 + x}.16b, v{25 + x}.16b, {lane[x][3]}, {lane[x][4]}"
    for x in (1, 2, 3, 4, 0):
        yield f"rax1 {D[x]}.2d, v{25 + (x + 4) % 5}.2d, v{25 + (x + 1) % 5}.2d"
    for y in range(5):
        yield from plane(r, y)


def text():
    yield "//! The rounds of Keccak-p\\[1600\\] with the instructions of aarch64 for SHA-3. Written by `generate/keccak_arm.py`, which says why."
    yield ""
    yield "use core::arch::aarch64::uint64x2_t;"
    yield ""
    yield "/// The rounds with these constants, of one state or two, on lanes in the plain order, which it keeps."
    yield '#[target_feature(enable = "neon,sha3")]'
    yield "#[inline]"
    yield "pub(super) fn rounds(s: &mut [uint64x2_t; 25], constants: &[[u64; 2]]) {"
    yield "    let constants = constants.as_flattened().as_ptr_range();"
    yield "    if constants.is_empty() {"
    yield "        return;"
    yield "    }"
    yield "    // SAFETY: the features are enabled. The text reads the constants, an even number and not none, and writes the declared registers."
    yield "    unsafe {"
    yield "        core::arch::asm!("
    yield '            "2:",'
    for r in (0, 1):
        for line in a_round(r):
            yield f'            "{line}",'
    yield '            "cmp {at}, {end}",'
    yield '            "b.ne 2b",'
    yield "            at = inout(reg) constants.start => _,"
    yield "            end = in(reg) constants.end,"
    for i in range(25):
        yield f'            inout("v{i}") s[{i}],'
    for i in range(25, 32):
        yield f'            out("v{i}") _,'
    yield "            options(readonly, nostack),"
    yield "        );"
    yield "    }"
    yield "}"


written = "\n".join(text()) + "\n"
if "--check" in sys.argv:
    if FILE.read_text() != written:
        sys.exit(f"{FILE.name} is not what {pathlib.Path(__file__).name} writes")
else:
    FILE.write_text(written)
