"""An order and registers for the values of a sequence: those found before (allocations.json), or a search.

The search is one model for constraint programming, of both: each value is a rectangle, its lifetime wide and one register high,
and no two overlap. It needs `ortools` (`pip install 'lanesum-lab[search]'`). What it finds is checked wherever it is used, by
`ir.check`, and what it computes, by the tests.
"""

import json
from dataclasses import dataclass, replace
from pathlib import Path

from ..errors import LabError
from .ir import Code, check, turned

_STORE = Path(__file__).with_name("allocations.json")


class NoAllocationError(LabError):
    """There are no registers for a sequence, as far as is known."""


@dataclass(frozen=True)
class Allocation:
    """A sequence in its final order, with registers.

    After a turn of the loop, pair k of the registers lies where pair turn[k] lay; none if everything is back in its place.
    """

    code: Code
    registers: list[int]
    turn: list[int]

    @property
    def period(self) -> int:
        """Turns until everything is back in its place."""
        now, count = list(range(len(self.turn))), 1
        while self.turn and (now := [self.turn[k] for k in now]) != sorted(now):
            count += 1
        return count

    def after(self, turns: int) -> list[int]:
        """The register of each value in the turn after so many."""
        found = self.registers
        for _ in range(turns % self.period):
            found = [turned(register, self.turn) for register in found]
        return found

    def text(self, turns: int) -> list[str]:
        """The instructions of the turn after so many."""
        return self.code.text(self.after(turns))


def allocate(name: str, code: Code, file: Path | None = None, seconds: float = 600.0) -> Allocation:
    """The allocation that `file` (or the package) has for a kernel, or one found now, which then is put there."""
    key = f"{name}:{code.digest()}"
    known = _read(file)
    if key not in known:
        keep(name, code, *search(name, code, seconds), [], file)
        known = _read(file)
    one = known[key]
    found = Allocation(in_order(code, one["order"]), one["registers"], one["turn"])
    check(found.code, found.registers, found.turn)
    return found


def _read(file: Path | None) -> dict[str, dict[str, list[int]]]:
    path = file or _STORE
    known: dict[str, dict[str, list[int]]] = json.loads(path.read_text()) if path.exists() else {}
    return known


def keep(name: str, code: Code, order: list[int], registers: list[int], turn: list[int], file: Path | None = None) -> None:
    """Check what was found, and put it in the place of what was known for the kernel of this name."""
    check(in_order(code, order), registers, turn)
    store = {k: v for k, v in _read(file).items() if k.split(":")[0] != name}
    store[f"{name}:{code.digest()}"] = {"order": order, "registers": registers, "turn": turn}
    lines = [f"{json.dumps(k)}: {json.dumps(v, separators=(',', ':'))}" for k, v in sorted(store.items())]
    (file or _STORE).write_text("{\n" + ",\n".join(lines) + "\n}\n")


def in_order(code: Code, order: list[int]) -> Code:
    """The same instructions in another order; `ValueError` if one comes before what it needs."""
    before = dependencies(code)
    place = {at: k for k, at in enumerate(order)}
    if sorted(order) != list(range(len(code.ops))) or any(place[a] >= place[b] for a, b in before):
        raise ValueError("an instruction would come before what it needs")
    return replace(code, ops=[code.ops[at] for at in order])


def dependencies(code: Code) -> list[tuple[int, int]]:
    """Pairs of instructions of which the first must come first. What touches memory stays in its order."""
    writer: dict[int, int] = {}
    pairs = []
    memory = None
    for at, one in enumerate(code.ops):
        pairs += [(writer[v], at) for operand in one.read for v in operand if v is not None and v in writer]
        writer |= {v: at for operand in one.write for v in operand if v is not None}
        if "[r2" in one.text:
            if memory is not None:
                pairs.append((memory, at))
            memory = at
    return sorted(set(pairs))


def search(
    name: str, code: Code, seconds: float, reorder: bool = False, given: dict[int, int] | None = None
) -> tuple[list[int], list[int]]:
    """Look for an order and registers, some of them given; `NoAllocationError` if none was found in time."""
    try:
        from ortools.sat.python import cp_model
    except ImportError:
        raise NoAllocationError(
            f"no registers are known for kernel {name}, and to look for some ortools is needed: "
            "pip install -e '.[search]' in lab/"
        ) from None
    model = cp_model.CpModel()
    count = len(code.ops)
    upper = [code.file.count - 1] * code.values
    for operand, _ in code.operands():
        if len(operand) == 1 and operand[0] is not None:
            upper[operand[0]] = min(upper[operand[0]], code.file.scalars - 1)
    places = [model.new_int_var(0, upper[v], f"v{v}") for v in range(code.values)]
    times = [model.new_int_var(1, count, f"t{k}") if reorder else model.new_constant(k + 1) for k in range(count)]
    if reorder:
        model.add_all_different(times)
        for a, b in dependencies(code):
            model.add(times[a] < times[b])
        for k in range(count):
            model.add_hint(times[k], k + 1)
    seen = set()
    for operand, aligned in code.operands():
        if len(operand) == 1 or (operand, aligned) in seen:
            continue
        seen.add((operand, aligned))
        align = code.file.names[len(operand)][1] if aligned else code.file.listed[1]
        first = model.new_int_var(0, (code.file.count - len(operand)) // align, "")
        for k, value in enumerate(operand):
            if value is not None:
                model.add(places[value] == first * align + k)
    for one in code.ops:
        for a, b in one.tied:
            model.add(places[a] == places[b])
    for a, b in zip(code.outputs, code.inputs, strict=False):
        model.add(places[a] == places[b])
    for value, register in (given or {}).items():
        model.add(places[value] == register)
    rows, columns = [], []
    last = {*code.outputs, *code.kept}
    for v in range(code.values):
        begin = next((times[k] for k, one in enumerate(code.ops) if any(v in o for o in one.write)), 0)
        uses = [times[k] for k, one in enumerate(code.ops) if any(v in o for o in one.read)]
        end = model.new_int_var(1, count + 1, "")
        size = model.new_int_var(0 if isinstance(begin, int) and not uses else 1, count + 1, "")
        for use in uses:
            model.add(end >= use)
        if v in last:
            model.add(end == count + 1)
        rows.append(model.new_fixed_size_interval_var(places[v], 1, ""))
        columns.append(model.new_interval_var(begin, size, end, ""))
    model.add_no_overlap_2d(rows, columns)
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = seconds
    solver.parameters.num_workers = 2
    status = solver.solve(model)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        state = "there are none" if status == cp_model.INFEASIBLE else f"none were found in {seconds:.0f} seconds"
        raise NoAllocationError(
            f"registers for kernel {name}: {state} in this order of its {count} instructions; up to {code.pressure()} of the "
            f"{code.file.count} units are in use at a time"
        )
    order = sorted(range(count), key=lambda k: solver.value(times[k]))
    return order, [solver.value(place) for place in places]
