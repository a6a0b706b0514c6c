"""Keccak-p[200] in two Q registers: theta on rows, rho by a shift of each element by its own amount, pi by table look-up."""

from dataclasses import replace

from ..definition import OFFSETS, pi_source
from .ir import S_FILE, Code, Operand, Value

Values = tuple[Value, ...]


def _eor(code: Code, a: Operand, b: Operand) -> Values:
    return code.op("veor {0}, {1}, {2}", (len(a),), a, b)


def _add_constant(code: Code, low: Operand) -> Values:
    rc = code.op("vld1.64 {0}, [r1:64]!", (len(low),), lists=(0,))
    return _eor(code, low, rc)


#: The rows 0 to 2 lie in two D registers and their spare bytes: for each column, which row lies in the first, in the second
#: and in the spare ones. The first begins with lanes 0, 6 and 12, Ketje's input and frame bits: one load, one sum, one store.
MIXED = ((0, 1, 2, 0, 0), (1, 0, 0, 1, 1), (2, 2, 1, 2, 2))
#: Where the spare bytes are, column by column.
SPARE = (5, 6, 7, 13, 14)


def position(k: int) -> int:
    """Where in 32 bytes lane k of Keccak-p[200] lies: rows 3 and 4 in eight bytes each, the others as `MIXED` says."""
    y, x = divmod(k, 5)
    if y > 2:
        return 8 * (y - 1) + x
    part = next(part for part in range(3) if MIXED[part][x] == y)
    return SPARE[x] if part == 2 else 8 * part + x


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
            if k is None and at >= 16:  # rows 3 and 4 go on cyclically: chi shifts them
                k = 5 * (at // 8 + 1) + at % 8 % 5
            if k is None:
                found.append(255)
            else:
                sx, sy = pi_source((k % 5 + shift) % 5, k // 5)
                found.append(position(5 * sy + sx))
        return found

    columns = [0, 1, 2, 3, 4, 0, 1, 2]
    spare = [*SPARE, 255, 255, 255]
    before, after = [(x - 1) % 5 for x in columns], [(x + 1) % 5 for x in columns]
    second = [0, 1, 2, 3, 4, 3, 4, 4]
    return bytes(left + right + spare + before + after + second + source(0, 4) + source(1, 2) + source(2, 2))


def vector_round_200(extended: bool = False, rotate: str | None = None) -> Code:
    """One round on four D registers: 34 instructions with NEON, 33 with rl1x.

    `rotate` is an instruction that rotates each byte by its own amount, if there is one.
    """
    # Two D registers stay free, for the steps of Ketje.
    code = Code(replace(S_FILE, count=60))
    d = [code.input() for _ in range(8)]
    left, right = code.constant(8), code.constant(8)
    spare, before, after, second = (code.constant(2) for _ in range(4))
    gather = [code.constant(2) for _ in range(8)]
    code.groups = [tuple(d), tuple(code.kept[:24]), tuple(code.kept[24:])]

    def table(registers: Operand, index: Operand) -> Values:
        return code.op("vtbl.8 {0}, {1}, {2}", (2,), registers, index, lists=(1,))

    q = (tuple(d[:4]), tuple(d[4:]))
    sums = _eor(code, q[0], q[1])
    c = _eor(code, _eor(code, sums[:2], sums[2:]), table(q[0], spare))
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
    y, z = ([table(rotated, index) for index in part] for part in (gather[4:6], gather[6:]))
    t = code.op("vbic {0}, {1}, {2}", (4,), z[0] + z[1], y[0] + y[1])
    low = _eor(code, table(rotated, gather[0]) + table(rotated, gather[1]), t)
    rows = table(rotated, gather[2]) + table(rotated, gather[3])
    u = code.op("vshr.u64 {0}, {1}, #8", (4,), rows)
    u = code.op("vbic {0}, {1}, {2}", (4,), u, rows)
    u = code.op("vshr.u64 {0}, {1}, #8", (4,), u)
    high = _eor(code, rows, u)
    low = _add_constant(code, low[:2]) + low[2:]
    code.loop([*low, *high])
    return code
