//! What a drop erases: in every build what depends on a key; with the feature `zeroize` all that was absorbed. (`encryption` has sessions.)

use crate::support;

use digest::{ExtendableOutput, Update};
use lanesum::hazmat::{FullStateDuplex, MonkeyDuplex, MonkeyRounds, Shake256Stream, TwistedState};
use lanesum::prg::Prg;
use lanesum::{Algorithm, Blake2b, Blake2s, Blake3, Blake3Mode, Hasher, Kmac128, Options};
use support::dropped::{gone, memory_after_drop};
use support::{backends, message};
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

#[test]
fn what_depends_on_a_key() {
    use cipher::{KeyIvInit, StreamCipher};
    for backend in backends() {
        let mac = Kmac128::with_backend(backend, "key", "").unwrap().chain(message(100, 1));
        erased("a reader", mac.clone().finalize_xof(), 190);
        erased("a MAC", mac, 380);
        let mut by_name =
            Hasher::with_options(Algorithm::Kmac128, Options::new().key(b"key").backend(backend)).unwrap();
        by_name.update(&message(100, 1));
        still_erased("a reader by name", by_name.clone().finalize(), 190);
        still_erased("a hasher by name", by_name, 380);
        let mut prg = Prg::<u64>::with_backend(backend, 510).unwrap();
        prg.feed(b"seed");
        prg.fetch(&mut [0; 300]);
        still_erased("a generator", prg, 180);
        let rounds = MonkeyRounds { start: 12, step: 1, stride: 6 };
        let mut monkey = MonkeyDuplex::<TwistedState<u64>>::with_backend(backend, 260, rounds, &[7; 40], 320).unwrap();
        monkey.step(&[1], 8, &mut []).unwrap();
        still_erased("a monkey duplex", monkey, 180);
        let mut full = FullStateDuplex::<u64>::with_backend(backend, 168, 12, &[7; 40]).unwrap();
        full.squeeze(&mut [0; 168]).unwrap();
        still_erased("a full-state duplex", full, 180);
    }
    let mut stream = Shake256Stream::new(&[7; 32].into(), &[1; 16].into());
    stream.apply_keystream(&mut [0; 300]);
    still_erased("a stream", stream, 180);
    let data: Vec<u8> = (0..6 * 1024 - 1).map(|i| (i % 251) as u8).collect();
    // The key, the chaining value and its beginning, the last block.
    let mut hasher = Blake2b::keyed(64, &[0x5a; 64]).unwrap();
    hasher.update(&data[..255]);
    still_erased("BLAKE2b", hasher, 64 + 2 * 64 + 120);
    let mut hasher = Blake2s::keyed(32, &[0x5a; 32]).unwrap();
    hasher.update(&data[..127]);
    still_erased("BLAKE2s", hasher, 32 + 2 * 32 + 60);
    for mode in [Blake3Mode::Keyed(b"whats the Elvish word for friend"), Blake3Mode::DeriveKey("a context")] {
        let mut hasher = Blake3::with_mode(mode);
        hasher.update(&data);
        // The key, the last chunk, two chaining values.
        still_erased("BLAKE3", hasher.clone(), 30 + 1000 + 60);
        still_erased("a reader of BLAKE3", hasher.finalize_xof(), 30 + 60);
    }
}

#[cfg(feature = "zeroize")]
mod with_zeroize {
    use super::*;
    use lanesum::hazmat::Sha2States;
    use lanesum::strengths::{Bits128, Bits256};
    use lanesum::subtrees::FinalNode;
    use lanesum::{
        CShake, Domain, FixedFunction, FixedHash, Kt, ManyXof, Message, ParallelHash, Sha512T, Strength, TupleHash,
        TurboShake, Xof, XofFunction, functions,
    };

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
            for len in [1000, 80_000] {
                erased("KT", Kt::<S>::default().chain(message(len, 1)), 190);
            }
            still_erased("KT's output", Kt::<S>::default().chain(message(9000, 2)).finalize_customized(b""), 190);
            erased("a final node", FinalNode::<S>::new(message(8192, 3).first_chunk().unwrap()), 190);
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
}
