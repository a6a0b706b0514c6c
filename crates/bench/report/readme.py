"""The picture of figures in the README."""

import html

from rows import OURS, digits, size

BEGIN, END = "<!-- figures: begin -->", "<!-- figures: end -->"
# The clock of the picture: the processor's own goes up and down while it is measured, and with it nanoseconds.
GHZ = 4.0
NAMES = {"openssl": "OpenSSL", "gcrypt": "libgcrypt", "aws-lc-rs": "AWS-LC", "kangarootwelve_xkcp": "XKCP", "ISA-L crypto": "ISA-L"}
NAMES |= {"kt128": "KT128", "sha3-256": "SHA3-256", "sha256": "SHA-256", "sha512": "SHA-512", "shake128": "SHAKE128"}
NAMES |= {"blake512": "BLAKE-512", "turboshake128": "TurboSHAKE128"}
# Bytes and numbers of messages of which a rival's batches were measured, too.
BATCHES = [("sha3-256", [(64, 8), (64, 64), (256, 8)]), ("sha256", [(64, 16), (1024, 16), (4096, 16)])]


def named(name):
    return NAMES.get(name, name)


def fastest(run, name, kind, messages, length=None):
    """lanesum's row and three rivals' at most, the fastest first."""
    rows = [r for r in run.of(name, kind) if r.messages == messages and length in (None, r.bytes) and (r.threads or 1) == 1 and r.core_cpb]
    rows.sort(key=lambda row: row.core_cpb)
    return [r for r in rows if r.implementation == OURS][:1] + [r for r in rows if r.implementation != OURS][:3]


def bar(name, row):
    return name, GHZ / row.core_cpb, row.implementation == OURS


def pairs(run, name, shapes):
    """lanesum's batches, each with a rival's that is quoted from this kind of processor."""
    found = [(run.one(OURS, name, n, count), run.quoted(name, n, count)) for n, count in shapes]
    return [(ours, quoted[0]) for ours, quoted in found if ours and ours.core_cpb and quoted]


def panels(run):
    """Comparisons with their bars: a name, GB/s, and whether it is lanesum's."""
    found = []
    for name, _ in BATCHES:
        rows = fastest(run, name, "ragged", 64)
        bars = [bar(f"{named(r.implementation)}, {'batch' if r.implementation == OURS else 'one by one'}", r) for r in rows]
        found.append((f"{named(name)}: 64 messages, {size(rows[0].bytes) if rows else ''} on average", bars))
    for name, shapes in BATCHES:
        bars = []
        for ours, q in pairs(run, name, shapes):
            what = f"batch, {q.messages}×{size(q.bytes)}"
            bars += [bar(f"{OURS}, {what}", ours), (f"{named(q.rival)}, {what}", GHZ / q.figure, False)]
        found.append((f"{named(name)}: batch beside batch", bars))
    found.append(("SHA3-256: one message, 4096 B", [bar(named(r.implementation), r) for r in fastest(run, "sha3-256", "messages", 1, 4096)]))
    # Who may choose the function of files of one's own compares functions, too: of KT128 the best rival, of others the fastest of all.
    rows = fastest(run, "kt128", "messages", 1, 1 << 20)[:2]
    for name in ("blake3", "sha3-256", "sha256"):
        rows += sorted(fastest(run, name, "messages", 1, 1 << 20), key=lambda row: row.core_cpb)[:1]
    found.append(("A file's digest: one message, 1 MiB", [bar(f"{named(r.algorithm).replace('blake', 'BLAKE')}, {named(r.implementation)}", r) for r in rows]))
    return [(title, bars) for title, bars in found if any(ours for *_, ours in bars)]


def footer(run):
    m, name = run.machine, f"{run.processor.split(', ')[-1]}, " if run.processor else ""
    where = f"{m.processor} ({name}family {m.family} model {m.model}), {m.date[:10]}."
    lines = [f"GB/s at {GHZ:.1f} GHz, from core cycles; longer is better. One thread of {where}"]
    lines.append("Batch: all messages in one call. One by one: one call for each message.")
    quoted = [q for name, shapes in BATCHES for _, q in pairs(run, name, shapes)]
    if quoted:
        lines.append(f"Rivals' batches were measured apart from this run, on {'; '.join(sorted({f'{q.processor}, {q.date}' for q in quoted}))}:")
        lines.append(f"{'; '.join(sorted({f'{q.rival} ({q.version})' for q in quoted}))}.")
    return lines


def replace(page, text):
    """Puts a text between the markers of a page."""
    before, begin, rest = page.read_text().partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise SystemExit(f"{page}: put the markers {BEGIN} and {END} where the figures belong")
    page.write_text(f"{before}{BEGIN}\n{text.strip()}\n{END}{after}")


def write(run, page):
    """The picture, chosen by the reader's colours, with all figures for those who do not see it."""
    import plots

    shown = panels(run)
    alt = " ".join(footer(run) + [f"{title}: {'; '.join(f'{name} {digits(value)}' for name, value, _ in bars)}." for title, bars in shown])
    picture = '<picture>\n  <source media="(prefers-color-scheme: dark)" srcset="docs/speed-dark.svg">\n'
    replace(page, f'{picture}  <img src="docs/speed-light.svg" width="800" alt="{html.escape(alt, quote=False).replace(chr(34), "&quot;")}">\n</picture>')
    for scheme in ("light", "dark"):
        (page.parent / f"docs/speed-{scheme}.svg").write_text(plots.svg(plots.speed(shown, footer(run), scheme)))
