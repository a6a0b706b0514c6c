"""Instruction sets as data: from one specification follow encoder, decoder, simulation, macros and intrinsics."""

from .spec import SOURCES, Immediate, Instruction, InstructionSet, Register

__all__ = ["SOURCES", "Immediate", "Instruction", "InstructionSet", "Register"]
