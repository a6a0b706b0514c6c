"""Kernels of Keccak-p, written by a generator: a list of instructions on values, then registers for the values."""
