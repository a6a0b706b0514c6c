//! The names of functions in tags. Those of the library's algorithms are in the library's own table.

use lanesum::Algorithm;

use crate::function::{Derived, Form, Function, Mode, Strength};

/// The functions that the library has no [`Algorithm`] for.
const OTHERS: &[(Function, &str)] = &[
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
    (Function::Md5, "MD5"),
    (Function::Sha1, "SHA1"),
];

/// How other programs call functions in tags: read, never written. OpenSSL 3; GNU cksum from 9.8 on; perl's shasum; OpenSSL 1; rhash.
const FOREIGN: &[(Function, &str)] = &[
    (Function::Own(Algorithm::Sha224), "SHA2-224"),
    (Function::Own(Algorithm::Sha256), "SHA2-256"),
    (Function::Own(Algorithm::Sha384), "SHA2-384"),
    (Function::Own(Algorithm::Sha512), "SHA2-512"),
    (Function::Own(Algorithm::Sha512_224), "SHA2-512/224"),
    (Function::Own(Algorithm::Sha512_256), "SHA2-512/256"),
    (Function::Own(Algorithm::Sha512_224), "SHA512/224"),
    (Function::Own(Algorithm::Sha512_256), "SHA512/256"),
    (Function::Own(Algorithm::Shake128), "SHAKE-128"),
    (Function::Own(Algorithm::Shake256), "SHAKE-256"),
    (Function::Own(Algorithm::Keccak256), "KECCAK-256"),
    (Function::Blake2b, "BLAKE2B-512"),
    (Function::Blake2s, "BLAKE2S-256"),
    (Function::Blake2b, "BLAKE2b512"),
    (Function::Blake2s, "BLAKE2s256"),
    (Function::Blake2b, "BLAKE2B"),
    // rhash 1.4 makes it as long as longer names.
    (Function::Md5, "MD5  "),
    (Function::Blake2s, "BLAKE2S"),
];

const fn derived(mode: Mode, strength: Strength) -> Function {
    Function::Derived(Derived { mode, strength })
}

/// Every function once, with its name in tags.
pub(super) fn all() -> impl Iterator<Item = (Function, &'static str)> {
    let own = Algorithm::ALL.iter().map(|algorithm| (Function::Own(*algorithm), algorithm.tag()));
    own.chain(OTHERS.iter().copied())
}

/// Other names, which are read as well.
pub(super) fn foreign() -> impl Iterator<Item = (Function, &'static str)> {
    FOREIGN.iter().copied()
}

/// The function's name in tags, without bits.
pub(super) fn name_of(function: Function) -> &'static str {
    match function {
        Function::Own(algorithm) => algorithm.tag(),
        // The test below compares the table with `Function::all`: the other name is never needed.
        _ => OTHERS.iter().find(|(other, _)| *other == function).map_or(function.name(), |(_, name)| name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_function_has_a_name_in_tags() {
        for function in Function::all() {
            assert_eq!(all().filter(|(other, _)| *other == function).count(), 1, "{function}");
        }
        assert_eq!(all().count(), Function::all().count());
    }

    /// Lists must be readable for good: no name may change, and a new one is promised, too.
    #[test]
    fn the_names_are_those_that_are_promised() {
        let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/compatibility.md");
        let page = std::fs::read_to_string(page).unwrap();
        let section = page.split_once("## Tags in lists").unwrap().1.split_once("##").unwrap().0;
        let lines = section.lines().filter(|line| line.starts_with("- "));
        let mut promised: Vec<&str> = lines.flat_map(|line| line.split('`').skip(1).step_by(2)).collect();
        let mut names: Vec<&str> = all().map(|(_, name)| name).collect();
        promised.sort_unstable();
        names.sort_unstable();
        assert_eq!(names, promised);
    }
}
