"""An instruction of one's own: the example, and one clear message for each thing that can be wrong with a file."""

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lanesum_lab import __main__ as command
from lanesum_lab import extension
from lanesum_lab.build import build
from lanesum_lab.definition import chi_row, rotl, theta_effect
from lanesum_lab.extension import ExtensionError
from lanesum_lab.hardware import simulate
from lanesum_lab.isa import Immediate, Instruction, Register
from lanesum_lab.isa.assembly import known
from lanesum_lab.isa.keccak import instruction_set
from lanesum_lab.kernels.catalog import kernel, kernels
from lanesum_lab.kernels.verify import verify
from lanesum_lab.machine import Machine
from lanesum_lab.modes import ALGORITHMS
from lanesum_lab.portability import feasibility

EXAMPLE = Path(__file__).parent.parent / "examples" / "rotate_elements.py"
HEAD = """
from lanesum_lab.isa import Instruction, Register
D = Register.D
"""
OWN = HEAD + 'INSTRUCTIONS = [Instruction("own", "", D, D, D, lambda n, m: n & m, unit="own")]\n'


def test_example() -> None:
    mine = extension.load(EXAMPLE)
    isa = mine.isa()
    assert simulate(mine.verilog["plain"], "vrotl", mine.instructions) > 300
    assert [one.instructions for one in mine.kernels] == [48, 29]
    for theirs in mine.kernels:
        verify(isa, theirs)
    # In the algorithms of their width: the same output as with NEON alone.
    for one in ALGORITHMS[3:]:
        (theirs,) = [theirs for theirs in mine.kernels if one.takes(theirs)]
        base, found = one.measure(isa, kernel(one.baseline)), one.measure(isa, theirs)
        assert base.output == found.output
        assert base.instructions_per_byte > found.instructions_per_byte


THREE = extension.load(EXAMPLE.with_name("three_sources.py"))


def test_three_sources() -> None:
    """The example with more sources: units, kernel, and River on it."""
    isa = THREE.isa()
    for unit, instructions in THREE.units().items():
        assert simulate(THREE.verilog["plain"], unit, instructions) > 300
    (theirs,) = THREE.kernels
    assert theirs.instructions == 75
    verify(isa, theirs)
    river = ALGORITHMS[2]
    assert river.takes(theirs)
    base, found = river.measure(isa, kernel(river.baseline)), river.measure(isa, theirs)
    assert base.output == found.output
    # Five rows of one register and two of the fifth lanes, and one column, in each of the twelve rounds of a block.
    rounds = river.rounds * river.margin
    assert found.mix == {"bcax.u128": 6 * rounds, "bcax.u64": rounds, "eor5": rounds}
    assert base.margin.instructions - found.margin.instructions == 9 * rounds
    fits = {row.instruction: row for row in feasibility(isa)}
    assert fits["bcax"].derived == {"Intel AVX": "no", "64 bit Arch": "no", "32 bit Arch": "no"}
    assert "Intel AVX: bcax.u64 reads 3 registers" in fits["bcax"].why
    assert "Intel AVX: eor5 reads 5 registers" in fits["eor5"].why


@given(row=st.lists(st.integers(0, 2**64 - 1), min_size=5, max_size=5))
def test_bcax_is_a_lane_of_chi(row: list[int]) -> None:
    bcax = THREE.isa().by_mnemonic["bcax.u64"].run
    assert [bcax(row[x], row[(x + 2) % 5], row[(x + 1) % 5]) for x in range(5)] == chi_row(row, 64)


@given(state=st.lists(st.integers(0, 2**64 - 1), min_size=25, max_size=25))
def test_eor5_is_the_parity_of_a_column(state: list[int]) -> None:
    eor5 = THREE.isa().by_mnemonic["eor5"].run
    parity = [eor5(*(state[5 * y + x] for y in range(5))) for x in range(5)]
    assert [parity[x - 1] ^ rotl(parity[(x + 1) % 5], 1, 64) for x in range(5)] == theta_effect(state, 64)


C_PROGRAM = """
#include "instructions.h"
void go(const uint64_t *in, uint64_t *out)
{
    uint64x2_t d = vld1q_u64(in), n = vld1q_u64(in + 2), m = vld1q_u64(in + 4), a = vld1q_u64(in + 6), b = vld1q_u64(in + 8);
    vst1q_u64(out, bcax_u128(d, n, m));
    vst1_u64(out + 2, bcax_u64(vget_low_u64(d), vget_low_u64(n), vget_low_u64(m)));
    vst1q_u64(out + 4, eor5(d, n, m, a, b));
    /* The old value is the caller's variable, which stays as it was. */
    vst1q_u64(out + 6, d);
    vst1q_u64(out + 8, addi(n, d, m, a, 5));
    vst1q_u64(out + 10, n);
}
"""


def test_intrinsics_with_more_sources(tmp_path: Path) -> None:
    def addi(old: int, n: int, m: int, a: int, i: int) -> int:
        return old + 3 * n + 5 * m + 7 * a + 11 * i

    Q = Register.Q
    isa = THREE.isa().extended([Instruction("addi", "", Q, Q, Q, addi, Immediate(8, ""), more=(Q,), update=True)])
    (tmp_path / "p.c").write_text(C_PROGRAM)
    machine = Machine(isa, build(isa, [], [tmp_path / "p.c"]))
    data, out = random.Random(2).randbytes(80), machine.place(96)
    machine.call("go", machine.place(data), out)
    d, n, m, a, b = (int.from_bytes(data[k : k + 16], "little") for k in range(0, 80, 16))
    chi = d ^ (n & ~m)
    want = [chi, chi % 2**64, d ^ n ^ m ^ a ^ b, d, (n + 3 * d + 5 * m + 7 * a + 55) % 2**128, n]
    assert machine.read(out, 96) == b"".join(value.to_bytes(16, "little") for value in want)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "there are no INSTRUCTIONS"),
        ("INSTRUCTIONS = [\n", "line 1: '\\[' was never closed"),
        ("x = 1\nimport nothing_there\n", "line 2: ModuleNotFoundError: No module named 'nothing_there'"),
        ("INSTRUCTIONS = [1]", "must be a list of lanesum_lab.isa.Instruction"),
        (
            HEAD + 'INSTRUCTIONS = [Instruction("rl1x", "u64", D, D, D, lambda n, m: n)]',
            "two instructions are called rl1x.u64",
        ),
        (OWN, "own has the unit own, but there is no VERILOG"),
        (OWN + 'VERILOG = {"plain": "module other(); endmodule"}', r"VERILOG\['plain'\] has no module own"),
        (OWN.replace('unit="own"', 'unit="chi1"'), "own has the unit chi1, which is one of the six instructions'"),
        (OWN.replace('"own", ""', '"veor", ""'), "veor is a word that the assembler or C knows already"),
        (OWN.replace('"own", ""', '"vbic", "u8"'), "vbic is a word that"),
        (OWN.replace('"own", ""', '"adds", ""'), "adds is a word that"),
        (OWN.replace('"own", ""', '"int", ""'), "int is a word that"),
        (OWN.replace('"own", ""', '"Own", ""'), "the name 'Own' of an instruction is no identifier of lower-case"),
        (OWN.replace('"own", ""', '"own", "u 8"'), "the form 'u 8' of an instruction is no identifier"),
        (OWN.replace('"own", ""', '"", ""'), "the name '' of an instruction is no identifier"),
        (OWN.replace('"own", ""', '1, ""'), "the name 1 of an instruction is no identifier"),
        (OWN.replace("D, D, D,", "D, D, 64,"), "own: d, n and m must be kinds of registers"),
        (
            OWN.replace("Register\n", "Immediate, Register\n").replace("& m,", "& m, Immediate(0, ''),"),
            "own: the immediate must be an Immediate with a count of at least 1, not Immediate",
        ),
        (
            OWN.replace(', unit="own"', "") + 'VERILOG = {"plain": "module own"}',
            "there is VERILOG, but no instruction names a unit",
        ),
        # Three sources: by position, by the function alone, and too many.
        (
            OWN.replace("D, D, D,", "D, D, D, D,").replace("lambda n, m:", "lambda n, m, a:"),
            "own: after d, n and m comes the function, and here stands Register.D; a third and a fourth source are given",
        ),
        (
            OWN.replace("lambda n, m:", "lambda n, m, a:"),
            r"own reads 2 operands \(n, m\), and its function takes 3 \(n, m, a\)\. A third or fourth source is",
        ),
        (OWN.replace("lambda n, m:", "lambda n:"), r"own reads 2 operands \(n, m\), and its function takes 1 \(n\)"),
        (
            OWN.replace("n & m,", "n & m, update=True,"),
            r"own reads 3 operands \(old, n, m\), and its function takes 2 \(n, m\)",
        ),
        (
            OWN.replace("n & m,", "n & m, more=(D,),"),
            r"own reads 3 operands \(n, m, a\), and its function takes 2 \(n, m\)",
        ),
        # A value that a function keeps by default is no operand.
        (
            OWN.replace("lambda n, m: n & m,", "lambda n, m, width=8: n & m, more=(D,),"),
            r"own reads 3 operands \(n, m, a\), and its function takes 2 \(n, m\)",
        ),
        (
            OWN.replace("Register\n", "Immediate, Register\n").replace("n & m,", "n & m, Immediate(8, ''),"),
            r"own reads 3 operands \(n, m, i\), and its function takes 2 \(n, m\)",
        ),
        (OWN.replace("n & m,", "n & m, more=D,"), "own: more must be a tuple of kinds of registers"),
        (OWN.replace("n & m,", "n & m, more=(D, 64),"), "own: more must be a tuple of kinds of registers"),
        (OWN.replace("n & m,", "n & m, more=(D, D, D),"), "own has 5 sources; an instruction has at most 4"),
        (OWN.replace("n & m,", "n & m, update=1,"), "own: update must be True"),
        (
            OWN.replace("lambda n, m: n & m,", "lambda n, m, a, b: n & m, more=(D, D),"),
            r"ValueError: no room for own: it needs 2\^25 of the 2\^23 codes",
        ),
        (OWN.replace("n & m", "n // 0"), r"line 4: ZeroDivisionError"),
        (OWN.replace("n & m", "None"), "own: its function answers None, which is no int"),
        (
            OWN.replace('"own", ""', '"chi1_u64", ""').replace(', unit="own"', ""),
            "two instructions have the intrinsic chi1_u64",
        ),
        ("import sys\nsys.exit(3)\n", "line 2: SystemExit: 3"),
        ("x = 1\0", "there is a NUL byte in it"),
        (OWN + "VERILOG = 1", "VERILOG must be a dictionary"),
        (OWN + 'VERILOG = {"plain": "module own"}\nKERNELS = [1]', "KERNELS must be a list"),
    ],
)
def test_no_extension(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "mine.py"
    path.write_text(text)
    with pytest.raises(ExtensionError, match=message) as found:
        extension.load(path)
    assert str(found.value).startswith(f"{path}: ")


KERNELS = """
from pathlib import Path
from lanesum_lab.kernels.catalog import rows_400
Q = Register.Q
def rotate(n, m):
    {body}
INSTRUCTIONS = [Instruction("vrotx", "u16", Q, Q, Q, rotate)]
KERNELS = [rows_400("x_400", True, "vrotx.u16", Path(__file__).with_suffix(".json"))]
"""


def report(path: Path, capsys: pytest.CaptureFixture[str]) -> str:
    assert command.main(["report", "--extension", str(path)]) == 1
    lines = capsys.readouterr().err.splitlines()
    assert not any("Traceback" in line for line in lines)
    return lines[-1]


def test_every_mnemonic_of_the_kernels_is_refused() -> None:
    own = {one.mnemonic for one in instruction_set().instructions}
    lines = [line.split() for one in kernels() for line in one.assembly().splitlines()]
    words = {line[0] for line in lines if line and not line[0].startswith(".") and not line[0].endswith(":")} - own
    assert len(words) > 40
    assert [word for word in words if not known(word.split(".")[0])] == []
    assert not any(known(one.split(".")[0]) for one in {*own, "vrotl", "own"})


def test_a_kernel_that_loads_no_constant(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.py"
    text = (
        HEAD
        + KERNELS.format(body="return n")
        + """
from dataclasses import replace
FIRST = KERNELS[0]
def write():
    code = FIRST.write()
    code.ops = [one for one in code.ops if "[r1:64]!" not in one.text]
    return code
KERNELS = [replace(FIRST, name="y_400", write=write)]
"""
    )
    path.write_text(text)
    last = report(path, capsys)
    assert last.startswith(f"{path}: kernel y_400: one instruction of the round")


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("return n", "kernel x_400 is not Keccak-p[400]: after 1 of its rounds lane (x "),
        ("return n if m == 2**128 - 1 else n // 0", "ZeroDivisionError: integer division or modulo by zero"),
    ],
)
def test_wrong_kernel(tmp_path: Path, capsys: pytest.CaptureFixture[str], body: str, message: str) -> None:
    path = tmp_path / "mine.py"
    path.write_text(HEAD + KERNELS.format(body=body))
    # The example's kernel has the same instructions but for the name: so its registers serve.
    found = extension.load(path).kernels[0]
    store = EXAMPLE.with_suffix(".json").read_text().splitlines()
    line = next(line for line in store if line.startswith('"vrotl_400:'))
    content = line[line.index("{") :].rstrip(",")
    path.with_suffix(".json").write_text(f'{{"x_400:{found.write().digest()}": {content}}}')
    last = report(path, capsys)
    assert last.startswith(f"{path}: ")
    assert message in last


def test_registers_that_are_not_known(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "ortools.sat.python", None)
    path = tmp_path / "mine.py"
    path.write_text(HEAD + KERNELS.format(body="return n"))
    last = report(path, capsys)
    assert last.startswith(f"{path}: no registers are known for kernel x_400")
    assert "pip install -e '.[search]'" in last


def test_no_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert report(tmp_path / "none.py", capsys) == f"there is no file {tmp_path / 'none.py'}"
