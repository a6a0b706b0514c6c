"""Planted faults in the WebAssembly module: controls.py on the machine of wasm.py. `wasm_controls.py COUNT [all] [SECONDS]`. What an engine
would not load is rejected."""
import sys
import wasmtime
import controls, prove, wasm
from wasm_module import BASE, Reader, decode

ENGINE = wasmtime.Engine()
class Decoder:
    """Prints an instruction, as controls.py asks iced-x86 to."""
    def __init__(self, bits, raw, ip): self.raw = raw
    def decode(self):
        try: return decode(Reader(self.raw), 0).text
        except (ValueError, IndexError): return "(bad)"

class Prover(prove.Prover):
    def prove(self, job, patch=None):
        module = bytearray(self.image.data)
        for at, byte in (patch or {}).items(): module[at - BASE:at - BASE + 1] = byte
        try:
            if patch: wasmtime.Module.validate(ENGINE, bytes(module))
        except wasmtime.WasmtimeError: return {"ok": False, "wrong": [], "stopped": "no valid module"}
        return super().prove(job, patch)

def numbers(e):
    """The bytes of an instruction that have an immediate, a lane or an offset."""
    op = 1 if e.raw[0] < 0xfc else 2
    if "load" in e.name or "store" in e.name: yield "offset", op + 1
    elif e.name.endswith("const") or "shuffle" in e.name or "_lane" in e.name: yield from (("immediate", k) for k in range(op, len(e.raw)))

controls.Decoder, controls.numbers, prove.Prover = Decoder, numbers, Prover
controls.QUICK = """keccak1600x1/portable/rounds=3 keccak1600x1/compact-rolled/rounds=3 keccak1600x2/simd128/rounds=3
keccak1600x2/simd128/op=2/blocks=2 keccak200x4/simd128/rounds=3 keccak800x1/portable/op=5/blocks=3 sha256x1/simd128/blocks=2 sha256x4/simd128/blocks=1
sha512x2/simd128/blocks=1 blake256x1/simd128/blocks=1 blake512x2/simd128/blocks=1 blake2bx2/simd128/blocks=1 blake2sx4/simd128/blocks=2
blake3x4/simd128/blocks=3 blake2sx1/portable/blocks=2 keccak1600x2/simd128/op=4/blocks=2""".split()

if __name__ == "__main__": sys.exit(controls.main())
