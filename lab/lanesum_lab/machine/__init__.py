"""The machine: an ARMv7-A core with NEON and the instructions of a set, its caches, and a loader of static programs."""

from .elf import Program
from .engine import Machine
from .timing import Counts, Latencies

__all__ = ["Counts", "Latencies", "Machine", "Program"]
