"""The instructions as Verilog units: simulated against the specification, synthesised, and their gates counted."""

import random
import re
import tempfile
from dataclasses import dataclass
from pathlib import Path

from ..errors import UnitError, reason
from ..isa import Instruction, InstructionSet
from ..needs import CELLS, MissingError, require, run

_UNITS = Path(__file__).parent / "units"
_CELLS = Path(CELLS[0])
#: The library whose cells are counted.
LIBRARY = "OSU 0.18 µm standard cells (osu018_stdcells.lib of qflow)"

#: The paper's Table 1: gate equivalents.
PAPER = {"rl1x": 310, "kxorr64": 1869, "xorr": 1221, "chi1": 894, "chi2": 242, "chi3": 122}
PAPER_CORE = 3_800_000


def forms() -> dict[str, str]:
    """The Verilog of the two forms of the units."""
    return {name: (_UNITS / f"{name}.v").read_text() for name in ("plain", "lean")}


def units(isa: InstructionSet) -> dict[str, list[Instruction]]:
    """The units that a set has, each with the instructions that it computes."""
    found: dict[str, list[Instruction]] = {}
    for one in isa.instructions:
        if one.unit:
            found.setdefault(one.unit, []).append(one)
    return found


@dataclass(frozen=True)
class _Ports:
    n: int
    m: int
    d: int
    i: int
    form: int

    @classmethod
    def of(cls, instructions: list[Instruction]) -> "_Ports":
        return cls(
            max(one.n.bits for one in instructions),
            max(one.m.bits for one in instructions),
            max(one.d.bits for one in instructions),
            max(one.immediate.bits if one.immediate else 0 for one in instructions),
            max(one.select for one in instructions).bit_length(),
        )


#: n, m, i, form, what a unit must answer, and which bits of that are looked at.
Case = tuple[int, int, int, int, int, int]


def vectors(instructions: list[Instruction], count: int, seed: int = 1) -> list[Case]:
    """Inputs of a unit and what it must answer: random ones, single bits, and every immediate.

    Only the bits of the form's own d are looked at: a unit may put out anything above them, for no register takes it.
    """
    rng = random.Random(seed)
    found = []
    for one in instructions:
        immediates = one.immediate.count if one.immediate else 1
        inputs = [(rng.getrandbits(one.n.bits), rng.getrandbits(one.m.bits), k % immediates) for k in range(count)]
        inputs += [(1 << k, 0, k % immediates) for k in range(one.n.bits)]
        inputs += [(0, 1 << k, (5 * k + 1) % immediates) for k in range(one.m.bits)]
        inputs += [((1 << one.n.bits) - 1, (1 << one.m.bits) - 1, 0), (0, 0, 0)]
        found += [(n, m, i, one.select, one.run(n, m, i), (1 << one.d.bits) - 1) for n, m, i in inputs]
    return found


def simulate(verilog: str, unit: str, instructions: list[Instruction], count: int = 300) -> int:
    """Run a unit in iverilog on test vectors; how many, or `UnitError` with the first that is wrong."""
    require("iverilog")
    ports = _Ports.of(instructions)
    cases = vectors(instructions, count)
    widths = [("n", ports.n), ("m", ports.m), ("i", ports.i), ("form", ports.form), ("want", ports.d), ("mask", ports.d)]
    used = [(name, bits) for name, bits in widths if bits]
    total = sum(bits for _, bits in used)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        lines = []
        for case in cases:
            word = 0
            for value, (_, bits) in zip(case, widths, strict=True):
                word = word << bits | value
            lines.append(f"{word:x}")
        (folder / "vectors.hex").write_text("\n".join(lines))
        declared = "\n".join(f"reg [{bits - 1}:0] {port};" for port, bits in used)
        ports_text = ", ".join(f".{port}({port})" for port, _ in used if port not in ("want", "mask"))
        (folder / "bench.v").write_text(f"""
module bench;
reg [{total - 1}:0] cases [0:{len(cases) - 1}];
{declared}
wire [{ports.d - 1}:0] d;
integer k;
{unit} unit({ports_text}, .d(d));
initial begin
    $readmemh("vectors.hex", cases);
    for (k = 0; k < {len(cases)}; k = k + 1) begin
        {{{", ".join(port for port, _ in used)}}} = cases[k];
        #1 if (((d ^ want) & mask) !== 0) begin $display("WRONG %0d %h %h", k, d, want); $finish; end
    end
    $display("RIGHT %0d", k);
end
endmodule
""")
        (folder / "unit.v").write_text(verilog)
        run(["iverilog", "-g2012", "-o", "bench", "bench.v", "unit.v"], folder)
        text = run(["vvp", "-n", "bench"], folder)
    if f"RIGHT {len(cases)}" not in text:
        raise UnitError(_difference(unit, instructions, text, cases))
    return len(cases)


@dataclass(frozen=True)
class Cost:
    """What a unit costs in standard cells."""

    unit: str
    form: str
    area: float
    """Square micrometres."""
    gates: float
    """Area over that of a NAND of two inputs."""
    transistors: int
    cells: int
    path: float
    """Critical path in nanoseconds, without wires."""


def synthesise(verilog: str, unit: str, form: str) -> Cost:
    """Map a unit to the cells, by yosys and abc, for area; large fan-outs are buffered."""
    require("yosys")
    library = _CELLS / "osu018_stdcells.lib"
    if not library.exists():
        raise MissingError(f"not installed: the OSU 0.18 µm cells. To install: apt-get install {CELLS[1]}")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "unit.v").write_text(verilog)
        (folder / "script.ys").write_text(f"""
read_verilog -sv unit.v
synth -flatten -top {unit}
abc -liberty {library} -script +strash;ifraig;scorr;dc2;dch,-f;map,-a;topo;buffer;topo;stime,-p
clean
stat -liberty {library}
""")
        text = run(["yosys", "script.ys"], folder)
    # A unit of wires alone has no cells, and then yosys says nothing of area or path.
    statistics = text[text.rindex("Number of cells") :]
    cells = {name: int(count) for name, count in re.findall(r"^ +([A-Z]\w+) +(\d+)$", statistics, re.MULTILINE)}
    area = float([0, *re.findall(r"Chip area .*: +([\d.]+)", statistics)][-1])
    delay = float([0, *re.findall(r"Delay = +([\d.]+) ps", text)][-1])
    sizes = transistors()
    return Cost(
        unit,
        form,
        area,
        area / nand_area(),
        sum(sizes[name] * count for name, count in cells.items()),
        sum(cells.values()),
        delay / 1000,
    )


def nand_area() -> float:
    """Area of the library's NAND2X1 in square micrometres."""
    text = (_CELLS / "osu018_stdcells.lib").read_text()
    found = re.search(r"cell \(NAND2X1\) \{\s*area : ([\d.]+);", text)
    if not found:
        raise ValueError("the cell library has no NAND2X1")
    return float(found.group(1))


def transistors() -> dict[str, int]:
    """Transistors of each cell, counted in the library's SPICE netlists."""
    counts: dict[str, int] = {}
    name = ""
    for line in (_CELLS / "osu018_stdcells.sp").read_text().splitlines():
        words = line.split()
        if words and words[0].lower() == ".subckt":
            name = words[1]
            counts[name] = 0
        elif words and re.match(r"[Mm]\d", words[0]):
            counts[name] += 1
    return counts


def _difference(unit: str, instructions: list[Instruction], text: str, cases: list[Case]) -> str:
    """What a unit that is wrong answered, and what it should have."""
    found = re.search(r"WRONG (\d+) (\w+) (\w+)", text)
    if not found:
        return f"unit {unit}: the simulation did not end as it should: {reason(text)}"
    n, m, i, form, *_ = cases[int(found[1])]
    name = next((one.mnemonic for one in instructions if one.select == form), unit)
    return (
        f"unit {unit} does not compute what {name} is: for n = {n:x}, m = {m:x}"
        + (f", i = {i}" if any(one.immediate for one in instructions) else "")
        + f" it answers {found[2]}, and the specification {found[3]}"
    )
