//! Saved states that somebody has changed, with the checksum mended. Each contradiction that can be told is refused, and the nearest state
//! without one is accepted. (The fuzz target `saved` finishes the messages of such states by all calls: they have one digest.)

use crate::support::{message, resealed};
use digest::Update;
use digest::common::hazmat::SerializableState;
use lanesum::strengths::{Bits128, Bits256};
use lanesum::{
    Algorithm, BitOrder, CShake, Error, Hasher, Kmac, Options, ParallelHash, Parameter, SavedError, Sha512T, Strength,
    TupleHash, subtrees,
};
use std::ops::Range;

/// Bytes before the contents of a saved state, and those of the checksum behind them.
const HEAD: usize = 20;
const CHECK: usize = 8;

/// Whether a state is accepted. If it is, it is saved as the same bytes.
type Accepts = fn(&[u8]) -> bool;

fn hasher(saved: &[u8]) -> bool {
    let restored = Hasher::from_bytes(saved);
    restored.inspect(|hasher| assert_eq!(hasher.to_bytes(), saved, "what was saved again differs")).is_ok()
}

fn of<T: SerializableState>(saved: &[u8]) -> bool {
    let restored = T::deserialize(saved.try_into().expect("as long"));
    restored.inspect(|hasher| assert!(hasher.serialize()[..] == *saved, "what was saved again differs")).is_ok()
}

/// A function's saved state.
struct Saved {
    what: String,
    bytes: Vec<u8>,
    accepts: Accepts,
}

impl Saved {
    fn new(what: String, bytes: &[u8], accepts: Accepts) -> Self {
        Self { what, bytes: bytes.to_vec(), accepts }
    }

    fn of(algorithm: Algorithm, data: &[u8]) -> Self {
        let salt = if algorithm.takes(Parameter::DigestBytes) { vec![] } else { message(algorithm.salt_bytes(), 5) };
        let options = if salt.is_empty() { Options::new() } else { Options::new().salt(&salt) };
        let mut hasher = Hasher::with_options(algorithm, options).unwrap();
        hasher.update(data);
        Self::new(format!("{algorithm}, {} bytes", data.len()), &hasher.to_bytes(), self::hasher)
    }

    /// Whether the state is accepted with other bytes from byte `at` of its contents on.
    fn accepts(&self, at: usize, bytes: &[u8]) -> bool {
        let mut other = self.bytes.clone();
        other[HEAD + at..][..bytes.len()].copy_from_slice(bytes);
        (self.accepts)(&resealed(&other))
    }

    /// Flips a bit of each of some bytes of the contents: exactly those in `accepted` may be others.
    fn check(&self, bytes: Range<usize>, accepted: impl Fn(usize) -> bool) {
        for at in bytes {
            let byte = self.bytes[HEAD + at] ^ 1 << (at % 8);
            assert_eq!(self.accepts(at, &[byte]), accepted(at), "{}: byte {at}", self.what);
        }
    }
}

fn is_tree(algorithm: Algorithm) -> bool {
    matches!(algorithm, Algorithm::Kt128 | Algorithm::Kt256)
}

#[test]
fn a_first_block_has_the_message_and_zeroes() {
    let data = message(600, 1);
    for &algorithm in Algorithm::PLAIN {
        let rate = algorithm.block_bytes();
        if algorithm.bit_order() == BitOrder::HighestFirst || is_tree(algorithm) {
            continue;
        }
        for len in [0, 5, rate - 1] {
            let saved = Saved::of(algorithm, &data[..len]);
            // A capacity that differs may be that of a permutation.
            saved.check(0..200, |at| at < len || at >= rate);
            for position in 0..rate {
                assert_eq!(saved.accepts(200, &[position as u8]), position >= len, "{}, {position}", saved.what);
            }
        }
        // After a permutation any bytes can be there, in any place. But the last bytes, the capacity, are not 0.
        let saved = Saved::of(algorithm, &data[..2 * rate + 9]);
        saved.check(0..200, |_| true);
        assert!((0..rate).all(|position| saved.accepts(200, &[position as u8])));
        assert!(!saved.accepts(rate, &vec![0; 200 - rate]), "{}: a capacity of zeroes", saved.what);
    }
}

/// The number of bytes says what the final node and the leaf that has begun have absorbed.
#[test]
fn trees_have_absorbed_what_they_count() {
    let data = message(30_000, 1);
    let (node, leaf) = (216, 16);
    let count = |bytes: usize| (bytes as u128).to_be_bytes();
    for algorithm in [Algorithm::Kt128, Algorithm::Kt256] {
        let rate = algorithm.block_bytes();
        for len in [0, 5, rate - 1] {
            let saved = Saved::of(algorithm, &data[..len]);
            saved.check(node..node + 200, |at| at - node < len);
            saved.check(leaf..leaf + 200, |_| false);
            for bytes in [0, 1, 4, 5, 6, rate - 2, rate - 1, rate, rate + 5, 8191, 8192, 8197, 100_000] {
                let fits = (len..rate).contains(&bytes);
                assert_eq!(saved.accepts(0, &count(bytes)), fits, "{}, {bytes} bytes counted", saved.what);
            }
        }
        for len in [rate, 8192 + 5] {
            let saved = Saved::of(algorithm, &data[..len]);
            saved.check(node..node + 200, |_| true);
            saved.check(leaf..leaf + 200, |at| len > 8192 && at - leaf < 5);
            assert!(!saved.accepts(0, &count(0)) && !saved.accepts(0, &count(rate - 1)), "{}", saved.what);
            assert!(!saved.accepts(node, &[0; 200]), "{}: a final node of zeroes", saved.what);
        }
        let saved = Saved::of(algorithm, &data[..8192 + rate + 5]);
        saved.check(leaf..leaf + 200, |_| true);
        assert!(!saved.accepts(leaf, &[0; 200]), "{}: a leaf of zeroes", saved.what);
        assert!(!saved.accepts(0, &count(8192 + rate - 1)), "{}: a leaf of less than a block", saved.what);
        assert!(saved.accepts(0, &count(8192 + rate)), "{}: a leaf of a block", saved.what);
    }
}

/// The number of bytes says how many chaining values of subtrees there are, and the bytes of the last chunk.
#[test]
fn blake3_has_what_it_counts() {
    let data = message(10_000, 1);
    for (len, values) in [(0, 0), (1, 0), (1024, 0), (1025, 1), (3 * 1024 + 5, 2), (4 * 1024 + 1, 1)] {
        let saved = Saved::of(Algorithm::Blake3, &data[..len]);
        let last = if len == 0 { 0 } else { (len - 1) % 1024 + 1 };
        assert_eq!(saved.bytes.len(), HEAD + 8 + 32 * values + last + CHECK, "{}", saved.what);
        saved.check(8..saved.bytes.len() - HEAD - CHECK, |_| true);
        for other in [0, 1, 1024, 1025, 3 * 1024 + 5, 4 * 1024 + 5, 5 * 1024 + 5, 1 << 40, usize::MAX] {
            let chunks = other.saturating_sub(1) / 1024;
            let fits = chunks.count_ones() as usize == values && other - 1024 * chunks == last;
            assert_eq!(saved.accepts(0, &(other as u64).to_be_bytes()), fits, "{}: {other}", saved.what);
        }
    }
}

/// Of a tree that was hashed in several places, too.
#[test]
fn final_nodes_have_absorbed_a_chunk() {
    let saved = subtrees::FinalNode::<Bits128>::new(&[7; subtrees::CHUNK_BYTES]).to_bytes();
    assert!(subtrees::FinalNode::<Bits128>::from_bytes(&saved).is_ok());
    let mut zeroes = saved;
    let end = zeroes.len() - 16;
    zeroes[end - 200..end].fill(0);
    let mut checksum = [0; 16];
    lanesum::kt128(&zeroes[..end], b"lanesum: a part of a tree", &mut checksum);
    zeroes[end..].copy_from_slice(&checksum);
    let error = subtrees::FinalNode::<Bits128>::from_bytes(&zeroes).unwrap_err();
    assert_eq!(error, Error::Saved(SavedError::Length));
}

/// Before the first whole block, a chaining value is the initial one, and not behind it.
#[test]
fn chaining_values_are_those_of_the_count() {
    fn check(saved: &Saved, words: usize, salt: usize, block: usize, len: usize) {
        check_held(saved, words, salt, block, len, false);
    }
    // BLAKE2 holds a whole block back, because it may be the last.
    fn check_held(saved: &Saved, words: usize, salt: usize, block: usize, len: usize, is_held: bool) {
        let before = |bytes: usize| if is_held { bytes.saturating_sub(1) / block } else { bytes / block };
        let held = len - before(len) * block;
        let values = saved.bytes.len() - HEAD - CHECK - salt - 16 - block - words;
        let (value, count) = (values..values + words, values + words + salt);
        saved.check(value.clone(), |_| before(len) > 0);
        saved.check(value.end..count, |_| true);
        saved.check(count + 16..count + 16 + block, |at| at - count - 16 < held);
        // The same block after as many whole blocks more or less.
        for blocks in [0, 1, 2, 1000] {
            let bytes = blocks * block + held;
            let accepted = (before(bytes) == 0) == (before(len) == 0);
            assert_eq!(
                saved.accepts(count, &(bytes as u128).to_be_bytes()),
                accepted,
                "{}: {blocks} blocks",
                saved.what
            );
        }
    }
    let data = message(600, 1);
    for &algorithm in Algorithm::PLAIN {
        let block = algorithm.block_bytes();
        if algorithm.standard_name().ends_with('p') {
            leaves(algorithm, block);
        } else if algorithm.takes(Parameter::DigestBytes) {
            for len in [0, 5, block - 1, block, block + 1, 3 * block + 9] {
                let saved = Saved::of(algorithm, &data[..len]);
                check_held(&saved, block / 2, 0, block, len, true);
                assert!(!saved.accepts(0, &[0]) && !saved.accepts(0, &[block as u8 / 2 + 1]), "{}", saved.what);
                assert_eq!(saved.accepts(0, &[20]), len > block, "{}: another length of the digest", saved.what);
            }
        } else if algorithm.bit_order() == BitOrder::HighestFirst && algorithm != Algorithm::Blake3 {
            for len in [0, 5, block - 1, block, 3 * block + 9] {
                check(&Saved::of(algorithm, &data[..len]), block / 2, algorithm.salt_bytes(), block, len);
            }
        }
    }
    for t in [5, 256] {
        for len in [0, 5, 127, 128, 300] {
            let mut hasher = Sha512T::new(t).unwrap();
            hasher.update(&data[..len]);
            let saved = Saved::new(format!("SHA-512/{t}, {len} bytes"), &hasher.serialize(), of::<Sha512T>);
            check(&saved, 64, 0, 128, len);
            assert_eq!(saved.accepts(0, &6_u16.to_be_bytes()), len >= 128, "{}: the value of another t", saved.what);
        }
    }
}

/// `BLAKE2bp` and `BLAKE2sp`: length of the digest, whether there is a key, values before and now, bytes, what waits, zeroes.
fn leaves(algorithm: Algorithm, block: usize) {
    let (data, value) = (message(3000, 1), block / 2);
    let leaves = 512 / block;
    let count = 2 + (1 + leaves) * value;
    for len in [0, 511, 513, 1025, 1537, 3000] {
        let saved = Saved::of(algorithm, &data[..len]);
        let whole = len.saturating_sub(513) / 512;
        let held = len - 512 * whole;
        // Before the first blocks a leaf has the initial value of its place, and later another one.
        saved.check(2..2 + value, |at| whole > 0 && at >= 2 + value / 2);
        saved.check(2 + value..count, |_| whole > 0);
        saved.check(count + 16..count + 16 + 1024, |at| at - count - 16 < held);
        saved.check(count + 16 + 1024..count + 16 + 1026, |_| false);
        for blocks in [0, 1, 2, 1000_usize] {
            let bytes = held + 512 * blocks;
            let accepted = (bytes.saturating_sub(513) / 512 == 0) == (whole == 0);
            assert_eq!(
                saved.accepts(count, &(bytes as u128).to_be_bytes()),
                accepted,
                "{}: {blocks} blocks",
                saved.what
            );
        }
        assert!(
            !saved.accepts(0, &[0]) && !saved.accepts(0, &[value as u8 + 1]) && !saved.accepts(1, &[1]),
            "{}",
            saved.what
        );
    }
}

/// The state after more data differs from the state after the name only in the bytes absorbed since.
#[test]
fn named_functions_go_on_from_their_names() {
    fn check_all<S: Strength>(rate: usize) {
        let data = message(600, 1);
        let (absorbing, position, joint) = (201, 401, 402);
        let check = |name: &str, bytes: &[u8], accepts: Accepts, used: usize| {
            let saved = Saved::new(format!("{name}, {} bits", S::BITS), bytes, accepts);
            // Where capacities differ, there may have been a permutation.
            let in_both = |at: usize| at < used || at >= rate;
            saved.check(0..200, in_both);
            saved.check(absorbing..absorbing + 200, |at| in_both(at - absorbing));
            assert!(!saved.accepts(200, &[1]), "{name}: names end with a block");
            assert_eq!(saved.accepts(position, &[0]), used == 0, "{name}: nothing absorbed");
            assert!(saved.accepts(position, &[rate as u8 - 1]) && !saved.accepts(position, &[rate as u8]), "{name}");
            assert!(!saved.accepts(rate, &vec![0; 200 - rate]), "{name}: a name with a capacity of zeroes");
            let mut zeroes = saved.bytes.clone();
            zeroes[HEAD..HEAD + 200].fill(0);
            zeroes[HEAD + absorbing..HEAD + position].fill(0);
            let accepted = accepts(&resealed(&zeroes));
            assert_eq!(accepted, name == "cSHAKE", "{name}: no name at all");
            saved
        };
        for len in [0, 5] {
            let data = &data[..len];
            check("cSHAKE", &CShake::<S>::new("", "x").chain(data).serialize(), of::<CShake<S>>, len);
            check("KMAC", &Kmac::<S>::with_customization("key", "").chain(data).serialize(), of::<Kmac<S>>, len);
        }
        let mut strings = TupleHash::<S>::new("x");
        let saved = check("TupleHash", &strings.serialize(), of::<TupleHash<S>>, 0);
        assert!(!saved.accepts(joint, &[1, 3]), "bits of no string");
        strings.push(&data[..3]);
        let saved = check("TupleHash", &strings.serialize(), of::<TupleHash<S>>, 5);
        assert!(saved.accepts(joint, &[1, 3]));
        // Without a name, it is SHAKE.
        let saved = Saved::new("cSHAKE".into(), &CShake::<S>::default().chain(&data[..5]).serialize(), of::<CShake<S>>);
        saved.check(0..200, |_| false);
        saved.check(absorbing..absorbing + 200, |at| at - absorbing < 5 || at - absorbing >= rate);
    }
    check_all::<Bits128>(168);
    check_all::<Bits256>(136);
}

/// The number of blocks says how many chaining values the root has absorbed.
#[test]
fn parallel_hash_has_absorbed_what_it_counts() {
    fn check_all<S: Strength>(rate: usize) {
        let data = message(2000, 1);
        let (count, leaf, start, root) = (8, 24, 224, 425);
        let value = S::BITS as usize / 4;
        // Blocks of 100 bytes: the root begins with two bytes that say so.
        for len in [0, 99, 100, 250, 1500] {
            let mut hasher = ParallelHash::<S>::new(100, "x").unwrap();
            hasher.update(&data[..len]);
            let name = format!("ParallelHash of {} bits, {len} bytes", S::BITS);
            let saved = Saved::new(name, &hasher.serialize(), of::<ParallelHash<S>>);
            let values = len / 100 * value;
            let permuted = 2 + values >= rate;
            saved.check(leaf..leaf + 200, |at| at - leaf < len % 100);
            // A bit that differs in the capacity belongs to a permutation.
            let free = |at: usize| permuted || (2..2 + values).contains(&at);
            saved.check(start..start + 200, |at| free(at - start));
            saved.check(root..root + 200, |at| free(at - root));
            assert!(!saved.accepts(start + 200, &[3]) && !saved.accepts(start + 200, &[1]), "{}", saved.what);
            for position in 0..=255 {
                let accepted = usize::from(position) == (2 + values) % rate;
                assert_eq!(saved.accepts(root + 200, &[position]), accepted, "{}, {position}", saved.what);
            }
            assert!(!saved.accepts(count, &(len as u128 + 100).to_be_bytes()), "{}: one block more", saved.what);
            // 300 takes a byte more.
            assert!(!saved.accepts(0, &300_u64.to_be_bytes()), "{}: other blocks", saved.what);
        }
    }
    check_all::<Bits128>(168);
    check_all::<Bits256>(136);
}
