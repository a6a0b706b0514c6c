"""The functional units behind PicoRV32's co-processor interface, as Verilog made from the specification."""

from .. import hardware
from ..isa import InstructionSet, Register
from .forms import CUSTOM_0, CUSTOM_1, EXCLUSIVE_OR, RL1X, SET, TO, XORR

_PORTS = """(input clk, input pcpi_valid, input [31:0] pcpi_insn, input [31:0] pcpi_rs1, input [31:0] pcpi_rs2,
    output pcpi_wr, output [31:0] pcpi_rd, output pcpi_ready);
"""


def words() -> str:
    """rl1x and xorr of 32, 16 and 8 bits on the core's own registers; answers in the cycle in which it is asked."""
    return f"""module words{_PORTS}
    wire [63:0] rotated;
    wire [31:0] sum;
    wire [1:0] form = pcpi_insn[31:30];
    rl1x rl1x(.n({{32'b0, pcpi_rs1}}), .m({{32'b0, pcpi_rs2}}), .form(form), .d(rotated));
    xorr xorr(.n(pcpi_rs1), .m(pcpi_rs2), .i(pcpi_insn[29:25]), .form(form), .d(sum));
    wire is_xorr = pcpi_insn[14:12] == {XORR};
    assign pcpi_ready = pcpi_valid && pcpi_insn[6:0] == {CUSTOM_1} && (is_xorr || pcpi_insn[14:12] == {RL1X});
    assign pcpi_wr = pcpi_ready;
    assign pcpi_rd = is_xorr ? sum : rotated[31:0];
endmodule
"""


def _any(terms: list[tuple[str, str]], bits: int) -> str:
    """The value whose condition holds; of no two, both do."""
    return " | ".join(f"({{{bits}{{{condition}}}}} & {value})" for condition, value in terms) or f"{bits}'b0"


def _place(kind: Register, field: str) -> str:
    """The first word of an operand, from its number."""
    return {Register.S: f"{{1'b0, {field}}}", Register.D: f"{{{field}, 1'b0}}", Register.Q: f"{{{field}, 2'b0}}"}[kind]


def vector(isa: InstructionSet) -> str:
    """All forms on 32 D registers of its own, exclusive-or of D and Q registers, and moves; one cycle each."""
    places: dict[str, list[tuple[str, str]]] = {"d": [], "n": [], "m": []}
    declared, masks = [], []
    immediates: dict[str, list[tuple[str, str]]] = {}
    units = hardware.units(isa)
    is_of = {one.mnemonic: f"is_{one.mnemonic.replace('.', '_')}" for one in isa.instructions}
    for one in isa.instructions:
        if one.unit is None or one.more or one.update:
            raise ValueError(f"{one.mnemonic} has no unit of two sources")
        is_it, bits = is_of[one.mnemonic], one.operand_bits
        declared.append(f"wire {is_it} = set && code[22:{bits}] == {isa.base[one.mnemonic] >> bits};")
        at = 0
        for name, kind in one.registers.items():
            places[name].append((is_it, _place(kind, f"code[{at + kind.number_bits - 1}:{at}]")))
            at += kind.number_bits
        if one.immediate:
            field = f"{{{8 - one.immediate.bits}'b0, code[{at + one.immediate.bits - 1}:{at}]}}"
            immediates.setdefault(one.unit, []).append((is_it, field))
        masks.append((is_it, f"4'd{(1 << one.d.bits // 32) - 1}"))
    for k, name in enumerate("dnm"):
        places[name].append(("is_eor", f"{{code[{5 * k + 4}:{5 * k}], 1'b0}}"))
    places["d"].append(("is_to", "{pcpi_insn[31:27], 1'b0}"))
    places["n"].append(("is_from", "{pcpi_insn[31:27], 1'b0}"))
    masks += [("is_eor", "{{2{code[15]}}, 2'b11}"), ("is_to", "4'd3")]
    results = [("is_eor", "(n ^ m)"), ("is_to", "{64'b0, pcpi_rs2, pcpi_rs1}")]
    instances = []
    for unit, of_it in units.items():
        wide = max(one.d.bits for one in of_it)
        given = [f".{name}({name}[{bits - 1}:0])" for name, bits in hardware.ports(of_it).items() if name in ("n", "m")]
        if unit in immediates:
            instances.append(f"wire [7:0] i_{unit} = {_any(immediates[unit], 8)};")
            given.append(f".i(i_{unit}[{hardware.ports(of_it)['i'] - 1}:0])")
        if form := hardware.ports(of_it).get("form"):
            terms = [(is_of[one.mnemonic], f"{form}'d{one.select}") for one in of_it]
            instances.append(f"wire [{form - 1}:0] form_{unit} = {_any(terms, form)};")
            given.append(f".form(form_{unit})")
        instances.append(f"wire [{wide - 1}:0] d_{unit};\n    {unit} {unit}({', '.join(given)}, .d(d_{unit}));")
        padded = f"{{{128 - wide}'b0, d_{unit}}}" if wide < 128 else f"d_{unit}"
        results.append((f"({' | '.join(is_of[one.mnemonic] for one in of_it)})", padded))
    lines = "\n    ".join([*declared, *(f"wire [5:0] at_{name} = {_any(places[name], 6)};" for name in places)])
    stores = "\n        ".join(
        f"if (mask[{k}]) {bank}[at_d[5:2]][{32 * (k % 2) + 31}:{32 * (k % 2)}] <= put[{32 * k + 31}:{32 * k}];"
        for k, bank in enumerate(("even", "even", "odd", "odd"))
    )
    return f"""module vector{_PORTS}
    reg [63:0] even [0:15], odd [0:15];
    wire [22:0] code = pcpi_insn[31:9];
    wire own = pcpi_valid && pcpi_insn[6:0] == {CUSTOM_0}, other = pcpi_valid && pcpi_insn[6:0] == {CUSTOM_1};
    wire set = own && pcpi_insn[8:7] == {SET}, is_eor = own && pcpi_insn[8:7] == {EXCLUSIVE_OR};
    wire is_to = other && pcpi_insn[14:12] == {TO}, is_from = other && !pcpi_insn[14] && pcpi_insn[13:12] != {TO};
    {lines}
    wire [127:0] n = {{odd[at_n[5:2]], even[at_n[5:2]]}} >> {{at_n[1:0], 5'b0}};
    wire [127:0] m = {{odd[at_m[5:2]], even[at_m[5:2]]}} >> {{at_m[1:0], 5'b0}};
    {(chr(10) + "    ").join(instances)}
    wire [127:0] d = {_any(results, 128)};
    wire [127:0] put = d << {{at_d[1:0], 5'b0}};
    wire [6:0] mask = {{3'b0, {_any(masks, 4)}}} << at_d[1:0];
    always @(posedge clk) begin
        {stores}
    end
    assign pcpi_ready = own || is_to || is_from;
    assign pcpi_wr = is_from;
    assign pcpi_rd = pcpi_insn[12] ? n[31:0] : n[63:32];
endmodule
"""
