"""Errors that whoever uses the laboratory can mend: their message is all that the command shows."""


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
