"""Executes aarch64 machine code on terms, as machine.py does for x86-64: its registers, operands, flags and calling convention."""
import re
import capstone as cs
from capstone import arm64
from terms import *
from machine import Bit, Bounds, Cpu, Lin, RETURN, Secret, SECRET, Stop, TLS, join, split

DECODER = cs.Cs(cs.CS_ARCH_ARM64, cs.CS_MODE_ARM)
DECODER.detail = True
HANDLERS = {}
# machine.py and induction.py have the stack pointer in place 4: x4 has place 31.
SP, X4, LINK = 4, 31, 30
def place(n): return X4 if n == 4 else n
# Arrangements: bits of an element, bits of the vector.
VAS = {getattr(arm64, f"ARM64_VAS_{n}{letter}"): (w, n * w) for letter, w in dict(B=8, H=16, S=32, D=64).items() for n in (16, 8, 4, 2, 1) if hasattr(arm64, f"ARM64_VAS_{n}{letter}")}
# Conditions: a subtraction leaves the flags of x86-64 but for the carry, which is kept as the borrow that it is there.
CONDITIONS = dict(eq=5, ne=6, hs=4, cs=4, lo=3, cc=3, mi=9, pl=10, vs=1, vc=2, hi=8, ls=7, ge=14, lt=13, gt=16, le=15)
SCALARS = dict(b=8, h=16, s=32, d=64, q=128)

class Op:
    """kind: g (general), z (zero), v (vector: element width w of `bits`, or element `index`), i (number), m (memory), o (of the system)."""
    __slots__ = ("kind", "n", "w", "bits", "index", "shift", "by", "extend", "base", "off")
    def __getitem__(self, k): return self.kind  # as controls.py asks

class Ins:
    __slots__ = ("ip", "next", "name", "ops", "handler", "raw", "text", "cond", "writeback")

def register(op, name):
    if name in ("xzr", "wzr"): op.kind, op.w = "z", 64 if name[0] == "x" else 32
    elif name in ("sp", "wsp"): op.kind, op.n, op.w = "g", SP, 64 if name == "sp" else 32
    elif name == "fp" or name == "lr": op.kind, op.n, op.w = "g", 29 if name == "fp" else 30, 64
    elif name[0] in "xw": op.kind, op.n, op.w = "g", place(int(name[1:])), 64 if name[0] == "x" else 32
    elif name[0] == "v": op.kind, op.n, op.w = "v", int(name[1:]), 128
    elif name[0] in SCALARS and name[1:].isdigit(): op.kind, op.n, op.w = "v", int(name[1:]), SCALARS[name[0]]
    else: raise Stop(f"register {name}")
    op.bits = op.w

class ArmCpu(Cpu):
    red_zone, jump = 0, re.compile(r"(b|b\..*|cbn?z|tbn?z)$")
    def __init__(self, image, features, width=64):
        super().__init__(image, features, width)
        self.g, self.v, self.k = [0] * 32, [[0] * 2 for _ in range(32)], []
    def decode(self, ip):
        e = self.decoded.get(ip)
        if e is not None: return e
        raw = b"".join(self.patches.get(ip + i) or self.byte(ip + i) for i in range(4))
        i = next(DECODER.disasm(raw, ip), None)
        if i is None: raise ValueError("not an instruction")
        e = self.decoded[ip] = Ins()
        e.ip, e.next, e.raw, e.name, e.text = ip, ip + 4, raw, i.mnemonic, f"{i.mnemonic} {i.op_str}"
        e.writeback, e.ops = i.writeback, []
        text = i.op_str.split(", ")
        e.cond = CONDITIONS.get(i.mnemonic[2:] if i.mnemonic.startswith("b.") else text[-1])
        widths = re.findall(r"\.([bhsd])\}?\[\w+\]", i.op_str)
        for o in i.operands:
            op = Op()
            op.shift, op.by, op.extend, op.index = o.shift.type, o.shift.value, o.ext, -1
            if o.type == arm64.ARM64_OP_REG:
                register(op, i.reg_name(o.reg))
                if o.vas in VAS: op.w, op.bits = VAS[o.vas]
                if o.vector_index >= 0: op.index, op.w = o.vector_index, SCALARS[widths.pop(0)]
            elif o.type == arm64.ARM64_OP_IMM: op.kind, op.n = "i", o.imm
            elif o.type == arm64.ARM64_OP_MEM:
                op.kind, op.n = "m", o.mem.disp
                op.base, op.off = Op(), Op() if o.mem.index else None
                register(op.base, i.reg_name(o.mem.base))
                if op.off: register(op.off, i.reg_name(o.mem.index)); op.off.shift, op.off.by, op.off.extend, op.off.index = op.shift, op.by, op.extend, -1
            else: op.kind = "o"
            e.ops.append(op)
        e.handler = HANDLERS.get(e.name.split(".")[0])
        if i.writeback and e.handler and not e.text.endswith("!"): e.handler = lambda c, e, f=e.handler: (f(c, e), c.write_back())
        return e

    # Operands
    def get(self, o, w=None):
        """A number, a general register (shifted or extended), an element or the low bits of a vector register; as a word of w bits."""
        if o.kind == "i": return o.n << (o.by if o.shift else 0) & ONES[w]
        if o.kind == "z": return 0
        if o.kind == "v": return extract(self.v[o.n][max(o.index, 0) * o.w // 64], max(o.index, 0) * o.w % 64, o.w)
        x = self.g[o.n] if o.w == 64 else extract(self.g[o.n], 0, 32)
        w = w or o.w
        if o.extend: return self.extended(x, o, w)
        if w > o.w: x = zext(x, w)
        return self.shifted(x, o.shift, o.by, w) if o.shift else x
    def shifted(self, x, kind, n, w):
        if type(x) is Lin:
            if kind == arm64.ARM64_SFT_LSL: return lin_times(x, 1 << n)
            if kind == arm64.ARM64_SFT_LSR: return lin_divide(x, 1 << n)[0]
            raise Stop("shift of a length")
        if kind == arm64.ARM64_SFT_LSL: return shl(x, n, w)
        if kind == arm64.ARM64_SFT_LSR: return shr(x, n, w)
        if kind == arm64.ARM64_SFT_ROR: return rotl(x, -n, w)
        if kind == arm64.ARM64_SFT_ASR: return shr(sext(x, w, 2 * w), n, 2 * w) & ONES[w] if type(x) is int else extract(shr(sext(x, w, 2 * w), n, 2 * w), 0, w)
        raise Stop("a shift of another kind")
    def extended(self, x, o, w):
        n = {arm64.ARM64_EXT_UXTB: 8, arm64.ARM64_EXT_SXTB: 8, arm64.ARM64_EXT_UXTH: 16, arm64.ARM64_EXT_SXTH: 16, arm64.ARM64_EXT_UXTW: 32, arm64.ARM64_EXT_SXTW: 32}.get(o.extend, 64)
        if n < w: x = (sext if o.extend >= arm64.ARM64_EXT_SXTB else zext)(extract(x, 0, n), *((n, w) if o.extend >= arm64.ARM64_EXT_SXTB else (w,)))
        return self.shifted(x, arm64.ARM64_SFT_LSL, o.by, w) if o.by else x
    def set(self, o, x):
        """A whole general register, an element of a vector register, or its low bits with zeroes above."""
        if o.kind == "g": self.g[o.n] = x if o.w == 64 else zext(x, 64)
        elif o.kind == "v" and o.index < 0: self.v[o.n] = [zext(x, 64), 0]
        elif o.kind == "v":
            parts = split(self.v[o.n], o.w)
            parts[o.index] = x
            self.v[o.n] = join(parts, o.w)
        elif o.kind != "z": raise Stop("operand")
    def words(self, o, bits=None): return self.v[o.n] if (bits or o.bits) == 128 else self.v[o.n][:1]
    def elements(self, o, w=None): return split(self.words(o), w or o.w)
    def put(self, o, parts, w):
        """The elements of a vector; zeroes above."""
        words = join(parts, w)
        self.v[o.n] = words + [0] * (2 - len(words))
    def address(self, e, size=None):
        """That of the memory operand; what is added after the access is kept in `later`."""
        k = next(k for k, o in enumerate(e.ops) if o.kind == "m")
        m = e.ops[k]
        base = self.g[m.base.n]
        off = self.get(m.off, 64) if m.off else m.n & ONES[64]
        if type(off) is Poly or type(base) is Poly: raise Secret("address depends on a secret")
        at = add(base, off, 64)
        after = e.ops[k + 1:]
        if e.writeback:
            if after: self.later = m.base.n, add(base, after[0].n & ONES[64] if after[0].kind == "i" else self.get(after[0], 64), 64)
            elif e.text.endswith("!"): self.g[m.base.n] = at
            else:
                # Of structures: by a register, or by their size.
                self.later, at = (m.base.n, add(base, off if m.off else m.n or size, 64)), base
        return at
    def write_back(self):
        """To the base of the address, after the access."""
        n, at = self.later
        self.g[n] = at
    def cut(self, x, w, scalar=False):
        """Also rotated words of the specification: a rotation may be left to the next instruction, which rotates its operand."""
        if type(x) is not Poly: return x
        new = super().cut(x, w, scalar)
        if new is not x or w != 64 or self.lane != 64 or not self.cuts: return new
        key = self.ones(x.s)
        if self.rotated[0] is not self.cuts: self.rotated = self.cuts, {self.ones(sample): (literal, definition) for (width, sample), (literal, definition, _) in self.cuts.items() if width == w}
        literal, definition = self.rotated[1].get(key, (None, None))
        if literal is None: return x
        for r in range(1, 64):
            if rotl(fields(x.s, w)[0], r, w) != fields(literal.s, w)[0]: continue
            back = rotl(x, r, w)
            if back is literal: return x
            if expand(back, self.aux) is expand(definition, self.aux): return rotl(literal, -r, w)
        return x
    rotated = None, None
    @staticmethod
    def ones(sample): return tuple(x.bit_count() for x in fields(sample, 64))
    def load(self, at, bits):
        """As words of at most 64 bits."""
        return [self.mem.load(at, bits // 8)] if bits <= 64 else [self.mem.load(at, 8), self.mem.load(add(at, 8, 64), 8)]
    def store(self, at, words, bits):
        for k, x in enumerate(words): self.mem.store(add(at, 8 * k, 64), min(bits, 64) // 8, x)

    # Calls
    def start(self, ip, args):
        stack = 0x7ffe_0000_0000
        self.stack = self.mem.map(stack, 1 << 20, "stack")
        self.g = [new_atom(f"reg{i}", 64) for i in range(32)]
        self.v = [[new_atom("vreg", 64) for _ in range(2)] for _ in range(32)]
        self.g[SP] = stack + (1 << 20) - 4096
        self.mem.cpu = self
        for r, a in enumerate(args): self.g[place(r)] = a
        self.g[LINK] = RETURN
        self.before = list(self.g) + [v[0] for v in self.v]
        self.ip = ip
    def finish(self):
        self.go()
        now = list(self.g) + [v[0] for v in self.v]
        # What the calling convention promises: the lower halves of vector registers.
        for r in (SP, *range(19, 30), *range(32 + 8, 32 + 16)):
            if now[r] is not self.before[r] and not (type(now[r]) is int and now[r] == self.before[r]): raise Stop(f"callee-saved register {r} is lost")
        return self.g[0]
    def hook(self, name):
        self.ip = self.g[LINK]
        if name == "tlsdesc":
            # The place in the thread's variables; `mrs` gives where they begin. No other register changes.
            self.g[0] = self.mem.load(self.g[0] + 8, 8)
            return
        if name == "getauxval":
            # What Linux says of a processor with all that the forms need; it does not let programs read midr_el1.
            result = {16: self.features, 26: 0, 29: 0}.get(self.g[0])
            if result is None: raise Stop(f"getauxval of {self.g[0]}")
        else: result = self.imported(name, self.g[0], self.g[1], self.g[2])
        for r in (*range(4), X4, *range(5, 19), LINK): self.g[r] = new_atom("clobbered", 64)
        for i, v in enumerate(self.v): self.v[i] = [v[0] if 8 <= i < 16 else new_atom("clobbered", 64), new_atom("clobbered", 64)]
        if result is not None: self.g[0] = result
        self.secret_flags()
