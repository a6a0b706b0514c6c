"""Proves the kernels of the WebAssembly module: `wasm.py [FILTER...]`. prove.py with a module, its machine and these forms."""
import os, re, sys
import jobs, prove, wasm_semantics
from wasm_machine import WasmCpu
from wasm_module import Module

# The forms: see jobs.py.
KECCAK = jobs.rows("""
keccak1600x1 portable portable32 compact compact-rolled simd128
keccak1600x2 simd128
""") + [[f"keccak{width}x{row[0]}", *row[1:]] for width in (200, 400, 800) for row in jobs.rows("""
1 portable compact compact-rolled simd128
4 simd128
""")]
SHA2 = jobs.rows("""
sha256x1 portable simd128
sha256x4 simd128
sha512x1 portable simd128
sha512x2 simd128
""")
BLAKE = jobs.rows("""
blake256x1 portable simd128
blake512x1 portable simd128
blake256x4 simd128
blake512x2 simd128
blake2bx1 portable simd128
blake2bx2 simd128
""") + [[f"{function}x{row[0]}", *row[1:]] for function in ("blake2s", "blake3", "blake3xof") for row in jobs.rows("""
1 portable simd128
4 simd128
""")]
KEYAK = jobs.rows("""
keccak1600x2 simd128
keccak1600x4 simd128
""")
KETJE = jobs.rows("""
keccak200x1 portable
keccak400x1 portable
keccak800x1 portable
keccak1600x1 portable
""")
AHEAD = jobs.rows("""
ahead1600x2 simd128
""")
BESIDE = jobs.rows("""
beside1600x2 simd128
beside800x4 simd128
""")
DIGESTS = jobs.rows("""
0 simd128 2 0 40 135 136 150
1 simd128 1 0 55 100
1 simd128 4 0 55 61 100
2 simd128 2 0 111 112 130
3 simd128 4 0 55 56 64 100
4 simd128 2 0 111 112 128 130
""")
TARGET = "wasm32-unknown-unknown"

class Isa:
    """An engine takes all instructions of a module or none: each function may have vectors."""
    features = staticmethod(lambda raw: set())
    @staticmethod
    def needs(root):
        text = open(f"{root}/crates/batch/src/backend.rs").read()
        return {name: set() for name in re.findall(r'^    \w+ "([\w-]+)" needs (?:Wasm\(.*\)|Nothing);', text, re.M)}

def code(self, start, body):
    """As prove.py's. What nothing comes to is filler, such as the `end` behind a jump."""
    code, live, opened = self.image.code(self.image.of(start)), True, [[None, True, False]]  # block, whether it is entered, and left by a branch
    for i in code.at.values():
        name, target = i.name, None
        flow = {"br": "jump", "else": "jump", "br_if": "branch", "if": "branch", "call": "call", "call_indirect": "call", **dict.fromkeys(("br_table", "return", "unreachable"), "end")}.get(name, "")
        if name in ("block", "loop", "if"): opened.append([i, live, False])
        if name == "end":
            block, entered, left = opened.pop()
            live = live or left or entered and block is not None and block.name == "if" and not block.other
        for n in i.args if name in ("br", "br_if", "br_table") else ():
            of = opened[-1 - n]
            target = of[0].next if of[0] and of[0].name == "loop" else of[0].to if of[0] else code.last
            of[2] |= live and target != of[0].next if of[0] else live
        if flow == "end": target = None
        elif name == "else": target = i.to
        elif name == "if": target = i.other or i.to
        elif name == "call": target = self.image.by_number[i.args[0]].at
        shape = None if flow or name in ("end", "block", "loop") else name if "." in name and not i.args or "local" in name or "load" in name or "store" in name else i.text
        yield prove.Line(i.ip, i.next, flow, target, not live, name == "unreachable", shape, i.raw)
        if name == "else": live = opened[-1][1]
        elif flow in ("jump", "end"): live = False

prove.Cpu, prove.cpuid, prove.isa, prove.LEAST, prove.Image = WasmCpu, None, Isa, 40, Module
prove.KERNEL = re.compile(r"::run::enter")
prove.LIBRARY = prove.LIBRARY.replace("codegen/", f"codegen/{TARGET}/").replace("libprobe.so", "probe.wasm")
prove.Prover.__init__.__defaults__ = (prove.LIBRARY,)
prove.Prover.code = code
# Lengths of 32 bits are not followed: no induction.
for name, value in dict(KECCAK=KECCAK, SHA2=SHA2, BLAKE=BLAKE, KEYAK=KEYAK, KETJE=KETJE, AHEAD=AHEAD, BESIDE=BESIDE, DIGESTS=DIGESTS, PREFIXED=["digests/simd128/algorithm=1/bytes=165/count=1/prefix=32"], ALL_LENGTHS=set(), GROUPS=[], BY_HAND=["keccak1600x1/portable"]).items(): setattr(jobs, name, value)

if __name__ == "__main__": sys.exit(prove.main())
