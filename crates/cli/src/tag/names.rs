//! The names that functions have in tags: the one table.

use lanesum::Algorithm;

use crate::function::{Derived, Form, Function, Mode, Strength};

/// Every function once.
pub(super) const NAMES: &[(Function, &str)] = &[
    // The library's algorithms.
    (Function::Own(Algorithm::Sha3_224), "SHA3-224"),
    (Function::Own(Algorithm::Sha3_256), "SHA3-256"),
    (Function::Own(Algorithm::Sha3_384), "SHA3-384"),
    (Function::Own(Algorithm::Sha3_512), "SHA3-512"),
    (Function::Own(Algorithm::Shake128), "SHAKE128"),
    (Function::Own(Algorithm::Shake256), "SHAKE256"),
    (Function::Own(Algorithm::Keccak256), "Keccak-256"),
    (Function::Own(Algorithm::TurboShake128), "TurboSHAKE128"),
    (Function::Own(Algorithm::TurboShake256), "TurboSHAKE256"),
    (Function::Own(Algorithm::Kt128), "KT128"),
    (Function::Own(Algorithm::Kt256), "KT256"),
    // As GNU cksum writes them; of the last two it has none.
    (Function::Own(Algorithm::Sha224), "SHA224"),
    (Function::Own(Algorithm::Sha256), "SHA256"),
    (Function::Own(Algorithm::Sha384), "SHA384"),
    (Function::Own(Algorithm::Sha512), "SHA512"),
    (Function::Own(Algorithm::Sha512_224), "SHA512-224"),
    (Function::Own(Algorithm::Sha512_256), "SHA512-256"),
    (Function::Own(Algorithm::Blake224), "BLAKE-224"),
    (Function::Own(Algorithm::Blake256), "BLAKE-256"),
    (Function::Own(Algorithm::Blake384), "BLAKE-384"),
    (Function::Own(Algorithm::Blake512), "BLAKE-512"),
    // As SP 800-185 writes them.
    (derived(Mode::CShake, Strength::Bits128), "cSHAKE128"),
    (derived(Mode::CShake, Strength::Bits256), "cSHAKE256"),
    (derived(Mode::Kmac(Form::Bound), Strength::Bits128), "KMAC128"),
    (derived(Mode::Kmac(Form::Bound), Strength::Bits256), "KMAC256"),
    (derived(Mode::Kmac(Form::Xof), Strength::Bits128), "KMACXOF128"),
    (derived(Mode::Kmac(Form::Xof), Strength::Bits256), "KMACXOF256"),
    (derived(Mode::TupleHash(Form::Bound), Strength::Bits128), "TupleHash128"),
    (derived(Mode::TupleHash(Form::Bound), Strength::Bits256), "TupleHash256"),
    (derived(Mode::TupleHash(Form::Xof), Strength::Bits128), "TupleHashXOF128"),
    (derived(Mode::TupleHash(Form::Xof), Strength::Bits256), "TupleHashXOF256"),
    (derived(Mode::ParallelHash(Form::Bound), Strength::Bits128), "ParallelHash128"),
    (derived(Mode::ParallelHash(Form::Bound), Strength::Bits256), "ParallelHash256"),
    (derived(Mode::ParallelHash(Form::Xof), Strength::Bits128), "ParallelHashXOF128"),
    (derived(Mode::ParallelHash(Form::Xof), Strength::Bits256), "ParallelHashXOF256"),
    // Of other crates.
    (Function::Blake2b, "BLAKE2b"),
    (Function::Blake2s, "BLAKE2s"),
    (Function::Blake3, "BLAKE3"),
];

const fn derived(mode: Mode, strength: Strength) -> Function {
    Function::Derived(Derived { mode, strength })
}

/// The function's name in tags, without bits.
pub(super) fn name_of(function: Function) -> &'static str {
    let known = NAMES.iter().find(|(other, _)| *other == function);
    // The test below holds the table against `Function::all`: the library's name is never needed.
    known.map_or(function.name(), |(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_every_function_once() {
        for function in Function::all() {
            assert_eq!(NAMES.iter().filter(|(other, _)| *other == function).count(), 1, "{function}");
        }
        assert_eq!(NAMES.len(), Function::all().count());
    }
}
