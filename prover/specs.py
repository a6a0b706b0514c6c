"""What the kernels must compute, on terms: FIPS 202, FIPS 180-4, BLAKE, RFC 7693 (BLAKE2), BLAKE3. Each intermediate value gets a name (a cut point)."""
from terms import *
from semantics import rot3, small, ch, maj, S

ROUNDS = {64: 24, 32: 22, 16: 20, 8: 18}
def repeat(x, w, to):
    """A lane of w bits, repeated to fill a word."""
    while w < to: x, w = concat(x, x, w), 2 * w
    return x

def every(name): return name[0] in "CDBWIT" or name.startswith("A+")

class Cuts:
    """Names words of the specification. The executor knows them again by their samples, then proves them equal."""
    def __init__(self, w, lane=None):
        self.w, self.lane, self.table, self.names, self.near = w, lane or w, {}, [], {}
    def __call__(self, name, x, near=None):
        """`near` names cut points to be replaced by what they stand for where equality does not show without."""
        w, lane = self.w, self.lane
        if type(x) is int: return x
        # Where few bits are symbolic, many words are the same.
        if all(len(monos[m]) <= 1 and (m == 0 or monos[m][0] & 127 == 0 and mask == ONES[w]) for m, mask in x.t.items()) and len(x.t) <= 1 + (0 in x.t) and not any(atoms[a].add for a in atoms_in(x)): return x
        hit = self.table.get((w, x.s))
        if hit and (hit[1] is x or expand(hit[1], every) is expand(x, every)): return hit[0]
        self.names.append(name)
        if near: self.near[name] = lambda n: n in (near if type(near) is tuple else (near,))
        if lane == w:
            atom = cut_atom(name, x, w)
            self.enter(w, atom, x, name)
            return atom
        # A lane that is repeated: kernels have it repeated, as it is, or with zeroes above.
        short = extract(x, 0, lane)
        assert repeat(short, lane, w) is x
        atom = cut_atom(name, short, lane)
        self.enter(lane, atom, short, name)
        self.enter(w, zext(atom, w), zext(short, w), name)
        self.enter(w, repeat(atom, lane, w), x, name)
        return repeat(atom, lane, w)
    def enter(self, w, atom, x, name):
        self.table.setdefault((w, atom.s), (atom, x, name))
        self.table.setdefault((w, not_(atom, w).s), (not_(atom, w), not_(x, w), name))

def rho():
    r, x, y = [0] * 25, 1, 0
    for t in range(24):
        r[x + 5 * y] = (t + 1) * (t + 2) // 2
        x, y = y, (2 * x + 3 * y) % 5
    return r
RHO = rho()

def round_constants():
    out, reg = [], 1
    for _ in range(24):
        c = 0
        for j in range(7):
            if reg & 1: c |= 1 << ((1 << j) - 1)
            reg <<= 1
            if reg & 256: reg ^= 0x171
        out.append(c)
    return out
RC = round_constants()

def keccak_p(a, rounds, lane, cut, tag=""):
    """On words of at least 32 bits, which repeat the lane."""
    total, w = ROUNDS[lane], max(lane, 32)
    for r in range(total - rounds, total):
        n = lambda k: f"{k} of round {r}{tag}"
        # A compiler may add the constant of iota later, to what lane (0, 0) is added to.
        iota = f"A[0,0] of round {r - 1}{tag}"
        c = [cut(n(f"C[{x}]"), xor(xor(xor(xor(a[x], a[x + 5], w), a[x + 10], w), a[x + 15], w), a[x + 20], w), iota if x == 0 else None) for x in range(5)]
        d = [cut(n(f"D[{x}]"), xor(c[(x + 4) % 5], rotl(c[(x + 1) % 5], 1, w), w)) for x in range(5)]
        b = [0] * 25
        for y in range(5):
            for x in range(5):
                b[y + 5 * ((2 * x + 3 * y) % 5)] = rotl(xor(a[x + 5 * y], d[x], w), RHO[x + 5 * y] % lane, w)
        b = [cut(n(f"B[{i % 5},{i // 5}]"), v, None if i else iota) for i, v in enumerate(b)]
        a = [xor(b[i], andn(b[i - i % 5 + (i + 1) % 5], b[i - i % 5 + (i + 2) % 5], w), w) for i in range(25)]
        a[0] = xor(a[0], repeat(RC[r] & ONES[lane], lane, w), w)
        a = [cut(n(f"A[{i % 5},{i // 5}]"), v) for i, v in enumerate(a)]
    return a

def even_odd(x):
    """The bits of a word of 64 bits at even and at odd places."""
    return [xor_all([move(x, i - (2 * i + h), 1 << i, 32) if type(x) is int else move(extract(x, 2 * i + h, 1), i, 1 << i, 32) for i in range(32)], 32) for h in (0, 1)]
def xor_all(words, w):
    r = 0
    for x in words: r = xor(r, x, w)
    return r
def together(e, o):
    return xor_all([move(extract(x, i, 1), 2 * i + h, 1 << 2 * i + h, 64) for h, x in enumerate((e, o)) for i in range(32)], 64)
def rot_pair(p, r):
    r %= 64
    return [rotl(p[0], r // 2, 32), rotl(p[1], r // 2, 32)] if r % 2 == 0 else [rotl(p[1], r // 2 + 1, 32), rotl(p[0], r // 2, 32)]

def lemma_of_pairs():
    """Rotating the pair is rotating the word, for every rotation; exclusive-or and and-not act on each bit by itself."""
    x = new_atom("any", 64)
    for r in range(64): assert even_odd(rotl(x, r, 64)) == rot_pair(even_odd(x), r)
    e, o = new_atom("e", 32), new_atom("o", 32)
    assert even_odd(together(e, o)) == [e, o] and together(*even_odd(x)) == x

def keccak_pairs(a, rounds, cut, tag=""):
    """Keccak-p[1600] on pairs of even and odd bits."""
    X = lambda p, q: [xor(p[h], q[h], 32) for h in (0, 1)]
    for r in range(24 - rounds, 24):
        C = lambda k, p: [cut(f"{k} {'eo'[h]} of round {r}{tag}", p[h]) for h in (0, 1)]
        c = [C(f"C[{x}]", X(X(X(X(a[x], a[x + 5]), a[x + 10]), a[x + 15]), a[x + 20])) for x in range(5)]
        d = [C(f"D[{x}]", X(c[(x + 4) % 5], rot_pair(c[(x + 1) % 5], 1))) for x in range(5)]
        b = [0] * 25
        for y in range(5):
            for x in range(5): b[y + 5 * ((2 * x + 3 * y) % 5)] = rot_pair(X(a[x + 5 * y], d[x]), RHO[x + 5 * y])
        b = [C(f"B[{i % 5},{i // 5}]", v) for i, v in enumerate(b)]
        n = lambda i, k: b[i - i % 5 + (i + k) % 5]
        a = [[xor(b[i][h], andn(n(i, 1)[h], n(i, 2)[h], 32), 32) for h in (0, 1)] for i in range(25)]
        a[0] = X(a[0], even_odd(RC[r]))
        a = [C(f"A[{i % 5},{i // 5}]", v) for i, v in enumerate(a)]
    return a

def primes(n):
    out, k = [], 2
    while len(out) < n:
        if all(k % p for p in out): out.append(k)
        k += 1
    return out
def root(x, k):
    lo, hi = 0, 1 << (x.bit_length() // k + 2)
    while lo < hi:
        mid = (lo + hi + 1) // 2
        if mid ** k <= x: lo = mid
        else: hi = mid - 1
    return lo
KS = {w: [root(p << 3 * w, 3) & ONES[w] for p in primes({32: 64, 64: 80}[w])] for w in (32, 64)}

def sha2_compress(h, m, w, cut, tag=""):
    k = KS[w]
    W = list(m)
    for t in range(16, len(k)):
        W.append(cut(f"W[{t}]{tag}", add(add(small(W[t - 2], *S[w][3], w), W[t - 7], w), add(small(W[t - 15], *S[w][2], w), W[t - 16], w), w)))
    a, b, c, d, e, f, g, hh = h
    for t in range(len(k)):
        t1 = add(add(add(hh, rot3(e, *S[w][1], w), w), add(ch(e, f, g, w), k[t], w), w), W[t], w)
        t2 = add(rot3(a, *S[w][0], w), maj(a, b, c, w), w)
        hh, g, f, e, d, c, b, a = g, f, e, cut(f"e of round {t}{tag}", add(d, t1, w)), c, b, a, cut(f"a of round {t}{tag}", add(t1, t2, w), f"e of round {t}{tag}")
    return [cut(f"H[{i}]{tag}", add(x, y, w), f"{'ae'[i > 3]} of round {len(k) - 1 - i % 4}{tag}") for i, (x, y) in enumerate(zip(h, (a, b, c, d, e, f, g, hh)))]


def pi_words(w, n):
    """The fraction of pi, w bits a word (Machin's formula)."""
    bits = w * n + 64
    one = 1 << bits
    def arctan(x):
        total = term = one // x
        k, sign = 3, -1
        while term:
            term //= x * x
            total += sign * (term // k)
            k, sign = k + 2, -sign
        return total
    pi = 4 * (4 * arctan(5) - arctan(239))
    frac = (pi - 3 * one) >> 64
    return [frac >> (w * (n - 1 - i)) & ONES[w] for i in range(n)]

PI = {w: pi_words(w, 16) for w in (32, 64)}
SIGMA = [[int(k, 16) for k in row] for row in """0123456789abcdef ea489fd61c02b753 b8c052fdae367194 7931dcbe265a40f8 905724afe1bc683d
2c6a0b834d75fe19 c51fed4a0763928b db7ec13950f4862a 6fe9b308c2d714a5 a2847615fb9e3cd0""".split()]

def blake_rounds(v, rounds, rotations, words, w, cut, tag):
    """G on columns and diagonals. `words(r, j)`: what round r adds in the two halves of the pair j of its permutation."""
    r1, r2, r3, r4 = rotations
    for r in range(rounds):
        for i, (a, b, c, d) in enumerate([(0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15), (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14)]):
            n = lambda k: f"{k} of G{i} of round {r}{tag}"
            x, y = words(r, i)
            v[a] = cut(n("a"), add(add(v[a], v[b], w), x, w))
            v[d] = cut(n("d"), rotl(xor(v[d], v[a], w), -r1, w))
            v[c] = cut(n("c"), add(v[c], v[d], w))
            v[b] = cut(n("b"), rotl(xor(v[b], v[c], w), -r2, w), (n("c"), n("d")))
            v[a] = cut(n("a'"), add(add(v[a], v[b], w), y, w))
            v[d] = cut(n("d'"), rotl(xor(v[d], v[a], w), -r3, w))
            v[c] = cut(n("c'"), add(v[c], v[d], w), n("c"))
            v[b] = cut(n("b'"), rotl(xor(v[b], v[c], w), -r4, w), (n("c'"), n("d'")))

def last_b(i, round, tag):
    """What b is made of at the end, for word i: a rotation may be left out, and done with the last exclusive-or."""
    return f"b' of G{(7, 4, 5, 6)[i - 4]} of round {round}{tag}" if 4 <= i < 8 else None

def blake_compress(h, s, t, m, w, cut, tag=""):
    u = PI[w]
    v = list(h) + [xor(s[i], u[i], w) for i in range(4)] + [xor(t[i // 2], u[4 + i], w) for i in range(4)]
    def words(r, i):
        j, k = SIGMA[r % 10][2 * i:2 * i + 2]
        return xor(m[j], u[k], w), xor(m[k], u[j], w)
    blake_rounds(v, *((14, (16, 12, 8, 7)) if w == 32 else (16, (32, 25, 16, 11))), words, w, cut, tag)
    return [cut(f"H[{i}]{tag}", xor(xor(h[i], s[i % 4], w), xor(v[i], v[i + 8], w), w), last_b(i, 13 if w == 32 else 15, tag)) for i in range(8)]

IV = {w: [root(p << 2 * w, 2) & ONES[w] for p in primes(8)] for w in (32, 64)}

def blake2_compress(h, t, f, m, w, cut, tag=""):
    """RFC 7693, section 3.2, with both words of the counter and both finalization flags."""
    v = list(h) + [xor(x, iv, w) for x, iv in zip([0] * 4 + [*t, *f], IV[w])]
    blake_rounds(v, *((10, (16, 12, 8, 7)) if w == 32 else (12, (32, 24, 16, 63))), lambda r, i: (m[SIGMA[r % 10][2 * i]], m[SIGMA[r % 10][2 * i + 1]]), w, cut, tag)
    return [cut(f"H[{i}]{tag}", xor(h[i], xor(v[i], v[i + 8], w), w), last_b(i, 9 if w == 32 else 11, tag)) for i in range(8)]

PERMUTATION = [2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8]
def blake3_compress(h, t, bytes_, flags, m, cut, tag=""):
    """All sixteen words of output ("BLAKE3", 2.2): the first eight are the chaining value."""
    v, order = list(h) + IV[32][:4] + [*t, bytes_, flags], [list(range(16))]
    for _ in range(6): order.append([order[-1][k] for k in PERMUTATION])
    blake_rounds(v, 7, (16, 12, 8, 7), lambda r, i: (m[order[r][2 * i]], m[order[r][2 * i + 1]]), 32, cut, tag)
    return [cut(f"H[{i}]{tag}", xor(v[i % 8 + i // 8 * 8], h[i - 8] if i > 7 else v[i + 8], 32), last_b(i, 6, tag)) for i in range(16)]
