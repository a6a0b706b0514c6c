//! SHA-256 in assembler: of one message, the rounds of blocks whose schedules were computed before; of 32, both. The `.s` files say which
//! register holds what.

use crate::constants::K_256;
use crate::ending::sums_32;
use core::arch::naked_asm;
use core::ops::Range;
use lanes::Token;
use lanes::x86::{Avx, Avx2, Avx512, Avx512Vl, ShaNi, Sse41};
use lanesum_batch::wipe::wipe;

/// A token with hand-scheduled rounds of SHA-256, for `N` blocks with their schedules.
pub trait Sha256Rounds<const N: usize>: Token {
    /// Does the rounds of the first `blocks` of the `N` blocks, and adds the state after each block. `sums` has W\[t\] + K\[t\] of each
    /// block.
    ///
    /// # Panics
    /// If there are more blocks than sums.
    fn sha256_rounds(self, state: &mut [u32; 8], sums: &[[u32; N]; 64], blocks: usize);
}

macro_rules! sha256_rounds {
    ($($token:ident x $n:literal: $function:ident)*) => { $(
        impl Sha256Rounds<$n> for $token {
            fn sha256_rounds(self, state: &mut [u32; 8], sums: &[[u32; $n]; 64], blocks: usize) {
                assert!(blocks <= $n, "the sums are of {} blocks", $n);
                if blocks > 0 {
                    // SAFETY: the token proves the instructions; the arrays have these lengths, and this many blocks.
                    unsafe { $function(state.as_mut_ptr(), sums.as_flattened().as_ptr(), blocks) };
                }
            }
        }
    )* };
}

sha256_rounds!(Sse41 x 4: sha256_4 Avx x 4: sha256_4 Avx2 x 8: sha256_8 Avx512Vl x 8: sha256_8);

macro_rules! sha256 {
    ($($(#[$doc:meta])* $name:ident = $file:literal;)*) => { $(
        $(#[$doc])*
        #[unsafe(naked)]
        unsafe extern "sysv64" fn $name(state: *mut u32, sums: *const u32, blocks: usize) {
            naked_asm!(include_str!("frame.s"), include_str!("sha2.s"), include_str!($file), include_str!("sha256_sums.s"), options(raw))
        }
    )* };
}

sha256! {
    /// The rounds of SHA-256 for the blocks with these sums W + K.
    ///
    /// # Safety
    /// `state` is 8 words; `sums` is 4 words for each of 64 rounds, one for each block; `blocks` is 1 to 4.
    sha256_4 = "sha256_4.s";
    /// The rounds with the sums of eight blocks, and non-destructive rotations (BMI1, BMI2).
    ///
    /// # Safety
    /// The processor has the instructions. `state` is 8 words; `sums` is 8 words for each of 64 rounds, one for each block; `blocks` is 1 to 8.
    sha256_8 = "sha256_8.s";
}

/// `COUNT` words of 32 messages, two groups of sixteen: aligned, so that no vector crosses a cache line.
#[repr(align(64))]
pub struct PairWords<const COUNT: usize>(pub [[[u32; 16]; 2]; COUNT]);

/// Applies the compression function with the words of a block, which the schedule replaces.
pub fn compress_pair(_: Avx512, state: &mut PairWords<8>, words: &mut PairWords<16>, constants: &[u32; 64]) {
    // SAFETY: the token proves the instructions; the arrays have these lengths.
    unsafe { sha256_pair(state.0.as_mut_ptr().cast(), words.0.as_mut_ptr().cast(), constants.as_ptr()) };
}

/// The same with a block that all messages share: `sums` are its words and the constants.
pub fn compress_pair_known(_: Avx512, state: &mut PairWords<8>, sums: &[u32; 64]) {
    // SAFETY: the token proves the instructions; the arrays have these lengths.
    unsafe { sha256_pair(state.0.as_mut_ptr().cast(), core::ptr::null_mut(), sums.as_ptr()) };
}

/// SHA-256 of a block of 32 messages.
///
/// # Safety
/// The processor has AVX-512F. `state` is 8 and `words`, unless null, 16 times 32 words, aligned to 64 bytes; `constants` are 64 words.
#[unsafe(naked)]
unsafe extern "sysv64" fn sha256_pair(state: *mut u32, words: *mut u32, constants: *const u32) {
    naked_asm!(include_str!("sha256_pair.s"), options(raw))
}

/// The tables of `sha256_nodes.s`: the constants, their sums with the words of the block that ends a message of 64 bytes, the order in
/// which the instructions take bytes, and the words that follow 32 bytes.
#[repr(C, align(64))]
struct Table {
    k: [u32; 64],
    known: [u32; 64],
    order: [u32; 4],
    after: [u32; 8],
}

static TABLE: Table = Table {
    k: K_256,
    known: *sums_32([0, 512]).expect("a block without a message").first_chunk().expect("64 rounds"),
    order: [0x0001_0203, 0x0405_0607, 0x0809_0a0b, 0x0c0d_0e0f],
    after: [1 << 31, 0, 0, 0, 0, 0, 0, 256],
};

/// The most messages that are given to [`hash_nodes`] at a time.
pub const NODES: usize = 32;

/// The messages that `sha256_nodes.s` hashes, two at a time: `count` messages of 32 + `beyond` bytes, where `beyond` is 0 or 32, or, if it is
/// more, of this many bytes, padded blocks. The first two are given, and a message and that in the next pair are `step` bytes apart. The last
/// one of an odd number takes as long as two.
#[repr(C, align(16))]
struct Nodes {
    messages: [*const u8; 2],
    step: usize,
    /// At least one.
    count: usize,
    out: *mut [u8; 32],
    begin: *const [u32; 8],
    beyond: usize,
    before: Before,
}

/// Room for the variables before a block, where `sha256_nodes.s` expects it.
#[repr(C, align(16))]
struct Before([[u32; 8]; 2]);
const _: () = assert!(core::mem::offset_of!(Nodes, before) == 64);

/// Hashes them; there is at least one.
///
/// # Safety
/// The processor has SSE4.1 and the SHA instructions. The pointers are as [`Nodes`] says.
#[inline(always)]
unsafe fn hash(
    messages: [*const u8; 2],
    step: usize,
    [count, beyond]: [usize; 2],
    begin: &[u32; 8],
    out: *mut [u8; 32],
) {
    let mut nodes = Nodes { messages, step, count, out, begin, beyond, before: Before([[0; 8]; 2]) };
    // SAFETY: the caller's promise.
    unsafe { hash_and_erase(&mut nodes) };
}

/// # Safety
/// As of [`hash`].
#[inline(never)] // proved with the kernel, once for all callers
unsafe fn hash_and_erase(nodes: &mut Nodes) {
    // SAFETY: the caller's promise.
    unsafe { sha256_nodes(nodes, &TABLE) };
    // The state that HMAC begins with, for one.
    wipe(nodes.before.0.as_flattened_mut());
}

/// The most blocks of a message for [`hash_padded`].
pub const PADDED: usize = 2;

/// Hashes messages of one or two blocks that the caller has padded.
///
/// # Panics
/// For another number of blocks, or if there is no digest for each.
pub fn hash_padded<const ROOM: usize>(
    _: ShaNi,
    begin: &[u32; 8],
    messages: &[[u8; ROOM]],
    blocks: usize,
    out: &mut [[u8; 32]],
) {
    assert!(messages.len() == out.len() && (1..=ROOM / 64).contains(&blocks), "a digest for each");
    if let [first, others @ ..] = messages {
        let (second, step) = (others.first().unwrap_or(first), 2 * size_of_val(first));
        let (messages, counts) = ([first.as_ptr(), second.as_ptr()], [out.len(), 64 * blocks]);
        // SAFETY: the token proves the instructions; there are as many blocks, and a digest for each message.
        unsafe { hash(messages, step, counts, begin, out.as_mut_ptr()) };
    }
}

/// Hashes messages of 64 bytes each, or of 32.
///
/// # Panics
/// If the lengths of a pair differ, or are none of these, or if there is no digest for each.
pub fn hash_nodes(_: ShaNi, begin: &[u32; 8], blocks: &[&[u8]], out: &mut [[u8; 32]]) {
    assert_eq!(blocks.len(), out.len(), "a digest for each");
    for (pair, out) in blocks.chunks(2).zip(out.chunks_mut(2)) {
        let (one, other) = (pair[0], pair[pair.len() - 1]);
        let beyond = beyond(one.len());
        assert_eq!(one.len(), other.len(), "bytes of a message");
        let (messages, out) = ([one.as_ptr(), other.as_ptr()], out.as_mut_ptr());
        // SAFETY: the token proves the instructions; there are as many bytes as `beyond` says, and a digest for each.
        unsafe { hash(messages, 0, [pair.len(), beyond], begin, out) };
    }
}

/// As [`hash_nodes`], of messages in one buffer: their length, the distance from one to the next, and their number.
///
/// # Panics
/// As [`hash_nodes`]; if they do not lie within the data.
#[inline]
pub fn hash_nodes_of(_: ShaNi, begin: &[u32; 8], data: &[u8], [len, stride, count]: [usize; 3], out: &mut [[u8; 32]]) {
    assert_eq!(count, out.len(), "a digest for each");
    let beyond = beyond(len);
    if count > 0 {
        let end = stride.checked_mul(count - 1).and_then(|last| last.checked_add(len));
        assert!(end.is_some_and(|end| end <= data.len()), "messages within the data");
        let messages = [data.as_ptr(), data.as_ptr().wrapping_add(stride)];
        let (step, out) = (stride.wrapping_mul(2), out.as_mut_ptr());
        // SAFETY: the token proves the instructions; all messages lie in the data, as has just been seen, and there is a digest for each.
        unsafe { hash(messages, step, [count, beyond], begin, out) };
    }
}

/// Makes these nodes of a binary tree whose levels follow each other: node i, at place `leaves` + i, is made of those at 2 i and 2 i + 1.
///
/// # Panics
/// If the nodes have no room, or a node would be made before what it is made of.
pub fn hash_levels(_: ShaNi, begin: &[u32; 8], nodes: &mut [[u8; 32]], leaves: usize, new: Range<usize>) {
    let count = new.len();
    if count > 0 {
        let have_room = leaves.checked_add(new.end).is_some_and(|end| end <= nodes.len());
        // The last two of an even number are made at once: neither may be made of the other.
        let in_order = new.end < leaves && (count % 2 == 1 || new.end + 1 < leaves);
        assert!(have_room && in_order, "nodes {new:?} above {leaves} leaves");
        let first = nodes.as_mut_ptr();
        let message = |i: usize| first.wrapping_add(2 * (new.start + i)).cast_const().cast();
        let messages = [message(0), message(1)];
        let (step, out) = (4 * size_of::<[u8; 32]>(), first.wrapping_add(leaves + new.start));
        // SAFETY: the token proves the instructions. All nodes have room, as has just been seen. The function reads four digests and then
        // writes two, and for nodes i and i + 1 those it reads, up to 2 i + 3, are before place `leaves` + i, so that they are there.
        unsafe { hash(messages, step, [count, 32], begin, out) };
    }
}

/// # Panics
/// For another length than 64 or 32.
const fn beyond(len: usize) -> usize {
    assert!(len == 64 || len == 32, "bytes of a message");
    len - 32
}

/// SHA-256 of messages of 64 bytes, of 32, or of padded blocks, two at a time.
///
/// # Safety
/// The processor has SSE4.1 and the SHA instructions. The pointers are as [`Nodes`] says.
#[unsafe(naked)]
unsafe extern "sysv64" fn sha256_nodes(nodes: &mut Nodes, table: &Table) {
    naked_asm!(include_str!("sha256_nodes.s"), options(raw))
}
