"""Instruction sets as data: from one specification follow encoder, decoder, simulation, macros and intrinsics."""

from .spec import Immediate, Instruction, InstructionSet, Register

__all__ = ["Immediate", "Instruction", "InstructionSet", "Register"]
