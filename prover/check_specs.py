"""Holds the specifications, on numbers, against Python's hashlib and the answers in crates/reference."""
import hashlib, random, re
import specs, terms
from calls import ALGORITHMS, Digests, ROWS
from machine import Cpu

class Zeroes:
    @staticmethod
    def getrandbits(w): return 0

def digest(image, algorithm, bytes_, numbers):
    """A message of these numbers, and its digest."""
    c = Cpu(image, None)
    terms.concrete = numbers
    try: call = Digests(c, 1, 64, algorithm, bytes_); call.all_blocks()
    finally: terms.concrete = None
    n = call.bytes_of_word
    return bytes(c.mem.load(ROWS + k, 1) for k in range(bytes_)), b"".join(x.to_bytes(n, "big" if call.big else "little") for x in call.want)

BLAKE3_1024 = """42214739f095a406f3fc83deb889744ac00df831c10daa55189b5d121c855af71cf8107265ecdaf8505b95d8fcec83a98a6a96ea5109d2c179c47a387ffbb404756\
f6eeae7883b446b70ebb144527c2075ab8ab204c0086bb22b7c93d465efc57f8d917f0b385c6df265e77003b85102967486ed57db5c5ca170ba441427ed9afa684e"""
NO_CUT = lambda name, x, near=None: x
def blake2(w, message, key):
    """RFC 7693, section 3.3, with the longest digest and a key."""
    data = key.ljust(2 * w, b"\0") * bool(key) + message
    h = [iv ^ (0x01010000 | len(key) << 8 | w) * (k == 0) for k, iv in enumerate(specs.IV[w])]
    for at in range(0, max(len(data), 1), 2 * w):
        end = at + 2 * w >= len(data)
        h = specs.blake2_compress(h, (min(at + 2 * w, len(data)), 0), (-end & terms.ONES[w], 0), words(data[at:at + 2 * w].ljust(2 * w, b"\0"), w), w, NO_CUT)
    return b"".join(x.to_bytes(w // 8, "little") for x in h)
def blake3(message, bytes_):
    """One chunk. Its last block is compressed once for each block of output."""
    h, blocks = specs.IV[32], [message[at:at + 64] for at in range(0, max(len(message), 1), 64)]
    for k, block in enumerate(blocks):
        flags, m = (k == 0) | 10 * (block is blocks[-1]), words(block.ljust(64, b"\0"), 32)
        out = [specs.blake3_compress(h, (t, 0), len(block), flags, m, NO_CUT) for t in range(bytes_ // 64 + 1)]
        h = out[0][:8]
    return b"".join(x.to_bytes(4, "little") for block in out for x in block)[:bytes_]
def words(data, w): return [int.from_bytes(data[at:at + w // 8], "little") for at in range(0, len(data), w // 8)]

def check(image, root):
    count = 0
    for w, name in ((64, "blake2b"), (32, "blake2s")):
        for n, key in ((0, b""), (1, b"k" * 9), (2 * w, b""), (2 * w + 1, b"q"), (300, b"")):
            message = random.Random(n).randbytes(n)
            assert blake2(w, message, key) == getattr(hashlib, name)(message, key=key).digest(), (name, n)
            count += 1
    for algorithm, name in enumerate(("sha3_256", "sha256", "sha512")):
        for n in (0, 1, 55, 56, 64, 111, 112, 135, 136, 200, 300):
            message, got = digest(image, algorithm, n, random.Random(n))
            assert got == hashlib.new(name, message).digest(), (name, n)
            count += 1
    for name, bits in (("sha3-384", ()), ("sha3-512", ()), ("shake128", (32,))):
        for n in (0, 71, 72, 103, 104, 167, 168, 300):
            message, got = digest(image, ALGORITHMS.index(name), n, random.Random(n))
            assert got == hashlib.new(name.replace("-", "_").replace("shake128", "shake_128"), message).digest(*bits), (name, n)
            count += 1
    answers = open(f"{root}/crates/reference/src/answers.txt").read()
    for name, n, answer in re.findall(r"^(blake256|blake512) 00\*(\d+) = (\w+)$", answers, re.M):
        assert digest(image, ALGORITHMS.index(name), int(n), Zeroes)[1].hex() == answer, (name, n)
        count += 1
    # Of the official list: numbers modulo 251.
    answers = open(f"{root}/crates/reference/src/blake3/tests.rs").read()
    for n, answer in [*re.findall(r'\((\d+), "(\w+)"\)', answers), (1024, BLAKE3_1024)]:
        assert blake3(bytes(k % 251 for k in range(int(n))), len(answer) // 2).hex() == answer, n
        count += 1
    # Keccak-f and Keccak-p of the state of zeroes.
    answers = open(f"{root}/crates/reference/src/keccak_p/tests.rs").read()
    found = re.findall(r'Width::B(\d+),\s*once: "([^"]*)",.*?twelve_rounds: "([^"]*)"', answers, re.S)
    for width, once, twelve in found:
        w = int(width) // 25
        for rounds, answer in ((specs.ROUNDS[w], once), (12, twelve)):
            state = specs.keccak_p([0] * 25, rounds, w, NO_CUT)
            got = b"".join((x & terms.ONES[w]).to_bytes(w // 8, "little") for x in state).hex()
            assert got == re.sub(r"[\\\s]", "", answer), (width, rounds)
            count += 1
        if w == 64:
            pairs = specs.keccak_pairs([[0, 0]] * 25, 24, NO_CUT)
            assert [specs.together(*p) for p in pairs] == specs.keccak_p([0] * 25, 24, 64, NO_CUT)
    assert len(found) == 4 and count > 58, count
    return count
