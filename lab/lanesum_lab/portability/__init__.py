"""Where the instructions would fit, by stated rules, and what processors have added since."""

from dataclasses import dataclass

from ..isa import InstructionSet
from .since import SINCE, since_rows

__all__ = ["PAPER", "PLATFORMS", "RULES", "SINCE", "WIDTH", "Feasibility", "Platform", "feasibility", "since_rows"]


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

RULES = """A form fits if (1) the platform's format names as many sources and one destination (one that is read, too, is a
source as well), (2) each of its operands fits
into one register, (3) its operand fields, five bits for each register and the immediate, fit into the word. An instruction
is feasible if all its forms fit, partly so if some do."""

#: What a form that rule 2 excludes is said to need.
WIDTH = "needs a register of"


@dataclass(frozen=True)
class Feasibility:
    """A row of the table."""

    instruction: str
    derived: dict[str, str]
    """By platform: yes, no, or some."""
    paper: dict[str, str] | None
    why: str
    """The forms that do not fit, with the rule."""


def feasibility(isa: InstructionSet) -> list[Feasibility]:
    """Table 2 by the rules, beside the slides'."""
    rows = []
    for name in dict.fromkeys(one.name for one in isa.instructions):
        forms = [one for one in isa.instructions if one.name == name]
        derived: dict[str, str] = {}
        why = []
        for platform in PLATFORMS:
            bad = []
            for one in forms:
                reads = len(one.sources) + one.update
                operands = 5 * (1 + len(one.sources)) + (one.immediate.bits if one.immediate else 0)
                widest = max(kind.bits for kind in one.registers.values())
                if widest > platform.register_bits:
                    bad.append(f"{one.mnemonic} {WIDTH} {widest} bits")
                elif reads > platform.sources:
                    bad.append(f"{one.mnemonic} reads {reads} registers")
                elif platform.word_bits is not None and operands > platform.word_bits:
                    bad.append(f"{one.mnemonic} needs {operands} bits for its operands")
            derived[platform.name] = "yes" if not bad else "no" if len(bad) == len(forms) else "some"
            why += [f"{platform.name}: {reason}" for reason in bad]
        given = dict(zip((one.name for one in PLATFORMS), PAPER[name], strict=True)) if name in PAPER else None
        rows.append(Feasibility(name, derived, given, "; ".join(why)))
    return rows
