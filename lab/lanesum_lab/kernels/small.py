"""Keccak-p[200] and [400] with NEON, rows of the state in vectors; and the extended round of all small widths.

NEON: theta on rows, rho by a shift of each element by its own amount, pi by table look-up.
"""

from ..definition import OFFSETS, pi_source
from .ir import D_FILE, S_FILE, Code, Operand, Value

Values = tuple[Value, ...]


def _eor(code: Code, a: Operand, b: Operand) -> Values:
    return code.op("veor {0}, {1}, {2}", (len(a),), a, b)


def _add_constant(code: Code, low: Operand) -> Values:
    rc = code.op("vld1.64 {0}, [r1:64]!", (len(low),), lists=(0,))
    return _eor(code, low, rc)


# ------------------------------------------------------------------------------------------------------ 200, vectors
def position(k: int) -> int:
    """Where in 32 bytes lane k of Keccak-p[200] lies: rows 0 to 3 in eight bytes each, row 4 in the spare ones."""
    return 8 * (k // 5) + k % 5 if k < 20 else (5, 6, 7, 13, 14)[k - 20]


def constants_200() -> bytes:
    """What the round of 200 bits keeps in registers, in the order in which it takes them."""
    lanes: list[int | None] = [None] * 32
    for k in range(25):
        lanes[position(k)] = k
    left = [0 if k is None else OFFSETS[k] % 8 for k in lanes]
    right = [(amount - 8) % 256 for amount in left]

    def source(shift: int, registers: int) -> list[int]:
        found = []
        for at in range(8 * registers):
            k = lanes[at]
            if k is None and at >= 16:  # rows 2 and 3 go on cyclically: chi shifts them
                k = 5 * (at // 8) + at % 8 % 5
            if k is None:
                found.append(255)
            else:
                sx, sy = pi_source((k % 5 + shift) % 5, k // 5)
                found.append(position(5 * sy + sx))
        return found

    columns = [0, 1, 2, 3, 4, 0, 1, 2]
    row4 = [position(20 + x) for x in range(5)] + [255] * 3
    before, after = [(x - 1) % 5 for x in columns], [(x + 1) % 5 for x in columns]
    second = [0, 1, 2, 3, 4, 3, 4, 4]
    return bytes(left + right + row4 + before + after + second + source(0, 4) + source(1, 2) + source(2, 2))


def vector_round_200(extended: bool = False, rotate: str | None = None) -> Code:
    """One round on four D registers: 34 instructions with NEON, 33 with rl1x.

    `rotate` is an instruction that rotates each byte by its own amount, if there is one.
    """
    code = Code(S_FILE)
    d = [code.input() for _ in range(8)]
    left, right = code.constant(8), code.constant(8)
    row4, before, after, second = (code.constant(2) for _ in range(4))
    gather = [code.constant(2) for _ in range(8)]
    code.groups = [tuple(d), tuple(code.kept[:24]), tuple(code.kept[24:])]

    def table(registers: Operand, index: Operand) -> Values:
        return code.op("vtbl.8 {0}, {1}, {2}", (2,), registers, index, lists=(1,))

    q = (tuple(d[:4]), tuple(d[4:]))
    sums = _eor(code, q[0], q[1])
    c = _eor(code, _eor(code, sums[:2], sums[2:]), table(q[0], row4))
    if extended:
        m, p = table(c, before), table(c, after)
        effect = tuple(code.op("rl1x.u8 {0}, {1}, {2}", (1,), (m[k],), (p[k],))[0] for k in range(2))
    else:
        r = code.update("vsri.8 {0}, {2}, #7", code.op("vshl.i8 {0}, {1}, #1", (2,), c), c)
        effect = _eor(code, table(c, before), table(r, after))
    effect += table(effect, second)
    rotated: Values = ()
    for k in range(2):
        lanes = _eor(code, q[k], effect)
        if rotate:
            rotated += code.op(f"{rotate} {{0}}, {{1}}, {{2}}", (4,), lanes, left[4 * k : 4 * k + 4])
            continue
        a = code.op("vshl.u8 {0}, {1}, {2}", (4,), lanes, left[4 * k : 4 * k + 4])
        b = code.op("vshl.u8 {0}, {1}, {2}", (4,), lanes, right[4 * k : 4 * k + 4])
        rotated += code.op("vorr {0}, {1}, {2}", (4,), a, b)
    x, y, z = ([table(rotated, index) for index in part] for part in (gather[:4], gather[4:6], gather[6:]))
    t = code.op("vbic {0}, {1}, {2}", (4,), z[0] + z[1], y[0] + y[1])
    low = _eor(code, x[0] + x[1], t)
    rows = x[2] + x[3]
    u = code.op("vshr.u64 {0}, {1}, #8", (4,), rows)
    u = code.op("vbic {0}, {1}, {2}", (4,), u, rows)
    u = code.op("vshr.u64 {0}, {1}, #8", (4,), u)
    high = _eor(code, rows, u)
    low = _add_constant(code, low[:2]) + low[2:]
    code.loop([*low, *high])
    return code


# ------------------------------------------------------------------------------------------------------ 400, vectors
#: Rows whose constants stay in registers; those of the others are loaded in each round.
RESIDENT = (0, 1, 2)


def constants_400(rows: tuple[int, ...]) -> bytes:
    """For each row: amounts to the left, to the right (eight elements of 16 bits each), and indices of its lanes 0 to 3."""
    out = b""
    for y in rows:
        left = [OFFSETS[5 * y + x] % 16 for x in range(5)] + [0] * 3
        out += b"".join((n % 65536).to_bytes(2, "little") for n in [*left, *(n - 16 for n in left)])
        for row in range(4):
            x = (3 * row + y) % 5
            out += bytes([2 * x, 2 * x + 1])
    return out


def vector_round_400(rotate: str | None = None) -> Code:
    """One round on five Q registers, lanes 0 to 4 of a row in the lowest elements: 62 instructions.

    `rotate` is an instruction that rotates each element by its own amount, if there is one.
    """
    code = Code(D_FILE)
    a: list[Values] = [(code.input(), code.input()) for _ in range(5)]
    kept = {y: code.constant(5) for y in RESIDENT}
    missing = [y for y in range(5) if y not in RESIDENT]

    c = a[0]
    for y in range(1, 5):
        c = _eor(code, c, a[y])
    r = code.update("vsri.16 {0}, {2}, #15", code.op("vshl.i16 {0}, {1}, #1", (2,), c), c)
    (high,) = code.op("vshr.u64 {0}, {1}, #48", (1,), (c[0],))
    (low,) = code.update("vsli.64 {0}, {2}, #16", (c[1],), (c[0],))
    (next_,) = code.op("vext.8 {0}, {1}, {2}, #2", (1,), (r[0],), (r[1],))
    effect = _eor(code, (low,), (next_,)) + _eor(code, (high,), (r[0],))
    b: list[Values] = []
    for y in range(5):
        lanes = _eor(code, a[y], effect)
        if y in kept:
            k = kept[y]
        else:
            k = code.op(f"vldmia {('r2', 'r3', 'r12')[missing.index(y)]}, {{0}}", (5,), lists=(0,))
        if rotate:
            row = code.op(f"{rotate} {{0}}, {{1}}, {{2}}", (2,), lanes, k[0:2])
        else:
            left = code.op("vshl.u16 {0}, {1}, {2}", (2,), lanes, k[0:2])
            right = code.op("vshl.u16 {0}, {1}, {2}", (2,), lanes, k[2:4])
            row = code.op("vorr {0}, {1}, {2}", (2,), left, right)
        first = code.op("vtbl.8 {0}, {1}, {2}", (1,), row, (k[4],), lists=(1,))
        # Lane 4 of the transposed row is lane 2 + y: which is in place in row 2.
        lane = (2 + y) % 5
        if lane == 4:
            last: Values = (row[1],)
        elif lane == 0:
            last = code.op("vmov {0}, {1}", (1,), (row[0],))
        else:
            last = code.op(f"vshr.u64 {{0}}, {{1}}, #{16 * lane}", (1,), (row[0],))
        b.append(first + last)
    # Chi across the registers: register x has lane x of all five rows.
    t = {x: code.op("vbic {0}, {1}, {2}", (2,), b[(x + 2) % 5], b[(x + 1) % 5]) for x in (4, 3)}
    out: list[Operand] = []
    for x in range(5):
        if x < 3:
            t[x] = code.op("vbic {0}, {1}, {2}", (2,), b[x + 2], b[x + 1])
        out.append(_eor(code, b[x], t[x]))
    # Transposed back: 4 x 4 lanes in both halves at once, then lane 4.
    out[0], out[1] = code.exchange("vtrn.16 {0}, {1}", out[0], out[1])
    out[2], out[3] = code.exchange("vtrn.16 {0}, {1}", out[2], out[3])
    out[0], out[2] = code.exchange("vtrn.32 {0}, {1}", out[0], out[2])
    out[1], out[3] = code.exchange("vtrn.32 {0}, {1}", out[1], out[3])
    fifth = out[4]
    rows: list[list[Value | None]] = [[out[y][0]] for y in range(4)]
    for y in (1, 2, 3):
        rows[y] += code.op(f"vshr.u64 {{0}}, {{1}}, #{16 * y}", (1,), (fifth[0],))
    swapped = code.exchange("vswp {0}, {1}", (out[0][1],), (fifth[0],))
    rows[0].append(swapped[0][0])
    rows.append([swapped[1][0], fifth[1]])
    rows[0][0] = _add_constant(code, (rows[0][0],))[0]
    code.loop([value for row in rows for value in row if value is not None])
    return code


# ---------------------------------------------------------------------------------------- 200, 400, 800 with instructions
def extended_round(width: int) -> Code:
    """One round with rl1x, xorr, chi1 and chi3, each lane in an S register: 54 instructions.

    Lanes 0 to 3 of a row are a Q register, above s31 between rounds; theta brings them down, where xorr can reach each.
    """
    code = Code(S_FILE)
    row = [tuple(code.input() for _ in range(4)) for y in range(5)]
    fifth = [code.input() for _ in range(5)]
    (zero,) = code.constant(1)
    code.groups = [tuple(value for one in row for value in one), (*fifth, zero)]
    rotate = f"xorr.u{width} {{0}}, {{1}}, {{2}}, "
    c = row[0]
    for y in range(1, 5):
        c = _eor(code, c, row[y])
    lo, hi = _eor(code, (fifth[0], fifth[1]), (fifth[2], fifth[3]))
    (c4,) = code.op(rotate + "0", (1,), (lo,), (hi,))
    c += code.op(rotate + "0", (1,), (c4,), (fifth[4],))
    d: Values = ()
    for x in range(5):
        d += code.op(f"rl1x.u{width} {{0}}, {{1}}, {{2}}", (1,), (c[(x + 4) % 5],), (c[(x + 1) % 5],))
    lane: dict[tuple[int, int], tuple[Value, Value]] = {}
    for y in range(5):
        for x, value in enumerate(_eor(code, row[y], d[:4])):
            lane[x, y] = (value, zero)
        lane[4, y] = (fifth[y], d[4])

    def moved(x: int, y: int) -> Value:
        sx, sy = pi_source(x, y)
        n, m = lane[sx, sy]
        return code.op(rotate + str(OFFSETS[5 * sy + sx] % width), (1,), (n,), (m,))[0]

    # Lane 4 of a new row must find the place of lane 4 of the old row y free, so that a turn ends as it began: with this
    # order of rows it does, if lane (4, 0) is moved out before.
    early = moved(4, 0)
    for y in (4, 2, 3, 0, 1):
        b = [moved(x, y) for x in range(4)]
        last = early if y == 0 else moved(4, y)
        (fifth[y],) = code.op("chi3.u32 {0}, {1}, {2}", (1,), (b[0], b[1]), (last, None))
        row[y] = code.op("chi1.u32 {0}, {1}, {2}", (4,), tuple(b), (last, None, None, None))
        if y == 0:
            row[0] = _add_constant(code, row[0][:2]) + row[0][2:]
    code.loop([*(value for out in row for value in out), *fifth])
    return code
