#!/usr/bin/env python3
"""Writes ../src/aarch64/rounds_sha2.rs: SHA-256 and SHA-512 of one message in the integer unit of aarch64, without instructions for them.

    python3 crates/lanes/generate/sha2_arm.py            # writes it
    python3 crates/lanes/generate/sha2_arm.py --check    # fails if it is not what this would write

Eight variables, sixteen words of the schedule, the address of the constants, b ^ c for the next Maj and three more are all registers that
there are: nothing is moved to memory and back. A large sigma is two sums with rotated operands and one rotation. The constants of two rounds
are loaded together, and the second is added to g as soon as Ch of the first has read it, since g is h of the second.
"""
from assembler import check_or_write, header, naked

# x18 belongs to some systems, x29 to debuggers and profilers.
NUMBERS = [i for i in range(31) if i not in (18, 29)]
WORDS, VARIABLES, (K, T, U, P, Q) = NUMBERS[:16], NUMBERS[16:24], NUMBERS[24:]
# The stack: saved registers up to 96, then the arguments and the end of the constants.
FRAME, STATE, BLOCKS, END = 144, 96, 112, 128


class Size:
    """Rounds, rotations of the large sigmas, and of the small ones with the shift last: FIPS 180-4, sections 4.1.2 and 4.1.3."""

    def __init__(self, bits, rounds, large0, large1, small0, small1):
        self.bits, self.bytes, self.rounds = bits, bits // 8, rounds
        self.large, self.small = (large0, large1), (small0, small1)

    def __call__(self, number):
        return f"{'x' if self.bits == 64 else 'w'}{number}"


SHA256 = Size(32, 64, (2, 13, 22), (6, 11, 25), (7, 18, 3), (17, 19, 10))
SHA512 = Size(64, 80, (28, 34, 39), (14, 18, 41), (1, 8, 7), (19, 61, 6))


def large(size, which, to, of):
    first, second, third = size.large[which]
    return [f"eor {to}, {of}, {of}, ror #{second - first}", f"eor {to}, {to}, {of}, ror #{third - first}", f"ror {to}, {to}, #{first}"]


def small(size, which, to, of):
    first, second, shift = size.small[which]
    return [f"ror {to}, {of}, #{first}", f"eor {to}, {to}, {of}, ror #{second}", f"eor {to}, {to}, {of}, lsr #{shift}"]


def a_round(size, t, schedule):
    """Round t of sixteen; the word of the schedule sixteen rounds later takes the place of its own."""
    a, b, _, d, e, f, g, h = (size(VARIABLES[(i - t) % 8]) for i in range(8))
    w = [size(WORDS[(t + i) % 16]) for i in range(16)]
    # Maj(a, b, c) = b ^ (a ^ b) & (b ^ c): the sums of two neighbours serve two rounds.
    t_, u, new, old = size(T), size(U), *(size(i) for i in ((P, Q) if t % 2 else (Q, P)))
    text = [f"add {h}, {h}, {w[0]}", f"bic {t_}, {g}, {e}", f"and {u}, {f}, {e}", f"add {h}, {h}, {t_}", f"add {h}, {h}, {u}"]
    if t % 2 == 0:
        text += [f"ldp {t_}, {u}, [x{K}], #{2 * size.bytes}", f"add {h}, {h}, {t_}", f"add {g}, {g}, {u}"]
    text += large(size, 1, t_, e) + [f"eor {new}, {a}, {b}", f"and {old}, {old}, {new}"] + [f"add {h}, {h}, {t_}"]
    text += [f"eor {old}, {old}, {b}", f"add {d}, {d}, {h}"] + large(size, 0, u, a) + [f"add {h}, {h}, {old}", f"add {h}, {h}, {u}"]
    if schedule:
        text += small(size, 0, t_, w[1]) + [f"add {w[0]}, {w[0]}, {w[9]}"] + small(size, 1, u, w[14])
        text += [f"add {w[0]}, {w[0]}, {t_}", f"add {w[0]}, {w[0]}, {u}"]
    return text


def body(size):
    """The function: arguments state, data, blocks, constants."""
    saved = [(f"x{i}", f"x{i + 1}") for i in range(19, 29, 2)]
    variables, words = [size(i) for i in VARIABLES], [size(i) for i in WORDS]
    text = [".cfi_startproc", f"stp x29, x30, [sp, #-{FRAME}]!", f".cfi_def_cfa_offset {FRAME}"]
    text += [f".cfi_offset 29, -{FRAME}", f".cfi_offset 30, -{FRAME - 8}", "mov x29, sp"]
    for i, (one, two) in enumerate(saved):
        text += [f"stp {one}, {two}, [sp, #{16 * i + 16}]"]
        text += [f".cfi_offset {r[1:]}, -{FRAME - 16 * i - 16 - 8 * k}" for k, r in enumerate((one, two))]
    # All but the last sixteen rounds make words.
    text += [f"stp x0, x1, [sp, #{STATE}]", f"str x2, [sp, #{BLOCKS}]", f"mov x{K}, x3"]
    text += [f"add x3, x3, #{size.bytes * (size.rounds - 16)}", f"str x3, [sp, #{END}]"]
    text += [f"ldp {variables[i]}, {variables[i + 1]}, [x0, #{size.bytes * i}]" for i in range(0, 8, 2)]
    text += ["2:", f"ldr x{T}, [sp, #{STATE + 8}]"]
    for i in range(0, 16, 2):
        text.append(f"ldp {words[i]}, {words[i + 1]}, [x{T}], #{2 * size.bytes}")
    text += [f"str x{T}, [sp, #{STATE + 8}]"] + [f"rev {word}, {word}" for word in words]
    text += [f"eor {size(P)}, {variables[1]}, {variables[2]}", ".p2align 4", "3:"]
    for t in range(16):
        text += a_round(size, t, True)
    text += [f"ldr x{T}, [sp, #{END}]", f"cmp x{K}, x{T}", "b.ne 3b"]
    for t in range(16):
        text += a_round(size, t, False)
    # The words are needed no longer.
    text += [f"ldr x{T}, [sp, #{STATE}]", f"ldr x{U}, [sp, #{BLOCKS}]", f"sub x{K}, x{K}, #{size.bytes * size.rounds}"]
    for i in range(0, 8, 2):
        text.append(f"ldp {words[i]}, {words[i + 1]}, [x{T}, #{size.bytes * i}]")
    text += [f"add {variable}, {variable}, {word}" for variable, word in zip(variables, words)]
    text += [f"stp {variables[i]}, {variables[i + 1]}, [x{T}, #{size.bytes * i}]" for i in range(0, 8, 2)]
    text += [f"subs x{U}, x{U}, #1", f"str x{U}, [sp, #{BLOCKS}]", "b.ne 2b"]
    text += [f"ldp {one}, {two}, [sp, #{16 * i + 16}]" for i, (one, two) in enumerate(saved)]
    return text + [f"ldp x29, x30, [sp], #{FRAME}", ".cfi_def_cfa_offset 0", "ret", ".cfi_endproc"]


def function(name, size):
    text = body(size)
    loop = text[text.index("3:") + 1 : text.index("b.ne 3b") + 1]
    return naked(name, f"""/// {len(loop)} instructions for sixteen rounds and words of the schedule, {len(loop) - 3 - 16 * 9} for the last sixteen rounds.
///
/// Applies the compression function to `blocks` blocks.
///
/// # Safety
/// `state` is eight words; `data` has as many bytes as the blocks; `blocks` is not 0; `constants` are K, {size.rounds} words; the byte order is
/// little-endian.""", text, f"""    state: *mut u{size.bits},
    data: *const u8,
    blocks: usize,
    constants: *const u{size.bits},""", abi="C")


def file():
    doc = "//! SHA-256 and SHA-512 of one message, in general registers.\n"
    return header(__file__) + doc + function("sha256", SHA256) + function("sha512", SHA512)


check_or_write(__file__, {"rounds_sha2.rs": file()}, "aarch64")
