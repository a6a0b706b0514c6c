#!/usr/bin/env python3
"""Writes the hand-scheduled rounds of SHA-2 for one message: ../src/x86/rounds_sha2.rs.

    python3 crates/lanes/generate/sha2.py            # writes it
    python3 crates/lanes/generate/sha2.py --check    # fails if it is not what this would write

A round is a list of operations on named values. Both of its chains, from E to the next E and from A to the next A, are a rotation,
two exclusive-or and one addition long: what else is added to Sigma(E) and Sigma(A) is summed before these are there. That takes
24 operations of the integer unit, where 22 would do with chains of five. The operations that lead to A stand some rounds (`LAG`)
after those that lead to E: a processor does the oldest operation that is ready first, and E is what is waited for.

SHA-512 for SSE4.1 and AVX is after Intel's white paper "Fast SHA512 Implementations on Intel Architecture Processors" (2012): the
rotations of A and E rewritten as nested ones, which need one copy where a rotation overwrites its operand (and chains of six); for
SSE4.1 the shifts of the schedule nested likewise ("SIMD Optimizations").
Registers are given out by a linear scan over that order, 16 rounds at a time; a few moves at the end put the variables back.
"""
import heapq

from assembler import DOUBLE, QUAD, SLOT, check_or_write, entered, header, interleaved, left, naked


class Op:
    """One operation: what, the value that it makes, the values that it takes, a constant or place, and where it belongs."""

    def __init__(self, kind, makes, takes, constant, place):
        self.kind, self.makes, self.takes, self.constant, self.place = kind, makes, takes, constant, place


class Function:
    """The differences between SHA-512 and SHA-256: words, the rotations of Sigma 0 and 1 (FIPS 180-4, sections 4.1.2 and 4.1.3)."""

    def __init__(self, word, big0, big1):
        self.word, self.big0, self.big1 = word, big0, big1


SHA512 = Function(QUAD, (28, 34, 39), (14, 18, 41))
SHA256 = Function(DOUBLE, (2, 13, 22), (6, 11, 25))
# The rotations of SHA-512's sigma 0 and 1, with the shift last.
SMALL0, SMALL1 = (1, 8, 7), (19, 61, 6)
VARIABLES = "abcdefgh"


def rounds(function, count, bmi, nested):
    """`count` rounds, on a to h and bc = B ^ C; the names of these at the end."""
    ops = []

    def op(kind, *takes, constant=None):
        ops.append(Op(kind, f"v{len(ops)}", takes, constant, place))
        return ops[-1].makes

    def sigma(x, rotations):
        first, second, third = rotations
        if nested:
            inner = op("xor", op("rotate", x, constant=third - second), x)
            return op("rotate", op("xor", op("rotate", inner, constant=second - first), x), constant=first)
        two = op("xor", op("rotate", x, constant=first), op("rotate", x, constant=second))
        return op("xor", two, op("rotate", x, constant=third))

    a, b, c, d, e, f, g, h = VARIABLES
    bc = "bc"
    for t in range(count):
        place = t
        given = op("add_sum", h, constant=t)
        choice = op("xor", op("and", op("xor", f, g), e), g)
        early = op("add", op("add", d, given), choice)
        new_e = op("add", early, sigma(e, function.big1))
        place = t + (0 if nested else LAG)
        t1 = op("sub", new_e, d)
        ab = op("xor", a, b)
        # Maj is A where B and C differ, and B where they do not.
        late, same = op("and", a, bc), op("and_not", bc, b) if bmi else op("and", b, c)
        new_a = op("add", op("add", op("add", t1, same), late), sigma(a, function.big0))
        bc = ab
        a, b, c, d, e, f, g, h = new_a, a, b, c, new_e, e, f, g
    return ops, [a, b, c, d, e, f, g, h, bc]


def ordered(ops):
    """By place, and in the order given within one, but nothing before what it takes."""
    makers = {op.makes: i for i, op in enumerate(ops)}
    waits = [len({x for x in op.takes if x in makers}) for op in ops]
    users = {}
    for i, op in enumerate(ops):
        for x in set(op.takes):
            users.setdefault(x, []).append(i)
    ready = [(op.place, i) for i, op in enumerate(ops) if not waits[i]]
    heapq.heapify(ready)
    result = []
    while ready:
        _, i = heapq.heappop(ready)
        result.append(ops[i])
        for j in users.get(ops[i].makes, ()):
            waits[j] -= 1
            if not waits[j]:
                heapq.heappush(ready, (ops[j].place, j))
    return result


LAG = 2
# Where the variables are between the rounds, and what else the rounds may use; the sums and constants have a pointer each.
HOME = "rax rbx rcx rdx r8 r9 r10 r11 rdi".split()
SPARE = "rsi rbp r12 r13".split()
SUMS, CONSTANTS = "r15", "r14"
BC = HOME[8]


def rounds_text(function, sum_at, bmi, spare=SPARE, nested=False):
    """The lines of the operations in their order, then the moves that put the variables back."""
    ops, outs = rounds(function, 16, bmi, nested)
    ops = ordered(ops)
    last = {x: i for i, op in enumerate(ops) for x in op.takes}
    last.update((x, len(ops)) for x in outs)
    names = [*VARIABLES, "bc"]
    where, free, lines = dict(zip(names, HOME)), list(spare), []
    name = function.word
    for i, op in enumerate(ops):
        takes = [where[x] for x in op.takes]
        dying = [x for x in dict.fromkeys(op.takes) if last[x] == i]
        # The register of an operand that is not needed any more, of the first if the order counts; else a new one.
        usable = dying if op.kind in ("xor", "and", "add") else [x for x in dying if op.kind in ("rotate", "and_not") or x == op.takes[0]]
        own = usable[0] if usable else None
        to = where[own] if own else free.pop(0)
        n, given, other = name(to), [name(r) for r in takes], None
        if len(takes) == 2:
            other = given[1] if own in (None, op.takes[0]) else given[0]
        text = []
        if op.kind == "rotate":
            if bmi:
                text = [f"rorx {n}, {given[0]}, {op.constant}"]
            else:
                text = ([] if own else [f"mov {n}, {given[0]}"]) + [f"ror {n}, {op.constant}"]
        elif op.kind == "and_not":
            text = [f"andn {n}, {given[0]}, {given[1]}"]
        elif op.kind == "add" and not own:
            text = [f"lea {n}, [{takes[0]} + {takes[1]}]"]
        else:
            what = sum_at(op.constant) if op.kind == "add_sum" else other
            text = ([] if own else [f"mov {n}, {given[0]}"]) + [f"{'add' if op.kind == 'add_sum' else op.kind} {n}, {what}"]
        lines += text
        for x in dying:
            if where[x] != to:
                free.append(where[x])
            del where[x]
        where[op.makes] = to
        if op.makes not in last:
            free.append(where.pop(op.makes))
    moves = [(where[x], home) for x, home in zip(outs, HOME) if where[x] != home]
    unused = [r for r in [*HOME, *spare] if r not in where.values()]
    while moves:
        sources = [source for source, _ in moves]
        for i, (source, home) in enumerate(moves):
            if home not in sources:
                lines.append(f"mov {name(home)}, {name(source)}")
                moves.pop(i)
                break
        else:
            lines.append(f"mov {name(unused[0])}, {name(moves[0][0])}")
            moves[0] = (unused[0], moves[0][1])
    return lines


# Registers for the schedule, and for what leads to it.
WORDS = [f"ymm{i}" for i in range(8)]
PAIRS = [f"xmm{i}" for i in range(8)]
NARROW = [f"xmm{i}" for i in range(8, 16)]


def step(i, vl):
    """The pair of words that is due eight pairs after pair `i`, of both blocks, and its sums: sixteen words on, and as many constants."""
    at = lambda k: WORDS[(i + k) % 8]
    t = [f"ymm{k}" for k in range(8, 16)]
    text = [f"vpalignr {t[0]}, {at(1)}, {at(0)}, 8", f"vpalignr {t[1]}, {at(5)}, {at(4)}, 8"]

    def sigma(x, to, spare, spare2, rotations):
        first, second, shift = rotations
        if vl:
            return [f"vprorq {to}, {x}, {first}", f"vprorq {spare}, {x}, {second}", f"vpsrlq {spare2}, {x}, {shift}",
                    f"vpternlogq {to}, {spare}, {spare2}, 0x96"]
        return shifted(x, to, spare, spare2, rotations)

    text += [f"vpaddq {at(0)}, {at(0)}, {t[1]}"]
    text += sigma(t[0], t[2], t[3], t[4], SMALL0)
    text += [f"vpaddq {at(0)}, {at(0)}, {t[2]}"]
    text += sigma(at(7), t[5], t[6], t[7], SMALL1)
    text += [f"vbroadcasti128 {t[1]}, xmmword ptr [{CONSTANTS} + {128 + 16 * i}]"]
    text += [f"vpaddq {at(0)}, {at(0)}, {t[5]}", f"vpaddq {t[1]}, {t[1]}, {at(0)}"]
    text += [f"vmovdqu ymmword ptr [{SUMS} + {256 + 32 * i}], {t[1]}"]
    return text


def shifted(x, to, spare, spare2, rotations):
    """A sigma of the schedule by shifts with three operands."""
    first, second, shift = rotations
    return [f"vpsrlq {to}, {x}, {first}", f"vpsllq {spare}, {x}, {64 - first}", f"vpsrlq {spare2}, {x}, {second}",
            f"vpxor {to}, {to}, {spare}", f"vpsllq {spare}, {x}, {64 - second}", f"vpxor {to}, {to}, {spare2}",
            f"vpsrlq {spare2}, {x}, {shift}", f"vpxor {to}, {to}, {spare}", f"vpxor {to}, {to}, {spare2}"]


def shifted_in_place(x, to, spare, rotations):
    """The same by shifts of what is not needed any more: to the right and to the left, each nested."""
    right = sorted(rotations)
    left = sorted(64 - r for r in rotations[:2])
    return [f"movdqa {to}, {x}", f"movdqa {spare}, {x}", f"psrlq {to}, {right[2] - right[1]}", f"psllq {spare}, {left[1] - left[0]}",
            f"pxor {to}, {x}", f"pxor {spare}, {x}", f"psrlq {to}, {right[1] - right[0]}", f"psllq {spare}, {left[0]}",
            f"pxor {to}, {x}", f"psrlq {to}, {right[0]}", f"pxor {to}, {spare}"]


def step_of_one(i, avx):
    """The pair of words of one block that is due eight pairs after pair `i`, and its sums: sixteen words on, and as many constants."""
    at = lambda k: PAIRS[(i + k) % 8]
    t = NARROW
    constants, sums = f"xmmword ptr [{CONSTANTS} + {128 + 16 * i}]", f"xmmword ptr [{SUMS} + {128 + 16 * i}]"
    if avx:
        return [f"vpalignr {t[0]}, {at(1)}, {at(0)}, 8", f"vpalignr {t[1]}, {at(5)}, {at(4)}, 8", f"vpaddq {at(0)}, {at(0)}, {t[1]}",
                *shifted(t[0], t[2], t[3], t[4], SMALL0), f"vpaddq {at(0)}, {at(0)}, {t[2]}",
                *shifted(at(7), t[5], t[6], t[7], SMALL1), f"vpaddq {at(0)}, {at(0)}, {t[5]}",
                f"vpaddq {t[1]}, {at(0)}, {constants}", f"vmovdqu {sums}, {t[1]}"]
    return [f"movdqa {t[0]}, {at(1)}", f"palignr {t[0]}, {at(0)}, 8", f"movdqa {t[1]}, {at(5)}", f"palignr {t[1]}, {at(4)}, 8",
            f"paddq {at(0)}, {t[1]}", *shifted_in_place(t[0], t[2], t[3], SMALL0), f"paddq {at(0)}, {t[2]}",
            *shifted_in_place(at(7), t[5], t[6], SMALL1), f"paddq {at(0)}, {t[5]}",
            f"movdqu {t[1]}, {constants}", f"paddq {t[1]}, {at(0)}", f"movdqu {sums}, {t[1]}"]


STATE, DATA, BLOCKS, BEGIN, END = range(0, 40, 8)
FRAME = 56


def feed_forward(word):
    """Adds the state to the variables, and stores the sums in it."""
    text = [f"mov rsi, {SLOT(STATE)}"]
    for k, register in enumerate(HOME[:8]):
        at = word.at(f"rsi + {word.bytes * k}")
        text += [f"add {word(register)}, {at}", f"mov {at}, {word(register)}"]
    return text


def begun(word):
    """B ^ C."""
    return [f"mov {word(BC)}, {word(HOME[1])}", f"xor {word(BC)}, {word(HOME[2])}"]


def began():
    """The function begins: sysv64 arguments state, data, blocks, constants, sums."""
    text = entered(FRAME)
    text += [f"mov {SLOT(at)}, {r}" for at, r in ((STATE, "rdi"), (DATA, "rsi"), (BLOCKS, "rdx"), (BEGIN, "r8"))]
    text += [f"mov {CONSTANTS}, rcx", "mov rsi, rdi"]
    return text + [f"mov {r}, qword ptr [rsi + {8 * k}]" for k, r in enumerate(HOME[:8])]


def one_block_body(avx):
    """The function for one block at a time, in the white paper's form."""
    scalar = rounds_text(SHA512, lambda t: f"qword ptr [{SUMS} + {8 * t}]", False, nested=True)
    vector = [line for i in range(8) for line in step_of_one(i, avx)]
    order = NARROW[7]
    text = began() + [".p2align 4", "2:", f"mov rsi, {SLOT(DATA)}", "lea r12, [rsi + 128]", f"mov {SLOT(DATA)}, r12"]
    text += [f"mov {SUMS}, {SLOT(BEGIN)}", f"lea r12, [{SUMS} + 512]", f"mov {SLOT(END)}, r12"]
    low, high = "mov r12, 0x0001020304050607", "mov r12, 0x08090a0b0c0d0e0f"
    if avx:
        text += [low, f"vmovq {order}, r12", high, f"vpinsrq {order}, {order}, r12, 1"]
    else:
        text += [low, f"movq {order}, r12", high, f"pinsrq {order}, r12, 1"]
    for i, word in enumerate(PAIRS):
        spare, at = NARROW[i % 4], lambda base: f"xmmword ptr [{base} + {16 * i}]"
        if avx:
            text += [f"vmovdqu {word}, {at('rsi')}", f"vpshufb {word}, {word}, {order}", f"vpaddq {spare}, {word}, {at(CONSTANTS)}",
                     f"vmovdqu {at(SUMS)}, {spare}"]
        else:
            text += [f"movdqu {word}, {at('rsi')}", f"pshufb {word}, {order}", f"movdqu {spare}, {at(CONSTANTS)}", f"paddq {spare}, {word}",
                     f"movdqu {at(SUMS)}, {spare}"]
    text += begun(QUAD) + [".p2align 6", "3:"] + interleaved(scalar, vector)
    text += [f"add {CONSTANTS}, 128", f"add {SUMS}, 128", f"cmp {SUMS}, {SLOT(END)}", "jne 3b", f"sub {CONSTANTS}, 512"]
    return text + scalar + feed_forward(QUAD) + [f"dec {SLOT(BLOCKS)}", "jnz 2b"] + left(FRAME, ())


def stitched_body(vl):
    """The function for two blocks at a time."""
    scalar = rounds_text(SHA512, lambda t: f"qword ptr [{SUMS} + {32 * (t // 2) + 8 * (t % 2)}]", True)
    vector = [line for i in range(8) for line in step(i, vl)]
    order = "ymm15"
    text = began()
    # Two blocks; an odd one at the end stands for both.
    text += [".p2align 4", "2:", f"mov rsi, {SLOT(DATA)}", "lea rbp, [rsi + 128]", f"cmp {SLOT(BLOCKS)}, 1", "cmove rbp, rsi"]
    text += ["lea r12, [rsi + 256]", f"mov {SLOT(DATA)}, r12", f"mov {SUMS}, {SLOT(BEGIN)}"]
    text += [f"lea r12, [{SUMS} + 1024]", f"mov {SLOT(END)}, r12"]
    text += ["mov r12, 0x0001020304050607", "vmovq xmm15, r12", "mov r12, 0x08090a0b0c0d0e0f", "vpinsrq xmm15, xmm15, r12, 1",
             f"vinserti128 {order}, {order}, xmm15, 1"]
    for i, word in enumerate(WORDS):
        spare = f"ymm{8 + i % 4}"
        text += [f"vmovdqu {word.replace('y', 'x')}, xmmword ptr [rsi + {16 * i}]",
                 f"vinserti128 {word}, {word}, xmmword ptr [rbp + {16 * i}], 1", f"vpshufb {word}, {word}, {order}",
                 f"vbroadcasti128 {spare}, xmmword ptr [{CONSTANTS} + {16 * i}]", f"vpaddq {spare}, {spare}, {word}",
                 f"vmovdqu ymmword ptr [{SUMS} + {32 * i}], {spare}"]
    text += begun(QUAD)
    text += [".p2align 6", "3:"] + interleaved(scalar, vector)
    text += [f"add {CONSTANTS}, 128", f"add {SUMS}, 256", f"cmp {SUMS}, {SLOT(END)}", "jne 3b"]
    text += [f"sub {CONSTANTS}, 512", f"add {SLOT(END)}, 256"]
    text += [".p2align 6", "4:"] + scalar + [f"add {SUMS}, 256", f"cmp {SUMS}, {SLOT(END)}", "jne 4b"]
    # The second block's sums are where the first one's were, 16 bytes on.
    text += feed_forward(QUAD) + [f"dec {SLOT(BLOCKS)}", "jz 5f", f"mov rsi, {SLOT(BEGIN)}", "lea rbp, [rsi + 1296]"]
    text += [f"cmp {SUMS}, rbp", "je 2b", f"mov {SLOT(END)}, rbp", f"lea {SUMS}, [rsi + 16]"] + begun(QUAD) + ["jmp 4b"]
    return text + ["5:", "vzeroupper"] + left(FRAME, ())


def rounds_body(lanes, bmi):
    """The function: sysv64 arguments state, sums, blocks."""
    scalar = rounds_text(SHA256, lambda t: f"dword ptr [{SUMS} + {4 * lanes * t}]", bmi, [*SPARE, CONSTANTS])
    text = entered(FRAME)
    text += [f"mov {SLOT(at)}, {r}" for at, r in ((STATE, "rdi"), (BEGIN, "rsi"), (BLOCKS, "rdx"))] + ["mov rsi, rdi"]
    text += [f"mov {DOUBLE(r)}, dword ptr [rsi + {4 * k}]" for k, r in enumerate(HOME[:8])]
    text += [".p2align 4", "2:", f"mov {SUMS}, {SLOT(BEGIN)}", f"lea rsi, [{SUMS} + {256 * lanes}]", f"mov {SLOT(END)}, rsi"]
    text += begun(DOUBLE) + [".p2align 6", "3:"] + scalar + [f"add {SUMS}, {64 * lanes}", f"cmp {SUMS}, {SLOT(END)}", "jne 3b"]
    text += feed_forward(DOUBLE) + [f"add {SLOT(BEGIN)}, 4", f"dec {SLOT(BLOCKS)}", "jnz 2b"]
    return text + left(FRAME, ())


def sha512_function(name, doc, body):
    return naked(name, f"""/// {doc}
///
/// # Safety
/// The processor has the instructions. `state` is 8 words; `data` has 128 bytes for each of `blocks`, which is not 0; `constants`
/// are 80 words; `sums` is room for 160.""", body, """    state: *mut u64,
    data: *const u8,
    blocks: usize,
    constants: *const u64,
    sums: *mut u64,""")


def sha256_function(name, doc, lanes, bmi):
    return naked(name, f"""/// {doc}
///
/// # Safety
/// The processor has the instructions. `state` is 8 words; `sums` is {lanes} words for each of 64 rounds, one for each block; `blocks`
/// is 1 to {lanes}.""", rounds_body(lanes, bmi), """    state: *mut u32,
    sums: *const u32,
    blocks: usize,""")


def file():
    paper = "SHA-512 after Intel's white paper, the schedule of a block in 128-bit registers, during its rounds"
    two = "SHA-512, two blocks at a time: their schedules in 256-bit registers, during the first one's rounds"
    return (
        f"{header(__file__)}//! SHA-2 of one message: the rounds in the integer unit.\n"
        + sha512_function("sha512_sse41", f"{paper} (SSE4.1).", one_block_body(False))
        + sha512_function("sha512_avx", f"{paper} (AVX).", one_block_body(True))
        + sha512_function("sha512_avx2", f"{two} (AVX2, BMI1, BMI2).", stitched_body(False))
        + sha512_function("sha512_avx512vl", f"{two} (the same, and AVX-512F and VL).", stitched_body(True))
        + sha256_function("sha256_4", "SHA-256, the rounds of the blocks whose sums W + K these are.", 4, False)
        + sha256_function("sha256_8", "The same with the sums of eight blocks, and rotations into other registers (BMI1, BMI2).", 8, True)
    )


if __name__ == "__main__":
    check_or_write(__file__, {"rounds_sha2.rs": file()})
