"""Executes WebAssembly on terms, as machine.py does machine code: frames, the stack of values, blocks. A vector is two words of 64 bits.
Numbers in brackets are sections of the WebAssembly Core Specification 2.0."""
from terms import *
from machine import Cpu, Secret, Stop, join, split
from wasm_module import V128

HANDLERS = {}
STACK = 1 << 20  # below the data, as rustc links

class Frame:
    def __init__(self, f, code, locals, back, height): self.f, self.code, self.locals, self.back, self.labels = f, code, locals, back, [(code.last, height, len(f.type[1]))]

class WasmCpu(Cpu):
    pointer = 4
    def __init__(self, image, features, width=64):
        super().__init__(image, features, width)
        # The stack in memory is the compiler's; its pointer is the first global. It may use 128 bytes below in functions that call none.
        self.g, self.s, self.frames = {4: image.globals[0]}, [], []
        self.stack = self.mem.map(0, STACK, "stack")
        self.mem.cpu = self
    def number(self, x, what="an operand"):
        if type(x) is not int: raise Secret(f"{what} depends on a secret")
        return x
    def pop(self): return self.s.pop()
    def pop_number(self, what): return self.number(self.s.pop(), what)
    def push(self, x): self.s.append(x)
    def push_vector(self, words):
        """Where it has words of the specification, by their names."""
        if type(words[0]) is int and type(words[1]) is int: return self.s.append(words)
        w = self.width
        self.s.append([self.cut_lanes(x, 64) for x in words] if w == 64 else join([self.cut_lanes(x, w) for x in split(words, w)], w))
    def address(self, e):
        """[4.4.7]: no address is taken modulo 2^32."""
        return self.pop_number("an address") + e.args[0]

    # Control [4.4.8-4.4.10]
    def enter(self, f, back):
        n = len(f.type[0])
        if f.name.startswith("__rustc::__rust_") and f.name[16:] in ALLOCATORS:
            a = [self.pop_number("a length") for _ in range(n)][::-1]
            r = ALLOCATORS[f.name[16:]](self, *a)
            if f.type[1]: self.push(r)
            self.ip = back
            return
        try: code = self.image.code(f, self.patches)
        except (ValueError, IndexError, KeyError) as s: raise Stop(f"no function: {s}") from s
        if len(self.frames) > 200: raise Stop("too many calls")
        args = self.s[len(self.s) - n:]
        del self.s[len(self.s) - n:]
        self.frames.append(Frame(f, code, args + [[0, 0] if t == V128 else 0 for t in code.locals], back, len(self.s)))
        self.ip = code.first
    def branch(self, n):
        labels = self.frames[-1].labels
        if n >= len(labels): raise Stop("no such label")
        to, height, arity = labels[-1 - n]
        kept = self.s[len(self.s) - arity:]
        del self.s[height:]
        self.s += kept
        if n: del labels[-n:]
        self.ip = to
    def leave(self):
        frame = self.frames.pop()
        self.ip = frame.back

    def start(self, ip, args):
        self.before = self.g[4]
        self.s += args
        self.enter(self.image.of(ip), None)
    def go(self, limit=20_000_000):
        while self.frames:
            frame = self.frames[-1]
            ip, e = self.ip, frame.code.at.get(self.ip)
            if e is None: raise Stop(f"no instruction at {ip:#x}")
            self.by_function[frame.f.name] += 1
            self.count += 1
            if self.count > limit: raise Stop("too many instructions")
            self.ip, self.current = e.next, frame.f.name
            handler = HANDLERS.get(e.name)
            if handler is None: raise Stop(f"no semantics: {e.text} at {ip:#x} in {frame.f.name}")
            try: handler(self, e)
            except Stop as s: raise type(s)(f"{s}: {e.text} at {ip:#x} of {frame.f.name}") from None
            except TooBig as s: raise TooBig(f"{s}: {e.text} at {ip:#x} of {frame.f.name}") from None
            except Exception as s: raise Stop(f"{type(s).__name__} {s}: {e.text} at {ip:#x} in {frame.f.name}") from s
            self.seen[ip] = e
    def finish(self):
        self.go()
        if self.g[4] != self.before: raise Stop("stack pointer is lost")
        return self.s.pop() if self.s else 0

def moved(c, at, n, align, new):
    to = c.imported("aligned_alloc", align, new, 0)
    c.imported("memcpy", to, at, min(n, new))
    c.imported("free", at, 0, 0)
    return to
# Rust's allocator: each allocation is a region of its own.
ALLOCATORS = {
    "alloc": lambda c, n, align: c.imported("aligned_alloc", align, n, 0), "dealloc": lambda c, at, n, align: c.imported("free", at, 0, 0),
    "alloc_zeroed": lambda c, n, align: c.imported("calloc", n, 1, 0), "realloc": moved,
}
