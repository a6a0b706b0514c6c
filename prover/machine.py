"""Executes x86-64 machine code on terms. What decides control flow or an address must be a known number: else the run stops.
Memory is a set of regions with exact bounds. Nothing is taken from the processor that this runs on; `cpuid` answers as asked."""
import collections, re
import iced_x86 as iced
from iced_x86 import Decoder, OpKind, Register, MemorySize, MemorySizeExt, RegisterExt, EncodingKind
from terms import *
import terms as T
from image import HOOKS

class Stop(Exception): pass
class Secret(Stop): pass
class Bounds(Stop): pass

MNEMONIC = {v: k.lower() for k, v in vars(iced.Mnemonic).items() if isinstance(v, int)}
M64 = ONES[64]
SECRET = "secret"

class Region:
    def __init__(self, start, size, name, write=True):
        self.start, self.end, self.name, self.write = start, start + size, name, write
        self.block = 0  # of a message that may have any number of blocks
        self.reads = self.writes = 0

class At(int):
    """An address that varies: equal only to one that varies alike. What varies is a multiple of 8."""
    def __new__(cls, c, a, b):
        if a % 8 or b % 8: raise Stop("an address that varies by other than words")
        x = int.__new__(cls, c)
        x.a, x.b = a, b
        return x
    def __add__(self, n): return At(int(self) + n, self.a, self.b)
    def __sub__(self, n): return At(int(self) - n, self.a, self.b)
    def __eq__(self, other): return type(other) is At and (int(self), self.a, self.b) == (int(other), other.a, other.b)
    def __hash__(self): return hash((int(self), self.a, self.b))

class Memory:
    image = None
    def __init__(self):
        self.regions, self.cells, self.last, self.undefined = [], {}, None, 0
        self.total = None  # the number of blocks, if it is a Lin
        self.late = 0      # bytes before the current block that may be stored still
    def map(self, start, size, name, write=True):
        r = Region(start, size, name, write)
        self.regions.append(r)
        return r
    def row(self, at, n, write):
        """The row of a message that has such an address, and the bytes from its current block to there."""
        for r in self.regions:
            if r.block and -(1 << 20) <= at.c - r.start < 1 << 23: break
        else: raise Bounds(f"no row at {at}")
        offset = lin_add(at, r.start, -1)
        if as_lin(offset).signs()[0] or as_lin(lin_add(lin_times(as_lin(self.total), r.block), lin_add(offset, n), -1)).signs()[0]:
            raise Bounds(f"{n} bytes at {offset} of {r.name}, which has {r.block} times {self.total}")
        # Stores go to the block that is made now, and to no other.
        if write and (not r.write or (at.a, at.b) != (self.stride, 0) or not -self.late <= at.c - r.start <= self.window - n): raise Bounds(f"store to {r.name} at {at}")
        return r
    def region(self, at, n, write):
        if type(at) is Lin: return self.row(at, n, write)
        r = self.last
        if r is None or not (r.start <= at and at + n <= r.end):
            for r in self.regions:
                if r.start <= at and at + n <= r.end: break
            else:
                near = [f"{r.name} [{r.start:#x},{r.end:#x})" for r in self.regions if r.start - 4096 <= at < r.end + 4096]
                raise Bounds(f"{'store' if write else 'load'} of {n} bytes at {at:#x}: in no region, near {near}")
            self.last = r
        if write and not r.write: raise Bounds(f"store to read-only {r.name} at {at:#x}")
        if r.block and self.total is not None: self.row(Lin(at, 0, 0), n, False)
        if r.name == "stack" and at < self.cpu.g[4] - self.cpu.red_zone: raise Bounds(f"below the stack's red zone at {at:#x}")
        return r
    def cell(self, at):
        v = self.cells.get(at)
        if v is None and type(at) is int and self.image:
            v = self.image.word(at)
            if v is not None: self.cells[at] = v
        if v is None:
            self.undefined += 1
            v = self.cells[at] = new_atom(f"undef@{at:x}", 64)
        return v
    def load(self, at, n):
        """n bytes, at most 8, as a word of 8n bits."""
        self.region(at, n, False)
        if type(at) is Lin: at = At(at.c, at.a, at.b)
        lo = at & 7
        if n == 8 and lo == 0: return self.cell(at)
        if lo + n <= 8: return extract(self.cell(at - lo), 8 * lo, 8 * n)
        first = 8 - lo
        a = extract(self.cell(at - lo), 8 * lo, 8 * first)
        b = extract(self.cell(at - lo + 8), 0, 8 * (n - first))
        return xor(zext(a, 8 * n), move(b, 8 * first, ONES[8 * n], 8 * n), 8 * n)
    def store(self, at, n, v):
        self.region(at, n, True)
        self.put_cells(at, n, v)
    def put_cells(self, at, n, v):
        if type(at) is Lin: at = At(at.c, at.a, at.b)
        lo = at & 7
        if n == 8 and lo == 0:
            self.cells[at] = v
        elif lo + n <= 8:
            self.put(at - lo, lo, n, v)
        else:
            first = 8 - lo
            self.put(at - lo, lo, first, extract(v, 0, 8 * first))
            self.put(at - lo + 8, 0, n - first, extract(v, 8 * first, 8 * (n - first)))
    def put(self, at, lo, n, v):
        mask = ONES[8 * n] << (8 * lo)
        old = self.cells[at] if at in self.cells else self.image and type(at) is int and self.image.word(at) or 0
        if type(old) in (Lin, Low): old = new_atom("anything", 64)
        self.cells[at] = xor(and_(old, M64 ^ mask, 64), move(v, 8 * lo, mask, 64), 64)
    def put_row(self, at, offset, n, v):
        """Into a region that the kernel may only read."""
        self.put_cells(lin_add(at, offset), n, v)
    def get_row(self, at, offset, n): return self.load(lin_add(at, offset), n)
    def fill(self, at, body):
        n = len(body)
        assert at % 8 == 0
        body = bytes(body) + bytes(-n % 8)
        for i in range(0, len(body), 8):
            self.cells[at + i] = int.from_bytes(body[i:i + 8], "little")

REG = {}
for name in dir(Register):
    v = getattr(Register, name)
    if isinstance(v, int) and name.isupper(): REG[v] = name

def reg_info(r):
    """(kind, number, bytes, byte offset)."""
    name = REG[r]
    if RegisterExt.is_gpr(r):
        size = RegisterExt.size(r)
        full = RegisterExt.full_register(r)
        high = name in ("AH", "BH", "CH", "DH")
        return ("g", RegisterExt.number(full), size, 1 if high else 0)
    if name[:3] in ("XMM", "YMM", "ZMM"): return ("v", RegisterExt.number(r), RegisterExt.size(r), 0)
    if name[0] == "K" and name[1:].isdigit(): return ("k", int(name[1:]), 8, 0)
    raise Stop(f"register {name}")

class Ins:
    __slots__ = ("ip", "next", "name", "ops", "handler", "mask", "zero", "bcast", "vex", "raw", "target", "n", "text", "cc")

class Bit:
    """A flag that depends on a secret, and is known as a word of one bit: `adc` and `setc` may read it."""
    def __init__(self, x): self.x = x

class Maybe:
    """A flag that depends on the length: its values in all cases that can be."""
    def __init__(self, cases): self.cases = cases

class Cpu:
    red_zone, jump, pointer = 128, re.compile("j"), 8
    def __init__(self, image, features, width=64):
        self.image = image
        self.mem = Memory()
        self.g = [0] * 16
        self.v = [[0] * 8 for _ in range(32)]
        self.k = [0] * 8
        self.f = dict(cf=0, zf=0, sf=0, of=0, pf=0)
        self.decoded = {}
        self.count = 0
        self.by_function = collections.Counter()
        self.seen = {}
        self.features = features
        self.width = self.lane = width
        self.cuts = {}          # (width, sample) -> (atom, complement?)
        self.found = {}         # cut name -> (ip, how)
        self.unproved = []
        self.tries = 0
        self.aux = lambda name: False
        self.patches = {}
        self.unaligned, self.frames, self.counted_zero = set(), {}, False
        self.heap = 0x6000_0000
        self.mem.image = image
        self.jumped = collections.Counter()  # (where a jump back goes, the stack pointer there): how often
        self.entered, self.entered_at = collections.Counter(), {}
        self.after_jump = None               # called after each jump back; stops the run if it returns True
        for start, body, write, execute in image.segments: self.mem.map(start, len(body), "image+%x" % (start - 0x10000000), write)
        if image.tls:
            self.mem.map(TLS, len(image.tls) + 7 & ~7, "thread-local")
            self.mem.fill(TLS, image.tls)

    # Cut points
    def cut(self, x, w, scalar=False):
        if type(x) is int or not self.cuts: return x
        hit = self.cuts.get((w, x.s))
        if hit is None:
            if scalar and w == 32 and self.lane < 32:
                # A short lane below bits that nobody reads: those may be anything.
                low, above = extract(x, 0, self.lane), extract(x, self.lane, 32 - self.lane)
                if type(low) is not int and type(above) is not int and (self.lane, low.s) in self.cuts:
                    new = self.cut(low, self.lane)
                    if new is not low: return concat_any(new, new_atom("any", 32 - self.lane), self.lane, 32)
            return x
        literal, definition, name = hit
        if x is literal: return x
        self.tries += 1
        if x is definition: how = "direct"
        elif expand(x, self.aux) is expand(definition, self.aux): how = "expanded"
        elif name in self.near and same_sums(expand(x, self.near[name]), expand(definition, self.near[name])): how = "further"
        else:
            self.unproved.append((name, self.ip, self.count, show(x, 8), show(definition, 8)))
            if len(self.unproved) > 20: raise Stop("gave up: 20 words agree with the specification and cannot be proved")
            return x
        if name not in self.found: self.found[name] = (self.ip, how)
        return literal
    def cut_lanes(self, x, w):
        """The same for a word of a vector, in which there may be several short lanes."""
        new = self.cut(x, w)
        if new is not x or type(x) is int or self.lane >= 32: return new
        old = split_word(x, w, self.lane)
        parts = [self.cut(part, self.lane) for part in old]
        if all(a is b for a, b in zip(parts, old)): return x
        new = 0
        for i, part in enumerate(parts): new = xor(new, move(part, i * self.lane, ONES[w], w), w)
        return new
    # Operands
    def decode(self, ip):
        e = self.decoded.get(ip)
        if e is not None: return e
        raw = b"".join((self.patches.get(ip + i, None) if (ip + i) in self.patches else self.byte(ip + i)) for i in range(15))
        d = Decoder(64, raw, ip=ip)
        i = d.decode()
        e = Ins()
        e.ip, e.next, e.raw = ip, i.next_ip, raw[:i.len]
        e.name = MNEMONIC[i.mnemonic]
        e.text = str(i)
        e.vex = i.encoding != EncodingKind.LEGACY
        e.mask = reg_info(i.op_mask)[1] if i.op_mask != Register.NONE else 0
        e.zero, e.bcast = i.zeroing_masking, i.is_broadcast
        e.target = i.near_branch_target if i.op_count and i.op0_kind in (OpKind.NEAR_BRANCH64,) else None
        e.cc = i.condition_code
        e.ops = []
        for n in range(i.op_count):
            kind = i.op_kind(n)
            if kind == OpKind.REGISTER: e.ops.append(reg_info(i.op_register(n)))
            elif kind == OpKind.MEMORY:
                size = MemorySizeExt.size(i.memory_size)
                if i.segment_prefix not in (Register.NONE, Register.CS, Register.DS): raise Stop(f"segment: {i}")
                base, index = i.memory_base, i.memory_index
                vector = None
                if base == Register.RIP: b = None
                else: b = reg_info(base)[1] if base != Register.NONE else None
                x = None
                if index != Register.NONE:
                    info = reg_info(index)
                    if info[0] == "v": vector = info
                    else: x = info[1]
                e.ops.append(("m", b, x, i.memory_index_scale, i.memory_displacement, size, MemorySizeExt.element_size(i.memory_size), vector))
            elif kind in (OpKind.NEAR_BRANCH64,): pass
            else: e.ops.append(("i", i.immediate(n)))
        e.n = len(e.ops)
        e.handler = HANDLERS.get(e.name)
        if e.handler is None and e.name.startswith("j") and e.cc: e.handler = HANDLERS["jcc"]
        if e.handler is None and e.name.startswith("set") and e.cc: e.handler = HANDLERS["setcc"]
        if e.handler is None and e.name.startswith("cmov") and e.cc: e.handler = HANDLERS["cmov"]
        self.decoded[ip] = e
        return e
    def byte(self, at):
        for start, body, _, execute in self.image.segments:
            if execute and start <= at < start + len(body): return bytes(body[at - start:at - start + 1])
        return b"\xcc"

    def address(self, o):
        a = o[4]
        if o[1] is not None:
            b = self.g[o[1]]
            if type(b) is Lin: a = lin_add(a & M64, b)
            elif type(b) is not int: raise Secret("address depends on a secret")
            else: a += b
        if o[2] is not None:
            x = self.g[o[2]]
            if type(x) is Lin or type(a) is Lin and type(x) is int: a = lin_add(a if type(a) is Lin else a & M64, lin_times(as_lin(x), o[3]))
            elif type(x) is not int: raise Secret("address depends on a secret")
            else: a += x * o[3]
        return a if type(a) is Lin else a & M64
    def get(self, o, size=None):
        """A scalar operand."""
        kind = o[0]
        if kind == "g":
            v = self.g[o[1]]
            n = o[2]
            if n == 8: return v
            return extract(v, 8 * o[3], 8 * n)
        if kind == "i": return o[1] & ONES[8 * size] if size else o[1]
        if kind == "m": return self.mem.load(self.address(o), o[5])
        if kind == "v": return extract(self.v[o[1]][0], 0, 8 * min(size or 8, 8))
        raise Stop(f"operand {o}")
    def size(self, o):
        return o[2] if o[0] in "gv" else o[5]
    def set(self, o, v):
        kind = o[0]
        if kind == "g":
            n = o[2]
            if n == 8: self.g[o[1]] = v
            elif n == 4: self.g[o[1]] = zext(v, 64)
            else:
                if type(self.g[o[1]]) in (Lin, Low): self.g[o[1]] = new_atom("anything", 64)
                lo = 8 * o[3]
                mask = ONES[8 * n] << lo
                self.g[o[1]] = xor(and_(self.g[o[1]], M64 ^ mask, 64), move(v, lo, mask, 64), 64)
        elif kind == "m": self.mem.store(self.address(o), o[5], v)
        else: raise Stop(f"operand {o}")
    def vec(self, e, o, n):
        """A vector operand of n words of 64 bits; a broadcast one repeated."""
        if o[0] == "v": return self.v[o[1]][:n]
        at = self.address(o)
        if e.bcast:
            x = self.mem.load(at, o[6])
            if o[6] == 4: x = concat(x, x, 32)
            return [x] * n
        if e.mask and e.name.startswith("vmov"):
            # What the mask leaves out is not touched.
            b = 4 if e.name[-2:] == "32" else 8
            k = self.mask(e, 8 * n // b)
            return join([self.mem.load(at + b * i, b) if k >> i & 1 else 0 for i in range(8 * n // b)], 8 * b)
        # Old instructions want their operands aligned, but for moves that say otherwise.
        if o[5] == 16 and not e.vex and e.name not in ("movdqu", "movups", "movupd", "lddqu") and at % 16: raise Stop("misaligned")
        if o[5] < 8: return [zext(self.mem.load(at, o[5]), 64)] + [0] * (n - 1)
        have = o[5] // 8
        return [self.mem.load(at + 8 * i, 8) for i in range(min(n, have))] + [0] * (n - have)
    def mask(self, e, count):
        k = extract(self.k[e.mask], 0, count)
        if type(k) is not int: raise Secret("mask depends on a secret")
        return k
    def put_vec(self, e, o, words, ew=64):
        """Writes a vector result, elements of ew bits for masking."""
        n = len(words)
        if o[0] == "m":
            at = self.address(o)
            if e.mask:
                k = self.mask(e, 64 * n // ew)
                for i, x in enumerate(split(words, ew)):
                    if k >> i & 1: self.mem.store(at + ew // 8 * i, ew // 8, x)
            else:
                # In its own frame: an array of the caller's is no spill.
                if self.mem.region(at, 8 * n, True).name == "stack" and n >= 4 and at % (8 * n) and at < self.frames.get(self.current, 0): self.unaligned.add(self.current)
                for i, x in enumerate(words): self.mem.store(at + 8 * i, 8, x)
            return
        old = self.v[o[1]]
        if e.mask:
            k = self.k[e.mask]
            new, was = split(words, ew), split(old[:n], ew)
            chosen = [choose(extract(k, i, 1), a, 0 if e.zero else b, ew) for i, (a, b) in enumerate(zip(new, was))]
            words = join(chosen if type(k) is int else [self.cut(x, ew) for x in chosen], ew)
        self.v[o[1]] = words + ([0] * (8 - n) if e.vex else old[n:])

    # Flags
    def flags(self, **f): self.f.update(f)
    def logic_flags(self, r, w):
        if type(r) is int:
            self.f.update(cf=0, of=0, zf=int(r == 0), sf=r >> (w - 1), pf=parity(r))
        else: self.f.update(cf=0, of=0, zf=SECRET, sf=SECRET, pf=SECRET)
    def secret_flags(self): self.f.update(cf=SECRET, of=SECRET, zf=SECRET, sf=SECRET, pf=SECRET)
    def flag(self, name):
        v = self.f[name]
        if type(v) is Maybe:
            if len({case[name] for case in v.cases}) > 1: raise Secret(f"flag {name} depends on the length")
            v = v.cases[0][name]
        if v is SECRET or type(v) is Bit: raise Secret(f"flag {name} depends on a secret")
        return v
    def condition(self, cc):
        maybe = next((v for v in self.f.values() if type(v) is Maybe), None)
        if maybe is None: return self.evaluate(cc, self.f)
        results = {self.evaluate(cc, {n: (case[n] if v.cases is maybe.cases else SECRET) if type(v) is Maybe else v for n, v in self.f.items()}) for case in maybe.cases}
        if len(results) > 1: raise Secret("a condition depends on the length")
        return results.pop()
    def evaluate(self, cc, flags):
        def f(name):
            if flags[name] is SECRET or type(flags[name]) is Bit: raise Secret(f"flag {name} depends on a secret")
            return flags[name]
        k = (cc - 1) >> 1
        v = [lambda: f("of"), lambda: f("cf"), lambda: f("zf"), lambda: f("cf") | f("zf"), lambda: f("sf"), lambda: f("pf"),
             lambda: f("sf") ^ f("of"), lambda: (f("sf") ^ f("of")) | f("zf")][k]()
        return v ^ (cc - 1) & 1
    def length_flags(self, x, carry):
        """For a result that depends on the length: `carry(sign)` where it is negative, 0 or positive."""
        cases = [{"cf": carry(sign), "zf": int(sign == 0), "sf": int(sign < 0), "of": 0, "pf": SECRET} for sign, may in zip((-1, 0, 1), as_lin(x).signs()) if may]
        self.f = {n: Maybe(cases) for n in self.f}

    def run(self, ip, args):
        self.start(ip, args)
        return self.finish()
    def start(self, ip, args):
        STACK = 0x7ffe_0000_0000
        self.stack = self.mem.map(STACK, 1 << 20, "stack")
        self.g = [new_atom(f"reg{i}", 64) for i in range(16)]
        for v in self.v: v[:] = [new_atom("vreg", 64) for _ in range(8)]
        # Aligned to 16 bytes before the call, as the calling convention promises, and to no more.
        self.g[4] = STACK + (1 << 20) - 4096 - 16 - 8
        self.mem.cpu = self
        for r, a in zip((7, 6, 2, 1, 8, 9), args): self.g[r] = a
        for i, a in enumerate(args[6:]): self.mem.store(self.g[4] + 8 + 8 * i, 8, a)
        self.before = list(self.g)
        self.mem.store(self.g[4], 8, RETURN)
        self.ip = ip
    def go(self, until=None, limit=3_000_000):
        """To the return, or to where `until` says; whether it returned."""
        fn = (0, 0, None)
        while self.ip != RETURN:
            ip = self.ip
            if ip >= HOOKS:
                if ip not in self.image.hook_names: raise Stop(f"control flow leaves the program: {ip:#x}")
                self.hook(self.image.hook_names[ip]); continue
            try: e = self.decode(ip)
            except ValueError as s: raise Stop(f"no instruction at {ip:#x}") from s
            if not fn[0] <= ip < fn[1]:
                f = self.image.function_at(ip)
                fn = (f[0], f[0] + f[1], f[2]) if f else (ip, ip + 1, "?")
            self.current = fn[2]
            if ip == fn[0]:
                self.entered[ip] += 1
                self.frames[fn[2]] = self.g[4]
                if until and until(ip): self.entered[ip] -= 1; return False
            self.by_function[fn[2]] += 1
            self.count += 1
            if self.count > limit: raise Stop("too many instructions")
            if e.handler is None: raise Stop(f"no semantics: {e.text} at {ip:#x} in {fn[2]}")
            self.ip = e.next
            try:
                e.handler(self, e)
            except Stop as s:
                raise type(s)(f"{s}: {e.text} at {ip:#x} (+{ip - fn[0]:#x} of {fn[2]})") from None
            except Exception as s:
                raise Stop(f"{type(s).__name__} {s}: {e.text} at {ip:#x} in {fn[2]}") from s
            self.seen[ip] = e
            if self.ip <= ip and self.jump.match(e.name) and self.ip < HOOKS:
                self.jumped[self.ip, self.g[4]] += 1
                if fn[0] <= self.ip < fn[1]: self.entered_at.setdefault((self.ip, self.g[4]), (fn[0], self.entered[fn[0]]))
                if self.after_jump and self.after_jump(self.ip): return False
        return True
    def finish(self):
        self.go()
        before = self.before
        # What the calling convention promises.
        for r in (3, 5, 12, 13, 14, 15):
            if self.g[r] is not before[r] and not (type(before[r]) is int and self.g[r] == before[r]): raise Stop(f"callee-saved register {r} is lost")
        if self.g[4] != before[4] + 8: raise Stop("stack pointer is lost")
        return self.g[0]

    def hook(self, name):
        sp = self.g[4]
        ret = self.mem.load(sp, 8)
        self.g[4] = sp + 8
        result = self.imported(name, self.g[7], self.g[6], self.g[2])
        if result is not None: self.g[0] = result
        for r in (1, 2, 6, 7, 8, 9, 10, 11): self.g[r] = new_atom("clobbered", 64)
        for i in range(32): self.v[i] = [new_atom("clobbered", 64)] * 8
        self.secret_flags()
        self.ip = ret
    def imported(self, name, a, b, c):
        """What a function of the system does, and returns."""
        if name in ("memcpy", "memmove"):
            if type(a) is not int or type(b) is not int or type(c) is not int: raise Secret(f"{name} with a secret argument")
            if c:
                self.mem.region(a, c, True); self.mem.region(b, c, False)
            data = [(i, n, self.mem.load(b + i, n)) for i, n in pieces(a, c)]
            for i, n, v in data: self.mem.store(a + i, n, v)
            return a
        elif name == "memset":
            if type(a) is not int or type(b) is not int or type(c) is not int: raise Secret(f"{name} with a secret argument")
            if c: self.mem.region(a, c, True)
            for i, n in pieces(a, c): self.mem.store(a + i, n, int.from_bytes(bytes([b & 255]) * n, "little"))
            return a
        elif name in ("malloc", "calloc", "posix_memalign", "aligned_alloc"):
            # Each allocation is a region of its own, with nothing next to it.
            n, align, zero = {"malloc": (a, 16, False), "calloc": (a * b if name == "calloc" else 0, 16, True), "posix_memalign": (c, b, False), "aligned_alloc": (b, a, False)}[name]
            self.heap = (self.heap + align - 1) // align * align
            at = self.heap
            self.mem.map(at, n, f"allocation of {n}")
            if zero: self.mem.fill(at, bytes(n))
            self.heap += n + 4096 & ~15
            if name == "posix_memalign": self.mem.store(a, 8, at); at = 0
            return at
        elif name == "free":
            for r in self.mem.regions:
                if r.start == a and r.name.startswith("allocation"): self.mem.regions.remove(r); break
            else:
                if a: raise Stop("free of what was not allocated")
            self.mem.last = None
        elif name in ("bcmp", "memcmp"):
            # Known-answer tests of kernels: numbers.
            if type(a) is not int or type(b) is not int or type(c) is not int: raise Secret(f"{name} with a secret argument")
            pairs = [(self.mem.load(a + i, 1), self.mem.load(b + i, 1)) for i in range(c)]
            if any(type(x) is not int or type(y) is not int for x, y in pairs): raise Secret(f"{name} of secrets")
            return next((x - y & M64 for x, y in pairs if x != y), 0)
        elif name == "__tls_get_addr":
            return TLS + self.mem.load(a + 8, 8)
        else: raise Stop(f"call of {name}")

RETURN = 0x7fff_ffff_0000
TLS = 0x5000_0000

def pieces(a, c):
    i = 0
    while i < c:
        n = min(8 - (a + i) % 8, c - i)
        yield i, n
        i += n

def parity(r): return int(bin(r & 255).count("1") % 2 == 0)

def split_word(x, w, ew): return [extract(x, i, ew) for i in range(0, w, ew)]
def split(words, ew):
    if ew == 64: return words
    out = []
    for x in words:
        # Slots that nobody reads may count blocks.
        if type(x) in (Lin, Low): x = new_atom("anything", 64)
        for i in range(64 // ew): out.append(extract(x, ew * i, ew))
        # The low half of a sum is a sum of its own: halves of one word that meet again are that word.
        if ew == 32 and type(x) is Poly: T.memo.setdefault(("c", out[-2], out[-1], 32), x)
    return out

def join(parts, ew):
    if ew == 64: return list(parts)
    if ew == 32: return [concat(parts[i], parts[i + 1], 32) for i in range(0, len(parts), 2)]
    if ew < 32: return join([concat(parts[i], parts[i + 1], ew) for i in range(0, len(parts), 2)], 2 * ew)
    raise Stop("join")

HANDLERS = {}
def on(*names):
    def add_handler(f):
        for n in names: HANDLERS[n] = f
        return f
    return add_handler

