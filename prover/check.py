"""Compares the semantics with this processor: every distinct instruction that the proofs executed, on random operands.
Memory operands are encoded anew with a base register alone. What this processor lacks (AVX-512, SHA-512, XOP) is counted, not checked."""
import ctypes, random, sys, collections
import iced_x86
from iced_x86 import Decoder, Encoder, Register, OpKind, FlowControl, EncodingKind, CpuidFeature
import terms
from semantics import Cpu, Stop, MNEMONIC, SECRET, HANDLERS
import prove

lib = ctypes.CDLL(__import__("os").environ.get("HARNESS", "./harness.so"))
class State(ctypes.Structure):
    _fields_ = [("g", ctypes.c_uint64 * 16), ("flags", ctypes.c_uint64), ("v", ctypes.c_uint8 * 512)]
buffer = ctypes.create_string_buffer(4096)
scratch = (ctypes.addressof(buffer) + 1023) & ~1023
LACKING = {v for k, v in vars(CpuidFeature).items() if isinstance(v, int) and ("AVX512" in k or k in ("SHA512", "XOP", "FMA4", "CMPXCHG8B"))}
FLAG = dict(cf=0, pf=2, zf=6, sf=7, of=11)
skipped, checked, wrong, instances = collections.Counter(), collections.Counter(), collections.Counter(), 0
rng = random.Random(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
done = set()
RSP = {Register.RSP, Register.ESP, Register.SP, Register.SPL}
names = [line.split() for line in open("seen.txt")]
pages = {}
for raw, name in names:
    i = Decoder(64, bytes.fromhex(raw), ip=0x1000).decode()
    name = MNEMONIC[i.mnemonic]
    if i.flow_control != FlowControl.NEXT: skipped["control flow"] += 1; continue
    if name in ("push", "pop", "div", "cpuid", "xgetbv", "cld") or i.has_rep_prefix or i.has_lock_prefix: skipped[name] += 1; continue
    if any(f in LACKING for f in i.cpuid_features()): skipped["AVX-512, SHA-512, XOP"] += 1; continue
    ops = [i.op_kind(n) for n in range(i.op_count)]
    if any(k == OpKind.REGISTER and i.op_register(n) in RSP for n, k in enumerate(ops)): skipped["stack pointer"] += 1; continue
    if OpKind.MEMORY in ops:
        if i.memory_index != Register.NONE and "MM" in str(i.memory_index) or i.is_vsib: skipped["gather"] += 1; continue
        if name == "lea":
            if i.memory_base in RSP or i.memory_base == Register.RIP: skipped["lea"] += 1; continue
        else:
            used = {iced_x86.RegisterExt.full_register(i.op_register(n)) for n, k in enumerate(ops) if k == OpKind.REGISTER}
            base = next(r for r in (Register.RSI, Register.RDI, Register.R9, Register.R10) if r not in used)
            i.memory_base, i.memory_index, i.memory_displacement, i.memory_displ_size = base, Register.NONE, 0, 0
    enc = Encoder(64)
    try: enc.encode(i, 0x1000)
    except Exception as x: skipped["encode"] += 1; continue
    code = enc.take_buffer()
    if code in done: continue
    done.add(code)
    instances += 1
    for trial in range(3):
        terms.reset()
        s = State()
        for r in range(16): s.g[r] = rng.choice([rng.getrandbits(64), rng.getrandbits(8), rng.getrandbits(64) | 1 << 63])
        s.flags = 0x202 | sum(rng.getrandbits(1) << b for b in FLAG.values())
        for b in range(512): s.v[b] = rng.getrandbits(8)
        body = bytes(rng.getrandbits(8) for _ in range(128))
        ctypes.memmove(scratch, body, 128)
        if OpKind.MEMORY in ops and name != "lea": s.g[iced_x86.RegisterExt.number(i.memory_base)] = scratch
        c = Cpu.__new__(Cpu)
        from semantics import Memory
        c.mem = Memory(); c.mem.map(scratch, 128, "scratch"); c.mem.fill(scratch, body)
        c.g = list(s.g); c.v = [[int.from_bytes(bytes(s.v[32 * r + 8 * q:32 * r + 8 * q + 8]), "little") for q in range(4)] + [0] * 4 for r in range(16)] + [[0] * 8 for _ in range(16)]
        c.k, c.f = [0] * 8, {n: s.flags >> b & 1 for n, b in FLAG.items()}
        c.decoded, c.cuts, c.width, c.patches, c.near, c.count, c.unproved = {}, {}, 64, {0x1000 + k: code[k:k + 1] for k in range(len(code))}, {}, 0, []
        c.byte = lambda at: b"\x90"
        e = c.decode(0x1000)
        c.ip = e.next
        try:
            if e.handler is None: raise Stop("no semantics")
            e.handler(c, e)
        except Stop as x: skipped[f"{name}: {x}"] += 1; break
        lib.run(ctypes.byref(s), code, len(code))
        after = ctypes.string_at(scratch, 128)
        bad = [f"r{r} {c.g[r]:x} and not {s.g[r]:x}" for r in range(16) if r != 4 and c.g[r] != s.g[r]]
        bad += [f"v{r}" for r in range(16) if c.v[r][:4] != [int.from_bytes(bytes(s.v[32 * r + 8 * q:32 * r + 8 * q + 8]), "little") for q in range(4)]]
        if b"".join(c.mem.cells[scratch + 8 * k].to_bytes(8, "little") for k in range(16)) != after: bad.append("memory")
        bad += [f"{n} {c.f[n]}" for n, b in FLAG.items() if c.f[n] is not SECRET and c.f[n] != s.flags >> b & 1]
        if bad:
            wrong[name] += 1
            if wrong[name] <= 2: print("WRONG", e.text, code.hex(), bad[:3])
            break
    else: checked[name] += 1
print(f"{sum(checked.values())} encodings of {len(checked)} mnemonics agree with the processor, {sum(wrong.values())} do not; {len(HANDLERS)} mnemonics have semantics")
print("not checked:", dict(skipped))
print(" ".join(sorted(checked)))
