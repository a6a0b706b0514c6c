"""The calls that are proved: for each function of the probe its arguments in memory, what one block does by the specification, and what the
call must leave behind. A job is FUNCTION/BACKEND[/key=value...]."""
import specs
from terms import *


# States and messages begin at eights alone, as Rust's arrays may.
WORDS, ROWS, OUT, POINTERS, SHAPE, PITCH = 0x2000_0008, 0x3000_0008, 0x7000_0008, 0x2100_0000, 0x2200_0000, 0x100_0000
PERMUTE, ABSORB, SQUEEZE, KEYAK_WRAP, KEYAK_UNWRAP, KETJE_WRAP, KETJE_UNWRAP = range(7)

def further(name): return name[0] in "CDBWIT" or name.startswith("A+")

class Call:
    """Messages in rows, blocks of `size` bytes; `state[i]` is what the specification says of message i after the blocks so far."""
    aux = staticmethod(lambda name: False)
    def __init__(self, c, n, w, size, blocks):
        self.c, self.n, self.w, self.size, self.blocks = c, n, w, size, blocks
        self.cut, self.extra, self.messages = specs.Cuts(w), [], {}
        self.word, self.words_of_block, self.big = w, 16, True
        c.width = c.lane = w
        c.mem.map(POINTERS, c.pointer * n, "pointers", write=False)
        for i in range(n):
            c.mem.put_cells(POINTERS + c.pointer * i, c.pointer, ROWS + PITCH * i)
            if blocks: self.rows(i)
    def rows(self, i): self.c.mem.map(ROWS + PITCH * i, self.size * self.blocks, f"row {i}", write=False)
    def put(self, at, words, w, big=False):
        for k, x in enumerate(words): self.c.mem.store(at + w // 8 * k, w // 8, swap_bytes(x, w // 8) if big else x)
    def put_row(self, i, at, words, w, big=False):
        for k, x in enumerate(words): self.c.mem.put_row(ROWS + PITCH * i, lin_add(at, w // 8 * k), w // 8, swap_bytes(x, w // 8) if big else x)
    reads, returns = True, True
    def begin(self, c):
        c.cuts, c.cut_names, c.near, c.aux = self.cut.table, self.cut.names, self.cut.near, self.aux
    def restart(self):
        """Forgets the blocks so far."""
        for table in (self.cut.table, self.cut.near, self.messages): table.clear()
        self.cut.names.clear(); self.extra.clear()
    def widen(self, x): return x
    def row_at(self, i): return ROWS + PITCH * i
    def written(self): return []
    @staticmethod
    def same(g, x):
        if type(g) is not Poly or type(x) is not Poly or g is x: return g is x or type(g) is type(x) and g == x
        return g.s == x.s and expand(g, further) is expand(x, further)
    def message(self, i, at, tag):
        """The words of a block, which are put into the row. A block ahead may have been put there."""
        if (i, tag) not in self.messages:
            self.messages[i, tag] = [new_atom(f"M[{k}]{tag}", self.word) for k in range(self.words_of_block)]
            self.put_row(i, at, self.messages[i, tag], self.word, self.big)
        return self.messages[i, tag]
    def get(self, at, count, w): return [self.c.mem.load(at + w // 8 * k, w // 8) for k in range(count)]
    def all_blocks(self):
        for k in range(max(self.blocks, self.least)):
            self.tag = f" block {k}" if self.blocks > 1 else ""
            for i in range(self.n): self.block(i, k * self.size, f"{self.tag}#{i}")
    least = 0

class Keccak(Call):
    """Keccak-p, absorbing and squeezing; the duplexes of Keyak and Ketje, in place. Lanes shorter than 32 bits are repeated to fill a word in some kernels: so is the specification."""
    aux = staticmethod(lambda name: name[0] in "CDB" or name.startswith("A+"))
    others, front, at = 0, None, 0
    def __init__(self, c, n, w, op=PERMUTE, rounds=None, lanes=None, blocks=0):
        self.op, self.lane = op, w
        self.keyak, self.ketje = op in (KEYAK_WRAP, KEYAK_UNWRAP), op > KEYAK_UNWRAP
        self.rounds = rounds or (12 if self.keyak else 1 if self.ketje else specs.ROUNDS[w])
        self.lanes = lanes or (25 - 256 // w if self.keyak else 4 if self.ketje and w > 16 else 2 if self.ketje else {64: 17, 32: 18}.get(w, 16))
        super().__init__(c, n, max(w, 32), w // 8 * self.lanes, blocks)
        if op == PERMUTE: self.least = 1
        self.word, self.words_of_block, self.big = w, self.lanes, False
        self.cut.lane = c.lane = w
        self.columns = n * (1 + self.others)
        c.mem.map(WORDS, w // 8 * 25 * self.columns, "words")
        c.mem.map(SHAPE, 24, "shape", write=False)
        self.atoms = [[new_atom(f"A0[{k % 5},{k // 5}]#{i}", w) for i in range(self.columns)] for k in range(25)]
        for k in range(25): self.put(WORDS + w // 8 * self.columns * k, self.atoms[k], w)
        self.state = [[specs.repeat(self.atoms[k][i - n], w, self.w) for k in range(25)] for i in range(n)]
        c.mem.cells[SHAPE], c.mem.cells[SHAPE + 8] = self.lanes, blocks
        self.added = new_atom("added", w) if self.keyak or self.ketje else 0
        c.mem.cells[SHAPE + 16] = zext(self.added, 64)
    def rows(self, i):
        if self.keyak and i: return
        self.c.mem.map(ROWS + PITCH * i, self.size * self.blocks * (self.n if self.keyak else 1), f"row {i}", write=self.op > ABSORB)
    def place(self, i, at):
        """Where byte `at` of the blocks of state i is. Keyak deals the blocks of one message."""
        return (ROWS + self.size * (at // self.size * self.n + i), at % self.size) if self.keyak else (ROWS + PITCH * i, at)
    def put_row(self, i, at, words, w, big=False):
        row, at = self.place(i, at)
        for k, x in enumerate(words): self.c.mem.put_row(row, lin_add(at, w // 8 * k), w // 8, x)
    def args(self): return [self.op, self.rounds, WORDS, POINTERS, SHAPE]
    def block(self, i, at, tag):
        a, w = self.state[i], self.w
        if self.op == ABSORB:
            m = self.message(i, at, tag)
            a = [self.cut(f"A+M[{k}]{tag}", xor(a[k], specs.repeat(m[k], self.lane, w), w)) if k < self.lanes else a[k] for k in range(25)]
        if self.keyak or self.ketje:
            m, a = self.message(i, at, tag), list(a)
            place = lambda k: 6 * k if self.ketje else k
            for k in range(self.lanes):
                old = specs.repeat(m[k], self.lane, w)
                total = self.cut(f"A+M[{place(k)}]{tag}", xor(a[place(k)], old, w))
                a[place(k)] = total if self.op in (KEYAK_WRAP, KETJE_WRAP) else old
                self.extra.append((f"output {k}{tag}", i, at + self.lane // 8 * k, total))
            last = 24 if self.keyak else place(self.lanes)
            a[last] = self.cut(f"A+M[{last}]{tag}", xor(a[last], specs.repeat(self.added, self.lane, w), w))
        a = self.state[i] = specs.keccak_p(a, self.rounds, self.lane, self.cut, tag)
        if self.op == SQUEEZE: self.extra += [(f"output {k}{tag}", i, lin_add(at, self.lane // 8 * k), a[k]) for k in range(self.lanes)]
    def outputs(self):
        w = self.lane
        got, first = self.get(WORDS, 25 * self.columns, w), self.columns - self.n
        def wanted(i, k):
            if i < first: return self.atoms[k][i]
            if self.front is not None and not self.at <= k < self.at + self.front: return self.atoms[k][i]
            return extract(self.state[i - first][k - self.at], 0, w)
        return [(f"A[{k % 5},{k // 5}]#{i}", got[k * self.columns + i], wanted(i, k)) for k in range(25) for i in range(self.columns)] + self.written()
    def written(self): return [(name, self.c.mem.get_row(*self.place(i, at), self.lane // 8), extract(x, 0, self.lane)) for name, i, at, x in self.extra]
    @property
    def reads(self): return self.op == ABSORB
    def widen(self, x): return specs.repeat(x, x.w, self.cut.w)

class Ahead(Keccak):
    """Absorbing, with prefetches 4 KiB further on."""
    def __init__(self, c, n, w, **options): super().__init__(c, n, w, op=ABSORB, **options)
    def args(self): return [4096, self.rounds, WORDS, POINTERS, SHAPE]

class Beside(Keccak):
    """Of twice as many states the second half; the first half must stay. `front`: so many lanes are left by a permutation, from lane `at` on."""
    others = 1
    def __init__(self, c, n, w, front=None, at=0, theta=0, **options):
        super().__init__(c, n, w, **options)
        self.front, self.at, self.theta = front, at, theta
        if front is not None: c.mem.cells[SHAPE], c.mem.cells[SHAPE + 16] = front, at
    def args(self): return [8 * self.theta + (self.op if self.front is None else 3), self.rounds, WORDS, POINTERS, SHAPE]

class KeccakPairs(Keccak):
    """Keccak-p[1600] on pairs of even and odd bits (`portable32`)."""
    aux = staticmethod(lambda name: name[0] in "CDBI")
    def __init__(self, c, n, w, **options):
        specs.lemma_of_pairs()
        super().__init__(c, n, w, **options)
        c.width = c.lane = self.cut.w = self.cut.lane = 32
        self.state = [[[self.cut(f"I[{k}] {'eo'[h]}", x) for h, x in enumerate(specs.even_odd(a))] for k, a in enumerate(self.state[0])]]
    def block(self, i, at, tag):
        a = self.state[i]
        if self.op == ABSORB:
            m = self.message(i, at, tag)
            for k, x in enumerate(m):
                x = specs.even_odd(x)
                a[k] = [self.cut(f"I+[{k}] {'eo'[h]}{tag}", xor(a[k][h], x[h], 32)) for h in (0, 1)]
        a = self.state[i] = specs.keccak_pairs(a, self.rounds, self.cut, tag)
        if self.op == SQUEEZE: self.extra += [(f"output {k}{tag}", i, lin_add(at, 8 * k), specs.together(*a[k])) for k in range(self.lanes)]
    def outputs(self):
        self.state, pairs = [[specs.together(*p) for p in self.state[0]]], self.state
        out = super().outputs()
        self.state = pairs
        return out

class Sha2(Call):
    aux = staticmethod(lambda name: name[0] == "W")
    def __init__(self, c, n, w, blocks=1):
        super().__init__(c, n, w, 2 * w, blocks)
        c.mem.map(WORDS, w * n, "words")
        self.atoms = [[new_atom(f"H{k}#{i}", w) for i in range(n)] for k in range(8)]
        for k in range(8): self.put(WORDS + w // 8 * n * k, self.atoms[k], w)
        self.state = [[self.atoms[k][i] for k in range(8)] for i in range(n)]
    def args(self): return [WORDS, POINTERS, self.blocks]
    def block(self, i, at, tag):
        m = self.message(i, at, tag)
        self.state[i] = specs.sha2_compress(self.state[i], m, self.w, self.cut, tag)
    def outputs(self):
        got = self.get(WORDS, 8 * self.n, self.w)
        return [(f"H[{k}]#{i}", got[k * self.n + i], self.state[i][k]) for k in range(8) for i in range(self.n)]

class Blake(Call):
    """The state has the counter, too: any number of bits may have been hashed before. Words k of all messages lie side by side; those of a
    message, if `apart`."""
    words, salts, counted, little, apart = 14, range(8, 12), None, False, False
    def __init__(self, c, n, w, blocks=1):
        super().__init__(c, n, w, 2 * w, blocks)
        self.big, self.counted = not self.little, self.counted or 16 * w
        c.mem.map(WORDS, self.words * w // 8 * n, "words")
        name = lambda k: f"H{k}" if k < 8 else f"S{k - 8}" if k in self.salts else f"T{k - 12}"
        self.state = [[new_atom(f"{name(k)}#{i}", w, [self.near_overflow(j) for j in range(K)] if k == 12 else None) for k in [*range(8), 12, 13]] for i in range(n)]
        self.beside = [[new_atom(f"{name(k)}#{i}", w) for k in self.salts] for i in range(n)]
        for i in range(n):
            for k in range(self.words):
                x = self.state[i][k] if k < 8 else self.state[i][k - 4] if k in (12, 13) else self.beside[i][k - 8] if k in self.salts else new_atom("unread", w)
                c.mem.store(self.at(i, k), w // 8, x)
    def at(self, i, k): return WORDS + self.w // 8 * (self.words * i + k if self.apart else k * self.n + i)
    def near_overflow(self, j):
        """A sample for the low word of a counter: some are carried in one of the next blocks, else nothing is ever seen of a carry."""
        return (1 << self.w) - self.counted * (j % 8) + rng.randrange(self.counted) & ONES[self.w] if j % 8 else rng.getrandbits(self.w)
    def args(self): return [WORDS, POINTERS, self.blocks]
    def block(self, i, at, tag):
        m, w = self.message(i, at, tag), self.w
        *h, t0, t1 = self.state[i]
        over = carry(t0, self.counted, w)
        # The counter may be that of the first block, and more added.
        t = [self.cut(f"T0{tag}", add(t0, self.counted, w), tuple(name for name in self.cut.names if name[:2] == "T0")), self.cut(f"T1{tag}", add(t1, zext(over, w), w), f"T0{tag}")]
        self.state[i] = self.compress(h, self.beside[i], t, m, tag) + t
    def compress(self, h, s, t, m, tag): return specs.blake_compress(h, s, t, m, self.w, self.cut, tag)
    def outputs(self):
        expected = lambda i: dict(zip([*range(8), 12, 13, *self.salts], self.state[i] + self.beside[i]))
        return [(f"word {k}#{i}", self.c.mem.load(self.at(i, k), self.w // 8), x) for i in range(self.n) for k, x in expected(i).items()]

class BlakeApart(Blake):
    apart = True

class Blake2(Blake):
    """Both finalization flags are any words; nothing reads words 10 and 11."""
    salts, little = range(8, 10), True
    def __init__(self, c, n, w, blocks=1):
        self.counted = 2 * w
        super().__init__(c, n, w, blocks)
    def compress(self, h, s, t, m, tag): return specs.blake2_compress(h, t, s, m, self.w, self.cut, tag)

class Blake3(Blake):
    """Beside the chaining value: the bytes of a block, the flags of each block, of the first and of the last one."""
    words, little = 16, True
    def block(self, i, at, tag):
        *h, t0, t1 = self.state[i]
        bytes_, flags, first, last = self.beside[i]
        if at == 0: flags = xor(flags, first, 32)
        if at == self.size * (self.blocks - 1): flags = xor(flags, last, 32)
        self.out = specs.blake3_compress(h, (t0, t1), bytes_, flags, self.message(i, at, tag), self.cut, tag)
        self.state[i] = self.out[:8] + [t0, t1]

class Blake3Xof(Blake3):
    """One block, and all sixteen words of output."""
    def all_blocks(self):
        self.wanted = []
        for i in range(self.n):
            self.block(i, 0, f"#{i}")
            self.wanted.append(self.out)
    def outputs(self): return [(f"word {k}#{i}", self.c.mem.load(self.at(i, k), 4), x) for i in range(self.n) for k, x in enumerate(self.wanted[i])]

ALGORITHMS = ["sha3-256", "sha256", "sha512", "blake256", "blake512", "blake3", "sha3-384", "sha3-512", "shake128"]
# Lanes of a block, and what pads a message.
SPONGES = {"sha3-256": (17, 6), "sha3-384": (13, 6), "sha3-512": (9, 6), "shake128": (21, 31)}
class Digests(Call):
    """A whole call of `digest_many`: messages of one length, padding and all, to digests."""
    def __init__(self, c, n, w, algorithm=0, bytes=200, count=1, prefix=0, strided=0):
        self.name, self.bytes, self.count = ALGORITHMS[algorithm], bytes, count
        self.algorithm, self.big = algorithm, self.name not in SPONGES and self.name != "blake3"
        big = self.big
        self.bytes_of_word = 4 if self.name in ("sha256", "blake256", "blake3") else 8
        w = 8 * self.bytes_of_word
        self.length = {"sha512": 64, "blake512": 64, "sha3-384": 48, "sha3-512": 64}.get(self.name, 32)
        super().__init__(c, 1, w, 1, 0)
        self.big = big
        self.aux = (Keccak if self.name in SPONGES else Sha2 if algorithm < 3 else Blake).aux
        c.mem.map(ROWS, bytes * count, "messages", write=False)
        c.mem.map(OUT, self.length * count, "digests")
        c.mem.map(SHAPE, 32, "shape", write=False)
        for k, x in enumerate((count, self.length, prefix, strided)): c.mem.cells[SHAPE + 8 * k] = x
    def args(self): return [self.algorithm, ROWS, self.bytes, OUT, SHAPE]
    def all_blocks(self):
        self.want = [x for i in range(self.count) for x in self.digest(i)]
    def digest(self, i):
        words, size, w, cut = [], self.bytes_of_word, self.w, self.cut
        for k in range(self.bytes // size + 1):
            a, have, kept = new_atom(f"M[{k}]#{i}", w), min(size, self.bytes - k * size), 0
            for j in range(have):
                at = 8 * (size - 1 - j if self.big else j)
                self.c.mem.put_row(ROWS, self.bytes * i + size * k + j, 1, extract(a, at, 8))
                kept |= 255 << at
            words.append(and_(a, kept, w))
        last, after = self.bytes // size, self.bytes % size
        if self.name == "blake3":
            # One chunk, which is the root.
            h, count = specs.IV[w], max(1, -(-self.bytes // 64))
            words = (words + [0] * 16)[:16 * count]
            for blk in range(count):
                flags, m = (blk == 0) | 10 * (blk == count - 1), words[16 * blk:16 * blk + 16]
                h = specs.blake3_compress(h, (0, 0), min(64, self.bytes - 64 * blk), flags, m, cut, f"#{i} block {blk}")[:8]
            return h
        if not self.big:
            rate, suffix = SPONGES[self.name]
            words[last] = xor(words[last], suffix << 8 * after, w)
            words += [0] * (-len(words) % rate)
            words[-1] = xor(words[-1], 1 << 63, w)
            state = [0] * 25
            for blk in range(len(words) // rate):
                tag = f"#{i} block {blk}"
                state = [cut(f"A+M[{k}]{tag}", xor(state[k], words[rate * blk + k], w)) if k < rate else state[k] for k in range(25)]
                state = specs.keccak_p(state, 24, 64, cut, tag)
            return state[:self.length // 8]
        words[last] = xor(words[last], 128 << 8 * (size - 1 - after), w)
        words += [0] * ((14 - len(words)) % 16)
        if self.name.startswith("blake"): words[-1] = xor(words[-1], 1, w)
        words += [8 * self.bytes >> w, 8 * self.bytes & ONES[w]]
        h, bits = specs.IV[w], 16 * w
        for blk in range(len(words) // 16):
            m, tag = words[16 * blk:16 * blk + 16], f"#{i} block {blk}"
            if self.name.startswith("blake"):
                # The counter is 0 where a block holds no bit of the message.
                t = min(8 * self.bytes, bits * (blk + 1)) if blk == 0 or 8 * self.bytes > bits * blk else 0
                h = specs.blake_compress(h, [0] * 4, (t & ONES[w], t >> w), m, w, cut, tag)
            else: h = specs.sha2_compress(h, m, w, cut, tag)
        return h
    def outputs(self):
        got = self.get(OUT, len(self.want), self.w)
        return [(f"word {k}", swap_bytes(g, self.w // 8) if self.big else g, x) for k, (g, x) in enumerate(zip(got, self.want))]

FUNCTIONS = {"digests": (Digests, 1, 64)}
for w, widths in ((8, (1, 4, 8, 16)), (16, (1, 4, 8, 16)), (32, (1, 4, 8, 16)), (64, (1, 2, 4, 8))):
    for n in widths: FUNCTIONS[f"keccak{25 * w}x{n}"] = Keccak, n, w
for n in (2, 4, 8): FUNCTIONS |= {f"ahead1600x{n}": (Ahead, n, 64), f"beside1600x{n}": (Beside, n, 64), f"beside800x{2 * n}": (Beside, 2 * n, 32)}
for n in (1, 2, 4, 8, 16): FUNCTIONS[f"sha256x{n}"] = Sha2, n, 32
for n in (1, 2, 4, 8): FUNCTIONS[f"sha512x{n}"] = Sha2, n, 64
for n in (1, 4, 8, 16): FUNCTIONS |= {f"blake256x{n}": (Blake, n, 32), f"blake2sx{n}": (Blake2, n, 32), f"blake3x{n}": (Blake3, n, 32), f"blake3xofx{n}": (Blake3Xof, n, 32)}
for n in (1, 2, 4, 8): FUNCTIONS |= {f"blake512x{n}": (Blake, n, 64), f"blake2bx{n}": (Blake2, n, 64)}
FUNCTIONS |= {"blake256x2": (BlakeApart, 2, 32), "blake3x2": (Blake3, 2, 32), "blake3xofx2": (Blake3Xof, 2, 32)}
