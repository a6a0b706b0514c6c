"""What the instructions of WebAssembly do, a line each in the tables; numbers in brackets are sections of the WebAssembly Core Specification
2.0. w is the width of an operand or element in bits. wasm_check.py compares them with an engine."""
from wasm_machine import *
from semantics import greater_signed, product

def on(*names):
    def add_handler(f):
        for n in names: HANDLERS[n] = f
        return f
    return add_handler
def known(f): return lambda w, *a: f(w, *(x if type(x) is int else secret() for x in a)) & ONES[w]
def secret(): raise Secret("an operand depends on a secret")
def by(n, w): return (n if type(n) is int else secret()) % w

# Integers [4.3.2] -------------------------------------------------------------------------------------------------------------------

def minus(w, x, y): return 0 if x is y else add(add(x, not_(y, w), w), 1, w)
def shift_signed(w, x, n): return (signed(x, w) >> n) & ONES[w] if type(x) is int else extract(shr(sext(x, w, 2 * w), n, 2 * w), 0, w)
def trap(*_): raise Stop("a trap")
ONE = {
    "clz": known(lambda w, x: w - x.bit_length()), "ctz": known(lambda w, x: (x & -x).bit_length() - 1 if x else w), "popcnt": known(lambda w, x: x.bit_count()),
    "extend8_s": lambda w, x: sext(extract(x, 0, 8), 8, w), "extend16_s": lambda w, x: sext(extract(x, 0, 16), 16, w),
    "extend32_s": lambda w, x: sext(extract(x, 0, 32), 32, w),
}
TWO = {
    "add": lambda w, x, y: add(x, y, w), "sub": minus, "mul": lambda w, x, y: product(x, y, w),
    "and": lambda w, x, y: and_(x, y, w), "or": lambda w, x, y: or_(x, y, w), "xor": lambda w, x, y: xor(x, y, w),
    "shl": lambda w, x, n: shl(x, by(n, w), w), "shr_u": lambda w, x, n: shr(x, by(n, w), w), "shr_s": lambda w, x, n: shift_signed(w, x, by(n, w)),
    "rotl": lambda w, x, n: rotl(x, by(n, w), w), "rotr": lambda w, x, n: rotl(x, -by(n, w), w),
    "div_u": known(lambda w, x, y: x // y if y else trap()), "rem_u": known(lambda w, x, y: x % y if y else trap()),
}
def alike(w, x, y):
    """The bit that says whether words are equal."""
    d = xor(x, y, w)
    if type(d) is int: return int(d == 0)
    return not_(extract(d, 0, 1) if and_(d, ONES[w] ^ 1, w) == 0 else at_least(d, 1, w), 1)
COMPARED = {
    "eq": alike, "ne": lambda w, x, y: not_(alike(w, x, y), 1), "lt_u": lambda w, x, y: greater(y, x, w), "gt_u": lambda w, x, y: greater(x, y, w),
    "le_u": lambda w, x, y: not_(greater(x, y, w), 1), "ge_u": lambda w, x, y: not_(greater(y, x, w), 1),
    "lt_s": lambda w, x, y: greater_signed(y, x, w), "gt_s": lambda w, x, y: greater_signed(x, y, w),
    "le_s": lambda w, x, y: not_(greater_signed(x, y, w), 1), "ge_s": lambda w, x, y: not_(greater_signed(y, x, w), 1),
}
def scalar(name, n, w, f, to=None):
    def handler(c, e):
        a = [c.s.pop() for _ in range(n)][::-1]
        r = f(w, *a)
        c.push(zext(r, to) if to else c.cut(r, w, True))
    HANDLERS[name] = handler
for t, w in (("i32", 32), ("i64", 64)):
    for name, f in ONE.items(): scalar(f"{t}.{name}", 1, w, f)
    for name, f in TWO.items(): scalar(f"{t}.{name}", 2, w, f)
    for name, f in COMPARED.items(): scalar(f"{t}.{name}", 2, w, f, 32)
    scalar(f"{t}.eqz", 1, w, lambda w, x: alike(w, x, 0), 32)
    HANDLERS[f"{t}.const"] = lambda c, e, w=w: c.push(e.args[0] & ONES[w])
scalar("i32.wrap_i64", 1, 32, lambda w, x: extract(x, 0, 32))
scalar("i64.extend_i32_u", 1, 64, lambda w, x: zext(x, 64))
scalar("i64.extend_i32_s", 1, 64, lambda w, x: sext(x, 32, 64))

# Memory [4.4.7] ---------------------------------------------------------------------------------------------------------------------

for t, w in (("i32", 32), ("i64", 64)):
    for n in (8, 16, 32, 64)[:2 + w // 32]:
        for s in ("u", "s") if n < w else ("",):
            @on(f"{t}.load{n}_{s}" if s else f"{t}.load")
            def load(c, e, w=w, n=n, s=s):
                x = c.mem.load(c.address(e), n // 8)
                c.push(sext(x, n, w) if s == "s" else zext(x, w))
        @on(f"{t}.store{n}" if n < w else f"{t}.store")
        def store(c, e, n=n):
            x = c.pop()
            c.mem.store(c.address(e), n // 8, extract(x, 0, n))

@on("v128.load")
def load_vector(c, e):
    at = c.address(e)
    c.push([c.mem.load(at, 8), c.mem.load(at + 8, 8)])
@on("v128.store")
def store_vector(c, e):
    words, at = c.pop(), c.address(e)
    c.mem.region(at, 16, True)
    for k in (0, 1): c.mem.store(at + 8 * k, 8, words[k])
for w in (8, 16, 32, 64):
    @on(f"v128.load{w}_splat", f"v128.load{w}_zero")
    def load_splat(c, e, w=w):
        x = c.mem.load(c.address(e), w // 8)
        c.push(join([x] * (128 // w) if e.name.endswith("splat") else [x] + [0] * (128 // w - 1), w))
    @on(f"v128.load{w}_lane", f"v128.store{w}_lane")
    def lane(c, e, w=w):
        parts, at = split(c.pop(), w), c.address(e)
        if "store" in e.name: return c.mem.store(at, w // 8, parts[e.args[1]])
        parts[e.args[1]] = c.mem.load(at, w // 8)
        c.push_vector(join(parts, w))
    for s in "su" if w < 64 else "":
        @on(f"v128.load{w}x{64 // w}_{s}")
        def load_extended(c, e, w=w, s=s):
            parts = split([c.mem.load(c.address(e), 8)], w)
            c.push(join([sext(x, w, 2 * w) if s == "s" else zext(x, 2 * w) for x in parts], 2 * w))
@on("memory.copy")
def copy(c, e):
    n, b, a = (c.pop_number("a length") for _ in range(3))
    c.imported("memmove", a, b, n)
@on("memory.fill")
def fill(c, e):
    n, x, a = c.pop_number("a length"), c.pop_number("what memory is filled with"), c.pop_number("an address")
    c.imported("memset", a, x, n)

# Vectors [4.3.3] --------------------------------------------------------------------------------------------------------------------

SHAPES = {"i8x16": 8, "i16x8": 16, "i32x4": 32, "i64x2": 64}
def elementwise(name, n, w, f):
    def handler(c, e):
        a = [c.s.pop() for _ in range(n)][::-1]
        c.push_vector(join([c.cut_lanes(f(w, *xs), w) for xs in zip(*(split(v, w) for v in a))], w))
    HANDLERS[name] = handler
elementwise("v128.not", 1, 64, lambda w, x: not_(x, w))
elementwise("v128.and", 2, 64, TWO["and"]); elementwise("v128.or", 2, 64, TWO["or"]); elementwise("v128.xor", 2, 64, TWO["xor"])
elementwise("v128.andnot", 2, 64, lambda w, x, y: andn(y, x, w))
elementwise("v128.bitselect", 3, 64, lambda w, x, y, k: xor(and_(xor(x, y, w), k, w), y, w))
for t, w in SHAPES.items():
    for name in ("add", "sub", "mul"): elementwise(f"{t}.{name}", 2, w, TWO[name])
    for name, f in COMPARED.items(): elementwise(f"{t}.{name}", 2, w, lambda w, x, y, f=f: sext(f(w, x, y), 1, w))
    for name in ("shl", "shr_u", "shr_s"):
        @on(f"{t}.{name}")
        def shifted(c, e, w=w, f=TWO[name]):
            n, v = c.pop_number("a shift"), c.pop()
            c.push_vector(join([c.cut_lanes(f(w, x, n), w) for x in split(v, w)], w))
    @on(f"{t}.splat")
    def splat(c, e, w=w): c.push_vector(join([extract(c.pop(), 0, w)] * (128 // w), w))
    @on(f"{t}.extract_lane", f"{t}.extract_lane_u", f"{t}.extract_lane_s")
    def extract_lane(c, e, w=w):
        x = split(c.pop(), w)[e.args[0]]
        c.push(x if w >= 32 else sext(x, w, 32) if e.name[-1] == "s" else zext(x, 32))
    @on(f"{t}.replace_lane")
    def replace_lane(c, e, w=w):
        x, v = c.pop(), c.pop()
        parts = split(v, w)
        parts[e.args[0]] = extract(x, 0, w)
        c.push_vector(join(parts, w))
    @on(f"{t}.all_true")
    def all_true(c, e, w=w): c.push(int(all(c.number(x) for x in split(c.pop(), w))))
    @on(f"{t}.bitmask")
    def bitmask(c, e, w=w): c.push(sum((c.number(x) >> w - 1) << k for k, x in enumerate(split(c.pop(), w))))
    half = {2 * v: k for k, v in SHAPES.items()}.get(w)
    for part in ("low", "high") if half else ():
        for s in "su":
            @on(f"{t}.extend_{part}_{half}_{s}")
            def extended(c, e, w=w, k=part == "high", s=s):
                parts = split([c.pop()[k]], w // 2)
                c.push_vector(join([sext(x, w // 2, w) if s == "s" else zext(x, w) for x in parts], w))
    whole = {v // 2: k for k, v in SHAPES.items()}.get(w)
    if w < 32:
        @on(f"{t}.narrow_{whole}_u")
        def narrow(c, e, w=w):
            b, a = c.pop(), c.pop()
            parts = split(a, 2 * w) + split(b, 2 * w)
            # Saturated, unless nothing is there to be cut off.
            def one(x):
                if type(x) is int: return min(max(signed(x, 2 * w), 0), ONES[w])
                return extract(x, 0, w) if extract(x, w, w) == 0 else secret()
            c.push_vector(join([one(x) for x in parts], w))

def bytes_moved(sources, places):
    """Two words, made of bytes of the sources; None is zero."""
    out = []
    for q in (0, 1):
        masks, r = {}, 0
        for j, b in enumerate(places[8 * q:8 * q + 8]):
            if b is not None: masks[b >> 3, j - (b & 7)] = masks.get((b >> 3, j - (b & 7)), 0) | 255 << 8 * j
        for (i, n), mask in masks.items(): r = xor(r, move(sources[i], 8 * n, mask, 64), 64)
        out.append(r)
    return out
@on("i8x16.shuffle")
def shuffle(c, e):
    b, a = c.pop(), c.pop()
    if any(k > 31 for k in e.args[0]): raise Stop("not a shuffle")
    c.push_vector(bytes_moved(a + b, e.args[0]))
@on("i8x16.swizzle")
def swizzle(c, e):
    b, a = c.pop(), c.pop()
    c.push_vector(bytes_moved(a, [k if c.number(k, "a shuffle") < 16 else None for k in split(b, 8)]))
@on("v128.const")
def const(c, e): c.push([int.from_bytes(e.args[0][k:k + 8], "little") for k in (0, 8)])
@on("v128.any_true")
def any_true(c, e): c.push(int(any(c.number(x) for x in c.pop())))

# Locals, globals, values [4.4.4-4.4.6] -----------------------------------------------------------------------------------------------

@on("local.get")
def get(c, e): c.push(c.frames[-1].locals[e.args[0]])
@on("local.set")
def set_local(c, e): c.frames[-1].locals[e.args[0]] = c.pop()
@on("local.tee")
def tee(c, e): c.frames[-1].locals[e.args[0]] = c.s[-1]
@on("global.get")
def get_global(c, e): c.push(c.g[4] if e.args[0] == 0 else c.image.globals[e.args[0]])
@on("global.set")
def set_global(c, e):
    if e.args[0]: raise Stop("another global than the stack pointer")
    c.g[4] = c.pop_number("the stack pointer")
@on("drop")
def drop(c, e): c.pop()
@on("select")
def select(c, e):
    k, y, x = c.pop(), c.pop(), c.pop()
    if type(k) is int: return c.push(x if k else y)
    if and_(k, ONES[k.w] ^ 1, k.w) != 0: raise Secret("what is selected depends on a secret")
    k = extract(k, 0, 1)
    if type(x) is list: return c.push_vector([choose(k, a, b, 64) for a, b in zip(x, y)])
    w = next((v.w for v in (x, y) if type(v) is Poly), None)
    if w is None and max(x, y) >> 32: w = 64
    if w is None: raise Stop("one of two numbers of an unknown type, by a secret")
    c.push(c.cut(choose(k, x, y, w), w))
@on("nop")
def nop(c, e): pass

# Control [4.4.8-4.4.10] --------------------------------------------------------------------------------------------------------------

@on("block", "loop", "if")
def block(c, e):
    holds = e.name != "if" or c.pop_number("a branch")
    takes, leaves = e.arity
    c.frames[-1].labels.append((e.next if e.name == "loop" else e.to, len(c.s) - takes, takes if e.name == "loop" else leaves))
    if not holds: c.ip = e.other or e.to
@on("else")
def otherwise(c, e): c.ip = e.to
@on("end")
def end(c, e):
    labels = c.frames[-1].labels
    labels.pop()
    if not labels: c.leave()
@on("br")
def br(c, e): c.branch(e.args[0])
@on("br_if")
def br_if(c, e):
    if c.pop_number("a branch"): c.branch(e.args[0])
@on("br_table")
def br_table(c, e): c.branch(e.args[min(c.pop_number("a branch"), len(e.args) - 1)])
@on("return")
def leave(c, e): c.branch(len(c.frames[-1].labels) - 1)
@on("call")
def call(c, e): c.enter(c.image.by_number[e.args[0]], e.next)
@on("call_indirect")
def call_indirect(c, e):
    f = c.image.by_number[c.image.table[c.pop_number("a function")]]
    if f.type != c.image.types[e.args[0]]: trap()
    c.enter(f, e.next)
HANDLERS["unreachable"] = trap
