"""Proves the kernels for aarch64: `arm.py [FILTER...]`. prove.py with another machine, other instructions and these forms."""
import os, re, sys
import arm_semantics, jobs, prove
from arm_machine import ArmCpu, DECODER

# The forms: see jobs.py.
KECCAK = jobs.rows("""
keccak1600x1 portable portable32 compact compact-rolled neon neon-sha3
keccak1600x2 neon neon-sha3
""") + [[f"keccak{width}x{row[0]}", *row[1:]] for width in (200, 400, 800) for row in jobs.rows("""
1 portable compact compact-rolled neon
4 neon
""")]
SHA2 = jobs.rows("""
sha256x1 portable neon sha2-ce
sha256x4 neon
sha512x1 portable neon sha512-ce
sha512x2 neon
""")
BLAKE = jobs.rows("""
blake256x1 portable neon
blake512x1 portable neon
blake256x4 neon
blake512x2 neon
blake2bx1 portable neon
blake2bx2 neon
""") + [[f"{function}x{row[0]}", *row[1:]] for function in ("blake2s", "blake3", "blake3xof") for row in jobs.rows("""
1 portable neon
4 neon
""")]
KEYAK = jobs.rows("""
keccak1600x2 neon neon-sha3
keccak1600x4 neon neon-sha3
""")
KETJE = jobs.rows("""
keccak200x1 portable
keccak400x1 portable
keccak800x1 portable
keccak1600x1 portable
""")
AHEAD = jobs.rows("""
ahead1600x2 neon neon-sha3
""")
BESIDE = jobs.rows("""
beside1600x2 neon neon-sha3
beside800x4 neon
""")
DIGESTS = jobs.rows("""
0 neon 2 0 40 135 136 150
0 neon-sha3 2 0 40 135 136 150
1 neon 4 0 55 61 100
1 sha2-ce 1 0 55 100
2 neon 2 0 111 112 130
2 sha512-ce 1 0 111 130
3 neon 4 0 55 56 64 100
4 neon 2 0 111 112 128 130
""")
# All lengths, by induction.
ALL_LENGTHS = set("""keccak1600x1/portable/op=1 keccak1600x2/neon/op=1 keccak1600x2/neon/op=2 keccak1600x2/neon-sha3/op=1
keccak1600x2/neon-sha3/op=2 sha256x1/portable sha256x1/neon sha256x4/neon sha512x1/portable sha512x1/neon sha512x2/neon
blake256x1/neon blake256x4/neon blake512x1/neon blake2bx1/neon blake2bx2/neon blake2sx1/portable blake2sx1/neon blake2sx4/neon""".split())
GROUPS, BY_HAND, PREFIXED = [], ["keccak1600x1/neon"], ["digests/sha2-ce/algorithm=1/bytes=165/count=1/prefix=32"]

# What Linux says of the processor, AT_HWCAP: fp asimd aes pmull sha1 sha2 sha3 sha512.
HWCAP = sum(1 << n for n in (0, 1, 3, 4, 5, 6, 17, 21))
TARGET = "aarch64-unknown-linux-gnu"

class Isa:
    """Which instructions a backend's name allows."""
    features = staticmethod(arm_semantics.features)
    @staticmethod
    def needs(root):
        text = open(f"{root}/crates/batch/src/backend.rs").read()
        return {name: set(re.findall(r"Features::(\w+)", words)) for name, words in re.findall(r'^    \w+ "([\w-]+)" needs (?:Arm\((.*)\)|Nothing);', text, re.M)}

def code(self, start, body):
    """As prove.py's."""
    for i in DECODER.disasm(body, start):
        name = i.mnemonic.split(".")[0]
        flow = {"b": "branch" if "." in i.mnemonic else "jump", "bl": "call", "blr": "call", **dict.fromkeys(("cbz", "cbnz", "tbz", "tbnz"), "branch"), **dict.fromkeys(("ret", "br", "brk", "udf"), "end")}.get(name, "")
        target = i.operands[-1].imm if flow in ("jump", "branch") or name == "bl" else None
        shape = None if flow or name == "nop" else (i.mnemonic, re.sub(r"\[(x|sp).*|\b[xwvqdshb](\d+|zr)", "", i.op_str))
        yield prove.Line(i.address, i.address + 4, flow, target, name == "nop", name in ("brk", "udf"), shape, bytes(i.bytes))

prove.Cpu, prove.cpuid, prove.isa, prove.LEAST = ArmCpu, HWCAP, Isa, 30
prove.KERNEL = re.compile(r"::run::enter|^lanesum_(keccak|sha2)::aarch64::")
prove.LIBRARY = prove.LIBRARY.replace("codegen/", f"codegen/{TARGET}/")
prove.Prover.__init__.__defaults__ = (prove.LIBRARY,)
prove.Prover.code = code
for name in ("KECCAK", "SHA2", "BLAKE", "KEYAK", "KETJE", "AHEAD", "BESIDE", "DIGESTS", "PREFIXED", "ALL_LENGTHS", "GROUPS", "BY_HAND"): setattr(jobs, name, globals()[name])

if __name__ == "__main__": sys.exit(prove.main())
