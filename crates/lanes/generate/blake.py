#!/usr/bin/env python3
"""Writes the hand-scheduled rounds of BLAKE for one message: ../src/x86/rounds_blake.rs.

    python3 crates/lanes/generate/blake.py            # writes it
    python3 crates/lanes/generate/blake.py --check    # fails if it is not what this would write

The 16 words of a round's state do not fit into the 15 registers of the integer unit, one of which is needed to add to a word in
memory: two words (`IN_MEMORY`) stay on the stack. What a round adds, message and constants, is made by the vector unit during the
round before, and read from memory as it is added, so that G is 14 operations of the integer unit.
"""
import itertools

from assembler import DOUBLE, QUAD, SLOT, check_or_write, entered, header, interleaved, left, naked

SIGMA = [[int(word, 16) for word in line] for line in """
0123456789abcdef ea489fd61c02b753 b8c052fdae367194 7931dcbe265a40f8 905724afe1bc683d 2c6a0b834d75fe19 c51fed4a0763928b
db7ec13950f4862a 6fe9b308c2d714a5 a2847615fb9e3cd0""".split()]
REGISTERS = "rax rbx rcx rdx rsi rdi rbp r8 r9 r10 r11 r12 r13 r14 r15".split()
SPARE, *REST = REGISTERS
LOW_BYTE = "al"
IN_MEMORY = (10, 11)
HOME = dict(zip((word for word in range(16) if word not in IN_MEMORY), REST))
G = [[(0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15)], [(0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14)]]


def pi(bits):
    """So many bits of the fraction of pi (the proposal's constants), by Machin's formula."""
    one = 1 << bits + 32

    def arctan_of_inverse(n):
        total, term, k = 0, one // n, 0
        while term:
            total += (-1) ** k * (term // (2 * k + 1))
            term //= n * n
            k += 1
        return total

    return (4 * (4 * arctan_of_inverse(5) - arctan_of_inverse(239)) - 3 * one) >> 32


class Function:
    """A function by its words, rounds and rotations; and where things are in the frame."""

    def __init__(self, word, rounds, rotations):
        self.size, self.rounds, self.rotations = word.bytes, rounds, rotations
        self.register, self.memory = word, word.at
        size = self.size
        self.message, self.sums = 0, 16 * size
        self.words = self.sums + 160 * size
        self.slots = self.words + 2 * size + (0 if size == 8 else 8)
        self.state, self.data, self.blocks, self.low, self.high = range(self.slots, self.slots + 40, 8)
        # The caller's address and what is saved are seven words; an odd number of words more, and vectors are aligned.
        self.frame = self.slots + 40
        bits = pi(1024)
        self.constants = [bits >> 1024 - 8 * size * (k + 1) & (1 << 8 * size) - 1 for k in range(16)]

    def word(self, k):
        """A word of the state."""
        if k in IN_MEMORY:
            return self.memory(f"rsp + {self.words + self.size * IN_MEMORY.index(k)}")
        return self.register(HOME[k])

    def table(self):
        """What is added of the constants, for each round, and then the constants."""
        return [[self.constants[sigma[k ^ 1]] for k in range(16)] for sigma in SIGMA] + [self.constants]


BLAKE512 = Function(QUAD, 16, (32, 25, 16, 11))
BLAKE256 = Function(DOUBLE, 14, (16, 12, 8, 7))


def schedule(f, round_):
    """What a round adds, by the vector unit."""
    text, per = [], 16 // f.size
    for k in range(0, 16, per):
        m = [f.message + f.size * word for word in SIGMA[round_][k:k + per]]
        x = f"xmm{k // per % 4}"
        if f.size == 8:
            text += [f"vmovq {x}, qword ptr [rsp + {m[0]}]", f"vmovhps {x}, {x}, qword ptr [rsp + {m[1]}]"]
        else:
            text += [f"vmovd {x}, dword ptr [rsp + {m[0]}]"]
            text += [f"vpinsrd {x}, {x}, dword ptr [rsp + {m[i]}], {i}" for i in range(1, 4)]
        text += [f"vpxor {x}, {x}, xmmword ptr [rip + {{table}} + {f.size * (16 * round_ + k)}]"]
        text += [f"vmovdqa xmmword ptr [rsp + {f.sums + f.size * (16 * round_ + k)}], {x}"]
    return text


def half(f, a, b, c, d, added, rotations):
    """Half of G, in steps that are as long as one another."""
    spare, word = f.register(SPARE), f.word
    steps = [[f"add {word(a)}, {added}"], [f"add {word(a)}, {word(b)}"]]
    steps += [[f"xor {word(d)}, {word(a)}", f"ror {word(d)}, {rotations[0]}"]]
    if c in IN_MEMORY:
        steps += [[f"mov {spare}, {word(d)}", f"add {spare}, {word(c)}", f"mov {word(c)}, {spare}", f"xor {word(b)}, {spare}"]]
    else:
        steps += [[f"add {word(c)}, {word(d)}"], [f"xor {word(b)}, {word(c)}"]]
    return steps + [[f"ror {word(b)}, {rotations[1]}"]]


def round_text(f, round_):
    """The G of the columns side by side, then those of the diagonals."""
    text = []
    for diagonal in range(2):
        chains = []
        for g, words in enumerate(G[diagonal]):
            at = f.sums + f.size * (16 * (round_ % 10) + 8 * diagonal + 2 * g)
            chains.append([
                step for part in range(2)
                for step in half(f, *words, f.memory(f"rsp + {at + f.size * part}"), f.rotations[2 * part:][:2])
            ])
        text += [line for steps in itertools.zip_longest(*chains, fillvalue=()) for step in steps for line in step]
    return text


def reversed_words(f):
    """The block at SPARE, its words from big-endian: what reads it, and the rest."""
    loads = [f"vmovdqu xmm{k}, xmmword ptr [{SPARE} + {16 * k}]" for k in range(f.size)]
    rest = []
    for k in range(f.size):
        rest += [f"vpshufb xmm{k}, xmm{k}, xmmword ptr [rip + {{table}} + {11 * 16 * f.size}]"]
        rest += [f"vmovdqa xmmword ptr [rsp + {f.message + 16 * k}], xmm{k}"]
    return loads, rest


def count(f):
    """Adds a block's bits to the counter, of two words."""
    spare = f.register(SPARE)
    low, high = (f.memory(f"rsp + {at}") for at in (f.low, f.high))
    return [f"mov {spare}, {low}", f"add {spare}, {128 * f.size}", f"mov {low}, {spare}",
            f"mov {spare}, {high}", f"adc {spare}, 0", f"mov {high}, {spare}"]


def body(f):
    """The function: sysv64 arguments state, data, blocks."""
    size, spare = f.size, f.register(SPARE)
    at_state = lambda k: f.memory(f"{SPARE} + {size * k}")
    text = entered(f.frame)
    text += [f"mov {SLOT(f.state)}, rdi", f"mov {SLOT(f.data)}, rsi", f"mov {SLOT(f.blocks)}, rdx"]
    for at, k in ((f.low, 12), (f.high, 13)):
        text += [f"mov {spare}, {f.memory(f'rdi + {size * k}')}", f"mov {f.memory(f'rsp + {at}')}, {spare}"]
    text += [f"mov {SPARE}, rsi"]
    loads, rest = reversed_words(f)
    text += loads + rest + schedule(f, 0) + count(f) + [f"mov {SPARE}, {SLOT(f.state)}"]
    text += [f"mov {f.word(k)}, {at_state(k)}" for k in range(8)]
    text += [".p2align 4", "2:"]
    # The second half, of salt and counter; two of its words by vector registers, since there is none for their sums.
    constant = lambda k: f.memory(f"rip + {{table}} + {size * (160 + k)}")
    move = "vmovq" if size == 8 else "vmovd"
    for i, k in enumerate(IN_MEMORY):
        text += [f"{move} xmm{i}, {at_state(k)}", f"{move} xmm{i + 2}, {constant(k - 8)}"]
        text += [f"vpxor xmm{i}, xmm{i}, xmm{i + 2}", f"{move} {f.word(k)}, xmm{i}"]
    text += [f"mov {f.word(k)}, {at_state(k)}" for k in range(8, 12) if k not in IN_MEMORY]
    for k, at in ((12, f.low), (14, f.high)):
        text += [f"mov {f.word(k)}, {f.memory(f'rsp + {at}')}", f"mov {f.word(k + 1)}, {f.word(k)}"]
    text += [f"mov {at_state(12)}, {f.word(12)}", f"mov {at_state(13)}, {f.word(14)}"]
    text += [f"xor {f.word(k)}, {constant(k - 8)}" for k in range(8, 16) if k not in IN_MEMORY]
    for round_ in range(f.rounds):
        lines, more = round_text(f, round_), []
        if round_ < 9:
            more = schedule(f, round_ + 1)
        elif round_ == 10:
            # The next block; this one again, if there is none.
            text += count(f) + [f"xor {spare}, {spare}", f"cmp {SLOT(f.blocks)}, 1", f"setne {LOW_BYTE}"]
            text += [f"shl {spare}, {(16 * size).bit_length() - 1}", f"add {SPARE}, {SLOT(f.data)}", f"mov {SLOT(f.data)}, {SPARE}"]
            text, more = text + loads, rest
        elif round_ == 11:
            more = schedule(f, 0)
        # What it makes is read early in the next round.
        text += interleaved(lines, more, len(lines) * 3 // 5)
    text += [f"mov {SPARE}, {SLOT(f.state)}"]
    # The latest words last.
    for k in (4, 5, 6, 7, 0, 1, 2, 3):
        early = k if k + 8 in IN_MEMORY else k + 8
        text += [f"xor {f.word(early)}, {at_state(8 + k % 4)}", f"xor {f.word(early)}, {at_state(k)}"]
        text += [f"xor {f.word(k)}, {f.word(k + 8)}", f"mov {at_state(k)}, {f.word(k)}"]
    text += [f"dec {SLOT(f.blocks)}", "jnz 2b", "vpxor xmm0, xmm0, xmm0"]
    text += [f"vmovdqa xmmword ptr [rsp + {at}], xmm0" for at in range(0, f.slots, 16)]
    return text + left(f.frame, ())


def function(name, doc, f):
    word, table = f"u{8 * f.size}", name.upper()
    rows = "\n".join("    [" + ", ".join(f"{value:#0{1 + 5 * f.size // 2}_x}" for value in row) + "]," for row in f.table())
    order = ", ".join(str(k // f.size * f.size + f.size - 1 - k % f.size) for k in range(16))
    return f"""
/// What each round adds of the constants, then these, and the order of bytes that makes words of big-endian ones.
#[repr(C, align(64))]
struct {table.title().replace("_", "")}([[{word}; 16]; 11], [u8; 16]);
static {table}: {table.title()} = {table.title()}([
{rows}
], [{order}]);
""" + naked(name, f"""/// {doc}
///
/// # Safety
/// The processor has AVX. `state` is 14 words, chaining value, salt and the count of bits before the first block; `data` has {16 * f.size}
/// bytes for each of `blocks`, which is not 0.""", body(f), f"""    state: *mut {word},
    data: *const u8,
    blocks: usize,""", f"table = sym {table}")


def file():
    return (
        f"{header(__file__)}//! BLAKE of one message, its words in the integer unit, and what is added to them from the vector unit.\n"
        + function("blake512", "BLAKE-384 and BLAKE-512.", BLAKE512)
        + function("blake256", "BLAKE-224 and BLAKE-256.", BLAKE256)
    )


if __name__ == "__main__":
    check_or_write(__file__, {"rounds_blake.rs": file()})
