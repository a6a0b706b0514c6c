"""Proves a kernel of another library as it is built on this machine: `library.py FILE SYMBOL SPECIFICATION [BLOCKS...]`.
FILE: a shared library, an object file or a static library; SYMBOL may be local. BLOCKS: numbers of blocks or of nodes, or `all` for all
lengths by induction. README.md has examples."""
import argparse, os, re, subprocess, sys, tempfile
sys.setrecursionlimit(100000)
import isa, prove, specs, terms
from calls import *
from image import Image
from machine import Cpu, Stop

CONSTANTS, SHUFFLES = 0x2300_0000, 0x2400_0000
# Where CRYPTOGAMS keeps lane k of a state in its code for AVX2 and AVX512VL: rows 0, and six registers of four lanes.
JAGGED = [0, *(4 * (r - 1) + c + 1 for r, c in ((1, 0), (1, 1), (1, 2), (1, 3), (2, 2), (6, 0), (3, 1), (4, 2), (5, 3), (2, 0), (4, 0), (6, 1),
    (5, 2), (3, 3), (2, 3), (3, 0), (5, 1), (6, 2), (4, 3), (2, 1), (5, 0), (4, 1), (3, 2), (6, 3)))]

class Placed(Keccak):
    """Lane k of state i is word n k + i; 25 i + k for states that lie apart; JAGGED; or six lanes are kept as their complements."""
    def __init__(self, c, n, w, order="", **options):
        super().__init__(c, n, w, **options)
        self.place = {"apart": lambda k, i: 25 * i + k, "jagged": lambda k, i: JAGGED[k]}.get(order, lambda k, i: n * k + i)
        self.kept = lambda k, x: not_(x, 64) if order == "complemented" and k in (1, 2, 8, 12, 17, 20) else x
        c.mem.cells |= {WORDS + 8 * self.place(k, i): self.kept(k, self.atoms[k][i]) for k in range(25) for i in range(n)}
    def outputs(self):
        return [(f"A[{k % 5},{k // 5}]#{i}", self.c.mem.load(WORDS + 8 * self.place(k, i), 8), self.kept(k, self.state[i][k])) for i in range(self.n) for k in range(25)]

class Permutation(Placed):
    """In place. The other arguments, for functions that want them, are tables: round constants; the bytes of four words rotated left by 8;
    by 56."""
    def __init__(self, c, n, w, rounds=24, order=""):
        super().__init__(c, n, w, order, rounds=rounds)
        c.mem.map(CONSTANTS, 8 * rounds, "round constants", write=False)
        for k, x in enumerate(specs.RC[24 - rounds:]): c.mem.cells[CONSTANTS + 8 * k] = x
        c.mem.map(SHUFFLES, 64, "shuffles", write=False)
        for i in range(8): c.mem.cells[SHUFFLES + 8 * i] = rotl(0x0706050403020100 + 0x0808080808080808 * (i % 2), 8 if i < 4 else 56, 64)
    def args(self): return [WORDS, CONSTANTS, SHUFFLES, SHUFFLES + 32]

class Absorb(Placed):
    """`SHA3_absorb(state, data, bytes, rate)` of CRYPTOGAMS and OpenSSL, with SHA3-256's rate; it returns how many bytes are left: none."""
    def __init__(self, c, n, w, blocks=1, order=""): super().__init__(c, n, w, order, op=ABSORB, blocks=blocks)
    def args(self): return [WORDS, ROWS, self.size * self.blocks, self.size]
    def outputs(self): return super().outputs() + [("bytes left", self.c.g[0], 0)]

class Blocks(Sha2):
    """`sha256_block_data_order(state, data, blocks)`."""
    returns = False
    def args(self): return [WORDS, ROWS, self.blocks]

class Nodes(Call):
    """`hashtree_sha256(digests, data, count)`: SHA-256 of `count` messages of 64 bytes."""
    aux = Sha2.aux
    def __init__(self, c, n, w, blocks=1):
        super().__init__(c, 1, w, 64, 0)
        self.count = blocks
        c.mem.map(ROWS, 64 * blocks, "nodes", write=False)
        c.mem.map(OUT, 32 * blocks, "digests")
    def args(self): return [OUT, ROWS, self.count]
    def all_blocks(self):
        self.want, start = [], [specs.root(p << 64, 2) & ONES[32] for p in specs.primes(8)]
        for i in range(self.count):
            h = specs.sha2_compress(start, self.message(0, 64 * i, f"#{i}"), 32, self.cut, f"#{i}")
            self.want += specs.sha2_compress(h, [1 << 31] + [0] * 14 + [512], 32, self.cut, f" padding#{i}")
    def outputs(self): return [(f"word {k}", swap_bytes(g, 4), x) for k, (g, x) in enumerate(zip(self.get(OUT, len(self.want), 32), self.want))]

def specification(name):
    """How the function is called and what it computes: a class of calls, states, bits of a word, options; and whether it has blocks."""
    m = re.fullmatch(r"keccak-(?:f1600|p1600-(\d+))(?:x(\d+))?(?:-(apart|jagged|complemented))?", name)
    if m: return Permutation, int(m[2] or 1), 64, {"rounds": int(m[1] or 24), "order": m[3] or ""}, False
    table = {"sha3-absorb": (Absorb, 64), "sha3-absorb-jagged": (Absorb, 64, {"order": "jagged"}), "sha256-blocks": (Blocks, 32), "sha512-blocks": (Blocks, 64), "sha256-nodes": (Nodes, 32)}
    if name not in table: sys.exit(f"no specification {name}; there are keccak-f1600, keccak-p1600-ROUNDS, each with xSTATES, -apart, -jagged or -complemented behind it, {', '.join(table)}")
    family, w, *more = table[name]
    return family, 1, w, more[0] if more else {}, True

def shared(path, symbol, folder):
    """The file itself, or a shared library of the object file that has the symbol. What that object lacks becomes data of zeroes."""
    def run(*command):
        result = subprocess.run(command, capture_output=True)
        return sys.exit(f"{command[0]}: {result.stderr.decode()}") if result.returncode else result.stdout
    head = open(path, "rb").read(18)
    if head[:7] == b"!<arch>":
        listed = subprocess.run(["nm", "-A", "--defined-only", path], capture_output=True, text=True).stdout
        members = sorted(set(re.findall(rf"^[^:]*:([^:]+):\w+ [Tt] {re.escape(symbol)}$", listed, re.M)))
        if len(members) != 1: sys.exit(f"{symbol} is in {len(members)} members of the library: {' '.join(members)}")
        open(f"{folder}/member.o", "wb").write(run("ar", "p", path, members[0]))
        path, head = f"{folder}/member.o", b"\x7fELF" + bytes(12) + b"\1\0"
    if head[16] != 1: return path
    lacking = run("nm", "-u", path).decode().split()[1::2]
    lacking = [name for name in lacking if not name.startswith("mem")]
    open(f"{folder}/lacking.s", "w").write("".join(f".comm {name},64,64\n.hidden {name}\n" for name in lacking))
    run("as", "-o", f"{folder}/lacking.o", f"{folder}/lacking.s")
    run("ld", "-shared", "-Bsymbolic", "-z", "notext", "-z", "noexecstack", "-o", f"{folder}/shared.so", path, f"{folder}/lacking.o")
    return f"{folder}/shared.so"

class Library(prove.Prover):
    def __init__(self, path, symbol, wanted):
        with tempfile.TemporaryDirectory() as folder: self.image = Image(shared(path, symbol, folder))
        self.entry = int(symbol, 16) + 0x10000000 if symbol.startswith("0x") else self.image.by_name.get(symbol)
        if self.entry is None: sys.exit(f"no symbol {symbol}")
        self.family, self.n, self.w, self.options, _ = wanted
    def prove(self, blocks):
        result = {"ok": False, "stopped": None, "wrong": []}
        def make(blocks=None, **more):
            terms.reset()
            c = result["cpu"] = Cpu(self.image, prove.cpuid, self.w)
            call = self.family(c, self.n, self.w, **self.options | ({} if blocks is None else {"blocks": blocks}))
            c.start(self.entry, call.args())
            return call, c
        try:
            if blocks == 0: call, c, result["from"] = self.all_lengths(make, {})
            else:
                call, c = make(blocks)
                call.all_blocks()
                call.begin(c)
                c.finish()
            outputs = call.outputs()
            result["wrong"] = [(name, g, x) for name, g, x in outputs if not call.same(g, x)]
            result["ok"] = bool(outputs) and not result["wrong"]
        except (Stop, TooBig) as s: result["stopped"] = f"{type(s).__name__}: {s}"
        return result

def main():
    options = argparse.ArgumentParser(description=__doc__)
    for name in ("file", "symbol", "specification"): options.add_argument(name)
    options.add_argument("blocks", nargs="*", default=["1", "2", "5"])
    options.add_argument("--verbose", action="store_true", help="where a proof stops")
    options = options.parse_args()
    wanted = specification(options.specification)
    library, bad = Library(options.file, options.symbol, wanted), 0
    for blocks in options.blocks if wanted[4] else [None]:
        r = library.prove(0 if blocks == "all" else blocks and int(blocks))
        c = r["cpu"]
        what = f"{os.path.basename(options.file)} {options.symbol}: {options.specification}" + (f", {'blocks from %d on' % r['from'] if 'from' in r else f'blocks {blocks}'}" if blocks else "")
        bad += not r["ok"]
        if not r["ok"]: print(f"NOT PROVED {what}: {r['stopped'] or 'wrong: ' + ' '.join(name for name, *_ in r['wrong'][:3])}")
        else:
            # What a proof of the probe asks for, and this one only reports.
            features = sorted({f for e in c.seen.values() for f in isa.features(e.raw)} - set(isa.BASELINE))
            notes = [note for note, holds in (("spills are not aligned", c.unaligned), ("upper halves of registers are left", "AVX" in features and any(type(x) is not int or x for v in c.v[:16] for x in v[2:]))) if holds]
            print("; ".join([f"proved {what}: {c.count} instructions, needs {' '.join(features) or 'x86-64'}"] + notes))
        if options.verbose: prove.tell(r | {"job": what, "seconds": 0})
    return bad

if __name__ == "__main__": sys.exit(main())
