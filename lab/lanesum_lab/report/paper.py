"""Figures of the paper, each with its source: only numbers that stand in a text. And what was measured of its references."""

from dataclasses import dataclass

#: Instructions per byte, NEON and with the instructions: the abstract of the paper's journal version.
INSTRUCTIONS_PER_BYTE = {"sha3-512": (48.1, 21.9), "lake-keyak": (13.4, 7.7)}
#: From the same abstract, without the algorithm or the figures that they are made of.
OVER = "2x over NEON, 6x over assembly"
#: Slide "Conclusion": all five algorithms, over hand-optimised assembly.
SPEED_UP = (1.4, 2.6)
_ASSEMBLY = f"{SPEED_UP[0]} to {SPEED_UP[1]} times as fast (all five, over assembly)"
#: What the paper says for the instructions compared with NEON (False) or ARM assembly (True).
COMPARED = {
    ("sha3-512", False): "48.1 → 21.9, 2.20 times fewer; 2x over NEON",
    ("sha3-512", True): "6x over assembly (of which algorithm is not said)",
    ("lake-keyak", False): "13.4 → 7.7, 1.74 times fewer; 2x over NEON",
    ("lake-keyak", True): "6x over assembly (of which algorithm is not said)",
    ("river-keyak", True): _ASSEMBLY,
    ("ketje-sr", True): _ASSEMBLY,
    ("ketje-jr", True): _ASSEMBLY,
}


@dataclass(frozen=True)
class Public:
    """A figure of code that the slides name as their reference (KeccakCodePackage, now XKCP)."""

    algorithm: str
    what: str
    assembly: bool
    """Without NEON."""
    round: float
    """Instructions of a round with its part of the loop."""
    per_byte: float
    """Instructions per byte of the mode of this laboratory on it."""
    cycles_per_byte: float
    """With the latencies that the report has if no others are asked for."""


#: Measured on 2026-11-23 by `python -m lanesum_lab count` on files of XKCP, commit a41913e of 2023-09-08; the one that is named
#: 2016, commit f40509b of 2016-06-07. lab/README.md has the commands.
PUBLIC = [
    Public("sha3-512", "XKCP's NEON", False, 145.0, 49.88, 56.68),
    Public("sha3-512", "XKCP's ARMv7-A assembly (2016)", True, 414.0, 143.69, 200.66),
    Public("lake-keyak", "XKCP's NEON", False, 145.0, 12.07, 16.21),
    Public("lake-keyak", "XKCP's ARMv7-A assembly (2016)", True, 414.0, 40.60, 55.99),
    Public("river-keyak", "XKCP's ARMv7-A assembly", True, 192.5, 36.46, 52.08),
    Public("ketje-sr", "XKCP's ARMv7-M assembly", True, 216.5, 68.00, 99.94),
    Public("ketje-jr", "XKCP's ARMv7-M assembly", True, 165.0, 111.50, 139.19),
]
#: Instructions of a round, for orientation: public code as above, and what the authors' figures come to.
ROUND = {
    (1600, False): "143, and 145 with its loop (XKCP, measured)",
    (1600, True): "64 or 65 with its loop (the authors', from 21.9 per byte)",
    (800, False): "192.5 with its loop (XKCP's ARM assembly, measured)",
    (400, False): "216.5 with its loop (XKCP's ARM assembly, measured)",
    (200, False): "165 with its loop (XKCP's ARM assembly, measured)",
    (800, True): "56",
    (400, True): "56",
    (200, True): "56",
}
#: Slide "Results: Hardware Cost", Table 1: the last line.
HARDWARE_TOTAL = 4658
