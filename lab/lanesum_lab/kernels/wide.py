"""Keccak-p[1600] on D registers, one lane in each: the round with NEON alone, and with the instructions.

Keccak-p[800] with NEON has the same shape: a lane lies in the upper half of a D register. To rotate it, both halves get it
(two lanes at a time, by one instruction) and a shift of the 64 bits leaves the rotated lane in the upper half: one and a half
instructions, where a lane of 64 bits takes two.
"""

from ..definition import OFFSETS, pi_source
from .ir import D_FILE, Code, Value

Lanes = dict[tuple[int, int], Value]


def _rotate(code: Code, width: int, lane: Value, amount: int) -> Value:
    """Two instructions; one for whole bytes, and for 32 bits, where the lane is in both halves; none for 0."""
    if amount == 0:
        return lane
    if width == 32:
        return code.op(f"vshl.i64 {{0}}, {{1}}, #{amount}", (1,), (lane,))[0]
    if amount % 8 == 0:
        return code.op(f"vext.8 {{0}}, {{1}}, {{1}}, #{8 - amount // 8}", (1,), (lane,))[0]
    shifted = code.op(f"vshl.i64 {{0}}, {{1}}, #{amount}", (1,), (lane,))
    return code.update(f"vsri.64 {{0}}, {{2}}, #{64 - amount}", shifted, (lane,))[0]


def _double(code: Code, width: int, lanes: tuple[Value, ...]) -> tuple[Value, ...]:
    """For 32 bits: the upper half into the lower one, in place."""
    return code.update("vsri.64 {0}, {0}, #32", lanes) if width == 32 else lanes


def _rotated_by_one(code: Code, width: int, lanes: tuple[Value, ...]) -> tuple[Value, ...]:
    shifted = code.op("vshl.i64 {0}, {1}, #1", (len(lanes),), lanes)
    return shifted if width == 32 else code.update("vsri.64 {0}, {2}, #63", shifted, lanes)


def _eor(code: Code, a: tuple[Value, ...], b: tuple[Value, ...]) -> tuple[Value, ...]:
    return code.op("veor {0}, {1}, {2}", (len(a),), a, b)


#: Rows that lie in the two halves of Q registers, and the row that is by itself.
PAIRS, SINGLE = ((0, 1), (2, 3)), 4


def neon_round(width: int) -> Code:
    """One round with NEON: 120 instructions for 1600 bits, 111 for 800.

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
    for x in (4, 0, 1, 2, 3):
        low[x], high[(x + 1) % 5] = _eor(code, q(x, PAIRS[0]), q(x, PAIRS[1]))
        if x == 4:
            # Four lanes have to wait in memory: 25 lanes, five parities and what is made of them are too many.
            waiting = (*q(4, PAIRS[0]), *q(4, PAIRS[1]))
            code.op("vst1.64 {0}, [r2:64]", (), waiting, lists=(0,))
        if x != 4:
            (parity[x],) = _eor(code, (low[x],), (high[x],))
    (parity[4],) = _eor(code, (low[4],), (high[4],))
    for x in (0, 2):
        parity[x], parity[x + 1] = _eor(code, (parity[x], parity[x + 1]), (a[x, SINGLE], a[x + 1, SINGLE]))
    (parity[4],) = _eor(code, (parity[4],), (a[4, SINGLE],))
    # D[x] = C[x - 1] ^ rotl(C[x + 1], 1): 11 instructions.
    effect: dict[int, Value] = {}
    parity[2], parity[3] = _double(code, width, (parity[2], parity[3]))
    r2, r3 = _rotated_by_one(code, width, (parity[2], parity[3]))
    (effect[1],) = _eor(code, (parity[0],), (r2,))
    (effect[2],) = _eor(code, (parity[1],), (r3,))
    (parity[4],) = _double(code, width, (parity[4],))
    (r4,) = _rotated_by_one(code, width, (parity[4],))
    (effect[3],) = _eor(code, (parity[2],), (r4,))
    parity[0], parity[1] = _double(code, width, (parity[0], parity[1]))
    r0, r1 = _rotated_by_one(code, width, (parity[0], parity[1]))
    (effect[4],) = _eor(code, (parity[3],), (r0,))
    (effect[0],) = _eor(code, (parity[4],), (r1,))

    def add(x: int, d: tuple[Value, Value]) -> None:
        for pair in PAIRS:
            a[x, pair[0]], a[(x + 1) % 5, pair[1]] = _double(code, width, _eor(code, q(x, pair), d))
        if x in (0, 2):
            both = _eor(code, (a[x, SINGLE], a[x + 1, SINGLE]), d)
            a[x, SINGLE], a[x + 1, SINGLE] = _double(code, width, both)

    # 13 additions. Each D is needed in the low half of one pair and in the high half of another: five copies.
    def copy(x: int) -> Value:
        return code.op("vmov {0}, {1}", (1,), (effect[x],))[0]

    add(0, (effect[0], effect[1]))
    add(2, (effect[2], effect[3]))
    add(1, (copy(1), copy(2)))
    add(3, (copy(3), effect[4]))
    (a[4, SINGLE],) = _double(code, width, _eor(code, (a[4, SINGLE],), (effect[4],)))
    back = code.op("vld1.64 {0}, [r2:64]", (4,), lists=(0,))
    a[4, PAIRS[0][0]], a[0, PAIRS[0][1]], a[4, PAIRS[1][0]], a[0, PAIRS[1][1]] = back
    add(4, (copy(4), copy(0)))

    # Rho and pi: into which registers is free. Chi: two instructions for two lanes in the pairs of rows.
    out: Lanes = {}
    for pair in PAIRS:
        b: dict[int, tuple[Value, Value]] = {}
        # Lane (0, 0) stays where it is; what shares its register has to leave first.
        for x in (1, 0, 2, 3, 4):
            lanes = []
            for bx, by in ((x, pair[0]), ((x + 1) % 5, pair[1])):
                sx, sy = pi_source(bx, by)
                lanes.append(_rotate(code, width, a[sx, sy], OFFSETS[5 * sy + sx] % width))
            b[x] = (lanes[0], lanes[1])
        t = {x: code.op("vbic {0}, {1}, {2}", (2,), b[(x + 2) % 5], b[(x + 1) % 5]) for x in (4, 3)}
        for x in range(5):
            if x < 3:
                t[x] = code.op("vbic {0}, {1}, {2}", (2,), b[x + 2], b[x + 1])
            out[x, pair[0]], out[(x + 1) % 5, pair[1]] = _eor(code, b[x], t[x])
    row: dict[int, Value] = {}
    for x in range(5):
        sx, sy = pi_source(x, SINGLE)
        row[x] = _rotate(code, width, a[sx, sy], OFFSETS[5 * sy + sx] % width)
    u = {x: code.op("vbic {0}, {1}, {2}", (1,), (row[(x + 2) % 5],), (row[(x + 1) % 5],))[0] for x in range(5)}
    for x in (0, 2):
        out[x, SINGLE], out[x + 1, SINGLE] = _eor(code, (row[x], row[x + 1]), (u[x], u[x + 1]))
    (out[4, SINGLE],) = _eor(code, (row[4],), (u[4],))
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
