"""What the instructions of aarch64 do, by the Arm Architecture Reference Manual (DDI 0487), sections C6.2 (general) and C7.2 (vectors). The
tables have one line for each instruction: w is the width of an operand or element in bits. arm_check.py compares them with qemu."""
from arm_machine import *
from capstone import arm64
from machine import M64, Maybe
from semantics import ch, is_negative, maj, product, rot3, small, S

def on(*names):
    def add_handler(f):
        for n in names: HANDLERS[n] = f
        return f
    return add_handler

def number(x, what):
    if type(x) is not int: raise Secret(f"{what} depends on a secret")
    return x

# General registers ----------------------------------------------------------------------------------------------------------------

def minus(a, b, w): return 0 if a is b else add(add(a, not_(b, w), w), 1, w)
def numbers(f): return lambda w, *a: f(w, *(number(x, "an operand") for x in a)) & ONES[w]
def bits_reversed(w, x): return int(format(x, f"0{w}b")[::-1], 2)
def swapped(w, x, n):
    """Bytes in each n bits."""
    return join_words([swap_bytes(extract(x, i, n), n // 8) for i in range(0, w, n)], n, w)
def join_words(parts, n, w):
    r = 0
    for i, p in enumerate(parts): r = xor(r, move(p, n * i, ONES[n] << n * i, w), w)
    return r
def field(w, x, lo, n): return extract(x, lo, n)
def insert(w, old, x, to, n): return xor(and_(old, ONES[w] ^ (ONES[n] << to), w), move(x, to, ONES[n] << to, w), w)

# Of two operands at most, and the number of bits; lengths are told apart below.
PLAIN = {
    "eor": lambda w, a, b: xor(a, b, w), "orr": lambda w, a, b: or_(a, b, w), "and": lambda w, a, b: and_(a, b, w),
    "eon": lambda w, a, b: xor(a, not_(b, w), w), "orn": lambda w, a, b: or_(a, not_(b, w), w), "bic": lambda w, a, b: andn(b, a, w),
    "mvn": lambda w, a: not_(a, w), "neg": lambda w, a: minus(0, a, w),
    "rev": lambda w, a: swap_bytes(a, w // 8), "rev16": lambda w, a: swapped(w, a, 16), "rev32": lambda w, a: swapped(w, a, 32),
    "rbit": numbers(bits_reversed), "clz": numbers(lambda w, a: w - a.bit_length()),
    "lsl": lambda w, a, n: shl(a, number(n, "a shift") % w, w), "lsr": lambda w, a, n: shr(a, number(n, "a shift") % w, w),
    "ror": lambda w, a, n: rotl(a, -number(n, "a shift"), w), "asr": numbers(lambda w, a, n: signed(a, w) >> n % w),
    "mul": lambda w, a, b: product(a, b, w), "madd": lambda w, a, b, c: add(product(a, b, w), c, w),
    "msub": lambda w, a, b, c: minus(c, product(a, b, w), w), "mneg": lambda w, a, b: minus(0, product(a, b, w), w),
    "umulh": numbers(lambda w, a, b: a * b >> w), "udiv": numbers(lambda w, a, b: a // b if b else 0),
    "umull": lambda w, a, b: product(zext(a, w), zext(b, w), w), "umaddl": lambda w, a, b, c: add(product(zext(a, w), zext(b, w), w), c, w),
    "extr": lambda w, a, b, n: xor(shl(a, w - n, w), shr(b, n, w), w) if n else b,
    "uxtb": lambda w, a: zext(extract(a, 0, 8), w), "uxth": lambda w, a: zext(extract(a, 0, 16), w), "uxtw": lambda w, a: zext(extract(a, 0, 32), w),
    "sxtb": lambda w, a: sext(extract(a, 0, 8), 8, w), "sxth": lambda w, a: sext(extract(a, 0, 16), 16, w), "sxtw": lambda w, a: sext(extract(a, 0, 32), 32, w),
    "ubfx": lambda w, a, lo, n: zext(extract(a, lo, n), w), "sbfx": lambda w, a, lo, n: sext(extract(a, lo, n), n, w),
    "ubfiz": lambda w, a, to, n: move(a, to, ONES[n] << to, w),
}
def of_length(c, e, w, a):
    """The same for lengths."""
    x, y = a[0], a[1] if len(a) > 1 else None
    if w != 64: raise Stop("a length in fewer than 64 bits")
    if e.name in ("lsl", "lsr") and type(y) is int: return lin_times(x, 1 << y) if e.name == "lsl" else lin_divide(x, 1 << y)[0]
    if e.name in ("mul", "madd") and Lin in (type(x), type(y)) and int in (type(x), type(y)):
        r = lin_times(x, signed(y)) if type(x) is Lin else lin_times(y, signed(x))
        return r if e.name == "mul" else add(r, a[2], 64)
    if e.name == "ubfx" and (y, a[2]) in ((0, 64),): return x
    if e.name in ("and", "tst", "ands", "bic") and type(y) is int:
        if e.name == "bic": y ^= M64
        if y < 1 << 63 and x.a % (y + 1) == x.b % (y + 1) == y & y + 1 == 0: return x.c & y
        step = (1 << 64) - y
        if step & step - 1 == x.a % step == x.b % step == 0 and x.c >= 0: return Lin(x.c & y, x.a, x.b)
    if e.name in ("orr", "and", "ands", "tst") and x == y: return x
    raise Stop("arithmetic of a length")

def sources(c, e, first=1):
    w = e.ops[0].w
    # The factors of a long product are of 32 bits.
    return w, [c.get(o, o.w if e.name in ("umull", "umaddl") and o.kind == "g" else w) for o in e.ops[first:]]

@on(*PLAIN)
def plain(c, e):
    if e.ops[0].kind == "v": return VECTORS[e.name](c, e)
    w, a = sources(c, e)
    if e.name[:2] in ("ub", "sb", "ux", "sx") and e.ops[1].kind == "g" and type(a[0]) is not Lin: a[0] = c.g[e.ops[1].n] if w == 64 else a[0]
    if e.name in ("orr", "mvn", "neg") and len(a) == 1 and type(a[0]) is Lin and e.name == "neg": return c.set(e.ops[0], lin_times(a[0], -1))
    r = of_length(c, e, w, a) if Lin in map(type, a) else PLAIN[e.name](w, *a)
    c.set(e.ops[0], c.cut(r, w, True))

@on("bfi", "bfxil")
def bit_field(c, e):
    w, (x, lo, n) = sources(c, e)
    old = c.get(e.ops[0])
    c.set(e.ops[0], c.cut(insert(w, old, x, lo, n) if e.name == "bfi" else insert(w, old, extract(x, lo, n), 0, n), w))

@on("mov", "movz", "movn", "fmov", "umov", "smov")
def mov(c, e):
    d, s = e.ops
    if e.name == "smov": raise Stop("no semantics")
    if d.kind == "v" and s.kind == "v" and d.w == d.bits == 128 or d.kind == "v" and d.index < 0 and s.kind == "v" and s.index < 0 and d.bits > d.w: c.v[d.n] = c.words(s) + [0] * (2 - len(c.words(s)))
    elif d.kind == "v" and s.kind not in "vgz": raise Stop("a floating point number")
    else:
        x = c.get(s, d.w)
        if e.name == "movn": x = not_(x, d.w)
        # An element of a vector may be shorter than the register.
        c.set(d, zext(x, d.w) if s.kind == "v" else extract(x, 0, d.w) if s.kind == "g" and s.w > d.w else x)

@on("movk")
def movk(c, e):
    d, s = e.ops
    n = s.by if s.shift else 0
    c.set(d, insert(d.w, c.get(d), s.n, n, 16))

@on("adr", "adrp")
def adr(c, e): c.set(e.ops[0], e.ops[1].n & M64)

@on("add", "sub", "adds", "subs", "cmp", "cmn", "adc", "adcs", "sbc", "sbcs", "negs", "ngc")
def arithmetic(c, e):
    if e.ops[0].kind == "v": return VECTORS[e.name](c, e)
    w, a = sources(c, e, 0 if e.name in ("cmp", "cmn") else 1)
    if e.name in ("negs", "ngc"): raise Stop("no semantics")
    x, y = a
    sub, flags = e.name[0] != "a" and e.name != "cmn", e.name[-1] == "s" or e.name in ("cmp", "cmn")
    put = (lambda r: None) if e.name in ("cmp", "cmn") else lambda r: c.set(e.ops[0], r)
    borrow = c.f["cf"] if e.name[1:3] in ("dc", "bc") else None
    if Lin in (type(x), type(y)):
        if w != 64 or borrow is not None or not {type(x), type(y)} <= {int, Lin}: raise Stop("arithmetic of a length")
        r = lin_add(x, y, -1 if sub else 1)
        if flags:
            try: p, q = is_negative(x), is_negative(y)
            except Secret: c.secret_flags()
            else: c.length_flags(r, (lambda sign: int(sign < 0) if p == q else int(q)) if sub else lambda sign: 1 - int(p and q or (p or q) and sign >= 0))
        return put(r)
    # Kept is the borrow: a carry of an addition is that no borrow is there.
    if borrow is not None:
        if type(borrow) is Bit: k = zext(borrow.x if sub else not_(borrow.x, 1), w)
        else: k = c.flag("cf") if sub else 1 - c.flag("cf")
    else: k = 0
    if type(x) is int and type(y) is int and type(k) is int:
        full = x - y - k if sub else x + y + k
        r = full & ONES[w]
        p, q, s = x >> w - 1, y >> w - 1, r >> w - 1
        if flags: c.f.update(cf=int(full < 0) if sub else int(full <= ONES[w]), zf=int(r == 0), sf=s, of=int(p != q and s != p) if sub else int(p == q and s != p))
        return put(r)
    if flags:
        c.secret_flags()
        if type(x) is Poly and type(y) is int and y and type(k) is int and k == 0:
            y = -y & ONES[w] if sub else y
            c.f["cf"] = Bit(not_(carry(x, y, w), 1))
            # A carry, and another result than 0, is a carry when 1 less is added.
            c.f["cf"].above = carry(x, y - 1, w)
            if sub: y = -y & ONES[w]
    if sub:
        r = 0 if x is y and type(k) is int and k == 0 else add(add(x, not_(y, w), w), 1 - k if type(k) is int else zext(not_(extract(k, 0, 1), 1), w), w)
    else: r = add(add(x, y, w), k, w)
    put(c.cut(r, w))

@on("tst", "ands", "bics")
def logic(c, e):
    w, (x, y) = sources(c, e, 0 if e.name == "tst" else 1)
    if e.name == "bics": y = not_(number(y, "a mask"), w)
    if type(x) is Lin: r = of_length(c, e, w, [x, y]); c.length_flags(r, lambda sign: 1)
    else:
        r = and_(x, y, w)
        if type(r) is int: c.f.update(cf=1, of=0, zf=int(r == 0), sf=r >> w - 1)
        else: c.secret_flags()
    if e.name != "tst": c.set(e.ops[0], c.cut(r, w))

@on("csel", "csinc", "csinv", "csneg", "cset", "csetm", "cinc", "cinv", "cneg")
def select(c, e):
    d, w = e.ops[0], e.ops[0].w
    a = [c.get(o, w) for o in e.ops[1:]]
    bit = None if type(c.f["cf"]) is not Bit else {3: c.f["cf"].x, 4: not_(c.f["cf"].x, 1), 7: c.f["cf"].above and not_(c.f["cf"].above, 1), 8: c.f["cf"].above}.get(e.cond)
    if bit is not None:
        # A carry of secrets may be added, no more.
        if e.name == "cset": return c.set(d, zext(bit, w))
        if e.name == "cinc": return c.set(d, c.cut(add(a[0], zext(bit, w), w), w))
        raise Secret("a choice depends on a secret")
    yes = c.condition(e.cond)
    change = {"inc": lambda x: add(x, 1, w), "inv": lambda x: not_(x, w), "neg": lambda x: minus(0, x, w)}.get(e.name[-3:], lambda x: x)
    if e.name in ("cset", "csetm"): r = yes * (1 if e.name == "cset" else ONES[w])
    elif len(a) == 1: r = change(a[0]) if yes else a[0]
    else: r = a[0] if yes else change(a[1])
    c.set(d, r)

@on("ccmp", "ccmn")
def ccmp(c, e):
    w = e.ops[0].w
    if c.condition(e.cond):
        x, y = c.get(e.ops[0], w), c.get(e.ops[1], w)
        f, f.name, f.ops = Ins(), "cmp" if e.name == "ccmp" else "cmn", e.ops[:2]
        return arithmetic(c, f)
    n = e.ops[2].n
    c.f.update(sf=n >> 3 & 1, zf=n >> 2 & 1, cf=1 - (n >> 1 & 1), of=n & 1)

@on("b")
def branch(c, e):
    if e.name == "b" or c.condition(e.cond): c.ip = e.ops[0].n
@on("bl", "blr", "br", "ret")
def call(c, e):
    to = number(c.get(e.ops[0], 64) if e.ops else c.g[LINK], "a jump")
    if e.name in ("bl", "blr"): c.g[LINK] = e.next
    c.ip = to
@on("cbz", "cbnz")
def compare_and_branch(c, e):
    x = c.get(e.ops[0])
    if type(x) is Lin:
        zero = {z for z, may in zip((0, 1, 0), x.signs()) if may}
        if len(zero) > 1: raise Secret("a branch depends on the length")
        x = 1 - zero.pop()
    if (number(x, "a branch") == 0) == (e.name == "cbz"): c.ip = e.ops[1].n
@on("tbz", "tbnz")
def test_bit_and_branch(c, e):
    x = c.get(e.ops[0])
    n = e.ops[1].n
    if type(x) is Lin and x.a % (2 << n) == x.b % (2 << n) == 0: x = x.c & M64
    if number(extract(x, n, 1), "a branch") == (e.name == "tbnz"): c.ip = e.ops[2].n

@on("nop", "dmb", "prfm", "hint", "bti", "paciasp", "autiasp")
def nothing(c, e): pass
@on("mrs")
def mrs(c, e):
    if "tpidr_el0" not in e.text: raise Stop("a register of the system")
    c.set(e.ops[0], TLS)
@on("brk", "udf")
def trap(c, e): raise Stop("a trap")

# Memory ---------------------------------------------------------------------------------------------------------------------------

LOADS = {"ldr": None, "ldur": None, "ldar": None, "ldxr": None, "ldaxr": None, "ldrb": 8, "ldurb": 8, "ldarb": 8, "ldxrb": 8, "ldrh": 16, "ldurh": 16, "ldrsb": -8, "ldursb": -8, "ldrsh": -16, "ldrsw": -32, "ldursw": -32}
@on(*LOADS)
def ldr(c, e):
    d, n = e.ops[0], LOADS[e.name]
    bits = abs(n or d.bits)
    x = c.load(e.ops[1].n if e.ops[1].kind == "i" else c.address(e), bits)
    if d.kind == "v": c.v[d.n] = [zext(x[0], 64), x[1] if len(x) > 1 else 0]
    else: c.set(d, sext(x[0], bits, d.w) if (n or 0) < 0 else zext(x[0], d.w))

@on("str", "stur", "strb", "sturb", "strh", "sturh", "stlr", "stlrb")
def stores(c, e):
    s = e.ops[0]
    bits = {"b": 8, "h": 16}.get(e.name[-1], s.bits)
    x = c.words(s, bits) if s.kind == "v" else [c.get(s)]
    c.store(c.address(e), [extract(x[0], 0, bits)] if bits < 64 else x, bits)

@on("stxr", "stlxr", "stxrb")
def store_exclusive(c, e):
    """Nothing else runs: it always stores."""
    bits = 8 if e.name[-1] == "b" else e.ops[1].w
    c.store(c.address(e), [extract(c.get(e.ops[1]), 0, bits)], bits)
    c.set(e.ops[0], 0)

@on("ldp", "stp")
def pairs(c, e):
    a, b = e.ops[:2]
    n = a.bits
    if e.name == "stp":
        x, y = ((c.words(o, n) if o.kind == "v" else [c.get(o)]) for o in (a, b))
        if n < 64 and a.kind == "v": x, y = [extract(x[0], 0, n)], [extract(y[0], 0, n)]
        at = c.address(e)
        c.store(at, x, n); c.store(add(at, n // 8, 64), y, n)
        return
    at = c.address(e)
    for k, o in enumerate((a, b)):
        x = c.load(add(at, k * n // 8, 64), n)
        if o.kind == "v": c.v[o.n] = [zext(x[0], 64), x[1] if len(x) > 1 else 0]
        else: c.set(o, zext(x[0], o.w))

@on("ld1", "ld2", "ld3", "ld4", "st1", "st2", "st3", "st4", "ld1r")
def structures(c, e):
    rs = [o for o in e.ops if o.kind == "v"]
    w, n = rs[0].w, len(rs)
    if e.name == "ld1r":
        x = c.mem.load(c.address(e, w // 8), w // 8)
        return c.put(rs[0], [x] * (rs[0].bits // w), w)
    if rs[0].index >= 0:
        if n > 1: raise Stop("no semantics")
        at = c.address(e, w // 8)
        if e.name == "ld1": c.set(rs[0], c.mem.load(at, w // 8))
        else: c.mem.store(at, w // 8, c.get(rs[0]))
        return
    count = rs[0].bits // w
    at = c.address(e, n * rs[0].bits // 8)
    # Element j of register r.
    of = lambda r, j: add(at, w // 8 * (r * count + j if e.name[2] == "1" else j * n + r), 64)
    for r, o in enumerate(rs):
        if e.name[0] == "l": c.put(o, [c.mem.load(of(r, j), w // 8) for j in range(count)], w)
        else:
            for j, x in enumerate(c.elements(o)): c.mem.store(of(r, j), w // 8, x)

# Vectors --------------------------------------------------------------------------------------------------------------------------

VECTORS = {}
def vector(*names):
    def add_handler(f):
        for n in names:
            VECTORS[n] = f
            HANDLERS.setdefault(n, f)
        return f
    return add_handler
def above(w, a, b):
    """A mask from an unsigned comparison, with a number."""
    bit = 0 if a is b else greater(a, b, w)
    return ONES[w] * bit if type(bit) is int else sext(bit, 1, w)
def compared(f):
    """A mask from a comparison of numbers."""
    def g(w, a, b):
        if a is b: a = b = 0
        if type(a) is not int or type(b) is not int: raise Stop("comparison of secrets")
        return ONES[w] if f(a, b, w) else 0
    return g
def united(a, b, w):
    """A sum; where no bit is common, as in a rotation, without carries."""
    return xor(a, b, w) if and_(a, b, w) == 0 else add(a, b, w)
def by_element(w, a, n):
    n = signed(number(n, "a shift") & 255, 8)
    return shl(a, n, w) if n >= 0 else shr(a, -n, w)
def mux(w, k, a, b): return xor(b, and_(xor(a, b, w), k, w), w)
def merged(w, d, x, keep): return xor(and_(d, keep, w), x, w)

# Bits each by itself: words of any width will do.
BITWISE = {
    "and": lambda w, a, b: and_(a, b, w), "orr": lambda w, a, b: or_(a, b, w), "eor": lambda w, a, b: xor(a, b, w),
    "bic": lambda w, a, b: andn(b, a, w), "orn": lambda w, a, b: or_(a, not_(b, w), w), "mvn": lambda w, a: not_(a, w), "not": lambda w, a: not_(a, w),
    "eor3": lambda w, a, b, c: xor(xor(a, b, w), c, w), "bcax": lambda w, a, b, c: xor(a, andn(c, b, w), w),
}
# With the destination's old words first.
BITWISE_OLD = {"bsl": lambda w, d, a, b: mux(w, d, a, b), "bit": lambda w, d, a, b: mux(w, b, a, d), "bif": lambda w, d, a, b: mux(w, b, d, a)}
# Each element by itself.
ELEMENTS = {
    "add": lambda w, a, b: add(a, b, w), "sub": lambda w, a, b: minus(a, b, w), "mul": lambda w, a, b: product(a, b, w), "neg": lambda w, a: minus(0, a, w),
    "shl": lambda w, a, n: shl(a, n, w), "ushr": lambda w, a, n: shr(a, n, w), "ushl": by_element, "rax1": lambda w, a, b: xor(a, rotl(b, 1, w), w),
    "xar": lambda w, a, b, n: rotl(xor(a, b, w), -n, w), "fneg": lambda w, a: xor(a, 1 << w - 1, w),
    "cmeq": compared(lambda a, b, w: a == b), "cmhi": above, "cmhs": lambda w, a, b: not_(above(w, b, a), w),
    "cmgt": compared(lambda a, b, w: signed(a, w) > signed(b, w)), "cmge": compared(lambda a, b, w: signed(a, w) >= signed(b, w)),
    "cnt": numbers(lambda w, a: a.bit_count()), "umax": numbers(lambda w, a, b: max(a, b)), "umin": numbers(lambda w, a, b: min(a, b)),
}
ELEMENTS_OLD = {
    "usra": lambda w, d, a, n: united(d, shr(a, n, w), w), "mls": lambda w, d, a, b: minus(d, product(a, b, w), w), "mla": lambda w, d, a, b: add(d, product(a, b, w), w),
    "sri": lambda w, d, a, n: merged(w, d, shr(a, n, w), ONES[w] ^ ONES[w - n]), "sli": lambda w, d, a, n: merged(w, d, shl(a, n, w), ONES[n]),
}
@vector(*BITWISE, *BITWISE_OLD)
def bitwise(c, e):
    d, old = e.ops[0], e.name in BITWISE_OLD
    if d.kind != "v": return plain(c, e)
    s = [o for o in e.ops[0 if old else 1:]]
    w = c.width if c.width >= 32 else 32
    if len(s) == 1 and s[0].kind == "i":
        # A number in each element, for `orr` and `bic`.
        x = [c.get(s[0], d.w)] * (d.bits // d.w)
        return c.put(d, [c.cut_lanes(BITWISE[e.name](d.w, a, b), d.w) for a, b in zip(c.elements(d), x)], d.w)
    f = BITWISE_OLD[e.name] if old else BITWISE[e.name]
    c.put(d, [c.cut_lanes(f(w, *xs), w) for xs in zip(*(split(c.words(o, d.bits), w) for o in s))], w)

@vector(*ELEMENTS, *ELEMENTS_OLD)
def by_elements(c, e):
    d, old = e.ops[0], e.name in ELEMENTS_OLD
    f = ELEMENTS_OLD[e.name] if old else ELEMENTS[e.name]
    columns = [[c.get(o, d.w)] * (d.bits // d.w) if o.kind == "i" or o.index >= 0 else c.elements(o, d.w) for o in e.ops[0 if old else 1:]]
    c.put(d, cut(c, [f(d.w, *xs) for xs in zip(*columns)], d.w), d.w)

def cut(c, parts, w):
    """Names for words of the specification, whatever the width of the elements was."""
    if c.width == w: return [c.cut_lanes(x, w) for x in parts]
    return split(join([c.cut_lanes(x, c.width) for x in split(join(parts, w), c.width)], c.width), w)

# Elements moved, none computed: from those of the sources, in a row.
def zipped(a, b, h): return [x for pair in list(zip(a, b))[h * len(a) // 2:(h + 1) * len(a) // 2] for x in pair]
MOVED = {
    "zip1": lambda a, b: zipped(a, b, 0), "zip2": lambda a, b: zipped(a, b, 1), "uzp1": lambda a, b: (a + b)[::2], "uzp2": lambda a, b: (a + b)[1::2],
    "trn1": lambda a, b: [x for p in zip(a[::2], b[::2]) for x in p], "trn2": lambda a, b: [x for p in zip(a[1::2], b[1::2]) for x in p],
}
@vector(*MOVED)
def moved(c, e):
    d, a, b = e.ops
    c.put(d, cut(c, MOVED[e.name](c.elements(a), c.elements(b)), d.w), d.w)

@vector("rev64", "rev32", "rev16")
def reversed_elements(c, e):
    d, s = e.ops[:2]
    if d.kind != "v": return plain(c, e)
    parts, k = c.elements(s), int(e.name[3:]) // d.w
    c.put(d, cut(c, [parts[i - i % k + k - 1 - i % k] for i in range(len(parts))], d.w), d.w)
def reverse(c, e): return reversed_elements(c, e) if e.ops[0].kind == "v" else plain(c, e)
HANDLERS.update(rev32=reverse, rev16=reverse)

def bytes_of(x, k): return extract(x, 8 * k, 8)
@vector("ext")
def ext(c, e):
    d, a, b, n = e.ops
    if n.n % 8 == 0: return c.put(d, cut(c, (c.words(a) + c.words(b))[n.n // 8:][:d.bits // 64], 64), 64)
    parts = c.elements(a) + c.elements(b)
    w = 32 if n.n % 4 == 0 else 8
    parts = split(c.words(a) + c.words(b), w)
    c.put(d, cut(c, parts[8 * n.n // w:][:d.bits // w], w), w)

@vector("tbl", "tbx")
def tbl(c, e):
    d, *table, by = e.ops
    source = [x for o in table for x in c.v[o.n]]
    out = []
    for q, k in enumerate(c.words(by, d.bits)):
        k = number(k, "a shuffle")
        masks, r, old = {}, 0, 0
        for j in range(8):
            b = k >> 8 * j & 255
            if b < 8 * len(source): masks[b >> 3, j - (b & 7)] = masks.get((b >> 3, j - (b & 7)), 0) | 255 << 8 * j
            elif e.name == "tbx": old |= 255 << 8 * j
        for (i, by_bytes), mask in masks.items(): r = xor(r, move(source[i], 8 * by_bytes, mask, 64), 64)
        out.append(xor(r, and_(c.v[d.n][q], old, 64), 64))
    c.put(d, cut(c, out, 64), 64)

@vector("dup")
def dup(c, e):
    d, s = e.ops
    x = c.get(s)
    if type(x) is Lin and d.w < 64: raise Stop("a length in fewer than 64 bits")
    x = x if s.kind == "v" else extract(x, 0, d.w) if s.kind == "g" else 0
    c.put(d, [x] * (d.bits // d.w), d.w)
HANDLERS["ins"] = mov

@vector("movi", "mvni")
def movi(c, e):
    d, n = e.ops
    x = n.n & ONES[d.w]
    if n.shift == arm64.ARM64_SFT_MSL: x = x << n.by | ONES[n.by]
    elif n.shift: x = x << n.by & ONES[d.w]
    if e.name == "mvni": x ^= ONES[d.w]
    c.put(d, [x] * (d.bits // d.w), d.w)

@vector("xtn", "xtn2", "shrn", "shrn2")
def narrow(c, e):
    d, s = e.ops[:2]
    n = e.ops[2].n if len(e.ops) > 2 else 0
    parts = [extract(shr(x, n, s.w), 0, d.w) for x in c.elements(s)]
    c.put(d, (split(c.v[d.n][:1], d.w) if e.name[-1] == "2" else []) + parts, d.w)

@vector("uxtl", "uxtl2", "ushll", "ushll2", "shll", "shll2")
def widen(c, e):
    d, s = e.ops[:2]
    n = e.ops[2].n if len(e.ops) > 2 else 0
    parts = c.elements(s)
    if e.name[-1] == "2": parts = parts[len(parts) // 2:]
    c.put(d, cut(c, [shl(zext(x, d.w), n, d.w) for x in parts], d.w), d.w)

@vector("umull", "umull2", "uaddw")
def long(c, e):
    d, a, b = e.ops
    if d.kind != "v": return plain(c, e)
    if e.name == "uaddw": return c.put(d, [add(x, zext(y, d.w), d.w) for x, y in zip(c.elements(a), c.elements(b))], d.w)
    xs, ys = c.elements(a), c.elements(b)
    if e.name[-1] == "2": xs, ys = xs[len(xs) // 2:], ys[len(ys) // 2:]
    c.put(d, [product(zext(x, d.w), zext(y, d.w), d.w) for x, y in zip(xs, ys)], d.w)

@vector("addp", "addv", "umaxv", "uminv", "umaxp")
def across(c, e):
    d, s = e.ops[:2]
    parts = c.elements(s)
    if len(e.ops) == 3:
        f = {"addp": lambda x, y: add(x, y, d.w), "umaxp": lambda x, y: numbers(lambda w, a, b: max(a, b))(d.w, x, y)}[e.name]
        parts += c.elements(e.ops[2])
        return c.put(d, [f(x, y) for x, y in zip(parts[::2], parts[1::2])], d.w)
    r = parts[0]
    for x in parts[1:]: r = add(r, x, s.w) if e.name[0] == "a" else numbers(lambda w, a, b: max(a, b) if "max" in e.name else min(a, b))(s.w, r, x)
    c.set(d, c.cut(r, s.w))

# SHA-2 ----------------------------------------------------------------------------------------------------------------------------

@vector("sha256h", "sha256h2")
def sha256h(c, e):
    """Four rounds; q registers hold a b c d and e f g h, the lowest word first. `h2` gives e to h, and has the words the other way round."""
    d, n, m = e.ops
    X, Y = (d, n) if e.name == "sha256h" else (n, d)
    a, b, cc, dd = split(c.v[X.n], 32)
    ee, f, g, h = split(c.v[Y.n], 32)
    for k in split(c.v[m.n], 32):
        t = add(add(add(h, rot3(ee, *S[32][1], 32), 32), ch(ee, f, g, 32), 32), k, 32)
        new = c.cut(add(t, add(rot3(a, *S[32][0], 32), maj(a, b, cc, 32), 32), 32), 32)
        a, b, cc, dd, ee, f, g, h = new, a, b, cc, c.cut(add(dd, t, 32), 32), ee, f, g
    c.put(d, [a, b, cc, dd] if e.name == "sha256h" else [ee, f, g, h], 32)

@vector("sha256su0")
def sha256su0(c, e):
    x = split(c.v[e.ops[0].n], 32) + split(c.v[e.ops[1].n], 32)[:1]
    c.put(e.ops[0], [add(x[i], small(x[i + 1], *S[32][2], 32), 32) for i in range(4)], 32)

@vector("sha256su1")
def sha256su1(c, e):
    d, n, m = (split(c.v[o.n], 32) for o in e.ops)
    x, between = m[2:], n[1:] + m[:1]
    for i in range(4): x.append(c.cut(add(add(d[i], between[i], 32), small(x[i], *S[32][3], 32), 32), 32))
    c.put(e.ops[0], x[2:], 32)

@vector("sha512h")
def sha512h(c, e):
    """Of two rounds the sums T1 with what d is added to: d, the destination, holds h + K + W, m the words e f (upper, lower halves)."""
    d, n, m = (c.v[o.n] for o in e.ops)
    big = lambda x: rot3(x, *S[64][1], 64)
    hi = add(add(ch(m[1], n[0], n[1], 64), big(m[1]), 64), d[1], 64)
    t = c.cut(add(hi, m[0], 64), 64)
    lo = add(add(ch(t, m[1], n[0], 64), big(t), 64), d[0], 64)
    c.put(e.ops[0], [c.cut(lo, 64), c.cut(hi, 64)], 64)

@vector("sha512h2")
def sha512h2(c, e):
    d, n, m = (c.v[o.n] for o in e.ops)
    big = lambda x: rot3(x, *S[64][0], 64)
    hi = c.cut(add(add(maj(m[0], n[0], m[1], 64), big(m[0]), 64), d[1], 64), 64)
    lo = c.cut(add(add(maj(hi, m[0], m[1], 64), big(hi), 64), d[0], 64), 64)
    c.put(e.ops[0], [lo, hi], 64)

@vector("sha512su0")
def sha512su0(c, e):
    d, n = (c.v[o.n] for o in e.ops)
    c.put(e.ops[0], [add(d[0], small(d[1], *S[64][2], 64), 64), add(d[1], small(n[0], *S[64][2], 64), 64)], 64)

@vector("sha512su1")
def sha512su1(c, e):
    d, n, m = (c.v[o.n] for o in e.ops)
    c.put(e.ops[0], [c.cut(add(add(d[i], small(n[i], *S[64][3], 64), 64), m[i], 64), 64) for i in range(2)], 64)

# What each needs beyond the processors that Rust's target takes for granted.
def features(raw):
    i = next(DECODER.disasm(bytes(raw), 0), None)
    name = i.mnemonic if i else ""
    return {"SHA2"} if name.startswith("sha256") else {"SHA3"} if name.startswith("sha512") or name in ("eor3", "bcax", "xar", "rax1") else set()
