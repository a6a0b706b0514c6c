"""The steps of Ketje in one loop: input, output, frame bits and one round, with the state in registers all the time.

`void NAME_steps(void *image, const uint8_t *in, uint8_t *out, unsigned count)`: for each block of two lanes, output it
added to the outer lanes of the state, which become the sum; add the frame of a full block that another follows; one round.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .catalog import Kernel

#: The lanes of Keccak-p that are lanes 0, 1 and 2 of the twisted state (Ketje v2, section 2).
OUTER, FRAME = (0, 6), 12
#: Frame bits 11 with the first bit of the padding, and its last bit.
FRAME_BITS = 0x07 ^ 0x08


def loop(kernel: Kernel) -> tuple[list[str], list[str]]:
    """What comes before the loop, and the loop's body; pointers in r5 (in) and r6 (out), the frame at [r7].

    Registers that the round leaves alone keep what is the same in each step, as far as there are any.
    """
    places, spare = kernel.places(), kernel.spare()
    d = {k: places[k] // 8 for k in (*OUTER, FRAME)}
    held = {d for low, high in kernel.ranges(kernel.code.inputs) for d in range(low, high + 1)}
    used = together(kernel, d) or apart(kernel, d)
    lasting = len(spare) >= used.registers
    fresh, body, taken = used.write(spare if lasting else sorted(set(range(32)) - held))
    left = [k for k in spare if k not in taken]
    constant: list[str] = []
    if lasting and left:
        # Each step is the last round of the permutation: its constant is loaded once.
        constant = [f"vld1.64 {{d{left[0]}}}, [r1:64]"]
        turn = kernel.round_with(left[0])
    else:
        turn = [line.replace("[r1:64]!", "[r1:64]") for line in kernel.allocation.text(0)]
    return (fresh if lasting else []) + constant, ([] if lasting else fresh) + body + turn


@dataclass(frozen=True)
class Input:
    """How a block gets in and out."""

    registers: int
    write: Callable[[list[int]], tuple[list[str], list[str], set[int]]]
    """From registers that are free: what makes them ready, what a step does, and which of them are taken."""


def together(kernel: Kernel, d: dict[int, int]) -> Input | None:
    """Both lanes side by side in one register, and the frame there, too: one load over the zeros before the frame."""
    places, bits = kernel.places(), kernel.width
    if len(set(d.values())) > 1 or places[OUTER[1]] != places[OUTER[0]] + bits // 8 or places[OUTER[0]] % (bits // 4):
        return None
    state, element = d[FRAME], places[OUTER[0]] % 8 // (bits // 4)

    def write(free: list[int]) -> tuple[list[str], list[str], set[int]]:
        one = free[0]
        body = [f"vld1.{2 * bits} {{d{one}[{element}]}}, [r5]!", f"veor d{state}, d{state}, d{one}"]
        return [f"vldr d{one}, [r7]"], [*body, f"vst1.{2 * bits} {{d{state}[{element}]}}, [r6]!"], {one}

    return Input(1, write)


def apart(kernel: Kernel, d: dict[int, int]) -> Input:
    """Each lane by itself; the frame with the lane that lies in the other half of its Q register, if one does."""
    places, bits = kernel.places(), kernel.width
    element = {k: places[k] % 8 // (bits // 8) for k in OUTER}

    def write(free: list[int]) -> tuple[list[str], list[str], set[int]]:
        near = next((k for k in OUTER if d[k] == d[FRAME] ^ 1), None)
        pair = next((k for k in free if k % 2 == 0 and k + 1 in free), None)
        if near is not None and pair is not None:
            at = {k: pair + d[k] % 2 for k in (near, FRAME)}
            at |= {k: next(one for one in free if one not in (pair, pair + 1)) for k in OUTER if k != near}
            sums = [f"veor q{d[near] // 2}, q{d[near] // 2}, q{pair // 2}"]
            sums += [f"veor d{d[k]}, d{d[k]}, d{at[k]}" for k in OUTER if k != near]
        else:
            at = dict(zip((*OUTER, FRAME), free, strict=False))
            sums = [f"veor d{d[k]}, d{d[k]}, d{at[k]}" for k in (*OUTER, FRAME)]
        body = [f"vld1.{bits} {{d{at[k]}[{element[k]}]}}, [r5]!" for k in OUTER] + sums
        # The frame is added before the lanes are stored: it lies in another lane.
        body += [f"vst1.{bits} {{d{d[k]}[{element[k]}]}}, [r6]!" for k in OUTER]
        return [*(f"vmov.i32 d{at[k]}, #0" for k in OUTER), f"vldr d{at[FRAME]}, [r7]"], body, set(at.values())

    return Input(3, write)


def frame_word(kernel: Kernel) -> int:
    """The 64 bits that are added for the frame."""
    return FRAME_BITS << 8 * (kernel.places()[FRAME] % 8)
