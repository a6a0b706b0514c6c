"""The rows of a run, as `lanesum-bench --json` writes them; goals, figures of rivals that take no part, and numbers of papers."""

import csv
import json
import re
from collections import defaultdict
from pathlib import Path

OURS = "lanesum"
HERE = Path(__file__).resolve().parent
# Vendor, family and models of the processors that goals and quoted figures are of. Zen 5's models from 0x20 on are for notebooks and desktops.
PROCESSORS = {"Skylake-SP": ("GenuineIntel", 6, {0x55}), "EPYC, Zen 5": ("AuthenticAMD", 0x1A, set(range(0x20))), "EPYC, Zen 4": ("AuthenticAMD", 0x19, {0x10, 0x11}), "EPYC, Zen 3": ("AuthenticAMD", 0x19, {0, 1})}
# The function that does the same work on blocks of the same length: a figure for the one holds for the other.
COMPRESSED_AS = {"keccak256": "sha3-256", "sha224": "sha256", "blake224": "blake256", "blake384": "blake512"}
COMPRESSED_AS |= dict.fromkeys(("sha384", "sha512-224", "sha512-256"), "sha512")


class Row(dict):
    """A row of a run; `measure::trials::Record` says what its fields are. What it lacks is `None`."""

    __getattr__ = dict.get

    def of(self, unit):
        """The figure in "cycles" of one call for all messages, "cycles/B", "cycles/message" or "ns" per message."""
        match unit:
            case "cycles":
                return self.core_cpb and self.core_cpb * self.bytes * self.messages
            case "cycles/message":
                return self.cycles_per_message or (self.core_cpb and self.core_cpb * self.bytes)
        return self.core_cpb if unit == "cycles/B" else self.ns_per_message

    def spread(self, unit):
        """From the least sample to the upper quartile: kept in the unit of `core_cpb`, or in nanoseconds where there is none."""
        figure, kept = self.of(unit), self.core_cpb or self.ns_per_message
        return (self.low * figure / kept, self.high * figure / kept) if figure and self.low and self.high else (figure, figure)

    @property
    def has_figure(self):
        return bool(self.ns_per_message or self.core_cpb)

    @property
    def is_noisy(self):
        """Whether it was sampled, but too few samples were quiet."""
        return self.quiet_samples is not None and not self.has_figure

    @property
    def is_unsteady(self):
        """Whether the quiet samples lie far apart."""
        return bool(self.low and self.high and self.high > 1.1 * self.low)

    @property
    def took_part(self):
        """Whether it was timed, or meant to be: not so who lacks the algorithm, or is missing from the build."""
        lacks = (self.reason or "").endswith(f" has no {self.algorithm}") or (self.reason or "").startswith("this build lacks it")
        return self.has_figure or not lacks


class Subject(Row):
    """A line of goals.tsv, quoted.tsv or papers.tsv: what its figure is of."""

    def __init__(self, line):
        super().__init__(line)
        self["or_longer"] = line["bytes"].endswith("+")
        self |= {name: int(line[name].rstrip("+")) for name in ("bytes", "messages")}
        self |= {name: float(line[name]) if line[name] else None for name in ("figure", "floor") if name in line}
        self["shape"] = tuple(self[name] for name in ("algorithm", "kind", "backends", "bytes", "or_longer", "messages"))
        self["unit"] = {"permutation": "cycles", "default-profile": "ns"}.get(self.kind, "cycles/B")

    def rows(self, run, *kinds):
        """Those of a run that it is about, whoever's and on whatever backend."""
        return [
            row
            for row in run.of(self.algorithm, *kinds)
            if (row.bytes >= self.bytes if self.or_longer else row.bytes == self.bytes)
            and row.messages == self.messages and (row.threads or 1) == 1 and (not self.output or row.output_bytes == int(self.output))
        ]  # fmt: skip

    def ours(self, run):
        """lanesum's best row, or why there is none. Where the dispatch chose, its choice counts, and no form that was forced."""
        kinds = ("messages", "form") if self.kind == "messages" else (self.kind,)
        rows = [row for row in self.rows(run, *kinds) if row.implementation == OURS and row.backend in (self.backends.split(",") if self.backends else [row.backend])]
        there = [row for row in rows if row.of(self.unit)]
        there = [row for row in there if row.bytes == max(other.bytes for other in there)]
        chosen = [row for row in there if "form" not in row.kind] or there
        gap = next((f"no figure: {short(row.reason)}" for row in rows if row.reason), "not in this run")
        return (min(chosen, key=lambda row: row.of(self.unit)), "") if chosen else (None, gap)

    def text(self, length=None):
        """A quoted figure with version, processor and date; and with its length, if that is another."""
        at = f", at {size(self.bytes)}" if length not in (None, self.bytes) else ""
        return f"{shown(self.figure, self.unit)} {self.rival} ({self.version}), {self.processor}, {self.date}{at}"


def lines(name):
    text = [line for line in (HERE / name).read_text().splitlines() if not line.startswith("#")]
    return [Subject(line) for line in csv.DictReader(text, delimiter="\t", quoting=csv.QUOTE_NONE)]


GOALS, QUOTED, PAPERS = lines("goals.tsv"), lines("quoted.tsv"), lines("papers.tsv")
# Those of rows of `lanesum-bench --field`: in no run's JSON, but in docs/measured.
FIELD_GOALS = [goal for goal in GOALS if goal.kind.startswith("field")]
GOALS = [goal for goal in GOALS if goal not in FIELD_GOALS]


def processor_of(vendor, family, model):
    return next((name for name, (of, number, models) in PROCESSORS.items() if (vendor, family) == (of, number) and model in models), None)


def newest():
    """By the processor, or its family and model if that has no name here: date and least figures of the newest file that .ci/bench-here made."""
    least = {}
    for path in sorted((HERE.parents[2] / "docs/measured").glob("[AG]*.tsv")):
        kind, date = re.fullmatch(r"(.*)-(\d{4}-\d\d-\d\d)", path.stem).groups()
        vendor, family, model = kind.split("-")
        with path.open() as lines:
            rows = csv.DictReader((line for line in lines if not line.startswith("#")), delimiter="\t", quoting=csv.QUOTE_NONE)
            least[processor_of(vendor, int(family), int(model)) or kind] = (date, {row["what"]: float(row["least"]) for row in rows})
    return least


class Run:
    """All rows of a run; a gate that was measured alone, or signatures, may come from other files."""

    def __init__(self, paths):
        self.rows, self.machine, self.more = [], None, {}
        for path in paths:
            run = json.loads(Path(path).read_text())
            if isinstance(run, list):  # by older versions
                run = {"records": run, "machine": run[0]["machine"]}
            self.rows += map(Row, run.get("records", []))
            self.machine = self.machine or Row(run["machine"])
            self.more |= {name: value for name, value in run.items() if value}
        m = self.machine
        self.processor = processor_of(m.vendor, m.family, m.model)
        self.by_algorithm = defaultdict(list)
        for row in self.rows:
            self.by_algorithm[row.algorithm].append(row)
        whole = [row.algorithm for row in self.rows if row.kind == "messages" and row.implementation == OURS and row.has_figure]
        # Functions of which lanesum hashed whole messages, in the order of the run.
        self.algorithms = [name for name in dict.fromkeys(whole) if not is_cipher(name) and name != "blake256-tree"]
        near = {row.implementation for row in self.rows if row.has_figure and row.algorithm in self.algorithms}
        self.implementations = sorted({row.implementation for row in self.rows}, key=lambda name: (name != OURS, name not in near, name))

    def of(self, algorithm, *kinds):
        return [row for row in self.by_algorithm.get(algorithm, []) if not kinds or row.kind in kinds]

    def one(self, name, algorithm, length, messages=1, kind="messages"):
        """The row for this many messages of this length, with the shortest output."""
        rows = [row for row in self.of(algorithm, kind) if (row.implementation, row.bytes, row.messages) == (name, length, messages)]
        return min(rows, key=lambda row: row.output_bytes or 0, default=None)

    def lengths(self, algorithm, messages=1):
        """Those of lanesum's rows."""
        return sorted({row.bytes for row in self.of(algorithm, "messages") if row.implementation == OURS and row.messages == messages})

    def contest(self, algorithm, length, messages=1, unit="cycles/B"):
        """The rivals' figures with their names, the fastest first, those quoted from this kind of processor among them."""
        ours = self.one(OURS, algorithm, length, messages)
        rows = [self.one(name, algorithm, length, messages) for name in self.implementations if name != OURS]
        figures = [(row.of(unit), row.implementation) for row in rows if ours and row and row.of(unit) and is_same_work(row, ours)]
        times = length if unit == "cycles/message" else 1
        return sorted(figures + [(q.figure * times, f"{q.rival}, quoted") for q in self.quoted(algorithm, length, messages)])

    def quoted(self, algorithm, length, messages):
        """The figures that a ratio may be made with: from this kind of processor."""
        shape = (algorithm, "messages", "", length, False, messages)
        return [q for q in QUOTED if q.processor == self.processor and q.shape == shape]

    def near(self, algorithm, length):
        """The best quoted figure for one message of this length or the next longer one, as a rival takes no fewer cycles a byte for a shorter
        message. From another kind of processor if there is none, the one that was measured last.
        """
        wanted = (COMPRESSED_AS.get(algorithm, algorithm), "messages", "", False, 1)
        found = [q for q in QUOTED if (q.algorithm, q.kind, q.backends, q.or_longer, q.messages) == wanted and q.bytes >= length]
        found.sort(key=lambda q: q.bytes)
        found.sort(key=lambda q: q.date, reverse=True)
        return min(found, key=lambda q: q.processor != self.processor, default=None)


def judge(run, goal):
    """Reached is a goal that is met, if rivals are beaten by more than the spreads: in the same run, or quoted from this processor."""
    quoted = min((q for q in QUOTED if q.processor == goal.processor and q.shape == goal.shape), key=lambda q: q.figure, default=None)
    ours, gap = goal.ours(run)
    if ours is None:
        return Row(goal=goal, verdict="open", why=gap, quoted=quoted)
    unit, rivals = goal.unit, []
    # The default profile is lanesum's alone: rivals have one build. Where they would take a better form, the goal stands alone.
    for row in goal.rows(run, *{"permutation": ["permutation"]}.get(goal.kind, ["messages", "form"])):
        is_meant = {"rivals": row.kind != "form", "held": row.kind == "form" and row.backend == ours.backend}.get(goal.against, False)
        rivals += [row] if is_meant and row.implementation != OURS and row.bytes == ours.bytes and is_same_work(row, ours) else []
    figures = [row for row in rivals if row.of(unit)]
    rival = min(figures, key=lambda row: row.of(unit), default=None)
    silent = next((row for row in rivals if row.took_part and row.implementation not in {row.implementation for row in figures}), None)
    judged = Row(goal=goal, ours=ours, rival=rival, quoted=quoted)
    if run.processor != goal.processor:
        return Row(judged | {"verdict": "elsewhere"})
    (low, high), figure, unbeaten = ours.spread(unit), ours.of(unit), None
    if goal.aim == "tie":  # The figure that is quoted is what such a goal was made of.
        unbeaten = rival.implementation if rival and rival.spread(unit)[1] < low else None
    elif rival and high >= rival.spread(unit)[0]:
        unbeaten = rival.implementation
    elif quoted and high >= quoted.figure:
        unbeaten = quoted.rival
    times = figure / goal.figure
    why = [f"{times:.3f}× of the goal" if times < 1.005 else f"{ratio(times)} of the goal"] if times > 1 else []
    why += [f"{unbeaten} is not beaten"] if unbeaten else []
    if why:
        return Row(judged | {"verdict": "missed", "why": ", and ".join(why)})
    if silent:  # It could be the fastest of all.
        return Row(judged | {"verdict": "open", "why": f"no figure of {silent.implementation}: {short(silent.reason)}"})
    return Row(judged | {"verdict": "reached" if rival or quoted else "unrivalled"})


def is_same_work(one, other):
    """Whether both take the same permutations: any output of an XOF that is no longer than a block comes for nothing."""
    block, outputs = {"shake128": 168, "shake256": 136}.get(one.algorithm, 0), {one.output_bytes, other.output_bytes}
    return len(outputs) == 1 or max(outputs) <= block


def is_cipher(algorithm):
    return "keyak" in algorithm or algorithm.startswith("ketje")


def short(reason):
    """A reason in few words: of noise without the counts, which differ from row to row."""
    return next((noise for noise in ("not enough quiet samples", "not enough quiet rounds") if noise in (reason or "")), reason or "no reason was recorded")


def digits(figure):
    """Three significant digits, or the whole part."""
    return f"{figure:.{next((n for n, least in enumerate((99.95, 9.995, 0.9995)) if abs(figure) >= least), 3)}f}"


def shown(figure, unit):
    return f"{figure:.0f}" if unit == "cycles" else digits(figure)


def ratio(figure):
    return f"{figure:.1f}×" if figure >= 9.995 else f"{figure:.2f}×"


def size(length):
    """Bytes up to 4096, then in the largest binary unit that divides them."""
    units = ((length >> shift, unit) for shift, unit in ((30, "GiB"), (20, "MiB"), (10, "KiB")) if length > 4096 and length % (1 << shift) == 0)
    return "{} {}".format(*next(units, (length, "B")))


def plural(count, one):
    return f"{count} {one}{'' if count == 1 else 's'}"
