"""What processors have got since, and what is proposed: how near each comes to the six instructions, by stated rules.

Of each only this is written down: what one of its instructions can do. The lengths follow.
"""

from dataclasses import dataclass
from typing import Any

RULES = """One lane lies in one element of a register; a lane of fewer bits than an element is copied until it fills it, since a
rotation of the whole then rotates each copy (so instructions of 64 bits serve all widths). A rotation by a constant
is one instruction where there is one, two where a shift can insert into its destination, else three. Chi of a lane is
one instruction with three sources, or and-not and exclusive or, or three. Loads, copies, spills and the loop are not
counted."""


@dataclass(frozen=True)
class Since:
    """What an instruction set offers for Keccak."""

    name: str
    has: str
    """The instructions that count here."""
    status: str
    lanes: str
    """States that one register holds, a lane of 64 bits of each; more for smaller lanes only where `small` says so."""
    small: str
    """Lanes below 64 bits that it has instructions for."""
    rotate: int
    """Instructions for a rotation by a constant."""
    and_not: bool = False
    xor3: bool = False
    """An exclusive or of three sources."""
    chi: bool = False
    """a ^ (~b & c) in one."""
    xor_rotate: bool = False
    """rotl(a ^ b, i) in one."""
    rotate_one_xor: bool = False
    """a ^ rotl(b, 1) in one."""
    misses: str = ""
    """What is farthest from the six."""

    @property
    def for_rl1x(self) -> int:
        """Instructions for rl1x on a lane."""
        return 1 if self.rotate_one_xor else 1 + self.rotate

    @property
    def for_xorr(self) -> int:
        """Instructions for kxorr64 and xorr on a lane."""
        return 1 if self.xor_rotate else 1 + self.rotate

    @property
    def for_chi(self) -> int:
        """Instructions for chi2 and chi3, and for each lane of chi1."""
        return 1 if self.chi else 2 if self.and_not else 3

    @property
    def round(self) -> dict[str, int]:
        """A round of Keccak-p[1600]: instructions of each step."""
        parity = 10 if self.xor3 else 20
        if self.xor_rotate:
            effect, add = 5 * self.for_rl1x, 0
            rotate = 25
        elif self.xor3 and not self.rotate_one_xor:
            # D is not made: both of its parts are added to each lane at once.
            effect, add, rotate = 5 * self.rotate, 25, 24 * self.rotate
        else:
            effect, add, rotate = 5 * self.for_rl1x, 25, 24 * self.rotate
        chi = 25 * self.for_chi
        return {"parity": parity, "effect": effect, "add_rotate": add + rotate, "chi": chi, "iota": 1}


SINCE = [
    Since("ARMv7 NEON", "VSHL, VSRI, VBIC", "the paper's baseline", "2", "32, 16, 8", 2, True, misses="none of the six"),
    Since(
        "ARMv8.2-A SHA3",
        "EOR3, RAX1, XAR, BCAX",
        "in processors",
        "2",
        "none: copies",
        2,
        *(True, True, True, True, True),
        misses="RAX1 is rl1x.u64 and XAR is kxorr64 (to the right); BCAX is chi of one lane, with three sources. Nothing takes "
        "several lanes of a row, as chi1 does",
    ),
    Since(
        "ARMv9 SVE2 (RAX1: SVE2-SHA3)",
        "EOR3, RAX1, XAR, BCAX",
        "in processors",
        "2 and more",
        "32, 16, 8 (XAR, EOR3, BCAX)",
        2,
        *(True, True, True, True, True),
        misses="XAR has elements of 8 to 64 bits: xorr in all its forms. They write over a source: a copy now and then",
    ),
    Since(
        "x86-64 BMI", "RORX, ANDN", "in processors", "1", "32", 1, True, misses="two sources; sixteen registers for 25 lanes"
    ),
    Since("AVX2", "VPANDN", "in processors", "4", "32, 16", 3, True, misses="no rotation"),
    Since(
        "AVX-512",
        "VPTERNLOG, VPROL",
        "in processors",
        "2 to 8",
        "32",
        1,
        *(True, True, True),
        misses="VPTERNLOG is any function of three sources: chi of a lane, D's two parts with a lane. No sum with rotation",
    ),
    Since("RV64I", "–", "ratified", "1", "32", 3, misses="no rotation or and-not: none of the six"),
    Since(
        "RISC-V Zbb or Zbkb",
        "RORI, ANDN",
        "ratified; Zbkb is in the scalar crypto extension (Zkn, Zks)",
        "1",
        "32 (RORIW)",
        1,
        True,
        misses="nothing with a sum and a rotation. Zknd, Zkne, Zknh, Zksed and Zksh are AES, SHA-2, SM4 and SM3; Zbkx looks up "
        "bytes: nothing for Keccak",
    ),
    Since(
        "RISC-V V", "VSLL, VSRL, VXOR", "ratified", "VLEN/64", "32, 16, 8", 3, misses="no rotation or and-not: none of the six"
    ),
    Since(
        "RISC-V Zvkb or Zvbb",
        "VROR.VI, VANDN",
        "ratified; Zvkb is in the vector crypto extension",
        "VLEN/64",
        "32, 16, 8",
        1,
        True,
        misses="nothing with three sources, no sum with rotation. Zvkned, Zvknha, Zvknhb, Zvksed, Zvksh: AES, SHA-2, SM4, SM3",
    ),
]

#: What has no counterpart in these rules.
PROPOSED = {
    "name": "RISC-V vkeccak.vi (drafted as Zvknhk)",
    "has": "rounds of Keccak-p[1600] in one instruction",
    "status": "a draft of the task group for post-quantum cryptography (riscv-isa-manual, pull request 1950, April 2025): "
    "its encoding and its form may change",
    "misses": "the other end of the scale: the whole state in a group of registers, one instruction for the permutation. By "
    "the rules of Table 2 it fits nowhere (1600 bits of operand); nothing for lanes below 64 bits",
}


def since_rows() -> list[dict[str, Any]]:
    """The table: for each its instructions for one of the six, and for a round."""
    rows: list[dict[str, Any]] = []
    for one in SINCE:
        rows.append(
            {
                "name": one.name,
                "has": one.has,
                "status": one.status,
                "lanes": one.lanes,
                "small": one.small,
                "for_rl1x": one.for_rl1x,
                "for_xorr": one.for_xorr,
                "for_chi": one.for_chi,
                **one.round,
                "total": sum(one.round.values()),
                "misses": one.misses,
            }
        )
    return [*rows, {**dict.fromkeys(rows[0]), **PROPOSED}]
