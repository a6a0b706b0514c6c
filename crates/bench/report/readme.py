"""The picture of figures in the README, from docs/results and docs/measured."""

import html
import re
from pathlib import Path

from rows import OURS, digits, size

BEGIN, END = "<!-- figures: begin -->", "<!-- figures: end -->"
# The clock of the picture: the processor's own goes up and down while it is measured, and with it nanoseconds.
GHZ = 4.0
MEASURED = Path(__file__).resolve().parents[3] / "docs/measured"
# The processor whose batches and files the picture shows: the machine was quiet.
SHOWN = "GenuineIntel-6-167"
NAMES = {"openssl": "OpenSSL", "gcrypt": "libgcrypt", "aws-lc-rs": "AWS-LC", "kangarootwelve_xkcp": "XKCP", "ISA-L crypto": "ISA-L"}
NAMES |= {"kt128": "KT128", "sha3-256": "SHA3-256", "sha256": "SHA-256", "sha512": "SHA-512", "shake128": "SHAKE128"}
NAMES |= {"blake512": "BLAKE-512", "turboshake128": "TurboSHAKE128"}
FUNCTIONS = {"sha256": "SHA-256", "sha3-256": "SHA3-256"}
# Processors by family and model, as docs/measured names its files.
INTEL = "GenuineIntel-6-207"
PROCESSORS = {INTEL: "Intel", "kept-AuthenticAMD-25-1": "Zen 3"}
# Libraries' batches with AVX-512, and the best that they have without; bytes and numbers of messages.
WITH = [("ISA-L", "avx512_ni"), ("ipsec-mb", "avx512"), ("XKCP", "avx512"), (OURS, "its choice")]
WITHOUT = [("ISA-L", "sse_ni"), ("ipsec-mb", "avx2"), ("XKCP", "avx2"), (OURS, {"sha256": "sha-ni", "sha3-256": "avx2"})]
SINGLY = [("OpenSSL", "its choice"), (OURS, "its choice")]
SHAPES = [(64, 64), (16, 4096)]
# Long messages in batches: a line of a file of docs/measured, and the bytes of which its cycles are.
KERNELS = {
    "sha256": [(INTEL, "AVX-512", "avx512 sha256 x16 a block", 16 * 64), ("kept-AuthenticAMD-25-1", "AVX2, SHA", "sha-ni sha256 x2 a block", 2 * 64)],
    "sha3-256": [
        (INTEL, "AVX-512", "1600 avx512 x8 24 rounds, absorbing", 8 * 136),
        ("kept-AuthenticAMD-25-1", "AVX2", "1600 avx2 x4 24 rounds, absorbing", 4 * 136),
    ],
}
LONG = {"sha256": (4096, 16), "sha3-256": (256, 8)}  # the longest batches in the run of Zen 5


def named(name):
    return NAMES.get(name, name)


def fastest(run, name, kind, messages, length=None):
    """lanesum's row and three rivals' at most, the fastest first."""
    rows = [r for r in run.of(name, kind) if r.messages == messages and length in (None, r.bytes) and (r.threads or 1) == 1 and r.core_cpb]
    rows.sort(key=lambda row: row.core_cpb)
    return [r for r in rows if r.implementation == OURS][:1] + [r for r in rows if r.implementation != OURS][:3]


def pairs(run, name, shapes):
    """lanesum's batches, each with a rival's that is quoted from this kind of processor."""
    found = [(run.one(OURS, name, n, count), run.quoted(name, n, count)) for n, count in shapes]
    return [(ours, quoted[0]) for ours, quoted in found if ours and ours.core_cpb and quoted]


def newest(kind):
    """What a file of docs/measured says of itself, its rows, and its date."""
    path = max(MEASURED.glob(f"{kind}-[0-9]*.tsv" if kind in PROCESSORS else f"{kind}-{SHOWN}-*.tsv"))
    notes, rows = [], []
    for line in path.read_text().splitlines():
        (notes.append(line[2:]) if line.startswith("# ") else rows.append(line.split("\t")))
    return notes, rows[1:], re.search(r"\d{4}-\d\d-\d\d", path.name)[0]


def batches(function, way, libraries, shapes):
    """Bars of each library, one shape below the other, in the order of speed."""
    _, rows, _ = newest("batches")
    wanted = [(library, backend[function] if isinstance(backend, dict) else backend) for library, backend in libraries]
    bars = []
    for count, length in shapes:
        found = [(row[1], GHZ / float(row[6])) for row in rows if row[0] == function and row[3] == way and (row[1], row[2]) in wanted and row[4:6] == [str(length), str(count)]]
        where = size(length) if way == "one by one" else f"{count} × {size(length)}"
        bars += [(f"{library}, {where}", value, library == OURS) for library, value in sorted(found, key=lambda bar: -bar[1])]
    return bars


def processors(run, function):
    length, count = LONG[function]
    ours = run.one(OURS, function, length, count)
    bars = [("Zen 5, AVX-512", GHZ / ours.core_cpb, True)]
    for kind, sets, what, size_of in KERNELS[function]:
        least = next(float(row[1]) for row in newest(kind)[1] if row[0] == what)
        bars.append((f"{PROCESSORS[kind]}, {sets}", GHZ * size_of / least, True))
    return sorted(bars, key=lambda bar: -bar[1])


def felt(what):
    _, rows, _ = newest("felt")
    return sorted(((row[1], float(row[4]), row[1].startswith(OURS)) for row in rows if row[0] == what), key=lambda bar: bar[1])


def panels(run):
    """Rows of two panels: the unit, a title, and bars with their names, figures, and whether they are lanesum's. A unit has one scale."""
    found = [("seconds", "20,000 files, 328 MB: seconds", felt("files")), ("seconds", "One file of 2 GiB: seconds", felt("file"))]
    for title, way, libraries, shapes in (
        ("batches, with AVX-512", "batch", WITH, SHAPES),
        ("batches, AVX-512 not used", "batch", WITHOUT, SHAPES),
        ("one message in a call", "one by one", SINGLY, SHAPES),
    ):
        found += [("GB/s", f"{name}: {title}", batches(function, way, libraries, shapes)) for function, name in FUNCTIONS.items()]
    return found + [("GB/s", f"{name}: lanesum, by processor", processors(run, function)) for function, name in FUNCTIONS.items()]


def footer(run):
    notes, _, date = newest("batches")
    _, rows, felt_date = newest("felt")
    versions = {row[1].split(",")[0]: row[2].removeprefix("coreutils ") for row in rows if not row[1].startswith(OURS)}
    programs = ", ".join(f"{program} {version}" for program, version in versions.items())
    return [
        f"Seconds by the clock, less is better; Intel Xeon, {felt_date}: {programs}.",
        "lanesum uses both processors, b3sum for one large file; the others use one.",
        f"GB/s: one thread, core cycles at {GHZ:g} GHz, more is better; rivals on Intel Xeon, {date}:",
        f"{'; '.join(note.strip() for note in notes[1].split(';')[1:])}. 16 × 4096 B: 16 messages of 4096 B in one call. All on one Xeon.",
        f"By processor: Zen 5 in batches of 16 × 4096 B and 8 × 256 B, the others their kernels alone; Zen 5 and Zen 3 {run.machine.date[:10]}, Intel {newest(INTEL)[2]}.",
    ]


def replace(page, text):
    """Puts a text between the markers of a page."""
    before, begin, rest = page.read_text().partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise SystemExit(f"{page}: put the markers {BEGIN} and {END} where the figures belong")
    page.write_text(f"{before}{BEGIN}\n{text.strip()}\n{END}{after}")


def picture(folder, name, alt, width):
    """A picture for wide and narrow pages, light and dark."""
    narrow, dark = "(max-width: 600px)", "(prefers-color-scheme: dark)"
    sources = [(f"{narrow} and {dark}", "narrow-dark"), (narrow, "narrow-light"), (dark, "dark")]
    lines = [f'  <source media="{media}" srcset="{folder}{name}-{kind}.svg">' for media, kind in sources]
    alt = html.escape(alt, quote=False).replace('"', "&quot;")
    return "\n".join(["<picture>", *lines, f'  <img src="{folder}{name}-light.svg" width="{width}" alt="{alt}">', "</picture>"])


def write(run, page):
    """The picture, chosen by the reader's colours and width, with all figures for those who do not see it."""
    import plots

    shown = panels(run)
    alt = " ".join(footer(run) + [f"{title}: {'; '.join(f'{name} {digits(value)}' for name, value, _ in bars)}." for _, title, bars in shown])
    replace(page, picture("docs/", "speed", alt, 800))
    for scheme in ("light", "dark"):
        (page.parent / f"docs/speed-{scheme}.svg").write_text(plots.svg(plots.speed(shown, footer(run), scheme, 2)))
        few = [panel for panel in shown if "not used" not in panel[1]]
        (page.parent / f"docs/speed-narrow-{scheme}.svg").write_text(plots.svg(plots.speed(few, footer(run), scheme, 1)))
