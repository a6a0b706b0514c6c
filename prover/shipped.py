"""Proves the kernels of a library as it is shipped: `shipped.py FILE NAMED [FILTER...]`. FILE has the bytes, and symbols without types; NAMED is
the same library with whole names. The probe's functions are called as always, but each kernel of FILE takes the place of the probe's kernel
of that name. Which is which, the code says, but for addresses. Where other names have led the compiler to other registers, the most alike is
taken: a wrong guess is not proved."""
import collections, re, struct, sys
import prove
from iced_x86 import Decoder, OpKind
from image import BASE, Image

OTHER = BASE + 0x0800_0000

def pattern(start, body):
    """The bytes of a function, without the addresses of what lies outside of it."""
    parts, decoder = [], Decoder(64, body, ip=start)
    for i in decoder:
        raw, at = body[i.ip - start:i.next_ip - start], decoder.get_constant_offsets(i)
        if i.is_ip_rel_memory_operand: k = at.displacement_offset
        elif i.op_count and i.op0_kind == OpKind.NEAR_BRANCH64 and not start <= i.near_branch_target < start + len(body): k = at.immediate_offset
        else: k = None
        parts.append(re.escape(raw) if k is None else re.escape(raw[:k]) + b"...." + re.escape(raw[k + 4:]))
    return re.compile(b"".join(parts), re.DOTALL)

class Shipped(prove.Prover):
    def load(self, library):
        probe, shipped = Image(library), Image(FILE, OTHER)
        self.image = probe
        ours = {self.nice(name): start for start, _, name in super().kernels()}
        self.image = Image(NAMED)
        named = [(start, body, self.nice(name)) for start, body, name in super().kernels()]
        self.image, there = shipped, {}
        left = {start: (len(body), self.nice(name)) for start, body, name in super().kernels()}
        for start, body, name in named:
            code = pattern(start, body)
            there[name] = next((at for at, (size, _) in left.items() if size == len(body) and code.fullmatch(shipped.read(at, size))), None)
            left.pop(there[name], None)
        token = lambda name: re.search(r"(\w*)( as |$)", name)[1]
        shapes = lambda at, body: collections.Counter(i.shape for i in self.code(at, body))
        wanted = [(name, shapes(start, body)) for start, body, name in named if not there[name]]
        found = [(at, other, shapes(at, shipped.read(at, size))) for at, (size, other) in left.items()]
        for _, name, at in sorted((((a - b) + (b - a)).total(), name, at) for name, a in wanted for at, other, b in found if token(other) == token(name)):
            if not there[name] and left.pop(at, None): there[name] = at
        self.moved = [(at, shipped.function_at(at)[1], f"{name} at {at - OTHER:#x}") for name, at in there.items() if at]
        self.lost = [(start, body, f"{name}, whose code is not there") for start, body, name in named if not there[name]]
        for name, at in there.items():
            # A jump to it, where the probe's begins.
            if at and name in ours: write(probe, ours[name], b"\xe9" + struct.pack("<i", at - ours[name] - 5))
        probe.segments += shipped.segments
        probe.hook_names |= shipped.hook_names
        known = {start for start, _, _ in self.moved}
        probe.functions = sorted(probe.functions + self.moved + [f for f in shipped.functions if f[0] not in known])
        probe.starts = [start for start, _, _ in probe.functions]
        probe.nice |= shipped.nice | {name: name for _, _, name in self.moved}
        return probe
    def kernels(self): return [kernel for kernel in super().kernels() if kernel[0] >= OTHER] + self.lost

def write(image, at, raw):
    start, body = next((start, body) for start, body, _, _ in image.segments if start <= at < start + len(body))
    body[at - start:at - start + len(raw)] = raw

if __name__ == "__main__":
    FILE, NAMED = sys.argv[1:3]
    del sys.argv[1:3]
    prove.Prover, prove.PREFIX = Shipped, "shipped-"
    sys.exit(prove.main())
