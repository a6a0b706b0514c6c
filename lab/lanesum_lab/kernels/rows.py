"""Keccak-p[800] and [400] with NEON: a row's lanes 0 to 3 in one register, the lanes 4 of all rows in another.

Rho is a shift of each element by its own amount, to the left and to the right. Pi takes old row x to place x of all new rows:
register x then has lane x of the rows 0, 2, 4 and 1, in this order, since with it row 0 stays as it is. Chi works on these
registers, and on row 3 by itself, whose lanes 0 to 3 are a register and whose lane 4 is alone. Then they are transposed back.
"""

from dataclasses import replace

from ..definition import OFFSETS, pi_source
from .ir import D_FILE, Code, Operand, Value

Values = tuple[Value, ...]

#: The rows that are worked on together, in the order of their elements, and the row by itself.
TOGETHER, ALONE = (0, 2, 4, 1), 3


def row_lanes(y: int) -> tuple[int, ...]:
    """Lanes 0 to 3 of a row."""
    return tuple(5 * y + x for x in range(4))


#: The lanes 4 that lie together.
FIFTHS = tuple(5 * y + 4 for y in TOGETHER)


def _eor(code: Code, a: Operand, b: Operand) -> Values:
    return code.op("veor {0}, {1}, {2}", (len(a),), a, b)


def _bic(code: Code, a: Operand, b: Operand) -> Values:
    return code.op("vbic {0}, {1}, {2}", (len(a),), a, b)


def _ext(code: Code, a: Operand, b: Operand, count: int) -> Values:
    return code.op(f"vext.8 {{0}}, {{1}}, {{2}}, #{count}", (len(a),), a, b)


def _by_one(code: Code, width: int, a: Values) -> Values:
    shifted = code.op(f"vshl.i{width} {{0}}, {{1}}, #1", (len(a),), a)
    return code.update(f"vsri.{width} {{0}}, {{2}}, #{width - 1}", shifted, a)


# ------------------------------------------------------------------------------------------------------------------ 800
def constants_800() -> bytes:
    """For rows 0 to 4 and the lanes 4: by how much each element is shifted to the left, and beside it to the right.

    A shift looks at the lowest byte of an element only. The amounts to the right are brought there by an instruction each time:
    there are six registers for them, not twelve, and to load them takes longer.
    """
    out = b""
    for lanes in (*(row_lanes(y) for y in range(5)), FIFTHS):
        for k in lanes:
            left = OFFSETS[k] % 32
            out += bytes([left, (left - 32) % 256, 0, 0])
    return out


def _rotate_800(code: Code, a: Values, by: Values) -> Values:
    left = code.op("vshl.u32 {0}, {1}, {2}", (2,), a, by)
    by = code.op("vshr.u32 {0}, {1}, #8", (2,), by)
    return code.op("vorr {0}, {1}, {2}", (2,), left, code.op("vshl.u32 {0}, {1}, {2}", (2,), a, by))


def round_800(chi: str | None = None, parity: str | None = None) -> Code:
    """One round on Q registers: 84 instructions.

    `chi` is an instruction with three sources that gives n ^ (m & ~a), on D and Q registers, and `parity` one that adds four
    sources to its destination, if there are such.
    """
    code = Code(D_FILE)

    def chi_lanes(a: Operand, b: Operand, c: Operand) -> Values:
        """a ^ (~b & c)."""
        if chi:
            return code.op(f"{chi}.{'u128' if len(a) == 2 else 'u64'} {{0}}, {{1}}, {{2}}, {{3}}", (len(a),), a, c, b)
        return _eor(code, a, _bic(code, c, b))

    row: dict[int, Values] = {y: (code.input(), code.input()) for y in range(5)}
    fifth: Values = (code.input(), code.input())
    alone: Values = (code.input(),)
    kept = [code.constant(2) for _ in range(6)]

    if parity:
        c = code.op("vmov {0}, {1}", (2,), row[0])
        c = code.update(f"{parity} {{0}}, {{2}}, {{3}}, {{4}}, {{5}}", c, *(row[y] for y in range(1, 5)))
    else:
        c = row[0]
        for y in range(1, 5):
            c = _eor(code, c, row[y])
    # Lane 4 of row 3 in both halves: so the sum has the parity in both, and one instruction rotates it by 8.
    alone = code.op("vdup.32 {0}, {1}[0]", (1,), alone)
    last = _eor(code, fifth[:1], fifth[1:])
    last = _eor(code, _eor(code, last, code.op("vrev64.32 {0}, {1}", (1,), last)), alone)
    r, r4 = _by_one(code, 32, c), _by_one(code, 32, last)
    effect4 = _eor(code, c[1:], code.op("vrev64.32 {0}, {1}", (1,), r[:1]))
    effect = _eor(code, _ext(code, (None, last[0]), c, 12), _ext(code, r, (r4[0], None), 4))
    effect4 = code.op("vdup.32 {0}, {1}[1]", (2,), effect4)
    row = {y: _eor(code, row[y], effect) for y in range(5)}
    fifth = _eor(code, fifth, effect4)
    alone = _eor(code, alone, effect4[:1])
    assert OFFSETS[5 * ALONE + 4] % 32 == 8
    alone = _ext(code, alone, alone, 7)

    row = {y: _rotate_800(code, row[y], kept[y]) for y in range(5)}
    fifth = _rotate_800(code, fifth, kept[5])

    f3, f2 = _ext(code, fifth, fifth, 12), _ext(code, fifth, fifth, 8)
    b: dict[int, Values] = {0: row[0], 1: _ext(code, row[1], f3, 4), 4: _ext(code, f3, row[4], 12)}
    b[2] = _ext(code, row[2], _ext(code, f2, row[2], 12), 8)
    b[3] = _ext(code, row[3][1:], alone, 4) + code.op("vmov {0}, {1}", (1,), row[3][:1])
    # Row 3: lane 4 of row 0, and one each of rows 1 to 4.
    high = _ext(code, row[2][:1], row[3][1:], 4)
    last = _ext(code, row[4][1:], row[4][1:], 4)
    low, _ = code.exchange("vtrn.32 {0}, {1}", fifth[:1], row[1][:1])
    own = (low[0], high[0])

    out: dict[int, Operand] = {}
    if chi:
        out = {x: chi_lanes(b[x], b[(x + 1) % 5], b[(x + 2) % 5]) for x in range(5)}
    else:
        t = {x: _bic(code, b[(x + 2) % 5], b[(x + 1) % 5]) for x in (4, 3)}
        for x in range(5):
            if x < 3:
                t[x] = _bic(code, b[x + 2], b[x + 1])
            out[x] = _eor(code, b[x], t[x])
    second = _ext(code, own, (last[0], None), 4)
    third = _ext(code, second, own, 4)
    if chi:
        new = {ALONE: chi_lanes(own, second, third)}
        alone = chi_lanes(last, own[:1], second[:1])
    else:
        between = _bic(code, second[:1], own[:1])
        new = {ALONE: _eor(code, own, _bic(code, third, second))}
        alone = _eor(code, last, between)

    out[0], out[1] = code.exchange("vtrn.32 {0}, {1}", out[0], out[1])
    out[2], out[3] = code.exchange("vtrn.32 {0}, {1}", out[2], out[3])
    for k in (0, 1):
        (one,), (other,) = code.exchange("vswp {0}, {1}", out[k][1:], out[2 + k][:1])
        first, last_ = out[k][0], out[2 + k][1]
        assert first is not None
        assert one is not None
        assert other is not None
        assert last_ is not None
        new[TOGETHER[k]], new[TOGETHER[2 + k]] = (first, one), (other, last_)
    rc = code.op("vld1.64 {0}, [r1:64]!", (1,), lists=(0,))
    new[0] = _eor(code, new[0][:1], rc) + new[0][1:]
    code.loop([*(value for y in range(5) for value in new[y]), *_whole(out[4]), *alone])
    return code


def place_800(inputs: list[int], k: int) -> int:
    """Where lane k lies in the image."""
    y, x = divmod(k, 5)
    if x < 4:
        return 8 * inputs[2 * y] + 4 * x
    return 8 * inputs[12] if y == ALONE else 8 * inputs[10] + 4 * TOGETHER.index(y)


def _whole(operand: Operand) -> Values:
    return tuple(value for value in operand if value is not None)


# ------------------------------------------------------------------------------------------------------------------ 400
#: What lies in consecutive D registers: rows, F (the lanes 4 that lie together) and G (that of row 3).
STATE_400 = ("R0", "R4", "R2", "R1", "F", "R3", "G")


def _indices_400() -> dict[str, bytes]:
    """Byte by byte where the lanes of place x come from in a list of registers that begins with `LISTS[x]`."""

    def index(first: str, x: int, sx: int) -> bytes:
        if sx < 4:
            at = 4 * (STATE_400.index(f"R{x}") - STATE_400.index(first)) + sx
        elif x != ALONE:
            at = 4 * (STATE_400.index("F") - STATE_400.index(first)) + TOGETHER.index(x)
        else:
            # The one lane that is rotated here, by eight bits: its bytes change places.
            at = 4 * (STATE_400.index("G") - STATE_400.index(first))
            return bytes([2 * at + 1, 2 * at])
        return bytes([2 * at, 2 * at + 1])

    found = {}
    for x in range(1, 5):
        found[f"b{x}"] = b"".join(index(LISTS[x][0], x, pi_source(x, y)[0]) for y in TOGETHER)
    found["own"] = b"".join(index(LISTS[0][0], x, pi_source(x, ALONE)[0]) for x in range(4))
    return found


#: The lists that are looked up for the lanes of place x, and (0) for row 3.
LISTS = {4: STATE_400[1:5], 1: STATE_400[3:5], 2: STATE_400[2:5], 0: STATE_400[2:6], 3: STATE_400[5:7]}


def _rotate_400(code: Code, a: Values, by: Values, rotate: str | None) -> Values:
    """Each element by its own amount; `rotate` is an instruction that does it alone, if there is one."""
    if rotate:
        return code.op(f"{rotate} {{0}}, {{1}}, {{2}}", (2,), a, by[:2])
    left = code.op("vshl.u16 {0}, {1}, {2}", (2,), a, by[:2])
    right = code.op("vshl.u16 {0}, {1}, {2}", (2,), a, by[2:])
    return code.op("vorr {0}, {1}, {2}", (2,), left, right)


def constants_400(rotate: bool = False) -> bytes:
    """What stays in registers: amounts (those to the left alone if an instruction rotates), then indices."""
    out = b""
    for pair in (row_lanes(0) + row_lanes(4), row_lanes(2) + row_lanes(1), FIFTHS + row_lanes(3)):
        left = [OFFSETS[k] % 16 for k in pair]
        amounts = left if rotate else [*left, *(n - 16 for n in left)]
        out += b"".join((n % 2**16).to_bytes(2, "little") for n in amounts)
    return out + b"".join(_indices_400().values())


def round_400(rotate: str | None = None) -> Code:
    """One round on Q registers of two rows each: 54 instructions; pi is table look-up.

    `rotate` is an instruction that rotates each element by its own amount, if there is one.
    """
    # Three registers stay free, for the steps of Ketje.
    code = Code(replace(D_FILE, count=29))
    state = {name: code.input() for name in STATE_400}
    size = 2 if rotate else 4
    kept = [code.constant(size) for _ in range(3)]
    index = {name: code.constant(1) for name in _indices_400()}
    code.groups = [tuple(state.values())]

    pairs: list[Values] = [(state["R0"], state["R4"]), (state["R2"], state["R1"]), (state["F"], state["R3"])]
    s = _eor(code, pairs[0], pairs[1])
    c = _eor(code, _eor(code, s[:1], s[1:]), pairs[2][1:])
    f = pairs[2][:1]
    u = _eor(code, f, code.op("vrev64.32 {0}, {1}", (1,), f))
    u = _eor(code, u, code.op("vrev32.16 {0}, {1}", (1,), u))
    last = _eor(code, u, (state["G"],))
    r = _by_one(code, 16, c + last)
    before = code.update("vsli.64 {0}, {2}, #16", last, c)
    first = code.op("vdup.16 {0}, {1}[3]", (1,), c) + before
    shifted = _ext(code, r[:1], r[1:], 2)
    after = code.op("vdup.16 {0}, {1}[0]", (1,), r[:1]) + shifted
    effect = _eor(code, first, after)
    pairs[2] = _eor(code, pairs[2], effect)
    g = _eor(code, (state["G"],), effect[:1])
    both = code.op("vmov {0}, {1}", (1,), effect[1:]) + effect[1:]
    pairs[:2] = [_eor(code, pair, both) for pair in pairs[:2]]

    rotated = [_rotate_400(code, pair, by, rotate) for pair, by in zip(pairs, kept, strict=True)]
    moved = dict(zip(STATE_400, (value for pair in rotated for value in pair), strict=False))
    moved["G"] = g[0]
    b: dict[int, Value] = {0: moved["R0"]}
    for x in (4, 1, 2, 3):
        (b[x],) = code.op("vtbl.8 {0}, {1}, {2}", (1,), tuple(moved[name] for name in LISTS[x]), index[f"b{x}"], lists=(1,))
    own = code.op("vtbl.8 {0}, {1}, {2}", (1,), tuple(moved[name] for name in LISTS[0]), index["own"], lists=(1,))
    last = _ext(code, (moved["R4"],), (moved["R4"],), 6)

    # Two of the five at once, where two registers of one operand are a Q register in the other, too.
    t: dict[int, Value] = {}
    t[0], t[2] = _bic(code, (b[2], b[4]), (b[1], b[3]))
    (t[1],) = _bic(code, (b[3],), (b[2],))
    o2 = _eor(code, (b[2],), (t[2],))
    (t[3],) = _bic(code, (b[0],), (b[4],))
    odd = _eor(code, (b[1], b[3]), (t[1], t[3]))
    (t[4],) = _bic(code, (b[1],), (b[0],))
    even = _eor(code, (b[0],), (t[0],)) + o2
    fifth = _eor(code, (b[4],), (t[4],))
    second = _ext(code, own, last, 2)
    third = _ext(code, second, own, 2)
    alone = _eor(code, last, _bic(code, second, own))
    row3 = _eor(code, own, _bic(code, third, second))

    a, z = code.exchange("vtrn.16 {0}, {1}", even, odd)
    (r0,), (row4,) = code.exchange("vtrn.32 {0}, {1}", a[:1], a[1:])
    (row2,), (row1,) = code.exchange("vtrn.32 {0}, {1}", z[:1], z[1:])
    (row0,) = _eor(code, (r0,), code.op("vld1.64 {0}, [r1:64]!", (1,), lists=(0,)))
    code.loop([row0, *_whole((row4, row2, row1)), *fifth, *row3, *alone])
    return code


def place_400(inputs: list[int], k: int) -> int:
    """Where lane k lies in the image."""
    y, x = divmod(k, 5)
    if x < 4:
        return 8 * inputs[STATE_400.index(f"R{y}")] + 2 * x
    return 8 * inputs[6] if y == ALONE else 8 * inputs[4] + 2 * TOGETHER.index(y)
