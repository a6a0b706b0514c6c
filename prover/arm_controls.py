"""Planted faults in the kernels for aarch64: controls.py on the machine of arm.py. `arm_controls.py COUNT [all]`."""
import sys
import arm, controls
from arm_machine import DECODER

class Decoder:
    """Prints an instruction, as controls.py asks iced-x86 to."""
    def __init__(self, bits, raw, ip): self.raw, self.ip = raw, ip
    def decode(self): return next((f"{i.mnemonic} {i.op_str}" for i in DECODER.disasm(self.raw[:4], self.ip)), "(bad)")

controls.Decoder = Decoder
# Most numbers are in bits 10 to 21, those of loads and stores, too.
controls.numbers = lambda e: [(kind, k) for kind in ("immediate", "offset") for k in (1, 2) if any(op[0] == "i" for op in e.ops) or kind == "offset" and e.text.startswith(("ld", "st"))]
controls.QUICK = """keccak1600x1/neon/rounds=3 keccak1600x1/neon-sha3/op=1/blocks=2/rounds=4 keccak1600x2/neon/rounds=3
keccak1600x2/neon-sha3/op=2/blocks=2/rounds=4 keccak200x4/neon/rounds=3 sha256x1/sha2-ce/blocks=2 sha256x1/neon/blocks=1 sha256x4/neon/blocks=1
sha512x1/sha512-ce/blocks=1 sha512x2/neon/blocks=1 blake256x1/neon/blocks=1 blake512x1/neon/blocks=1 blake2bx2/neon/blocks=1
blake2sx4/neon/blocks=0 blake3x4/neon/blocks=3 blake2sx1/portable/blocks=1 keccak1600x2/neon/op=4/blocks=2""".split()

if __name__ == "__main__": sys.exit(controls.main())
