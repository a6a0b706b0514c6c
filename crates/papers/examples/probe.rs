//! A shared library with functions of C's calling convention that reach the kernels by name: the prover (`prover/`) starts in
//! them. It never runs them on this processor, so they trust their arguments.

use lanesum::hazmat::{
    BlakeChain, Lane, Sha2States, Sha2Word, States, blake256_compress, blake256_compress_two, blake512_compress,
    sha256_compress, sha512_compress,
};
use lanesum::{Algorithm, Backend};
use std::array::from_fn;
use std::slice::{from_raw_parts, from_raw_parts_mut};

/// Writes the name of a backend by its number, for the prover's list, and returns its length; 0 after the last one.
#[unsafe(no_mangle)]
pub extern "C" fn backend_name(number: usize, out: &mut [u8; 32]) -> usize {
    let Some(backend) = Backend::ALL.get(number) else { return 0 };
    out[..backend.name().len()].copy_from_slice(backend.name().as_bytes());
    backend.name().len()
}

/// Before the other functions, for the forms of `lanesum-papers`.
#[unsafe(no_mangle)]
pub extern "C" fn register() {
    lanesum_papers::register();
}

/// Operation 0 permutes, 1 absorbs and 2 squeezes `blocks` blocks of `lanes` lanes. Word k of state i is `words[k][i]`.
fn keccak<W: Lane, const N: usize>(
    backend: usize,
    operation: usize,
    rounds: usize,
    words: &mut [[W; N]; 25],
    rows: &[*mut u8; N],
    [lanes, blocks]: [usize; 2],
) -> usize {
    let Ok(mut states) = States::<W, N>::with_backend(Backend::ALL[backend]) else { return 1 };
    for (k, word) in words.iter().enumerate() {
        if states.set_lane_all(k, word).is_err() {
            return 2;
        }
    }
    let bytes = W::BYTES * lanes * blocks;
    let done = match operation {
        0 => states.permute_all(rounds).is_ok(),
        // SAFETY: the prover's calls give rows of that length.
        1 => states.absorb_blocks_all(lanes, rounds, rows.map(|row| unsafe { from_raw_parts(row, bytes) })).is_ok(),
        _ => {
            // SAFETY: as above.
            let rows = rows.map(|row| unsafe { from_raw_parts_mut(row, bytes) });
            states.squeeze_blocks_all(lanes, rounds, rows).is_ok()
        }
    };
    if !done {
        return 3;
    }
    for (k, word) in words.iter_mut().enumerate() {
        let Ok(lane) = states.lane_all(k) else { return 4 };
        *word = lane;
    }
    0
}

macro_rules! keccak {
    ($($name:ident $word:ty, $n:literal;)*) => { $(
        /// [`keccak`] for these lanes and this many states.
        #[unsafe(no_mangle)]
        pub extern "C" fn $name(
            backend: usize, operation: usize, rounds: usize, words: &mut [[$word; $n]; 25], rows: &[*mut u8; $n], shape: &[usize; 2],
        ) -> usize {
            keccak::<$word, $n>(backend, operation, rounds, words, rows, *shape)
        }
    )* };
}
keccak! {
    keccak200x1 u8, 1; keccak200x4 u8, 4; keccak200x8 u8, 8; keccak200x16 u8, 16;
    keccak400x1 u16, 1; keccak400x4 u16, 4; keccak400x8 u16, 8; keccak400x16 u16, 16;
    keccak800x1 u32, 1; keccak800x4 u32, 4; keccak800x8 u32, 8; keccak800x16 u32, 16;
    keccak1600x1 u64, 1; keccak1600x2 u64, 2; keccak1600x4 u64, 4; keccak1600x8 u64, 8;
}

fn sha2<W: Sha2Word, const N: usize>(
    backend: usize,
    words: &mut [[W; N]; 8],
    rows: &[*const u8; N],
    bytes: usize,
) -> usize {
    let Ok(mut states) = Sha2States::<W, N>::with_backend(Backend::ALL[backend]) else { return 1 };
    *states.words_mut() = *words;
    // SAFETY: the prover's calls give rows of that length.
    states.compress_all(rows.map(|row| unsafe { from_raw_parts(row, bytes) }));
    *words = *states.words();
    0
}

macro_rules! sha2 {
    ($($name:ident $word:ty, $n:literal;)*) => { $(
        /// [`sha2`] for this many messages.
        #[unsafe(no_mangle)]
        pub extern "C" fn $name(backend: usize, words: &mut [[$word; $n]; 8], rows: &[*const u8; $n], blocks: usize) -> usize {
            sha2::<$word, $n>(backend, words, rows, 16 * size_of::<$word>() * blocks)
        }
    )* };
}
sha2! {
    sha256x2 u32, 2; sha256x4 u32, 4; sha256x8 u32, 8; sha256x16 u32, 16;
    sha512x2 u64, 2; sha512x4 u64, 4; sha512x8 u64, 8;
}

macro_rules! sha2_of_one {
    ($($name:ident $compress:ident $word:ty, $block:literal;)*) => { $(
        /// One message of SHA-2.
        #[unsafe(no_mangle)]
        pub extern "C" fn $name(backend: usize, words: &mut [$word; 8], rows: &[*const [u8; $block]; 1], blocks: usize) -> usize {
            // SAFETY: the prover's calls give that many blocks.
            let blocks = unsafe { from_raw_parts(rows[0], blocks) };
            $compress(Some(Backend::ALL[backend]), words, blocks).is_err().into()
        }
    )* };
}
sha2_of_one! { sha256x1 sha256_compress u32, 64; sha512x1 sha512_compress u64, 128; }

/// Words: 8 of chaining value, 4 of salt, 2 of counter.
macro_rules! blake {
    ($($name:ident $compress:ident $word:ty, $block:literal;)*) => { $(
        /// One message of BLAKE.
        #[unsafe(no_mangle)]
        pub extern "C" fn $name(backend: usize, words: &mut [$word; 14], rows: &[*const [u8; $block]; 1], blocks: usize) -> usize {
            let mut chain = chain(words);
            // SAFETY: the prover's calls give that many blocks.
            let blocks = unsafe { from_raw_parts(rows[0], blocks) };
            let result = $compress(Some(Backend::ALL[backend]), &mut chain, blocks);
            put(words, &chain);
            result.is_err().into()
        }
    )* };
}
blake! { blake256x1 blake256_compress u32, 64; blake512x1 blake512_compress u64, 128; }

fn chain<W: Copy>(words: &[W; 14]) -> BlakeChain<W> {
    BlakeChain { value: from_fn(|i| words[i]), salt: from_fn(|i| words[8 + i]), counter: from_fn(|i| words[12 + i]) }
}

fn put<W: Copy>(words: &mut [W; 14], chain: &BlakeChain<W>) {
    words[..8].copy_from_slice(&chain.value);
    words[12..].copy_from_slice(&chain.counter);
}

/// Two messages in the halves of registers; the words of the second follow those of the first.
#[unsafe(no_mangle)]
pub extern "C" fn blake256x2(
    backend: usize,
    words: &mut [[u32; 14]; 2],
    rows: &[*const [u8; 64]; 2],
    blocks: usize,
) -> usize {
    let [mut first, mut second] = words.each_ref().map(chain);
    // SAFETY: the prover's calls give that many blocks.
    let blocks = rows.map(|row| unsafe { from_raw_parts(row, blocks) });
    let result = blake256_compress_two(Some(Backend::ALL[backend]), [&mut first, &mut second], blocks);
    put(&mut words[0], &first);
    put(&mut words[1], &second);
    result.is_err().into()
}

// Only the prover's calls: it checks each access itself.
#[allow(clippy::not_unsafe_ptr_arg_deref)]
/// Whole messages, `count` of `bytes` bytes each, one after the other; digests of `length` bytes.
#[unsafe(no_mangle)]
pub extern "C" fn digests(
    backend: usize,
    algorithm: usize,
    data: *const u8,
    bytes: usize,
    out: *mut u8,
    &[count, length]: &[usize; 2],
) -> usize {
    // SAFETY: the prover's calls give that many bytes of messages and of digests.
    let (data, out) = unsafe { (from_raw_parts(data, bytes * count), from_raw_parts_mut(out, length * count)) };
    let rows: [&[u8]; 16] = from_fn(|i| if i < count { &data[i * bytes..][..bytes] } else { &[][..] });
    let algorithm =
        [Algorithm::Sha3_256, Algorithm::Sha256, Algorithm::Sha512, Algorithm::Blake256, Algorithm::Blake512]
            [algorithm];
    algorithm.digest_many(Some(Backend::ALL[backend]), &rows[..count], length, out).is_err().into()
}
