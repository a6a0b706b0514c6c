"""Terms: a word is a Python int (known) or a Poly (depends on symbolic inputs).

A Poly of width w gives for each bit a polynomial over GF(2) in the bits of atoms. It is kept as {monomial: mask}: the sum, over its
terms, of mask AND the product of literals. A literal (a, r) has at bit j the bit (j - r) mod width(a) of atom a. This form is canonical
for AND, OR, XOR, NOT, shifts, rotations, extraction and concatenation, whatever way they were computed. Polys are interned, so `is` is
equality for ALL inputs. Additions modulo 2^w are atoms, each a multiset of parts and a constant (flattened).
Each atom has K random sample values, and each Poly the values that it takes there: they only say where a proof is worth a try."""
import os, random

K = int(os.environ.get("SAMPLES", 16))
LIMIT = 3000
class TooBig(Exception): pass
rng = random.Random(20261127)
REP = {w: sum(1 << (i * w) for i in range(K)) for w in range(1, 513)}
ONES = [(1 << w) - 1 for w in range(0, max(1025, 128 * K + 1))]

class Atom:
    __slots__ = ("name", "w", "samples", "cut", "add")
    def __init__(self, name, w, samples, cut=None, add=None):
        self.name, self.w, self.samples, self.cut, self.add = name, w, samples, cut, add

class Lin:
    """A public number that depends on how long the message is: c + a k + b r, where `k` iterations of a loop are done and `r` follow this
    one. Below 2^63 in size, for fewer than 2^40 iterations. What is not defined for it here stops the proof."""
    __slots__ = ("c", "a", "b")
    w, s = 64, None
    least_k, least_r = 1, 1  # what is known of k and r
    def __init__(self, c, a, b): self.c, self.a, self.b = c, a, b
    def __add__(self, n): return lin_add(self, n)
    def __mod__(self, n):
        if self.a % n or self.b % n: raise TooBig("the alignment of a length")
        return self.c % n
    def __repr__(self): return f"<{self.c}+{self.a}k+{self.b}r>"
    def __eq__(self, other): return type(other) is Lin and (self.c, self.a, self.b) == (other.c, other.a, other.b)
    def __hash__(self): return hash((self.c, self.a, self.b))
    def signs(self):
        """Whether it may be negative, zero, positive."""
        if self.a == self.b == 0: return self.c < 0, self.c == 0, self.c > 0
        edge = self.c + self.a * Lin.least_k + self.b * Lin.least_r
        if self.a >= 0 and self.b >= 0: return edge < 0, edge <= 0, True
        if self.a <= 0 and self.b <= 0: return True, edge >= 0, edge > 0
        return True, True, True

class Low:
    """The low bits of a Lin: only bits that do not vary can be taken out."""
    __slots__ = ("x", "w")
    s = None
    def __init__(self, x, w): self.x, self.w = x, w

def signed(x, w=64): return x - (x >> (w - 1) << w)
def lin(c, a, b): return Lin(c, a, b) if a or b else c & ONES[64]
def as_lin(x):
    if type(x) is Lin: return x
    if type(x) is int: return Lin(signed(x), 0, 0)
    raise TooBig("a secret and a length in one sum")
def lin_add(x, y, sign=1):
    x, y = as_lin(x), as_lin(y)
    return lin(x.c + sign * y.c, x.a + sign * y.a, x.b + sign * y.b)
def lin_times(x, n): return lin(x.c * n, x.a * n, x.b * n)
def lin_divide(x, n):
    """Rounded down, and the rest, for n that divides what varies."""
    if x.a % n or x.b % n or x.signs()[0]: raise TooBig("division of a length")
    return lin(x.c // n, x.a // n, x.b // n), x.c % n

atoms = []
monos = [()]
mono_ids = {(): 0}
mono_width = [0]  # that of all atoms in it, or None
shift_memo, mul_memo, lit_samples, mono_samples = {}, {}, {}, {}
polys = {}

class Poly:
    __slots__ = ("w", "t", "s", "parts", "ex", "n")
    def __repr__(self):
        return show(self)

def reset():
    for table in (atoms, shift_memo, mul_memo, lit_samples, mono_samples, polys, memo):
        table.clear()
    monos[:] = [()]
    mono_ids.clear(); mono_ids[()] = 0
    mono_width[:] = [0]
    sums.clear()

def mono(lits):
    m = mono_ids.get(lits)
    if m is None:
        m = mono_ids[lits] = len(monos)
        monos.append(lits)
        w = atoms[lits[0] >> 7].w
        mono_width.append(w if all(atoms[l >> 7].w == w for l in lits) else None)
    return m

def shift_mono(m, n):
    key = (m, n)
    r = shift_memo.get(key)
    if r is None:
        r = shift_memo[key] = mono(tuple(sorted(a << 7 | (((l & 127) + n) % atoms[a].w) for l in monos[m] for a in (l >> 7,))))
    return r

def mul_mono(a, b):
    if a == 0: return b
    if b == 0 or a == b: return a
    key = (a, b)
    r = mul_memo.get(key)
    if r is None:
        r = mul_memo[key] = mul_memo[b, a] = mono(tuple(sorted(set(monos[a]) | set(monos[b]))))
    return r

def rotl_int(v, r, w):
    r %= w
    return ((v << r) | (v >> (w - r))) & ONES[w]

edges = {}
def rotl_fields(s, n, w):
    """Each of the fields rotated."""
    n %= w
    if n == 0: return s
    high = edges.get((n, w))
    if high is None: high = edges[n, w] = REP[w] * (ONES[w] ^ ONES[n])
    return (s << n) & high | (s >> (w - n)) & (ONES[K * w] ^ high)

def add_fields(s, t, w):
    """Field by field: the highest bits apart, so that nothing is carried on."""
    high = REP[w] << w - 1
    return (s & ~high) + (t & ~high) ^ (s ^ t) & high

def widen_fields(s, have, w):
    """Cut, or with zeroes above."""
    keep, out = ONES[min(have, w)], 0
    for i in range(K): out |= (s >> i * have & keep) << i * w
    return out

def lit_sample(l, w):
    key = (l, w)
    s = lit_samples.get(key)
    if s is None:
        atom = atoms[l >> 7]
        have = atom.w
        s = rotl_fields(atom.samples, l & 127, have)
        if have != w:
            s = widen_fields(s, have, w)
            while have < w:
                s |= s << have & REP[w] * (ONES[min(2 * have, w)] ^ ONES[have])
                have *= 2
        lit_samples[key] = s
    return s

def mono_sample(m, w):
    key = (m, w)
    s = mono_samples.get(key)
    if s is None:
        s = ONES[K * w]
        for l in monos[m]:
            s &= lit_sample(l, w)
        mono_samples[key] = s
    return s

def make(w, t, s=None):
    """The word with these terms; masks are within w bits, and not 0. `s` are its samples, if they are known."""
    if not t: return 0
    if len(t) == 1 and 0 in t: return t[0]
    key = (w, frozenset(t.items()))
    p = polys.get(key)
    if p is None:
        p = Poly()
        p.w, p.t, p.parts, p.ex, p.n = w, t, None, None, len(polys)
        if s is None:
            s, rep = 0, REP[w]
            for m, mask in t.items():
                s ^= (mask * rep) & mono_sample(m, w)
        p.s = s
        polys[key] = p
    return p

def sample(x, w):
    return x * REP[w] if type(x) is int else x.s

concrete = None  # a generator of numbers, if all words are to be numbers

def new_atom(name, w, samples=None, cut=None, add=None):
    """`samples`: a list, or as those of a word."""
    if concrete: return concrete.getrandbits(w)
    a = len(atoms)
    if samples is None: samples = rng.getrandbits(K * w)
    elif type(samples) is list: samples = sum(v << i * w for i, v in enumerate(samples))
    atoms.append(Atom(name, w, samples, cut, add))
    return make(w, {mono((a << 7,)): ONES[w]}, samples)

def fields(s, w):
    return [(s >> (i * w)) & ONES[w] for i in range(K)]

memo = {}

def xor(a, b, w):
    if type(a) is int:
        if type(b) is int: return a ^ b
        a, b = b, a
    if type(b) is int:
        if b == 0: return a
        t = dict(a.t)
        c = t.get(0, 0) ^ b
        if c: t[0] = c
        else: del t[0]
        return make(w, t, a.s ^ b * REP[w])
    if a is b: return 0
    key = ("^", a, b) if a.n < b.n else ("^", b, a)
    r = memo.get(key)
    if r is None:
        x, y = (a.t, b.t) if len(a.t) >= len(b.t) else (b.t, a.t)
        t = dict(x)
        for m, mask in y.items():
            c = t.get(m, 0) ^ mask
            if c: t[m] = c
            else: del t[m]
        r = memo[key] = make(w, t, a.s ^ b.s)
    return r

def not_(a, w):
    return xor(a, ONES[w], w)

def and_(a, b, w):
    if type(a) is int:
        if type(b) is int: return a & b
        a, b = b, a
    if type(b) is int:
        if b == 0: return 0
        if b == ONES[w]: return a
        t = {}
        for m, mask in a.t.items():
            c = mask & b
            if c: t[m] = c
        return make(w, t, a.s & b * REP[w])
    if a is b: return a
    key = ("&", a, b) if a.n < b.n else ("&", b, a)
    r = memo.get(key)
    if r is None:
        if len(a.t) * len(b.t) > LIMIT: raise TooBig(f"a term of {len(a.t)} x {len(b.t)} products")
        t = {}
        for m, x in a.t.items():
            for n, y in b.t.items():
                c = x & y
                if c:
                    p = mul_mono(m, n)
                    c ^= t.get(p, 0)
                    if c: t[p] = c
                    else: del t[p]
        r = memo[key] = make(w, t, a.s & b.s)
    return r

def or_(a, b, w):
    if type(a) is int and type(b) is int: return a | b
    return xor(xor(a, b, w), and_(a, b, w), w)

def andn(a, b, w):
    return and_(not_(a, w), b, w)

def move(x, n, mask, w):
    """Shifted left by n (right if negative), cut to the mask, as a word of w bits."""
    if type(x) is int: return ((x << n) if n >= 0 else (x >> -n)) & mask
    key = ("m", x, n, mask, w)
    r = memo.get(key)
    if r is None:
        t = {}
        for m, k in x.t.items():
            k = ((k << n) if n >= 0 else (k >> -n)) & mask
            if k:
                m = shift_mono(m, n)
                # Two monomials may become one.
                if m in t:
                    k ^= t[m]
                    if not k: del t[m]; continue
                t[m] = k
        s, have = x.s, x.w
        # Bits that leave a field must not enter the next one.
        if n >= 0:
            if have < w: s = widen_fields(s, have, w); have = w
            s = s << n & REP[have] * (mask >> n << n & ONES[have])
        else: s = s >> -n & REP[have] * (mask & ONES[max(have + n, 0)])
        r = memo[key] = make(w, t, s if have == w else widen_fields(s, have, w))
    return r

def shl(x, n, w): return 0 if n >= w else move(x, n, ONES[w], w)
def shr(x, n, w): return 0 if n >= w else move(x, -n, ONES[w], w)
def rotl(x, n, w):
    n %= w
    if type(x) is int: return rotl_int(x, n, w)
    if n == 0: return x
    key = ("r", x, n)
    r = memo.get(key)
    if r is None:
        t = {}
        for m, k in x.t.items():
            if m:
                if mono_width[m] != w: break
                m = shift_mono(m, n)
            t[m] = rotl_int(k, n, w)
        else: r = memo[key] = make(w, t, rotl_fields(x.s, n, w))
        if r is None: r = memo[key] = xor(shl(x, n, w), shr(x, w - n, w), w)
    return r

def extract(x, lo, n):
    """Bits lo to lo + n as a word of n bits."""
    if type(x) is int: return (x >> lo) & ONES[n]
    if type(x) is Low and lo == 0: return x
    if lo == 0 and n == x.w: return x
    if type(x) is Lin and lo == 0: return Low(x, n)
    if lo == 0 and type(x) is Poly and len(x.t) == 1:
        # The low bits of a sum are the sum of the low bits.
        (m, mask), = x.t.items()
        if mask == ONES[x.w] and len(monos[m]) == 1 and monos[m][0] & 127 == 0 and atoms[monos[m][0] >> 7].add and atoms[monos[m][0] >> 7].w == x.w and n >= 32:
            p, c = atoms[monos[m][0] >> 7].add
            total = c & ONES[n]
            for part, k in p.items(): total = add(total, times(extract(part, 0, n), k & ONES[n], n) if k > 1 else extract(part, 0, n), n)
            return total
    return move(x, -lo, ONES[n], n)

def zext(x, w):
    if type(x) in (int, Low) or x.w == w: return x
    return move(x, 0, ONES[x.w], w)

def concat(lo, hi, w):
    """A word of 2w bits."""
    if type(lo) is int and type(hi) is int: return lo | hi << w
    key = ("c", lo, hi, w)
    r = memo.get(key)
    if r is None:
        r = memo[key] = xor(move(lo, 0, ONES[w], 2 * w), move(hi, w, ONES[w] << w, 2 * w), 2 * w)
        if type(r) is not int:
            memo["m", r, 0, ONES[w], w] = lo
            memo["m", r, -w, ONES[w], w] = hi
    return r

sums = {}

def parts_of(x, w):
    """As a sum: ({part: how often}, constant)."""
    if type(x) is int: return {}, x
    if x.parts is None:
        x.parts = ({x: 1}, 0)
        if len(x.t) == 1:
            (m, mask), = x.t.items()
            lits = monos[m]
            if mask == ONES[w] and len(lits) == 1 and lits[0] & 127 == 0:
                atom = atoms[lits[0] >> 7]
                if atom.add and atom.w == w: x.parts = atom.add
        elif x.t.get(0) == ONES[w]:
            # ~y = -y - 1
            p, c = parts_of(not_(x, w), w)
            x.parts = ({y: -n & ONES[w] for y, n in p.items()}, (-c - 1) & ONES[w])
        elif len(x.t) >= w and x is sext(extract(x, 0, 1), 1, w):
            # A bit that is repeated is its number, subtracted.
            x.parts = ({zext(extract(x, 0, 1), w): ONES[w]}, 0)
        elif 0 in x.t:
            # A bit that is 1 whatever the atoms are is added without a carry.
            others = 0
            for m, mask in x.t.items():
                if m: others |= mask
            alone = x.t[0] & ~others
            if alone:
                p, c = parts_of(xor(x, alone, w), w)
                x.parts = (p, (c + alone) & ONES[w])
    return x.parts

def is_literal(x, w):
    return len(x.t) == 1 and len(monos[next(iter(x.t))]) == 1 and ONES[w] in x.t.values()

def add(a, b, w):
    if type(a) is Lin or type(b) is Lin:
        if w != 64: raise TooBig("a length in fewer than 64 bits")
        return lin_add(a, b)
    if type(a) is int:
        if type(b) is int: return (a + b) & ONES[w]
        if a == 0: return b
    elif type(b) is int and b == 0: return a
    key = ("+", a, b, w)
    r = memo.get(key)
    if r is None:
        (p, c), (q, d) = parts_of(a, w), parts_of(b, w)
        p = dict(p)
        for x, n in q.items():
            n = (p.get(x, 0) + n) & ONES[w]
            if n: p[x] = n
            else: del p[x]
        r = memo[key] = memo["+", b, a, w] = make_sum(p, (c + d) & ONES[w], w)
    return r

def times(x, n, w):
    if type(x) is int: return x * n & ONES[w]
    p, c = parts_of(x, w)
    return make_sum({y: m * n & ONES[w] for y, m in p.items() if m * n & ONES[w]}, c * n & ONES[w], w)

def carry(a, b, w):
    """The bit that is carried out of a + b."""
    return extract(add(zext(a, 2 * w), zext(b, 2 * w), 2 * w), w, 1)

def at_least(x, c, w):
    """The bit that says whether x is c or more, unsigned, for a number c: a carry out of the sum with the smaller constant."""
    if c == 0 or type(x) is int: return int(c == 0 or x >= c)
    if c >> w: return 0
    low = -c & ONES[w]
    r = carry(x, low, w) if low < c else not_(carry(add(x, low, w), c, w), 1)
    assert fields(sample(r, 1), 1) == [int(v >= c) for v in fields(x.s, w)]
    return r

def greater(x, y, w):
    """The bit that says whether x is above y, unsigned. One of them must be a number."""
    if type(y) is int: return at_least(x, y + 1, w)
    if type(x) is int: return not_(at_least(y, x, w), 1)
    raise TooBig("comparison of secrets")

def bound(x, y, w, least):
    """The greater (`least` of either) of a word and a number, for a comparison of equality that follows."""
    if type(x) is int and type(y) is int: return max(x, y) if least else min(x, y)
    if type(x) is int: x, y = y, x
    if type(y) is not int: raise TooBig("comparison of secrets")
    r = memo.get(("b", x, y, w, least))
    if r is None:
        r = memo["b", x, y, w, least] = new_atom("bound", w, [(max if least else min)(v, y) for v in fields(x.s, w)])
        memo["bound", r] = x, y, least
    return r

def equal(x, y, w):
    """The bit that says whether words are equal: numbers, or a word and its bound."""
    if x is y or type(x) is int and type(y) is int: return int(x is y or x == y)
    for x, y in ((x, y), (y, x)):
        word, c, least = memo.get(("bound", x), (None, 0, False))
        if word is y and word is not None: return at_least(word, c, w) if least else not_(at_least(word, c + 1, w), 1)
    raise TooBig("comparison of secrets")

def choose(k, x, y, w):
    """x where the bit k is 1, else y."""
    if type(k) is int: return x if k else y
    d = add(x, add(not_(y, w), 1, w), w)
    return add(y, times(zext(k, w), d, w), w) if type(d) is int and type(y) is not int else xor(y, and_(sext(k, 1, w), xor(x, y, w), w), w)

def make_sum(p, c, w):
    if len(p) > 200: raise TooBig(f"a sum of {len(p)} parts")
    # Twice a word is that word shifted.
    if any(n > 1 for n in p.values()):
        old, p = p, {}
        for x, n in old.items():
            z = (n & -n).bit_length() - 1
            x = shl(x, z, w)
            if type(x) is int: c = (c + x * (n >> z)) & ONES[w]
            else: p[x] = (p.get(x, 0) + (n >> z)) & ONES[w]
        p = {x: n for x, n in p.items() if n}
    # Parts that share no bit are added without carries.
    odd = [x for x, n in p.items() if n == 1 and not is_literal(x, w)]
    i = 0
    while i < len(odd):
        for j in range(i):
            x, y = odd[i], odd[j]
            if x.s & y.s == 0 and and_(x, y, w) == 0:
                z = xor(x, y, w)
                if z in p or is_literal(z, w):
                    break
                del p[x], p[y]
                p[z] = 1
                odd = [v for v in odd if v is not x and v is not y] + [z]
                i = -1
                break
        i += 1
    if not p: return c
    if len(p) == 1 and c == 0:
        (x, n), = p.items()
        if n == 1: return x
    if len(p) == 1:
        (x, n), = p.items()
        cover = 0
        for mask in x.t.values(): cover |= mask
        if n == 1 and cover & c == 0: return xor(x, c, w)
    key = (w, frozenset(p.items()), c)
    r = sums.get(key)
    if r is None:
        total = c * REP[w]
        for x, n in p.items(): total = add_fields(total, x.s if n == 1 else sum((v * n & ONES[w]) << i * w for i, v in enumerate(fields(x.s, w))), w)
        r = sums[key] = new_atom("sum", w, total, add=(p, c))
    return r

def sext(x, n, w):
    """A word of n bits with its sign repeated up to w bits."""
    if type(x) is int: return x | (ONES[w] ^ ONES[n]) if x >> (n - 1) else x
    key = ("s", x, n, w)
    if key in memo: return memo[key]
    r = zext(x, w)
    for i in range(n, w): r = xor(r, move(x, i - n + 1, 1 << i, w), w)
    memo[key] = r
    return r

def concat_any(lo, hi, n, w):
    """n bits of `lo` below those of `hi`."""
    return xor(zext(lo, w), move(hi, n, ONES[w] ^ ONES[n], w), w)

def swap_bytes(x, n):
    w = 8 * n
    r = 0
    for i in range(n):
        j = n - 1 - i
        r = xor(r, move(x, 8 * (j - i), 255 << (8 * j), w), w)
    return r

# Cut points -----------------------------------------------------------------------------------------------------------------------

def cut_atom(name, x, w):
    """A name for this word: an atom that stands for it."""
    if type(x) is int: return x
    return new_atom(name, w, x.s, cut=x)

def atoms_in(x):
    return {l >> 7 for m in x.t for l in monos[m]}

def replace(x, new):
    r = 0
    for m, mask in x.t.items():
        product = mask
        for l in monos[m]:
            a, rot = l >> 7, l & 127
            wa = atoms[a].w
            v = new.get(a)
            if v is None:
                v = make(x.w, {mono((l,)): ONES[x.w]})
            elif wa <= x.w:
                v, have = rotl(v, rot, wa), wa
                while have < x.w:
                    v, have = concat(v, v, have), 2 * have
            else:
                v = extract(rotl(v, rot, wa), 0, x.w)
            product = and_(product, v, x.w)
        r = xor(r, product, x.w)
    return r

def substitute(x, new):
    """With some atoms replaced by words, also within sums. `new`: {atom: word}, of this call's own."""
    for a in atoms_in(x):
        if a not in new and atoms[a].add:
            total = atoms[a].add[1]
            for part, n in atoms[a].add[0].items(): total = add(total, times(substitute(part, new), n, atoms[a].w), atoms[a].w)
            new[a] = total
    return replace(x, new)

def expand(x, which):
    """With the cut atoms that `which` accepts replaced by what they stand for, also within sums."""
    if type(x) is int: return x
    key = ("x", x, which)
    r = memo.get(key)
    if r is not None: return r
    new = {}
    for a in atoms_in(x):
        atom = atoms[a]
        if atom.cut is not None and which(atom.name):
            new[a] = expand(atom.cut, which)
        elif atom.add:
            total = atom.add[1]
            for part, n in atom.add[0].items():
                e = expand(part, which)
                total = add(total, times(e, n, atom.w), atom.w)
            whole = make(atom.w, {mono((a << 7,)): ONES[atom.w]})
            if total is not whole: new[a] = total
    r = replace(x, new) if new else x
    memo[key] = r
    return r

def same_sums(x, y):
    """Whether words are equal, also where only the low bits of some sums are used: these depend on the low bits of the parts."""
    r, w = 0, x.w
    difference = xor(x, y, w)
    for m, mask in difference.t.items() if type(difference) is Poly else ():
        lits = monos[m]
        atom, by = (atoms[lits[0] >> 7], lits[0] & 127) if len(lits) == 1 else (None, 0)
        used = rotl_int(mask, -by, w).bit_length() if atom and atom.add and atom.w == w else w
        if used == w: r = xor(r, make(w, {m: mask}), w); continue
        total = atom.add[1] & ONES[used]
        for part, n in atom.add[0].items(): total = add(total, times(extract(part, 0, used), n & ONES[used], used), used)
        r = xor(r, and_(rotl(zext(total, w), by, w), mask, w), w)
    return r == 0 and (difference == 0 or type(difference) is Poly)

def show(x, limit=12):
    if type(x) is int: return hex(x)
    out = []
    for m, mask in list(x.t.items())[:limit]:
        lits = ".".join(name(l) for l in monos[m]) or "1"
        out.append(lits if mask == ONES[x.w] else f"{mask:#x}&{lits}")
    if len(x.t) > limit: out.append(f"... {len(x.t)} terms")
    return " ^ ".join(out)

def name(l):
    atom = atoms[l >> 7]
    text = atom.name
    if atom.add and text == "sum":
        text = "(" + "+".join(show(x, 3) if type(x) is not int else hex(x) for x in list(atom.add[0])[:8]) + (f"+{atom.add[1]:#x}" if atom.add[1] else "") + ")"
    return text if l & 127 == 0 else f"{text}<<<{l & 127}"
