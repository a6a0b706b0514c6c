#!/usr/bin/env python3
"""Writes the hand-scheduled rounds of Keccak-p[1600]: ../src/x86/rounds_wide.rs and ../src/x86/rounds_one.rs.

    python3 crates/lanes/generate/keccak.py            # writes both
    python3 crates/lanes/generate/keccak.py --check    # fails if one is not what this would write

A round is a list of operations on named values (`wide`, `one`). orders.json has the order in which they are to stand,
found by random search on the processor itself (search.py). A linear scan over that order assigns the registers, for two
rounds at a time, so that after the second one each lane is back in its register; where that is not possible, a few moves at
the end of the two rounds put it there. The assembler text is the result: no compiler reorders it or spills.
"""
import json
import pathlib
import random

from assembler import DOUBLE, QUAD, SLOT, check_or_write, entered, header, left, naked, quoted

HERE = pathlib.Path(__file__).parent
ALWAYS = 10**9
XOR3, CHI = 0x96, 0xD2


def rho():
    """Offsets of rho by lane (x, y), FIPS 202 section 3.2.2."""
    offsets, x, y = {(0, 0): 0}, 1, 0
    for t in range(24):
        offsets[x, y] = (t + 1) * (t + 2) // 2 % 64
        x, y = y, (2 * x + 3 * y) % 5
    return offsets


RHO = rho()


def round_constants():
    """The constants of iota, FIPS 202 section 3.2.5."""
    bits, lfsr = [], 1
    for _ in range(255):
        bits.append(lfsr & 1)
        lfsr = lfsr << 1 ^ (lfsr >> 7) * 0x171
    return [sum(bits[(j + 7 * r) % 255] << (1 << j) - 1 for j in range(7)) for r in range(24)]


class Op:
    """One operation: what, the value that it makes, the values that it takes, a constant, and what must have been read."""

    def __init__(self, kind, makes, takes, constant=None, after=()):
        self.kind, self.makes, self.takes, self.constant, self.after = kind, makes, takes, constant, after


class Graph(list):
    def op(self, *arguments, **named):
        self.append(Op(*arguments, **named))
        return self[-1].makes


def theta(g, parities):
    """D[x] = C[x-1] ^ rot(C[x+1], 1), in an order that needs no more than seven registers for C and D."""
    rotated, d = {}, {}
    for step in ("r0", "r3", "d4", "r1", "d2", "d0", "r4", "d3", "r2", "d1"):
        x = int(step[1])
        if step[0] == "r":
            rotated[x] = g.op("rotate_parity", f"r{x}", [parities[x]])
        else:
            d[x] = g.op("theta", f"d{x}", [rotated[(x + 1) % 5], parities[(x - 1) % 5]])
            yield x, d


def wide(ternary_theta=False):
    """One lane (of several states) a register; the state and its column parities stay in registers.

    Theta either adds D to each lane, or both parities by one operation of three inputs: five operations fewer, but the
    parities and their rotations live longer, and the processor has to read more.
    """
    g = Graph()
    lanes = {(x, y): f"a{x}{y}" for y in range(5) for x in range(5)}
    parities = [f"c{x}" for x in range(5)]
    after_theta = {}
    if ternary_theta:
        for x in range(5):
            left, right = parities[(x - 1) % 5], g.op("rotate_parity", f"r{(x + 1) % 5}", [parities[(x + 1) % 5]])
            for y in range(5):
                after_theta[x, y] = g.op("ternary", f"t{x}{y}", [lanes[x, y], left, right], XOR3)
    else:
        for _, d in theta(g, parities):
            pass
    planes = {}
    for y in (0, 1, 3, 2, 4):
        b = []
        for x in range(5):
            # Pi: lane (x, y) of the result is lane (x + 3y, x) of the state.
            from_x, from_y = (x + 3 * y) % 5, x
            if ternary_theta:
                t = after_theta[from_x, from_y]
            else:
                t = g.op("xor", f"t{from_x}{from_y}", [lanes[from_x, from_y], d[from_x]])
            b.append(g.op("rotate", f"b{x}{y}", [t], RHO[from_x, from_y]) if RHO[from_x, from_y] else t)
        for x in range(5):
            first = g.op("iota", "io", [b[0]]) if (x, y) == (0, 0) else b[x]
            planes[x, y] = g.op("ternary", f"o{x}{y}", [first, b[(x + 1) % 5], b[(x + 2) % 5]], CHI)
    sums = [g.op("ternary", f"p{x}", [planes[x, y] for y in (0, 1, 3)], XOR3) for x in range(5)]
    sums = [g.op("ternary", f"q{x}", [sums[x], planes[x, 2], planes[x, 4]], XOR3) for x in range(5)]
    ordered = [(x, y) for y in range(5) for x in range(5)]
    return g, [lanes[xy] for xy in ordered] + parities, [planes[xy] for xy in ordered] + sums


VECTOR_ROWS = (2, 4)


def one(vector_rows=VECTOR_ROWS):
    """One state in memory, its column parities in registers: three planes in the integer unit, two in the vector unit."""
    g = Graph()
    parities = [f"c{x}" for x in range(5)]
    in_vector = {}
    for x, d in theta(g, parities):
        if vector_rows:
            in_vector[x] = g.op("to_vector", f"vd{x}", [d[x]])
        # There are not registers enough for all of D beside five lanes and five parities.
        if x in (2, 4):
            d[x] = g.op("store_theta", f"D{x}", [d[x]], x)
    sums = None
    for y in vector_rows + tuple(y for y in (0, 1, 3, 2, 4) if y not in vector_rows):
        v = "v_" if y in vector_rows else ""
        b, read = [], tuple(f"t{(x + 3 * y) % 5}{x}" for x in range(5))
        for x in range(5):
            from_x, from_y = (x + 3 * y) % 5, x
            t = g.op(v + "load", f"t{from_x}{from_y}", [(in_vector if v else d)[from_x]], (from_x, from_y))
            b.append(g.op(v + "rotate", f"b{x}{y}", [t], RHO[from_x, from_y]) if RHO[from_x, from_y] else t)
        plane = []
        for x in range(5):
            if v:
                plane.append(g.op("v_chi", f"e{x}{y}", [b[x], b[(x + 1) % 5], b[(x + 2) % 5]]))
            else:
                n = g.op("andnot", f"n{x}{y}", [b[(x + 1) % 5], b[(x + 2) % 5]])
                n = g.op("iota", "io", [n]) if (x, y) == (0, 0) else n
                plane.append(g.op("chi", f"e{x}{y}", [n, b[x]]))
            # The cell held one of the lanes that were read for this plane.
            g.op(v + "store", f"S{x}{y}", [plane[x]], (x, y), after=read)
        if not v:
            sums = plane if sums is None else [
                g.op("parity", f"p{x}_{y}", [sums[x], plane[x]]) for x in range(5)
            ]
    for y in vector_rows:
        sums = [g.op("parity_memory", f"q{x}{y}", [sums[x], f"S{x}{y}"], (x, y)) for x in range(5)]
    return g, parities, sums


def reordered(graph, names):
    by_name = {op.makes: op for op in graph}
    assert sorted(by_name) == sorted(names), "orders.json does not fit the graph"
    done = set()
    for name in names:
        needed = {*by_name[name].takes, *by_name[name].after} & by_name.keys()
        assert needed <= done, f"{name} stands before what it needs: {needed - done}"
        done.add(name)
    return [by_name[name] for name in names]


def two_rounds(ops, ins, outs, second=None):
    """The operations of two rounds, each with its round; the values that are live at the end. The second may differ."""
    both, live = [], list(ins)
    for r in range(2):
        renamed = dict(zip(ins, live))
        if second and r == 1:
            ops, outs = second
        for op in ops:
            takes = [renamed.get(v, f"{r}{v}") for v in op.takes]
            both.append((r, Op(op.kind, f"{r}{op.makes}", takes, op.constant)))
        live = [renamed.get(v, f"{r}{v}") for v in outs]
    return both, live


class NoRegister(Exception):
    """An order needs more registers than there are."""


class Registers:
    """A file of registers during a linear scan."""

    def __init__(self, count, ins, wanted, rng):
        self.of = dict(zip(ins, range(len(ins))))
        self.free = [r for r in range(count) if r >= len(ins)]
        self.wanted, self.rng = wanted, rng

    def take(self, value):
        if not self.free:
            raise NoRegister
        preferred = self.wanted.get(value)
        register = preferred if preferred in self.free else self.rng.choice(self.free)
        self.free.remove(register)
        self.of[value] = register
        return register

    def keep(self, value, register):
        self.of[value] = register

    def drop(self, values, last, i, kept=None):
        for value in dict.fromkeys(values):
            if last[value] == i and value in self.of:
                register = self.of.pop(value)
                if register != kept:
                    self.free.append(register)


def last_uses(both, live):
    last = {value: i for i, (_, op) in enumerate(both) for value in op.takes}
    return last | dict.fromkeys(live, ALWAYS)


def moves_home(registers, live):
    """Moves that bring each live value to the register that it began in."""
    pending = {home: registers.of[v] for home, v in enumerate(live) if registers.of[v] != home}
    settled = {home for home, v in enumerate(live) if registers.of[v] == home}
    while pending:
        ready = [t for t in pending if t not in [s for z, s in pending.items() if z != t]]
        if ready:
            yield ready[0], pending.pop(ready[0])
            settled.add(ready[0])
        else:
            target = next(iter(pending))
            spare = next(r for r in range(64) if r not in settled and r not in pending.values() and r not in pending)
            yield spare, target
            pending = {t: spare if s == target else s for t, s in pending.items()}


def with_first(constant, order):
    """The truth table of a ternary operation whose operands are taken in another order."""
    table = 0
    for index in range(8):
        bits = [index >> 2 & 1, index >> 1 & 1, index & 1]
        original = [0, 0, 0]
        for position, operand in enumerate(order):
            original[operand] = bits[position]
        table |= (constant >> (original[0] << 2 | original[1] << 1 | original[2]) & 1) << index
    return table


def wide_text(ops, ins, outs, rng):
    both, live = two_rounds(ops, ins, outs)
    last = last_uses(both, live)
    file = Registers(32, ins, {v: r for r, v in enumerate(live)}, rng)
    lines = []
    for i, (r, op) in enumerate(both):
        sources = [file.of[v] for v in op.takes]
        if op.kind == "ternary":
            # The first operand is overwritten: one that is needed no more, else a copy.
            dying = [j for j in range(3) if last[op.takes[j]] == i]
            if dying:
                wanted = [j for j in dying if sources[j] == file.wanted.get(op.makes)]
                first = wanted[0] if wanted else rng.choice(dying)
                order = [first] + [j for j in range(3) if j != first]
                target = sources[first]
                file.drop(op.takes, last, i, kept=target)
                file.keep(op.makes, target)
            else:
                order, target = [0, 1, 2], file.take(op.makes)
                lines.append(f"vmovdqa64 {{v{target}}}, {{v{sources[0]}}}")
            a, b = sources[order[1]], sources[order[2]]
            lines.append(f"vpternlogq {{v{target}}}, {{v{a}}}, {{v{b}}}, {with_first(op.constant, order):#x}")
            continue
        file.drop(op.takes, last, i)
        target = file.take(op.makes)
        if op.kind in ("rotate", "rotate_parity"):
            lines.append(f"vprolq {{v{target}}}, {{v{sources[0]}}}, {op.constant or 1}")
        elif op.kind == "iota":
            lines.append(f"vpxorq {{v{target}}}, {{v{sources[0]}}}, qword ptr [{{rc}} + {8 * r}]BROADCAST")
        else:
            lines.append(f"vpxorq {{v{target}}}, {{v{sources[0]}}}, {{v{sources[1]}}}")
    lines += [f"vmovdqa64 {{v{to}}}, {{v{source}}}" for to, source in moves_home(file, live)]
    return lines


# All but rsp, and rdi, which points to the state.
INTEGER = "rax rbx rcx rdx rsi rbp r8 r9 r10 r11 r12 r13 r14 r15".split()
# What lies on the stack, in bytes from rsp; LAST is what the caller has put there.
THETA, CONSTANTS, BEGIN, END, ROW, STRIDE, BLOCKS, ENTRY, FRAME = 0, 40, 48, 56, 64, 72, 80, 88, 104
# The function that crypts has the state there too.
STATE, CRYPT_FRAME = 96, 96 + 200
LAST = CRYPT_FRAME + 6 * 8 + 8


def cell(r, x, y):
    """Which of the 25 words lane (x, y) is before round r: pi leaves the lanes in place (see crates/lanesum/src/keccak/permutation/round.rs)."""
    return x + 5 * y if r % 2 == 0 else (2 * x + y) % 5 + 5 * ((2 * x + 3 * y) % 5)


def one_text(ops, ins, outs, rng, word=QUAD, state="rdi", second=None):
    both, live = two_rounds(ops, ins, outs, second)
    last = last_uses(both, live)
    g = Registers(len(INTEGER), ins, {v: r for r, v in enumerate(live)}, rng)
    v = Registers(32, [], {}, rng)
    names = [word(register) for register in INTEGER]
    lines = []
    for i, (r, op) in enumerate(both):
        gs = [g.of.get(value) for value in op.takes]
        vs = [v.of.get(value) for value in op.takes]

        def put(text):
            lines.append(text)

        def in_place(k):
            """Operand k is overwritten by the result; it must not be needed again."""
            if last[op.takes[k]] != i:
                raise NoRegister
            g.drop(op.takes, last, i, kept=gs[k])
            g.keep(op.makes, gs[k])
            return names[gs[k]]

        def fresh():
            g.drop(op.takes, last, i)
            return names[g.take(op.makes)]

        def v_fresh():
            v.drop(op.takes, last, i)
            v.free.sort()
            register = v.free[0]
            v.free.remove(register)
            v.keep(op.makes, register)
            return register

        def lane(r):
            return f"{state} + {word.bytes * cell(r, *op.constant)}"

        def data():
            x, y = op.constant
            return word.at(f"rdi + {word.bytes * (x + 5 * y)}")

        if op.kind == "rotate_parity":
            source = names[gs[0]]
            put(f"rorx {fresh()}, {source}, {word.bits - 1}")
        elif op.kind == "theta":
            k = 0 if last[op.takes[0]] == i else 1
            other = names[gs[1 - k]]
            put(f"xor {in_place(k)}, {other}")
        elif op.kind == "to_vector":
            put(f"vmov{word.suffix} xmm{v_fresh()}, {names[gs[0]]}")
            g.drop(op.takes, last, i)
        elif op.kind == "store_theta":
            put(f"mov {word.at(f'rsp + {THETA + 8 * op.constant}')}, {names[gs[0]]}")
            g.drop(op.takes, last, i)
        elif op.kind == "load":
            address = word.at(lane(r))
            if gs[0] is None:
                target = fresh()
                put(f"mov {target}, {address}")
                put(f"xor {target}, {word.at(f'rsp + {THETA + 8 * op.constant[0]}')}")
            elif last[op.takes[0]] == i:
                put(f"xor {in_place(0)}, {address}")
            else:
                target = fresh()
                put(f"mov {target}, {address}")
                put(f"xor {target}, {names[gs[0]]}")
        elif op.kind == "rotate":
            by = op.constant % word.bits
            put(f"rol {in_place(0)}, {by}") if last[op.takes[0]] == i else put(
                f"rorx {fresh()}, {names[gs[0]]}, {word.bits - by}"
            )
        elif op.kind == "andnot":
            put(f"andn {fresh()}, {names[gs[0]]}, {names[gs[1]]}")
        elif op.kind == "iota":
            target = in_place(0)
            if not g.free:
                raise NoRegister
            pointer = INTEGER[rng.choice(g.free)]
            put(f"mov {pointer}, qword ptr [rsp + {CONSTANTS}]")
            put(f"xor {target}, {word.at(f'{pointer} + {word.bytes * r}')}")
        elif op.kind in ("chi", "parity"):
            source = names[gs[1]]
            put(f"xor {in_place(0)}, {source}")
        elif op.kind == "parity_memory":
            put(f"xor {in_place(0)}, {word.at(lane(r + 1))}")
        elif op.kind == "store":
            put(f"mov {word.at(lane(r + 1))}, {names[gs[0]]}")
            g.drop(op.takes, last, i)
        elif op.kind == "v_load":
            put(f"vpxor{word.suffix} xmm{v_fresh()}, xmm{vs[0]}, {word.at(lane(r))}{word.broadcast}")
        elif op.kind == "v_rotate":
            put(f"vprol{word.suffix} xmm{v_fresh()}, xmm{vs[0]}, {op.constant % word.bits}")
        elif op.kind == "v_chi":
            dying = [k for k in range(3) if last[op.takes[k]] == i]
            if dying:
                order = [dying[0]] + [k for k in range(3) if k != dying[0]]
                target = vs[dying[0]]
                v.drop(op.takes, last, i, kept=target)
                v.keep(op.makes, target)
            else:
                order, target = [0, 1, 2], v_fresh()
                put(f"vmovdqa64 xmm{target}, xmm{vs[0]}")
            table = with_first(CHI, order)
            put(f"vpternlog{word.suffix} xmm{target}, xmm{vs[order[1]]}, xmm{vs[order[2]]}, {table:#x}")
        elif op.kind == "v_store":
            put(f"vmov{word.suffix} {word.at(lane(r + 1))}, xmm{vs[0]}")
            v.drop(op.takes, last, i)
        elif op.kind == "from_vector":
            source = vs[0]
            v.drop(op.takes, last, i)
            put(f"vmov{word.suffix} {fresh()}, xmm{source}")
        elif op.kind == "crypt":
            put(f"xor {in_place(0)}, {data()}")
        elif op.kind == "last":
            put(f"xor {in_place(0)}, {word.at(f'rsp + {LAST}')}")
        elif op.kind == "out":
            put(f"mov {data()}, {names[gs[0]]}")
            g.drop(op.takes, last, i)
        elif op.kind == "v_block":
            put(f"vmov{word.suffix} xmm{v_fresh()}, {data()}")
        elif op.kind == "v_crypt":
            put(f"vpxor{word.suffix} xmm{v_fresh()}, xmm{vs[0]}, {data()}{word.broadcast}")
        elif op.kind == "v_last":
            put(f"vpxor{word.suffix} xmm{v_fresh()}, xmm{vs[0]}, {word.at(f'rsp + {LAST}')}{word.broadcast}")
        elif op.kind == "v_sum":
            put(f"vpxor{word.suffix} xmm{v_fresh()}, xmm{vs[0]}, xmm{vs[1]}")
        elif op.kind == "v_out":
            put(f"vmov{word.suffix} {data()}, xmm{vs[0]}")
            v.drop(op.takes, last, i)
        else:
            raise AssertionError(op.kind)
    lines += [f"mov {names[to]}, {names[source]}" for to, source in moves_home(g, live)]
    return lines


def shortest(text, graph, tries=400, **named):
    """The text with the fewest instructions: the scan is given some luck in its choice of registers."""
    best = None
    for seed in range(tries):
        try:
            lines = text(*graph, random.Random(seed), **named)
        except NoRegister:
            continue
        if best is None or len(lines) < len(best):
            best = lines
    if best is None:
        raise NoRegister("no assignment of registers was found")
    return best


def of_width(line):
    """The text of an instruction with `$w` for the kind of register, and the broadcast for its width."""
    line = line.replace("BROADCAST", "{{1to\", $n, \"}}")
    for r in reversed(range(32)):
        line = line.replace(f"{{v{r}}}", f'", $w, "{r}')
    return f'"{line}",'


def wide_text_macro(name, order, ternary_theta):
    graph, ins, outs = wide(ternary_theta)
    lines = shortest(wide_text, (reordered(graph, order), ins, outs))
    text = "\n".join(f'            {of_width(line)[:-1]}, "\\n",' for line in lines)
    return f"""
/// {len(lines)} instructions for two rounds; `$w` is the kind of register, `$n` how many words it has.
macro_rules! {name} {{
    ($w:literal, $n:literal) => {{
        concat!(
{text}
        )
    }};
}}
pub(crate) use {name};
"""


def wide_file(orders):
    # The names of registers must be literals.
    arms = []
    for w, n in (("xmm", 2), ("ymm", 4), ("zmm", 8)):
        registers = [f'            inout("{w}{k}") $state[{k}].0,' for k in range(25)]
        registers += [f'            inout("{w}{25 + x}") $parities[{x}].0,' for x in range(5)]
        registers = "\n".join(registers)
        arms.append(f"""    ($text:ident, {w}, $state:ident, $parities:ident, $rc:expr, $pairs:expr) => {{
        core::arch::asm!(
            ".p2align 6",
            "2:",
            $crate::x86::rounds_wide::$text!("{w}", "{n}"),
            "add {{rc}}, 16",
            "dec {{pairs}}",
            "jnz 2b",
{registers}
            out("{w}30") _,
            out("{w}31") _,
            rc = inout(reg) $rc => _,
            pairs = inout(reg) $pairs => _,
            options(readonly, nostack),
        )
    }};
""")
    return (
        f"""{header(__file__)}//! Two rounds of Keccak-p[1600] in a loop, one lane of several states a register.
//!
//! `theta_once` is in the order of instructions that was fastest of those tried on Zen 5; `theta_ternary` in the order that
//! was fastest on Skylake-SP.

/// `$text` is one of the two below. `$state` and `$parities` are what to work on, `$rc` is a pointer to the constants, and
/// `$pairs` half the number of rounds, at least one.
macro_rules! keccak_rounds {{
{"".join(arms)}}}
pub(crate) use keccak_rounds;
"""
        + wide_text_macro("theta_once", orders["wide"], False)
        + wide_text_macro("theta_ternary", orders["wide_ternary"], True)
    )


def crypting(ops, way, count):
    """The operations of a round whose result meets the next block, of `count` lanes: the sum goes out and, or what came in, is
    the lane that goes on; the constant `last` is added to the last one. What came in waits in the vector unit, which has
    registers for it."""
    made, renamed, waiting = [], {}, {}
    for op in ops:
        if op.kind == "store" and op.takes[0] in waiting:
            made.append(Op("v_store", op.makes, [waiting[op.takes[0]]], op.constant, op.after))
            continue
        if op.kind == "parity" and op.takes[1] in waiting:
            made.append(Op("from_vector", f"a{op.takes[1]}", [waiting[op.takes[1]]]))
            op = Op(op.kind, op.makes, [op.takes[0], f"a{op.takes[1]}"])
        op = Op(op.kind, op.makes, [renamed.get(value, value) for value in op.takes], op.constant, op.after)
        made.append(op)
        if op.kind not in ("chi", "v_chi"):
            continue
        value, (x, y), v = op.makes, (int(op.makes[1]), int(op.makes[2])), "v_" if op.kind == "v_chi" else ""
        sum_, came = f"s{value}", f"i{value}"
        if (x, y) == (4, 4):
            made.append(Op(v + "last", sum_, [value]))
            renamed[value] = sum_
        elif x + 5 * y >= count:
            continue
        elif way == WRAP:
            made += [Op(v + "crypt", sum_, [value], (x, y)), Op(v + "out", f"O{value}", [sum_], (x, y))]
            renamed[value] = sum_
        else:
            made += [Op("v_block", came, [], (x, y)), Op(v + "sum", sum_, [value, came]) if v else Op("crypt", sum_, [value], (x, y))]
            made.append(Op(v + "out", f"O{value}", [sum_], (x, y)))
            if v:
                renamed[value] = came
                continue
            waiting[value] = came
            if y == 0:
                # These are the first of the parities, and will be in their registers.
                made.append(Op("from_vector", f"a{value}", [came]))
                renamed[value] = f"a{value}"
    return made, renamed


# What a block adds to the parities, which are in the first five registers; a word under way; the block, from its middle.
SUMS, SPARE, BLOCK, MIDDLE = ("r8", "r9", "r10", "r11", "r12"), "r13", "r14", 12
WRAP, UNWRAP = range(2)
# Lanes of a block of Keyak, whose capacity is 256 bits, by the bytes of a lane.
KEYAK = {8: 21, 4: 17}


def one_body(lines, word=QUAD):
    """The function: sysv64 arguments state, row, blocks, lanes, begin, end."""
    lane = lambda k: word.at(f"rdi + {word.bytes * k}")
    names, new = [word(register) for register in INTEGER], word(SPARE)
    text = entered(FRAME)
    text += [f"mov {SLOT(at)}, {r}" for at, r in ((ROW, "rsi"), (BLOCKS, "rdx"), (BEGIN, "r8"), (END, "r9"))]
    # A block is added from its last word to its first, 16 bytes of code for each; it begins at the one that is its last.
    text += [f"lea rax, [{word.bytes} * rcx]", f"mov {SLOT(STRIDE)}, rax", "shl rcx, 4", "lea rax, [rip + 4f]"]
    text += ["sub rax, rcx", f"mov {SLOT(ENTRY)}, rax"]
    text += [f"mov {names[x]}, {lane(x)}" for x in range(5)]
    text += [f"xor {names[x]}, {lane(x + 5 * y)}" for y in range(1, 5) for x in range(5)]
    text += ["2:", f"mov {BLOCK}, {SLOT(ROW)}", f"mov r15, {SLOT(STRIDE)}", f"add r15, {BLOCK}", f"mov {SLOT(ROW)}, r15"]
    text += [f"xor {word(r)}, {word(r)}" for r in SUMS] + [f"add {BLOCK}, {word.bytes * MIDDLE}", f"jmp {SLOT(ENTRY)}"]
    for k in reversed(range(25)):
        data = word.at(f"{BLOCK} + {word.bytes * (k - MIDDLE)}")
        text += [".p2align 4", f"mov {new}, {data}", f"xor {lane(k)}, {new}", f"xor {word(SUMS[k % 5])}, {new}"]
    text += [".p2align 4", "4:"] + [f"xor {names[x]}, {word(SUMS[x])}" for x in range(5)]
    text += [f"mov r15, {SLOT(BEGIN)}", f"mov {SLOT(CONSTANTS)}, r15", ".p2align 6", "5:"] + lines
    text += [f"mov r15, {SLOT(CONSTANTS)}", f"add r15, {2 * word.bytes}", f"mov {SLOT(CONSTANTS)}, r15"]
    text += [f"cmp r15, {SLOT(END)}", "jne 5b", f"dec {SLOT(BLOCKS)}", "jnz 2b"]
    return text + left(FRAME, range(5))


def crypt_body(lines, wrap, unwrap, word=QUAD):
    """The function: sysv64 arguments state, data, blocks, way, begin, end, last. The state is on the stack meanwhile, so that a
    register is left for the data; a block meets the state as the last round puts it out, before it goes to memory."""
    state, names = [word.at(f"rsp + {STATE + word.bytes * k}") for k in range(25)], [word(r) for r in INTEGER]
    outside, new = [word.at(f"rdi + {word.bytes * k}") for k in range(25)], word(SPARE)
    pair, block = 2 * word.bytes, word.bytes * KEYAK[word.bytes]
    text = entered(CRYPT_FRAME)
    text += [f"mov {SLOT(at)}, {r}" for at, r in ((ROW, "rdi"), (BLOCKS, "rdx"), (ENTRY, "rcx"), (BEGIN, "r8"), (END, "r9"))]
    # All but the last two rounds, unless there is no block left to meet them.
    text += [f"lea r15, [r9 - {pair}]", "test rdx, rdx", "cmovz r15, r9", f"mov {SLOT(STRIDE)}, r15", "mov r14, rsi"]
    for k in range(25):
        to = names[k] if k < 5 else new
        text += [f"mov {to}, {outside[k]}", f"mov {state[k]}, {to}"] + ([f"xor {names[k % 5]}, {to}"] if k >= 5 else [])
    text += ["mov rdi, r14", "2:", f"mov r15, {SLOT(BEGIN)}", f"mov {SLOT(CONSTANTS)}, r15", ".p2align 6", "5:"] + lines
    text += [f"mov r15, {SLOT(CONSTANTS)}", f"add r15, {pair}", f"mov {SLOT(CONSTANTS)}, r15"]
    text += [f"cmp r15, {SLOT(STRIDE)}", "jne 5b", f"mov r15, {SLOT(BLOCKS)}", "test r15, r15", "jz 8f"]
    text += ["dec r15", f"mov {SLOT(BLOCKS)}, r15", "jnz 6f", f"mov r15, {SLOT(END)}", f"mov {SLOT(STRIDE)}, r15"]
    text += ["6:", f"cmp {SLOT(ENTRY)}, {WRAP}", "jne 7f"] + wrap + [f"add rdi, {block}", "jmp 2b"]
    text += [".p2align 4", "7:"] + unwrap + [f"add rdi, {block}", "jmp 2b"]
    text += ["8:", f"mov rdi, {SLOT(ROW)}"]
    for k in range(25):
        text += [f"mov {new}, {state[k]}", f"mov {outside[k]}, {new}"]
    return text + left(CRYPT_FRAME, [*range(5), *range(STATE // 8, STATE // 8 + -(-25 * word.bytes // 8))])


def one_function(name, doc, lines, word=QUAD):
    number = f"u{word.bits}"
    return naked(name, f"""/// {doc} {len(lines)} instructions for two rounds.
///
/// For each of `blocks` blocks: adds `lanes` words from `row`, which then moves on, to the state, and does the rounds whose
/// constants lie from `begin` to `end`.
///
/// # Safety
/// The processor has the instructions. `state` is 25 words; `row` has as many bytes as the blocks; `blocks` is not 0, `lanes`
/// at most 25; from `begin` to `end` is an even number of words, not 0.""", one_body(lines, word), f"""    state: *mut {number},
    row: *const u8,
    blocks: usize,
    lanes: usize,
    begin: *const {number},
    end: *const {number},""")


def crypt_function(name, texts, word):
    number = f"u{word.bits}"
    return naked(name, f"""/// Keyak's blocks of {KEYAK[word.bytes]} words, in place: {", ".join(str(len(text)) for text in texts)} instructions for two rounds, and for the last
/// two when a block is encrypted or decrypted as they end.
///
/// Does the rounds whose constants lie from `begin` to `end`. Then, for each of `blocks` blocks: replaces the block by its sum
/// with the state, puts the ciphertext in the place of what it was added to, adds `last` to the state's last word, and does
/// the rounds again. `way` is 0 from plaintext to ciphertext, 1 back.
///
/// # Safety
/// The processor has the instructions. `state` is 25 words; `data` has as many bytes as the blocks; from `begin` to `end` is an
/// even number of words, four at least.""", crypt_body(*texts, word), f"""    state: *mut {number},
    data: *mut u8,
    blocks: usize,
    way: usize,
    begin: *const {number},
    end: *const {number},
    last: {number},""")


SPLIT = "Three planes in the integer unit, two in the vector unit at the same time (BMI1, BMI2, AVX-512F and VL)."
ALONE = "In the integer unit alone (BMI1, BMI2)."


def crypt_texts(order, word, tries=400):
    """Two rounds, and the last two there and back."""
    graph, ins, outs = one()
    ops, state = reordered(graph, order), f"rsp + {STATE}"
    texts = [shortest(one_text, (ops, ins, outs), tries, word=word, state=state)]
    for way in (WRAP, UNWRAP):
        second, renamed = crypting(ops, way, KEYAK[word.bytes])
        second_outs = [renamed.get(value, value) for value in outs]
        texts.append(shortest(one_text, (ops, ins, outs), tries, word=word, state=state, second=(second, second_outs)))
    return texts


def one_file(orders):
    def lines(order, *arguments, word=QUAD):
        graph, ins, outs = one(*arguments)
        return shortest(one_text, (reordered(graph, order), ins, outs), word=word)

    both, integer = orders["integer_and_vector"], orders["integer"]
    return (
        f"{header(__file__)}//! Keccak-p[1600], and with words of 32 bits Keccak-p[800] (or shorter lanes that fill a word by repetition), on one state\n"
        "//! in memory, its column parities in registers. The order of instructions is the fastest of those tried on the processor\n"
        "//! itself.\n"
        + one_function("integer_and_vector", SPLIT, lines(both))
        + one_function("integer", ALONE, lines(integer, ()))
        + one_function("integer_and_vector_32", SPLIT, lines(both, word=DOUBLE), DOUBLE)
        + one_function("integer_32", ALONE, lines(integer, (), word=DOUBLE), DOUBLE)
        + crypt_function("crypt_integer_and_vector", crypt_texts(orders["crypt"], QUAD), QUAD)
        + crypt_function("crypt_integer_and_vector_32", crypt_texts(orders["crypt"], DOUBLE), DOUBLE)
    )


def main():
    orders = {name: order.split() for name, order in json.loads((HERE / "orders.json").read_text()).items()}
    check_or_write(__file__, {"rounds_wide.rs": wide_file(orders), "rounds_one.rs": one_file(orders)})


if __name__ == "__main__":
    main()
