"""Somebody's own instructions: one Python file with INSTRUCTIONS, and VERILOG and KERNELS if there are any."""

import importlib.util
from dataclasses import dataclass, field
from pathlib import Path

from .isa import Instruction
from .kernels.catalog import Kernel


class ExtensionError(Exception):
    """A file is no extension."""


@dataclass(frozen=True)
class Extension:
    """What such a file has."""

    instructions: list[Instruction] = field(default_factory=list)
    verilog: dict[str, str] = field(default_factory=dict)
    """By form: plain, lean, or other names."""
    kernels: list[Kernel] = field(default_factory=list)


def load(path: Path) -> Extension:
    """Read an extension by running its file."""
    if not path.is_file():
        raise ExtensionError(f"there is no file {path}")
    spec = importlib.util.spec_from_file_location("lanesum_lab_extension", path)
    if spec is None or spec.loader is None:
        raise ExtensionError(f"{path} is no Python file")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    instructions = getattr(module, "INSTRUCTIONS", None)
    if not isinstance(instructions, list) or not all(isinstance(one, Instruction) for one in instructions):
        raise ExtensionError(f"{path} has no INSTRUCTIONS, a list of lanesum_lab.isa.Instruction")
    return Extension(instructions, getattr(module, "VERILOG", {}), getattr(module, "KERNELS", []))
