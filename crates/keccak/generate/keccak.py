#!/usr/bin/env python3
"""Writes two rounds of Keccak-p[1600] in the order that was fastest, as assembler macros: alone.s, split.s and crypt_*.s in
../src/x86_64, theta_*.s in crates/lanes/src/x86, beside the registers. The functions around the rounds are written by hand.

    python3 crates/keccak/generate/keccak.py            # writes them
    python3 crates/keccak/generate/keccak.py --check    # fails if one is not what this would write

A round is a list of operations on named values (`wide`, `one`). orders.json has the order in which they are to stand,
found by random search on the processor itself (search.py). A linear scan over that order assigns the registers, for two
rounds at a time, so that after the second one each lane is back in its register; where that is not possible, a few moves at
the end of the two rounds put it there. The assembler text is the result: no compiler reorders it or spills.
"""
import json
import pathlib
import random
import sys

HERE = pathlib.Path(__file__).parent
OUT = HERE.parent / "src/x86_64"
LANES = HERE.parent.parent / "lanes/src/x86"
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


def one(vector_rows=VECTOR_ROWS, stored=(2, 4), rows=(0, 1, 3, 2, 4)):
    """One state in memory, its column parities in registers: three planes in the integer unit, two in the vector unit."""
    g = Graph()
    parities = [f"c{x}" for x in range(5)]
    in_vector = {}
    for x, d in theta(g, parities):
        if vector_rows:
            in_vector[x] = g.op("to_vector", f"vd{x}", [d[x]])
        # In the integer unit, there are not registers enough for all of D beside five lanes and five parities.
        if x in stored:
            d[x] = g.op("store_theta", f"D{x}", [d[x]], x)
    sums = None
    for y in vector_rows + tuple(y for y in rows if y not in vector_rows):
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


# Stages by the first letter of a value's name.
STAGES = dict.fromkeys("rdDvt", "theta") | dict.fromkeys("neo", "chi") | dict.fromkeys("pq", "parity") | dict.fromkeys("iO", "data")
STAGES |= {"b": "rho, pi", "S": "store", "s": "data", "a": "data"}


class Lines(list):
    """The lines of a macro; beside each, the stage and the value."""

    def __init__(self):
        super().__init__()
        self.instructions, self.round, self.note = 0, None, ""

    def op(self, r, op):
        if r != self.round:
            self.append(f"    // Round {r} of two")
            self.round = r
        name = op.makes[1:]
        self.note = "iota" if name == "io" else f"{STAGES[name[0]]} {name}"

    def put(self, line):
        self.instructions += 1
        self.append(f"    {line}".ljust(72) + f"// {self.note}" if self.note else f"    {line}")

    def moves(self, lines):
        self.note = ""
        self.append("    // Back to the registers of the beginning")
        for line in lines:
            self.put(line)


def vector(register):
    return f"\\v\\(){register}"


def wide_text(ops, ins, outs, rng):
    both, live = two_rounds(ops, ins, outs)
    last = last_uses(both, live)
    file = Registers(32, ins, {v: r for r, v in enumerate(live)}, rng)
    lines = Lines()
    for i, (r, op) in enumerate(both):
        lines.op(r, op)
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
                lines.put(f"vmovdqa64 {vector(target)}, {vector(sources[0])}")
            a, b = sources[order[1]], sources[order[2]]
            lines.put(f"vpternlogq {vector(target)}, {vector(a)}, {vector(b)}, {with_first(op.constant, order):#x}")
            continue
        file.drop(op.takes, last, i)
        target = file.take(op.makes)
        if op.kind in ("rotate", "rotate_parity"):
            lines.put(f"vprolq {vector(target)}, {vector(sources[0])}, {op.constant or 1}")
        elif op.kind == "iota":
            lines.put(f"vpxorq {vector(target)}, {vector(sources[0])}, qword ptr [\\rc + {8 * r}]\\broadcast")
        else:
            lines.put(f"vpxorq {vector(target)}, {vector(sources[0])}, {vector(sources[1])}")
    lines.moves(f"vmovdqa64 {vector(to)}, {vector(source)}" for to, source in moves_home(file, live))
    return lines


def in_memory():
    """Four states in memory, their column parities in registers of AVX2."""
    return one((), (), (1, 3, 2, 4, 0))


def in_memory_text(ops, ins, outs, rng):
    both, live = two_rounds(ops, ins, outs)
    last = last_uses(both, live)
    file = Registers(16, ins, {v: r for r, v in enumerate(live)}, rng)
    lines = Lines()

    def put(name, *operands):
        lines.put(f"{name} {', '.join(f'ymm{o}' if isinstance(o, int) else o for o in operands)}")

    for i, (r, op) in enumerate(both):
        lines.op(r, op)
        sources = [file.of[v] for v in op.takes]

        def lane(r):
            return f"ymmword ptr [\\state + 32 * {cell(r, *op.constant)}]"

        # A rotation needs a register beside the two of its operand and result; a broadcast constant, one beside its operand.
        other = None
        if op.kind in ("rotate", "rotate_parity", "iota") and op.constant not in (8, 56):
            if not file.free:
                raise NoRegister
            other = file.free.pop(rng.randrange(len(file.free)))
        if op.kind == "store":
            put("vmovdqu", lane(r + 1), sources[0])
            file.drop(op.takes, last, i)
            continue
        if op.kind == "rotate_parity":
            put("vpaddq", other, sources[0], sources[0])
        elif op.kind == "rotate" and other is not None:
            put("vpsllq", other, sources[0], f"{op.constant}")
        elif op.kind == "iota":
            put("vpbroadcastq", other, f"qword ptr [\\rc + {8 * r}]")
        file.drop(op.takes, last, i)
        target = file.take(op.makes)
        if op.kind == "load":
            put("vpxor", target, sources[0], lane(r))
        elif op.kind == "iota":
            put("vpxor", target, sources[0], other)
        elif other is not None:
            put("vpsrlq", target, sources[0], f"{64 - (op.constant or 1)}")
            put("vpor", target, target, other)
        elif op.kind == "rotate":
            put("vpshufb", target, sources[0], f"ymmword ptr [\\bytes + {(8, 56).index(op.constant) * 32}]")
        else:
            put("vpandn" if op.kind == "andnot" else "vpxor", target, *sources)
        if other is not None:
            file.free.append(other)
    lines.moves(f"vmovdqa ymm{to}, ymm{source}" for to, source in moves_home(file, live))
    return lines


# All but rsp, and rdi, which points to the state or the data; as arguments of a macro, since a lane has 64 bits or 32.
INTEGER = "rax rbx rcx rdx rsi rbp r8 r9 r10 r11 r12 r13 r14 r15".split()
ARGUMENTS = "ax bx cx dx si bp r8 r9 r10 r11 r12 r13 r14 r15".split()
# What lies on the stack (see one.s and crypt.s), in bytes from rsp.
THETA, CONSTANTS, LAST = 0, 40, 96 + 200 + 6 * 8 + 8
# The second constant.
BESIDE = " + \\size"


def cell(r, x, y):
    """Which of the 25 words lane (x, y) is before round r: pi leaves the lanes in place (see crates/keccak/src/permutation/round.rs)."""
    return x + 5 * y if r % 2 == 0 else (2 * x + y) % 5 + 5 * ((2 * x + 3 * y) % 5)


def at(address):
    return f"\\word ptr [{address}]"


def one_text(ops, ins, outs, rng, second=None):
    both, live = two_rounds(ops, ins, outs, second)
    last = last_uses(both, live)
    g = Registers(len(INTEGER), ins, {v: r for r, v in enumerate(live)}, rng)
    v = Registers(32, [], {}, rng)
    names = [f"\\{argument}" for argument in ARGUMENTS]
    lines = Lines()
    put = lines.put
    for i, (r, op) in enumerate(both):
        lines.op(r, op)
        gs = [g.of.get(value) for value in op.takes]
        vs = [v.of.get(value) for value in op.takes]

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
            return at(f"\\state + \\size * {cell(r, *op.constant)}")

        def data():
            x, y = op.constant
            return at(f"rdi + \\size * {x + 5 * y}")

        if op.kind == "rotate_parity":
            source = names[gs[0]]
            put(f"rorx {fresh()}, {source}, \\bits - 1")
        elif op.kind == "theta":
            k = 0 if last[op.takes[0]] == i else 1
            other = names[gs[1 - k]]
            put(f"xor {in_place(k)}, {other}")
        elif op.kind == "to_vector":
            put(f"vmov\\q xmm{v_fresh()}, {names[gs[0]]}")
            g.drop(op.takes, last, i)
        elif op.kind == "store_theta":
            put(f"mov {at(f'rsp + {THETA + 8 * op.constant}')}, {names[gs[0]]}")
            g.drop(op.takes, last, i)
        elif op.kind == "load":
            address = lane(r)
            if gs[0] is None:
                target = fresh()
                put(f"mov {target}, {address}")
                put(f"xor {target}, {at(f'rsp + {THETA + 8 * op.constant[0]}')}")
            elif last[op.takes[0]] == i:
                put(f"xor {in_place(0)}, {address}")
            else:
                target = fresh()
                put(f"mov {target}, {address}")
                put(f"xor {target}, {names[gs[0]]}")
        elif op.kind == "rotate":
            by = f"{op.constant} % \\bits"
            put(f"rol {in_place(0)}, {by}") if last[op.takes[0]] == i else put(
                f"rorx {fresh()}, {names[gs[0]]}, \\bits - {by}"
            )
        elif op.kind == "andnot":
            put(f"andn {fresh()}, {names[gs[0]]}, {names[gs[1]]}")
        elif op.kind == "iota":
            target = in_place(0)
            if not g.free:
                raise NoRegister
            pointer = INTEGER[rng.choice(g.free)]
            put(f"mov {pointer}, qword ptr [rsp + {CONSTANTS}]")
            put(f"xor {target}, {at(pointer if r == 0 else pointer + BESIDE)}")
        elif op.kind in ("chi", "parity"):
            source = names[gs[1]]
            put(f"xor {in_place(0)}, {source}")
        elif op.kind == "parity_memory":
            put(f"xor {in_place(0)}, {lane(r + 1)}")
        elif op.kind == "store":
            put(f"mov {lane(r + 1)}, {names[gs[0]]}")
            g.drop(op.takes, last, i)
        elif op.kind == "v_load":
            put(f"vpxor\\q xmm{v_fresh()}, xmm{vs[0]}, {lane(r)}{{1to\\n}}")
        elif op.kind == "v_rotate":
            put(f"vprol\\q xmm{v_fresh()}, xmm{vs[0]}, {op.constant} % \\bits")
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
            put(f"vpternlog\\q xmm{target}, xmm{vs[order[1]]}, xmm{vs[order[2]]}, {table:#x}")
        elif op.kind == "v_store":
            put(f"vmov\\q {lane(r + 1)}, xmm{vs[0]}")
            v.drop(op.takes, last, i)
        elif op.kind == "from_vector":
            source = vs[0]
            v.drop(op.takes, last, i)
            put(f"vmov\\q {fresh()}, xmm{source}")
        elif op.kind == "crypt":
            put(f"xor {in_place(0)}, {data()}")
        elif op.kind == "last":
            put(f"xor {in_place(0)}, {at(f'rsp + {LAST}')}")
        elif op.kind == "out":
            put(f"mov {data()}, {names[gs[0]]}")
            g.drop(op.takes, last, i)
        elif op.kind == "v_block":
            put(f"vmov\\q xmm{v_fresh()}, {data()}")
        elif op.kind == "v_crypt":
            put(f"vpxor\\q xmm{v_fresh()}, xmm{vs[0]}, {data()}{{1to\\n}}")
        elif op.kind == "v_last":
            put(f"vpxor\\q xmm{v_fresh()}, xmm{vs[0]}, {at(f'rsp + {LAST}')}{{1to\\n}}")
        elif op.kind == "v_sum":
            put(f"vpxor\\q xmm{v_fresh()}, xmm{vs[0]}, xmm{vs[1]}")
        elif op.kind == "v_out":
            put(f"vmov\\q {data()}, xmm{vs[0]}")
            v.drop(op.takes, last, i)
        else:
            raise AssertionError(op.kind)
    lines.moves(f"mov {names[to]}, {names[source]}" for to, source in moves_home(g, live))
    return lines


def shortest(text, graph, tries=400, **named):
    """The text with the fewest instructions: the scan is given some luck in its choice of registers."""
    best = None
    for seed in range(tries):
        try:
            lines = text(*graph, random.Random(seed), **named)
        except NoRegister:
            continue
        if best is None or lines.instructions < best.instructions:
            best = lines
    if best is None:
        raise NoRegister("no assignment of registers was found")
    return best


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


WRAP, UNWRAP = range(2)


def of_wide(order, ternary_theta, tries=400):
    graph, ins, outs = wide(ternary_theta)
    return shortest(wide_text, (reordered(graph, order), ins, outs), tries)


def of_one(order, vector_rows=VECTOR_ROWS, tries=400):
    graph, ins, outs = one(vector_rows)
    return shortest(one_text, (reordered(graph, order), ins, outs), tries)


def of_memory(order, tries=20):
    graph, ins, outs = in_memory()
    return shortest(in_memory_text, (reordered(graph, order), ins, outs), tries)


def of_crypt(order, way, count, tries=400):
    """The two rounds at whose end a block of `count` words meets the state."""
    graph, ins, outs = one()
    ops = reordered(graph, order)
    second, renamed = crypting(ops, way, count)
    return shortest(one_text, (ops, ins, outs), tries, second=(second, [renamed.get(value, value) for value in outs]))


def macro(name, parameters, lines):
    return "\n".join([f".macro {name} {parameters}", *lines, ".endm\n"])


WIDE = "v, broadcast, rc"
MEMORY = "state, rc, bytes"
ONE = f"word, q, size, bits, n, {', '.join(ARGUMENTS)}, state"


def wide_file(name, lines, doc):
    return f"""// Written by crates/keccak/generate/keccak.py: two rounds of Keccak-p[1600], one lane of several states a register, in
// {lines.instructions} instructions. {doc}
//
//     v0 to v24     lane (x, y) in x + 5 y, before and after
//     v25 to v29    the parities of the columns, before and after
//     v30 v31       temporary
//     rc            address of the two rounds' constants
//
// A line is followed by its stage and value: r a rotated parity, d what theta adds to a column, t a lane after theta, b after pi,
// o after chi (x y), p and q sums of a column.

""" + macro(name, WIDE, lines)


def memory_file(lines):
    return f"""// Written by crates/keccak/generate/keccak.py: two rounds of Keccak-p[1600] on AVX2, one lane of four states a register and the states
// in memory, in {lines.instructions} instructions. The order is the fastest of those tried on Zen 4.
//
//     ymm0 to ymm4    the parities of the columns, before and after
//     ymm5 to ymm15   temporary
//     [state]         lane (x, y) in x + 5 y, before and after; 32 bytes each
//     rc              address of the two rounds' constants
//     bytes           address of the tables that rotate words by 8 and 56 bits
//
// A line is followed by its stage and value: r a rotated parity, d what theta adds to a column, t a lane after theta, b after pi,
// n and e in chi (x y), S in memory, p sums of a column.

""" + macro("theta_memory", MEMORY, lines)


def one_file(doc, *macros, block=""):
    return f"""// Written by crates/keccak/generate/keccak.py: two rounds of Keccak-p[1600] and, with words of 32 bits, Keccak-p[800], on one
// state in memory. {doc}
//
//     ax bx cx dx si                    the parities of the columns, before and after
//     bp r8 to r15                      temporary
//     xmm0 to xmm31                     temporary
//     [state]                           25 words
//     [rsp] [rsp + 40]                  what theta adds to columns, and the address of the two rounds' constants
//     word q size bits n                the word's name, its suffix, bytes and bits, and how many are in 128 bits
//
// A line is followed by its stage and value: r a rotated parity, d what theta adds to a column (vd in the vector unit, D in memory),
// t a lane after theta, b after pi, n and e in chi (x y), S in memory, p and q sums of a column.

{block}""" + "\n".join(macro(name, ONE, lines) for name, lines in macros)


def main():
    orders = {name: order.split() for name, order in json.loads((HERE / "orders.json").read_text()).items()}
    both = of_one(orders["integer_and_vector"])
    # The registers that search.py timed: the shortest of more takes 1 % longer on Zen 4.
    alone = of_one(orders["integer"], (), tries=20)
    files = {
        LANES / "theta_once.s": wide_file(
            "theta_once", of_wide(orders["wide"], False), "The order is the fastest of those tried on Zen 5."
        ),
        LANES / "theta_once_zen4.s": wide_file(
            "theta_once_zen4",
            of_wide(orders["wide_zen4"], False, tries=20),
            "The order is the fastest of those tried on Zen 4, in registers of 256 bits.",
        ),
        LANES / "theta_memory.s": memory_file(of_memory(orders["in_memory"])),
        LANES / "theta_ternary.s": wide_file(
            "theta_ternary", of_wide(orders["wide_ternary"], True), "The order is the fastest of those tried on Skylake-SP."
        ),
        OUT / "split.s": one_file(
            f"Three planes are in the integer unit, two in the vector unit at the same time: {both.instructions} instructions.",
            ("two_rounds", both),
        ),
        OUT / "alone.s": one_file(
            f"All of it is in the integer unit: {alone.instructions} instructions.", ("two_rounds", alone)
        ),
    }
    for size, count in ((64, 21), (32, 17)):
        ways = [of_crypt(orders["integer_and_vector"], way, count) for way in (WRAP, UNWRAP)]
        files[OUT / f"crypt_{size}.s"] = one_file(
            f"""At their end a block of Keyak, {count} words of {size} bits at rdi, meets the state:
// {ways[0].instructions} instructions from plaintext to ciphertext, {ways[1].instructions} back.
// The values i, s and O are words of the block, their sums with the state, and those stored; a is in the integer unit again.""",
            ("two_rounds_wrap", ways[0]),
            ("two_rounds_unwrap", ways[1]),
            block=f".set .Lblock, {count * size // 8}\n\n",
        )
    wrong = [file for file, text in files.items() if not file.exists() or file.read_text() != text]
    if "--check" not in sys.argv:
        for file in wrong:
            file.write_text(files[file])
    elif wrong:
        sys.exit(f"not what keccak.py writes: {', '.join(file.name for file in wrong)}")


if __name__ == "__main__":
    main()
