"""The machine: calls, custom instructions, faults, counts; intrinsics; the caches."""

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lanesum_lab.build import build
from lanesum_lab.errors import MachineError
from lanesum_lab.isa import Instruction, Register
from lanesum_lab.isa.keccak import instruction_set
from lanesum_lab.machine import Counts, Latencies, Machine
from lanesum_lab.machine.timing import Cache, Memory

ISA = instruction_set()

PROGRAM = """
#include "instructions.h"
void all(const uint64_t *in, uint64_t *out)
{
    uint64x1_t a = vld1_u64(in), b = vld1_u64(in + 1);
    uint64x2_t p = vld1q_u64(in), q = vld1q_u64(in + 2);
    vst1_u64(out, rl1x_u64(a, b));
    vst1_u64(out + 1, kxorr64(a, b, 23));
    vst1q_u64(out + 2, chi1_u64(p, q));
    vst1q_u64(out + 4, chi1_u32(p, q));
    vst1_u64(out + 6, chi2_u64(p, q));
    ((float *)out)[14] = chi3_u32(a, b);
    ((float *)out)[15] = xorr_u16(((const float *)in)[0], ((const float *)in)[1], 5);
}
/* Variables that are called as an intrinsic's own could be, and an intrinsic in an argument of another. */
void nested(const uint64_t *in, uint64_t *out)
{
    uint64x1_t m = vld1_u64(in), n = vld1_u64(in + 1), d = vld1_u64(in + 2);
    vst1_u64(out, kxorr64(m, n, 7));
    vst1_u64(out + 1, kxorr64(kxorr64(n, m, 3), kxorr64(d, n, 5), 11));
}
unsigned many(unsigned a, unsigned b, unsigned c, unsigned d, unsigned e, unsigned f)
{
    return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f;
}
void undefined(void) { __asm__(".inst 0xfeffffff"); }
"""


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    source = tmp_path / "program.c"
    source.write_text(PROGRAM)
    return Machine(ISA, build(ISA, [], [source]))


def test_intrinsics(machine: Machine) -> None:
    data = random.Random(1).randbytes(32)
    out = machine.place(64)
    machine.call("all", machine.place(data), out)
    a = [int.from_bytes(data[k : k + 8], "little") for k in range(0, 32, 8)]
    p, q = a[0] | a[1] << 64, a[2] | a[3] << 64
    run = {name: one.run for name, one in ISA.by_mnemonic.items()}
    want = run["rl1x.u64"](a[0], a[1]) | run["kxorr64"](a[0], a[1], 23) << 64 | run["chi1.u64"](p, q) << 128
    want |= run["chi1.u32"](p, q) << 256 | run["chi2.u64"](p, q) << 384 | run["chi3.u32"](a[0], a[1]) << 448
    want |= run["xorr.u16"](a[0] % 2**32, a[0] >> 32, 5) << 480
    assert machine.read(out, 64) == want.to_bytes(64, "little")
    assert machine.executed["chi2.u64"] == 1


def test_intrinsics_hide_no_variables(machine: Machine) -> None:
    m, n, d = 0x0123456789ABCDEF, 0x1122334455667788, 0xF0E1D2C3B4A59687
    out = machine.place(16)
    machine.call("nested", machine.place(b"".join(value.to_bytes(8, "little") for value in (m, n, d))), out)
    run = ISA.by_mnemonic["kxorr64"].run
    want = run(m, n, 7), run(run(n, m, 3), run(d, n, 5), 11)
    assert machine.read(out, 16) == b"".join(value.to_bytes(8, "little") for value in want)


def test_calls_and_faults(machine: Machine) -> None:
    assert machine.call("many", 1, 2, 3, 4, 5, 6) == 91
    with pytest.raises(RuntimeError, match="the machine stopped"):
        machine.call("undefined")
    with pytest.raises(KeyError, match="nothing"):
        machine.call("nothing")


def test_error_in_semantics_is_seen(tmp_path: Path) -> None:
    def wrong(n: int, m: int) -> int:
        raise ZeroDivisionError

    isa = ISA.extended([Instruction("wrong", "", Register.D, Register.D, Register.D, wrong)])
    source = tmp_path / "p.c"
    source.write_text(f'void go(void) {{ __asm__(".inst {isa.encode("wrong", 0, 1, 2):#x}"); }}')
    with pytest.raises(ZeroDivisionError):
        Machine(isa, build(isa, [], [source])).call("go")


def test_counts(machine: Machine) -> None:
    memory = Memory()
    data, out = machine.place(32), machine.place(64)
    for _ in range(2):
        memory.counts = Counts()
        with machine.observe(memory):
            machine.call("all", data, out)
    counts = memory.counts
    assert counts.custom == 7
    # Warm: every fetch and reference is answered at once.
    assert counts.fetch_l1 == counts.instructions
    assert counts.data_l1 == counts.references
    assert counts.cycles(Latencies(l1=1)) == counts.instructions + counts.references
    assert counts.cycles(Latencies(l1=2)) == 2 * counts.cycles(Latencies(l1=1))


def test_cache() -> None:
    cache = Cache(4 * 64, 2)  # two sets of two lines
    assert [cache.access(line) for line in (0, 2, 0, 4, 0, 2, 1)] == [False, False, True, False, True, False, False]
    memory = Memory()
    memory.reference(60, 8)
    assert (memory.counts.references, memory.counts.data_dram) == (2, 2)
    assert memory.counts.cycles(Latencies(1, 20, 50)) == 142


@given(st.lists(st.integers(0, 2**20).map(lambda at: at // 4 * 4), max_size=200))
def test_fetches_of_one_line_are_no_short_cut(addresses: list[int]) -> None:
    """Each fetch through the caches gives the same counts; the addresses are few lines, and each comes several times."""
    memory, first, second = Memory(), Cache(32 << 10, 2), Cache(2 << 20, 8)
    answered = [0, 0, 0]
    for address in (at % 8192 * 32 + k for at in addresses for k in (0, 0, 4, 60)):
        memory.fetch(address)
        line = address // 64
        answered[0 if first.access(line) else 1 if second.access(line) else 2] += 1
    counts = memory.counts
    assert [counts.fetch_l1, counts.fetch_l2, counts.fetch_dram] == answered
    assert counts.instructions == sum(answered)


def test_a_function_that_does_not_end(tmp_path: Path) -> None:
    source = tmp_path / "p.c"
    source.write_text('void go(void) { for (;;) __asm__(""); } int add(int a, int b) { return a + b; }')
    machine = Machine(ISA, build(ISA, [], [source]))
    with pytest.raises(MachineError, match="did not end within 1000 instructions"):
        machine.run(machine.address("go"), limit=1000)
    assert machine.run(machine.address("add"), 2, 3, limit=1000) == 5
