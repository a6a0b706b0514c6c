"""Compares the semantics with an engine, wasmtime: each instruction that the proofs executed (wasm.py lists them in executed.txt), on random
operands, which a function around it takes from memory. `wasm_check.py [TRIALS] [SEED]`."""
import collections, ctypes, importlib.metadata, random, sys
import wasmtime
import prove, terms, wasm  # noqa: sets prove up
from machine import Memory, Stop
from wasm_machine import HANDLERS, WasmCpu
from wasm_module import Module, Reader, decode
from wasm_semantics import ONE, SHAPES, TWO

trials, rng = int(sys.argv[1]) if len(sys.argv) > 1 else 20, random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
TYPES = {"i32": (0x7f, b"\x28", b"\x36", 4), "i64": (0x7e, b"\x29", b"\x37", 8), "v128": (0x7b, b"\xfd\x00", b"\xfd\x0b", 16)}  # number, load, store, bytes
OPERANDS, RESULT, SCRATCH, BYTES, PAGES = 0, 64, 0x18_0000, 512, 32
EDGES = [0, 1, 2**63, 2**64 - 1, 0xffffffff, 0x80000000, 0x7fffffff, 0x80000000_80000000, 0xff00ff00_00ff00ff]

def signature(name):
    """Operands and results; a is an address, n a length."""
    t, _, op = name.partition(".")
    if name in ("memory.copy", "memory.fill"): return ["a", "a" if op == "copy" else "i32", "n"], []
    if name == "select": return ["i64", "i64", "i32"], ["i64"]
    if op == "const": return [], [t]
    if "load" in op: return ["a"] + ["v128"] * op.endswith("lane"), [t]
    if "store" in op: return ["a", t], []
    if t in ("i32", "i64"):
        if op == "wrap_i64" or op.startswith("extend_i32"): return [{"i32": "i64", "i64": "i32"}[t]], [t]
        return [t] * (1 if op in ONE or op == "eqz" else 2), [t if op in ONE or op in TWO else "i32"]
    lane = "i64" if t == "i64x2" else "i32"
    if t == "v128": return ["v128"] * {"not": 1, "any_true": 1, "bitselect": 3}.get(op, 2), ["i32" if op == "any_true" else "v128"]
    if t not in SHAPES: return None
    if op in ("all_true", "bitmask") or op.startswith("extract"): return ["v128"], [lane if op.startswith("extract") else "i32"]
    if op == "splat": return [lane], ["v128"]
    return ["v128"] + [{"replace_lane": lane, "shl": "i32", "shr_u": "i32", "shr_s": "i32"}.get(op, "v128")] * (not op.startswith("extend")), ["v128"]

def leb(n):
    out = b""
    while True:
        n, low = n >> 7, n & 127
        out += bytes([low | 128 * (n > 0)])
        if not n: return out
def section(number, items): return bytes([number]) + leb(len(leb(len(items)) + b"".join(items))) + leb(len(items)) + b"".join(items)
def function(raw, operands, results):
    """Its operands are in memory, 16 bytes each, and its result goes there."""
    zero, load = b"\x41\x00", lambda t, at: b"\x41\x00" + TYPES.get(t, TYPES["i32"])[1] + b"\x00" + leb(at)
    body = b"\x00" + zero * len(results) + b"".join(load(t, OPERANDS + 16 * k) for k, t in enumerate(operands)) + raw + b"".join(TYPES[t][2] + b"\x00" + leb(RESULT) for t in results) + b"\x0b"
    return leb(len(body)) + body

def number(): return rng.choice([rng.getrandbits(64), rng.getrandbits(64), rng.getrandbits(8), rng.choice(EDGES)])
def compare(run, memory, i, operands, results):
    """What differs from the engine."""
    terms.reset()
    at = lambda: SCRATCH + 64 + rng.randrange(256)
    values = [at() - (i.args[0] if "." in i.name and not i.name.startswith("memory") else 0) if t == "a" else rng.randrange(64) if t == "n" else [number(), number()] if t == "v128" else number() & terms.ONES[8 * TYPES[t][3]] for t in operands]
    body = rng.randbytes(BYTES)
    for k, x in enumerate(values): memory[OPERANDS + 16 * k:OPERANDS + 16 * k + 16] = list(sum(v << 64 * j for j, v in enumerate(x if type(x) is list else [x])).to_bytes(16, "little"))
    memory[SCRATCH:SCRATCH + BYTES] = list(body)
    c = WasmCpu(image, None)
    c.mem = Memory(); c.mem.map(SCRATCH, BYTES, "scratch"); c.mem.fill(SCRATCH, body); c.mem.cpu = c
    c.s = list(values)
    stopped = trapped = None
    try: HANDLERS[i.name](c, i)
    except Stop as s: stopped = str(s)
    try: run(store)
    except wasmtime.Trap as s: trapped = str(s)
    if stopped or trapped: return [] if stopped == "a trap" and trapped else [stopped, trapped]
    bad = []
    for t, x in zip(results, c.s):
        n = TYPES[t][3]
        have, want = sum(v << 64 * j for j, v in enumerate(x if type(x) is list else [x])), int.from_bytes(bytes(memory[RESULT:RESULT + n]), "little")
        if have != want: bad.append(f"{have:x} and not {want:x} of {values}")
    if len(c.s) != len(results): bad.append("the number of results")
    if b"".join(c.mem.cells[SCRATCH + k].to_bytes(8, "little") for k in range(0, BYTES, 8)) != bytes(memory[SCRATCH:SCRATCH + BYTES]): bad.append("memory")
    return bad

image, skipped, checked, wrong, cases = Module(prove.LIBRARY), collections.Counter(), collections.Counter(), collections.Counter(), []
for line in open(prove.executed(prove.LIBRARY)):
    raw = bytes.fromhex(line.split()[0])
    i = decode(Reader(raw), 0)
    if "_lane" in i.name and ("load" in i.name or "store" in i.name): i.args = i.args[:2]
    kind = signature(i.name)
    if kind is None: skipped[i.name] += 1
    else: cases.append((i, raw, *kind))
export = lambda name, kind, index: leb(len(name)) + name + bytes([kind]) + leb(index)
module = b"\0asm\1\0\0\0" + section(1, [b"\x60\0\0"]) + section(3, [b"\0"] * len(cases)) + section(5, [b"\0" + leb(PAGES)]) + section(7, [export(b"memory", 2, 0)] + [export(b"f%d" % k, 0, k) for k in range(len(cases))]) + section(10, [function(*case[1:]) for case in cases])
store = wasmtime.Store()
instance = wasmtime.Instance(store, wasmtime.Module(store.engine, module), [])
exports = instance.exports(store)
pointer = exports["memory"].data_ptr(store)
memory = (ctypes.c_ubyte * (65536 * PAGES)).from_address(ctypes.addressof(pointer.contents))
for k, (i, raw, operands, results) in enumerate(cases):
    for _ in range(trials):
        bad = compare(exports[f"f{k}"], memory, i, operands, results)
        if bad:
            wrong[i.name] += 1
            if wrong[i.name] <= 2: print("WRONG", i.text, raw.hex(), bad[:3])
            break
    else: checked[i.name] += 1
print(f"check: {sum(checked.values())} encodings of {len(checked)} instructions agree with wasmtime {importlib.metadata.version('wasmtime')} on {trials} operands each, {sum(wrong.values())} do not")
print("agree:", " ".join(sorted(checked)))
print(f"not checked, control, locals and globals: {sum(skipped.values())} encodings: {' '.join(sorted(skipped))}")
sys.exit(1 if wrong or not checked else 0)
