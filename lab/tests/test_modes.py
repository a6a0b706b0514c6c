"""The five algorithms against published answers and hashlib, in both forms."""

import hashlib

import pytest

from lanesum_lab.definition import from_bytes, permute, to_bytes
from lanesum_lab.isa.keccak import instruction_set
from lanesum_lab.kernels.catalog import form
from lanesum_lab.machine import Machine
from lanesum_lab.modes import ALGORITHMS, APPLICATIONS, Algorithm

ISA = instruction_set()
BY_NAME = {one.name: one for one in ALGORITHMS}

# kats/keccak.md, sections 2 and 3: the checksums of XKCP's tests (largest nonce of Keyak 58 and 150 bytes).
CHECKSUMS = {
    "river-keyak": (58, "a7ce278119381311a11f8fac84cb6b24"),
    "lake-keyak": (150, "7303c4ba1effc39d488065c2fd05f752"),
    "ketje-sr": (0, "92af558848df0a4e9b94f633ee2fe971"),
    "ketje-jr": (0, "6b2db5c57651366cf83e42dcb3690e51"),
}


def forms(one: Algorithm) -> list[str]:
    return [one.baseline, one.extended, *one.plain]


@pytest.mark.parametrize("name", forms(BY_NAME["sha3-512"]))
def test_sha3_512(name: str) -> None:
    machine = BY_NAME["sha3-512"].machine(ISA, form(name))
    out = machine.place(64)
    for length in (0, 1, 3, 64, 71, 72, 73, 143, 144, 145, 500):
        message = bytes(i * 7 % 256 for i in range(length))
        machine.call("sha3_512", machine.place(message), length, out)
        assert machine.read(out, 64) == hashlib.sha3_512(message).digest()


#: Each algorithm on each form. Where many instructions call into Python it takes minutes, and CI does not wait for it.
PROCEDURES = [
    pytest.param(name, each, marks=[pytest.mark.slow] if slow else [], id=f"{name}-{each}")
    for name in sorted(CHECKSUMS)
    for each in forms(BY_NAME[name])
    for slow in [each == BY_NAME[name].extended and name != "ketje-jr"]
]


@pytest.mark.parametrize(("name", "each"), PROCEDURES)
def test_checksum(name: str, each: str) -> None:
    """The whole published procedure."""
    one = BY_NAME[name]
    machine = one.machine(ISA, form(each), kat=True)
    largest, answer = CHECKSUMS[name]
    result = machine.place(16)
    arguments = [largest, result] if "keyak" in name else [result]
    assert machine.call(f"{one.source}_kat", *arguments) == 0
    assert machine.read(result, 16).hex() == answer


def keyak_session(machine: Machine) -> bytes:
    """The first session of the procedure with a start tag (kat-procedures.md, section 5), and a longer message."""
    at, out, tag = machine.place(machine.call("keyak_size")), machine.place(1024), machine.place(16)
    key = machine.place(bytes.fromhex("322b241d160f0801faf3ece5ded7d0c9"))
    machine.call("keyak_start", at, key, 16, 0, 0, tag, 0, 0)
    found = machine.read(tag, 16)
    machine.call("keyak_wrap", at, machine.place(b"DEF"), 3, machine.place(b"ABC"), 3, out, tag, 0, 0)
    found += machine.read(out, 3) + machine.read(tag, 16)
    message = machine.place(bytes(i * 5 % 256 for i in range(555)))
    machine.call("keyak_wrap", at, message, 555, message, 77, out, tag, 0, 1)
    return found + machine.read(out, 555) + machine.read(tag, 16)


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("river-keyak", "bf4cd7465dac32b5d32f995be71f6eed22b038407d2fad5a971e9331a1a1ae06f36900"),
        ("lake-keyak", "3518503b1c0f984edd18fb103db2ca3cc607d9ae47c03d6080174e7cdf0189e789076b"),
    ],
)
def test_keyak(name: str, answer: str) -> None:
    one = BY_NAME[name]
    base, *others = (keyak_session(one.machine(ISA, form(each))) for each in forms(one))
    assert base[:35].hex() == answer
    assert others == [base] * len(others)


def ketje_session(machine: Machine, largest: int) -> bytes:
    """The first two messages of the procedure of XKCP's tests, and a longer one."""
    at, out, tag = machine.place(machine.call("ketje_size")), machine.place(512), machine.place(32)
    p = 0x12 + largest

    def g1(n: int, p: int, q: int) -> bytes:
        rolled = [(i << q | i >> (8 - q)) % 256 for i in range(n)]
        return bytes((p + 161 * (n - rolled[i] + i)) % 256 for i in range(n))

    machine.call("ketje_start", at, machine.place(g1(largest, p, 3)), largest, 0, 0)
    found = b""
    for message in (b"", bytes.fromhex("4b6cec0d8dae2e4fcff070"), bytes(i * 5 % 256 for i in range(199))):
        machine.call("ketje_crypt", at, machine.place(message), len(message), out, 0)
        machine.call("ketje_tag", at, tag, 16)
        found += machine.read(out, len(message)) + machine.read(tag, 16)
        machine.call("ketje_feed", at, machine.place(bytes(range(33))), 33 if len(message) == 11 else 0)
    return found


@pytest.mark.parametrize(
    ("name", "largest", "answer"),
    [
        (
            "ketje-jr",
            22,
            "1a9a90e0393719f729b046a4989aa511f737df7b9e0f80b479ceb7f5f5914f1e10685e6bc584dd2814f721",
        ),
        ("ketje-sr", 47, "b44900aacf1362198e2761d51cfee188"),
    ],
)
def test_ketje(name: str, largest: int, answer: str) -> None:
    one = BY_NAME[name]
    base = ketje_session(one.machine(ISA, form(one.baseline)), largest)
    assert base.hex().startswith(answer)
    for each in [*forms(one)[1:], f"extended_{200 * one.width}"]:
        assert ketje_session(one.machine(ISA, form(each)), largest) == base
    # With a call for each block in place of the loop of steps.
    assert ketje_session(one.machine(ISA, form(one.extended), calls=True), largest) == base


@pytest.mark.parametrize("each", forms(APPLICATIONS[0]))
def test_application_stack(each: str) -> None:
    machine = APPLICATIONS[0].machine(ISA, form(each))
    out = machine.place(512)
    # SP 800-185, sample 5 of KMAC: 200 bytes, no customization string.
    key, data = machine.place(bytes(range(0x40, 0x60))), machine.place(bytes(range(200)))
    machine.call("kmac256", key, 32, data, 200, out, 64)
    assert machine.read(out, 64).hex() == (
        "75358cf39e41494e949707927cee0af20a3ff553904c86b08f21cc414bcfd691"
        "589d27cf5e15369cbbff8b9a4c2eb17800855d0235ff635da82533ec6b759b69"
    )
    for length in (1, 136, 300):
        machine.call("key_stream", key, 16, key + 16, 16, data, length % 201, out)
        stream = hashlib.shake_256(bytes(range(0x40, 0x60))).digest(length % 201)
        assert machine.read(out, length % 201) == bytes(a ^ b for a, b in zip(stream, range(200), strict=False))


def test_generator() -> None:
    """XKCP's procedure (testPRG.inc) for blocks of 136 bytes."""
    one = APPLICATIONS[2]
    machine = one.machine(ISA, form(one.baseline))
    at, seed, out = machine.place(machine.call("sponge_size")), machine.place(512), machine.place(512)
    checksum = b""
    for n in [*range(200), *range(200, 513, 7)]:
        size = (509 + 3 * n) % 512
        machine.write(seed, bytes((n - i) % 256 for i in range(n)))
        machine.call("generator_start", at)
        machine.call("generator_feed", at, seed, n)
        machine.call("generator_fetch", at, out, size)
        first = machine.read(out, 1)[0] if size else 0
        if first & 1:
            if first & 2:
                machine.call("generator_feed", at, seed, n)
            machine.call("generator_forget", at)
            if first & 4:
                machine.call("generator_fetch", at, out, size)
        checksum += machine.read(out, size)
    state = [0] * 25
    padded = bytearray((checksum + b"\1").ljust(len(checksum) // 200 * 200 + 200, b"\0"))
    padded[-1] ^= 0x80
    for k in range(0, len(padded), 200):
        block = from_bytes(bytes(padded[k : k + 200]), 64)
        state = permute([a ^ b for a, b in zip(state, block, strict=True)], 64)
    assert to_bytes(state, 64)[:8].hex() == "f67e5ca89e16b94a"
