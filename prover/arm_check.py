"""Compares the semantics with qemu: each instruction that the proofs executed (arm.py lists them in executed.txt), on random operands. The
base of an address is another register, which points into the harness's memory. `arm_check.py [TRIALS] [SEED]`."""
import collections, os, random, struct, subprocess, sys, tempfile
import arm, prove, terms
from arm_machine import ArmCpu, DECODER, SP, place
from machine import Memory, SECRET, Stop
from image import Image

trials, rng = int(sys.argv[1]) if len(sys.argv) > 1 else 3, random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
here = os.path.dirname(os.path.abspath(__file__))
folder = tempfile.TemporaryDirectory()
subprocess.run(["aarch64-linux-gnu-gcc", "-O1", "-static", "-o", f"{folder.name}/harness", f"{here}/arm_harness.c"], check=True)
qemu = subprocess.Popen(["qemu-aarch64", "-cpu", "max", f"{folder.name}/harness"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
MEMORY, BYTES, MIDDLE = 0x2000_0000, 1024, 0x2000_0200
EDGES = [0, 1, 2**63, 2**64 - 1, 0xffffffff, 0x80000000, 0x7fffffff, 0x80000000_80000000, 0xff00ff00_00ff00ff]
FLAGS = dict(sf=31, zf=30, cf=29, of=28)
image = Image(prove.LIBRARY)
skipped, checked, wrong, done = collections.defaultdict(collections.Counter), collections.Counter(), collections.Counter(), set()

def number(): return rng.choice([rng.getrandbits(64), rng.getrandbits(64), rng.getrandbits(8), rng.choice(EDGES)])
def of_qemu(code, g, flags, v, body):
    qemu.stdin.write(struct.pack("<Q31QQ64Q", code, *g, flags, *v) + body)
    qemu.stdin.flush()
    answer = qemu.stdout.read(768 + BYTES)
    if len(answer) != 768 + BYTES: sys.exit(f"qemu ended at {code:08x}")
    values = struct.unpack("<31QQ64Q", answer[:768])
    return values[:31], values[31], values[32:], answer[768:]

def compare(code, base):
    """What differs from qemu. `base`: the register of the address, its value, and a register that is added to it."""
    terms.reset()
    g, v, body = [number() for _ in range(31)], [number() for _ in range(64)], rng.randbytes(BYTES)
    flags = rng.getrandbits(4) << 28
    if base:
        register, at, index = base
        g[register] = at
        if index is not None: g[index] = rng.randrange(4)
    c = ArmCpu(image, None)
    c.mem = Memory(); c.mem.map(MEMORY, BYTES, "scratch"); c.mem.fill(MEMORY, body); c.mem.cpu = c
    for r in range(31): c.g[place(r)] = g[r]
    c.v = [list(v[2 * r:2 * r + 2]) for r in range(32)]
    # A carry is kept as the borrow.
    c.f = {n: (flags >> b & 1) ^ (n == "cf") for n, b in FLAGS.items()} | {"pf": SECRET}
    c.cuts, c.current, c.patches = {}, "check", {0x1000 + k: bytes([code >> 8 * k & 255]) for k in range(4)}
    e = c.decode(0x1000)
    if e.handler is None: raise Stop("no semantics")
    e.handler(c, e)
    g, flags, v, body = of_qemu(code, g, flags, v, body)
    bad = [f"x{r} {c.g[place(r)]:x} and not {g[r]:x}" for r in range(31) if c.g[place(r)] != g[r]]
    bad += [f"v{r} {c.v[r][1]:x} {c.v[r][0]:x} and not {v[2 * r + 1]:x} {v[2 * r]:x}" for r in range(32) if c.v[r] != list(v[2 * r:2 * r + 2])]
    if b"".join(c.mem.cells[MEMORY + 8 * k].to_bytes(8, "little") for k in range(BYTES // 8)) != body: bad.append("memory")
    return bad + [f"{n} {c.f[n]}" for n, b in FLAGS.items() if c.f[n] is not SECRET and c.f[n] ^ (n == "cf") != flags >> b & 1]

def check(code):
    i = next(DECODER.disasm(code.to_bytes(4, "little"), 0x1000))
    name = i.mnemonic
    def skip(why): skipped[why][name] += 1
    if name.split(".")[0] in ("b", "bl", "br", "blr", "ret", "cbz", "cbnz", "tbz", "tbnz"): return skip("jumps")
    if name in ("adr", "adrp", "mrs") or name == "ldr" and code >> 24 & 0x3b == 0x18: return skip("places in the program, registers of the system")
    if name.startswith(("st", "ld")) and name[2:4] in ("xr", "lx") and name[:2] == "st": return skip("exclusive stores")
    base = None
    ops = arm.ArmCpu(image, None)
    ops.patches = {0x1000 + k: bytes([code >> 8 * k & 255]) for k in range(4)}
    e = ops.decode(0x1000)
    memory = next((o for o in e.ops if o.kind == "m"), None)
    if memory:
        # The base is in bits 5 to 9; data in bits 0 to 4 and perhaps 10 to 14; what is added in bits 16 to 20.
        register = next(r for r in (5, 6, 7, 9) if r not in (code & 31, code >> 10 & 31, code >> 16 & 31))
        code = code & ~(31 << 5) | register << 5
        index = code >> 16 & 31 if memory.off and code >> 16 & 31 < 31 else None
        base = register, MIDDLE - (0 if memory.off else memory.n), index
    if any(o.kind == "g" and o.n == SP for o in e.ops): return skip("the stack pointer as an operand")
    if code in done: return
    done.add(code)
    for _ in range(trials):
        try: bad = compare(code, base)
        except Stop as s: return skip(f"semantics stop: {s}")
        if bad:
            wrong[name] += 1
            if wrong[name] <= 2: print("WRONG", i.mnemonic, i.op_str, f"{code:08x}", bad[:3])
            return
    checked[name] += 1

for line in open(prove.executed(prove.LIBRARY)): check(int.from_bytes(bytes.fromhex(line.split()[0]), "little"))
qemu.stdin.close()
print(f"check: {sum(checked.values())} encodings of {len(checked)} mnemonics agree with qemu on {trials} operands each, {sum(wrong.values())} do not")
print("agree:", " ".join(sorted(checked)))
for why, names in sorted(skipped.items()): print(f"not checked, {why}: {sum(names.values())} encodings: {' '.join(sorted(names))}")
print("mnemonics never checked:", " ".join(sorted({name for names in skipped.values() for name in names} - set(checked))))
sys.exit(1 if wrong or not checked else 0)
