//! The engines of BLAKE: the forms of each backend.

use super::words::{Blake32, Blake64, BlakeWord, STATE};
use super::{lanewise, rowwise};
use crate::plan;
#[cfg(target_arch = "x86_64")]
use crate::x86_64::BlakeIsa;
#[cfg(target_arch = "aarch64")]
use lanes::aarch64 as arm;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use lanes::wasm32 as wasm;
#[cfg(target_arch = "x86_64")]
use lanes::x86;
use lanes::{Lanes, Portable, QuadIsa, Rows, WordIsa, Words};
use lanesum_batch::engine::{Form, refused};
use lanesum_batch::md::compression::{CompressMany, CompressOne, ManyMessages, OneMessage, is_right};
use lanesum_batch::plan::Plan;
use lanesum_batch::wipe::wipe_if_asked;
use lanesum_batch::{Backend, Error};

/// The plan of BLAKE-256 and BLAKE-224.
pub static BLAKE256: Plan = Plan::new(plan::BLAKE256, || is_right::<Blake32>(Backend::Xop));

/// The plan of BLAKE-512 and BLAKE-384.
pub static BLAKE512: Plan = Plan::new(plan::BLAKE512, || is_right::<Blake64>(Backend::Xop));

lanesum_batch::engine! {
    One32 by BLAKE256: dyn OneMessage<[u32; STATE]>;
    all {
        Plan Portable(Portable) 1: Wordwise;
    }
    x86_64 {
        Plan Sse41(x86::Sse41) 1: Rowwise;
        Plan Avx(x86::Avx) 1: Rowwise;
        Plan AvxWords(x86::Avx) 1: ByHand;
        Plan Avx2(x86::Avx2) 1: Rowwise;
        Plan Avx512Vl(x86::Avx512Vl) 1: Rowwise;
        Padded Avx512(x86::Avx512) 1: Repeated<16>;
    }
    papers {
        Own Sse2(x86::Sse2) 1: Rowwise;
        Own Ssse3(x86::Ssse3) 1: Rowwise;
        Own AvxParked(x86::AvxParked) 1: Rowwise;
        Own Xop(x86::Xop) 1: Rowwise;
        Own Avx2Shuffle(x86::Avx2Shuffle) 1: Rowwise;
        Own Avx2Gather(x86::Avx2Gather) 1: Rowwise;
        Own Avx2Permute(x86::Avx2Permute) 1: Rowwise;
        Own Avx2Cached(x86::Avx2Cached) 1: Rowwise;
    }
    aarch64 {
        Plan Neon(arm::Neon) 1: Rowwise;
    }
    wasm32 {
        Plan Simd128(wasm::Simd128) 1: Rowwise;
    }
}

lanesum_batch::engine! {
    Many32 by BLAKE256: dyn ManyMessages<u32>;
    all {}
    x86_64 {
        Plan Sse41(x86::Sse41) 4: Lanewise<4>;
        Plan Avx(x86::Avx) 4: Lanewise<4>;
        Plan Avx2(x86::Avx2) 8: Lanewise<8>;
        Plan Avx512Vl(x86::Avx512Vl) 4: Lanewise<4>;
        Plan Avx512Vl(x86::Avx512Vl) 8: Lanewise<8>;
        Plan Avx512(x86::Avx512) 16: Lanewise<16>;
    }
    papers {}
    aarch64 {
        Plan Neon(arm::Neon) 4: Lanewise<4>;
    }
    wasm32 {
        Plan Simd128(wasm::Simd128) 4: Lanewise<4>;
    }
}

lanesum_batch::engine! {
    One64 by BLAKE512: dyn OneMessage<[u64; STATE]>;
    all {
        Plan Portable(Portable) 1: Wordwise;
    }
    x86_64 {
        Plan AvxWords(x86::Avx) 1: ByHand;
        Plan Avx2(x86::Avx2) 1: Rowwise;
        Plan Avx512Vl(x86::Avx512Vl) 1: Rowwise;
        Padded Avx512(x86::Avx512) 1: Repeated<8>;
    }
    papers {
        Own Sse2(x86::Sse2) 1: Rowwise;
        Own Ssse3(x86::Ssse3) 1: Rowwise;
        Own Sse41(x86::Sse41) 1: Rowwise;
        Own Avx(x86::Avx) 1: Rowwise;
        Own AvxParked(x86::AvxParked) 1: Rowwise;
        Own Xop(x86::Xop) 1: Rowwise;
        Own Avx2Shuffle(x86::Avx2Shuffle) 1: Rowwise;
        Own Avx2Gather(x86::Avx2Gather) 1: Rowwise;
        Own Avx2Permute(x86::Avx2Permute) 1: Rowwise;
        Own Avx2Cached(x86::Avx2Cached) 1: Rowwise;
    }
    aarch64 {
        Plan Neon(arm::Neon) 1: Rowwise;
    }
    wasm32 {
        Plan Simd128(wasm::Simd128) 1: Rowwise;
    }
}

lanesum_batch::engine! {
    Many64 by BLAKE512: dyn ManyMessages<u64>;
    all {}
    x86_64 {
        Plan Avx2(x86::Avx2) 4: Lanewise<4>;
        Plan Avx512Vl(x86::Avx512Vl) 2: Lanewise<2>;
        Plan Avx512Vl(x86::Avx512Vl) 4: Lanewise<4>;
        Plan Avx512(x86::Avx512) 8: Lanewise<8>;
    }
    papers {}
    aarch64 {
        Plan Neon(arm::Neon) 2: Lanewise<2>;
    }
    wasm32 {
        Plan Simd128(wasm::Simd128) 2: Lanewise<2>;
    }
}

/// `portable`, which needs no detection.
pub static PORTABLE: Form<Portable, Wordwise, { Backend::Portable as usize }> = Form::new(Portable);

/// One message, with one word in each register.
pub struct Wordwise;

impl<W: BlakeWord, I: WordIsa<W, 1, V: Words + Lanes>> CompressOne<I, [W; STATE]> for Wordwise {
    fn compress(isa: I, state: &mut [W; STATE], data: &[u8]) {
        let mut words = state.map(|word| [word]);
        isa.run(lanewise::Compress { isa, state: &mut words, rows: Rows::new(&[data]) });
        *state = words.map(|[word]| word);
    }
}

/// One message, with a row of four words in a register.
pub struct Rowwise;

impl<W: BlakeWord, I: QuadIsa<W, 1>> CompressOne<I, [W; STATE]> for Rowwise {
    fn compress(isa: I, state: &mut [W; STATE], data: &[u8]) {
        isa.run(rowwise::Compress { isa, states: [state], rows: Rows::new(&[data]) });
    }
}

/// One message, with its words in the integer unit, scheduled by hand.
#[cfg(target_arch = "x86_64")]
pub struct ByHand;

#[cfg(target_arch = "x86_64")]
impl<W: BlakeWord, I: BlakeIsa<W>> CompressOne<I, [W; STATE]> for ByHand {
    fn compress(isa: I, state: &mut [W; STATE], data: &[u8]) {
        isa.blake(state, &Rows::new(&[data]));
    }
}

/// `N` messages, one word of each in a register.
pub struct Lanewise<const N: usize>;

impl<W: BlakeWord, I: WordIsa<W, N, V: Words + Lanes>, const N: usize> CompressMany<I, W> for Lanewise<N> {
    const WIDTH: usize = N;

    fn compress(isa: I, words: &mut [W], rows: &[&[u8]]) {
        let state = words.as_chunks_mut::<N>().0.first_chunk_mut().expect("the words of a state for each message");
        let rows = Rows::new(rows.first_chunk::<N>().expect("a row for each message"));
        isa.run(lanewise::Compress { isa, state, rows });
    }
}

/// One message with a form for `N` messages: all slots hash it.
pub struct Repeated<const N: usize>;

impl<W: BlakeWord, I: WordIsa<W, N, V: Words + Lanes>, const N: usize> CompressOne<I, [W; STATE]> for Repeated<N> {
    fn compress(isa: I, state: &mut [W; STATE], data: &[u8]) {
        let mut words = state.map(|word| [word; N]);
        <Lanewise<N> as CompressMany<I, W>>::compress(isa, words.as_flattened_mut(), &[data; N]);
        *state = words.map(|word| word[0]);
        wipe_if_asked(words.as_flattened_mut());
    }
}

/// Two messages of one length at once, with their rows side by side in 256-bit registers.
///
/// # Errors
/// [`Error::NoForm`], [`Error::BackendUnavailable`].
pub fn two(backend: Backend, states: [&mut [u32; STATE]; 2], data: [&[u8]; 2]) -> Result<(), Error> {
    match backend {
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2 => rows_of_two(x86::Avx2::detect(), backend, states, data),
        #[cfg(target_arch = "x86_64")]
        Backend::Avx512Vl => rows_of_two(x86::Avx512Vl::detect(), backend, states, data),
        _ => {
            let _ = (states, data);
            Err(refused(backend, TWO, &[]))
        }
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
    isa.run(rowwise::Compress { isa, states, rows: Rows::new(&data) });
    Ok(())
}

/// The backends of [`two`].
pub const TWO: &[Backend] = &[Backend::Avx2, Backend::Avx512Vl];

// lanesum's tests/all/blake.rs compares the kernels that this machine can run with the reference.
#[cfg(all(test, feature = "papers", target_arch = "x86_64"))]
mod tests {
    use super::*;
    use crate::tests::{check_32, check_64};

    /// No processor at hand has these instructions, so the kernels are tested on a model of them.
    #[test]
    fn xop_on_the_model_of_its_instructions() {
        check_32(|state, data| Rowwise::compress(x86::XopModel, state, data));
        check_64(|state, data| Rowwise::compress(x86::XopModel, state, data));
    }
}
