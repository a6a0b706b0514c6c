"""An ARMv7-A core with NEON in Unicorn (QEMU's translator), and the instructions of a set in its undefined encodings."""

import copy
from typing import Any

import unicorn as uc
from unicorn import arm_const as arm

from ..errors import MachineError
from ..isa import InstructionSet, Register
from .elf import Program
from .timing import Counts, Memory

_FIRST = {Register.S: arm.UC_ARM_REG_S0, Register.D: arm.UC_ARM_REG_D0, Register.Q: arm.UC_ARM_REG_Q0}
_ARGUMENTS = [arm.UC_ARM_REG_R0, arm.UC_ARM_REG_R1, arm.UC_ARM_REG_R2, arm.UC_ARM_REG_R3]
_MEMORY, _SIZE = 0x10000, 0x800000
_STACK, _RETURN = _MEMORY + _SIZE, 0x8000


class Machine:
    """A core, its memory, and a program in it. Functions are called by the procedure call standard (AAPCS)."""

    def __init__(self, isa: InstructionSet, program: Program | None = None) -> None:
        """Load the program; an instruction of the set is run wherever it stands."""
        self.isa = isa
        self.program = program
        self.executed: dict[str, int] = {}
        self._fault: Exception | None = None
        self._decoded: dict[int, Any] = {}
        self._heap = _MEMORY + _SIZE // 2
        core = self.core = uc.Uc(uc.UC_ARCH_ARM, uc.UC_MODE_ARM)
        core.ctl_set_cpu_model(arm.UC_CPU_ARM_CORTEX_A9)
        core.mem_map(_MEMORY, _SIZE)
        core.mem_map(_RETURN, 0x1000)
        core.reg_write(arm.UC_ARM_REG_C1_C0_2, core.reg_read(arm.UC_ARM_REG_C1_C0_2) | 0xF << 20)
        core.reg_write(arm.UC_ARM_REG_FPEXC, 1 << 30)
        core.hook_add(uc.UC_HOOK_INSN_INVALID, self._invalid)
        for address, content, _ in program.segments if program else []:
            core.mem_write(address, content)

    def _invalid(self, core: Any, _: Any) -> bool:
        at = core.reg_read(arm.UC_ARM_REG_PC)
        entry = self._decoded.get(at)
        if entry is None:
            found = self.isa.decode(int.from_bytes(core.mem_read(at, 4), "little"))
            if found is None:
                return False
            one = found.instruction
            d, *read = [_FIRST[kind] + k for kind, k in zip(one.registers.values(), found.registers, strict=True)]
            immediate = (found.i,) if one.immediate else ()
            entry = self._decoded[at] = (one, d, [d, *read] if one.update else read, immediate, (1 << one.d.bits) - 1)
        one, d, read, immediate, mask = entry
        try:
            core.reg_write(d, one.semantics(*map(core.reg_read, read), *immediate) & mask)
        except Exception as fault:  # an error in somebody's semantics must not be lost in a callback
            self._fault = fault
            return False
        self.executed[one.mnemonic] = self.executed.get(one.mnemonic, 0) + 1
        core.reg_write(arm.UC_ARM_REG_PC, at + 4)
        return True

    def address(self, symbol: str) -> int:
        """Where a symbol of the program is."""
        if self.program is None or symbol not in self.program.symbols:
            raise KeyError(f"the program has no {symbol}")
        return self.program.symbols[symbol]

    def write(self, address: int, data: bytes) -> None:
        """Put bytes into memory."""
        self.core.mem_write(address, data)

    def read(self, address: int, size: int) -> bytes:
        """Bytes of memory."""
        return bytes(self.core.mem_read(address, size))

    def place(self, data: bytes | int) -> int:
        """A fresh place of 64-byte alignment, with these bytes or with so many zeros; never given back."""
        content = bytes(data)
        address = self._heap
        self._heap = (address + len(content) + 127) // 64 * 64
        if self._heap > _STACK - 0x10000:
            raise MemoryError("the machine's memory is full")
        self.write(address, content)
        return address

    def call(self, symbol: str, *arguments: int) -> int:
        """Call a function with words as arguments; its result."""
        return self.run(self.address(symbol), *arguments)

    def run(self, address: int, *arguments: int, limit: int = 0) -> int:
        """Call the function at an address; `MachineError` if it does not end within `limit` instructions, unless that is 0."""
        core = self.core
        stack = (_STACK - 64 - 4 * max(0, len(arguments) - 4)) & ~7
        for register, value in zip(_ARGUMENTS, arguments, strict=False):
            core.reg_write(register, value & 0xFFFFFFFF)
        for k, value in enumerate(arguments[4:]):
            self.write(stack + 4 * k, (value & 0xFFFFFFFF).to_bytes(4, "little"))
        core.reg_write(arm.UC_ARM_REG_SP, stack)
        core.reg_write(arm.UC_ARM_REG_LR, _RETURN)
        try:
            core.emu_start(address, _RETURN, count=limit)
        except uc.UcError as error:
            if self._fault:
                raise self._fault from error
            at = core.reg_read(arm.UC_ARM_REG_PC)
            raise MachineError(f"the machine stopped at {at:#x}: {error}") from error
        if limit and core.reg_read(arm.UC_ARM_REG_PC) != _RETURN:
            raise MachineError(f"the function at {address:#x} did not end within {limit} instructions")
        return int(core.reg_read(arm.UC_ARM_REG_R0))

    def observe(self, memory: Memory) -> "Observation":
        """Count and time all that runs inside `with`."""
        return Observation(self, memory)


class Observation:
    """Hooks on every instruction and every reference, for as long as the `with` lasts."""

    def __init__(self, machine: Machine, memory: Memory) -> None:
        self.machine, self.memory = machine, memory
        self._hooks: list[Any] = []
        self._custom = 0

    def __enter__(self) -> "Observation":
        core = self.machine.core
        fetch, reference = self.memory.fetch, self.memory.reference
        self._custom = sum(self.machine.executed.values())
        # What was translated before has no hooks in it.
        core.ctl_flush_tb()
        self._hooks = [
            core.hook_add(uc.UC_HOOK_CODE, lambda _core, address, _size, _data: fetch(address)),
            core.hook_add(
                uc.UC_HOOK_MEM_READ | uc.UC_HOOK_MEM_WRITE,
                lambda _core, _kind, address, size, _value, _data: reference(address, size),
            ),
        ]
        return self

    def __exit__(self, *_: object) -> None:
        for hook in self._hooks:
            self.machine.core.hook_del(hook)
        self.machine.core.ctl_flush_tb()
        self.memory.counts.custom += sum(self.machine.executed.values()) - self._custom

    def counts(self) -> Counts:
        """The counts up to now."""
        return copy.copy(self.memory.counts)
