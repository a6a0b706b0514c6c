//! The engines of SHA-2: the forms of each backend; and the compression functions that they compute.

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use super::ahead;
use super::ending::{Sha2Word, sums_32, sums_64};
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use super::functions::Functions;
use super::functions::{Words32, Words64};
#[cfg(target_arch = "x86_64")]
use super::in_step::TwoInStep;
use super::instructions::{Blocks, Compress, Ending};
use super::lanewise;
#[cfg(any(target_arch = "x86_64", all(target_arch = "wasm32", target_feature = "simd128")))]
use super::scheduled;
#[cfg(target_arch = "x86_64")]
use super::{packed, paired};
use crate::plan;
#[cfg(target_arch = "x86_64")]
use crate::x86_64::{ByHand, Sha256Rounds};
use core::marker::PhantomData;
use digest::typenum::{U64, U128, U140, U236};
#[cfg(target_arch = "aarch64")]
use lanes::aarch64 as arm;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use lanes::wasm32 as wasm;
#[cfg(target_arch = "x86_64")]
use lanes::x86;
use lanes::{Portable, Rows, ShaIsa, Token, WordIsa};
use lanesum_batch::Backend;
use lanesum_batch::engine::Form;
use lanesum_batch::md::compression::{
    CompressMany, CompressOne, Compression, ManyMessages, OneMessage, Whole, is_right,
};
use lanesum_batch::plan::Plan;
use lanesum_batch::wipe::wipe_if_asked;

/// The plan of SHA-256 and SHA-224.
pub static SHA256: Plan = Plan::new(plan::SHA256, || true);

/// The plan of SHA-512, SHA-384 and SHA-512/t.
pub static SHA512: Plan = Plan::new(plan::SHA512, || is_right::<Words64>(Backend::Sha512Ni));

lanesum_batch::engine! {
    One32 by SHA256: dyn OneMessage<[u32; 8]>;
    all {
        Plan Portable(Portable) 1: Wordwise;
    }
    x86_64 {
        Plan Sse41(x86::Sse41) 1: Scheduled<4>;
        Plan Avx(x86::Avx) 1: Scheduled<4>;
        Plan Avx2(x86::Avx2) 1: Scheduled<8>;
        Plan Avx512Vl(x86::Avx512Vl) 1: Scheduled<8>;
        Padded Avx512(x86::Avx512) 1: Repeated<16>;
        Plan ShaNi(x86::ShaNi) 1: ShaInstructions;
    }
    aarch64 {
        Plan Neon(arm::Neon) 1: InWords;
        Plan Sha2Ce(arm::Sha2Ce) 1: ShaInstructions;
    }
    wasm32 {
        Plan Simd128(wasm::Simd128) 1: Ahead<4>;
    }
    papers { Bmi2 }
}

lanesum_batch::engine! {
    Many32 by SHA256: dyn ManyMessages<u32>;
    all {}
    x86_64 {
        Plan Sse41(x86::Sse41) 4: Lanewise<4>;
        Plan Avx(x86::Avx) 4: Lanewise<4>;
        Plan Avx2(x86::Avx2) 8: Lanewise<8>;
        Plan Avx512Vl(x86::Avx512Vl) 4: Lanewise<4>;
        Plan Avx512Vl(x86::Avx512Vl) 8: Lanewise<8>;
        Plan Avx512(x86::Avx512) 16: Paired;
        Plan ShaNi(x86::ShaNi) 2: TwoInStep;
    }
    aarch64 {
        Plan Neon(arm::Neon) 4: Lanewise<4>;
    }
    wasm32 {
        Plan Simd128(wasm::Simd128) 4: Lanewise<4>;
    }
}

lanesum_batch::engine! {
    One64 by SHA512: dyn OneMessage<[u64; 8]>;
    all {
        Plan Portable(Portable) 1: Wordwise;
    }
    x86_64 {
        Plan Sse41(x86::Sse41) 1: ByHand;
        Plan Avx(x86::Avx) 1: ByHand;
        Plan Avx2(x86::Avx2) 1: ByHand;
        Plan Avx512Vl(x86::Avx512Vl) 1: ByHand;
        Plan Avx512VlPacked(x86::Avx512Vl) 1: Packed;
        Padded Avx512(x86::Avx512) 1: Repeated<8>;
        Plan Sha512Ni(x86::Sha512Ni) 1: ShaInstructions;
    }
    aarch64 {
        Plan Neon(arm::Neon) 1: InWords;
        Plan Sha512Ce(arm::Sha512Ce) 1: ShaInstructions;
    }
    wasm32 {
        Plan Simd128(wasm::Simd128) 1: Ahead<2>;
    }
    papers { Bmi2 }
}

lanesum_batch::engine! {
    Many64 by SHA512: dyn ManyMessages<u64>;
    all {}
    x86_64 {
        Plan Avx2(x86::Avx2) 4: Lanewise<4>;
        Plan Avx512Vl(x86::Avx512Vl) 2: Lanewise<2>;
        Plan Avx512Vl(x86::Avx512Vl) 4: Lanewise<4>;
        Plan Avx512(x86::Avx512) 8: Lanewise<8>;
    }
    aarch64 {
        Plan Neon(arm::Neon) 2: Lanewise<2>;
    }
    wasm32 {
        Plan Simd128(wasm::Simd128) 2: Lanewise<2>;
    }
}

macro_rules! compression {
    ($name:ident: $word:ident, $block:ident, $saved:ident, $one:ident, $many:ident, $max_bits:expr, $sums:path, $known:expr) => {
        impl Compression for $name {
            type Word = $word;
            type State = [$word; 8];
            type Initial = [$word; 8];
            type Wide = [$word; 8 * 64 / size_of::<$word>()];
            const WIDE: Self::Wide = [0; 8 * 64 / size_of::<$word>()];
            type Block = $block;
            type TwoBlocks = [u8; 32 * size_of::<$word>()];
            const EMPTY: Self::TwoBlocks = [0; 32 * size_of::<$word>()];
            type Ends = [Self::TwoBlocks; 64 / size_of::<$word>()];
            const ENDS: Self::Ends = [Self::EMPTY; 64 / size_of::<$word>()];
            type One = $one;
            type Many = $many;
            const KNOWN_ANSWER: [$word; 8] = $known;
            const PORTABLE: &'static dyn OneMessage<[$word; 8]> = &PORTABLE;
            type Saved = $saved;
            const SAVED_WORDS: usize = 8;
            const ZEROES: [$word; 8] = [0; 8];
            // FIPS 180-4, section 1, figure 1.
            const MAX_BITS: u128 = $max_bits;
            const LENGTH_BYTES: usize = 2 * size_of::<$word>();
            const COUNTS: bool = false;

            #[inline(always)]
            fn begin(initial: &[$word; 8]) -> [$word; 8] {
                *initial
            }

            #[inline(always)]
            fn mark(_: &[$word; 8]) -> u8 {
                0
            }

            #[inline(always)]
            fn count(_: &mut [$word; 8], _: u128) {}

            fn last_block(bits: u128) -> Option<[$word; 80]> {
                $sums([(bits >> $word::BITS) as $word, bits as $word])
            }
        }
    };
}
compression!(
    Words32: u32, U64, U140, One32, Many32, (1 << 64) - 1, sums_32,
    [
        0xb8a2_cb01, 0x54f1_92d0, 0x9ba8_2c3e, 0xd395_a330,
        0x32bf_fe30, 0xccd3_3389, 0xdf2e_b38f, 0x30d2_e891,
    ]
);
compression!(
    Words64: u64, U128, U236, One64, Many64, u128::MAX, sums_64,
    [
        0xc16d_604b_6e96_09ff, 0x3e86_f78c_82c5_c90d, 0xdafd_6762_14f0_46e6, 0xf94e_78f7_ee8d_1d87,
        0x78a4_ff20_36f6_025a, 0x4ed2_dcf2_afb7_f74a, 0xb0a8_2f46_9da1_808e, 0x6d4f_e0c0_a6ba_17cb,
    ]
);

/// `portable`, which needs no detection.
pub static PORTABLE: Form<Portable, Wordwise, { Backend::Portable as usize }> = Form::new(Portable);

/// One message, with one word in each register.
pub struct Wordwise;

impl<W: Sha2Word, I: WordIsa<W, 1>> CompressOne<I, [W; 8]> for Wordwise {
    fn compress(isa: I, state: &mut [W; 8], data: &[u8]) {
        let mut words = state.map(|word| [word]);
        isa.run(lanewise::Compress::<W::Functions, _, 1> {
            isa,
            state: &mut words,
            parts: [Rows::new(&[&[]]), Rows::new(&[data])],
            whole: None,
            size: PhantomData,
        });
        *state = words.map(|[word]| word);
    }
}

/// `N` messages, one word of each in a register.
pub struct Lanewise<const N: usize>;

impl<W: Sha2Word, I: WordIsa<W, N>, const N: usize> CompressMany<I, W> for Lanewise<N> {
    const WIDTH: usize = N;

    fn compress(isa: I, words: &mut [W], rows: &[&[u8]]) {
        let state = words.as_chunks_mut::<N>().0.first_chunk_mut().expect("eight words for each message");
        let parts = [Rows::new(&[&[]; N]), rows_of_all(rows)];
        isa.run(lanewise::Compress::<W::Functions, _, N> { isa, state, parts, whole: None, size: PhantomData });
    }

    fn takes_whole(bytes: usize) -> bool {
        I::LOADS_ENDS && bytes >= 16
    }

    fn hash_whole(isa: I, whole: &Whole<'_, W>, out: &mut [u8], bytes: usize) {
        // Without them, there is no kernel.
        assert!(I::LOADS_ENDS, "the caller has asked `takes_whole`");
        let [heads, rows] =
            [whole.heads, whole.rows].map(|rows| rows.first_chunk::<N>().expect("a row for each message"));
        lanewise::with_padding(whole, |whole| {
            isa.run(lanewise::HashWhole::<W::Functions, _, N> { isa, heads, rows, whole, out, bytes });
        });
    }
}

/// Sixteen messages of SHA-256, or 32 whole ones.
#[cfg(target_arch = "x86_64")]
pub struct Paired;

#[cfg(target_arch = "x86_64")]
impl CompressMany<x86::Avx512, u32> for Paired {
    const WIDTH: usize = 16;
    const WHOLE: usize = 32;

    fn compress(isa: x86::Avx512, words: &mut [u32], rows: &[&[u8]]) {
        <Lanewise<16> as CompressMany<_, _>>::compress(isa, words, rows);
    }

    fn takes_whole(bytes: usize) -> bool {
        bytes >= 16
    }

    fn hash_whole(isa: x86::Avx512, whole: &Whole<'_, u32>, out: &mut [u8], bytes: usize) {
        if let (32, Some(out)) = (bytes, out.as_chunks_mut().0.as_chunks_mut().0.first_chunk_mut()) {
            // Not in the kernel, where LLVM would compare the lengths in vectors, which the prover cannot follow.
            let group = |at| [rows_of_all(&whole.heads[at..]), rows_of_all(&whole.rows[at..])];
            let parts = &[group(0), group(16)];
            lanewise::with_padding(whole, |whole| isa.run(paired::HashPair { isa, parts, whole, out }));
            return;
        }
        let groups = whole.heads.chunks(16).zip(whole.rows.chunks(16));
        for (out, (heads, rows)) in out.chunks_mut(16 * bytes).zip(groups) {
            let (mut all_heads, mut all_rows) = ([heads[0]; 16], [rows[0]; 16]);
            all_heads[..heads.len()].copy_from_slice(heads);
            all_rows[..rows.len()].copy_from_slice(rows);
            let whole = Whole { heads: &all_heads, rows: &all_rows, ..*whole };
            <Lanewise<16> as CompressMany<_, _>>::hash_whole(isa, &whole, out, bytes);
        }
    }
}

#[inline(always)]
fn rows_of_all<'a, const N: usize>(rows: &[&'a [u8]]) -> Rows<'a, N> {
    Rows::new(rows.first_chunk().expect("a row for each message"))
}

/// One message with a form for `N` messages: all slots hash it.
pub struct Repeated<const N: usize>;

impl<W: Sha2Word, I: WordIsa<W, N>, const N: usize> CompressOne<I, [W; 8]> for Repeated<N> {
    fn compress(isa: I, state: &mut [W; 8], data: &[u8]) {
        let mut words = state.map(|word| [word; N]);
        <Lanewise<N> as CompressMany<I, W>>::compress(isa, words.as_flattened_mut(), &[data; N]);
        *state = words.map(|word| word[0]);
        wipe_if_asked(words.as_flattened_mut());
    }
}

/// Aligned so that no register is stored across two cache lines: later loads of such words would be delayed.
#[cfg(target_arch = "x86_64")]
#[repr(align(64))]
struct Aligned<T>(T);

/// One message of SHA-256, with the schedules of `N` blocks at a time in the vector unit.
#[cfg(target_arch = "x86_64")]
pub struct Scheduled<const N: usize>;

#[cfg(target_arch = "x86_64")]
impl<I: WordIsa<u32, N> + Sha256Rounds<N>, const N: usize> CompressOne<I, [u32; 8]> for Scheduled<N> {
    fn compress(isa: I, state: &mut [u32; 8], data: &[u8]) {
        let (groups, rest) = in_groups::<N>(data, 64);
        if !groups.is_empty() {
            let mut sums = Aligned([[0; N]; 64]);
            for group in groups.chunks(64 * N) {
                let (rows, blocks) = rows_of(group, 64);
                isa.run(scheduled::Schedule::<Words32, _, N> { isa, rows, sums: &mut sums.0, size: PhantomData });
                isa.sha256_rounds(state, &sums.0, blocks);
            }
            wipe_if_asked(sums.0.as_flattened_mut());
        }
        if !rest.is_empty() {
            Wordwise::compress(Portable, state, rest);
        }
    }
}

/// One message: the schedules of `N` blocks at a time in the vector unit, then the rounds of each block in words.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub struct Ahead<const N: usize>;

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
impl<W: Sha2Word, I: WordIsa<W, N>, const N: usize> CompressOne<I, [W; 8]> for Ahead<N>
where
    Portable: WordIsa<W, 1>,
{
    fn compress(isa: I, state: &mut [W; 8], data: &[u8]) {
        let block = 16 * size_of::<W>();
        let (groups, rest) = in_groups::<N>(data, block);
        if !groups.is_empty() {
            let mut sums = [[W::default(); N]; 80];
            let sums = &mut sums[..W::Functions::K.len()];
            for group in groups.chunks(block * N) {
                let (rows, blocks) = rows_of(group, block);
                isa.run(scheduled::Schedule::<W::Functions, _, N> { isa, rows, sums, size: PhantomData });
                Portable.run(ahead::RoundsAhead::<W::Functions, _, N> {
                    isa: Portable,
                    state,
                    sums,
                    blocks,
                    size: PhantomData,
                });
            }
            wipe_if_asked(sums.as_flattened_mut());
        }
        if !rest.is_empty() {
            Wordwise::compress(Portable, state, rest);
        }
    }
}

/// Splits off the last one or two blocks of `data`, if a group of `N` would have no more: word by word, these take less time than a group
/// with idle slots.
#[cfg(any(target_arch = "x86_64", all(target_arch = "wasm32", target_feature = "simd128")))]
#[inline(always)]
fn in_groups<const N: usize>(data: &[u8], block: usize) -> (&[u8], &[u8]) {
    const LEAST: usize = 3;
    match data.len() % (block * N) / block {
        rest if rest < LEAST => data.split_at(data.len() - block * rest),
        _ => (data, &[]),
    }
}

/// The blocks of a group as rows, and their number, at least one. Idle rows repeat the first block.
#[cfg(any(target_arch = "x86_64", all(target_arch = "wasm32", target_feature = "simd128")))]
#[inline(always)]
fn rows_of<const N: usize>(group: &[u8], block: usize) -> (Rows<'_, N>, usize) {
    let mut rows = [&group[..block]; N];
    let mut blocks = 0;
    for block in group.chunks_exact(block).take(N) {
        rows[blocks] = block;
        blocks += 1;
    }
    (Rows::new(&rows), blocks)
}

/// One message of SHA-512, with A and E in one register.
#[cfg(target_arch = "x86_64")]
pub struct Packed;

#[cfg(target_arch = "x86_64")]
impl CompressOne<x86::Avx512Vl, [u64; 8]> for Packed {
    fn compress(isa: x86::Avx512Vl, state: &mut [u64; 8], data: &[u8]) {
        let (groups, rest) = in_groups::<4>(data, 128);
        if !groups.is_empty() {
            let mut sums = Aligned([[0; 4]; 80]);
            for group in groups.chunks(4 * 128) {
                let (rows, blocks) = rows_of(group, 128);
                isa.run(scheduled::Schedule::<Words64, _, 4> { isa, rows, sums: &mut sums.0, size: PhantomData });
                isa.run(packed::PackedRounds { isa, state, sums: &sums.0, blocks });
            }
            wipe_if_asked(sums.0.as_flattened_mut());
        }
        if !rest.is_empty() {
            ByHand::compress(isa, state, rest);
        }
    }
}

/// One message in general registers, scheduled by hand.
#[cfg(target_arch = "aarch64")]
pub struct InWords;

#[cfg(target_arch = "aarch64")]
impl CompressOne<arm::Neon, [u32; 8]> for InWords {
    fn compress(_: arm::Neon, state: &mut [u32; 8], data: &[u8]) {
        if !arm::Neon::READS_WORDS {
            return Wordwise::compress(Portable, state, data);
        }
        crate::aarch64::sha256(state, &Rows::new(&[data]), &super::constants::K_256);
    }
}

#[cfg(target_arch = "aarch64")]
impl CompressOne<arm::Neon, [u64; 8]> for InWords {
    fn compress(_: arm::Neon, state: &mut [u64; 8], data: &[u8]) {
        if !arm::Neon::READS_WORDS {
            return Wordwise::compress(Portable, state, data);
        }
        crate::aarch64::sha512(state, &Rows::new(&[data]), &super::constants::K_512);
    }
}

/// One message with the processor's SHA-2 instructions.
pub struct ShaInstructions;

impl<W: Sha2Word, I: ShaIsa<W>> CompressOne<I, [W; 8]> for ShaInstructions {
    fn compress(isa: I, state: &mut [W; 8], data: &[u8]) {
        Self::compress_to_end(isa, state, &[], data);
    }

    fn compress_to_end(isa: I, state: &mut [W; 8], data: &[u8], end: &[u8]) {
        let parts = [Rows::new(&[data]), Rows::new(&[end])];
        isa.run(Blocks(Compress::<W::Functions, _> { isa, state, parts, around: None, size: PhantomData }));
    }

    fn hash(isa: I, begin: &[W; 8], before: &[u8], rest: &[u8], bits: u128, out: &mut [u8]) -> bool {
        if I::LOADS_ENDS && before.is_empty() {
            isa.run(Ending { isa, begin, rest, bits, out });
        } else if I::LOADS_ENDS {
            let (lead, head) = if before.len() < 16 { (before, &[][..]) } else { (&[][..], before) };
            let lead = if lead.is_empty() { W::NO_LEAD } else { &W::lead(lead) };
            let parts = [Rows::new(&[head]), Rows::new(&[rest])];
            let around = Some(W::around(lead, bits, None));
            let mut state = *begin;
            isa.run(Compress::<W::Functions, _> { isa, state: &mut state, parts, around, size: PhantomData });
            W::put_digest(&state, out);
            wipe_if_asked(&mut state);
        }
        I::LOADS_ENDS
    }
}
