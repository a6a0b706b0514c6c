"""Keccak-p[25w, n] and its steps by their definition (FIPS 202, section 3): the oracle of everything here.

A state is a list of 25 lanes, lane k = 5y + x, each an integer of w bits.
"""

from collections.abc import Sequence

WIDTHS = {200: 8, 400: 16, 800: 32, 1600: 64}
#: Those whose lanes are less than a byte.
NARROW = {25: 1, 50: 2, 100: 4}


def rotl(value: int, amount: int, width: int) -> int:
    """Rotate a word of `width` bits to the left."""
    amount %= width
    mask = (1 << width) - 1
    return ((value << amount) | (value >> (width - amount))) & mask


def copies(lane: int, width: int, bits: int) -> int:
    """A lane, as often as it fits: sums and chi keep the copies alike, and to rotate all `bits` is to rotate each of them."""
    return sum(lane << at for at in range(0, bits, width))


def _offsets() -> list[int]:
    offsets = [0] * 25
    x, y = 1, 0
    for t in range(24):
        offsets[5 * y + x] = (t + 1) * (t + 2) // 2
        x, y = y, (2 * x + 3 * y) % 5
    return offsets


#: The rotation of each lane in rho, not reduced by the width.
OFFSETS: list[int] = _offsets()


def full_rounds(width: int) -> int:
    """Rounds of Keccak-f with lanes of `width` bits."""
    return 12 + 2 * (width.bit_length() - 1)


def _rc_bits() -> list[int]:
    register, bits = 1, []
    for _ in range(255):
        bits.append(register & 1)
        register <<= 1
        if register >= 256:
            register ^= 0x171
    return bits


_RC = _rc_bits()


def round_constant(index: int, width: int) -> int:
    """The constant of iota in round `index`."""
    levels = width.bit_length() - 1
    return sum(_RC[(j + 7 * index) % 255] << ((1 << j) - 1) for j in range(levels + 1))


def theta_effect(lanes: Sequence[int], width: int) -> list[int]:
    """What theta adds to each lane of the five columns: D of the specification."""
    column = [lanes[x] ^ lanes[x + 5] ^ lanes[x + 10] ^ lanes[x + 15] ^ lanes[x + 20] for x in range(5)]
    return [column[x - 1] ^ rotl(column[(x + 1) % 5], 1, width) for x in range(5)]


def pi_source(x: int, y: int) -> tuple[int, int]:
    """The lane that pi moves to (x, y)."""
    return (x + 3 * y) % 5, x


def chi_row(row: Sequence[int], width: int) -> list[int]:
    """Chi on one row of five lanes."""
    mask = (1 << width) - 1
    return [row[x] ^ (~row[(x + 1) % 5] & mask & row[(x + 2) % 5]) for x in range(5)]


def one_round(lanes: Sequence[int], width: int, index: int) -> list[int]:
    """One round: iota after chi after pi after rho after theta."""
    effect = theta_effect(lanes, width)
    out: list[int] = []
    for y in range(5):
        row = []
        for x in range(5):
            sx, sy = pi_source(x, y)
            row.append(rotl(lanes[5 * sy + sx] ^ effect[sx], OFFSETS[5 * sy + sx], width))
        out += chi_row(row, width)
    out[0] ^= round_constant(index, width)
    return out


def permute(lanes: Sequence[int], width: int, rounds: int | None = None) -> list[int]:
    """Keccak-p[25 width, rounds]: the last rounds of Keccak-f; all of them if not said."""
    last = full_rounds(width)
    state = list(lanes)
    for index in range(last - (last if rounds is None else rounds), last):
        state = one_round(state, width, index)
    return state


def to_bytes(lanes: Sequence[int], width: int) -> bytes:
    """The state's bytes, each lane little-endian."""
    return b"".join(lane.to_bytes(width // 8, "little") for lane in lanes)


def from_bytes(data: bytes, width: int) -> list[int]:
    """The lanes of a state's bytes."""
    size = width // 8
    return [int.from_bytes(data[i : i + size], "little") for i in range(0, len(data), size)]
