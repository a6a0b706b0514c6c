//! Pistons side by side, and the distribution of streams among them: the Engine of Keyak v2, sections 3.1 and 3.2.

use crate::{Backend, Error};
use lanes::Direction;
use lanesum_batch::sure::sure;
use lanesum_batch::wipe::{Erase, wipe};
use lanesum_keccak::permutation::rounds::Rounds;
use lanesum_keccak::states::caesar::crypt;
use lanesum_keccak::states::caesar::crypt_forms::{Crypt, CryptForm, CryptLane};
use lanesum_keccak::states::many::States;

/// Rounds of every permutation: the last twelve.
const ROUNDS: usize = 12;
/// c, the capacity in bytes.
pub(super) const CAPACITY: usize = 32;
/// The greatest length of a block in bytes: Ra of the instances with 1600 bits.
const LONGEST_BLOCK: usize = 192;
/// The greatest length of a state in bytes.
const LONGEST_STATE: usize = 200;
/// Blocks of metadata for each piston that are assembled at a time.
const STAGED: usize = 4;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Phase {
    Fresh,
    Crypted,
    EndOfCrypt,
    EndOfMessage,
}

/// Whether the message ends with this block.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ending {
    GoesOn,
    Ends,
}

/// Whether each piston gets its own number after the injected bytes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Diversify {
    No,
    Yes,
}

/// The four control bytes after the absorbing part, in this order.
const END_OF_MESSAGE: usize = 0;
const CRYPT_END: usize = 1;
const INJECT_START: usize = 2;
const INJECT_END: usize = 3;

/// Π pistons, with one state each, of one width. They take the blocks of a stream in turn.
#[derive(Clone)]
pub(super) struct Pistons<W: CryptLane, const P: usize> {
    states: States<W, P>,
    /// The form for many blocks, if the backend has one.
    bulk: Option<&'static dyn CryptForm<W>>,
    /// Added to the control bytes before the next permutation.
    control: [[u8; 4]; P],
    /// Et: the bytes of each state that were output as a tag, and must not be used as key stream.
    offsets: [u8; P],
    phase: Phase,
    rounds: Rounds,
}

impl<W: CryptLane, const P: usize> Pistons<W, P> {
    /// Rs, the squeezing rate.
    pub(super) const SQUEEZED: usize = 25 * W::BYTES - CAPACITY;
    /// Ra, the absorbing rate.
    pub(super) const ABSORBED: usize = 24 * W::BYTES;

    pub(super) fn new(backend: Option<Backend>) -> Result<Self, Error> {
        let backend = backend.unwrap_or_else(|| crypt::backend::<W>(P));
        let states = States::with_backend(backend)?;
        let (bulk, rounds) = (W::crypt_form(backend, P), Rounds::new::<W>(ROUNDS)?);
        Ok(Self { states, bulk, control: [[0; 4]; P], offsets: [0; P], phase: Phase::Fresh, rounds })
    }

    pub(super) fn backend(&self) -> Backend {
        self.states.backend()
    }

    /// Ends the block of every piston; `tags` is the number of bytes requested as a tag.
    fn spark(&mut self, message: Ending, tags: [u8; P]) {
        let mut last = [W::read(&[]); P];
        for ((control, tag), lane) in self.control.iter_mut().zip(tags).zip(&mut last) {
            if message == Ending::Ends {
                control[END_OF_MESSAGE] = if tag > 0 { tag } else { 255 };
            }
            *lane = W::read(control);
        }
        self.states.add_lane_all(24, &last);
        self.control = [[0; 4]; P];
        self.offsets = tags;
        self.states.permute_rounds(self.rounds);
    }

    /// Encrypts or decrypts in place the part of `data` that fits into this block, and returns its length. `data` is the rest of the
    /// message.
    pub(super) fn crypt(&mut self, direction: Direction, data: &mut [u8]) -> usize {
        let mut done = 0;
        for i in 0..P {
            let start = usize::from(self.offsets[i]);
            let now = (data.len() - done).min(Self::SQUEEZED - start);
            let piece = &mut data[done..done + now];
            self.states.crypt(i, start / W::BYTES, direction, piece);
            self.control[i][CRYPT_END] = (start + now) as u8;
            done += now;
        }
        self.phase = if done == data.len() { Phase::EndOfCrypt } else { Phase::Crypted };
        done
    }

    /// Encrypts or decrypts full blocks of all pistons at once, except those that the end of `data` needs, and returns their length in
    /// bytes. Absorbs as much metadata as fits beside these blocks, or none. The result is that of [`Pistons::crypt`] and
    /// [`Pistons::inject`] for each block.
    pub(super) fn crypt_bulk(&mut self, direction: Direction, data: &mut [u8], metadata: &mut &[u8]) -> usize {
        if self.phase != Phase::Fresh || self.offsets != [0; P] {
            return 0;
        }
        let (deal, beside) = (P * Self::SQUEEZED, P * (Self::ABSORBED - Self::SQUEEZED));
        let mut deals = data.len().saturating_sub(1) / deal;
        let mut end = Self::SQUEEZED;
        if !metadata.is_empty() {
            deals = deals.min(metadata.len() / beside);
            end = Self::ABSORBED;
        }
        if deals > 0 {
            let (beside, rest) = metadata.split_at((deals * beside).min(metadata.len()));
            *metadata = rest;
            let rate = Self::SQUEEZED as u8;
            // In the order of the control bytes.
            let last = W::read(&[0, rate, rate, end as u8]);
            let crypt = Crypt { direction, lanes: Self::SQUEEZED / W::BYTES, beside, last };
            self.states.crypt_all(self.bulk, crypt, self.rounds, &mut data[..deals * deal]);
        }
        deals * deal
    }

    /// Absorbs the part of the metadata that fits into this block, after the part that was encrypted or decrypted.
    pub(super) fn inject(&mut self, metadata: &mut &[u8]) {
        let start = if self.phase == Phase::Fresh { 0 } else { Self::SQUEEZED };
        for i in 0..P {
            let (now, rest) = metadata.split_at(metadata.len().min(Self::ABSORBED - start));
            *metadata = rest;
            sure(self.states.add_bytes(i, start, now));
            self.control[i][INJECT_START] = start as u8;
            self.control[i][INJECT_END] = (start + now.len()) as u8;
        }
        if self.phase == Phase::Crypted || !metadata.is_empty() {
            self.spark(Ending::GoesOn, [0; P]);
            self.phase = Phase::Fresh;
        } else {
            self.phase = Phase::EndOfMessage;
        }
    }

    /// Absorbs full blocks of metadata for all pistons, except those that its end needs, when no message is left. The result is that of
    /// [`Pistons::inject`] for each block.
    pub(super) fn inject_bulk(&mut self, metadata: &mut &[u8]) {
        let deal = P * Self::ABSORBED;
        let (mut left, rest) = metadata.split_at(metadata.len().saturating_sub(1) / deal * deal);
        if self.phase != Phase::Fresh || left.is_empty() {
            return;
        }
        *metadata = rest;
        self.offsets = [0; P];
        // The kernels absorb whole lanes of a row for each state. The control bytes are the last lane, so blocks of whole states are
        // assembled before them, and need no kernel of their own.
        let mut rows = [[0; STAGED * LONGEST_STATE]; P];
        for row in &mut rows {
            for block in row.chunks_exact_mut(25 * W::BYTES) {
                block[Self::ABSORBED + INJECT_END] = Self::ABSORBED as u8;
            }
        }
        while !left.is_empty() {
            let (now, rest) = left.split_at(left.len().min(STAGED * deal));
            left = rest;
            for (number, from) in now.chunks_exact(Self::ABSORBED).enumerate() {
                let at = number / P * 25 * W::BYTES;
                rows[number % P][at..at + Self::ABSORBED].copy_from_slice(from);
            }
            let staged = now.len() / deal * 25 * W::BYTES;
            self.states.absorb(25, self.rounds, rows.each_ref().map(|row| &row[..staged]));
        }
    }

    /// Ends the message, and writes the first `lengths` bytes of the pistons' states to `out`, one after the other. `out` must have room
    /// for their sum.
    pub(super) fn tags(&mut self, lengths: [u8; P], out: &mut [u8]) {
        self.spark(Ending::Ends, lengths);
        let mut left = out;
        for (i, length) in lengths.into_iter().enumerate() {
            let (tag, rest) = left.split_at_mut(length.into());
            left = rest;
            sure(self.states.extract_bytes(i, 0, tag));
        }
        self.phase = Phase::Fresh;
    }

    /// Injects all of `parts`, one after the other, into every piston.
    pub(super) fn inject_collective(&mut self, parts: &[&[u8]], diversify: Diversify) {
        let mut block = [0; LONGEST_BLOCK];
        let mut len = 0;
        // Two bytes distinguish the pistons; the second one differs.
        let ends = [P as u8, 0];
        let ends = if diversify == Diversify::Yes { &ends[..] } else { &[] };
        for mut part in parts.iter().copied().chain([ends]) {
            while !part.is_empty() {
                if len == Self::ABSORBED {
                    self.inject_into_all(&block[..len]);
                    self.spark(Ending::GoesOn, [0; P]);
                    len = 0;
                }
                let (now, rest) = part.split_at(part.len().min(Self::ABSORBED - len));
                block[len..len + now.len()].copy_from_slice(now);
                len += now.len();
                part = rest;
            }
        }
        if len > 0 {
            self.inject_into_all(&block[..len]);
        }
        if diversify == Diversify::Yes {
            for i in 0..P {
                sure(self.states.add_bytes(i, len - 1, &[i as u8]));
            }
        }
        wipe(&mut block);
        self.phase = Phase::EndOfMessage;
    }

    fn inject_into_all(&mut self, block: &[u8]) {
        self.states.add_to_all(block);
        for control in &mut self.control {
            control[INJECT_END] = block.len() as u8;
        }
    }
}

impl<W: CryptLane, const P: usize> Erase for Pistons<W, P> {
    fn erase(&mut self) {
        self.states.erase();
        wipe(self.control.as_flattened_mut());
    }
}
