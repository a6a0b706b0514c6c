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

def check(image, root):
    count = 0
    for algorithm, name in enumerate(("sha3_256", "sha256", "sha512")):
        for n in (0, 1, 55, 56, 64, 111, 112, 135, 136, 200, 300):
            message, got = digest(image, algorithm, n, random.Random(n))
            assert got == hashlib.new(name, message).digest(), (name, n)
            count += 1
    answers = open(f"{root}/crates/reference/src/answers.txt").read()
    for name, n, answer in re.findall(r"^(blake256|blake512) 00\*(\d+) = (\w+)$", answers, re.M):
        assert digest(image, ALGORITHMS.index(name), int(n), Zeroes)[1].hex() == answer, (name, n)
        count += 1
    # Keccak-f and Keccak-p of the state of zeroes.
    answers = open(f"{root}/crates/reference/src/keccak_p/tests.rs").read()
    found = re.findall(r'Width::B(\d+),\s*once: "([^"]*)",.*?twelve_rounds: "([^"]*)"', answers, re.S)
    for width, once, twelve in found:
        w = int(width) // 25
        for rounds, answer in ((specs.ROUNDS[w], once), (12, twelve)):
            state = specs.keccak_p([0] * 25, rounds, w, lambda name, x, near=None: x)
            got = b"".join((x & terms.ONES[w]).to_bytes(w // 8, "little") for x in state).hex()
            assert got == re.sub(r"[\\\s]", "", answer), (width, rounds)
            count += 1
        if w == 64:
            pairs = specs.keccak_pairs([[0, 0]] * 25, 24, lambda name, x, near=None: x)
            assert [specs.together(*p) for p in pairs] == specs.keccak_p([0] * 25, 24, 64, lambda name, x, near=None: x)
    assert len(found) == 4 and count > 45, count
    return count
