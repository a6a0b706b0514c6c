//! A shared library with functions of C's calling convention that reach the kernels by name: the prover (`prover/`) starts in
//! them. It never runs them on this processor, so they trust their arguments.

use lanes::{Direction, Theta};
use lanesum::hazmat::{Sha2States, Sha2Word, States, sha256_compress, sha512_compress};
use lanesum::{Algorithm, Backend, Message, Strided};
use lanesum_batch::engine::{Engine, theta};
use lanesum_blake::engines::{
    Many2b, Many2s, Many3, Many3Xof, Many32, Many64, One2b, One2s, One3, One3Xof, One32, One64, two,
};
use lanesum_keccak::permutation::engines::{Many32 as ManyShort, Many64 as ManyStates};
use lanesum_keccak::permutation::forms::{Blocks, Group, Kept};
use lanesum_keccak::permutation::rounds::Rounds;
use lanesum_keccak::sponges::absorb;
use lanesum_keccak::states::caesar::crypt_forms::{Crypt, CryptLane};
use lanesum_keccak::states::caesar::steps::{StepLane, Steps};
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

/// Operation 0 permutes, 1 absorbs and 2 squeezes `blocks` blocks of `lanes` lanes; 3 encrypts and 4 decrypts them as Keyak does, where they
/// follow `rows[0]` in turn, 5 and 6 as Ketje does. Word k of state i is `words[k][i]`. `added` is what the duplexes add after a block.
fn keccak<W: CryptLane + StepLane, const N: usize>(
    backend: usize,
    operation: usize,
    rounds: usize,
    words: &mut [[W; N]; 25],
    rows: &[*mut u8; N],
    [lanes, blocks, added]: [u64; 3],
) -> usize {
    let Ok(mut states) = States::<W, N>::with_backend(Backend::ALL[backend]) else { return 1 };
    for (k, word) in words.iter().enumerate() {
        if states.set_lane_all(k, word).is_err() {
            return 2;
        }
    }
    let (lanes, blocks) = (lanes as usize, blocks as usize);
    let bytes = W::BYTES * lanes * blocks;
    let direction = if matches!(operation, 3 | 5) { Direction::Wrap } else { Direction::Unwrap };
    let added = W::read(&added.to_le_bytes());
    let done = match operation {
        0 => states.permute_all(rounds).is_ok(),
        // SAFETY: the prover's calls give rows of that length.
        1 => states.absorb_blocks_all(lanes, rounds, rows.map(|row| unsafe { from_raw_parts(row, bytes) })).is_ok(),
        3 | 4 => {
            let form = W::crypt_form(Backend::ALL[backend], N);
            let Ok(rounds) = Rounds::new::<W>(rounds) else { return 5 };
            // SAFETY: as above, the blocks of all states.
            let data = unsafe { from_raw_parts_mut(rows[0], N * bytes) };
            states.crypt_all(form, Crypt { direction, lanes, beside: &[], last: added }, rounds, data);
            form.is_some()
        }
        5 | 6 => {
            let Some(form) = W::step_form(Backend::ALL[backend], N) else { return 6 };
            // SAFETY: as above.
            let mut rows = rows.map(|row| unsafe { from_raw_parts_mut(row, bytes) });
            states.steps(form, Steps { direction, frame: added }, &mut rows);
            true
        }
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
            backend: usize, operation: usize, rounds: usize, words: &mut [[$word; $n]; 25], rows: &[*mut u8; $n], shape: &[u64; 3],
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

macro_rules! ahead {
    ($($name:ident $n:literal;)*) => { $(
        /// Absorbs as operation 1, and prefetches.
        #[unsafe(no_mangle)]
        pub extern "C" fn $name(
            backend: usize, ahead: usize, rounds: usize, words: &mut [[u64; $n]; 25], rows: &[*mut u8; $n], shape: &[u64; 3],
        ) -> usize {
            let Some(form) = ManyStates::named(Backend::ALL[backend], $n) else { return 1 };
            let Ok(rounds) = Rounds::new::<u64>(rounds) else { return 2 };
            let (lanes, blocks) = (shape[0] as usize, shape[1] as usize);
            // SAFETY: the prover's calls give rows of that length.
            let rows = rows.map(|row| unsafe { from_raw_parts(row, 8 * lanes * blocks) });
            absorb(form, theta::<ManyStates>(), words.as_flattened_mut(), &rows, lanes, rounds, ahead);
            0
        }
    )* };
}
ahead! { ahead1600x2 2; ahead1600x4 4; ahead1600x8 8; }

macro_rules! beside {
    ($($name:ident $engine:ident $word:ty, $n:literal;)*) => { $(
        /// As [`keccak`], by one kernel, with the second half of the states; the first half stays. Operation 3 permutes and leaves the first
        /// `lanes` lanes alone, from lane `at` on. From 8 and from 16 on, the same with the other texts of theta.
        #[unsafe(no_mangle)]
        pub extern "C" fn $name(
            backend: usize, operation: usize, rounds: usize, words: &mut [[$word; 2 * $n]; 25], rows: &[*mut u8; $n], shape: &[u64; 3],
        ) -> usize {
            let Some(form) = $engine::named(Backend::ALL[backend], $n) else { return 1 };
            let Ok(rounds) = Rounds::new::<$word>(rounds) else { return 2 };
            let [lanes, count, at] = shape.map(|number| number as usize);
            let group = Group { words: words.as_flattened_mut(), count: 2 * $n, first: $n };
            let theta = [Theta::Once, Theta::Ternary, Theta::OnceZen4][operation / 8];
            let (of, pairs) = (Blocks { lanes, count, ahead: 0, theta }, rounds.pairs::<$word>());
            let bytes = size_of::<$word>() * lanes * count;
            match operation % 8 {
                0 => form.permute(group, Kept::All, pairs, theta),
                // SAFETY: the prover's calls give rows of that length.
                1 => form.absorb(group, &rows.map(|row| unsafe { from_raw_parts(row.cast_const(), bytes) }), of, pairs),
                // SAFETY: as above.
                2 => form.squeeze(group, &mut rows.map(|row| unsafe { from_raw_parts_mut(row, bytes) }), of, pairs),
                _ => form.permute(group, Kept::Front { lanes: lanes as u8, at: at as u8 }, pairs, theta),
            }
            0
        }
    )* };
}
beside! {
    beside1600x2 ManyStates u64, 2; beside1600x4 ManyStates u64, 4; beside1600x8 ManyStates u64, 8;
    beside800x4 ManyShort u32, 4; beside800x8 ManyShort u32, 8; beside800x16 ManyShort u32, 16;
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

/// Message i has word k of its state in `words[k][i]`.
macro_rules! blake {
    ($($name:ident $engine:ident $word:ty, $state:literal $n:literal;)*) => { $(
        /// Several messages by a function of the BLAKE family.
        #[unsafe(no_mangle)]
        pub extern "C" fn $name(
            backend: usize, words: &mut [[$word; $n]; $state], rows: &[*const u8; $n], blocks: usize,
        ) -> usize {
            let Some(form) = $engine::named(Backend::ALL[backend], $n) else { return 1 };
            // SAFETY: the prover's calls give that many blocks.
            let rows = rows.map(|row| unsafe { from_raw_parts(row, 16 * size_of::<$word>() * blocks) });
            form.compress(words.as_flattened_mut(), &rows);
            0
        }
    )* };
}
blake! {
    blake256x4 Many32 u32, 14 4; blake256x8 Many32 u32, 14 8; blake256x16 Many32 u32, 14 16;
    blake512x2 Many64 u64, 14 2; blake512x4 Many64 u64, 14 4; blake512x8 Many64 u64, 14 8;
    blake2sx4 Many2s u32, 14 4; blake2sx8 Many2s u32, 14 8; blake2sx16 Many2s u32, 14 16;
    blake2bx2 Many2b u64, 14 2; blake2bx4 Many2b u64, 14 4; blake2bx8 Many2b u64, 14 8;
    blake3x2 Many3 u32, 16 2; blake3x4 Many3 u32, 16 4; blake3x8 Many3 u32, 16 8; blake3x16 Many3 u32, 16 16;
    blake3xofx2 Many3Xof u32, 16 2; blake3xofx4 Many3Xof u32, 16 4; blake3xofx8 Many3Xof u32, 16 8; blake3xofx16 Many3Xof u32, 16 16;
}

macro_rules! blake_of_one {
    ($($name:ident $engine:ident $word:ty, $state:literal;)*) => { $(
        /// One message by a function of the BLAKE family.
        #[unsafe(no_mangle)]
        pub extern "C" fn $name(
            backend: usize, words: &mut [$word; $state], rows: &[*const u8; 1], blocks: usize,
        ) -> usize {
            let Some(form) = $engine::named(Backend::ALL[backend], 1) else { return 1 };
            // SAFETY: the prover's calls give that many blocks.
            form.compress(words, unsafe { from_raw_parts(rows[0], 16 * size_of::<$word>() * blocks) });
            0
        }
    )* };
}
blake_of_one! {
    blake256x1 One32 u32, 14; blake512x1 One64 u64, 14; blake2sx1 One2s u32, 14; blake2bx1 One2b u64, 14; blake3x1 One3 u32, 16;
    blake3xofx1 One3Xof u32, 16;
}

/// Two messages in the halves of registers; the words of the second follow those of the first.
#[unsafe(no_mangle)]
pub extern "C" fn blake256x2(
    backend: usize,
    [first, second]: &mut [[u32; 14]; 2],
    rows: &[*const u8; 2],
    blocks: usize,
) -> usize {
    // SAFETY: the prover's calls give that many blocks.
    let rows = rows.map(|row| unsafe { from_raw_parts(row, 64 * blocks) });
    two(Backend::ALL[backend], [first, second], rows).is_err().into()
}

// Only the prover's calls: it checks each access itself.
#[allow(clippy::not_unsafe_ptr_arg_deref)]
/// Whole messages, `count` of `bytes` bytes each, one after the other, of which the first `prefix` are given apart; digests of `length` bytes.
/// If `strided` is not 0, they are given by their distance.
#[unsafe(no_mangle)]
pub extern "C" fn digests(
    backend: usize,
    algorithm: usize,
    data: *const u8,
    bytes: usize,
    out: *mut u8,
    &[count, length, prefix, strided]: &[u64; 4],
) -> usize {
    let (count, length, prefix) = (count as usize, length as usize, prefix as usize);
    // SAFETY: the prover's calls give that many bytes of messages and of digests.
    let (data, out) = unsafe { (from_raw_parts(data, bytes * count), from_raw_parts_mut(out, length * count)) };
    let rows: [Message<'_>; 32] = from_fn(|i| {
        let (prefix, body) = if i < count { data[i * bytes..][..bytes].split_at(prefix) } else { (&[][..], &[][..]) };
        Message::prefixed(prefix, body)
    });
    let algorithm = [
        Algorithm::Sha3_256,
        Algorithm::Sha256,
        Algorithm::Sha512,
        Algorithm::Blake256,
        Algorithm::Blake512,
        Algorithm::Blake3,
        Algorithm::Sha3_384,
        Algorithm::Sha3_512,
        Algorithm::Shake128,
    ][algorithm];
    let backend = Some(Backend::ALL[backend]);
    if strided != 0 {
        return Strided::new(data, bytes, bytes, count)
            .and_then(|messages| algorithm.digest_many(backend, &messages, out))
            .is_err()
            .into();
    }
    algorithm.digest_many(backend, &rows[..count], out).is_err().into()
}
