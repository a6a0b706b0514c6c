"""Somebody's own instructions: one Python file with INSTRUCTIONS, and VERILOG and KERNELS if there are any."""

import importlib.util
import inspect
import re
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import NoReturn

from .errors import LabError
from .hardware import units
from .isa import SOURCES, Immediate, Instruction, InstructionSet, Register
from .isa.assembly import known
from .isa.keccak import instruction_set
from .kernels.catalog import Kernel, kernels
from .needs import MissingError


class ExtensionError(LabError):
    """A file is no extension, or what it has is wrong; the message begins with the file."""


@dataclass(frozen=True)
class Extension:
    """What such a file has."""

    path: Path
    instructions: list[Instruction] = field(default_factory=list)
    verilog: dict[str, str] = field(default_factory=dict)
    """By form: plain, lean, or other names."""
    kernels: list[Kernel] = field(default_factory=list)

    def isa(self) -> InstructionSet:
        """The six instructions and these."""
        return instruction_set().extended(self.instructions)

    def units(self) -> dict[str, list[Instruction]]:
        """The units that this file describes, with the instructions that each computes."""
        own = InstructionSet(self.instructions)
        return units(own)


@contextmanager
def blame(path: Path) -> Iterator[None]:
    """Whatever goes wrong with what a file has becomes one message that begins with the file, and its line if one is known."""
    try:
        yield
    except (ExtensionError, MissingError):
        raise
    except LabError as error:
        raise ExtensionError(f"{path}: {error}") from error
    except SyntaxError as error:
        at = f"line {error.lineno}: " if error.lineno else ""
        raise ExtensionError(f"{path}: {at}{error.msg}") from error
    except (Exception, SystemExit) as error:
        lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if Path(frame.filename) == path.resolve()]
        at = f"line {lines[-1]}: " if lines else ""
        raise ExtensionError(f"{path}: {at}{type(error).__name__}: {error}") from error


def load(path: Path) -> Extension:
    """Read an extension by running its file; `ExtensionError` if it cannot be one."""
    if not path.is_file():
        raise ExtensionError(f"there is no file {path}")
    if b"\0" in path.read_bytes():
        raise ExtensionError(f"{path}: there is a NUL byte in it: this is no Python file")
    spec = importlib.util.spec_from_file_location("lanesum_lab_extension", path.resolve())
    if spec is None or spec.loader is None:
        raise ExtensionError(f"{path}: this is no Python file")
    module = importlib.util.module_from_spec(spec)
    with blame(path):
        spec.loader.exec_module(module)
        found = Extension(
            path, getattr(module, "INSTRUCTIONS", []), getattr(module, "VERILOG", {}), getattr(module, "KERNELS", [])
        )
        _check(found)
    return found


def _check_instruction(one: Instruction, refuse: Callable[[str], NoReturn]) -> None:
    """Whether one of them can be written, encoded and run; `refuse` says why not."""
    for what, text in (("name", one.name), ("form", one.form)):
        word = isinstance(text, str) and re.fullmatch("[a-z_][a-z0-9_]*", text)
        if not word and not (what == "form" and text == ""):
            refuse(f"the {what} {text!r} of an instruction is no identifier of lower-case letters, digits and _")
    if known(one.name):
        refuse(f"{one.name} is a word that the assembler or C knows already: give the instruction another name")
    if not all(isinstance(kind, Register) for kind in (one.d, one.n, one.m)):
        refuse(f"{one.mnemonic}: d, n and m must be kinds of registers: Register.S, Register.D or Register.Q")
    if not callable(one.semantics):
        refuse(
            f"{one.mnemonic}: after d, n and m comes the function, and here stands {one.semantics}; a third and a fourth "
            "source are given by name: more=(Register.D,)"
        )
    if not isinstance(one.more, tuple) or not all(isinstance(kind, Register) for kind in one.more):
        refuse(f"{one.mnemonic}: more must be a tuple of kinds of registers, the third and the fourth source: (Register.D,)")
    if len(one.sources) > len(SOURCES):
        refuse(f"{one.mnemonic} has {len(one.sources)} sources; an instruction has at most {len(SOURCES)}")
    if not isinstance(one.update, bool):
        refuse(f"{one.mnemonic}: update must be True (d is read before it is written) or False, not {one.update!r}")
    if one.immediate is not None and (not isinstance(one.immediate, Immediate) or one.immediate.count < 1):
        refuse(f"{one.mnemonic}: the immediate must be an Immediate with a count of at least 1, not {one.immediate!r}")
    _check_arguments(one, refuse)
    answer = one.semantics(*((1 << bits) - 1 if name != "i" else _highest(one) for name, bits in one.inputs.items()))
    if not isinstance(answer, int):
        refuse(f"{one.mnemonic}: its function answers {answer!r}, which is no int")


def _highest(one: Instruction) -> int:
    return one.immediate.count - 1 if one.immediate else 0


def _check_arguments(one: Instruction, refuse: Callable[[str], NoReturn]) -> None:
    """Whether the function takes what the instruction reads: no source may arrive as an immediate, nor the other way."""
    try:
        parameters = inspect.signature(one.semantics).parameters.values()
    except (TypeError, ValueError):  # a function of C's need not have a signature
        return
    if any(parameter.kind is parameter.VAR_POSITIONAL for parameter in parameters):
        return
    needed = [parameter.name for parameter in parameters if parameter.default is parameter.empty]
    if len(needed) != len(one.inputs):
        refuse(
            f"{one.mnemonic} reads {len(one.inputs)} operands ({', '.join(one.inputs)}), and its function takes {len(needed)} "
            f"({', '.join(needed)}). A third or fourth source is declared by more=(Register.D,), the old value of d (the first "
            "argument) by update=True, an immediate (the last) by immediate=Immediate(...)"
        )


def _check(found: Extension) -> None:
    def refuse(text: str) -> NoReturn:
        raise ExtensionError(f"{found.path}: {text}")

    if not isinstance(found.instructions, list) or not all(isinstance(one, Instruction) for one in found.instructions):
        refuse("INSTRUCTIONS must be a list of lanesum_lab.isa.Instruction")
    if not found.instructions:
        refuse("there are no INSTRUCTIONS, a list of lanesum_lab.isa.Instruction")
    if not isinstance(found.verilog, dict) or not all(isinstance(text, str) for pair in found.verilog.items() for text in pair):
        refuse('VERILOG must be a dictionary from a form ("plain") to Verilog text')
    if not isinstance(found.kernels, list) or not all(isinstance(one, Kernel) for one in found.kernels):
        refuse("KERNELS must be a list of lanesum_lab.kernels.catalog.Kernel")
    for one in found.instructions:
        _check_instruction(one, refuse)
    if found.verilog and not any(one.unit for one in found.instructions):
        refuse("there is VERILOG, but no instruction names a unit of it: `unit=`")
    found.isa()
    functions = [one.mnemonic.replace(".", "_") for one in found.isa().instructions]
    for function in functions:
        if functions.count(function) > 1:
            refuse(f"two instructions have the intrinsic {function}")
    base = units(instruction_set())
    for one in found.instructions:
        if one.unit in base:
            refuse(f"{one.mnemonic} has the unit {one.unit}, which is one of the six instructions': give it another name")
        if one.unit and not found.verilog:
            refuse(f"{one.mnemonic} has the unit {one.unit}, but there is no VERILOG; without hardware, leave `unit` out")
        for form, text in found.verilog.items():
            if one.unit and f"module {one.unit}" not in text:
                refuse(f"{one.mnemonic} has the unit {one.unit}, but VERILOG[{form!r}] has no module {one.unit}")
    names = [one.name for one in kernels()]
    for kernel in found.kernels:
        if kernel.name in names:
            refuse(f"there is a kernel {kernel.name} already")
        names.append(kernel.name)
