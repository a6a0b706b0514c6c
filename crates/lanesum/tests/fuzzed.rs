//! The code of the fuzz targets over their seeds, each of which reaches a comparison or a branch that no other does, and on random inputs, the
//! same in each run. (`fuzz/run` looks for others.) In a process of their own, with the tests of orders of backends: target `batches` installs
//! orders, which are the process's.

use arbitrary::{Result, Unstructured};

#[cfg(feature = "rayon")]
#[path = "../../../fuzz/src/batches.rs"]
mod batches;
#[cfg(feature = "rayon")]
#[path = "../../../fuzz/src/blake3_tree.rs"]
mod blake3_tree;
#[path = "../../../fuzz/src/check.rs"]
mod check;
#[path = "../../../fuzz/src/constructions.rs"]
mod constructions;
#[path = "../../../fuzz/src/encryption.rs"]
mod encryption;
#[cfg(feature = "rayon")]
#[path = "../../../fuzz/src/hashes.rs"]
mod hashes;
#[allow(dead_code)] // without rayon
#[path = "../../../fuzz/src/input.rs"]
mod input;
#[allow(dead_code)] // without rayon
#[path = "../../../fuzz/src/model.rs"]
mod model;
#[cfg(feature = "rayon")]
#[path = "../../../fuzz/src/modes.rs"]
mod modes;
mod order;
#[path = "../../../fuzz/src/saved.rs"]
mod saved;

/// Standard base64, as `fuzz/run` reads it.
fn decoded(base64: &str) -> Vec<u8> {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digit = |c: &u8| DIGITS.iter().position(|digit| digit == c).expect("a digit of base64") as u32;
    let four = |four: &[u8]| {
        let bits = four.iter().fold(0, |bits, c| bits << 6 | digit(c)) << (6 * (4 - four.len()));
        bits.to_be_bytes()[1..four.len()].to_vec()
    };
    base64.trim_end_matches('=').as_bytes().chunks(4).flat_map(four).collect()
}

fn random_bytes(seed: u64) -> Vec<u8> {
    let mut x = seed;
    let mut next = || {
        x = x.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (x >> 56) as u8
    };
    (0..2400).map(|_| next()).collect()
}

/// The seeds of a target, and so many random inputs.
fn run(target: &str, function: fn(&mut Unstructured<'_>) -> Result<()>, random: u64) {
    let lines = include_str!("../../../fuzz/seeds.txt").lines().map(|line| line.split_once(' ').expect("two words"));
    let seeds: Vec<_> = lines.filter(|(of, _)| *of == target).map(|(_, seed)| decoded(seed)).collect();
    assert!(seeds.len() > 20, "{target} has {} seeds", seeds.len());
    for input in seeds.into_iter().chain((0..random).map(random_bytes)) {
        // An input that is too short ends a run early; that is all that an error says.
        let _ = function(&mut Unstructured::new(&input));
    }
}

#[test]
fn seeds_are_read_as_they_were_written() {
    let texts: [&[u8]; 4] = [b"", b"f", b"fo", b"foobar"];
    assert_eq!(["", "Zg==", "Zm8=", "Zm9vYmFy"].map(decoded), texts);
}

#[cfg(feature = "rayon")]
#[test]
fn batches_of_the_fuzzer() {
    let _turn = order::turn();
    run("batches", batches::batches, 1500);
}

#[test]
fn constructions_of_the_fuzzer() {
    run("constructions", constructions::constructions, 3000);
}

#[test]
fn encryption_of_the_fuzzer() {
    run("encryption", encryption::encryption, 1000);
}

#[cfg(feature = "rayon")]
#[test]
fn hashes_of_the_fuzzer() {
    run("hashes", hashes::hashes, 4000);
}

#[cfg(feature = "rayon")]
#[test]
fn modes_of_the_fuzzer() {
    run("modes", modes::modes, 1500);
}

#[test]
fn saved_states_of_the_fuzzer() {
    run("saved", saved::saved, 3000);
}
