"""The page: the figures of one run as tables and plots, in one file without scripts."""

from dataclasses import asdict
from html import escape
from typing import Any

from .. import hardware
from ..machine.timing import HEADLINE
from . import paper
from .charts import bars
from .core import core_section

_STYLE = """
:root { color-scheme: light dark; --ink: #1d1d1f; --soft: #6a6a70; --line: #d8d8de; --back: #fff;
  --base: #9aa5b1; --more: #1f6feb; --paper: #d08700; --own: #1a7f4b; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8e8ea; --soft: #a0a0a8; --line: #3a3a40; --back: #17181a;
  --base: #6b7683; --more: #58a6ff; --paper: #e3b341; --own: #3fb950; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--back); max-width: 62rem;
  margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; margin-bottom: .2rem; } h2 { font-size: 1.2rem; margin-top: 2.4rem; }
p.unit, .soft { color: var(--soft); font-size: .85rem; }
table { border-collapse: collapse; font-size: .88rem; margin: .8rem 0; display: block; overflow-x: auto; }
th, td { border-bottom: 1px solid var(--line); padding: .3rem .55rem; text-align: right; vertical-align: top; }
th { font-weight: 600; vertical-align: bottom; } td:first-child { min-width: 6rem; } td.t, th.t { text-align: left; }
svg { width: 100%; max-width: 38rem; height: auto; font-size: 13px; }
svg text { fill: var(--ink); } svg .label { fill: var(--soft); } svg .group { font-weight: 600; }
.base { fill: var(--base); } .more { fill: var(--more); } .paper { fill: var(--paper); } .own { fill: var(--own); }
.key span { display: inline-block; margin-right: 1.4rem; } .key i { display: inline-block; width: .8rem; height: .8rem;
  border-radius: 2px; margin-right: .4rem; } code { font-size: .92em; }
@media (max-width: 45rem) { table, tbody, tr { display: block; } tr { border-bottom: 1px solid var(--line); padding: .4rem 0; }
  tr:first-child { display: none; } td { display: flex; justify-content: space-between; gap: 1.5rem; border: 0;
  padding: .1rem 0; } td.t { text-align: right; } td:first-child { font-weight: 600; } td:empty { display: none; }
  td::before { content: attr(data-h); color: var(--soft); font-weight: 400; text-align: left; } }
"""

Rows = list[dict[str, Any]]


def _table(head: list[str], rows: list[list[Any]], text: int = 1, texts: tuple[int, ...] = ()) -> str:
    """A table; the first `text` columns and those numbered in `texts` hold words and are set to the left.

    Each cell has its column's heading, too: where the page is narrow a row becomes a list.
    """

    def cell(value: Any, column: int, tag: str) -> str:
        left = column < text or column in texts
        shown = f"{value:.2f}" if isinstance(value, float) else str(value)
        if tag == "th":
            return f"<th{' class=t' if left else ''}>{escape(shown)}</th>"
        if not left:
            shown = shown.replace(" ", "\N{NO-BREAK SPACE}")
        return f'<td{" class=t" if left else ""} data-h="{escape(head[column])}">{escape(shown)}</td>'

    lines = ["<tr>" + "".join(cell(name, k, "th") for k, name in enumerate(head)) + "</tr>"]
    lines += ["<tr>" + "".join(cell(value, k, "td") for k, value in enumerate(row)) + "</tr>" for row in rows]
    return "<table>" + "".join(lines) + "</table>"


def page(figures: dict[str, Any]) -> str:
    """The whole page."""
    parts = [
        "<!doctype html><html lang=en><meta charset=utf-8>",
        '<meta name=viewport content="width=device-width, initial-scale=1">',
        f"<title>Six SIMD instructions for Keccak</title><style>{_STYLE}</style>",
        "<h1>Six SIMD instructions for Keccak</h1>",
        "<p class=soft>Simulated, measured and costed by lanesum-lab, after Rawat and Schaumont. "
        "What each figure means and why some differ from the paper's: lab/README.md.</p>",
        _algorithms(figures["algorithms"], figures["own"], figures["latencies"]),
        _applications(figures["applications"]),
        _compared(figures["compared"], figures["latencies"]),
        _sensitivity(figures["sensitivity"]),
        _permutations(figures["permutations"]),
        _encoding(figures["encoding"], figures["interpretation"]),
        _hardware(figures["hardware"]),
        _worth(figures["worth"]),
        core_section(figures["core"], _table),
        _portability(figures["portability"], figures["texts"], figures["since"], figures["armv8_sha3"]),
    ]
    return "\n".join(parts) + "\n"


def _key(*entries: tuple[str, str]) -> str:
    spans = "".join(f'<span><i style="background:var(--{kind})"></i>{escape(text)}</span>' for kind, text in entries)
    return f"<p class=key>{spans}</p>"


def _algorithms(rows: Rows, own: Rows, at: dict[str, int]) -> str:
    groups, table = [], []
    for one in rows:
        base, more = one["baseline_instructions_per_byte"], one["extended_instructions_per_byte"]
        bars_ = [("NEON", base, "base"), ("with the instructions", more, "more")]
        ratio, given = one["paper_speed_up_instructions"], "–"
        if ratio:
            printed = one["paper_baseline_instructions_per_byte"], one["paper_extended_instructions_per_byte"]
            bars_ += [("the paper's NEON", printed[0], "paper"), ("the paper's, with them", printed[1], "paper")]
            given = f"{printed[0]} → {printed[1]}"
        table.append(
            [
                one["algorithm"],
                f"{base:.2f} → {more:.2f}",
                one["speed_up_instructions"],
                given,
                ratio or "–",
                f"{one['baseline_cycles_per_byte']:.2f} → {one['extended_cycles_per_byte']:.2f}",
                one["speed_up_cycles"],
                f"{100 * one['extended_share']:.0f} %",
            ]
        )
        for theirs in [theirs for theirs in own if theirs["algorithm"] == one["algorithm"]]:
            bars_.append((theirs["kernel"], theirs["instructions_per_byte"], "own"))
            table.append(
                [
                    f"{one['algorithm']}, {theirs['kernel']}",
                    f"{base:.2f} → {theirs['instructions_per_byte']:.2f}",
                    theirs["speed_up_instructions"],
                    "–",
                    "–",
                    f"{one['baseline_cycles_per_byte']:.2f} → {theirs['cycles_per_byte']:.2f}",
                    theirs["speed_up_cycles"],
                    f"{100 * theirs['share']:.0f} %",
                ]
            )
        groups.append((one["algorithm"], bars_))
    head = [
        "algorithm",
        "instructions/byte",
        "times fewer",
        "the paper's",
        "times fewer",
        "cycles/byte",
        "times as fast",
        "new ones executed",
    ]
    low, high = paper.SPEED_UP
    mixes = [
        [one["algorithm"], one["block_bytes"], ", ".join(f"{n:.0f} {name}" for name, n in one["extended_mix"].items())]
        for one in rows
    ]
    entries = [("base", "NEON alone"), ("more", "with the six instructions"), ("paper", "the paper's figures")]
    return (
        "<h2>The five algorithms</h2>"
        + _key(*entries, *([("own", "with instructions of your own")] if own else []))
        + bars(groups, "instructions per byte of a long message, at the margin")
        + _table(head, table)
        + f"<p class=soft>NEON alone → with the instructions. The abstract of the paper's journal version "
        f"says {escape(paper.OVER)}. The paper says {low} to {high} times as fast over the five, "
        "without figures for each; its ratios of instructions are compared with ours of instructions. Cycles in the manner of "
        f"gem5's TimingSimple: each instruction its fetch, each reference its response; L1 {at['l1']}, L2 {at['l2']}, DRAM "
        f"{at['dram']} cycles; the program has run before, the message comes from memory.</p>"
        + "<p>Executed for one block:</p>"
        + _table(["algorithm", "bytes", "custom instructions"], mixes, texts=(2,))
    )


def _applications(rows: Rows) -> str:
    table = [
        [
            one["application"],
            f"{one['baseline_instructions_per_byte']:.2f} → {one['extended_instructions_per_byte']:.2f}",
            one["speed_up_instructions"],
            f"{one['baseline_cycles_per_byte']:.2f} → {one['extended_cycles_per_byte']:.2f}",
            one["speed_up_cycles"],
        ]
        for one in rows
    ]
    return "<h2>The rest of the application stack</h2>" + _table(
        ["application", "instructions/byte", "times fewer", "cycles/byte", "times as fast"], table
    )


def _compared(rows: Rows, at: dict[str, int]) -> str:
    table: list[list[Any]] = []
    for name in dict.fromkeys(one["algorithm"] for one in rows):
        ours = [one for one in rows if one["algorithm"] == name]
        more = ours[0]["extended_instructions_per_byte"]
        for one in ours:
            table.append(
                [
                    name,
                    f"{'ARM assembly' if one['assembly'] else 'NEON'} here ({one['beside']})",
                    f"{one['beside_instructions_per_byte']:.2f} → {more:.2f}",
                    one["speed_up_instructions"],
                    f"{one['beside_cycles_per_byte']:.2f} → {one['extended_cycles_per_byte']:.2f}",
                    one["speed_up_cycles"],
                    one["paper"],
                ]
            )
            for public in paper.PUBLIC:
                if one["paper"] and (public.algorithm, public.assembly) == (name, one["assembly"]):
                    timed = one["extended_cycles_per_byte"] if at == asdict(HEADLINE) else None
                    table.append(
                        [
                            name,
                            public.what,
                            f"{public.per_byte:.2f} → {more:.2f}",
                            public.per_byte / more,
                            f"{public.cycles_per_byte:.2f} → {timed:.2f}" if timed else "–",
                            public.cycles_per_byte / timed if timed else "–",
                            "",
                        ]
                    )
    head = ["algorithm", "beside", "instructions/byte", "times fewer", "cycles/byte", "times as fast", "the paper's"]
    return (
        "<h2>Beside what the paper compares with</h2>"
        + _table(head, table, 2, (6,))
        + "<p class=soft>neon_ is the baseline of the table above, the best that we know; plain_ and arm_ are written lane by "
        "lane. XKCP is the code that the slides name as their reference, measured once by <code>python -m lanesum_lab "
        "count</code> (lab/README.md). The six instructions are the same in all rows. A block of Ketje calls the permutation "
        "in both forms here; in the table above its steps are one loop.</p>"
    )


def _sensitivity(rows: Rows) -> str:
    names = list(dict.fromkeys(one["latencies"] for one in rows))
    algorithms = list(dict.fromkeys(one["algorithm"] for one in rows))
    at = {(one["algorithm"], one["latencies"]): one for one in rows}
    table = [
        [name]
        + [
            f"{one['baseline_cycles_per_byte']:.2f} → {one['extended_cycles_per_byte']:.2f} ({one['speed_up_cycles']:.2f})"
            for one in (at[algorithm, name] for algorithm in algorithms)
        ]
        for name in names
    ]
    first = [[name] + [f"{at[algorithm, name]['first_message_speed_up']:.2f}" for algorithm in algorithms] for name in names]
    sizes = ["bytes"] + [at[algorithm, names[0]]["first_message_bytes"] for algorithm in algorithms]
    return (
        "<h2>How much the latencies matter</h2><p>Cycles per byte at the margin and the speed-up, one latency changed at a "
        "time:</p>"
        + _table(["latencies in cycles", *algorithms], table)
        + "<p>The speed-up on a first message, with nothing in the caches yet, the program included:</p>"
        + _table(["latencies in cycles", *algorithms], [*first, sizes])
    )


def _permutations(rows: Rows) -> str:
    groups: dict[int, list[tuple[str, float, str]]] = {}
    for one in sorted(rows, key=lambda one: (-one["bits"], one["extended"])):
        kind = "more" if one["extended"] else "base"
        groups.setdefault(one["bits"], []).append((one["kernel"], float(one["instructions_per_round"]), kind))
    table = [
        [
            one["kernel"],
            one["form"],
            one["instructions_per_round"],
            one["instructions_per_round_with_loop"],
            f"{one['custom_per_round']:.0f}",
            one["instructions_per_call"],
            one["cycles_per_call"],
            one["instructions_per_step"] or "–",
            one["orientation"],
        ]
        for one in sorted(rows, key=lambda one: (-one["bits"], one["extended"]))
    ]
    head = [
        "kernel",
        "its registers hold",
        "instr./round",
        "with a loop",
        "custom",
        "instr./call",
        "cycles/call",
        "Ketje step",
        "others",
    ]
    return (
        "<h2>The permutations</h2>"
        + _key(("base", "NEON alone"), ("more", "with the instructions"))
        + bars([(f"Keccak-p[{bits}]", rows_) for bits, rows_ in groups.items()], "instructions of one round", 0)
        + _table(head, table, 2, (8,))
        + "<p class=soft>A call is Keccak-f with all its rounds in a row (no loop), entry, load and store of the state "
        "included. The round constant and its addition are counted in the round. A step of Ketje is one block in the loop: "
        "input, output, frame bits, one round.</p>"
    )


def _encoding(rows: Rows, readings: Rows) -> str:
    table = [[one["instruction"], one["operand_bits"], f"{100 * one['share']:.2f} %"] for one in rows]
    total = sum(one["share"] for one in rows)
    return (
        "<h2>The instructions</h2>"
        + _table(["instruction", "bits of operands", "of the encoding space"], [*table, ["all", "", f"{100 * total:.1f} %"]])
        + "<p class=soft>The space: CDP2, MCR2 and MRC2 on coprocessors 0 to 7, 2<sup>23</sup> words.</p>"
        + "<p>Where the slides leave room:</p>"
        + _table(["switch", "what it decides", "reading here"], [[r["point"], r["what"], r["reading"]] for r in readings], 3)
    )


def _hardware(rows: Rows) -> str:
    table, groups, totals = [], [], []
    units = list(dict.fromkeys(one["unit"] for one in rows))
    for unit in units:
        bars_ = []
        for one in [one for one in rows if one["unit"] == unit]:
            table.append(
                [
                    unit,
                    one["form"] + (" (no smaller one found)" if one["leaner"] is False else ""),
                    f"{one['gate_equivalents']:.0f}",
                    one["paper_gate_equivalents"] or "–",
                    f"{one['area_square_micrometres']:.0f}",
                    one["transistors"],
                    one["cells"],
                    one["critical_path_nanoseconds"],
                    one["vectors"],
                    "yes" if one["proved"] else "–",
                    one["library"].split(" standard")[0],
                ]
            )
            bars_.append((one["form"], one["gate_equivalents"], "more"))
        if unit in hardware.PAPER:
            bars_.append(("the paper's", float(hardware.PAPER[unit]), "paper"))
        groups.append((unit, bars_))
    for form in ("plain", "lean"):
        total = sum(one["gate_equivalents"] for one in rows if one["form"] == form and one["unit"] in hardware.PAPER)
        totals.append(f"{form} {total:.0f} ({100 * total / hardware.PAPER_CORE:.2f} %)")
    head = ["unit", "form", "GE", "paper's GE", "area µm²", "transistors", "cells", "path ns", "vectors", "proved", "cells of"]
    return (
        "<h2>The hardware</h2>"
        + _key(("more", "here"), ("paper", "the paper's figures"))
        + bars(groups, "gate equivalents", 0)
        + _table(head, table, 2)
        + f"<p>All six: {', '.join(totals)}; the paper {paper.HARDWARE_TOTAL}. In brackets: of a Cortex-A9's 3.8 million "
        f"gates.</p><p class=soft>{escape(rows[0]['library'])}, mapped for area by yosys and abc, large fan-outs buffered; "
        "a gate equivalent is the area of a NAND2X1; paths without wires; transistors counted in the library's netlists. Each "
        "unit has answered all its test vectors as the specification does (iverilog); of those that are proved, "
        "yosys's SAT solver says so for all inputs.</p>"
    )


def _worth(rows: Rows) -> str:
    table = [
        [
            one["instruction"],
            one["kernel"],
            f"{one['uses_per_round']:.0f}",
            one["neon_instead"],
            f"{one['saved_per_round']:.0f}",
            f"{one['saved_per_1000_gates']:.0f}",
        ]
        for one in rows
    ]
    head = ["instruction", "kernel", "in a round", "NEON for one of them", "saved in a round", "saved for 1000 gates"]
    return (
        "<h2>What each is worth</h2>"
        + _table(head, table, 2, (3,))
        + "<p class=soft>Each by itself: how many more instructions a round would have with NEON's in its place, and how many "
        "of them a thousand gates (of the plain unit) save. NEON does some of it on two or more lanes at once, so all of them "
        "together are more than what the kernels differ by.</p>"
    )


_SIGN = {"yes": "✓", "some": "✓*", "no": "✗"}


def _counted(texts: Rows, name: str, bits: int) -> str:
    for one in texts:
        if (one["on"], one["bits"]) == (name, bits):
            return str(one.get("missing") or one["instructions_per_round"])
    return "does not fit"


def _portability(rows: Rows, texts: Rows, since: Rows, armv8: Rows) -> str:
    from ..portability import PLATFORMS, RULES, WIDTH
    from ..portability.since import RULES as SINCE_RULES

    table = []
    for one in rows:
        given = one["paper"] or one["derived"]
        marks = [
            _SIGN[mine] if mine == given[name] else f"{_SIGN[mine]} (slides: {_SIGN[given[name]]})"
            for name, mine in one["derived"].items()
        ]
        table.append([one["instruction"], *marks, one["why"]])
    reasons = [reason for one in rows for reason in one["why"].split("; ") if reason]
    only_width = (
        " Here each ✗ and each star comes from rule 2, the width of a register." if all(WIDTH in r for r in reasons) else ""
    )
    steps = ("for_rl1x", "for_xorr", "for_chi", "parity", "effect", "add_rotate", "chi", "iota", "total")
    later = [[one["name"], *(one[key] for key in steps)] for one in since if one["total"] is not None]
    head = ["on", "rl1x", "xorr", "chi, a lane", "parities", "D", "add, rotate", "chi", "iota", "round"]
    words = [[one[key] or "–" for key in ("name", "has", "status", "lanes", "small", "misses")] for one in since]
    words_head = ["on", "has", "status", "states in a register", "lanes below 64 bits", "what is near, what it lacks"]
    counted = [
        [
            f"Keccak-p[{one['bits']}]",
            one["instructions"],
            one["rounds"],
            f"{one['instructions_per_round']:.0f}",
            ", ".join(f"{n:.0f} {name.upper()}" for name, n in one["per_round"].items()),
        ]
        for one in armv8
    ]
    return (
        "<h2>Where they fit</h2>"
        + _table(["instruction", *(p.name for p in PLATFORMS), "what does not fit"], table, 5)
        + f"<p class=soft>{escape(RULES)} * not all forms.{only_width}</p>"
        + _table(
            ["", "bits of a register (2)", "sources beside the destination (1)", "bits of a word for operands (3)"],
            [[p.name, p.register_bits, p.sources, p.word_bits or "no limit"] for p in PLATFORMS],
        )
        + "<p>The table as code: instructions of a round, counted while Unicorn runs it, the result compared with the "
        "definition. The 64-bit architecture is RV64IM, compiled; AVX has the state in memory. For the 32-bit architecture see "
        "the core in RTL.</p>"
        + _table(
            ["on", *(f"Keccak-p[{bits}]" for bits in sorted({one["bits"] for one in texts}, reverse=True))],
            [
                [name, *(_counted(texts, name, bits) for bits in sorted({one["bits"] for one in texts}, reverse=True))]
                for name in dict.fromkeys(one["on"] for one in texts)
            ],
        )
        + "<h2>What has come since</h2>"
        + _table(words_head, words, 6)
        + "<p>Instructions for one of the six, and for a round of Keccak-p[1600]:</p>"
        + _table(head, later)
        + f"<p class=soft>By these rules: {escape(SINCE_RULES)} Derived from what each instruction computes, not "
        "run, but for ARMv8.2's:</p>"
        + _table(["under qemu-aarch64 -cpu max", "instructions", "rounds", "a round", "of them"], counted, 1, (4,))
        + "<p class=soft>Counted one by one, the load of the round constant included, and the result compared with the "
        "definition. One state; the other half of each register could hold a second one.</p>"
    )
