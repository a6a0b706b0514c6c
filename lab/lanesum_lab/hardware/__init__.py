"""The instructions as Verilog units: simulated against the specification, synthesised, and their gates counted."""

import random
import re
import tempfile
from dataclasses import dataclass
from pathlib import Path

from ..errors import UnitError, reason
from ..isa import SOURCES, Instruction, InstructionSet
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


def ports(instructions: list[Instruction]) -> dict[str, int]:
    """The inputs of a unit that there are, and their bits: the old value of d, the sources, the immediate, the form."""
    found: dict[str, int] = {}
    for name in ("old", *SOURCES, "i"):
        if bits := max(one.inputs.get(name, 0) for one in instructions):
            found[name] = bits
    form = max(one.select for one in instructions).bit_length()
    return found | ({"form": form} if form else {})


#: The inputs of a unit, in the order of its ports, what it must answer, and which bits of that are looked at.
Case = tuple[tuple[int, ...], int, int]


def vectors(instructions: list[Instruction], count: int, seed: int = 1) -> list[Case]:
    """Inputs of a unit and what it must answer: random ones, single bits, and every immediate.

    Only the bits of the form's own d are looked at: a unit may put out anything above them, for no register takes it.
    """
    rng = random.Random(seed)
    found: list[Case] = []
    names = ports(instructions)
    for one in instructions:
        registers = {name: bits for name, bits in one.inputs.items() if name != "i"}
        immediates = one.immediate.count if one.immediate else 1
        inputs = [({name: rng.getrandbits(bits) for name, bits in registers.items()}, k % immediates) for k in range(count)]
        for at, (name, bits) in enumerate(registers.items()):
            # The factor is odd, so that single bits of different operands meet different immediates.
            inputs += [({name: 1 << k}, ((4 * at + 1) * k + at) % immediates) for k in range(bits)]
        inputs += [({name: (1 << bits) - 1 for name, bits in registers.items()}, 0), ({}, 0)]
        for values, i in inputs:
            given = {**dict.fromkeys(registers, 0), **values} | ({"i": i} if one.immediate else {})
            port = given | {"form": one.select}
            found.append((tuple(port.get(name, 0) for name in names), one.run(*given.values()), (1 << one.d.bits) - 1))
    return found


def simulate(verilog: str, unit: str, instructions: list[Instruction], count: int = 300) -> int:
    """Run a unit in iverilog on test vectors; how many, or `UnitError` with the first that is wrong."""
    require("iverilog")
    cases = vectors(instructions, count)
    inputs, answer = ports(instructions), max(one.d.bits for one in instructions)
    fields = {**inputs, "want": answer, "mask": answer}
    total = sum(fields.values())
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        lines = []
        for given, want, mask in cases:
            word = 0
            for value, bits in zip((*given, want, mask), fields.values(), strict=True):
                word = word << bits | value
            lines.append(f"{word:x}")
        (folder / "vectors.hex").write_text("\n".join(lines))
        declared = "\n".join(f"reg [{bits - 1}:0] {port};" for port, bits in fields.items())
        ports_text = ", ".join(f".{port}({port})" for port in inputs)
        (folder / "bench.v").write_text(f"""
module bench;
reg [{total - 1}:0] cases [0:{len(cases) - 1}];
{declared}
wire [{answer - 1}:0] d;
integer k;
{unit} unit({ports_text}, .d(d));
initial begin
    $readmemh("vectors.hex", cases);
    for (k = 0; k < {len(cases)}; k = k + 1) begin
        {{{", ".join(fields)}}} = cases[k];
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


def synthesise(verilog: str, unit: str, form: str, timeout: float = 0) -> Cost:
    """Map a unit to the cells, by yosys and abc, for area; large fan-outs are buffered.

    Of a unit with registers the path is the longest that ends at a register or an output.
    """
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
dfflibmap -liberty {library}
abc -liberty {library} -script +strash;ifraig;scorr;dc2;dch,-f;map,-a;topo;buffer;topo;stime,-p
clean
stat -liberty {library}
""")
        text = run(["yosys", "script.ys"], folder, timeout)
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
    given = dict(zip(ports(instructions), cases[int(found[1])][0], strict=True))
    form = given.pop("form", 0)
    one = next((one for one in instructions if one.select == form), instructions[0])
    shown = [f"{name} = {value if name == 'i' else f'{value:x}'}" for name, value in given.items() if name in one.inputs]
    return (
        f"unit {unit} does not compute what {one.mnemonic} is: for {', '.join(shown)} it answers {found[2]}, and the "
        f"specification {found[3]}"
    )
