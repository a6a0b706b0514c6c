"""An ELF shared object for x86-64 or aarch64: its bytes as loaded at BASE, its symbols, and what its relocations name."""
import struct, subprocess, bisect

BASE = 0x10000000
HOOKS = 0x7f0000000000  # addresses of what is imported: hooked by name

# Relocations of aarch64, as those of x86-64 that do the same.
AARCH64 = {257: 1, 1025: 6, 1026: 7, 1027: 8, 1031: 36}

class Image:
    def __init__(self, path, base=BASE):
        hooks = HOOKS + base - BASE
        data = open(path, "rb").read()
        assert data[:5] == b"\x7fELF\x02"
        shoff, = struct.unpack_from("<Q", data, 0x28)
        phoff, = struct.unpack_from("<Q", data, 0x20)
        phnum, = struct.unpack_from("<H", data, 0x38)
        shentsize, shnum, shstrndx = struct.unpack_from("<HHH", data, 0x3a)
        self.tls = b""
        self.segments = []  # (start, bytearray, writable, executable)
        for i in range(phnum):
            kind, flags, off, va, _, filesz, memsz, _ = struct.unpack_from("<IIQQQQQQ", data, phoff + 56 * i)
            if kind == 7: self.tls = bytes(data[off:off + filesz]) + bytes(memsz - filesz)
            if kind == 1:
                body = bytearray(data[off:off + filesz]) + bytearray(memsz - filesz)
                self.segments.append((base + va, body, bool(flags & 2), bool(flags & 1)))
        sections = []
        for i in range(shnum):
            sections.append(struct.unpack_from("<IIQQQQIIQQ", data, shoff + shentsize * i))
        def table(section):
            _, _, _, _, off, size, link, _, _, ent = section
            strings = sections[link]
            def text(at):
                start = strings[4] + at
                return data[start:data.index(b"\0", start)].decode()
            out = []
            for i in range(size // ent):
                n, info, other, shndx, value, sz = struct.unpack_from("<IBBHQQ", data, off + ent * i)
                out.append((text(n), info & 15, shndx, value, sz))
            return out
        self.symbols, dynamic = [], []
        for s in sections:
            if s[1] == 2: self.symbols = table(s)
            if s[1] == 11: dynamic = table(s)
        self.imports = {}
        self.relocated = set()
        for s in sections:
            if s[1] != 4: continue
            for i in range(s[5] // 24):
                where, info, addend = struct.unpack_from("<QQq", data, s[4] + 24 * i)
                kind, sym = info & 0xffffffff, info >> 32
                kind = AARCH64.get(kind, kind)
                if kind == 8: value = base + addend
                elif kind in (1, 6, 7):
                    name, _, shndx, v, _ = dynamic[sym]
                    if shndx: value = base + v + (addend if kind == 1 else 0)
                    else:
                        value = self.imports.setdefault(name, hooks + 16 * len(self.imports))
                elif kind == 16: value = 1
                elif kind == 17: value = addend + (dynamic[sym][3] if sym else 0)
                elif kind == 18: continue
                elif kind == 36:
                    # The address of a function that says where the thread's variable lies, and the place that it says.
                    self.poke(base + where + 8, addend + (dynamic[sym][3] if sym else 0))
                    value = self.imports.setdefault("tlsdesc", hooks + 16 * len(self.imports))
                else: raise ValueError(f"relocation {kind}")
                self.poke(base + where, value)
        self.hook_names = {v: k for k, v in self.imports.items()}
        functions = sorted((base + v, sz, n) for n, kind, shndx, v, sz in self.symbols if kind == 2 and shndx and sz)
        self.functions = functions
        self.starts = [f[0] for f in functions]
        text = subprocess.run(["c++filt", "-s", "rust"], input="\n".join(f[2] for f in functions), capture_output=True, text=True).stdout
        self.nice = dict(zip((f[2] for f in functions), text.split("\n")))
        self.by_name = {n: base + v for n, kind, shndx, v, sz in self.symbols if shndx}

    def poke(self, at, value):
        for start, body, _, _ in self.segments:
            if start <= at < start + len(body):
                body[at - start:at - start + 8] = struct.pack("<Q", value)

    def word(self, at):
        """The 8 bytes there, or None."""
        for start, body, _, _ in self.segments:
            if start - 8 < at < start + len(body):
                lo = at - start
                return int.from_bytes(body[lo:lo + 8] if lo >= 0 else bytes(-lo) + body[:8 + lo], "little")
        return None

    def read(self, at, size):
        return b"".join(self.word(k).to_bytes(8, "little") for k in range(at, at + size, 8))[:size]

    def function_at(self, ip):
        i = bisect.bisect_right(self.starts, ip) - 1
        if i >= 0:
            start, size, name = self.functions[i]
            if ip < start + size: return start, size, self.nice.get(name, name)
        return None
