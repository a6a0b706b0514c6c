//! The differences between the compression functions of BLAKE, BLAKE2 and BLAKE3, each with words of 32 or of 64 bits.

use super::constants::{PI_32, PI_64, ROWS_32, ROWS_64};
use lanes::{Quads, Words};
use lanesum_batch::md::initial::{SHA_256, SHA_512};
use lanesum_batch::wipe::{wipe, wipe_if_asked};

/// The words of a state of BLAKE: chaining value, salt, and the number of bits hashed so far, its low word first. Of BLAKE2: chaining value,
/// the two finalization flags, two words that nothing reads, and the number of bytes.
pub const STATE: usize = 14;

/// The words of a state of BLAKE3: chaining value; bytes of each block; flags of each block, of the first and of the last block of a call,
/// beside the others; counter, its low word first; two words that only [`Blake3Xof`] writes, of which whole messages read [`STEP`] and [`LAST`].
pub const STATE_3: usize = 16;
/// Bytes of a chunk of BLAKE3.
pub const CHUNK: usize = 1024;

/// Where a state of BLAKE3 from which whole messages begin has how much their counters grow, from each message to the next: 0 or 1.
pub const STEP: usize = 14;

/// Where such a state has the bytes of the last block.
pub const LAST: usize = 15;

/// The counter of message `i` of those that begin with this state. (Idle slots may be beyond the last counter.)
#[inline(always)]
pub fn counter(begin: &[u32; STATE_3], i: usize) -> [u32; 2] {
    let first = u64::from(begin[12]) | u64::from(begin[13]) << 32;
    let t = first.wrapping_add(u64::from(begin[STEP]) * i as u64);
    [t as u32, (t >> 32) as u32]
}

/// BLAKE-224 and BLAKE-256.
#[derive(Clone, Copy, Debug)]
pub enum Blake32 {}

/// BLAKE-384 and BLAKE-512.
#[derive(Clone, Copy, Debug)]
pub enum Blake64 {}

/// `BLAKE2s`.
#[derive(Clone, Copy, Debug)]
pub enum Blake2s {}

/// `BLAKE2b`.
#[derive(Clone, Copy, Debug)]
pub enum Blake2b {}

/// BLAKE3.
#[derive(Clone, Copy, Debug)]
pub enum Blake3 {}

/// BLAKE3 with all sixteen words of output, which replace the state.
#[derive(Clone, Copy, Debug)]
pub enum Blake3Xof {}

/// Which function of the family: they differ in their start, in the constants that rounds add, and in the feed-forward.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Version {
    /// Rounds add constants to message words, which are big-endian.
    One,
    /// The number of bytes is counted, not of bits.
    Two,
    /// The counter stays; the permutation of message words is BLAKE3's.
    Three,
}

const fn first<W: Copy>(words: &[W; 16]) -> [W; 8] {
    let (first, _) = words.split_at(8);
    *first.first_chunk().expect("eight words")
}

/// The other words of BLAKE3's last row are no constants.
const fn first_four([a, b, c, d, ..]: [u32; 8]) -> [u32; 8] {
    [a, b, c, d, 0, 0, 0, 0]
}

/// A compression function with its parameters.
pub trait Compressor: Copy + Send + Sync + 'static {
    type Word: Copy + Default + core::ops::BitXor<Output = Self::Word> + Send + Sync + 'static;
    const VERSION: Version;
    const ROUNDS: usize;
    /// Whether all sixteen words of output are written.
    const ALL: bool = false;
    const LITTLE: bool = !matches!(Self::VERSION, Version::One);
    /// The constants of the third and fourth row before the first round.
    const START: [Self::Word; 8];
    /// The constants that rounds add to message words; unused by later versions.
    const U: &'static [Self::Word; 16];
    /// These constants in rows, for ten rounds.
    const ROWS: &'static [[[Self::Word; 4]; 4]; 10];

    /// Adds a block to the counter, whose low word comes first.
    fn count_block(counter: [Self::Word; 2]) -> [Self::Word; 2];
    /// Rotates right by the distance number `WHICH` of G, 0 to 3.
    fn rotate_quads<const WHICH: usize, V: Quads>(v: V) -> V;
    fn rotate_words<const WHICH: usize, V: Words>(v: V) -> V;
}

macro_rules! function {
    ($function:ident of $word:ident, $version:ident: $rounds:literal rounds, from $start:expr, adding $u:ident $rows:ident, counting $count:literal,
     by $r0:literal $r1:literal $r2:literal $r3:literal $(, all $all:literal)?) => {
        impl Compressor for $function {
            type Word = $word;
            const VERSION: Version = Version::$version;
            const ROUNDS: usize = $rounds;
            $( const ALL: bool = $all; )?
            const START: [$word; 8] = $start;
            const U: &'static [$word; 16] = &$u;
            const ROWS: &'static [[[$word; 4]; 4]; 10] = &$rows;

            #[inline(always)]
            fn count_block([low, high]: [$word; 2]) -> [$word; 2] {
                let (low, carry) = low.overflowing_add($count);
                [low, high.wrapping_add(carry.into())]
            }

            #[inline(always)]
            fn rotate_quads<const WHICH: usize, V: Quads>(v: V) -> V {
                match WHICH {
                    0 => v.rotr::<$r0>(),
                    1 => v.rotr::<$r1>(),
                    2 => v.rotr::<$r2>(),
                    _ => v.rotr::<$r3>(),
                }
            }

            #[inline(always)]
            fn rotate_words<const WHICH: usize, V: Words>(v: V) -> V {
                match WHICH {
                    0 => v.rotr::<$r0>(),
                    1 => v.rotr::<$r1>(),
                    2 => v.rotr::<$r2>(),
                    _ => v.rotr::<$r3>(),
                }
            }
        }
    };
}
function!(Blake32 of u32, One: 14 rounds, from first(&PI_32), adding PI_32 ROWS_32, counting 512, by 16 12 8 7);
function!(Blake64 of u64, One: 16 rounds, from first(&PI_64), adding PI_64 ROWS_64, counting 1024, by 32 25 16 11);
function!(Blake2s of u32, Two: 10 rounds, from SHA_256, adding PI_32 ROWS_32, counting 64, by 16 12 8 7);
function!(Blake2b of u64, Two: 12 rounds, from SHA_512, adding PI_64 ROWS_64, counting 128, by 32 24 16 63);
function!(Blake3 of u32, Three: 7 rounds, from first_four(SHA_256), adding PI_32 ROWS_32, counting 0, by 16 12 8 7);
function!(Blake3Xof of u32, Three: 7 rounds, from first_four(SHA_256), adding PI_32 ROWS_32, counting 0, by 16 12 8 7, all true);

/// Writes words, as their bytes, to `out`; a shorter `out` gets the first bytes.
pub fn put<const BYTES: usize>(words: impl Iterator<Item = [u8; BYTES]>, out: &mut [u8]) {
    let mut words = words;
    let (whole, end) = out.as_chunks_mut();
    for (bytes, word) in whole.iter_mut().zip(&mut words) {
        *bytes = word;
    }
    if let (false, Some(word)) = (end.is_empty(), words.next()) {
        end.copy_from_slice(&word[..end.len()]);
    }
}

/// Writes the first words of each slot of a kernel, as their bytes: those of slot i to chunk i of `out`, of which only the last may be shorter.
pub fn put_slots<W: Copy, const BYTES: usize>(
    words: &[W],
    width: usize,
    to_bytes: impl Fn(W) -> [u8; BYTES],
    out: &mut [u8],
    bytes: usize,
) {
    fn put_all<W: Copy, const BYTES: usize, const WIDTH: usize>(
        words: &[W],
        to_bytes: impl Fn(W) -> [u8; BYTES],
        out: &mut [u8],
        bytes: usize,
    ) {
        let words = words.as_chunks::<WIDTH>().0;
        if let (Some(words), 32, (values, [])) = (words.get(..32 / BYTES), bytes, out.as_chunks_mut::<32>()) {
            // The same, of a fixed length.
            for (value, slot) in values.iter_mut().zip(0..WIDTH) {
                for (bytes, words) in value.as_chunks_mut().0.iter_mut().zip(words) {
                    *bytes = to_bytes(words[slot]);
                }
            }
            return;
        }
        for (out, slot) in out.chunks_mut(bytes).zip(0..WIDTH) {
            put(words.iter().map(|words| to_bytes(words[slot])), out);
        }
    }
    match width {
        2 => put_all::<W, BYTES, 2>(words, to_bytes, out, bytes),
        4 => put_all::<W, BYTES, 4>(words, to_bytes, out, bytes),
        8 => put_all::<W, BYTES, 8>(words, to_bytes, out, bytes),
        _ => put_all::<W, BYTES, 16>(words, to_bytes, out, bytes),
    }
}

/// Erases words that depend on a key; others only with the feature `zeroize`.
#[inline(always)]
pub fn wipe_after<T: Copy + Default>(has_key: bool, words: &mut [T]) {
    if has_key {
        wipe(words);
    } else {
        wipe_if_asked(words);
    }
}
