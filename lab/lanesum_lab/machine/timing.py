"""Time in the manner of gem5's TimingSimple model.

An instruction costs its fetch, a memory reference adds the response of the data cache, nothing else costs anything and
nothing overlaps. So the cycles are a sum of counts times latencies: the caches are run once, and any latencies applied to
the counts.
"""

from collections import OrderedDict
from dataclasses import dataclass, field, fields

LINE = 64


@dataclass(frozen=True)
class Latencies:
    """Cycles until a response, at the core's 1 GHz."""

    l1: int = 2
    l2: int = 20
    dram: int = 50


#: What the report is made with if nothing else is asked for.
HEADLINE = Latencies(l1=1)


class Cache:
    """A set-associative cache with least-recently-used replacement and lines of 64 bytes; writes allocate."""

    def __init__(self, size: int, ways: int) -> None:
        self.ways = ways
        self.count = size // LINE // ways
        self.sets: list[OrderedDict[int, None]] = [OrderedDict() for _ in range(self.count)]

    def access(self, line: int) -> bool:
        """Whether the line was there; it is afterwards."""
        one = self.sets[line % self.count]
        hit = line in one
        if hit:
            one.move_to_end(line)
        else:
            one[line] = None
            if len(one) > self.ways:
                one.popitem(last=False)
        return hit


@dataclass
class Counts:
    """What happened: instructions, references to memory, and where each was answered."""

    instructions: int = 0
    custom: int = 0
    references: int = 0
    fetch_l1: int = 0
    fetch_l2: int = 0
    fetch_dram: int = 0
    data_l1: int = 0
    data_l2: int = 0
    data_dram: int = 0

    def __sub__(self, other: "Counts") -> "Counts":
        return Counts(*(getattr(self, one.name) - getattr(other, one.name) for one in fields(self)))

    def cycles(self, at: Latencies) -> int:
        """Core cycles of the model."""
        l1, l2, dram = (getattr(self, f"fetch_{level}") + getattr(self, f"data_{level}") for level in ("l1", "l2", "dram"))
        return int(l1 * at.l1 + l2 * (at.l1 + at.l2) + dram * (at.l1 + at.l2 + at.dram))


@dataclass
class Memory:
    """32 KB of L1 for instructions and for data, two ways each; 2 MB of L2, eight ways."""

    counts: Counts = field(default_factory=Counts)
    instruction: Cache = field(default_factory=lambda: Cache(32 << 10, 2))
    data: Cache = field(default_factory=lambda: Cache(32 << 10, 2))
    second: Cache = field(default_factory=lambda: Cache(2 << 20, 8))
    _latest: int = -1
    """The line of the latest fetch: whoever stays in it changes nothing in the caches."""

    def fetch(self, address: int) -> None:
        """An instruction's fetch."""
        counts = self.counts
        counts.instructions += 1
        line = address // LINE
        if line == self._latest:
            counts.fetch_l1 += 1
            return
        self._latest = line
        if self.instruction.access(line):
            counts.fetch_l1 += 1
        elif self.second.access(line):
            counts.fetch_l2 += 1
        else:
            counts.fetch_dram += 1

    def reference(self, address: int, size: int) -> None:
        """A load or store; one that crosses a line is two."""
        counts = self.counts
        for line in range(address // LINE, (address + size - 1) // LINE + 1):
            counts.references += 1
            if self.data.access(line):
                counts.data_l1 += 1
            elif self.second.access(line):
                counts.data_l2 += 1
            else:
                counts.data_dram += 1
