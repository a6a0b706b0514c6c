"""The core's figures beside what the model of `machine/timing.py` says of the same programs."""

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from ..definition import NARROW, WIDTHS, permute
from ..errors import KernelError
from ..isa import InstructionSet
from ..machine import Latencies
from ..modes import ALGORITHMS, APPLICATIONS
from ..needs import MissingError
from . import SYSTEMS, Cost, algorithm, core, permutation, synthesise
from .forms import forms

Rows = list[dict[str, Any]]


def figures(isa: InstructionSet, at: Latencies, tell: Callable[[str], None]) -> dict[str, Any]:
    """All of them; of a core that is not installed, what is missing."""
    try:
        core()
    except MissingError as error:
        return {"missing": str(error)}
    rows: Rows = []
    for bits in sorted(WIDTHS | NARROW, reverse=True):
        tell(f"  Keccak-f[{bits}]")
        lanes = [k * 0x0123456789ABCDEF % 2 ** (bits // 25) for k in range(25)]
        found = {}
        for name, one in forms(isa, bits).items():
            found[name], out = permutation(isa, one, lanes)
            if out != permute(lanes, bits // 25):
                raise KernelError(f"{one.name} on the core is not Keccak-f[{bits}]")
        rows += _rows(f"Keccak-f[{bits}]", "call", 1, found, at)
    for mode in [*ALGORITHMS, *APPLICATIONS]:
        tell(f"  {mode.name}")
        found = {name: algorithm(isa, mode, one) for name, one in forms(isa, 200 * mode.width).items()}
        if len({one.output for one in found.values()}) > 1:
            raise KernelError(f"the forms of {mode.name} have different outputs on the core")
        rows += _rows(mode.name, "byte", mode.margin * mode.block, found, at)
    systems = []
    for name in SYSTEMS:
        tell(f"  synthesis, {name}")
        systems.append(asdict(synthesise(isa, name)))
    return {"rows": rows, "fit": _fit(rows), "systems": systems}


def _rows(what: str, per: str, size: int, found: dict[str, Cost], at: Latencies) -> Rows:
    base = found["rv32"]
    rows = []
    for name, one in found.items():
        predicted, simulated = base.counts.cycles(at) / one.counts.cycles(at), base.cycles / one.cycles
        rows.append(
            {
                "what": what,
                "per": per,
                "form": name,
                "instructions": one.counts.instructions / size,
                "custom": one.counts.custom / size,
                "references": one.counts.references / size,
                "predicted_cycles": one.counts.cycles(at) / size,
                "cycles": one.cycles / size,
                "cycles_error": one.counts.cycles(at) / one.cycles - 1,
                "predicted_speed_up": predicted,
                "speed_up": simulated,
                "speed_up_error": predicted / simulated - 1,
            }
        )
    return rows


def _fit(rows: Rows) -> dict[str, float]:
    """What an instruction, one of the units and a reference take on the core, by least squares of the relative errors."""
    names = ("instructions", "custom", "references")
    shares = [[one[name] / one["cycles"] for name in names] for one in rows]
    # The normal equations, solved by elimination: so few that no library is needed.
    left = [[sum(one[a] * one[b] for one in shares) for b in range(3)] + [sum(one[a] for one in shares)] for a in range(3)]
    for k in range(3):
        left[k] = [value / left[k][k] for value in left[k]]
        for other in range(3):
            if other != k:
                left[other] = [a - left[other][k] * b for a, b in zip(left[other], left[k], strict=True)]
    found = {name: line[3] for name, line in zip(names, left, strict=True)}
    for one, share in zip(rows, shares, strict=True):
        one["fitted_error"] = sum(found[name] * value for name, value in zip(names, share, strict=True)) - 1
    return {**found, "worst": max(abs(one["fitted_error"]) for one in rows)}
