"""The steps of Ketje in one loop: input, output, frame bits and one round, with the state in registers all the time.

`void NAME_steps(void *image, const uint8_t *in, uint8_t *out, unsigned count)`: for each block of two lanes, output it
added to the outer lanes of the state, which become the sum; add the frame of a full block that another follows; one round.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .catalog import Kernel

#: The lanes of Keccak-p that are lanes 0, 1 and 2 of the twisted state (specs/ketje.md, section 2).
OUTER, FRAME = (0, 6), 12
#: Frame bits 11 with the first bit of the padding, and its last bit.
FRAME_BITS = 0x07 ^ 0x08


def loop(kernel: Kernel) -> tuple[list[str], list[str]]:
    """What comes before the loop, and the loop's body; pointers in r5 (in) and r6 (out), the frame at [r7]."""
    allocation, per = kernel.allocation, 2 if kernel.code.file.unit == "s" else 1
    places, size = kernel.places(), kernel.width // 8
    held = {allocation.registers[value] // per for value in kernel.code.inputs}
    used = {allocation.registers[value] // per for value in range(kernel.code.values)}
    d = {k: places[k] // 8 for k in (*OUTER, FRAME)}
    element = {k: places[k] % 8 // size for k in OUTER}
    # Registers that the round leaves alone keep their zeros and the frame; else they are made anew in each step.
    spare = sorted(set(range(32)) - used)
    lasting = len(spare) >= 3
    spare = spare if lasting else sorted(set(range(32)) - held)
    low = next((k for k in spare if k % 2 == 0 and k + 1 in spare), spare[0])
    high = low + 1 if low + 1 in spare else next(k for k in spare if k != low)
    frame = next(k for k in spare if k not in (low, high))
    paired = high == low + 1 and low % 2 == 0
    names = [f"q{low // 2}"] if paired else [f"d{low}", f"d{high}"]
    fresh = [f"vmov.i32 {name}, #0" for name in names] + [f"vldr d{frame}, [r7]"]
    body = [] if lasting else fresh
    bits = kernel.width
    body += [f"vld1.{bits} {{d{t}[{element[k]}]}}, [r5]!" for k, t in zip(OUTER, (low, high), strict=True)]
    if paired and d[OUTER[0]] % 2 == 0 and d[OUTER[1]] == d[OUTER[0]] + 1:
        body.append(f"veor q{d[OUTER[0]] // 2}, q{d[OUTER[0]] // 2}, q{low // 2}")
    else:
        body += [f"veor d{d[k]}, d{d[k]}, d{t}" for k, t in zip(OUTER, (low, high), strict=True)]
    body += [f"vst1.{bits} {{d{d[k]}[{element[k]}]}}, [r6]!" for k in OUTER]
    body.append(f"veor d{d[FRAME]}, d{d[FRAME]}, d{frame}")
    body += [line.replace("[r1:64]!", "[r1:64]") for line in allocation.text(0)]
    return fresh if lasting else [], body


def frame_word(kernel: Kernel) -> int:
    """The 64 bits that are added for the frame."""
    return FRAME_BITS << 8 * (kernel.places()[FRAME] % 8)
