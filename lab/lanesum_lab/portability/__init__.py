"""Where the instructions would fit, by stated rules, and what processors have got since."""

from dataclasses import dataclass

from ..isa import InstructionSet


@dataclass(frozen=True)
class Platform:
    """What of an architecture decides whether an instruction fits."""

    name: str
    register_bits: int
    sources: int
    """Source registers that an instruction may name beside its destination."""
    word_bits: int | None
    """Bits of an instruction word that may hold operands; none if instructions have no fixed width."""


#: The slides' three columns. 32-bit words with an opcode of seven bits leave 25 for operands.
PLATFORMS = [
    Platform("Intel AVX", 128, 2, None),
    Platform("64 bit Arch", 64, 2, 25),
    Platform("32 bit Arch", 32, 2, 25),
]

#: The slides' Table 2: yes, no, or "some" (the footnote "Not all variants supported").
PAPER = {
    "rl1x": ("yes", "some", "some"),
    "kxorr64": ("yes", "yes", "no"),
    "xorr": ("yes", "yes", "yes"),
    "chi1": ("yes", "no", "no"),
    "chi2": ("yes", "no", "no"),
    "chi3": ("yes", "yes", "no"),
}

RULES = """A form fits if (1) the platform's format names as many sources and one destination, (2) each of its operands fits
into one register, (3) its operand fields, five bits for each register and the immediate, fit into the word. An instruction
is feasible if all its forms fit, partly so if some do."""


@dataclass(frozen=True)
class Feasibility:
    """A row of the table."""

    instruction: str
    derived: list[str]
    paper: list[str] | None
    why: str
    """The forms that do not fit, with the rule."""


def feasibility(isa: InstructionSet) -> list[Feasibility]:
    """Table 2 by the rules, beside the slides'."""
    rows = []
    for name in dict.fromkeys(one.name for one in isa.instructions):
        forms = [one for one in isa.instructions if one.name == name]
        derived, why = [], []
        for platform in PLATFORMS:
            bad = []
            for one in forms:
                operands = 15 + (one.immediate.bits if one.immediate else 0)
                if max(one.n.bits, one.m.bits, one.d.bits) > platform.register_bits:
                    bad.append(f"{one.mnemonic} needs a register of {max(one.n.bits, one.m.bits, one.d.bits)} bits")
                elif platform.sources < 2 or (platform.word_bits is not None and operands > platform.word_bits):
                    bad.append(f"{one.mnemonic} needs {operands} bits for its operands")
            derived.append("yes" if not bad else "no" if len(bad) == len(forms) else "some")
            why += [f"{platform.name}: {reason}" for reason in bad]
        rows.append(Feasibility(name, derived, list(PAPER[name]) if name in PAPER else None, "; ".join(why)))
    return rows


@dataclass(frozen=True)
class Since:
    """A round of Keccak-p[1600] on something that exists: instructions for each step, one state, one lane in a register."""

    name: str
    lanes: str
    parity: int
    effect: int
    add_rotate: int
    chi: int
    iota: int
    near: str

    @property
    def total(self) -> int:
        """Instructions of a round, without loads, copies and the loop."""
        return self.parity + self.effect + self.add_rotate + self.chi + self.iota


#: Derived from the instructions' definitions; the ARMv8.2 row is also run (aarch64.py), and the first in the machine.
SINCE = [
    Since("the six instructions", "1", 11, 5, 30, 15, 1, "five lanes are rotated twice, for chi1"),
    Since("ARMv7 NEON, lane by lane", "1", 20, 15, 25 + 46, 50, 1, "none of the six"),
    Since(
        "ARMv8.2-A SHA3: EOR3, RAX1, XAR, BCAX",
        "2",
        10,
        5,
        25,
        25,
        1,
        "RAX1 is rl1x.u64 and XAR is kxorr64 (it rotates right), each on two lanes; BCAX is one lane of chi with three "
        "sources, EOR3 has no counterpart. Nothing for lanes below 64 bits, nothing like chi1",
    ),
    Since(
        "AVX-512: VPTERNLOGQ, VPROLQ",
        "2 to 8",
        10,
        5,
        25 + 24,
        25,
        1,
        "VPTERNLOGQ is any function of three sources, so chi's lane and the sum of D's two parts with the lane; VPROLQ "
        "rotates by a constant, alone. VPROLD for 32 bits; nothing for 16 and 8",
    ),
    Since(
        "RISC-V, Zbb or Zvbb: ANDN, RORI (VANDN, VROR.VI)",
        "1 (Zvbb: as wide as the vector)",
        20,
        10,
        25 + 24,
        50,
        1,
        "and-not and a rotation by a constant; nothing with three sources, no sum with rotation. Zvbb rotates elements of 8 to "
        "64 bits, so all widths of Keccak-p have it",
    ),
]
