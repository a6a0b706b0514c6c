"""The command: `python -m lanesum_lab report`."""

import argparse
import json
import sys
import time
from pathlib import Path

from .needs import MissingError, missing


def main(arguments: list[str] | None = None) -> int:
    """Run the command; its exit status."""
    parser = argparse.ArgumentParser(prog="python -m lanesum_lab", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    report = commands.add_parser("report", help="measure everything: tables and plots")
    report.add_argument("--json", type=Path, metavar="FILE", help="write the figures")
    report.add_argument("--html", type=Path, metavar="FILE", help="write the page")
    report.add_argument("--extension", type=Path, metavar="FILE", help="add the instructions of this Python file")
    decode = commands.add_parser("decode", help="say which instruction a word is")
    decode.add_argument("words", nargs="+", metavar="WORD", help="32 bits in hexadecimal")
    kernel = commands.add_parser("kernel", help="show a kernel as assembly")
    kernel.add_argument("name")
    options = parser.parse_args(arguments)
    try:
        import unicorn  # noqa: F401
    except ImportError:
        print("not installed: unicorn. To install: pip install unicorn", file=sys.stderr)
        return 1
    try:
        return {"report": _report, "decode": _decode, "kernel": _kernel}[options.command](options)
    except MissingError as error:
        print(error, file=sys.stderr)
        return 1


def _report(options: argparse.Namespace) -> int:
    from .extension import ExtensionError, load
    from .report import gather, page

    if packages := missing():
        print(f"not installed: {', '.join(packages)}. To install: apt-get install {' '.join(packages)}", file=sys.stderr)
        return 1
    try:
        own = load(options.extension) if options.extension else None
    except ExtensionError as error:
        print(error, file=sys.stderr)
        return 1
    begun = time.monotonic()
    figures = gather(own, lambda text: print(text, file=sys.stderr, flush=True))
    seconds = time.monotonic() - begun
    if options.json:
        options.json.write_text(json.dumps(figures, indent=1) + "\n")
    if options.html:
        options.html.write_text(page(figures))
    for one in figures["algorithms"]:
        print(
            f"{one['algorithm']:12} instructions per byte {one['baseline_instructions_per_byte']:6.2f} -> "
            f"{one['extended_instructions_per_byte']:6.2f}   cycles per byte {one['baseline_cycles_per_byte']:6.2f} -> "
            f"{one['extended_cycles_per_byte']:6.2f}   speed-up {one['speed_up']:.2f}"
        )
    print(f"report: {seconds:.0f} s")
    return 0


def _decode(options: argparse.Namespace) -> int:
    from .isa.keccak import instruction_set

    isa, good = instruction_set(), True
    for text in options.words:
        try:
            found = isa.decode(int(text, 16))
        except ValueError:
            found = None
        print(f"{text}  {found or 'none of the instructions'}")
        good &= found is not None
    return 0 if good else 1


def _kernel(options: argparse.Namespace) -> int:
    from .kernels.catalog import kernels

    known = {one.name: one for one in kernels()}
    if options.name not in known:
        print(f"there is no kernel {options.name}; there are {', '.join(known)}", file=sys.stderr)
        return 1
    print(known[options.name].assembly(unrolled=False), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
