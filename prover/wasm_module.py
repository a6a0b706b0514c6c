"""A WebAssembly module: its functions, decoded, its data and names. Addresses of code are places in the file from BASE on; data has those of
the linear memory. Numbers in brackets are sections of the WebAssembly Core Specification 2.0."""
import bisect, subprocess

BASE = 0x1000_0000
I32, I64, V128 = 0x7f, 0x7e, 0x7b

class Reader:
    def __init__(self, data, at=0): self.data, self.at = data, at
    def byte(self): self.at += 1; return self.data[self.at - 1]
    def u(self):
        """LEB128 [5.2.2]."""
        x = shift = 0
        while True:
            b = self.byte()
            x |= (b & 127) << shift
            shift += 7
            if b < 128: return x
    def s(self):
        x = shift = 0
        while True:
            b = self.byte()
            x |= (b & 127) << shift
            shift += 7
            if b < 128: return x - (1 << shift) if b & 64 else x
    def take(self, n): self.at += n; return self.data[self.at - n:self.at]
    def name(self): return self.take(self.u()).decode()
    def list(self, f): return [f() for _ in range(self.u())]

# Opcodes [5.4.1-5.4.8], and what follows: b a block's type, l an index or a label, m alignment and offset, i a number, L labels, V 16 bytes, 1 a lane.
PLAIN = {
    0x00: "unreachable", 0x01: "nop", 0x02: "block b", 0x03: "loop b", 0x04: "if b", 0x05: "else", 0x0b: "end", 0x0c: "br l", 0x0d: "br_if l",
    0x0e: "br_table L", 0x0f: "return", 0x10: "call l", 0x11: "call_indirect ll", 0x1a: "drop", 0x1b: "select", 0x20: "local.get l",
    0x21: "local.set l", 0x22: "local.tee l", 0x23: "global.get l", 0x24: "global.set l", 0x28: "i32.load m", 0x29: "i64.load m",
    0x2c: "i32.load8_s m", 0x2d: "i32.load8_u m", 0x2e: "i32.load16_s m", 0x2f: "i32.load16_u m", 0x30: "i64.load8_s m", 0x31: "i64.load8_u m",
    0x32: "i64.load16_s m", 0x33: "i64.load16_u m", 0x34: "i64.load32_s m", 0x35: "i64.load32_u m", 0x36: "i32.store m", 0x37: "i64.store m",
    0x3a: "i32.store8 m", 0x3b: "i32.store16 m", 0x3c: "i64.store8 m", 0x3d: "i64.store16 m", 0x3e: "i64.store32 m", 0x3f: "memory.size l",
    0x40: "memory.grow l", 0x41: "i32.const i", 0x42: "i64.const i",
    **{0x45 + k: f"i32.{name}" for k, name in enumerate("eqz eq ne lt_s lt_u gt_s gt_u le_s le_u ge_s ge_u".split())},
    **{0x50 + k: f"i64.{name}" for k, name in enumerate("eqz eq ne lt_s lt_u gt_s gt_u le_s le_u ge_s ge_u".split())},
    **{at + k: f"{t}.{name}" for at, t in ((0x67, "i32"), (0x79, "i64")) for k, name in enumerate(
        "clz ctz popcnt add sub mul div_s div_u rem_s rem_u and or xor shl shr_s shr_u rotl rotr".split())},
    0xa7: "i32.wrap_i64", 0xac: "i64.extend_i32_s", 0xad: "i64.extend_i32_u", 0xc0: "i32.extend8_s", 0xc1: "i32.extend16_s",
    0xc2: "i64.extend8_s", 0xc3: "i64.extend16_s", 0xc4: "i64.extend32_s",
}
BULK = {10: "memory.copy ll", 11: "memory.fill l"}
COMPARED = "eq ne lt_s lt_u gt_s gt_u le_s le_u ge_s ge_u".split()
VECTOR = {
    0: "v128.load m", **{1 + k: f"v128.load{n}_{s} m" for k, (n, s) in enumerate((n, s) for n in ("8x8", "16x4", "32x2") for s in "su")},
    **{7 + k: f"v128.load{8 << k}_splat m" for k in range(4)}, 11: "v128.store m", 12: "v128.const V", 13: "i8x16.shuffle V", 14: "i8x16.swizzle",
    15: "i8x16.splat", 16: "i16x8.splat", 17: "i32x4.splat", 18: "i64x2.splat", 21: "i8x16.extract_lane_s 1", 22: "i8x16.extract_lane_u 1",
    23: "i8x16.replace_lane 1", 24: "i16x8.extract_lane_s 1", 25: "i16x8.extract_lane_u 1", 26: "i16x8.replace_lane 1",
    27: "i32x4.extract_lane 1", 28: "i32x4.replace_lane 1", 29: "i64x2.extract_lane 1", 30: "i64x2.replace_lane 1",
    **{at + k: f"{t}.{name}" for at, t in ((35, "i8x16"), (45, "i16x8"), (55, "i32x4")) for k, name in enumerate(COMPARED)},
    **{214 + k: f"i64x2.{name}" for k, name in enumerate("eq ne lt_s gt_s le_s ge_s".split())},
    77: "v128.not", 78: "v128.and", 79: "v128.andnot", 80: "v128.or", 81: "v128.xor", 82: "v128.bitselect", 83: "v128.any_true",
    **{84 + k: f"v128.load{8 << k}_lane m1" for k in range(4)}, **{88 + k: f"v128.store{8 << k}_lane m1" for k in range(4)},
    92: "v128.load32_zero m", 93: "v128.load64_zero m",
    **{at + k: f"{t}.{name}" for at, t in ((99, "i8x16"), (131, "i16x8"), (163, "i32x4"), (195, "i64x2")) for k, name in ((0, "all_true"), (1, "bitmask"))},
    **{at + k: f"{t}.{name}" for at, t in ((107, "i8x16"), (139, "i16x8"), (171, "i32x4"), (203, "i64x2")) for k, name in
        ((0, "shl"), (1, "shr_s"), (2, "shr_u"), (3, "add"), (6, "sub"))},
    101: "i8x16.narrow_i16x8_s", 102: "i8x16.narrow_i16x8_u", 133: "i16x8.narrow_i32x4_s", 134: "i16x8.narrow_i32x4_u", 149: "i16x8.mul", 181: "i32x4.mul", 213: "i64x2.mul",
    **{at + k: f"{to}.extend_{half}_{of}_{s}" for at, to, of in ((135, "i16x8", "i8x16"), (167, "i32x4", "i16x8"), (199, "i64x2", "i32x4"))
        for k, (half, s) in enumerate((h, s) for s in "su" for h in ("low", "high"))},
}

class Ins:
    """`to`: where the `end` of a block is, `other`: of an `if`, the place behind its `else`; `arity`: what a block takes, and leaves."""
    __slots__ = ("ip", "next", "name", "args", "raw", "to", "other", "arity")
    @property
    def text(self): return " ".join(str(a.hex() if type(a) is bytes else a) for a in (self.name, *self.args))

def decode(r, base):
    i, start = Ins(), r.at
    op = r.byte()
    form = PLAIN.get(op) if op not in (0xfc, 0xfd) else (BULK if op == 0xfc else VECTOR).get(r.u())
    if form is None: raise ValueError("not an instruction")
    i.name, _, kinds = form.partition(" ")
    i.args, i.to, i.other, i.arity = [], None, None, None
    for k in kinds:
        if k in "bi": i.args.append(r.s())
        elif k in "l1": i.args.append(r.u())
        elif k == "m": r.u(); i.args.append(r.u())
        elif k == "L": i.args += r.list(r.u) + [r.u()]
        else: i.args.append(bytes(r.take(16)))
    i.ip, i.next, i.raw = base + start, base + r.at, bytes(r.data[start:r.at])
    return i

class Code:
    """The instructions of a function. A branch out of a block goes to its `end`."""
    def __init__(self, body, at, types):
        r, self.locals, self.at, opened = Reader(body), [], {}, []
        for _ in range(r.u()):
            n = r.u()
            if n > 50000: raise ValueError("too many locals")
            self.locals += [r.byte()] * n
        self.first = at + r.at
        while r.at < len(body):
            i = decode(r, at)
            self.at[i.ip] = i
            if i.name in ("block", "loop", "if"):
                # A type without parameters, or one of the module's [5.4.1].
                i.arity = (0, 0 if i.args[0] == -64 else 1) if i.args[0] < 0 else tuple(map(len, types[i.args[0]]))
                opened.append([i])
            elif i.name == "else": opened[-1].append(i); opened[-1][0].other = i.next
            elif i.name == "end":
                for of in opened.pop() if opened else (): of.to = i.ip
                self.last = i.ip
        if opened or r.at != len(body): raise ValueError("blocks that do not end")

class Function:
    """Called by its number; `type` is the parameters' and the results' types."""
    def __init__(self, number, type, at, end, name): self.number, self.type, self.at, self.end, self.name = number, type, at, end, name

class Module:
    tls = b""
    def __init__(self, path):
        self.data = data = open(path, "rb").read()
        assert data[:8] == b"\0asm\1\0\0\0"
        r, kinds, code, names, data_names, self.table, self.segments, exports = Reader(data, 8), [], [], {}, {}, {}, [], {}
        def type():
            assert r.byte() == 0x60
            return bytes(r.take(r.u())), bytes(r.take(r.u()))
        def constant():
            i = decode(r, 0)
            assert i.name.endswith(".const") and r.byte() == 0x0b
            return i.args[0]
        def active():
            assert r.u() == 0
            return constant()
        while r.at < len(data):
            section, size = r.byte(), r.u()
            end = r.at + size
            if section == 0 and r.name() == "name":
                while r.at < end:
                    table, n = {1: names, 9: data_names}.get(r.byte()), r.u()
                    if table is None: r.take(n)
                    else: table |= dict(r.list(lambda: (r.u(), r.name())))
            elif section == 1: self.types = r.list(type)
            elif section == 2: assert r.u() == 0, "the probe imports nothing"
            elif section == 3: kinds = r.list(r.u)
            elif section == 6: self.globals = r.list(lambda: (r.byte(), r.byte(), constant())[2])
            elif section == 7: exports = {name: index for name, what, index in r.list(lambda: (r.name(), r.byte(), r.u())) if what == 0}
            elif section == 9:
                for _ in range(r.u()):
                    at = active()
                    self.table |= {at + k: f for k, f in enumerate(r.list(r.u))}
            elif section == 10: code = r.list(lambda: (n := r.u(), r.at, r.take(n))[1:2] + (r.at,))
            elif section == 11: self.segments = [(active(), bytearray(r.take(r.u())), True, False) for _ in range(r.u())]
            r.at = end
        named = [names.get(k, f"function {k}") for k in range(len(code))]
        text = subprocess.run(["c++filt", "-s", "rust"], input="\n".join(named), capture_output=True, text=True).stdout
        self.nice = dict(zip(named, text.split("\n")))
        self.by_number = [Function(k, self.types[kinds[k]], BASE + at, BASE + end, self.nice[named[k]]) for k, (at, end) in enumerate(code)]
        self.functions = [(f.at, f.end - f.at, name) for f, name in zip(self.by_number, named)]
        self.starts = [f.at for f in self.by_number]
        self.by_name = {name: self.by_number[k].at for name, k in exports.items()}
        # The compiler's constants may not be written. Behind the last data are variables of zeroes, up to the first global's neighbour.
        self.segments = [(at, body, data_names.get(k) != ".rodata", False) for k, (at, body, _, _) in enumerate(self.segments)]
        at, body, _, _ = self.segments[-1]
        body += bytes(-(-max(self.globals) // 8) * 8 - at - len(body))
        self.codes = {}
    def code(self, f, patches=()):
        """Decoded; `patches` are other bytes at some places."""
        changed = {at: b for at, b in patches.items() if f.at <= at < f.end} if patches else {}
        if not changed and f.number in self.codes: return self.codes[f.number]
        body = bytearray(self.read(f.at, f.end - f.at))
        for at, b in changed.items(): body[at - f.at] = b[0]
        code = Code(body, f.at, self.types)
        if not changed: self.codes[f.number] = code
        return code
    def read(self, at, size): return self.data[at - BASE:at - BASE + size]
    def byte(self, at): return next((body[at - start] for start, body, _, _ in self.segments if start <= at < start + len(body)), 0)
    def word(self, at):
        """The 8 bytes of data there, or None."""
        first, (last, body, _, _) = self.segments[0][0], self.segments[-1]
        return int.from_bytes(bytes(self.byte(at + k) for k in range(8)), "little") if first - 8 < at < last + len(body) else None
    def of(self, ip):
        k = bisect.bisect_right(self.starts, ip) - 1
        return self.by_number[k] if k >= 0 and ip < self.by_number[k].end else None
    def function_at(self, ip):
        f = self.of(ip)
        return (f.at, f.end - f.at, f.name) if f else None
