"""The papers' own numbers (papers.tsv) beside the figures of a run."""

import csv
import functools
import operator

from page import Plot, section, table
from rows import HERE, OURS, PAPERS, digits, newest, ratio, shown

LISTED = [
    ["the AVX-512 paper", "“Implementation of the SHA-3 family using AVX512 instructions”", "Roberto Cabral, Julio López", "undated; its newest reference is of 2018. Code: github.com/rbCabral/SHA-3"],
    ["the package paper", "“Structuring and optimizing Keccak software” (extended abstract)", "Gilles Van Assche, Ronny Van Keer", "undated; its newest reference is of 2016"],
    ["Intel's white paper", "“Fast SHA512 Implementations on Intel Architecture Processors”", "Jim Guilford, David Cote, Vinodh Gopal", "Intel, November 2012"],
    ["the slides, of Neves and Aumasson", "“BLAKE and 256-bit advanced vector extensions”", "Samuel Neves, Jean-Philippe Aumasson", "Third SHA-3 Candidate Conference, March 2012"],
    ["the paper of the six instructions (lab/)", "“SIMD Instruction Set Extensions for KECCAK with Applications to SHA-3, Keyak and Ketje” (slides)", "Hemendra K. Rawat, Patrick Schaumont", "undated; journal version: “Vector Instruction Set Extensions for Efficient Computation of Keccak”, IEEE Transactions on Computers, 2017"],
]  # fmt: skip
# Table 1 of the package paper: cycles per byte of short and of long messages.
KANGAROO = [("Core i5-4570 (Haswell)", 4.15, 1.44), ("Core i5-6500 (Skylake)", 3.72, 1.22), ("Xeon Phi 7250 (Knights Landing)", 4.56, 0.74)]
LARGE = 8.59
# Rows of docs/measured/ that stand for a function, and the bytes of a block.
MEASURED = {
    "sha3-256": ("1600 {} x{} 24 rounds, absorbing", 136), "shake256": ("1600 {} x{} 24 rounds, absorbing", 136),
    "sha512": ("{} sha512 x{} a block", 128), "blake256": ("{} blake256 x{} a block", 64), "blake512": ("{} blake512 x{} a block", 128),
}  # fmt: skip
PROCESSORS = {"EPYC, Zen 3": "Zen 3", "EPYC, Zen 4": "Zen 4", "GenuineIntel-6-167": "Intel, model 167", "GenuineIntel-6-207": "Emerald Rapids"}
AVX512 = (
    "Their conditions: messages of 4096 bytes, 1344 bits of output for SHAKE128 and 1088 for SHAKE256. The mean of 10^4 runs on a Skylake-X (Core i7-7820X) at 3.6 GHz "
    "without Turbo Boost and Hyper-Threading, clang 5.0.2. Costs of instructions are from Agner Fog's tables. Here: the lower quartile of quiet samples, in core cycles.\n\n"
    "The paper's forms: `avx512-planes-paper` is its one message, five 512-bit registers and Algorithm 1 as printed. Its parallel code is `avx512vl` with two "
    "messages in 128-bit registers and with four in 256-bit ones, and `avx512` with eight. A register has one lane of each state (Algorithm 2), and a lane takes one "
    "rotation and one three-input operation. Lanes are not moved after ρ, π and χ, but are back in their places after two rounds (Algorithm 3). The order of the "
    "instructions is ours, found by search; on Zen 5 so is theta. `avx512-planes` and what is chosen are our own designs."
)
WHITE_PAPER = (
    "The paper: AVX on a Core i7-2600, in cycles of the time-stamp counter, which are the core's own without Turbo Boost. Of all samples an eighth and then a further "
    "quarter were taken off each end, and the middle quarter averaged. Its text has no figure for SSE or `rorx`. Here: core cycles of the longest buffer."
)
SLIDES = (
    "The slides count one cycle for a vector operation that waits for the one before. On Zen 4 it takes one, and BLAKE-512 with AVX2 takes 4.4 cycles per byte (EPYC of "
    "family 25 model 17, 2026-11-23). That is between the two estimates of slide 19: 4.00 if the message is loaded while G is computed, 6.63 if each load takes 5 cycles. On "
    "Zen 5 such an operation takes two, so the chain of G, which no load of a message shortens, takes nearly twice as long, and BLAKE in words (`avx-words`) is the "
    "faster form there. hydra6's processors had XOP, whose form was tested in an emulator only."
)
OPTIONS = (
    "If the forms of one width do not differ here, the chain of G decides, and the loads cost nothing. The tree is `blake256_tree` of crate `lanesum-papers`: "
    "lanesum's own and not a standard; leaves of 4096 bytes, two nodes a parent. Two compressions at no extra cost would take half of what `avx2-cached` takes for one message."
)


def sections(run):
    counts = [0, 0]

    def beside(figure, paper, unit="cycles/B"):
        """lanesum's figure with its ratio to the paper's; those in core cycles are counted."""
        if figure and paper and unit != "instruction":
            counts[0] += figure < paper
            counts[1] += 1
        return figure and shown(figure, unit) + (f" ({ratio(figure / paper)})" if paper else "")

    def listed(paper, caption, *notes):
        rows = []
        for line in (line for line in PAPERS if line.paper == paper):
            if paper == "avx512" and line.bytes == 512:
                cost = next((i for i in run.more.get("instructions", []) if (i["name"], i["bits"]) == (line.algorithm, 512)), {})
                here, unit = cost.get(line.kind), "instruction"
            else:
                row, unit = line.ours(run)[0], line.unit
                here = row and row.of(unit)
            form = f"`{line.backends}`" if line.backends else "chosen" if unit != "instruction" else None
            rows.append([line.what, f"`{line.algorithm}`", line.figure and f"{line.figure:g}", form, beside(here, line.figure, unit) or "not in this run"])
        return table(caption, ["what", "function", "paper", "form", "here"], rows, *notes, left=(1, 3))

    curves = {form: totals(run, form) for form in ("avx2", "sse2", "chosen")}
    rows = []
    for processor, *paper in KANGAROO:
        cells = [[digits(value), *(beside(slopes(points)[i], value) for points in curves.values())] for i, value in enumerate(paper)]
        rows.append([processor, *cells[0], *cells[1]])
    heads = ["processor of the paper", *(f"{what}, {by}" for what in ("short", "long") for by in ("paper", *curves))]
    note = "Short: cost per byte of one more block (168 B) in messages below 8192 B. Long, after the paper's method: the additional cost of a message that is longer by 84 B = lcm(4B, 21B) = 688,128 bytes, with B = 8192."
    kangaroo = table("Table 1: KangarooTwelve, core cycles per byte", heads, rows, note)
    figures = []
    if xkcp := totals(run, "XKCP"):
        curves["XKCP, in its own order of leaves"] = xkcp
    if len(curves["chosen"]) > 10:
        curves = {name: [(n, cycles) for n, cycles in points if 0 < n <= 150_000] for name, points in curves.items()}
        per_byte = {name: [(n, cycles / n) for n, cycles in points] for name, points in curves.items()}
        for i, of, what, scale in ((5, curves, "core cycles", "linear"), (6, per_byte, "core cycles per byte", "log")):
            figures.append(Plot(f"kt128-figure-{i}", f"After Figure {i} of the package paper: KT128.", "lines", of, ("bytes of the message", what, "linear", scale)))
    points = [row for row in run.of("sha512", "form-curve") if row.core_cpb and row.bytes <= 16 << 10]
    curve = {form: sorted((row.bytes, row.core_cpb) for row in points if row.backend == form) for form in ("sse41", "avx", "avx2")}
    caption = "After Figure 1 of the white paper: SHA-512 on the paper's three forms. The line across is the paper's, AVX, for large buffers."
    figure_1 = Plot("sha512-figure-1", caption, "lines", curve, ("bytes of the buffer", "core cycles per byte", "linear", "linear"), LARGE)
    units = "core cycles per byte"
    parts = [
        section("SHA-3 with AVX-512 (Cabral and López)", "", AVX512, listed("avx512", f"Tables 1, 2 and 3: core cycles, {units}"), level=3),
        section("Keccak software (Van Assche and Van Keer)", "", listed("package", "Section 3.2: core cycles of one call", "The paper: Core i5-6500 (Skylake), AVX2, without adding input to the state."), kangaroo, *figures, level=3),
        section("SHA-512 (Intel's white paper)", "", listed("white-paper", f"SHA-512 of a large buffer: {units}", WHITE_PAPER), figure_1 if points else None, level=3),
        section("BLAKE with AVX2 (Neves and Aumasson, slides)", "", SLIDES, listed("slides", f"BLAKE of 16 KiB: {units}"), listed("options", f"Where the words of a row come from, 16 KiB: {units}", OPTIONS), level=3),
    ]  # fmt: skip
    text = (
        "Each figure of this run is followed by its ratio to the paper's figure in the same row: below 1, lanesum takes fewer cycles than the paper. The papers measured on "
        "other processors, each at its own clock, so a ratio compares code and processor together."
    )
    verdict = f"{counts[0]} of {counts[1]} figures in core cycles are lower than the paper's; the papers were measured on other processors."
    head = table("The five papers", ["called here", "title", "authors", "published"], LISTED, left=(1, 2, 3))
    head = [head, claims(), measured()]
    return section("The papers' tables and figures", verdict if counts[1] else "This run has no figure that a paper has.", text, *head) + functools.reduce(operator.iadd, parts, [])


def claims():
    """What the papers claim, judged: by measurements of several days, so by hand."""
    with (HERE / "claims.tsv").open() as lines:
        rows = list(csv.DictReader((line for line in lines if not line.startswith("#")), delimiter="\t", quoting=csv.QUOTE_NONE))
    verdicts = [row["verdict"].split(",")[0] for row in rows]
    counts = ", ".join(f"{verdicts.count(verdict)} {verdict}" for verdict in dict.fromkeys(verdicts))
    note = f"{len(rows)} claims, in our words, each for a processor: {counts}. Figures are core cycles per byte of one message if they do not say otherwise."
    return table("What the papers claim, and what is so here", list(rows[0]), [list(row.values()) for row in rows], note, left=(1, 2, 3, 4, 5))


def measured():
    """The papers' figures of forms beside what each processor takes, from docs/measured/."""
    files, table_rows = newest(), []
    for line in PAPERS:
        key, size = MEASURED.get(line.algorithm, ("", 0))
        if size and line.figure and line.backends:
            values = [of.get(key.format(line.backends, line.messages)) for _, of in files.values()]
            cells = [value and f"{digits(value / size / line.messages)} ({ratio(value / size / line.messages / line.figure)})" for value in values]
            if any(cells):
                table_rows.append([line.what, f"`{line.algorithm}`", f"`{line.backends}`", f"{line.figure:g}", *cells])
    heads = ["what", "function", "form", "paper", *(PROCESSORS.get(name, name) for name in files)]
    note = "A block of a long message without its ends; in brackets, the ratio to the paper. The least of three runs; the dates stand in docs/measured/. A form that was not measured there has no figure. The package paper and the papers' own texts (crate papers) have no rows here: .ci/bench-here measures the library alone."
    return table("The papers' figures on each processor that was measured: core cycles per byte", heads, table_rows, note, left=(1, 2))


def totals(run, form):
    """Core cycles of one message of KT128 by length, on what is chosen, on a form, or by XKCP; of a length that is in both, the row that was sampled longer."""
    of, who = {}, "kangarootwelve_xkcp" if form == "XKCP" else OURS
    for kind in ("curve", "messages") if form == "chosen" else ("form-curve",):
        rows = [row for row in run.of("kt128", kind) if row.implementation == who and row.messages == 1 and form in ("chosen", "XKCP", row.backend)]
        of |= {row.bytes: row.core_cpb * row.bytes for row in rows if row.core_cpb}
    return sorted(of.items())


def slopes(points):
    """Cycles for each byte of a block more within one chunk, and for each byte more of a long message."""
    chunk = [(n, cycles) for n, cycles in points if n < 8192]
    # The message is followed by a byte of its own for the empty customization, and by padding.
    blocks = (chunk[-1][0] + 1) // 168 - (chunk[0][0] + 1) // 168 if chunk else 0
    of, step = dict(points), 84 * 8192
    long = next(((of[n + step] - cycles) / step for n, cycles in reversed(points) if n + step in of), None)
    return (chunk[-1][1] - chunk[0][1]) / (blocks * 168) if blocks else None, long
