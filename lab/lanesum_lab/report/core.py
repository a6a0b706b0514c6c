"""The page's section on the core in RTL."""

from collections.abc import Callable
from html import escape
from typing import Any

#: The forms, in words.
FORMS = {
    "rv32": "RV32 alone",
    "words": "rl1x and xorr on its own registers",
    "registers": "32 D registers, without the six",
    "vector": "32 D registers and all six",
}


def core_section(found: dict[str, Any], table: Callable[..., str]) -> str:
    """What the core took beside what the model says; or what is missing for that."""
    head = "<h2>On a core in RTL</h2>"
    if "missing" in found:
        return f"{head}<p>Not measured: {escape(found['missing'])}</p>"
    rows = [
        [
            f"{one['what']}, a {one['per']}",
            FORMS[one["form"]],
            one["instructions"],
            f"{one['predicted_cycles']:.1f}",
            f"{one['cycles']:.1f}",
            one["predicted_speed_up"],
            one["speed_up"],
            f"{100 * one['speed_up_error']:+.1f} %",
            f"{100 * one['fitted_error']:+.1f} %",
        ]
        for one in found["rows"]
    ]
    fit, base = found["fit"], found["systems"][0]
    systems = [
        [FORMS[one["form"]], f"{one['gates']:.0f}", f"{one['gates'] - base['gates']:.0f}", one["transistors"], one["path"]]
        for one in found["systems"]
    ]
    names = ["", "form", "instructions", "cycles: model", "core", "times as fast: model", "core", "its error", "fitted, cycles"]
    return (
        head
        + table(names, rows, 2)
        + "<p class=soft>PicoRV32 (RV32I, barrel shifter, memory that answers in one cycle), simulated by Verilator. The model "
        "counts the same programs, all of its references answered by L1. Its error is that of its times as fast. "
        f"Fitted: {fit['instructions']:.2f} cycles for an instruction, {fit['custom']:.2f} more for one of the units, "
        f"{fit['references']:.2f} more for a reference; then the worst row is off by {100 * fit['worst']:.1f} %.</p>"
        + table(["the core with", "gate equivalents", "more than alone", "transistors", "longest path ns"], systems)
        + "<p class=soft>Synthesised by yosys with the lean units, registers as flip-flops, paths without wires.</p>"
    )


def core_line(found: dict[str, Any]) -> str:
    """The model's error in one line."""
    if "missing" in found:
        return f"PicoRV32: not measured: {found['missing']}"
    one = next(one for one in found["rows"] if (one["what"], one["form"]) == ("sha3-512", "vector"))
    worst = max(found["rows"], key=lambda one: abs(one["speed_up_error"]))
    return (
        f"PicoRV32: SHA3-512 {one['speed_up']:.2f} times as fast with the six, {one['predicted_speed_up']:.2f} by the model; "
        f"its largest error {100 * worst['speed_up_error']:+.0f} % ({worst['what']}), "
        f"fitted {100 * found['fit']['worst']:.1f} %"
    )
