//! With the feature `zeroize`: what has been absorbed is gone on drop, the same for all families. (`kangaroo/`, `keyak/`, `ketje/` and
//! `sp800_185/` have more on theirs.)
#![cfg(feature = "zeroize")]

use crate::support;

use digest::Update;
use lanesum::hazmat::Sha2States;
use lanesum::strengths::{Bits128, Bits256};
use lanesum::{
    Algorithm, Blake3, CShake, Domain, FixedFunction, FixedHash, Hasher, Kt, ManyXof, Message, ParallelHash, Sha512T,
    Strength, TupleHash, TurboShake, Xof, XofFunction, functions,
};
use support::dropped::{gone, memory_after_drop};
use support::message;
use zeroize::ZeroizeOnDrop;

/// Checks that the drop erases at least `least` bytes that were not 0.
fn erased<T: ZeroizeOnDrop>(what: &str, value: T, least: usize) {
    still_erased(what, value, least);
}

/// The same for what makes no promise to others.
fn still_erased<T>(what: &str, value: T, least: usize) {
    let gone = gone(&memory_after_drop(value));
    assert!(gone >= least, "{what}: only {gone} bytes of {least}");
}

/// Of random bytes one of 256 is 0 before: what must go of `bytes` bytes.
fn most(bytes: usize) -> usize {
    bytes - bytes / 20 - 2
}

/// Bytes of state and unfinished block that a message of two blocks but a byte fills.
fn filled(algorithm: Algorithm) -> usize {
    match algorithm.block_bytes() {
        64 => 32 + 63,
        128 => 64 + 127,
        _ => 200,
    }
}

#[test]
fn hashers_of_all_families() {
    fn fixed<F: FixedFunction>() {
        let data = message(2 * F::ALGORITHM.block_bytes() - 1, 1);
        erased(F::ALGORITHM.name(), FixedHash::<F>::new().chain(data), most(filled(F::ALGORITHM)));
    }
    fn xof<F: XofFunction>() {
        let data = message(1000, 1);
        erased(F::ALGORITHM.name(), Xof::<F>::new().chain(&data), most(200));
        let output = digest::ExtendableOutput::finalize_xof(Xof::<F>::new().chain(&data));
        erased(F::ALGORITHM.name(), output, most(200));
        let messages = [Message::new(&data), Message::new(&data[1..])];
        erased(F::ALGORITHM.name(), ManyXof::<F, 2>::new(messages), most(400));
    }
    fixed::<functions::Sha3_224>();
    fixed::<functions::Sha3_512>();
    fixed::<functions::Keccak256>();
    fixed::<functions::Sha224>();
    fixed::<functions::Sha256>();
    fixed::<functions::Sha384>();
    fixed::<functions::Sha512>();
    fixed::<functions::Sha512_256>();
    fixed::<functions::Blake224>();
    fixed::<functions::Blake256>();
    fixed::<functions::Blake512>();
    xof::<functions::Shake128>();
    xof::<functions::Shake256>();
    let mut any = Sha512T::new(200).unwrap();
    any.update(&message(255, 1));
    erased("SHA-512/t", any, most(64 + 127));
}

#[test]
fn chaining_values_in_step() {
    let mut words = Sha2States::<u32, 16>::new();
    let rows: [_; 16] = std::array::from_fn(|i| message(64, i as u64));
    words.compress_all(rows.each_ref().map(|row| &row[..]));
    erased("SHA-256 in step", words, most(16 * 32));
    let mut words = Sha2States::<u64, 4>::new();
    words.compress_all([&message(128, 1)[..]; 4]);
    erased("SHA-512 in step", words, most(4 * 64));
}

#[test]
fn any_algorithm_and_its_output() {
    for &algorithm in Algorithm::PLAIN {
        let mut hasher = Hasher::new(algorithm);
        hasher.update(&message(2 * algorithm.block_bytes() - 1, 2));
        // The state of BLAKE3 is in memory of its own: below; those of BLAKE2bp and BLAKE2sp, too: `parallel_memory.rs` looks at them.
        let inline = match algorithm {
            Algorithm::Blake3 => 32,
            Algorithm::Blake2bp | Algorithm::Blake2sp => 0,
            _ => most(filled(algorithm).min(200)),
        };
        erased(algorithm.name(), hasher.clone(), inline);
        // A digest of fixed length that is kept, or a sponge.
        let bytes = if algorithm.block_bytes() == 64 || algorithm.block_bytes() == 128 {
            algorithm.digest_bits() / 8
        } else {
            200
        };
        still_erased(algorithm.name(), hasher.finalize(), most(bytes));
    }
    let mut state = Blake3::new();
    state.update(&message(2047, 2));
    still_erased("the state of BLAKE3", state, most(32 + 1023 + 32));
}

#[test]
fn modes() {
    fn of<S: Strength>() {
        let data = message(1000, 3);
        erased("TurboSHAKE", TurboShake::<S>::new(Domain::DEFAULT).chain(&data), most(200));
        erased("KT", Kt::<S>::default().chain(&data), most(200));
        erased("cSHAKE", CShake::<S>::new("", "x").chain(&data), most(400));
        let mut tuple = TupleHash::<S>::new("x");
        tuple.push(&data[..]);
        erased("TupleHash", tuple, most(400));
        // The root before the message, the root, and a block that has begun.
        let parallel = ParallelHash::<S>::new(1 << 40, "x").unwrap().chain(&data);
        erased("ParallelHash", parallel, most(600));
    }
    of::<Bits128>();
    of::<Bits256>();
}
