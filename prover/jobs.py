"""The proofs: each form of each family with its lengths. Coverage (prove.py) finds a kernel that is missing here."""
import os, re

def rows(text): return [line.split() for line in text.strip().splitlines()]
# Function, backends; the forms of crates/keccak/src/permutation/engines.rs, crates/sha2/src/engines.rs, crates/blake/src/engines.rs,
# crates/papers/src/forms.rs.
KECCAK = rows("""
keccak1600x1 portable portable32 compact compact-rolled bmi2 sse2 avx2 avx2-planes avx512vl avx512 avx512-planes avx512-planes-paper
keccak1600x2 sse2 avx512vl
keccak1600x4 avx2 avx512vl
keccak1600x8 avx512
""") + [[f"keccak{width}x{row[0]}", *row[1:]] for width in (200, 400, 800) for row in rows("""
1 portable compact compact-rolled bmi2 sse2 avx2 avx512vl avx512
4 sse2 avx512vl
8 avx2 avx512vl
16 avx512
""")]
# Kernels for fewer states than there are, which take them group by group: other branches of the same functions. Two rounds do.
GROUPS = rows("""
keccak1600x4 sse2
keccak1600x8 avx2 avx512vl
""") + [[f"keccak{width}x{row[0]}", *row[1:]] for width in (200, 400, 800) for row in rows("""
8 sse2
16 avx2
""")]
SHA2 = rows("""
sha256x1 portable bmi2 sse41 avx avx2 avx512vl avx512 sha-ni
sha256x2 sha-ni
sha256x4 sse41 avx avx512vl
sha256x8 avx2 avx512vl
sha256x16 avx512
sha512x1 portable bmi2 sse41 avx avx2 avx512vl avx512vl-packed avx512 sha512-ni
sha512x2 avx512vl
sha512x4 avx2 avx512vl
sha512x8 avx512
""")
BLAKE = rows("""
blake256x1 portable sse2 ssse3 sse41 avx avx-words avx-parked xop avx2 avx2-shuffle avx2-gather avx2-permute avx2-cached avx512vl avx512
blake256x2 avx2 avx512vl
blake256x4 sse41 avx avx512vl
blake256x8 avx2 avx512vl
blake256x16 avx512
blake512x1 portable sse2 ssse3 sse41 avx avx-words avx-parked xop avx2 avx2-shuffle avx2-gather avx2-permute avx2-cached avx512vl avx512
blake512x2 avx512vl
blake512x4 avx2 avx512vl
blake512x8 avx512
blake2bx1 portable avx2 avx512vl avx512
blake2bx2 avx512vl
blake2bx4 avx2 avx512vl
blake2bx8 avx512
""") + [[f"{function}x{row[0]}", *row[1:]] for function in ("blake2s", "blake3", "blake3xof") for row in rows("""
1 portable sse41 avx avx2 avx512vl avx512
4 sse41 avx avx512vl
8 avx2 avx512vl
16 avx512
""")] + rows("""
blake3x2 avx2 avx512vl
blake3xofx2 avx2 avx512vl
""")
# Keyak, Ketje, and absorption that prefetches.
KEYAK = rows("""
keccak800x1 bmi2 avx512vl
keccak1600x1 bmi2 avx512vl
keccak1600x2 sse2 avx512vl
keccak1600x4 sse2 avx2 avx512vl
keccak1600x8 avx2 avx512vl avx512
""")
KETJE = [[f"keccak{25 * w}x{row[0]}", *row[1:]] for w in (8, 16, 32, 64) for row in rows(f"""
1 portable bmi2 avx512vl
{4 if w == 64 else 8} avx2 avx512vl
{8 if w == 64 else 16} avx512
""")]
AHEAD = rows("""
ahead1600x2 sse2 avx512vl
ahead1600x4 avx2 avx512vl
ahead1600x8 avx512
""")
# A kernel among more states than it takes; what it leaves of them.
BESIDE = rows("""
beside1600x2 sse2 avx512vl
beside1600x4 avx2 avx512vl
beside1600x8 avx512
beside800x4 sse2 avx512vl
beside800x8 avx2 avx512vl
beside800x16 avx512
""")
# Whole messages: function of `digests`, backend, messages, lengths in bytes.
DIGESTS = rows("""
0 sse2 2 0 40 135 136
0 avx2 4 0 135 136
0 avx512vl 2 40 136
0 avx512vl 4 40 136
0 avx512 8 0 135 136
1 sse41 4 61 100
1 avx 4 61 100
1 avx2 8 55 56 100
1 avx512vl 4 61 100
1 avx512vl 8 61 100
1 avx512 16 0 55 64
1 avx512 32 55 64
1 sha-ni 1 0 55 100
1 sha-ni 2 0 32 61 64 100 119 120
1 sha-ni 5 32 40 64
1 sha-ni 9 40 65
2 avx2 4 100 130
2 avx512vl 2 100 130
2 avx512vl 4 100 130
2 avx512 8 0 111 112
3 sse41 4 55 64 100
3 avx 4 55 64 100
3 avx2 8 55 56 64 100
3 avx512vl 4 64 80
3 avx512vl 8 64 80
3 avx512 16 0 55 64 128
4 avx2 4 100 128 130
4 avx512vl 2 100 128 130
4 avx512vl 4 100 128 130
4 avx512 8 0 111 112 128
5 avx2 2 100
5 avx512vl 2 64 100
5 avx512vl 4 40 100
5 avx512 16 40 64 100 128 192
""")
# Other rates of SHA-3, messages of several blocks, and ends of other lengths.
DIGESTS += [[algorithm, *form.split(), *lengths.split()] for algorithm, lengths, forms in (
    ("0", "8 69 300", "sse2 2,avx2 4,avx512vl 2,avx512vl 4,avx512 8"), ("6", "5 103", "sse2 2,avx2 4,avx512vl 2,avx512vl 4,avx512 8"),
    ("7", "33 71", "sse2 2,avx2 4,avx512vl 2,avx512vl 4,avx512 8"), ("8", "97 167", "sse2 2,avx2 4,avx512vl 2,avx512vl 4,avx512 8"),
    ("1", "3 22 41 190", "sse41 4,avx 4,avx2 8,avx512vl 4,avx512vl 8,avx512 16,sha-ni 1,sha-ni 2"), ("2", "5 35 70 300", "avx2 4,avx512vl 2,avx512vl 4,avx512 8"),
) for form in forms.split(",")]
# The first bytes given apart; nodes in one buffer.
PREFIXED = ["digests/sha-ni/algorithm=1/bytes=165/count=1/prefix=32", *(f"digests/sha-ni/algorithm=1/bytes={n}/count=3/prefix={prefix}" for n, prefix in ((22, 9), (65, 1), (97, 33))),
    *(f"digests/{form}/prefix={prefix}" for form in ("avx2/algorithm=0/bytes=100/count=4", "avx2/algorithm=2/bytes=100/count=4", "avx2/algorithm=3/bytes=100/count=8", "avx512vl/algorithm=4/bytes=100/count=4") for prefix in (9, 33)), *(f"digests/sha-ni/algorithm=1/bytes={n}/count=7/strided=1" for n in (32, 64))]

# All lengths, by induction: function, backend, operation or none.
INDUCTION = rows("""
keccak1600x1/portable/op=1 keccak1600x1/bmi2/op=1 keccak1600x1/avx512vl/op=1 keccak1600x1/avx512-planes/op=1 keccak800x1/bmi2/op=1
keccak800x1/avx512vl/op=1 keccak1600x2/sse2/op=1 keccak1600x2/avx512vl/op=1 keccak1600x4/avx2/op=1 keccak1600x4/avx512vl/op=1
keccak1600x8/avx512/op=1 keccak1600x2/sse2/op=2 keccak1600x4/avx2/op=2 keccak1600x4/avx512vl/op=2
keccak1600x8/avx512/op=2
sha256x1/portable sha512x1/portable sha512x1/bmi2 sha512x1/sse41 sha512x1/avx
sha512x2/avx512vl sha512x4/avx2 sha512x4/avx512vl sha256x1/sha-ni sha256x2/sha-ni sha512x1/sha512-ni blake2sx1/portable
""")
# All of BLAKE and BLAKE2 but where the words are in general registers, and one form whose terms get too big.
ALL_LENGTHS = {form for row in INDUCTION for form in row} | {f"{function}/{backend}" for function, *backends in BLAKE for backend in backends
    if not re.match("blake3", function) and backend not in ("portable", "avx-words")} - {"blake512x4/avx2"}
# In cargo's own profile, and in the libraries of the bindings, a flag tells the first block of the first; in one unit of code the others mask
# lengths, which induction does not follow.
LESS = {"stock": {"keccak1600x2/sse2/op=2"}, "shipped": {"keccak1600x2/sse2/op=2"}, "dist": {"sha512x2/avx512vl", "sha512x4/avx2", "sha512x4/avx512vl"}}
ALL_LENGTHS -= LESS.get(os.environ.get("BUILD", os.environ.get("PROFILE")), set())

BY_HAND = "keccak800x1/bmi2 keccak800x1/avx512vl keccak1600x1/bmi2 keccak1600x1/avx512vl".split()

def keccak(form, short):
    """All rounds, an odd number of them, absorbing and squeezing. Around kernels for short lanes, safe code does the blocks: few rounds do."""
    yield form
    yield f"{form}/rounds={2 if 'portable32' in form else 3}"
    # Of TurboSHAKE and KT128, at their rate.
    if form.startswith("keccak1600"): yield f"{form}/rounds=12"
    if f"{form}/op=1" in ALL_LENGTHS and not short: yield f"{form}/op=1/blocks=0/rounds=12/lanes=21"
    for op in (1, 2):
        if f"{form}/op={op}" in ALL_LENGTHS: yield from (f"{form}/op={op}/blocks=1", f"{form}/op={op}/blocks=0")
        else: yield f"{form}/op={op}/blocks=2" + "/rounds=4" * short
        # Code by hand for one state has a branch for each rate.
        if op == 1 and form in BY_HAND: yield from (f"{form}/op=1/blocks=1/rounds=2/lanes={lanes}" for lanes in range(1, 25))
        # All rates: their blocks end in other branches of the kernels for several states.
        if re.match("keccak1600x[248]", form): yield from (f"{form}/op={op}/blocks=1/rounds=2/lanes={lanes}" for lanes in range(1, 25))

def blocks(form):
    """The numbers of blocks of SHA-2 and BLAKE; 0 is all."""
    if form in ALL_LENGTHS: return 1, 0
    # Some kernels prepare 4 or 8 blocks at a time.
    if re.match("sha(256|512)x1/", form): return 1, 2, 9 if form.startswith("sha256") else 5
    # Two functions of BLAKE3: of output, which has one block, and of chunks, where the first and the last block have flags.
    if "xof" in form: return 1,
    some = (1, 2, 3) if "blake3" in form else (1, 2)
    return some[-1:] if re.match(r"blake.*x(4|8|16)/", form) else some

def jobs():
    for table in (KECCAK, SHA2, BLAKE):
        for function, *backends in table:
            for backend in backends:
                form = f"{function}/{backend}"
                if function.startswith("keccak"):
                    yield from keccak(form, not function.startswith("keccak1600"))
                    continue
                yield from (f"{form}/blocks={n}" for n in blocks(form))
    for function, *backends in GROUPS:
        for backend in backends:
            yield f"{function}/{backend}/rounds=2"
            if function.startswith("keccak1600"): yield from (f"{function}/{backend}/op={op}/blocks=2/rounds=2" for op in (1, 2))
    for table, more in ((KEYAK, ("op=3/blocks=2", "op=4/blocks=2")), (KETJE, ("op=5", "op=6")), (AHEAD, ("blocks=2/rounds=4", *(f"blocks=1/rounds=2/lanes={lanes}" for lanes in range(1, 25))))):
        for form in (f"{function}/{backend}/{part}" for function, *backends in table for backend in backends for part in more):
            # Ketje takes two blocks at a time. With the third one, the terms of these forms get too big.
            if table is not KETJE: yield form
            elif re.match("keccak(400|800|1600)x1/avx512vl", form): yield from (f"{form}/blocks={n}" for n in (1, 2))
            else: yield f"{form}/blocks=3"
    for form in (f"{function}/{backend}" for function, *backends in BESIDE for backend in backends):
        yield from (f"{form}/rounds=2{part}" for part in ("", "/theta=1", "/theta=2", "/front=25", "/front=4/at=3"))
        if "1600" in form: yield from (f"{form}/rounds=2/op={op}/blocks=2/lanes={lanes}/theta={theta}" for op in (1, 2) for theta, lanes in enumerate((17, 21, 17)))
    for algorithm, backend, count, *lengths in DIGESTS:
        for n in lengths: yield f"digests/{backend}/algorithm={algorithm}/bytes={n}/count={count}"
    yield from PREFIXED
