"""A laboratory for instruction-set extensions for Keccak: a specification is simulated, measured and costed."""
