"""The semantics of the instructions, by the Intel SDM volume 2 and, for XOP, AMD's manual volume 6: with terms.py and specs.py, what the
proofs rest on. check.py compares them with the processor. A handler that would let a branch, an address, a shift count or a shuffle depend
on a secret raises Secret; what has no handler stops the proof."""
from machine import *

# Scalar instructions -----------------------------------------------------------------------------------------------------------

@on("mov", "movabs")
def mov(c, e):
    d, s = e.ops
    c.set(d, c.get(s, c.size(d)))

@on("movzx")
def movzx(c, e):
    d, s = e.ops
    c.set(d, zext(c.get(s), 8 * c.size(d)))

@on("movsxd", "movsx", "cdqe")
def movsx(c, e):
    if e.name == "cdqe": v, n, w = c.get(("g", 0, 4, 0)), 32, 64; d = ("g", 0, 8, 0)
    else:
        d, s = e.ops
        v, n, w = c.get(s), 8 * c.size(s), 8 * c.size(d)
    c.set(d, sext(v, n, w))

@on("lea")
def lea(c, e):
    d, s = e.ops
    w = 8 * c.size(d)
    a = s[4] & M64
    if s[1] is not None: a = add(a, c.g[s[1]], 64) if w == 64 else add(extract(a, 0, 32), extract(c.g[s[1]], 0, 32), 32)
    if s[2] is not None:
        x = c.g[s[2]] if w == 64 else extract(c.g[s[2]], 0, 32)
        for _ in range(s[3]): a = add(a if w == 64 else extract(a, 0, 32), x, w)
    a = extract(a, 0, w)
    c.set(d, c.cut(a, w))

def is_negative(x):
    negative, zero, positive = as_lin(x).signs()
    if negative and (zero or positive): raise Secret("the sign of a length")
    return negative

@on("add", "sub", "cmp", "adc", "sbb", "neg")
def arithmetic(c, e):
    d = e.ops[0]
    n = c.size(d)
    w = 8 * n
    if e.name == "neg": a, b = 0, c.get(d)
    else: a, b = c.get(d), c.get(e.ops[1], n)
    minus = e.name in ("sub", "cmp", "sbb", "neg")
    if type(a) is Lin or type(b) is Lin:
        if w != 64 or e.name in ("adc", "sbb") or not {type(a), type(b)} <= {int, Lin}: raise Stop("arithmetic of a length")
        r = lin_add(a, b, -1 if minus else 1)
        try: x, y = is_negative(a), is_negative(b)
        except Secret:
            c.secret_flags()
            if e.name != "cmp": c.set(d, r)
            return
        if minus: c.length_flags(r, lambda sign: int(sign < 0) if x == y else int(y))
        else: c.length_flags(r, lambda sign: int(x and y or (x or y) and sign >= 0))
        if e.name != "cmp": c.set(d, r)
        return
    if e.name == "sbb" and e.ops[0] == e.ops[1] and d[0] == "g": a = b = 0
    old = c.f["cf"]
    carry_in = 0 if e.name not in ("adc", "sbb") else zext(old.x, w) if type(old) is Bit else c.flag("cf")
    if type(a) is int and type(b) is int and type(carry_in) is int:
        full = a - b - carry_in if minus else a + b + carry_in
        r = full & ONES[w]
        sa, sb, sr = a >> (w - 1), b >> (w - 1), r >> (w - 1)
        of = int(sa != sb and sr != sa) if minus else int(sa == sb and sr != sa)
        c.f.update(cf=int(full < 0 or full > ONES[w]), zf=int(r == 0), sf=sr, of=of, pf=parity(r))
    else:
        c.secret_flags()
        # The carry, where a number is added to a word of 32 or 64 bits, or compared with it.
        if w >= 32 and type(a) is Poly and type(b) is int and carry_in == 0 and b: c.f["cf"] = Bit(not_(carry(a, -b & ONES[w], w), 1) if minus else carry(a, b, w))
        if e.name == "cmp": return
        if e.name in ("add", "adc"): r = c.cut(add(add(a, b, w), carry_in, w), w)
        elif a is b and carry_in == 0: r = 0
        else: # a - b = a + ~b + 1
            no_borrow = 1 - carry_in if type(carry_in) is int else zext(not_(old.x, 1), w)
            r = c.cut(add(add(a, not_(b, w), w), no_borrow, w), w)
    if e.name != "cmp": c.set(d, r)

@on("inc", "dec")
def incdec(c, e):
    d = e.ops[0]
    w = 8 * c.size(d)
    a = c.get(d)
    if type(a) is Lin:
        a = lin_add(a, 1 if e.name == "inc" else -1 & M64)
        c.length_flags(a, lambda sign: SECRET)
        return c.set(d, a)
    if type(a) is not int: raise Stop("inc of a secret")
    r = (a + (1 if e.name == "inc" else -1)) & ONES[w]
    edge = 1 << (w - 1) if e.name == "inc" else ONES[w - 1]
    c.f.update(zf=int(r == 0), sf=r >> (w - 1), of=int(r == edge), pf=parity(r))
    c.set(d, r)

@on("xor", "and", "or", "test")
def logic(c, e):
    d, s = e.ops
    n = c.size(d)
    w = 8 * n
    a, b = c.get(d), c.get(s, n)
    if d == s and e.name == "xor" and d[0] == "g": a = b = 0
    if Low in (type(a), type(b)):
        if type(a) is int: a, b = b, a
        if type(b) is not int or b > ONES[a.w] or a.x.a % (1 << b.bit_length()) or a.x.b % (1 << b.bit_length()) or e.name not in ("and", "test"): raise Stop("logic of a length")
        r = a.x.c & b
        c.logic_flags(r, w)
        if e.name != "test": c.set(d, r)
        return
    if Lin in (type(a), type(b)):
        if type(a) is int: a, b = b, a
        if e.name == "xor" and a == b: r = 0
        elif a == b and e.name != "xor": r = a
        elif e.name in ("and", "test") and type(b) is int and b < 1 << 63 and a.a % (b + 1) == a.b % (b + 1) == b & b + 1 == 0: r = a.c & b
        elif e.name == "and" and type(b) is int and (1 << 64) - b & (1 << 64) - b - 1 == a.a % ((1 << 64) - b) == a.b % ((1 << 64) - b) == 0: r = Lin(signed(a.c & b) if a.c >= 0 else a.c & -(2**64 - b), a.a, a.b)
        else: raise Stop("logic of a length")
        c.length_flags(r, lambda sign: 0)
        if e.name != "test": c.set(d, r)
        return
    r = xor(a, b, w) if e.name == "xor" else or_(a, b, w) if e.name == "or" else and_(a, b, w)
    r = c.cut(r, w, True)
    c.logic_flags(r, w)
    if e.name != "test": c.set(d, r)

@on("not")
def not_op(c, e):
    w = 8 * c.size(e.ops[0])
    c.set(e.ops[0], c.cut(not_(c.get(e.ops[0]), w), w))

@on("andn")
def andn_op(c, e):
    d, a, b = e.ops
    w = 8 * c.size(d)
    r = c.cut(andn(c.get(a), c.get(b), w), w, True)
    c.logic_flags(r, w)
    c.f["pf"] = SECRET
    c.set(d, r)

@on("rol", "ror", "rorx", "shl", "shr", "sar", "shlx", "shrx", "sarx")
def shifts(c, e):
    d = e.ops[0]
    w = 8 * c.size(d)
    if e.name[-1] == "x": x, n = c.get(e.ops[1]), c.get(e.ops[2], 1)
    else: x, n = c.get(d), c.get(e.ops[1], 1) if len(e.ops) > 1 else 1
    if type(n) is not int: raise Secret("shift count depends on a secret")
    n &= 63 if w == 64 else 31
    name = e.name[:3]
    if type(x) is Lin:
        if name not in ("shl", "shr"): raise Stop("shift of a length")
        if e.name[-1] != "x": c.secret_flags()
        return c.set(d, lin_times(x, 1 << n) if name == "shl" else lin_divide(x, 1 << n)[0])
    if name == "rol": r = rotl(x, n, w)
    elif name == "ror": r = rotl(x, -n, w)
    elif name == "shl": r = shl(x, n, w)
    elif name == "shr": r = shr(x, n, w)
    else:
        if type(x) is not int: raise Stop("sar of a secret")
        r = (x >> n) | ((ONES[w] ^ ONES[max(w - n, 0)]) if x >> (w - 1) else 0)
    if e.name[-1] != "x" and n:
        if name in ("rol", "ror"): c.f.update(cf=SECRET, of=SECRET)
        else:
            c.logic_flags(r, w)
            c.f.update(of=SECRET, cf=((x >> (w - n)) & 1 if name == "shl" else (x >> (n - 1)) & 1) if type(x) is int and n <= w and name != "sar" else SECRET)
    c.set(d, c.cut(r, w))

@on("shld", "shrd")
def double_shift(c, e):
    d = e.ops[0]; w = 8 * c.size(d)
    a, b, n = c.get(d), c.get(e.ops[1]), c.get(e.ops[2], 1)
    if type(n) is not int: raise Secret("shift count depends on a secret")
    n &= 63 if w == 64 else 31
    r = xor(shl(a, n, w), shr(b, w - n, w), w) if e.name == "shld" else xor(shr(a, n, w), shl(b, w - n, w), w)
    if n: c.secret_flags()
    c.set(d, c.cut(r if n else a, w))

@on("bswap")
def bswap(c, e):
    d = e.ops[0]
    n = c.size(d)
    x = c.get(d)
    c.set(d, c.cut(swap_bytes(x, n), 8 * n))

@on("movbe")
def movbe(c, e):
    d, s = e.ops
    c.set(d, swap_bytes(c.get(s), c.size(d)))

def product(a, b, w):
    if type(a) is int: a, b = b, a
    if type(b) is not int: raise Stop("multiplication of secrets")
    r = 0
    for i in range(w):
        if b >> i & 1:
            x = shl(a, i, w)
            # Without a common bit there is no carry.
            r = xor(r, x, w) if and_(r, x, w) == 0 else add(r, x, w)
    return r

@on("imul", "mul", "div")
def multiply(c, e):
    if e.name == "imul" and len(e.ops) >= 2:
        d = e.ops[0]; w = 8 * c.size(d)
        a, b = (c.get(e.ops[0]), c.get(e.ops[1])) if len(e.ops) == 2 else (c.get(e.ops[1]), c.get(e.ops[2], w // 8))
        if Lin in (type(a), type(b)):
            if type(a) is int: a, b = b, a
            if type(b) is not int or w != 64: raise Stop("multiplication of a length")
            c.set(d, lin_times(a, signed(b)))
            return c.secret_flags()
        if type(a) is not int or type(b) is not int:
            c.set(d, c.cut(product(a, b, w), w))
            return c.secret_flags()
        c.set(d, a * b & ONES[w])
        x, y = a - (a >> (w - 1) << w), b - (b >> (w - 1) << w)
        c.secret_flags()
        c.f["cf"] = c.f["of"] = int(not -(1 << (w - 1)) <= x * y < 1 << (w - 1))
        return
    else:
        w = 8 * c.size(e.ops[0])
        if w == 8:
            a, b = extract(c.g[0], 0, 16), c.get(e.ops[0])
            if type(a) is not int or type(b) is not int: raise Stop("multiplication of a secret")
            if e.name == "mul": r = (a & 255) * b
            elif e.name == "div": r = a // b | a % b << 8
            else: raise Stop("imul of one operand")
            c.set(("g", 0, 2, 0), r)
            return c.secret_flags()
        a, b, hi = extract(c.g[0], 0, w), c.get(e.ops[0]), extract(c.g[2], 0, w)
        if type(a) is not int or type(b) is not int: raise Stop("multiplication of a secret")
        if e.name == "mul":
            q = a * b
            c.set(("g", 0, w // 8, 0), q & ONES[w]); c.set(("g", 2, w // 8, 0), q >> w)
            c.secret_flags()
            c.f["cf"] = c.f["of"] = int(q >> w != 0)
            return
        elif e.name == "div": lo, h = divmod(hi << w | a, b)
        else: raise Stop("imul of one operand")
        c.g[0], c.g[2] = lo, h
    c.secret_flags()

@on("xchg")
def xchg(c, e):
    a, b = c.get(e.ops[0]), c.get(e.ops[1])
    c.set(e.ops[0], b); c.set(e.ops[1], a)

@on("cmpxchg")
def cmpxchg(c, e):
    d, s = e.ops
    w = 8 * c.size(d)
    a, old = extract(c.g[0], 0, w), c.get(d)
    if type(a) is not int or type(old) is not int: raise Secret("cmpxchg of a secret")
    c.secret_flags()
    c.f["zf"] = int(a == old)
    if a == old: c.set(d, c.get(s))
    else: c.set(("g", 0, w // 8, 0), old)

@on("xadd")
def xadd(c, e):
    d, s = e.ops
    w = 8 * c.size(d)
    a, b = c.get(d), c.get(s)
    c.set(s, a); c.set(d, add(a, b, w)); c.secret_flags()

@on("bt")
def bt(c, e):
    a, b = c.get(e.ops[0]), c.get(e.ops[1], c.size(e.ops[0]))
    c.f["cf"] = a >> (b % (8 * c.size(e.ops[0]))) & 1 if type(a) is int and type(b) is int else SECRET

@on("tzcnt", "bsf", "lzcnt", "bsr", "popcnt", "blsr", "bzhi")
def counts(c, e):
    d = e.ops[0]; w = 8 * c.size(d)
    a = c.get(e.ops[1])
    if type(a) is not int: raise Secret("bit count of a secret")
    if e.name == "popcnt": r = bin(a).count("1")
    elif e.name in ("tzcnt", "bsf"):
        # Compilers write `rep bsf` for processors without `tzcnt`: only of 0 do they differ.
        if a == 0: c.counted_zero = True
        r = (a & -a).bit_length() - 1 if a else w
    elif e.name == "lzcnt": r = w - a.bit_length()
    elif e.name == "bsr": r = a.bit_length() - 1
    elif e.name == "blsr": r = a & (a - 1)
    else: r = a & ONES[min(c.get(e.ops[2]) & 255, w)]
    c.secret_flags()
    c.f.update(zf=int((r if e.name in ("tzcnt", "lzcnt", "blsr", "bzhi") else a) == 0), cf=int(a == 0))
    c.set(d, r)

@on("push")
def push(c, e):
    v = c.get(e.ops[0], 8)
    c.g[4] -= 8
    c.mem.store(c.g[4], 8, v)

@on("pop")
def pop(c, e):
    v = c.mem.load(c.g[4], 8)
    c.g[4] += 8
    c.set(e.ops[0], v)

@on("leave")
def leave(c, e):
    if type(c.g[5]) is not int: raise Secret("the stack pointer depends on a secret")
    c.g[4] = c.g[5] + 8
    c.g[5] = c.mem.load(c.g[5], 8)

@on("call")
def call(c, e):
    t = e.target if e.target is not None else c.get(e.ops[0])
    if type(t) is not int: raise Secret("call depends on a secret")
    c.g[4] -= 8
    c.mem.store(c.g[4], 8, e.next)
    c.ip = t

@on("ret")
def ret(c, e):
    t = c.mem.load(c.g[4], 8)
    if type(t) is not int: raise Secret("return address depends on a secret")
    c.g[4] += 8
    c.ip = t

@on("jmp")
def jmp(c, e):
    t = e.target if e.target is not None else c.get(e.ops[0])
    if type(t) is not int: raise Secret("jump depends on a secret")
    c.ip = t

@on("jcc")
def jcc(c, e):
    if c.condition(e.cc): c.ip = e.target
@on("setcc")
def setcc(c, e):
    if e.cc in (3, 4) and type(c.f["cf"]) is Bit: return c.set(e.ops[0], zext(c.f["cf"].x if e.cc == 3 else not_(c.f["cf"].x, 1), 8))
    c.set(e.ops[0], c.condition(e.cc))
@on("cmov")
def cmov(c, e):
    w = 8 * c.size(e.ops[0])
    v = c.get(e.ops[1]) if e.ops[1][0] != "m" or True else 0
    c.set(e.ops[0], v if c.condition(e.cc) else c.get(e.ops[0]))

@on("nop", "endbr64", "vzeroupper", "prefetcht0", "prefetcht1", "prefetchnta", "mfence", "lfence", "cld", "pause")
def nothing(c, e):
    if e.name == "vzeroupper":
        for i in range(16): c.v[i] = c.v[i][:2] + [0] * 6

@on("ud2", "int3", "hlt")
def trap(c, e): raise Stop("a trap")

@on("cpuid")
def cpuid(c, e):
    leaf, sub = c.g[0] & ONES[32], c.g[1]
    c.g[0], c.g[3], c.g[1], c.g[2] = c.features(leaf, sub & ONES[32] if type(sub) is int else 0)

@on("xgetbv")
def xgetbv(c, e): c.g[0], c.g[2] = 0xe7, 0

# Vector instructions -----------------------------------------------------------------------------------------------------------

def words_of(c, e, o=None):
    o = o or e.ops[0]
    return max(c.size(o) // 8, 1)

MOVES = """movdqa movdqu movaps movups movapd movupd lddqu vmovdqa vmovdqu vmovaps vmovups vmovapd vmovupd vmovdqa64 vmovdqu64
vmovdqa32 vmovdqu32 vlddqu movntdq vmovntdq vmovdqu8""".split()
@on(*MOVES)
def vmove(c, e):
    d, s = e.ops
    n = words_of(c, e, d if d[0] == "v" else s)
    if "movdqa" in e.name or "movap" in e.name or "movnt" in e.name:
        m = d if d[0] == "m" else s
        if m[0] == "m" and c.address(m) % (8 * n): raise Stop("misaligned")
    c.put_vec(e, d, list(c.vec(e, s, n)), 32 if "32" in e.name else 64)

@on("movq", "vmovq", "movd", "vmovd", "vmovsd", "movsd", "vmovss", "movss")
def vmovq(c, e):
    d, s = e.ops[0], e.ops[-1]
    n = 4 if e.name[-1] in "ds" and "sd" not in e.name else 8
    if "sd" in e.name or "ss" in e.name:
        if len(e.ops) == 3 or (d[0] == "v" and s[0] == "v"):
            a = e.ops[1] if len(e.ops) == 3 else d
            lo = c.v[s[1]][0] if n == 8 else concat(extract(c.v[s[1]][0], 0, 32), extract(c.v[a[1]][0], 32, 32), 32)
            c.put_vec(e, d, [lo, c.v[a[1]][1]]); return
    if d[0] == "g" and d[2] == 8: n = 8
    if s[0] == "g" and s[2] == 8: n = 8
    x = c.mem.load(c.address(s), n) if s[0] == "m" else extract(c.g[s[1]] if s[0] == "g" else c.v[s[1]][0], 0, 8 * n)
    if d[0] == "v": c.put_vec(e, d, [zext(x, 64), 0])
    elif d[0] == "g": c.set(("g", d[1], n, 0), x)
    else: c.mem.store(c.address(d), n, x)

@on("movhps", "vmovhps", "movlps", "vmovlps", "movhpd", "vmovhpd", "movlpd", "vmovlpd")
def movhl(c, e):
    d, s = e.ops[0], e.ops[-1]
    high = e.name.lstrip("v")[3] == "h"
    if d[0] == "m": c.mem.store(c.address(d), 8, c.v[s[1]][1 if high else 0]); return
    a = c.v[(e.ops[1] if len(e.ops) == 3 else d)[1]]
    x = c.mem.load(c.address(s), 8)
    c.put_vec(e, d, [a[0], x] if high else [x, a[1]])

@on("movlhps", "vmovlhps", "movhlps", "vmovhlps")
def movlh(c, e):
    d, b = e.ops[0], c.v[e.ops[-1][1]]
    a = c.v[(e.ops[1] if len(e.ops) == 3 else d)[1]]
    c.put_vec(e, d, [a[0], b[0]] if "lh" in e.name else [b[1], a[1]])

@on("movddup", "vmovddup")
def movddup(c, e):
    n = words_of(c, e)
    a = c.vec(e, e.ops[1], n)
    c.put_vec(e, e.ops[0], [a[i & ~1] for i in range(n)])

def two(c, e, n):
    """The two sources: of three operands the last ones, of two the destination and the other."""
    a, b = (e.ops[1], e.ops[2]) if e.n >= 3 and e.ops[2][0] != "i" else (e.ops[0], e.ops[1])
    return c.vec(e, a, n), c.vec(e, b, n)

def lanes_op(names, ew, f):
    def handler(c, e):
        n = words_of(c, e)
        a, b = two(c, e, n)
        w = ew or c.width
        out = join([(c.cut if ew else c.cut_lanes)(f(x, y, w), w) for x, y in zip(split(a, w), split(b, w))], w)
        c.put_vec(e, e.ops[0], out, 32 if e.name[-1] == "d" else 64)
    for name in names.split(): HANDLERS[name] = handler

lanes_op("pxor vpxor vpxord vpxorq xorps vxorps xorpd vxorpd", None, xor)
lanes_op("pand vpand vpandd vpandq andps vandps andpd vandpd", None, and_)
lanes_op("por vpor vpord vporq orps vorps orpd vorpd", None, or_)
lanes_op("pandn vpandn vpandnd vpandnq andnps vandnps", None, andn)
for size, ew in (("b", 8), ("d", 32)):
    lanes_op(f"pmaxu{size} vpmaxu{size}", ew, lambda x, y, w: bound(x, y, w, True))
    lanes_op(f"pminu{size} vpminu{size}", ew, lambda x, y, w: bound(x, y, w, False))
lanes_op("pmuludq vpmuludq", 64, lambda a, b, w: product(zext(extract(a, 0, 32), 64), zext(extract(b, 0, 32), 64), 64))
lanes_op("pmulld vpmulld", 32, product)
lanes_op("pmullw vpmullw", 16, product)
lanes_op("paddb vpaddb", 8, add)
lanes_op("paddw vpaddw", 16, add)
lanes_op("paddd vpaddd", 32, add)
# A word added to itself is shifted, as in a rotation by one bit.
lanes_op("paddq vpaddq", 64, lambda a, b, w: shl(a, 1, w) if a == b and type(a) is not int else add(a, b, w))
lanes_op("psubd vpsubd", 32, lambda a, b, w: add(add(a, not_(b, w), w), 1, w))
lanes_op("psubq vpsubq", 64, lambda a, b, w: add(add(a, not_(b, w), w), 1, w))

@on("vpternlogd", "vpternlogq")
def ternlog(c, e):
    n = words_of(c, e)
    d, a, b, imm = e.ops
    imm = imm[1] & 255
    w = c.width
    A, B, C = (split(c.vec(e, o, n), w) for o in (d, a, b))
    anf = anf_of(imm)
    out = []
    for x, y, z in zip(A, B, C):
        r = 0
        for k in range(8):
            if anf >> k & 1:
                p = ONES[w]
                if k & 4: p = and_(p, x, w)
                if k & 2: p = and_(p, y, w)
                if k & 1: p = and_(p, z, w)
                r = xor(r, p, w)
        out.append(c.cut(r, w))
    c.put_vec(e, d, join(out, w), 32 if e.name[-1] == "d" else 64)

def compare(names, ew, f):
    def handler(c, e):
        if e.ops[0][0] == "k": return compare_to_mask(c, e)
        n = words_of(c, e)
        c.put_vec(e, e.ops[0], join([sext(f(x, y, ew), 1, ew) for x, y in zip(*(split(v, ew) for v in two(c, e, n)))], ew))
    for name in names.split(): HANDLERS[name] = handler
def greater_signed(x, y, w): return greater(xor(x, 1 << w - 1, w), xor(y, 1 << w - 1, w), w)
compare("pcmpgtd vpcmpgtd", 32, greater_signed); compare("pcmpgtq vpcmpgtq", 64, greater_signed)
compare("pcmpeqd vpcmpeqd", 32, equal); compare("pcmpeqq vpcmpeqq", 64, equal); compare("pcmpeqb vpcmpeqb", 8, equal)

@on("vpcmpud", "vpcmpuq", "vpcmpd", "vpcmpq", "vpcmpltd")
def compare_to_mask(c, e):
    a = e.ops[1]
    n = words_of(c, e, a)
    ew = 64 if e.name[-1] == "q" else 32
    imm = e.ops[3][1] & 7 if e.n == 4 else 6 if "gt" in e.name else 1 if "lt" in e.name else 0
    above = greater if "u" in e.name[5:] else greater_signed
    test = [equal, lambda x, y, w: above(y, x, w), lambda x, y, w: not_(above(x, y, w), 1), lambda x, y, w: 0][imm & 3]
    bits = 0
    for i, (x, y) in enumerate(zip(split(c.vec(e, a, n), ew), split(c.vec(e, e.ops[2], n), ew))):
        bits = xor(bits, move(xor(test(x, y, ew), imm >> 2, 1), i, 1 << i, 64), 64)
    if e.mask: bits = and_(bits, c.mask(e, 64 * n // ew), 64)
    c.k[e.ops[0][1]] = bits

anfs = {}
def anf_of(imm):
    """Bit k of the result: whether the product of the inputs in k is in the polynomial. (Bit 2 is the first operand.)"""
    r = anfs.get(imm)
    if r is None:
        t = [imm >> k & 1 for k in range(8)]
        for b in (1, 2, 4):
            for k in range(8):
                if k & b: t[k] ^= t[k ^ b]
        r = anfs[imm] = sum(v << k for k, v in enumerate(t))
    return r

def shift_op(names, ew, f):
    def handler(c, e):
        n = words_of(c, e)
        src, by = (e.ops[1], e.ops[2]) if e.n == 3 else (e.ops[0], e.ops[1])
        if by[0] == "i": count = by[1] & 255
        else:
            count = c.vec(e, by, 2)[0]
            if type(count) is not int: raise Secret("shift count depends on a secret")
        out = [c.cut(f(x, count, ew), ew) for x in split(c.vec(e, src, n), ew)]
        c.put_vec(e, e.ops[0], join(out, ew), ew)
    for name in names.split(): HANDLERS[name] = handler
shift_op("psllw vpsllw", 16, lambda x, n, w: shl(x, n, w))
shift_op("psrlw vpsrlw", 16, lambda x, n, w: shr(x, n, w))
shift_op("pslld vpslld", 32, lambda x, n, w: shl(x, n, w))
shift_op("psrld vpsrld", 32, lambda x, n, w: shr(x, n, w))
shift_op("psllq vpsllq", 64, lambda x, n, w: shl(x, n, w))
shift_op("psrlq vpsrlq", 64, lambda x, n, w: shr(x, n, w))
shift_op("psrad vpsrad", 32, lambda x, n, w: sext(shr(x, min(n, w - 1), w) if type(x) is int else extract(x, min(n, w - 1), w - min(n, w - 1)), w - min(n, w - 1), w))
shift_op("psraw vpsraw", 16, lambda x, n, w: sext(shr(x, min(n, w - 1), w) if type(x) is int else extract(x, min(n, w - 1), w - min(n, w - 1)), w - min(n, w - 1), w))
shift_op("vprold", 32, rotl)
shift_op("vprolq", 64, rotl)
shift_op("vprord", 32, lambda x, n, w: rotl(x, -n, w))
shift_op("vprorq", 64, lambda x, n, w: rotl(x, -n, w))

def variable_op(names, ew, f):
    def handler(c, e):
        n = words_of(c, e)
        counts = split(c.vec(e, e.ops[2], n), ew)
        if any(type(k) is not int for k in counts): raise Secret("shift count depends on a secret")
        out = [c.cut(f(x, k, ew), ew) for x, k in zip(split(c.vec(e, e.ops[1], n), ew), counts)]
        c.put_vec(e, e.ops[0], join(out, ew), ew)
    for name in names.split(): HANDLERS[name] = handler
variable_op("vpsllvq", 64, shl); variable_op("vpsrlvq", 64, shr); variable_op("vprolvq", 64, rotl)
variable_op("vprorvq", 64, lambda x, n, w: rotl(x, -n, w))
variable_op("vpsllvd", 32, shl); variable_op("vpsrlvd", 32, shr); variable_op("vprolvd", 32, rotl)
variable_op("vprorvd", 32, lambda x, n, w: rotl(x, -n, w))

@on("pslldq", "vpslldq", "psrldq", "vpsrldq")
def byte_shift(c, e):
    n = words_of(c, e)
    src, k = (e.ops[1], e.ops[2][1]) if e.n == 3 else (e.ops[0], e.ops[1][1])
    a = c.vec(e, src, n)
    out = []
    for i in range(0, n, 2):
        pair = [a[i], a[i + 1]]
        out += window([0, 0] + pair, 16 - k) if "sll" in e.name else window(pair + [0, 0], k)
    c.put_vec(e, e.ops[0], out)

def window(words, k):
    """Sixteen bytes from byte k on."""
    k = min(k, 16) if len(words) == 4 else k
    out = []
    for i in (0, 1):
        at = k + 8 * i
        q, r = at // 8, 8 * (at % 8)
        lo = words[q] if q < len(words) else 0
        hi = words[q + 1] if q + 1 < len(words) else 0
        out.append(lo if r == 0 else xor(shr(lo, r, 64), shl(hi, 64 - r, 64), 64))
    return out

@on("palignr", "vpalignr")
def palignr(c, e):
    n = words_of(c, e)
    if e.n == 4: a, b, k = c.vec(e, e.ops[1], n), c.vec(e, e.ops[2], n), e.ops[3][1]
    else: a, b, k = c.vec(e, e.ops[0], n), c.vec(e, e.ops[1], n), e.ops[2][1]
    out = []
    for i in range(0, n, 2): out += window([b[i], b[i + 1], a[i], a[i + 1], 0, 0], min(k & 255, 32))
    c.put_vec(e, e.ops[0], cut_all(c, out))

def cut_all(c, words):
    w = c.width
    return [c.cut(x, 64) for x in words] if w == 64 else join([c.cut(x, w) for x in split(words, w)], w)

@on("pshufb", "vpshufb")
def pshufb(c, e):
    n = words_of(c, e)
    a, by = two(c, e, n)
    out = []
    for i in range(n):
        k = by[i]
        if type(k) is not int: raise Secret("shuffle depends on a secret")
        masks = {}
        for j in range(8):
            b = k >> 8 * j & 255
            if b & 128: continue
            b &= 15
            masks[b >> 3, j - (b & 7)] = masks.get((b >> 3, j - (b & 7)), 0) | 255 << 8 * j
        r = 0
        for (q, delta), mask in masks.items(): r = xor(r, move(a[(i & ~1) + q], 8 * delta, mask, 64), 64)
        out.append(r)
    c.put_vec(e, e.ops[0], cut_all(c, out))

@on("pshufd", "vpshufd", "vpermilps")
def pshufd(c, e):
    n = words_of(c, e)
    k = e.ops[2][1]
    if k & 15 in (4, 14) and k >> 4 & 15 in (4, 14) and not e.mask:
        # Words of 64 bits, whole: they may be lengths.
        a = c.vec(e, e.ops[1], n)
        return c.put_vec(e, e.ops[0], [a[(i & ~1) + (k >> 4 * (i & 1) & 15 == 14)] for i in range(n)])
    a = split(c.vec(e, e.ops[1], n), 32)
    c.put_vec(e, e.ops[0], cut_all(c, join([a[(i & ~3) + (k >> 2 * (i & 3) & 3)] for i in range(2 * n)], 32)), 32)

@on("pshuflw", "vpshuflw", "pshufhw", "vpshufhw")
def pshufw(c, e):
    n = words_of(c, e)
    a, k = c.vec(e, e.ops[1], n), e.ops[2][1]
    out = list(a)
    for i in range(1 if "h" in e.name[-3:-1] and e.name.endswith("hw") else 0, n, 2):
        p = split([a[i]], 16)
        out[i] = join([p[k >> 2 * j & 3] for j in range(4)], 16)[0]
    c.put_vec(e, e.ops[0], cut_all(c, out))

@on("movshdup", "vmovshdup", "movsldup", "vmovsldup")
def movshdup(c, e):
    n = words_of(c, e)
    a = split(c.vec(e, e.ops[1], n), 32)
    c.put_vec(e, e.ops[0], join([a[i | 1 if "sh" in e.name else i & ~1] for i in range(2 * n)], 32), 32)

SIZES = {"b": 8, "w": 16, "d": 32, "q": 64}
@on(*(v + "pmovzx" + sizes for v in ("", "v") for sizes in ("bw", "bd", "bq", "wd", "wq", "dq")))
def pmovzx(c, e):
    n = words_of(c, e)
    have, ew = (SIZES[size] for size in e.name[-2:])
    o = e.ops[1]
    a = c.v[o[1]] if o[0] == "v" else [c.mem.load(c.address(o) + i, min(o[5], 8)) for i in range(0, o[5], 8)]
    count = 64 * n // ew
    parts = [x for word in a[:(count * have + 63) // 64] for x in split_word(word, 64 if type(word) is int else word.w, have)]
    c.put_vec(e, e.ops[0], join([zext(x, ew) for x in parts[:count]], ew), ew)

@on("shufps", "vshufps")
def shufps(c, e):
    n = words_of(c, e)
    k = e.ops[-1][1]
    a, b = (c.vec(e, e.ops[1], n), c.vec(e, e.ops[2], n)) if e.n == 4 else (c.vec(e, e.ops[0], n), c.vec(e, e.ops[1], n))
    a, b = split(a, 32), split(b, 32)
    out = []
    for i in range(0, 2 * n, 4): out += [a[i + (k & 3)], a[i + (k >> 2 & 3)], b[i + (k >> 4 & 3)], b[i + (k >> 6 & 3)]]
    c.put_vec(e, e.ops[0], join(out, 32), 32)

@on("shufpd", "vshufpd")
def shufpd(c, e):
    n = words_of(c, e)
    k = e.ops[-1][1]
    a, b = (c.vec(e, e.ops[1], n), c.vec(e, e.ops[2], n)) if e.n == 4 else (c.vec(e, e.ops[0], n), c.vec(e, e.ops[1], n))
    out = []
    for i in range(0, n, 2): out += [a[i + (k >> i & 1)], b[i + (k >> (i + 1) & 1)]]
    c.put_vec(e, e.ops[0], out)

def unpack(names, ew, high):
    def handler(c, e):
        n = words_of(c, e)
        a, b = two(c, e, n)
        a, b = split(a, ew), split(b, ew)
        per = 128 // ew
        out = []
        for i in range(0, 64 * n // ew, per):
            for j in range(per // 2):
                k = i + j + (per // 2 if high else 0)
                out += [a[k], b[k]]
        c.put_vec(e, e.ops[0], join(out, ew), ew)
    for name in names.split(): HANDLERS[name] = handler
unpack("punpcklqdq vpunpcklqdq unpcklpd vunpcklpd", 64, False); unpack("punpckhqdq vpunpckhqdq unpckhpd vunpckhpd", 64, True)
unpack("punpckldq vpunpckldq unpcklps vunpcklps", 32, False); unpack("punpckhdq vpunpckhdq unpckhps vunpckhps", 32, True)
unpack("punpcklbw vpunpcklbw", 8, False); unpack("punpckhbw vpunpckhbw", 8, True)
unpack("punpcklwd vpunpcklwd", 16, False); unpack("punpckhwd vpunpckhwd", 16, True)

def saturate(x, w, signed):
    """Half as wide. A secret must fit: what would saturate is not known."""
    h = w // 2
    if type(x) is int:
        x -= x >> (w - 1) << w
        return min(max(x, -(1 << h - 1) if signed else 0), ONES[h - 1] if signed else ONES[h]) & ONES[h]
    low = extract(x, 0, h)
    if (sext(low, h, w) if signed else zext(low, w)) is not x: raise Stop("saturation of a secret")
    return low
def pack(names, w, signed):
    def handler(c, e):
        n = words_of(c, e)
        a, b = two(c, e, n)
        out = []
        for i in range(0, n, 2): out += [saturate(x, w, signed) for x in split(a[i:i + 2], w) + split(b[i:i + 2], w)]
        c.put_vec(e, e.ops[0], cut_all(c, join(out, w // 2)))
    for name in names.split(): HANDLERS[name] = handler
pack("packuswb vpackuswb", 16, False); pack("packusdw vpackusdw", 32, False)
pack("packsswb vpacksswb", 16, True); pack("packssdw vpackssdw", 32, True)

def blend(names, ew):
    def handler(c, e):
        n = words_of(c, e)
        k = e.ops[-1][1]
        a, b = (c.vec(e, e.ops[1], n), c.vec(e, e.ops[2], n)) if e.n == 4 else (c.vec(e, e.ops[0], n), c.vec(e, e.ops[1], n))
        a, b = split(a, ew), split(b, ew)
        per = 8 if ew == 16 else len(a)
        c.put_vec(e, e.ops[0], cut_all(c, join([y if k >> (i % per) & 1 else x for i, (x, y) in enumerate(zip(a, b))], ew)))
    for name in names.split(): HANDLERS[name] = handler
blend("pblendw vpblendw", 16); blend("vpblendd blendps vblendps", 32); blend("blendpd vblendpd", 64)

@on("vpblendmq", "vpblendmd")
def blendm(c, e):
    n = words_of(c, e)
    ew = 64 if e.name[-1] == "q" else 32
    a, b = split(c.vec(e, e.ops[1], n), ew), split(c.vec(e, e.ops[2], n), ew)
    k = c.mask(e, 64 * n // ew) if e.mask else M64
    c.v[e.ops[0][1]] = join([y if k >> i & 1 else (0 if e.zero else x) for i, (x, y) in enumerate(zip(a, b))], ew) + [0] * (8 - n)

@on("vpermq", "vpermd", "vpermpd", "vpermps")
def vperm(c, e):
    n = words_of(c, e)
    ew = 64 if e.name[-1] in "q" or e.name == "vpermpd" else 32
    if e.ops[2][0] == "i":
        a, k = c.vec(e, e.ops[1], n), e.ops[2][1]
        c.put_vec(e, e.ops[0], [a[(i & ~3) + (k >> 2 * (i & 3) & 3)] for i in range(n)], 64); return
    index, a = split(c.vec(e, e.ops[1], n), ew), split(c.vec(e, e.ops[2], n), ew)
    if any(type(k) is not int for k in index): raise Secret("permutation depends on a secret")
    c.put_vec(e, e.ops[0], join([a[k % len(a)] for k in index], ew), ew)

@on("vpermt2q", "vpermi2q", "vpermt2d", "vpermi2d", "vpermt2ps", "vpermi2ps", "vpermt2pd", "vpermi2pd")
def vperm2(c, e):
    n = words_of(c, e)
    ew = 64 if e.name[-1] == "q" or e.name[-2:] == "pd" else 32
    d, a, b = (split(c.vec(e, o, n), ew) for o in e.ops)
    if "t2" in e.name: table, index = d + b, a
    else: table, index = a + b, d
    if any(type(k) is not int for k in index): raise Secret("permutation depends on a secret")
    c.put_vec(e, e.ops[0], join([table[k % len(table)] for k in index], ew), ew)

@on("vperm2i128", "vperm2f128")
def perm128(c, e):
    a, b, k = c.vec(e, e.ops[1], 4), c.vec(e, e.ops[2], 4), e.ops[3][1]
    both = [a[:2], a[2:], b[:2], b[2:]]
    out = []
    for s in (k & 15, k >> 4): out += [0, 0] if s & 8 else both[s & 3]
    c.put_vec(e, e.ops[0], out)

@on("vshufi64x2", "vshufi32x4", "vshuff64x2", "vshuff32x4")
def shuf128(c, e):
    n = words_of(c, e)
    a, b, k = c.vec(e, e.ops[1], n), c.vec(e, e.ops[2], n), e.ops[3][1]
    out = []
    if n == 8:
        for i in range(4):
            q = k >> 2 * i & 3
            out += (a if i < 2 else b)[2 * q:2 * q + 2]
    else:
        for i in range(2):
            q = k >> i & 1
            out += (a if i < 1 else b)[2 * q:2 * q + 2]
    c.put_vec(e, e.ops[0], out, 32 if "32" in e.name else 64)

@on("valignq", "valignd")
def valign(c, e):
    n = words_of(c, e)
    ew = 64 if e.name[-1] == "q" else 32
    a, b, k = split(c.vec(e, e.ops[1], n), ew), split(c.vec(e, e.ops[2], n), ew), e.ops[3][1]
    both = b + a
    k %= len(a)
    c.put_vec(e, e.ops[0], join(both[k:k + len(a)], ew), ew)

@on("vinserti128", "vinsertf128", "vinserti32x4", "vinserti64x4", "vinserti64x2", "vinsertf32x4", "vinsertf64x4")
def vinsert(c, e):
    n = words_of(c, e)
    m = 4 if "x4" in e.name and "64" in e.name else 2
    a, b, k = list(c.vec(e, e.ops[1], n)), c.vec(e, e.ops[2], m), e.ops[3][1] % (n // m)
    a[m * k:m * k + m] = b
    c.put_vec(e, e.ops[0], a, 32 if "32" in e.name else 64)

@on("vextracti128", "vextractf128", "vextracti32x4", "vextracti64x4", "vextracti64x2", "vextractf32x4", "vextractf64x4")
def vextract(c, e):
    s = e.ops[1]
    n = words_of(c, e, s)
    m = 4 if "x4" in e.name and "64" in e.name else 2
    k = e.ops[2][1] % (n // m)
    c.put_vec(e, e.ops[0], c.v[s[1]][m * k:m * k + m], 32 if "32" in e.name else 64)

@on("vpbroadcastq", "vpbroadcastd", "vbroadcastss", "vbroadcastsd", "vbroadcasti128", "vbroadcastf128", "vbroadcasti32x4",
    "vbroadcasti64x4", "vbroadcasti64x2", "vbroadcastf32x4", "vbroadcastf64x4", "vpbroadcastb", "vpbroadcastw")
def broadcast(c, e):
    n = words_of(c, e)
    s = e.ops[1]
    if "128" in e.name or "x2" in e.name or "32x4" in e.name: x = c.vec(e, s, 2)
    elif "64x4" in e.name: x = c.vec(e, s, 4)
    else:
        b = {"q": 8, "d": 4, "s": 4, "b": 1, "w": 2}[e.name[-1]]
        if e.name == "vbroadcastsd": b = 8
        v = c.mem.load(c.address(s), b) if s[0] == "m" else extract(c.g[s[1]] if s[0] == "g" else c.v[s[1]][0], 0, 8 * b)
        while b < 8: v, b = concat(v, v, 8 * b), 2 * b
        x = [v]
    c.put_vec(e, e.ops[0], (x * 8)[:n], 32 if e.name[-1] in "d" and e.name != "vbroadcastsd" else 64)

@on("pinsrd", "vpinsrd", "pinsrq", "vpinsrq", "pinsrw", "vpinsrw", "pinsrb", "vpinsrb")
def pinsr(c, e):
    ew = SIZES[e.name[-1]]
    a = split(c.vec(e, e.ops[1] if e.n == 4 else e.ops[0], 2), ew)
    s = e.ops[-2]
    x = c.mem.load(c.address(s), ew // 8) if s[0] == "m" else extract(c.g[s[1]], 0, ew)
    a = list(a)
    a[e.ops[-1][1] % len(a)] = x
    c.put_vec(e, e.ops[0], join(a, ew))

@on(*(v + "pextr" + size for v in ("", "v") for size in SIZES))
def pextr(c, e):
    ew = SIZES[e.name[-1]]
    a = split(c.v[e.ops[1][1]][:2], ew)
    x = a[e.ops[2][1] % len(a)]
    d = e.ops[0]
    if d[0] == "m": c.mem.store(c.address(d), ew // 8, x)
    else: c.set(("g", d[1], max(ew // 8, 4), 0), zext(x, max(ew, 32)))

@on("movmskps", "vmovmskps", "pmovmskb", "vpmovmskb", "movmskpd")
def movmsk(c, e):
    ew = {"s": 32, "b": 8, "d": 64}[e.name[-1]]
    bits = 0
    for i, x in enumerate(split(c.v[e.ops[1][1]][:e.ops[1][2] // 8], ew)):
        if type(x) is not int: raise Stop("mask of a secret")
        bits |= x >> (ew - 1) << i
    c.set(("g", e.ops[0][1], 4, 0), bits)

@on("insertps", "vinsertps")
def insertps(c, e):
    k = e.ops[-1][1]
    s = e.ops[-2]
    a = list(split(c.vec(e, e.ops[1] if e.n == 4 else e.ops[0], 2), 32))
    x = c.mem.load(c.address(s), 4) if s[0] == "m" else split(c.v[s[1]][:2], 32)[k >> 6]
    a[k >> 4 & 3] = x
    c.put_vec(e, e.ops[0], join([0 if k >> i & 1 else v for i, v in enumerate(a)], 32))

@on("vpexpandq", "vpexpandd")
def vpexpand(c, e):
    n = words_of(c, e)
    ew = 64 if e.name[-1] == "q" else 32
    k = c.mask(e, 64 * n // ew) if e.mask else M64
    old, out, used = split(c.v[e.ops[0][1]][:n], ew), [], 0
    s = e.ops[1]
    bits = [i for i in range(64 * n // ew) if k >> i & 1]
    if s[0] == "m":
        at = c.address(s)
        source = [c.mem.load(at + ew // 8 * i, ew // 8) for i in range(len(bits))]
    else: source = split(c.v[s[1]][:n], ew)
    for i in range(64 * n // ew):
        if k >> i & 1: out.append(source[used]); used += 1
        else: out.append(0 if e.zero else old[i])
    c.v[e.ops[0][1]] = join(out, ew) + [0] * (8 - n)

@on("kxnorw", "kshiftlw", "kshiftrw")
def kxnor(c, e):
    d, a, b = e.ops
    x, y = (extract(c.k[o[1]], 0, 16) if o[0] == "k" else o[1] & 255 for o in (a, b))
    if e.name == "kxnorw": x = not_(xor(x, y, 16), 16)
    else: x = move(x, y if "l" in e.name else -y, ONES[16], 16)
    c.k[d[1]] = zext(x, 64)

@on("kmovw", "kmovb", "kmovq", "kmovd")
def kmov(c, e):
    d, s = e.ops
    bits = {"w": 16, "b": 8, "q": 64, "d": 32}[e.name[-1]]
    x = c.k[s[1]] if s[0] == "k" else c.get(s, 8)
    x = zext(extract(x, 0, min(bits, 64 if type(x) is int else x.w)), 64)
    if d[0] == "k": c.k[d[1]] = x
    else: c.set(("g", d[1], 4 if bits <= 32 else 8, 0) if d[0] == "g" else d, x)

@on("vpgatherdd", "vpgatherdq", "vpgatherqq", "vpgatherqd")
def gather(c, e):
    d, m = e.ops[0], e.ops[1]
    n = words_of(c, e)
    ew, iw = {"dd": (32, 32), "dq": (64, 32), "qq": (64, 64), "qd": (32, 64)}[e.name[-2:]]
    kind, number, size, _ = m[7]
    index = split(c.v[number][:8], iw)
    base = c.address(m)
    count = 64 * n // ew
    old = split(c.v[d[1]][:n], ew)
    if e.n == 3 and not e.mask:
        top = [x >> (ew - 1) if type(x) is int else SECRET for x in split(c.v[e.ops[2][1]][:n], ew)]
        if SECRET in top: raise Secret("mask depends on a secret")
        c.v[e.ops[2][1]] = [0] * 8
    else:
        top = [c.mask(e, count) >> i & 1 for i in range(count)]
        c.k[e.mask] = 0
    out = []
    for i in range(count):
        if top[i]:
            x = index[i]
            if type(x) is not int: raise Secret("gather: address depends on a secret")
            x -= (x >> (iw - 1)) << iw
            out.append(c.mem.load((base + x * m[3]) & M64, ew // 8))
        else: out.append(old[i])
    c.v[d[1]] = join(out, ew) + [0] * (8 - n)

# XOP
@on("vprotd", "vprotq")
def vprot(c, e):
    ew = 32 if e.name[-1] == "d" else 64
    a = split(c.vec(e, e.ops[1], 2), ew)
    s = e.ops[2]
    counts = [s[1]] * len(a) if s[0] == "i" else split(c.vec(e, s, 2), ew)
    out = []
    for x, k in zip(a, counts):
        if type(k) is not int: raise Secret("rotation count")
        k &= 255
        out.append(c.cut(rotl(x, k if k < 128 else k - 256, ew), ew))
    c.put_vec(e, e.ops[0], join(out, ew))

@on("vpperm")
def vpperm(c, e):
    a, b, sel = (c.vec(e, o, 2) for o in e.ops[1:4])
    table = split(a, 8) + split(b, 8)
    out = []
    for k in split(sel, 8):
        if type(k) is not int: raise Secret("permutation depends on a secret")
        x, op = table[k & 31], k >> 5
        if op == 0: out.append(x)
        elif op == 4: out.append(0)
        elif op == 1: out.append(not_(x, 8))
        elif op == 5: out.append(255)
        else: raise Stop(f"vpperm operation {op}")
    c.put_vec(e, e.ops[0], cut_all(c, join(out, 8)))

# SHA
def ch(e, f, g, w): return xor(and_(e, f, w), andn(e, g, w), w)
def maj(a, b, c, w): return xor(xor(and_(a, b, w), and_(a, c, w), w), and_(b, c, w), w)
def rot3(x, i, j, k, w): return xor(xor(rotl(x, -i, w), rotl(x, -j, w), w), rotl(x, -k, w), w)
def small(x, i, j, k, w): return xor(xor(rotl(x, -i, w), rotl(x, -j, w), w), shr(x, k, w), w)
S = {32: ((2, 13, 22), (6, 11, 25), (7, 18, 3), (17, 19, 10)), 64: ((28, 34, 39), (14, 18, 41), (1, 8, 7), (19, 61, 6))}

def two_rounds(c, state, wk, w):
    a, b, cc, d, ee, f, g, h = state
    for k in wk:
        t = add(add(add(h, rot3(ee, *S[w][1], w), w), ch(ee, f, g, w), w), k, w)
        n = c.cut(add(t, add(rot3(a, *S[w][0], w), maj(a, b, cc, w), w), w), w)
        a, b, cc, d, ee, f, g, h = n, a, b, cc, c.cut(add(d, t, w), w), ee, f, g
    return a, b, ee, f

@on("sha256rnds2")
def sha256rnds2(c, e):
    d, s = e.ops[0], e.ops[1]
    h, g, dd, cc = split(c.v[d[1]][:2], 32)
    f, ee, b, a = split(c.vec(e, s, 2), 32)
    a, b, ee, f = two_rounds(c, (a, b, cc, dd, ee, f, g, h), split(c.v[0][:1], 32), 32)
    c.put_vec(e, d, join([f, ee, b, a], 32))

@on("sha256msg1")
def sha256msg1(c, e):
    a, b = split(c.v[e.ops[0][1]][:2], 32), split(c.vec(e, e.ops[1], 2), 32)
    x = a + b[:1]
    c.put_vec(e, e.ops[0], join([add(x[i], small(x[i + 1], *S[32][2], 32), 32) for i in range(4)], 32))

@on("sha256msg2")
def sha256msg2(c, e):
    a, b = split(c.v[e.ops[0][1]][:2], 32), split(c.vec(e, e.ops[1], 2), 32)
    x = [b[2], b[3]]
    for i in range(4): x.append(c.cut(add(a[i], small(x[i], *S[32][3], 32), 32), 32))
    c.put_vec(e, e.ops[0], join(x[2:], 32))

@on("vsha512rnds2")
def sha512rnds2(c, e):
    d, s, k = e.ops
    h, g, dd, cc = c.v[d[1]][:4]
    f, ee, b, a = c.v[s[1]][:4]
    a, b, ee, f = two_rounds(c, (a, b, cc, dd, ee, f, g, h), c.v[k[1]][:2], 64)
    c.put_vec(e, d, [f, ee, b, a])

@on("vsha512msg1")
def sha512msg1(c, e):
    x = c.v[e.ops[0][1]][:4] + c.v[e.ops[1][1]][:1]
    c.put_vec(e, e.ops[0], [add(x[i], small(x[i + 1], *S[64][2], 64), 64) for i in range(4)])

@on("vsha512msg2")
def sha512msg2(c, e):
    a, b = c.v[e.ops[0][1]][:4], c.v[e.ops[1][1]][:4]
    x = [b[2], b[3]]
    for i in range(4): x.append(c.cut(add(a[i], small(x[i], *S[64][3], 64), 64), 64))
    c.put_vec(e, e.ops[0], x[2:])
