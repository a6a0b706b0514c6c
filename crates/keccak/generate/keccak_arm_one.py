#!/usr/bin/env python3
"""Writes ../src/aarch64/rounds.s: two rounds of Keccak-p[1600] on one state, in the integer unit of aarch64, as a macro for
one.s.

    python3 crates/keccak/generate/keccak_arm_one.py            # writes it
    python3 crates/keccak/generate/keccak_arm_one.py --check    # fails if it is not what this would write

The second operand of `eor` and `bic` may be rotated at no cost, the first may not. So no instruction rotates alone, neither for rho nor for
theta: a register holds its value rotated by some distance, its frame, and an operation leaves its result in the frame of its first
operand. The idea is that of Becker and Kannwischer ("Hybrid scalar/vector implementations of Keccak and SPHINCS+ on AArch64", 2022), who
bring four values of each round back to frame 0. Here first operands are chosen (`PARITY_BASE`, `a_round`) so that after each round the
lanes are in the frames in which they were before it, and nothing has to be brought back: lane (0, 0) keeps frame 0, and all other
frames follow from it.

25 lanes leave four registers. Theta needs no more, since D of a column is added before the parity of another is summed. A search
(`climb`, which starts from `SEED`) found an assignment in which each lane is back in its register after two rounds.
"""
import pathlib
import random
import sys

from keccak import RHO

FILE = pathlib.Path(__file__).parent.parent / "src/aarch64/rounds.s"

# x18 belongs to some systems, x29 to debuggers and profilers.
REGISTERS = [f"x{i}" for i in range(31) if i not in (18, 29)]
FREE, LANES = REGISTERS[:4], [(x, y) for y in range(5) for x in range(5)]
HOME = dict(zip(LANES, REGISTERS[4:]))
# The lane of each column in whose frame the parity is.
PARITY_BASE = {0: (0, 0), 1: (1, 0), 2: (2, 4), 3: (3, 1), 4: (4, 0)}
# Planes in the order in which the first and the second round make them; chi's operations, `n` for and-not and `o` for the sum.
PLANES = (3, 2, 1, 0, 4), (2, 1, 3, 4, 0)
CHI = "n0 n1 n2 o2 n3 o3 n4 o4 o0 o1".split()
SEED = 6
# Where one.s has the constants' address and the end, both of the word before.
CONSTANTS = 128


class Op:
    """One operation: what, the value that it makes, the two that it takes, how far right the second is rotated."""

    def __init__(self, kind, makes, takes=(), rotation=0):
        self.kind, self.makes, self.takes, self.rotation = kind, makes, takes, rotation


class Round(list):
    """Operations; and the frame of each value, which is the value that is meant, rotated right so far."""

    def __init__(self, lanes, frames):
        super().__init__()
        self.frames = {lanes[at]: frames[at] for at in LANES}

    def op(self, kind, makes, first, second, turned=(0, 0)):
        """`turned`: how far left each value is rotated, beside its frame, where it is used."""
        frame, other = (self.frames[value] + left for value, left in zip((first, second), turned))
        self.append(Op(kind, makes, (first, second), (frame - other) % 64))
        self.frames[makes] = frame % 64
        return makes

    def parity(self, r, lanes, columns):
        """Of several columns at once, as each sum waits for the one before."""
        order = {x: sorted((at for at in LANES if at[0] == x), key=lambda at: at != PARITY_BASE[at[0]]) for x in columns}
        sums = {x: lanes[order[x][0]] for x in columns}
        for step in range(1, 5):
            for x in columns:
                sums[x] = self.op("eor", f"{r}c{x}{step}", sums[x], lanes[order[x][step]])
        return sums

    def add(self, r, lanes, x, d):
        """Adds D to a column. The lanes come to its frame, but lane (0, 0) keeps its own."""
        for y in range(5):
            first, second = (lanes[x, y], d) if (x, y) == (0, 0) else (d, lanes[x, y])
            lanes[x, y] = self.op("eor", f"{r}t{x}{y}", first, second)


def a_round(r, lanes, frames):
    """The operations of a round on lanes that are in these frames, the lanes after it, and their frames."""
    g, lanes = Round(lanes, frames), dict(lanes)
    # D[x] = C[x-1] ^ rot(C[x+1], 1), in an order that needs four registers.
    c = g.parity(r, lanes, (0, 2, 1))
    g.add(r, lanes, 1, g.op("eor", f"{r}d1", c[0], c[2], (0, 1)))
    c |= g.parity(r, lanes, (3,))
    d4 = g.op("eor", f"{r}d4", c[0], c[3], (1, 0))
    g.add(r, lanes, 2, g.op("eor", f"{r}d2", c[1], c[3], (0, 1)))
    c |= g.parity(r, lanes, (4,))
    g.add(r, lanes, 4, d4)
    g.add(r, lanes, 0, g.op("eor", f"{r}d0", c[1], c[4], (1, 0)))
    g.add(r, lanes, 3, g.op("eor", f"{r}d3", c[2], c[4], (0, 1)))
    planes = {}
    for y in PLANES[r]:
        # Pi: lane (x, y) of the result is lane (x + 3y, x) of the state.
        sources = [((x + 3 * y) % 5, x) for x in range(5)]
        b, rotated = [lanes[at] for at in sources], [RHO[at] for at in sources]
        for kind, x in ((step[0], int(step[1])) for step in CHI):
            one, two = (x + 1) % 5, (x + 2) % 5
            if kind == "n":
                g.op("bic", f"{r}n{x}{y}", b[two], b[one], (rotated[two], rotated[one]))
            else:
                planes[x, y] = g.op("eor", f"{r}o{x}{y}", b[x], f"{r}n{x}{y}", (rotated[x], 0))
        if y == 0:
            g.append(Op(f"constant_{r}", f"{r}rc"))
            g.frames[f"{r}rc"] = 0
            planes[0, 0] = g.op("eor", f"{r}io", planes[0, 0], f"{r}rc")
    return g, planes, {at: g.frames[planes[at]] for at in LANES}


def entry():
    return {(x, y): f"a{x}{y}" for x, y in LANES}


def stationary():
    """The frames that a round leaves as they are."""
    frames = dict.fromkeys(LANES, 0)
    for _ in range(10):
        before, frames = frames, a_round(0, entry(), frames)[2]
        if frames == before:
            return frames
    raise AssertionError("the frames change for ever: a parity has the wrong base")


# Registers beside its result that the second constant takes, for its address and the end.
BESIDE = {"constant_1": 2}


def allocated(ops, wanted, choices, most):
    """Each operation with the registers of its result, of what it takes, and those then free; how many lanes are not at home in the end, or,
    as soon as it is more than `most`, that.

    A register is given, if that can be, to a value that is needed no longer than until the lane is made whose home it is; of several, which is
    a choice.
    """
    last = {value: i for i, op in enumerate(ops) for value in op.takes} | dict.fromkeys(wanted, len(ops))
    due = dict.fromkeys(REGISTERS, len(ops) + 1)
    for i, op in enumerate(ops):
        if op.makes in wanted:
            due[wanted[op.makes]] = i
    held, free, result, strangers = {value: HOME[at] for at, value in entry().items()}, list(FREE), [], 0
    for i, op in enumerate(ops):
        taken = [held[value] for value in op.takes]
        free += [held.pop(value) for value in op.takes if last[value] == i]
        register = wanted.get(op.makes)
        if register not in free:
            strangers += register is not None
            if strangers > most:
                break
            until = last[op.makes]
            free.sort(key=lambda register: (due[register] < until, due[register], REGISTERS.index(register)))
            register = free[int(choices[i] ** 2 * len(free))]
        free.remove(register)
        held[op.makes] = register
        result.append((op, register, taken, list(free)))
        assert len(free) >= BESIDE.get(op.kind, 0)
    return result, strangers


def climb(ops, wanted):
    """Choices with which all lanes come home, by random changes of some that make it no worse."""
    # Only `random` is the same in all versions of Python.
    draw = random.Random(SEED).random
    choices = [draw() for _ in ops]
    result, least = allocated(ops, wanted, choices, len(ops))
    while least:
        changed = list(choices)
        for _ in range(1 + int(4 * draw() ** 2)):
            changed[int(draw() * len(ops))] = draw()
        tried, strangers = allocated(ops, wanted, changed, least)
        if strangers <= least:
            choices, result, least = changed, tried, strangers
    return result


# By the first letter of a value's name: c d t in theta, n o in chi, which takes its operands rotated and moved (rho, pi).
STAGES = dict.fromkeys("cdt", "theta") | dict.fromkeys("no", "rho, pi, chi")


def rotated(distance):
    return f", ror #{distance % 64}" if distance % 64 else ""


def two_rounds(frames):
    first, between, _ = a_round(0, entry(), frames)
    second, lanes, after = a_round(1, between, frames)
    assert after == frames
    text, before = [], None
    for op, register, taken, free in climb(first + second, {lanes[at]: HOME[at] for at in LANES}):
        r, name = op.makes[0], op.makes[1:]
        if r != before:
            text.append(f"// Round {r} of two")
        stage, before, begin = "iota" if name in ("io", "rc") else STAGES[name[0]], r, len(text)
        if op.kind == "constant_0":
            text += [f"ldr {register}, [sp, #{CONSTANTS}]", f"ldr {register}, [{register}, #8]"]
        elif op.kind == "constant_1":
            text += [f"ldp {free[0]}, {free[1]}, [sp, #{CONSTANTS}]", f"ldr {register}, [{free[0]}, #16]!"]
            text += [f"str {free[0]}, [sp, #{CONSTANTS}]", f"cmp {free[0]}, {free[1]}"]
        else:
            text.append(f"{op.kind} {register}, {taken[0]}, {taken[1]}{rotated(op.rotation)}")
        text[begin:] = [f"{line:36}// {stage} {name}" for line in text[begin:]]
    return text


def file():
    frames = stationary()
    distances = "\n".join(
        "//     " + " ".join(f"{HOME[x, y]:>4} {frames[x, y]:2}" for x in range(5)) for y in range(5)
    )
    lines = two_rounds(frames)
    return "\n".join([
        f"""// Written by crates/keccak/generate/keccak_arm_one.py, which says why: two rounds of Keccak-p[1600] on one state, in
// {sum(line[0] != "/" for line in lines)} instructions.
//
// Lanes (0, y) to (4, y) in a line, each with its register and how far right it is rotated, before and after:
//
{distances}
//
// x0 to x3 are temporary. At [sp, #{CONSTANTS}] are the address of the word before the two constants, which moves on, and that of the
// word before the end; the flags say whether both are the same now.
//
// A line is followed by its stage and value: c a sum of theta, d what theta adds to a column, t a lane after theta, n and o in chi (x y).

.macro two_rounds""",
        *(f"    {line}" for line in lines),
        ".endm\n",
    ])


text = file()
if "--check" not in sys.argv:
    FILE.write_text(text)
elif FILE.read_text() != text:
    sys.exit("not what keccak_arm_one.py writes: rounds.s")
