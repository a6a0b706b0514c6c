"""Errors that whoever uses the laboratory can mend: their message is all that the command shows."""

import re


def reason(text: str) -> str:
    """Of what a tool says, the first line that says what is wrong."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return next((line for line in lines if re.search("error|sorry", line, re.IGNORECASE)), lines[-1] if lines else "no message")


class LabError(Exception):
    """What every such error is."""


class ToolError(LabError, RuntimeError):
    """A compiler, simulator or synthesiser did not take what it was given."""


class KernelError(LabError):
    """A kernel does not compute Keccak."""


class UnitError(LabError):
    """A Verilog unit does not compute what the specification says."""


class MachineError(LabError, RuntimeError):
    """The machine stopped: an instruction that nobody knows, or memory that is not there."""
