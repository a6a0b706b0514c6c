"""Keccak-p[1600] on D registers, one lane in each: the round with NEON alone, and with the instructions."""

from ..definition import OFFSETS, pi_source
from .ir import D_FILE, Code, Value

Lanes = dict[tuple[int, int], Value]


def _rotate(code: Code, lane: Value, amount: int) -> Value:
    """Two instructions; one for whole bytes, none for 0."""
    if amount == 0:
        return lane
    if amount % 8 == 0:
        return code.op(f"vext.8 {{0}}, {{1}}, {{1}}, #{8 - amount // 8}", (1,), (lane,))[0]
    shifted = code.op(f"vshl.i64 {{0}}, {{1}}, #{amount}", (1,), (lane,))
    return code.update(f"vsri.64 {{0}}, {{2}}, #{64 - amount}", shifted, (lane,))[0]


def _rotated_by_one(code: Code, lanes: tuple[Value, ...]) -> tuple[Value, ...]:
    shifted = code.op("vshl.i64 {0}, {1}, #1", (len(lanes),), lanes)
    return code.update("vsri.64 {0}, {2}, #63", shifted, lanes)


def _eor(code: Code, a: tuple[Value, ...], b: tuple[Value, ...]) -> tuple[Value, ...]:
    return code.op("veor {0}, {1}, {2}", (len(a),), a, b)


#: Rows that lie in the two halves of Q registers, and the row that is by itself. Registers were found for this choice.
PAIRS, SINGLE = ((1, 2), (3, 4)), 0


def neon_round() -> Code:
    """One round with NEON: 119 instructions.

    The rows y and y' of a pair share Q registers: lane (x, y) below lane (x + 1, y'), so that chi works on two rows at once
    and theta adds a pair of D at once.
    """
    code = Code(D_FILE)
    a: Lanes = {(k % 5, k // 5): code.input() for k in range(25)}

    def q(x: int, pair: tuple[int, int]) -> tuple[Value, Value]:
        return a[x, pair[0]], a[(x + 1) % 5, pair[1]]

    # Theta: 13 instructions for the parities. Ten lanes' worth of sums lie with x in one half and x + 1 in the other.
    low: dict[int, Value] = {}
    high: dict[int, Value] = {}
    parity: dict[int, Value] = {}
    for x in range(5):
        low[x], high[(x + 1) % 5] = _eor(code, q(x, PAIRS[0]), q(x, PAIRS[1]))
        if x == 0:
            # Four lanes have to wait in memory: 25 lanes, five parities and what is made of them are too many.
            waiting = (*q(0, PAIRS[0]), *q(0, PAIRS[1]))
            code.op("vst1.64 {0}, [r2:64]", (), waiting, lists=(0,))
        else:
            (parity[x],) = _eor(code, (low[x],), (high[x],))
    (parity[0],) = _eor(code, (low[0],), (high[0],))

    def both(of: dict[int, Value], x: int) -> tuple[Value, Value]:
        return of[x], of[(x + 1) % 5]

    single = {x: a[x, SINGLE] for x in range(5)}
    for x in (4, 2):
        parity[x], parity[(x + 1) % 5] = _eor(code, both(parity, x), both(single, x))
    (parity[1],) = _eor(code, (parity[1],), (single[1],))
    # D[x] = C[x - 1] ^ rotl(C[x + 1], 1): 10 instructions, since C[2], C[3] and rotated C[4], C[0] make D[3], D[4] at once.
    effect: dict[int, Value] = {}
    (r1,) = _rotated_by_one(code, (parity[1],))
    (effect[0],) = _eor(code, (parity[4],), (r1,))
    r2, r3 = _rotated_by_one(code, both(parity, 2))
    (effect[1],) = _eor(code, (parity[0],), (r2,))
    (effect[2],) = _eor(code, (parity[1],), (r3,))
    rotated = _rotated_by_one(code, both(parity, 4))
    effect[3], effect[4] = _eor(code, both(parity, 2), rotated)

    # 18 to add it. D[1], D[2] and D[3], D[4] lie side by side, and D[0] where a copy of D[4] joins it; the others take two
    # copies a pair, which is as many as to add lane by lane, or fewer.
    def copy(x: int) -> Value:
        return code.op("vmov {0}, {1}", (1,), (effect[x],))[0]

    def add(x: int, d: tuple[Value, Value]) -> None:
        for pair in PAIRS:
            a[x, pair[0]], a[(x + 1) % 5, pair[1]] = _eor(code, q(x, pair), d)
        if x in (4, 2):
            single[x], single[(x + 1) % 5] = _eor(code, both(single, x), d)

    add(1, both(effect, 1))
    add(3, both(effect, 3))
    (single[1],) = _eor(code, (single[1],), (effect[1],))
    add(4, (copy(4), effect[0]))
    add(2, (copy(2), copy(3)))
    pair01 = (copy(0), copy(1))
    back = code.op("vld1.64 {0}, [r2:64]", (4,), lists=(0,))
    for k, pair in enumerate(PAIRS):
        a[0, pair[0]], a[1, pair[1]] = _eor(code, (back[2 * k], back[2 * k + 1]), pair01)
    for x in range(5):
        a[x, SINGLE] = single[x]

    # Rho and pi: into which registers is free. Chi: two instructions for two lanes in the pairs of rows.
    out: Lanes = {}
    for pair in PAIRS:
        b: dict[int, tuple[Value, Value]] = {}
        for x in (1, 0, 2, 3, 4):
            moved = []
            for bx, by in ((x, pair[0]), ((x + 1) % 5, pair[1])):
                sx, sy = pi_source(bx, by)
                moved.append(_rotate(code, a[sx, sy], OFFSETS[5 * sy + sx] % 64))
            b[x] = (moved[0], moved[1])
        t = {x: code.op("vbic {0}, {1}, {2}", (2,), b[(x + 2) % 5], b[(x + 1) % 5]) for x in (4, 3)}
        for x in range(5):
            if x < 3:
                t[x] = code.op("vbic {0}, {1}, {2}", (2,), b[x + 2], b[x + 1])
            out[x, pair[0]], out[(x + 1) % 5, pair[1]] = _eor(code, b[x], t[x])
    row: dict[int, Value] = {}
    for x in range(5):
        sx, sy = pi_source(x, SINGLE)
        row[x] = _rotate(code, a[sx, sy], OFFSETS[5 * sy + sx] % 64)
    u = {x: code.op("vbic {0}, {1}, {2}", (1,), (row[(x + 2) % 5],), (row[(x + 1) % 5],))[0] for x in range(5)}
    for x in (4, 2):
        out[x, SINGLE], out[(x + 1) % 5, SINGLE] = _eor(code, both(row, x), both(u, x))
    (out[1, SINGLE],) = _eor(code, (row[1],), (u[1],))
    (rc,) = code.op("vld1.64 {0}, [r1:64]!", (1,), lists=(0,))
    (out[0, 0],) = _eor(code, (out[0, 0],), (rc,))
    code.loop([out[k % 5, k // 5] for k in range(25)])
    return code


def plain_round() -> Code:
    """One round with NEON, lane by lane: 158 instructions, 20 + 15 + 25 + 46 + 50 + 2. Nothing is done on two lanes at once."""
    code = Code(D_FILE)
    a: Lanes = {(k % 5, k // 5): code.input() for k in range(25)}
    parity: dict[int, Value] = {}
    for x in range(5):
        c: tuple[Value, ...] = (a[x, 0],)
        for y in range(1, 5):
            c = _eor(code, c, (a[x, y],))
        (parity[x],) = c
    for x in range(5):
        (effect,) = _eor(code, _rotated_by_one(code, (parity[(x + 1) % 5],)), (parity[(x + 4) % 5],))
        for y in range(5):
            (a[x, y],) = _eor(code, (a[x, y],), (effect,))
    # Pi is one cycle of 24 lanes: each goes where the one before it has just left.
    b: Lanes = {(0, 0): a[0, 0]}
    target = (1, 0)
    while target not in b:
        source = pi_source(*target)
        b[target] = _rotate(code, a[source], OFFSETS[5 * source[1] + source[0]] % 64)
        target = source
    out: Lanes = {}
    for y in range(5):
        t: dict[int, Value] = {}
        for x in (3, 4, 0, 1, 2):
            (t[x],) = code.op("vbic {0}, {1}, {2}", (1,), (b[(x + 2) % 5, y],), (b[(x + 1) % 5, y],))
            if x < 3:
                (out[x, y],) = _eor(code, (b[x, y],), (t[x],))
        for x in (3, 4):
            (out[x, y],) = _eor(code, (b[x, y],), (t[x],))
    (rc,) = code.op("vld1.64 {0}, [r1:64]!", (1,), lists=(0,))
    (out[0, 0],) = _eor(code, (out[0, 0],), (rc,))
    code.loop([out[k % 5, k // 5] for k in range(25)])
    return code


def extended_round() -> Code:
    """One round with rl1x, kxorr64, chi1 and chi2: 11 + 5 + 30 + 15 + 2 instructions.

    25 lanes, D and six registers for a row of chi do not fit into 32 unless the outputs go where there is room: after a
    round the lanes lie elsewhere, and after four they are back.
    """
    code = Code(D_FILE)
    a: Lanes = {(k % 5, k // 5): code.input() for k in range(25)}
    parity: dict[int, Value] = {}
    for x in (0, 2):
        c: tuple[Value, ...] = (a[x, 0], a[x + 1, 0])
        for y in range(1, 5):
            c = _eor(code, c, (a[x, y], a[x + 1, y]))
        parity[x], parity[x + 1] = c
    lo, hi = _eor(code, (a[4, 0], a[4, 1]), (a[4, 2], a[4, 3]))
    (lo,) = _eor(code, (lo,), (hi,))
    (parity[4],) = _eor(code, (lo,), (a[4, 4],))
    effect: dict[int, Value] = {}
    for x in (1, 3, 0, 2, 4):
        (effect[x],) = code.op("rl1x.u64 {0}, {1}, {2}", (1,), (parity[(x + 4) % 5],), (parity[(x + 1) % 5],))
    out: Lanes = {}
    for y in range(5):
        b: list[Value] = []
        for x in (0, 0, 1, 2, 3, 4):
            sx, sy = pi_source(x, y)
            amount = OFFSETS[5 * sy + sx] % 64
            b += code.op(f"kxorr64 {{0}}, {{1}}, {{2}}, {amount}", (1,), (a[sx, sy],), (effect[sx],))
        b = [b[0], *b[2:], b[1]]
        first, second, third = (b[0], b[1]), (b[2], b[3]), (b[4], b[5])
        (out[4, y],) = code.op("chi2.u64 {0}, {1}, {2}", (1,), first, third)
        out[0, y], out[1, y] = code.op("chi1.u64 {0}, {1}, {2}", (2,), first, second)
        out[2, y], out[3, y] = code.op("chi1.u64 {0}, {1}, {2}", (2,), second, third)
        if y == 0:
            (rc,) = code.op("vld1.64 {0}, [r1:64]!", (1,), lists=(0,))
            (out[0, 0],) = _eor(code, (out[0, 0],), (rc,))
    code.loop([out[k % 5, k // 5] for k in range(25)])
    return code
