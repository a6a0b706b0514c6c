"""Run everything and collect the figures. The result is what the JSON has."""

from collections.abc import Callable
from dataclasses import asdict, replace
from typing import Any

from .. import hardware, portability
from ..build import build
from ..core.figures import figures as on_core
from ..definition import full_rounds
from ..errors import KernelError
from ..extension import Extension, blame
from ..hardware.proof import prove
from ..isa import Instruction, InstructionSet
from ..isa.keccak import DEFAULT, POINTS, instruction_set
from ..kernels.catalog import Kernel, form, kernel, kernels
from ..kernels.permutation import IMAGE
from ..kernels.verify import verify
from ..machine import Counts, Latencies, Machine
from ..machine.timing import HEADLINE, Memory
from ..modes import ALGORITHMS, APPLICATIONS, Algorithm, Measurement
from ..portability import aarch64, texts
from . import paper
from .worth import worth


def variants(at: Latencies) -> dict[str, Latencies]:
    """What the sensitivity table varies, one thing at a time."""
    found = {f"L1 hit {at.l1}, L2 {at.l2}, DRAM {at.dram}": at}
    other = 2 if at.l1 == 1 else 1
    found[f"L1 hit {other}"] = replace(at, l1=other)
    for factor in (0.5, 2):
        cycles = int(at.l2 * factor)
        found[f"L2 {cycles}"] = replace(at, l2=cycles)
    for factor in (0.5, 2):
        cycles = int(at.dram * factor)
        found[f"DRAM {cycles}"] = replace(at, dram=cycles)
    return found


Tell = Callable[[str], None]
Rows = list[dict[str, Any]]


def gather(own: Extension | None = None, tell: Tell = lambda _: None, latencies: Latencies = HEADLINE) -> dict[str, Any]:
    """All tables; `own` adds somebody's instructions, hardware and kernels.

    `LabError` if one of them does not compute what it should: then there are no figures.
    """
    isa = own.isa() if own else instruction_set()
    if own:
        # Before all else, since a mistake is likely here.
        with blame(own.path):
            for one in own.kernels:
                tell(f"is {one.name} Keccak-p[{one.bits}]?")
                verify(isa, one)
    tell("algorithms")
    algorithms, sensitivity, mine, compared = _algorithms(isa, own, tell, latencies)
    tell("applications")
    applications = [_application(isa, one, latencies) for one in APPLICATIONS]
    tell("permutations")
    permutations = [_permutation(isa, one, latencies) for one in [*kernels(), *(own.kernels if own else [])]]
    tell("hardware")
    costs = _hardware(own, tell)
    tell("the core in RTL")
    # It has the six alone, and takes minutes.
    core = {"missing": "a report without an extension has its figures"} if own else on_core(isa, latencies, tell)
    tell("portability")
    return {
        "latencies": asdict(latencies),
        "algorithms": algorithms,
        "own": mine,
        "compared": compared,
        "applications": applications,
        "sensitivity": sensitivity,
        "permutations": permutations,
        "hardware": costs,
        "worth": worth(permutations, costs),
        "core": core,
        "portability": [asdict(one) for one in portability.feasibility(isa)],
        "texts": texts.figures(instruction_set()),
        "since": portability.since_rows(),
        "armv8_sha3": [aarch64.figures(bits) for bits in (1600, 800, 400, 200)],
        "encoding": [
            {"instruction": one.mnemonic, "operand_bits": one.operand_bits, "share": isa.share(one.mnemonic)}
            for one in isa.instructions
        ],
        "interpretation": [{"point": name, "what": text, "reading": getattr(DEFAULT, name)} for name, text in POINTS.items()],
    }


def _algorithms(isa: InstructionSet, own: Extension | None, tell: Tell, at: Latencies) -> tuple[Rows, Rows, Rows, Rows]:
    rows: Rows = []
    sensitivity: Rows = []
    mine: Rows = []
    compared: Rows = []
    for one in ALGORITHMS:
        tell(f"  {one.name}")
        base, more = one.measure(isa, kernel(one.baseline)), one.measure(isa, kernel(one.extended))
        _same(one, one.extended, base, more)
        given = paper.INSTRUCTIONS_PER_BYTE.get(one.name)
        rows.append(
            {
                "algorithm": one.name,
                "baseline_instructions_per_byte": base.instructions_per_byte,
                "extended_instructions_per_byte": more.instructions_per_byte,
                "baseline_cycles_per_byte": base.cycles_per_byte(at),
                "extended_cycles_per_byte": more.cycles_per_byte(at),
                **_speed_up(base, more, at),
                "paper_baseline_instructions_per_byte": given[0] if given else None,
                "paper_extended_instructions_per_byte": given[1] if given else None,
                "paper_speed_up_instructions": given[0] / given[1] if given else None,
                "block_bytes": one.block,
                "rounds_per_block": one.rounds,
                "baseline_kernel": one.baseline,
                "extended_kernel": one.extended,
                "extended_share": more.margin.custom / more.margin.instructions,
                "extended_mix": {name: count * one.block / more.size for name, count in sorted(more.mix.items())},
            }
        )
        for name, latencies in variants(at).items():
            sensitivity.append({"algorithm": one.name, "latencies": name, **_both(base, more, latencies)})
        compared += _compared(isa, one, base, more, at, tell)
        if own:
            with blame(own.path):
                mine += _own(isa, one, own, base, at, tell)
    return rows, sensitivity, mine, compared


def _application(isa: InstructionSet, one: Algorithm, at: Latencies) -> dict[str, Any]:
    """One of the rest of the application stack: NEON, and with the instructions."""
    base, more = one.measure(isa, kernel(one.baseline)), one.measure(isa, kernel(one.extended))
    _same(one, one.extended, base, more)
    return {
        "application": one.name,
        "baseline_instructions_per_byte": base.instructions_per_byte,
        "extended_instructions_per_byte": more.instructions_per_byte,
        "baseline_cycles_per_byte": base.cycles_per_byte(at),
        "extended_cycles_per_byte": more.cycles_per_byte(at),
        **_speed_up(base, more, at),
    }


def _compared(isa: InstructionSet, one: Algorithm, base: Measurement, more: Measurement, at: Latencies, tell: Tell) -> Rows:
    """The instructions beside what the paper compares them with; a block of Ketje calls the permutation in both forms."""
    tell(f"    beside {', '.join(one.plain)}")
    if kernel(one.extended).steps:
        base, more = (one.measure(isa, kernel(name), calls=True) for name in (one.baseline, one.extended))
        _same(one, one.extended, base, more)
    rows = []
    for name in (one.baseline, *one.plain):
        plain = base if name == one.baseline else one.measure(isa, form(name), calls=True)
        _same(one, name, base, plain)
        rows.append(
            {
                "algorithm": one.name,
                "beside": name,
                "assembly": name.startswith("arm"),
                "beside_instructions_per_byte": plain.instructions_per_byte,
                "extended_instructions_per_byte": more.instructions_per_byte,
                "beside_cycles_per_byte": plain.cycles_per_byte(at),
                "extended_cycles_per_byte": more.cycles_per_byte(at),
                **_speed_up(plain, more, at),
                "paper": paper.COMPARED[one.name, name.startswith("arm")] if name in one.plain else "",
            }
        )
    return rows


def _own(isa: InstructionSet, one: Algorithm, own: Extension, base: Measurement, at: Latencies, tell: Tell) -> Rows:
    """The algorithm on each of somebody's kernels that is of its width."""
    rows = []
    for theirs in own.kernels:
        if one.takes(theirs):
            tell(f"    with {theirs.name}")
            found = one.measure(isa, theirs)
            _same(one, theirs.name, base, found)
            rows.append(
                {
                    "algorithm": one.name,
                    "kernel": theirs.name,
                    "instructions_per_byte": found.instructions_per_byte,
                    "cycles_per_byte": found.cycles_per_byte(at),
                    **_speed_up(base, found, at),
                    "share": found.margin.custom / found.margin.instructions,
                    "mix": {name: count * one.block / found.size for name, count in sorted(found.mix.items())},
                }
            )
    return rows


def _same(one: Algorithm, name: str, base: Measurement, found: Measurement) -> None:
    if base.output != found.output:
        raise KernelError(f"{one.name} has another output with kernel {name} than with {one.baseline}")


def _speed_up(base: Measurement, more: Measurement, at: Latencies) -> dict[str, float]:
    return {
        "speed_up_instructions": base.instructions_per_byte / more.instructions_per_byte,
        "speed_up_cycles": base.cycles_per_byte(at) / more.cycles_per_byte(at),
    }


def _both(base: Measurement, more: Measurement, at: Latencies) -> dict[str, float]:
    first = (base.first.cycles(at) / base.first_bytes, more.first.cycles(at) / more.first_bytes)
    return {
        "baseline_cycles_per_byte": base.cycles_per_byte(at),
        "extended_cycles_per_byte": more.cycles_per_byte(at),
        "speed_up_cycles": base.cycles_per_byte(at) / more.cycles_per_byte(at),
        "first_message_bytes": base.first_bytes,
        "first_message_speed_up": first[0] / first[1],
    }


def _permutation(isa: InstructionSet, one: Kernel, latencies: Latencies) -> dict[str, Any]:
    counts = []
    for unrolled in (True, False):
        machine = Machine(isa, build(isa, [one], unrolled=unrolled))
        memory, at = Memory(), machine.place(IMAGE)
        machine.write(at, one.zero())
        for _ in range(2):
            memory.counts = Counts()
            machine.executed = {}
            with machine.observe(memory):
                machine.call(one.name, at, full_rounds(one.width))
        counts.append((memory.counts, machine.executed))
    (straight, executed), (loop, _) = counts
    rounds = full_rounds(one.width)
    return {
        "kernel": one.name,
        "bits": one.bits,
        "extended": one.extended,
        "form": one.form,
        "rounds": rounds,
        "instructions_per_round": one.instructions,
        "instructions_per_round_with_loop": one.instructions + 2 / one.period,
        "rounds_in_the_loop": one.period,
        "custom_per_round": straight.custom / rounds,
        "mix_per_round": {name: count / rounds for name, count in sorted(executed.items())},
        "instructions_per_call": straight.instructions,
        "instructions_per_call_with_loop": loop.instructions,
        "references_per_call": straight.references,
        "cycles_per_call": straight.cycles(latencies),
        "instructions_per_step": one.instructions_per_step if one.steps else None,
        "orientation": paper.ROUND.get((one.bits, one.extended), "") if one.registers is None else "",
    }


def _hardware(own: Extension | None, tell: Tell) -> Rows:
    found: Rows = []
    base = hardware.units(instruction_set())
    for kind, text in hardware.forms().items():
        for unit, instructions in base.items():
            tell(f"  {unit}, {kind}")
            found.append(_unit(text, unit, kind, instructions))
    for one in found:
        # The lean form is the plain one where none was found that is smaller.
        plain = next(other for other in found if other["unit"] == one["unit"])
        one["leaner"] = one["gate_equivalents"] < plain["gate_equivalents"] if one["form"] == "lean" else None
    if own:
        for kind, text in own.verilog.items():
            for unit, instructions in own.units().items():
                tell(f"  {unit}, {kind}")
                with blame(own.path):
                    found.append(_unit(text, unit, kind, instructions) | {"leaner": None})
    return found


def _unit(text: str, unit: str, form: str, instructions: list[Instruction]) -> dict[str, Any]:
    vectors = hardware.simulate(text, unit, instructions)
    try:
        proved = prove(text, unit, instructions) == len(instructions)
    except (NotImplementedError, TypeError):
        # An extension's own semantics may do what has no symbols.
        proved = False
    cost = hardware.synthesise(text, unit, form)
    return {
        "unit": unit,
        "form": form,
        "gate_equivalents": cost.gates,
        "area_square_micrometres": cost.area,
        "transistors": cost.transistors,
        "cells": cost.cells,
        "critical_path_nanoseconds": cost.path,
        "paper_gate_equivalents": hardware.PAPER.get(unit),
        "vectors": vectors,
        "proved": proved,
        "library": hardware.LIBRARY,
    }
