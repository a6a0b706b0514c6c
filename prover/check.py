"""Compares the semantics with this processor: each instruction that the proofs executed (prove.py lists them in executed.txt), on random
operands; the first encoding of each form (all but registers, addresses and distances) on many, and with each choice of edges for its operands.
Memory operands are encoded anew, with a base register alone. What this processor lacks is counted. `check.py [TRIALS [OF_A_FORM [SEED]]]`."""
import collections, ctypes, itertools, os, random, subprocess, sys, tempfile
import iced_x86
from iced_x86 import CpuidFeature, Decoder, Encoder, FlowControl, OpKind, Register, RegisterExt
import isa, prove, terms
from machine import Cpu, Memory, Stop, MNEMONIC, SECRET, HANDLERS

trials, of_a_form, seed = map(int, (sys.argv[1:] + ["3", "1000", "1"][len(sys.argv) - 1:]))
rng = random.Random(seed)
here = os.path.dirname(os.path.abspath(__file__))
with tempfile.TemporaryDirectory() as folder:
    subprocess.run(["cc", "-O1", "-shared", "-fPIC", "-Wl,-Bsymbolic", "-o", f"{folder}/harness.so", f"{here}/harness.c"], check=True)
    lib = ctypes.CDLL(f"{folder}/harness.so")
flags_of_this = set(next(line for line in open("/proc/cpuinfo") if line.startswith("flags")).split())
KERNEL_NAMES = {"SHA512": "sha512", "XOP": "xop", "SHA": "sha_ni", "AVX512F": "avx512f", "AVX512VL": "avx512vl", "AVX512BW": "avx512bw", "AVX512DQ": "avx512dq", "BMI1": "bmi1", "BMI2": "bmi2", "AVX2": "avx2", "AVX": "avx", "SSSE3": "ssse3", "SSE4_1": "sse4_1"}
lacking = {f for f, name in KERNEL_NAMES.items() if name not in flags_of_this} | (set() if lib.wide() else {"AVX512F"})

class State(ctypes.Structure):
    _fields_ = [("g", ctypes.c_uint64 * 16), ("flags", ctypes.c_uint64), ("k", ctypes.c_uint64 * 8), ("v", ctypes.c_uint8 * 2048)]
buffer = ctypes.create_string_buffer(4096)
scratch = (ctypes.addressof(buffer) + 1023) & ~1023
FLAG = dict(cf=0, pf=2, zf=6, sf=7, of=11)
RSP = {Register.RSP, Register.ESP, Register.SP, Register.SPL}
EDGES = [0, 1, 2**63, 2**64 - 1, 0xffffffff, 0x80000000, 0x7fffffff]
VECTORS = 32 if lib.wide() else 16
skipped, checked, wrong, done, forms, operands = collections.Counter(), collections.Counter(), collections.Counter(), set(), set(), 0
unchecked = collections.defaultdict(collections.Counter)

def number(): return rng.choice([rng.getrandbits(64), rng.getrandbits(64), rng.getrandbits(8), rng.choice(EDGES)])
def skip(why, name):
    skipped[why] += 1
    unchecked[why][name] += 1

def vectors(state):
    raw = bytes(state.v)
    return [[int.from_bytes(raw[64 * r + 8 * q:64 * r + 8 * q + 8], "little") for q in range(8)] for r in range(32)]

def put(s, register, edge):
    """The same number in a register, or in each element of a vector."""
    full = RegisterExt.full_register(register)
    if RegisterExt.is_gpr(full): s.g[RegisterExt.number(full)] = edge
    elif RegisterExt.is_k(full): s.k[RegisterExt.number(full)] = edge
    elif RegisterExt.is_vector_register(full): s.v[64 * RegisterExt.number(full):64 * RegisterExt.number(full) + 64] = edge.to_bytes(8, "little") * 8
def operands_of(i):
    """The last three that are no immediates: they are read, whatever the first one is."""
    return [n for n in reversed(range(i.op_count)) if i.op_kind(n) in (OpKind.REGISTER, OpKind.MEMORY)][:3]
def edges(i):
    """All choices of an edge for each of these."""
    return itertools.product(EDGES, repeat=len(operands_of(i)))
def compare(i, code, has_memory, chosen=()):
    """What differs from the processor."""
    terms.reset()
    s = State()
    for r in range(16): s.g[r] = number()
    for r in range(8): s.k[r] = number()
    s.flags = 0x202 | sum(rng.getrandbits(1) << b for b in FLAG.values())
    for b in range(0, 2048, 8): s.v[b:b + 8] = number().to_bytes(8, "little")
    body = b"".join(number().to_bytes(8, "little") for _ in range(16))
    for n, edge in zip(operands_of(i), chosen):
        if i.op_kind(n) == OpKind.REGISTER: put(s, i.op_register(n), edge)
        else: body = edge.to_bytes(8, "little") * 16
    ctypes.memmove(scratch, body, 128)
    if has_memory: s.g[RegisterExt.number(i.memory_base)] = scratch
    c = Cpu(probe.image, prove.cpuid)
    c.mem = Memory(); c.mem.map(scratch, 128, "scratch"); c.mem.fill(scratch, body)
    c.g, c.k, c.v = list(s.g), list(s.k), vectors(s)
    c.f, c.cuts, c.current = {n: s.flags >> b & 1 for n, b in FLAG.items()}, {}, "check"
    c.patches = {0x1000 + k: code[k:k + 1] for k in range(len(code))}
    c.byte = lambda at: b"\x90"
    e = c.decode(0x1000)
    c.ip = e.next
    if e.handler is None: raise Stop("no semantics")
    e.handler(c, e)
    lib.run(ctypes.byref(s), code, len(code))
    bad = [f"r{r} {c.g[r]:x} and not {s.g[r]:x}" for r in range(16) if r != 4 and c.g[r] != s.g[r]]
    v, words = vectors(s), 8 if lib.wide() else 4
    bad += [f"v{r}" for r in range(VECTORS) if c.v[r][:words] != v[r][:words]]
    if lib.wide(): bad += [f"k{r}" for r in range(8) if c.k[r] != s.k[r]]
    if b"".join(c.mem.cells[scratch + 8 * k].to_bytes(8, "little") for k in range(16)) != ctypes.string_at(scratch, 128): bad.append("memory")
    return bad + [f"{n} {c.f[n]}" for n, b in FLAG.items() if c.f[n] is not SECRET and c.f[n] != s.flags >> b & 1]

def check(raw):
    global operands
    i = Decoder(64, bytes.fromhex(raw), ip=0x1000).decode()
    name = MNEMONIC[i.mnemonic]
    if i.flow_control != FlowControl.NEXT: return skip("control flow", name)
    if name in ("push", "pop", "div", "cpuid", "xgetbv", "cld") or i.has_rep_prefix or i.has_lock_prefix: return skip("the stack, or of the system", name)
    missing = isa.features(bytes.fromhex(raw)) & lacking
    if missing: return skip(f"not on this processor: {' '.join(sorted(missing))}", name)
    kinds = [i.op_kind(n) for n in range(i.op_count)]
    if any(k == OpKind.REGISTER and i.op_register(n) in RSP for n, k in enumerate(kinds)): return skip("stack pointer", name)
    has_memory = OpKind.MEMORY in kinds
    if has_memory:
        if i.is_vsib: return skip("gather", name)
        if name == "lea":
            has_memory = False
            if i.memory_base in RSP or i.memory_base == Register.RIP: return skip("stack pointer", name)
        else:
            used = {RegisterExt.full_register(i.op_register(n)) for n, k in enumerate(kinds) if k == OpKind.REGISTER}
            i.memory_base = next(r for r in (Register.RSI, Register.RDI, Register.R9, Register.R10) if r not in used)
            i.memory_index, i.memory_displacement, i.memory_displ_size = Register.NONE, 0, 0
    encoder = Encoder(64)
    encoder.encode(i, 0x1000)
    code = encoder.take_buffer()
    if code in done: return
    done.add(code)
    last = i.op_count - 1
    form = i.code, i.immediate8 if last >= 0 and i.op_kind(last) == OpKind.IMMEDIATE8 else 0, has_memory, i.op_mask != Register.NONE, i.zeroing_masking
    choices = [()] * trials
    if form not in forms: choices = [()] * of_a_form + list(edges(i))
    for chosen in choices:
        operands += 1
        try: bad = compare(i, code, has_memory, chosen)
        except Stop as s: return skip(f"semantics stop: {s}", name)
        if bad:
            wrong[name] += 1
            if wrong[name] <= 2: print("WRONG", i, code.hex(), bad[:3])
            return
    forms.add(form)
    checked[name] += 1

probe = prove.Prover()
for line in open(prove.executed(prove.LIBRARY)): check(line.split()[0])
print(f"check: {sum(checked.values())} encodings of {len(checked)} mnemonics of {len(forms)} forms agree with this processor on {operands} operands, {sum(wrong.values())} do not")
print("agree:", " ".join(sorted(checked)))
for why, names in sorted(unchecked.items()): print(f"not checked, {why}: {sum(names.values())} encodings: {' '.join(sorted(names))}")
never = {name for names in unchecked.values() for name in names} - set(checked)
print("mnemonics never checked:", " ".join(sorted(never)))
sys.exit(1 if wrong else 0)
