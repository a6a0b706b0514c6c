"""The instructions against Keccak's definition, and their encodings."""

import itertools
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lanesum_lab import definition
from lanesum_lab.errors import ToolError
from lanesum_lab.isa import SOURCES, Immediate, Instruction, InstructionSet, Register, assembly
from lanesum_lab.isa.keccak import Interpretation, elements, instruction_set, join
from lanesum_lab.isa.spec import SPACE_BITS
from lanesum_lab.needs import run

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
        immediate = [amount] if one.immediate else []
        whole = one.run(a, b, *immediate)
        for k in range(32 // width):
            part = one.run(a >> width * k & (1 << width) - 1, b >> width * k & (1 << width) - 1, *immediate)
            assert whole >> width * k & (1 << width) - 1 == part & (1 << width) - 1


def draw_operands(data: st.DataObject, one: Instruction) -> tuple[int, ...]:
    registers = tuple(data.draw(st.integers(0, 2**kind.number_bits - 1)) for kind in one.registers.values())
    return (*registers, data.draw(st.integers(0, one.immediate.count - 1))) if one.immediate else registers


@pytest.mark.parametrize("how", READINGS)
@given(data=st.data())
def test_encoding(how: Interpretation, data: st.DataObject) -> None:
    isa = instruction_set(how)
    one = data.draw(st.sampled_from(isa.instructions))
    operands = draw_operands(data, one)
    word = isa.encode(one.mnemonic, *operands)
    # CDP2, MCR2 or MRC2 on a coprocessor from 0 to 7.
    assert word >> 24 == 0xFE
    assert word >> 11 & 1 == 0
    found = isa.decode(word)
    assert found is not None
    assert found.instruction == one
    assert (*found.registers, *([found.i] if one.immediate else [])) == operands
    assert str(found).startswith(f"{one.mnemonic} {one.d.letter}{operands[0]}, ")


@given(st.integers(0, 2**32 - 1))
def test_what_decodes_encodes(word: int) -> None:
    found = ISA.decode(word | 0xFE000000)
    if found:
        operands = (*found.registers, *([found.i] if found.instruction.immediate else []))
        assert ISA.encode(found.instruction.mnemonic, *operands) == word | 0xFE000000
    if word >> 24 != 0xFE:
        assert ISA.decode(word) is None


def test_wrong_operands() -> None:
    with pytest.raises(ValueError, match="no register d32"):
        ISA.encode("kxorr64", 32, 0, 0, 0)
    with pytest.raises(ValueError, match="immediate"):
        ISA.encode("xorr.u8", 0, 0, 0, 8)
    with pytest.raises(ValueError, match="kxorr64 has the operands d, n, m, i, and is given 3"):
        ISA.encode("kxorr64", 0, 0, 0)
    with pytest.raises(ValueError, match=r"rl1x\.u64 has the operands d, n, m, and is given 4"):
        ISA.encode("rl1x.u64", 0, 0, 0, 0)
    with pytest.raises(ValueError, match=r"rl1x\.u64 reads n, m, and is given 3 values"):
        ISA.by_mnemonic["rl1x.u64"].run(0, 0, 0)
    with pytest.raises(ValueError, match="two instructions"):
        InstructionSet([ISA.instructions[0]] * 2)
    big = [Instruction(f"x{k}", "", Register.D, Register.D, Register.D, lambda n, m, i: n, Immediate(64, "")) for k in range(5)]
    with pytest.raises(ValueError, match="no room"):
        InstructionSet(big)


def test_extension_moves_nothing() -> None:
    more = ISA.extended([Instruction("own", "", Register.D, Register.D, Register.D, lambda n, m: n & m)])
    assert {name: more.base[name] for name in ISA.base} == ISA.base
    assert sum(more.share(name) for name in more.base) <= 1


def assemble(isa: InstructionSet, lines: list[str], folder: Path) -> list[int]:
    """The words that GNU's assembler makes of these lines; `ToolError` with its first complaint."""
    (folder / "isa.inc").write_text(assembly.macros(isa))
    (folder / "a.S").write_text("\n".join(['.include "isa.inc"', ".arm", *lines]) + "\n")
    for command in (["gcc", "-c", "a.S", "-I."], ["objcopy", "-O", "binary", "-j", ".text", "a.o", "a.bin"]):
        run([f"arm-linux-gnueabihf-{command[0]}", *command[1:]], folder)
    content = (folder / "a.bin").read_bytes()
    return [int.from_bytes(content[k : k + 4], "little") for k in range(0, len(content), 4)]


#: One instruction for each number of sources, with and without an old d and an immediate.
SHAPES = [
    Instruction(
        f"own{k}{'u' * update}{'i' * immediate}",
        "",
        Register.Q,
        Register.D,
        Register.Q,
        lambda *values: values[0],
        Immediate(5, "") if immediate else None,
        more=(Register.Q, Register.Q)[:k],
        update=update,
    )
    for k, update, immediate in itertools.product(range(3), (False, True), (False, True))
    # Four sources and an immediate are more than there is room for.
    if not (k == 2 and immediate)
]


def test_assembler_agrees(tmp_path: Path) -> None:
    """The macros write the words that the encoder does, and the decoder writes what the macros read."""
    for number, isa in enumerate((ISA, InstructionSet(SHAPES))):
        words, lines = [], []
        for one in isa.instructions:
            for k in (0, 1, 5, 2**one.n.number_bits - 1):
                factors = (1, 3, 7, 9, 11)
                kinds = one.registers.values()
                operands = [k * factor % 2**kind.number_bits for factor, kind in zip(factors, kinds, strict=False)]
                operands += [k % one.immediate.count] if one.immediate else []
                words.append(isa.encode(one.mnemonic, *operands))
                lines.append(str(isa.decode(words[-1])).replace("#", ""))
        folder = tmp_path / str(number)
        folder.mkdir()
        assert assemble(isa, lines, folder) == words
    assert SPACE_BITS == 23


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("kxorr64 d0, d1, d2", "Missing value for required parameter `i' of macro `kxorr64'"),
        ("rl1x.u64 d0, d1", "Missing value for required parameter `m'"),
        ("rl1x.u64 d0, d1, d2, d3", "too many positional arguments"),
        ("kxorr64 d0, d1, d2, 64", "kxorr64: the immediate must be from 0 to 63"),
        ("kxorr64 d0, d1, d2, -1", "kxorr64: the immediate must be from 0 to 63"),
        ("kxorr64 d0, d1, 7, d2", "kxorr64: operand m must be a register d0 to d31"),
        ("xorr.u8 s0, s1, d2, 1", "xorr.u8: operand m must be a register s0 to s31"),
        ("chi1.u64 q16, q0, q1", "chi1.u64: operand d must be a register q0 to q15"),
    ],
)
def test_wrong_assembly(tmp_path: Path, line: str, message: str) -> None:
    """A wrong operand is an error with its name, and no other instruction."""
    with pytest.raises(ToolError) as found:
        assemble(ISA, [line], tmp_path)
    assert message in str(found.value)


@given(data=st.data())
def test_shapes(data: st.DataObject) -> None:
    """What is read comes in its order: the old d, the sources, the immediate; and what is encoded decodes."""
    isa = InstructionSet(SHAPES)
    one = data.draw(st.sampled_from(SHAPES))
    values = [data.draw(st.integers(0, 2**bits - 1)) for bits in one.inputs.values()]
    assert list(one.inputs) == [*["old"] * one.update, *SOURCES[: 2 + len(one.more)], *["i"] * bool(one.immediate)]
    assert one.run(*values) == values[0] % 2**128
    operands = draw_operands(data, one)
    found = isa.decode(isa.encode(one.mnemonic, *operands))
    assert found is not None
    assert (*found.registers, *([found.i] if one.immediate else [])) == operands
