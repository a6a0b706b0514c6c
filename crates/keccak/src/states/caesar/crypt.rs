//! A duplex over many blocks in place (Keyak v2, section 3.2), for one state, or for several that take the blocks in turn. Each block is
//! added to a state and replaced by the sum.

use super::crypt_forms::{Crypt, CryptForm, CryptLane};
use crate::permutation::engines::{Lane, One32};
use crate::permutation::rounds::Rounds;
use crate::states::bytes::{check, check_words};
use crate::states::many::States;
use crate::states::state::State;
use lanes::{Direction, Lanes};
use lanesum_batch::Backend;
use lanesum_batch::engine;
use lanesum_batch::plan::Task;
use lanesum_batch::wipe::wipe;

/// The default backend for `states` states that encrypt: the plan's, unless it keeps planes in registers. Such forms have no loop for
/// blocks with output, nor for single rounds, so the state would move to memory at each block.
pub fn backend<W: Lane>(states: usize) -> Backend {
    if let Some(fixed) = Backend::fixed_here() {
        return fixed;
    }
    let planned = engine::row::<W::One>().backend_in_step(states, Task::Permuting);
    if matches!(planned, Backend::Avx2Planes | Backend::Avx512PlanesPaper | Backend::Avx512Planes) {
        return engine::row::<One32>().backend_in_step(states, Task::Permuting);
    }
    planned
}

impl<W: CryptLane, const N: usize> States<W, N> {
    /// Encrypts or decrypts all full groups of `N` blocks in `data`. Block `i` of a group belongs to state `i`: the block is replaced by
    /// its sum with the state, and the ciphertext replaces the state there. All states are then permuted. Uses `form` if it has a loop for
    /// such blocks.
    #[doc(hidden)]
    pub fn crypt_all(
        &mut self,
        form: Option<&'static dyn CryptForm<W>>,
        crypt: Crypt<'_, W>,
        rounds: Rounds,
        data: &mut [u8],
    ) {
        // The rest of `data` would stay unencrypted, and metadata without a block would not be authenticated.
        let block = W::BYTES * crypt.lanes;
        let beside = data.len() / block * (24 * W::BYTES - block);
        assert!(data.len().is_multiple_of(N * block), "full deals only");
        assert!(crypt.beside.is_empty() || crypt.beside.len() == beside, "metadata for all blocks or none");
        if let Some(form) = form.filter(|form| form.takes(&crypt) && !rounds.is_odd()) {
            return form.crypt(self.lanes_mut().as_flattened_mut(), N, crypt, rounds.pairs::<W>(), data);
        }
        let mut beside = crypt.beside.chunks_exact((24 * W::BYTES - block).max(1));
        for deal in data.chunks_exact_mut(N * block) {
            for (i, data) in deal.chunks_exact_mut(block).enumerate() {
                self.crypt(i, 0, crypt.direction, data);
                let beside = beside.next().unwrap_or_default();
                self.add_bytes(i, block, beside).expect("a block and what is beside it are within the state");
            }
            self.add_lane_all(24, &[crypt.last; N]);
            self.permute_rounds(rounds);
        }
    }

    /// Replaces `data` by its sum with the bytes of one state from lane `first` on; the ciphertext replaces these bytes.
    ///
    /// # Panics
    /// If there is no such instance, or its state has fewer bytes.
    #[doc(hidden)]
    pub fn crypt(&mut self, instance: usize, first: usize, direction: Direction, data: &mut [u8]) {
        assert!(instance < N, "there is no instance {instance}");
        crypt::<W>(self.lanes_mut().as_flattened_mut(), N, instance, first, direction, data);
    }

    /// Adds `data` to the first bytes of every state; the state must be as long.
    #[doc(hidden)]
    pub fn add_to_all(&mut self, data: &[u8]) {
        for (words, lane) in self.lanes_mut().iter_mut().zip(data.chunks(W::BYTES)) {
            let lane = W::read(lane).expand();
            for word in words {
                *word = word.xor(lane);
            }
        }
    }

    /// Adds a lane to each state, at the same place.
    #[doc(hidden)]
    pub fn add_lane_all(&mut self, place: usize, lanes: &[W; N]) {
        for (word, lane) in self.lanes_mut()[place].iter_mut().zip(lanes) {
            *word = word.xor(lane.expand());
        }
    }
}

impl<W: Lane> State<W> {
    /// As [`States::crypt`].
    ///
    /// # Panics
    /// If the state has fewer bytes.
    #[doc(hidden)]
    pub fn crypt(&mut self, first: usize, direction: Direction, data: &mut [u8]) {
        crypt::<W>(self.words_mut(), 1, 0, first, direction, data);
    }
}

/// The state `instance` of `count` interleaved states.
#[inline(always)]
fn crypt<W: Lane>(
    words: &mut [W::Register],
    count: usize,
    instance: usize,
    first: usize,
    direction: Direction,
    data: &mut [u8],
) {
    // Panics: otherwise a part of the message would be sent as plaintext.
    check::<W>(W::BYTES * first, data.len()).expect("the data is within the state");
    check_words(words, instance, count);
    let words = words.get_mut(first * count + instance..).unwrap_or_default();
    let (lanes, rest) = data.split_at_mut(data.len() / W::BYTES * W::BYTES);
    // For one state, these loops are over contiguous words. Without a branch inside, LLVM vectorises them.
    match direction {
        Direction::Wrap => each_lane::<W>(words, count, lanes, |word, lane| {
            let sum = word.xor(lane.expand());
            (sum, W::reduce(sum))
        }),
        Direction::Unwrap => each_lane::<W>(words, count, lanes, |word, lane| {
            let new = lane.expand();
            (new, W::reduce(word.xor(new)))
        }),
    }
    if !rest.is_empty() {
        let word = &mut words[lanes.len() / W::BYTES * count];
        let mut stream = [0; 8];
        W::reduce(*word).write(&mut stream);
        let came = W::read(rest);
        for (byte, stream) in rest.iter_mut().zip(&stream) {
            *byte ^= stream;
        }
        wipe(&mut stream);
        let ciphertext = if direction == Direction::Wrap { W::read(rest) } else { came };
        // The lane's bytes after the data stay.
        let kept = W::reduce(*word) & !mask::<W>(rest.len());
        *word = (kept ^ ciphertext).expand();
    }
}

/// A lane with ones in its first `bytes` bytes.
fn mask<W: Lane>(bytes: usize) -> W {
    W::read(&[0xff; 8][..bytes])
}

/// `both` returns the new word and the new lane for each pair.
#[inline(always)]
fn each_lane<W: Lane>(
    words: &mut [W::Register],
    count: usize,
    data: &mut [u8],
    both: impl Fn(W::Register, W) -> (W::Register, W),
) {
    for (lane, word) in data.chunks_exact_mut(W::BYTES).zip(words.iter_mut().step_by(count)) {
        let (new, out) = both(*word, W::read(lane));
        *word = new;
        out.write(lane);
    }
}
