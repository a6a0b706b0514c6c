//! From a backend's name to its kernel: the one place where a token meets a kernel.

use super::lanewise;
use super::size::{Functions, Words32, Words64};
#[cfg(target_arch = "x86_64")]
use super::{packed, scheduled};
use crate::md::engine::engine;
#[cfg(target_arch = "x86_64")]
use crate::wipe::wipe;
use crate::{Backend, Error};
use core::marker::PhantomData;
#[cfg(target_arch = "x86_64")]
use lanes::x86::{self, Sha512Isa};
use lanes::{Portable, Rows, WordIsa};
#[cfg(target_arch = "x86_64")]
use lanes::{ShaIsa, Token};

/// The words of a chaining value.
const STATE: usize = 8;

engine! {
    /// The backends for words of 32 bits.
    Engine32 of u32 x STATE:
    Bmi2(Bmi2) takes [1]: one one::<_, _>;
    Sse41(Sse41) takes [1 4]: one scheduled::<_, 4>, many 4;
    Avx(Avx) takes [1 4]: one scheduled::<_, 4>, many 4;
    Avx2(Avx2) takes [1 8]: one scheduled::<_, 8>, many 8;
    Avx512Vl(Avx512Vl) takes [1 4 8]: one scheduled::<_, 8>, many 4 8;
    Avx512(Avx512) takes [16]: one padded::<_, _, 16>, many 16;
    ShaNi(ShaNi) takes [1]: one sha_ni::<_, _>;
}

engine! {
    /// The backends for words of 64 bits.
    Engine64 of u64 x STATE:
    Bmi2(Bmi2) takes [1]: one one::<_, _>;
    Sse41(Sse41) takes [1]: one by_hand;
    Avx(Avx) takes [1]: one by_hand;
    Avx2(Avx2) takes [1 4]: one avx2, many 4;
    Avx512Vl(Avx512Vl) takes [1 2 4]: one avx512vl, many 2 4;
    Avx512VlPacked(Avx512Vl) takes [1]: one packed;
    Avx512(Avx512) takes [8]: one padded::<_, _, 8>, many 8;
    Sha512Ni(Sha512Ni) takes [1]: one sha_ni::<_, _>;
}

/// The size of a word.
trait SizeOf {
    type Size: Functions<Word = Self>;
}

impl SizeOf for u32 {
    type Size = Words32;
}

impl SizeOf for u64 {
    type Size = Words64;
}

/// One message, one word a register.
#[inline(always)]
fn one<W: SizeOf, I: WordIsa<W, 1>>(isa: I, state: &mut [W; 8], data: &[u8])
where
    W::Size: Functions<Word = W>,
{
    let Some(state) = state.as_chunks_mut::<1>().0.first_chunk_mut() else { return };
    isa.run(lanewise::Compress::<W::Size, _, 1> { isa, state, rows: Rows::new([data]), size: PhantomData });
}

/// `N` messages, one word of each in a register.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn many<W: SizeOf, I: WordIsa<W, N>, const N: usize>(isa: I, words: &mut [W], rows: &[&[u8]])
where
    W::Size: Functions<Word = W>,
{
    let state = words.as_chunks_mut::<N>().0.first_chunk_mut();
    let (Some(state), Some(rows)) = (state, rows.first_chunk::<N>()) else { return };
    isa.run(lanewise::Compress::<W::Size, _, N> { isa, state, rows: Rows::new(*rows), size: PhantomData });
}

/// One message by a backend that has a form for `N` only: all lanes do the same.
#[cfg(target_arch = "x86_64")]
#[inline(never)]
fn padded<W: SizeOf + Copy + Default, I: WordIsa<W, N>, const N: usize>(isa: I, state: &mut [W; 8], data: &[u8])
where
    W::Size: Functions<Word = W>,
{
    let mut words = state.map(|word| [word; N]);
    many::<W, I, N>(isa, words.as_flattened_mut(), &[data; N]);
    *state = words.map(|word| word[0]);
    wipe(words.as_flattened_mut());
}

/// So that no register is written across two lines of the cache: what is read from such a word comes late.
#[cfg(target_arch = "x86_64")]
#[repr(align(64))]
struct Aligned<T>(T);

/// One message of SHA-256, the schedules of so many blocks at a time in the vector unit.
#[cfg(target_arch = "x86_64")]
fn scheduled<I: WordIsa<u32, N>, const N: usize>(isa: I, state: &mut [u32; 8], data: &[u8]) {
    /// Fewer blocks take longer so than word by word (lanes without work cost the same).
    const LEAST: usize = 3;
    let (groups, rest) = match data.len() % (64 * N) / 64 {
        rest if rest < LEAST => data.split_at(data.len() - 64 * rest),
        _ => (data, &[][..]),
    };
    if !groups.is_empty() {
        let mut sums = Aligned([[0; N]; 64]);
        for group in groups.chunks(64 * N) {
            let (rows, blocks) = rows_of(group, 64);
            isa.run(scheduled::Schedule::<Words32, _, N> { isa, rows, sums: &mut sums.0, size: PhantomData });
            x86::sha256_rounds(state, &sums.0, blocks);
        }
        wipe(sums.0.as_flattened_mut());
    }
    if !rest.is_empty() {
        one::<_, _>(Portable, state, rest);
    }
}

/// Each block as a row, the first one for rows that have none, and how many there are; at least one.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn rows_of<const N: usize>(group: &[u8], block: usize) -> (Rows<'_, N>, usize) {
    let mut rows = [&group[..block]; N];
    let mut blocks = 0;
    for (row, block) in rows.iter_mut().zip(group.chunks_exact(block)) {
        *row = block;
        blocks += 1;
    }
    (Rows::new(rows), blocks)
}

/// One message of SHA-512, A and E in one register.
#[cfg(target_arch = "x86_64")]
fn packed(isa: x86::Avx512Vl, state: &mut [u64; 8], data: &[u8]) {
    let mut sums = Aligned([[0; 4]; 80]);
    for group in data.chunks(4 * 128).filter(|group| group.len() >= 128) {
        let (rows, blocks) = rows_of(group, 128);
        isa.run(scheduled::Schedule::<Words64, _, 4> { isa, rows, sums: &mut sums.0, size: PhantomData });
        isa.run(packed::Rounds { isa, state, sums: &sums.0, blocks });
    }
    wipe(sums.0.as_flattened_mut());
}

/// One message of SHA-512, the schedule in the vector unit, in step with the rounds in the integer unit, scheduled by hand: after the
/// white paper "Fast SHA512 Implementations on Intel Architecture Processors" (2012) for SSE4.1, AVX and AVX2, and what came after it.
/// The constants are added on the vector side, and the sums handed over through memory.
#[cfg(target_arch = "x86_64")]
fn by_hand<I: Sha512Isa>(isa: I, state: &mut [u64; 8], data: &[u8]) {
    let mut sums = Aligned([[0; 4]; 40]);
    isa.sha512(state, &Rows::new([data]), &super::constants::K_512, &mut sums.0);
    wipe(sums.0.as_flattened_mut());
}

/// Every processor with AVX2 that was sold in numbers has BMI2, too; where a hypervisor hides it, the form of `avx` serves.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn avx2(_: x86::Avx2, state: &mut [u64; 8], data: &[u8]) {
    match x86::Avx2Bmi2::detect() {
        Some(isa) => by_hand(isa, state, data),
        None => without_bmi2(state, data),
    }
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn avx512vl(_: x86::Avx512Vl, state: &mut [u64; 8], data: &[u8]) {
    match x86::Avx512VlBmi2::detect() {
        Some(isa) => by_hand(isa, state, data),
        None => without_bmi2(state, data),
    }
}

#[cfg(target_arch = "x86_64")]
#[cold]
fn without_bmi2(state: &mut [u64; 8], data: &[u8]) {
    match x86::Avx::detect() {
        Some(isa) => by_hand(isa, state, data),
        None => one::<_, _>(Portable, state, data),
    }
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn sha_ni<W: SizeOf, I: ShaIsa<W>>(isa: I, state: &mut [W; 8], data: &[u8])
where
    W::Size: Functions<Word = W>,
{
    isa.run(super::sha_ni::Compress::<W::Size, _> { isa, state, row: Rows::new([data]), size: PhantomData });
}
