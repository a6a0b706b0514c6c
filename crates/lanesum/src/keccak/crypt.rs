//! A duplex over many blocks in place, for one state or for several among which the blocks are dealt (Keyak v2, section 3.2):
//! each block is added to the states and replaced by the sum.

use super::constants::Rounds;
#[cfg(target_arch = "x86_64")]
use super::engine::Engine;
use super::lane::{Lane, sealed::Sealed as _};
use super::lanewise::Group;
use super::plan;
use super::round::permute;
use super::states::{States, check};
use crate::wipe::wipe;
use crate::{Backend, Error};
#[cfg(target_arch = "x86_64")]
use lanes::Token;
use lanes::{Done, Isa, Kernel, Lanes, RowsMut};

/// Which way a message goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// From plaintext to ciphertext, which is what the state then holds.
    Wrap,
    /// Back: the state then holds what came in.
    Unwrap,
}

/// Lanes of a block in the kernels: the rate of all instances of Keyak that have several states.
pub(crate) const LANES: usize = 21;

/// How blocks of `lanes` lanes go through the states.
#[derive(Clone, Copy)]
pub struct Crypt<W> {
    pub(crate) way: Way,
    /// At most 24.
    pub(crate) lanes: usize,
    /// Added to the last lane of every state with each block.
    pub(crate) last: W,
}

impl<W: Lane, const N: usize> States<W, N> {
    /// All full deals of `data`, `N` blocks each, block `i` to state `i`: it is replaced by its sum with the state, the state takes
    /// the ciphertext in its place, and all are permuted.
    pub(crate) fn crypt_all(&mut self, crypt: Crypt<W>, rounds: Rounds, data: &mut [u8]) {
        if W::crypt(self.engine(), N, self.lanes_mut().as_flattened_mut(), crypt, rounds, data) == Done::Yes {
            return;
        }
        let block = W::BYTES * crypt.lanes;
        for deal in data.chunks_exact_mut(N * block) {
            for (i, block) in deal.chunks_exact_mut(block).enumerate() {
                sure(self.crypt(i, 0, crypt.way, block));
            }
            self.add_lane_all(24, &[crypt.last; N]);
            self.permute_rounds(rounds);
        }
    }

    /// Replaces `data` by its sum with the bytes of one state from lane `first` on, which take the ciphertext in their place.
    ///
    /// # Errors
    /// [`Error::OutOfState`] if it does not fit, [`Error::NoSuchInstance`].
    pub(crate) fn crypt(&mut self, instance: usize, first: usize, way: Way, data: &mut [u8]) -> Result<(), Error> {
        check::<W, N>(instance, W::BYTES * first, data.len())?;
        let (data, rest) = data.split_at_mut(data.len() / W::BYTES * W::BYTES);
        let end = W::BYTES * first + data.len();
        let engine = self.engine();
        let words = self.lanes_mut().get_mut(first..).unwrap_or_default();
        // For one state these loops are over contiguous words; without a decision in them they are done by vectors.
        match (way, engine.backend()) {
            (Way::Wrap, Backend::Portable32) => crypt::<W, N>(words, instance, data, |word, lane| {
                let sum = word.xor(lane.encode(engine));
                (sum, W::decode(sum, engine))
            }),
            (Way::Unwrap, Backend::Portable32) => crypt::<W, N>(words, instance, data, |word, lane| {
                let new = lane.encode(engine);
                (new, W::decode(word.xor(new), engine))
            }),
            (Way::Wrap, _) => crypt::<W, N>(words, instance, data, |word, lane| {
                let sum = word.xor(lane.expand());
                (sum, W::reduce(sum))
            }),
            (Way::Unwrap, _) => crypt::<W, N>(words, instance, data, |word, lane| {
                let new = lane.expand();
                (new, W::reduce(word.xor(new)))
            }),
        }
        let mut stream = [0; 8];
        let stream = &mut stream[..rest.len()];
        self.extract_bytes(instance, end, stream)?;
        match way {
            Way::Wrap => self.add_bytes(instance, end, rest)?,
            Way::Unwrap => self.overwrite_bytes(instance, end, rest)?,
        }
        for (byte, stream) in rest.iter_mut().zip(&*stream) {
            *byte ^= stream;
        }
        wipe(stream);
        Ok(())
    }

    /// Adds `data` to the first bytes of every state, at most all.
    pub(crate) fn add_to_all(&mut self, data: &[u8]) {
        let engine = self.engine();
        for (words, lane) in self.lanes_mut().iter_mut().zip(data.chunks(W::BYTES)) {
            let lane = W::read(lane).encode(engine);
            for word in words {
                *word = word.xor(lane);
            }
        }
    }

    /// Adds a lane to each state, all at one place.
    pub(crate) fn add_lane_all(&mut self, place: usize, lanes: &[W; N]) {
        let engine = self.engine();
        for (word, lane) in self.lanes_mut()[place].iter_mut().zip(lanes) {
            *word = word.xor(lane.encode(engine));
        }
    }
}

/// All ranges are within a state here.
fn sure(result: Result<(), Error>) {
    debug_assert!(result.is_ok());
}

/// `both` makes of word and lane what the word becomes and what the lane becomes.
#[inline(always)]
fn crypt<W: Lane, const N: usize>(
    words: &mut [[W::Register; N]],
    instance: usize,
    data: &mut [u8],
    both: impl Fn(W::Register, W) -> (W::Register, W),
) {
    for (lane, words) in data.chunks_exact_mut(W::BYTES).zip(words) {
        let (new, out) = both(words[instance], W::read(lane));
        words[instance] = new;
        out.write(lane);
    }
}

/// 64-bit lanes, if the backend has registers for several states and the number of states fills them.
#[cfg(target_arch = "x86_64")]
pub(crate) fn in_registers(
    engine: Engine,
    ways: usize,
    words: &mut [u64],
    crypt: Crypt<u64>,
    rounds: Rounds,
    data: &mut [u8],
) -> Done {
    if crypt.lanes != LANES {
        return Done::No;
    }
    let constants = u64::constants(engine, rounds);
    macro_rules! groups {
        ($isa:ident, $n:literal) => {{
            for first in (0..ways).step_by($n) {
                let group = Group { words: &mut *words, ways, first };
                $isa.run(InRegisters::<_, $n> { isa: $isa, group, constants, crypt, data: &mut *data });
            }
            Done::Yes
        }};
    }
    match (engine, ways) {
        (Engine::Sse2(isa), 2..) => groups!(isa, 2),
        (Engine::Avx2(isa), 4..) => groups!(isa, 4),
        (Engine::Avx512Vl(isa), 4..) => groups!(isa, 4),
        (Engine::Avx512Vl(isa), 2) => groups!(isa, 2),
        (Engine::Avx512(isa), 8) => groups!(isa, 8),
        _ => Done::No,
    }
}

/// `N` of the states, in registers from the first deal to the last.
struct InRegisters<'a, I, const N: usize> {
    isa: I,
    group: Group<'a, u64>,
    constants: &'static [u64],
    crypt: Crypt<u64>,
    /// All of it, also what is dealt to states outside the group.
    data: &'a mut [u8],
}

impl<I: Isa<u64, N>, const N: usize> Kernel for InRegisters<'_, I, N> {
    type Output = ();
    #[inline(always)]
    fn call(mut self) {
        let isa = self.isa;
        let mut s = self.group.load::<I, N, false>(isa);
        let last = isa.splat(self.crypt.last);
        // The state becomes sum ^ (state & kept): the sum, or what came in.
        let kept = isa.splat(if self.crypt.way == Way::Wrap { 0 } else { u64::MAX });
        let block = 8 * LANES;
        let mut at = block * self.group.first;
        while let Some(blocks) = self.data.get_mut(at..).and_then(|data| data.get_mut(..N * block)) {
            let mut rows = RowsMut::<N>::dealt(blocks, block);
            // From the last square to the first. The lanes that do not fill one are in a square with some of those before
            // them, which the next square then finds done, and writes as they are.
            macro_rules! square {
                ($i:literal) => {
                    if $i * N < LANES {
                        let from = if $i * N + N <= LANES { $i * N } else { LANES - N };
                        let done = if $i * N + N <= LANES && $i * N + 2 * N > LANES { LANES % N } else { 0 };
                        let done = if done == 0 { N } else { done };
                        let mut v = isa.load_square(&rows.as_rows(), 8 * from);
                        for j in 0..N {
                            if j < done {
                                let state = s[from + j];
                                v[j] = v[j].xor(state);
                                s[from + j] = v[j].xor(state.and(kept));
                            }
                        }
                        isa.store_square(v, &mut rows, 8 * from);
                    }
                };
                ($($i:literal)*) => { $(square!($i);)* };
            }
            square!(10 9 8 7 6 5 4 3 2 1 0);
            s[24] = s[24].xor(last);
            permute::<I, _, N, false>(isa, &mut s, self.constants, plan::theta());
            at += block * self.group.ways;
        }
        self.group.store::<I, N, false>(isa, s);
    }
}
