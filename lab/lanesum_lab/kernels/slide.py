"""How the registers of the extended round of 1600 bits were found: `python -m lanesum_lab.kernels.slide SECONDS [SEED]`.

The solver alone does not find them. The round is a sliding puzzle: 25 lanes, D and two free registers, and each kxorr64 moves a
lane out of its register into a half of a pair that chi wants. So lanes are moved at random, by what looks best, until all 30
are in place; the solver is given that and finds the rest; of the results, the one is kept whose lanes are back in their places
after the fewest rounds.
"""

import math
import random
import sys
import time
from dataclasses import replace
from itertools import permutations

from ..definition import pi_source
from . import wide
from .allocate import NoAllocationError, in_order, keep, search
from .ir import Code, Op

#: A lane (x, y) that chi reads, and whether it is the second copy of the first lane.
Target = tuple[int, int, bool]
Slot = tuple[str, int, int] | None

TARGETS: list[Target] = [(x, y, copy) for y in range(5) for x in range(5) for copy in ((False, True) if x == 0 else (False,))]


def partner(target: Target) -> Target:
    """What lies in the other half of its pair."""
    x, y, copy = target
    return (4, y, False) if copy else (0, y, True) if x == 4 else (x ^ 1, y, False)


def slide(rng: random.Random) -> tuple[list[Slot], dict[Target, int]] | None:
    """The slots at the beginning and where each lane goes, in the order of the moves; none if it gets stuck."""
    rest: list[Slot] = [("lane", 4, 4), *(("effect", x, 0) for x in range(5)), None, None]
    rng.shuffle(rest)
    slots: list[Slot] = [("lane", x, y) for y in range(5) for x in range(4)]
    slots += [*(("lane", 4, y) for y in range(4)), *rest]
    first, place, todo = list(slots), dict[Target, int](), list(TARGETS)

    def sources(target: Target) -> tuple[Slot, Slot]:
        sx, sy = pi_source(target[0], target[1])
        return ("lane", sx, sy), ("effect", sx, 0)

    uses: dict[Slot, int] = {}
    for target in todo:
        for source in sources(target):
            uses[source] = uses.get(source, 0) + 1
    while todo:
        moves = []
        for target in todo:
            lane, effect = sources(target)
            free = [k for k, slot in enumerate(slots) if slot is None]
            free += [slots.index(source) for source in (lane, effect) if uses[source] == 1]
            high = target[2] or target[0] in (1, 3)
            for k in free:
                other = slots[k ^ 1]
                if k % 2 != high or (partner(target) in place and place[partner(target)] != k ^ 1):
                    continue
                if partner(target) not in place and other is not None and other[0] == "target":
                    continue
                score = (
                    10.0 if partner(target) in place else 6 if other == lane else 0.3 if other and other[0] == "effect" else 2
                )
                moves.append((score * (0.4 if uses[lane] == 2 else 1), target, k))
        if not moves:
            return None
        _, target, k = rng.choices(moves, [move[0] ** 2 for move in moves])[0]
        for source in sources(target):
            uses[source] -= 1
            if uses[source] == 0:
                slots[slots.index(source)] = None
        slots[k] = ("target", target[0], target[1])
        place[target] = k
        todo.remove(target)
    return first, place


def turn(code: Code, outputs: list[int], registers: list[int]) -> tuple[int, list[int]] | None:
    """Turns until all is back, and where each pair of registers goes; the pairs without lanes go where it is soonest."""
    where = [(registers[a], registers[b]) for a, b in zip(code.inputs, outputs, strict=True)]
    moved = {a // 2: b // 2 for a, b in where}
    if any(a % 2 != b % 2 or moved[a // 2] != b // 2 for a, b in where) or len(set(moved.values())) != len(moved):
        return None
    free = [k for k in range(16) if k not in moved]
    found = []
    for goal in permutations(k for k in range(16) if k not in moved.values()):
        whole = moved | dict(zip(free, goal, strict=True))
        period = 1
        for start in range(16):
            length, at = 1, whole[start]
            while at != start:
                length, at = length + 1, whole[at]
            period = math.lcm(period, length)
        found.append((period, [whole[k] for k in range(16)]))
    return min(found)


def main(seconds: float, seed: int) -> None:
    """Search, and keep what is best if its period divides 12."""
    rng, end, best = random.Random(seed), time.monotonic() + seconds, 13
    base = wide.extended_round()
    outputs, code = base.outputs, replace(base, outputs=[])
    moves = [k for k, one in enumerate(base.ops) if one.text.startswith("kxorr64")]
    # In the order in which the round has them: the first lane of a row twice, then the others.
    by_target = {(max(0, k % 6 - 1), k // 6, k % 6 == 1): at for k, at in enumerate(moves)}
    chi = [k for k in range(moves[0], len(base.ops)) if k not in moves]
    value = {target: base.ops[at].write[0][0] for target, at in by_target.items()}
    effects = [one.write[0][0] for one in base.ops if one.text.startswith("rl1x")]
    effect = dict(zip((1, 3, 0, 2, 4), effects, strict=True))
    pairs = Op("", (), tuple((outputs[5 * y + 4], outputs[5 * y + 9]) for y in (0, 2)))
    while time.monotonic() < end and best > 1:
        if (done := slide(rng)) is None:
            continue
        first, place = done
        given = {}
        for k, slot in enumerate(first):
            if slot:
                given[base.inputs[5 * slot[2] + slot[1]] if slot[0] == "lane" else effect[slot[1]]] = k
        given |= {v: place[target] for target, v in value.items() if v is not None}
        for _ in range(8):
            rows = [[k for k in chi if base.ops[k].text.startswith("chi")][3 * y : 3 * y + 3] for y in range(5)]
            rows[0] += [k for k in chi if not base.ops[k].text.startswith("chi")]
            rng.shuffle(rows)
            order = [*range(moves[0]), *(by_target[target] for target in place), *(k for row in rows for k in row)]
            trial = in_order(code, order)
            trial = replace(trial, ops=[*trial.ops, pairs], kept=list(outputs))
            try:
                _, registers = search("extended_1600", trial, 10, given={v: k for v, k in given.items() if v is not None})
            except NoAllocationError:
                continue
            if (result := turn(base, outputs, registers)) and 12 % result[0] == 0 and result[0] < best:
                best = result[0]
                keep("extended_1600", base, order, registers, result[1])
                print(f"back in place after {best} rounds: kept", flush=True)


if __name__ == "__main__":
    main(float(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1)
