//! From a backend's name to its kernel: the one place where a token meets a kernel.

use super::lanewise;
#[cfg(target_arch = "x86_64")]
use super::rowwise;
use super::words::{BlakeWord, STATE};
use crate::md::engine::engine;
#[cfg(target_arch = "x86_64")]
use crate::wipe::wipe;
use crate::{Backend, Error};
use lanes::{Lanes, Portable, Rows, WordIsa, Words};
#[cfg(target_arch = "x86_64")]
use lanes::{
    QuadIsa,
    x86::{self, BlakeIsa},
};

engine! {
    /// The backends for words of 32 bits.
    Engine32 of u32 x STATE:
    Sse2(Sse2) takes [1]: one rowwise;
    Ssse3(Ssse3) takes [1]: one rowwise;
    Sse41(Sse41) takes [1 4]: one rowwise, many 4;
    Avx(Avx) takes [1 4]: one rowwise, many 4;
    AvxParked(AvxParked) takes [1]: one rowwise;
    AvxWords(Avx) takes [1]: one words;
    #[cfg(feature = "xop")]
    Xop(Xop) takes [1]: one rowwise;
    Avx2(Avx2) takes [1 8]: one rowwise, many 8;
    Avx2Shuffle(Avx2Shuffle) takes [1]: one rowwise;
    Avx2Gather(Avx2Gather) takes [1]: one rowwise;
    Avx2Permute(Avx2Permute) takes [1]: one rowwise;
    Avx2Cached(Avx2Cached) takes [1]: one rowwise;
    Avx512Vl(Avx512Vl) takes [1 4 8]: one rowwise, many 4 8;
    Avx512(Avx512) takes [16]: one padded::<_, _, 16>, many 16;
}

engine! {
    /// The backends for words of 64 bits.
    Engine64 of u64 x STATE:
    Sse2(Sse2) takes [1]: one rowwise;
    Ssse3(Ssse3) takes [1]: one rowwise;
    Sse41(Sse41) takes [1]: one rowwise;
    Avx(Avx) takes [1]: one rowwise;
    AvxParked(AvxParked) takes [1]: one rowwise;
    AvxWords(Avx) takes [1]: one words;
    #[cfg(feature = "xop")]
    Xop(Xop) takes [1]: one rowwise;
    Avx2(Avx2) takes [1 4]: one rowwise, many 4;
    Avx2Shuffle(Avx2Shuffle) takes [1]: one rowwise;
    Avx2Gather(Avx2Gather) takes [1]: one rowwise;
    Avx2Permute(Avx2Permute) takes [1]: one rowwise;
    Avx2Cached(Avx2Cached) takes [1]: one rowwise;
    Avx512Vl(Avx512Vl) takes [1 2 4]: one rowwise, many 2 4;
    Avx512(Avx512) takes [8]: one padded::<_, _, 8>, many 8;
}

/// One message, one word a register.
#[inline(always)]
fn one<W: BlakeWord, I: WordIsa<W, 1, V: Words + Lanes>>(isa: I, state: &mut [W; STATE], data: &[u8]) {
    let Some(state) = state.as_chunks_mut::<1>().0.first_chunk_mut() else { return };
    isa.run(lanewise::Compress { isa, state, rows: Rows::new([data]) });
}

/// One message, four words a row.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn rowwise<W: BlakeWord, I: QuadIsa<W, 1>>(isa: I, state: &mut [W; STATE], data: &[u8]) {
    isa.run(rowwise::Compress { isa, states: [state], rows: Rows::new([data]) });
}

/// One message, its words in the integer unit, scheduled by hand.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn words<W: BlakeWord, I: BlakeIsa<W>>(isa: I, state: &mut [W; STATE], data: &[u8]) {
    isa.blake(state, &Rows::new([data]));
}

/// `N` messages, one word of each in a register.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn many<W: BlakeWord, I: WordIsa<W, N, V: Words + Lanes>, const N: usize>(isa: I, words: &mut [W], rows: &[&[u8]]) {
    let state = words.as_chunks_mut::<N>().0.first_chunk_mut();
    let (Some(state), Some(rows)) = (state, rows.first_chunk::<N>()) else { return };
    isa.run(lanewise::Compress { isa, state, rows: Rows::new(*rows) });
}

/// One message by a backend that has a form for `N` only: all lanes do the same.
#[cfg(target_arch = "x86_64")]
#[inline(never)]
fn padded<W: BlakeWord, I: WordIsa<W, N, V: Words + Lanes>, const N: usize>(
    isa: I,
    state: &mut [W; STATE],
    data: &[u8],
) {
    let mut words = state.map(|word| [word; N]);
    many::<W, I, N>(isa, words.as_flattened_mut(), &[data; N]);
    *state = words.map(|word| word[0]);
    wipe(words.as_flattened_mut());
}

/// Two messages of one length at once, their rows side by side in registers of 256 bits.
///
/// # Errors
/// [`Error::NoForm`], [`Error::BackendUnavailable`].
pub(super) fn two(backend: Backend, states: [&mut [u32; STATE]; 2], data: [&[u8]; 2]) -> Result<(), Error> {
    match backend {
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2 => rows_of_two(x86::Avx2::detect(), backend, states, data),
        #[cfg(target_arch = "x86_64")]
        Backend::Avx512Vl => rows_of_two(x86::Avx512Vl::detect(), backend, states, data),
        _ if TWO.contains(&backend) => {
            let _ = (states, data);
            Err(Error::BackendUnavailable(backend))
        }
        _ => Err(Error::NoForm { backend, forms: TWO }),
    }
}

#[cfg(target_arch = "x86_64")]
fn rows_of_two<I: QuadIsa<u32, 2>>(
    isa: Option<I>,
    backend: Backend,
    states: [&mut [u32; STATE]; 2],
    data: [&[u8]; 2],
) -> Result<(), Error> {
    let isa = isa.ok_or(Error::BackendUnavailable(backend))?;
    isa.run(rowwise::Compress { isa, states, rows: Rows::new(data) });
    Ok(())
}

/// The backends of [`two`].
pub(super) const TWO: &[Backend] = &[Backend::Avx2, Backend::Avx512Vl];

// The kernels that this machine can run are held against the reference in tests/blake.rs.
#[cfg(all(test, feature = "xop", target_arch = "x86_64"))]
mod tests {
    use super::*;
    use crate::blake::tests::{check_32, check_64};
    use crate::md::engine::Kernels;

    /// No processor at hand has the instructions: their arithmetic is run on a model of them.
    #[test]
    fn xop_on_the_model_of_its_instructions() {
        check_32(|state, data| rowwise(x86::XopModel, state, data));
        check_64(|state, data| rowwise(x86::XopModel, state, data));
        assert!(Engine32::BACKENDS.contains(&Backend::Xop) && Engine64::BACKENDS.contains(&Backend::Xop));
        let error = Error::BackendUnavailable(Backend::Xop);
        assert!(Backend::Xop.is_available() || Engine64::new(Backend::Xop).unwrap_err() == error);
    }
}
