"""Run everything and collect the figures. The result is what the JSON has."""

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from .. import hardware, portability
from ..build import build
from ..definition import full_rounds
from ..extension import Extension
from ..isa import InstructionSet
from ..isa.keccak import DEFAULT, POINTS, instruction_set
from ..kernels.catalog import IMAGE, Kernel, kernels
from ..machine import Counts, Latencies, Machine
from ..machine.timing import Memory
from ..modes import ALGORITHMS, Measurement
from ..portability import aarch64
from . import paper

HEADLINE = Latencies(l1=1)
#: What the sensitivity table varies, one thing at a time.
VARIANTS = {
    "L1 hit 1, L2 20, DRAM 50 (the headline)": HEADLINE,
    "L1 hit 2": Latencies(l1=2),
    "L2 hit 10": Latencies(l1=1, l2=10),
    "L2 hit 40": Latencies(l1=1, l2=40),
    "DRAM 25": Latencies(l1=1, dram=25),
    "DRAM 100": Latencies(l1=1, dram=100),
}

Tell = Callable[[str], None]


def gather(own: Extension | None = None, tell: Tell = lambda _: None) -> dict[str, Any]:
    """All tables; `own` adds somebody's instructions, hardware and kernels."""
    base = instruction_set()
    isa = base.extended(own.instructions) if own else base
    own_kernels = own.kernels if own else []
    tell("algorithms")
    algorithms, sensitivity = _algorithms(isa, tell)
    tell("permutations")
    permutations = [_permutation(isa, one) for one in [*kernels(), *own_kernels]]
    tell("hardware")
    costs = _hardware(isa, own, tell)
    tell("portability")
    since = [asdict(one) | {"total": one.total} for one in portability.SINCE]
    done = aarch64.run(bytes(200))
    return {
        "algorithms": algorithms,
        "sensitivity": sensitivity,
        "permutations": permutations,
        "hardware": costs,
        "portability": [asdict(one) for one in portability.feasibility(isa)],
        "since": since,
        "armv8_sha3": {"instructions_of_24_rounds": done.instructions, "per_round": done.kinds},
        "encoding": [
            {"instruction": one.mnemonic, "operand_bits": one.operand_bits, "share": isa.share(one.mnemonic)}
            for one in isa.instructions
        ],
        "interpretation": [{"point": name, "what": text, "reading": getattr(DEFAULT, name)} for name, text in POINTS.items()],
    }


def _algorithms(isa: InstructionSet, tell: Tell) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    rows, sensitivity = [], []
    for one in ALGORITHMS:
        tell(f"  {one.name}")
        base, more = one.measure(isa, one.baseline), one.measure(isa, one.extended)
        given = paper.INSTRUCTIONS_PER_BYTE.get(one.name)
        rows.append(
            {
                "algorithm": one.name,
                "baseline_instructions_per_byte": base.instructions_per_byte,
                "extended_instructions_per_byte": more.instructions_per_byte,
                "baseline_cycles_per_byte": base.cycles_per_byte(HEADLINE),
                "extended_cycles_per_byte": more.cycles_per_byte(HEADLINE),
                "speed_up": base.margin.cycles(HEADLINE) / more.margin.cycles(HEADLINE),
                "paper_instructions_per_byte": given,
                "block_bytes": one.block,
                "rounds_per_block": one.rounds,
                "baseline_kernel": one.baseline,
                "extended_kernel": one.extended,
                "extended_share": more.margin.custom / more.margin.instructions,
                "extended_mix": {name: count * one.block / more.bytes for name, count in sorted(more.mix.items())},
            }
        )
        for name, latencies in VARIANTS.items():
            sensitivity.append({"algorithm": one.name, "latencies": name, **_both(base, more, latencies)})
    return rows, sensitivity


def _both(base: Measurement, more: Measurement, at: Latencies) -> dict[str, float]:
    first = (base.first.cycles(at) / base.first_bytes, more.first.cycles(at) / more.first_bytes)
    return {
        "baseline_cycles_per_byte": base.cycles_per_byte(at),
        "extended_cycles_per_byte": more.cycles_per_byte(at),
        "speed_up": base.cycles_per_byte(at) / more.cycles_per_byte(at),
        "first_message_bytes": base.first_bytes,
        "first_message_speed_up": first[0] / first[1],
    }


def _permutation(isa: InstructionSet, one: Kernel) -> dict[str, Any]:
    counts = []
    for unrolled in (True, False):
        machine = Machine(isa, build(isa, [one], unrolled=unrolled))
        memory, at = Memory(), machine.place(IMAGE)
        machine.write(at, one.zero())
        for _ in range(2):
            memory.counts = Counts()
            with machine.observe(memory):
                machine.call(one.name, at, full_rounds(one.width))
        counts.append(memory.counts)
    straight, loop = counts
    return {
        "kernel": one.name,
        "bits": one.bits,
        "extended": one.extended,
        "form": one.form,
        "rounds": full_rounds(one.width),
        "instructions_per_round": one.instructions,
        "instructions_per_round_with_loop": one.instructions + 2 / one.period,
        "rounds_in_the_loop": one.period,
        "custom_per_round": straight.custom / full_rounds(one.width),
        "instructions_per_call": straight.instructions,
        "instructions_per_call_with_loop": loop.instructions,
        "references_per_call": straight.references,
        "cycles_per_call": straight.cycles(HEADLINE),
        "instructions_per_step": one.instructions_per_step if one.steps else None,
        "orientation": paper.ROUND.get((one.bits, one.extended), "") if one.registers is None else "",
    }


def _hardware(isa: InstructionSet, own: Extension | None, tell: Tell) -> list[dict[str, Any]]:
    found = []
    base = hardware.units(instruction_set())
    sources = [(form, text, base) for form, text in hardware.forms().items()]
    if own:
        mine = {unit: forms for unit, forms in hardware.units(isa).items() if unit not in base}
        sources += [(form, text, mine) for form, text in own.verilog.items()]
    for form, text, units in sources:
        for unit, instructions in units.items():
            tell(f"  {unit}, {form}")
            vectors = hardware.simulate(text, unit, instructions)
            cost = hardware.synthesise(text, unit, form)
            found.append(
                {
                    "unit": unit,
                    "form": form,
                    "gate_equivalents": cost.gates,
                    "area_square_micrometres": cost.area,
                    "transistors": cost.transistors,
                    "cells": cost.cells,
                    "critical_path_nanoseconds": cost.path,
                    "paper_gate_equivalents": hardware.PAPER.get(unit),
                    "vectors": vectors,
                    "library": hardware.LIBRARY,
                }
            )
    return found
