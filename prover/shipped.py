"""Proves the kernels of a library as it is shipped: `shipped.py FILE NAMED [FILTER...]`. FILE, which may be stripped, has the bytes; NAMED is
the same library with names that can be read back. The probe's functions are called as always, but each kernel of NAMED that is in FILE takes
the place of the probe's kernel of that name."""
import re, struct, sys
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
        self.moved, self.lost = [], []
        code = [(start, body) for start, body, _, execute in shipped.segments if execute]
        for start, body, name in super().kernels():
            places = [at + m.start() for at, text in code for m in pattern(start, body).finditer(bytes(text))]
            if not places: self.lost.append((start, body, f"{name}, whose code is not there"))
            for at in places:
                self.moved.append((at, len(body), f"{self.nice(name)} at {at - OTHER:#x}"))
                # A jump to it, where the probe's begins.
                here = ours.get(self.nice(name))
                if here: write(probe, here, b"\xe9" + struct.pack("<i", at - here - 5))
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
