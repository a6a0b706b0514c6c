"""The command, and a small report."""

import importlib
import json
import shutil
from pathlib import Path

import pytest

from lanesum_lab import __main__ as command
from lanesum_lab.isa.keccak import instruction_set
from lanesum_lab.kernels.catalog import kernel, kernels
from lanesum_lab.machine import Latencies
from lanesum_lab.modes import ALGORITHMS
from lanesum_lab.report import gather, page

EXAMPLE = Path(__file__).parent.parent / "examples" / "rotate_elements.py"


def test_measurement_is_at_the_margin() -> None:
    """Twice as many blocks cost twice as much, and the custom instructions are those of the rounds."""
    one = next(one for one in ALGORITHMS if one.name == "lake-keyak")
    found = one.measure(instruction_set(), kernel(one.extended))
    rounds = one.rounds * one.margin
    assert found.mix == {"kxorr64": 30 * rounds, "chi1.u64": 10 * rounds, "chi2.u64": 5 * rounds, "rl1x.u64": 5 * rounds}
    assert found.margin.custom == sum(found.mix.values())
    # Each line of the message and of the output comes from memory once.
    assert found.margin.data_dram == 2 * found.size / 64
    assert found.cycles_per_byte(Latencies(l1=2)) > found.cycles_per_byte(Latencies(l1=1))


def test_decode(capsys: pytest.CaptureFixture[str]) -> None:
    word = instruction_set().encode("kxorr64", 2, 0, 1, 7)
    assert command.main(["decode", f"{word:x}", "e1a00000"]) == 1
    assert capsys.readouterr().out == f"{word:x}  kxorr64 d2, d0, d1, #7\ne1a00000  none of the instructions\n"


@pytest.mark.parametrize("word", ["1fe400082", "ffffffffffffffff", "-1", "x"])
def test_decode_takes_words_of_32_bits(capsys: pytest.CaptureFixture[str], word: str) -> None:
    assert command.main(["decode", "--", word]) == 1
    assert capsys.readouterr().out == f"{word}  no word of 32 bits in hexadecimal\n"


def test_sensitivity_labels_are_what_is_computed() -> None:
    found = importlib.import_module("lanesum_lab.report.gather").variants(Latencies(1, 21, 55))
    for name, at in list(found.items())[1:]:
        what, cycles = name.rsplit(" ", 1)
        assert int(cycles) == {"L1 hit": at.l1, "L2": at.l2, "DRAM": at.dram}[what]


def test_kernel(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["kernel", "neon_200"]) == 0
    assert "vtbl.8" in capsys.readouterr().out
    assert command.main(["kernel", "vrotl_400", "--extension", str(EXAMPLE)]) == 0
    assert "vrotl.u16 q" in capsys.readouterr().out
    assert command.main(["kernel", "none"]) == 1
    assert "extended_1600" in capsys.readouterr().err


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None if name == "yosys" else name)
    assert command.main(["report"]) == 1
    assert "apt-get install yosys" in capsys.readouterr().err


@pytest.mark.parametrize("option", [["--l1", "0"], ["--dram", "x"]])
def test_wrong_latencies(option: list[str]) -> None:
    with pytest.raises(SystemExit):
        command.main(["report", *option])


def test_no_place_for_the_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Said at once, and not after the measurements."""
    assert command.main(["report", "--html", str(tmp_path / "none" / "page.html")]) == 1
    assert "none/page.html: there is no directory" in capsys.readouterr().err


def test_report(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The shape of the JSON and the page, with two algorithms in place of five and without the synthesis."""
    module = importlib.import_module("lanesum_lab.report.gather")
    monkeypatch.setattr(module, "ALGORITHMS", ALGORITHMS[3:])
    monkeypatch.setattr(module, "kernels", lambda: kernels()[:2])
    row = {"unit": "chi3", "form": "plain", "gate_equivalents": 1.0, "area_square_micrometres": 1.0, "transistors": 4}
    row |= {
        "cells": 1,
        "critical_path_nanoseconds": 0.1,
        "paper_gate_equivalents": 122,
        "vectors": 1,
        "library": "x",
        "leaner": None,
        "proved": True,
    }
    monkeypatch.setattr(module, "_hardware", lambda *_: [row])
    # tests/test_core.py has it.
    monkeypatch.setattr(module, "on_core", lambda *_: {"missing": "no core"})
    figures = gather()
    path = tmp_path / "report.json"
    path.write_text(json.dumps(figures))
    assert {"algorithms", "permutations", "hardware", "portability"} <= figures.keys()
    keys = {f"{form}_{what}_per_byte" for form in ("baseline", "extended") for what in ("instructions", "cycles")}
    keys |= {"speed_up_instructions", "speed_up_cycles"}
    assert all(keys | {"algorithm"} <= one.keys() for one in figures["algorithms"])
    for one in figures["algorithms"]:
        for what in ("instructions", "cycles"):
            ratio = one[f"baseline_{what}_per_byte"] / one[f"extended_{what}_per_byte"]
            assert one[f"speed_up_{what}"] == pytest.approx(ratio)
    # Every fetch and reference costs twice as much, and nothing else does.
    twice = gather(latencies=Latencies(2, 40, 100))["algorithms"]
    for one, other in zip(figures["algorithms"], twice, strict=True):
        assert other["baseline_cycles_per_byte"] == pytest.approx(2 * one["baseline_cycles_per_byte"])
    assert [one["algorithm"] for one in figures["algorithms"]] == ["ketje-sr", "ketje-jr"]
    # Compared with the plain forms the instructions are the same, and the baseline is among what they are compared with.
    assert [one["beside"] for one in figures["compared"]] == ["neon_400", "arm_400", "neon_200", "arm_200"]
    for one in figures["compared"]:
        ratio = one["beside_instructions_per_byte"] / one["extended_instructions_per_byte"]
        assert one["speed_up_instructions"] == pytest.approx(ratio)
        assert bool(one["paper"]) == one["assembly"] == one["beside"].startswith("arm")
    text = page(figures)
    # Headings may break, each cell knows its own, and figures of public code stand there with their times.
    assert "new ones executed</th>" in text
    assert 'data-h="new ones executed">' in text
    assert "XKCP&#x27;s ARMv7-M assembly" in text
    assert "99.94\N{NO-BREAK SPACE}→" in text
    assert "99.94\N{NO-BREAK SPACE}→" not in page(figures | {"latencies": {"l1": 2, "l2": 20, "dram": 50}})
    assert text.count("<table>") == text.count("</table>") >= 10
    assert "ketje-jr" in text
    assert "Not measured: no core" in text
    assert "2x over NEON, 6x over assembly" in text
    assert "each ✗ and each star comes from rule 2" in text
    assert figures["portability"][0]["derived"].keys() == {"Intel AVX", "64 bit Arch", "32 bit Arch"}
