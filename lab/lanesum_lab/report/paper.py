"""Figures of the paper, each with its source (shared/seeds, ERRATA.md). Only numbers that stand in a text."""

#: Instructions per byte, NEON and with the instructions: the journal version's abstract, by ERRATA.md.
INSTRUCTIONS_PER_BYTE = {"sha3-512": (48.1, 21.9), "lake-keyak": (13.4, 7.7)}
#: From the same abstract, without the algorithm or the figures that they are made of: so they stand beside nothing here.
OVER = "2x over NEON, 6x over assembly"
#: Slide "Conclusion": all five algorithms, over hand-optimised assembly.
SPEED_UP = (1.4, 2.6)
#: Instructions of a round. 1600: what the authors' figures come to, by the issue; the others: known public code.
ROUND = {
    (1600, False): "143 with its loop (the authors', from 48.1 per byte)",
    (1600, True): "64 or 65 with its loop (the authors', from 21.9 per byte)",
    (800, False): "193 (known public code)",
    (400, False): "217 (known public code)",
    (200, False): "167 (known public code)",
    (800, True): "56",
    (400, True): "56",
    (200, True): "56",
}
#: Slide "Results: Hardware Cost", Table 1: the last line.
HARDWARE_TOTAL = 4658
