//! Kernels compared with the reference: for no block, one and several, with counters that carry.

use lanesum_blake::words::{Blake2b, Blake2s, Blake3, Blake3Xof, Blake32, Blake64, Compressor, STATE, STATE_3};
use reference::blake::Word;
use reference::{blake2, blake3};

/// A word of either length.
pub trait AnyWord: Copy + PartialEq + core::fmt::Debug {
    const BITS: u32;
    fn of(word: u64) -> Self;
    fn to(self) -> u64;
}

macro_rules! any_word {
    ($($word:ident)*) => { $(
        impl AnyWord for $word {
            const BITS: u32 = $word::BITS;
            fn of(word: u64) -> Self {
                word as $word
            }
            fn to(self) -> u64 {
                self.into()
            }
        }
    )* };
}
any_word!(u32 u64);

/// A function whose compression the reference has, on states of `STATE` words.
pub trait Known<const STATE: usize>: Compressor<Word: AnyWord> {
    /// The state after block number `index` of `last + 1`, with the words of the block in this function's byte order.
    fn block(state: [u64; STATE], m: &[u64], index: usize, last: usize) -> [u64; STATE];
}

fn counter<F: Compressor<Word: AnyWord>>(state: &[u64], more: u32) -> u128 {
    let bits = F::Word::BITS;
    let all = u128::from(state[12]) + (u128::from(state[13]) << bits) + u128::from(more);
    if bits == 32 { all & u128::from(u64::MAX) } else { all }
}

fn low_and_high<F: Compressor<Word: AnyWord>>(t: u128) -> [u64; 2] {
    [F::Word::of(t as u64).to(), (t >> F::Word::BITS) as u64]
}

macro_rules! known {
    ($($function:ident: $more:literal, |$h:ident, $m:ident, $s:ident, $t:ident| $of:expr;)*) => { $(
        impl Known<STATE> for $function {
            fn block(mut state: [u64; STATE], $m: &[u64], _: usize, _: usize) -> [u64; STATE] {
                let $t = counter::<Self>(&state, $more);
                let $h = core::array::from_fn(|i| state[i]);
                let $s: [u64; 4] = core::array::from_fn(|i| state[8 + i]);
                state[..8].copy_from_slice(&$of);
                state[12..].copy_from_slice(&low_and_high::<Self>($t));
                state
            }
        }
    )* };
}
known! {
    Blake32: 512, |h, m, s, t| Word::W32.compress(h, m, s, low_and_high::<Self>(t));
    Blake64: 1024, |h, m, s, t| Word::W64.compress(h, m, s, low_and_high::<Self>(t));
    Blake2s: 64, |h, m, s, t| blake2::Function::Blake2s.compress(h, m, t, [s[0], s[1]]);
    Blake2b: 128, |h, m, s, t| blake2::Function::Blake2b.compress(h, m, t, [s[0], s[1]]);
}

macro_rules! known_3 {
    ($($function:ident writes $words:literal;)*) => { $(
        impl Known<STATE_3> for $function {
            fn block(mut state: [u64; STATE_3], m: &[u64], index: usize, last: usize) -> [u64; STATE_3] {
                let words = state.map(|word| word as u32);
                let h = core::array::from_fn(|i| words[i]);
                let first = if index == 0 { words[10] } else { 0 };
                let flags = words[9] ^ first ^ if index == last { words[11] } else { 0 };
                let t = state[12] | state[13] << 32;
                let out = blake3::compress(h, core::array::from_fn(|i| m[i] as u32), t, words[8], flags);
                state[..$words].copy_from_slice(&out[..$words].iter().map(|word| u64::from(*word)).collect::<Vec<_>>());
                state
            }
        }
    )* };
}
known_3! {
    Blake3 writes 8;
    Blake3Xof writes 16;
}

/// A kernel on a state and the data of one message.
pub type Kernel<'a, W, const STATE: usize> = &'a dyn Fn(&mut [W; STATE], &[u8]);

/// Compares a kernel with the reference.
pub fn check<F: Known<STATE>, const STATE: usize>(compress: Kernel<'_, F::Word, STATE>) {
    let max = F::Word::of(u64::MAX).to();
    let cases = [(1, 0), (2, max - 900), (0, 0), (3, 5), (5, max - 1023)];
    // All sixteen words of output are of one block. Miri takes minutes for all cases.
    let few = F::ALL || cfg!(miri);
    for (blocks, low) in cases.into_iter().take(if few { 1 } else { 5 }) {
        let word_bytes = F::Word::BITS as usize / 8;
        let data: Vec<u8> = (0..blocks * 16 * word_bytes).map(|i| (i * i % 251) as u8).collect();
        let mut state: [F::Word; STATE] = core::array::from_fn(|i| F::Word::of((i as u64).wrapping_mul(max / 7)));
        (state[12], state[13]) = (F::Word::of(low), F::Word::of(3));
        let mut expected = state.map(AnyWord::to);
        for (index, block) in data.chunks(16 * word_bytes).enumerate() {
            let big = |bytes: &[u8]| bytes.iter().fold(0, |word, byte| word << 8 | u64::from(*byte));
            let little = |bytes: &[u8]| bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
            let words = block.chunks(word_bytes);
            let m: Vec<u64> = if F::LITTLE { words.map(little).collect() } else { words.map(big).collect() };
            expected = F::block(expected, &m, index, blocks - 1);
        }
        compress(&mut state, &data);
        assert_eq!(state.map(AnyWord::to), expected, "{blocks} blocks");
    }
}

/// Checks a kernel of every function: `$kernel` is a closure in which the function is the type `$function`.
macro_rules! check_each {
    ($function:ident, $state:ident => $kernel:expr) => {
        check_each!(@ $function, $state => $kernel; Blake32 STATE, Blake64 STATE, Blake2s STATE, Blake2b STATE, Blake3 STATE_3, Blake3Xof STATE_3)
    };
    (@ $function:ident, $state:ident => $kernel:expr; $($of:ident $words:ident),*) => { $( {
        type $function = lanesum_blake::words::$of;
        const $state: usize = lanesum_blake::words::$words;
        check::<$function, $state>(&$kernel);
    } )* };
}

/// The kernels on arrays, which need no vector unit: for one message, and for two, which also keeps rows for later rounds.
#[test]
fn the_text_is_right_on_the_model() {
    use lanes::{QuadModel, Rows, Token};
    use lanesum_blake::rowwise::Compress;
    check_each!(F, STATE => |state, data| {
        let rows = Rows::new(&[data]);
        QuadModel.run(Compress::<F, _, 1, STATE> { isa: QuadModel, states: [state], rows });
    });
    let other = [0x5a; 1024];
    check_each!(F, STATE => |state, data| {
        let (mut beside, rows) = ([F::START[0]; STATE], Rows::new(&[&other[..data.len()], data]));
        QuadModel.run(Compress::<F, _, 2, STATE> { isa: QuadModel, states: [&mut beside, state], rows });
    });
}

/// Every form of every function that this machine can run, by name; several messages with counters of their own.
mod forms {
    use super::{Known, check};
    use lanesum_batch::Backend;
    use lanesum_batch::engine::Engine;
    use lanesum_batch::md::compression::{ManyMessages, OneMessage};
    use lanesum_blake::engines::{
        Many2b, Many2s, Many3, Many3Xof, Many32, Many64, One2b, One2s, One3, One3Xof, One32, One64,
    };
    use lanesum_blake::words::{Blake2b, Blake2s, Blake3, Blake3Xof, Blake32, Blake64, STATE, STATE_3};

    fn every_form<F: Known<STATE>, One, Many, const STATE: usize>()
    where
        One: Engine<Form = dyn OneMessage<[F::Word; STATE]>>,
        Many: Engine<Form = dyn ManyMessages<F::Word>>,
    {
        let mut count = 0;
        for backend in Backend::ALL {
            if let Some(form) = One::named(*backend, 1) {
                check::<F, STATE>(&|state, data| form.compress(state, data));
                count += 1;
            }
            for width in [2, 4, 8, 16] {
                let Some(form) = Many::named(*backend, width) else { continue };
                for slot in 0..width {
                    check::<F, STATE>(&|state, data| {
                        // The other slots have other messages and states.
                        let other: Vec<u8> = data.iter().map(|byte| byte ^ 0x5a).collect();
                        let rows: Vec<&[u8]> = (0..width).map(|i| if i == slot { data } else { &other[..] }).collect();
                        let mut words: Vec<F::Word> = state
                            .iter()
                            .enumerate()
                            .flat_map(|(k, word)| (0..width).map(move |i| (k, i, *word)))
                            .map(|(k, i, word)| if i == slot { word } else { F::START[(k + i) % 8] })
                            .collect();
                        form.compress(&mut words, &rows);
                        for (k, word) in state.iter_mut().enumerate() {
                            *word = words[k * width + slot];
                        }
                    });
                }
                count += 1;
            }
        }
        assert!(count >= 1, "portable is everywhere");
    }

    macro_rules! tests {
        ($($name:ident: $function:ident $one:ident $many:ident $state:ident;)*) => { $(
            #[test]
            fn $name() {
                every_form::<$function, $one, $many, $state>();
            }
        )* };
    }
    tests! {
        blake32: Blake32 One32 Many32 STATE;
        blake64: Blake64 One64 Many64 STATE;
        blake2s: Blake2s One2s Many2s STATE;
        blake2b: Blake2b One2b Many2b STATE;
        blake3: Blake3 One3 Many3 STATE_3;
        blake3_xof: Blake3Xof One3Xof Many3Xof STATE_3;
    }
}
