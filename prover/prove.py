"""Proves the kernels of lanesum from their machine code: `prove.py [FILTER...]`. README.md says what a proof covers."""
import argparse, collections, gc, multiprocessing, os, re, sys, time
sys.setrecursionlimit(100000)
from iced_x86 import Decoder, FlowControl, Mnemonic, OpKind
import check_specs, induction, isa, jobs, terms
from terms import *
from image import Image
from machine import Cpu, Stop
import semantics
from calls import *

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
LIBRARY = os.path.join(os.environ.get("CARGO_TARGET_DIR", f"{ROOT}/target"), "codegen", os.environ.get("PROFILE", "release"), "examples/libprobe.so")
# As xtask's codegen finds them: what a token enters, and assembler.
KERNEL = re.compile(r"::run::enter|^lanesum_(keccak::x86_64::rounds|sha2::x86_64::sha(256|512)|blake::x86_64)::")
LEAST = 50  # of them are there
PREFIX = ""  # of the files that are written beside it
PANIC = re.compile(r"panic|_fail|handle_alloc_error|_Unwind_Resume")

# An instruction: `flow` is empty, "call", "jump", "branch" or "end"; `shape` is what it is but for registers, addresses and distances.
Line = collections.namedtuple("Line", "at next flow target filler trap shape raw")

def cpuid(leaf, sub):
    """The answers of a processor that has everything."""
    if leaf == 0: return 0x20, *(int.from_bytes(part, "little") for part in (b"Genu", b"ntel", b"ineI"))
    bits = lambda *numbers: sum(1 << n for n in numbers)
    if leaf == 1: return 0x000c06f2, 0, bits(0, 9, 12, 19, 20, 22, 23, 26, 27, 28), bits(25, 26)
    if leaf == 7 and sub == 0: return 1, bits(3, 5, 8, 9, 16, 17, 28, 29, 30, 31), bits(1, 6, 8), 0
    if leaf == 7: return 1, 0, 0, 0
    if leaf == 0x8000_0000: return 0x8000_0008, 0, 0, 0
    if leaf == 0x8000_0001: return 0, 0, bits(5, 11), 0
    return 0, 0, 0, 0

class Prover:
    def __init__(self, library=LIBRARY):
        self.image, self.backends, self.needs = self.load(library), {}, isa.needs(ROOT)
        for i in range(64):
            terms.reset()
            c = Cpu(self.image, cpuid)
            c.mem.map(OUT, 32, "out")
            n = c.run(self.image.by_name["backend_name"], [i, OUT])
            if n == 0: break
            self.backends[bytes(c.mem.load(OUT + k, 1) for k in range(n)).decode()] = i
        # What crate papers leaves in the library's data once it has registered its forms.
        terms.reset()
        c = Cpu(self.image, cpuid)
        c.run(self.image.by_name["register"], [])
        self.registered = {at: x for at, x in c.mem.cells.items() if not c.stack.start <= at < c.stack.end}

    def load(self, library): return Image(library)
    def prove(self, job, patch=None):
        function, backend, *options = job.split("/")
        options = {key: int(value) for key, value in (o.split("=") for o in options)}
        family, n, w = FUNCTIONS[function]
        if backend == "portable32": family = KeccakPairs
        def make(blocks=None, **more):
            terms.reset()
            c = result["cpu"] = Cpu(self.image, cpuid, w)
            c.mem.cells |= self.registered
            if patch: c.patches.update(patch)
            call = family(c, n, w, **options | ({} if blocks is None else {"blocks": blocks}) | more)
            c.start(self.image.by_name[function], [self.backends[backend], *call.args()])
            return call, c
        # Terms live as long as the job: the collector would look through them all, again and again, in vain.
        terms.reset()
        gc.collect()
        gc.disable()
        start = time.process_time()
        result = {"job": job, "ok": False, "stopped": None, "wrong": [], "cpu": None}
        try:
            if options.get("blocks") == 0:
                call, c, result["from"] = self.all_lengths(make, {"rounds": 2} if function.startswith("keccak") else {})
                code = 0
            else:
                call, c = make()
                call.all_blocks()
                call.begin(c)
                code = c.finish()
            if type(code) is not int or code & ONES[32]: raise Stop(f"the function returned {code}")
            outputs = call.outputs()
            result["wrong"] = [(name, g, x) for name, g, x in outputs if not call.same(g, x)]
            result["ok"] = not result["wrong"] and bool(outputs)
            # Not of whole messages: there the plan may run the known-answer test of another kernel.
            for e in c.seen.values() if function != "digests" else ():
                extra = isa.features(e.raw) - self.needs[backend] if e.name != "tzcnt" or c.counted_zero else set()
                if extra: raise Stop(f"{e.text} at {e.ip:#x} needs {' '.join(extra)}, which is not {backend}'s")
        except (Stop, TooBig) as s: result["ok"], result["stopped"] = False, f"{type(s).__name__}: {s}"
        result["seconds"] = time.process_time() - start
        return result

    def all_lengths(self, make, short):
        """Where few rounds do, they show which loop is that over blocks."""
        runs = []
        for n in (2, 3):
            call, c = make(n, **short)
            call.all_blocks()
            call.begin(c)
            if c.finish() == 1: raise Stop("the function returned 1")
            runs.append(c)
        stopped = None
        for loop in induction.find_loop(*runs):
            try: return induction.prove(make, loop)
            except (Stop, TooBig) as s:
                if os.environ.get('SHOW'): print('   ', [hex(x) if type(x) is int else x for x in loop], s)
                stopped = stopped or s
        raise stopped

    def kernels(self):
        """Address, bytes and name of each; one name for each address, as equal functions may have been merged."""
        found = {start: (size, self.image.function_at(start)[2]) for start, size, name in self.image.functions if KERNEL.search(self.nice(self.image.nice[name]))}
        for start, (size, name) in found.items(): yield start, self.image.read(start, size), name
    def code(self, start, body):
        """The instructions of a function, as `Line`."""
        kinds = {FlowControl.NEXT: "", FlowControl.CALL: "call", FlowControl.INDIRECT_CALL: "call", FlowControl.UNCONDITIONAL_BRANCH: "jump", FlowControl.CONDITIONAL_BRANCH: "branch"}
        for i in Decoder(64, body, ip=start):
            target = i.near_branch_target or None
            if i.flow_control == FlowControl.INDIRECT_CALL and i.is_ip_rel_memory_operand: target = self.image.word(i.ip_rel_memory_address)
            filler = i.mnemonic in (Mnemonic.NOP, Mnemonic.INT3)
            last = i.op_count - 1
            shape = None if filler or i.flow_control else (i.code, i.immediate8 if last >= 0 and i.op_kind(last) == OpKind.IMMEDIATE8 else 0)
            yield Line(i.ip, i.next_ip, kinds.get(i.flow_control, "end"), target, filler, i.mnemonic == Mnemonic.UD2, shape, body[i.ip - start:i.next_ip - start])
    def parts(self):
        """Of each kernel the instructions and the basic blocks: the address of the first instruction, and whether a panic or nothing follows."""
        for start, body, name in self.kernels():
            code = list(self.code(start, body))
            ends = [i for i in code if i.flow not in ("", "call") or self.panics(i)]
            first = {start} | {i.next for i in ends} | {i.target for i in ends}
            of, last = start, {}
            for i in code:
                if i.at in first: of = i.at
                last[of] = i
            filler = {i.at for i in code if i.filler}
            cold = {at for at, i in last.items() if self.panics(i) or at in filler}
            # What only leads there.
            for _ in range(20): cold |= {at for at, i in last.items() if {"": i.next, "call": i.next, "jump": i.target}.get(i.flow) in cold}
            yield name, code, {at: at in cold for at in last}
    def panics(self, i):
        f = i.flow == "call" and i.target and self.image.function_at(i.target)
        return i.trap or bool(f) and bool(PANIC.search(f[2]))
    def nice(self, name): return re.sub(r"\[[0-9a-f]+\]", "", name)

def tell(r):
    c = r["cpu"]
    print(f"{'proved' if r['ok'] else 'NOT PROVED'} {r['job']}: {c.count} instructions, {r['seconds']:.1f} s, {len(c.found)} of {len(c.cut_names)} cut points, {len(polys)} terms")
    if r["ok"]: return
    print("   ", [(str(k)[:60], v) for k, v in c.by_function.most_common(3)])
    if r["stopped"]: print("    stopped:", r["stopped"])
    missing = [n for n in c.cut_names if n not in c.found]
    print(f"    cut points not reached: {len(missing)}, first {missing[:3]}")
    for name, g, x in r["wrong"][:2]: print(f"    wrong: {name} is {show(g, 4)} and should be {show(x, 4)}")
    for name, ip, count, g, x in c.unproved[:2]: print(f"    agrees but not proved: {name} at {ip:#x} ({count}):\n        {g[:300]}\n        {x[:300]}")

def executed(library, what="executed"):
    """Beside the probe: the instructions that the proofs executed, for check.py; the blocks that they did not come to."""
    return os.path.join(os.path.dirname(library), f"{PREFIX}{what}.txt")

def promises(kernels, entered):
    """What whole kernels break of the promise of their backends' names, blocks in no proof among them; `entered`: in whose proofs each was."""
    problems, shapes = [], {}
    for name, code in kernels.items():
        backends = entered[name]
        if not backends: continue
        allowed = set.intersection(*(prover.needs[b] for b in backends))
        for raw in {i.raw for i in code if not i.filler}:
            # `tzcnt` is `bsf` on a processor without it: the same but for 0, which `prove` looks at.
            extra = isa.features(raw) - allowed - ({"BMI1"} if b"\x0f\xbc" in raw else set())
            if extra: problems.append(f"{' '.join(sorted(extra))}, which is not {' '.join(sorted(backends))}'s: {raw.hex()} in {prover.nice(name)}")
        # Registers of 64 bytes lower the clock of some processors. BLAKE has a few instructions with them a call.
        if all(b.startswith("avx512vl") for b in backends) and "_blake" not in name and any(i.raw[0] == 0x62 and i.raw[3] & 0x60 == 0x40 for i in code):
            problems.append(f"registers of 64 bytes in {prover.nice(name)} of {' '.join(sorted(backends))}")
        shapes[name] = collections.Counter(i.shape for i in code if i.shape)
    names = sorted(shapes, key=lambda name: shapes[name].total())
    for k, name in enumerate(names):
        for other in names[k + 1:]:
            most = shapes[other].total()
            if 100 * (most - shapes[name].total()) > most: break
            if entered[name] & entered[other]: continue
            # Registers, addresses and the order are another each time.
            if 100 * max((shapes[other] - shapes[name]).total(), (shapes[name] - shapes[other]).total()) <= most:
                problems.append(f"the same machine code: {prover.nice(name)} of {' '.join(entered[name])} and {prover.nice(other)} of {' '.join(entered[other])}")
    return problems

def begin(library):
    global prover
    prover = Prover(library)
def work(job):
    """One proof, in a process of its own; what is sent back has no terms."""
    r = prover.prove(job)
    c = r.pop("cpu")
    r["functions"], r["instructions"], r["unaligned"] = set(c.by_function), {e.raw.hex(): e.name for e in c.seen.values()}, c.unaligned
    r["seen"] = set(c.seen)
    r["wrong"] = [name for name, _, _ in r["wrong"]]
    return r

SPECIFICATIONS = {"keccak|ahead|beside": "FIPS 202", "sha": "FIPS 180-4", "blake2[bs]": "RFC 7693", "blake3": "BLAKE3", "blake": "BLAKE", "digests": "whole messages"}
def specification(function): return next(text for name, text in SPECIFICATIONS.items() if re.match(name, function))
def lengths(rows):
    """Which calls of a form are proved."""
    groups = collections.defaultdict(lambda: collections.defaultdict(set))
    for r in rows:
        options = dict(part.split("=") for part in r["job"].split("/")[2:])
        rounds, blocks = options.pop("rounds", None), options.pop("blocks", None)
        lanes = int(options.pop("lanes", 0))
        operation = {"1": "absorbs", "2": "squeezes", "3": "Keyak wraps", "4": "Keyak unwraps", "5": "Ketje wraps", "6": "Ketje unwraps"}.get(options.pop("op", None), "permutes" if "keccak" in r["job"] or "beside" in r["job"] else "absorbs" if "ahead" in r["job"] else "")
        if "bytes" in options: what, value = f"{ALGORITHMS[int(options['algorithm'])]}, {options['count']} of bytes", options["bytes"]
        elif blocks is None: what, value = "rounds", rounds or "all"
        else: what, value = f"{operation} blocks{f' of {rounds} rounds' if rounds else ''}".strip(), blocks if blocks != "0" else f"all from {r['from']}"
        groups[what][value] |= {lanes} - {0}
    order = lambda v: (not v.isdigit(), int(v) if v.isdigit() else 0)
    of = lambda lanes: f" (of {ranges(lanes)} lanes)" if lanes else ""
    return "; ".join(f"{what} {', '.join(v + of(values[v]) for v in sorted(values, key=order))}" for what, values in sorted(groups.items()))
def ranges(numbers):
    runs = []
    for n in sorted(numbers):
        if runs and runs[-1][1] == n - 1: runs[-1][1] = n
        else: runs.append([n, n])
    return ", ".join(str(a) if a == b else f"{a} to {b}" for a, b in runs)

def effort(job):
    """Longer ones first."""
    options = dict((k, int(v)) for k, v in (o.split("=") for o in job.split("/")[2:]))
    n = FUNCTIONS[job.split("/")[0]][1] * options.get("count", 1)
    return n * max(options.get("blocks", 1) or 6, 1 + options.get("bytes", 0) // 64) * options.get("rounds", 24)

def main():
    options = argparse.ArgumentParser()
    options.add_argument("filter", nargs="*", help="only proofs whose names contain all of these")
    options.add_argument("--library", default=LIBRARY, help="the probe")
    options.add_argument("--processes", type=int, default=os.cpu_count())
    options.add_argument("--progress", action="store_true", help="a line for each proof")
    options.add_argument("--verbose", action="store_true", help="in this process, with the places where a proof stops")
    options = options.parse_args()
    wanted = [j for j in jobs.jobs() if all(part in j for part in options.filter)]
    if options.verbose:
        begin(options.library)
        for job in wanted or options.filter: tell(prover.prove(job))
        return 0
    start = time.time()
    begin(options.library)
    print(f"specifications: {check_specs.check(prover.image, ROOT)} answers of hashlib and crates/reference agree")
    seen, entered, shared = set(), collections.defaultdict(set), []
    table, done, instructions, unaligned = collections.defaultdict(list), set(), {}, collections.defaultdict(set)
    with multiprocessing.Pool(options.processes, begin, (options.library,), maxtasksperchild=20) as pool:
        results = []
        for r in pool.imap_unordered(work, sorted(wanted, key=effort, reverse=True)):
            results.append(r)
            if sys.stderr.isatty() or options.progress: print(f"{len(results)} of {len(wanted)}: {r['job']}: {'proved' if r['ok'] else r['stopped'] or r['wrong']}, {r['seconds']:.1f} s", file=sys.stderr, flush=True)
    for r in results:
        function, backend, *_ = r["job"].split("/")
        table[function, backend].append(r)
        if r["ok"]:
            done |= r["functions"]
            seen |= r["seen"]
            instructions |= r["instructions"]
            if function != "digests":
                for name in r["functions"]: entered[name].add(backend)
            for name in r["unaligned"]: unaligned[name].add(backend)
    bad = [r for r in results if not r["ok"]]
    for (function, backend), rows in sorted(table.items(), key=lambda row: [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", " ".join(row[0]))]):
        state = "proved" if all(r["ok"] for r in rows) else "NOT PROVED"
        print(f"{state:10} {function:13} {backend:20} {sum(r['seconds'] for r in rows):6.1f} s  {specification(function)}: {lengths([r for r in rows if r['ok']])}")
    for r in bad: print(f"NOT PROVED {r['job']}: {r['stopped'] or 'wrong: ' + ' '.join(r['wrong'][:3])}")
    missing = set()
    if not options.filter:
        kernels = {name for _, _, name in prover.kernels()}
        assert len(kernels) > LEAST, "the kernels have other names now"
        missing = kernels - done
        for name in sorted(map(prover.nice, missing)): print("in no proof:", name)
        print(f"{len(kernels & done)} of {len(kernels)} kernels were executed in a proof")
        left = every = 0
        kept = {name: code for name, code, _ in prover.parts() if name in done}
        with open(executed(options.library, "blocks"), "w") as f:
            for name, _, blocks in prover.parts():
                if name not in done: continue
                warm = [at for at, cold in blocks.items() if not cold]
                missed = [at for at in warm if at not in seen]
                left, every = left + len(missed), every + len(warm)
                print(f"{len(missed)} of {len(warm)} blocks in no proof: {prover.nice(name)}", file=f)
                f.writelines(f"    {at:#x}\n" for at in missed)
                if missed: print(f"blocks in no proof: {len(missed)} of {len(warm)}: {prover.nice(name)[:150]}")
        print(f"{every - left} of {every} basic blocks of these were executed, besides those that only panic; the others are in {os.path.relpath(executed(options.library, 'blocks'))}")
        shared = promises(kept, entered)
        for problem in shared: print("NOT PROVED", problem)
        with open(executed(options.library), "w") as f:
            f.writelines(f"{raw} {name}\n" for raw, name in sorted(instructions.items()))
    for name in sorted(unaligned): print("NOT PROVED unaligned spills:", prover.nice(name)[:150])
    proved = sum(r["ok"] for r in results)
    print(f"prove: {proved} calls proved, {len(bad)} not; {sum(r['seconds'] for r in results):.0f} CPU s, {time.time() - start:.0f} s; {len(instructions)} encodings of {len(set(instructions.values()))} mnemonics")
    return 1 if bad or missing or shared or unaligned or not proved else 0

if __name__ == "__main__": sys.exit(main())
