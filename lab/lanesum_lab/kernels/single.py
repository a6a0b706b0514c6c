"""Keccak-p[800], [400] and [200] with the instructions: each lane in an S register by itself."""

from dataclasses import replace

from ..definition import OFFSETS, pi_source
from .ir import S_FILE, Code, Value

#: The order in which the old lanes leave their places, as (x, y) of the new state, and after each part the rows whose chi is
#: done. Pi takes the lanes 0 to 3 of old row x to place x of the new rows, and old row 4 to the fifth lanes. So it falls into
#: five chains, each of which begins with a lane of old row 4, whose place the next lane takes, and ends with an old fifth lane.
#: A new fifth lane has to wait at the low end of a Q register until its row is whole, and only two such places are free: this
#: order needs no more, and frees the place of each old fifth lane before the new one comes. Thus nothing moves a lane but the
#: xorr that rotates it.
CHAINS = (
    (((4, 4), (1, 4), (3, 1), (1, 3), (0, 1), (3, 0), (3, 3), (2, 3), (1, 2), (2, 1), (0, 2), (1, 0), (1, 1)), ()),
    (((4, 1), (2, 4)), (1,)),
    (((4, 2), (0, 4), (2, 0), (2, 2), (3, 2)), (2,)),
    (((4, 3), (3, 4), (0, 3)), (3,)),
    (((4, 0), (0, 0)), (0, 4)),
)


def extended_round(width: int) -> Code:
    """One round with rl1x, xorr, chi1 and chi3: 7 + 5 + 25 + 10 + 2 instructions.

    Lanes 0 to 3 of a row are a Q register, lane 4 is an S register anywhere. All of them, D and two registers that are free
    fill s0 to s31, the only ones that rl1x and xorr can name.
    """
    # Twelve D registers stay free, for the constants of as many rounds.
    code = Code(replace(S_FILE, count=40))
    row = [tuple(code.input() for _ in range(4)) for _ in range(5)]
    fifth = [code.input() for _ in range(5)]
    code.groups = [tuple(value for one in row for value in one)]

    def eor(a: tuple[Value, ...], b: tuple[Value, ...]) -> tuple[Value, ...]:
        return code.op("veor {0}, {1}, {2}", (len(a),), a, b)

    def xorr(a: Value, b: Value, amount: int) -> Value:
        return code.op(f"xorr.u{width} {{0}}, {{1}}, {{2}}, {amount % width}", (1,), (a,), (b,))[0]

    lo, hi = eor((fifth[0], fifth[1]), (fifth[2], fifth[3]))
    last = xorr(xorr(lo, hi, 0), fifth[4], 0)
    c = row[0]
    for y in range(1, 5):
        c = eor(c, row[y])
    c += (last,)
    # In this order each D but the first finds the place of a parity that is read for the last time.
    d: dict[int, Value] = {}
    for x in (0, 2, 4, 1, 3):
        (d[x],) = code.op(f"rl1x.u{width} {{0}}, {{1}}, {{2}}", (1,), (c[(x + 4) % 5],), (c[(x + 1) % 5],))

    lane = {(x, y): (row[y] + (fifth[y],))[x] for y in range(5) for x in range(5)}
    moved: dict[tuple[int, int], Value] = {}
    out: dict[int, tuple[Value, ...]] = {}
    for chain, whole in CHAINS:
        for target in chain:
            sx, sy = pi_source(*target)
            moved[target] = xorr(lane[sx, sy], d[sx], OFFSETS[5 * sy + sx])
        for y in whole:
            b = [moved[x, y] for x in range(5)]
            (fifth[y],) = code.op("chi3.u32 {0}, {1}, {2}", (1,), (b[0], b[1]), (b[4], None))
            out[y] = code.op("chi1.u32 {0}, {1}, {2}", (4,), tuple(b[:4]), (b[4], None, None, None))
    (rc, nothing) = code.op("vld1.64 {0}, [r1:64]!", (2,), lists=(0,))
    out[0] = eor(out[0][:2], (rc, nothing)) + out[0][2:]
    code.loop([*(value for y in range(5) for value in out[y]), *fifth])
    return code
