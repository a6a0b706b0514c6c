//! The engines of BLAKE: the forms of each backend.

use super::words::{
    Blake2b, Blake2s, Blake3, Blake3Xof, Blake32, Blake64, CHUNK, Compressor, LAST, STATE, STATE_3, Version, counter,
};
use super::{lanewise, rowwise};
use crate::plan;
use core::marker::PhantomData;
use lanes::{Lanes, Portable, QuadIsa, Rows, WordIsa, Words};
use lanesum_batch::engine::{Form, refused};
use lanesum_batch::md::compression::{CompressMany, CompressOne, ManyMessages, MdWord, OneMessage, Whole, is_right};
use lanesum_batch::plan::Plan;
use lanesum_batch::wipe::{wipe, wipe_if_asked};
use lanesum_batch::{Backend, Error};

/// The plan of BLAKE-256 and BLAKE-224.
pub static BLAKE256: Plan = Plan::new(plan::BLAKE256, || is_right::<Blake32>(Backend::Xop));

/// The plans of `BLAKE2s`, `BLAKE2b` and BLAKE3. No backend of theirs was never run.
pub static BLAKE2S: Plan = Plan::new(plan::BLAKE2S, || true);
pub static BLAKE2B: Plan = Plan::new(plan::BLAKE2B, || true);
pub static BLAKE3: Plan = Plan::new(plan::BLAKE3, || true);

/// The plan of BLAKE-512 and BLAKE-384.
pub static BLAKE512: Plan = Plan::new(plan::BLAKE512, || is_right::<Blake64>(Backend::Xop));

lanesum_batch::engine! {
    One32 by BLAKE256: dyn OneMessage<[u32; STATE]>;
    all {
        Plan Portable(Portable) 1: Wordwise<Blake32>;
    }
    x86_64 {
        Plan Sse41(lanes::x86::Sse41) 1: Rowwise<Blake32>;
        Plan Avx(lanes::x86::Avx) 1: Rowwise<Blake32>;
        Plan AvxWords(lanes::x86::Avx) 1: crate::x86_64::ByHand;
        Plan Avx2(lanes::x86::Avx2) 1: Rowwise<Blake32>;
        Plan Avx512Vl(lanes::x86::Avx512Vl) 1: Rowwise<Blake32>;
        Padded Avx512(lanes::x86::Avx512) 1: Repeated<Blake32, 16>;
        Own Ssse3(lanes::x86::Ssse3) 1: Rowwise<Blake32>;
        Own AvxParked(lanes::x86::AvxParked) 1: Rowwise<Blake32>;
    }
    aarch64 {
        Plan Neon(lanes::aarch64::Neon) 1: Rowwise<Blake32>;
    }
    wasm32 {
        Plan Simd128(lanes::wasm32::Simd128) 1: Rowwise<Blake32>;
    }
    papers { Sse2 Xop Avx2Shuffle Avx2Gather Avx2Permute Avx2Cached }
}

lanesum_batch::engine! {
    Many32 by BLAKE256: dyn ManyMessages<u32>;
    all {}
    x86_64 {
        Plan Sse41(lanes::x86::Sse41) 4: Lanewise<Blake32, 4>;
        Plan Avx(lanes::x86::Avx) 4: Lanewise<Blake32, 4>;
        Plan Avx2(lanes::x86::Avx2) 8: Lanewise<Blake32, 8>;
        Plan Avx512Vl(lanes::x86::Avx512Vl) 4: Lanewise<Blake32, 4>;
        Plan Avx512Vl(lanes::x86::Avx512Vl) 8: Lanewise<Blake32, 8>;
        Plan Avx512(lanes::x86::Avx512) 16: Lanewise<Blake32, 16>;
    }
    aarch64 {
        Plan Neon(lanes::aarch64::Neon) 4: Lanewise<Blake32, 4>;
    }
    wasm32 {
        Plan Simd128(lanes::wasm32::Simd128) 4: Lanewise<Blake32, 4>;
    }
}

lanesum_batch::engine! {
    One64 by BLAKE512: dyn OneMessage<[u64; STATE]>;
    all {
        Plan Portable(Portable) 1: Wordwise<Blake64>;
    }
    x86_64 {
        Plan Ssse3(lanes::x86::Ssse3) 1: Rowwise<Blake64>;
        Plan AvxWords(lanes::x86::Avx) 1: crate::x86_64::ByHand;
        Plan Avx2(lanes::x86::Avx2) 1: Rowwise<Blake64>;
        Plan Avx512Vl(lanes::x86::Avx512Vl) 1: Rowwise<Blake64>;
        Padded Avx512(lanes::x86::Avx512) 1: Repeated<Blake64, 8>;
        Own AvxParked(lanes::x86::AvxParked) 1: Rowwise<Blake64>;
    }
    aarch64 {
        Plan Neon(lanes::aarch64::Neon) 1: Rowwise<Blake64>;
    }
    wasm32 {
        Plan Simd128(lanes::wasm32::Simd128) 1: Rowwise<Blake64>;
    }
    papers { Sse2 Sse41 Avx Xop Avx2Shuffle Avx2Gather Avx2Permute Avx2Cached }
}

lanesum_batch::engine! {
    Many64 by BLAKE512: dyn ManyMessages<u64>;
    all {}
    x86_64 {
        Plan Avx2(lanes::x86::Avx2) 4: Lanewise<Blake64, 4>;
        Plan Avx512Vl(lanes::x86::Avx512Vl) 2: Lanewise<Blake64, 2>;
        Plan Avx512Vl(lanes::x86::Avx512Vl) 4: Lanewise<Blake64, 4>;
        Plan Avx512(lanes::x86::Avx512) 8: Lanewise<Blake64, 8>;
    }
    aarch64 {
        Plan Neon(lanes::aarch64::Neon) 2: Lanewise<Blake64, 2>;
    }
    wasm32 {
        Plan Simd128(lanes::wasm32::Simd128) 2: Lanewise<Blake64, 2>;
    }
}

/// The engines of a later function with words of 32 bits, for one message and for several.
macro_rules! later {
    ($one:ident $many:ident by $plan:ident: $function:ident, $state:ident in $lanes:ident, four by $four:ty $(, two by $backend:ident)*) => {
        lanesum_batch::engine! {
            $one by $plan: dyn OneMessage<[u32; $state]>;
            all {
                Plan Portable(Portable) 1: Wordwise<$function>;
            }
            x86_64 {
                Plan Sse41(lanes::x86::Sse41) 1: Rowwise<$function>;
                Plan Avx(lanes::x86::Avx) 1: Rowwise<$function>;
                Plan Avx2(lanes::x86::Avx2) 1: Rowwise<$function>;
                Plan Avx512Vl(lanes::x86::Avx512Vl) 1: Rowwise<$function>;
                Padded Avx512(lanes::x86::Avx512) 1: Repeated<$function, 16>;
            }
            aarch64 {
                Plan Neon(lanes::aarch64::Neon) 1: Rowwise<$function>;
            }
            wasm32 {
                Plan Simd128(lanes::wasm32::Simd128) 1: Rowwise<$function>;
            }
        }

        lanesum_batch::engine! {
            $many by $plan: dyn ManyMessages<u32>;
            all {}
            x86_64 {
                $( Plan $backend(lanes::x86::$backend) 2: Quadwise<$function, 2>; )*
                Plan Sse41(lanes::x86::Sse41) 4: $lanes<$function, 4, $state>;
                Plan Avx(lanes::x86::Avx) 4: $lanes<$function, 4, $state>;
                Plan Avx2(lanes::x86::Avx2) 8: $lanes<$function, 8, $state>;
                Plan Avx512Vl(lanes::x86::Avx512Vl) 4: $four;
                Plan Avx512Vl(lanes::x86::Avx512Vl) 8: $lanes<$function, 8, $state>;
                Plan Avx512(lanes::x86::Avx512) 16: $lanes<$function, 16, $state>;
            }
            aarch64 {
                Plan Neon(lanes::aarch64::Neon) 4: $lanes<$function, 4, $state>;
            }
            wasm32 {
                Plan Simd128(lanes::wasm32::Simd128) 4: $lanes<$function, 4, $state>;
            }
        }
    };
}
later!(One2s Many2s by BLAKE2S: Blake2s, STATE in Lanewise, four by Lanewise<Blake2s, 4>);
later!(One3 Many3 by BLAKE3: Blake3, STATE_3 in Chunkwise, four by Quadwise<Blake3, 4>, two by Avx2, two by Avx512Vl);
later!(One3Xof Many3Xof by BLAKE3: Blake3Xof, STATE_3 in Lanewise, four by Quadwise<Blake3Xof, 4>, two by Avx2, two by Avx512Vl);

lanesum_batch::engine! {
    One2b by BLAKE2B: dyn OneMessage<[u64; STATE]>;
    all {
        Plan Portable(Portable) 1: Wordwise<Blake2b>;
    }
    x86_64 {
        Plan Avx2(lanes::x86::Avx2) 1: Rowwise<Blake2b>;
        Plan Avx512Vl(lanes::x86::Avx512Vl) 1: Rowwise<Blake2b>;
        Padded Avx512(lanes::x86::Avx512) 1: Repeated<Blake2b, 8>;
    }
    aarch64 {
        Plan Neon(lanes::aarch64::Neon) 1: Rowwise<Blake2b>;
    }
    wasm32 {
        Plan Simd128(lanes::wasm32::Simd128) 1: Rowwise<Blake2b>;
    }
}

lanesum_batch::engine! {
    Many2b by BLAKE2B: dyn ManyMessages<u64>;
    all {}
    x86_64 {
        Plan Avx2(lanes::x86::Avx2) 4: Lanewise<Blake2b, 4>;
        Plan Avx512Vl(lanes::x86::Avx512Vl) 2: Lanewise<Blake2b, 2>;
        Plan Avx512Vl(lanes::x86::Avx512Vl) 4: Lanewise<Blake2b, 4>;
        Plan Avx512(lanes::x86::Avx512) 8: Lanewise<Blake2b, 8>;
    }
    aarch64 {
        Plan Neon(lanes::aarch64::Neon) 2: Lanewise<Blake2b, 2>;
    }
    wasm32 {
        Plan Simd128(lanes::wasm32::Simd128) 2: Lanewise<Blake2b, 2>;
    }
}

/// `portable`, which needs no detection.
pub static PORTABLE_32: Portably<Blake32> = Form::new(Portable);
pub static PORTABLE_64: Portably<Blake64> = Form::new(Portable);

type Portably<F> = Form<Portable, Wordwise<F>, { Backend::Portable as usize }>;

/// One message by the function `F`, with one word in each register.
pub struct Wordwise<F>(PhantomData<F>);

impl<F: Compressor, I: WordIsa<F::Word, 1, V: Words + Lanes>, const STATE: usize> CompressOne<I, [F::Word; STATE]>
    for Wordwise<F>
{
    fn compress(isa: I, state: &mut [F::Word; STATE], data: &[u8]) {
        let mut words = state.map(|word| [word]);
        isa.run(lanewise::Compress::<F, _, 1, STATE> { isa, state: &mut words, rows: Rows::new(&[data]), end: None });
        *state = words.map(|[word]| word);
    }
}

/// One message, with a row of four words in a register.
pub struct Rowwise<F>(PhantomData<F>);

impl<F: Compressor, I: QuadIsa<F::Word, 1>, const STATE: usize> CompressOne<I, [F::Word; STATE]> for Rowwise<F> {
    fn compress(isa: I, state: &mut [F::Word; STATE], data: &[u8]) {
        isa.run(rowwise::Compress::<F, _, 1, STATE> { isa, states: [state], rows: Rows::new(&[data]) });
    }
}

/// `N` messages, one word of each in a register.
pub struct Lanewise<F, const N: usize, const STATE: usize = 14>(PhantomData<F>);

impl<F: Compressor<Word: MdWord>, I: WordIsa<F::Word, N, V: Words + Lanes>, const N: usize, const STATE: usize>
    CompressMany<I, F::Word> for Lanewise<F, N, STATE>
{
    const WIDTH: usize = N;

    fn compress(isa: I, words: &mut [F::Word], rows: &[&[u8]]) {
        let state = words.as_chunks_mut::<N>().0.first_chunk_mut().expect("the words of a state for each message");
        let rows = Rows::new(rows.first_chunk::<N>().expect("a row for each message"));
        isa.run(lanewise::Compress::<F, I, N, STATE> { isa, state, rows, end: None });
    }

    fn takes_whole(_: usize) -> bool {
        matches!(F::VERSION, Version::One)
    }

    /// From all words of a state: whole blocks, and the block that [`Compression::last_block`](lanesum_batch::md::compression::Compression::last_block) gives.
    fn hash_whole(isa: I, whole: &Whole<'_, F::Word>, out: &mut [u8], bytes: usize) {
        assert!(matches!(F::VERSION, Version::One), "the caller has asked takes_whole");
        let begin: &[F::Word; STATE] = whole.begin.first_chunk().expect("the words of a state");
        let last = whole.known.expect("messages of whole blocks");
        let mut words = begin.map(|word| [word; N]);
        let rows = Rows::new(whole.rows.first_chunk::<N>().expect("a row for each message"));
        let are_stored = I::STORES_ROWS && out.len() == size_of::<[F::Word; 8]>() * N;
        let end = lanewise::End { words: [last[0], last[13], last[14], last[15]], out };
        isa.run(lanewise::Compress::<F, I, N, STATE> { isa, state: &mut words, rows, end: Some(end) });
        if !are_stored {
            for (slot, out) in out.chunks_mut(bytes).enumerate() {
                F::Word::put_all(words[..8].iter().map(|word| &word[slot]), out);
            }
        }
        wipe_if_asked(words.as_flattened_mut());
    }
}

/// The rows of a kernel of BLAKE3. If they are as long as chunks, every second line of what follows them in memory is prefetched: in the cache that
/// costs less than one per cent, where each line costs more. (Whether the message is long, a kernel cannot ask: its counter may be no condition.)
fn rows_of<'a, const N: usize>(rows: &[&'a [u8]]) -> Rows<'a, N> {
    let rows = Rows::new(rows.first_chunk::<N>().expect("a row for each message"));
    if rows.len() == CHUNK { rows.with_next() } else { rows }
}

/// As [`Lanewise`], for BLAKE3, with whole messages.
pub struct Chunkwise<F, const N: usize, const STATE: usize>(PhantomData<F>);

impl<I: WordIsa<u32, N, V: Words + Lanes>, const N: usize> CompressMany<I, u32> for Chunkwise<Blake3, N, STATE_3> {
    const WIDTH: usize = N;

    fn compress(isa: I, words: &mut [u32], rows: &[&[u8]]) {
        let state = words.as_chunks_mut::<N>().0.first_chunk_mut::<STATE_3>().expect("the words of a state");
        let rows = rows_of(rows);
        isa.run(lanewise::Compress::<Blake3, I, N, STATE_3> { isa, state, rows, end: None });
    }

    fn takes_whole(_: usize) -> bool {
        I::STORES_ROWS && I::AHEAD
    }

    /// From all words of a state: whole blocks, then the last one.
    fn hash_whole(isa: I, whole: &Whole<'_, u32>, out: &mut [u8], _: usize) {
        // So that the others have no code for it.
        assert!(I::STORES_ROWS && I::AHEAD, "the caller has asked takes_whole");
        let begin = whole.begin.first_chunk().expect("the words of a state");
        let heads = &whole.heads.first_chunk::<N>().map(Rows::new);
        let ends = &rows_of(whole.rows);
        isa.run(lanewise::HashWhole { isa, begin, heads: heads.as_ref(), ends, out });
    }
}

/// `N` messages by BLAKE3, with a row of four words of each side by side in a register.
pub struct Quadwise<F, const N: usize>(PhantomData<F>);

impl<F: Compressor<Word = u32>, I: QuadIsa<u32, N>, const N: usize> CompressMany<I, u32> for Quadwise<F, N> {
    const WIDTH: usize = N;

    fn compress(isa: I, words: &mut [u32], rows: &[&[u8]]) {
        let words: &mut [[u32; N]; STATE_3] = words.as_chunks_mut().0.first_chunk_mut().expect("the words of states");
        let mut states: [_; N] = core::array::from_fn(|i| words.map(|word| word[i]));
        rows_of_several::<F, I, N>(isa, &mut states, rows);
        for (k, words) in words.iter_mut().enumerate() {
            for (word, state) in words.iter_mut().zip(&states) {
                *word = state[k];
            }
        }
        // They may depend on a key.
        wipe(states.as_flattened_mut());
    }

    fn takes_whole(_: usize) -> bool {
        !F::ALL
    }

    /// From all words of a state: whole blocks, then the last one.
    fn hash_whole(isa: I, whole: &Whole<'_, u32>, out: &mut [u8], _: usize) {
        let begin = whole.begin.first_chunk().expect("the words of a state");
        let mut states = [*begin; N];
        for (i, state) in states.iter_mut().enumerate() {
            [state[12], state[13]] = counter(begin, i);
            state[11] = 0;
        }
        if whole.heads.first().is_some_and(|head| !head.is_empty()) {
            rows_of_several::<F, I, N>(isa, &mut states, whole.heads);
            for state in &mut states {
                state[10] = 0;
            }
        }
        for state in &mut states {
            (state[8], state[11]) = (begin[LAST], begin[11]);
        }
        rows_of_several::<F, I, N>(isa, &mut states, whole.rows);
        for (out, state) in out.as_chunks_mut::<32>().0.iter_mut().zip(&states) {
            for (bytes, word) in out.as_chunks_mut().0.iter_mut().zip(state) {
                *bytes = word.to_le_bytes();
            }
        }
        wipe(states.as_flattened_mut());
    }
}

fn rows_of_several<F: Compressor<Word = u32>, I: QuadIsa<u32, N>, const N: usize>(
    isa: I,
    states: &mut [[u32; STATE_3]; N],
    rows: &[&[u8]],
) {
    let rows = Rows::new(rows.first_chunk::<N>().expect("a row for each message"));
    isa.run(rowwise::Compress::<F, _, N, STATE_3> { isa, states: states.each_mut(), rows });
}

/// One message with a form for `N` messages: all slots hash it.
pub struct Repeated<F, const N: usize>(PhantomData<F>);

impl<F: Compressor<Word: MdWord>, I: WordIsa<F::Word, N, V: Words + Lanes>, const N: usize, const STATE: usize>
    CompressOne<I, [F::Word; STATE]> for Repeated<F, N>
{
    fn compress(isa: I, state: &mut [F::Word; STATE], data: &[u8]) {
        let mut words = state.map(|word| [word; N]);
        <Lanewise<F, N, STATE> as CompressMany<I, F::Word>>::compress(isa, words.as_flattened_mut(), &[data; N]);
        *state = words.map(|word| word[0]);
        wipe_if_asked(words.as_flattened_mut());
    }
}

/// Two messages of one length at once, with their rows side by side in 256-bit registers.
///
/// # Errors
/// [`Error::NoForm`], [`Error::BackendUnavailable`].
pub fn two(backend: Backend, states: [&mut [u32; STATE]; 2], data: [&[u8]; 2]) -> Result<(), Error> {
    #[cfg(target_arch = "x86_64")]
    match backend {
        Backend::Avx2 => return rows_of_two(lanes::x86::Avx2::detect(), backend, states, data),
        Backend::Avx512Vl => return rows_of_two(lanes::x86::Avx512Vl::detect(), backend, states, data),
        _ => (),
    }
    let _ = (states, data);
    Err(refused(backend, TWO, &[]))
}

fn rows_of_two<I: QuadIsa<u32, 2>>(
    isa: Option<I>,
    backend: Backend,
    states: [&mut [u32; STATE]; 2],
    data: [&[u8]; 2],
) -> Result<(), Error> {
    let isa = isa.ok_or(Error::BackendUnavailable(backend))?;
    isa.run(rowwise::Compress::<Blake32, _, 2, STATE> { isa, states, rows: Rows::new(&data) });
    Ok(())
}

/// The backends of [`two`].
pub const TWO: &[Backend] = &[Backend::Avx2, Backend::Avx512Vl];
