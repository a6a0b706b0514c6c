"""The instructions against Keccak's definition, and their encodings."""

import itertools
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lanesum_lab import definition
from lanesum_lab.isa import Immediate, Instruction, InstructionSet, Register, assembly
from lanesum_lab.isa.keccak import Interpretation, elements, instruction_set, join
from lanesum_lab.isa.spec import SPACE_BITS

ISA = instruction_set()
READINGS = [
    Interpretation(*point)  # type: ignore[arg-type]
    for point in itertools.product(("rotation", "lane"), ("packed", "single"), ("second", "first"), ("low", "high"))
]
WORDS = st.integers(0, 2**128 - 1)


def lanes(width: int) -> st.SearchStrategy[list[int]]:
    return st.lists(st.integers(0, 2**width - 1), min_size=25, max_size=25)


def place(value: int, width: int, count: int, how: Interpretation) -> int:
    """A fifth lane where an interpretation looks for it, among ones."""
    rest = [(1 << width) - 1] * (count - 1)
    return join([value, *rest] if how.last == "low" else [*rest, value], width)


@pytest.mark.parametrize("how", READINGS)
@given(data=st.data())
def test_round(how: Interpretation, data: st.DataObject) -> None:
    """A whole round with nothing but exclusive or and the instructions, at every width and under every reading."""
    isa = instruction_set(how).by_mnemonic
    for width in (64, 32, 16, 8):
        state = data.draw(lanes(width))
        suffix = f"u{width}"
        c = [state[x] ^ state[x + 5] ^ state[x + 10] ^ state[x + 15] ^ state[x + 20] for x in range(5)]
        d = []
        for x in range(5):
            pair = (c[x - 1], c[(x + 1) % 5])
            d.append(isa[f"rl1x.{suffix}"].run(*(pair if how.rotated == "second" else pair[::-1])))
        rotate = isa["kxorr64" if width == 64 else f"xorr.{suffix}"]
        out: list[int] = []
        for y in range(5):
            b = []
            for x in range(5):
                sx, sy = definition.pi_source(x, y)
                k = 5 * sy + sx
                b.append(rotate.run(state[k], d[sx], k if how.immediate == "lane" else definition.OFFSETS[k] % width))
            if width == 64:
                first = isa["chi1.u64"].run(join(b[:2], 64), join(b[2:4], 64))
                second = isa["chi1.u64"].run(join(b[2:4], 64), join([b[4], b[0]], 64))
                last = isa["chi2.u64"].run(join(b[:2], 64), place(b[4], 64, 2, how))
                out += [*elements(first, 64, 2), *elements(second, 64, 2), last]
            else:
                four = isa["chi1.u32"].run(join(b[:4], 32), place(b[4], 32, 4, how))
                last = isa["chi3.u32"].run(join(b[:2], 32), place(b[4], 32, 2, how))
                out += [value & ((1 << width) - 1) for value in [*elements(four, 32, 4), last]]
        out[0] ^= definition.round_constant(3, width)
        assert out == definition.one_round(state, width, 3)


@given(n=WORDS, m=WORDS, i=st.integers(0, 63))
def test_packed_forms_do_each_lane(n: int, m: int, i: int) -> None:
    for name, width in (("rl1x.u16", 16), ("rl1x.u8", 8), ("xorr.u16", 16), ("xorr.u8", 8)):
        one = ISA.by_mnemonic[name]
        a, b, amount = n % 2**32, m % 2**32, i % width
        whole = one.run(a, b, amount if one.immediate else 0)
        for k in range(32 // width):
            part = one.run(a >> width * k & (1 << width) - 1, b >> width * k & (1 << width) - 1, amount if one.immediate else 0)
            assert whole >> width * k & (1 << width) - 1 == part & (1 << width) - 1


@pytest.mark.parametrize("how", READINGS)
@given(data=st.data())
def test_encoding(how: Interpretation, data: st.DataObject) -> None:
    isa = instruction_set(how)
    one = data.draw(st.sampled_from(isa.instructions))
    d, n, m = (data.draw(st.integers(0, 2**kind.number_bits - 1)) for kind in (one.d, one.n, one.m))
    i = data.draw(st.integers(0, one.immediate.count - 1)) if one.immediate else 0
    word = isa.encode(one.mnemonic, d, n, m, i)
    # CDP2, MCR2 or MRC2 on a coprocessor from 0 to 7.
    assert word >> 24 == 0xFE
    assert word >> 11 & 1 == 0
    found = isa.decode(word)
    assert found is not None
    assert (found.instruction, found.d, found.n, found.m, found.i) == (one, d, n, m, i)
    assert str(found).startswith(f"{one.mnemonic} {one.d.letter}{d}, ")


@given(st.integers(0, 2**32 - 1))
def test_what_decodes_encodes(word: int) -> None:
    found = ISA.decode(word | 0xFE000000)
    if found:
        assert ISA.encode(found.instruction.mnemonic, found.d, found.n, found.m, found.i) == word | 0xFE000000
    if word >> 24 != 0xFE:
        assert ISA.decode(word) is None


def test_wrong_operands() -> None:
    with pytest.raises(ValueError, match="no register d32"):
        ISA.encode("kxorr64", 32, 0, 0)
    with pytest.raises(ValueError, match="immediate"):
        ISA.encode("xorr.u8", 0, 0, 0, 8)
    with pytest.raises(ValueError, match="two instructions"):
        InstructionSet([ISA.instructions[0]] * 2)
    big = [Instruction(f"x{k}", "", Register.D, Register.D, Register.D, lambda n, m, i: n, Immediate(64, "")) for k in range(5)]
    with pytest.raises(ValueError, match="no room"):
        InstructionSet(big)


def test_extension_moves_nothing() -> None:
    more = ISA.extended([Instruction("own", "", Register.D, Register.D, Register.D, lambda n, m, i: n & m)])
    assert {name: more.base[name] for name in ISA.base} == ISA.base
    assert sum(more.share(name) for name in more.base) <= 1


def test_assembler_agrees(tmp_path: Path) -> None:
    """The macros write the words that the encoder does."""
    words, lines = [], ['.include "isa.inc"', ".arm"]
    for one in ISA.instructions:
        for k in (0, 1, 5, 2**one.n.number_bits - 1):
            d, n, m = (k * factor % 2**kind.number_bits for factor, kind in ((1, one.d), (3, one.n), (7, one.m)))
            i = k % one.immediate.count if one.immediate else 0
            words.append(ISA.encode(one.mnemonic, d, n, m, i))
            text = f"{one.mnemonic} {one.d.letter}{d}, {one.n.letter}{n}, {one.m.letter}{m}"
            lines.append(text + (f", {i}" if one.immediate else ""))
    (tmp_path / "isa.inc").write_text(assembly.macros(ISA))
    (tmp_path / "a.S").write_text("\n".join(lines) + "\n")
    for command in (["gcc", "-c", "a.S", "-I."], ["objcopy", "-O", "binary", "-j", ".text", "a.o", "a.bin"]):
        subprocess.run([f"arm-linux-gnueabihf-{command[0]}", *command[1:]], cwd=tmp_path, check=True)
    content = (tmp_path / "a.bin").read_bytes()
    assert [int.from_bytes(content[k : k + 4], "little") for k in range(0, len(content), 4)] == words
    assert SPACE_BITS == 23
