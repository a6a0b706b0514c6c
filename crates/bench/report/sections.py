"""The sections of a page about a run, but for the papers'."""

import itertools
from collections import Counter, defaultdict

import papers
import readme
from page import Plot, bold, escaped, figure, section, table
from rows import GOALS, OURS, QUOTED, Row, digits, is_cipher, judge, plural, ratio, short, shown, size

MAIN = ("sha3-256", "shake128", "sha256")
RIVALS = ["fastest rival", "second", "third"]
NOTE = "“Quoted”: of a rival that is in no registry, from the section “Rivals that no registry carries”."
TRIED = "docs/tried.md, “Few messages in one call, and unequal ones”"
# A batch below this loses: it takes more than 1.03 times as long as one message at a time.
LOSES = 1 / 1.03


# What the first page shows: function, kind, messages, bytes.
FRONT = [(name, "messages", 1, 4096) for name in ("sha256", "sha512", "sha3-256", "shake128", "blake512", "turboshake128")]
FRONT += [("kt128", "messages", 1, 1 << 20), ("sha256", "ragged", 64, None), ("sha3-256", "ragged", 64, None)]
BATCH = ("sha256", 64, 16)


def pages(run):
    """The pages by name, the first one with the name "": what a reader wants first, then a page for each subject."""
    subjects = {
        "papers": ("The papers' tables and figures", (papers.sections,)),
        "one-message": ("One message", (functions, lengths, latency, trees)),
        "batches": ("Many messages", (batches, gate)),
        "permutations": ("The permutation, encryption, threads", (permutations, encryption, threads)),
        "goals": ("Goals, and rivals that no registry carries", (goals, no_registry)),
        "method": ("Method, machine, and rows without a figure", (method, machine, gaps)),
    }
    made = {name: [f"# {escaped(title)}", *(block for part in parts for block in part(run) or [])] for name, (title, parts) in subjects.items()}
    return {"": front(run, [(name, title) for name, (title, _) in subjects.items()])} | made


def front(run, subjects):
    rows = []
    for name, kind, messages, length in FRONT:
        found = readme.fastest(run, name, kind, messages, length)
        if len(found) > 1 and found[0].implementation == OURS:
            ours, rival = found[:2]
            who, value = readme.named(rival.implementation) + ", one by one" * (messages > 1), rival.core_cpb
            near = run.near(name, length) if messages == 1 else None
            if near and near.processor == run.processor and near.figure < value:
                who, value = f"{near.rival} {near.version}, measured apart".replace(" version not kept", ""), near.figure
            what = size(ours.bytes) if messages == 1 else f"{messages} messages, {size(ours.bytes)} on average"
            rows.append([readme.named(name), what, digits(ours.core_cpb), f"{digits(value)} ({who})", ratio(value / ours.core_cpb)])
    for ours, quoted in readme.pairs(run, BATCH[0], [BATCH[1:]]):
        what = f"{ours.messages} messages of {size(ours.bytes)}"
        rows.append([readme.named(BATCH[0]), what, digits(ours.core_cpb), f"{digits(quoted.figure)} ({readme.named(quoted.rival)}, a batch, measured apart)", ratio(quoted.figure / ours.core_cpb)])
    m = run.machine
    where = f"Core cycles per byte, less is better. One thread of {m.processor} ({f'{run.processor}, ' if run.processor else ''}family {m.family} model {m.model}), {m.date[:10]}."
    texts = [where, table("", ["function", "what", "lanesum", "fastest rival", "times as fast"], rows, left=(1,))]
    verdicts = [judge(run, goal).verdict for goal in GOALS if goal.processor == run.processor]
    verdicts = [verdict for verdict in verdicts if verdict != "open"]
    if verdicts:
        texts.append(f"{verdicts.count('reached')} of {len(verdicts)} goals for {run.processor} that have a figure are reached: [Goals](performance/goals.md).")
    texts += [readme.picture("", "speed", SPEED, 800), picture("plots/rivals", "One message of 4096 bytes, for each function: lanesum, the limit of its kernel, and the rivals")]
    texts.append("## By subject\n" + "\n".join(f"- [{title}](performance/{name}.md)" for name, title in subjects))
    unsteady, noisy = (sum(getattr(row, what) for row in run.rows) for what in ("is_unsteady", "is_noisy"))
    texts.append(
        f"A `~` stands before a figure where the upper quartile of the quiet samples is more than a tenth above the fastest: {plural(unsteady, 'row')}. "
        f"{plural(noisy, 'row')} without a figure, as too few samples were quiet: [the last page](performance/method.md) lists them."
    )
    return ["# Performance", *filter(None, texts)]


SPEED = "Seconds for files, and GB/s of lanesum and of other libraries; README.md has the figures"


def picture(name, what):
    source = f'<source media="(prefers-color-scheme: dark)" srcset="{name}-dark.svg">'
    return f'<picture>\n  {source}\n  <img src="{name}-light.svg" width="800" alt="{what}">\n</picture>'


def contests(run, points, unit):
    """Rows for a table: of each function and length lanesum's figure and the three fastest rivals', which stand out if they are faster.
    Then at how many of the points that have a rival lanesum is faster than all.
    """
    rows, first, of = [], 0, 0
    for name, n in points:
        ours, contest = run.one(OURS, name, n), run.contest(name, n, unit=unit)
        value = ours.of(unit)
        first += bool(value and contest and value < contest[0][0])
        of += bool(value and contest)
        rows.append([f"`{name}`", size(n), figure(ours, unit), *best(contest, value)])
    return rows, first, of


def best(contest, ours):
    cells = [bold(f"{digits(value)} ({who})", ours and value < ours) for value, who in contest[:3]]
    return cells + [None] * (3 - len(cells))


def functions(run):
    rows, dots, lost, of = [], [], [], 0
    for name in run.algorithms:
        ours = run.one(OURS, name, 4096)
        if not ours or not ours.core_cpb:
            continue
        contest, near = run.contest(name, 4096), run.near(name, 4096)
        is_here = near and near.processor == run.processor
        everybody = sorted({*contest, (near.figure, f"{near.rival}, quoted")} if is_here else contest)
        fastest = everybody[0][0] if everybody else None
        of += bool(fastest)
        lost += [name] if fastest and ours.core_cpb >= fastest else []
        in_run = [entry for entry in contest if "quoted" not in entry[1]]
        cells = [figure(ours, "cycles/B", f"`{ours.backend}`"), ours.limit_core_cpb and digits(ours.limit_core_cpb), *best(in_run, ours.core_cpb)]
        rows.append([f"`{name}`", *cells, near and near.text(4096), fastest and bold(ratio(ours.core_cpb / fastest))])
        dots.append((name, ours.core_cpb, ours.limit_core_cpb, everybody))
    notes = (
        "The last column is lanesum's figure divided by the fastest rival's: below 1 lanesum is faster. Beside lanesum's figure stands the backend that was chosen. Limit: the "
        "least that the form of its kernel could take on this processor, by its operations over the execution ports or its longest chain. A rival in no registry was built from "
        "its repository and measured once; it counts in the last column if the processor is of the same kind. A figure of a longer message is a lower bound for this one. A "
        "function has the figure of the one that compresses as it does."
    )
    heads = ["function", "lanesum", "limit", *RIVALS, "best rival in no registry", "lanesum to fastest rival"]
    plot = Plot("rivals", "Core cycles per byte of one message of 4096 bytes; farther left is better.", "dots", dots)
    made = table("One message of 4096 bytes: core cycles per byte", heads, rows, notes, left=(6,))
    verdict = f"One message of 4096 bytes: lanesum is the fastest in {of - len(lost)} of {of} functions{', not in ' if lost else ''}{', '.join(lost)}."
    return rows and section("Against the rivals, and against the limit", verdict, plot, made)


def lengths(run):
    blocks, points = [], [(name, n) for name in run.algorithms for n in run.lengths(name) if n]
    for name in run.algorithms:
        curves = defaultdict(list)
        for row in sorted(run.of(name, "messages"), key=lambda row: (run.implementations.index(row.implementation), row.bytes)):
            if row.messages == 1 and row.core_cpb:
                curves[row.implementation].append((row.bytes, row.core_cpb))
        blocks.append(Plot("", f"{name}, one message: core cycles per byte over its length.", "lines", curves, ("bytes of the message", "core cycles per byte", "log", "log")))
    rows = contests(run, [point for point in points if point[0] in MAIN], "cycles/B")[0]
    _, first, of = contests(run, points, "cycles/B")
    verdict = f"At {first} of the {of} points (a function at a length) that have a rival, lanesum takes fewer cycles than all of them."
    return blocks and section("One message, by length", verdict, table("One message: core cycles per byte", ["function", "length", OURS, *RIVALS], rows, NOTE), *blocks)


def latency(run):
    points = [(name, n) for name in run.algorithms for n in (32, 64, 136) if run.one(OURS, name, n)]
    rows, first, of = contests(run, points, "cycles/message")
    verdict = f"Messages of 32, 64 and 136 bytes: in {first} of the {of} rows that have a rival, lanesum takes fewer cycles than all of them."
    text = "Core cycles from the call to the digest, with everything that the implementation does in between."
    return rows and section("One short message", verdict, text, table("One message: core cycles", ["function", "message", OURS, *RIVALS], rows, NOTE))


def trees(run):
    names, rows, blocks = ("kt128", "kt256", "turboshake128", "turboshake256", "blake3"), [], []
    lengths = [n for n in (1 << 10, 8 << 10, 16 << 10, 64 << 10, 1 << 20, 1 << 30) if any(n in run.lengths(name) for name in names)]
    for name in names:
        for who in run.implementations:
            own = [run.one(who, name, n) for n in lengths]
            if any(row and row.core_cpb for row in own):
                cells = [figure(row, "cycles/B", row and row.limit_core_cpb and digits(row.limit_core_cpb)) for row in own]
                rows.append([f"`{name}`", bold(who, who == OURS), *cells])
        quoted = [next(iter(run.quoted(name, n, 1)), None) for n in lengths]
        if any(quoted):
            rows.append([f"`{name}`", "quoted", *(q and f"{digits(q.figure)} ({q.rival})" for q in quoted)])
    told = [("KT128", run.one(OURS, "kt128", 1 << 20)), ("BLAKE3", run.one("blake3", "blake3", 1 << 20))]
    verdict = [f"{name} of 1 MiB takes {digits(row.core_cpb)} cycles per byte" for name, row in told if row and row.core_cpb]
    # Medians, as neighbours are compared that were sampled minutes apart.
    curve = sorted((row.bytes, row.median * row.bytes) for row in run.of("kt128", "curve") if row.core_cpb and row.median)
    pairs = [(n, b / a) for (n, a), (m, b) in itertools.pairwise(curve) if m == n + 168]
    if pairs:
        falls = [[str(n), bold(f"{share:.3f}")] for n, share in pairs if share < 0.98]
        verdict.append(f"at {len(falls)} of {len(pairs)} steps of 168 bytes a longer message takes less time")
        note = "Neighbours were sampled minutes apart."
        caption = "KT128: the median core cycles at n + 168 bytes divided by those at n. Below the line at 0.98 a longer message would be faster."
        axes = ("bytes of the message, n", "cycles at n + 168 / cycles at n", "linear", "linear")
        blocks = [Plot("kt128-monotone", caption, "lines", {OURS: pairs}, axes, 0.98)]
        blocks.append(table("Where a longer message took less than 98 % of the time", ["bytes, n", "at n + 168, as a share"], falls, note))
    note = "TurboSHAKE has the same permutation, of twelve rounds, and no tree. BLAKE3 is another function, with seven rounds and leaves of 1 KiB. One message on several threads is under “Threads”."
    made = table("One message on one thread: core cycles per byte, in brackets our limit", ["function", "by", *map(size, lengths)], rows, note, NOTE, left=(1,))
    return (rows or pairs) and section("One long message in a tree", "; ".join(verdict) + "." if verdict else "", made, *blocks)


def batches(run):
    blocks, gains, losing = [], {}, defaultdict(list)
    for name in run.algorithms:
        shapes = {(row.bytes, row.messages): row for row in run.of(name, "messages") if row.implementation == OURS}
        counts = sorted({count for _, count in shapes if count > 1})
        sizes = sorted({n for n, count in shapes if count > 1})
        if not counts:
            continue
        for n, count in ((n, count) for count in counts for n in sizes):
            one, many = (shapes.get((n, c), Row()).of("cycles/message") for c in (1, count))
            if one and many:
                gains[name, n, count] = one / many
                losing[name, count] += [(n, one / many)] if one / many < LOSES else []
        values = [[gains.get((name, n, count)) for count in counts] for n in sizes]
        blocks.append(Plot("", f"{name}: speed-up per message over one at a time, by length and number of messages.", "heat", values, counts, sizes))
        if name in MAIN:
            rows = [[size(n), *(figure(shapes.get((n, count)), "ns") for count in (1, *counts))] for n in sizes]
            blocks.append(table(f"`{name}`: nanoseconds per message, by the number of messages in one call", ["length", "1 message", *map(str, counts)], rows))
            rows = [[size(n), *(to_rival(run, name, n, count) for count in counts)] for n in sizes]
            caption = f"`{name}`: times as fast as the fastest rival with as many messages, by core cycles"
            note = "A rival without batches takes its messages in a loop."
            blocks.append(table(caption, ["length", *map(str, counts)], rows, note, NOTE))
    rows = [
        [f"`{name}`", str(count), ", ".join(size(n) for n, _ in worse), bold(ratio(min(gain for _, gain in worse)))] for (name, count), worse in losing.items() if worse
    ]
    caption = "Batches that take more than 1.03 times as long as one message at a time: missed"
    blocks.insert(0, table(caption, ["function", "messages", "lengths", "worst ratio"], rows, f"What was tried is in {TRIED}.", left=(2,)))
    rows, default = [], [row for row in run.rows if row.kind == "default-profile"]
    counts = sorted({row.messages for row in default})
    for name, n in dict.fromkeys((row.algorithm, row.bytes) for row in default):
        for kind, build in (("messages", "this workspace's"), ("default-profile", "default profile")):
            rows.append([f"`{name}`", size(n), build, *(figure(run.one(OURS, name, n, count, kind), "cycles/B") for count in counts)])
    note = "Cargo's default profile, which users of the library have, optimises less across crates: `lanesum-bench --default-profile` builds and measures that."
    blocks.append(table("Short messages by their number in one call: core cycles per byte", ["function", "length", "build", *map(str, counts)], rows, note, left=(2,)))
    rows = []
    for row in (row for row in run.rows if row.kind == "ragged" and row.implementation == OURS):
        same = [r for r in run.of(row.algorithm, "ragged") if (r.messages, r.bytes) == (row.messages, row.bytes) and r is not row]
        contest = sorted((r.of("cycles/message"), r.implementation) for r in same if r.of("cycles/message"))
        rows.append([f"`{row.algorithm}`", str(row.messages), size(row.bytes), figure(row, "cycles/message"), *best(contest, row.of("cycles/message"))])
    blocks.append(table("Batches of messages of many lengths: core cycles a message", ["function", "messages", "mean length", OURS, *RIVALS], rows))
    text = (
        "How many times as fast a batch of messages of equal length is, in core cycles per message, as one message at a time. Below 1, the batch is slower. Batches are asked "
        "for by the function's name at run time, single messages by its type."
    )
    (name, n, count), most = max(gains.items(), key=lambda gain: gain[1], default=(("", 0, 0), 0))
    verdict = f"Up to {ratio(most)} as fast per message as one at a time ({count} messages of {size(n)} of `{name}`); "
    verdict += f"{sum(gain < LOSES for gain in gains.values())} of {len(gains)} batches take more than 1.03 times as long as that."
    return any(blocks) and section("Many messages in one call", verdict if gains else "", text, *blocks)


def to_rival(run, name, n, count):
    ours, contest = run.one(OURS, name, n, count), run.contest(name, n, count, "cycles/message")
    value = ours and ours.of("cycles/message")
    return value and contest and bold(f"{ratio(contest[0][0] / value)} ({contest[0][1]})", contest[0][0] < value)


def gate(run):
    rows, lines = [row for row in run.rows if row.ratios], []
    for row in rows:
        r = Row(row.ratios)
        counts = [bold(str(r.above), r.above), str(r.noisy), "; ".join(r.worst), "; ".join(r.known or [])]
        lines.append([f"`{row.algorithm}`", "name" if r.by_name else "type", str(row.messages), *(map(digits, r.least_median_most or []) or [None] * 3), *counts])
    if not rows:
        return None
    most, above = rows[0].ratios["at_most"], sum(row.ratios["above"] for row in rows)
    tried = f". The goal is that none does, so it is missed; what was tried is in {TRIED}" if above else ""
    verdict = f"{above or 'None'} of {sum(row.messages for row in rows)} batches take more than {most} times as long as one call for each of their messages{tried}."
    note = (
        f"Random sets of 2 to 33 messages, whose lengths are log-uniform from 0 to {size(rows[0].bytes)}, or one of two such lengths; one long and many short ones; all equal "
        "but one; sorted; of 32 to 532 bytes, as nodes of Ethereum's trie; of 100 to 4,000, as objects of git. Always measured: sets "
        "in which batches were slower once. By type: `Sha256::digest_many`; by name: `Algorithm::digest_many`; one call for each: `sha256`. A set above "
        f"{most} is measured three times more, and counts as above if its lower quartile was so each time. “Most” is of the first measurement of all sets. Most above: ratio, "
        "“of” the number of messages, and their lengths in bytes; 6×75 is six messages of 75 bytes."
    )
    heads = ["function", "batch by", "sets", "least", "median", "most", f"above {most}", "too noisy", "most above", "always measured"]
    made = table("Sets of messages in one call: core cycles as a multiple of one call for each message", heads, lines, note, left=(1, 8, 9))
    return section("One call against one call for each", verdict, made)


def permutations(run):
    titles = {"keccak-f1600": "[1600], 24 rounds", "keccak-p1600-12": "[1600], 12 rounds", "keccak-f800": "[800], 22 rounds"}
    titles |= {"keccak-f400": "[400], 20 rounds", "keccak-f200": "[200], 18 rounds"}
    blocks, told = [], []
    for name, title in titles.items():
        rows = sorted(run.of(name, "permutation"), key=lambda row: row.implementation != OURS)
        least, lines = min((row.core_cpb for row in rows if row.core_cpb), default=None), []
        for row in rows:
            cycles, (low, high) = row.of("cycles"), row.spread("cycles")
            limit = row.limit_core_cpb and row.limit_core_cpb * row.bytes * row.messages
            cells = [digits(cycles), f"{digits(low)}–{digits(high)}", limit and digits(limit), limit and ratio(cycles / limit)] if cycles else [short(row.reason), *[None] * 3]
            who = f"`{row.backend}`" if row.implementation == OURS else row.implementation
            lines.append([who, str(row.messages), *cells, cycles and bold(digits(cycles / row.messages), row.core_cpb == least), figure(row, "ns")])
        quoted = [q for q in QUOTED if lines and (q.algorithm, q.kind, q.processor) == (name, "permutation", run.processor)]
        lines += [[f"{q.rival} ({q.version}), quoted", str(q.messages), digits(q.figure), None, None, None, digits(q.figure / q.messages), None] for q in quoted]
        heads = ["backend", "states at once", "core cycles a call", "spread", "limit", "to limit", "core cycles a state", "ns a state"]
        blocks.append(table(f"Keccak-p{title}: one call, load and store of the states included", heads, lines, NOTE))
        for many in (False, True):
            own = [row for row in rows if row.implementation == OURS and row.core_cpb and (row.messages > 1) == many and name == "keccak-f1600"]
            row = min(own, key=lambda row: row.core_cpb, default=None)
            told += [f"{digits(row.core_cpb * row.bytes)} core cycles on `{row.backend}` with {plural(row.messages, 'state')} at once"] if row else []
    return any(blocks) and section("The permutation, backend by backend", f"A state of Keccak-f[1600] takes {', and '.join(told)}." if told else "", *blocks)


def encryption(run):
    rows = [row for row in run.rows if is_cipher(row.algorithm) and row.implementation == OURS]
    whole, forms = [row for row in rows if row.kind == "messages"], [row for row in rows if row.kind == "form"]
    sizes, names, lines = sorted({row.bytes for row in whole}), list(dict.fromkeys(row.algorithm for row in rows)), []
    for name, count in dict.fromkeys((row.algorithm, row.messages) for row in whole):
        own = [run.one(OURS, name, n, count) for n in sizes]
        longest = next((row for row in reversed(own) if row and row.core_cpb), Row())
        limit = longest.limit_core_cpb
        ends = [limit and digits(limit), limit and ratio(longest.core_cpb / limit), longest.backend and f"`{longest.backend}`"]
        lines.append([f"`{name}`", str(count), *(figure(row, "cycles/B") for row in own), *ends])
    note = "Several sessions are one message of each in one call. The limit is for the longest message with a figure."
    tables = [table("Core cycles per byte, tag included", ["function", "sessions", *map(size, sizes), "limit", "to limit", "backend"], lines, note)]
    of = {(row.algorithm, row.backend): row for row in forms}
    least = {name: min((row.core_cpb for row in forms if row.algorithm == name and row.core_cpb), default=None) for name in names}
    lines = []
    for backend in dict.fromkeys(row.backend for row in forms if row.core_cpb):
        own = [of.get((name, backend)) for name in names]
        lines.append([f"`{backend}`", *(figure(row, "cycles/B", stands_out=bool(row) and row.core_cpb == least[row.algorithm]) for row in own)])
    tables.append(table(f"Each backend, one message of {size(forms[0].bytes) if forms else ''}: core cycles per byte", ["backend", *(f"`{name}`" for name in names)], lines))
    text = (
        "Messages are wrapped in place, in sessions that continue; the tag is part of the time. There is no metadata, except in the rows -ad16, where each message has 16 bytes "
        "of it, and -ad, where all is metadata and nothing is encrypted. Before anything was timed, another session unwrapped each."
    )
    return rows and section("Authenticated encryption: Keyak and Ketje", "No crate has these ciphers.", text, *tables)


def threads(run):
    curves = defaultdict(dict)
    for row in (row for row in run.rows if row.kind in ("threads", "one-message") and row.ns_per_message):
        how = "one for all" if row.kind == "one-message" else str(row.messages // row.threads)
        curves[row.algorithm, row.implementation, row.bytes, how][row.threads] = row.bytes / row.ns_per_message
    if not curves:
        return None
    fastest, name, n = max((rate, key[0], n) for key, of in curves.items() for n, rate in of.items() if key[1] == OURS)
    curves["memory alone", OURS, 0, ""] = {row["threads"]: row["gigabytes_per_second"] for row in run.more.get("memory", [])}
    counts = sorted({n for of in curves.values() for n in of})
    rows, lines = [], {}
    for (algorithm, who, length, how), of in sorted(curves.items()):
        title = ("" if who == OURS else f"{who}, ") + algorithm + (f" {size(length)}" if length else "")
        rows.append([title, how, *(of.get(n) and digits(of[n]) + (f" ({ratio(of[n] / of[1])})" if n > 1 and 1 in of else "") for n in counts)])
        lines |= {title: sorted(of.items())} if of and who == OURS and not how.isdigit() else {}
    plot = Plot("threads", "Gigabytes (10^9 bytes) a second of one message that threads share, over their number.", "lines", lines, ("threads", "GB/s", "linear", "linear"))
    text = "“Memory alone” reads what no cache keeps and does nothing else: it tells what there is for data that comes from memory, and is no bound of these rows."
    note = "These are times, not cycles, because memory has its own clock. Rows that were measured minutes apart may differ by the processor's boost."
    note += " The machine of this run had one CPU, so there is one column." if counts == [1] else ""
    heads = ["", "messages a thread", *(plural(n, "thread") for n in counts)]
    made = table("Gigabytes per second, of all threads together; in brackets, the speed-up over one thread", heads, rows, note)
    return section("Threads, beside what memory yields", f"{digits(fastest)} GB/s at best: `{name}` on {plural(n, 'thread')}.", text, plot if len(counts) > 1 else None, made)


def goals(run):
    processor, lines = run.processor or "EPYC, Zen 5", []
    judged = [judge(run, goal) for goal in GOALS if goal.processor == processor]
    for j in judged:
        goal, unit, quoted = j.goal, j.goal.unit, j.quoted
        ours, rival = j.ours and j.ours.of(unit), j.rival and j.rival.of(unit)
        spread = ours and "–".join(shown(end, unit) for end in j.ours.spread(unit))
        is_judged = j.verdict != "elsewhere"
        verdict = {"missed": bold(f"missed: {j.why} (tried: {goal.tried})"), "open": j.why, "unrivalled": "goal met, no rival is known", "elsewhere": None}
        fastest = min(filter(None, [rival, is_judged and quoted and quoted.figure]), default=None)
        lines.append([
            goal.goal, verdict.get(j.verdict, bold(j.verdict)), unit, ours and f"{shown(ours, unit)} ({spread})", f"{goal.figure:g}" + " (a tie)" * (goal.aim == "tie"),
            goal.floor and f"{goal.floor:g}", ours and is_judged and bold(ratio(ours / goal.figure)), rival and f"{j.rival.implementation} {shown(rival, unit)}",
            quoted and quoted.text(), ours and fastest and bold(ratio(ours / fastest)),
        ])  # fmt: skip
    count = Counter(j.verdict for j in judged)
    verdict = f"{sum(j.ours is not None for j in judged)} goals for {processor} have a figure: {count['reached']} are reached, "
    verdict += f"{count['unrivalled']} are met without a known rival, and {count['missed']} are missed."
    elsewhere = f"No goals stand for the processor of this run. Those of {processor} are shown without a verdict: cycles do not carry over from one processor to another."
    rule = (
        "A goal is reached when lanesum's figure is at most the goal's, and lanesum beats the fastest rival that did the same. In the same run its upper quartile lies below the "
        "rival's fastest quiet sample; of rivals in no registry it lies below the quoted figure. Where a rival took part and its figure is missing, the verdict stays open. “Tried” "
        "names the section of docs/tried.md with the designs that were tried."
    )
    note = (
        "Unit: core cycles of a permutation, core cycles per byte, or nanoseconds. Floor: the estimated minimum for the form of the goal, on the day when the goal was set; some "
        "kernels have fewer operations since then. To goal: measured divided by the goal. To fastest: measured divided by the fastest rival's figure, of the run or quoted from "
        "the same kind of processor."
    )
    heads = ["goal", "verdict", "unit", "measured, spread", f"goal on {processor}", "floor", "to goal", "fastest rival of the run", "best rival in no registry", "to fastest"]
    return section("Goals", verdict if run.processor else elsewhere, rule, table("Goals and what this run has", heads, lines, note, left=(1, 2, 8)))


def no_registry(run):
    lines, shares = [], []
    for q in (q for q in QUOTED if q.processor == (run.processor or "EPYC, Zen 5")):
        row, _ = q.ours(run)
        ours = row and row.of(q.unit)
        shares += [ours / q.figure] if ours and run.processor else []
        what = plural(q.messages, "state" if q.kind == "permutation" else "message") + ("" if q.kind == "permutation" else ", long" if q.or_longer else f" of {size(q.bytes)}")
        what += f", lanesum on `{q.backends.replace(',', '` or `')}`" if q.backends else ""
        cells = [f"`{q.algorithm}`", what, q.rival, q.version, shown(q.figure, q.unit), q.processor, q.date, ours and shown(ours, q.unit)]
        lines.append([*cells, ours and run.processor and bold(ratio(ours / q.figure))])
    text = (
        "These rivals are not part of a run. Each was built from its public repository and measured once, alternating with lanesum in one process, after its outputs had been "
        "compared. The last column, lanesum's figure of this run divided by the rival's, is filled where both are from the same kind of processor. “Version not kept”: the one of "
        "that date."
    )
    verdict = f"lanesum takes fewer cycles than {sum(share < 0.995 for share in shares)} of {len(shares)}; as many within half a percent do not count."
    heads = ["function", "what", "best rival", "version", "its figure", "processor", "date", "lanesum here", "to it"]
    made = table("The best of them, in core cycles of a permutation or core cycles per byte", heads, lines, left=(1, 2, 3, 5, 6))
    return section("Rivals that no registry carries", verdict if shares else "None is from this kind of processor and has a counterpart in this run.", text, made)


def method(_):
    text = (
        "On one processor to which the process was pinned, in short samples. Before and after each, a probe of independent one-cycle additions tells whether a neighbour used the "
        "same physical core; only samples between two quiet probes count. A chain of dependent additions of known length next to each sample turns cycles of the time-stamp "
        "counter into core cycles, since the clock changes with the load.\n\nOne call that takes longer than a millisecond or so, and a round of several threads, leave time for a "
        "neighbour between the probes. Then there are many probes on both sides. Such a sample counts only if the system gave at most a hundredth of its time to others, and if it "
        "took at most 5 % longer than the shortest of its kind that passed.\n\nlanesum and its rivals ran alternately in one process, on the same buffers. A figure is the lower "
        "quartile of the quiet samples; a spread reaches from the fastest of them to the upper quartile. Where too few samples were quiet there is no figure, but a reason."
    )
    return section("How it was measured", "All contenders take turns in one process. Only quiet samples count. Figures are core cycles.", text)


def machine(run):
    m, commits = run.machine, Counter((row.machine or run.machine)["commit"] or "unknown" for row in run.rows)
    several = [f"{commit} ({plural(count, 'row')})" for commit, count in commits.most_common()]
    names = ["Processor", "Family and model", "Cores", "Time-stamp counter", "Features", "System", "Compiler", "lanesum", "Commit", "Begun"]
    kind, clock = f"{m.vendor}, family {m.family} model {m.model}", m.tsc_mhz and f"{m.tsc_mhz:.0f} MHz"
    values = [m.processor, kind, str(m.cores), clock, " ".join(m.features), m.system, m.rustc, m.lanesum, ", ".join(several) if len(several) > 1 else m.commit, m.date]
    lines = [list(line) for line in zip(names, values, strict=True)]
    tables = [table("Where and with what it was measured", ["", ""], lines, left=(1,))]
    timed = {row.implementation for row in run.rows if row.took_part}
    lines = [[r["name"], r["version"], f"no: {r['missing']}" if r.get("missing") else "yes" if r["name"] in timed else "not used in this run"] for r in run.more.get("rivals", [])]
    tables.append(table("The rivals in this run", ["rival", "version", "took part"], lines, left=(1, 2)))
    lines, notes = [], ["The choice depends on the cost of one permutation or block of all messages."]
    for c in map(Row, run.more.get("choices", [])):
        names = ", ".join(c.algorithms)
        lines.append([str(c.messages), names, f"`{c.backend}`", str(c.width), str(c.cost), str(c.one_by_one), ratio(c.one_by_one / max(c.cost, 1))])
        notes += [f"{names}: costs of {c.processor}. Evidence: {c.evidence}."] if c.messages == 1 else []
    heads = ["messages", "algorithms", "backend", "at once", "cost of all", "one by one", "gain"]
    tables.append(table("The dispatch table: what is chosen when no backend is named", heads, lines, *notes, left=(1, 2)))
    costs = {(i["name"], i["bits"]): " / ".join(f"{i[of]:.2f}" if i[of] else "–" for of in ("latency", "reciprocal_throughput")) for i in run.more.get("instructions", [])}
    widths = sorted({bits for _, bits in costs})
    lines = [[f"`{name}`", *(costs.get((name, bits)) for bits in widths)] for name in dict.fromkeys(name for name, _ in costs)]
    note = "Latency: cycles for each of a chain of dependent instructions. Reciprocal throughput: cycles for each of many independent ones."
    tables.append(table("Instructions: latency / reciprocal throughput, core cycles", ["instruction", *(f"{bits} bits" for bits in widths)], lines, note))
    return section("The machine and what is chosen on it", f"{m.processor} ({m.vendor}, family {m.family} model {m.model}), {plural(m.cores, 'core')}.", *tables)


def gaps(run):
    groups, lacking = defaultdict(list), 0
    for row in (row for row in run.rows if not row.ratios and (row.reason or not row.has_figure)):
        if row.reason == f"{row.implementation} has no {row.algorithm}":
            lacking += 1
        else:
            groups[row.implementation, row.kind, row.backend, short(row.reason)].append(row)
    lines = []
    for (who, kind, backend, why), rows in groups.items():
        shapes = [f"{count} × {size(n)}" for count, n in sorted({(row.messages, row.bytes) for row in rows})]
        shapes[12:] = [f"and {len(shapes) - 12} more"] if len(shapes) > 12 else []
        names = dict.fromkeys(f"`{row.algorithm}`" for row in rows)
        lines.append([who, ", ".join(names), f"{kind}, `{backend}`" if backend else kind, ", ".join(shapes), why])
    noisy = sum(row.is_noisy for row in run.rows)
    verdict = f"{noisy} of {plural(len(run.rows), 'row')} have no figure: too few of their samples were quiet." if noisy else "No row lacks a figure for want of quiet samples."
    made = table("Missing figures, and why", ["implementation", "algorithms", "what", "rows", "why"], lines, left=(1, 2, 3, 4))
    return section("Rows without a figure", verdict, made, f"Not listed: {plural(lacking, 'row')} of rivals that lack the algorithm." if lacking else None)


def signatures(run):
    """The table of docs/signatures.md."""

    def ms(time):
        value = next(iter(time.values())) / 1e6
        return ("≤ " if "least" in time else "") + f"{value:.{next((n for n, least in enumerate((100, 10, 1)) if value >= least), 3)}f}"

    rows, m, is_zen5 = list(map(Row, run.more.get("signatures", []))), run.machine, run.processor == "EPYC, Zen 5"
    names, lines = sorted({name for row in rows for name, _ in row.rivals}), []
    for row in rows:
        ours, goal, rivals = row.lanesum and next(iter(row.lanesum.values())), row.goal or {}, dict(row.rivals)
        times = ours and row.limit and ours / row.limit
        value, most = (times, goal["times"]) if "times" in goal else (ours and ours / 1e6, goal.get("milliseconds"))
        # On another processor a missed goal of milliseconds means nothing.
        verdict = "" if not value or not most else ", reached" if value <= most else ", missed" if is_zen5 or "times" in goal else ""
        text = most and f"{most:g}" + ("" if "times" in goal else " ms" if is_zen5 else " ms on Zen 5") + verdict
        cells = [row.set, row.operation, f"{row.calls:,}", row.limit and ms({"quiet": row.limit}), row.lanesum and ms(row.lanesum), times and f"{times:.2f}", text]
        lines.append([*cells, *(name in rivals and ms(rivals[name]) for name in names)])
    text = (
        f"Measured by `lanesum-bench --signatures` in one run on {m.processor} ({m.vendor}, family {m.family} model {m.model}), {m.date[:10]}: one thread, milliseconds. \"≤\": the "
        "least of some calls where too few samples were quiet, of a slow rival's two, of liboqs's the lower quartile."
    )
    return f"{text}\n\n{table('', ['set', 'what', 'calls', 'limit', 'lanesum', 'times the limit', 'goal', *names], lines, left=(1, 6))}"
