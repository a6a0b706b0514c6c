"""The command: `python -m lanesum_lab report`."""

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

from .errors import LabError
from .needs import missing


def main(arguments: list[str] | None = None) -> int:
    """Run the command; its exit status."""
    parser = argparse.ArgumentParser(prog="python -m lanesum_lab", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    report = commands.add_parser("report", help="measure everything: tables and plots")
    report.add_argument("--json", type=Path, metavar="FILE", help="write the figures")
    report.add_argument("--html", type=Path, metavar="FILE", help="write the page")
    report.add_argument("--extension", type=Path, metavar="FILE", help="add the instructions of this Python file")
    report.add_argument("--l1", type=_cycles, default=1, metavar="CYCLES", help="response of the L1 caches (1)")
    report.add_argument("--l2", type=_cycles, default=20, metavar="CYCLES", help="what the L2 cache adds (20)")
    report.add_argument("--dram", type=_cycles, default=50, metavar="CYCLES", help="what memory adds (50)")
    decode = commands.add_parser("decode", help="name the instruction that a word encodes")
    decode.add_argument("words", nargs="+", metavar="WORD", help="32 bits in hexadecimal")
    kernel = commands.add_parser("kernel", help="show a kernel as assembly")
    kernel.add_argument("name")
    count = commands.add_parser("count", help="count the instructions of a Keccak-p in ARM assembly")
    count.add_argument("file", type=Path, metavar="FILE", help="for GNU's assembler, ARM or Thumb, with NEON or without")
    count.add_argument(
        "--bits", type=int, choices=sorted(25 * w for w in (64, 32, 16, 8)), required=True, help="width of the permutation"
    )
    count.add_argument(
        "--function", required=True, metavar="NAME", help="NAME(state, rounds); {} in it stands for the rounds, 12 or all"
    )
    count.add_argument("--steps", action="store_true", help="NAME(state, in, out, blocks) does the steps of Ketje Jr or Sr")
    for one in (decode, kernel):
        one.add_argument("--extension", type=Path, metavar="FILE", help="add the instructions of this Python file")
    options = parser.parse_args(arguments)
    try:
        import unicorn  # noqa: F401
    except ImportError:
        print("not installed: unicorn. To install: pip install unicorn", file=sys.stderr)
        return 1
    try:
        return {"report": _report, "decode": _decode, "kernel": _kernel, "count": _count}[options.command](options)
    except LabError as error:
        print(error, file=sys.stderr)
        return 1


def _cycles(text: str) -> int:
    value = int(text)
    if not 1 <= value <= 100000:
        raise argparse.ArgumentTypeError(f"{value} is not from 1 to 100000")
    return value


def _report(options: argparse.Namespace) -> int:
    from .extension import load
    from .machine import Latencies
    from .report import gather, page
    from .report.core import core_line

    if packages := missing():
        print(f"not installed: {', '.join(packages)}. To install: apt-get install {' '.join(packages)}", file=sys.stderr)
        return 1
    for path in (options.json, options.html):
        # Now, and not after minutes.
        if path and (path.is_dir() or not path.parent.is_dir()):
            print(f"{path}: there is no directory for this file, or it is one", file=sys.stderr)
            return 1
    own = load(options.extension) if options.extension else None
    latencies = Latencies(options.l1, options.l2, options.dram)
    begun = time.monotonic()
    figures = gather(own, lambda text: print(text, file=sys.stderr, flush=True), latencies)
    seconds = time.monotonic() - begun
    try:
        if options.json:
            options.json.write_text(json.dumps(figures, indent=1) + "\n")
        if options.html:
            options.html.write_text(page(figures))
    except OSError as error:
        print(f"{error.filename}: {error.strerror}", file=sys.stderr)
        return 1
    for one in figures["algorithms"]:
        print(
            f"{one['algorithm']:12} instructions per byte {one['baseline_instructions_per_byte']:6.2f} -> "
            f"{one['extended_instructions_per_byte']:6.2f} ({one['speed_up_instructions']:.2f} times)   cycles per byte "
            f"{one['baseline_cycles_per_byte']:6.2f} -> {one['extended_cycles_per_byte']:6.2f} "
            f"({one['speed_up_cycles']:.2f} times)"
        )
    for one in figures["own"]:
        print(
            f"{one['algorithm']:12} with {one['kernel']}: instructions per byte {one['instructions_per_byte']:.2f} "
            f"({one['speed_up_instructions']:.2f} times), cycles per byte {one['cycles_per_byte']:.2f} "
            f"({one['speed_up_cycles']:.2f} times)"
        )
    print(core_line(figures["core"]))
    print(f"report: {seconds:.0f} s")
    return 0


def _count(options: argparse.Namespace) -> int:
    from .isa.keccak import instruction_set
    from .machine.timing import HEADLINE
    from .public import count, count_steps, read

    isa = instruction_set()
    if options.steps:
        if options.bits > 400:
            print("--steps: Ketje Jr has 200 bits, and Sr 400", file=sys.stderr)
            return 1
        one = count_steps(isa, options.file, options.function, options.bits, HEADLINE)
        print(f"Keccak-p[{options.bits}]: a step takes {one['instructions_per_block']:.1f} instructions")
        _beside(one)
        return 0
    found = count(isa, read(isa, options.file, options.function, options.bits), HEADLINE)
    print(
        f"Keccak-p[{options.bits}], {'even and odd bits' if found['interleaved'] else 'lanes'} in memory: a round takes "
        f"{found['instructions_per_round']:.1f} instructions and {found['references_per_round']:.1f} references to memory, its "
        f"part of the loop included; {found['rounds']} rounds {found['instructions_per_call']} instructions"
    )
    for one in found["algorithms"]:
        _beside(one)
    return 0


def _beside(one: dict[str, Any]) -> None:
    print(
        f"{one['algorithm']:12} on it: instructions per byte {one['instructions_per_byte']:6.2f} "
        f"({one['extended_times_fewer_instructions']:.2f} times fewer with the six instructions)   cycles per byte "
        f"{one['cycles_per_byte']:6.2f} ({one['extended_times_as_fast']:.2f} times as fast)"
    )


def _decode(options: argparse.Namespace) -> int:
    from .extension import load
    from .isa.keccak import instruction_set

    isa, good = load(options.extension).isa() if options.extension else instruction_set(), True
    for text in options.words:
        try:
            word = int(text, 16)
        except ValueError:
            word = -1
        if not 0 <= word < 1 << 32:
            print(f"{text}  no word of 32 bits in hexadecimal")
            good = False
            continue
        found = isa.decode(word)
        print(f"{text}  {found or 'none of the instructions'}")
        good &= found is not None
    return 0 if good else 1


def _kernel(options: argparse.Namespace) -> int:
    from .extension import blame, load
    from .kernels.arm import plain
    from .kernels.catalog import kernels
    from .kernels.permutation import Permutation

    known: dict[str, Permutation] = {one.name: one for one in kernels()}
    known |= {one.name: one for one in plain()}
    if options.extension:
        known |= {one.name: one for one in load(options.extension).kernels}
    if options.name not in known:
        print(f"there is no kernel {options.name}; there are {', '.join(known)}", file=sys.stderr)
        return 1
    with blame(options.extension or Path()):
        print(known[options.name].assembly(unrolled=False), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
